//! Validity of the elements' laws: what a run monitors beside the channels in order to warn.

use super::assembly::System;
use super::state::State;
use super::weights::Weights;
use crate::laws::Friction;
use crate::linalg::block::{BLOCK, BlockMatrix, Slot};

/// Operating condition of an element, from which a run judges whether its law is valid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Condition {
    /// Whether surfaces that could transmit load are separated, as teeth inside their backlash.
    pub open: bool,
    /// Sliding state, for an element with regularised friction.
    pub sliding: Option<Sliding>,
    /// Indentation of the surfaces relative to their size, the radius of the smaller one.
    pub indentation: f64,
    /// Mean pressure between solid surfaces of known area, in pascals.
    pub pressure: f64,
    /// Force between them, in newtons.
    pub force: f64,
    /// Oil film, if the element is one.
    pub film: Option<FilmCondition>,
}

/// Sliding with regularised friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// In m/s, not negative.
    pub speed: f64,
    /// ε, the speed above which friction is full, in m/s.
    pub transition: f64,
    /// v_s, the speed over which the static coefficient decays, in m/s, if it is the default multiple of ε.
    pub default_stribeck_speed: Option<f64>,
    /// Whether the surfaces are pressed together.
    pub loaded: bool,
}

impl Sliding {
    /// From a speed of either sign.
    pub fn of(law: &Friction, speed: f64, loaded: bool) -> Self {
        let (transition, default_stribeck_speed) = (law.transition(), law.default_stribeck_speed());
        Sliding { speed: speed.abs(), transition, default_stribeck_speed, loaded }
    }
}

/// A film of oil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmCondition {
    /// In metres.
    pub thickness: f64,
    /// Whether the film transmits the load alone and is squeezed out further; otherwise asperities share it.
    pub alone: bool,
}

impl System {
    /// Passes the condition of each element that has one, with its name, always in the same order.
    pub fn conditions(&self, state: &State, mut tell: impl FnMut(&str, Condition)) {
        for set in self.sets().iter().filter(|set| set.has_condition()) {
            for (i, w) in set.connectivity().iter().enumerate() {
                tell(&w.name, set.condition(i, state));
            }
        }
    }

    /// Adds the entries of one element's tangent to `out`, as row, column and value. The element is given by its index
    /// in [`System::element_names`]. The matrix is a work buffer, zero before and after; `still` is a zero increment.
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
