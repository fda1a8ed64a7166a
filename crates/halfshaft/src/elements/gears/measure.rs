//! Scalar quantities measured between two bodies, each with its rate and its conjugate forces by virtual work.

use crate::elements::pair::{MovingPair, act};
use crate::math::{Scalar, Vec3};
use crate::system::{Motion, Residual};

/// Two moving frames, with d = x_B − x_A, as seen from each of them.
#[derive(Clone, Copy)]
pub(crate) struct Seen<S> {
    pub moving: MovingPair<S>,
    /// d.
    pub d: Vec3<S>,
    /// Velocity of the point of B's body at A's origin relative to A's origin: the rate of d as seen from B.
    pub v_from_b: Vec3<S>,
}

impl<S: Scalar> Seen<S> {
    pub fn new(moving: MovingPair<S>) -> Self {
        let d = moving.pair.offset();
        Seen { moving, d, v_from_b: moving.v - moving.w.cross(d) }
    }
}

/// Gradient of a measured quantity: δm = f_b·δd|_A + f_a·δd|_B + τ·δθ_AB, where δd|_A is the change of d as seen from A
/// and δd|_B as seen from B.
///
/// An effort conjugate to it acts on B with f_b at B's origin, f_a at A's origin and τ, and on A with the opposites at
/// the same points; so forces and moments balance for any quantity.
#[derive(Clone, Copy)]
pub(crate) struct Gradient<S> {
    /// f_b.
    pub at_b: Vec3<S>,
    /// f_a.
    pub at_a: Vec3<S>,
    /// τ.
    pub torque: Vec3<S>,
}

impl<S: Scalar> Gradient<S> {
    pub fn zero() -> Self {
        Gradient { at_b: Vec3::zero(), at_a: Vec3::zero(), torque: Vec3::zero() }
    }

    pub fn torque(torque: Vec3<S>) -> Self {
        Gradient { torque, ..Self::zero() }
    }

    pub fn rate(&self, seen: &Seen<S>) -> S {
        self.at_b.dot(seen.moving.v) + self.at_a.dot(seen.v_from_b) + self.torque.dot(seen.moving.w)
    }

    pub fn scale(&self, k: S) -> Self {
        Gradient { at_b: self.at_b.scale(k), at_a: self.at_a.scale(k), torque: self.torque.scale(k) }
    }

    pub fn add(&mut self, other: &Self, k: S) {
        self.at_b += other.at_b.scale(k);
        self.at_a += other.at_a.scale(k);
        self.torque += other.torque.scale(k);
    }

    /// The force and torque on B, at B's origin, of a unit effort.
    pub fn wrench(&self, seen: &Seen<S>) -> (Vec3<S>, Vec3<S>) {
        (self.at_b + self.at_a, self.torque - seen.d.cross(self.at_a))
    }

    /// Adds the efforts to the residual, on B's side.
    pub fn act(&self, seen: &Seen<S>, nodes: &[Motion<S>], r: &mut Residual<S>) {
        let (force, torque) = self.wrench(seen);
        act(r, nodes, seen.moving.pair.b.x, force, torque);
    }
}

/// A number with its rate and its gradient.
#[derive(Clone, Copy)]
pub(crate) struct Measure<S> {
    pub value: S,
    pub rate: S,
    pub gradient: Gradient<S>,
}

impl<S: Scalar> Measure<S> {
    pub fn new(value: S, gradient: Gradient<S>, seen: &Seen<S>) -> Self {
        Measure { value, rate: gradient.rate(seen), gradient }
    }
}
