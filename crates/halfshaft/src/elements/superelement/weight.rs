//! The weight of a reduced body.

use std::sync::Arc;

use super::ReducedBody;
use crate::math::Vec3;
use crate::system::mesh::GROUP;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// The weight of a reduced body: force −m g, torque −S × R₀ᵀg and −S_i·R₀ᵀg on each amplitude. Potential energy −g·(m x₀ + R₀ S).
pub struct SuperelementWeight {
    body: Arc<ReducedBody>,
    nodes: Vec<NodeId>,
    group: Vec<u32>,
    /// g in world axes.
    field: Vec3,
}

impl SuperelementWeight {
    /// On the nodes of [`super::Superelement::new`].
    pub fn new(body: Arc<ReducedBody>, frame: NodeId, amplitudes: &[NodeId], field: Vec3) -> Self {
        let nodes: Vec<NodeId> = std::iter::once(frame).chain(amplitudes.iter().copied()).collect();
        let group = (0..nodes.len() as u32).collect();
        SuperelementWeight { body, nodes, group, field }
    }
}

impl MeshElement for SuperelementWeight {
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&self.group);
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let body = &self.body.invariants;
        let [eta, ..] = at.amplitudes(1, body.count());
        let g = at.motion(0).at.r.transpose_times(self.field);
        rows.force(0, self.field * -body.mass);
        rows.torque(0, g.cross(body.moment_at(eta)));
        body.translations.iter().enumerate().for_each(|(i, s)| rows.amplitude(1, i, -s.dot(g)));
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let body = &self.body.invariants;
        let factor = weights.force_row * weights.position;
        let [eta, ..] = at.amplitudes(1, body.count());
        let g = at.motion(0).at.r.transpose_times(self.field);
        // δg = g × δθ.
        let by_turn = g.skew() * at.increment_tangent(0) * factor;
        let size = self.nodes.len();
        if let Some(block) = blocks.block(0, size, 0, 0) {
            let own = body.moment_at(eta).skew() * by_turn * -1.0;
            (0..3).for_each(|j| (0..3).for_each(|i| block[3 + j][3 + i] += own.0[i][j]));
        }
        for (i, s) in body.translations.iter().enumerate() {
            let (node, place) = (1 + i / GROUP, i % GROUP);
            let (column, row) = (g.cross(*s) * factor, by_turn.transpose() * *s * -1.0);
            if let Some(block) = blocks.block(0, size, 0, node) {
                (0..3).for_each(|k| block[place][3 + k] += column[k]);
            }
            if let Some(block) = blocks.block(0, size, node, 0) {
                (0..3).for_each(|k| block[3 + k][place] += row[k]);
            }
        }
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let body = &self.body.invariants;
        let [eta, ..] = at.amplitudes(1, body.count());
        let frame = at.motion(0).at;
        let moment = frame.x * body.mass + frame.r * body.moment_at(eta);
        Energy { potential: -self.field.dot(moment), ..Energy::default() }
    }
}
