//! The lowest modes of large systems, without damping or with Rayleigh damping, from sparse matrices: block Lanczos instead of the dense
//! eigenproblem, which takes the cube of the number of unknowns (`linalg/sparse/lanczos.rs`).
//!
//! Constraints stay in the equations, with a compliance far below that of the bodies, so that redundant ones do no harm.

use super::linearize::eliminated;
use super::quadratic_forms::ShapeRows;
use crate::linalg::block::BlockMatrix;
use crate::linalg::large::Compact;
use crate::linalg::sparse::lanczos;
use crate::linalg::sparse::pattern::{Pattern, SparseMatrix};
use crate::math::{Mat3, Vec3};
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{ScalarKind, State, System, Weights};

/// A motion is rigid if its stiffness is below this fraction of the stiffness without cancellation between springs.
pub(super) const RIGID_TOLERANCE: f64 = 1e-11;
/// A motion is rigid below this angular frequency in rad/s: half an oscillation in years is round-off.
const SLOWEST: f64 = 1e-8;
/// A motion is rigid below this fraction of the largest angular frequency: a reduced body has the stiffness of its shapes only, and no terms that cancel in
/// its rigid motions.
const SLOWEST_RATIO: f64 = 1e-12;
/// Systems of fewer unknowns of motion are solved as dense ones, which gives all their modes: at this size that takes
/// about two seconds.
pub(super) const SPARSE_FROM: usize = 1500;
/// The same for systems with meshes, whose high modes are those of the mesh and of no interest.
pub(super) const SPARSE_MESH_FROM: usize = 300;
/// The same where the number of modes is given.
pub(super) const COUNTED_FROM: usize = 150;
/// Number of modes by default.
pub(super) const COUNT: usize = 60;
/// Compliance of the constraints, relative to that of the motions they act on.
const CONSTRAINT_COMPLIANCE: f64 = 1e-11;
/// Damping does not couple a mode to others if they get less than this part of it,
const COUPLING_TOLERANCE: f64 = 1e-6;
/// or less than this part of the sum without cancellation.
const ROUND_OFF: f64 = 1e-11;
/// A matrix is symmetric if its two halves differ by no more than this, relative to the largest entry.
const SYMMETRY_TOLERANCE: f64 = 1e-10;
/// The place of the stiffness among `Weights::TANGENTS`.
const STIFFNESS: usize = 0;

/// The lowest modes in the rotations of world axes.
pub(super) struct LowestModes {
    /// ω² in ascending order.
    pub squares: Vec<f64>,
    /// Motions of the system.
    pub shapes: Vec<Vec<f64>>,
    /// For each mode xᵀK x, and its value without cancellation.
    pub stiffness: Vec<[f64; 2]>,
    /// For each mode xᵀC x.
    pub damping: Vec<f64>,
}

impl LowestModes {
    /// Sets ω² of rigid-body motions to zero.
    pub fn zero_rigid(&mut self) {
        let largest = largest(&self.squares);
        self.squares.iter_mut().zip(&self.stiffness).for_each(|(square, held)| zero_rigid(square, *held, largest));
    }

    /// Keeps the first modes.
    pub fn truncate(&mut self, count: usize) {
        self.squares.truncate(count);
        self.shapes.truncate(count);
        self.stiffness.truncate(count);
        self.damping.truncate(count);
    }
}

/// The lowest modes, if the system is large, at rest, has no damping or one that does not couple its modes (Rayleigh's), and has no
/// unknowns other than motions and the multipliers of active constraints; `None` otherwise, or if the method fails.
pub(super) fn lowest(system: &System, state: &State, count: Option<usize>) -> Option<LowestModes> {
    let n = system.motion_unknowns();
    let plain = system.scalar_kinds().all(|kind| kind == ScalarKind::Motion) && !system.has_force_signals();
    let at_rest = state.v.iter().all(|v| *v == 0.0);
    let sparse_from = match count {
        Some(_) => COUNTED_FROM,
        None if system.has_meshes() => SPARSE_MESH_FROM,
        None => SPARSE_FROM,
    };
    if n < sparse_from || !plain || !at_rest || !eliminated(system, state).is_empty() {
        return None;
    }
    let (pattern, tangents, compliance) = tangents(system, state, |which, pattern, matrix| {
        turn_to_world_axes(pattern, matrix, state);
        symmetrized(pattern, matrix, if which == STIFFNESS { usize::MAX } else { n })
    })?;
    let [stiffness, damping, mass] = tangents;
    let [mut stiffness, mass] = [stiffness, mass].map(|matrix| matrix.unwrap_or_else(|| SparseMatrix::new(&pattern)));
    regularize_constraints(&pattern, &mut stiffness, n, &compliance);
    let count = count.unwrap_or(COUNT).min(n.saturating_sub(system.constraints()));
    let modes = lanczos::lowest(&pattern, &stiffness, &mass, n, count, None).ok()?;
    let shapes: Vec<Vec<f64>> = (0..modes.values.len()).map(|k| modes.vectors.col_as_slice(k)[..n].to_vec()).collect();
    let damping = match damping {
        Some(damping) if damping.values().iter().any(|value| *value != 0.0) => {
            shapes.iter().map(|x| modal_damping(&pattern, &damping, &mass, x)).collect::<Option<_>>()?
        }
        _ => vec![0.0; shapes.len()],
    };
    let stiffness = energies(&pattern, &stiffness, &modes.values, &shapes);
    Some(LowestModes { squares: modes.values, shapes, stiffness, damping })
}

/// K, C and M about a state, each as `finish` returns it or `None` if it is zero, and the inverse stiffness of the motions along each
/// constraint. One block matrix after the other: each is large.
pub(super) fn tangents(
    system: &System,
    state: &State,
    mut finish: impl FnMut(usize, &Pattern, &mut SparseMatrix) -> Option<SparseMatrix>,
) -> Option<(Pattern, [Option<SparseMatrix>; 3], Vec<f64>)> {
    let n = system.motion_unknowns();
    let mut blocks = BlockMatrix::new(system.pattern());
    let mut compact = Compact::new(system.pattern(), n).ok()?;
    let pattern = compact.pattern.clone();
    let still = vec![0.0; n];
    let mut compliance = vec![0.0; system.constraints()];
    let mut matrices = Vec::with_capacity(3);
    for (which, weights) in Weights::TANGENTS.iter().enumerate() {
        system.tangent(state, &still, weights, &mut blocks);
        if which == STIFFNESS {
            blocks.schur_size(system.pattern(), n, &mut compliance);
        }
        if blocks.is_zero() {
            matrices.push(None);
            continue;
        }
        compact.copy(&blocks, system.pattern());
        matrices.push(Some(finish(which, &pattern, &mut compact.matrix)?));
    }
    Some((pattern, matrices.try_into().ok()?, compliance))
}

/// Makes the constraints, which are the unknowns from `n` on, slightly compliant.
pub(super) fn regularize_constraints(pattern: &Pattern, stiffness: &mut SparseMatrix, n: usize, compliance: &[f64]) {
    let first = (0..pattern.nodes()).find(|&k| pattern.start(k) >= n).unwrap_or(pattern.nodes());
    for (k, d) in compliance.iter().enumerate() {
        stiffness.add(pattern, [first + k, 0], [first + k, 0], -CONSTRAINT_COMPLIANCE * d);
    }
}

/// ĉ with C x = ĉ M x for a mode of unit modal mass; `None` if damping couples it to others.
fn modal_damping(pattern: &Pattern, damping: &SparseMatrix, mass: &SparseMatrix, x: &[f64]) -> Option<f64> {
    let n = x.len();
    let (mut damped, mut sizes, mut inertia) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    pattern.for_each_value(|i, j, k| {
        if i < n && j < n {
            let term = damping.values()[k] * x[j];
            damped[i] += term;
            sizes[i] += term.abs();
            inertia[i] += mass.values()[k] * x[j];
        }
    });
    let own: f64 = damped.iter().zip(x).map(|(c, x)| c * x).sum();
    let norm = |each: &dyn Fn(usize) -> f64| (0..n).map(|i| each(i).powi(2)).sum::<f64>().sqrt();
    let coupled = norm(&|i| damped[i] - own * inertia[i]);
    (coupled <= COUPLING_TOLERANCE * norm(&|i| damped[i]) + ROUND_OFF * norm(&|i| sizes[i])).then_some(own)
}

/// Transforms the rotations of poses from body to world axes, rows and columns.
pub(super) fn turn_to_world_axes(pattern: &Pattern, matrix: &mut SparseMatrix, state: &State) {
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
    mean_with_transpose(pattern, matrix, end, SYMMETRY_TOLERANCE * largest)
}

/// The symmetric part, whatever the matrix; `None` if a number is not finite.
pub(super) fn symmetric_part(pattern: &Pattern, matrix: &SparseMatrix) -> Option<SparseMatrix> {
    mean_with_transpose(pattern, matrix, usize::MAX, f64::INFINITY)
}

/// The mean of a matrix and its transpose, without rows and columns from `end` on; `None` if they differ by more than a tolerance.
fn mean_with_transpose(pattern: &Pattern, matrix: &SparseMatrix, end: usize, tolerance: f64) -> Option<SparseMatrix> {
    let mut part = SparseMatrix::new(pattern);
    for column in 0..pattern.nodes() {
        for (row, offset) in pattern.column(column).filter(|(row, _)| *row <= column) {
            if pattern.start(row).max(pattern.start(column)) >= end {
                continue;
            }
            let mirrored = pattern.offset(pattern.slot(column, row)?);
            let (rows, columns) = (pattern.size(row), pattern.size(column));
            for j in 0..columns {
                for i in 0..rows {
                    let (a, b) = (matrix.values()[offset + j * rows + i], matrix.values()[mirrored + i * columns + j]);
                    let difference = (a - b).abs();
                    if difference.is_nan() || difference > tolerance {
                        return None;
                    }
                    let mean = 0.5 * (a + b);
                    part.values_mut()[offset + j * rows + i] = mean;
                    part.values_mut()[mirrored + i * columns + j] = mean;
                }
            }
        }
    }
    Some(part)
}

/// xᵀK x over the motions of each shape of unit modal mass with ω², and the same without cancellation. K is symmetric.
///
/// ```text
/// Σ_ij |x_i K_ij x_j| ≤ Σ_i x_i² Σ_j |K_ij|     since 2 |x_i x_j| ≤ x_i² + x_j²
/// ```
///
/// A shape whose ω² exceeds the tolerance of rigid motions by this bound is not rigid: it gets ω² and the bound, which decide the same.
pub(super) fn energies(
    pattern: &Pattern,
    stiffness: &SparseMatrix,
    squares: &[f64],
    shapes: &[Vec<f64>],
) -> Vec<[f64; 2]> {
    let n = shapes.first().map_or(0, Vec::len);
    let mut sizes_of_rows = vec![0.0; n];
    pattern.for_each_value(|i, j, k| {
        if i < n && j < n {
            sizes_of_rows[i] += stiffness.values()[k].abs();
        }
    });
    let bound = |x: &Vec<f64>| x.iter().zip(&sizes_of_rows).map(|(x, size)| x * x * size).sum::<f64>();
    let mut found: Vec<[f64; 2]> = squares.iter().zip(shapes).map(|(square, x)| [*square, bound(x)]).collect();
    let elastic = |k: &usize| found[*k][0].abs() > 2.0 * RIGID_TOLERANCE * found[*k][1];
    let doubtful: Vec<usize> = (0..shapes.len()).filter(|k| !elastic(k)).collect();
    if doubtful.is_empty() {
        return found;
    }
    let rows = ShapeRows::new(n, doubtful.iter().map(|&k| shapes[k].as_slice()));
    let (mut sums, mut sizes) = (vec![0.0; doubtful.len()], vec![0.0; doubtful.len()]);
    pattern.for_each_value(|i, j, k| {
        if i <= j && j < n {
            let twice = if i == j { 1.0 } else { 2.0 };
            rows.add_product_and_size([i, j], twice * stiffness.values()[k], &mut sums, &mut sizes);
        }
    });
    for (&k, exact) in doubtful.iter().zip(sums.into_iter().zip(sizes)) {
        found[k] = exact.into();
    }
    found
}

/// The largest of several ω².
pub(super) fn largest(squares: &[f64]) -> f64 {
    squares.iter().copied().filter(|x| x.is_finite()).fold(0.0, f64::max)
}

/// Sets ω² of a rigid-body motion to zero, by xᵀK x and its value without cancellation, and by the largest ω².
pub(super) fn zero_rigid(square: &mut f64, [held, most]: [f64; 2], largest: f64) {
    let slowest = SLOWEST.powi(2).max(SLOWEST_RATIO.powi(2) * largest);
    if held.abs() <= RIGID_TOLERANCE * most || square.abs() < slowest {
        *square = 0.0;
    }
}
