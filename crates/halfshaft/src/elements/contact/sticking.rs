//! Faces that stick: friction that holds still until the load breaks it away.

use super::super::joint::{X, Y};
use super::super::memory::memory;
use super::super::pair::{Pair, act};
use super::super::stick_slip::{FORWARD, FrictionState, FrictionSurface, STUCK, inactive_rows};
use super::faces::Faces;
use crate::describe::Channel;
use crate::laws::DryFriction;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Place, Residual};

memory! {
    /// What faces remember of their friction, behind what the contact remembers.
    pub(super) OF_FRICTION {
        STUCK_AT: "angle of friction",
        SPEED: "slip",
        DEFLECTION: "deflection",
        ANCHORED: "anchored",
    }
}

/// Two faces with a normal force between them that can have friction.
pub(crate) trait Faced: Element {
    /// What it remembers, then [`OF_FRICTION`].
    const MEMORY_WITH_FRICTION: &'static [&'static str];
    /// Its channels of friction torque and of power turned into heat.
    const FRICTION_CHANNELS: [usize; 2];

    /// The frames on A and B, with z along the common axis.
    fn frames(&self) -> [&Frame; 2];

    /// The radius at which friction acts.
    fn friction_radius(&self) -> f64;

    /// The part of the normal force that causes friction.
    fn friction<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S;
}

/// Rings, or a film, whose friction sticks. The contact inside has no friction of its own.
///
/// ```text
/// slip:  λ = ±μ N r
/// stick: φ = φ_stuck           breakaway: |λ| > μ_s N r
/// ```
///
/// φ is the angle of B against A about the normal, λ the torque that turns B back, in both modes; modes, events and
/// switching as in `stick_slip.rs`. The angle at sticking is remembered, so nothing creeps under load, as it does with
/// friction that is smooth around rest.
pub struct StickingFaces<C> {
    /// What pushes the faces apart.
    pub contact: C,
    /// μ and μ_s.
    pub friction: DryFriction,
}

/// A's y axis, turned about z by an angle: at right angles to B's x axis where B is turned by that angle.
pub(super) fn across<S: Scalar>(pair: &Pair<S>, angle: f64) -> Vec3<S> {
    pair.a.r.column(Y) * angle.cos() - pair.a.r.column(X) * angle.sin()
}

#[allow(private_bounds)] // Contacts are of this crate.
impl<C: Faced> StickingFaces<C> {
    /// Where its own memory begins, behind what the contact remembers.
    const OWN_MEMORY: usize = C::MEMORY_WITH_FRICTION.len() - OF_FRICTION.len();

    /// N r.
    fn friction_capacity<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S {
        self.contact.friction(faces, &memory[..Self::OWN_MEMORY]) * self.contact.friction_radius()
    }

    /// φ_stuck.
    fn stuck_at(memory: &[f64]) -> f64 {
        memory[Self::OWN_MEMORY + STUCK_AT]
    }

    /// Slipping or stuck, for any scalar.
    fn state_at<S>(at: &At<S>) -> FrictionState<1> {
        FrictionState::of_mode(at.mode, at.memory[Self::OWN_MEMORY + SPEED])
    }

    /// What the contact sees.
    fn inner<'a, S>(at: &At<'a, S>) -> At<'a, S>
    where
        S: Copy,
    {
        At {
            time: at.time,
            nodes: at.nodes,
            scalars: at.scalars,
            multipliers: &[],
            memory: &at.memory[..Self::OWN_MEMORY],
            mode: 0,
        }
    }
}

impl<C: Faced> FrictionSurface<1> for StickingFaces<C> {
    fn coefficients(&self) -> DryFriction {
        self.friction
    }

    fn capacity(&self, at: &At<f64>) -> f64 {
        self.friction_capacity(&Faces::on(self.contact.frames(), at.nodes), at.memory)
    }

    fn is_unloaded(&self, at: &At<f64>) -> bool {
        self.capacity(at) <= 0.0
    }

    fn slip(&self, at: &At<f64>) -> [f64; 1] {
        [Faces::on(self.contact.frames(), at.nodes).spin]
    }

    fn friction(&self, at: &At<f64>) -> [f64; 1] {
        [at.multipliers[0]]
    }

    fn state(&self, at: &At<f64>) -> FrictionState<1> {
        Self::state_at(at)
    }

    fn remember(&self, _mode: usize, state: &FrictionState<1>, memory: &mut [f64]) -> usize {
        state.write_mode(&mut memory[Self::OWN_MEMORY + SPEED])
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        memory[Self::OWN_MEMORY + STUCK_AT] = pair.angle();
    }
}

impl<C: Faced> Element for StickingFaces<C> {
    type Tangent = Dual<16>;
    const CONSTRAINTS: usize = 1;
    const MEMORY: &'static [&'static str] = C::MEMORY_WITH_FRICTION;
    const MODES: &'static [&'static str] = &["forward", "backward", "stuck"];
    const EVENT_FUNCTIONS: usize = 1;
    const HAS_INFEASIBLE_STATES: bool = C::HAS_INFEASIBLE_STATES;
    const LIMITS_STEP_SIZE: bool = C::LIMITS_STEP_SIZE;
    const ELASTIC: bool = C::ELASTIC;
    const HAS_CONDITION: bool = C::HAS_CONDITION;
    const CHANNELS: &'static [Channel] = C::CHANNELS;
    const DETAILS: &'static [&'static str] = C::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.contact.nodes()
    }

    /// Slipping; where there is no slip, that mode is left for the stuck one before anything moves.
    fn start(&self, memory: &mut [f64]) -> usize {
        self.contact.start(&mut memory[..Self::OWN_MEMORY]);
        FORWARD
    }

    fn is_active(&self, mode: usize, _constraint: usize) -> bool {
        mode == STUCK
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        self.contact.residual(&Self::inner(at), r);
        let faces = Faces::on(self.contact.frames(), at.nodes);
        let own = at.multipliers[0];
        let direction = match at.mode {
            // The reaction of the constraint; where it is met, the z axis.
            STUCK => {
                let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
                pair.b.r.column(X).cross(across(&pair, Self::stuck_at(at.memory)))
            }
            _ => faces.normal,
        };
        act(r, at.nodes, faces.point, Vec3::zero(), direction.scale(own));
        let limit = |_| self.friction_capacity(&faces, at.memory) * self.friction.kinetic;
        inactive_rows(self, at, &[Self::state_at(at).sliding_friction(faces.spin, limit)], r);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0], &at.nodes[1]]);
        phi[0] = pair.b.r.column(X).dot(across(&pair, Self::stuck_at(at.memory)));
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = self.friction_event(at);
    }

    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        self.switch_friction(at, memory)
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.contact.commit(&Self::inner(at), &mut memory[..Self::OWN_MEMORY]);
        self.commit_slip(at, memory);
    }

    as_without_friction!();

    fn energy(&self, at: &At<f64>) -> Energy {
        let mut energy = self.contact.energy(&Self::inner(at));
        energy.dissipated += self.friction_loss(at);
        energy
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        self.contact.channels(&Self::inner(at), out);
        let [torque, dissipation] = C::FRICTION_CHANNELS;
        out[torque] = -at.multipliers[0];
        out[dissipation] = self.energy(at).dissipated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Check, findings};
    use crate::elements::contact::{film, ring};
    use crate::math::Mat3;
    use crate::system::{Pose, SystemBuilder, Twist};

    fn checks<C: Faced>(contact: impl FnOnce(Frame, Frame) -> C) -> Vec<Check> {
        let mut b = SystemBuilder::new();
        let frame = |node, offset| Frame { node, offset: Vec3(offset), axes: Mat3::identity() };
        let [a, b_] = ["A", "B"].map(|name| b.pose_node(name, Pose::IDENTITY, Twist::ZERO));
        let contact = contact(frame(a, [0.2, -0.1, 0.3]), frame(b_, [-0.3, 0.4, 0.1]));
        b.add("specimen", StickingFaces { contact, friction: DryFriction { kinetic: 0.3, static_: 0.4 } });
        findings(&b.finish()).iter().map(|finding| finding.check).collect()
    }

    #[test]
    fn faces_that_stick_pass_the_generic_checks() {
        // Backward with a forward spin turns friction into a motor: states that it never takes.
        let rings = checks(|a, b| crate::elements::RingContact { friction: None, ..ring::specimen(a, b) });
        let film = checks(|a, b| crate::elements::FilmContact { friction: None, ..film::specimen(a, b) });
        assert!(rings.iter().chain(&film).all(|check| *check == Check::Energy), "{rings:?} {film:?}");
    }
}
