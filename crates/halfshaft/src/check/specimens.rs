//! One system for each kind of element, with nothing else in it.

use super::random::Random;
use crate::describe::Kind;
use crate::elements::joint::Joint;
use crate::elements::load::Axes;
use crate::elements::{
    bushing, constant_velocity, contact, cylindrical, distance, drag, drive, gears, gravity, hinge, inline,
    joint_friction, load, planar, point_sensor, prismatic, rack_and_pinion, rigid_body, rigid_joint, rolling,
    rotational_spring, screw, spherical, spring, stop, torque, torsional, universal,
};
use crate::math::Quaternion;
use crate::system::{Element, Frame, NodeId, Pose, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder, Twist};

/// A system with nothing but one element of a kind.
pub struct Specimen {
    /// What it is.
    pub name: &'static str,
    /// The kind of model item it belongs to; none for elements that a file does not name, such as weight.
    pub kind: Option<&'static Kind>,
    /// The system.
    pub system: System,
}

/// What the generic check examines. The model crate tests that every kind of its registry is here.
pub fn specimens() -> Vec<Specimen> {
    let of = |name, kind, system| Specimen { name, kind, system };
    vec![
        of("body", Some(&rigid_body::KIND), on_one_node(rigid_body::specimen)),
        of("gravity", None, on_one_node(gravity::specimen)),
        of("hinge", Some(&hinge::KIND), between_frames(hinge::specimen)),
        of("spherical", Some(&spherical::KIND), between_frames(spherical::specimen)),
        of("prismatic", Some(&prismatic::KIND), between_frames(prismatic::specimen)),
        of("cylindrical", Some(&cylindrical::KIND), between_frames(cylindrical::specimen)),
        of("planar", Some(&planar::KIND), between_frames(planar::specimen)),
        of("universal", Some(&universal::KIND), between_frames(universal::specimen)),
        of("screw", Some(&screw::KIND), between_frames(screw::specimen)),
        of("rigid joint", Some(&rigid_joint::KIND), between_frames(rigid_joint::specimen)),
        of("inline", Some(&inline::KIND), between_frames(inline::specimen)),
        of("distance", Some(&distance::KIND), between_frames(distance::specimen)),
        of("hinge with friction", None, rubbing(hinge::specimen)),
        of(
            "hinge with friction, sliding",
            None,
            between_frames(|a, b| joint_friction::specimen(hinge::specimen(a, b), 1e-4)),
        ),
        of("prismatic with friction", None, rubbing(prismatic::specimen)),
        of("cylindrical with friction", None, rubbing(cylindrical::specimen)),
        of("screw with friction", None, rubbing(screw::specimen)),
        of("spherical with friction", None, rubbing(spherical::specimen)),
        of("universal with friction", None, rubbing(universal::specimen)),
        of("planar with friction", None, rubbing(planar::specimen)),
        of("inline with friction", None, rubbing(inline::specimen)),
        of("hinge that sticks", None, between_frames(|a, b| joint_friction::sticking_specimen(hinge::specimen(a, b)))),
        of(
            "prismatic that sticks",
            None,
            between_frames(|a, b| joint_friction::sticking_specimen(prismatic::specimen(a, b))),
        ),
        of("constant velocity", Some(&constant_velocity::KIND), between_frames(constant_velocity::specimen)),
        of("constant velocity with friction", None, rubbing(constant_velocity::specimen)),
        of("rack and pinion", Some(&rack_and_pinion::KIND), between_frames(rack_and_pinion::specimen)),
        of("rolling ball", Some(&rolling::KIND), between_frames(|a, b| rolling::specimen(a, b, true))),
        of("rolling disc", None, between_frames(|a, b| rolling::specimen(a, b, false))),
        of("rotation stop", Some(&stop::ROTATION), between_frames(stop::specimen::<true>)),
        of("travel stop", Some(&stop::TRAVEL), between_frames(stop::specimen::<false>)),
        of("drag", Some(&drag::KIND), on_one_node(drag::specimen)),
        of("torque", Some(&torque::KIND), between_frames(torque::specimen)),
        of("drive by angle", Some(&drive::ROTATION), between_frames(|a, b| drive::specimen(a, b, drive::ByAngle))),
        of("drive by angular speed", None, between_frames(|a, b| drive::specimen(a, b, drive::ByAngularSpeed))),
        of(
            "drive by displacement",
            Some(&drive::TRANSLATION),
            between_frames(|a, b| drive::specimen(a, b, drive::ByDisplacement)),
        ),
        of("drive by speed", None, between_frames(|a, b| drive::specimen(a, b, drive::BySpeed))),
        of("spring", Some(&spring::KIND), between_frames(spring::specimen)),
        of("rotational spring", Some(&rotational_spring::KIND), between_frames(rotational_spring::specimen)),
        of("bushing", Some(&bushing::KIND), between_frames(bushing::specimen)),
        of("load in the model frame", Some(&load::KIND), on_one_node(|node| load::specimen(node, Axes::Model))),
        of("load in the body's axes", Some(&load::KIND), on_one_node(|node| load::specimen(node, Axes::Body))),
        of("external gear pair", Some(&gears::EXTERNAL), between_frames(gears::specimens::external)),
        of("internal gear pair", Some(&gears::INTERNAL), between_frames(gears::specimens::internal)),
        of("gear pair in partial contact", None, between_frames(gears::specimens::partial)),
        of("gear pair along its path", None, between_frames(gears::specimens::along_the_path)),
        of("bevel pair", Some(&gears::BEVEL), between_frames(gears::specimens::bevel)),
        of("rack", Some(&gears::RACK), between_frames(gears::specimens::rack)),
        of(
            "sphere on plane",
            Some(&contact::point::SPHERE_ON_PLANE),
            between_frames(contact::point::sphere_on_plane_specimen),
        ),
        of("spheres", Some(&contact::point::SPHERES), between_frames(contact::point::spheres_specimen)),
        of("pin in bore", Some(&contact::point::PIN_IN_BORE), between_frames(contact::point::pin_in_bore_specimen)),
        of("rings", Some(&contact::ring::KIND), between_frames(contact::ring::specimen)),
        of("film", Some(&contact::film::KIND), between_frames(contact::film::specimen)),
        of("point sensor", Some(&point_sensor::KIND), on_one_node(point_sensor::specimen)),
        of("inertia", Some(&torsional::inertia::KIND), on_shafts(torsional::inertia::specimen)),
        of("shaft", Some(&torsional::shaft::KIND), on_shafts(torsional::shaft::specimen)),
        of("damper", Some(&torsional::shaft::DAMPER), on_shafts(torsional::shaft::specimen)),
        of("shaft to the ground", None, on_shafts(|[a]| torsional::shaft::specimen([a, ScalarId::GROUND]))),
        of("stage", Some(&torsional::stage::KIND), on_shafts(torsional::stage::specimen)),
        of("mesh", Some(&torsional::mesh::KIND), on_shafts(|shafts| torsional::mesh::specimen(shafts, true))),
        of("mesh on one flank", None, on_shafts(|shafts| torsional::mesh::specimen(shafts, false))),
        of("clutch", Some(&torsional::clutch::KIND), on_shafts(torsional::clutch::specimen)),
        of("actuated clutch", None, on_shafts_and_flow(torsional::clutch::actuated_specimen)),
        of("planetary", Some(&torsional::planetary::KIND), on_shafts(torsional::planetary::specimen)),
        of("variator", Some(&torsional::variator::KIND), on_shafts(torsional::variator::specimen)),
        of("converter", Some(&torsional::converter::KIND), on_shafts(torsional::converter::specimen)),
        of("staged spring", Some(&torsional::spring::KIND), on_shafts(torsional::spring::specimen)),
        of("universal joint of shafts", Some(&torsional::universal::KIND), on_shafts(torsional::universal::specimen)),
        of("tyre", Some(&torsional::road::TYRE), on_shafts_and_flow(torsional::road::tyre_specimen)),
        of("road load", Some(&torsional::road::ROAD), on_shafts(torsional::road::road_specimen)),
        of("shaft on a body", Some(&torsional::shaft_on_body::KIND), shaft_between_frames()),
        of("belt", Some(&torsional::belt::KIND), on_shafts(torsional::belt::specimen)),
        of("engine", Some(&torsional::engine::KIND), on_shafts(torsional::engine::specimen)),
        of("cylinder", Some(&torsional::cylinder::KIND), on_shafts(torsional::cylinder::specimen)),
        of("piece of a shaft", None, on_shafts(torsional::distributed::piece_specimen)),
        of("distributed shaft", Some(&torsional::distributed::KIND), on_shafts(torsional::distributed::specimen)),
        of("freewheel", Some(&torsional::freewheel::KIND), on_shafts(torsional::freewheel::specimen)),
        of("torque", Some(&torsional::torque::KIND), on_shafts(torsional::torque::specimen)),
    ]
}

/// A joint with friction.
fn rubbing<J: Joint>(joint: impl FnOnce(Frame, Frame) -> J) -> System {
    between_frames(|a, b| joint_friction::specimen(joint(a, b), 50.0))
}

/// A free node with an element on it.
pub(super) fn on_one_node<E: Element>(element: impl FnOnce(NodeId) -> E) -> System {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    b.add("specimen", element(node));
    b.finish()
}

/// Free shafts with an element on them.
pub(super) fn on_shafts<E: Element, const N: usize>(element: impl FnOnce([ScalarId; N]) -> E) -> System {
    let mut b = SystemBuilder::new();
    let shafts = std::array::from_fn(|i| b.scalar_node(scalar(format!("shaft {i}"), ScalarKind::Motion)));
    b.add("specimen", element(shafts));
    b.finish()
}

/// Two free shafts and an unknown of first order, with an element on them.
fn on_shafts_and_flow<E: Element>(element: impl FnOnce([ScalarId; 3]) -> E) -> System {
    let mut b = SystemBuilder::new();
    let kinds = [ScalarKind::Motion, ScalarKind::Motion, ScalarKind::Flow];
    let nodes = kinds.map(|kind| b.scalar_node(scalar(format!("{kind:?}"), kind)));
    b.add("specimen", element(nodes));
    b.finish()
}

fn scalar(name: String, kind: ScalarKind) -> ScalarNode {
    ScalarNode { name, kind, position: 0.0, velocity: 0.0, scale: 1.0 }
}

/// A shaft that turns with one of two free nodes against the other.
fn shaft_between_frames() -> System {
    let mut random = Random::new(1001);
    let mut b = SystemBuilder::new();
    let shaft = b.scalar_node(scalar("shaft".into(), ScalarKind::Motion));
    let [frame_a, frame_b] = ["A", "B"].map(|name| Frame {
        node: b.pose_node(name, Pose::IDENTITY, Twist::ZERO),
        offset: random.vector(0.5),
        axes: Quaternion::exp(random.vector(2.0)).matrix(),
    });
    b.add("specimen", torsional::shaft_on_body::specimen(frame_a, frame_b, shaft));
    b.finish()
}

/// Two free nodes with an element between frames that stand off them and are turned.
pub(super) fn between_frames<E: Element>(element: impl FnOnce(Frame, Frame) -> E) -> System {
    let mut random = Random::new(1000);
    let mut b = SystemBuilder::new();
    let [frame_a, frame_b] = ["A", "B"].map(|name| Frame {
        node: b.pose_node(name, Pose::IDENTITY, Twist::ZERO),
        offset: random.vector(0.5),
        axes: Quaternion::exp(random.vector(2.0)).matrix(),
    });
    b.add("specimen", element(frame_a, frame_b));
    b.finish()
}
