//! The loop of the time integration: choose a step, try it, judge its error, locate events, accept, restart.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::active_set::ActiveSet;
use super::dense_output::Dense;
use super::energy_audit::{Audit, Ledger, Powers};
use super::events::EventMonitor;
use super::nonsmooth::Nonsmooth;
use super::step_limits::Cause;
use super::step_size::{Assessment, Next, StepSize, Verdict};
use super::stepper::{StepFailure, Stepper};
use super::switch_log::SwitchLog;
use super::{Accepted, Checkpoint, Observer, Outcome, Settings, Start};
use crate::analysis::failure::{Failure, Reason};
use crate::analysis::inertial::Inertial;
use crate::analysis::redundancy::Redundancy;
use crate::system::{State, System};

/// Accepted steps from one checkpoint to the next.
const CHECKPOINT_STEPS: usize = 1000;
/// A step is at most this part of the shortest period of what is prescribed.
const PERIOD_SHARE: f64 = 0.125;
/// Steps that are rejected below this part of the time scale of the motion are examined for a loss of rank.
const RANK_CHECK_STEP: f64 = 1e-7;
/// Events within this part of a step are simultaneous.
pub(super) const COINCIDENCE: f64 = 1e-9;

/// How far ahead of a start event functions and accelerations are evaluated, relative to a step or to the time scale of
/// the motion.
pub(super) const LOOK_AHEAD: f64 = 1e-6;

/// What is left to do before the next step, once it is known how far the steps may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Pending {
    /// Nothing.
    Nothing,
    /// The motion begins.
    Start,
    /// The motion begins, and inputs have been set that the state does not follow yet.
    StartWithInputs,
    /// Inputs have been set: the state does not follow them yet.
    Inputs,
    /// The state is consistent after a restart, but its algorithmic acceleration is not initialized.
    AlgorithmicAcceleration,
}

/// A time integration under way.
pub(super) struct Integration {
    pub system: Arc<System>,
    pub settings: Settings,
    pub state: State,
    /// The time at which steps must end.
    pub until: f64,
    pub pending: Pending,
    /// The step for which the state's algorithmic acceleration stands.
    pub offset_step: f64,
    pub stepper: Stepper,
    pub inertial: Inertial,
    pub events: EventMonitor,
    pub dense: Dense,
    pub step_size: StepSize,
    pub ledger: Ledger,
    pub powers: Powers,
    /// v̈ at a start.
    pub rates: Vec<f64>,
    pub scratch: Vec<f64>,
    /// The switches of modes since they were read last, where they are kept.
    pub switches: Option<SwitchLog>,
    /// The active set of contacts by multipliers, if there are any.
    pub active_set: Option<Box<ActiveSet>>,
    /// The unilateral constraints, if there are any.
    pub nonsmooth: Option<Box<Nonsmooth>>,
    /// The rejected step after which the rank of the constraints was checked last.
    rank_checked_at: f64,
}

impl Integration {
    /// At the start of a motion, in a consistent state. `compliance` as for [`Stepper::new`].
    pub fn new(system: Arc<System>, state: State, compliance: Vec<f64>, settings: &Settings, audit: Audit) -> Self {
        let stepper = Stepper::new(system.clone(), settings, &state, compliance);
        Integration {
            inertial: Inertial::new(system.clone()),
            events: EventMonitor::new(&system, &state),
            active_set: ActiveSet::new(&system, &state),
            nonsmooth: Nonsmooth::new(&system, &state),
            dense: Dense::new(&system),
            step_size: StepSize::new(settings, state.time),
            ledger: Ledger::new(&system, audit),
            powers: Powers::new(&system, &state),
            rates: vec![0.0; state.v.len()],
            scratch: Vec::with_capacity(state.v.len()),
            rank_checked_at: f64::INFINITY,
            settings: settings.clone(),
            until: state.time,
            pending: Pending::Start,
            offset_step: 0.0,
            switches: None,
            system,
            state,
            stepper,
        }
    }

    /// Goes on from a checkpoint.
    pub fn resume(system: Arc<System>, checkpoint: Checkpoint, settings: &Settings) -> Self {
        let Checkpoint { state, offset_step, pending, stepper, events, step_size, ledger, statistics } = checkpoint;
        let audit = ledger.audit;
        let mut resumed = Integration::new(system, state, stepper.compliance.clone(), settings, audit);
        resumed.stepper.resume(stepper, statistics);
        resumed.events.resume(events);
        Integration { offset_step, pending, step_size, ledger, ..resumed }
    }

    /// A checkpoint; what follows depends on nothing else.
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.inertial = Inertial::new(self.system.clone());
        self.rank_checked_at = f64::INFINITY;
        Checkpoint {
            state: self.state.clone(),
            offset_step: self.offset_step,
            pending: self.pending,
            stepper: self.stepper.refresh().clone(),
            events: self.events.memory().clone(),
            step_size: self.step_size.clone(),
            ledger: self.ledger.clone(),
            statistics: self.stepper.statistics,
        }
    }

    /// Steps until `until`, where a step ends.
    pub fn advance_to(&mut self, until: f64, observer: &mut dyn Observer) -> Result<Outcome, Failure> {
        self.advance_while(until, observer, &mut |_| true)
    }

    /// The same as long as `go_on` agrees before each step. Unlike an observer, it stops where the integration can go on:
    /// after the restart that follows an event.
    pub fn advance_while(
        &mut self,
        until: f64,
        observer: &mut dyn Observer,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Outcome, Failure> {
        self.begin(until)?;
        while self.state.time < until {
            if !go_on(self.state.time) || self.advance(observer)?.is_break() {
                return Ok(Outcome::Stopped);
            }
        }
        Ok(Outcome::Done)
    }

    /// Takes one accepted step, that ends at `until` at the latest.
    pub fn step(&mut self, until: f64, observer: &mut dyn Observer) -> Result<(), Failure> {
        self.begin(until)?;
        let taken = self.stepper.statistics.steps;
        while self.stepper.statistics.steps == taken && self.state.time < until {
            if self.advance(observer)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Closes the accounts and passes the rest to the observer.
    pub fn end(&mut self, observer: &mut dyn Observer) {
        self.pass_trace(observer);
        self.ledger.close(&self.powers.now);
        observer.ended(&self.ledger.accounts);
        observer.limited(&self.step_size.limits().named(&self.system));
    }

    /// Takes one step, or finds that it must be shorter.
    fn advance(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<()>, Failure> {
        // Step size.
        let (plan, time_event, next) = self.next();
        if next.step != self.offset_step {
            rescale_algorithmic_acceleration(&mut self.state, next.step / self.offset_step);
            self.offset_step = next.step;
        }
        // Newton iteration, error estimate.
        if let Verdict::Reject = self.try_step(&plan, &next, observer)? {
            return Ok(ControlFlow::Continue(()));
        }
        // Events.
        let (h, located) = self.end_at_event(next.step)?;
        if !located && time_event.is_none_or(|time_event| time_event >= plan.time) {
            self.step_size.completed(&plan);
        }
        // Contacts by impulses.
        self.enforce_unilateral_constraints(h)?;
        // Acceptance.
        if self.accept(h, observer).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // Restart.
        let at_time_event = time_event.filter(|_| !located);
        if let Some(time_event) = at_time_event {
            self.state.time = time_event;
        }
        if self.events.any_crossed() || at_time_event.is_some() {
            self.restart_after_event(&plan, located || at_time_event.is_some())?;
            // What jumps there is seen on both sides.
            let (system, state, audit) = (&*self.system, &self.state, &self.ledger.audit);
            if observer.accepted(&Accepted { system, state, step: 0.0, audit, start: None }).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        } else if self.points_closed() {
            self.restart_after_closing(&plan)?;
        } else {
            self.events.advance();
        }
        if self.stepper.statistics.steps.is_multiple_of(CHECKPOINT_STEPS) {
            observer.checkpoint(&self.checkpoint());
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tries the step `next` of the planned one, and judges it.
    fn try_step(&mut self, plan: &Next, next: &Next, observer: &mut dyn Observer) -> Result<Verdict, Failure> {
        let tried = self.solve_step(next);
        self.pass_trace(observer);
        let verdict = match &tried {
            Ok(()) => {
                let assessment = self.assess(next.step);
                self.step_size.judge(self.state.time, next, &assessment)
            }
            Err(_) => self.step_size.newton_failed(self.state.time, &Next { step: next.step, ..*plan }),
        };
        if let Verdict::Reject = verdict {
            self.reject_active_set();
            self.stepper.statistics.rejected += 1;
            self.check_rank(next.step)?;
            return Ok(verdict);
        }
        let Err(failure) = tried else { return Ok(verdict) };
        let failure = self.failure(failure);
        if self.release_driven(plan)? { Ok(Verdict::Reject) } else { Err(failure) }
    }

    /// Releases elements that are stuck although others drive their slip, now or soon, where a step has failed; returns
    /// whether there are any.
    fn release_driven(&mut self, plan: &Next) -> Result<bool, Failure> {
        let scale = self.stepper.time_scale(&self.state);
        let moments = [0.0, LOOK_AHEAD, 1e2 * LOOK_AHEAD, 1e4 * LOOK_AHEAD].map(|share| share * scale);
        self.note_modes();
        let released = moments
            .into_iter()
            .any(|moment| self.events.release_driven_after(&mut self.inertial, &mut self.state, moment));
        if released {
            self.restart_released(plan)?;
        }
        Ok(released)
    }

    /// The failure of a step that cannot be shorter.
    fn failure(&self, failure: StepFailure) -> Failure {
        let cause = self.rank_loss().or_else(|| self.infeasible_ahead(&failure));
        cause.unwrap_or_else(|| self.stepper.describe(failure))
    }

    /// The failure of a motion that ends where it would become infeasible: steps that are ever shorter come up to that state and do not converge.
    fn infeasible_ahead(&self, failure: &StepFailure) -> Option<Failure> {
        if !matches!(failure.reason, Reason::NoConvergence { .. }) {
            return None;
        }
        let (mut ahead, mut buffer) = (self.state.clone(), vec![0.0; self.state.v.len()]);
        self.state.ahead(LOOK_AHEAD * self.stepper.time_scale(&self.state), &mut buffer, &mut ahead);
        Failure::infeasible(&self.system, &ahead)
    }

    fn pass_trace(&mut self, observer: &mut dyn Observer) {
        if let Some(trace) = &mut self.stepper.trace {
            observer.traced(&self.system, trace);
            trace.clear();
        }
    }

    /// Shortens a step of `h` to the first event within it; returns the step that is left, and whether there is one.
    fn end_at_event(&mut self, mut h: f64) -> Result<(f64, bool), Failure> {
        let mut reached = self.events.evaluate_at_end(&self.system, &self.stepper.trial);
        if reached >= 0.0 && self.system.event_functions() > 0 {
            (h, reached) = self.examine_inside(h, reached)?;
        }
        let located = reached < 0.0;
        if located {
            h = self.locate_event(h, reached)?;
            self.offset_step = h;
        }
        Ok((h, located))
    }

    /// Accepts the trial state, after a step of `h`, and shows it to the observer.
    fn accept(&mut self, h: f64, observer: &mut dyn Observer) -> ControlFlow<()> {
        let audit = self.ledger.audit;
        self.stepper.accept(&mut self.state, h);
        self.system.commit(&mut self.state, &mut self.scratch);
        let balanced = audit.closing_error();
        match self.nonsmooth.as_ref().filter(|own| own.acted) {
            Some(own) => self.powers.step_with_impulses(&self.system, &self.state, h, &own.work, &mut self.ledger),
            None => self.powers.step(&self.system, &self.state, h, &mut self.ledger),
        }
        if self.active_set_changed() {
            // What points lose that stop within the step.
            let audit = &mut self.ledger.audit;
            audit.dissipated += (balanced - audit.closing_error()).max(0.0);
            self.stepper.forget_history(&self.state);
        }
        // What was the trial state is now the start of the step.
        let (predictor, limits) = (self.stepper.predictor(), self.step_size.limits());
        let start = Some(Start { state: &self.stepper.trial, audit, predictor, limits });
        let (system, state, audit) = (&*self.system, &self.state, &self.ledger.audit);
        observer.accepted(&Accepted { system, state, step: h, audit, start })
    }

    /// Gives up where steps become ever shorter because constraints lose rank. Checks whenever a rejected step is ten times
    /// shorter than the one at which it checked last.
    fn check_rank(&mut self, rejected: f64) -> Result<(), Failure> {
        if rejected > RANK_CHECK_STEP * self.stepper.time_scale(&self.state) {
            self.rank_checked_at = f64::INFINITY;
        } else if rejected < 0.1 * self.rank_checked_at {
            self.rank_checked_at = rejected;
            return self.rank_loss().map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// The failure at a singular configuration, where the mechanism is near one.
    fn rank_loss(&self) -> Option<Failure> {
        let elements = Redundancy::near_rank_loss(&self.system, &self.state)?;
        Some(Failure::singular(self.state.time, &elements))
    }

    /// The step that is planned, a time event that it would meet, and the step to take.
    pub(super) fn next(&self) -> (Next, Option<f64>, Next) {
        let plan = self.step_size.next(self.state.time, self.until, PERIOD_SHARE * self.system.shortest_period());
        // One that is closer behind the step than times resolve is at its end.
        let reached = plan.time + COINCIDENCE * plan.step;
        let time_event = self.system.next_time_event(self.state.time).filter(|event| *event <= reached);
        (plan, time_event, time_event.map_or(plan, |event| step_to_time_event(&self.state, event)))
    }

    /// The errors of the step to the trial state, relative to their bounds; none where steps are given.
    fn assess(&mut self, h: f64) -> Assessment {
        let Some(bounds) = self.step_size.bounds() else { return Assessment::default() };
        let resolves_vibrations = !self.settings.scheme.annihilates_high_frequencies();
        let (ratio, element) = self.system.step_size_ratio(&self.stepper.trial, resolves_vibrations);
        let mut assessment = self.stepper.assess(&self.state, h, &bounds);
        assessment.step_size_ratio = ratio / bounds.step_size_ratio;
        if assessment.step_size_ratio > assessment.error {
            (assessment.cause, assessment.phase_square) = (Some(Cause::Element(element)), 0.0);
        }
        assessment
    }
}

/// A step that ends just before a jump of what is prescribed, where its value is still that from the left.
fn step_to_time_event(state: &State, event: f64) -> Next {
    Next::new(event - state.time, event.next_down())
}

/// When the step changes by `ratio`, the offset in time of the algorithmic acceleration changes with it:
/// a ← v̇ + ratio (a − v̇).
pub(super) fn rescale_algorithmic_acceleration(state: &mut State, ratio: f64) {
    for (a, dv) in state.a.iter_mut().zip(&state.dv) {
        *a = dv + ratio * (*a - dv);
    }
}
