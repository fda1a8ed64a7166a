//! Events: detection of zero crossings of the event functions, and switching of modes.
//!
//! The event functions of a mode are positive inside it. A step at whose end one of them is negative has a zero
//! crossing. If the crossing changes the equations, the step is shortened until it ends there (event location). All
//! event functions that are zero at that time switch their modes together. The event functions of the new modes are
//! then evaluated at a time slightly ahead: a mode that would be left immediately is switched again. This event
//! iteration is limited; reaching the limit is reported as chattering.
//!
//! Parts that a switch has released, as a clutch that breaks away, have neither relative velocity nor, in the limit,
//! relative acceleration, so round-off must not decide their direction. They slip in the direction of the
//! multiplier λ, opposite to the friction that held them, and remain released if they accelerate in that direction,
//!
//! ```text
//! Σ λ_k Φ̈_k > 0     over the constraints k that were released
//! ```
//!
//! otherwise they stick again. Which of several parts stick is a linear complementarity problem. First all modes that
//! would be left are switched together. If that cycles, they are switched one at a time, always the first of them,
//! which terminates if friction does not depend on reactions (Murty 1974, principal pivoting; Cottle, Pang & Stone
//! 1992, section 4.2).
//!
//! Of several parts in parallel, as two brakes of one shaft, one may break away while the others hold it: stuck together
//! they share the load by the least norm of the multipliers, and the weakest share is more than its capacity. It then
//! carries its capacity without slip. Its event function, the slip, is round-off, and counts only beyond that until a
//! constraint is released.
//!
//! A part whose slip is driven through zero, as the guide of a crank mechanism at its dead centre, cannot stick: the
//! other constraints determine its acceleration, Φ̈ ≠ 0. It slips on along Φ̈. A part that is stuck when a drive begins to
//! move it is released in the same way.

use serde::{Deserialize, Serialize};

use crate::analysis::failure::{Failure, Reason};
use crate::analysis::inertial::Inertial;
use crate::analysis::redundancy::adds_no_constraint;
use crate::system::assembly::EventFunction;
use crate::system::{EventHandling, State, System};

/// Maximum number of cycles of the event iteration at one time; beyond it, the failure is chattering.
const MAX_CYCLES: usize = 100;
/// Number of cycles in which all modes are switched together; one at a time after that.
const SIMULTANEOUS_CYCLES: usize = 5;
/// An element that is released more often than this at one time is on the boundary between its modes, up to round-off;
/// it remains released.
const MAX_RELEASES: usize = 3;
/// Maximum number of consecutive events that follow each other within [`CLOSE_EVENTS_STEP_SHARE`] of the step size
/// planned by error control; beyond it, the failure is chattering.
const MAX_CLOSE_EVENTS: usize = 200;
const CLOSE_EVENTS_STEP_SHARE: f64 = 1e-4;
/// An event function switches along with the others if it is this close to zero, relative to its change in the step.
const SIMULTANEITY_TOLERANCE: f64 = 1e-6;

/// Round-off of a slip in m/s or rad/s, relative to the largest velocity, and at least this.
const SLIP_ROUND_OFF: f64 = 1e-9;
/// Slip is driven if its acceleration is above this fraction of the accelerations, and of 1e-3 m/s² or rad/s².
const DRIVEN_ACCELERATION: f64 = 1e-6;
const DRIVEN_FLOOR: f64 = 1e-3;

/// Monitors the event functions over a step.
pub(crate) struct EventMonitor {
    memory: EventMemory,
    /// The element and index of each event function.
    event_functions: Vec<EventFunction>,
    /// Values at the end of the step.
    after: Vec<f64>,
    /// Values inside it.
    inside: Vec<f64>,
    /// Values without velocities.
    at_rest: Vec<f64>,
    ahead: State,
    /// The state before a restart, in case that it fails.
    before_restart: State,
    increment: Vec<f64>,
    /// The event functions whose modes are left at a time.
    triggered: Vec<usize>,
    scratch: Vec<f64>,
    /// Elements released from constraints by switches at this time.
    releases: Vec<Release>,
    /// For each constraint, whether it was active before a switch, and whether it is active after it.
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
    /// Index of its mode, and the mode in which its constraints were active.
    mode_place: usize,
    held_in: usize,
    /// Its constraints.
    constraints: std::ops::Range<usize>,
    /// How many times it was released at this time.
    count: usize,
    /// Whether it is released now.
    free: bool,
}

/// History over steps; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventMemory {
    /// Values at the start of the step, evaluated slightly ahead.
    before: Vec<f64>,
    /// Whether each is a slip that other constraints determine, so that it counts only beyond round-off.
    determined: Vec<bool>,
    /// The time of the last event, and the number of events in close succession.
    last_event: Option<f64>,
    close_events: usize,
}

/// The values of the event functions; slips that other constraints determine are raised by their round-off.
fn values(system: &System, state: &State, determined: &[bool], out: &mut [f64]) {
    system.event_function_values(state, out);
    if determined.contains(&true) {
        let margin = SLIP_ROUND_OFF * state.v.iter().fold(1.0_f64, |most, v| most.max(v.abs()));
        out.iter_mut().zip(determined).filter(|(_, determined)| **determined).for_each(|(value, _)| *value += margin);
    }
}

impl EventMonitor {
    pub fn new(system: &System, state: &State) -> Self {
        let count = system.event_functions();
        EventMonitor {
            memory: EventMemory {
                before: vec![0.0; count],
                determined: vec![false; count],
                last_event: None,
                close_events: 0,
            },
            event_functions: (0..count).map(|place| system.event(place)).collect(),
            after: vec![0.0; count],
            inside: vec![0.0; count],
            at_rest: vec![0.0; count],
            ahead: state.clone(),
            before_restart: state.clone(),
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

    /// Continues from a checkpoint.
    pub fn resume(&mut self, memory: EventMemory) {
        self.memory = memory;
    }

    pub fn memory(&self) -> &EventMemory {
        &self.memory
    }

    /// Evaluates the event functions slightly after the start of a step: if one is zero, the sign of its rate decides.
    pub fn begin(&mut self, system: &System, state: &State, moment: f64) {
        state.ahead(moment, &mut self.increment, &mut self.ahead);
        values(system, &self.ahead, &self.memory.determined, &mut self.memory.before);
    }

    /// Makes the values at the end of the step those at the start of the next one.
    pub fn advance(&mut self) {
        std::mem::swap(&mut self.memory.before, &mut self.after);
    }

    /// Evaluates the event functions at the end of a step, and returns the distance to the first located zero crossing.
    ///
    /// It is the smallest value of the located event functions, each relative to its value at the start: it decreases
    /// from 1 to zero at the first zero crossing, and is negative after it.
    pub fn evaluate_at_end(&mut self, system: &System, state: &State) -> f64 {
        values(system, state, &self.memory.determined, &mut self.after);
        let pairs = self.after.iter().zip(&self.memory.before).enumerate();
        let armed = pairs.filter(|(_, (_, before))| **before > 0.0 && before.is_finite());
        let landing =
            armed.filter(|(i, _)| system.event_handling(state, self.event_functions[*i]) == EventHandling::Located);
        landing.map(|(_, (after, before))| after / before).fold(f64::INFINITY, f64::min)
    }

    /// Returns whether a located event function is negative at a state inside the step.
    pub fn crosses_inside(&mut self, system: &System, inside: &State) -> bool {
        values(system, inside, &self.memory.determined, &mut self.inside);
        let pairs = self.inside.iter().zip(&self.memory.before).enumerate();
        let crossed = |(i, (now, before)): (usize, (&f64, &f64))| {
            *before > 0.0
                && before.is_finite()
                && *now < 0.0
                && system.event_handling(inside, self.event_functions[i]) == EventHandling::Located
        };
        pairs.into_iter().any(crossed)
    }

    /// Returns whether any event function had a zero crossing in the step.
    pub fn any_crossed(&self) -> bool {
        self.memory.before.iter().zip(&self.after).any(|(before, after)| *before > 0.0 && *after < 0.0)
    }

    /// Switches the modes of all zero crossings of the step together. `step` is the step size planned by error control.
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

    /// Event iteration: switches modes that would be left immediately until none is left; the state is consistent
    /// before and after.
    pub fn settle_modes(&mut self, inertial: &mut Inertial, state: &mut State, moment: f64) -> Result<(), Failure> {
        let system = &*inertial.system();
        for cycle in 1.. {
            self.begin(system, state, moment);
            self.resolve_releases(system, state);
            if !self.switch_immediate(system, state, cycle)? {
                break;
            }
            self.restart(inertial, state)?;
        }
        self.releases.clear();
        Ok(())
    }

    /// Makes a state consistent in its modes, without those of elements that are stuck although others drive their slip.
    pub fn restart(&mut self, inertial: &mut Inertial, state: &mut State) -> Result<(), Failure> {
        self.before_restart.clone_from(state);
        inertial.restart(state).or_else(|failure| {
            state.clone_from(&self.before_restart);
            if !self.release_driven(inertial, state) {
                return Err(failure);
            }
            inertial.restart(state)
        })
    }

    /// Sets the event functions of released elements by the direction of their accelerations: back into the constraints
    /// that held them, or along the multipliers at the release.
    fn resolve_releases(&mut self, system: &System, state: &State) {
        if !self.releases.iter().any(|release| release.free) {
            return;
        }
        // The constraints as they were while active, on the present motion.
        self.ahead.clone_from(state);
        for release in self.releases.iter().filter(|release| release.free) {
            self.ahead.modes[release.mode_place] = release.held_in;
        }
        self.second_rates.fill(0.0);
        system.constraint_second_rates(&self.ahead, &mut self.second_rates);
        self.ahead.clone_from(state);
        self.ahead.v.fill(0.0);
        system.event_function_values(&self.ahead, &mut self.at_rest);
        for release in self.releases.iter().filter(|release| release.free) {
            let own = release.constraints.clone();
            let power: f64 = own.clone().map(|k| self.at_release[k] * self.second_rates[k]).sum();
            self.ahead.clone_from(state);
            self.ahead.modes[release.mode_place] = release.held_in;
            let held_by_others = adds_no_constraint(system, &self.ahead, state);
            let stays = held_by_others || power > 0.0 || release.count > MAX_RELEASES;
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
                    // The magnitude is only round-off, or the effect of the time ahead; the sign is significant.
                    let size = value.abs().max(f64::MIN_POSITIVE);
                    self.memory.before[i] = if stays { size } else { -size };
                    // A slip is zero without velocities; the capacity of a clutch that is to close is not.
                    self.memory.determined[i] = held_by_others && self.at_rest[i].abs() <= f64::MIN_POSITIVE;
                    if self.memory.determined[i] {
                        self.memory.before[i] = SLIP_ROUND_OFF;
                    }
                }
            }
        }
    }

    /// Switches modes that would be left immediately; returns whether there were any.
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
            // An element leaves its mode once, by its first event function.
            if last != Some(event.element_key()) {
                system.switch(state, event, &mut self.scratch);
                last = Some(event.element_key());
            }
        }
        system.active_constraints(state, &mut self.active);
        if self.active_before.iter().zip(&self.active).any(|(before, now)| *before && !now) {
            self.memory.determined.fill(false);
        }
        for &i in triggered {
            self.slip_on_where_determined(system, state, i);
        }
        system.active_constraints(state, &mut self.active);
        for &i in triggered {
            self.record_release(system, state, self.event_functions[i]);
        }
    }

    /// Switches an element back that a switch has made stick, if the constraints that were active before determine its
    /// slip: along its acceleration where they drive it through zero, else as before.
    fn slip_on_where_determined(&mut self, system: &System, state: &mut State, i: usize) {
        let event = self.event_functions[i];
        let (mode_place, own) = system.mode_and_constraints(event);
        system.active_constraints(state, &mut self.active);
        if !own.clone().any(|k| self.active[k] && !self.active_before[k]) {
            return;
        }
        let mut free = state.clone();
        free.modes.copy_from_slice(&self.modes_before);
        self.ahead.clone_from(&free);
        self.ahead.modes[mode_place] = state.modes[mode_place];
        if !adds_no_constraint(system, &self.ahead, &free) {
            return;
        }
        if self.is_driven(system, own, state) {
            system.switch(state, event, &mut self.scratch);
            self.memory.determined[i] = true;
        } else if self.is_slip(system, &free, i) {
            state.modes[mode_place] = self.modes_before[mode_place];
            self.memory.determined[i] = true;
        }
    }

    /// Returns whether an event function is a slip: it is zero without velocities. The capacity of a clutch that is to
    /// close is not.
    fn is_slip(&mut self, system: &System, state: &State, i: usize) -> bool {
        self.ahead.clone_from(state);
        self.ahead.v.fill(0.0);
        system.event_function_values(&self.ahead, &mut self.at_rest);
        self.at_rest[i].abs() <= f64::MIN_POSITIVE
    }

    /// Returns whether an element that sticks in the state ahead slips there, or its slip is accelerated. If so, sets the
    /// multipliers of another state to the direction of that slip.
    fn is_driven(&mut self, system: &System, own: std::ops::Range<usize>, state: &mut State) -> bool {
        let ahead = &self.ahead;
        let largest = |rates: &[f64]| own.clone().map(|k| rates[k].abs()).fold(0.0, f64::max);
        let fastest = |floor: f64, rates: &[f64]| rates.iter().fold(floor, |most, v| most.max(v.abs()));
        // Those of inactive constraints remain zero.
        let (mut values, mut rates) = (vec![0.0; system.constraints()], vec![0.0; system.constraints()]);
        system.constraint_values(ahead, &mut values, &mut rates);
        self.second_rates.fill(0.0);
        system.constraint_second_rates(ahead, &mut self.second_rates);
        let direction = if largest(&rates) > SLIP_ROUND_OFF * fastest(1.0, &ahead.v) {
            &rates
        } else if largest(&self.second_rates) > DRIVEN_ACCELERATION * fastest(DRIVEN_FLOOR, &ahead.dv) {
            &self.second_rates
        } else {
            return false;
        };
        state.multipliers[own.clone()].copy_from_slice(&direction[own]);
        true
    }

    /// Releases elements that are stuck although other constraints drive their slip; returns whether there are any.
    pub fn release_driven(&mut self, inertial: &mut Inertial, state: &mut State) -> bool {
        self.release_driven_after(inertial, state, 0.0)
    }

    /// The same by the motion without them `moment` later: a motion that begins smoothly has neither slip nor acceleration at
    /// first.
    pub fn release_driven_after(&mut self, inertial: &mut Inertial, state: &mut State, moment: f64) -> bool {
        let system = &*inertial.system();
        let (stuck, mut moving) = self.stuck_where_determined(system, state);
        if stuck.is_empty() || inertial.restart(&mut moving).is_err() {
            return false;
        }
        if moment > 0.0 {
            let now = moving.clone();
            now.ahead(moment, &mut self.increment, &mut moving);
            if inertial.restart(&mut moving).is_err() {
                return false;
            }
        }
        let mut any = false;
        for i in stuck {
            let (mode_place, own) = system.mode_and_constraints(self.event_functions[i]);
            self.ahead.clone_from(&moving);
            self.ahead.modes[mode_place] = state.modes[mode_place];
            if self.is_driven(system, own, state) {
                system.switch(state, self.event_functions[i], &mut self.scratch);
                self.memory.determined[i] = true;
                any = true;
            }
        }
        any
    }

    /// The event functions of stuck elements whose slip the other constraints determine, and a state in which they are
    /// released, in either direction.
    fn stuck_where_determined(&mut self, system: &System, state: &State) -> (Vec<usize>, State) {
        let (mut all_free, mut moving) = (state.clone(), state.clone());
        let mut stuck: Vec<usize> = Vec::new();
        system.active_constraints(state, &mut self.active_before);
        for (i, &event) in self.event_functions.iter().enumerate() {
            let (_, own) = system.mode_and_constraints(event);
            // The first event function of an element that releases it is the one of its friction.
            let seen = stuck.last().is_some_and(|&j| self.event_functions[j].element_key() == event.element_key());
            if seen || !own.clone().any(|k| self.active_before[k]) {
                continue;
            }
            let mut freed = all_free.clone();
            freed.multipliers[own.clone()].fill(1.0);
            system.switch(&mut freed, event, &mut self.scratch);
            system.active_constraints(&freed, &mut self.active);
            if own.clone().any(|k| self.active_before[k] && !self.active[k]) {
                all_free = freed;
                stuck.push(i);
            }
        }
        stuck.retain(|&i| {
            let (mode_place, _) = system.mode_and_constraints(self.event_functions[i]);
            self.ahead.clone_from(&all_free);
            self.ahead.modes[mode_place] = state.modes[mode_place];
            adds_no_constraint(system, &self.ahead, &all_free)
        });
        for &i in &stuck {
            let (mode_place, _) = system.mode_and_constraints(self.event_functions[i]);
            moving.modes[mode_place] = all_free.modes[mode_place];
        }
        moving.memory.copy_from_slice(&all_free.memory);
        (stuck, moving)
    }

    /// Records the switch of an element, and the reactions of the constraints from which it was released.
    fn record_release(&mut self, system: &System, state: &State, event: EventFunction) {
        let (mode_place, constraints) = system.mode_and_constraints(event);
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
