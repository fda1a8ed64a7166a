//! Search for model files.

use halfshaft_results::run_directory::RunDirectory;
use std::io;
use std::path::{Path, PathBuf};

/// The given files and all `*.toml` files in the given folders, sorted by path, without duplicates.
///
/// Run folders, which contain copies of models, and hidden folders are skipped.
pub fn model_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
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
        // Links to folders are not followed, because they may form a cycle.
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
