//! Sources of model text: files on disk, or text embedded in a program.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use halfshaft::laws::ProgramFunction;
use halfshaft_results::base64;

use crate::diagnostic::Diagnostic;
use crate::suggest::nearest;

pub use crate::text::{MAX_BYTES, MAX_DATA_BYTES, Source};

/// Opens the files of a model.
pub trait Open {
    /// Reads the text at a path.
    fn open(&self, path: &str) -> Result<Source, Diagnostic>;

    /// Reads the text of a data file, such as a mesh, which may be larger than a model.
    fn open_data(&self, path: &str) -> Result<Source, Diagnostic> {
        self.open(path)
    }

    /// A function of the program that runs the model, by its name; a file alone has none.
    fn function(&self, _name: &str) -> Option<Arc<dyn ProgramFunction>> {
        None
    }

    /// Reads the bytes of a data file that is not text. A source of texts has them in base64.
    fn open_bytes(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        let source = self.open_data(path)?;
        base64::decoded(&source.text).ok_or_else(|| unreadable(path, "its text is not base64"))
    }
}

impl<T: Open + ?Sized> Open for &T {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        (**self).open(path)
    }

    fn open_data(&self, path: &str) -> Result<Source, Diagnostic> {
        (**self).open_data(path)
    }

    fn function(&self, name: &str) -> Option<Arc<dyn ProgramFunction>> {
        (**self).function(name)
    }

    fn open_bytes(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        (**self).open_bytes(path)
    }
}

/// The files on disk that a model may read.
///
/// A model may come from an untrusted source, and the files that it names are read and may be printed. These files must
/// therefore be inside the working directory or another root, or in the folder of the model or below.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// The allowed folders, with all links resolved; `None` for anywhere.
    roots: Option<Vec<PathBuf>>,
}

impl Disk {
    /// All files.
    pub fn anywhere() -> Self {
        Disk { roots: None }
    }

    /// Files inside `root`, or else inside the working directory and the folders of the models. A model outside the working directory may read
    /// the files of its repository.
    pub fn within(root: Option<&Path>, models: &[PathBuf]) -> Self {
        let folders: Vec<PathBuf> = match root {
            Some(root) => vec![root.to_owned()],
            None => {
                let beside = models.iter().filter_map(|model| model.parent()).map(Path::to_owned);
                let repositories = models.iter().filter_map(|model| repository(model));
                std::iter::once(PathBuf::from(".")).chain(beside).chain(repositories).collect()
            }
        };
        let here = |folder: PathBuf| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        Disk { roots: Some(folders.into_iter().filter_map(|folder| here(folder).canonicalize().ok()).collect()) }
    }

    /// Reads the text at a path given by the user, anywhere.
    pub fn open_named(path: &str) -> Result<Source, Diagnostic> {
        Disk::read(path, MAX_BYTES)
    }

    fn read(path: &str, most: usize) -> Result<Source, Diagnostic> {
        let text = String::from_utf8(Disk::read_bytes(path, most)?);
        Ok(Source::new(path, text.map_err(|_| unreadable(path, "it is not UTF-8 text"))?))
    }

    fn read_bytes(path: &str, most: usize) -> Result<Vec<u8>, Diagnostic> {
        // A pipe or a terminal would block the reader.
        let is_file = std::fs::metadata(path).map(|found| found.is_file());
        if !is_file.map_err(|error| unreadable(path, &error.to_string()).maybe_help(similar(path)))? {
            return Err(unreadable(path, "it is not a file"));
        }
        let mut bytes = Vec::new();
        // One byte more than allowed is enough to detect a file that is too large.
        File::open(path)
            .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(path, &error.to_string()))?;
        if bytes.len() > most {
            return Err(unreadable(path, &format!("it is larger than {} MiB", most >> 20)));
        }
        Ok(bytes)
    }
}

/// The folder of the Git repository that contains a model outside the working directory.
fn repository(model: &Path) -> Option<PathBuf> {
    let folder = model.canonicalize().ok()?;
    let here = Path::new(".").canonicalize().ok()?;
    let mut above = folder.ancestors().skip(1).filter(|_| !folder.starts_with(&here));
    above.find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

impl Open for Disk {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        self.check(path)?;
        Disk::open_named(path)
    }

    fn open_data(&self, path: &str) -> Result<Source, Diagnostic> {
        self.check(path)?;
        Disk::read(path, MAX_DATA_BYTES)
    }

    fn open_bytes(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        self.check(path)?;
        Disk::read_bytes(path, MAX_DATA_BYTES)
    }
}

impl Disk {
    /// Refuses a file outside the allowed folders.
    fn check(&self, path: &str) -> Result<(), Diagnostic> {
        // A missing file is reported as missing.
        if let (Some(roots), Ok(real)) = (&self.roots, Path::new(path).canonicalize())
            && !roots.iter().any(|root| real.starts_with(root))
        {
            let source = Arc::new(Source::new(path, ""));
            let message = format!("{path} is outside the folders that a model may read");
            let help = "run from a folder above it, set one with --root DIR, or allow all files with --allow-outside";
            return Err(Diagnostic::new("outside-root", &source, 0..0, message).help(help));
        }
        Ok(())
    }
}

/// A suggestion: a file with a similar name in the same folder.
fn similar(path: &str) -> Option<String> {
    let path = Path::new(path);
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).ok()?.take(10_000);
    let names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let with_ending = format!("{name}.toml");
    let near = match names.iter().find(|other| **other == with_ending) {
        Some(other) => other.as_str(),
        None => nearest(name, names.iter().map(String::as_str).filter(|other| other.ends_with(".toml")))?,
    };
    Some(format!("did you mean {}?", path.with_file_name(near).display()))
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
        let diagnostic = Disk::default().open("no such folder/model.toml").unwrap_err();
        assert_eq!((diagnostic.code, diagnostic.file()), ("unreadable-file", "no such folder/model.toml"));
    }
}
