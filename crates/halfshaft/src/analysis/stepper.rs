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
//! (`docs/theory.md`, time integration, eqs. 22-26).

use serde::{Deserialize, Serialize};

use super::corotation::CorotatedFactorization;
use super::error_estimate::{ErrorHistory, Estimate};
use super::failure::{Failure, Reason};
use super::predictor::Predictor;

use super::jacobian_policy::{JacobianPolicy, NewtonOutcome};
use super::redundancy::{Redundancy, regularize_constraints};
use super::scheme::Scheme;
use crate::linalg::Singular;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::linalg::undetermined::undetermined;
use crate::system::{State, System, Weights};

/// Iterations after which a step is given up.
const MAX_ITERATIONS: usize = 30;
/// Factorizations within a step after which it is given up where a shorter one costs less.
const MAX_REFACTORIZATIONS: usize = 3;
/// Corrections below this, relative to the size of the mechanism or in radians, are round-off.
const CORRECTION_ROUND_OFF: f64 = 1e-15;
/// Corrections below this that no longer shrink are the round-off of stiff forces.
const STAGNATION_TOLERANCE: f64 = 1e-11;
/// The same for velocities, in units of the mechanism or radians in a second.
const VELOCITY_STAGNATION_TOLERANCE: f64 = 1e-6;
/// Where constraints come near a loss of rank, they amplify round-off in the direction that they all but set free. A step
/// that needs a new factorization in every iteration may leave the first part of the scheme's own error, or corrections
/// of the second size.
const FULL_NEWTON_TOLERANCES: (f64, f64) = (1e-2, 1e-9);
/// A relative correction of an algebraic unknown counts this much against a correction of position, so that its equation
/// is solved to nine digits where positions are solved to round-off.
const ALGEBRAIC_WEIGHT: f64 = 1e-6;
/// Halvings of a correction before its direction is given up.
const MAX_BACKTRACKS: usize = 40;
/// A part of a correction below this goes nowhere.
const MIN_DAMPING: f64 = 1e-3;
/// A first step has no past to tell the scheme's error of velocities by; it may leave this part of that of positions.
const FIRST_STEP_SHARE: f64 = 1e-5;
/// A contraction above this will not recover.
const DIVERGENCE: f64 = 2.0;

/// When the iteration matrix is made anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refactorization {
    /// When it contracts slowly, a few times.
    Limited,
    /// When it contracts slowly.
    WhenSlow,
    /// In every iteration.
    EveryIteration,
}

/// What the steps so far have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: usize,
    /// Steps tried in vain.
    pub rejected: usize,
    /// Newton iterations.
    pub newton_iterations: usize,
    /// Factorizations of the iteration matrix.
    pub factorizations: usize,
    /// Times at which modes were switched.
    pub events: usize,
}

/// Takes steps; owns every buffer a step needs.
pub(crate) struct Stepper<'s> {
    pub(super) system: &'s System,
    pub(super) scheme: Scheme,
    /// Newton stops when the error left in an increment is below this part of the scheme's own local error.
    tolerance: f64,
    pub trial: State,
    /// Whether each constraint holds in the present modes.
    active: Vec<bool>,
    /// The same before an event.
    active_before: Vec<bool>,
    /// Whether each constraint is on velocities.
    on_velocities: Vec<bool>,
    any_on_velocities: bool,
    /// The algebraic unknowns with their scales.
    pub(super) algebraic: Vec<(usize, f64)>,
    /// The position increment s of the step, with its correction p in it.
    pub(super) increment: Vec<f64>,
    phi: Vec<f64>,
    rate: Vec<f64>,
    /// Right side and solution: motions, then multipliers.
    x: Vec<f64>,
    y: Vec<f64>,
    /// Room for numbers of the motions.
    velocity_buffer: Vec<f64>,
    /// Room for positions.
    position_buffer: Vec<f64>,
    pub(super) matrix: BlockMatrix,
    pub(super) solver: Solver,
    /// How far the mechanism has turned since the factorization.
    pub(super) corotation: CorotatedFactorization,
    /// The step for which the factorization was made, if there is one.
    factorized_for: Option<f64>,
    /// How well it serves.
    jacobian_policy: JacobianPolicy,
    /// Right sides by which the position level was closed in this step: Φ_q p.
    projections: Vec<f64>,
    /// Buffers of the error estimate; absent while it is made.
    pub(super) estimate: Option<Estimate>,
    pub(super) memory: Memory,
    pub statistics: Statistics,
    /// Whether friction may lock itself: it depends on reactions, and no signals are fed back.
    checks_self_locking: bool,
}

/// What steps leave for those that follow; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// What an error of each unknown of motion is compared with.
    pub(super) error_scales: Vec<f64>,
    /// ε d of each multiplier that is not unique, zero for the others.
    compliance: Vec<f64>,
    /// What the next step is predicted from.
    predictor: Predictor,
    /// What error estimates remember.
    pub(super) error_history: ErrorHistory,
}

impl<'s> Stepper<'s> {
    /// `compliance`: ε d of each multiplier that is not unique at the start, zero for the others.
    pub fn new(system: &'s System, scheme: Scheme, tolerance: f64, start: &State, compliance: Vec<f64>) -> Self {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let mut stepper = Stepper {
            system,
            scheme,
            tolerance,
            trial: start.clone(),
            active: vec![true; m],
            active_before: vec![true; m],
            on_velocities: vec![false; m],
            any_on_velocities: false,
            algebraic: system.algebraic().collect(),
            increment: vec![0.0; n],
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            x: vec![0.0; n + m],
            y: vec![0.0; n + m],
            velocity_buffer: vec![0.0; n],
            position_buffer: vec![0.0; start.q.len()],
            matrix: BlockMatrix::new(system.pattern()),
            solver: Solver::of_corrections(n),
            corotation: CorotatedFactorization::new(system),
            factorized_for: None,
            jacobian_policy: JacobianPolicy::default(),
            projections: vec![0.0; m],
            estimate: Some(Estimate::new(system, start)),
            memory: Memory {
                error_scales: system.error_scales(start),
                compliance,
                predictor: Predictor::new(n, m),
                error_history: ErrorHistory::new(system),
            },
            statistics: Statistics::default(),
            checks_self_locking: system.forces_depend_on_reactions() && system.algebraic().next().is_none(),
        };
        system.on_velocities(&mut stepper.on_velocities);
        stepper.any_on_velocities = stepper.on_velocities.contains(&true);
        stepper.restart(start);
        stepper
    }

    /// A stepper that goes on where another was, right after its [`Stepper::refresh`].
    pub fn resume(system: &'s System, scheme: Scheme, tolerance: f64, state: &State, memory: Memory) -> Self {
        let mut stepper = Stepper::new(system, scheme, tolerance, state, memory.compliance.clone());
        stepper.memory = memory;
        stepper
    }

    /// Forgets the factorization and its order, so that what follows depends on the memory alone.
    pub fn refresh(&mut self) -> &Memory {
        self.solver = Solver::of_corrections(self.system.motion_unknowns());
        self.factorized_for = None;
        self.jacobian_policy = JacobianPolicy::default();
        &self.memory
    }

    /// What the next step is predicted from.
    pub fn predictor(&self) -> &Predictor {
        &self.memory.predictor
    }

    pub fn system(&self) -> &'s System {
        self.system
    }

    /// Begins anew from a state whose modes may have changed: nothing is extrapolated or kept from before.
    pub fn restart_with_modes(&mut self, state: &State) {
        self.active_before.copy_from_slice(&self.active);
        self.restart(state);
        // The search takes its own room; most events let the same constraints hold.
        if self.active != self.active_before {
            self.memory.compliance = Redundancy::find(self.system, state).compliances(self.system, state);
        }
    }

    /// The same where the constraints hold as before.
    pub fn restart(&mut self, state: &State) {
        self.system.active_constraints(state, &mut self.active);
        self.trial.clone_from(state);
        self.factorized_for = None;
        self.memory.predictor.restart(&state.dv, &state.multipliers);
        self.phi.fill(0.0);
        self.rate.fill(0.0);
    }

    /// As [`Stepper::step`], but gives up soon: for whoever would rather take a shorter step.
    pub fn step_with_limited_effort(&mut self, from: &State, time: f64, h: f64) -> Result<(), StepFailure> {
        self.iterate(from, time, h, Refactorization::Limited)
    }

    /// Tries a step of `h` from `from`, to `time`; on success `trial` holds the new state.
    ///
    /// First with the factorization at hand, renewed where it contracts slowly; where that fails, once more from the
    /// prediction with a new one in every iteration.
    pub fn step(&mut self, from: &State, time: f64, h: f64) -> Result<(), StepFailure> {
        self.iterate(from, time, h, Refactorization::WhenSlow)
            .or_else(|_| self.iterate(from, time, h, Refactorization::EveryIteration))
    }

    fn iterate(
        &mut self,
        from: &State,
        time: f64,
        h: f64,
        refactorization: Refactorization,
    ) -> Result<(), StepFailure> {
        self.predict(from, time, h);
        let always = refactorization == Refactorization::EveryIteration;
        let began_fresh = always || self.factorized_for != Some(h) || self.jacobian_policy.is_stale();
        self.trial.set_moved(&from.q, &self.increment);
        if began_fresh {
            if always { self.factorize(h) } else { self.factorize_ahead(h) }?;
        }
        self.corotation.update(&self.trial);
        self.project_predicted_positions(from)?;
        // A prediction that is refused is drawn back along itself.
        let n = self.increment.len();
        self.x[..n].copy_from_slice(&self.increment);
        self.x[n..].fill(0.0);
        self.y.fill(0.0);
        let (mut factorize, mut refactorizations) = (false, 0);
        let mut last: Option<f64> = None;
        let mut worst = 0;
        let mut damping = 1.0;
        let iterations = if always { 2 * MAX_ITERATIONS } else { MAX_ITERATIONS };
        for iteration in 1..=iterations {
            let backtracked = self.backtrack(from, h)?;
            if backtracked {
                (last, factorize) = (None, true);
            }
            // Otherwise the positions are still those at which the last iteration evaluated them.
            let constraints = iteration == 1 || backtracked || always || self.any_on_velocities;
            self.evaluate(constraints)?;
            if factorize {
                if refactorizations == MAX_REFACTORIZATIONS && refactorization == Refactorization::Limited {
                    break;
                }
                self.factorize(h)?;
                refactorizations += 1;
            }
            let correction = self.correct(from, h)?;
            worst = correction.worst;
            self.statistics.newton_iterations += 1;
            let newton_tolerances = self.newton_tolerances(from, h, refactorization);
            let size = (correction.motion / newton_tolerances.motion)
                .max(correction.projection / newton_tolerances.projection);
            let measure = if always { correction.motion.max(correction.projection) } else { size };
            let contraction = last.map(|last| measure / last);
            // Across a kink, or the step of a friction law, two linearisations may send each other back and forth: less than a
            // whole correction lands between them. A part r of it contracts by 1 − r where the equations are straight.
            if let Some(contraction) = contraction.filter(|_| always) {
                damping = if contraction > 1.0 - 0.5 * damping { 0.5 * damping } else { (1.5 * damping).min(1.0) };
                if damping < MIN_DAMPING {
                    break;
                }
                if damping < 1.0 {
                    self.x.iter_mut().chain(&mut self.y).for_each(|x| *x *= damping - 1.0);
                    self.apply(from, h);
                    // What may have to be drawn back is the part that was applied in all.
                    self.x.iter_mut().chain(&mut self.y).for_each(|x| *x *= damping / (damping - 1.0));
                }
            }
            // Of a series that contracts by c each time, c/(1 − c) times the last term is left.
            let expected =
                contraction.or(self.jacobian_policy.expected_contraction()).filter(|expected| *expected < 1.0);
            let left = expected.map_or(size, |c| size * c / (1.0 - c));
            // Stiff contacts turn round-off of positions into forces: what neither shrinks nor matters is that. It must not
            // matter for the velocities either, which a short step takes from small increments.
            let smallest = STAGNATION_TOLERANCE.min(VELOCITY_STAGNATION_TOLERANCE * h);
            let stagnated =
                contraction.is_some_and(|c| c > 0.5) && correction.motion.max(correction.projection) <= smallest;
            if (stagnated || left <= 1.0) && self.system.is_feasible(&self.trial) {
                self.jacobian_policy.record(&NewtonOutcome {
                    iterations: iteration,
                    contraction,
                    began_fresh,
                    renewed: refactorizations > 0,
                });
                return Ok(());
            }
            if contraction.is_some_and(|c| c > DIVERGENCE) && !always {
                break;
            }
            factorize = always || contraction.is_some_and(|c| JacobianPolicy::refactorization_pays(c, size));
            last = Some(measure);
        }
        Err(StepFailure { row: worst, reason: Reason::NoConvergence { iterations, step: h } })
    }

    /// What may be left of a correction: a part of the scheme's own errors in the step.
    ///
    /// An increment x is a velocity of γ/(βh) x. The scheme's error of velocities is of the size of h³ v⃛/12, and h² v⃛ is
    /// what the accelerations are off a straight line. Judged by positions alone, which are off by h³ v̈, x would leave
    /// errors of velocities that add up to a first order.
    fn newton_tolerances(&self, from: &State, h: f64, refactorization: Refactorization) -> NewtonTolerances {
        let Scheme { beta, gamma, .. } = self.scheme;
        let error = self.local_error(from, h);
        if refactorization == Refactorization::EveryIteration {
            let both = (FULL_NEWTON_TOLERANCES.0 * error).max(FULL_NEWTON_TOLERANCES.1);
            return NewtonTolerances { motion: both, projection: both };
        }
        let motion = match self.memory.predictor.deviation_from_line(h, &self.trial.dv, &self.memory.error_scales) {
            Some(bend) => self.tolerance * beta / (12.0 * gamma) * h * h * bend,
            None => FIRST_STEP_SHARE * error,
        };
        NewtonTolerances {
            motion: motion.max(CORRECTION_ROUND_OFF),
            projection: (self.tolerance * error).max(CORRECTION_ROUND_OFF),
        }
    }

    /// Moves the positions by what is expected to close the position level.
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

    /// Takes back half of the last correction, and half of what is left, until no element refuses the trial state. Tells
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

    /// The start of the iteration: accelerations and multipliers as the steps before let expect.
    fn predict(&mut self, from: &State, time: f64, h: f64) {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let new = &mut self.trial;
        new.time = time;
        new.memory.copy_from_slice(&from.memory);
        self.memory.predictor.predict(h, &mut new.dv, &mut new.multipliers, &mut self.projections);
        for i in 0..new.v.len() {
            let (v, dv, a) = (from.v[i], from.dv[i], from.a[i]);
            let a_new = ((1.0 - alpha_f) * new.dv[i] + alpha_f * dv - alpha_m * a) / (1.0 - alpha_m);
            new.a[i] = a_new;
            new.v[i] = v + h * ((1.0 - gamma) * a + gamma * a_new);
            self.increment[i] = h * v + h * h * ((0.5 - beta) * a + beta * a_new);
        }
    }

    /// Takes the trial state as the new one and keeps what the next prediction needs.
    pub fn accept(&mut self, state: &mut State, h: f64) {
        self.memory.predictor.accept(
            h,
            &self.trial.dv,
            &self.trial.multipliers,
            &self.projections,
            &self.memory.error_scales,
        );
        self.record_forces();
        std::mem::swap(state, &mut self.trial);
        self.statistics.steps += 1;
    }

    /// Residuals of the trial state: the equations of motion stay in `x`.
    fn evaluate(&mut self, constraints: bool) -> Result<(), StepFailure> {
        self.system.residual(&self.trial, &mut self.x);
        if constraints {
            self.system.constraint_values(&self.trial, &mut self.phi, &mut self.rate);
        }
        let finite = |s: &[f64]| s.iter().all(|x| x.is_finite());
        let all = finite(&self.x) && finite(&self.phi) && finite(&self.rate);
        if all { Ok(()) } else { Err(StepFailure { row: 0, reason: Reason::NonFinite }) }
    }

    /// Makes the factorization for a time ahead, near the middle of the life that it is likely to have (eq. 33e).
    ///
    /// A matrix is off by how far the mechanism is from where it was made: in the middle, by half as much at the end. And
    /// it closes positions along directions that first run ahead of the motion and then lag behind, not lag all the time.
    fn factorize_ahead(&mut self, h: f64) -> Result<(), StepFailure> {
        // A scheme that extinguishes what is fast judges its errors with the matrix too, which is then of the present.
        // Redundant constraints agree where they are met. Ahead of the motion they are not: Φ_q gains rank there, and closing the
        // position level would move the mechanism along its own motion.
        let redundant = self.memory.compliance.iter().any(|c| *c > 0.0);
        let foreseen = self.memory.predictor.is_smooth() && !self.scheme.annihilates_high_frequencies() && !redundant;
        let Some(steps) = self.jacobian_policy.steps_ahead().filter(|_| foreseen) else { return self.factorize(h) };
        let (n, span) = (self.increment.len(), steps * h);
        let trial = &mut self.trial;
        self.position_buffer.copy_from_slice(&trial.q);
        self.velocity_buffer.copy_from_slice(&trial.v);
        for i in 0..n {
            self.x[i] = span * (trial.v[i] + 0.5 * span * trial.dv[i]);
            trial.v[i] += span * trial.dv[i];
        }
        trial.set_moved(&self.position_buffer, &self.x[..n]);
        let made = self.system.is_feasible(&self.trial) && self.factorize(h).is_ok();
        self.trial.q.copy_from_slice(&self.position_buffer);
        self.trial.v.copy_from_slice(&self.velocity_buffer);
        if made { Ok(()) } else { self.factorize(h) }
    }

    fn factorize(&mut self, h: f64) -> Result<(), StepFailure> {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let weights = Weights {
            position: 1.0,
            velocity: gamma / (beta * h),
            acceleration: (1.0 - alpha_m) / ((1.0 - alpha_f) * beta * h * h),
            signal: gamma / (beta * h),
            multiplier: 1.0 / (beta * h * h),
            force_row: beta * h * h,
        };
        self.system.tangent(&self.trial, &self.increment, &weights, &mut self.matrix);
        let (compliance, n) = (&self.memory.compliance, self.system.motion_unknowns());
        regularize_constraints(&mut self.matrix, self.system, &mut self.y[n..]);
        self.matrix.add_to_diagonal(self.system.pattern(), n, |k| -compliance[k]);
        self.statistics.factorizations += 1;
        self.jacobian_policy.reset();
        self.corotation.set_reference(&self.trial);
        self.factorized_for = Some(h);
        self.solver
            .factorize(&self.matrix, self.system.pattern())
            .map_err(|Singular| StepFailure { row: 0, reason: Reason::Singular })?;
        self.check_self_locking()
    }

    /// Fails where friction has turned the sign of the determinant of S.
    ///
    /// With the inertia above stiffness and without friction, S₁₁ is positive and det S has the sign of (−1)^m, m constraints that
    /// hold. Friction μN adds μ ∂N/∂λ to the columns of the reactions: where sliding presses surfaces together, it can take
    /// the determinant to zero, and beyond that nothing that slides is unique (Painlevé 1895; Génot & Brogliato 1999).
    fn check_self_locking(&mut self) -> Result<(), StepFailure> {
        if !self.checks_self_locking {
            return Ok(());
        }
        let expected = self.active.iter().filter(|active| **active).count() % 2 == 1;
        if self.solver.is_negative().is_none_or(|negative| negative == expected) {
            return Ok(());
        }
        // Close to the loss of rank, any load goes into the reaction that friction amplifies.
        let n = self.system.motion_unknowns();
        self.y[..n].iter_mut().enumerate().for_each(|(i, y)| *y = 1.0 + 0.5 * ((i + 1) as f64).sin());
        self.y[n..].fill(0.0);
        let solved = self.solve_y().is_ok();
        let largest = (n..self.y.len()).max_by(|&i, &j| self.y[i].abs().total_cmp(&self.y[j].abs()));
        self.factorized_for = None;
        Err(StepFailure { row: largest.filter(|_| solved).unwrap_or(0), reason: Reason::SelfLocking })
    }

    /// Solves for the correction and applies it: first the new positions, then velocities that fit them (eq. 24).
    fn correct(&mut self, from: &State, h: f64) -> Result<Correction, StepFailure> {
        let Scheme { beta, gamma, .. } = self.scheme;
        let n = self.system.motion_unknowns();
        let (force_row, rate_row) = (beta * h * h, beta * h / gamma);
        self.x.iter_mut().for_each(|r| *r *= -force_row);
        // Rows that stand instead of constraints are scaled like forces, and stay.
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

    fn solve_x(&mut self) -> Result<(), StepFailure> {
        self.corotation.to_reference(&mut self.x);
        let solved = self.solver.solve(&self.matrix, self.system.pattern(), &mut self.x);
        self.corotation.to_current(&mut self.x);
        solved.map_err(|Singular| StepFailure { row: first_non_finite(&self.x).unwrap_or(0), reason: Reason::Singular })
    }

    fn solve_y(&mut self) -> Result<(), StepFailure> {
        self.corotation.to_reference(&mut self.y);
        let solved = self.solver.solve(&self.matrix, self.system.pattern(), &mut self.y);
        self.corotation.to_current(&mut self.y);
        solved.map_err(|Singular| StepFailure { row: first_non_finite(&self.y).unwrap_or(0), reason: Reason::Singular })
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
        let (mut motion, mut projection) = ((0.0, 0), 0.0_f64);
        let new = &mut self.trial;
        for i in 0..n {
            let (x, p) = (self.x[i], self.y[i]);
            new.a[i] += x / force_row;
            new.v[i] += gamma / (beta * h) * x;
            new.dv[i] += acceleration * x;
            let size = x.abs() / self.memory.error_scales[i];
            if size > motion.0 {
                motion = (size, i);
            }
            projection = projection.max(p.abs() / self.memory.error_scales[i]);
        }
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

    /// In words, why the last step did not come about.
    pub fn describe(&self, StepFailure { row, reason }: StepFailure) -> Failure {
        let time = self.trial.time;
        let element = match reason {
            Reason::NonFinite => self.system.non_finite_element(&self.trial),
            Reason::Singular => {
                let unknown = undetermined(&self.matrix, self.system.pattern(), self.system.motion_unknowns());
                return Failure::at_unknown(self.system, time, unknown.unwrap_or(row), reason);
            }
            Reason::Infeasible => match Failure::infeasible(self.system, &self.trial) {
                Some(failure) => return failure,
                None => None,
            },
            _ => return Failure::at_row(self.system, time, row, reason),
        };
        let element = element.unwrap_or_default();
        Failure { time, worst: element.clone(), element, reason }
    }
}

/// Why a step did not come about. Most are then taken shorter, so that nobody wants to know it in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepFailure {
    /// The worst equation.
    row: usize,
    reason: Reason,
}

/// What may be left of the two parts of a correction.
struct NewtonTolerances {
    motion: f64,
    projection: f64,
}

/// The size of a correction, relative to what each unknown is compared with.
struct Correction {
    /// Of the increments x that velocities and accelerations follow.
    motion: f64,
    /// Of the increments p' that close the position level.
    projection: f64,
    /// The unknown where the motion is corrected most.
    worst: usize,
}

/// The first number that is not finite.
fn first_non_finite(x: &[f64]) -> Option<usize> {
    x.iter().position(|x| !x.is_finite())
}
