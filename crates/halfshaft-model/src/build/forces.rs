//! `[[force]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::beam::Section;
use halfshaft::elements::load::Axes;
use halfshaft::elements::stop::{self, Coordinate};
use halfshaft::elements::{Actuator, Beam, Bushing, Drag, LinearLaw, Load, RotationalSpring, Spring, Stop};
use halfshaft::laws::SpringLaw;
use halfshaft::laws::function::Table;
use halfshaft::laws::spring::{Elastic, Hysteresis};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame};

use super::{Building, contacts, rotation};
use crate::model::Item;

impl Building<'_> {
    /// The frame on a body where a load acts: at its position, or at the body's origin.
    pub(super) fn on(&self, item: &Item) -> Frame {
        let body = item.frame("on");
        let point = item.optional_vector("position").map_or_else(|| self.model.origin(body), Vec3);
        self.frame(body, point, Mat3::identity())
    }

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
            "beam" => self.beam(item),
            "rotation_stop" => self.add(item, self.turning(item, "axis"), limited(item, stop::Rotation)),
            "travel_stop" => self.add(item, self.along(item, "axis"), limited(item, stop::Travel)),
            "cone_stop" => {
                let [a, b] = item.between("between");
                let axis_a = item.axis("axis_a");
                let axis_b = item.optional_axis("axis_b").unwrap_or(axis_a);
                let frame = |body, axis| self.frame(body, self.model.origin(body), z_along(Vec3(axis)));
                self.add(item, [frame(a, axis_a), frame(b, axis_b)], limited(item, stop::Bend))
            }
            "distance_stop" => self.add(item, self.ends(item).0, limited(item, stop::Length)),
            "drag" => {
                let factor = 0.5 * item.number("density") * item.number("coefficient") * item.number("area");
                Drag { frame: self.on(item), factor }.add_to(&mut self.builder, &item.name);
            }
            "torque" => {
                let effort = self.input(item, "torque", Quantity::TORQUE);
                self.add(item, self.turning(item, "axis"), |[a, b]| Actuator::<true> { a, b, effort })
            }
            "thrust" => {
                let effort = self.input(item, "force", Quantity::FORCE);
                self.add(item, self.along(item, "axis"), |[a, b]| Actuator::<false> { a, b, effort })
            }
            "load" => {
                let frame = self.on(item);
                let axes = if item.choice("in") == "body" { Axes::Body } else { Axes::Model };
                let (force, torque) = (Vec3(item.vector("force")), Vec3(item.vector("torque")));
                let factor = self.input(item, "factor", Quantity::NUMBER);
                Load { frame, force, torque, axes, factor }.add_to(&mut self.builder, &item.name);
            }
            other => unreachable!("force {other} is in the registry, but nothing builds it"),
        }
    }
}

impl Building<'_> {
    fn beam(&mut self, item: &Item) {
        let [x_a, x_b] = self.model.ends(item);
        let (along, length) = (x_b - x_a, (x_b - x_a).norm());
        let x = along * (1.0 / length);
        // Its x axis is the third of a frame along it; without a direction for y the others may stand anyhow.
        let loose = z_along(x).column(0);
        let up = item.optional_axis("up").map_or(loose, Vec3);
        let z = x.cross(up);
        let z = z * (1.0 / z.norm());
        let axes = Mat3::from_columns([x, z.cross(x), z]);
        let [a, b] = item.between("between");
        let frames = [self.frame(a, x_a, axes), self.frame(b, x_b, axes)];
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
        self.add(item, frames, |[a, b]| Beam { a, b, length, section, damping });
    }
}

/// A stop; where one of its limits is left out, there is none.
fn limited<C: Coordinate>(item: &Item, coordinate: C) -> impl FnOnce([Frame; 2]) -> Stop<C> {
    let limit = |key: &str, none: f64| item.optional_number(key).unwrap_or(none);
    let limits = [limit("lower", f64::NEG_INFINITY), limit("upper", f64::INFINITY)];
    let normal = contacts::normal(item);
    move |[a, b]| Stop { coordinate, a, b, limits, normal }
}

/// The law of a spring.
fn law(item: &Item) -> SpringLaw {
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
    SpringLaw { elastic, damping: item.number("damping"), hysteresis }
}

/// The laws along or about three axes.
fn laws(item: &Item, stiffness: &str, damping: &str) -> [LinearLaw; 3] {
    let (stiffness, damping) = (item.vector(stiffness), item.vector(damping));
    std::array::from_fn(|i| LinearLaw { stiffness: stiffness[i], damping: damping[i] })
}
