//! Layout of a figure, independent of the output format.

use super::axis::{Axis, Tick};
use super::simplify::simplified;
use super::{Curve, Figure, Panel};

pub(super) const WIDTH: f64 = 760.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 22.0;
const TITLE: f64 = 26.0;
const LEGEND_LINE: f64 = 17.0;
const GAP: f64 = 14.0;
const BOTTOM: f64 = 40.0;
/// The height of a single panel, and of one among several.
const TALL: f64 = 250.0;
const LOW: f64 = 150.0;
/// A trajectory is about as high as it is wide.
const SQUARE: f64 = 420.0;
/// Points closer than this to the drawn line are omitted, in pixels.
const TOLERANCE: f64 = 0.15;

/// Font sizes of text and of titles.
pub(super) const LETTERS: f64 = 12.0;
pub(super) const TITLE_LETTERS: f64 = 14.0;
/// Characters are about half as wide as high.
const LETTER_WIDTH: f64 = 6.8;
/// The line width of a curve, and the size of a dot.
pub(super) const PEN: f64 = 1.6;
pub(super) const DOT: f64 = 5.0;

/// The colour-blind safe palette of Okabe & Ito, without the yellow that is hard to see on white; dashes distinguish the
/// second cycle of colours from the first.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
const DASHES: [&[f64]; 3] = [&[], &[7.0, 3.0], &[2.0, 3.0]];

/// Alignment of text at its point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing primitive, in pixels from the top left.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Title {
        at: [f64; 2],
        words: String,
    },
    Words {
        at: [f64; 2],
        anchor: Anchor,
        words: String,
    },
    /// The number of a tick.
    Tick {
        at: [f64; 2],
        anchor: Anchor,
        words: String,
    },
    /// Vertical text, read from bottom to top, centred.
    Upright {
        at: [f64; 2],
        words: String,
    },
    /// Straight lines from point to point.
    Grid(Vec<[[f64; 2]; 2]>),
    /// The frame of a panel with the ends of its x and y axes, logarithms for logarithmic ones.
    Frame {
        corner: [f64; 2],
        size: [f64; 2],
        ends: [[f64; 2]; 2],
        log: [bool; 2],
    },
    /// A curve, by its index in the panel, in pieces; a sample in a legend has no label.
    Curve {
        place: usize,
        pieces: Vec<Vec<[f64; 2]>>,
        label: Option<String>,
    },
    /// Points in the colour of a curve.
    Dots {
        place: usize,
        points: Vec<[f64; 2]>,
    },
}

/// The colour and dashes of a curve by its index.
pub(super) fn pen(place: usize) -> (&'static str, &'static [f64]) {
    (COLOURS[colour(place)], DASHES[(place / COLOURS.len()) % DASHES.len()])
}

/// The colour index of a curve.
pub(super) fn colour(place: usize) -> usize {
    place % COLOURS.len()
}

/// The marks of a figure and its height.
pub(super) fn layout(figure: &Figure) -> (Vec<Mark>, f64) {
    let height = match figure.panels.len() {
        _ if figure.equal => SQUARE,
        0 | 1 => TALL,
        _ => LOW,
    };
    let x_values = || figure.panels.iter().flat_map(|p| &p.curves).flat_map(|c| c.points.iter().map(|p| p[0]));
    let x_margin = if figure.equal { 0.05 } else { 0.0 };
    let mut x = Axis::new(x_values(), figure.x_log, x_margin, [LEFT, WIDTH - RIGHT]);
    let mut marks = vec![];
    let mut top = 8.0;
    if !figure.title.is_empty() {
        top += TITLE;
        marks.push(Mark::Title { at: [LEFT, 20.0], words: figure.title.clone() });
    }
    for (i, panel) in figure.panels.iter().enumerate() {
        let label = upright_label(panel, height);
        top += legend(&mut marks, panel, label != panel.label, top);
        let last = i + 1 == figure.panels.len();
        let y_values = panel.curves.iter().flat_map(|c| c.points.iter().map(|p| p[1]));
        let mut y = Axis::new(y_values, panel.log, 0.05, [top + height, top]);
        if figure.equal {
            let scale = x.scale().max(y.scale());
            x.widen(scale);
            y.widen(scale);
        }
        frame(&mut marks, &x, &y, [top, top + height], label, last);
        for (place, curve) in panel.curves.iter().enumerate() {
            marks.push(line(curve, place, &x, &y));
            if figure.dots {
                let points = curve.points.iter().filter_map(|[a, b]| Some([x.pixel(*a)?, y.pixel(*b)?])).collect();
                marks.push(Mark::Dots { place, points });
            }
        }
        top += height + GAP;
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    words(&mut marks, [middle, top - GAP + 34.0], Anchor::Middle, figure.x_label.clone());
    (marks, top - GAP + BOTTOM)
}

fn tick(marks: &mut Vec<Mark>, at: [f64; 2], anchor: Anchor, words: String) {
    marks.push(Mark::Tick { at, anchor, words });
}

fn words(marks: &mut Vec<Mark>, at: [f64; 2], anchor: Anchor, words: String) {
    marks.push(Mark::Words { at, anchor, words });
}

/// The frame of a panel with its grid, ticks and labels.
fn frame(marks: &mut Vec<Mark>, x: &Axis, y: &Axis, [top, bottom]: [f64; 2], label: &str, last: bool) {
    let right = WIDTH - RIGHT;
    let (x_ticks, x_power) = x.ticks(90.0);
    let (y_ticks, y_power) = y.ticks(38.0);
    let upright = x_ticks.iter().map(|tick| [[tick.at, top], [tick.at, bottom]]);
    let level = y_ticks.iter().map(|tick| [[LEFT, tick.at], [right, tick.at]]);
    marks.push(Mark::Grid(upright.chain(level).collect()));
    let (x_ends, x_log) = x.range();
    let (y_ends, y_log) = y.range();
    let (ends, log) = ([x_ends, y_ends], [x_log, y_log]);
    marks.push(Mark::Frame { corner: [LEFT, top], size: [right - LEFT, bottom - top], ends, log });
    for Tick { at, label } in y_ticks {
        tick(marks, [LEFT - 6.0, at + 4.0], Anchor::End, label);
    }
    if let Some(power) = y_power {
        tick(marks, [LEFT + 4.0, top + 13.0], Anchor::Start, power);
    }
    marks.push(Mark::Upright { at: [14.0, (top + bottom) / 2.0], words: label.to_owned() });
    if last {
        for Tick { at, label } in x_ticks {
            tick(marks, [at, bottom + 16.0], Anchor::Middle, label);
        }
        if let Some(power) = x_power {
            tick(marks, [right, bottom + 32.0], Anchor::End, power);
        }
    }
}

/// The label of the y axis; only its unit if there is no space for the name, which is in the legend then.
fn upright_label(panel: &Panel, height: f64) -> &str {
    if LETTER_WIDTH * panel.label.chars().count() as f64 <= height {
        return &panel.label;
    }
    panel.label.rsplit_once(" in ").map_or("", |(_, unit)| unit)
}

/// The legend above a panel with several curves, or with one whose name is not beside its axis; returns its height.
fn legend(marks: &mut Vec<Mark>, panel: &Panel, unnamed: bool, top: f64) -> f64 {
    if panel.curves.len() < 2 && !unnamed {
        return 0.0;
    }
    let (mut x, mut y) = (LEFT, top + 11.0);
    for (place, curve) in panel.curves.iter().enumerate() {
        let width = 34.0 + LETTER_WIDTH * curve.label.chars().count() as f64;
        if x > LEFT && x + width > WIDTH - RIGHT {
            (x, y) = (LEFT, y + LEGEND_LINE);
        }
        marks.push(Mark::Curve { place, pieces: vec![vec![[x, y - 4.0], [x + 18.0, y - 4.0]]], label: None });
        words(marks, [x + 23.0, y], Anchor::Start, curve.label.clone());
        x += width;
    }
    y - top + 8.0
}

/// A curve, interrupted at values that a logarithmic axis cannot show.
fn line(curve: &Curve, place: usize, x: &Axis, y: &Axis) -> Mark {
    let pixels: Vec<Option<[f64; 2]>> = curve.points.iter().map(|[a, b]| Some([x.pixel(*a)?, y.pixel(*b)?])).collect();
    let pieces = pixels.split(Option::is_none).filter(|piece| !piece.is_empty()).map(|piece| {
        let piece: Vec<[f64; 2]> = piece.iter().flatten().copied().collect();
        simplified(&piece, TOLERANCE)
    });
    Mark::Curve { place, pieces: pieces.collect(), label: Some(curve.label.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_too_long_for_its_axis_goes_to_the_legend() {
        let texts = |label: &str| {
            let curve = Curve { label: "angular velocity z".into(), points: vec![[0.0, 0.0], [1.0, 1.0]] };
            let panel = Panel { label: label.into(), curves: vec![curve], ..Panel::default() };
            let (marks, _) = layout(&Figure { panels: vec![panel.clone(), panel], ..Figure::default() });
            let of = |mark: &Mark| match mark {
                Mark::Upright { words, .. } => Some(format!("upright {words}")),
                Mark::Words { words, .. } if !words.is_empty() => Some(words.clone()),
                _ => None,
            };
            marks.iter().filter_map(of).collect::<Vec<_>>()
        };
        let expected = ["angular velocity z", "upright rad/s", "angular velocity z", "upright rad/s"];
        assert_eq!(texts("angular velocity z in rad/s"), expected);
        assert_eq!(texts("speed in rad/s"), ["upright speed in rad/s"; 2]);
    }
}
