//! Exit statuses of the process: a contract with scripts.

use halfshaft_results::summary::Status;
use std::process::ExitCode;

/// The exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: done.
    Done,
    /// 1: the analysis failed, or `verify` found an expectation that is not met.
    Failed,
    /// 2: the input is invalid.
    BadInput,
    /// 130: interrupted, as shells report it.
    Interrupted,
}

impl From<Status> for Exit {
    fn from(status: Status) -> Self {
        match status {
            Status::Done => Exit::Done,
            Status::Failed => Exit::Failed,
            Status::Invalid => Exit::BadInput,
            Status::Interrupted => Exit::Interrupted,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::BadInput => 2,
            Exit::Interrupted => 130,
        })
    }
}
