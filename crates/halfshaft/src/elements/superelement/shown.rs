//! The shapes of a reduced body on its mesh: the deformed body with its stresses, as a field on the whole mesh or for pictures.

use std::sync::OnceLock;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use super::invariants::tensor;
use crate::elements::solid::components;
use crate::elements::solid::material::{principal, von_mises};
use crate::math::{Mat3, Vec3};
use crate::mesh::{CellBlock, MeshField, Skin};
use crate::system::Placement;

/// The shapes of a reduced body at the nodes of its mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapesOnMesh {
    /// The nodes in the floating frame.
    pub positions: Vec<Vec3>,
    /// The floating frame at the design position, in the axes of the mesh.
    pub origin: Vec3,
    /// The cells.
    pub blocks: Vec<CellBlock>,
    /// Displacements of the nodes for a unit of each amplitude.
    pub displacements: Vec<Vec<Vec3>>,
    /// Stresses at the nodes for a unit of each amplitude: xx, yy, zz, xy, yz, zx.
    pub stresses: Vec<Vec<[f64; 6]>>,
    /// The nodes at which the shapes are known, ascending, where a file has not those of all nodes; they are zero at the others.
    pub known: Option<Vec<u32>>,
    /// The shapes on the skin, computed when a picture first needs them.
    pub on_skin: OnceLock<ShapesOnSkin>,
}

impl Default for ShapesOnMesh {
    fn default() -> Self {
        ShapesOnMesh {
            positions: vec![],
            origin: Vec3::zero(),
            blocks: vec![],
            displacements: vec![],
            stresses: vec![],
            known: None,
            on_skin: OnceLock::new(),
        }
    }
}

/// The shapes on the skin, in single precision: a picture reads all of them, and its file has single precision.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapesOnSkin {
    /// The nodes, in the order of [`Skin::of`].
    nodes: Vec<u32>,
    /// One column for each shape: the displacements of all nodes, then their stresses.
    matrix: Vec<f32>,
}

impl ShapesOnMesh {
    /// The deformed body in the model frame, with its stresses.
    pub(super) fn field(&self, frame: &Placement<f64>, eta: &[f64]) -> MeshField {
        let count = self.positions.len();
        let mut elastic = vec![[0.0; 3]; count];
        add_products(&mut elastic, &self.displacements, eta, |u| u.0);
        let mut stresses = vec![[0.0; 6]; count];
        add_products(&mut stresses, &self.stresses, eta, |stress| *stress);
        let field = self.moved(frame, self.positions.iter().copied(), &elastic, &stresses);
        MeshField { blocks: self.blocks.clone(), faces_only: self.known.is_some(), ..field }
    }

    /// The same at the nodes of its skin and without cells.
    pub(super) fn picture(&self, frame: &Placement<f64>, eta: &[f64]) -> MeshField {
        let skin = self.on_skin.get_or_init(|| ShapesOnSkin::new(self));
        let count = skin.nodes.len();
        let mut sums = skin.combined(eta).into_iter().map(f64::from);
        let elastic: Vec<[f64; 3]> = (0..count).map(|_| three(&mut sums)).collect();
        let stress = |_| {
            let (normal, shear) = (three(&mut sums), three(&mut sums));
            [normal[0], normal[1], normal[2], shear[0], shear[1], shear[2]]
        };
        let stresses: Vec<[f64; 6]> = (0..count).map(stress).collect();
        let positions = skin.nodes.iter().map(|&node| self.positions[node as usize]);
        MeshField { skin_only: true, ..self.moved(frame, positions, &elastic, &stresses) }
    }

    /// Nodes with their elastic displacements and stresses, moved with the floating frame.
    fn moved(
        &self,
        frame: &Placement<f64>,
        positions: impl Iterator<Item = Vec3> + Clone,
        elastic: &[[f64; 3]],
        stresses: &[[f64; 6]],
    ) -> MeshField {
        let displacement = |(x, own): (Vec3, &[f64; 3])| frame.x + frame.r * (x + Vec3(*own)) - (self.origin + x);
        let stresses: Vec<Mat3> = stresses.iter().map(tensor).collect();
        let principals: Vec<[f64; 3]> = stresses.iter().map(principal).collect();
        let each = |k: usize| principals.iter().map(|p| p[k]).collect();
        let in_model = |stress: &Mat3| components(&(frame.r * *stress * frame.r.transpose()));
        MeshField {
            positions: positions.clone().map(|x| self.origin + x).collect(),
            displacements: positions.zip(elastic).map(displacement).collect(),
            scalars: vec![
                ("von_mises", "Pa", stresses.iter().map(von_mises).collect()),
                ("principal_1", "Pa", each(0)),
                ("principal_2", "Pa", each(1)),
                ("principal_3", "Pa", each(2)),
            ],
            tensors: vec![("stress", "Pa", stresses.iter().map(in_model).collect())],
            ..MeshField::default()
        }
    }
}

/// The next three numbers; zeros behind the end.
fn three(numbers: &mut impl Iterator<Item = f64>) -> [f64; 3] {
    std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
}

impl ShapesOnSkin {
    fn new(shapes: &ShapesOnMesh) -> Self {
        let mesh =
            MeshField { positions: shapes.positions.clone(), blocks: shapes.blocks.clone(), ..MeshField::default() };
        let nodes = Skin::of(&mesh).nodes;
        let mut matrix = Vec::new();
        for (i, displacements) in shapes.displacements.iter().enumerate() {
            matrix.extend(nodes.iter().flat_map(|&node| displacements[node as usize].0).map(|x| x as f32));
            if let Some(stresses) = shapes.stresses.get(i) {
                matrix.extend(nodes.iter().flat_map(|&node| stresses[node as usize]).map(|x| x as f32));
            }
        }
        ShapesOnSkin { nodes, matrix }
    }

    /// The sum of all shapes with their amplitudes.
    fn combined(&self, eta: &[f64]) -> Vec<f32> {
        let rows = self.matrix.len() / eta.len().max(1);
        let mut sums = vec![0.0_f32; rows];
        if rows > 0 {
            let eta: Vec<f32> = eta.iter().map(|x| *x as f32).collect();
            let shapes = MatRef::from_column_major_slice(&self.matrix, rows, eta.len());
            let amplitudes = MatRef::from_column_major_slice(&eta, eta.len(), 1);
            let to = MatMut::from_column_major_slice_mut(&mut sums, rows, 1);
            matmul(to, Accum::Replace, shapes, amplitudes, 1.0, Par::Seq);
        }
        sums
    }
}

/// Nodes whose sums stay in the cache while all shapes are added to them.
const NODES_AT_A_TIME: usize = 256;

/// Adds Σ shape_i η_i at all nodes, along each shape, not from shape to shape.
fn add_products<T, const N: usize>(
    sums: &mut [[f64; N]],
    shapes: &[Vec<T>],
    eta: &[f64],
    numbers: impl Fn(&T) -> [f64; N],
) {
    for (k, sums) in sums.chunks_mut(NODES_AT_A_TIME).enumerate() {
        for (shape, eta) in shapes.iter().zip(eta) {
            let shape = &shape[k * NODES_AT_A_TIME..][..sums.len()];
            for (sum, x) in sums.iter_mut().zip(shape) {
                let x = numbers(x);
                (0..N).for_each(|i| sum[i] += x[i] * eta);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quaternion;
    use crate::mesh::structured::block;

    #[test]
    fn a_picture_is_the_field_at_the_nodes_of_the_skin_to_single_precision() {
        let mesh = block([1.0, 0.4, 0.3], [3, 2, 2]).with_middles();
        let wave = |i: usize, x: &Vec3| (1.0 + 0.3 * i as f64) * (2.0 * x[0] - x[1] + 0.7 * x[2]).sin();
        let shape = |i: usize| move |x: &Vec3| Vec3([wave(i, x), wave(i + 1, x), -wave(i + 2, x)]);
        let stress = |i: usize| move |x: &Vec3| std::array::from_fn(|k| 1e9 * wave(i + k, x));
        let shapes = ShapesOnMesh {
            positions: mesh.positions.clone(),
            origin: Vec3([0.1, 0.2, 0.3]),
            blocks: mesh.blocks.clone(),
            displacements: (0..5).map(|i| mesh.positions.iter().map(shape(i)).collect()).collect(),
            stresses: (0..5).map(|i| mesh.positions.iter().map(stress(i)).collect()).collect(),
            ..ShapesOnMesh::default()
        };
        let frame = Placement { x: Vec3([3.0, -1.0, 0.5]), r: Quaternion::exp(Vec3([0.3, -0.8, 1.1])).matrix() };
        let eta = [1e-4, -3e-4, 2e-4, 5e-5, -1e-4];
        let (field, picture) = (shapes.field(&frame, &eta), shapes.picture(&frame, &eta));
        let nodes = Skin::of(&field).nodes;
        assert!(picture.skin_only && nodes.len() == picture.positions.len() && nodes.len() < field.positions.len());
        // A sum of five terms of about 1e-3, and of 1e6 Pa, in single precision.
        for (k, &node) in nodes.iter().enumerate() {
            let node = node as usize;
            assert_eq!(picture.positions[k], field.positions[node]);
            assert!((picture.displacements[k] - field.displacements[node]).norm() < 1e-9);
            for ((name, _, own), (other, _, values)) in picture.scalars.iter().zip(&field.scalars) {
                assert!(name == other && (own[k] - values[node]).abs() < 5.0, "{name}");
            }
        }
    }
}
