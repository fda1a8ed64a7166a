//! Relative kinematics of two frames, as joints and forces between two bodies use it, and the reaction on both bodies.

use crate::math::{Scalar, Vec3};
use crate::system::{Frame, Motion, Placement, Residual};

/// The poses of two frames A and B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<S = f64> {
    /// Frame A.
    pub a: Placement<S>,
    /// Frame B.
    pub b: Placement<S>,
}

/// The poses of two frames and the motion of B relative to A; vectors in world axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingPair<S = f64> {
    /// Their poses.
    pub pair: Pair<S>,
    /// Velocity of B's origin relative to the coincident point of A's body.
    pub v: Vec3<S>,
    /// Angular velocity of B relative to A.
    pub w: Vec3<S>,
}

impl<S: Scalar> Pair<S> {
    /// The frames on their nodes.
    pub fn on([a, b]: [&Frame; 2], [at_a, at_b]: [&Placement<S>; 2]) -> Self {
        Pair { a: a.on(at_a), b: b.on(at_b) }
    }

    /// From A's origin to B's.
    pub fn offset(&self) -> Vec3<S> {
        self.b.x - self.a.x
    }

    /// The angle from A's x axis to B's about A's z axis, in (−π, π].
    pub fn angle(&self) -> S {
        let x = self.b.r.column(0);
        x.dot(self.a.r.column(1)).atan2(x.dot(self.a.r.column(0)))
    }

    /// The coordinate of B along A's z axis: that angle, or the position of B's origin.
    pub fn along<const TURNING: bool>(&self) -> S {
        if TURNING { self.angle() } else { self.a.r.column(2).dot(self.offset()) }
    }

    /// g with φ̇ = g · ω for that angle and B's angular velocity relative to A: the z axis if the two coincide.
    ///
    /// φ̇ = (c ṡ − s ċ)/(c² + s²), and the rate of e_x^B · e is (e_x^B × e) · ω.
    pub fn angle_axis(&self) -> Vec3<S> {
        let x = self.b.r.column(0);
        let (cosine, sine) = (x.dot(self.a.r.column(0)), x.dot(self.a.r.column(1)));
        let across = self.a.r.column(1).scale(cosine) - self.a.r.column(0).scale(sine);
        x.cross(across).scale(S::one() / (cosine * cosine + sine * sine))
    }
}

impl<S: Scalar> MovingPair<S> {
    /// The frames on their nodes, A's node first.
    pub fn on(frames: [&Frame; 2], nodes: &[Motion<S>]) -> Self {
        let pair = Pair::on(frames, [&nodes[0].at, &nodes[1].at]);
        let [w_a, w_b] = [nodes[0].at.r * nodes[0].w, nodes[1].at.r * nodes[1].w];
        let v_a = nodes[0].v + w_a.cross(pair.b.x - nodes[0].at.x);
        let v_b = nodes[1].v + w_b.cross(pair.b.x - nodes[1].at.x);
        MovingPair { pair, v: v_b - v_a, w: w_b - w_a }
    }

    /// The rate of [`Pair::along`], and the direction along which an effort on B has the power of that rate.
    pub fn along<const TURNING: bool>(&self) -> (S, Vec3<S>) {
        if !TURNING {
            let z = self.pair.a.r.column(2);
            return (z.dot(self.v), z);
        }
        let axis = self.pair.angle_axis();
        (axis.dot(self.w), axis)
    }
}

/// Adds a force and a torque at B's origin to B's rows, and their opposites at the same point to A's.
///
/// Virtual work requires this for any quantity measured between the frames, and it balances for any offset.
pub(crate) fn act<S: Scalar>(r: &mut Residual<S>, nodes: &[Motion<S>], at: Vec3<S>, force: Vec3<S>, torque: Vec3<S>) {
    r.wrench_at(1, &nodes[1].at, at, force, torque);
    r.wrench_at(0, &nodes[0].at, at, -force, -torque);
}
