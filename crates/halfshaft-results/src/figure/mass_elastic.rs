//! The mass-elastic diagram of a torsional train: discs with their inertias, connections with standard symbols.
//!
//! Groups carry `data-disc` and `data-link` with the index in the train, so that a player can animate the drawing; a connection of three
//! and more also carries the centre of its symbol as `data-hub`.

use super::labels::{LETTER, Labels, NAME, Side, Spot, VALUE, overlap, spots_about};
use super::paper::COLOURS;
use super::symbols::{self, Symbol};
use super::{escaped, typeset};
use crate::number::significant;
use crate::train::{Link, Train};
use std::fmt::Write;

const ROW: f64 = 140.0;
const TOP: f64 = 104.0;
pub(super) const MARGIN: f64 = 60.0;
/// Distance of neighbouring discs: three of them fit on a phone.
const PITCH: f64 = 120.0;
/// Width and largest half height of a disc.
const DISC: f64 = 14.0;
const HIGHEST: f64 = 32.0;
/// The largest half width of a disc in a diagram that runs down.
const WIDEST: f64 = 22.0;
/// Distance of neighbouring discs in a diagram that runs down, of its branches for up to three, and the width that more of them share.
const STEP_DOWN: f64 = 104.0;
const LANE: f64 = 118.0;
const LANES: f64 = 330.0;
/// Space left of a diagram that runs down, for inertias.
const SIDE: f64 = 84.0;
/// Distance between branches to the ground.
const BRANCH: f64 = 30.0;
/// Space below the lowest and right of the rightmost part.
const EDGE: f64 = 10.0;

/// The start of a drawing of some width and height, with its title and classes. A page may show it as small and as large as these multiples;
/// by default it is as wide as the page.
pub(super) fn begin(title: &str, class: &str, [width, height]: [f64; 2], sizes: Option<[f64; 2]>) -> String {
    let title = escaped(title);
    let [least, natural] = sizes.unwrap_or([0.0, 1.0]);
    let style = if least > 0.0 { format!(" style=\"min-width:{:.0}px\"", least * width) } else { String::new() };
    let [w, h] = [natural * width, natural * height];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" role=\"img\"{style} viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{w:.0}\" \
         height=\"{h:.0}\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"11\" fill=\"#222\"><title>{title}</title>\
         <rect class=\"b\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text class=\"t\" x=\"14\" y=\"20\" font-size=\"14\" font-weight=\"600\">{title}</text>"
    )
}

/// The part of a path behind its last slash.
fn tail(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Which way a diagram runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right, with branches below each other.
    Across,
    /// From top to bottom, with branches beside each other: for a phone, which is moved down anyway.
    Down,
}

/// Where the discs are, and how large.
struct Grid {
    direction: Direction,
    /// The centre of each disc.
    at: Vec<[f64; 2]>,
    /// Half the diameter of each disc.
    halves: Vec<f64>,
}

impl Grid {
    /// Diameters grow with the cube root of the inertia.
    fn new(train: &Train, direction: Direction) -> Self {
        let layout = train.layout();
        let lanes = layout.iter().map(|place| place[1] + 1).max().unwrap_or(1);
        let place = |[along, aside]: [usize; 2]| {
            let [along, aside] = [along as f64, aside as f64];
            match direction {
                Direction::Across => [MARGIN + PITCH * along, TOP + ROW * aside],
                Direction::Down => [SIDE + LANE.min(LANES / lanes as f64) * aside, 56.0 + STEP_DOWN * along],
            }
        };
        let largest = train.discs.iter().fold(0.0_f64, |most, disc| most.max(disc.1));
        let highest = if direction == Direction::Across { HIGHEST } else { WIDEST };
        let part = |inertia: f64| if largest > 0.0 { (inertia / largest).cbrt() } else { 0.0 };
        let halves = train.discs.iter().map(|disc| 7.0 + (highest - 7.0) * part(disc.1)).collect();
        Grid { direction, at: layout.into_iter().map(place).collect(), halves }
    }

    /// Half the width and half the height of a disc.
    fn extent(&self, disc: usize) -> [f64; 2] {
        match self.direction {
            Direction::Across => [DISC / 2.0, self.halves[disc]],
            Direction::Down => [self.halves[disc], DISC / 2.0],
        }
    }
}

/// Discs with heights in proportion to the cube root of their inertia and with their inertias; shafts with their stiffness;
/// gears, planetary sets, clutches, brakes and other connections with their symbols and ratios.
pub fn mass_elastic(train: &Train, direction: Direction) -> String {
    let grid = Grid::new(train, direction);
    let mut labels = Labels::default();
    for (k, [x, y]) in grid.at.iter().enumerate() {
        let [w, h] = grid.extent(k);
        labels.symbol([x - w, y - h, x + w, y + h]);
    }
    // Branches to the ground come last and stand where there is space.
    let mut drawn: Vec<Option<Drawn>> = train.links.iter().map(|_| None).collect();
    for branches in [false, true] {
        for (link, drawn) in train.links.iter().zip(&mut drawn) {
            if (link.ends.iter().flatten().count() < 2) == branches {
                *drawn = draw(link, &grid, &mut labels);
            }
        }
    }
    let discs = discs(train, &grid, &mut labels);
    let mut links = String::new();
    for (k, (link, drawn)) in train.links.iter().zip(&drawn).enumerate() {
        let Some(Drawn { svg: drawing, values, hub, .. }) = drawn else { continue };
        let [x, y] = labels.value(values);
        let hub = hub.map_or(String::new(), |[x, y]| format!(" data-hub=\"{x:.1} {y:.1}\""));
        let stiffness = link.stiffness.map_or(String::new(), |k| format!(", {} N·m/rad", significant(k, 4)));
        let _ = write!(
            links,
            "<g data-link=\"{k}\" data-at=\"{x:.1} {y:.1}\"{hub}><title>{}: {}{stiffness}{}</title>{drawing}</g>",
            escaped(&link.name),
            link.kind.replace('_', " "),
            link.ratio.map_or(String::new(), |i| format!(", ratio {}", significant(i, 5)))
        );
    }
    write_amounts(train, &grid, &drawn, &mut labels);
    let most = |of: fn(&[f64; 4]) -> f64, least: f64| labels.taken.iter().map(of).fold(least, f64::max) + EDGE;
    let size = [most(|area| area[2], 200.0), most(|area| area[3], 56.0)];
    let (class, sizes) = match direction {
        Direction::Across => ("figure train across", [0.85, 1.25]),
        Direction::Down => ("figure train down", [0.0, 1.0]),
    };
    begin("Mass-elastic diagram", class, size, Some(sizes))
        + &links
        + &discs
        + "<g class=\"h\" stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">"
        + &labels.svg
        + "</g></svg>"
}

/// The inertias of the discs; the names of connections with their ratio or stiffness.
fn write_amounts(train: &Train, grid: &Grid, drawn: &[Option<Drawn>], labels: &mut Labels) {
    for (k, (_, inertia)) in train.discs.iter().enumerate() {
        let ([x, y], [w, h]) = (grid.at[k], grid.extent(k));
        let amount = format!("{} {}", significant(*inertia, 3), typeset("kg m^2"));
        let [left, right] = [x - w - 6.0, x + w + 6.0];
        let spots = match grid.direction {
            Direction::Across => {
                [y + h + 12.0, y + HIGHEST + 14.0, y - h - 4.0].map(|y| Spot::new(Side::Centred, [x, y])).to_vec()
            }
            Direction::Down => {
                let ends = [(Side::Before, left), (Side::Behind, right)];
                [y + 4.0, y + 24.0].iter().flat_map(|&y| ends.map(|(side, x)| Spot::new(side, [x, y]))).collect()
            }
        };
        labels.place(&[&amount], &spots, [x - w, y - h, x + w, y + h]);
    }
    for (link, drawn) in train.links.iter().zip(drawn) {
        let Some(Drawn { spots, area, .. }) = drawn else { continue };
        let value = match (link.ratio, link.stiffness, &link.body) {
            (Some(ratio), ..) => format!("i = {}", significant(ratio, 4)),
            (None, Some(k), _) => format!("{} N·m/rad", significant(k, 3)),
            (None, None, Some(body)) => tail(body).to_owned(),
            (None, None, None) => String::new(),
        };
        labels.place(&[tail(&link.name), &value], spots, *area);
    }
}

/// The discs with their names; each says where a player writes a value.
fn discs(train: &Train, grid: &Grid, labels: &mut Labels) -> String {
    let mut svg = String::new();
    for (k, (name, inertia)) in train.discs.iter().enumerate() {
        let ([x, y], [w, h]) = (grid.at[k], grid.extent(k));
        let short = tail(name);
        let aside = w + 6.0 + (0.5 * LETTER * NAME * short.chars().count() as f64).max(VALUE[0]);
        let points = match grid.direction {
            // Above the disc, else beside or below it, where no line goes.
            Direction::Across => {
                let [above, below] = [y - HIGHEST - 6.0, y + h + 40.0];
                let beside = [[x - aside, y - 4.0], [x + aside, y - 4.0]];
                [&[[x, above], [x - aside, above], [x + aside, above]], &beside[..], &[[x, below]]].concat()
            }
            Direction::Down => [10.0, -8.0, 28.0].map(|dy| [[x + aside, y + dy], [x - aside, y + dy]]).concat(),
        };
        let [vx, vy] = labels.name(short, &points);
        let _ = write!(
            svg,
            "<g data-disc=\"{k}\" data-at=\"{vx:.1} {vy:.1}\"><title>{0}: {1} kg·m²</title><rect class=\"c0\" x=\"{2:.1}\" y=\"{3:.1}\" width=\"{4:.1}\" height=\"{5:.1}\" rx=\"2\" fill=\"{6}\"/></g>",
            escaped(name),
            significant(*inertia, 5),
            x - w,
            y - h,
            2.0 * w,
            2.0 * h,
            COLOURS[0]
        );
    }
    svg
}

const STYLE: &str = "fill=\"none\" stroke=\"#555\" stroke-width=\"2\"";

/// A connection: its drawing, the centre of a symbol to which several discs are connected, the points at which a player can write a value,
/// the places for its label, and the area of its symbol.
struct Drawn {
    svg: String,
    hub: Option<[f64; 2]>,
    values: Vec<[f64; 2]>,
    spots: Vec<Spot>,
    area: [f64; 4],
}

/// A connection.
fn draw(link: &Link, grid: &Grid, labels: &mut Labels) -> Option<Drawn> {
    let at = &grid.at;
    let symbol = symbols::of(&link.kind, link.ratio);
    let ends: Vec<usize> = link.ends.iter().flatten().copied().collect();
    match ends[..] {
        [a] => to_ground(at[a], grid.extent(a)[0], &symbol, link.body.is_some(), labels),
        [a, b] if link.ends.len() == 2 => between(at[a], at[b], &symbol, labels),
        [] => None,
        _ => star(link, grid, &symbol, labels),
    }
}

/// A connection of two discs.
fn between(a: [f64; 2], b: [f64; 2], symbol: &Symbol, labels: &mut Labels) -> Option<Drawn> {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let length = dx.hypot(dy).max(1.0);
    let [ex, ey] = [dx / length, dy / length];
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
    labels.block_line(a, b);
    let near = my - symbol.half_height.max(2.0) - 5.0;
    let off = w.max(4.0) + VALUE[0] + 4.0;
    let values =
        vec![[mx, near], [mx + off, my - 4.0], [mx - off, my - 4.0], [mx + off, my + 14.0], [mx - off, my + 14.0]];
    let half = [w.max(4.0), symbol.half_height.max(2.0)];
    Some(Drawn { svg, hub: None, values, spots: spots_about([mx, my], half), area: about([mx, my], half) })
}

/// A connection of a disc to the ground or to a body, as a branch beside the disc, which has some half width, and down: on the right,
/// on the left or farther to the right, wherever nothing is, or at least no other symbol.
fn to_ground([x, y]: [f64; 2], half: f64, symbol: &Symbol, body: bool, labels: &mut Labels) -> Option<Drawn> {
    let (middle, end) = (y + 22.0, y + 44.0);
    let low = end + if body { 14.0 } else { 8.0 };
    let near = half + 12.0;
    let area = |foot: f64| [foot - 13.0, y + 8.0, foot + 13.0, low];
    let feet = [near, -near, near + BRANCH, -near - BRANCH, near + 2.0 * BRANCH].map(|off| x + off);
    let is_clear = |foot: &f64| labels.is_free(area(*foot));
    let has_no_symbol = |foot: &f64| !labels.symbols.iter().any(|other| overlap(area(*foot), *other));
    let found = feet.into_iter().find(is_clear).or(feet.into_iter().find(has_no_symbol));
    let foot = found.unwrap_or(x + near);
    let w = symbol.half_width.min(12.0);
    let mut svg = format!(
        "<path {STYLE} d=\"M{x:.1} {y:.1}H{foot:.1}V{:.1}M{foot:.1} {:.1}V{end:.1}\"/>",
        middle - w,
        middle + w
    );
    svg += &placed(symbol, [foot, middle], 90.0);
    svg += &if body { solid([foot, end]) } else { ground([foot, end]) };
    labels.symbol([foot - 13.0, y, foot + 13.0, low]);
    let values = vec![
        [foot + 45.0, middle + 4.0],
        [foot - 45.0, middle + 4.0],
        [foot + 45.0, end + 4.0],
        [foot - 45.0, end + 4.0],
        [foot, end + 38.0],
        [foot - 16.0, end + 38.0],
        [foot + 45.0, middle - 12.0],
        [foot + 62.0, middle + 20.0],
        [foot + 62.0, end + 22.0],
    ];
    let (centre, half) = ([foot, 0.5 * (middle + low)], [13.0, 0.5 * (low - middle)]);
    Some(Drawn { svg, hub: None, values, spots: spots_about(centre, half), area: about(centre, half) })
}

/// A connection of three and more, with its symbol between them.
fn star(link: &Link, grid: &Grid, symbol: &Symbol, labels: &mut Labels) -> Option<Drawn> {
    let at = &grid.at;
    let (w, h) = (symbol.half_width, symbol.half_height);
    let [x, y] = hub(link, grid, [w, h], labels);
    // Connections end on the ellipse about the symbol.
    let edge = |ex: f64, ey: f64| 1.0 / (ex / w).hypot(ey / h);
    let mut svg = String::new();
    for (end, role) in link.ends.iter().zip(link.roles.iter().map(String::as_str).chain(std::iter::repeat(""))) {
        let letter = if role.len() > 1 { role[..1].to_uppercase() } else { String::new() };
        let Some(end) = end else {
            // Below the symbol; beside it where the train runs down.
            let (foot, path) = match grid.direction {
                Direction::Across => ([x, y + h + 18.0], format!("M{x:.1} {:.1}V{:.1}", y + h, y + h + 18.0)),
                Direction::Down => {
                    let foot = [x + w + 16.0, y + 20.0];
                    (foot, format!("M{:.1} {y:.1}H{:.1}V{:.1}", x + w, foot[0], foot[1]))
                }
            };
            let _ = write!(svg, "<path {STYLE} d=\"{path}\"/>{}", ground(foot));
            labels.symbol([foot[0] - 12.0, y, foot[0] + 12.0, foot[1] + 8.0]);
            labels.letter(&letter, [foot[0] + 8.0, foot[1] - 6.0]);
            continue;
        };
        let [dx, dy] = [at[*end][0] - x, at[*end][1] - y];
        let length = dx.hypot(dy).max(1.0);
        let [ex, ey] = [dx / length, dy / length];
        let far = edge(ex, ey);
        let _ = write!(
            svg,
            "<path {STYLE} d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            x + far * ex,
            y + far * ey,
            at[*end][0],
            at[*end][1]
        );
        labels.block_line([x + far * ex, y + far * ey], at[*end]);
        labels.letter(&letter, [x + (far + 9.0) * ex - 6.0 * ey, y + (far + 9.0) * ey - 5.0 * ex.abs() - 1.0]);
    }
    svg += &placed(symbol, [x, y], 0.0);
    block(labels, symbol, [x, y]);
    let off = w + VALUE[0] + 4.0;
    let values = vec![[x, y - h - 5.0], [x + off, y - 4.0], [x - off, y - 4.0]];
    let half = [w, h];
    Some(Drawn { svg, hub: Some([x, y]), values, spots: spots_about([x, y], half), area: about([x, y], half) })
}

fn about([x, y]: [f64; 2], [w, h]: [f64; 2]) -> [f64; 4] {
    [x - w, y - h, x + w, y + h]
}

/// Where the symbol of a connection of three and more is: between its discs, and beside those of others between the same discs.
fn hub(link: &Link, grid: &Grid, half: [f64; 2], labels: &Labels) -> [f64; 2] {
    // The axis along the train, and the one aside.
    let (along, aside, pitch) = if grid.direction == Direction::Across { (0, 1, PITCH) } else { (1, 0, STEP_DOWN) };
    let ends: Vec<[f64; 2]> = link.ends.iter().flatten().map(|&k| grid.at[k]).collect();
    let low = ends.iter().fold(f64::INFINITY, |least, end| least.min(end[along]));
    let high = ends.iter().fold(f64::NEG_INFINITY, |most, end| most.max(end[along]));
    let middle = ends.iter().map(|end| end[aside]).sum::<f64>() / ends.len() as f64;
    let place = |shift: f64| {
        let mut point = [0.0; 2];
        point[along] = if high > low { low + pitch.min(high - low) / 2.0 } else { low + pitch / 2.0 };
        point[aside] = middle + shift * (2.0 * half[aside] + 4.0);
        point
    };
    let area = |[x, y]: [f64; 2]| [x - half[0], y - half[1], x + half[0], y + half[1]];
    let is_free = |point: &[f64; 2]| !labels.symbols.iter().any(|other| overlap(area(*point), *other));
    [0.0, 1.0, -1.0, 2.0, -2.0].map(place).into_iter().find(is_free).unwrap_or(place(0.0))
}

fn block(labels: &mut Labels, symbol: &Symbol, [x, y]: [f64; 2]) {
    let (w, h) = (symbol.half_width, symbol.half_height);
    labels.symbol([x - w, y - h, x + w, y + h]);
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

/// A body of the scene in space.
fn solid([x, y]: [f64; 2]) -> String {
    format!(
        "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"22\" height=\"12\" rx=\"4\" fill=\"#9aa3a8\" stroke=\"#555\"/>",
        x - 11.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(kind: &str, ends: Vec<Option<usize>>, ratio: Option<f64>) -> Link {
        let roles = if ends.len() == 3 { ["sun", "ring", "carrier"].map(String::from).to_vec() } else { vec![] };
        Link { name: format!("a <{kind}>"), kind: kind.into(), ends, roles, ratio, ..Link::default() }
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
        let svg = mass_elastic(&train, Direction::Across);
        assert_eq!((svg.matches("data-disc=").count(), svg.matches("data-link=").count()), (4, 3));
        assert_eq!(svg.matches("class=\"s\"").count(), 3);
        assert!(svg.contains("i = 2.5") && svg.contains("0.5 kg·m²") && !svg.contains("a <clutch>"));
        for letter in ["S", "R", "C"] {
            assert!(svg.contains(&format!(">{letter}</text>")), "{letter}");
        }
    }

    #[test]
    fn three_discs_fit_on_a_phone_and_a_branch_to_a_body_ends_in_it() {
        let discs = ["a", "b", "c"].map(|name| (name.to_string(), 0.5)).to_vec();
        let mut links = vec![link("shaft", vec![Some(0), Some(1)], None), link("shaft", vec![Some(1), Some(2)], None)];
        let plain = mass_elastic(&Train { discs: discs.clone(), links: links.clone() }, Direction::Across);
        let width: f64 = plain.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(width < 374.0, "{width}");
        links.push(Link { body: Some("set/carrier".into()), ..link("shaft_on_body", vec![Some(2), None], None) });
        let svg = mass_elastic(&Train { discs, links }, Direction::Across);
        assert!(svg.contains(">carrier</text>") && svg.matches("rx=\"4\"").count() == 1);
    }

    #[test]
    fn labels_of_crowded_trains_do_not_overlap() {
        let discs: Vec<(String, f64)> = (0..30).map(|i| (format!("disc number {i}"), 1.0 + i as f64)).collect();
        let links = |near: fn(usize) -> usize| -> Vec<Link> {
            (1..30).map(|i| link("stage", vec![Some(near(i)), Some(i)], Some(-3.25))).collect()
        };
        // Many branches, and two long ones: beside each other there is space for few.
        let wide = Train { discs: discs.clone(), links: links(|i| i / 2) };
        let long = Train { discs, links: links(|i| i.saturating_sub(2)) };
        for (train, direction) in [(&wide, Direction::Across), (&long, Direction::Across), (&long, Direction::Down)] {
            let all = boxes(&mass_elastic(train, direction));
            let names = 30;
            assert!(all.len() > names, "{direction:?}");
            for (i, a) in all.iter().enumerate() {
                assert!(a[0] >= 0.0, "{direction:?} {a:?}");
                for b in &all[i + 1..] {
                    assert!(!overlap(*a, *b), "{direction:?} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_train_that_runs_down_fits_on_a_phone() {
        let discs: Vec<(String, f64)> = (0..20).map(|i| (format!("disc number {i}"), 1.0 + i as f64)).collect();
        let mut links: Vec<Link> = (1..19).map(|i| link("shaft", vec![Some(i - 1), Some(i)], None)).collect();
        links.push(link("planetary", vec![Some(17), Some(18), Some(19)], Some(2.5)));
        links.push(link("clutch", vec![Some(4), None], None));
        let svg = mass_elastic(&Train { discs, links }, Direction::Down);
        let size = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
        let [width, height] = [0, 1].map(|k| size.split(' ').nth(k).unwrap().parse::<f64>().unwrap());
        assert!(width < 400.0 && height > 1500.0, "{size}");
        assert_eq!((svg.matches("data-disc=").count(), svg.matches("data-hub=").count()), (20, 1));
    }
}
