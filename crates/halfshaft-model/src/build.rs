//! From the resolved model to the system: how an item of the file becomes nodes and elements.

use std::f64::consts::TAU;

use halfshaft::elements::load::Axes;
use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::{
    Bushing, Cylindrical, Distance, Gravity, Hinge, Inline, LinearLaw, Load, Planar, PointSensor, Prismatic, RigidBody,
    RigidJoint, RotationalSpring, Screw, Spherical, Spring, Universal,
};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Element, Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

use crate::kinds::BODIES;
use crate::model::{AxisAngle, BodyRef, Item, Model};

impl Model {
    /// The system of nodes and elements that the model describes, in its design position.
    pub fn build(&self) -> System {
        let nodes = vec![NodeId::GROUND; self.items.len()];
        let mut building = Building { model: self, builder: SystemBuilder::new(), nodes };
        // Bodies first: everything else stands on their nodes, in whatever order the file names them.
        for (place, item) in self.items.iter().enumerate().filter(|(_, item)| item.kind.section == BODIES) {
            building.nodes[place] = building.body(item);
        }
        for item in self.items.iter().filter(|item| item.kind.section != BODIES) {
            building.element(item);
        }
        building.builder.finish()
    }
}

struct Building<'m> {
    model: &'m Model,
    builder: SystemBuilder,
    /// The node of each item that is a body.
    nodes: Vec<NodeId>,
}

impl Building<'_> {
    fn body(&mut self, item: &Item) -> NodeId {
        let rotation = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation);
        let pose = Pose { position: Vec3(item.vector("position")), rotation };
        // The file gives the angular velocity in the model frame, the node holds it in the body's axes.
        let angular = rotation.matrix().transpose_times(Vec3(item.vector("angular_velocity")));
        let twist = Twist { linear: Vec3(item.vector("velocity")), angular };
        let node = self.builder.pose_node(&item.name, pose, twist);
        let (mass, inertia) = (item.number("mass"), inertia_tensor(item.inertia("inertia")));
        self.builder.add(&item.name, RigidBody { node, mass, inertia });
        let gravity = Vec3(self.model.gravity);
        if gravity != Vec3::zero() {
            self.builder.add(&item.name, Gravity { node, mass, field: gravity });
        }
        node
    }

    fn element(&mut self, item: &Item) {
        match (item.kind.section, item.kind.type_name) {
            ("joint", Some("hinge")) => self.add(item, self.along(item, "axis"), |[a, b]| Hinge { a, b }),
            ("joint", Some("prismatic")) => self.add(item, self.along(item, "axis"), |[a, b]| Prismatic { a, b }),
            ("joint", Some("cylindrical")) => self.add(item, self.along(item, "axis"), |[a, b]| Cylindrical { a, b }),
            ("joint", Some("screw")) => self.add(item, self.along(item, "axis"), |[a, b]| {
                let right = item.number("lead") / TAU;
                Screw { a, b, rise: if item.choice("hand") == "left" { -right } else { right } }
            }),
            ("joint", Some("spherical")) => self.add(item, self.parallel(item), |[a, b]| Spherical { a, b }),
            ("joint", Some("universal")) => {
                let [a, b] = item.between("between");
                let axes = Universal::axes(Vec3(item.axis("axis_a")), Vec3(item.axis("axis_b")));
                let x = Vec3(item.vector("position"));
                self.add(item, [self.frame(a, x, axes[0]), self.frame(b, x, axes[1])], |[a, b]| Universal { a, b })
            }
            ("joint", Some("planar")) => self.add(item, self.along(item, "normal"), |[a, b]| Planar { a, b }),
            ("joint", Some("inline")) => self.add(item, self.along(item, "axis"), |[a, b]| Inline { a, b }),
            ("joint", Some("distance")) => {
                let (frames, design) = self.ends(item);
                let length = item.optional_number("length").unwrap_or(design);
                self.add(item, frames, |[a, b]| Distance { a, b, length })
            }
            ("joint", Some("rigid")) => self.add(item, self.parallel(item), |[a, b]| RigidJoint { a, b }),
            ("force", Some("spring")) => {
                let (frames, design) = self.ends(item);
                let free_length = item.optional_number("free_length").unwrap_or(design);
                self.add(item, frames, |[a, b]| Spring { a, b, free_length, law: law(item) })
            }
            ("force", Some("rotational_spring")) => {
                let axes = z_along(Vec3(item.axis("axis")));
                let frames = item.between("between").map(|body| self.frame(body, self.model.origin(body), axes));
                let free_angle = item.number("free_angle");
                self.add(item, frames, |[a, b]| RotationalSpring { a, b, free_angle, law: law(item) })
            }
            ("force", Some("bushing")) => {
                let axes = item.optional_rotation("orientation").map_or(Quaternion::IDENTITY, rotation).matrix();
                let frames = self.frames(item, axes);
                let linear = laws(item, "stiffness", "damping");
                let rotational = laws(item, "rotational_stiffness", "rotational_damping");
                self.add(item, frames, |[a, b]| Bushing { a, b, linear, rotational })
            }
            ("force", Some("load")) => {
                let body = item.frame("on");
                let point = item.optional_vector("position").map_or_else(|| self.model.origin(body), Vec3);
                let frame = self.frame(body, point, Mat3::identity());
                let axes = if item.choice("in") == "body" { Axes::Body } else { Axes::Model };
                let (force, torque) = (Vec3(item.vector("force")), Vec3(item.vector("torque")));
                self.builder.add(&item.name, Load { frame, force, torque, axes });
            }
            ("sensor", Some("point")) => {
                let frame = self.frame(item.frame("on"), Vec3(item.vector("position")), Mat3::identity());
                self.builder.add(&item.name, PointSensor { frame });
            }
            (section, type_name) => unreachable!("{section} {type_name:?} is in the registry, but nothing builds it"),
        }
    }

    fn add<E: Element>(&mut self, item: &Item, frames: [Frame; 2], element: impl FnOnce([Frame; 2]) -> E) {
        self.builder.add(&item.name, element(frames));
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

fn law(item: &Item) -> LinearLaw {
    LinearLaw { stiffness: item.number("stiffness"), damping: item.number("damping") }
}

/// The laws along or about three axes.
fn laws(item: &Item, stiffness: &str, damping: &str) -> [LinearLaw; 3] {
    let (stiffness, damping) = (item.vector(stiffness), item.vector(damping));
    std::array::from_fn(|i| LinearLaw { stiffness: stiffness[i], damping: damping[i] })
}
