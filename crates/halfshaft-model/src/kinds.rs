//! The kinds of items a model file may hold, each with its builder. A kind that is missing here does not exist for the
//! file format; a kind without a builder does not compile.

use halfshaft::describe::{Kind, Quantity};
use halfshaft::elements::{
    actuator, beam, bushing, constant_velocity, contact, cylindrical, distance, drag, drive, gears, hinge, inline,
    load, planar, prismatic, rack_and_pinion, rigid_body, rigid_joint, rolling, rotational_spring, screw, sensors,
    signals, spherical, spring, stop, torsional, universal,
};
use halfshaft::system::{Instrument, NodeId, ScalarId};

use crate::build::SignalQuantity::{Of, OfInput, OwnUnit};
use crate::build::{self, Builder, Building, Check, SignalQuantity};
use crate::model::Item;

/// The section whose items are bodies: what joints, forces and sensors attach to.
pub const BODIES: &str = "body";

/// The section whose items carry shafts: what the parts of a driveline connect.
pub const SHAFTS: &str = "inertia";

/// The section whose items are signals: what drives, loads and clutches may read.
pub const SIGNALS: &str = signals::SECTION;

/// One kind of item and what is done with its items.
pub struct Row {
    /// What the kind looks like in a model file.
    pub kind: &'static Kind,
    /// How an item becomes a part of the system.
    pub(crate) build: Builder,
    /// What only several keys together show; none where each key is checked by itself.
    pub(crate) check: Option<Check>,
}

impl Row {
    const fn new(kind: &'static Kind, build: Builder) -> Self {
        Row { kind, build, check: None }
    }

    const fn checked(mut self, check: Check) -> Self {
        self.check = Some(check);
        self
    }
}

const fn body(kind: &'static Kind, build: fn(&mut Building, &Item) -> NodeId) -> Row {
    Row::new(kind, Builder::Body(build))
}

const fn shaft(kind: &'static Kind, build: fn(&mut Building, &Item) -> ScalarId) -> Row {
    Row::new(kind, Builder::Shaft(build))
}

const fn element(kind: &'static Kind, build: fn(&mut Building, &Item)) -> Row {
    Row::new(kind, Builder::Element(build))
}

const fn sensor(kind: &'static Kind, build: fn(&Building, &Item) -> Instrument) -> Row {
    Row::new(kind, Builder::Sensor(build))
}

const fn signal(kind: &'static Kind, of: SignalQuantity, build: fn(&mut Building, &Item, ScalarId)) -> Row {
    Row::new(kind, Builder::Signal(of, build))
}

const fn state_signal(kind: &'static Kind, of: SignalQuantity, build: fn(&mut Building, &Item, ScalarId)) -> Row {
    Row::new(kind, Builder::StateSignal(of, build))
}

/// Every kind, in the order of the reference page, with its builder and its check.
pub static REGISTRY: &[Row] = &[
    body(&rigid_body::KIND, build::bodies::body),
    element(&hinge::KIND, build::joints::hinge),
    element(&prismatic::KIND, build::joints::prismatic),
    element(&cylindrical::KIND, build::joints::cylindrical),
    element(&screw::KIND, build::joints::screw),
    element(&spherical::KIND, build::joints::spherical),
    element(&universal::KIND, build::joints::universal).checked(build::joints::check_universal),
    element(&constant_velocity::KIND, build::joints::constant_velocity),
    element(&rack_and_pinion::KIND, build::joints::rack_and_pinion).checked(build::joints::check_rack_and_pinion),
    element(&rolling::KIND, build::joints::rolling),
    element(&planar::KIND, build::joints::planar),
    element(&inline::KIND, build::joints::inline),
    element(&distance::KIND, build::joints::distance).checked(build::joints::check_distance),
    element(&rigid_joint::KIND, build::joints::rigid),
    element(&gears::EXTERNAL, build::gears::external).checked(build::gears::check_external),
    element(&gears::INTERNAL, build::gears::internal).checked(build::gears::check_internal),
    element(&gears::BEVEL, build::gears::bevel).checked(build::gears::check_bevel),
    element(&gears::RACK, build::gears::rack).checked(build::gears::check_rack),
    element(&spring::KIND, build::forces::spring).checked(build::forces::check_spring),
    element(&rotational_spring::KIND, build::forces::rotational_spring).checked(build::forces::check_rotational_spring),
    element(&bushing::KIND, build::forces::bushing),
    element(&beam::KIND, build::forces::beam).checked(build::forces::check_beam),
    element(&actuator::TORQUE, build::forces::torque),
    element(&actuator::THRUST, build::forces::thrust),
    element(&load::KIND, build::forces::load),
    element(&drive::ROTATION, build::drives::rotation).checked(build::drives::check_rotation),
    element(&drive::TRANSLATION, build::drives::translation).checked(build::drives::check_translation),
    element(&drag::KIND, build::forces::drag),
    element(&stop::ROTATION, build::forces::rotation_stop).checked(build::forces::check_turning_stop),
    element(&stop::TRAVEL, build::forces::travel_stop).checked(build::forces::check_sliding_stop),
    element(&stop::CONE, build::forces::cone_stop).checked(build::forces::check_turning_stop),
    element(&stop::DISTANCE, build::forces::distance_stop).checked(build::forces::check_sliding_stop),
    element(&contact::point::SPHERE_ON_PLANE, build::contacts::sphere_on_plane).checked(build::contacts::check_point),
    element(&contact::point::SPHERES, build::contacts::spheres).checked(build::contacts::check_point),
    element(&contact::point::PIN_IN_BORE, build::contacts::pin_in_bore).checked(build::contacts::check_pin_in_bore),
    element(&contact::ring::KIND, build::contacts::rings).checked(build::contacts::check_rings),
    element(&contact::film::KIND, build::contacts::film).checked(build::contacts::check_film),
    sensor(&sensors::POINT, build::sensors::point),
    sensor(&sensors::RELATIVE, build::sensors::relative),
    sensor(&sensors::FORCE, build::sensors::force).checked(build::sensors::check_force),
    signal(&signals::sensed::ANGLE, Of(Quantity::ANGLE), build::signals::angle),
    signal(&signals::sensed::ANGULAR_SPEED, Of(Quantity::ANGULAR_VELOCITY), build::signals::angular_speed),
    signal(&signals::sensed::DISPLACEMENT, Of(Quantity::LENGTH), build::signals::displacement),
    signal(&signals::sensed::SPEED, Of(Quantity::VELOCITY), build::signals::speed),
    signal(&signals::sensed::SHAFT_ANGLE, Of(Quantity::ANGLE), build::signals::shaft_angle),
    signal(&signals::sensed::SHAFT_SPEED, Of(Quantity::ANGULAR_VELOCITY), build::signals::shaft_speed),
    signal(&signals::force::FORCE, Of(Quantity::FORCE), build::signals::force).checked(build::signals::check_on_body),
    signal(&signals::force::TORQUE, Of(Quantity::TORQUE), build::signals::torque)
        .checked(build::signals::check_on_body),
    signal(&signals::force::SHAFT_TORQUE, Of(Quantity::TORQUE), build::signals::shaft_torque)
        .checked(build::signals::check_on_shaft),
    signal(&signals::formula::EXPRESSION, OwnUnit, build::signals::expression),
    signal(&signals::formula::FUNCTION, OwnUnit, build::signals::function),
    state_signal(&signals::filter::LAG, OfInput { seconds: 0 }, build::signals::lag)
        .checked(build::signals::check_size),
    state_signal(&signals::filter::LOW_PASS, OfInput { seconds: 0 }, build::signals::low_pass)
        .checked(build::signals::check_size),
    state_signal(&signals::filter::INTEGRAL, OfInput { seconds: 1 }, build::signals::integral)
        .checked(build::signals::check_size),
    signal(&signals::pid::KIND, OwnUnit, build::signals::pid).checked(build::signals::check_pid),
    shaft(&torsional::inertia::KIND, build::driveline::inertia),
    element(&torsional::shaft::KIND, build::driveline::shaft),
    element(&torsional::shaft::DAMPER, build::driveline::damper),
    element(&torsional::stage::KIND, build::driveline::stage),
    element(&torsional::mesh::KIND, build::driveline::mesh),
    element(&torsional::planetary::KIND, build::driveline::planetary).checked(build::driveline::check_planetary),
    element(&torsional::variator::KIND, build::driveline::variator),
    element(&torsional::universal::KIND, build::driveline::universal_joint),
    element(&torsional::belt::KIND, build::driveline::belt),
    element(&torsional::distributed::KIND, build::driveline::distributed_shaft),
    element(&torsional::flywheel::KIND, build::driveline::dual_mass_flywheel).checked(build::driveline::check_flywheel),
    element(&torsional::clutch::KIND, build::driveline::clutch).checked(build::driveline::check_clutch),
    element(&torsional::freewheel::KIND, build::driveline::freewheel),
    element(&torsional::spring::KIND, build::driveline::staged_spring).checked(build::driveline::check_staged_spring),
    element(&torsional::converter::KIND, build::driveline::converter),
    element(&torsional::road::TYRE, build::driveline::tyre),
    element(&torsional::road::ROAD, build::driveline::road_load),
    element(&torsional::shaft_on_body::KIND, build::driveline::shaft_on_body),
    element(&torsional::torque::KIND, build::driveline::torque).checked(build::driveline::check_harmonics),
    element(&torsional::engine::KIND, build::driveline::engine).checked(build::driveline::check_engine),
    element(&torsional::cylinder::KIND, build::driveline::cylinder).checked(build::driveline::check_cylinder),
];

/// Every kind, in the order of the reference page.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    REGISTRY.iter().map(|row| row.kind)
}

/// The row of a kind.
pub(crate) fn row(kind: &Kind) -> &'static Row {
    let found = REGISTRY.iter().find(|row| row.kind.is(kind));
    found.expect("items are of kinds in the registry")
}

/// The sections of the registry, each once.
pub fn sections() -> Vec<&'static str> {
    let mut sections: Vec<&str> = Vec::new();
    for kind in all() {
        if !sections.contains(&kind.section) {
            sections.push(kind.section);
        }
    }
    sections
}

/// The kinds of one section.
pub fn of_section(section: &str) -> impl Iterator<Item = &'static Kind> {
    all().filter(move |kind| kind.section == section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generic_check_examines_every_kind() {
        let examined: Vec<_> = halfshaft::check::specimens().iter().filter_map(|specimen| specimen.kind).collect();
        // Sensors are no elements: they add nothing to the equations.
        for kind in all().filter(|kind| kind.section != "sensor") {
            assert!(
                examined.iter().any(|other| other.is(kind)),
                "{} {:?} has no specimen",
                kind.section,
                kind.type_name
            );
        }
    }

    #[test]
    fn a_section_has_one_kind_or_a_type_for_each() {
        for section in sections() {
            let types: Vec<_> = of_section(section).map(|kind| kind.type_name).collect();
            assert!(types == [None] || types.iter().all(Option::is_some), "{section}");
            assert!(types.iter().enumerate().all(|(i, t)| !types[..i].contains(t)), "{section}: a type twice");
        }
    }

    #[test]
    fn keys_and_channels_are_named_once_and_do_not_hide_those_of_all_items() {
        for kind in all() {
            let mut keys: Vec<&str> =
                kind.keys.iter().map(|k| k.name).chain(["name", "type", "repeat", "shape", "look"]).collect();
            let mut channels: Vec<&str> = kind.channels.iter().map(|c| c.name).collect();
            for names in [&mut keys, &mut channels] {
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count, "{}", kind.section);
            }
        }
    }
}
