//! Stresses of many small displacements of a solid at once, as those of the shapes of a reduced body.
//!
//! Eight displacements are evaluated side by side, so that each operation fills vector registers.

use super::cells::{Cells, MAX_POINTS};
use super::elasticity::SolidElasticity;
use super::enhanced::{LinearModes, MODES};
use super::field::{COMPONENTS, mean};
use super::material::Elastic;
use crate::math::{Mat3, Vec3};
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::field::Extrapolation;

/// Displacements side by side.
const WIDTH: usize = 8;
type Lanes = [f64; WIDTH];
/// xx, yy, zz, xy, yz and zx of a strain or a stress.
type Tensors = [Lanes; 6];

const ZERO: Tensors = [[0.0; WIDTH]; 6];

/// What is computed for a cell.
struct Work {
    displacements: [[Lanes; 3]; MAX_CELL_NODES],
    points: [Tensors; MAX_POINTS],
    nodes: [Tensors; MAX_CELL_NODES],
}

/// What a cell is, whatever its displacements.
struct OneCell<'a> {
    cells: &'a Cells,
    cell: usize,
    elastic: &'a Elastic,
    modes: Option<LinearModes>,
    fit: &'a Extrapolation,
}

impl SolidElasticity {
    /// The stresses at the nodes for each of several small displacements of the nodes: extrapolated from the integration points and
    /// averaged over the cells; xx, yy, zz, xy, yz, zx.
    pub fn stresses_of_shapes(&self, shapes: &[Vec<Vec3>]) -> Vec<Vec<[f64; 6]>> {
        let nodes = self.mesh().positions.len();
        let mut sums: Vec<Vec<[f64; 6]>> = shapes.iter().map(|_| vec![[0.0; 6]; nodes]).collect();
        let mut counts = vec![0.0; nodes];
        let (cells, elastic) = self.parts();
        let mut work = Work {
            displacements: [[[0.0; WIDTH]; 3]; MAX_CELL_NODES],
            points: [ZERO; MAX_POINTS],
            nodes: [ZERO; MAX_CELL_NODES],
        };
        for cells in cells {
            let fit = &Extrapolation::new(cells.cell);
            for cell in 0..cells.count() {
                let modes = (!cells.centres.is_empty()).then(|| LinearModes::new(cells, cell, &elastic.linear()));
                let own = OneCell { cells, cell, elastic, modes, fit };
                cells.nodes_of(cell).iter().for_each(|&node| counts[node as usize] += 1.0);
                for (shapes, sums) in shapes.chunks(WIDTH).zip(sums.chunks_mut(WIDTH)) {
                    own.add_stresses(shapes, sums, &mut work);
                }
            }
        }
        for sums in &mut sums {
            sums.iter_mut().zip(&counts).for_each(|(sum, count)| mean(sum, *count));
        }
        sums
    }
}

impl OneCell<'_> {
    /// Adds the stresses at the nodes of the cell for up to [`WIDTH`] displacements.
    fn add_stresses(&self, shapes: &[Vec<Vec3>], sums: &mut [Vec<[f64; 6]>], work: &mut Work) {
        let nodes = self.cells.nodes_of(self.cell);
        for (u, &node) in work.displacements.iter_mut().zip(nodes) {
            for (l, shape) in shapes.iter().enumerate() {
                let own = shape[node as usize];
                (0..3).for_each(|i| u[i][l] = own[i]);
            }
        }
        self.evaluate(work);
        for (l, sums) in sums.iter_mut().enumerate() {
            for (stress, &node) in work.nodes.iter().zip(nodes) {
                let sum = &mut sums[node as usize];
                (0..6).for_each(|k| sum[k] += stress[k][l]);
            }
        }
    }

    /// The stresses at the nodes, in the widest registers that the processor has.
    fn evaluate(&self, work: &mut Work) {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn avx2(own: &OneCell, work: &mut Work) {
                own.evaluate_with(work);
            }

            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                return unsafe { avx2(self, work) };
            }
        }
        self.evaluate_with(work);
    }

    #[inline(always)]
    fn evaluate_with(&self, work: &mut Work) {
        let points = &mut work.points[..self.cells.points];
        for (p, strain) in points.iter_mut().enumerate() {
            *strain = strain_of(&work.displacements, self.cells.point(self.cell, p).0);
        }
        if let Some(modes) = &self.modes {
            enhance(modes, self.cells, self.cell, self.elastic, points);
        }
        points.iter_mut().for_each(|point| *point = stress(self.elastic, point));
        let values = points.as_flattened().as_flattened();
        self.fit.at_nodes(values, 6 * WIDTH, work.nodes.as_flattened_mut().as_flattened_mut());
    }
}

/// sym Σ u_a ⊗ ∇N_a.
#[inline(always)]
fn strain_of(u: &[[Lanes; 3]; MAX_CELL_NODES], gradients: &[[f64; 3]]) -> Tensors {
    let mut strain = ZERO;
    for (u, g) in u.iter().zip(gradients) {
        for (k, [i, j]) in COMPONENTS.into_iter().enumerate() {
            match k < 3 {
                true => add(&mut strain[k], g[i], &u[i]),
                false => {
                    add(&mut strain[k], 0.5 * g[j], &u[i]);
                    add(&mut strain[k], 0.5 * g[i], &u[j]);
                }
            }
        }
    }
    strain
}

/// λ tr E + 2 μ E.
#[inline(always)]
fn stress(elastic: &Elastic, strain: &Tensors) -> Tensors {
    let mut stress = ZERO;
    for k in 0..6 {
        add(&mut stress[k], 2.0 * elastic.mu, &strain[k]);
        if k < 3 {
            (0..3).for_each(|i| add(&mut stress[k], elastic.lambda, &strain[i]));
        }
    }
    stress
}

/// Adds the enhanced strains: E_p −= Σ α_k f_c T_k with α = A⁻¹ ∫ M : ℂ : E dV.
#[inline(always)]
fn enhance(modes: &LinearModes, cells: &Cells, cell: usize, elastic: &Elastic, points: &mut [Tensors]) {
    let mut moments = [ZERO; 3];
    for (p, (strain, f)) in points.iter().zip(&modes.factors).enumerate() {
        let volume = cells.point(cell, p).1;
        for (moment, f) in moments.iter_mut().zip(f) {
            (0..6).for_each(|k| add(&mut moment[k], f * volume, &strain[k]));
        }
    }
    let moments = moments.map(|moment| stress(elastic, &moment));
    let mut unbalanced = [[0.0; WIDTH]; MODES];
    for (r, (mode, c)) in unbalanced.iter_mut().zip(&modes.tensors) {
        (0..6).for_each(|k| add(r, entry(mode, k) * if k < 3 { 1.0 } else { 2.0 }, &moments[*c][k]));
    }
    let mut taken = [ZERO; 3];
    for (row, (mode, c)) in modes.inverse.iter().zip(&modes.tensors) {
        let mut amplitude = [0.0; WIDTH];
        row.iter().zip(&unbalanced).for_each(|(a, r)| add(&mut amplitude, *a, r));
        (0..6).for_each(|k| add(&mut taken[*c][k], -entry(mode, k), &amplitude));
    }
    for (strain, f) in points.iter_mut().zip(&modes.factors) {
        for (taken, f) in taken.iter().zip(f) {
            (0..6).for_each(|k| add(&mut strain[k], *f, &taken[k]));
        }
    }
}

#[inline(always)]
fn entry(of: &Mat3, component: usize) -> f64 {
    let [i, j] = COMPONENTS[component];
    of.0[i][j]
}

#[inline(always)]
fn add(sum: &mut Lanes, factor: f64, x: &Lanes) {
    (0..WIDTH).for_each(|l| sum[l] += factor * x[l]);
}
