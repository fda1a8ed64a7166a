//! The appearance of a body without an effect on its mass: the section of a turned part.

use halfshaft::describe::{Form, Key, Quantity};
use toml::de::DeValue;

use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::model::{Look, Value};

/// Keys of `look`.
pub const LOOK: &[Key] = &[
    Key::required(
        "outline",
        Form::List(&Form::Pair(&Form::Number(Quantity::LENGTH))),
        "closed polygon of the section: radius and height along the axis from the origin of the body",
    ),
    Key::with_default("axis", Form::Axis, "\"z\"", "the axis of revolution, in the axes of the body"),
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
    Some(Look { outline, axis: values.optional_axis("axis")? })
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
