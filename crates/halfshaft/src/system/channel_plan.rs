//! Some channels of every state: which elements and instruments are evaluated for them, found once.

use super::assembly::System;
use super::instrument::Instrument;
use super::state::State;

/// What is evaluated for some channels.
pub struct ChannelPlan {
    /// The set and the index of each element, and its first channel.
    elements: Vec<(usize, usize, usize)>,
    /// Each instrument and its first channel, in an order in which each comes after those that it reads.
    instruments: Vec<(usize, usize)>,
}

impl ChannelPlan {
    /// For these channels, by their indices in [`System::channels`], and for those that formulas make them of.
    pub fn new(system: &System, channels: &[usize]) -> Self {
        let mut needed = vec![false; system.channels().len()];
        let mut open = channels.to_vec();
        while let Some(channel) = open.pop() {
            if std::mem::replace(&mut needed[channel], true) {
                continue;
            }
            let (path, of_element) = system.channel_owner(channel);
            if !of_element && let Instrument::Derived(derived) = system.instrument(path.set) {
                open.extend(&derived.places);
            }
        }
        let mut plan = ChannelPlan { elements: vec![], instruments: vec![] };
        for channel in (0..needed.len()).filter(|&channel| needed[channel]) {
            let (path, of_element) = system.channel_owner(channel);
            let first = channel - path.index;
            match of_element {
                true => plan.elements.push((path.set, path.element, first)),
                false => plan.instruments.push((path.set, first)),
            }
        }
        plan.elements.dedup();
        plan.instruments.dedup();
        plan
    }
}

impl System {
    /// Sets the values of the channels of a plan, in the order of [`System::channels`]; others are not touched, except those
    /// of the same elements.
    pub fn planned_channel_values(&self, plan: &ChannelPlan, state: &State, out: &mut [f64]) {
        let sets = self.sets();
        for &(set, element, first) in &plan.elements {
            let count = sets[set].channels_each().len();
            sets[set].channels(element, state, &mut out[first..first + count]);
        }
        for &(number, first) in &plan.instruments {
            let instrument = self.instrument(number);
            let (before, own) = out.split_at_mut(first);
            instrument.read(state, sets, before, &mut own[..instrument.count()]);
        }
    }
}
