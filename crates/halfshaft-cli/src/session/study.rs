//! Runs a study file, which refers to other models, with measures, expectations and a summary as for a run.

use super::prepare::{Refused, open_from};
use super::{Ended, Job, in_words, invalid, unready};
use crate::study::cases::{self, Manner};
use crate::study::fit::{Common, Manner as FitManner, Models, asked, fit, least_squares::Settings};
use crate::study::vary::with_unit;
use crate::study::{self, Asked};
use crate::{output, parallel};
use halfshaft_model::study::{FIT_MEASURE, SWEEP_MEASURES, Study, StudyKind};
use halfshaft_model::{Diagnostics, units};
use halfshaft_results::Error;
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{Measure, Statistic, What};
use halfshaft_results::recipe::Recipe;
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::study::table::Ending;
use halfshaft_results::study::{CaseTable, Design};
use halfshaft_results::summary::{Failure, Statistics, Status, Summary};
use halfshaft_results::table::Table;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The outcome of a study.
struct Performed {
    status: Status,
    reason: Option<String>,
    /// Name, unit and value in SI units.
    measures: Vec<(String, String, Option<f64>)>,
    warnings: Vec<String>,
}

/// Performs a study.
pub(super) fn run(job: &Job, study: Result<Study, Diagnostics>) -> Ended {
    let started = Instant::now();
    let name = &job.source.name;
    let study = match study {
        Ok(study) => study,
        Err(diagnostics) => return invalid(name, diagnostics.into()),
    };
    let performed = match study.kind {
        StudyKind::Sweep => sweep(job, &study),
        StudyKind::Fit => search(job, &study),
    };
    match performed {
        Err(Stop::Refused(refused)) => invalid(name, refused),
        Err(Stop::Unready(error)) => unready(name, error),
        Ok(performed) => conclude(job, &study, performed, started),
    }
}

fn conclude(job: &Job, study: &Study, performed: Performed, started: Instant) -> Ended {
    let name = &job.source.name;
    let mut summary = Summary::new(name, performed.status, Statistics::default());
    summary.analysis = Some(if study.kind == StudyKind::Fit { "fit" } else { "sweep" }.into());
    if performed.status == Status::Failed {
        let reason = performed.reason.unwrap_or_else(|| "no case finished".into());
        summary.error =
            Some(Failure { code: "no-case-finished".into(), time_s: None, element: None, reason, worst: None });
    }
    // The result of a study is the final value of a search; it has no channel.
    let measure = |(name, unit, _): &(String, String, Option<f64>)| Measure {
        name: name.clone(),
        unit: unit.clone(),
        what: What::Statistic(Statistic::Final, name.clone()),
        over: None,
    };
    let measures: Vec<Measure> = performed.measures.iter().map(measure).collect();
    let values: Vec<Option<f64>> = performed.measures.iter().map(|(_, _, value)| *value).collect();
    let judgements = judge_all(&measures, &values, &study.expectations);
    summary.set_measures(&measures, &values, &judgements);
    summary.statistics.set_times(0.0, started.elapsed().as_secs_f64());
    if let Some(folder) = job.folder
        && let Err(error) = summary.write(folder)
    {
        summary.fail(error.into());
    }
    Ended {
        title: if study.title.is_empty() { name.clone() } else { study.title.clone() },
        table: Some(Table::of_measures(&measures, &values, &judgements)),
        judgements,
        balance: None,
        warnings: performed.warnings,
        remarks: vec![],
        trouble: summary.error.as_ref().map_or(String::new(), in_words),
        folder: job.folder.map(Path::to_owned),
        parts: vec![],
        campbell: None,
        summary,
    }
}

/// Why a study was not performed.
enum Stop {
    /// The input is wrong.
    Refused(Refused),
    /// Its folder cannot be prepared.
    Unready(Error),
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Self {
        Stop::Refused(refused)
    }
}

/// Prepares and locks the folder, after the input has been checked.
fn ready(job: &Job) -> Result<Option<RunDirectory>, Stop> {
    let Some(folder) = job.folder else { return Ok(None) };
    let recipe = Recipe::new(&job.source.name, job.overrides, vec![], job.csv);
    RunDirectory::prepare(folder, &job.source.text, &recipe).map(Some).map_err(Stop::Unready)
}

fn failure(error: &Error) -> Option<String> {
    Some(error.to_string())
}

fn search(job: &Job, study: &Study) -> Result<Performed, Stop> {
    for model in &study.models {
        open_from(model, &job.source.name)?;
    }
    let models: Vec<PathBuf> = study.models.iter().map(PathBuf::from).collect();
    let overrides: Vec<(String, String)> = study.overrides.iter().chain(job.overrides).cloned().collect();
    let asked = asked::read(&models, &overrides, &study.vary, &study.to)?;
    let _lock = ready(job)?;
    let (jobs, interrupted) = (parallel::jobs(None), job.interrupted);
    let common = Common { overrides: &overrides, folder: job.folder, jobs, interrupted, heard: &|_| {} };
    let models = Models::new(&asked.members, &asked.vary, &asked.targets, common);
    let curve = if asked.vary.len() == 1 { 11 } else { 0 };
    let (starts, seed) = (study.starts as usize, study.seed);
    let manner = FitManner { starts, seed, curve, settings: Settings::default(), interrupted };
    let mut found = fit(&models, &asked.vary, &asked.targets, &manner);
    if let Some(folder) = job.folder
        && let Err(error) = found.save(folder).and_then(|()| report::study::write_fit(folder, &found).map(drop))
    {
        (found.status, found.reason) = (Status::Failed, failure(&error));
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
    Ok(Performed { status: found.status, reason: found.reason, measures, warnings: found.warnings })
}

fn sweep(job: &Job, study: &Study) -> Result<Performed, Stop> {
    let source = open_from(&study.models[0], &job.source.name)?;
    let design = match study.plan {
        "list" => Design::List,
        "lhs" => Design::Lhs,
        "random" => Design::Random,
        _ => Design::Grid,
    };
    let overrides: Vec<(String, String)> = study.overrides.iter().chain(job.overrides).cloned().collect();
    let cases = study.cases.map(|cases| cases as usize);
    let plan = study::plan(&Asked {
        source: &source,
        overrides: &overrides,
        vary: &study.vary,
        design,
        cases,
        seed: study.seed,
    })?;
    let _lock = ready(job)?;
    let all: Vec<usize> = (1..=plan.cases.len()).collect();
    let manner = Manner { jobs: parallel::jobs(None), keep: false, retry: false, interrupted: job.interrupted };
    let mut problem = None;
    let table = match job.folder {
        None => cases::in_memory(&plan, &manner),
        Some(folder) => {
            let place = folder.join("sweep");
            let kept = plan.write(&place).and_then(|()| {
                let pending = cases::pending(&place, &plan, &all, &manner);
                cases::run(&place, &plan, &pending, &manner, |_| {})?;
                let table = CaseTable::read(&place, &plan, all.iter().copied());
                table.write(folder)?;
                report::study::write_sweep(folder, &plan, &table).map(|_| table)
            });
            kept.unwrap_or_else(|error| {
                output::warn(&format!("error: {error}"));
                problem = failure(&error);
                CaseTable::read(&place, &plan, all.iter().copied())
            })
        }
    };
    let count = |status: Status| table.count(Ending::Ended(status));
    let counts = [count(Status::Done), count(Status::Failed), count(Status::Invalid)];
    let status = if job.interrupted.load(Ordering::Relaxed) && table.count(Ending::Missing) > 0 {
        Status::Interrupted
    } else if problem.is_some() || counts[0] == 0 {
        Status::Failed
    } else {
        Status::Done
    };
    let measures = SWEEP_MEASURES.iter().zip(counts);
    let measures = measures.map(|(name, count)| (name.to_string(), "1".to_string(), Some(count as f64))).collect();
    Ok(Performed { status, reason: problem, measures, warnings: vec![] })
}
