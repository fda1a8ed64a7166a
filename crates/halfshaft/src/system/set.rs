//! All elements of one kind behind one object-safe trait: a virtual call per kind, not per element.

use std::any::Any;

use super::element::{At, Element, Energy, MAX_MULTIPLIERS, MAX_NODES, Residual};
use super::node::{Motion, NodeId};
use super::seed::{self, Gradient, Rate, SecondRate};
use super::state::State;
use crate::describe::Channel;
use crate::linalg::block::{BlockMatrix, Slot};
use crate::math::{Dual, Mat3, Scalar, Seeded};

/// How the unknowns of an iteration move the state, and how its rows are scaled.
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
    /// ∂λ by the unknown that stands for it.
    pub multiplier: f64,
    /// Factor of the equations of motion.
    pub force_row: f64,
}

impl Weights {
    /// The unknowns are accelerations and multipliers: the matrix [M Φ_qᵀ; Φ_q 0].
    pub const INERTIAL: Weights =
        Weights { position: 0.0, velocity: 0.0, acceleration: 1.0, multiplier: 1.0, force_row: 1.0 };
}

/// Where an element's unknowns stand in the system.
#[derive(Clone, Debug)]
pub(crate) struct Wiring {
    pub name: String,
    pub nodes: [NodeId; MAX_NODES],
    pub node_count: usize,
    /// The first of its multipliers.
    pub multipliers: usize,
    /// The matrix block of each pair of its nodes and of its multipliers, these last; `None` where the ground is.
    pub slots: [[Option<Slot>; MAX_NODES + 1]; MAX_NODES + 1],
}

impl Wiring {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes[..self.node_count]
    }
}

/// The elements of one kind.
pub(crate) trait ElementSet: Send + Sync {
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn wiring(&self) -> &[Wiring];
    fn wiring_mut(&mut self) -> &mut [Wiring];
    fn constraints_each(&self) -> usize;
    fn channels_each(&self) -> &'static [Channel];
    fn traits(&self) -> Traits;

    /// Adds the equations of motion of all its elements to `r`.
    fn residual(&self, state: &State, r: &mut [f64]);
    /// Sets Φ and Φ̇ of its constraints.
    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]);
    /// Sets Φ̈ of its constraints.
    fn second_rates(&self, state: &State, second: &mut [f64]);
    /// Adds its part of the iteration matrix.
    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix);
    fn energy(&self, element: usize, state: &State) -> Energy;
    fn channels(&self, element: usize, state: &State, out: &mut [f64]);
}

/// What the generic check needs to know about a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub internal: bool,
    pub frame_indifferent: bool,
}

pub(crate) struct Set<E> {
    elements: Vec<E>,
    wiring: Vec<Wiring>,
}

impl<E: Element> Set<E> {
    pub fn new() -> Self {
        Set { elements: Vec::new(), wiring: Vec::new() }
    }

    pub fn push(&mut self, element: E, wiring: Wiring) {
        self.elements.push(element);
        self.wiring.push(wiring);
    }

    fn each(&self) -> impl Iterator<Item = (&E, &Wiring)> {
        self.elements.iter().zip(&self.wiring)
    }

    /// Evaluates `f` on what one element sees of the state in plain numbers.
    fn at<R>(&self, element: usize, state: &State, f: impl FnOnce(&E, &At<f64>) -> R) -> R {
        let (e, w) = (&self.elements[element], &self.wiring[element]);
        let nodes = w.nodes.map(|n| seed::plain(state, n));
        let multipliers = &state.multipliers[w.multipliers..][..E::CONSTRAINTS];
        f(e, &At { time: state.time, nodes: &nodes[..w.node_count], multipliers })
    }
}

impl<E: Element> ElementSet for Set<E> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn wiring(&self) -> &[Wiring] {
        &self.wiring
    }

    fn wiring_mut(&mut self) -> &mut [Wiring] {
        &mut self.wiring
    }

    fn constraints_each(&self) -> usize {
        E::CONSTRAINTS
    }

    fn channels_each(&self) -> &'static [Channel] {
        E::CHANNELS
    }

    fn traits(&self) -> Traits {
        Traits { internal: E::INTERNAL, frame_indifferent: E::FRAME_INDIFFERENT }
    }

    fn residual(&self, state: &State, r: &mut [f64]) {
        let mut rows = [0.0; 6 * MAX_NODES];
        for (i, w) in self.wiring.iter().enumerate() {
            rows.fill(0.0);
            self.at(i, state, |e, at| e.residual(at, &mut Residual::new(&mut rows)));
            for (node, block) in w.nodes().iter().zip(rows.chunks_exact(6)) {
                if let Some(first) = node.velocities() {
                    for (sum, row) in r[first..first + 6].iter_mut().zip(block) {
                        *sum += row;
                    }
                }
            }
        }
    }

    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        if E::CONSTRAINTS == 0 {
            return;
        }
        let time = Dual { re: state.time, d: [1.0] };
        for (e, w) in self.each() {
            let nodes = w.nodes.map(|n| seed::rate(&seed::plain(state, n)));
            let mut values = [Rate::zero(); MAX_MULTIPLIERS];
            e.constraints(time, &nodes[..w.node_count], &mut values[..E::CONSTRAINTS]);
            for (k, value) in values[..E::CONSTRAINTS].iter().enumerate() {
                phi[w.multipliers + k] = value.re;
                rate[w.multipliers + k] = value.d[0];
            }
        }
    }

    fn second_rates(&self, state: &State, second: &mut [f64]) {
        if E::CONSTRAINTS == 0 {
            return;
        }
        let time = Dual { re: Dual { re: state.time, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        for (e, w) in self.each() {
            let nodes = w.nodes.map(|n| seed::second_rate(&seed::plain(state, n)));
            let mut values = [SecondRate::zero(); MAX_MULTIPLIERS];
            e.constraints(time, &nodes[..w.node_count], &mut values[..E::CONSTRAINTS]);
            for (k, value) in values[..E::CONSTRAINTS].iter().enumerate() {
                second[w.multipliers + k] = value.d[0].d[0];
            }
        }
    }

    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        for (e, w) in self.each() {
            let motions = w.nodes.map(|n| seed::plain(state, n));
            let turns = w.nodes.map(|n| seed::increment_tangent(increment, n));
            force_rows(e, w, state, &motions, &turns, weights, matrix);
            if E::CONSTRAINTS > 0 {
                constraint_rows(e, w, state.time, &motions, matrix);
            }
        }
    }

    fn energy(&self, element: usize, state: &State) -> Energy {
        self.at(element, state, |e, at| e.energy(at))
    }

    fn channels(&self, element: usize, state: &State, out: &mut [f64]) {
        self.at(element, state, |e, at| e.channels(at, out));
    }
}

/// The rows of the equations of motion: partials of the residual by all unknowns of the element.
fn force_rows<E: Element>(
    e: &E,
    w: &Wiring,
    state: &State,
    motions: &[Motion<f64>; MAX_NODES],
    turns: &[Mat3; MAX_NODES],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let first_multiplier = 6 * w.node_count;
    assert!(first_multiplier + E::CONSTRAINTS <= E::Tangent::WIDTH, "the element's dual is too narrow");
    let nodes: [Motion<E::Tangent>; MAX_NODES] = std::array::from_fn(|k| {
        if k < w.node_count { seed::seeded(&motions[k], 6 * k, &turns[k], weights) } else { Motion::still() }
    });
    let multipliers: [E::Tangent; MAX_MULTIPLIERS] = std::array::from_fn(|k| {
        if k < E::CONSTRAINTS {
            let value = state.multipliers[w.multipliers + k];
            E::Tangent::seeded(value, first_multiplier + k, weights.multiplier)
        } else {
            E::Tangent::zero()
        }
    });
    let mut rows = [E::Tangent::zero(); 6 * MAX_NODES];
    let at = At {
        time: E::Tangent::constant(state.time),
        nodes: &nodes[..w.node_count],
        multipliers: &multipliers[..E::CONSTRAINTS],
    };
    e.residual(&at, &mut Residual::new(&mut rows));

    for (a, row_block) in rows.chunks_exact(6).take(w.node_count).enumerate() {
        for b in 0..w.node_count {
            let Some(slot) = w.slots[a][b] else { continue };
            let block = matrix.block_mut(slot);
            for (i, row) in row_block.iter().enumerate() {
                for j in 0..6 {
                    block[j][i] += weights.force_row * row.partial(6 * b + j);
                }
            }
        }
        let Some(slot) = w.slots[a][MAX_NODES] else { continue };
        let block = matrix.block_mut(slot);
        for (i, row) in row_block.iter().enumerate() {
            for j in 0..E::CONSTRAINTS {
                block[j][i] += weights.force_row * row.partial(first_multiplier + j);
            }
        }
    }
}

/// The rows of the constraints: Φ_q, by displacements of the nodes in their own axes.
fn constraint_rows<E: Element>(
    e: &E,
    w: &Wiring,
    time: f64,
    motions: &[Motion<f64>; MAX_NODES],
    matrix: &mut BlockMatrix,
) {
    let unit = Mat3::identity();
    let nodes: [_; MAX_NODES] = std::array::from_fn(|k| seed::displaced(&motions[k].at, 6 * k, &unit, 1.0));
    let mut values = [Gradient::zero(); MAX_MULTIPLIERS];
    e.constraints(Gradient::constant(time), &nodes[..w.node_count], &mut values[..E::CONSTRAINTS]);
    for b in 0..w.node_count {
        let Some(slot) = w.slots[MAX_NODES][b] else { continue };
        let block = matrix.block_mut(slot);
        for (i, value) in values[..E::CONSTRAINTS].iter().enumerate() {
            for j in 0..6 {
                block[j][i] += value.d[6 * b + j];
            }
        }
    }
}
