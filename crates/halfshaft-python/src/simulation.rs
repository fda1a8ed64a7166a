//! The simulation handle: a model that a program advances piece by piece.

use crate::errors;
use crate::source::{Inputs, Overrides, Source};
use crate::supervise::supervise;
use crate::table::Column;
use halfshaft_run::SimulationError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// How often a long advance checks for signals.
const POLL: Duration = Duration::from_millis(50);

/// Matrices A, B, C, D with the names of states, inputs and outputs.
type Linear = (Column, Column, Column, Column, Vec<String>, Vec<String>, Vec<String>);

/// An exception that a function of the user raised inside the simulation.
#[derive(Default)]
struct Raised {
    is_set: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Raised {
    /// Keeps the first exception.
    fn set(&self, error: PyErr) {
        let mut kept = self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.get_or_insert(error);
        self.is_set.store(true, Ordering::SeqCst);
    }

    fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    fn take(&self) -> Option<PyErr> {
        if !self.is_set.swap(false, Ordering::SeqCst) {
            return None;
        }
        self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

/// A model under way.
#[pyclass(frozen, subclass, module = "halfshaft._native")]
pub struct Simulation {
    handle: Mutex<halfshaft_run::Simulation>,
    raised: Arc<Raised>,
    inputs: Arc<Inputs>,
}

impl Simulation {
    /// The handle, unless another thread or a function inside an advance uses it.
    ///
    /// Waiting would hold the interpreter, which the other one may need to end.
    fn handle(&self) -> PyResult<MutexGuard<'_, halfshaft_run::Simulation>> {
        self.handle.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                PyRuntimeError::new_err("the simulation is in use by another thread, or by a function that it calls")
            }
            TryLockError::Poisoned(_) => errors::internal(),
        })
    }

    /// Something that takes steps, with the interpreter released.
    fn stepping<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut halfshaft_run::Simulation) -> Result<T, SimulationError> + Send,
    ) -> PyResult<T> {
        let mut guard = self.handle()?;
        let handle = &mut *guard;
        let result = py.detach(move || work(handle));
        match (self.raised.take().or_else(|| self.inputs.raised.take(py)), result) {
            (Some(error), _) => Err(error),
            (None, result) => result.map_err(|error| errors::of_simulation(py, &error)),
        }
    }

    /// Whether to go on: no function has raised, and no signal has come.
    fn goes_on(&self) -> impl FnMut(f64) -> bool + Send + use<> {
        let (raised, mut last) = (self.raised.clone(), Instant::now());
        move |_| {
            if last.elapsed() >= POLL {
                last = Instant::now();
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    raised.set(error);
                }
            }
            !raised.is_set()
        }
    }
}

#[pymethods]
impl Simulation {
    #[new]
    fn new(py: Python<'_>, source: &Source, overrides: Overrides) -> PyResult<Self> {
        let inputs = source.inputs.for_one();
        let given = inputs.clone();
        let made =
            supervise(py, None, move |_, _| halfshaft_run::Simulation::new(&given.source, &given.files, &overrides))?;
        if let Some(error) = inputs.raised.take(py) {
            return Err(error);
        }
        let handle = made.map_err(|error| errors::of_simulation(py, &error))?;
        Ok(Simulation { handle: Mutex::new(handle), raised: Arc::default(), inputs })
    }

    /// The time at which the last step ended, in seconds.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.handle()?.time())
    }

    /// The end time of the model, in seconds. Nothing stops there.
    #[getter]
    fn end(&self) -> PyResult<f64> {
        Ok(self.handle()?.end())
    }

    /// Names and units of the inputs.
    #[getter]
    fn input_ports(&self) -> PyResult<Vec<(String, String)>> {
        Ok(self.handle()?.inputs().iter().map(|port| (port.name.clone(), port.unit.clone())).collect())
    }

    /// Names and units of the outputs.
    #[getter]
    fn output_ports(&self) -> PyResult<Vec<(String, String)>> {
        Ok(self.handle()?.outputs().iter().map(|port| (port.name.clone(), port.unit.clone())).collect())
    }

    /// Paths and SI units of the channels.
    #[getter]
    fn channel_list(&self) -> PyResult<Vec<(String, String)>> {
        Ok(self.handle()?.channels().map(|(path, unit)| (path.into(), unit.into())).collect())
    }

    /// What the steps so far have cost: accepted and rejected steps, Newton iterations, factorizations.
    #[getter]
    fn statistics(&self) -> PyResult<[usize; 4]> {
        let cost = self.handle()?.statistics();
        Ok([cost.steps, cost.rejected, cost.newton_iterations, cost.factorizations])
    }

    /// Sets an input, in its unit.
    fn set_input(&self, py: Python<'_>, name: &str, value: f64) -> PyResult<()> {
        self.handle()?.set_input(name, value).map_err(|error| errors::of_simulation(py, &error))
    }

    /// Advances to a time in seconds, where a step ends.
    fn advance_to(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        let mut go_on = self.goes_on();
        self.stepping(py, move |handle| handle.advance_while(time, &mut go_on).map(drop))
    }

    /// Takes one step, and returns the time at which it ended, in seconds.
    fn step(&self, py: Python<'_>) -> PyResult<f64> {
        self.stepping(py, halfshaft_run::Simulation::step)
    }

    /// The value of an output now, in its unit.
    fn output(&self, py: Python<'_>, name: &str) -> PyResult<f64> {
        self.handle()?.output(name).map_err(|error| errors::of_simulation(py, &error))
    }

    /// The value of a channel now, in its SI unit.
    fn channel(&self, py: Python<'_>, path: &str) -> PyResult<f64> {
        self.handle()?.channel(path).map_err(|error| errors::of_simulation(py, &error))
    }

    /// The values of outputs at a time, by dense output: no step ends there for it.
    #[pyo3(signature = (time, *outputs))]
    fn sample(&self, py: Python<'_>, time: f64, outputs: Vec<String>) -> PyResult<Vec<f64>> {
        let mut go_on = self.goes_on();
        self.stepping(py, move |handle| {
            let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
            // A stop comes with an exception.
            handle.sample_while(time, &names, &mut go_on).map(Option::unwrap_or_default)
        })
    }

    /// The switches of modes since the last call, from the first call on: time, element, mode before, mode after.
    fn events(&self) -> PyResult<Vec<(f64, String, &'static str, &'static str)>> {
        let switches = self.handle()?.events();
        Ok(switches.into_iter().map(|switch| (switch.time, switch.element, switch.from, switch.to)).collect())
    }

    /// Everything that the rest of the motion depends on.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.handle()?.save()))
    }

    /// Goes to a saved state, of the same model and the same version of halfshaft.
    fn restore(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.handle()?.restore(state).map_err(|error| errors::of_simulation(py, &error))
    }

    /// The matrices of the linearization about the present state, and the names of states, inputs and outputs.
    fn linear(&self, py: Python<'_>, inputs: Vec<String>, outputs: Vec<String>) -> PyResult<Linear> {
        let linear = self.stepping(py, move |handle| {
            let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
            let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
            handle.linearize(&inputs, &outputs)
        })?;
        let (n, m, p) = (linear.states.len(), linear.inputs.len(), linear.outputs.len());
        Ok((
            Column::matrix(linear.a, n, n),
            Column::matrix(linear.b, n, m),
            Column::matrix(linear.c, p, n),
            Column::matrix(linear.d, p, m),
            linear.states,
            linear.inputs,
            linear.outputs,
        ))
    }

    /// Calls `function(time, *outputs)` at the times 0, `period`, 2 `period` …, where steps end, and sets the inputs to what it
    /// returns: a number for one input, a sequence for several, `None` to leave them.
    fn control(
        &self,
        py: Python<'_>,
        period: f64,
        function: Py<PyAny>,
        outputs: Vec<String>,
        inputs: Vec<String>,
    ) -> PyResult<()> {
        let raised = self.raised.clone();
        let call = move |time: f64, measured: &[f64], set: &mut [f64]| -> bool {
            if raised.is_set() {
                return false;
            }
            let called = Python::attach(|py| called(py, &function, time, measured, set));
            called.unwrap_or_else(|error| {
                raised.set(error);
                false
            })
        };
        let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        self.handle()?.control(period, &outputs, &inputs, call).map_err(|error| errors::of_simulation(py, &error))
    }
}

/// Calls a controller; returns whether it sets its inputs.
fn called(py: Python<'_>, function: &Py<PyAny>, time: f64, measured: &[f64], set: &mut [f64]) -> PyResult<bool> {
    let arguments = std::iter::once(time).chain(measured.iter().copied());
    let arguments = pyo3::types::PyTuple::new(py, arguments.collect::<Vec<f64>>())?;
    let returned = function.bind(py).call1(arguments)?;
    if returned.is_none() {
        return Ok(false);
    }
    let values: Vec<f64> = match returned.extract::<f64>() {
        Ok(one) => vec![one],
        Err(_) => returned.extract()?,
    };
    if values.len() != set.len() {
        let message = format!("a controller of {} inputs returned {} values", set.len(), values.len());
        return Err(pyo3::exceptions::PyValueError::new_err(message));
    }
    if let Some(value) = values.iter().find(|value| !value.is_finite()) {
        let message = format!("a controller returned {value} at {time} s; an input is a finite number");
        return Err(pyo3::exceptions::PyValueError::new_err(message));
    }
    set.copy_from_slice(&values);
    Ok(true)
}
