//! Drives: motion prescribed as a function of time, by a constraint that carries whatever effort it takes.

use std::f64::consts::TAU;

use super::joint::{AXIS, BETWEEN, POSITION, Z};
use super::pair::{MovingPair, Pair, act};
use super::turns;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::laws::Function;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Place, Residual};

/// What a drive moves: B about A's z axis, or B's origin along it.
///
/// ```text
/// position:  Φ = x − f(t) = 0          speed:  Φ = ẋ − f(t) = 0
/// ```
///
/// The multiplier λ stands on B's side of the residual, so that the drive acts on B with −λ along the freedom; its power
/// −λ ẋ counts as supplied. An angle is compared with f(t) up to whole turns, so that it may go round many times.
pub struct Drive<F> {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// f.
    pub motion: Function,
    /// Which freedom it moves.
    pub freedom: F,
}

/// What a drive prescribes.
pub(crate) trait Freedom: Send + Sync + 'static {
    /// Whether B turns about the axis; else it slides along it.
    const TURNING: bool;
    /// Whether the speed is prescribed; else the position.
    const SPEED: bool;
}

/// The angle about the axis.
pub struct ByAngle;
/// The angular velocity about the axis.
pub struct ByAngularSpeed;
/// The displacement along the axis.
pub struct ByDisplacement;
/// The velocity along the axis.
pub struct BySpeed;

macro_rules! freedoms {
    ($($freedom:ty: $turning:literal $speed:literal;)*) => {$(
        impl Freedom for $freedom {
            const TURNING: bool = $turning;
            const SPEED: bool = $speed;
        }
    )*};
}

freedoms! {
    ByAngle: true false;
    ByAngularSpeed: true true;
    ByDisplacement: false false;
    BySpeed: false true;
}

/// `[[drive]]` with `type = "rotation"` in a model file.
pub const ROTATION: Kind = Kind {
    section: "drive",
    type_name: Some("rotation"),
    summary: "Prescribes the rotation of B against A about an axis that moves with A; one of `angle` and `speed` is given.",
    keys: &[
        BETWEEN,
        AXIS,
        Key::optional(
            "angle",
            Form::Function(Quantity::ANGLE),
            "angle of B against A about the axis, zero at the design position",
        ),
        Key::optional("speed", Form::Function(Quantity::ANGULAR_VELOCITY), "angular velocity of B against A"),
    ],
    channels: ROTATION_CHANNELS,
};

/// `[[drive]]` with `type = "translation"` in a model file.
pub const TRANSLATION: Kind = Kind {
    section: "drive",
    type_name: Some("translation"),
    summary: "Prescribes the travel of a point of B along an axis of A; one of `displacement` and `speed` is given.",
    keys: &[
        BETWEEN,
        POSITION,
        AXIS,
        Key::optional(
            "displacement",
            Form::Function(Quantity::LENGTH),
            "travel of B against A along the axis, zero at the design position",
        ),
        Key::optional("speed", Form::Function(Quantity::VELOCITY), "velocity of B against A along the axis"),
    ],
    channels: TRANSLATION_CHANNELS,
};

const POWER: Channel = Channel { name: "power", quantity: Quantity::POWER, meaning: "power that the drive puts in" };

const ROTATION_CHANNELS: &[Channel] = &[
    super::joint::ANGLE,
    Channel {
        name: "speed",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of B against A about the axis",
    },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of the drive on B about the axis" },
    POWER,
];

const TRANSLATION_CHANNELS: &[Channel] = &[
    super::joint::DISPLACEMENT,
    super::joint::SPEED,
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "force of the drive on B along the axis" },
    POWER,
];

#[allow(private_bounds)] // Which freedoms there are is decided here.
impl<F: Freedom> Drive<F> {
    /// x, an angle between −π and π.
    fn position<S: Scalar>(&self, pair: &Pair<S>) -> S {
        if F::TURNING { pair.angle() } else { pair.a.r.column(Z).dot(pair.offset()) }
    }

    /// ẋ, and the direction along which an effort on B does the work of ẋ.
    fn rate<S: Scalar>(&self, moving: &MovingPair<S>) -> (S, Vec3<S>) {
        if !F::TURNING {
            let z = moving.pair.a.r.column(Z);
            return (z.dot(moving.v), z);
        }
        let axis = moving.pair.angle_axis();
        (axis.dot(moving.w), axis)
    }

    fn state(&self, at: &At<f64>) -> [f64; 2] {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let (raw, rate) = (self.position(&moving.pair), self.rate(&moving).0);
        if F::TURNING { [turns::unwrapped(raw, rate, at.time, at.memory), rate] } else { [raw, rate] }
    }
}

impl<F: Freedom> Element for Drive<F> {
    type Tangent = Dual<16>;
    const CONSTRAINTS: usize = 1;
    const VELOCITY_CONSTRAINTS: usize = F::SPEED as usize;
    const MEMORY: &'static [&'static str] = if F::TURNING { &turns::MEMORY } else { &[] };
    const CHANNELS: &'static [Channel] = if F::TURNING { ROTATION_CHANNELS } else { TRANSLATION_CHANNELS };

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let effort = self.rate(&moving).1.scale(at.multipliers[0]);
        let (force, torque) = if F::TURNING { (Vec3::zero(), effort) } else { (effort, Vec3::zero()) };
        act(r, at.nodes, moving.pair.b.x, force, torque);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        if F::SPEED {
            return;
        }
        let pair = Pair::on([&self.a, &self.b], [&at.nodes[0], &at.nodes[1]]);
        let off = self.position(&pair) - self.motion.value(at.time);
        let turns = if F::TURNING { (off.value() / TAU).round() * TAU } else { 0.0 };
        phi[0] = off - S::constant(turns);
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        phi[0] = self.rate(&moving).0 - self.motion.value(at.time);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        if F::TURNING {
            let [angle, rate] = self.state(at);
            turns::remember(angle, rate, at.time, memory);
        }
    }

    fn corners(&self, out: &mut Vec<f64>) {
        self.motion.corners(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        // With the prescribed speed, which the real one equals as far as the constraint is met.
        let speed = match F::SPEED {
            true => self.motion.value(at.time),
            false => self.motion.value(Dual { re: at.time, d: [1.0] }).d[0],
        };
        Energy { supplied: -at.multipliers[0] * speed, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [position, rate] = self.state(at);
        let effort = -at.multipliers[0];
        out.copy_from_slice(&[position, rate, effort, effort * rate]);
    }
}

/// For the generic check.
pub(crate) fn specimen<F>(a: Frame, b: Frame, freedom: F) -> Drive<F> {
    let motion = Function::Harmonic { mean: 0.3, amplitude: 0.6, frequency: 0.4, phase: 0.7 };
    Drive { a, b, motion, freedom }
}
