//! Faces whose friction holds by an elastic deflection: dry friction without events.

use super::super::joint::X;
use super::super::joint_presliding::energy_of_friction;
use super::super::pair::Pair;
use super::super::pair_tangent::{PairTangent, PairWrench};
use super::faces::{ByFaces, Faces};
use super::sticking::{ANCHORED, DEFLECTION, Faced, OF_FRICTION, STUCK_AT, across};
use crate::describe::Channel;
use crate::laws::Presliding;
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::system::{At, Element, Energy, ForceTangent, Increments, NodeId, Residual};

/// The place of the sine of φ − φ₀ among the partials, behind gap, rate and spin.
const SINE: usize = 3;

/// Rings, or a film, with friction that holds by an elastic deflection z until it slides. The contact inside has no
/// friction of its own.
///
/// ```text
/// z* = z₀ + r sin(φ − φ₀)       z₀ and φ₀: deflection and angle at the last accepted step
/// z  = z* min(1, δ/|z*|),       T = −(μN/δ) r z on B about the normal
/// ```
///
/// φ is the angle of B against A about the normal, r the friction radius; the law is [`Presliding`].
pub struct PreslidingFaces<C> {
    /// What pushes the faces apart.
    pub contact: C,
    /// μ and δ.
    pub law: Presliding,
}

#[allow(private_bounds)] // Contacts are of this crate.
impl<C: Faced> PreslidingFaces<C> {
    /// Where its own memory begins, behind what the contact remembers.
    const OWN_MEMORY: usize = C::MEMORY_WITH_FRICTION.len() - OF_FRICTION.len();

    /// z.
    fn deflection<S: Scalar>(&self, at: &At<S>) -> S {
        let memory = &at.memory[Self::OWN_MEMORY..];
        if memory[ANCHORED] == 0.0 {
            return S::zero();
        }
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let sine = pair.b.r.column(X).dot(across(&pair, memory[STUCK_AT]));
        let [z] = self.law.deflection([sine * self.contact.friction_radius() + S::constant(memory[DEFLECTION])]);
        z
    }

    /// The torque that turns B back.
    fn torque<S: Scalar>(&self, at: &At<S>, faces: &Faces<S>) -> S {
        let normal = self.contact.friction(faces, &at.memory[..Self::OWN_MEMORY]);
        if normal.value() <= 0.0 {
            return S::zero();
        }
        self.law.stiffness(normal) * self.deflection(at) * self.contact.friction_radius()
    }

    /// What the contact sees.
    fn inner<'a, S: Copy>(at: &At<'a, S>) -> At<'a, S> {
        At { memory: &at.memory[..Self::OWN_MEMORY], ..*at }
    }
}

impl<C: Faced> Element for PreslidingFaces<C> {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = C::HAS_ANALYTIC_TANGENT;
    const MEMORY: &'static [&'static str] = C::MEMORY_WITH_FRICTION;
    const MODES: &'static [&'static str] = C::MODES;
    const EVENT_FUNCTIONS: usize = C::EVENT_FUNCTIONS;
    const HAS_INFEASIBLE_STATES: bool = C::HAS_INFEASIBLE_STATES;
    const LIMITS_STEP_SIZE: bool = C::LIMITS_STEP_SIZE;
    const ELASTIC: bool = C::ELASTIC;
    const HAS_CONDITION: bool = C::HAS_CONDITION;
    const CHANNELS: &'static [Channel] = C::CHANNELS;
    const DETAILS: &'static [&'static str] = C::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.contact.nodes()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        self.contact.start(&mut memory[..Self::OWN_MEMORY])
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        self.contact.residual(&Self::inner(at), r);
        let faces = Faces::on(self.contact.frames(), at.nodes);
        let torque = self.torque(at, &faces);
        if torque.value() != 0.0 {
            faces.act(r, at.nodes, S::zero(), torque);
        }
    }

    /// Seen from A, φ varies with the rotation of B alone: δ(e_x^B · a) = (e_x^B × a) · δψ, a the axis across.
    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        if !self.contact.analytic_forces(&Self::inner(at), by, tangent) {
            return false;
        }
        let memory = &at.memory[Self::OWN_MEMORY..];
        let faces = Faces::on(self.contact.frames(), at.nodes);
        let [gap, rate, spin] = faces.seeded();
        let seeded =
            Faces { gap, rate, spin, point: Vec3::constant(faces.point), normal: Vec3::constant(faces.normal) };
        let normal = self.contact.friction(&seeded, &at.memory[..Self::OWN_MEMORY]);
        if memory[ANCHORED] == 0.0 || normal.re <= 0.0 {
            return true;
        }
        let pair = PairTangent::new(self.contact.frames(), at.nodes, by);
        let (x, across) = (pair.moving.pair.b.r.column(X), across(&pair.moving.pair, memory[STUCK_AT]));
        let radius = self.contact.friction_radius();
        let sine = ByFaces::seeded(x.dot(across), SINE, 1.0);
        let [z] = self.law.deflection([sine * radius + Scalar::constant(memory[DEFLECTION])]);
        let torque = self.law.stiffness(normal) * z * radius;
        let (n, turn) = (faces.normal, x.cross(across));
        let wrench = |torque: f64| PairWrench { force: Vec3::zero(), torque: n * torque };
        pair.add(
            &wrench(torque.re),
            |change| {
                let by_faces = torque.d[0] * n.dot(change.d) + torque.d[1] * n.dot(change.v);
                wrench(by_faces + torque.d[SINE] * turn.dot(change.turn))
            },
            &mut tangent.motion,
        );
        true
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        self.contact.event_functions(&Self::inner(at), out);
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        self.contact.switch(&Self::inner(at), event, &mut memory[..Self::OWN_MEMORY])
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let deflection = self.deflection(at);
        self.contact.commit(&Self::inner(at), &mut memory[..Self::OWN_MEMORY]);
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let memory = &mut memory[Self::OWN_MEMORY..];
        memory[ANCHORED] = 1.0;
        (memory[STUCK_AT], memory[DEFLECTION]) = (pair.angle(), deflection);
    }

    as_without_friction!();

    fn energy(&self, at: &At<f64>) -> Energy {
        let mut energy = self.contact.energy(&Self::inner(at));
        let faces = Faces::on(self.contact.frames(), at.nodes);
        let friction = energy_of_friction(self.torque(at, &faces) * faces.spin);
        energy.dissipated += friction.dissipated;
        energy.supplied += friction.supplied;
        energy
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        self.contact.channels(&Self::inner(at), out);
        let [torque, dissipation] = C::FRICTION_CHANNELS;
        out[torque] = -self.torque(at, &Faces::on(self.contact.frames(), at.nodes));
        out[dissipation] = self.energy(at).dissipated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Check, findings};
    use crate::elements::contact::{film, ring};
    use crate::math::Mat3;
    use crate::system::{Frame, Pose, SystemBuilder, Twist};

    fn checks<C: Faced>(displacement: f64, contact: impl FnOnce(Frame, Frame) -> C) -> Vec<Check> {
        let mut b = SystemBuilder::new();
        let frame = |node, offset| Frame { node, offset: Vec3(offset), axes: Mat3::identity() };
        let [a, b_] = ["A", "B"].map(|name| b.pose_node(name, Pose::IDENTITY, Twist::ZERO));
        let contact = contact(frame(a, [0.2, -0.1, 0.3]), frame(b_, [-0.3, 0.4, 0.1]));
        b.add("specimen", PreslidingFaces { contact, law: Presliding { coefficient: 0.3, displacement } });
        findings(&b.finish()).iter().map(|finding| finding.check).collect()
    }

    #[test]
    fn faces_with_presliding_pass_the_generic_checks() {
        for displacement in [1e3, 1e-6] {
            let film = checks(displacement, |a, b| film::FilmContact { friction: None, ..film::specimen(a, b) });
            assert_eq!(film, []);
            let ring = checks(displacement, |a, b| ring::RingContact { friction: None, ..ring::specimen(a, b) });
            assert_eq!(ring, []);
        }
    }
}
