//! Requests to stop: Ctrl-C, and SIGTERM and SIGHUP, which schedulers and closing terminals send.
//!
//! A command that can stop cleanly passes [`polled`] to its analysis; any other command exits at once. If a computation does
//! not return to the poll because one step or one decomposition takes long, the process exits after [`GRACE_PERIOD`]. A
//! second request exits in any case. The exit status is 130; with `--json`, one object is printed first.

use crate::output;
use halfshaft_results::summary::{Statistics, Status, Summary};
use halfshaft_run::Interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Time that a computation gets to reach its next step.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

static INTERRUPT: Interrupt = Interrupt::new();
/// Whether the command polls [`INTERRUPT`].
static IS_POLLED: AtomicBool = AtomicBool::new(false);
/// The model of a command that prints one JSON object.
static JSON_MODEL: OnceLock<String> = OnceLock::new();
/// Locked by the thread that exits the process, and never released.
static EXITING: Mutex<()> = Mutex::new(());

/// Installs the signal handlers; `json` names the model of a command that prints one object.
pub(crate) fn install(json: Option<String>) {
    if let Some(model) = json {
        let _ = JSON_MODEL.set(model);
    }
    let ignored = hangups_ignored();
    // If no handler can be installed, a signal has its default effect.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPT.request() || !IS_POLLED.load(Ordering::SeqCst) {
            exit_now();
        }
        std::thread::spawn(|| {
            std::thread::sleep(GRACE_PERIOD);
            if INTERRUPT.is_computing() {
                exit_now();
            }
        });
    });
    restore_ignored_signals(ignored);
}

/// Returns what a signal requests a stop of. The caller promises to poll it and to stop cleanly.
pub(crate) fn polled() -> &'static Interrupt {
    IS_POLLED.store(true, Ordering::SeqCst);
    &INTERRUPT
}

fn exit_now() -> ! {
    let _only_one = EXITING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = JSON_MODEL.get() {
        let _ = output::print_line(&Summary::new(model, Status::Interrupted, Statistics::default()).json());
    }
    std::process::exit(130)
}

/// Returns whether hangups are ignored, as under `nohup`.
#[cfg(unix)]
fn hangups_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with a null pointer for the new action, the call only writes the present action to our own variable.
    let found = unsafe { libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) };
    // SAFETY: it was zeroed above, and all zeros are a valid `sigaction`.
    found == 0 && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

/// Restores an ignored hangup signal, and ignores SIGXFSZ: the write itself reports the file-size limit as an error.
#[cfg(unix)]
fn restore_ignored_signals(hangups: bool) {
    // SAFETY: ignoring a signal installs no code.
    unsafe {
        if hangups {
            libc::signal(libc::SIGHUP, libc::SIG_IGN);
        }
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

#[cfg(not(unix))]
fn hangups_ignored() -> bool {
    false
}

#[cfg(not(unix))]
fn restore_ignored_signals(_: bool) {}
