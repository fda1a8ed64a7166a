//! Two faces that stand opposite each other.

use super::super::pair::act;
use super::super::pair_tangent::{PairTangent, PairWrench};
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::system::wrench::Direction;
use crate::system::{Frame, Increments, Motion, Residual, TangentRow, Wrench};

/// Kinematics of two faces for a film or a contact: fewer quantities than for two full frames, at half the cost.
pub(crate) struct Faces<S> {
    /// B's origin.
    pub point: Vec3<S>,
    /// Unit vector from A's face to B's.
    pub normal: Vec3<S>,
    pub gap: S,
    pub rate: S,
    /// Angular velocity of B relative to A about the normal.
    pub spin: S,
}

impl<S: Scalar> Faces<S> {
    pub fn on(frames: [&Frame; 2], nodes: &[Motion<S>]) -> Self {
        let (normal, point, gap) = Self::positions(frames, nodes);
        let [w_a, w_b] = [nodes[0].at.r * nodes[0].w, nodes[1].at.r * nodes[1].w];
        let v_a = nodes[0].v + w_a.cross(point - nodes[0].at.x);
        let v_b = nodes[1].v + w_b.cross(point - nodes[1].at.x);
        Faces { point, normal, gap, rate: normal.dot(v_b - v_a), spin: normal.dot(w_b - w_a) }
    }

    /// Only the gap.
    pub fn gap(frames: [&Frame; 2], nodes: &[Motion<S>]) -> S {
        Self::positions(frames, nodes).2
    }

    /// Normal, B's origin, and gap.
    fn positions([a, b]: [&Frame; 2], nodes: &[Motion<S>]) -> (Vec3<S>, Vec3<S>, S) {
        let [at_a, at_b] = [&nodes[0].at, &nodes[1].at];
        let normal = at_a.r.times_constant_vector(a.axes.column(2));
        let point = at_b.x + at_b.r.times_constant_vector(b.offset);
        let gap = normal.dot(point - (at_a.x + at_a.r.times_constant_vector(a.offset)));
        (normal, point, gap)
    }

    /// The wrench of faces on each other, with their torques about the normal.
    pub fn wrench(frames: [&Frame; 2], torques: &[&'static str]) -> Wrench {
        let normal = Direction::Fixed(0, frames[0].axes.column(2));
        let force = Wrench::at(&frames).force("normal_force", 1.0, normal.clone());
        torques.iter().fold(force, |wrench, channel| wrench.torque(channel, 1.0, normal.clone()))
    }

    /// Applies a force along the normal and a resisting torque to B, and the opposites to A.
    pub fn act(&self, r: &mut Residual<S>, nodes: &[Motion<S>], force: S, torque: S) {
        act(r, nodes, self.point, -self.normal.scale(force), self.normal.scale(torque));
    }
}

/// A number with its partials by gap, rate and spin of two faces.
pub(crate) type ByFaces = Dual<4>;

impl Faces<f64> {
    /// Gap, rate and spin, with partials.
    pub fn seeded(&self) -> [ByFaces; 3] {
        let values = [self.gap, self.rate, self.spin];
        std::array::from_fn(|k| ByFaces::seeded(values[k], k, 1.0))
    }

    /// Adds the partials of [`Faces::act`] with a force and a torque that depend on gap, rate and spin. Seen from A the normal is
    /// constant, and these three vary by its products with δd, δv and δw.
    pub fn add_tangent(
        &self,
        frames: [&Frame; 2],
        nodes: &[Motion<f64>],
        by: &Increments,
        [force, torque]: [ByFaces; 2],
        columns: &mut [TangentRow; 12],
    ) {
        let n = self.normal;
        let wrench = |force: f64, torque: f64| PairWrench { force: n * -force, torque: n * torque };
        PairTangent::new(frames, nodes, by).add(
            &wrench(force.re, torque.re),
            |change| {
                let [gap, rate, spin] = [n.dot(change.d), n.dot(change.v), n.dot(change.w)];
                let vary = |x: &ByFaces| x.d[0] * gap + x.d[1] * rate + x.d[2] * spin;
                wrench(vary(&force), vary(&torque))
            },
            columns,
        );
    }
}
