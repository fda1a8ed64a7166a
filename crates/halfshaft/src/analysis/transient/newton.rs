//! The Newton iteration of a step.
//!
//! Each iteration solves with the iteration matrix S at hand, a modified Newton method. The stages, in order: backtracking
//! where the iterate is infeasible, the residual, a new factorization where the [policy](super::jacobian_policy) asks for
//! it, the correction, damping, and the tests of convergence and divergence (`docs/theory.md`, Newton iteration).

use super::jacobian_policy::{InitialJacobian, JacobianPolicy, NewtonOutcome, Refactorization};
use super::scheme::Scheme;
use super::stepper::{StepFailure, Stepper};
use super::trace::NewtonIteration;
use crate::analysis::failure::Reason;
use crate::system::State;

/// Iterations after which a step is given up.
const MAX_ITERATIONS: usize = 30;
/// Corrections below this, relative to the size of the mechanism or in radians, are round-off.
const CORRECTION_ROUND_OFF: f64 = 1e-15;
/// Where constraints come near a loss of rank, they amplify round-off in the direction that they all but set free. A step
/// that needs a new factorization in every iteration may leave the first part of the scheme's own error, or corrections
/// of the second size.
const FULL_NEWTON_TOLERANCES: (f64, f64) = (1e-2, 1e-9);
/// A relative correction of an algebraic unknown counts this much against a correction of position, so that its equation
/// is solved to nine digits where positions are solved to round-off.
const ALGEBRAIC_WEIGHT: f64 = 1e-6;
/// Halvings of a correction before its direction is given up.
const MAX_BACKTRACKS: usize = 40;
/// The damping factor below which the iteration is given up.
const MIN_DAMPING: f64 = 1e-3;
/// A first step has no history that gives the scheme's error of velocities; it may leave this part of that of positions.
const FIRST_STEP_SHARE: f64 = 1e-5;
/// A contraction above this with a new factorization will not recover.
const DIVERGENCE: f64 = 2.0;
/// A correction larger than this part of the last one is not made with an old factorization.
const MONOTONICITY: f64 = 1.0;
/// A contraction above this may be round-off.
const SLOW: f64 = 0.5;

/// What may be left of the two parts of a correction.
struct NewtonTolerances {
    motion: f64,
    projection: f64,
}

impl NewtonTolerances {
    /// The size of a correction relative to what may be left of it.
    fn size(&self, correction: &Correction) -> f64 {
        (correction.motion / self.motion).max(correction.projection / self.projection)
    }

    /// The ratio of a correction to the last one. Both are compared with the present tolerances: those of the last
    /// iteration were smaller, as far as the correction moved the accelerations off their straight line.
    fn contraction(&self, correction: &Correction, last: &Correction) -> f64 {
        self.size(correction) / self.size(last)
    }
}

/// The size of a correction, relative to the error scale of each unknown.
struct Correction {
    /// Of the increments x that velocities and accelerations follow.
    motion: f64,
    /// Of the increments p' that close the position level.
    projection: f64,
    /// The unknown where the motion is corrected most.
    worst: usize,
}

impl Correction {
    fn largest(&self) -> f64 {
        self.motion.max(self.projection)
    }
}

impl Stepper {
    /// Iterates from the prediction to the end of a step of `h` from `from`, at `time`.
    pub(super) fn iterate(
        &mut self,
        from: &State,
        time: f64,
        h: f64,
        refactorization: Refactorization,
    ) -> Result<(), StepFailure> {
        let (full, limited) =
            (refactorization == Refactorization::EveryIteration, refactorization == Refactorization::Limited);
        // Predictor.
        let initial = self.start_at_prediction(from, time, h, refactorization)?;
        let (began_fresh, deferred) = (initial != InitialJacobian::Reused, initial == InitialJacobian::Deferred);
        let (mut factorize, mut refactorizations) = (false, 0);
        let (mut last, mut last_residual, mut worst, mut damping) = (None::<Correction>, f64::INFINITY, 0, 1.0);
        let iterations = if full { 2 * MAX_ITERATIONS } else { MAX_ITERATIONS };
        for iteration in 1..=iterations {
            // Backtracking.
            let backtracked = self.backtrack(from, h)?;
            if backtracked {
                (last, factorize) = (None, true);
            }
            // Residual. Otherwise the positions are still those at which the last iteration evaluated the constraints.
            let constraints = iteration == 1 || backtracked || full || self.any_on_velocities;
            let residual = self.evaluate(constraints)?;
            let grown = residual > std::mem::replace(&mut last_residual, residual);
            if deferred && iteration == 2 && grown {
                return self.iterate_with_new_jacobian(from, time, h);
            }
            // Factorization.
            if factorize {
                if refactorization.is_exhausted(refactorizations) {
                    break;
                }
                self.factorize(h)?;
                refactorizations += 1;
            }
            // Correction.
            let mut correction = self.correct(from, h)?;
            let mut tolerances = self.newton_tolerances(from, h, full);
            let mut contraction = last.as_ref().map(|last| tolerances.contraction(&correction, last));
            let stagnated = contraction.is_some_and(|c| c > SLOW) && self.is_round_off(correction.largest(), h)?;
            // Monotonicity.
            if limited && contraction.is_some_and(|c| c > MONOTONICITY) && !factorize && !stagnated {
                if iteration == 2 && !began_fresh {
                    return self.iterate_with_new_jacobian(from, time, h);
                }
                if refactorization.is_exhausted(refactorizations) {
                    break;
                }
                correction = self.correct_again(from, h)?;
                refactorizations += 1;
                (tolerances, contraction) = (self.newton_tolerances(from, h, full), None);
            }
            worst = correction.worst;
            let size = tolerances.size(&correction);
            self.record_iteration(h, iteration, residual, size, contraction, worst);
            // Damping.
            damping = contraction.filter(|_| full).map_or(damping, |c| self.damp(from, h, c, damping));
            if damping < MIN_DAMPING {
                break;
            }
            // Convergence.
            let expected = contraction.map(|c| self.expected_contraction(c, worst));
            let converged = stagnated || self.is_converged(size, expected);
            if converged && self.system.is_feasible(&self.trial) {
                let (iterations, refactorized) = (iteration, refactorizations > usize::from(deferred));
                self.jacobian_policy.record(&NewtonOutcome { iterations, contraction, began_fresh, refactorized });
                return Ok(());
            }
            // Divergence.
            if refactorization == Refactorization::WhenSlow && contraction.is_some_and(|c| c > DIVERGENCE) {
                break;
            }
            let due = contraction.map_or(deferred && iteration == 1, |c| JacobianPolicy::refactorization_pays(c, size));
            factorize = full || due;
            last = Some(correction);
            self.remember_correction();
        }
        Err(StepFailure { row: worst, reason: Reason::NoConvergence { iterations, step: h } })
    }

    fn remember_correction(&mut self) {
        let n = self.last_correction.len();
        self.last_correction.copy_from_slice(&self.x[..n]);
    }

    /// Moves the trial state to the prediction, and prepares the iteration matrix.
    fn start_at_prediction(
        &mut self,
        from: &State,
        time: f64,
        h: f64,
        refactorization: Refactorization,
    ) -> Result<InitialJacobian, StepFailure> {
        self.predict(from, time, h);
        self.trial.set_moved(&from.q, &self.increment);
        let initial = self.prepare_jacobian(h, refactorization)?;
        self.project_predicted_positions(from)?;
        self.take_prediction_as_correction();
        Ok(initial)
    }

    /// A prediction that is infeasible is backtracked along itself.
    fn take_prediction_as_correction(&mut self) {
        let n = self.increment.len();
        self.x[..n].copy_from_slice(&self.increment);
        self.x[n..].fill(0.0);
        self.y.fill(0.0);
    }

    /// The contraction that is expected of further iterations: in a system with finite elements at least that of the unknown that is corrected most.
    ///
    /// The first correction is mostly that of the large motion, which an old matrix finds well. What it finds worse, as the deformation of a body that has turned since, is a small part of that correction, so that the ratio
    /// of two corrections is far below the contraction of the following ones.
    fn expected_contraction(&self, contraction: f64, worst: usize) -> f64 {
        let (now, before) = (self.x[worst].abs(), self.last_correction[worst].abs());
        if !self.system.pattern().finite_elements || now == 0.0 {
            return contraction;
        }
        contraction.max((now / before).min(SLOW))
    }

    /// Whether what is left of the solution's error is below its tolerance.
    fn is_converged(&self, size: f64, contraction: Option<f64>) -> bool {
        // Of a series that contracts by c each time, c/(1 − c) times the last term is left.
        let assumed = self.jacobian_policy.expected_contraction(self.tolerance);
        let expected = contraction.or(assumed).filter(|expected| *expected < 1.0);
        expected.map_or(size, |c| size * c / (1.0 - c)) <= 1.0
    }

    /// Starts again from the prediction with a new factorization: the old one led away from it.
    fn iterate_with_new_jacobian(&mut self, from: &State, time: f64, h: f64) -> Result<(), StepFailure> {
        self.factorized_for = None;
        self.jacobian_policy.record_stale();
        self.iterate(from, time, h, Refactorization::Limited)
    }

    /// Takes back the last correction, and makes one with a new factorization in its place.
    ///
    /// Where a contact has closed since the factorization, its matrix lacks a stiffness: the force of one nanometre then
    /// moves a gear by a metre. The size of such a correction says so before it does harm (the natural monotonicity test,
    /// Deuflhard 2004, 3.3).
    fn correct_again(&mut self, from: &State, h: f64) -> Result<Correction, StepFailure> {
        let Scheme { beta, gamma, .. } = self.scheme;
        for k in (0..self.phi.len()).filter(|k| self.active[*k] && !self.on_velocities[*k]) {
            self.projections[k] -= beta * h / gamma * self.rate[k];
        }
        self.x.iter_mut().chain(&mut self.y).for_each(|x| *x = -*x);
        self.apply(from, h);
        self.evaluate(true)?;
        for k in (0..self.phi.len()).filter(|k| self.active[*k] && !self.on_velocities[*k]) {
            self.projections[k] += self.phi[k];
        }
        self.factorize(h)?;
        self.correct(from, h)
    }

    /// Takes back a part of the last correction where it contracts too slowly, and returns the damping factor r of it.
    ///
    /// Across a kink, or the step of a friction law, two linearisations may send each other back and forth: less than a
    /// whole correction lands between them. A part r of it contracts by 1 − r where the equations are straight.
    fn damp(&mut self, from: &State, h: f64, contraction: f64, damping: f64) -> f64 {
        let damping = if contraction > 1.0 - 0.5 * damping { 0.5 * damping } else { (1.5 * damping).min(1.0) };
        if (MIN_DAMPING..1.0).contains(&damping) {
            self.x.iter_mut().chain(&mut self.y).for_each(|x| *x *= damping - 1.0);
            self.apply(from, h);
            // What may have to be backtracked is the part that was applied in all.
            self.x.iter_mut().chain(&mut self.y).for_each(|x| *x *= damping / (damping - 1.0));
        }
        damping
    }

    /// What may be left of a correction: a part of the scheme's own errors in the step.
    ///
    /// An increment x is a velocity of γ/(βh) x. The scheme's error of velocities is of the size of h³ v⃛/12, and h² v⃛ is
    /// what the accelerations are off a straight line. Judged by positions alone, which are off by h³ v̈, x would leave
    /// errors of velocities that add up to a first order.
    fn newton_tolerances(&self, from: &State, h: f64, full: bool) -> NewtonTolerances {
        let Scheme { beta, gamma, .. } = self.scheme;
        let error = self.local_error(from, h);
        if full {
            let both = (FULL_NEWTON_TOLERANCES.0 * error).max(FULL_NEWTON_TOLERANCES.1);
            return NewtonTolerances { motion: both, projection: both };
        }
        let memory = &self.memory;
        let motion = match memory.predictor.deviation_from_line(h, &self.trial.dv, &memory.error_scales) {
            Some(deviation) => self.tolerance * beta / (12.0 * gamma) * h * h * deviation,
            None => FIRST_STEP_SHARE * error,
        };
        NewtonTolerances {
            motion: motion.max(CORRECTION_ROUND_OFF).max(self.round_off_floor(h)),
            projection: (self.tolerance * error).max(CORRECTION_ROUND_OFF),
        }
    }

    /// Moves the predicted positions by what is expected to close the position level.
    fn project_predicted_positions(&mut self, from: &State) -> Result<(), StepFailure> {
        if self.projections.iter().all(|projection| *projection == 0.0) {
            return Ok(());
        }
        let n = self.increment.len();
        self.y[..n].fill(0.0);
        self.y[n..].copy_from_slice(&self.projections);
        self.solve_y()?;
        self.increment.iter_mut().zip(&self.y).for_each(|(s, p)| *s += p);
        self.trial.set_moved(&from.q, &self.increment);
        Ok(())
    }

    /// Takes back half of the last correction, and half of what is left, until the trial state is feasible. Returns
    /// whether it took back anything.
    fn backtrack(&mut self, from: &State, h: f64) -> Result<bool, StepFailure> {
        let mut backtracked = false;
        for backtracks in 0.. {
            if self.system.is_feasible(&self.trial) {
                return Ok(backtracked);
            }
            if backtracks == MAX_BACKTRACKS {
                break;
            }
            self.x.iter_mut().chain(&mut self.y).for_each(|x| *x *= -0.5);
            self.apply(from, h);
            self.x.iter_mut().chain(&mut self.y).for_each(|x| *x = -*x);
            backtracked = true;
        }
        Err(StepFailure { row: 0, reason: Reason::Infeasible })
    }

    /// Evaluates the residual of the trial state, and its constraints where they are not known; the residual stays in `x`. Returns the
    /// largest entry of the equations of motion.
    fn evaluate(&mut self, constraints: bool) -> Result<f64, StepFailure> {
        Self::residual(&mut self.workers, &self.system, &self.trial, &mut self.x);
        if constraints {
            self.system.constraint_values(&self.trial, &mut self.phi, &mut self.rate);
        }
        let finite = |s: &[f64]| s.iter().all(|x| x.is_finite());
        if !(finite(&self.x) && finite(&self.phi) && finite(&self.rate)) {
            return Err(StepFailure { row: 0, reason: Reason::NonFinite });
        }
        Ok(self.x[..self.system.motion_unknowns()].iter().fold(0.0, |most: f64, r| most.max(r.abs())))
    }

    fn record_iteration(
        &mut self,
        step: f64,
        iteration: usize,
        residual: f64,
        correction: f64,
        contraction: Option<f64>,
        worst: usize,
    ) {
        let (time, jacobian_age) = (self.trial.time, self.jacobian_policy.age());
        if let Some(trace) = &mut self.trace {
            trace.push(NewtonIteration {
                time,
                step,
                iteration,
                residual,
                correction,
                contraction,
                worst,
                jacobian_age,
            });
        }
    }

    /// Solves for the correction and applies it: first the new positions, then velocities that fit them (eq. 24).
    fn correct(&mut self, from: &State, h: f64) -> Result<Correction, StepFailure> {
        let Scheme { beta, gamma, .. } = self.scheme;
        let n = self.system.motion_unknowns();
        let (force_row, rate_row) = (beta * h * h, beta * h / gamma);
        self.statistics.newton_iterations += 1;
        self.x.iter_mut().for_each(|r| *r *= -force_row);
        // The rows of inactive constraints are scaled like forces, and stay.
        for k in (0..self.phi.len()).filter(|k| self.active[*k]) {
            self.x[n + k] = self.memory.compliance[k] * force_row * self.trial.multipliers[k];
            // Constraints on velocities leave nothing open at the position level.
            if self.on_velocities[k] {
                self.x[n + k] -= rate_row * self.rate[k];
            }
        }
        if self.phi.is_empty() {
            self.solve_x()?;
            return Ok(self.apply(from, h));
        }
        self.y.copy_from_slice(&self.x);
        for k in (0..self.phi.len()).filter(|k| self.active[*k] && !self.on_velocities[*k]) {
            self.y[n + k] -= self.phi[k];
            self.projections[k] -= self.phi[k];
        }
        self.solve_y()?;
        self.increment.iter_mut().zip(&self.y).for_each(|(s, d)| *s += d);
        self.trial.set_moved(&from.q, &self.increment);
        self.system.constraint_values(&self.trial, &mut self.phi, &mut self.rate);
        for k in (0..self.phi.len()).filter(|k| self.active[*k] && !self.on_velocities[*k]) {
            self.x[n + k] -= rate_row * self.rate[k];
            self.projections[k] += rate_row * self.rate[k];
        }
        self.solve_x()?;
        // What the positions moved beyond what velocities follow.
        self.y.iter_mut().zip(&self.x).for_each(|(y, x)| *y -= x);
        Ok(self.apply_velocity_correction(h))
    }

    /// Adds the correction in `x` and `y` to the trial state.
    fn apply(&mut self, from: &State, h: f64) -> Correction {
        self.increment.iter_mut().zip(self.x.iter().zip(&self.y)).for_each(|(s, (x, p))| *s += x + p);
        self.trial.set_moved(&from.q, &self.increment);
        self.apply_velocity_correction(h)
    }

    /// Adds the correction in `x` and `y` to all but the positions of the trial state.
    fn apply_velocity_correction(&mut self, h: f64) -> Correction {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let (n, force_row) = (self.system.motion_unknowns(), beta * h * h);
        let acceleration = (1.0 - alpha_m) / ((1.0 - alpha_f) * force_row);
        let new = &mut self.trial;
        let (x, scales) = (&self.x[..n], &self.memory.error_scales[..n]);
        // Loops of their own, which the compiler vectorises.
        new.a[..n].iter_mut().zip(x).for_each(|(a, x)| *a += x / force_row);
        new.v[..n].iter_mut().zip(x).for_each(|(v, x)| *v += gamma / (beta * h) * x);
        new.dv[..n].iter_mut().zip(x).for_each(|(dv, x)| *dv += acceleration * x);
        let mut motion = (0.0, 0);
        for (i, (x, scale)) in x.iter().zip(scales).enumerate() {
            let size = x.abs() / scale;
            if size > motion.0 {
                motion = (size, i);
            }
        }
        // Without constraints nothing is projected.
        let projected = if self.phi.is_empty() { &[][..] } else { &self.y[..n] };
        let projection = projected.iter().zip(scales).map(|(p, scale)| p.abs() / scale).fold(0.0, f64::max);
        for &(i, scale) in &self.algebraic {
            let change = gamma / (beta * h) * self.x[i] / new.v[i].abs().max(scale);
            if ALGEBRAIC_WEIGHT * change.abs() > motion.0 {
                motion = (ALGEBRAIC_WEIGHT * change.abs(), i);
            }
        }
        for (multiplier, x) in new.multipliers.iter_mut().zip(&self.x[n..]) {
            *multiplier += x / force_row;
        }
        Correction { motion: motion.0, projection, worst: motion.1 }
    }
}
