//! The law of a line of contact between flanks.

use crate::laws::Friction;
use crate::math::Scalar;

/// The least part of the local compliance: zones are not narrower than the contact.
const LEAST_LOGARITHM: f64 = 0.5;

/// The law of flanks: force for each width of a line of contact.
///
/// ```text
/// f = max(0, k δ (1 + h δ̇))
/// ```
///
/// δ is the approach that the shapes of the wheels do not contain: the indentation of a line load against that of the pressure on a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlankLaw {
    /// k, in N/m².
    pub stiffness: f64,
    /// h, in s/m.
    pub hysteresis: f64,
    /// μ, if there is friction.
    pub friction: Option<Friction>,
}

impl FlankLaw {
    /// k of two flanks with their modulus E/(1 − ν²), the half lengths L of the zones along their profiles, the radius of relative curvature and a line load.
    ///
    /// ```text
    /// 1/k = Σ 2 (1 − ν²)/(π E) (ln(2 L/a) − 1),     a = √(4 f ρ/(π E*))
    /// ```
    ///
    /// The displacement in the middle of a line load with Hertz's half width a less that in the middle of the same load on a strip of
    /// half width L, on a half-space (Johnson 1985, *Contact mechanics*, sections 2.5 and 4.2). It grows with the logarithm of the load only.
    pub fn local_stiffness(moduli: [f64; 2], zones: [f64; 2], curvature_radius: f64, line_load: f64) -> f64 {
        let pi = std::f64::consts::PI;
        let contact = 1.0 / (1.0 / moduli[0] + 1.0 / moduli[1]);
        let a = (4.0 * line_load * curvature_radius / (pi * contact)).sqrt();
        let of = |k: usize| 2.0 / (pi * moduli[k]) * ((2.0 * zones[k] / a).ln() - 1.0).max(LEAST_LOGARITHM);
        1.0 / (of(0) + of(1))
    }

    /// The force for each width at an indentation and its rate.
    pub(super) fn force<S: Scalar>(&self, indentation: S, rate: S) -> S {
        let force = indentation * self.stiffness * (rate * self.hysteresis + S::one());
        if force.value() < 0.0 { S::zero() } else { force }
    }
}
