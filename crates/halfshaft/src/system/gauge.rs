//! Signals of forces: what an item exerts on a body or a shaft, read from the rows of its residual.
//!
//! ```text
//! u − n·F = 0     or     u − n·(M + F × c) = 0
//! ```
//!
//! F and M are the contributions of the item's elements to the six rows of the body, with the opposite sign: from
//! multipliers for joints, from laws for springs and contacts. The rows of the matrix follow from theirs by the chain
//! rule, so a controller can act on a reaction without delay. n is fixed to the body or to the model frame; c is the
//! vector from the body's origin to the point. A shaft has one row, which is its torque.

use super::connectivity::{BLOCKS, MAX_ROWS};
use super::element::MAX_NODES;
use super::frame::Frame;
use super::mesh::NodeGroups;
use super::node::{NodeId, POSE_UNKNOWNS, ScalarId};
use super::placement::Placement;
use super::seed;
use super::set::ElementSet;
use super::state::State;
use super::weights::Weights;
use crate::linalg::block::{BLOCK, Block, BlockMatrix, BlockPattern, Slot};
use crate::math::{Dual, Scalar, Seeded, Vec3};

/// A signal that reads a force or torque of an item.
pub struct Gauge {
    /// u; another element contributes the term u of its equation.
    pub value: ScalarId,
    /// The item, by the name of its elements.
    pub of: String,
    /// The component that is read.
    pub effort: Effort,
}

/// A component of the force or torque that an item exerts.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// Along the z axis of a frame on a body that is not the ground.
    OnBody {
        /// Its origin is the point, its z axis the direction.
        at: Frame,
        /// Whether the direction is fixed to the body; otherwise it is constant in the model frame.
        follows: bool,
        /// Whether it is the torque about the point; otherwise it is the force.
        torque: bool,
    },
    /// The torque on a shaft that is not the ground.
    OnShaft(ScalarId),
}

/// A gauge connected to the elements it reads.
pub(crate) struct ConnectedGauge {
    effort: Effort,
    /// The row of u.
    row: usize,
    readings: Vec<Reading>,
}

/// One element, and the block of the body or shaft among its blocks.
struct Reading {
    set: usize,
    element: usize,
    block: usize,
    /// The first of its rows.
    first: usize,
    /// The matrix blocks in the row of u, one for each block of the element.
    slots: [Option<Slot>; BLOCKS],
}

impl ConnectedGauge {
    /// Finds the elements of the item, and adds their blocks to the row of u to the sparsity pattern.
    pub fn new(gauge: Gauge, groups: &NodeGroups, sets: &[Box<dyn ElementSet>], pattern: &mut BlockPattern) -> Self {
        let place = gauge.value.place().expect("a signal is not the ground");
        let first_scalar = groups.layout.first_scalar;
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
                        let (row, column) = (groups.of_scalar(place), pattern.column(slot?));
                        // The factorization requires a structurally symmetric pattern.
                        pattern.slot(column, row);
                        Some(pattern.slot(row, column))
                    });
                    readings.push(Reading { set, element, block, first, slots });
                }
            }
        }
        ConnectedGauge { effort: gauge.effort, row: first_scalar + place, readings }
    }

    /// The reading from the body's rows, with a minus sign: the force on the body is minus its rows of the residual.
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

    /// The body; the ground for a shaft.
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

    /// Subtracts the reading from the row of u.
    pub fn residual(&self, state: &State, sets: &[Box<dyn ElementSet>], r: &mut [f64]) {
        let body = seed::plain(state, self.body()).at;
        for reading in &self.readings {
            r[self.row] -= self.read(&body, self.rows(state, sets, reading));
        }
    }

    /// Adds the partial derivatives of the reading to the matrix.
    pub fn tangent(
        &self,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        sets: &[Box<dyn ElementSet>],
        matrix: &mut BlockMatrix,
    ) {
        let turn = seed::increment_tangent(increment, self.body(), &state.layout);
        let body: Placement<Dual<12>> =
            seed::displaced(&seed::plain(state, self.body()).at, POSE_UNKNOWNS, &turn, weights.position);
        for reading in &self.readings {
            let numbers = self.rows(state, sets, reading);
            let rows = std::array::from_fn(|i| Dual::<12>::seeded(numbers[i], i, 1.0));
            // With respect to the rows, and with respect to the pose for given rows.
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

/// The rows of the body or shaft that one element contributes to the matrix, block by block; restores the matrix.
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
        let block = matrix.block_mut(*slot);
        before[..block.len()].copy_from_slice(block);
        block.fill([0.0; BLOCK]);
    }
    set.tangent_of(reading.element, state, increment, weights, matrix);
    let mut columns = [Block::default(); BLOCKS];
    for (column, slot) in columns.iter_mut().zip(set.connectivity()[reading.element].slots[reading.block]) {
        if let Some(block) = slot.map(|slot| matrix.block(slot)) {
            column[..block.len()].copy_from_slice(block);
        }
    }
    // In reverse: an element may connect a node with itself, and the first copy of a block is the one to restore.
    let stored: Vec<Slot> = slots().copied().collect();
    for (before, slot) in before.iter().zip(&stored).rev() {
        let block = matrix.block_mut(*slot);
        block.copy_from_slice(&before[..block.len()]);
    }
    columns
}

/// Returns whether there are rows to read: the ground has none.
pub(crate) fn can_be_read(effort: &Effort) -> bool {
    match effort {
        Effort::OnBody { at, .. } => at.node != NodeId::GROUND,
        Effort::OnShaft(shaft) => shaft.place().is_some(),
    }
}
