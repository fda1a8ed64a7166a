//! The contact law of surfaces of solids: pressure against penetration, and friction stress against sliding velocity.

use crate::laws::Friction;
use crate::laws::contact::gonthier_factor;
use crate::math::{Scalar, Vec3};

/// Pressure of a surface that presses into another one, for each undeformed area.
///
/// ```text
/// p = max(0, k ℓ (1 + h ℓ̇) + c s(ℓ/δ) ℓ̇),     s(x) = x² (3 − 2x) up to x = 1, then 1
/// τ = −μ(‖v_t‖) p v_t/‖v_t‖
/// ```
///
/// ℓ is the penetration, positive in contact; v_t the sliding velocity of the solid relative to the other surface. The damping begins
/// with the penetration and is complete at the depth δ, so that p is continuous at first contact; it never pulls. The hysteresis h is that
/// of Hunt & Crossley, without a memory of the impact speed: slower impacts are more elastic. Source: Virlez 2014, eqs. 3.26-3.31, where
/// δ = 0, and eq. 6.70 with c = h k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceLaw {
    /// k, in N/m³.
    pub stiffness: f64,
    /// c, in N s/m³.
    pub damping: f64,
    /// δ, in metres.
    pub damping_depth: f64,
    /// h, in s/m.
    pub hysteresis: f64,
    /// μ, if there is friction.
    pub friction: Option<Friction>,
}

/// Pressure and friction at a point.
#[derive(Clone, Copy, Debug)]
pub(in crate::elements::contact) struct Traction<S> {
    /// p, in Pa.
    pub pressure: S,
    /// Sliding velocity.
    pub slip: Vec3<S>,
    /// Friction stress over sliding velocity, in Pa s/m.
    pub resistance: S,
}

/// Number of elements over whose thickness the default penalty is spread: the contact is as compliant as a layer of a tenth of an element.
const DEFAULT_LAYERS: f64 = 10.0;
/// The default depth of the damping is the penetration at this fraction of Young's modulus as pressure.
const DEFAULT_DEPTH_STRAIN: f64 = 1e-7;

impl SurfaceLaw {
    /// The default penalty of a surface: k = 10 E/h, with h the square root of the mean area of its faces.
    pub fn default_stiffness(youngs_modulus: f64, mean_face_area: f64) -> f64 {
        DEFAULT_LAYERS * youngs_modulus / mean_face_area.sqrt()
    }

    /// The default depth at which the damping is complete: δ = 1e-7 E/k.
    pub fn default_damping_depth(youngs_modulus: f64, stiffness: f64) -> f64 {
        DEFAULT_DEPTH_STRAIN * youngs_modulus / stiffness
    }

    /// h for which a free impact at a speed has a coefficient of restitution above zero: Gonthier's factor over that speed.
    pub fn hysteresis_of(restitution: f64, speed: f64) -> f64 {
        gonthier_factor(restitution) / speed
    }

    /// The pressure at a positive penetration and its rate.
    fn pressure<S: Scalar>(&self, l: S, rate: S) -> S {
        let mut p = l * self.stiffness;
        if self.hysteresis > 0.0 {
            p += p * rate * self.hysteresis;
        }
        if self.damping > 0.0 {
            let x = l * (1.0 / self.damping_depth);
            let share = if x.value() < 1.0 { x * x * (S::constant(3.0) - x * 2.0) } else { S::one() };
            p += share * rate * self.damping;
        }
        if p.value() < 0.0 { S::zero() } else { p }
    }

    /// What acts at a point with this gap and unit normal towards the solid, which moves with the velocity `u` relative to the other
    /// surface; `None` if the gap is open.
    pub(in crate::elements::contact) fn traction<S: Scalar>(
        &self,
        gap: S,
        normal: Vec3<S>,
        u: Vec3<S>,
    ) -> Option<Traction<S>> {
        if gap.value() >= 0.0 {
            return None;
        }
        let approach = -normal.dot(u);
        let pressure = self.pressure(-gap, approach);
        let slip = u + normal.scale(approach);
        let square = slip.dot(slip);
        // At rest the speed has a kink; its derivative is irrelevant because it is multiplied by the slip.
        let speed = if square.value() == 0.0 { S::zero() } else { square.sqrt() };
        let resistance = self.friction.map_or(S::zero(), |law| law.resistance(speed) * pressure);
        Some(Traction { pressure, slip, resistance })
    }

    /// The stored energy for each area at a gap.
    pub(in crate::elements::contact) fn stored(&self, gap: f64) -> f64 {
        0.5 * self.stiffness * gap.min(0.0).powi(2)
    }
}

impl Traction<f64> {
    /// The dissipated power for each area: of the damping, and of the friction. `gap_rate` is that of the gap.
    pub fn dissipated(&self, law: &SurfaceLaw, gap: f64, gap_rate: f64) -> f64 {
        (law.stiffness * -gap - self.pressure) * gap_rate + self.resistance * self.slip.dot(self.slip)
    }

    /// The friction stress, in Pa.
    pub fn friction(&self) -> f64 {
        self.resistance * self.slip.norm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: SurfaceLaw =
        SurfaceLaw { stiffness: 10.0, damping: 2.0, damping_depth: 0.1, hysteresis: 0.0, friction: None };

    #[test]
    fn the_pressure_is_continuous_at_first_contact_and_never_pulls() {
        assert!(LAW.pressure(1e-9, 5.0) < 1e-7);
        assert_eq!(LAW.pressure(0.2, 3.0), 10.0 * 0.2 + 2.0 * 3.0);
        assert_eq!(LAW.pressure(0.2, -30.0), 0.0);
        assert!(LAW.traction(0.0, Vec3([0.0, 0.0, 1.0]), Vec3::zero()).is_none());
    }

    #[test]
    fn damping_dissipates_also_where_it_would_pull() {
        for speed in [-30.0, -0.3, 0.2] {
            let (normal, u) = (Vec3([0.0, 0.0, 1.0]), Vec3([0.0, 0.0, -speed]));
            let traction = LAW.traction(-0.2, normal, u).unwrap();
            assert!(traction.dissipated(&LAW, -0.2, -speed) > 0.0);
        }
    }
}
