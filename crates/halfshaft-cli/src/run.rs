//! `halfshaft run`: runs one model and stores its results; `halfshaft resume`: continues such a run.

use crate::arguments::{Resume, Run};
use crate::exit::Exit;
use crate::session::prepare::{Refused, open};
use crate::session::{self, Ended, Job};
use crate::{interrupt, output, progress, reach};
use halfshaft_model::source::{Open, Source};
use halfshaft_results::checkpoint;
use halfshaft_results::number::significant;
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::summary::Status;
use std::io::Result;
use std::path::Path;

pub(crate) fn run(options: &Run) -> Result<Exit> {
    let ended = match open(&options.model) {
        Ok(source) => {
            let folder = options.out.clone().unwrap_or_else(|| RunDirectory::default_for(&options.model));
            keep(
                &source,
                &reach::disk(&[&options.model]),
                &options.overrides,
                &folder,
                Extras { csv: options.csv, trace: options.trace },
                !options.json && !options.quiet,
            )
        }
        Err(refused) => unread(&options.model, refused),
    };
    report(&ended, options.json, options.quiet)
}

pub(crate) fn resume(options: &Resume) -> Result<Exit> {
    let mut line = progress::Line::new(!options.json && !options.quiet);
    let ended = session::resume(&options.folder, interrupt::listen(), &mut |progress| line.update(progress));
    drop(line);
    report(&ended, options.json, options.quiet)
}

fn report(ended: &Ended, json: bool, quiet: bool) -> Result<Exit> {
    if json {
        output::say_line(&ended.summary.json())?;
    } else {
        tell(ended, quiet)?;
    }
    Ok(ended.summary.status.into())
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
pub(crate) fn keep(
    source: &Source,
    files: &(dyn Open + Sync),
    overrides: &[(String, String)],
    folder: &Path,
    extras: Extras,
    show_progress: bool,
) -> Ended {
    let Extras { csv, trace } = extras;
    let job = Job { source, files, overrides, folder: Some(folder), csv, trace, interrupted: interrupt::listen() };
    let mut line = progress::Line::new(show_progress);
    session::run(&job, &mut |progress| line.update(progress))
}

/// The outcome of a run whose model file cannot be read.
pub(crate) fn unread(path: &Path, refused: Refused) -> Ended {
    session::invalid(&path.to_string_lossy(), refused)
}

/// Prints the outcome of a run as text.
pub(crate) fn tell(ended: &Ended, quiet: bool) -> Result<()> {
    if !ended.trouble.is_empty() {
        output::warn(&ended.trouble);
    }
    if quiet {
        return Ok(());
    }
    ended.remarks.iter().for_each(|remark| output::warn(remark));
    for warning in &ended.warnings {
        output::warn(&format!("warning: {warning}"));
    }
    if ended.summary.status == Status::Done {
        for miss in ended.judgements.iter().filter(|judgement| !judgement.ok) {
            output::warn(&format!("warning: expectation not met: {miss}"));
        }
    }
    let Some(table) = &ended.table else { return Ok(()) };
    let statistics = &ended.summary.statistics;
    let mut text = format!("{}\n", ended.title);
    if !ended.summary.measures.0.is_empty() {
        text += &format!("\n{table}\n");
    }
    if ended.summary.status == Status::Interrupted {
        text += &format!("interrupted at {} s", significant(statistics.simulated_s, 6));
        match &ended.folder {
            Some(folder) if checkpoint::is_in(folder) => {
                text += &format!("; continue with: halfshaft resume {}\n", folder.display());
            }
            _ => text += "\n",
        }
    }
    if let Some(modes) = &ended.summary.modes {
        text += &format!("{} modes in {:.2} s, {} unknowns\n", modes.len(), statistics.wall_s, statistics.unknowns);
        return finish(text, ended);
    }
    if ended.summary.analysis.as_deref() == Some("response") {
        let (points, seconds) = (statistics.steps, statistics.wall_s);
        text += &format!("{points} points in {seconds:.2} s, {} unknowns\n", statistics.unknowns);
        return finish(text, ended);
    }
    text += &format!(
        "{} steps over {} s in {:.2} s, {} unknowns\n",
        statistics.steps,
        significant(statistics.simulated_s, 6),
        statistics.wall_s,
        statistics.unknowns
    );
    if let Some(balance) = &ended.balance {
        text += &format!("{}\n", balance.in_words());
        if let Some(words) = balance.numerical_in_words() {
            text += &format!("{words}\n");
        }
        if balance.is_open() {
            text += "  more than 2 %: the steps are too long for this motion; set a smaller `tolerance` or a `longest_step` in [solver]\n";
        }
    }
    finish(text, ended)
}

fn finish(mut text: String, ended: &Ended) -> Result<()> {
    if let Some(folder) = &ended.folder {
        text += &format!("results in {}\n", folder.display());
        text += &format!("report: {}\n", folder.join(REPORT_FILE).display());
    }
    output::say(&text)
}
