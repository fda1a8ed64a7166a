//! `[[joint]]`.

use std::f64::consts::TAU;

use halfshaft::elements::{
    Cylindrical, Distance, Hinge, Inline, Planar, Prismatic, RigidJoint, Screw, Spherical, Universal,
};
use halfshaft::math::Vec3;

use super::Building;
use crate::model::Item;

impl Building<'_> {
    pub(super) fn joint(&mut self, item: &Item) {
        match item.type_name() {
            "hinge" => self.add(item, self.along(item, "axis"), |[a, b]| Hinge { a, b }),
            "prismatic" => self.add(item, self.along(item, "axis"), |[a, b]| Prismatic { a, b }),
            "cylindrical" => self.add(item, self.along(item, "axis"), |[a, b]| Cylindrical { a, b }),
            "screw" => self.add(item, self.along(item, "axis"), |[a, b]| {
                let right = item.number("lead") / TAU;
                Screw { a, b, rise: if item.choice("hand") == "left" { -right } else { right } }
            }),
            "spherical" => self.add(item, self.parallel(item), |[a, b]| Spherical { a, b }),
            "universal" => {
                let [a, b] = item.between("between");
                let axes = Universal::axes(Vec3(item.axis("axis_a")), Vec3(item.axis("axis_b")));
                let x = Vec3(item.vector("position"));
                self.add(item, [self.frame(a, x, axes[0]), self.frame(b, x, axes[1])], |[a, b]| Universal { a, b })
            }
            "planar" => self.add(item, self.along(item, "normal"), |[a, b]| Planar { a, b }),
            "inline" => self.add(item, self.along(item, "axis"), |[a, b]| Inline { a, b }),
            "distance" => {
                let (frames, design) = self.ends(item);
                let length = item.optional_number("length").unwrap_or(design);
                self.add(item, frames, |[a, b]| Distance { a, b, length })
            }
            "rigid" => self.add(item, self.parallel(item), |[a, b]| RigidJoint { a, b }),
            other => unreachable!("joint {other} is in the registry, but nothing builds it"),
        }
    }
}
