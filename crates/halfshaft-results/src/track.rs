//! Statistics of one channel over a window: integrals, extremes, the value at a time.

use crate::dense_output::ChannelStep;
use serde::{Deserialize, Serialize};

/// From and to, in seconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Window {
    pub from: f64,
    pub to: f64,
}

impl Window {
    pub fn contains(&self, time: f64) -> bool {
        self.from <= time && time <= self.to
    }

    /// Returns whether a step between two times overlaps the window.
    pub fn meets(&self, from: f64, to: f64) -> bool {
        from <= self.to && self.from <= to
    }
}

/// One channel over a window.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Track {
    /// Whether extremes are needed.
    extremes: bool,
    statistics: Option<WindowStatistics>,
}

/// The statistics so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WindowStatistics {
    length: f64,
    integral: f64,
    integral_of_square: f64,
    /// The time of the first sample in the window.
    from: f64,
    /// The integral of the value times the time since then.
    moment: f64,
    pub min: f64,
    pub max: f64,
    pub last: f64,
}

impl Track {
    pub fn new(extremes: bool) -> Self {
        Track { extremes, statistics: None }
    }

    pub fn statistics(&self) -> Option<&WindowStatistics> {
        self.statistics.as_ref()
    }

    /// Adds a step; integrals by Simpson's rule over the part inside the window.
    pub fn push(&mut self, window: Window, stretch: &mut ChannelStep) {
        let (from, to) = (stretch.t0.max(window.from), stretch.t1.min(window.to));
        if from > to {
            return;
        }
        // End values are used as they are, so that a sample on the edge of the window is exact and a jump keeps both sides.
        let parts = [from, to].map(|time| stretch.part(time));
        let whole = from == stretch.t0 && to == stretch.t1;
        let [a, b] = if whole { [stretch.v0, stretch.v1] } else { parts.map(|part| stretch.at(part)) };
        let line = 0.5 * (a + b);
        let bend = match whole {
            true => stretch.bend(),
            false => stretch.at(0.5 * (parts[0] + parts[1])) - line,
        };
        let statistics = self.statistics.get_or_insert(WindowStatistics {
            length: 0.0,
            integral: 0.0,
            integral_of_square: 0.0,
            from,
            moment: 0.0,
            min: a,
            max: a,
            last: a,
        });
        let (h, middle) = (to - from, line + bend);
        let mean = line + bend * (2.0 / 3.0);
        statistics.length += h;
        statistics.integral += h * mean;
        // Exact for the parabola through the ends and the middle.
        statistics.moment += h * ((from - statistics.from) * mean + h * ((a + 2.0 * b) / 6.0 + bend / 3.0));
        statistics.integral_of_square += h * (a * a + 4.0 * middle * middle + b * b) / 6.0;
        statistics.last = b;
        if self.extremes {
            let ends = if whole { [0.0, 1.0] } else { parts };
            statistics.max = stretch.largest(1.0, ends, [a, middle, b], statistics.max);
            statistics.min = -stretch.largest(-1.0, ends, [a, middle, b], -statistics.min);
        }
    }
}

impl WindowStatistics {
    /// The mean; the value itself for a window of zero length or a single sample.
    pub fn mean(&self) -> f64 {
        if self.length > 0.0 { self.integral / self.length } else { self.last }
    }

    /// The slope of the least-squares line over the window of length L: 12 (∫ t x − L/2 ∫ x)/L³.
    pub fn slope(&self) -> Option<f64> {
        let l = self.length;
        (l > 0.0).then(|| 12.0 * (self.moment - 0.5 * l * self.integral) / (l * l * l))
    }

    pub fn rms(&self) -> f64 {
        if self.length > 0.0 { (self.integral_of_square / self.length).sqrt() } else { self.last.abs() }
    }
}

/// The value of a channel at a time; after a jump if there is one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct At {
    time: f64,
    value: Option<f64>,
    /// The latest time and value.
    last: Option<(f64, f64)>,
}

impl At {
    pub fn new(time: f64) -> Self {
        At { time, value: None, last: None }
    }

    /// Returns whether no later step can change it.
    pub fn is_closed(&self) -> bool {
        self.last.is_some_and(|(last, _)| last > self.time)
    }

    pub fn push(&mut self, stretch: &mut ChannelStep) {
        if stretch.t1 == self.time {
            self.value = Some(stretch.v1);
        } else if stretch.t0 < self.time && self.time < stretch.t1 {
            self.value = Some(stretch.at(stretch.part(self.time)));
        }
        self.last = Some((stretch.t1, stretch.v1));
    }

    /// `None` outside the run.
    pub fn value(&self) -> Option<f64> {
        // The end time may be reached only up to round-off.
        let close = |last: f64| self.time - last <= 1e-12 * self.time.abs().max(last.abs()) && last < self.time;
        self.value.or_else(|| self.last.filter(|(last, _)| close(*last)).map(|(_, value)| value))
    }
}
