//! Order tracking: amplitudes of the components of a channel that are periodic in the angle of a shaft.
//!
//! A channel is resampled at equal angles of the shaft, by the cubic through the four nearest steps; an order is then a
//! fixed number of periods in a block of revolutions, even if the speed varies. A block is weighted by a Hann window,
//!
//! ```text
//! c(n) = 2 Σ wⱼ yⱼ e^{−i n θⱼ}/Σ wⱼ,     wⱼ = 1 − cos(2π j/N)
//! ```
//!
//! after subtraction of the mean of the block from y. Orders closer than 2/turns are not resolved, and the amplitude is the
//! weighted mean over the block.

use std::f64::consts::TAU;

/// A channel at equal angles of a shaft.
#[derive(Clone, Debug)]
pub struct Resampled {
    /// Samples per revolution.
    pub each_turn: usize,
    /// The time of each sample in seconds.
    pub time: Vec<f64>,
    /// The values.
    pub values: Vec<f64>,
}

/// An order in one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The time of the middle of the block, in seconds.
    pub time: f64,
    /// The mean speed of the shaft in rad/s.
    pub speed: f64,
    /// The amplitude.
    pub amplitude: f64,
    /// The phase of the cosine at the angle zero of the shaft, in radians.
    pub phase: f64,
}

/// Resamples a channel at equal angles, from a whole revolution on; `None` if the shaft turns by less than a revolution,
/// or backwards.
pub fn resample(time: &[f64], angle: &[f64], values: &[f64], each_turn: usize) -> Option<Resampled> {
    let sign = if angle.last()? < angle.first()? { -1.0 } else { 1.0 };
    // Steps at an event occur twice.
    let mut rows: Vec<usize> = Vec::with_capacity(angle.len());
    for i in 0..angle.len() {
        if rows.last().is_none_or(|&last| sign * angle[i] > sign * angle[last]) {
            rows.push(i);
        }
    }
    let at = |k: usize| sign * angle[rows[k]];
    let (count, step) = (rows.len(), TAU / each_turn as f64);
    if count < 4 {
        return None;
    }
    let first = (at(0) / TAU - 1e-12).ceil() * TAU;
    let samples = ((at(count - 1) - first) / step).floor();
    if samples.is_nan() || samples < each_turn as f64 {
        return None;
    }
    let mut resampled = Resampled { each_turn, time: vec![], values: vec![] };
    let mut k = 0;
    for j in 0..=samples as usize {
        let theta = first + step * j as f64;
        while k + 2 < count && at(k + 1) < theta {
            k += 1;
        }
        let begin = k.saturating_sub(1).min(count - 4);
        let weights = lagrange([0, 1, 2, 3].map(|i| at(begin + i)), theta);
        let sum = |of: &[f64]| (0..4).map(|i| weights[i] * of[rows[begin + i]]).sum::<f64>();
        resampled.time.push(sum(time));
        resampled.values.push(sum(values));
    }
    Some(resampled)
}

/// The Lagrange weights of the cubic through four values.
fn lagrange(x: [f64; 4], at: f64) -> [f64; 4] {
    let mut weights = [1.0; 4];
    for (i, weight) in weights.iter_mut().enumerate() {
        for j in (0..4).filter(|&j| j != i) {
            *weight *= (at - x[j]) / (x[i] - x[j]);
        }
    }
    weights
}

impl Resampled {
    /// An order over blocks of `turns` revolutions, each shifted by `turns`/4 from the previous one.
    pub fn cut(&self, order: f64, turns: usize) -> Vec<Cut> {
        let length = self.each_turn * turns;
        let hop = (length / 4).max(1);
        let blocks = (0..).map(|k| k * hop).take_while(|begin| begin + length < self.values.len());
        blocks.map(|begin| self.block(order, begin, length)).collect()
    }

    /// The amplitude and phase of an order over all complete revolutions.
    pub fn whole(&self, order: f64) -> Cut {
        let turns = (self.values.len() - 1) / self.each_turn;
        self.block(order, 0, turns * self.each_turn)
    }

    fn block(&self, order: f64, begin: usize, length: usize) -> Cut {
        let weight = |j: usize| 1.0 - (TAU * j as f64 / length as f64).cos();
        // The mean would leak into the lowest orders.
        let mean = (0..length).map(|j| weight(j) * self.values[begin + j]).sum::<f64>() / length as f64;
        let (mut re, mut im, mut sum) = (0.0, 0.0, 0.0);
        for j in 0..length {
            let weight = weight(j);
            let (sin, cos) = (order * TAU * ((begin + j) as f64 / self.each_turn as f64)).sin_cos();
            let value = self.values[begin + j] - mean;
            re += weight * value * cos;
            im -= weight * value * sin;
            sum += weight;
        }
        // The speed in the middle, averaged over one revolution.
        let (middle, half) = (begin + length / 2, self.each_turn / 2);
        Cut {
            time: self.time[middle],
            speed: TAU * (2 * half) as f64
                / self.each_turn as f64
                / (self.time[middle + half] - self.time[middle - half]),
            amplitude: 2.0 * re.hypot(im) / sum,
            phase: im.atan2(re),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shaft that runs up from 20 to 200 rad/s in 6 s, at uneven steps.
    fn run_up(wave: impl Fn(f64, f64) -> f64) -> Resampled {
        let time: Vec<f64> = (0..40_000).map(|i| 6.0 * (f64::from(i) / 39_999.0).powf(0.9)).collect();
        let angle: Vec<f64> = time.iter().map(|t| 20.0 * t + 15.0 * t * t).collect();
        let values: Vec<f64> = time.iter().zip(&angle).map(|(t, a)| wave(*t, *a)).collect();
        resample(&time, &angle, &values, 64).unwrap()
    }

    #[test]
    fn known_orders_are_recovered_through_a_run_up() {
        let resampled = run_up(|_, a| 0.7 + 3.0 * (2.0 * a + 0.4).cos() + 0.5 * (4.5 * a - 1.0).cos());
        for (order, amplitude, phase) in [(2.0, 3.0, 0.4), (4.5, 0.5, -1.0), (3.0, 0.0, 0.0)] {
            for cut in resampled.cut(order, 8) {
                assert!((cut.amplitude - amplitude).abs() < 1e-5, "order {order}: {cut:?}");
                assert!(amplitude == 0.0 || (cut.phase - phase).abs() < 1e-5, "order {order}: {cut:?}");
            }
        }
    }

    #[test]
    fn an_amplitude_that_grows_is_followed_and_the_speed_is_known() {
        let resampled = run_up(|t, a| (1.0 + t) * (2.0 * a).cos());
        for cut in resampled.cut(2.0, 4) {
            assert!((cut.speed - (20.0 + 30.0 * cut.time)).abs() < 0.05 * cut.speed);
            assert!((cut.amplitude - 1.0 - cut.time).abs() < 0.06, "{cut:?}");
        }
    }

    #[test]
    fn a_shaft_that_does_not_turn_has_no_orders() {
        assert!(resample(&[0.0, 1.0, 2.0, 3.0, 4.0], &[0.0; 5], &[1.0; 5], 16).is_none());
    }
}
