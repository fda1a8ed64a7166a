//! Friction clutch and brake.

use super::shaft::twist;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::memory::memory;
use crate::elements::signals::Input;
use crate::laws::friction::breakaway;
use crate::laws::function::Table;
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A friction clutch between two shafts; to the ground, a brake.
///
/// ```text
/// slipping:  λ = ± C(t) f(|ω|),       ω = φ̇_A − φ̇_B
/// stuck:     φ_A − φ_B = constant,    |λ| ≤ ρ C(t)
/// ```
///
/// λ is the torque transmitted from A; C the sliding torque, ρ the ratio of static to sliding friction, f the
/// dependence of the sliding torque on speed. Slipping and stuck are modes: it sticks when ω reaches zero, and breaks
/// away when the torque of the constraint exceeds ρ C. While stuck, λ is the multiplier of the constraint, exactly the
/// torque that the motion requires. ρ is never below f at rest. The angle at sticking is stored in memory and no
/// coordinate is reset. An open clutch, C = 0, is another mode. Crowther & Zhang 2005, eqs. 7-13, use a tolerance of
/// zero speed and lagged accelerations instead of modes.
pub struct Clutch {
    /// A and B.
    pub between: [ScalarId; 2],
    /// C, in N m.
    pub capacity: Input,
    /// ρ and f.
    pub friction: Slip,
    /// φ_A − φ_B, initially.
    pub angle: f64,
    /// The initial mode.
    pub start: usize,
}

/// Dependence of friction on the sliding speed, relative to the sliding torque.
pub struct Slip {
    /// ρ.
    pub static_ratio: f64,
    /// The speed in rad/s over which f decays from ρ to one, as exp(−(ω/ω_s)²); without it, f starts at one.
    pub stribeck_speed: Option<f64>,
    /// Increase of f per rad/s: positive for a wet clutch without judder.
    pub slope: f64,
    /// f over |ω|, which overrides the other parameters.
    pub table: Option<Table>,
}

impl Slip {
    /// f, for a nonnegative speed.
    fn factor<S: Scalar>(&self, speed: S) -> S {
        if let Some(table) = &self.table {
            return table.value(speed);
        }
        let peak = self.stribeck_speed.map_or(S::zero(), |fades| {
            let s = speed * (1.0 / fades);
            (-(s * s)).exp() * (self.static_ratio - 1.0)
        });
        S::one() + peak + speed * self.slope
    }
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;
const STUCK: usize = 2;
const OPEN: usize = 3;

/// Below this torque in N m a clutch is open.
const OPEN_CAPACITY: f64 = 1e-9;

/// `[[driveline]]` with `type = "clutch"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("clutch"),
    summary: "A friction clutch that slips, sticks and breaks away; with the ground as B, a brake. Its sliding torque is given by `torque`, or by `pressure` with `radii`, `surfaces` and `coefficient`.",
    keys: &[
        BETWEEN,
        Key::optional("torque", Form::Input(Quantity::TORQUE), "torque it carries while slipping"),
        Key::optional("pressure", Form::Input(Quantity::PRESSURE), "apply pressure on its linings"),
        Key::optional("radii", Form::Pair(&Form::Number(Quantity::LENGTH)), "inner and outer radius of the linings")
            .within(Range::Positive),
        Key::with_default("surfaces", Form::Count, "2", "how many pairs of friction surfaces it has")
            .within(Range::Between(1.0, 1000.0)),
        Key::optional("coefficient", Form::Number(Quantity::NUMBER), "sliding friction coefficient")
            .within(Range::Positive),
        Key::with_default(
            "static_ratio",
            Form::Number(Quantity::NUMBER),
            "1",
            "static friction relative to sliding friction",
        )
        .within(Range::Positive),
        Key::optional(
            "stribeck_speed",
            Form::Number(Quantity::ANGULAR_VELOCITY),
            "slip with which friction falls from static to sliding; at once where it is left out",
        )
        .within(Range::Positive),
        Key::with_default(
            "slope",
            Form::Number(Quantity::PART_PER_ANGULAR_VELOCITY),
            "0",
            "part of the sliding torque gained with each speed of slip; negative where a clutch judders",
        ),
        Key::optional(
            "friction",
            Form::Curve(Quantity::ANGULAR_VELOCITY, Quantity::NUMBER),
            "sliding torque over slip, relative to `torque`; in place of `stribeck_speed` and `slope`",
        ),
        Key::optional(
            "lag",
            Form::Number(Quantity::TIME),
            "time constant with which torque or pressure follow what is prescribed",
        )
        .within(Range::Positive),
    ],
    channels: CHANNELS,
};

memory! { MEMORY { ANGLE_AT_STICKING: "angle at sticking", } }

const CHANNELS: &[Channel] = &[
    Channel { name: "slip", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed of A less that of B" },
    Channel { name: "angle", quantity: Quantity::ANGLE, meaning: "angle of A less that of B" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque it carries, positive where A drives B" },
    Channel { name: "capacity", quantity: Quantity::TORQUE, meaning: "torque it carries while slipping, at no speed" },
    Channel { name: "stuck", quantity: Quantity::NUMBER, meaning: "1 while stuck, 0 while slipping or open" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "power turned into heat" },
];

impl Clutch {
    /// The initial mode for a slip speed and a sliding torque.
    pub fn mode_at(slip: f64, capacity: f64) -> usize {
        match slip {
            _ if capacity <= OPEN_CAPACITY => OPEN,
            s if s > 0.0 => FORWARD,
            s if s < 0.0 => BACKWARD,
            _ => STUCK,
        }
    }

    fn capacity<S: Scalar>(&self, at: &At<S>) -> S {
        self.capacity.value(at, 2)
    }
}

impl Element for Clutch {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["slipping", "slipping backward", "stuck", "open"];
    const EVENT_FUNCTIONS: usize = 3;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.into_iter().chain(self.capacity.signal()).collect()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory[ANGLE_AT_STICKING] = self.angle;
        self.start
    }

    fn is_active(&self, mode: usize, _constraint: usize) -> bool {
        mode == STUCK
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let torque = at.multipliers[0];
        r.scalar(0, torque);
        r.scalar(1, -torque);
        let slip = twist(at.scalars).1;
        match at.mode {
            FORWARD => r.inactive_constraint_row(0, torque - self.capacity(at) * self.friction.factor(slip)),
            BACKWARD => r.inactive_constraint_row(0, torque + self.capacity(at) * self.friction.factor(-slip)),
            OPEN => r.inactive_constraint_row(0, torque),
            _ => {}
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0] - at.scalars[1] - S::constant(at.memory[ANGLE_AT_STICKING]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        let (slip, capacity) = (twist(at.scalars).1, self.capacity(at));
        if at.mode == OPEN {
            out[0] = OPEN_CAPACITY - capacity;
            return;
        }
        match at.mode {
            FORWARD => out[0] = slip,
            BACKWARD => out[0] = -slip,
            _ => {
                let sliding = self.friction.factor(0.0);
                let most = breakaway(self.friction.static_ratio, sliding) * capacity;
                (out[0], out[1]) = (most - at.multipliers[0], most + at.multipliers[0]);
            }
        }
        out[2] = capacity - 0.5 * OPEN_CAPACITY;
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        let (angle, slip) = twist(at.scalars);
        let mode = match (at.mode, event) {
            (OPEN, _) => Clutch::mode_at(slip, 2.0 * OPEN_CAPACITY),
            (_, 2) => OPEN,
            (STUCK, 0) => FORWARD,
            (STUCK, _) => BACKWARD,
            _ => STUCK,
        };
        if mode == STUCK {
            memory[ANGLE_AT_STICKING] = angle;
        }
        mode
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.capacity.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let dissipated = if at.mode == STUCK { 0.0 } else { at.multipliers[0] * twist(at.scalars).1 };
        Energy { dissipated, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (angle, slip) = twist(at.scalars);
        let stuck = f64::from(u8::from(at.mode == STUCK));
        let dissipation = self.energy(at).dissipated;
        out.copy_from_slice(&[slip, angle, at.multipliers[0], self.capacity(at), stuck, dissipation]);
    }
}

addable!(Clutch);

/// For the generic check.
pub(crate) fn specimen(between: [ScalarId; 2]) -> Clutch {
    let friction = Slip { static_ratio: 1.3, stribeck_speed: Some(3.0), slope: 0.2, table: None };
    let capacity = Input::Time(Function::Polynomial(vec![1.4, -0.3]));
    Clutch { between, capacity, friction, angle: 0.2, start: STUCK }
}

/// For the generic check: with its torque from a node.
pub(crate) fn actuated_specimen([a, b, z]: [ScalarId; 3]) -> Clutch {
    Clutch { capacity: Input::Signal(z), ..specimen([a, b]) }
}
