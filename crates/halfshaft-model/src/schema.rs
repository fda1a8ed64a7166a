//! JSON Schema (draft 2020-12) of the model file, from the descriptions, for editors to complete from.
//!
//! It knows keys, forms and ranges of bare numbers. Units, names and expressions inside texts are for the reader.

use halfshaft::describe::{Alternative, Form, Key, Kind, Need, Quantity, Range};
use serde_json::{Map, Value, json};

use crate::condition::{WHEN, WHEN_MEANING};
use crate::functions::{Described, FUNCTIONS};
use crate::repeat::{COUNTED, REPEAT};
use crate::sections::{self, Entry, Shape};
use crate::{forms, kinds, look, shapes, study, tables};

/// The schema as a JSON value.
pub fn schema() -> Value {
    let mut properties = properties(sections::TOP);
    let analyses = [table("what is computed", sections::ANALYSIS), described(study::SWEEP), described(study::FIT)];
    properties.insert("analysis".into(), json!({ "anyOf": analyses }));
    properties.insert("solver".into(), table("how it is computed", sections::SOLVER));
    properties.insert("record".into(), table("what a run stores", sections::RECORD));
    let parameters = json!({
        "type": "object",
        "description": "named amounts and choices for expressions",
        "additionalProperties": { "anyOf": [amount(), choice()] },
    });
    properties.insert("parameters".into(), parameters);
    for section in kinds::sections() {
        let kinds: Vec<Value> = kinds::of_section(section).map(item).collect();
        let items = if let [only] = &kinds[..] { only.clone() } else { alternatives(kinds) };
        properties.insert(section.into(), json!({ "type": "array", "items": items }));
    }
    let frame = named(sections::FRAME, &[("repeat", repeat(REPEAT)), ("in", property(&sections::IN))]);
    properties.insert("frame".into(), json!({ "type": "array", "items": frame }));
    let values = json!({ "type": "object", "additionalProperties": amount() });
    let ports = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let submodel = named(sections::SUBMODEL, &[("repeat", repeat(REPEAT)), ("parameters", values), ("ports", ports)]);
    properties.insert("submodel".into(), json!({ "type": "array", "items": submodel }));
    let mut port = named(sections::PORT, &[("repeat", repeat(REPEAT))]);
    port["oneOf"] = json!([{ "required": ["provides"] }, { "required": ["requires"] }]);
    properties.insert("port".into(), json!({ "type": "array", "items": port }));
    let channel = named(sections::CHANNEL, &[("repeat", repeat(COUNTED))]);
    properties.insert("channel".into(), json!({ "type": "array", "items": channel }));
    let material = named(shapes::MATERIAL, &[]);
    properties.insert("material".into(), json!({ "type": "array", "items": material }));
    properties.insert(
        "measure".into(),
        repeated(
            sections::MEASURE,
            &[sections::MEASURED, sections::MEASURED_OF_MODES, sections::MEASURED_OF_RESPONSES].concat(),
        ),
    );
    properties.insert("expect".into(), repeated(sections::EXPECT, sections::BOUNDS));
    properties.insert("plot".into(), repeated(sections::PLOT, &[]));
    properties.insert("output".into(), repeated(sections::OUTPUT, &[]));
    let needed = [required(sections::TOP), vec!["analysis"]].concat();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "halfshaft model",
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

/// A parameter that is one of a few words.
fn choice() -> Value {
    let word = json!({ "type": "string", "pattern": "^[^'\",:=]+$" });
    json!({
        "type": "object",
        "description": "a word, one of a few",
        "properties": {
            "choice": word,
            "of": { "type": "array", "items": word, "minItems": 1, "uniqueItems": true },
        },
        "required": ["choice", "of"],
        "additionalProperties": false,
    })
}

/// One of a few words, or an expression whose value is one.
fn one_of_words(words: &[&str]) -> Value {
    json!({ "anyOf": [{ "enum": words }, expression()] })
}

fn expression() -> Value {
    json!({ "type": "string", "pattern": "^\\s*=" })
}

/// The condition of an item.
fn when() -> Value {
    json!({ "anyOf": [{ "type": "boolean" }, expression()], "description": WHEN_MEANING })
}

/// A number, or a text that holds one with its unit or an expression.
fn amount() -> Value {
    json!({ "type": ["number", "string"] })
}

fn list(item: Value, length: usize) -> Value {
    json!({ "type": "array", "items": item, "minItems": length, "maxItems": length })
}

fn properties(keys: &[Key]) -> Map<String, Value> {
    keys.iter().map(|key| (key.name.to_owned(), property(key))).collect()
}

fn required(keys: &[Key]) -> Vec<&'static str> {
    keys.iter().filter(|key| key.need == Need::Required).map(|key| key.name).collect()
}

fn table(description: &str, keys: &[Key]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties(keys),
        "required": required(keys),
        "additionalProperties": false,
    })
}

fn item(kind: &Kind) -> Value {
    let mut more = vec![("repeat", repeat(REPEAT))];
    if let Some(type_name) = kind.type_name {
        more.push(("type", json!({ "const": type_name, "description": kind.summary })));
    }
    if tables::has_common_in(kind.keys) {
        more.push(("in", property(&sections::IN)));
    }
    if kind.section == kinds::BODIES {
        more.push(("shape", shape()));
        more.push(("look", table("what it looks like, where that says nothing about its mass", look::LOOK)));
    }
    let mut item = named(kind.keys, &more);
    item["description"] = json!(kind.summary);
    let needed = item["required"].as_array_mut().expect("an object lists what it needs");
    if kind.type_name.is_some() {
        needed.push(json!("type"));
    }
    if kind.section == kinds::BODIES {
        // A shape stands for mass and inertia, and a mass point has none.
        needed.retain(|key| key != "mass" && key != "inertia");
        let point = json!({ "required": ["mass", "rotates"], "properties": { "rotates": { "const": false } } });
        item["anyOf"] = json!([{ "required": ["shape"] }, { "required": ["mass", "inertia"] }, point]);
    }
    item
}

/// A table with a name.
fn named(keys: &[Key], more: &[(&str, Value)]) -> Value {
    let mut properties = properties(keys);
    properties.insert("name".into(), name());
    properties.insert(WHEN.into(), when());
    properties.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let mut needed = required(keys);
    needed.push("name");
    json!({
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

/// Tables that differ by their `type`, and one whose type is an expression.
fn alternatives(mut tables: Vec<Value>) -> Value {
    tables.push(json!({ "type": "object", "properties": { "type": expression() }, "required": ["type"] }));
    json!({ "oneOf": tables })
}

fn repeat(keys: &[Key]) -> Value {
    let mut value = table("this item stands for many", keys);
    if keys.len() > COUNTED.len() {
        value["properties"]["angles"] = json!({ "type": "array", "items": amount() });
        value["properties"]["along"] = json!({ "anyOf": [{ "type": "string" }, list(amount(), 3)] });
    }
    value
}

fn shape() -> Value {
    let shapes: Map<String, Value> =
        shapes::SHAPES.iter().map(|(name, keys)| ((*name).to_owned(), table("a shape", keys))).collect();
    let one = json!({
        "type": "object",
        "description": "what the body looks like; gives its mass and inertia",
        "properties": shapes,
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    });
    json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
}

fn name() -> Value {
    json!({ "type": "string", "pattern": "^[^./]+$", "description": "name, unique in the file" })
}

fn property(key: &Key) -> Value {
    let mut value = value_of(key);
    value["description"] = json!(format!("{}; {}", key.meaning, forms::words(key.form)));
    if let Need::Default(text) = key.need {
        value["description"] = json!(format!("{}; {}; default: {text}", key.meaning, forms::words(key.form)));
    }
    value
}

fn value_of(key: &Key) -> Value {
    let inner = |form: &Form| value_of(&Key { form: *form, ..*key });
    let axis = json!({ "anyOf": [{ "type": "string", "pattern": "^([+-]?[xyz]$|\\s*=)" }, list(amount(), 3)] });
    match key.form {
        Form::Number(_) | Form::Count => limited(key),
        Form::Vector(_) => list(limited(key), 3),
        Form::Inertia => json!({ "anyOf": [limited(key), list(limited(key), 3), list(limited(key), 6)] }),
        Form::Axis => axis,
        Form::Rotation => json!({
            "type": "object",
            "properties": { "axis": axis, "angle": amount() },
            "required": ["axis", "angle"],
            "additionalProperties": false,
        }),
        Form::Switch => json!({ "type": ["boolean", "string"] }),
        Form::Text | Form::Frame | Form::Shaft | Form::Part => json!({ "type": "string" }),
        Form::Choice(words) => one_of_words(words),
        Form::Between | Form::Shafts => list(json!({ "type": "string" }), 2),
        Form::Group(keys) => table(key.meaning, keys),
        Form::Variant(alternatives) => {
            let each = |alternative: &Alternative| {
                let mut value = table(alternative.summary, alternative.keys);
                value["properties"]["type"] = json!({ "const": alternative.name });
                value["required"].as_array_mut().expect("an object lists what it needs").push(json!("type"));
                value
            };
            self::alternatives(alternatives.iter().map(each).collect())
        }
        Form::Pair(form) => list(inner(form), 2),
        Form::List(form) => json!({ "type": "array", "items": inner(form), "minItems": 1 }),
        Form::Curve(..) => json!({ "type": "array", "items": list(amount(), 2), "minItems": 1 }),
        Form::Function(_) => function(limited(key), false),
        Form::Input(_) | Form::OwnFunction => function(limited(key), true),
        Form::Signal | Form::Item | Form::Formula | Form::Unit | Form::ProgramFunction => json!({ "type": "string" }),
        Form::Amount => amount(),
    }
}

/// A constant, or a table of one of the types of functions; where signals may stand, of those too.
fn function(constant: Value, of_signals: bool) -> Value {
    let each = |described: &Described| {
        let mut properties: Map<String, Value> =
            described.keys.iter().map(|key| ((*key).to_owned(), json!({}))).collect();
        if of_signals {
            properties
                .insert("of".into(), json!({ "type": "string", "description": "the signal it is a function of" }));
        }
        properties.insert("type".into(), json!({ "const": described.name, "description": described.summary }));
        json!({ "type": "object", "properties": properties, "required": ["type"], "additionalProperties": false })
    };
    let mut choices: Vec<Value> = FUNCTIONS.iter().map(each).collect();
    if of_signals {
        choices.push(json!({
            "type": "object",
            "properties": { "signal": { "type": "string", "description": "the signal whose value it is" } },
            "required": ["signal"],
            "additionalProperties": false,
        }));
    }
    json!({ "anyOf": [constant, alternatives(choices)] })
}

/// A number within the key's range; the limits do not touch texts.
fn limited(key: &Key) -> Value {
    let quantity = match key.form {
        Form::Number(quantity) | Form::Vector(quantity) | Form::Function(quantity) | Form::Input(quantity) => quantity,
        Form::Inertia => Quantity::INERTIA,
        Form::Count => Quantity::NUMBER,
        _ => return amount(),
    };
    let [low, high] = key.range.bounds(quantity);
    let mut value = amount();
    value["minimum"] = json!(low);
    value["maximum"] = json!(high);
    if key.range == Range::Positive {
        value["exclusiveMinimum"] = json!(0);
    }
    value
}

fn repeated(entries: &[Entry], one_of: &[&str]) -> Value {
    let mut items = described(entries);
    items["properties"]["repeat"] = repeat(COUNTED);
    items["properties"][WHEN] = when();
    if !one_of.is_empty() {
        items["oneOf"] = one_of.iter().map(|key| json!({ "required": [key] })).collect();
    }
    json!({ "type": "array", "items": items })
}

/// A table with these entries.
fn described(entries: &[Entry]) -> Value {
    let entry = |entry: &Entry| {
        let mut value = match entry.shape {
            Shape::Text | Shape::Channel | Shape::Moving => json!({ "type": "string" }),
            Shape::Channels => list(json!({ "type": "string" }), 2),
            Shape::Time | Shape::Number | Shape::Crossed | Shape::Amount | Shape::Tolerance => amount(),
            Shape::Mode => json!({ "type": ["integer", "string"], "minimum": 1 }),
            Shape::Window => list(amount(), 2),
            Shape::ChannelList | Shape::TextList => {
                let texts = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
                json!({ "anyOf": [{ "type": "string" }, texts] })
            }
            Shape::Texts => {
                let values = json!({ "type": "array", "items": amount(), "minItems": 1 });
                json!({ "type": "object", "additionalProperties": { "anyOf": [amount(), values] } })
            }
            Shape::Choice(words) => one_of_words(words),
        };
        value["description"] = json!(entry.meaning);
        (entry.name.to_owned(), value)
    };
    let properties: Map<String, Value> = entries.iter().map(entry).collect();
    let needed: Vec<&str> = entries.iter().filter(|entry| entry.required).map(|entry| entry.name).collect();
    json!({ "type": "object", "properties": properties, "required": needed, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_every_kind_is_in_the_schema_with_its_need() {
        let schema = schema();
        for kind in kinds::all() {
            let items = &schema["properties"][kind.section]["items"];
            let fits = |item: &&Value| item["description"] == kind.summary;
            let one = items["oneOf"].as_array().and_then(|all| all.iter().find(fits)).unwrap_or(items);
            for key in kind.keys {
                assert!(one["properties"][key.name].is_object(), "{} {}", kind.section, key.name);
                let listed = one["required"].as_array().unwrap().contains(&json!(key.name));
                let by_shape = kind.section == kinds::BODIES && ["mass", "inertia"].contains(&key.name);
                assert_eq!(listed, key.need == Need::Required && !by_shape, "{} {}", kind.section, key.name);
            }
        }
    }

    #[test]
    fn every_item_has_a_condition_and_every_fixed_word_may_be_an_expression() {
        let schema = schema();
        let properties = schema["properties"].as_object().unwrap();
        for (section, value) in properties.iter().filter(|(name, value)| value["type"] == "array" && *name != "gravity")
        {
            let items = &value["items"];
            // The last alternative of a section with types leaves all keys but the type to the reader.
            let alternatives = items["oneOf"].as_array().filter(|all| all[0].get("properties").is_some());
            let kinds = alternatives.map_or(vec![items], |all| all[..all.len() - 1].iter().collect());
            for kind in kinds {
                assert_eq!(kind["properties"][WHEN]["anyOf"][1], expression(), "{section}");
            }
        }
        let redundant = &schema["properties"]["solver"]["properties"]["redundant"];
        assert_eq!(redundant["anyOf"], json!([{ "enum": ["allow", "error"] }, expression()]));
    }

    #[test]
    fn a_positive_number_has_an_open_lower_limit() {
        let mass = &schema()["properties"]["body"]["items"]["properties"]["mass"];
        assert_eq!((&mass["type"], &mass["exclusiveMinimum"]), (&json!(["number", "string"]), &json!(0)));
    }
}
