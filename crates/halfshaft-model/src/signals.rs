//! `[[signal]]`: names of signals, formulas of signals, and the propagation of units.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Dimension, Key, Quantity};
use halfshaft::elements::signals::Formula as Element;
use halfshaft::laws::{ProgramFunction, ProgramLaw};
use toml::de::DeValue;

use crate::build::SignalQuantity;
use crate::diagnostic::{Diagnostic, Fault};
use crate::directory::{Link, Miss, Unit, Wanted};
use crate::document::Raw;
use crate::draft::Draft;
use crate::expression::Expression;
use crate::forms::Reader;
use crate::formula::{Quoted, lower};
use crate::kinds;
use crate::model::{Formula, Value, Values};
use crate::parameters::is_expression;
use crate::suggest::nearest;
use crate::units;

/// The unit of a signal, from what its table says.
pub(crate) fn unit_of(draft: &Draft, path: &str) -> Unit {
    let like = |seconds| {
        let name = draft.table.get("input").and_then(|node| node.get_ref().as_str());
        name.map_or(Unit::Wrong, |name| Unit::Like(Link { path: path.to_owned(), name: name.to_owned() }, seconds))
    };
    match draft.kind.and_then(|kind| kinds::row(kind).build.signal_quantity()) {
        Some(SignalQuantity::Of(quantity)) => Unit::Known(quantity.dimension),
        Some(SignalQuantity::OfInput { seconds }) => like(seconds),
        Some(SignalQuantity::OwnUnit) => match draft.table.get("unit").map(|node| node.get_ref().as_str()) {
            None => Unit::Known(Quantity::NUMBER.dimension),
            Some(text) => text.and_then(|text| units::of_unit(text).ok()).map_or(Unit::Wrong, Unit::Known),
        },
        None => Unit::Wrong,
    }
}

impl Reader<'_> {
    /// The index of a signal and its dimension, if known.
    pub(crate) fn signal(&mut self, key: &Key, raw: Raw) -> Option<(usize, Option<Dimension>)> {
        let name = self.reference(key, raw, "signals")?;
        let found = self.directory.signal(self.path, &name);
        self.complain(found, Wanted::Signal, &name, raw)
    }

    /// A formula of time and signals whose value has the unit of its item.
    pub(crate) fn formula(&mut self, key: &Key, raw: Raw) -> Option<Formula> {
        let DeValue::String(text) = raw.value() else { return self.wrong_form(key, raw) };
        if !is_expression(text) {
            return self.wrong_form(key, raw);
        }
        let mut inputs: Vec<usize> = Vec::new();
        let (directory, path) = (self.directory, self.path);
        let (expression, dimension) = self.lowered(raw, text, &mut |name, span| {
            let missed = |miss| match directory.absence(&format!("{path}{name}")) {
                Some(fault) if miss == Miss::Absent => Fault { span: span.clone(), ..fault },
                _ => missed(miss, name, nearest(name, directory.attachable(path, Wanted::Signal)), span.clone()),
            };
            let (place, dimension) = directory.signal(path, name).map_err(missed)?;
            let input = inputs.iter().position(|known| *known == place).unwrap_or_else(|| {
                inputs.push(place);
                inputs.len() - 1
            });
            if inputs.len() > Element::INPUTS {
                let message = format!("a formula takes at most {} signals", Element::INPUTS);
                return Err(Fault::new("too-many-inputs", span, message).help("define a part of it as a signal"));
            }
            // An invalid unit of a signal is reported there.
            Ok((input, dimension.unwrap_or(Dimension::NONE)))
        })?;
        let own = self.own?;
        if dimension != own {
            let message = format!("`{}` does not have the unit of the item, {}", key.name, units::si_unit(own));
            let error = raw.error("unit-mismatch", message).label(format!("this is {}", units::name(dimension)));
            self.out.push(error.help(format!("write `unit = \"{}\"`", units::si_unit(dimension))));
            return None;
        }
        Some(Formula { expression, inputs })
    }

    /// The instructions of a formula and the dimension of its value.
    pub(crate) fn lowered(
        &mut self,
        raw: Raw,
        text: &str,
        quoted: &mut Quoted,
    ) -> Option<(halfshaft::laws::Expression, Dimension)> {
        let environment = &self.environment;
        let parsed = Expression::parse(text, &|name| environment.knows(name));
        let mut lowered = parsed.and_then(|expression| {
            let unknown = expression.names().find(|(name, _)| *name != "time" && !environment.knows(name));
            if let Some((name, span)) = unknown {
                let fault = Fault::new("unknown-parameter", span, format!("there is no parameter `{name}`"));
                return Err(fault.help("write names of signals and channels in single quotes"));
            }
            // A parameter without a value has been reported.
            if expression.names().any(|(name, _)| environment.knows(name) && environment.value(name).is_none()) {
                return Ok(None);
            }
            let mut fill = |name: &str, span: Range<usize>| {
                let mut complaints = crate::diagnostic::Collector::default();
                match environment.fill(name, raw, &mut complaints) {
                    Some(name) => quoted(&name, span),
                    None => Err(Fault::new("bad-braces", span, "the braces in this name cannot be evaluated")),
                }
            };
            lower(&expression, &|name| environment.value(name), &mut fill).map(Some)
        });
        if let Err(fault) = &mut lowered {
            self.out.push(fault.clone().at(raw.source, raw.span(), text));
        }
        lowered.ok().flatten()
    }
}

/// The law of a signal that the program computes.
pub(crate) fn program_law(
    reader: &mut Reader,
    draft: &Draft,
    values: &Values,
    of_program: impl Fn(&str) -> Option<Arc<dyn ProgramFunction>>,
) -> Option<ProgramLaw> {
    let inputs = values.optional_list("inputs").map_or(0, |inputs| inputs.len());
    if inputs > Element::INPUTS {
        let message = format!("a function of the program takes at most {} signals", Element::INPUTS);
        let error = Diagnostic::new("too-many-inputs", draft.source, draft.name_span.clone(), message);
        reader.out.push(error.help("compute a part of it as another signal"));
        return None;
    }
    let mut found = |key: &str| -> Option<Option<Arc<dyn ProgramFunction>>> {
        let Some(name) = values.optional_text(key) else { return Some(None) };
        let function = of_program(&name);
        if function.is_none() {
            let message = format!("there is no function \"{name}\": the program that runs the model has to provide it");
            let error = Diagnostic::new("program-function", draft.source, draft.name_span.clone(), message);
            let help = "run it from the program that has the function, or write it as an expression or a table";
            reader.out.push(error.help(help));
        }
        function.map(Some)
    };
    let (function, derivative) = (found("function"), found("derivative"));
    Some(ProgramLaw { function: function??, derivative: derivative? })
}

fn missed(miss: Miss, name: &str, near: Option<&str>, span: Range<usize>) -> Fault {
    match miss {
        Miss::Other(section) => Fault::new("not-a-signal", span, format!("\"{name}\" is not a signal"))
            .label(format!("this names {} {section}", units::article(section))),
        _ => Fault {
            help: near.map(|near| format!("did you mean '{near}'?")),
            ..Fault::new("unknown-signal", span, format!("there is no signal \"{name}\""))
        },
    }
}

/// Checks amounts whose units depend on those of the input and output signals of an item.
pub(crate) fn check_units(reader: &mut Reader, draft: &Draft, values: &Values) {
    let dimension_of = |key: &str| {
        let place = values.has(key).then(|| values.optional_signal(key)).flatten()?;
        Some(reader.directory.dimension(place))
    };
    let taken = match dimension_of("input") {
        Some(Err(Miss::Circle)) => {
            let message = "signals take their units from each other in a cycle";
            let error = Diagnostic::new("signal-circle", draft.source, draft.name_span.clone(), message);
            reader.out.push(error.help("make one of them an `expression`, which has its own `unit`"));
            None
        }
        found => found.and_then(Result::ok),
    };
    let given = match draft.kind.and_then(|kind| kinds::row(kind).build.signal_quantity()) {
        Some(SignalQuantity::OwnUnit) => values.optional_unit("unit"),
        Some(SignalQuantity::OfInput { seconds }) => {
            taken.and_then(|taken| units::combine(taken, Dimension { time: seconds, ..Dimension::NONE }, 1))
        }
        Some(SignalQuantity::Of(_)) | None => taken,
    };
    let Some(given) = given else { return };
    let gain = |seconds: i8| {
        let by = Dimension { time: seconds, ..Dimension::NONE };
        units::combine(given, taken?, -1).and_then(|gain| units::combine(gain, by, 1))
    };
    let wanted = [
        ("proportional", gain(0)),
        ("integral", gain(-1)),
        ("derivative", gain(1)),
        ("start", Some(given)),
        ("size", Some(given)),
        ("limits", Some(given)),
        ("default", Some(given)),
        ("on", taken),
        ("off", taken),
    ];
    for (key, wanted) in wanted {
        let (Some(wanted), true) = (wanted, values.has(key)) else { continue };
        let amounts: Vec<&Value> = match values.get(key) {
            Some(Value::List(list)) => list.iter().collect(),
            value => value.into_iter().collect(),
        };
        for amount in amounts {
            let Value::Amount(_, Some(dimension)) = amount else { continue };
            let node = draft.table.get(key).filter(|_| *dimension != wanted);
            let Some(raw) = node.map(|node| Raw::new(node, draft.source)) else { continue };
            let error = raw.error("unit-mismatch", format!("`{key}` must be in {}", units::si_unit(wanted)));
            reader.out.push(error.label(format!("this is {}", units::name(*dimension))));
        }
    }
}
