//! Equilibration: scales of rows and columns that bring the largest entry of each close to one (Ruiz 2001), so that
//! pivots of masses, inertias and multipliers are comparable. Powers of two, which cost no digits.

use super::pattern::{Pattern, SparseMatrix};

/// Number of sweeps.
const SWEEPS: usize = 3;

/// The scales: the factorized matrix is `rows[i] * a[i][j] * columns[j]`.
#[derive(Clone, Debug)]
pub(super) struct Scales {
    pub rows: Vec<f64>,
    pub columns: Vec<f64>,
    of_rows: Vec<f64>,
    of_columns: Vec<f64>,
}

impl Scales {
    /// No scaling.
    pub fn new(unknowns: usize) -> Self {
        let ones = || vec![1.0; unknowns];
        Scales { rows: ones(), columns: ones(), of_rows: ones(), of_columns: ones() }
    }

    /// Determines the scales of a matrix.
    pub fn equilibrate(&mut self, pattern: &Pattern, matrix: &SparseMatrix) {
        self.rows.fill(1.0);
        self.columns.fill(1.0);
        for _ in 0..SWEEPS {
            let Scales { rows, columns, of_rows, of_columns } = self;
            of_rows.fill(0.0);
            of_columns.fill(0.0);
            pattern.for_each_value(|i, j, k| {
                let size = (matrix.values()[k] * rows[i] * columns[j]).abs();
                of_rows[i] = of_rows[i].max(size);
                of_columns[j] = of_columns[j].max(size);
            });
            let apply = |scales: &mut [f64], sizes: &[f64]| {
                scales.iter_mut().zip(sizes).for_each(|(s, size)| *s *= power_of_two(1.0 / size.sqrt()));
            };
            apply(rows, of_rows);
            apply(columns, of_columns);
        }
    }
}

/// The power of two next to a positive number; one for what is not a positive finite number.
fn power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { x.log2().round().exp2() } else { 1.0 }
}
