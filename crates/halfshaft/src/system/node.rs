//! Nodes carry the unknowns.
//!
//! A pose node has a position x in R³ (world axes) and a rotation R in SO(3) (body axes into world axes); its six
//! velocities are v = ẋ in world axes and the material angular velocity Ω in body axes, Ṙ = R Ω~. The group is
//! R³ × SO(3): an increment (s, θ) takes (x, R) to (x + s, R exp(θ~)).
//!
//! A point node has a position alone, with three velocities in world axes. Elements see it as a pose that never turns.
//!
//! A scalar node has one coordinate: the angle of a shaft, an amplitude, a signal. Unknowns of first order and algebraic
//! ones are scalar nodes too, whose velocity is the unknown and whose position nobody reads.

use crate::math::{Quaternion, Scalar, Vec3};

use super::frame::Placement;

/// Names a node of a system that has a place: the ground, a pose node or a point node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The ground: a node that never moves and has no unknowns.
    pub const GROUND: NodeId = NodeId(0);
    /// Set in the numbers of point nodes.
    const POINT: u32 = 1 << 31;

    /// The point node of this number.
    pub(crate) fn point(number: usize) -> Self {
        let number = u32::try_from(number).ok().filter(|number| *number < Self::POINT);
        NodeId(Self::POINT | number.expect("fewer than 2³¹ nodes"))
    }

    /// The number of a point node; `None` for all others.
    #[inline]
    pub(crate) fn point_number(self) -> Option<usize> {
        (self.0 & Self::POINT != 0).then_some((self.0 & !Self::POINT) as usize)
    }

    /// How many velocities it has.
    #[inline]
    pub(crate) fn unknowns(self) -> usize {
        match self {
            Self::GROUND => 0,
            NodeId(id) if id & Self::POINT != 0 => POINT_UNKNOWNS,
            NodeId(_) => POSE_UNKNOWNS,
        }
    }

    /// The first of its velocities in the vectors of the state of a system with so many pose nodes; `None` for the ground.
    #[inline]
    pub(crate) fn velocities(self, poses: usize) -> Option<usize> {
        match self.point_number() {
            Some(number) => Some(POSE_UNKNOWNS * poses + POINT_UNKNOWNS * number),
            None => (self.0 as usize).checked_sub(1).map(|i| i * POSE_UNKNOWNS),
        }
    }
}

/// Names a scalar node of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarId(pub(crate) u32);

impl ScalarId {
    /// What never turns: a scalar node without unknowns, always at zero.
    pub const GROUND: ScalarId = ScalarId(u32::MAX);

    /// Its place among the scalar nodes; `None` for the ground.
    pub(crate) fn place(self) -> Option<usize> {
        (self != Self::GROUND).then_some(self.0 as usize)
    }
}

/// What a scalar node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarKind {
    /// A coordinate q with q̇ = v and an equation for v̇: a shaft angle.
    Motion,
    /// An unknown of first order, z = v, with an equation for ż = v̇.
    Flow,
    /// An unknown u = v with an equation that holds neither v̇ nor q: a signal.
    Algebraic,
}

/// A scalar node as it is built.
#[derive(Clone, Debug)]
pub struct ScalarNode {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub kind: ScalarKind,
    /// Its coordinate at the start.
    pub position: f64,
    /// Its velocity at the start; the unknown itself for flow and algebraic nodes.
    pub velocity: f64,
    /// What an error of the coordinate is compared with: one radian for a shaft. For an unknown of first order it is the
    /// integral over time that is compared, so the scale is a size times seconds; for an algebraic one its own size.
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

/// Where a pose node is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position in world axes.
    pub position: Vec3,
    /// Turns body axes into world axes.
    pub rotation: Quaternion,
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Pose = Pose { position: Vec3([0.0; 3]), rotation: Quaternion::IDENTITY };
}

/// How fast a pose node moves.
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

/// A pose node of a system, with its start.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub name: String,
    pub pose: Pose,
    pub twist: Twist,
    pub priority: Priority,
}

/// A point node of a system, with its start.
#[derive(Clone, Debug)]
pub(crate) struct PointNode {
    pub name: String,
    pub position: Vec3,
    pub velocity: Vec3,
}

/// How the start of a scalar node came about, and how much it counts where shafts that are tied together do not agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScalarStart {
    /// How much it counts.
    pub priority: Priority,
    /// Whether somebody asked for its velocity: a change is then worth a warning.
    pub velocity_given: bool,
    /// The same for its coordinate.
    pub position_given: bool,
}

/// How much the start of a node counts where the parts do not meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    /// It stays where it is given.
    Fixed,
    /// It moves as little as its mass and that of the others allow.
    #[default]
    Guess,
    /// It goes wherever the others need it.
    Free,
}

impl Priority {
    /// What its mass is multiplied by while the parts are brought together. The ratio of fixed to free is the largest
    /// that leaves the equations well-conditioned.
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
/// Numbers that hold a pose: three of position and a quaternion.
pub const POSE_COORDINATES: usize = 7;
