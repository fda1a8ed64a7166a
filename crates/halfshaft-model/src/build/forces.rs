//! `[[force]]`.

use halfshaft::elements::load::Axes;
use halfshaft::elements::{Bushing, LinearLaw, Load, RotationalSpring, Spring, Torque};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::AddTo;

use super::{Building, rotation};
use crate::model::Item;

impl Building<'_> {
    pub(super) fn force(&mut self, item: &Item) {
        match item.type_name() {
            "spring" => {
                let (frames, design) = self.ends(item);
                let free_length = item.optional_number("free_length").unwrap_or(design);
                self.add(item, frames, |[a, b]| Spring { a, b, free_length, law: law(item) })
            }
            "rotational_spring" => {
                let free_angle = item.number("free_angle");
                self.add(item, self.turning(item, "axis"), |[a, b]| RotationalSpring {
                    a,
                    b,
                    free_angle,
                    law: law(item),
                })
            }
            "bushing" => {
                let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
                let frames = self.frames(item, axes);
                let linear = laws(item, "stiffness", "damping");
                let rotational = laws(item, "rotational_stiffness", "rotational_damping");
                self.add(item, frames, |[a, b]| Bushing { a, b, linear, rotational })
            }
            "torque" => {
                let torque = item.function("torque");
                self.add(item, self.turning(item, "axis"), |[a, b]| Torque { a, b, torque })
            }
            "load" => {
                let body = item.frame("on");
                let point = item.optional_vector("position").map_or_else(|| self.model.origin(body), Vec3);
                let frame = self.frame(body, point, Mat3::identity());
                let axes = if item.choice("in") == "body" { Axes::Body } else { Axes::Model };
                let (force, torque) = (Vec3(item.vector("force")), Vec3(item.vector("torque")));
                Load { frame, force, torque, axes, factor: item.function("factor") }
                    .add_to(&mut self.builder, &item.name);
            }
            other => unreachable!("force {other} is in the registry, but nothing builds it"),
        }
    }
}

fn law(item: &Item) -> LinearLaw {
    LinearLaw { stiffness: item.number("stiffness"), damping: item.number("damping") }
}

/// The laws along or about three axes.
fn laws(item: &Item, stiffness: &str, damping: &str) -> [LinearLaw; 3] {
    let (stiffness, damping) = (item.vector(stiffness), item.vector(damping));
    std::array::from_fn(|i| LinearLaw { stiffness: stiffness[i], damping: damping[i] })
}
