//! Location of events: the step within which an event function crosses zero is shortened until it ends there.

use super::integration::{Integration, rescale_algorithmic_acceleration};
use crate::analysis::failure::Failure;

/// Where event functions are examined inside a step, in parts of it.
const EXAMINED_INSIDE: [f64; 2] = [1.0 / 3.0, 2.0 / 3.0];
/// How exactly the time of an event is found, relative to the step it was found in.
const EVENT_TIME_TOLERANCE: f64 = 1e-10;

impl Integration {
    /// Looks for event functions that cross zero and come back within a step of `h` that ends inside all modes. Where there is one,
    /// the step is shortened to where it has crossed. Returns the step that was taken, and the value of [`super::events::EventMonitor::evaluate_at_end`].
    ///
    /// The dense output only finds the place; a step of its own, to there, decides.
    pub(super) fn examine_inside(&mut self, h: f64, reached: f64) -> Result<(f64, f64), Failure> {
        let Some(theta) = EXAMINED_INSIDE.into_iter().find(|&theta| {
            let inside = self.dense.between(&self.state, &self.stepper.trial, h, theta);
            self.events.crosses_inside(&self.system, inside)
        }) else {
            return Ok((h, reached));
        };
        let begin = self.state.time;
        let mut whole = h;
        for part in [theta * h, h] {
            rescale_algorithmic_acceleration(&mut self.state, part / whole);
            whole = part;
            self.offset_step = part;
            let stepped = self.stepper.step(&self.state, begin + part, part);
            stepped.map_err(|failure| self.stepper.describe(failure))?;
            let reached = self.events.evaluate_at_end(&self.system, &self.stepper.trial);
            if reached < 0.0 || part == h {
                return Ok((part, reached));
            }
        }
        unreachable!("the whole step comes last")
    }

    /// Shortens a step that has crossed an event until it ends just behind the crossing; returns its length.
    ///
    /// The zero crossing is bracketed and found by the Illinois variant of regula falsi on the least of the relative event
    /// functions, of which `reached` is the value at the end of the whole step.
    pub(super) fn locate_event(&mut self, whole: f64, reached: f64) -> Result<f64, Failure> {
        let Integration { system, stepper, state, events, .. } = self;
        let begin = state.time;
        let (mut low, mut at_low) = (0.0, 1.0);
        let (mut high, mut at_high) = (whole, reached);
        let mut current = whole;
        let mut last_side = 0;
        while high - low > EVENT_TIME_TOLERANCE * whole {
            let guess = (low * at_high - high * at_low) / (at_high - at_low);
            let middle = 0.5 * (low + high);
            // Stay off the ends, so that the bracket shrinks from both sides.
            let margin = 0.25 * EVENT_TIME_TOLERANCE * whole;
            let h = if guess.is_finite() { guess.clamp(low + margin, high - margin) } else { middle };
            rescale_algorithmic_acceleration(state, h / current);
            current = h;
            stepper.step(state, begin + h, h).map_err(|failure| stepper.describe(failure))?;
            let value = events.evaluate_at_end(system, &stepper.trial);
            if value < 0.0 {
                (high, at_high) = (h, value);
                at_low *= if last_side == 1 { 0.5 } else { 1.0 };
                last_side = 1;
            } else {
                (low, at_low) = (h, value);
                at_high *= if last_side == -1 { 0.5 } else { 1.0 };
                last_side = -1;
            }
        }
        if current != high {
            rescale_algorithmic_acceleration(state, high / current);
            stepper.step(state, begin + high, high).map_err(|failure| stepper.describe(failure))?;
            events.evaluate_at_end(system, &stepper.trial);
        }
        Ok(high)
    }
}
