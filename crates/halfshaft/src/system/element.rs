//! What an element is: its nodes, its residual written once for any scalar, its constraints, its energy, its channels.

use super::condition::Condition;
use super::frame::Placement;
use super::node::{Motion, NodeId, ScalarId, ScalarMotion};
use crate::describe::{Channel, Quantity};
use crate::laws::TimeEvents;
use crate::math::{Mat3, Scalar, Seeded, Vec3};

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
    /// What it remembers from the last accepted step.
    pub memory: &'a [f64],
    /// Its mode, counted from the first of [`Element::MODES`].
    pub mode: usize,
}

/// What a constraint sees of the world: time and positions.
pub struct Place<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// The element's pose nodes.
    pub nodes: &'a [Placement<S>],
    /// The coordinates of its scalar nodes.
    pub scalars: &'a [S],
    /// What it remembers from the last accepted step.
    pub memory: &'a [f64],
    /// Its mode.
    pub mode: usize,
}

/// Where an element adds its generalized forces: six rows a pose node, then one a scalar node, in its own order.
///
/// The sign is inertia + internal − applied. A force that the element exerts on a node is therefore subtracted.
pub struct Residual<'a, S> {
    rows: &'a mut [S],
    nodes: usize,
    scalars: usize,
}

impl<'a, S: Scalar> Residual<'a, S> {
    /// Rows that start at zero, for an element on so many pose nodes and scalar nodes.
    pub fn new(rows: &'a mut [S], nodes: usize, scalars: usize) -> Self {
        Residual { rows, nodes, scalars }
    }

    /// The equation that takes the place of a constraint which does not hold in the present mode, as λ − f(…) = 0.
    pub fn inactive_constraint_row(&mut self, constraint: usize, value: S) {
        self.rows[6 * self.nodes + self.scalars + constraint] += value;
    }

    /// Adds to the row of a scalar node.
    pub fn scalar(&mut self, scalar: usize, effort: S) {
        self.rows[6 * self.nodes + scalar] += effort;
    }

    /// Adds to the force rows of a node; `force` in world axes.
    pub fn force(&mut self, node: usize, force: Vec3<S>) {
        for i in 0..3 {
            self.rows[6 * node + i] += force[i];
        }
    }

    /// Adds to the torque rows of a node; `torque` in the node's body axes.
    pub fn torque(&mut self, node: usize, torque: Vec3<S>) {
        for i in 0..3 {
            self.rows[6 * node + 3 + i] += torque[i];
        }
    }

    /// Adds a force and a torque, both in world axes, that act at a point of the world.
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

/// A row or a column of a tangent by hand: six entries for each of two pose nodes.
pub type TangentRow = [f64; 6 * MAX_NODES];

/// What a crossing of an exit function does to the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventHandling {
    /// The equations change: a step ends there.
    Located,
    /// Nothing but a kink, or a note to memory: the step goes on, and the switch takes place at its end.
    Deferred,
}

/// Why an element has no equations for a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Infeasibility {
    /// They end there, as those of an oil film without thickness.
    OutsideDomain,
    /// Its ends are turned against each other by about half a turn, where a rotation vector jumps to its opposite.
    HalfTurn {
        /// In radians.
        angle: f64,
    },
}

/// Anything that contributes to the equations.
///
/// An element is immutable. It writes its response once, generic in the scalar: residuals, exact tangents and channels
/// come from the same lines. It knows neither the integrator nor where its unknowns stand.
pub trait Element: Send + Sync + 'static {
    /// Dual number wide enough for six partials a pose node and one a scalar node. Where it has room for the multipliers
    /// too, they get partials of their own; else their columns are Φ_qᵀ, the transpose of the constraints' rows.
    type Tangent: Seeded;

    /// How many constraints it imposes, each with its multiplier.
    const CONSTRAINTS: usize = 0;

    /// How many of them, the last ones, are on velocities: Φ(q, v, t) = 0 that no constraint on positions stands behind.
    const VELOCITY_CONSTRAINTS: usize = 0;

    /// Whether its forces balance among its own nodes. Not so for inertia and for loads from outside.
    const INTERNAL: bool = true;

    /// Whether it looks the same after the world is turned. Not so for gravity and loads in world axes.
    const FRAME_INDIFFERENT: bool = true;

    /// Whether its forces depend on nothing but time, so that it has no part in the tangents.
    const DEPENDS_ON_TIME_ONLY: bool = false;

    /// Whether its tangent is written by hand, for an element that is met often: one on two pose nodes whose residual is
    /// Φ_qᵀ λ of constraints that always hold, and nothing else. [`Element::analytic_gradients`] and
    /// [`Element::analytic_stiffness`] then stand instead of duals.
    const HAS_ANALYTIC_TANGENT: bool = false;

    /// Whether its forces depend on its multipliers beyond the reaction Φ_qᵀ λ, as friction does. Its dual must then have
    /// room for them.
    const FORCES_DEPEND_ON_REACTIONS: bool = false;

    /// Names of the numbers it remembers between steps.
    const MEMORY: &'static [&'static str] = &[];

    /// Names of its modes; empty for an element that has no modes.
    const MODES: &'static [&'static str] = &[];

    /// Exit functions of a mode, at most.
    const EVENT_FUNCTIONS: usize = 0;

    /// Whether there are states it has no equations for, see [`Element::is_feasible`].
    const HAS_INFEASIBLE_STATES: bool = false;

    /// Whether it judges how finely steps follow it, see [`Element::step_size_ratio`].
    const LIMITS_STEP_SIZE: bool = false;

    /// Whether it is elastic, as springs, contacts and teeth are: error control resolves its force by the force's own recent size.
    const ELASTIC: bool = false;

    /// Whether it has a condition to watch, see [`Element::condition`].
    const HAS_CONDITION: bool = false;

    /// The time series it offers.
    const CHANNELS: &'static [Channel] = &[];

    /// What a channel stands for; signals decide it one by one.
    fn quantity(&self, channel: usize) -> Quantity {
        Self::CHANNELS[channel].quantity
    }

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

    /// Its constraints on positions Φ(q, t); rates and second rates follow by differentiation.
    fn constraints<S: Scalar>(&self, _at: &Place<S>, _phi: &mut [S]) {}

    /// Its constraints on velocities Φ(q, v, t), linear in v; they act through (∂Φ/∂v)ᵀ λ.
    fn velocity_constraints<S: Scalar>(&self, _at: &At<S>, _phi: &mut [S]) {}

    /// Sets Φ_q, a row for each constraint, by displacements in world axes and turns in the nodes' own.
    fn analytic_gradients(&self, _at: &At<f64>, _rows: &mut [TangentRow]) {}

    /// Sets ∂(Φ_qᵀ λ)/∂s, by columns, where turns follow the increment through T of each node. The columns are zero before.
    fn analytic_stiffness(&self, _at: &At<f64>, _turns: [Mat3; 2], _columns: &mut [TangentRow; 6 * MAX_NODES]) {}

    /// Whether a constraint holds in a mode. Where it does not, its multiplier has the equation of
    /// [`Residual::inactive_constraint_row`], so that the unknowns are always the same.
    fn is_active(&self, _mode: usize, _constraint: usize) -> bool {
        true
    }

    /// What it remembers and in which mode it is at the start.
    fn start(&self, _memory: &mut [f64]) -> usize {
        0
    }

    /// The exit functions of the present mode, each positive inside it; infinite for those it does not use.
    fn event_functions(&self, _at: &At<f64>, _out: &mut [f64]) {}

    /// What a crossing of an exit function of a mode does to the steps.
    fn event_handling(&self, _mode: usize, _exit: usize) -> EventHandling {
        EventHandling::Located
    }

    /// The mode after an exit function has become negative; may write what the new mode must remember.
    fn switch(&self, at: &At<f64>, _exit: usize, _memory: &mut [f64]) -> usize {
        at.mode
    }

    /// Takes note of the start of a motion and of every accepted step; twice at one state is the same as once.
    fn commit(&self, _at: &At<f64>, _memory: &mut [f64]) {}

    /// Whether it has equations for a state. An iterate that is refused is drawn back towards the last one, and a step that
    /// ends nowhere else is repeated shorter; nothing is clamped.
    fn is_feasible(&self, _at: &At<f64>) -> bool {
        true
    }

    /// Why it does not admit a state.
    fn infeasibility(&self, _at: &At<f64>) -> Infeasibility {
        Infeasibility::OutsideDomain
    }

    /// How coarse the step is that led here from what it remembers: above one, a step of error control is repeated with a
    /// shorter one.
    fn step_size_ratio(&self, _at: &At<f64>) -> f64 {
        0.0
    }

    /// Adds the times at which what it prescribes, or the slope of that, jumps, where a step ends and the integration restarts,
    /// and the period of what it prescribes.
    fn time_events(&self, _out: &mut TimeEvents) {}

    /// Adds what a unit more of the load it prescribes adds to its residual; nothing where it prescribes none. Harmonic loads
    /// are such a unit times their amplitude.
    fn unit_load(&self, _at: &At<f64>, _r: &mut Residual<f64>) {}

    /// What tells whether its law is used where it is meant to be.
    fn condition(&self, _at: &At<f64>) -> Condition {
        Condition::default()
    }

    /// Its energy and power. A duty of each element, so there is no default.
    fn energy(&self, at: &At<f64>) -> Energy;

    /// Its channels, in the order of [`Element::CHANNELS`].
    fn channels(&self, _at: &At<f64>, _out: &mut [f64]) {}
}
