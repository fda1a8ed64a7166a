//! Equilibration: scales of rows and columns that bring the largest entry of each close to one (Ruiz 2001), so that
//! pivots of masses, inertias and multipliers are comparable. Powers of two, which cost no digits.

use super::pattern::{Pattern, SparseMatrix};

/// A diagonal entry below this share of the largest does not determine the scale of its motion.
const DIAGONAL_SHARE: f64 = 1e-14;
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

    /// Determines the scales of a matrix whose unknowns from `motion_unknowns` on are multipliers.
    pub fn equilibrate(&mut self, pattern: &Pattern, matrix: &SparseMatrix, motion_unknowns: usize) {
        self.start(pattern, matrix, motion_unknowns);
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

impl Scales {
    /// The scales from which the sweeps start: motions by their diagonal, multipliers by their largest entry on motions.
    ///
    /// A motion without a diagonal, such as that of a frame without mass on a mesh, is scaled like the others. By its own entries alone
    /// it would have the scale of the constraints, and their entries on the mesh would be small beside those on the frame.
    fn start(&mut self, pattern: &Pattern, matrix: &SparseMatrix, motion_unknowns: usize) {
        let motions = motion_unknowns.min(self.rows.len());
        let diagonal = &mut self.of_rows;
        diagonal.fill(0.0);
        pattern.for_each_value(|i, j, k| {
            if i == j && i < motions {
                diagonal[i] = matrix.values()[k].abs();
            }
        });
        let largest = diagonal.iter().fold(0.0_f64, |most, x| most.max(*x));
        for (scale, size) in self.rows.iter_mut().zip(&*diagonal).take(motions) {
            let size = if *size > DIAGONAL_SHARE * largest { *size } else { largest };
            *scale = power_of_two(1.0 / size.sqrt());
        }
        self.of_columns.fill(0.0);
        let (rows, sizes) = (&self.rows, &mut self.of_columns);
        pattern.for_each_value(|i, j, k| {
            let (constraint, motion) = (i.max(j), i.min(j));
            if constraint >= motions && motion < motions {
                sizes[constraint] = sizes[constraint].max((matrix.values()[k] * rows[motion]).abs());
            }
        });
        for (scale, size) in self.rows.iter_mut().zip(&self.of_columns).skip(motions) {
            *scale = power_of_two(1.0 / size);
        }
        self.columns.copy_from_slice(&self.rows);
    }
}

/// The power of two next to a positive number; one for what is not a positive finite number.
fn power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { x.log2().round().exp2() } else { 1.0 }
}
