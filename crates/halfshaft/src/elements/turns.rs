//! Rotations counted over many turns.
//!
//! An angle from `atan2` jumps by 2π each turn. Elements that need the unwrapped angle (wheels in mesh, a hinge with a
//! wound-up spring, a driven shaft) store angle, speed and time of the last accepted step in memory, and place the raw
//! angle at the turn nearest to the extrapolated one:
//!
//! ```text
//! φ = φ_raw + 2π round((φ* − φ_raw) / 2π),     φ* = φ₀ + (t − t₀) (φ̇₀ + φ̇)/2
//! ```
//!
//! The turn is a constant, so derivatives are those of the raw angle, exactly. The count is right as long as the
//! trapezoidal rule is within half a turn over one step, that is |d³φ/dt³| h³ < 12 π: the speed itself is not limited.
//! Before the first step the stored speed is zero, so the first step must be shorter than one turn.

use std::f64::consts::TAU;

use crate::math::Scalar;

/// Names of the memory slots, in the order of [`unwrapped`] and [`remember`].
pub(crate) const MEMORY: [&str; 3] = ["angle", "speed", "time"];

/// The unwrapped angle at `time`, from the raw one and its rate.
pub(crate) fn unwrapped<S: Scalar>(raw: S, rate: f64, time: f64, memory: &[f64]) -> S {
    let &[angle, rate_before, time_before] = memory else { panic!("an angle with its speed and time") };
    let expected = angle + 0.5 * (time - time_before) * (rate + rate_before);
    raw + S::constant(((expected - raw.value()) / TAU).round() * TAU)
}

/// Records the angle at an accepted step.
pub(crate) fn remember(angle: f64, rate: f64, time: f64, memory: &mut [f64]) {
    memory.copy_from_slice(&[angle, rate, time]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Dual, Seeded};
    use std::f64::consts::PI;

    fn wrapped(angle: f64) -> f64 {
        angle.sin().atan2(angle.cos())
    }

    /// Follows φ(t) with the given steps and returns the largest error of the angle.
    fn follow(phi: impl Fn(f64) -> f64, rate: impl Fn(f64) -> f64, steps: impl Iterator<Item = f64>) -> f64 {
        let mut memory = [phi(0.0), 0.0, 0.0];
        let (mut time, mut worst) = (0.0, 0.0_f64);
        for step in steps {
            time += step;
            let angle = unwrapped(wrapped(phi(time)), rate(time), time, &memory);
            worst = worst.max((angle - phi(time)).abs());
            remember(angle, rate(time), time, &mut memory);
        }
        worst
    }

    #[test]
    fn a_steady_rotation_is_followed_with_several_turns_in_a_step() {
        // 3000 rad/s: after a short first step each step of 10 ms makes 4.8 turns, forward and backward.
        for speed in [3000.0, -3000.0] {
            let steps = std::iter::once(1e-4).chain(std::iter::repeat_n(1e-2, 1000));
            // Round-off of 3e4 rad in sine and cosine.
            assert!(follow(|t| speed * t, |_| speed, steps) < 1e-10);
        }
    }

    #[test]
    fn speed_may_change_within_the_bound_of_the_trapezoidal_rule() {
        // φ = 40 sin 3t has |φ‴| ≤ 1080, so the error at h = 0.3 s is 1080 h³/12 = 2.4 < π.
        let steps = std::iter::once(0.01).chain(std::iter::repeat_n(0.3, 200));
        assert!(follow(|t| 40.0 * (3.0 * t).sin(), |t| 120.0 * (3.0 * t).cos(), steps) < 1e-11);
    }

    #[test]
    fn a_step_that_is_repeated_shorter_gives_the_same_count() {
        let memory = [50.0 * TAU + 3.0, 20.0, 1.0];
        for step in [0.4, 0.1, 1e-6] {
            let phi = memory[0] + 20.0 * step;
            assert!((unwrapped(wrapped(phi), 20.0, 1.0 + step, &memory) - phi).abs() < 1e-12);
        }
    }

    #[test]
    fn the_derivative_is_that_of_the_raw_angle() {
        let raw = Dual::<4>::seeded(-PI + 0.1, 2, 0.7);
        let angle = unwrapped(raw, 0.0, 0.0, &[PI, 0.0, 0.0]);
        assert!((angle.value() - (PI + 0.1)).abs() < 1e-15);
        assert_eq!((0..4).map(|i| angle.partial(i)).collect::<Vec<_>>(), [0.0, 0.0, 0.7, 0.0]);
    }
}
