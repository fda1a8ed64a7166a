//! Items and frames: the values of their keys, transformed to the model frame.
//!
//! Bodies come first, because values in the axes of a body need its pose; then frames, because joints may take their
//! position and axis from them, with the beams between them, whose nodes are bodies; then all others. Solids stand on nothing, and their
//! attachments are bodies.

mod alignment;
mod beams;
mod solids;

use halfshaft::describe::{Form, Key, Kind};
use halfshaft::elements::signals::formula;
use toml::de::{DeTable, DeValue};

use crate::condition::WHEN;
use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::{Attachment, Wanted};
use crate::document::Raw;
use crate::draft::Draft;
use crate::forms::{Around, Owner, Reader};
use crate::kinds::{BEAMS, BODIES, GEARS, INPUTS, SHAFTS, SOLIDS, SUPERELEMENTS, TYRES, are_signals};
use crate::look::read_look;
use crate::model::{BodyRef, ContactCache, Frame, Item, Shape, Value, Values};
use crate::motion::{RigidTransform, TransformRule, transform_rule};
use crate::scopes::Scopes;
use crate::sections::{FRAME, IN, PORT};
use crate::shapes::{MassProperties, read_shapes};
use crate::signals;
use crate::tables::{common_keys, has_common_in};
use crate::units;

/// All readable items and frames.
pub(crate) fn read_all(scopes: &Scopes, out: &mut Collector) -> (Vec<Item>, Vec<Frame>) {
    let mut reading = Reading {
        scopes,
        poses: vec![RigidTransform::NONE; scopes.drafts.len()],
        frames: vec![None; scopes.frames.len()],
    };
    let mut items: Vec<Option<Item>> = vec![None; scopes.drafts.len()];
    let is_body = |draft: &Draft| draft.section == BODIES && draft.part.is_none();
    for (place, draft) in scopes.drafts.iter().enumerate().filter(|(_, draft)| is_body(draft)) {
        items[place] = reading.body(draft, out);
        reading.poses[place] = items[place].as_ref().map_or(RigidTransform::NONE, |item| pose(&item.values));
    }
    reading.solids(&mut items, out);
    reading.frames_and_beams(&mut items, out);
    let is_element = |draft: &Draft| {
        !is_body(draft) && ![BEAMS, SOLIDS, SUPERELEMENTS].contains(&draft.section) && draft.part.is_none()
    };
    for (place, draft) in scopes.drafts.iter().enumerate().filter(|(_, draft)| is_element(draft)) {
        items[place] = reading.element(draft, out);
        if let (Some(item), Some(dimension)) = (&mut items[place], scopes.directory.dimension(place).ok()) {
            item.quantity = Some(units::quantity(dimension));
        }
    }
    check_ports(scopes, out);
    (items.into_iter().flatten().collect(), reading.frames.into_iter().flatten().map(|(frame, _)| frame).collect())
}

/// The keys of a body that a mass point cannot have.
const TURNING: [&str; 4] = ["inertia", "orientation", "angular_velocity", "start"];

struct Reading<'a> {
    scopes: &'a Scopes<'a>,
    /// The pose of each body.
    poses: Vec<RigidTransform>,
    frames: Vec<Option<(Frame, RigidTransform)>>,
}

impl<'a> Reading<'a> {
    fn reader<'r>(&self, draft: &Draft<'r>, out: &'r mut Collector) -> Reader<'r>
    where
        'a: 'r,
    {
        reader(self.scopes, draft, out)
    }

    fn body(&self, draft: &Draft<'a>, out: &mut Collector) -> Option<Item> {
        let kind = draft.kind.filter(|_| !out.is_full())?;
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let given = |key: &str| draft.table.get(key).map(|node| Raw::new(node, draft.source));
        let mut shapes = match given("shape") {
            Some(raw) => {
                if let Some(inertia) = given("inertia") {
                    let error = inertia.error("conflicting-keys", "`inertia` cannot be combined with `shape`");
                    reader.out.push(error.help("the inertia follows from the shape: keep one of them"));
                }
                read_shapes(&mut reader, raw, given("mass").is_some(), &scope.materials).unwrap_or_default()
            }
            None => vec![],
        };
        let look = given("look").and_then(|raw| read_look(&mut reader, raw));
        let rotates = kind.keys.iter().find(|key| key.name == "rotates").zip(given("rotates"));
        let point = rotates.is_some_and(|(key, raw)| reader.value(key, raw) == Some(Value::Switch(false)));
        let filled: &[&str] = match (given("shape").is_some(), point) {
            (true, _) => &["mass", "inertia"],
            (false, true) => &["inertia"],
            (false, false) => &[],
        };
        let mut values = self.values(&mut reader, kind, draft, filled);
        fill_from(&mut shapes, &mut values);
        if point {
            for (key, raw) in TURNING.iter().filter_map(|key| Some((key, given(key)?))) {
                let error = raw.error("conflicting-keys", format!("`{key}` cannot be combined with `rotates = false`"));
                reader.out.push(error.help("a mass point has only a position and a velocity: remove it"));
            }
            values.set("inertia", Value::Inertia([0.0; 6]));
        }
        let placed = scope.placement.after(draft.copied.motion);
        values.iter_mut().for_each(|(key, value)| placed.carry(key, value));
        Some(Item { shapes, look, ..item(draft, kind, values) })
    }

    fn element(&self, draft: &Draft<'a>, out: &mut Collector) -> Option<Item> {
        let kind = draft.kind.filter(|_| !out.is_full())?;
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let attached = attachments(&mut reader, kind.keys, draft);
        let frames: Vec<Option<RigidTransform>> =
            attached.iter().map(|attached| self.frames[attached.frame?].as_ref().map(|(_, at)| *at)).collect();
        // A node of a beam gives its position only.
        let nodes: Vec<Option<RigidTransform>> = attached.iter().map(|attached| self.node_of(attached)).collect();
        let first_node = nodes.iter().find_map(|node| *node);
        // The reference frame of a sensor only gives the axes.
        let seen_from = kind.keys.iter().any(|key| key.name == "seen_from");
        let (ends, last) = match frames.split_last() {
            Some((last, ends)) if seen_from && draft.table.contains_key("seen_from") => (ends, *last),
            _ => (&frames[..], None),
        };
        let first = ends.iter().find_map(|frame| *frame);
        // An invalid frame has been reported; its missing axis is not a second error.
        let on_frame = attached.iter().any(|attached| attached.frame.is_some());
        let filled: &[&str] = if on_frame { &["axis", "normal"] } else { &[] };
        let mut values = self.values(&mut reader, kind, draft, filled);
        if are_signals(draft.section) {
            signals::check_units(&mut reader, draft, &values);
        }

        let in_body = has_common_in(kind.keys) && in_body(&mut reader, draft.table, draft);
        // A kind with its own key `in` keeps its directions in the axes of the body.
        let own = kind.keys.iter().any(|key| key.name == "in") && values.optional_choice("in") == Some("body");
        for (key, value) in values.iter_mut() {
            let on = attached.get(usize::from(key.name.ends_with("_b"))).filter(|_| in_body);
            let base = on.map_or(scope.placement, |on| self.pose_of(on.body));
            if !(own && transform_rule(key) == TransformRule::Direction) {
                base.after(draft.copied.motion).carry(key, value);
            }
        }
        let from = |key: &Key| {
            let frame = match key.name {
                "position_a" => ends.first().copied().flatten(),
                "position_b" => ends.get(1).copied().flatten(),
                "orientation" if seen_from => last,
                "position" | "axis" | "normal" | "orientation" => first,
                _ => None,
            };
            let node = match key.name {
                "position_a" => nodes.first().copied().flatten(),
                "position_b" => nodes.get(1).copied().flatten(),
                "position" => first_node,
                _ => None,
            };
            let frame = frame.or(node)?;
            match transform_rule(key) {
                TransformRule::Point => Some(Value::Vector(frame.position())),
                TransformRule::Direction => Some(Value::Axis(frame.direction([0.0, 0.0, 1.0]))),
                TransformRule::Orientation => frame.orientation().map(Value::Rotation),
                TransformRule::Not => None,
            }
        };
        for (key, value) in values.iter_mut().filter(|(key, _)| !draft.table.contains_key(key.name)) {
            *value = from(key).or(value.take());
        }
        let tyre = match draft.section == TYRES && draft.table.contains_key("file") {
            true => Some(self.scopes.files.tyre_file(scope.source, &values.optional_text("file")?)?),
            false => None,
        };
        let mesh_stiffness = match draft.section == GEARS && draft.table.contains_key("stiffness_file") {
            true => {
                let name = values.optional_text("stiffness_file")?;
                Some(self.scopes.files.mesh_stiffness(scope.source, &name)?)
            }
            false => None,
        };
        let law = match kind.is(&formula::PROGRAM) {
            true => Some(signals::program_law(&mut reader, draft, &values, |name| self.scopes.files.function(name))?),
            false => None,
        };
        Some(Item { tyre, mesh_stiffness, law, ..item(draft, kind, values) })
    }

    fn frame(&self, draft: &Draft<'a>, out: &mut Collector) -> Option<(Frame, RigidTransform)> {
        if out.is_full() {
            return None;
        }
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let what = called("frame", draft, &scope.path);
        let owner = Owner { what, source: draft.source, span: draft.span.clone() };
        let around = Around { also: &["name", "repeat", WHEN, "in"], ..Around::default() };
        let mut values = reader.keys(FRAME, draft.table, &around, &owner);
        let in_body = in_body(&mut reader, draft.table, draft);
        let body = values.optional_frame("on")?;
        let base = if in_body { self.pose_of(body) } else { scope.placement };
        let placed = base.after(draft.copied.motion);
        values.iter_mut().for_each(|(key, value)| placed.carry(key, value));
        let at = pose(&values);
        let (name, position, orientation) = (draft.name.clone()?, at.position(), at.orientation());
        Some((Frame { name, body, position, orientation }, at))
    }

    fn values(&self, reader: &mut Reader, kind: &'static Kind, draft: &Draft, filled: &[&str]) -> Values {
        let word = kind.type_name.unwrap_or(draft.section);
        let what = called(word, draft, &self.scopes.list[draft.scope].path);
        let owner = Owner { what, source: draft.source, span: draft.span.clone() };
        let around = Around { also: &common_keys(kind), filled, ..Around::default() };
        reader.keys(kind.keys, draft.table, &around, &owner)
    }

    /// The pose of the node of a beam that something attaches to without a frame.
    fn node_of(&self, attached: &Attachment) -> Option<RigidTransform> {
        let BodyRef::Body(place) = attached.body else { return None };
        let is_node = attached.frame.is_none() && self.scopes.drafts[place].part.is_some();
        is_node.then(|| self.poses[place])
    }

    fn pose_of(&self, body: BodyRef) -> RigidTransform {
        match body {
            BodyRef::Ground => RigidTransform::NONE,
            BodyRef::Body(place) => self.poses[place],
        }
    }
}

fn reader<'r>(scopes: &'r Scopes<'r>, draft: &Draft<'r>, out: &'r mut Collector) -> Reader<'r> {
    let scope = &scopes.list[draft.scope];
    let environment = scope.parameters.environment(draft.copied.index);
    Reader { environment, directory: &scopes.directory, path: &scope.path, own: None, out }
}

/// The name of an item in messages.
fn called(word: &str, draft: &Draft, path: &str) -> String {
    draft.name.as_ref().map_or(format!("this {word}"), |name| format!("{word} \"{}\"", &name[path.len()..]))
}

fn item(draft: &Draft, kind: &'static Kind, values: Values) -> Item {
    let name = draft.name.clone().unwrap_or_default();
    Item {
        kind,
        name,
        source: draft.source.clone(),
        span: draft.name_span.clone(),
        written: written(kind, draft.table),
        values,
        shapes: vec![],
        look: None,
        quantity: None,
        units: match kind.section {
            SHAFTS => units_given(draft.table),
            INPUTS => unit_of_input(draft.table),
            _ => vec![],
        },
        beam: None,
        solid: None,
        tyre: None,
        mesh_stiffness: None,
        law: None,
        contact: ContactCache::default(),
    }
}

/// The values of keys as the file gives them; the entries of a list are separated by commas; tables are omitted.
fn written(kind: &'static Kind, table: &DeTable) -> Vec<(&'static str, String)> {
    fn text(value: &DeValue) -> Option<String> {
        match value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_owned()),
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(on) => Some(on.to_string()),
            DeValue::Array(list) => {
                list.iter().map(|entry| text(entry.get_ref())).collect::<Option<Vec<_>>>().map(|list| list.join(", "))
            }
            DeValue::Datetime(_) | DeValue::Table(_) => None,
        }
    }
    let given = |key: &Key| Some((key.name, text(table.get(key.name)?.get_ref())?));
    kind.keys.iter().filter_map(given).collect()
}

/// The units of the initial values of a shaft, for messages; empty for plain numbers and expressions.
fn units_given(table: &DeTable) -> Vec<(&'static str, String)> {
    let unit = |key: &'static str| {
        let text = table.get(key)?.get_ref().as_str()?;
        let (_, unit) = units::split(text).ok()?;
        (!unit.is_empty()).then(|| (key, unit.to_string()))
    };
    ["angle", "speed"].into_iter().filter_map(unit).collect()
}

/// The unit of an input, for what is set.
fn unit_of_input(table: &DeTable) -> Vec<(&'static str, String)> {
    let unit = table.get("unit").and_then(|node| node.get_ref().as_str());
    unit.map(|unit| ("unit", unit.to_owned())).into_iter().collect()
}

/// The pose given by a position and an optional orientation.
fn pose(values: &Values) -> RigidTransform {
    RigidTransform::to(values.optional_vector("position").unwrap_or_default(), values.optional_rotation("orientation"))
}

/// Mass, inertia and centre of mass of a body from its shapes; a given mass is kept. The position of the body becomes that of
/// its centre of mass, from which the shapes are placed then.
fn fill_from(shapes: &mut [Shape], values: &mut Values) {
    let Some(found) = MassProperties::of(shapes, values.optional_number("mass")) else { return };
    values.set("mass", Value::Number(found.mass));
    values.set("inertia", Value::Inertia(found.inertia));
    if found.centre != [0.0; 3] {
        let centre = pose(values).point(found.centre);
        values.set("position", Value::Vector(centre));
        shapes.iter_mut().for_each(|shape| (0..3).for_each(|i| shape.position[i] -= found.centre[i]));
    }
}

/// Returns whether an item gives its position and axes in the axes of its body, of A if there are two.
fn in_body(reader: &mut Reader, table: &DeTable, draft: &Draft) -> bool {
    let Some(node) = table.get("in") else { return false };
    reader.value(&IN, Raw::new(node, draft.source)) == Some(Value::Choice("body"))
}

/// The bodies of an item, without diagnostics, which come with its values.
fn attachments(reader: &mut Reader, keys: &[Key], draft: &Draft) -> Vec<Attachment> {
    let mut quiet = Collector::default();
    let mut found = Vec::new();
    for key in keys.iter().filter(|key| matches!(key.form, Form::Between | Form::Frame)) {
        let Some(node) = draft.table.get(key.name) else { continue };
        let texts: Vec<Raw> = match node.get_ref() {
            DeValue::Array(list) => list.iter().map(|node| Raw::new(node, draft.source)).collect(),
            _ => vec![Raw::new(node, draft.source)],
        };
        for raw in texts {
            let name = raw.value().as_str().and_then(|text| reader.environment.fill(text, raw, &mut quiet));
            found.extend(name.and_then(|name| reader.directory.attach(reader.path, &name).ok()));
        }
    }
    found
}

/// Checks the ports: what they provide, and the bindings of those that require something.
fn check_ports(scopes: &Scopes, out: &mut Collector) {
    for draft in &scopes.ports {
        let scope = &scopes.list[draft.scope];
        let mut reader = reader(scopes, draft, out);
        let owner = Owner { what: called("port", draft, &scope.path), source: draft.source, span: draft.span.clone() };
        let around = Around { also: &["name", "repeat", WHEN], ..Around::default() };
        reader.keys(PORT, draft.table, &around, &owner);
        if ["provides", "requires"].map(|key| draft.table.contains_key(key)) == [true, true] {
            let message = format!("{} cannot both provide and require", owner.what);
            let error = Diagnostic::new("conflicting-keys", draft.source, draft.span.clone(), message);
            reader.out.push(error.help("keep one of `provides`, `requires`"));
        }
        if ["provides", "requires"].map(|key| draft.table.contains_key(key)) == [false, false] {
            let message = format!("{} needs one of provides, requires", owner.what);
            reader.out.push(Diagnostic::new("missing-key", draft.source, draft.span.clone(), message));
        }
    }
    for (link, raw) in &scopes.bindings {
        if let Err(miss) = scopes.directory.part(&link.path, &link.name)
            && let Some(complaint) = scopes.directory.complaint(miss, Wanted::Part, &link.path, &link.name, *raw)
        {
            out.push(complaint);
        }
    }
}
