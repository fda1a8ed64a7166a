//! Runs the cases of a plan on several threads, each with its own folder and end mark.

use crate::interrupt::Interrupt;
use crate::parallel;
use crate::session::{Job, StoredFiles, run_model};
use halfshaft_model::source::{Embedded, Open, Source};
use halfshaft_results::Error;
use halfshaft_results::study::{CaseEnd, CaseTable, Plan, case};
use halfshaft_results::summary::{Status, Summary};
use std::path::Path;

/// Options for running cases.
pub struct CaseOptions<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Whether to store the channels and the report of each case too, in the folder `run` of the case.
    pub keep: bool,
    /// Whether to repeat failed cases.
    pub retry: bool,
    /// Stops all cases; those that are running then count as not started.
    pub interrupt: &'a Interrupt,
}

/// The cases that have not been run yet, counted from 1.
pub fn pending(study: &Path, plan: &Plan, cases: &[usize], case_options: &CaseOptions) -> Vec<usize> {
    let ended = |&case: &usize| {
        CaseEnd::read(study, plan, case).is_some_and(|end| {
            let good = end.summary.status == Status::Done;
            let kept = || Summary::status_in(&case::folder(study, case).join("run")).is_some();
            (good || !case_options.retry) && (!case_options.keep || !good || kept())
        })
    };
    cases.iter().copied().filter(|case| !ended(case)).collect()
}

/// Runs these cases and calls `ended` with the status of each finished case. After a disk error, which is returned, the
/// other cases continue.
pub fn run(
    study: &Path,
    plan: &Plan,
    cases: &[usize],
    case_options: &CaseOptions,
    mut ended: impl FnMut(Status),
) -> Result<(), Error> {
    let mut first = Ok(());
    let work = |i: usize| run_one(study, plan, cases[i], case_options);
    parallel::each(cases.len(), case_options.threads, case_options.interrupt, work, |_, result| match result {
        Ok(status) => ended(status),
        Err(error) if first.is_ok() => first = Err(error),
        Err(_) => {}
    });
    first
}

/// Runs all cases of a plan without storing anything. `functions` has those of the program that the model calls, and `on_case` is
/// called after each case.
pub fn in_memory(
    plan: &Plan,
    case_options: &CaseOptions,
    functions: &(dyn Open + Sync),
    mut on_case: impl FnMut(),
) -> CaseTable {
    let mut ends: Vec<Option<CaseEnd>> = vec![None; plan.cases.len()];
    let work = |i: usize| compute(plan, i + 1, None, case_options.interrupt, functions);
    parallel::each(ends.len(), case_options.threads, case_options.interrupt, work, |i, summary| {
        on_case();
        if summary.status != Status::Interrupted {
            ends[i] = Some(CaseEnd { case: i + 1, fingerprint: String::new(), summary });
        }
    });
    CaseTable::of(plan, ends.into_iter().enumerate().map(|(i, end)| (i + 1, end)))
}

fn run_one(study: &Path, plan: &Plan, case: usize, case_options: &CaseOptions) -> Result<Status, Error> {
    let folder = case_options.keep.then(|| case::folder(study, case).join("run"));
    let summary = compute(plan, case, folder.as_deref(), case_options.interrupt, &Embedded(&[]));
    let status = summary.status;
    if status != Status::Interrupted {
        CaseEnd { case, fingerprint: plan.fingerprint_of(case), summary }.write(study)?;
    }
    Ok(status)
}

fn compute(
    plan: &Plan,
    case: usize,
    folder: Option<&Path>,
    interrupt: &Interrupt,
    functions: &(dyn Open + Sync),
) -> Summary {
    let source = Source::new(&plan.model, &plan.text);
    let files: Vec<(&str, &str)> = plan.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let overrides = plan.overrides_of(case);
    let files = StoredFiles { texts: Embedded(&files), functions };
    let job = Job { overrides: &overrides, folder, ..Job::new(&source, &files, interrupt) };
    run_model(&job, &mut |_| {}).summary
}
