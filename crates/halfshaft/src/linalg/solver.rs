//! The solver of the iterations: the static block LU, ordered anew when its pivots fail, and behind it sparse LU with
//! pivoting by entries. Every factorization is tried on its first right side; where digits were lost, its solutions are
//! refined, and where that does not bring them back, the next method takes over.

use super::block::{BlockMatrix, BlockPattern};
use super::block_lu::BlockLu;
use super::lu::{Lu, Singular};

/// A solution is good when refining it changes motions and multipliers by no more than this of their largest,
const GOOD: f64 = 1e-9;
/// or by this where it is a correction within an iteration that contracts more slowly than that for other reasons.
const GOOD_CORRECTION: f64 = 1e-6;
/// A block order whose solutions are still changed by more than this is left.
const USABLE: f64 = 1e-5;
/// Factorizations without a block order in a row, at most.
const MAX_PATIENCE: u32 = 64;
/// Refinements of one solution, at most.
const MAX_REFINEMENTS: usize = 3;

/// Factorizes and solves with the matrices of one pattern.
pub struct Solver {
    method: Method,
    /// Unknowns of motion, which stand before the multipliers.
    motions: usize,
    /// What refining may change of a good solution.
    good: f64,
    /// Factorizations for which no block order is looked for, after it failed for some matrix; twice as many each time.
    orderless: u32,
    patience: u32,
    /// Whether solutions with the present factorization need refinement; unknown until the first.
    refine: Option<bool>,
    right_side: Vec<f64>,
    correction: Vec<f64>,
}

enum Method {
    Nothing,
    Blocks(Box<BlockLu>),
    Entries(Box<Lu>),
}

impl Solver {
    /// A solver that has seen no matrix yet; its unknowns from `motions` on are multipliers.
    pub fn new(motions: usize) -> Self {
        Solver {
            method: Method::Nothing,
            motions,
            good: GOOD,
            orderless: 0,
            patience: 1,
            refine: None,
            right_side: Vec::new(),
            correction: Vec::new(),
        }
    }

    /// The same for corrections of an iteration, which need fewer digits.
    pub fn of_corrections(motions: usize) -> Self {
        Solver { good: GOOD_CORRECTION, ..Solver::new(motions) }
    }

    /// Factorizes a matrix of the pattern, which must always be the same.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        if let Method::Blocks(lu) = &mut self.method
            && lu.factorize(matrix).is_ok()
        {
            return Ok(());
        }
        if self.orderless > 0 {
            self.orderless -= 1;
        } else if let Some(mut lu) = BlockLu::new(matrix, pattern, self.motions)
            && lu.factorize(matrix).is_ok()
        {
            self.method = Method::Blocks(Box::new(lu));
            return Ok(());
        }
        self.factorize_by_entries(matrix, pattern)
    }

    fn factorize_by_entries(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        if !matches!(self.method, Method::Entries(_)) {
            self.method = Method::Entries(Box::new(Lu::new(pattern)?));
            self.orderless = self.patience;
            self.patience = (2 * self.patience).min(MAX_PATIENCE);
        }
        let Method::Entries(lu) = &mut self.method else { unreachable!("set above") };
        lu.factorize(matrix, pattern)
    }

    /// Solves in place with the matrix that was factorized last.
    pub fn solve(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        if self.refine == Some(false) { self.substitute(x) } else { self.solve_carefully(matrix, pattern, x) }
    }

    fn solve_carefully(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        self.right_side.clear();
        self.right_side.extend_from_slice(x);
        let mut outcome = self.solve_refined(matrix, pattern, x);
        if outcome.is_err() && matches!(self.method, Method::Blocks(_)) {
            self.factorize_by_entries(matrix, pattern)?;
            x.copy_from_slice(&self.right_side);
            outcome = self.solve_refined(matrix, pattern, x);
        }
        outcome
    }

    /// Solves, and refines while that changes the solution.
    fn solve_refined(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        self.substitute(x)?;
        let mut last = f64::INFINITY;
        for _ in 0..MAX_REFINEMENTS {
            let change = self.refine_once(matrix, pattern, x)?;
            self.refine = self.refine.or(Some(change > self.good));
            if change <= self.good {
                return Ok(());
            }
            if change > 0.5 * last {
                break;
            }
            last = change;
        }
        // There is nothing behind pivoting by entries; the iteration that asked judges by its own convergence.
        if last <= USABLE || matches!(self.method, Method::Entries(_)) { Ok(()) } else { Err(Singular) }
    }

    /// Corrects the solution by what is left of the equations; returns the size of the correction.
    fn refine_once(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<f64, Singular> {
        let mut correction = std::mem::take(&mut self.correction);
        correction.clear();
        correction.extend_from_slice(&self.right_side);
        matrix.subtract_product(pattern, x, &mut correction);
        let outcome = self.substitute(&mut correction);
        x.iter_mut().zip(&correction).for_each(|(x, c)| *x += c);
        // Motions and multipliers are of different kinds; each is compared with its own largest.
        let relative = |range: std::ops::Range<usize>| {
            let largest = |numbers: &[f64]| numbers[range.clone()].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let (change, size) = (largest(&correction), largest(x));
            if change > 0.0 { change / size } else { 0.0 }
        };
        let size = relative(0..self.motions).max(relative(self.motions..x.len()));
        self.correction = correction;
        outcome.map(|()| size)
    }

    fn substitute(&mut self, x: &mut [f64]) -> Result<(), Singular> {
        match &mut self.method {
            Method::Nothing => panic!("a matrix is factorized before it is solved with"),
            Method::Blocks(lu) => lu.solve(x),
            Method::Entries(lu) => lu.solve(x)?,
        }
        if x.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Singular) }
    }
}
