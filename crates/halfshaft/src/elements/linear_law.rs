//! The linear spring and damper, as a law: what a displacement and its rate make of force, energy and heat.

use crate::math::Scalar;

/// Effort k x + d ẋ; energy ½ k x²; heat d ẋ².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearLaw {
    /// k: effort for each unit of displacement.
    pub stiffness: f64,
    /// d: effort for each unit of its rate.
    pub damping: f64,
}

impl LinearLaw {
    /// The effort that resists.
    pub fn effort<S: Scalar>(&self, x: S, rate: S) -> S {
        x * self.stiffness + rate * self.damping
    }

    /// The energy stored.
    pub fn stored(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    /// The power turned into heat.
    pub fn dissipated(&self, rate: f64) -> f64 {
        self.damping * rate * rate
    }
}
