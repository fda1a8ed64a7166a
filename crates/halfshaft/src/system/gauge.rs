//! Signals of forces: what an item exerts on a body, read off its own rows.
//!
//! ```text
//! u − n·F = 0     or     u − n·(M + F × c) = 0
//! ```
//!
//! F and M are what the elements of the item add to the six rows of the body, with the opposite sign, whatever they are:
//! joints by their multipliers, springs and contacts by their laws. The rows of the matrix follow from theirs by the chain rule, so
//! that a controller may act on a reaction without delay. n moves with the body or stays; c is from its origin to the point.

use super::frame::{Frame, Placement};
use super::node::{NodeId, POSE_UNKNOWNS, ScalarId};
use super::seed;
use super::set::{BLOCKS, ElementSet, Weights};
use super::state::State;
use crate::linalg::block::{Block, BlockMatrix, BlockPattern, Slot};
use crate::math::{Dual, Scalar, Seeded, Vec3};

/// What a signal reads of an item.
pub struct Gauge {
    /// u; another element brings the u of its equation.
    pub value: ScalarId,
    /// The item, by the name of its elements.
    pub of: String,
    /// A frame on the body: its origin is the point, its z axis the direction. Not on the ground.
    pub at: Frame,
    /// Whether the direction moves with the body.
    pub follows: bool,
    /// The torque about the point; else the force.
    pub torque: bool,
}

/// A gauge on the elements it reads.
pub(crate) struct Wired {
    gauge: Gauge,
    /// The row of u.
    row: usize,
    readings: Vec<Reading>,
}

/// One element and one place of the body among its nodes.
struct Reading {
    set: usize,
    element: usize,
    node: usize,
    /// Where the row of u has a block for each block of the element.
    slots: [Option<Slot>; BLOCKS],
}

impl Wired {
    /// Finds the elements of the item, and adds their blocks to the row of u, which is of the group `group`.
    pub fn new(
        gauge: Gauge,
        row: usize,
        group: usize,
        sets: &[Box<dyn ElementSet>],
        pattern: &mut BlockPattern,
    ) -> Self {
        let mut readings = Vec::new();
        for (set, elements) in sets.iter().enumerate() {
            for (element, w) in elements.wiring().iter().enumerate().filter(|(_, w)| w.name == gauge.of) {
                for node in (0..w.node_count).filter(|&k| w.nodes[k] == gauge.at.node) {
                    let slots = w.slots[node].map(|slot| {
                        let column = pattern.column(slot?);
                        Some(pattern.slot(group, column))
                    });
                    readings.push(Reading { set, element, node, slots });
                }
            }
        }
        Wired { gauge, row, readings }
    }

    /// What six rows of the body are to u: n·F with a minus, for the rows are what is not applied.
    fn read<S: Scalar>(&self, at: &Placement<S>, rows: [S; POSE_UNKNOWNS]) -> S {
        let Gauge { at: frame, follows, torque, .. } = &self.gauge;
        let direction = frame.axes.column(2);
        let [fx, fy, fz, mx, my, mz] = rows;
        // Forces are in world axes, torques in the body's.
        let (force, moment) = (at.r.transpose_times(Vec3([fx, fy, fz])), Vec3([mx, my, mz]));
        let n = match follows {
            true => Vec3::constant(direction),
            false => at.r.transpose_times(Vec3::constant(direction)),
        };
        let felt = if *torque { moment + force.cross(Vec3::constant(frame.offset)) } else { force };
        -n.dot(felt)
    }

    fn rows(&self, state: &State, sets: &[Box<dyn ElementSet>], reading: &Reading) -> [f64; POSE_UNKNOWNS] {
        let mut rows = [0.0; super::set::MAX_ROWS];
        sets[reading.set].rows(reading.element, state, &mut rows);
        std::array::from_fn(|i| rows[POSE_UNKNOWNS * reading.node + i])
    }

    /// Takes what is read from the row of u.
    pub fn residual(&self, state: &State, sets: &[Box<dyn ElementSet>], r: &mut [f64]) {
        let at = seed::plain(state, self.gauge.at.node).at;
        for reading in &self.readings {
            r[self.row] -= self.read(&at, self.rows(state, sets, reading));
        }
    }

    /// The same in the matrix, which holds nothing but rows of gauges yet.
    pub fn tangent(
        &self,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        sets: &[Box<dyn ElementSet>],
        matrix: &mut BlockMatrix,
    ) {
        let node = self.gauge.at.node;
        let turn = seed::increment_tangent(increment, node);
        let at: Placement<Dual<12>> =
            seed::displaced(&seed::plain(state, node).at, POSE_UNKNOWNS, &turn, weights.position);
        for reading in &self.readings {
            let numbers = self.rows(state, sets, reading);
            let rows = std::array::from_fn(|i| Dual::<12>::seeded(numbers[i], i, 1.0));
            // By the six rows, and by the pose with the rows as they are.
            let read = self.read(&at, rows);
            let columns = rows_of(&*sets[reading.set], reading, state, increment, weights, matrix);
            for (slot, column) in reading.slots.iter().zip(&columns) {
                let Some(slot) = *slot else { continue };
                for (entry, rows) in matrix.block_mut(slot).iter_mut().zip(column) {
                    entry[0] -= (0..POSE_UNKNOWNS).map(|i| read.partial(i) * rows[i]).sum::<f64>();
                }
            }
            let Some(own) = reading.slots[reading.node] else { continue };
            for (j, entry) in matrix.block_mut(own).iter_mut().enumerate().take(POSE_UNKNOWNS) {
                entry[0] -= weights.force_row * read.partial(POSE_UNKNOWNS + j);
            }
        }
    }
}

/// The rows of the body that an element alone has in the matrix, block by block; leaves the matrix as it was.
fn rows_of(
    set: &dyn ElementSet,
    reading: &Reading,
    state: &State,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) -> [Block; BLOCKS] {
    let slots = || set.wiring()[reading.element].slots.iter().flatten().flatten();
    let mut before = [Block::default(); BLOCKS * BLOCKS];
    for (before, slot) in before.iter_mut().zip(slots()) {
        *before = std::mem::take(matrix.block_mut(*slot));
    }
    set.tangent_of(reading.element, state, increment, weights, matrix);
    let mut columns = [Block::default(); BLOCKS];
    for (column, slot) in columns.iter_mut().zip(set.wiring()[reading.element].slots[reading.node]) {
        *column = slot.map_or(Block::default(), |slot| *matrix.block(slot));
    }
    for (before, slot) in before.iter().zip(slots()) {
        *matrix.block_mut(*slot) = *before;
    }
    columns
}

/// Whether a gauge can be on a node: the ground has no rows.
pub(crate) fn can_be_on(node: NodeId) -> bool {
    node.velocities().is_some()
}
