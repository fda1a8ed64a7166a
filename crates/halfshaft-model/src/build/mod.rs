//! From the resolved model to the system: how an item of the file becomes nodes and elements, one file a section.
//!
//! Each kind has a builder here, and perhaps a check of what cannot be built; the registry names them beside the kind.

pub(crate) mod beams;
pub(crate) mod bodies;
pub(crate) mod contacts;
pub(crate) mod driveline;
pub(crate) mod drives;
pub(crate) mod flank_contacts;
pub(crate) mod forces;
mod gear_drawings;
pub(crate) mod gears;
pub(crate) mod joints;
pub(crate) mod sensors;
pub(crate) mod signals;
pub(crate) mod solid_contacts;
pub(crate) mod solids;
pub(crate) mod superelement_contacts;
pub(crate) mod superelements;
pub(crate) mod tooth_contact;
pub(crate) mod tyres;

use std::sync::Arc;

use halfshaft::describe::Quantity;
use halfshaft::elements::solid::SolidMesh;
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame, Instrument, NodeId, Placement, ScalarId, System, SystemBuilder};

use crate::diagnostic::Collector;
use crate::model::{AxisAngle, BodyRef, Item, Model};

/// Directions may be off the right angle by this much, in radians: typed directions are rounded.
const RIGHT_ANGLE_TOLERANCE: f64 = 1e-6;

/// How an item becomes a part of the system, by what it brings to it.
#[derive(Clone, Copy)]
pub(crate) enum Builder {
    /// A body: the node that joints, forces and sensors attach to.
    Body(fn(&mut Building, &Item) -> NodeId),
    /// A shaft: the node that the parts of a driveline connect.
    Shaft(fn(&mut Building, &Item) -> ScalarId),
    /// A signal with an algebraic equation for its value.
    Signal(SignalQuantity, fn(&mut Building, &Item, ScalarId)),
    /// A signal with a differential equation for its value.
    StateSignal(SignalQuantity, fn(&mut Building, &Item, ScalarId)),
    /// Elements on nodes that are there.
    Element(fn(&mut Building, &Item)),
    /// A sensor, which adds nothing to the equations.
    Sensor(fn(&Building, &Item) -> Instrument),
}

/// Of which quantity the signals of a kind are.
#[derive(Clone, Copy)]
pub(crate) enum SignalQuantity {
    /// Always of this one.
    Of(Quantity),
    /// Of that which the key `unit` names.
    OwnUnit,
    /// Of that of the signal `input`, times so many seconds.
    OfInput {
        /// The exponent of the second.
        seconds: i8,
    },
}

impl Builder {
    /// Of which quantity signals are; none for what is no signal.
    pub(crate) fn signal_quantity(self) -> Option<SignalQuantity> {
        match self {
            Builder::Signal(quantity, _) | Builder::StateSignal(quantity, _) => Some(quantity),
            _ => None,
        }
    }
}

/// Reports what only the values of several keys of an item together show.
pub(crate) type Check = fn(&Model, &Item, &mut Collector);

/// The system of a model, part by part.
pub(crate) struct Building<'m> {
    model: &'m Model,
    builder: SystemBuilder,
    /// The node of each item that is a body.
    nodes: Vec<NodeId>,
    /// The shaft of each item that carries one.
    shafts: Vec<ScalarId>,
    /// The node of each item that is a signal.
    signals: Vec<ScalarId>,
    /// The mesh of each item that is a solid, with its nodes, once something needs them.
    meshes: Vec<Option<Arc<SolidMesh>>>,
    /// The reduced body of each item that is a superelement, with its nodes, once something needs them.
    reduced: Vec<Option<superelements::OnNodes>>,
}

impl<'m> Building<'m> {
    /// Nothing of the model yet.
    pub(crate) fn new(model: &'m Model) -> Self {
        let nodes = vec![NodeId::GROUND; model.items.len()];
        let shafts = vec![ScalarId::GROUND; model.items.len()];
        let meshes = vec![None; model.items.len()];
        let reduced = vec![None; model.items.len()];
        Building { model, builder: SystemBuilder::new(), nodes, signals: shafts.clone(), shafts, meshes, reduced }
    }

    /// Adds the node of an item that others stand on: of a body, a shaft or a signal.
    pub(crate) fn add_node(&mut self, builder: Builder, place: usize) {
        let item = &self.model.items[place];
        match builder {
            Builder::Body(body) => self.nodes[place] = body(self, item),
            Builder::Shaft(shaft) => self.shafts[place] = shaft(self, item),
            Builder::Signal(..) => self.signals[place] = self.builder.signal(&item.name),
            Builder::StateSignal(..) => self.signals[place] = signals::state_node(self, item),
            Builder::Element(_) | Builder::Sensor(_) => {}
        }
    }

    /// Adds what an item puts on nodes that are there.
    pub(crate) fn add_element(&mut self, builder: Builder, place: usize) {
        let item = &self.model.items[place];
        match builder {
            Builder::Body(_) | Builder::Shaft(_) => {}
            Builder::Signal(_, equation) | Builder::StateSignal(_, equation) => {
                equation(self, item, self.signals[place])
            }
            Builder::Element(element) => element(self, item),
            Builder::Sensor(sensor) => {
                let instrument = sensor(self, item);
                self.builder.instrument(&item.name, instrument);
            }
        }
    }

    /// The system of what has been added, with the channels that formulas make of others.
    pub(crate) fn finish(mut self) -> Arc<System> {
        self.model.channels.iter().for_each(|channel| sensors::channel(&mut self, channel));
        self.builder.finish()
    }
}

impl Building<'_> {
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
