//! `[[sensor]]`.

use halfshaft::elements::PointSensor;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::AddTo;

use super::Building;
use crate::model::Item;

impl Building<'_> {
    pub(super) fn sensor(&mut self, item: &Item) {
        match item.type_name() {
            "point" => {
                let frame = self.frame(item.frame("on"), Vec3(item.vector("position")), Mat3::identity());
                PointSensor { frame }.add_to(&mut self.builder, &item.name);
            }
            other => unreachable!("sensor {other} is in the registry, but nothing builds it"),
        }
    }
}
