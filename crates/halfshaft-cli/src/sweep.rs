//! `halfshaft sweep`: many cases of one model, in one command or in parts.

use crate::arguments::{Collect, Design as DesignWord, PlanArguments, Sweep, SweepPart, SweepRun};
use crate::exit::Exit;
use crate::job_array::{self, Share};
use crate::progress::CaseLine;
use crate::session::invalid_input;
use crate::session::prepare::{InvalidInput, open};
use crate::study::cases::{self, CaseOptions};
use crate::study::{self, StudyDefinition};
use crate::{interrupt, output, parallel};
use halfshaft_results::number::significant;
use halfshaft_results::report::{self, REPORT_FILE};
use halfshaft_results::study::table::{CaseStatus, Row, TABLE_FILE};
use halfshaft_results::study::{CaseTable, Design, Plan};
use halfshaft_results::summary::{Finding, Named, Status, Summary};
use serde::Serialize;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The object that `--json` prints; its status matches the exit status.
#[derive(Serialize)]
struct SweepSummary<'a> {
    model: &'a str,
    status: Status,
    analysis: &'static str,
    plan: Design,
    seed: Option<u64>,
    folder: String,
    parameters: &'a [String],
    units: Named<String>,
    cases: &'a [Row],
    statistics: Statistics,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Finding>>,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Statistics {
    cases: usize,
    done: usize,
    failed: usize,
    invalid: usize,
    missing: usize,
    /// Cases computed by this command; the others had finished before.
    computed: usize,
    wall_s: f64,
}

pub(crate) fn sweep(options: &Sweep) -> Result<Exit> {
    match &options.part {
        Some(SweepPart::Plan(part)) => plan(part),
        Some(SweepPart::Run(part)) => run(part),
        Some(SweepPart::Collect(part)) => collect(part),
        None => all(options),
    }
}

/// `sweep` without a subcommand: plan, run and collect.
fn all(options: &Sweep) -> Result<Exit> {
    // Without a subcommand the parser requires the arguments of the plan.
    let Some(of) = &options.of else { return Ok(Exit::BadInput) };
    let planned = make_plan(of).and_then(|(folder, plan)| {
        plan.write(&folder).map_err(|error| invalid_input(&plan.model, &error))?;
        Ok((folder, plan))
    });
    match planned {
        Err(invalid) => report_invalid(&of.model, invalid, options.how.json),
        Ok((folder, plan)) => {
            let cases: Vec<usize> = (1..=plan.cases.len()).collect();
            perform(&folder, &plan, &cases, &options.how, true)
        }
    }
}

/// `sweep plan`.
fn plan(options: &crate::arguments::SweepPlan) -> Result<Exit> {
    let written = make_plan(&options.of).and_then(|(folder, plan)| {
        plan.write(&folder).map_err(|error| invalid_input(&plan.model, &error))?;
        Ok((folder, plan))
    });
    let (folder, plan) = match written {
        Err(invalid) => return report_invalid(&options.of.model, invalid, options.json),
        Ok(written) => written,
    };
    let table = CaseTable::of(&plan, (1..=plan.cases.len()).map(|case| (case, None)));
    if options.json {
        return print_json(&folder, &plan, &table, Status::Done, 0, 0.0).map(|()| Exit::Done);
    }
    let folder = folder.display();
    output::print(&format!(
        "{}\n{} cases planned\nrun them: halfshaft sweep run {folder}\nthen collect: halfshaft sweep collect {folder}\n",
        table.planned(),
        plan.cases.len()
    ))?;
    Ok(Exit::Done)
}

/// `sweep run`.
fn run(options: &SweepRun) -> Result<Exit> {
    let chosen = Plan::read(&options.plan).map_err(|error| unreadable_plan(&error)).and_then(|(folder, plan)| {
        let cases = chosen(options, plan.cases.len())?;
        Ok((folder, plan, cases))
    });
    match chosen {
        Err(invalid) => report_invalid(&options.plan, invalid, options.how.json),
        Ok((folder, plan, cases)) => perform(&folder, &plan, &cases, &options.how, false),
    }
}

/// `sweep collect`.
fn collect(options: &Collect) -> Result<Exit> {
    let (folder, plan) = match Plan::read(&options.plan) {
        Err(error) => return report_invalid(&options.plan, unreadable_plan(&error), options.json),
        Ok(read) => read,
    };
    let table = CaseTable::read(&folder, &plan, 1..=plan.cases.len());
    if let Err(error) = write_results(&folder, &plan, &table) {
        return report_invalid(&options.plan, invalid_input(&plan.model, &error), options.json);
    }
    let status = verdict(&table, false);
    print_outcome(&folder, &plan, &table, status, options.json, false, 0, 0.0)
}

/// The requested plan and its folder.
fn make_plan(of: &PlanArguments) -> std::result::Result<(PathBuf, Plan), InvalidInput> {
    let source = open(&of.model)?;
    let design = match of.plan {
        DesignWord::Grid => Design::Grid,
        DesignWord::List => Design::List,
        DesignWord::Lhs => Design::Lhs,
        DesignWord::Random => Design::Random,
    };
    let plan = study::plan(&StudyDefinition {
        source: &source,
        overrides: &of.overrides,
        vary: &of.vary,
        design,
        cases: of.cases.map(|cases| cases as usize),
        seed: of.seed,
    })?;
    let folder = of.out.clone().unwrap_or_else(|| default_folder(&of.model, "sweep"));
    Plan::check(&folder).map_err(|error| invalid_input(&plan.model, &error))?;
    Ok((folder, plan))
}

/// `runs/<name>-sweep`, from the name of the model file.
pub(crate) fn default_folder(model: &Path, what: &str) -> PathBuf {
    let name = model.file_stem().unwrap_or(model.as_os_str()).to_string_lossy();
    Path::new("runs").join(format!("{name}-{what}"))
}

/// The cases that this process runs.
fn chosen(options: &SweepRun, count: usize) -> std::result::Result<Vec<usize>, InvalidInput> {
    let bad = |message: String| InvalidInput::plain("bad-share", message, None);
    let share = match (options.case, options.shard, options.shards) {
        (Some(case), ..) => Share::Case(case),
        (None, Some((shard, of)), _) => Share::Shard(shard, of),
        (None, None, shards) => job_array::from_environment(&|name| std::env::var(name).ok(), shards).map_err(bad)?,
    };
    share.cases(count).map_err(bad)
}

fn perform(
    folder: &Path,
    plan: &Plan,
    cases: &[usize],
    how: &crate::arguments::CaseArguments,
    whole: bool,
) -> Result<Exit> {
    let started = Instant::now();
    let interrupted = interrupt::stop_flag();
    let case_options = CaseOptions { jobs: parallel::jobs(how.jobs), keep: how.keep, retry: how.retry, interrupted };
    let pending = cases::pending(folder, plan, cases, &case_options);
    let mut line = CaseLine::new(pending.len(), !how.json && !how.quiet);
    let mut computed = 0;
    let ran = cases::run(folder, plan, &pending, &case_options, |status| {
        computed += usize::from(status != Status::Interrupted);
        line.update(status == Status::Done);
    });
    drop(line);
    let table = CaseTable::read(folder, plan, cases.iter().copied());
    let run_error = interrupted.load(std::sync::atomic::Ordering::Relaxed);
    let written = ran.and_then(|()| if whole { write_results(folder, plan, &table) } else { Ok(()) });
    let mut status = verdict(&table, run_error);
    if let Err(error) = written {
        output::eprint_line(&format!("error: {error}"));
        status = Status::Failed;
    }
    let seconds = started.elapsed().as_secs_f64();
    print_outcome(folder, plan, &table, status, how.json, how.quiet, computed, seconds)
}

/// Writes the table and the report.
fn write_results(folder: &Path, plan: &Plan, table: &CaseTable) -> std::result::Result<(), halfshaft_results::Error> {
    table.write(folder)?;
    report::study::write_sweep(folder, plan, table).map(drop)
}

/// The status of a study. Failed cases are results; a study fails if cases are missing or if no case is done.
fn verdict(table: &CaseTable, run_error: bool) -> Status {
    let missing = table.count(CaseStatus::Missing) > 0;
    if missing && run_error {
        Status::Interrupted
    } else if missing || !table.rows.is_empty() && table.count(CaseStatus::Finished(Status::Done)) == 0 {
        Status::Failed
    } else {
        Status::Done
    }
}

#[expect(clippy::too_many_arguments, reason = "the common end of all sweep commands")]
fn print_outcome(
    folder: &Path,
    plan: &Plan,
    table: &CaseTable,
    status: Status,
    json: bool,
    quiet: bool,
    computed: usize,
    seconds: f64,
) -> Result<Exit> {
    if json {
        print_json(folder, plan, table, status, computed, seconds)?;
    } else if !quiet {
        print_table(folder, table, computed, seconds)?;
    }
    Ok(status.into())
}

fn print_table(folder: &Path, table: &CaseTable, computed: usize, seconds: f64) -> Result<()> {
    let Statistics { cases, done, failed, invalid, missing, .. } = statistics(table, computed, seconds);
    let mut text = format!("{}\n{cases} cases: {done} done", table.table());
    for (count, word) in [(failed, "failed"), (invalid, "invalid"), (missing, "missing")] {
        if count > 0 {
            text += &format!(", {count} {word}");
        }
    }
    if computed > 0 {
        text += &format!("; {computed} computed in {} s", significant(seconds, 3));
    }
    text += &format!("\nresults in {}\n", folder.display());
    if folder.join(TABLE_FILE).is_file() {
        text += &format!("table: {}\n", folder.join(TABLE_FILE).display());
        text += &format!("report: {}\n", folder.join(REPORT_FILE).display());
    }
    output::print(&text)
}

fn statistics(table: &CaseTable, computed: usize, wall_s: f64) -> Statistics {
    Statistics {
        cases: table.rows.len(),
        done: table.count(CaseStatus::Finished(Status::Done)),
        failed: table.count(CaseStatus::Finished(Status::Failed)),
        invalid: table.count(CaseStatus::Finished(Status::Invalid)),
        missing: table.count(CaseStatus::Missing),
        computed,
        wall_s,
    }
}

fn print_json(
    folder: &Path,
    plan: &Plan,
    table: &CaseTable,
    status: Status,
    computed: usize,
    seconds: f64,
) -> Result<()> {
    let invalid = SweepSummary {
        model: &plan.model,
        status,
        analysis: "sweep",
        plan: plan.design,
        seed: plan.seed,
        folder: folder.display().to_string(),
        parameters: &plan.parameters,
        units: Named(table.measures.clone()),
        cases: &table.rows,
        statistics: statistics(table, computed, seconds),
        diagnostics: None,
    };
    output::print_line(&serde_json::to_string_pretty(&invalid)?)
}

fn unreadable_plan(error: &halfshaft_results::Error) -> InvalidInput {
    InvalidInput::plain("unreadable-plan", error.to_string(), None)
}

/// Reports invalid input.
pub(crate) fn report_invalid(path: &Path, invalid: InvalidInput, json: bool) -> Result<Exit> {
    match json {
        true => output::print_line(&Summary::invalid(&path.to_string_lossy(), invalid.findings).json())?,
        false => output::eprint_line(&invalid.text),
    }
    Ok(Exit::BadInput)
}
