//! Running a model, and its outcome.

use crate::errors;
use crate::source::{Inputs, Overrides, Source};
use crate::supervise::supervise;
use crate::table::Table;
use halfshaft_results::channels::Channels;
use halfshaft_results::report;
use halfshaft_results::run_directory::{MODEL_FILE, RunDirectory};
use halfshaft_results::scene::Scene;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::{Status, Summary};
use halfshaft_run::session::InMemory;
use halfshaft_run::{Interrupt, Job, RunOutcome};
use halfshaft_viewer::{Subject, offline_page};
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run that has ended.
#[pyclass(frozen, module = "halfshaft._native")]
pub struct Outcome {
    summary: Summary,
    /// The title of the model.
    #[pyo3(get)]
    title: String,
    /// Warnings of the analysis and remarks about the model file.
    #[pyo3(get)]
    warnings: Vec<String>,
    /// The error of a failed analysis as text; empty without one.
    #[pyo3(get)]
    failure: String,
    /// The folder of the run, if it has one.
    #[pyo3(get)]
    folder: Option<PathBuf>,
    /// The text of the model.
    #[pyo3(get)]
    model_text: String,
    table: Py<Table>,
    memory: Option<(InMemory, Arc<Inputs>, Overrides)>,
}

impl Outcome {
    /// The Python object of an outcome with valid input.
    pub fn new(py: Python<'_>, outcome: RunOutcome, inputs: &Arc<Inputs>, overrides: Overrides) -> PyResult<Self> {
        if let Some(error) = inputs.raised.take(py) {
            return Err(error);
        }
        if let Some(invalid) = &outcome.invalid {
            return Err(errors::model_error(py, invalid));
        }
        let remarks = outcome.remarks.iter().map(|remark| remark.message.clone());
        let table = match (&outcome.memory, &outcome.folder) {
            (Some(memory), _) => Table::in_memory(&memory.channels),
            (None, Some(folder)) => Table::stored(Stored::open(folder).map_err(|error| errors::of_results(&error))?),
            (None, None) => Table::in_memory(&Arc::new(Channels::empty("", &[]))),
        };
        Ok(Outcome {
            warnings: remarks.chain(outcome.warnings).collect(),
            summary: outcome.summary,
            title: outcome.title,
            failure: outcome.failure,
            folder: outcome.folder,
            model_text: inputs.source.text.clone(),
            table: Py::new(py, table)?,
            memory: outcome.memory.map(|memory| (memory, inputs.clone(), overrides)),
        })
    }
}

#[pymethods]
impl Outcome {
    /// The summary, as JSON.
    #[getter]
    fn summary(&self) -> String {
        self.summary.json()
    }

    /// The stored channels.
    #[getter]
    fn table(&self, py: Python<'_>) -> Py<Table> {
        self.table.clone_ref(py)
    }

    /// The exception of a failed analysis; none if it did not fail.
    fn error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let error = self.summary.error.as_ref()?;
        Some(errors::simulation_error(py, self.failure.clone(), error).into_value(py).into_any())
    }

    /// Writes a run that is in memory to a folder, with its report.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let Some((memory, inputs, overrides)) = &self.memory else {
            return Err(PyRuntimeError::new_err("the run is in a folder already, or opened from one"));
        };
        let interrupt = Interrupt::new();
        let job: Job = inputs.job(overrides, &interrupt);
        py.detach(|| memory.write(&job, &self.summary, &folder)).map_err(|error| errors::of_results(&error))
    }
}

/// Runs a model, or a study that a file describes; in memory if no folder is given.
#[pyfunction]
#[pyo3(signature = (source, overrides, folder=None, csv=false, channels=true, progress=None))]
pub fn run(
    py: Python<'_>,
    source: &Source,
    overrides: Overrides,
    folder: Option<PathBuf>,
    csv: bool,
    channels: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Outcome> {
    let inputs = source.inputs.for_one();
    let of_run = inputs.clone();
    let (outcome, overrides) = supervise(py, progress.as_ref(), move |interrupt, shown| {
        let outcome = {
            let job = of_run.job(&overrides, interrupt);
            let job = Job { folder: folder.as_deref(), csv, in_memory: channels, ..job };
            halfshaft_run::run(&job, &mut |progress| shown.step(progress))
        };
        (outcome, overrides)
    })?;
    Outcome::new(py, outcome, &inputs, overrides)
}

/// Computes the modes of a model, whatever its analysis.
#[pyfunction]
#[pyo3(signature = (source, overrides, folder=None))]
pub fn modes(py: Python<'_>, source: &Source, overrides: Overrides, folder: Option<PathBuf>) -> PyResult<Outcome> {
    let inputs = source.inputs.for_one();
    let of_run = inputs.clone();
    let (outcome, overrides) = supervise(py, None, move |interrupt, _| {
        let outcome = {
            let job = Job { folder: folder.as_deref(), in_memory: true, ..of_run.job(&overrides, interrupt) };
            halfshaft_run::modes(&job, true)
        };
        (outcome, overrides)
    })?;
    Outcome::new(py, outcome, &inputs, overrides)
}

/// The run in a folder.
#[pyfunction]
pub fn open_run(py: Python<'_>, folder: PathBuf) -> PyResult<Outcome> {
    if !RunDirectory::is_run(&folder) {
        return Err(PyFileNotFoundError::new_err(format!("{} is not the folder of a run", folder.display())));
    }
    let read = || -> Result<_, halfshaft_results::Error> {
        Ok((Scene::read(&folder)?, Summary::read(&folder)?, Stored::open(&folder)?))
    };
    let (scene, summary, stored) = read().map_err(|error| errors::of_results(&error))?;
    // A run that was killed or is still running has no summary.
    let summary = summary.unwrap_or_else(|| Summary::new(&scene.model, Status::Interrupted, Default::default()));
    let failure = summary.error.as_ref().map_or(String::new(), |error| error.reason.clone());
    let mut warnings = scene.warnings;
    warnings.extend(stored.damage.as_ref().map(ToString::to_string));
    Ok(Outcome {
        summary,
        title: scene.title,
        warnings,
        failure,
        model_text: std::fs::read_to_string(folder.join(MODEL_FILE)).unwrap_or_default(),
        folder: Some(folder),
        table: Py::new(py, Table::stored(stored))?,
        memory: None,
    })
}

/// Continues the interrupted run in a folder; `source` has the functions of the program that its model calls.
#[pyfunction]
#[pyo3(signature = (folder, source=None, progress=None))]
pub fn resume(
    py: Python<'_>,
    folder: PathBuf,
    source: Option<&Source>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Outcome> {
    let of_run = folder.clone();
    let inputs = source.map(|source| source.inputs.for_one());
    let functions = inputs.clone();
    let outcome = supervise(py, progress.as_ref(), move |interrupt, shown| match &functions {
        None => halfshaft_run::resume(&of_run, interrupt, &mut |progress| shown.step(progress)),
        Some(inputs) => {
            halfshaft_run::resume_with(&inputs.files, &of_run, interrupt, &mut |progress| shown.step(progress))
        }
    })?;
    if let Some(error) = inputs.and_then(|inputs| inputs.raised.take(py)) {
        return Err(error);
    }
    match &outcome.invalid {
        Some(invalid) => Err(errors::model_error(py, invalid)),
        None => open_run(py, folder),
    }
}

/// Writes the report of the run in a folder, and returns its path.
#[pyfunction]
pub fn write_report(py: Python<'_>, folder: PathBuf) -> PyResult<PathBuf> {
    py.detach(|| report::write(&folder, None)).map_err(|error| errors::of_results(&error))?;
    Ok(folder.join(report::REPORT_FILE))
}

/// The page of the viewer with the runs in these folders, which needs no network.
#[pyfunction]
#[pyo3(signature = (folders, frames=600))]
pub fn viewer_page(py: Python<'_>, folders: Vec<PathBuf>, frames: usize) -> PyResult<String> {
    py.detach(|| {
        let subjects =
            folders.iter().map(|folder: &PathBuf| Subject::run(Path::new(folder))).collect::<Result<Vec<_>, _>>();
        subjects.map_err(|error| error.to_string()).and_then(|subjects| offline_page(&subjects, frames))
    })
    .map_err(PyRuntimeError::new_err)
}
