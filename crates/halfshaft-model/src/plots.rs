//! `[[plot]]`: plots of the report.

use halfshaft::describe::{Dimension, Quantity};
use halfshaft_results::measure::Unit;
use halfshaft_results::plot::{Line, Plot};
use toml::de::{DeTable, DeValue};

use crate::condition::WHEN;
use crate::diagnostic::Collector;
use crate::document::Raw;
use crate::forms::{Owner, Reader};
use crate::measures::{Scope, channel, each, over};
use crate::repeat::LIMIT;
use crate::scopes::Scopes;
use crate::sections::{LOGARITHMIC, PLOT};
use crate::suggest::nearest;
use crate::units;

/// All plots of the model itself; those of submodels apply to their files only.
pub(crate) fn read_all(scopes: &Scopes, scope: &Scope, out: &mut Collector) -> Vec<Plot> {
    let mut plots = Vec::new();
    let mut room = LIMIT;
    each(scopes, "plot", &mut room, out, &mut |reader, raw, table| plots.extend(plot(reader, scope, raw, table)));
    plots
}

/// A unit as written in the file, its size in SI units, and its dimension.
type Wanted = (Unit, Dimension);

fn plot(reader: &mut Reader, scope: &Scope, raw: Raw, table: &DeTable) -> Option<Plot> {
    let owner = Owner { what: "this plot".into(), source: raw.source, span: raw.span() };
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let slips = reader.unknown_keys(table, &owner, PLOT.iter().map(|entry| entry.name).chain(["repeat", WHEN]));
    let title = at("title").map_or(Some(String::new()), |raw| text(reader, "title", raw));
    let units = at("units").map_or(Some(vec![]), |raw| wanted(reader, raw));
    let window = over(reader, scope, table, raw);
    let log = at("log").map_or(Some([false; 2]), |raw| log(reader, raw));
    let x = at("x").map(|raw| channel(reader, scope, "x", raw));
    let x_label = at("x_label").map_or(Some(None), |raw| text(reader, "x_label", raw).map(Some));
    if let (None, Some(label)) = (&x, at("x_label")) {
        reader.out.push(label.error("conflicting-keys", "`x_label` applies to `x` only").help("remove it"));
    }
    let Some(given) = at("channels") else {
        if !slips.contains(&"channels") {
            reader.missing("channels", "[\"item.channel\"]", &owner);
        }
        return None;
    };
    let channels: Vec<_> = list(given).into_iter().map(|raw| channel(reader, scope, "channels", raw)).collect();
    if channels.is_empty() {
        reader.out.push(given.error("wrong-form", "`channels` must name a channel").help("write [\"item.channel\"]"));
    }
    let labels = match at("labels") {
        None => Some(vec![None; channels.len()]),
        Some(raw) => {
            let texts: Vec<_> = list(raw).into_iter().map(|raw| text(reader, "labels", raw)).collect();
            if texts.len() != channels.len() {
                let error = raw.error("wrong-form", "`labels` must have a text for each channel");
                reader.out.push(error.label(format!("{} for {}", texts.len(), channels.len())));
                return None;
            }
            texts.into_iter().map(|text| text.map(Some)).collect::<Option<Vec<_>>>()
        }
    };
    let channels = channels.into_iter().collect::<Option<Vec<_>>>()?;
    let x = x.map_or(Some(None), |x| x.map(Some))?;
    let units = units?;
    if let Some(raw) = at("units") {
        let shown: Vec<Quantity> = channels.iter().chain(&x).map(|(_, quantity)| *quantity).collect();
        unused(reader, raw, &units, &shown, x.is_none());
    }
    let line = |(channel, quantity): (String, Quantity), label| {
        let unit = units.iter().find(|(_, dimension)| *dimension == quantity.dimension).map(|(unit, _)| unit.clone());
        Line { channel, label, unit }
    };
    let lines = channels.into_iter().zip(labels?).map(|(channel, label)| line(channel, label)).collect();
    let x_label = x_label?;
    let x = x.map(|x| line(x, x_label));
    Some(Plot { title: title?, x, lines, over: window.ok()?, log: log? })
}

/// The elements of a list; a single value counts as a list of one.
fn list<'r>(raw: Raw<'r>) -> Vec<Raw<'r>> {
    match raw.value() {
        DeValue::Array(list) => list.iter().map(|node| Raw::new(node, raw.source)).collect(),
        _ => vec![raw],
    }
}

fn text(reader: &mut Reader, key: &str, raw: Raw) -> Option<String> {
    match raw.value().as_str() {
        Some(text) => reader.environment.fill(text, raw, reader.out),
        None => {
            reader.out.push(raw.error("wrong-form", format!("`{key}` must be a text")).label(raw.this_is()));
            None
        }
    }
}

fn log(reader: &mut Reader, raw: Raw) -> Option<[bool; 2]> {
    let text = raw.value().as_str().unwrap_or_default();
    let word = reader.environment.word("log", text, raw, reader.out)?;
    match word.as_ref() {
        "x" => Some([true, false]),
        "y" => Some([false, true]),
        "both" => Some([true, true]),
        other => {
            let near = nearest(other, LOGARITHMIC.iter().copied());
            let help = near.map_or("write \"x\", \"y\" or \"both\"".into(), |near| format!("did you mean \"{near}\"?"));
            reader.out.push(raw.error("unknown-choice", "`log` must name the logarithmic axes").help(help));
            None
        }
    }
}

fn wanted(reader: &mut Reader, raw: Raw) -> Option<Vec<Wanted>> {
    let mut all = Some(vec![]);
    for raw in list(raw) {
        let unit = text(reader, "units", raw).and_then(|symbol| match units::parse(&format!("1 {symbol}")) {
            Ok(amount) => Some((Unit { symbol, size: amount.value }, amount.dimension)),
            Err(fault) => {
                reader.out.push(raw.error(fault.code, fault.message).maybe_help(fault.help));
                None
            }
        });
        match (unit, &mut all) {
            (Some(unit), Some(units)) => units.push(unit),
            _ => all = None,
        }
    }
    all
}

/// Reports units that fit no quantity of the plot.
fn unused(reader: &mut Reader, raw: Raw, units: &[Wanted], shown: &[Quantity], over_time: bool) {
    for (raw, (unit, dimension)) in list(raw).into_iter().zip(units) {
        if shown.iter().any(|quantity| quantity.dimension == *dimension) {
            continue;
        }
        let message = format!("no quantity of this plot can be shown in {}", unit.symbol);
        let error = raw.error("unit-mismatch", message).label(format!("this is {}", units::name(*dimension)));
        let mut names: Vec<&str> = shown.iter().map(|quantity| quantity.name).collect();
        names.dedup();
        let time = if over_time { "; the unit of time is chosen automatically" } else { "" };
        reader.out.push(error.help(format!("choose a unit of its quantities ({}){time}", names.join(", "))));
    }
}
