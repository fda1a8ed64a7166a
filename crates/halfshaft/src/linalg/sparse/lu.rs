//! Solution of large unsymmetric and saddle-point systems: multifrontal LU, checked by its backward error.
//!
//! The first solution with each factorization is checked. If its backward error is not small, it is refined; if that
//! does not help, the multipliers are assigned to other nodes for the present values; then faer's LU pivots over all
//! rows. Both are counted.

use super::error::SparseError;
use super::multifrontal::Multifrontal;
use super::ordering::{self, Ordering};
use super::pattern::{Pattern, SparseMatrix};
use super::pivoting::PivotingLu;
use super::scaling::Scales;
use super::symbolic::Estimate;

/// Expected number of factorizations in one order, which decides how much ordering may cost.
const FACTORIZATIONS: f64 = 1000.0;
/// Largest accepted backward error (Oettli & Prager 1964): the solution is exact for entries changed by this fraction.
pub const BACKWARD_ERROR: f64 = 1e-12;
/// Solutions are refined if their backward error exceeds this.
const REFINE_ABOVE: f64 = 1e-14;
/// Refinements of a solution, and of one with replaced pivots.
const REFINEMENTS: usize = 1;
const REFINEMENTS_REPLACED: usize = 4;
/// A factorization whose smallest scaled pivot is below this is checked by refinement in any case:
const SUSPECT_PIVOT: f64 = 1e-9;
/// its solutions are not determined if that changes them by more than this, relative to the largest entry.
const ACCEPTABLE_CHANGE: f64 = 1e-5;
/// Motions or multipliers below this share of all, in scaled units, are round-off.
const ROUND_OFF_SHARE: f64 = 1e-8;
/// Number of inverse iterations for a null vector.
const INVERSE_ITERATIONS: usize = 3;
/// Multipliers are reported only if no motion has this share of the null vector.
const MOTION_SHARE: f64 = 1e-3;

/// What a solver did.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// How its order was found.
    pub ordering: Ordering,
    /// Counted before the first factorization.
    pub estimate: Estimate,
    /// Bytes of the multifrontal factorization.
    pub bytes: usize,
    /// Multipliers that no node hosts.
    pub alone: usize,
    /// Orders determined again for other values.
    pub reorders: usize,
    /// Factorizations by faer's LU.
    pub fallbacks: usize,
    /// Pivots replaced in the last factorization.
    pub replaced: usize,
    /// Smallest pivot of the scaled matrix in the last factorization.
    pub smallest_pivot: f64,
    /// Backward error of the last checked solution, before and after refinement.
    pub backward_errors: [f64; 2],
}

/// Factorizes matrices of one pattern and solves with them.
pub struct SparseLu {
    motion_unknowns: usize,
    frontal: Multifrontal,
    scales: Scales,
    pivoting: Option<Box<PivotingLu>>,
    /// Whether the present factorization is faer's.
    fallen_back: bool,
    /// Whether the order was determined with the present values.
    fresh: bool,
    /// Whether solutions with the present factorization are refined; `None` until the first one.
    refine: Option<bool>,
    right_side: Vec<f64>,
    residual: Vec<f64>,
    sizes: Vec<f64>,
    report: Report,
}

impl SparseLu {
    /// Orders a matrix, whose unknowns from `motion_unknowns` on are multipliers, and allocates everything that
    /// factorizations need. It factorizes nothing yet.
    pub fn new(pattern: &Pattern, matrix: &SparseMatrix, motion_unknowns: usize) -> Result<Self, SparseError> {
        if !matrix.values().iter().all(|x| x.is_finite()) {
            return Err(SparseError::NonFinite);
        }
        let n = pattern.unknowns();
        let order = ordering::order(pattern, matrix, motion_unknowns, FACTORIZATIONS);
        let frontal = Multifrontal::new(pattern, &order);
        let mut scales = Scales::new(n);
        scales.equilibrate(pattern, matrix, motion_unknowns);
        let report = Report {
            ordering: order.by,
            estimate: frontal.estimate,
            bytes: frontal.bytes(),
            alone: order.alone,
            reorders: 0,
            fallbacks: 0,
            replaced: 0,
            smallest_pivot: f64::INFINITY,
            backward_errors: [0.0; 2],
        };
        Ok(SparseLu {
            motion_unknowns,
            frontal,
            scales,
            pivoting: None,
            fallen_back: false,
            fresh: true,
            refine: None,
            right_side: vec![0.0; n],
            residual: vec![0.0; n],
            sizes: vec![0.0; n],
            report,
        })
    }

    /// What the solver did so far.
    pub fn report(&self) -> Report {
        self.report
    }

    /// The unknowns in the order of elimination.
    pub fn elimination_order(&self) -> &[u32] {
        self.frontal.unknowns()
    }

    /// Factorizes a matrix of the pattern.
    pub fn factorize(&mut self, matrix: &SparseMatrix) {
        let monitor = self.frontal.factorize(matrix, &self.scales);
        (self.report.replaced, self.report.smallest_pivot) = (monitor.replaced, monitor.smallest);
        (self.fallen_back, self.refine) = (false, None);
    }

    /// Solves in place with the matrix that was factorized last.
    pub fn solve(&mut self, pattern: &Pattern, matrix: &SparseMatrix, x: &mut [f64]) -> Result<(), SparseError> {
        if self.refine == Some(false) {
            self.substitute(x);
            return if finite(x) { Ok(()) } else { Err(SparseError::NonFinite) };
        }
        self.right_side.copy_from_slice(x);
        if !finite(x) {
            return Err(SparseError::NonFinite);
        }
        loop {
            let error = self.solve_refined(pattern, matrix, x);
            if error <= BACKWARD_ERROR {
                self.fresh = false;
                return Ok(());
            }
            self.improve(pattern, matrix)?;
            x.copy_from_slice(&self.right_side);
        }
    }

    /// Another factorization of the same matrix after one that was not accurate.
    fn improve(&mut self, pattern: &Pattern, matrix: &SparseMatrix) -> Result<(), SparseError> {
        if self.fallen_back {
            return Err(SparseError::Singular { unknown: self.least_determined(matrix) });
        }
        if !matrix.values().iter().all(|x| x.is_finite()) {
            return Err(SparseError::NonFinite);
        }
        self.scales.equilibrate(pattern, matrix, self.motion_unknowns);
        if !self.fresh {
            let order = ordering::order(pattern, matrix, self.motion_unknowns, FACTORIZATIONS);
            self.frontal = Multifrontal::new(pattern, &order);
            self.report.reorders += 1;
            self.fresh = true;
            self.factorize(matrix);
            return Ok(());
        }
        if self.pivoting.is_none() {
            self.pivoting = Some(Box::new(PivotingLu::new(pattern)?));
        }
        if let Some(lu) = &mut self.pivoting {
            lu.factorize(matrix, &self.scales)?;
        }
        self.report.fallbacks += 1;
        (self.fallen_back, self.refine) = (true, None);
        Ok(())
    }

    /// Solves with refinement; returns the backward error, infinite if a number is not finite.
    fn solve_refined(&mut self, pattern: &Pattern, matrix: &SparseMatrix, x: &mut [f64]) -> f64 {
        self.substitute(x);
        let mut error = self.backward_error(pattern, matrix, x);
        self.report.backward_errors = [error; 2];
        let replaced = self.report.replaced > 0 || self.fallen_back;
        let most = if replaced { REFINEMENTS_REPLACED } else { REFINEMENTS };
        let mut suspect = self.report.smallest_pivot < SUSPECT_PIVOT || self.fallen_back;
        self.refine = self.refine.or(Some(error > REFINE_ABOVE));
        for _ in 0..most {
            if !error.is_finite() || (error <= REFINE_ABOVE && !suspect) {
                break;
            }
            let change = self.correct(x);
            if suspect && (change.is_nan() || change > ACCEPTABLE_CHANGE) {
                return f64::INFINITY;
            }
            suspect = false;
            let refined = self.backward_error(pattern, matrix, x);
            let stalls = refined > 0.5 * error;
            error = refined;
            self.report.backward_errors[1] = error;
            if stalls {
                break;
            }
        }
        error
    }

    /// Adds the correction by the present residual; returns its size relative to the solution, motions and multipliers
    /// each in their scaled units.
    fn correct(&mut self, x: &mut [f64]) -> f64 {
        let mut correction = std::mem::take(&mut self.residual);
        self.substitute(&mut correction);
        x.iter_mut().zip(&correction).for_each(|(x, c)| *x += c);
        let largest = |range: std::ops::Range<usize>, numbers: &[f64]| {
            range.fold(0.0, |most: f64, i| most.max((numbers[i] / self.scales.columns[i]).abs()))
        };
        // Reactions that are zero up to round-off, as under a load in balance with itself, are not undetermined.
        let least = ROUND_OFF_SHARE * largest(0..x.len(), x);
        let relative = |range: std::ops::Range<usize>| {
            let (change, size) = (largest(range.clone(), &correction), largest(range, x).max(least));
            if change == 0.0 { 0.0 } else { change / size }
        };
        let motions = self.motion_unknowns.min(x.len());
        let change = relative(0..motions).max(relative(motions..x.len()));
        self.residual = correction;
        change
    }

    /// max |b − A x| / (|A| |x| + |b|) over the rows; the residual stays in its buffer. Rows whose denominator is round-off
    /// are compared with the largest one (Arioli, Demmel & Duff 1989).
    fn backward_error(&mut self, pattern: &Pattern, matrix: &SparseMatrix, x: &[f64]) -> f64 {
        if !finite(x) {
            return f64::INFINITY;
        }
        self.residual.copy_from_slice(&self.right_side);
        self.sizes.iter_mut().zip(&self.right_side).for_each(|(s, b)| *s = b.abs());
        matrix.residual(pattern, x, &mut self.residual, &mut self.sizes);
        let scaled = |i: usize| self.sizes[i] * self.scales.rows[i];
        let largest = (0..x.len()).fold(0.0_f64, |most, i| most.max(scaled(i)));
        let least = 1e3 * x.len() as f64 * f64::EPSILON * largest;
        let mut worst = 0.0_f64;
        for i in 0..x.len() {
            let residual = (self.residual[i] * self.scales.rows[i]).abs();
            let size = if scaled(i) > least { scaled(i) } else { largest };
            if residual.is_nan() {
                return f64::INFINITY;
            }
            if residual > 0.0 {
                worst = worst.max(residual / size);
            }
        }
        worst
    }

    fn substitute(&mut self, x: &mut [f64]) {
        match &mut self.pivoting {
            Some(lu) if self.fallen_back => lu.solve(&self.scales, x),
            _ => self.frontal.solve(&self.scales, x),
        }
    }

    /// The unknown with the largest entry in the null vector of the last matrix, if it is singular to working
    /// accuracy: a motion that nothing holds, or a redundant multiplier.
    pub fn redundant(&mut self, matrix: &SparseMatrix) -> Option<usize> {
        (self.report.replaced > 0).then(|| self.least_determined(matrix))
    }

    /// The unknown with the largest entry in the vector of the smallest singular value, by inverse iteration with the
    /// factors whose round-off pivots were replaced. Motions take precedence over multipliers, since reactions follow
    /// from motions.
    pub(crate) fn least_determined(&mut self, matrix: &SparseMatrix) -> usize {
        let n = self.right_side.len();
        self.frontal.factorize(matrix, &self.scales);
        let mut x: Vec<f64> = (0..n).map(|i| 1.0 + 0.5 * ((i + 1) as f64).sin()).collect();
        for _ in 0..INVERSE_ITERATIONS {
            x.iter_mut().zip(&self.scales.rows).for_each(|(x, s)| *x /= s);
            self.frontal.solve(&self.scales, &mut x);
            x.iter_mut().zip(&self.scales.columns).for_each(|(x, s)| *x /= s);
            let size = x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if !(size.is_finite() && size > 0.0) {
                return self.frontal.weakest();
            }
            x.iter_mut().for_each(|x| *x /= size);
        }
        let largest = |mut range: std::ops::Range<usize>| {
            let size = x[range.clone()].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            range.find(|&i| x[i].abs() >= size * (1.0 - 1e-6)).map(|i| (i, size))
        };
        let motions = self.motion_unknowns.min(n);
        match (largest(0..motions), largest(motions..n)) {
            (Some((motion, moves)), Some((multiplier, reacts))) => {
                if moves >= MOTION_SHARE * reacts {
                    motion
                } else {
                    multiplier
                }
            }
            (one, other) => one.or(other).map_or(0, |(unknown, _)| unknown),
        }
    }
}

fn finite(x: &[f64]) -> bool {
    x.iter().all(|x| x.is_finite())
}
