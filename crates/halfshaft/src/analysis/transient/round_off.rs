//! Round-off of the Newton iteration: which corrections no iteration can make smaller.
//!
//! A position is resolved to one unit in its last place, which grows with the distance from the origin: at 20 m it is
//! 3.6e-15 m, and asperities of 1e14 N/m then have forces to 0.4 N. How large a correction this is depends on stiffness,
//! lever arms and the step, and is therefore measured: the residual is evaluated once more with every coordinate moved
//! by one unit in the last place, up or down, and the difference is solved for like a residual
//! (`docs/theory.md`, Newton iteration).

use super::error_buffers::Noise;
use super::stepper::{StepFailure, Stepper};

/// Corrections below this that no longer shrink are the round-off of stiff forces.
const STAGNATION_TOLERANCE: f64 = 1e-11;
/// The same for velocities, in units of the mechanism or radians in a second.
const VELOCITY_STAGNATION_TOLERANCE: f64 = 1e-6;
/// Larger corrections are never round-off, and not measured.
const LARGEST_ROUND_OFF: f64 = 1e-7;
/// The positions of two bodies, and the points on them, are each rounded a few times before they are subtracted.
const ROUNDINGS: f64 = 8.0;

impl Stepper {
    /// Returns whether a correction of this size, which no longer shrinks, is round-off.
    ///
    /// It must not matter for the velocities either, which a short step takes from small increments, unless positions
    /// cannot be resolved better.
    pub(super) fn is_round_off(&mut self, size: f64, h: f64) -> Result<bool, StepFailure> {
        let is_round_off = size <= STAGNATION_TOLERANCE.min(VELOCITY_STAGNATION_TOLERANCE * h)
            || size <= LARGEST_ROUND_OFF && size <= ROUNDINGS * self.round_off(h)?;
        if is_round_off && self.scheme.annihilates_high_frequencies() {
            self.noise = Some(Noise { size, step: h });
        }
        Ok(is_round_off)
    }

    /// The size of the corrections that are round-off in a step of `h`, from the last step that ended with one; zero before.
    ///
    /// Stiff parts move by their round-off whatever the step is, heavy ones in proportion to h²: a shorter step takes the
    /// second, smaller value.
    pub(super) fn round_off_floor(&self, h: f64) -> f64 {
        self.noise.map_or(0.0, |noise| noise.size * (h / noise.step).powi(2).min(1.0))
    }

    /// The correction that one unit in the last place of the coordinates makes, relative to the error scales.
    fn round_off(&mut self, h: f64) -> Result<f64, StepFailure> {
        let (n, force_row) = (self.system.motion_unknowns(), self.scheme.beta * h * h);
        let Some(mut own) = self.round_off.take() else { return Ok(0.0) };
        Self::residual(&mut self.workers, &self.system, &self.trial, &mut own.residual);
        self.position_buffer.copy_from_slice(&self.trial.q);
        self.trial.q.iter_mut().enumerate().for_each(|(i, q)| *q = if is_up(i) { q.next_up() } else { q.next_down() });
        Self::residual(&mut self.workers, &self.system, &self.trial, &mut own.moved);
        self.system.constraint_values(&self.trial, &mut own.phi, &mut own.rate);
        self.trial.q.copy_from_slice(&self.position_buffer);
        own.moved.iter_mut().zip(&own.residual).for_each(|(moved, r)| *moved = force_row * (*moved - r));
        for k in 0..self.phi.len() {
            let on_positions = self.active[k] && !self.on_velocities[k];
            own.moved[n + k] = if on_positions { own.phi[k] - self.phi[k] } else { 0.0 };
        }
        let solved = self.solve(&mut own.moved);
        let size = self.relative(&own.moved[..n]);
        self.round_off = Some(own);
        solved.map(|()| size)
    }
}

/// A sequence of signs without a pattern that could cancel between the coordinates of two bodies.
fn is_up(i: usize) -> bool {
    (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1
}
