//! `[[force]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::beam::massless::Section;
use halfshaft::elements::bearing::Coefficients;
use halfshaft::elements::load::Axes;
use halfshaft::elements::stop::{self, Coordinate};
use halfshaft::elements::{Actuator, Beam, Bearing, Bushing, Drag, Load, RotationalSpring, Spring, Stop};
use halfshaft::laws::function::Table;
use halfshaft::laws::spring::{Elastic, Hysteresis};
use halfshaft::laws::{HystereticLaw, SpringLaw};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame};

use super::contacts::Surfaces;
use super::{Building, RIGHT_ANGLE_TOLERANCE, contacts, joints, rotation};
use crate::diagnostic::Collector;
use crate::model::{Item, Model, Values};

impl Building<'_> {
    /// The frame on a body where a load acts: at its position, or at the body's origin.
    pub(super) fn on(&self, item: &Item) -> Frame {
        let body = item.frame("on");
        let point = item.optional_vector("position").map_or_else(|| self.model.origin(body), Vec3);
        self.frame(body, point, Mat3::identity())
    }
}

/// A spring along a line.
pub(crate) fn spring(building: &mut Building, item: &Item) {
    let (frames, design) = building.ends(item);
    let free_length = item.optional_number("free_length").unwrap_or(design);
    building.add(item, frames, |[a, b]| Spring { a, b, free_length, law: law(item) });
}

/// A spring about an axis.
pub(crate) fn rotational_spring(building: &mut Building, item: &Item) {
    let (frames, free_angle) = (building.turning(item, "axis"), item.number("free_angle"));
    building.add(item, frames, |[a, b]| RotationalSpring { a, b, free_angle, law: law(item) });
}

/// Springs along and about three axes.
pub(crate) fn bushing(building: &mut Building, item: &Item) {
    let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
    let frames = building.frames(item, axes);
    let linear = laws(item, "");
    let rotational = laws(item, "rotational_");
    building.add(item, frames, |[a, b]| Bushing { a, b, length: 0.0, linear, rotational });
}

/// A bearing of a rotor.
pub(crate) fn bearing(building: &mut Building, item: &Item) {
    let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
    let frames = building.frames(item, axes);
    let axis = axes.transpose_times(Vec3(item.axis("axis")));
    let at = |speed, values: &Values| Coefficients {
        speed,
        stiffness: rows(values, "stiffness"),
        damping: rows(values, "damping"),
    };
    let coefficients = match item.optional_list("by_speed") {
        Some(table) => table.iter().map(|row| at(row.as_group().number("speed"), row.as_group())).collect(),
        None => vec![at(0.0, item)],
    };
    let [rotational_stiffness, rotational_damping] =
        ["rotational_stiffness", "rotational_damping"].map(|key| rows(item, key));
    building.add(item, frames, |[a, b]| Bearing { a, b, axis, coefficients, rotational_stiffness, rotational_damping });
}

/// A matrix by its rows; zero where it is not given.
fn rows(values: &Values, key: &str) -> [[f64; 3]; 3] {
    let list = values.optional_list(key).unwrap_or_default();
    std::array::from_fn(|i| list.get(i).map_or([0.0; 3], |row| row.as_vector()))
}

/// Checks the matrices of a bearing.
pub(crate) fn check_bearing(_: &Model, item: &Item, out: &mut Collector) {
    let name = &item.name;
    let table = item.optional_list("by_speed").unwrap_or_default();
    let own = ["stiffness", "damping", "rotational_stiffness", "rotational_damping"].map(|key| (&**item, key));
    let at_speeds = table.iter().flat_map(|row| ["stiffness", "damping"].map(|key| (row.as_group(), key)));
    for (group, key) in own.into_iter().chain(at_speeds) {
        if let Some(rows) = group.optional_list(key).filter(|rows| rows.len() != 3) {
            let message = format!("`{key}` of bearing \"{name}\" must have three rows, and has {}", rows.len());
            let help = "give the rows of x, y and z, as [[0, 0, 0], [0, 1e7, 2e6], [0, -2e6, 1e7]] for an axis along x";
            out.push(item.error("out-of-range", message).help(help));
        }
    }
    match (item.get("stiffness"), item.get("by_speed")) {
        (None, None) => {
            let message = format!("nothing holds the rotor in bearing \"{name}\"");
            out.push(item.error("missing-key", message).help("add `stiffness`, or `by_speed`"));
        }
        (Some(_), Some(_)) => {
            let message = format!("bearing \"{name}\" has both `stiffness` and `by_speed`");
            out.push(item.error("conflicting-keys", message).help("keep one of them"));
        }
        _ => {}
    }
    let speeds: Vec<f64> = table.iter().map(|row| row.as_group().number("speed")).collect();
    if speeds.windows(2).any(|pair| pair[0] >= pair[1]) {
        let message = format!("the speeds of bearing \"{name}\" must increase");
        out.push(item.error("out-of-range", message));
    }
}

/// A limit of a rotation.
pub(crate) fn rotation_stop(building: &mut Building, item: &Item) {
    building.add(item, building.turning(item, "axis"), limited(item, stop::Rotation));
}

/// A limit of a travel.
pub(crate) fn travel_stop(building: &mut Building, item: &Item) {
    building.add(item, building.along(item, "axis"), limited(item, stop::Travel));
}

/// A limit of the angle between two axes.
pub(crate) fn cone_stop(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let axis_a = item.axis("axis_a");
    let axis_b = item.optional_axis("axis_b").unwrap_or(axis_a);
    let frame = |body, axis| building.frame(body, building.model.origin(body), z_along(Vec3(axis)));
    let frames = [frame(a, axis_a), frame(b, axis_b)];
    building.add(item, frames, limited(item, stop::Bend));
}

/// A limit of a distance.
pub(crate) fn distance_stop(building: &mut Building, item: &Item) {
    building.add(item, building.ends(item).0, limited(item, stop::Length));
}

/// Drag of the air.
pub(crate) fn drag(building: &mut Building, item: &Item) {
    let factor = 0.5 * item.number("density") * item.number("coefficient") * item.number("area");
    Drag { frame: building.on(item), factor }.add_to(&mut building.builder, &item.name);
}

/// A torque between two bodies.
pub(crate) fn torque(building: &mut Building, item: &Item) {
    let effort = building.input(item, "torque", Quantity::TORQUE);
    building.add(item, building.turning(item, "axis"), |[a, b]| Actuator::<true> { a, b, effort });
}

/// A force between two bodies.
pub(crate) fn thrust(building: &mut Building, item: &Item) {
    let effort = building.input(item, "force", Quantity::FORCE);
    building.add(item, building.along(item, "axis"), |[a, b]| Actuator::<false> { a, b, effort });
}

/// A load from outside.
pub(crate) fn load(building: &mut Building, item: &Item) {
    let frame = building.on(item);
    let axes = if item.choice("in") == "body" { Axes::Body } else { Axes::Model };
    let (force, torque) = (Vec3(item.vector("force")), Vec3(item.vector("torque")));
    let factor = building.input(item, "factor", Quantity::NUMBER);
    Load { frame, force, torque, axes, factor }.add_to(&mut building.builder, &item.name);
}

/// A beam.
pub(crate) fn beam(building: &mut Building, item: &Item) {
    let [x_a, x_b] = building.model.ends(item);
    let (along, length) = (x_b - x_a, (x_b - x_a).norm());
    let x = along * (1.0 / length);
    // Its x axis is the third of a frame along it; without a direction for y the others may stand anyhow.
    let loose = z_along(x).column(0);
    let up = item.optional_axis("up").map_or(loose, Vec3);
    let z = x.cross(up);
    let z = z * (1.0 / z.norm());
    let axes = Mat3::from_columns([x, z.cross(x), z]);
    let [a, b] = item.between("between");
    let frames = [building.frame(a, x_a, axes), building.frame(b, x_b, axes)];
    let [e, g, area] = ["youngs_modulus", "shear_modulus", "area"].map(|key| item.number(key));
    let moments = item.numbers("second_moments");
    let shear = item.optional_number("shear_factor").map_or(f64::INFINITY, |factor| g * factor * area);
    let section = Section {
        axial: e * area,
        torsion: g * item.number("torsion_constant"),
        bending: [e * moments[0], e * moments[1]],
        shear: [shear; 2],
    };
    let damping = item.number("damping");
    building.add(item, frames, |[a, b]| Beam { a, b, length, section, damping });
}

/// A stop; a limit that is absent does not exist.
fn limited<C: Coordinate>(item: &Item, coordinate: C) -> impl FnOnce([Frame; 2]) -> Stop<C> {
    let limit = |key: &str, none: f64| item.optional_number(key).unwrap_or(none);
    let limits = [limit("lower", f64::NEG_INFINITY), limit("upper", f64::INFINITY)];
    let normal = contacts::normal(item, Surfaces::Stop);
    move |[a, b]| Stop { coordinate, a, b, limits, normal }
}

/// The law of a spring.
fn law(item: &Item) -> HystereticLaw {
    let curve = item.optional_curve("curve").and_then(|points| Table::new(&points, false).ok());
    let polynomial = item.get("polynomial").map(|_| item.numbers("polynomial"));
    let elastic = match (curve, polynomial) {
        (Some(table), _) => Elastic::Table(table),
        (None, Some(coefficients)) => Elastic::Polynomial(coefficients),
        (None, None) => Elastic::Linear(item.number("stiffness")),
    };
    let hysteresis = item
        .optional_group("hysteresis")
        .map(|group| Hysteresis { stiffness: group.number("stiffness"), limit: group.number("limit") });
    let damper = item.optional_curve("damping_curve").and_then(|points| Table::extended(&points).ok());
    HystereticLaw { spring: SpringLaw::new(elastic, item.number("damping")), damper, hysteresis }
}

/// The laws along or about three axes.
fn laws(item: &Item, prefix: &str) -> [SpringLaw; 3] {
    let of = |key: &str| item.vector(&format!("{prefix}{key}"));
    let [stiffness, damping, preload, deflection] = ["stiffness", "damping", "preload", "deflection"].map(of);
    std::array::from_fn(|i| SpringLaw {
        preload: preload[i] + stiffness[i] * deflection[i],
        ..SpringLaw::linear(stiffness[i], damping[i])
    })
}

/// Checks the ends and the law of a spring along a line.
pub(crate) fn check_spring(model: &Model, item: &Item, out: &mut Collector) {
    if check_one_law(item, out) {
        joints::check_length(model, item, out);
    }
}

/// Checks the law of a spring about an axis.
pub(crate) fn check_rotational_spring(_: &Model, item: &Item, out: &mut Collector) {
    check_one_law(item, out);
}

/// Checks that a spring has one law, and says whether it has.
fn check_one_law(item: &Item, out: &mut Collector) -> bool {
    let both = item.get("curve").is_some() && item.get("polynomial").is_some();
    if both {
        let message = format!("\"{}\" cannot have both `curve` and `polynomial`", item.name);
        out.push(item.error("conflicting-keys", message).help("keep one of them"));
    }
    !both && check_damping_curve(item, out)
}

/// Checks that a damper's curve resists at every rate.
fn check_damping_curve(item: &Item, out: &mut Collector) -> bool {
    let Some(points) = item.optional_curve("damping_curve") else { return true };
    let largest = points.iter().fold(0.0_f64, |largest, point| largest.max(point[1].abs()));
    let through_zero = Table::extended(&points).is_ok_and(|table| table.value(0.0).abs() <= 1e-9 * largest);
    let rises = points.windows(2).all(|pair| pair[0][0] < pair[1][0] && pair[0][1] <= pair[1][1]);
    if !(through_zero && rises) {
        let message = format!("the damping curve of \"{}\" must rise through [0, 0]", item.name);
        let help =
            "a damper resists in both directions: give points from negative to positive rates, with [0, 0] among them";
        out.push(item.error("out-of-range", message).help(help));
    }
    through_zero && rises
}

/// Checks the ends and the axes of a beam.
pub(crate) fn check_beam(model: &Model, item: &Item, out: &mut Collector) {
    let Some(along) = joints::check_length(model, item, out) else { return };
    if let Some(up) = item.optional_axis("up")
        && along.cross(Vec3(up)).norm() <= RIGHT_ANGLE_TOLERANCE * along.norm()
    {
        let message = format!("`up` of \"{}\" is along the beam", item.name);
        out.push(item.error("not-across", message).help("give a direction across it"));
    }
}

/// Checks the limits and the law of a stop against a rotation.
pub(crate) fn check_turning_stop(_: &Model, item: &Item, out: &mut Collector) {
    check_limits(item, out);
    contacts::check_law(item, Quantity::ROTATIONAL_STIFFNESS, out);
}

/// Checks the limits and the law of a stop against a translation.
pub(crate) fn check_sliding_stop(_: &Model, item: &Item, out: &mut Collector) {
    check_limits(item, out);
    contacts::check_law(item, Quantity::STIFFNESS, out);
}

fn check_limits(item: &Item, out: &mut Collector) {
    match ["lower", "upper"].map(|key| item.optional_number(key)) {
        [None, None] => {
            let message = format!("\"{}\" has no limit", item.name);
            out.push(item.error("missing-key", message).help("give one of `lower`, `upper`, or both"));
        }
        [Some(lower), Some(upper)] if lower >= upper => {
            let message = format!("the limits of \"{}\" leave nothing between them", item.name);
            out.push(item.error("out-of-range", message).help("`upper` must be above `lower`"));
        }
        _ => {}
    }
}
