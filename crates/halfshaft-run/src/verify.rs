//! Runs model files and checks their expectations.
//!
//! The models run on several threads. Except for times, the outcomes and their order do not depend on the number of
//! threads.

use crate::file_access::FileAccess;
use crate::interrupt::Interrupt;
use crate::invalid_input::{InvalidInput, open};
use crate::model_search;
use crate::parallel;
use crate::run_file::run;
use crate::session::{Job, RunOutcome};
use halfshaft_model::is_slow;
use halfshaft_results::summary::{Finding, Status, Summary};
use halfshaft_results::validation::{Case, Tally, tally};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A verification as one JSON object.
#[derive(Serialize)]
pub struct Verdict<'a> {
    /// The most severe status: interrupted (some files have no case), then invalid, then failed or an expectation not met.
    pub status: Status,
    /// Expectations from other sources than halfshaft.
    pub validation: Tally,
    /// Expectations from earlier results of halfshaft.
    pub regression: Tally,
    /// Slow files that were not run.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    skipped: &'a [PathBuf],
    cases: Vec<&'a Summary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Finding>>,
}

impl<'a> Verdict<'a> {
    /// The verdict on the outcomes of these files.
    pub fn of(outcomes: &'a [RunOutcome], selection: &'a Selection) -> Self {
        let (validation, regression) = tally(outcomes.iter().flat_map(|outcome| &outcome.judgements));
        let cases = outcomes.iter().map(|outcome| &outcome.summary).collect();
        let status = status(outcomes, selection.files.len());
        Verdict { status, validation, regression, skipped: &selection.skipped, cases, diagnostics: None }
    }

    /// The verdict if nothing could be run.
    pub fn invalid(invalid: &InvalidInput) -> Self {
        let (validation, regression) = (Tally::default(), Tally::default());
        Verdict {
            status: Status::Invalid,
            validation,
            regression,
            skipped: &[],
            cases: vec![],
            diagnostics: Some(invalid.findings()),
        }
    }
}

/// The files of a verification.
pub struct Selection {
    /// The files to run, sorted by path.
    pub files: Vec<PathBuf>,
    /// The files in folders that are marked slow and not run.
    pub skipped: Vec<PathBuf>,
}

/// The given files, and the model files in the given folders; slow ones among the latter only if `full`. At least one.
pub fn select(paths: &[PathBuf], full: bool) -> Result<Selection, InvalidInput> {
    let (skipped, files): (Vec<_>, Vec<_>) =
        model_files(paths)?.into_iter().partition(|file| !full && !paths.contains(file) && is_slow_file(file));
    Ok(Selection { files, skipped })
}

/// Whether a file is marked slow; false if it cannot be read.
fn is_slow_file(file: &Path) -> bool {
    open(file).is_ok_and(|source| is_slow(&source.text))
}

fn model_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, InvalidInput> {
    let files = model_search::model_files(paths).map_err(|(folder, error)| {
        let folder = folder.display().to_string();
        InvalidInput::plain("unreadable-folder", format!("cannot read {folder}: {error}"), Some(folder))
    })?;
    if files.is_empty() {
        return Err(InvalidInput::plain("no-file", "no model files (*.toml) found".into(), None));
    }
    Ok(files)
}

/// Runs the files with these overrides on this number of threads and calls `show` for each outcome, in the order of the files.
pub fn verify(
    files: &[PathBuf],
    overrides: &[(String, String)],
    file_access: &FileAccess,
    threads: usize,
    interrupt: &Interrupt,
    mut show: impl FnMut(&RunOutcome),
) -> Vec<RunOutcome> {
    let mut slots: Vec<Option<RunOutcome>> = files.iter().map(|_| None).collect();
    let mut shown = 0;
    let run = |i: usize| run_one(&files[i], overrides, file_access, threads, interrupt);
    parallel::each(files.len(), threads, interrupt, run, |i, outcome| {
        slots[i] = Some(outcome);
        while let Some(Some(outcome)) = slots.get(shown) {
            show(outcome);
            shown += 1;
        }
    });
    slots.into_iter().flatten().collect()
}

fn run_one(
    file: &Path,
    overrides: &[(String, String)],
    file_access: &FileAccess,
    threads: usize,
    interrupt: &Interrupt,
) -> RunOutcome {
    match open(file) {
        Ok(source) => {
            let disk = file_access.disk(&[file]);
            run(&Job { threads, overrides, ..Job::new(&source, &disk, interrupt) }, &mut |_| {})
        }
        Err(invalid) => RunOutcome::of_invalid_input(&file.to_string_lossy(), invalid),
    }
}

fn status(outcomes: &[RunOutcome], files: usize) -> Status {
    let any = |status: Status| outcomes.iter().any(|outcome| outcome.summary.status == status);
    if any(Status::Interrupted) || outcomes.len() < files {
        Status::Interrupted
    } else if any(Status::Invalid) {
        Status::Invalid
    } else if any(Status::Failed) || !outcomes.iter().all(RunOutcome::meets_expectations) {
        Status::Failed
    } else {
        Status::Done
    }
}

/// An outcome for the page of what has been validated.
pub fn validation_case(outcome: &RunOutcome) -> Case {
    let problem = match outcome.summary.status {
        Status::Done => None,
        Status::Failed => outcome.summary.error.as_ref().map(|error| error.reason.clone()),
        Status::Interrupted => Some("interrupted".into()),
        Status::Invalid => Some("the model is invalid".into()),
    };
    Case {
        file: outcome.summary.model.clone(),
        title: outcome.title.clone(),
        slow: is_slow_file(Path::new(&outcome.summary.model)),
        problem,
        judgements: outcome.judgements.clone(),
    }
}
