//! `halfshaft verify`: runs all model files found and checks their expectations.
//!
//! Models run on several threads, and lines appear in the order of the paths. Except for times, the output does not
//! depend on the number of threads.

use crate::arguments::{Verify, threads};
use crate::exit::Exit;
use crate::{interrupt, output, run};
use halfshaft_results::summary::Status;
use halfshaft_results::validation;
use halfshaft_run::verify::{self, Selection, Verdict, select, validation_case};
use halfshaft_run::{FileAccess, InvalidInput, RunOutcome};
use std::io::Result;
use std::time::Instant;

pub(crate) fn verify(options: &Verify, file_access: &FileAccess) -> Result<Exit> {
    let started = Instant::now();
    let selection = match select(&options.paths, options.full) {
        Ok(selection) => selection,
        Err(invalid) => return report_invalid(&invalid, options.json),
    };
    let interrupt = interrupt::polled();
    let mut printed = Ok(());
    let outcomes = verify::verify(
        &selection.files,
        &options.overrides,
        file_access,
        threads(options.jobs),
        interrupt,
        |outcome| {
            if !options.json && printed.is_ok() {
                printed = print_outcome(outcome);
            }
        },
    );
    printed?;
    let verdict = Verdict::of(&outcomes, &selection);
    if let Some(page) = &options.markdown
        && verdict.status != Status::Interrupted
        && let Err(error) = validation::write(page, &outcomes.iter().map(validation_case).collect::<Vec<_>>())
    {
        return report_invalid(&InvalidInput::plain("page-unwritable", error.to_string(), None), options.json);
    }
    if options.json {
        print_json(&verdict)?;
    } else {
        print_skipped(&selection)?;
        output::print_line(&total(&outcomes, &verdict, started.elapsed().as_secs_f64()))?;
    }
    Ok(verdict.status.into())
}

fn report_invalid(invalid: &InvalidInput, json: bool) -> Result<Exit> {
    match json {
        true => print_json(&Verdict::invalid(invalid))?,
        false => output::eprint_line(&invalid.render(output::style())),
    }
    Ok(Exit::BadInput)
}

fn print_json(verdict: &Verdict) -> Result<()> {
    output::print_line(&serde_json::to_string_pretty(verdict)?)
}

/// Prints one line to standard output, and the reasons to standard error.
fn print_outcome(outcome: &RunOutcome) -> Result<()> {
    let summary = &outcome.summary;
    let word = match summary.status {
        Status::Done if !outcome.meets_expectations() => "miss",
        Status::Done => "ok",
        Status::Failed => "failed",
        Status::Interrupted => "stopped",
        Status::Invalid => "invalid",
    };
    let met = outcome.judgements.iter().filter(|judgement| judgement.evaluated && judgement.ok).count();
    let all = outcome.judgements.iter().filter(|judgement| judgement.evaluated).count();
    let apart = match outcome.judgements.len() - all {
        0 => String::new(),
        count => format!(", {count} not evaluated"),
    };
    let (model, seconds) = (&summary.model, summary.statistics.wall_s);
    output::print_line(&format!("{word:<8}{model}  {met} of {all} met{apart}  {seconds:.2} s"))?;
    run::print_error(outcome);
    if summary.status == Status::Done {
        outcome
            .judgements
            .iter()
            .filter(|judgement| judgement.is_miss())
            .for_each(|miss| output::eprint_line(&format!("  {miss}")));
    }
    Ok(())
}

fn print_skipped(selection: &Selection) -> Result<()> {
    for file in &selection.skipped {
        output::print_line(&format!("{:<8}{}  slow, run with --full", "skipped", file.display()))?;
    }
    Ok(())
}

fn total(outcomes: &[RunOutcome], verdict: &Verdict, seconds: f64) -> String {
    let Verdict { validation, regression, .. } = verdict;
    let is_good = |outcome: &&RunOutcome| outcome.summary.status == Status::Done && outcome.meets_expectations();
    let good = outcomes.iter().filter(is_good).count();
    let apart = match validation.not_evaluated + regression.not_evaluated {
        0 => String::new(),
        count => format!("; {count} not evaluated"),
    };
    format!(
        "{good} of {} models ok; {} of {} expectations met, and {} of {} regressions{apart}; {seconds:.2} s",
        outcomes.len(),
        validation.met,
        validation.all,
        regression.met,
        regression.all
    )
}
