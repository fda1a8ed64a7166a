//! Friction coefficients as functions of the sliding speed.

use crate::math::Scalar;

/// Minimum relative excess of static friction over sliding friction at rest.
///
/// If both are equal, a load that just exceeds them leaves no force to accelerate the parts, and round-off would decide
/// the sign of the slip. This margin is far above round-off, and delays a breakaway by the same fraction of the time
/// that the load takes to grow from zero.
pub const BREAKAWAY_MARGIN: f64 = 1e-9;

/// Coefficients of dry friction that sticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction {
    /// μ in sliding.
    pub kinetic: f64,
    /// μ_s.
    pub static_: f64,
}

impl DryFriction {
    /// The coefficient that parts break away from: μ_s, and at least [`BREAKAWAY_MARGIN`] more than μ.
    pub(crate) fn breakaway(&self) -> f64 {
        (self.kinetic * (1.0 + BREAKAWAY_MARGIN)).max(self.static_)
    }
}

/// Dry friction that holds by an elastic deflection z of the surfaces, the presliding displacement.
///
/// ```text
/// f = μ N z/δ,   ż = s while ‖z‖ < δ,   ‖z‖ = δ in sliding
/// ```
///
/// s is the slip velocity, N the normal force. Dahl's law in its limit without rounding, an elastic-perfectly plastic element
/// (Jenkin 1922; Dupont, Hayward, Armstrong & Altpeter 2002); the stiffness μN/δ follows the load, so that z, not f, is
/// remembered: without load there is no friction, whatever z is. Friction that is smooth around rest is a damper there,
/// and creeps; this is a spring, and does not. One coefficient: static friction that exceeds μ would jump when it breaks away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Presliding {
    /// μ.
    pub coefficient: f64,
    /// δ, in metres.
    pub displacement: f64,
}

impl Presliding {
    /// z from the deflection z* that the displacement since the last step gives: z* min(1, δ/‖z*‖), implicit in the
    /// step as a return mapping of plasticity.
    #[inline]
    pub fn deflection<S: Scalar, const N: usize>(&self, trial: [S; N]) -> [S; N] {
        let square = trial.iter().map(|z| *z * *z).fold(S::zero(), |sum, z| sum + z);
        if square.value() <= self.displacement * self.displacement {
            return trial;
        }
        let part = S::constant(self.displacement) / square.sqrt();
        trial.map(|z| z * part)
    }

    /// μN/δ, of the surfaces against each other.
    #[inline]
    pub fn stiffness<S: Scalar>(&self, normal: S) -> S {
        normal * (self.coefficient / self.displacement)
    }
}

/// A friction coefficient μ(v) with the sign of the sliding speed v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Friction {
    /// Coulomb's law, regularised around rest: μ s (2 − |s|) with s = v/ε up to the speed ε, then μ (Virlez 2014, eqs.
    /// 3.28 and 4.70). It creeps under any load; a law with memory does not.
    Regularised {
        /// μ.
        coefficient: f64,
        /// ε, in m/s.
        velocity: f64,
    },
    /// A higher coefficient close to rest that decreases with the speed: μ_k + (μ_s − μ_k) exp(−(v/v_s)²), regularised
    /// around rest like the first one.
    Stribeck {
        /// μ_s, close to rest.
        static_coefficient: f64,
        /// μ_k, of sliding.
        kinetic_coefficient: f64,
        /// v_s, in m/s: the speed over which the peak decays.
        stribeck_velocity: f64,
        /// ε, in m/s.
        velocity: f64,
    },
}

impl Friction {
    /// The default of v_s/ε, an arbitrary choice.
    pub const DEFAULT_STRIBECK_RATIO: f64 = 10.0;

    /// ε.
    pub fn transition(&self) -> f64 {
        let (Friction::Regularised { velocity, .. } | Friction::Stribeck { velocity, .. }) = *self;
        velocity
    }

    /// v_s if it is [`Friction::DEFAULT_STRIBECK_RATIO`] times ε and matters: the coefficients differ.
    pub fn default_stribeck_speed(&self) -> Option<f64> {
        match *self {
            Friction::Stribeck { static_coefficient, kinetic_coefficient, stribeck_velocity, velocity }
                if static_coefficient != kinetic_coefficient
                    && stribeck_velocity == Self::DEFAULT_STRIBECK_RATIO * velocity =>
            {
                Some(stribeck_velocity)
            }
            _ => None,
        }
    }

    /// μ with the sign of the speed.
    #[inline]
    pub fn coefficient<S: Scalar>(&self, speed: S) -> S {
        ramp(speed, self.transition()) * self.level(speed)
    }

    /// μ(v)/v for a nonnegative speed: the factor of the velocity vector of slip.
    #[inline]
    pub fn resistance<S: Scalar>(&self, speed: S) -> S {
        let velocity = self.transition();
        if speed.value() >= velocity {
            return self.coefficient(speed) / speed;
        }
        let slope = (S::constant(2.0) - speed * (1.0 / velocity)) * (1.0 / velocity);
        slope * self.level(speed)
    }

    /// μ without the transition around rest.
    #[inline]
    fn level<S: Scalar>(&self, speed: S) -> S {
        match *self {
            Friction::Regularised { coefficient, .. } => S::constant(coefficient),
            Friction::Stribeck { static_coefficient, kinetic_coefficient, stribeck_velocity, .. } => {
                let s = speed * (1.0 / stribeck_velocity);
                S::constant(kinetic_coefficient) + (-(s * s)).exp() * (static_coefficient - kinetic_coefficient)
            }
        }
    }
}

/// The sign of the speed with a quadratic transition on either side of rest, with continuous slope.
#[inline]
fn ramp<S: Scalar>(speed: S, velocity: f64) -> S {
    let s = speed * (1.0 / velocity);
    match s.value() {
        s if s >= 1.0 => S::one(),
        s if s <= -1.0 => -S::one(),
        s0 if s0 >= 0.0 => s * (S::constant(2.0) - s),
        _ => s * (S::constant(2.0) + s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    const REGULARISED: Friction = Friction::Regularised { coefficient: 0.3, velocity: 0.01 };
    const STRIBECK: Friction = Friction::Stribeck {
        static_coefficient: 0.4,
        kinetic_coefficient: 0.25,
        stribeck_velocity: 0.1,
        velocity: 0.001,
    };

    #[test]
    fn a_deflection_grows_to_the_presliding_displacement_and_turns_with_the_slip() {
        let law = Presliding { coefficient: 0.3, displacement: 2.0 };
        assert_eq!(law.deflection([1.2, 1.6]), [1.2, 1.6]);
        // Round-off of a square root and a quotient.
        let [x, y] = law.deflection([6.0, 8.0]);
        assert!((x - 1.2).abs() < 1e-15 && (y - 1.6).abs() < 1e-15);
        assert_eq!(law.stiffness(100.0), 15.0);
        // Perpendicular to the slip it is what the circle leaves: the slope of −z_y/‖z*‖ along y.
        let [_, y] = law.deflection([Dual::constant(8.0), Dual { re: 0.0, d: [1.0] }]);
        assert!((y.d[0] - 0.25).abs() < 1e-15);
    }

    #[test]
    fn full_friction_from_the_transition_speed_on() {
        assert_eq!([0.01, 5.0, -0.01, 0.0].map(|v| REGULARISED.coefficient(v)), [0.3, 0.3, -0.3, 0.0]);
        assert!((REGULARISED.coefficient(0.005) - 0.225).abs() < 1e-15);
    }

    #[test]
    fn the_static_peak_fades_with_the_speed() {
        assert!((STRIBECK.coefficient(0.001) - 0.4).abs() < 2e-5);
        assert!((STRIBECK.coefficient(0.1) - (0.25 + 0.15 * (-1.0_f64).exp())).abs() < 1e-15);
        assert!((STRIBECK.coefficient(1.0) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn the_resistance_is_the_coefficient_by_the_speed() {
        for law in [REGULARISED, STRIBECK] {
            for v in [1e-6, 0.0007, 0.004, 0.2] {
                assert!((law.resistance(v) * v - law.coefficient(v)).abs() < 1e-15);
            }
            assert!(law.resistance(0.0).is_finite());
        }
    }

    #[test]
    fn friction_is_odd_and_has_a_continuous_slope() {
        for law in [REGULARISED, STRIBECK] {
            let slope = |v: f64| law.coefficient(Dual { re: v, d: [1.0] }).d[0];
            for v in [0.0, 0.0004, 0.003, 0.2] {
                assert_eq!(law.coefficient(v), -law.coefficient(-v));
                assert!((slope(v + 1e-12) - slope(v - 1e-12)).abs() < 1e-3 * slope(0.0));
            }
        }
    }
}
