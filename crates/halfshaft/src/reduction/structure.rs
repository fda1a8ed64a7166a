//! The stiffness and the mass of a body on a mesh, with some directions blocked.

use std::sync::Arc;

use super::error::ReductionError;
use crate::elements::solid::{Elastic, Law, SolidElasticity, SolidInertia, SolidMesh};
use crate::linalg::sparse::SparseError;
use crate::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};
use crate::linalg::sparse::product;
use crate::math::Vec3;
use crate::mesh::{CellBlock, Mesh};

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
/// The unknowns are the displacements of the nodes in the directions that are not blocked, node by node; those of matrices of another
/// program may also be rotations of nodes and modal coordinates ([`super::ImportedMatrices`]).
pub struct Structure {
    /// `None` for matrices of another program.
    solid: Option<SolidElasticity>,
    /// About the centre of mass.
    positions: Vec<Vec3>,
    centre: Vec3,
    /// The unknowns of each node: three displacements and three rotations, unless blocked or absent.
    places: Vec<[Option<u32>; 6]>,
    pattern: Pattern,
    stiffness: SparseMatrix,
    mass: SparseMatrix,
    /// The entries of the mass matrix of one direction: two nodes and the mass. Empty for matrices of another program.
    node_mass: Vec<(u32, u32, f64)>,
    /// The rigid motions that the blocked directions allow, orthonormal with respect to mass.
    rigid: Vec<Vec<f64>>,
    /// Which of the three translations and three rotations these are.
    allowed: [bool; 6],
    /// Whether the stiffness of rigid motions consists of terms that cancel; it is zero for the boundary of a reduced body with one frame.
    stiff_boundary: bool,
}

/// A row of a constraint: unknowns and factors.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseRow(pub Vec<(u32, f64)>);

impl SparseRow {
    /// Its product with a vector.
    pub fn times(&self, x: &[f64]) -> f64 {
        self.0.iter().map(|&(k, factor)| factor * x[k as usize]).sum()
    }

    /// All of its factors, those that are zero included.
    pub fn dense(&self, unknowns: usize) -> Vec<f64> {
        let mut all = vec![0.0; unknowns];
        self.0.iter().for_each(|&(k, factor)| all[k as usize] = factor);
        all
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
        let mesh = Arc::new(SolidMesh { mesh: of.mesh.clone(), nodes: vec![] });
        let elastic = Elastic { law: Law::SaintVenantKirchhoff, ..of.elastic };
        let solid = SolidElasticity::new(mesh.clone(), elastic, 0.0, of.plain);
        let inertia = SolidInertia::new(mesh, of.density, 0.0, of.lumped);
        let nodes = of.mesh.positions.len();
        let mut pattern = PatternBuilder::new(std::iter::repeat_n(free.len(), nodes));
        for block in &of.mesh.blocks {
            let cells = block.nodes.chunks_exact(block.cell.nodes());
            cells.for_each(|cell| pattern.couple_all(&cell.iter().map(|&node| node as usize).collect::<Vec<_>>()));
        }
        let pattern = pattern.finish()?;
        let place: [Option<usize>; 3] = std::array::from_fn(|k| free.iter().position(|&d| d == k));
        let stiffness = stiffness_of(&solid, &pattern, &free);
        let (mass, node_mass) = mass_of(&inertia, &pattern, free.len());
        let mut whole = (0.0, Vec3::zero());
        for &(_, j, m) in &node_mass {
            whole = (whole.0 + m, whole.1 + of.mesh.positions[j as usize] * m);
        }
        let centre = whole.1 * (1.0 / whole.0);
        let positions = of.mesh.positions.iter().map(|x| *x - centre).collect();
        let count = free.len() as u32;
        let of_node = |node: u32| std::array::from_fn(|k| Some(node * count + (*place.get(k)?)? as u32));
        let mut structure = Structure {
            solid: Some(solid),
            positions,
            centre,
            places: (0..nodes as u32).map(of_node).collect(),
            pattern,
            stiffness,
            mass,
            node_mass,
            rigid: vec![],
            allowed: [false; 6],
            stiff_boundary: true,
        };
        structure.find_rigid_motions();
        Ok(structure)
    }

    /// Matrices of another program: unknowns of the nodes at `positions`, and others. The origin is that of the positions.
    pub(super) fn of_matrices(
        positions: Vec<Vec3>,
        places: Vec<[Option<u32>; 6]>,
        pattern: Pattern,
        [stiffness, mass]: [SparseMatrix; 2],
    ) -> Self {
        Structure {
            solid: None,
            positions,
            centre: Vec3::zero(),
            places,
            pattern,
            stiffness,
            mass,
            node_mass: vec![],
            rigid: vec![],
            allowed: [false; 6],
            stiff_boundary: true,
        }
    }

    pub(super) fn set_boundary_stiffness(&mut self, stiff: bool) {
        self.stiff_boundary = stiff;
    }

    pub(super) fn has_stiff_boundary(&self) -> bool {
        self.stiff_boundary
    }

    /// Determines the rigid motions about the origin of the positions.
    pub(super) fn find_rigid_motions(&mut self) {
        self.rigid = self.rigid_motions();
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

    /// The largest extent, in metres; of a body with one node the radius of gyration.
    pub(super) fn size(&self) -> f64 {
        let extent = |k: usize| {
            let range = |(low, high): (f64, f64), x: &Vec3| (low.min(x[k]), high.max(x[k]));
            let (low, high) = self.positions.iter().fold((f64::INFINITY, f64::NEG_INFINITY), range);
            high - low
        };
        let largest = (0..3).map(extent).fold(0.0, f64::max);
        if largest > 0.0 { largest } else { self.radius_of_gyration() }
    }

    /// √(J/m), the mean over the axes.
    fn radius_of_gyration(&self) -> f64 {
        let square = |x: Vec<f64>| dot(&x, &self.times_mass(&x));
        let turned = (0..3).map(|k| square(self.gathered(|x| Vec3::unit(k).cross(x), Vec3::unit(k)))).sum::<f64>();
        let shifted = (0..3).map(|k| square(self.gathered(|_| Vec3::unit(k), Vec3::zero()))).sum::<f64>();
        if turned > 0.0 && shifted > 0.0 { (turned / shifted).sqrt() } else { 1.0 }
    }

    /// The unknown of a node: a displacement (0 to 2) or a rotation (3 to 5); `None` if there is none.
    pub(super) fn unknown(&self, node: u32, direction: usize) -> Option<u32> {
        self.places[node as usize][direction]
    }

    /// The displacements of the nodes from those of the unknowns.
    pub(super) fn nodal(&self, x: &[f64]) -> Vec<Vec3> {
        let value = |place: Option<u32>| place.map_or(0.0, |k| x[k as usize]);
        self.places.iter().map(|own| Vec3(std::array::from_fn(|d| value(own[d])))).collect()
    }

    /// The unknowns from displacements of the nodes at their positions and one rotation of all of them, without those in blocked directions.
    pub(super) fn gathered(&self, displacement: impl Fn(Vec3) -> Vec3, rotation: Vec3) -> Vec<f64> {
        let mut x = vec![0.0; self.unknowns()];
        for (own, position) in self.places.iter().zip(&self.positions) {
            let u = displacement(*position);
            for (d, place) in own.iter().enumerate() {
                let Some(k) = place else { continue };
                x[*k as usize] = if d < 3 { u[d] } else { rotation[d - 3] };
            }
        }
        x
    }

    /// Forces on nodes as a load on the unknowns.
    pub(super) fn loads(&self, forces: &[(u32, Vec3)]) -> Vec<f64> {
        let mut load = vec![0.0; self.unknowns()];
        for (node, force) in forces {
            for d in 0..3 {
                if let Some(k) = self.unknown(*node, d) {
                    load[k as usize] += force[d];
                }
            }
        }
        load
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
        if self.node_mass.is_empty() {
            return product::times(&self.pattern, &self.mass, x);
        }
        // The same mass in all directions: a third of the entries of the matrix.
        match x.len() / self.places.len() {
            3 => self.times_node_mass::<3>(x),
            2 => self.times_node_mass::<2>(x),
            _ => self.times_node_mass::<1>(x),
        }
    }

    fn times_node_mass<const D: usize>(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        let (from, to) = (x.as_chunks::<D>().0, y.as_chunks_mut::<D>().0);
        for &(i, j, m) in &self.node_mass {
            let (from, to) = (&from[j as usize], &mut to[i as usize]);
            (0..D).for_each(|k| to[k] += m * from[k]);
        }
        y
    }

    /// K X for any number of columns, one after the other.
    pub(super) fn times_stiffness(&self, x: &[f64]) -> Vec<f64> {
        product::times(&self.pattern, &self.stiffness, x)
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
            let motion = |x: Vec3| if k < 3 { Vec3::unit(k) } else { Vec3::unit(k - 3).cross(x) * (1.0 / size) };
            let turn = if k < 3 { Vec3::zero() } else { Vec3::unit(k - 3) * (1.0 / size) };
            let allowed = |own: &[Option<u32>; 6], u: Vec3| (0..3).all(|d| own[d].is_some() || u[d].abs() < 1e-12);
            if !self.places.iter().zip(&self.positions).all(|(own, x)| allowed(own, motion(*x))) {
                continue;
            }
            motions_allowed[k] = true;
            let mut x = self.gathered(motion, turn);
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

    /// The stresses at the nodes for each of several displacements of the nodes: xx, yy, zz, xy, yz, zx. Zero for matrices of another program,
    /// which have no stresses.
    pub(super) fn stresses(&self, shapes: &[Vec<Vec3>]) -> Vec<Vec<[f64; 6]>> {
        match &self.solid {
            Some(solid) => solid.stresses_of_shapes(shapes),
            None => vec![vec![[0.0; 6]; self.positions.len()]; shapes.len()],
        }
    }

    /// The geometric stiffness of the stresses of small displacements among shapes; none for matrices of another program.
    pub(super) fn geometric_stiffness(&self, displacements: &[f64], shapes: &[Vec<Vec3>]) -> Vec<f64> {
        let of = |solid: &SolidElasticity| solid.geometric_stiffness(&self.nodal(displacements), shapes);
        self.solid.as_ref().map_or(vec![], of)
    }

    /// The cells of the mesh.
    pub(super) fn blocks(&self) -> &[CellBlock] {
        self.solid.as_ref().map_or(&[], |solid| &solid.mesh().blocks)
    }

    /// Whether the matrices are those of another program.
    pub(super) fn is_imported(&self) -> bool {
        self.solid.is_none()
    }

    /// The matrices with constraints, each with a multiplier. The rows are scaled to the stiffness.
    pub(super) fn extended(&self, rows: &[SparseRow]) -> Result<(Extended, f64), SparseError> {
        let nodes = self.pattern.nodes();
        let sizes = (0..nodes).map(|node| self.pattern.size(node)).chain(std::iter::repeat_n(1, rows.len()));
        let mut builder = PatternBuilder::new(sizes);
        for column in 0..nodes {
            self.pattern
                .column(column)
                .filter(|(row, _)| *row < column)
                .for_each(|(row, _)| builder.couple(row, column));
        }
        for (k, row) in rows.iter().enumerate() {
            row.0.iter().for_each(|&(unknown, _)| builder.couple(nodes + k, self.pattern.node_of(unknown as usize)));
        }
        let pattern = builder.finish()?;
        let [mut stiffness, mut mass] = [SparseMatrix::new(&pattern), SparseMatrix::new(&pattern)];
        let mut trace = 0.0;
        for column in 0..nodes {
            let size = self.pattern.size(column);
            for (row, offset) in self.pattern.column(column) {
                let block = size * self.pattern.size(row);
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
                let node = self.pattern.node_of(unknown as usize);
                let place = unknown as usize - self.pattern.start(node);
                stiffness.add(&pattern, [nodes + k, 0], [node, place], scale * value);
                stiffness.add(&pattern, [node, place], [nodes + k, 0], scale * value);
            }
        }
        Ok((Extended { pattern, stiffness, mass }, scale))
    }
}

/// The stiffness of small displacements in the free directions.
fn stiffness_of(solid: &SolidElasticity, pattern: &Pattern, free: &[usize]) -> SparseMatrix {
    let mut stiffness = SparseMatrix::new(pattern);
    solid.each_linear_cell(|nodes, local| {
        for (&a, row) in nodes.iter().zip(local.chunks_exact(nodes.len())) {
            for (&b, entries) in nodes.iter().zip(row) {
                let slot = pattern.slot(a as usize, b as usize).expect("the nodes of a cell are coupled");
                let block = stiffness.block_mut(pattern, slot).chunks_exact_mut(free.len());
                for (column, &j) in block.zip(free) {
                    column.iter_mut().zip(free).for_each(|(value, &i)| *value += entries[i][j]);
                }
            }
        }
    });
    stiffness
}

/// The mass of a number of directions, and its entries for one of them: two nodes and the mass.
fn mass_of(inertia: &SolidInertia, pattern: &Pattern, directions: usize) -> (SparseMatrix, Vec<(u32, u32, f64)>) {
    let mut mass = SparseMatrix::new(pattern);
    inertia.each_pair(|a, b, m| {
        let slot = pattern.slot(a as usize, b as usize).expect("the nodes of a cell are coupled");
        mass.block_mut(pattern, slot)[0] += m;
    });
    let mut node_mass = Vec::new();
    for column in 0..pattern.nodes() {
        for (row, offset) in pattern.column(column) {
            let block = &mut mass.values_mut()[offset..][..directions * directions];
            let m = block[0];
            (1..directions).for_each(|k| block[k * (directions + 1)] = m);
            if m != 0.0 {
                node_mass.push((row as u32, column as u32, m));
            }
        }
    }
    (mass, node_mass)
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
