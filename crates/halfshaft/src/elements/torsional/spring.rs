//! Multi-stage spring with hysteresis.

use super::shaft::twist;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::memory::memory;
use crate::laws::SpringLaw;
use crate::laws::function::{BadTable, Table};
use crate::laws::spring::Elastic;
use crate::math::{Dual, Scalar};
use crate::system::{At, Condition, Element, Energy, Residual, ScalarId, ScalarMotion};

/// The torsional damper of a clutch disc or the arc springs of a dual-mass flywheel: a spring of several stages in
/// parallel with dry friction.
///
/// ```text
/// τ = s(φ) + d φ̇ + τ_f,      φ = φ_A − φ_B
/// s: straight lines through points, continued beyond the last ones
/// τ_f = k_f (φ − φ₀)  stuck, |τ_f| ≤ H;      τ_f = ± H  sliding,      H = H₀ + c ω_A²
/// ```
///
/// The friction is that of a spring in series with a slider (Jenkins element): it slides if its spring would exceed H,
/// and sticks again when the slider, which moves by φ̇ − τ̇_f/k_f, reverses. Both are events. Kinks between stages are
/// not: the torque is continuous there, and error control shortens the step where its slope jumps.
pub struct StagedSpring {
    /// A and B.
    pub between: [ScalarId; 2],
    /// s in N m and d in N m s/rad.
    pub law: SpringLaw,
    /// H₀, in N m.
    pub friction: f64,
    /// c, in N m s²/rad²: friction of parts that centrifugal force presses against A, proportional to the square of its
    /// speed.
    pub centrifugal: f64,
    /// k_f, in N m/rad.
    pub holding_stiffness: f64,
    /// φ₀, initially.
    pub start: f64,
}

const HELD: usize = 0;
const FORWARD: usize = 1;
const BACKWARD: usize = 2;

/// `[[driveline]]` with `type = "staged_spring"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("staged_spring"),
    summary: "A spring of several stages with dry friction: the torsional damper of a clutch disc.",
    keys: &[
        BETWEEN,
        Key::required(
            "torque",
            Form::Curve(Quantity::ANGLE, Quantity::TORQUE),
            "torque over twist, straight between the points and beyond them",
        ),
        Key::with_default("damping", Form::Number(Quantity::ROTATIONAL_DAMPING), "0", "torque for each speed of twist")
            .within(Range::NonNegative),
        Key::with_default(
            "friction",
            Form::Number(Quantity::TORQUE),
            "0",
            "torque of the dry friction; the loop of hysteresis is twice as high",
        )
        .within(Range::NonNegative),
        Key::optional(
            "holding_stiffness",
            Form::Number(Quantity::ROTATIONAL_STIFFNESS),
            "stiffness of the friction before it slides; default: a hundred times the softest stage",
        )
        .within(Range::Positive),
    ],
    channels: CHANNELS,
};

memory! { MEMORY { FREE_TWIST: "twist without friction", } }

pub(super) const CHANNELS: &[Channel] = &[
    Channel { name: "twist", quantity: Quantity::ANGLE, meaning: "angle of A minus angle of B" },
    Channel { name: "twist_rate", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed of A minus speed of B" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque it carries, positive where A drives B" },
    Channel { name: "friction_torque", quantity: Quantity::TORQUE, meaning: "part of the torque from friction" },
    Channel {
        name: "sliding",
        quantity: Quantity::NUMBER,
        meaning: "1 or −1 while the friction slides, 0 while it holds",
    },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl StagedSpring {
    /// s and d: straight lines through points with increasing twist, of which the first and the last go on.
    pub fn law(points: &[[f64; 2]], damping: f64) -> Result<SpringLaw, BadTable> {
        Ok(SpringLaw::new(Elastic::Table(Table::extended(points)?), damping))
    }

    fn has_friction(&self) -> bool {
        self.friction > 0.0 || self.centrifugal > 0.0
    }

    /// H.
    fn limit<S: Scalar>(&self, at: &At<S>) -> S {
        let speed = at.scalars[0].v;
        speed * speed * self.centrifugal + S::constant(self.friction)
    }

    /// Speed of the slider while it slides: the rate of the twist minus that of its spring as H changes.
    fn sliding(&self, at: &At<f64>) -> f64 {
        let ScalarMotion { v, dv, .. } = at.scalars[0];
        let wound = 2.0 * self.centrifugal * v * dv / self.holding_stiffness;
        twist(at.scalars).1 - if at.mode == FORWARD { wound } else { -wound }
    }

    /// τ_f.
    fn friction<S: Scalar>(&self, at: &At<S>) -> S {
        match at.mode {
            _ if !self.has_friction() => S::zero(),
            HELD => (twist(at.scalars).0 - S::constant(at.memory[FREE_TWIST])) * self.holding_stiffness,
            FORWARD => self.limit(at),
            _ => -self.limit(at),
        }
    }

    fn torque<S: Scalar>(&self, at: &At<S>) -> S {
        let (angle, rate) = twist(at.scalars);
        self.law.effort(angle, rate) + self.friction(at)
    }
}

impl Element for StagedSpring {
    type Tangent = Dual<4>;
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["held", "sliding forward", "sliding backward"];
    const EVENT_FUNCTIONS: usize = 2;
    const HAS_CONDITION: bool = true;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory[FREE_TWIST] = self.start;
        HELD
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let torque = self.torque(at);
        r.scalar(0, torque);
        r.scalar(1, -torque);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        if !self.has_friction() {
            return;
        }
        match at.mode {
            HELD => {
                let (carried, limit) = (self.friction(at), self.limit(at));
                (out[0], out[1]) = (limit - carried, limit + carried);
            }
            FORWARD => out[0] = self.sliding(at),
            _ => out[0] = -self.sliding(at),
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match (at.mode, event) {
            (HELD, 0) => FORWARD,
            (HELD, _) => BACKWARD,
            _ => {
                // It sticks with the torque that it had, reduced slightly so that round-off does not make it slide
                // immediately.
                let (angle, _) = twist(at.scalars);
                memory[FREE_TWIST] = angle - (1.0 - 1e-9) * self.friction(at) / self.holding_stiffness;
                HELD
            }
        }
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        // A stage without stiffness is free play.
        let held = self.has_friction() && at.mode == HELD;
        let open = self.law.stiffness(twist(at.scalars).0) == 0.0 && !held;
        Condition { open, ..Condition::default() }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (angle, rate) = twist(at.scalars);
        let friction = self.friction(at);
        let slides = if at.mode == HELD { 0.0 } else { friction * self.sliding(at) };
        // The spring of the slider stays loaded while it slides.
        let held = 0.5 * friction * friction / self.holding_stiffness;
        let dissipated = self.law.dissipated(rate) + slides;
        Energy { potential: self.law.stored(angle) + held, dissipated, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (angle, rate) = twist(at.scalars);
        let friction = self.friction(at);
        let sliding = [0.0, 1.0, -1.0][at.mode];
        let energy = self.energy(at);
        out.copy_from_slice(&[angle, rate, self.torque(at), friction, sliding, energy.potential, energy.dissipated]);
    }
}

addable!(StagedSpring);

/// For the generic check.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> StagedSpring {
    // One stage that is wide enough: the check takes differences, which do not see corners.
    let law = StagedSpring::law(&[[-5.0, -7.5], [5.0, 7.5]], 0.3).expect("two points with increasing twist");
    StagedSpring { between, law, friction: 0.8, centrifugal: 0.05, holding_stiffness: 0.9, start: 0.1 }
}

examined!(KIND => on_shafts(specimen));
