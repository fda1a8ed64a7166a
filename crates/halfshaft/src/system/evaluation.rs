//! The evaluation of all elements of one type: residuals, constraints with their rates, events, memory.
//!
//! These functions are provided by a trait of the element, and not methods of the set, for the sake of build times: the compiler places
//! them beside the element's own code, so that a change in an element compiles the code of that element alone.

use super::condition::Condition;
use super::connectivity::{Connectivity, MAX_ROWS};
use super::element::{At, Element, Energy, Infeasibility, MAX_MULTIPLIERS, MAX_SCALARS, PAIR, Residual};
use super::node::{Motion, NodeId, ScalarMotion};
use super::placement::Placement;
use super::seed::{self, Rate, SecondRate};
use super::state::State;
use super::tangent;
use super::weights::Weights;
use crate::linalg::block::BlockMatrix;
use crate::math::{Dual, Scalar};
use crate::mesh::MeshField;

/// The elements of one type.
///
/// What is generic in the element is in [`Evaluation`].
pub(crate) struct Set<E> {
    pub(super) elements: Vec<E>,
    pub(super) connectivity: Vec<Connectivity>,
}

impl<E: Element> Set<E> {
    pub fn new() -> Self {
        Set { elements: Vec::new(), connectivity: Vec::new() }
    }

    pub fn push(&mut self, element: E, connectivity: Connectivity) {
        self.elements.push(element);
        self.connectivity.push(connectivity);
    }
}

/// What a scalar node that an element does not have looks like.
const STILL: ScalarMotion<f64> = ScalarMotion { q: 0.0, v: 0.0, dv: 0.0 };

/// Evaluates `f` on what one element sees of the state in plain numbers.
#[inline]
fn at<E: Element, R>(set: &Set<E>, element: usize, state: &State, f: impl FnOnce(&E, &At<f64>) -> R) -> R {
    at_next(set, element, state, &mut LastPair::ground(), f)
}

/// The motions of the nodes of the element before. In a chain its second node is the first one of the next element, whose motion is then
/// not computed again.
struct LastPair {
    second: NodeId,
    motions: [Motion<f64>; PAIR],
}

impl LastPair {
    #[inline(always)]
    fn ground() -> Self {
        LastPair { second: NodeId::GROUND, motions: [Motion::still(); PAIR] }
    }

    /// Moves on to the next element.
    #[inline(always)]
    fn advance(&mut self, state: &State, [first, second]: [NodeId; PAIR]) -> &[Motion<f64>; PAIR] {
        self.motions[0] = if first == self.second { self.motions[1] } else { seed::plain(state, first) };
        self.motions[1] = seed::plain(state, second);
        self.second = second;
        &self.motions
    }
}

/// As [`at`] for one element after another.
#[inline]
fn at_next<E: Element, R>(
    set: &Set<E>,
    element: usize,
    state: &State,
    last: &mut LastPair,
    f: impl FnOnce(&E, &At<f64>) -> R,
) -> R {
    let (e, w) = (&set.elements[element], &set.connectivity[element]);
    // As many nodes as there are: a train of shafts has none, and filling the others costs time.
    let (one, three);
    let nodes: &[Motion<f64>] = match w.node_count {
        0 => &[],
        1 => {
            one = [seed::plain(state, w.nodes[0])];
            &one
        }
        3 if E::POSE_NODES == 3 => {
            three = w.nodes.map(|node| seed::plain(state, node));
            &three
        }
        _ => last.advance(state, [w.nodes[0], w.nodes[1]]),
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

/// Evaluates `f` on one element with a copy of its memory to write to, which then replaces the memory.
#[inline]
fn with_memory<E: Element, R>(
    set: &Set<E>,
    element: usize,
    state: &mut State,
    scratch: &mut Vec<f64>,
    last: &mut LastPair,
    f: impl FnOnce(&E, &At<f64>, &mut [f64]) -> R,
) -> R {
    let range = set.connectivity[element].memory..set.connectivity[element].memory + E::MEMORY.len();
    scratch.clear();
    scratch.extend_from_slice(&state.memory[range.clone()]);
    let result = at_next(set, element, state, last, |e, at| f(e, at, scratch));
    state.memory[range].copy_from_slice(scratch);
    result
}

/// The elements of a set with their connectivity.
#[inline]
fn each<E: Element>(set: &Set<E>) -> impl Iterator<Item = (&E, &Connectivity)> {
    set.elements.iter().zip(&set.connectivity)
}

/// Evaluates the constraints of every element on the motion, seen through `pose` and `scalar`, and passes the value of each
/// active one on with the index of its multiplier.
#[inline(always)]
fn evaluate_constraints<E: Element, S: Scalar>(
    set: &Set<E>,
    state: &State,
    time: S,
    pose: impl Fn(&Motion<f64>) -> Placement<S>,
    scalar: impl Fn(&ScalarMotion<f64>) -> S,
    mut take: impl FnMut(usize, S),
) {
    let on_positions = E::CONSTRAINTS - E::VELOCITY_CONSTRAINTS;
    if on_positions == 0 {
        return;
    }
    for (e, w) in each(set) {
        let mut nodes = [Placement::identity(); PAIR];
        for k in 0..w.node_count {
            nodes[k] = pose(&seed::plain(state, w.nodes[k]));
        }
        let mut scalars = [S::zero(); MAX_SCALARS];
        for (value, &k) in scalars.iter_mut().zip(&w.scalars[..w.scalar_count]) {
            *value = scalar(&seed::plain_scalar(state, k));
        }
        let mut values = [S::zero(); MAX_MULTIPLIERS];
        let at = w.place::<E, S>(state, time, &nodes, &scalars);
        e.constraints(&at, &mut values[..on_positions]);
        for (k, value) in values[..on_positions].iter().enumerate() {
            if e.is_active(at.mode, k) {
                take(w.multipliers + k, *value);
            }
        }
    }
}

/// The active constraints on velocities of an element: the index of each multiplier, and the value.
#[inline]
fn active_velocity_constraints<'a, E: Element, S: Copy>(
    set: &'a Set<E>,
    element: usize,
    mode: usize,
    values: &'a [S],
) -> impl Iterator<Item = (usize, S)> + 'a {
    let (e, w) = (&set.elements[element], &set.connectivity[element]);
    let on_positions = E::CONSTRAINTS - E::VELOCITY_CONSTRAINTS;
    let own = (0..E::VELOCITY_CONSTRAINTS).map(move |k| on_positions + k);
    own.filter(move |&k| e.is_active(mode, k)).map(move |k| (w.multipliers + k, values[k - on_positions]))
}

/// What [`super::set::ElementSet`] asks of the elements of one type.
pub(super) trait Evaluation: Element + Sized {
    fn start_all(set: &Set<Self>, memory: &mut [f64], modes: &mut [usize]) {
        for (e, w) in each(set) {
            let mode = e.start(&mut memory[w.memory..][..Self::MEMORY.len()]);
            if !Self::MODES.is_empty() {
                modes[w.mode] = mode;
            }
        }
    }

    fn active_constraints(set: &Set<Self>, state: &State, active: &mut [bool]) {
        for (e, w) in each(set) {
            for k in 0..Self::CONSTRAINTS {
                active[w.multipliers + k] = e.is_active(w.mode_in::<Self>(state), k);
            }
        }
    }

    fn evaluate_event_functions(set: &Set<Self>, state: &State, out: &mut [f64]) {
        if Self::EVENT_FUNCTIONS == 0 {
            return;
        }
        for (i, w) in set.connectivity.iter().enumerate() {
            let out = &mut out[w.event_functions..][..Self::EVENT_FUNCTIONS];
            out.fill(f64::INFINITY);
            at(set, i, state, |e, at| e.event_functions(at, out));
        }
    }

    fn switch_mode(set: &Set<Self>, element: usize, event: usize, state: &mut State, scratch: &mut Vec<f64>) {
        let mut last = LastPair::ground();
        let mode = with_memory(set, element, state, scratch, &mut last, |e, at, memory| e.switch(at, event, memory));
        state.modes[set.connectivity[element].mode] = mode;
    }

    fn commit_all(set: &Set<Self>, state: &mut State, scratch: &mut Vec<f64>) {
        if Self::MEMORY.is_empty() {
            return;
        }
        let mut last = LastPair::ground();
        for i in 0..set.elements.len() {
            with_memory(set, i, state, scratch, &mut last, |e, at, memory| e.commit(at, memory));
        }
    }

    fn first_infeasible(set: &Set<Self>, state: &State) -> Option<usize> {
        let mut last = LastPair::ground();
        (0..if Self::HAS_INFEASIBLE_STATES { set.elements.len() } else { 0 })
            .find(|&i| !at_next(set, i, state, &mut last, |e, at| e.is_feasible(at)))
    }

    fn infeasibility_of(set: &Set<Self>, element: usize, state: &State) -> Infeasibility {
        at(set, element, state, |e, at| e.infeasibility(at))
    }

    fn largest_step_size_ratio(set: &Set<Self>, state: &State) -> (f64, usize) {
        let limiting = 0..if Self::LIMITS_STEP_SIZE { set.elements.len() } else { 0 };
        let each = limiting.map(|i| (at(set, i, state, |e, at| e.step_size_ratio(at)), i));
        each.fold((0.0, 0), |worst, new| if new.0 > worst.0 { new } else { worst })
    }

    fn add_residuals(set: &Set<Self>, state: &State, r: &mut [f64]) {
        let (mut rows, mut last) = ([0.0; MAX_ROWS], LastPair::ground());
        for (i, (_, w)) in each(set).enumerate().filter(|(_, (e, _))| !e.is_inert()) {
            rows[..w.motion_unknowns() + Self::CONSTRAINTS].fill(0.0);
            at_next(set, i, state, &mut last, |e, at| {
                e.residual(at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count));
            });
            w.scatter(&rows, Self::CONSTRAINTS, state, r);
        }
    }

    fn add_unit_load(set: &Set<Self>, element: usize, state: &State, r: &mut [f64]) {
        let (mut rows, w) = ([0.0; MAX_ROWS], &set.connectivity[element]);
        at(set, element, state, |e, at| e.unit_load(at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count)));
        w.scatter(&rows, Self::CONSTRAINTS, state, r);
    }

    fn residual_rows(set: &Set<Self>, element: usize, state: &State, rows: &mut [f64; MAX_ROWS]) {
        let w = &set.connectivity[element];
        at(set, element, state, |e, at| e.residual(at, &mut Residual::new(rows, w.node_count, w.scalar_count)));
    }

    fn constraint_rates(set: &Set<Self>, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        let time = Rate { re: state.time, d: [1.0] };
        evaluate_constraints(set, state, time, seed::rate, seed::scalar_rate, |k, value| {
            phi[k] = value.re;
            rate[k] = value.d[0];
        });
        if Self::VELOCITY_CONSTRAINTS == 0 {
            return;
        }
        for (i, w) in set.connectivity.iter().enumerate() {
            let mut values = [0.0; MAX_MULTIPLIERS];
            at(set, i, state, |e, at| e.velocity_constraints(at, &mut values[..Self::VELOCITY_CONSTRAINTS]));
            for (k, value) in active_velocity_constraints(set, i, w.mode_in::<Self>(state), &values) {
                phi[k] = 0.0;
                rate[k] = value;
            }
        }
    }

    fn constraint_second_rates(set: &Set<Self>, state: &State, second: &mut [f64]) {
        let time = SecondRate { re: Dual { re: state.time, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        evaluate_constraints(set, state, time, seed::second_rate, seed::scalar_second_rate, |k, value| {
            second[k] = value.d[0].d[0];
        });
        if Self::VELOCITY_CONSTRAINTS == 0 {
            return;
        }
        for (i, (e, w)) in each(set).enumerate() {
            let mut nodes = [Motion::still(); PAIR];
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
                multipliers: &[zero; MAX_MULTIPLIERS][..Self::CONSTRAINTS],
                memory: w.memory_in::<Self>(state),
                mode: w.mode_in::<Self>(state),
            };
            let mut values = [zero; MAX_MULTIPLIERS];
            e.velocity_constraints(&at, &mut values[..Self::VELOCITY_CONSTRAINTS]);
            for (k, value) in active_velocity_constraints(set, i, at.mode, &values) {
                second[k] = value.d[0];
            }
        }
    }

    fn add_tangent(
        set: &Set<Self>,
        element: usize,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        let (e, w) = (&set.elements[element], &set.connectivity[element]);
        if e.is_inert() {
            return;
        }
        let is_analytic = Self::HAS_ANALYTIC_TANGENT
            && at(set, element, state, |e, at| {
                tangent::add_analytic(e, at, w, &state.layout, increment, weights, matrix)
            });
        if !is_analytic {
            tangent::add_automatic(e, w, state, increment, weights, matrix);
        }
    }

    fn energy_of(set: &Set<Self>, element: usize, state: &State) -> Energy {
        match set.elements[element].is_inert() {
            true => Energy::default(),
            false => at(set, element, state, |e, at| e.energy(at)),
        }
    }

    fn energies_of_all(set: &Set<Self>, state: &State, out: &mut [Energy]) {
        let mut last = LastPair::ground();
        for (i, (e, out)) in set.elements.iter().zip(out).enumerate() {
            *out = match e.is_inert() {
                true => Energy::default(),
                false => at_next(set, i, state, &mut last, |e, at| e.energy(at)),
            };
        }
    }

    fn condition_of(set: &Set<Self>, element: usize, state: &State) -> Condition {
        at(set, element, state, |e, at| e.condition(at))
    }

    fn observe_of(set: &Set<Self>, element: usize, state: &State, out: &mut [f64]) -> Condition {
        at(set, element, state, |e, at| e.observe(at, out))
    }

    fn channels_of(set: &Set<Self>, element: usize, state: &State, out: &mut [f64]) {
        at(set, element, state, |e, at| e.channels(at, out));
    }

    fn surface_of(set: &Set<Self>, element: usize, state: &State) -> MeshField {
        at(set, element, state, |e, at| e.surface(at))
    }
}

impl<E: Element> Evaluation for E {}
