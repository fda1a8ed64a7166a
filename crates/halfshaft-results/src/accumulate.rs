//! Measures, computed during a run.
//!
//! They use every accepted step, whatever is stored in the file, and the motion inside each step ([`DenseOutput`]): means are
//! integrals by Simpson's rule with the midpoint of each step, extremes and crossings are located on the dense output, and
//! a window may begin and end inside a step. Without dense output a channel is interpolated linearly between samples.
//!
//! Nothing is allocated per step except for frequencies, which need the mean first, and orders, which need the angle:
//! they store 32 and 48 bytes of each step in their window.

use crate::crossing::{NthCrossing, frequency};
use crate::dense_output::{ChannelStep, DenseOutput, Series};
use crate::error::Error;
use crate::measure::{ChannelInfo, Measure, Statistic, What};
use crate::orders::resample;
use crate::track::{At, Track, Window};
use serde::{Deserialize, Serialize};

/// The measures of one run.
pub struct Accumulators {
    now: Mark,
    /// Samples stored for frequencies and orders, column by column.
    samples: Vec<Vec<f64>>,
    /// The sizes of the units of the measures.
    units: Vec<f64>,
}

/// The state of the measures at a time; quick to copy, because the samples are not copied.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Each measured channel, once.
    series: Vec<Series>,
    slots: Vec<Slot>,
    last: Option<f64>,
    /// The number of samples in each column.
    lengths: Vec<usize>,
}

/// The complete state of the measures at a mark, for a checkpoint.
#[derive(Serialize)]
pub struct SavedMeasures<'a> {
    mark: &'a Mark,
    samples: Vec<&'a [f64]>,
}

/// The same, read from a checkpoint.
#[derive(Deserialize)]
pub struct RestoredMeasures {
    mark: Mark,
    samples: Vec<Vec<f64>>,
}

/// One measure.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Slot {
    window: Window,
    parts: Parts,
}

/// How it is computed; channels are indices into the series.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Parts {
    Statistic(Statistic, usize, Track),
    Ratio([usize; 2], [Track; 2]),
    Difference([usize; 2], [Track; 2]),
    At(usize, At),
    TimeOf(usize, NthCrossing),
    /// The channel, and the first of the columns with times and values in the window.
    Frequency(usize, Track, usize),
    /// The channel, the angle, the order, and the first of the columns with times, angles and values in the window.
    Order(usize, usize, f64, usize),
    /// Not from time series.
    None,
}

/// The channels over the newest step.
struct Newest<'a, 'b> {
    series: &'a mut [Series],
    dense_output: Option<&'b mut dyn DenseOutput>,
}

impl Newest<'_, '_> {
    fn of(&mut self, series: usize) -> ChannelStep<'_> {
        self.series[series].stretch(self.dense_output.as_deref_mut().map(|dense_output| dense_output as _))
    }
}

impl Accumulators {
    /// Resolves the channels of each measure; an unknown channel is an error.
    pub fn new(channels: &[ChannelInfo], measures: &[Measure]) -> Result<Self, Error> {
        let (mut series, mut columns) = (vec![], 0);
        let slots = measures.iter().map(|measure| Slot::new(channels, measure, &mut series, &mut columns));
        let slots = slots.collect::<Result<_, _>>()?;
        let now = Mark { series, slots, last: None, lengths: vec![0; columns] };
        let units = measures.iter().map(|measure| measure.unit.size).collect();
        Ok(Accumulators { now, samples: vec![vec![]; columns], units })
    }

    /// Adds an accepted step with its dense output, if available; `values` are in the order of the channels.
    ///
    /// Two steps at the same time are a jump; the second one is the state after it.
    pub fn push(&mut self, time: f64, values: &[f64], dense_output: Option<&mut dyn DenseOutput>) -> Result<(), Error> {
        let Mark { series, slots, last, lengths } = &mut self.now;
        if let Some(last) = *last
            && time < last
        {
            return Err(Error::Backwards { time, last });
        }
        let from = last.replace(time).unwrap_or(time);
        for series in &mut *series {
            series.push(time, values[series.channel]);
        }
        let mut newest = Newest { series, dense_output };
        for slot in slots {
            // Crossings need the side of the channel when their window opens.
            if slot.window.meets(from, time) || matches!(slot.parts, Parts::TimeOf(..)) {
                slot.push(&mut newest, &mut self.samples);
            }
        }
        lengths.iter_mut().zip(&self.samples).for_each(|(length, column)| *length = column.len());
        Ok(())
    }

    /// The measures so far, in their order and units; `None` if a window has no samples or a ratio has a zero denominator.
    pub fn values(&self) -> Vec<Option<f64>> {
        let value =
            |(slot, unit): (&Slot, &f64)| Some(slot.value(&self.samples)? / unit).filter(|value| value.is_finite());
        self.now.slots.iter().zip(&self.units).map(value).collect()
    }

    /// The indices of the measured channels.
    pub fn measured(&self) -> impl Iterator<Item = usize> + '_ {
        self.now.series.iter().map(|series| series.channel)
    }

    /// The current state of the measures.
    pub fn mark(&self) -> Mark {
        self.now.clone()
    }

    /// The state of the measures at a mark, with their samples.
    pub fn saved_measures<'a>(&'a self, mark: &'a Mark) -> SavedMeasures<'a> {
        let samples = self.samples.iter().zip(&mark.lengths).map(|(column, length)| &column[..*length]).collect();
        SavedMeasures { mark, samples }
    }

    /// Restores the state of measures of the same model.
    pub fn restore(&mut self, RestoredMeasures { mark, samples }: RestoredMeasures) {
        (self.now, self.samples) = (mark, samples);
    }
}

impl Slot {
    fn new(
        channels: &[ChannelInfo],
        measure: &Measure,
        series: &mut Vec<Series>,
        columns: &mut usize,
    ) -> Result<Self, Error> {
        let mut find = |name: &String| {
            let place = channels.iter().position(|channel| &channel.name == name);
            let unknown = || Error::UnknownChannel { measure: measure.name.clone(), channel: name.clone() };
            let channel = place.ok_or_else(unknown)?;
            let known = series.iter().position(|series| series.channel == channel);
            Ok(known.unwrap_or_else(|| {
                series.push(Series::new(channel));
                series.len() - 1
            }))
        };
        let mut take = |count: usize| {
            *columns += count;
            *columns - count
        };
        let [from, to] = measure.over.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let tracks = || [Track::new(false), Track::new(false)];
        let parts = match &measure.what {
            What::Statistic(Statistic::Frequency, channel) => {
                Parts::Frequency(find(channel)?, Track::new(false), take(2))
            }
            What::Statistic(statistic, channel) => {
                let extremes = matches!(statistic, Statistic::Min | Statistic::Max | Statistic::Range);
                Parts::Statistic(*statistic, find(channel)?, Track::new(extremes))
            }
            What::Ratio(above, below) => Parts::Ratio([find(above)?, find(below)?], tracks()),
            What::Difference(first, second) => Parts::Difference([find(first)?, find(second)?], tracks()),
            What::At(channel, time) => Parts::At(find(channel)?, At::new(*time)),
            What::Mode(..) | What::Response { .. } => Parts::None,
            What::Order { channel, reference, order } => {
                Parts::Order(find(channel)?, find(reference)?, *order, take(3))
            }
            What::TimeOf(channel, value, nth) => {
                Parts::TimeOf(find(channel)?, NthCrossing::new(*value, *nth, [from, to]))
            }
        };
        Ok(Slot { window: Window { from, to }, parts })
    }

    /// Adds the newest step.
    fn push(&mut self, newest: &mut Newest, samples: &mut [Vec<f64>]) {
        let window = self.window;
        match &mut self.parts {
            Parts::Statistic(_, series, track) => track.push(window, &mut newest.of(*series)),
            Parts::Ratio(series, tracks) | Parts::Difference(series, tracks) => {
                for (series, track) in series.iter().zip(tracks) {
                    track.push(window, &mut newest.of(*series));
                }
            }
            Parts::At(series, at) if !at.is_closed() => at.push(&mut newest.of(*series)),
            Parts::TimeOf(series, crossing) if !crossing.is_closed(newest.series[*series].start()) => {
                crossing.push(&mut newest.of(*series));
            }
            Parts::Frequency(series, track, first) => {
                let mut stretch = newest.of(*series);
                track.push(window, &mut stretch);
                for (time, value) in stretch.samples().into_iter().flatten().filter(|(time, _)| window.contains(*time))
                {
                    samples[*first].push(time);
                    samples[*first + 1].push(value);
                }
            }
            Parts::Order(series, angle, _, first) => {
                let angles = newest.of(*angle).samples();
                let values = newest.of(*series).samples();
                for ((time, angle), (_, value)) in angles.into_iter().flatten().zip(values.into_iter().flatten()) {
                    if window.contains(time) {
                        let columns = samples[*first..*first + 3].iter_mut().zip([time, angle, value]);
                        columns.for_each(|(column, value)| column.push(value));
                    }
                }
            }
            Parts::At(..) | Parts::TimeOf(..) | Parts::None => {}
        }
    }

    fn value(&self, samples: &[Vec<f64>]) -> Option<f64> {
        match &self.parts {
            Parts::Statistic(statistic, _, track) => {
                let statistics = track.statistics()?;
                Some(match statistic {
                    Statistic::Mean => statistics.mean(),
                    Statistic::Min => statistics.min,
                    Statistic::Max => statistics.max,
                    Statistic::Final => statistics.last,
                    Statistic::Rms => statistics.rms(),
                    Statistic::Range => statistics.max - statistics.min,
                    Statistic::Slope => return statistics.slope(),
                    Statistic::Frequency => unreachable!("frequencies keep their samples"),
                })
            }
            Parts::Ratio(_, [above, below]) => Some(above.statistics()?.mean() / below.statistics()?.mean()),
            Parts::Difference(_, [first, second]) => Some(first.statistics()?.mean() - second.statistics()?.mean()),
            Parts::At(_, at) => at.value(),
            Parts::None => None,
            Parts::Order(_, _, order, first) => {
                let each_turn = (16.0 * order).ceil().clamp(64.0, 4096.0) as usize;
                let [time, angle, values] = [0, 1, 2].map(|k| samples[*first + k].as_slice());
                Some(resample(time, angle, values, each_turn)?.whole(*order).amplitude)
            }
            Parts::TimeOf(_, crossing) => crossing.time(),
            Parts::Frequency(_, track, first) => {
                frequency(&samples[*first], &samples[*first + 1], track.statistics()?.mean())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense_output::tests::Inside;
    use crate::measure::Unit;

    fn measure(what: What, over: Option<[f64; 2]>) -> Measure {
        Measure { name: "m".into(), unit: Unit::si("1"), what, over }
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
            all.push(time, &[2.0, x], None).unwrap();
        }
        all.values()[0]
    }

    /// Feeds a function that is known between its samples to one measure.
    fn value_along(measure: Measure, f: &dyn Fn(f64) -> f64, times: &[f64]) -> Option<f64> {
        let channel = ChannelInfo { name: "a.x".into(), unit: "1".into() };
        let mut all = Accumulators::new(&[channel], &[measure]).unwrap();
        let mut from = times[0];
        for &to in times {
            let mut inside = Inside { f, from, to, asked: 0 };
            all.push(to, &[f(to)], Some(&mut inside)).unwrap();
            from = to;
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
        let times: Vec<f64> = (0..=400).map(|k| k as f64 * 0.005).collect();
        // Over whole periods the mean is 3, and the cubic misses the crossing by about (ω h/2)⁴/100 of the amplitude.
        let hertz = value_along(statistic(Statistic::Frequency, Some([0.2, 1.8])), &wave, &times).unwrap();
        assert!((hertz - 5.0).abs() < 1e-5, "{hertz}");
        let time_of = |value: f64, over| measure(What::TimeOf("a.x".into(), value, 1), over);
        let time = value_along(time_of(3.0, Some([0.15, 1.0])), &wave, &times).unwrap();
        let expected = (2.0 * std::f64::consts::PI - 0.4) / (10.0 * std::f64::consts::PI);
        assert!((time - expected).abs() < 1e-13, "{time} {expected}");
        assert_eq!(value_along(time_of(5.0, None), &wave, &times), None);
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
    fn a_value_at_a_time_is_that_of_the_motion() {
        let cubic = |t: f64| ((2.0 * t - 3.0) * t + 1.0) * t - 5.0;
        // Steps that resolve the curve: its curvature inside a step is accepted if the previous steps show it.
        let times: Vec<f64> = (0..=40).map(|k| 0.1 * f64::from(k)).collect();
        for t in [0.0, 0.63, 0.97, 1.5, 1.94, 4.0] {
            assert!((value_along(at(t), &cubic, &times).unwrap() - cubic(t)).abs() < 1e-14, "{t}"); // numbers around 5
        }
        assert_eq!(value_of(at(3.0 + 1e-15), &[(0.0, 0.0), (3.0, 9.0)]), Some(9.0));
    }

    #[test]
    fn means_and_extremes_of_cubics_are_exact_though_windows_begin_and_end_inside_steps() {
        // Falls from 0 at t = 0 to −4/27 at t = 2/3, and rises to 4 at t = 2.
        let cubic = |t: f64| t * t * t - t * t;
        let integral = |t: f64| t.powi(4) / 4.0 - t.powi(3) / 3.0;
        let times: Vec<f64> = (0..=40).map(|k| 0.05 * f64::from(k)).collect();
        for [from, to] in [[0.0, 2.0], [0.1, 1.9], [0.55, 0.9], [1.35, 1.4]] {
            let over = Some([from, to]);
            let mean = value_along(statistic(Statistic::Mean, over), &cubic, &times).unwrap();
            assert!((mean - (integral(to) - integral(from)) / (to - from)).abs() < 1e-14, "{from} {to}: {mean}");
            let max = value_along(statistic(Statistic::Max, over), &cubic, &times).unwrap();
            assert!((max - cubic(from).max(cubic(to))).abs() < 1e-14, "{from} {to}: {max}");
            let min = value_along(statistic(Statistic::Min, over), &cubic, &times).unwrap();
            let lowest = cubic((2.0_f64 / 3.0).clamp(from, to));
            // Flat there, and located to a millionth of the step.
            assert!((min - lowest).abs() < 1e-11, "{from} {to}: {min} {lowest}");
        }
        // ∫ t⁴ = 1/5 by Simpson's rule on two halves is 77/384.
        let rms = value_along(statistic(Statistic::Rms, Some([0.0, 1.0])), &|t| t * t, &[0.0, 0.5, 1.0]).unwrap();
        assert!((rms * rms - 77.0 / 384.0).abs() < 1e-14, "{rms}");
        // A parabola over one step: the best line through t² on [0, 2] has the slope 2.
        let slope = value_along(statistic(Statistic::Slope, None), &|t| t * t, &[0.0, 2.0]).unwrap();
        assert!((slope - 2.0).abs() < 1e-14, "{slope}");
    }

    #[test]
    fn a_flight_of_a_single_step_has_its_apex() {
        let flight = |t: f64| t * (2.0 - t);
        let value = |what| value_along(statistic(what, None), &flight, &[0.0, 2.0]).unwrap();
        assert!((value(Statistic::Max) - 1.0).abs() < 1e-12);
        assert!((value(Statistic::Range) - 1.0).abs() < 1e-12);
        assert!((value(Statistic::Mean) - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn a_jump_keeps_both_sides_and_the_motion_on_both_sides_of_it() {
        let channel = ChannelInfo { name: "a.x".into(), unit: "1".into() };
        let all = [Statistic::Mean, Statistic::Max, Statistic::Min].map(|what| statistic(what, None));
        let mut all = Accumulators::new(&[channel], &all).unwrap();
        // 1 − t² until 1, then from −3 up to −2 at 2 as −3 + (t − 1)².
        let (first, second) = (|t: f64| 1.0 - t * t, |t: f64| -3.0 + (t - 1.0) * (t - 1.0));
        all.push(0.0, &[1.0], None).unwrap();
        all.push(1.0, &[0.0], Some(&mut Inside { f: &first, from: 0.0, to: 1.0, asked: 0 })).unwrap();
        all.push(1.0, &[-3.0], None).unwrap();
        all.push(2.0, &[-2.0], Some(&mut Inside { f: &second, from: 1.0, to: 2.0, asked: 0 })).unwrap();
        let values = all.values();
        assert!((values[0].unwrap() - (2.0 / 3.0 - 3.0 + 1.0 / 3.0) / 2.0).abs() < 1e-15, "{values:?}");
        assert_eq!(values[1..], [Some(1.0), Some(-3.0)]);
    }

    #[test]
    fn measures_go_on_from_a_mark_with_the_same_bits() {
        let channel = ChannelInfo { name: "a.x".into(), unit: "1".into() };
        let wave = |t: f64| (7.0 * t).sin() + 0.1 * t;
        let kinds = [Statistic::Mean, Statistic::Max, Statistic::Rms, Statistic::Slope, Statistic::Frequency];
        let mut measures: Vec<Measure> = kinds.map(|what| statistic(what, Some([0.35, 4.05]))).into();
        measures.extend([at(2.34), measure(What::TimeOf("a.x".into(), 0.2, 7), None)]);
        let new = || Accumulators::new(std::slice::from_ref(&channel), &measures).unwrap();
        let push = |all: &mut Accumulators, k: usize| {
            let (from, to) = (0.1 * (k as f64 - 1.0), 0.1 * k as f64);
            all.push(to, &[wave(to)], Some(&mut Inside { f: &wave, from, to, asked: 0 })).unwrap();
        };
        let mut whole = new();
        (0..50).for_each(|k| push(&mut whole, k));
        for cut in [1, 4, 23, 40] {
            let mut first = new();
            (0..cut).for_each(|k| push(&mut first, k));
            let mark = first.mark();
            // It continued for some steps before it was written.
            (cut..cut + 3).for_each(|k| push(&mut first, k));
            let bytes = postcard::to_stdvec(&first.saved_measures(&mark)).unwrap();
            let mut second = new();
            second.restore(postcard::from_bytes(&bytes).unwrap());
            (cut..50).for_each(|k| push(&mut second, k));
            let bits = |all: &Accumulators| all.values().iter().map(|v| v.unwrap().to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&second), bits(&whole), "{cut}");
        }
    }

    #[test]
    fn a_value_at_a_time_does_not_look_across_a_jump() {
        let jump = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (2.0, 7.0), (3.0, 8.0), (4.0, 9.0)];
        assert_eq!(value_of(at(1.5), &jump), Some(1.5));
        assert_eq!(value_of(at(2.5), &jump), Some(7.5));
        assert_eq!(value_of(at(2.0), &jump), Some(7.0));
        // A step may end just before the jump by round-off.
        let almost = [(0.0, 0.0), (1.0, 1.0), (2.0_f64.next_down(), 2.0), (2.0, 7.0), (3.0, 8.0), (4.0, 9.0)];
        assert!((value_of(at(1.5), &almost).unwrap() - 1.5).abs() < 1e-15);
        assert_eq!(value_of(at(2.5), &almost), Some(7.5));
    }

    #[test]
    fn a_measure_of_an_unknown_channel_is_refused() {
        let error = Accumulators::new(&[], &[at(0.0)]).err().unwrap();
        assert_eq!(error.to_string(), "measure m refers to channel a.x, which does not exist");
    }

    #[test]
    fn time_does_not_run_backwards() {
        let mut all = Accumulators::new(&[], &[]).unwrap();
        all.push(1.0, &[], None).unwrap();
        assert!(all.push(0.5, &[], None).is_err());
    }
}
