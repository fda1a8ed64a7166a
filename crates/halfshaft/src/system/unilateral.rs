//! Unilateral constraints g(q) ≥ 0, which hold by impulses: those of all elements in one list.

use super::assembly::System;
use super::state::State;

/// A unilateral constraint: its set, its element there, its number in the element, and where its force is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unilateral {
    set: u32,
    element: u32,
    constraint: u32,
    /// Index of its mean force over the last step in the memory of the state.
    pub force: usize,
    /// Index of the mean power that its element has lost over the last step.
    pub loss: usize,
    /// Index of its element, in the order of [`System::element_names`].
    pub account: usize,
    /// Coefficient of restitution.
    pub restitution: f64,
}

impl System {
    /// All unilateral constraints, those of an element one after the other.
    pub(crate) fn unilateral_constraints(&self) -> Vec<Unilateral> {
        let (mut all, mut first) = (Vec::new(), 0);
        for (k, set) in self.sets().iter().enumerate() {
            for (element, w) in set.connectivity().iter().enumerate() {
                let count = set.unilateral_constraints(element);
                all.extend((0..count).map(|constraint| Unilateral {
                    set: k as u32,
                    element: element as u32,
                    constraint: constraint as u32,
                    force: w.memory + constraint,
                    loss: w.memory + count,
                    account: first + element,
                    restitution: set.restitution(element),
                }));
            }
            first += set.connectivity().len();
        }
        all
    }

    /// Sets the gaps of unilateral constraints, all of an element.
    pub(crate) fn gaps(&self, constraints: &[Unilateral], state: &State, gaps: &mut [f64]) {
        let mut first = 0;
        while let Some(own) = constraints.get(first) {
            let set = &self.sets()[own.set as usize];
            let end = first + set.unilateral_constraints(own.element as usize);
            set.gaps(own.element as usize, state, &mut gaps[first..end]);
            first = end;
        }
    }

    /// Adds ∂g/∂q of a unilateral constraint to the rows of motion.
    pub(crate) fn add_gap_gradient(&self, own: &Unilateral, state: &State, rows: &mut [f64]) {
        self.sets()[own.set as usize].add_gap_gradient(own.element as usize, own.constraint as usize, state, rows);
    }
}
