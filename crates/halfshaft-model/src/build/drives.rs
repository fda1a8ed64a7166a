//! `[[drive]]`.

use halfshaft::elements::Drive;
use halfshaft::elements::drive::{ByAngle, ByAngularSpeed, ByDisplacement, BySpeed};

use super::Building;
use crate::model::Item;

impl Building<'_> {
    pub(super) fn drive(&mut self, item: &Item) {
        let speed = item.optional_function("speed");
        match item.type_name() {
            "rotation" => {
                let frames = self.turning(item, "axis");
                match (item.optional_function("angle"), speed) {
                    (Some(motion), _) => self.add(item, frames, |[a, b]| Drive { a, b, motion, freedom: ByAngle }),
                    (None, Some(motion)) => {
                        self.add(item, frames, |[a, b]| Drive { a, b, motion, freedom: ByAngularSpeed })
                    }
                    (None, None) => unreachable!("the reader asks for one of them"),
                }
            }
            "translation" => {
                let frames = self.along(item, "axis");
                match (item.optional_function("displacement"), speed) {
                    (Some(motion), _) => {
                        self.add(item, frames, |[a, b]| Drive { a, b, motion, freedom: ByDisplacement })
                    }
                    (None, Some(motion)) => self.add(item, frames, |[a, b]| Drive { a, b, motion, freedom: BySpeed }),
                    (None, None) => unreachable!("the reader asks for one of them"),
                }
            }
            other => unreachable!("drive {other} is in the registry, but nothing builds it"),
        }
    }
}
