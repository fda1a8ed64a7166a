//! Finding model files.

use halfshaft_results::run_directory::RunDirectory;
use std::io;
use std::path::{Path, PathBuf};

/// The files named, and every `*.toml` in the folders named, in the order of their paths, each once.
///
/// Folders of earlier runs hold copies of models and are passed over, as are hidden folders.
pub(crate) fn model_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        // A link to a folder is not followed, so that a circle of links ends.
        if entry.file_type().map_err(failed)?.is_dir() {
            if !RunDirectory::is_run(&path) && !entry.file_name().to_string_lossy().starts_with('.') {
                search(&path, found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
