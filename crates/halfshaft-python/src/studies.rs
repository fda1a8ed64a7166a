//! Many runs of one model: sweeps, fits and batches.

use crate::errors;
use crate::outcome::Outcome;
use crate::source::{Inputs, Overrides, Source};
use crate::supervise::{known_to_python, supervise};
use halfshaft_results::study::{Design, Fit};
use halfshaft_results::summary::Status;
use halfshaft_run::study::cases::{self, CaseOptions};
use halfshaft_run::study::fit::least_squares::Settings;
use halfshaft_run::study::fit::{self as fitting, Common, SearchOptions, definition};
use halfshaft_run::study::{self, StudyDefinition, sweep as sweeping};
use halfshaft_run::{InvalidInput, Job, RunOutcome, parallel};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn threads(given: Option<usize>) -> usize {
    given.unwrap_or_else(parallel::cores).max(1)
}

/// How the cases of a sweep are chosen.
#[derive(FromPyObject)]
pub struct Choice {
    #[pyo3(item)]
    plan: String,
    #[pyo3(item)]
    cases: Option<usize>,
    #[pyo3(item)]
    seed: u64,
}

/// Runs the cases of a sweep; returns them as JSON.
#[pyfunction]
#[pyo3(signature = (source, overrides, vary, choice, folder=None, workers=None, progress=None))]
#[allow(clippy::too_many_arguments)] // They are keyword arguments in Python.
pub fn sweep(
    py: Python<'_>,
    source: &Source,
    overrides: Overrides,
    vary: Overrides,
    choice: Choice,
    folder: Option<PathBuf>,
    workers: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let design = match choice.plan.as_str() {
        "grid" => Design::Grid,
        "list" => Design::List,
        "lhs" => Design::Lhs,
        "random" => Design::Random,
        other => {
            let message = format!("plan is \"{other}\"; it is \"grid\", \"list\", \"lhs\" or \"random\"");
            return Err(PyValueError::new_err(message));
        }
    };
    let inputs = source.inputs.for_one();
    let of_sweep = inputs.clone();
    let found = supervise(py, progress.as_ref(), move |interrupt, shown| -> Result<String, InvalidInput> {
        let Inputs { source, files, .. } = &*of_sweep;
        let Choice { cases, seed, .. } = choice;
        let plan =
            study::plan(&StudyDefinition { source, files, overrides: &overrides, vary: &vary, design, cases, seed })?;
        let options = CaseOptions { threads: threads(workers), keep: false, retry: false, interrupt };
        let mut ended = 0;
        let mut show = |count: usize| {
            ended += 1;
            shown.set(f64::from(ended), count as f64);
        };
        let table = match &folder {
            None => cases::in_memory(&plan, &options, files, || show(plan.cases.len())),
            Some(folder) => {
                let of_folder = |error| InvalidInput::of_results(&plan.model, &error);
                plan.write(folder).map_err(of_folder)?;
                let all: Vec<usize> = (1..=plan.cases.len()).collect();
                let pending = cases::pending(folder, &plan, &all, &options);
                let outcome = sweeping::perform(folder, &plan, &all, &pending, true, &options, |_| show(pending.len()));
                match outcome.error {
                    Some(error) => return Err(of_folder(error)),
                    None => outcome.table,
                }
            }
        };
        let cases: Vec<_> = table.rows.iter().collect();
        Ok(json!({ "parameters": table.parameters, "measures": table.measures, "cases": cases }).to_string())
    })?;
    inputs.raised.take(py).map_or(Ok(()), Err)?;
    found.map_err(|invalid| errors::model_error(py, &invalid))
}

/// How a fit searches.
#[derive(FromPyObject)]
pub struct Search {
    #[pyo3(item)]
    starts: usize,
    #[pyo3(item)]
    seed: u64,
}

/// Fits parameters of models to measures; returns the fit as JSON.
#[pyfunction]
#[pyo3(signature = (sources, overrides, vary, to, search, folder=None, workers=None, progress=None))]
#[allow(clippy::too_many_arguments)] // They are keyword arguments in Python.
pub fn fit(
    py: Python<'_>,
    sources: Vec<Py<Source>>,
    overrides: Overrides,
    vary: Overrides,
    to: Overrides,
    search: Search,
    folder: Option<PathBuf>,
    workers: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let inputs: Vec<Arc<Inputs>> = sources.iter().map(|source| source.get().inputs.for_one()).collect();
    let models = inputs.clone();
    let found = supervise(py, progress.as_ref(), move |interrupt, shown| -> Result<Fit, InvalidInput> {
        let each = models.iter().map(|inputs| Ok((inputs.source.clone(), &inputs.files)));
        let definition = definition::read(each, &overrides, &vary, &to)?;
        if let Some(folder) = &folder {
            let names: Vec<String> = models.iter().map(|inputs| inputs.source.name.clone()).collect();
            let of_folder = |error| InvalidInput::of_results(&names[0], &error);
            Fit::without_results(names.clone()).prepare_folder(folder).map_err(of_folder)?;
        }
        let (threads, folder) = (threads(workers), folder.as_deref());
        let ended = AtomicUsize::new(0);
        // How many cases there will be is not known.
        let on_case = |_| shown.set((ended.fetch_add(1, Ordering::Relaxed) + 1) as f64, 0.0);
        let common = Common { overrides: &overrides, folder, threads, interrupt, on_case: &on_case };
        let curve = fitting::default_curve(definition.vary.len());
        let Search { starts, seed } = search;
        let options = SearchOptions { starts, seed, curve, settings: Settings::default(), interrupt };
        Ok(fitting::perform(&definition, common, &options))
    })?;
    inputs.iter().try_for_each(|of_model| of_model.raised.take(py).map_or(Ok(()), Err))?;
    found.map(|fit| fit.json()).map_err(|invalid| errors::model_error(py, &invalid))
}

/// Runs a model once for each list of overrides, on several threads; `channels` keeps the stored channels.
///
/// An entry is the outcome of a case, or the exception of one with invalid input.
#[pyfunction]
#[pyo3(signature = (source, cases, channels=false, workers=None, progress=None))]
pub fn batch<'py>(
    py: Python<'py>,
    source: &Source,
    cases: Vec<Overrides>,
    channels: bool,
    workers: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let inputs = source.inputs.clone();
    let (cases, outcomes) = supervise(py, progress.as_ref(), move |interrupt, shown| {
        let ended = AtomicUsize::new(0);
        let work = |i: usize| {
            let inputs = inputs.for_one();
            let job = Job { in_memory: channels, threads: 1, ..inputs.job(&cases[i], interrupt) };
            let outcome = known_to_python(|| halfshaft_run::run(&job, &mut |_| {}));
            shown.set((ended.fetch_add(1, Ordering::Relaxed) + 1) as f64, cases.len() as f64);
            (outcome, inputs)
        };
        let mut outcomes: Vec<Option<(RunOutcome, Arc<Inputs>)>> = cases.iter().map(|_| None).collect();
        parallel::each(cases.len(), threads(workers), interrupt, work, |i, outcome| outcomes[i] = Some(outcome));
        (cases, outcomes)
    })?;
    let list = PyList::empty(py);
    for (overrides, outcome) in cases.into_iter().zip(outcomes) {
        let ended = outcome.filter(|(outcome, _)| outcome.summary.status != Status::Interrupted);
        let (outcome, inputs) = ended.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
        match Outcome::new(py, outcome, &inputs, overrides) {
            Ok(outcome) => list.append(Py::new(py, outcome)?)?,
            Err(error) => list.append(error.into_value(py))?,
        }
    }
    Ok(list)
}
