//! A frame with two axes, for figures other than plain curves.

use super::axis::{Axis, Tick};
use super::escaped;
use std::fmt::Write;

pub(super) const WIDTH: f64 = 760.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 86.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 42.0;

/// The palette of Okabe & Ito, as in figures of curves.
pub(super) const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// The frame and its contents so far.
pub(super) struct Paper {
    pub x: Axis,
    pub y: Axis,
    pub body: String,
    title: String,
    height: f64,
}

impl Paper {
    /// A frame for these ranges.
    pub fn new(title: &str, labels: [&str; 2], x: [f64; 2], y: [f64; 2], height: f64) -> Self {
        let x = Axis::new(x.into_iter(), false, 0.0, [LEFT, WIDTH - RIGHT]);
        let y = Axis::new(y.into_iter(), false, 0.0, [height - BOTTOM, TOP]);
        let mut paper = Paper { x, y, body: String::new(), title: title.into(), height };
        paper.frame(labels);
        paper
    }

    fn frame(&mut self, [x_label, y_label]: [&str; 2]) {
        let (right, bottom) = (WIDTH - RIGHT, self.height - BOTTOM);
        let (x_ticks, _) = self.x.ticks(90.0);
        let (y_ticks, _) = self.y.ticks(38.0);
        let mut grid = String::new();
        x_ticks.iter().for_each(|Tick { at, .. }| grid += &format!("M{at:.1} {TOP}V{bottom}"));
        y_ticks.iter().for_each(|Tick { at, .. }| grid += &format!("M{LEFT} {at:.1}H{right}"));
        self.body += &format!("<path class=\"g\" d=\"{grid}\" stroke=\"#e3e3e3\" fill=\"none\"/>");
        let (width, height) = (right - LEFT, bottom - TOP);
        self.body += &format!(
            "<rect class=\"f\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>"
        );
        for Tick { at, label } in x_ticks {
            self.text(at, bottom + 16.0, "middle", &label);
        }
        for Tick { at, label } in y_ticks {
            self.text(LEFT - 6.0, at + 4.0, "end", &label);
        }
        self.text((LEFT + right) / 2.0, bottom + 34.0, "middle", x_label);
        let middle = (TOP + bottom) / 2.0;
        self.body += &format!(
            "<text class=\"t\" transform=\"translate(14 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(y_label)
        );
    }

    /// Adds a text at a pixel.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        self.body += &format!("<text class=\"t\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    /// Adds a line through points in axis coordinates.
    pub fn line(&mut self, points: &[[f64; 2]], style: &str) {
        let mut path = String::new();
        for [x, y] in self.pixels(points) {
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { "M" } else { "L" });
        }
        self.body += &format!("<path d=\"{path}\" fill=\"none\" {style}/>");
    }

    /// The same, clipped above and below the frame.
    pub fn line_inside(&mut self, points: &[[f64; 2]], style: &str) {
        let (top, bottom) = (TOP, self.height - BOTTOM);
        let mut path = String::new();
        for pair in self.pixels(points).windows(2) {
            let ([a, b], [c, d]) = (pair[0], pair[1]);
            let at = |y: f64| a + (c - a) * (y - b) / (d - b);
            let end = |[x, y]: [f64; 2]| {
                if y < top {
                    [at(top), top]
                } else if y > bottom {
                    [at(bottom), bottom]
                } else {
                    [x, y]
                }
            };
            if b.max(d) >= top && b.min(d) <= bottom {
                let ([a, b], [c, d]) = (end([a, b]), end([c, d]));
                let _ = write!(path, "M{a:.1} {b:.1}L{c:.1} {d:.1}");
            }
        }
        self.body += &format!("<path d=\"{path}\" fill=\"none\" {style}/>");
    }

    fn pixels(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.iter().filter_map(|point| Some([self.x.pixel(point[0])?, self.y.pixel(point[1])?])).collect()
    }

    /// The figure as SVG.
    pub fn svg(self) -> String {
        let title = escaped(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" viewBox=\"0 0 {WIDTH} {0}\" width=\"{WIDTH}\" \
             height=\"{0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#222\"><title>{title}</title>\
             <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
             <text class=\"t\" x=\"{LEFT}\" y=\"20\" font-size=\"14\" font-weight=\"600\">{title}</text>{1}</svg>",
            self.height, self.body
        )
    }
}
