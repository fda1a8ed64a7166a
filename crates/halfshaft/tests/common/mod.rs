//! Systems that several tests use.

use std::sync::Arc;

use halfshaft::elements::{Gravity, Hinge, RigidBody};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

/// A chain of boxes hinged about alternating axes, from the ground, that falls.
pub fn chain(bodies: usize) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let mut last = (NodeId::GROUND, Placement::identity());
    for i in 0..bodies {
        let position = Vec3([0.2 * i as f64 + 0.1, 0.0, 0.0]);
        let node = b.pose_node(format!("box {i}"), Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
        let here = Placement { x: position, r: Mat3::identity() };
        b.add(format!("box {i}"), RigidBody { node, mass: 2.5, inertia: Mat3::identity() * 0.01 });
        b.add("gravity", Gravity { node, mass: 2.5, field: Vec3([0.0, -6.0, -7.7]) });
        let axes = halfshaft::math::rotation::z_along(Vec3::unit(if i % 2 == 0 { 2 } else { 1 }));
        let pin = Vec3([0.2 * i as f64, 0.0, 0.0]);
        let frame = |(node, at): (NodeId, Placement<f64>)| Frame::at_design(node, &at, pin, axes);
        b.add(format!("hinge {i}"), Hinge { a: frame(last), b: frame((node, here)) });
        last = (node, here);
    }
    b.finish()
}
