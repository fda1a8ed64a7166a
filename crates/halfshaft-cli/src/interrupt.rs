//! Ctrl-C: the first one asks the analysis to stop after its step, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on; the flag is set once someone asks to stop.
pub(crate) fn listen() -> &'static AtomicBool {
    // Where no handler can be installed, Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &ASKED
}
