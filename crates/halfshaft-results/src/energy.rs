//! Energy audit of a run: its energy channels and the energy balance.
//!
//! The names of these channels have no dot, unlike those of items, so that they cannot clash.

use crate::measure::ChannelInfo;
use crate::number::significant;
use serde::{Deserialize, Serialize};

/// The channels of the run, all in joules, as pairs of name and meaning.
pub const CHANNELS: [(&str, &str); 5] = [
    ("energy_kinetic", "kinetic energy of all bodies"),
    ("energy_stored", "kinetic energy plus potential energy of gravity and springs"),
    ("energy_dissipated", "dissipated since the start"),
    ("energy_supplied", "supplied by drives and loads since the start"),
    ("energy_closing_error", "balance error: increase of stored plus dissipated minus supplied energy"),
];

/// The channels of the run, for the recorder.
pub fn channels() -> impl Iterator<Item = ChannelInfo> {
    CHANNELS.iter().map(|(name, _)| ChannelInfo { name: name.to_string(), unit: "J".into() })
}

/// Relative energy balance error above which a run warns.
const OPEN: f64 = 0.02;

/// The energy balance of a run: the largest error, and the energy to which it is related.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// Energy stored at the start, in joules.
    initial: f64,
    /// The largest closing error, in joules.
    pub error: f64,
    /// The closing error at the last step, in joules: energy added by the integration scheme; negative for dissipation.
    pub added: f64,
    /// Energy dissipated by the elements, in joules.
    pub dissipated: f64,
    /// The energy transferred, in joules: the largest kinetic, change of stored, dissipated or supplied energy at any time.
    pub transferred: f64,
    /// Energies below this are round-off, in joules; zero if unknown.
    pub round_off: f64,
}

impl Balance {
    /// The balance at the first step.
    pub(crate) fn new(first: &[f64; 5]) -> Self {
        Balance { initial: first[1], error: 0.0, added: 0.0, dissipated: 0.0, transferred: 0.0, round_off: 0.0 }
    }

    /// Adds a step; the values are those of [`CHANNELS`].
    pub(crate) fn push(&mut self, &[kinetic, stored, dissipated, supplied, error]: &[f64; 5]) {
        self.error = self.error.max(error.abs());
        (self.added, self.dissipated) = (error, dissipated);
        let transferred = [kinetic, stored - self.initial, dissipated, supplied];
        self.transferred = transferred.iter().fold(self.transferred, |most, energy| most.max(energy.abs()));
    }

    /// Sets the limit below which energies are round-off.
    pub fn with_round_off(self, round_off: f64) -> Self {
        Balance { round_off, ..self }
    }

    /// The error relative to the energy transferred; `None` if that is within round-off.
    pub fn relative(&self) -> Option<f64> {
        (self.transferred > self.round_off).then(|| self.error / self.transferred)
    }

    /// Returns whether the error is too large for the results to be trusted.
    pub fn exceeds_limit(&self) -> bool {
        self.error > self.round_off && self.relative().is_some_and(|part| part > OPEN)
    }

    /// Numerical dissipation or gain of the scheme relative to the energy dissipated by the elements; `None` if they
    /// dissipate nothing.
    ///
    /// Elements balance their power at every instant, which the generic check proves. The closing error over a run is
    /// therefore the numerical dissipation of the integrator.
    pub fn numerical_text(&self) -> Option<String> {
        let (size, heat) = (self.added.abs(), self.dissipated);
        let what = if self.added > 0.0 { "gain" } else { "dissipation" };
        (heat > self.round_off && size > self.round_off).then(|| {
            let part = significant(100.0 * size / heat, 2);
            format!("Numerical {what} {} J ({part} % of {} J dissipated)", significant(size, 3), significant(heat, 3))
        })
    }

    /// The error as text, as `Energy balance error 47.9 J (1.1 % of 4510 J transferred)`.
    pub fn in_words(&self) -> String {
        let Some(part) = self.relative() else { return "No energy was transferred".into() };
        let (error, transferred) = (significant(self.error, 3), significant(self.transferred, 3));
        format!("Energy balance error {error} J ({} % of {transferred} J transferred)", significant(100.0 * part, 2))
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
        assert_eq!((balance.error, balance.transferred, balance.relative()), (0.5, 8.0, Some(0.0625)));
        assert_eq!(balance.in_words(), "Energy balance error 0.5 J (6.2 % of 8 J transferred)");
        assert!(balance.exceeds_limit());
        assert_eq!(balance.numerical_text(), None);
        balance.push(&[2.0, -998.5, 1.0, 3.0, -0.03]);
        let words = "Numerical dissipation 0.03 J (3 % of 1 J dissipated)";
        assert_eq!(balance.numerical_text().as_deref(), Some(words));
    }

    #[test]
    fn nothing_is_said_about_round_off() {
        let mut balance = Balance::new(&[0.0, 12.0, 0.0, 0.0, 0.0]);
        balance.push(&[4e-34, 12.0, 0.0, 0.0, 4e-34]);
        balance.round_off = 1e-12;
        assert_eq!((balance.relative(), balance.exceeds_limit()), (None, false));
        assert_eq!(balance.in_words(), "No energy was transferred");
    }
}
