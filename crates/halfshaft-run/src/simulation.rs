//! A model that another program drives: inputs and outputs by their names, in the units of the file.

use crate::invalid_input::InvalidInput;
use crate::session::perform::{self, run_error};
use crate::session::prepare::{Prepared, prepare};
use halfshaft::analysis::{self, Checkpoint, ModeSwitch, Outcome, Sampled, Settings, StateSpace, Statistics};
use halfshaft::system::System;
use halfshaft_model::source::{Open, Source};
use halfshaft_results::measure::Unit;
use halfshaft_results::recipe::Recipe;
use halfshaft_results::summary::RunError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Magic number of a saved state; its last byte is the version of the format.
const HEAD: [u8; 8] = *b"hs sim\x00\x01";

/// A model under way, driven by another program.
///
/// Inputs are the items of `[[input]]` of the model file, outputs those of `[[output]]`; both have names and units there.
/// Channels are in SI units. Handles are independent of each other and may be sent to other threads.
///
/// ```
/// use halfshaft_run::{Embedded, Simulation, Source};
///
/// let text = r#"
/// format = 1
/// analysis = { type = "transient", end = "10 s" }
///
/// [[inertia]]
/// name = "flywheel"
/// inertia = "2 kg m^2"
///
/// [[input]]
/// name = "torque"
/// unit = "kN m"
///
/// [[driveline]]
/// name = "motor"
/// type = "torque"
/// on = "flywheel"
/// torque = { signal = "torque" }
///
/// [[output]]
/// name = "speed"
/// channel = "flywheel.speed"
/// unit = "rpm"
/// "#;
///
/// let mut simulation = Simulation::new(&Source::new("flywheel.toml", text), &Embedded(&[]), &[])?;
/// simulation.set_input("torque", 0.01)?;
/// simulation.advance_to(1.0)?;
/// assert!((simulation.output("speed")? - 47.746).abs() < 1e-3);
/// assert!((simulation.channel("flywheel.speed")? - 5.0).abs() < 1e-9);
///
/// let saved = simulation.save();
/// simulation.advance_to(2.0)?;
/// simulation.restore(&saved)?;
/// assert_eq!(simulation.time(), 1.0);
///
/// let linear = simulation.linearize(&["torque"], &["speed"])?;
/// assert_eq!((linear.states.len(), linear.b.len(), linear.c.len()), (2, 2, 2));
/// # Ok::<(), halfshaft_run::SimulationError>(())
/// ```
pub struct Simulation {
    handle: analysis::Simulation,
    settings: Settings,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    fingerprint: u64,
    /// The end time of the model file, in seconds.
    end: f64,
}

/// An input or an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The size of the unit in SI units.
    size: f64,
    /// The index of the input, or of the channel.
    index: usize,
}

/// Why a simulation cannot be started, or cannot go on.
#[derive(Clone, Debug)]
pub enum SimulationError {
    /// The model is invalid.
    Invalid(InvalidInput),
    /// The computation failed; the simulation stays where its last step ended.
    Failed(RunError),
    /// There is no input, output or channel of this name.
    UnknownName {
        /// "input", "output" or "channel".
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A time or a value that makes no sense.
    Refused(analysis::SimulationError),
    /// A saved state of another version, of another model or of no simulation.
    Unrestorable(String),
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SimulationError::Invalid(invalid) => write!(f, "{}", invalid.render(crate::Style::Plain)),
            SimulationError::Failed(error) => write!(f, "{}", crate::session::error_line(error)),
            SimulationError::UnknownName { what, name, known } if known.is_empty() => {
                write!(f, "there is no {what} \"{name}\": the model file has no [[{what}]]")
            }
            SimulationError::UnknownName { what, name, known } => {
                let near = halfshaft_model::suggest::nearest(name, known.iter().map(String::as_str));
                match near {
                    Some(near) => write!(f, "there is no {what} \"{name}\"; did you mean \"{near}\"?"),
                    None => write!(f, "there is no {what} \"{name}\"; there are \"{}\"", known.join("\", \"")),
                }
            }
            SimulationError::Refused(error) => write!(f, "{error}"),
            SimulationError::Unrestorable(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for SimulationError {}

impl From<InvalidInput> for SimulationError {
    fn from(invalid: InvalidInput) -> Self {
        SimulationError::Invalid(invalid)
    }
}

impl From<analysis::SimulationError> for SimulationError {
    fn from(error: analysis::SimulationError) -> Self {
        match error {
            analysis::SimulationError::Failed(failure) => SimulationError::Failed(run_error(&failure)),
            other => SimulationError::Refused(other),
        }
    }
}

/// The header of a saved state.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    version: String,
    fingerprint: u64,
}

impl Simulation {
    /// Reads, builds and assembles a model; `open` gives the files that it uses. The analysis of the file counts only as
    /// far as it says where the motion starts.
    pub fn new(source: &Source, open: &dyn Open, overrides: &[(String, String)]) -> Result<Self, SimulationError> {
        let mut prepared = prepare(source, overrides, open)?;
        let recipe = Recipe::new(&source.name, overrides, std::mem::take(&mut prepared.files), false);
        let fingerprint = recipe.fingerprint(&source.text);
        let start = perform::start(&prepared).map_err(|failure| SimulationError::Failed(run_error(&failure)))?;
        let Prepared { system, settings, inputs, outputs, .. } = prepared;
        let handle = analysis::Simulation::from_state(&system, start.state, start.redundancy.as_ref(), &settings);
        let of_input = |(name, unit): (String, Unit)| {
            Some(Port { index: system.input(&name)?, name, unit: unit.symbol, size: unit.size })
        };
        let inputs = inputs.into_iter().filter_map(of_input).collect();
        let mut ports = Vec::new();
        for output in outputs {
            let index = find_channel(&system, &output.channel)?;
            ports.push(Port { name: output.name, unit: output.unit.symbol, size: output.unit.size, index });
        }
        let end = settings.end;
        Ok(Simulation { handle, settings, inputs, outputs: ports, fingerprint, end })
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// The paths and SI units of all channels.
    pub fn channels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.handle.system().channels().iter().map(|channel| (channel.path.as_str(), channel.quantity.unit))
    }

    /// The time at which the last step ended, in seconds.
    pub fn time(&self) -> f64 {
        self.handle.time()
    }

    /// The end time of the model file, in seconds. Nothing stops there.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// What the steps so far have cost.
    pub fn statistics(&self) -> Statistics {
        self.handle.statistics()
    }

    /// Sets an input, in its unit. One that is held jumps now; a linear one reaches the value at the end of the next
    /// [`Simulation::advance_to`].
    pub fn set_input(&mut self, name: &str, value: f64) -> Result<(), SimulationError> {
        let port = find(&self.inputs, "input", name)?;
        Ok(self.handle.set_input(port.index, port.size * value)?)
    }

    /// Advances to a time in seconds, where a step ends.
    pub fn advance_to(&mut self, time: f64) -> Result<(), SimulationError> {
        Ok(self.handle.advance_to(time)?)
    }

    /// Advances to a time in seconds as long as `go_on` agrees before each step; returns whether it was reached.
    pub fn advance_while(&mut self, time: f64, go_on: &mut dyn FnMut(f64) -> bool) -> Result<bool, SimulationError> {
        Ok(self.handle.advance_while(time, go_on)? == Outcome::Done)
    }

    /// Takes one step and returns the time at which it ended, in seconds.
    pub fn step(&mut self) -> Result<f64, SimulationError> {
        Ok(self.handle.step()?)
    }

    /// The value of an output now, in its unit.
    pub fn output(&mut self, name: &str) -> Result<f64, SimulationError> {
        let Port { index, size, .. } = *find(&self.outputs, "output", name)?;
        Ok(self.handle.channel(index) / size)
    }

    /// The value of a channel now, in its SI unit.
    pub fn channel(&mut self, path: &str) -> Result<f64, SimulationError> {
        let index = find_channel(self.handle.system(), path)?;
        Ok(self.handle.channel(index))
    }

    /// The values of outputs at a time, in their units, from inside a step: none ends there for it. See
    /// [`analysis::Simulation::sample`].
    pub fn sample(&mut self, time: f64, outputs: &[&str]) -> Result<Vec<f64>, SimulationError> {
        Ok(self.sample_while(time, outputs, &mut |_| true)?.unwrap_or_default())
    }

    /// The same as long as `go_on` agrees before each step; `None` if it did not.
    pub fn sample_while(
        &mut self,
        time: f64,
        outputs: &[&str],
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<Vec<f64>>, SimulationError> {
        let ports: Vec<&Port> =
            outputs.iter().map(|name| find(&self.outputs, "output", name)).collect::<Result<_, _>>()?;
        let indices: Vec<usize> = ports.iter().map(|port| port.index).collect();
        let mut values = vec![0.0; ports.len()];
        if self.handle.sample_while(time, &indices, &mut values, go_on)? == Outcome::Stopped {
            return Ok(None);
        }
        values.iter_mut().zip(ports).for_each(|(value, port)| *value /= port.size);
        Ok(Some(values))
    }

    /// The switches of modes since the last call, from the first call on.
    pub fn events(&mut self) -> Vec<ModeSwitch> {
        self.handle.keep_switches();
        self.handle.take_switches()
    }

    /// Everything that the rest of the motion depends on, for [`Simulation::restore`] here or in another process.
    pub fn save(&mut self) -> Vec<u8> {
        let header = Header { version: env!("CARGO_PKG_VERSION").into(), fingerprint: self.fingerprint };
        let mut bytes = HEAD.to_vec();
        // Serialization of plain numbers into memory does not fail.
        bytes.extend(postcard::to_stdvec(&(header, self.handle.save())).unwrap_or_default());
        bytes
    }

    /// Goes to a state that a simulation of the same model saved, with the same version of halfshaft.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), SimulationError> {
        let refuse = |reason: String| SimulationError::Unrestorable(reason);
        let body = saved.strip_prefix(&HEAD).ok_or_else(|| refuse("this is not a saved simulation".into()))?;
        let damaged = |_| refuse("the saved simulation is damaged".into());
        let (header, rest): (Header, &[u8]) = postcard::take_from_bytes(body).map_err(damaged)?;
        let version = env!("CARGO_PKG_VERSION");
        if header.version != version {
            return Err(refuse(format!("saved by halfshaft {}, but this is halfshaft {version}", header.version)));
        }
        if header.fingerprint != self.fingerprint {
            let (saved, own) = (header.fingerprint, self.fingerprint);
            let reason = format!(
                "saved from another model, or with other parameters: its hash is {saved:016x}, that of this model {own:016x}"
            );
            return Err(refuse(reason));
        }
        let checkpoint: Checkpoint = postcard::from_bytes(rest).map_err(damaged)?;
        self.handle.restore(checkpoint);
        Ok(())
    }

    /// Linearizes about the present state, from inputs to outputs, in their units; see [`StateSpace`].
    pub fn linearize(&self, inputs: &[&str], outputs: &[&str]) -> Result<StateSpace, SimulationError> {
        let (inputs, outputs) = (find_all(&self.inputs, "input", inputs)?, find_all(&self.outputs, "output", outputs)?);
        let indices = |ports: &[Port]| ports.iter().map(|port| port.index).collect::<Vec<_>>();
        let mut linear = self.handle.linearize(&indices(&inputs), &indices(&outputs))?;
        let (n, m) = (linear.states.len(), inputs.len());
        for (k, entry) in linear.b.iter_mut().enumerate() {
            *entry *= inputs[k % m].size;
        }
        for (k, entry) in linear.c.iter_mut().enumerate() {
            *entry /= outputs[k / n].size;
        }
        for (k, entry) in linear.d.iter_mut().enumerate() {
            *entry *= inputs[k % m].size / outputs[k / m].size;
        }
        linear.inputs = inputs.into_iter().map(|port| port.name).collect();
        linear.outputs = outputs.into_iter().map(|port| port.name).collect();
        Ok(linear)
    }

    /// Calls a controller at the times 0, `period`, 2 `period` …, where steps end: with the time, the values of outputs and the
    /// values for inputs, all in their units. It returns whether the inputs are set.
    pub fn control(
        &mut self,
        period: f64,
        outputs: &[&str],
        inputs: &[&str],
        mut call: impl FnMut(f64, &[f64], &mut [f64]) -> bool + Send + 'static,
    ) -> Result<(), SimulationError> {
        let (outputs, inputs) = (find_all(&self.outputs, "output", outputs)?, find_all(&self.inputs, "input", inputs)?);
        let (mut measured, mut set) = (vec![0.0; outputs.len()], vec![0.0; inputs.len()]);
        let hook = move |at: &mut Sampled| {
            for (value, port) in measured.iter_mut().zip(&outputs) {
                *value = at.channel(port.index) / port.size;
            }
            if call(at.time(), &measured, &mut set) {
                for (value, port) in set.iter().zip(&inputs) {
                    // The inputs exist; a value that is not finite leaves the input as it is.
                    let _ = at.set_input(port.index, port.size * value);
                }
            }
        };
        Ok(self.handle.every(period, hook)?)
    }

    /// The handle of the engine, with everything in SI units and by number; for hooks.
    pub fn engine(&mut self) -> &mut analysis::Simulation {
        &mut self.handle
    }

    /// The settings of its steps.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

fn find<'a>(ports: &'a [Port], what: &'static str, name: &str) -> Result<&'a Port, SimulationError> {
    ports.iter().find(|port| port.name == name).ok_or_else(|| SimulationError::UnknownName {
        what,
        name: name.into(),
        known: ports.iter().map(|port| port.name.clone()).collect(),
    })
}

fn find_all(ports: &[Port], what: &'static str, names: &[&str]) -> Result<Vec<Port>, SimulationError> {
    names.iter().map(|name| find(ports, what, name).cloned()).collect()
}

fn find_channel(system: &Arc<System>, path: &str) -> Result<usize, SimulationError> {
    system.channel(path).ok_or_else(|| SimulationError::UnknownName {
        what: "channel",
        name: path.into(),
        known: system.channels().iter().map(|channel| channel.path.clone()).collect(),
    })
}
