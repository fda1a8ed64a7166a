//! Gear pairs: teeth as springs along the normal of their flanks, between any two bodies.
//!
//! The geometry of a kind gives the approach of the flanks, the law gives their force, and virtual work gives the
//! forces on the bodies. It does not matter whether a wheel is fixed, on a carrier or free.

mod bevel;
mod kinds;
mod measure;
mod parallel;
mod parallel_tangent;
mod rack;

pub use bevel::Bevel;
pub use kinds::{BEVEL, EXTERNAL, INTERNAL, RACK};
pub use parallel::Parallel;
pub use rack::Rack;

use super::memory::memory;
use super::turns;
use crate::describe::Channel;
use crate::laws::mesh::{Flank, MeshLaw, ToothFriction, path_friction};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{
    At, Condition, Element, Energy, ForceTangent, Frame, Increments, NodeId, Residual, Sliding, Wrench,
};
use measure::{Gradient, Measure, Seen};

/// Two wheels in mesh.
///
/// ```text
/// δ₁ =  (u − e) − w − j/2       approach of the flank on which A drives B forward
/// δ₂ = −(u − e) − w − j/2       approach of the other one
/// V  = V(δ₁) + V(δ₂)            forces are its derivatives
/// ```
///
/// u is the part of the normal approach due to rotations and axial offset, w the separation of both flanks (due to a
/// larger centre distance), e the error of the tooth forms, j the backlash. Positive u: A's teeth press on B's in the
/// direction in which a positive rotation of A moves them. Virlez 2014, 3.2, after Cardona; there the radial force is
/// added separately (eq. 3.8), here it follows from w. `docs/theory.md`, gear pairs.
pub struct GearPair<G> {
    /// The approach of the flanks.
    pub geometry: G,
    /// The force of the flanks.
    pub law: MeshLaw,
}

/// An external or internal pair.
pub type ParallelPair = GearPair<Parallel>;
/// A bevel pair.
pub type BevelPair = GearPair<Bevel>;
/// A wheel on a rack.
pub type RackPair = GearPair<Rack>;

/// What the law needs of the geometry beside the approach.
#[derive(Clone, Copy)]
pub(crate) struct Wants {
    travel: bool,
    tilt: bool,
}

/// The quantities that a geometry measures.
pub(crate) struct Mesh<S> {
    /// u.
    turn: Measure<S>,
    /// w.
    apart: Measure<S>,
    /// p: travel along the path of contact.
    travel: Option<Measure<S>>,
    tilt: Option<Tilt<S>>,
    /// χ of each wheel with its rate.
    angles: [(S, S); 2],
    /// Speed of A's flanks along their normal, relative to the line of centres.
    rolling: S,
    /// Distance of the centres, or from the rack's pitch line; the cone distance of a bevel pair.
    distance: S,
    /// The instantaneous axis, along the pitch line.
    axis: Vec3<S>,
    /// Direction in which A's teeth move at the pitch point for positive rotation.
    tangent: Vec3<S>,
    /// Direction in which B separates from A's teeth.
    away: Vec3<S>,
    /// The point of action of the forces.
    pitch_point: Vec3<S>,
    seen: Seen<S>,
}

/// Tilt of the axes relative to each other, with the slopes of u and of w across the face per radian.
pub(crate) struct Tilt<S> {
    turn: (Measure<S>, f64),
    apart: (Measure<S>, f64),
}

/// The geometry of a kind: the approach of its flanks.
pub(crate) trait Geometry: Send + Sync + 'static {
    fn frames(&self) -> [&Frame; 2];
    fn mesh<S: Scalar>(&self, at: &At<S>, wants: Wants) -> Mesh<S>;
    /// Sine and cosine of the transverse pressure angle.
    fn pressure(&self) -> (f64, f64);
    /// The radius of the smaller wheel.
    fn size(&self) -> f64;
    /// Adds the pitch point and the directions of the tooth forces to a wrench.
    fn wrench(&self, wrench: Wrench) -> Wrench;
    /// Itself if it is that of wheels on parallel axes, whose tangent is written by hand.
    fn as_parallel(&self) -> Option<&Parallel> {
        None
    }
}

/// The mesh under load.
struct Loaded<S> {
    flanks: [Flank<S>; 2],
    approaches: [S; 2],
    /// k.
    stiffness: S,
    /// All efforts, as they enter the residual.
    effort: Gradient<S>,
    /// Power of the dampers.
    damping: S,
    /// Power of friction.
    loss: S,
    /// The sum of V/k.
    energy_per_stiffness: S,
    /// Sliding speed: the mean one, or that at the pitch point.
    sliding: S,
}

/// Measures the quantities that the law needs.
fn measure<G: Geometry, S: Scalar>(pair: &GearPair<G>, at: &At<S>) -> Mesh<S> {
    pair.geometry.mesh(at, Wants { travel: pair.law.follows_path(), tilt: pair.law.face.is_some() })
}

/// Evaluates the law.
fn load<G: Geometry, S: Scalar>(pair: &GearPair<G>, mesh: &Mesh<S>) -> Loaded<S> {
    let law = &pair.law;
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
        (Some(tilt), Some(face)) => {
            (tilt.turn.0.value * tilt.turn.1 + S::constant(face.misalignment), tilt.apart.0.value * tilt.apart.1)
        }
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
    let mut loaded =
        Loaded { flanks, approaches, stiffness, effort, damping, loss: zero, energy_per_stiffness, sliding: zero };
    friction_force(pair, mesh, &mut loaded);
    loaded
}

/// Adds tooth friction.
fn friction_force<G: Geometry, S: Scalar>(pair: &GearPair<G>, mesh: &Mesh<S>, loaded: &mut Loaded<S>) {
    let seen = &mesh.seen;
    match &pair.law.friction {
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
            let (sine, cosine) = pair.geometry.pressure();
            let from_b = mesh.pitch_point - seen.moving.pair.b.x;
            let slip = seen.moving.v + seen.moving.w.cross(from_b);
            for (flank, side) in loaded.flanks.iter().zip([1.0, -1.0]) {
                if flank.force.value() <= 0.0 {
                    continue;
                }
                // The direction of the force of this flank of A on B, and the direction along the profile.
                let normal = mesh.tangent * (side * cosine) + mesh.away * sine;
                let profile = mesh.axis.cross(normal);
                let (v0, spin) = (profile.dot(slip), profile.dot(seen.moving.w.cross(normal)));
                let friction = path_friction(law, path, p.value * side, v0, spin);
                let force = profile.scale(friction.force * flank.force);
                loaded.effort.at_b += force;
                let moment = normal.cross(profile).scale(friction.moment * flank.force);
                loaded.effort.torque += from_b.cross(force) + moment;
                loaded.loss += (friction.force * v0 + friction.moment * spin) * flank.force;
                loaded.sliding = v0;
            }
        }
    }
}

memory! {
    /// The turns of A and B, as each sees the other.
    MEMORY { TURNS_A: ["angle_a", "speed_a", "time_a"], TURNS_B: ["angle_b", "speed_b", "time_b"], }
}

impl<G: Geometry> Element for GearPair<G> {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = kinds::CHANNELS;
    const DETAILS: &'static [&'static str] = &[
        "deformation",
        "flank",
        "stiffness",
        "distance",
        "angle_a",
        "angle_b",
        "misalignment_moment",
        "sliding",
        "power",
        "energy",
        "dissipation",
    ];
    const ELASTIC: bool = true;

    fn nodes(&self) -> Vec<NodeId> {
        self.geometry.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let mesh = measure(self, at);
        load(self, &mesh).effort.act(&mesh.seen, at.nodes, r);
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let parallel = self.geometry.as_parallel();
        parallel.is_some_and(|geometry| parallel_tangent::add_tangent(geometry, &self.law, at, by, tangent))
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let mesh = self.geometry.mesh(at, Wants { travel: false, tilt: false });
        for (field, (angle, rate)) in [TURNS_A, TURNS_B].into_iter().zip(mesh.angles) {
            turns::remember(angle, rate, at.time, &mut memory[field]);
        }
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let mesh = measure(self, at);
        condition(self, &mesh, &load(self, &mesh))
    }

    fn observe(&self, at: &At<f64>, out: &mut [f64]) -> Condition {
        let mesh = measure(self, at);
        let loaded = load(self, &mesh);
        channels(self, &mesh, &loaded, out);
        condition(self, &mesh, &loaded)
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(self.geometry.wrench(Wrench::at(&self.geometry.frames())))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let loaded = load(self, &measure(self, at));
        Energy {
            potential: loaded.stiffness * loaded.energy_per_stiffness,
            dissipated: loaded.damping + loaded.loss,
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let mesh = measure(self, at);
        channels(self, &mesh, &load(self, &mesh), out);
    }
}

/// The operating condition of a mesh under load.
fn condition<G: Geometry>(pair: &GearPair<G>, mesh: &Mesh<f64>, loaded: &Loaded<f64>) -> Condition {
    let pressed = loaded.flanks.iter().any(|flank| flank.force > 0.0);
    let sliding = pair.law.friction.as_ref().map(|friction| match friction {
        ToothFriction::Mean { law, .. } => Sliding::of(law, loaded.sliding, pressed),
        // Largest at the ends of the path.
        ToothFriction::Path { law, path } => {
            let spin = mesh.axis.dot(mesh.seen.moving.w);
            Sliding::of(law, loaded.sliding.abs() + 0.5 * path.length * spin.abs(), pressed)
        }
    });
    let depth = loaded.approaches[0].max(loaded.approaches[1]).max(0.0);
    let open = loaded.flanks.iter().all(|flank| flank.elastic == 0.0);
    Condition { open, sliding, indentation: depth / pair.geometry.size(), ..Condition::default() }
}

/// The channels of a mesh under load.
fn channels<G: Geometry>(pair: &GearPair<G>, mesh: &Mesh<f64>, loaded: &Loaded<f64>, out: &mut [f64]) {
    let [one, two] = &loaded.flanks;
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
        -force.dot(mesh.tangent),
        -force.dot(mesh.axis),
        -force.dot(mesh.away),
        loaded.approaches[0].max(loaded.approaches[1]),
        flank,
        mesh.turn.value,
        loaded.stiffness,
        if flank == 0.0 { 0.0 } else { pair.law.pairs(mesh.travel.map(|p| p.value)) },
        mesh.distance,
        -mesh.angles[0].0,
        -mesh.angles[1].0,
        torque_a.dot(axis_a),
        -torque.dot(axis_b),
        one.moment - two.moment,
        loaded.sliding,
        across * mesh.rolling,
        loaded.loss,
        loaded.stiffness * loaded.energy_per_stiffness,
        loaded.damping + loaded.loss,
    ]);
}
addable!(BevelPair, ParallelPair, RackPair);

/// For the generic check: wheels at a distance, loaded on one flank or the other.
pub(crate) mod specimens {
    use super::*;
    use crate::laws::mesh::{Face, MeshStiffness, ToothError};
    use crate::laws::path::Path;
    use crate::laws::{Friction, MeshCurve};

    /// Frames far apart, so that no random state makes the axes coincide.
    fn apart([mut a, mut b]: [Frame; 2]) -> [Frame; 2] {
        a.offset += Vec3([4.0, 0.0, 0.5]);
        b.offset += Vec3([0.0, -4.0, 1.0]);
        [a, b]
    }

    /// Loaded by a large constant error, so that no difference crosses the boundary of contact.
    fn law(side: f64) -> MeshLaw {
        MeshLaw {
            stiffness: MeshStiffness::Constant(3.0),
            damping: 0.02,
            damping_depth: 0.1,
            backlash: 0.2,
            error: Some(ToothError { amplitude: -60.0 * side, wave_number: 0.01, phase: 0.3 }),
            face: None,
            friction: None,
        }
    }

    fn path() -> Path {
        Path { length: 1.7, pitch: 1.2, overlap: 0.0, start: 0.1, engagement: 1.0 }
    }

    pub(crate) fn external(a: Frame, b: Frame) -> ParallelPair {
        let friction = Friction::Regularised { coefficient: 0.3, velocity: 40.0 };
        let law = MeshLaw { friction: Some(ToothFriction::Mean { law: friction, arm: 0.4 }), ..law(1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [0.9, 1.6], 3.0, 0.4), law }
    }

    pub(crate) fn internal(a: Frame, b: Frame) -> ParallelPair {
        let law = MeshLaw { face: Some(Face { width: 0.7, misalignment: 0.2 }), ..law(-1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [2.6, -0.9], 2.0, -0.3), law }
    }

    /// Without what varies along the path or across the face, so that the tangent is the analytic one; a negative backlash loads both
    /// flanks, one more than the other.
    pub(crate) fn plain(a: Frame, b: Frame) -> ParallelPair {
        let friction = Friction::Regularised { coefficient: 0.3, velocity: 40.0 };
        let friction = Some(ToothFriction::Mean { law: friction, arm: 0.4 });
        let law = MeshLaw { error: None, backlash: -80.0, friction, ..law(1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [0.9, 1.6], 3.0, 0.4), law }
    }

    pub(crate) fn plain_internal(a: Frame, b: Frame) -> ParallelPair {
        let law = MeshLaw { error: None, backlash: -80.0, ..law(1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [2.6, -0.9], 2.0, -0.3), law }
    }

    pub(crate) fn partial(a: Frame, b: Frame) -> ParallelPair {
        let error = ToothError { amplitude: -6.0, wave_number: 0.01, phase: 0.3 };
        let face = Face { width: 40.0, misalignment: 0.5 };
        let law = MeshLaw { face: Some(face), error: Some(error), damping: 0.0, ..law(1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [0.9, 1.6], 3.0, 0.4), law }
    }

    pub(crate) fn along_the_path(a: Frame, b: Frame) -> ParallelPair {
        let friction = Friction::Regularised { coefficient: 0.3, velocity: 60.0 };
        let law = MeshLaw {
            stiffness: MeshStiffness::Teeth { pair: 2.0, path: path() },
            friction: Some(ToothFriction::Path { law: friction, path: path() }),
            ..law(1.0)
        };
        GearPair { geometry: Parallel::new(apart([a, b]), [0.9, 1.6], 3.0, 0.4), law }
    }

    pub(crate) fn analysed(a: Frame, b: Frame) -> ParallelPair {
        let (stiffness, pairs) = (vec![2.0, 2.5, 3.0, 4.0, 3.5, 2.0], vec![1.0, 1.0, 2.0, 2.0, 2.0, 1.0]);
        let curve = MeshCurve { stiffness, pairs, pitch: 6.0, first: -0.4, start: 0.2 };
        let law = MeshLaw { stiffness: MeshStiffness::Analysed(curve), ..law(1.0) };
        GearPair { geometry: Parallel::new(apart([a, b]), [0.9, 1.6], 3.0, 0.4), law }
    }

    pub(crate) fn bevel(a: Frame, b: Frame) -> BevelPair {
        let geometry = Bevel { a, b, radii: [0.9, 1.6], shaft_angle: 1.3, pressure_angle: 0.4, spiral_angle: -0.3 };
        GearPair { geometry, law: MeshLaw { face: Some(Face { width: 0.7, misalignment: 0.2 }), ..law(-1.0) } }
    }

    pub(crate) fn rack(a: Frame, b: Frame) -> RackPair {
        let friction = Friction::Regularised { coefficient: 0.3, velocity: 40.0 };
        let face = Some(Face { width: 0.7, misalignment: 0.2 });
        let law = MeshLaw { friction: Some(ToothFriction::Mean { law: friction, arm: 0.4 }), face, ..law(1.0) };
        GearPair { geometry: Rack { a, b, radius: 1.2, pressure_angle: 0.4, helix_angle: 0.3 }, law }
    }
}
