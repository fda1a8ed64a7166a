//! Estimate of the local truncation error of a step, and of its persistent part.
//!
//! The scheme's position error in a step is e of (30). What matters is how it evolves. A stiff spring restores its part
//! of the error within some steps that are long compared with its period; constraints restore theirs at once; a damper
//! restores nothing. After a step the filtered error is
//!
//! ```text
//! x = e − S⁻¹ (βh² K e, Φ_q e) = S⁻¹ ((M' + γh C) e, 0),     M' = M (1 − α_m)/(1 − α_f)
//! ```
//!
//! and after another step the same filter is applied to x. There are three bounds: κ tol^{3/2} for the persistent part;
//! tol for x, which springs restore later; and a fraction of its recent size for the change of an elastic force due to
//! x (`docs/theory.md`, error estimate).

use super::error_buffers::{ErrorHistory, Estimate};
use super::step_limits::{Cause, phase_square};
use super::step_size::{Assessment, Bounds};
use super::stepper::Stepper;
use crate::math::Vec3;
use crate::system::State;

/// Below this fraction of its bound the unfiltered error is small enough for the step to grow, and filtering is
/// skipped.
const NEGLIGIBLE_ERROR: f64 = 0.25;
/// The ratio of the filtered to the unfiltered error is reused from its last computation, for at most this many steps,
const MAX_REUSES: u32 = 4;
/// while the error is below this fraction of its bound,
const REUSE_BELOW: f64 = 0.6;
/// and if the last reused ratio was right within this factor.
const REUSE_AGREEMENT: f64 = 1.3;
/// If more than this fraction persists after one step, a second step gives no further information.
const PERSISTENT_SHARE: f64 = 0.7;
/// Aitken's extrapolation is used if the ratio of successive changes of the error is below this.
const MAX_AITKEN_RATIO: f64 = 0.5;
/// Decay factor of the recent size of a force, per step.
const FORCE_DECAY: f64 = 0.9;
/// A force below this fraction of the largest one of any element of its kind is not checked,
const FORCE_FLOOR: f64 = 0.1;
/// nor is any force if the position error is below this fraction of its bound: the force error is then round-off.
const FORCE_CHECK_FLOOR: f64 = 1e-2;

/// Amplitudes of large motion and of small vibrations, in units of the error scales. The error bound changes between
/// them.
///
/// The error of a vibration never exceeds twice its amplitude, however many periods there are. The error of a motion
/// without a restoring spring accumulates, and may be amplified.
const AMPLITUDES: [f64; 2] = [1e-2, 3e-4];

/// The fraction of the bound that applies to an error, `of_large_motion` for large motion. An error C (ωh)³ A belongs
/// to a vibration of the amplitude A.
fn amplitude_share(of_large_motion: f64, error: f64, constant: f64, phase_square: f64) -> f64 {
    let [large_motion, small] = AMPLITUDES;
    let amplitude = error / (constant * phase_square.powf(1.5)).max(f64::MIN_POSITIVE);
    let s = ((large_motion / amplitude).ln() / (large_motion / small).ln()).clamp(0.0, 1.0);
    of_large_motion + (1.0 - of_large_motion) * s * s * (3.0 - 2.0 * s)
}

impl Stepper {
    /// The local error of position in this step, relative to the error scales.
    ///
    /// With a at its offset in time, the error of the increment is C h³ v̈, C = β + (α_m − α_f)/2 − 1/6, and h v̈ ≈ a⁺
    /// − a. A rotation has the additional error −h³/12 Ω × Ω̇: the increment of the exponential map has this term, the
    /// scheme has not (`docs/theory.md`, time integration).
    pub fn local_error(&self, from: &State, h: f64) -> f64 {
        h * h * h * self.error_size(from, |i| (self.trial.a[i] - from.a[i]) / h)
    }

    /// The factor of h³ in the local error, from the rates v̈ of the accelerations.
    pub fn local_error_constant(&self, state: &State, rates: &[f64]) -> f64 {
        self.error_size(state, |i| rates[i])
    }

    /// The largest entry of C v̈ − Ω × Ω̇/12, relative to the error scales.
    fn error_size(&self, state: &State, rate: impl Fn(usize) -> f64) -> f64 {
        let mut largest = 0.0_f64;
        self.each_error(state, rate, |i, error| largest = largest.max(error.abs() / self.memory.error_scales[i]));
        largest
    }

    /// C = β + (α_m − α_f)/2 − 1/6.
    pub(super) fn error_constant(&self) -> f64 {
        self.scheme.beta + 0.5 * self.scheme.offset() - 1.0 / 6.0
    }

    /// Every entry of C (v̈ − j) − Ω × Ω̇/12, with j of `orbit.rs`.
    fn each_error(&self, state: &State, rate: impl Fn(usize) -> f64, mut take: impl FnMut(usize, f64)) {
        let constant = self.error_constant();
        let of_poses = state.layout.first_point;
        for first in (0..of_poses).step_by(6) {
            let (spin, change) = (Vec3::from_slice(&state.v[first + 3..]), Vec3::from_slice(&state.dv[first + 3..]));
            let twist = spin.cross(change) * (1.0 / 12.0);
            let jerk = self.orbits.as_ref().map_or(Vec3::zero(), |orbits| orbits.jerk(first / 6));
            for k in 0..3 {
                take(first + k, constant * (rate(first + k) - jerk[k]));
                take(first + 3 + k, constant * rate(first + 3 + k) - twist[k]);
            }
        }
        for i in of_poses..state.v.len() {
            take(i, constant * rate(i));
        }
    }

    /// The largest of the changes of the unknowns of motion, relative to the error scales.
    pub fn relative(&self, changes: &[f64]) -> f64 {
        changes.iter().zip(&self.memory.error_scales).map(|(x, unit)| x.abs() / unit).fold(0.0, f64::max)
    }

    /// The largest relative change and its unknown.
    fn worst(&self, changes: &[f64]) -> (f64, usize) {
        let sizes = changes.iter().zip(&self.memory.error_scales).map(|(x, unit)| x.abs() / unit);
        sizes.enumerate().fold((0.0, 0), |worst, (i, size)| if size > worst.0 { (size, i) } else { worst })
    }

    /// The time in which the motion covers its error scales u, in seconds: min(u/|v|, √(u/|v̇|)), at most one second.
    pub fn time_scale(&self, state: &State) -> f64 {
        let (speed, acceleration) = (self.relative(&state.v), self.relative(&state.dv));
        let scale = (1.0 / speed).min(1.0 / acceleration.sqrt()).min(1.0);
        if scale > 0.0 { scale } else { 1.0 }
    }

    /// The errors of a converged step, relative to their bounds.
    pub fn assess(&mut self, from: &State, h: f64, bounds: &Bounds) -> Assessment {
        let mut estimate = self.estimate.take().expect("assessments do not nest");
        let (mut largest, mut worst) = (0.0_f64, 0);
        self.each_error(
            from,
            |i| (self.trial.a[i] - from.a[i]) / h,
            |i, rate| {
                estimate.error[i] = h * h * h * rate;
                let size = estimate.error[i].abs() / self.memory.error_scales[i];
                if size > largest {
                    (largest, worst) = (size, i);
                }
            },
        );
        let whole = largest / (bounds.persistent * bounds.large_motion);
        let elastic = !estimate.kinds.is_empty();
        let history = &mut self.memory.error_history;
        let negligible = whole <= if elastic { FORCE_CHECK_FLOOR } else { NEGLIGIBLE_ERROR };
        let expected = history.filtered_share * whole;
        let assessment = if negligible || history.reuses_left > 0 && expected <= REUSE_BELOW {
            history.reuses_left = history.reuses_left.saturating_sub(1);
            let error = if negligible { whole } else { expected };
            Assessment { error, ..history.last }
        } else {
            let parts = self.assess_filtered(&mut estimate, from, h, bounds);
            let plain = Assessment { error: whole, cause: Some(Cause::Position(worst)), ..Assessment::default() };
            let assessment = parts.unwrap_or(plain);
            let history = &mut self.memory.error_history;
            history.last = assessment;
            let agrees = assessment.error < REUSE_AGREEMENT * expected && expected < REUSE_AGREEMENT * assessment.error;
            history.reuses = if agrees { (history.reuses + 1).min(MAX_REUSES) } else { 0 };
            (history.reuses_left, history.filtered_share) = (history.reuses, assessment.error / whole);
            assessment
        };
        self.estimate = Some(estimate);
        assessment
    }

    /// Assesses the filtered errors; `None` if the matrix cannot be used.
    fn assess_filtered(
        &mut self,
        estimate: &mut Estimate,
        from: &State,
        h: f64,
        bounds: &Bounds,
    ) -> Option<Assessment> {
        let n = self.system.motion_unknowns();
        for &(i, _) in &self.algebraic {
            estimate.error[i] = 0.0;
        }
        Self::residual(&mut self.workers, &self.system, &self.trial, &mut estimate.residual);
        let Estimate { error, filtered_once, filtered_twice, residual, v, dv, .. } = &mut *estimate;
        let whole = self.relative(&error[..n]);
        self.filter(&error[..n], h, filtered_once, residual, v, dv)?;
        let (after_one, worst_after_one) = self.worst(&filtered_once[..n]);
        let (mut persistent, mut worst, mut square) = (after_one, worst_after_one, 0.0);
        if after_one > NEGLIGIBLE_ERROR * bounds.persistent * bounds.large_motion {
            self.filter(&filtered_once[..n], h, filtered_twice, residual, v, dv)?;
            // Constraints have acted in the first step; a further decrease in the second is due to springs.
            square = phase_square(&self.scheme, filtered_twice[worst_after_one] / filtered_once[worst_after_one]);
            if persistent < PERSISTENT_SHARE * whole {
                (persistent, worst) =
                    self.extrapolate_filtered(&error[..n], &filtered_once[..n], &mut filtered_twice[..n]);
            }
        }
        let projected_part = bounds.projected_part * self.projected_part(from, h);
        let mut assessment = Assessment {
            error: persistent.max(projected_part)
                / (bounds.persistent * amplitude_share(bounds.large_motion, after_one, self.error_constant(), square)),
            cause: Some(Cause::Position(worst)),
            phase_square: square,
            step_size_ratio: 0.0,
        };
        if after_one / bounds.transient > assessment.error {
            assessment.error = after_one / bounds.transient;
            assessment.cause = Some(Cause::Position(worst_after_one));
        }
        if after_one > FORCE_CHECK_FLOOR * bounds.persistent {
            let (force, place) = self.force_error(estimate, bounds);
            if force > assessment.error {
                assessment = Assessment {
                    error: force,
                    cause: Some(Cause::Force(place)),
                    phase_square: square,
                    step_size_ratio: 0.0,
                };
            }
        }
        assessment.error.is_finite().then_some(assessment)
    }

    /// Sets `out` to the filtered error after a step: S⁻¹ ((M' + γh C) e, 0).
    ///
    /// The product is computed as the change of the residual due to the velocities and accelerations of e, so the
    /// equations need not be linear.
    fn filter(
        &mut self,
        error: &[f64],
        h: f64,
        out: &mut [f64],
        residual: &[f64],
        v: &mut [f64],
        dv: &mut [f64],
    ) -> Option<()> {
        let (beta, gamma) = (self.scheme.beta, self.scheme.gamma);
        let force_row = beta * h * h;
        let acceleration = (1.0 - self.scheme.alpha_m) / ((1.0 - self.scheme.alpha_f) * force_row);
        v.copy_from_slice(&self.trial.v);
        dv.copy_from_slice(&self.trial.dv);
        for (i, error) in error.iter().enumerate() {
            self.trial.v[i] += gamma / (beta * h) * error;
            self.trial.dv[i] += acceleration * error;
        }
        Self::residual(&mut self.workers, &self.system, &self.trial, out);
        self.trial.v.copy_from_slice(v);
        self.trial.dv.copy_from_slice(dv);
        out.iter_mut().zip(residual).for_each(|(out, without)| *out = force_row * (*out - without));
        let solved = self.solve(out);
        (solved.is_ok() && out.iter().all(|x| x.is_finite())).then_some(())
    }

    /// The persistent part of an error, from the filtered errors after one step and after two. If it decays by a common
    /// factor g, x∞ = x₂ − g/(1 − g) (x₁ − x₂), Aitken's extrapolation.
    fn extrapolate_filtered(&self, error: &[f64], filtered_once: &[f64], filtered_twice: &mut [f64]) -> (f64, usize) {
        let (mut product, mut square) = (0.0, 0.0);
        for (i, unit) in self.memory.error_scales.iter().enumerate() {
            let [first, second] = [(error[i] - filtered_once[i]) / unit, (filtered_once[i] - filtered_twice[i]) / unit];
            product += first * second;
            square += first * first;
        }
        let g = product / square;
        if g > 0.0 && g < MAX_AITKEN_RATIO {
            filtered_twice.iter_mut().zip(filtered_once).for_each(|(filtered_twice, filtered_once)| {
                *filtered_twice -= g / (1.0 - g) * (filtered_once - *filtered_twice)
            });
        }
        self.worst(filtered_twice)
    }

    /// The displacement by the projection onto the constraints in this step, which velocities do not follow, relative
    /// to the error scales.
    fn projected_part(&self, from: &State, h: f64) -> f64 {
        let beta = self.scheme.beta;
        let constant = self.error_constant();
        let orbit = |i: usize| match &self.orbits {
            Some(orbits) if i < from.layout.first_point && i % 6 < 3 => {
                constant * h * h * h * orbits.jerk(i / 6)[i % 6]
            }
            _ => 0.0,
        };
        let follows = |i: usize| h * from.v[i] + h * h * ((0.5 - beta) * from.a[i] + beta * self.trial.a[i]) - orbit(i);
        let error_scales = self.memory.error_scales.iter().enumerate();
        error_scales.map(|(i, unit)| (self.increment[i] - follows(i)).abs() / unit).fold(0.0, f64::max)
    }

    /// The largest error of an elastic force due to the filtered position error, relative to its bound, and the
    /// element.
    fn force_error(&self, estimate: &mut Estimate, bounds: &Bounds) -> (f64, usize) {
        if estimate.kinds.is_empty() {
            return (0.0, 0);
        }
        let displaced = &mut estimate.displaced;
        displaced.clone_from(&self.trial);
        displaced.set_moved(&self.trial.q, &estimate.filtered_once[..self.trial.v.len()]);
        self.system.elastic_forces(&self.trial, displaced, &mut estimate.forces);
        estimate.fresh = true;
        let ErrorHistory { forces: history, largest, .. } = &self.memory.error_history;
        let mut worst = (0.0, 0);
        for (i, &[size, error]) in estimate.forces.iter().enumerate() {
            let scale = size.max(history[i]).max(FORCE_FLOOR * largest[estimate.kinds[i]]);
            let relative = error / (bounds.force * scale);
            // A displacement for which an element has no finite force is ignored.
            if relative.is_finite() && relative > worst.0 {
                worst = (relative, i);
            }
        }
        worst
    }

    /// Records the forces of an accepted step.
    pub(super) fn record_forces(&mut self) {
        let Some(estimate) = self.estimate.as_mut().filter(|estimate| estimate.fresh) else { return };
        estimate.fresh = false;
        let ErrorHistory { forces: history, largest, .. } = &mut self.memory.error_history;
        for (i, &[size, _]) in estimate.forces.iter().enumerate().filter(|(_, [size, _])| size.is_finite()) {
            history[i] = size.max(FORCE_DECAY * history[i]);
            let largest = &mut largest[estimate.kinds[i]];
            *largest = largest.max(size);
        }
    }
}
