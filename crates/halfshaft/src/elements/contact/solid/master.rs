//! The faces of a surface that points of another one touch: search, and projection of a point on a face.

use crate::math::{Dual, Scalar, Vec3};
use crate::mesh::face::MAX_FACE_NODES;
use crate::mesh::{CellFace, FaceShape, Mesh};

/// Iterations of a projection.
const MAX_ITERATIONS: usize = 12;
/// A projection has converged when its natural coordinates change by less.
const CONVERGED: f64 = 1e-13;
/// A projection may be this far outside a face, in natural coordinates, so that no point falls between two faces.
const EDGE_MARGIN: f64 = 1e-3;
/// Beyond this natural coordinate a projection is given up.
const FAR_OUTSIDE: f64 = 4.0;
/// Number of faces of a leaf of the tree.
const LEAF: usize = 4;
/// Maximum depth of the tree, which is halved at each level.
const MAX_DEPTH: usize = 64;

/// A box along the axes.
#[derive(Clone, Copy, Debug)]
pub(in crate::elements::contact) struct Aabb {
    /// Lower corner.
    pub low: Vec3,
    /// Upper corner.
    pub high: Vec3,
}

impl Aabb {
    /// The box around points.
    pub fn around(points: impl Iterator<Item = Vec3>) -> Aabb {
        let none = Aabb { low: Vec3([f64::INFINITY; 3]), high: Vec3([f64::NEG_INFINITY; 3]) };
        points.fold(none, |all, x| Aabb {
            low: Vec3(std::array::from_fn(|i| all.low[i].min(x[i]))),
            high: Vec3(std::array::from_fn(|i| all.high[i].max(x[i]))),
        })
    }

    /// Distance of a point.
    pub fn distance(&self, x: Vec3) -> f64 {
        let outside = |i: usize| (self.low[i] - x[i]).max(x[i] - self.high[i]).max(0.0);
        (0..3).map(|i| outside(i).powi(2)).sum::<f64>().sqrt()
    }

    /// Distance of another box.
    pub fn distance_to(&self, other: &Aabb) -> f64 {
        let apart = |i: usize| (self.low[i] - other.high[i]).max(other.low[i] - self.high[i]).max(0.0);
        (0..3).map(|i| apart(i).powi(2)).sum::<f64>().sqrt()
    }
}

/// Bounding-volume hierarchy of faces: a tree of boxes, halved at the median of the longest edge.
pub(in crate::elements::contact) struct Hierarchy {
    /// Box, and faces of a leaf as a range of `order`, or the second child; the first one follows its parent.
    nodes: Vec<(Aabb, Result<std::ops::Range<usize>, usize>)>,
    order: Vec<u32>,
    boxes: Vec<Aabb>,
}

impl Hierarchy {
    /// The tree of faces at the undeformed positions of their nodes.
    pub fn new(mesh: &Mesh, faces: &[CellFace]) -> Self {
        let around = |face: &CellFace| {
            Aabb::around(mesh.face_nodes(*face).into_iter().map(|node| mesh.positions[node as usize]))
        };
        Hierarchy::of_boxes(faces.iter().map(around).collect())
    }

    /// The tree of boxes.
    pub fn of_boxes(boxes: Vec<Aabb>) -> Self {
        let count = boxes.len();
        let mut tree = Hierarchy { nodes: Vec::new(), order: (0..count as u32).collect(), boxes };
        tree.divide(0..count);
        tree
    }

    fn divide(&mut self, range: std::ops::Range<usize>) {
        let own = &self.order[range.clone()];
        let corners = own.iter().flat_map(|&face| [self.boxes[face as usize].low, self.boxes[face as usize].high]);
        let whole = Aabb::around(corners);
        let place = self.nodes.len();
        self.nodes.push((whole, Ok(range.clone())));
        if range.len() <= LEAF {
            return;
        }
        let longest = (0..3).max_by(|a, b| (whole.high - whole.low)[*a].total_cmp(&(whole.high - whole.low)[*b]));
        let axis = longest.unwrap_or(0);
        let boxes = &self.boxes;
        let middle = |face: &u32| boxes[*face as usize].low[axis] + boxes[*face as usize].high[axis];
        self.order[range.clone()].sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        let half = range.start + range.len() / 2;
        self.divide(range.start..half);
        self.nodes[place].1 = Err(self.nodes.len());
        self.divide(half..range.end);
    }

    /// The faces whose boxes are within a distance of a point, ascending.
    pub fn near(&self, x: Vec3, distance: f64) -> Vec<u32> {
        let mut found = Vec::new();
        self.each(|own| own.distance(x) <= distance, |face| found.push(face));
        found.sort_unstable();
        found
    }

    /// Passes everything whose box, and all boxes around it, pass a test; in the order of the tree.
    pub fn each(&self, test: impl Fn(&Aabb) -> bool, mut take: impl FnMut(u32)) {
        // Each level leaves one place open at most.
        let (mut open, mut count) = ([0; MAX_DEPTH], usize::from(!self.nodes.is_empty()));
        while count > 0 {
            count -= 1;
            let place = open[count];
            let (whole, below) = &self.nodes[place];
            if !test(whole) {
                continue;
            }
            match below {
                Ok(range) => {
                    let own = self.order[range.clone()].iter().copied();
                    own.filter(|&face| test(&self.boxes[face as usize])).for_each(&mut take);
                }
                Err(second) => {
                    (open[count], open[count + 1]) = (*second, place + 1);
                    count += 2;
                }
            }
        }
    }

    /// The faces whose boxes are within a distance of another box, ascending.
    pub fn near_box(&self, other: &Aabb, distance: f64) -> Vec<u32> {
        let mut found = Vec::new();
        self.each(|own| own.distance_to(other) <= distance, |face| found.push(face));
        found.sort_unstable();
        found
    }

    /// The box around everything; `None` if there is nothing.
    pub fn whole(&self) -> Option<&Aabb> {
        self.nodes.first().map(|(whole, _)| whole).filter(|_| !self.boxes.is_empty())
    }
}

/// The foot of a point on a face.
#[derive(Clone, Copy, Debug)]
pub(in crate::elements::contact) struct Foot {
    /// Natural coordinates ξ.
    pub natural: [f64; 2],
    /// H⁻¹ of ½ ‖x − y(ξ)‖² by ξ.
    pub inverse: [[f64; 2]; 2],
}

/// The shape functions at natural coordinates, and their derivatives.
pub(in crate::elements::contact) fn shape_at<S: Scalar>(shape: FaceShape, at: [S; 2]) -> [Dual<2, S>; MAX_FACE_NODES] {
    let unit = |i: usize| std::array::from_fn(|j| if i == j { S::one() } else { S::zero() });
    shape.shape([Dual { re: at[0], d: unit(0) }, Dual { re: at[1], d: unit(1) }])
}

/// Projects a point on a face; `None` if its foot is outside.
pub(in crate::elements::contact) fn project(shape: FaceShape, y: &[Vec3], x: Vec3) -> Option<Foot> {
    foot_on(shape, y, x).filter(|foot| is_inside(shape, foot.natural))
}

/// The foot of a point on a face, which may be outside of it; `None` if it is far outside.
pub(in crate::elements::contact) fn foot_on(shape: FaceShape, y: &[Vec3], x: Vec3) -> Option<Foot> {
    let mut natural = if shape == FaceShape::Tri6 { [1.0 / 3.0; 2] } else { [0.0; 2] };
    for _ in 0..MAX_ITERATIONS {
        // Position with first and second derivatives.
        let seed =
            |i: usize| Dual::<2, f64> { re: natural[i], d: std::array::from_fn(|j| f64::from(u8::from(i == j))) };
        let n = shape_at(shape, [seed(0), seed(1)]);
        let (mut foot, mut first, mut second) = (Vec3::zero(), [Vec3::zero(); 2], [[Vec3::zero(); 2]; 2]);
        for (y, n) in y.iter().zip(&n) {
            foot += *y * n.re.re;
            for a in 0..2 {
                first[a] += *y * n.re.d[a];
                (0..2).for_each(|b| second[a][b] += *y * n.d[a].d[b]);
            }
        }
        let off = x - foot;
        let r = first.map(|t| -off.dot(t));
        let metric = |a: usize, b: usize| first[a].dot(first[b]);
        let full = |a: usize, b: usize| metric(a, b) - off.dot(second[a][b]);
        let mut h = [[full(0, 0), full(0, 1)], [full(1, 0), full(1, 1)]];
        let mut determinant = h[0][0] * h[1][1] - h[0][1] * h[1][0];
        if h[0][0] <= 0.0 || determinant <= 0.0 {
            // Far from a curved face: without its curvature.
            h = [[metric(0, 0), metric(0, 1)], [metric(1, 0), metric(1, 1)]];
            determinant = h[0][0] * h[1][1] - h[0][1] * h[1][0];
        }
        let inverse =
            [[h[1][1] / determinant, -h[0][1] / determinant], [-h[1][0] / determinant, h[0][0] / determinant]];
        let change = inverse.map(|row| -(row[0] * r[0] + row[1] * r[1]));
        (natural[0], natural[1]) = (natural[0] + change[0], natural[1] + change[1]);
        if !natural.iter().all(|x| x.abs() < FAR_OUTSIDE) {
            return None;
        }
        if change.iter().all(|x| x.abs() < CONVERGED) {
            return Some(Foot { natural, inverse });
        }
    }
    None
}

fn is_inside(shape: FaceShape, [r, s]: [f64; 2]) -> bool {
    match shape {
        FaceShape::Tri6 => r >= -EDGE_MARGIN && s >= -EDGE_MARGIN && r + s <= 1.0 + EDGE_MARGIN,
        FaceShape::Quad4 | FaceShape::Quad8 => r.abs().max(s.abs()) <= 1.0 + EDGE_MARGIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::structured::block;

    #[test]
    fn the_tree_finds_the_same_faces_as_a_search_of_all() {
        let mesh = block([3.0, 2.0, 1.0], [9, 7, 4]);
        let faces = mesh.boundary();
        let tree = Hierarchy::new(&mesh, &faces);
        for k in 0..40 {
            let at = |i: usize| 2.0 * (1.3 * (3 * k + i) as f64).sin();
            let (x, distance) = (Vec3([at(0), at(1), at(2)]), 0.7);
            let all = (0..faces.len() as u32).filter(|&face| tree.boxes[face as usize].distance(x) <= distance);
            assert_eq!(tree.near(x, distance), all.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_foot_of_a_point_is_where_the_face_is_perpendicular_to_it() {
        // A twisted quadrilateral and a curved triangle.
        let quad = [[0.0, 0.0, 0.0], [2.0, 0.1, 0.3], [2.1, 1.8, -0.2], [0.1, 2.0, 0.4]].map(Vec3);
        let triangle =
            [[0.0, 0.0, 0.0], [2.0, 0.0, 0.1], [0.0, 2.0, 0.0], [1.0, -0.1, 0.2], [1.0, 1.0, 0.3], [0.1, 1.0, 0.1]]
                .map(Vec3);
        for (shape, y, x) in [
            (FaceShape::Quad4, &quad[..], Vec3([0.9, 1.2, 0.5])),
            (FaceShape::Tri6, &triangle[..], Vec3([0.6, 0.5, -0.3])),
        ] {
            let foot = project(shape, y, x).unwrap();
            let n = shape_at(shape, foot.natural);
            let sum = |f: &dyn Fn(usize) -> f64| y.iter().enumerate().fold(Vec3::zero(), |all, (k, y)| all + *y * f(k));
            let off = x - sum(&|k| n[k].re);
            (0..2).for_each(|a| assert!(off.dot(sum(&|k| n[k].d[a])).abs() < 1e-12));
        }
        assert!(project(FaceShape::Quad4, &quad, Vec3([2.5, 1.0, 0.0])).is_none());
    }
}
