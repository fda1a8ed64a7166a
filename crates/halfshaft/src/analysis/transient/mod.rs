//! The motion in time: steps from the initial state to the end, pushed to an observer one by one.
//!
//! The files follow the stages of a step: step size ([`step_size`]), prediction (`predictor`), Newton iteration (`newton`) and its
//! matrix (`jacobian`, `jacobian_policy`, `corotation`), error estimate (`error_estimate`), events (`events`, `event_location`),
//! restart (`restart`). `integration` is the loop around them.

mod corotation;
pub mod dense_output;
mod energy_audit;
mod error_estimate;
mod event_location;
pub(super) mod events;
mod integration;
mod jacobian;
mod jacobian_policy;
mod newton;
mod predictor;
mod restart;
pub mod scheme;
pub mod step_limits;
pub mod step_size;
mod stepper;
mod trace;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

pub use self::energy_audit::{Account, Audit};
pub use self::stepper::Statistics;
pub use self::trace::NewtonIteration;

use self::energy_audit::Ledger;
use self::events::EventMemory;
use self::integration::Integration;
use self::predictor::Predictor;
use self::scheme::Scheme;
use self::step_limits::{Limit, Limits};
use self::step_size::{StepSize, Steps};
use self::stepper::StepperMemory;
use super::failure::Failure;
use super::redundancy::Redundancy;
use crate::system::{State, System};

/// How the motion is computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The time at which it ends, in seconds.
    pub end: f64,
    /// How long the steps are.
    pub steps: Steps,
    /// The scheme.
    pub scheme: Scheme,
    /// Newton's method ends when the error it leaves is below this part of the scheme's own error of positions and of
    /// velocities in the step.
    pub newton_tolerance: f64,
    /// Under error control, the tolerance of elastic forces, relative to the recent size of each.
    pub force_tolerance: f64,
    /// Under error control, the first step in seconds; chosen from the motion where it is not given.
    pub first_step: Option<f64>,
    /// Whether every Newton iteration is shown to the observer.
    pub trace: bool,
}

impl Settings {
    /// The usual settings: Chung & Hulbert with ρ∞ = 0.8.
    pub fn new(end: f64, steps: Steps) -> Self {
        let scheme = Scheme::chung_hulbert(0.8);
        Settings { end, steps, scheme, newton_tolerance: 3e-4, force_tolerance: 0.03, first_step: None, trace: false }
    }
}

/// A step that was accepted.
#[derive(Clone, Copy)]
pub struct Accepted<'a> {
    /// The system.
    pub system: &'a System,
    /// Its new state.
    pub state: &'a State,
    /// The step that led to it, in seconds; zero for the initial state, and where the motion begins anew after an event.
    pub step: f64,
    /// Where the energy went.
    pub audit: &'a Audit,
    /// Where the step began; none where no step led here.
    pub start: Option<Start<'a>>,
}

/// The start of a step, for what is read between its ends ([`super::Dense`]).
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// The state from which it was taken.
    pub state: &'a State,
    /// Where the energy had gone until then.
    pub audit: Audit,
    pub(crate) predictor: &'a Predictor,
    /// What held the steps down so far.
    pub(crate) limits: &'a Limits,
}

/// The defect of the trapezoidal rule below which a step resolves the motion, relative to the change of velocities and to these.
const RESOLVED_DEFECT: (f64, f64) = (0.1, 1e-3);

impl Accepted<'_> {
    /// Whether the step resolves the motion: velocities change by as much as the accelerations at its ends say,
    ///
    /// ```text
    /// |v⁺ − v − ½h (v̇ + v̇⁺)| ≤ 0.1 |v⁺ − v| + 1e-3 |v⁺|
    /// ```
    ///
    /// each in the largest entry. Of what is much faster than the step, as the decay of a film's velocity, accelerations are left that
    /// alternate from step to step and go with no change of velocity.
    pub fn is_resolved(&self) -> bool {
        let Some(start) = &self.start else { return true };
        let (from, to, half) = (start.state, self.state, 0.5 * self.step);
        let (mut defect, mut size, mut speed) = (0.0_f64, 0.0_f64, 0.0_f64);
        for i in 0..from.v.len() {
            let (change, by) = (to.v[i] - from.v[i], [half * from.dv[i], half * to.dv[i]]);
            defect = defect.max((change - by[0] - by[1]).abs());
            size = size.max(change.abs());
            speed = speed.max(to.v[i].abs());
        }
        defect <= RESOLVED_DEFECT.0 * size + RESOLVED_DEFECT.1 * speed
    }

    /// What held the step size down most often so far.
    pub fn held_by(&self) -> Option<Limit> {
        self.start.and_then(|start| start.limits.most_frequent(self.system))
    }
}

/// Sees every accepted step, the initial state first. Recording, progress and stopping rules are observers.
pub trait Observer {
    /// Takes note of a step. `Break` ends the analysis there.
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()>;

    /// Takes note of the energy of every element, in the order of [`System::element_names`], when the analysis ends.
    fn ended(&mut self, _accounts: &[Account]) {}

    /// Takes note of what held the step size down, the most frequent cause first, when the analysis ends.
    fn limited(&mut self, _limits: &[Limit]) {}

    /// Takes note of the Newton iterations of a step that was tried, where the settings ask for a trace.
    fn traced(&mut self, _system: &System, _iterations: &[NewtonIteration]) {}

    /// Takes note of a place from which the analysis can go on; called after the step that led there.
    fn checkpoint(&mut self, _checkpoint: &Checkpoint) {}
}

impl<F: FnMut(&Accepted) -> ControlFlow<()>> Observer for F {
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()> {
        self(step)
    }
}

/// All that the rest of an analysis depends on. An analysis that goes on from a checkpoint gives the same bits as the one
/// that made it: whatever else the solver holds is forgotten where a checkpoint is made, whether or not anybody keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    state: State,
    /// The step for which the state's algorithmic acceleration stands.
    offset_step: f64,
    stepper: StepperMemory,
    events: EventMemory,
    step_size: StepSize,
    ledger: Ledger,
    statistics: Statistics,
}

impl Checkpoint {
    /// The time it was made at, in seconds.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// What the steps up to it have cost.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// How an analysis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It reached its end.
    Done,
    /// The observer ended it.
    Stopped,
}

/// Computes the motion from a consistent state.
///
/// The observer has seen every state that was accepted, also when the analysis fails.
pub fn transient(
    system: &System,
    start: State,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> (Statistics, Result<Outcome, Failure>) {
    transient_from(system, start, None, settings, observer)
}

/// The same, where it is known which constraints repeat each other in the state from which it starts.
pub fn transient_from(
    system: &System,
    start: State,
    known: Option<&Redundancy>,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> (Statistics, Result<Outcome, Failure>) {
    let audit = Audit::at_start(system, &start);
    if observer.accepted(&Accepted { system, state: &start, step: 0.0, audit: &audit, start: None }).is_break() {
        return (Statistics::default(), Ok(Outcome::Stopped));
    }
    if start.time >= settings.end {
        return (Statistics::default(), Ok(Outcome::Done));
    }
    let compliance = match known {
        Some(redundancy) => redundancy.compliances(system, &start),
        None => Redundancy::find(system, &start).compliances(system, &start),
    };
    match Integration::start(system, start, compliance, settings, audit) {
        Ok(integration) => integration.run(settings, observer),
        Err(failure) => (Statistics::default(), Err(failure)),
    }
}

/// Goes on from a checkpoint, with the settings under which it was made.
pub fn resume(
    system: &System,
    checkpoint: Checkpoint,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> (Statistics, Result<Outcome, Failure>) {
    Integration::resume(system, checkpoint, settings).run(settings, observer)
}
