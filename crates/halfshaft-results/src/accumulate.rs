//! Measures, computed while the run goes on.
//!
//! Every accepted step counts, whatever is stored in the file. Between two steps a channel is taken as linear, so a
//! window may begin and end between steps; a value at a time and the time of a value come from the cubic through the two
//! steps before it and the two after it. Nothing is allocated per step but for frequencies, which need the mean before
//! they can count, and orders, which need the angle: they keep 16 and 24 bytes of each step in their window.

use crate::crossing::{NthCrossing, frequency};
use crate::error::Error;
use crate::measure::{ChannelInfo, Measure, Statistic, What};
use crate::orders::resample;

/// The measures of one run.
pub struct Accumulators {
    slots: Vec<Slot>,
    last: Option<f64>,
}

/// One measure.
struct Slot {
    window: Window,
    parts: Parts,
}

enum Parts {
    Statistic(Statistic, Track),
    Ratio(Track, Track),
    Difference(Track, Track),
    At(At),
    TimeOf(usize, NthCrossing),
    /// The channel, and its samples in the window.
    Frequency(Track, Vec<(f64, f64)>),
    /// The channel, the angle, the order, and their samples in the window: times, angles, values.
    Order(usize, usize, f64, [Vec<f64>; 3]),
    /// Not from time series.
    None,
}

/// From and to, in seconds.
#[derive(Clone, Copy)]
struct Window {
    from: f64,
    to: f64,
}

impl Accumulators {
    /// Looks up each measure's channels; a channel that is not in the list is an error.
    pub fn new(channels: &[ChannelInfo], measures: &[Measure]) -> Result<Self, Error> {
        let slots = measures.iter().map(|measure| Slot::new(channels, measure)).collect::<Result<_, _>>()?;
        Ok(Accumulators { slots, last: None })
    }

    /// Takes an accepted step; `values` are those of the channels, in their order.
    ///
    /// Two steps at the same time are a jump, the second one being the state after it.
    pub fn push(&mut self, time: f64, values: &[f64]) -> Result<(), Error> {
        if let Some(last) = self.last
            && time < last
        {
            return Err(Error::Backwards { time, last });
        }
        self.last = Some(time);
        for slot in &mut self.slots {
            let window = slot.window;
            match &mut slot.parts {
                Parts::Statistic(_, track) => track.push(window, time, values),
                Parts::Ratio(first, second) | Parts::Difference(first, second) => {
                    first.push(window, time, values);
                    second.push(window, time, values);
                }
                Parts::At(at) => at.push(time, values[at.channel]),
                Parts::None => {}
                Parts::Order(channel, angle, _, samples) => {
                    if window.from <= time && time <= window.to {
                        let row = [time, values[*angle], values[*channel]];
                        samples.iter_mut().zip(row).for_each(|(samples, value)| samples.push(value));
                    }
                }
                Parts::TimeOf(channel, crossing) => crossing.push(time, values[*channel]),
                Parts::Frequency(track, samples) => {
                    track.push(window, time, values);
                    if window.from <= time && time <= window.to {
                        samples.push((time, values[track.channel]));
                    }
                }
            }
        }
        Ok(())
    }

    /// The measures so far, in their order; none where a window has seen nothing or a ratio has no denominator.
    pub fn values(&self) -> Vec<Option<f64>> {
        self.slots.iter().map(|slot| slot.value().filter(|value| value.is_finite())).collect()
    }
}

impl Slot {
    fn new(channels: &[ChannelInfo], measure: &Measure) -> Result<Self, Error> {
        let find = |name: &String| {
            channels
                .iter()
                .position(|channel| &channel.name == name)
                .ok_or_else(|| Error::UnknownChannel { measure: measure.name.clone(), channel: name.clone() })
        };
        let [from, to] = measure.over.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let parts = match &measure.what {
            What::Statistic(Statistic::Frequency, channel) => Parts::Frequency(Track::new(find(channel)?), vec![]),
            What::Statistic(statistic, channel) => Parts::Statistic(*statistic, Track::new(find(channel)?)),
            What::Ratio(above, below) => Parts::Ratio(Track::new(find(above)?), Track::new(find(below)?)),
            What::Difference(first, second) => Parts::Difference(Track::new(find(first)?), Track::new(find(second)?)),
            What::At(channel, time) => Parts::At(At::new(find(channel)?, *time)),
            What::Mode(..) | What::Response { .. } => Parts::None,
            What::Order { channel, reference, order } => {
                Parts::Order(find(channel)?, find(reference)?, *order, Default::default())
            }
            What::TimeOf(channel, value, nth) => {
                Parts::TimeOf(find(channel)?, NthCrossing::new(*value, *nth, [from, to]))
            }
        };
        Ok(Slot { window: Window { from, to }, parts })
    }

    fn value(&self) -> Option<f64> {
        match &self.parts {
            Parts::Statistic(statistic, track) => {
                let seen = track.seen.as_ref()?;
                Some(match statistic {
                    Statistic::Mean => seen.mean(),
                    Statistic::Min => seen.min,
                    Statistic::Max => seen.max,
                    Statistic::Final => seen.last,
                    Statistic::Rms => seen.rms(),
                    Statistic::Range => seen.max - seen.min,
                    Statistic::Slope => return seen.slope(),
                    Statistic::Frequency => unreachable!("frequencies keep their samples"),
                })
            }
            Parts::Ratio(above, below) => Some(above.seen.as_ref()?.mean() / below.seen.as_ref()?.mean()),
            Parts::Difference(first, second) => Some(first.seen.as_ref()?.mean() - second.seen.as_ref()?.mean()),
            Parts::At(at) => at.value(),
            Parts::None => None,
            Parts::Order(_, _, order, [time, angle, values]) => {
                let each_turn = (16.0 * order).ceil().clamp(64.0, 4096.0) as usize;
                Some(resample(time, angle, values, each_turn)?.whole(*order).amplitude)
            }
            Parts::TimeOf(_, crossing) => crossing.time(),
            Parts::Frequency(track, samples) => frequency(samples, track.seen.as_ref()?.mean()),
        }
    }
}

/// One channel over a window.
struct Track {
    channel: usize,
    previous: Option<(f64, f64)>,
    seen: Option<Seen>,
}

/// What a window has seen of a channel.
struct Seen {
    length: f64,
    integral: f64,
    integral_of_square: f64,
    /// Where the window begins, as far as it was seen.
    from: f64,
    /// The integral of the value times the time since then.
    moment: f64,
    min: f64,
    max: f64,
    last: f64,
}

impl Track {
    fn new(channel: usize) -> Self {
        Track { channel, previous: None, seen: None }
    }

    fn push(&mut self, window: Window, t1: f64, values: &[f64]) {
        let v1 = values[self.channel];
        let (t0, v0) = self.previous.replace((t1, v1)).unwrap_or((t1, v1));
        let (from, to) = (t0.max(window.from), t1.min(window.to));
        if from > to {
            return;
        }
        // The ends are taken as they are, so that a sample on the window's edge is exact and a jump keeps both sides.
        let between = |t: f64| v0 + (v1 - v0) * ((t - t0) / (t1 - t0));
        let a = if from == t0 { v0 } else { between(from) };
        let b = if to == t1 { v1 } else { between(to) };
        let seen = self.seen.get_or_insert(Seen {
            length: 0.0,
            integral: 0.0,
            integral_of_square: 0.0,
            from,
            moment: 0.0,
            min: a,
            max: a,
            last: a,
        });
        let h = to - from;
        seen.length += h;
        seen.integral += 0.5 * h * (a + b);
        // Exact for the line from a to b over the time from `since` to `since + h`.
        let since = from - seen.from;
        seen.moment += h * (0.5 * since * (a + b) + h * (a + 2.0 * b) / 6.0);
        seen.integral_of_square += 0.5 * h * (a * a + b * b);
        seen.min = seen.min.min(a).min(b);
        seen.max = seen.max.max(a).max(b);
        seen.last = b;
    }
}

impl Seen {
    /// A window of no length, or a run of one sample, has the mean that a short one around it would have.
    fn mean(&self) -> f64 {
        if self.length > 0.0 { self.integral / self.length } else { self.last }
    }

    /// The line that fits best in the mean square over the window's length L: 12 (∫ t x − L/2 ∫ x)/L³.
    fn slope(&self) -> Option<f64> {
        let l = self.length;
        (l > 0.0).then(|| 12.0 * (self.moment - 0.5 * l * self.integral) / (l * l * l))
    }

    /// By the trapezoidal rule on the squares, which is far more accurate on whole periods of a vibration than the
    /// exact integral of the squared polygon.
    fn rms(&self) -> f64 {
        if self.length > 0.0 { (self.integral_of_square / self.length).sqrt() } else { self.last.abs() }
    }
}

/// A channel's value at a time.
struct At {
    channel: usize,
    time: f64,
    /// The samples around the time, oldest first; `count` of them are in use.
    samples: [(f64, f64); 4],
    count: usize,
    /// How many of them lie after the time.
    after: usize,
    settled: Option<f64>,
    /// No later sample can change the value.
    closed: bool,
}

impl At {
    fn new(channel: usize, time: f64) -> Self {
        At { channel, time, samples: [(0.0, 0.0); 4], count: 0, after: 0, settled: None, closed: false }
    }

    fn push(&mut self, time: f64, value: f64) {
        if self.closed {
            return;
        }
        if self.count > 0 && is_jump(self.samples[self.count - 1].0, time) {
            if time > self.time {
                // Beyond the jump is another function.
                self.closed = true;
                return;
            }
            self.count = 0;
        }
        if time == self.time {
            self.settled = Some(value);
        } else if time > self.time {
            if self.settled.is_some() || self.count == 0 {
                self.closed = true;
                return;
            }
            self.after += 1;
        }
        if self.count == 4 {
            self.samples.rotate_left(1);
            self.count = 3;
        }
        self.samples[self.count] = (time, value);
        self.count += 1;
        self.closed = self.after == 2;
    }

    /// With fewer than four samples around, the polynomial through those there are; none outside the run.
    fn value(&self) -> Option<f64> {
        if self.settled.is_some() {
            return self.settled;
        }
        let samples = &self.samples[..self.count];
        let &(last, value) = samples.last()?;
        if self.after == 0 {
            // The end of a run may miss its round number by round-off.
            let round_off = 1e-12 * self.time.abs().max(last.abs());
            return (self.time - last <= round_off).then_some(value);
        }
        Some(lagrange(samples, self.time))
    }
}

/// Whether a sample stands for the other side of a jump: at the time of the one before, or later by round-off of the time alone.
pub(crate) fn is_jump(before: f64, time: f64) -> bool {
    time - before <= 4.0 * f64::EPSILON * time.abs()
}

/// The value at `t` of the polynomial through all samples.
pub(crate) fn lagrange(samples: &[(f64, f64)], t: f64) -> f64 {
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

    fn measure(what: What, over: Option<[f64; 2]>) -> Measure {
        Measure { name: "m".into(), unit: "1".into(), what, over }
    }

    fn statistic(statistic: Statistic, over: Option<[f64; 2]>) -> Measure {
        measure(What::Statistic(statistic, "a.x".into()), over)
    }

    fn at(time: f64) -> Measure {
        measure(What::At("a.x".into(), time), None)
    }

    /// Feeds x and y = 2 to one measure.
    fn value_of(measure: Measure, samples: &[(f64, f64)]) -> Option<f64> {
        let channel = |name: &str| ChannelInfo { name: name.into(), unit: "1".into() };
        let mut all = Accumulators::new(&[channel("a.y"), channel("a.x")], &[measure]).unwrap();
        for &(time, x) in samples {
            all.push(time, &[2.0, x]).unwrap();
        }
        all.values()[0]
    }

    const RAMP: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 2.0), (3.0, 6.0), (4.0, 8.0)];

    #[test]
    fn the_mean_of_a_ramp_is_its_middle_though_the_window_lies_between_samples() {
        // x = 2 t from 0.5 to 3.5: the middle is 4. Dyadic numbers leave no round-off.
        assert_eq!(value_of(statistic(Statistic::Mean, Some([0.5, 3.5])), &RAMP), Some(4.0));
        assert_eq!(value_of(statistic(Statistic::Mean, Some([1.25, 1.75])), &RAMP), Some(3.0));
        assert_eq!(value_of(statistic(Statistic::Mean, Some([1.5, 1.5])), &RAMP), Some(3.0));
        assert_eq!(value_of(statistic(Statistic::Mean, None), &RAMP), Some(4.0));
    }

    #[test]
    fn unequal_steps_weigh_by_their_length() {
        // 1 s at 0, then 3 s at 4: the mean over 4 s is 3.
        let samples = [(0.0, 0.0), (1.0, 0.0), (1.0, 4.0), (4.0, 4.0)];
        assert_eq!(value_of(statistic(Statistic::Mean, None), &samples), Some(3.0));
        assert_eq!(value_of(statistic(Statistic::Rms, None), &samples), Some(12.0f64.sqrt()));
    }

    #[test]
    fn extremes_and_the_last_value_are_taken_at_the_edges_too() {
        let over = Some([0.5, 3.5]);
        assert_eq!(value_of(statistic(Statistic::Min, over), &RAMP), Some(1.0));
        assert_eq!(value_of(statistic(Statistic::Max, over), &RAMP), Some(7.0));
        assert_eq!(value_of(statistic(Statistic::Final, over), &RAMP), Some(7.0));
        assert_eq!(value_of(statistic(Statistic::Final, None), &RAMP), Some(8.0));
    }

    #[test]
    fn a_ratio_is_that_of_the_means_and_none_over_zero() {
        let ratio = |a: &str, b: &str| measure(What::Ratio(a.into(), b.into()), Some([0.5, 3.5]));
        assert_eq!(value_of(ratio("a.x", "a.y"), &RAMP), Some(2.0));
        assert_eq!(value_of(ratio("a.y", "a.x"), &[(0.0, 0.0), (4.0, 0.0)]), None);
    }

    #[test]
    fn the_slope_of_a_ramp_is_its_own_and_of_a_bend_the_best_fit() {
        assert_eq!(value_of(statistic(Statistic::Slope, Some([0.5, 3.5])), &RAMP), Some(2.0));
        // ∫ x = 3/8 and ∫ t x = 1/48 + 1/4, so the slope is 12 (13/48 − 3/16) = 1.
        let bend = [(0.0, 0.0), (0.5, 0.25), (1.0, 1.0)];
        let slope = value_of(statistic(Statistic::Slope, None), &bend).unwrap();
        assert!((slope - 1.0).abs() < 1e-14, "{slope}"); // a few roundings of numbers around one
        assert_eq!(value_of(statistic(Statistic::Slope, None), &RAMP[..1]), None);
    }

    #[test]
    fn a_range_and_a_difference() {
        assert_eq!(value_of(statistic(Statistic::Range, Some([0.5, 3.5])), &RAMP), Some(6.0));
        let difference = measure(What::Difference("a.x".into(), "a.y".into()), None);
        assert_eq!(value_of(difference, &RAMP), Some(2.0));
    }

    #[test]
    fn a_vibration_gives_its_frequency_and_the_time_of_its_crossings() {
        // 5 Hz about 3, 40 steps to a period.
        let wave = |t: f64| 3.0 + (2.0 * std::f64::consts::PI * 5.0 * t + 0.4).sin();
        let samples: Vec<(f64, f64)> = (0..=400).map(|k| k as f64 * 0.005).map(|t| (t, wave(t))).collect();
        // Over whole periods the mean is 3, and the cubic misses the crossing by about (ω h)⁴/100 of the amplitude.
        let hertz = value_of(statistic(Statistic::Frequency, Some([0.2, 1.8])), &samples).unwrap();
        assert!((hertz - 5.0).abs() < 1e-4, "{hertz}");
        let time_of = |value: f64, over| measure(What::TimeOf("a.x".into(), value, 1), over);
        let time = value_of(time_of(3.0, Some([0.15, 1.0])), &samples).unwrap();
        let expected = (2.0 * std::f64::consts::PI - 0.4) / (10.0 * std::f64::consts::PI);
        assert!((time - expected).abs() < 1e-7, "{time} {expected}");
        assert_eq!(value_of(time_of(5.0, None), &samples), None);
        assert_eq!(value_of(statistic(Statistic::Frequency, None), &RAMP), None);
    }

    #[test]
    fn a_window_that_saw_nothing_has_no_value() {
        assert_eq!(value_of(statistic(Statistic::Mean, Some([5.0, 6.0])), &RAMP), None);
        assert_eq!(value_of(statistic(Statistic::Max, None), &[]), None);
        assert_eq!(value_of(at(5.0), &RAMP), None);
        assert_eq!(value_of(at(-1.0), &RAMP), None);
    }

    #[test]
    fn a_value_at_a_time_is_exact_on_cubics_and_on_samples() {
        let cubic = |t: f64| ((2.0 * t - 3.0) * t + 1.0) * t - 5.0;
        let samples = [0.0, 0.5, 0.75, 1.5, 2.0, 4.0].map(|t| (t, cubic(t)));
        for t in [0.6, 0.9, 1.9] {
            let value = value_of(at(t), &samples).unwrap();
            assert!((value - cubic(t)).abs() < 1e-14, "at {t}: {value}"); // a few roundings of numbers around 5
        }
        assert_eq!(value_of(at(1.5), &samples), Some(cubic(1.5)));
        assert_eq!(value_of(at(4.0), &samples), Some(cubic(4.0)));
        assert_eq!(value_of(at(0.0), &samples), Some(cubic(0.0)));
    }

    #[test]
    fn near_the_ends_fewer_samples_serve() {
        let square = |t: f64| t * t;
        let samples = [0.0, 1.0, 2.0, 3.0].map(|t| (t, square(t)));
        assert_eq!(value_of(at(0.5), &samples), Some(0.25));
        assert_eq!(value_of(at(2.5), &samples), Some(6.25));
        assert_eq!(value_of(at(0.5), &samples[..2]), Some(0.5));
        assert_eq!(value_of(at(3.0 + 1e-15), &samples), Some(9.0));
    }

    #[test]
    fn a_value_at_a_time_does_not_look_across_a_jump() {
        let jump = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (2.0, 7.0), (3.0, 8.0), (4.0, 9.0)];
        assert_eq!(value_of(at(1.5), &jump), Some(1.5));
        assert_eq!(value_of(at(2.5), &jump), Some(7.5));
        assert_eq!(value_of(at(2.0), &jump), Some(7.0));
        // A step may end round-off before the jump.
        let almost = [(0.0, 0.0), (1.0, 1.0), (2.0_f64.next_down(), 2.0), (2.0, 7.0), (3.0, 8.0), (4.0, 9.0)];
        assert!((value_of(at(1.5), &almost).unwrap() - 1.5).abs() < 1e-15);
        assert_eq!(value_of(at(2.5), &almost), Some(7.5));
    }

    #[test]
    fn a_measure_of_an_unknown_channel_is_refused() {
        let error = Accumulators::new(&[], &[at(0.0)]).err().unwrap();
        assert_eq!(error.to_string(), "measure m asks for channel a.x, which does not exist");
    }

    #[test]
    fn time_does_not_run_backwards() {
        let mut all = Accumulators::new(&[], &[]).unwrap();
        all.push(1.0, &[]).unwrap();
        assert!(all.push(0.5, &[]).is_err());
    }
}
