//! `[[joint]]`.

use std::f64::consts::TAU;

use halfshaft::elements::{
    ConstantVelocity, Cylindrical, Distance, EyeFriction, Frictional, FrictionalRod, Hinge, Inline, Planar, Prismatic,
    RackAndPinion, RigidJoint, Rolling, Screw, Spherical, Sticking, Surface, Universal,
};
use halfshaft::laws::Friction;
use halfshaft::math::Vec3;
use halfshaft::math::rotation::z_along;
use halfshaft::system::AddTo;

use super::Building;
use crate::model::{Item, Values};

impl Building<'_> {
    pub(super) fn joint(&mut self, item: &Item) {
        match item.type_name() {
            "hinge" => {
                let [a, b] = self.along(item, "axis");
                self.rubbing(item, Hinge { a, b })
            }
            "prismatic" => {
                let [a, b] = self.along(item, "axis");
                self.rubbing(item, Prismatic { a, b })
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
            "constant_velocity" => {
                let [a, b] = item.between("between");
                let shaft_a = item.axis("axis_a");
                let shaft_b = item.optional_axis("axis_b").unwrap_or(shaft_a);
                let axes = ConstantVelocity::axes(z_along(Vec3(shaft_a)), Vec3(shaft_b));
                let x = Vec3(item.vector("position"));
                let joint = ConstantVelocity { a: self.frame(a, x, axes[0]), b: self.frame(b, x, axes[1]) };
                self.rubbing(item, joint)
            }
            "rack_and_pinion" => {
                let [_, pinion] = item.between("between");
                let axes = RackAndPinion::axes(Vec3(item.axis("direction")), Vec3(item.axis("axis")));
                let x = item.optional_vector("position").map_or_else(|| self.model.origin(pinion), Vec3);
                let radius = item.number("radius");
                let rise = if item.choice("side") == "left" { radius } else { -radius };
                let [a, b] = item.between("between").map(|body| self.frame(body, x, axes));
                self.rubbing(item, RackAndPinion { a, b, rise, pressure_angle: item.number("pressure_angle") })
            }
            "rolling" => {
                let [a, b] = item.between("between");
                let plane = self.frame(a, Vec3(item.vector("position")), z_along(Vec3(item.axis("normal"))));
                let centre = item.optional_vector("centre").map_or_else(|| self.model.origin(b), Vec3);
                let axis = item.optional_axis("axis");
                let wheel = self.frame(b, centre, z_along(axis.map_or(Vec3([0.0, 0.0, 1.0]), Vec3)));
                let (radius, ball) = (item.number("radius"), axis.is_none());
                self.rubbing_at(item, radius, Rolling::new(plane, wheel, radius, ball))
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
                let ([a, b], design) = self.ends(item);
                let length = item.optional_number("length").unwrap_or(design);
                self.rod(item, Distance { a, b, length })
            }
            "rigid" => self.add(item, self.parallel(item), |[a, b]| RigidJoint { a, b }),
            other => unreachable!("joint {other} is in the registry, but nothing builds it"),
        }
    }

    /// A joint that may have friction, smooth or sticking.
    fn rubbing<J: AddTo>(&mut self, item: &Item, joint: J)
    where
        Frictional<J>: AddTo,
        Sticking<J>: AddTo,
    {
        self.rubbing_at(item, 0.0, joint);
    }

    /// The same where the radius may be known without friction.
    fn rubbing_at<J: AddTo>(&mut self, item: &Item, radius: f64, joint: J)
    where
        Frictional<J>: AddTo,
        Sticking<J>: AddTo,
    {
        let Some(friction) = item.optional_group("friction") else {
            return joint.add_to(&mut self.builder, &item.name);
        };
        let surface = surface(&friction, radius);
        if let Some([kinetic, static_]) = sticking(&friction) {
            return Sticking { joint, surface, kinetic, static_ }.add_to(&mut self.builder, &item.name);
        }
        Frictional { joint, surface, law: law(&friction) }.add_to(&mut self.builder, &item.name);
    }

    fn rod(&mut self, item: &Item, joint: Distance) {
        let Some(friction) = item.optional_group("friction") else {
            return joint.add_to(&mut self.builder, &item.name);
        };
        let radius = friction.number("radius");
        let friction = match sticking(&friction) {
            Some([kinetic, static_]) => EyeFriction::Sticking { kinetic, static_ },
            None => EyeFriction::Smooth(law(&friction)),
        };
        FrictionalRod { joint, radius, friction }.add_to(&mut self.builder, &item.name);
    }
}

/// The coefficients in sliding and at breaking away, where friction sticks.
fn sticking(friction: &Values) -> Option<[f64; 2]> {
    let kinetic = friction.number("coefficient");
    let static_ = friction.optional_number("static_coefficient").unwrap_or(kinetic);
    (friction.choice("law") == "stick").then_some([kinetic, static_])
}

/// Where a joint rubs. Joints that do not turn have no radius, and short bearings no length.
fn surface(friction: &Values, radius: f64) -> Surface {
    let given = |key: &str| friction.has(key).then(|| friction.optional_number(key)).flatten();
    Surface { radius: given("radius").unwrap_or(radius), bending: given("length").map_or(0.0, |length| 2.0 / length) }
}

/// The coefficient of friction against the speed.
pub(super) fn law(friction: &Values) -> Friction {
    let (coefficient, velocity) = (friction.number("coefficient"), friction.number("velocity"));
    match friction.optional_number("static_coefficient") {
        None => Friction::Regularised { coefficient, velocity },
        Some(static_coefficient) => Friction::Stribeck {
            static_coefficient,
            kinetic_coefficient: coefficient,
            stribeck_velocity: friction
                .optional_number("stribeck_velocity")
                .unwrap_or(Friction::ASSUMED_FADING * velocity),
            velocity,
        },
    }
}
