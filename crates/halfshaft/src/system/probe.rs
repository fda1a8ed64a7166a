//! Single channels of a state: evaluates only the elements and instruments that are needed, each once.

use super::assembly::System;
use super::instrument::Instrument;
use super::state::State;

/// Values of the requested channels at one state.
pub struct Probe {
    values: Vec<f64>,
    /// For the first channel of each element or instrument, the number of the state at which it was last evaluated.
    evaluated: Vec<u64>,
    state: u64,
}

impl Probe {
    /// For the channels of a system.
    pub fn new(system: &System) -> Self {
        let count = system.channels().len();
        Probe { values: vec![0.0; count], evaluated: vec![0; count], state: 1 }
    }

    /// Invalidates all values, because the state has changed.
    pub fn clear(&mut self) {
        self.state += 1;
    }

    /// The value of a channel, by its index in [`System::channels`], at the state since the last [`Probe::clear`].
    pub fn value(&mut self, system: &System, state: &State, channel: usize) -> f64 {
        let (path, of_element) = system.channel_owner(channel);
        let first = channel - path.index;
        if self.evaluated[first] == self.state {
            return self.values[channel];
        }
        self.evaluated[first] = self.state;
        if of_element {
            let set = &system.sets()[path.set];
            set.channels(path.element, state, &mut self.values[first..first + set.channels_each().len()]);
            return self.values[channel];
        }
        let instrument = system.instrument(path.set);
        if let Instrument::Derived(derived) = instrument {
            for &input in &derived.places {
                self.value(system, state, input);
            }
        }
        let (before, own) = self.values.split_at_mut(first);
        instrument.read(state, system.sets(), before, &mut own[..instrument.count()]);
        self.values[channel]
    }
}
