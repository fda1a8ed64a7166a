//! `halfshaft sweep`: many cases of one model, in one command or in parts.

use crate::arguments::{Collect, Design as DesignWord, PlanOf, Sweep, SweepPart, SweepRun};
use crate::exit::Exit;
use crate::job_array::{self, Share};
use crate::progress::CaseLine;
use crate::session::prepare::{Refused, open};
use crate::session::refused;
use crate::study::cases::{self, Manner};
use crate::study::{self, Asked};
use crate::{interrupt, output, parallel};
use halfshaft_results::number::significant;
use halfshaft_results::report::{self, REPORT_FILE};
use halfshaft_results::study::table::{Ending, Row, TABLE_FILE};
use halfshaft_results::study::{CaseTable, Design, Plan};
use halfshaft_results::summary::{Finding, Named, Status, Summary};
use serde::Serialize;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The object that `--json` prints; its status matches the exit status.
#[derive(Serialize)]
struct Told<'a> {
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
    let made = make(of).and_then(|(folder, plan)| {
        plan.write(&folder).map_err(|error| refused(&plan.model, &error))?;
        Ok((folder, plan))
    });
    match made {
        Err(told) => refuse(&of.model, told, options.how.json),
        Ok((folder, plan)) => {
            let cases: Vec<usize> = (1..=plan.cases.len()).collect();
            perform(&folder, &plan, &cases, &options.how, true)
        }
    }
}

/// `sweep plan`.
fn plan(options: &crate::arguments::SweepPlan) -> Result<Exit> {
    let written = make(&options.of).and_then(|(folder, plan)| {
        plan.write(&folder).map_err(|error| refused(&plan.model, &error))?;
        Ok((folder, plan))
    });
    let (folder, plan) = match written {
        Err(told) => return refuse(&options.of.model, told, options.json),
        Ok(written) => written,
    };
    let table = CaseTable::of(&plan, (1..=plan.cases.len()).map(|case| (case, None)));
    if options.json {
        return tell_json(&folder, &plan, &table, Status::Done, 0, 0.0).map(|()| Exit::Done);
    }
    let folder = folder.display();
    output::say(&format!(
        "{}\n{} cases planned\nrun them: halfshaft sweep run {folder}\nthen collect: halfshaft sweep collect {folder}\n",
        table.planned(),
        plan.cases.len()
    ))?;
    Ok(Exit::Done)
}

/// `sweep run`.
fn run(options: &SweepRun) -> Result<Exit> {
    let chosen = Plan::read(&options.plan).map_err(|error| unread(&error)).and_then(|(folder, plan)| {
        let cases = chosen(options, plan.cases.len())?;
        Ok((folder, plan, cases))
    });
    match chosen {
        Err(told) => refuse(&options.plan, told, options.how.json),
        Ok((folder, plan, cases)) => perform(&folder, &plan, &cases, &options.how, false),
    }
}

/// `sweep collect`.
fn collect(options: &Collect) -> Result<Exit> {
    let (folder, plan) = match Plan::read(&options.plan) {
        Err(error) => return refuse(&options.plan, unread(&error), options.json),
        Ok(read) => read,
    };
    let table = CaseTable::read(&folder, &plan, 1..=plan.cases.len());
    if let Err(error) = keep(&folder, &plan, &table) {
        return refuse(&options.plan, refused(&plan.model, &error), options.json);
    }
    let status = verdict(&table, false);
    conclude(&folder, &plan, &table, status, options.json, false, 0, 0.0)
}

/// The requested plan and its folder.
fn make(of: &PlanOf) -> std::result::Result<(PathBuf, Plan), Refused> {
    let source = open(&of.model)?;
    let design = match of.plan {
        DesignWord::Grid => Design::Grid,
        DesignWord::List => Design::List,
        DesignWord::Lhs => Design::Lhs,
        DesignWord::Random => Design::Random,
    };
    let plan = study::plan(&Asked {
        source: &source,
        overrides: &of.overrides,
        vary: &of.vary,
        design,
        cases: of.cases.map(|cases| cases as usize),
        seed: of.seed,
    })?;
    let folder = of.out.clone().unwrap_or_else(|| default_folder(&of.model, "sweep"));
    Plan::check(&folder).map_err(|error| refused(&plan.model, &error))?;
    Ok((folder, plan))
}

/// `runs/<name>-sweep`, from the name of the model file.
pub(crate) fn default_folder(model: &Path, what: &str) -> PathBuf {
    let name = model.file_stem().unwrap_or(model.as_os_str()).to_string_lossy();
    Path::new("runs").join(format!("{name}-{what}"))
}

/// The cases that this process runs.
fn chosen(options: &SweepRun, count: usize) -> std::result::Result<Vec<usize>, Refused> {
    let bad = |message: String| Refused::plain("bad-share", message, None);
    let share = match (options.case, options.shard, options.shards) {
        (Some(case), ..) => Share::Case(case),
        (None, Some((shard, of)), _) => Share::Shard(shard, of),
        (None, None, shards) => job_array::from_environment(&|name| std::env::var(name).ok(), shards).map_err(bad)?,
    };
    share.cases(count).map_err(bad)
}

fn perform(folder: &Path, plan: &Plan, cases: &[usize], how: &crate::arguments::How, whole: bool) -> Result<Exit> {
    let started = Instant::now();
    let interrupted = interrupt::listen();
    let manner = Manner { jobs: parallel::jobs(how.jobs), keep: how.keep, retry: how.retry, interrupted };
    let pending = cases::pending(folder, plan, cases, &manner);
    let mut line = CaseLine::new(pending.len(), !how.json && !how.quiet);
    let mut computed = 0;
    let ran = cases::run(folder, plan, &pending, &manner, |status| {
        computed += usize::from(status != Status::Interrupted);
        line.update(status == Status::Done);
    });
    drop(line);
    let table = CaseTable::read(folder, plan, cases.iter().copied());
    let stopped = interrupted.load(std::sync::atomic::Ordering::Relaxed);
    let written = ran.and_then(|()| if whole { keep(folder, plan, &table) } else { Ok(()) });
    let mut status = verdict(&table, stopped);
    if let Err(error) = written {
        output::warn(&format!("error: {error}"));
        status = Status::Failed;
    }
    let seconds = started.elapsed().as_secs_f64();
    conclude(folder, plan, &table, status, how.json, how.quiet, computed, seconds)
}

/// Writes the table and the report.
fn keep(folder: &Path, plan: &Plan, table: &CaseTable) -> std::result::Result<(), halfshaft_results::Error> {
    table.write(folder)?;
    report::study::write_sweep(folder, plan, table).map(drop)
}

/// The status of a study. Failed cases are results; a study fails if cases are missing or if no case is done.
fn verdict(table: &CaseTable, stopped: bool) -> Status {
    let missing = table.count(Ending::Missing) > 0;
    if missing && stopped {
        Status::Interrupted
    } else if missing || !table.rows.is_empty() && table.count(Ending::Ended(Status::Done)) == 0 {
        Status::Failed
    } else {
        Status::Done
    }
}

#[expect(clippy::too_many_arguments, reason = "the common end of all sweep commands")]
fn conclude(
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
        tell_json(folder, plan, table, status, computed, seconds)?;
    } else if !quiet {
        tell(folder, table, computed, seconds)?;
    }
    Ok(status.into())
}

fn tell(folder: &Path, table: &CaseTable, computed: usize, seconds: f64) -> Result<()> {
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
    output::say(&text)
}

fn statistics(table: &CaseTable, computed: usize, wall_s: f64) -> Statistics {
    Statistics {
        cases: table.rows.len(),
        done: table.count(Ending::Ended(Status::Done)),
        failed: table.count(Ending::Ended(Status::Failed)),
        invalid: table.count(Ending::Ended(Status::Invalid)),
        missing: table.count(Ending::Missing),
        computed,
        wall_s,
    }
}

fn tell_json(
    folder: &Path,
    plan: &Plan,
    table: &CaseTable,
    status: Status,
    computed: usize,
    seconds: f64,
) -> Result<()> {
    let told = Told {
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
    output::say_line(&serde_json::to_string_pretty(&told)?)
}

fn unread(error: &halfshaft_results::Error) -> Refused {
    Refused::plain("unreadable-plan", error.to_string(), None)
}

/// Reports invalid input.
pub(crate) fn refuse(path: &Path, told: Refused, json: bool) -> Result<Exit> {
    match json {
        true => output::say_line(&Summary::invalid(&path.to_string_lossy(), told.findings).json())?,
        false => output::warn(&told.text),
    }
    Ok(Exit::BadInput)
}
