//! Stops: limits of a rotation or a travel.

use super::joint::{ANGLE, ANGULAR_SPEED, AXIS, BETWEEN, DISPLACEMENT, POSITION, SPEED, Z};
use super::pair::{MovingPair, act};
use super::turns;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual};

/// A stop that keeps the rotation of B about A's z axis, or its travel along it, between two limits.
///
/// ```text
/// f = k ℓ (1 + d ℓ̇) ≥ 0,     ℓ = x − x_upper or x_lower − x where positive
/// ```
///
/// `TURNING` for the rotation, else the travel. A spring with damping that begins at zero force (Hunt & Crossley 1975, exponent 1) and never pulls.
pub struct Stop<const TURNING: bool> {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// x_lower and x_upper, in radians or metres.
    pub limits: [f64; 2],
    /// k, in N m/rad or N/m.
    pub stiffness: f64,
    /// d, in s/rad or s/m.
    pub damping: f64,
}

/// `[[force]]` with `type = "rotation_stop"` in a model file.
pub const ROTATION: Kind = Kind {
    section: "force",
    type_name: Some("rotation_stop"),
    summary: "A stop that keeps the rotation of B against A about an axis between two limits.",
    keys: &[
        BETWEEN,
        AXIS,
        Key::required("lower", Form::Number(Quantity::ANGLE), "least angle, zero at the design position"),
        Key::required("upper", Form::Number(Quantity::ANGLE), "largest angle"),
        Key::required("stiffness", Form::Number(Quantity::ROTATIONAL_STIFFNESS), "torque for each angle beyond")
            .within(Range::Positive),
        DAMPING,
    ],
    channels: &[ANGLE, ANGULAR_SPEED, TORQUE, LOSS],
};

/// `[[force]]` with `type = "travel_stop"` in a model file.
pub const TRAVEL: Kind = Kind {
    section: "force",
    type_name: Some("travel_stop"),
    summary: "A stop that keeps the travel of a point of B along an axis of A between two limits.",
    keys: &[
        BETWEEN,
        POSITION,
        AXIS,
        Key::required("lower", Form::Number(Quantity::LENGTH), "least travel, zero at the design position"),
        Key::required("upper", Form::Number(Quantity::LENGTH), "largest travel"),
        Key::required("stiffness", Form::Number(Quantity::STIFFNESS), "force for each length beyond")
            .within(Range::Positive),
        DAMPING,
    ],
    channels: &[DISPLACEMENT, SPEED, FORCE, LOSS],
};

const DAMPING: Key = Key::with_default(
    "damping",
    Form::Number(Quantity::NUMBER),
    "0",
    "d of k ℓ (1 + d ℓ̇), in SI units: how much more it resists for each unit of speed",
)
.within(Range::NonNegative);

const TORQUE: Channel =
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of the stop on B about the axis" };
const FORCE: Channel =
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "force of the stop on B along the axis" };
const LOSS: Channel = Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "power turned into heat" };

/// The stop at one instant.
struct Reached<S> {
    at: Vec3<S>,
    position: S,
    rate: S,
    /// Along or about which an effort on B does the work of the rate.
    direction: Vec3<S>,
    /// On B.
    effort: S,
    /// ℓ, positive where the stop is touched.
    depth: f64,
}

impl<const TURNING: bool> Stop<TURNING> {
    fn reached<S: Scalar>(&self, at: &At<S>) -> Reached<S> {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let pair = &moving.pair;
        let z = pair.a.r.column(Z);
        let direction = if TURNING { pair.angle_axis() } else { z };
        let rate = direction.dot(if TURNING { moving.w } else { moving.v });
        let position = match TURNING {
            true => turns::unwrapped(pair.angle(), rate.value(), at.time.value(), at.memory),
            false => z.dot(pair.offset()),
        };
        let [lower, upper] = self.limits;
        let beyond = |depth: S, speed: S| {
            let force = depth * self.stiffness * (S::one() + speed * self.damping);
            if depth.value() <= 0.0 || force.value() <= 0.0 { S::zero() } else { force }
        };
        let (high, low) = (position - S::constant(upper), S::constant(lower) - position);
        let effort = beyond(low, -rate) - beyond(high, rate);
        let depth = high.value().max(low.value());
        Reached { at: pair.b.x, position, rate, direction, effort, depth }
    }
}

impl<const TURNING: bool> Element for Stop<TURNING> {
    type Tangent = Dual<12>;
    const MEMORY: &'static [&'static str] = &turns::MEMORY;
    const CHANNELS: &'static [Channel] = if TURNING { ROTATION.channels } else { TRAVEL.channels };

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let reached = self.reached(at);
        let effort = reached.direction.scale(-reached.effort);
        let (force, torque) = if TURNING { (Vec3::zero(), effort) } else { (effort, Vec3::zero()) };
        act(r, at.nodes, reached.at, force, torque);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let reached = self.reached(at);
        turns::remember(reached.position, reached.rate, at.time, memory);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let reached = self.reached(at);
        let depth = reached.depth.max(0.0);
        let spring = self.stiffness * depth * if reached.position > self.limits[1] { -1.0 } else { 1.0 };
        Energy {
            potential: 0.5 * self.stiffness * depth * depth,
            dissipated: (spring - reached.effort) * reached.rate,
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let reached = self.reached(at);
        out.copy_from_slice(&[reached.position, reached.rate, reached.effort, self.energy(at).dissipated]);
    }
}

/// For the generic check: always beyond its upper limit.
pub(crate) fn specimen<const TURNING: bool>(a: Frame, b: Frame) -> Stop<TURNING> {
    Stop { a, b, limits: [-300.0, -200.0], stiffness: 0.3, damping: 0.001 }
}
