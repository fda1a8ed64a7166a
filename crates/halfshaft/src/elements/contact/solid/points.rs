//! The points of a surface at which contact is evaluated.

use crate::math::Vec3;
use crate::mesh::face::MAX_FACE_NODES;
use crate::mesh::{CellFace, FaceShape, Mesh};

/// Number of parts of an edge of a face by which it is found how much of the face counts.
const PARTS: usize = 32;

/// Points of a surface: x = Σ N_a x_a over some nodes, with the undeformed area of each.
///
/// Faces with corner nodes only have one point at each node, with the area ∫N_a dA. Quadratic faces have their integration points: their
/// corner nodes have areas of zero or less.
#[derive(Clone, Debug, Default)]
pub(super) struct SurfacePoints {
    /// The nodes of the mesh that are on the surface, ascending.
    pub nodes: Vec<u32>,
    /// For each point the end of its entries.
    ends: Vec<u32>,
    /// Index into `nodes` and N of each entry.
    entries: Vec<(u32, f64)>,
    /// Area of each point.
    pub areas: Vec<f64>,
}

/// The sum of shape functions over an area.
type Sample = ([f64; MAX_FACE_NODES], f64);

impl SurfacePoints {
    /// The points of faces; only the area `inside` counts, as a function of the position in the mesh.
    pub fn new(mesh: &Mesh, faces: &[CellFace], inside: impl Fn(Vec3) -> bool) -> Self {
        let nodes = mesh.nodes_on(faces);
        let index = |node: u32| nodes.binary_search(&node).unwrap_or_default() as u32;
        let mut points = SurfacePoints::default();
        let mut nodal = vec![0.0; nodes.len()];
        for &face in faces {
            let own = mesh.face_nodes(face);
            let positions: Vec<Vec3> = own.iter().map(|&node| mesh.positions[node as usize]).collect();
            let shape = FaceShape::of(own.len());
            for (n, area) in samples(shape, &positions, &inside) {
                let entries = own.iter().zip(n).map(|(&node, n)| (index(node), n));
                match shape {
                    FaceShape::Quad4 => entries.for_each(|(k, n)| nodal[k as usize] += n * area),
                    FaceShape::Quad8 | FaceShape::Tri6 => points.push(entries, area),
                }
            }
        }
        for (k, area) in nodal.into_iter().enumerate().filter(|(_, area)| *area > 0.0) {
            points.push(std::iter::once((k as u32, 1.0)), area);
        }
        SurfacePoints { nodes, ..points }
    }

    fn push(&mut self, entries: impl Iterator<Item = (u32, f64)>, area: f64) {
        self.entries.extend(entries);
        self.ends.push(self.entries.len() as u32);
        self.areas.push(area);
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    /// The nodes of a point, as indices into `nodes`, with their shape functions.
    #[inline]
    pub fn entries(&self, point: usize) -> &[(u32, f64)] {
        let start = if point == 0 { 0 } else { self.ends[point - 1] };
        &self.entries[start as usize..self.ends[point] as usize]
    }
}

/// The mean area of faces, in m².
pub fn mean_face_area(mesh: &Mesh, faces: &[CellFace]) -> f64 {
    let mut whole = 0.0;
    for &face in faces {
        let own = mesh.face_nodes(face);
        let positions: Vec<Vec3> = own.iter().map(|&node| mesh.positions[node as usize]).collect();
        FaceShape::of(own.len()).integrate(&positions, |_, _, area| whole += area.norm());
    }
    whole / faces.len().max(1) as f64
}

/// Shape functions and areas of the integration points of a face. If a part of it does not count, each point has the area of that part of
/// the face that counts and to which it is nearest; the nodes of a linear face get their areas from the parts themselves.
fn samples(shape: FaceShape, positions: &[Vec3], inside: impl Fn(Vec3) -> bool) -> Vec<Sample> {
    let sample = |(natural, weight): ([f64; 2], f64)| {
        let (n, d) = (shape.shape(natural), shape.derivatives(natural));
        let (mut x, mut tangents) = (Vec3::zero(), [Vec3::zero(); 2]);
        for ((position, n), d) in positions.iter().zip(n).zip(&d) {
            x += *position * n;
            (0..2).for_each(|j| tangents[j] += *position * d[j]);
        }
        (x, n, tangents[0].cross(tangents[1]).norm() * weight)
    };
    let mut whole: Vec<Sample> = Vec::new();
    for &point in shape.quadrature() {
        let (_, n, area) = sample(point);
        whole.push((n, area));
    }
    let (mut parts, mut nearest) = (Vec::new(), vec![0.0; whole.len()]);
    let fine = subdivided(shape, PARTS);
    for &part in &fine {
        let (x, n, area) = sample(part);
        if inside(x) {
            let square = |k: usize| (0..2).map(|i| (shape.quadrature()[k].0[i] - part.0[i]).powi(2)).sum::<f64>();
            let own = (0..whole.len()).min_by(|a, b| square(*a).total_cmp(&square(*b))).unwrap_or_default();
            nearest[own] += area;
            parts.push((n, area));
        }
    }
    match shape {
        _ if parts.len() == fine.len() => whole,
        FaceShape::Quad4 => parts,
        FaceShape::Quad8 | FaceShape::Tri6 => {
            whole.iter_mut().zip(nearest).for_each(|(sample, area)| sample.1 = area);
            whole.retain(|(_, area)| *area > 0.0);
            whole
        }
    }
}

/// The middles of equal parts of a face in natural coordinates, with weights.
fn subdivided(shape: FaceShape, parts: usize) -> Vec<([f64; 2], f64)> {
    let size = 1.0 / parts as f64;
    let mut found = Vec::new();
    for i in 0..parts {
        for j in 0..parts {
            if shape != FaceShape::Tri6 {
                let middle = |k: usize| (2 * k + 1) as f64 * size - 1.0;
                found.push(([middle(i), middle(j)], 4.0 * size * size));
                continue;
            }
            for (third, upper) in [(1.0 / 3.0, 0), (2.0 / 3.0, 1)] {
                if i + j + upper < parts {
                    found.push(([(i as f64 + third) * size, (j as f64 + third) * size], 0.5 * size * size));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::structured::ring;

    #[test]
    fn the_areas_of_the_points_are_the_area_of_the_surface() {
        for quadratic in [false, true] {
            let mesh = ring([1.0, 2.0], 0.3, [48, 3, 1]);
            let mesh = if quadratic { mesh.with_middles() } else { mesh };
            let faces = &mesh.surfaces.iter().find(|(name, _)| name == "z+").unwrap().1;
            let area = |inner: f64| -> f64 {
                SurfacePoints::new(&mesh, faces, |x| x[0].hypot(x[1]) >= inner).areas.iter().sum()
            };
            let polygon = 24.0 * (std::f64::consts::TAU / 48.0).sin();
            assert!((area(0.0) / (polygon * 3.0) - 1.0).abs() < 1e-12);
            // A part of the ring: to the polygon (0.3 %) and half a part of a face at its inner edge (0.7 %).
            assert!((area(1.4) / (std::f64::consts::PI * (4.0 - 1.96)) - 1.0).abs() < 0.01, "{}", area(1.4));
        }
    }

    #[test]
    fn parts_of_a_triangle_fill_it() {
        for shape in [FaceShape::Tri6, FaceShape::Quad8] {
            let whole: f64 = subdivided(shape, 5).iter().map(|(_, weight)| weight).sum();
            let expected: f64 = shape.quadrature().iter().map(|(_, weight)| weight).sum();
            assert!((whole - expected).abs() < 1e-14);
        }
    }
}
