//! The lowest modes of large systems without damping, from sparse matrices: block Lanczos instead of the dense
//! eigenproblem, which takes the cube of the number of unknowns (`linalg/sparse/lanczos.rs`).
//!
//! Constraints stay in the equations, with a compliance far below that of the bodies, so that redundant ones do no harm.

use super::linearize::eliminated;
use crate::linalg::block::BlockMatrix;
use crate::linalg::large::Compact;
use crate::linalg::sparse::lanczos;
use crate::linalg::sparse::pattern::{Pattern, SparseMatrix};
use crate::math::{Mat3, Vec3};
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{ScalarKind, State, System, Weights};

/// Systems of fewer unknowns of motion are solved as dense ones, which gives all their modes: at this size that takes
/// about two seconds.
const SPARSE_FROM: usize = 1500;
/// Number of modes.
const COUNT: usize = 60;
/// Compliance of the constraints, relative to that of the motions they act on.
const CONSTRAINT_COMPLIANCE: f64 = 1e-11;
/// A stiffness is symmetric if its two halves differ by no more than this, relative to the largest entry.
const SYMMETRY_TOLERANCE: f64 = 1e-10;

/// The lowest modes in the rotations of world axes.
pub(super) struct LowestModes {
    /// ω² in ascending order.
    pub squares: Vec<f64>,
    /// Motions of the system.
    pub shapes: Vec<Vec<f64>>,
    /// For each mode xᵀK x, and its value without cancellation.
    pub stiffness: Vec<[f64; 2]>,
}

/// The lowest modes, if the system is large, at rest, and has neither damping nor unknowns other than motions and the
/// multipliers of active constraints; `None` otherwise, or if the method fails.
pub(super) fn lowest(system: &System, state: &State) -> Option<LowestModes> {
    let n = system.motion_unknowns();
    let plain = system.scalar_kinds().all(|kind| kind == ScalarKind::Motion) && !system.has_force_signals();
    let at_rest = state.v.iter().all(|v| *v == 0.0);
    if n < SPARSE_FROM || !plain || !at_rest || !eliminated(system, state).is_empty() {
        return None;
    }
    let [stiffness, damping, mass] = Weights::TANGENTS.map(|weights| {
        let mut matrix = BlockMatrix::new(system.pattern());
        system.tangent(state, &vec![0.0; n], &weights, &mut matrix);
        matrix
    });
    if damping.entries(system.pattern()).any(|(i, j, value)| i < n && j < n && value != 0.0) {
        return None;
    }
    let mut compliance = vec![0.0; system.constraints()];
    stiffness.schur_size(system.pattern(), n, &mut compliance);
    let mut compact = Compact::new(system.pattern(), n).ok()?;
    let pattern = compact.pattern.clone();
    let mut symmetric = |matrix: &BlockMatrix, constrained: bool| {
        compact.copy(matrix, system.pattern());
        turn_to_world_axes(&pattern, &mut compact.matrix, state);
        symmetrized(&pattern, &compact.matrix, if constrained { usize::MAX } else { n })
    };
    let mut stiffness = symmetric(&stiffness, true)?;
    let mass = symmetric(&mass, false)?;
    let first = (0..pattern.nodes()).find(|&k| pattern.start(k) >= n).unwrap_or(pattern.nodes());
    for (k, d) in compliance.iter().enumerate() {
        stiffness.add(&pattern, [first + k, 0], [first + k, 0], -CONSTRAINT_COMPLIANCE * d);
    }
    let count = COUNT.min(n.saturating_sub(system.constraints()));
    let modes = lanczos::lowest(&pattern, &stiffness, &mass, n, count, None).ok()?;
    let shapes: Vec<Vec<f64>> = (0..modes.values.len()).map(|k| modes.vectors.col_as_slice(k)[..n].to_vec()).collect();
    let stiffness = shapes.iter().map(|x| energy(&pattern, &stiffness, x)).collect();
    Some(LowestModes { squares: modes.values, shapes, stiffness })
}

/// Transforms the rotations of poses from body to world axes, rows and columns.
fn turn_to_world_axes(pattern: &Pattern, matrix: &mut SparseMatrix, state: &State) {
    let turn: Vec<Mat3<f64>> = (0..state.poses()).map(|node| state.pose(node).rotation.matrix()).collect();
    // Poses are the first unknowns; the nodes of a pattern are in the order of their unknowns.
    let pose = |node: usize| (pattern.start(node) < POSE_UNKNOWNS * turn.len()).then(|| turn[pattern.start(node) / 6]);
    for column in 0..pattern.nodes() {
        let blocks: Vec<(usize, usize)> = pattern.column(column).collect();
        for (row, offset) in blocks {
            let rows = pattern.size(row);
            let block = &mut matrix.values_mut()[offset..offset + rows * pattern.size(column)];
            if let Some(r) = pose(column) {
                for i in 0..rows {
                    let new = r * Vec3(std::array::from_fn(|j| block[(3 + j) * rows + i]));
                    (0..3).for_each(|j| block[(3 + j) * rows + i] = new[j]);
                }
            }
            if let Some(r) = pose(row) {
                for entries in block.chunks_exact_mut(rows) {
                    let new = r * Vec3::from_slice(&entries[3..]);
                    (0..3).for_each(|i| entries[3 + i] = new[i]);
                }
            }
        }
    }
}

/// The symmetric part, without rows and columns from `end` on; `None` if the matrix is not symmetric.
fn symmetrized(pattern: &Pattern, matrix: &SparseMatrix, end: usize) -> Option<SparseMatrix> {
    let largest = matrix.values().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut part = SparseMatrix::new(pattern);
    for column in 0..pattern.nodes() {
        for (row, offset) in pattern.column(column) {
            if pattern.start(row).max(pattern.start(column)) >= end {
                continue;
            }
            let mirrored = pattern.offset(pattern.slot(column, row)?);
            let (rows, columns) = (pattern.size(row), pattern.size(column));
            for j in 0..columns {
                for i in 0..rows {
                    let (a, b) = (matrix.values()[offset + j * rows + i], matrix.values()[mirrored + i * columns + j]);
                    let difference = (a - b).abs();
                    if difference.is_nan() || difference > SYMMETRY_TOLERANCE * largest {
                        return None;
                    }
                    part.values_mut()[offset + j * rows + i] = 0.5 * (a + b);
                }
            }
        }
    }
    Some(part)
}

/// xᵀK x over the motions, and the same without cancellation.
fn energy(pattern: &Pattern, stiffness: &SparseMatrix, x: &[f64]) -> [f64; 2] {
    let mut sums = [0.0; 2];
    pattern.for_each_value(|i, j, k| {
        if i < x.len() && j < x.len() {
            let term = x[i] * stiffness.values()[k] * x[j];
            sums[0] += term;
            sums[1] += term.abs();
        }
    });
    sums
}
