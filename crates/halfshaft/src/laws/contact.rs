//! Normal force of a contact as a function of indentation and its rate.

use crate::math::Scalar;

/// The normal force between two bodies with the indentation ℓ.
///
/// ```text
/// f = k ℓⁿ + d,   f ≥ 0,   f = 0 for ℓ ≤ 0
///
/// Hertz            d = 0                               Virlez 2014, eq. 4.4
/// Kelvin-Voigt     d = c ℓ̇                             eq. 4.7
/// hysteretic       d = K k ℓⁿ ℓ̇/v₀                     eq. 4.8, v₀ the impact speed
///   Hunt-Crossley         K = 3/2 (1 − e)              eq. 4.9
///   Lankarani-Nikravesh   K = 3/4 (1 − e²)             eq. 4.10
///   Flores-Machado        K = 8/5 (1 − e)/e            eq. 4.11
///   Gonthier              (1 + K)/(1 − K e) = exp(K (1 + e))
/// plastic          two phases: loading along k ℓⁿ, unloading and reloading up to the largest indentation ℓ_m so far
///                  along k ℓ_mⁿ ((ℓ − ℓ_p)/(ℓ_m − ℓ_p))ⁿ, with ℓ_p = (1 − e²) ℓ_m left when the force vanishes
/// ```
///
/// The hysteretic force has a first integral, so the speed after an impact without other forces does not depend on k,
/// n, mass and v₀: 1 − ln(1 + K)/K = −e' − ln(1 − K e')/K gives the resulting e' ([`restitution`]). Gonthier's K is the
/// one for which e' = e; the first two laws dissipate too little and Flores-Machado a little too much. The plastic law
/// returns the fraction e² of the work of compression, so its e is exactly Stronge's.
///
/// No law is tensile: bodies that separate faster than the material recovers do so without force, and the stored energy
/// is dissipated. With a damper of constant coefficient (Kelvin-Voigt) the force jumps at first contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalLaw {
    /// k, in N/mⁿ.
    pub stiffness: f64,
    /// n, at least one.
    pub exponent: f64,
    /// Energy loss.
    pub loss: Loss,
}

/// The energy loss of a normal law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// No loss.
    None,
    /// A damper, in N s/m.
    Viscous(f64),
    /// K of the hysteretic law.
    Hysteretic(f64),
    /// e of the plastic law.
    Plastic(f64),
}

/// The history of the contact that a normal law needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History {
    /// v₀, the impact speed, positive.
    pub impact_speed: f64,
    /// ℓ_m, the largest indentation so far.
    pub deepest: f64,
}

/// A normal force in its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalForce<S> {
    /// The part that depends on the indentation alone.
    pub elastic: S,
    /// The damping part; its negative value does not exceed the elastic part.
    pub damping: S,
}

impl<S: Scalar> NormalForce<S> {
    /// The whole force, never negative.
    pub fn total(&self) -> S {
        self.elastic + self.damping
    }
}

impl NormalLaw {
    /// Elastic, without loss.
    pub fn hertz(stiffness: f64, exponent: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::None }
    }

    /// A spring and a damper in parallel.
    pub fn kelvin_voigt(stiffness: f64, exponent: f64, damping: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Viscous(damping) }
    }

    /// Hunt & Crossley 1975.
    pub fn hunt_crossley(stiffness: f64, exponent: f64, restitution: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Hysteretic(1.5 * (1.0 - restitution)) }
    }

    /// Lankarani & Nikravesh 1990.
    pub fn lankarani_nikravesh(stiffness: f64, exponent: f64, restitution: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Hysteretic(0.75 * (1.0 - restitution * restitution)) }
    }

    /// Flores & Machado 2011; `restitution` above zero.
    pub fn flores_machado(stiffness: f64, exponent: f64, restitution: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Hysteretic(1.6 * (1.0 - restitution) / restitution) }
    }

    /// Gonthier et al. 2004; `restitution` above zero.
    pub fn gonthier(stiffness: f64, exponent: f64, restitution: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Hysteretic(gonthier_factor(restitution)) }
    }

    /// Different curves of loading and unloading.
    pub fn plastic(stiffness: f64, exponent: f64, restitution: f64) -> Self {
        NormalLaw { stiffness, exponent, loss: Loss::Plastic(restitution) }
    }

    /// Returns whether the force jumps at first contact.
    pub fn jumps(&self) -> bool {
        matches!(self.loss, Loss::Viscous(damping) if damping > 0.0)
    }

    /// The force at an indentation and its rate.
    #[inline]
    pub fn force<S: Scalar>(&self, l: S, rate: S, history: &History) -> NormalForce<S> {
        let (k, n) = (self.stiffness, self.exponent);
        let zero = S::zero();
        if l.value() <= 0.0 {
            return NormalForce { elastic: zero, damping: zero };
        }
        let elastic = match self.loss {
            Loss::Plastic(e) if l.value() < history.deepest => {
                let deepest = history.deepest;
                let left = (1.0 - e * e) * deepest;
                if l.value() <= left {
                    return NormalForce { elastic: zero, damping: zero };
                }
                ((l - S::constant(left)) * (1.0 / (deepest - left))).powf(n) * (k * deepest.powf(n))
            }
            _ => l.powf(n) * k,
        };
        let damping = match self.loss {
            Loss::None | Loss::Plastic(_) => zero,
            Loss::Viscous(c) => rate * c,
            Loss::Hysteretic(factor) => elastic * rate * (factor / history.impact_speed),
        };
        let tears = elastic.value() + damping.value() < 0.0;
        NormalForce { elastic, damping: if tears { -elastic } else { damping } }
    }

    /// The recoverable energy.
    pub fn stored(&self, l: f64, history: &History) -> f64 {
        let (k, n) = (self.stiffness, self.exponent);
        if l <= 0.0 {
            return 0.0;
        }
        match self.loss {
            Loss::Plastic(e) if l < history.deepest => {
                let deepest = history.deepest;
                let left = (1.0 - e * e) * deepest;
                if l <= left {
                    return 0.0;
                }
                let part = (l - left) / (deepest - left);
                k * deepest.powf(n) * (deepest - left) * part.powf(n + 1.0) / (n + 1.0)
            }
            Loss::Plastic(e) => e * e * k * l.powf(n + 1.0) / (n + 1.0),
            _ => k * l.powf(n + 1.0) / (n + 1.0),
        }
    }

    /// The dissipated power, including plastic deformation.
    pub fn dissipated(&self, l: f64, rate: f64, history: &History) -> f64 {
        let force = self.force(l, rate, history);
        match self.loss {
            // ℓ_m is that of the last accepted step: beyond the turning point, the difference is not recovered.
            Loss::Plastic(e) if l >= history.deepest => (1.0 - e * e) * force.elastic * rate.max(0.0),
            Loss::Plastic(_) => 0.0,
            _ => force.damping * rate,
        }
    }

    /// The coefficient of restitution of an impact without other forces: the ratio of the speeds after and before it.
    /// `None` for a damper of constant coefficient, where it depends on the bodies.
    pub fn restitution(&self) -> Option<f64> {
        match self.loss {
            Loss::None => Some(1.0),
            Loss::Viscous(_) => None,
            Loss::Hysteretic(factor) => Some(restitution(factor)),
            Loss::Plastic(e) => Some(e),
        }
    }
}

/// The coefficient of restitution of the hysteretic law with the factor K: the root e' of ln((1 + K)/(1 − K e')) = K (1
/// + e').
pub fn restitution(factor: f64) -> f64 {
    if factor <= 0.0 {
        return 1.0;
    }
    // Below one and below 1/K, where the force would become tensile.
    let f = |e: f64| factor.ln_1p() - (-factor * e).ln_1p() - factor * (1.0 + e);
    bisect(f, 0.0, (1.0 / factor).min(1.0))
}

/// Gonthier's K for a coefficient of restitution above zero.
pub(crate) fn gonthier_factor(restitution: f64) -> f64 {
    if restitution >= 1.0 {
        return 0.0;
    }
    let f = |factor: f64| factor.ln_1p() - (-factor * restitution).ln_1p() - factor * (1.0 + restitution);
    // K = 0 is a root too; from it f decreases with the slope 1 − e, and at 1/e it is infinite.
    bisect(f, 1e-3 * (1.0 - restitution), 1.0 / restitution)
}

/// The root between an argument at which f is negative and one at which it is positive or infinite.
fn bisect(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRESH: History = History { impact_speed: 2.0, deepest: 0.0 };

    #[test]
    fn the_laws_rebound_as_their_first_integral_says() {
        // Reference values, computed from the same integral by another program.
        let cases = [
            (NormalLaw::hunt_crossley(1.0, 1.5, 0.2), 0.5468540506573),
            (NormalLaw::hunt_crossley(1.0, 1.5, 0.8), 0.8328697922656),
            (NormalLaw::lankarani_nikravesh(1.0, 1.5, 0.3), 0.6842246057494),
            (NormalLaw::lankarani_nikravesh(1.0, 1.0, 0.709), 0.8000679051985),
            (NormalLaw::flores_machado(1.0, 2.0, 0.2), 0.1555400202573),
            (NormalLaw::flores_machado(1.0, 1.5, 0.9), 0.8939206926634),
        ];
        for (law, expected) in cases {
            let e = law.restitution().unwrap();
            assert!((e - expected).abs() < 1e-12, "{law:?}: {e}");
        }
    }

    #[test]
    fn gonthier_rebounds_with_the_coefficient_it_is_given() {
        for e in [0.01, 0.2, 0.5, 0.709, 0.95, 0.999, 1.0] {
            let law = NormalLaw::gonthier(1e7, 1.5, e);
            assert!((law.restitution().unwrap() - e).abs() < 1e-9, "{e}: {:?}", law.restitution());
        }
    }

    #[test]
    fn no_law_pulls_and_none_acts_across_a_gap() {
        let laws = [
            NormalLaw::hertz(3.0, 1.5),
            NormalLaw::kelvin_voigt(3.0, 1.0, 4.0),
            NormalLaw::hunt_crossley(3.0, 1.0, 0.5),
            NormalLaw::plastic(3.0, 1.5, 0.5),
        ];
        for law in laws {
            for rate in [-9.0, 0.0, 9.0] {
                assert_eq!(law.force(-0.1, rate, &FRESH).total(), 0.0);
                assert!(law.force(0.2, rate, &FRESH).total() >= 0.0);
            }
        }
    }

    #[test]
    fn the_parts_of_kelvin_voigt_are_a_spring_and_a_damper() {
        let force = NormalLaw::kelvin_voigt(3.0, 1.0, 4.0).force(0.5, 0.25, &FRESH);
        assert_eq!((force.elastic, force.damping), (1.5, 1.0));
    }

    #[test]
    fn the_plastic_law_gives_back_the_part_of_the_work_it_promises() {
        let (k, n, e, deepest) = (5.0, 1.5, 0.6, 0.3_f64);
        let law = NormalLaw::plastic(k, n, e);
        let dented = History { impact_speed: 1.0, deepest };
        let work = k * deepest.powf(n + 1.0) / (n + 1.0);
        // Simpson's rule over the unloading; its error is that of the kink where the force vanishes.
        let (left, steps) = ((1.0 - e * e) * deepest, 2000);
        let width = (deepest - left) / f64::from(steps);
        let force = |i: i32| law.force(left + f64::from(i) * width, -1.0, &dented).total();
        let back: f64 =
            (0..steps).step_by(2).map(|i| width / 3.0 * (force(i) + 4.0 * force(i + 1) + force(i + 2))).sum();
        assert!((back / work - e * e).abs() < 1e-6, "{}", back / work);
        assert!((law.stored(deepest, &dented) - e * e * work).abs() < 1e-15);
        assert_eq!(law.force(0.9 * left, -1.0, &dented).total(), 0.0);
        // Continuous where the two curves meet.
        let jump = law.force(deepest, 0.0, &dented).total() - law.force(deepest - 1e-12, 0.0, &dented).total();
        assert!(jump.abs() < 1e-10);
    }

    #[test]
    fn power_is_the_rate_of_what_is_stored_plus_heat() {
        let laws = [
            NormalLaw::hertz(3.0, 1.5),
            NormalLaw::kelvin_voigt(3.0, 2.0, 4.0),
            NormalLaw::flores_machado(3.0, 1.5, 0.4),
            NormalLaw::plastic(3.0, 1.5, 0.5),
        ];
        let history = History { impact_speed: 0.7, deepest: 0.25 };
        for law in laws {
            for (l, rate) in [(0.2, 0.3), (0.24, -0.4), (0.3, 0.5), (0.21, -8.0)] {
                let d = 1e-7;
                let stored = (law.stored(l + d * rate, &history) - law.stored(l - d * rate, &history)) / (2.0 * d);
                let power = law.force(l, rate, &history).total() * rate;
                let heat = law.dissipated(l, rate, &history);
                assert!((power - stored - heat).abs() < 1e-6 && heat >= 0.0, "{law:?} at {l}, {rate}");
            }
        }
    }
}
