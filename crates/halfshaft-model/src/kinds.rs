//! The kinds of items a model file may hold, each with its builder. A kind that is missing here does not exist for the
//! file format; a kind without a builder does not compile.

use halfshaft::describe::{Kind, Quantity};
use halfshaft::elements;
use halfshaft::system::{Instrument, NodeId, ScalarId};

use crate::build::SignalQuantity::{Of, OfInput, OwnUnit};
use crate::build::{self, Builder, Building, Check, SignalQuantity};
use crate::model::Item;

/// The section whose items are bodies: what joints, forces and sensors attach to.
pub const BODIES: &str = "body";

/// The section whose items are beams, with nodes that are bodies.
pub const BEAMS: &str = elements::beam::KIND.section;

/// The section whose items carry shafts: what the parts of a driveline connect.
pub const SHAFTS: &str = "inertia";

/// The section whose items are solids, with attachments that are bodies.
pub const SOLIDS: &str = elements::solid::KIND.section;
/// The section whose items are reduced bodies, with boundary frames that are bodies.
pub const SUPERELEMENTS: &str = elements::superelement::KIND.section;

/// The section whose items are signals: what drives, loads and clutches may read.
pub const SIGNALS: &str = elements::signals::SECTION;

/// The section whose items are signals that other programs set.
pub const INPUTS: &str = elements::signals::external::KIND.section;

/// The section whose items are tyres, with property files.
pub const TYRES: &str = elements::tyre::KIND.section;

/// The section whose items are gear pairs, which may have files of their stiffness.
pub const GEARS: &str = elements::gears::EXTERNAL.section;

/// Whether the items of a section are signals.
pub fn are_signals(section: &str) -> bool {
    section == SIGNALS || section == INPUTS
}

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
    body(&elements::rigid_body::KIND, build::bodies::body),
    element(&elements::beam::KIND, build::beams::beam).checked(build::beams::check),
    element(&elements::solid::KIND, build::solids::solid).checked(build::solids::check),
    element(&elements::superelement::KIND, build::superelements::superelement).checked(build::superelements::check),
    element(&elements::hinge::KIND, build::joints::hinge).checked(build::joints::check_presliding),
    element(&elements::prismatic::KIND, build::joints::prismatic).checked(build::joints::check_presliding),
    element(&elements::cylindrical::KIND, build::joints::cylindrical).checked(build::joints::check_presliding),
    element(&elements::screw::KIND, build::joints::screw),
    element(&elements::spherical::KIND, build::joints::spherical),
    element(&elements::universal::KIND, build::joints::universal).checked(build::joints::check_universal),
    element(&elements::constant_velocity::KIND, build::joints::constant_velocity),
    element(&elements::rack_and_pinion::KIND, build::joints::rack_and_pinion)
        .checked(build::joints::check_rack_and_pinion),
    element(&elements::rolling::KIND, build::joints::rolling),
    element(&elements::planar::KIND, build::joints::planar).checked(build::joints::check_presliding),
    element(&elements::inline::KIND, build::joints::inline).checked(build::joints::check_presliding),
    element(&elements::distance::KIND, build::joints::distance).checked(build::joints::check_distance),
    element(&elements::rigid_joint::KIND, build::joints::rigid),
    element(&elements::gears::EXTERNAL, build::gears::external).checked(build::gears::check_external),
    element(&elements::gears::INTERNAL, build::gears::internal).checked(build::gears::check_internal),
    element(&elements::gears::BEVEL, build::gears::bevel).checked(build::gears::check_bevel),
    element(&elements::gears::RACK, build::gears::rack).checked(build::gears::check_rack),
    element(&elements::spring::KIND, build::forces::spring).checked(build::forces::check_spring),
    element(&elements::rotational_spring::KIND, build::forces::rotational_spring)
        .checked(build::forces::check_rotational_spring),
    element(&elements::bushing::KIND, build::forces::bushing),
    element(&elements::bearing::KIND, build::forces::bearing).checked(build::forces::check_bearing),
    element(&elements::beam::massless::KIND, build::forces::beam).checked(build::forces::check_beam),
    element(&elements::actuator::TORQUE, build::forces::torque),
    element(&elements::actuator::THRUST, build::forces::thrust),
    element(&elements::load::KIND, build::forces::load),
    element(&elements::drive::ROTATION, build::drives::rotation).checked(build::drives::check_rotation),
    element(&elements::drive::TRANSLATION, build::drives::translation).checked(build::drives::check_translation),
    element(&elements::drag::KIND, build::forces::drag),
    element(&elements::stop::ROTATION, build::forces::rotation_stop).checked(build::forces::check_turning_stop),
    element(&elements::stop::TRAVEL, build::forces::travel_stop).checked(build::forces::check_sliding_stop),
    element(&elements::stop::CONE, build::forces::cone_stop).checked(build::forces::check_turning_stop),
    element(&elements::stop::DISTANCE, build::forces::distance_stop).checked(build::forces::check_sliding_stop),
    element(&elements::contact::point::SPHERE_ON_PLANE, build::contacts::sphere_on_plane)
        .checked(build::contacts::check_point),
    element(&elements::contact::point::SPHERES, build::contacts::spheres).checked(build::contacts::check_point),
    element(&elements::contact::point::PIN_IN_BORE, build::contacts::pin_in_bore)
        .checked(build::contacts::check_pin_in_bore),
    element(&elements::contact::ring::KIND, build::contacts::rings).checked(build::contacts::check_rings),
    element(&elements::contact::film::KIND, build::contacts::film).checked(build::contacts::check_film),
    element(&elements::contact::solid::keys::ON_PLANE, build::solid_contacts::on_plane)
        .checked(build::solid_contacts::check_on_plane),
    element(&elements::contact::solid::keys::ON_CYLINDER, build::solid_contacts::on_cylinder)
        .checked(build::solid_contacts::check),
    element(&elements::contact::solid::keys::ON_SPHERE, build::solid_contacts::on_sphere)
        .checked(build::solid_contacts::check),
    element(&elements::contact::solid::keys::ON_SOLID, build::solid_contacts::on_solid)
        .checked(build::solid_contacts::check_on_solid),
    element(&elements::contact::superelement::keys::KIND, build::superelement_contacts::contact)
        .checked(build::superelement_contacts::check),
    element(&elements::contact::flanks::keys::KIND, build::flank_contacts::teeth).checked(build::flank_contacts::check),
    element(&elements::tyre::KIND, build::tyres::tyre).checked(build::tyres::check),
    sensor(&elements::sensors::POINT, build::sensors::point),
    sensor(&elements::sensors::RELATIVE, build::sensors::relative),
    sensor(&elements::sensors::FORCE, build::sensors::force).checked(build::sensors::check_force),
    signal(&elements::signals::sensed::ANGLE, Of(Quantity::ANGLE), build::signals::angle),
    signal(&elements::signals::sensed::ANGULAR_SPEED, Of(Quantity::ANGULAR_VELOCITY), build::signals::angular_speed),
    signal(&elements::signals::sensed::DISPLACEMENT, Of(Quantity::LENGTH), build::signals::displacement),
    signal(&elements::signals::sensed::SPEED, Of(Quantity::VELOCITY), build::signals::speed),
    signal(&elements::signals::sensed::SHAFT_ANGLE, Of(Quantity::ANGLE), build::signals::shaft_angle),
    signal(&elements::signals::sensed::SHAFT_SPEED, Of(Quantity::ANGULAR_VELOCITY), build::signals::shaft_speed),
    signal(&elements::signals::force::FORCE, Of(Quantity::FORCE), build::signals::force)
        .checked(build::signals::check_on_body),
    signal(&elements::signals::force::TORQUE, Of(Quantity::TORQUE), build::signals::torque)
        .checked(build::signals::check_on_body),
    signal(&elements::signals::force::SHAFT_TORQUE, Of(Quantity::TORQUE), build::signals::shaft_torque)
        .checked(build::signals::check_on_shaft),
    signal(&elements::signals::formula::EXPRESSION, OwnUnit, build::signals::expression),
    signal(&elements::signals::formula::FUNCTION, OwnUnit, build::signals::function),
    signal(&elements::signals::formula::PROGRAM, OwnUnit, build::signals::program),
    state_signal(&elements::signals::filter::LAG, OfInput { seconds: 0 }, build::signals::lag)
        .checked(build::signals::check_size),
    state_signal(&elements::signals::filter::LOW_PASS, OfInput { seconds: 0 }, build::signals::low_pass)
        .checked(build::signals::check_size),
    state_signal(&elements::signals::filter::INTEGRAL, OfInput { seconds: 1 }, build::signals::integral)
        .checked(build::signals::check_size),
    signal(&elements::signals::pid::KIND, OwnUnit, build::signals::pid).checked(build::signals::check_pid),
    signal(&elements::signals::logic::HYSTERESIS, Of(Quantity::NUMBER), build::signals::hysteresis)
        .checked(build::signals::check_hysteresis),
    signal(&elements::signals::logic::LATCH, Of(Quantity::NUMBER), build::signals::latch),
    signal(&elements::signals::logic::TIMER, Of(Quantity::TIME), build::signals::timer),
    signal(&elements::signals::logic::SAMPLED, OfInput { seconds: 0 }, build::signals::sampled),
    signal(&elements::signals::logic::STATES, Of(Quantity::NUMBER), build::signals::states)
        .checked(build::signals::check_states),
    signal(&elements::signals::external::KIND, OwnUnit, build::signals::input),
    shaft(&elements::torsional::inertia::KIND, build::driveline::inertia),
    element(&elements::torsional::shaft::KIND, build::driveline::shaft),
    element(&elements::torsional::shaft::DAMPER, build::driveline::damper),
    element(&elements::torsional::stage::KIND, build::driveline::stage).checked(build::driveline::check_losses),
    element(&elements::torsional::mesh::KIND, build::driveline::mesh).checked(build::driveline::check_losses),
    element(&elements::torsional::planetary::KIND, build::driveline::planetary)
        .checked(build::driveline::check_planetary),
    element(&elements::torsional::variator::KIND, build::driveline::variator),
    element(&elements::torsional::universal::KIND, build::driveline::universal_joint),
    element(&elements::torsional::belt::KIND, build::driveline::belt),
    element(&elements::torsional::distributed::KIND, build::driveline::distributed_shaft),
    element(&elements::torsional::flywheel::KIND, build::driveline::dual_mass_flywheel)
        .checked(build::driveline::check_flywheel),
    element(&elements::torsional::clutch::KIND, build::driveline::clutch).checked(build::driveline::check_clutch),
    element(&elements::torsional::freewheel::KIND, build::driveline::freewheel),
    element(&elements::torsional::spring::KIND, build::driveline::staged_spring)
        .checked(build::driveline::check_staged_spring),
    element(&elements::torsional::converter::KIND, build::driveline::converter),
    element(&elements::torsional::road::TYRE, build::driveline::tyre),
    element(&elements::torsional::road::ROAD, build::driveline::road_load),
    element(&elements::torsional::shaft_on_body::KIND, build::driveline::shaft_on_body),
    element(&elements::torsional::torque::KIND, build::driveline::torque).checked(build::driveline::check_harmonics),
    element(&elements::torsional::engine::KIND, build::driveline::engine).checked(build::driveline::check_engine),
    element(&elements::torsional::cylinder::KIND, build::driveline::cylinder).checked(build::driveline::check_cylinder),
];

/// The kinds of the parts of beams, solids and superelements, which no section of the file names.
static PARTS: &[Row] = &[
    body(&elements::solid::keys::ATTACHED, build::bodies::body),
    body(&elements::superelement::keys::BOUNDARY_FRAME, build::bodies::body),
    // The superelement builds its points.
    element(&elements::superelement::keys::RECOVERED, |_, _| {}),
    body(&elements::beam::keys::NODE, build::bodies::body),
    // The beam builds its elements.
    element(&elements::beam::keys::ELEMENT, |_, _| {}),
];

/// Every kind, in the order of the reference page.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    REGISTRY.iter().map(|row| row.kind)
}

/// The row of a kind.
pub(crate) fn row(kind: &Kind) -> &'static Row {
    let found = REGISTRY.iter().chain(PARTS).find(|row| row.kind.is(kind));
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
