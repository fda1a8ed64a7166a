//! Exits from modes: when they are crossed, where exactly, and what they switch.
//!
//! A mode's exit functions are positive inside it. A step that takes one of them below zero has crossed it; where the
//! crossing changes the equations, the step is shortened until it ends there. All exits that meet at that time switch as
//! one set. The new modes are then looked at a moment ahead: one that would be left at once is left at once, within a
//! limit, and a limit reached is chattering.

use serde::{Deserialize, Serialize};

use super::failure::{Failure, Reason};
use super::initial::Inertial;
use crate::system::assembly::Exit;
use crate::system::{Crossing, State, System};

/// Switches at one time before it is called chattering.
const MAX_CYCLES: usize = 20;
/// Events that follow each other within [`CLOSE`], relative to the time, before it is called chattering.
const MAX_CLOSE: usize = 200;
const CLOSE: f64 = 1e-7;
/// An exit function switches with the others when it has come this close to zero, relative to its change in the step.
const TOGETHER: f64 = 1e-6;

/// Watches the exit functions over a step.
pub(crate) struct Exits {
    memory: Memory,
    /// Which element's exit each function is.
    exits: Vec<Exit>,
    /// Values at the end of the step.
    after: Vec<f64>,
    /// Values inside it.
    inside: Vec<f64>,
    ahead: State,
    increment: Vec<f64>,
    /// The exits through which modes are left at a time.
    leaving: Vec<usize>,
    scratch: Vec<f64>,
}

/// What is remembered from step to step; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// Values at the start of the step, looked at a moment ahead.
    before: Vec<f64>,
    /// The time of the last event, and how many followed each other closely.
    last_event: Option<f64>,
    close_events: usize,
}

impl Exits {
    pub fn new(system: &System, state: &State) -> Self {
        let count = system.exits();
        Exits {
            memory: Memory { before: vec![0.0; count], last_event: None, close_events: 0 },
            exits: (0..count).map(|place| system.exit(place)).collect(),
            after: vec![0.0; count],
            inside: vec![0.0; count],
            ahead: state.clone(),
            increment: vec![0.0; state.v.len()],
            leaving: Vec::with_capacity(count),
            scratch: Vec::with_capacity(state.memory.len()),
        }
    }

    /// The same watch, going on where another was.
    pub fn resume(system: &System, state: &State, memory: Memory) -> Self {
        Exits { memory, ..Exits::new(system, state) }
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Looks at the exit functions a moment after the start of a step: where one is zero, its sense counts.
    pub fn begin(&mut self, system: &System, state: &State, moment: f64) {
        state.ahead(moment, &mut self.increment, &mut self.ahead);
        system.exit_values(&self.ahead, &mut self.memory.before);
    }

    /// Takes the end of the step before as the start of the next.
    pub fn advance(&mut self) {
        std::mem::swap(&mut self.memory.before, &mut self.after);
    }

    /// Looks at the exit functions at the end of a step, and tells how close the step has come to a landing.
    ///
    /// The number is the least of the exit functions that change the equations, each relative to its value at the start:
    /// it goes from 1 to zero where the first of them is crossed, and is negative behind that.
    pub fn look(&mut self, system: &System, state: &State) -> f64 {
        system.exit_values(state, &mut self.after);
        let pairs = self.after.iter().zip(&self.memory.before).enumerate();
        let armed = pairs.filter(|(_, (_, before))| **before > 0.0 && before.is_finite());
        let landing = armed.filter(|(i, _)| system.crossing(state, self.exits[*i]) == Crossing::Land);
        landing.map(|(_, (after, before))| after / before).fold(f64::INFINITY, f64::min)
    }

    /// Whether an exit that changes the equations is crossed at a state inside the step.
    pub fn crosses(&mut self, system: &System, inside: &State) -> bool {
        system.exit_values(inside, &mut self.inside);
        let pairs = self.inside.iter().zip(&self.memory.before).enumerate();
        let crossed = |(i, (now, before)): (usize, (&f64, &f64))| {
            *before > 0.0 && before.is_finite() && *now < 0.0 && system.crossing(inside, self.exits[i]) == Crossing::Land
        };
        pairs.into_iter().any(crossed)
    }

    /// Whether any exit was crossed in the step.
    pub fn any_crossed(&self) -> bool {
        self.memory.before.iter().zip(&self.after).any(|(before, after)| *before > 0.0 && *after < 0.0)
    }

    /// Leaves the modes whose exits were crossed in the step, all as one set.
    pub fn switch(&mut self, system: &System, state: &mut State) -> Result<(), Failure> {
        let met = |i: usize| {
            let change = self.memory.before[i] - self.after[i];
            self.memory.before[i] > 0.0 && self.after[i] < TOGETHER * change && change.is_finite()
        };
        let mut leaving = std::mem::take(&mut self.leaving);
        leaving.clear();
        leaving.extend((0..self.memory.before.len()).filter(|&i| met(i)));
        self.note_event(system, state, &leaving)?;
        self.leave(system, state, &leaving);
        self.leaving = leaving;
        Ok(())
    }

    /// Leaves modes that would be left at once, until none would be; the state is consistent before and after.
    pub fn settle(&mut self, inertial: &mut Inertial, state: &mut State, moment: f64) -> Result<(), Failure> {
        let system = inertial.system();
        for cycle in 1.. {
            self.begin(system, state, moment);
            if !self.switch_on(system, state, cycle)? {
                break;
            }
            inertial.restart(state)?;
        }
        Ok(())
    }

    /// Leaves modes that would be left at once; tells whether there were any.
    fn switch_on(&mut self, system: &System, state: &mut State, cycle: usize) -> Result<bool, Failure> {
        let mut leaving = std::mem::take(&mut self.leaving);
        leaving.clear();
        leaving.extend((0..self.memory.before.len()).filter(|&i| self.memory.before[i] < 0.0));
        if cycle > MAX_CYCLES && !leaving.is_empty() {
            return Err(self.chattering(system, state, &leaving));
        }
        self.leave(system, state, &leaving);
        let any = !leaving.is_empty();
        self.leaving = leaving;
        Ok(any)
    }

    fn leave(&mut self, system: &System, state: &mut State, leaving: &[usize]) {
        let mut last = None;
        for exit in leaving.iter().map(|&i| self.exits[i]) {
            // An element leaves its mode once, through its first exit.
            if last != Some(exit.element_key()) {
                system.switch(state, exit, &mut self.scratch);
                last = Some(exit.element_key());
            }
        }
    }

    fn note_event(&mut self, system: &System, state: &State, leaving: &[usize]) -> Result<(), Failure> {
        let memory = &mut self.memory;
        let close = memory.last_event.is_some_and(|last| state.time - last < CLOSE * state.time.abs());
        memory.close_events = if close { memory.close_events + 1 } else { 0 };
        memory.last_event = Some(state.time);
        if memory.close_events > MAX_CLOSE { Err(self.chattering(system, state, leaving)) } else { Ok(()) }
    }

    fn chattering(&self, system: &System, state: &State, leaving: &[usize]) -> Failure {
        let mut names: Vec<String> = Vec::new();
        for &i in leaving {
            let (element, mode) = system.exit_name(state, self.exits[i]);
            names.push(format!("\"{element}\" leaves \"{mode}\""));
        }
        let element = leaving.first().map(|&i| system.exit_name(state, self.exits[i]).0).unwrap_or_default();
        Failure { time: state.time, element, reason: Reason::Chattering, worst: names.join(", ") }
    }
}
