//! The linear solver of the iterations. It uses the static block LU, reordered when its pivots fail; then LU by entries
//! in a fixed order; then faer's sparse LU, which pivots in every factorization. Large systems for which the multifrontal
//! LU is predicted to be faster use that one, with fallbacks of its own (`linalg/sparse`). Each factorization is checked on its
//! first right-hand side. Symmetric matrices of meshes take a symmetric factorization instead, where they are expected (`linalg/definite.rs`). If digits are lost, its solutions are improved by iterative refinement. If refinement does
//! not recover the digits, the solver falls back to the next method.

use super::block::{BlockMatrix, BlockPattern};
use super::block_lu::BlockLu;
use super::block_symbolic;
use super::definite::SymmetricBlocks;
use super::frozen_lu::FrozenLu;
use super::large::{LargeLu, is_large};
use super::lu::{Lu, Singular};

/// A solution is accurate if iterative refinement changes motions and multipliers by at most this, relative to their
/// largest,
const REFINEMENT_TOLERANCE: f64 = 1e-9;
/// or by at most this if it is a correction of a Newton iteration, whose contraction is slower for other reasons.
const CORRECTION_REFINEMENT_TOLERANCE: f64 = 1e-6;
/// A block order is abandoned if refinement still changes its solutions by more than this.
const ACCEPTABLE_REFINEMENT: f64 = 1e-5;
/// Maximum number of consecutive factorizations without a block order after one has failed.
const MAX_BACK_OFF: u32 = 64;
/// Maximum number of refinements of one solution.
const MAX_REFINEMENTS: usize = 3;

/// Factorizes matrices of one sparsity pattern and solves with them.
pub struct Solver {
    /// The method of the last factorization. The other methods preserve their orders.
    method: Method,
    blocks: Option<Box<BlockLu>>,
    entries: Option<Box<FrozenLu>>,
    pivoting: Option<Box<Lu>>,
    /// The multifrontal LU, if it was predicted to be the fastest for the first matrix; `None` until then.
    fronts: Option<Option<Box<LargeLu>>>,
    /// The symmetric factorization of large meshes without multipliers, where matrices may be symmetric; `None` if it is not used.
    symmetric: Option<Box<SymmetricBlocks>>,
    expects_symmetry: bool,
    /// Number of unknowns of motion, which precede the multipliers.
    motion_unknowns: usize,
    /// Relative change by refinement below which a solution is accurate.
    refinement_tolerance: f64,
    /// Number of factorizations for which no block order is attempted after a failure; doubled each time.
    back_off_left: u32,
    back_off: u32,
    /// Whether solutions with the present factorization need iterative refinement; `None` until the first one.
    refine: Option<bool>,
    right_side: Vec<f64>,
    correction: Vec<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    None,
    Blocks,
    Entries,
    Pivoting,
    Fronts,
    Symmetric,
}

impl Solver {
    /// A solver that has seen no matrix yet; its unknowns from `motion_unknowns` on are multipliers.
    pub fn new(motion_unknowns: usize) -> Self {
        Solver {
            method: Method::None,
            blocks: None,
            entries: None,
            pivoting: None,
            fronts: None,
            symmetric: None,
            expects_symmetry: false,
            motion_unknowns,
            refinement_tolerance: REFINEMENT_TOLERANCE,
            back_off_left: 0,
            back_off: 1,
            refine: None,
            right_side: Vec::new(),
            correction: Vec::new(),
        }
    }

    /// A solver for matrices that are likely to be symmetric, as those of equilibria.
    pub fn of_symmetric(motion_unknowns: usize) -> Self {
        Solver { expects_symmetry: true, ..Solver::new(motion_unknowns) }
    }

    /// A solver for corrections of an iteration, which need fewer digits.
    pub fn of_corrections(motion_unknowns: usize) -> Self {
        Solver { refinement_tolerance: CORRECTION_REFINEMENT_TOLERANCE, ..Solver::new(motion_unknowns) }
    }

    /// Factorizes a matrix; its pattern must always be the same.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        if self.factorize_symmetric(matrix, pattern) {
            self.method = Method::Symmetric;
            return Ok(());
        }
        let motion_unknowns = self.motion_unknowns;
        let choose = || LargeLu::if_faster(matrix, pattern, motion_unknowns).map(Box::new);
        if let Some(lu) = self.fronts.get_or_insert_with(choose) {
            lu.factorize(matrix, pattern);
            self.method = Method::Fronts;
            return Ok(());
        }
        if self.back_off_left > 0 {
            self.back_off_left -= 1;
        } else {
            if self.factorize_blocks(matrix, pattern).is_some() {
                return Ok(());
            }
            // A block order is attempted ever more rarely for a matrix that never had one.
            let max_back_off = if self.blocks.is_some() { MAX_BACK_OFF } else { u32::MAX / 4 };
            self.back_off_from_blocks(max_back_off);
            // LU by entries is attempted again along with the blocks.
            self.method = Method::None;
        }
        match self.method {
            Method::Pivoting => self.factorize_with_pivots(matrix, pattern),
            _ => self.factorize_entries(matrix, pattern),
        }
    }

    /// Factorizes a symmetric matrix of a large mesh; a matrix that is not one ends further attempts.
    fn factorize_symmetric(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> bool {
        let without_multipliers = pattern.unknowns() == self.motion_unknowns;
        if !self.expects_symmetry || !pattern.finite_elements || !without_multipliers || !is_large(pattern) {
            return false;
        }
        let done = match &mut self.symmetric {
            Some(factor) => factor.factorize(matrix, pattern),
            None => {
                self.symmetric = SymmetricBlocks::new(matrix, pattern).map(Box::new);
                self.symmetric.is_some()
            }
        };
        if !done {
            self.leave_symmetric();
        }
        done
    }

    fn leave_symmetric(&mut self) {
        (self.symmetric, self.expects_symmetry, self.method) = (None, false, Method::None);
    }

    /// Factorizes in the present block order, or in a new one.
    fn factorize_blocks(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Option<()> {
        let kept = self.blocks.as_mut().is_some_and(|lu| lu.factorize(matrix).is_ok());
        if !kept {
            let mut lu = block_symbolic::order(matrix, pattern, self.motion_unknowns)?;
            lu.factorize(matrix).ok()?;
            self.blocks = Some(Box::new(lu));
        }
        self.method = Method::Blocks;
        Some(())
    }

    /// Whether the determinant of the last matrix is negative, if it was factorized by blocks.
    pub fn is_negative(&self) -> Option<bool> {
        let lu = self.blocks.as_ref().filter(|_| self.method == Method::Blocks)?;
        Some(lu.is_negative())
    }

    fn back_off_from_blocks(&mut self, max_back_off: u32) {
        self.back_off_left = self.back_off;
        self.back_off = (2 * self.back_off).min(max_back_off);
    }

    /// Factorizes by entries in a fixed order.
    fn factorize_entries(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        let outcome = match &mut self.entries {
            Some(lu) => lu.factorize(matrix, pattern),
            None => FrozenLu::new(matrix, pattern).map(|lu| self.entries = Some(Box::new(lu))),
        };
        self.method = Method::Entries;
        outcome.or_else(|Singular| self.factorize_with_pivots(matrix, pattern))
    }

    fn factorize_with_pivots(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.method = Method::Pivoting;
        let lu = match &mut self.pivoting {
            Some(lu) => lu,
            none => none.insert(Box::new(Lu::new(pattern)?)),
        };
        lu.factorize(matrix, pattern)
    }

    /// Falls back to the next method when solutions are not accurate enough; an error if there is none.
    fn fall_back(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        self.refine = None;
        match self.method {
            Method::Blocks => {
                self.back_off_from_blocks(MAX_BACK_OFF);
                self.factorize_entries(matrix, pattern)
            }
            Method::Entries => {
                let ordered = self.entries.as_mut().is_some_and(|lu| lu.is_stale() && lu.order().is_ok());
                if ordered { Ok(()) } else { self.factorize_with_pivots(matrix, pattern) }
            }
            Method::None | Method::Pivoting | Method::Fronts | Method::Symmetric => Err(Singular),
        }
    }

    /// Solves in place with the matrix that was factorized last.
    pub fn solve(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        if let (Method::Symmetric, Some(factor)) = (self.method, &mut self.symmetric) {
            let right_side = x.to_vec();
            if factor.solve(x) {
                return Ok(());
            }
            x.copy_from_slice(&right_side);
            self.leave_symmetric();
            self.factorize(matrix, pattern)?;
        }
        if let (Method::Fronts, Some(Some(lu))) = (self.method, &mut self.fronts) {
            return lu.solve(x);
        }
        if self.refine == Some(false) { self.substitute(x) } else { self.solve_checked(matrix, pattern, x) }
    }

    fn solve_checked(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        self.right_side.clear();
        self.right_side.extend_from_slice(x);
        loop {
            let outcome = self.solve_refined(matrix, pattern, x);
            if outcome.is_ok() || self.fall_back(matrix, pattern).is_err() {
                return outcome;
            }
            x.copy_from_slice(&self.right_side);
        }
    }

    /// Solves, and applies iterative refinement while it changes the solution.
    fn solve_refined(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<(), Singular> {
        self.substitute(x)?;
        let mut last = f64::INFINITY;
        for _ in 0..MAX_REFINEMENTS {
            let change = self.refine_once(matrix, pattern, x)?;
            self.refine = self.refine.or(Some(change > self.refinement_tolerance));
            if change <= self.refinement_tolerance {
                return Ok(());
            }
            if change > 0.5 * last {
                break;
            }
            last = change;
        }
        // No fallback is left after pivoting in every factorization; the iteration judges by its own convergence.
        if last <= ACCEPTABLE_REFINEMENT || self.method == Method::Pivoting { Ok(()) } else { Err(Singular) }
    }

    /// Corrects the solution by the residual of the equations, one step of iterative refinement; returns the size of
    /// the correction.
    fn refine_once(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern, x: &mut [f64]) -> Result<f64, Singular> {
        let mut correction = std::mem::take(&mut self.correction);
        correction.clear();
        correction.extend_from_slice(&self.right_side);
        matrix.subtract_product(pattern, x, &mut correction);
        let outcome = self.substitute(&mut correction);
        x.iter_mut().zip(&correction).for_each(|(x, c)| *x += c);
        // Motions and multipliers have different units; each is compared with its own largest.
        let relative = |range: std::ops::Range<usize>| {
            let largest = |numbers: &[f64]| numbers[range.clone()].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let (change, size) = (largest(&correction), largest(x));
            if change > 0.0 { change / size } else { 0.0 }
        };
        let size = relative(0..self.motion_unknowns).max(relative(self.motion_unknowns..x.len()));
        self.correction = correction;
        outcome.map(|()| size)
    }

    fn substitute(&mut self, x: &mut [f64]) -> Result<(), Singular> {
        match (self.method, &mut self.blocks, &mut self.entries, &mut self.pivoting) {
            (Method::Blocks, Some(lu), ..) => lu.solve(x),
            (Method::Entries, _, Some(lu), _) => lu.solve(x),
            (Method::Pivoting, .., Some(lu)) => lu.solve(x)?,
            _ => panic!("a matrix is factorized before it is solved with"),
        }
        if x.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Singular) }
    }
}
