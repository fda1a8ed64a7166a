//! Step-size control: fixed steps, a cycle of given steps, or steps as long as the estimated error allows.

use serde::{Deserialize, Serialize};

use super::Settings;
use super::step_limits::{Cause, Limits};

/// The step sizes, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Steps {
    /// A fixed step size; the last step is shorter if the step size does not divide the time.
    Fixed(f64),
    /// A list of step sizes that is repeated cyclically.
    Cycle(Vec<f64>),
    /// Error control: the global error of the positions is proportional to this tolerance, relative to the size of the
    /// mechanism or in radians.
    Controlled {
        /// The tolerance.
        tolerance: f64,
        /// Upper limit of the step size.
        longest: f64,
    },
}

/// The next step and the time it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Next {
    pub step: f64,
    pub time: f64,
    /// The time that it would have reached, if it was shortened to land on a given time.
    pub shortened_from: Option<f64>,
}

impl Next {
    /// A step that is not shortened.
    pub fn new(step: f64, time: f64) -> Self {
        Next { step, time, shortened_from: None }
    }

    /// Where the step would end if it were not shortened.
    fn full_end(&self) -> f64 {
        self.shortened_from.unwrap_or(self.time)
    }
}

/// Whether a step is accepted or rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accept,
    Reject,
}

/// Bounds of the local errors of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bound of the persistent part of a position error: κ tol^{3/2}.
    pub persistent: f64,
    /// Bound of an error that springs restore within some steps: tol.
    pub transient: f64,
    /// Bound of the error of an elastic force, relative to the recent size of the force.
    pub force: f64,
    /// Bound of the step-size ratio of the elements.
    pub step_size_ratio: f64,
    /// The fraction of the first bound that applies to errors of large motion.
    pub large_motion: f64,
    /// Weight of the error that constraints project out: it is gone from the positions, but velocities are wrong by
    /// this error divided by the step size.
    pub projected_part: f64,
}

/// The errors of a step, each relative to its bound; above one, the step is rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Assessment {
    /// Error of positions and forces, of the order h³.
    pub error: f64,
    /// The unknown or element with this error.
    pub cause: Option<Cause>,
    /// (ωh)² of the vibration that the error belongs to, zero if there is none.
    pub phase_square: f64,
    /// Largest step-size ratio of an element, of the order h.
    pub step_size_ratio: f64,
}

/// κ in the bound of the local error.
const KAPPA: f64 = 0.6;
/// The fraction of κ for errors of large motion, which accumulate and may be amplified; errors of vibrations are
/// bounded by their amplitude.
const LARGE_MOTION_SHARE: f64 = 0.125;
/// κ for a scheme with high-frequency annihilation: it is meant for mechanisms in which errors do not accumulate.
const KAPPA_DISSIPATIVE: f64 = 1000.0;
/// For such a scheme the bound of a force error is multiplied by this factor,
const FORCE_DISSIPATIVE: f64 = 5.0;
/// the bound of the step-size ratio by this factor, which gives fewer steps per impact,
const STEP_SIZE_RATIO_DISSIPATIVE: f64 = 2.0;
/// and this is the weight of the error that constraints project out.
const PROJECTED_PART_DISSIPATIVE: f64 = 0.2;
/// Target error of a step, as a fraction of its bound.
const SAFETY: f64 = 0.5;
/// The step size changes only where the suggested one is far enough from it, because every new step size needs a factorization.
const DEAD_BAND: DeadBand = DeadBand { shrink_below: 0.96, shrink_to: 0.94, grow_above: 1.12, grow_to: 1.02 };
/// The same for a scheme with high-frequency annihilation.
const DEAD_BAND_DISSIPATIVE: DeadBand = DeadBand { shrink_below: 0.88, shrink_to: 1.0, grow_above: 1.2, grow_to: 1.0 };
/// Maximum growth of the step size in one step: beyond it, a stiff spring responds like a constraint that jumps.
const MAX_GROWTH: f64 = 2.0;
/// Range of the factor by which the step size is reduced after a rejected step.
const REJECTION_FACTORS: (f64, f64) = (0.1, 0.9);
/// Target step-size ratio of an element.
const TARGET_RATIO: f64 = 0.9;
/// The step size grows to the smallest suggestion of this many steps: an error that passes through zero must not make
/// it grow.
const SUGGESTIONS: usize = 8;

/// The first step is at most this fraction of the time in which the motion covers the size of the mechanism, and at
/// most so many seconds.
const FIRST_STEP: (f64, f64) = (0.05, 5e-2);
/// A step longer than the longest first step is at most this fraction of the time since the start, so that even a
/// uniform motion is recorded at several points.
const ELAPSED_SHARE: f64 = 0.05;
/// A step that would end within this fraction of itself before the end is stretched to the end.
const END_STRETCH: f64 = 0.1;

/// Number of consecutive failures of the Newton iteration after which the iteration is no longer stopped early.
const LIMITED_EFFORT_FAILURES: u32 = 4;
/// After a step that did not converge, steps are limited to this fraction of it,
const CEILING_FACTOR: f64 = 0.9;
/// for this number of steps at first, doubled each time up to the second number.
const CEILING_STEPS: (u32, u32) = (3, 24);

/// When the step size follows the suggested one. It grows to somewhat more than that and shrinks to somewhat less, so that it is not longer on average
/// while the motion gets faster than while it gets slower: the energy errors of both are opposite and cancel.
struct DeadBand {
    /// The step size is reduced where the suggested one is below this fraction of it,
    shrink_below: f64,
    /// to this multiple of that,
    shrink_to: f64,
    /// and grows where it is above this multiple,
    grow_above: f64,
    /// to this multiple of it.
    grow_to: f64,
}

impl DeadBand {
    /// The factor by which the step size changes; `suggestion` is relative to it.
    fn factor(&self, suggestion: f64) -> Option<f64> {
        match suggestion {
            _ if suggestion < self.shrink_below => Some(self.shrink_to * suggestion),
            _ if suggestion > self.grow_above => Some(self.grow_to * suggestion),
            _ => None,
        }
    }
}

/// Chooses the step size.
///
/// A scheme of order 2 has a local error e = O(h³). With the bound
///
/// ```text
/// e ≤ κ tol^{3/2}
/// ```
///
/// the step size is h ∝ tol^{1/2}, so the number of steps in a given time grows as tol^{−1/2} and their errors
/// accumulate to O(tol). The global error is proportional to the tolerance, and no step depends on the end time of the
/// run (`docs/theory.md`, step-size control).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepSize {
    steps: Steps,
    /// Whether the scheme has high-frequency annihilation: ρ∞ = 0.
    dissipative: bool,
    /// Tolerance of elastic forces relative to their sizes.
    force_tolerance: f64,
    begin: f64,
    /// Number of completed steps of a given size.
    count: usize,
    /// Step size of the next step, under error control.
    step: f64,
    /// The step sizes that the last steps suggested, newest first.
    suggested: Vec<f64>,
    /// Whether a step stretched to land on a given time was rejected, and none has landed since.
    stretch_rejected: bool,
    /// The causes that limited the step size.
    limits: Limits,
    /// Number of consecutive steps that did not converge.
    failures: u32,
    /// Upper limit of the step size for a number of steps, because a longer step did not converge.
    ceiling: f64,
    ceiling_steps_left: u32,
    /// Number of these steps after the next failure.
    ceiling_steps: u32,
    /// The fraction of a given step to take at once; less than one after a step that did not converge.
    part: f64,
    /// End of the given step, while it is taken in parts.
    target: Option<f64>,
}

impl StepSize {
    /// For a motion that begins at a time; [`StepSize::start`] sets the first step.
    pub fn new(settings: &Settings, begin: f64) -> Self {
        let Settings { steps, scheme, force_tolerance, .. } = settings;
        StepSize {
            steps: steps.clone(),
            dissipative: scheme.annihilates_high_frequencies(),
            force_tolerance: *force_tolerance,
            begin,
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
        }
    }

    /// Sets the first step under error control: `first_step`, or by default one chosen from the motion.
    ///
    /// `constant`: the local error is `constant` × h³ at the start. `scale`: the time in which the motion covers the size
    /// of the mechanism.
    pub fn start(&mut self, first_step: Option<f64>, constant: f64, scale: f64) {
        if let Steps::Controlled { longest, .. } = self.steps {
            let by_error = self.step_for_error_constant(constant);
            let chosen = by_error.min(FIRST_STEP.0 * scale).min(FIRST_STEP.1);
            self.step = first_step.unwrap_or(chosen).min(longest).max(self.shortest(self.begin));
        }
    }

    /// The error bounds under error control; `None` for given step sizes.
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

    /// The step size with the target local error, `constant` × h³.
    fn step_for_error_constant(&self, constant: f64) -> f64 {
        let bound = self.bounds().map_or(f64::INFINITY, |bounds| bounds.persistent);
        (SAFETY * bound / constant.max(f64::MIN_POSITIVE)).cbrt()
    }

    /// The next step from `time`, which ends at `until` at the latest; `resolving` is the longest step that resolves what
    /// is prescribed.
    pub fn next(&self, time: f64, until: f64, resolving: f64) -> Next {
        match &self.steps {
            Steps::Fixed(step) if self.target.is_some() => self.toward_target(time, until, *step),
            Steps::Cycle(steps) if self.target.is_some() => {
                self.toward_target(time, until, steps[self.count % steps.len()])
            }
            Steps::Fixed(step) => given_step(time, until, *step, self.begin + (self.count + 1) as f64 * step),
            Steps::Cycle(steps) => {
                let step = steps[self.count % steps.len()];
                given_step(time, until, step, time + step)
            }
            Steps::Controlled { .. } => {
                let recording_limit = FIRST_STEP.1.max(ELAPSED_SHARE * (time - self.begin));
                let step = self.step.min(resolving).min(recording_limit);
                let stretch = if self.stretch_rejected { 0.0 } else { END_STRETCH };
                let left = until - time;
                match left <= step * (1.0 + stretch) {
                    true => Next { step: left, time: until, shortened_from: (left < step).then_some(time + step) },
                    false => Next::new(step, time + step),
                }
            }
        }
    }

    /// A part of a given step, or its remainder.
    fn toward_target(&self, time: f64, until: f64, step: f64) -> Next {
        let target = self.target.expect("a step in parts has its end");
        let (part, left) = (self.part * step, target - time);
        let next = if left <= 1.5 * part { Next::new(left, target) } else { Next::new(part, time + part) };
        // Beyond round-off of the times.
        if next.time - until <= 1e-6 * next.step {
            return Next { time: next.time.min(until), ..next };
        }
        Next { step: until - time, time: until, shortened_from: Some(target) }
    }

    /// Judges a converged step from `time`, and chooses the next step size.
    pub fn judge(&mut self, time: f64, next: &Next, assessment: &Assessment) -> Verdict {
        let h = next.step;
        let Steps::Controlled { longest, .. } = self.steps else { return Verdict::Accept };
        let Assessment { error, step_size_ratio, .. } = *assessment;
        let factor = (SAFETY / error.max(f64::MIN_POSITIVE)).cbrt().min(TARGET_RATIO / step_size_ratio);
        if (error > 1.0 || step_size_ratio > 1.0) && h > self.shortest(time) {
            self.reject(h, factor);
            return Verdict::Reject;
        }
        // A step shortened to land on a given time says little about the allowed step size.
        match next.shortened_from {
            Some(_) => self.stretch_rejected = false,
            None => self.suggest(h * factor),
        }
        let suggestion = self.suggested.iter().fold(f64::INFINITY, |least, step| least.min(*step)) / h;
        let band = if self.dissipative { &DEAD_BAND_DISSIPATIVE } else { &DEAD_BAND };
        if let Some(factor) = band.factor(suggestion).filter(|factor| *factor < 1.0 || h >= 0.5 * self.step) {
            self.step = (h * factor.clamp(0.5, MAX_GROWTH)).min(longest);
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

    /// Records the cause that keeps an accepted step from growing.
    fn record_limit(&mut self, h: f64, assessment: &Assessment) {
        let Assessment { error, step_size_ratio, phase_square, cause } = *assessment;
        let (by_error, by_element) = ((SAFETY / error.max(f64::MIN_POSITIVE)).cbrt(), TARGET_RATIO / step_size_ratio);
        match cause {
            _ if self.ceiling_steps_left > 0 => self.limits.record(Cause::Newton, h, 0.0),
            Some(cause) if by_error.min(by_element) < MAX_GROWTH => self.limits.record(cause, h, phase_square),
            _ => {}
        }
    }

    /// The causes that limited the step size so far.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn reject(&mut self, h: f64, factor: f64) {
        if h > self.step {
            // The stretched step is too long, not the chosen step size.
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

    /// Records a completed step.
    pub fn completed(&mut self, next: &Next) {
        if let (Some(end), None) = (next.shortened_from, self.bounds()) {
            // The rest of a given step follows.
            self.target = Some(end);
            return;
        }
        if self.target.is_none_or(|target| next.time >= target) {
            self.count += 1;
            (self.part, self.target) = (1.0, None);
        }
    }

    /// Returns whether a step that converges slowly should be stopped and repeated with a smaller step size. Where
    /// steps are long compared with vibrations, most slowly converging steps have left a contact by an error that a
    /// shorter step does not make.
    pub fn has_limited_effort(&self) -> bool {
        self.dissipative && self.bounds().is_some() && self.failures < LIMITED_EFFORT_FAILURES
    }

    /// Reduces the step size after a step from `time` whose Newton iteration failed, if a shorter one is possible.
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
            // A given step is taken in parts, of irregular length so that they do not coincide with regularly spaced
            // singular points.
            Steps::Fixed(_) | Steps::Cycle(_) if self.part > 1e-3 => {
                self.target.get_or_insert(next.full_end());
                self.part *= 0.37;
                Verdict::Reject
            }
            _ => Verdict::Accept,
        }
    }

    /// Restarts after an event at `time` inside a step to `next`: a given step is continued from there, and error
    /// control restarts with the local error `constant` × h³.
    pub fn restarted(&mut self, next: &Next, time: f64, constant: f64) {
        match &self.steps {
            Steps::Controlled { .. } => {
                self.suggested.clear();
                self.step = self.step.min(self.step_for_error_constant(constant)).max(self.shortest(time));
            }
            Steps::Fixed(_) | Steps::Cycle(_) if time < next.full_end() => {
                self.target.get_or_insert(next.full_end());
            }
            Steps::Fixed(_) | Steps::Cycle(_) => {}
        }
    }

    /// The shortest step from a time: below it, round-off of the time dominates.
    fn shortest(&self, time: f64) -> f64 {
        (64.0 * f64::EPSILON * time.abs()).max(1e-18)
    }
}

/// A given step to `time`. Within a millionth of it, it ends at `until`.
fn given_step(from: f64, until: f64, step: f64, time: f64) -> Next {
    let left = until - from;
    if left > step * (1.0 + 1e-6) {
        return Next::new(step, time);
    }
    if left > step * (1.0 - 1e-6) {
        // The nominal step size, not a difference of rounded times, so that the factorization can be reused.
        return Next::new(step, until);
    }
    Next { step: left, time: until, shortened_from: Some(time) }
}
