//! `[[sensor]]` and `[[channel]]`.

use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::instrument::{Derived, Force, Relative};
use halfshaft::system::{Frame, Instrument};

use super::{Building, rotation};
use crate::diagnostic::Collector;
use crate::model::{BodyRef, Channel, Item, Model};

/// A point on a body.
pub(crate) fn point(building: &Building, item: &Item) -> Instrument {
    Instrument::Point(building.frame(item.frame("on"), Vec3(item.vector("position")), Mat3::identity()))
}

/// One point seen from another.
pub(crate) fn relative(building: &Building, item: &Item) -> Instrument {
    let (between, _) = building.ends(item);
    Instrument::Relative(Relative { between, seen_from: seen_from(building, item) })
}

/// What an item exerts on a body.
pub(crate) fn force(building: &Building, item: &Item) -> Instrument {
    let of = &building.model.items[item.item("of")].name;
    Instrument::Force(Force::new(of, building.on(item), seen_from(building, item)))
}

fn seen_from(building: &Building, item: &Item) -> Frame {
    let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
    let body = item.frame("seen_from");
    building.frame(body, building.model.origin(body), axes)
}

/// A channel that a formula makes of others.
pub(super) fn channel(building: &mut Building, channel: &Channel) {
    let Channel { name, formula, inputs, quantity } = channel;
    let derived = Derived::new(formula.clone(), inputs.clone(), *quantity);
    building.builder.instrument(name, Instrument::Derived(derived));
}

/// Checks that what is measured acts on the body that it is measured on.
pub(crate) fn check_force(model: &Model, item: &Item, out: &mut Collector) {
    check_acting(model, item, item.frame("on"), out);
}

/// Checks that the item `of` acts on a body.
pub(super) fn check_acting(model: &Model, item: &Item, body: BodyRef, out: &mut Collector) {
    let acting = &model.items[item.item("of")];
    if !acting.touches(body) {
        let message = format!("\"{}\" does not act on what \"{}\" is on", acting.name, item.name);
        out.push(item.error("not-acting", message).help("name one of the bodies that it connects"));
    }
}
