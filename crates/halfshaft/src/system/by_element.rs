//! What a system offers element by element: operating conditions, permanent constraints and tangents.

use super::assembly::System;
use super::condition::Condition;
use super::seed;
use super::set::ElementSet;
use super::state::State;
use super::weights::Weights;
use super::wrench::Wrench;
use crate::linalg::block::{BLOCK, BlockMatrix};
use crate::math::Vec3;
use crate::mesh::MeshField;

impl System {
    /// Passes the condition of each element that has one, with its name, always in the same order.
    pub fn conditions(&self, state: &State, mut take: impl FnMut(&str, Condition)) {
        for set in self.sets().iter().filter(|set| set.has_condition()) {
            for (i, w) in set.connectivity().iter().enumerate() {
                take(&w.name, set.condition(i, state));
            }
        }
    }

    /// For each constraint whether it is active in every mode of its element: one that joins, not one that sticks.
    pub(crate) fn permanent_constraints(&self, state: &State) -> Vec<bool> {
        let (mut permanent, mut active) = (vec![true; self.constraints()], vec![true; self.constraints()]);
        let mut state = state.clone();
        for mode in 0..self.sets().iter().map(|set| set.modes_each().len()).max().unwrap_or(0) {
            for set in self.sets().iter().filter(|set| mode < set.modes_each().len()) {
                set.connectivity().iter().for_each(|w| state.modes[w.mode] = mode);
            }
            self.active_constraints(&state, &mut active);
            permanent.iter_mut().zip(&active).for_each(|(permanent, active)| *permanent &= active);
        }
        permanent
    }

    /// The wrenches that a picture of the system shows, with the names of their elements and of the nodes.
    pub fn wrenches(&self) -> impl Iterator<Item = (&str, Vec<&str>, Wrench)> {
        self.sets().iter().flat_map(move |set| {
            set.connectivity().iter().enumerate().filter_map(move |(i, w)| {
                let nodes = w.nodes[..w.node_count].iter().map(|node| self.name_of_node(*node)).collect();
                Some((w.name.as_str(), nodes, set.wrench_shown(i)?))
            })
        })
    }

    /// The force and the torque that elements of a name exert on a node, in world axes and about its origin.
    pub fn wrench_on(&self, element: &str, node: &str, state: &State) -> [Vec3; 2] {
        let mut sum = [Vec3::zero(); 2];
        for set in self.sets() {
            for (i, w) in set.connectivity().iter().enumerate().filter(|(_, w)| w.name == element) {
                let of_node = w.nodes[..w.node_count].iter().find(|id| self.name_of_node(**id) == node);
                if let Some(&id) = of_node {
                    let [force, torque] = set.wrench(i, id, state);
                    sum[0] += force;
                    sum[1] += seed::plain(state, id).at.r * torque;
                }
            }
        }
        sum
    }

    /// The name of an elastic element, by its index in [`System::elastic_forces`].
    pub(crate) fn elastic_name(&self, place: usize) -> &str {
        let elastic = self.sets().iter().filter(|set| set.traits().elastic);
        elastic.flat_map(|set| set.connectivity()).nth(place).map_or("", |w| &w.name)
    }

    /// The kind of each elastic element, in the order of [`System::elastic_forces`].
    pub(crate) fn elastic_kinds(&self) -> Vec<usize> {
        let elastic = self.sets().iter().filter(|set| set.traits().elastic).enumerate();
        elastic.flat_map(|(kind, set)| set.connectivity().iter().map(move |_| kind)).collect()
    }

    /// Sets the force of each elastic element and its difference from another state.
    pub(crate) fn elastic_forces(&self, state: &State, other: &State, out: &mut [[f64; 2]]) {
        let mut places = out.iter_mut();
        for set in self.sets().iter().filter(|set| set.traits().elastic) {
            for (i, place) in (0..set.connectivity().len()).zip(&mut places) {
                *place = set.force(i, state, other);
            }
        }
    }

    /// Whether there are flexible bodies with fields.
    pub fn has_fields(&self) -> bool {
        self.sets().iter().any(|set| set.traits().on_mesh || set.traits().has_surface)
    }

    /// A state whose nodes are moved along a shape with an amplitude for each velocity.
    pub fn moved(&self, state: &State, shape: &[f64], amplitude: f64) -> State {
        let mut moved = state.clone();
        let increment: Vec<f64> = shape.iter().map(|x| amplitude * x).collect();
        moved.set_moved(&state.q, &increment);
        moved
    }

    /// The fields of all flexible bodies, with the names of their elements. A beam is undeformed at the design position.
    pub fn fields(&self, state: &State) -> Vec<(&str, MeshField)> {
        self.fields_by(state, |set, i, state| set.field(i, state))
    }

    /// The same for pictures: a field may have the nodes of its skin only.
    pub fn pictures(&self, state: &State) -> Vec<(&str, MeshField)> {
        self.fields_by(state, |set, i, state| set.picture(i, state))
    }

    /// The displacements of all flexible bodies; stresses and other numbers may be missing.
    pub fn shapes(&self, state: &State) -> Vec<(&str, MeshField)> {
        self.fields_by(state, |set, i, state| set.shape(i, state))
    }

    fn fields_by(
        &self,
        state: &State,
        of: impl Fn(&dyn ElementSet, usize, &State) -> Option<MeshField>,
    ) -> Vec<(&str, MeshField)> {
        let sets = self.sets().iter();
        let elements = sets.flat_map(|set| set.connectivity().iter().enumerate().map(move |(i, w)| (set, i, w)));
        let start = self.state();
        let field = |set: &dyn ElementSet, i: usize| {
            let mut field = of(set, i, state)?;
            if set.traits().has_surface {
                let design = of(set, i, &start)?.positions;
                field.displacements = field.positions.iter().zip(&design).map(|(x, design)| *x - *design).collect();
                field.positions = design;
            }
            Some(field)
        };
        elements.filter_map(|(set, i, w)| Some((w.name.as_str(), field(set.as_ref(), i)?))).collect()
    }

    /// Passes the entries of one element's tangents, one after the other: the place of the weights in `all`, row, column and value. The element
    /// is given by its index in [`System::element_names`]. The matrix is a work buffer, zero before and after; `still` is a zero increment.
    pub(crate) fn element_tangents(
        &self,
        element: usize,
        state: &State,
        still: &[f64],
        all: &[Weights],
        matrix: &mut BlockMatrix,
        mut take: impl FnMut(usize, usize, usize, f64),
    ) {
        let mut place = element;
        for set in self.sets() {
            if place >= set.connectivity().len() {
                place -= set.connectivity().len();
                continue;
            }
            let mut slots = set.slots(place);
            slots.sort_unstable();
            slots.dedup();
            for (which, weights) in all.iter().enumerate() {
                set.tangent_of(place, state, still, weights, matrix);
                for &slot in &slots {
                    let entries = matrix.entries_of(self.pattern(), slot);
                    entries.for_each(|(row, column, value)| take(which, row, column, value));
                    matrix.block_mut(slot).fill([0.0; BLOCK]);
                }
            }
            return;
        }
    }
}
