//! `[[joint]]`.

use std::f64::consts::TAU;

use halfshaft::elements::{
    ConstantVelocity, Cylindrical, Distance, EyeFriction, Frictional, FrictionalRod, Hinge, Inline, Planar,
    PreslidingJoint, Prismatic, RackAndPinion, RigidJoint, Rolling, Screw, Spherical, Sticking, Surface, Universal,
};
use halfshaft::laws::{DryFriction, Friction, Presliding};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::AddTo;

use super::{Building, RIGHT_ANGLE_TOLERANCE};
use crate::diagnostic::Collector;
use crate::model::{BodyRef, Item, Model, Values};

/// A hinge.
pub(crate) fn hinge(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "axis");
    with_any_friction(building, item, Hinge { a, b });
}

/// A slider that does not turn.
pub(crate) fn prismatic(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "axis");
    with_any_friction(building, item, Prismatic { a, b });
}

/// A slider that turns.
pub(crate) fn cylindrical(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "axis");
    with_any_friction(building, item, Cylindrical { a, b });
}

/// A screw.
pub(crate) fn screw(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "axis");
    let right = item.number("lead") / TAU;
    let rise = if item.choice("hand") == "left" { -right } else { right };
    with_friction(building, item, Screw { a, b, rise });
}

/// A ball joint.
pub(crate) fn spherical(building: &mut Building, item: &Item) {
    let [a, b] = building.parallel(item);
    with_friction(building, item, Spherical { a, b });
}

/// A universal joint.
pub(crate) fn universal(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let axes = Universal::axes(Vec3(item.axis("axis_a")), Vec3(item.axis("axis_b")));
    let x = Vec3(item.vector("position"));
    let joint = Universal { a: building.frame(a, x, axes[0]), b: building.frame(b, x, axes[1]) };
    with_friction(building, item, joint);
}

/// A constant-velocity joint.
pub(crate) fn constant_velocity(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let shaft_a = item.axis("axis_a");
    let shaft_b = item.optional_axis("axis_b").unwrap_or(shaft_a);
    let axes = ConstantVelocity::axes(z_along(Vec3(shaft_a)), Vec3(shaft_b));
    let x = Vec3(item.vector("position"));
    let joint = ConstantVelocity { a: building.frame(a, x, axes[0]), b: building.frame(b, x, axes[1]) };
    with_friction(building, item, joint);
}

/// A rack and its pinion.
pub(crate) fn rack_and_pinion(building: &mut Building, item: &Item) {
    let [_, pinion] = item.between("between");
    let axes = RackAndPinion::axes(Vec3(item.axis("direction")), Vec3(item.axis("axis")));
    let x = item.optional_vector("position").map_or_else(|| building.model.origin(pinion), Vec3);
    let radius = item.number("radius");
    let rise = if item.choice("side") == "left" { radius } else { -radius };
    let [a, b] = item.between("between").map(|body| building.frame(body, x, axes));
    let joint = RackAndPinion { a, b, rise, pressure_angle: item.number("pressure_angle") };
    with_friction(building, item, joint);
}

/// A wheel or a ball that rolls on a plane.
pub(crate) fn rolling(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let plane = building.frame(a, Vec3(item.vector("position")), z_along(Vec3(item.axis("normal"))));
    let centre = item.optional_vector("centre").map_or_else(|| building.model.origin(b), Vec3);
    let axis = item.optional_axis("axis");
    let wheel = building.frame(b, centre, z_along(axis.map_or(Vec3([0.0, 0.0, 1.0]), Vec3)));
    let (radius, ball) = (item.number("radius"), axis.is_none());
    with_friction_at(building, item, radius, Rolling::new(plane, wheel, radius, ball));
}

/// Two planes on each other.
pub(crate) fn planar(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "normal");
    with_any_friction(building, item, Planar { a, b });
}

/// A point on a line.
pub(crate) fn inline(building: &mut Building, item: &Item) {
    let [a, b] = building.along(item, "axis");
    with_any_friction(building, item, Inline { a, b });
}

/// A rod.
pub(crate) fn distance(building: &mut Building, item: &Item) {
    let ([a, b], design) = building.ends(item);
    let length = item.optional_number("length").unwrap_or(design);
    let joint = Distance { a, b, length };
    let Some(friction) = item.optional_group("friction") else {
        return joint.add_to(&mut building.builder, &item.name);
    };
    let radius = friction.number("radius");
    let friction = match sticking(&friction) {
        Some(coefficients) => EyeFriction::Sticking(coefficients),
        None => EyeFriction::Smooth(law(&friction)),
    };
    FrictionalRod { joint, radius, friction }.add_to(&mut building.builder, &item.name);
}

/// A weld.
pub(crate) fn rigid(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let origin = building.model.origin(if b == BodyRef::Ground { a } else { b });
    let x = item.optional_vector("position").map_or(origin, Vec3);
    let frames = [a, b].map(|body| building.frame(body, x, Mat3::identity()));
    building.add(item, frames, |[a, b]| RigidJoint { a, b });
}

/// A joint that may have friction, smooth or sticking.
fn with_friction<J: AddTo>(building: &mut Building, item: &Item, joint: J)
where
    Frictional<J>: AddTo,
    Sticking<J>: AddTo,
{
    with_friction_at(building, item, 0.0, joint);
}

/// The same with all laws of friction.
fn with_any_friction<J: AddTo>(building: &mut Building, item: &Item, joint: J)
where
    Frictional<J>: AddTo,
    Sticking<J>: AddTo,
    PreslidingJoint<J>: AddTo,
{
    let friction = item.optional_group("friction");
    match friction.as_ref().and_then(|friction| Some((presliding(friction)?, surface(friction, 0.0)))) {
        Some((law, surface)) => {
            PreslidingJoint { joint, surface, law }.add_to(&mut building.builder, &item.name);
        }
        None => with_friction(building, item, joint),
    }
}

/// The same where the radius may be known without friction.
fn with_friction_at<J: AddTo>(building: &mut Building, item: &Item, radius: f64, joint: J)
where
    Frictional<J>: AddTo,
    Sticking<J>: AddTo,
{
    let Some(friction) = item.optional_group("friction") else {
        return joint.add_to(&mut building.builder, &item.name);
    };
    let surface = surface(&friction, radius);
    if let Some(friction) = sticking(&friction) {
        return Sticking { joint, surface, friction }.add_to(&mut building.builder, &item.name);
    }
    Frictional { joint, surface, law: law(&friction) }.add_to(&mut building.builder, &item.name);
}

/// The coefficients in sliding and at breaking away, where friction sticks.
pub(super) fn sticking(friction: &Values) -> Option<DryFriction> {
    let kinetic = friction.number("coefficient");
    let static_ = friction.optional_number("static_coefficient").unwrap_or(kinetic);
    (friction.choice("law") == "stick").then_some(DryFriction { kinetic, static_ })
}

/// The law of friction that holds by an elastic deflection.
pub(super) fn presliding(friction: &Values) -> Option<Presliding> {
    let law = || Presliding {
        coefficient: friction.number("coefficient"),
        displacement: friction.number("presliding_displacement"),
    };
    (friction.choice("law") == "presliding").then(law)
}

/// Checks that friction with presliding has one coefficient.
pub(crate) fn check_presliding(_: &Model, item: &Item, out: &mut Collector) {
    let Some(friction) = item.optional_group("friction") else { return };
    if friction.choice("law") == "presliding" && friction.optional_number("static_coefficient").is_some() {
        let message = format!("`static_coefficient` of \"{}\" does not go with `law = \"presliding\"`", item.name);
        let help = "remove `static_coefficient`, or write `law = \"stick\"`";
        out.push(item.error("conflicting-keys", message).help(help));
    }
}

/// The friction surface of a joint. Joints without rotation have no radius, and short bearings no length.
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
                .unwrap_or(Friction::DEFAULT_STRIBECK_RATIO * velocity),
            velocity,
        },
    }
}

/// Checks that the ends of a rod are apart.
pub(crate) fn check_distance(model: &Model, item: &Item, out: &mut Collector) {
    check_length(model, item, out);
}

/// Checks that the ends of a line are apart; gives the way from A to B where they are.
pub(super) fn check_length(model: &Model, item: &Item, out: &mut Collector) -> Option<Vec3> {
    let [a, b] = model.ends(item);
    if a == b {
        let message = format!("both ends of \"{}\" are at one point", item.name);
        out.push(item.error("no-length", message).help("set `position_a` or `position_b`"));
        return None;
    }
    Some(b - a)
}

/// Checks that the arms of a universal joint are at right angles.
pub(crate) fn check_universal(_: &Model, item: &Item, out: &mut Collector) {
    check_square(item, ["axis_a", "axis_b"], format!("the arms of \"{}\" are not at right angles", item.name), out);
}

/// Checks that the axis of a pinion is across its rack.
pub(crate) fn check_rack_and_pinion(_: &Model, item: &Item, out: &mut Collector) {
    check_square(item, ["direction", "axis"], format!("the axis of \"{}\" is not across its rack", item.name), out);
}

fn check_square(item: &Item, [a, b]: [&str; 2], message: String, out: &mut Collector) {
    let cosine = Vec3(item.axis(a)).dot(Vec3(item.axis(b)));
    if cosine.abs() > RIGHT_ANGLE_TOLERANCE {
        let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
        out.push(item.error("not-square", message).label(format!("they are {angle:.6}° apart")));
    }
}
