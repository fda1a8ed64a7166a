//! Load on a body.

use super::signals::Input;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId, Wrench};

/// A force and a torque at a point of a body.
///
/// ```text
/// c(t) f, c(t) τ with f, τ constant in the model frame, or in the body's axes, with which they then rotate
/// ```
///
/// Its power f · v_P + τ · ω counts as supplied: a load has no potential in general.
pub struct Load {
    /// The force acts at its origin.
    pub frame: Frame,
    /// f, in newtons.
    pub force: Vec3,
    /// τ, in newton metres.
    pub torque: Vec3,
    /// The axes in which they are constant.
    pub axes: Axes,
    /// Factor c of both.
    pub factor: Input,
}

/// The axes in which a load is constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The model frame.
    Model,
    /// The axes of the body it acts on.
    Body,
}

/// `[[force]]` with `type = "load"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("load"),
    summary: "A force and a torque on a body.",
    keys: &[
        Key::required("on", Form::Frame, "the body"),
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "where the force acts at the design position, in the model frame; default: at the body's own origin",
        ),
        Key::with_default("force", Form::Vector(Quantity::FORCE), "[0, 0, 0]", "the force"),
        Key::with_default("torque", Form::Vector(Quantity::TORQUE), "[0, 0, 0]", "the torque"),
        Key::with_default(
            "in",
            Form::Choice(&["model", "body"]),
            "\"model\"",
            "the axes in which both are given and stay constant: the model frame's, or the body's own",
        ),
        Key::with_default(
            "factor",
            Form::Input(Quantity::NUMBER),
            "1",
            "what the force and the torque are multiplied by, over time or by a signal",
        ),
        excitation(Form::Group(EXCITATION)),
    ],
    channels: CHANNELS,
};

const EXCITATION: &[Key] = &[
    Key::with_default("amplitude", Form::Number(Quantity::NUMBER), "1", "how much of the force and the torque swings"),
    EXCITATION_PHASE,
];

/// The key of a harmonic load, for a frequency response.
pub(crate) const fn excitation(form: Form) -> Key {
    Key::optional("excitation", form, "how the load swings in a response over frequencies; of no effect elsewhere")
}

/// The phase of a harmonic load.
pub(crate) const EXCITATION_PHASE: Key =
    Key::with_default("phase", Form::Number(Quantity::ANGLE), "0", "phase of the cosine");

const CHANNELS: &[Channel] = &[
    Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "force on the body along x of the model frame" },
    Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "force on the body along y of the model frame" },
    Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "force on the body along z of the model frame" },
    Channel { name: "torque_x", quantity: Quantity::TORQUE, meaning: "torque on the body about x of the model frame" },
    Channel { name: "torque_y", quantity: Quantity::TORQUE, meaning: "torque on the body about y of the model frame" },
    Channel { name: "torque_z", quantity: Quantity::TORQUE, meaning: "torque on the body about z of the model frame" },
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that the load puts into the body" },
];

impl Load {
    /// The point of action and the load times a factor, in world axes.
    fn acting<S: Scalar>(&self, at: &At<S>, factor: S) -> [Vec3<S>; 3] {
        let body = &at.nodes[0];
        let axes = match self.axes {
            Axes::Model => Mat3::identity(),
            Axes::Body => body.at.r,
        };
        let acting = |v: Vec3| (axes * Vec3::constant(v)).scale(factor);
        [self.frame.on(&body.at).x, acting(self.force), acting(self.torque)]
    }
}

impl Element for Load {
    type Tangent = Dual<8>;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.frame.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.factor.signal().into_iter().collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let body = &at.nodes[0];
        let [point, force, torque] = self.acting(at, self.factor.value(at, 0));
        r.wrench_at(0, &body.at, point, -force, -torque);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.factor.time_events(out);
    }

    fn unit_load(&self, at: &At<f64>, r: &mut Residual<f64>) {
        let body = &at.nodes[0];
        let [point, force, torque] = self.acting(at, 1.0);
        r.wrench_at(0, &body.at, point, -force, -torque);
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.frame]).force_vector().torque_vector())
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let body = &at.nodes[0];
        let [point, force, torque] = self.acting(at, self.factor.value(at, 0));
        let w = body.at.r * body.w;
        let supplied = force.dot(body.v + w.cross(point - body.at.x)) + torque.dot(w);
        Energy { supplied, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [_, force, torque] = self.acting(at, self.factor.value(at, 0));
        out[..3].copy_from_slice(&force.0);
        out[3..6].copy_from_slice(&torque.0);
        out[6] = self.energy(at).supplied;
    }
}

addable!(Load);

/// For the generic check.
pub(crate) fn specimen(node: NodeId, axes: Axes) -> Load {
    let frame = Frame { node, offset: Vec3([0.3, -0.2, 0.5]), axes: Mat3::identity() };
    let factor = Input::Time(Function::Constant(1.3));
    Load { frame, force: Vec3([1.0, -0.4, 0.7]), torque: Vec3([0.2, 0.9, -0.5]), axes, factor }
}

/// For the generic check: with its factor from a signal.
pub(crate) fn commanded_specimen(node: NodeId, signal: ScalarId) -> Load {
    Load { factor: Input::Signal(signal), ..specimen(node, Axes::Body) }
}
