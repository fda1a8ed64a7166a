//! Elements on many nodes: the solid of one mesh, a frame on a set of nodes, a pressure on a surface.
//!
//! An [`Element`](super::Element) has two nodes at most, a residual generic in the scalar and a tangent by dual numbers. A
//! [`MeshElement`] has as many nodes as its mesh, known at run time, works cell by cell in plain numbers, and writes its
//! tangent by hand. The generic checks compare that tangent with differences of the residual. It is one member of its set,
//! whatever the number of its cells: the data that the cells share is stored once, and the blocks of the matrix are found
//! when the system is built.

use super::condition::Condition;
use super::element::{Energy, Infeasibility};
use super::layout::Layout;
use super::node::{Motion, NodeId, NodeKind};
use super::placement::Placement;
use super::seed::{self, SecondRate};
use super::share::Share;
use super::state::State;
use super::weights::Weights;
use crate::describe::Channel;
use crate::laws::TimeEvents;
use crate::linalg::block::{BLOCK, BlockMatrix, Slot};
use crate::math::{Mat3, Seeded, Vec3};
use crate::mesh::MeshField;

/// An element on many nodes.
///
/// It is immutable. Nodes are numbered in the order of [`MeshElement::nodes`].
pub trait MeshElement: Send + Sync + 'static {
    /// Number of its holonomic constraints, each with a multiplier.
    const CONSTRAINTS: usize = 0;
    /// Whether its forces balance among its own nodes. False for inertia and external loads.
    const INTERNAL: bool = true;
    /// Whether it is invariant under a rotation of the world. False for gravity and loads in world axes.
    const FRAME_INDIFFERENT: bool = true;
    /// Whether some states are infeasible for it, see [`MeshElement::is_feasible`].
    const HAS_INFEASIBLE_STATES: bool = false;
    /// Whether it reports a condition, see [`MeshElement::condition`].
    const HAS_CONDITION: bool = false;
    /// Whether it limits the step size, see [`MeshElement::step_size_ratio`].
    const LIMITS_STEPS: bool = false;
    /// Whether it is elastic, as contacts are: error control scales its resultant by the resultant's recent size.
    const ELASTIC: bool = false;
    /// The modes of its constraints, such as open, sticking and sliding; empty if it has none. They are the active set of a
    /// complementarity problem and change between the solutions of one step, see [`MeshElement::next_mode`].
    const MODES: &'static [&'static str] = &[];
    /// The time series it offers.
    const CHANNELS: &'static [Channel] = &[];

    /// Its nodes; the ground stands for a node that never moves.
    fn nodes(&self) -> &[NodeId];

    /// Passes groups of nodes, by their numbers: the nodes of a group depend on each other. Its tangent adds to the
    /// blocks of one group after the other.
    fn couplings(&self, couple: &mut dyn FnMut(&[u32]));

    /// Adds its generalized forces: inertia + internal − applied + Φ_qᵀ λ.
    fn residual(&self, at: &MeshState, rows: &mut MeshRows);

    /// Adds the derivatives of its residual, and Φ_q with its transpose.
    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks);

    /// Its constraints Φ with their first and second rates.
    fn constraints(&self, _at: &MeshState, _values: &mut [[f64; 3]]) {}

    /// Number of numbers that it remembers, without those of unilateral constraints.
    fn memory(&self) -> usize {
        0
    }

    /// Sets its memory at the start, and returns its mode, if it has modes.
    fn start(&self, _memory: &mut [f64]) -> usize {
        0
    }

    /// Whether a constraint is active in a mode. The multiplier of an inactive one has an equation of its own, added by
    /// [`MeshRows::multiplier`].
    fn is_active(&self, _constraint: usize, _mode: usize) -> bool {
        true
    }

    /// The mode that the solution of a step or of an equilibrium asks for, with the memory that belongs to it; `None` if both stay.
    fn next_mode(&self, _at: &MeshState, _memory: &mut [f64]) -> Option<usize> {
        None
    }

    /// Updates its memory after an accepted step.
    fn commit(&self, _at: &MeshState, _memory: &mut [f64]) {}

    /// Returns whether it has equations for a state.
    fn is_feasible(&self, _at: &MeshState) -> bool {
        true
    }

    /// Why a state is infeasible.
    fn infeasibility(&self, _at: &MeshState) -> Infeasibility {
        Infeasibility::OutsideDomain
    }

    /// Ratio of the length of the step from its memory to this state to the longest step it allows. Above one, error
    /// control repeats the step with a smaller step size.
    fn step_size_ratio(&self, _at: &MeshState) -> f64 {
        0.0
    }

    /// Adds its time events.
    fn time_events(&self, _out: &mut TimeEvents) {}

    /// Adds the derivative of its residual with respect to the load it prescribes.
    fn unit_load(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    /// Number of its unilateral constraints g ≥ 0, which hold by impulses. It remembers the mean force of each over the last step, and after
    /// them the power that was lost.
    fn unilateral_constraints(&self) -> usize {
        0
    }

    /// Sets the gaps g of its unilateral constraints.
    fn gaps(&self, _at: &MeshState, _gaps: &mut [f64]) {}

    /// Coefficient of restitution of its unilateral constraints. The nodes of flexible bodies have none.
    fn restitution(&self) -> f64 {
        0.0
    }

    /// Adds ∂g/∂q of a unilateral constraint: the forces of a unit of its multiplier.
    fn gap_gradient(&self, _at: &MeshState, _constraint: usize, _rows: &mut MeshRows) {}

    /// Its operating condition, from which a run judges whether its law is valid.
    fn condition(&self, _at: &MeshState) -> Condition {
        Condition::default()
    }

    /// Its energy and power.
    fn energy(&self, at: &MeshState) -> Energy;

    /// The resultant of the forces between its parts, where it is elastic: a force, and a moment over a length.
    fn resultant(&self, _at: &MeshState) -> [f64; 6] {
        [0.0; 6]
    }

    /// Its fields, if it offers any.
    fn field(&self, _at: &MeshState) -> Option<MeshField> {
        None
    }

    /// Its fields for a picture, which may have the nodes of its skin only.
    fn picture(&self, at: &MeshState) -> Option<MeshField> {
        self.field(at)
    }

    /// Its displacements alone, without the numbers at its nodes, which take far longer.
    fn shape(&self, at: &MeshState) -> Option<MeshField> {
        self.field(at)
    }

    /// Its channels, in the order of [`MeshElement::CHANNELS`].
    fn channels(&self, _at: &MeshState, _out: &mut [f64]) {}
}

/// Number of amplitudes of a group, all but the last of which are full.
pub const GROUP: usize = BLOCK;

/// Mark of a node without unknowns, and of a block that is not stored.
pub(super) const NONE: u32 = u32::MAX;

/// The groups of unknowns of the nodes in the pattern.
pub(crate) struct NodeGroups {
    pub layout: Layout,
    /// The group that begins at each amplitude.
    pub amplitude_groups: Vec<u32>,
}

impl NodeGroups {
    /// The group of a node's unknowns; `None` for the ground.
    pub fn of(&self, node: NodeId) -> Option<usize> {
        match node.0 {
            NodeKind::Ground => None,
            NodeKind::Pose(number) => Some(number as usize),
            NodeKind::Point(number) => Some(self.layout.poses + number as usize),
            NodeKind::Amplitudes { first, .. } => Some(self.amplitude_groups[first as usize] as usize),
        }
    }

    /// The group of the scalar node of this number.
    pub fn of_scalar(&self, number: usize) -> usize {
        self.layout.poses + self.layout.points + number
    }
}

/// Where the unknowns of a mesh element are in the system.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshConnectivity {
    /// The index of each node's first velocity, [`NONE`] for the ground.
    pub first: Vec<u32>,
    /// The blocks of each group, row by row.
    pub slots: Vec<Option<Slot>>,
    /// The end of the blocks of each group.
    pub ends: Vec<u32>,
    /// For each node the block in the rows of the multipliers, and the one in their columns.
    pub multiplier_slots: Vec<Option<[Slot; 2]>>,
    /// The block of the multipliers themselves.
    pub multiplier_block: Option<Slot>,
}

/// The motion that a mesh element sees.
pub struct MeshState<'a> {
    pub(super) state: &'a State,
    pub(super) nodes: &'a [NodeId],
    pub(super) first: &'a [u32],
    /// Its Lagrange multipliers.
    pub multipliers: &'a [f64],
    /// What it remembers of the last accepted step, see [`MeshElement::unilateral_constraints`].
    pub memory: &'a [f64],
    /// Its mode, if it has modes.
    pub mode: usize,
    /// The increment from which the poses were reached, if there is one.
    pub(super) increment: Option<&'a [f64]>,
}

impl MeshState<'_> {
    /// Time in seconds.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// The multipliers, the memory and the modes of all elements.
    pub(crate) fn of_all(&self) -> (&[f64], &[f64], &[usize]) {
        (&self.state.multipliers, &self.state.memory, &self.state.modes)
    }

    /// Whether a node can move.
    pub fn moves(&self, node: usize) -> bool {
        self.first[node] != NONE
    }

    /// The position of a point node; `fixed` for one that never moves.
    #[inline]
    pub fn position(&self, node: usize, fixed: Vec3) -> Vec3 {
        match self.first[node] {
            NONE => fixed,
            first => Vec3::from_slice(&self.state.q[self.state.layout.coordinate(first as usize)..]),
        }
    }

    /// The velocity of a point node.
    #[inline]
    pub fn velocity(&self, node: usize) -> Vec3 {
        match self.first[node] {
            NONE => Vec3::zero(),
            first => Vec3::from_slice(&self.state.v[first as usize..]),
        }
    }

    /// The acceleration of a point node.
    #[inline]
    pub fn acceleration(&self, node: usize) -> Vec3 {
        match self.first[node] {
            NONE => Vec3::zero(),
            first => Vec3::from_slice(&self.state.dv[first as usize..]),
        }
    }

    /// The motion of a pose node.
    pub fn motion(&self, node: usize) -> Motion<f64> {
        seed::plain(self.state, self.nodes[node])
    }

    /// `count` amplitudes from the first of a group on: their values, rates and second rates.
    #[inline]
    pub fn amplitudes(&self, node: usize, count: usize) -> [&[f64]; 3] {
        if count == 0 {
            return [&[]; 3];
        }
        let (first, state) = (self.first[node] as usize, self.state);
        [&state.q[state.layout.coordinate(first)..][..count], &state.v[first..][..count], &state.dv[first..][..count]]
    }

    /// The motion of a pose node with the partials of its unknowns, the first at `base`.
    pub(crate) fn seeded<D: Seeded>(&self, node: usize, base: usize, weights: &Weights) -> Motion<D> {
        seed::seeded(&self.motion(node), base, &self.increment_tangent(node), weights)
    }

    /// The pose of a node with the partials of its displacement by the unknowns, the first at `base`.
    pub(crate) fn displaced<D: Seeded>(&self, node: usize, base: usize, weights: &Weights) -> Placement<D> {
        seed::displaced(&self.motion(node).at, base, &self.increment_tangent(node), weights.position)
    }

    /// The pose of a node with its first and second rates.
    pub(crate) fn second_rate(&self, node: usize) -> Placement<SecondRate> {
        seed::second_rate(&self.motion(node))
    }

    /// T of the rotation increment of a pose node: maps a change of the increment to a rotation.
    pub fn increment_tangent(&self, node: usize) -> Mat3 {
        let turn = |increment| seed::increment_tangent(increment, self.nodes[node], &self.state.layout);
        self.increment.map_or(Mat3::identity(), turn)
    }
}

/// Where a mesh element adds its forces.
pub struct MeshRows<'a> {
    pub(super) first: &'a [u32],
    /// The row of its first multiplier.
    pub(super) first_multiplier: usize,
    pub(super) sum: RowSum<'a>,
}

/// What is done with the forces.
pub(super) enum RowSum<'a> {
    /// They are added to the rows of the system.
    Add(&'a mut [f64]),
    /// Those that belong to a share are added to the rows of the system.
    AddShare { rows: &'a mut [f64], share: &'a Share },
    /// Their absolute values are added to the rows of the system.
    AddSizes(&'a mut [f64]),
    /// Their work over the scale of each unknown is added up.
    AddWork { scales: &'a [f64], work: &'a mut f64 },
    /// Those on one node are added up.
    OnNode { node: u32, rows: [f64; 6] },
}

/// Whether none of some nodes belongs to a share, by the first equation of each.
#[inline]
fn owns_none(share: &Share, first: &[u32], nodes: &[u32]) -> bool {
    nodes.iter().all(|&node| first[node as usize] == NONE || !share.owns(first[node as usize] as usize))
}

impl MeshRows<'_> {
    /// Whether forces on these nodes alone are evaluated by other threads: what a loop over cells may leave out.
    #[inline]
    pub fn skips(&self, nodes: &[u32]) -> bool {
        match &self.sum {
            RowSum::AddShare { share, .. } => owns_none(share, self.first, nodes),
            _ => false,
        }
    }

    /// Adds to the force rows of a node; `force` in world axes.
    #[inline]
    pub fn force(&mut self, node: usize, force: Vec3) {
        self.add(node, 0, force);
    }

    /// Adds to the torque rows of a pose node; `torque` in its own axes.
    pub fn torque(&mut self, node: usize, torque: Vec3) {
        self.add(node, 3, torque);
    }

    /// Adds to the row of the amplitude with this number from the first of a group on.
    #[inline]
    pub fn amplitude(&mut self, node: usize, number: usize, value: f64) {
        let row = self.first[node] as usize + number;
        match &mut self.sum {
            RowSum::Add(rows) => rows[row] += value,
            RowSum::AddShare { rows, share } => rows[row] += if share.owns(row) { value } else { 0.0 },
            RowSum::AddSizes(rows) => rows[row] += value.abs(),
            RowSum::AddWork { scales, work } => {
                let own = (scales[row] * value).abs();
                **work += if own.is_finite() { own } else { 0.0 };
            }
            RowSum::OnNode { .. } => {}
        }
    }

    /// Adds to the equation of an inactive constraint.
    pub fn multiplier(&mut self, constraint: usize, value: f64) {
        let row = self.first_multiplier + constraint;
        match &mut self.sum {
            RowSum::Add(rows) => rows[row] += value,
            RowSum::AddShare { rows, share } => rows[row] += if share.owns(row) { value } else { 0.0 },
            RowSum::AddSizes(rows) => rows[row] += value.abs(),
            RowSum::AddWork { .. } | RowSum::OnNode { .. } => {}
        }
    }

    #[inline]
    fn add(&mut self, node: usize, offset: usize, three: Vec3) {
        if self.first[node] == NONE {
            return;
        }
        let first = self.first[node] as usize + offset;
        match &mut self.sum {
            RowSum::Add(rows) => rows[first..first + 3].iter_mut().zip(three.0).for_each(|(row, x)| *row += x),
            RowSum::AddShare { rows, share } => {
                if share.owns(first) {
                    rows[first..first + 3].iter_mut().zip(three.0).for_each(|(row, x)| *row += x);
                }
            }
            RowSum::AddSizes(rows) => {
                rows[first..first + 3].iter_mut().zip(three.0).for_each(|(row, x)| *row += x.abs());
            }
            RowSum::AddWork { scales, work } => {
                let each = scales[first..first + 3].iter().zip(three.0).map(|(scale, x)| (scale * x).abs());
                **work += each.filter(|work| work.is_finite()).sum::<f64>();
            }
            RowSum::OnNode { node: wanted, rows } => {
                if *wanted as usize == node {
                    rows[offset..offset + 3].iter_mut().zip(three.0).for_each(|(row, x)| *row += x);
                }
            }
        }
    }
}

/// Where a mesh element adds its tangent: blocks of the matrix.
pub struct MeshBlocks<'a> {
    pub(super) matrix: &'a mut BlockMatrix,
    pub(super) connectivity: &'a MeshConnectivity,
    /// The rows that the matrix stores; `None` for all.
    pub(super) share: Option<&'a Share>,
}

impl MeshBlocks<'_> {
    /// Whether the rows of these nodes are assembled by other threads: what a loop over cells may leave out.
    #[inline]
    pub fn skips(&self, nodes: &[u32]) -> bool {
        self.share.is_some_and(|share| owns_none(share, &self.connectivity.first, nodes))
    }

    /// The block of two nodes of a group by columns, `block[column][row]`; `None` if one of them never moves, or if the row
    /// belongs to another thread.
    #[inline]
    pub fn block(&mut self, group: usize, size: usize, row: usize, column: usize) -> Option<&mut [[f64; BLOCK]]> {
        let end = self.connectivity.ends[group] as usize;
        let slot = self.connectivity.slots[end - size * size + row * size + column]?;
        Some(self.matrix.block_mut(slot)).filter(|block| !block.is_empty())
    }

    /// Adds a 3×3 block, by rows, of two point nodes of a group.
    #[inline]
    pub fn add(&mut self, group: usize, size: usize, [row, column]: [usize; 2], entries: &[[f64; 3]; 3]) {
        if let Some(block) = self.block(group, size, row, column) {
            for (j, column) in block.iter_mut().enumerate() {
                (0..3).for_each(|i| column[i] += entries[i][j]);
            }
        }
    }

    /// Adds Φ_q of a constraint with respect to an unknown of a node, and its transpose, weighted.
    pub fn add_gradient(&mut self, constraint: usize, node: usize, unknown: usize, value: f64, weights: &Weights) {
        let Some([rows, columns]) = self.connectivity.multiplier_slots[node] else { return };
        self.add_entry(rows, [constraint, unknown], value);
        self.add_entry(columns, [unknown, constraint], weights.force_row * weights.multiplier * value);
    }

    /// Adds to an entry of a block, where the matrix stores it.
    #[inline]
    fn add_entry(&mut self, slot: Slot, [row, column]: [usize; 2], value: f64) {
        if let Some(column) = self.matrix.block_mut(slot).get_mut(column) {
            column[row] += value;
        }
    }

    /// Adds the derivative of a force on an unknown of a node by the multiplier of a constraint.
    pub fn add_force(&mut self, constraint: usize, node: usize, unknown: usize, value: f64, weights: &Weights) {
        let Some([_, columns]) = self.connectivity.multiplier_slots[node] else { return };
        self.add_entry(columns, [unknown, constraint], weights.force_row * weights.multiplier * value);
    }

    /// Adds the derivative of the equation of an inactive constraint by a multiplier.
    pub fn add_multiplier(&mut self, constraint: usize, by: usize, value: f64, weights: &Weights) {
        let Some(slot) = self.connectivity.multiplier_block else { return };
        self.add_entry(slot, [constraint, by], weights.force_row * weights.multiplier * value);
    }
}
