//! Texts of a mass-elastic diagram, which cover neither each other nor the drawing.

use super::escaped;
use std::fmt::Write;

/// Approximate width of a character, as a fraction of the font size.
pub(super) const LETTER: f64 = 0.58;
/// Distance of the blocks that keep labels off a line.
const STEP: f64 = 6.0;
/// Room for a value of a few digits above a point.
pub(super) const VALUE: [f64; 2] = [30.0, 11.0];
/// The font size of a disc's name.
pub(super) const NAME: f64 = 11.0;
/// The font size of other texts, and the distance of their lines.
const AMOUNT: f64 = 9.0;
const LINE: f64 = 13.0;
/// Distances from the middle of a symbol at which a text is still connected to it by a leader line.
const FAR: [f64; 9] = [36.0, 44.0, 52.0, 62.0, 74.0, 88.0, 104.0, 122.0, 142.0];
/// Directions that are tried for a leader line.
const DIRECTIONS: usize = 24;
/// The title of the drawing is above this.
const HIGHEST: f64 = 34.0;

/// Text that covers no other text and no part of the drawing.
#[derive(Default)]
pub(super) struct Labels {
    pub taken: Vec<[f64; 4]>,
    /// Discs and symbols, which cover each other even less.
    pub symbols: Vec<[f64; 4]>,
    /// Texts, which no leader line crosses.
    texts: Vec<[f64; 4]>,
    pub svg: String,
}

impl Labels {
    pub fn block(&mut self, x: [f64; 2], y: [f64; 2]) {
        self.taken.push([x[0], y[0], x[1], y[1]]);
    }

    /// Blocks a straight line.
    pub fn block_line(&mut self, a: [f64; 2], b: [f64; 2]) {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let count = (dx.hypot(dy) / STEP).ceil().max(1.0);
        for part in 0..=count as usize {
            let [x, y] = [a[0] + dx * part as f64 / count, a[1] + dy * part as f64 / count];
            self.block([x - 2.0, x + 2.0], [y - 2.0, y + 2.0]);
        }
    }

    /// Whether nothing is there, and the left edge of the drawing is not crossed.
    pub fn is_free(&self, area: [f64; 4]) -> bool {
        area[0] >= 2.0 && !self.taken.iter().any(|other| overlap(area, *other))
    }

    /// Takes the place of a disc or a symbol.
    pub fn symbol(&mut self, area: [f64; 4]) {
        self.taken.push(area);
        self.symbols.push(area);
    }

    /// The first of some points above which there is space for a value of the player, or the first of all; the space is taken.
    pub fn value(&mut self, points: &[[f64; 2]]) -> [f64; 2] {
        let area = |[x, y]: [f64; 2]| [x - VALUE[0], y - VALUE[1], x + VALUE[0], y + 2.0];
        let found = points.iter().copied().find(|point| self.is_free(area(*point)));
        let point = found.or(points.first().copied()).unwrap_or_default();
        self.taken.push(area(point));
        self.texts.push(area(point));
        point
    }

    /// The name of a disc with space for a value above it, at the first free of some points or at the first of all. Returns
    /// where the value stands.
    pub fn name(&mut self, text: &str, points: &[[f64; 2]]) -> [f64; 2] {
        let half = (0.5 * LETTER * NAME * text.chars().count() as f64).max(VALUE[0]);
        let area = |[x, y]: [f64; 2]| [x - half, y - NAME - VALUE[1] - 2.0, x + half, y + 3.0];
        let found = points.iter().copied().find(|point| self.is_free(area(*point)));
        let point = found.or(points.first().copied()).unwrap_or_default();
        self.write(text, NAME, point);
        self.taken.push(area(point));
        self.texts.push(area(point));
        [point[0], point[1] - NAME - 2.0]
    }

    /// Places lines of text below each other at the first free of some spots, or farther away with a leader line to the area
    /// that they belong to; each for itself if there is no space for all, and nowhere if there is none for it.
    pub fn place(&mut self, lines: &[&str], spots: &[Spot], of: [f64; 4]) {
        let lines: Vec<&str> = lines.iter().copied().filter(|line| !line.is_empty()).collect();
        let Some(rest) = lines.len().checked_sub(1) else { return };
        let letters = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let half = 0.5 * LETTER * AMOUNT * letters as f64;
        let deep = LINE * rest as f64;
        let first =
            |spot: &Spot| [spot.at[0] + half * spot.side.direction(), spot.at[1] - if spot.up { deep } else { 0.0 }];
        let area = |[x, y]: [f64; 2]| [x - half - 2.0, y - AMOUNT, x + half + 2.0, y + deep + 3.0];
        if let Some(point) = spots.iter().map(first).find(|point| self.is_free(area(*point))) {
            self.write_lines(&lines, area(point), point);
        } else if let Some((point, leader)) = self.far(of, area) {
            let [[x1, y1], [x2, y2]] = leader;
            let _ = write!(
                self.svg,
                "<path class=\"leader\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" fill=\"none\" stroke=\"#999\" stroke-width=\"0.8\"/>"
            );
            self.block_line(leader[0], leader[1]);
            self.write_lines(&lines, area(point), point);
        } else if rest > 0 {
            lines.iter().for_each(|line| self.place(&[line], spots, of));
        }
    }

    fn write_lines(&mut self, lines: &[&str], area: [f64; 4], [x, y]: [f64; 2]) {
        self.taken.push(area);
        self.texts.push(area);
        for (k, line) in lines.iter().enumerate() {
            self.write(line, AMOUNT, [x, y + LINE * k as f64]);
        }
    }

    /// The nearest free point for a text that takes some area there, within what the drawing takes already, and a leader line to
    /// it that crosses neither texts nor symbols.
    fn far(&self, of: [f64; 4], area: impl Fn([f64; 2]) -> [f64; 4]) -> Option<([f64; 2], [[f64; 2]; 2])> {
        let most = |k: usize| self.taken.iter().map(|area| area[k]).fold(0.0, f64::max);
        let (right, low) = (most(2), most(3));
        let [x, y] = [0.5 * (of[0] + of[2]), 0.5 * (of[1] + of[3])];
        let fits = |area: [f64; 4]| area[1] >= HIGHEST && area[2] <= right && area[3] <= low && self.is_free(area);
        // To the right and downward first.
        let turns = (0..DIRECTIONS).map(|i| (i as f64 + 0.5) / DIRECTIONS as f64 * std::f64::consts::TAU);
        let points =
            FAR.iter().flat_map(|far| turns.clone().map(move |turn| [x + far * turn.cos(), y + far * turn.sin()]));
        points.map(|point| (point, area(point))).filter(|(_, area)| fits(*area)).find_map(|(point, area)| {
            let end = [x.clamp(area[0], area[2]), y.clamp(area[1], area[3])];
            let start = [end[0].clamp(of[0], of[2]), end[1].clamp(of[1], of[3])];
            let others = self.symbols.iter().filter(|other| !overlap(**other, of)).chain(&self.texts);
            let is_clear = others.into_iter().all(|other| !crosses([start, end], *other));
            is_clear.then_some((point, [start, end]))
        })
    }

    /// The letter of a part of a planetary set, which stands even where the line to it is.
    pub fn letter(&mut self, letter: &str, [x, y]: [f64; 2]) {
        if letter.is_empty() {
            return;
        }
        self.taken.push([x - 5.0, y - AMOUNT, x + 5.0, y + 3.0]);
        let _ = write!(
            self.svg,
            "<text class=\"t\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"{AMOUNT}\" font-style=\"italic\">{letter}</text>"
        );
    }

    fn write(&mut self, text: &str, size: f64, [x, y]: [f64; 2]) {
        let words = escaped(text);
        let _ = write!(
            self.svg,
            "<text class=\"t\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"{size}\">{words}</text>"
        );
    }
}

/// Where a text is relative to a point.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Before,
    Centred,
    Behind,
}

impl Side {
    fn direction(self) -> f64 {
        match self {
            Side::Before => -1.0,
            Side::Centred => 0.0,
            Side::Behind => 1.0,
        }
    }
}

/// A place for lines of text.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub side: Side,
    /// A point of the base line.
    pub at: [f64; 2],
    /// Whether it is the last line whose base line this is, otherwise the first one.
    pub up: bool,
}

impl Spot {
    pub fn new(side: Side, at: [f64; 2]) -> Self {
        Spot { side, at, up: false }
    }
}

/// Places about a symbol with some half width and height: below, beside and above it, and then farther away.
pub(super) fn spots_about([x, y]: [f64; 2], [w, h]: [f64; 2]) -> Vec<Spot> {
    use Side::{Before, Behind, Centred};
    let around = |far: f64| {
        let [low, high, off] = [y + h + AMOUNT + 3.0 + far, y - h - 4.0 - far, w + 5.0 + far];
        let beside = |level| [(Behind, x + off), (Before, x - off)].map(|(side, x)| Spot::new(side, [x, level]));
        let columns = [(Centred, x), (Behind, x + 0.5 * w), (Before, x - 0.5 * w)];
        let [below, above] =
            [(low, false), (high, true)].map(|(y, up)| columns.map(|(side, x)| Spot { side, at: [x, y], up }));
        let [under, rest] = [&below[..1], &below[1..]];
        let levels = [y + 3.0, y + 3.0 + LINE, y + 3.0 - LINE].into_iter().flat_map(beside);
        let round: Vec<Spot> = under.iter().copied().chain(levels).chain(above).chain(rest.iter().copied()).collect();
        round
    };
    [0.0, 9.0, 18.0, 27.0].into_iter().flat_map(around).collect()
}

pub(super) fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Whether a straight line goes through an area.
fn crosses([a, b]: [[f64; 2]; 2], area: [f64; 4]) -> bool {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let count = (dx.hypot(dy) / 2.0).ceil().max(1.0);
    (0..=count as usize).any(|i| {
        let [x, y] = [a[0] + dx * i as f64 / count, a[1] + dy * i as f64 / count];
        x > area[0] && x < area[2] && y > area[1] && y < area[3]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_space_beside_its_symbol_has_a_leader_line() {
        let mut labels = Labels::default();
        let symbol = [90.0, 90.0, 110.0, 110.0];
        labels.symbol(symbol);
        let spots = spots_about([100.0, 100.0], [10.0, 10.0]);
        labels.block([0.0, 300.0], [299.0, 300.0]);
        labels.place(&["near"], &spots, symbol);
        assert!(labels.svg.contains(">near</text>") && !labels.svg.contains("leader"));
        // Lines on all sides, but for the right of the drawing; a text in between is not crossed.
        labels.block([0.0, 190.0], [40.0, 200.0]);
        labels.place(&["S3", "i = 2"], &spots, symbol);
        let path = labels.svg.split("class=\"leader\" d=\"M").nth(1).unwrap();
        let numbers: Vec<f64> = path.split(['"', 'L', ' ']).take(4).map(|number| number.parse().unwrap()).collect();
        let [near, text] = [labels.texts[0], labels.texts[1]];
        assert!(
            labels.svg.contains(">S3</text>") && labels.svg.contains(">i = 2</text>") && text[0] >= 190.0,
            "{text:?}"
        );
        assert!(numbers[0] == 110.0 && (numbers[2] - text[0]).abs() < 0.06 && !overlap(near, text), "{numbers:?}");
        // Nowhere at all.
        labels.block([0.0, 300.0], [0.0, 300.0]);
        labels.place(&["lost"], &spots, symbol);
        assert!(!labels.svg.contains("lost"));
    }
}
