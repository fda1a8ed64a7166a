//! The motion in time: steps from the initial state to the end, pushed to an observer one by one.

use std::ops::ControlFlow;

use super::events::Exits;
use super::failure::Failure;
use super::initial::Inertial;
use super::pace::{Next, Pace, Steps, Verdict};
use super::scheme::Scheme;
pub use super::stepper::Statistics;
use super::stepper::Stepper;
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
    /// Newton's method ends when the error it leaves is below this part of the scheme's own error in the step.
    pub newton_tolerance: f64,
}

impl Settings {
    /// The usual settings: Chung & Hulbert with ρ∞ = 0.8.
    pub fn new(end: f64, steps: Steps) -> Self {
        Settings { end, steps, scheme: Scheme::chung_hulbert(0.8), newton_tolerance: 1e-5 }
    }
}

/// Where the energy went since the start, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Audit {
    /// Stored at the start, kinetic and potential.
    pub initial: f64,
    /// Stored now.
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

/// A step that was accepted.
#[derive(Clone, Copy)]
pub struct Accepted<'a> {
    /// The system.
    pub system: &'a System,
    /// Its new state.
    pub state: &'a State,
    /// The step that led to it, in seconds; zero for the initial state.
    pub step: f64,
    /// Where the energy went.
    pub audit: &'a Audit,
}

/// Sees every accepted step, the initial state first. Recording, progress and stopping rules are observers.
pub trait Observer {
    /// Takes note of a step. `Break` ends the analysis there.
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()>;
}

impl<F: FnMut(&Accepted) -> ControlFlow<()>> Observer for F {
    fn accepted(&mut self, step: &Accepted) -> ControlFlow<()> {
        self(step)
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
    let mut stepper = Stepper::new(system, settings.scheme, settings.newton_tolerance, &start);
    let outcome = run(system, start, settings, &mut stepper, observer);
    (stepper.statistics, outcome)
}

fn run(
    system: &System,
    mut state: State,
    settings: &Settings,
    stepper: &mut Stepper,
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let mut power = system.energy(&state);
    let mut audit = Audit { initial: power.kinetic + power.potential, ..Audit::default() };
    audit.stored = audit.initial;
    if observer.accepted(&Accepted { system, state: &state, step: 0.0, audit: &audit }).is_break() {
        return Ok(Outcome::Stopped);
    }
    if state.time >= settings.end {
        return Ok(Outcome::Done);
    }

    let span = settings.end - state.time;
    let mut inertial = Inertial::new(system);
    let rates = inertial.acceleration_rates(&state, 1e-6 * span)?;
    let mut pace = Pace::new(&settings.steps, state.time, settings.end, stepper.local_error_constant(&rates));
    let mut offset_step = pace.next(state.time).step;
    start_average(&mut state, &rates, settings.scheme.offset() * offset_step);
    let mut exits = Exits::new(system, &state);
    exits.begin(system, &state, MOMENT * offset_step);
    let mut scratch = Vec::new();
    while state.time < settings.end {
        let next = pace.next(state.time);
        let Next { step: h, time } = next;
        if h != offset_step {
            rescale(&mut state, h / offset_step);
            offset_step = h;
        }
        let tried = stepper.step(&state, time, h);
        let verdict = match &tried {
            Ok(()) => pace.judge(&next, stepper.local_error(&state, h)),
            Err(_) => pace.failed(&next),
        };
        if let Verdict::Repeat = verdict {
            stepper.statistics.rejected += 1;
            continue;
        }
        tried?;
        let mut h = h;
        let crossed = !exits.is_empty() && exits.look(system, &stepper.trial).is_some();
        if crossed {
            h = land(stepper, &mut state, &mut exits, h)?;
            offset_step = h;
        } else {
            pace.completed(&next);
        }
        stepper.accept(&mut state, h);
        system.commit(&mut state, &mut scratch);
        let now = system.energy(&state);
        audit.advance(h, &power, &now);
        power = now;
        if observer.accepted(&Accepted { system, state: &state, step: h, audit: &audit }).is_break() {
            return Ok(Outcome::Stopped);
        }
        if !exits.any_crossed() {
            exits.advance();
            continue;
        }
        stepper.statistics.events += 1;
        let rates = switch(&mut inertial, &mut state, &mut exits, MOMENT * next.step)?;
        stepper.restart(&state);
        if crossed {
            pace.landed(&next, stepper.local_error_constant(&rates));
        }
        power = system.energy(&state);
        if state.time < settings.end {
            offset_step = pace.next(state.time).step;
            start_average(&mut state, &rates, settings.scheme.offset() * offset_step);
        }
    }
    Ok(Outcome::Done)
}

/// How far ahead of a start the exit functions are looked at, relative to a step.
const MOMENT: f64 = 1e-6;
/// How exactly the time of an event is found, relative to the step it was found in.
const LANDING: f64 = 1e-10;

/// Shortens a step that has crossed an exit until it ends just behind the crossing; returns its length.
///
/// The root is bracketed and found by the Illinois variant of regula falsi on the least of the relative exit functions.
fn land(stepper: &mut Stepper, state: &mut State, exits: &mut Exits, whole: f64) -> Result<f64, Failure> {
    let system = stepper.system();
    let begin = state.time;
    let (mut low, mut at_low) = (0.0, 1.0);
    let (mut high, mut at_high) = (whole, exits.relative());
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
        stepper.step(state, begin + h, h)?;
        let crossed = exits.look(system, &stepper.trial).is_some();
        let value = exits.relative();
        if crossed {
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
        stepper.step(state, begin + high, high)?;
        exits.look(system, &stepper.trial);
    }
    Ok(high)
}

/// Switches modes until none would be left at once; the state is then consistent in the new modes. Returns v̈.
fn switch(inertial: &mut Inertial, state: &mut State, exits: &mut Exits, moment: f64) -> Result<Vec<f64>, Failure> {
    let system = inertial.system();
    exits.switch(system, state)?;
    for cycle in 1.. {
        inertial.restart(state)?;
        exits.begin(system, state, moment);
        if !exits.switch_on(system, state, cycle)? {
            break;
        }
    }
    inertial.acceleration_rates(state, moment.max(1e-12))
}

impl Audit {
    /// Integrates the powers over a step by the trapezoidal rule, of the same order as the scheme.
    fn advance(&mut self, h: f64, before: &Energy, now: &Energy) {
        self.stored = now.kinetic + now.potential;
        self.dissipated += 0.5 * h * (before.dissipated + now.dissipated);
        self.supplied += 0.5 * h * (before.supplied + now.supplied);
    }
}

/// a approximates v̇ at t + (α_m − α_f) h; started there, the multipliers have order 2 from the first step.
fn start_average(state: &mut State, rates: &[f64], offset: f64) {
    for ((a, dv), rate) in state.a.iter_mut().zip(&state.dv).zip(rates) {
        *a = dv + offset * rate;
    }
}

/// When the step changes by `ratio`, the offset of a in time changes with it: a ← v̇ + ratio (a − v̇).
fn rescale(state: &mut State, ratio: f64) {
    for (a, dv) in state.a.iter_mut().zip(&state.dv) {
        *a = dv + ratio * (*a - dv);
    }
}
