//! Files that are either complete or absent.
//!
//! The content is written to a hidden temporary file beside the target, which is then renamed. A reader never sees an
//! incomplete file, even if the run is killed.

use crate::error::{Error, is_full};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file being written; remembers whether a write failed because the disk is full.
pub(crate) struct Target {
    file: File,
    full: bool,
    /// CRC-32 of what has been written.
    sum: crc32fast::Hasher,
}

impl Target {
    /// The file itself, to be read back or changed before it is renamed.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// CRC-32 of what has been written.
    pub(crate) fn sum(&self) -> u32 {
        self.sum.clone().finalize()
    }

    /// The error that ended the writing of `path`.
    pub(crate) fn error(&self, path: &Path, reason: &dyn std::fmt::Display) -> Error {
        match self.full {
            true => Error::Full { path: path.to_owned(), reason: reason.to_string() },
            false => Error::file(path, "write", reason),
        }
    }

    fn note_full_disk<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.full |= result.as_ref().is_err_and(is_full);
        result
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file.write(bytes);
        if let Ok(written) = result {
            self.sum.update(&bytes[..written]);
        }
        self.note_full_disk(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.file.flush();
        self.note_full_disk(result)
    }
}

/// Writes a text file that is either complete or absent.
pub fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file that is either complete or absent.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write(path, |file| file.write_all(bytes))
}

/// Writes `path` through `fill`; on any error the target is unchanged and the temporary file is removed.
pub(crate) fn write<E: std::fmt::Display>(
    path: &Path,
    fill: impl FnOnce(&mut Target) -> Result<(), E>,
) -> Result<(), Error> {
    write_through(&temporary_name(path), path, fill)
}

/// A file that does not have its name yet; dropped before that, it is removed.
pub(crate) struct Unfinished {
    target: Target,
    temporary: PathBuf,
    complete: bool,
}

impl Unfinished {
    /// Creates a temporary file beside `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        Unfinished::through(&temporary_name(path), path)
    }

    /// Creates a given temporary file in the folder of `path`.
    fn through(temporary: &Path, path: &Path) -> Result<Self, Error> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(temporary);
        let file = file.map_err(|e| failure(path, &e))?;
        let target = Target { file, full: false, sum: crc32fast::Hasher::new() };
        Ok(Unfinished { target, temporary: temporary.to_owned(), complete: false })
    }

    pub(crate) fn target(&mut self) -> &mut Target {
        &mut self.target
    }

    /// Gives the file its name, which replaces an earlier file of that name.
    pub(crate) fn complete(mut self, path: &Path) -> Result<(), Error> {
        fs::rename(&self.temporary, path).map_err(|e| failure(path, &e))?;
        self.complete = true;
        Ok(())
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.target.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.complete {
            // Only the first error is reported; a temporary file that cannot be removed is a consequence of it.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn failure(path: &Path, error: &io::Error) -> Error {
    match is_full(error) {
        true => Error::Full { path: path.to_owned(), reason: error.to_string() },
        false => Error::file(path, "write", error),
    }
}

/// The same through a given temporary file in the same folder.
pub(crate) fn write_through<E: std::fmt::Display>(
    temporary: &Path,
    path: &Path,
    fill: impl FnOnce(&mut Target) -> Result<(), E>,
) -> Result<(), Error> {
    let mut file = Unfinished::through(temporary, path)?;
    fill(file.target()).map_err(|error| file.target.error(path, &error))?;
    file.complete(path)
}

/// Removes a file; a missing file is not an error.
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
    use std::io::ErrorKind;

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

    #[test]
    fn a_full_disk_is_told_apart_from_other_errors_and_leaves_nothing() {
        let scratch = Scratch::new("atomic-full");
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            assert!(is_full(&kind.into()));
        }
        assert!(!is_full(&ErrorKind::PermissionDenied.into()));
        // Every write to this device fails as on a full disk.
        #[cfg(target_os = "linux")]
        {
            let device = scratch.path().join("temporary");
            std::os::unix::fs::symlink("/dev/full", &device).unwrap();
            let path = scratch.path().join("a.txt");
            let error = write_through(&device, &path, |file| file.write_all(b"text")).unwrap_err();
            assert!(matches!(error, Error::Full { .. }), "{error}");
        }
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}
