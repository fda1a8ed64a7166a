//! From the resolved model to the system: how an item of the file becomes nodes and elements, one file a section.

mod contacts;
pub(crate) mod driveline;
mod drives;
mod forces;
mod gears;
mod joints;
mod sensors;
mod signals;

use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::{Gravity, RigidBody};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame, NodeId, Placement, Pose, Priority, ScalarId, System, SystemBuilder, Twist};

use crate::kinds::{BODIES, SHAFTS, SIGNALS};
use crate::model::{AxisAngle, BodyRef, Item, Model};

impl Model {
    /// The system of nodes and elements that the model describes, in its design position.
    pub fn build(&self) -> System {
        let nodes = vec![NodeId::GROUND; self.items.len()];
        let shafts = vec![ScalarId::GROUND; self.items.len()];
        let signals = shafts.clone();
        let mut building = Building { model: self, builder: SystemBuilder::new(), nodes, shafts, signals };
        // Bodies, shafts and signals first: everything else stands on their nodes, in whatever order the file names them.
        for (place, item) in self.items.iter().enumerate() {
            match item.kind.section {
                BODIES => building.nodes[place] = building.body(item),
                SHAFTS => building.shafts[place] = building.inertia(item),
                SIGNALS => building.signals[place] = building.signal_node(item),
                _ => {}
            }
        }
        for (place, item) in self.items.iter().enumerate() {
            match item.kind.section {
                BODIES | SHAFTS => {}
                SIGNALS => building.signal(place, item),
                _ => building.element(item),
            }
        }
        self.channels.iter().for_each(|channel| building.channel(channel));
        building.builder.finish()
    }
}

struct Building<'m> {
    model: &'m Model,
    builder: SystemBuilder,
    /// The node of each item that is a body.
    nodes: Vec<NodeId>,
    /// The shaft of each item that carries one.
    shafts: Vec<ScalarId>,
    /// The node of each item that is a signal.
    signals: Vec<ScalarId>,
}

impl Building<'_> {
    fn body(&mut self, item: &Item) -> NodeId {
        let node = if item.switch("rotates") { self.pose_node(item) } else { self.point_node(item) };
        let (mass, inertia) = (item.number("mass"), inertia_tensor(item.inertia("inertia")));
        RigidBody { node, mass, inertia }.add_to(&mut self.builder, &item.name);
        let gravity = Vec3(self.model.gravity);
        if gravity != Vec3::zero() {
            Gravity { node, mass, field: gravity }.add_to(&mut self.builder, &item.name);
        }
        node
    }

    fn point_node(&mut self, item: &Item) -> NodeId {
        self.builder.point_node(&item.name, Vec3(item.vector("position")), Vec3(item.vector("velocity")))
    }

    fn pose_node(&mut self, item: &Item) -> NodeId {
        let rotation = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation);
        let pose = Pose { position: Vec3(item.vector("position")), rotation };
        // The file gives the angular velocity in the model frame, the node holds it in the body's axes.
        let angular = rotation.matrix().transpose_times(Vec3(item.vector("angular_velocity")));
        let twist = Twist { linear: Vec3(item.vector("velocity")), angular };
        let node = self.builder.pose_node(&item.name, pose, twist);
        let priority = match item.choice("start") {
            "fixed" => Priority::Fixed,
            "free" => Priority::Free,
            _ => Priority::Guess,
        };
        self.builder.set_priority(node, priority);
        node
    }

    fn element(&mut self, item: &Item) {
        match item.kind.section {
            "joint" => self.joint(item),
            "force" => self.force(item),
            "contact" => self.contact(item),
            "gear" => self.gear(item),
            "drive" => self.drive(item),
            "sensor" => self.sensor(item),
            "driveline" => self.driveline(item),
            section => unreachable!("[[{section}]] is in the registry, but nothing builds it"),
        }
    }

    fn add<E: AddTo>(&mut self, item: &Item, frames: [Frame; 2], element: impl FnOnce([Frame; 2]) -> E) {
        element(frames).add_to(&mut self.builder, &item.name);
    }

    /// Frames on A and B at the item's position, with z along the direction of a key.
    fn along(&self, item: &Item, key: &str) -> [Frame; 2] {
        self.frames(item, z_along(Vec3(item.axis(key))))
    }

    /// Frames on A and B at the item's position, parallel to the model frame.
    fn parallel(&self, item: &Item) -> [Frame; 2] {
        self.frames(item, Mat3::identity())
    }

    fn frames(&self, item: &Item, axes: Mat3) -> [Frame; 2] {
        item.between("between").map(|body| self.frame(body, Vec3(item.vector("position")), axes))
    }

    /// Frames on A and B with z along the direction of a key: each at its body's origin, as for what only turns.
    fn turning(&self, item: &Item, key: &str) -> [Frame; 2] {
        let axes = z_along(Vec3(item.axis(key)));
        item.between("between").map(|body| self.frame(body, self.model.origin(body), axes))
    }

    /// Frames at the ends of a line, and its length at the design position.
    fn ends(&self, item: &Item) -> ([Frame; 2], f64) {
        let [a, b] = item.between("between");
        let [x_a, x_b] = self.model.ends(item);
        let frames = [self.frame(a, x_a, Mat3::identity()), self.frame(b, x_b, Mat3::identity())];
        (frames, (x_b - x_a).norm())
    }

    fn node(&self, body: BodyRef) -> NodeId {
        match body {
            BodyRef::Ground => NodeId::GROUND,
            BodyRef::Body(place) => self.nodes[place],
        }
    }

    /// The frame on a body that stands at `x` with these axes at the design position.
    fn frame(&self, body: BodyRef, x: Vec3, axes: Mat3) -> Frame {
        let node = self.node(body);
        let pose = self.builder.pose(node);
        Frame::at_design(node, &Placement { x: pose.position, r: pose.rotation.matrix() }, x, axes)
    }
}

fn rotation(r: AxisAngle) -> Quaternion {
    Quaternion::exp(Vec3(r.axis) * r.angle)
}
