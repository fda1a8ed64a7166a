//! `[[drive]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::{PositionDrive, SpeedDrive};
use halfshaft::system::{AddTo, Frame};

use super::Building;
use crate::diagnostic::Collector;
use crate::model::{Item, Model, Prescribed};

const ANGLE: &str = "angle";
const DISPLACEMENT: &str = "displacement";

/// A prescribed rotation.
pub(crate) fn rotation(building: &mut Building, item: &Item) {
    let quantities = [Quantity::ANGLE, Quantity::ANGULAR_VELOCITY];
    let frames = building.turning(item, "axis");
    moved::<true>(building, item, frames, ANGLE, quantities);
}

/// A prescribed translation.
pub(crate) fn translation(building: &mut Building, item: &Item) {
    let quantities = [Quantity::LENGTH, Quantity::VELOCITY];
    let frames = building.along(item, "axis");
    moved::<false>(building, item, frames, DISPLACEMENT, quantities);
}

fn moved<const TURNING: bool>(
    building: &mut Building,
    item: &Item,
    [a, b]: [Frame; 2],
    position: &str,
    of: [Quantity; 2],
) where
    PositionDrive<TURNING>: AddTo,
    SpeedDrive<TURNING>: AddTo,
{
    let (motion, lag) = match item.optional_input(position) {
        Some(Prescribed::Time(motion)) => {
            return PositionDrive::<TURNING> { a, b, motion }.add_to(&mut building.builder, &item.name);
        }
        Some(signal) => (building.prescribed(item, position, signal, of[0]), item.optional_number("lag")),
        // The reader asks for one of them.
        None => (building.input(item, "speed", of[1]), None),
    };
    SpeedDrive::<TURNING> { a, b, motion, lag }.add_to(&mut building.builder, &item.name);
}

/// Checks what a rotation is prescribed by.
pub(crate) fn check_rotation(_: &Model, item: &Item, out: &mut Collector) {
    check(item, ANGLE, out);
}

/// Checks what a translation is prescribed by.
pub(crate) fn check_translation(_: &Model, item: &Item, out: &mut Collector) {
    check(item, DISPLACEMENT, out);
}

fn check(item: &Item, position: &str, out: &mut Collector) {
    let given = [position, "speed"].map(|key| item.get(key).is_some());
    if given == [true, true] {
        let message = format!("drive \"{}\" cannot prescribe both `{position}` and `speed`", item.name);
        out.push(item.error("conflicting-keys", message).help("keep one of them"));
    }
    let signal = item.optional_input(position).is_some_and(|by| !matches!(by, Prescribed::Time(_)));
    if signal != item.get("lag").is_some() {
        let message = match signal {
            true => format!("drive \"{}\" needs `lag` to follow a signal", item.name),
            false => format!("drive \"{}\" has a `lag`, but no signal to follow", item.name),
        };
        let help = "only a position that is a signal is followed with a lag";
        out.push(item.error(if signal { "missing-key" } else { "conflicting-keys" }, message).help(help));
    }
    if given == [false, false] {
        let message = format!("drive \"{}\" needs `{position}` or `speed`", item.name);
        out.push(item.error("missing-key", message));
    }
}
