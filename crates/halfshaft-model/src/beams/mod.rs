//! `[[beam]]`: the nodes and elements that one item of the file stands for, and where they are at the design position.
//!
//! The names come first, so that any reference can be resolved: "shaft/3" is the third node, "shaft/gear" the node of the
//! point of that name, "shaft/element 2" an element; "frame/a-b 1" is the first node within a member. A clamped end has no node of its own; its names stand for what it is
//! clamped to.

mod layout;
mod members;

use halfshaft::describe::Key;
use halfshaft::elements::beam::keys::{KIND, MEMBER, POINT};
use toml::de::{DeTable, DeValue};

use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::forms::Reader;
use crate::model::Value;
pub(crate) use layout::{Clamps, Layout, PointTables};
use members::Member;

/// The names of a beam's parts.
pub(crate) struct Outline {
    /// The first node of each point, with the name of the point.
    points: Vec<(usize, Option<String>)>,
    elements: usize,
    /// Number of intervals between the nodes of an element.
    intervals: usize,
    clamped: [bool; 2],
    /// The names of the nodes of a frame: of its points, then within its members.
    frame: Option<Vec<String>>,
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
        let key = KIND.keys.iter().find(|key| key.name == "element");
        let element = key.zip(draft.table.get("element"));
        let intervals = match element.and_then(|(key, node)| reader.value(key, Raw::new(node, draft.source))) {
            Some(Value::Choice(element)) => intervals(Some(element)),
            _ => 1,
        };
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
            points.push((elements * intervals, name));
        }
        let clamped = ["start", "end"].map(|key| draft.table.contains_key(key));
        let Some(DeValue::Array(list)) = draft.table.get("members").map(|node| node.get_ref()) else {
            return Outline { points, elements, intervals, clamped, frame: None };
        };
        let points: Vec<(usize, Option<String>)> = points.into_iter().map(|(_, name)| name).enumerate().collect();
        let mut names: Vec<String> =
            points.iter().map(|(k, name)| name.clone().unwrap_or_else(|| (k + 1).to_string())).collect();
        let (mut own, mut elements) = (vec![], 0);
        for table in list.iter().filter_map(|node| node.get_ref().as_table()) {
            let text = |key: &str| table.get(key).and_then(|node| node.get_ref().as_str());
            let between = table.get("between").and_then(|node| node.get_ref().as_array());
            let mut end = |k: usize| {
                let node = between.and_then(|pair| pair.get(k))?;
                let name =
                    reader.environment.fill(node.get_ref().as_str()?, Raw::new(node, draft.source), reader.out)?;
                names.iter().position(|known| *known == name)
            };
            let ends = [0, 1].map(|k| end(k).unwrap_or(0));
            let count = count(reader, table, MEMBER).unwrap_or(whole);
            let member = Member { ends, intervals: count * intervals, hinged: Member::hinged(text("hinged")) };
            own.extend(member.own_names(&names));
            elements += count;
        }
        names.extend(own);
        Outline { points, elements, intervals, clamped: [false; 2], frame: Some(names) }
    }

    /// Number of parts that become items.
    pub(crate) fn count(&self) -> usize {
        self.elements + self.frame.as_ref().map_or(self.last_node() + 1, Vec::len)
    }

    /// Every part that becomes an item, in order, with its name behind that of the beam.
    pub(crate) fn parts(&self) -> Vec<(Part, String)> {
        if let Some(names) = &self.frame {
            let nodes = names.iter().enumerate().map(|(k, name)| (Part::Node(k), name.clone()));
            return nodes.chain(self.element_parts()).collect();
        }
        let [first, last] = self.clamped.map(usize::from);
        let nodes = first..(self.last_node() + 1).saturating_sub(last).max(first);
        let nodes = nodes.map(|k| (Part::Node(k), self.node_name(k)));
        nodes.chain(self.element_parts()).collect()
    }

    /// The number of the last node of a line.
    fn last_node(&self) -> usize {
        self.elements * self.intervals
    }

    fn element_parts(&self) -> impl Iterator<Item = (Part, String)> {
        (0..self.elements).map(|k| (Part::Element(k), format!("element {}", k + 1)))
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
        for k in [0, self.last_node()] {
            let Some(key) = self.clamp_of(k) else { continue };
            aliases.push(((k + 1).to_string(), Alias::Clamp(key)));
            let named = self.points.iter().filter(|(node, _)| *node == k).filter_map(|(_, name)| name.clone());
            aliases.extend(named.map(|name| (name, Alias::Clamp(key))));
        }
        aliases
    }

    fn clamp_of(&self, node: usize) -> Option<&'static str> {
        match node {
            _ if self.frame.is_some() => None,
            0 if self.clamped[0] => Some("start"),
            k if k == self.last_node() && self.clamped[1] => Some("end"),
            _ => None,
        }
    }

    fn node_name(&self, k: usize) -> String {
        let named = self.points.iter().find(|(node, _)| *node == k).and_then(|(_, name)| name.clone());
        named.unwrap_or_else(|| (k + 1).to_string())
    }
}

/// Number of intervals between the nodes of an element, from the word of the file.
fn intervals(element: Option<&str>) -> usize {
    if element == Some("three-node") { 2 } else { 1 }
}

/// What another name of a node stands for.
pub(crate) enum Alias {
    /// The node of this name.
    Node(String),
    /// What the key says.
    Clamp(&'static str),
}
