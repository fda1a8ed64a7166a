//! The scene of a model, for reports and players.
//!
//! Independent of the kinds: items that attach to bodies and have a position or an axis are found by the forms of their
//! keys, so that a new kind is shown without a change here.

use std::collections::{BTreeMap, HashMap};

use halfshaft::describe::{Dimension, Form, Quantity};
use halfshaft::math::{Quaternion, Vec3};
use halfshaft::system::{System, Wrench, wrench};
use halfshaft_results::measure;
use halfshaft_results::scene::{self, BeamLine, Body, Pose, Scene, Source};
use halfshaft_results::summary::{Named, Parameter};

use crate::build::{gears, tyres};
use crate::expression::Operand;
use crate::kinds::{BEAMS, BODIES, SOLIDS};
use crate::model::{AxisAngle, BodyRef, Item, Look, Model, Shape, Solid, Value};
use crate::units;

/// The node that is no body.
const GROUND: &str = "ground";

/// The keys of the points of an item.
const POINTS: [&str; 5] = ["position", "position_a", "position_b", "centre", "end"];

/// A beam as one line, or the members of a frame as a line each.
fn beam_lines(item: &Item) -> Vec<BeamLine> {
    let Some(beam) = &item.beam else { return vec![] };
    let members = item.values.optional_list("members");
    let mut lines: Vec<(usize, BeamLine)> = vec![];
    for (k, piece) in beam.shape.pieces.iter().enumerate() {
        let line = if members.is_some() { piece.point } else { 0 };
        if lines.last().is_none_or(|(last, _)| *last != line) {
            let name = match &members {
                Some(_) => format!("{}: member {}", item.name, line + 1),
                None => item.name.clone(),
            };
            lines.push((line, BeamLine { name, elements: vec![] }));
        }
        if let Some((_, line)) = lines.last_mut() {
            line.elements.push((format!("{}/element {}", item.name, k + 1), piece.length));
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

impl Model {
    /// The parts of the model at the design position, its plots and the sources of its expectations.
    pub fn scene(&self, system: &System) -> Scene {
        let mut places = vec![None; self.items.len()];
        let mut bodies = Vec::new();
        for (i, item) in self.items.iter().enumerate().filter(|(_, item)| item.kind.section == BODIES) {
            places[i] = Some(bodies.len());
            bodies.push(body(item));
        }
        let place = |body: BodyRef| match body {
            BodyRef::Ground => None,
            BodyRef::Body(i) => places.get(i).copied().flatten(),
        };
        let others = self.items.iter().filter(|item| ![BODIES, BEAMS, SOLIDS].contains(&item.kind.section));
        let frame = |frame: &crate::model::Frame| scene::Frame {
            name: frame.name.clone(),
            on: place(frame.body),
            pose: pose(frame.position, frame.orientation),
        };
        let mut items: Vec<scene::Item> = others.filter_map(|item| self.attached(item, &place)).collect();
        add_wrenches(&mut items, &bodies, system);
        Scene {
            title: if self.title.is_empty() { self.source.name.clone() } else { self.title.clone() },
            model: self.source.name.clone(),
            halfshaft: env!("CARGO_PKG_VERSION").into(),
            gravity: self.gravity,
            parameters: Named(self.parameters.iter().map(parameter).collect()),
            written: Named(self.written_parameters.clone()),
            bodies,
            items,
            frames: self.frames.iter().map(frame).collect(),
            train: self.train(),
            beams: self.items.iter().flat_map(beam_lines).collect(),
            plots: self.plots.clone(),
            sources: self.expectations.iter().map(source).collect(),
            ..Scene::default()
        }
    }

    /// An item that attaches to bodies; `None` if it attaches to nothing.
    fn attached(&self, item: &Item, place: &impl Fn(BodyRef) -> Option<usize>) -> Option<scene::Item> {
        let mut on: Vec<BodyRef> = Vec::new();
        let mut vectors: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
        let mut axis = None;
        let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
        let mut units = BTreeMap::new();
        for (key, value) in item.values.given() {
            if let Some(quantity) = quantity(&key.form).filter(|quantity| quantity.dimension != Dimension::NONE) {
                units.insert(key.name.to_owned(), quantity.unit.to_owned());
            }
            match value {
                Value::Between(pair) => on.extend(pair),
                Value::Frame(body) => on.push(*body),
                Value::Axis(direction) => {
                    axis = axis.or(Some(*direction));
                    numbers.insert(key.name.into(), direction.to_vec());
                }
                // As a rotation vector.
                Value::Rotation(AxisAngle { axis, angle }) => {
                    numbers.insert(key.name.into(), axis.map(|a| a * angle).to_vec());
                    units.insert(key.name.to_owned(), "rad".to_owned());
                }
                Value::Vector(vector) if POINTS.contains(&key.name) => {
                    vectors.insert(key.name, *vector);
                }
                Value::Vector(vector) => {
                    numbers.insert(key.name.into(), vector.to_vec());
                }
                Value::Number(number) => {
                    numbers.insert(key.name.into(), vec![*number]);
                }
                Value::Count(count) => {
                    numbers.insert(key.name.into(), vec![*count as f64]);
                }
                Value::Choice(word) => {
                    words.insert(key.name.into(), (*word).to_owned());
                }
                Value::List(list) => {
                    let amounts: Option<Vec<f64>> = list.iter().map(amount).collect();
                    if let Some(amounts) = amounts {
                        numbers.insert(key.name.into(), amounts);
                    } else if let Some(choices) = list.iter().map(choice).collect::<Option<Vec<_>>>() {
                        words.insert(key.name.into(), choices.join(", "));
                    }
                }
                _ => {}
            }
        }
        if on.is_empty() {
            return None;
        }
        let point = |(i, body): (usize, &BodyRef)| {
            let keys: &[&str] = match i {
                0 => &["position_a", "position"],
                // The point of a sphere is its centre, not the point of contact.
                _ if item.has("centre") => &["centre"],
                _ => &["position_b", "end", "position"],
            };
            let given = keys.iter().find_map(|key| vectors.get(key)).copied();
            given.unwrap_or_else(|| self.origin(*body).0)
        };
        let points = on.iter().enumerate().map(point).collect();
        Some(scene::Item {
            name: item.name.clone(),
            section: item.kind.section.into(),
            kind: item.kind.type_name.unwrap_or(item.kind.section).into(),
            on: on.iter().map(|body| place(*body)).collect(),
            points,
            axis,
            numbers,
            words,
            written: item.written.iter().map(|(key, text)| ((*key).to_owned(), text.clone())).collect(),
            units,
            derived: gears::derived(self, item),
            teeth: gears::teeth(item),
            road: tyres::road(item),
            wrench: None,
        })
    }
}

/// Adds the wrenches of the elements to the items of the same names.
fn add_wrenches(items: &mut [scene::Item], bodies: &[Body], system: &System) {
    let places: HashMap<&str, Option<usize>> =
        bodies.iter().enumerate().map(|(i, body)| (body.name.as_str(), Some(i))).chain([(GROUND, None)]).collect();
    let mut by_name: HashMap<String, scene::Wrench> = HashMap::new();
    for (element, nodes, wrench) in system.wrenches() {
        let on: Option<Vec<_>> = nodes.iter().map(|node| places.get(node).copied()).collect();
        // Nodes that are no bodies, as those within a beam, have no pose that is stored.
        if let Some(on) = on {
            by_name.insert(element.to_owned(), shown(on, wrench));
        }
    }
    items.iter_mut().for_each(|item| item.wrench = by_name.remove(&item.name));
}

fn shown(on: Vec<Option<usize>>, wrench: Wrench) -> scene::Wrench {
    let component = |part: wrench::Component| scene::Component {
        channel: part.channel.into(),
        factor: part.factor,
        along: direction(part.along),
    };
    scene::Wrench {
        on,
        points: wrench.points.iter().map(|point| point.0).collect(),
        fraction: wrench.at.fraction,
        offsets: wrench.at.offsets.into_iter().map(|(length, along)| (length, direction(along))).collect(),
        force: wrench.force.into_iter().map(component).collect(),
        torque: wrench.torque.into_iter().map(component).collect(),
    }
}

fn direction(direction: wrench::Direction) -> scene::Direction {
    match direction {
        wrench::Direction::Model(vector) => scene::Direction::Model(vector.0),
        wrench::Direction::Fixed(node, vector) => scene::Direction::Fixed(node, vector.0),
        wrench::Direction::Between => scene::Direction::Between,
        wrench::Direction::Radial(axis) => scene::Direction::Radial(axis.0),
        wrench::Direction::Tangential(axis) => scene::Direction::Tangential(axis.0),
        wrench::Direction::Inclined(axes) => scene::Direction::Inclined(axes.map(|axis| axis.0)),
        wrench::Direction::Normal(axes) => scene::Direction::Normal(axes.map(|axis| axis.0)),
    }
}

/// The quantity of a key whose value is one number or several.
fn quantity(form: &Form) -> Option<Quantity> {
    match form {
        Form::Number(quantity) | Form::Vector(quantity) => Some(*quantity),
        Form::List(form) => quantity(form),
        _ => None,
    }
}

fn parameter((name, value): &(String, Operand)) -> (String, Parameter) {
    let value = match value {
        Operand::Amount(amount) => Parameter::Number { value: amount.value, unit: units::si_unit(amount.dimension) },
        Operand::Word(word) => Parameter::Word { word: word.text.to_string(), of: word.of.to_vec() },
    };
    (name.clone(), value)
}

fn amount(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    }
}

fn choice(value: &Value) -> Option<&'static str> {
    match value {
        Value::Choice(word) => Some(word),
        _ => None,
    }
}

fn body(item: &Item) -> Body {
    let (look, boxes) = match &item.look {
        Some(Look::Turned { outline, axis }) => {
            (Some(scene::Solid::Turned { outline: outline.clone(), axis: *axis }), vec![])
        }
        Some(Look::Boxes(boxes)) => {
            (None, boxes.iter().map(|(size, centre)| (scene::Solid::Box { size: *size }, *centre)).collect())
        }
        None => (None, vec![]),
    };
    let solid = |solid: &Solid| match *solid {
        Solid::Tube { inner_radius, outer_radius, length, axis } => {
            scene::Solid::Tube { inner_radius, outer_radius, length, axis }
        }
        Solid::Sphere { radius } => scene::Solid::Sphere { radius },
        Solid::Box { size } => scene::Solid::Box { size },
        Solid::Wheel { radii: [inner_radius, outer_radius], length, axis, .. } => {
            scene::Solid::Tube { inner_radius, outer_radius, length, axis }
        }
    };
    let centred = |shape: &&Shape| shape.position == [0.0; 3];
    let single = item.shapes.first().filter(|_| item.shapes.len() == 1).filter(centred);
    // What a body looks like replaces its shapes.
    let (shape, shapes) = if boxes.is_empty() {
        let shape = look.or(single.map(|shape| solid(&shape.solid)));
        let several = item.shapes.iter().filter(|_| shape.is_none());
        let shapes = several.map(|shape| (solid(&shape.solid), shape.position)).collect();
        (shape, shapes)
    } else {
        (None, boxes)
    };
    let pose = pose(item.vector("position"), item.optional_rotation("orientation"));
    Body { name: item.name.clone(), pose, mass: item.number("mass"), shape, shapes }
}

fn pose(position: [f64; 3], orientation: Option<AxisAngle>) -> Pose {
    let turned = orientation.map_or(Quaternion::IDENTITY, |r| Quaternion::exp(Vec3(r.axis) * r.angle));
    Pose { position, rotation: turned.0 }
}

fn source(expectation: &measure::Expectation) -> Source {
    let reference = match &expectation.source {
        measure::Source::Reference(text) => Some(text.clone()),
        measure::Source::Regression => None,
    };
    Source { tolerance: expectation.bound.tolerance_text(), reference }
}
