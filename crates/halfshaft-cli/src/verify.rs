//! `halfshaft verify`: runs all model files found and checks their expectations.
//!
//! Models run on several threads, and lines appear in the order of the paths. Except for times, the output does not
//! depend on the number of threads.

use crate::arguments::Verify;
use crate::exit::Exit;
use crate::model_search::model_files;
use crate::session::prepare::{InvalidInput, open};
use crate::session::{self, Job, RunOutcome};
use crate::{file_access, interrupt, output, parallel, run};
use halfshaft_results::summary::{Finding, Status, Summary};
use halfshaft_results::validation::{self, Case, Tally, tally};
use serde::Serialize;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The object that `--json` prints; its status matches the exit status.
#[derive(Serialize)]
struct Verdict<'a> {
    status: Status,
    validation: Tally,
    regression: Tally,
    cases: Vec<&'a Summary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Finding>>,
}

pub(crate) fn verify(options: &Verify) -> Result<Exit> {
    let started = Instant::now();
    let files = match files(&options.paths) {
        Ok(files) => files,
        Err(invalid) => return report_invalid(invalid, options.json),
    };
    let interrupted = interrupt::stop_flag();
    let mut printed = Ok(());
    let cases = run_all(&files, parallel::jobs(options.jobs), interrupted, |outcome| {
        if !options.json && printed.is_ok() {
            printed = print_outcome(outcome);
        }
    });
    printed?;
    let status = verdict(&cases, files.len());
    if let Some(page) = &options.markdown
        && status != Status::Interrupted
        && let Err(error) = validation::write(page, &cases.iter().map(case).collect::<Vec<_>>())
    {
        return report_invalid(InvalidInput::plain("page-unwritable", error.to_string(), None), options.json);
    }
    let (validation, regression) = tally(cases.iter().flat_map(|outcome| &outcome.judgements));
    if options.json {
        let cases = cases.iter().map(|outcome| &outcome.summary).collect();
        print_json(&Verdict { status, validation, regression, cases, diagnostics: None })?;
    } else {
        output::print_line(&total(&cases, validation, regression, started.elapsed().as_secs_f64()))?;
    }
    Ok(status.into())
}

fn files(paths: &[PathBuf]) -> std::result::Result<Vec<PathBuf>, InvalidInput> {
    let files = model_files(paths).map_err(|(folder, error)| {
        let folder = folder.display().to_string();
        InvalidInput::plain("unreadable-folder", format!("cannot read {folder}: {error}"), Some(folder))
    })?;
    if files.is_empty() {
        return Err(InvalidInput::plain("no-file", "no model files (*.toml) found".into(), None));
    }
    Ok(files)
}

fn report_invalid(invalid: InvalidInput, json: bool) -> Result<Exit> {
    if json {
        print_json(&Verdict {
            status: Status::Invalid,
            validation: Tally::default(),
            regression: Tally::default(),
            cases: vec![],
            diagnostics: Some(invalid.findings),
        })?;
    } else {
        output::eprint_line(&invalid.text);
    }
    Ok(Exit::BadInput)
}

fn print_json(verdict: &Verdict) -> Result<()> {
    output::print_line(&serde_json::to_string_pretty(verdict)?)
}

/// Runs the files on `jobs` threads and calls `show` for each outcome, in the order of the files.
fn run_all(
    files: &[PathBuf],
    jobs: usize,
    interrupted: &AtomicBool,
    mut show: impl FnMut(&RunOutcome),
) -> Vec<RunOutcome> {
    let mut slots: Vec<Option<RunOutcome>> = files.iter().map(|_| None).collect();
    let mut shown = 0;
    let run = |i: usize| run_one(&files[i], interrupted);
    parallel::each(files.len(), jobs, interrupted, run, |i, outcome| {
        slots[i] = Some(outcome);
        while let Some(Some(outcome)) = slots.get(shown) {
            show(outcome);
            shown += 1;
        }
    });
    slots.into_iter().flatten().collect()
}

fn run_one(file: &Path, interrupted: &AtomicBool) -> RunOutcome {
    match open(file) {
        Ok(source) => {
            let job = Job {
                source: &source,
                files: &file_access::disk(&[file]),
                overrides: &[],
                folder: None,
                csv: false,
                trace: false,
                interrupted,
            };
            session::run(&job, &mut |_| {})
        }
        Err(invalid) => run::unreadable_model(file, invalid),
    }
}

/// The most severe status: interrupted (some files have no case), then invalid, then failed or an expectation not met.
fn verdict(cases: &[RunOutcome], files: usize) -> Status {
    let any = |status: Status| cases.iter().any(|outcome| outcome.summary.status == status);
    if any(Status::Interrupted) || cases.len() < files {
        Status::Interrupted
    } else if any(Status::Invalid) {
        Status::Invalid
    } else if any(Status::Failed) || cases.iter().any(missed) {
        Status::Failed
    } else {
        Status::Done
    }
}

fn missed(outcome: &RunOutcome) -> bool {
    outcome.judgements.iter().any(|judgement| !judgement.ok)
}

/// Prints one line to standard output, and the reasons to standard error.
fn print_outcome(outcome: &RunOutcome) -> Result<()> {
    let summary = &outcome.summary;
    let word = match summary.status {
        Status::Done if missed(outcome) => "miss",
        Status::Done => "ok",
        Status::Failed => "failed",
        Status::Interrupted => "stopped",
        Status::Invalid => "invalid",
    };
    let met = outcome.judgements.iter().filter(|judgement| judgement.ok).count();
    output::print_line(&format!(
        "{word:<8}{}  {met} of {} met  {:.2} s",
        summary.model,
        outcome.judgements.len(),
        summary.statistics.wall_s
    ))?;
    if !outcome.error_text.is_empty() {
        output::eprint_line(&outcome.error_text);
    }
    if summary.status == Status::Done {
        outcome
            .judgements
            .iter()
            .filter(|judgement| !judgement.ok)
            .for_each(|miss| output::eprint_line(&format!("  {miss}")));
    }
    Ok(())
}

fn total(cases: &[RunOutcome], validation: Tally, regression: Tally, seconds: f64) -> String {
    let good = cases.iter().filter(|outcome| outcome.summary.status == Status::Done && !missed(outcome)).count();
    format!(
        "{good} of {} models ok; {} of {} expectations met, and {} of {} regressions; {seconds:.2} s",
        cases.len(),
        validation.met,
        validation.all,
        regression.met,
        regression.all
    )
}

fn case(outcome: &RunOutcome) -> Case {
    let problem = match outcome.summary.status {
        Status::Done => None,
        Status::Failed => outcome.summary.error.as_ref().map(|error| error.reason.clone()),
        Status::Interrupted => Some("interrupted".into()),
        Status::Invalid => Some("the model is invalid".into()),
    };
    Case {
        file: outcome.summary.model.clone(),
        title: outcome.title.clone(),
        problem,
        judgements: outcome.judgements.clone(),
    }
}
