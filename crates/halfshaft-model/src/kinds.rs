//! The kinds of items a model file may hold. A kind that is missing here does not exist for the file format.

use halfshaft::describe::Kind;
use halfshaft::elements::{
    actuator, beam, bushing, constant_velocity, contact, cylindrical, distance, drag, drive, gears, hinge, inline,
    load, planar, prismatic, rack_and_pinion, rigid_body, rigid_joint, rolling, rotational_spring, screw, sensors,
    signals, spherical, spring, stop, torsional, universal,
};

/// The section whose items are bodies: what joints, forces and sensors attach to.
pub const BODIES: &str = "body";

/// The section whose items carry shafts: what the parts of a driveline connect.
pub const SHAFTS: &str = "inertia";

/// The section whose items are signals: what drives, loads and clutches may read.
pub const SIGNALS: &str = signals::SECTION;

/// Every kind, in the order of the reference page.
pub const REGISTRY: &[&Kind] = &[
    &rigid_body::KIND,
    &hinge::KIND,
    &prismatic::KIND,
    &cylindrical::KIND,
    &screw::KIND,
    &spherical::KIND,
    &universal::KIND,
    &constant_velocity::KIND,
    &rack_and_pinion::KIND,
    &rolling::KIND,
    &planar::KIND,
    &inline::KIND,
    &distance::KIND,
    &rigid_joint::KIND,
    &gears::EXTERNAL,
    &gears::INTERNAL,
    &gears::BEVEL,
    &gears::RACK,
    &spring::KIND,
    &rotational_spring::KIND,
    &bushing::KIND,
    &beam::KIND,
    &actuator::TORQUE,
    &actuator::THRUST,
    &load::KIND,
    &drive::ROTATION,
    &drive::TRANSLATION,
    &drag::KIND,
    &stop::ROTATION,
    &stop::TRAVEL,
    &stop::CONE,
    &stop::DISTANCE,
    &contact::point::SPHERE_ON_PLANE,
    &contact::point::SPHERES,
    &contact::point::PIN_IN_BORE,
    &contact::ring::KIND,
    &contact::film::KIND,
    &sensors::POINT,
    &sensors::RELATIVE,
    &sensors::FORCE,
    &signals::sensed::ANGLE,
    &signals::sensed::ANGULAR_SPEED,
    &signals::sensed::DISPLACEMENT,
    &signals::sensed::SPEED,
    &signals::sensed::SHAFT_ANGLE,
    &signals::sensed::SHAFT_SPEED,
    &signals::force::FORCE,
    &signals::force::TORQUE,
    &signals::force::SHAFT_TORQUE,
    &signals::formula::EXPRESSION,
    &signals::formula::FUNCTION,
    &signals::filter::LAG,
    &signals::filter::LOW_PASS,
    &signals::filter::INTEGRAL,
    &signals::pid::KIND,
    &torsional::inertia::KIND,
    &torsional::shaft::KIND,
    &torsional::shaft::DAMPER,
    &torsional::stage::KIND,
    &torsional::mesh::KIND,
    &torsional::planetary::KIND,
    &torsional::variator::KIND,
    &torsional::universal::KIND,
    &torsional::belt::KIND,
    &torsional::distributed::KIND,
    &torsional::flywheel::KIND,
    &torsional::clutch::KIND,
    &torsional::freewheel::KIND,
    &torsional::spring::KIND,
    &torsional::converter::KIND,
    &torsional::road::TYRE,
    &torsional::road::ROAD,
    &torsional::shaft_on_body::KIND,
    &torsional::torque::KIND,
    &torsional::engine::KIND,
    &torsional::cylinder::KIND,
];

/// The sections of the registry, each once.
pub fn sections() -> Vec<&'static str> {
    let mut sections: Vec<&str> = Vec::new();
    for kind in REGISTRY {
        if !sections.contains(&kind.section) {
            sections.push(kind.section);
        }
    }
    sections
}

/// The kinds of one section.
pub fn of_section(section: &str) -> impl Iterator<Item = &'static Kind> {
    REGISTRY.iter().copied().filter(move |kind| kind.section == section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generic_check_examines_every_kind() {
        let examined: Vec<_> = halfshaft::check::specimens().iter().filter_map(|specimen| specimen.kind).collect();
        // Sensors are no elements: they add nothing to the equations.
        for kind in REGISTRY.iter().filter(|kind| kind.section != "sensor") {
            let same = |other: &&Kind| (other.section, other.type_name) == (kind.section, kind.type_name);
            assert!(examined.iter().any(same), "{} {:?} has no specimen", kind.section, kind.type_name);
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
        for kind in REGISTRY {
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
