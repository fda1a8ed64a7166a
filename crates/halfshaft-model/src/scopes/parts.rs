//! Submodels and ports: how one file uses another.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::DeValue;

use super::{Scopes, Use, reader};
use crate::condition::WHEN;
use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::{Link, Thing};
use crate::document::Raw;
use crate::draft::Draft;
use crate::forms::{Around, Owner, Reader};
use crate::motion::RigidTransform;
use crate::parameters::{Bound, Parameters, Passed, bare_number, is_expression};
use crate::sections;
use crate::source::Source;
use crate::suggest::nearest;
use crate::tables::repeated;
use crate::units::Amount;

/// Maximum nesting of submodels.
const MAX_DEPTH: usize = 16;

impl<'a> Scopes<'a> {
    /// Registers the ports of a scope; what they provide is checked later.
    pub(crate) fn ports(&mut self, used: &Use, scope: usize, out: &mut Collector) {
        let (document, source) = (self.list[scope].document, self.list[scope].source);
        let mut required = BTreeSet::new();
        let mut provided = BTreeSet::new();
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
                        provided.insert(name);
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
                        required.insert(name);
                    }
                }
                self.ports.push(draft);
            }
        }
        for (name, (_, user, span)) in &used.ports {
            if required.contains(name) {
                continue;
            }
            if let Some(fault) = self.directory.absence(&format!("{}{name}", used.path)) {
                out.push(fault.whole(user, span.clone()));
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

    /// Adds the scope of a submodel.
    pub(crate) fn submodel(&mut self, used: &Use, draft: &Draft<'a>, out: &mut Collector) {
        let (source, table) = (draft.source, draft.table);
        let scope = &self.list[draft.scope];
        let mut reader =
            Reader { environment: scope.parameters.environment(draft.copied.index), ..reader(&scope.parameters, out) };
        let what = draft
            .name
            .as_ref()
            .map_or("this submodel".to_owned(), |name| format!("submodel \"{}\"", &name[used.path.len()..]));
        let owner = Owner { what, source, span: draft.span.clone() };
        let around = Around { also: &["name", "repeat", WHEN, "parameters", "ports"], ..Around::default() };
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
                let value = passed(&mut reader, raw);
                let name = key.get_ref().to_string();
                bound.push(Bound { name, source: source.clone(), span: raw.span(), value });
            }
        }
        let mut ports = BTreeMap::new();
        if let Some(table) = inner("ports", "write { carrier = \"housing\" }", reader.out) {
            for (key, node) in table {
                let raw = Raw::new(node, source);
                let Some(text) = raw.value().as_str() else {
                    let error =
                        raw.error("wrong-form", "a port is bound to the name of a body, frame, shaft or signal");
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
        if ["solver", "analysis", "record"].contains(&name) && used.depth == 0 {
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
        let place = RigidTransform::to(
            values.optional_vector("position").unwrap_or_default(),
            values.optional_rotation("orientation"),
        );
        let placement = used.placement.after(draft.copied.motion).after(place);
        self.directory.add(full, "submodel", Thing::Submodel, source, draft.name_span.clone(), out);
        match file {
            Some(file) if used.depth < MAX_DEPTH && !out.is_full() => {
                let at = Some((source.clone(), draft.span.clone()));
                let depth = used.depth + 1;
                let before = self.counts();
                self.instantiate(Use { file, path, placement, parameters: bound, ports, at, depth }, out);
                if self.counts() == before {
                    self.report_empty(file, draft, name, out);
                }
            }
            _ => self.directory.mark_broken(&path),
        }
    }

    /// Number of items, frames, ports and absent ones so far.
    fn counts(&self) -> [usize; 4] {
        [self.drafts.len(), self.frames.len(), self.ports.len(), self.directory.absent()]
    }

    /// Reports a submodel without items, unless it could not be read or has submodels that could not.
    fn report_empty(&self, file: usize, draft: &Draft, name: &str, out: &mut Collector) {
        if self.files.documents[file].as_ref().is_none_or(|document| document.contains_key("submodel")) {
            return;
        }
        let span = draft.table.get("file").map_or(draft.span.clone(), |node| node.span());
        let message = format!("submodel \"{name}\" is empty: its file has no items");
        let error = Diagnostic::new("empty-submodel", draft.source, span, message);
        out.push(error.help("add a [[body]], a [[joint]] or another item there, or remove the submodel"));
    }
}

/// What stands where a file gives a value to a parameter of a submodel; `None` if it is invalid.
fn passed(reader: &mut Reader, raw: Raw) -> Option<Passed> {
    match raw.value() {
        DeValue::String(text) if is_expression(text) => {
            let found = reader.environment.operand(text, raw.source, raw.span(), reader.out);
            found.map(|(value, _)| Passed::Value(value))
        }
        DeValue::String(text) => Some(Passed::Text(text.to_string())),
        _ => bare_number(raw, reader.out).map(|value| Passed::Value(Amount::number(value).into())),
    }
}

/// The first parameters of a file, for one who does not know their names; `None` if it has none.
fn listed(parameters: &Parameters) -> Option<String> {
    const SHOWN: usize = 12;
    let names: Vec<String> = parameters.names().map(|name| format!("`{name}`")).collect();
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    (!names.is_empty()).then(|| format!("it has {}{more}", names[..names.len().min(SHOWN)].join(", ")))
}

/// Values given to parameters that the file of a submodel does not have.
pub(super) fn unknown_parameters(bound: &[Bound], parameters: &Parameters, source: &Source, out: &mut Collector) {
    for given in bound.iter().filter(|bound| !parameters.contains(&bound.name)) {
        let message = format!("{} has no parameter `{}`", source.name, given.name);
        let error = Diagnostic::new("unknown-parameter", &given.source, given.span.clone(), message);
        let near = nearest(&given.name, parameters.names()).map(|near| format!("did you mean `{near}`?"));
        out.push(error.maybe_help(near.or_else(|| listed(parameters))));
    }
}
