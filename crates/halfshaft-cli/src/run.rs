//! `halfshaft run`: runs one model and stores its results; `halfshaft resume`: continues such a run.

use crate::arguments::{Resume, Run};
use crate::exit::Exit;
use crate::{interrupt, output, progress};
use halfshaft_results::checkpoint;
use halfshaft_results::number::significant;
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::summary::Status;
use halfshaft_run::{FileAccess, InvalidInput, Job, Open, RunOutcome, Source, open};
use std::io::Result;
use std::path::Path;

pub(crate) fn run(options: &Run, file_access: &FileAccess) -> Result<Exit> {
    let outcome = match open(&options.model) {
        Ok(source) => {
            let folder = options.out.clone().unwrap_or_else(|| RunDirectory::default_for(&options.model));
            let mut overrides = options.overrides.clone();
            if !options.record.is_empty() {
                overrides.push(("record.channels".into(), options.record.join("\n")));
            }
            run_and_store(
                &source,
                &file_access.disk(&[&options.model]),
                &overrides,
                &folder,
                Extras { csv: options.csv, trace: options.trace },
                progress::Line::new(options.progress, !options.json && !options.quiet),
            )
        }
        Err(invalid) => unreadable_model(&options.model, invalid),
    };
    report(&outcome, options.json, options.quiet)
}

pub(crate) fn resume(options: &Resume) -> Result<Exit> {
    let mut line = progress::Line::new(options.progress, !options.json && !options.quiet);
    let outcome = halfshaft_run::resume(&options.folder, interrupt::polled(), &mut |progress| line.update(progress));
    drop(line);
    report(&outcome, options.json, options.quiet)
}

fn report(outcome: &RunOutcome, json: bool, quiet: bool) -> Result<Exit> {
    if json {
        if !quiet {
            print_warnings(outcome);
        }
        output::print_line(&outcome.summary.json())?;
    } else {
        print_outcome(outcome, quiet)?;
    }
    Ok(outcome.summary.status.into())
}

/// Optional files of a run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Extras {
    /// The channels as comma-separated values.
    pub csv: bool,
    /// Every Newton iteration.
    pub trace: bool,
}

/// Runs a model, stores its results and shows the progress.
pub(crate) fn run_and_store(
    source: &Source,
    files: &(dyn Open + Sync),
    overrides: &[(String, String)],
    folder: &Path,
    extras: Extras,
    mut line: progress::Line,
) -> RunOutcome {
    let Extras { csv, trace } = extras;
    let job = Job { overrides, folder: Some(folder), csv, trace, ..Job::new(source, files, interrupt::polled()) };
    halfshaft_run::run(&job, &mut |progress| line.update(progress))
}

/// The outcome of a run whose model file cannot be read.
pub(crate) fn unreadable_model(path: &Path, invalid: InvalidInput) -> RunOutcome {
    RunOutcome::of_invalid_input(&path.to_string_lossy(), invalid)
}

/// Prints the error message of a run, if it has one.
pub(crate) fn print_error(outcome: &RunOutcome) {
    let text = outcome.error_text(output::style());
    if !text.is_empty() {
        output::eprint_line(&text);
    }
}

/// Prints the warnings of a run to standard error.
fn print_warnings(outcome: &RunOutcome) {
    output::eprint_diagnostics(&outcome.remarks);
    for warning in &outcome.warnings {
        output::eprint_line(&format!("warning: {warning}"));
    }
}

/// Prints the outcome of a run as text.
pub(crate) fn print_outcome(outcome: &RunOutcome, quiet: bool) -> Result<()> {
    print_error(outcome);
    if quiet {
        return Ok(());
    }
    print_warnings(outcome);
    if outcome.summary.status == Status::Done {
        for miss in outcome.judgements.iter().filter(|judgement| judgement.is_miss()) {
            output::eprint_line(&format!("warning: expectation not met: {miss}"));
        }
    }
    let Some(table) = &outcome.table else { return Ok(()) };
    let statistics = &outcome.summary.statistics;
    let mut text = format!("{}\n", outcome.title);
    if !outcome.summary.measures.0.is_empty() {
        text += &format!("\n{table}\n");
    }
    if outcome.summary.status == Status::Interrupted {
        text += &format!("interrupted at {} s", significant(statistics.simulated_s, 6));
        match &outcome.folder {
            Some(folder) if checkpoint::is_in(folder) => {
                text += &format!("; continue with: halfshaft resume {}\n", folder.display());
            }
            _ => text += "\n",
        }
    }
    if let Some(modes) = &outcome.summary.modes {
        text += &format!("{} modes in {:.2} s, {} unknowns\n", modes.len(), statistics.wall_s, statistics.unknowns);
        return finish(text, outcome);
    }
    if outcome.summary.analysis.as_deref() == Some("response") {
        let (points, seconds) = (statistics.steps, statistics.wall_s);
        text += &format!("{points} points in {seconds:.2} s, {} unknowns\n", statistics.unknowns);
        return finish(text, outcome);
    }
    text += &format!(
        "{} steps over {} s in {:.2} s, {} unknowns\n",
        statistics.steps,
        significant(statistics.simulated_s, 6),
        statistics.wall_s,
        statistics.unknowns
    );
    if let Some(balance) = &outcome.balance {
        text += &format!("{}\n", balance.in_words());
        if let Some(words) = balance.numerical_text() {
            text += &format!("{words}\n");
        }
        if balance.exceeds_limit() {
            text += "  more than 2 %: the steps are too long for this motion; set a smaller `tolerance` or a `longest_step` in [solver]\n";
        }
    }
    finish(text, outcome)
}

fn finish(mut text: String, outcome: &RunOutcome) -> Result<()> {
    if let Some(folder) = &outcome.folder {
        text += &format!("results in {}\n", folder.display());
        text += &format!("report: {}\n", folder.join(REPORT_FILE).display());
    }
    output::print(&text)
}
