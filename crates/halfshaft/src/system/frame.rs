//! Frames: a node plus a constant offset and orientation. Joints, gears, contacts and sensors attach to frames.

use super::node::NodeId;
use super::placement::Placement;
use crate::math::{Mat3, Scalar, Vec3};

/// A frame fixed to a node.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The node it moves with.
    pub node: NodeId,
    /// Its origin in the node's axes.
    pub offset: Vec3,
    /// Its axes in the node's axes.
    pub axes: Mat3,
}

impl Frame {
    /// Where the frame is when its node is at `node`.
    pub fn on<S: Scalar>(&self, node: &Placement<S>) -> Placement<S> {
        // Most frames of beams are at their nodes, with their axes.
        let x = match self.offset == Vec3::zero() {
            true => node.x,
            false => node.x + node.r.times_constant_vector(self.offset),
        };
        let r = if self.axes == Mat3::identity() { node.r } else { node.r.times_constant(&self.axes) };
        Placement { x, r }
    }

    /// The frame on node `id`, posed at `node`, whose origin is at `x` and whose axes are `r`, both in world axes.
    pub fn at_design(id: NodeId, node: &Placement<f64>, x: Vec3, r: Mat3) -> Frame {
        Frame { node: id, offset: node.r.transpose_times(x - node.x), axes: node.r.transpose() * r }
    }
}
