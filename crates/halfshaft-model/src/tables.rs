//! The tables of a document that define sections and items: their presence, kind and name.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Form, Key, Kind};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::condition::WHEN;
use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::GROUND;
use crate::document::Raw;
use crate::forms::Reader;
use crate::kinds;
use crate::source::Source;
use crate::suggest::did_you_mean;

/// A section that occurs once, such as `[solver]`.
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
            let message = format!("[{name}] is a section that may occur only once");
            let label = if repeated { "this is repeated" } else { "this is not a section" };
            let at = Diagnostic::new("wrong-form", source, node.span(), message).label(label);
            out.push(at.help(format!("write [{name}]")));
            None
        }
    }
}

/// The tables of a section that may be repeated, such as `[[body]]`.
pub(crate) fn repeated<'a>(
    document: &'a DeTable<'a>,
    name: &str,
    source: &'a Arc<Source>,
    out: &mut Collector,
) -> Vec<Raw<'a>> {
    let Some(node) = document.get(name) else { return Vec::new() };
    let mut wrong = |node: &'a Spanned<DeValue<'a>>| {
        let raw = Raw::new(node, source);
        let message = format!("[[{name}]] must be written in double brackets");
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

/// The kind of an item; `None` if it is invalid, which has been reported.
pub(crate) fn kind_of(reader: &mut Reader, section: &'static str, table: &DeTable, raw: Raw) -> Option<&'static Kind> {
    let types: Vec<&str> = kinds::of_section(section).filter_map(|kind| kind.type_name).collect();
    if types.is_empty() {
        return kinds::of_section(section).next();
    }
    let list = types.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(" or ");
    let Some(node) = table.get("type") else {
        let error = raw.error("missing-key", format!("a {section} needs `type`"));
        reader.out.push(error.help(format!("add `type = {list}`")));
        return None;
    };
    let given = Raw::new(node, raw.source);
    let Some(text) = given.value().as_str() else {
        let error = given.error("wrong-form", "`type` must be a text").label(given.this_is());
        reader.out.push(error.help(format!("write {list}")));
        return None;
    };
    let text = reader.environment.word("type", text, given, reader.out)?;
    let kind = kinds::of_section(section).find(|kind| kind.type_name == Some(&text));
    if kind.is_none() {
        let error = given.error("unknown-choice", format!("there is no {section} of type \"{text}\""));
        reader.out.push(error.help(did_you_mean(&text, types.iter().copied())));
    }
    kind
}

/// The name of an item or a measure, checked for itself.
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
        Some("a name cannot contain `.` or `/`, which separate the parts of a path")
    } else if name.trim() != name || name.contains(char::is_control) {
        Some("a name cannot begin or end with a space, or contain control characters")
    } else {
        None
    };
    if let Some(message) = wrong {
        let plain = name.trim().replace(['.', '/'], "-").replace(char::is_control, "");
        let usable = !plain.is_empty() && plain != GROUND;
        let help = if usable { format!("write \"{plain}\"") } else { format!("write \"some {section}\"") };
        reader.out.push(given.error("bad-name", message).help(help));
    }
    Some((name, given.span()))
}

/// The keys that every item of a section has besides those of its kind.
pub(crate) fn common_keys(kind: &Kind) -> Vec<&'static str> {
    let mut keys = vec!["name"];
    if kind.type_name.is_some() {
        keys.push("type");
    }
    keys.extend(["repeat", WHEN]);
    if kind.section == kinds::BODIES {
        keys.extend(["shape", "look"]);
    }
    if has_common_in(kind.keys) {
        keys.push("in");
    }
    keys
}

/// Returns whether an item with these keys attaches to bodies, and has no own key `in`.
pub(crate) fn has_common_in(keys: &[Key]) -> bool {
    keys.iter().any(|key| matches!(key.form, Form::Between | Form::Frame)) && keys.iter().all(|key| key.name != "in")
}
