//! Where the energy of a run went: channels of the run itself, and how well its books close.
//!
//! Their names hold no dot, which every channel of an item does, so no item can take them.

use crate::measure::ChannelInfo;

/// The channels of the run, all in joules, as pairs of name and meaning.
pub const CHANNELS: [(&str, &str); 5] = [
    ("energy_kinetic", "in the motion of all bodies"),
    ("energy_stored", "in motion, gravity and springs"),
    ("energy_dissipated", "turned into heat since the start"),
    ("energy_supplied", "put in by drives and loads since the start"),
    ("energy_closing_error", "gain of what is stored, and what was dissipated, less what was supplied"),
];

/// The channels of the run, as the recorder knows them.
pub fn channels() -> impl Iterator<Item = ChannelInfo> {
    CHANNELS.iter().map(|(name, _)| ChannelInfo { name: name.to_string(), unit: "J".into() })
}

/// The largest closing error of a run, and the energy it is measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// What was stored at the start, in joules.
    initial: f64,
    /// The largest closing error, in joules.
    pub error: f64,
    /// The most energy that was in motion, gained or lost in storage, dissipated or supplied at any time, in joules.
    pub moved: f64,
}

impl Balance {
    /// Nothing has moved yet from where the first step found it.
    pub(crate) fn new(first: &[f64; 5]) -> Self {
        Balance { initial: first[1], error: 0.0, moved: 0.0 }
    }

    /// Takes a step; the values are those of [`CHANNELS`].
    pub(crate) fn push(&mut self, &[kinetic, stored, dissipated, supplied, error]: &[f64; 5]) {
        self.error = self.error.max(error.abs());
        let moved = [kinetic, stored - self.initial, dissipated, supplied];
        self.moved = moved.iter().fold(self.moved, |most, energy| most.max(energy.abs()));
    }

    /// The error as a part of the energy that was moved; none where nothing moved.
    pub fn relative(&self) -> Option<f64> {
        (self.moved > 0.0).then(|| self.error / self.moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_measured_by_the_energy_that_moved_and_not_by_the_datum_of_gravity() {
        let mut balance = Balance::new(&[0.0, -1000.0, 0.0, 0.0, 0.0]);
        assert_eq!(balance.relative(), None);
        balance.push(&[8.0, -1000.0, 0.0, 0.0, -0.5]);
        balance.push(&[2.0, -998.0, 1.0, 3.0, 0.0]);
        assert_eq!((balance.error, balance.moved, balance.relative()), (0.5, 8.0, Some(0.0625)));
    }
}
