//! A figure as SVG.

use super::layout::{Anchor, DOT, LETTERS, Mark, PEN, TITLE_LETTERS, WIDTH, colour, layout, pen};
use super::{Figure, escaped};
use std::fmt::Write;

pub(super) fn draw(figure: &Figure) -> String {
    let (marks, height) = layout(figure);
    let mut body = String::new();
    marks.iter().for_each(|mark| drawn(&mut body, mark));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" data-along=\"{}\"{} viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"{LETTERS}\" fill=\"#222\"><title>{}</title>\
         <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>",
        escaped(&figure.x_label),
        if figure.equal { " data-equal" } else { "" },
        escaped(&figure.title)
    )
}

fn drawn(body: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Title { at: [x, y], words } => write!(
            body,
            "<text class=\"t\" x=\"{x}\" y=\"{y}\" font-size=\"{TITLE_LETTERS}\" font-weight=\"600\">{}</text>",
            escaped(words)
        ),
        Mark::Words { at, anchor, words } => text(body, "t", *at, *anchor, words),
        Mark::Tick { at, anchor, words } => text(body, "t k", *at, *anchor, words),
        Mark::Upright { at: [x, y], words } => write!(
            body,
            "<text class=\"t\" transform=\"translate({x} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(words)
        ),
        Mark::Grid(lines) => {
            let path = lines.iter().map(|[[x, y], [u, v]]| format!("M{x:.1} {y:.1}L{u:.1} {v:.1}")).collect::<String>();
            write!(body, "<path class=\"g\" d=\"{path}\" stroke=\"#e3e3e3\" fill=\"none\"/>")
        }
        Mark::Frame { corner: [x, y], size: [width, height], ends: [[a, b], [c, d]], log } => write!(
            body,
            "<rect class=\"f\" x=\"{x}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" data-x=\"{a} {b}\" data-y=\"{c} {d}\" \
             data-log=\"{} {}\" fill=\"none\" stroke=\"#999\"/>",
            log[0], log[1]
        ),
        Mark::Curve { place, pieces, label } => curve(body, *place, pieces, label.as_deref()),
        Mark::Dots { place, points } => {
            let path: String = points.iter().map(|[x, y]| format!("M{x:.1} {y:.1}h.01")).collect();
            let (class, stroke) = (colour(*place), pen(*place).0);
            write!(
                body,
                "<path class=\"c{class}\" d=\"{path}\" stroke=\"{stroke}\" stroke-width=\"{DOT}\" stroke-linecap=\"round\"/>"
            )
        }
    };
}

fn text(body: &mut String, class: &str, [x, y]: [f64; 2], anchor: Anchor, words: &str) -> std::fmt::Result {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    write!(body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>", escaped(words))
}

fn curve(body: &mut String, place: usize, pieces: &[Vec<[f64; 2]>], label: Option<&str>) -> std::fmt::Result {
    let mut path = String::new();
    for piece in pieces {
        for (i, [x, y]) in piece.iter().enumerate() {
            write!(path, "{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" })?;
        }
        // A single point is drawn as a dot.
        if piece.len() == 1 {
            path += "h.1";
        }
    }
    let (stroke, dashes) = pen(place);
    let dashes = dashes.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let dashes = if dashes.is_empty() { dashes } else { format!(" stroke-dasharray=\"{dashes}\"") };
    let dot = pieces.iter().all(|piece| piece.len() == 1);
    let cap = if dot { " stroke-linecap=\"round\"" } else { "" };
    let label = label.map_or(String::new(), |label| format!(" data-label=\"{}\"", escaped(label)));
    write!(
        body,
        "<path class=\"c{}\" d=\"{path}\"{label} stroke=\"{stroke}\" stroke-width=\"{PEN}\" fill=\"none\" stroke-linejoin=\"round\"{dashes}{cap}/>",
        colour(place)
    )
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
