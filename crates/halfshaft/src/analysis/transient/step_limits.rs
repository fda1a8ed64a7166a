//! Step-size limits: the causes that limit the step size, and in how many steps, so that a run can report them.

use serde::{Deserialize, Serialize};

use super::scheme::Scheme;
use crate::system::System;

/// Cause that limits the step size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Cause {
    /// The error of an unknown of motion.
    Position(usize),
    /// The error of the force of an elastic element, by its index among them.
    Force(usize),
    /// The step-size ratio of an element, by its index among all elements.
    Element(usize),
    /// A Newton iteration that did not converge.
    Newton,
}

/// A cause with the number of steps it limited.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Occurrence {
    cause: Cause,
    steps: u64,
    /// Their sum, in seconds.
    time: f64,
    /// Sum of (ωh)² of the vibrations, weighted like the steps.
    square: f64,
}

/// Maximum number of distinct causes.
const CAUSES: usize = 32;

/// The causes so far; part of a checkpoint.
///
/// Of more causes than [`CAUSES`], as the nodes of a beam, a new one takes over the count of the least frequent one: no step is lost from
/// the sum, and a cause that limits more than one step in [`CAUSES`] stays (Metwally, Agrawal & El Abbadi 2005, Space-Saving).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Limits {
    causes: Vec<Occurrence>,
}

/// A step-size limit as reported to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// The body, shaft or element.
    pub element: String,
    /// The kind of limit.
    pub kind: LimitKind,
    /// Number of steps it limited.
    pub steps: u64,
    /// Their mean length, in seconds.
    pub step: f64,
    /// The frequency of the vibration that limited the steps, in hertz, if it is one.
    pub frequency: Option<f64>,
}

/// Kind of a step-size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Its motion.
    Motion,
    /// Its force.
    Force,
    /// Its step-size ratio, as of an impact.
    Contact,
    /// A Newton iteration that did not converge with longer steps.
    Convergence,
}

impl Limits {
    pub fn new() -> Self {
        Limits { causes: Vec::with_capacity(CAUSES) }
    }

    /// Records a step of `h`. `square`: (ωh)² of the vibration that limits it, zero if there is none.
    pub fn record(&mut self, cause: Cause, h: f64, square: f64) {
        let place = self.causes.iter().position(|occurrence| occurrence.cause == cause).unwrap_or_else(|| {
            if self.causes.len() < CAUSES {
                self.causes.push(Occurrence { cause, steps: 0, time: 0.0, square: 0.0 });
                return self.causes.len() - 1;
            }
            let least = (0..CAUSES).min_by_key(|&k| self.causes[k].steps).expect("the table is full");
            self.causes[least].cause = cause;
            least
        });
        let occurrence = &mut self.causes[place];
        occurrence.steps += 1;
        occurrence.time += h;
        occurrence.square += square;
    }

    /// The most frequent cause.
    pub fn most_frequent(&self, system: &System) -> Option<Limit> {
        self.causes.iter().max_by_key(|occurrence| occurrence.steps).map(|occurrence| occurrence.named(system))
    }

    /// The causes that limited the step size, the most frequent first.
    pub fn named(&self, system: &System) -> Vec<Limit> {
        let mut causes = self.causes.clone();
        causes.sort_by_key(|occurrence| std::cmp::Reverse(occurrence.steps));
        causes.iter().map(|occurrence| occurrence.named(system)).collect()
    }
}

/// A vibration has at least this phase per step, in radians; below it, the limit is the motion itself.
const VIBRATION_PHASE: f64 = 0.05;

impl Occurrence {
    fn named(&self, system: &System) -> Limit {
        let count = self.steps as f64;
        let (step, phase) = (self.time / count, (self.square / count).sqrt());
        let (element, kind) = match self.cause {
            Cause::Position(row) => (system.row_name(row).element, LimitKind::Motion),
            Cause::Force(place) => (system.elastic_name(place).to_owned(), LimitKind::Force),
            Cause::Element(place) => {
                (system.element_names().nth(place).unwrap_or_default().to_owned(), LimitKind::Contact)
            }
            Cause::Newton => (String::new(), LimitKind::Convergence),
        };
        let frequency = (phase > VIBRATION_PHASE).then(|| phase / step / std::f64::consts::TAU);
        Limit { element, kind, steps: self.steps, step, frequency }
    }
}

/// (ωh)² of a vibration whose error decreases to the fraction `left` in a step: left = 1/(1 + β' (ωh)²).
pub(crate) fn phase_square(scheme: &Scheme, left: f64) -> f64 {
    let beta = scheme.beta * (1.0 - scheme.alpha_f) / (1.0 - scheme.alpha_m);
    if left > 0.0 && left < 1.0 { (1.0 / left - 1.0) / beta } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_causes_than_the_table_holds_lose_no_step() {
        let mut limits = Limits::new();
        for k in 0..1000 {
            limits.record(Cause::Position(k % 100), 1e-6, 0.5);
            if k % 4 == 0 {
                limits.record(Cause::Force(7), 1e-6, 0.0);
            }
        }
        assert_eq!(limits.causes.iter().map(|occurrence| occurrence.steps).sum::<u64>(), 1250);
        let most = limits.causes.iter().max_by_key(|occurrence| occurrence.steps).expect("causes");
        assert_eq!(most.cause, Cause::Force(7));
        assert!(most.steps >= 250, "{}", most.steps);
    }
}
