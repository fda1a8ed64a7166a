//! Nodes carry the unknowns.
//!
//! A pose node has a position x in R³ (world axes) and a rotation R in SO(3) (body axes into world axes); its six
//! velocities are v = ẋ in world axes and the material angular velocity Ω in body axes, Ṙ = R Ω~. The group is
//! R³ × SO(3): an increment (s, θ) takes (x, R) to (x + s, R exp(θ~)).
//!
//! A point node has only a position, with three velocities in world axes. Elements see it as a pose that never rotates.
//!
//! A scalar node has one coordinate: the angle of a shaft, an amplitude, a signal. First-order and algebraic unknowns
//! are scalar nodes too. Their velocity is the unknown, and their position is unused.
//!
//! The amplitudes of a reduced body are scalar nodes behind all others. They are unknowns in groups of up to eight, so that the
//! matrix has dense blocks for them.

use crate::linalg::block::BLOCK;
use crate::math::{Quaternion, Scalar, Vec3};

use super::placement::Placement;

/// Identifier of the ground, of a pose node, of a point node, or of a group of amplitudes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(crate) NodeKind);

/// The kind of a node, and its number among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NodeKind {
    Ground,
    Pose(u32),
    Point(u32),
    /// A group of `size` amplitudes of a reduced body, by the number of the first.
    Amplitudes {
        first: u32,
        size: u8,
    },
}

impl NodeId {
    /// The ground: a node that never moves and has no unknowns.
    pub const GROUND: NodeId = NodeId(NodeKind::Ground);

    /// The pose node of this number, without the ground.
    pub(crate) fn pose(number: usize) -> Self {
        NodeId(NodeKind::Pose(numbered(number)))
    }

    /// The point node of this number.
    pub(crate) fn point(number: usize) -> Self {
        NodeId(NodeKind::Point(numbered(number)))
    }

    /// The group of `size` amplitudes from the one of this number on.
    pub(crate) fn amplitudes(first: usize, size: usize) -> Self {
        assert!((1..=BLOCK).contains(&size), "a group has one to {BLOCK} amplitudes");
        NodeId(NodeKind::Amplitudes { first: numbered(first), size: size as u8 })
    }

    /// Number of its velocities.
    #[inline]
    pub(crate) fn unknowns(self) -> usize {
        match self.0 {
            NodeKind::Ground => 0,
            NodeKind::Pose(_) => POSE_UNKNOWNS,
            NodeKind::Point(_) => POINT_UNKNOWNS,
            NodeKind::Amplitudes { size, .. } => size.into(),
        }
    }

    /// Whether it is a point node, which does not rotate.
    #[inline]
    pub(crate) fn is_point(self) -> bool {
        matches!(self.0, NodeKind::Point(_))
    }
}

fn numbered(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2³² nodes")
}

/// Identifier of a scalar node of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarId(pub(crate) u32);

impl ScalarId {
    /// The ground: a scalar node without unknowns, always at zero.
    pub const GROUND: ScalarId = ScalarId(u32::MAX);

    /// Index among the scalar nodes; `None` for the ground.
    pub(crate) fn place(self) -> Option<usize> {
        (self != Self::GROUND).then_some(self.0 as usize)
    }
}

/// The kind of unknown of a scalar node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// A coordinate q with q̇ = v and an equation for v̇: a shaft angle.
    Motion,
    /// A first-order unknown z = v, with an equation for ż = v̇.
    Flow,
    /// An algebraic unknown u = v, whose equation contains neither v̇ nor q: a signal.
    Algebraic,
}

/// Definition of a scalar node.
#[derive(Clone, Debug)]
pub struct ScalarNode {
    /// Its name.
    pub name: String,
    /// Its kind of unknown.
    pub kind: ScalarKind,
    /// Its initial coordinate.
    pub position: f64,
    /// Its initial velocity; the unknown itself for flow and algebraic nodes.
    pub velocity: f64,
    /// Error scale of the coordinate: one radian for a shaft. For a first-order unknown the error is that of its time
    /// integral, so the scale is a magnitude times seconds. For an algebraic unknown it is the magnitude itself.
    pub scale: f64,
}

/// A scalar node as an element sees it.
#[derive(Clone, Copy, Debug)]
pub struct ScalarMotion<S> {
    /// Coordinate.
    pub q: S,
    /// Velocity.
    pub v: S,
    /// Acceleration.
    pub dv: S,
}

/// Position and rotation of a pose node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position in world axes.
    pub position: Vec3,
    /// Rotation from body axes into world axes.
    pub rotation: Quaternion,
}

impl Pose {
    /// At the origin, with the world axes.
    pub const IDENTITY: Pose = Pose { position: Vec3([0.0; 3]), rotation: Quaternion::IDENTITY };
}

/// Velocity of a pose node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist {
    /// Velocity in world axes.
    pub linear: Vec3,
    /// Angular velocity in body axes.
    pub angular: Vec3,
}

impl Twist {
    /// At rest.
    pub const ZERO: Twist = Twist { linear: Vec3([0.0; 3]), angular: Vec3([0.0; 3]) };
}

/// A pose node as an element sees it.
#[derive(Clone, Copy, Debug)]
pub struct Motion<S> {
    /// Position and rotation matrix.
    pub at: Placement<S>,
    /// Velocity in world axes.
    pub v: Vec3<S>,
    /// Angular velocity in body axes.
    pub w: Vec3<S>,
    /// Acceleration in world axes.
    pub dv: Vec3<S>,
    /// Angular acceleration in body axes.
    pub dw: Vec3<S>,
}

impl<S: Scalar> Motion<S> {
    /// At the origin and at rest.
    #[inline(always)]
    pub fn still() -> Self {
        let zero = Vec3::zero();
        Motion { at: Placement::identity(), v: zero, w: zero, dv: zero, dw: zero }
    }
}

/// A pose node of a system, with its initial state.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub name: String,
    pub pose: Pose,
    pub twist: Twist,
    pub priority: Priority,
}

/// A point node of a system, with its initial state.
#[derive(Clone, Debug)]
pub(crate) struct PointNode {
    pub name: String,
    pub position: Vec3,
    pub velocity: Vec3,
}

/// Origin of the initial values of a scalar node, and their priority if connected shafts disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScalarStart {
    /// Its priority.
    pub priority: Priority,
    /// Whether the velocity is specified by the user: changing it then gives a warning.
    pub velocity_given: bool,
    /// Whether the coordinate is specified by the user.
    pub position_given: bool,
}

/// Priority of the initial position of a node if the given positions violate the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    /// It keeps its given position.
    Fixed,
    /// It moves as little as possible, in the norm of the mass matrix.
    #[default]
    Guess,
    /// It moves as far as the other nodes require.
    Free,
}

impl Priority {
    /// Factor of its mass during the assembly of the mechanism. The ratio of fixed to free is the largest that leaves
    /// the equations well-conditioned.
    pub(crate) fn weight(self) -> f64 {
        match self {
            Priority::Fixed => 1e6,
            Priority::Guess => 1.0,
            Priority::Free => 1e-4,
        }
    }
}

/// Unknowns of motion per pose node.
pub const POSE_UNKNOWNS: usize = 6;
/// Unknowns of motion, and coordinates, per point node.
pub const POINT_UNKNOWNS: usize = 3;
/// Number of coordinates of a pose: three of position and a quaternion.
pub const POSE_COORDINATES: usize = 7;
