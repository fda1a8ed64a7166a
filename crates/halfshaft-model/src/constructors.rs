//! The constructors of the Python package, from the descriptions: one function for each kind of item and each section.

use halfshaft::describe::{Alternative, Channel, Form, Key, Kind, Need, Quantity};

use crate::condition::{WHEN, WHEN_MEANING};
use crate::sections::{self, Entry, Shape};
use crate::{forms, kinds, look, shapes, tables};

/// Words that Python reserves; a parameter of this name gets an underscore at its end.
const RESERVED: &[&str] =
    &["in", "from", "lambda", "with", "as", "is", "and", "or", "not", "if", "else", "for", "class"];

/// The longest line of the file.
const WIDTH: usize = 118;

/// A parameter of a constructor.
struct Parameter {
    name: String,
    type_name: &'static str,
    required: bool,
    meaning: String,
}

/// A constructor.
struct Constructor<'a> {
    section: &'a str,
    type_name: Option<&'a str>,
    summary: String,
    named: bool,
    parameters: Vec<Parameter>,
    channels: &'a [Channel],
}

/// The module `python/halfshaft/kinds.py`.
pub fn python() -> String {
    let mut page = String::from(HEAD);
    for section in kinds::sections() {
        let list: Vec<&Kind> = kinds::of_section(section).collect();
        if let [Kind { type_name: None, .. }] = list[..] {
            page += &function(&of_kind(list[0]), "");
            continue;
        }
        page += &format!("\n\nclass {}:\n    \"\"\"The types of `[[{section}]]`.\"\"\"\n", name_of(section));
        for kind in list {
            page += &function(&of_kind(kind), "    ");
        }
    }
    for constructor in other_sections() {
        page += &function(&constructor, "");
    }
    let names: Vec<String> = all_names().iter().map(|name| format!("    \"{name}\",\n")).collect();
    page + &format!("\n\n__all__ = [\n{}]\n", names.concat())
}

/// The names that the module exports.
fn all_names() -> Vec<String> {
    let others = other_sections().into_iter().map(|constructor| name_of(constructor.section));
    kinds::sections().into_iter().map(name_of).chain(others).collect()
}

const HEAD: &str = "\"\"\"Constructors of the items and sections of a model, one for each kind.

Generated from the descriptions of the kinds; HALFSHAFT_UPDATE=1 with the tests of halfshaft-model rewrites it.
\"\"\"

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from halfshaft.items import Amount, Axis, File, Function, Item, Part, Vector
";

fn of_kind(kind: &Kind) -> Constructor<'_> {
    let is_body = kind.section == kinds::BODIES;
    let mut parameters: Vec<Parameter> = kind.keys.iter().map(parameter).collect();
    if is_body {
        // A shape stands for mass and inertia, and a mass point has none.
        parameters
            .iter_mut()
            .filter(|one| ["mass", "inertia"].contains(&&*one.name))
            .for_each(|one| one.required = false);
        let names: Vec<&str> = shapes::SHAPES.iter().map(|(name, _)| *name).collect();
        let shape =
            format!("what it is made of, instead of mass and inertia: a table with one of {}", names.join(", "));
        parameters.push(optional("shape", "Mapping[str, Any]", &shape));
        let keys: Vec<&str> = look::LOOK.iter().map(|key| key.name).collect();
        let look =
            format!("what it looks like, where that says nothing about its mass: a table of {}", keys.join(", "));
        parameters.push(optional("look", "Mapping[str, Any]", &look));
    }
    if tables::has_common_in(kind.keys) {
        parameters.push(parameter(&sections::IN));
    }
    parameters.push(repeat());
    parameters.push(when());
    Constructor {
        section: kind.section,
        type_name: kind.type_name,
        summary: kind.summary.into(),
        named: true,
        parameters,
        channels: kind.channels,
    }
}

/// The sections that are not kinds of items.
fn other_sections() -> Vec<Constructor<'static>> {
    let of_keys = |section, summary: &str, named, keys: &[Key], more: Vec<Parameter>| Constructor {
        section,
        type_name: None,
        summary: summary.into(),
        named,
        parameters: keys.iter().map(parameter).chain(more).collect(),
        channels: &[],
    };
    let of_entries = |section, summary: &str, entries: &[Entry]| Constructor {
        section,
        type_name: None,
        summary: summary.into(),
        named: entries.iter().any(|entry| entry.name == "name"),
        parameters: entries.iter().filter(|e| e.name != "name").map(entry).chain([repeat(), when()]).collect(),
        channels: &[],
    };
    let table = |name: &str, meaning: &str| optional(name, "Mapping[str, Amount]", meaning);
    let of_submodel = vec![
        table("parameters", "values for parameters of that file"),
        optional("ports", "Mapping[str, Part]", "the bodies, frames or shafts that its required ports stand for"),
        repeat(),
        when(),
    ];
    let placed = || vec![repeat(), when()];
    let frame = [vec![parameter(&sections::IN)], placed()].into_iter().flatten().collect();
    vec![
        of_keys("analysis", "What is computed.", false, sections::ANALYSIS, vec![]),
        of_keys("solver", "How it is computed.", false, sections::SOLVER, vec![]),
        of_keys("record", "What a run stores.", false, sections::RECORD, vec![]),
        of_keys("material", "A material, for shapes.", true, shapes::MATERIAL, vec![when()]),
        of_keys("frame", "A frame on a body.", true, sections::FRAME, frame),
        of_keys("submodel", "Another model file as a part of this one.", true, sections::SUBMODEL, of_submodel),
        of_keys(
            "port",
            "What a submodel offers to the file that uses it, or needs from it.",
            true,
            sections::PORT,
            placed(),
        ),
        of_keys("channel", "A channel that a formula makes of others.", true, sections::CHANNEL, placed()),
        of_entries(
            "output",
            "A channel under a name and in a unit of its own, for programs that drive the model.",
            sections::OUTPUT,
        ),
        of_entries("measure", "A number that is computed from channels, modes or a response.", sections::MEASURE),
        of_entries("expect", "What a measure should be.", sections::EXPECT),
        of_entries("plot", "A figure of the report.", sections::PLOT),
    ]
}

fn repeat() -> Parameter {
    optional("repeat", "Mapping[str, Any]", "this item stands for many; in a program a loop does the same")
}

fn when() -> Parameter {
    optional(WHEN, "bool | str", WHEN_MEANING)
}

fn optional(name: &str, type_name: &'static str, meaning: &str) -> Parameter {
    Parameter { name: name.into(), type_name, required: false, meaning: meaning.into() }
}

fn parameter(key: &Key) -> Parameter {
    let default = match key.need {
        Need::Default(text) => format!(", by default {text}"),
        _ => String::new(),
    };
    let meaning = format!("{}; {}{default}", key.meaning, form_words(key.form));
    // The file of a submodel may be a model of the program.
    let type_name = if key.name == "file" { "File" } else { type_of(key.form) };
    Parameter { name: key.name.into(), type_name, required: key.need == Need::Required, meaning }
}

/// The form of a key with its SI unit, its words or the keys of its table.
fn form_words(form: Form) -> String {
    let keys_of = |keys: &[Key]| keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
    let unit = |q: Quantity| if q.unit == "1" { String::new() } else { format!(" in {}", q.unit) };
    match form {
        Form::Number(q) | Form::Vector(q) | Form::Function(q) | Form::Input(q) => forms::words(form) + &unit(q),
        Form::Choice(words) => format!("one of {}", words.join(", ")),
        Form::Group(keys) => format!("a table of {}", keys_of(keys)),
        Form::Variant(list) => {
            let each = |one: &Alternative| format!("{} ({})", one.name, keys_of(one.keys));
            format!("a table with a type: {}", list.iter().map(each).collect::<Vec<_>>().join(", "))
        }
        _ => forms::words(form),
    }
}

fn type_of(form: Form) -> &'static str {
    match form {
        Form::Number(_) | Form::Amount => "Amount",
        Form::Vector(_) => "Vector",
        Form::Inertia => "Amount | Vector",
        Form::Axis => "Axis",
        Form::Rotation | Form::Group(_) | Form::Variant(_) => "Mapping[str, Any]",
        Form::Count => "int | str",
        Form::Switch => "bool | str",
        Form::Text | Form::Choice(_) | Form::Formula | Form::Unit => "str",
        Form::ProgramFunction => "Callable[..., Any]",
        Form::Between | Form::Shafts => "Sequence[Part]",
        Form::Frame | Form::Shaft | Form::Part | Form::Signal | Form::Item => "Part",
        Form::Pair(_) | Form::List(_) | Form::Curve(..) => "Sequence[Any]",
        Form::Function(_) | Form::Input(_) | Form::OwnFunction => "Function",
    }
}

fn entry(entry: &Entry) -> Parameter {
    let type_name = match entry.shape {
        Shape::Text | Shape::Channel | Shape::Moving | Shape::Choice(_) => "str",
        Shape::Channels | Shape::Window => "Sequence[Any]",
        Shape::Time | Shape::Number | Shape::Crossed | Shape::Amount | Shape::Tolerance => "Amount",
        Shape::Mode => "int | str",
        Shape::ChannelList | Shape::TextList => "str | Sequence[str]",
        Shape::Texts => "Mapping[str, Any]",
    };
    let meaning = match entry.shape {
        Shape::Choice(words) => format!("{}; one of {}", entry.meaning, words.join(", ")),
        _ => entry.meaning.into(),
    };
    Parameter { name: entry.name.into(), type_name, required: entry.required, meaning }
}

/// A name of the file as a name of Python.
fn name_of(name: &str) -> String {
    let name = name.replace(['-', ' '], "_");
    if RESERVED.contains(&name.as_str()) { name + "_" } else { name }
}

fn function(constructor: &Constructor, indent: &str) -> String {
    let Constructor { section, type_name, summary, named, parameters, channels } = constructor;
    let mut text = String::from(if indent.is_empty() { "\n\n" } else { "\n" });
    if !indent.is_empty() {
        text += &format!("{indent}@staticmethod\n");
    }
    text += &format!("{indent}def {}(\n", name_of(type_name.unwrap_or(section)));
    if *named {
        text += &format!("{indent}    name: str,\n");
    }
    text += &format!("{indent}    *,\n");
    // Python does not order keyword-only parameters; the required ones come first for readers.
    let (required, optional): (Vec<&Parameter>, Vec<&Parameter>) = parameters.iter().partition(|one| one.required);
    for one in &required {
        text += &format!("{indent}    {}: {},\n", name_of(&one.name), one.type_name);
    }
    for one in &optional {
        text += &format!("{indent}    {}: {} | None = None,\n", name_of(&one.name), one.type_name);
    }
    text += &format!("{indent}) -> Item:\n{indent}    \"\"\"{}\n\n", sentence(summary));
    let named = named.then(|| ("name".to_owned(), "its name, unique in the model".to_owned()));
    let all = required.iter().chain(&optional).map(|one| (name_of(&one.name), one.meaning.clone()));
    for (name, meaning) in named.into_iter().chain(all) {
        text +=
            &wrapped(&format!("{name}: {}", meaning.replace('\\', "\\\\").replace('"', "'")), &format!("{indent}    "));
    }
    text += &channel_list(channels, &format!("{indent}    "));
    text += &format!("{indent}    \"\"\"\n");
    let kind = type_name.map_or("None".into(), |name| format!("\"{name}\""));
    text + &format!("{indent}    return Item.of(\"{section}\", {kind}, locals())\n")
}

/// The paragraph of a docstring that names the channels, with their SI units.
fn channel_list(channels: &[Channel], indent: &str) -> String {
    if channels.is_empty() {
        return String::new();
    }
    let unit = |channel: &Channel| match channel.quantity.unit {
        "1" => String::new(),
        unit => format!(" [{unit}]"),
    };
    let each: Vec<String> = channels.iter().map(|channel| format!("{}{}", channel.name, unit(channel))).collect();
    format!("\n{}", wrapped(&format!("Its channels: {}", each.join(", ")), indent))
}

fn sentence(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "'");
    let mut letters = text.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().collect());
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// A paragraph in lines of limited width, those after the first indented further.
fn wrapped(text: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), indent.to_owned());
    let mut is_first = true;
    for word in text.split_whitespace() {
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &format!("{line}\n");
            line = format!("{indent}    {word}");
            continue;
        }
        if !is_first {
            line.push(' ');
        }
        line += word;
        is_first = false;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_of_the_package_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/halfshaft/kinds.py");
        let module = python();
        if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
            std::fs::write(path, &module).unwrap();
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(stored == module, "python/halfshaft/kinds.py is not up to date: run the tests with HALFSHAFT_UPDATE=1");
    }

    #[test]
    fn every_key_is_a_parameter() {
        for kind in kinds::all() {
            let constructor = of_kind(kind);
            for key in kind.keys {
                assert!(constructor.parameters.iter().any(|one| one.name == key.name), "{} {}", kind.section, key.name);
            }
        }
    }

    #[test]
    fn docstrings_name_the_channels() {
        let module = python();
        assert!(module.contains("Its channels: angle [rad], speed [rad/s]"), "those of a hinge");
    }

    #[test]
    fn long_lines_are_wrapped_between_words() {
        let text = wrapped(&"word ".repeat(60), "  ");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH) && text.lines().count() == 3);
        assert_eq!(text.split_whitespace().count(), 60);
    }
}
