//! `halfshaft modes`: natural frequencies, damping ratios and mode shapes about a model's initial state.

use crate::arguments::Modes;
use crate::exit::Exit;
use crate::run::unread;
use crate::session::prepare::open;
use crate::session::{self, Ended, Job};
use crate::{interrupt, output, reach};
use halfshaft_results::number::significant;
use halfshaft_results::summary::{ModeFound, Moves};
use halfshaft_results::table::{Align, Table};
use std::f64::consts::PI;
use std::io::Result;

/// Maximum number of entries of a mode shape in a line of the table.
const SHOWN: usize = 8;
/// Maximum number of energy shares in a line of the table.
const NAMED: usize = 3;

pub(crate) fn modes(options: &Modes) -> Result<Exit> {
    let ended = match open(&options.model) {
        Ok(source) => {
            let interrupted = interrupt::listen();
            let job = Job {
                source: &source,
                files: &reach::disk(&[&options.model]),
                overrides: &options.overrides,
                folder: None,
                csv: false,
                trace: false,
                interrupted,
            };
            session::modes_of(&job, !options.json)
        }
        Err(refused) => unread(&options.model, refused),
    };
    if options.json {
        output::say_line(&ended.summary.json())?;
    } else {
        tell(&ended)?;
    }
    Ok(ended.summary.status.into())
}

fn tell(ended: &Ended) -> Result<()> {
    if !ended.trouble.is_empty() {
        output::warn(&ended.trouble);
    }
    ended.remarks.iter().for_each(|remark| output::warn(remark));
    for warning in &ended.warnings {
        output::warn(&format!("warning: {warning}"));
    }
    let Some(modes) = ended.summary.modes.as_ref().filter(|modes| !modes.is_empty()) else { return Ok(()) };
    let columns = ["mode", "Hz", "damped Hz", "damping", "shape"];
    let columns = columns.map(|name| (name, if name == "shape" { Align::Left } else { Align::Right }));
    let mut table = Table::new(&columns);
    for (i, mode) in modes.iter().enumerate() {
        let frequency = significant(mode.frequency_hz, 6);
        let damped = significant(mode.damped_frequency_hz, 6);
        table.row(vec![(i + 1).to_string(), frequency, damped, mode.damping_in_words(), shape(mode)]);
    }
    let mut text = format!("{}\n\n{table}", ended.title);
    let columns = ["mode", "potential energy", "kinetic energy", "nodal points, from the first end"];
    let mut table = Table::new(&columns.map(|name| (name, if name == "mode" { Align::Right } else { Align::Left })));
    let elastic = ended.parts.iter().enumerate().filter(|(i, _)| modes.get(*i).is_some_and(|m| !m.is_rigid()));
    let mut any = false;
    for (i, parts) in elastic {
        table.row(vec![(i + 1).to_string(), parts.told(true, NAMED), parts.told(false, NAMED), parts.at_rest()]);
        any = true;
    }
    if any {
        text += &format!("\n{table}");
    }
    if let Some(diagram) = &ended.campbell {
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
    output::say(&text)
}

/// The largest entries of a mode shape, in the order of the model.
fn shape(mode: &ModeFound) -> String {
    let size = |moves: &Moves| match moves {
        Moves::Shaft(x) => x.abs(),
        Moves::Body(six) => six.iter().fold(0.0, |most: f64, x| most.max(x.abs())),
    };
    let entries = &mode.shape.0;
    let mut order: Vec<usize> = (0..entries.len()).filter(|&i| size(&entries[i].1) >= 5e-4).collect();
    order.sort_by(|&i, &j| size(&entries[j].1).total_cmp(&size(&entries[i].1)));
    let more = order.len() > SHOWN;
    order.truncate(SHOWN);
    order.sort_unstable();
    let told = order.iter().map(|&i| {
        let (name, moves) = &entries[i];
        match moves {
            Moves::Shaft(x) => format!("{name} {x:.3}"),
            Moves::Body(six) => {
                format!("{name} ({})", six.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(" "))
            }
        }
    });
    let mut text = told.collect::<Vec<_>>().join(", ");
    if more {
        text += ", …";
    }
    text
}
