//! The folder of one run: its model, channels and summary.
//!
//! A hidden marker tells a run's folder from any other, so that a mistyped `--out` never costs someone their files. An
//! earlier run is replaced file by file; what people put beside it stays. The process that writes a run holds a lock on
//! the marker; the system releases it with the process, however that ends, so that no stale lock is ever left.

use crate::atomic;
use crate::campbell;
use crate::checkpoint::CHECKPOINT_FILE;
use crate::error::Error;
use crate::ledger;
use crate::matrices;
use crate::recipe::{RECIPE_FILE, Recipe};
use crate::scene::SCENE_FILE;
use crate::summary::SUMMARY_FILE;
use crate::train;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

const MARKER: &str = ".halfshaft-run";

/// Every Newton iteration of a run, where it was asked for.
pub const TRACE_FILE: &str = "trace.csv";

/// The copy of the model file.
pub const MODEL_FILE: &str = "model.toml";

/// What the marker says.
const MARKED: &str = "A run of halfshaft; the next one may replace it.\n";

/// A folder that is ready to receive a run; no other process can write a run there while this is alive.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// Locked.
    _marker: File,
}

impl RunDirectory {
    /// `runs/<name>`, after the model file's name.
    pub fn default_for(model: &Path) -> PathBuf {
        Path::new("runs").join(model.file_stem().unwrap_or(model.as_os_str()))
    }

    /// Whether a folder holds a run.
    pub fn is_run(folder: &Path) -> bool {
        folder.join(MARKER).is_file()
    }

    /// An error where `folder` holds something that is not an earlier run; touches nothing.
    pub fn check(folder: &Path) -> Result<(), Error> {
        if RunDirectory::is_run(folder) {
            return Ok(());
        }
        match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::NotARun(folder.to_owned())),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(e) if e.kind() == std::io::ErrorKind::NotADirectory => Err(Error::NotARun(folder.to_owned())),
            Err(e) => Err(Error::file(folder, "read", e)),
        }
    }

    /// Makes the folder where there is none, removes an earlier run, and keeps what it takes to run the model again.
    ///
    /// Where the disk has no space even for that, nothing is left behind.
    pub fn prepare(folder: &Path, model_text: &str, recipe: &Recipe) -> Result<Self, Error> {
        RunDirectory::check(folder)?;
        let first_made = folder.ancestors().take_while(|f| !f.as_os_str().is_empty() && !f.exists()).last();
        let is_new = !folder.join(MARKER).exists();
        fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
        let filled = lock(folder).and_then(|marker| {
            clear(folder, |_, _| true)?;
            atomic::write(&folder.join(MODEL_FILE), |file| file.write_all(model_text.as_bytes()))?;
            recipe.write(folder)?;
            Ok(RunDirectory { path: folder.to_owned(), _marker: marker })
        });
        if is_new && filled.as_ref().is_err_and(Error::is_full) {
            // What cannot be removed either is no more than an empty folder or a marker.
            let _ = clear(folder, |_, _| true).and_then(|()| atomic::remove(&folder.join(MARKER)));
            for made in folder.ancestors().take_while(|_| first_made.is_some()) {
                if fs::remove_dir(made).is_err() || Some(made) == first_made {
                    break;
                }
            }
        }
        filled
    }

    /// Locks the folder of an earlier run; touches nothing else.
    pub fn lock(folder: &Path) -> Result<Self, Error> {
        Ok(RunDirectory { path: folder.to_owned(), _marker: lock(folder)? })
    }

    /// Removes what an interrupted run said about its end, and what a killed one left half-written, before it goes on.
    pub fn reopen(&self) -> Result<(), Error> {
        clear(&self.path, |name, half| {
            half || matches!(name, SUMMARY_FILE | "channels.csv" | TRACE_FILE | "report.html" | ledger::FILE)
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Opens the marker, which is made where there is none, and locks it.
///
/// A file system that knows no locks, as some network ones, leaves the run without one.
fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(MARKER);
    let failed = |e: std::io::Error| Error::system(&path, "write", &e);
    let mut marker =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    match marker.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(Error::Locked(folder.to_owned())),
        Err(TryLockError::Error(e)) if e.kind() == ErrorKind::Unsupported => {}
        Err(TryLockError::Error(e)) => return Err(failed(e)),
    }
    if marker.metadata().map_err(failed)?.len() == 0 {
        marker.write_all(MARKED.as_bytes()).map_err(failed)?;
    }
    Ok(marker)
}

/// Removes those files of a run that are `unwanted`, by their names and whether they are half-written.
fn clear(folder: &Path, unwanted: impl Fn(&str, bool) -> bool) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(|e| Error::file(folder, "read", e))? {
        let path = entry.map_err(|e| Error::file(folder, "read", e))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let half = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
        let whole = half.unwrap_or(&name);
        if is_of_a_run(whole) && unwanted(whole, half.is_some()) {
            fs::remove_file(&path).map_err(|e| Error::file(&path, "remove", e))?;
        }
    }
    Ok(())
}

/// Whether a run writes files of this name.
fn is_of_a_run(name: &str) -> bool {
    matches!(name, SUMMARY_FILE | "channels.parquet" | "channels.csv" | TRACE_FILE | "report.html" | ledger::FILE)
        || matches!(name, MODEL_FILE | RECIPE_FILE | SCENE_FILE | CHECKPOINT_FILE)
        || matches!(name, campbell::FILE | "campbell.csv" | "critical-speeds.csv" | "campbell.svg")
        || matches!(name, matrices::FILE | train::FILE | "mode-shares.csv" | "mass-elastic.svg" | "mode-shapes.svg")
        || name.starts_with("channels.part-") && name.ends_with(".parquet")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn prepare(folder: &Path, model_text: &str) -> Result<RunDirectory, Error> {
        RunDirectory::prepare(folder, model_text, &Recipe::new("model.toml", &[], vec![], false))
    }

    #[test]
    fn a_folder_that_holds_something_else_is_refused_and_left_alone() {
        let scratch = Scratch::new("refused");
        let file = scratch.path().join("summary.json");
        fs::write(&file, "someone else's").unwrap();
        let error = prepare(scratch.path(), "").unwrap_err();
        assert!(matches!(error, Error::NotARun(_)));
        assert!(matches!(prepare(&file, ""), Err(Error::NotARun(_))));
        assert_eq!(fs::read_to_string(&file).unwrap(), "someone else's");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_earlier_run_is_replaced_and_a_person_s_notes_stay() {
        let scratch = Scratch::new("replaced");
        let folder = scratch.path().join("deep/run");
        prepare(&folder, "first").unwrap();
        let left = ["summary.json", "channels.part-0003.parquet", ".channels.parquet.tmp", "notes.txt"];
        for name in left {
            fs::write(folder.join(name), "").unwrap();
        }
        prepare(&folder, "second").unwrap();
        assert_eq!(fs::read_to_string(folder.join(MODEL_FILE)).unwrap(), "second");
        assert_eq!(left.map(|name| folder.join(name).exists()), [false, false, false, true]);
    }

    #[test]
    fn a_run_that_goes_on_loses_its_ending_and_what_was_half_written() {
        let scratch = Scratch::new("reopened");
        prepare(scratch.path(), "model").unwrap();
        let left = ["summary.json", ".channels.part-0002.parquet.tmp", "channels.part-0001.parquet", "notes.txt"];
        for name in left {
            fs::write(scratch.path().join(name), "").unwrap();
        }
        RunDirectory::lock(scratch.path()).unwrap().reopen().unwrap();
        assert_eq!(left.map(|name| scratch.path().join(name).exists()), [false, false, true, true]);
    }

    #[test]
    fn a_folder_at_work_is_refused_until_its_run_ends() {
        let scratch = Scratch::new("locked");
        let first = prepare(scratch.path(), "first").unwrap();
        assert!(matches!(prepare(scratch.path(), "second"), Err(Error::Locked(_))));
        assert!(matches!(RunDirectory::lock(scratch.path()), Err(Error::Locked(_))));
        assert_eq!(fs::read_to_string(scratch.path().join(MODEL_FILE)).unwrap(), "first");
        drop(first);
        prepare(scratch.path(), "second").unwrap();
        assert_eq!(fs::read_to_string(scratch.path().join(MODEL_FILE)).unwrap(), "second");
        assert_eq!(fs::read_to_string(scratch.path().join(MARKER)).unwrap(), MARKED);
    }

    #[test]
    fn an_empty_folder_will_do() {
        let scratch = Scratch::new("empty");
        assert_eq!(prepare(scratch.path(), "x").unwrap().path(), scratch.path());
    }

    #[test]
    fn the_default_is_named_after_the_model() {
        assert_eq!(RunDirectory::default_for(Path::new("examples/rigid/pendulum.toml")), Path::new("runs/pendulum"));
    }
}
