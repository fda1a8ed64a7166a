//! From the files to the scopes of a model: each file once for each time it is used, with its parameters and its place,
//! and every item in it once for each of its copies.
//!
//! Names are entered in the directory on the way, so that afterwards any reference can be followed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Form, Key, Kind};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::{Directory, GROUND, Link, Thing};
use crate::document::Raw;
use crate::files::Files;
use crate::forms::{Around, Owner, Reader};
use crate::kinds;
use crate::motion::Motion;
use crate::parameters::{Bound, Override, Parameters, bare_number};
use crate::repeat::{Copied, LIMIT, REPEAT, copies};
use crate::sections;
use crate::shapes;
use crate::source::Source;
use crate::suggest::nearest;

/// The deepest nesting of submodels.
const MAX_DEPTH: usize = 16;

/// One file, used once.
pub(crate) struct Scope<'a> {
    /// The names of the submodels that lead here, with a `/` at the end; empty for the model itself.
    pub(crate) path: String,
    pub(crate) source: &'a Arc<Source>,
    pub(crate) document: &'a DeTable<'a>,
    pub(crate) parameters: Parameters,
    /// From the frame of the file to the model frame.
    pub(crate) placement: Motion,
    /// Density of each material of its own.
    pub(crate) materials: BTreeMap<String, Option<f64>>,
}

/// An item before its values are read: what others need to know of it.
pub(crate) struct Draft<'a> {
    pub(crate) kind: Option<&'static Kind>,
    /// The full path; none where the name is missing or wrong, which has been reported.
    pub(crate) name: Option<String>,
    pub(crate) section: &'static str,
    pub(crate) table: &'a DeTable<'a>,
    pub(crate) source: &'a Arc<Source>,
    pub(crate) span: Range<usize>,
    pub(crate) name_span: Range<usize>,
    /// The place of its scope.
    pub(crate) scope: usize,
    pub(crate) copied: Copied<'a>,
}

/// All scopes of a model with their items.
pub(crate) struct Scopes<'a> {
    files: &'a Files,
    documents: &'a [Option<DeTable<'a>>],
    overrides: &'a [Override],
    pub(crate) list: Vec<Scope<'a>>,
    pub(crate) drafts: Vec<Draft<'a>>,
    pub(crate) frames: Vec<Draft<'a>>,
    pub(crate) ports: Vec<Draft<'a>>,
    /// What ports are bound to, and where that stands.
    pub(crate) bindings: Vec<(Link, Raw<'a>)>,
    pub(crate) directory: Directory,
    /// How many items and copies the model may still get.
    room: usize,
}

/// How a file is used: the model itself by nobody, a submodel by the file that names it.
struct Use {
    file: usize,
    path: String,
    placement: Motion,
    parameters: Vec<Bound>,
    /// What the user binds the ports to, and where it says so.
    ports: BTreeMap<String, (Link, Arc<Source>, Range<usize>)>,
    /// Where the submodel stands; none for the model itself.
    at: Option<(Arc<Source>, Range<usize>)>,
    depth: usize,
}

impl<'a> Scopes<'a> {
    /// The scopes of a model, none where its own text cannot be parsed.
    pub(crate) fn expand(
        files: &'a Files,
        documents: &'a [Option<DeTable<'a>>],
        overrides: &'a [Override],
        out: &mut Collector,
    ) -> Option<Self> {
        let mut scopes = Scopes {
            files,
            documents,
            overrides,
            list: vec![],
            drafts: vec![],
            frames: vec![],
            ports: vec![],
            bindings: vec![],
            directory: Directory::EMPTY,
            room: LIMIT,
        };
        documents[0].as_ref()?;
        let whole = Use {
            file: 0,
            path: String::new(),
            placement: Motion::NONE,
            parameters: vec![],
            ports: BTreeMap::new(),
            at: None,
            depth: 0,
        };
        scopes.instantiate(whole, out);
        Some(scopes)
    }

    fn instantiate(&mut self, used: Use, out: &mut Collector) {
        let Some(document) = self.documents[used.file].as_ref() else {
            self.directory.mark_broken(&used.path);
            return;
        };
        let source = &self.files.sources[used.file];
        let table = section(document, "parameters", source, out).map(|(table, _)| table);
        let overrides: Vec<&Override> = self.overrides.iter().filter(|over| over.path == used.path).collect();
        let empty = DeTable::new();
        let parameters = Parameters::read(table.unwrap_or(&empty), source, &used.parameters, &overrides, out);
        if used.depth > 0 {
            unknown_parameters(&used.parameters, &parameters, source, out);
            // So that many uses of a file with many parameters or materials come to an end.
            self.room = self.room.saturating_sub(table.map_or(0, DeTable::len));
        }
        let materials = repeated(document, "material", source, out);
        if used.depth > 0 {
            self.room = self.room.saturating_sub(materials.len());
        }
        let materials = shapes::read_materials(&mut reader(&parameters, out), &materials);

        let scope = self.list.len();
        self.list.push(Scope {
            path: used.path.clone(),
            source,
            document,
            parameters,
            placement: used.placement,
            materials,
        });
        let mut drafts = Vec::new();
        for name in kinds::sections() {
            for raw in repeated(document, name, source, out) {
                drafts.extend(self.draft(scope, name, raw, out));
            }
        }
        drafts.sort_by_key(|draft| draft.span.start);
        for draft in drafts {
            if let (Some(full), false) = (&draft.name, out.is_full()) {
                let thing = Thing::Item(self.drafts.len());
                self.directory.add(full, draft.section, thing, source, draft.name_span.clone(), out);
            }
            self.drafts.push(draft);
        }
        for raw in repeated(document, "frame", source, out) {
            for draft in self.draft(scope, "frame", raw, out) {
                let parameters = &self.list[scope].parameters;
                let on = draft.table.get("on").and_then(|node| {
                    let mut quiet = Collector::default();
                    let environment = parameters.environment(draft.copied.index);
                    environment.fill(node.get_ref().as_str()?, Raw::new(node, source), &mut quiet)
                });
                let on = on.map(|name| Link { path: used.path.clone(), name });
                if let Some(full) = &draft.name {
                    let thing = Thing::Frame(self.frames.len(), on);
                    self.directory.add(full, "frame", thing, source, draft.name_span.clone(), out);
                }
                self.frames.push(draft);
            }
        }
        self.ports(&used, scope, out);
        for raw in repeated(document, "submodel", source, out) {
            for draft in self.draft(scope, "submodel", raw, out) {
                self.submodel(&used, &draft, out);
            }
        }
    }

    /// The copies of one item, each with its kind and name.
    fn draft(&mut self, scope: usize, section: &'static str, raw: Raw<'a>, out: &mut Collector) -> Vec<Draft<'a>> {
        let DeValue::Table(table) = raw.value() else { return Vec::new() };
        if self.room == 0 {
            let message = format!("the model would have more than {LIMIT} items");
            out.push(raw.error("too-many-items", message));
            return Vec::new();
        }
        let parameters = &self.list[scope].parameters;
        let copied = copies(&mut reader(parameters, out), table, raw.source, REPEAT, self.room);
        // An item that makes no copies has cost a reading all the same.
        self.room = self.room.saturating_sub(copied.len().max(1));
        let kind = kind_of(section, table, raw, out);
        let path = &self.list[scope].path;
        let mut drafts = Vec::new();
        for copied in copied {
            if out.is_full() {
                break;
            }
            let mut reader = Reader { environment: parameters.environment(copied.index), ..reader(parameters, out) };
            let named = item_name(&mut reader, section, table, raw);
            let (name, name_span) = named.map_or((None, raw.span()), |(name, span)| (Some(name), span));
            let name = name.map(|name| format!("{path}{name}"));
            drafts.push(Draft {
                kind,
                name,
                section,
                table,
                source: raw.source,
                span: raw.span(),
                name_span,
                scope,
                copied,
            });
        }
        drafts
    }

    /// The ports of a scope, as far as others need to know of them; what they provide is checked later.
    fn ports(&mut self, used: &Use, scope: usize, out: &mut Collector) {
        let (document, source) = (self.list[scope].document, self.list[scope].source);
        let mut required = Vec::new();
        let mut provided = Vec::new();
        for raw in repeated(document, "port", source, out) {
            for draft in self.draft(scope, "port", raw, out) {
                let environment = self.list[scope].parameters.environment(draft.copied.index);
                let Some(full) = draft.name.clone() else {
                    self.ports.push(draft);
                    continue;
                };
                let name = full[used.path.len()..].to_owned();
                match draft.table.get("provides") {
                    Some(node) => {
                        let mut quiet = Collector::default();
                        let given = node.get_ref().as_str();
                        let inner = given.and_then(|text| environment.fill(text, Raw::new(node, source), &mut quiet));
                        let link = Link { path: used.path.clone(), name: inner.unwrap_or_default() };
                        if !self.directory.provide(full, link) {
                            let message = format!("\"{name}\" is named twice");
                            let span = draft.name_span.clone();
                            out.push(Diagnostic::new("duplicate-name", source, span, message));
                        }
                        provided.push(name);
                    }
                    None => {
                        let bound = used.ports.get(&name).map(|(link, _, _)| link.clone());
                        if let (None, Some((user, span)), true) =
                            (&bound, &used.at, draft.table.contains_key("requires"))
                        {
                            let message = format!("port \"{name}\" of {} is not bound", source.name);
                            let error = Diagnostic::new("unbound-port", user, span.clone(), message);
                            out.push(error.help(format!("add `ports = {{ \"{name}\" = \"some body\" }}`")));
                        }
                        self.directory.add(&full, "port", Thing::Port(bound), source, draft.name_span.clone(), out);
                        required.push(name);
                    }
                }
                self.ports.push(draft);
            }
        }
        for (name, (_, user, span)) in &used.ports {
            if required.contains(name) {
                continue;
            }
            let error = Diagnostic::new(
                "unknown-port",
                user,
                span.clone(),
                format!("{} has no port \"{name}\" that requires something", source.name),
            );
            let near = nearest(name, required.iter().map(String::as_str));
            let help = match (provided.contains(name), near) {
                (true, _) => Some(format!(
                    "it provides \"{name}\": write \"{}{name}\" where it is used",
                    used.path.rsplit('/').nth(1).map_or(String::new(), |instance| format!("{instance}/"))
                )),
                (false, near) => near.map(|near| format!("did you mean \"{near}\"?")),
            };
            out.push(error.maybe_help(help));
        }
    }

    /// Uses a file once more.
    fn submodel(&mut self, used: &Use, draft: &Draft<'a>, out: &mut Collector) {
        let (source, table) = (draft.source, draft.table);
        let scope = &self.list[draft.scope];
        let mut reader =
            Reader { environment: scope.parameters.environment(draft.copied.index), ..reader(&scope.parameters, out) };
        let what = draft
            .name
            .as_ref()
            .map_or("this submodel".to_owned(), |name| format!("submodel \"{}\"", &name[used.path.len()..]));
        let owner = Owner { what, source, span: draft.span.clone() };
        let around = Around { also: &["name", "repeat", "parameters", "ports"], ..Around::default() };
        let values = reader.keys(sections::SUBMODEL, table, &around, &owner);
        let inner = |key: &str, help: &str, out: &mut Collector| {
            let raw = Raw::new(table.get(key)?, source);
            if let DeValue::Table(table) = raw.value() {
                return Some(table);
            }
            out.push(raw.error("wrong-form", format!("`{key}` must be a table")).label(raw.this_is()).help(help));
            None
        };
        let mut bound = Vec::new();
        if let Some(table) = inner("parameters", "write { teeth = 12, module = \"2 mm\" }", reader.out) {
            for (key, node) in table {
                let raw = Raw::new(node, source);
                let amount = match raw.value() {
                    DeValue::String(text) => reader.environment.amount(text, source, raw.span(), reader.out),
                    _ => bare_number(raw, reader.out).map(crate::units::Amount::number),
                };
                let name = key.get_ref().to_string();
                bound.push(Bound { name, source: source.clone(), span: raw.span(), amount });
            }
        }
        let mut ports = BTreeMap::new();
        if let Some(table) = inner("ports", "write { carrier = \"housing\" }", reader.out) {
            for (key, node) in table {
                let raw = Raw::new(node, source);
                let Some(text) = raw.value().as_str() else {
                    let error = raw.error("wrong-form", "a port is bound to the name of a body");
                    reader.out.push(error.label(raw.this_is()));
                    continue;
                };
                let Some(name) = reader.environment.fill(text, raw, reader.out) else { continue };
                let link = Link { path: used.path.clone(), name };
                self.bindings.push((link.clone(), raw));
                ports.insert(key.get_ref().to_string(), (link, source.clone(), raw.span()));
            }
        }
        let Some(full) = &draft.name else { return };
        let name = &full[used.path.len()..];
        if ["solver", "analysis"].contains(&name) && used.depth == 0 {
            let message = format!("\"{name}\" cannot name a submodel");
            let error = Diagnostic::new("bad-name", source, draft.name_span.clone(), message);
            reader.out.push(error.label(format!("--set {name}.… means the section [{name}]")));
        }
        let path = format!("{full}/");
        let file = values.optional_text("file").and_then(|text| self.files.link(used.file, &text));
        if used.depth == MAX_DEPTH {
            let message = format!("submodels are nested more than {MAX_DEPTH} deep");
            reader.out.push(Diagnostic::new("nested-too-deeply", source, draft.span.clone(), message));
        }
        let place =
            Motion::to(values.optional_vector("position").unwrap_or_default(), values.optional_rotation("orientation"));
        let placement = used.placement.after(draft.copied.motion).after(place);
        self.directory.add(full, "submodel", Thing::Submodel, source, draft.name_span.clone(), out);
        match file {
            Some(file) if used.depth < MAX_DEPTH && !out.is_full() => {
                let at = Some((source.clone(), draft.span.clone()));
                let depth = used.depth + 1;
                self.instantiate(Use { file, path, placement, parameters: bound, ports, at, depth }, out);
            }
            _ => self.directory.mark_broken(&path),
        }
    }
}

/// A reader that needs no names of bodies.
fn reader<'r>(parameters: &'r Parameters, out: &'r mut Collector) -> Reader<'r> {
    static NOBODY: Directory = Directory::EMPTY;
    Reader { environment: parameters.environment(None), directory: &NOBODY, path: "", out }
}

/// Values given to parameters that the file of a submodel does not have.
fn unknown_parameters(bound: &[Bound], parameters: &Parameters, source: &Source, out: &mut Collector) {
    for given in bound.iter().filter(|bound| !parameters.contains(&bound.name)) {
        let message = format!("{} has no parameter `{}`", source.name, given.name);
        let error = Diagnostic::new("unknown-parameter", &given.source, given.span.clone(), message);
        let near = nearest(&given.name, parameters.names());
        out.push(error.maybe_help(near.map(|near| format!("did you mean `{near}`?"))));
    }
}

/// A section that stands once, as `[solver]`.
pub(crate) fn section<'a>(
    document: &'a DeTable<'a>,
    name: &str,
    source: &Arc<Source>,
    out: &mut Collector,
) -> Option<(&'a DeTable<'a>, Range<usize>)> {
    let node = document.get(name)?;
    match node.get_ref() {
        DeValue::Table(table) => Some((table, node.span())),
        other => {
            let repeated = matches!(other, DeValue::Array(_));
            let message = format!("[{name}] is a section that stands once");
            let label = if repeated { "this is repeated" } else { "this is not a section" };
            let at = Diagnostic::new("wrong-form", source, node.span(), message).label(label);
            out.push(at.help(format!("write [{name}]")));
            None
        }
    }
}

/// The tables of a section that may be repeated, as `[[body]]`.
pub(crate) fn repeated<'a>(
    document: &'a DeTable<'a>,
    name: &str,
    source: &'a Arc<Source>,
    out: &mut Collector,
) -> Vec<Raw<'a>> {
    let Some(node) = document.get(name) else { return Vec::new() };
    let mut wrong = |node: &'a Spanned<DeValue<'a>>| {
        let raw = Raw::new(node, source);
        let message = format!("[[{name}]] is a section that may be repeated");
        out.push(raw.error("wrong-form", message).label(raw.this_is()).help(format!("write [[{name}]]")));
    };
    let DeValue::Array(list) = node.get_ref() else {
        wrong(node);
        return Vec::new();
    };
    let mut tables = Vec::new();
    for node in list.iter() {
        match node.get_ref() {
            DeValue::Table(_) => tables.push(Raw::new(node, source)),
            _ => wrong(node),
        }
    }
    tables
}

fn kind_of(section: &'static str, table: &DeTable, raw: Raw, out: &mut Collector) -> Option<&'static Kind> {
    let types: Vec<&str> = kinds::of_section(section).filter_map(|kind| kind.type_name).collect();
    if types.is_empty() {
        return kinds::of_section(section).next();
    }
    let list = types.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(" or ");
    let Some(node) = table.get("type") else {
        let error = raw.error("missing-key", format!("a {section} needs `type`"));
        out.push(error.help(format!("add `type = {list}`")));
        return None;
    };
    let given = Raw::new(node, raw.source);
    let Some(text) = given.value().as_str() else {
        out.push(
            given.error("wrong-form", "`type` must be a text").label(given.this_is()).help(format!("write {list}")),
        );
        return None;
    };
    let kind = kinds::of_section(section).find(|kind| kind.type_name == Some(text));
    if kind.is_none() {
        let help = match nearest(text, types.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("write {list}"),
        };
        out.push(given.error("unknown-choice", format!("there is no {section} of type \"{text}\"")).help(help));
    }
    kind
}

/// The name of an item or a measure, checked on its own.
pub(crate) fn item_name(
    reader: &mut Reader,
    section: &str,
    table: &DeTable,
    raw: Raw,
) -> Option<(String, Range<usize>)> {
    let Some(node) = table.get("name") else {
        let error = raw.error("missing-key", format!("{} {section} needs `name`", crate::units::article(section)));
        reader.out.push(error.help(format!("add `name = \"some {section}\"`")));
        return None;
    };
    let given = Raw::new(node, raw.source);
    let Some(text) = given.value().as_str() else {
        reader.out.push(given.error("wrong-form", "`name` must be a text").label(given.this_is()));
        return None;
    };
    let name = reader.environment.fill(text, given, reader.out)?;
    let wrong = if name.is_empty() {
        Some("a name cannot be empty")
    } else if name == GROUND {
        Some("\"ground\" is the model frame and cannot be a name")
    } else if name.contains(['.', '/']) {
        Some("a name cannot hold `.` or `/`, which paths are made of")
    } else if name.trim() != name || name.contains(char::is_control) {
        Some("a name cannot begin or end with a space or hold control characters")
    } else {
        None
    };
    if let Some(message) = wrong {
        reader.out.push(given.error("bad-name", message));
    }
    Some((name, given.span()))
}

/// The keys that every item of a section has beside those of its kind.
pub(crate) fn common_keys(kind: &Kind) -> Vec<&'static str> {
    let mut keys = vec!["name"];
    if kind.type_name.is_some() {
        keys.push("type");
    }
    keys.push("repeat");
    if kind.section == kinds::BODIES {
        keys.push("shape");
    }
    if has_common_in(kind.keys) {
        keys.push("in");
    }
    keys
}

/// Whether an item with these keys attaches to bodies, and has no key `in` of its own.
pub(crate) fn has_common_in(keys: &[Key]) -> bool {
    keys.iter().any(|key| matches!(key.form, Form::Between | Form::Frame)) && keys.iter().all(|key| key.name != "in")
}
