//! Loads on the surface of a solid: a pressure that follows it.

use std::sync::Arc;

use super::cells::SolidMesh;
use crate::laws::{Function, TimeEvents};
use crate::math::Vec3;
use crate::mesh::face::MAX_FACE_NODES;
use crate::mesh::{CellFace, FaceShape};
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Pressure on a surface, along the normal of the deformed surface.
///
/// ```text
/// f_a = −p(t) ∫ N_a x,ξ × x,η dξ dη       ∂f_a = −p(t) ∫ N_a (δx,ξ × x,η + x,ξ × δx,η) dξ dη
/// ```
///
/// Positive p pushes into the solid. Its power counts as supplied: pressure on an open surface has no potential, and its tangent is
/// not symmetric. Source: Bonet & Wood 2008, section 9.4.2.
pub struct SurfacePressure {
    mesh: Arc<SolidMesh>,
    faces: Vec<Vec<u32>>,
    /// p in Pa.
    pressure: Function,
}

/// A point of a face: shape functions, tangents and weight.
struct FacePoint {
    n: [f64; MAX_FACE_NODES],
    d: [[f64; 2]; MAX_FACE_NODES],
    tangents: [Vec3; 2],
    weight: f64,
}

impl SurfacePressure {
    /// On faces of a mesh, in Pa over time.
    pub fn new(mesh: Arc<SolidMesh>, faces: &[CellFace], pressure: Function) -> Self {
        let faces = faces.iter().map(|&face| mesh.mesh.face_nodes(face)).collect();
        SurfacePressure { mesh, faces, pressure }
    }

    fn each_point(&self, face: &[u32], at: &MeshState, mut take: impl FnMut(&FacePoint)) {
        let shape = FaceShape::of(face.len());
        let mut x = [Vec3::zero(); MAX_FACE_NODES];
        for (x, &node) in x.iter_mut().zip(face) {
            *x = at.position(node as usize, self.mesh.mesh.positions[node as usize]);
        }
        for &(natural, weight) in shape.quadrature() {
            let (n, d) = (shape.shape(natural), shape.derivatives(natural));
            let mut tangents = [Vec3::zero(); 2];
            for (x, d) in x.iter().zip(&d).take(face.len()) {
                (0..2).for_each(|j| tangents[j] += *x * d[j]);
            }
            take(&FacePoint { n, d, tangents, weight });
        }
    }

    fn add(&self, at: &MeshState, pressure: f64, mut take: impl FnMut(usize, Vec3)) {
        for face in &self.faces {
            self.each_point(face, at, |point| {
                let area = point.tangents[0].cross(point.tangents[1]) * (point.weight * pressure);
                face.iter().zip(&point.n).for_each(|(&node, n)| take(node as usize, area * *n));
            });
        }
    }
}

impl MeshElement for SurfacePressure {
    const INTERNAL: bool = false;

    fn nodes(&self) -> &[NodeId] {
        &self.mesh.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        self.faces.iter().for_each(|face| couple(face));
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        self.add(at, self.pressure.value(at.time()), |node, force| rows.force(node, force));
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let pressure = weights.force_row * weights.position * self.pressure.value(at.time());
        if pressure == 0.0 {
            return;
        }
        for (group, face) in self.faces.iter().enumerate() {
            self.each_point(face, at, |point| {
                let [r, s] = point.tangents.map(|tangent| tangent.skew());
                for b in 0..face.len() {
                    // δx,ξ × x,η + x,ξ × δx,η
                    let change = (s * -point.d[b][0] + r * point.d[b][1]) * (pressure * point.weight);
                    for a in 0..face.len() {
                        blocks.add(group, face.len(), [a, b], &(change * point.n[a]).0);
                    }
                }
            });
        }
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.pressure.time_events(out);
    }

    fn unit_load(&self, at: &MeshState, rows: &mut MeshRows) {
        self.add(at, 1.0, |node, force| rows.force(node, force));
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut supplied = 0.0;
        self.add(at, self.pressure.value(at.time()), |node, force| supplied -= force.dot(at.velocity(node)));
        Energy { supplied, ..Energy::default() }
    }
}
