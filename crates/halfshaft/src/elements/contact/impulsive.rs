//! Point contact of rigid bodies by impulses.

use super::super::pair::MovingPair;
use super::surfaces::{Moving, Surfaces, Touch};
use crate::describe::Channel;
use crate::system::{Energy, Frame, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Contact of two rigid bodies at one point as a unilateral constraint, with Newton's law of restitution: no indentation and no friction.
///
/// ```text
/// g = −ℓ ≥ 0,     G = ∂g/∂q: n on B at the contact point P, −n on A,     ġ⁺ ≥ −e ġ⁻
/// ```
///
/// The constraint holds by impulses at the ends of fixed steps (nonsmooth generalized-α); the force is the impulse over the step. ġ⁻ is the rate at
/// the start of the step.
/// Source: Brüls, Acary & Cardona 2014.
pub struct ImpulsiveContact<P> {
    nodes: [NodeId; 2],
    a: Frame,
    b: Frame,
    surfaces: P,
    restitution: f64,
}

impl<P: Surfaces> ImpulsiveContact<P> {
    /// Surfaces on the frames A and B, with a coefficient of restitution.
    pub fn new(a: Frame, b: Frame, surfaces: P, restitution: f64) -> Self {
        ImpulsiveContact { nodes: [a.node, b.node], a, b, surfaces, restitution }
    }

    fn touch(&self, at: &MeshState) -> Option<Touch<f64>> {
        let moving = MovingPair::on([&self.a, &self.b], &[at.motion(0), at.motion(1)]);
        self.surfaces.touch(&Moving::of(&moving))
    }
}

impl<P: Surfaces> MeshElement for ImpulsiveContact<P> {
    const CHANNELS: &'static [Channel] = super::point::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&[0, 1]);
    }

    fn residual(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn unilateral_constraints(&self) -> usize {
        1
    }

    fn restitution(&self) -> f64 {
        self.restitution
    }

    fn gaps(&self, at: &MeshState, gaps: &mut [f64]) {
        gaps[0] = self.touch(at).map_or(f64::INFINITY, |touch| -touch.indentation);
    }

    fn gap_gradient(&self, at: &MeshState, _constraint: usize, rows: &mut MeshRows) {
        let Some(touch) = self.touch(at) else { return };
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let (body, along) = (at.motion(k).at, touch.normal * sign);
            rows.force(k, along);
            if self.nodes[k].unknowns() > 3 {
                rows.torque(k, body.r.transpose_times((touch.point - body.x).cross(along)));
            }
        }
    }

    /// The energy that impulses take is counted where they act.
    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        out.fill(0.0);
        let (force, loss) = (at.memory[0], at.memory[1]);
        if let Some(touch) = self.touch(at) {
            out[..3].copy_from_slice(&[-touch.indentation, -touch.rate, force]);
        }
        (out[8], out[9]) = (loss, f64::from(u8::from(force > 0.0)));
    }
}
