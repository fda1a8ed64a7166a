//! The channels of a run: the plots of the model file, or item by item.

use super::{Run, plotted, table};
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
        match plot.over.filter(|[from, to]| run.stored.time.iter().all(|time| time < from || time > to)) {
            Some(window) => {
                let [from, to] = window.map(|time| significant(time, 6));
                *out += &format!("<p class=\"soft\">The run has nothing from {from} s to {to} s.</p>\n");
            }
            None => plotted(out, &plain.figure(run.stored)?),
        }
    }
    let shown: Vec<&str> =
        run.scene.plots.iter().flat_map(|p| p.lines.iter().chain(&p.x)).map(|line| line.channel.as_str()).collect();
    let names = run.stored.info.iter().map(|info| info.name.as_str());
    let rest: Vec<&str> = names.filter(|name| !shown.contains(name)).collect();
    if !rest.is_empty() {
        *out += &format!("<details><summary>{} channels without a plot</summary>\n", rest.len());
        table(out, &["of", "channels"], &grouped(&rest));
        *out += "</details>\n";
    }
    Ok(())
}

/// Items with the same channels, and these channels.
fn grouped(names: &[&str]) -> Vec<Vec<String>> {
    let mut items: Vec<(&str, Vec<&str>)> = vec![];
    for name in names {
        let (item, channel) = name.rsplit_once('.').unwrap_or(("the model", name));
        match items.iter_mut().find(|(of, _)| *of == item) {
            Some((_, channels)) => channels.push(channel),
            None => items.push((item, vec![channel])),
        }
    }
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = vec![];
    for (item, channels) in items {
        match groups.iter_mut().find(|(_, of)| *of == channels) {
            Some((items, _)) => items.push(item),
            None => groups.push((vec![item], channels)),
        }
    }
    groups.iter().map(|(items, of)| vec![escaped(&items.join(", ")), escaped(&of.join(", "))]).collect()
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
        let unit = components.first().map_or("", |component| run.stored.info[component.place].unit.as_str());
        let zero = (ROUNDING * size).max(rounded_zero(unit));
        let (moving, same): (Vec<_>, Vec<_>) = components.into_iter().partition(|c| c.high - c.low > zero);
        still.extend(same.iter().map(|component| component.words(run, zero)));
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
        plotted(&mut text, &figure);
    }
    if !still.is_empty() {
        text += &format!("<p class=\"soft\">Constant: {}.</p>\n", still.join(", "));
    }
    Ok(text)
}

/// Changes below this fraction of the size of the vector are rounding errors.
const ROUNDING: f64 = 1e-10;

/// What is smaller than this in SI units is zero with rounding errors: lengths, forces and speeds of mechanisms are never so small. In
/// accelerations those of forces are divided by small masses.
fn rounded_zero(unit: &str) -> f64 {
    if unit.ends_with("/s^2") { 1e-9 } else { 1e-15 }
}

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

    /// Its name and value, where what is not above `zero` is zero.
    fn words(&self, run: &Run, zero: f64) -> String {
        let unit = &run.stored.info[self.place].unit;
        let unit = if unit == "1" { String::new() } else { format!(" {}", typeset(unit)) };
        let value = if self.first.abs() <= zero { 0.0 } else { self.first };
        escaped(&format!("{} = {}{unit}", self.label, significant(value, 6)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_with_the_same_channels_are_listed_together() {
        let names = ["a.angle", "a.speed", "b.angle", "c.force", "d/b.speed", "energy", "b.speed"];
        let rows = [["a, b", "angle, speed"], ["c", "force"], ["d/b", "speed"], ["the model", "energy"]];
        assert_eq!(grouped(&names), rows.map(|row| row.map(String::from).to_vec()));
    }
}
