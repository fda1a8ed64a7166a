//! The switches of modes of a motion: when, of which element, from which mode to which.

use crate::system::{State, System};

/// A switch of the mode of an element, as from sticking to slipping.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSwitch {
    /// When, in seconds.
    pub time: f64,
    /// The element.
    pub element: String,
    /// The mode that it has left.
    pub from: &'static str,
    /// The mode that it is in now.
    pub to: &'static str,
}

/// Collects the switches of modes.
#[derive(Default)]
pub(super) struct SwitchLog {
    before: Vec<usize>,
    pub switches: Vec<ModeSwitch>,
}

impl SwitchLog {
    /// Notes the modes before an event.
    pub fn begin(&mut self, state: &State) {
        self.before.clone_from(&state.modes);
    }

    /// Records what has changed since [`SwitchLog::begin`].
    pub fn record(&mut self, system: &System, state: &State) {
        for (place, (&from, &to)) in
            self.before.iter().zip(&state.modes).enumerate().filter(|(_, (from, to))| from != to)
        {
            if let Some((element, modes)) = system.owner_of_mode(place) {
                let switch = ModeSwitch { time: state.time, element: element.into(), from: modes[from], to: modes[to] };
                self.switches.push(switch);
            }
        }
    }
}
