//! The channels of a run: as the model asks for them, or item by item.

use super::Run;
use crate::error::Error;
use crate::figure::{escaped, spelled};
use crate::number::significant;
use crate::plot::{Line, Plot, by_item, family};

/// Drawings beyond this many characters are left to `halfshaft plot`, so that a report stays a file one can send.
const ROOM: usize = 2_200_000;
/// So many items are shown unfolded.
const UNFOLDED: usize = 3;

pub(super) fn plots(run: &Run, out: &mut String) -> Result<(), Error> {
    if run.stored.time.is_empty() {
        return Ok(());
    }
    if run.scene.plots.is_empty() { items(run, out) } else { asked(run, out) }
}

/// The plots of the model file, and the names of what they leave out.
fn asked(run: &Run, out: &mut String) -> Result<(), Error> {
    *out += "<h2>Plots</h2>\n";
    for plot in &run.scene.plots {
        if !plot.title.is_empty() {
            *out += &format!("<h3>{}</h3>\n", escaped(&plot.title));
        }
        let plain = Plot { title: String::new(), ..plot.clone() };
        *out += &plain.figure(run.stored)?.svg();
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

/// A figure for each item with a panel for each of its vectors; what does not change is told in words.
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
            "<p class=\"note\">Left out, to keep this file small: {}. <code>halfshaft plot</code> draws any channel.</p>\n",
            left_out.join(", ")
        );
    }
    Ok(())
}

fn item(run: &Run, places: &[usize]) -> Result<String, Error> {
    let mut families: Vec<(&str, Vec<Line>)> = vec![];
    let mut still = vec![];
    for &place in places {
        let info = &run.stored.info[place];
        let channel = info.name.rsplit_once('.').map_or(info.name.as_str(), |(_, channel)| channel);
        let (family, part) = family(channel);
        // Quaternions are for programs.
        if family == "rotation" && part.is_some() {
            continue;
        }
        let values = run.stored.column(place)?;
        if let Some(value) = constant(&values) {
            let unit = if info.unit == "1" { String::new() } else { format!(" {}", spelled(&info.unit)) };
            still.push(escaped(&format!("{} = {}{unit}", channel.replace('_', " "), significant(value, 6))));
            continue;
        }
        let line = Line { label: Some(channel.replace('_', " ")), ..Line::plain(&info.name) };
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, lines)) => lines.push(line),
            None => families.push((family, vec![line])),
        }
    }
    let mut text = String::new();
    let mut panels = vec![];
    let mut figure = None;
    for (family, lines) in families {
        let several = lines.len() > 1;
        let mut drawn = Plot { lines, ..Plot::default() }.figure(run.stored)?;
        for panel in &mut drawn.panels {
            if several {
                panel.label = format!("{} in {}", family.replace('_', " "), panel.label);
            }
        }
        panels.append(&mut drawn.panels);
        figure.get_or_insert(drawn);
    }
    if let Some(mut figure) = figure {
        figure.panels = panels;
        text += &figure.svg();
    }
    if !still.is_empty() {
        text += &format!("<p class=\"soft\">Without change: {}.</p>\n", still.join(", "));
    }
    Ok(text)
}

/// The value of a channel that never changes but for rounding.
fn constant(values: &[f64]) -> Option<f64> {
    let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
    let same = high - low <= 1e-12 * low.abs().max(high.abs());
    (same && !values.is_empty()).then(|| values[0])
}
