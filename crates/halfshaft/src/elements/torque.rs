//! Torque about an axis, over time or by a signal.

use super::joint::{ANGULAR_SPEED, AXIS, BETWEEN, Z};
use super::load::{EXCITATION_PHASE, excitation};
use super::pair::{MovingPair, act};
use super::signals::Input;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::laws::Function;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId};

/// A torque M of A on B about A's z axis, with its reaction on A: a motor, a brake, a load on a shaft.
///
/// Its power M ω counts as supplied. Where A is the ground, it is a torque from outside about an axis fixed in space.
pub struct Torque {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// M, in N m.
    pub torque: Input,
}

/// `[[force]]` with `type = "torque"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("torque"),
    summary: "A torque of A on B about an axis that moves with A, with its reaction on A; the ground may be A.",
    keys: &[
        BETWEEN,
        AXIS,
        Key::required("torque", Form::Input(Quantity::TORQUE), "torque on B, positive about the axis"),
        excitation(Form::Group(EXCITATION)),
    ],
    channels: CHANNELS,
};

/// How a torque swings.
pub(crate) const EXCITATION: &[Key] =
    &[Key::required("amplitude", Form::Number(Quantity::TORQUE), "amplitude of the torque"), EXCITATION_PHASE];

const CHANNELS: &[Channel] = &[
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of A on B about the axis" },
    ANGULAR_SPEED,
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that the torque puts in" },
];

impl Torque {
    fn act<S: Scalar>(&self, torque: S, at: &At<S>, r: &mut Residual<S>) {
        let (axis, point) = (self.a.on(&at.nodes[0].at).r.column(Z), self.b.on(&at.nodes[1].at).x);
        act(r, at.nodes, point, Vec3::zero(), -axis.scale(torque));
    }

    fn rate(&self, at: &At<f64>) -> f64 {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        moving.pair.a.r.column(Z).dot(moving.w)
    }
}

impl Element for Torque {
    type Tangent = Dual<16>;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.torque.signal().into_iter().collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        self.act(self.torque.value(at, 0), at, r);
    }

    fn corners(&self, out: &mut Vec<f64>) {
        self.torque.corners(out);
    }

    fn unit_load(&self, at: &At<f64>, r: &mut Residual<f64>) {
        self.act(1.0, at, r);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { supplied: self.torque.value(at, 0) * self.rate(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (torque, rate) = (self.torque.value(at, 0), self.rate(at));
        out.copy_from_slice(&[torque, rate, torque * rate]);
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Torque {
    let torque = Function::Harmonic { mean: 0.3, amplitude: 1.2, frequency: 0.4, phase: 0.7 };
    Torque { a, b, torque: torque.into() }
}

/// For the generic check: commanded by a signal.
pub(crate) fn commanded_specimen([a, b]: [Frame; 2], signal: ScalarId) -> Torque {
    Torque { a, b, torque: Input::Signal(signal) }
}
