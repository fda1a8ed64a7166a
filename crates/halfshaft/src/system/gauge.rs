//! Signals of forces: what an item exerts on a body or a shaft, read off its own rows.
//!
//! ```text
//! u − n·F = 0     or     u − n·(M + F × c) = 0
//! ```
//!
//! F and M are what the elements of the item add to the six rows of the body, with the opposite sign, whatever they are:
//! joints by their multipliers, springs and contacts by their laws. The rows of the matrix follow from theirs by the chain rule, so
//! that a controller may act on a reaction without delay. n moves with the body or stays; c is from its origin to the point.
//! A shaft has one row, and its torque is that.

use super::connectivity::{BLOCKS, MAX_ROWS};
use super::element::MAX_NODES;
use super::frame::{Frame, Placement};
use super::node::{NodeId, POSE_UNKNOWNS, ScalarId};
use super::seed;
use super::set::ElementSet;
use super::state::State;
use super::weights::Weights;
use crate::linalg::block::{Block, BlockMatrix, BlockPattern, Slot};
use crate::math::{Dual, Scalar, Seeded, Vec3};

/// What a signal reads of an item.
pub struct Gauge {
    /// u; another element brings the u of its equation.
    pub value: ScalarId,
    /// The item, by the name of its elements.
    pub of: String,
    /// What of it.
    pub effort: Effort,
}

/// A component of what an item exerts.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// Along the z axis of a frame on a body that is not the ground.
    OnBody {
        /// Its origin is the point, its z axis the direction.
        at: Frame,
        /// Whether the direction moves with the body; else it stays as it is in the model frame.
        follows: bool,
        /// The torque about the point; else the force.
        torque: bool,
    },
    /// The torque on a shaft that is not the ground.
    OnShaft(ScalarId),
}

/// A gauge on the elements it reads.
pub(crate) struct ConnectedGauge {
    effort: Effort,
    /// The row of u.
    row: usize,
    readings: Vec<Reading>,
}

/// One element, and the block of the body or shaft among its own.
struct Reading {
    set: usize,
    element: usize,
    block: usize,
    /// The first of its rows.
    first: usize,
    /// Where the row of u has a block for each block of the element.
    slots: [Option<Slot>; BLOCKS],
}

impl ConnectedGauge {
    /// Finds the elements of the item, and adds their blocks to the row of u, of which both are scalar nodes at a place.
    ///
    /// Before the scalar nodes stand `placed` nodes with `first_scalar` velocities.
    pub fn new(
        gauge: Gauge,
        placed: usize,
        first_scalar: usize,
        sets: &[Box<dyn ElementSet>],
        pattern: &mut BlockPattern,
    ) -> Self {
        let place = gauge.value.place().expect("a signal is not the ground");
        let mut readings = Vec::new();
        for (set, elements) in sets.iter().enumerate() {
            for (element, w) in elements.connectivity().iter().enumerate().filter(|(_, w)| w.name == gauge.of) {
                let touched = |k: &usize| match gauge.effort {
                    Effort::OnBody { at, .. } => *k < w.node_count && w.nodes[*k] == at.node,
                    Effort::OnShaft(shaft) => {
                        let of_shaft = shaft.place().map(|place| first_scalar + place);
                        let scalars = MAX_NODES..MAX_NODES + w.scalar_count;
                        scalars.contains(k) && w.scalars[k - MAX_NODES] == of_shaft
                    }
                };
                for block in (0..BLOCKS).filter(touched) {
                    let first = match block.checked_sub(MAX_NODES) {
                        None => POSE_UNKNOWNS * block,
                        Some(scalar) => POSE_UNKNOWNS * w.node_count + scalar,
                    };
                    let slots = w.slots[block].map(|slot| {
                        let (row, column) = (placed + place, pattern.column(slot?));
                        // The factorization counts on blocks on both sides.
                        pattern.slot(column, row);
                        Some(pattern.slot(row, column))
                    });
                    readings.push(Reading { set, element, block, first, slots });
                }
            }
        }
        ConnectedGauge { effort: gauge.effort, row: first_scalar + place, readings }
    }

    /// What the rows of the body are to u: n·F with a minus, for the rows are what is not applied.
    fn read<S: Scalar>(&self, body: &Placement<S>, rows: [S; POSE_UNKNOWNS]) -> S {
        let Effort::OnBody { at, follows, torque } = &self.effort else { return -rows[0] };
        let direction = at.axes.column(2);
        let [fx, fy, fz, mx, my, mz] = rows;
        // Forces are in world axes, torques in the body's.
        let (force, moment) = (body.r.transpose_times(Vec3([fx, fy, fz])), Vec3([mx, my, mz]));
        let n = match follows {
            true => Vec3::constant(direction),
            false => body.r.transpose_times(Vec3::constant(direction)),
        };
        let felt = if *torque { moment + force.cross(Vec3::constant(at.offset)) } else { force };
        -n.dot(felt)
    }

    /// The body; where there is none, the ground.
    fn body(&self) -> NodeId {
        match &self.effort {
            Effort::OnBody { at, .. } => at.node,
            Effort::OnShaft(_) => NodeId::GROUND,
        }
    }

    fn rows(&self, state: &State, sets: &[Box<dyn ElementSet>], reading: &Reading) -> [f64; POSE_UNKNOWNS] {
        let mut rows = [0.0; MAX_ROWS];
        sets[reading.set].rows(reading.element, state, &mut rows);
        std::array::from_fn(|i| rows[reading.first + i])
    }

    /// Takes what is read from the row of u.
    pub fn residual(&self, state: &State, sets: &[Box<dyn ElementSet>], r: &mut [f64]) {
        let body = seed::plain(state, self.body()).at;
        for reading in &self.readings {
            r[self.row] -= self.read(&body, self.rows(state, sets, reading));
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
        let turn = seed::increment_tangent(increment, self.body(), state.poses());
        let body: Placement<Dual<12>> =
            seed::displaced(&seed::plain(state, self.body()).at, POSE_UNKNOWNS, &turn, weights.position);
        for reading in &self.readings {
            let numbers = self.rows(state, sets, reading);
            let rows = std::array::from_fn(|i| Dual::<12>::seeded(numbers[i], i, 1.0));
            // By the rows, and by the pose with the rows as they are.
            let read = self.read(&body, rows);
            let columns = rows_of(&*sets[reading.set], reading, state, increment, weights, matrix);
            for (slot, column) in reading.slots.iter().zip(&columns) {
                let Some(slot) = *slot else { continue };
                for (entry, rows) in matrix.block_mut(slot).iter_mut().zip(column) {
                    entry[0] -= (0..POSE_UNKNOWNS).map(|i| read.partial(i) * rows[i]).sum::<f64>();
                }
            }
            if let (Effort::OnBody { .. }, Some(own)) = (&self.effort, reading.slots[reading.block]) {
                for (j, entry) in matrix.block_mut(own).iter_mut().enumerate().take(self.body().unknowns()) {
                    entry[0] -= weights.force_row * read.partial(POSE_UNKNOWNS + j);
                }
            }
        }
    }
}

/// The rows of the body or shaft that an element alone has in the matrix, block by block; leaves the matrix as it was.
fn rows_of(
    set: &dyn ElementSet,
    reading: &Reading,
    state: &State,
    increment: &[f64],
    weights: &Weights,
    matrix: &mut BlockMatrix,
) -> [Block; BLOCKS] {
    let slots = || set.connectivity()[reading.element].slots.iter().flatten().flatten();
    let mut before = [Block::default(); BLOCKS * BLOCKS];
    for (before, slot) in before.iter_mut().zip(slots()) {
        *before = std::mem::take(matrix.block_mut(*slot));
    }
    set.tangent_of(reading.element, state, increment, weights, matrix);
    let mut columns = [Block::default(); BLOCKS];
    for (column, slot) in columns.iter_mut().zip(set.connectivity()[reading.element].slots[reading.block]) {
        *column = slot.map_or(Block::default(), |slot| *matrix.block(slot));
    }
    for (before, slot) in before.iter().zip(slots()) {
        *matrix.block_mut(*slot) = *before;
    }
    columns
}

/// Whether there are rows to read: the ground has none.
pub(crate) fn can_be_read(effort: &Effort) -> bool {
    match effort {
        Effort::OnBody { at, .. } => at.node != NodeId::GROUND,
        Effort::OnShaft(shaft) => shaft.place().is_some(),
    }
}
