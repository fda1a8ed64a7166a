//! The stiffness and the mass of a body on a mesh, with some directions blocked.

use std::sync::Arc;

use super::error::ReductionError;
use crate::elements::solid::{Elastic, Law, SolidElasticity, SolidInertia, SolidMesh, nodal_stresses};
use crate::linalg::block::BlockMatrix;
use crate::linalg::sparse::SparseError;
use crate::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};
use crate::math::Vec3;
use crate::mesh::{CellBlock, Mesh};
use crate::system::{SystemBuilder, Weights};

/// A solid to be reduced.
pub struct StructureOf<'a> {
    /// Its mesh.
    pub mesh: &'a Mesh,
    /// Its elasticity.
    pub elastic: Elastic,
    /// In kg/m³.
    pub density: f64,
    /// Whether hexahedra of 8 nodes have no enhanced strains.
    pub plain: bool,
    /// Whether the mass is lumped at the nodes.
    pub lumped: bool,
    /// Directions in which no node moves.
    pub blocked: [bool; 3],
}

/// Stiffness and mass of a body on a mesh.
///
/// The unknowns are the displacements of the nodes in the directions that are not blocked, node by node.
pub struct Structure {
    solid: SolidElasticity,
    /// About the centre of mass.
    positions: Vec<Vec3>,
    centre: Vec3,
    /// The directions that are not blocked.
    free: Vec<usize>,
    pattern: Pattern,
    stiffness: SparseMatrix,
    mass: SparseMatrix,
    /// The entries of the mass matrix of one direction: two nodes and the mass.
    node_mass: Vec<(u32, u32, f64)>,
    /// The rigid motions that the blocked directions allow, orthonormal with respect to mass.
    rigid: Vec<Vec<f64>>,
    /// Which of the three translations and three rotations these are.
    allowed: [bool; 6],
}

/// A row of a constraint: unknowns and factors.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseRow(pub Vec<(u32, f64)>);

impl SparseRow {
    /// Its product with a vector.
    pub fn times(&self, x: &[f64]) -> f64 {
        self.0.iter().map(|&(k, factor)| factor * x[k as usize]).sum()
    }

    /// Its product with another row; both are sorted.
    pub fn dot(&self, other: &SparseRow) -> f64 {
        let (mut i, mut j, mut sum) = (0, 0, 0.0);
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            match a.0.cmp(&b.0) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    sum += a.1 * b.1;
                    (i, j) = (i + 1, j + 1);
                }
            }
        }
        sum
    }
}

/// The matrices with multipliers of constraints behind the displacements.
pub(super) struct Extended {
    pub pattern: Pattern,
    pub stiffness: SparseMatrix,
    pub mass: SparseMatrix,
}

impl Structure {
    /// The matrices of a solid in its undeformed state.
    pub fn new(of: &StructureOf) -> Result<Self, ReductionError> {
        let free: Vec<usize> = (0..3).filter(|&k| !of.blocked[k]).collect();
        if free.is_empty() {
            return Err(ReductionError::NothingMoves);
        }
        let mut builder = SystemBuilder::new();
        let nodes = of.mesh.positions.iter().map(|x| builder.point_node("", *x, Vec3::zero())).collect();
        let mesh = Arc::new(SolidMesh { mesh: of.mesh.clone(), nodes });
        let elastic = Elastic { law: Law::SaintVenantKirchhoff, ..of.elastic };
        let solid = SolidElasticity::new(mesh.clone(), elastic, 0.0, of.plain);
        builder.add_mesh("", SolidElasticity::new(mesh.clone(), elastic, 0.0, of.plain));
        builder.add_mesh("", SolidInertia::new(mesh, of.density, 0.0, of.lumped));
        let system = builder.finish();
        let (state, still) = (system.state(), vec![0.0; system.motion_unknowns()]);
        let nodes = of.mesh.positions.len();
        let mut pattern = PatternBuilder::new(std::iter::repeat_n(free.len(), nodes));
        system.pattern().slots.iter().filter(|(i, j)| i < j).for_each(|&(i, j)| pattern.couple(i, j));
        let pattern = pattern.finish()?;
        let place: [Option<usize>; 3] = std::array::from_fn(|k| free.iter().position(|&d| d == k));
        let mut blocks = BlockMatrix::new(system.pattern());
        let mut node_mass = Vec::new();
        let mut matrices = [SparseMatrix::new(&pattern), SparseMatrix::new(&pattern)];
        for (which, matrix) in [(0, 0), (2, 1)] {
            system.tangent(&state, &still, &Weights::TANGENTS[which], &mut blocks);
            for (row, column, value) in blocks.entries(system.pattern()).filter(|(.., value)| *value != 0.0) {
                if let (Some(i), Some(j)) = (place[row % 3], place[column % 3]) {
                    matrices[matrix].add(&pattern, [row / 3, i], [column / 3, j], value);
                }
                if which == 2 && row % 3 == 0 && column % 3 == 0 {
                    node_mass.push((row as u32 / 3, column as u32 / 3, value));
                }
            }
        }
        let [stiffness, mass] = matrices;
        let mut whole = (0.0, Vec3::zero());
        for &(_, j, m) in &node_mass {
            whole = (whole.0 + m, whole.1 + of.mesh.positions[j as usize] * m);
        }
        let centre = whole.1 * (1.0 / whole.0);
        let positions = of.mesh.positions.iter().map(|x| *x - centre).collect();
        let mut structure = Structure {
            solid,
            positions,
            centre,
            free,
            pattern,
            stiffness,
            mass,
            node_mass,
            rigid: vec![],
            allowed: [false; 6],
        };
        structure.rigid = structure.rigid_motions();
        Ok(structure)
    }

    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.pattern.unknowns()
    }

    /// The positions of the nodes about the centre of mass.
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// The origin of the positions, in the axes of the mesh: the centre of mass, unless it has been moved.
    pub fn centre(&self) -> Vec3 {
        self.centre
    }

    /// Moves the origin of the positions, and of the floating frame, to a point of the mesh: that of the boundary frame that the floating
    /// frame is fixed to. The rigid motions span the same space.
    pub fn move_origin(&mut self, origin: Vec3) {
        let shift = self.centre - origin;
        self.positions.iter_mut().for_each(|x| *x += shift);
        self.centre = origin;
    }

    /// The rigid motions, orthonormal with respect to mass.
    pub(super) fn rigid(&self) -> &[Vec<f64>] {
        &self.rigid
    }

    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub(super) fn matrices(&self) -> [&SparseMatrix; 2] {
        [&self.stiffness, &self.mass]
    }

    /// The largest extent, in metres.
    pub(super) fn size(&self) -> f64 {
        self.solid.mesh().size()
    }

    /// The unknown of a node in a direction; `None` if that is blocked.
    pub(super) fn unknown(&self, node: u32, direction: usize) -> Option<u32> {
        let place = self.free.iter().position(|&d| d == direction)?;
        Some(node * self.free.len() as u32 + place as u32)
    }

    /// The displacements of the nodes from those of the unknowns.
    pub(super) fn nodal(&self, x: &[f64]) -> Vec<Vec3> {
        let node = |x: &[f64]| {
            let mut u = Vec3::zero();
            self.free.iter().zip(x).for_each(|(&d, x)| u[d] = *x);
            u
        };
        x.chunks_exact(self.free.len()).map(node).collect()
    }

    /// The unknowns from displacements of the nodes, without those in blocked directions.
    pub(super) fn gathered(&self, u: &[Vec3]) -> Vec<f64> {
        u.iter().flat_map(|u| self.free.iter().map(|&d| u[d])).collect()
    }

    /// The mass of each node: the products of the mass matrix with one.
    pub(super) fn node_masses(&self) -> Vec<f64> {
        let mut masses = vec![0.0; self.positions.len()];
        self.node_mass.iter().for_each(|&(i, _, m)| masses[i as usize] += m);
        masses
    }

    /// The products of the mass matrix with the positions.
    pub(super) fn moments(&self) -> Vec<Vec3> {
        let mut moments = vec![Vec3::zero(); self.positions.len()];
        self.node_mass.iter().for_each(|&(i, j, m)| moments[i as usize] += self.positions[j as usize] * m);
        moments
    }

    /// M x.
    pub(super) fn times_mass(&self, x: &[f64]) -> Vec<f64> {
        self.product(&self.mass, x)
    }

    /// K x.
    pub(super) fn times_stiffness(&self, x: &[f64]) -> Vec<f64> {
        self.product(&self.stiffness, x)
    }

    fn product(&self, matrix: &SparseMatrix, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        for column in 0..self.pattern.nodes() {
            let own = &x[self.pattern.start(column)..][..self.pattern.size(column)];
            for (row, offset) in self.pattern.column(column) {
                let rows = self.pattern.size(row);
                let y = &mut y[self.pattern.start(row)..][..rows];
                for (entries, x) in matrix.values()[offset..].chunks_exact(rows).zip(own) {
                    y.iter_mut().zip(entries).for_each(|(y, a)| *y += a * x);
                }
            }
        }
        y
    }

    /// Whether the blocked directions allow a rigid translation or rotation.
    pub(super) fn allows(&self, motion: usize) -> bool {
        self.allowed[motion]
    }

    /// The rigid motions that the blocked directions allow.
    fn rigid_motions(&mut self) -> Vec<Vec<f64>> {
        let size = self.size();
        let mut motions: Vec<Vec<f64>> = Vec::new();
        let mut motions_allowed = [false; 6];
        for k in 0..6 {
            let motion = |x: &Vec3| if k < 3 { Vec3::unit(k) } else { Vec3::unit(k - 3).cross(*x) * (1.0 / size) };
            let nodal: Vec<Vec3> = self.positions.iter().map(motion).collect();
            let allowed = |u: &Vec3| (0..3).all(|d| self.free.contains(&d) || u[d].abs() < 1e-12);
            if !nodal.iter().all(allowed) {
                continue;
            }
            motions_allowed[k] = true;
            let mut x = self.gathered(&nodal);
            for _ in 0..2 {
                let mass = self.times_mass(&x);
                for other in &motions {
                    let along = dot(other, &mass);
                    x.iter_mut().zip(other).for_each(|(x, o)| *x -= along * o);
                }
            }
            let norm = dot(&x, &self.times_mass(&x)).sqrt();
            x.iter_mut().for_each(|x| *x /= norm);
            motions.push(x);
        }
        self.allowed = motions_allowed;
        motions
    }

    /// The stresses at the nodes for displacements of the nodes: xx, yy, zz, xy, yz, zx.
    pub(super) fn stresses(&self, displacements: &[Vec3]) -> Vec<[f64; 6]> {
        nodal_stresses(self.solid.mesh(), |take| self.solid.linear_stresses(displacements, take))
    }

    /// The geometric stiffness of the stresses of small displacements among shapes.
    pub(super) fn geometric_stiffness(&self, displacements: &[f64], shapes: &[Vec<Vec3>]) -> Vec<f64> {
        self.solid.geometric_stiffness(&self.nodal(displacements), shapes)
    }

    /// The cells of the mesh.
    pub(super) fn blocks(&self) -> &[CellBlock] {
        &self.solid.mesh().blocks
    }

    /// The matrices with constraints, each with a multiplier. The rows are scaled to the stiffness.
    pub(super) fn extended(&self, rows: &[SparseRow]) -> Result<(Extended, f64), SparseError> {
        let (nodes, size) = (self.pattern.nodes(), self.free.len());
        let sizes = std::iter::repeat_n(size, nodes).chain(std::iter::repeat_n(1, rows.len()));
        let mut builder = PatternBuilder::new(sizes);
        for column in 0..nodes {
            self.pattern
                .column(column)
                .filter(|(row, _)| *row < column)
                .for_each(|(row, _)| builder.couple(row, column));
        }
        for (k, row) in rows.iter().enumerate() {
            row.0.iter().for_each(|&(unknown, _)| builder.couple(nodes + k, unknown as usize / size));
        }
        let pattern = builder.finish()?;
        let [mut stiffness, mut mass] = [SparseMatrix::new(&pattern), SparseMatrix::new(&pattern)];
        let (mut trace, block) = (0.0, size * size);
        for column in 0..nodes {
            for (row, offset) in self.pattern.column(column) {
                let slot = pattern.slot(row, column).ok_or(SparseError::NonFinite)?;
                stiffness.block_mut(&pattern, slot).copy_from_slice(&self.stiffness.values()[offset..][..block]);
                mass.block_mut(&pattern, slot).copy_from_slice(&self.mass.values()[offset..][..block]);
                if row == column {
                    trace += (0..size).map(|k| self.stiffness.values()[offset + k * (size + 1)]).sum::<f64>();
                }
            }
        }
        let scale = trace / self.unknowns() as f64;
        for (k, row) in rows.iter().enumerate() {
            for &(unknown, value) in &row.0 {
                let (node, place) = (unknown as usize / size, unknown as usize % size);
                stiffness.add(&pattern, [nodes + k, 0], [node, place], scale * value);
                stiffness.add(&pattern, [node, place], [nodes + k, 0], scale * value);
            }
        }
        Ok((Extended { pattern, stiffness, mass }, scale))
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four sums, which fill a vector register.
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a4.zip(b4) {
        (0..4).for_each(|k| sums[k] += a[k] * b[k]);
    }
    sums.iter().sum::<f64>() + rest
}
