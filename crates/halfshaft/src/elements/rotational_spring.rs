//! Spring and damper about an axis.

use super::joint::{AXIS, BETWEEN};
use super::memory::memory;
use super::pair::{MovingPair, act};
use super::spring_keys::{SpringKeys, spring_keys};
use super::turns;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::HystereticLaw;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, Wrench};

/// A spring and damper that resists the rotation of B relative to A about the z axis of two frames.
///
/// ```text
/// τ = f(φ − φ₀) + d φ̇ + hysteresis,     φ = atan2(e_x^B · e_y^A, e_x^B · e_x^A)
/// ```
///
/// Positive τ turns B back. A joint should hold the z axes together; if they separate, the torque still follows from
/// the potential of f, along g with φ̇ = g · ω_AB. Turns are counted: a spring may be wound up many times.
pub struct RotationalSpring {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// φ₀, in radians.
    pub free_angle: f64,
    /// Torque against rotation.
    pub law: HystereticLaw,
}

/// `[[force]]` with `type = "rotational_spring"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("rotational_spring"),
    summary: "A spring and damper against the rotation of B against A about an axis, over any number of turns.",
    keys: &[
        BETWEEN,
        AXIS,
        LAW.stiffness,
        LAW.curve,
        LAW.polynomial,
        LAW.damping,
        LAW.damping_curve,
        LAW.hysteresis,
        FREE_ANGLE,
    ],
    channels: CHANNELS,
};

const LAW: SpringKeys = spring_keys!(
    Quantity::ANGLE,
    Quantity::TORQUE,
    Quantity::ROTATIONAL_STIFFNESS,
    Quantity::ANGULAR_VELOCITY,
    Quantity::ROTATIONAL_DAMPING
);

const FREE_ANGLE: Key = Key::with_default(
    "free_angle",
    Form::Number(Quantity::ANGLE),
    "0",
    "angle from the design position without displacement",
);

memory! { MEMORY { TURNS: ["angle", "speed", "time"], SLIDER: "slider", } }

const CHANNELS: &[Channel] = &[
    Channel {
        name: "angle",
        quantity: Quantity::ANGLE,
        meaning: "rotation of B against A about the axis, zero at the design position, counted over all turns",
    },
    Channel { name: "speed", quantity: Quantity::ANGULAR_VELOCITY, meaning: "rate of the angle" },
    Channel {
        name: "torque",
        quantity: Quantity::TORQUE,
        meaning: "torque about the axis, positive when it turns B back",
    },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

/// The rotation at one instant.
struct Turn<S> {
    /// B's origin, the point of reference of the torque.
    at: Vec3<S>,
    angle: S,
    rate: S,
    /// g: the torque on B is −τ g. The z axis if the two coincide.
    axis: Vec3<S>,
    torque: S,
}

impl RotationalSpring {
    fn turn<S: Scalar>(&self, at: &At<S>) -> Turn<S> {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let axis = moving.pair.angle_axis();
        let rate = axis.dot(moving.w);
        let angle = turns::unwrapped(moving.pair.angle(), rate.value(), at.time.value(), &at.memory[TURNS]);
        let torque = self.law.effort(angle - S::constant(self.free_angle), rate, at.memory[SLIDER]);
        Turn { at: moving.pair.b.x, angle, rate, axis, torque }
    }
}

impl Element for RotationalSpring {
    type Tangent = Dual<12>;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let turn = self.turn(at);
        act(r, at.nodes, turn.at, Vec3::zero(), turn.axis.scale(turn.torque));
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let turn = self.turn(at);
        turns::remember(turn.angle, turn.rate, at.time, &mut memory[TURNS]);
        memory[SLIDER] = self.law.slider(turn.angle - self.free_angle, memory[SLIDER]);
    }

    fn wrench(&self) -> Option<Wrench> {
        // Positive when it turns B back.
        Some(Wrench::at(&[&self.a, &self.b]).along_axis(true, -1.0, &self.a))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let turn = self.turn(at);
        Energy {
            potential: self.law.stored(turn.angle - self.free_angle, at.memory[SLIDER]),
            dissipated: self.law.dissipated(turn.angle - self.free_angle, turn.rate, at.memory[SLIDER]),
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let turn = self.turn(at);
        let energy = self.energy(at);
        out.copy_from_slice(&[turn.angle, turn.rate, turn.torque, energy.potential, energy.dissipated]);
    }
}

addable!(RotationalSpring);

/// For the generic check.
#[cfg(test)]
fn specimen(a: Frame, b: Frame) -> RotationalSpring {
    RotationalSpring { a, b, free_angle: 0.2, law: super::spring::specimen_law() }
}

examined!(KIND => between_frames(specimen));
