//! Rigid gear stage with losses.

use super::stage::CHANNELS;
use crate::describe::Channel;
use crate::elements::memory::memory;
use crate::elements::stick_slip::{BACKWARD, FORWARD, FrictionState, FrictionSurface, STUCK, inactive_rows};
use crate::laws::DryFriction;
use crate::laws::function::Table;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A rigid gear stage whose teeth lose a part of the power, by its direction, and whose bearings have friction by speed.
///
/// ```text
/// (φ_A − φ_C) − i (φ_B − φ_C) = constant
/// torques on A, B, C:  −λ − f,  i λ,  (1 − i) λ + f,      s = φ̇_A − φ̇_C
/// turning:  f = sign(s) L,   L = D(|s|) + |λ| (1/η_AB − 1)   where λ s ≥ 0, A drives B
///                            L = D(|s|) + |λ| (1 − η_BA)     where λ s < 0, B drives A
/// locked:   φ_A − φ_C = constant, f from its constraint,  within the L of both directions
/// ```
///
/// λ is what reaches B, f the friction at A. Without bearing friction D, the power that reaches B is η_AB of what A puts in, and the
/// power that reaches A is η_BA of what B puts in. With η_BA ≤ 0 the stage is self-locking: B cannot drive it, it comes to rest and is held
/// by a constraint. Modes, events and switching as in `stick_slip.rs`, with L as capacity. Pelchen, Schweiger & Otter 2002, "Modeling and
/// simulating the efficiency of gearboxes and of planetary gearboxes", eqs. 1-9, with their friction at A written in what reaches B.
///
/// Where the inertia of B seen from A, J_B/i², is larger than J_A/|η_BA| for η_BA < 0, motion driven by B has no unique solution: real
/// worm drives do not get there.
pub struct LossyStage {
    /// A and B.
    pub between: [ScalarId; 2],
    /// C.
    pub carrier: ScalarId,
    /// i.
    pub ratio: f64,
    /// (φ_A − φ_C) − i (φ_B − φ_C), initially.
    pub offset: f64,
    /// η_AB, in (0, 1], and η_BA, at most 1.
    pub efficiency: [f64; 2],
    /// D over |s|, in N m over rad/s; none without bearing friction.
    pub bearing_friction: Option<Table>,
    /// φ_A − φ_C at the start.
    pub angle: f64,
    /// The mode at the start.
    pub start: usize,
}

memory! { MEMORY { ANGLE_WHERE_LOCKED: "angle where locked", SPEED: "speed", } }

impl LossyStage {
    /// The mode in which it starts with a speed of A against the carrier.
    pub fn mode_at(speed: f64) -> usize {
        match speed {
            s if s > 0.0 => FORWARD,
            s if s < 0.0 => BACKWARD,
            _ => STUCK,
        }
    }

    /// L for turning in the direction d, ±1.
    fn limit<S: Scalar>(&self, lambda: S, speed: S, d: f64) -> S {
        let [forward, backward] = self.efficiency;
        let along = lambda * d;
        let teeth = if along.value() >= 0.0 { along * (1.0 / forward - 1.0) } else { -along * (1.0 - backward) };
        self.bearing_friction.as_ref().map_or(S::zero(), |friction| friction.value(speed)) + teeth
    }

    fn speed<S: Scalar>(at: &At<S>) -> S {
        at.scalars[0].v - at.scalars[2].v
    }

    fn torques<S: Scalar>(&self, lambda: S, friction: S) -> [S; 3] {
        [-lambda - friction, lambda * self.ratio, lambda * (1.0 - self.ratio) + friction]
    }
}

impl FrictionSurface<1> for LossyStage {
    /// Relative to L.
    fn coefficients(&self) -> DryFriction {
        DryFriction { kinetic: 1.0, static_: 1.0 }
    }

    /// L for turning the way in which it is pushed.
    fn capacity(&self, at: &At<f64>) -> f64 {
        let d = if at.multipliers[1] < 0.0 { -1.0 } else { 1.0 };
        self.limit(at.multipliers[0], 0.0, d)
    }

    fn slip(&self, at: &At<f64>) -> [f64; 1] {
        [LossyStage::speed(at)]
    }

    fn friction(&self, at: &At<f64>) -> [f64; 1] {
        [at.multipliers[1]]
    }

    fn state(&self, at: &At<f64>) -> FrictionState<1> {
        FrictionState::of_mode(at.mode, at.memory[SPEED])
    }

    fn remember(&self, _mode: usize, state: &FrictionState<1>, memory: &mut [f64]) -> usize {
        state.write_mode(&mut memory[SPEED])
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[ANGLE_WHERE_LOCKED] = at.scalars[0].q - at.scalars[2].q;
    }
}

impl Element for LossyStage {
    type Tangent = Dual<8>;
    const CONSTRAINTS: usize = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = &["turning", "turning backward", "locked"];
    const EVENT_FUNCTIONS: usize = 1;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.between[0], self.between[1], self.carrier]
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory[ANGLE_WHERE_LOCKED] = self.angle;
        self.start
    }

    fn is_active(&self, mode: usize, constraint: usize) -> bool {
        constraint == 0 || mode == STUCK
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [lambda, friction] = [at.multipliers[0], at.multipliers[1]];
        for (k, torque) in self.torques(lambda, friction).into_iter().enumerate() {
            r.scalar(k, -torque);
        }
        let state = FrictionState::of_mode(at.mode, at.memory[SPEED]);
        let d = if at.mode == BACKWARD { -1.0 } else { 1.0 };
        let sliding = state.sliding_friction(LossyStage::speed(at), |speed| self.limit(lambda, speed, d));
        inactive_rows(self, at, &[S::zero(), sliding], r);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let [a, b, c] = [at.scalars[0], at.scalars[1], at.scalars[2]];
        phi[0] = (a - c) - (b - c) * self.ratio - S::constant(self.offset);
        phi[1] = a - c - S::constant(at.memory[ANGLE_WHERE_LOCKED]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = self.friction_event(at);
    }

    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        self.switch_friction(at, memory)
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.commit_slip(at, memory);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { dissipated: self.friction_loss(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [a, b, c] = self.torques(at.multipliers[0], at.multipliers[1]);
        out.copy_from_slice(&[a, b, c, self.friction_loss(at), f64::from(u8::from(at.mode == STUCK))]);
    }
}

addable!(LossyStage);

/// For the generic check.
pub(crate) fn specimen([a, b, carrier]: [ScalarId; 3]) -> LossyStage {
    let bearing_friction = Table::new(&[[-20.0, 0.3], [20.0, 0.9]], false).ok();
    let (ratio, offset, efficiency) = (-2.7, 0.3, [0.9, 0.7]);
    LossyStage { between: [a, b], carrier, ratio, offset, efficiency, bearing_friction, angle: 0.2, start: FORWARD }
}
