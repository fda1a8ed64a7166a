//! `repeat`: one item of the file, many items of the model.
//!
//! Each copy has an index, which names and expressions may use, and a position: around an axis, along a line, or as given by
//! the item itself.

use halfshaft::describe::{Form, Key, Quantity, Range};
use toml::de::{DeTable, DeValue};

use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::model::{Value, Values};
use crate::motion::RigidTransform;
use crate::parameters::bad_name;

/// Maximum size of a model: number of items, copies and parameters of submodels.
pub(crate) const LIMIT: usize = 100_000;

const COUNT: Key = Key::optional("count", Form::Count, "number of copies; by default the number of `angles`");
const INDEX: Key = Key::with_default("index", Form::Text, "\"i\"", "name of the index, counted from 1");

/// Keys of `repeat`, except `along` and `angles`, which have special forms.
pub const REPEAT: &[Key] = &[
    COUNT,
    INDEX,
    Key::optional("around", Form::Axis, "axis of the circle of copies; the copies are rotated about it"),
    Key::with_default("at", Form::Vector(Quantity::LENGTH), "[0, 0, 0]", "a point on the axis of `around`"),
    Key::optional(
        "radius",
        Form::Number(Quantity::LENGTH),
        "offset of the item from the axis before rotation: along x for an axis z, y for x, z for y",
    )
    .within(Range::NonNegative),
    Key::optional("start", Form::Number(Quantity::ANGLE), "angle of the first copy; default 0"),
    Key::optional("spacing", Form::Number(Quantity::LENGTH), "distance between copies along the axis `along`"),
];

/// Keys of `repeat` with special forms: name, form and meaning.
pub const REPEAT_BY_HAND: &[(&str, &str, &str)] = &[
    ("angles", "array of angles", "the angle of each copy about `around`; by default equal steps of a full turn"),
    ("along", "three of length in m, or an axis", "the step from copy to copy; an axis needs `spacing`"),
];

/// Keys of `repeat` for sections without a position.
pub const COUNTED: &[Key] = &[COUNT, INDEX];

/// One copy of a repeated item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied<'a> {
    /// The name and the value of its index.
    pub(crate) index: Option<(&'a str, f64)>,
    /// The motion from the position of the item to that of the copy.
    pub(crate) motion: RigidTransform,
}

impl Copied<'_> {
    /// An item that is not repeated.
    pub(crate) const ONE: Copied<'static> = Copied { index: None, motion: RigidTransform::NONE };
}

/// The copies of the item in `table`, at most `room`; `None` if `repeat` is invalid.
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
) -> Option<Box<dyn Iterator<Item = RigidTransform>>> {
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let angles = match at("angles").filter(|_| keys.len() > COUNTED.len()) {
        Some(raw) => Some(angles(reader, raw)?),
        None => None,
    };
    let count = match (values.optional_count("count"), &angles) {
        (Some(count), None) => usize::try_from(count).unwrap_or(usize::MAX),
        (None, Some(angles)) => angles.len(),
        (Some(_), Some(_)) => {
            let error = at("count")?.error("conflicting-keys", "`count` cannot be combined with `angles`");
            reader.out.push(error.help("there is one copy for each angle: remove `count`"));
            return None;
        }
        (None, None) => {
            // An invalid count has been reported.
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
        return Some(Box::new((0..count).map(|_| RigidTransform::NONE)));
    }
    let stray =
        |needs: &str, key: &str| at(key).map(|raw| raw.error("conflicting-keys", format!("`{key}` needs `{needs}`")));
    let needs_around = if table.contains_key("around") {
        vec![]
    } else {
        ["at", "radius", "start", "angles"].iter().filter_map(|key| stray("around", key)).collect()
    };
    let needs_along = if table.contains_key("along") { None } else { stray("along", "spacing") };
    let both = at("along").filter(|_| table.contains_key("around"));
    let both =
        both.map(|raw| raw.error("conflicting-keys", "`along` cannot be combined with `around`").help("keep one"));
    let strays: Vec<_> = needs_around.into_iter().chain(needs_along).chain(both).collect();
    if !strays.is_empty() {
        strays.into_iter().for_each(|error| reader.out.push(error));
        return None;
    }
    if let Some(raw) = at("along") {
        let step = step(reader, raw, values, at("spacing"))?;
        return Some(Box::new((0..count).map(move |k| RigidTransform::along(step.map(|s| s * k as f64)))));
    }
    if !table.contains_key("around") {
        return Some(Box::new((0..count).map(|_| RigidTransform::NONE)));
    }
    let (axis, through) = (values.optional_axis("around")?, values.optional_vector("at")?);
    // An invalid number has been reported.
    let number = |key: &str| if table.contains_key(key) { values.optional_number(key) } else { Some(0.0) };
    let (radius, start) = (number("radius")?, number("start")?);
    let out = RigidTransform::along(away(axis).map(|e| e * radius));
    Some(Box::new((0..count).map(move |k| {
        let full = 2.0 * std::f64::consts::PI;
        let angle = angles.as_ref().map_or(full * k as f64 / count as f64, |angles| angles[k]);
        RigidTransform::about(axis, through, start + angle).after(out)
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

/// The step from one copy to the next along a line.
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
            let error = spacing.error("conflicting-keys", "`spacing` applies only if `along` is an axis");
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
