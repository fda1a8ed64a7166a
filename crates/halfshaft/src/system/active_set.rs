//! Active sets of complementarity problems: modes of elements on meshes that change between the solutions of one step.

use super::assembly::System;
use super::state::State;

/// What has changed of an active set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ActiveSetChange {
    /// Number of elements whose modes, or memory of them, have changed.
    pub count: usize,
    /// The row of the first multiplier of one of them.
    pub row: usize,
}

impl System {
    /// Whether there are active sets.
    pub(crate) fn has_active_sets(&self) -> bool {
        self.sets().iter().any(|set| set.has_active_set())
    }

    /// Updates modes and memory to what a solution asks for.
    pub(crate) fn update_active_sets(
        &self,
        solution: &State,
        modes: &mut [usize],
        memory: &mut [f64],
    ) -> ActiveSetChange {
        let mut change = ActiveSetChange::default();
        for set in self.sets() {
            set.update_active_set(solution, modes, memory, &mut |element| {
                change.count += 1;
                change.row = self.motion_unknowns() + set.connectivity()[element].multipliers;
            });
        }
        change
    }
}
