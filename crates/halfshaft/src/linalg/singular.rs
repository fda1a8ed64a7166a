//! Singular values and vectors of dense matrices, by bidiagonalisation and the implicit QR iteration of faer (`symmetric_eigen.rs` says why not by divide and
//! conquer). Singular values are accurate to round-off of the largest one, which the square roots of the eigenvalues of AᵀA are not.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, SvdParams, svd, svd_scratch};
use faer::{Mat, Par, Spec};

/// The decomposition A = U Σ Vᵀ.
pub(crate) struct Singular {
    /// The left singular vectors, one column each.
    pub left: Mat<f64>,
    /// The singular values, in descending order.
    pub values: Vec<f64>,
    /// The right singular vectors, one column each.
    pub right: Mat<f64>,
}

/// Decomposes a matrix; `None` if a number is not finite.
pub(crate) fn singular(matrix: &Mat<f64>) -> Option<Singular> {
    let (rows, columns) = (matrix.nrows(), matrix.ncols());
    let size = rows.min(columns);
    let mut parameters: Spec<SvdParams, f64> = Default::default();
    parameters.config.recursion_threshold = usize::MAX;
    let thin = ComputeSvdVectors::Thin;
    let mut memory = MemBuffer::new(svd_scratch::<f64>(rows, columns, thin, thin, Par::Seq, parameters));
    let (mut left, mut right) = (Mat::zeros(rows, size), Mat::zeros(columns, size));
    let mut values = Diag::<f64>::zeros(size);
    let stack = MemStack::new(&mut memory);
    svd(matrix.as_ref(), values.as_mut(), Some(left.as_mut()), Some(right.as_mut()), Par::Seq, stack, parameters)
        .ok()?;
    let values: Vec<f64> = values.column_vector().iter().copied().collect();
    values.iter().all(|value| value.is_finite()).then_some(Singular { left, values, right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_singular_value_of_a_triangle_whose_columns_are_all_large_is_found() {
        // Kahan's matrix: the last column keeps s^(n−1) behind the others, yet the smallest singular value is far smaller.
        let (n, c) = (30, 0.8_f64);
        let s = (1.0 - c * c).sqrt();
        let kahan = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => -c * s.powi(i as i32),
            std::cmp::Ordering::Equal => s.powi(i as i32),
            std::cmp::Ordering::Greater => 0.0,
        };
        let matrix = Mat::from_fn(n, n, kahan);
        let Singular { left, values, right } = singular(&matrix).unwrap();
        assert!(values.is_sorted_by(|a, b| a >= b));
        let scaled = Mat::from_fn(n, n, |i, k| left[(i, k)] * values[k]);
        let again = &scaled * right.transpose();
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            assert!((again[(i, j)] - matrix[(i, j)]).abs() < 1e-13 * values[0]);
        }
        assert!(values[n - 1] < 1e-3 * s.powi(n as i32 - 1), "{:e}", values[n - 1]);
    }
}
