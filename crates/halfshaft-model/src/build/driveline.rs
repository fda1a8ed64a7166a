//! `[[inertia]]` and `[[driveline]]`: shafts, and what connects them.

use halfshaft::elements::torsional::Torque;
use halfshaft::elements::{Inertia, LinearLaw, Mesh, Shaft, Stage};
use halfshaft::system::{AddTo, ScalarId, ScalarKind, ScalarNode};

use super::Building;
use crate::model::{Item, ShaftRef};

impl Building<'_> {
    /// The shaft of an inertia. Its angle is compared with a radian.
    pub(super) fn inertia(&mut self, item: &Item) -> ScalarId {
        let shaft = self.builder.scalar_node(ScalarNode {
            name: item.name.clone(),
            kind: ScalarKind::Motion,
            position: item.number("angle"),
            velocity: item.number("speed"),
            scale: 1.0,
        });
        Inertia { shaft, inertia: item.number("inertia") }.add_to(&mut self.builder, &item.name);
        shaft
    }

    pub(super) fn driveline(&mut self, item: &Item) {
        match item.type_name() {
            "shaft" => {
                let law = LinearLaw { stiffness: item.number("stiffness"), damping: item.number("damping") };
                Shaft { between: self.shafts(item), law }.add_to(&mut self.builder, &item.name);
            }
            "damper" => {
                let law = LinearLaw { stiffness: 0.0, damping: item.number("damping") };
                Shaft { between: self.shafts(item), law }.add_to(&mut self.builder, &item.name);
            }
            "stage" => {
                let (between, carrier, ratio) = (self.shafts(item), item.shaft("carrier"), item.number("ratio"));
                let offset = self.meshed(item, ratio);
                Stage { between, carrier: self.shaft(carrier), ratio, offset }.add_to(&mut self.builder, &item.name);
            }
            "mesh" => {
                let (between, carrier) = (self.shafts(item), self.shaft(item.shaft("carrier")));
                let (ratio, radius, lash) = (item.number("ratio"), item.number("radius"), item.number("lash"));
                let law = LinearLaw { stiffness: item.number("stiffness"), damping: item.number("damping") };
                let two_sided = item.choice("flanks") == "both";
                let start = Mesh::mode_at(radius * self.meshed(item, ratio), lash, two_sided);
                let mesh = Mesh { between, carrier, ratio, radius, law, lash, two_sided, start };
                mesh.add_to(&mut self.builder, &item.name);
            }
            "torque" => {
                let (on, torque) = (self.shaft(item.shaft("on")), item.number("torque"));
                Torque { on, torque }.add_to(&mut self.builder, &item.name);
            }
            other => unreachable!("driveline {other} is in the registry, but nothing builds it"),
        }
    }

    /// How far A is ahead of B, seen from the carrier, at the start.
    fn meshed(&self, item: &Item, ratio: f64) -> f64 {
        let [a, b] = item.shafts("between").map(|shaft| self.angle(shaft));
        let c = self.angle(item.shaft("carrier"));
        (a - c) - ratio * (b - c)
    }

    fn shafts(&self, item: &Item) -> [ScalarId; 2] {
        item.shafts("between").map(|shaft| self.shaft(shaft))
    }

    fn shaft(&self, shaft: ShaftRef) -> ScalarId {
        match shaft {
            ShaftRef::Ground => ScalarId::GROUND,
            ShaftRef::Shaft(place) => self.shafts[place],
        }
    }

    /// The angle of a shaft at the start.
    fn angle(&self, shaft: ShaftRef) -> f64 {
        match shaft {
            ShaftRef::Ground => 0.0,
            ShaftRef::Shaft(place) => self.model.items[place].number("angle"),
        }
    }
}
