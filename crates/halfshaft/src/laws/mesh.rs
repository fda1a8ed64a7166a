//! The law of tooth flanks in contact: force, moment across the face, energy and dissipation from their approach.

use super::friction::Friction;
use super::mesh_curve::MeshCurve;
use super::path::Path;
use crate::math::{Dual, Scalar, Seeded};

/// The law of both flanks of a mesh.
///
/// A flank with the approach δ at mid-face and the slope φ across the face stores
///
/// ```text
/// V = k/(6bφ) (s₊³ − s₋³),     s± = max(0, δ ± φ b/2)
/// ```
///
/// that is ½ k (δ² + φ²b²/12) if the whole face is in contact and a cubic of the deeper end if only a part of it is:
/// strips of stiffness k/b, each loaded by its own approach (Virlez 2014, eq. 3.9, after Niemann). Force and moment are
/// its derivatives with respect to δ and φ. With φ = 0 it is ½ k δ².
///
/// The damper d δ̇ acts while the flanks are in contact. It is faded in over a small depth so that the force does not
/// jump, and the force is never tensile.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshLaw {
    /// k.
    pub stiffness: MeshStiffness,
    /// d, in N s/m.
    pub damping: f64,
    /// The approach at which the damper has its full coefficient, in metres.
    pub damping_depth: f64,
    /// Backlash along the line of action, in metres; each flank has half of it in the central position.
    pub backlash: f64,
    /// Deviation of the flanks from their ideal form.
    pub error: Option<ToothError>,
    /// Partial contact across the face, if enabled.
    pub face: Option<Face>,
    /// Friction of the teeth.
    pub friction: Option<ToothFriction>,
}

/// Mesh stiffness along the normal of the flanks, in N/m.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshStiffness {
    /// A constant.
    Constant(f64),
    /// Proportional to the number of tooth pairs in contact, which varies along the path.
    Teeth {
        /// Stiffness of one pair, over the whole face.
        pair: f64,
        /// The path of contact.
        path: Path,
    },
    /// That of a loaded tooth contact analysis.
    Analysed(MeshCurve),
}

/// An error of tooth form, once or several times per tooth: e = a cos(2π n p/p_b + ε), p the travel on the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothError {
    /// a, in metres.
    pub amplitude: f64,
    /// 2π n/p_b, in rad/m.
    pub wave_number: f64,
    /// ε, in radians.
    pub phase: f64,
}

/// The face of the teeth, for contact over a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// b, in metres.
    pub width: f64,
    /// Initial misalignment in the plane of action, in radians.
    pub misalignment: f64,
}

/// Friction of teeth, which slide along their height.
#[derive(Clone, Debug, PartialEq)]
pub enum ToothFriction {
    /// A couple μ F s about the instantaneous axis, with a constant arm s: the mean over the path of contact.
    Mean {
        /// μ of the sliding speed at the arm.
        law: Friction,
        /// s, in metres.
        arm: f64,
    },
    /// Force and moment, summed over the contact lines at their present positions on the path.
    Path {
        /// μ of the local sliding speed.
        law: Friction,
        /// The path of contact.
        path: Path,
    },
}

/// The response of one flank.
#[derive(Clone, Copy, Debug)]
pub struct Flank<S> {
    /// Normal force, never negative.
    pub force: S,
    /// Moment that resists the slope, in N m per radian of slope.
    pub moment: S,
    /// V/k.
    pub energy_per_stiffness: S,
    /// The conservative part of the force.
    pub elastic: S,
}

impl MeshLaw {
    /// One flank with its approach, the slope of the approach across the face, and the rate of approach.
    pub fn flank<S: Scalar>(&self, k: S, delta: S, slope: S, rate: S) -> Flank<S> {
        let (depth, turn, energy) = match self.face {
            Some(face) => strips(delta, slope, face.width),
            None if delta.value() <= 0.0 => (S::zero(), S::zero(), S::zero()),
            None => (delta, S::zero(), delta * delta * 0.5),
        };
        let elastic = k * depth;
        let damper = self.fade(depth) * rate * self.damping;
        let force = elastic + damper;
        let force = if force.value() > 0.0 { force } else { S::zero() };
        Flank { force, moment: k * turn, energy_per_stiffness: energy, elastic }
    }

    /// The fraction of the damper that acts at a depth: s (2 − s) up to full depth.
    fn fade<S: Scalar>(&self, depth: S) -> S {
        let s = depth * (1.0 / self.damping_depth);
        match s.value() {
            s if s <= 0.0 => S::zero(),
            s if s >= 1.0 => S::one(),
            _ => s * (S::constant(2.0) - s),
        }
    }

    /// k at a travel on the path, and dk/dp.
    pub fn stiffness<S: Scalar>(&self, travel: Option<S>) -> (S, S) {
        match (&self.stiffness, travel) {
            (MeshStiffness::Teeth { pair, path }, Some(p)) => {
                let [count, slope, curvature] = path.pairs(p.value()).map(|x| x * pair);
                let off = p - S::constant(p.value());
                (S::constant(count) + off * slope, S::constant(slope) + off * curvature)
            }
            (MeshStiffness::Analysed(curve), Some(p)) => {
                let [value, slope, curvature] = curve.at(p.value());
                let off = p - S::constant(p.value());
                (S::constant(value) + off * slope, S::constant(slope) + off * curvature)
            }
            (MeshStiffness::Analysed(curve), None) => (S::constant(curve.at(0.0)[0]), S::zero()),
            (MeshStiffness::Teeth { pair, .. }, None) => (S::constant(*pair), S::zero()),
            (MeshStiffness::Constant(k), _) => (S::constant(*k), S::zero()),
        }
    }

    /// Number of pairs of teeth at a travel on the path if the flanks touch; 1 if the stiffness is constant.
    pub fn pairs(&self, travel: Option<f64>) -> f64 {
        match (&self.stiffness, travel) {
            (MeshStiffness::Teeth { path, .. }, Some(p)) => path.pairs(p)[0],
            (MeshStiffness::Analysed(curve), Some(p)) => curve.pairs(p),
            _ => 1.0,
        }
    }

    /// Returns whether the law depends on the travel along the path.
    pub fn follows_path(&self) -> bool {
        matches!(self.stiffness, MeshStiffness::Teeth { .. } | MeshStiffness::Analysed(_))
            || self.error.is_some()
            || matches!(self.friction, Some(ToothFriction::Path { .. }))
    }
}

impl ToothError {
    /// e and de/dp.
    pub fn at<S: Scalar>(&self, travel: S) -> (S, S) {
        let angle = travel * self.wave_number + S::constant(self.phase);
        (angle.cos() * self.amplitude, angle.sin() * (-self.amplitude * self.wave_number))
    }
}

/// Mean depth, ∂/∂slope and energy of strips across the face, all for unit stiffness.
fn strips<S: Scalar>(delta: S, slope: S, width: f64) -> (S, S, S) {
    let end = slope * (0.5 * width);
    let (high, low) = (delta + end.abs(), delta - end.abs());
    if low.value() >= 0.0 {
        let part = slope * (width * width / 12.0);
        return (delta, part, (delta * delta + slope * part) * 0.5);
    }
    if high.value() <= 0.0 {
        return (S::zero(), S::zero(), S::zero());
    }
    // V/k = s₊³/(6b|φ|): the slope is not zero here, because one end is in contact and the other is not.
    let size = slope.abs();
    let square = high * high;
    let per = S::one() / (size * width);
    let energy = square * high * per * (1.0 / 6.0);
    let depth = square * per * 0.5;
    let by_size = depth * (0.5 * width) - energy / size;
    (depth, if slope.value() < 0.0 { -by_size } else { by_size }, energy)
}

/// Friction along the path per unit normal force: the tangential force and its moment.
#[derive(Clone, Copy, Debug)]
pub struct PathFriction<S> {
    /// Σ w μ(v): force against the sliding at the pitch point.
    pub force: S,
    /// Σ w μ(v) s: moment against the relative rotation.
    pub moment: S,
}

/// Integrals over all contact lines at a travel p, for sliding speeds v = v₀ + s ω along the path.
pub fn path_friction<S: Scalar>(law: &Friction, path: &Path, p: S, v0: S, spin: S) -> PathFriction<S> {
    // With duals of three partials, extended by the chain rule: there are many points, and the element's duals are
    // wide.
    type D = Dual<4>;
    let at: [D; 3] = [D::seeded(p.value(), 0, 1.0), D::seeded(v0.value(), 1, 1.0), D::seeded(spin.value(), 2, 1.0)];
    let (mut weights, mut force, mut moment) = (D::zero(), D::zero(), D::zero());
    // Positions where sliding reverses, or leaves the transition around rest.
    let turns = [0.0, law.transition(), -law.transition()].map(|speed| (D::constant(speed) - at[1]) / at[2]);
    let kinks: &[D] = if spin.value() == 0.0 { &[] } else { &turns };
    path.integrate(at[0], kinks, |s, weight| {
        let share = law.coefficient(at[1] + s * at[2]) * weight;
        weights += weight;
        force += share;
        moment += share * s;
    });
    // Without contact the normal force is zero anyway.
    let per = D::one() / if weights.re > 1e-9 { weights } else { D::one() };
    let lift = |x: D| {
        [p, v0, spin]
            .iter()
            .enumerate()
            .fold(S::constant(x.re), |sum, (i, of)| sum + (*of - S::constant(of.value())) * x.partial(i))
    };
    PathFriction { force: lift(force * per), moment: lift(moment * per) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(face: Option<Face>) -> MeshLaw {
        MeshLaw {
            stiffness: MeshStiffness::Constant(2.0),
            damping: 0.0,
            damping_depth: 1e-6,
            backlash: 0.0,
            error: None,
            face,
            friction: None,
        }
    }

    #[test]
    fn partial_contact_is_the_sum_of_strips() {
        let face = Face { width: 3.0, misalignment: 0.0 };
        for (delta, slope) in [(1.0, 0.2), (0.3, 0.9), (-0.4, -0.9), (0.1, -0.05), (-2.0, 1.0), (0.2, 0.0)] {
            let flank = law(Some(face)).flank(2.0, delta, slope, 0.0);
            let strips = 200_000;
            let (mut force, mut moment) = (0.0, 0.0);
            for i in 0..strips {
                let z = face.width * ((i as f64 + 0.5) / strips as f64 - 0.5);
                let load = 2.0 / strips as f64 * (delta + slope * z).max(0.0);
                force += load;
                moment += load * z;
            }
            assert!((flank.force - force).abs() < 1e-9, "{delta} {slope}: {} {force}", flank.force);
            assert!((flank.moment - moment).abs() < 1e-9, "{delta} {slope}: {} {moment}", flank.moment);
        }
    }

    #[test]
    fn force_and_moment_are_derivatives_of_the_energy() {
        let face = Some(Face { width: 3.0, misalignment: 0.0 });
        for (delta, slope) in [(1.0, 0.2), (0.3, 0.9), (-0.4, -0.9)] {
            let at = |d: f64, s: f64| 2.0 * law(face).flank(2.0, d, s, 0.0).energy_per_stiffness;
            let flank = law(face).flank(2.0, delta, slope, 0.0);
            let h = 1e-5;
            assert!(((at(delta + h, slope) - at(delta - h, slope)) / (2.0 * h) - flank.force).abs() < 1e-8);
            assert!(((at(delta, slope + h) - at(delta, slope - h)) / (2.0 * h) - flank.moment).abs() < 1e-8);
        }
    }

    #[test]
    fn a_flank_never_pulls() {
        let damped = MeshLaw { damping: 5.0, ..law(None) };
        assert_eq!(damped.flank(2.0, -1.0, 0.0, 3.0).force, 0.0);
        assert_eq!(damped.flank(2.0, 1.0, 0.0, -3.0).force, 0.0);
        assert_eq!(damped.flank(2.0, 1.0, 0.0, 3.0).force, 17.0);
    }
}
