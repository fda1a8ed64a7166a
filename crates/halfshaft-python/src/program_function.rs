//! Functions of the Python program that a model calls while it runs.

use crate::errors;
use halfshaft_run::ProgramFunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One of so many calls is made twice.
const CHECKED: u64 = 16;

/// The first exception of the functions of a model since it was last asked for: the function, the time and the exception.
#[derive(Default)]
pub struct Raised {
    is_set: AtomicBool,
    first: Mutex<Option<(String, f64, PyErr)>>,
}

impl Raised {
    fn set(&self, name: &str, time: f64, error: PyErr) {
        let mut kept = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert_with(|| (name.to_owned(), time, error));
        self.is_set.store(true, Ordering::SeqCst);
    }

    fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// The exception for the caller of the computation, which the function's own has caused.
    pub fn take(&self, py: Python<'_>) -> Option<PyErr> {
        if !self.is_set.swap(false, Ordering::SeqCst) {
            return None;
        }
        let (name, time, cause) = self.first.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(errors::of_function(py, &name, time, cause))
    }
}

/// A callable of time and inputs that returns a number, or several.
pub struct PythonFunction {
    name: String,
    function: Py<PyAny>,
    calls: AtomicU64,
    raised: Arc<Raised>,
}

impl PythonFunction {
    /// A function under the name by which the model refers to it.
    pub fn new(name: String, function: Py<PyAny>, raised: Arc<Raised>) -> Self {
        PythonFunction { name, function, calls: AtomicU64::new(0), raised }
    }

    /// The same function, with another place for its exceptions.
    pub fn raising_to(&self, raised: &Arc<Raised>) -> Self {
        let function = Python::attach(|py| self.function.clone_ref(py));
        PythonFunction::new(self.name.clone(), function, raised.clone())
    }

    /// The name by which the model refers to it.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn values(&self, py: Python<'_>, time: f64, inputs: &[f64], values: &mut [f64]) -> PyResult<()> {
        let arguments = PyTuple::new(py, std::iter::once(time).chain(inputs.iter().copied()).collect::<Vec<_>>())?;
        let result = self.function.bind(py).call1(arguments)?;
        match (values.len(), result.extract::<f64>()) {
            (1, Ok(value)) => values[0] = value,
            (count, number) => {
                let several: Vec<f64> = result.extract().map_err(|_| match (count, number) {
                    (1, Err(error)) => error,
                    _ => PyTypeError::new_err(format!("it has to return {count} numbers, and returned {result}")),
                })?;
                if several.len() != count {
                    let message = format!("it has to return {count} numbers, and returned {}", several.len());
                    return Err(PyValueError::new_err(message));
                }
                values.copy_from_slice(&several);
            }
        }
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(PyValueError::new_err(format!("it returned {value}, which is not a finite number"))),
            None => Ok(()),
        }
    }

    /// Now and then a function is called twice, to see whether it is pure.
    fn checked_values(&self, py: Python<'_>, time: f64, inputs: &[f64], values: &mut [f64]) -> PyResult<()> {
        self.values(py, time, inputs, values)?;
        if !self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECKED) {
            return Ok(());
        }
        let first = values.to_vec();
        self.values(py, time, inputs, values)?;
        if first.iter().zip(&*values).all(|(one, two)| one.to_bits() == two.to_bits()) {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "it is not pure: with the same arguments (time {time:?}, inputs {inputs:?}) it returned {first:?}, then {values:?}"
        )))
    }
}

impl Debug for PythonFunction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("PythonFunction").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ProgramFunction for PythonFunction {
    fn call(&self, time: f64, inputs: &[f64], values: &mut [f64]) {
        // After an exception nothing it returns counts: the computation fails as soon as it can.
        if self.raised.is_set() {
            return values.fill(f64::NAN);
        }
        Python::attach(|py| {
            if let Err(error) = self.checked_values(py, time, inputs, values) {
                values.fill(f64::NAN);
                self.raised.set(&self.name, time, error);
            }
        });
    }
}
