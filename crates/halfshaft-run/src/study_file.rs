//! Runs a study file, which refers to other models, with measures, expectations and a summary as for a run.

use crate::invalid_input::InvalidInput;
use crate::session::{Job, RunOutcome, error_line, folder_error};
use crate::study::cases::{self, CaseOptions};
use crate::study::fit::{self, Common, SearchOptions, definition, least_squares::Settings};
use crate::study::vary::with_unit;
use crate::study::{self, StudyDefinition, sweep};
use halfshaft_model::source::{Embedded, Source};
use halfshaft_model::study::{FIT_MEASURE, SWEEP_MEASURES, Study, StudyKind};
use halfshaft_model::units;
use halfshaft_results::Error;
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{Measure, Statistic, Unit, What};
use halfshaft_results::recipe::Recipe;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::study::table::CaseStatus;
use halfshaft_results::study::{CaseTable, Design};
use halfshaft_results::summary::{RunError, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use std::path::Path;
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
pub(crate) fn run(job: &Job, study: &Study) -> RunOutcome {
    let started = Instant::now();
    let name = &job.source.name;
    let result = match study.kind {
        StudyKind::Sweep => run_cases(job, study),
        StudyKind::Fit => search(job, study),
    };
    match result {
        Err(StudyError::InvalidInput(invalid)) => RunOutcome::of_invalid_input(name, invalid),
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
        unit: Unit::si(unit),
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
    let title = if study.title.is_empty() { name } else { &study.title };
    RunOutcome {
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        warnings: result.warnings,
        failure: summary.error.as_ref().map_or(String::new(), error_line),
        folder: job.folder.map(Path::to_owned),
        ..RunOutcome::empty(title, summary)
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
    fn from(invalid: InvalidInput) -> Self {
        StudyError::InvalidInput(invalid)
    }
}

/// Prepares and locks the folder, after the input has been checked.
fn prepare_folder(job: &Job) -> Result<Option<RunDirectory>, StudyError> {
    let Some(folder) = job.folder else { return Ok(None) };
    let recipe = Recipe::new(&job.source.name, job.overrides, vec![], job.csv);
    RunDirectory::prepare(folder, &job.source.text, &recipe).map(Some).map_err(StudyError::Folder)
}

/// Reads a model that the study names.
fn open(job: &Job, model: &str) -> Result<Source, InvalidInput> {
    job.files.open(model).map_err(InvalidInput::from)
}

fn search(job: &Job, study: &Study) -> Result<StudyResult, StudyError> {
    let computing = job.interrupt.computing();
    let models: Vec<Source> = study.models.iter().map(|model| open(job, model)).collect::<Result<_, _>>()?;
    let overrides: Vec<(String, String)> = study.overrides.iter().chain(job.overrides).cloned().collect();
    let models = models.into_iter().map(|source| Ok((source, job.files)));
    let definition = definition::read(models, &overrides, &study.vary, &study.to)?;
    drop(computing);
    let _lock = prepare_folder(job)?;
    let (threads, interrupt) = (job.threads, job.interrupt);
    let common = Common { overrides: &overrides, folder: job.folder, threads, interrupt, on_case: &|_| {} };
    let curve = fit::default_curve(definition.vary.len());
    let (starts, seed) = (study.starts as usize, study.seed);
    let options = SearchOptions { starts, seed, curve, settings: Settings::default(), interrupt };
    let found = fit::perform(&definition, common, &options);
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

fn run_cases(job: &Job, study: &Study) -> Result<StudyResult, StudyError> {
    let computing = job.interrupt.computing();
    let source = open(job, &study.models[0])?;
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
        files: job.files,
        overrides: &overrides,
        vary: &study.vary,
        design,
        cases,
        seed: study.seed,
    })?;
    drop(computing);
    let _lock = prepare_folder(job)?;
    let all: Vec<usize> = (1..=plan.cases.len()).collect();
    let options = CaseOptions { threads: job.threads, keep: false, retry: false, interrupt: job.interrupt };
    let mut problem = None;
    let table = match job.folder {
        None => cases::in_memory(&plan, &options, &Embedded(&[]), || {}),
        Some(folder) => {
            let place = folder.join("sweep");
            let kept = plan.write(&place).and_then(|()| {
                let pending = cases::pending(&place, &plan, &all, &options);
                cases::run(&place, &plan, &pending, &options, |_| {})?;
                let table = CaseTable::read(&place, &plan, all.iter().copied());
                sweep::write_results(folder, &plan, &table).map(|()| table)
            });
            kept.unwrap_or_else(|error| {
                problem = Some(error.to_string());
                CaseTable::read(&place, &plan, all.iter().copied())
            })
        }
    };
    let count = |status: Status| table.count(CaseStatus::Finished(status));
    let counts = [count(Status::Done), count(Status::Failed), count(Status::Invalid)];
    let status = if job.interrupt.is_requested() && table.count(CaseStatus::Missing) > 0 {
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
