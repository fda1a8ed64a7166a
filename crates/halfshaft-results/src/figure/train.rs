//! A torsional train: the mass-elastic diagram and the stacked mode shapes.

use super::escaped;
use super::paper::{COLOURS, WIDTH};
use crate::number::significant;
use crate::summary::ModeSummary;
use crate::train::Train;
use std::fmt::Write;

const LINE: f64 = 96.0;
const MARGIN: f64 = 50.0;
/// Maximum number of modes drawn.
const DRAWN: usize = 12;
const SHAPE: f64 = 86.0;
/// Approximate width of a character of a shaft label.
const SMALL_LETTER: f64 = 5.2;

fn begin(title: &str, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"11\" fill=\"#222\"><title>{title}</title>\
         <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text class=\"t\" x=\"14\" y=\"20\" font-size=\"14\" font-weight=\"600\">{title}</text>"
    )
}

/// The x pixel of each disc of the train.
fn along(train: &Train, layout: &[[usize; 2]]) -> Vec<f64> {
    let longest = layout.iter().map(|place| place[0]).max().unwrap_or(0).max(1);
    let step = (WIDTH - 2.0 * MARGIN) / longest as f64;
    (0..train.discs.len()).map(|k| MARGIN + step * layout[k][0] as f64).collect()
}

/// Discs with heights in proportion to the cube root of their inertia, shafts with their stiffness, and hatched ground.
pub fn mass_elastic(train: &Train) -> String {
    let layout = train.layout();
    let x = along(train, &layout);
    let lines = layout.iter().map(|place| place[1]).max().unwrap_or(0) + 1;
    let y = |k: usize| 76.0 + LINE * layout[k][1] as f64;
    let mut svg = begin("Mass-elastic diagram", 48.0 + LINE * lines as f64);
    let crowded = layout.iter().map(|place| place[0]).max().unwrap_or(0) > 9;
    for link in &train.links {
        let ends: Vec<usize> = link.ends.iter().flatten().copied().collect();
        let stiffness = link.stiffness.map_or(String::new(), |k| format!(", {} N·m/rad", significant(k, 4)));
        let title = format!("{}: {}{stiffness}", escaped(&link.name), link.kind);
        let rigid = matches!(link.kind.as_str(), "stage" | "planetary" | "universal_joint" | "clutch" | "freewheel");
        let style = if rigid {
            "stroke=\"#d55e00\" stroke-width=\"2\" stroke-dasharray=\"6 3\""
        } else {
            "stroke=\"#555\" stroke-width=\"2\""
        };
        match ends[..] {
            [a] if link.ends.len() > 1 => {
                let _ = write!(
                    svg,
                    "<g><title>{title}</title><path d=\"M{0:.1} {1:.1}v30m-10 0h20m-20 0l-4 6m9 -6l-4 6m9 -6l-4 6\" fill=\"none\" {style}/></g>",
                    x[a] + 10.0,
                    y(a)
                );
            }
            [a, ref rest @ ..] => {
                for &b in rest {
                    let _ = write!(
                        svg,
                        "<g><title>{title}</title><path d=\"M{:.1} {:.1}L{:.1} {:.1}\" {style}/></g>",
                        x[a],
                        y(a),
                        x[b],
                        y(b)
                    );
                }
                if let (Some(&b), false) = (rest.first(), crowded) {
                    let [middle, below] = [(x[a] + x[b]) / 2.0, (y(a) + y(b)) / 2.0 + 14.0];
                    let stiffness = link.stiffness.map_or(String::new(), |k| format!("{} N·m/rad", significant(k, 3)));
                    let room = ((x[a] - x[b]).abs().max(MARGIN) / SMALL_LETTER) as usize;
                    let lines = [shortened(&link.name, room), stiffness];
                    for (i, words) in lines.iter().filter(|words| !words.is_empty()).enumerate() {
                        let _ = write!(
                            svg,
                            "<text class=\"t\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"9\">{}</text>",
                            below + 11.0 * i as f64,
                            escaped(words)
                        );
                    }
                }
            }
            [] => {}
        }
    }
    let largest = train.discs.iter().fold(0.0_f64, |most, disc| most.max(disc.1));
    for (k, (name, inertia)) in train.discs.iter().enumerate() {
        let half = 6.0 + 24.0 * if largest > 0.0 { (inertia / largest).cbrt() } else { 0.0 };
        let _ = write!(
            svg,
            "<g><title>{0}: {1} kg·m²</title><rect class=\"c0\" x=\"{2:.1}\" y=\"{3:.1}\" width=\"8\" height=\"{4:.1}\" fill=\"{5}\"/></g>",
            escaped(name),
            significant(*inertia, 5),
            x[k] - 4.0,
            y(k) - half,
            2.0 * half,
            COLOURS[0]
        );
        if !crowded || k % (1 + train.discs.len() / 10) == 0 {
            let _ = write!(
                svg,
                "<text class=\"t\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x[k],
                y(k) - 36.0,
                escaped(name)
            );
        }
    }
    svg + "</svg>"
}

/// Shortens a text to `most` characters.
fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.into();
    }
    words.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// The shapes of the first modes over the positions of the discs, connected like the discs.
pub fn mode_shapes(train: &Train, modes: &[ModeSummary]) -> String {
    let layout = train.layout();
    let x = along(train, &layout);
    let shown = modes.len().min(DRAWN);
    let mut svg = begin("Mode shapes", 40.0 + SHAPE * shown as f64);
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
