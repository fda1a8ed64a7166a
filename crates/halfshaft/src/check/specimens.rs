//! One system for each kind of element, with nothing else in it.

use super::random::Random;
use crate::elements::load::Axes;
use crate::elements::{
    bushing, cylindrical, distance, gravity, hinge, inline, load, planar, point_sensor, prismatic, rigid_body,
    rigid_joint, rotational_spring, screw, spherical, spring, universal,
};
use crate::math::Quaternion;
use crate::system::{Element, Frame, NodeId, Pose, System, SystemBuilder, Twist};

/// What the generic check examines: every kind of element, by name.
pub fn specimens() -> Vec<(&'static str, System)> {
    vec![
        ("body", on_one_node(rigid_body::specimen)),
        ("gravity", on_one_node(gravity::specimen)),
        ("hinge", between_frames(hinge::specimen)),
        ("spherical", between_frames(spherical::specimen)),
        ("prismatic", between_frames(prismatic::specimen)),
        ("cylindrical", between_frames(cylindrical::specimen)),
        ("planar", between_frames(planar::specimen)),
        ("universal", between_frames(universal::specimen)),
        ("screw", between_frames(screw::specimen)),
        ("rigid joint", between_frames(rigid_joint::specimen)),
        ("inline", between_frames(inline::specimen)),
        ("distance", between_frames(distance::specimen)),
        ("spring", between_frames(spring::specimen)),
        ("rotational spring", between_frames(rotational_spring::specimen)),
        ("bushing", between_frames(bushing::specimen)),
        ("load in the model frame", on_one_node(|node| load::specimen(node, Axes::Model))),
        ("load in the body's axes", on_one_node(|node| load::specimen(node, Axes::Body))),
        ("point sensor", on_one_node(point_sensor::specimen)),
    ]
}

/// A free node with an element on it.
pub(super) fn on_one_node<E: Element>(element: impl FnOnce(NodeId) -> E) -> System {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    b.add("specimen", element(node));
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
