//! What tooth flanks in contact answer to their approach: force, moment across the face, energy, heat.

use super::friction::Friction;
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
/// that is ½ k (δ² + φ²b²/12) where the whole face touches and a cubic of the deeper end where only a part of it does:
/// strips of stiffness k/b, each carrying what its own approach asks for (Virlez 2014, eq. 3.9, after Niemann). Force and
/// moment are its derivatives by δ and φ. With φ = 0 it is ½ k δ².
///
/// The damper d δ̇ acts where the flanks touch, fades in over a small depth so that the force has no jump, and never pulls.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshLaw {
    /// k.
    pub stiffness: MeshStiffness,
    /// d, in N s/m.
    pub damping: f64,
    /// The approach at which the damper has its full strength, in metres.
    pub damping_depth: f64,
    /// Play along the line of action, in metres; each flank has half of it in the middle position.
    pub backlash: f64,
    /// Deviation of the flanks from their ideal form.
    pub error: Option<ToothError>,
    /// Partial contact, where it is asked for.
    pub face: Option<Face>,
    /// Friction of the teeth.
    pub friction: Option<ToothFriction>,
}

/// How stiff a mesh is along the normal of the flanks, in N/m.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshStiffness {
    /// Always the same.
    Constant(f64),
    /// So much for each pair of teeth in contact, counted along the path.
    Teeth {
        /// Of one pair, over the whole face.
        pair: f64,
        /// Where pairs begin and end to touch.
        path: Path,
    },
}

/// An error of tooth form, once or several times each tooth: e = a cos(2π n p/p_b + ε), p the travel on the path.
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
    /// Misalignment in the plane of action that the parts are mounted with, in radians.
    pub misalignment: f64,
}

/// Friction of teeth that slide on each other along their height.
#[derive(Clone, Debug, PartialEq)]
pub enum ToothFriction {
    /// A couple μ F s about the instant axis, with a constant arm s: the mean over the path of contact.
    Mean {
        /// μ of the sliding speed at the arm.
        law: Friction,
        /// s, in metres.
        arm: f64,
    },
    /// Force and moment of what every contact line contributes at its present place on the path.
    Path {
        /// μ of the local sliding speed.
        law: Friction,
        /// Where pairs touch.
        path: Path,
    },
}

/// The answer of one flank.
#[derive(Clone, Copy, Debug)]
pub struct Flank<S> {
    /// Along the normal, never negative.
    pub force: S,
    /// By which the slope is resisted, in N m/rad of slope.
    pub moment: S,
    /// V/k.
    pub energy_per_stiffness: S,
    /// Of the force, what stores energy.
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

    /// How much of the damper acts at a depth: s (2 − s) up to the full one.
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
            (MeshStiffness::Teeth { pair, .. }, None) => (S::constant(*pair), S::zero()),
            (MeshStiffness::Constant(k), _) => (S::constant(*k), S::zero()),
        }
    }

    /// Whether anything depends on the travel along the path.
    pub fn follows_path(&self) -> bool {
        matches!(self.stiffness, MeshStiffness::Teeth { .. })
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
    // V/k = s₊³/(6b|φ|): the slope is not zero here, because one end is in and the other out.
    let size = slope.abs();
    let square = high * high;
    let per = S::one() / (size * width);
    let energy = square * high * per * (1.0 / 6.0);
    let depth = square * per * 0.5;
    let by_size = depth * (0.5 * width) - energy / size;
    (depth, if slope.value() < 0.0 { -by_size } else { by_size }, energy)
}

/// What friction along the path makes of a unit normal force: the tangential force, its moment, and the power.
#[derive(Clone, Copy, Debug)]
pub struct PathFriction<S> {
    /// Σ w μ(v): force against the sliding at the pitch point.
    pub force: S,
    /// Σ w μ(v) s: moment against the relative rotation.
    pub moment: S,
}

/// Integrals over all contact lines at a travel p, for sliding speeds v = v₀ + s ω along the path.
pub fn path_friction<S: Scalar>(law: &Friction, path: &Path, p: S, v0: S, spin: S) -> PathFriction<S> {
    // In duals of three partials, lifted by the chain rule: places are many, the element's partials wide.
    type D = Dual<4>;
    let at: [D; 3] = [D::seeded(p.value(), 0, 1.0), D::seeded(v0.value(), 1, 1.0), D::seeded(spin.value(), 2, 1.0)];
    let (mut weights, mut force, mut moment) = (D::zero(), D::zero(), D::zero());
    // Places where sliding reverses, or leaves the transition around rest.
    let turns = [0.0, law.transition(), -law.transition()].map(|speed| (D::constant(speed) - at[1]) / at[2]);
    let kinks: &[D] = if spin.value() == 0.0 { &[] } else { &turns };
    path.integrate(at[0], kinks, |s, weight| {
        let share = law.coefficient(at[1] + s * at[2]) * weight;
        weights += weight;
        force += share;
        moment += share * s;
    });
    // Where nothing touches, the normal force is zero anyway.
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
