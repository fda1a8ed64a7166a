//! Friction in joints, driven by their own reactions.
//!
//! The surfaces of a joint slide with the velocity v and the angular velocity w that the joint leaves free; at the
//! radius ρ of the surface that is the speed σ = √(v² + ρ² w²). They are pressed together by N = ‖F‖ + 2‖M‖/ℓ: the
//! reaction force, and the bending torque as a pair of forces at the ends of a bearing of length ℓ. Against the slip acts
//!
//! ```text
//! f = −μ(σ) N v/σ,     τ = −μ(σ) N ρ² w/σ,     loss μ(σ) N σ
//! ```
//!
//! Virlez 2014, eq. 3.28 and 3.3: for a hinge the torque is μ ρ times the radial resultant, which is this with ℓ → ∞.

use super::joint::{self, Joint, Press, Slip, X};
use super::pair::{MovingPair, Pair, act};
use crate::describe::{Channel, Form, Key, Quantity, Range};
use crate::laws::Friction;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, NodeId, Place, Residual};

/// μ in sliding.
pub(crate) const COEFFICIENT: Key =
    Key::required("coefficient", Form::Number(Quantity::NUMBER), "coefficient of friction in sliding")
        .within(Range::NonNegative);
/// μ close to rest.
pub(crate) const STATIC: Key = Key::optional(
    "static_coefficient",
    Form::Number(Quantity::NUMBER),
    "coefficient close to rest, or that breaks away; as in sliding where it is left out",
)
.within(Range::NonNegative);
/// How it behaves around rest.
pub(crate) const LAW: Key = Key::with_default(
    "law",
    Form::Choice(&["regularised", "stick"]),
    "\"regularised\"",
    "`regularised`: smooth around rest, creeps under load; `stick`: holds still until the load breaks it away",
);
/// ε.
pub(crate) const VELOCITY: Key = Key::with_default(
    "velocity",
    Form::Number(Quantity::VELOCITY),
    "\"10 mm/s\"",
    "sliding speed from which friction is full, where it is regularised",
)
.within(Range::Positive);
/// v_s.
pub(crate) const STRIBECK: Key = Key::optional(
    "stribeck_velocity",
    Form::Number(Quantity::VELOCITY),
    "sliding speed over which the static coefficient fades; ten times `velocity` where it is left out",
)
.within(Range::Positive);
const RADIUS: Key =
    Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the surface on which B turns against A")
        .within(Range::Positive);
const LENGTH: Key = Key::optional(
    "length",
    Form::Number(Quantity::LENGTH),
    "length of the bearing, so that bending torques load it too; they do not where it is left out",
)
.within(Range::Positive);

/// The key `friction` of a joint.
const fn friction(keys: &'static [Key]) -> Key {
    Key::optional("friction", Form::Group(keys), "friction, driven by the reaction of the joint")
}

/// Friction of a hinge.
pub(crate) const HINGE: Key = friction(&[COEFFICIENT, STATIC, LAW, VELOCITY, STRIBECK, RADIUS, LENGTH]);
/// Friction of a prismatic joint.
pub(crate) const PRISMATIC: Key = friction(&[COEFFICIENT, STATIC, LAW, VELOCITY, STRIBECK, LENGTH]);
/// Friction of a joint that turns and slides.
pub(crate) const CYLINDRICAL: Key = friction(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK, RADIUS, LENGTH]);
/// Friction of a joint that turns about a point.
pub(crate) const SPHERICAL: Key = friction(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK, RADIUS]);
/// Friction of a joint that slides in a plane and turns in it.
pub(crate) const PLANAR: Key = friction(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK, RADIUS]);
/// Friction of a joint in which a point slides.
pub(crate) const INLINE: Key = friction(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK]);

/// The surfaces of a joint that slide on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// ρ, in metres; not used by joints that only slide.
    pub radius: f64,
    /// 2/ℓ, in 1/m; zero where bending does not load the bearing.
    pub bending: f64,
}

impl Surface {
    /// N.
    fn normal_force<S: Scalar>(&self, press: &Press<S>) -> S {
        let force = length(press.force);
        if self.bending == 0.0 { force } else { force + length(press.bending) * self.bending }
    }

    /// σ.
    fn speed<S: Scalar>(&self, slip: &Slip<S>) -> S {
        root(slip.v.dot(slip.v) + slip.w.dot(slip.w) * (self.radius * self.radius))
    }
}

/// The root of a square; at zero, where it has a kink, with derivative zero.
fn root<S: Scalar>(square: S) -> S {
    if square.value() == 0.0 { S::zero() } else { square.sqrt() }
}

fn length<S: Scalar>(v: Vec3<S>) -> S {
    root(v.dot(v))
}

/// A joint with friction that is smooth around rest.
pub struct Frictional<J> {
    /// The joint.
    pub joint: J,
    /// Where it rubs.
    pub surface: Surface,
    /// μ(σ).
    pub law: Friction,
}

#[allow(private_bounds)] // Joints are of this crate.
impl<J: Joint> Frictional<J> {
    /// Friction force and torque on B, and the loss.
    fn rub<S: Scalar>(&self, pair: &MovingPair<S>, multipliers: &[S]) -> (Vec3<S>, Vec3<S>, S) {
        let slip = self.joint.slip(pair);
        let normal = self.surface.normal_force(&self.joint.press(multipliers));
        let speed = self.surface.speed(&slip);
        let resistance = self.law.resistance(speed) * normal;
        let arm = self.surface.radius * self.surface.radius;
        (slip.v.scale(resistance), slip.w.scale(resistance * arm), resistance * speed * speed)
    }
}

impl<J: Joint> Element for Frictional<J> {
    // Friction depends on the multipliers beyond the reaction, so they have partials of their own.
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = J::EQUATIONS;
    const RUBS: bool = true;
    const MEMORY: &'static [&'static str] = joint::memory_of::<J>();
    const CHANNELS: &'static [Channel] = J::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let (force, torque) = joint::reaction(&self.joint, &pair.pair, at.multipliers);
        let (rub, twist, _) = self.rub(&pair, at.multipliers);
        act(r, at.nodes, pair.pair.b.x, force + rub, torque + twist);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        joint::values(&self.joint, &Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]), phi);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        joint::count_turns(&self.joint, at, memory);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        Energy { dissipated: self.rub(&pair, at.multipliers).2, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let loss = self.rub(&pair, at.multipliers).2;
        let speed = self.surface.speed(&self.joint.slip(&pair));
        let force = if speed == 0.0 { 0.0 } else { loss / speed };
        joint::channels(&self.joint, at, [force, loss], out);
    }
}

/// A joint with one freedom: B turns about A's z axis, or slides along it.
pub(crate) trait OneFreedom: Joint {
    /// Whether it turns.
    const TURNING: bool;
}

/// A hinge or prismatic joint that sticks: at rest the freedom is held by a constraint, whose multiplier is the friction.
///
/// ```text
/// slip:  λ_f = ±μ N ρ          until the speed is zero
/// stick: x = x_stuck           until |λ_f| > μ_s N ρ
/// ```
///
/// The multiplier is always there and its equation switches. What x was when it came to rest is remembered, so that
/// nothing creeps. ρ = 1 for a prismatic joint.
pub struct Sticking<J> {
    /// The joint.
    pub joint: J,
    /// Where it rubs.
    pub surface: Surface,
    /// μ in sliding.
    pub kinetic: f64,
    /// μ_s.
    pub static_: f64,
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;
const STUCK: usize = 2;

#[allow(private_bounds)] // Joints are of this crate.
impl<J: OneFreedom> Sticking<J> {
    /// The place of x_stuck, behind what the joint remembers.
    const STUCK_AT: usize = joint::memory_of::<J>().len();
    /// The place of λ_f, behind the multipliers of the joint.
    const OWN: usize = J::EQUATIONS;

    /// N ρ.
    fn capacity<S: Scalar>(&self, multipliers: &[S]) -> S {
        let arm = if J::TURNING { self.surface.radius } else { 1.0 };
        self.surface.normal_force(&self.joint.press(multipliers)) * arm
    }

    fn rate(&self, at: &At<f64>) -> f64 {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let z = pair.pair.a.r.column(joint::Z);
        z.dot(if J::TURNING { pair.w } else { pair.v })
    }

    /// Φ of the freedom: x − x_stuck. An angle is taken as the sine of the difference, which needs no count of turns.
    fn held<S: Scalar>(&self, pair: &Pair<S>, stuck_at: f64) -> S {
        if !J::TURNING {
            return pair.a.r.column(joint::Z).dot(pair.offset()) - S::constant(stuck_at);
        }
        pair.b.r.column(X).dot(across(pair, stuck_at))
    }
}

/// The exit from a mode of slip: a slip of exactly zero is none.
fn slipping(rate: f64) -> f64 {
    if rate == 0.0 { -f64::MIN_POSITIVE } else { rate }
}

/// A's y axis, turned about z by an angle: at right angles to B's x axis where B is turned by that angle.
fn across<S: Scalar>(pair: &Pair<S>, angle: f64) -> Vec3<S> {
    pair.a.r.column(joint::Y) * angle.cos() - pair.a.r.column(X) * angle.sin()
}

impl<J: OneFreedom> Element for Sticking<J> {
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = J::EQUATIONS + 1;
    const RUBS: bool = true;
    const MEMORY: &'static [&'static str] =
        if J::TURNS { &["angle", "speed", "time", "stuck at"] } else { &["stuck at"] };
    const MODES: &'static [&'static str] = &["forward", "backward", "stuck"];
    const EXITS: usize = 2;
    const CHANNELS: &'static [Channel] = J::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    /// Slipping; where there is no slip, that mode is left for the stuck one before anything moves.
    fn start(&self, _memory: &mut [f64]) -> usize {
        FORWARD
    }

    fn holds(&self, mode: usize, constraint: usize) -> bool {
        constraint != Self::OWN || mode == STUCK
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let (mut force, mut torque) = joint::reaction(&self.joint, &pair, at.multipliers);
        let own = at.multipliers[Self::OWN];
        match (J::TURNING, at.mode) {
            // The reaction of the constraint; where it is met, the z axis.
            (true, STUCK) => {
                let across = across(&pair, at.memory[Self::STUCK_AT]);
                torque += pair.b.r.column(X).cross(across).scale(own);
            }
            (true, _) => torque += pair.a.r.column(joint::Z).scale(own),
            (false, _) => force += pair.a.r.column(joint::Z).scale(own),
        }
        act(r, at.nodes, pair.b.x, force, torque);
        let limit = self.capacity(at.multipliers) * self.kinetic;
        match at.mode {
            FORWARD => r.instead(Self::OWN, own - limit),
            BACKWARD => r.instead(Self::OWN, own + limit),
            _ => {}
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]);
        let (joint, own) = phi.split_at_mut(J::EQUATIONS);
        joint::values(&self.joint, &pair, joint);
        own[0] = self.held(&pair, at.memory[Self::STUCK_AT]);
    }

    fn exits(&self, at: &At<f64>, out: &mut [f64]) {
        match at.mode {
            FORWARD => out[0] = slipping(self.rate(at)),
            BACKWARD => out[0] = slipping(-self.rate(at)),
            _ => {
                let limit = self.static_ * self.capacity(at.multipliers);
                out[0] = limit - at.multipliers[Self::OWN];
                out[1] = limit + at.multipliers[Self::OWN];
            }
        }
    }

    fn switch(&self, at: &At<f64>, exit: usize, memory: &mut [f64]) -> usize {
        match (at.mode, exit) {
            (STUCK, 0) => FORWARD,
            (STUCK, _) => BACKWARD,
            _ => {
                let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
                let travel = pair.a.r.column(joint::Z).dot(pair.offset());
                memory[Self::STUCK_AT] = if J::TURNING { pair.angle() } else { travel };
                STUCK
            }
        }
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        joint::count_turns(&self.joint, at, &mut memory[..Self::STUCK_AT]);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let dissipated = if at.mode == STUCK { 0.0 } else { at.multipliers[Self::OWN] * self.rate(at) };
        Energy { dissipated, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let arm = if J::TURNING { self.surface.radius } else { 1.0 };
        let force = at.multipliers[Self::OWN] / arm;
        joint::channels(&self.joint, at, [force, self.energy(at).dissipated], out);
    }
}

impl OneFreedom for super::Hinge {
    const TURNING: bool = true;
}

impl OneFreedom for super::Prismatic {
    const TURNING: bool = false;
}

/// For the generic check, whose differences must not cross the speed where the transition ends: far below or above it.
pub(crate) fn specimen<J: Joint>(joint: J, velocity: f64) -> Frictional<J> {
    let law =
        Friction::Stribeck { static_coefficient: 0.5, kinetic_coefficient: 0.3, stribeck_velocity: 3.0, velocity };
    Frictional { joint, surface: Surface { radius: 0.4, bending: 0.7 }, law }
}

/// For the generic check.
pub(crate) fn sticking_specimen<J: OneFreedom>(joint: J) -> Sticking<J> {
    Sticking { joint, surface: Surface { radius: 0.4, bending: 0.7 }, kinetic: 0.3, static_: 0.5 }
}
