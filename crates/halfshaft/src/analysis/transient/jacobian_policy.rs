//! When the iteration matrix is factorized anew.
//!
//! A factorization is kept over steps; as the motion goes on, the iteration contracts more slowly with it. It is refactorized
//! at the beginning of a step when the last step took more iterations than the mean of all steps with it, the price of
//! making it shared among them: the rule of replacement at least cost. Within a step it is refactorized when what is left to do
//! would take more iterations than a new one costs; a step that needed this says that the old one should not have been
//! tried, and some steps then begin with a new one, more of them each time (`docs/theory.md`, Newton's method).

/// What a factorization costs, in iterations: between 3 and 6 on the mechanisms of `bench/`, whose times hardly depend on it.
const FACTORIZATION_COST: f64 = 4.5;
/// Steps that begin with a new factorization in a row, at most.
const MAX_FRESH_STEPS: u32 = 16;
/// A factorization that has served this many steps is followed by one that is made for a time ahead: by this part of so
/// many steps, and by no more than the last number of them, beyond which the motion is not foreseen.
const LOOK_AHEAD: (usize, f64, f64) = (3, 0.4, 4.0);
/// A first iteration has nothing to measure its contraction by. It is taken to be not better than this.
const ASSUMED_CONTRACTION: f64 = 0.1;

/// How well factorizations serve.
#[derive(Default)]
pub(crate) struct JacobianPolicy {
    /// Steps and iterations with the present one.
    steps: usize,
    iterations: usize,
    /// Iterations of the last step.
    last: usize,
    /// The last contraction that was seen, doubled with each step in which none was.
    contraction: Option<f64>,
    /// How many steps begin with a new one when a step needed one in its midst.
    fresh_steps: u32,
    /// How many of them are still to come.
    fresh_steps_left: u32,
}

/// How a step came to its end.
pub(crate) struct NewtonOutcome {
    pub iterations: usize,
    /// The last contraction, where there was more than one iteration.
    pub contraction: Option<f64>,
    /// Whether it began with a new factorization.
    pub began_fresh: bool,
    /// Whether it made one later.
    pub refactorized: bool,
}

impl JacobianPolicy {
    /// Whether a step is to begin with a new factorization.
    pub fn is_stale(&self) -> bool {
        self.fresh_steps_left > 0 || (self.last * self.steps) as f64 > FACTORIZATION_COST + self.iterations as f64
    }

    /// Whether a new one pays within a step that contracts like this and has `left` times too large a correction.
    pub fn refactorization_pays(contraction: f64, left: f64) -> bool {
        contraction > 0.9 || left.ln() > FACTORIZATION_COST * -contraction.ln()
    }

    /// The contraction to expect of a first iteration; none where nothing is known of the factorization.
    pub fn expected_contraction(&self) -> Option<f64> {
        self.contraction.map(|contraction| (2.0 * contraction).max(ASSUMED_CONTRACTION))
    }

    /// How many steps the factorization has served.
    pub fn age(&self) -> usize {
        self.steps
    }

    /// How many steps ahead of the present one the next factorization is best made for.
    pub fn steps_ahead(&self) -> Option<f64> {
        let (least, part, most) = LOOK_AHEAD;
        (self.fresh_steps_left == 0 && self.steps >= least).then(|| (part * self.steps as f64).min(most))
    }

    /// Begins to count for a new factorization.
    pub fn reset(&mut self) {
        *self = JacobianPolicy {
            fresh_steps: self.fresh_steps,
            fresh_steps_left: self.fresh_steps_left,
            ..JacobianPolicy::default()
        };
    }

    /// Takes note of a step.
    pub fn record(&mut self, step: &NewtonOutcome) {
        self.steps += 1;
        self.iterations += step.iterations;
        self.last = step.iterations;
        self.contraction = step.contraction.or(self.contraction.map(|contraction| 2.0 * contraction));
        match step {
            NewtonOutcome { began_fresh: true, .. } => self.fresh_steps_left = self.fresh_steps_left.saturating_sub(1),
            NewtonOutcome { refactorized: true, .. } => {
                self.fresh_steps = (2 * self.fresh_steps).clamp(1, MAX_FRESH_STEPS);
                self.fresh_steps_left = self.fresh_steps;
            }
            _ => self.fresh_steps = 0,
        }
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
            // Means with the price in them: 6.5, 4.25, 3.8.
            assert!(!policy.is_stale());
        }
        // 4 is above (4.5 + 11)/4.
        policy.record(&step(4, false, false));
        assert!(policy.is_stale());
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
