//! Files that are either complete or absent.
//!
//! The content goes to a hidden temporary name beside the target, which is renamed into place once everything has been
//! written. A reader, or a run that was killed, never meets half a file.

use crate::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Writes `path` through `fill`; on any error the target stays as it was and the temporary file is gone.
pub(crate) fn write<E: std::fmt::Display>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), Error> {
    let temporary = temporary_name(path);
    let attempt = || -> Result<(), String> {
        let mut file = File::create(&temporary).map_err(|e| e.to_string())?;
        fill(&mut file).map_err(|e| e.to_string())?;
        drop(file);
        fs::rename(&temporary, path).map_err(|e| e.to_string())
    };
    attempt().map_err(|reason| {
        // The first error is the one worth reporting; a temporary file that cannot be removed is a consequence of it.
        let _ = fs::remove_file(&temporary);
        Error::file(path, "write", reason)
    })
}

/// Removes a file; one that is not there is none to remove.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, "remove", e)),
        _ => Ok(()),
    }
}

/// `.NAME.tmp` beside the target, so that the rename stays within one file system.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.tmp"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::io::Write;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_temporary_one() {
        let scratch = Scratch::new("atomic");
        let path = scratch.path().join("a.txt");
        write(&path, |file| file.write_all(b"old")).unwrap();
        let error = write(&path, |file| {
            file.write_all(b"half of the new")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(error.unwrap_err().to_string().contains("the disk is full"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }
}
