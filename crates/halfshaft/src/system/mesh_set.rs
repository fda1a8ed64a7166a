//! The mesh elements of one type, behind the trait of all sets.

use std::any::Any;

use super::condition::Condition;
use super::connectivity::{Connectivity, MAX_ROWS};
use super::element::{Energy, EventHandling, Infeasibility};
use super::layout::Layout;
use super::mesh::{MeshBlocks, MeshConnectivity, MeshElement, MeshRows, MeshState, NONE, NodeGroups, RowSum};
use super::node::{NodeId, NodeKind};
use super::set::{ElementSet, Traits};
use super::share::Share;
use super::state::State;
use super::weights::Weights;
use crate::describe::Channel;
use crate::linalg::block::{BlockMatrix, BlockPattern, Slot};
use crate::math::Vec3;
use crate::mesh::MeshField;

/// The mesh elements of one type; each is one member.
pub(crate) struct MeshSet<E> {
    pub(super) elements: Vec<E>,
    /// Names and multipliers of the members; their nodes are in `places`.
    pub(super) connectivity: Vec<Connectivity>,
    pub(super) places: Vec<MeshConnectivity>,
}

/// Number of numbers that an element remembers.
pub(super) fn memory_of<E: MeshElement>(element: &E) -> usize {
    match element.unilateral_constraints() {
        0 => element.memory(),
        count => count + 1,
    }
}

impl<E: MeshElement> MeshSet<E> {
    pub fn new() -> Self {
        MeshSet { elements: Vec::new(), connectivity: Vec::new(), places: Vec::new() }
    }

    pub fn push(&mut self, element: E, connectivity: Connectivity) {
        self.elements.push(element);
        self.connectivity.push(connectivity);
        self.places.push(MeshConnectivity::default());
    }

    fn at<'a>(&'a self, element: usize, state: &'a State) -> MeshState<'a> {
        let first = &self.places[element].first;
        let multipliers = &state.multipliers[self.connectivity[element].multipliers..][..E::CONSTRAINTS];
        let memory = &state.memory[self.connectivity[element].memory..][..memory_of(&self.elements[element])];
        let mode = if E::MODES.is_empty() { 0 } else { state.modes[self.connectivity[element].mode] };
        MeshState { state, nodes: self.elements[element].nodes(), first, multipliers, memory, mode, increment: None }
    }

    /// Where a member adds its forces.
    fn rows<'a>(&'a self, element: usize, state: &State, sum: RowSum<'a>) -> MeshRows<'a> {
        let first_multiplier = state.v.len() + self.connectivity[element].multipliers;
        MeshRows { first: &self.places[element].first, first_multiplier, sum }
    }

    /// Whether a constraint of a member is active.
    fn is_active(&self, element: usize, constraint: usize, state: &State) -> bool {
        E::MODES.is_empty()
            || self.elements[element].is_active(constraint, state.modes[self.connectivity[element].mode])
    }

    /// Evaluates the residual of a member in one of the ways of [`RowSum`].
    fn sum<'a>(&'a self, element: usize, state: &State, sum: RowSum<'a>) -> RowSum<'a> {
        let mut rows = self.rows(element, state, sum);
        self.elements[element].residual(&self.at(element, state), &mut rows);
        rows.sum
    }

    /// Adds the part of a member to a matrix, or to one that stores the rows of a share only.
    fn add_tangent(
        &self,
        element: usize,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        (matrix, share): (&mut BlockMatrix, Option<&Share>),
    ) {
        let at = MeshState { increment: Some(increment), ..self.at(element, state) };
        let mut blocks = MeshBlocks { matrix, connectivity: &self.places[element], share };
        self.elements[element].tangent(&at, weights, &mut blocks);
    }

    fn constraint_values(&self, state: &State, mut take: impl FnMut(usize, [f64; 3])) {
        if E::CONSTRAINTS == 0 {
            return;
        }
        for (i, (element, w)) in self.elements.iter().zip(&self.connectivity).enumerate() {
            let mut values = [[0.0; 3]; super::element::MAX_MULTIPLIERS];
            element.constraints(&self.at(i, state), &mut values[..E::CONSTRAINTS]);
            let active = (0..E::CONSTRAINTS).filter(|&k| self.is_active(i, k, state));
            active.for_each(|k| take(w.multipliers + k, values[k]));
        }
    }
}

impl<E: MeshElement> ElementSet for MeshSet<E> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn connectivity(&self) -> &[Connectivity] {
        &self.connectivity
    }

    fn connectivity_mut(&mut self) -> &mut [Connectivity] {
        &mut self.connectivity
    }

    fn connect_meshes(&mut self, nodes: &NodeGroups, pattern: &mut BlockPattern) {
        // A contact of two rigid bodies has no mesh.
        pattern.finite_elements |= self.elements.iter().any(|element| element.nodes().len() > 2);
        for ((element, w), place) in self.elements.iter().zip(&self.connectivity).zip(&mut self.places) {
            let own = w.slots[super::connectivity::MULTIPLIER_BLOCK][super::connectivity::MULTIPLIER_BLOCK];
            place.multiplier_block = own;
            let own = own.map(|slot| pattern.column(slot));
            let groups: Vec<Option<usize>> = element.nodes().iter().map(|node| nodes.of(*node)).collect();
            let first = |node: &NodeId| nodes.layout.velocity(*node).map_or(NONE, |first| first as u32);
            place.first = element.nodes().iter().map(first).collect();
            if let Some(own) = own {
                let slots = |g: &Option<usize>| g.map(|g| [pattern.slot(own, g), pattern.slot(g, own)]);
                place.multiplier_slots = groups.iter().map(slots).collect();
            }
            element.couplings(&mut |nodes| {
                for &row in nodes {
                    for &column in nodes {
                        let both = groups[row as usize].zip(groups[column as usize]);
                        place.slots.push(both.map(|(row, column)| pattern.slot(row, column)));
                    }
                }
                place.ends.push(place.slots.len() as u32);
            });
        }
    }

    fn each_amplitude_group(&self, take: &mut dyn FnMut(NodeId)) {
        let nodes = self.elements.iter().flat_map(|element| element.nodes());
        nodes.filter(|node| matches!(node.0, NodeKind::Amplitudes { .. })).for_each(|node| take(*node));
    }

    fn constraints_each(&self) -> usize {
        E::CONSTRAINTS
    }

    fn velocity_constraints_each(&self) -> usize {
        0
    }

    fn channels_each(&self) -> &'static [Channel] {
        E::CHANNELS
    }

    fn modes_each(&self) -> &'static [&'static str] {
        E::MODES
    }

    fn event_functions_each(&self) -> usize {
        0
    }

    fn traits(&self) -> Traits {
        Traits {
            internal: E::INTERNAL,
            frame_indifferent: E::FRAME_INDIFFERENT,
            forces_depend_on_reactions: false,
            elastic: E::ELASTIC,
            on_mesh: true,
            has_surface: false,
        }
    }

    fn start(&self, memory: &mut [f64], modes: &mut [usize]) {
        for (element, w) in self.elements.iter().zip(&self.connectivity) {
            let mode = element.start(&mut memory[w.memory..][..memory_of(element)]);
            if !E::MODES.is_empty() {
                modes[w.mode] = mode;
            }
        }
    }

    fn active_constraints(&self, state: &State, active: &mut [bool]) {
        for (i, w) in self.connectivity.iter().enumerate() {
            (0..E::CONSTRAINTS).for_each(|k| active[w.multipliers + k] = self.is_active(i, k, state));
        }
    }

    fn has_active_set(&self) -> bool {
        !E::MODES.is_empty()
    }

    fn update_active_set(
        &self,
        solution: &State,
        modes: &mut [usize],
        memory: &mut [f64],
        changed: &mut dyn FnMut(usize),
    ) {
        if E::MODES.is_empty() {
            return;
        }
        for (i, (element, w)) in self.elements.iter().zip(&self.connectivity).enumerate() {
            let own = &mut memory[w.memory..][..memory_of(element)];
            if let Some(mode) = element.next_mode(&self.at(i, solution), own) {
                modes[w.mode] = mode;
                changed(i);
            }
        }
    }

    fn event_functions(&self, _state: &State, _out: &mut [f64]) {}

    fn event_handling(&self, _element: usize, _mode: usize, _event: usize) -> EventHandling {
        EventHandling::Deferred
    }

    fn switch(&self, _element: usize, _event: usize, _state: &mut State, _scratch: &mut Vec<f64>) {}

    fn commit(&self, state: &mut State, scratch: &mut Vec<f64>) {
        for (i, (element, w)) in self.elements.iter().zip(&self.connectivity).enumerate() {
            let own = w.memory..w.memory + memory_of(element);
            if own.is_empty() {
                continue;
            }
            scratch.clear();
            scratch.extend_from_slice(&state.memory[own.clone()]);
            element.commit(&self.at(i, state), scratch);
            state.memory[own].copy_from_slice(scratch);
        }
    }

    fn first_infeasible(&self, state: &State) -> Option<usize> {
        let count = if E::HAS_INFEASIBLE_STATES { self.elements.len() } else { 0 };
        (0..count).find(|&i| !self.elements[i].is_feasible(&self.at(i, state)))
    }

    fn infeasibility(&self, element: usize, state: &State) -> Infeasibility {
        self.elements[element].infeasibility(&self.at(element, state))
    }

    fn step_size_ratio(&self, state: &State) -> (f64, usize) {
        let count = if E::LIMITS_STEPS { self.elements.len() } else { 0 };
        let each = (0..count).map(|i| (self.elements[i].step_size_ratio(&self.at(i, state)), i));
        each.fold((0.0, 0), |worst, own| if own.0 > worst.0 { own } else { worst })
    }

    fn residual(&self, state: &State, r: &mut [f64]) {
        for i in 0..self.elements.len() {
            self.sum(i, state, RowSum::Add(r));
        }
    }

    fn residual_sizes(&self, state: &State, sizes: &mut [f64]) {
        for i in 0..self.elements.len() {
            self.sum(i, state, RowSum::AddSizes(sizes));
        }
    }

    fn add_energy_of_forces(&self, state: &State, scales: &[f64], sum: &mut f64) {
        for i in 0..self.elements.len() {
            self.sum(i, state, RowSum::AddWork { scales, work: sum });
        }
    }

    fn is_on_row(&self, element: usize, _layout: &Layout, row: &dyn Fn(usize) -> bool) -> bool {
        let (place, nodes) = (&self.places[element], self.elements[element].nodes());
        let mut all = place.first.iter().zip(nodes).filter(|(first, _)| **first != NONE);
        all.any(|(&first, node)| (0..node.unknowns()).any(|k| row(first as usize + k)))
    }

    fn slots(&self, element: usize) -> Vec<Slot> {
        let place = &self.places[element];
        let of_multipliers = self.connectivity[element].slots.iter().flatten().flatten();
        let all = place.slots.iter().flatten().chain(place.multiplier_slots.iter().flatten().flatten());
        all.chain(of_multipliers).copied().collect()
    }

    fn unit_load(&self, element: usize, state: &State, r: &mut [f64]) {
        let mut rows = self.rows(element, state, RowSum::Add(r));
        self.elements[element].unit_load(&self.at(element, state), &mut rows);
    }

    fn unilateral_constraints(&self, element: usize) -> usize {
        self.elements[element].unilateral_constraints()
    }

    fn restitution(&self, element: usize) -> f64 {
        self.elements[element].restitution()
    }

    fn gaps(&self, element: usize, state: &State, gaps: &mut [f64]) {
        self.elements[element].gaps(&self.at(element, state), gaps);
    }

    fn add_gap_gradient(&self, element: usize, constraint: usize, state: &State, rows: &mut [f64]) {
        let mut rows = self.rows(element, state, RowSum::Add(rows));
        self.elements[element].gap_gradient(&self.at(element, state), constraint, &mut rows);
    }

    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        self.constraint_values(state, |k, [value, first, _]| {
            phi[k] = value;
            rate[k] = first;
        });
    }

    fn second_rates(&self, state: &State, second: &mut [f64]) {
        self.constraint_values(state, |k, [_, _, value]| second[k] = value);
    }

    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        for element in 0..self.elements.len() {
            self.tangent_of(element, state, increment, weights, matrix);
        }
    }

    fn residual_of_share(&self, share: &Share, elements: &[u32], state: &State, r: &mut [f64]) {
        for &element in elements {
            self.sum(element as usize, state, RowSum::AddShare { rows: r, share });
        }
    }

    fn tangent_of_share(
        &self,
        share: &Share,
        elements: &[u32],
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        for &i in elements {
            self.add_tangent(i as usize, state, increment, weights, (matrix, Some(share)));
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
        self.add_tangent(element, state, increment, weights, (matrix, None));
    }

    fn energy(&self, element: usize, state: &State) -> Energy {
        self.elements[element].energy(&self.at(element, state))
    }

    fn has_condition(&self) -> bool {
        E::HAS_CONDITION
    }

    fn condition(&self, element: usize, state: &State) -> Condition {
        self.elements[element].condition(&self.at(element, state))
    }

    fn observe(&self, element: usize, state: &State, out: &mut [f64]) -> Condition {
        self.channels(element, state, out);
        self.condition(element, state)
    }

    fn rows(&self, _element: usize, _state: &State, _rows: &mut [f64; MAX_ROWS]) {}

    fn wrench(&self, element: usize, node: NodeId, state: &State) -> [Vec3; 2] {
        let Some(k) = self.elements[element].nodes().iter().position(|own| *own == node) else {
            return [Vec3::zero(); 2];
        };
        match self.sum(element, state, RowSum::OnNode { node: k as u32, rows: [0.0; 6] }) {
            RowSum::OnNode { rows, .. } => [-Vec3::from_slice(&rows), -Vec3::from_slice(&rows[3..])],
            _ => [Vec3::zero(); 2],
        }
    }

    fn force(&self, element: usize, state: &State, other: &State) -> [f64; 2] {
        let of = |state: &State| self.elements[element].resultant(&self.at(element, state));
        let (here, there) = (of(state), of(other));
        let norm = |f: &dyn Fn(usize) -> f64| (0..6).map(|i| f(i) * f(i)).sum::<f64>().sqrt();
        [norm(&|i| here[i]), norm(&|i| there[i] - here[i])]
    }

    fn field(&self, element: usize, state: &State) -> Option<MeshField> {
        self.elements[element].field(&self.at(element, state))
    }

    fn picture(&self, element: usize, state: &State) -> Option<MeshField> {
        self.elements[element].picture(&self.at(element, state))
    }

    fn shape(&self, element: usize, state: &State) -> Option<MeshField> {
        self.elements[element].shape(&self.at(element, state))
    }

    fn channels(&self, element: usize, state: &State, out: &mut [f64]) {
        self.elements[element].channels(&self.at(element, state), out);
    }
}
