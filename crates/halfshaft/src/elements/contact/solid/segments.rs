//! The common parts of two faces: facets clipped against each other, with integration points.

use super::law::SurfaceLaw;
use super::master::{Foot, foot_on};
use super::pair::{Moving, Response, gap, response};
use crate::math::{Scalar, Vec3};
use crate::mesh::FaceShape;
use crate::mesh::cell::TRIANGLE_6;
use crate::mesh::face::MAX_FACE_NODES;

/// Maximum number of vertices: a quadrilateral that is clipped by four lines.
const MAX_VERTICES: usize = 8;
/// A common part below this area in natural coordinates is none.
const SMALLEST_AREA: f64 = 1e-12;

/// A convex polygon in the natural coordinates of a face.
#[derive(Clone, Copy)]
struct Polygon<S> {
    vertices: [[S; 2]; MAX_VERTICES],
    count: usize,
}

impl<S: Scalar> Polygon<S> {
    fn empty() -> Self {
        Polygon { vertices: [[S::zero(); 2]; MAX_VERTICES], count: 0 }
    }

    fn push(&mut self, vertex: [S; 2]) {
        if self.count < MAX_VERTICES {
            self.vertices[self.count] = vertex;
            self.count += 1;
        }
    }

    /// The part of it where c + a r + b s ≥ 0 (Sutherland & Hodgman 1974).
    fn clipped(&self, [c, a, b]: [f64; 3]) -> Self {
        let height = |v: &[S; 2]| v[0] * a + v[1] * b + S::constant(c);
        let mut kept = Polygon::empty();
        for k in 0..self.count {
            let (from, to) = (self.vertices[k], self.vertices[(k + 1) % self.count]);
            let (h_from, h_to) = (height(&from), height(&to));
            let (starts_inside, ends_inside) = (h_from.value() >= 0.0, h_to.value() >= 0.0);
            if starts_inside {
                kept.push(from);
            }
            if starts_inside != ends_inside {
                let share = h_from / (h_from - h_to);
                kept.push(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share));
            }
        }
        kept
    }
}

/// Twice the signed area of a triangle.
fn doubled_area<S: Scalar>([p, q, r]: [[S; 2]; 3]) -> S {
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

/// The lines around a face in natural coordinates: c + a r + b s ≥ 0 inside.
fn borders(shape: FaceShape) -> &'static [[f64; 3]] {
    match shape {
        FaceShape::Tri6 => &[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, -1.0, -1.0]],
        FaceShape::Quad4 | FaceShape::Quad8 => &[[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, -1.0]],
    }
}

/// The corners of a face in the natural coordinates of another one, by the tangents at its centre.
fn flattened<S: Scalar>(slave: &[Moving<S>], master: &[Moving<S>]) -> Polygon<S> {
    let shape = FaceShape::of(slave.len());
    let centre = if shape == FaceShape::Tri6 { [1.0 / 3.0; 2] } else { [0.0; 2] };
    let (n, d) = (shape.shape(centre), shape.derivatives(centre));
    let (mut middle, mut t) = (Vec3::zero(), [Vec3::zero(); 2]);
    for (k, [x, _]) in slave.iter().enumerate() {
        middle += x.scale(S::constant(n[k]));
        (0..2).for_each(|i| t[i] += x.scale(S::constant(d[k][i])));
    }
    let metric = [[t[0].dot(t[0]), t[0].dot(t[1])], [t[1].dot(t[0]), t[1].dot(t[1])]];
    let scale = S::one() / (metric[0][0] * metric[1][1] - metric[0][1] * metric[1][0]);
    let mut corners = Polygon::empty();
    for [y, _] in &master[..FaceShape::of(master.len()).corners()] {
        let [a, b] = t.map(|t| t.dot(*y - middle));
        corners.push([
            (metric[1][1] * a - metric[0][1] * b) * scale + S::constant(centre[0]),
            (metric[0][0] * b - metric[1][0] * a) * scale + S::constant(centre[1]),
        ]);
    }
    corners
}

/// A face of the first surface and one of the second, as they are now, with the undeformed positions of the first one.
pub(super) struct Facing<'a, S> {
    /// The nodes of the first face.
    pub slave: &'a [Moving<S>],
    /// Their undeformed positions.
    pub undeformed: &'a [Vec3],
    /// The nodes of the second face.
    pub master: &'a [Moving<S>],
    /// A point that is deeper is on the other side of a solid.
    pub deepest: f64,
}

/// An integration point of the common part of two faces.
pub(super) struct SegmentPoint<S> {
    /// Shape functions of the first face.
    pub n: [S; MAX_FACE_NODES],
    /// Undeformed area of the first face.
    pub area: S,
    /// Where it is, and how fast it moves with the first face.
    pub point: Moving<S>,
    /// Its foot on the second face.
    pub foot: Foot,
    /// Its gap.
    pub gap: f64,
}

impl<S: Scalar> SegmentPoint<S> {
    /// What acts between it and the second face; `None` if they do not touch.
    pub fn response(&self, law: &SurfaceLaw, master: &[Moving<S>]) -> Option<Response<S>> {
        response(law, &self.foot, self.point, master)
    }
}

impl<S: Scalar> Facing<'_, S> {
    /// The common part, with its sign reversed: faces that look at each other have opposite orientations.
    fn common(&self) -> Polygon<S> {
        let mut polygon = flattened(self.slave, self.master);
        for &line in borders(FaceShape::of(self.slave.len())) {
            polygon = polygon.clipped(line);
        }
        polygon
    }

    /// Passes the integration points of the common part: six in each triangle of a fan, exact to the fourth degree.
    pub fn each(&self, mut take: impl FnMut(&SegmentPoint<S>)) {
        let polygon = self.common();
        for k in 2..polygon.count {
            let triangle = [polygon.vertices[0], polygon.vertices[k], polygon.vertices[k - 1]];
            let doubled = doubled_area(triangle);
            if doubled.value() < SMALLEST_AREA {
                continue;
            }
            for ([a, b], weight) in TRIANGLE_6 {
                let natural: [S; 2] =
                    std::array::from_fn(|i| triangle[0][i] * (1.0 - a - b) + triangle[1][i] * a + triangle[2][i] * b);
                if let Some(point) = self.at(natural, doubled * weight) {
                    take(&point);
                }
            }
        }
    }

    /// The point at natural coordinates with a weight in them; `None` if it is not above the second face, or too deep.
    fn at(&self, natural: [S; 2], weight: S) -> Option<SegmentPoint<S>> {
        let shape = FaceShape::of(self.slave.len());
        let n = super::master::shape_at(shape, natural);
        let (mut x, mut v, mut t) = (Vec3::zero(), Vec3::zero(), [Vec3::zero(); 2]);
        for (([own, rate], n), reference) in self.slave.iter().zip(&n).zip(self.undeformed) {
            x += own.scale(n.re);
            v += rate.scale(n.re);
            (0..2).for_each(|i| t[i] += Vec3::constant(*reference).scale(n.d[i]));
        }
        let mut y = [Vec3::zero(); MAX_FACE_NODES];
        for (y, [node, _]) in y.iter_mut().zip(self.master) {
            *y = Vec3(node.0.map(Scalar::value));
        }
        let (own, other) = (Vec3(x.0.map(Scalar::value)), FaceShape::of(self.master.len()));
        let foot = foot_on(other, &y[..self.master.len()], own)?;
        let (gap, _) = gap(other, foot.natural, own, &y[..self.master.len()]);
        let area = t[0].cross(t[1]).norm() * weight;
        (gap > -self.deepest).then(|| SegmentPoint { n: n.map(|n| n.re), area, point: [x, v], foot, gap })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(positions: &[[f64; 3]]) -> Vec<Moving<f64>> {
        positions.iter().map(|x| [Vec3(*x), Vec3::zero()]).collect()
    }

    /// A square of side 2 around a centre at a height, turned by an angle, whose normal points down.
    fn square([x, y, z]: [f64; 3], angle: f64) -> Vec<Moving<f64>> {
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]];
        let (s, c) = angle.sin_cos();
        still(&corners.map(|[a, b]| [x + c * a - s * b, y + s * a + c * b, z]))
    }

    fn areas(slave: &[Moving<f64>], master: &[Moving<f64>]) -> f64 {
        let undeformed: Vec<Vec3> = slave.iter().map(|[x, _]| *x).collect();
        let mut whole = 0.0;
        Facing { slave, undeformed: &undeformed, master, deepest: 1.0 }.each(|point| whole += point.area);
        whole
    }

    #[test]
    fn the_common_part_of_two_squares_has_the_area_of_their_intersection() {
        let slave = still(&[[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]);
        let eighth = std::f64::consts::FRAC_PI_4;
        // A square turned by 45 degrees leaves a regular octagon.
        let octagon = 8.0 * (2.0_f64.sqrt() - 1.0);
        for (centre, angle, expected) in
            [([0.5, 0.25, 0.1], 0.0, 1.5 * 1.75), ([0.0, 0.0, 0.1], eighth, octagon), ([2.5, 0.0, 0.1], 0.0, 0.0)]
        {
            let found = areas(&slave, &square(centre, angle));
            assert!((found - expected).abs() < 1e-13, "{found} instead of {expected}");
        }
        // Faces that look the same way never touch.
        assert_eq!(areas(&slave, &slave), 0.0);
    }

    #[test]
    fn faces_that_cover_a_distorted_face_have_its_area() {
        let slave = still(&[[-1.0, -1.2, 0.0], [1.3, -1.0, 0.0], [0.8, 1.0, 0.0], [-1.1, 0.9, 0.0]]);
        let around = [-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| areas(&slave, &square([1.0 * x, 1.0 * y, 0.1], 0.0))));
        let undeformed: Vec<Vec3> = slave.iter().map(|[x, _]| *x).collect();
        let mut whole = 0.0;
        FaceShape::Quad4.integrate(&undeformed, |_, _, area| whole += area.norm());
        let found: f64 = around.iter().flatten().sum();
        assert!((found / whole - 1.0).abs() < 1e-13, "{found} instead of {whole}");
    }
}
