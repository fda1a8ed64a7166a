//! A model in the form in which the native functions take it: its text, its name and the files it may read.

use crate::errors;
use crate::supervise::supervise;
use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_run::session::prepare;
use halfshaft_run::{Disk, FileAccess, Interrupt, Job, Open, open};
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
    /// The files that it may read.
    pub files: Files,
}

impl Inputs {
    /// The job of running it.
    pub fn job<'a>(&'a self, overrides: &'a Overrides, interrupt: &'a Interrupt) -> Job<'a> {
        Job { overrides, ..Job::new(&self.source, &self.files, interrupt) }
    }
}

/// Texts from the program, and behind them the files on disk.
pub struct Files {
    texts: Vec<(String, String)>,
    disk: Disk,
}

impl Open for Files {
    fn open(&self, path: &str) -> Result<halfshaft_run::Source, Diagnostic> {
        match self.texts.iter().find(|(name, _)| name == path) {
            Some((name, text)) => Ok(halfshaft_run::Source::new(name, text)),
            None => self.disk.open(path),
        }
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
    #[pyo3(signature = (name, text=None, texts=vec![]))]
    fn new(py: Python<'_>, name: String, text: Option<String>, texts: Vec<(String, String)>) -> PyResult<Self> {
        let source = match text {
            Some(text) => halfshaft_run::Source::new(&name, &text),
            None => open(Path::new(&name)).map_err(|invalid| errors::model_error(py, &invalid))?,
        };
        let disk = FileAccess::default().disk(&[&name]);
        Ok(Source { inputs: Arc::new(Inputs { source, files: Files { texts, disk } }) })
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
    let inputs = source.inputs.clone();
    let found = supervise(py, None, move |_, _| halfshaft_run::check(&inputs.source, &overrides, &inputs.files))?;
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
    offline_page(&[Subject::model(prepared.scene)], 1).map_err(PyRuntimeError::new_err)
}
