//! Algebraic equations of signals that are functions of each other.
//!
//! Most signals are explicit: u_i = f_i(u, q, v, t), in a chain without loops. Then z ← z − F(z) is exact after as many
//! sweeps as the chain is long, whatever the formulas are. Otherwise the algebraic loops are solved one after the other, each after
//! those that it depends on (block lower triangular form: Duff & Reid 1978, *ACM Trans. Math. Softw.* 4), and sweeps determine the signals between
//! them. A loop is solved by Newton's method with a line search on its residual:
//!
//! ```text
//! J Δ = −F(z),     z ← z + α Δ,     α = 1, ½, ¼, …  until  max |F_i|/s_i ≤ (1 − α/10⁴) of its previous value
//! ```
//!
//! Where it fails, bisection finds a start for it, if one signal tears the loop: without it the others form a chain, and its residual is a function of one
//! number.
//!
//! s_i is the magnitude of the unknown before the correction, or its scale if that is larger (Deuflhard 2011, *Newton methods for nonlinear
//! problems*, section 3.1; Armijo's rule).

use super::super::failure::{Failure, Reason};
use super::Inertial;
use super::signal_graph::SignalGraph;
use crate::linalg::Singular;
use crate::system::{State, Weights};

/// Maximum number of Newton iterations for an algebraic loop.
const MAX_ITERATIONS: usize = 100;
/// Maximum number of sweeps before loops are searched for.
const MAX_SWEEPS: usize = 64;
/// Maximum number of searches for loops: a derivative may be zero by chance and hide a dependency.
const MAX_SEARCHES: usize = 4;
/// Maximum number of backtracking steps of the line search.
const MAX_BACKTRACKS: usize = 40;
/// Relative changes below this are round-off: an explicit signal reaches zero.
const ROUND_OFF: f64 = 4.0 * f64::EPSILON;
/// The iteration has converged if the relative Newton correction is below this: the next would be its square.
const CONVERGED: f64 = 1e-10;
/// How much larger a residual may be when it is evaluated again.
const ROUND_OFF_GROWTH: f64 = 10.0;
/// Relative width of the interval in which bisection leaves a zero to Newton's method.
const BISECTION_TOLERANCE: f64 = 1e-6;
/// How far from a given value bisection searches for a zero, relative to its size.
const FARTHEST: f64 = 1e30;
/// Maximum number of signals of a loop, and of those that tear it, for bisection.
const LONGEST_TORN_LOOP: usize = 100;
const MAX_TEARS: usize = 4;
/// Maximum number of halvings of an interval.
const MAX_HALVINGS: usize = 200;
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
        let solved = match self.sweep(state, self.signals.len().min(MAX_SWEEPS), |_| true) {
            true => Ok(()),
            false => self.solve_loops(state, &given),
        };
        self.given = given;
        solved
    }

    /// The largest residual of a signal, relative to its size; the residual stays in `x`.
    fn algebraic_residual(&mut self, state: &State) -> f64 {
        self.system.residual(state, &mut self.x);
        let relative = |&(i, scale): &(usize, f64)| self.x[i].abs() / state.v[i].abs().max(scale);
        largest_or_nan(self.signals.iter().map(relative))
    }

    /// Sets every signal that is `chosen`, by its place among the signals, to its formula of the others until none changes; returns whether this converged.
    fn sweep(&mut self, state: &mut State, most: usize, chosen: impl Fn(usize) -> bool) -> bool {
        for _ in 0..=most {
            self.system.residual(state, &mut self.x);
            let mut change = 0.0_f64;
            for (_, &(i, scale)) in self.signals.iter().enumerate().filter(|&(place, _)| chosen(place)) {
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

    /// Solves one loop after the other from the given signals, and the signals between them.
    fn solve_loops(&mut self, state: &mut State, given: &[f64]) -> Result<(), Failure> {
        let count = self.signals.len();
        let (mut graph, mut base, mut failure) = (SignalGraph::new(count), given.to_vec(), None);
        for _ in 0..MAX_SEARCHES {
            // Dependencies show at the given signals or where diverging sweeps have led.
            let shown = self.add_dependencies(state, &mut graph);
            self.signals.iter().zip(given).for_each(|(&(i, _), z)| state.v[i] = *z);
            if !(self.add_dependencies(state, &mut graph) || shown) {
                break;
            }
            let solved = self.solve_in_order(state, &graph, &mut base);
            if matches!(solved, Ok(true)) {
                return Ok(());
            }
            failure = solved.err();
        }
        let finite = self.algebraic_residual(state).is_finite();
        let all = self.signals.clone();
        let reason = if finite { Reason::AlgebraicLoop } else { Reason::NonFinite };
        Err(failure.unwrap_or_else(|| self.unsolved(state, &all, reason)))
    }

    /// Solves the loops of a graph and the signals between them; returns whether all signals are then solved, which they are not if the graph
    /// lacks a dependency.
    fn solve_in_order(&mut self, state: &mut State, graph: &SignalGraph, base: &mut [f64]) -> Result<bool, Failure> {
        let (count, loops) = (self.signals.len(), graph.loops());
        let mut explicit = vec![true; count];
        loops.iter().flatten().for_each(|&place| explicit[place] = false);
        // What round-off leaves of an equation may be large relative to its signal, the small difference of large ones.
        let mut reached = CONVERGED;
        for members in &loops {
            self.sweep(state, count, |place| explicit[place]);
            self.solve_loop(state, members, graph, base)?;
            let of_loop: Vec<(usize, f64)> = members.iter().map(|&place| self.signals[place]).collect();
            let present: Vec<f64> = of_loop.iter().map(|&(i, _)| state.v[i]).collect();
            reached = reached.max(ROUND_OFF_GROWTH * self.residual_of_loop(state, &of_loop, &present));
        }
        Ok(self.sweep(state, count, |place| explicit[place]) && self.algebraic_residual(state) <= reached)
    }

    /// Adds the dependencies of signals on each other, as their derivatives at a state show them; returns whether any is new.
    fn add_dependencies(&mut self, state: &State, graph: &mut SignalGraph) -> bool {
        let mut any = false;
        let system = self.system.clone();
        system.tangent(state, &self.no_increment, &Weights::BY_VELOCITY, &mut self.matrix);
        let place = |unknown: usize| self.signals.binary_search_by_key(&unknown, |&(i, _)| i);
        for (row, column, derivative) in self.matrix.entries(system.pattern()) {
            let of_formula = if row == column { derivative - 1.0 } else { derivative };
            // Where a formula overflows, the derivatives by its inputs are not numbers, and neither is that by itself.
            let none = of_formula == 0.0 || row == column && of_formula.is_nan();
            if none || !self.algebraic[row] || !self.algebraic[column] {
                continue;
            }
            if let (Ok(signal), Ok(input)) = (place(row), place(column)) {
                any |= graph.add(signal, input);
            }
        }
        any
    }

    /// Solves a loop by Newton's method, or from where bisection finds a zero.
    fn solve_loop(
        &mut self,
        state: &mut State,
        members: &[usize],
        graph: &SignalGraph,
        base: &mut [f64],
    ) -> Result<(), Failure> {
        let given: Vec<f64> = members.iter().map(|&place| state.v[self.signals[place].0]).collect();
        let mut solved = self.newton(state, members, base);
        if solved.is_ok() || members.len() > LONGEST_TORN_LOOP {
            return solved;
        }
        for tear in graph.tears(members).into_iter().take(MAX_TEARS) {
            members.iter().zip(&given).for_each(|(&place, z)| state.v[self.signals[place].0] = *z);
            if self.bisect(state, members, tear) {
                solved = self.newton(state, members, base);
                if solved.is_ok() {
                    break;
                }
            }
        }
        solved
    }

    /// Bisection for one signal of a loop, whose others follow from it in a chain: searches for a change of sign of its residual farther and farther
    /// from its value, and halves that interval; returns whether it has found one.
    fn bisect(&mut self, state: &mut State, members: &[usize], tear: usize) -> bool {
        let (i, scale) = self.signals[tear];
        let given = state.v[i];
        let at_given = self.torn_residual(state, members, tear, given);
        let mut ends = None;
        for direction in [1.0, -1.0] {
            let (mut last, mut at_last) = (given, at_given);
            let mut distance = BISECTION_TOLERANCE * given.abs().max(scale);
            while ends.is_none() && distance < FARTHEST * given.abs().max(scale) {
                let next = given + direction * distance;
                let at_next = self.torn_residual(state, members, tear, next);
                if at_next * at_last < 0.0 {
                    ends = Some([last, next, at_last]);
                }
                if at_next.is_finite() {
                    (last, at_last) = (next, at_next);
                }
                distance *= 4.0;
            }
        }
        let Some([mut low, mut high, at_low]) = ends else { return false };
        for _ in 0..MAX_HALVINGS {
            let middle = 0.5 * (low + high);
            if (high - low).abs() <= BISECTION_TOLERANCE * middle.abs().max(scale) {
                break;
            }
            let same_sign = self.torn_residual(state, members, tear, middle) * at_low > 0.0;
            (low, high) = if same_sign { (middle, high) } else { (low, middle) };
        }
        self.torn_residual(state, members, tear, 0.5 * (low + high)).is_finite()
    }

    /// The residual of a signal of a loop as a function of its value: the others follow from it.
    fn torn_residual(&mut self, state: &mut State, members: &[usize], tear: usize, value: f64) -> f64 {
        let i = self.signals[tear].0;
        state.v[i] = value;
        let chain = |place: usize| place != tear && members.binary_search(&place).is_ok();
        if !self.sweep(state, members.len(), chain) {
            return f64::NAN;
        }
        self.system.residual(state, &mut self.x);
        self.x[i]
    }

    /// Newton's method with a line search for the signals of a loop, all others held; `base` is a buffer for the signals at which a correction
    /// starts.
    fn newton(&mut self, state: &mut State, members: &[usize], base: &mut [f64]) -> Result<(), Failure> {
        let system = self.system.clone();
        let of_loop: Vec<(usize, f64)> = members.iter().map(|&place| self.signals[place]).collect();
        let base = &mut base[..of_loop.len()];
        for _ in 0..MAX_ITERATIONS {
            base.iter_mut().zip(&of_loop).for_each(|(base, &(i, _))| *base = state.v[i]);
            let residual = self.residual_of_loop(state, &of_loop, base);
            if !residual.is_finite() {
                return Err(self.unsolved(state, &of_loop, Reason::NonFinite));
            }
            if residual <= ROUND_OFF {
                return Ok(());
            }
            self.correction.clear();
            self.correction.extend(of_loop.iter().map(|&(i, _)| -self.x[i]));
            self.x.fill(0.0);
            of_loop.iter().zip(&self.correction).for_each(|(&(i, _), right)| self.x[i] = *right);
            system.tangent(state, &self.no_increment, &Weights::BY_VELOCITY, &mut self.matrix);
            self.matrix.keep_rows(system.pattern(), |row| of_loop.binary_search_by_key(&row, |&(i, _)| i).is_ok());
            let solved = self.solver.factorize(&self.matrix, system.pattern());
            let solved = solved.and_then(|()| self.solver.solve(&self.matrix, system.pattern(), &mut self.x));
            if let Err(Singular) = solved {
                return Err(self.unsolved(state, &of_loop, Reason::AlgebraicLoop));
            }
            self.correction.clear();
            self.correction.extend(of_loop.iter().map(|&(i, _)| self.x[i]));
            let relative = of_loop.iter().zip(&*base).zip(&self.correction);
            let change = relative.map(|((&(_, scale), z), d)| d.abs() / z.abs().max(scale)).fold(0.0, f64::max);
            if !self.search_line(state, &of_loop, base, residual, change <= CONVERGED) {
                return Err(self.unsolved(state, &of_loop, Reason::AlgebraicLoop));
            }
            if change <= CONVERGED {
                return Ok(());
            }
        }
        Err(self.unsolved(state, &of_loop, Reason::AlgebraicLoop))
    }

    /// The largest residual of a loop's signals, relative to their sizes at the start of a correction: with sizes that change along a line, the
    /// residual may grow although every equation comes closer.
    fn residual_of_loop(&mut self, state: &State, of_loop: &[(usize, f64)], base: &[f64]) -> f64 {
        self.system.residual(state, &mut self.x);
        largest_or_nan(of_loop.iter().zip(base).map(|(&(i, scale), z)| self.x[i].abs() / z.abs().max(scale)))
    }

    /// Line search by backtracking: adds the largest fraction of the correction to `base` that decreases the residual;
    /// returns whether there is one. The last correction is round-off, and is added in full.
    fn search_line(
        &mut self,
        state: &mut State,
        of_loop: &[(usize, f64)],
        base: &[f64],
        residual: f64,
        last: bool,
    ) -> bool {
        let mut part = 1.0;
        for _ in 0..MAX_BACKTRACKS {
            let moved = of_loop.iter().zip(base).zip(&self.correction);
            moved.for_each(|((&(i, _), z), d)| state.v[i] = z + part * d);
            let reached = self.residual_of_loop(state, of_loop, base);
            if reached <= (1.0 - SUFFICIENT * part) * residual || last && reached.is_finite() {
                return true;
            }
            part *= 0.5;
        }
        false
    }

    /// A failure at the signal with the largest residual among some.
    fn unsolved(&mut self, state: &State, among: &[(usize, f64)], reason: Reason) -> Failure {
        self.system.residual(state, &mut self.x);
        let size = |&&(i, scale): &&(usize, f64)| {
            let relative = self.x[i].abs() / state.v[i].abs().max(scale);
            if relative.is_nan() { f64::INFINITY } else { relative }
        };
        let worst = among.iter().max_by(|a, b| size(a).total_cmp(&size(b))).map_or(0, |&(i, _)| i);
        Failure::at_row(&self.system, state.time, worst, reason)
    }
}

/// The largest of numbers that are not negative; NaN if one of them is.
fn largest_or_nan(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |most: f64, number| if number.is_nan() || most.is_nan() { f64::NAN } else { most.max(number) })
}
