//! `halfshaft report`: the HTML page of a run or a study, whether finished, killed or still running.

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
        Ok(path) => output::print_line(&path.display().to_string()).map(|()| Exit::Done),
        Err(error) => {
            output::eprint_line(&format!("error: {error}"));
            Ok(Exit::Failed)
        }
    }
}

/// Opens the channels of a run; warns if a part of them is damaged.
pub(crate) fn stored(folder: &Path) -> std::result::Result<Stored, Error> {
    let stored = Stored::open(folder)?;
    stored.damage.iter().for_each(warn_of_damage);
    Ok(stored)
}

/// Warns that a part of the channels is damaged.
pub(crate) fn warn_of_damage(error: &Error) {
    output::eprint_line(&format!("warning: {error}; this part and everything after it is omitted"));
}

/// Reports an error if a folder does not contain a run.
pub(crate) fn not_a_run(folder: &Path) -> Option<Exit> {
    if RunDirectory::is_run(folder) {
        return None;
    }
    output::eprint_line(&no_run_message(folder));
    Some(Exit::BadInput)
}

/// The error message for a folder without a run.
pub(crate) fn no_run_message(folder: &Path) -> String {
    let wrong = if folder.is_dir() { "is not the folder of a run" } else { "does not exist" };
    format!("error[not-a-run]: {} {wrong}; `halfshaft run MODEL` prints the folder of its results", folder.display())
}
