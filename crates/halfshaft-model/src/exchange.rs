//! What a model gives to others: outputs for programs that drive it, and what a run stores.

use halfshaft_results::measure::Unit;

/// A channel under a name and in a unit of its own, for other programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// The path of the channel.
    pub channel: String,
    /// Its unit, and the size of the unit in SI units.
    pub unit: Unit,
}

/// What a run stores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The channels, `*` standing for any letters; what is usual where there is none.
    pub channels: Option<Vec<String>>,
    /// Every so many steps.
    pub every: Option<u64>,
    /// The time between stored steps, in seconds.
    pub interval: Option<f64>,
    /// Number of frames of the fields of flexible bodies.
    pub fields: Option<u64>,
}
