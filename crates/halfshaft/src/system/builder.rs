//! Building a system: nodes first, then the elements between them.

use std::sync::Arc;

use super::assembly::{ChannelPath, Channels, Nodes, Sizes, System};
use super::connectivity::{Connectivity, MULTIPLIER_BLOCK};
use super::element::{Element, MAX_MULTIPLIERS, MAX_NODES, MAX_SCALARS, PAIR};
use super::evaluation::Set;
use super::gauge::{self, ConnectedGauge, Gauge};
use super::input_port::{Between, InputPort};
use super::instrument::Instrument;
use super::layout::Layout;
use super::mesh::{MeshElement, NodeGroups};
use super::mesh_set::{MeshSet, memory_of};
use super::node::{
    Node, NodeId, NodeKind, POINT_UNKNOWNS, POSE_UNKNOWNS, PointNode, Pose, Priority, ScalarId, ScalarKind, ScalarNode,
    ScalarStart, Twist,
};
use super::set::ElementSet;
use crate::describe::Quantity;
use crate::laws::TimeEvents;
use crate::linalg::block::{BLOCK, BlockPattern};
use crate::math::Vec3;

/// Collects nodes and elements and builds a system from them.
pub struct SystemBuilder {
    nodes: Vec<Node>,
    points: Vec<PointNode>,
    scalars: Vec<ScalarNode>,
    scalar_starts: Vec<ScalarStart>,
    amplitudes: Vec<ScalarNode>,
    extent: f64,
    sets: Vec<Box<dyn ElementSet>>,
    channels: Vec<ChannelPath>,
    instruments: Vec<(String, Instrument)>,
    gauges: Vec<Gauge>,
    inputs: Vec<InputPort>,
    multipliers: usize,
    memory: usize,
    modes: usize,
    event_functions: usize,
    time_events: TimeEvents,
}

/// Something that can be added to a system without monomorphising its element in the calling crate.
pub trait AddTo {
    /// Adds it under a name, as [`SystemBuilder::add`] does.
    fn add_to(self, builder: &mut SystemBuilder, name: &str);
}

impl Default for SystemBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl SystemBuilder {
    /// A system with nothing but the ground.
    pub fn new() -> Self {
        let ground =
            Node { name: "ground".into(), pose: Pose::IDENTITY, twist: Twist::ZERO, priority: Priority::Fixed };
        SystemBuilder {
            nodes: vec![ground],
            points: Vec::new(),
            scalars: Vec::new(),
            scalar_starts: Vec::new(),
            amplitudes: Vec::new(),
            extent: 0.0,
            sets: Vec::new(),
            channels: Vec::new(),
            instruments: Vec::new(),
            gauges: Vec::new(),
            inputs: Vec::new(),
            multipliers: 0,
            memory: 0,
            modes: 0,
            event_functions: 0,
            time_events: TimeEvents::default(),
        }
    }

    /// Adds a pose node with its initial pose and velocity.
    pub fn pose_node(&mut self, name: impl Into<String>, pose: Pose, twist: Twist) -> NodeId {
        // The first is the ground.
        let id = NodeId::pose(self.nodes.len() - 1);
        self.nodes.push(Node { name: name.into(), pose, twist, priority: Priority::default() });
        id
    }

    /// Adds a point node with its initial position and velocity; it does not rotate.
    pub fn point_node(&mut self, name: impl Into<String>, position: Vec3, velocity: Vec3) -> NodeId {
        self.points.push(PointNode { name: name.into(), position, velocity });
        NodeId::point(self.points.len() - 1)
    }

    /// Sets the priority of a pose node's initial pose during assembly of the mechanism.
    pub fn set_priority(&mut self, node: NodeId, priority: Priority) {
        if let NodeKind::Pose(number) = node.0 {
            self.nodes[number as usize + 1].priority = priority;
        }
    }

    /// Adds a scalar node with its initial values.
    pub fn scalar_node(&mut self, node: ScalarNode) -> ScalarId {
        let id = ScalarId(u32::try_from(self.scalars.len()).expect("fewer than 2³² nodes"));
        self.scalars.push(node);
        self.scalar_starts.push(ScalarStart::default());
        id
    }

    /// Adds the amplitudes of a reduced body, all zero, with the error scale of each. They are unknowns in groups of up to
    /// eight, which are returned.
    pub fn amplitudes(&mut self, name: &str, scales: &[f64]) -> Vec<NodeId> {
        let first = self.amplitudes.len();
        self.amplitudes.extend(scales.iter().enumerate().map(|(k, &scale)| ScalarNode {
            name: format!("{name}/mode {}", k + 1),
            kind: ScalarKind::Motion,
            position: 0.0,
            velocity: 0.0,
            scale,
        }));
        let starts = (0..scales.len()).step_by(BLOCK);
        starts.map(|k| NodeId::amplitudes(first + k, (scales.len() - k).min(BLOCK))).collect()
    }

    /// Says that the mechanism is at least this large, in metres: the size of a reduced body, whose nodes may coincide.
    pub fn include_extent(&mut self, length: f64) {
        self.extent = self.extent.max(length);
    }

    /// Sets the origin and the priority of a scalar node's initial values.
    pub fn set_start(&mut self, node: ScalarId, start: ScalarStart) {
        if let Some(place) = node.place() {
            self.scalar_starts[place] = start;
        }
    }

    /// The initial pose of a node.
    pub fn pose(&self, node: NodeId) -> Pose {
        match node.0 {
            NodeKind::Pose(number) => self.nodes[number as usize + 1].pose,
            NodeKind::Point(number) => Pose { position: self.points[number as usize].position, ..Pose::IDENTITY },
            NodeKind::Ground | NodeKind::Amplitudes { .. } => Pose::IDENTITY,
        }
    }

    /// Adds an element. Its name precedes the dot in the paths of its channels.
    pub fn add<E: Element>(&mut self, name: impl Into<String>, element: E) {
        let name = name.into();
        let (ids, scalar_ids) = (element.nodes(), element.scalars());
        assert!(ids.len() <= E::POSE_NODES && scalar_ids.len() <= MAX_SCALARS, "an element touches few nodes");
        let mut scalars = [None; MAX_SCALARS];
        scalars.iter_mut().zip(&scalar_ids).for_each(|(place, id)| *place = id.place());
        let mut moving = [true; MAX_SCALARS];
        for (moving, place) in moving.iter_mut().zip(scalars) {
            *moving = place.is_none_or(|place| self.scalars[place].kind == ScalarKind::Motion);
        }
        const { assert!(E::CONSTRAINTS <= MAX_MULTIPLIERS) };
        const { assert!(E::POSE_NODES <= if E::CONSTRAINTS == 0 { MAX_NODES } else { PAIR }) };
        debug_assert!(E::DETAILS.iter().all(|name| E::CHANNELS.iter().any(|channel| channel.name == *name)));
        let mut nodes = [NodeId::GROUND; MAX_NODES];
        nodes[..ids.len()].copy_from_slice(&ids);

        let found = self.sets.iter_mut().position(|s| s.as_any_mut().is::<Set<E>>());
        let index = found.unwrap_or_else(|| {
            self.sets.push(Box::new(Set::<E>::new()));
            self.sets.len() - 1
        });
        let set = self.sets[index].as_any_mut().downcast_mut::<Set<E>>().expect("found by its type");
        let element_index = set.connectivity().len();
        self.channels.extend(E::CHANNELS.iter().enumerate().map(|(k, channel)| ChannelPath {
            path: format!("{name}.{}", channel.name),
            quantity: element.quantity(k),
            detail: E::DETAILS.contains(&channel.name),
            set: index,
            element: element_index,
            index: k,
        }));
        let connectivity = Connectivity {
            name,
            nodes,
            node_count: ids.len(),
            scalars,
            scalar_count: scalar_ids.len(),
            moving,
            multipliers: self.multipliers,
            memory: self.memory,
            mode: self.modes,
            event_functions: self.event_functions,
            slots: Default::default(),
        };
        element.time_events(&mut self.time_events);
        set.push(element, connectivity);
        self.multipliers += E::CONSTRAINTS;
        self.memory += E::MEMORY.len();
        self.modes += usize::from(!E::MODES.is_empty());
        self.event_functions += E::EVENT_FUNCTIONS;
    }

    /// Adds an element on many nodes. Its name precedes the dot in the paths of its channels.
    pub fn add_mesh<E: MeshElement>(&mut self, name: impl Into<String>, element: E) {
        let name = name.into();
        const { assert!(E::CONSTRAINTS <= MAX_MULTIPLIERS) };
        let found = self.sets.iter_mut().position(|s| s.as_any_mut().is::<MeshSet<E>>());
        let index = found.unwrap_or_else(|| {
            self.sets.push(Box::new(MeshSet::<E>::new()));
            self.sets.len() - 1
        });
        let set = self.sets[index].as_any_mut().downcast_mut::<MeshSet<E>>().expect("found by its type");
        let element_index = set.connectivity().len();
        self.channels.extend(E::CHANNELS.iter().enumerate().map(|(k, channel)| ChannelPath {
            path: format!("{name}.{}", channel.name),
            quantity: channel.quantity,
            detail: false,
            set: index,
            element: element_index,
            index: k,
        }));
        let connectivity = Connectivity {
            name,
            nodes: [NodeId::GROUND; MAX_NODES],
            node_count: 0,
            scalars: [None; MAX_SCALARS],
            scalar_count: 0,
            moving: [true; MAX_SCALARS],
            multipliers: self.multipliers,
            memory: self.memory,
            mode: self.modes,
            event_functions: self.event_functions,
            slots: Default::default(),
        };
        element.time_events(&mut self.time_events);
        self.memory += memory_of(&element);
        self.modes += usize::from(!E::MODES.is_empty());
        set.push(element, connectivity);
        self.multipliers += E::CONSTRAINTS;
    }

    /// Where the multipliers, the memory and the modes of the element that is added next begin.
    pub(crate) fn next_places(&self) -> [usize; 3] {
        [self.multipliers, self.memory, self.modes]
    }

    /// Records the input whose element is added next.
    pub(crate) fn input_port(&mut self, name: &str, value: ScalarId, between: Between, quantity: Quantity) {
        let unknown = value.place().expect("an input is not the ground");
        self.inputs.push(InputPort { name: name.into(), quantity, between, memory: self.memory, unknown });
    }

    /// Adds an instrument. It finds the elements that it reads by name, in whatever order they are added.
    pub fn instrument(&mut self, name: impl Into<String>, instrument: Instrument) {
        self.instruments.push((name.into(), instrument));
    }

    /// Adds a signal of a force. It finds the elements that it reads by name, in whatever order they are added.
    pub fn gauge(&mut self, gauge: Gauge) {
        assert!(gauge::can_be_read(&gauge.effort), "the ground has no equations to read a force from");
        self.gauges.push(gauge);
    }

    /// Connects the instruments to their inputs, and appends their channels to those of the elements.
    fn connect(&mut self) -> Vec<Instrument> {
        let mut connected = Vec::new();
        for (name, mut instrument) in std::mem::take(&mut self.instruments) {
            let number = connected.len();
            let channel =
                |path, quantity, index| ChannelPath { path, quantity, detail: false, set: number, element: 0, index };
            let place = |path: &String| self.channels.iter().position(|channel| channel.path == *path);
            match &mut instrument {
                Instrument::Force(force) => {
                    let sets = self.sets.iter().enumerate();
                    let elements =
                        sets.flat_map(|(s, set)| set.connectivity().iter().enumerate().map(move |(e, w)| (s, e, w)));
                    force.elements = elements.filter(|(_, _, w)| w.name == force.of).map(|(s, e, _)| (s, e)).collect();
                }
                Instrument::Derived(derived) => {
                    derived.places = derived.inputs.iter().filter_map(place).collect();
                    assert_eq!(derived.places.len(), derived.inputs.len(), "a channel is made of channels before it");
                    self.channels.push(channel(name.clone(), derived.quantity, 0));
                }
                Instrument::Point(_) | Instrument::Relative(_) => {}
            }
            let own = instrument.channels().iter().enumerate();
            self.channels.extend(own.map(|(k, c)| channel(format!("{name}.{}", c.name), c.quantity, k)));
            connected.push(instrument);
        }
        connected
    }

    /// Adds the groups of the amplitudes of all mesh elements to the pattern; returns the group that begins at each amplitude.
    fn amplitude_groups(&self, pattern: &mut BlockPattern, first: usize) -> Vec<u32> {
        let mut groups = vec![u32::MAX; self.amplitudes.len()];
        for set in &self.sets {
            set.each_amplitude_group(&mut |node| {
                let NodeKind::Amplitudes { first: k, .. } = node.0 else { return };
                let k = k as usize;
                if groups[k] == u32::MAX {
                    groups[k] = pattern.add_group(first + k, node.unknowns()) as u32;
                }
            });
        }
        groups
    }

    /// Builds the system: layout of the unknowns and sparsity pattern of the matrix.
    pub fn finish(mut self) -> Arc<System> {
        let mut pattern = BlockPattern::new();
        let layout = Layout::new(self.nodes.len() - 1, self.points.len(), self.scalars.len(), self.amplitudes.len());
        let Layout { first_point, first_scalar, first_amplitude, velocities, .. } = layout;
        for first in (0..first_point).step_by(POSE_UNKNOWNS) {
            pattern.add_group(first, POSE_UNKNOWNS);
        }
        for first in (first_point..first_scalar).step_by(POINT_UNKNOWNS) {
            pattern.add_group(first, POINT_UNKNOWNS);
        }
        for first in first_scalar..first_amplitude {
            pattern.add_group(first, 1);
        }
        let amplitude_groups = self.amplitude_groups(&mut pattern, first_amplitude);
        let groups = NodeGroups { layout, amplitude_groups };
        for set in &mut self.sets {
            let constraints = set.constraints_each();
            for w in set.connectivity_mut() {
                let own = (constraints > 0).then(|| pattern.add_group(velocities + w.multipliers, constraints));
                let mut blocks = [None; MULTIPLIER_BLOCK + 1];
                for (block, node) in blocks.iter_mut().zip(&w.nodes[..w.node_count]) {
                    *block = groups.of(*node);
                }
                for k in 0..w.scalar_count {
                    blocks[MAX_NODES + k] = w.scalars[k].map(|place| groups.of_scalar(place));
                    // From the number of the scalar node to the index of its velocity.
                    w.scalars[k] = w.scalars[k].map(|place| first_scalar + place);
                }
                blocks[MULTIPLIER_BLOCK] = own;
                for (a, row) in blocks.iter().enumerate() {
                    for (b, column) in blocks.iter().enumerate() {
                        w.slots[a][b] = row.zip(*column).map(|(row, column)| pattern.slot(row, column));
                    }
                }
            }
            set.connect_meshes(&groups, &mut pattern);
        }
        self.inputs.iter_mut().for_each(|input| input.unknown += first_scalar);
        let mut gauges = Vec::new();
        for gauge in std::mem::take(&mut self.gauges) {
            gauges.push(ConnectedGauge::new(gauge, &groups, &self.sets, &mut pattern));
        }
        let of_elements = self.channels.len();
        let instruments = self.connect();
        let sizes = Sizes {
            multipliers: self.multipliers,
            memory: self.memory,
            modes: self.modes,
            event_functions: self.event_functions,
        };
        self.time_events.times.sort_by(f64::total_cmp);
        self.time_events.times.dedup();
        let channels = Channels { of_elements, all: self.channels, instruments };
        self.scalar_starts.extend(self.amplitudes.iter().map(|_| ScalarStart::default()));
        let extent = self.extent;
        self.scalars.append(&mut self.amplitudes);
        let nodes = Nodes {
            poses: self.nodes,
            points: self.points,
            scalars: self.scalars,
            scalar_starts: self.scalar_starts,
            extent,
        };
        Arc::new(System::new(nodes, self.sets, gauges, self.inputs, channels, self.time_events, sizes, pattern, layout))
    }
}
