//! Requests to stop: Ctrl-C, and SIGTERM and SIGHUP, which schedulers and closing terminals send.
//!
//! A command that winds up in order polls the flag of [`listen`]; any other ends at once. A computation that does not
//! come back to where the flag is polled, because one step or one decomposition takes long, is given [`PATIENCE`]. A
//! second request ends the process in any case. All of them end with status 130 and, with `--json`, with one object.

use crate::output;
use halfshaft_results::summary::{Statistics, Status, Summary};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How long a computation may take to come to its next step.
const PATIENCE: Duration = Duration::from_secs(2);

static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether anybody polls.
static POLLED: AtomicBool = AtomicBool::new(false);
/// How many computations are under way.
static COMPUTING: AtomicUsize = AtomicUsize::new(0);
/// The model that the command is about, where it prints one JSON object.
static ABOUT: OnceLock<String> = OnceLock::new();
/// Held by whoever ends the process, for ever.
static LEAVING: Mutex<()> = Mutex::new(());

/// Listens from now on; `json` names the model of a command that prints one object.
pub(crate) fn install(json: Option<String>) {
    if let Some(model) = json {
        let _ = ABOUT.set(model);
    }
    let ignored = hangups_ignored();
    // Where no handler can be installed, a signal ends the process as it always does.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) || !POLLED.load(Ordering::SeqCst) {
            leave();
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            if COMPUTING.load(Ordering::SeqCst) > 0 {
                leave();
            }
        });
    });
    keep_ignoring(ignored);
}

/// The flag that is set once someone asks to stop; whoever calls this polls it and winds up in order.
pub(crate) fn listen() -> &'static AtomicBool {
    POLLED.store(true, Ordering::SeqCst);
    &ASKED
}

/// A computation under way; there is nothing in it that would have to be wound up.
pub(crate) struct Computing(());

impl Computing {
    pub(crate) fn begin() -> Self {
        COMPUTING.fetch_add(1, Ordering::SeqCst);
        Computing(())
    }
}

impl Drop for Computing {
    fn drop(&mut self) {
        COMPUTING.fetch_sub(1, Ordering::SeqCst);
    }
}

fn leave() -> ! {
    let _only_one = LEAVING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = ABOUT.get() {
        let _ = output::say_line(&Summary::new(model, Status::Interrupted, Statistics::default()).json());
    }
    std::process::exit(130)
}

/// Whether hangups are ignored, as `nohup` asks for.
#[cfg(unix)]
fn hangups_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with a null pointer for the new action, the call only writes the present one to a place that is ours.
    let found = unsafe { libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) };
    // SAFETY: zeroed before, and all zeros are a valid `sigaction`.
    found == 0 && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

/// Ignores hangups again where they were, and what a limit on the size of files sends beside the error of the write.
#[cfg(unix)]
fn keep_ignoring(hangups: bool) {
    // SAFETY: to ignore a signal installs no code.
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
fn keep_ignoring(_: bool) {}
