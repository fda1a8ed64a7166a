//! How long the steps are: equal, listed, or as long as the error allows.

use serde::{Deserialize, Serialize};

use super::transient::Settings;

/// How long the steps are, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Steps {
    /// All the same; the last one is shorter where it does not divide the time.
    Fixed(f64),
    /// These, over and over again.
    Cycle(Vec<f64>),
    /// As long as the error allows: what the steps add to the error of the positions over the whole run shall stay
    /// near this tolerance, relative to the size of the mechanism or in radians.
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

/// What becomes of a step that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Repeat,
}

/// The shortest step, relative to the length of the run: below it, times lose their digits.
const SHORTEST: f64 = 1e-13;
/// Part of the tolerance that a new step aims at.
const SAFETY: f64 = 0.7;
/// A step that was kept is shortened when it is over the aim by more than this: sooner, every step would need a new
/// factorization.
const TIGHT: f64 = 0.88;
/// A step may become this much longer at once: more, and a stiff spring answers like a constraint that jumps.
const GROWTH: f64 = 2.0;
/// Coarseness that a new step aims at.
const FINE: f64 = 0.9;
/// A longer step must be worth a new factorization.
const WORTHWHILE: f64 = 1.2;

/// Steps that are given up soon, in a row.
const LIGHT: u32 = 4;
/// For a while after a step that did not converge none is longer than this part of it,
const CEILING: f64 = 0.9;
/// for so many steps the first time, twice as many each time, and at most.
const PATIENCE: (u32, u32) = (3, 24);

/// Chooses the steps.
///
/// The error of a step is judged per unit of time: e/h ≤ tolerance/T. A scheme of order 2 has e = O(h³), so that
/// h ∝ √tolerance, and the error summed over the run is proportional to the tolerance. A scheme that extinguishes what is
/// fast is chosen for mechanisms that forget: what lasts of the error of each step is compared with the tolerance itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pace {
    steps: Steps,
    /// Whether errors are judged step by step, because they do not add up.
    forgetful: bool,
    begin: f64,
    end: f64,
    /// Given steps completed so far.
    count: usize,
    /// The step to try, under error control.
    step: f64,
    /// Steps that did not converge in a row.
    failures: u32,
    /// No step is longer for so many steps to come, since a longer one did not converge.
    ceiling: f64,
    under: u32,
    /// For how many the next time.
    patience: u32,
    /// The part of a given step to try at once; less than one after a step that did not converge.
    part: f64,
    /// Where the given step ends, once it is taken in parts.
    target: Option<f64>,
}

impl Pace {
    /// `constant`: the local error is this × h³ at the start.
    pub fn new(settings: &Settings, begin: f64, constant: f64) -> Self {
        let Settings { end, steps, scheme, .. } = settings;
        let span = end - begin;
        let forgetful = scheme.extinguishes();
        let mut pace = Pace {
            steps: steps.clone(),
            forgetful,
            begin,
            end: *end,
            count: 0,
            step: 0.0,
            failures: 0,
            ceiling: f64::INFINITY,
            under: 0,
            patience: PATIENCE.0,
            part: 1.0,
            target: None,
        };
        if let Steps::Controlled { tolerance, longest } = steps {
            pace.step = pace.factor(*tolerance, 1.0, constant).min(*longest).min(span).max(1e-9 * span);
        }
        pace
    }

    /// The step to try from `time`.
    pub fn next(&self, time: f64) -> Next {
        let left = self.end - time;
        match &self.steps {
            Steps::Fixed(step) if self.target.is_some() => self.toward_target(time, *step),
            Steps::Cycle(steps) if self.target.is_some() => self.toward_target(time, steps[self.count % steps.len()]),
            Steps::Fixed(step) => self.land(left, *step, self.begin + (self.count + 1) as f64 * step),
            Steps::Cycle(steps) => {
                let step = steps[self.count % steps.len()];
                self.land(left, step, time + step)
            }
            // Two equal steps rather than a long one and a stub.
            Steps::Controlled { .. } if left < 2.0 * self.step => {
                let step = if left <= self.step * 1.0001 { left } else { 0.5 * left };
                self.land(left, step, time + step)
            }
            Steps::Controlled { .. } => Next { step: self.step, time: time + self.step },
        }
    }

    /// A part of a given step, or what is left of it.
    fn toward_target(&self, time: f64, step: f64) -> Next {
        let target = self.target.expect("a step in parts has its end");
        let (part, left) = (self.part * step, target - time);
        if left <= 1.5 * part { Next { step: left, time: target } } else { Next { step: part, time: time + part } }
    }

    /// A step that ends at the end where it comes within a millionth of it.
    fn land(&self, left: f64, step: f64, time: f64) -> Next {
        if left > step * (1.0 + 1e-6) {
            return Next { step, time };
        }
        // The nominal step, not a difference of rounded times, so that the factorization can be kept.
        let step = if left > step * (1.0 - 1e-6) { step } else { left };
        Next { step, time: self.end }
    }

    /// Where errors are judged by what is left of them after some steps: the error below which the next step is as much longer as
    /// it may be.
    pub fn slight(&self) -> Option<f64> {
        match self.steps {
            Steps::Controlled { tolerance, .. } if self.forgetful => Some(SAFETY * tolerance / GROWTH.powi(3)),
            _ => None,
        }
    }

    /// The error that a step may have.
    fn allowed(&self, tolerance: f64, step: f64) -> f64 {
        if self.forgetful { tolerance } else { tolerance * step / (self.end - self.begin) }
    }

    /// How much longer or shorter a step with this error, of the order h³, would have to be to reach its aim.
    fn factor(&self, tolerance: f64, step: f64, error: f64) -> f64 {
        let reserve = SAFETY * self.allowed(tolerance, step) / error.max(f64::MIN_POSITIVE);
        if self.forgetful { reserve.cbrt() } else { reserve.sqrt() }
    }

    /// Judges a step that converged with this local error, and chooses the next one. A `coarseness` above one asks for a
    /// shorter step whatever the error.
    pub fn judge(&mut self, next: &Next, error: f64, coarseness: f64) -> Verdict {
        let h = next.step;
        let Steps::Controlled { tolerance, longest } = &self.steps else { return Verdict::Keep };
        let factor = self.factor(*tolerance, h, error).min(FINE / coarseness);
        if (error > self.allowed(*tolerance, h) || coarseness > 1.0) && h > self.shortest() {
            self.step = h * factor.clamp(0.1, 0.9);
            return Verdict::Repeat;
        }
        // A step cut short to land somewhere says little about the step that would be allowed.
        if factor < TIGHT || factor > WORTHWHILE && h >= 0.5 * self.step {
            self.step = (h * factor.clamp(0.5, GROWTH)).min(*longest);
        }
        self.failures = 0;
        if self.under > 0 {
            self.under -= 1;
            self.step = self.step.min(self.ceiling);
        } else if h > 1.01 * self.ceiling {
            (self.ceiling, self.patience) = (f64::INFINITY, PATIENCE.0);
        }
        Verdict::Keep
    }

    /// Takes note of a step that went all the way.
    pub fn completed(&mut self, next: &Next) {
        if self.target.is_none_or(|target| next.time >= target) {
            self.count += 1;
            (self.part, self.target) = (1.0, None);
        }
    }

    /// Whether a step that does not converge soon is better taken shorter: where steps ride over what is fast, most that are
    /// hard have left a contact by an error that a shorter one does not make.
    pub fn light(&self) -> bool {
        self.slight().is_some() && self.failures < LIGHT
    }

    /// After a step that did not converge: a shorter one, where there can be one.
    pub fn failed(&mut self, next: &Next) -> Verdict {
        match &self.steps {
            Steps::Controlled { .. } if next.step > self.shortest() => {
                self.failures += 1;
                self.step = if self.light() { 0.5 } else { 0.25 } * next.step;
                self.ceiling = CEILING * next.step;
                if self.failures == 1 {
                    self.under = self.patience;
                    self.patience = (2 * self.patience).min(PATIENCE.1);
                }
                Verdict::Repeat
            }
            // A given step is taken in parts, of uneven length so that they meet no regular grid of bad places.
            Steps::Fixed(_) | Steps::Cycle(_) if self.part > 1e-3 => {
                self.target.get_or_insert(next.time);
                self.part *= 0.37;
                Verdict::Repeat
            }
            _ => Verdict::Keep,
        }
    }

    /// After an event at a time within a step that was to reach `next`: a given step is taken up again where it was left,
    /// and error control begins anew with the local error `constant` × h³.
    pub fn landed(&mut self, next: &Next, time: f64, constant: f64) {
        match &self.steps {
            Steps::Controlled { tolerance, .. } => {
                self.step = self.step.min(self.factor(*tolerance, 1.0, constant)).max(1e-9 * (self.end - self.begin));
            }
            Steps::Fixed(_) | Steps::Cycle(_) if time < next.time => {
                self.target.get_or_insert(next.time);
            }
            Steps::Fixed(_) | Steps::Cycle(_) => {}
        }
    }

    fn shortest(&self) -> f64 {
        SHORTEST * (self.end - self.begin)
    }
}
