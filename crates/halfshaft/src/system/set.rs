//! All elements of one kind behind one object-safe trait: one virtual call per kind, not per element.

use std::any::Any;

use super::condition::Condition;
use super::element::{
    At, Element, Energy, EventHandling, Infeasibility, MAX_MULTIPLIERS, MAX_NODES, MAX_SCALARS, Place, Residual,
};
use super::frame::Placement;
use super::node::{Motion, NodeId, POSE_UNKNOWNS, ScalarMotion};
use super::seed::{self, Rate, SecondRate};
use super::state::State;
use crate::describe::Channel;
use crate::linalg::block::{BlockMatrix, Slot};
use crate::math::{Dual, Mat3, Scalar, Seeded, Vec3};

/// How the state depends on the unknowns of an iteration, and how its rows are scaled.
///
/// The unknown of motion is an increment s of the coordinates, that of a constraint a scaled multiplier. The
/// integrator chooses the numbers; statics, modes and the initial state are other choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// ∂q/∂s.
    pub position: f64,
    /// ∂v/∂s.
    pub velocity: f64,
    /// ∂v̇/∂s.
    pub acceleration: f64,
    /// ∂v/∂s where v is the unknown itself: first-order unknowns and signals.
    pub signal: f64,
    /// ∂λ with respect to the scaled multiplier.
    pub multiplier: f64,
    /// Factor of the equations of motion.
    pub force_row: f64,
}

impl Weights {
    /// The unknowns are accelerations and multipliers: the matrix [M Φ_qᵀ; Φ_q 0].
    pub const INERTIAL: Weights =
        Weights { position: 0.0, velocity: 0.0, acceleration: 1.0, signal: 0.0, multiplier: 1.0, force_row: 1.0 };
}

impl Weights {
    /// The unknowns are velocities and signals.
    pub const BY_VELOCITY: Weights =
        Weights { position: 0.0, velocity: 1.0, acceleration: 0.0, signal: 1.0, multiplier: 1.0, force_row: 1.0 };

    /// The unknowns are displacements, velocities, or accelerations: stiffness, damping and mass.
    pub(crate) const TANGENTS: [Weights; 3] = [
        Weights { position: 1.0, velocity: 0.0, acceleration: 0.0, signal: 0.0, multiplier: 1.0, force_row: 1.0 },
        Weights::BY_VELOCITY,
        Weights::INERTIAL,
    ];
}

/// Blocks of an element: one for each pose node, one for each scalar node, one for its multipliers.
pub(crate) const BLOCKS: usize = MAX_NODES + MAX_SCALARS + 1;
/// The block of the multipliers.
pub(crate) const OWN: usize = BLOCKS - 1;
/// Maximum number of rows of an element.
pub(crate) const MAX_ROWS: usize = POSE_UNKNOWNS * MAX_NODES + MAX_SCALARS + MAX_MULTIPLIERS;

/// Connectivity of an element: the indices of its unknowns in the system.
#[derive(Clone, Debug)]
pub(crate) struct Connectivity {
    pub name: String,
    pub nodes: [NodeId; MAX_NODES],
    pub node_count: usize,
    /// The indices of its scalar nodes among the velocities; `None` for the ground.
    pub scalars: [Option<usize>; MAX_SCALARS],
    pub scalar_count: usize,
    /// For each of its scalar nodes whether it is a coordinate of motion.
    pub moving: [bool; MAX_SCALARS],
    /// The first of its multipliers.
    pub multipliers: usize,
    /// The first of its memory slots.
    pub memory: usize,
    /// Index of its mode, if it has modes.
    pub mode: usize,
    /// The first of its event functions.
    pub event_functions: usize,
    /// The matrix block of each pair of its blocks; `None` for the ground.
    pub slots: [[Option<Slot>; BLOCKS]; BLOCKS],
}

/// A block of an element: its index in the table of slots, and its columns among the element's own unknowns.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    place: usize,
    pub first: usize,
    pub size: usize,
}

impl Connectivity {
    #[inline(always)]
    fn memory_in<'a, E: Element>(&self, state: &'a State) -> &'a [f64] {
        &state.memory[self.memory..][..E::MEMORY.len()]
    }

    #[inline(always)]
    fn mode_in<E: Element>(&self, state: &State) -> usize {
        if E::MODES.is_empty() { 0 } else { state.modes[self.mode] }
    }

    /// The configuration that its constraints see.
    #[inline(always)]
    fn place<'a, E: Element, S>(
        &self,
        state: &'a State,
        time: S,
        nodes: &'a [Placement<S>],
        scalars: &'a [S],
    ) -> Place<'a, S> {
        Place {
            time,
            nodes: &nodes[..self.node_count],
            scalars: &scalars[..self.scalar_count],
            memory: self.memory_in::<E>(state),
            mode: self.mode_in::<E>(state),
        }
    }

    /// The motion of its pose nodes in plain numbers.
    #[inline(always)]
    fn plain_nodes(&self, state: &State) -> [Motion<f64>; MAX_NODES] {
        // A loop, because mapping an array of large values copies each of them several times.
        let mut nodes = [Motion::still(); MAX_NODES];
        for k in 0..self.node_count {
            nodes[k] = seed::plain(state, self.nodes[k]);
        }
        nodes
    }

    /// Adds its own rows to those of the system, whose multipliers begin at `motion_unknowns`.
    #[inline(always)]
    pub(super) fn scatter(&self, rows: &[f64], constraints: usize, state: &State, r: &mut [f64]) {
        let motion_unknowns = state.v.len();
        for (velocity, part) in self.parts(state.poses()) {
            if let Some(first) = velocity {
                for k in 0..part.size {
                    r[first + k] += rows[part.first + k];
                }
            }
        }
        for k in 0..constraints {
            r[motion_unknowns + self.multipliers + k] += rows[self.motion_unknowns() + k];
        }
    }

    /// Number of unknowns of motion it touches, six for each pose or point node.
    fn motion_unknowns(&self) -> usize {
        POSE_UNKNOWNS * self.node_count + self.scalar_count
    }

    /// The first velocity of each block of motion, with its columns; `None` for the ground. A point uses the first
    /// three columns of a pose.
    pub(crate) fn parts(&self, poses: usize) -> impl Iterator<Item = (Option<usize>, Part)> + '_ {
        let nodes = self.nodes[..self.node_count].iter().enumerate().map(move |(k, node)| {
            (node.velocities(poses), Part { place: k, first: POSE_UNKNOWNS * k, size: node.unknowns() })
        });
        let first = POSE_UNKNOWNS * self.node_count;
        let scalars = self.scalars[..self.scalar_count]
            .iter()
            .enumerate()
            .map(move |(k, &velocity)| (velocity, Part { place: MAX_NODES + k, first: first + k, size: 1 }));
        nodes.chain(scalars)
    }
}

/// The elements of one kind.
pub(crate) trait ElementSet: Send + Sync {
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn connectivity(&self) -> &[Connectivity];
    fn connectivity_mut(&mut self) -> &mut [Connectivity];
    fn constraints_each(&self) -> usize;
    fn velocity_constraints_each(&self) -> usize;
    fn channels_each(&self) -> &'static [Channel];
    fn modes_each(&self) -> &'static [&'static str];
    fn event_functions_each(&self) -> usize;
    fn traits(&self) -> Traits;

    /// Initialises memory and modes.
    fn start(&self, memory: &mut [f64], modes: &mut [usize]);
    /// Sets for each of its constraints whether it is active.
    fn active_constraints(&self, state: &State, active: &mut [bool]);
    /// Evaluates its event functions.
    fn event_functions(&self, state: &State, out: &mut [f64]);
    fn event_handling(&self, element: usize, mode: usize, event: usize) -> EventHandling;
    /// Switches the mode of an element after a zero crossing.
    fn switch(&self, element: usize, event: usize, state: &mut State, scratch: &mut Vec<f64>);
    /// Updates its memory after an accepted step.
    fn commit(&self, state: &mut State, scratch: &mut Vec<f64>);
    /// The first element for which a state is infeasible.
    fn first_infeasible(&self, state: &State) -> Option<usize>;
    /// Why a state is infeasible for an element.
    fn infeasibility(&self, element: usize, state: &State) -> Infeasibility;
    /// The largest step-size ratio of its elements for the step to a state, and the element.
    fn step_size_ratio(&self, state: &State) -> (f64, usize);

    /// Adds the equations of all its elements to `r`: rows of motion, then those of inactive constraints.
    fn residual(&self, state: &State, r: &mut [f64]);
    /// Adds to `r` the derivative of an element's equations with respect to its load.
    fn unit_load(&self, element: usize, state: &State, r: &mut [f64]);
    /// Sets Φ and Φ̇ of its active constraints.
    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]);
    /// Sets Φ̈ of its active constraints.
    fn second_rates(&self, state: &State, second: &mut [f64]);
    /// Adds its part of the iteration matrix.
    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix);
    /// Adds the part of one element.
    fn tangent_of(&self, element: usize, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix);
    fn energy(&self, element: usize, state: &State) -> Energy;
    /// Whether its elements report a condition.
    fn has_condition(&self) -> bool;
    fn condition(&self, element: usize, state: &State) -> Condition;
    /// Sets the equations of one element, in its own order.
    fn rows(&self, element: usize, state: &State, rows: &mut [f64; MAX_ROWS]);
    /// The force in world axes and the torque in body axes that an element exerts on a node.
    fn wrench(&self, element: usize, node: NodeId, state: &State) -> [Vec3; 2] {
        let w = &self.connectivity()[element];
        let mut rows = [0.0; MAX_ROWS];
        self.rows(element, state, &mut rows);
        let mut acting = [Vec3::zero(); 2];
        for k in (0..w.node_count).filter(|&k| w.nodes[k] == node) {
            let six = &rows[POSE_UNKNOWNS * k..];
            acting[0] -= Vec3::from_slice(six);
            acting[1] -= Vec3::from_slice(&six[3..]);
        }
        acting
    }
    /// The magnitude of an element's force, or of its torque if it has no force, and its difference from another state.
    fn force(&self, element: usize, state: &State, other: &State) -> [f64; 2] {
        let w = &self.connectivity()[element];
        let (mut rows, mut others) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
        self.rows(element, state, &mut rows);
        self.rows(element, other, &mut others);
        let mut sizes = [[0.0_f64; 2]; 2];
        let mut take = |kind: usize, first: usize, count: usize| {
            let norm = |f: &dyn Fn(usize) -> f64| (first..first + count).map(|i| f(i) * f(i)).sum::<f64>().sqrt();
            let [size, change] = [norm(&|i| rows[i]), norm(&|i| others[i] - rows[i])];
            sizes[kind] = [sizes[kind][0].max(size), sizes[kind][1].max(change)];
        };
        for k in 0..w.node_count {
            take(0, POSE_UNKNOWNS * k, 3);
            take(1, POSE_UNKNOWNS * k + 3, 3);
        }
        (0..w.scalar_count).for_each(|k| take(1, POSE_UNKNOWNS * w.node_count + k, 1));
        if sizes[0] == [0.0, 0.0] { sizes[1] } else { sizes[0] }
    }
    fn channels(&self, element: usize, state: &State, out: &mut [f64]);
}

/// What the generic check needs to know about a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub internal: bool,
    pub frame_indifferent: bool,
    pub forces_depend_on_reactions: bool,
    pub elastic: bool,
}

pub(crate) struct Set<E> {
    elements: Vec<E>,
    connectivity: Vec<Connectivity>,
}

impl<E: Element> Set<E> {
    /// Number of its holonomic constraints; the nonholonomic ones follow them.
    const ON_POSITIONS: usize = E::CONSTRAINTS - E::VELOCITY_CONSTRAINTS;

    pub fn new() -> Self {
        Set { elements: Vec::new(), connectivity: Vec::new() }
    }

    pub fn push(&mut self, element: E, connectivity: Connectivity) {
        self.elements.push(element);
        self.connectivity.push(connectivity);
    }

    fn each(&self) -> impl Iterator<Item = (&E, &Connectivity)> {
        self.elements.iter().zip(&self.connectivity)
    }

    /// Evaluates `f` on the motion that one element sees, in plain numbers.
    fn at<R>(&self, element: usize, state: &State, f: impl FnOnce(&E, &At<f64>) -> R) -> R {
        let (e, w) = (&self.elements[element], &self.connectivity[element]);
        // Only as many as there are: filling unused entries costs time, and a train of shafts has no pose nodes.
        let (one, two);
        let nodes: &[Motion<f64>] = match w.node_count {
            0 => &[],
            1 => {
                one = [seed::plain(state, w.nodes[0])];
                &one
            }
            _ => {
                two = [seed::plain(state, w.nodes[0]), seed::plain(state, w.nodes[1])];
                &two
            }
        };
        let mut scalars = [STILL; MAX_SCALARS];
        for k in 0..w.scalar_count {
            scalars[k] = seed::plain_scalar(state, w.scalars[k]);
        }
        let multipliers = &state.multipliers[w.multipliers..][..E::CONSTRAINTS];
        let scalars = &scalars[..w.scalar_count];
        let (memory, mode) = (w.memory_in::<E>(state), w.mode_in::<E>(state));
        f(e, &At { time: state.time, nodes, scalars, multipliers, memory, mode })
    }

    /// The active nonholonomic constraints of an element: the index of each multiplier, and its value.
    fn active_velocity_constraints<'a, S: Copy>(
        &'a self,
        element: usize,
        mode: usize,
        values: &'a [S],
    ) -> impl Iterator<Item = (usize, S)> + 'a {
        let (e, w) = (&self.elements[element], &self.connectivity[element]);
        let places = (0..E::VELOCITY_CONSTRAINTS).map(|k| Self::ON_POSITIONS + k);
        places.filter(move |&k| e.is_active(mode, k)).map(move |k| (w.multipliers + k, values[k - Self::ON_POSITIONS]))
    }

    /// Evaluates `f` on one element with a writable copy of its memory, then replaces the memory by the copy.
    fn with_memory<R>(
        &self,
        element: usize,
        state: &mut State,
        scratch: &mut Vec<f64>,
        f: impl FnOnce(&E, &At<f64>, &mut [f64]) -> R,
    ) -> R {
        let range = self.connectivity[element].memory..self.connectivity[element].memory + E::MEMORY.len();
        scratch.clear();
        scratch.extend_from_slice(&state.memory[range.clone()]);
        let result = self.at(element, state, |e, at| f(e, at, scratch));
        state.memory[range].copy_from_slice(scratch);
        result
    }

    /// Evaluates the constraints of every element on the motion given by `pose` and `scalar`, and passes each value on
    /// with the index of its multiplier.
    #[inline(always)]
    fn evaluate_constraints<S: Scalar>(
        &self,
        state: &State,
        time: S,
        pose: impl Fn(&Motion<f64>) -> Placement<S>,
        scalar: impl Fn(&ScalarMotion<f64>) -> S,
        mut take: impl FnMut(usize, S),
    ) {
        if Self::ON_POSITIONS == 0 {
            return;
        }
        for (e, w) in self.each() {
            let mut nodes = [Placement::identity(); MAX_NODES];
            for k in 0..w.node_count {
                nodes[k] = pose(&seed::plain(state, w.nodes[k]));
            }
            let mut scalars = [S::zero(); MAX_SCALARS];
            for (value, &k) in scalars.iter_mut().zip(&w.scalars[..w.scalar_count]) {
                *value = scalar(&seed::plain_scalar(state, k));
            }
            let mut values = [S::zero(); MAX_MULTIPLIERS];
            let at = w.place::<E, S>(state, time, &nodes, &scalars);
            e.constraints(&at, &mut values[..Self::ON_POSITIONS]);
            for (k, value) in values[..Self::ON_POSITIONS].iter().enumerate() {
                if e.is_active(at.mode, k) {
                    take(w.multipliers + k, *value);
                }
            }
        }
    }
}

/// Fills unused scalar nodes.
const STILL: ScalarMotion<f64> = ScalarMotion { q: 0.0, v: 0.0, dv: 0.0 };

impl<E: Element> ElementSet for Set<E> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn connectivity(&self) -> &[Connectivity] {
        &self.connectivity
    }

    fn connectivity_mut(&mut self) -> &mut [Connectivity] {
        &mut self.connectivity
    }

    fn constraints_each(&self) -> usize {
        E::CONSTRAINTS
    }

    fn velocity_constraints_each(&self) -> usize {
        E::VELOCITY_CONSTRAINTS
    }

    fn channels_each(&self) -> &'static [Channel] {
        E::CHANNELS
    }

    fn modes_each(&self) -> &'static [&'static str] {
        E::MODES
    }

    fn event_functions_each(&self) -> usize {
        E::EVENT_FUNCTIONS
    }

    fn start(&self, memory: &mut [f64], modes: &mut [usize]) {
        for (e, w) in self.each() {
            let mode = e.start(&mut memory[w.memory..][..E::MEMORY.len()]);
            if !E::MODES.is_empty() {
                modes[w.mode] = mode;
            }
        }
    }

    fn active_constraints(&self, state: &State, active: &mut [bool]) {
        for (e, w) in self.each() {
            for k in 0..E::CONSTRAINTS {
                active[w.multipliers + k] = e.is_active(w.mode_in::<E>(state), k);
            }
        }
    }

    fn event_functions(&self, state: &State, out: &mut [f64]) {
        if E::EVENT_FUNCTIONS == 0 {
            return;
        }
        for (i, w) in self.connectivity.iter().enumerate() {
            let out = &mut out[w.event_functions..][..E::EVENT_FUNCTIONS];
            out.fill(f64::INFINITY);
            self.at(i, state, |e, at| e.event_functions(at, out));
        }
    }

    fn event_handling(&self, element: usize, mode: usize, event: usize) -> EventHandling {
        self.elements[element].event_handling(mode, event)
    }

    fn switch(&self, element: usize, event: usize, state: &mut State, scratch: &mut Vec<f64>) {
        let mode = self.with_memory(element, state, scratch, |e, at, memory| e.switch(at, event, memory));
        state.modes[self.connectivity[element].mode] = mode;
    }

    fn commit(&self, state: &mut State, scratch: &mut Vec<f64>) {
        if E::MEMORY.is_empty() {
            return;
        }
        for i in 0..self.elements.len() {
            self.with_memory(i, state, scratch, |e, at, memory| e.commit(at, memory));
        }
    }

    fn first_infeasible(&self, state: &State) -> Option<usize> {
        (0..if E::HAS_INFEASIBLE_STATES { self.elements.len() } else { 0 })
            .find(|&i| !self.at(i, state, |e, at| e.is_feasible(at)))
    }

    fn infeasibility(&self, element: usize, state: &State) -> Infeasibility {
        self.at(element, state, |e, at| e.infeasibility(at))
    }

    fn step_size_ratio(&self, state: &State) -> (f64, usize) {
        let judging = 0..if E::LIMITS_STEP_SIZE { self.elements.len() } else { 0 };
        let each = judging.map(|i| (self.at(i, state, |e, at| e.step_size_ratio(at)), i));
        each.fold((0.0, 0), |worst, new| if new.0 > worst.0 { new } else { worst })
    }

    fn traits(&self) -> Traits {
        Traits {
            internal: E::INTERNAL,
            frame_indifferent: E::FRAME_INDIFFERENT,
            forces_depend_on_reactions: E::FORCES_DEPEND_ON_REACTIONS,
            elastic: E::ELASTIC,
        }
    }

    fn residual(&self, state: &State, r: &mut [f64]) {
        let mut rows = [0.0; MAX_ROWS];
        for (i, w) in self.connectivity.iter().enumerate() {
            rows[..w.motion_unknowns() + E::CONSTRAINTS].fill(0.0);
            self.at(i, state, |e, at| e.residual(at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count)));
            w.scatter(&rows, E::CONSTRAINTS, state, r);
        }
    }

    fn unit_load(&self, element: usize, state: &State, r: &mut [f64]) {
        let (mut rows, w) = ([0.0; MAX_ROWS], &self.connectivity[element]);
        self.at(element, state, |e, at| e.unit_load(at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count)));
        w.scatter(&rows, E::CONSTRAINTS, state, r);
    }

    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        let time = Rate { re: state.time, d: [1.0] };
        self.evaluate_constraints(state, time, seed::rate, seed::scalar_rate, |k, value| {
            phi[k] = value.re;
            rate[k] = value.d[0];
        });
        if E::VELOCITY_CONSTRAINTS == 0 {
            return;
        }
        for (i, w) in self.connectivity.iter().enumerate() {
            let mut values = [0.0; MAX_MULTIPLIERS];
            self.at(i, state, |e, at| e.velocity_constraints(at, &mut values[..E::VELOCITY_CONSTRAINTS]));
            for (k, value) in self.active_velocity_constraints(i, w.mode_in::<E>(state), &values) {
                phi[k] = 0.0;
                rate[k] = value;
            }
        }
    }

    fn second_rates(&self, state: &State, second: &mut [f64]) {
        let time = SecondRate { re: Dual { re: state.time, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        self.evaluate_constraints(state, time, seed::second_rate, seed::scalar_second_rate, |k, value| {
            second[k] = value.d[0].d[0];
        });
        if E::VELOCITY_CONSTRAINTS == 0 {
            return;
        }
        for (i, (e, w)) in self.each().enumerate() {
            let mut nodes = [Motion::still(); MAX_NODES];
            for k in 0..w.node_count {
                nodes[k] = seed::motion_rate(&seed::plain(state, w.nodes[k]));
            }
            let zero = Rate::zero();
            let mut scalars = [ScalarMotion { q: zero, v: zero, dv: zero }; MAX_SCALARS];
            for k in 0..w.scalar_count {
                scalars[k] = seed::scalar_motion_rate(&seed::plain_scalar(state, w.scalars[k]));
            }
            let at = At {
                time: Rate { re: state.time, d: [1.0] },
                nodes: &nodes[..w.node_count],
                scalars: &scalars[..w.scalar_count],
                multipliers: &[zero; MAX_MULTIPLIERS][..E::CONSTRAINTS],
                memory: w.memory_in::<E>(state),
                mode: w.mode_in::<E>(state),
            };
            let mut values = [zero; MAX_MULTIPLIERS];
            e.velocity_constraints(&at, &mut values[..E::VELOCITY_CONSTRAINTS]);
            for (k, value) in self.active_velocity_constraints(i, at.mode, &values) {
                second[k] = value.d[0];
            }
        }
    }

    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        if E::DEPENDS_ON_TIME_ONLY {
            return;
        }
        for element in 0..self.elements.len() {
            self.tangent_of(element, state, increment, weights, matrix);
        }
    }

    fn tangent_of(
        &self,
        element: usize,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        let (e, w) = (&self.elements[element], &self.connectivity[element]);
        if E::HAS_ANALYTIC_TANGENT {
            self.at(element, state, |e, at| analytic_rows(e, at, w, state.poses(), increment, weights, matrix));
        } else {
            automatic_rows(e, w, state, increment, weights, matrix);
        }
    }

    fn energy(&self, element: usize, state: &State) -> Energy {
        self.at(element, state, |e, at| e.energy(at))
    }

    fn has_condition(&self) -> bool {
        E::HAS_CONDITION
    }

    fn condition(&self, element: usize, state: &State) -> Condition {
        self.at(element, state, |e, at| e.condition(at))
    }

    fn rows(&self, element: usize, state: &State, rows: &mut [f64; MAX_ROWS]) {
        let w = &self.connectivity[element];
        self.at(element, state, |e, at| e.residual(at, &mut Residual::new(rows, w.node_count, w.scalar_count)));
    }

    fn channels(&self, element: usize, state: &State, out: &mut [f64]) {
        self.at(element, state, |e, at| e.channels(at, out));
    }
}

/// Returns whether the element's dual number is wide enough for its multipliers.
fn differentiates_multipliers<E: Element>(w: &Connectivity) -> bool {
    w.motion_unknowns() + E::CONSTRAINTS <= E::Tangent::WIDTH
}

/// The tangent of an element with an analytic one.
fn analytic_rows<E: Element>(
    e: &E,
    at: &At<f64>,
    w: &Connectivity,
    poses: usize,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let mut gradients = [[0.0; POSE_UNKNOWNS * MAX_NODES]; MAX_MULTIPLIERS];
    let gradients = &mut gradients[..E::CONSTRAINTS];
    e.analytic_gradients(at, gradients);
    for (_, node) in w.parts(poses) {
        if let Some(slot) = w.slots[OWN][node.place] {
            let block = matrix.block_mut(slot);
            for (i, gradient) in gradients.iter().enumerate() {
                (0..node.size).for_each(|j| block[j][i] += gradient[node.first + j]);
            }
        }
        if let Some(slot) = w.slots[node.place][OWN] {
            let (block, weight) = (matrix.block_mut(slot), weights.force_row * weights.multiplier);
            for (i, gradient) in gradients.iter().enumerate() {
                (0..node.size).for_each(|j| block[i][j] += weight * gradient[node.first + j]);
            }
        }
    }
    if weights.position == 0.0 {
        return;
    }
    let mut columns = [[0.0; POSE_UNKNOWNS * MAX_NODES]; POSE_UNKNOWNS * MAX_NODES];
    e.analytic_stiffness(at, w.nodes.map(|node| seed::increment_tangent(increment, node, poses)), &mut columns);
    let weight = weights.force_row * weights.position;
    for (_, row) in w.parts(poses) {
        for (_, column) in w.parts(poses) {
            let Some(slot) = w.slots[row.place][column.place] else { continue };
            let block = matrix.block_mut(slot);
            for j in 0..column.size {
                (0..row.size).for_each(|i| block[j][i] += weight * columns[column.first + j][row.first + i]);
            }
        }
    }
}

/// The tangent of an element by dual numbers: one sweep over its residual, and one over its constraints.
fn automatic_rows<E: Element>(
    e: &E,
    w: &Connectivity,
    state: &State,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let motion_unknowns = w.plain_nodes(state);
    force_rows(e, w, state, &motion_unknowns, increment, weights, matrix);
    if E::CONSTRAINTS == 0 {
        return;
    }
    // The narrower dual number if it suffices: most constraints are between bodies.
    match w.scalar_count {
        0 => constraint_rows::<E, Dual<{ 6 * MAX_NODES }>>(e, w, state, &motion_unknowns, weights, matrix),
        _ => {
            constraint_rows::<E, Dual<{ 6 * MAX_NODES + MAX_SCALARS }>>(e, w, state, &motion_unknowns, weights, matrix)
        }
    }
}

/// The rows of the equations of motion: partials of the residual with respect to the unknowns of the element.
fn force_rows<E: Element>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motion_unknowns: &[Motion<f64>; MAX_NODES],
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let (first_multiplier, poses) = (w.motion_unknowns(), state.poses());
    assert!(first_multiplier <= E::Tangent::WIDTH, "the element's dual is too narrow");
    let with_multipliers = differentiates_multipliers::<E>(w);
    let mut nodes = [Motion::<E::Tangent>::still(); MAX_NODES];
    for k in 0..w.node_count {
        let turn = seed::increment_tangent(increment, w.nodes[k], poses);
        nodes[k] = seed::seeded(&motion_unknowns[k], POSE_UNKNOWNS * k, &turn, weights);
    }
    let zero = E::Tangent::zero();
    let mut scalars = [ScalarMotion { q: zero, v: zero, dv: zero }; MAX_SCALARS];
    for k in 0..w.scalar_count {
        let motion = seed::plain_scalar(state, w.scalars[k]);
        scalars[k] = seed::seeded_scalar(&motion, POSE_UNKNOWNS * w.node_count + k, weights, w.moving[k]);
    }
    let mut multipliers = [zero; MAX_MULTIPLIERS];
    for k in 0..E::CONSTRAINTS {
        multipliers[k] = E::Tangent::constant(state.multipliers[w.multipliers + k]);
        if with_multipliers {
            multipliers[k].set_partial(first_multiplier + k, weights.multiplier);
        }
    }
    let mut rows = [E::Tangent::zero(); MAX_ROWS];
    let at = At {
        time: E::Tangent::constant(state.time),
        nodes: &nodes[..w.node_count],
        scalars: &scalars[..w.scalar_count],
        multipliers: &multipliers[..E::CONSTRAINTS],
        memory: w.memory_in::<E>(state),
        mode: w.mode_in::<E>(state),
    };
    e.residual(&at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count));

    // Rows of inactive constraints are scaled like forces; those of active constraints are zero here.
    let own = Part { place: OWN, first: first_multiplier, size: if with_multipliers { E::CONSTRAINTS } else { 0 } };
    for row in w.parts(poses).map(|(_, part)| part).chain([own]) {
        for column in w.parts(poses).map(|(_, part)| part).chain([own]) {
            let Some(slot) = w.slots[row.place][column.place] else { continue };
            let block = matrix.block_mut(slot);
            for j in 0..column.size {
                for i in 0..row.size {
                    block[j][i] += weights.force_row * rows[row.first + i].partial(column.first + j);
                }
            }
        }
    }
}

/// The rows of the constraints: Φ_q, with respect to displacements of the nodes in their own axes; and Φ_qᵀ in the
/// columns of the multipliers, unless those have partials.
fn constraint_rows<E: Element, D: Seeded>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motion_unknowns: &[Motion<f64>; MAX_NODES],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let unit = Mat3::identity();
    let mut nodes = [Placement::<D>::identity(); MAX_NODES];
    for k in 0..w.node_count {
        nodes[k] = seed::displaced(&motion_unknowns[k].at, POSE_UNKNOWNS * k, &unit, 1.0);
    }
    let mut scalars = [D::zero(); MAX_SCALARS];
    for (k, value) in scalars.iter_mut().enumerate().take(w.scalar_count) {
        let q = seed::plain_scalar(state, w.scalars[k]).q;
        *value = D::seeded(q, POSE_UNKNOWNS * w.node_count + k, 1.0);
    }
    let mut values = [D::zero(); MAX_MULTIPLIERS];
    let at = w.place::<E, D>(state, D::constant(state.time), &nodes, &scalars);
    let on_positions = E::CONSTRAINTS - E::VELOCITY_CONSTRAINTS;
    e.constraints(&at, &mut values[..on_positions]);
    if E::VELOCITY_CONSTRAINTS > 0 {
        velocity_gradients(e, w, state, motion_unknowns, &mut values[on_positions..E::CONSTRAINTS]);
    }
    for (_, column) in w.parts(state.poses()) {
        let Some(slot) = w.slots[OWN][column.place] else { continue };
        let block = matrix.block_mut(slot);
        for (i, value) in values[..E::CONSTRAINTS].iter().enumerate().filter(|(i, _)| e.is_active(at.mode, *i)) {
            for j in 0..column.size {
                block[j][i] += value.partial(column.first + j);
            }
        }
        if differentiates_multipliers::<E>(w) {
            continue;
        }
        let Some(slot) = w.slots[column.place][OWN] else { continue };
        let (block, weight) = (matrix.block_mut(slot), weights.force_row * weights.multiplier);
        for (i, value) in values[..E::CONSTRAINTS].iter().enumerate() {
            for j in 0..column.size {
                block[i][j] += weight * value.partial(column.first + j);
            }
        }
    }
}

/// The nonholonomic constraints with their partials with respect to the velocities.
fn velocity_gradients<E: Element, D: Seeded>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motion_unknowns: &[Motion<f64>; MAX_NODES],
    values: &mut [D],
) {
    let weights = Weights::BY_VELOCITY;
    let zero = D::zero();
    let mut nodes = [Motion::<D>::still(); MAX_NODES];
    for k in 0..w.node_count {
        nodes[k] = seed::seeded(&motion_unknowns[k], POSE_UNKNOWNS * k, &Mat3::identity(), &weights);
    }
    let mut scalars = [ScalarMotion { q: zero, v: zero, dv: zero }; MAX_SCALARS];
    for k in 0..w.scalar_count {
        let motion = seed::plain_scalar(state, w.scalars[k]);
        scalars[k] = seed::seeded_scalar(&motion, POSE_UNKNOWNS * w.node_count + k, &weights, w.moving[k]);
    }
    let at = At {
        time: D::constant(state.time),
        nodes: &nodes[..w.node_count],
        scalars: &scalars[..w.scalar_count],
        multipliers: &[zero; MAX_MULTIPLIERS][..E::CONSTRAINTS],
        memory: w.memory_in::<E>(state),
        mode: w.mode_in::<E>(state),
    };
    e.velocity_constraints(&at, values);
}
