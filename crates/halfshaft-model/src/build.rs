//! From the resolved model to the system: how an item of the file becomes nodes and elements.

use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::{Gravity, Hinge, RigidBody};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

use crate::kinds::BODIES;
use crate::model::{BodyRef, Item, Model};

impl Model {
    /// The system of nodes and elements that the model describes, in its design position.
    pub fn build(&self) -> System {
        let mut building = Building { builder: SystemBuilder::new(), nodes: vec![NodeId::GROUND; self.items.len()] };
        // Bodies first: everything else stands on their nodes, in whatever order the file names them.
        for (place, item) in self.items.iter().enumerate().filter(|(_, item)| item.kind.section == BODIES) {
            building.nodes[place] = building.body(item, Vec3(self.gravity));
        }
        for item in self.items.iter().filter(|item| item.kind.section != BODIES) {
            building.element(item);
        }
        building.builder.finish()
    }
}

struct Building {
    builder: SystemBuilder,
    /// The node of each item that is a body.
    nodes: Vec<NodeId>,
}

impl Building {
    fn body(&mut self, item: &Item, gravity: Vec3) -> NodeId {
        let rotation = item
            .optional_rotation("orientation")
            .map_or(Quaternion::IDENTITY, |r| Quaternion::exp(Vec3(r.axis) * r.angle));
        let pose = Pose { position: Vec3(item.vector("position")), rotation };
        // The file gives the angular velocity in the model frame, the node holds it in the body's axes.
        let angular = rotation.matrix().transpose_times(Vec3(item.vector("angular_velocity")));
        let twist = Twist { linear: Vec3(item.vector("velocity")), angular };
        let node = self.builder.pose_node(&item.name, pose, twist);
        let (mass, inertia) = (item.number("mass"), inertia_tensor(item.inertia("inertia")));
        self.builder.add(&item.name, RigidBody { node, mass, inertia });
        if gravity != Vec3::zero() {
            self.builder.add(&item.name, Gravity { node, mass, field: gravity });
        }
        node
    }

    fn element(&mut self, item: &Item) {
        match (item.kind.section, item.kind.type_name) {
            ("joint", Some("hinge")) => {
                let [a, b] = self.frames(item);
                self.builder.add(&item.name, Hinge { a, b });
            }
            (section, type_name) => unreachable!("{section} {type_name:?} is in the registry, but nothing builds it"),
        }
    }

    /// The frames of a joint on A and B: at its position, with z along its axis.
    fn frames(&self, item: &Item) -> [Frame; 2] {
        let (x, axes) = (Vec3(item.vector("position")), z_along(Vec3(item.axis("axis"))));
        item.between("between").map(|body| {
            let node = match body {
                BodyRef::Ground => NodeId::GROUND,
                BodyRef::Body(place) => self.nodes[place],
            };
            let pose = self.builder.pose(node);
            let at = Placement { x: pose.position, r: pose.rotation.matrix() };
            Frame::at_design(node, &at, x, axes)
        })
    }
}
