//! `[[sensor]]` and `[[channel]]`.

use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::instrument::{Derived, Force, Relative};
use halfshaft::system::{Frame, Instrument};

use super::{Building, rotation};
use crate::model::{Channel, Item};

impl Building<'_> {
    pub(super) fn sensor(&mut self, item: &Item) {
        let instrument = match item.type_name() {
            "point" => {
                let at = self.frame(item.frame("on"), Vec3(item.vector("position")), Mat3::identity());
                Instrument::Point(at)
            }
            "relative" => {
                let (between, _) = self.ends(item);
                Instrument::Relative(Relative { between, seen_from: self.seen_from(item) })
            }
            "force" => {
                let of = &self.model.items[item.item("of")].name;
                Instrument::Force(Force::new(of, self.on(item), self.seen_from(item)))
            }
            other => unreachable!("sensor {other} is in the registry, but nothing builds it"),
        };
        self.builder.instrument(&item.name, instrument);
    }

    fn seen_from(&self, item: &Item) -> Frame {
        let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
        let body = item.frame("seen_from");
        self.frame(body, self.model.origin(body), axes)
    }

    pub(super) fn channel(&mut self, channel: &Channel) {
        let Channel { name, formula, inputs, quantity } = channel;
        let derived = Derived::new(formula.clone(), inputs.clone(), *quantity);
        self.builder.instrument(name, Instrument::Derived(derived));
    }
}
