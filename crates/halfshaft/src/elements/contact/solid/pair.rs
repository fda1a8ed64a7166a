//! A point of a surface and the face of another one that it touches.

use super::field::AtPoint;
use super::law::{SurfaceLaw, Traction};
use super::master::{Foot, shape_at};
use crate::math::{Scalar, Vec3};
use crate::mesh::FaceShape;
use crate::mesh::face::MAX_FACE_NODES;

/// What acts between a point and a face, for each area.
pub(in crate::elements::contact) struct Response<S> {
    /// Pressure and friction.
    pub traction: Traction<S>,
    /// The gap.
    pub gap: S,
    /// Its rate.
    pub gap_rate: S,
    /// On the point.
    pub stress: Vec3<S>,
    /// What the nodes of the face carry of it.
    pub carried: [Vec3<S>; MAX_FACE_NODES],
}

impl Response<f64> {
    /// What fields show of it.
    pub(in crate::elements::contact::solid) fn at_point(&self, law: &SurfaceLaw) -> AtPoint {
        let traction = &self.traction;
        AtPoint {
            pressure: traction.pressure,
            gap: self.gap,
            friction: traction.friction(),
            sliding: traction.slip.norm(),
            power: traction.dissipated(law, self.gap, self.gap_rate),
        }
    }
}

/// Position and velocity of a point.
pub(in crate::elements::contact) type Moving<S> = [Vec3<S>; 2];

/// What acts between a point and a face; `None` if they do not touch. The partials of ξ follow from one Newton step at the converged foot.
pub(in crate::elements::contact) fn response<S: Scalar>(
    law: &SurfaceLaw,
    foot: &Foot,
    point: Moving<S>,
    face: &[Moving<S>],
) -> Option<Response<S>> {
    let (shape, [x, v]) = (FaceShape::of(face.len()), point);
    let constant = foot.natural.map(S::constant);
    // The derivative of ξ by x and y, from one step of Newton's method.
    let [y, first, _] = surface(shape, constant, face);
    let r = first.map(|t| -(x - y[0]).dot(t));
    let moved = |a: usize| constant[a] - r[0] * foot.inverse[a][0] - r[1] * foot.inverse[a][1];
    let natural = [moved(0), moved(1)];
    let [[y, w], t, rates] = surface(shape, natural, face);
    let m = t[0].cross(t[1]);
    let length = m.norm();
    if length.value() <= 0.0 {
        return None;
    }
    let normal = m.scale(S::one() / length);
    let gap = normal.dot(x - y);
    let change = (rates[0].cross(t[1]) + t[0].cross(rates[1])).scale(S::one() / length);
    let turning = change - normal.scale(normal.dot(change));
    let u = v - w - turning.scale(gap);
    let traction = law.traction(gap, normal, u)?;
    let friction = -traction.slip.scale(traction.resistance);
    let stress = normal.scale(traction.pressure) + friction;
    let n = shape_at(shape, natural);
    let (couples, arm) = ([t[1].cross(friction), friction.cross(t[0])], gap / length);
    let mut carried = [Vec3::zero(); MAX_FACE_NODES];
    for (carried, n) in carried.iter_mut().zip(&n).take(face.len()) {
        *carried = stress.scale(n.re) + couples[0].scale(n.d[0] * arm) + couples[1].scale(n.d[1] * arm);
    }
    Some(Response { traction, gap, gap_rate: normal.dot(u), stress, carried })
}

/// Position and velocity on a face, its tangents, and their rates at fixed natural coordinates.
fn surface<S: Scalar>(shape: FaceShape, at: [S; 2], face: &[Moving<S>]) -> [[Vec3<S>; 2]; 3] {
    let mut sums = [[Vec3::zero(); 2]; 3];
    for ([y, w], n) in face.iter().zip(shape_at(shape, at)) {
        sums[0][0] += y.scale(n.re);
        sums[0][1] += w.scale(n.re);
        for a in 0..2 {
            sums[1][a] += y.scale(n.d[a]);
            sums[2][a] += w.scale(n.d[a]);
        }
    }
    sums
}

/// Gap of a point above its foot, and the normal there.
pub(in crate::elements::contact) fn gap(shape: FaceShape, natural: [f64; 2], x: Vec3, face: &[Vec3]) -> (f64, Vec3) {
    let n = shape_at(shape, natural);
    let (mut y, mut t) = (Vec3::zero(), [Vec3::zero(); 2]);
    for (position, n) in face.iter().zip(&n) {
        y += *position * n.re;
        (0..2).for_each(|a| t[a] += *position * n.d[a]);
    }
    let m = t[0].cross(t[1]);
    let normal = m * (1.0 / m.norm());
    (normal.dot(x - y), normal)
}
