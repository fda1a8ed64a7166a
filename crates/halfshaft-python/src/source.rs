//! A model in the form in which the native functions take it: its text, its name and the files it may read.

use crate::errors;
use crate::program_function::{PythonFunction, Raised};
use crate::supervise::supervise;
use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_run::session::prepare;
use halfshaft_run::{Disk, FileAccess, Interrupt, Job, Open, ProgramFunction, open};
use halfshaft_viewer::{Subject, offline_page};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// Overrides, as pairs of name and value.
pub type Overrides = Vec<(String, String)>;

/// The text of a model, and the files that it uses.
pub struct Inputs {
    /// Its name and text.
    pub source: halfshaft_run::Source,
    /// The files that it may read, and the functions that it may call.
    pub files: Files,
    /// The exceptions of these functions.
    pub raised: Arc<Raised>,
}

impl Inputs {
    /// The job of running it.
    pub fn job<'a>(&'a self, overrides: &'a Overrides, interrupt: &'a Interrupt) -> Job<'a> {
        Job { overrides, ..Job::new(&self.source, &self.files, interrupt) }
    }
}

impl Inputs {
    /// The same for one of several computations that may go on at once: an exception of a function ends this one only.
    pub fn for_one(self: &Arc<Self>) -> Arc<Self> {
        if self.files.functions.is_empty() {
            return self.clone();
        }
        let raised = Arc::new(Raised::default());
        let functions = self.files.functions.iter().map(|function| Arc::new(function.raising_to(&raised))).collect();
        let files = Files { functions, texts: self.files.texts.clone(), disk: self.files.disk.clone() };
        Arc::new(Inputs { source: self.source.clone(), files, raised })
    }
}

/// Texts and functions from the program, and behind them the files on disk.
pub struct Files {
    texts: Vec<(String, String)>,
    functions: Vec<Arc<PythonFunction>>,
    disk: Disk,
}

impl Open for Files {
    fn open(&self, path: &str) -> Result<halfshaft_run::Source, Diagnostic> {
        match self.texts.iter().find(|(name, _)| name == path) {
            Some((name, text)) => Ok(halfshaft_run::Source::new(name, text)),
            None => self.disk.open(path),
        }
    }

    fn function(&self, name: &str) -> Option<Arc<dyn ProgramFunction>> {
        let function = self.functions.iter().find(|function| function.name() == name)?;
        Some(function.clone())
    }

    fn open_data(&self, path: &str) -> Result<halfshaft_run::Source, Diagnostic> {
        match self.texts.iter().any(|(name, _)| name == path) {
            true => self.open(path),
            false => self.disk.open_data(path),
        }
    }

    fn open_bytes(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        self.disk.open_bytes(path)
    }
}

/// A model: a file, or a text under a name, with texts that it uses as files.
#[pyclass(frozen, module = "halfshaft._native")]
pub struct Source {
    /// The model.
    pub inputs: Arc<Inputs>,
}

#[pymethods]
impl Source {
    #[new]
    #[pyo3(signature = (name, text=None, texts=vec![], functions=vec![]))]
    fn new(
        py: Python<'_>,
        name: String,
        text: Option<String>,
        texts: Vec<(String, String)>,
        functions: Vec<(String, Py<PyAny>)>,
    ) -> PyResult<Self> {
        let source = match text {
            Some(text) => halfshaft_run::Source::new(&name, &text),
            None => open(Path::new(&name)).map_err(|invalid| errors::model_error(py, &invalid))?,
        };
        let disk = FileAccess::default().disk(&[&name]);
        let raised = Arc::new(Raised::default());
        let function = |(name, function)| Arc::new(PythonFunction::new(name, function, raised.clone()));
        let functions = functions.into_iter().map(function).collect();
        Ok(Source { inputs: Arc::new(Inputs { source, files: Files { texts, functions, disk }, raised }) })
    }

    /// The name of the model: the path of its file.
    #[getter]
    fn name(&self) -> &str {
        &self.inputs.source.name
    }

    /// The text of the model.
    #[getter]
    fn text(&self) -> &str {
        &self.inputs.source.text
    }
}

/// Reads, builds and assembles a model; returns what was found as JSON.
#[pyfunction]
pub fn check(py: Python<'_>, source: &Source, overrides: Overrides) -> PyResult<String> {
    let inputs = source.inputs.for_one();
    let of_check = inputs.clone();
    let found = supervise(py, None, move |_, _| halfshaft_run::check(&of_check.source, &overrides, &of_check.files))?;
    if let Some(error) = inputs.raised.take(py) {
        return Err(error);
    }
    let outcome = found.map_err(|invalid| errors::model_error(py, &invalid))?;
    if let Some(error) = &outcome.summary.error {
        return Err(errors::simulation_error(py, outcome.failure, error));
    }
    let remarks: Vec<String> = outcome.remarks.iter().map(|remark| remark.message.clone()).collect();
    let counts: Vec<(&str, usize)> = outcome.counts;
    let found = json!({
        "title": outcome.title,
        "summary": outcome.summary,
        "counts": counts,
        "remarks": remarks,
        "derived_values": outcome.derived_values,
        "warnings": outcome.warnings,
    });
    Ok(found.to_string())
}

/// The page of the viewer with a model that has not been run.
#[pyfunction]
pub fn model_page(py: Python<'_>, source: &Source, overrides: Overrides) -> PyResult<String> {
    let inputs = source.inputs.clone();
    let read = supervise(py, None, move |_, _| prepare::prepare(&inputs.source, &overrides, &inputs.files))?;
    let prepared = read.map_err(|invalid| errors::model_error(py, &invalid))?;
    let flexible = halfshaft_run::undeformed(&prepared.system);
    offline_page(&[Subject::model(prepared.scene, flexible)], 1).map_err(PyRuntimeError::new_err)
}
