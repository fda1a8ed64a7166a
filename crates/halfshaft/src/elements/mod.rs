//! Everything that contributes to the equations of motion, one file a kind.
//!
//! A new kind is a file here: what it is and its equation in the doc comment, its `KIND` for the model file, its
//! `Element`, its `specimen` for the generic check. It is listed below in [`specimens`] and in the registry of the
//! model crate.

pub mod gravity;
pub mod hinge;
pub mod rigid_body;

pub use gravity::Gravity;
pub use hinge::Hinge;
pub use rigid_body::RigidBody;

use crate::check::turned_offset;
use crate::system::{Element, Frame, NodeId, Pose, System, SystemBuilder, Twist};

/// A system with nothing but one element, for each kind there is: what the generic check examines.
pub fn specimens() -> Vec<(&'static str, System)> {
    vec![
        ("body", on_one_node(rigid_body::specimen)),
        ("gravity", on_one_node(gravity::specimen)),
        ("hinge", between_frames(hinge::specimen)),
    ]
}

fn on_one_node<E: Element>(element: impl FnOnce(NodeId) -> E) -> System {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
    b.add("specimen", element(node));
    b.finish()
}

fn between_frames<E: Element>(element: impl FnOnce(Frame, Frame) -> E) -> System {
    let mut b = SystemBuilder::new();
    let [a, b_frame] = [("A", 1), ("B", 2)].map(|(name, seed)| {
        let (offset, axes) = turned_offset(seed);
        Frame { node: b.pose_node(name, Pose::IDENTITY, Twist::ZERO), offset, axes }
    });
    b.add("specimen", element(a, b_frame));
    b.finish()
}
