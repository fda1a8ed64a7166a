//! Symmetric factorization of the block matrices of meshes without constraints: half the numbers of an LU.
//!
//! It does not pivot beyond its supernodes, and does not look for what is singular. A matrix that is not symmetric, a pivot that is almost lost
//! and a solution that is not accurate are therefore left to the LU of [`super::large`], which finds out more.

use super::block::{BlockMatrix, BlockPattern};
use super::large::Compact;
use super::sparse::pattern::{Pattern, SparseMatrix};
use super::sparse::symmetric::SymmetricFactor;

/// A matrix is symmetric if its two halves differ by no more than this, relative to the largest entry.
const SYMMETRY_TOLERANCE: f64 = 1e-13;
/// Smallest pivot, relative to the diagonal entry of the same unknown: digits are lost by elimination, or the matrix is singular.
const LEAST_PIVOT: f64 = 1e-9;
/// Largest accepted backward error, and number of refinements.
const BACKWARD_ERROR: f64 = 1e-12;
const REFINEMENTS: usize = 2;

/// The symmetric factorization of block matrices of one pattern.
pub(super) struct SymmetricBlocks {
    compact: Compact,
    factor: SymmetricFactor,
    right_side: Vec<f64>,
    residual: Vec<f64>,
    sizes: Vec<f64>,
}

impl SymmetricBlocks {
    /// Orders and factorizes a matrix without multipliers; `None` if it is not symmetric or nearly singular.
    pub fn new(matrix: &BlockMatrix, blocks: &BlockPattern) -> Option<Self> {
        let n = blocks.unknowns();
        let mut compact = Compact::new(blocks, n).ok()?;
        compact.copy(matrix, blocks);
        let factor = SymmetricFactor::for_one(&compact.pattern, &compact.matrix).ok()?;
        let buffer = || vec![0.0; n];
        let mut own = SymmetricBlocks { compact, factor, right_side: buffer(), residual: buffer(), sizes: buffer() };
        own.factorize_copied().then_some(own)
    }

    /// Factorizes a matrix of the pattern; false if it is not symmetric or nearly singular.
    pub fn factorize(&mut self, matrix: &BlockMatrix, blocks: &BlockPattern) -> bool {
        self.compact.copy(matrix, blocks);
        self.factorize_copied()
    }

    fn factorize_copied(&mut self) -> bool {
        let Compact { pattern, matrix, .. } = &self.compact;
        if !is_symmetric(pattern, matrix) || self.factor.factorize_held(matrix, &[]).is_err() {
            return false;
        }
        let diagonal = &mut self.sizes;
        for node in 0..pattern.nodes() {
            let Some(slot) = pattern.slot(node, node) else { return false };
            let (first, size, offset) = (pattern.start(node), pattern.size(node), pattern.offset(slot));
            (0..size).for_each(|i| diagonal[first + i] = matrix.values()[offset + i * (size + 1)].abs());
        }
        self.factor.pivots().all(|(unknown, pivot)| pivot.abs() >= LEAST_PIVOT * diagonal[unknown])
    }

    /// Solves in place with the matrix that was factorized last; false if the solution is not accurate.
    pub fn solve(&mut self, x: &mut [f64]) -> bool {
        let SymmetricBlocks { compact, factor, right_side, residual, sizes } = self;
        right_side.copy_from_slice(x);
        if factor.solve(x).is_err() {
            return false;
        }
        for pass in 0..=REFINEMENTS {
            residual.copy_from_slice(right_side);
            sizes.iter_mut().zip(&*right_side).for_each(|(size, b)| *size = b.abs());
            compact.matrix.residual(&compact.pattern, x, residual, sizes);
            let largest = sizes.iter().fold(0.0_f64, |most, size| most.max(*size));
            let least = 1e3 * x.len() as f64 * f64::EPSILON * largest;
            let share = |(r, size): (&f64, &f64)| if *r == 0.0 { 0.0 } else { r.abs() / size.max(least) };
            let error = residual
                .iter()
                .zip(&*sizes)
                .map(share)
                .fold(0.0, |most, share: f64| if share.is_nan() { f64::INFINITY } else { f64::max(most, share) });
            if error <= BACKWARD_ERROR {
                return true;
            }
            if pass == REFINEMENTS || !error.is_finite() || factor.solve(residual).is_err() {
                return false;
            }
            x.iter_mut().zip(&*residual).for_each(|(x, c)| *x += c);
        }
        false
    }
}

fn is_symmetric(pattern: &Pattern, matrix: &SparseMatrix) -> bool {
    let values = matrix.values();
    let largest = values.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for column in 0..pattern.nodes() {
        for (row, offset) in pattern.column(column).filter(|(row, _)| *row <= column) {
            let Some(mirrored) = pattern.slot(column, row).map(|slot| pattern.offset(slot)) else { return false };
            let (rows, columns) = (pattern.size(row), pattern.size(column));
            for (j, i) in (0..columns).flat_map(|j| (0..rows).map(move |i| (j, i))) {
                let difference = (values[offset + j * rows + i] - values[mirrored + i * columns + j]).abs();
                if difference.is_nan() || difference > SYMMETRY_TOLERANCE * largest {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a row, each held to the next by a stiffness in three directions, and the first one to the ground if asked for.
    fn chain(held: bool, skew: f64) -> (BlockPattern, BlockMatrix) {
        let mut pattern = BlockPattern::new();
        let points: Vec<_> = (0..50).map(|k| pattern.add_group(3 * k, 3)).collect();
        let own: Vec<_> = points.iter().map(|&g| pattern.slot(g, g)).collect();
        let next: Vec<_> = points.windows(2).map(|w| [pattern.slot(w[0], w[1]), pattern.slot(w[1], w[0])]).collect();
        let mut matrix = BlockMatrix::new(&pattern);
        for (k, [up, low]) in next.iter().enumerate() {
            for d in 0..3 {
                matrix.block_mut(own[k])[d][d] += 2.0;
                matrix.block_mut(own[k + 1])[d][d] += 2.0;
                matrix.block_mut(*up)[d][d] -= 2.0;
                matrix.block_mut(*low)[d][d] -= 2.0 + skew;
            }
        }
        if held {
            (0..3).for_each(|d| matrix.block_mut(own[0])[d][d] += 1.0);
        }
        (pattern, matrix)
    }

    #[test]
    fn solutions_satisfy_the_equations() {
        let (pattern, matrix) = chain(true, 0.0);
        let mut factor = SymmetricBlocks::new(&matrix, &pattern).expect("a definite matrix");
        let b: Vec<f64> = (0..150).map(|k| (k as f64).sin()).collect();
        let (mut x, mut r) = (b.clone(), b.clone());
        assert!(factor.solve(&mut x));
        matrix.subtract_product(&pattern, &x, &mut r);
        assert!(r.iter().all(|r| r.abs() < 1e-9), "displacements are of the order of 50²");
    }

    #[test]
    fn singular_and_unsymmetric_matrices_are_left_to_others() {
        for (held, skew) in [(false, 0.0), (true, 1e-6)] {
            let (pattern, matrix) = chain(held, skew);
            assert!(SymmetricBlocks::new(&matrix, &pattern).is_none(), "{held} {skew}");
        }
    }
}
