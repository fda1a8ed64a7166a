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

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Settings;
use super::corotation::CorotatedFactorization;
use super::error_buffers::{ErrorHistory, Estimate, Noise, RoundOff};
use super::jacobian_policy::{JacobianPolicy, Refactorization};
use super::orbit::Orbits;
use super::predictor::Predictor;
use super::scheme::Scheme;
use super::trace::{self, NewtonIteration};
use crate::analysis::failure::{Failure, Reason};
use crate::analysis::redundancy::Redundancy;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::linalg::undetermined::undetermined;
use crate::system::workers::Workers;
use crate::system::{State, System};

/// What the steps so far have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: usize,
    /// Rejected steps.
    pub rejected: usize,
    /// Newton iterations.
    pub newton_iterations: usize,
    /// Factorizations of the iteration matrix.
    pub factorizations: usize,
    /// Times at which modes were switched.
    pub events: usize,
}

/// Takes steps; owns every buffer a step needs.
///
/// Its stages are files of their own: the predictor (`predictor.rs`), the Newton iteration (`newton.rs`), its matrix
/// (`jacobian.rs`, `jacobian_policy.rs`, `corotation.rs`) and the error estimate (`error_estimate.rs`).
pub(crate) struct Stepper {
    pub(super) system: Arc<System>,
    pub(super) scheme: Scheme,
    /// Newton stops when the error left in an increment is below this part of the scheme's own local error.
    pub(super) tolerance: f64,
    /// The end of the step that is tried.
    pub trial: State,
    /// Whether each constraint is active in the present modes.
    pub(super) active: Vec<bool>,
    /// The same before an event.
    active_before: Vec<bool>,
    /// Whether each constraint is on velocities.
    pub(super) on_velocities: Vec<bool>,
    pub(super) any_on_velocities: bool,
    /// The algebraic unknowns with their scales.
    pub(super) algebraic: Vec<(usize, f64)>,
    /// The position increment s of the step, with its correction p in it.
    pub(super) increment: Vec<f64>,
    pub(super) phi: Vec<f64>,
    pub(super) rate: Vec<f64>,
    /// Right side and solution: motion, then multipliers.
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// The motion's part of the correction before the last one.
    pub(super) last_correction: Vec<f64>,
    pub(super) velocity_buffer: Vec<f64>,
    pub(super) position_buffer: Vec<f64>,
    /// The threads that evaluate the elements of a large system, if there are several.
    pub(super) workers: Option<Workers>,
    pub(super) matrix: BlockMatrix,
    pub(super) solver: Solver,
    /// How far the mechanism has turned since the factorization.
    pub(super) corotation: CorotatedFactorization,
    /// The known position error of carried bodies, for a scheme with ρ∞ = 0.
    pub(super) orbits: Option<Orbits>,
    /// The step for which the factorization was made, if there is one.
    pub(super) factorized_for: Option<f64>,
    /// When it is made again.
    pub(super) jacobian_policy: JacobianPolicy,
    /// Right sides by which the position level was closed in this step: Φ_q p.
    pub(super) projections: Vec<f64>,
    /// Buffers of the error estimate; absent while it is made.
    pub(super) estimate: Option<Estimate>,
    /// Buffers of the measurement of round-off; absent while it is made.
    pub(super) round_off: Option<RoundOff>,
    /// The last correction that was round-off since the modes changed, for a scheme with ρ∞ = 0.
    pub(super) noise: Option<Noise>,
    pub(super) memory: StepperMemory,
    pub statistics: Statistics,
    /// The Newton iterations since the trace was read last, where one is kept.
    pub trace: Option<Vec<NewtonIteration>>,
    /// Whether friction may lock itself: it depends on reactions, and no signals are fed back.
    pub(super) checks_self_locking: bool,
}

/// What steps leave for those that follow; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepperMemory {
    /// What an error of each unknown of motion is compared with.
    pub(super) error_scales: Vec<f64>,
    /// ε d of each multiplier that is not unique, zero for the others.
    pub(super) compliance: Vec<f64>,
    /// What the next step is predicted from.
    pub(super) predictor: Predictor,
    /// What error estimates remember.
    pub(super) error_history: ErrorHistory,
}

impl Stepper {
    /// `compliance`: ε d of each multiplier that is not unique at the start, zero for the others.
    pub fn new(system: Arc<System>, settings: &Settings, start: &State, compliance: Vec<f64>) -> Self {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let mut on_velocities = vec![false; m];
        system.on_velocities(&mut on_velocities);
        let mut stepper = Stepper {
            scheme: settings.scheme,
            tolerance: settings.newton_tolerance,
            trial: start.clone(),
            active: vec![true; m],
            active_before: vec![true; m],
            any_on_velocities: on_velocities.contains(&true),
            on_velocities,
            algebraic: system.algebraic().collect(),
            increment: vec![0.0; n],
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            x: vec![0.0; n + m],
            y: vec![0.0; n + m],
            last_correction: vec![0.0; n],
            velocity_buffer: vec![0.0; n],
            position_buffer: vec![0.0; start.q.len()],
            workers: Workers::if_large(&system, settings.threads),
            matrix: BlockMatrix::new(system.pattern()),
            solver: Solver::of_corrections(n),
            corotation: CorotatedFactorization::new(&system),
            orbits: settings.scheme.annihilates_high_frequencies().then(|| Orbits::new(&system)),
            factorized_for: None,
            jacobian_policy: JacobianPolicy::default(),
            projections: vec![0.0; m],
            estimate: Some(Estimate::new(&system, start)),
            round_off: Some(RoundOff::new(&system)),
            noise: None,
            memory: StepperMemory {
                error_scales: system.error_scales(start),
                compliance,
                predictor: Predictor::new(n, m),
                error_history: ErrorHistory::new(&system),
            },
            statistics: Statistics::default(),
            trace: trace::buffer(settings),
            checks_self_locking: system.forces_depend_on_reactions() && system.algebraic().next().is_none(),
            system,
        };
        stepper.restart(start);
        stepper
    }

    /// Goes on where another stepper was, right after its [`Stepper::refresh`].
    pub fn resume(&mut self, memory: StepperMemory, statistics: Statistics) {
        (self.memory, self.statistics) = (memory, statistics);
    }

    /// Forgets the factorization and its order, so that what follows depends on the memory alone.
    pub fn refresh(&mut self) -> &StepperMemory {
        self.solver = Solver::of_corrections(self.system.motion_unknowns());
        self.factorized_for = None;
        self.jacobian_policy = JacobianPolicy::default();
        self.noise = None;
        &self.memory
    }

    /// What the next step is predicted from.
    pub fn predictor(&self) -> &Predictor {
        &self.memory.predictor
    }

    /// Restarts from a state whose modes may have changed: nothing is extrapolated or kept from before.
    pub fn restart_with_modes(&mut self, state: &State) {
        self.active_before.copy_from_slice(&self.active);
        self.restart(state);
        // The search for redundancy allocates; most events leave the same constraints active.
        if self.active != self.active_before {
            self.memory.compliance = Redundancy::find(&self.system, state).compliances(&self.system, state);
        }
    }

    /// The same where the same constraints are active as before.
    pub fn restart(&mut self, state: &State) {
        self.system.active_constraints(state, &mut self.active);
        self.trial.clone_from(state);
        self.factorized_for = None;
        self.noise = None;
        if let Some(orbits) = &mut self.orbits {
            orbits.update(state);
        }
        self.memory.predictor.restart(&state.dv, &state.multipliers);
        self.phi.fill(0.0);
        self.rate.fill(0.0);
    }

    /// Extrapolates nothing from the steps before a state.
    pub fn forget_history(&mut self, state: &State) {
        self.memory.predictor.restart(&state.dv, &state.multipliers);
    }

    /// Takes over the modes of a state from which a step is to be solved again.
    pub fn set_modes(&mut self, from: &State) {
        if self.trial.modes == from.modes {
            return;
        }
        self.trial.modes.copy_from_slice(&from.modes);
        self.system.active_constraints(&self.trial, &mut self.active);
        self.factorized_for = None;
        self.noise = None;
        self.phi.fill(0.0);
        self.rate.fill(0.0);
    }

    /// As [`Stepper::step`], but gives up soon: for whoever would rather take a shorter step.
    pub fn step_with_limited_effort(&mut self, from: &State, time: f64, h: f64) -> Result<(), StepFailure> {
        self.iterate(from, time, h, Refactorization::Limited)
    }

    /// Tries a step of `h` from `from`, to `time`; on success `trial` holds the new state.
    ///
    /// First by modified Newton, with the factorization at hand; where that fails, once more from the prediction by damped
    /// full Newton.
    pub fn step(&mut self, from: &State, time: f64, h: f64) -> Result<(), StepFailure> {
        self.iterate(from, time, h, Refactorization::WhenSlow)
            .or_else(|_| self.iterate(from, time, h, Refactorization::EveryIteration))
    }

    /// Predicts the end of the step: accelerations and multipliers by extrapolation, velocities and positions by the scheme.
    pub(super) fn predict(&mut self, from: &State, time: f64, h: f64) {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let new = &mut self.trial;
        new.time = time;
        new.memory.copy_from_slice(&from.memory);
        self.memory.predictor.predict(h, &mut new.dv, &mut new.multipliers, &mut self.projections);
        // A constraint that has become inactive within this step closes nothing.
        self.projections.iter_mut().zip(&self.active).filter(|(_, active)| !**active).for_each(|(p, _)| *p = 0.0);
        for i in 0..new.v.len() {
            let (v, dv, a) = (from.v[i], from.dv[i], from.a[i]);
            let a_new = ((1.0 - alpha_f) * new.dv[i] + alpha_f * dv - alpha_m * a) / (1.0 - alpha_m);
            new.a[i] = a_new;
            new.v[i] = v + h * ((1.0 - gamma) * a + gamma * a_new);
            self.increment[i] = h * v + h * h * ((0.5 - beta) * a + beta * a_new);
        }
        let constant = self.error_constant();
        if let Some(orbits) = &mut self.orbits {
            orbits.update(from);
            for (body, jerk) in orbits.each() {
                let error = jerk * (constant * h * h * h);
                self.increment[6 * body..][..3].iter_mut().zip(error.0).for_each(|(s, error)| *s -= error);
            }
        }
    }

    /// Accepts the trial state as the new one and keeps what the next prediction needs.
    pub fn accept(&mut self, state: &mut State, h: f64) {
        let memory = &mut self.memory;
        memory.predictor.accept(h, &self.trial.dv, &self.trial.multipliers, &self.projections, &memory.error_scales);
        self.record_forces();
        std::mem::swap(state, &mut self.trial);
        self.statistics.steps += 1;
    }

    /// The residual of the trial state, on all threads.
    pub(super) fn residual(workers: &mut Option<Workers>, system: &System, trial: &State, r: &mut [f64]) {
        match workers {
            Some(workers) => workers.residual(trial, r),
            None => system.residual(trial, r),
        }
    }

    /// The failure of the last step, with names.
    pub fn describe(&self, StepFailure { row, reason }: StepFailure) -> Failure {
        let time = self.trial.time;
        let element = match reason {
            Reason::NonFinite => self.system.non_finite_element(&self.trial),
            Reason::Singular => {
                let unknown = undetermined(&self.matrix, self.system.pattern(), self.system.motion_unknowns());
                return Failure::at_unknown(&self.system, time, unknown.unwrap_or(row), reason);
            }
            Reason::Infeasible => match Failure::infeasible(&self.system, &self.trial) {
                Some(failure) => return failure,
                None => None,
            },
            _ => return Failure::at_row(&self.system, time, row, reason),
        };
        let element = element.unwrap_or_default();
        Failure { time, worst: element.clone(), element, reason }
    }
}

/// Why a step failed. Most are then repeated shorter, so that the names are looked up by [`Stepper::describe`] alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepFailure {
    /// The worst equation.
    pub(super) row: usize,
    pub(super) reason: Reason,
}
