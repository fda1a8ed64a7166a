//! The internal forces of a solid, and its viscous damping.

use std::sync::Arc;

use super::cells::{Cells, LocalMatrix, MAX_POINTS, NO_POINT, Point, SolidMesh, ZERO};
use super::enhanced::{MODES, Modes, solve};
use super::field;
use super::material::{Elastic, Law, Moduli, determinant, principal, product, symmetric_part, von_mises};
use super::peaks::Peaks;
use super::stiffness;
use crate::describe::Channel;
use crate::math::{Mat3, Vec3};
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::{Cell, Mesh, MeshField};
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// A solid, total Lagrangian.
///
/// ```text
/// F = 1 + Σ u_a ⊗ ∇N_a,     E = ½ (FᵀF − 1),     f_a = ∫ F (S(E) + β D Ė) ∇N_a dV
/// K_ab = ∫ (∇N_a·S ∇N_b) 1 + λ p_a ⊗ p_b + μ (p_b ⊗ p_a + (∇N_a·G ∇N_b) F G Fᵀ) dV,     p_a = F G ∇N_a
/// ```
///
/// Integrals are over the undeformed solid. G = 1 for the law of St. Venant and Kirchhoff; for the neo-Hookean law G = C⁻¹, and
/// μ − λ ln J replaces μ in K. β D Ė is a linear viscosity with the elasticity D of small strains: at rest its damping matrix is β K.
/// Hexahedra of 8 nodes have enhanced strains unless they are plain (`elements/solid/enhanced.rs`): the plain ones are far too stiff in
/// bending (locking).
///
/// Source: Bonet & Wood 2008, *Nonlinear continuum mechanics for finite element analysis*, chapters 6 and 9; K is the product of the
/// elasticity tensor λ G ⊗ G + 2 μ G ⊙ G with the variations of E. The tangent is checked against differences.
pub struct SolidElasticity {
    mesh: Arc<SolidMesh>,
    cells: Vec<Cells>,
    elastic: Elastic,
    /// β, in seconds.
    viscosity: f64,
}

impl SolidElasticity {
    /// The solid of a mesh; `plain` hexahedra of 8 nodes have no enhanced strains. `viscosity` is β in seconds.
    pub fn new(mesh: Arc<SolidMesh>, elastic: Elastic, viscosity: f64, plain: bool) -> Self {
        let cells = Cells::of(&mesh, !plain);
        SolidElasticity { mesh, cells, elastic, viscosity }
    }

    /// Its mesh, undeformed.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh.mesh
    }

    /// Evaluates the strains of a cell; the points in use are the first.
    fn strains<'a>(
        &self,
        cells: &Cells,
        cell: usize,
        at: &MeshState,
        points: &'a mut [Point; MAX_POINTS],
    ) -> &'a mut [Point] {
        let nodes = cells.nodes_of(cell);
        let (mut u, mut v) = ([Vec3::zero(); MAX_CELL_NODES], [Vec3::zero(); MAX_CELL_NODES]);
        for (k, &node) in nodes.iter().enumerate() {
            let reference = self.mesh.mesh.positions[node as usize];
            u[k] = at.position(node as usize, reference) - reference;
            if self.viscosity > 0.0 {
                v[k] = at.velocity(node as usize);
            }
        }
        let points = &mut points[..cells.points];
        for (p, point) in points.iter_mut().enumerate() {
            let (gradients, volume) = cells.point(cell, p);
            let h = gradient(&u, gradients);
            *point = Point { f: Mat3::identity() + h, volume, ..NO_POINT };
            point.strain = symmetric_part(&h) + h.transpose() * h * 0.5;
            if self.viscosity > 0.0 {
                point.rate = gradient(&v, gradients);
                point.strain_rate = symmetric_part(&(point.f.transpose() * point.rate));
            }
        }
        if !cells.centres.is_empty() {
            let modes = Modes::new(cells, cell);
            modes.enhance(&self.elastic, points);
            if self.viscosity > 0.0 {
                modes.enhance_rates(&self.elastic.linear(), points);
            }
        }
        points
    }

    /// S with its viscous part.
    fn stress(&self, point: &Point) -> Mat3 {
        let elastic = self.elastic.stress(&point.strain);
        if self.viscosity > 0.0 {
            elastic + self.elastic.linear().times(&point.strain_rate) * self.viscosity
        } else {
            elastic
        }
    }

    /// The Cauchy stress without its viscous part.
    fn cauchy(&self, point: &Point) -> Mat3 {
        point.f * self.elastic.stress(&point.strain) * point.f.transpose() * (1.0 / determinant(&point.f))
    }

    /// Passes the Cauchy stresses and the Green-Lagrange strains, enhanced ones included, at the integration points of each cell, with the
    /// cell's type and nodes.
    pub fn stresses_and_strains(&self, at: &MeshState, mut take: impl FnMut(Cell, &[u32], &[Mat3], &[Mat3])) {
        let mut points = [NO_POINT; MAX_POINTS];
        for cells in &self.cells {
            for cell in 0..cells.count() {
                let points = self.strains(cells, cell, at, &mut points);
                let [mut stresses, mut strains] = [[ZERO; MAX_POINTS]; 2];
                for (p, point) in points.iter().enumerate() {
                    (stresses[p], strains[p]) = (self.cauchy(point), point.strain);
                }
                take(cells.cell, cells.nodes_of(cell), &stresses[..points.len()], &strains[..points.len()]);
            }
        }
    }

    /// The same as six components each, with the strain energy for each undeformed volume behind them.
    fn field_values(&self, at: &MeshState, take: field::TakePoints<{ field::WIDTH }>) {
        let mut points = [NO_POINT; MAX_POINTS];
        for cells in &self.cells {
            for cell in 0..cells.count() {
                let points = self.strains(cells, cell, at, &mut points);
                let mut values = [[0.0; field::WIDTH]; MAX_POINTS];
                for (values, point) in values.iter_mut().zip(&*points) {
                    values[..6].copy_from_slice(&field::components(&self.cauchy(point)));
                    values[6..12].copy_from_slice(&field::components(&point.strain));
                    values[12] = self.elastic.energy(&point.strain);
                }
                take(cells.cell, cells.nodes_of(cell), &values[..points.len()]);
            }
        }
    }

    /// Passes the stresses of small displacements of the nodes at the integration points of each cell.
    pub fn linear_stresses(&self, displacements: &[Vec3], take: field::TakeStresses) {
        let small = Elastic { law: Law::SaintVenantKirchhoff, ..self.elastic };
        let (mut points, mut u) = ([NO_POINT; MAX_POINTS], [Vec3::zero(); MAX_CELL_NODES]);
        for cells in &self.cells {
            for cell in 0..cells.count() {
                let nodes = cells.nodes_of(cell);
                nodes.iter().zip(&mut u).for_each(|(&node, u)| *u = displacements[node as usize]);
                let points = &mut points[..cells.points];
                for (p, point) in points.iter_mut().enumerate() {
                    let (gradients, volume) = cells.point(cell, p);
                    let strain = symmetric_part(&gradient(&u, gradients));
                    *point = Point { f: Mat3::identity(), volume, strain, ..NO_POINT };
                }
                if !cells.centres.is_empty() {
                    Modes::new(cells, cell).enhance(&small, points);
                }
                let mut stresses = [ZERO; MAX_POINTS];
                stresses.iter_mut().zip(&*points).for_each(|(stress, point)| *stress = small.stress(&point.strain));
                take(cells.cell, nodes, &stresses[..points.len()]);
            }
        }
    }

    /// Its cells and its elasticity.
    pub(super) fn parts(&self) -> (&[Cells], &Elastic) {
        (&self.cells, &self.elastic)
    }

    /// The geometric stiffness of the stresses of small displacements among shapes, row by row: ∫ ∇Ψ_i : ∇Ψ_j σ dV.
    pub fn geometric_stiffness(&self, displacements: &[Vec3], shapes: &[Vec<Vec3>]) -> Vec<f64> {
        let n = shapes.len();
        let (mut sums, mut slopes) = (vec![0.0; n * n], vec![ZERO; n]);
        let (mut cell_of_block, mut block) = (0, 0);
        let mut u = [Vec3::zero(); MAX_CELL_NODES];
        self.linear_stresses(displacements, &mut |_, nodes, stresses| {
            while cell_of_block == self.cells[block].count() {
                (block, cell_of_block) = (block + 1, 0);
            }
            for (p, stress) in stresses.iter().enumerate() {
                let (gradients, volume) = self.cells[block].point(cell_of_block, p);
                for (slope, shape) in slopes.iter_mut().zip(shapes) {
                    nodes.iter().zip(&mut u).for_each(|(&node, u)| *u = shape[node as usize]);
                    *slope = gradient(&u, gradients);
                }
                for i in 0..n {
                    let loaded = slopes[i] * *stress * volume;
                    (0..n).for_each(|j| sums[i * n + j] += product(&loaded, &slopes[j]));
                }
            }
            cell_of_block += 1;
        });
        sums
    }

    /// The largest values of its fields, and its strain energy.
    pub fn peaks(&self, at: &MeshState) -> Peaks {
        let mut peaks = Peaks::default();
        let mut points = [NO_POINT; MAX_POINTS];
        for cells in &self.cells {
            let quadrature = cells.cell.quadrature();
            for cell in 0..cells.count() {
                let nodes = cells.nodes_of(cell);
                for (p, point) in self.strains(cells, cell, at, &mut points).iter().enumerate() {
                    let place = || {
                        let shape = cells.cell.shape(quadrature[p].0);
                        let own = nodes.iter().zip(&shape);
                        own.fold(Vec3::zero(), |x, (&node, n)| x + self.mesh.mesh.positions[node as usize] * *n)
                    };
                    let (stress, energy) = (self.cauchy(point), self.elastic.energy(&point.strain));
                    let [first, _, third] = principal(&stress);
                    peaks.take([von_mises(&stress), first, -third, energy], place);
                    peaks.strain_energy += energy * point.volume;
                }
            }
        }
        for (k, x) in self.mesh.mesh.positions.iter().enumerate() {
            peaks.displacement.take((at.position(k, *x) - *x).norm(), || *x);
        }
        peaks
    }

    fn add_tangent<const N: usize>(
        &self,
        cells: &Cells,
        at: &MeshState,
        weights: &Weights,
        blocks: &mut MeshBlocks,
        first: usize,
    ) {
        let mut local: LocalMatrix = [[[0.0; 3]; 3]; MAX_CELL_NODES * MAX_CELL_NODES];
        let mut points = [NO_POINT; MAX_POINTS];
        for cell in 0..cells.count() {
            if blocks.skips(cells.nodes_of(cell)) {
                continue;
            }
            let points = &*self.strains(cells, cell, at, &mut points);
            local[..N * N].fill([[0.0; 3]; 3]);
            self.local_tangent::<N>(cells, cell, points, weights, &mut local);
            for a in 0..N {
                for b in 0..N {
                    let entries = local[a * N + b].map(|row| row.map(|x| weights.force_row * x));
                    blocks.add(first + cell, N, [a, b], &entries);
                }
            }
        }
    }

    fn local_tangent<const N: usize>(
        &self,
        cells: &Cells,
        cell: usize,
        points: &[Point],
        weights: &Weights,
        local: &mut LocalMatrix,
    ) {
        let [position, beta] = [weights.position, self.viscosity];
        let linear = self.elastic.linear();
        if self.elastic.law == Law::SaintVenantKirchhoff && beta == 0.0 {
            stiffness::add::<N>(cells, cell, points, &self.elastic, position, local);
            if !cells.centres.is_empty() {
                condense::<N>(cells, cell, points, &|_| linear, |point| point.f * position, false, local);
            }
            return;
        }
        let moving = beta > 0.0 && points.iter().any(|point| point.rate != ZERO);
        let viscous = |point: &Point| point.f * (beta * weights.velocity) + point.rate * (beta * position);
        if self.elastic.law == Law::SaintVenantKirchhoff {
            let right = |point: &Point| point.f * position + viscous(point);
            add_material::<N>(cells, cell, points, |_| linear, right, !moving, local);
        } else {
            let moduli = |point: &Point| self.elastic.moduli(&point.strain);
            add_material::<N>(cells, cell, points, moduli, |point| point.f * position, true, local);
            if beta > 0.0 {
                add_material::<N>(cells, cell, points, |_| linear, viscous, !moving, local);
            }
        }
        for (p, point) in points.iter().enumerate() {
            let gradients: &[[f64; 3]; N] = cells.point(cell, p).0.try_into().expect("as many as nodes");
            let stress = self.stress(point) * (point.volume * position);
            for b in 0..N {
                let along = stress * Vec3(gradients[b]);
                for a in 0..N {
                    let value = along.dot(Vec3(gradients[a]));
                    (0..3).for_each(|i| local[a * N + b][i][i] += value);
                }
            }
        }
    }
}

/// Σ u_a ⊗ ∇N_a.
fn gradient(u: &[Vec3; MAX_CELL_NODES], gradients: &[[f64; 3]]) -> Mat3 {
    let mut sum = ZERO;
    for (u, g) in u.iter().zip(gradients) {
        (0..3).for_each(|i| (0..3).for_each(|j| sum.0[i][j] += u[i] * g[j]));
    }
    sum
}

/// Adds ∫ δE : ℂ : δẼ dV, where δẼ has F̃ (`right`) instead of F, less what the enhanced strains take of it.
fn add_material<const N: usize>(
    cells: &Cells,
    cell: usize,
    points: &[Point],
    moduli: impl Fn(&Point) -> Moduli,
    right: impl Fn(&Point) -> Mat3,
    symmetric: bool,
    local: &mut LocalMatrix,
) {
    for (p, point) in points.iter().enumerate() {
        let gradients: &[[f64; 3]; N] = cells.point(cell, p).0.try_into().expect("as many as nodes");
        let (Moduli { lambda, mu, g }, other) = (moduli(point), right(point));
        let [lambda, mu] = [lambda * point.volume, mu * point.volume];
        let (fg, of) = (point.f * g, other * g);
        let q = fg * other.transpose();
        let left = gradients.map(|n| (fg * Vec3(n)).0);
        let right = gradients.map(|n| (of * Vec3(n)).0);
        let across = gradients.map(|n| g * Vec3(n));
        for a in 0..N {
            for b in if symmetric { a } else { 0 }..N {
                let s = mu * across[b].dot(Vec3(gradients[a]));
                let block = &mut local[a * N + b];
                for i in 0..3 {
                    let [x, y] = [lambda * left[a][i], mu * left[b][i]];
                    for j in 0..3 {
                        block[i][j] += x * right[b][j] + y * right[a][j] + s * q.0[i][j];
                    }
                }
            }
        }
    }
    if !cells.centres.is_empty() {
        condense::<N>(cells, cell, points, &moduli, right, symmetric, local);
    }
    if symmetric {
        for a in 0..N {
            for b in 0..a {
                let mirrored = local[b * N + a];
                local[a * N + b] = std::array::from_fn(|i| std::array::from_fn(|j| mirrored[j][i]));
            }
        }
    }
}

/// Subtracts Lᵀ A⁻¹ L̃ of the enhanced strains: A = ∫ M:ℂ:M dV, L_ka = ∫ F (ℂ:M_k) ∇N_a dV, L̃ with F̃.
pub(super) fn condense<const N: usize>(
    cells: &Cells,
    cell: usize,
    points: &[Point],
    moduli: &impl Fn(&Point) -> Moduli,
    right: impl Fn(&Point) -> Mat3,
    symmetric: bool,
    local: &mut LocalMatrix,
) {
    let modes = Modes::new(cells, cell);
    // Hexahedra of 8 nodes only.
    let (mut left, mut solved) = ([[0.0; 24]; MODES], [[0.0; 24]; MODES]);
    for (p, point) in points.iter().enumerate() {
        let (gradients, volume) = cells.point(cell, p);
        let (moduli, other) = (moduli(point), right(point));
        for (k, mode) in modes.at(p, volume).iter().enumerate() {
            let stress = moduli.times(mode) * volume;
            let (of_left, of_right) = (point.f * stress, other * stress);
            for (b, g) in gradients.iter().enumerate() {
                let (l, r) = (of_left * Vec3(*g), of_right * Vec3(*g));
                for i in 0..3 {
                    left[k][3 * b + i] += l[i];
                    solved[k][3 * b + i] += r[i];
                }
            }
        }
    }
    solve(modes.stiffness(points, moduli), &mut solved);
    for a in 0..N {
        for b in if symmetric { a } else { 0 }..N {
            let block = &mut local[a * N + b];
            for (left, solved) in left.iter().zip(&solved) {
                for i in 0..3 {
                    (0..3).for_each(|j| block[i][j] -= left[3 * a + i] * solved[3 * b + j]);
                }
            }
        }
    }
}

impl MeshElement for SolidElasticity {
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = super::peaks::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.mesh.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        for cells in &self.cells {
            (0..cells.count()).for_each(|cell| couple(cells.nodes_of(cell)));
        }
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let mut points = [NO_POINT; MAX_POINTS];
        for cells in &self.cells {
            for cell in 0..cells.count() {
                let nodes = cells.nodes_of(cell);
                if rows.skips(nodes) {
                    continue;
                }
                let points = self.strains(cells, cell, at, &mut points);
                let mut forces = [Vec3::zero(); MAX_CELL_NODES];
                for (p, point) in points.iter().enumerate() {
                    let stress = point.f * self.stress(point) * point.volume;
                    let (gradients, _) = cells.point(cell, p);
                    forces.iter_mut().zip(gradients).for_each(|(force, g)| *force += stress * Vec3(*g));
                }
                nodes.iter().zip(forces).for_each(|(&node, force)| rows.force(node as usize, force));
            }
        }
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        if weights.position == 0.0 && (weights.velocity == 0.0 || self.viscosity == 0.0) {
            return;
        }
        let mut first = 0;
        for cells in &self.cells {
            match cells.cell {
                Cell::Hex8 => self.add_tangent::<8>(cells, at, weights, blocks, first),
                Cell::Hex20 => self.add_tangent::<20>(cells, at, weights, blocks, first),
                Cell::Tet10 => self.add_tangent::<10>(cells, at, weights, blocks, first),
                Cell::Wedge15 => self.add_tangent::<15>(cells, at, weights, blocks, first),
            }
            first += cells.count();
        }
    }

    fn is_feasible(&self, at: &MeshState) -> bool {
        let mut points = [NO_POINT; MAX_POINTS];
        self.elastic.law == Law::SaintVenantKirchhoff
            || self.cells.iter().all(|cells| {
                (0..cells.count()).all(|cell| {
                    let points = self.strains(cells, cell, at, &mut points);
                    let positive = |m: &Mat3| determinant(m) > 0.0;
                    points.iter().all(|p| positive(&p.f) && positive(&(Mat3::identity() + p.strain * 2.0)))
                })
            })
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        let mut points = [NO_POINT; MAX_POINTS];
        let linear = self.elastic.linear();
        for cells in &self.cells {
            for cell in 0..cells.count() {
                for point in self.strains(cells, cell, at, &mut points) {
                    energy.potential += self.elastic.energy(&point.strain) * point.volume;
                    if self.viscosity > 0.0 {
                        let power = product(&linear.times(&point.strain_rate), &point.strain_rate);
                        energy.dissipated += self.viscosity * power * point.volume;
                    }
                }
            }
        }
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        Some(field::of(&self.mesh.mesh, at, |take| self.field_values(at, take)))
    }

    fn shape(&self, at: &MeshState) -> Option<MeshField> {
        Some(field::displaced(&self.mesh.mesh, at))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        self.peaks(at).write(out);
    }
}
