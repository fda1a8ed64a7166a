//! The modes of a model: a table and the mode shapes.

use super::{Run, table};
use crate::figure::escaped;
use crate::number::significant;
use crate::summary::{ModeSummary, ShapeEntry};
use std::fmt::Write;

/// Maximum number of modes drawn, and of bars in each: the longest ones.
const DRAWN: usize = 24;
const BARS: usize = 16;
/// Shorter bars are not visible.
const SEEN: f64 = 5e-3;

const WIDTH: f64 = 340.0;
const NAMES: f64 = 150.0;
const ROW: f64 = 16.0;

pub(super) fn modes(run: &Run, out: &mut String) {
    let Some(modes) = run.summary.and_then(|summary| summary.modes.as_ref()).filter(|modes| !modes.is_empty()) else {
        return;
    };
    *out += "<h2>Modes</h2>\n";
    let row = |(i, mode): (usize, &ModeSummary)| {
        vec![
            (i + 1).to_string(),
            significant(mode.frequency_hz, 6),
            significant(mode.damped_frequency_hz, 6),
            mode.damping_in_words(),
        ]
    };
    let headers = ["#mode", "#natural frequency in Hz", "#damped frequency in Hz", "#damping ratio"];
    table(out, &headers, &modes.iter().enumerate().map(row).collect::<Vec<_>>());
    *out += "<div class=\"shapes\">\n";
    for (i, mode) in modes.iter().take(DRAWN).enumerate() {
        let title = format!("Mode {}: {} Hz", i + 1, significant(mode.frequency_hz, 5));
        *out += &format!("<div><h3>{title}</h3>{}</div>\n", shape(mode, &title));
    }
    *out += "</div>\n";
    if modes.len() > DRAWN {
        *out += &format!("<p class=\"soft\">The first {DRAWN} of {} shapes are drawn.</p>\n", modes.len());
    }
}

/// The entries of a mode shape by name, in the order of the model.
fn entries(mode: &ModeSummary) -> Vec<(String, f64)> {
    let mut all = vec![];
    for (name, moves) in &mode.shape.0 {
        match moves {
            ShapeEntry::Shaft(x) => all.push((name.clone(), *x)),
            ShapeEntry::Body(six) => {
                let words = ["along x", "along y", "along z", "about x", "about y", "about z"];
                all.extend(words.iter().zip(six).map(|(word, x)| (format!("{name} {word}"), *x)));
            }
        }
    }
    let mut sizes: Vec<f64> = all.iter().map(|(_, x)| x.abs()).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    let least = sizes.get(BARS - 1).copied().unwrap_or(0.0).max(SEEN);
    all.retain(|(_, x)| x.abs() >= least);
    all.truncate(BARS);
    all
}

/// A bar chart of a mode shape; its largest entry is 1.
fn shape(mode: &ModeSummary, title: &str) -> String {
    let entries = entries(mode);
    let middle = (NAMES + WIDTH) / 2.0;
    let half = (WIDTH - NAMES) / 2.0 - 6.0;
    let height = ROW * entries.len() as f64 + 6.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"11\" fill=\"#222\"><title>{title}</title>\
         <path class=\"f\" d=\"M{middle} 0V{height}\" stroke=\"#999\"/>"
    );
    for (i, (name, x)) in entries.iter().enumerate() {
        let y = 3.0 + ROW * i as f64;
        let length = half * x.abs().min(1.0);
        let left = if *x < 0.0 { middle - length } else { middle };
        let (class, colour) = if *x < 0.0 { ("c1", "#d55e00") } else { ("c0", "#0072b2") };
        let _ = write!(
            svg,
            "<text class=\"t\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"><title>{x:.4}</title></rect>",
            NAMES - 6.0,
            y + 11.0,
            escaped(&shortened(name)),
            y + 2.0,
            ROW - 5.0
        );
    }
    svg + "</svg>"
}

/// Shortens a long name; its end is more specific than its beginning.
fn shortened(name: &str) -> String {
    const LETTERS: usize = 24;
    let count = name.chars().count();
    if count <= LETTERS {
        name.into()
    } else {
        format!("…{}", name.chars().skip(count - LETTERS + 1).collect::<String>())
    }
}
