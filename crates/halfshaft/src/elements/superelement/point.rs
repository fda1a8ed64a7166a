//! Results of a reduced body: displacements and stresses at points, amplitudes and their energies.

use std::sync::Arc;

use super::ReducedBody;
use super::body::combined;
use super::invariants::tensor;
use crate::describe::{Channel, Quantity};
use crate::elements::solid::material::von_mises;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// A point of a reduced body at which displacement and stress are recovered: u = Σ Ψ_i η_i and σ = Σ σ_i η_i, in the axes of the
/// floating frame. It exerts no force.
pub struct RecoveredPoint {
    body: Arc<ReducedBody>,
    point: usize,
    nodes: Vec<NodeId>,
}

impl RecoveredPoint {
    /// A point by its number, on the nodes of [`super::Superelement::new`].
    pub fn new(body: Arc<ReducedBody>, point: usize, frame: NodeId, amplitudes: &[NodeId]) -> Self {
        RecoveredPoint { body, point, nodes: std::iter::once(frame).chain(amplitudes.iter().copied()).collect() }
    }
}

const fn length(name: &'static str, meaning: &'static str) -> Channel {
    Channel { name, quantity: Quantity::LENGTH, meaning }
}

const fn stress(name: &'static str, meaning: &'static str) -> Channel {
    Channel { name, quantity: Quantity::PRESSURE, meaning }
}

impl MeshElement for RecoveredPoint {
    const CHANNELS: &'static [Channel] = &[
        length("x", "position in the model frame, x"),
        length("y", "position in the model frame, y"),
        length("z", "position in the model frame, z"),
        length("displacement_x", "elastic displacement along x of the body"),
        length("displacement_y", "elastic displacement along y of the body"),
        length("displacement_z", "elastic displacement along z of the body"),
        stress("stress_xx", "normal stress along x of the body"),
        stress("stress_yy", "normal stress along y of the body"),
        stress("stress_zz", "normal stress along z of the body"),
        stress("stress_xy", "shear stress in xy of the body"),
        stress("stress_yz", "shear stress in yz of the body"),
        stress("stress_zx", "shear stress in zx of the body"),
        stress("von_mises", "equivalent stress"),
    ];

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, _couple: &mut dyn FnMut(&[u32])) {}

    fn residual(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let point = &self.body.points[self.point];
        let [eta, ..] = at.amplitudes(1, self.body.count());
        let frame = at.motion(0).at;
        let x = frame.x + frame.r * (point.position + combined(&point.shapes, eta));
        let u = combined(&point.displacements, eta);
        let mut stress = [0.0; 6];
        for (own, eta) in point.stresses.iter().zip(eta) {
            stress.iter_mut().zip(own).for_each(|(sum, x)| *sum += x * eta);
        }
        out[..3].copy_from_slice(&x.0);
        out[3..6].copy_from_slice(&u.0);
        out[6..12].copy_from_slice(&stress);
        out[12] = von_mises(&tensor(&stress));
    }
}

/// An amplitude of a reduced body and its energy, as results. It exerts no force.
pub struct ModeAmplitude {
    /// K̄ of the mode.
    stiffness: f64,
    number: usize,
    /// The first group of amplitudes.
    nodes: [NodeId; 1],
}

impl ModeAmplitude {
    /// The amplitude of this number of a body with the given stiffness.
    pub fn new(body: &ReducedBody, number: usize, amplitudes: &[NodeId]) -> Self {
        ModeAmplitude { stiffness: body.stiffness[number], number, nodes: [amplitudes[0]] }
    }
}

impl MeshElement for ModeAmplitude {
    const CHANNELS: &'static [Channel] = &[
        Channel { name: "amplitude", quantity: Quantity::NUMBER, meaning: "amplitude, in m √kg" },
        Channel { name: "strain_energy", quantity: Quantity::ENERGY, meaning: "½ ω² η²" },
    ];

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, _couple: &mut dyn FnMut(&[u32])) {}

    fn residual(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let [eta, ..] = at.amplitudes(0, self.number + 1);
        let eta = eta[self.number];
        out.copy_from_slice(&[eta, 0.5 * self.stiffness * eta * eta]);
    }
}
