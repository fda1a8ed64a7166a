//! What an element is: its nodes, its residual written once for any scalar, its constraints, its energy, its channels.

use super::frame::Placement;
use super::node::{Motion, NodeId, ScalarId, ScalarMotion};
use crate::describe::Channel;
use crate::math::{Scalar, Seeded, Vec3};

/// Pose nodes an element can touch.
pub const MAX_NODES: usize = 2;
/// Scalar nodes an element can touch.
pub const MAX_SCALARS: usize = 4;
/// Multipliers an element can bring.
pub const MAX_MULTIPLIERS: usize = 6;

/// What an element sees of the world: its nodes in the order it named them, and its own multipliers.
pub struct At<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// Its pose nodes.
    pub nodes: &'a [Motion<S>],
    /// Its scalar nodes.
    pub scalars: &'a [ScalarMotion<S>],
    /// Its Lagrange multipliers.
    pub multipliers: &'a [S],
}

/// What a constraint sees of the world: time and positions.
pub struct Place<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// The element's pose nodes.
    pub nodes: &'a [Placement<S>],
    /// The coordinates of its scalar nodes.
    pub scalars: &'a [S],
}

/// Where an element adds its generalized forces: six rows a pose node, then one a scalar node, in its own order.
///
/// The sign is inertia + internal − applied. A force that the element exerts on a node is therefore subtracted.
pub struct Residual<'a, S> {
    rows: &'a mut [S],
    nodes: usize,
}

impl<'a, S: Scalar> Residual<'a, S> {
    /// Rows that start at zero, for an element on this many pose nodes.
    pub fn new(rows: &'a mut [S], nodes: usize) -> Self {
        Residual { rows, nodes }
    }

    /// Adds to the row of a scalar node.
    #[inline(always)]
    pub fn scalar(&mut self, scalar: usize, effort: S) {
        self.rows[6 * self.nodes + scalar] += effort;
    }

    /// Adds to the force rows of a node; `force` in world axes.
    #[inline(always)]
    pub fn force(&mut self, node: usize, force: Vec3<S>) {
        for i in 0..3 {
            self.rows[6 * node + i] += force[i];
        }
    }

    /// Adds to the torque rows of a node; `torque` in the node's body axes.
    #[inline(always)]
    pub fn torque(&mut self, node: usize, torque: Vec3<S>) {
        for i in 0..3 {
            self.rows[6 * node + 3 + i] += torque[i];
        }
    }

    /// Adds a force and a torque, both in world axes, that act at a point of the world.
    #[inline(always)]
    pub fn wrench_at(&mut self, node: usize, at: &Placement<S>, point: Vec3<S>, force: Vec3<S>, torque: Vec3<S>) {
        self.force(node, force);
        self.torque(node, at.r.transpose_times((point - at.x).cross(force) + torque));
    }
}

/// Energy of an element, in joules, and the power that leaves or enters through it, in watts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy.
    pub kinetic: f64,
    /// Potential energy: gravity, springs, deformation.
    pub potential: f64,
    /// Power turned into heat; never negative.
    pub dissipated: f64,
    /// Power put in by drives and applied loads.
    pub supplied: f64,
}

/// Anything that contributes to the equations.
///
/// An element is immutable. It writes its response once, generic in the scalar: residuals, exact tangents and channels
/// come from the same lines. It knows neither the integrator nor where its unknowns stand.
pub trait Element: Send + Sync + 'static {
    /// Dual number wide enough for six partials a pose node and one a scalar node. Where it has room for the multipliers
    /// too, they get partials of their own; else their columns are Φ_qᵀ, the transpose of the constraints' rows.
    type Tangent: Seeded;

    /// How many position-level constraints Φ(q, t) = 0 it imposes, each with its multiplier.
    const CONSTRAINTS: usize = 0;

    /// Whether its forces balance among its own nodes. Not so for inertia and for loads from outside.
    const INTERNAL: bool = true;

    /// Whether it looks the same after the world is turned. Not so for gravity and loads in world axes.
    const FRAME_INDIFFERENT: bool = true;

    /// The time series it offers.
    const CHANNELS: &'static [Channel] = &[];

    /// The pose nodes it touches, at most [`MAX_NODES`]; the ground is a node like any other.
    fn nodes(&self) -> Vec<NodeId> {
        Vec::new()
    }

    /// The scalar nodes it touches, at most [`MAX_SCALARS`].
    fn scalars(&self) -> Vec<ScalarId> {
        Vec::new()
    }

    /// Adds its generalized forces: inertia + internal − applied + Φ_qᵀ λ.
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>);

    /// Its constraints Φ(q, t); rates and second rates follow by differentiation.
    fn constraints<S: Scalar>(&self, _at: &Place<S>, _phi: &mut [S]) {}

    /// Its energy and power. A duty of each element, so there is no default.
    fn energy(&self, at: &At<f64>) -> Energy;

    /// Its channels, in the order of [`Element::CHANNELS`].
    fn channels(&self, _at: &At<f64>, _out: &mut [f64]) {}
}
