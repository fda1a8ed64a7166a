//! What the registry does with a resolved model: each item is checked, and each item is built.

use std::sync::Arc;

use halfshaft::system::System;
use halfshaft_results::measure::Unit;

use crate::build::Building;
use crate::diagnostic::Collector;
use crate::kinds;
use crate::model::{Item, Model};
use crate::units;

impl Model {
    /// The names of the inputs and their units, in the order of the file.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, Unit)> {
        let inputs = self.items.iter().filter(|item| item.kind.section == kinds::INPUTS);
        inputs.map(|item| {
            let symbol = item.units.first().map_or("1", |(_, symbol)| symbol);
            let size = units::parse(&format!("1 {symbol}")).map_or(1.0, |amount| amount.value);
            (item.name.as_str(), Unit { symbol: symbol.into(), size })
        })
    }

    /// Checks what only the values of several keys of an item together show.
    pub(crate) fn check_items(&self, is_checked: impl Fn(&Item) -> bool, out: &mut Collector) {
        for item in self.items.iter().filter(|item| is_checked(item)) {
            self.check_points(item, out);
            if let Some(check) = kinds::row(item.kind).check {
                check(self, item, out);
            }
        }
    }

    /// The nodes of the model with the elements of one beam, without weight and loads, in its design position.
    pub(crate) fn build_beam(&self, name: &str) -> Arc<System> {
        let mut bare = Model { gravity: [0.0; 3], channels: vec![], ..self.clone() };
        for item in bare.items.iter_mut().filter(|item| item.name == name) {
            item.values.clear("load");
        }
        let mut building = Building::new(&bare);
        let builders: Vec<_> = bare.items.iter().map(|item| kinds::row(item.kind).build).collect();
        builders.iter().enumerate().for_each(|(place, builder)| building.add_node(*builder, place));
        let own = |place: &usize| bare.items[*place].name == name;
        (0..bare.items.len()).filter(own).for_each(|place| building.add_element(builders[place], place));
        building.finish()
    }

    /// The system of nodes and elements that the model describes, in its design position.
    pub fn build(&self) -> Arc<System> {
        let builders: Vec<_> = self.items.iter().map(|item| kinds::row(item.kind).build).collect();
        let mut building = Building::new(self);
        // Bodies, shafts and signals first: everything else stands on their nodes, in whatever order the file names them.
        builders.iter().enumerate().for_each(|(place, builder)| building.add_node(*builder, place));
        builders.iter().enumerate().for_each(|(place, builder)| building.add_element(*builder, place));
        building.finish()
    }
}
