//! The motion in time: steps from the initial state to the end, pushed to an observer one by one.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::dense::Dense;
use super::events::{self, Exits};
use super::failure::Failure;
use super::initial::Inertial;
use super::limits::{Cause, Limit, Limits};
use super::past::Past;
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
    pub(crate) past: &'a Past,
    /// What held the steps down so far.
    pub(crate) limits: &'a Limits,
}

/// The defect of the trapezoidal rule below which a step resolves the motion, relative to the change of velocities and to these.
const RESOLVED: (f64, f64) = (0.1, 1e-3);

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
        defect <= RESOLVED.0 * size + RESOLVED.1 * speed
    }

    /// What held the step size down most often so far.
    pub fn held_by(&self) -> Option<Limit> {
        self.start.and_then(|start| start.limits.most(self.system))
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
    exits: events::Memory,
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
    match Course::begin(system, start, compliance, settings, audit) {
        Ok(course) => course.run(settings, observer),
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
    Course::resume(system, checkpoint, settings).run(settings, observer)
}

/// An analysis under way.
struct Course<'s> {
    system: &'s System,
    state: State,
    /// The step for which the state's averaged acceleration stands.
    offset_step: f64,
    stepper: Stepper<'s>,
    inertial: Inertial<'s>,
    exits: Exits,
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
    rank_seen_at: f64,
}

impl<'s> Course<'s> {
    fn begin(
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
        inertial.acceleration_rates(&state, MOMENT * scale, &mut rates)?;
        let constant = stepper.local_error_constant(&state, &rates);
        let step_size = StepSize::new(settings, state.time, constant, scale);
        let offset_step = step_size.next(state.time, f64::INFINITY).step;
        let mut exits = Exits::new(system, &state);
        exits.begin(system, &state, MOMENT * offset_step);
        let accounts = vec![Account::default(); system.element_names().count()];
        let powers = powers(system, &state);
        let scratch = Vec::with_capacity(state.v.len());
        let mut course = Course {
            system,
            state,
            offset_step,
            stepper,
            inertial,
            exits,
            dense: Dense::new(system),
            step_size,
            audit,
            accounts,
            powers,
            rates,
            scratch,
            rank_seen_at: f64::INFINITY,
        };
        course.start_average(settings);
        Ok(course)
    }

    fn resume(system: &'s System, checkpoint: Checkpoint, settings: &Settings) -> Self {
        let Checkpoint { state, offset_step, stepper, exits, step_size, audit, accounts, statistics } = checkpoint;
        let mut stepper = Stepper::resume(system, settings.scheme, settings.newton_tolerance, &state, stepper);
        stepper.statistics = statistics;
        let exits = Exits::resume(system, &state, exits);
        let (inertial, powers, scratch) =
            (Inertial::new(system), powers(system, &state), Vec::with_capacity(state.v.len()));
        let rates = vec![0.0; state.v.len()];
        Course {
            system,
            state,
            offset_step,
            stepper,
            inertial,
            exits,
            dense: Dense::new(system),
            step_size,
            audit,
            accounts,
            powers,
            rates,
            scratch,
            rank_seen_at: f64::INFINITY,
        }
    }

    fn checkpoint(&mut self) -> Checkpoint {
        self.inertial = Inertial::new(self.system);
        Checkpoint {
            state: self.state.clone(),
            offset_step: self.offset_step,
            stepper: self.stepper.refresh().clone(),
            exits: self.exits.memory().clone(),
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
        self.tell(observer);
        (self.stepper.statistics, outcome)
    }

    /// Tells what became of the energy of each element.
    fn tell(&mut self, observer: &mut dyn Observer) {
        for (account, now) in self.accounts.iter_mut().zip(&self.powers[0]) {
            (account.kinetic, account.potential) = (now.kinetic, now.potential);
        }
        observer.ended(&self.accounts);
        observer.limited(&self.step_size.limits().named(self.system));
    }

    /// Takes one step, or finds that it must be shorter.
    fn advance(&mut self, settings: &Settings, observer: &mut dyn Observer) -> Result<ControlFlow<()>, Failure> {
        let (plan, corner, next) = self.next();
        let mut h = next.step;
        if h != self.offset_step {
            rescale(&mut self.state, h / self.offset_step);
            self.offset_step = h;
        }
        let tried = match self.step_size.light() {
            true => self.stepper.step_lightly(&self.state, next.time, h),
            false => self.stepper.step(&self.state, next.time, h),
        };
        let verdict = match &tried {
            Ok(()) => {
                let assessment = self.assess(h);
                self.step_size.judge(self.state.time, &next, &assessment)
            }
            Err(_) => self.step_size.failed(self.state.time, &Next { time: plan.time, ..next }),
        };
        if let Verdict::Reject = verdict {
            self.stepper.statistics.rejected += 1;
            self.watch_rank(h)?;
            return Ok(ControlFlow::Continue(()));
        }
        if let Err(stuck) = tried {
            return Err(self.lost_rank().unwrap_or_else(|| self.stepper.explain(stuck)));
        }
        let mut reached = self.exits.look(self.system, &self.stepper.trial);
        if reached >= 0.0 && self.system.exits() > 0 {
            (h, reached) = self.look_inside(h, reached)?;
        }
        let landing = reached < 0.0;
        if landing {
            h = land(&mut self.stepper, &mut self.state, &mut self.exits, h, reached)?;
            self.offset_step = h;
        } else if corner.is_none_or(|corner| corner >= plan.time) {
            self.step_size.completed(&plan);
        }
        let audit = self.audit;
        self.stepper.accept(&mut self.state, h);
        self.system.commit(&mut self.state, &mut self.scratch);
        self.book(h);
        // What was the trial state is now the start of the step.
        let limits = self.step_size.limits();
        let start = Some(Start { state: &self.stepper.trial, audit, past: self.stepper.past(), limits });
        let accepted = Accepted { system: self.system, state: &self.state, step: h, audit: &self.audit, start };
        if observer.accepted(&accepted).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let at_corner = corner.filter(|_| !landing);
        if let Some(corner) = at_corner {
            self.state.time = corner;
        }
        if self.exits.any_crossed() || at_corner.is_some() {
            self.begin_anew(settings, &plan, landing || at_corner.is_some())?;
            // What jumps there is seen on both sides.
            let anew = Accepted { system: self.system, state: &self.state, step: 0.0, audit: &self.audit, start: None };
            if observer.accepted(&anew).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        } else {
            self.exits.advance();
        }
        if self.stepper.statistics.steps.is_multiple_of(CHECKPOINT_STEPS) {
            observer.checkpoint(&self.checkpoint());
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Gives up where steps become ever shorter because constraints lose rank. Looks whenever a rejected step is ten times shorter
    /// than the one at which it looked last.
    fn watch_rank(&mut self, rejected: f64) -> Result<(), Failure> {
        if rejected > CRAWLING * self.stepper.time_scale(&self.state) {
            self.rank_seen_at = f64::INFINITY;
        } else if rejected < 0.1 * self.rank_seen_at {
            self.rank_seen_at = rejected;
            return self.lost_rank().map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// The failure at a singular configuration, where the mechanism is near one.
    fn lost_rank(&self) -> Option<Failure> {
        let elements = Redundancy::lost_nearby(self.system, &self.state)?;
        Some(Failure::singular(self.state.time, &elements))
    }

    /// The step that is planned, a corner that it would meet, and the step to take.
    fn next(&self) -> (Next, Option<f64>, Next) {
        let plan = self.step_size.next(self.state.time, PERIOD_SHARE * self.system.shortest_period());
        // One that is closer behind the step than times resolve is at its end.
        let reached = plan.time + COINCIDENT * plan.step;
        let corner = self.system.next_time_event(self.state.time).filter(|corner| *corner <= reached);
        (plan, corner, corner.map_or(plan, |corner| to_corner(&self.state, corner)))
    }

    /// Looks for event functions that cross zero and come back within a step of `h` that ends inside all modes. Where there is one,
    /// the step is shortened to where it has crossed. Returns the step that was taken, and how close it came to a landing.
    ///
    /// The dense output only finds the place; a step of its own, to there, decides.
    fn look_inside(&mut self, h: f64, reached: f64) -> Result<(f64, f64), Failure> {
        let Some(theta) = INSIDE.into_iter().find(|&theta| {
            let inside = self.dense.between(&self.state, &self.stepper.trial, h, theta);
            self.exits.crosses(self.system, inside)
        }) else {
            return Ok((h, reached));
        };
        let begin = self.state.time;
        let mut whole = h;
        for part in [theta * h, h] {
            rescale(&mut self.state, part / whole);
            whole = part;
            self.offset_step = part;
            let stepped = self.stepper.step(&self.state, begin + part, part);
            stepped.map_err(|stuck| self.stepper.explain(stuck))?;
            let reached = self.exits.look(self.system, &self.stepper.trial);
            if reached < 0.0 || part == h {
                return Ok((part, reached));
            }
        }
        unreachable!("the whole step comes last")
    }

    /// The errors of the step to the trial state, relative to their bounds; none where steps are given.
    fn assess(&mut self, h: f64) -> Assessment {
        let Some(bounds) = self.step_size.bounds() else { return Assessment::default() };
        let (coarseness, element) = self.system.coarseness(&self.stepper.trial);
        let mut assessment = self.stepper.assess(&self.state, h, &bounds);
        assessment.coarseness = coarseness / bounds.coarseness;
        if assessment.coarseness > assessment.error {
            (assessment.cause, assessment.phase_square) = (Some(Cause::Element(element)), 0.0);
        }
        assessment
    }

    /// a approximates v̇ at t + (α_m − α_f) h; started there, the multipliers have order 2 from the first step.
    fn start_average(&mut self, settings: &Settings) {
        let (_, _, next) = self.next();
        self.offset_step = next.step;
        let (change, now) = (next.step * self.stepper.relative(&self.rates), self.stepper.relative(&self.state.dv));
        if change > UNRESOLVED * now && self.outlive(&next) {
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
    fn outlive(&mut self, next: &Next) -> bool {
        let mut at_once = std::mem::take(&mut self.scratch);
        at_once.clear();
        at_once.extend_from_slice(&self.state.dv);
        self.state.dv.fill(0.0);
        self.state.a.fill(0.0);
        self.stepper.begin(&self.state);
        let tried = self.stepper.step(&self.state, next.time, next.step);
        let mean = &mut self.state.a;
        for (mean, (after, before)) in mean.iter_mut().zip(self.stepper.trial.v.iter().zip(&self.state.v)) {
            *mean = (after - before) / next.step;
        }
        let dies = tried.is_ok() && self.stepper.relative(&at_once) > UNRESOLVED * self.stepper.relative(mean);
        for ((dv, &at_once), &mut mean) in self.state.dv.iter_mut().zip(&at_once).zip(mean) {
            *dv = match at_once * mean {
                _ if !dies => at_once,
                product if product > 0.0 => at_once.signum() * at_once.abs().min(mean.abs()),
                _ => 0.0,
            };
        }
        self.scratch = at_once;
        self.state.a.copy_from_slice(&self.state.dv);
        self.stepper.begin(&self.state);
        dies
    }

    /// Integrates the powers over a step by the trapezoidal rule, of the same order as the scheme.
    fn book(&mut self, h: f64) {
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
    fn begin_anew(&mut self, settings: &Settings, plan: &Next, landed: bool) -> Result<(), Failure> {
        self.stepper.statistics.events += usize::from(self.exits.any_crossed());
        // A corner that is closer than a step resolves is at this time: a step to it would be nothing but round-off.
        let corner = self.system.next_time_event(self.state.time);
        if let Some(corner) = corner.filter(|corner| corner - self.state.time <= COINCIDENT * plan.step) {
            self.state.time = corner;
        }
        switch(&mut self.inertial, &mut self.state, &mut self.exits, plan.step)?;
        self.inertial.acceleration_rates(&self.state, (MOMENT * plan.step).max(1e-12), &mut self.rates)?;
        self.stepper.restart(&self.state);
        if landed {
            let constant = self.stepper.local_error_constant(&self.state, &self.rates);
            self.step_size.landed(plan, self.state.time, constant);
        }
        // A mode that begins to hold may take energy at once, as an impact does.
        self.system.element_energies(&self.state, &mut self.powers[0]);
        let stored: f64 = self.powers[0].iter().map(|energy| energy.kinetic + energy.potential).sum();
        self.audit.kinetic = self.powers[0].iter().map(|energy| energy.kinetic).sum();
        self.audit.dissipated += self.audit.stored - stored;
        self.audit.stored = stored;
        if self.state.time < settings.end {
            self.start_average(settings);
        }
        Ok(())
    }
}

/// A step that ends just before a jump of what is prescribed, where its value is still that from the left.
fn to_corner(state: &State, corner: f64) -> Next {
    Next { step: corner - state.time, time: corner.next_down() }
}

/// How far ahead of a start the exit functions and the accelerations are looked at, relative to a step or to the time scale of
/// the motion.
const MOMENT: f64 = 1e-6;
/// Where event functions are examined inside a step, in parts of it.
const INSIDE: [f64; 2] = [1.0 / 3.0, 2.0 / 3.0];
/// A step is at most this part of the shortest period of what is prescribed.
const PERIOD_SHARE: f64 = 0.125;
/// A motion whose acceleration changes this many times over within a step is not resolved by it.
const UNRESOLVED: f64 = 10.0;
/// Steps that are rejected below this part of the time scale of the motion are examined for a loss of rank.
const CRAWLING: f64 = 1e-7;
/// What happens within this part of a step happens at once.
const COINCIDENT: f64 = 1e-9;
/// How exactly the time of an event is found, relative to the step it was found in.
const LANDING: f64 = 1e-10;

/// Shortens a step that has crossed an exit until it ends just behind the crossing; returns its length.
///
/// The root is bracketed and found by the Illinois variant of regula falsi on the least of the relative exit functions,
/// of which `reached` is the value at the end of the whole step.
fn land(stepper: &mut Stepper, state: &mut State, exits: &mut Exits, whole: f64, reached: f64) -> Result<f64, Failure> {
    let system = stepper.system();
    let begin = state.time;
    let (mut low, mut at_low) = (0.0, 1.0);
    let (mut high, mut at_high) = (whole, reached);
    let mut current = whole;
    let mut last_side = 0;
    while high - low > LANDING * whole {
        let guess = (low * at_high - high * at_low) / (at_high - at_low);
        let middle = 0.5 * (low + high);
        // Stay off the ends, so that the bracket shrinks from both sides.
        let margin = 0.25 * LANDING * whole;
        let h = if guess.is_finite() { guess.clamp(low + margin, high - margin) } else { middle };
        rescale(state, h / current);
        current = h;
        stepper.step(state, begin + h, h).map_err(|stuck| stepper.explain(stuck))?;
        let value = exits.look(system, &stepper.trial);
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
        rescale(state, high / current);
        stepper.step(state, begin + high, high).map_err(|stuck| stepper.explain(stuck))?;
        exits.look(system, &stepper.trial);
    }
    Ok(high)
}

/// Switches modes until none would be left at once; the state is then consistent in the new modes.
fn switch(inertial: &mut Inertial, state: &mut State, exits: &mut Exits, step: f64) -> Result<(), Failure> {
    let system = inertial.system();
    if exits.any_crossed() {
        exits.switch(system, state, step)?;
    }
    inertial.restart(state)?;
    exits.settle(inertial, state, MOMENT * step)
}

/// Energy and power of each element at a state, twice.
fn powers(system: &System, state: &State) -> [Vec<Energy>; 2] {
    let mut now = vec![Energy::default(); system.element_names().count()];
    system.element_energies(state, &mut now);
    [now.clone(), now]
}

/// When the step changes by `ratio`, the offset of a in time changes with it: a ← v̇ + ratio (a − v̇).
fn rescale(state: &mut State, ratio: f64) {
    for (a, dv) in state.a.iter_mut().zip(&state.dv) {
        *a = dv + ratio * (*a - dv);
    }
}
