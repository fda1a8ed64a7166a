//! The drawing of a figure.

use super::axis::{Axis, Tick};
use super::simplify::simplified;
use super::{Curve, Figure, Panel, escaped};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 14.0;
const TITLE: f64 = 26.0;
const LEGEND_LINE: f64 = 17.0;
const GAP: f64 = 14.0;
const BOTTOM: f64 = 40.0;
/// The height of a lone panel, and of one among several.
const TALL: f64 = 250.0;
const LOW: f64 = 150.0;
/// A trajectory is about as high as it is wide.
const SQUARE: f64 = 420.0;
/// Points nearer than this to the line drawn are left out, in pixels.
const TOLERANCE: f64 = 0.15;

/// Okabe & Ito's colours for people who see few, without the yellow that is hard to see on white; dashes tell the
/// next round from the first.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
const DASHES: [&str; 3] = ["", "7 3", "2 3"];

pub(super) fn draw(figure: &Figure) -> String {
    let height = match figure.panels.len() {
        _ if figure.equal => SQUARE,
        0 | 1 => TALL,
        _ => LOW,
    };
    let x_values = || figure.panels.iter().flat_map(|p| &p.curves).flat_map(|c| c.points.iter().map(|p| p[0]));
    let x_margin = if figure.equal { 0.05 } else { 0.0 };
    let mut x = Axis::new(x_values(), figure.x_log, x_margin, [LEFT, WIDTH - RIGHT]);
    let mut body = String::new();
    let mut top = 8.0;
    if !figure.title.is_empty() {
        top += TITLE;
        let _ = write!(
            body,
            "<text class=\"t\" x=\"{LEFT}\" y=\"20\" font-size=\"14\" font-weight=\"600\">{}</text>",
            escaped(&figure.title)
        );
    }
    for (i, panel) in figure.panels.iter().enumerate() {
        top += legend(&mut body, panel, top);
        let last = i + 1 == figure.panels.len();
        let y_values = panel.curves.iter().flat_map(|c| c.points.iter().map(|p| p[1]));
        let mut y = Axis::new(y_values, panel.log, 0.05, [top + height, top]);
        if figure.equal {
            let scale = x.scale().max(y.scale());
            x.widen(scale);
            y.widen(scale);
        }
        frame(&mut body, &x, &y, [top, top + height], &panel.label, last);
        for (place, curve) in panel.curves.iter().enumerate() {
            line(&mut body, curve, place, &x, &y);
        }
        top += height + GAP;
    }
    let axis_y = top - GAP + 34.0;
    let _ = write!(
        body,
        "<text class=\"t\" x=\"{:.1}\" y=\"{axis_y:.1}\" text-anchor=\"middle\">{}</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        escaped(&figure.x_label)
    );
    let total = top - GAP + BOTTOM;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" viewBox=\"0 0 {WIDTH} {total:.0}\" width=\"{WIDTH}\" \
         height=\"{total:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#222\"><title>{}</title>\
         <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>",
        escaped(&figure.title)
    )
}

/// The frame of a panel with its grid, ticks and labels.
fn frame(body: &mut String, x: &Axis, y: &Axis, [top, bottom]: [f64; 2], label: &str, last: bool) {
    let right = WIDTH - RIGHT;
    let (x_ticks, x_power) = x.ticks(90.0);
    let (y_ticks, y_power) = y.ticks(38.0);
    let mut grid = String::new();
    for Tick { at, .. } in &x_ticks {
        let _ = write!(grid, "M{at:.1} {top:.1}V{bottom:.1}");
    }
    for Tick { at, .. } in &y_ticks {
        let _ = write!(grid, "M{LEFT} {at:.1}H{right}");
    }
    let _ = write!(body, "<path class=\"g\" d=\"{grid}\" stroke=\"#e3e3e3\" fill=\"none\"/>");
    let _ = write!(
        body,
        "<rect class=\"f\" x=\"{LEFT}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"#999\"/>",
        right - LEFT,
        bottom - top
    );
    for Tick { at, label } in &y_ticks {
        let _ = write!(
            body,
            "<text class=\"t\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    if let Some(power) = y_power {
        let _ = write!(body, "<text class=\"t\" x=\"{}\" y=\"{:.1}\">{power}</text>", LEFT + 4.0, top + 13.0);
    }
    let middle = (top + bottom) / 2.0;
    let _ = write!(
        body,
        "<text class=\"t\" transform=\"translate(14 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        escaped(label)
    );
    if last {
        for Tick { at, label } in &x_ticks {
            let _ = write!(
                body,
                "<text class=\"t\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 16.0
            );
        }
        if let Some(power) = x_power {
            let _ = write!(
                body,
                "<text class=\"t\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{power}</text>",
                bottom + 32.0
            );
        }
    }
}

/// The names of several curves, above their panel; gives the height it takes.
fn legend(body: &mut String, panel: &Panel, top: f64) -> f64 {
    if panel.curves.len() < 2 {
        return 0.0;
    }
    let (mut x, mut y) = (LEFT, top + 11.0);
    for (place, curve) in panel.curves.iter().enumerate() {
        // Letters are about half as wide as high.
        let width = 34.0 + 6.8 * curve.label.chars().count() as f64;
        if x > LEFT && x + width > WIDTH - RIGHT {
            (x, y) = (LEFT, y + LEGEND_LINE);
        }
        let _ = write!(
            body,
            "<path class=\"c{}\" d=\"M{x:.1} {:.1}h18\" {}/><text class=\"t\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            place % COLOURS.len(),
            y - 4.0,
            pen(place),
            x + 23.0,
            escaped(&curve.label)
        );
        x += width;
    }
    y - top + 8.0
}

fn pen(place: usize) -> String {
    let dash = DASHES[(place / COLOURS.len()) % DASHES.len()];
    let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    format!(
        "stroke=\"{}\" stroke-width=\"1.6\" fill=\"none\" stroke-linejoin=\"round\"{dash}",
        COLOURS[place % COLOURS.len()]
    )
}

/// A curve, broken where a logarithmic axis has no place for it.
fn line(body: &mut String, curve: &Curve, place: usize, x: &Axis, y: &Axis) {
    let pixels: Vec<Option<[f64; 2]>> = curve.points.iter().map(|[a, b]| Some([x.pixel(*a)?, y.pixel(*b)?])).collect();
    let mut path = String::new();
    for piece in pixels.split(Option::is_none) {
        let piece: Vec<[f64; 2]> = piece.iter().flatten().copied().collect();
        for (i, [x, y]) in simplified(&piece, TOLERANCE).into_iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" });
        }
        // A lone point is drawn as a dot.
        if piece.len() == 1 {
            path += "h.1";
        }
    }
    let cap = if curve.points.len() == 1 { " stroke-linecap=\"round\"" } else { "" };
    let _ = write!(body, "<path class=\"c{}\" d=\"{path}\" {}{cap}/>", place % COLOURS.len(), pen(place));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(labels: &[&str]) -> Figure {
        let points: Vec<[f64; 2]> = (0..100).map(|i| [i as f64 / 100.0, (i as f64 / 9.0).sin()]).collect();
        let curves = labels.iter().map(|label| Curve { label: label.to_string(), points: points.clone() }).collect();
        let panel = Panel { label: "angle in rad".into(), log: false, curves };
        Figure { title: "Swing".into(), x_label: "time in s".into(), panels: vec![panel], ..Figure::default() }
    }

    #[test]
    fn one_curve_needs_no_legend_and_several_do() {
        assert_eq!(figure(&["a"]).svg().matches("<path class=\"c").count(), 1);
        let two = figure(&["a", "<b>"]).svg();
        assert_eq!(two.matches("<path class=\"c").count(), 4);
        assert!(two.contains("&lt;b&gt;") && !two.contains("<b>"));
    }

    #[test]
    fn a_curve_with_zeros_on_a_logarithmic_axis_is_broken_there() {
        let mut figure = figure(&["a"]);
        figure.panels[0].log = true;
        figure.panels[0].curves[0].points = vec![[0.0, 1.0], [1.0, 10.0], [2.0, 0.0], [3.0, 5.0], [4.0, 1.0]];
        let svg = figure.svg();
        let path = svg.split("<path class=\"c0\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(path.matches('M').count(), 2);
    }

    #[test]
    fn a_trajectory_has_equal_scales() {
        let circle: Vec<_> =
            (0..=360).map(|i| (i as f64).to_radians()).map(|a| [3.0 * a.cos(), 3.0 * a.sin()]).collect();
        let panel = Panel { label: "y".into(), log: false, curves: vec![Curve { label: "c".into(), points: circle }] };
        let svg = Figure { equal: true, panels: vec![panel], ..Figure::default() }.svg();
        let path = svg.split("<path class=\"c0\" d=\"M").nth(1).unwrap().split('"').next().unwrap();
        let points: Vec<(f64, f64)> = path
            .split('L')
            .map(|p| p.split_once(' ').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap())
            .collect();
        let span = |f: fn(&(f64, f64)) -> f64| {
            points.iter().map(f).fold(f64::MIN, f64::max) - points.iter().map(f).fold(f64::MAX, f64::min)
        };
        assert!((span(|p| p.0) - span(|p| p.1)).abs() < 0.5);
    }
}
