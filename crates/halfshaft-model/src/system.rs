//! What the registry does with a resolved model: each item is checked, and each item is built.

use std::sync::Arc;

use halfshaft::system::System;

use crate::build::Building;
use crate::diagnostic::Collector;
use crate::kinds;
use crate::model::Model;

impl Model {
    /// Checks what only the values of several keys of an item together show.
    pub(crate) fn check_items(&self, out: &mut Collector) {
        for item in &self.items {
            self.check_points(item, out);
            if let Some(check) = kinds::row(item.kind).check {
                check(self, item, out);
            }
        }
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
