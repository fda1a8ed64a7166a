//! `[[beam]]`: the nodes and elements that one item of the file stands for, and where they are at the design position.
//!
//! The names come first, so that any reference can be resolved: "shaft/3" is the third node, "shaft/gear" the node of the
//! point of that name, "shaft/element 2" an element. A clamped end has no node of its own; its names stand for what it is
//! clamped to.

mod layout;

use halfshaft::describe::Key;
use halfshaft::elements::beam::keys::{KIND, POINT};
use toml::de::{DeTable, DeValue};

use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::forms::Reader;
use crate::model::Value;
pub(crate) use layout::{Clamps, Layout, PointTables};

/// The names of a beam's parts.
pub(crate) struct Outline {
    /// The first node of each point, with the name of the point.
    points: Vec<(usize, Option<String>)>,
    elements: usize,
    clamped: [bool; 2],
}

impl Outline {
    /// From the table of a beam. What is wrong in it counts as one element; it is reported when its values are read.
    pub(crate) fn of(draft: &Draft, reader: &mut Reader) -> Outline {
        let count = |reader: &mut Reader, table: &DeTable, keys: &[Key]| {
            let key = keys.iter().find(|key| key.name == "elements")?;
            match reader.value(key, Raw::new(table.get("elements")?, draft.source))? {
                Value::Count(count) => Some(count as usize),
                _ => None,
            }
        };
        let whole = count(reader, draft.table, KIND.keys);
        let whole = whole.unwrap_or(if draft.table.contains_key("elements") { 1 } else { 4 });
        let tables: Vec<Option<&DeTable>> = match draft.table.get("points").map(|node| node.get_ref()) {
            Some(DeValue::Array(list)) => list.iter().map(|node| node.get_ref().as_table()).collect(),
            _ => vec![None, None],
        };
        let (mut points, mut elements) = (Vec::new(), 0);
        for (k, table) in tables.into_iter().enumerate() {
            if k > 0 {
                elements += table.and_then(|table| count(reader, table, POINT)).unwrap_or(whole);
            }
            let node = table.and_then(|table| table.get("name"));
            let name = node.and_then(|node| {
                reader.environment.fill(node.get_ref().as_str()?, Raw::new(node, draft.source), reader.out)
            });
            points.push((elements, name));
        }
        let clamped = ["start", "end"].map(|key| draft.table.contains_key(key));
        Outline { points, elements, clamped }
    }

    /// Number of parts that become items.
    pub(crate) fn count(&self) -> usize {
        2 * self.elements + 1
    }

    /// Every part that becomes an item, in order, with its name behind that of the beam.
    pub(crate) fn parts(&self) -> Vec<(Part, String)> {
        let [first, last] = self.clamped.map(usize::from);
        let nodes = first..(self.elements + 1).saturating_sub(last).max(first);
        let nodes = nodes.map(|k| (Part::Node(k), self.node_name(k)));
        nodes.chain((0..self.elements).map(|k| (Part::Element(k), format!("element {}", k + 1)))).collect()
    }

    /// The other names: those by number of nodes that have a name, and all names of clamped ends with the key that says
    /// what they are clamped to.
    pub(crate) fn aliases(&self) -> Vec<(String, Alias)> {
        let mut aliases = Vec::new();
        for (k, name) in self.points.iter().filter_map(|(k, name)| Some((*k, name.as_ref()?))) {
            if self.clamp_of(k).is_none() {
                aliases.push(((k + 1).to_string(), Alias::Node(name.clone())));
            }
        }
        for k in [0, self.elements] {
            let Some(key) = self.clamp_of(k) else { continue };
            aliases.push(((k + 1).to_string(), Alias::Clamp(key)));
            let named = self.points.iter().filter(|(node, _)| *node == k).filter_map(|(_, name)| name.clone());
            aliases.extend(named.map(|name| (name, Alias::Clamp(key))));
        }
        aliases
    }

    fn clamp_of(&self, node: usize) -> Option<&'static str> {
        match node {
            0 if self.clamped[0] => Some("start"),
            k if k == self.elements && self.clamped[1] => Some("end"),
            _ => None,
        }
    }

    fn node_name(&self, k: usize) -> String {
        let named = self.points.iter().find(|(node, _)| *node == k).and_then(|(_, name)| name.clone());
        named.unwrap_or_else(|| (k + 1).to_string())
    }
}

/// What another name of a node stands for.
pub(crate) enum Alias {
    /// The node of this name.
    Node(String),
    /// What the key says.
    Clamp(&'static str),
}
