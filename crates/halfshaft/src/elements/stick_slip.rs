//! Stick-slip: dry friction that holds two surfaces until the load breaks them away. Joints, rods, faces and clutches
//! use this one law; an element supplies its slip, the anchor that holds it while stuck, and its friction capacity.
//!
//! Slip s has N components whose products with the components of friction f are power: velocities with forces, or an
//! angular velocity with a torque. C is the capacity: the normal force, or its equivalent. d is the direction of
//! slip at the last accepted step, ‖d‖ = 1.
//!
//! ```text
//! slipping:  f = μ C s/‖s‖        until s·d < 0      and then stuck, unless slip is left across d
//! stuck:     s = 0, f from λ      until ‖f‖ > μ_s C  and then slipping, with d = f/‖f‖
//! loss:      f·s while slipping
//! ```
//!
//! f enters the residual with the sign of an internal force: it resists s. While stuck it is made of the multipliers
//! λ of the constraints that hold the anchor. They are unknowns in both modes: while slipping, their rows are λ = 0 where
//! the element applies f itself, or λ = f where the multiplier carries it.
//!
//! Velocities are continuous. Slip that turns back on d has therefore come to rest, but for what is left across d.
//! Friction stops it there and does not reverse within a step: see [`sliding_friction`].

use crate::laws::DryFriction;
use crate::math::Scalar;
use crate::system::{At, Element, Residual};

/// Slip in m/s or rad/s below which its direction is round-off: that of the last step is used.
const SLIP_SPEED_ROUND_OFF: f64 = 1e-9;
/// Slip that reverses is at rest if no more than this fraction of its last speed remains.
const REST_SPEED_SHARE: f64 = 1e-3;

/// Whether two surfaces slip on each other or are stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FrictionState<const N: usize> {
    Slipping(LastSlip<N>),
    Sticking,
}

/// Slip at the last accepted step, or at breakaway.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LastSlip<const N: usize> {
    /// d: a unit vector, or zero where there was no slip.
    pub direction: [f64; N],
    /// ‖s‖; zero at breakaway.
    pub speed: f64,
}

fn dot<S: Scalar, const N: usize>(a: &[S; N], b: &[S; N]) -> S {
    let products = a.iter().zip(b).map(|(a, b)| *a * *b);
    products.reduce(|sum, product| sum + product).unwrap_or_else(S::zero)
}

/// The length of a vector.
pub(crate) fn norm<const N: usize>(vector: &[f64; N]) -> f64 {
    dot(vector, vector).sqrt()
}

/// f = μ C s/‖s‖ with μ C as `limit`, where slip has at least [`SLIP_SPEED_ROUND_OFF`] along the last direction d.
///
/// So friction has a direction from the first instant of slip to its last, and slip that would turn back within a step is
/// stopped by the friction that acted before: its event function crosses zero there, and the step ends. All three in the
/// same axes.
pub(crate) fn sliding_friction<S: Scalar, const N: usize>(mut slip: [S; N], d: &[S; N], limit: S) -> [S; N] {
    let onward = dot(&slip, d);
    if onward.value() < SLIP_SPEED_ROUND_OFF {
        let missing = S::constant(SLIP_SPEED_ROUND_OFF) - onward;
        slip.iter_mut().zip(d).for_each(|(slip, d)| *slip += *d * missing);
    }
    let square = dot(&slip, &slip);
    if square.value() == 0.0 {
        return [S::zero(); N];
    }
    let resistance = limit / square.sqrt();
    slip.map(|slip| slip * resistance)
}

impl<const N: usize> LastSlip<N> {
    /// What is remembered of a slip.
    fn of(slip: &[f64; N]) -> Self {
        let speed = norm(slip);
        LastSlip { speed, ..LastSlip::at_breakaway(slip) }
    }

    /// Surfaces break away along the friction that held them.
    fn at_breakaway(held: &[f64; N]) -> Self {
        let size = norm(held);
        let direction = if size > 0.0 { held.map(|x| x / size) } else { [0.0; N] };
        LastSlip { direction, speed: 0.0 }
    }

    /// s·d, the event function of slip. Where it is exactly zero there is no slip.
    fn event_function(&self, slip: &[f64; N]) -> f64 {
        let onward = dot(slip, &self.direction);
        if onward == 0.0 { -f64::MIN_POSITIVE } else { onward }
    }

    /// The state after slip has turned back on its last direction, or is about to: at rest where nothing is left of it, else
    /// slipping on along what is left. What is left against the direction comes from a start, with a mode that does not
    /// know its slip yet.
    fn turned_back(&self, slip: &[f64; N]) -> FrictionState<N> {
        let along = dot(slip, &self.direction);
        let across: [f64; N] = std::array::from_fn(|k| slip[k] - along * self.direction[k]);
        let tolerance = SLIP_SPEED_ROUND_OFF.max(REST_SPEED_SHARE * self.speed);
        let at_rest = norm(&across) <= tolerance && -along <= tolerance;
        if at_rest { FrictionState::Sticking } else { FrictionState::Slipping(LastSlip::of(slip)) }
    }

    /// What is remembered at the end of a step. Slip that has turned back within it is left to the event at its end, which
    /// compares it with the slip before.
    fn after_step(&self, slip: &[f64; N]) -> Self {
        let turned_back = dot(slip, &self.direction) < 0.0;
        if turned_back || norm(slip) <= SLIP_SPEED_ROUND_OFF { *self } else { LastSlip::of(slip) }
    }
}

impl<const N: usize> FrictionState<N> {
    /// Reads it from memory, which holds the components of the direction of slip, then its speed.
    pub fn read(stuck: bool, memory: &[f64]) -> Self {
        let last = || LastSlip { direction: std::array::from_fn(|k| memory[k]), speed: memory[N] };
        if stuck { FrictionState::Sticking } else { FrictionState::Slipping(last()) }
    }

    /// Writes it to memory; returns whether the surfaces are stuck.
    pub fn write(&self, memory: &mut [f64]) -> bool {
        if let FrictionState::Slipping(last) = self {
            memory[..N].copy_from_slice(&last.direction);
            memory[N] = last.speed;
        }
        *self == FrictionState::Sticking
    }
}

/// The modes of friction with one component of slip, whose direction is the mode: d = 1,
pub(crate) const FORWARD: usize = 0;
/// d = −1,
pub(crate) const BACKWARD: usize = 1;
/// and stuck.
pub(crate) const STUCK: usize = 2;

impl FrictionState<1> {
    /// From one of these modes and the speed that is remembered; any other mode has no direction, so no friction.
    pub fn of_mode(mode: usize, speed: f64) -> Self {
        let slipping = |direction| FrictionState::Slipping(LastSlip { direction: [direction], speed });
        match mode {
            FORWARD => slipping(1.0),
            BACKWARD => slipping(-1.0),
            STUCK => FrictionState::Sticking,
            _ => slipping(0.0),
        }
    }

    /// The mode; sets the speed that is to be remembered.
    pub fn write_mode(&self, speed: &mut f64) -> usize {
        match self {
            FrictionState::Sticking => STUCK,
            FrictionState::Slipping(last) => {
                *speed = last.speed;
                if last.direction[0] < 0.0 { BACKWARD } else { FORWARD }
            }
        }
    }

    /// [`sliding_friction`] with one component, where s/‖s‖ is ±1: f = d μ C, with μ C as a function of the speed s d. Zero
    /// while stuck.
    pub fn sliding_friction<S: Scalar>(&self, slip: S, limit: impl FnOnce(S) -> S) -> S {
        match self {
            FrictionState::Sticking => S::zero(),
            FrictionState::Slipping(last) => limit(slip * last.direction[0]) * last.direction[0],
        }
    }
}

/// Surfaces with dry friction, as an element supplies them; what follows from it is written here.
pub(crate) trait FrictionSurface<const N: usize> {
    /// μ and μ_s.
    fn coefficients(&self) -> DryFriction;

    /// C while stuck.
    fn capacity(&self, at: &At<f64>) -> f64;

    /// s, in the axes in which its direction is remembered.
    fn slip(&self, at: &At<f64>) -> [f64; N];

    /// f in the same axes, in either mode.
    fn friction(&self, at: &At<f64>) -> [f64; N];

    /// The state, from mode and memory.
    fn state(&self, at: &At<f64>) -> FrictionState<N>;

    /// Writes the state to memory; returns the mode.
    fn remember(&self, mode: usize, state: &FrictionState<N>, memory: &mut [f64]) -> usize;

    /// Stores the present relative position as the anchor of the constraints.
    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]);

    /// Returns whether nothing presses the surfaces together, so that neither mode has friction. Faces apart slip both ways
    /// without an event: they could only change between slip and a stick that holds nothing.
    fn is_unloaded(&self, _at: &At<f64>) -> bool {
        false
    }

    /// Positive inside the present mode: s·d, or μ_s C − ‖f‖.
    fn friction_event(&self, at: &At<f64>) -> f64 {
        match self.state(at) {
            FrictionState::Slipping(_) if self.is_unloaded(at) => f64::INFINITY,
            FrictionState::Sticking => self.coefficients().breakaway() * self.capacity(at) - norm(&self.friction(at)),
            FrictionState::Slipping(last) => last.event_function(&self.slip(at)),
        }
    }

    /// The mode after that event.
    fn switch_friction(&self, at: &At<f64>, memory: &mut [f64]) -> usize {
        let state = match self.state(at) {
            FrictionState::Sticking => FrictionState::Slipping(LastSlip::at_breakaway(&self.friction(at))),
            FrictionState::Slipping(last) => last.turned_back(&self.slip(at)),
        };
        if state == FrictionState::Sticking {
            self.set_anchor(at, memory);
        }
        self.remember(at.mode, &state, memory)
    }

    /// Records the slip at the end of a step.
    fn commit_slip(&self, at: &At<f64>, memory: &mut [f64]) {
        if let FrictionState::Slipping(last) = self.state(at) {
            self.remember(at.mode, &FrictionState::Slipping(last.after_step(&self.slip(at))), memory);
        }
    }

    /// f·s in watts; nothing while stuck, where the multipliers act on slip that is zero but for round-off.
    fn friction_loss(&self, at: &At<f64>) -> f64 {
        match self.state(at) {
            FrictionState::Sticking => 0.0,
            FrictionState::Slipping(_) => dot(&self.friction(at), &self.slip(at)),
        }
    }
}

/// The rows of the multipliers whose constraints are inactive: λ_k = f_k with the friction that they carry, as far as it is
/// given, else λ_k = 0.
pub(crate) fn inactive_rows<E: Element, S: Scalar>(element: &E, at: &At<S>, carried: &[S], r: &mut Residual<S>) {
    for k in (0..E::CONSTRAINTS).filter(|k| !element.is_active(at.mode, *k)) {
        let multiplier = at.multipliers[k];
        r.inactive_constraint_row(k, carried.get(k).map_or(multiplier, |friction| multiplier - *friction));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    const ALONG: LastSlip<3> = LastSlip { direction: [0.6, 0.8, 0.0], speed: 2.0 };

    fn is_close(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn friction_has_the_size_of_its_limit_and_the_direction_of_slip() {
        let friction = sliding_friction([0.3, 0.0, 0.4], &ALONG.direction, 5.0);
        assert!(is_close(&friction, &[3.0, 0.0, 4.0]), "{friction:?}");
    }

    #[test]
    fn slip_that_turns_back_or_has_not_begun_meets_friction_along_its_last_direction() {
        for speed in [0.0, -1e-12, -3.0] {
            let friction = sliding_friction(ALONG.direction.map(|d| d * speed), &ALONG.direction, 5.0);
            assert!(is_close(&friction, &[3.0, 4.0, 0.0]), "{friction:?}");
        }
        assert_eq!(sliding_friction([0.0; 3], &[0.0; 3], 5.0), [0.0; 3]);
    }

    #[test]
    fn with_one_component_friction_is_its_limit_in_the_direction_of_the_mode() {
        for (mode, d) in [(FORWARD, 1.0), (BACKWARD, -1.0)] {
            for slip in [2.0, -2.0, 1e-12, 0.0] {
                let slip = Dual { re: slip, d: [1.0] };
                let in_mode = FrictionState::of_mode(mode, 0.0).sliding_friction(slip, |_| Dual::constant(5.0));
                assert_eq!((in_mode.re, in_mode.d), (5.0 * d, [0.0]));
                let [general] = sliding_friction([slip], &[Dual::constant(d)], Dual::constant(5.0));
                assert!((general.re - 5.0 * d).abs() < 1e-12 && general.d[0].abs() < 1e-12, "{general:?}");
            }
        }
    }

    #[test]
    fn slip_comes_to_rest_where_a_thousandth_of_its_speed_is_left() {
        let left = |x: [f64; 3]| ALONG.turned_back(&x);
        assert_eq!(left([0.0, 0.0, 1.9e-3]), FrictionState::Sticking);
        assert_eq!(left([-1e-9, 0.0, 0.0]), FrictionState::Sticking);
        let across = LastSlip { direction: [0.0, 0.0, 1.0], speed: 2.1e-3 };
        assert_eq!(left([0.0, 0.0, 2.1e-3]), FrictionState::Slipping(across));
    }

    #[test]
    fn a_start_against_the_direction_of_its_mode_slips_the_other_way() {
        let FrictionState::Slipping(forward) = FrictionState::of_mode(FORWARD, 0.0) else { unreachable!() };
        assert_eq!(forward.after_step(&[-5.0]), forward);
        assert_eq!(forward.turned_back(&[-5.0]), FrictionState::of_mode(BACKWARD, 5.0));
        assert_eq!(forward.turned_back(&[0.0]), FrictionState::Sticking);
    }

    #[test]
    fn the_end_of_a_step_is_remembered_unless_slip_has_turned_back() {
        assert_eq!(ALONG.after_step(&[0.0, 3.0, 0.0]), LastSlip { direction: [0.0, 1.0, 0.0], speed: 3.0 });
        assert_eq!(ALONG.after_step(&[0.0, -3.0, 0.0]), ALONG);
        assert_eq!(ALONG.after_step(&[1e-10, 0.0, 0.0]), ALONG);
    }

    #[test]
    fn surfaces_break_away_along_the_friction_that_held_them() {
        assert_eq!(LastSlip::at_breakaway(&[0.0, -4.0, 3.0]), LastSlip { direction: [0.0, -0.8, 0.6], speed: 0.0 });
        assert_eq!(LastSlip::at_breakaway(&[0.0; 3]).direction, [0.0; 3]);
    }
}
