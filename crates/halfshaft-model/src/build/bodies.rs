//! `[[body]]`.

use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::{Gravity, RigidBody};
use halfshaft::math::{Quaternion, Vec3};
use halfshaft::system::{AddTo, NodeId, Pose, Priority, Twist};

use super::{Building, rotation};
use crate::model::Item;

/// A rigid body, or a mass point, with its weight.
pub(crate) fn body(building: &mut Building, item: &Item) -> NodeId {
    let node = if item.switch("rotates") { pose_node(building, item) } else { point_node(building, item) };
    let (mass, inertia) = (item.number("mass"), inertia_tensor(item.inertia("inertia")));
    RigidBody { node, mass, inertia }.add_to(&mut building.builder, &item.name);
    let gravity = Vec3(building.model.gravity);
    if gravity != Vec3::zero() && mass > 0.0 {
        Gravity { node, mass, field: gravity }.add_to(&mut building.builder, &item.name);
    }
    node
}

fn point_node(building: &mut Building, item: &Item) -> NodeId {
    building.builder.point_node(&item.name, Vec3(item.vector("position")), Vec3(item.vector("velocity")))
}

fn pose_node(building: &mut Building, item: &Item) -> NodeId {
    let rotation = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation);
    let pose = Pose { position: Vec3(item.vector("position")), rotation };
    // The file gives the angular velocity in the model frame, the node holds it in the body's axes.
    let angular = rotation.matrix().transpose_times(Vec3(item.vector("angular_velocity")));
    let twist = Twist { linear: Vec3(item.vector("velocity")), angular };
    let node = building.builder.pose_node(&item.name, pose, twist);
    let priority = match item.choice("start") {
        "fixed" => Priority::Fixed,
        "free" => Priority::Free,
        _ => Priority::Guess,
    };
    building.builder.set_priority(node, priority);
    node
}
