//! Friction clutch and brake.

use super::shaft::twist;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::memory::memory;
use crate::elements::signals::Input;
use crate::elements::stick_slip::{BACKWARD, FORWARD, FrictionState, FrictionSurface, STUCK, inactive_rows};
use crate::laws::function::Table;
use crate::laws::{DryFriction, Function, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A friction clutch between two shafts; to the ground, a brake.
///
/// ```text
/// slipping:  λ = ± C(t) f(|ω|),       ω = φ̇_A − φ̇_B
/// stuck:     φ_A − φ_B = constant,    |λ| ≤ ρ C(t)
/// torque that A transmits to B:   λ + sign(ω) D(|ω|)
/// ```
///
/// λ is the torque of the linings, in all modes, and D ≥ 0 the drag of the oil between them, with D(0) = 0, which an open clutch has
/// too; C the sliding torque, ρ the ratio of static to sliding friction, f
/// the dependence of the sliding torque on the speed. Modes, events and switching as in `stick_slip.rs`, with C as capacity:
/// it sticks where ω comes to zero, and breaks away where holding takes more than ρ C. ρ is never below f at rest. While
/// stuck, λ is the multiplier of the constraint, so it is exactly the torque that the motion needs. The angle at sticking
/// is remembered and no coordinate is reset. An open clutch, C = 0, is a mode of its own.
/// Crowther & Zhang 2005, eqs. 7-13, who use a tolerance of zero speed and lagged accelerations in place of modes.
pub struct Clutch {
    /// A and B.
    pub between: [ScalarId; 2],
    /// C, in N m.
    pub capacity: Input,
    /// The C below which it is open, in N m.
    pub open_below: f64,
    /// ρ and f.
    pub friction: Slip,
    /// D over |ω|, in N m over rad/s; none for a dry clutch.
    pub drag: Option<Table>,
    /// φ_A − φ_B at the start.
    pub angle: f64,
    /// The mode at the start.
    pub start: usize,
}

/// How friction depends on the speed of sliding, relative to the sliding torque.
pub struct Slip {
    /// ρ.
    pub static_ratio: f64,
    /// The speed in rad/s with which f fades from ρ to one, as exp(−(ω/ω_s)²); f starts at one where there is none.
    pub stribeck_speed: Option<f64>,
    /// What f gains for each rad/s: positive for a wet clutch that does not judder.
    pub slope: f64,
    /// f itself over |ω|, in place of the rest.
    pub table: Option<Table>,
}

impl Slip {
    /// f, for a speed that is not negative.
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

/// Beside the modes of friction with one component of slip.
const OPEN: usize = 3;

/// Below this part of the largest torque that is prescribed, or of 1 N m if that is less or if a signal prescribes it, a clutch is open.
const OPEN_SHARE: f64 = 1e-9;

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
            "slip with which friction falls from static to sliding; default: at once",
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
            "drag",
            Form::Curve(Quantity::ANGULAR_VELOCITY, Quantity::TORQUE),
            "drag torque of the oil over slip, also while open: from no torque at no slip",
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

memory! { MEMORY { ANGLE_AT_STICKING: "angle at sticking", SPEED: "slip", } }

const CHANNELS: &[Channel] = &[
    Channel { name: "slip", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed of A minus speed of B" },
    Channel { name: "angle", quantity: Quantity::ANGLE, meaning: "angle of A minus angle of B" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque it carries, positive where A drives B" },
    Channel { name: "capacity", quantity: Quantity::TORQUE, meaning: "torque it carries while slipping, at no speed" },
    Channel { name: "stuck", quantity: Quantity::NUMBER, meaning: "1 while stuck, 0 while slipping or open" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
    Channel { name: "drag", quantity: Quantity::TORQUE, meaning: "part of the torque that is drag of the oil" },
];

impl Clutch {
    /// The torque in N m below which a clutch is open if this torque is prescribed.
    pub fn open_below(prescribed: &Input) -> f64 {
        match prescribed {
            Input::Time(function) => OPEN_SHARE * function.magnitude().min(1.0),
            Input::Signal(_) => OPEN_SHARE,
        }
    }

    /// The mode in which it starts with a speed of slip and a prescribed sliding torque.
    pub fn mode_at(slip: f64, prescribed: &Input) -> usize {
        match slip {
            _ if prescribed.at_start() <= Clutch::open_below(prescribed) => OPEN,
            s if s > 0.0 => FORWARD,
            s if s < 0.0 => BACKWARD,
            _ => STUCK,
        }
    }

    /// sign(ω) D(|ω|).
    fn drag_torque<S: Scalar>(&self, slip: S) -> S {
        match &self.drag {
            None => S::zero(),
            Some(drag) if slip.value() < 0.0 => -drag.value(-slip),
            Some(drag) => drag.value(slip),
        }
    }

    /// Power that linings and oil dissipate.
    fn loss(&self, at: &At<f64>) -> f64 {
        let slip = twist(at.scalars).1;
        self.friction_loss(at) + self.drag_torque(slip) * slip
    }

    /// C.
    fn sliding_torque<S: Scalar>(&self, at: &At<S>) -> S {
        self.capacity.value(at, 2)
    }
}

impl FrictionSurface<1> for Clutch {
    /// Relative to C.
    fn coefficients(&self) -> DryFriction {
        DryFriction { kinetic: self.friction.factor(0.0), static_: self.friction.static_ratio }
    }

    fn capacity(&self, at: &At<f64>) -> f64 {
        self.sliding_torque(at)
    }

    fn slip(&self, at: &At<f64>) -> [f64; 1] {
        [twist(at.scalars).1]
    }

    fn friction(&self, at: &At<f64>) -> [f64; 1] {
        [at.multipliers[0]]
    }

    fn state(&self, at: &At<f64>) -> FrictionState<1> {
        FrictionState::of_mode(at.mode, at.memory[SPEED])
    }

    fn remember(&self, _mode: usize, state: &FrictionState<1>, memory: &mut [f64]) -> usize {
        state.write_mode(&mut memory[SPEED])
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[ANGLE_AT_STICKING] = twist(at.scalars).0;
    }
}

impl Element for Clutch {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["slipping", "slipping backward", "stuck", "open"];
    const EVENT_FUNCTIONS: usize = 2;

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
        let torque = at.multipliers[0] + self.drag_torque(twist(at.scalars).1);
        r.scalar(0, torque);
        r.scalar(1, -torque);
        let limit = |speed| self.sliding_torque(at) * self.friction.factor(speed);
        let state = FrictionState::of_mode(at.mode, at.memory[SPEED]);
        inactive_rows(self, at, &[state.sliding_friction(twist(at.scalars).1, limit)], r);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0] - at.scalars[1] - S::constant(at.memory[ANGLE_AT_STICKING]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        let (capacity, open) = (self.sliding_torque(at), self.open_below);
        if at.mode == OPEN {
            out[0] = open - capacity;
            return;
        }
        out[0] = self.friction_event(at);
        out[1] = capacity - 0.5 * open;
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match (at.mode, event) {
            // It closes with the slip that it has: a mode without direction is left for that of the slip, or for rest.
            (OPEN, _) | (_, 0) => self.switch_friction(at, memory),
            _ => OPEN,
        }
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.commit_slip(at, memory);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.capacity.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { dissipated: self.loss(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (angle, slip) = twist(at.scalars);
        let stuck = f64::from(u8::from(at.mode == STUCK));
        let drag = self.drag_torque(slip);
        out.copy_from_slice(&[slip, angle, at.multipliers[0] + drag, self.capacity(at), stuck, self.loss(at), drag]);
    }
}

addable!(Clutch);

/// For the generic check.
pub(crate) fn specimen(between: [ScalarId; 2]) -> Clutch {
    let friction = Slip { static_ratio: 1.3, stribeck_speed: Some(3.0), slope: 0.2, table: None };
    let capacity = Input::Time(Function::Polynomial(vec![1.4, -0.3]));
    let drag = Table::new(&[[0.0, 0.0], [0.3, 0.4], [9.0, 0.1]], false).ok();
    Clutch { between, open_below: Clutch::open_below(&capacity), capacity, friction, drag, angle: 0.2, start: STUCK }
}

/// For the generic check: with its torque from a node.
pub(crate) fn actuated_specimen([a, b, z]: [ScalarId; 3]) -> Clutch {
    Clutch { capacity: Input::Signal(z), ..specimen([a, b]) }
}

examined!(KIND => on_shafts(specimen));
