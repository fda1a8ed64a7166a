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

/// The same through a given temporary file in the same folder.
pub(crate) fn write_through<E: std::fmt::Display>(
    temporary: &Path,
    path: &Path,
    fill: impl FnOnce(&mut Target) -> Result<(), E>,
) -> Result<(), Error> {
    let attempt = || -> Result<(), (String, bool)> {
        let describe = |error: io::Error| (error.to_string(), is_full(&error));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(temporary);
        let mut target = Target { file: file.map_err(describe)?, full: false, sum: crc32fast::Hasher::new() };
        fill(&mut target).map_err(|error| (error.to_string(), target.full))?;
        drop(target);
        fs::rename(temporary, path).map_err(describe)
    };
    attempt().map_err(|(reason, full)| {
        // Only the first error is reported; a temporary file that cannot be removed is a consequence of it.
        let _ = fs::remove_file(temporary);
        if full { Error::Full { path: path.to_owned(), reason } } else { Error::file(path, "write", reason) }
    })
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
