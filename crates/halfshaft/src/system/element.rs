//! What an element is: its nodes, its residual written once for any scalar, its constraints, its energy, its channels.

use super::frame::Placement;
use super::node::{Motion, NodeId};
use crate::describe::Channel;
use crate::math::{Scalar, Seeded, Vec3};

/// Nodes an element can touch.
pub const MAX_NODES: usize = 2;
/// Multipliers an element can bring.
pub const MAX_MULTIPLIERS: usize = 6;

/// What an element sees of the world: its nodes in the order it named them, and its own multipliers.
pub struct At<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// Its nodes.
    pub nodes: &'a [Motion<S>],
    /// Its Lagrange multipliers.
    pub multipliers: &'a [S],
}

/// Where an element adds its generalized forces: six rows a node, in the order of its nodes.
///
/// The sign is inertia + internal − applied. A force that the element exerts on a node is therefore subtracted.
pub struct Residual<'a, S> {
    rows: &'a mut [S],
}

impl<'a, S: Scalar> Residual<'a, S> {
    /// Rows that start at zero.
    pub fn new(rows: &'a mut [S]) -> Self {
        Residual { rows }
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
    /// Dual number wide enough for six partials a node plus one a multiplier.
    type Tangent: Seeded;

    /// How many position-level constraints Φ(q, t) = 0 it imposes, each with its multiplier.
    const CONSTRAINTS: usize = 0;

    /// Whether its forces balance among its own nodes. Not so for inertia and for loads from outside.
    const INTERNAL: bool = true;

    /// Whether it looks the same after the world is turned. Not so for gravity and loads in world axes.
    const FRAME_INDIFFERENT: bool = true;

    /// The time series it offers.
    const CHANNELS: &'static [Channel] = &[];

    /// The nodes it touches, at most [`MAX_NODES`]; the ground is a node like any other.
    fn nodes(&self) -> Vec<NodeId>;

    /// Adds its generalized forces: inertia + internal − applied + Φ_qᵀ λ.
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>);

    /// Its constraints Φ(q, t); rates and second rates follow by differentiation.
    fn constraints<S: Scalar>(&self, _time: S, _nodes: &[Placement<S>], _phi: &mut [S]) {}

    /// Its energy and power. A duty of each element, so there is no default.
    fn energy(&self, at: &At<f64>) -> Energy;

    /// Its channels, in the order of [`Element::CHANNELS`].
    fn channels(&self, _at: &At<f64>, _out: &mut [f64]) {}
}
