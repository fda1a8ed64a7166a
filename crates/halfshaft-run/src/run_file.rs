//! Runs a file, whether it describes a model or a study of other files.

use crate::session::prepare::{Ready, prepare_any};
use crate::session::{Job, Progress, RunOutcome, run_prepared};
use crate::study_file;
use std::time::Instant;

/// Runs one file; `on_progress` is called for every accepted step of a model, and not for the cases of a study.
///
/// Invalid input leaves nothing on disk. A failed or interrupted analysis leaves its results up to that time.
pub fn run(job: &Job, on_progress: &mut dyn FnMut(&Progress)) -> RunOutcome {
    let started = Instant::now();
    let computing = job.interrupt.computing();
    let ready = prepare_any(job.source, job.overrides, job.files);
    drop(computing);
    match ready {
        Ok(Ready::Model(prepared)) => run_prepared(job, *prepared, started, on_progress),
        Ok(Ready::Study(study)) => study_file::run(job, &study),
        Err(invalid) => RunOutcome::of_invalid_input(&job.source.name, invalid),
    }
}
