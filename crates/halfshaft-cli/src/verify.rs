//! `halfshaft verify`: runs all model files found and checks their expectations.
//!
//! Models run on several threads, and lines appear in the order of the paths. Except for times, the output does not
//! depend on the number of threads.

use crate::arguments::Verify;
use crate::exit::Exit;
use crate::session::prepare::{Refused, open};
use crate::session::{self, Ended, Job};
use crate::walk::model_files;
use crate::{interrupt, output, parallel, reach, run};
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
        Err(refused) => return refuse(refused, options.json),
    };
    let interrupted = interrupt::listen();
    let mut told = Ok(());
    let cases = run_all(&files, parallel::jobs(options.jobs), interrupted, |ended| {
        if !options.json && told.is_ok() {
            told = tell(ended);
        }
    });
    told?;
    let status = verdict(&cases, files.len());
    if let Some(page) = &options.markdown
        && status != Status::Interrupted
        && let Err(error) = validation::write(page, &cases.iter().map(case).collect::<Vec<_>>())
    {
        return refuse(Refused::plain("page-unwritable", error.to_string(), None), options.json);
    }
    let (validation, regression) = tally(cases.iter().flat_map(|ended| &ended.judgements));
    if options.json {
        let cases = cases.iter().map(|ended| &ended.summary).collect();
        say_json(&Verdict { status, validation, regression, cases, diagnostics: None })?;
    } else {
        output::say_line(&total(&cases, validation, regression, started.elapsed().as_secs_f64()))?;
    }
    Ok(status.into())
}

fn files(paths: &[PathBuf]) -> std::result::Result<Vec<PathBuf>, Refused> {
    let files = model_files(paths).map_err(|(folder, error)| {
        let folder = folder.display().to_string();
        Refused::plain("unreadable-folder", format!("cannot read {folder}: {error}"), Some(folder))
    })?;
    if files.is_empty() {
        return Err(Refused::plain("no-file", "no model files (*.toml) found".into(), None));
    }
    Ok(files)
}

fn refuse(refused: Refused, json: bool) -> Result<Exit> {
    if json {
        say_json(&Verdict {
            status: Status::Invalid,
            validation: Tally::default(),
            regression: Tally::default(),
            cases: vec![],
            diagnostics: Some(refused.findings),
        })?;
    } else {
        output::warn(&refused.text);
    }
    Ok(Exit::BadInput)
}

fn say_json(verdict: &Verdict) -> Result<()> {
    output::say_line(&serde_json::to_string_pretty(verdict)?)
}

/// Runs the files on `jobs` threads and calls `show` for each outcome, in the order of the files.
fn run_all(files: &[PathBuf], jobs: usize, interrupted: &AtomicBool, mut show: impl FnMut(&Ended)) -> Vec<Ended> {
    let mut slots: Vec<Option<Ended>> = files.iter().map(|_| None).collect();
    let mut shown = 0;
    let run = |i: usize| run_one(&files[i], interrupted);
    parallel::each(files.len(), jobs, interrupted, run, |i, ended| {
        slots[i] = Some(ended);
        while let Some(Some(ended)) = slots.get(shown) {
            show(ended);
            shown += 1;
        }
    });
    slots.into_iter().flatten().collect()
}

fn run_one(file: &Path, interrupted: &AtomicBool) -> Ended {
    match open(file) {
        Ok(source) => {
            let job = Job {
                source: &source,
                files: &reach::disk(&[file]),
                overrides: &[],
                folder: None,
                csv: false,
                trace: false,
                interrupted,
            };
            session::run(&job, &mut |_| {})
        }
        Err(refused) => run::unread(file, refused),
    }
}

/// The most severe status: interrupted (some files have no case), then invalid, then failed or an expectation not met.
fn verdict(cases: &[Ended], files: usize) -> Status {
    let any = |status: Status| cases.iter().any(|ended| ended.summary.status == status);
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

fn missed(ended: &Ended) -> bool {
    ended.judgements.iter().any(|judgement| !judgement.ok)
}

/// Prints one line to standard output, and the reasons to standard error.
fn tell(ended: &Ended) -> Result<()> {
    let summary = &ended.summary;
    let word = match summary.status {
        Status::Done if missed(ended) => "miss",
        Status::Done => "ok",
        Status::Failed => "failed",
        Status::Interrupted => "stopped",
        Status::Invalid => "invalid",
    };
    let met = ended.judgements.iter().filter(|judgement| judgement.ok).count();
    output::say_line(&format!(
        "{word:<8}{}  {met} of {} met  {:.2} s",
        summary.model,
        ended.judgements.len(),
        summary.statistics.wall_s
    ))?;
    if !ended.trouble.is_empty() {
        output::warn(&ended.trouble);
    }
    if summary.status == Status::Done {
        ended.judgements.iter().filter(|judgement| !judgement.ok).for_each(|miss| output::warn(&format!("  {miss}")));
    }
    Ok(())
}

fn total(cases: &[Ended], validation: Tally, regression: Tally, seconds: f64) -> String {
    let good = cases.iter().filter(|ended| ended.summary.status == Status::Done && !missed(ended)).count();
    format!(
        "{good} of {} models ok; {} of {} expectations met, and {} of {} regressions; {seconds:.2} s",
        cases.len(),
        validation.met,
        validation.all,
        regression.met,
        regression.all
    )
}

fn case(ended: &Ended) -> Case {
    let problem = match ended.summary.status {
        Status::Done => None,
        Status::Failed => ended.summary.error.as_ref().map(|error| error.reason.clone()),
        Status::Interrupted => Some("interrupted".into()),
        Status::Invalid => Some("the model is invalid".into()),
    };
    Case {
        file: ended.summary.model.clone(),
        title: ended.title.clone(),
        problem,
        judgements: ended.judgements.clone(),
    }
}
