//! `[[drive]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::{PositionDrive, SpeedDrive};
use halfshaft::system::{AddTo, Frame};

use super::Building;
use crate::model::{Item, Prescribed};

impl Building<'_> {
    pub(super) fn drive(&mut self, item: &Item) {
        match item.type_name() {
            "rotation" => {
                let quantities = [Quantity::ANGLE, Quantity::ANGULAR_VELOCITY];
                self.moved::<true>(item, self.turning(item, "axis"), "angle", quantities);
            }
            "translation" => {
                let quantities = [Quantity::LENGTH, Quantity::VELOCITY];
                self.moved::<false>(item, self.along(item, "axis"), "displacement", quantities);
            }
            other => unreachable!("drive {other} is in the registry, but nothing builds it"),
        }
    }

    fn moved<const TURNING: bool>(&mut self, item: &Item, [a, b]: [Frame; 2], position: &str, of: [Quantity; 2])
    where
        PositionDrive<TURNING>: AddTo,
        SpeedDrive<TURNING>: AddTo,
    {
        let (motion, lag) = match item.optional_input(position) {
            Some(Prescribed::Time(motion)) => {
                return PositionDrive::<TURNING> { a, b, motion }.add_to(&mut self.builder, &item.name);
            }
            Some(signal) => (self.prescribed(item, position, signal, of[0]), item.optional_number("lag")),
            // The reader asks for one of them.
            None => (self.input(item, "speed", of[1]), None),
        };
        SpeedDrive::<TURNING> { a, b, motion, lag }.add_to(&mut self.builder, &item.name);
    }
}
