//! The law of a linear spring and damper: force, energy and dissipation from a displacement and its rate.

use crate::math::Scalar;

/// Effort k x + d ẋ; energy ½ k x²; dissipated power d ẋ².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearLaw {
    /// k: effort per unit of displacement.
    pub stiffness: f64,
    /// d: effort per unit of rate.
    pub damping: f64,
}

impl LinearLaw {
    /// The resisting effort.
    pub fn effort<S: Scalar>(&self, x: S, rate: S) -> S {
        x * self.stiffness + rate * self.damping
    }

    /// The energy stored.
    pub fn stored(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    /// The dissipated power.
    pub fn dissipated(&self, rate: f64) -> f64 {
        self.damping * rate * rate
    }
}
