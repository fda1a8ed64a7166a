//! When a channel crosses a value, and how often.
//!
//! A crossing is a change of side. Arriving on the value counts as one; starting on it does not.

use crate::accumulate::{is_jump, lagrange};

/// The n-th crossing of a value in a window.
pub(crate) struct NthCrossing {
    value: f64,
    /// Crossings still to be passed over.
    passed_over: usize,
    window: [f64; 2],
    /// The last samples, oldest first; `count` of them are in use.
    samples: [(f64, f64); 4],
    count: usize,
    /// Between which of them the crossing lies, once there is one.
    found: Option<usize>,
    time: Option<f64>,
    closed: bool,
}

impl NthCrossing {
    pub(crate) fn new(value: f64, nth: usize, window: [f64; 2]) -> Self {
        let passed_over = nth.saturating_sub(1);
        let samples = [(0.0, 0.0); 4];
        NthCrossing { value, passed_over, window, samples, count: 0, found: None, time: None, closed: false }
    }

    pub(crate) fn push(&mut self, time: f64, value: f64) {
        if self.closed {
            return;
        }
        let last = self.count.checked_sub(1).map(|k| self.samples[k]);
        if let Some((before, from)) = last
            && is_jump(before, time)
        {
            let crossed = self.inside(time) && change(from - self.value, value - self.value);
            if self.found.is_none() && crossed && self.is_the_one() {
                self.time = Some(time);
            }
            // Beyond a jump is another function.
            self.closed = self.found.is_some() || self.time.is_some();
            self.count = 0;
        }
        if self.closed {
            return;
        }
        if self.count == 4 {
            self.samples.rotate_left(1);
            self.count = 3;
            self.found = self.found.map(|k| k - 1);
        }
        self.samples[self.count] = (time, value);
        self.count += 1;
        if self.found.is_some() {
            // One sample after the crossing's own two is enough.
            self.closed = true;
        } else if let Some(k) = self.count.checked_sub(2)
            && change(self.samples[k].1 - self.value, value - self.value)
        {
            let at = root(&self.samples[..self.count], k, self.value);
            if self.inside(at) && self.is_the_one() {
                self.found = Some(k);
            }
        }
        if let Some(k) = self.found {
            self.time = Some(root(&self.samples[..self.count], k, self.value));
        }
    }

    /// Counts a crossing, and tells whether it is the one that is wanted.
    fn is_the_one(&mut self) -> bool {
        let wanted = self.passed_over == 0;
        self.passed_over = self.passed_over.saturating_sub(1);
        wanted
    }

    fn inside(&self, time: f64) -> bool {
        self.window[0] <= time && time <= self.window[1]
    }

    pub(crate) fn time(&self) -> Option<f64> {
        self.time
    }
}

/// Oscillations per second about the mean: from the first upward crossing to the last.
pub(crate) fn frequency(samples: &[(f64, f64)], mean: f64) -> Option<f64> {
    let upward = |k: &usize| samples[*k].1 < mean && samples[k + 1].1 >= mean;
    let mut crossings = (0..samples.len().saturating_sub(1)).filter(upward);
    let first = crossings.next()?;
    let (count, last) = crossings.fold((0, first), |(count, _), k| (count + 1, k));
    let time = |k: usize| {
        let from = k.saturating_sub(1);
        root(&samples[from..(k + 3).min(samples.len())], k - from, mean)
    };
    let length = time(last) - time(first);
    (count > 0 && length > 0.0).then(|| f64::from(count) / length)
}

/// Whether two distances from a value lie on different sides of it; arriving on the value counts as having crossed it.
fn change(before: f64, after: f64) -> bool {
    before != 0.0 && (after == 0.0 || (before < 0.0) != (after < 0.0))
}

/// Where the polynomial through all samples takes a value between samples `k` and `k + 1`, by bisection.
fn root(samples: &[(f64, f64)], k: usize, value: f64) -> f64 {
    let ((mut a, at_a), (mut b, at_b)) = (samples[k], samples[k + 1]);
    if at_b == value || a == b {
        return b;
    }
    // Across a jump inside the samples there is no polynomial.
    let smooth = !samples.windows(2).any(|pair| is_jump(pair[0].0, pair[1].0));
    let line = [samples[k], samples[k + 1]];
    let samples = if smooth { samples } else { &line };
    // Sixty halvings leave no more than round-off.
    for _ in 0..60 {
        let middle = 0.5 * (a + b);
        if (lagrange(samples, middle) < value) == (at_a < value) {
            a = middle;
        } else {
            b = middle;
        }
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(value: f64, samples: &[(f64, f64)]) -> Option<f64> {
        let mut crossing = NthCrossing::new(value, 1, [0.0, 10.0]);
        samples.iter().for_each(|(time, value)| crossing.push(*time, *value));
        crossing.time()
    }

    #[test]
    fn a_crossing_is_exact_on_cubics() {
        let cubic = |t: f64| t * t * t - 2.0;
        let samples: Vec<(f64, f64)> = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0].iter().map(|t| (*t, cubic(*t))).collect();
        let time = first(0.0, &samples).unwrap();
        assert!((time - 2.0f64.cbrt()).abs() < 1e-15, "{time}");
    }

    #[test]
    fn starting_on_the_value_is_no_crossing_and_arriving_there_is() {
        assert_eq!(first(1.0, &[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(first(5.0, &[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(first(1.0, &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), Some(1.0));
    }

    #[test]
    fn a_jump_over_the_value_crosses_it_at_once() {
        assert_eq!(first(3.0, &[(0.0, 0.0), (1.0, 1.0), (1.0, 7.0), (2.0, 8.0)]), Some(1.0));
        assert_eq!(first(0.5, &[(0.0, 0.0), (1.0, 1.0), (1.0, 7.0), (2.0, 8.0)]), Some(0.5));
    }

    #[test]
    fn later_crossings_are_counted_smooth_or_jumping() {
        let samples = [(0.0, 0.0), (1.0, 2.0), (1.0, 4.0), (2.0, 4.0), (3.0, 2.0), (3.0, 7.0), (3.0, 1.0)];
        let nth = |n: usize| {
            let mut crossing = NthCrossing::new(3.0, n, [0.0, 10.0]);
            samples.iter().for_each(|(time, value)| crossing.push(*time, *value));
            crossing.time()
        };
        assert_eq!((nth(1), nth(3), nth(4), nth(5)), (Some(1.0), Some(3.0), Some(3.0), None));
        assert!((2.0..3.0).contains(&nth(2).unwrap()));
    }

    #[test]
    fn one_crossing_has_no_frequency() {
        assert_eq!(frequency(&[(0.0, -1.0), (1.0, 1.0), (2.0, -1.0)], 0.0), None);
        let square = [(0.0, -1.0), (1.0, 1.0), (2.0, 1.0), (3.0, -1.0), (4.0, -1.0), (5.0, 1.0), (6.0, 1.0)];
        assert!(frequency(&square, 0.0).is_some());
        assert_eq!(frequency(&[], 0.0), None);
    }
}
