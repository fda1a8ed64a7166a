//! Where the energy of a run went: channels of the run itself, and how well its books close.
//!
//! Their names hold no dot, which every channel of an item does, so no item can take them.

use crate::measure::ChannelInfo;
use crate::number::significant;

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

/// The part of the energy moved that may be missing before a run says so loudly.
const OPEN: f64 = 0.02;

/// The largest closing error of a run, and the energy it is measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// What was stored at the start, in joules.
    initial: f64,
    /// The largest closing error, in joules.
    pub error: f64,
    /// The closing error at the last step: what the scheme has added, in joules; negative where it has dissipated.
    pub added: f64,
    /// Turned into heat by the elements until the last step, in joules.
    pub dissipated: f64,
    /// The most energy that was in motion, gained or lost in storage, dissipated or supplied at any time, in joules.
    pub moved: f64,
    /// Energies below this are round-off, in joules; zero where that is not known.
    pub round_off: f64,
}

impl Balance {
    /// Nothing has moved yet from where the first step found it.
    pub(crate) fn new(first: &[f64; 5]) -> Self {
        Balance { initial: first[1], error: 0.0, added: 0.0, dissipated: 0.0, moved: 0.0, round_off: 0.0 }
    }

    /// Takes a step; the values are those of [`CHANNELS`].
    pub(crate) fn push(&mut self, &[kinetic, stored, dissipated, supplied, error]: &[f64; 5]) {
        self.error = self.error.max(error.abs());
        (self.added, self.dissipated) = (error, dissipated);
        let moved = [kinetic, stored - self.initial, dissipated, supplied];
        self.moved = moved.iter().fold(self.moved, |most, energy| most.max(energy.abs()));
    }

    /// With energies below a limit taken for round-off.
    pub fn above(self, round_off: f64) -> Self {
        Balance { round_off, ..self }
    }

    /// The error as a part of the energy that was moved; none where nothing moved but round-off.
    pub fn relative(&self) -> Option<f64> {
        (self.moved > self.round_off).then(|| self.error / self.moved)
    }

    /// Whether so much energy is missing that the rest cannot be trusted.
    pub fn is_open(&self) -> bool {
        self.error > self.round_off && self.relative().is_some_and(|part| part > OPEN)
    }

    /// The energy that the scheme itself took, or added, beside what the elements turned into heat; none where they did not.
    ///
    /// Elements balance their power at every instant, which the generic check proves. What does not close over a run is
    /// therefore the integrator's own: its numerical dissipation.
    pub fn numerical_in_words(&self) -> Option<String> {
        let (size, heat) = (self.added.abs(), self.dissipated);
        let what = if self.added > 0.0 { "gain" } else { "dissipation" };
        (heat > self.round_off && size > self.round_off).then(|| {
            let part = significant(100.0 * size / heat, 2);
            format!(
                "Numerical {what} {} J ({part} % of {} J turned into heat)",
                significant(size, 3),
                significant(heat, 3)
            )
        })
    }

    /// The error in words, as `Energy balance error 47.9 J (1.1 % of 4510 J transferred)`.
    pub fn in_words(&self) -> String {
        let Some(part) = self.relative() else { return "No energy was transferred".into() };
        let (error, moved) = (significant(self.error, 3), significant(self.moved, 3));
        format!("Energy balance error {error} J ({} % of {moved} J transferred)", significant(100.0 * part, 2))
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
        assert_eq!(balance.in_words(), "Energy balance error 0.5 J (6.2 % of 8 J transferred)");
        assert!(balance.is_open());
        assert_eq!(balance.numerical_in_words(), None);
        balance.push(&[2.0, -998.5, 1.0, 3.0, -0.03]);
        let words = "Numerical dissipation 0.03 J (3 % of 1 J turned into heat)";
        assert_eq!(balance.numerical_in_words().as_deref(), Some(words));
    }

    #[test]
    fn nothing_is_said_about_round_off() {
        let mut balance = Balance::new(&[0.0, 12.0, 0.0, 0.0, 0.0]);
        balance.push(&[4e-34, 12.0, 0.0, 0.0, 4e-34]);
        balance.round_off = 1e-12;
        assert_eq!((balance.relative(), balance.is_open()), (None, false));
        assert_eq!(balance.in_words(), "No energy was transferred");
    }
}
