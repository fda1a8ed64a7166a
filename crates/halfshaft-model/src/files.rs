//! The files of a model: the model itself and its submodels, each loaded once.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use halfshaft::elements::signals::SECTION;
use halfshaft::laws::ProgramFunction;
use halfshaft::mesh::Mesh;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic, Diagnostics};
use crate::kinds::{GEARS, TYRES};
use crate::mesh_stiffness::{self, MeshStiffnessFile};
use crate::meshes::{self, MeshFile, MeshFileError};
use crate::model::Model;
use crate::source::{Open, Source};
use crate::stored_body::{self, StoredBody};
use crate::tyre_file::{TyreFile, read_tyre_file};
use crate::{document, flexible_wheels, kinds, library, sections};

/// Maximum number of files of a model, and of bytes in all of them.
const MAX_FILES: usize = 256;
const MAX_BYTES: usize = 16 << 20;

/// Files of reduced bodies that cannot be read: their endings and what they are.
const UNSUPPORTED: [(&str, &str); 5] = [
    ("mnf", "modal neutral (MNF)"),
    ("sid", "standard input data (SID)"),
    ("sid_fem", "standard input data (SID)"),
    ("fbi", "flexible body input (FBI)"),
    ("op2", "Nastran result (OP2)"),
];

/// A file of imported matrices with its path.
#[derive(Debug)]
pub(crate) enum MatrixData {
    Text(String, String),
    Bytes(String, Vec<u8>),
    /// A model, of which a beam is taken.
    Model(String, Box<Model>),
}

/// Reads a model file that another one names for a beam. Such a file cannot name others for theirs.
pub(crate) type ReadModel = fn(&Source, &dyn Open) -> Result<Model, Diagnostics>;

/// The texts of a model. Each keeps its place while others are added, so that documents can borrow from it.
#[derive(Debug)]
pub(crate) struct Texts {
    source: Arc<Source>,
    next: OnceCell<Box<Texts>>,
}

impl Texts {
    /// The text of the model itself, and no other yet.
    pub(crate) fn new(source: Arc<Source>) -> Self {
        Texts { source, next: OnceCell::new() }
    }

    /// The text of the model itself.
    pub(crate) fn first(&self) -> &Arc<Source> {
        &self.source
    }

    /// Adds a text behind all others.
    fn add(&self, source: Source) -> &Arc<Source> {
        let mut last = self;
        while let Some(next) = last.next.get() {
            last = next;
        }
        &last.next.get_or_init(|| Box::new(Texts::new(Arc::new(source)))).source
    }
}

/// The files, the model itself first, and which file each `file = "…"` means.
#[derive(Debug)]
pub(crate) struct Files<'a> {
    pub(crate) sources: Vec<&'a Arc<Source>>,
    /// The document of each; none where it could not be parsed, which has been reported.
    pub(crate) documents: Vec<Option<DeTable<'a>>>,
    links: BTreeMap<(usize, String), usize>,
    /// The meshes by the file that names them and their path.
    meshes: BTreeMap<(String, String), Mesh>,
    /// The reduced bodies by the file that names them and their path.
    bodies: BTreeMap<(String, String), Arc<StoredBody>>,
    /// The files of imported matrices by the file that names them and their path.
    matrices: BTreeMap<(String, String), MatrixData>,
    /// The tyre property files, by the path under which they were opened; none where one cannot be used.
    tyres: BTreeMap<String, Option<Arc<TyreFile>>>,
    /// The mesh stiffness files, by the path under which they were opened; none where one cannot be used.
    mesh_stiffnesses: BTreeMap<String, Option<Arc<MeshStiffnessFile>>>,
    /// The functions of the program that the files name, and that it has.
    functions: BTreeMap<String, Arc<dyn ProgramFunction>>,
}

/// A file that a model file names, and where it does.
struct Reference<'a> {
    source: &'a Arc<Source>,
    text: String,
    span: Range<usize>,
}

impl Reference<'_> {
    /// The model file and the name in it.
    fn key(&self) -> (String, String) {
        (self.source.name.clone(), self.text.clone())
    }

    /// The path of the file, which is relative to the model file.
    fn path(&self) -> String {
        beside(&self.source.name, &self.text)
    }

    /// The opened text under its path; `None` if it cannot be opened, which has been reported.
    fn opened(&self, open: &dyn Open, out: &mut Collector) -> Option<Arc<Source>> {
        match open.open(&self.path()) {
            Ok(mut opened) => {
                opened.name = self.path();
                Some(Arc::new(opened))
            }
            Err(diagnostic) => {
                out.push(self.unreadable(diagnostic));
                None
            }
        }
    }

    fn error(&self, code: &'static str, message: String) -> Diagnostic {
        Diagnostic::new(code, self.source, self.span.clone(), message)
    }

    /// The file cannot be opened.
    fn unreadable(&self, cause: Diagnostic) -> Diagnostic {
        let help = cause.help.unwrap_or_else(|| "the path is relative to this file".into());
        self.error(cause.code, cause.message).help(help)
    }
}

impl<'a> Files<'a> {
    /// Opens and parses all files; those that cannot be read, or that contain themselves, are reported where they are named.
    pub(crate) fn load(texts: &'a Texts, open: &dyn Open, of_beam: Option<ReadModel>, out: &mut Collector) -> Self {
        let mut files = Files {
            sources: vec![&texts.source],
            documents: vec![],
            links: BTreeMap::new(),
            meshes: BTreeMap::new(),
            bodies: BTreeMap::new(),
            matrices: BTreeMap::new(),
            tyres: BTreeMap::new(),
            mesh_stiffnesses: BTreeMap::new(),
            functions: BTreeMap::new(),
        };
        let mut edges = BTreeMap::new();
        let mut bytes = 0;
        let mut next = 0;
        while next < files.sources.len() && !out.is_full() {
            let source = files.sources[next];
            bytes += source.text.len();
            let mut document = document::parse(source, out);
            if let Some(document) = &mut document {
                flexible_wheels::expand(document, source, out);
            }
            let names = document.as_ref().map(|document| named_files(document, "submodel")).unwrap_or_default();
            if let Some(document) = &document {
                files.load_referred(source, document, open, of_beam, out);
                bytes += files.load_tables(source, document, open, out);
            }
            files.documents.push(document);
            for (text, span) in names {
                if text.is_empty() {
                    let error = Diagnostic::new("unreadable-file", source, span, "`file` names no file");
                    out.push(error.label("this is empty").help("write the path of a model file, relative to this one"));
                    continue;
                }
                let path = if library::is_named(&text) { text.clone() } else { beside(&source.name, &text) };
                let known = files.sources.iter().position(|source| source.name == path);
                let error = |message: String| Diagnostic::new("unreadable-file", source, span.clone(), message);
                let file = match known {
                    Some(file) => file,
                    None if files.sources.len() == MAX_FILES || bytes > MAX_BYTES => {
                        out.push(error(format!("a model has at most {MAX_FILES} files and {} MiB", MAX_BYTES >> 20)));
                        continue;
                    }
                    None => match library::open(&path).unwrap_or_else(|| open.open(&path)) {
                        Ok(opened) if !is_model(&opened) => {
                            let error = error(format!("{path} is not a model file"));
                            let error = error.help("a model file has `format = 1` and sections such as [[body]]");
                            out.push(error.with_code("not-a-model"));
                            continue;
                        }
                        Ok(mut opened) => {
                            opened.name = path;
                            files.sources.push(texts.add(opened));
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
        // Where there were too many mistakes, the rest is not parsed.
        files.documents.resize_with(files.sources.len(), || None);
        let mut search = Search { edges: &edges, files: &files, stack: vec![], done: BTreeSet::new(), closing: vec![] };
        search.visit(0, out);
        let closing = search.closing;
        files.links.retain(|(from, _), to| !closing.contains(&(*from, *to)));
        files
    }

    /// Reads the tyres and the stiffnesses of meshes that a document names, and returns how many bytes they have.
    fn load_tables(&mut self, source: &Arc<Source>, document: &DeTable, open: &dyn Open, out: &mut Collector) -> usize {
        let referred = |(text, span)| Reference { source, text, span };
        let mut bytes = 0;
        for reference in named_files(document, TYRES).into_iter().map(referred) {
            bytes += self.open_tyre(&reference, open, out);
        }
        for reference in named_by(document, GEARS, "stiffness_file").into_iter().map(referred) {
            bytes += self.open_mesh_stiffness(&reference, open, out);
        }
        bytes
    }

    /// Reads what a document names beside model files and tyres: meshes, functions, reduced bodies and matrices.
    fn load_referred(
        &mut self,
        source: &Arc<Source>,
        document: &DeTable,
        open: &dyn Open,
        of_beam: Option<ReadModel>,
        out: &mut Collector,
    ) {
        let referred = |(text, span)| Reference { source, text, span };
        for reference in mesh_names(document).into_iter().map(referred) {
            self.load_mesh(&reference, open, out);
        }
        let functions = function_names(document).into_iter();
        self.functions.extend(functions.filter_map(|name| Some((name.clone(), open.function(&name)?))));
        for reference in named_files(document, kinds::SUPERELEMENTS).into_iter().map(referred) {
            self.load_body(&reference, open, out);
        }
        for reference in matrix_names(document).into_iter().map(referred) {
            self.load_matrix(&reference, open, of_beam, out);
        }
    }

    /// Reads a mesh that a file names.
    fn load_mesh(&mut self, reference: &Reference, open: &dyn Open, out: &mut Collector) {
        let key = reference.key();
        if self.meshes.contains_key(&key) {
            return;
        }
        let path = reference.path();
        match open.open_data(&path) {
            Err(diagnostic) => out.push(reference.unreadable(diagnostic)),
            Ok(opened) => match meshes::read(&path, &opened.text) {
                Ok(MeshFile { mesh, warnings, .. }) => {
                    for MeshFileError { line, message } in warnings {
                        out.warn(reference.error("mesh-file", format!("{path}, line {line}: {message}")));
                    }
                    self.meshes.insert(key, mesh);
                }
                Err(MeshFileError { line: 0, message }) => {
                    out.push(reference.error("bad-mesh", format!("{path}: {message}")))
                }
                Err(MeshFileError { line, message }) => {
                    out.push(reference.error("bad-mesh", format!("{path}, line {line}: {message}")));
                }
            },
        }
    }

    /// The mesh that a file names; `None` if an error has been reported.
    pub(crate) fn mesh(&self, from: &Source, text: &str) -> Option<&Mesh> {
        self.meshes.get(&(from.name.clone(), text.to_owned()))
    }

    /// Reads a reduced body that a file names.
    fn load_body(&mut self, reference: &Reference, open: &dyn Open, out: &mut Collector) {
        let key = reference.key();
        if self.bodies.contains_key(&key) {
            return;
        }
        let path = reference.path();
        let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        if let Some((_, what)) = UNSUPPORTED.iter().find(|(other, _)| *other == ending) {
            let help = "export stiffness and mass matrices with the coordinates of the nodes from the finite element program, and name them as `matrices`";
            out.push(reference.error("unsupported-file", format!("{path}: {what} files are not supported")).help(help));
            return;
        }
        match open.open_bytes(&path) {
            Err(diagnostic) => out.push(reference.unreadable(diagnostic)),
            Ok(bytes) => match stored_body::read(&bytes) {
                Ok(body) => _ = self.bodies.insert(key, Arc::new(body)),
                Err(message) => {
                    let help = "write it with `halfshaft reduce MODEL --body NAME --out FILE`";
                    out.push(reference.error("bad-reduced-body", format!("{path}: {message}")).help(help));
                }
            },
        }
    }

    /// The reduced body that a file names; `None` if an error has been reported.
    pub(crate) fn body(&self, from: &Source, text: &str) -> Option<&Arc<StoredBody>> {
        self.bodies.get(&(from.name.clone(), text.to_owned()))
    }

    /// Opens a file of imported matrices.
    fn load_matrix(&mut self, reference: &Reference, open: &dyn Open, of_beam: Option<ReadModel>, out: &mut Collector) {
        let key = reference.key();
        if self.matrices.contains_key(&key) {
            return;
        }
        let path = reference.path();
        if path.to_ascii_lowercase().ends_with(".toml") {
            let Some(read) = of_beam else {
                let message = format!("{path}: a file whose beam is reduced cannot take beams from others");
                return out.push(reference.error("nested-model", message).help("describe the beam in the first file"));
            };
            let Some(source) = reference.opened(open, out) else { return };
            match read(&source, open) {
                Ok(model) => _ = self.matrices.insert(key, MatrixData::Model(path, Box::new(model))),
                Err(wrong) => wrong.as_slice().iter().for_each(|diagnostic| out.push(diagnostic.clone())),
            }
            return;
        }
        let opened = match path.to_ascii_lowercase().ends_with(".npz") {
            true => open.open_bytes(&path).map(|bytes| MatrixData::Bytes(path, bytes)),
            false => open.open_data(&path).map(|opened| MatrixData::Text(path, opened.text)),
        };
        match opened {
            Ok(data) => _ = self.matrices.insert(key, data),
            Err(diagnostic) => out.push(reference.unreadable(diagnostic)),
        }
    }

    /// The file of imported matrices that a file names; `None` if an error has been reported.
    pub(crate) fn matrix(&self, from: &Source, text: &str) -> Option<&MatrixData> {
        self.matrices.get(&(from.name.clone(), text.to_owned()))
    }

    /// Opens and reads a tyre property file once; returns the size of its text.
    fn open_tyre(&mut self, reference: &Reference, open: &dyn Open, out: &mut Collector) -> usize {
        let path = reference.path();
        if self.tyres.contains_key(&path) || self.tyres.len() >= MAX_FILES {
            return 0;
        }
        let opened = reference.opened(open, out);
        let file = opened.as_ref().and_then(|opened| read_tyre_file(opened, out)).map(Arc::new);
        self.tyres.insert(path, file);
        opened.map_or(0, |opened| opened.text.len())
    }

    /// The tyre property file that an item of a file refers to; `None` if an error has been reported.
    pub(crate) fn tyre_file(&self, source: &Source, text: &str) -> Option<Arc<TyreFile>> {
        self.tyres.get(&beside(&source.name, text)).cloned().flatten()
    }

    /// Opens and reads a mesh stiffness file once; returns the size of its text.
    fn open_mesh_stiffness(&mut self, reference: &Reference, open: &dyn Open, out: &mut Collector) -> usize {
        let path = reference.path();
        if self.mesh_stiffnesses.contains_key(&path) || self.mesh_stiffnesses.len() >= MAX_FILES {
            return 0;
        }
        let opened = reference.opened(open, out);
        let file = opened.as_ref().and_then(|opened| mesh_stiffness::read(opened, out)).map(Arc::new);
        self.mesh_stiffnesses.insert(path, file);
        opened.map_or(0, |opened| opened.text.len())
    }

    /// The mesh stiffness file that a gear pair of a file refers to; `None` if an error has been reported.
    pub(crate) fn mesh_stiffness(&self, source: &Source, text: &str) -> Option<Arc<MeshStiffnessFile>> {
        self.mesh_stiffnesses.get(&beside(&source.name, text)).cloned().flatten()
    }

    /// A function of the program, by its name; `None` if the program has no such function.
    pub(crate) fn function(&self, name: &str) -> Option<Arc<dyn ProgramFunction>> {
        self.functions.get(name).cloned()
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
    files: &'a Files<'a>,
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
                out.push(Diagnostic::new("submodel-cycle", self.files.sources[file], span.clone(), message));
                self.closing.push((file, *next));
            } else if !self.done.contains(next) {
                self.visit(*next, out);
            }
        }
        self.stack.pop();
        self.done.insert(file);
    }
}

/// What the items of a section give as `file`.
fn named_files(document: &DeTable, section: &str) -> Vec<(String, Range<usize>)> {
    named_by(document, section, "file")
}

/// What the items of a section give as a key that names a file.
fn named_by(document: &DeTable, section: &str, key: &str) -> Vec<(String, Range<usize>)> {
    let Some(DeValue::Array(items)) = document.get(section).map(|node| node.get_ref()) else {
        return Vec::new();
    };
    let tables = items.iter().filter_map(|node| node.get_ref().as_table());
    let files = tables.filter_map(|table| table.get(key));
    let texts = files.filter_map(|node| Some((node.get_ref().as_str()?.to_owned(), node.span())));
    texts.collect()
}

/// What the meshes of the solids of a document give as `file`.
fn mesh_names(document: &DeTable) -> Vec<(String, Range<usize>)> {
    let sections = [kinds::SOLIDS, kinds::SUPERELEMENTS].into_iter().filter_map(|section| document.get(section));
    let solids = sections.filter_map(|node| node.get_ref().as_array()).flat_map(|items| items.iter());
    let meshes = solids.filter_map(|node| node.get_ref().as_table()?.get("mesh")?.get_ref().as_table());
    let files = meshes.filter_map(|table| table.get("file"));
    files.filter_map(|node| Some((node.get_ref().as_str()?.to_owned(), node.span()))).collect()
}

/// The functions of the program that the signals of a document name.
fn function_names(document: &DeTable) -> Vec<String> {
    let Some(DeValue::Array(items)) = document.get(SECTION).map(|node| node.get_ref()) else {
        return Vec::new();
    };
    let tables = items.iter().filter_map(|node| node.get_ref().as_table());
    let named = tables.flat_map(|table| ["function", "derivative"].map(|key| table.get(key)));
    named.flatten().filter_map(|node| Some(node.get_ref().as_str()?.to_owned())).collect()
}

/// The files that the matrices of the superelements of a document name.
fn matrix_names(document: &DeTable) -> Vec<(String, Range<usize>)> {
    let items = document.get(kinds::SUPERELEMENTS).and_then(|node| node.get_ref().as_array());
    let items = items.map(|items| items.iter()).into_iter().flatten();
    let tables = items.filter_map(|node| node.get_ref().as_table()?.get("matrices")?.get_ref().as_table());
    let mut found = Vec::new();
    for table in tables {
        let keys: &[&str] = match table.get("type").and_then(|node| node.get_ref().as_str()) {
            Some("matrix market") => &["stiffness", "mass", "nodes", "unknowns"],
            Some("abaqus") => &["stiffness", "mass", "nodes"],
            _ => &["file", "nodes"],
        };
        let nodes = keys.iter().filter_map(|key| table.get(*key));
        found.extend(nodes.filter_map(|node| Some((node.get_ref().as_str()?.to_owned(), node.span()))));
    }
    found
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

/// Whether a text could be a model, if one with mistakes: a line gives its format, or opens a section that models have.
///
/// Lines of any other text are never printed.
pub(crate) fn is_model(source: &Source) -> bool {
    let of_kinds = kinds::sections();
    let known = |name: &str| sections::SECTIONS.contains(&name) || of_kinds.contains(&name);
    source.text.lines().any(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        let key = line.split_once('=').map(|(key, _)| key.trim());
        let header = line.strip_prefix('[').map(|rest| {
            let rest = rest.strip_prefix('[').unwrap_or(rest);
            rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
        });
        key == Some("format") || key.is_some_and(known) || header.is_some_and(known)
    })
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
