//! The appearance of a body without an effect on its mass: the section of a turned part, or boxes.

use halfshaft::describe::{Form, Key, Quantity, Range};
use toml::de::DeValue;

use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::model::{Look, Value};

/// Keys of `look`.
pub const LOOK: &[Key] = &[
    Key::optional(
        "outline",
        Form::List(&Form::Pair(&Form::Number(Quantity::LENGTH))),
        "a turned part: closed polygon of its section, radius and height along the axis from the origin of the body",
    ),
    Key::with_default("axis", Form::Axis, "\"z\"", "the axis of revolution, in the axes of the body"),
    Key::optional("boxes", Form::List(&Form::Group(BOX)), "boxes, instead of `outline`"),
];

const BOX: &[Key] = &[
    Key::required("size", Form::Vector(Quantity::LENGTH), "edges along x, y and z of the body").within(Range::Positive),
    Key::with_default(
        "position",
        Form::Vector(Quantity::LENGTH),
        "[0, 0, 0]",
        "its centre, from the origin of the body and in the axes of the body",
    ),
];

pub(crate) fn read_look(reader: &mut Reader, raw: Raw) -> Option<Look> {
    let DeValue::Table(table) = raw.value() else {
        let error = raw.error("wrong-form", "`look` must be a table").label(raw.this_is());
        let help = "write { outline = [[\"5 mm\", 0], [\"20 mm\", 0], [\"20 mm\", \"8 mm\"], [\"5 mm\", \"8 mm\"]] }";
        reader.out.push(error.help(help));
        return None;
    };
    let owner = Owner { what: "`look`".into(), source: raw.source, span: raw.span() };
    let values = reader.keys(LOOK, table, &Around::default(), &owner);
    let [outline, boxes] = ["outline", "boxes"].map(|key| table.get(key).is_some());
    if outline && boxes {
        let error = raw.error("conflicting-keys", "`look` has both `outline` and `boxes`");
        reader.out.push(error.help("remove one of them"));
        return None;
    }
    // A misspelt key has its own message.
    if table.iter().all(|(key, _)| key.get_ref().as_ref() == "axis") {
        let error = raw.error("missing-key", "`look` needs `outline` or `boxes`");
        reader.out.push(error.help("write { boxes = [{ size = [\"2 m\", \"1 m\", \"0.5 m\"] }] }"));
        return None;
    }
    if let Some(boxes) = values.optional_list("boxes") {
        let edges = |value: &Value| {
            let values = value.as_group();
            (values.vector("size"), values.vector("position"))
        };
        return Some(Look::Boxes(boxes.iter().map(edges).collect()));
    }
    let outline: Vec<[f64; 2]> = values.optional_list("outline")?.iter().filter_map(corner).collect();
    let at = table.get("outline").map_or(raw, |node| Raw::new(node, raw.source));
    if outline.len() < 3 {
        reader.out.push(at.error("out-of-range", "`outline` needs at least three corners"));
        return None;
    }
    if outline.iter().any(|[radius, _]| *radius < 0.0) {
        reader.out.push(at.error("out-of-range", "`outline` has a negative radius"));
        return None;
    }
    Some(Look::Turned { outline, axis: values.optional_axis("axis")? })
}

fn corner(value: &Value) -> Option<[f64; 2]> {
    match value {
        Value::List(pair) => match pair[..] {
            [Value::Number(radius), Value::Number(height)] => Some([radius, height]),
            _ => None,
        },
        _ => None,
    }
}
