//! Wheels in mesh whose `orientation` is not given: the second one is turned so that its teeth are in the middle of the spaces of the first.

use std::collections::BTreeMap;

use halfshaft::elements::contact::flanks::keys::KIND;
use halfshaft::elements::superelement;

use super::Reading;
use crate::diagnostic::Collector;
use crate::document::Raw;
use crate::draft::Draft;
use crate::kinds::SUPERELEMENTS;
use crate::model::{AxisAngle, Value, Values};
use crate::placed_wheels::{PlacedWheel, aligning_turn};

/// Turns by less are not made: the wheels stand as they should.
const NO_TURN: f64 = 1e-9;

impl Reading<'_> {
    /// The turns of wheels without `orientation` about z of their drawings, by the places of their drafts.
    pub(super) fn alignments(&self) -> BTreeMap<usize, f64> {
        let mut turns = BTreeMap::new();
        let drafts = &self.scopes.drafts;
        let contacts = drafts.iter().filter(|draft| draft.kind.is_some_and(|kind| kind.is(&KIND)));
        let mut pairs: Vec<[usize; 2]> = contacts.filter_map(|draft| self.wheels_in_mesh(draft)).collect();
        // A wheel that is the second of a pair waits until it is aligned itself.
        loop {
            let free = |wheel: usize| !drafts[wheel].table.contains_key("orientation");
            let waits = |wheel: usize, pairs: &[[usize; 2]]| free(wheel) && pairs.iter().any(|pair| pair[1] == wheel);
            let Some(next) = pairs.iter().position(|pair| !waits(pair[0], &pairs)) else { return turns };
            let [first, second] = pairs.swap_remove(next);
            if !free(second) || turns.contains_key(&second) {
                continue;
            }
            let pair = [first, second].map(|place| self.placed_wheel(place, turns.get(&place).copied()));
            if let [Some(first), Some(second_wheel)] = pair {
                turns.insert(second, aligning_turn(&[first, second_wheel]));
            }
        }
    }

    /// The drafts of both wheels of a contact.
    fn wheels_in_mesh(&self, contact: &Draft) -> Option<[usize; 2]> {
        let mut quiet = Collector::default();
        let reader = self.reader(contact, &mut quiet);
        let mut wheel = |key: &str| {
            let node = contact.table.get(key)?;
            let raw = Raw::new(node, contact.source);
            let name = reader.environment.fill(node.get_ref().as_str()?, raw, &mut *reader.out)?;
            let place = reader.directory.item(&format!("{}{name}", reader.path))?;
            (self.scopes.drafts[place].section == SUPERELEMENTS).then_some(place)
        };
        Some([wheel("superelement")?, wheel("other")?])
    }

    /// A wheel where it stands, after a turn about its axis.
    fn placed_wheel(&self, place: usize, turn: Option<f64>) -> Option<PlacedWheel> {
        let draft = &self.scopes.drafts[place];
        let mut quiet = Collector::default();
        let mut reader = self.reader(draft, &mut quiet);
        let mut values = self.values(&mut reader, &superelement::KIND, draft, &[]);
        if !values.complete() || !quiet.is_empty() {
            return None;
        }
        apply(turn, &mut values);
        let carried = self.scopes.list[draft.scope].placement.after(draft.copied.motion);
        values.iter_mut().for_each(|(key, value)| carried.carry(key, value));
        PlacedWheel::of(&values)
    }
}

/// Turns a wheel without `orientation` about z of its drawing.
pub(super) fn apply(turn: Option<f64>, values: &mut Values) {
    if let Some(angle) = turn.filter(|angle| angle.abs() > NO_TURN) {
        values.set("orientation", Value::Rotation(AxisAngle { axis: [0.0, 0.0, 1.0], angle }));
    }
}
