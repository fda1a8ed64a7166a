//! Plots, as requested by a model file or derived from its channels, and their figures.

use crate::error::Error;
use crate::figure::{Curve, Figure, Panel, prefixed, typeset};
use crate::measure::Unit;
use crate::stored::Stored;
use serde::{Deserialize, Serialize};

/// The definition of a plot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// Its title; may be empty.
    pub title: String,
    /// The channel of the x axis; by default the time.
    pub x: Option<Line>,
    /// The channels of the y axes; one panel per quantity.
    pub lines: Vec<Line>,
    /// Time window in seconds; by default the whole run.
    pub over: Option<[f64; 2]>,
    /// Whether the x and y axes are logarithmic.
    pub log: [bool; 2],
}

/// One channel in a plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its path.
    pub channel: String,
    /// Its label; by default its path.
    pub label: Option<String>,
    /// Its unit; by default a suitable one.
    pub unit: Option<Unit>,
}

impl Line {
    /// A channel with default label and unit.
    pub fn plain(channel: &str) -> Self {
        Line { channel: channel.into(), label: None, unit: None }
    }

    fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.channel)
    }
}

/// The values of one line, in the unit of the plot.
struct PlotLine {
    label: String,
    /// The axis label for a single line.
    unit: String,
    /// Lines of one quantity share a panel.
    quantity: String,
    values: Vec<f64>,
}

impl Plot {
    /// The figure; channels that do not exist in the run are omitted.
    pub fn figure(&self, stored: &Stored) -> Result<Figure, Error> {
        let rows = &Rows::of(stored, self.over);
        let along = match &self.x {
            None => None,
            Some(line) => match read(stored, line, rows)? {
                Some(shown) => Some((line, shown)),
                None => return Ok(Figure { title: self.title.clone(), ..Figure::default() }),
            },
        };
        let mut groups: Vec<(String, Vec<(&Line, PlotLine)>)> = vec![];
        for line in &self.lines {
            let Some(shown) = read(stored, line, rows)? else { continue };
            match groups.iter_mut().find(|(quantity, _)| *quantity == shown.quantity) {
                Some((_, group)) => group.push((line, shown)),
                None => groups.push((shown.quantity.clone(), vec![(line, shown)])),
            }
        }
        // If both axes have the same quantity, as for a trajectory, they share one unit.
        let alike = |quantity: &str| along.as_ref().filter(|(_, x)| x.quantity == quantity);
        let sizes: Vec<f64> = groups
            .iter()
            .map(|(quantity, group)| group.iter().map(|(_, shown)| shown).chain(alike(quantity).map(|(_, x)| x)))
            .map(|group| group.map(|shown| largest(&shown.values)).fold(0.0, f64::max))
            .collect();
        let x = match along {
            None => PlotLine::axis(stored, rows),
            Some((line, mut x)) => {
                let with = groups.iter().position(|(quantity, _)| *quantity == x.quantity);
                let size = with.map_or_else(|| largest(&x.values), |i| sizes[i]);
                x.convert_unit(line, size);
                x
            }
        };
        let mut panels = vec![];
        let mut equal = self.x.is_some() && groups.len() == 1 && self.log == [false; 2];
        for ((_, mut group), size) in groups.into_iter().zip(sizes) {
            group.iter_mut().for_each(|(line, shown)| shown.convert_unit(line, size));
            let unit = group.first().map_or(String::new(), |(_, shown)| shown.unit.clone());
            equal &= unit == x.unit && unit.ends_with('m') && !unit.contains(' ');
            panels.push(panel(group.into_iter().map(|(_, shown)| shown).collect(), &unit, &x.values, self.log[1]));
        }
        let x_label = axis_label(&x.label, &x.unit);
        Ok(Figure { title: self.title.clone(), x_label, x_log: self.log[0], equal, panels, dots: false })
    }
}

/// The samples of a window, with its two ends on the straight lines between samples.
struct Rows {
    inside: std::ops::Range<usize>,
    /// The window, if the samples go beyond it.
    ends: [Option<f64>; 2],
}

impl Rows {
    fn of(stored: &Stored, over: Option<[f64; 2]>) -> Self {
        let time = &stored.time;
        let Some([from, to]) = over else { return Rows { inside: 0..time.len(), ends: [None; 2] } };
        let begin = time.partition_point(|t| *t < from);
        let end = time.partition_point(|t| *t <= to).max(begin);
        let first = (begin > 0 && time.get(begin).is_some_and(|t| *t > from)).then_some(from);
        let last = (end < time.len() && end > 0 && time[end - 1] < to).then_some(to);
        Rows { inside: begin..end, ends: [first, last] }
    }

    /// A channel, or the time itself, over the window.
    fn take(&self, time: &[f64], values: &[f64]) -> Vec<f64> {
        let between = |t: f64, upper: usize| {
            let (a, b) = (time[upper - 1], time[upper]);
            values[upper - 1] + (t - a) / (b - a) * (values[upper] - values[upper - 1])
        };
        let first = self.ends[0].map(|t| between(t, self.inside.start));
        let last = self.ends[1].map(|t| between(t, self.inside.end));
        first.into_iter().chain(values[self.inside.clone()].iter().copied()).chain(last).collect()
    }
}

impl PlotLine {
    fn axis(stored: &Stored, rows: &Rows) -> Self {
        let (places, of) = (rows.take(&stored.time, &stored.time), stored.axis.unit.as_str());
        let (unit, factor) = match places.last() {
            // Engine speeds are shown in revolutions per minute.
            Some(_) if of == "rad/s" => ("rpm".into(), 30.0 / std::f64::consts::PI),
            Some(&last) => prefixed(of, last),
            None => (of.into(), 1.0),
        };
        let values = places.iter().map(|place| place * factor).collect();
        PlotLine { label: stored.axis.name.clone(), unit, quantity: of.into(), values }
    }

    /// Converts the values to the requested unit, or to one that suits the largest value in the panel.
    fn convert_unit(&mut self, line: &Line, largest: f64) {
        let (unit, factor) = match &line.unit {
            Some(unit) => (unit.symbol.clone(), 1.0 / unit.size),
            None => prefixed(&self.unit, largest),
        };
        self.unit = unit;
        self.values.iter_mut().for_each(|value| *value *= factor);
    }
}

fn read(stored: &Stored, line: &Line, rows: &Rows) -> Result<Option<PlotLine>, Error> {
    let Some(found) = stored.named(&line.channel) else { return Ok(None) };
    let (values, unit) = found?;
    let quantity = format!("{} {}", line.unit.as_ref().map_or("", |unit| &unit.symbol), unit);
    let mut values = rows.take(&stored.time, &values);
    let mut label = line.name().to_owned();
    // The mean is how far the teeth are pressed together; what varies about it excites vibration.
    if line.channel.ends_with(".transmission_error") && stored.over_time() {
        let mean = time_mean(&rows.take(&stored.time, &stored.time), &values);
        values.iter_mut().for_each(|value| *value -= mean);
        label += ", mean removed";
    }
    Ok(Some(PlotLine { label, unit: unit.into(), quantity, values }))
}

/// The mean over time, by trapezoids; of a single sample its value.
fn time_mean(time: &[f64], values: &[f64]) -> f64 {
    let length = time.last().copied().unwrap_or(0.0) - time.first().copied().unwrap_or(0.0);
    let pieces = time.windows(2).zip(values.windows(2));
    let area: f64 = pieces.map(|(t, v)| 0.5 * (t[1] - t[0]) * (v[0] + v[1])).sum();
    if length > 0.0 { area / length } else { values.first().copied().unwrap_or(0.0) }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| value.abs().max(most))
}

fn panel(group: Vec<PlotLine>, unit: &str, x: &[f64], log: bool) -> Panel {
    let label = match &group[..] {
        [only] => axis_label(&only.label, unit),
        // A pure number has no unit.
        _ if unit == "1" => String::new(),
        _ => typeset(unit),
    };
    let curve = |shown: PlotLine| {
        let points = x.iter().zip(&shown.values).map(|(x, y)| [*x, *y]).collect();
        Curve { label: shown.label, points }
    };
    Panel { label, log, curves: group.into_iter().map(curve).collect() }
}

/// `angle in rad`; a pure number has no unit.
pub fn axis_label(name: &str, unit: &str) -> String {
    if unit == "1" { name.into() } else { format!("{name} in {}", typeset(unit)) }
}

/// The channels of a run by item, in the order of the model: name of the item and indices of its channels.
pub fn by_item(stored: &Stored) -> Vec<(String, Vec<usize>)> {
    let mut items: Vec<(String, Vec<usize>)> = vec![];
    for (place, info) in stored.info.iter().enumerate() {
        let Some((item, _)) = info.name.rsplit_once('.') else { continue };
        match items.last_mut() {
            Some((last, places)) if last == item => places.push(place),
            _ => items.push((item.into(), vec![place])),
        }
    }
    items
}

/// Splits `position_x` into `position` and `x`; a channel that is not a component is its own family.
pub fn family(channel: &str) -> (&str, Option<&str>) {
    match channel.rsplit_once('_') {
        Some((family, part @ ("x" | "y" | "z" | "w"))) => (family, Some(part)),
        _ => (channel, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use crate::measure::ChannelInfo;
    use crate::scratch::Scratch;

    fn stored(scratch: &Scratch) -> Stored {
        let info = [("a.x", "m"), ("a.y", "m"), ("a.angle", "rad")];
        let info = info.map(|(name, unit)| ChannelInfo { name: name.into(), unit: unit.into() });
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        for i in 0..=10 {
            let t = i as f64 / 10.0;
            recorder.push(t, &[0.02 * t, 0.002 * t, t]).unwrap();
        }
        recorder.finish().unwrap();
        Stored::open(scratch.path()).unwrap()
    }

    #[test]
    fn channels_of_one_quantity_share_a_panel_and_its_prefix() {
        let scratch = Scratch::new("plot");
        let lines = ["a.x", "a.angle", "a.y", "a.none"].map(Line::plain).to_vec();
        let figure = Plot { lines, ..Plot::default() }.figure(&stored(&scratch)).unwrap();
        assert_eq!(figure.panels.len(), 2);
        let lengths = &figure.panels[0];
        assert_eq!((lengths.label.as_str(), lengths.curves.len()), ("mm", 2));
        assert_eq!(lengths.curves[1].points[10], [1.0, 2.0]);
        assert_eq!(figure.panels[1].label, "a.angle in rad");
        assert!(!figure.equal);
    }

    #[test]
    fn a_trajectory_in_a_window_and_a_unit_of_the_file() {
        let scratch = Scratch::new("plot-xy");
        let unit = Some(Unit { symbol: "cm".into(), size: 0.01 });
        let line = |channel: &str| Line { unit: unit.clone(), label: Some("bob".into()), ..Line::plain(channel) };
        let plot = Plot { x: Some(line("a.x")), lines: vec![line("a.y")], over: Some([0.45, 0.8]), ..Plot::default() };
        let figure = plot.figure(&stored(&scratch)).unwrap();
        assert!(figure.equal);
        assert_eq!((figure.x_label.as_str(), figure.panels[0].label.as_str()), ("bob in cm", "bob in cm"));
        // From 0.45 s, which lies between two samples, to the sample at 0.8 s.
        let points = &figure.panels[0].curves[0].points;
        assert_eq!(points.len(), 5);
        assert!((points[0][0] - 0.9).abs() < 1e-12 && (points[0][1] - 0.09).abs() < 1e-12);
        assert!((points[4][0] - 1.6).abs() < 1e-12 && (points[4][1] - 0.16).abs() < 1e-12);
    }

    #[test]
    fn a_window_between_two_samples_shows_the_line_between_them() {
        let scratch = Scratch::new("plot-narrow");
        let plot = Plot { lines: vec![Line::plain("a.angle")], over: Some([0.42, 0.48]), ..Plot::default() };
        let figure = plot.figure(&stored(&scratch)).unwrap();
        let [[t0, x0], [t1, x1]] = figure.panels[0].curves[0].points[..] else { panic!("{figure:?}") };
        // Milliseconds, and the angle in rad or a prefix of it.
        assert!((t0 - 420.0).abs() < 1e-9 && (t1 - 480.0).abs() < 1e-9, "{t0} {t1}");
        assert!((x0 / x1 - 0.42 / 0.48).abs() < 1e-12);
    }

    #[test]
    fn a_trajectory_has_one_unit_along_both_axes() {
        let scratch = Scratch::new("plot-alike");
        let plot = Plot { x: Some(Line::plain("a.x")), lines: vec![Line::plain("a.y")], ..Plot::default() };
        let figure = plot.figure(&stored(&scratch)).unwrap();
        assert_eq!((figure.x_label.as_str(), figure.panels[0].label.as_str()), ("a.x in mm", "a.y in mm"));
        assert!(figure.equal);
    }

    #[test]
    fn a_transmission_error_is_plotted_about_its_mean_over_time() {
        let scratch = Scratch::new("plot-mean");
        let info = [ChannelInfo { name: "mesh.transmission_error".into(), unit: "m".into() }];
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        // Uneven steps: 2 µm for 3 s, then a rise to 4 µm over 1 s, whose mean is 2.25 µm.
        for (t, e) in [(0.0, 2e-6), (1.0, 2e-6), (3.0, 2e-6), (4.0, 4e-6)] {
            recorder.push(t, &[e]).unwrap();
        }
        recorder.finish().unwrap();
        let plot = Plot { lines: vec![Line::plain("mesh.transmission_error")], ..Plot::default() };
        let figure = plot.figure(&Stored::open(scratch.path()).unwrap()).unwrap();
        let panel = &figure.panels[0];
        assert_eq!(panel.label, "mesh.transmission_error, mean removed in µm");
        let values = [panel.curves[0].points[0][1], panel.curves[0].points[3][1]];
        assert!((values[0] + 0.25).abs() < 1e-9 && (values[1] - 1.75).abs() < 1e-9, "{values:?}");
    }

    #[test]
    fn components_belong_to_a_family() {
        assert_eq!(family("angular_velocity_z"), ("angular_velocity", Some("z")));
        assert_eq!(family("kinetic_energy"), ("kinetic_energy", None));
    }
}
