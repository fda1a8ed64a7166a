//! Products of a sparse matrix with several columns at once.

use super::lanes::{Lanes, Row, WIDTH, dispatch};
use super::pattern::{Pattern, SparseMatrix};

/// Y = A X for any number of columns of n numbers, one after the other.
pub fn times(pattern: &Pattern, matrix: &SparseMatrix, x: &[f64]) -> Vec<f64> {
    let n = pattern.unknowns();
    let mut y = vec![0.0; x.len()];
    let (mut from, mut to) = (vec![[0.0; WIDTH]; n], vec![[0.0; WIDTH]; n]);
    for (x, y) in x.chunks(n * WIDTH).zip(y.chunks_mut(n * WIDTH)) {
        for (j, x) in x.chunks_exact(n).enumerate() {
            from.iter_mut().zip(x).for_each(|(row, x)| row[j] = *x);
        }
        to.fill([0.0; WIDTH]);
        add(pattern, matrix, &from, &mut to);
        for (j, y) in y.chunks_exact_mut(n).enumerate() {
            y.iter_mut().zip(&to).for_each(|(y, row)| *y = row[j]);
        }
    }
    y
}

fn add(pattern: &Pattern, matrix: &SparseMatrix, from: &[Row], to: &mut [Row]) {
    dispatch!(add_with(pattern: &Pattern, matrix: &SparseMatrix, from: &[Row], to: &mut [Row]));
}

#[inline(always)]
fn add_with<L: Lanes>(pattern: &Pattern, matrix: &SparseMatrix, from: &[Row], to: &mut [Row]) {
    for column in 0..pattern.nodes() {
        let own = &from[pattern.start(column)..][..pattern.size(column)];
        for (row, offset) in pattern.column(column) {
            let rows = pattern.size(row);
            let to = &mut to[pattern.start(row)..][..rows];
            let block = &matrix.values()[offset..][..rows * own.len()];
            for (i, to) in to.iter_mut().enumerate() {
                let mut sum = L::load(to);
                for (j, own) in own.iter().enumerate() {
                    sum = sum.add_scaled(block[j * rows + i], L::load(own));
                }
                sum.store(to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::sparse::pattern::PatternBuilder;

    #[test]
    fn the_product_is_that_of_the_dense_matrix() {
        let mut builder = PatternBuilder::new(vec![3, 1, 2]);
        builder.couple(0, 1);
        builder.couple(1, 2);
        let pattern = builder.finish().unwrap();
        let mut matrix = SparseMatrix::new(&pattern);
        matrix.values_mut().iter_mut().enumerate().for_each(|(k, x)| *x = (k as f64).sin());
        let mut dense = [[0.0; 6]; 6];
        pattern.for_each_value(|i, j, k| dense[i][j] = matrix.values()[k]);
        let x: Vec<f64> = (0..6 * 11).map(|k| (3.0 * k as f64).cos()).collect();
        let y = times(&pattern, &matrix, &x);
        for (x, y) in x.chunks(6).zip(y.chunks(6)) {
            for i in 0..6 {
                let sum: f64 = (0..6).map(|j| dense[i][j] * x[j]).sum();
                assert!((y[i] - sum).abs() < 1e-14);
            }
        }
    }
}
