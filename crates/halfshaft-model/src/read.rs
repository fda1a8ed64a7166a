//! The reader: from model text and overrides to a resolved model, or to everything that is wrong with it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Form, Key, Kind, Need};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic, Diagnostics};
use crate::document::{self, Raw};
use crate::forms::{GROUND, Named, Owner, Reader};
use crate::kinds;
use crate::measures;
use crate::model::{Item, Model, Solver, Transient, Value, Values};
use crate::parameters::{Override, Parameters};
use crate::sections;
use crate::source::Source;
use crate::suggest::nearest;

/// Reads a model. Each override is a name (a parameter, `solver.…` or `analysis.…`) and what would stand between quotes;
/// it applies before expressions are evaluated.
pub fn read(source: &Source, overrides: &[(String, String)]) -> Result<Model, Diagnostics> {
    let source = Arc::new(source.clone());
    // Of several overrides of one name the last counts.
    let last: BTreeMap<&str, &str> = overrides.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let overrides: Vec<Override> = last.iter().map(|(name, value)| Override::new(name, value)).collect();
    let mut out = Collector::default();
    let model =
        document::parse(&source, &mut out).and_then(|document| resolve(&document, &source, &overrides, &mut out));
    out.finish(model)
}

/// An item before its values are read: what others need to know of it.
pub(crate) struct Draft<'a> {
    pub(crate) kind: Option<&'static Kind>,
    /// None where it is missing, which has been reported.
    name: Option<&'a str>,
    section: &'static str,
    table: &'a DeTable<'a>,
    span: Range<usize>,
    name_span: Range<usize>,
}

fn resolve(document: &DeTable, source: &Arc<Source>, overrides: &[Override], out: &mut Collector) -> Option<Model> {
    let top = Owner { what: "the file".into(), source, span: 0..0 };
    let empty = DeTable::new();
    let parameters = section(document, "parameters", source, out).map_or(&empty, |(table, _)| table);
    let parameters = Parameters::read(parameters, source, overrides, out);
    check_overrides(overrides, &parameters, out);

    let mut drafts = Vec::new();
    for name in kinds::sections() {
        for raw in repeated(document, name, source, out) {
            drafts.extend(draft(name, raw, out));
        }
    }
    drafts.sort_by_key(|draft| draft.span.start);
    let names = index_names(&drafts, source, out);

    let mut reader = Reader { parameters: &parameters, names: &names, out };
    let other = ["parameters", "analysis", "solver", "measure", "expect"];
    let also: Vec<&str> = other.iter().copied().chain(kinds::sections()).collect();
    let top_values = reader.keys(sections::TOP, document, &also, &[], &top);

    let analysis = settings(&mut reader, document, "analysis", sections::ANALYSIS, source, overrides);
    let solver = settings(&mut reader, document, "solver", sections::SOLVER, source, overrides);
    let mut items = Vec::new();
    for draft in &drafts {
        if reader.out.is_full() {
            break;
        }
        let Some(kind) = draft.kind else { continue };
        let word = kind.type_name.unwrap_or(draft.section);
        let what = draft.name.map_or(format!("this {word}"), |name| format!("{word} \"{name}\""));
        let owner = Owner { what, source, span: draft.span.clone() };
        let also: &[&str] = if kind.type_name.is_some() { &["name", "type"] } else { &["name"] };
        let values = reader.keys(kind.keys, draft.table, also, &[], &owner);
        let name = draft.name.unwrap_or_default().to_owned();
        items.push(Item { kind, name, span: draft.name_span.clone(), values });
    }

    let end = match analysis.get("end") {
        Some(Value::Number(end)) => Some(*end),
        _ => None,
    };
    let raw_measures = repeated(document, "measure", source, reader.out);
    let raw_expectations = repeated(document, "expect", source, reader.out);
    let scope = measures::Scope { drafts: &drafts, names: &names, end };
    let measures = measures::read_measures(&mut reader, &scope, &raw_measures);
    let expectations = measures::read_expectations(&mut reader, &measures, &raw_expectations);

    if !out.is_empty() {
        return None;
    }
    let model = Model {
        source: source.clone(),
        title: top_values.text("title"),
        gravity: top_values.vector("gravity"),
        analysis: Transient { end: analysis.number("end") },
        solver: Solver {
            step: solver.optional_number("step"),
            tolerance: solver.number("tolerance"),
            longest_step: solver.optional_number("longest_step"),
            spectral_radius: solver.number("spectral_radius"),
            newton_tolerance: solver.optional_number("newton_tolerance"),
        },
        items,
        measures: measures.into_iter().filter_map(|measured| measured.measure).collect(),
        expectations,
    };
    model.check_geometry(out);
    Some(model)
}

/// A section that stands once, as `[solver]`.
fn section<'a>(
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
fn repeated<'a>(document: &'a DeTable<'a>, name: &str, source: &'a Arc<Source>, out: &mut Collector) -> Vec<Raw<'a>> {
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

/// The values of `[analysis]` or `[solver]`, with the overrides that name them.
fn settings(
    reader: &mut Reader,
    document: &DeTable,
    name: &str,
    keys: &'static [Key],
    source: &Arc<Source>,
    overrides: &[Override],
) -> Values {
    let empty = DeTable::new();
    let found = section(document, name, source, reader.out);
    let readable = found.is_some();
    let (table, span) = found.unwrap_or((&empty, 0..0));
    if !document.contains_key(name) && keys.iter().any(|key| key.need == Need::Required) {
        let missing = Diagnostic::new("missing-key", source, 0..0, format!("the file needs a section [{name}]"));
        reader.out.push(missing.help(format!("add [{name}]")));
    }
    let nodes: Vec<(&str, Spanned<DeValue>, &Arc<Source>)> = overrides
        .iter()
        .filter_map(|over| {
            let key = over.name.strip_prefix(name)?.strip_prefix('.')?;
            let form = keys.iter().find(|k| k.name == key)?.form;
            let value = match over.value.trim() {
                "true" if form == Form::Switch => DeValue::Boolean(true),
                "false" if form == Form::Switch => DeValue::Boolean(false),
                _ => DeValue::String(over.value.as_str().into()),
            };
            Some((key, Spanned::new(over.value_span(), value), &over.source))
        })
        .collect();
    let over: Vec<(&str, Raw)> = nodes.iter().map(|(key, node, source)| (*key, Raw::new(node, source))).collect();
    let owner = Owner { what: format!("[{name}]"), source, span: span.clone() };
    if readable {
        return reader.keys(keys, table, &[], &over, &owner);
    }
    // One message about a section that is missing or no table is enough; its keys are read for their defaults.
    let mut quiet = Collector::default();
    let mut silent = Reader { parameters: reader.parameters, names: reader.names, out: &mut quiet };
    let values = silent.keys(keys, table, &[], &over, &owner);
    for diagnostic in quiet.into_list().into_iter().filter(|d| d.code != "missing-key") {
        reader.out.push(diagnostic);
    }
    values
}

fn check_overrides(overrides: &[Override], parameters: &Parameters, out: &mut Collector) {
    let dotted = |section: &str, keys: &[Key]| keys.iter().map(|k| format!("{section}.{}", k.name)).collect::<Vec<_>>();
    let settings = [dotted("solver", sections::SOLVER), dotted("analysis", sections::ANALYSIS)].concat();
    for over in overrides {
        let mut known = parameters.names().chain(settings.iter().map(String::as_str));
        if known.any(|name| name == over.name) {
            continue;
        }
        let message = format!("there is no parameter `{}`", over.name);
        let near = nearest(&over.name, parameters.names().chain(settings.iter().map(String::as_str)));
        let at = Diagnostic::new("unknown-parameter", &over.source, over.name_span(), message);
        out.push(at.maybe_help(near.map(|near| format!("did you mean `{near}`?"))));
    }
}

/// Kind and name of an item.
fn draft<'a>(section: &'static str, raw: Raw<'a>, out: &mut Collector) -> Option<Draft<'a>> {
    let DeValue::Table(table) = raw.value() else { return None };
    let kind = kind_of(section, table, raw, out);
    let named = item_name(section, table, raw, out);
    let (name, name_span) = named.map_or((None, raw.span()), |(name, span)| (Some(name), span));
    Some(Draft { kind, name, section, table, span: raw.span(), name_span })
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
pub(crate) fn item_name<'a>(
    section: &str,
    table: &'a DeTable<'a>,
    raw: Raw<'a>,
    out: &mut Collector,
) -> Option<(&'a str, Range<usize>)> {
    let Some(node) = table.get("name") else {
        let error = raw.error("missing-key", format!("{} {section} needs `name`", crate::units::article(section)));
        out.push(error.help(format!("add `name = \"some {section}\"`")));
        return None;
    };
    let given = Raw::new(node, raw.source);
    let Some(name) = given.value().as_str() else {
        out.push(given.error("wrong-form", "`name` must be a text").label(given.this_is()));
        return None;
    };
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
        out.push(given.error("bad-name", message));
    }
    Some((name, given.span()))
}

fn index_names(drafts: &[Draft], source: &Arc<Source>, out: &mut Collector) -> BTreeMap<String, Named> {
    let mut names: BTreeMap<String, Named> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        if out.is_full() {
            break;
        }
        let Some(name) = draft.name else { continue };
        if let Some(first) = names.get(name) {
            let line = line_of(source, drafts[first.index].name_span.start);
            let error = Diagnostic::new(
                "duplicate-name",
                source,
                draft.name_span.clone(),
                format!("\"{name}\" is named twice"),
            );
            out.push(error.label(format!("the first is on line {line}")));
            continue;
        }
        names.insert(name.to_owned(), Named { index, section: draft.section });
    }
    names
}

fn line_of(source: &Source, at: usize) -> usize {
    source.text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1
}
