//! The simulation handle: a motion in time that another program drives.
//!
//! A handle owns its system and everything that its steps need. It prints nothing, sets up no threads unless its settings ask for them, and shares no state
//! with another handle, so that any number of them may live in one process, on any threads.
//!
//! ```
//! use halfshaft::analysis::{Settings, Simulation, Steps};
//! use halfshaft::describe::Quantity;
//! use halfshaft::elements::{Inertia, signals::Input, torsional::torque::Torque};
//! use halfshaft::system::{Between, ScalarKind, ScalarNode, SystemBuilder};
//!
//! // A flywheel of 2 kg m² on which an input from outside is the torque.
//! let mut b = SystemBuilder::new();
//! let shaft = ScalarNode { name: "flywheel".into(), kind: ScalarKind::Motion, position: 0.0, velocity: 0.0, scale: 1.0 };
//! let shaft = b.scalar_node(shaft);
//! b.add("flywheel", Inertia { shaft, inertia: 2.0 });
//! let torque = b.input("torque", Between::Hold, 0.0, Quantity::TORQUE);
//! b.add("motor", Torque { on: shaft, torque: Input::Signal(torque), harmonics: vec![], angle: 0.0 });
//! let system = b.finish();
//!
//! let settings = Settings::new(f64::INFINITY, Steps::Controlled { tolerance: 1e-4, longest: f64::INFINITY });
//! let mut simulation = Simulation::new(&system, &settings)?;
//! let (torque, speed) = (system.input("torque").unwrap(), system.channel("flywheel.speed").unwrap());
//! simulation.set_input(torque, 10.0)?;
//! simulation.advance_to(1.0)?;
//! assert!((simulation.channel(speed) - 5.0).abs() < 1e-9);
//!
//! // What would happen without torque, and then as if nothing had been asked.
//! let saved = simulation.save();
//! simulation.set_input(torque, 0.0)?;
//! simulation.advance_to(2.0)?;
//! assert!((simulation.channel(speed) - 5.0).abs() < 1e-9);
//! simulation.restore(saved);
//! simulation.advance_to(2.0)?;
//! assert!((simulation.channel(speed) - 10.0).abs() < 1e-9);
//! # Ok::<(), halfshaft::analysis::SimulationError>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::energy_audit::Audit;
use super::integration::{Integration, Pending};
use super::switch_log::{ModeSwitch, SwitchLog};
use super::{Accepted, Checkpoint, Observer, Outcome, Settings, Statistics};
use crate::analysis::failure::Failure;
use crate::analysis::redundancy::Redundancy;
use crate::analysis::state_space::{StateSpace, state_space};
use crate::analysis::transient::last_step::LastStep;
use crate::system::{Between, InputLine, Probe, State, System};

/// A hook is called at a time that is closer to it than this, relative to its period.
const HOOK_COINCIDENCE: f64 = 1e-9;

/// The latest time that can be given, in seconds: 30 000 years. Beyond it, times are further apart than the steps of any mechanism.
const LATEST_TIME: f64 = 1e12;

/// A motion in time that another program drives.
pub struct Simulation {
    integration: Integration,
    /// The last accepted step, for samples inside it.
    last: LastStep,
    probe: Probe,
    hooks: Vec<Hook>,
}

/// A function that is called at regular times.
struct Hook {
    period: f64,
    /// The next call is at this many periods.
    next: u64,
    call: Box<dyn FnMut(&mut Sampled) + Send>,
}

impl Hook {
    fn next_time(&self) -> f64 {
        self.next as f64 * self.period
    }
}

/// What a sample hook may do at its time: read channels and set inputs.
pub struct Sampled<'a>(&'a mut Simulation);

impl Sampled<'_> {
    /// The time, in seconds.
    pub fn time(&self) -> f64 {
        self.0.time()
    }

    /// A channel, by its index in [`System::channels`].
    pub fn channel(&mut self, channel: usize) -> f64 {
        self.0.channel(channel)
    }

    /// Sets an input, by its index in [`System::inputs`].
    pub fn set_input(&mut self, input: usize, value: f64) -> Result<(), SimulationError> {
        self.0.set_input(input, value)
    }
}

/// Why a simulation handle cannot do what it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// The computation failed. The handle stays where its last accepted step ended.
    Failed(Failure),
    /// The time is before that of the handle.
    TimePassed {
        /// The time that was asked for, in seconds.
        asked: f64,
        /// The earliest time that can be given, in seconds.
        earliest: f64,
    },
    /// The time is so late that steps to it cannot be told apart.
    TooLate {
        /// The time that was asked for, in seconds.
        asked: f64,
    },
    /// A time or a value is not a finite number.
    NotFinite,
    /// There is no input or channel of this number.
    OutOfRange,
}

impl From<Failure> for SimulationError {
    fn from(failure: Failure) -> Self {
        SimulationError::Failed(failure)
    }
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SimulationError::Failed(failure) => write!(f, "at {} s: {}", failure.time, failure.message()),
            SimulationError::TimePassed { asked, earliest } => {
                write!(f, "{asked} s has passed: the earliest time that can be given is {earliest} s")
            }
            SimulationError::TooLate { asked } => {
                write!(f, "{asked:e} s is too late: the latest time that can be given is {LATEST_TIME:e} s")
            }
            SimulationError::NotFinite => write!(f, "a time or an input is not a finite number"),
            SimulationError::OutOfRange => write!(f, "there is no input or channel of this number"),
        }
    }
}

impl std::error::Error for SimulationError {}

impl Simulation {
    /// Begins at a consistent state; `redundancy` are the redundant constraints there, if they are known.
    ///
    /// The settings hold for all steps; their end time only for [`super::transient`].
    pub fn from_state(
        system: &Arc<System>,
        state: State,
        redundancy: Option<&Redundancy>,
        settings: &Settings,
    ) -> Self {
        let audit = Audit::at_start(system, &state);
        let compliance = match redundancy {
            Some(redundancy) => redundancy.compliances(system, &state),
            None => Redundancy::find(system, &state).compliances(system, &state),
        };
        Simulation::with(Integration::new(system.clone(), state, compliance, settings, audit))
    }

    /// Goes on from what another handle saved, of the same system with the same settings.
    pub fn from_checkpoint(system: &Arc<System>, checkpoint: Checkpoint, settings: &Settings) -> Self {
        Simulation::with(Integration::resume(system.clone(), checkpoint, settings))
    }

    fn with(integration: Integration) -> Self {
        let system = &*integration.system;
        let (last, probe) = (LastStep::new(system), Probe::new(system));
        Simulation { integration, last, probe, hooks: Vec::new() }
    }

    /// The system.
    pub fn system(&self) -> &Arc<System> {
        &self.integration.system
    }

    /// The time at which the last step ended, in seconds.
    pub fn time(&self) -> f64 {
        self.integration.state.time
    }

    /// The state at that time.
    pub fn state(&self) -> &State {
        &self.integration.state
    }

    /// What the steps so far have cost.
    pub fn statistics(&self) -> Statistics {
        self.integration.stepper.statistics
    }

    /// Where the energy went so far.
    pub fn audit(&self) -> &Audit {
        &self.integration.ledger.audit
    }

    /// Sets an input, by its index in [`System::inputs`], in SI units.
    ///
    /// An input that is held jumps now. One that is linear goes from its present value to this one over the next
    /// [`Simulation::advance_to`].
    pub fn set_input(&mut self, input: usize, value: f64) -> Result<(), SimulationError> {
        if !value.is_finite() {
            return Err(SimulationError::NotFinite);
        }
        let Integration { system, state, .. } = &mut self.integration;
        let port = system.inputs().get(input).ok_or(SimulationError::OutOfRange)?;
        let memory = &mut state.memory[port.memory..][..InputLine::MEMORY.len()];
        let line = InputLine::read(memory);
        let changes = match port.between {
            Between::Hold => line.value(state.time) != value,
            // The slope changes; that of the new line counts once its end is known.
            Between::Linear => line.from.1 != line.to.1 && line.to.0 >= state.time,
        };
        line.set(port.between, state.time, value).write(memory);
        if changes {
            self.inputs_changed();
        }
        Ok(())
    }

    /// The state is made consistent with new inputs before the next step.
    fn inputs_changed(&mut self) {
        let pending = &mut self.integration.pending;
        *pending = match pending {
            Pending::Start | Pending::StartWithInputs => Pending::StartWithInputs,
            _ => Pending::Inputs,
        };
    }

    /// Lets linear inputs reach their values at a time.
    fn end_input_lines(&mut self, time: f64) {
        let Integration { system, state, .. } = &mut self.integration;
        let mut slope_changes = false;
        for port in system.inputs().iter().filter(|port| port.between == Between::Linear) {
            let memory = &mut state.memory[port.memory..][..InputLine::MEMORY.len()];
            let before = InputLine::read(memory);
            let line = before.ending_at(state.time, time);
            line.write(memory);
            slope_changes |= line != before && before.from.1 != before.to.1;
        }
        if slope_changes {
            self.inputs_changed();
        }
    }

    /// Calls a function at the times 0, `period`, 2 `period` …, where steps end; it may read channels and set inputs.
    ///
    /// Hooks are not saved: [`Simulation::restore`] leaves those of the handle in place.
    pub fn every(
        &mut self,
        period: f64,
        call: impl FnMut(&mut Sampled) + Send + 'static,
    ) -> Result<(), SimulationError> {
        if !(period.is_finite() && period > 0.0) {
            return Err(SimulationError::NotFinite);
        }
        let mut hook = Hook { period, next: 0, call: Box::new(call) };
        self.align(&mut hook);
        self.hooks.push(hook);
        Ok(())
    }

    /// The next call of a hook is the first after the present time; the start is still ahead.
    fn align(&self, hook: &mut Hook) {
        let periods = self.time() / hook.period;
        hook.next = match self.integration.pending {
            Pending::Start | Pending::StartWithInputs => periods.ceil() as u64,
            _ => (periods + HOOK_COINCIDENCE).floor() as u64 + 1,
        };
    }

    /// Advances to a time, where a step ends.
    pub fn advance_to(&mut self, time: f64) -> Result<(), SimulationError> {
        self.advance_while(time, &mut |_| true).map(drop)
    }

    /// Advances to a time as long as `go_on` agrees before each step, at the time that is passed to it. Stopped, the handle
    /// stays where the last step ended, and can go on from there.
    pub fn advance_while(&mut self, time: f64, go_on: &mut dyn FnMut(f64) -> bool) -> Result<Outcome, SimulationError> {
        self.check_time(time, self.time())?;
        self.end_input_lines(time);
        loop {
            self.call_hooks();
            let until = self.next_hook().min(time);
            if self.integration.advance_while(until, &mut self.last, go_on)? == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
            if until >= time {
                self.call_hooks();
                return Ok(Outcome::Done);
            }
        }
    }

    /// Takes one step, as long as the error control allows, and returns the time at which it ended.
    ///
    /// Linear inputs stay at their last values, for the end of their lines is not known.
    pub fn step(&mut self) -> Result<f64, SimulationError> {
        self.call_hooks();
        let until = self.next_hook();
        self.integration.step(until, &mut self.last)?;
        self.call_hooks();
        Ok(self.time())
    }

    /// Sets `values` to channels at a time, by dense output inside a step: no step ends there for it.
    ///
    /// Steps are taken until one covers the time, so that the handle may be ahead of it. Times before the last step have
    /// passed.
    pub fn sample(&mut self, time: f64, channels: &[usize], values: &mut [f64]) -> Result<(), SimulationError> {
        self.sample_while(time, channels, values, &mut |_| true).map(drop)
    }

    /// The same as long as `go_on` agrees before each step. Stopped, it sets no values.
    pub fn sample_while(
        &mut self,
        time: f64,
        channels: &[usize],
        values: &mut [f64],
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Outcome, SimulationError> {
        self.check_time(time, self.last.begin().unwrap_or(self.time()))?;
        let count = self.system().channels().len();
        if channels.iter().any(|channel| *channel >= count) || values.len() != channels.len() {
            return Err(SimulationError::OutOfRange);
        }
        while self.time() < time {
            if !go_on(self.time()) {
                return Ok(Outcome::Stopped);
            }
            self.step()?;
        }
        self.probe.clear();
        let Simulation { integration, last, probe, .. } = self;
        let state = if time == integration.state.time { &integration.state } else { last.at(time) };
        for (value, &channel) in values.iter_mut().zip(channels) {
            *value = probe.value(&integration.system, state, channel);
        }
        self.probe.clear();
        Ok(Outcome::Done)
    }

    /// A channel at the present time, by its index in [`System::channels`], in SI units.
    ///
    /// # Panics
    /// If there is no channel of this number.
    pub fn channel(&mut self, channel: usize) -> f64 {
        self.probe.clear();
        self.probe.value(&self.integration.system, &self.integration.state, channel)
    }

    /// Keeps the switches of modes from now on, for [`Simulation::take_switches`].
    pub fn keep_switches(&mut self) {
        self.integration.switches.get_or_insert_with(SwitchLog::default);
    }

    /// The switches of modes since they were taken last, if they are kept.
    pub fn take_switches(&mut self) -> Vec<ModeSwitch> {
        self.integration.switches.as_mut().map_or(Vec::new(), |log| std::mem::take(&mut log.switches))
    }

    /// Saves everything that the rest of the motion depends on. What follows gives the same bits in this handle and in
    /// every other one that is restored from it: all else is reset here.
    pub fn save(&mut self) -> Checkpoint {
        self.integration.checkpoint()
    }

    /// Goes back, or ahead, to what a handle of the same system with the same settings saved.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        let Integration { system, settings, switches, .. } = &mut self.integration;
        let switches = switches.take();
        self.integration = Integration::resume(system.clone(), checkpoint, settings);
        self.integration.switches = switches;
        self.last.clear();
        let mut hooks = std::mem::take(&mut self.hooks);
        hooks.iter_mut().for_each(|hook| self.align(hook));
        self.hooks = hooks;
    }

    /// Linearizes about the present state, from inputs, by their indices in [`System::inputs`], to channels.
    pub fn linearize(&self, inputs: &[usize], channels: &[usize]) -> Result<StateSpace, SimulationError> {
        let system = self.system();
        let (of_inputs, of_channels) = (system.inputs().len(), system.channels().len());
        if inputs.iter().any(|i| *i >= of_inputs) || channels.iter().any(|i| *i >= of_channels) {
            return Err(SimulationError::OutOfRange);
        }
        Ok(state_space(system, self.state(), inputs, channels)?)
    }

    /// Runs to an end time and shows every accepted state to an observer, the initial one too; at the end it receives the
    /// accounts of energy and the causes that limited the steps.
    pub fn run(&mut self, end: f64, observer: &mut dyn Observer) -> Result<Outcome, Failure> {
        let Integration { system, state, ledger, pending, .. } = &self.integration;
        if matches!(pending, Pending::Start | Pending::StartWithInputs) {
            let initial = Accepted { system, state, step: 0.0, audit: &ledger.audit, start: None };
            if observer.accepted(&initial).is_break() {
                return Ok(Outcome::Stopped);
            }
            if state.time >= end {
                return Ok(Outcome::Done);
            }
        }
        self.integration.begin(end)?;
        let outcome = self.integration.advance_to(end, observer);
        self.integration.end(observer);
        outcome
    }

    fn check_time(&self, time: f64, earliest: f64) -> Result<(), SimulationError> {
        match time {
            time if !time.is_finite() => Err(SimulationError::NotFinite),
            time if time < earliest => Err(SimulationError::TimePassed { asked: time, earliest }),
            time if time > LATEST_TIME => Err(SimulationError::TooLate { asked: time }),
            _ => Ok(()),
        }
    }

    fn next_hook(&self) -> f64 {
        self.hooks.iter().map(Hook::next_time).fold(f64::INFINITY, f64::min)
    }

    /// Calls the hooks whose time has come.
    fn call_hooks(&mut self) {
        if self.hooks.is_empty() {
            return;
        }
        let mut hooks = std::mem::take(&mut self.hooks);
        for hook in &mut hooks {
            if self.time() >= hook.next_time() - HOOK_COINCIDENCE * hook.period {
                (hook.call)(&mut Sampled(self));
                hook.next += 1;
            }
        }
        self.hooks = hooks;
    }
}

/// The handle observes its own steps.
impl Observer for LastStep {
    fn accepted(&mut self, accepted: &Accepted) -> ControlFlow<()> {
        self.record(accepted);
        ControlFlow::Continue(())
    }
}
