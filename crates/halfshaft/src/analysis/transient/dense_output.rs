//! Dense output: continuous interpolation of the motion between the two ends of an accepted step.
//!
//! With θ from 0 to 1 over the step h, positions and velocities are cubic Hermite polynomials in the values and rates
//! at both ends,
//!
//! ```text
//! x(θ) = x₀ + h (θ v₀ + ½θ² (v₁ − v₀)) + s(θ) (x₁ − x₀ − ½h (v₀ + v₁)),     s(θ) = 3θ² − 2θ³
//! v(θ) = v₀ + h (θ v̇₀ + ½θ² (v̇₁ − v̇₀)) + s(θ) (v₁ − v₀ − ½h (v̇₀ + v̇₁))
//! ```
//!
//! and rotations are interpolated likewise on the group, by a product of two exponentials:
//!
//! ```text
//! R(θ) = R₀ exp(σ(θ)~) exp(ρ(θ)~),     σ(θ) = h (θ Ω₀ + ½θ² (Ω₁ − Ω₀))
//! ρ(θ) = s(θ) (ρ₁ − m) + θ³ m,         exp(ρ₁~) = exp(−σ(1)~) R₀ᵀ R₁,     m = h²/12 Ω₀ × Ω₁
//! ```
//!
//! m is the part of the remainder that is due to the change of the axis (the second term of the Magnus series); it
//! grows with θ³. Only ρ₁, which is of the order h³, is taken from a logarithm, so a body may rotate many times within
//! a step. Accelerations and multipliers have no rates; they are interpolated by a polynomial through the last steps.
//! Memory and modes are those at the start of the step.
//!
//! The error is of the order h⁴ for positions, rotations and velocities, so values between steps have the scheme's own
//! error, of the order h² (`docs/theory.md`, dense output). The order is measured in the tests below.

use super::Accepted;
use super::predictor::Predictor;
use crate::math::{Quaternion, Vec3};
use crate::system::node::{POSE_COORDINATES, POSE_UNKNOWNS};
use crate::system::{State, System};

/// The state inside a step, in its own storage.
pub struct Dense {
    state: State,
}

impl Dense {
    /// For the steps of a system.
    pub fn new(system: &System) -> Self {
        Dense { state: system.state() }
    }

    /// The state at the fraction θ of a step; `None` if no step led to the state.
    pub fn at(&mut self, step: &Accepted, theta: f64) -> Option<&State> {
        let start = step.start.as_ref()?;
        Some(self.inside(start.state, step.state, step.step, theta, start.predictor))
    }

    /// The same for a step of `h` between two states, with the predictor after it.
    pub(super) fn inside(&mut self, from: &State, to: &State, h: f64, theta: f64, predictor: &Predictor) -> &State {
        self.interpolate(from, to, h, theta);
        // Accelerations and multipliers, seconds before the end of the step.
        predictor.interpolate_back((1.0 - theta) * h, &mut self.state.dv, &mut self.state.multipliers);
        &self.state
    }

    /// The state at the fraction θ of a step that need not be accepted; accelerations and multipliers are interpolated
    /// linearly.
    pub(crate) fn between(&mut self, from: &State, to: &State, h: f64, theta: f64) -> &State {
        self.interpolate(from, to, h, theta);
        let line = |out: &mut [f64], from: &[f64], to: &[f64]| {
            out.iter_mut().zip(from).zip(to).for_each(|((out, from), to)| *out = from + theta * (to - from));
        };
        line(&mut self.state.dv, &from.dv, &to.dv);
        line(&mut self.state.multipliers, &from.multipliers, &to.multipliers);
        &self.state
    }

    /// Sets positions and velocities at the fraction θ of a step of `h`.
    fn interpolate(&mut self, from: &State, to: &State, h: f64, theta: f64) {
        let inside = &mut self.state;
        inside.time = from.time + theta * (to.time - from.time);
        inside.memory.copy_from_slice(&from.memory);
        inside.modes.copy_from_slice(&from.modes);
        let cubic = Cubic::new(theta, h);
        for i in 0..from.poses() {
            let (q, v) = (i * POSE_COORDINATES, i * POSE_UNKNOWNS);
            for k in 0..3 {
                inside.q[q + k] = cubic.between([from.q[q + k], to.q[q + k]], [from.v[v + k], to.v[v + k]]);
            }
            let spins = [from, to].map(|end| Vec3::from_slice(&end.v[v + 3..]));
            let turned = cubic.rotation([from, to].map(|end| end.pose(i).rotation), spins);
            inside.q[q + 3..q + 7].copy_from_slice(&turned.0);
        }
        for v in from.layout.first_point..from.v.len() {
            let q = from.layout.coordinate(v);
            inside.q[q] = cubic.between([from.q[q], to.q[q]], [from.v[v], to.v[v]]);
        }
        for v in 0..from.v.len() {
            inside.v[v] = cubic.between([from.v[v], to.v[v]], [from.dv[v], to.dv[v]]);
        }
    }

    /// The state that [`Dense::at`] set last.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The weights of a cubic Hermite polynomial at a point of a step.
struct Cubic {
    h: f64,
    /// θ, ½θ², θ³, 3θ² − 2θ³.
    linear: f64,
    square: f64,
    cube: f64,
    smooth: f64,
}

impl Cubic {
    fn new(theta: f64, h: f64) -> Self {
        let square = theta * theta;
        Cubic { h, linear: theta, square: 0.5 * square, cube: square * theta, smooth: square * (3.0 - 2.0 * theta) }
    }

    /// The integral of the rates, interpolated linearly between both ends.
    #[inline(always)]
    fn by_slopes(&self, [first, last]: [f64; 2]) -> f64 {
        self.h * (self.linear * first + self.square * (last - first))
    }

    /// The cubic Hermite polynomial.
    #[inline(always)]
    fn between(&self, [from, to]: [f64; 2], rates: [f64; 2]) -> f64 {
        let left = to - from - 0.5 * self.h * (rates[0] + rates[1]);
        from + self.by_slopes(rates) + self.smooth * left
    }

    /// The interpolation on the group, with angular velocities in body axes.
    fn rotation(&self, [from, to]: [Quaternion; 2], [first, last]: [Vec3; 2]) -> Quaternion {
        let whole = Quaternion::exp((first + last) * (0.5 * self.h));
        let left = whole.inverse().compose(from.inverse().compose(to)).log();
        let by_axis = first.cross(last) * (self.h * self.h / 12.0);
        let by_slopes = Vec3(std::array::from_fn(|k| self.by_slopes([first[k], last[k]])));
        let closing = (left - by_axis) * self.smooth + by_axis * self.cube;
        from.compose(Quaternion::exp(by_slopes)).compose(Quaternion::exp(closing)).normalised()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::transient::predictor::Predictor;
    use crate::analysis::transient::step_limits::Limits;
    use crate::analysis::transient::{Audit, Start};
    use crate::elements::RigidBody;
    use crate::math::Mat3;
    use crate::system::{Pose, SystemBuilder, Twist};

    fn body() -> Arc<System> {
        let mut b = SystemBuilder::new();
        let node = b.pose_node("body", Pose::IDENTITY, Twist::ZERO);
        b.add("body", RigidBody { node, mass: 1.0, inertia: Mat3::identity() });
        b.finish()
    }

    /// A body on a curved path that rotates about an axis which rotates in the body: x = (sin t, cos 2t, t³), R = exp(φ
    /// x~) exp(ψ y~).
    fn motion(system: &System, t: f64) -> State {
        let mut state = system.state();
        state.time = t;
        state.q[..3].copy_from_slice(&[t.sin(), (2.0 * t).cos(), t * t * t]);
        state.v[..3].copy_from_slice(&[t.cos(), -2.0 * (2.0 * t).sin(), 3.0 * t * t]);
        state.dv[..3].copy_from_slice(&[-t.sin(), -4.0 * (2.0 * t).cos(), 6.0 * t]);
        let [phi, dphi, ddphi] = [1.5 * t + 0.3 * t.sin(), 1.5 + 0.3 * t.cos(), -0.3 * t.sin()];
        let [psi, dpsi, ddpsi] = [0.8 * (1.3 * t).sin(), 1.04 * (1.3 * t).cos(), -1.352 * (1.3 * t).sin()];
        let (x, y) = (Vec3::unit(0), Vec3::unit(1));
        let second = Quaternion::exp(y * psi);
        let turned = second.inverse().matrix() * x;
        let spin = turned * dphi + y * dpsi;
        let change = turned * ddphi - y.cross(turned) * (dphi * dpsi) + y * ddpsi;
        state.q[3..7].copy_from_slice(&Quaternion::exp(x * phi).compose(second).0);
        state.v[3..6].copy_from_slice(&spin.0);
        state.dv[3..6].copy_from_slice(&change.0);
        state
    }

    /// The largest errors inside steps of `h`, of positions, rotations, velocities and accelerations.
    fn errors(h: f64) -> [f64; 4] {
        let system = body();
        let mut dense = Dense::new(&system);
        let mut worst = [0.0_f64; 4];
        for first in [0.1, 0.7, 1.9] {
            let ends: Vec<State> = (0..5).map(|k| motion(&system, first + h * f64::from(k))).collect();
            let mut predictor = Predictor::new(6, 0);
            predictor.restart(&ends[0].dv, &[]);
            ends[1..].iter().for_each(|end| predictor.accept(h, &end.dv, &[], &[], &[1.0; 6]));
            let limits = Limits::new();
            let start = Start { state: &ends[3], audit: Audit::default(), predictor: &predictor, limits: &limits };
            let audit = Audit::default();
            let step = Accepted { system: &system, state: &ends[4], step: h, audit: &audit, start: Some(start) };
            for theta in [0.0, 0.2, 0.5, 0.7, 1.0] {
                let exact = motion(&system, ends[3].time + theta * h);
                let inside = dense.at(&step, theta).unwrap();
                let off = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                let turn = exact.pose(0).rotation.inverse().compose(inside.pose(0).rotation).log().norm();
                let now =
                    [off(&inside.q[..3], &exact.q[..3]), turn, off(&inside.v, &exact.v), off(&inside.dv, &exact.dv)];
                worst.iter_mut().zip(now).for_each(|(worst, now)| *worst = worst.max(now));
                if theta == 0.0 || theta == 1.0 {
                    assert!(now.iter().all(|error| *error < 1e-14), "at the end {theta}: {now:?}");
                }
            }
        }
        worst
    }

    #[test]
    fn positions_rotations_and_velocities_have_order_four() {
        let all = [0.08, 0.04, 0.02].map(errors);
        for pair in all.windows(2) {
            for (what, (coarse, fine)) in pair[0].iter().zip(&pair[1]).enumerate() {
                let order = (coarse / fine).log2();
                // At steps that are not yet small, the measured order deviates by some tenths.
                assert!((3.7..5.0).contains(&order), "{what}: order {order}, errors {all:?}");
            }
        }
    }

    #[test]
    fn a_body_may_turn_many_times_within_a_step() {
        let spin = Vec3([0.0, 0.0, 100.0]);
        let to = Quaternion::exp(spin);
        for theta in [0.25, 0.5, 0.9] {
            let inside = Cubic::new(theta, 1.0).rotation([Quaternion::IDENTITY, to], [spin, spin]);
            let off = Quaternion::exp(spin * theta).inverse().compose(inside).log().norm();
            // Round-off of an angle of 100 rad.
            assert!(off < 1e-13, "{off}");
        }
    }
}
