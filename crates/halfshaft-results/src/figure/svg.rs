//! A figure as SVG: as a file of its own, or as a part of a page whose style sheet says how it looks.

use super::layout::{Anchor, DOT, LETTERS, Mark, PEN, TITLE_LETTERS, WIDTH, colour, layout, pen};
use super::{Figure, escaped};
use std::fmt::Write;

/// What a drawing is a part of.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// A file of its own, which contains all that it needs.
    File,
    /// A page: lines and letters look as its style sheet says for `svg.plot`.
    Page,
}

/// A figure as a file.
pub(super) fn draw(figure: &Figure) -> String {
    let (marks, height) = layout(figure);
    let mut body = String::new();
    marks.iter().for_each(|mark| drawn(&mut body, mark, Target::File));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"{LETTERS}\" fill=\"#222\"><title>{}</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>",
        escaped(&figure.title)
    )
}

/// A figure as a part of a page, and its width and height.
pub(super) fn draw_in_page(figure: &Figure) -> (String, [f64; 2]) {
    let (marks, height) = layout(figure);
    let height = height.round();
    let mut body = String::new();
    marks.iter().for_each(|mark| drawn(&mut body, mark, Target::Page));
    let svg = format!(
        "<svg class=\"figure plot\" role=\"img\" data-along=\"{}\"{} viewBox=\"0 0 {WIDTH} {height}\">{body}</svg>",
        escaped(&figure.x_label),
        if figure.equal { " data-equal" } else { "" },
    );
    (svg, [WIDTH, height])
}

fn drawn(body: &mut String, mark: &Mark, target: Target) {
    let file = |attributes: &'static str| if target == Target::File { attributes } else { "" };
    let _ = match mark {
        Mark::Title { at: [x, y], words } => write!(
            body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{TITLE_LETTERS}\" font-weight=\"600\">{}</text>",
            escaped(words)
        ),
        Mark::Words { at, anchor, words } => text(body, "", *at, anchor.attribute(), words),
        Mark::Tick { at, anchor, words } => match target {
            Target::File => text(body, "", *at, anchor.attribute(), words),
            Target::Page => text(body, anchor.class_of_tick(), *at, "", words),
        },
        Mark::Upright { at: [x, y], words } => write!(
            body,
            "<text transform=\"translate({x} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(words)
        ),
        Mark::Grid(lines) => {
            let mut path = PathData::default();
            lines.iter().for_each(|line| path.polyline(line));
            write!(body, "<path class=\"g\" d=\"{path}\"{}/>", file(" stroke=\"#e3e3e3\" fill=\"none\""))
        }
        Mark::Frame { corner: [x, y], size: [width, height], ends: [[a, b], [c, d]], log } => {
            let logs = ["x", "y"].iter().zip(log).filter(|(_, log)| **log).map(|(axis, _)| *axis).collect::<String>();
            let ends = format!(" data-x=\"{a} {b}\" data-y=\"{c} {d}\" data-log=\"{logs}\"");
            write!(
                body,
                "<rect class=\"f\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{}/>",
                if target == Target::File { " fill=\"none\" stroke=\"#999\"" } else { &ends }
            )
        }
        Mark::Curve { place, pieces, label } => {
            let label = label.as_deref().filter(|_| target == Target::Page);
            let label = label.map_or(String::new(), |label| format!(" data-label=\"{}\"", escaped(label)));
            curve(body, *place, pieces, &label, target)
        }
        Mark::Dots { place, points } => {
            let path: String = points.iter().map(|[x, y]| format!("M{x:.1} {y:.1}h.01")).collect();
            let colours = match target {
                Target::File => format!("stroke=\"{}\" ", pen(*place).0),
                Target::Page => format!("class=\"c{}\" ", colour(*place)),
            };
            write!(body, "<path {colours}d=\"{path}\" style=\"stroke-width:{DOT};stroke-linecap:round\"/>")
        }
    };
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }

    /// The class of the number of a tick in a page.
    fn class_of_tick(self) -> &'static str {
        match self {
            Anchor::Start => " class=\"k s\"",
            Anchor::Middle => " class=\"k\"",
            Anchor::End => " class=\"k e\"",
        }
    }
}

fn text(body: &mut String, class: &str, [x, y]: [f64; 2], anchor: &str, words: &str) -> std::fmt::Result {
    let [x, y] = [x, y].map(|at| (10.0 * at).round() / 10.0);
    write!(body, "<text{class} x=\"{x}\" y=\"{y}\"{anchor}>{}</text>", escaped(words))
}

fn curve(body: &mut String, place: usize, pieces: &[Vec<[f64; 2]>], label: &str, target: Target) -> std::fmt::Result {
    let mut path = PathData::default();
    pieces.iter().for_each(|piece| path.polyline(piece));
    let (stroke, dashes) = pen(place);
    let dashes = dashes.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let dashes = if dashes.is_empty() { dashes } else { format!(" stroke-dasharray=\"{dashes}\"") };
    let dot = pieces.iter().all(|piece| piece.len() == 1);
    let cap = if dot { " stroke-linecap=\"round\"" } else { "" };
    let pen = match target {
        Target::File => {
            format!(" stroke=\"{stroke}\" stroke-width=\"{PEN}\" fill=\"none\" stroke-linejoin=\"round\"")
        }
        Target::Page => format!(" class=\"c{}\"", colour(place)),
    };
    write!(body, "<path{pen} d=\"{path}\"{label}{dashes}{cap}/>")
}

/// The data of a path in tenths of a pixel, in few characters: each piece begins at an absolute point, each further point is relative to
/// the one before it, and where a sign or a decimal point begins a number, nothing separates it from the one before.
#[derive(Default)]
struct PathData {
    data: String,
    /// Whether the last number has a decimal point.
    pointed: bool,
}

impl PathData {
    fn command(&mut self, letter: char) {
        self.data.push(letter);
        self.pointed = false;
    }

    fn number(&mut self, tenths: i64) {
        let (whole, part) = (tenths.abs() / 10, tenths.abs() % 10);
        let begins_with_point = whole == 0 && part != 0;
        if tenths < 0 {
            self.data.push('-');
        } else if self.data.ends_with(|last: char| last.is_ascii_digit()) && !(begins_with_point && self.pointed) {
            self.data.push(' ');
        }
        let _ = match (begins_with_point, part) {
            (true, _) => write!(self.data, ".{part}"),
            (false, 0) => write!(self.data, "{whole}"),
            (false, _) => write!(self.data, "{whole}.{part}"),
        };
        self.pointed = part != 0;
    }

    fn polyline(&mut self, points: &[[f64; 2]]) {
        let mut tenths = points.iter().map(|point| point.map(|at| (10.0 * at).round() as i64));
        let Some(mut last) = tenths.next() else { return };
        self.command('M');
        last.into_iter().for_each(|at| self.number(at));
        // A single point is drawn as a dot.
        self.command(if points.len() == 1 { 'h' } else { 'l' });
        if points.len() == 1 {
            self.number(1);
        }
        for next in tenths {
            (0..2).for_each(|i| self.number(next[i] - last[i]));
            last = next;
        }
    }
}

impl std::fmt::Display for PathData {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.data)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Curve, Panel};
    use super::*;

    fn figure(labels: &[&str]) -> Figure {
        let points: Vec<[f64; 2]> = (0..100).map(|i| [i as f64 / 100.0, (i as f64 / 9.0).sin()]).collect();
        let curves = labels.iter().map(|label| Curve { label: label.to_string(), points: points.clone() }).collect();
        let panel = Panel { label: "angle in rad".into(), log: false, curves };
        Figure { title: "Swing".into(), x_label: "time in s".into(), panels: vec![panel], ..Figure::default() }
    }

    #[test]
    fn one_curve_needs_no_legend_and_several_do() {
        assert_eq!(figure(&["a"]).svg_in_page().0.matches("<path class=\"c").count(), 1);
        let (two, size) = figure(&["a", "<b>"]).svg_in_page();
        assert_eq!(two.matches("<path class=\"c").count(), 4);
        assert!(two.contains(&format!("viewBox=\"0 0 {} {}\"", size[0], size[1])));
        assert!(two.contains("&lt;b&gt;") && !two.contains("<b>"));
    }

    #[test]
    fn a_curve_with_zeros_on_a_logarithmic_axis_is_broken_there() {
        let mut figure = figure(&["a"]);
        figure.panels[0].log = true;
        figure.panels[0].curves[0].points = vec![[0.0, 1.0], [1.0, 10.0], [2.0, 0.0], [3.0, 5.0], [4.0, 1.0]];
        let (svg, _) = figure.svg_in_page();
        let path = svg.split("<path class=\"c0\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(path.matches('M').count(), 2);
    }

    #[test]
    fn a_trajectory_has_equal_scales() {
        let circle: Vec<_> =
            (0..=360).map(|i| (i as f64).to_radians()).map(|a| [3.0 * a.cos(), 3.0 * a.sin()]).collect();
        let panel = Panel { label: "y".into(), log: false, curves: vec![Curve { label: "c".into(), points: circle }] };
        let (svg, _) = Figure { equal: true, panels: vec![panel], ..Figure::default() }.svg_in_page();
        let points = &points(svg.split("<path class=\"c0\" d=\"").nth(1).unwrap().split('"').next().unwrap())[0];
        let span = |f: fn(&(f64, f64)) -> f64| {
            points.iter().map(f).fold(f64::MIN, f64::max) - points.iter().map(f).fold(f64::MAX, f64::min)
        };
        assert!((span(|p| p.0) - span(|p| p.1)).abs() < 0.5);
    }

    /// The points of each piece of a path, as a browser reads them.
    fn points(data: &str) -> Vec<Vec<(f64, f64)>> {
        let numbers = |text: &str| {
            let mut found: Vec<String> = vec![];
            for letter in text.chars() {
                let last = found.last_mut().filter(|last| !(letter == '-' || letter == '.' && last.contains('.')));
                match (letter, last) {
                    (' ' | 'l', _) => found.push(String::new()),
                    (_, Some(last)) => last.push(letter),
                    (_, None) => found.push(letter.into()),
                }
            }
            found.iter().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect::<Vec<f64>>()
        };
        let piece = |text: &str| {
            let pairs = numbers(text).chunks(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
            let sum = |(x, y): &mut (f64, f64), next: &(f64, f64)| {
                (*x, *y) = (*x + next.0, *y + next.1);
                Some((*x, *y))
            };
            pairs.iter().scan((0.0, 0.0), sum).collect()
        };
        data.split('M').skip(1).map(piece).collect()
    }

    #[test]
    fn path_data_is_short_and_keeps_tenths() {
        let mut path = PathData::default();
        let line = [[66.0, 152.04], [66.94, 152.5], [66.5, 152.0], [76.5, 151.9], [76.5, 151.96]];
        path.polyline(&line);
        path.polyline(&[[1.0, -0.26], [1.2, 3.0]]);
        assert_eq!(path.to_string(), "M66 152l.9.5-.4-.5 10-.1 0 .1M1-.3l.2 3.3");
        for (found, given) in points(&path.to_string())[0].iter().zip(line) {
            assert!((found.0 - given[0]).abs() < 0.0501 && (found.1 - given[1]).abs() < 0.0501, "{found:?} {given:?}");
        }
    }
}
