//! The mass-elastic diagram, the modal energy shares and the Campbell diagram of a train.

use super::{Run, framed, table};
use crate::figure::{self, escaped};
use crate::number::significant;

const RPM: f64 = 30.0 / std::f64::consts::PI;
/// Maximum number of energy shares per mode.
const NAMED: usize = 4;
/// Maximum number of modes in the table.
const MAX_LISTED: usize = 40;

/// The mass-elastic diagram, the mode shapes along the train, and the modal energy shares.
pub(super) fn train(run: &Run, out: &mut String) {
    let train = &run.scene.train;
    let drawn = train.is_drawn();
    if drawn {
        *out += "<h2>Train</h2>\n";
        // The style sheet shows one of them, by the width of the page.
        for direction in [figure::Direction::Across, figure::Direction::Down] {
            framed(out, &figure::mass_elastic(train, direction));
        }
    }
    let (Some(details), Some(modes)) = (run.details, run.summary.and_then(|summary| summary.modes.as_ref())) else {
        return;
    };
    if drawn {
        framed(out, &figure::mode_shapes(train, modes));
    }
    let shares_text = details.modes.iter().zip(modes).enumerate().filter(|(_, (_, mode))| !mode.is_rigid());
    let row = |(k, (parts, mode)): (usize, (&crate::train::Parts, &crate::summary::ModeSummary))| {
        let cells = [parts.shares_text(true, NAMED), parts.shares_text(false, NAMED), parts.nodal_points_text()];
        let mut row = vec![(k + 1).to_string(), significant(mode.frequency_hz, 6)];
        row.extend(cells.map(|cell| escaped(&cell)));
        row
    };
    let rows: Vec<Vec<String>> = shares_text.take(MAX_LISTED).map(row).collect();
    if rows.is_empty() {
        return;
    }
    *out += "<h3>Energy of each mode</h3>\n";
    table(out, &["#mode", "#Hz", "potential energy", "kinetic energy", "nodal points, from the first end"], &rows);
    *out += "<p class=\"soft\">A 1 % increase of a stiffness raises the frequency by half its share of the potential energy, in percent; a 1 % increase of an inertia lowers it by half its share of the kinetic energy.</p>\n";
}

/// The Campbell diagram and the critical speeds.
pub(super) fn campbell(run: &Run, out: &mut String) {
    let Some(diagram) = run.campbell else { return };
    *out += "<h2>Campbell diagram</h2>\n";
    framed(out, &figure::campbell(diagram));
    let row = |c: &crate::campbell::Critical| {
        let margin = match c.margin {
            None => String::new(),
            Some(0.0) => "in the operating range".into(),
            Some(margin) => format!("{} %", significant(100.0 * margin, 3)),
        };
        let [order, speed, frequency] = [c.order, c.speed * RPM, c.frequency].map(|x| significant(x, 6));
        vec![order, c.mode.to_string(), speed, frequency, margin]
    };
    let rows: Vec<Vec<String>> = diagram.critical.iter().map(row).collect();
    table(out, &["#order", "#elastic mode", "#critical speed in rpm", "#Hz", "#margin"], &rows);
}
