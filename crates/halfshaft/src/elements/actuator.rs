//! Actuators: a torque about an axis or a force along it, as a function of time or from a signal.

use super::joint::{ANGULAR_SPEED, AXIS, BETWEEN, POSITION, SPEED, Z};
use super::load::{EXCITATION_PHASE, excitation};
use super::pair::{MovingPair, act};
use super::signals::Input;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
#[cfg(test)]
use crate::laws::Function;
use crate::laws::TimeEvents;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId, Wrench};

/// A torque of A on B about A's z axis, or a force along it at B's origin, with its reaction on A: a motor, a brake, a piston.
///
/// `TURNING` selects the torque. Its power, torque times angular velocity or force times velocity relative to A, counts
/// as supplied. If A is the ground, it is an external load about or along an axis fixed in space.
pub struct Actuator<const TURNING: bool> {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// The torque in N m, or the force in N.
    pub effort: Input,
}

/// `[[force]]` with `type = "torque"` in a model file.
pub const TORQUE: Kind = Kind {
    section: "force",
    type_name: Some("torque"),
    summary: "A torque of A on B about an axis that moves with A, with its reaction on A; the ground may be A.",
    keys: &[
        BETWEEN,
        AXIS,
        Key::required("torque", Form::Input(Quantity::TORQUE), "torque on B, positive about the axis"),
        excitation(Form::Group(TORQUE_EXCITATION)),
    ],
    channels: TORQUE_CHANNELS,
};

/// `[[force]]` with `type = "thrust"` in a model file.
pub const THRUST: Kind = Kind {
    section: "force",
    type_name: Some("thrust"),
    summary: "A force of A on a point of B along an axis that moves with A, with its reaction on A; the ground may be A.",
    keys: &[
        BETWEEN,
        POSITION,
        AXIS,
        Key::required("force", Form::Input(Quantity::FORCE), "force on B, positive along the axis"),
        excitation(Form::Group(THRUST_EXCITATION)),
    ],
    channels: THRUST_CHANNELS,
};

/// Keys of a harmonic torque.
pub(crate) const TORQUE_EXCITATION: &[Key] =
    &[Key::required("amplitude", Form::Number(Quantity::TORQUE), "amplitude of the torque"), EXCITATION_PHASE];

/// Keys of a harmonic force.
const THRUST_EXCITATION: &[Key] =
    &[Key::required("amplitude", Form::Number(Quantity::FORCE), "amplitude of the force"), EXCITATION_PHASE];

const TORQUE_CHANNELS: &[Channel] = &[
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of A on B about the axis" },
    ANGULAR_SPEED,
    POWER,
];

const THRUST_CHANNELS: &[Channel] =
    &[Channel { name: "force", quantity: Quantity::FORCE, meaning: "force of A on B along the axis" }, SPEED, POWER];

const POWER: Channel = Channel { name: "power", quantity: Quantity::POWER, meaning: "power that it puts in" };

impl<const TURNING: bool> Actuator<TURNING> {
    fn act<S: Scalar>(&self, effort: S, at: &At<S>, r: &mut Residual<S>) {
        let (axis, point) = (self.a.on(&at.nodes[0].at).r.column(Z), self.b.on(&at.nodes[1].at).x);
        let effort = -axis.scale(effort);
        let (force, torque) = if TURNING { (Vec3::zero(), effort) } else { (effort, Vec3::zero()) };
        act(r, at.nodes, point, force, torque);
    }

    fn rate(&self, at: &At<f64>) -> f64 {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        moving.pair.a.r.column(Z).dot(if TURNING { moving.w } else { moving.v })
    }
}

impl<const TURNING: bool> Element for Actuator<TURNING> {
    type Tangent = Dual<16>;
    const CHANNELS: &'static [Channel] = if TURNING { TORQUE_CHANNELS } else { THRUST_CHANNELS };

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.effort.signal().into_iter().collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        self.act(self.effort.value(at, 0), at, r);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.effort.time_events(out);
    }

    fn unit_load(&self, at: &At<f64>, r: &mut Residual<f64>) {
        self.act(1.0, at, r);
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.a, &self.b]).along_axis(TURNING, 1.0, &self.a))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { supplied: self.effort.value(at, 0) * self.rate(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (effort, rate) = (self.effort.value(at, 0), self.rate(at));
        out.copy_from_slice(&[effort, rate, effort * rate]);
    }
}

addable!(Actuator<false>, Actuator<true>);

/// For the generic check.
#[cfg(test)]
fn specimen<const TURNING: bool>(a: Frame, b: Frame) -> Actuator<TURNING> {
    let effort = Function::Harmonic { mean: 0.3, amplitude: 1.2, frequency: 0.4, phase: 0.7 };
    Actuator { a, b, effort: effort.into() }
}

/// For the generic check: commanded by a signal.
pub(crate) fn commanded_specimen<const TURNING: bool>([a, b]: [Frame; 2], signal: ScalarId) -> Actuator<TURNING> {
    Actuator { a, b, effort: Input::Signal(signal) }
}

examined!(
    TORQUE => between_frames(specimen::<true>),
    THRUST => between_frames(specimen::<false>),
);
