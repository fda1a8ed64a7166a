//! Stops: limits of a joint's coordinate, with the normal laws of contacts.

use super::contact::Normal;
use super::contact::impact::{self, APART, TOUCHING};
use super::joint::{ANGLE, ANGULAR_SPEED, AXIS, BETWEEN, DISPLACEMENT, POSITION, SPEED, Z};
use super::joint_friction::root;
use super::line::{POSITION_A, POSITION_B};
use super::memory::joined;
use super::pair::{MovingPair, act};
use super::turns;
use crate::describe::{Alternative, Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::contact::point::normal_laws;
#[cfg(test)]
use crate::laws::NormalLaw;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::wrench::Direction;
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, Wrench};

/// A stop that limits a coordinate x of B relative to A to a range.
///
/// ```text
/// f = f(ℓ, ℓ̇) ≥ 0,     ℓ = x_lower − x or x − x_upper if positive
/// ```
///
/// f is any normal law of contacts ([`crate::laws::NormalLaw`]); it acts on B against the coordinate, and with the opposite sign on
/// A. Each limit has its own impact. An infinite limit is absent.
pub struct Stop<C> {
    /// The limited coordinate.
    pub coordinate: C,
    /// Frame on A.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// x_lower and x_upper, in radians or metres.
    pub limits: [f64; 2],
    /// The normal law, with lengths or angles and with forces or torques.
    pub normal: Normal,
}

/// A coordinate that a stop can limit.
#[allow(private_interfaces)] // Coordinates are of this crate.
pub trait Coordinate: Send + Sync + 'static {
    /// The stop's channels: the coordinate, its rate, effort, dissipation.
    const CHANNELS: &'static [Channel];
    /// Whether it is an angle that is counted over many turns.
    const TURNS: bool = false;

    /// Its value and rate, and the force and torque on B of a unit of effort along it.
    fn measure<S: Scalar>(pair: &MovingPair<S>) -> Measured<S>;

    /// The wrench of the stop, between two frames.
    fn wrench(a: &Frame, b: &Frame) -> Wrench;
}

/// A coordinate at one instant.
#[allow(unreachable_pub)]
pub(crate) struct Measured<S> {
    value: S,
    rate: S,
    /// Force and torque at B's origin that are conjugate to the rate.
    force: Vec3<S>,
    torque: Vec3<S>,
}

/// The rotation of B about A's z axis, counted over many turns.
pub struct Rotation;
/// The travel of B's origin along A's z axis.
pub struct Travel;
/// The angle between the z axes of A and B, from 0 to π.
pub struct Bend;
/// The distance between the origins.
pub struct Length;

#[allow(private_interfaces)]
impl Coordinate for Rotation {
    const CHANNELS: &'static [Channel] = &[ANGLE, ANGULAR_SPEED, TORQUE, LOSS];
    const TURNS: bool = true;

    fn measure<S: Scalar>(moving: &MovingPair<S>) -> Measured<S> {
        let (rate, torque) = moving.along::<true>();
        Measured { value: moving.pair.angle(), rate, force: Vec3::zero(), torque }
    }

    fn wrench(a: &Frame, b: &Frame) -> Wrench {
        Wrench::at(&[a, b]).along_axis(true, 1.0, a)
    }
}

#[allow(private_interfaces)]
impl Coordinate for Travel {
    const CHANNELS: &'static [Channel] = &[DISPLACEMENT, SPEED, FORCE, LOSS];

    fn measure<S: Scalar>(moving: &MovingPair<S>) -> Measured<S> {
        let (rate, force) = moving.along::<false>();
        Measured { value: moving.pair.along::<false>(), rate, force, torque: Vec3::zero() }
    }

    fn wrench(a: &Frame, b: &Frame) -> Wrench {
        Wrench::at(&[a, b]).along_axis(false, 1.0, a)
    }
}

#[allow(private_interfaces)]
impl Coordinate for Bend {
    const CHANNELS: &'static [Channel] = &[
        Channel { name: "bend", quantity: Quantity::ANGLE, meaning: "angle between the axis of A and that of B" },
        Channel { name: "bend_rate", quantity: Quantity::ANGULAR_VELOCITY, meaning: "rate of that angle" },
        TORQUE,
        LOSS,
    ];

    /// tan δ = ‖z_A × z_B‖/(z_A·z_B), δ̇ = n·ω with n along z_A × z_B, which has no direction if they coincide.
    fn measure<S: Scalar>(moving: &MovingPair<S>) -> Measured<S> {
        let [z_a, z_b] = [moving.pair.a.r.column(Z), moving.pair.b.r.column(Z)];
        let across = z_a.cross(z_b);
        let sine = root(across.dot(across));
        let n = if sine.value() == 0.0 { Vec3::zero() } else { across.scale(S::one() / sine) };
        Measured { value: sine.atan2(z_a.dot(z_b)), rate: n.dot(moving.w), force: Vec3::zero(), torque: n }
    }

    fn wrench(a: &Frame, b: &Frame) -> Wrench {
        Wrench::at(&[a, b]).torque("torque", 1.0, Direction::Normal([a, b].map(|frame| frame.axes.column(Z))))
    }
}

#[allow(private_interfaces)]
impl Coordinate for Length {
    const CHANNELS: &'static [Channel] = &[
        Channel { name: "length", quantity: Quantity::LENGTH, meaning: "distance of the two points" },
        Channel { name: "length_rate", quantity: Quantity::VELOCITY, meaning: "rate of that distance" },
        FORCE,
        LOSS,
    ];

    fn measure<S: Scalar>(moving: &MovingPair<S>) -> Measured<S> {
        let d = moving.pair.offset();
        let length = root(d.dot(d));
        let e = if length.value() == 0.0 { Vec3::zero() } else { d.scale(S::one() / length) };
        Measured { value: length, rate: e.dot(moving.v), force: e, torque: Vec3::zero() }
    }

    fn wrench(a: &Frame, b: &Frame) -> Wrench {
        Wrench::at(&[a, b]).force("force", 1.0, Direction::Between)
    }
}

const fn limit(name: &'static str, quantity: Quantity, meaning: &'static str) -> Key {
    Key::optional(name, Form::Number(quantity), meaning)
}

const AXIS_A: Key =
    Key::required("axis_a", Form::Axis, "direction of A's axis at the design position, in the model frame");
const AXIS_B: Key = Key::optional("axis_b", Form::Axis, "direction of B's axis; default: that of A's");

/// `[[force]]` with `type = "rotation_stop"` in a model file.
pub const ROTATION: Kind = Kind {
    section: "force",
    type_name: Some("rotation_stop"),
    summary: "A stop that keeps the rotation of B against A about an axis between two limits, or on one side of one.",
    keys: &[
        BETWEEN,
        AXIS,
        limit("lower", Quantity::ANGLE, "least angle, zero at the design position; default: none"),
        limit("upper", Quantity::ANGLE, "largest angle; default: none"),
        ROTATIONAL_LAW,
    ],
    channels: Rotation::CHANNELS,
};

/// `[[force]]` with `type = "travel_stop"` in a model file.
pub const TRAVEL: Kind = Kind {
    section: "force",
    type_name: Some("travel_stop"),
    summary: "A stop that keeps the travel of a point of B along an axis of A between two limits, or on one side of one.",
    keys: &[
        BETWEEN,
        POSITION,
        AXIS,
        limit("lower", Quantity::LENGTH, "least travel, zero at the design position; default: none"),
        limit("upper", Quantity::LENGTH, "largest travel; default: none"),
        LAW,
    ],
    channels: Travel::CHANNELS,
};

/// `[[force]]` with `type = "cone_stop"` in a model file.
pub const CONE: Kind = Kind {
    section: "force",
    type_name: Some("cone_stop"),
    summary: "A stop that keeps an axis of B in a cone around one of A: the limit of ball joints and bent shafts.",
    keys: &[
        BETWEEN,
        AXIS_A,
        AXIS_B,
        limit("lower", Quantity::ANGLE, "least angle between the axes; default: none"),
        limit("upper", Quantity::ANGLE, "largest angle between the axes; default: none"),
        ROTATIONAL_LAW,
    ],
    channels: Bend::CHANNELS,
};

/// `[[force]]` with `type = "distance_stop"` in a model file.
pub const DISTANCE: Kind = Kind {
    section: "force",
    type_name: Some("distance_stop"),
    summary: "A stop that keeps the distance of two points between two limits: with `upper` alone a rope, with `lower` a strut.",
    keys: &[
        BETWEEN,
        POSITION_A,
        POSITION_B,
        limit("lower", Quantity::LENGTH, "least distance; default: none"),
        limit("upper", Quantity::LENGTH, "largest distance; default: none"),
        LAW,
    ],
    channels: Length::CHANNELS,
};

const COEFFICIENT: Key = Key::optional(
    "coefficient",
    Form::Number(Quantity::NUMBER),
    "k of k ℓⁿ in SI units; instead of `stiffness` for other exponents than 1",
)
.within(Range::Positive);
const EXPONENT: Key =
    Key::with_default("exponent", Form::Number(Quantity::NUMBER), "1", "n of k ℓⁿ").within(Range::Between(1.0, 5.0));

const LAW: Key = Key::required("law", Form::Variant(LAWS), "force against the length beyond a limit");
const LAWS: &[Alternative] = normal_laws!(
    [
        Key::optional("stiffness", Form::Number(Quantity::STIFFNESS), "force for each length beyond, with exponent 1")
            .within(Range::Positive),
        COEFFICIENT,
        EXPONENT
    ],
    Key::required("damping", Form::Number(Quantity::DAMPING), "c").within(Range::NonNegative),
    Key::with_default("speed_floor", Form::Number(Quantity::VELOCITY), "\"1 mm/s\"", FLOOR).within(Range::Positive)
);

const ROTATIONAL_LAW: Key =
    Key::required("law", Form::Variant(ROTATIONAL_LAWS), "torque against the angle beyond a limit");
const ROTATIONAL_LAWS: &[Alternative] = normal_laws!(
    [
        Key::optional(
            "stiffness",
            Form::Number(Quantity::ROTATIONAL_STIFFNESS),
            "torque for each angle beyond, with exponent 1"
        )
        .within(Range::Positive),
        COEFFICIENT,
        EXPONENT
    ],
    Key::required("damping", Form::Number(Quantity::ROTATIONAL_DAMPING), "c").within(Range::NonNegative),
    Key::with_default("speed_floor", Form::Number(Quantity::ANGULAR_VELOCITY), "\"0.01 rad/s\"", FLOOR)
        .within(Range::Positive)
);
const FLOOR: &str = "the damping is that of an impact at least this fast";

const TORQUE: Channel =
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of the stop on B along the angle" };
const FORCE: Channel =
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "force of the stop on B along the coordinate" };
const LOSS: Channel = Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" };

/// The memory of the impacts at both limits follows that of the turns.
const OF_TURNS: usize = turns::MEMORY.len();
const OF_LIMIT: usize = impact::MEMORY.len();
const OF_LIMITS: [&str; 2 * OF_LIMIT] = joined(impact::MEMORY, impact::MEMORY);
const MEMORY: [&str; OF_TURNS + 2 * OF_LIMIT] = joined(&turns::MEMORY, &OF_LIMITS);

/// The mode of the impact at a limit in a mode of the stop; the last two modes are contact at the lower and at the
/// upper limit.
fn at_limit(mode: usize, limit: usize) -> usize {
    match mode {
        0 => 0,
        _ if mode == TOUCHING + limit => TOUCHING,
        _ => APART,
    }
}

/// The memory of a limit.
fn of_limit(memory: &[f64], limit: usize) -> &[f64] {
    &memory[OF_TURNS + limit * OF_LIMIT..][..OF_LIMIT]
}

/// One limit at one instant: the indentation ℓ and its rate.
struct Beyond<S> {
    limit: usize,
    depth: S,
    rate: S,
}

impl<C: Coordinate> Stop<C> {
    fn measured<S: Scalar>(&self, at: &At<S>) -> (MovingPair<S>, Measured<S>) {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let mut measured = C::measure(&moving);
        if C::TURNS {
            let (rate, time) = (measured.rate.value(), at.time.value());
            measured.value = turns::unwrapped(measured.value, rate, time, &at.memory[..OF_TURNS]);
        }
        (moving, measured)
    }

    /// The finite limits.
    fn beyond<S: Scalar>(&self, measured: &Measured<S>) -> impl Iterator<Item = Beyond<S>> + use<'_, S, C> {
        let Measured { value, rate, .. } = *measured;
        let [lower, upper] = self.limits;
        let both = [
            Beyond { limit: 0, depth: S::constant(lower) - value, rate: -rate },
            Beyond { limit: 1, depth: value - S::constant(upper), rate },
        ];
        both.into_iter().filter(|beyond| self.limits[beyond.limit].is_finite())
    }

    /// Effort on B, along the coordinate.
    fn effort<S: Scalar>(&self, at: &At<S>, measured: &Measured<S>) -> S {
        self.beyond(measured).fold(S::zero(), |sum, Beyond { limit, depth, rate }| {
            let memory = of_limit(at.memory, limit);
            let force = self.normal.force(at_limit(at.mode, limit), depth, rate, memory).total();
            if limit == 0 { sum + force } else { sum - force }
        })
    }
}

impl<C: Coordinate> Element for Stop<C> {
    type Tangent = Dual<12>;
    const MEMORY: &'static [&'static str] = &MEMORY;
    const MODES: &'static [&'static str] = &["by indentation", "apart", "at the lower limit", "at the upper limit"];
    const EVENT_FUNCTIONS: usize = 2;
    const LIMITS_STEP_SIZE: bool = true;
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = C::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory.fill(0.0);
        let mut mode = 0;
        for of_limit in memory[OF_TURNS..].chunks_exact_mut(OF_LIMIT) {
            mode = self.normal.start(of_limit);
        }
        mode
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        if !self.normal.law.jumps() {
            return;
        }
        for Beyond { limit, depth, rate } in self.beyond(&self.measured(at).1) {
            let mode = at_limit(at.mode, limit);
            // While one limit is in contact, the other is out of reach.
            if mode == TOUCHING || at.mode == APART {
                out[limit] = Normal::event(mode, depth, rate);
            }
        }
    }

    fn switch(&self, at: &At<f64>, limit: usize, _memory: &mut [f64]) -> usize {
        if at.mode == APART { TOUCHING + limit } else { APART }
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (moving, measured) = self.measured(at);
        let effort = -self.effort(at, &measured);
        act(r, at.nodes, moving.pair.b.x, measured.force.scale(effort), measured.torque.scale(effort));
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let measured = self.measured(at).1;
        turns::remember(measured.value, measured.rate, at.time, &mut memory[..OF_TURNS]);
        for Beyond { limit, depth, rate } in self.beyond(&measured) {
            let memory = &mut memory[OF_TURNS + limit * OF_LIMIT..][..OF_LIMIT];
            self.normal.commit(at.time, at_limit(at.mode, limit), depth, rate, memory);
        }
    }

    fn step_size_ratio(&self, at: &At<f64>) -> f64 {
        let beyond = self.beyond(&self.measured(at).1);
        let coarse = beyond.map(|b| self.normal.step_size_ratio(b.depth, b.rate, of_limit(at.memory, b.limit)));
        coarse.fold(0.0, f64::max)
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(C::wrench(&self.a, &self.b))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let mut energy = Energy::default();
        for Beyond { limit, depth, rate } in self.beyond(&self.measured(at).1) {
            let (mode, memory) = (at_limit(at.mode, limit), of_limit(at.memory, limit));
            energy.potential += self.normal.stored(mode, depth, memory);
            energy.dissipated += self.normal.dissipated(mode, depth, rate, memory);
        }
        energy
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let measured = self.measured(at).1;
        let effort = self.effort(at, &measured);
        out.copy_from_slice(&[measured.value, measured.rate, effort, self.energy(at).dissipated]);
    }
}

addable!(Stop<Bend>, Stop<Length>, Stop<Rotation>, Stop<Travel>);

/// For the generic check: always beyond its upper limit.
#[cfg(test)]
fn specimen<C: Coordinate>(coordinate: C) -> impl FnOnce(Frame, Frame) -> Stop<C> {
    let normal = Normal { law: NormalLaw::hunt_crossley(0.3, 1.0, 0.4), speed_floor: 2.0 };
    move |a, b| Stop { coordinate, a, b, limits: [-300.0, -200.0], normal }
}

examined!(
    ROTATION => between_frames(specimen(Rotation)),
    TRAVEL => between_frames(specimen(Travel)),
    CONE => between_frames(specimen(Bend)),
    DISTANCE => between_frames(specimen(Length)),
);
