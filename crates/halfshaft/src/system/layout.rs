//! Where the unknowns of the nodes are in the vectors of a state.
//!
//! Nodes of one kind follow each other: poses, points, scalar nodes, amplitudes of reduced bodies. The multipliers of the
//! elements come after all of them.

use serde::{Deserialize, Serialize};

use super::node::{NodeId, NodeKind, POINT_UNKNOWNS, POSE_COORDINATES, POSE_UNKNOWNS};

/// The index of the first velocity of each kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layout {
    /// Number of pose nodes, without the ground.
    pub poses: usize,
    /// Number of point nodes.
    pub points: usize,
    /// Index of the first point node's first velocity.
    pub first_point: usize,
    /// Index of the first scalar node's velocity.
    pub first_scalar: usize,
    /// Index of the first amplitude's velocity.
    pub first_amplitude: usize,
    /// Number of all velocities.
    pub velocities: usize,
}

impl Layout {
    /// For these numbers of nodes; the ground does not count.
    pub fn new(poses: usize, points: usize, scalars: usize, amplitudes: usize) -> Self {
        let first_point = POSE_UNKNOWNS * poses;
        let first_scalar = first_point + POINT_UNKNOWNS * points;
        let first_amplitude = first_scalar + scalars;
        Layout { poses, points, first_point, first_scalar, first_amplitude, velocities: first_amplitude + amplitudes }
    }

    /// Index of a node's first velocity; `None` for the ground.
    #[inline(always)]
    pub fn velocity(&self, node: NodeId) -> Option<usize> {
        match node.0 {
            NodeKind::Ground => None,
            NodeKind::Pose(number) => Some(POSE_UNKNOWNS * number as usize),
            NodeKind::Point(number) => Some(self.first_point + POINT_UNKNOWNS * number as usize),
            NodeKind::Amplitudes { first, .. } => Some(self.first_amplitude + first as usize),
        }
    }

    /// Index of the coordinate with this velocity, for every kind of node but poses.
    #[inline(always)]
    pub fn coordinate(&self, velocity: usize) -> usize {
        velocity - self.first_point + POSE_COORDINATES * self.poses
    }

    /// Number of all coordinates.
    pub fn coordinates(&self) -> usize {
        self.coordinate(self.velocities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_nodes_follow_each_other() {
        let layout = Layout::new(2, 3, 4, 10);
        let amplitudes = NodeId::amplitudes(8, 2);
        let nodes = [NodeId::GROUND, NodeId::pose(1), NodeId::point(0), NodeId::point(2), amplitudes];
        assert_eq!(nodes.map(|node| layout.velocity(node)), [None, Some(6), Some(12), Some(18), Some(33)]);
        assert_eq!(nodes.map(NodeId::unknowns), [0, 6, 3, 3, 2]);
        assert_eq!([layout.first_scalar, layout.first_amplitude, layout.velocities], [21, 25, 35]);
        // A pose has one coordinate more than velocities.
        assert_eq!([layout.coordinate(12), layout.coordinates()], [14, 37]);
    }
}
