//! The mass-elastic diagram of a torsional train: discs with their inertias, connections with standard symbols.
//!
//! Groups carry `data-disc` and `data-link` with the index in the train, so that a player can animate the drawing.

use super::paper::{COLOURS, WIDTH};
use super::symbols::{self, Symbol};
use super::{escaped, typeset};
use crate::number::significant;
use crate::train::{Link, Train};
use std::fmt::Write;

const ROW: f64 = 140.0;
const TOP: f64 = 104.0;
pub(super) const MARGIN: f64 = 60.0;
/// Minimum distance of neighbouring discs.
const PITCH: f64 = 112.0;
/// Width and largest half height of a disc.
const DISC: f64 = 14.0;
const HIGHEST: f64 = 32.0;
/// Approximate width of a character, as a fraction of the font size.
const LETTER: f64 = 0.58;
/// Distance between branches to the ground.
const BRANCH: f64 = 30.0;

/// The start of a drawing of some width and height, with its title.
pub(super) fn begin(title: &str, [width, height]: [f64; 2]) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"11\" fill=\"#222\"><title>{title}</title>\
         <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text class=\"t\" x=\"14\" y=\"20\" font-size=\"14\" font-weight=\"600\">{title}</text>"
    )
}

/// Text that covers no other text and no part of the drawing.
#[derive(Default)]
struct Labels {
    taken: Vec<[f64; 4]>,
    svg: String,
}

impl Labels {
    fn block(&mut self, x: [f64; 2], y: [f64; 2]) {
        self.taken.push([x[0], y[0], x[1], y[1]]);
    }

    /// Places a text centred at the first free of some points; `needed` places it at the first even if it is not free.
    fn place(&mut self, text: &str, size: f64, points: &[[f64; 2]], needed: bool) {
        if text.is_empty() {
            return;
        }
        let half = 0.5 * LETTER * size * text.chars().count() as f64;
        let area = |[x, y]: [f64; 2]| [x - half - 2.0, y - size, x + half + 2.0, y + 3.0];
        let free = |a: [f64; 4]| !self.taken.iter().any(|b| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]);
        let found =
            points.iter().copied().find(|point| free(area(*point))).or(points.first().copied().filter(|_| needed));
        let Some([x, y]) = found else { return };
        self.taken.push(area([x, y]));
        let words = escaped(text);
        let _ = write!(
            self.svg,
            "<text class=\"t\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"{size}\">{words}</text>"
        );
    }
}

/// The part of a path behind its last slash.
fn tail(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The position of each disc, and the size of the drawing.
fn positions(train: &Train) -> (Vec<[f64; 2]>, [f64; 2]) {
    let layout = train.layout();
    let longest = layout.iter().map(|place| place[0]).max().unwrap_or(0).max(1) as f64;
    let pitch = ((WIDTH - 2.0 * MARGIN) / longest).max(PITCH);
    let rows = layout.iter().map(|place| place[1]).max().unwrap_or(0) as f64;
    let points = layout.iter().map(|place| [MARGIN + pitch * place[0] as f64, TOP + ROW * place[1] as f64]).collect();
    (points, [2.0 * MARGIN + pitch * longest, TOP + ROW * rows + 78.0])
}

/// Discs with heights in proportion to the cube root of their inertia and with their inertias; shafts with their stiffness;
/// gears, planetary sets, clutches, brakes and other connections with their symbols and ratios.
pub fn mass_elastic(train: &Train) -> String {
    let (at, [width, height]) = positions(train);
    let mut labels = Labels::default();
    let largest = train.discs.iter().fold(0.0_f64, |most, disc| most.max(disc.1));
    let half = |inertia: f64| 7.0 + (HIGHEST - 7.0) * if largest > 0.0 { (inertia / largest).cbrt() } else { 0.0 };
    for (k, (_, inertia)) in train.discs.iter().enumerate() {
        let half = half(*inertia);
        labels.block([at[k][0] - DISC / 2.0, at[k][0] + DISC / 2.0], [at[k][1] - half, at[k][1] + half]);
    }
    for (k, (name, _)) in train.discs.iter().enumerate() {
        let [x, y] = at[k];
        // Above its name a player writes a speed.
        labels.block([x - VALUE[0], x + VALUE[0]], [y - HIGHEST - 30.0, y - HIGHEST - 18.0]);
        labels.place(tail(name), 11.0, &[[x, y - HIGHEST - 6.0], [x, y - HIGHEST - 32.0]], true);
    }
    let mut links = String::new();
    let mut grounded = vec![0; train.discs.len()];
    let mut words = vec![];
    for (k, link) in train.links.iter().enumerate() {
        let Some(Drawn { svg: drawing, value: [x, y], points }) = draw(link, &at, &mut grounded, &mut labels) else {
            continue;
        };
        labels.block([x - VALUE[0], x + VALUE[0]], [y - VALUE[1], y]);
        let stiffness = link.stiffness.map_or(String::new(), |k| format!(", {} N·m/rad", significant(k, 4)));
        let _ = write!(
            links,
            "<g data-link=\"{k}\" data-at=\"{x:.1} {y:.1}\"><title>{}: {}{stiffness}{}</title>{drawing}</g>",
            escaped(&link.name),
            link.kind.replace('_', " "),
            link.ratio.map_or(String::new(), |i| format!(", ratio {}", significant(i, 5)))
        );
        words.push((link, points));
    }
    let mut discs = String::new();
    for (k, (name, inertia)) in train.discs.iter().enumerate() {
        let ([x, y], half) = (at[k], half(*inertia));
        let _ = write!(
            discs,
            "<g data-disc=\"{k}\"><title>{0}: {1} kg·m²</title><rect class=\"c0\" x=\"{2:.1}\" y=\"{3:.1}\" width=\"{DISC}\" height=\"{4:.1}\" rx=\"2\" fill=\"{5}\"/></g>",
            escaped(name),
            significant(*inertia, 5),
            x - DISC / 2.0,
            y - half,
            2.0 * half,
            COLOURS[0]
        );
        let amount = format!("{} {}", significant(*inertia, 3), typeset("kg m^2"));
        labels.place(&amount, 9.0, &[[x, y + half + 12.0], [x, y + HIGHEST + 14.0], [x, y - half - 4.0]], false);
    }
    for (link, points) in words {
        let value = match (link.ratio, link.stiffness) {
            (Some(ratio), _) => format!("i = {}", significant(ratio, 4)),
            (None, Some(k)) => format!("{} N·m/rad", significant(k, 3)),
            (None, None) => String::new(),
        };
        let lower = |dy: f64| points.iter().map(|[x, y]| [*x, y + dy]).collect::<Vec<_>>();
        labels.place(tail(&link.name), 9.0, &lower(0.0), false);
        labels.place(&value, 9.0, &[lower(13.0), lower(24.0)].concat(), false);
    }
    begin("Mass-elastic diagram", [width, height]) + &links + &discs + &labels.svg + "</svg>"
}

const STYLE: &str = "fill=\"none\" stroke=\"#555\" stroke-width=\"2\"";

/// A connection: its drawing, where a player writes a value, and the points at which its label can stand.
struct Drawn {
    svg: String,
    value: [f64; 2],
    points: Vec<[f64; 2]>,
}

/// Room for a value of a few digits above a point.
const VALUE: [f64; 2] = [30.0, 11.0];

/// A connection.
fn draw(link: &Link, at: &[[f64; 2]], grounded: &mut [usize], labels: &mut Labels) -> Option<Drawn> {
    let symbol = symbols::of(&link.kind, link.ratio);
    let ends: Vec<usize> = link.ends.iter().flatten().copied().collect();
    match ends[..] {
        [a] => {
            let branch = grounded[a];
            grounded[a] += 1;
            to_ground(at[a], branch, &symbol, labels)
        }
        [a, b] if link.ends.len() == 2 => between(at[a], at[b], &symbol, labels),
        [] => None,
        _ => star(link, at, &symbol, labels),
    }
}

/// A connection of two discs.
fn between(a: [f64; 2], b: [f64; 2], symbol: &Symbol, labels: &mut Labels) -> Option<Drawn> {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let length = dx.hypot(dy).max(1.0);
    let [ex, ey] = [dx / length, dy / length];
    // Discs of one column are connected beside it.
    let [mx, my] = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    let w = symbol.half_width;
    let mut svg = format!(
        "<path {STYLE} d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\"/>",
        a[0],
        a[1],
        mx - w * ex,
        my - w * ey,
        mx + w * ex,
        my + w * ey,
        b[0],
        b[1]
    );
    svg += &placed(symbol, [mx, my], ey.atan2(ex).to_degrees());
    block(labels, symbol, [mx, my]);
    // A line that is not level takes the room beside it.
    if dy.abs() > 1.0 {
        for part in 1..8 {
            let [x, y] = [a[0] + dx * part as f64 / 8.0, a[1] + dy * part as f64 / 8.0];
            labels.block([x - 3.0, x + 3.0], [y - 3.0, y + 3.0]);
        }
    } else {
        labels.block([a[0].min(b[0]), a[0].max(b[0])], [my - 2.0, my + 2.0]);
    }
    let below = my + symbol.half_height.max(2.0) + 12.0;
    let above = my - symbol.half_height.max(2.0) - 29.0;
    let value = [mx, my - symbol.half_height.max(2.0) - 5.0];
    Some(Drawn {
        svg,
        value,
        points: vec![[mx, below], [mx, above], [mx - 30.0, below], [mx + 30.0, below], [mx, below + 14.0]],
    })
}

/// A connection of a disc to the ground, as a branch below the shaft.
fn to_ground([x, y]: [f64; 2], branch: usize, symbol: &Symbol, labels: &mut Labels) -> Option<Drawn> {
    let foot = x + DISC / 2.0 + 12.0 + BRANCH * branch as f64;
    let (middle, end) = (y + 22.0, y + 44.0);
    let w = symbol.half_width.min(12.0);
    let mut svg = format!(
        "<path {STYLE} d=\"M{x:.1} {y:.1}H{foot:.1}V{:.1}M{foot:.1} {:.1}V{end:.1}\"/>",
        middle - w,
        middle + w
    );
    svg += &placed(symbol, [foot, middle], 90.0);
    svg += &ground([foot, end]);
    labels.block([foot - 13.0, foot + 13.0], [y, end + 8.0]);
    Some(Drawn { svg, value: [foot + 26.0, middle + 4.0], points: vec![[foot, end + 19.0], [foot, end + 42.0]] })
}

/// A connection of three and more, with its symbol between them.
fn star(link: &Link, at: &[[f64; 2]], symbol: &Symbol, labels: &mut Labels) -> Option<Drawn> {
    let ends: Vec<[f64; 2]> = link.ends.iter().flatten().map(|&k| at[k]).collect();
    let low = ends.iter().fold(f64::INFINITY, |least, end| least.min(end[0]));
    let high = ends.iter().fold(f64::NEG_INFINITY, |most, end| most.max(end[0]));
    let x = if high > low { low + PITCH.min(high - low) / 2.0 } else { low + PITCH / 2.0 };
    let y = ends.iter().map(|end| end[1]).sum::<f64>() / ends.len() as f64;
    let mut svg = String::new();
    let w = symbol.half_width;
    for (end, role) in link.ends.iter().zip(link.roles.iter().map(String::as_str).chain(std::iter::repeat(""))) {
        let letter = if role.len() > 1 { role[..1].to_uppercase() } else { String::new() };
        let Some(end) = end else {
            let foot = [x, y + w + 18.0];
            let _ = write!(svg, "<path {STYLE} d=\"M{x:.1} {:.1}V{:.1}\"/>{}", y + w, foot[1], ground(foot));
            labels.block([x - 12.0, x + 12.0], [y, foot[1] + 8.0]);
            labels.place(&letter, 9.0, &[[x + 8.0, y + w + 12.0]], true);
            continue;
        };
        let [dx, dy] = [at[*end][0] - x, at[*end][1] - y];
        let length = dx.hypot(dy).max(1.0);
        let [ex, ey] = [dx / length, dy / length];
        let _ = write!(
            svg,
            "<path {STYLE} d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            x + w * ex,
            y + w * ey,
            at[*end][0],
            at[*end][1]
        );
        labels.place(&letter, 9.0, &[[x + (w + 9.0) * ex - 6.0 * ey, y + (w + 9.0) * ey - 5.0 * ex.abs() - 1.0]], true);
    }
    svg += &placed(symbol, [x, y], 0.0);
    block(labels, symbol, [x, y]);
    let [below, above] = [y + symbol.half_height + 12.0, y - symbol.half_height - 29.0];
    let value = [x, y - symbol.half_height - 5.0];
    Some(Drawn {
        svg,
        value,
        points: vec![[x, below], [x, above], [x + 36.0, below], [x - 36.0, below], [x, below + 30.0]],
    })
}

fn block(labels: &mut Labels, symbol: &Symbol, [x, y]: [f64; 2]) {
    let (w, h) = (symbol.half_width, symbol.half_height);
    labels.block([x - w, x + w], [y - h, y + h]);
}

fn placed(symbol: &Symbol, [x, y]: [f64; 2], turned: f64) -> String {
    if symbol.path.is_empty() {
        return String::new();
    }
    let turned = if turned.abs() > 0.05 { format!(" rotate({turned:.1})") } else { String::new() };
    let path = &symbol.path;
    format!(
        "<path class=\"s\" transform=\"translate({x:.1} {y:.1}){turned}\" d=\"{path}\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.8\"/>"
    )
}

/// The hatched ground.
fn ground([x, y]: [f64; 2]) -> String {
    format!("<path {STYLE} d=\"M{:.1} {y:.1}h20m-20 0l-4 6m9 -6l-4 6m9 -6l-4 6m9 -6l-4 6\"/>", x - 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(kind: &str, ends: Vec<Option<usize>>, ratio: Option<f64>) -> Link {
        let roles = if ends.len() == 3 { ["sun", "ring", "carrier"].map(String::from).to_vec() } else { vec![] };
        Link { name: format!("a <{kind}>"), kind: kind.into(), ends, stiffness: None, roles, ratio }
    }

    fn boxes(svg: &str) -> Vec<[f64; 4]> {
        let attribute = |part: &str, name: &str| {
            let from = part.find(&format!("{name}=\"")).unwrap() + name.len() + 2;
            part[from..].split('"').next().unwrap().parse::<f64>().unwrap()
        };
        let texts = svg.split("<text class=\"t\" ").skip(2);
        texts
            .map(|part| {
                let [x, y, size] = ["x", "y", "font-size"].map(|name| attribute(part, name));
                let words = part.split('>').nth(1).unwrap().split('<').next().unwrap();
                let half = 0.5 * LETTER * size * words.replace("&lt;", "<").replace("&gt;", ">").chars().count() as f64;
                [x - half, y - size, x + half, y]
            })
            .collect()
    }

    #[test]
    fn a_drawing_has_every_disc_and_connection_with_inertia_ratio_and_symbol() {
        let disc = |name: &str| (name.to_string(), 0.5);
        let train = Train {
            discs: ["engine", "sun", "carrier", "ring"].map(disc).to_vec(),
            links: vec![
                link("clutch", vec![Some(0), Some(1)], None),
                link("planetary", vec![Some(1), Some(3), Some(2)], Some(2.5)),
                link("clutch", vec![Some(3), None], None),
            ],
        };
        let svg = mass_elastic(&train);
        assert_eq!((svg.matches("data-disc=").count(), svg.matches("data-link=").count()), (4, 3));
        assert_eq!(svg.matches("class=\"s\"").count(), 3);
        assert!(svg.contains("i = 2.5") && svg.contains("0.5 kg·m²") && !svg.contains("a <clutch>"));
        for letter in ["S", "R", "C"] {
            assert!(svg.contains(&format!(">{letter}</text>")), "{letter}");
        }
    }

    #[test]
    fn labels_of_crowded_trains_do_not_overlap() {
        let discs: Vec<(String, f64)> = (0..30).map(|i| (format!("disc number {i}"), 1.0 + i as f64)).collect();
        let links = (1..30).map(|i| link("stage", vec![Some(i / 2), Some(i)], Some(-3.25))).collect();
        let svg = mass_elastic(&Train { discs, links });
        let all = boxes(&svg);
        let names = 30;
        assert!(all.len() > names);
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                assert!(!(a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]), "{a:?} {b:?}");
            }
        }
    }
}
