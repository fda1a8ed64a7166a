//! The data of a reduced body.

use std::sync::Arc;

use super::Invariants;
use super::invariants::tensor;
use crate::elements::solid::material::{principal, von_mises};
use crate::math::{Mat3, Vec3};
use crate::mesh::{CellBlock, MeshField};
use crate::system::Placement;

/// A reduced body: displacements u(X) = Σ Ψ_i(X) η_i in a floating frame.
///
/// The shapes are orthonormal with respect to mass and orthogonal with respect to stiffness: M̄ = 1, K̄ = diag(ω_i²). They are orthogonal
/// to the rigid motions that their mesh allows, so that the frame is Buckens' frame: the elastic displacements have no linear and
/// no angular momentum, to first order. Amplitudes have the unit m √kg.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedBody {
    /// Its inertia.
    pub invariants: Invariants,
    /// ω_i², in 1/s².
    pub stiffness: Vec<f64>,
    /// Modal damping 2 ζ_i ω_i, in 1/s.
    pub damping: Vec<f64>,
    /// The largest displacement of each shape for a unit amplitude, in 1/√kg.
    pub sizes: Vec<f64>,
    /// Its size in metres.
    pub length: f64,
    /// Its boundary frames.
    pub frames: Vec<ReducedFrame>,
    /// Where results are recovered.
    pub points: Vec<ReducedPoint>,
    /// The shapes on its mesh, for pictures.
    pub shown: Option<Arc<ShapesOnMesh>>,
}

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
}

/// A boundary frame of a reduced body.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedFrame {
    /// Its name.
    pub name: String,
    /// X in the floating frame.
    pub position: Vec3,
    /// Displacement for a unit of each amplitude.
    pub translations: Vec<Vec3>,
    /// Rotation for a unit of each amplitude.
    pub rotations: Vec<Vec3>,
    /// G_ij of each pair of amplitudes, row by row: displacement and rotation have the terms −½ Σ G_ij η_i η_j of second order, by which forces and
    /// torques on the frame stiffen the body. Empty if they do not.
    pub second_order: Vec<[f64; 6]>,
}

/// A point of a reduced body at which displacement and stress are recovered.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedPoint {
    /// Its name.
    pub name: String,
    /// X in the floating frame.
    pub position: Vec3,
    /// Displacement for a unit of each amplitude.
    pub shapes: Vec<Vec3>,
    /// The same relative to the boundary frame that displacements are given relative to, if there is one.
    pub displacements: Vec<Vec3>,
    /// Stress for a unit of each amplitude: xx, yy, zz, xy, yz, zx in the axes of the floating frame.
    pub stresses: Vec<[f64; 6]>,
}

impl ReducedBody {
    /// Number of amplitudes.
    pub fn count(&self) -> usize {
        self.stiffness.len()
    }

    /// The error scale of each amplitude: one that displaces a point by the size of the body.
    pub fn scales(&self) -> Vec<f64> {
        let scale = |size: &f64| if *size > 0.0 { self.length / size } else { 1.0 };
        self.sizes.iter().map(scale).collect()
    }

    /// The natural frequencies of the free body, in Hz.
    pub fn frequencies(&self) -> Vec<f64> {
        self.stiffness.iter().map(|k| k.max(0.0).sqrt() / std::f64::consts::TAU).collect()
    }
}

impl ReducedFrame {
    /// Σ_j G_ij η_j for one amplitude: displacement and rotation.
    fn second_order_slope(&self, i: usize, eta: &[f64]) -> [Vec3; 2] {
        let mut sum = [0.0; 6];
        if let Some(row) = self.second_order.chunks_exact(eta.len().max(1)).nth(i) {
            for (pair, eta) in row.iter().zip(eta) {
                (0..6).for_each(|k| sum[k] += pair[k] * eta);
            }
        }
        [Vec3::from_slice(&sum), Vec3::from_slice(&sum[3..])]
    }

    /// The derivatives of displacement and rotation by one amplitude.
    #[inline]
    pub(super) fn slope(&self, i: usize, eta: &[f64]) -> [Vec3; 2] {
        let (u, phi) = (self.translations[i], self.rotations[i]);
        if self.second_order.is_empty() {
            return [u, phi];
        }
        let [by_u, by_phi] = self.second_order_slope(i, eta);
        [u - by_u, phi - by_phi]
    }

    /// Σ a_i G_ij b_j: displacement and rotation.
    fn second_order_sum(&self, a: &[f64], b: &[f64]) -> [Vec3; 2] {
        let mut sum = [Vec3::zero(); 2];
        if !self.second_order.is_empty() {
            for (i, a) in a.iter().enumerate() {
                let [u, phi] = self.second_order_slope(i, b);
                sum = [sum[0] + u * *a, sum[1] + phi * *a];
            }
        }
        sum
    }

    /// Displacement and rotation for given amplitudes.
    pub(super) fn moved(&self, eta: &[f64]) -> [Vec3; 2] {
        let [u, phi] = self.second_order_sum(eta, eta);
        [combined(&self.translations, eta) - u * 0.5, combined(&self.rotations, eta) - phi * 0.5]
    }

    /// Displacement and rotation with their first and second rates.
    pub(super) fn moving(&self, [eta, rate, second]: [&[f64]; 3]) -> [[Vec3; 3]; 2] {
        let (at, first) = (self.moved(eta), self.second_order_sum(eta, rate));
        let (twice, last) = (self.second_order_sum(rate, rate), self.second_order_sum(eta, second));
        let shapes = [&self.translations, &self.rotations];
        std::array::from_fn(|k| {
            let [rate, second] = [combined(shapes[k], rate), combined(shapes[k], second)];
            [at[k], rate - first[k], second - twice[k] - last[k]]
        })
    }
}

impl ShapesOnMesh {
    /// The deformed body in the model frame, with its stresses.
    pub(super) fn field(&self, frame: &Placement<f64>, eta: &[f64]) -> MeshField {
        let count = self.positions.len();
        let mut elastic = vec![[0.0; 3]; count];
        add_products(&mut elastic, &self.displacements, eta, |u| u.0);
        let displacement = |(x, own): (&Vec3, &[f64; 3])| frame.x + frame.r * (*x + Vec3(*own)) - (self.origin + *x);
        let mut stresses = vec![[0.0; 6]; count];
        add_products(&mut stresses, &self.stresses, eta, |stress| *stress);
        let stresses: Vec<Mat3> = stresses.iter().map(tensor).collect();
        let principals: Vec<[f64; 3]> = stresses.iter().map(principal).collect();
        let each = |k: usize| principals.iter().map(|p| p[k]).collect();
        MeshField {
            positions: self.positions.iter().map(|x| self.origin + *x).collect(),
            blocks: self.blocks.clone(),
            displacements: self.positions.iter().zip(&elastic).map(displacement).collect(),
            scalars: vec![
                ("von_mises", "Pa", stresses.iter().map(von_mises).collect()),
                ("principal_1", "Pa", each(0)),
                ("principal_2", "Pa", each(1)),
                ("principal_3", "Pa", each(2)),
            ],
            ..MeshField::default()
        }
    }
}

/// Nodes whose sums stay in the cache while all shapes are added to them.
const NODES_AT_A_TIME: usize = 256;

/// Adds Σ shape_i η_i at all nodes. A frame for the viewer reads every shape on the whole mesh: along each shape, not from shape to shape.
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

/// Σ shapes_i η_i.
#[inline]
pub(super) fn combined(shapes: &[Vec3], eta: &[f64]) -> Vec3 {
    shapes.iter().zip(eta).fold(Vec3::zero(), |sum, (shape, eta)| sum + *shape * *eta)
}
