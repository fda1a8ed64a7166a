//! `halfshaft report`: the page of a run that has ended, was killed or still goes on.

use crate::arguments::Report;
use crate::exit::Exit;
use crate::output;
use halfshaft_results::report;
use halfshaft_results::run_directory::RunDirectory;
use std::io::Result;
use std::path::Path;

pub(crate) fn report(options: &Report) -> Result<Exit> {
    if let Some(refusal) = not_a_run(&options.folder) {
        return Ok(refusal);
    }
    match report::write(&options.folder, options.output.as_deref()) {
        Ok(path) => output::say_line(&path.display().to_string()).map(|()| Exit::Done),
        Err(error) => {
            output::warn(&format!("error: {error}"));
            Ok(Exit::Failed)
        }
    }
}

/// Refuses a folder that holds no run.
pub(crate) fn not_a_run(folder: &Path) -> Option<Exit> {
    if RunDirectory::is_run(folder) {
        return None;
    }
    output::warn(&format!("error[not-a-run]: {} is not the folder of a run", folder.display()));
    Some(Exit::BadInput)
}
