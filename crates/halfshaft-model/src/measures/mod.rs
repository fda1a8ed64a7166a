//! `[[measure]]` and `[[expect]]`: measures and their expected values.

mod each;
mod expectations;

use std::collections::{BTreeMap, BTreeSet};

use halfshaft::describe::{Form, Key, Quantity};
use halfshaft::elements::superelement::{self, ModeAmplitude};
use halfshaft::system::MeshElement;
use halfshaft_results::energy;
use halfshaft_results::measure::{Expectation, ItemInMode, Measure, OfMode, OfResponse, Statistic, Unit, What};
use toml::de::{DeTable, DeValue};

use crate::condition::{Absences, WHEN};
use crate::diagnostic::{Collector, Diagnostic, Fault};
use crate::directory::Directory;
use crate::document::Raw;
use crate::draft::Draft;
use crate::forms::{Owner, Reader};
use crate::kinds::{BODIES, SHAFTS};
use crate::model::{Analysis, Axis, Channel, Value};
use crate::repeat::LIMIT;
use crate::scopes::Scopes;
use crate::sections::{self, Entry, Shape};
use crate::suggest::nearest;
use crate::tables::item_name;
use crate::units;
pub(crate) use each::{each, each_in};
use expectations::expectation;

/// The context of measures and plots.
pub(crate) struct Scope<'a> {
    pub(crate) drafts: &'a [Draft<'a>],
    /// Channels computed by formulas of the file and of its submodels.
    pub(crate) channels: &'a [Channel],
    /// Those whose conditions are false.
    pub(crate) absent: &'a Absences,
    /// The analysis, if known.
    pub(crate) analysis: Option<Analysis>,
    /// Whether overrides may have shortened the run: then what lies beyond its end is not evaluated, and no error.
    pub(crate) overridden: bool,
}

impl Scope<'_> {
    /// The range of the run, if known.
    fn ends(&self) -> Option<[f64; 2]> {
        match self.analysis? {
            Analysis::Transient { end, .. } => Some([0.0, end]),
            Analysis::Statics => Some([0.0, 0.0]),
            Analysis::Modes { .. } => None,
            Analysis::Response { over, .. } => Some([over.from, over.to]),
        }
    }

    /// The axis: time, or the frequency or speed of a response.
    fn axis(&self) -> Quantity {
        match self.analysis {
            Some(Analysis::Response { over, .. }) => over.axis.quantity(),
            _ => Quantity::TIME,
        }
    }
}

/// A measure, possibly invalid: expectations may refer to it even then.
struct Measured {
    name: String,
    quantity: Option<Quantity>,
    unit: Option<Unit>,
    measure: Option<Measure>,
}

/// All measures and expectations of the model itself; those of submodels apply to their files only.
pub(crate) fn read_all(scopes: &Scopes, scope: &Scope, out: &mut Collector) -> (Vec<Measure>, Vec<Expectation>) {
    let mut room = LIMIT;
    let mut measures: Vec<Measured> = Vec::new();
    let mut seen = BTreeSet::new();
    let absent = each(scopes, "measure", &mut room, out, &mut |reader, raw, table| {
        measures.extend(measure(reader, scope, raw, table, &mut seen));
    });
    let by_name: BTreeMap<&str, &Measured> = measures.iter().map(|m| (m.name.as_str(), m)).collect();
    let mut expectations = Vec::new();
    each(scopes, "expect", &mut room, out, &mut |reader, raw, table| {
        expectations.extend(expectation(reader, &by_name, &absent, table, raw));
    });
    (measures.into_iter().filter_map(|measured| measured.measure).collect(), expectations)
}

fn measure(
    reader: &mut Reader,
    scope: &Scope,
    raw: Raw,
    table: &DeTable,
    seen: &mut BTreeSet<String>,
) -> Option<Measured> {
    let named = item_name(reader, "measure", table, raw);
    if let Some((name, span)) = named.clone().filter(|(name, _)| !seen.insert(name.clone())) {
        let message = format!("there are two measures named \"{name}\"");
        reader.out.push(Diagnostic::new("duplicate-name", raw.source, span, message));
    }
    let name = named.map(|(name, _)| name);
    let owner = name.as_ref().map_or("this measure".to_owned(), |name| format!("measure \"{name}\""));
    let what = what(reader, scope, table, raw, owner);
    let over = over(reader, scope, table, raw);
    let given = table.get("unit").map(|node| Raw::new(node, raw.source));
    let unit = what.as_ref().and_then(|(_, quantity)| unit(reader, given, *quantity, "the measure"));
    let name = name?;
    let quantity = what.as_ref().map(|(_, quantity)| *quantity);
    let measure = match (what, over, unit.clone()) {
        (Some((what, _)), Ok(over), Some(unit)) => Some(Measure { name: name.clone(), unit, what, over }),
        _ => None,
    };
    Some(Measured { name, quantity, unit, measure })
}

/// The unit of a number: as given, or else the SI unit of its quantity; `what` the number is of, for messages.
pub(crate) fn unit(reader: &mut Reader, given: Option<Raw>, quantity: Quantity, what: &str) -> Option<Unit> {
    let Some(raw) = given else { return Some(Unit::si(quantity.unit)) };
    let Some(symbol) = raw.value().as_str() else {
        reader.out.push(raw.error("wrong-form", "`unit` must be a text").label(raw.this_is()));
        return None;
    };
    match units::parse(&format!("1 {symbol}")) {
        Ok(amount) if amount.dimension == quantity.dimension => {
            return Some(Unit { symbol: symbol.into(), size: amount.value });
        }
        Ok(amount) => {
            let error = raw.error("unit-mismatch", format!("{what} is in {}", quantity.unit));
            reader.out.push(error.label(format!("this is {}", units::name(amount.dimension))));
        }
        Err(fault) => reader.out.push(raw.error(fault.code, fault.message).maybe_help(fault.help)),
    }
    None
}

/// Checks the keys of a table and returns the one of `choices` that is given.
fn one_of(
    reader: &mut Reader,
    table: &DeTable,
    owner: &Owner,
    entries: &[Entry],
    choices: &[&'static str],
) -> Option<&'static str> {
    let slips = reader.unknown_keys(table, owner, entries.iter().map(|entry| entry.name).chain(["repeat", WHEN]));
    // A missing name has been reported already.
    let absent = |entry: &&Entry| {
        entry.name != "name" && entry.required && !table.contains_key(entry.name) && !slips.contains(&entry.name)
    };
    for entry in entries.iter().filter(absent) {
        let example = if entry.shape == Shape::Text { "\"…\"" } else { "…" };
        reader.missing(entry.name, example, owner);
    }
    let given: Vec<&'static str> = choices.iter().copied().filter(|key| table.contains_key(*key)).collect();
    match given[..] {
        [one] => Some(one),
        [] if slips.iter().any(|slip| choices.contains(slip)) => None,
        [] => {
            let message = format!("{} needs one of {}", owner.what, choices.join(", "));
            reader.out.push(Diagnostic::new("missing-key", owner.source, owner.span.clone(), message));
            None
        }
        _ => {
            let message = format!("{} has more than one of {}", owner.what, choices.join(", "));
            let span =
                table.iter().filter(|(key, _)| given.contains(&key.get_ref().as_ref())).map(|(key, _)| key.span());
            let span = span.max_by_key(|span| span.start).unwrap_or(owner.span.clone());
            let at = Diagnostic::new("conflicting-keys", owner.source, span, message);
            reader.out.push(at.help(format!("keep one of {}", given.join(", "))));
            None
        }
    }
}

fn what(reader: &mut Reader, scope: &Scope, table: &DeTable, raw: Raw, owner: String) -> Option<(What, Quantity)> {
    let owner = Owner { what: owner, source: raw.source, span: raw.span() };
    let choices = match scope.analysis {
        Some(Analysis::Transient { .. } | Analysis::Statics) => sections::MEASURED,
        Some(Analysis::Modes { .. }) => sections::MEASURED_OF_MODES,
        Some(Analysis::Response { .. }) => sections::MEASURED_OF_RESPONSES,
        None => &[sections::MEASURED, sections::MEASURED_OF_MODES, sections::MEASURED_OF_RESPONSES].concat(),
    };
    let choice = one_of(reader, table, &owner, sections::MEASURE, choices)?;
    let given = Raw::new(table.get(choice)?, raw.source);
    if sections::MEASURED_OF_MODES.contains(&choice) {
        return of_mode(reader, table, choice, given, &owner);
    }
    if sections::MEASURED_OF_RESPONSES.contains(&choice) {
        return of_response(reader, scope, table, choice, given, &owner);
    }
    let at = table.get("at").map(|node| Raw::new(node, raw.source));
    if let (Some(at), true) = (at, choice != "value") {
        reader.out.push(at.error("conflicting-keys", "`at` applies to `value` only").help("for a window write `over`"));
    }
    let crosses = table.get("crosses").map(|node| Raw::new(node, raw.source));
    if let (Some(crosses), true) = (crosses, choice != "time_of") {
        reader.out.push(crosses.error("conflicting-keys", "`crosses` applies to `time_of` only"));
    }
    if let (Some(nth), true) = (table.get("nth"), choice != "time_of") {
        let error = Raw::new(nth, raw.source).error("conflicting-keys", "`nth` applies to `time_of` only");
        reader.out.push(error);
    }
    match choice {
        "order_amplitude" => of_order(reader, scope, table, given, &owner),
        "ratio" | "difference" => of_two(reader, scope, choice, given),
        "value" => {
            let Some(at) = at else {
                reader.missing("at", "\"0.5 s\"", &owner);
                return None;
            };
            if let Some(over) = table.get("over") {
                let over = Raw::new(over, raw.source);
                reader
                    .out
                    .push(over.error("conflicting-keys", "`over` cannot be combined with `value`").help("keep `at`"));
            }
            let time = reader.amount("at", at, Quantity::TIME);
            let (path, quantity) = channel(reader, scope, choice, given)?;
            let time = time?;
            inside(reader, scope, at, time)?;
            Some((What::At(path, time), quantity))
        }
        "time_of" => {
            let Some(crosses) = crosses else {
                reader.missing("crosses", "0", &owner);
                return None;
            };
            let (path, quantity) = channel(reader, scope, choice, given)?;
            let value = reader.amount("crosses", crosses, quantity)?;
            let nth = table.get("nth").map_or(Some(1), |node| counted(reader, "nth", Raw::new(node, raw.source)))?;
            Some((What::TimeOf(path, value, nth), Quantity::TIME))
        }
        statistic => of_statistic(reader, scope, statistic, given),
    }
}

/// A ratio or a difference of two channels.
fn of_two(reader: &mut Reader, scope: &Scope, choice: &str, given: Raw) -> Option<(What, Quantity)> {
    let DeValue::Array(list) = given.value() else { return not_two(reader, choice, given) };
    let [a, b] = &list.iter().collect::<Vec<_>>()[..] else { return not_two(reader, choice, given) };
    let a = channel(reader, scope, choice, Raw::new(a, given.source));
    let b = channel(reader, scope, choice, Raw::new(b, given.source));
    let ((a, above), (b, below)) = (a?, b?);
    if above.dimension == below.dimension {
        return Some(match choice {
            "ratio" => (What::Ratio(a, b), Quantity::NUMBER),
            _ => (What::Difference(a, b), above),
        });
    }
    let label = format!(
        "{} {} and {} {}",
        crate::units::article(above.name),
        above.name,
        crate::units::article(below.name),
        below.name
    );
    let error = given.error("unit-mismatch", format!("a {choice} needs two channels of one quantity")).label(label);
    reader.out.push(error);
    None
}

/// A statistic of a channel.
fn of_statistic(reader: &mut Reader, scope: &Scope, statistic: &str, given: Raw) -> Option<(What, Quantity)> {
    let (path, quantity) = channel(reader, scope, statistic, given)?;
    let quantity = match statistic {
        "frequency" => Quantity::FREQUENCY,
        "slope" => quantity.rate().or_else(|| {
            let error = given.error("no-unit", format!("the slope of a {} has no unit here", quantity.name));
            reader.out.push(error);
            None
        })?,
        _ => quantity,
    };
    let statistic = match statistic {
        "range" => Statistic::Range,
        "slope" => Statistic::Slope,
        "frequency" => Statistic::Frequency,
        "mean" => Statistic::Mean,
        "min" => Statistic::Min,
        "max" => Statistic::Max,
        "final" => Statistic::Final,
        _ => Statistic::Rms,
    };
    Some((What::Statistic(statistic, path), quantity))
}

/// A number of a mode.
fn of_mode(reader: &mut Reader, table: &DeTable, choice: &str, given: Raw, owner: &Owner) -> Option<(What, Quantity)> {
    let of_shape = table.get("mode").map(|node| Raw::new(node, owner.source));
    for key in ["over", "at", "crosses", "nth"] {
        if let Some(node) = table.get(key) {
            let error = Raw::new(node, owner.source).error("conflicting-keys", format!("a mode has no `{key}`"));
            reader.out.push(error);
        }
    }
    let of_item = match choice {
        "potential_share" => Some(ItemInMode::PotentialShare),
        "kinetic_share" => Some(ItemInMode::KineticShare),
        "stiffness_sensitivity" => Some(ItemInMode::StiffnessSensitivity),
        "inertia_sensitivity" => Some(ItemInMode::InertiaSensitivity),
        "rest_point" => Some(ItemInMode::RestPoint),
        _ => None,
    };
    let number = match (choice, of_shape) {
        (name, None) if name == "shape" || of_item.is_some() => {
            reader.missing("mode", "2", owner);
            return None;
        }
        (name, Some(number)) if name == "shape" || of_item.is_some() => number,
        (_, Some(extra)) => {
            let error = extra.error("conflicting-keys", "`mode` applies to `shape` and to items only");
            reader.out.push(error.help(format!("write `{choice} = …` with the number of the mode")));
            return None;
        }
        (_, None) => given,
    };
    let part = if choice == "shape" { Some(moving(reader, given)?) } else { None };
    let mode = counted(reader, "mode", number)?;
    if let Some(number) = of_item {
        let item = reader.environment.fill(given.value().as_str()?, given, reader.out)?;
        if reader.directory.section(&item).is_none() && !reader.directory.in_broken(&item) {
            let near = nearest(&item, reader.directory.items()).map(|near| format!("did you mean \"{near}\"?"));
            let unknown = given.error("unknown-item", format!("there is no item \"{item}\"")).maybe_help(near);
            reader.out.push(reader.directory.absence(&item).map_or(unknown, |fault| given.fault(fault)));
            return None;
        }
        return Some((What::Mode(mode, OfMode::Item { item, number }), Quantity::NUMBER));
    }
    if matches!(choice, "critical_speed" | "critical_margin") {
        let Some(order) = table.get("order") else {
            reader.missing("order", "2", owner);
            return None;
        };
        let order = reader.amount("order", Raw::new(order, owner.source), Quantity::NUMBER)?;
        return Some(match choice {
            "critical_speed" => (What::Mode(mode, OfMode::CriticalSpeed(order)), Quantity::ANGULAR_VELOCITY),
            _ => (What::Mode(mode, OfMode::CriticalMargin(order)), Quantity::NUMBER),
        });
    }
    let (of, quantity) = match (choice, part) {
        ("natural_frequency", _) => (OfMode::NaturalFrequency, Quantity::FREQUENCY),
        ("damped_frequency", _) => (OfMode::DampedFrequency, Quantity::FREQUENCY),
        (_, Some((part, component))) => (OfMode::Shape { part, component }, Quantity::NUMBER),
        _ => (OfMode::DampingRatio, Quantity::NUMBER),
    };
    Some((What::Mode(mode, of), quantity))
}

/// An order of a channel.
fn of_order(
    reader: &mut Reader,
    scope: &Scope,
    table: &DeTable,
    given: Raw,
    owner: &Owner,
) -> Option<(What, Quantity)> {
    let found = channel(reader, scope, "order_amplitude", given);
    let raw = |key: &str| table.get(key).map(|node| Raw::new(node, owner.source));
    let (Some(order), Some(reference)) = (raw("order"), raw("reference")) else {
        for (key, example) in [("order", "2"), ("reference", "\"crank.angle\"")] {
            if !table.contains_key(key) {
                reader.missing(key, example, owner);
            }
        }
        return None;
    };
    let order = reader.amount("order", order, Quantity::NUMBER)?;
    let (angle, of) = channel(reader, scope, "reference", reference)?;
    if of.dimension != Quantity::ANGLE.dimension {
        let label = format!("this is {} {}", crate::units::article(of.name), of.name);
        reader.out.push(reference.error("unit-mismatch", "`reference` must be an angle").label(label));
        return None;
    }
    let (channel, quantity) = found?;
    Some((What::Order { channel, reference: angle, order }, quantity))
}

/// A property of a response.
fn of_response(
    reader: &mut Reader,
    scope: &Scope,
    table: &DeTable,
    choice: &str,
    given: Raw,
    owner: &Owner,
) -> Option<(What, Quantity)> {
    let raw = |key: &str| table.get(key).map(|node| Raw::new(node, owner.source));
    let placed = matches!(choice, "amplitude" | "phase");
    let without = if placed { "over" } else { "at" };
    for key in ["crosses", "nth", "mode", without] {
        if let Some(raw) = raw(key) {
            reader.out.push(raw.error("conflicting-keys", format!("`{key}` cannot be combined with `{choice}`")));
        }
    }
    let by_speed = !matches!(scope.analysis, Some(Analysis::Response { over, .. }) if over.axis == Axis::Frequency);
    let order = match raw("order") {
        Some(raw) if !by_speed => {
            reader.out.push(raw.error("conflicting-keys", "`order` applies to a response over `speeds` only"));
            return None;
        }
        Some(raw) => Some(reader.amount("order", raw, Quantity::NUMBER)?),
        None if choice == "phase" && by_speed => {
            reader.missing("order", "2", owner);
            return None;
        }
        None => None,
    };
    let channel = channel(reader, scope, choice, given);
    let place = match raw("at") {
        Some(raw) => {
            let place = reader.amount("at", raw, scope.axis())?;
            inside(reader, scope, raw, place)?;
            place
        }
        None if placed => {
            let example = if by_speed { "\"1500 rpm\"" } else { "\"12 Hz\"" };
            reader.missing("at", example, owner);
            return None;
        }
        None => 0.0,
    };
    let (channel, quantity) = channel?;
    let (of, quantity) = match choice {
        "amplitude" => (OfResponse::Amplitude(place), quantity),
        "phase" => (OfResponse::Phase(place), Quantity::ANGLE),
        "peak" => (OfResponse::Peak, quantity),
        _ => (OfResponse::PeakAt, scope.axis()),
    };
    Some((What::Response { channel, order, of }, quantity))
}

/// A positive whole number.
fn counted(reader: &mut Reader, name: &'static str, raw: Raw) -> Option<usize> {
    match reader.value(&Key::required(name, Form::Count, ""), raw)? {
        Value::Count(number) if number > 0 => Some(usize::try_from(number).unwrap_or(usize::MAX)),
        _ => {
            reader.out.push(raw.error("out-of-range", format!("`{name}` is counted from 1")));
            None
        }
    }
}

/// The path of a shaft, or of a body with the index of one of its motions.
fn moving(reader: &mut Reader, raw: Raw) -> Option<(String, usize)> {
    let Some(text) = raw.value().as_str() else {
        let error = raw.error("wrong-form", "`shape` must name a shaft or a motion of a body").label(raw.this_is());
        reader.out.push(error.help("write \"flywheel\" or \"rotor.rotation_z\""));
        return None;
    };
    let path = reader.environment.fill(text, raw, reader.out)?;
    let (part, motion) = path.rsplit_once('.').map_or((path.as_str(), None), |(part, motion)| (part, Some(motion)));
    let component = motion.map(|motion| sections::MOTIONS.iter().position(|known| *known == motion));
    match (reader.directory.section(part), component) {
        (Some(SHAFTS), None) => Some((part.to_owned(), 0)),
        (Some(BODIES), Some(Some(component))) => Some((part.to_owned(), component)),
        (Some(section @ (SHAFTS | BODIES)), _) => {
            let error = raw.error("unknown-motion", format!("\"{part}\" has no motion of that name"));
            reader.out.push(error.help(match section {
                SHAFTS => format!("a shaft has one motion: write \"{part}\""),
                _ => format!("write \"{part}.x\" or another of {}", sections::MOTIONS.join(", ")),
            }));
            None
        }
        (found, _) => {
            if !reader.directory.in_broken(part) {
                let error = raw.error("unknown-shaft", format!("there is no shaft or body \"{part}\""));
                let near = nearest(part, reader.directory.items());
                let help = near.filter(|_| found.is_none()).map(|near| format!("did you mean \"{near}\"?"));
                let absence = reader.directory.absence(part).filter(|_| found.is_none());
                reader.out.push(absence.map_or(error.maybe_help(help), |fault| raw.fault(fault)));
            }
            None
        }
    }
}

fn not_two<T>(reader: &mut Reader, key: &str, raw: Raw) -> Option<T> {
    let error = raw.error("wrong-form", format!("`{key}` must be two channels")).label(raw.this_is());
    reader.out.push(error.help("write [\"item.channel\", \"other.channel\"]"));
    None
}

/// The path and the quantity of a channel.
pub(crate) fn channel(reader: &mut Reader, scope: &Scope, key: &str, raw: Raw) -> Option<(String, Quantity)> {
    let Some(path) = raw.value().as_str() else {
        let error = raw.error("wrong-form", format!("`{key}` must name a channel")).label(raw.this_is());
        reader.out.push(error.help("write \"item.channel\""));
        return None;
    };
    let path = reader.environment.fill(path, raw, reader.out)?;
    let found = mode_channel(reader.directory, scope, &path);
    match found.map_or_else(|| find(reader.directory, scope, &path), Ok) {
        Ok(quantity) => Some((path, quantity)),
        Err(fault) => {
            // An invalid submodel has been reported.
            if !reader.directory.in_broken(&path) {
                reader.out.push(raw.fault(fault));
            }
            None
        }
    }
}

/// The quantity of a channel of a mode of a superelement, as "arm/mode 3.amplitude". How many modes there are is known after the reduction.
fn mode_channel(directory: &Directory, scope: &Scope, path: &str) -> Option<Quantity> {
    let (mode, channel) = path.rsplit_once('.')?;
    let (owner, number) = mode.rsplit_once("/mode ")?;
    let is_number = number.parse::<u32>().is_ok_and(|n| n > 0 && !number.starts_with(['0', '+']));
    let kind = scope.drafts[directory.item(owner)?].kind?;
    let known = ModeAmplitude::CHANNELS.iter().find(|known| known.name == channel)?;
    (is_number && kind.is(&superelement::KIND)).then_some(known.quantity)
}

/// The quantity of a channel.
pub(crate) fn find(directory: &Directory, scope: &Scope, path: &str) -> Result<Quantity, Fault> {
    let unknown = |message: String| Fault::new("unknown-channel", 0..0, message);
    if energy::CHANNELS.iter().any(|(name, _)| *name == path) {
        return Ok(Quantity::ENERGY);
    }
    if let Some(made) = scope.channels.iter().find(|made| made.name == path) {
        return Ok(made.quantity);
    }
    let Some((item, channel)) = path.rsplit_once('.') else {
        if let Some(fault) = scope.absent.fault(path) {
            return Err(fault);
        }
        let known = scope.channels.iter().map(|made| made.name.as_str());
        let near = nearest(path, known.chain(energy::CHANNELS.iter().map(|(name, _)| *name)));
        let help = near.map_or("write \"item.channel\"".into(), |near| format!("did you mean \"{near}\"?"));
        return Err(unknown(format!("there is no channel \"{path}\"")).help(help));
    };
    let Some(index) = directory.item(item) else {
        if let Some(section) = directory.section(item) {
            let message = format!("{} {section} has no channels", crate::units::article(section));
            return Err(unknown(message).label(format!("\"{item}\" is a {section}")));
        }
        if let Some(fault) = directory.absence(item) {
            return Err(fault);
        }
        let fault = unknown(format!("there is no item \"{item}\""));
        return Err(match nearest(item, directory.items()) {
            Some(near) => fault.help(format!("did you mean \"{near}.{channel}\"?")),
            None => fault,
        });
    };
    // An item without a kind has been reported.
    let Some(kind) = scope.drafts[index].kind else { return Ok(Quantity::NUMBER) };
    if let Some(found) = kind.channels.iter().find(|c| c.name == channel) {
        return Ok(directory.dimension(index).map_or(found.quantity, crate::units::quantity));
    }
    let help = match nearest(channel, kind.channels.iter().map(|c| c.name)) {
        Some(near) => format!("did you mean \"{item}.{near}\"?"),
        None => format!("its channels are {}", kind.channels.iter().map(|c| c.name).collect::<Vec<_>>().join(", ")),
    };
    Err(unknown(format!("\"{item}\" has no channel `{channel}`")).help(help))
}

fn inside(reader: &mut Reader, scope: &Scope, raw: Raw, time: f64) -> Option<()> {
    let shortened = scope.overridden && matches!(scope.analysis, Some(Analysis::Transient { .. }));
    match scope.ends() {
        Some([_, to]) if shortened && time > to => Some(()),
        Some([from, to]) if time < from || time > to => {
            let Quantity { name, unit, .. } = scope.axis();
            let error = raw.error("outside-the-run", format!("the {name} is outside the run"));
            let error = error.label(format!("the run extends from {from} {unit} to {to} {unit}"));
            let longer = if scope.axis() == Quantity::TIME { ", or a later `end` in [analysis]" } else { "" };
            reader.out.push(error.help(format!("give {} {name} within the run{longer}", crate::units::article(name))));
            None
        }
        _ => Some(()),
    }
}

/// The window, if there is one; an error if it is invalid.
pub(crate) fn over(reader: &mut Reader, scope: &Scope, table: &DeTable, raw: Raw) -> Result<Option<[f64; 2]>, ()> {
    let Some(node) = table.get("over") else { return Ok(None) };
    let raw = Raw::new(node, raw.source);
    let ends: Vec<Raw> = match raw.value() {
        DeValue::Array(list) if list.len() == 2 => list.iter().map(|node| Raw::new(node, raw.source)).collect(),
        _ => {
            let error = raw.error("wrong-form", "`over` must be two times").label(raw.this_is());
            reader.out.push(error.help("write [\"0.6 s\", \"1 s\"]"));
            return Err(());
        }
    };
    let times: Vec<Option<f64>> = ends.iter().map(|end| reader.amount("over", *end, scope.axis())).collect();
    let [Some(from), Some(to)] = times[..] else { return Err(()) };
    inside(reader, scope, ends[0], from).ok_or(())?;
    inside(reader, scope, ends[1], to).ok_or(())?;
    if from >= to {
        let error = raw.error("empty-window", "the window is empty").label("it must begin before it ends");
        reader.out.push(error.help("write the smaller value first"));
        return Err(());
    }
    Ok(Some([from, to]))
}
