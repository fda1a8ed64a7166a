//! The surface of a superelement that may touch another one: points with areas, faces, and the trees in which they are found.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::solid::master::{Aabb, Hierarchy};
use super::smooth::{SMOOTH_NODES, is_plain, middles};
use crate::elements::superelement::ReducedBody;
use crate::math::{Dual, Scalar, Vec3};
use crate::mesh::{CellBlock, CellFace, FaceShape};

/// The form of the faces that points of another skin touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Faces of 4 nodes are curved so that their normals are continuous; those of 6 and 8 nodes are as their middles make them.
    Smooth,
    /// As the cells have them.
    Plain,
}

/// A surface of a reduced body: X and Ψ of its points and of the nodes of its faces, in the floating frame.
pub struct Skin {
    pub(super) body: Arc<ReducedBody>,
    /// Positions of the nodes of the faces, and their shapes node by node.
    positions: Vec<Vec3>,
    shapes: Vec<Vec3>,
    /// The nodes of each face.
    pub(super) faces: Vec<Vec<u32>>,
    pub(super) face_tree: Hierarchy,
    /// For each face its normal in the middle, and how far it extends along it.
    supports: Vec<(Vec3, f64)>,
    /// Positions, areas, and shapes point by point.
    point_positions: Vec<Vec3>,
    point_shapes: Vec<Vec3>,
    pub(super) areas: Vec<f64>,
    pub(super) point_tree: Hierarchy,
}

/// Points of a triangle with weights that sum to its area in natural coordinates, exact for cubic functions; the corners and middles are among them.
const TRIANGLE_7: [([f64; 2], f64); 7] = [
    ([0.0, 0.0], 1.0 / 40.0),
    ([1.0, 0.0], 1.0 / 40.0),
    ([0.0, 1.0], 1.0 / 40.0),
    ([0.5, 0.0], 1.0 / 15.0),
    ([0.5, 0.5], 1.0 / 15.0),
    ([0.0, 0.5], 1.0 / 15.0),
    ([1.0 / 3.0, 1.0 / 3.0], 9.0 / 40.0),
];

/// Points closer than this part of the size of the body are one.
const SAME_POINT: f64 = 1e-7;

/// Natural coordinates and weights of the points of a face with `count` of them along each edge, which end at its corners.
fn rule(shape: FaceShape, count: usize) -> Vec<([f64; 2], f64)> {
    if shape == FaceShape::Tri6 {
        return TRIANGLE_7.to_vec();
    }
    let parts = count.max(2) - 1;
    let size = 2.0 / parts as f64;
    let at = |k: usize| (size * k as f64 - 1.0, if k == 0 || k == parts { 0.5 * size } else { size });
    (0..=parts).flat_map(|i| (0..=parts).map(move |j| ([at(i).0, at(j).0], at(i).1 * at(j).1))).collect()
}

impl Skin {
    /// The skin of faces of a body with so many points along each edge of a face; `None` if the shapes on its mesh are not known.
    pub fn new(body: Arc<ReducedBody>, faces: &[CellFace], form: Faces, points: usize) -> Option<Self> {
        let mesh = body.shown.clone()?;
        let n = body.count();
        let mut nodes: Vec<u32> = faces.iter().flat_map(|face| face_nodes(&mesh.blocks, *face)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let index = |node: &u32| nodes.binary_search(node).unwrap_or_default() as u32;
        let mut own: Vec<Vec<u32>> =
            faces.iter().map(|face| face_nodes(&mesh.blocks, *face).iter().map(index).collect()).collect();
        let mut positions: Vec<Vec3> = nodes.iter().map(|&node| mesh.positions[node as usize]).collect();
        let mut shapes: Vec<Vec3> = Vec::with_capacity(n * positions.len());
        for &node in &nodes {
            shapes.extend(mesh.displacements.iter().map(|shape| shape[node as usize]));
        }
        if form == Faces::Smooth && own.iter().all(|face| is_plain(FaceShape::of(face.len()))) {
            let middles = middles(&positions, &own);
            for (face, middles) in own.iter_mut().zip(middles) {
                for (k, x) in middles.into_iter().enumerate() {
                    let ends = [face[k], face[(k + 1) % 4]].map(|node| node as usize * n);
                    shapes.extend_from_within(ends[0]..ends[0] + n);
                    let first = shapes.len() - n;
                    (0..n).for_each(|i| shapes[first + i] = (shapes[ends[0] + i] + shapes[ends[1] + i]) * 0.5);
                    face.push(positions.len() as u32);
                    positions.push(x);
                }
                debug_assert_eq!(face.len(), SMOOTH_NODES);
            }
        }
        let around = |face: &Vec<u32>| Aabb::around(face.iter().map(|&node| positions[node as usize]));
        let face_tree = Hierarchy::of_boxes(own.iter().map(around).collect());
        let supports = own.iter().map(|face| support(&positions, face)).collect();
        let mut skin = Skin {
            supports,
            body,
            positions,
            shapes,
            faces: own,
            face_tree,
            point_positions: vec![],
            point_shapes: vec![],
            areas: vec![],
            point_tree: Hierarchy::of_boxes(vec![]),
        };
        skin.add_points(points);
        Some(skin)
    }

    fn add_points(&mut self, count: usize) {
        let n = self.body.count();
        let grid = SAME_POINT * self.body.length;
        let mut known: HashMap<[i64; 3], usize> = HashMap::new();
        for face in &self.faces {
            let shape = FaceShape::of(face.len());
            for (natural, weight) in rule(shape, count) {
                let seeded: [Dual<2>; 2] = std::array::from_fn(|i| Dual {
                    re: natural[i],
                    d: std::array::from_fn(|j| f64::from(u8::from(i == j))),
                });
                let functions = shape.shape(seeded);
                let (mut x, mut tangents) = (Vec3::zero(), [Vec3::zero(); 2]);
                for (&node, function) in face.iter().zip(&functions) {
                    let position = self.positions[node as usize];
                    x += position * function.re;
                    (0..2).for_each(|j| tangents[j] += position * function.d[j]);
                }
                let area = weight * tangents[0].cross(tangents[1]).norm();
                let key = x.0.map(|x| (x / grid).round() as i64);
                if let Some(&point) = known.get(&key) {
                    self.areas[point] += area;
                    continue;
                }
                known.insert(key, self.areas.len());
                self.areas.push(area);
                self.point_positions.push(x);
                let first = self.point_shapes.len();
                self.point_shapes.resize(first + n, Vec3::zero());
                for (&node, function) in face.iter().zip(&functions) {
                    let own = &self.shapes[node as usize * n..][..n];
                    self.point_shapes[first..].iter_mut().zip(own).for_each(|(sum, x)| *sum += *x * function.re);
                }
            }
        }
        let boxes = self.point_positions.iter().map(|x| Aabb { low: *x, high: *x }).collect();
        self.point_tree = Hierarchy::of_boxes(boxes);
    }

    /// Number of amplitudes.
    pub(super) fn count(&self) -> usize {
        self.body.count()
    }

    /// X and Ψ of a point.
    pub(super) fn point(&self, point: usize) -> (Vec3, &[Vec3]) {
        (self.point_positions[point], &self.point_shapes[point * self.count()..][..self.count()])
    }

    /// X and Ψ of a node.
    pub(super) fn node(&self, node: u32) -> (Vec3, &[Vec3]) {
        (self.positions[node as usize], &self.shapes[node as usize * self.count()..][..self.count()])
    }

    /// How far a place in the floating frame is outside of a face, at least: a point that is further outside than all displacements does not touch it.
    #[inline]
    pub(super) fn outside(&self, face: usize, x: Vec3) -> f64 {
        let (normal, height) = self.supports[face];
        normal.dot(x) - height
    }

    /// Mean area of the undeformed faces.
    pub fn mean_face_area(&self) -> f64 {
        self.areas.iter().sum::<f64>() / self.faces.len().max(1) as f64
    }

    /// The greatest elastic displacement that these amplitudes can have.
    pub(super) fn elastic_bound(&self, eta: &[f64]) -> f64 {
        self.body.sizes.iter().zip(eta).map(|(size, eta)| size * eta.abs()).sum()
    }
}

/// The normal of a face in its middle, and how far it extends along it.
fn support(positions: &[Vec3], face: &[u32]) -> (Vec3, f64) {
    let shape = FaceShape::of(face.len());
    let middle = if shape == FaceShape::Tri6 { [1.0 / 3.0; 2] } else { [0.0; 2] };
    let derivatives = shape.derivatives(middle);
    let mut tangents = [Vec3::zero(); 2];
    for (&node, d) in face.iter().zip(&derivatives) {
        (0..2).for_each(|j| tangents[j] += positions[node as usize] * d[j]);
    }
    let normal = tangents[0].cross(tangents[1]);
    let normal = if normal.norm() > 0.0 { normal * (1.0 / normal.norm()) } else { normal };
    let height = |(at, _): &([f64; 2], f64)| {
        let functions = shape.shape(*at);
        face.iter().zip(functions).map(|(&node, n)| n * normal.dot(positions[node as usize])).sum::<f64>()
    };
    let heights = rule(shape, 5)
        .iter()
        .map(height)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    // A margin for what is between the samples.
    (normal, heights[1] + 0.1 * (heights[1] - heights[0]))
}

/// u = Σ Ψ_i η_i and its rate.
#[inline]
pub(super) fn elastic<S: Scalar>(shapes: &[Vec3], [eta, rate]: [&[f64]; 2]) -> [Vec3<S>; 2] {
    let (mut u, mut du) = (Vec3::zero(), Vec3::zero());
    for ((shape, eta), rate) in shapes.iter().zip(eta).zip(rate) {
        u += *shape * *eta;
        du += *shape * *rate;
    }
    [Vec3::constant(u), Vec3::constant(du)]
}

/// The nodes of a face of cells.
fn face_nodes(blocks: &[CellBlock], face: CellFace) -> Vec<u32> {
    let block = &blocks[face.block as usize];
    let nodes = block.nodes_of(face.cell as usize);
    let own = block.cell.faces().nth(face.face as usize).unwrap_or_default();
    own.iter().map(|&k| nodes[k]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_points_sum_to_the_area_of_a_face() {
        for (shape, area) in [(FaceShape::Tri6, 0.5), (FaceShape::Quad8, 4.0)] {
            for count in [2, 3, 5] {
                let sum: f64 = rule(shape, count).iter().map(|(_, weight)| weight).sum();
                assert!((sum - area).abs() < 1e-14);
            }
        }
    }
}
