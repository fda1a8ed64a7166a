//! All elements of one kind behind one object-safe trait: a virtual call per kind, not per element.

use std::any::Any;

use super::condition::Condition;
use super::connectivity::{Connectivity, MAX_ROWS};
use super::element::{Element, Energy, EventHandling, Infeasibility};
use super::evaluation::{Evaluation, Set};
use super::layout::Layout;
use super::mesh::NodeGroups;
use super::node::{NodeId, POSE_UNKNOWNS};
use super::share::Share;
use super::state::State;
use super::weights::Weights;
use super::wrench::Wrench;
use crate::describe::Channel;
use crate::linalg::block::{BlockMatrix, BlockPattern, Slot};
use crate::math::Vec3;
use crate::mesh::MeshField;

/// The elements of one kind.
pub(crate) trait ElementSet: Send + Sync {
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn connectivity(&self) -> &[Connectivity];
    fn connectivity_mut(&mut self) -> &mut [Connectivity];
    /// Finds the unknowns and the blocks of elements on many nodes.
    fn connect_meshes(&mut self, _nodes: &NodeGroups, _pattern: &mut BlockPattern) {}
    /// Passes the groups of amplitudes of elements on many nodes.
    fn each_amplitude_group(&self, _take: &mut dyn FnMut(NodeId)) {}
    /// Number of unilateral constraints of an element.
    fn unilateral_constraints(&self, _element: usize) -> usize {
        0
    }
    /// Coefficient of restitution of the unilateral constraints of an element.
    fn restitution(&self, _element: usize) -> f64 {
        0.0
    }
    /// Sets the gaps of the unilateral constraints of an element.
    fn gaps(&self, _element: usize, _state: &State, _gaps: &mut [f64]) {}
    /// Adds the gradient of a gap of an element to the rows of motion.
    fn add_gap_gradient(&self, _element: usize, _constraint: usize, _state: &State, _rows: &mut [f64]) {}
    /// Whether its elements have modes that are the active set of a complementarity problem.
    fn has_active_set(&self) -> bool {
        false
    }
    /// Updates these modes, with the memory that belongs to them, from a solution; passes the elements that change.
    fn update_active_set(
        &self,
        _solution: &State,
        _modes: &mut [usize],
        _memory: &mut [f64],
        _changed: &mut dyn FnMut(usize),
    ) {
    }
    fn constraints_each(&self) -> usize;
    fn velocity_constraints_each(&self) -> usize;
    fn channels_each(&self) -> &'static [Channel];
    fn modes_each(&self) -> &'static [&'static str];
    fn event_functions_each(&self) -> usize;
    fn traits(&self) -> Traits;

    /// Sets memory and modes at the start.
    fn start(&self, memory: &mut [f64], modes: &mut [usize]);
    /// Sets for each of its constraints whether it holds.
    fn active_constraints(&self, state: &State, active: &mut [bool]);
    /// Sets its exit functions.
    fn event_functions(&self, state: &State, out: &mut [f64]);
    fn event_handling(&self, element: usize, mode: usize, event: usize) -> EventHandling;
    /// Leaves the mode of an element through an exit.
    fn switch(&self, element: usize, event: usize, state: &mut State, scratch: &mut Vec<f64>);
    /// Takes note of an accepted step.
    fn commit(&self, state: &mut State, scratch: &mut Vec<f64>);
    /// The first element that refuses a state.
    fn first_infeasible(&self, state: &State) -> Option<usize>;
    /// Why an element refuses a state.
    fn infeasibility(&self, element: usize, state: &State) -> Infeasibility;
    /// How coarse the step to a state is for the element to which it is coarsest, and which it is.
    fn step_size_ratio(&self, state: &State) -> (f64, usize);

    /// Adds the equations of all its elements to `r`: rows of motion, then those that stand instead of constraints.
    fn residual(&self, state: &State, r: &mut [f64]);
    /// Adds the absolute values of the equations of all its elements to `sizes`.
    fn residual_sizes(&self, state: &State, sizes: &mut [f64]) {
        for (element, w) in self.connectivity().iter().enumerate() {
            let mut rows = [0.0; MAX_ROWS];
            self.rows(element, state, &mut rows);
            rows.iter_mut().for_each(|row| *row = row.abs());
            w.scatter(&rows, self.constraints_each(), state, sizes);
        }
    }
    /// Adds the work of the forces of all its elements over the scale of each unknown to `sum`.
    fn add_energy_of_forces(&self, state: &State, scales: &[f64], sum: &mut f64) {
        let mut rows = [0.0; MAX_ROWS];
        for (i, w) in self.connectivity().iter().enumerate() {
            rows.fill(0.0);
            self.rows(i, state, &mut rows);
            for (velocity, part) in w.parts(&state.layout) {
                let own = velocity.map_or(&[][..], |first| &scales[first..first + part.size]);
                let work = own.iter().zip(&rows[part.first..]).map(|(scale, row)| (scale * row).abs());
                *sum += work.filter(|work| work.is_finite()).sum::<f64>();
            }
        }
    }
    /// Whether an element adds to an equation of motion for which `row` is true.
    fn is_on_row(&self, element: usize, layout: &Layout, row: &dyn Fn(usize) -> bool) -> bool {
        let w = &self.connectivity()[element];
        let mut nodes = w.nodes[..w.node_count].iter();
        let mut scalars = w.scalars[..w.scalar_count].iter().flatten();
        nodes.any(|n| layout.velocity(*n).is_some_and(|k| (k..k + n.unknowns()).any(row))) || scalars.any(|&k| row(k))
    }
    /// The blocks of the matrix that an element adds to.
    fn slots(&self, element: usize) -> Vec<Slot> {
        self.connectivity()[element].slots.iter().flatten().flatten().copied().collect()
    }
    /// Adds to `r` what a unit more of the load of an element adds to its equations.
    fn unit_load(&self, element: usize, state: &State, r: &mut [f64]);
    /// Sets Φ and Φ̇ of its constraints that hold.
    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]);
    /// Sets Φ̈ of its constraints that hold.
    fn second_rates(&self, state: &State, second: &mut [f64]);
    /// Adds its part of the iteration matrix.
    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix);
    /// Adds the part of one element.
    fn tangent_of(&self, element: usize, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix);
    /// Adds the equations of some elements that belong to a share.
    fn residual_of_share(&self, share: &Share, elements: &[u32], state: &State, r: &mut [f64]) {
        let mut rows = [0.0; MAX_ROWS];
        for &i in elements {
            let w = &self.connectivity()[i as usize];
            rows.fill(0.0);
            self.rows(i as usize, state, &mut rows);
            w.scatter_share(&rows, self.constraints_each(), state, share, r);
        }
    }
    /// Adds the part of some elements to a matrix that stores the rows of a share only.
    fn tangent_of_share(
        &self,
        share: &Share,
        elements: &[u32],
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    );
    fn energy(&self, element: usize, state: &State) -> Energy;
    /// Sets energy and power of all its elements.
    fn energies(&self, state: &State, out: &mut [Energy]) {
        out.iter_mut().enumerate().for_each(|(element, out)| *out = self.energy(element, state));
    }
    /// Whether its elements have a condition to watch.
    fn has_condition(&self) -> bool;
    fn condition(&self, element: usize, state: &State) -> Condition;
    /// Sets the channels of an element, and returns its condition.
    fn observe(&self, element: usize, state: &State, out: &mut [f64]) -> Condition;
    /// Sets the equations of one element, in its own order.
    fn rows(&self, element: usize, state: &State, rows: &mut [f64; MAX_ROWS]);
    /// The force in world axes and the torque in body axes that an element exerts on a node.
    fn wrench(&self, element: usize, node: NodeId, state: &State) -> [Vec3; 2] {
        let w = &self.connectivity()[element];
        let mut rows = [0.0; MAX_ROWS];
        self.rows(element, state, &mut rows);
        let mut acting = [Vec3::zero(); 2];
        for k in (0..w.node_count).filter(|&k| w.nodes[k] == node) {
            let six = &rows[POSE_UNKNOWNS * k..];
            acting[0] -= Vec3::from_slice(six);
            acting[1] -= Vec3::from_slice(&six[3..]);
        }
        acting
    }
    /// The size of the force of an element, or of its torque where it has no force, and how far it differs in another state.
    fn force(&self, element: usize, state: &State, other: &State) -> [f64; 2] {
        let w = &self.connectivity()[element];
        let (mut rows, mut others) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
        self.rows(element, state, &mut rows);
        self.rows(element, other, &mut others);
        let mut sizes = [[0.0_f64; 2]; 2];
        let mut take = |kind: usize, first: usize, count: usize| {
            let norm = |f: &dyn Fn(usize) -> f64| (first..first + count).map(|i| f(i) * f(i)).sum::<f64>().sqrt();
            let [size, change] = [norm(&|i| rows[i]), norm(&|i| others[i] - rows[i])];
            sizes[kind] = [sizes[kind][0].max(size), sizes[kind][1].max(change)];
        };
        for k in 0..w.node_count {
            take(0, POSE_UNKNOWNS * k, 3);
            take(1, POSE_UNKNOWNS * k + 3, 3);
        }
        (0..w.scalar_count).for_each(|k| take(1, POSE_UNKNOWNS * w.node_count + k, 1));
        if sizes[0] == [0.0, 0.0] { sizes[1] } else { sizes[0] }
    }
    /// The fields on a mesh that an element offers, or its surface as it is in a state.
    fn field(&self, _element: usize, _state: &State) -> Option<MeshField> {
        None
    }
    /// The same for a picture, which may have the nodes of the skin only.
    fn picture(&self, element: usize, state: &State) -> Option<MeshField> {
        self.field(element, state)
    }
    /// The same, if only its displacements are needed.
    fn shape(&self, element: usize, state: &State) -> Option<MeshField> {
        self.field(element, state)
    }
    fn channels(&self, element: usize, state: &State, out: &mut [f64]);
    /// What a picture needs to draw the force of an element.
    fn wrench_shown(&self, _element: usize) -> Option<Wrench> {
        None
    }
}

/// What the generic check needs to know about a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub internal: bool,
    pub frame_indifferent: bool,
    pub forces_depend_on_reactions: bool,
    pub elastic: bool,
    /// Whether its elements are on the nodes of meshes.
    pub on_mesh: bool,
    /// Whether its elements have surfaces for pictures.
    pub has_surface: bool,
}

impl<E: Element> ElementSet for Set<E> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn connectivity(&self) -> &[Connectivity] {
        &self.connectivity
    }

    fn connectivity_mut(&mut self) -> &mut [Connectivity] {
        &mut self.connectivity
    }

    fn constraints_each(&self) -> usize {
        E::CONSTRAINTS
    }

    fn velocity_constraints_each(&self) -> usize {
        E::VELOCITY_CONSTRAINTS
    }

    fn channels_each(&self) -> &'static [Channel] {
        E::CHANNELS
    }

    fn modes_each(&self) -> &'static [&'static str] {
        E::MODES
    }

    fn event_functions_each(&self) -> usize {
        E::EVENT_FUNCTIONS
    }

    fn traits(&self) -> Traits {
        Traits {
            internal: E::INTERNAL,
            frame_indifferent: E::FRAME_INDIFFERENT,
            forces_depend_on_reactions: E::FORCES_DEPEND_ON_REACTIONS,
            elastic: E::ELASTIC,
            on_mesh: false,
            has_surface: E::HAS_SURFACE,
        }
    }

    fn start(&self, memory: &mut [f64], modes: &mut [usize]) {
        E::start_all(self, memory, modes);
    }

    fn active_constraints(&self, state: &State, active: &mut [bool]) {
        E::active_constraints(self, state, active);
    }

    fn event_functions(&self, state: &State, out: &mut [f64]) {
        E::evaluate_event_functions(self, state, out);
    }

    fn event_handling(&self, element: usize, mode: usize, event: usize) -> EventHandling {
        self.elements[element].event_handling(mode, event)
    }

    fn switch(&self, element: usize, event: usize, state: &mut State, scratch: &mut Vec<f64>) {
        E::switch_mode(self, element, event, state, scratch);
    }

    fn commit(&self, state: &mut State, scratch: &mut Vec<f64>) {
        E::commit_all(self, state, scratch);
    }

    fn first_infeasible(&self, state: &State) -> Option<usize> {
        E::first_infeasible(self, state)
    }

    fn infeasibility(&self, element: usize, state: &State) -> Infeasibility {
        E::infeasibility_of(self, element, state)
    }

    fn step_size_ratio(&self, state: &State) -> (f64, usize) {
        E::largest_step_size_ratio(self, state)
    }

    fn residual(&self, state: &State, r: &mut [f64]) {
        E::add_residuals(self, state, r);
    }

    fn unit_load(&self, element: usize, state: &State, r: &mut [f64]) {
        E::add_unit_load(self, element, state, r);
    }

    fn constraints(&self, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        E::constraint_rates(self, state, phi, rate);
    }

    fn second_rates(&self, state: &State, second: &mut [f64]) {
        E::constraint_second_rates(self, state, second);
    }

    fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        if E::DEPENDS_ON_TIME_ONLY {
            return;
        }
        for element in 0..self.elements.len() {
            E::add_tangent(self, element, state, increment, weights, matrix);
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
        E::add_tangent(self, element, state, increment, weights, matrix);
    }

    fn tangent_of_share(
        &self,
        _share: &Share,
        elements: &[u32],
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        for &element in if E::DEPENDS_ON_TIME_ONLY { &[] } else { elements } {
            E::add_tangent(self, element as usize, state, increment, weights, matrix);
        }
    }

    fn energy(&self, element: usize, state: &State) -> Energy {
        E::energy_of(self, element, state)
    }

    fn energies(&self, state: &State, out: &mut [Energy]) {
        E::energies_of_all(self, state, out);
    }

    fn has_condition(&self) -> bool {
        E::HAS_CONDITION
    }

    fn condition(&self, element: usize, state: &State) -> Condition {
        E::condition_of(self, element, state)
    }

    fn observe(&self, element: usize, state: &State, out: &mut [f64]) -> Condition {
        E::observe_of(self, element, state, out)
    }

    fn rows(&self, element: usize, state: &State, rows: &mut [f64; MAX_ROWS]) {
        E::residual_rows(self, element, state, rows);
    }

    fn channels(&self, element: usize, state: &State, out: &mut [f64]) {
        E::channels_of(self, element, state, out);
    }

    fn field(&self, element: usize, state: &State) -> Option<MeshField> {
        E::HAS_SURFACE.then(|| E::surface_of(self, element, state))
    }

    fn wrench_shown(&self, element: usize) -> Option<Wrench> {
        self.elements[element].wrench()
    }
}
