//! Friction in joints, proportional to their own reactions.
//!
//! The surfaces of a joint slide with the velocity v and the angular velocity w of its degrees of freedom; at the
//! radius ρ of the surface the sliding speed is σ = √(v² + ρ² w²). They are pressed together by N = ‖F‖ + 2‖M‖/ℓ: the
//! reaction force, and the bending moment as a pair of forces at the ends of a bearing of length ℓ. The friction is
//!
//! ```text
//! f = −μ(σ) N v/σ,     τ = −μ(σ) N ρ² w/σ,     loss μ(σ) N σ
//! ```
//!
//! Virlez 2014, eq. 3.28 and 3.3: for a hinge the torque is μ ρ times the radial resultant, which is this with ℓ → ∞.

use super::joint::{self, Joint, Slip};
use super::joint_tangent;
use super::pair::{MovingPair, Pair, act};
use super::pair_tangent::{PairTangent, PairWrench};
use crate::describe::{Channel, Form, Key, Quantity, Range};
use crate::laws::Friction;
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::system::element::MAX_MULTIPLIERS;
use crate::system::{
    At, Condition, Element, Energy, ForceTangent, Increments, NodeId, Place, Residual, Sliding, TangentRow, Wrench,
};

/// μ of sliding.
pub(crate) const COEFFICIENT: Key =
    Key::required("coefficient", Form::Number(Quantity::NUMBER), "coefficient of friction in sliding")
        .within(Range::NonNegative);
/// μ close to rest.
pub(crate) const STATIC: Key = Key::optional(
    "static_coefficient",
    Form::Number(Quantity::NUMBER),
    "coefficient close to rest, or that breaks away; default: as in sliding",
)
.within(Range::NonNegative);
/// Its behaviour around rest.
pub(crate) const LAW: Key = Key::with_default(
    "law",
    Form::Choice(&["regularised", "stick"]),
    "\"regularised\"",
    "`regularised`: smooth around rest, creeps under load; `stick`: holds still until the load breaks it away",
);
/// The same where friction may hold by an elastic deflection.
pub(crate) const PRESLIDING_LAW: Key = Key::with_default(
    "law",
    Form::Choice(&["regularised", "stick", "presliding"]),
    "\"regularised\"",
    "`regularised`: smooth around rest, creeps under load; `stick`: holds still until the load breaks it away; `presliding`: the same without events, by an elastic deflection",
);
/// δ.
pub(crate) const DISPLACEMENT: Key = Key::with_default(
    "presliding_displacement",
    Form::Number(Quantity::LENGTH),
    "\"1 um\"",
    "elastic deflection at which surfaces begin to slide, where `law` is `presliding`",
)
.within(Range::Positive);
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
    "sliding speed over which the static coefficient fades; default: ten times `velocity`",
)
.within(Range::Positive);
const RADIUS: Key =
    Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the surface on which B turns against A")
        .within(Range::Positive);
const LENGTH: Key = Key::optional(
    "length",
    Form::Number(Quantity::LENGTH),
    "length of the bearing; bending torques load it only if it is given",
)
.within(Range::Positive);

/// The key `friction` of a joint.
const fn friction(keys: &'static [Key]) -> Key {
    Key::optional("friction", Form::Group(keys), "friction, driven by the reaction of the joint")
}

/// Friction of a hinge.
pub(crate) const HINGE: Key =
    friction(&[COEFFICIENT, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT, RADIUS, LENGTH]);
/// Friction of a prismatic joint.
pub(crate) const PRISMATIC: Key =
    friction(&[COEFFICIENT, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT, LENGTH]);
/// Friction of a joint that rotates and slides.
pub(crate) const CYLINDRICAL: Key =
    friction(&[COEFFICIENT, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT, RADIUS, LENGTH]);
/// Friction of a joint that rotates about a point.
pub(crate) const SPHERICAL: Key = friction(&[COEFFICIENT, STATIC, LAW, VELOCITY, STRIBECK, RADIUS]);
/// Friction of a joint that slides and rotates in a plane.
pub(crate) const PLANAR: Key =
    friction(&[COEFFICIENT, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT, RADIUS]);
/// Friction of a joint in which a point slides.
pub(crate) const INLINE: Key = friction(&[COEFFICIENT, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT]);
/// Friction of a rack and pinion.
pub(crate) const TEETH: Key = friction(&[
    COEFFICIENT,
    STATIC,
    LAW,
    VELOCITY,
    STRIBECK,
    Key::required(
        "radius",
        Form::Number(Quantity::LENGTH),
        "mean distance of the teeth in contact from the pitch point: they slide by so much for each radian",
    )
    .within(Range::Positive),
]);
/// Friction of a rod with two eyes.
pub(crate) const EYES: Key = friction(&[
    COEFFICIENT,
    STATIC,
    LAW,
    VELOCITY,
    STRIBECK,
    Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the pin or ball in the eye at either end")
        .within(Range::Positive),
]);
/// Rolling resistance.
pub(crate) const ROLLING: Key = Key::optional(
    "friction",
    Form::Group(&[
        Key::required(
            "coefficient",
            Form::Number(Quantity::NUMBER),
            "resistance to rolling as part of the normal force: the arm of rolling friction over the radius",
        )
        .within(Range::NonNegative),
        STATIC,
        LAW,
        VELOCITY,
        STRIBECK,
    ]),
    "resistance to rolling, driven by the normal force; with speeds of the circumference",
);

/// A number with its partials by the multipliers of a joint.
pub(crate) type ByReactions = Dual<8>;

/// The surfaces of a joint that slide on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// ρ, in metres; not used by joints that only slide.
    pub radius: f64,
    /// 2/ℓ, in 1/m; zero if bending does not load the bearing.
    pub bending: f64,
}

impl Surface {
    /// N by the multipliers of a joint's own parts.
    pub(crate) fn normal_force<J: Joint, S: Scalar>(&self, joint: &J, multipliers: &[S]) -> S {
        let press = joint.press(multipliers, self.radius);
        let force = length(press.force);
        if self.bending == 0.0 { force } else { force + length(press.bending) * self.bending }
    }

    /// N with its partials by the multipliers.
    pub(crate) fn seeded_normal_force<J: Joint>(&self, joint: &J, multipliers: &[f64]) -> ByReactions {
        let mut seeded = [ByReactions::zero(); MAX_MULTIPLIERS];
        for (k, (own, value)) in seeded.iter_mut().zip(multipliers).enumerate() {
            *own = ByReactions::seeded(*value, k, 1.0);
        }
        self.normal_force(joint, &seeded[..multipliers.len()])
    }

    /// σ.
    fn speed<S: Scalar>(&self, slip: &Slip<S>) -> S {
        root(slip.v.dot(slip.v) + slip.w.dot(slip.w) * (self.radius * self.radius))
    }
}

/// The square root; its derivative at zero, where it has a kink, is zero.
pub(crate) fn root<S: Scalar>(square: S) -> S {
    if square.value() == 0.0 { S::zero() } else { square.sqrt() }
}

fn length<S: Scalar>(v: Vec3<S>) -> S {
    root(v.dot(v))
}

/// A joint with regularised friction.
pub struct Frictional<J> {
    /// The joint.
    pub joint: J,
    /// The friction surfaces.
    pub surface: Surface,
    /// μ(σ).
    pub law: Friction,
}

#[allow(private_bounds)] // Joints are of this crate.
impl<J: Joint> Frictional<J> {
    /// Friction force and torque on B, and the loss.
    fn friction_force<S: Scalar>(&self, pair: &MovingPair<S>, multipliers: &[S]) -> (Vec3<S>, Vec3<S>, S) {
        let slip = self.joint.slip(pair);
        let normal = self.surface.normal_force(&self.joint, multipliers);
        let speed = self.surface.speed(&slip);
        let resistance = self.law.resistance(speed) * normal;
        let arm = self.surface.radius * self.surface.radius;
        (slip.v.scale(resistance), slip.w.scale(resistance * arm), resistance * speed * speed)
    }

    fn channels_at(&self, at: &At<f64>, pair: &MovingPair<f64>, out: &mut [f64]) {
        let loss = self.friction_force(pair, at.multipliers).2;
        let speed = self.surface.speed(&self.joint.slip(pair));
        let force = if speed == 0.0 { 0.0 } else { loss / speed };
        joint::channels(&self.joint, at, pair, at.multipliers, [force, loss], out);
    }

    fn condition_at(&self, at: &At<f64>, pair: &MovingPair<f64>) -> Condition {
        let speed = self.surface.speed(&self.joint.slip(pair));
        let loaded = self.surface.normal_force(&self.joint, at.multipliers) > 0.0;
        Condition { sliding: Some(Sliding::of(&self.law, speed, loaded)), ..Condition::default() }
    }
}

impl<J: Joint> Element for Frictional<J> {
    // Friction depends on the multipliers beyond the reaction, so they have partials of their own.
    type Tangent = Dual<20>;
    const HAS_ANALYTIC_TANGENT: bool = J::PLAIN;
    const CONSTRAINTS: usize = J::EQUATIONS;
    const VELOCITY_CONSTRAINTS: usize = J::ON_VELOCITIES;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const MEMORY: &'static [&'static str] = joint::memory_of::<J>();
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = J::CHANNELS;
    const DETAILS: &'static [&'static str] = joint::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let (force, torque) = joint::reaction(&self.joint, &pair.pair, at.multipliers);
        let (friction_force, twist, _) = self.friction_force(&pair, at.multipliers);
        act(r, at.nodes, pair.pair.b.x, force + friction_force, torque + twist);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        joint::values(&self.joint, &Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]), phi);
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        joint::velocities(&self.joint, at, phi);
    }

    fn analytic_gradients(&self, at: &At<f64>, rows: &mut [TangentRow]) {
        joint_tangent::gradients(&self.joint, at, rows);
    }

    /// Seen from A, the slip is linear in v and w. With f and τ per normal force, δf = R(σ) δv + R'(σ) δσ v, τ likewise, and the
    /// column of a multiplier is ∂N/∂λ times f and τ.
    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        joint_tangent::add_stiffness(&self.joint, at, by, &mut tangent.motion);
        let pair = PairTangent::new(self.joint.frames(), at.nodes, by);
        let normal = self.surface.seeded_normal_force(&self.joint, at.multipliers);
        let (slip, arm) = (self.joint.slip(&pair.moving), self.surface.radius * self.surface.radius);
        let speed = self.surface.speed(&slip);
        let resistance = self.law.resistance(Dual::<1>::seeded(speed, 0, 1.0));
        let wrench =
            |slip: &Slip<f64>, factor: f64| PairWrench { force: slip.v * factor, torque: slip.w * (factor * arm) };
        pair.add(
            &wrench(&slip, resistance.re * normal.re),
            |change| {
                let varied = self.joint.slip(&MovingPair { v: change.v, w: change.w, ..pair.moving });
                let product = slip.v.dot(varied.v) + slip.w.dot(varied.w) * arm;
                let speed_change = if speed > 0.0 { product / speed } else { 0.0 };
                let along = wrench(&varied, resistance.re * normal.re);
                let across = wrench(&slip, resistance.d[0] * speed_change * normal.re);
                PairWrench { force: along.force + across.force, torque: along.torque + across.torque }
            },
            &mut tangent.motion,
        );
        pair.add_by_multipliers(&wrench(&slip, resistance.re), &normal.d, &mut tangent.multipliers);
        true
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        joint::count_turns(&self.joint, at, memory);
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        self.condition_at(at, &MovingPair::on(self.joint.frames(), at.nodes))
    }

    fn observe(&self, at: &At<f64>, out: &mut [f64]) -> Condition {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        self.channels_at(at, &pair, out);
        self.condition_at(at, &pair)
    }

    fn wrench(&self) -> Option<Wrench> {
        self.joint.wrench()
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        Energy { dissipated: self.friction_force(&pair, at.multipliers).2, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        self.channels_at(at, &MovingPair::on(self.joint.frames(), at.nodes), out);
    }
}

/// For the generic check, whose differences must not cross the transition speed: far below or above it.
pub(crate) fn specimen<J: Joint>(joint: J, velocity: f64) -> Frictional<J> {
    let law =
        Friction::Stribeck { static_coefficient: 0.5, kinetic_coefficient: 0.3, stribeck_velocity: 3.0, velocity };
    Frictional { joint, surface: Surface { radius: 0.4, bending: 0.7 }, law }
}
