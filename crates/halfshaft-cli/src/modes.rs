//! `halfshaft modes`: natural frequencies, damping ratios and mode shapes about a model's initial state.

use crate::arguments::Modes;
use crate::exit::Exit;
use crate::run::{print_error, unreadable_model};
use crate::{interrupt, output};
use halfshaft_results::number::significant;
use halfshaft_results::summary::{ModeSummary, ShapeEntry};
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{FileAccess, Job, RunOutcome, open};
use std::f64::consts::PI;
use std::io::Result;

/// Maximum number of entries of a mode shape in a line of the table.
const MAX_SHAPE_ENTRIES: usize = 8;
/// Maximum number of energy shares in a line of the table.
const MAX_ENERGY_SHARES: usize = 3;

pub(crate) fn modes(options: &Modes, file_access: &FileAccess) -> Result<Exit> {
    let outcome = match open(&options.model) {
        Ok(source) => {
            let disk = file_access.disk(&[&options.model]);
            let job = Job { overrides: &options.overrides, ..Job::new(&source, &disk, interrupt::polled()) };
            halfshaft_run::modes(&job, !options.json)
        }
        Err(invalid) => unreadable_model(&options.model, invalid),
    };
    if options.json {
        output::print_line(&outcome.summary.json())?;
    } else {
        print_outcome(&outcome)?;
    }
    Ok(outcome.summary.status.into())
}

fn print_outcome(outcome: &RunOutcome) -> Result<()> {
    print_error(outcome);
    output::eprint_diagnostics(&outcome.remarks);
    for warning in &outcome.warnings {
        output::eprint_line(&format!("warning: {warning}"));
    }
    let Some(modes) = outcome.summary.modes.as_ref().filter(|modes| !modes.is_empty()) else { return Ok(()) };
    let columns = ["mode", "Hz", "damped Hz", "damping", "shape"];
    let columns = columns.map(|name| (name, if name == "shape" { Align::Left } else { Align::Right }));
    let mut table = Table::new(&columns);
    for (i, mode) in modes.iter().enumerate() {
        let frequency = significant(mode.frequency_hz, 6);
        let damped = significant(mode.damped_frequency_hz, 6);
        table.row(vec![(i + 1).to_string(), frequency, damped, mode.damping_in_words(), shape(mode)]);
    }
    let mut text = format!("{}\n\n{table}", outcome.title);
    let columns = ["mode", "potential energy", "kinetic energy", "nodal points, from the first end"];
    let mut table = Table::new(&columns.map(|name| (name, if name == "mode" { Align::Right } else { Align::Left })));
    let elastic = outcome.parts.iter().enumerate().filter(|(i, _)| modes.get(*i).is_some_and(|m| !m.is_rigid()));
    let mut any = false;
    for (i, parts) in elastic {
        table.row(vec![
            (i + 1).to_string(),
            parts.shares_text(true, MAX_ENERGY_SHARES),
            parts.shares_text(false, MAX_ENERGY_SHARES),
            parts.nodal_points_text(),
        ]);
        any = true;
    }
    if any {
        text += &format!("\n{table}");
    }
    if let Some(diagram) = &outcome.campbell {
        let columns = ["order", "elastic mode", "critical speed, rpm", "Hz", "margin"].map(|name| (name, Align::Right));
        let mut table = Table::new(&columns);
        for c in &diagram.critical {
            let margin = match c.margin {
                None => String::new(),
                Some(0.0) => "in range".into(),
                Some(margin) => format!("{} %", significant(100.0 * margin, 3)),
            };
            let [order, speed, hertz] = [c.order, c.speed * 30.0 / PI, c.frequency].map(|x| significant(x, 6));
            table.row(vec![order, c.mode.to_string(), speed, hertz, margin]);
        }
        text += &format!("\n{table}");
    }
    output::print(&text)
}

/// The largest entries of a mode shape, in the order of the model.
fn shape(mode: &ModeSummary) -> String {
    let size = |moves: &ShapeEntry| match moves {
        ShapeEntry::Shaft(x) => x.abs(),
        ShapeEntry::Body(six) => six.iter().fold(0.0, |most: f64, x| most.max(x.abs())),
    };
    let entries = &mode.shape.0;
    let mut order: Vec<usize> = (0..entries.len()).filter(|&i| size(&entries[i].1) >= 5e-4).collect();
    order.sort_by(|&i, &j| size(&entries[j].1).total_cmp(&size(&entries[i].1)));
    let more = order.len() > MAX_SHAPE_ENTRIES;
    order.truncate(MAX_SHAPE_ENTRIES);
    order.sort_unstable();
    let shares_text = order.iter().map(|&i| {
        let (name, moves) = &entries[i];
        match moves {
            ShapeEntry::Shaft(x) => format!("{name} {x:.3}"),
            ShapeEntry::Body(six) => {
                format!("{name} ({})", six.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(" "))
            }
        }
    });
    let mut text = shares_text.collect::<Vec<_>>().join(", ");
    if more {
        text += ", …";
    }
    text
}
