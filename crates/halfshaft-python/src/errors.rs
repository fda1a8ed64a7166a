//! Errors of halfshaft as exceptions of Python, whose classes are in the package's `errors.py`.

use halfshaft_results::summary::{Finding, RunError};
use halfshaft_run::{InvalidInput, SimulationError, Style};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An exception class of the package.
fn class<'py>(py: Python<'py>, cell: &PyOnceLock<Py<PyType>>, name: &str) -> PyResult<Bound<'py, PyType>> {
    cell.import(py, "halfshaft.errors", name).cloned()
}

/// A diagnostic as the class of the package takes it: code, message, file, line, column, help.
type Plain = (String, String, Option<String>, Option<usize>, Option<usize>, Option<String>);

/// The diagnostics of a model, as the class of the package takes them.
pub fn plain(findings: Vec<Finding>) -> Vec<Plain> {
    let each = |finding: Finding| {
        let Finding { code, message, file, line, column, help } = finding;
        (code, message, file, line, column, help)
    };
    findings.into_iter().map(each).collect()
}

/// The argument of a function that stands for an option of the program, as `vary` for `--vary`; other names as they are.
pub fn argument(name: &str) -> String {
    match name.strip_prefix("--") {
        Some("set") => "parameters".into(),
        Some(option) => option.into(),
        None => name.into(),
    }
}

/// `halfshaft.ModelError`, with its diagnostics.
pub fn model_error(py: Python<'_>, invalid: &InvalidInput) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let invalid = invalid.renamed(argument);
    let text = invalid.render(Style::Plain);
    match class(py, &CLASS, "ModelError").and_then(|class| class.call1((text, plain(invalid.findings())))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `halfshaft.SimulationError`, with time, element and reason.
pub fn simulation_error(py: Python<'_>, text: String, error: &RunError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let RunError { code, time_s, element, reason, worst } = error.clone();
    let fields = (text, code, time_s, element, reason, worst);
    match class(py, &CLASS, "SimulationError").and_then(|class| class.call1(fields)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `halfshaft.SimulationError` for a function of the program that failed, with its exception as the cause.
pub fn of_function(py: Python<'_>, name: &str, time: f64, cause: PyErr) -> PyErr {
    let reason = format!("the function \"{name}\" of the program failed: {cause}");
    let fields = RunError {
        code: "program-function".into(),
        time_s: Some(time),
        element: Some(name.into()),
        reason: reason.clone(),
        worst: None,
    };
    let error = simulation_error(py, format!("{reason} (at {time} s)"), &fields);
    error.set_cause(py, Some(cause));
    error
}

/// `halfshaft.UnknownNameError`.
fn unknown_name(py: Python<'_>, text: String) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "UnknownNameError").and_then(|class| class.call1((text,))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception for an error of the simulation handle.
pub fn of_simulation(py: Python<'_>, error: &SimulationError) -> PyErr {
    match error {
        SimulationError::Invalid(invalid) => model_error(py, invalid),
        SimulationError::Failed(failed) => simulation_error(py, error.to_string(), failed),
        SimulationError::UnknownName { .. } => unknown_name(py, error.to_string()),
        SimulationError::Refused(_) | SimulationError::Unrestorable(_) => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for a file or folder of results.
pub fn of_results(error: &halfshaft_results::Error) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// The exception for a panic of the engine, which is a bug.
pub fn internal() -> PyErr {
    PyRuntimeError::new_err("internal error of halfshaft; please report it with the model")
}
