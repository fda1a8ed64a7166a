//! A rod with friction in its eyes.

use super::Distance;
use super::joint::{self, Joint, Z};
use super::joint_friction::root;
use super::memory::{joined, memory};
use super::pair::{MovingPair, Pair};
use super::stick_slip::{FrictionState, FrictionSurface, inactive_rows, norm, sliding_friction};
use crate::describe::Channel;
use crate::laws::{DryFriction, Friction};
use crate::math::rotation::z_along;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, NodeId, Place, Residual, Sliding, Wrench};

/// A distance joint with friction between its eyes and pins or balls of radius ρ, under the normal force N = |λ| of the rod.
///
/// ```text
/// s_k = (1 − e eᵀ)(ω_k − ω_r),   ω_r = e × (ẋ_B − ẋ_A)/ℓ         body k = A, B turns in its eye
/// slip:  τ_k = −μ N ρ s_k/‖s_k‖ on body k
/// stick: e stays where it is in the axes of body k                breakaway: ‖τ_k‖ > μ_s N ρ
/// f = e × (τ_A + τ_B)/ℓ on B, −f on A                             because the rod has no mass
/// ```
///
/// e from A to B along the rod. Rotation of a body about the rod itself causes no friction: the rod turns with it. Power is
/// Σ τ_k·s_k, as e × τ·ẋ/ℓ = −τ·ω_r. Each eye sticks on its own. The share of f in N is neglected; it is smaller by ρ/ℓ.
pub struct FrictionalRod {
    /// The rod.
    pub joint: Distance,
    /// ρ, in metres.
    pub radius: f64,
    /// The friction law.
    pub friction: EyeFriction,
}

/// The friction of an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EyeFriction {
    /// Smooth around rest.
    Smooth(Friction),
    /// With sticking.
    Sticking(DryFriction),
}

/// The multiplier of the length comes first, then two for each eye.
const HELD: usize = 2;

memory! {
    /// What the eye in A remembers: the rod's direction at sticking, the direction of the last slip, both in the body's
    /// axes, and the speed of that slip.
    OF_A {
        ROD: ["rod in A x", "rod in A y", "rod in A z"],
        LAST_SLIP: ["sliding in A x", "sliding in A y", "sliding in A z", "slip in A"],
    }
}
const OF_EYE: usize = OF_A.len();
/// The same of the eye in B.
const OF_B: [&str; OF_EYE] =
    ["rod in B x", "rod in B y", "rod in B z", "sliding in B x", "sliding in B y", "sliding in B z", "slip in B"];
const MEMORY: [&str; 2 * OF_EYE] = joined(OF_A, &OF_B);

/// Whether an eye is stuck in a mode.
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

    /// ω_k − ω_r across the rod.
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

    /// −τ_k: what stands in the residual of the body.
    fn torque<S: Scalar>(&self, at: &At<S>, pair: &Pair<S>, eye: usize) -> Vec3<S> {
        let memory = &at.memory[OF_EYE * eye..][..OF_EYE];
        let axes = if eye == 0 { &pair.a.r } else { &pair.b.r };
        if stuck(at.mode, eye) {
            let e = Self::along(pair).0;
            let held = &at.multipliers[1 + HELD * eye..][..HELD];
            let mut torque = Vec3::zero();
            for (across, &multiplier) in Self::across(&memory[ROD]).into_iter().zip(held) {
                torque += axes.times_constant_vector(across).cross(e).scale(multiplier);
            }
            return torque;
        }
        let slip = self.slip(at, pair, eye) * self.radius;
        let normal = at.multipliers[0].abs();
        let friction = match self.friction {
            EyeFriction::Smooth(law) => slip.scale(law.resistance(root(slip.dot(slip))) * normal),
            EyeFriction::Sticking(DryFriction { kinetic, .. }) => {
                let last = axes.times_constant_vector(Vec3::from_slice(&memory[LAST_SLIP]));
                Vec3(sliding_friction(slip.0, &last.0, normal * kinetic))
            }
        };
        friction * self.radius
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

    fn surfaces(&self) -> [EyeSurface<'_>; 2] {
        [0, 1].map(|eye| EyeSurface { rod: self, eye })
    }

    fn friction_loss(&self, at: &At<f64>) -> f64 {
        self.surfaces().iter().map(|surface| surface.friction_loss(at)).sum()
    }
}

/// One of the eyes, where slip and friction are in the axes of its body, at the radius ρ.
struct EyeSurface<'a> {
    rod: &'a FrictionalRod,
    eye: usize,
}

impl EyeSurface<'_> {
    /// A vector of the world at the radius ρ, in the axes of the body.
    fn in_body(&self, pair: &Pair, v: Vec3) -> [f64; 3] {
        let axes = if self.eye == 0 { &pair.a.r } else { &pair.b.r };
        axes.transpose_times(v).0
    }
}

impl FrictionSurface<3> for EyeSurface<'_> {
    /// Friction that is smooth around rest does not stick.
    fn coefficients(&self) -> DryFriction {
        match self.rod.friction {
            EyeFriction::Sticking(coefficients) => coefficients,
            EyeFriction::Smooth(_) => DryFriction { kinetic: 0.0, static_: 0.0 },
        }
    }

    fn capacity(&self, at: &At<f64>) -> f64 {
        at.multipliers[0].abs()
    }

    fn slip(&self, at: &At<f64>) -> [f64; 3] {
        let pair = self.rod.pair(at);
        self.in_body(&pair, self.rod.slip(at, &pair, self.eye) * self.rod.radius)
    }

    fn friction(&self, at: &At<f64>) -> [f64; 3] {
        let pair = self.rod.pair(at);
        self.in_body(&pair, self.rod.torque(at, &pair, self.eye) * (1.0 / self.rod.radius))
    }

    fn state(&self, at: &At<f64>) -> FrictionState<3> {
        FrictionState::read(stuck(at.mode, self.eye), &at.memory[OF_EYE * self.eye..][LAST_SLIP])
    }

    fn remember(&self, mode: usize, state: &FrictionState<3>, memory: &mut [f64]) -> usize {
        let bit = 1 << self.eye;
        if state.write(&mut memory[OF_EYE * self.eye..][LAST_SLIP]) { mode | bit } else { mode & !bit }
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        let pair = self.rod.pair(at);
        let e = FrictionalRod::along(&pair).0;
        memory[OF_EYE * self.eye..][ROD].copy_from_slice(&self.in_body(&pair, e));
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
        let torques = [0, 1].map(|eye| self.torque(at, &pair, eye));
        let across = e.cross(torques[0] + torques[1]).scale(S::one() / length);
        let force = e.scale(at.multipliers[0]) + across;
        r.wrench_at(0, &at.nodes[0].at, pair.a.x, -force, torques[0]);
        r.wrench_at(1, &at.nodes[1].at, pair.b.x, force, torques[1]);
        inactive_rows(self, at, &[], r);
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

    /// Slipping, with the rod along z of the bodies until it has stuck.
    fn start(&self, memory: &mut [f64]) -> usize {
        memory.fill(0.0);
        memory.chunks_exact_mut(OF_EYE).for_each(|eye| eye[ROD][Z] = 1.0);
        0
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        if let EyeFriction::Sticking(_) = self.friction {
            self.surfaces().iter().zip(out).for_each(|(surface, out)| *out = surface.friction_event(at));
        }
    }

    fn switch(&self, at: &At<f64>, eye: usize, memory: &mut [f64]) -> usize {
        self.surfaces()[eye].switch_friction(at, memory)
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.surfaces().iter().for_each(|surface| surface.commit_slip(at, memory));
    }

    fn wrench(&self) -> Option<Wrench> {
        self.joint.wrench()
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { dissipated: self.friction_loss(at), ..Energy::default() }
    }

    /// The friction is that of both eyes together.
    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let force = self.surfaces().iter().map(|surface| norm(&surface.friction(at))).sum();
        let moving = MovingPair::on(self.joint.frames(), at.nodes);
        joint::channels(&self.joint, at, &moving, at.multipliers, [force, self.friction_loss(at)], out);
    }
}

addable!(FrictionalRod);

/// For the generic check, with friction that is smooth around rest.
pub(crate) fn specimen(joint: Distance) -> FrictionalRod {
    let law = Friction::Stribeck {
        static_coefficient: 0.5,
        kinetic_coefficient: 0.3,
        stribeck_velocity: 3.0,
        velocity: 50.0,
    };
    FrictionalRod { joint, radius: 0.4, friction: EyeFriction::Smooth(law) }
}

/// For the generic check, with friction that sticks.
pub(crate) fn sticking_specimen(joint: Distance) -> FrictionalRod {
    FrictionalRod { joint, radius: 0.4, friction: EyeFriction::Sticking(DryFriction { kinetic: 0.3, static_: 0.5 }) }
}
