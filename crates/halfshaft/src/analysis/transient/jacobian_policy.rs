//! Jacobian reuse: when the iteration matrix is factorized again.
//!
//! A factorization is reused over several steps; as the motion proceeds, the modified Newton iteration contracts more
//! slowly. At the beginning of a step the matrix is refactorized if the last step took more iterations than the mean
//! cost per step since the factorization, its own cost included: the rule of minimum-cost replacement. Within a step it
//! is refactorized if the remaining iterations would cost more than a factorization. Such a step should not have
//! kept the old matrix, so a number of following steps have a new one, twice as many each time
//! (`docs/theory.md`, Jacobian policy).

/// Cost of a factorization, in iterations: between 3 and 6 on the mechanisms of `bench/`, whose run times hardly depend
/// on it.
const FACTORIZATION_COST: f64 = 4.5;
/// Maximum number of consecutive steps that start with a new factorization.
const MAX_FRESH_STEPS: u32 = 16;
/// A factorization that has been reused for this many steps is followed by one for a state ahead in time: by this
/// fraction of that number of steps, and by at most the last number of steps, beyond which extrapolation is poor.
const LOOK_AHEAD: (usize, f64, f64) = (3, 0.4, 4.0);
/// Lower limit of the contraction that is assumed for a first iteration, which has none of its own, up to this Newton tolerance; in
/// proportion smaller for looser ones, with which most steps need no second iteration.
const ASSUMED_CONTRACTION: (f64, f64) = (0.1, 1e-3);

/// Factorizations within a step after which a step with limited effort is given up.
const MAX_REFACTORIZATIONS: usize = 8;

/// When the iteration matrix is factorized within a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Refactorization {
    /// When it contracts slowly, a few times.
    Limited,
    /// When it contracts slowly.
    WhenSlow,
    /// In every iteration, with damping: full Newton.
    EveryIteration,
}

impl Refactorization {
    /// Whether a step that has been factorized so many times is given up instead.
    pub fn is_exhausted(self, refactorizations: usize) -> bool {
        self == Refactorization::Limited && refactorizations == MAX_REFACTORIZATIONS
    }
}

/// The iteration matrix with which a step starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InitialJacobian {
    /// An old one.
    Reused,
    /// A new one, made at the prediction.
    Fresh,
    /// An old one for the first iteration; a new one, made where that leads to, for the others.
    Deferred,
}

/// Decides on Jacobian reuse from the cost of the last steps.
#[derive(Default)]
pub(crate) struct JacobianPolicy {
    /// Number of steps and of iterations with the present factorization.
    steps: usize,
    iterations: usize,
    /// Number of iterations of the last step.
    last: usize,
    /// The last measured contraction, doubled for each step without a measurement.
    contraction: Option<f64>,
    /// Number of steps that start with a new factorization after a step has refactorized in its course.
    fresh_steps: u32,
    /// Remaining number of these steps.
    fresh_steps_left: u32,
}

/// Result of the Newton iteration of a step.
pub(crate) struct NewtonOutcome {
    pub iterations: usize,
    /// The last contraction, if there was more than one iteration.
    pub contraction: Option<f64>,
    /// Whether it started with a new factorization.
    pub began_fresh: bool,
    /// Whether it was refactorized later.
    pub refactorized: bool,
}

impl JacobianPolicy {
    /// Returns whether the next step should start with a new factorization.
    pub fn is_stale(&self) -> bool {
        self.fresh_steps_left > 0 || (self.last * self.steps) as f64 > FACTORIZATION_COST + self.iterations as f64
    }

    /// Returns whether the last steps had to refactorize in their course: contacts open and close, and the matrix at the prediction is
    /// that of other contacts than at the solution.
    pub fn has_refactorized(&self) -> bool {
        self.fresh_steps_left > 0
    }

    /// Returns whether a new factorization pays off within a step of this contraction, whose correction is `left` times
    /// too large.
    pub fn refactorization_pays(contraction: f64, left: f64) -> bool {
        contraction > 0.9 || left.ln() > FACTORIZATION_COST * -contraction.ln()
    }

    /// The expected contraction of a first iteration with this Newton tolerance; `None` if nothing is known of the factorization.
    pub fn expected_contraction(&self, tolerance: f64) -> Option<f64> {
        let (contraction, of_tolerance) = ASSUMED_CONTRACTION;
        let least = contraction * (of_tolerance / tolerance).min(1.0);
        self.contraction.map(|contraction| (2.0 * contraction).max(least))
    }

    /// Number of steps for which the factorization has been used.
    pub fn age(&self) -> usize {
        self.steps
    }

    /// Number of steps ahead of the present one for which the next factorization is best made.
    pub fn steps_ahead(&self) -> Option<f64> {
        let (least, part, most) = LOOK_AHEAD;
        (self.fresh_steps_left == 0 && self.steps >= least).then(|| (part * self.steps as f64).min(most))
    }

    /// Restarts the counts for a new factorization.
    pub fn reset(&mut self) {
        *self = JacobianPolicy {
            fresh_steps: self.fresh_steps,
            fresh_steps_left: self.fresh_steps_left,
            ..JacobianPolicy::default()
        };
    }

    /// Records a step.
    pub fn record(&mut self, step: &NewtonOutcome) {
        self.steps += 1;
        self.iterations += step.iterations;
        self.last = step.iterations;
        self.contraction = step.contraction.or(self.contraction.map(|contraction| 2.0 * contraction));
        match step {
            NewtonOutcome { began_fresh: true, .. } => self.fresh_steps_left = self.fresh_steps_left.saturating_sub(1),
            NewtonOutcome { refactorized: true, .. } => self.record_stale(),
            _ => self.fresh_steps = 0,
        }
    }

    /// Records that a step should not have started with the old factorization.
    pub fn record_stale(&mut self) {
        self.fresh_steps = (2 * self.fresh_steps).clamp(1, MAX_FRESH_STEPS);
        self.fresh_steps_left = self.fresh_steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(iterations: usize, began_fresh: bool, refactorized: bool) -> NewtonOutcome {
        NewtonOutcome { iterations, contraction: Some(0.1), began_fresh, refactorized }
    }

    #[test]
    fn a_factorization_is_kept_until_a_step_costs_more_than_the_mean() {
        let mut policy = JacobianPolicy::default();
        for iterations in [2, 2, 3] {
            policy.record(&step(iterations, false, false));
            // Means including the cost of the factorization: 6.5, 4.25, 3.8.
            assert!(!policy.is_stale());
        }
        // 4 is above (4.5 + 11)/4.
        policy.record(&step(4, false, false));
        assert!(policy.is_stale());
    }

    #[test]
    fn looser_tolerances_trust_the_contraction_of_the_last_step_further() {
        let mut policy = JacobianPolicy::default();
        assert_eq!(policy.expected_contraction(3e-4), None);
        policy.record(&NewtonOutcome {
            iterations: 2,
            contraction: Some(1e-3),
            began_fresh: false,
            refactorized: false,
        });
        assert_eq!([3e-4, 1e-3].map(|tolerance| policy.expected_contraction(tolerance)), [Some(0.1); 2]);
        // 0.1 · 1e-3/1e-2, and twice the last contraction, which is larger than 0.1 · 1e-3/0.1.
        let loose = [1e-2, 0.1].map(|tolerance| policy.expected_contraction(tolerance).expect("a contraction"));
        assert!((loose[0] / 1e-2 - 1.0).abs() < 1e-14 && (loose[1] / 2e-3 - 1.0).abs() < 1e-14, "{loose:?}");
    }

    #[test]
    fn what_served_long_is_followed_by_one_made_for_a_time_ahead() {
        let mut policy = JacobianPolicy::default();
        for expected in [None, None, Some(0.4 * 3.0), Some(0.4 * 4.0)] {
            policy.record(&step(2, false, false));
            assert_eq!(policy.steps_ahead(), expected);
        }
        policy.reset();
        assert_eq!(policy.steps_ahead(), None);
    }

    #[test]
    fn a_step_that_needs_a_new_one_in_its_midst_makes_the_next_ones_begin_with_it() {
        let mut policy = JacobianPolicy::default();
        policy.record(&step(5, false, true));
        assert!(policy.is_stale());
        policy.reset();
        policy.record(&step(3, true, false));
        assert!(!policy.is_stale(), "an old one is tried again");
        policy.record(&step(5, false, true));
        for _ in 0..2 {
            assert!(policy.is_stale());
            policy.reset();
            policy.record(&step(3, true, false));
        }
        assert!(!policy.is_stale());
    }
}
