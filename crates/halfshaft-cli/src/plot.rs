//! `halfshaft plot`: plots channels of a run.

use crate::arguments;
use crate::exit::Exit;
use crate::output;
use crate::report::{not_a_run, stored};
use halfshaft_model::suggest::nearest;
use halfshaft_model::units;
use halfshaft_results::atomic::write_bytes;
use halfshaft_results::figure::typeset;
use halfshaft_results::measure::Unit;
use halfshaft_results::number::significant;
use halfshaft_results::pattern::matches_pattern;
use halfshaft_results::plot::{Line, Plot};
use halfshaft_results::stored::Stored;
use halfshaft_results::table::{Align, Table};
use std::io::Result;
use std::path::Path;

const TOO_LARGE: &str = "error: the image is too large for a .png; choose fewer channels, or write an .svg";

pub(crate) fn plot(options: &arguments::Plot) -> Result<Exit> {
    if let Some(refusal) = not_a_run(&options.folder) {
        return Ok(refusal);
    }
    let failed = |text: String, exit: Exit| {
        output::eprint_line(&text);
        Ok(exit)
    };
    let stored = match stored(&options.folder) {
        Ok(stored) => stored,
        Err(error) => return failed(format!("error: {error}"), Exit::Failed),
    };
    if options.channels.is_empty() {
        return output::print(&channel_table(&stored)).map(|()| Exit::Done);
    }
    let plot = match requested_plot(options, &stored) {
        Ok(plot) => plot,
        Err(message) => return failed(message, Exit::BadInput),
    };
    let figure = match plot.figure(&stored) {
        Ok(figure) => figure,
        Err(error) => return failed(format!("error: {error}"), Exit::Failed),
    };
    let svg = || figure.svg() + "\n";
    let drawing = match &options.output {
        Some(path) if ends_in(path, "png") => match figure.png() {
            Some(bytes) => bytes,
            None => return failed(TOO_LARGE.into(), Exit::Failed),
        },
        _ => svg().into_bytes(),
    };
    match &options.output {
        None => output::print(&svg()).map(|()| Exit::Done),
        Some(path) => match write_bytes(path, &drawing) {
            Ok(()) => Ok(Exit::Done),
            Err(error) => failed(format!("error: {error}"), Exit::Failed),
        },
    }
}

/// All channels with their units.
fn channel_table(stored: &Stored) -> String {
    let mut table = Table::new(&[("channel", Align::Left), ("unit", Align::Left)]);
    stored.info.iter().for_each(|info| table.row(vec![info.name.clone(), typeset(&info.unit)]));
    table.to_string()
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// The plot that the arguments ask for, or an error message.
fn requested_plot(options: &arguments::Plot, stored: &Stored) -> std::result::Result<Plot, String> {
    if let Some(path) = &options.output
        && !ends_in(path, "svg")
        && !ends_in(path, "png")
    {
        return Err(format!("error[bad-arguments]: {} must end in .svg or .png", path.display()));
    }
    let mut wanted = vec![];
    for unit in &options.units {
        let amount = units::parse(&format!("1 {unit}"))
            .map_err(|fault| format!("error[{}]: {} in --unit \"{unit}\"", fault.code, fault.message))?;
        wanted.push((Unit { symbol: unit.clone(), size: amount.value }, amount.dimension));
    }
    let line = |place: usize| {
        let info = &stored.info[place];
        let dimension = units::parse(&format!("1 {}", info.unit)).ok().map(|amount| amount.dimension);
        let unit = wanted.iter().find(|(_, of)| Some(*of) == dimension).map(|(unit, _)| unit.clone());
        Line { unit, ..Line::plain(&info.name) }
    };
    let mut lines: Vec<Line> = vec![];
    for pattern in &options.channels {
        let before = lines.len();
        let places = (0..stored.info.len()).filter(|place| matches_pattern(pattern, &stored.info[*place].name));
        lines.extend(places.map(line));
        if lines.len() == before {
            return Err(unknown_channel(pattern, stored));
        }
    }
    let x = match &options.x {
        None => None,
        Some(name) => Some(stored.find(name).map(line).ok_or_else(|| unknown_channel(name, stored))?),
    };
    let used = |wanted: &Unit| lines.iter().chain(&x).any(|line| line.unit.as_ref().is_some_and(|u| u == wanted));
    if let Some((unit, _)) = wanted.iter().find(|(unit, _)| !used(unit)) {
        return Err(format!("error[bad-arguments]: none of these channels can be shown in \"{}\"", unit.symbol));
    }
    let over = options.over.as_deref().map(window).transpose()?;
    if let (Some([from, to]), [first, .., last]) = (over, &stored.time[..])
        && !stored.time.iter().any(|time| (from..=to).contains(time))
    {
        let there = format!("the run extends from {} to {}", significant(*first, 6), significant(*last, 6));
        return Err(format!("error[bad-arguments]: no samples between {from} and {to}; {there}"));
    }
    let log = match options.log.as_deref() {
        Some("x") => [true, false],
        Some("y") => [false, true],
        Some(_) => [true, true],
        None => [false, false],
    };
    Ok(Plot { title: options.title.clone(), x, lines, over, log })
}

pub(crate) fn unknown_channel(name: &str, stored: &Stored) -> String {
    let near = nearest(name, stored.info.iter().map(|info| info.name.as_str()));
    let help = near.map_or("; a run stores more with --record".into(), |near| format!("; did you mean \"{near}\"?"));
    format!("error[unknown-channel]: the run has no channel \"{name}\"{help}")
}

/// Parses two times separated by a colon.
fn window(text: &str) -> std::result::Result<[f64; 2], String> {
    let time = |text: &str| {
        let amount = units::parse(text).ok()?;
        (!text.trim().ends_with(|c: char| c.is_alphabetic()) || amount.dimension == second()).then_some(amount.value)
    };
    let ends = text.split_once(':').and_then(|(from, to)| Some([time(from)?, time(to)?]));
    match ends {
        Some([from, to]) if from < to => Ok([from, to]),
        _ => Err(format!(
            "error[bad-arguments]: --over \"{text}\" needs two increasing times, as 0.1:0.5 or \"5 ms:8 ms\""
        )),
    }
}

fn second() -> halfshaft::describe::Dimension {
    halfshaft::describe::Quantity::TIME.dimension
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_two_times_in_order() {
        assert_eq!(window("0.1:0.5"), Ok([0.1, 0.5]));
        assert_eq!(window("5 ms:8 ms"), Ok([0.005, 0.008]));
        assert!(window("0.5:0.1").is_err() && window("1").is_err() && window("1 m:2 m").is_err());
    }
}
