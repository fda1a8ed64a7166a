//! The channels of a run: the plots of the model file, or item by item.

use super::{Run, framed};
use crate::error::Error;
use crate::figure::{Figure, escaped, typeset};
use crate::number::significant;
use crate::plot::{Line, Plot, by_item, family};

/// Maximum size of all figures in characters; further plots are left to `halfshaft plot`, to limit the size of the report.
const ROOM: usize = 2_200_000;
/// Number of items shown expanded.
const UNFOLDED: usize = 3;

pub(super) fn plots(run: &Run, out: &mut String) -> Result<(), Error> {
    if run.stored.time.is_empty() {
        return Ok(());
    }
    if run.scene.plots.is_empty() { items(run, out) } else { requested_plots(run, out) }
}

/// The plots of the model file, and the names of the other channels.
fn requested_plots(run: &Run, out: &mut String) -> Result<(), Error> {
    *out += "<h2>Plots</h2>\n";
    for plot in &run.scene.plots {
        if !plot.title.is_empty() {
            *out += &format!("<h3>{}</h3>\n", escaped(&plot.title));
        }
        let plain = Plot { title: String::new(), ..plot.clone() };
        framed(out, &plain.figure(run.stored)?.svg());
    }
    let shown: Vec<&str> =
        run.scene.plots.iter().flat_map(|p| p.lines.iter().chain(&p.x)).map(|line| line.channel.as_str()).collect();
    let names = run.stored.info.iter().map(|info| info.name.as_str());
    let rest: Vec<String> = names.filter(|name| !shown.contains(name)).map(escaped).collect();
    if !rest.is_empty() {
        *out += &format!(
            "<details><summary>{} channels without a plot</summary><p class=\"soft\">{}</p></details>\n",
            rest.len(),
            rest.join(", ")
        );
    }
    Ok(())
}

/// A figure for each item with a panel for each of its vectors; constant channels are listed as text.
fn items(run: &Run, out: &mut String) -> Result<(), Error> {
    let all = by_item(run.stored);
    if all.is_empty() {
        return Ok(());
    }
    *out += "<h2>Channels</h2>\n";
    let begin = out.len();
    let mut left_out = vec![];
    for (i, (item, places)) in all.iter().enumerate() {
        if out.len() - begin > ROOM {
            left_out.push(escaped(item));
            continue;
        }
        let open = if i < UNFOLDED { " open" } else { "" };
        *out +=
            &format!("<details{open}><summary>{}</summary>\n{}</details>\n", escaped(item), self::item(run, places)?);
    }
    if !left_out.is_empty() {
        *out += &format!(
            "<p class=\"note\">Omitted to keep this file small: {}. <code>halfshaft plot</code> plots any channel.</p>\n",
            left_out.join(", ")
        );
    }
    Ok(())
}

fn item(run: &Run, places: &[usize]) -> Result<String, Error> {
    let mut families: Vec<(&str, Vec<Component>)> = vec![];
    for &place in places {
        let info = &run.stored.info[place];
        let channel = info.name.rsplit_once('.').map_or(info.name.as_str(), |(_, channel)| channel);
        let (family, part) = family(channel);
        // Quaternions are not plotted.
        if family == "rotation" && part.is_some() {
            continue;
        }
        let component = Component::new(place, channel, &run.stored.column(place)?);
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, components)) => components.push(component),
            None => families.push((family, vec![component])),
        }
    }
    let mut still = vec![];
    let mut figure = Figure::default();
    for (family, components) in families {
        let size = components.iter().map(|c| c.low.abs().max(c.high.abs())).fold(0.0, f64::max);
        let (moving, same): (Vec<_>, Vec<_>) =
            components.into_iter().partition(|c| c.high - c.low > (ROUNDING * size).max(ROUNDED_ZERO));
        still.extend(same.iter().map(|component| component.words(run, size)));
        let several = moving.len() > 1;
        let line = |component: Component| Line {
            label: Some(component.label),
            ..Line::plain(&run.stored.info[component.place].name)
        };
        let lines: Vec<Line> = moving.into_iter().map(line).collect();
        if lines.is_empty() {
            continue;
        }
        let mut drawn = Plot { lines, ..Plot::default() }.figure(run.stored)?;
        for panel in drawn.panels.iter_mut().filter(|_| several) {
            let name = family.replace('_', " ");
            panel.label = if panel.label.is_empty() { name } else { format!("{name} in {}", panel.label) };
        }
        figure.x_label = drawn.x_label;
        figure.panels.append(&mut drawn.panels);
    }
    let mut text = String::new();
    if !figure.panels.is_empty() {
        framed(&mut text, &figure.svg());
    }
    if !still.is_empty() {
        text += &format!("<p class=\"soft\">Constant: {}.</p>\n", still.join(", "));
    }
    Ok(text)
}

/// Changes below this fraction of the size of the vector are rounding errors.
const ROUNDING: f64 = 1e-10;
/// What is smaller than this in SI units is zero with rounding errors: lengths, forces and speeds of mechanisms are never so small.
const ROUNDED_ZERO: f64 = 1e-15;

/// One channel of an item.
struct Component {
    place: usize,
    label: String,
    first: f64,
    low: f64,
    high: f64,
}

impl Component {
    fn new(place: usize, channel: &str, values: &[f64]) -> Self {
        let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
        Component { place, label: channel.replace('_', " "), first: values.first().copied().unwrap_or(0.0), low, high }
    }

    fn words(&self, run: &Run, size: f64) -> String {
        let unit = &run.stored.info[self.place].unit;
        let unit = if unit == "1" { String::new() } else { format!(" {}", typeset(unit)) };
        let value = if self.first.abs() <= (ROUNDING * size).max(ROUNDED_ZERO) { 0.0 } else { self.first };
        escaped(&format!("{} = {}{unit}", self.label, significant(value, 6)))
    }
}
