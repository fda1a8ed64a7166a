//! Where model text comes from: a file on disk, or text embedded in a program.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;

/// The largest model text that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// A text and the name under which messages speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or what stands in its place.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into() }
    }
}

/// Opens the files a model is made of.
pub trait Open {
    /// The text behind a path.
    fn open(&self, path: &str) -> Result<Source, Diagnostic>;
}

/// Files on disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Open for Disk {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        // A pipe or a terminal would make the reader wait for whoever writes to it.
        let is_file = std::fs::metadata(path).map(|found| found.is_file());
        if !is_file.map_err(|error| unreadable(path, &error.to_string()))? {
            return Err(unreadable(path, "it is not a file"));
        }
        let mut bytes = Vec::new();
        // One byte more than allowed is enough to tell, whatever the file's size.
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(path, &error.to_string()))?;
        if bytes.len() > MAX_BYTES {
            return Err(unreadable(path, "it is larger than 4 MiB"));
        }
        let text = String::from_utf8(bytes).map_err(|_| unreadable(path, "it is not UTF-8 text"))?;
        Ok(Source::new(path, text))
    }
}

/// Texts held in memory, as pairs of path and text.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'a>(pub &'a [(&'a str, &'a str)]);

impl Open for Embedded<'_> {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        match self.0.iter().find(|(name, _)| *name == path) {
            Some((name, text)) => Ok(Source::new(*name, *text)),
            None => Err(unreadable(path, "there is no such embedded file")),
        }
    }
}

fn unreadable(path: &str, reason: &str) -> Diagnostic {
    let source = Arc::new(Source::new(path, ""));
    Diagnostic::new("unreadable-file", &source, 0..0, format!("cannot read {path}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedded_file_is_found_by_its_path() {
        let files = Embedded(&[("a.toml", "format = 1")]);
        assert_eq!(files.open("a.toml").unwrap().text, "format = 1");
        assert_eq!(files.open("b.toml").unwrap_err().code, "unreadable-file");
    }

    #[test]
    fn a_missing_file_on_disk_is_a_diagnostic() {
        let diagnostic = Disk.open("no such folder/model.toml").unwrap_err();
        assert_eq!((diagnostic.code, diagnostic.file()), ("unreadable-file", "no such folder/model.toml"));
    }
}
