//! Transient analysis: time integration from the initial state to the end; each accepted step is passed to an observer.
//!
//! The files follow the stages of a step: step-size control ([`step_size`]), predictor (`predictor`), corrector, which
//! is the Newton iteration (`newton`) with its Jacobian (`jacobian`, `jacobian_policy`, `corotation`), error estimate
//! (`error_estimate`), events (`events`, `event_location`), contacts by multipliers (`active_set_iteration`) and by impulses (`impulses`, `nonsmooth`), restart (`restart`). `integration` is the loop around them.

mod active_set;
mod active_set_iteration;
mod corotation;
pub mod dense_output;
mod energy_audit;
mod error_buffers;
mod error_estimate;
mod event_location;
pub(super) mod events;
mod impulses;
mod integration;
mod jacobian;
mod jacobian_policy;
mod last_step;
mod newton;
mod nonsmooth;
mod orbit;
mod predictor;
mod restart;
mod round_off;
pub mod scheme;
pub mod simulation;
pub mod step_limits;
pub mod step_size;
mod stepper;
mod switch_log;
mod trace;

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::energy_audit::{Account, Audit};
pub use self::simulation::{Sampled, Simulation, SimulationError};
pub use self::stepper::Statistics;
pub use self::switch_log::ModeSwitch;
pub use self::trace::NewtonIteration;

use self::energy_audit::Ledger;
use self::events::EventMemory;
use self::integration::Pending;
use self::predictor::Predictor;
use self::scheme::Scheme;
use self::step_limits::{Limit, Limits};
use self::step_size::{StepSize, Steps};
use self::stepper::StepperMemory;
use super::failure::Failure;
use crate::system::{State, System};

/// Settings of a transient analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The end time, in seconds.
    pub end: f64,
    /// The step sizes.
    pub steps: Steps,
    /// The integration scheme.
    pub scheme: Scheme,
    /// The Newton iteration has converged when its remaining error is below this fraction of the scheme's local error
    /// of positions and velocities.
    pub newton_tolerance: f64,
    /// Under error control, the tolerance of elastic forces, relative to the recent size of each.
    pub force_tolerance: f64,
    /// Under error control, the first step size in seconds; the default is chosen from the motion.
    pub first_step: Option<f64>,
    /// Whether every Newton iteration is passed to the observer.
    pub trace: bool,
    /// Number of threads that evaluate the elements of a large system. It never changes a result; mechanisms stay on one.
    pub threads: usize,
}

impl Settings {
    /// The default settings: Chung & Hulbert with ρ∞ = 0.8.
    pub fn new(end: f64, steps: Steps) -> Self {
        let scheme = Scheme::chung_hulbert(0.8);
        let (newton_tolerance, force_tolerance) = (3e-4, 0.03);
        Settings { end, steps, scheme, newton_tolerance, force_tolerance, first_step: None, trace: false, threads: 1 }
    }
}

/// An accepted step.
#[derive(Clone, Copy)]
pub struct Accepted<'a> {
    /// The system.
    pub system: &'a System,
    /// Its new state.
    pub state: &'a State,
    /// The size of the step that led to it, in seconds; zero for the initial state and for a restart after an event.
    pub step: f64,
    /// The energy audit.
    pub audit: &'a Audit,
    /// The start of the step; `None` if no step led here.
    pub start: Option<Start<'a>>,
}

/// The start of a step, for dense output between its ends ([`super::Dense`]).
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// The state at the start of the step.
    pub state: &'a State,
    /// The energy audit at the start of the step.
    pub audit: Audit,
    pub(crate) predictor: &'a Predictor,
    /// The causes that limited the step size so far.
    pub(crate) limits: &'a Limits,
}

/// Largest defect of the trapezoidal rule of a resolved step, relative to the change of velocities and to the
/// velocities.
const RESOLVED_DEFECT: (f64, f64) = (0.1, 1e-3);

impl Accepted<'_> {
    /// Returns whether the step resolves the motion: the change of velocities agrees with the accelerations at its
    /// ends,
    ///
    /// ```text
    /// |v⁺ − v − ½h (v̇ + v̇⁺)| ≤ 0.1 |v⁺ − v| + 1e-3 |v⁺|
    /// ```
    ///
    /// each in the largest entry. Transients much faster than the step, as the decay of a film's velocity, leave
    /// accelerations that alternate from step to step without a change of velocity.
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

    /// The most frequent step-size limit so far.
    pub fn held_by(&self) -> Option<Limit> {
        self.start.and_then(|start| start.limits.most_frequent(self.system))
    }
}

/// Receives every accepted step, the initial state first. Recording, progress and stopping rules are observers.
pub trait Observer {
    /// Receives an accepted step. `Break` ends the analysis.
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()>;

    /// Receives the energy of every element, in the order of [`System::element_names`], when the analysis ends.
    fn ended(&mut self, _accounts: &[Account]) {}

    /// Receives the causes that limited the step size, the most frequent first, when the analysis ends.
    fn limited(&mut self, _limits: &[Limit]) {}

    /// Receives the Newton iterations of an attempted step, if the settings enable the trace.
    fn traced(&mut self, _system: &System, _iterations: &[NewtonIteration]) {}

    /// Receives a checkpoint from which the analysis can be resumed; called after the step that led there.
    fn checkpoint(&mut self, _checkpoint: &Checkpoint) {}
}

impl<F: FnMut(&Accepted) -> ControlFlow<()>> Observer for F {
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()> {
        self(step)
    }
}

/// All that the rest of an analysis depends on. An analysis resumed from a checkpoint gives the same bits as the one
/// that wrote it: all other state of the solver is reset at a checkpoint, whether or not it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    state: State,
    /// The step size to which the state's algorithmic acceleration belongs.
    offset_step: f64,
    pending: Pending,
    stepper: StepperMemory,
    events: EventMemory,
    step_size: StepSize,
    ledger: Ledger,
    statistics: Statistics,
}

impl Checkpoint {
    /// Its time, in seconds.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// The statistics of the steps up to it.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// How an analysis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It reached the end time.
    Done,
    /// The observer ended it.
    Stopped,
}

/// Integrates the motion from a consistent state to the end time of the settings.
///
/// The observer has received every accepted state, also if the analysis fails.
pub fn transient(
    system: &Arc<System>,
    start: State,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> (Statistics, Result<Outcome, Failure>) {
    let mut simulation = Simulation::from_state(system, start, None, settings);
    let outcome = simulation.run(settings.end, observer);
    (simulation.statistics(), outcome)
}
