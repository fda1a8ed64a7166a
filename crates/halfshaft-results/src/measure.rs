//! What is measured, and what it should be.

use serde::{Deserialize, Serialize};

/// One recorded time series: `pivot.angle` in `rad`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInfo {
    /// Item name, dot, channel name.
    pub name: String,
    /// The SI unit of its values.
    pub unit: String,
}

/// A number computed from channels over all accepted steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name, unique in the model.
    pub name: String,
    /// The SI unit of its value.
    pub unit: String,
    /// How it is computed.
    pub what: What,
    /// The window from and to, in seconds, or in hertz or rad/s for a response; the whole run where there is none.
    pub over: Option<[f64; 2]>,
}

/// How a measure is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A statistic of one channel.
    Statistic(Statistic, String),
    /// The ratio of the means of two channels.
    Ratio(String, String),
    /// The mean of a channel less the mean of another.
    Difference(String, String),
    /// The value of a channel at a time in seconds.
    At(String, f64),
    /// The time at which a channel crosses a value, for the n-th time counted from 1.
    TimeOf(String, f64, usize),
    /// A number of a mode, counted from 1 in the order of rising frequency.
    Mode(usize, OfMode),
    /// The amplitude of an order of a channel: of what repeats so many times for each turn of a shaft.
    Order {
        /// The channel.
        channel: String,
        /// The angle of the shaft.
        reference: String,
        /// The order.
        order: f64,
    },
    /// A number of the response of a channel to harmonic loads.
    Response {
        /// The channel.
        channel: String,
        /// The order of which it is, in a response over speed; all of them together where there is none.
        order: Option<f64>,
        /// Which number.
        of: OfResponse,
    },
}

/// A number of a response. Places are frequencies in hertz, or speeds in rad/s in a response over speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfResponse {
    /// The amplitude at a place.
    Amplitude(f64),
    /// The phase at a place, in radians: that of a cosine.
    Phase(f64),
    /// The largest amplitude over the window.
    Peak,
    /// The place of the largest amplitude.
    PeakAt,
}

/// What an item has to do with a mode.
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
    /// How far from its end A it stays at rest, as a part of its length.
    RestPoint,
}

/// A number of a mode.
#[derive(Clone, Debug, PartialEq)]
pub enum OfMode {
    /// Its frequency without damping, in hertz.
    NaturalFrequency,
    /// The frequency with which it swings with damping, in hertz.
    DampedFrequency,
    /// Its damping ratio.
    DampingRatio,
    /// The entry of its shape for a shaft, or for one of the six motions of a body.
    Shape {
        /// The path of the shaft or body.
        part: String,
        /// Which of the six motions of a body.
        component: usize,
    },
    /// What an item has to do with it.
    Item {
        /// The path of the item.
        item: String,
        /// Which number.
        number: ItemInMode,
    },
    /// The speed at which an order meets it, in rad/s; it is counted among the modes that swing.
    CriticalSpeed(f64),
    /// How far that speed is from the range of operation, relative to the nearer end.
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
    /// The root of the mean square.
    Rms,
    /// The largest value less the smallest.
    Range,
    /// The slope of the straight line that fits best.
    Slope,
    /// Oscillations per second, from upward crossings of the mean.
    Frequency,
}

/// What a measure should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The name of the measure.
    pub measure: String,
    /// The bound on its value.
    pub bound: Bound,
    /// Where the bound comes from.
    pub source: Source,
}

/// A bound on a value, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// As close to a value as the tolerance says.
    Near(f64, Tolerance),
    /// Not larger.
    AtMost(f64),
    /// Not smaller.
    AtLeast(f64),
}

/// How close is close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// In the unit of the value.
    Absolute(f64),
    /// As a fraction of the expected value.
    Relative(f64),
}

/// Where an expected value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A book, a paper, a closed form: counted as validation.
    Reference(String),
    /// halfshaft itself: guards against change, and validates nothing.
    Regression,
}
