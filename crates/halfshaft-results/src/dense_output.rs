//! Interpolation of a channel between two steps.
//!
//! The analysis offers dense output inside each step ([`DenseOutput`]). Measures evaluate it at the midpoint of the step, and
//! locate extremes and crossings on it.
//!
//! **If the steps do not resolve a channel**, the values at their ends are more accurate than the dense output. A stiff
//! spring that vibrates much faster than the steps has the right mean force at every step, but the cubic through its
//! velocities overshoots by ω h/4 in between, and a film responds to such a velocity with a spurious force. The dense output
//! is therefore used if its midpoint agrees with the parabola through the last three steps (`RESOLVED`); otherwise the
//! smaller of the two deviations from the chord counts.

use serde::{Deserialize, Serialize};

/// Dense output of the step that ends at the current values.
pub trait DenseOutput {
    /// The value of a channel, by its index, at the fraction θ of the step, 0 < θ < 1.
    fn value(&mut self, channel: usize, theta: f64) -> f64;

    /// Returns whether the step resolves the motion: velocities and accelerations at its ends are consistent.
    fn resolved(&mut self) -> bool {
        true
    }
}

/// The deviation from the chord inside a step is accepted if it agrees with that over the last steps to this fraction of
/// it, and of the change over the step (it vanishes at a point of inflection): in a step that resolves the motion,
const RESOLVED: (f64, f64) = (4.0, 0.5);
/// and in one that does not. The first two steps, without enough history, are straight unless they resolve the motion.
const UNRESOLVED: (f64, f64) = (0.5, 0.1);
/// Round-off of a channel, relative to its values.
const ROUND_OFF: f64 = 1e-13;
/// Tolerance of the location of an extreme, relative to the step; its value is then exact to the square of this.
const EXTREME: f64 = 1e-6;
/// Tolerance of the location of a crossing, relative to the step.
const CROSSING: f64 = 1e-12;

/// One channel, step by step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Series {
    pub channel: usize,
    /// The latest samples since the last jump, the newest first.
    samples: [(f64, f64); 4],
    count: usize,
    /// Time and value at the start of the newest step.
    from: (f64, f64),
    #[serde(skip)]
    bend: Option<Bend>,
}

/// Deviation of a channel from the chord in the middle of a step.
#[derive(Clone, Copy, Debug)]
struct Bend {
    middle: f64,
    /// Whether the dense output is used.
    followed: bool,
}

/// A channel over the newest step.
pub(crate) struct ChannelStep<'a> {
    pub t0: f64,
    pub t1: f64,
    pub v0: f64,
    pub v1: f64,
    bend: Bend,
    channel: usize,
    dense_output: Option<&'a mut dyn DenseOutput>,
}

/// Returns whether a sample is the other side of a jump: at the time of the previous one, or later by round-off only.
pub(crate) fn is_jump(before: f64, time: f64) -> bool {
    time - before <= 4.0 * f64::EPSILON * time.abs()
}

impl Series {
    pub fn new(channel: usize) -> Self {
        Series { channel, samples: [(0.0, 0.0); 4], count: 0, from: (0.0, 0.0), bend: None }
    }

    /// Adds the end of a step, or the other side of a jump.
    pub fn push(&mut self, time: f64, value: f64) {
        self.bend = None;
        self.from = if self.count > 0 { self.samples[0] } else { (time, value) };
        if is_jump(self.from.0, time) {
            self.count = 0;
        }
        self.samples.rotate_right(1);
        self.samples[0] = (time, value);
        self.count = (self.count + 1).min(4);
    }

    /// The start time of the newest step.
    pub fn start(&self) -> f64 {
        self.from.0
    }

    /// The channel over the newest step.
    pub fn stretch<'a>(&mut self, mut dense_output: Option<&'a mut dyn DenseOutput>) -> ChannelStep<'a> {
        let ((t0, v0), (t1, v1)) = (self.from, self.samples[0]);
        let bend = *self.bend.get_or_insert_with(|| match &mut dense_output {
            Some(dense_output) if self.count > 1 => {
                let inside = dense_output.value(self.channel, 0.5) - 0.5 * (v0 + v1);
                bend(inside, dense_output.resolved(), &self.samples[..self.count])
            }
            _ => Bend { middle: 0.0, followed: false },
        });
        ChannelStep { t0, t1, v0, v1, bend, channel: self.channel, dense_output }
    }
}

/// Decides whether to use the dense output of the newest step.
fn bend(inside: f64, resolved: bool, samples: &[(f64, f64)]) -> Bend {
    let ((t1, v1), (t0, v0)) = (samples[0], samples[1]);
    let quarter = 0.25 * (t1 - t0) * (t1 - t0);
    let (change, round_off) = ((v1 - v0).abs(), ROUND_OFF * v0.abs().max(v1.abs()));
    // Deviation of a parabola from its chord in the middle of the newest step.
    let Some(by_steps) = samples.get(..3).map(|last| -quarter * second_difference(last)) else {
        let followed = inside.is_finite() && resolved;
        return Bend { middle: if followed { inside } else { 0.0 }, followed };
    };
    if samples.len() == 3 && !resolved {
        // A parabola through the start of an unresolved motion is not reliable either.
        return Bend { middle: 0.0, followed: false };
    }
    let (of_bend, of_change) = if resolved { RESOLVED } else { UNRESOLVED };
    let followed = (inside - by_steps).abs() <= of_bend * by_steps.abs() + of_change * change + round_off;
    // If they disagree, the smaller one is the safe choice.
    let lesser = if inside.abs() < by_steps.abs() { inside } else { by_steps };
    Bend { middle: if followed { inside } else { lesser }, followed }
}

/// The second divided difference of three samples.
fn second_difference(samples: &[(f64, f64)]) -> f64 {
    let [(t2, v2), (t1, v1), (t0, v0)] = [samples[0], samples[1], samples[2]];
    ((v2 - v1) / (t2 - t1) - (v1 - v0) / (t1 - t0)) / (t2 - t0)
}

impl ChannelStep<'_> {
    /// Returns whether it is a step, not a jump or a first sample.
    pub fn has_length(&self) -> bool {
        self.t1 > self.t0
    }

    /// Times and values of the new samples: the midpoint, if dense output is available, and the end.
    pub fn samples(&self) -> [Option<(f64, f64)>; 2] {
        let inside = self.dense_output.is_some() && self.has_length();
        let middle = inside.then(|| (0.5 * (self.t0 + self.t1), self.middle()));
        [middle, Some((self.t1, self.v1))]
    }

    /// Deviation of the midpoint from the chord.
    pub fn bend(&self) -> f64 {
        self.bend.middle
    }

    /// The value at the midpoint.
    pub fn middle(&self) -> f64 {
        0.5 * (self.v0 + self.v1) + self.bend.middle
    }

    /// The value at the fraction θ of the step.
    pub fn at(&mut self, theta: f64) -> f64 {
        if theta == 0.0 {
            return self.v0;
        }
        if theta == 1.0 {
            return self.v1;
        }
        let parabola = self.v0 + (self.v1 - self.v0) * theta + 4.0 * self.bend.middle * theta * (1.0 - theta);
        match &mut self.dense_output {
            Some(dense_output) if self.bend.followed => {
                let value = dense_output.value(self.channel, theta);
                if value.is_finite() { value } else { parabola }
            }
            _ => parabola,
        }
    }

    /// The fraction of the step at a time.
    pub fn part(&self, time: f64) -> f64 {
        if time == self.t1 { 1.0 } else { (time - self.t0) / (self.t1 - self.t0) }
    }

    /// The largest value of `sign` × the channel between two fractions of the step, unless it is at most `best`; `ends` are
    /// its values at both and midway between them.
    pub fn largest(&mut self, sign: f64, [from, to]: [f64; 2], ends: [f64; 3], best: f64) -> f64 {
        let [a, middle, b] = ends.map(|value| sign * value);
        let best = best.max(a).max(b).max(middle);
        let bend = middle - 0.5 * (a + b);
        // The vertex of the parabola a + (b − a) u + 4 bend u (1 − u); near the ends it may be off by some hundredths.
        let top = 0.5 + (b - a) / (8.0 * bend);
        if bend <= 0.0 || !(-0.1..=1.1).contains(&top) || a + (b - a) * top + 4.0 * bend * top * (1.0 - top) <= best {
            return best;
        }
        let value = |u: f64, stretch: &mut Self| sign * stretch.at(from + (to - from) * u);
        best.max(maximum(|u| value(u, self), top.clamp(0.0, 1.0)))
    }

    /// The fraction of the step at which the channel crosses a value, bracketed by two fractions.
    pub fn root(&mut self, value: f64, [from, to]: [f64; 2]) -> f64 {
        let (mut low, mut high) = (from, to);
        let (mut at_low, mut at_high) = (self.at(from) - value, self.at(to) - value);
        if at_high == 0.0 || (at_low < 0.0) == (at_high < 0.0) {
            return to;
        }
        let mut last = 0;
        while high - low > CROSSING {
            // Regula falsi (Illinois), kept off the ends so that the bracket shrinks from both sides.
            let guess = (low * at_high - high * at_low) / (at_high - at_low);
            let margin = 0.25 * CROSSING;
            let middle = 0.5 * (low + high);
            let theta = if guess.is_finite() { guess.clamp(low + margin, high - margin) } else { middle };
            let now = self.at(theta) - value;
            if (now < 0.0) == (at_high < 0.0) && now != 0.0 {
                (high, at_high) = (theta, now);
                at_low *= if last == 1 { 0.5 } else { 1.0 };
                last = 1;
            } else if now == 0.0 {
                return theta;
            } else {
                (low, at_low) = (theta, now);
                at_high *= if last == -1 { 0.5 } else { 1.0 };
                last = -1;
            }
        }
        high
    }
}

/// The largest value of a function on [0, 1] from an initial guess of its location: parabolic interpolation, with golden
/// section as the fallback (Brent 1973, chapter 5).
fn maximum(mut f: impl FnMut(f64) -> f64, guess: f64) -> f64 {
    const GOLDEN: f64 = 0.381_966_011_250_105;
    let (mut a, mut b) = (0.0_f64, 1.0_f64);
    let mut x = guess.clamp(EXTREME, 1.0 - EXTREME);
    let mut fx = f(x);
    let (mut w, mut v, mut fw, mut fv) = (x, x, fx, fx);
    // The guess is good, so the first parabola uses points close to it.
    let (mut step, mut before) = (0.0_f64, 0.1_f64);
    for _ in 0..40 {
        let middle = 0.5 * (a + b);
        if (x - middle).abs() <= 2.0 * EXTREME - 0.5 * (b - a) {
            break;
        }
        let r = (x - w) * (fx - fv);
        let q = (x - v) * (fx - fw);
        let (mut p, mut q) = ((x - v) * q - (x - w) * r, 2.0 * (q - r));
        if q > 0.0 {
            p = -p;
        }
        q = q.abs();
        let parabolic = q != 0.0 && p.abs() < (0.5 * q * before).abs() && p > q * (a - x) && p < q * (b - x);
        if parabolic {
            (before, step) = (step, p / q);
        } else if w == x {
            step = 0.05_f64.min(0.5 * (b - x)).max(EXTREME);
        } else {
            before = if x < middle { b - x } else { a - x };
            step = GOLDEN * before;
        }
        let u = if step.abs() >= EXTREME { x + step } else { x + EXTREME.copysign(step) };
        let fu = f(u);
        if fu >= fx {
            if u < x {
                b = x
            } else {
                a = x
            }
            (v, fv, w, fw, x, fx) = (w, fw, x, fx, u, fu);
        } else {
            if u < x {
                a = u
            } else {
                b = u
            }
            if fu >= fw || w == x {
                (v, fv, w, fw) = (w, fw, u, fu);
            } else if fu >= fv || v == x || v == w {
                (v, fv) = (u, fu);
            }
        }
    }
    fx
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A function of time inside a step.
    pub(crate) struct Inside<'f> {
        pub f: &'f dyn Fn(f64) -> f64,
        pub from: f64,
        pub to: f64,
        pub asked: usize,
    }

    impl DenseOutput for Inside<'_> {
        fn value(&mut self, _channel: usize, theta: f64) -> f64 {
            self.asked += 1;
            (self.f)(self.from + theta * (self.to - self.from))
        }
    }

    #[test]
    fn the_largest_value_of_a_curve_is_found_wherever_it_lies() {
        for top in [0.02, 0.31, 0.5, 0.77, 0.99] {
            let mut asked = 0;
            let f = |x: f64| {
                asked += 1;
                2.0 - (x - top) * (x - top) + 0.3 * (x - top).powi(3)
            };
            // The value is flat there: its error is the square of that of the location.
            let found = maximum(f, (0.9 * top).clamp(0.0, 1.0));
            assert!((found - 2.0).abs() < 1e-11, "{top}: {found}");
            assert!(asked < 30, "{asked}");
        }
        // A tip, where parabolas do not help.
        let tip = maximum(|x| -(x - 0.3_f64).abs(), 0.5);
        assert!(tip > -4.0 * EXTREME, "{tip}");
    }

    #[test]
    fn a_curvature_that_the_steps_do_not_show_is_not_believed() {
        let line = [(3.0, 6.0), (2.0, 4.0), (1.0, 2.0), (0.0, 0.0)];
        let bend = |inside: f64, samples: &[(f64, f64)]| bend(inside, false, samples);
        assert!(!bend(0.5, &line).followed);
        assert_eq!(bend(0.5, &line).middle, 0.0);
        // t²: a quarter of the square of the step below the chord.
        let square = [(3.0, 9.0), (2.0, 4.0), (1.0, 1.0), (0.0, 0.0)];
        assert!(bend(-0.8, &square).followed);
        let not = bend(-1.1, &square);
        assert_eq!((not.middle, not.followed), (-0.25, false));
        assert!(super::bend(-1.1, true, &square).followed);
        // A first step has nothing to compare with.
        assert!(super::bend(0.5, true, &line[..2]).followed);
        assert!(!bend(0.5, &line[..2]).followed);
        assert!(!super::bend(f64::NAN, true, &line[..2]).followed);
    }
}
