//! The inertia and the weight of a solid.

use std::sync::Arc;

use super::cells::{SolidMesh, jacobian};
use super::material::determinant;
use crate::math::Vec3;
use crate::mesh::cell::MAX_CELL_NODES;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Inertia of a solid, with damping in proportion to it.
///
/// ```text
/// Σ_b m_ab (v̇_b + α v_b),     m_ab = ∫ρ N_a N_b dV
/// ```
///
/// The mass is constant: point nodes move in world axes. The lumped mass puts the mass of each cell on its nodes in proportion to the
/// diagonal of m_ab, which is positive for all cells (Hinton, Rock & Zienkiewicz 1976). α is Rayleigh's: it damps rigid motions too.
pub struct SolidInertia {
    mesh: Arc<SolidMesh>,
    /// m_ab of one cell after the other, in the order of the blocks; of one diagonal after the other if lumped.
    masses: Vec<f64>,
    lumped: bool,
    /// α, in 1/s.
    drag: f64,
}

impl SolidInertia {
    /// Of a solid with this density in kg/m³ and α in 1/s.
    pub fn new(mesh: Arc<SolidMesh>, density: f64, drag: f64, lumped: bool) -> Self {
        let mut masses = Vec::new();
        each_mass(&mesh, density, |nodes, m| {
            let n = nodes.len();
            if !lumped {
                masses.extend((0..n).flat_map(|a| m[a][..n].to_vec()));
                return;
            }
            let whole: f64 = m[..n].iter().map(|row| row[..n].iter().sum::<f64>()).sum();
            let diagonal: f64 = (0..n).map(|a| m[a][a]).sum();
            masses.extend((0..n).map(|a| m[a][a] * whole / diagonal));
        });
        SolidInertia { mesh, masses, lumped, drag }
    }

    /// The same, lumped, with most of the mass of some nodes moved to the other nodes of their cells; cells that have no others keep theirs. What a node keeps is
    /// [`SolidInertia::LIGHT_SHARE`] of its mass, so that the mass matrix is regular.
    ///
    /// A node that hits something stops at once, and its mass rings on the stiffness of the contact and of the element behind it. Without that mass the surface follows the force (Khenous, Laborde &
    /// Renard 2008, *Mass redistribution method for finite element contact problems in elastodynamics*). The whole mass is kept, the centre of mass moves by less than an element.
    pub fn with_light_nodes(mut self, is_light: impl Fn(u32) -> bool) -> Self {
        let mut masses = std::mem::take(&mut self.masses);
        let mut rest = &mut masses[..];
        for block in self.mesh.mesh.blocks.iter().filter(|_| self.lumped) {
            let n = block.cell.nodes();
            for nodes in block.nodes.chunks_exact(n) {
                let (own, others) = rest.split_at_mut(n);
                move_mass(nodes, own, &is_light);
                rest = others;
            }
        }
        self.masses = masses;
        self
    }

    /// Share of its mass that a light node keeps.
    pub const LIGHT_SHARE: f64 = 1e-3;

    /// Passes the nodes of each cell and its part of the masses.
    fn each(&self, mut take: impl FnMut(&[u32], &[f64])) {
        let mut rest = &self.masses[..];
        for block in &self.mesh.mesh.blocks {
            let n = block.cell.nodes();
            for nodes in block.nodes.chunks_exact(n) {
                let (own, others) = rest.split_at(if self.lumped { n } else { n * n });
                take(nodes, own);
                rest = others;
            }
        }
    }

    /// Passes pairs of nodes with a part of their mass.
    pub fn each_pair(&self, mut take: impl FnMut(u32, u32, f64)) {
        self.each(|nodes, masses| match self.lumped {
            true => nodes.iter().zip(masses).for_each(|(&node, m)| take(node, node, *m)),
            false => {
                for (&a, row) in nodes.iter().zip(masses.chunks_exact(nodes.len())) {
                    nodes.iter().zip(row).for_each(|(&b, m)| take(a, b, *m));
                }
            }
        });
    }

    /// Σ_b m_ab x_b of a cell.
    fn times(&self, masses: &[f64], x: &[Vec3], out: &mut [Vec3]) {
        let n = x.len();
        for (a, out) in out.iter_mut().enumerate().take(n) {
            *out = if self.lumped {
                x[a] * masses[a]
            } else {
                let row = masses[a * n..][..n].iter().zip(x);
                row.fold(Vec3::zero(), |sum, (m, x)| sum + *x * *m)
            };
        }
    }
}

/// Moves the masses of light nodes of a cell to its other nodes, in proportion to their masses.
fn move_mass(nodes: &[u32], masses: &mut [f64], is_light: impl Fn(u32) -> bool) {
    let sum = |light: bool| {
        nodes.iter().zip(&*masses).filter(|(node, _)| is_light(**node) == light).map(|(_, m)| m).sum::<f64>()
    };
    let (light, heavy) = (sum(true), sum(false));
    if heavy <= 0.0 {
        return;
    }
    let growth = 1.0 + (1.0 - SolidInertia::LIGHT_SHARE) * light / heavy;
    for (&node, mass) in nodes.iter().zip(masses) {
        *mass *= if is_light(node) { SolidInertia::LIGHT_SHARE } else { growth };
    }
}

/// Passes the nodes of each cell of a mesh and ∫ρ N_a N_b dV.
fn each_mass(mesh: &SolidMesh, density: f64, mut take: impl FnMut(&[u32], &[[f64; MAX_CELL_NODES]; MAX_CELL_NODES])) {
    for block in &mesh.mesh.blocks {
        let (cell, n) = (block.cell, block.cell.nodes());
        let rule = cell.mass_quadrature();
        let at: Vec<_> = rule.iter().map(|(at, w)| (cell.shape(*at), cell.derivatives(*at), *w)).collect();
        for nodes in block.nodes.chunks_exact(n) {
            let mut m = [[0.0; MAX_CELL_NODES]; MAX_CELL_NODES];
            for (shape, derivatives, weight) in &at {
                let own = density * weight * determinant(&jacobian(&mesh.mesh.positions, nodes, derivatives));
                for a in 0..n {
                    (0..n).for_each(|b| m[a][b] += own * shape[a] * shape[b]);
                }
            }
            take(nodes, &m);
        }
    }
}

impl MeshElement for SolidInertia {
    const INTERNAL: bool = false;

    fn nodes(&self) -> &[NodeId] {
        &self.mesh.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        self.each(|nodes, _| couple(nodes));
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let (mut x, mut out) = ([Vec3::zero(); MAX_CELL_NODES], [Vec3::zero(); MAX_CELL_NODES]);
        self.each(|nodes, masses| {
            if rows.skips(nodes) {
                return;
            }
            for (x, &node) in x.iter_mut().zip(nodes) {
                *x = at.acceleration(node as usize) + at.velocity(node as usize) * self.drag;
            }
            self.times(masses, &x[..nodes.len()], &mut out);
            nodes.iter().zip(&out).for_each(|(&node, force)| rows.force(node as usize, *force));
        });
    }

    fn tangent(&self, _at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let factor = weights.force_row * (weights.acceleration + self.drag * weights.velocity);
        if factor == 0.0 {
            return;
        }
        let mut group = 0;
        self.each(|nodes, masses| {
            let (n, own) = (nodes.len(), group);
            group += 1;
            if blocks.skips(nodes) {
                return;
            }
            let mut add = |a: usize, b: usize, mass: f64| {
                let m = factor * mass;
                blocks.add(own, n, [a, b], &[[m, 0.0, 0.0], [0.0, m, 0.0], [0.0, 0.0, m]]);
            };
            if self.lumped {
                (0..n).for_each(|a| add(a, a, masses[a]));
            } else {
                (0..n).for_each(|a| (0..n).for_each(|b| add(a, b, masses[a * n + b])));
            }
        });
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let (mut v, mut out) = ([Vec3::zero(); MAX_CELL_NODES], [Vec3::zero(); MAX_CELL_NODES]);
        let mut twice = 0.0;
        self.each(|nodes, masses| {
            v.iter_mut().zip(nodes).for_each(|(v, &node)| *v = at.velocity(node as usize));
            self.times(masses, &v[..nodes.len()], &mut out);
            twice += v.iter().zip(&out).take(nodes.len()).map(|(v, p)| v.dot(*p)).sum::<f64>();
        });
        Energy { kinetic: 0.5 * twice, dissipated: self.drag * twice, ..Energy::default() }
    }
}

/// The weight of a solid: −∫ρ N_a g dV. Potential energy −∫ρ g·x dV.
pub struct SolidWeight {
    mesh: Arc<SolidMesh>,
    /// ∫ρ N_a dV.
    masses: Vec<f64>,
    /// g in world axes.
    field: Vec3,
}

impl SolidWeight {
    /// Of a solid with this density in kg/m³.
    pub fn new(mesh: Arc<SolidMesh>, density: f64, field: Vec3) -> Self {
        let mut masses = vec![0.0; mesh.nodes.len()];
        each_mass(&mesh, density, |nodes, m| {
            for (a, &node) in nodes.iter().enumerate() {
                masses[node as usize] += m[a][..nodes.len()].iter().sum::<f64>();
            }
        });
        SolidWeight { mesh, masses, field }
    }

    /// The mass of a solid, in kg.
    pub fn mass(&self) -> f64 {
        self.masses.iter().sum()
    }
}

impl MeshElement for SolidWeight {
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> &[NodeId] {
        &self.mesh.nodes
    }

    fn couplings(&self, _couple: &mut dyn FnMut(&[u32])) {}

    fn residual(&self, _at: &MeshState, rows: &mut MeshRows) {
        self.masses.iter().enumerate().for_each(|(node, m)| rows.force(node, self.field * -*m));
    }

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn energy(&self, at: &MeshState) -> Energy {
        let own = |(k, m): (usize, &f64)| -m * self.field.dot(at.position(k, self.mesh.mesh.positions[k]));
        Energy { potential: self.masses.iter().enumerate().map(own).sum(), ..Energy::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::structured::block;

    #[test]
    fn light_nodes_keep_a_thousandth_of_their_mass_and_the_solid_all_of_it() {
        let mesh = block([2.0, 1.0, 1.0], [4, 1, 1]);
        let nodes = vec![NodeId::GROUND; mesh.positions.len()];
        let mesh = Arc::new(SolidMesh { mesh, nodes });
        let end = |node: u32| mesh.mesh.positions[node as usize][0] > 0.99;
        let plain = SolidInertia::new(mesh.clone(), 3.0, 0.0, true);
        let light = SolidInertia::new(mesh.clone(), 3.0, 0.0, true).with_light_nodes(end);
        let of = |inertia: &SolidInertia, which: &dyn Fn(u32) -> bool| {
            let mut sum = 0.0;
            inertia.each_pair(|a, _, m| sum += if which(a) { m } else { 0.0 });
            sum
        };
        assert!((of(&plain, &|_| true) - 6.0).abs() < 1e-12 && (of(&light, &|_| true) - 6.0).abs() < 1e-12);
        // Half an element of 1.5 kg is at the end.
        assert!((of(&plain, &end) - 0.75).abs() < 1e-12 && (of(&light, &end) - 0.75e-3).abs() < 1e-12);
    }
}
