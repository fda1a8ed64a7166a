//! The distribution of the equations over threads.
//!
//! Every equation belongs to one thread, which evaluates all elements that touch one of its equations and adds up these equations
//! alone, in the order of the elements. So every sum has the same terms in the same order as on one thread: the same bits for any
//! number of threads, without locks and without colouring. The price is that elements on the border between two threads are
//! evaluated by both. Nodes are distributed by recursive coordinate bisection, which keeps the borders small.

use std::cell::Cell;
use std::sync::Arc;

use super::assembly::System;
use super::node::{POSE_COORDINATES, POSE_UNKNOWNS};
use super::share::Share;
use super::state::State;
use super::weights::Weights;
use crate::linalg::block::BlockMatrix;

impl System {
    /// Sets the equations of a share as [`System::residual`] does, without signals of forces. The other rows are zero.
    pub(super) fn residual_of_share(&self, share: &Share, state: &State, r: &mut [f64]) {
        r.fill(0.0);
        for (set, elements) in self.sets().iter().zip(&share.elements) {
            set.residual_of_share(share, elements, state, r);
        }
    }

    /// Assembles the rows of a share as [`System::tangent`] does, without signals of forces. The matrix stores these rows only.
    pub(super) fn tangent_of_share(
        &self,
        share: &Share,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        matrix.clear();
        for (set, elements) in self.sets().iter().zip(&share.elements) {
            set.tangent_of_share(share, elements, state, increment, weights, matrix);
        }
    }
}

/// A node, or another group of unknowns of motion.
struct Item {
    /// Its unknowns.
    first: usize,
    size: usize,
    at: [f64; 3],
    /// How many blocks of the matrix are in its rows: a measure of the elements on it.
    weight: usize,
}

/// The residual and the tangent of a system as several threads evaluate them, one after the other.
pub(crate) fn evaluate_in_shares(
    system: &System,
    count: usize,
    state: &State,
    increment: &[f64],
    weights: &Weights,
) -> (Vec<f64>, BlockMatrix) {
    let pattern = system.pattern();
    let (mut r, mut rows) = (vec![0.0; system.unknowns()], vec![0.0; system.unknowns()]);
    let mut matrix = BlockMatrix::new(pattern);
    for share in distribute(system, count) {
        system.residual_of_share(&share, state, &mut rows);
        share.rows().for_each(|row| r[row] = rows[row]);
        let mut own = BlockMatrix::of_rows(pattern, |row| share.owns(row));
        system.tangent_of_share(&share, state, increment, weights, &mut own);
        matrix.take_rows(&own);
    }
    system.residual_of_gauges(state, &mut r);
    system.tangent_of_gauges(state, increment, weights, &mut matrix);
    (r, matrix)
}

/// Distributes the equations of a system over `count` threads.
pub(crate) fn distribute(system: &System, count: usize) -> Vec<Share> {
    let count = count.clamp(1, u8::MAX as usize);
    let owners: Arc<[u8]> = owners(system, count).into();
    let share = |own: u8| {
        let touched = |row: usize| owners[row] == own;
        let of_set = system.sets().iter().map(|set| {
            let all = 0..set.connectivity().len();
            let layout = system.layout();
            let fixed = |i: usize| first_row(system, set.as_ref(), i).is_none() && own == 0;
            all.filter(|&i| set.is_on_row(i, layout, &touched) || fixed(i)).map(|i| i as u32).collect()
        });
        Share { owners: owners.clone(), own, elements: of_set.collect() }
    };
    (0..count).map(|own| share(own as u8)).collect()
}

/// The thread to which each equation belongs.
fn owners(system: &System, count: usize) -> Vec<u8> {
    let pattern = system.pattern();
    let n = system.motion_unknowns();
    let mut of = vec![0; system.unknowns()];
    let weights = pattern.row_lengths();
    let (state, layout) = (system.state(), system.layout());
    let groups = pattern.groups.iter().zip(weights).filter(|(group, _)| group.first < n);
    let items = groups.map(|(group, weight)| {
        let at = position(&state, group.first).unwrap_or_default();
        Item { first: group.first, size: group.size, at, weight }
    });
    let (mut placed, mut others): (Vec<Item>, Vec<Item>) = items.partition(|item| item.first < layout.first_scalar);
    bisect(&mut placed, 0, count, &mut of);
    // Scalar nodes have no position; a train numbers them along itself.
    others.iter_mut().for_each(|item| item.at[0] = item.first as f64);
    bisect(&mut others, 0, count, &mut of);
    // Multipliers go with the first node of their element.
    for set in system.sets().iter().filter(|set| set.constraints_each() > 0) {
        for (i, w) in set.connectivity().iter().enumerate() {
            let owner = first_row(system, set.as_ref(), i).map_or(0, |row| of[row]);
            of[n + w.multipliers..][..set.constraints_each()].fill(owner);
        }
    }
    of
}

/// The position of the pose or point node whose velocities begin at `first`.
fn position(state: &State, first: usize) -> Option<[f64; 3]> {
    let layout = &state.layout;
    let place = match first {
        first if first < layout.first_point => first / POSE_UNKNOWNS * POSE_COORDINATES,
        first if first < layout.first_scalar => layout.coordinate(first),
        _ => return None,
    };
    Some(std::array::from_fn(|k| state.q[place + k]))
}

/// The first equation of motion that an element adds to.
fn first_row(system: &System, set: &dyn super::set::ElementSet, element: usize) -> Option<usize> {
    let first = Cell::new(None);
    set.is_on_row(element, system.layout(), &|row| {
        first.set(Some(first.get().map_or(row, |first: usize| first.min(row))));
        false
    });
    first.get()
}

/// Recursive coordinate bisection: halves of equal weight across the longest extent.
fn bisect(items: &mut [Item], own: usize, count: usize, of: &mut [u8]) {
    if count == 1 || items.len() < 2 {
        items.iter().for_each(|item| of[item.first..][..item.size].fill(own as u8));
        return;
    }
    let extent = |axis: usize| {
        let each = || items.iter().map(|item| item.at[axis]);
        each().fold(f64::NEG_INFINITY, f64::max) - each().fold(f64::INFINITY, f64::min)
    };
    let axis = (0..3).max_by(|&a, &b| extent(a).total_cmp(&extent(b))).unwrap_or(0);
    items.sort_by(|a, b| a.at[axis].total_cmp(&b.at[axis]).then(a.first.cmp(&b.first)));
    let (half, whole) = (count / 2, items.iter().map(|item| item.weight).sum::<usize>());
    let mut sum = 0;
    let before = |item: &Item| {
        sum += item.weight;
        sum * count <= whole * half
    };
    let place = items.iter().map(before).take_while(|before| *before).count();
    let (left, right) = items.split_at_mut(place);
    bisect(left, own, half, of);
    bisect(right, own + half, count - half, of);
}
