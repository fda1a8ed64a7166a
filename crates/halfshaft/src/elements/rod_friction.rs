//! A rod with friction in its eyes.

use super::joint::{self, Joint, Z};
use super::joint_friction::root;
use super::memory::{joined, memory};
use super::pair::{MovingPair, Pair};
use super::{Distance, joint_stick};
use crate::describe::Channel;
use crate::laws::Friction;
use crate::laws::friction::breakaway;
use crate::math::rotation::z_along;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, NodeId, Place, Residual, Sliding};
use joint_stick::{REST_SPEED_SHARE, SLIP_SPEED_ROUND_OFF};

/// A distance joint with friction in its eyes, on pins or balls of radius ρ, with the normal force N = |λ| of the rod.
///
/// ```text
/// s_k = (1 − e eᵀ)(ω_k − ω_r),   ω_r = e × (ẋ_B − ẋ_A)/ℓ         body k = A, B rotates in its eye
/// slip:  τ_k = −μ N ρ s_k/‖s_k‖ on body k                         until s_k stops
/// stick: e is fixed in the axes of body k                         until ‖τ_k‖ > μ_s N ρ
/// f = e × (τ_A + τ_B)/ℓ on B, −f on A                             because the rod is massless
/// ```
///
/// e is the unit vector from A to B along the rod. Rotation of a body about the rod causes no friction: the rod rotates
/// with it. The power is Σ τ_k·s_k, as e × τ·ẋ/ℓ = −τ·ω_r. Each eye sticks independently. The contribution of f to N is
/// neglected; it is smaller by the factor ρ/ℓ.
pub struct FrictionalRod {
    /// The rod.
    pub joint: Distance,
    /// ρ, in metres.
    pub radius: f64,
    /// The friction of its eyes.
    pub friction: EyeFriction,
}

/// The friction of an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EyeFriction {
    /// Regularised friction.
    Smooth(Friction),
    /// Stick-slip friction.
    Sticking {
        /// μ of sliding.
        kinetic: f64,
        /// μ_s.
        static_: f64,
    },
}

/// Number of multipliers per eye; they follow the multiplier of the length.
const HELD: usize = 2;

memory! {
    /// What the eye in A remembers: the rod's direction at sticking, the direction of the last slip, both in the body's
    /// axes, and the speed of that slip.
    OF_A {
        ROD: ["rod in A x", "rod in A y", "rod in A z"],
        SLIDING: ["sliding in A x", "sliding in A y", "sliding in A z"],
        SPEED: "slip in A",
    }
}
const OF_EYE: usize = OF_A.len();
/// The same of the eye in B.
const OF_B: [&str; OF_EYE] =
    ["rod in B x", "rod in B y", "rod in B z", "sliding in B x", "sliding in B y", "sliding in B z", "slip in B"];
const MEMORY: [&str; 2 * OF_EYE] = joined(OF_A, &OF_B);

/// The rod and one of its eyes.
struct Eye<S> {
    /// ω_k − ω_r perpendicular to the rod.
    slip: Vec3<S>,
    /// −τ_k, as it enters the residual of the body.
    torque: Vec3<S>,
}

/// Returns whether an eye is stuck in a mode.
fn stuck(mode: usize, eye: usize) -> bool {
    mode >> eye & 1 == 1
}

impl FrictionalRod {
    /// e and ‖x_B − x_A‖.
    fn along<S: Scalar>(pair: &Pair<S>) -> (Vec3<S>, S) {
        let d = pair.offset();
        let length = d.norm();
        (d.scale(S::one() / length), length)
    }

    /// ω_k − ω_r perpendicular to the rod.
    fn slip<S: Scalar>(&self, at: &At<S>, pair: &Pair<S>, eye: usize) -> Vec3<S> {
        let (e, length) = Self::along(pair);
        let of = |k: usize, x: Vec3<S>| {
            let body = &at.nodes[k];
            body.v + (body.at.r * body.w).cross(x - body.at.x)
        };
        let rod = e.cross(of(1, pair.b.x) - of(0, pair.a.x)).scale(S::one() / length);
        let body = at.nodes[eye].at.r * at.nodes[eye].w - rod;
        body - e.scale(e.dot(body))
    }

    fn eye<S: Scalar>(&self, at: &At<S>, pair: &Pair<S>, eye: usize) -> Eye<S> {
        let slip = self.slip(at, pair, eye);
        let memory = &at.memory[OF_EYE * eye..][..OF_EYE];
        let axes = if eye == 0 { &pair.a.r } else { &pair.b.r };
        if stuck(at.mode, eye) {
            let e = Self::along(pair).0;
            let held = &at.multipliers[1 + HELD * eye..][..HELD];
            let mut torque = Vec3::zero();
            for (across, &multiplier) in Self::across(&memory[ROD]).into_iter().zip(held) {
                torque += axes.times_constant_vector(across).cross(e).scale(multiplier);
            }
            return Eye { slip, torque };
        }
        let (normal, rho) = (at.multipliers[0].abs(), self.radius);
        let resistance = match self.friction {
            EyeFriction::Smooth(law) => law.resistance(root(slip.dot(slip)) * rho) * normal,
            EyeFriction::Sticking { kinetic, .. } => {
                let last = axes.times_constant_vector(Vec3::from_slice(&memory[SLIDING]));
                // Slip that would turn back is friction's to stop, as in the other joints that stick.
                let onward = slip.dot(last) * rho;
                let missing = if onward.value() < SLIP_SPEED_ROUND_OFF {
                    S::constant(SLIP_SPEED_ROUND_OFF) - onward
                } else {
                    S::zero()
                };
                let friction = slip + last.scale(missing * (1.0 / rho));
                let speed = root(friction.dot(friction)) * rho;
                if speed.value() == 0.0 {
                    return Eye { slip, torque: Vec3::zero() };
                }
                return Eye { slip, torque: friction.scale(normal * (kinetic * rho * rho) / speed) };
            }
        };
        Eye { slip, torque: slip.scale(resistance * (rho * rho)) }
    }

    /// Two directions across the one in which the rod stuck, in the axes of the body.
    fn across(rod: &[f64]) -> [Vec3; 2] {
        let along = Vec3::from_slice(rod);
        let axes = z_along(along * (1.0 / along.norm()));
        [axes.column(0), axes.column(1)]
    }

    fn pair<S: Scalar>(&self, at: &At<S>) -> Pair<S> {
        Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at])
    }

    /// ‖τ_k‖/ρ while an eye is stuck.
    fn holding(&self, at: &At<f64>, eye: usize) -> f64 {
        let held = &at.multipliers[1 + HELD * eye..];
        held[0].hypot(held[1]) / self.radius
    }
}

impl Element for FrictionalRod {
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = 1 + 2 * HELD;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const HAS_CONDITION: bool = true;
    const MEMORY: &'static [&'static str] = &MEMORY;
    const MODES: &'static [&'static str] = &["slipping", "stuck in A", "stuck in B", "stuck"];
    const EVENT_FUNCTIONS: usize = 2;
    const CHANNELS: &'static [Channel] = <Distance as Joint>::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    fn is_active(&self, mode: usize, constraint: usize) -> bool {
        constraint == 0 || stuck(mode, (constraint - 1) / HELD)
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = self.pair(at);
        let (e, length) = Self::along(&pair);
        let torques = [0, 1].map(|eye| self.eye(at, &pair, eye).torque);
        let across = e.cross(torques[0] + torques[1]).scale(S::one() / length);
        let force = e.scale(at.multipliers[0]) + across;
        r.wrench_at(0, &at.nodes[0].at, pair.a.x, -force, torques[0]);
        r.wrench_at(1, &at.nodes[1].at, pair.b.x, force, torques[1]);
        for k in (1..Self::CONSTRAINTS).filter(|k| !self.is_active(at.mode, *k)) {
            r.inactive_constraint_row(k, at.multipliers[k]);
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]);
        joint::values(&self.joint, &pair, &mut phi[..1]);
        let e = Self::along(&pair).0;
        for (eye, axes) in [&pair.a.r, &pair.b.r].into_iter().enumerate() {
            for (k, across) in Self::across(&at.memory[OF_EYE * eye..][ROD]).into_iter().enumerate() {
                phi[1 + HELD * eye + k] = axes.times_constant_vector(across).dot(e);
            }
        }
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let EyeFriction::Smooth(law) = &self.friction else { return Condition::default() };
        let pair = self.pair(at);
        let speed = [0, 1].map(|eye| self.slip(at, &pair, eye).norm() * self.radius).into_iter().fold(0.0, f64::max);
        let sliding = Some(Sliding::of(law, speed, at.multipliers[0] != 0.0));
        Condition { sliding, ..Condition::default() }
    }

    /// Initially slipping; before the first sticking, the rod's direction in memory is the z axis of the bodies.
    fn start(&self, memory: &mut [f64]) -> usize {
        memory.fill(0.0);
        memory.chunks_exact_mut(OF_EYE).for_each(|eye| eye[ROD][Z] = 1.0);
        0
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        let EyeFriction::Sticking { static_, kinetic } = self.friction else { return };
        let most = breakaway(static_, kinetic);
        let pair = self.pair(at);
        for eye in 0..2 {
            if stuck(at.mode, eye) {
                out[eye] = most * at.multipliers[0].abs() - self.holding(at, eye);
                continue;
            }
            let axes = if eye == 0 { pair.a.r } else { pair.b.r };
            let last = axes * Vec3::from_slice(&at.memory[OF_EYE * eye..][SLIDING]);
            // Where the last step has left no direction there was no slip.
            let none = last == Vec3::zero();
            out[eye] = if none { -f64::MIN_POSITIVE } else { self.slip(at, &pair, eye).dot(last) };
        }
    }

    fn switch(&self, at: &At<f64>, eye: usize, memory: &mut [f64]) -> usize {
        let pair = self.pair(at);
        let axes = if eye == 0 { pair.a.r } else { pair.b.r };
        let memory = &mut memory[OF_EYE * eye..][..OF_EYE];
        if stuck(at.mode, eye) {
            // It slips opposite to the friction that held it.
            let torque = self.eye(at, &pair, eye).torque;
            let size = torque.norm();
            let direction = if size > 0.0 { torque * (1.0 / size) } else { Vec3::zero() };
            memory[SLIDING].copy_from_slice(&axes.transpose_times(direction).0);
            memory[SPEED] = 0.0;
            return at.mode & !(1 << eye);
        }
        let slip = self.slip(at, &pair, eye);
        let speed = slip.norm() * self.radius;
        if speed > SLIP_SPEED_ROUND_OFF.max(REST_SPEED_SHARE * memory[SPEED]) {
            memory[SLIDING].copy_from_slice(&axes.transpose_times(slip * (1.0 / slip.norm())).0);
            memory[SPEED] = speed;
            return at.mode;
        }
        memory[ROD].copy_from_slice(&axes.transpose_times(Self::along(&pair).0).0);
        at.mode | 1 << eye
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let pair = self.pair(at);
        for (eye, memory) in memory.chunks_exact_mut(OF_EYE).enumerate().filter(|(eye, _)| !stuck(at.mode, *eye)) {
            let slip = self.slip(at, &pair, eye);
            let (size, speed) = (slip.norm(), slip.norm() * self.radius);
            if speed > SLIP_SPEED_ROUND_OFF {
                let axes = if eye == 0 { pair.a.r } else { pair.b.r };
                memory[SLIDING].copy_from_slice(&axes.transpose_times(slip * (1.0 / size)).0);
                memory[SPEED] = speed;
            }
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let pair = self.pair(at);
        let loss = |eye: usize| {
            let Eye { slip, torque } = self.eye(at, &pair, eye);
            if stuck(at.mode, eye) { 0.0 } else { torque.dot(slip) }
        };
        Energy { dissipated: loss(0) + loss(1), ..Energy::default() }
    }

    /// The friction channels are the sums of both eyes.
    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let pair = self.pair(at);
        let force = |eye: usize| self.eye(at, &pair, eye).torque.norm() / self.radius;
        let friction = [force(0) + force(1), self.energy(at).dissipated];
        let moving = MovingPair::on(self.joint.frames(), at.nodes);
        joint::channels(&self.joint, at, &moving, at.multipliers, friction, out);
    }
}

addable!(FrictionalRod);

/// For the generic check, with regularised friction.
pub(crate) fn specimen(joint: Distance) -> FrictionalRod {
    let law = Friction::Stribeck {
        static_coefficient: 0.5,
        kinetic_coefficient: 0.3,
        stribeck_velocity: 3.0,
        velocity: 50.0,
    };
    FrictionalRod { joint, radius: 0.4, friction: EyeFriction::Smooth(law) }
}

/// For the generic check, with stick-slip friction.
pub(crate) fn sticking_specimen(joint: Distance) -> FrictionalRod {
    FrictionalRod { joint, radius: 0.4, friction: EyeFriction::Sticking { kinetic: 0.3, static_: 0.5 } }
}
