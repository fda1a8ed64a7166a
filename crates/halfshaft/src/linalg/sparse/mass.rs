//! Products with a mass matrix for several columns at once.

use super::lanes::{Lanes, Row, WIDTH, dispatch};
use super::pattern::{Pattern, SparseMatrix};

/// The nonzero entries of a matrix by rows: the blocks of a consistent mass are diagonal, two thirds of them zero.
pub(super) struct MassProduct {
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
    from: Vec<Row>,
}

impl MassProduct {
    pub fn new(pattern: &Pattern, matrix: &SparseMatrix) -> Self {
        let n = pattern.unknowns();
        let mut starts = vec![0_u32; n + 1];
        let nonzero = |k: usize| matrix.values()[k] != 0.0;
        pattern.for_each_value(|i, _, k| starts[i + 1] += u32::from(nonzero(k)));
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let (mut columns, mut values) = (vec![0; starts[n] as usize], vec![0.0; starts[n] as usize]);
        pattern.for_each_value(|i, j, k| {
            if nonzero(k) {
                let at = next[i] as usize;
                next[i] += 1;
                (columns[at], values[at]) = (j as u32, matrix.values()[k]);
            }
        });
        MassProduct { starts, columns, values, from: vec![[0.0; WIDTH]; n] }
    }

    /// The diagonal entry of an unknown is zero, and with it its row of a semidefinite matrix.
    pub fn is_massless(&self, unknown: usize) -> bool {
        self.starts[unknown] == self.starts[unknown + 1]
    }

    /// y = M x for up to [`WIDTH`] columns of length n, one after the other.
    pub fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        let n = self.from.len();
        let width = x.len() / n;
        for (i, row) in self.from.iter_mut().enumerate() {
            (0..width).for_each(|j| row[j] = x[j * n + i]);
        }
        multiply(&self.starts, &self.columns, &self.values, &self.from, y);
    }
}

fn multiply(starts: &[u32], columns: &[u32], values: &[f64], from: &[Row], y: &mut [f64]) {
    dispatch!(multiply_with(starts: &[u32], columns: &[u32], values: &[f64], from: &[Row], y: &mut [f64]));
}

#[inline(always)]
fn multiply_with<L: Lanes>(starts: &[u32], columns: &[u32], values: &[f64], from: &[Row], y: &mut [f64]) {
    let n = from.len();
    let mut row = [0.0; WIDTH];
    for i in 0..n {
        let range = starts[i] as usize..starts[i + 1] as usize;
        let mut sum = L::load(&[0.0; WIDTH]);
        for (value, &column) in values[range.clone()].iter().zip(&columns[range]) {
            sum = sum.add_scaled(*value, L::load(&from[column as usize]));
        }
        sum.store(&mut row);
        for (j, y) in y.chunks_exact_mut(n).enumerate() {
            y[i] = row[j];
        }
    }
}
