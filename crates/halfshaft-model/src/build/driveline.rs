//! `[[inertia]]` and `[[driveline]]`: shafts, and what connects them.

use std::f64::consts::PI;

use halfshaft::elements::torsional::clutch::{Capacity, Lag, Slip};
use halfshaft::elements::torsional::torque::Harmonic;
use halfshaft::elements::{Clutch, Freewheel, Inertia, LinearLaw, Mesh, Shaft, Stage, Torque};
use halfshaft::laws::Function;
use halfshaft::laws::function::Table;
use halfshaft::system::{AddTo, ScalarId, ScalarKind, ScalarNode};

use super::Building;
use crate::model::{Item, ShaftRef, Value, Values};

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
                let harmonics = item.optional_list("harmonics").unwrap_or_default();
                let harmonics = harmonics.iter().map(|value| harmonic(value.as_group())).collect();
                let (on, angle) = (self.shaft(item.shaft("on")), self.angle(item.shaft("on")));
                let torque = Torque { on, torque: item.function("torque"), harmonics, angle };
                torque.add_to(&mut self.builder, &item.name);
            }
            "clutch" => self.clutch(item),
            "freewheel" => {
                let (angle, slip) = self.apart(item);
                let start = Freewheel::mode_at(slip);
                Freewheel { between: self.shafts(item), angle, start }.add_to(&mut self.builder, &item.name);
            }
            other => unreachable!("driveline {other} is in the registry, but nothing builds it"),
        }
    }

    fn clutch(&mut self, item: &Item) {
        let prescribed = clutch_torque(item);
        let (angle, slip) = self.apart(item);
        let start = Clutch::mode_at(slip, prescribed.value(0.0));
        let capacity = match item.optional_number("lag") {
            None => Capacity::Prescribed(prescribed),
            Some(lag) => {
                let name = format!("{} actuator", item.name);
                Capacity::Actuated(Lag::following(&mut self.builder, &name, prescribed, lag))
            }
        };
        let friction = Slip {
            static_ratio: item.number("static_ratio"),
            stribeck_speed: item.optional_number("stribeck_speed"),
            slope: item.number("slope"),
            // The reader has seen that x increases.
            table: item.optional_curve("friction").and_then(|points| Table::new(&points, false).ok()),
        };
        Clutch { between: self.shafts(item), capacity, friction, angle, start }.add_to(&mut self.builder, &item.name);
    }

    /// Angle and speed of A less those of B at the start.
    fn apart(&self, item: &Item) -> (f64, f64) {
        let [a, b] = item.shafts("between");
        (self.angle(a) - self.angle(b), self.speed(a) - self.speed(b))
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
        self.at_start(shaft, "angle")
    }

    /// The speed of a shaft at the start.
    fn speed(&self, shaft: ShaftRef) -> f64 {
        self.at_start(shaft, "speed")
    }

    fn at_start(&self, shaft: ShaftRef, key: &str) -> f64 {
        match shaft {
            ShaftRef::Ground => 0.0,
            ShaftRef::Shaft(place) => self.model.items[place].number(key),
        }
    }
}

fn harmonic(values: &Values) -> Harmonic {
    let [order, amplitude, phase] = ["order", "amplitude", "phase"].map(|key| values.number(key));
    Harmonic { order, amplitude, phase }
}

/// The sliding torque of a clutch: as given, or n μ p (2π/3)(r_o³ − r_i³), the pressure being even over the lining.
fn clutch_torque(item: &Item) -> Function {
    if let Some(torque) = item.optional_function("torque") {
        return torque;
    }
    let radii: Vec<f64> = item.list("radii").iter().map(Value::as_number).collect();
    let lining = 2.0 * PI / 3.0 * (radii[1].powi(3) - radii[0].powi(3));
    let torque = item.count("surfaces") as f64 * item.number("coefficient") * lining;
    Function::Product(vec![item.function("pressure"), Function::Constant(torque)])
}
