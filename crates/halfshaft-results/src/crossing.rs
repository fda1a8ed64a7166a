//! Level crossings of a channel: time and number.
//!
//! A crossing is a change of side. Reaching the value counts as one; starting on it does not, and leaving it to either side
//! does not count again. Distances within [`NOISE`] of the largest distance so far count as on the value: a step that ends at
//! an event overshoots it by round-off, and a stuck part moves by round-off.

use crate::dense_output::{ChannelStep, is_jump};
use serde::{Deserialize, Serialize};

/// Distances from the value below this, relative to the largest so far, count as zero.
const NOISE: f64 = 1e-9;

/// The side of a value on which a channel is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sides {
    /// 1 above, −1 below, 0 on it.
    side: i8,
    /// The largest distance on this side.
    reach: f64,
    /// The largest distance so far.
    scale: f64,
}

impl Sides {
    /// Adds the distance from the value at a sample; returns the side that was left since the previous sample, if any.
    fn push(&mut self, distance: f64) -> Option<i8> {
        self.scale = self.scale.max(distance.abs());
        let noise = NOISE * self.scale;
        // A side reached only within noise does not count.
        let before = if self.reach > noise { self.side } else { 0 };
        let now = match distance {
            d if d > noise => 1,
            d if d < -noise => -1,
            _ => 0,
        };
        self.reach = if now == before { self.reach.max(distance.abs()) } else { distance.abs() };
        self.side = now;
        (before != 0 && now != before).then_some(before)
    }
}

/// The n-th crossing of a value in a window.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NthCrossing {
    value: f64,
    /// Crossings still to be skipped.
    passed_over: usize,
    window: [f64; 2],
    sides: Sides,
    time: Option<f64>,
}

impl NthCrossing {
    pub(crate) fn new(value: f64, nth: usize, window: [f64; 2]) -> Self {
        NthCrossing { value, passed_over: nth.saturating_sub(1), window, sides: Sides::default(), time: None }
    }

    /// Returns whether it has been found, or can no longer be found.
    pub(crate) fn is_closed(&self, time: f64) -> bool {
        self.time.is_some() || time > self.window[1]
    }

    pub(crate) fn push(&mut self, stretch: &mut ChannelStep) {
        if self.time.is_some() {
            return;
        }
        if !stretch.has_length() {
            let left = self.sides.push(stretch.v1 - self.value);
            if left.is_some() && self.inside(stretch.t1) && self.is_the_one() {
                self.time = Some(stretch.t1);
            }
            return;
        }
        // The midpoint reveals two crossings within a step, and so does the extreme between them.
        let (a, middle, b) = (stretch.v0, stretch.middle(), stretch.v1);
        let turning = 0.5 + (b - a) / (8.0 * (middle - 0.5 * (a + b)));
        let mut places = [0.5, 1.0, 1.0];
        if turning > 0.0 && turning < 1.0 && turning != 0.5 {
            places = [turning.min(0.5), turning.max(0.5), 1.0];
        }
        let mut from = 0.0;
        for to in places {
            if from == 1.0 || self.time.is_some() {
                break;
            }
            let at = if to == 0.5 { middle } else { stretch.at(to) };
            if self.sides.push(at - self.value).is_some() {
                self.crossed(stretch, [from, to]);
            }
            from = to;
        }
    }

    /// Counts a crossing between two fractions of a step.
    fn crossed(&mut self, stretch: &mut ChannelStep, bracket: [f64; 2]) {
        let whole = self.inside(stretch.t0) && self.inside(stretch.t1);
        if whole && self.passed_over > 0 {
            self.passed_over -= 1;
            return;
        }
        let time = stretch.t0 + (stretch.t1 - stretch.t0) * stretch.root(self.value, bracket);
        if self.inside(time) && self.is_the_one() {
            self.time = Some(time);
        }
    }

    /// Counts a crossing; returns whether it is the requested one.
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
pub(crate) fn frequency(times: &[f64], values: &[f64], mean: f64) -> Option<f64> {
    let mut sides = Sides::default();
    let upward = values.iter().enumerate().filter(|(_, value)| sides.push(*value - mean) == Some(-1));
    let mut crossings = upward.map(|(k, _)| k);
    let first = crossings.next()?;
    let (count, last) = crossings.fold((0, first), |(count, _), k| (count + 1, k));
    let time = |k: usize| {
        let from = k.saturating_sub(2);
        let to = (k + 2).min(times.len());
        let samples: Vec<(f64, f64)> = times[from..to].iter().copied().zip(values[from..to].iter().copied()).collect();
        root(&samples, k - 1 - from, mean)
    };
    let length = time(last) - time(first);
    (count > 0 && length > 0.0).then(|| f64::from(count) / length)
}

/// The root of the interpolation polynomial minus a value between samples `k` and `k + 1`, by bisection.
fn root(samples: &[(f64, f64)], k: usize, value: f64) -> f64 {
    let ((mut a, at_a), (mut b, at_b)) = (samples[k], samples[k + 1]);
    if at_b <= value || a == b {
        return b;
    }
    // The polynomial is not valid across a jump.
    let smooth = !samples.windows(2).any(|pair| is_jump(pair[0].0, pair[1].0));
    let line = [samples[k], samples[k + 1]];
    let samples = if smooth { samples } else { &line };
    // Sixty bisections reach round-off.
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

/// The value at `t` of the polynomial through all samples.
fn lagrange(samples: &[(f64, f64)], t: f64) -> f64 {
    let mut sum = 0.0;
    for (i, &(ti, vi)) in samples.iter().enumerate() {
        let mut weight = 1.0;
        for (j, &(tj, _)) in samples.iter().enumerate() {
            if i != j {
                weight *= (t - tj) / (ti - tj);
            }
        }
        sum += weight * vi;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense_output::tests::Inside;
    use crate::dense_output::{DenseOutput, Series};

    /// The n-th crossing of a value by samples, with straight lines between them.
    fn nth(n: usize, value: f64, samples: &[(f64, f64)]) -> Option<f64> {
        let mut series = Series::new(0);
        let mut crossing = NthCrossing::new(value, n, [0.0, 10.0]);
        for &(time, value) in samples {
            series.push(time, value);
            crossing.push(&mut series.stretch(None));
        }
        crossing.time()
    }

    /// The n-th crossing of zero by a function that is known between its samples.
    fn along(n: usize, f: &dyn Fn(f64) -> f64, times: &[f64], window: [f64; 2]) -> Option<f64> {
        let (mut series, mut crossing) = (Series::new(0), NthCrossing::new(0.0, n, window));
        let mut from = times[0];
        for &to in times {
            series.push(to, f(to));
            let mut inside = Inside { f, from, to, asked: 0 };
            crossing.push(&mut series.stretch(Some(&mut inside as &mut dyn DenseOutput)));
            from = to;
        }
        crossing.time()
    }

    #[test]
    fn a_crossing_is_found_on_the_motion_itself() {
        let cubic = |t: f64| t * t * t - 2.0;
        let time = along(1, &cubic, &[0.0, 0.5, 1.0, 1.5, 2.0, 3.0], [0.0, 10.0]).unwrap();
        assert!((time - 2.0f64.cbrt()).abs() < 1e-12, "{time}");
    }

    #[test]
    fn two_crossings_within_a_step_are_two() {
        // Below zero from 1.2 to 1.4, between steps at 1 and 2.
        let dip = |t: f64| (t - 1.2) * (t - 1.4);
        let times = [0.0, 1.0, 2.0, 3.0];
        let found = [1, 2, 3].map(|n| along(n, &dip, &times, [0.0, 10.0]));
        let [first, second] = [found[0].unwrap(), found[1].unwrap()];
        assert!((first - 1.2).abs() < 1e-11 && (second - 1.4).abs() < 1e-11 && found[2].is_none(), "{found:?}");
        // A window that begins inside the step sees the second one alone.
        let second = along(1, &dip, &times, [1.3, 10.0]).unwrap();
        assert!((second - 1.4).abs() < 1e-11, "{second}");
    }

    #[test]
    fn starting_on_the_value_is_no_crossing_and_arriving_there_is() {
        assert_eq!(nth(1, 1.0, &[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(nth(1, 5.0, &[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(nth(1, 1.0, &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), Some(1.0));
        assert_eq!(nth(2, 1.0, &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), None);
        // A distance of round-off counts as on the value.
        assert_eq!(nth(1, 0.0, &[(0.0, 1e-17), (1.0, -2.0), (2.0, -3.0)]), None);
    }

    #[test]
    fn a_jump_over_the_value_crosses_it_at_once() {
        assert_eq!(nth(1, 3.0, &[(0.0, 0.0), (1.0, 1.0), (1.0, 7.0), (2.0, 8.0)]), Some(1.0));
        assert!((nth(1, 0.5, &[(0.0, 0.0), (1.0, 1.0), (1.0, 7.0), (2.0, 8.0)]).unwrap() - 0.5).abs() < 1e-11);
    }

    #[test]
    fn later_crossings_are_counted_smooth_or_jumping() {
        let samples = [(0.0, 0.0), (1.0, 2.0), (1.0, 4.0), (2.0, 4.0), (3.0, 2.0), (3.0, 7.0), (3.0, 1.0)];
        let nth = |n: usize| nth(n, 3.0, &samples);
        assert_eq!((nth(1), nth(3), nth(4), nth(5)), (Some(1.0), Some(3.0), Some(3.0), None));
        assert!((2.0..3.0).contains(&nth(2).unwrap()));
    }

    #[test]
    fn an_event_on_the_value_is_one_crossing_whatever_comes_after_it() {
        // The step overshoots the event by round-off; then the speed is set to zero there, and continues, reverses, or sticks.
        for after in [-1.0, 1.0, 0.0] {
            let samples = [(0.0, 1.0), (1.0, -1e-12), (1.0, 0.0), (1.5, 0.5 * after), (2.0, after)];
            assert_eq!(nth(2, 0.0, &samples), None, "{after}");
            assert!((nth(1, 0.0, &samples).unwrap() - 1.0).abs() < 1e-11);
        }
        // A ball is reflected, below the ground by round-off.
        let ball = [(0.0, 1.0), (1.0, -1e-12), (1.0, -1e-12), (1.5, 0.4), (2.0, -1e-13), (2.0, -1e-13), (2.5, 0.1)];
        assert!((nth(2, 0.0, &ball).unwrap() - 2.0).abs() < 1e-11);
        assert_eq!(nth(3, 0.0, &ball), None);
        // A stuck part moves by round-off.
        let stuck = [(0.0, 1.0), (1.0, 0.0), (2.0, 1e-16), (3.0, -1e-16), (4.0, 1e-16)];
        assert_eq!((nth(1, 0.0, &stuck), nth(2, 0.0, &stuck)), (Some(1.0), None));
    }

    #[test]
    fn one_crossing_has_no_frequency() {
        let split = |samples: &[(f64, f64)]| frequency_of(samples, 0.0);
        assert_eq!(split(&[(0.0, -1.0), (1.0, 1.0), (2.0, -1.0)]), None);
        let square = [(0.0, -1.0), (1.0, 1.0), (2.0, 1.0), (3.0, -1.0), (4.0, -1.0), (5.0, 1.0), (6.0, 1.0)];
        assert!(split(&square).is_some());
        assert_eq!(split(&[]), None);
        // Downwards to an event at 2 s, where it is set to zero: no crossing upwards.
        let event = [(0.0, -1.0), (1.0, 1.0), (2.0, -1e-12), (2.0, 0.0), (3.0, -1.0), (4.0, 1.0), (5.0, -1.0)];
        let hertz = split(&event).unwrap();
        assert!((hertz - 1.0 / 3.0).abs() < 0.05, "{hertz}"); // few samples: the cubic is off by some hundredths of a second
    }

    fn frequency_of(samples: &[(f64, f64)], mean: f64) -> Option<f64> {
        let (times, values): (Vec<f64>, Vec<f64>) = samples.iter().copied().unzip();
        frequency(&times, &values, mean)
    }
}
