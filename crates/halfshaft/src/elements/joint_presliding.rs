//! Joints whose friction holds by an elastic deflection: dry friction without events.

use super::joint::{self, Joint, X, Y, Z};
use super::joint_friction::{ByReactions, Surface};
use super::joint_stick::Freedoms;
use super::joint_tangent;
use super::memory::{joined, memory};
use super::pair::{MovingPair, Pair, act};
use super::pair_tangent::{PairTangent, PairWrench};
use super::turns;
use crate::describe::Channel;
use crate::laws::Presliding;
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::system::{At, Element, Energy, ForceTangent, Increments, NodeId, Place, Residual, TangentRow, Wrench};

/// A joint with friction that holds by an elastic deflection z of its surfaces until it slides.
///
/// ```text
/// u = (x, ρφ)                    travel along and rotation about A's axes, as far as the joint leaves them free
/// z* = z₀ + u − u₀               z₀ and u₀: deflection and travel at the last accepted step
/// z  = z* min(1, δ/‖z*‖)
/// f = −(μN/δ) z_x,  τ = −(μN/δ) ρ z_φ      on B
/// ```
///
/// N and ρ as in friction that is smooth around rest; the law is [`Presliding`]. At constant load nothing creeps. Where
/// nothing presses the surfaces together there is no friction, and nothing to switch. φ − φ₀ is taken by its sine: less
/// than a quarter of a turn in a step.
pub struct PreslidingJoint<J> {
    /// The joint.
    pub joint: J,
    /// The surfaces that slide on each other.
    pub surface: Surface,
    /// μ and δ.
    pub law: Presliding,
}

/// The energy of friction that takes a power.
///
/// The deflection gives back less than μNδ/2. It is no potential, because its stiffness follows the load; so what it takes counts
/// as dissipated and what it gives back as supplied.
pub(super) fn energy_of_friction(power: f64) -> Energy {
    Energy { dissipated: power.max(0.0), supplied: (-power).max(0.0), ..Energy::default() }
}

memory! {
    /// What a joint remembers of its friction, behind what it remembers itself.
    OF_FRICTION {
        ANCHORED: "anchored",
        ANGLE: "angle of friction",
        OFFSET: ["offset x", "offset y", "offset z"],
        DEFLECTION: ["deflection x", "deflection y", "deflection z", "deflection about z"],
    }
}
/// The same behind the turns of a joint that counts them.
const TURNS_AND_FRICTION: [&str; turns::MEMORY.len() + OF_FRICTION.len()] = joined(&turns::MEMORY, OF_FRICTION);

#[allow(private_bounds)] // Joints are of this crate.
impl<J: Freedoms> PreslidingJoint<J> {
    /// Where its own memory begins, behind what the joint remembers.
    const OWN_MEMORY: usize = joint::memory_of::<J>().len();

    /// z, in A's axes: along x, y and z, and about z at the radius.
    fn deflection<S: Scalar>(&self, pair: &Pair<S>, memory: &[f64]) -> [S; 4] {
        self.trial(pair, memory).map_or([S::zero(); 4], |trial| self.law.deflection(trial))
    }

    /// z*, where the joint leaves the axes free; `None` before the first accepted step.
    fn trial<S: Scalar>(&self, pair: &Pair<S>, memory: &[f64]) -> Option<[S; 4]> {
        let own = &memory[Self::OWN_MEMORY..];
        if own[ANCHORED] == 0.0 {
            return None;
        }
        let mut trial = [S::zero(); 4];
        for &axis in J::SLIDES {
            let before = own[DEFLECTION][axis] - own[OFFSET][axis];
            trial[axis] = pair.a.r.column(axis).dot(pair.offset()) + S::constant(before);
        }
        if J::ROTATIONS > 0 {
            let sine = pair.b.r.column(X).dot(Self::across(pair, memory));
            trial[3] = sine * self.surface.radius + S::constant(own[DEFLECTION][3]);
        }
        Some(trial)
    }

    /// A's y axis, rotated about z by φ₀.
    fn across<S: Scalar>(pair: &Pair<S>, memory: &[f64]) -> Vec3<S> {
        let (sine, cosine) = memory[Self::OWN_MEMORY..][ANGLE].sin_cos();
        pair.a.r.column(Y) * cosine - pair.a.r.column(X) * sine
    }

    /// The friction force and torque as they stand in the residual, on B's side.
    fn friction<S: Scalar>(&self, at: &At<S>, pair: &Pair<S>) -> (Vec3<S>, Vec3<S>) {
        let normal = self.surface.normal_force(&self.joint, at.multipliers);
        if normal.value() == 0.0 {
            return (Vec3::zero(), Vec3::zero());
        }
        let k = self.law.stiffness(normal);
        let (z, a) = (self.deflection(pair, at.memory), &pair.a.r);
        let mut force = Vec3::zero();
        for &axis in J::SLIDES {
            force += a.column(axis).scale(z[axis] * k);
        }
        (force, a.column(Z).scale(z[3] * k * self.surface.radius))
    }

    /// Adds the partials of friction with the stiffness k. Seen from A, the travel varies by δx = e·δd along its axes, and
    /// the angle with the rotation of B: δ(e_x^B · a) = (e_x^B × a) · δψ, a the axis across.
    fn add_friction_tangent(&self, at: &At<f64>, by: &Increments, k: &ByReactions, tangent: &mut ForceTangent) {
        let pair = PairTangent::new(self.joint.frames(), at.nodes, by);
        let Some(trial) = self.trial(&pair.moving.pair, at.memory) else { return };
        let z = self.law.deflection::<Dual<4>, 4>(std::array::from_fn(|i| Dual::seeded(trial[i], i, 1.0)));
        let axes = &pair.moving.pair.a.r;
        let wrench = |z: [f64; 4], k: f64| {
            let force = J::SLIDES.iter().fold(Vec3::zero(), |sum, &axis| sum + axes.column(axis) * (z[axis] * k));
            PairWrench { force, torque: axes.column(Z) * (z[3] * k * self.surface.radius) }
        };
        let across = Self::across(&pair.moving.pair, at.memory);
        let turn = pair.moving.pair.b.r.column(X).cross(across) * self.surface.radius;
        pair.add(
            &wrench(z.map(|z| z.re), k.re),
            |change| {
                let mut travel = [0.0; 4];
                J::SLIDES.iter().for_each(|&axis| travel[axis] = axes.column(axis).dot(change.d));
                travel[3] = if J::ROTATIONS > 0 { turn.dot(change.turn) } else { 0.0 };
                wrench(z.map(|z| z.d.iter().zip(travel).map(|(partial, travel)| partial * travel).sum()), k.re)
            },
            &mut tangent.motion,
        );
        pair.add_by_multipliers(&wrench(z.map(|z| z.re), 1.0), &k.d, &mut tangent.multipliers);
    }

    /// Size of the friction at the surface, and the power that it takes.
    fn friction_and_loss(&self, at: &At<f64>, pair: &MovingPair) -> [f64; 2] {
        let (slip, (force, torque)) = (self.joint.slip(pair), self.friction(at, &pair.pair));
        let at_radius = if J::ROTATIONS > 0 { torque.norm() / self.surface.radius } else { 0.0 };
        [force.norm().hypot(at_radius), force.dot(slip.v) + torque.dot(slip.w)]
    }
}

impl<J: Freedoms> Element for PreslidingJoint<J> {
    // Friction depends on the multipliers beyond the reaction, so they have partials of their own.
    type Tangent = Dual<20>;
    const HAS_ANALYTIC_TANGENT: bool = J::PLAIN;
    const CONSTRAINTS: usize = J::EQUATIONS;
    const VELOCITY_CONSTRAINTS: usize = J::ON_VELOCITIES;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const MEMORY: &'static [&'static str] = if J::TURNS { &TURNS_AND_FRICTION } else { OF_FRICTION };
    const CHANNELS: &'static [Channel] = J::CHANNELS;
    const DETAILS: &'static [&'static str] = joint::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let (force, torque) = joint::reaction(&self.joint, &pair, at.multipliers);
        let (friction, twist) = self.friction(at, &pair);
        act(r, at.nodes, pair.b.x, force + friction, torque + twist);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        joint::values(&self.joint, &Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]), phi);
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        joint::velocities(&self.joint, at, phi);
    }

    fn analytic_gradients(&self, at: &At<f64>, rows: &mut [TangentRow]) {
        joint_tangent::gradients(&self.joint, at, rows);
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        joint_tangent::add_stiffness(&self.joint, at, by, &mut tangent.motion);
        let normal = self.surface.seeded_normal_force(&self.joint, at.multipliers);
        if normal.re > 0.0 {
            self.add_friction_tangent(at, by, &self.law.stiffness(normal), tangent);
        }
        true
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let deflection = self.deflection(&pair, at.memory);
        joint::count_turns(&self.joint, at, &mut memory[..Self::OWN_MEMORY]);
        let memory = &mut memory[Self::OWN_MEMORY..];
        memory[ANCHORED] = 1.0;
        memory[ANGLE] = pair.angle();
        memory[OFFSET].copy_from_slice(&pair.a.r.transpose_times(pair.offset()).0);
        memory[DEFLECTION].copy_from_slice(&deflection);
    }

    fn wrench(&self) -> Option<Wrench> {
        self.joint.wrench()
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        energy_of_friction(self.friction_and_loss(at, &pair)[1])
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        joint::channels(&self.joint, at, &pair, at.multipliers, self.friction_and_loss(at, &pair), out);
    }
}

addable!(
    PreslidingJoint<super::Hinge>,
    PreslidingJoint<super::Prismatic>,
    PreslidingJoint<super::Cylindrical>,
    PreslidingJoint<super::Planar>,
    PreslidingJoint<super::Inline>,
);

/// For the generic check: `displacement` far above or below the deflections of its states.
pub(crate) fn specimen<J: Joint>(joint: J, displacement: f64) -> PreslidingJoint<J> {
    let law = Presliding { coefficient: 0.3, displacement };
    PreslidingJoint { joint, surface: Surface { radius: 0.4, bending: 0.7 }, law }
}
