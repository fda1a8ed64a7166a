//! A surface of a solid that touches a rigid surface by impulses.

use super::field::AtPoint;
use super::on_surface::SolidOnSurface;
use super::sums::{Acting, Sums};
use crate::describe::Channel;
use crate::mesh::MeshField;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Contact of the surface of a solid with a rigid surface, as unilateral constraints of its points: no penetration, and no friction.
///
/// ```text
/// g = gap of a point ≥ 0,     G = ∂g/∂q: n on the point, −n and −d × n on the body
/// ```
///
/// They hold by impulses at the ends of the steps (nonsmooth generalized-α); the force of a point is its impulse over the step.
pub struct UnilateralSolid(pub SolidOnSurface);

impl MeshElement for UnilateralSolid {
    const CHANNELS: &'static [Channel] = super::keys::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        self.0.nodes()
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        self.0.couplings(couple);
    }

    fn residual(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn unilateral_constraints(&self) -> usize {
        self.0.points()
    }

    fn gaps(&self, at: &MeshState, gaps: &mut [f64]) {
        let body = at.motion(0);
        for (point, gap) in gaps.iter_mut().enumerate() {
            *gap = self.0.gap_of(at, &body, point).map_or(f64::INFINITY, |(_, gap, _)| gap);
        }
    }

    fn gap_gradient(&self, at: &MeshState, point: usize, rows: &mut MeshRows) {
        let body = at.motion(0);
        let Some((d, _, normal)) = self.0.gap_of(at, &body, point) else { return };
        let along = body.at.r * normal;
        for &(k, n) in self.0.entries(point) {
            rows.force(k as usize + 1, along * n);
        }
        rows.force(0, -along);
        rows.torque(0, normal.cross(d));
    }

    /// The energy that impulses take is counted where they act.
    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let body = at.motion(0);
        Some(self.0.field_of(at, |point| {
            let (_, gap, normal) = self.0.gap_of(at, &body, point)?;
            let ([_, u], pressure) = (self.0.relative(at, &body, point), at.memory[point] / self.0.area(point));
            let sliding = if pressure > 0.0 { (u - normal * normal.dot(u)).norm() } else { 0.0 };
            Some(AtPoint { pressure, gap, sliding, ..AtPoint::default() })
        }))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let body = at.motion(0);
        let (mut sums, mut smallest) = (Sums::none(), f64::INFINITY);
        for point in 0..self.0.points() {
            let Some((d, gap, along)) = self.0.gap_of(at, &body, point) else { continue };
            smallest = gap.min(smallest);
            let size = at.memory[point];
            if size <= 0.0 {
                continue;
            }
            let [_, u] = self.0.relative(at, &body, point);
            sums.add(&Acting {
                place: body.at.x + body.at.r * d,
                arm: body.at.r * (d - self.0.origin()),
                force: body.at.r * (along * size),
                area: self.0.area(point),
                normal: size,
                friction: 0.0,
                sliding: (u - along * along.dot(u)).norm(),
            });
        }
        let lost = at.memory.last().copied().unwrap_or_default();
        sums.channels(smallest, &Energy { dissipated: lost, ..Energy::default() }, out);
    }
}
