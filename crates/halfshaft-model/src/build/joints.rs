//! `[[joint]]`.

use std::f64::consts::TAU;

use halfshaft::elements::{
    Cylindrical, Distance, Frictional, Hinge, Inline, Planar, Prismatic, RigidJoint, Screw, Spherical, Sticking,
    Surface, Universal,
};
use halfshaft::laws::Friction;
use halfshaft::math::Vec3;
use halfshaft::system::AddTo;

use super::Building;
use crate::model::{Item, Values};

impl Building<'_> {
    pub(super) fn joint(&mut self, item: &Item) {
        match item.type_name() {
            "hinge" => {
                let [a, b] = self.along(item, "axis");
                self.sticking(item, Hinge { a, b })
            }
            "prismatic" => {
                let [a, b] = self.along(item, "axis");
                self.sticking(item, Prismatic { a, b })
            }
            "cylindrical" => {
                let [a, b] = self.along(item, "axis");
                self.rubbing(item, Cylindrical { a, b })
            }
            "screw" => {
                let [a, b] = self.along(item, "axis");
                let right = item.number("lead") / TAU;
                self.rubbing(item, Screw { a, b, rise: if item.choice("hand") == "left" { -right } else { right } })
            }
            "spherical" => {
                let [a, b] = self.parallel(item);
                self.rubbing(item, Spherical { a, b })
            }
            "universal" => {
                let [a, b] = item.between("between");
                let axes = Universal::axes(Vec3(item.axis("axis_a")), Vec3(item.axis("axis_b")));
                let x = Vec3(item.vector("position"));
                self.rubbing(item, Universal { a: self.frame(a, x, axes[0]), b: self.frame(b, x, axes[1]) })
            }
            "planar" => {
                let [a, b] = self.along(item, "normal");
                self.rubbing(item, Planar { a, b })
            }
            "inline" => {
                let [a, b] = self.along(item, "axis");
                self.rubbing(item, Inline { a, b })
            }
            "distance" => {
                let (frames, design) = self.ends(item);
                let length = item.optional_number("length").unwrap_or(design);
                self.add(item, frames, |[a, b]| Distance { a, b, length })
            }
            "rigid" => self.add(item, self.parallel(item), |[a, b]| RigidJoint { a, b }),
            other => unreachable!("joint {other} is in the registry, but nothing builds it"),
        }
    }

    /// A joint that may have friction.
    fn rubbing<J: AddTo>(&mut self, item: &Item, joint: J)
    where
        Frictional<J>: AddTo,
    {
        match item.optional_group("friction") {
            None => joint.add_to(&mut self.builder, &item.name),
            Some(friction) => Frictional { joint, surface: surface(&friction), law: law(&friction) }
                .add_to(&mut self.builder, &item.name),
        }
    }

    /// A joint that may have friction, and may stick.
    fn sticking<J: AddTo>(&mut self, item: &Item, joint: J)
    where
        Frictional<J>: AddTo,
        Sticking<J>: AddTo,
    {
        match item.optional_group("friction").filter(|friction| friction.choice("law") == "stick") {
            None => self.rubbing(item, joint),
            Some(friction) => {
                let kinetic = friction.number("coefficient");
                let static_ = friction.optional_number("static_coefficient").unwrap_or(kinetic);
                Sticking { joint, surface: surface(&friction), kinetic, static_ }.add_to(&mut self.builder, &item.name);
            }
        }
    }
}

/// Where a joint rubs. Joints that do not turn have no radius, and short bearings no length.
fn surface(friction: &Values) -> Surface {
    let given = |key: &str| friction.has(key).then(|| friction.optional_number(key)).flatten();
    Surface { radius: given("radius").unwrap_or(0.0), bending: given("length").map_or(0.0, |length| 2.0 / length) }
}

/// The coefficient of friction against the speed.
pub(super) fn law(friction: &Values) -> Friction {
    let (coefficient, velocity) = (friction.number("coefficient"), friction.number("velocity"));
    match friction.optional_number("static_coefficient") {
        None => Friction::Regularised { coefficient, velocity },
        Some(static_coefficient) => Friction::Stribeck {
            static_coefficient,
            kinetic_coefficient: coefficient,
            stribeck_velocity: friction.optional_number("stribeck_velocity").unwrap_or(10.0 * velocity),
            velocity,
        },
    }
}
