//! Drives: motion prescribed as a function of time or by a signal, through a constraint with whatever reaction it
//! needs.

use std::f64::consts::TAU;

use super::joint::{AXIS, BETWEEN, POSITION};
use super::load::{EXCITATION_PHASE, excitation};
use super::pair::{MovingPair, Pair, act};
use super::signals::Input;
use super::turns;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Place, Residual, ScalarId, Wrench};

/// Prescribes the rotation of B about A's z axis, or the position of B's origin along it, as a function of time.
///
/// ```text
/// Φ = x − f(t) = 0
/// ```
///
/// The multiplier λ is positive on B's side of the residual, so the drive acts on B with −λ along the coordinate; its
/// power −λ ẋ counts as supplied. An angle is compared with f(t) modulo full turns, so it may exceed one turn.
pub struct PositionDrive<const TURNING: bool> {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// f.
    pub motion: Function,
}

/// Prescribes the speed of B about A's z axis, or of B's origin along it, as a function of time or by a signal; or lets
/// its position follow a signal with a lag T.
///
/// ```text
/// Φ = ẋ − u = 0,     Φ = ẋ − (u − x)/T = 0
/// ```
///
/// A signal has no rate that a holonomic constraint could follow without delay, hence the lag. The effort is that of
/// [`PositionDrive`].
pub struct SpeedDrive<const TURNING: bool> {
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// u.
    pub motion: Input,
    /// T in seconds, if u is a position.
    pub lag: Option<f64>,
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
            Form::Input(Quantity::ANGLE),
            "angle of B against A about the axis, zero at the design position; a signal is followed with `lag`",
        ),
        Key::optional("speed", Form::Input(Quantity::ANGULAR_VELOCITY), "angular velocity of B against A"),
        LAG,
        excitation(Form::Group(&[
            Key::required("amplitude", Form::Number(Quantity::ANGLE), "amplitude of the angle"),
            EXCITATION_PHASE,
        ])),
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
            Form::Input(Quantity::LENGTH),
            "travel of B against A along the axis, zero at the design position; a signal is followed with `lag`",
        ),
        Key::optional("speed", Form::Input(Quantity::VELOCITY), "velocity of B against A along the axis"),
        LAG,
        excitation(Form::Group(&[
            Key::required("amplitude", Form::Number(Quantity::LENGTH), "amplitude of the displacement"),
            EXCITATION_PHASE,
        ])),
    ],
    channels: TRANSLATION_CHANNELS,
};

const LAG: Key = Key::optional(
    "lag",
    Form::Number(Quantity::TIME),
    "time constant with which a position that is a signal is followed",
)
.within(Range::Positive);

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

/// Position and rate along the coordinate, an angle counted over many turns.
fn state<const TURNING: bool>(frames: [&Frame; 2], at: &At<f64>) -> [f64; 2] {
    let moving = MovingPair::on(frames, at.nodes);
    let (raw, rate) = (moving.pair.along::<TURNING>(), moving.along::<TURNING>().0);
    if TURNING { [turns::unwrapped(raw, rate, at.time, at.memory), rate] } else { [raw, rate] }
}

/// Adds the effort of the multiplier to the rows of both bodies.
fn react<const TURNING: bool, S: Scalar>(frames: [&Frame; 2], at: &At<S>, r: &mut Residual<S>) {
    let moving = MovingPair::on(frames, at.nodes);
    let effort = moving.along::<TURNING>().1.scale(at.multipliers[0]);
    let (force, torque) = if TURNING { (Vec3::zero(), effort) } else { (effort, Vec3::zero()) };
    act(r, at.nodes, moving.pair.b.x, force, torque);
}

/// Common to both kinds of drive.
macro_rules! moves_b {
    () => {
        const CONSTRAINTS: usize = 1;
        const MEMORY: &'static [&'static str] = if TURNING { &turns::MEMORY } else { &[] };
        const CHANNELS: &'static [Channel] = if TURNING { ROTATION_CHANNELS } else { TRANSLATION_CHANNELS };

        fn nodes(&self) -> Vec<NodeId> {
            vec![self.a.node, self.b.node]
        }

        fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
            react::<TURNING, S>([&self.a, &self.b], at, r);
        }

        fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
            if TURNING {
                let [angle, rate] = state::<TURNING>([&self.a, &self.b], at);
                turns::remember(angle, rate, at.time, memory);
            }
        }

        fn wrench(&self) -> Option<Wrench> {
            Some(Wrench::at(&[&self.a, &self.b]).along_axis(TURNING, 1.0, &self.a))
        }

        fn time_events(&self, out: &mut TimeEvents) {
            self.motion.time_events(out);
        }

        /// A unit of position; in a frequency response, nonholonomic constraints are on displacements too.
        fn unit_load(&self, _at: &At<f64>, r: &mut Residual<f64>) {
            r.inactive_constraint_row(0, -1.0);
        }

        fn channels(&self, at: &At<f64>, out: &mut [f64]) {
            let [position, rate] = state::<TURNING>([&self.a, &self.b], at);
            let effort = -at.multipliers[0];
            out.copy_from_slice(&[position, rate, effort, effort * rate]);
        }
    };
}

impl<const TURNING: bool> Element for PositionDrive<TURNING> {
    type Tangent = Dual<16>;
    moves_b!();

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on([&self.a, &self.b], [&at.nodes[0], &at.nodes[1]]);
        let off = pair.along::<TURNING>() - self.motion.value(at.time);
        let turns = if TURNING { (off.value() / TAU).round() * TAU } else { 0.0 };
        phi[0] = off - S::constant(turns);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        // With the prescribed speed, which equals the actual one as far as the constraint is satisfied.
        let speed = self.motion.value(Dual { re: at.time, d: [1.0] }).d[0];
        Energy { supplied: -at.multipliers[0] * speed, ..Energy::default() }
    }
}

impl<const TURNING: bool> SpeedDrive<TURNING> {
    /// The prescribed speed.
    fn asked<S: Scalar>(&self, moving: &MovingPair<S>, at: &At<S>) -> S {
        let u = self.motion.value(at, 0);
        let Some(lag) = self.lag else { return u };
        let (raw, rate) = (moving.pair.along::<TURNING>(), moving.along::<TURNING>().0.value());
        let x = if TURNING { turns::unwrapped(raw, rate, at.time.value(), at.memory) } else { raw };
        (u - x) * (1.0 / lag)
    }
}

impl<const TURNING: bool> Element for SpeedDrive<TURNING> {
    type Tangent = Dual<16>;
    const VELOCITY_CONSTRAINTS: usize = 1;
    moves_b!();

    fn scalars(&self) -> Vec<ScalarId> {
        self.motion.signal().into_iter().collect()
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        phi[0] = moving.along::<TURNING>().0 - self.asked(&moving, at);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        Energy { supplied: -at.multipliers[0] * self.asked(&moving, at), ..Energy::default() }
    }
}

const SPECIMEN: Function = Function::Harmonic { mean: 0.3, amplitude: 0.6, frequency: 0.4, phase: 0.7 };

addable!(PositionDrive<false>, PositionDrive<true>, SpeedDrive<false>, SpeedDrive<true>);

/// For the generic check.
#[cfg(test)]
fn position_specimen<const TURNING: bool>(a: Frame, b: Frame) -> PositionDrive<TURNING> {
    PositionDrive { a, b, motion: SPECIMEN }
}

/// For the generic check.
pub(crate) fn speed_specimen<const TURNING: bool>(a: Frame, b: Frame) -> SpeedDrive<TURNING> {
    SpeedDrive { a, b, motion: SPECIMEN.into(), lag: None }
}

/// For the generic check: with a signal.
pub(crate) fn following_specimen<const TURNING: bool>([a, b]: [Frame; 2], signal: ScalarId) -> SpeedDrive<TURNING> {
    SpeedDrive { a, b, motion: Input::Signal(signal), lag: Some(0.8) }
}

examined!(
    ROTATION => between_frames(position_specimen::<true>),
    TRANSLATION => between_frames(position_specimen::<false>),
);
