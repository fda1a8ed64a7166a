//! Teeth with losses: a rigid stage, an elastic mesh or a planetary set.

use crate::describe::{Channel, Form, Key, Quantity, Range};
use crate::elements::memory::memory;
use crate::elements::stick_slip::{BACKWARD, FORWARD, FrictionState, FrictionSurface, STUCK, inactive_rows};
use crate::laws::DryFriction;
use crate::laws::function::Table;
use crate::math::{Dual, Scalar};
use crate::system::{At, Condition, Element, Energy, EventHandling, Place, Residual, ScalarId};

/// Teeth that lose a part of the power, by its direction, and bearings with friction by speed.
///
/// ```text
/// torques on A and C beside those of the teeth:  −f, f,      s = φ̇_A − φ̇_C
/// turning:  f = sign(s) L,   L = D(|s|) + |λ| (1/η_AB − 1)   where λ s ≥ 0, A drives B
///                            L = D(|s|) + |λ| (1 − η_BA)     where λ s < 0, B drives A
/// locked:   φ_A − φ_C = constant, f from its constraint,  within the L of both directions
/// ```
///
/// A is the first wheel, or the sun; C the carrier. λ is what the teeth take from A, f the friction at A. Without bearing friction D, the
/// power that reaches B is η_AB of what A puts in, and the power that reaches A is η_BA of what B puts in, both seen from the carrier. With
/// η_BA ≤ 0 the teeth are self-locking: B cannot drive them, they come to rest and are held by a constraint. Modes, events and switching as
/// in `stick_slip.rs`, with L as capacity. Pelchen, Schweiger & Otter 2002, "Modeling and simulating the efficiency of gearboxes and of
/// planetary gearboxes", eqs. 1-9, with their friction at A written in what reaches B.
///
/// Where the inertia of B seen from A, J_B/i², is larger than J_A/|η_BA| for η_BA < 0, motion driven by B has no unique solution: real
/// worm drives do not get there.
pub struct Lossy<T> {
    /// The same without losses.
    pub teeth: T,
    /// Its losses.
    pub losses: Losses,
    /// φ_A − φ_C at the start.
    pub angle: f64,
    /// φ̇_A − φ̇_C at the start.
    pub speed: f64,
}

/// Efficiencies of teeth and friction of bearings.
pub struct Losses {
    /// η_AB, in (0, 1], and η_BA, at most 1.
    pub efficiency: [f64; 2],
    /// D over |s|, in N m over rad/s; none without bearing friction.
    pub bearing_friction: Option<Table>,
}

impl Losses {
    /// L for turning in the direction d, ±1.
    fn limit<S: Scalar>(&self, lambda: S, speed: S, d: f64) -> S {
        let [forward, backward] = self.efficiency;
        let along = lambda * d;
        let teeth = if along.value() >= 0.0 { along * (1.0 / forward - 1.0) } else { -along * (1.0 - backward) };
        self.bearing_friction.as_ref().map_or(S::zero(), |friction| friction.value(speed)) + teeth
    }
}

/// The key of the efficiencies of teeth between A and B.
pub(super) const EFFICIENCY: Key = efficiency(
    "part of the power that gets through the teeth where A drives B, and where B drives A; the second is zero or less where they are self-locking; default: no loss",
);

/// The key of efficiencies.
pub(super) const fn efficiency(meaning: &'static str) -> Key {
    Key::optional("efficiency", Form::Pair(&Form::Number(Quantity::NUMBER)), meaning).within(Range::Between(-10.0, 1.0))
}

/// The key of the friction of bearings.
pub(super) const BEARING_FRICTION: Key = bearing_friction(
    "friction torque at A over its speed, both against the carrier, in addition to the losses of the teeth",
);

pub(super) const fn bearing_friction(meaning: &'static str) -> Key {
    Key::optional("bearing_friction", Form::Curve(Quantity::ANGULAR_VELOCITY, Quantity::TORQUE), meaning)
}

/// The channel of the dissipated power.
pub(super) const DISSIPATION: Channel =
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" };
/// The channel that shows whether teeth are locked.
pub(super) const LOCKED: Channel =
    Channel { name: "locked", quantity: Quantity::NUMBER, meaning: "1 while friction holds it, 0 while it turns" };

/// Teeth that may have losses. Their first shaft is A, the third is C.
pub trait Teeth: Element {
    /// The modes of friction for each of their own modes.
    const MODES_WITH_LOSSES: &'static [&'static str] = &["turning", "turning backward", "locked"];
    /// Which of their channels are the torque on A, the torque on C, the dissipated power, and whether they are locked.
    const LOSS_CHANNELS: [usize; 4];

    /// λ, what they take from A.
    fn transmitted<S: Scalar>(&self, at: &At<S>) -> S;
}

memory! { MEMORY { ANGLE_WHERE_LOCKED: "angle where locked", SPEED: "speed", } }

/// The most constraints that teeth with losses have: those of a planetary set, and the one that locks it.
const MOST_CONSTRAINTS: usize = 3;
/// Modes of friction in each mode of the teeth.
const FRICTION_MODES: usize = 3;

impl<T: Teeth> Lossy<T> {
    /// What the teeth see.
    fn inner<'a, S: Scalar>(at: &At<'a, S>) -> At<'a, S> {
        let multipliers = &at.multipliers[..T::CONSTRAINTS];
        At { multipliers, memory: &[], mode: at.mode / FRICTION_MODES, ..*at }
    }

    fn relative_speed<S: Scalar>(at: &At<S>) -> S {
        at.scalars[0].v - at.scalars[2].v
    }

    fn friction_state<S: Scalar>(at: &At<S>) -> FrictionState<1> {
        FrictionState::of_mode(at.mode % FRICTION_MODES, at.memory[SPEED])
    }
}

impl<T: Teeth> FrictionSurface<1> for Lossy<T> {
    /// Relative to L.
    fn coefficients(&self) -> DryFriction {
        DryFriction { kinetic: 1.0, static_: 1.0 }
    }

    /// L for turning the way in which it is pushed.
    fn capacity(&self, at: &At<f64>) -> f64 {
        let d = if at.multipliers[T::CONSTRAINTS] < 0.0 { -1.0 } else { 1.0 };
        self.losses.limit(self.teeth.transmitted(&Self::inner(at)), 0.0, d)
    }

    fn slip(&self, at: &At<f64>) -> [f64; 1] {
        [Self::relative_speed(at)]
    }

    fn friction(&self, at: &At<f64>) -> [f64; 1] {
        [at.multipliers[T::CONSTRAINTS]]
    }

    fn state(&self, at: &At<f64>) -> FrictionState<1> {
        Self::friction_state(at)
    }

    fn remember(&self, mode: usize, state: &FrictionState<1>, memory: &mut [f64]) -> usize {
        mode - mode % FRICTION_MODES + state.write_mode(&mut memory[SPEED])
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[ANGLE_WHERE_LOCKED] = at.scalars[0].q - at.scalars[2].q;
    }

    /// Between the flanks of elastic teeth nothing is lost in them.
    fn is_unloaded(&self, at: &At<f64>) -> bool {
        T::CONSTRAINTS == 0 && self.losses.bearing_friction.is_none() && self.teeth.transmitted(&Self::inner(at)) == 0.0
    }
}

impl<T: Teeth> Element for Lossy<T> {
    type Tangent = Dual<8>;
    const CONSTRAINTS: usize = T::CONSTRAINTS + 1;
    const INTERNAL: bool = T::INTERNAL;
    const CHANNELS: &'static [Channel] = T::CHANNELS;
    const DETAILS: &'static [&'static str] = T::DETAILS;
    const MEMORY: &'static [&'static str] = MEMORY;
    const MODES: &'static [&'static str] = T::MODES_WITH_LOSSES;
    const EVENT_FUNCTIONS: usize = T::EVENT_FUNCTIONS + 1;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const ELASTIC: bool = T::ELASTIC;
    const HAS_CONDITION: bool = true;

    fn scalars(&self) -> Vec<ScalarId> {
        self.teeth.scalars()
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        memory[ANGLE_WHERE_LOCKED] = self.angle;
        let turning = match self.speed {
            s if s > 0.0 => FORWARD,
            s if s < 0.0 => BACKWARD,
            _ => STUCK,
        };
        FRICTION_MODES * self.teeth.start(&mut []) + turning
    }

    fn is_active(&self, mode: usize, constraint: usize) -> bool {
        match constraint == T::CONSTRAINTS {
            true => mode % FRICTION_MODES == STUCK,
            false => self.teeth.is_active(mode / FRICTION_MODES, constraint),
        }
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let inner = Self::inner(at);
        self.teeth.residual(&inner, r);
        let friction = at.multipliers[T::CONSTRAINTS];
        r.scalar(0, friction);
        r.scalar(2, -friction);
        let d = if at.mode % FRICTION_MODES == BACKWARD { -1.0 } else { 1.0 };
        let limit = |speed| self.losses.limit(self.teeth.transmitted(&inner), speed, d);
        let mut carried = [S::zero(); MOST_CONSTRAINTS];
        carried[T::CONSTRAINTS] = Self::friction_state(at).sliding_friction(Self::relative_speed(at), limit);
        inactive_rows(self, at, &carried, r);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let inner = Place { memory: &[], mode: at.mode / FRICTION_MODES, ..*at };
        self.teeth.constraints(&inner, &mut phi[..T::CONSTRAINTS]);
        phi[T::CONSTRAINTS] = at.scalars[0] - at.scalars[2] - S::constant(at.memory[ANGLE_WHERE_LOCKED]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        self.teeth.event_functions(&Self::inner(at), &mut out[..T::EVENT_FUNCTIONS]);
        out[T::EVENT_FUNCTIONS] = self.friction_event(at);
    }

    fn event_handling(&self, mode: usize, event: usize) -> EventHandling {
        match event == T::EVENT_FUNCTIONS {
            true => EventHandling::Located,
            false => self.teeth.event_handling(mode / FRICTION_MODES, event),
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match event == T::EVENT_FUNCTIONS {
            true => self.switch_friction(at, memory),
            false => {
                let teeth = self.teeth.switch(&Self::inner(at), event, &mut []);
                FRICTION_MODES * teeth + at.mode % FRICTION_MODES
            }
        }
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        self.commit_slip(at, memory);
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let locked = at.mode % FRICTION_MODES == STUCK;
        Condition { locked, ..self.teeth.condition(&Self::inner(at)) }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let teeth = self.teeth.energy(&Self::inner(at));
        Energy { dissipated: teeth.dissipated + self.friction_loss(at), ..teeth }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        self.teeth.channels(&Self::inner(at), out);
        let [a, c, dissipation, locked] = T::LOSS_CHANNELS;
        out[a] -= at.multipliers[T::CONSTRAINTS];
        out[c] += at.multipliers[T::CONSTRAINTS];
        out[dissipation] += self.friction_loss(at);
        out[locked] = f64::from(u8::from(at.mode % FRICTION_MODES == STUCK));
    }
}

/// For the generic check.
pub(crate) fn specimen<T: Teeth>(teeth: T) -> Lossy<T> {
    let bearing_friction = Table::new(&[[-20.0, 0.3], [20.0, 0.9]], false).ok();
    Lossy { teeth, losses: Losses { efficiency: [0.9, 0.7], bearing_friction }, angle: 0.2, speed: 1.0 }
}
