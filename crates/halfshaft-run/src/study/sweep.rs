//! The results of a sweep: the table of its cases, its status, and the object for programs.

use super::cases::{self, CaseOptions};
use halfshaft_results::Error;
use halfshaft_results::report;
use halfshaft_results::study::table::{CaseStatus, Row};
use halfshaft_results::study::{CaseTable, Design, Plan};
use halfshaft_results::summary::{Named, Status};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The cases of a sweep, or some of them, after they were run.
pub struct SweepOutcome {
    /// The requested cases.
    pub table: CaseTable,
    /// Done, failed or interrupted.
    pub status: Status,
    /// The first error in storing a case or the results.
    pub error: Option<Error>,
    /// Number of cases computed now; the others had finished before.
    pub computed: usize,
    /// Wall time, in seconds.
    pub wall_s: f64,
}

impl SweepOutcome {
    /// A sweep of which no case has been run.
    pub fn planned(plan: &Plan) -> Self {
        let table = CaseTable::of(plan, (1..=plan.cases.len()).map(|case| (case, None)));
        SweepOutcome { table, status: Status::Done, error: None, computed: 0, wall_s: 0.0 }
    }

    /// How many cases ended how.
    pub fn statistics(&self) -> SweepStatistics {
        let SweepOutcome { table, computed, wall_s, .. } = self;
        SweepStatistics {
            cases: table.rows.len(),
            done: table.count(CaseStatus::Finished(Status::Done)),
            failed: table.count(CaseStatus::Finished(Status::Failed)),
            invalid: table.count(CaseStatus::Finished(Status::Invalid)),
            missing: table.count(CaseStatus::Missing),
            computed: *computed,
            wall_s: *wall_s,
        }
    }

    /// The object for programs.
    pub fn summary<'a>(&'a self, folder: &Path, plan: &'a Plan) -> SweepSummary<'a> {
        SweepSummary {
            model: &plan.model,
            status: self.status,
            analysis: "sweep",
            plan: plan.design,
            seed: plan.seed,
            folder: folder.display().to_string(),
            parameters: &plan.parameters,
            units: Named(self.table.measures.clone()),
            cases: &self.table.rows,
            statistics: self.statistics(),
        }
    }
}

/// Runs the `pending` ones of the requested `cases` of a plan; `whole` also writes the table and the report.
pub fn perform(
    folder: &Path,
    plan: &Plan,
    cases: &[usize],
    pending: &[usize],
    whole: bool,
    case_options: &CaseOptions,
    mut on_case: impl FnMut(Status),
) -> SweepOutcome {
    let started = Instant::now();
    let mut computed = 0;
    let ran = cases::run(folder, plan, pending, case_options, |status| {
        computed += usize::from(status != Status::Interrupted);
        on_case(status);
    });
    let table = CaseTable::read(folder, plan, cases.iter().copied());
    let interrupted = case_options.interrupt.is_requested();
    let written = ran.and_then(|()| if whole { write_results(folder, plan, &table) } else { Ok(()) });
    let error = written.err();
    let status = if error.is_some() { Status::Failed } else { status(&table, interrupted) };
    SweepOutcome { table, status, error, computed, wall_s: started.elapsed().as_secs_f64() }
}

/// Collects the cases of a plan that have ended, and writes the table and the report.
pub fn collect(folder: &Path, plan: &Plan) -> Result<SweepOutcome, Error> {
    let table = CaseTable::read(folder, plan, 1..=plan.cases.len());
    write_results(folder, plan, &table)?;
    let status = status(&table, false);
    Ok(SweepOutcome { table, status, error: None, computed: 0, wall_s: 0.0 })
}

/// Writes the table and the report.
pub(crate) fn write_results(folder: &Path, plan: &Plan, table: &CaseTable) -> Result<(), Error> {
    table.write(folder)?;
    report::study::write_sweep(folder, plan, table).map(drop)
}

/// The status of a sweep. Failed cases are results; a sweep fails if cases are missing or if no case is done.
fn status(table: &CaseTable, interrupted: bool) -> Status {
    let missing = table.count(CaseStatus::Missing) > 0;
    if missing && interrupted {
        Status::Interrupted
    } else if missing || !table.rows.is_empty() && table.count(CaseStatus::Finished(Status::Done)) == 0 {
        Status::Failed
    } else {
        Status::Done
    }
}

/// A sweep as one JSON object.
#[derive(Serialize)]
pub struct SweepSummary<'a> {
    model: &'a str,
    status: Status,
    analysis: &'static str,
    plan: Design,
    seed: Option<u64>,
    folder: String,
    parameters: &'a [String],
    units: Named<String>,
    cases: &'a [Row],
    statistics: SweepStatistics,
}

/// How many cases ended how.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SweepStatistics {
    /// All requested cases.
    pub cases: usize,
    /// Cases that are done.
    pub done: usize,
    /// Cases that failed.
    pub failed: usize,
    /// Cases with invalid input.
    pub invalid: usize,
    /// Cases that have not ended.
    pub missing: usize,
    /// Cases computed by this command; the others had finished before.
    pub computed: usize,
    /// Wall time, in seconds.
    pub wall_s: f64,
}
