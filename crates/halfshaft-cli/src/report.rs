//! `halfshaft report`: the page of a run or a study that has ended, was killed or still goes on.

use crate::arguments::Report;
use crate::exit::Exit;
use crate::output;
use halfshaft_results::Error;
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::stored::Stored;
use halfshaft_results::summary::SUMMARY_FILE;
use std::io::Result;
use std::path::Path;

pub(crate) fn report(options: &Report) -> Result<Exit> {
    let (folder, to) = (&options.folder, options.output.as_deref());
    let written = if report::study::is_study(folder) {
        report::study::write(folder, to)
    } else if let Some(refusal) = not_a_run(folder) {
        return Ok(refusal);
    } else {
        report::write(folder, to)
    };
    if RunDirectory::is_run(folder) && written.is_ok() && !folder.join(SUMMARY_FILE).is_file() {
        let _ = stored(folder);
    }
    match written {
        Ok(path) => output::say_line(&path.display().to_string()).map(|()| Exit::Done),
        Err(error) => {
            output::warn(&format!("error: {error}"));
            Ok(Exit::Failed)
        }
    }
}

/// The channels of a run, with a warning where a part of them is damaged.
pub(crate) fn stored(folder: &Path) -> std::result::Result<Stored, Error> {
    let stored = Stored::open(folder)?;
    if let Some(error) = &stored.damage {
        output::warn(&format!("warning: {error}; it and what follows is left out"));
    }
    Ok(stored)
}

/// Refuses a folder that holds no run.
pub(crate) fn not_a_run(folder: &Path) -> Option<Exit> {
    if RunDirectory::is_run(folder) {
        return None;
    }
    output::warn(&no_run(folder));
    Some(Exit::BadInput)
}

/// What is wrong with such a folder.
pub(crate) fn no_run(folder: &Path) -> String {
    let wrong = if folder.is_dir() { "is not the folder of a run" } else { "does not exist" };
    format!("error[not-a-run]: {} {wrong}; `halfshaft run MODEL` says where it leaves its results", folder.display())
}
