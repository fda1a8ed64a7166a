//! Writing to the two streams without ever stopping the program.
//!
//! The print macros panic when a stream is closed or full, so nothing here uses them.

use std::io::{ErrorKind, IsTerminal, Result, Write, stderr, stdout};

/// Writes to standard output; a reader that has gone away, as `head` does, is no error.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// [`say`] with a line end.
pub(crate) fn say_line(text: &str) -> Result<()> {
    say(&format!("{text}\n"))
}

/// Writes a line to standard error; there is nobody left to tell when that fails.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// Whether messages may carry colours.
pub(crate) fn coloured() -> bool {
    stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}
