//! Gear pairs: teeth as springs along the normal of their flanks, between any two bodies.
//!
//! The geometry of a kind says how far the flanks approach each other, the law what they answer, and virtual work where
//! that acts. Nothing here knows whether a wheel is fixed, carried or free.

mod bevel;
mod kinds;
mod measure;
mod parallel;
mod rack;

pub use bevel::Bevel;
pub use kinds::{BEVEL, EXTERNAL, INTERNAL, RACK};
pub use parallel::Parallel;
pub use rack::Rack;

use super::turns;
use crate::describe::Channel;
use crate::laws::mesh::{Flank, MeshLaw, ToothFriction, path_friction};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual};
use measure::{Gradient, Measure, Seen};

/// Two wheels in mesh.
///
/// ```text
/// δ₁ =  (u − e) − w − j/2       approach of the flank on which A drives B forward
/// δ₂ = −(u − e) − w − j/2       approach of the other one
/// V  = V(δ₁) + V(δ₂)            forces are its derivatives
/// ```
///
/// u is what the rotations and the axial offset make of the normal approach, w what parts both flanks (a greater centre
/// distance), e the error of the tooth forms, j the backlash. Positive u: A's teeth press on B's in the direction in which
/// a positive rotation of A moves them. Virlez 2014, 3.2, after Cardona; there the radial force is added by hand
/// (eq. 3.8), here it follows from w. `docs/theory.md`, gear pairs.
pub struct GearPair<G> {
    /// How the flanks approach each other.
    pub geometry: G,
    /// What they answer.
    pub law: MeshLaw,
}

/// An external or internal pair.
pub type ParallelPair = GearPair<Parallel>;
/// A bevel pair.
pub type BevelPair = GearPair<Bevel>;
/// A wheel on a rack.
pub type RackPair = GearPair<Rack>;

/// What the law asks of the geometry beyond the approach.
#[derive(Clone, Copy)]
struct Wants {
    travel: bool,
    tilt: bool,
}

/// What a geometry measures.
struct Mesh<S> {
    /// u.
    turn: Measure<S>,
    /// w.
    apart: Measure<S>,
    /// p: travel along the path of contact.
    travel: Option<Measure<S>>,
    tilt: Option<Tilt<S>>,
    /// χ of each wheel with its rate.
    angles: [(S, S); 2],
    /// Distance of the centres, or of the rack's pitch line; the cone distance of a bevel pair.
    distance: S,
    /// The instant axis, along the pitch line.
    axis: Vec3<S>,
    /// Direction in which A's teeth move at the pitch point in positive rotation.
    tangent: Vec3<S>,
    /// Direction in which B leaves A's teeth.
    away: Vec3<S>,
    /// Where the forces meet.
    pitch_point: Vec3<S>,
    seen: Seen<S>,
}

/// How the axes are tilted against each other, with what one radian of it makes of the slope of u and of w across the face.
struct Tilt<S> {
    turn: (Measure<S>, f64),
    apart: (Measure<S>, f64),
}

/// How the flanks of a kind approach each other.
trait Geometry: Send + Sync + 'static {
    fn frames(&self) -> [&Frame; 2];
    fn mesh<S: Scalar>(&self, at: &At<S>, wants: Wants) -> Mesh<S>;
    /// Sine and cosine of the transverse pressure angle.
    fn pressure(&self) -> (f64, f64);
    /// Sine and cosine of the base helix angle, positive for a right-handed wheel A.
    fn helix(&self) -> (f64, f64);
}

/// The mesh under load.
struct Loaded<S> {
    mesh: Mesh<S>,
    flanks: [Flank<S>; 2],
    approaches: [S; 2],
    /// k.
    stiffness: S,
    /// All efforts, as they stand in the residual.
    effort: Gradient<S>,
    /// Power of the dampers.
    damping: S,
    /// Power of friction.
    loss: S,
    /// The sum of V/k.
    energy_per_stiffness: S,
    /// Speed of sliding: the mean one, or that at the pitch point.
    sliding: S,
}

impl<G: Geometry> GearPair<G> {
    #[inline(always)]
    fn loaded<S: Scalar>(&self, at: &At<S>) -> Loaded<S> {
        let law = &self.law;
        let wants = Wants { travel: law.follows_path(), tilt: law.face.is_some() };
        let mesh = self.geometry.mesh(at, wants);
        let (stiffness, stiffness_slope) = law.stiffness(mesh.travel.map(|p| p.value));
        let zero = S::zero();
        let (error, error_slope) = match (&law.error, &mesh.travel) {
            (Some(error), Some(p)) => error.at(p.value),
            _ => (zero, zero),
        };
        let error_rate = mesh.travel.map_or(zero, |p| error_slope * p.rate);
        let half = S::constant(0.5 * law.backlash);
        let (u, u_rate) = (mesh.turn.value - error, mesh.turn.rate - error_rate);
        let (w, w_rate) = (mesh.apart.value + half, mesh.apart.rate);
        let (slope_u, slope_w) = match (&mesh.tilt, law.face) {
            (Some(tilt), Some(face)) => (
                tilt.turn.0.value * tilt.turn.1 + S::constant(face.misalignment),
                tilt.apart.0.value * tilt.apart.1,
            ),
            _ => (zero, zero),
        };
        let approaches = [u - w, -u - w];
        let rates = [u_rate - w_rate, -u_rate - w_rate];
        let flanks = [
            law.flank(stiffness, approaches[0], slope_u - slope_w, rates[0]),
            law.flank(stiffness, approaches[1], -slope_u - slope_w, rates[1]),
        ];
        let [one, two] = &flanks;
        let (across, along) = (one.force - two.force, one.force + two.force);
        let energy_per_stiffness = one.energy_per_stiffness + two.energy_per_stiffness;

        let mut effort = mesh.turn.gradient.scale(across);
        effort.add(&mesh.apart.gradient, -along);
        if let Some(p) = &mesh.travel {
            effort.add(&p.gradient, stiffness_slope * energy_per_stiffness - across * error_slope);
        }
        if let Some(tilt) = &mesh.tilt {
            effort.add(&tilt.turn.0.gradient, (one.moment - two.moment) * tilt.turn.1);
            effort.add(&tilt.apart.0.gradient, -((one.moment + two.moment) * tilt.apart.1));
        }
        let damping = (one.force - one.elastic) * rates[0] + (two.force - two.elastic) * rates[1];
        let mut loaded = Loaded {
            mesh,
            flanks,
            approaches,
            stiffness,
            effort,
            damping,
            loss: zero,
            energy_per_stiffness,
            sliding: zero,
        };
        self.rub(&mut loaded);
        loaded
    }

    /// Adds the friction of the teeth.
    #[inline(always)]
    fn rub<S: Scalar>(&self, loaded: &mut Loaded<S>) {
        let mesh = &loaded.mesh;
        let seen = &mesh.seen;
        match &self.law.friction {
            None => {}
            Some(ToothFriction::Mean { law, arm }) => {
                let spin = mesh.axis.dot(seen.moving.w);
                loaded.sliding = spin * *arm;
                let load = loaded.flanks[0].force + loaded.flanks[1].force;
                let couple = law.coefficient(loaded.sliding) * load * *arm;
                loaded.effort.torque += mesh.axis.scale(couple);
                loaded.loss = couple * spin;
            }
            Some(ToothFriction::Path { law, path }) => {
                let Some(p) = mesh.travel else { return };
                let (sine, cosine) = self.geometry.pressure();
                let from_b = mesh.pitch_point - seen.moving.pair.b.x;
                let slip = seen.moving.v + seen.moving.w.cross(from_b);
                for (flank, side) in loaded.flanks.iter().zip([1.0, -1.0]) {
                    if flank.force.value() <= 0.0 {
                        continue;
                    }
                    // The direction in which this flank of A presses B, and the one along the profile.
                    let normal = mesh.tangent * (side * cosine) + mesh.away * sine;
                    let profile = mesh.axis.cross(normal);
                    let (v0, spin) = (profile.dot(slip), profile.dot(seen.moving.w.cross(normal)));
                    let rubbing = path_friction(law, path, p.value * side, v0, spin);
                    let force = profile.scale(rubbing.force * flank.force);
                    loaded.effort.at_b += force;
                    let moment = normal.cross(profile).scale(rubbing.moment * flank.force);
                    loaded.effort.torque += from_b.cross(force) + moment;
                    loaded.loss += (rubbing.force * v0 + rubbing.moment * spin) * flank.force;
                    loaded.sliding = v0;
                }
            }
        }
    }
}

impl<G: Geometry> Element for GearPair<G> {
    type Tangent = Dual<12>;
    const MEMORY: &'static [&'static str] = &["angle_a", "speed_a", "time_a", "angle_b", "speed_b", "time_b"];
    const CHANNELS: &'static [Channel] = kinds::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.geometry.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let loaded = self.loaded(at);
        loaded.effort.act(&loaded.mesh.seen, at.nodes, r);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let mesh = self.geometry.mesh(at, Wants { travel: false, tilt: false });
        for (memory, (angle, rate)) in memory.chunks_exact_mut(turns::MEMORY.len()).zip(mesh.angles) {
            turns::remember(angle, rate, at.time, memory);
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let loaded = self.loaded(at);
        Energy {
            potential: loaded.stiffness * loaded.energy_per_stiffness,
            dissipated: loaded.damping + loaded.loss,
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let loaded = self.loaded(at);
        let (mesh, [one, two]) = (&loaded.mesh, &loaded.flanks);
        let (sin_t, cos_t) = self.geometry.pressure();
        let (sin_b, cos_b) = self.geometry.helix();
        let (across, along) = (one.force - two.force, one.force + two.force);
        let flank = match (one.force > 0.0, two.force > 0.0) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => 0.0,
        };
        let (force, torque) = loaded.effort.wrench(&mesh.seen);
        let torque_a = (mesh.seen.moving.pair.b.x - mesh.seen.moving.pair.a.x).cross(force) + torque;
        let (axis_a, axis_b) = (mesh.seen.moving.pair.a.r.column(2), mesh.seen.moving.pair.b.r.column(2));
        out.copy_from_slice(&[
            along,
            cos_b * cos_t * across,
            -sin_b * across,
            cos_b * sin_t * along,
            loaded.approaches[0].max(loaded.approaches[1]),
            flank,
            mesh.turn.value,
            loaded.stiffness,
            mesh.distance,
            -mesh.angles[0].0,
            -mesh.angles[1].0,
            torque_a.dot(axis_a),
            -torque.dot(axis_b),
            one.moment - two.moment,
            loaded.sliding,
            loaded.loss,
            loaded.stiffness * loaded.energy_per_stiffness,
            loaded.damping + loaded.loss,
        ]);
    }
}
