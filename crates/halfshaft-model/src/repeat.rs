//! `repeat`: one item of the file, many items of the model.
//!
//! Each copy has its index, which names and expressions may use, and its place: around an axis, along a line, or where
//! the item itself says.

use halfshaft::describe::{Form, Key, Quantity, Range};
use toml::de::{DeTable, DeValue};

use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::model::{Value, Values};
use crate::motion::Motion;
use crate::parameters::bad_name;

/// The most that a model may grow to: items, copies and parameters of submodels, all counted.
pub(crate) const LIMIT: usize = 100_000;

const COUNT: Key = Key::optional("count", Form::Count, "how many copies; the number of `angles` where those are given");
const INDEX: Key = Key::with_default("index", Form::Text, "\"i\"", "the name that counts the copies from 1");

/// Keys of `repeat`; `along` and `angles`, which have forms of their own, come beside these.
pub const REPEAT: &[Key] = &[
    COUNT,
    INDEX,
    Key::optional("around", Form::Axis, "axis about which the copies stand in a circle and turn with it"),
    Key::with_default("at", Form::Vector(Quantity::LENGTH), "[0, 0, 0]", "a point on the axis of `around`"),
    Key::optional(
        "radius",
        Form::Number(Quantity::LENGTH),
        "moves the item away from the axis before it turns: along x where the axis is z, y where x, z where y",
    )
    .within(Range::NonNegative),
    Key::optional("start", Form::Number(Quantity::ANGLE), "angle of the first copy; 0 where it is left out"),
    Key::optional("spacing", Form::Number(Quantity::LENGTH), "distance between copies along the axis `along`"),
];

/// Keys of `repeat` that are read by hand, with the form of their values and their meaning.
pub const REPEAT_BY_HAND: &[(&str, &str, &str)] = &[
    ("angles", "array of angles", "the angle of each copy about `around`; equal steps of a full turn where left out"),
    ("along", "three of length in m, or an axis", "the step from copy to copy; an axis needs `spacing`"),
];

/// Keys of `repeat` where there is nothing to be placed.
pub const COUNTED: &[Key] = &[COUNT, INDEX];

/// One of the items that a repeated one stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied<'a> {
    /// The name and the value of its index.
    pub(crate) index: Option<(&'a str, f64)>,
    /// From where the item says to where the copy is.
    pub(crate) motion: Motion,
}

impl Copied<'_> {
    /// An item that is not repeated.
    pub(crate) const ONE: Copied<'static> = Copied { index: None, motion: Motion::NONE };
}

/// The copies that the item in `table` stands for, none where `repeat` is wrong; `room` is how many there may be.
pub(crate) fn copies<'a>(
    reader: &mut Reader,
    table: &'a DeTable<'a>,
    source: &'a std::sync::Arc<crate::Source>,
    keys: &'static [Key],
    room: usize,
) -> Vec<Copied<'a>> {
    let Some(node) = table.get("repeat") else { return vec![Copied::ONE] };
    let raw = Raw::new(node, source);
    let DeValue::Table(table) = raw.value() else {
        let error = raw.error("wrong-form", "`repeat` must be a table").label(raw.this_is());
        reader.out.push(error.help("write { count = 3, index = \"i\" }"));
        return Vec::new();
    };
    let owner = Owner { what: "`repeat`".into(), source, span: raw.span() };
    let by_hand: Vec<&str> = if keys.len() > COUNTED.len() { vec!["angles", "along"] } else { vec![] };
    let values = reader.keys(keys, table, &Around { also: &by_hand, ..Around::default() }, &owner);
    let index = match table.get("index").map(|node| (node, node.get_ref().as_str())) {
        None => "i",
        Some((_, None)) => return Vec::new(),
        Some((node, Some(name))) => {
            let wrong = bad_name(name, source, node.span()).map(|d| (d.code, "", d.help));
            let taken = reader.environment.knows(name).then_some(("duplicate-name", "a parameter has this name", None));
            if let Some((code, label, help)) = wrong.or(taken) {
                let error = Raw::new(node, source).error(code, format!("`{name}` cannot name an index"));
                reader.out.push(error.label(label).maybe_help(help));
                return Vec::new();
            }
            name
        }
    };
    let Some(motions) = motions(reader, table, raw, &values, keys, room) else { return Vec::new() };
    motions.enumerate().map(|(k, motion)| Copied { index: Some((index, k as f64 + 1.0)), motion }).collect()
}

/// The motion of each copy.
fn motions(
    reader: &mut Reader,
    table: &DeTable,
    raw: Raw,
    values: &Values,
    keys: &'static [Key],
    room: usize,
) -> Option<Box<dyn Iterator<Item = Motion>>> {
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let angles = match at("angles").filter(|_| keys.len() > COUNTED.len()) {
        Some(raw) => Some(angles(reader, raw)?),
        None => None,
    };
    let count = match (values.optional_count("count"), &angles) {
        (Some(count), None) => usize::try_from(count).unwrap_or(usize::MAX),
        (None, Some(angles)) => angles.len(),
        (Some(_), Some(_)) => {
            let error = at("count")?.error("conflicting-keys", "`count` does not go with `angles`");
            reader.out.push(error.help("there is one copy for each angle: leave `count` out"));
            return None;
        }
        (None, None) => {
            // A count that is wrong has been reported.
            if !table.contains_key("count") {
                let owner = Owner { what: "`repeat`".into(), source: raw.source, span: raw.span() };
                reader.missing("count", "3", &owner);
            }
            return None;
        }
    };
    if count > room {
        let place = at("count").or(at("angles")).unwrap_or(raw);
        let error = place.error("too-many-items", format!("the model would have more than {LIMIT} items"));
        reader.out.push(error.label(format!("this is {count} copies")));
        return None;
    }
    if keys.len() == COUNTED.len() {
        return Some(Box::new((0..count).map(|_| Motion::NONE)));
    }
    let stray = |needs: &str, key: &str| {
        at(key).map(|raw| raw.error("conflicting-keys", format!("`{key}` goes with `{needs}`")))
    };
    let needs_around = if table.contains_key("around") {
        vec![]
    } else {
        ["at", "radius", "start", "angles"].iter().filter_map(|key| stray("around", key)).collect()
    };
    let needs_along = if table.contains_key("along") { None } else { stray("along", "spacing") };
    let both = at("along").filter(|_| table.contains_key("around"));
    let both = both.map(|raw| raw.error("conflicting-keys", "`along` does not go with `around`").help("keep one"));
    let strays: Vec<_> = needs_around.into_iter().chain(needs_along).chain(both).collect();
    if !strays.is_empty() {
        strays.into_iter().for_each(|error| reader.out.push(error));
        return None;
    }
    if let Some(raw) = at("along") {
        let step = step(reader, raw, values, at("spacing"))?;
        return Some(Box::new((0..count).map(move |k| Motion::along(step.map(|s| s * k as f64)))));
    }
    if !table.contains_key("around") {
        return Some(Box::new((0..count).map(|_| Motion::NONE)));
    }
    let (axis, through) = (values.optional_axis("around")?, values.optional_vector("at")?);
    // A number that is given and wrong has been reported.
    let number = |key: &str| if table.contains_key(key) { values.optional_number(key) } else { Some(0.0) };
    let (radius, start) = (number("radius")?, number("start")?);
    let out = Motion::along(away(axis).map(|e| e * radius));
    Some(Box::new((0..count).map(move |k| {
        let full = 2.0 * std::f64::consts::PI;
        let angle = angles.as_ref().map_or(full * k as f64 / count as f64, |angles| angles[k]);
        Motion::about(axis, through, start + angle).after(out)
    })))
}

fn angles(reader: &mut Reader, raw: Raw) -> Option<Vec<f64>> {
    let DeValue::Array(list) = raw.value() else {
        let error = raw.error("wrong-form", "`angles` must be an array of angles").label(raw.this_is());
        reader.out.push(error.help("write [\"0 deg\", \"90 deg\", \"210 deg\"]"));
        return None;
    };
    let angles: Vec<Option<f64>> =
        list.iter().map(|node| reader.amount("angles", Raw::new(node, raw.source), Quantity::ANGLE)).collect();
    angles.into_iter().collect()
}

/// From one copy to the next along a line.
fn step(reader: &mut Reader, raw: Raw, values: &Values, spacing: Option<Raw>) -> Option<[f64; 3]> {
    const ALONG: Key = Key::required("along", Form::Axis, "");
    const STEP: Key = Key::required("along", Form::Vector(Quantity::LENGTH), "");
    match (raw.value(), spacing) {
        (DeValue::String(_), None) => {
            let owner = Owner { what: "`along` with an axis".into(), source: raw.source, span: raw.span() };
            reader.missing("spacing", "\"5 mm\"", &owner);
            None
        }
        (DeValue::String(_), Some(_)) => match (reader.value(&ALONG, raw)?, values.optional_number("spacing")?) {
            (Value::Axis(axis), spacing) => Some(axis.map(|e| e * spacing)),
            _ => None,
        },
        (_, Some(spacing)) => {
            let error = spacing.error("conflicting-keys", "`spacing` goes with an axis in `along`");
            reader.out.push(error.help("the three lengths of `along` are the step itself"));
            None
        }
        (_, None) => match reader.value(&STEP, raw)? {
            Value::Vector(step) => Some(step),
            _ => None,
        },
    }
}

/// The direction across an axis in which `radius` is measured: the next one of x, y, z after the axis' largest
/// component, made perpendicular to it.
fn away(axis: [f64; 3]) -> [f64; 3] {
    let largest = (0..3).fold(0, |best, k| if axis[k].abs() > axis[best].abs() { k } else { best });
    let next = (largest + 1) % 3;
    let mut across: [f64; 3] = std::array::from_fn(|k| f64::from(k == next) - axis[next] * axis[k]);
    let length = across.iter().map(|e| e * e).sum::<f64>().sqrt();
    across.iter_mut().for_each(|e| *e /= length);
    across
}

#[cfg(test)]
mod tests {
    use super::away;

    #[test]
    fn a_radius_is_measured_along_the_next_axis() {
        assert_eq!(away([0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]);
        assert_eq!(away([-1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
        assert_eq!(away([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        let across = away([0.6, 0.0, 0.8]);
        assert!((across[0] * 0.6 + across[2] * 0.8).abs() < 1e-15);
    }
}
