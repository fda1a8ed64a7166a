//! Faces with stick-slip friction: they stick until the load breaks them away.

use super::super::joint::{X, Y};
use super::super::pair::{Pair, act};
use super::ring::Faces;
use crate::describe::Channel;
use crate::laws::friction::breakaway;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, Frame, NodeId, Place, Residual};

/// The name under which faces remember where they stuck.
pub(super) const STUCK_AT: &str = "stuck at";

/// Two faces with a normal force between them that can have friction.
pub(crate) trait Faced: Element {
    /// Its memory, and the angle at which it is stuck.
    const MEMORY_AND_STUCK: &'static [&'static str];
    /// Its channels of friction torque and of dissipated power.
    const FRICTION_CHANNELS: [usize; 2];

    /// The frames on A and B, with z along the common axis.
    fn frames(&self) -> [&Frame; 2];

    /// The friction radius.
    fn friction_radius(&self) -> f64;

    /// The part of the normal force that causes friction.
    fn friction<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S;
}

/// Rings, or a film, with stick-slip friction. The contact inside has no friction of its own.
///
/// ```text
/// slip:  λ = ±μ N r            until the rotation stops
/// stick: φ = φ_stuck           until |λ| > μ_s N r
/// ```
///
/// λ is the resisting torque on B; it is always an unknown, and its equation switches. The angle at which B is stuck is
/// stored in memory, so that nothing creeps under load, as it does with regularised friction.
pub struct StickingFaces<C> {
    /// The contact that gives the normal force.
    pub contact: C,
    /// μ of sliding.
    pub kinetic: f64,
    /// μ_s.
    pub static_: f64,
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;
const STUCK: usize = 2;

/// A's y axis, rotated about z by an angle: perpendicular to B's x axis if B is rotated by that angle.
fn across<S: Scalar>(pair: &Pair<S>, angle: f64) -> Vec3<S> {
    pair.a.r.column(Y) * angle.cos() - pair.a.r.column(X) * angle.sin()
}

/// The event function of a slip mode: a slip of exactly zero counts as none.
fn slipping(rate: f64) -> f64 {
    if rate == 0.0 { -f64::MIN_POSITIVE } else { rate }
}

#[allow(private_bounds)] // Contacts are of this crate.
impl<C: Faced> StickingFaces<C> {
    /// Index of φ_stuck, which follows the contact's memory.
    const STUCK_AT: usize = C::MEMORY_AND_STUCK.len() - 1;

    /// N r.
    fn capacity<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S {
        self.contact.friction(faces, &memory[..Self::STUCK_AT]) * self.contact.friction_radius()
    }

    /// The motion as the contact sees it.
    fn inner<'a, S>(at: &At<'a, S>) -> At<'a, S>
    where
        S: Copy,
    {
        At {
            time: at.time,
            nodes: at.nodes,
            scalars: at.scalars,
            multipliers: &[],
            memory: &at.memory[..Self::STUCK_AT],
            mode: 0,
        }
    }
}

impl<C: Faced> Element for StickingFaces<C> {
    type Tangent = Dual<16>;
    const CONSTRAINTS: usize = 1;
    const MEMORY: &'static [&'static str] = C::MEMORY_AND_STUCK;
    const MODES: &'static [&'static str] = &["forward", "backward", "stuck"];
    const EVENT_FUNCTIONS: usize = 2;
    const HAS_INFEASIBLE_STATES: bool = C::HAS_INFEASIBLE_STATES;
    const LIMITS_STEP_SIZE: bool = C::LIMITS_STEP_SIZE;
    const ELASTIC: bool = C::ELASTIC;
    const HAS_CONDITION: bool = C::HAS_CONDITION;
    const CHANNELS: &'static [Channel] = C::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.contact.nodes()
    }

    /// Initially slipping; without slip, event iteration switches to the stuck mode before anything moves.
    fn start(&self, memory: &mut [f64]) -> usize {
        self.contact.start(&mut memory[..Self::STUCK_AT]);
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
            // The reaction of the constraint; if it is satisfied, along the z axis.
            STUCK => {
                let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
                pair.b.r.column(X).cross(across(&pair, at.memory[Self::STUCK_AT]))
            }
            _ => faces.normal,
        };
        act(r, at.nodes, faces.point, Vec3::zero(), direction.scale(own));
        let limit = self.capacity(&faces, at.memory) * self.kinetic;
        match at.mode {
            FORWARD => r.inactive_constraint_row(0, own - limit),
            BACKWARD => r.inactive_constraint_row(0, own + limit),
            _ => {}
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0], &at.nodes[1]]);
        phi[0] = pair.b.r.column(X).dot(across(&pair, at.memory[Self::STUCK_AT]));
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        let faces = Faces::on(self.contact.frames(), at.nodes);
        match at.mode {
            FORWARD => out[0] = slipping(faces.spin),
            BACKWARD => out[0] = slipping(-faces.spin),
            _ => {
                let limit = breakaway(self.static_, self.kinetic) * self.capacity(&faces, at.memory);
                out[0] = limit - at.multipliers[0];
                out[1] = limit + at.multipliers[0];
            }
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match (at.mode, event) {
            (STUCK, 0) => FORWARD,
            (STUCK, _) => BACKWARD,
            _ => {
                let pair = Pair::on(self.contact.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
                memory[Self::STUCK_AT] = pair.angle();
                STUCK
            }
        }
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.contact.commit(&Self::inner(at), &mut memory[..Self::STUCK_AT]);
    }

    fn is_feasible(&self, at: &At<f64>) -> bool {
        self.contact.is_feasible(&Self::inner(at))
    }

    fn step_size_ratio(&self, at: &At<f64>) -> f64 {
        self.contact.step_size_ratio(&Self::inner(at))
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        self.contact.condition(&Self::inner(at))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let mut energy = self.contact.energy(&Self::inner(at));
        if at.mode != STUCK {
            energy.dissipated += at.multipliers[0] * Faces::on(self.contact.frames(), at.nodes).spin;
        }
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
        b.add("specimen", StickingFaces { contact, kinetic: 0.3, static_: 0.4 });
        findings(&b.finish()).iter().map(|finding| finding.check).collect()
    }

    #[test]
    fn faces_that_stick_pass_the_generic_checks() {
        // The backward mode with a forward spin would make friction a motor: such states never occur.
        let rings = checks(|a, b| crate::elements::RingContact { friction: None, ..ring::specimen(a, b) });
        let film = checks(|a, b| crate::elements::FilmContact { friction: None, ..film::specimen(a, b) });
        assert!(rings.iter().chain(&film).all(|check| *check == Check::Energy), "{rings:?} {film:?}");
    }
}
