//! Step-size control: equal steps, listed steps, or steps as long as the error allows.

use serde::{Deserialize, Serialize};

use super::Settings;
use super::step_limits::{Cause, Limits};

/// How long the steps are, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Steps {
    /// All the same; the last one is shorter where it does not divide the time.
    Fixed(f64),
    /// These, over and over again.
    Cycle(Vec<f64>),
    /// As long as the error allows: the global error of the positions is proportional to this tolerance, relative to the
    /// size of the mechanism or in radians.
    Controlled {
        /// The tolerance.
        tolerance: f64,
        /// No step is longer.
        longest: f64,
    },
}

/// The next step and the time it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Next {
    pub step: f64,
    pub time: f64,
}

/// Whether a step that was tried is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accept,
    Reject,
}

/// What the local errors of a step are compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bound of what persists of a position's error: κ tol^{3/2}.
    pub persistent: f64,
    /// Bound of an error that springs give back within some steps: tol.
    pub transient: f64,
    /// Bound of the error of an elastic force, relative to its own recent size.
    pub force: f64,
    /// Bound of what elements judge themselves.
    pub step_size_ratio: f64,
    /// The part of the first bound that an error of large motion may have.
    pub large_motion: f64,
    /// The part for which an error counts that constraints give back: it is gone from the positions, but velocities are off by
    /// it over the step.
    pub projected_part: f64,
}

/// The errors of a step, each relative to its bound; above one, the step must be shorter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Assessment {
    /// Of positions and forces, of the order h³.
    pub error: f64,
    /// What it is the error of.
    pub cause: Option<Cause>,
    /// (ωh)² of the vibration that it belongs to, zero where it is none.
    pub phase_square: f64,
    /// By which an element finds the step too coarse, of the order h.
    pub step_size_ratio: f64,
}

/// κ in the bound of the local error.
const KAPPA: f64 = 0.6;
/// The part of κ for errors of large motion, which add up and may be amplified; vibrations are bounded by their amplitude.
const LARGE_MOTION_SHARE: f64 = 0.125;
/// κ for a scheme that extinguishes what is fast: it is chosen for mechanisms in which errors do not add up.
const KAPPA_DISSIPATIVE: f64 = 1000.0;
/// For such a scheme the error of a force may be so many times its tolerance,
const FORCE_DISSIPATIVE: f64 = 5.0;
/// an impact has so many times fewer steps,
const STEP_SIZE_RATIO_DISSIPATIVE: f64 = 2.0;
/// and what constraints give back counts for this part.
const PROJECTED_PART_DISSIPATIVE: f64 = 0.2;
/// The part of its bound at which a step aims.
const SAFETY: f64 = 0.5;
/// A step is shortened when the suggestion is below this part of it: more often, every step would need a new factorization.
const SHRINK_BELOW: f64 = 0.88;
/// A step may grow by this factor at once: more, and a stiff spring answers like a constraint that jumps.
const MAX_GROWTH: f64 = 2.0;
/// The range of the factor by which a rejected step is shortened.
const REJECTION_FACTORS: (f64, f64) = (0.1, 0.9);
/// Coarseness at which a new step aims.
const TARGET_RATIO: f64 = 0.9;
/// A longer step must be worth a new factorization.
const GROW_ABOVE: f64 = 1.2;
/// A step grows to the least suggestion of so many steps: errors that pass through zero must not make it grow.
const SUGGESTIONS: usize = 8;

/// The first step is at most this part of the time in which the motion covers the size of the mechanism, and in seconds.
const FIRST_STEP: (f64, f64) = (0.05, 5e-2);
/// A step beyond the longest first step is at most this part of the time since the start: what moves uniformly is still
/// shown by some points.
const ELAPSED_SHARE: f64 = 0.05;
/// A step that would end within this part of itself before the end is stretched to it.
const END_STRETCH: f64 = 0.1;

/// Failures of the Newton iteration in a row after which a step is tried with all means.
const LIMITED_EFFORT_FAILURES: u32 = 4;
/// For a while after a step that did not converge none is longer than this part of it,
const CEILING_FACTOR: f64 = 0.9;
/// for so many steps the first time, twice as many each time, and at most.
const CEILING_STEPS: (u32, u32) = (3, 24);

/// Chooses the step size.
///
/// A scheme of order 2 has a local error e = O(h³). With the bound
///
/// ```text
/// e ≤ κ tol^{3/2}
/// ```
///
/// h ∝ tol^{1/2}, so that the number of steps in a given time grows as tol^{−1/2} and their errors sum up to O(tol): the
/// global error is proportional to the tolerance, and no step depends on when the run ends. (`docs/theory.md`, local
/// error and step size.)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepSize {
    steps: Steps,
    /// Whether the scheme extinguishes what is fast: ρ∞ = 0.
    dissipative: bool,
    /// Tolerance of forces relative to their own sizes.
    force_tolerance: f64,
    begin: f64,
    end: f64,
    /// Given steps completed so far.
    count: usize,
    /// The step to try, under error control.
    step: f64,
    /// The step sizes that the last steps suggested, the newest first.
    suggested: Vec<f64>,
    /// Whether a step stretched to the end was rejected.
    stretch_rejected: bool,
    /// What held the steps down.
    limits: Limits,
    /// Steps that did not converge in a row.
    failures: u32,
    /// No step is longer for so many steps to come, since a longer one did not converge.
    ceiling: f64,
    ceiling_steps_left: u32,
    /// For how many the next time.
    ceiling_steps: u32,
    /// The part of a given step to try at once; less than one after a step that did not converge.
    part: f64,
    /// Where the given step ends, once it is taken in parts.
    target: Option<f64>,
}

impl StepSize {
    /// `constant`: the local error is this × h³ at the start. `scale`: the time in which the motion covers the size of the
    /// mechanism.
    pub fn new(settings: &Settings, begin: f64, constant: f64, scale: f64) -> Self {
        let Settings { end, steps, scheme, force_tolerance, first_step, .. } = settings;
        let mut control = StepSize {
            steps: steps.clone(),
            dissipative: scheme.annihilates_high_frequencies(),
            force_tolerance: *force_tolerance,
            begin,
            end: *end,
            count: 0,
            step: 0.0,
            suggested: Vec::with_capacity(SUGGESTIONS + 1),
            stretch_rejected: false,
            limits: Limits::new(),
            failures: 0,
            ceiling: f64::INFINITY,
            ceiling_steps_left: 0,
            ceiling_steps: CEILING_STEPS.0,
            part: 1.0,
            target: None,
        };
        if let Steps::Controlled { longest, .. } = steps {
            let by_error = control.step_for_error_constant(constant);
            let chosen = by_error.min(FIRST_STEP.0 * scale).min(FIRST_STEP.1);
            control.step = first_step.unwrap_or(chosen).min(*longest).max(control.shortest(begin));
        }
        control
    }

    /// The bounds under error control; none for given steps.
    pub fn bounds(&self) -> Option<Bounds> {
        match self.steps {
            Steps::Controlled { tolerance, .. } => {
                let of_order = |tolerance: f64| tolerance * tolerance.sqrt();
                let (persistent, force) = match self.dissipative {
                    true => (KAPPA_DISSIPATIVE * of_order(tolerance), FORCE_DISSIPATIVE * self.force_tolerance),
                    false => (KAPPA * of_order(tolerance), KAPPA * of_order(self.force_tolerance)),
                };
                let (step_size_ratio, projected_part, large_motion) = match self.dissipative {
                    true => (STEP_SIZE_RATIO_DISSIPATIVE, PROJECTED_PART_DISSIPATIVE, 1.0),
                    false => (1.0, 1.0, LARGE_MOTION_SHARE),
                };
                Some(Bounds {
                    persistent,
                    transient: tolerance.max(persistent),
                    force,
                    step_size_ratio,
                    large_motion,
                    projected_part,
                })
            }
            _ => None,
        }
    }

    /// The step whose local error, `constant` × h³, is what a new step aims at.
    fn step_for_error_constant(&self, constant: f64) -> f64 {
        let bound = self.bounds().map_or(f64::INFINITY, |bounds| bounds.persistent);
        (SAFETY * bound / constant.max(f64::MIN_POSITIVE)).cbrt()
    }

    /// The step to try from `time`, where what is prescribed allows steps up to `resolving`.
    pub fn next(&self, time: f64, resolving: f64) -> Next {
        let left = self.end - time;
        match &self.steps {
            Steps::Fixed(step) if self.target.is_some() => self.toward_target(time, *step),
            Steps::Cycle(steps) if self.target.is_some() => self.toward_target(time, steps[self.count % steps.len()]),
            Steps::Fixed(step) => self.locate_event(left, *step, self.begin + (self.count + 1) as f64 * step),
            Steps::Cycle(steps) => {
                let step = steps[self.count % steps.len()];
                self.locate_event(left, step, time + step)
            }
            Steps::Controlled { .. } => {
                let shown = FIRST_STEP.1.max(ELAPSED_SHARE * (time - self.begin));
                let step = self.step.min(resolving).min(shown);
                let stretch = if self.stretch_rejected { 0.0 } else { END_STRETCH };
                let ends = left <= step * (1.0 + stretch);
                if ends { Next { step: left, time: self.end } } else { Next { step, time: time + step } }
            }
        }
    }

    /// A part of a given step, or what is left of it.
    fn toward_target(&self, time: f64, step: f64) -> Next {
        let target = self.target.expect("a step in parts has its end");
        let (part, left) = (self.part * step, target - time);
        if left <= 1.5 * part { Next { step: left, time: target } } else { Next { step: part, time: time + part } }
    }

    /// A given step that ends at the end where it comes within a millionth of it.
    fn locate_event(&self, left: f64, step: f64, time: f64) -> Next {
        if left > step * (1.0 + 1e-6) {
            return Next { step, time };
        }
        // The nominal step, not a difference of rounded times, so that the factorization can be kept.
        let step = if left > step * (1.0 - 1e-6) { step } else { left };
        Next { step, time: self.end }
    }

    /// Judges a step from `time` that converged, and chooses the next one.
    pub fn judge(&mut self, time: f64, next: &Next, assessment: &Assessment) -> Verdict {
        let h = next.step;
        let Steps::Controlled { longest, .. } = self.steps else { return Verdict::Accept };
        let Assessment { error, step_size_ratio, .. } = *assessment;
        let factor = (SAFETY / error.max(f64::MIN_POSITIVE)).cbrt().min(TARGET_RATIO / step_size_ratio);
        if (error > 1.0 || step_size_ratio > 1.0) && h > self.shortest(time) {
            self.reject(h, factor);
            return Verdict::Reject;
        }
        self.suggest(h * factor);
        let suggestion = self.suggested.iter().fold(f64::INFINITY, |least, step| least.min(*step)) / h;
        // A step cut short to land somewhere says little about the step that would be allowed.
        if suggestion < SHRINK_BELOW || suggestion > GROW_ABOVE && h >= 0.5 * self.step {
            self.step = (h * suggestion.clamp(0.5, MAX_GROWTH)).min(longest);
        }
        self.record_limit(h, assessment);
        self.failures = 0;
        if self.ceiling_steps_left > 0 {
            self.ceiling_steps_left -= 1;
            self.step = self.step.min(self.ceiling);
        } else if h > 1.01 * self.ceiling {
            (self.ceiling, self.ceiling_steps) = (f64::INFINITY, CEILING_STEPS.0);
        }
        Verdict::Accept
    }

    /// Takes note of what keeps an accepted step from growing.
    fn record_limit(&mut self, h: f64, assessment: &Assessment) {
        let Assessment { error, step_size_ratio, phase_square, cause } = *assessment;
        let (by_error, by_element) = ((SAFETY / error.max(f64::MIN_POSITIVE)).cbrt(), TARGET_RATIO / step_size_ratio);
        match cause {
            _ if self.ceiling_steps_left > 0 => self.limits.record(Cause::Newton, h, 0.0),
            Some(cause) if by_error.min(by_element) < MAX_GROWTH => self.limits.record(cause, h, phase_square),
            _ => {}
        }
    }

    /// What held the steps down so far.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn reject(&mut self, h: f64, factor: f64) {
        if h > self.step {
            // Not what was chosen is too long, but what it was stretched to.
            self.stretch_rejected = true;
            return;
        }
        self.suggest(h * factor);
        self.step = h * factor.clamp(REJECTION_FACTORS.0, REJECTION_FACTORS.1);
    }

    fn suggest(&mut self, step: f64) {
        self.suggested.truncate(SUGGESTIONS - 1);
        self.suggested.insert(0, step);
    }

    /// Takes note of a step that went all the way.
    pub fn completed(&mut self, next: &Next) {
        if self.target.is_none_or(|target| next.time >= target) {
            self.count += 1;
            (self.part, self.target) = (1.0, None);
        }
    }

    /// Whether a step that does not converge soon is better taken shorter: where steps are long against vibrations, most
    /// that are hard have left a contact by an error that a shorter one does not make.
    pub fn has_limited_effort(&self) -> bool {
        self.dissipative && self.bounds().is_some() && self.failures < LIMITED_EFFORT_FAILURES
    }

    /// After a step from `time` that did not converge: a shorter one, where there can be one.
    pub fn newton_failed(&mut self, time: f64, next: &Next) -> Verdict {
        match &self.steps {
            Steps::Controlled { .. } if next.step > self.shortest(time) => {
                self.failures += 1;
                self.step = if self.has_limited_effort() { 0.5 } else { 0.25 } * next.step;
                self.ceiling = CEILING_FACTOR * next.step;
                if self.failures == 1 {
                    self.ceiling_steps_left = self.ceiling_steps;
                    self.ceiling_steps = (2 * self.ceiling_steps).min(CEILING_STEPS.1);
                }
                Verdict::Reject
            }
            // A given step is taken in parts, of uneven length so that they meet no regular grid of bad places.
            Steps::Fixed(_) | Steps::Cycle(_) if self.part > 1e-3 => {
                self.target.get_or_insert(next.time);
                self.part *= 0.37;
                Verdict::Reject
            }
            _ => Verdict::Accept,
        }
    }

    /// After an event at a time within a step that was to reach `next`: a given step is taken up again where it was left,
    /// and error control restarts with the local error `constant` × h³.
    pub fn restarted(&mut self, next: &Next, time: f64, constant: f64) {
        match &self.steps {
            Steps::Controlled { .. } => {
                self.suggested.clear();
                self.step = self.step.min(self.step_for_error_constant(constant)).max(self.shortest(time));
            }
            Steps::Fixed(_) | Steps::Cycle(_) if time < next.time => {
                self.target.get_or_insert(next.time);
            }
            Steps::Fixed(_) | Steps::Cycle(_) => {}
        }
    }

    /// The shortest step from a time: below it, times lose their digits.
    fn shortest(&self, time: f64) -> f64 {
        (64.0 * f64::EPSILON * time.abs()).max(1e-18)
    }
}
