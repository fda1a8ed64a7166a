//! `halfshaft sweep`: many cases of one model, in one command or in parts.

use crate::arguments::{self, CaseArguments, Collect, PlanArguments, Sweep, SweepPart, SweepPlan, SweepRun, threads};
use crate::exit::Exit;
use crate::job_array::{self, Share};
use crate::output::report_invalid;
use crate::progress::CaseLine;
use crate::{interrupt, output};
use halfshaft_results::number::significant;
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::study::table::TABLE_FILE;
use halfshaft_results::study::{Design, Plan};
use halfshaft_results::summary::Status;
use halfshaft_run::study::cases::{self, CaseOptions};
use halfshaft_run::study::sweep::{self, SweepOutcome, SweepStatistics};
use halfshaft_run::study::{self, StudyDefinition};
use halfshaft_run::{FileAccess, InvalidInput, open};
use std::io::Result;
use std::path::{Path, PathBuf};

pub(crate) fn sweep(options: &Sweep, file_access: &FileAccess) -> Result<Exit> {
    match &options.part {
        Some(SweepPart::Plan(part)) => plan(part, file_access),
        Some(SweepPart::Run(part)) => run(part),
        Some(SweepPart::Collect(part)) => collect(part),
        None => all(options, file_access),
    }
}

/// `sweep` without a subcommand: plan, run and collect.
fn all(options: &Sweep, file_access: &FileAccess) -> Result<Exit> {
    // Without a subcommand the parser requires the arguments of the plan.
    let Some(of) = &options.of else { return Ok(Exit::BadInput) };
    match write_plan(of, file_access) {
        Err(invalid) => report_invalid(&of.model.to_string_lossy(), &invalid, options.how.json),
        Ok((folder, plan)) => {
            let cases: Vec<usize> = (1..=plan.cases.len()).collect();
            perform(&folder, &plan, &cases, &options.how, true)
        }
    }
}

/// `sweep plan`.
fn plan(options: &SweepPlan, file_access: &FileAccess) -> Result<Exit> {
    let (folder, plan) = match write_plan(&options.of, file_access) {
        Err(invalid) => return report_invalid(&options.of.model.to_string_lossy(), &invalid, options.json),
        Ok(written) => written,
    };
    let outcome = SweepOutcome::planned(&plan);
    if options.json {
        return print_json(&folder, &plan, &outcome).map(|()| Exit::Done);
    }
    let folder = folder.display();
    output::print(&format!(
        "{}\n{} cases planned\nrun them: halfshaft sweep run {folder}\nthen collect: halfshaft sweep collect {folder}\n",
        outcome.table.planned(),
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
        Err(invalid) => report_invalid(&options.plan.to_string_lossy(), &invalid, options.how.json),
        Ok((folder, plan, cases)) => perform(&folder, &plan, &cases, &options.how, false),
    }
}

/// `sweep collect`.
fn collect(options: &Collect) -> Result<Exit> {
    let (folder, plan) = match Plan::read(&options.plan) {
        Err(error) => return report_invalid(&options.plan.to_string_lossy(), &unreadable_plan(&error), options.json),
        Ok(read) => read,
    };
    match sweep::collect(&folder, &plan) {
        Err(error) => report_invalid(
            &options.plan.to_string_lossy(),
            &InvalidInput::of_results(&plan.model, &error),
            options.json,
        ),
        Ok(outcome) => print_outcome(&folder, &plan, &outcome, options.json, false),
    }
}

/// Makes the requested plan and writes it to its folder.
fn write_plan(of: &PlanArguments, file_access: &FileAccess) -> std::result::Result<(PathBuf, Plan), InvalidInput> {
    let (folder, plan) = make_plan(of, file_access)?;
    plan.write(&folder).map_err(|error| InvalidInput::of_results(&plan.model, &error))?;
    Ok((folder, plan))
}

/// The requested plan and its folder.
fn make_plan(of: &PlanArguments, file_access: &FileAccess) -> std::result::Result<(PathBuf, Plan), InvalidInput> {
    let source = open(&of.model)?;
    let design = match of.plan {
        arguments::Design::Grid => Design::Grid,
        arguments::Design::List => Design::List,
        arguments::Design::Lhs => Design::Lhs,
        arguments::Design::Random => Design::Random,
    };
    let plan = study::plan(&StudyDefinition {
        source: &source,
        files: &file_access.disk(&[&of.model]),
        overrides: &of.overrides,
        vary: &of.vary,
        design,
        cases: of.cases.map(|cases| cases as usize),
        seed: of.seed,
    })?;
    let folder = of.out.clone().unwrap_or_else(|| default_folder(&of.model, "sweep"));
    Plan::check(&folder).map_err(|error| InvalidInput::of_results(&plan.model, &error))?;
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

fn perform(folder: &Path, plan: &Plan, cases: &[usize], how: &CaseArguments, whole: bool) -> Result<Exit> {
    let interrupt = interrupt::polled();
    let case_options = CaseOptions { threads: threads(how.jobs), keep: how.keep, retry: how.retry, interrupt };
    let pending = cases::pending(folder, plan, cases, &case_options);
    let mut line = CaseLine::new(pending.len(), !how.json && !how.quiet);
    let on_case = |status: Status| line.update(status == Status::Done);
    let outcome = sweep::perform(folder, plan, cases, &pending, whole, &case_options, on_case);
    drop(line);
    if let Some(error) = &outcome.error {
        output::eprint_line(&format!("error: {error}"));
    }
    print_outcome(folder, plan, &outcome, how.json, how.quiet)
}

fn print_outcome(folder: &Path, plan: &Plan, outcome: &SweepOutcome, json: bool, quiet: bool) -> Result<Exit> {
    if json {
        print_json(folder, plan, outcome)?;
    } else if !quiet {
        print_table(folder, outcome)?;
    }
    Ok(outcome.status.into())
}

fn print_table(folder: &Path, outcome: &SweepOutcome) -> Result<()> {
    let SweepStatistics { cases, done, failed, invalid, missing, computed, wall_s } = outcome.statistics();
    let mut text = format!("{}\n{cases} cases: {done} done", outcome.table.table());
    for (count, word) in [(failed, "failed"), (invalid, "invalid"), (missing, "missing")] {
        if count > 0 {
            text += &format!(", {count} {word}");
        }
    }
    if computed > 0 {
        text += &format!("; {computed} computed in {} s", significant(wall_s, 3));
    }
    text += &format!("\nresults in {}\n", folder.display());
    if folder.join(TABLE_FILE).is_file() {
        text += &format!("table: {}\n", folder.join(TABLE_FILE).display());
        text += &format!("report: {}\n", folder.join(REPORT_FILE).display());
    }
    output::print(&text)
}

fn print_json(folder: &Path, plan: &Plan, outcome: &SweepOutcome) -> Result<()> {
    output::print_line(&serde_json::to_string_pretty(&outcome.summary(folder, plan))?)
}

fn unreadable_plan(error: &halfshaft_results::Error) -> InvalidInput {
    InvalidInput::plain("unreadable-plan", error.to_string(), None)
}
