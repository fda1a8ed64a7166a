//! Faces that stick: friction that holds still until the load breaks it away.

use super::super::joint::{X, Y};
use super::super::pair::{Pair, act};
use super::ring::Faces;
use crate::describe::Channel;
use crate::laws::friction::breakaway;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, Frame, NodeId, Place, Residual};

/// The name under which faces remember where they stuck.
pub(super) const STUCK_AT: &str = "stuck at";

/// Two faces with something between them that pushes them apart, and on which they can rub.
pub(crate) trait Faced: Element {
    /// What it remembers, and where it stuck.
    const MEMORY_AND_STUCK: &'static [&'static str];
    /// Its channels of friction torque and of power turned into heat.
    const FRICTION_CHANNELS: [usize; 2];

    /// The frames on A and B, with z along the common axis.
    fn frames(&self) -> [&Frame; 2];

    /// The radius at which they rub.
    fn friction_radius(&self) -> f64;

    /// The part of the force between them that rubs.
    fn rubbing<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S;
}

/// Rings, or a film, whose friction sticks. The contact inside has no friction of its own.
///
/// ```text
/// slip:  λ = ±μ N r            until the rotation stops
/// stick: φ = φ_stuck           until |λ| > μ_s N r
/// ```
///
/// λ is the torque that turns B back; it is always there, and its equation switches. Where B stuck is remembered, so that
/// nothing creeps under load, as it does with friction that is smooth around rest.
pub struct StickingFaces<C> {
    /// What pushes the faces apart.
    pub contact: C,
    /// μ in sliding.
    pub kinetic: f64,
    /// μ_s.
    pub static_: f64,
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;
const STUCK: usize = 2;

/// A's y axis, turned about z by an angle: at right angles to B's x axis where B is turned by that angle.
fn across<S: Scalar>(pair: &Pair<S>, angle: f64) -> Vec3<S> {
    pair.a.r.column(Y) * angle.cos() - pair.a.r.column(X) * angle.sin()
}

/// The exit from a mode of slip: a slip of exactly zero is none.
fn slipping(rate: f64) -> f64 {
    if rate == 0.0 { -f64::MIN_POSITIVE } else { rate }
}

#[allow(private_bounds)] // Contacts are of this crate.
impl<C: Faced> StickingFaces<C> {
    /// The place of φ_stuck, behind what the contact remembers.
    const STUCK_AT: usize = C::MEMORY_AND_STUCK.len() - 1;

    /// N r.
    fn capacity<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S {
        self.contact.rubbing(faces, &memory[..Self::STUCK_AT]) * self.contact.friction_radius()
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
    const EXITS: usize = 2;
    const REFUSES: bool = C::REFUSES;
    const RESOLVES: bool = C::RESOLVES;
    const ELASTIC: bool = C::ELASTIC;
    const WATCHED: bool = C::WATCHED;
    const CHANNELS: &'static [Channel] = C::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.contact.nodes()
    }

    /// Slipping; where there is no slip, that mode is left for the stuck one before anything moves.
    fn start(&self, memory: &mut [f64]) -> usize {
        self.contact.start(&mut memory[..Self::STUCK_AT]);
        FORWARD
    }

    fn holds(&self, mode: usize, _constraint: usize) -> bool {
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
                pair.b.r.column(X).cross(across(&pair, at.memory[Self::STUCK_AT]))
            }
            _ => faces.normal,
        };
        act(r, at.nodes, faces.point, Vec3::zero(), direction.scale(own));
        let limit = self.capacity(&faces, at.memory) * self.kinetic;
        match at.mode {
            FORWARD => r.instead(0, own - limit),
            BACKWARD => r.instead(0, own + limit),
            _ => {}
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.contact.frames(), [&at.nodes[0], &at.nodes[1]]);
        phi[0] = pair.b.r.column(X).dot(across(&pair, at.memory[Self::STUCK_AT]));
    }

    fn exits(&self, at: &At<f64>, out: &mut [f64]) {
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

    fn switch(&self, at: &At<f64>, exit: usize, memory: &mut [f64]) -> usize {
        match (at.mode, exit) {
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

    fn admits(&self, at: &At<f64>) -> bool {
        self.contact.admits(&Self::inner(at))
    }

    fn coarseness(&self, at: &At<f64>) -> f64 {
        self.contact.coarseness(&Self::inner(at))
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
        // Backward with a forward spin turns friction into a motor: states that it never takes.
        let rings = checks(|a, b| crate::elements::RingContact { friction: None, ..ring::specimen(a, b) });
        let film = checks(|a, b| crate::elements::FilmContact { friction: None, ..film::specimen(a, b) });
        assert!(rings.iter().chain(&film).all(|check| *check == Check::Energy), "{rings:?} {film:?}");
    }
}
