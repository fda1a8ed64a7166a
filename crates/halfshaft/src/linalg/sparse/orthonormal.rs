//! Orthonormal bases of a few long vectors in the inner product of a mass matrix.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};

/// A direction is dropped if less than this of it is left after orthogonalisation.
const DEPENDENT: f64 = 1e-10;
/// Cholesky's method is given up if less than this of a direction is left, in squares,
const LEAST_SQUARE: f64 = 1e-6;
/// or of what it was before the preceding orthogonalisation.
const LEAST_REST: f64 = 1e-14;

fn view(numbers: &[f64], n: usize) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(numbers, n, numbers.len() / n)
}

fn size(sizes: &[f64], column: usize) -> f64 {
    sizes.get(column).copied().unwrap_or(0.0)
}

/// xᵀM x of each vector.
pub(super) fn squares(n: usize, block: &[f64], masses: &[f64]) -> Vec<f64> {
    let dot = |(x, m): (&[f64], &[f64])| x.iter().zip(m).map(|(x, m)| x * m).sum();
    block.chunks_exact(n).zip(masses.chunks_exact(n)).map(dot).collect()
}

/// Replaces the vectors X by X R⁻¹ with XᵀM X = Rᵀ R, and their products with M likewise; returns R. `None`, and nothing
/// changed, if the vectors are nearly dependent, or little more than round-off of the given sizes.
pub(super) fn by_cholesky(n: usize, block: &mut [f64], masses: &mut [f64], sizes: &[f64]) -> Option<Mat<f64>> {
    let columns = block.len() / n;
    let mut gram = Mat::<f64>::zeros(columns, columns);
    matmul(gram.as_mut(), Accum::Replace, view(block, n).transpose(), view(masses, n), 1.0, Par::Seq);
    let mut r = Mat::<f64>::zeros(columns, columns);
    for j in 0..columns {
        for i in 0..=j {
            let sum: f64 = (0..i).map(|k| r[(k, i)] * r[(k, j)]).sum();
            let rest = 0.5 * (gram[(i, j)] + gram[(j, i)]) - sum;
            if i < j {
                r[(i, j)] = rest / r[(i, i)];
            } else if rest > (LEAST_SQUARE * gram[(j, j)]).max(LEAST_REST * size(sizes, j).powi(2)) {
                r[(j, j)] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    let mut inverse = Mat::<f64>::zeros(columns, columns);
    for j in 0..columns {
        inverse[(j, j)] = 1.0 / r[(j, j)];
        for i in (0..j).rev() {
            let sum: f64 = (i + 1..=j).map(|k| r[(i, k)] * inverse[(k, j)]).sum();
            inverse[(i, j)] = -sum / r[(i, i)];
        }
    }
    for numbers in [block, masses] {
        let product = view(numbers, n) * &inverse;
        (0..columns).for_each(|j| numbers[j * n..][..n].copy_from_slice(product.col_as_slice(j)));
    }
    Some(r)
}

/// The same by Gram and Schmidt, twice, without the vectors that depend on others; the block is shortened to those that
/// are left.
pub(super) fn by_columns(n: usize, block: &mut Vec<f64>, masses: &mut [f64], sizes: &[f64]) -> Mat<f64> {
    let columns = block.len() / n;
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let mut kept = 0;
    let mut in_new = Mat::<f64>::zeros(columns, columns);
    for j in 0..columns {
        let (mut x, mut m) = (block[j * n..][..n].to_vec(), masses[j * n..][..n].to_vec());
        let before = dot(&x, &m).max(0.0).sqrt().max(size(sizes, j));
        for _ in 0..2 {
            for i in 0..kept {
                let along = dot(&masses[i * n..][..n], &x);
                in_new[(i, j)] += along;
                x.iter_mut().zip(&block[i * n..][..n]).for_each(|(x, b)| *x -= along * b);
                m.iter_mut().zip(&masses[i * n..][..n]).for_each(|(m, b)| *m -= along * b);
            }
        }
        let size = dot(&x, &m).max(0.0).sqrt();
        if size.is_nan() || size <= DEPENDENT * before {
            continue;
        }
        in_new[(kept, j)] = size;
        block[kept * n..][..n].iter_mut().zip(&x).for_each(|(b, x)| *b = x / size);
        masses[kept * n..][..n].iter_mut().zip(&m).for_each(|(b, m)| *b = m / size);
        kept += 1;
    }
    block.truncate(kept * n);
    Mat::from_fn(kept, columns, |i, j| in_new[(i, j)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors and their products with the mass 1, 2, 3, …
    fn vectors(n: usize, columns: usize) -> (Vec<f64>, Vec<f64>) {
        let block: Vec<f64> = (0..n * columns).map(|k| ((k * k) as f64).sin() + 0.3).collect();
        let masses = block.iter().enumerate().map(|(k, x)| x * (1.0 + (k % n) as f64)).collect();
        (block, masses)
    }

    #[test]
    fn both_methods_reproduce_the_vectors_from_an_orthonormal_basis() {
        let (n, columns) = (30, 4);
        let (given, given_masses) = vectors(n, columns);
        for method in 0..2 {
            let (mut block, mut masses) = (given.clone(), given_masses.clone());
            let r = match method {
                0 => by_cholesky(n, &mut block, &mut masses, &[]).unwrap(),
                _ => by_columns(n, &mut block, &mut masses, &[]),
            };
            for i in 0..columns {
                for j in 0..columns {
                    let dot: f64 = (0..n).map(|k| block[i * n + k] * masses[j * n + k]).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-12);
                }
                for k in 0..n {
                    let sum: f64 = (0..columns).map(|c| block[c * n + k] * r[(c, i)]).sum();
                    assert!((sum - given[i * n + k]).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_dependent_vector_is_dropped() {
        let (n, columns) = (30, 3);
        let (mut block, mut masses) = vectors(n, columns);
        for k in 0..n {
            block[n + k] = 2.0 * block[k];
            masses[n + k] = 2.0 * masses[k];
        }
        assert!(by_cholesky(n, &mut block, &mut masses, &[]).is_none());
        let r = by_columns(n, &mut block, &mut masses, &[]);
        assert_eq!((block.len() / n, r.nrows(), r.ncols()), (2, 2, 3));
    }
}
