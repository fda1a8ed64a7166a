//! The motion in time: steps from the initial state to the end, pushed to an observer one by one.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::dense::Dense;
use super::events::{self, EventMonitor};
use super::failure::Failure;
use super::initial::Inertial;
use super::limits::{Cause, Limit, Limits};
use super::predictor::Predictor;
use super::redundancy::Redundancy;
use super::scheme::Scheme;
use super::step_size::{Assessment, Next, StepSize, Steps, Verdict};
pub use super::stepper::Statistics;
use super::stepper::{self, Stepper};
use crate::system::{Energy, State, System};

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
}

impl Settings {
    /// The usual settings: Chung & Hulbert with ρ∞ = 0.8.
    pub fn new(end: f64, steps: Steps) -> Self {
        let scheme = Scheme::chung_hulbert(0.8);
        Settings { end, steps, scheme, newton_tolerance: 3e-4, force_tolerance: 0.03, first_step: None }
    }
}

/// Where the energy went since the start, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// Stored at the start, kinetic and potential.
    pub initial: f64,
    /// In motion now.
    pub kinetic: f64,
    /// Stored now, the kinetic energy in it.
    pub stored: f64,
    /// Turned into heat since the start.
    pub dissipated: f64,
    /// Put in by drives and loads since the start.
    pub supplied: f64,
}

impl Audit {
    /// What the other numbers leave unexplained: the integrator's own dissipation, or a mistake.
    pub fn closing_error(&self) -> f64 {
        self.stored + self.dissipated - self.initial - self.supplied
    }
}

/// Where the energy of one element went since the start, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Kinetic energy now.
    pub kinetic: f64,
    /// Potential energy now.
    pub potential: f64,
    /// Turned into heat since the start. What is lost at once where modes switch is in the audit of the run alone.
    pub dissipated: f64,
    /// Put in since the start.
    pub supplied: f64,
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
    /// The step for which the state's averaged acceleration stands.
    offset_step: f64,
    stepper: stepper::Memory,
    event_functions: events::Memory,
    step_size: StepSize,
    audit: Audit,
    accounts: Vec<Account>,
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

/// Accepted steps from one checkpoint to the next.
const CHECKPOINT_STEPS: usize = 1000;

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
    let energy = system.energy(&start);
    let stored = energy.kinetic + energy.potential;
    let audit = Audit { initial: stored, kinetic: energy.kinetic, stored, ..Audit::default() };
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

/// An analysis under way.
struct Integration<'s> {
    system: &'s System,
    state: State,
    /// The step for which the state's averaged acceleration stands.
    offset_step: f64,
    stepper: Stepper<'s>,
    inertial: Inertial<'s>,
    event_functions: EventMonitor,
    dense: Dense,
    step_size: StepSize,
    audit: Audit,
    accounts: Vec<Account>,
    /// Energy and power of each element at the present state, and room for those at the next.
    powers: [Vec<Energy>; 2],
    /// v̈ at a start.
    rates: Vec<f64>,
    scratch: Vec<f64>,
    /// The step after whose rejection the rank of the constraints was looked at last.
    rank_checked_at: f64,
}

impl<'s> Integration<'s> {
    fn start(
        system: &'s System,
        state: State,
        compliance: Vec<f64>,
        settings: &Settings,
        audit: Audit,
    ) -> Result<Self, Failure> {
        let stepper = Stepper::new(system, settings.scheme, settings.newton_tolerance, &state, compliance);
        let mut inertial = Inertial::new(system);
        let mut rates = vec![0.0; state.v.len()];
        let scale = stepper.time_scale(&state);
        inertial.acceleration_rates(&state, LOOK_AHEAD * scale, &mut rates)?;
        let constant = stepper.local_error_constant(&state, &rates);
        let step_size = StepSize::new(settings, state.time, constant, scale);
        let offset_step = step_size.next(state.time, f64::INFINITY).step;
        let mut event_functions = EventMonitor::new(system, &state);
        event_functions.begin(system, &state, LOOK_AHEAD * offset_step);
        let accounts = vec![Account::default(); system.element_names().count()];
        let powers = powers(system, &state);
        let scratch = Vec::with_capacity(state.v.len());
        let mut integration = Integration {
            system,
            state,
            offset_step,
            stepper,
            inertial,
            event_functions,
            dense: Dense::new(system),
            step_size,
            audit,
            accounts,
            powers,
            rates,
            scratch,
            rank_checked_at: f64::INFINITY,
        };
        integration.initialize_algorithmic_acceleration(settings);
        Ok(integration)
    }

    fn resume(system: &'s System, checkpoint: Checkpoint, settings: &Settings) -> Self {
        let Checkpoint { state, offset_step, stepper, event_functions, step_size, audit, accounts, statistics } =
            checkpoint;
        let mut stepper = Stepper::resume(system, settings.scheme, settings.newton_tolerance, &state, stepper);
        stepper.statistics = statistics;
        let event_functions = EventMonitor::resume(system, &state, event_functions);
        let (inertial, powers, scratch) =
            (Inertial::new(system), powers(system, &state), Vec::with_capacity(state.v.len()));
        let rates = vec![0.0; state.v.len()];
        Integration {
            system,
            state,
            offset_step,
            stepper,
            inertial,
            event_functions,
            dense: Dense::new(system),
            step_size,
            audit,
            accounts,
            powers,
            rates,
            scratch,
            rank_checked_at: f64::INFINITY,
        }
    }

    fn checkpoint(&mut self) -> Checkpoint {
        self.inertial = Inertial::new(self.system);
        Checkpoint {
            state: self.state.clone(),
            offset_step: self.offset_step,
            stepper: self.stepper.refresh().clone(),
            event_functions: self.event_functions.memory().clone(),
            step_size: self.step_size.clone(),
            audit: self.audit,
            accounts: self.accounts.clone(),
            statistics: self.stepper.statistics,
        }
    }

    fn run(mut self, settings: &Settings, observer: &mut dyn Observer) -> (Statistics, Result<Outcome, Failure>) {
        let outcome = loop {
            if self.state.time >= settings.end {
                break Ok(Outcome::Done);
            }
            match self.advance(settings, observer) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break Ok(Outcome::Stopped),
                Err(failure) => break Err(failure),
            }
        };
        self.report_end(observer);
        (self.stepper.statistics, outcome)
    }

    /// Tells what became of the energy of each element.
    fn report_end(&mut self, observer: &mut dyn Observer) {
        for (account, now) in self.accounts.iter_mut().zip(&self.powers[0]) {
            (account.kinetic, account.potential) = (now.kinetic, now.potential);
        }
        observer.ended(&self.accounts);
        observer.limited(&self.step_size.limits().named(self.system));
    }

    /// Takes one step, or finds that it must be shorter.
    fn advance(&mut self, settings: &Settings, observer: &mut dyn Observer) -> Result<ControlFlow<()>, Failure> {
        let (plan, time_event, next) = self.next();
        let mut h = next.step;
        if h != self.offset_step {
            rescale_algorithmic_acceleration(&mut self.state, h / self.offset_step);
            self.offset_step = h;
        }
        let tried = match self.step_size.has_limited_effort() {
            true => self.stepper.step_with_limited_effort(&self.state, next.time, h),
            false => self.stepper.step(&self.state, next.time, h),
        };
        let verdict = match &tried {
            Ok(()) => {
                let assessment = self.assess(h);
                self.step_size.judge(self.state.time, &next, &assessment)
            }
            Err(_) => self.step_size.newton_failed(self.state.time, &Next { time: plan.time, ..next }),
        };
        if let Verdict::Reject = verdict {
            self.stepper.statistics.rejected += 1;
            self.check_rank(h)?;
            return Ok(ControlFlow::Continue(()));
        }
        if let Err(failure) = tried {
            return Err(self.rank_loss().unwrap_or_else(|| self.stepper.describe(failure)));
        }
        let mut reached = self.event_functions.evaluate_at_end(self.system, &self.stepper.trial);
        if reached >= 0.0 && self.system.event_functions() > 0 {
            (h, reached) = self.examine_inside(h, reached)?;
        }
        let landing = reached < 0.0;
        if landing {
            h = locate_event(&mut self.stepper, &mut self.state, &mut self.event_functions, h, reached)?;
            self.offset_step = h;
        } else if time_event.is_none_or(|time_event| time_event >= plan.time) {
            self.step_size.completed(&plan);
        }
        let audit = self.audit;
        self.stepper.accept(&mut self.state, h);
        self.system.commit(&mut self.state, &mut self.scratch);
        self.update_energy_audit(h);
        // What was the trial state is now the start of the step.
        let limits = self.step_size.limits();
        let start = Some(Start { state: &self.stepper.trial, audit, predictor: self.stepper.predictor(), limits });
        let accepted = Accepted { system: self.system, state: &self.state, step: h, audit: &self.audit, start };
        if observer.accepted(&accepted).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let at_time_event = time_event.filter(|_| !landing);
        if let Some(time_event) = at_time_event {
            self.state.time = time_event;
        }
        if self.event_functions.any_crossed() || at_time_event.is_some() {
            self.restart_after_event(settings, &plan, landing || at_time_event.is_some())?;
            // What jumps there is seen on both sides.
            let anew = Accepted { system: self.system, state: &self.state, step: 0.0, audit: &self.audit, start: None };
            if observer.accepted(&anew).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        } else {
            self.event_functions.advance();
        }
        if self.stepper.statistics.steps.is_multiple_of(CHECKPOINT_STEPS) {
            observer.checkpoint(&self.checkpoint());
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Gives up where steps become ever shorter because constraints lose rank. Looks whenever a rejected step is ten times shorter
    /// than the one at which it looked last.
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
        let elements = Redundancy::near_rank_loss(self.system, &self.state)?;
        Some(Failure::singular(self.state.time, &elements))
    }

    /// The step that is planned, a corner that it would meet, and the step to take.
    fn next(&self) -> (Next, Option<f64>, Next) {
        let plan = self.step_size.next(self.state.time, PERIOD_SHARE * self.system.shortest_period());
        // One that is closer behind the step than times resolve is at its end.
        let reached = plan.time + COINCIDENCE * plan.step;
        let time_event = self.system.next_time_event(self.state.time).filter(|time_event| *time_event <= reached);
        (plan, time_event, time_event.map_or(plan, |time_event| step_to_time_event(&self.state, time_event)))
    }

    /// Looks for event functions that cross zero and come back within a step of `h` that ends inside all modes. Where there is one,
    /// the step is shortened to where it has crossed. Returns the step that was taken, and how close it came to a landing.
    ///
    /// The dense output only finds the place; a step of its own, to there, decides.
    fn examine_inside(&mut self, h: f64, reached: f64) -> Result<(f64, f64), Failure> {
        let Some(theta) = EXAMINED_INSIDE.into_iter().find(|&theta| {
            let inside = self.dense.between(&self.state, &self.stepper.trial, h, theta);
            self.event_functions.crosses_inside(self.system, inside)
        }) else {
            return Ok((h, reached));
        };
        let start = self.state.time;
        let mut whole = h;
        for part in [theta * h, h] {
            rescale_algorithmic_acceleration(&mut self.state, part / whole);
            whole = part;
            self.offset_step = part;
            let stepped = self.stepper.step(&self.state, start + part, part);
            stepped.map_err(|failure| self.stepper.describe(failure))?;
            let reached = self.event_functions.evaluate_at_end(self.system, &self.stepper.trial);
            if reached < 0.0 || part == h {
                return Ok((part, reached));
            }
        }
        unreachable!("the whole step comes last")
    }

    /// The errors of the step to the trial state, relative to their bounds; none where steps are given.
    fn assess(&mut self, h: f64) -> Assessment {
        let Some(bounds) = self.step_size.bounds() else { return Assessment::default() };
        let (step_size_ratio, element) = self.system.step_size_ratio(&self.stepper.trial);
        let mut assessment = self.stepper.assess(&self.state, h, &bounds);
        assessment.step_size_ratio = step_size_ratio / bounds.step_size_ratio;
        if assessment.step_size_ratio > assessment.error {
            (assessment.cause, assessment.phase_square) = (Some(Cause::Element(element)), 0.0);
        }
        assessment
    }

    /// a approximates v̇ at t + (α_m − α_f) h; started there, the multipliers have order 2 from the first step.
    fn initialize_algorithmic_acceleration(&mut self, settings: &Settings) {
        let (_, _, next) = self.next();
        self.offset_step = next.step;
        let (change, now) = (next.step * self.stepper.relative(&self.rates), self.stepper.relative(&self.state.dv));
        if change > UNRESOLVED_CHANGE * now && self.filter_unresolved_transients(&next) {
            return;
        }
        let (State { a, dv, .. }, offset) = (&mut self.state, settings.scheme.offset() * next.step);
        a.iter_mut().zip(dv).zip(&self.rates).for_each(|((a, dv), rate)| *a = *dv + offset * rate);
    }

    /// Puts the accelerations that are left after what dies within a step in the place of those that begin it; tells whether
    /// there is anything that does.
    ///
    /// When the load on a thin film jumps, v̇ is that of the free body for some nanoseconds. A longer step that takes it as v̇
    /// moves the body by parts of h² v̇, thousands of films. So a step is tried that knows of no acceleration before it, and
    /// the mean acceleration over it is taken where it is smaller; none where the signs differ.
    fn filter_unresolved_transients(&mut self, next: &Next) -> bool {
        let mut instantaneous = std::mem::take(&mut self.scratch);
        instantaneous.clear();
        instantaneous.extend_from_slice(&self.state.dv);
        self.state.dv.fill(0.0);
        self.state.a.fill(0.0);
        self.stepper.restart(&self.state);
        let tried = self.stepper.step(&self.state, next.time, next.step);
        let mean = &mut self.state.a;
        for (mean, (after, before)) in mean.iter_mut().zip(self.stepper.trial.v.iter().zip(&self.state.v)) {
            *mean = (after - before) / next.step;
        }
        let decays =
            tried.is_ok() && self.stepper.relative(&instantaneous) > UNRESOLVED_CHANGE * self.stepper.relative(mean);
        for ((dv, &instantaneous), &mut mean) in self.state.dv.iter_mut().zip(&instantaneous).zip(mean) {
            *dv = match instantaneous * mean {
                _ if !decays => instantaneous,
                product if product > 0.0 => instantaneous.signum() * instantaneous.abs().min(mean.abs()),
                _ => 0.0,
            };
        }
        self.scratch = instantaneous;
        self.state.a.copy_from_slice(&self.state.dv);
        self.stepper.restart(&self.state);
        decays
    }

    /// Integrates the powers over a step by the trapezoidal rule, of the same order as the scheme.
    fn update_energy_audit(&mut self, h: f64) {
        let [before, now] = &mut self.powers;
        self.system.element_energies(&self.state, now);
        (self.audit.kinetic, self.audit.stored) = (0.0, 0.0);
        for ((account, before), now) in self.accounts.iter_mut().zip(&*before).zip(&*now) {
            let dissipated = 0.5 * h * (before.dissipated + now.dissipated);
            let supplied = 0.5 * h * (before.supplied + now.supplied);
            account.dissipated += dissipated;
            account.supplied += supplied;
            self.audit.dissipated += dissipated;
            self.audit.supplied += supplied;
            self.audit.kinetic += now.kinetic;
            self.audit.stored += now.kinetic + now.potential;
        }
        self.powers.swap(0, 1);
    }

    /// Begins anew after a step that ended where a mode is left or where what is prescribed jumps.
    fn restart_after_event(&mut self, settings: &Settings, plan: &Next, restarted: bool) -> Result<(), Failure> {
        self.stepper.statistics.events += usize::from(self.event_functions.any_crossed());
        // A corner that is closer than a step resolves is at this time: a step to it would be nothing but round-off.
        let time_event = self.system.next_time_event(self.state.time);
        if let Some(time_event) =
            time_event.filter(|time_event| time_event - self.state.time <= COINCIDENCE * plan.step)
        {
            self.state.time = time_event;
        }
        switch(&mut self.inertial, &mut self.state, &mut self.event_functions, plan.step)?;
        self.inertial.acceleration_rates(&self.state, (LOOK_AHEAD * plan.step).max(1e-12), &mut self.rates)?;
        self.stepper.restart_with_modes(&self.state);
        if restarted {
            let constant = self.stepper.local_error_constant(&self.state, &self.rates);
            self.step_size.restarted(plan, self.state.time, constant);
        }
        // A mode that begins to hold may take energy at once, as an impact does.
        self.system.element_energies(&self.state, &mut self.powers[0]);
        let stored: f64 = self.powers[0].iter().map(|energy| energy.kinetic + energy.potential).sum();
        self.audit.kinetic = self.powers[0].iter().map(|energy| energy.kinetic).sum();
        self.audit.dissipated += self.audit.stored - stored;
        self.audit.stored = stored;
        if self.state.time < settings.end {
            self.initialize_algorithmic_acceleration(settings);
        }
        Ok(())
    }
}

/// A step that ends just before a jump of what is prescribed, where its value is still that from the left.
fn step_to_time_event(state: &State, time_event: f64) -> Next {
    Next { step: time_event - state.time, time: time_event.next_down() }
}

/// How far ahead of a start the exit functions and the accelerations are looked at, relative to a step or to the time scale of
/// the motion.
const LOOK_AHEAD: f64 = 1e-6;
/// Where event functions are examined inside a step, in parts of it.
const EXAMINED_INSIDE: [f64; 2] = [1.0 / 3.0, 2.0 / 3.0];
/// A step is at most this part of the shortest period of what is prescribed.
const PERIOD_SHARE: f64 = 0.125;
/// A motion whose acceleration changes this many times over within a step is not resolved by it.
const UNRESOLVED_CHANGE: f64 = 10.0;
/// Steps that are rejected below this part of the time scale of the motion are examined for a loss of rank.
const RANK_CHECK_STEP: f64 = 1e-7;
/// What happens within this part of a step happens at once.
const COINCIDENCE: f64 = 1e-9;
/// How exactly the time of an event is found, relative to the step it was found in.
const EVENT_TIME_TOLERANCE: f64 = 1e-10;

/// Shortens a step that has crossed an exit until it ends just behind the crossing; returns its length.
///
/// The root is bracketed and found by the Illinois variant of regula falsi on the least of the relative exit functions,
/// of which `reached` is the value at the end of the whole step.
fn locate_event(
    stepper: &mut Stepper,
    state: &mut State,
    event_functions: &mut EventMonitor,
    whole: f64,
    reached: f64,
) -> Result<f64, Failure> {
    let system = stepper.system();
    let start = state.time;
    let (mut low, mut at_low) = (0.0, 1.0);
    let (mut high, mut at_high) = (whole, reached);
    let mut current = whole;
    let mut last_side = 0;
    while high - low > EVENT_TIME_TOLERANCE * whole {
        let guess = (low * at_high - high * at_low) / (at_high - at_low);
        let middle = 0.5 * (low + high);
        // Stay off the ends, so that the bracket shrinks from both sides.
        let margin = 0.25 * EVENT_TIME_TOLERANCE * whole;
        let h = if guess.is_finite() { guess.clamp(low + margin, high - margin) } else { middle };
        rescale_algorithmic_acceleration(state, h / current);
        current = h;
        stepper.step(state, start + h, h).map_err(|failure| stepper.describe(failure))?;
        let value = event_functions.evaluate_at_end(system, &stepper.trial);
        if value < 0.0 {
            (high, at_high) = (h, value);
            at_low *= if last_side == 1 { 0.5 } else { 1.0 };
            last_side = 1;
        } else {
            (low, at_low) = (h, value);
            at_high *= if last_side == -1 { 0.5 } else { 1.0 };
            last_side = -1;
        }
    }
    if current != high {
        rescale_algorithmic_acceleration(state, high / current);
        stepper.step(state, start + high, high).map_err(|failure| stepper.describe(failure))?;
        event_functions.evaluate_at_end(system, &stepper.trial);
    }
    Ok(high)
}

/// Switches modes until none would be left at once; the state is then consistent in the new modes.
fn switch(
    inertial: &mut Inertial,
    state: &mut State,
    event_functions: &mut EventMonitor,
    step: f64,
) -> Result<(), Failure> {
    let system = inertial.system();
    if event_functions.any_crossed() {
        event_functions.switch(system, state, step)?;
    }
    inertial.restart(state)?;
    event_functions.settle_modes(inertial, state, LOOK_AHEAD * step)
}

/// Energy and power of each element at a state, twice.
fn powers(system: &System, state: &State) -> [Vec<Energy>; 2] {
    let mut now = vec![Energy::default(); system.element_names().count()];
    system.element_energies(state, &mut now);
    [now.clone(), now]
}

/// When the step changes by `ratio`, the offset of a in time changes with it: a ← v̇ + ratio (a − v̇).
fn rescale_algorithmic_acceleration(state: &mut State, ratio: f64) {
    for (a, dv) in state.a.iter_mut().zip(&state.dv) {
        *a = dv + ratio * (*a - dv);
    }
}
