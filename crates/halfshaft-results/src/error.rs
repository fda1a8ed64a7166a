//! What can go wrong while results are kept: the disk, or a number that is none.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// An error about results; its text stands alone.
#[derive(Debug)]
pub enum Error {
    /// A file or folder could not be read or written.
    File {
        /// The file or folder.
        path: PathBuf,
        /// What was attempted: "write", "read" …
        doing: &'static str,
        /// What the system or the file's format said.
        reason: String,
    },
    /// The disk, a quota or a limit on the size of files leaves no space for a file.
    Full {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// Another process is at work in the folder of a run.
    Locked(PathBuf),
    /// A folder holds something that is not an earlier run.
    NotARun(PathBuf),
    /// A folder holds something that is not an earlier study.
    NotAStudy(PathBuf),
    /// A value that is not a finite number.
    NotFinite {
        /// The channel it belongs to.
        channel: String,
        /// The simulated time in seconds.
        time: f64,
    },
    /// A step that lies before the one received last.
    Backwards {
        /// The simulated time of the step, in seconds.
        time: f64,
        /// The simulated time of the step before it, in seconds.
        last: f64,
    },
    /// A measure of a channel that the system does not have.
    UnknownChannel {
        /// The measure.
        measure: String,
        /// The channel it asks for.
        channel: String,
    },
}

impl Error {
    /// An error that the system reports while a folder is made or a file written.
    pub(crate) fn system(path: &Path, doing: &'static str, error: &std::io::Error) -> Self {
        match is_full(error) {
            true => Error::Full { path: path.to_owned(), reason: error.to_string() },
            false => Error::file(path, doing, error),
        }
    }

    /// Whether there was no space left on the disk.
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
                write!(f, "no space left to write {}: {reason}; free some, then resume or run again", path.display())
            }
            Error::Locked(path) => write!(
                f,
                "another process is writing to {}; wait until it ends, or name another folder with --out",
                path.display()
            ),
            Error::NotARun(path) => write!(
                f,
                "{} holds something that is not an earlier run; name another folder with --out, or empty this one",
                path.display()
            ),
            Error::NotAStudy(path) => write!(
                f,
                "{} holds something that is not an earlier study; name another folder with --out, or empty this one",
                path.display()
            ),
            Error::NotFinite { channel, time } => write!(f, "channel {channel} is not a finite number at {time} s"),
            Error::Backwards { time, last } => write!(f, "a step at {time} s came after one at {last} s"),
            Error::UnknownChannel { measure, channel } => {
                write!(f, "measure {measure} asks for channel {channel}, which does not exist")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Whether a write failed because the disk, a quota or a limit on the size of files leaves no space.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}
