//! Errors of writing and reading results: the disk, or numbers that are not finite.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// An error about results; its message is complete in itself.
#[derive(Debug)]
pub enum Error {
    /// A file or folder could not be read or written.
    File {
        /// The file or folder.
        path: PathBuf,
        /// The attempted operation: "write", "read" …
        doing: &'static str,
        /// The message of the system or of the file format.
        reason: String,
    },
    /// The disk is full, or a quota or file-size limit is reached.
    Full {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// Another process is writing to the folder of a run.
    Locked(PathBuf),
    /// A folder contains something other than an earlier run.
    NotARun(PathBuf),
    /// A folder contains something other than an earlier study.
    NotAStudy(PathBuf),
    /// A value that is not a finite number.
    NotFinite {
        /// The channel it belongs to.
        channel: String,
        /// The simulated time in seconds.
        time: f64,
    },
    /// A step with a time before the previous step.
    Backwards {
        /// The simulated time of the step, in seconds.
        time: f64,
        /// The simulated time of the previous step, in seconds.
        last: f64,
    },
    /// A measure of a channel that the system does not have.
    UnknownChannel {
        /// The measure.
        measure: String,
        /// The channel it refers to.
        channel: String,
    },
}

impl Error {
    /// An error of the system while creating a folder or writing a file.
    pub fn system(path: &Path, doing: &'static str, error: &std::io::Error) -> Self {
        match is_full(error) {
            true => Error::Full { path: path.to_owned(), reason: error.to_string() },
            false => Error::file(path, doing, error),
        }
    }

    /// Returns whether the disk is full.
    pub fn is_full(&self) -> bool {
        matches!(self, Error::Full { .. })
    }

    /// An error of `doing` something with a file.
    pub(crate) fn file(path: &Path, doing: &'static str, reason: impl fmt::Display) -> Self {
        Error::File { path: path.to_owned(), doing, reason: reason.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File { path, doing, reason } => write!(f, "cannot {doing} {}: {reason}", path.display()),
            Error::Full { path, reason } => {
                write!(
                    f,
                    "no space left to write {}: {reason}; free some space, then resume or run again",
                    path.display()
                )
            }
            Error::Locked(path) => write!(
                f,
                "another process is writing to {}; wait until it ends, or choose another folder with --out",
                path.display()
            ),
            Error::NotARun(path) => write!(
                f,
                "{} contains something other than an earlier run; choose another folder with --out, or empty this one",
                path.display()
            ),
            Error::NotAStudy(path) => write!(
                f,
                "{} contains something other than an earlier study; choose another folder with --out, or empty this one",
                path.display()
            ),
            Error::NotFinite { channel, time } => write!(f, "channel {channel} is not a finite number at {time} s"),
            Error::Backwards { time, last } => write!(f, "a step at {time} s follows one at {last} s"),
            Error::UnknownChannel { measure, channel } => {
                write!(f, "measure {measure} refers to channel {channel}, which does not exist")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Whether a write failed because the disk, a quota or a limit on the size of files leaves no space.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}
