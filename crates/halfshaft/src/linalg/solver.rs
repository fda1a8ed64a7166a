//! The solver of the iterations: the static block LU, ordered anew when its pivots fail, and behind it sparse LU with
//! pivoting by entries. Every factorization is tried on its first right side; where digits were lost, its solutions are
//! refined, and where that does not bring them back, the next method takes over.

use super::block::{BlockMatrix, BlockPattern};
use super::block_lu::BlockLu;
use super::lu::{Lu, Singular};

/// A solution is good when no equation is off by more than this, relative to the sum of its terms.
const GOOD: f64 = 1e-11;
/// Solutions that refinement cannot bring below this are not used.
const USABLE: f64 = 1e-8;
/// Refinements of one solution, at most.
const MAX_REFINEMENTS: usize = 3;

/// Factorizes and solves with the matrices of one pattern.
pub struct Solver {
    method: Method,
    /// Unknowns of motion, which stand before the multipliers.
    motions: usize,
    /// Whether the block order failed for some matrix; it is not tried again then.
    orderless: bool,
    /// Whether solutions with the present factorization need refinement; unknown until the first.
    refine: Option<bool>,
    right_side: Vec<f64>,
    correction: Vec<f64>,
    sizes: Vec<f64>,
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
            orderless: false,
            refine: None,
            right_side: Vec::new(),
            correction: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Factorizes a matrix of the pattern, which must always be the same.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        if let Method::Blocks(lu) = &mut self.method
            && lu.factorize(matrix).is_ok()
        {
            return Ok(());
        }
        if !self.orderless
            && let Some(mut lu) = BlockLu::new(matrix, pattern, self.motions)
            && lu.factorize(matrix).is_ok()
        {
            self.method = Method::Blocks(Box::new(lu));
            return Ok(());
        }
        self.factorize_by_entries(matrix, pattern)
    }

    fn factorize_by_entries(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        self.orderless = true;
        if !matches!(self.method, Method::Entries(_)) {
            self.method = Method::Entries(Box::new(Lu::new(pattern)?));
        }
        let Method::Entries(lu) = &mut self.method else { unreachable!("set above") };
        lu.factorize(matrix, pattern)
    }

    /// Solves in place with the matrix that was factorized last.
    pub fn solve(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        if self.refine == Some(false) {
            return self.substitute(x);
        }
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

    /// Solves, looks at what is left of the equations, and refines while that helps.
    fn solve_refined(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        self.substitute(x)?;
        let mut left = self.backward_error(matrix, pattern, x);
        self.refine = self.refine.or(Some(left > GOOD));
        for _ in 0..MAX_REFINEMENTS {
            if left <= GOOD {
                break;
            }
            let mut correction = std::mem::take(&mut self.correction);
            let outcome = self.substitute(&mut correction);
            x.iter_mut().zip(&correction).for_each(|(x, c)| *x += c);
            self.correction = correction;
            outcome?;
            let now = self.backward_error(matrix, pattern, x);
            if now > 0.5 * left {
                left = left.min(now);
                break;
            }
            left = now;
        }
        if left <= USABLE { Ok(()) } else { Err(Singular) }
    }

    /// Sets the correction to what is left of the equations, and returns its size relative to the terms of each.
    fn backward_error(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &[f64]) -> f64 {
        self.correction.clear();
        self.correction.extend_from_slice(&self.right_side);
        self.sizes.clear();
        self.sizes.extend(self.right_side.iter().map(|b| b.abs()));
        matrix.subtract_product(pattern, x, &mut self.correction, &mut self.sizes);
        let rows = self.correction.iter().zip(&self.sizes).filter(|(_, size)| **size > 0.0);
        rows.fold(0.0, |m: f64, (left, size)| {
            let relative = left.abs() / size;
            if relative.is_nan() { f64::INFINITY } else { m.max(relative) }
        })
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
