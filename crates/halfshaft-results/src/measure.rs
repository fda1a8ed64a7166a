//! Measures and expectations.

use serde::{Deserialize, Serialize};

/// One recorded time series: `pivot.angle` in `rad`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInfo {
    /// Item name, dot, channel name.
    pub name: String,
    /// The SI unit of its values.
    pub unit: String,
}

/// A unit in which numbers are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its symbol.
    pub symbol: String,
    /// Its size in the SI unit.
    pub size: f64,
}

impl Unit {
    /// The SI unit of a quantity.
    pub fn si(symbol: &str) -> Self {
        Unit { symbol: symbol.into(), size: 1.0 }
    }
}

/// A number computed from channels over all accepted steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name, unique in the model.
    pub name: String,
    /// The unit of its value.
    pub unit: Unit,
    /// How it is computed.
    pub what: What,
    /// The window in seconds, or in hertz or rad/s for a response; by default the whole run.
    pub over: Option<[f64; 2]>,
}

impl Measure {
    /// A value in SI units, in the unit of the measure.
    pub fn in_unit(&self, value: f64) -> f64 {
        value / self.unit.size
    }

    /// Returns whether a run that ends at this time cannot evaluate it: its window or its time lies beyond the end.
    pub fn lies_beyond(&self, end: f64) -> bool {
        let at = if let What::At(_, time) = self.what { Some(time) } else { None };
        self.over.map(|[_, to]| to).into_iter().chain(at).any(|time| time > end)
    }
}

/// How a measure is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A statistic of one channel.
    Statistic(Statistic, String),
    /// The ratio of the means of two channels.
    Ratio(String, String),
    /// The difference of the means of two channels.
    Difference(String, String),
    /// The value of a channel at a time in seconds.
    At(String, f64),
    /// The time of the n-th crossing of a value, counted from 1.
    TimeOf(String, f64, usize),
    /// A property of a mode, counted from 1 in the order of rising frequency.
    Mode(usize, OfMode),
    /// The amplitude of an order of a channel, relative to the angle of a shaft.
    Order {
        /// The channel.
        channel: String,
        /// The angle of the shaft.
        reference: String,
        /// The order.
        order: f64,
    },
    /// A property of the response of a channel to harmonic loads.
    Response {
        /// The channel.
        channel: String,
        /// The order, in a response over speed; by default all orders together.
        order: Option<f64>,
        /// Which property.
        of: OfResponse,
    },
}

impl What {
    /// The channels it is computed from.
    pub fn channels(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            What::Statistic(_, channel) | What::At(channel, _) | What::TimeOf(channel, ..) => (Some(channel), None),
            What::Ratio(a, b) | What::Difference(a, b) => (Some(a), Some(b)),
            What::Order { channel, reference, .. } => (Some(channel), Some(reference)),
            What::Response { channel, .. } => (Some(channel), None),
            What::Mode(..) => (None, None),
        };
        first.into_iter().chain(second).map(String::as_str)
    }
}

/// A property of a response. Points are frequencies in hertz, or speeds in rad/s in a response over speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfResponse {
    /// The amplitude at a point.
    Amplitude(f64),
    /// The phase at a point, in radians, relative to a cosine.
    Phase(f64),
    /// The largest amplitude over the window.
    Peak,
    /// The point of the largest amplitude.
    PeakAt,
}

/// A property of an item in a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ItemInMode {
    /// Its share of the potential energy.
    PotentialShare,
    /// Its share of the kinetic energy.
    KineticShare,
    /// ∂ ln f/∂ ln k of its stiffness.
    StiffnessSensitivity,
    /// ∂ ln f/∂ ln J of its inertia.
    InertiaSensitivity,
    /// Distance of its nodal point from end A, as a fraction of its length.
    RestPoint,
}

/// A property of a mode.
#[derive(Clone, Debug, PartialEq)]
pub enum OfMode {
    /// Its undamped natural frequency, in hertz.
    NaturalFrequency,
    /// Its damped frequency, in hertz.
    DampedFrequency,
    /// Its damping ratio.
    DampingRatio,
    /// The entry of its shape for a shaft, or for one of the six components of a body.
    Shape {
        /// The path of the shaft or body.
        part: String,
        /// Which of the six components of a body.
        component: usize,
    },
    /// A property of an item in it.
    Item {
        /// The path of the item.
        item: String,
        /// Which property.
        number: ItemInMode,
    },
    /// The critical speed with an order, in rad/s; the mode is counted among the oscillating ones.
    CriticalSpeed(f64),
    /// The distance of the critical speed from the operating range, relative to its nearer end.
    CriticalMargin(f64),
}

/// A statistic of one channel over a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statistic {
    /// The time integral over the window, divided by its length.
    Mean,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The last value.
    Final,
    /// The root mean square.
    Rms,
    /// The largest minus the smallest value.
    Range,
    /// The slope of the least-squares line.
    Slope,
    /// Oscillations per second, from upward crossings of the mean.
    Frequency,
}

/// The expected value of a measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The name of the measure.
    pub measure: String,
    /// The bound on its value.
    pub bound: Bound,
    /// The source of the bound.
    pub source: Source,
}

/// A bound on a value, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Within a tolerance of a value.
    Near(f64, Tolerance),
    /// Not larger.
    AtMost(f64),
    /// Not smaller.
    AtLeast(f64),
}

/// A tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// In the unit of the value.
    Absolute(f64),
    /// As a fraction of the expected value.
    Relative(f64),
}

/// The source of an expected value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A book, a paper, a closed form: counted as validation.
    Reference(String),
    /// halfshaft itself: detects changes, but does not validate.
    Regression,
}
