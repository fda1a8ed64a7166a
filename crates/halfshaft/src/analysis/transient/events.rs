//! Exits from modes: when they are crossed, where exactly, and what they switch.
//!
//! A mode's exit functions are positive inside it. A step that takes one of them below zero has crossed it; where the
//! crossing changes the equations, the step is shortened until it ends there. All exits that meet at that time switch as
//! one set. The new modes are then looked at a moment ahead: one that would be left at once is left at once, within a
//! limit, and a limit reached is chattering.
//!
//! Parts that a switch has released, as a clutch that breaks away, have neither velocity nor, in the limit, acceleration:
//! round-off has no say in where they go. They slip along the reaction λ that held them, and stay released when they
//! accelerate that way,
//!
//! ```text
//! Σ λ_k Φ̈_k > 0     over the constraints k that were released
//! ```
//!
//! else they stick again. Which of several parts stick is a linear complementarity problem. All that would be left are
//! first left together; where that goes in circles, one at a time, always the first of them, which ends where friction
//! does not depend on reactions (Murty 1974, principal pivoting; Cottle, Pang & Stone 1992, section 4.2).

use serde::{Deserialize, Serialize};

use crate::analysis::failure::{Failure, Reason};
use crate::analysis::initial::Inertial;
use crate::system::assembly::EventFunction;
use crate::system::{EventHandling, State, System};

/// Switches at one time before it is called chattering,
const MAX_CYCLES: usize = 100;
/// of which in the first so many all modes are left together, and one at a time from then on.
const SIMULTANEOUS_CYCLES: usize = 5;
/// An element that was released more often than this at one time is on the boundary between its modes, up to round-off;
/// it stays released.
const MAX_RELEASES: usize = 3;
/// Events that follow each other within [`CLOSE_EVENTS_STEP_SHARE`] of the step that error control plans, before it is called chattering.
const MAX_CLOSE_EVENTS: usize = 200;
const CLOSE_EVENTS_STEP_SHARE: f64 = 1e-4;
/// An exit function switches with the others when it has come this close to zero, relative to its change in the step.
const SIMULTANEITY_TOLERANCE: f64 = 1e-6;

/// Watches the exit functions over a step.
pub(crate) struct EventMonitor {
    memory: EventMemory,
    /// Which element's exit each function is.
    event_functions: Vec<EventFunction>,
    /// Values at the end of the step.
    after: Vec<f64>,
    /// Values inside it.
    inside: Vec<f64>,
    ahead: State,
    increment: Vec<f64>,
    /// The exits through which modes are left at a time.
    triggered: Vec<usize>,
    scratch: Vec<f64>,
    /// Elements that switches at this time have released from constraints.
    releases: Vec<Release>,
    /// For each constraint whether it held before a switch, and whether it holds after it.
    active_before: Vec<bool>,
    active: Vec<bool>,
    /// The multipliers of constraints at their release, zero for the others; and second rates of constraints.
    at_release: Vec<f64>,
    second_rates: Vec<f64>,
    modes_before: Vec<usize>,
}

/// An element that a switch has released from constraints.
struct Release {
    element: (usize, usize),
    /// Its place among the modes, and the mode in which it held.
    mode_place: usize,
    held_in: usize,
    /// Its constraints.
    constraints: std::ops::Range<usize>,
    /// How often it was released at this time.
    count: usize,
    /// Whether it is free now.
    free: bool,
}

/// What is remembered from step to step; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventMemory {
    /// Values at the start of the step, looked at a moment ahead.
    before: Vec<f64>,
    /// The time of the last event, and how many followed each other closely.
    last_event: Option<f64>,
    close_events: usize,
}

impl EventMonitor {
    pub fn new(system: &System, state: &State) -> Self {
        let count = system.event_functions();
        EventMonitor {
            memory: EventMemory { before: vec![0.0; count], last_event: None, close_events: 0 },
            event_functions: (0..count).map(|place| system.event(place)).collect(),
            after: vec![0.0; count],
            inside: vec![0.0; count],
            ahead: state.clone(),
            increment: vec![0.0; state.v.len()],
            triggered: Vec::with_capacity(count),
            scratch: Vec::with_capacity(state.memory.len()),
            releases: Vec::with_capacity(count),
            active_before: vec![true; system.constraints()],
            active: vec![true; system.constraints()],
            at_release: vec![0.0; system.constraints()],
            second_rates: vec![0.0; system.constraints()],
            modes_before: Vec::with_capacity(state.modes.len()),
        }
    }

    /// The same watch, going on where another was.
    pub fn resume(system: &System, state: &State, memory: EventMemory) -> Self {
        EventMonitor { memory, ..EventMonitor::new(system, state) }
    }

    pub fn memory(&self) -> &EventMemory {
        &self.memory
    }

    /// Looks at the exit functions a moment after the start of a step: where one is zero, its sense counts.
    pub fn begin(&mut self, system: &System, state: &State, moment: f64) {
        state.ahead(moment, &mut self.increment, &mut self.ahead);
        system.event_function_values(&self.ahead, &mut self.memory.before);
    }

    /// Takes the end of the step before as the start of the next.
    pub fn advance(&mut self) {
        std::mem::swap(&mut self.memory.before, &mut self.after);
    }

    /// Looks at the exit functions at the end of a step, and tells how close the step has come to a landing.
    ///
    /// The number is the least of the exit functions that change the equations, each relative to its value at the start:
    /// it goes from 1 to zero where the first of them is crossed, and is negative behind that.
    pub fn evaluate_at_end(&mut self, system: &System, state: &State) -> f64 {
        system.event_function_values(state, &mut self.after);
        let pairs = self.after.iter().zip(&self.memory.before).enumerate();
        let armed = pairs.filter(|(_, (_, before))| **before > 0.0 && before.is_finite());
        let landing =
            armed.filter(|(i, _)| system.event_handling(state, self.event_functions[*i]) == EventHandling::Located);
        landing.map(|(_, (after, before))| after / before).fold(f64::INFINITY, f64::min)
    }

    /// Whether an exit that changes the equations is crossed at a state inside the step.
    pub fn crosses_inside(&mut self, system: &System, inside: &State) -> bool {
        system.event_function_values(inside, &mut self.inside);
        let pairs = self.inside.iter().zip(&self.memory.before).enumerate();
        let crossed = |(i, (now, before)): (usize, (&f64, &f64))| {
            *before > 0.0
                && before.is_finite()
                && *now < 0.0
                && system.event_handling(inside, self.event_functions[i]) == EventHandling::Located
        };
        pairs.into_iter().any(crossed)
    }

    /// Whether any exit was crossed in the step.
    pub fn any_crossed(&self) -> bool {
        self.memory.before.iter().zip(&self.after).any(|(before, after)| *before > 0.0 && *after < 0.0)
    }

    /// Leaves the modes whose exits were crossed in the step, all as one set. `step` is what error control plans.
    pub fn switch(&mut self, system: &System, state: &mut State, step: f64) -> Result<(), Failure> {
        let met = |i: usize| {
            let change = self.memory.before[i] - self.after[i];
            self.memory.before[i] > 0.0 && self.after[i] < SIMULTANEITY_TOLERANCE * change && change.is_finite()
        };
        let mut triggered = std::mem::take(&mut self.triggered);
        triggered.clear();
        triggered.extend((0..self.memory.before.len()).filter(|&i| met(i)));
        self.record_event(system, state, &triggered, step)?;
        self.releases.clear();
        self.switch_modes(system, state, &triggered);
        self.triggered = triggered;
        Ok(())
    }

    /// Leaves modes that would be left at once, until none would be; the state is consistent before and after.
    pub fn settle_modes(&mut self, inertial: &mut Inertial, state: &mut State, moment: f64) -> Result<(), Failure> {
        let system = inertial.system();
        for cycle in 1.. {
            self.begin(system, state, moment);
            self.resolve_releases(system, state);
            if !self.switch_immediate(system, state, cycle)? {
                break;
            }
            inertial.restart(state)?;
        }
        self.releases.clear();
        Ok(())
    }

    /// Sets the exits of released elements by where their accelerations go: back into the constraints that held them, or
    /// along the reactions at the release.
    fn resolve_releases(&mut self, system: &System, state: &State) {
        if !self.releases.iter().any(|release| release.free) {
            return;
        }
        // The constraints as they were while they held, on the motion as it is now.
        self.ahead.clone_from(state);
        for release in self.releases.iter().filter(|release| release.free) {
            self.ahead.modes[release.mode_place] = release.held_in;
        }
        self.second_rates.fill(0.0);
        system.constraint_second_rates(&self.ahead, &mut self.second_rates);
        for release in self.releases.iter().filter(|release| release.free) {
            let own = release.constraints.clone();
            let power: f64 = own.clone().map(|k| self.at_release[k] * self.second_rates[k]).sum();
            let stays = power > 0.0 || release.count > MAX_RELEASES;
            for (i, &event) in
                self.event_functions.iter().enumerate().filter(|(_, event)| event.element_key() == release.element)
            {
                let value = self.memory.before[i];
                if !value.is_finite() {
                    continue;
                }
                self.ahead.clone_from(state);
                system.switch(&mut self.ahead, event, &mut self.scratch);
                system.active_constraints(&self.ahead, &mut self.active);
                let returns = own.clone().any(|k| self.at_release[k] != 0.0 && self.active[k]);
                if returns {
                    // The size is that of round-off, or of the moment ahead; the sign is what counts.
                    let size = value.abs().max(f64::MIN_POSITIVE);
                    self.memory.before[i] = if stays { size } else { -size };
                }
            }
        }
    }

    /// Leaves modes that would be left at once; tells whether there were any.
    fn switch_immediate(&mut self, system: &System, state: &mut State, cycle: usize) -> Result<bool, Failure> {
        let mut triggered = std::mem::take(&mut self.triggered);
        triggered.clear();
        triggered.extend((0..self.memory.before.len()).filter(|&i| self.memory.before[i] < 0.0));
        if cycle > MAX_CYCLES && !triggered.is_empty() {
            return Err(self.chattering(system, state, &triggered));
        }
        if cycle > SIMULTANEOUS_CYCLES {
            triggered.truncate(1);
        }
        self.switch_modes(system, state, &triggered);
        let any = !triggered.is_empty();
        self.triggered = triggered;
        Ok(any)
    }

    fn switch_modes(&mut self, system: &System, state: &mut State, triggered: &[usize]) {
        system.active_constraints(state, &mut self.active_before);
        self.modes_before.clone_from(&state.modes);
        let mut last = None;
        for event in triggered.iter().map(|&i| self.event_functions[i]) {
            // An element leaves its mode once, through its first exit.
            if last != Some(event.element_key()) {
                system.switch(state, event, &mut self.scratch);
                last = Some(event.element_key());
            }
        }
        system.active_constraints(state, &mut self.active);
        for &i in triggered {
            self.record_release(system, state, self.event_functions[i]);
        }
    }

    /// Takes note of an element that has switched: of the reactions at which it was released, where it was.
    fn record_release(&mut self, system: &System, state: &State, event: EventFunction) {
        let (mode_place, constraints) = system.place_of(event);
        let freed = |k: usize| self.active_before[k] && !self.active[k];
        let free = constraints.clone().any(freed);
        let known = self.releases.iter_mut().find(|release| release.element == event.element_key());
        if !free {
            known.into_iter().for_each(|release| release.free = false);
            return;
        }
        for k in constraints.clone() {
            match (self.active_before[k], self.active[k]) {
                (true, false) => self.at_release[k] = state.multipliers[k],
                (_, true) => self.at_release[k] = 0.0,
                (false, false) => {}
            }
        }
        let held_in = self.modes_before[mode_place];
        match known {
            Some(release) if release.free => {}
            Some(release) => (release.held_in, release.count, release.free) = (held_in, release.count + 1, true),
            None => {
                constraints.clone().filter(|k| !freed(*k)).for_each(|k| self.at_release[k] = 0.0);
                let element = event.element_key();
                self.releases.push(Release { element, mode_place, held_in, constraints, count: 1, free: true });
            }
        }
    }

    fn record_event(&mut self, system: &System, state: &State, triggered: &[usize], step: f64) -> Result<(), Failure> {
        let memory = &mut self.memory;
        let close = memory.last_event.is_some_and(|last| state.time - last < CLOSE_EVENTS_STEP_SHARE * step);
        memory.close_events = if close { memory.close_events + 1 } else { 0 };
        memory.last_event = Some(state.time);
        if memory.close_events > MAX_CLOSE_EVENTS { Err(self.chattering(system, state, triggered)) } else { Ok(()) }
    }

    fn chattering(&self, system: &System, state: &State, triggered: &[usize]) -> Failure {
        let mut names: Vec<String> = Vec::new();
        for &i in triggered {
            let (element, mode) = system.event_function_name(state, self.event_functions[i]);
            names.push(format!("\"{element}\" leaves \"{mode}\""));
        }
        let element = triggered
            .first()
            .map(|&i| system.event_function_name(state, self.event_functions[i]).0)
            .unwrap_or_default();
        Failure { time: state.time, element, reason: Reason::Chattering, worst: names.join(", ") }
    }
}
