//! File and line of the items of a model, for messages that only know the names of items.

use halfshaft_model::Model;
use halfshaft_model::source::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of locations in a message.
const MAX_LOCATIONS: usize = 8;

/// File and byte offset of each item, by name.
#[derive(Clone, Debug, Default)]
pub struct ItemLocations(BTreeMap<String, (Arc<Source>, usize)>);

impl ItemLocations {
    /// The locations of the items of a model.
    pub fn of(model: &Model) -> Self {
        let items = model.items.iter().map(|item| (item.name.clone(), (item.source.clone(), item.span.start)));
        ItemLocations(items.collect())
    }

    /// Appends the locations of the items that a message names in quotes.
    pub fn with_locations(&self, message: &str) -> String {
        let mut text = message.to_owned();
        let mut named: Vec<&str> = vec![];
        for name in message.split('"').skip(1).step_by(2) {
            let Some((source, start)) =
                self.0.get(name).filter(|_| !named.contains(&name) && named.len() < MAX_LOCATIONS)
            else {
                continue;
            };
            named.push(name);
            let line = source.text[..*start].matches('\n').count() + 1;
            text += &format!("\n  --> {}:{line}  \"{name}\"", source.name);
        }
        text
    }
}
