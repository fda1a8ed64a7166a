//! Invalid input, as data: the host decides how it is shown.

use halfshaft_model::diagnostic::{Diagnostic, Diagnostics, Style};
use halfshaft_model::source::{Disk, Source};
use halfshaft_results::Error;
use halfshaft_results::summary::Finding;
use std::path::Path;

/// Why something was not computed.
#[derive(Clone, Debug)]
pub enum InvalidInput {
    /// Errors with their positions in a model file or an option.
    Diagnostics(Diagnostics),
    /// An error without a position in a text.
    Plain {
        /// A stable code for this kind of error.
        code: &'static str,
        /// What is wrong.
        message: String,
        /// The file or folder that it is about.
        file: Option<String>,
    },
}

impl InvalidInput {
    /// An error without a position in a text; `file` is the file or folder that it is about.
    pub fn plain(code: &'static str, message: String, file: Option<String>) -> Self {
        InvalidInput::Plain { code, message, file }
    }

    /// A folder or a measure that the results cannot use.
    pub fn of_results(model: &str, error: &Error) -> Self {
        let (code, file) = match error {
            Error::UnknownChannel { .. } => ("unknown-channel", model.to_string()),
            Error::NotARun(path) | Error::NotAStudy(path) => ("out-refused", path.display().to_string()),
            Error::Locked(path) => ("out-locked", path.display().to_string()),
            Error::File { path, .. } | Error::Full { path, .. } => ("out-unwritable", path.display().to_string()),
            Error::NotFinite { .. } | Error::Backwards { .. } => ("results", model.to_string()),
        };
        InvalidInput::plain(code, error.to_string(), Some(file))
    }

    /// The same with other names of the files and options that it is about.
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Self {
        match self.clone() {
            InvalidInput::Diagnostics(diagnostics) => InvalidInput::Diagnostics(diagnostics.renamed(name)),
            plain => plain,
        }
    }

    /// The errors for programs.
    pub fn findings(&self) -> Vec<Finding> {
        match self {
            InvalidInput::Diagnostics(diagnostics) => diagnostics.as_slice().iter().map(finding).collect(),
            InvalidInput::Plain { code, message, file } => {
                let (code, message, file) = (code.to_string(), message.clone(), file.clone());
                vec![Finding { code, message, file, line: None, column: None, help: None }]
            }
        }
    }

    /// The errors as text for people, with the lines that they are about.
    pub fn render(&self, style: Style) -> String {
        match self {
            InvalidInput::Diagnostics(diagnostics) => diagnostics.render(style),
            InvalidInput::Plain { code, message, .. } => format!("error[{code}]: {message}"),
        }
    }
}

impl From<Diagnostics> for InvalidInput {
    fn from(diagnostics: Diagnostics) -> Self {
        InvalidInput::Diagnostics(diagnostics)
    }
}

impl From<Diagnostic> for InvalidInput {
    fn from(diagnostic: Diagnostic) -> Self {
        InvalidInput::Diagnostics(diagnostic.into())
    }
}

fn finding(diagnostic: &Diagnostic) -> Finding {
    Finding {
        code: diagnostic.code.into(),
        message: diagnostic.message.clone(),
        file: Some(diagnostic.file().into()),
        line: Some(diagnostic.line()),
        column: Some(diagnostic.column()),
        help: diagnostic.help.clone(),
    }
}

/// Reads a model file that the user names; it may stand anywhere.
pub fn open(path: &Path) -> Result<Source, InvalidInput> {
    Disk::open_named(&path.to_string_lossy()).map_err(InvalidInput::from)
}
