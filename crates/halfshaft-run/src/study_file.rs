//! Runs a study file, which refers to other models, with measures, expectations and a summary as for a run.

use super::prepare::{InvalidInput, open_from};
use super::{Job, RunOutcome, error_line, folder_error, invalid};
use crate::study::cases::{self, CaseOptions};
use crate::study::fit::{Common, Models, SearchOptions, definition, fit, least_squares::Settings};
use crate::study::vary::with_unit;
use crate::study::{self, StudyDefinition};
use crate::{output, parallel};
use halfshaft_model::study::{FIT_MEASURE, SWEEP_MEASURES, Study, StudyKind};
use halfshaft_model::units;
use halfshaft_results::Error;
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{Measure, Statistic, What};
use halfshaft_results::recipe::Recipe;
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::study::table::CaseStatus;
use halfshaft_results::study::{CaseTable, Design};
use halfshaft_results::summary::{RunError, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The outcome of a study.
struct StudyResult {
    status: Status,
    reason: Option<String>,
    /// Name, unit and value in SI units.
    measures: Vec<(String, String, Option<f64>)>,
    warnings: Vec<String>,
}

/// Performs a study.
pub(super) fn run(job: &Job, study: &Study) -> RunOutcome {
    let started = Instant::now();
    let name = &job.source.name;
    let result = match study.kind {
        StudyKind::Sweep => sweep(job, study),
        StudyKind::Fit => search(job, study),
    };
    match result {
        Err(StudyError::InvalidInput(invalid_input)) => invalid(name, invalid_input),
        Err(StudyError::Folder(error)) => folder_error(name, error),
        Ok(result) => outcome(job, study, result, started),
    }
}

fn outcome(job: &Job, study: &Study, result: StudyResult, started: Instant) -> RunOutcome {
    let name = &job.source.name;
    let mut summary = Summary::new(name, result.status, Statistics::default());
    summary.analysis = Some(if study.kind == StudyKind::Fit { "fit" } else { "sweep" }.into());
    if result.status == Status::Failed {
        let reason = result.reason.unwrap_or_else(|| "no case finished".into());
        summary.error =
            Some(RunError { code: "no-case-finished".into(), time_s: None, element: None, reason, worst: None });
    }
    // The result of a study is the final value of a search; it has no channel.
    let measure = |(name, unit, _): &(String, String, Option<f64>)| Measure {
        name: name.clone(),
        unit: unit.clone(),
        what: What::Statistic(Statistic::Final, name.clone()),
        over: None,
    };
    let measures: Vec<Measure> = result.measures.iter().map(measure).collect();
    let values: Vec<Option<f64>> = result.measures.iter().map(|(_, _, value)| *value).collect();
    let judgements = judge_all(&measures, &values, &study.expectations);
    summary.set_measures(&measures, &values, &judgements);
    summary.statistics.set_times(0.0, started.elapsed().as_secs_f64());
    if let Some(folder) = job.folder
        && let Err(error) = summary.write(folder)
    {
        summary.fail(error.into());
    }
    RunOutcome {
        title: if study.title.is_empty() { name.clone() } else { study.title.clone() },
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        balance: None,
        warnings: result.warnings,
        remarks: vec![],
        error_text: summary.error.as_ref().map_or(String::new(), error_line),
        folder: job.folder.map(Path::to_owned),
        parts: vec![],
        campbell: None,
        summary,
    }
}

/// Why a study was not performed.
enum StudyError {
    /// The input is wrong.
    InvalidInput(InvalidInput),
    /// Its folder cannot be prepared.
    Folder(Error),
}

impl From<InvalidInput> for StudyError {
    fn from(invalid_input: InvalidInput) -> Self {
        StudyError::InvalidInput(invalid_input)
    }
}

/// Prepares and locks the folder, after the input has been checked.
fn prepare_folder(job: &Job) -> Result<Option<RunDirectory>, StudyError> {
    let Some(folder) = job.folder else { return Ok(None) };
    let recipe = Recipe::new(&job.source.name, job.overrides, vec![], job.csv);
    RunDirectory::prepare(folder, &job.source.text, &recipe).map(Some).map_err(StudyError::Folder)
}

fn error_message(error: &Error) -> Option<String> {
    Some(error.to_string())
}

fn search(job: &Job, study: &Study) -> Result<StudyResult, StudyError> {
    for model in &study.models {
        open_from(model, &job.source.name)?;
    }
    let models: Vec<PathBuf> = study.models.iter().map(PathBuf::from).collect();
    let overrides: Vec<(String, String)> = study.overrides.iter().chain(job.overrides).cloned().collect();
    let definition = definition::read(&models, &overrides, &study.vary, &study.to)?;
    let _lock = prepare_folder(job)?;
    let (jobs, interrupted) = (parallel::jobs(None), job.interrupted);
    let common = Common { overrides: &overrides, folder: job.folder, jobs, interrupted, on_case: &|_| {} };
    let models = Models::new(&definition.members, &definition.vary, &definition.targets, common);
    let curve = if definition.vary.len() == 1 { 11 } else { 0 };
    let (starts, seed) = (study.starts as usize, study.seed);
    let options = SearchOptions { starts, seed, curve, settings: Settings::default(), interrupted };
    let mut found = fit(&models, &definition.vary, &definition.targets, &options);
    if let Some(folder) = job.folder
        && let Err(error) = found.save(folder).and_then(|()| report::study::write_fit(folder, &found).map(drop))
    {
        (found.status, found.reason) = (Status::Failed, error_message(&error));
    }
    let mut measures: Vec<(String, String, Option<f64>)> = found
        .parameters
        .iter()
        .map(|one| match units::parse(&with_unit(one.value, &one.unit)) {
            Ok(amount) => (one.name.clone(), units::si_unit(amount.dimension), Some(amount.value)),
            Err(_) => (one.name.clone(), one.unit.clone(), None),
        })
        .collect();
    measures.push((FIT_MEASURE.into(), "1".into(), found.sum_of_squares));
    Ok(StudyResult { status: found.status, reason: found.reason, measures, warnings: found.warnings })
}

fn sweep(job: &Job, study: &Study) -> Result<StudyResult, StudyError> {
    let source = open_from(&study.models[0], &job.source.name)?;
    let design = match study.plan {
        "list" => Design::List,
        "lhs" => Design::Lhs,
        "random" => Design::Random,
        _ => Design::Grid,
    };
    let overrides: Vec<(String, String)> = study.overrides.iter().chain(job.overrides).cloned().collect();
    let cases = study.cases.map(|cases| cases as usize);
    let plan = study::plan(&StudyDefinition {
        source: &source,
        overrides: &overrides,
        vary: &study.vary,
        design,
        cases,
        seed: study.seed,
    })?;
    let _lock = prepare_folder(job)?;
    let all: Vec<usize> = (1..=plan.cases.len()).collect();
    let options = CaseOptions { jobs: parallel::jobs(None), keep: false, retry: false, interrupted: job.interrupted };
    let mut problem = None;
    let table = match job.folder {
        None => cases::in_memory(&plan, &options),
        Some(folder) => {
            let place = folder.join("sweep");
            let kept = plan.write(&place).and_then(|()| {
                let pending = cases::pending(&place, &plan, &all, &options);
                cases::run(&place, &plan, &pending, &options, |_| {})?;
                let table = CaseTable::read(&place, &plan, all.iter().copied());
                table.write(folder)?;
                report::study::write_sweep(folder, &plan, &table).map(|_| table)
            });
            kept.unwrap_or_else(|error| {
                output::eprint_line(&format!("error: {error}"));
                problem = error_message(&error);
                CaseTable::read(&place, &plan, all.iter().copied())
            })
        }
    };
    let count = |status: Status| table.count(CaseStatus::Finished(status));
    let counts = [count(Status::Done), count(Status::Failed), count(Status::Invalid)];
    let status = if job.interrupted.load(Ordering::Relaxed) && table.count(CaseStatus::Missing) > 0 {
        Status::Interrupted
    } else if problem.is_some() || counts[0] == 0 {
        Status::Failed
    } else {
        Status::Done
    };
    let measures = SWEEP_MEASURES.iter().zip(counts);
    let measures = measures.map(|(name, count)| (name.to_string(), "1".to_string(), Some(count as f64))).collect();
    Ok(StudyResult { status, reason: problem, measures, warnings: vec![] })
}
