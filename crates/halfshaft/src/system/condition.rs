//! Whether elements are used where their laws hold: what a run watches beside the channels, to warn of.

use super::assembly::System;
use super::state::State;
use super::weights::Weights;
use crate::laws::Friction;
use crate::linalg::block::{BLOCK, BlockMatrix, Slot};

/// What tells whether an element's law is used where it is meant to be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Condition {
    /// Whether surfaces that could carry load are apart, as teeth inside their backlash.
    pub open: bool,
    /// How it slides, where it has friction that is smooth around rest.
    pub sliding: Option<Sliding>,
    /// How deep surfaces press into each other, as a part of their size: the radius of the smaller one.
    pub indentation: f64,
    /// Mean pressure between solid surfaces of known area, in pascals, and the force.
    pub pressure: f64,
    /// In newtons.
    pub force: f64,
    /// Its film, where it is one.
    pub film: Option<FilmCondition>,
}

/// Sliding with friction that is smooth around rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// In m/s, not negative.
    pub speed: f64,
    /// ε: from which speed on friction is full, in m/s.
    pub transition: f64,
    /// v_s: over which speed the static coefficient fades, in m/s, where that is the multiple of ε that stands in for it.
    pub assumed_fading: Option<f64>,
    /// Whether the surfaces are pressed together.
    pub loaded: bool,
}

impl Sliding {
    /// With a speed of either sign.
    pub fn of(law: &Friction, speed: f64, loaded: bool) -> Self {
        let (transition, assumed_fading) = (law.transition(), law.assumed_fading());
        Sliding { speed: speed.abs(), transition, assumed_fading, loaded }
    }
}

/// A film of oil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmCondition {
    /// In metres.
    pub thickness: f64,
    /// Whether it carries the load alone, so that it is squeezed out further; else asperities carry.
    pub alone: bool,
}

impl System {
    /// Passes on the condition of each element that has one, with its name; always the same elements in the same order.
    pub fn conditions(&self, state: &State, mut tell: impl FnMut(&str, Condition)) {
        for set in self.sets().iter().filter(|set| set.has_condition()) {
            for (i, w) in set.connectivity().iter().enumerate() {
                tell(&w.name, set.condition(i, state));
            }
        }
    }

    /// Adds the entries of one element's tangent to `out`, as row, column and value; the element by its place among
    /// [`System::element_names`]. The matrix is room for it, and zero before and after; `still` is an increment of zero.
    pub(crate) fn element_tangent(
        &self,
        element: usize,
        state: &State,
        still: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
        out: &mut Vec<(usize, usize, f64)>,
    ) {
        let mut place = element;
        for set in self.sets() {
            let Some(w) = set.connectivity().get(place) else {
                place -= set.connectivity().len();
                continue;
            };
            set.tangent_of(place, state, still, weights, matrix);
            let mut slots: Vec<Slot> = w.slots.iter().flatten().flatten().copied().collect();
            slots.sort_unstable();
            slots.dedup();
            for slot in slots {
                out.extend(matrix.entries_of(self.pattern(), slot));
                *matrix.block_mut(slot) = [[0.0; BLOCK]; BLOCK];
            }
            return;
        }
    }
}
