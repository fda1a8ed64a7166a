//! Writing to standard output and standard error without panicking.
//!
//! The print macros panic if a stream is closed or full, so this module does not use them.

use crate::exit::Exit;
use halfshaft_results::summary::{RunError, Statistics, Status, Summary};
use halfshaft_run::{Diagnostic, InvalidInput, Style};
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Result, Write, stderr, stdout};

/// Writes to standard output; a closed pipe, as with `head`, is not an error.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// [`print`] with a line end.
pub(crate) fn print_line(text: &str) -> Result<()> {
    print(&format!("{text}\n"))
}

/// Writes a line to standard error; a failure to do so is ignored.
pub(crate) fn eprint_line(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// Writes diagnostics to standard error.
pub(crate) fn eprint_diagnostics(diagnostics: &[Diagnostic]) {
    diagnostics.iter().for_each(|diagnostic| eprint_line(&diagnostic.render(style())));
}

/// Reports invalid input of a command about `subject`, a model or another file: as one JSON object or as text.
pub(crate) fn report_invalid(subject: &str, invalid: &InvalidInput, json: bool) -> Result<Exit> {
    match json {
        true => print_line(&Summary::invalid(subject, invalid.findings()).json())?,
        false => eprint_line(&invalid.render(style())),
    }
    Ok(Exit::BadInput)
}

/// Reports that a command about `subject` cannot write its results.
pub(crate) fn report_unwritable(subject: &str, error: &impl Display, json: bool) -> Result<Exit> {
    let reason = error.to_string();
    if json {
        let mut summary = Summary::new(subject, Status::Failed, Statistics::default());
        summary.error = Some(RunError { code: "unwritable".into(), time_s: None, element: None, reason, worst: None });
        print_line(&summary.json())?;
    } else {
        eprint_line(&format!("error: {reason}"));
    }
    Ok(Exit::Failed)
}

/// The style of messages on standard error: coloured on a terminal, unless `NO_COLOR` is set.
pub(crate) fn style() -> Style {
    let coloured = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if coloured { Style::Coloured } else { Style::Plain }
}
