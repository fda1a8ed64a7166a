//! One step of the generalized-α scheme with constraints, in stabilised index-2 form.
//!
//! Velocities satisfy Φ̇ = 0 and positions Φ = 0 at every accepted step. The acceleration follows from the velocity
//! level, and a small correction p of the position increment, of the order h³, closes the position level:
//!
//! ```text
//! s  = h v + h² (½ − β) a + h² β a⁺ + p,     q⁺ = q ∘ exp(s)
//! 0  = βh² (M v̇⁺ + g⁺ + Φ_qᵀ λ⁺)
//! 0  = (βh/γ) Φ̇(q⁺, v⁺)
//! 0  = Φ(q⁺),     p in the range of S₁₁⁻¹ Φ_qᵀ
//! ```
//!
//! The last line is Gear, Gupta & Leimkuhler's second multiplier, weighted by the iteration matrix
//!
//! ```text
//! S = [S₁₁  Φ_qᵀ]     S₁₁ = βh² ∂(M v̇ + g + Φ_qᵀ λ)/∂s
//!     [Φ_q    0 ]
//! ```
//!
//! So p costs no unknowns: it is one more right side for the factorization that is there anyway. The position level
//! converges by itself, whatever the velocities do, so that the iteration comes through positions where Φ_q loses rank.
//! With the multipliers tied to the velocity level they keep order 2 at starts and at changes of the step
//! (`docs/theory.md`, time integration).

use super::failure::{Failure, Reason};
use super::redundancy::{Redundancy, soften};
use super::scheme::Scheme;
use crate::linalg::Singular;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::system::{State, System, Weights};

/// Iterations after which a step is given up.
const MAX_ITERATIONS: usize = 30;
/// Corrections below this, relative to the size of the mechanism or in radians, are round-off.
const ROUND_OFF: f64 = 1e-15;
/// Where constraints come near a loss of rank, they amplify round-off in the direction that they all but set free. A step
/// that needs a new factorization in every iteration may leave the first part of the scheme's own error, or corrections
/// of the second size.
const HARD: (f64, f64) = (1e-2, 1e-9);
/// A contraction slower than this asks for a new factorization.
const SLOW: f64 = 0.2;

/// A contraction above this will not recover.
const DIVERGENT: f64 = 2.0;

/// When the iteration matrix is made anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Renewal {
    WhenSlow,
    Always,
}

/// What the steps so far have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: usize,
    /// Steps tried in vain.
    pub rejected: usize,
    /// Newton iterations.
    pub newton_iterations: usize,
    /// Factorizations of the iteration matrix.
    pub factorizations: usize,
}

/// Takes steps; owns every buffer a step needs.
pub(crate) struct Stepper<'s> {
    system: &'s System,
    scheme: Scheme,
    /// Newton stops when the error left in an increment is below this part of the scheme's own local error.
    tolerance: f64,
    /// What an error of each unknown of motion is compared with.
    units: Vec<f64>,
    pub trial: State,
    /// ε d of each multiplier that is not unique, zero for the others.
    compliance: Vec<f64>,
    /// The position increment s of the step, with its correction p in it.
    increment: Vec<f64>,
    phi: Vec<f64>,
    rate: Vec<f64>,
    /// Right side and solution: motions, then multipliers.
    x: Vec<f64>,
    y: Vec<f64>,
    matrix: BlockMatrix,
    solver: Solver,
    /// The step for which the factorization was made, if there is one.
    factorized_for: Option<f64>,
    /// The step before, from which the next one is extrapolated.
    before: Before,
    pub statistics: Statistics,
}

/// Accelerations and multipliers at the start of the last step, and its length; no length after a restart.
struct Before {
    step: Option<f64>,
    dv: Vec<f64>,
    multipliers: Vec<f64>,
}

impl<'s> Stepper<'s> {
    pub fn new(system: &'s System, scheme: Scheme, tolerance: f64, start: &State) -> Self {
        let (n, m) = (system.motions(), system.constraints());
        Stepper {
            system,
            scheme,
            tolerance,
            units: system.error_units(start),
            trial: start.clone(),
            compliance: Redundancy::find(system, start).compliances(system, start),
            increment: vec![0.0; n],
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            x: vec![0.0; n + m],
            y: vec![0.0; n + m],
            matrix: BlockMatrix::new(system.pattern()),
            solver: Solver::new(n),
            factorized_for: None,
            before: Before { step: None, dv: vec![0.0; n], multipliers: vec![0.0; m] },
            statistics: Statistics::default(),
        }
    }

    /// Tries a step of `h` from `from`, to `time`; on success `trial` holds the new state.
    ///
    /// First with the factorization at hand, renewed where it contracts slowly; where that fails, once more from the
    /// prediction with a new one in every iteration.
    pub fn step(&mut self, from: &State, time: f64, h: f64) -> Result<(), Failure> {
        self.iterate(from, time, h, Renewal::WhenSlow).or_else(|_| self.iterate(from, time, h, Renewal::Always))
    }

    fn iterate(&mut self, from: &State, time: f64, h: f64, renewal: Renewal) -> Result<(), Failure> {
        self.predict(from, time, h);
        let mut factorize = self.factorized_for != Some(h) || renewal == Renewal::Always;
        let mut last_size = None;
        let mut worst = 0;
        for _ in 0..MAX_ITERATIONS {
            self.trial.set_moved(&from.q, &self.increment);
            self.evaluate()?;
            if factorize {
                self.factorize(h)?;
            }
            let size;
            (size, worst) = self.correct(h)?;
            self.statistics.newton_iterations += 1;
            let contraction = last_size.map_or(f64::INFINITY, |last: f64| size / last);
            // Of a series that contracts by θ each time, θ/(1 − θ) times the last term is left.
            let left = if contraction < 1.0 { size * contraction / (1.0 - contraction) } else { size };
            let (tolerance, floor) = match renewal {
                Renewal::WhenSlow => (self.tolerance, ROUND_OFF),
                Renewal::Always => HARD,
            };
            if left <= (tolerance * self.local_error(from, h)).max(floor) {
                self.trial.set_moved(&from.q, &self.increment);
                return Ok(());
            }
            if last_size.is_some() && contraction > DIVERGENT && renewal == Renewal::WhenSlow {
                break;
            }
            factorize = renewal == Renewal::Always || last_size.is_some() && contraction > SLOW;
            last_size = Some(size);
        }
        Err(self.failure(worst, Reason::NoConvergence { iterations: MAX_ITERATIONS, step: h }))
    }

    /// The start of the iteration: accelerations and multipliers continue in a straight line.
    fn predict(&mut self, from: &State, time: f64, h: f64) {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let ratio = self.before.step.map_or(0.0, |step| h / step);
        let extrapolate = |now: f64, before: f64| now + ratio * (now - before);
        let new = &mut self.trial;
        new.time = time;
        for i in 0..new.v.len() {
            let (v, dv, a) = (from.v[i], from.dv[i], from.a[i]);
            let dv_new = extrapolate(dv, self.before.dv[i]);
            let a_new = ((1.0 - alpha_f) * dv_new + alpha_f * dv - alpha_m * a) / (1.0 - alpha_m);
            new.dv[i] = dv_new;
            new.a[i] = a_new;
            new.v[i] = v + h * ((1.0 - gamma) * a + gamma * a_new);
            self.increment[i] = h * v + h * h * ((0.5 - beta) * a + beta * a_new);
        }
        for i in 0..new.multipliers.len() {
            new.multipliers[i] = extrapolate(from.multipliers[i], self.before.multipliers[i]);
        }
    }

    /// Takes the trial state as the new one and keeps what the next prediction needs.
    pub fn accept(&mut self, state: &mut State, h: f64) {
        self.before.step = Some(h);
        self.before.dv.copy_from_slice(&state.dv);
        self.before.multipliers.copy_from_slice(&state.multipliers);
        std::mem::swap(state, &mut self.trial);
        self.statistics.steps += 1;
    }

    /// The scheme's error of position in this step, relative to the size of the mechanism or in radians.
    ///
    /// With a at its offset in time, the increment is off by h³ |β + (α_m − α_f)/2 − 1/6| v̈, and h v̈ ≈ a⁺ − a.
    pub fn local_error(&self, from: &State, h: f64) -> f64 {
        let changes = self.trial.a.iter().zip(&from.a).map(|(new, old)| new - old);
        h * h * self.error_constant() * self.size(changes)
    }

    /// What stands before h³ in the local error, from the rates v̈ of the accelerations.
    pub fn local_error_constant(&self, rates: &[f64]) -> f64 {
        self.error_constant() * self.size(rates.iter().copied())
    }

    fn error_constant(&self) -> f64 {
        (self.scheme.beta + 0.5 * self.scheme.offset() - 1.0 / 6.0).abs()
    }

    /// The largest of some numbers of motion, each relative to its unit.
    fn size(&self, numbers: impl Iterator<Item = f64>) -> f64 {
        numbers.zip(&self.units).fold(0.0, |m: f64, (x, unit)| m.max(x.abs() / unit))
    }

    /// Residuals of the trial state: the equations of motion stay in `x`.
    fn evaluate(&mut self) -> Result<(), Failure> {
        let n = self.system.motions();
        self.system.residual(&self.trial, &mut self.x[..n]);
        self.system.constraint_values(&self.trial, &mut self.phi, &mut self.rate);
        let finite = |s: &[f64]| s.iter().all(|x| x.is_finite());
        if finite(&self.x[..n]) && finite(&self.phi) && finite(&self.rate) {
            return Ok(());
        }
        let element = self.system.non_finite_element(&self.trial).unwrap_or_default();
        Err(Failure { time: self.trial.time, worst: element.clone(), element, reason: Reason::NonFinite })
    }

    fn factorize(&mut self, h: f64) -> Result<(), Failure> {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let weights = Weights {
            position: 1.0,
            velocity: gamma / (beta * h),
            acceleration: (1.0 - alpha_m) / ((1.0 - alpha_f) * beta * h * h),
            multiplier: 1.0 / (beta * h * h),
            force_row: beta * h * h,
        };
        self.system.tangent(&self.trial, &self.increment, &weights, &mut self.matrix);
        let (compliance, n) = (&self.compliance, self.system.motions());
        soften(&mut self.matrix, self.system, &mut self.y[n..]);
        self.matrix.add_to_diagonal(self.system.pattern(), n, |k| -compliance[k]);
        self.statistics.factorizations += 1;
        self.factorized_for = Some(h);
        self.solver.factorize(&self.matrix, self.system.pattern()).map_err(|Singular| self.failure(0, Reason::Singular))
    }

    /// Solves for the correction and applies it; returns its size and the unknown where it is largest.
    fn correct(&mut self, h: f64) -> Result<(f64, usize), Failure> {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let n = self.system.motions();
        let (force_row, rate_row) = (beta * h * h, beta * h / gamma);
        self.x[..n].iter_mut().for_each(|r| *r *= -force_row);
        for (k, x) in self.x[n..].iter_mut().enumerate() {
            *x = self.compliance[k] * force_row * self.trial.multipliers[k] - rate_row * self.rate[k];
        }
        // What the first solution leaves open at the position level goes to the correction p.
        self.y[..n].fill(0.0);
        for ((y, phi), rate) in self.y[n..].iter_mut().zip(&self.phi).zip(&self.rate) {
            *y = rate_row * rate - phi;
        }
        let solved = match self.phi.is_empty() {
            true => self.solver.solve([&mut self.x]),
            false => self.solver.solve([&mut self.x, &mut self.y]),
        };
        if let Err(Singular) = solved {
            let bad = first_bad(&self.x).or(first_bad(&self.y)).unwrap_or(0);
            return Err(self.failure(bad, Reason::Singular));
        }

        let acceleration = (1.0 - alpha_m) / ((1.0 - alpha_f) * force_row);
        let mut largest = (0.0, 0);
        let new = &mut self.trial;
        for i in 0..n {
            let (x, p) = (self.x[i], self.y[i]);
            new.a[i] += x / force_row;
            new.v[i] += gamma / (beta * h) * x;
            new.dv[i] += acceleration * x;
            self.increment[i] += x + p;
            let size = x.abs().max(p.abs()) / self.units[i];
            if size > largest.0 {
                largest = (size, i);
            }
        }
        for (multiplier, x) in new.multipliers.iter_mut().zip(&self.x[n..]) {
            *multiplier += x / force_row;
        }
        Ok(largest)
    }

    fn failure(&self, row: usize, reason: Reason) -> Failure {
        Failure::at_row(self.system, self.trial.time, row, reason)
    }
}

/// The first number that is not finite.
fn first_bad(x: &[f64]) -> Option<usize> {
    x.iter().position(|x| !x.is_finite())
}
