//! The part of an element in the iteration matrix: written by hand, or by dual numbers.
//!
//! What depends on the width of the dual alone, seeding and scattering, is shared by all elements of that width. What depends on
//! the element is `#[inline]`, so that it is compiled with the element.

use super::connectivity::{Connectivity, MAX_ROWS, MULTIPLIER_BLOCK, PAIR_ROWS, Part, add_rows};
use super::element::{
    At, Element, ForceTangent, Increments, MAX_MULTIPLIERS, MAX_NODES, MAX_SCALARS, PAIR, Residual, TangentRow,
};
use super::layout::Layout;
use super::node::{Motion, NodeId, POSE_UNKNOWNS, ScalarMotion};
use super::placement::Placement;
use super::seed;
use super::state::State;
use super::weights::Weights;
use crate::linalg::block::BlockMatrix;
use crate::math::{Dual, Mat3, Scalar, Seeded};

/// Adds the part of an element whose tangent is written by hand. Returns whether it has one.
#[inline]
pub(super) fn add_analytic<E: Element>(
    e: &E,
    at: &At<f64>,
    w: &Connectivity,
    layout: &Layout,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) -> bool {
    if E::POSE_NODES == MAX_NODES {
        let mut tangent = [[0.0; POSE_UNKNOWNS * MAX_NODES]; POSE_UNKNOWNS * MAX_NODES];
        e.analytic_forces_of_three(at, &increments(w.nodes, increment, layout, weights), &mut tangent);
        scatter_motion(&tangent, w, weights, matrix);
        return true;
    }
    let zero = [0.0; POSE_UNKNOWNS * PAIR];
    let mut tangent = ForceTangent { motion: [zero; POSE_UNKNOWNS * PAIR], multipliers: [zero; MAX_MULTIPLIERS] };
    let by = increments([w.nodes[0], w.nodes[1]], increment, layout, weights);
    if !e.analytic_forces(at, &by, &mut tangent) {
        return false;
    }
    scatter_forces(
        &tangent,
        if E::FORCES_DEPEND_ON_REACTIONS { E::CONSTRAINTS } else { 0 },
        w,
        layout,
        weights,
        matrix,
    );
    if E::CONSTRAINTS > 0 {
        let mut gradients = [zero; MAX_MULTIPLIERS];
        let gradients = &mut gradients[..E::CONSTRAINTS];
        e.analytic_gradients(at, gradients);
        scatter_gradients(gradients, w, layout, weights, matrix);
    }
    true
}

/// How the unknowns move the nodes of an element.
#[inline]
fn increments<const N: usize>(
    nodes: [NodeId; N],
    increment: &[f64],
    layout: &Layout,
    weights: &Weights,
) -> Increments<N> {
    // A loop is compiled in place, where `map` moves each matrix several times.
    let mut turns = [Mat3::identity(); N];
    for (turn, node) in turns.iter_mut().zip(nodes) {
        *turn = seed::increment_tangent(increment, node, layout);
    }
    Increments { turns, position: weights.position, velocity: weights.velocity, acceleration: weights.acceleration }
}

/// Adds Φ_q in the rows of the multipliers, and its transpose in their columns.
fn scatter_gradients(
    gradients: &[TangentRow],
    w: &Connectivity,
    layout: &Layout,
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    for (_, node) in w.parts(layout) {
        if let Some(slot) = w.slots[MULTIPLIER_BLOCK][node.place] {
            for (j, column) in matrix.block_mut(slot).iter_mut().enumerate() {
                gradients.iter().enumerate().for_each(|(i, gradient)| column[i] += gradient[node.first + j]);
            }
        }
        if let Some(slot) = w.slots[node.place][MULTIPLIER_BLOCK] {
            let weight = weights.force_row * weights.multiplier;
            for (column, gradient) in matrix.block_mut(slot).iter_mut().zip(gradients) {
                add_rows(&mut column[..], &gradient[node.first..], node.size, weight);
            }
        }
    }
}

/// Adds the partials of the forces by the unknowns of the nodes, and by the first multipliers.
fn scatter_forces(
    tangent: &ForceTangent,
    multipliers: usize,
    w: &Connectivity,
    layout: &Layout,
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    scatter_motion(&tangent.motion, w, weights, matrix);
    let weight = weights.force_row * weights.multiplier;
    for (_, row) in w.parts(layout).filter(|_| multipliers > 0) {
        let Some(slot) = w.slots[row.place][MULTIPLIER_BLOCK] else { continue };
        for (column, values) in matrix.block_mut(slot).iter_mut().zip(&tangent.multipliers[..multipliers]) {
            add_rows(&mut column[..], &values[row.first..], row.size, weight);
        }
    }
}

/// Adds the partials of the forces by the unknowns of the nodes.
#[inline]
fn scatter_motion<const N: usize>(
    tangent: &[[f64; N]; N],
    w: &Connectivity,
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let nodes = &w.nodes[..w.node_count];
    for (row, node) in nodes.iter().enumerate() {
        for (column, other) in nodes.iter().enumerate() {
            let Some(slot) = w.slots[row][column] else { continue };
            let own = &tangent[POSE_UNKNOWNS * column..][..other.unknowns()];
            for (column, values) in matrix.block_mut(slot).iter_mut().zip(own) {
                add_rows(column, &values[POSE_UNKNOWNS * row..], node.unknowns(), weights.force_row);
            }
        }
    }
}

/// Adds the part of an element by a sweep of duals over its residual, and one over its constraints.
#[inline]
pub(super) fn add_automatic<E: Element>(
    e: &E,
    w: &Connectivity,
    state: &State,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    if E::POSE_NODES == MAX_NODES {
        return force_rows::<E, MAX_NODES, MAX_ROWS>(e, w, state, &w.plain_nodes(state), increment, weights, matrix);
    }
    let motions = w.plain_nodes(state);
    force_rows::<E, PAIR, PAIR_ROWS>(e, w, state, &motions, increment, weights, matrix);
    if E::CONSTRAINTS == 0 {
        return;
    }
    // The narrower dual where it suffices: most constraints are between bodies.
    match w.scalar_count {
        0 => constraint_rows::<E, Dual<{ 6 * PAIR }>>(e, w, state, &motions, weights, matrix),
        _ => constraint_rows::<E, Dual<{ 6 * PAIR + MAX_SCALARS }>>(e, w, state, &motions, weights, matrix),
    }
}

/// What an element sees, with the partials of its unknowns.
struct SeededView<D, const N: usize> {
    nodes: [Motion<D>; N],
    scalars: [ScalarMotion<D>; MAX_SCALARS],
    multipliers: [D; MAX_MULTIPLIERS],
}

impl<D: Seeded, const N: usize> SeededView<D, N> {
    #[inline(always)]
    fn new() -> Self {
        let zero = D::zero();
        SeededView {
            nodes: [Motion::still(); N],
            scalars: [ScalarMotion { q: zero, v: zero, dv: zero }; MAX_SCALARS],
            multipliers: [zero; MAX_MULTIPLIERS],
        }
    }

    /// Seeds nodes and scalars.
    fn seed_motion(
        &mut self,
        w: &Connectivity,
        state: &State,
        motions: &[Motion<f64>; N],
        turns: &[Mat3; N],
        weights: &Weights,
    ) {
        for k in 0..w.node_count {
            self.nodes[k] = seed::seeded(&motions[k], POSE_UNKNOWNS * k, &turns[k], weights);
        }
        for k in 0..w.scalar_count {
            let motion = seed::plain_scalar(state, w.scalars[k]);
            self.scalars[k] = seed::seeded_scalar(&motion, POSE_UNKNOWNS * w.node_count + k, weights, w.moving[k]);
        }
    }

    /// Sets the multipliers, with partials where the dual is wide enough.
    fn seed_multipliers(&mut self, w: &Connectivity, state: &State, constraints: usize, weights: &Weights) {
        let first = w.motion_unknowns();
        for k in 0..constraints {
            self.multipliers[k] = D::constant(state.multipliers[w.multipliers + k]);
            if differentiates_multipliers::<D>(w, constraints) {
                self.multipliers[k].set_partial(first + k, weights.multiplier);
            }
        }
    }
}

/// Whether a dual is wide enough for the multipliers too.
fn differentiates_multipliers<D: Seeded>(w: &Connectivity, constraints: usize) -> bool {
    w.motion_unknowns() + constraints <= D::WIDTH
}

/// The rows of the equations of motion: partials of the residual by the unknowns of the element.
#[inline]
fn force_rows<E: Element, const N: usize, const ROWS: usize>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motions: &[Motion<f64>; N],
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    assert!(w.motion_unknowns() <= E::Tangent::WIDTH, "the element's dual is too narrow");
    let turns = std::array::from_fn(|k| seed::increment_tangent(increment, w.nodes[k], &state.layout));
    let mut view = SeededView::<E::Tangent, N>::new();
    view.seed_motion(w, state, motions, &turns, weights);
    view.seed_multipliers(w, state, E::CONSTRAINTS, weights);
    let mut rows = [E::Tangent::zero(); ROWS];
    let at = At {
        time: E::Tangent::constant(state.time),
        nodes: &view.nodes[..w.node_count],
        scalars: &view.scalars[..w.scalar_count],
        multipliers: &view.multipliers[..E::CONSTRAINTS],
        memory: w.memory_in::<E>(state),
        mode: w.mode_in::<E>(state),
    };
    e.residual(&at, &mut Residual::new(&mut rows, w.node_count, w.scalar_count));
    scatter_force_rows(&rows, w, E::CONSTRAINTS, &state.layout, weights, matrix);
}

/// Adds the partials of the residual. The rows of inactive constraints are scaled like forces; those of active ones are zero here.
fn scatter_force_rows<D: Seeded>(
    rows: &[D],
    w: &Connectivity,
    constraints: usize,
    layout: &Layout,
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let size = if differentiates_multipliers::<D>(w, constraints) { constraints } else { 0 };
    let own = Part { place: MULTIPLIER_BLOCK, first: w.motion_unknowns(), size };
    for row in w.parts(layout).map(|(_, part)| part).chain([own]) {
        for column in w.parts(layout).map(|(_, part)| part).chain([own]) {
            let Some(slot) = w.slots[row.place][column.place] else { continue };
            for (j, entries) in matrix.block_mut(slot).iter_mut().enumerate().take(column.size) {
                for i in 0..row.size {
                    entries[i] += weights.force_row * rows[row.first + i].partial(column.first + j);
                }
            }
        }
    }
}

/// The rows of the constraints: Φ_q, by displacements of the nodes in their own axes; and Φ_qᵀ in the columns of the
/// multipliers, where those have no partials.
#[inline]
fn constraint_rows<E: Element, D: Seeded>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motions: &[Motion<f64>; PAIR],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    let mut nodes = [Placement::<D>::identity(); PAIR];
    let mut scalars = [D::zero(); MAX_SCALARS];
    seed_positions(w, state, motions, &mut nodes, &mut scalars);
    let mut values = [D::zero(); MAX_MULTIPLIERS];
    let at = w.place::<E, D>(state, D::constant(state.time), &nodes, &scalars);
    let on_positions = E::CONSTRAINTS - E::VELOCITY_CONSTRAINTS;
    e.constraints(&at, &mut values[..on_positions]);
    if E::VELOCITY_CONSTRAINTS > 0 {
        velocity_gradients(e, w, state, motions, &mut values[on_positions..E::CONSTRAINTS]);
    }
    let active: [bool; MAX_MULTIPLIERS] = std::array::from_fn(|k| k < E::CONSTRAINTS && e.is_active(at.mode, k));
    let transposed = !differentiates_multipliers::<E::Tangent>(w, E::CONSTRAINTS);
    scatter_constraint_rows(&values[..E::CONSTRAINTS], &active, transposed, w, &state.layout, weights, matrix);
}

/// Seeds positions by displacements of the nodes in their own axes.
fn seed_positions<D: Seeded>(
    w: &Connectivity,
    state: &State,
    motions: &[Motion<f64>; PAIR],
    nodes: &mut [Placement<D>; PAIR],
    scalars: &mut [D; MAX_SCALARS],
) {
    let unit = Mat3::identity();
    for k in 0..w.node_count {
        nodes[k] = seed::displaced(&motions[k].at, POSE_UNKNOWNS * k, &unit, 1.0);
    }
    for (k, value) in scalars.iter_mut().enumerate().take(w.scalar_count) {
        let q = seed::plain_scalar(state, w.scalars[k]).q;
        *value = D::seeded(q, POSE_UNKNOWNS * w.node_count + k, 1.0);
    }
}

fn scatter_constraint_rows<D: Seeded>(
    values: &[D],
    active: &[bool; MAX_MULTIPLIERS],
    transposed: bool,
    w: &Connectivity,
    layout: &Layout,
    weights: &Weights,
    matrix: &mut BlockMatrix,
) {
    for (_, column) in w.parts(layout) {
        let Some(slot) = w.slots[MULTIPLIER_BLOCK][column.place] else { continue };
        for (j, entries) in matrix.block_mut(slot).iter_mut().enumerate() {
            for (i, value) in values.iter().enumerate().filter(|(i, _)| active[*i]) {
                entries[i] += value.partial(column.first + j);
            }
        }
        if !transposed {
            continue;
        }
        let Some(slot) = w.slots[column.place][MULTIPLIER_BLOCK] else { continue };
        let weight = weights.force_row * weights.multiplier;
        for (entries, value) in matrix.block_mut(slot).iter_mut().zip(values) {
            for j in 0..column.size {
                entries[j] += weight * value.partial(column.first + j);
            }
        }
    }
}

/// The constraints on velocities with their partials by the velocities.
#[inline]
fn velocity_gradients<E: Element, D: Seeded>(
    e: &E,
    w: &Connectivity,
    state: &State,
    motions: &[Motion<f64>; PAIR],
    values: &mut [D],
) {
    let mut view = SeededView::<D, PAIR>::new();
    view.seed_motion(w, state, motions, &[Mat3::identity(); PAIR], &Weights::BY_VELOCITY);
    let at = At {
        time: D::constant(state.time),
        nodes: &view.nodes[..w.node_count],
        scalars: &view.scalars[..w.scalar_count],
        multipliers: &view.multipliers[..E::CONSTRAINTS],
        memory: w.memory_in::<E>(state),
        mode: w.mode_in::<E>(state),
    };
    e.velocity_constraints(&at, values);
}
