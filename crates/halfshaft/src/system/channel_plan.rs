//! Some channels of every state, and the operating conditions: which elements and instruments are evaluated for them, found once.

use super::assembly::System;
use super::condition::Condition;
use super::instrument::Instrument;
use super::set::ElementSet;
use super::state::State;
use std::collections::{BTreeMap, BTreeSet};

/// What is evaluated for some channels.
pub struct ChannelPlan {
    elements: Vec<PlannedElement>,
    /// Each instrument and its first channel, in an order in which each comes after those that it reads.
    instruments: Vec<(usize, usize)>,
    /// Set, index and number among the conditions of the elements that have a condition and no channel of the plan.
    others: Vec<(usize, usize, usize)>,
    /// The number of elements with a condition.
    conditions: usize,
}

/// An element whose channels are evaluated.
struct PlannedElement {
    set: usize,
    element: usize,
    first_channel: usize,
    /// The number of its condition, if it has one, in the order of [`System::conditions`].
    condition: Option<usize>,
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
        let (mut elements, mut instruments) = (vec![], vec![]);
        for channel in (0..needed.len()).filter(|&channel| needed[channel]) {
            let (path, of_element) = system.channel_owner(channel);
            let first = channel - path.index;
            match of_element {
                true => elements.push((path.set, path.element, first)),
                false => instruments.push((path.set, first)),
            }
        }
        elements.dedup();
        instruments.dedup();
        let numbers = numbers_of_conditions(system);
        let elements: Vec<PlannedElement> = elements
            .into_iter()
            .map(|(set, element, first_channel)| {
                let condition = numbers.get(&(set, element)).copied();
                PlannedElement { set, element, first_channel, condition }
            })
            .collect();
        let planned: BTreeSet<usize> = elements.iter().filter_map(|planned| planned.condition).collect();
        let others = numbers.iter().filter(|(_, number)| !planned.contains(number));
        let others = others.map(|(&(set, element), &number)| (set, element, number)).collect();
        ChannelPlan { elements, instruments, others, conditions: numbers.len() }
    }
}

/// The number of each element with a condition, by its set and its index, in the order of [`System::conditions`].
fn numbers_of_conditions(system: &System) -> BTreeMap<(usize, usize), usize> {
    let sets = system.sets().iter().enumerate().filter(|(_, set)| set.has_condition());
    let elements = sets.flat_map(|(set, of)| (0..of.connectivity().len()).map(move |element| (set, element)));
    elements.enumerate().map(|(number, element)| (element, number)).collect()
}

impl System {
    /// Sets the values of the channels of a plan, in the order of [`System::channels`]; others are not touched, except those
    /// of the same elements.
    pub fn planned_channel_values(&self, plan: &ChannelPlan, state: &State, out: &mut [f64]) {
        let sets = self.sets();
        for planned in &plan.elements {
            sets[planned.set].channels(planned.element, state, planned.own(sets, out));
        }
        self.read_instruments(plan, state, out);
    }

    /// The same, and sets the conditions of all elements that have one, in the order of [`System::conditions`].
    pub fn observe(&self, plan: &ChannelPlan, state: &State, out: &mut [f64], conditions: &mut Vec<Condition>) {
        let sets = self.sets();
        conditions.resize(plan.conditions, Condition::default());
        for planned in &plan.elements {
            let (set, own) = (&sets[planned.set], planned.own(sets, out));
            match planned.condition {
                Some(number) => conditions[number] = set.observe(planned.element, state, own),
                None => set.channels(planned.element, state, own),
            }
        }
        for &(set, element, number) in &plan.others {
            conditions[number] = sets[set].condition(element, state);
        }
        self.read_instruments(plan, state, out);
    }

    fn read_instruments(&self, plan: &ChannelPlan, state: &State, out: &mut [f64]) {
        for &(number, first) in &plan.instruments {
            let instrument = self.instrument(number);
            let (before, own) = out.split_at_mut(first);
            instrument.read(state, self.sets(), before, &mut own[..instrument.count()]);
        }
    }
}

impl PlannedElement {
    /// The places of its channels.
    fn own<'a>(&self, sets: &[Box<dyn ElementSet>], out: &'a mut [f64]) -> &'a mut [f64] {
        &mut out[self.first_channel..][..sets[self.set].channels_each().len()]
    }
}
