//! Building a system: nodes first, then the elements between them.

use super::assembly::{ChannelPath, System};
use super::element::{Element, MAX_MULTIPLIERS, MAX_NODES};
use super::node::{Node, NodeId, POSE_UNKNOWNS, Pose, Twist};
use super::set::{ElementSet, Set, Wiring};
use crate::linalg::block::BlockPattern;

/// Collects nodes and elements, and makes a system of them.
pub struct SystemBuilder {
    nodes: Vec<Node>,
    sets: Vec<Box<dyn ElementSet>>,
    channels: Vec<ChannelPath>,
    multipliers: usize,
}

impl Default for SystemBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl SystemBuilder {
    /// A system with nothing but the ground.
    pub fn new() -> Self {
        let ground = Node { name: "ground".into(), pose: Pose::IDENTITY, twist: Twist::ZERO };
        SystemBuilder { nodes: vec![ground], sets: Vec::new(), channels: Vec::new(), multipliers: 0 }
    }

    /// Adds a pose node with its start.
    pub fn pose_node(&mut self, name: impl Into<String>, pose: Pose, twist: Twist) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2³² nodes"));
        self.nodes.push(Node { name: name.into(), pose, twist });
        id
    }

    /// Where a node starts.
    pub fn pose(&self, node: NodeId) -> Pose {
        self.nodes[node.0 as usize].pose
    }

    /// Adds an element. Its name stands before the dot in the paths of its channels.
    pub fn add<E: Element>(&mut self, name: impl Into<String>, element: E) {
        let name = name.into();
        let ids = element.nodes();
        assert!((1..=MAX_NODES).contains(&ids.len()), "an element touches one to {MAX_NODES} nodes");
        const { assert!(E::CONSTRAINTS <= MAX_MULTIPLIERS) };
        let mut nodes = [NodeId::GROUND; MAX_NODES];
        nodes[..ids.len()].copy_from_slice(&ids);

        let found = self.sets.iter_mut().position(|s| s.as_any_mut().is::<Set<E>>());
        let index = found.unwrap_or_else(|| {
            self.sets.push(Box::new(Set::<E>::new()));
            self.sets.len() - 1
        });
        let set = self.sets[index].as_any_mut().downcast_mut::<Set<E>>().expect("found by its type");
        let element_index = set.wiring().len();
        self.channels.extend(E::CHANNELS.iter().enumerate().map(|(k, channel)| ChannelPath {
            path: format!("{name}.{}", channel.name),
            quantity: channel.quantity,
            set: index,
            element: element_index,
            index: k,
        }));
        let wiring =
            Wiring { name, nodes, node_count: ids.len(), multipliers: self.multipliers, slots: Default::default() };
        set.push(element, wiring);
        self.multipliers += E::CONSTRAINTS;
    }

    /// The system: layout of unknowns and pattern of the matrix.
    pub fn finish(mut self) -> System {
        let mut pattern = BlockPattern::new();
        let motions = (self.nodes.len() - 1) * POSE_UNKNOWNS;
        for first in (0..motions).step_by(POSE_UNKNOWNS) {
            pattern.add_group(first, POSE_UNKNOWNS);
        }
        for set in &mut self.sets {
            let constraints = set.constraints_each();
            for w in set.wiring_mut() {
                let own = (constraints > 0).then(|| pattern.add_group(motions + w.multipliers, constraints));
                let mut blocks = [None; MAX_NODES + 1];
                for (block, node) in blocks.iter_mut().zip(&w.nodes[..w.node_count]) {
                    *block = node.velocities().map(|first| first / POSE_UNKNOWNS);
                }
                blocks[MAX_NODES] = own;
                for (a, row) in blocks.iter().enumerate() {
                    for (b, column) in blocks.iter().enumerate() {
                        w.slots[a][b] = row.zip(*column).map(|(row, column)| pattern.slot(row, column));
                    }
                }
            }
        }
        System::new(self.nodes, self.sets, self.channels, self.multipliers, pattern)
    }
}
