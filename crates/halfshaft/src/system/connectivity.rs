//! Where the unknowns of an element are in the system.

use super::element::{Element, MAX_MULTIPLIERS, MAX_NODES, MAX_SCALARS, PAIR, Place};
use super::layout::Layout;
use super::node::{Motion, NodeId, POSE_UNKNOWNS};
use super::placement::Placement;
use super::seed;
use super::share::Share;
use super::state::State;
use crate::linalg::block::Slot;

/// Blocks of an element: one for each pose node, one for each scalar node, one for its multipliers.
pub(crate) const BLOCKS: usize = MAX_NODES + MAX_SCALARS + 1;
/// The block of the multipliers.
pub(crate) const MULTIPLIER_BLOCK: usize = BLOCKS - 1;
/// Rows of an element, at most.
pub(crate) const MAX_ROWS: usize = POSE_UNKNOWNS * MAX_NODES + MAX_SCALARS + MAX_MULTIPLIERS;
/// Rows of an element on two pose nodes, at most.
pub(crate) const PAIR_ROWS: usize = POSE_UNKNOWNS * PAIR + MAX_SCALARS + MAX_MULTIPLIERS;

/// Where an element's unknowns stand in the system.
#[derive(Clone, Debug)]
pub(crate) struct Connectivity {
    pub name: String,
    pub nodes: [NodeId; MAX_NODES],
    pub node_count: usize,
    /// The places of its scalar nodes among the velocities; `None` for the ground.
    pub scalars: [Option<usize>; MAX_SCALARS],
    pub scalar_count: usize,
    /// For each of its scalar nodes whether it is a coordinate of motion.
    pub moving: [bool; MAX_SCALARS],
    /// The first of its multipliers.
    pub multipliers: usize,
    /// The first of its memory.
    pub memory: usize,
    /// Its mode, where it has modes.
    pub mode: usize,
    /// The first of its exit functions.
    pub event_functions: usize,
    /// The matrix block of each pair of its blocks; `None` where the ground is.
    pub slots: [[Option<Slot>; BLOCKS]; BLOCKS],
}

/// A block of an element: its place in the table of slots, and its columns among the element's own unknowns.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub place: usize,
    pub first: usize,
    pub size: usize,
}

/// Adds the first `size` of some values times a factor. A pose has all its rows, in a loop whose length is known.
#[inline(always)]
pub(super) fn add_rows(sums: &mut [f64], values: &[f64], size: usize, factor: f64) {
    if let (POSE_UNKNOWNS, Some(sums), Some(values)) =
        (size, sums.first_chunk_mut::<POSE_UNKNOWNS>(), values.first_chunk::<POSE_UNKNOWNS>())
    {
        // A copy, which the sums cannot overlap: the compiler vectorises the loop.
        let values = *values;
        (0..POSE_UNKNOWNS).for_each(|i| sums[i] += factor * values[i]);
    } else {
        sums.iter_mut().zip(values).take(size).for_each(|(sum, value)| *sum += factor * value);
    }
}

impl Connectivity {
    #[inline(always)]
    pub(super) fn memory_in<'a, E: Element>(&self, state: &'a State) -> &'a [f64] {
        &state.memory[self.memory..][..E::MEMORY.len()]
    }

    #[inline(always)]
    pub(super) fn mode_in<E: Element>(&self, state: &State) -> usize {
        if E::MODES.is_empty() { 0 } else { state.modes[self.mode] }
    }

    /// What its constraints see.
    #[inline(always)]
    pub(super) fn place<'a, E: Element, S>(
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

    /// Its pose nodes in plain numbers.
    #[inline(always)]
    pub(super) fn plain_nodes<const N: usize>(&self, state: &State) -> [Motion<f64>; N] {
        // A loop, because mapping an array of large values copies each of them several times.
        let mut nodes = [Motion::still(); N];
        for k in 0..self.node_count {
            nodes[k] = seed::plain(state, self.nodes[k]);
        }
        nodes
    }

    /// Adds its own rows to those of the system, whose multipliers begin at `motion_unknowns`.
    #[inline(always)]
    pub(super) fn scatter(&self, rows: &[f64], constraints: usize, state: &State, r: &mut [f64]) {
        for (k, &node) in self.nodes[..self.node_count].iter().enumerate() {
            if let Some(first) = state.layout.velocity(node) {
                add_rows(&mut r[first..], &rows[POSE_UNKNOWNS * k..], node.unknowns(), 1.0);
            }
        }
        let rows = &rows[POSE_UNKNOWNS * self.node_count..];
        for (velocity, row) in self.scalars[..self.scalar_count].iter().zip(rows) {
            velocity.iter().for_each(|&k| r[k] += row);
        }
        let first = state.v.len() + self.multipliers;
        r[first..first + constraints].iter_mut().zip(&rows[self.scalar_count..]).for_each(|(r, row)| *r += row);
    }

    /// Adds those of its own rows to those of the system that belong to a share.
    pub(super) fn scatter_share(&self, rows: &[f64], constraints: usize, state: &State, share: &Share, r: &mut [f64]) {
        for (velocity, part) in self.parts(&state.layout) {
            if let Some(first) = velocity.filter(|first| share.owns(*first)) {
                let own = r[first..first + part.size].iter_mut().zip(&rows[part.first..]);
                own.for_each(|(r, row)| *r += row);
            }
        }
        let first = state.v.len() + self.multipliers;
        if constraints > 0 && share.owns(first) {
            let own = r[first..first + constraints].iter_mut().zip(&rows[self.motion_unknowns()..]);
            own.for_each(|(r, row)| *r += row);
        }
    }

    /// How many unknowns of motion it touches, six for each node with a place.
    pub(super) fn motion_unknowns(&self) -> usize {
        POSE_UNKNOWNS * self.node_count + self.scalar_count
    }

    /// The first velocity of each block of motion, with its columns; the ground has none. A point has the first three of a
    /// pose's.
    pub(crate) fn parts<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = (Option<usize>, Part)> + 'a {
        let nodes = self.nodes[..self.node_count].iter().enumerate().map(move |(k, node)| {
            (layout.velocity(*node), Part { place: k, first: POSE_UNKNOWNS * k, size: node.unknowns() })
        });
        let first = POSE_UNKNOWNS * self.node_count;
        let scalars = self.scalars[..self.scalar_count]
            .iter()
            .enumerate()
            .map(move |(k, &velocity)| (velocity, Part { place: MAX_NODES + k, first: first + k, size: 1 }));
        nodes.chain(scalars)
    }
}
