//! The folder of one run: its model, channels and summary.
//!
//! A hidden marker file identifies the folder of a run, so that a mistyped `--out` never overwrites other files. An
//! earlier run is replaced file by file; other files in its folder are preserved. The process that writes a run locks the
//! marker; the system releases the lock when the process ends, so that no stale lock remains.

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

/// The trace of all Newton iterations, if requested.
pub const TRACE_FILE: &str = "trace.csv";

/// The copy of the model file.
pub const MODEL_FILE: &str = "model.toml";

/// The content of the marker.
const MARKER_TEXT: &str = "A run of halfshaft; the next one may replace it.\n";

/// A prepared folder of a run, locked against other processes for the lifetime of this value.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// The locked marker.
    _marker: File,
}

impl RunDirectory {
    /// `runs/<name>`, from the name of the model file.
    pub fn default_for(model: &Path) -> PathBuf {
        Path::new("runs").join(model.file_stem().unwrap_or(model.as_os_str()))
    }

    /// Returns whether a folder contains a run.
    pub fn is_run(folder: &Path) -> bool {
        folder.join(MARKER).is_file()
    }

    /// An error if `folder` contains something other than an earlier run; changes nothing.
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

    /// Creates the folder if needed, removes an earlier run, and stores what is needed to repeat the run.
    ///
    /// If the disk is full, nothing is left behind.
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
            // If removal fails too, only an empty folder or a marker remains.
            let _ = clear(folder, |_, _| true).and_then(|()| atomic::remove(&folder.join(MARKER)));
            for made in folder.ancestors().take_while(|_| first_made.is_some()) {
                if fs::remove_dir(made).is_err() || Some(made) == first_made {
                    break;
                }
            }
        }
        filled
    }

    /// Locks the folder of an earlier run; changes nothing else.
    pub fn lock(folder: &Path) -> Result<Self, Error> {
        Ok(RunDirectory { path: folder.to_owned(), _marker: lock(folder)? })
    }

    /// Removes incomplete files of a killed run, before its recorder is restored, which writes such files.
    pub fn remove_incomplete(&self) -> Result<(), Error> {
        clear(&self.path, |_, half| half)
    }

    /// Removes the final files of an interrupted run, before it is resumed.
    pub fn reopen(&self) -> Result<(), Error> {
        clear(&self.path, |name, half| {
            !half && matches!(name, SUMMARY_FILE | "channels.csv" | TRACE_FILE | "report.html" | ledger::FILE)
        })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Opens the marker, creating it if needed, and locks it.
///
/// On a file system without locks, such as some network file systems, the run is not locked.
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
        marker.write_all(MARKER_TEXT.as_bytes()).map_err(failed)?;
    }
    Ok(marker)
}

/// Removes the files of a run that are `unwanted`, given their names and whether they are incomplete.
fn clear(folder: &Path, unwanted: impl Fn(&str, bool) -> bool) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(|e| Error::file(folder, "read", e))? {
        let path = entry.map_err(|e| Error::file(folder, "read", e))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let half = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
        let whole = half.unwrap_or(&name);
        if is_run_file(whole) && unwanted(whole, half.is_some()) {
            fs::remove_file(&path).map_err(|e| Error::file(&path, "remove", e))?;
        }
    }
    Ok(())
}

/// Returns whether a run writes files of this name.
fn is_run_file(name: &str) -> bool {
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
        let run = RunDirectory::lock(scratch.path()).unwrap();
        run.remove_incomplete().unwrap();
        run.reopen().unwrap();
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
        assert_eq!(fs::read_to_string(scratch.path().join(MARKER)).unwrap(), MARKER_TEXT);
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
