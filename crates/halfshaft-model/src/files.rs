//! The files of a model: the model itself and its submodels, each loaded once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use toml::de::DeValue;

use crate::diagnostic::{Collector, Diagnostic};
use crate::document;
use crate::source::{Open, Source};

/// Maximum number of files of a model, and of bytes in all of them.
const MAX_FILES: usize = 256;
const MAX_BYTES: usize = 16 << 20;

/// The files, the model itself first, and the file that each `file = "…"` refers to.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) sources: Vec<Arc<Source>>,
    links: BTreeMap<(usize, String), usize>,
}

impl Files {
    /// Loads all files; unreadable or cyclic ones are reported where they are referenced.
    pub(crate) fn load(root: Arc<Source>, open: &dyn Open, out: &mut Collector) -> Files {
        let mut files = Files { sources: vec![root], links: BTreeMap::new() };
        let mut edges = BTreeMap::new();
        let mut bytes = 0;
        let mut next = 0;
        while next < files.sources.len() && !out.is_full() {
            let source = files.sources[next].clone();
            bytes += source.text.len();
            for (text, span) in file_names(&source) {
                if text.is_empty() {
                    let error = Diagnostic::new("unreadable-file", &source, span, "`file` is empty");
                    out.push(error.help("write the path of a model file, relative to this one"));
                    continue;
                }
                let path = beside(&source.name, &text);
                let known = files.sources.iter().position(|source| source.name == path);
                let error = |message: String| Diagnostic::new("unreadable-file", &source, span.clone(), message);
                let file = match known {
                    Some(file) => file,
                    None if files.sources.len() == MAX_FILES || bytes > MAX_BYTES => {
                        out.push(error(format!("a model has at most {MAX_FILES} files and {} MiB", MAX_BYTES >> 20)));
                        continue;
                    }
                    None => match open.open(&path) {
                        Ok(opened) if !opened.is_model() => {
                            let error = error(format!("{path} is not a model file"));
                            let error = error.help("a model file has `format = 1` and sections such as [[body]]");
                            out.push(error.with_code("not-a-model"));
                            continue;
                        }
                        Ok(mut opened) => {
                            opened.name = path;
                            files.sources.push(Arc::new(opened));
                            files.sources.len() - 1
                        }
                        Err(diagnostic) => {
                            let help = diagnostic.help.unwrap_or_else(|| "the path is relative to this file".into());
                            out.push(error(diagnostic.message).help(help).with_code(diagnostic.code));
                            continue;
                        }
                    },
                };
                files.links.insert((next, text), file);
                edges.entry((next, file)).or_insert(span);
            }
            next += 1;
        }
        let mut search = Search { edges: &edges, files: &files, stack: vec![], done: BTreeSet::new(), closing: vec![] };
        search.visit(0, out);
        let closing = search.closing;
        files.links.retain(|(from, _), to| !closing.contains(&(*from, *to)));
        files
    }

    /// The file that `file = "…"` in a file refers to; `None` if an error has been reported.
    pub(crate) fn link(&self, from: usize, text: &str) -> Option<usize> {
        self.links.get(&(from, text.to_owned())).copied()
    }
}

/// A depth-first traversal of all files along `file = "…"`, which reports cycles.
struct Search<'a> {
    /// The files that a file refers to, with the first reference.
    edges: &'a BTreeMap<(usize, usize), Range<usize>>,
    files: &'a Files,
    stack: Vec<usize>,
    done: BTreeSet<usize>,
    closing: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// The recursion is at most as deep as the number of files.
    fn visit(&mut self, file: usize, out: &mut Collector) {
        self.stack.push(file);
        for ((_, next), span) in self.edges.range((file, 0)..(file + 1, 0)) {
            if let Some(begin) = self.stack.iter().position(|on_the_way| on_the_way == next) {
                let cycle = self.stack[begin..].iter().chain([next]);
                let names: Vec<&str> = cycle.map(|file| self.files.sources[*file].name.as_str()).collect();
                let message = format!("submodels contain each other: {}", names.join(" → "));
                out.push(Diagnostic::new("submodel-cycle", &self.files.sources[file], span.clone(), message));
                self.closing.push((file, *next));
            } else if !self.done.contains(next) {
                self.visit(*next, out);
            }
        }
        self.stack.pop();
        self.done.insert(file);
    }
}

/// The `file` values of the submodels of a text. A text that cannot be parsed is reported when it is used.
fn file_names(source: &Arc<Source>) -> Vec<(String, Range<usize>)> {
    if !source.text.contains("submodel") {
        return Vec::new();
    }
    let mut quiet = Collector::default();
    let Some(document) = document::parse(source, &mut quiet) else { return Vec::new() };
    let Some(DeValue::Array(submodels)) = document.get("submodel").map(|node| node.get_ref()) else {
        return Vec::new();
    };
    let tables = submodels.iter().filter_map(|node| node.get_ref().as_table());
    let files = tables.filter_map(|table| table.get("file"));
    let texts = files.filter_map(|node| Some((node.get_ref().as_str()?.to_owned(), node.span())));
    texts.collect()
}

/// A path relative to a file, with `.` and `..` resolved if possible.
fn beside(file: &str, path: &str) -> String {
    let folder = match file.rsplit_once('/') {
        Some((folder, _)) if !path.starts_with('/') => format!("{folder}/"),
        _ => String::new(),
    };
    let mut parts: Vec<&str> = Vec::new();
    let whole = folder + path;
    for (k, part) in whole.split('/').enumerate() {
        match part {
            "." => {}
            "" if k > 0 => {}
            ".." if parts.last().is_some_and(|last| !["..", ""].contains(last)) => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_relative_to_the_file_that_names_it() {
        assert_eq!(beside("a.toml", "b.toml"), "b.toml");
        assert_eq!(beside("models/a.toml", "parts/b.toml"), "models/parts/b.toml");
        assert_eq!(beside("models/a.toml", "./../b.toml"), "b.toml");
        assert_eq!(beside("a.toml", "../b.toml"), "../b.toml");
        assert_eq!(beside("models/a.toml", "/b.toml"), "/b.toml");
    }
}
