//! Algebraic equations of signals that are functions of each other.
//!
//! Most signals are explicit: u_i = f_i(u, q, v, t), in a chain without loops. Then z ← z − F(z) is exact after as many
//! sweeps as the chain is long, whatever the formulas are. If signals form an algebraic loop, Newton's method follows,
//! with a line search on the residual:
//!
//! ```text
//! J Δ = −F(z),     z ← z + α Δ,     α = 1, ½, ¼, …  until  max |F_i|/s_i ≤ (1 − α/10⁴) of its previous value
//! ```
//!
//! s_i is the magnitude of the unknown, or its scale if that is larger (Deuflhard 2011, *Newton methods for nonlinear
//! problems*, section 3.1; Armijo's rule).

use super::super::failure::{Failure, Reason};
use super::Inertial;
use crate::linalg::Singular;
use crate::system::{State, Weights};

/// Maximum number of Newton iterations for an algebraic loop.
const MAX_ITERATIONS: usize = 100;
/// Maximum number of sweeps.
const MAX_SWEEPS: usize = 64;
/// Maximum number of backtracking steps of the line search.
const MAX_BACKTRACKS: usize = 40;
/// Relative changes below this are round-off: an explicit signal reaches zero.
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;
/// The iteration has converged if the relative Newton correction is below this: the next would be its square.
const CONVERGED: f64 = 1e-10;
/// Fraction of the decrease predicted by the linearization that a correction must achieve (Armijo's rule).
const SUFFICIENT: f64 = 1e-4;

impl Inertial {
    /// Solves the algebraic equations for their unknowns.
    pub fn solve_algebraic(&mut self, state: &mut State) -> Result<(), Failure> {
        if self.signals.is_empty() {
            return Ok(());
        }
        let mut given = std::mem::take(&mut self.given);
        given.clear();
        given.extend(self.signals.iter().map(|&(i, _)| state.v[i]));
        let before = self.algebraic_residual(state);
        let solved = match self.sweep(state) {
            true => Ok(()),
            false => {
                // Sweeps may diverge if a loop has a gain above one.
                let after = self.algebraic_residual(state);
                if after.is_nan() || after > before {
                    self.signals.iter().zip(&given).for_each(|(&(i, _), z)| state.v[i] = *z);
                }
                self.newton(state, &mut given)
            }
        };
        self.given = given;
        solved
    }

    /// The largest residual of a signal, relative to its size; the residual stays in `x`.
    fn algebraic_residual(&mut self, state: &State) -> f64 {
        self.system.residual(state, &mut self.x);
        let relative = |&(i, scale): &(usize, f64)| self.x[i].abs() / state.v[i].abs().max(scale);
        self.signals.iter().map(relative).fold(0.0, |most: f64, r| if r.is_nan() { r } else { most.max(r) })
    }

    /// Sets every signal to its formula of the others until none changes; returns whether this converged.
    fn sweep(&mut self, state: &mut State) -> bool {
        for _ in 0..=self.signals.len().min(MAX_SWEEPS) {
            self.system.residual(state, &mut self.x);
            let mut change = 0.0_f64;
            for &(i, scale) in &self.signals {
                let (old, new) = (state.v[i], state.v[i] - self.x[i]);
                if !new.is_finite() {
                    // Usually a root of an unknown that is not yet determined: it may have a value in the next sweep.
                    change = f64::INFINITY;
                    continue;
                }
                state.v[i] = new;
                change = change.max((new - old).abs() / new.abs().max(scale));
            }
            if change <= ROUND_OFF {
                return true;
            }
        }
        false
    }

    /// Newton's method with a line search; `base` is a buffer for the signals at which a correction starts.
    fn newton(&mut self, state: &mut State, base: &mut [f64]) -> Result<(), Failure> {
        let system = self.system.clone();
        for _ in 0..MAX_ITERATIONS {
            let residual = self.algebraic_residual(state);
            if !residual.is_finite() {
                return Err(self.unsolved(state, Reason::NonFinite));
            }
            if residual <= ROUND_OFF {
                return Ok(());
            }
            for (x, algebraic) in self.x.iter_mut().zip(&self.algebraic) {
                *x = if *algebraic { -*x } else { 0.0 };
            }
            system.tangent(state, &self.no_increment, &Weights::BY_VELOCITY, &mut self.matrix);
            self.matrix.keep_rows(system.pattern(), |row| self.algebraic[row]);
            let solved = self.solver.factorize(&self.matrix, system.pattern());
            let solved = solved.and_then(|()| self.solver.solve(&self.matrix, system.pattern(), &mut self.x));
            if let Err(Singular) = solved {
                return Err(self.unsolved(state, Reason::AlgebraicLoop));
            }
            self.correction.clear();
            self.correction.extend(self.signals.iter().map(|&(i, _)| self.x[i]));
            base.iter_mut().zip(&self.signals).for_each(|(base, &(i, _))| *base = state.v[i]);
            let relative = self.signals.iter().zip(&*base).zip(&self.correction);
            let change = relative.map(|((&(_, scale), z), d)| d.abs() / z.abs().max(scale)).fold(0.0, f64::max);
            if !self.search_line(state, base, residual, change <= CONVERGED) {
                return Err(self.unsolved(state, Reason::AlgebraicLoop));
            }
            if change <= CONVERGED {
                return Ok(());
            }
        }
        Err(self.unsolved(state, Reason::AlgebraicLoop))
    }

    /// Line search by backtracking: adds the largest fraction of the correction to `base` that decreases the residual;
    /// returns whether there is one. The last correction is round-off, and is added in full.
    fn search_line(&mut self, state: &mut State, base: &[f64], residual: f64, last: bool) -> bool {
        let mut part = 1.0;
        for _ in 0..MAX_BACKTRACKS {
            let moved = self.signals.iter().zip(base).zip(&self.correction);
            moved.for_each(|((&(i, _), z), d)| state.v[i] = z + part * d);
            let reached = self.algebraic_residual(state);
            if reached <= (1.0 - SUFFICIENT * part) * residual || last && reached.is_finite() {
                return true;
            }
            part *= 0.5;
        }
        false
    }

    /// A failure at the signal with the largest residual.
    fn unsolved(&mut self, state: &State, reason: Reason) -> Failure {
        self.system.residual(state, &mut self.x);
        let size = |&&(i, scale): &&(usize, f64)| {
            let relative = self.x[i].abs() / state.v[i].abs().max(scale);
            if relative.is_nan() { f64::INFINITY } else { relative }
        };
        let worst = self.signals.iter().max_by(|a, b| size(a).total_cmp(&size(b))).map_or(0, |&(i, _)| i);
        Failure::at_row(&self.system, state.time, worst, reason)
    }
}
