//! The definition of an element: nodes, residual written once for any scalar, constraints, energy, channels.

use super::condition::Condition;
use super::node::{Motion, NodeId, ScalarId, ScalarMotion};
use super::placement::Placement;
use super::wrench::Wrench;
use crate::describe::{Channel, Quantity};
use crate::laws::TimeEvents;
use crate::math::{Mat3, Scalar, Seeded, Vec3};
use crate::mesh::MeshField;

/// Maximum number of pose nodes of an element.
pub const MAX_NODES: usize = 3;
/// Maximum number of pose nodes of an element with constraints, and of most others: what is sized by it is on the stack for every element.
pub const PAIR: usize = 2;
/// Maximum number of scalar nodes of an element.
pub const MAX_SCALARS: usize = 4;
/// Maximum number of multipliers of an element.
pub const MAX_MULTIPLIERS: usize = 6;

/// The motion that an element sees: its nodes in its own order, and its own multipliers.
pub struct At<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// Its pose nodes.
    pub nodes: &'a [Motion<S>],
    /// Its scalar nodes.
    pub scalars: &'a [ScalarMotion<S>],
    /// Its Lagrange multipliers.
    pub multipliers: &'a [S],
    /// Its memory, from the last accepted step.
    pub memory: &'a [f64],
    /// Its mode, an index into [`Element::MODES`].
    pub mode: usize,
}

/// The configuration that a holonomic constraint sees: time and positions.
pub struct Place<'a, S> {
    /// Time in seconds.
    pub time: S,
    /// The element's pose nodes.
    pub nodes: &'a [Placement<S>],
    /// The coordinates of its scalar nodes.
    pub scalars: &'a [S],
    /// Its memory, from the last accepted step.
    pub memory: &'a [f64],
    /// Its mode.
    pub mode: usize,
}

/// Where an element adds its generalized forces: six rows per pose node, then one per scalar node, in its own order.
///
/// The sign is inertia + internal − applied. A force that the element exerts on a node is therefore subtracted.
pub struct Residual<'a, S> {
    rows: &'a mut [S],
    nodes: usize,
    scalars: usize,
}

impl<'a, S: Scalar> Residual<'a, S> {
    /// Rows that start at zero, for an element on `nodes` pose nodes and `scalars` scalar nodes.
    pub fn new(rows: &'a mut [S], nodes: usize, scalars: usize) -> Self {
        Residual { rows, nodes, scalars }
    }

    /// Sets the equation of the multiplier of an inactive constraint, such as λ − f(…) = 0.
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

    /// Adds a force and a torque, both in world axes, that act at a point given in world axes.
    pub fn wrench_at(&mut self, node: usize, at: &Placement<S>, point: Vec3<S>, force: Vec3<S>, torque: Vec3<S>) {
        self.force(node, force);
        self.torque(node, at.r.transpose_times((point - at.x).cross(force) + torque));
    }
}

/// Energy of an element, in joules, and the power that it dissipates or supplies, in watts.
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

impl std::ops::AddAssign for Energy {
    fn add_assign(&mut self, o: Energy) {
        self.kinetic += o.kinetic;
        self.potential += o.potential;
        self.dissipated += o.dissipated;
        self.supplied += o.supplied;
    }
}

/// A row or a column of an analytic tangent: six entries for each of two pose nodes.
pub type TangentRow = [f64; 6 * PAIR];

/// The partials of the residual of an element on three nodes with an analytic tangent: a column for each unknown of its nodes.
pub type TripleTangent = [[f64; 6 * MAX_NODES]; 6 * MAX_NODES];

/// How the unknowns of an iteration move the nodes of an element with an analytic tangent: the increment s of a node moves its
/// position with the weight `position` and rotates it through T(s), and velocity and acceleration follow with their weights.
#[derive(Clone, Copy, Debug)]
pub struct Increments<const NODES: usize = PAIR> {
    /// T of each node.
    pub turns: [Mat3; NODES],
    /// ∂q/∂s.
    pub position: f64,
    /// ∂v/∂s.
    pub velocity: f64,
    /// ∂v̇/∂s.
    pub acceleration: f64,
}

/// The partials of the residual of an element with an analytic tangent; zero before the element adds to them.
#[derive(Clone, Debug)]
pub struct ForceTangent {
    /// A column for each unknown of its nodes.
    pub motion: [TangentRow; 6 * PAIR],
    /// A column for each multiplier, without Φ_qᵀ.
    pub multipliers: [TangentRow; MAX_MULTIPLIERS],
}

/// How the integrator handles a zero crossing of an event function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventHandling {
    /// The equations change: the zero crossing is located, and a step ends there.
    Located,
    /// Only a kink or a change of memory: the step continues, and the mode switches at its end.
    Deferred,
}

/// Why a state is infeasible for an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Infeasibility {
    /// Outside the domain of its equations, as for an oil film without thickness.
    OutsideDomain,
    /// Its ends are rotated relative to each other by about half a turn, where a rotation vector jumps to its opposite.
    HalfTurn {
        /// In radians.
        angle: f64,
    },
    /// Its ends are rotated relative to each other by about a full turn, where their poses do not determine its shape, or by half a turn within one step.
    FullTurn {
        /// In radians.
        angle: f64,
    },
    /// A point of a contact has moved relative to the other surface by more than the radius within which its faces were searched.
    LeftSearchRadius {
        /// Relative displacement, in metres.
        displacement: f64,
        /// In metres.
        radius: f64,
    },
}

/// Anything that contributes to the equations.
///
/// An element is immutable. It writes its response once, generic in the scalar: residuals, exact tangents and channels
/// come from the same lines. It knows neither the integrator nor the indices of its unknowns.
pub trait Element: Send + Sync + 'static {
    /// Dual number wide enough for six partials per pose node and one per scalar node. If it is also wide enough for
    /// the multipliers, they get partials of their own; otherwise their columns are Φ_qᵀ, the transpose of the
    /// constraint rows.
    type Tangent: Seeded;

    /// Maximum number of its pose nodes: [`PAIR`], or [`MAX_NODES`] for an element without constraints.
    const POSE_NODES: usize = PAIR;

    /// Number of its constraints, each with a multiplier.
    const CONSTRAINTS: usize = 0;

    /// Number of its nonholonomic constraints, the last ones: Φ(q, v, t) = 0 that is not the rate of a holonomic
    /// constraint.
    const VELOCITY_CONSTRAINTS: usize = 0;

    /// Whether its forces balance among its own nodes. False for inertia and external loads.
    const INTERNAL: bool = true;

    /// Whether it is invariant under a rotation of the world. False for gravity and loads in world axes.
    const FRAME_INDIFFERENT: bool = true;

    /// Whether its forces depend only on time, so that its tangent is zero.
    const DEPENDS_ON_TIME_ONLY: bool = false;

    /// Whether it has an analytic tangent, for the most frequent elements. The element is on pose nodes and its
    /// constraints are always active. [`Element::analytic_gradients`] and [`Element::analytic_forces`] then replace dual
    /// numbers.
    const HAS_ANALYTIC_TANGENT: bool = false;

    /// Whether its forces depend on its multipliers beyond the reaction Φ_qᵀ λ, as friction does. Its dual number must
    /// then be wide enough for the multipliers.
    const FORCES_DEPEND_ON_REACTIONS: bool = false;

    /// Names of its memory slots, which persist between steps.
    const MEMORY: &'static [&'static str] = &[];

    /// Names of its modes; empty for an element without modes.
    const MODES: &'static [&'static str] = &[];

    /// Maximum number of event functions of a mode.
    const EVENT_FUNCTIONS: usize = 0;

    /// Whether some states are infeasible for it, see [`Element::is_feasible`].
    const HAS_INFEASIBLE_STATES: bool = false;

    /// Whether it limits the step size, see [`Element::step_size_ratio`].
    const LIMITS_STEP_SIZE: bool = false;

    /// Whether it is elastic, as springs, contacts and teeth are: error control scales its force by the force's recent
    /// size.
    const ELASTIC: bool = false;

    /// Whether it reports a condition, see [`Element::condition`].
    const HAS_CONDITION: bool = false;

    /// Whether it has a surface for pictures, see [`Element::surface`].
    const HAS_SURFACE: bool = false;

    /// The time series it offers.
    const CHANNELS: &'static [Channel] = &[];

    /// Names of those channels that a run of a large model stores only on request: they follow from others, or are of
    /// interest in special cases.
    const DETAILS: &'static [&'static str] = &[];

    /// Whether it contributes nothing to the equations and has no energy, as a body without mass: it is then not evaluated.
    fn is_inert(&self) -> bool {
        false
    }

    /// The quantity of a channel; signals override it.
    fn quantity(&self, channel: usize) -> Quantity {
        Self::CHANNELS[channel].quantity
    }

    /// The pose nodes it touches, at most [`Element::POSE_NODES`]; the ground is a node like any other.
    fn nodes(&self) -> Vec<NodeId> {
        Vec::new()
    }

    /// The scalar nodes it touches, at most [`MAX_SCALARS`].
    fn scalars(&self) -> Vec<ScalarId> {
        Vec::new()
    }

    /// Adds its generalized forces: inertia + internal − applied + Φ_qᵀ λ.
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>);

    /// Its holonomic constraints Φ(q, t); first and second rates follow by differentiation.
    fn constraints<S: Scalar>(&self, _at: &Place<S>, _phi: &mut [S]) {}

    /// Its nonholonomic constraints Φ(q, v, t), linear in v; they act through (∂Φ/∂v)ᵀ λ.
    fn velocity_constraints<S: Scalar>(&self, _at: &At<S>, _phi: &mut [S]) {}

    /// Sets Φ_q, one row per constraint, with respect to displacements in world axes and rotations in the nodes' own
    /// axes.
    fn analytic_gradients(&self, _at: &At<f64>, _rows: &mut [TangentRow]) {}

    /// Adds the partials of its residual. Returns whether it did: some elements of a kind leave it to dual numbers.
    fn analytic_forces(&self, _at: &At<f64>, _by: &Increments, _tangent: &mut ForceTangent) -> bool {
        false
    }

    /// The same for an element on three nodes; without multipliers, and never left to dual numbers.
    fn analytic_forces_of_three(&self, _at: &At<f64>, _by: &Increments<3>, _tangent: &mut TripleTangent) {}

    /// Returns whether a constraint is active in a mode. The multiplier of an inactive one has the equation of
    /// [`Residual::inactive_constraint_row`], so the number of unknowns never changes.
    fn is_active(&self, _mode: usize, _constraint: usize) -> bool {
        true
    }

    /// Initialises its memory and returns its initial mode.
    fn start(&self, _memory: &mut [f64]) -> usize {
        0
    }

    /// Evaluates the event functions of the present mode: positive inside it, infinite if unused.
    fn event_functions(&self, _at: &At<f64>, _out: &mut [f64]) {}

    /// How a zero crossing of an event function of a mode is handled.
    fn event_handling(&self, _mode: usize, _event: usize) -> EventHandling {
        EventHandling::Located
    }

    /// The mode after an event function has become negative; may write the memory of the new mode.
    fn switch(&self, at: &At<f64>, _event: usize, _memory: &mut [f64]) -> usize {
        at.mode
    }

    /// Updates its memory at the start of a motion and after every accepted step. Calling it twice at one state has the
    /// same effect as calling it once.
    fn commit(&self, _at: &At<f64>, _memory: &mut [f64]) {}

    /// Returns whether it has equations for a state. Newton's method backtracks from an infeasible iterate, and a step
    /// that ends in an infeasible state is repeated with a shorter step size; nothing is clamped.
    fn is_feasible(&self, _at: &At<f64>) -> bool {
        true
    }

    /// Why a state is infeasible.
    fn infeasibility(&self, _at: &At<f64>) -> Infeasibility {
        Infeasibility::OutsideDomain
    }

    /// Ratio of the length of the step from its memory to this state to the longest step it allows. Above one, error
    /// control repeats the step with a smaller step size.
    fn step_size_ratio(&self, _at: &At<f64>) -> f64 {
        0.0
    }

    /// Adds its time events, at which a prescribed quantity or its slope jumps, and the period of what it prescribes. A
    /// step ends at a time event and the integration restarts.
    fn time_events(&self, _out: &mut TimeEvents) {}

    /// Adds the derivative of its residual with respect to the load it prescribes; nothing if it prescribes none. A
    /// harmonic load is this derivative times its amplitude.
    fn unit_load(&self, _at: &At<f64>, _r: &mut Residual<f64>) {}

    /// Its operating condition, from which a run judges whether its law is valid.
    fn condition(&self, _at: &At<f64>) -> Condition {
        Condition::default()
    }

    /// Its channels and its operating condition at once, for runs, which need both at every step: an element with expensive kinematics evaluates them
    /// once.
    fn observe(&self, at: &At<f64>, out: &mut [f64]) -> Condition {
        self.channels(at, out);
        self.condition(at)
    }

    /// The force and torque that it exerts on its last node, as directions of its channels; `None` if it exerts none that
    /// a picture of the mechanism would show.
    fn wrench(&self) -> Option<Wrench> {
        None
    }

    /// Its surface in a state for pictures, where [`Element::HAS_SURFACE`]: positions of nodes as they are, and numbers at them.
    fn surface(&self, _at: &At<f64>) -> MeshField {
        MeshField::default()
    }

    /// Its energy and power. Mandatory for each element, hence no default.
    fn energy(&self, at: &At<f64>) -> Energy;

    /// Its channels, in the order of [`Element::CHANNELS`].
    fn channels(&self, _at: &At<f64>, _out: &mut [f64]) {}
}
