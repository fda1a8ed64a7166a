//! The scene of a model, for reports and players.
//!
//! Independent of the kinds: items that attach to bodies and have a position or an axis are found by the forms of their
//! keys, so that a new kind is shown without a change here.

use std::collections::BTreeMap;

use halfshaft::math::{Quaternion, Vec3};
use halfshaft_results::measure;
use halfshaft_results::scene::{self, Body, Pose, Scene, Source};
use halfshaft_results::summary::{Named, Parameter};

use crate::build::gears;
use crate::expression::Operand;
use crate::kinds::{BEAMS, BODIES, SOLIDS};
use crate::model::{AxisAngle, BodyRef, Item, Look, Model, Solid, Value};
use crate::units;

/// The keys of the points of an item.
const POINTS: [&str; 5] = ["position", "position_a", "position_b", "centre", "end"];

impl Model {
    /// The parts of the model at the design position, its plots and the sources of its expectations.
    pub fn scene(&self) -> Scene {
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
        Scene {
            title: if self.title.is_empty() { self.source.name.clone() } else { self.title.clone() },
            model: self.source.name.clone(),
            halfshaft: env!("CARGO_PKG_VERSION").into(),
            gravity: self.gravity,
            parameters: Named(self.parameters.iter().map(parameter).collect()),
            bodies,
            items: others.filter_map(|item| self.attached(item, &place)).collect(),
            frames: self.frames.iter().map(frame).collect(),
            train: self.train(),
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
        for (key, value) in item.values.given() {
            match value {
                Value::Between(pair) => on.extend(pair),
                Value::Frame(body) => on.push(*body),
                Value::Axis(direction) => {
                    axis = axis.or(Some(*direction));
                    numbers.insert(key.name.into(), direction.to_vec());
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
                        words.insert(key.name.into(), choices.join(" "));
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
            teeth: gears::teeth(item),
        })
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
    let look =
        item.look.as_ref().map(|Look { outline, axis }| scene::Solid::Turned { outline: outline.clone(), axis: *axis });
    let shape = item.shape.as_ref().map(|shape| match shape.solid {
        Solid::Tube { inner_radius, outer_radius, length, axis } => {
            scene::Solid::Tube { inner_radius, outer_radius, length, axis }
        }
        Solid::Sphere { radius } => scene::Solid::Sphere { radius },
        Solid::Box { size } => scene::Solid::Box { size },
    });
    let pose = pose(item.vector("position"), item.optional_rotation("orientation"));
    Body { name: item.name.clone(), pose, mass: item.number("mass"), shape: look.or(shape) }
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
