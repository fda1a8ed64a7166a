//! The data of a reduced body.

use std::sync::Arc;

use super::{AmplitudeDamping, Invariants, ShapesOnMesh};
use crate::math::Vec3;

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
    /// Its damping.
    pub damping: AmplitudeDamping,
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

/// Σ shapes_i η_i.
#[inline]
pub(super) fn combined(shapes: &[Vec3], eta: &[f64]) -> Vec3 {
    shapes.iter().zip(eta).fold(Vec3::zero(), |sum, (shape, eta)| sum + *shape * *eta)
}
