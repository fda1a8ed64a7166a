//! Long work with the interpreter released: it answers to Ctrl-C and reports its progress.

use crate::errors;
use halfshaft_run::{Interrupt, Progress};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often signals are checked and progress is reported.
const POLL: Duration = Duration::from_millis(50);
/// Time that a computation gets to reach its next step after Ctrl-C. One that does not, as in a large eigenvalue problem, is
/// left to end by itself.
const GRACE_PERIOD: Duration = Duration::from_secs(2);
/// The stack of a thread that reads and runs a model.
const STACK: usize = 16 << 20;

/// Progress of the work, written by its thread and read by the one that waits: two numbers, such as the simulated and the end
/// time.
#[derive(Default)]
pub struct Shown {
    at: AtomicU64,
    of: AtomicU64,
}

impl Shown {
    /// The progress of a run.
    pub fn step(&self, progress: &Progress) {
        self.set(progress.time, progress.end);
    }

    /// The progress of a number of cases.
    pub fn set(&self, at: f64, of: f64) {
        self.at.store(at.to_bits(), Ordering::Relaxed);
        self.of.store(of.to_bits(), Ordering::Relaxed);
    }

    fn numbers(&self) -> (f64, f64) {
        let read = |number: &AtomicU64| f64::from_bits(number.load(Ordering::Relaxed));
        (read(&self.at), read(&self.of))
    }
}

/// Does the work on a thread of its own, and returns its result.
///
/// Meanwhile this thread, with the interpreter attached for moments only, checks for signals and calls `progress` with the
/// numbers of `shown`. An exception from either requests a stop, and is raised when the work has stopped.
pub fn supervise<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Interrupt, &Shown) -> T + Send + 'static,
) -> PyResult<T> {
    let (interrupt, shown) = (Arc::new(Interrupt::new()), Arc::new(Shown::default()));
    let (sender, mut receiver) = mpsc::channel();
    let (of_work, shown_by_work) = (interrupt.clone(), shown.clone());
    let thread = std::thread::Builder::new().name("halfshaft".into()).stack_size(STACK);
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(|| known_to_python(|| work(&of_work, &shown_by_work))));
        // If nobody waits any more, the result is dropped.
        let _ = sender.send(result);
    };
    thread.spawn(run).map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    let mut stopping: Option<(PyErr, Instant)> = None;
    loop {
        let received;
        (received, receiver) = py.detach(move || (receiver.recv_timeout(POLL), receiver));
        match (received, &stopping) {
            (Ok(Ok(result)), None) => return Ok(result),
            (Ok(Err(_)) | Err(RecvTimeoutError::Disconnected), None) => return Err(errors::internal()),
            (Ok(_) | Err(RecvTimeoutError::Disconnected), Some(_)) => break,
            (Err(RecvTimeoutError::Timeout), Some((_, since))) => {
                if since.elapsed() > GRACE_PERIOD && interrupt.is_computing() {
                    break;
                }
            }
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(error) = py.check_signals().and_then(|()| report(progress, &shown)) {
                    interrupt.request();
                    stopping = Some((error, Instant::now()));
                }
            }
        }
    }
    Err(stopping.map_or_else(errors::internal, |(error, _)| error))
}

/// Does some work on a thread that Python knows, with the interpreter released: a function of the program that the work calls then finds the
/// state of its thread, which takes microseconds to make.
pub fn known_to_python<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    Python::attach(|py| py.detach(work))
}

fn report(progress: Option<&Bound<'_, PyAny>>, shown: &Shown) -> PyResult<()> {
    progress.map_or(Ok(()), |progress| progress.call1(shown.numbers()).map(drop))
}
