//! What a step remembers of the modes of contacts by Lagrange multipliers.

use crate::system::{State, System};

/// The modes and the memory at the start of the present step, before it was solved.
#[derive(Default)]
pub(super) struct ActiveSet {
    pub modes: Vec<usize>,
    pub memory: Vec<f64>,
    /// Whether modes have changed in the step, and whether points have closed in it.
    pub changed: bool,
    pub closed: bool,
}

impl ActiveSet {
    /// `None` if no element has an active set.
    pub fn new(system: &System, state: &State) -> Option<Box<Self>> {
        let all = ActiveSet { modes: state.modes.clone(), memory: state.memory.clone(), changed: false, closed: false };
        system.has_active_sets().then(|| Box::new(all))
    }
}
