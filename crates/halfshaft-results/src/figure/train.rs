//! The mode shapes of a torsional train, stacked.

use super::escaped;
use super::mass_elastic::{MARGIN, begin};
use super::paper::{COLOURS, WIDTH};
use crate::number::significant;
use crate::summary::ModeSummary;
use crate::train::Train;
use std::fmt::Write;

/// Maximum number of modes drawn.
const DRAWN: usize = 12;
const SHAPE: f64 = 86.0;

/// The x pixel of each disc of the train.
fn along(train: &Train, layout: &[[usize; 2]]) -> Vec<f64> {
    let longest = layout.iter().map(|place| place[0]).max().unwrap_or(0).max(1);
    let step = (WIDTH - 2.0 * MARGIN) / longest as f64;
    (0..train.discs.len()).map(|k| MARGIN + step * layout[k][0] as f64).collect()
}

/// The shapes of the first modes over the positions of the discs, connected like the discs.
pub fn mode_shapes(train: &Train, modes: &[ModeSummary]) -> String {
    let layout = train.layout();
    let x = along(train, &layout);
    let shown = modes.len().min(DRAWN);
    let mut svg = begin("Mode shapes", "figure", [WIDTH, 40.0 + SHAPE * shown as f64], None);
    for (k, mode) in modes.iter().take(DRAWN).enumerate() {
        let middle = 40.0 + SHAPE * (k as f64 + 0.5);
        let half = 0.36 * SHAPE;
        let shape = train.shape(mode);
        let y = |i: usize| middle - half * shape[i];
        let mut path = String::new();
        for link in &train.links {
            let ends: Vec<usize> = link.ends.iter().flatten().copied().collect();
            if let [a, ref rest @ ..] = ends[..] {
                rest.iter().for_each(|&b| {
                    let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", x[a], y(a), x[b], y(b));
                });
            }
        }
        let (left, right) = (MARGIN - 20.0, WIDTH - MARGIN + 20.0);
        let _ = write!(
            svg,
            "<path class=\"g\" d=\"M{left} {middle:.1}H{right}\" stroke=\"#bbb\"/>\
             <path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\
             <text class=\"t\" x=\"14\" y=\"{:.1}\">{}: {} Hz</text>",
            COLOURS[k % COLOURS.len()],
            middle - half - 5.0,
            k + 1,
            significant(mode.frequency_hz, 5)
        );
        for (i, (name, _)) in train.discs.iter().enumerate() {
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{}\"><title>{} {:.4}</title></circle>",
                x[i],
                y(i),
                COLOURS[k % COLOURS.len()],
                escaped(name),
                shape[i]
            );
        }
    }
    svg + "</svg>"
}
