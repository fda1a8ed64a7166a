//! An axis: its range, its ticks, and the positions of values.

use super::units::superscript;
use crate::number::significant;

/// Values with a smaller relative difference are equal up to rounding.
const EQUAL: f64 = 1e-9;

/// One axis of a panel.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    log: bool,
    /// The ends; logarithms for a logarithmic axis.
    low: f64,
    high: f64,
    /// The pixels of the ends.
    from: f64,
    to: f64,
}

/// A tick of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub at: f64,
    pub label: String,
}

impl Axis {
    /// An axis for these values, with a margin relative to their range at both ends; from and to in pixels.
    pub fn new(values: impl Iterator<Item = f64>, log: bool, margin: f64, [from, to]: [f64; 2]) -> Self {
        let values = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let values = values.map(|value| if log { value.log10() } else { value });
        let (mut low, mut high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let size = low.abs().max(high.abs());
        if high - low <= EQUAL * size || high == low {
            let room = if size == 0.0 || log { 1.0 } else { 0.1 * size };
            (low, high) = (low - room, high + room);
        }
        let room = margin * (high - low);
        Axis { log, low: low - room, high: high + room, from, to }
    }

    /// The pixel of a value; `None` for a value that a logarithmic axis cannot show.
    pub fn pixel(&self, value: f64) -> Option<f64> {
        let value = if self.log { if value > 0.0 { value.log10() } else { return None } } else { value };
        Some(self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from))
    }

    /// The ends of the axis, logarithms for a logarithmic one, and whether it is one.
    pub fn range(&self) -> ([f64; 2], bool) {
        ([self.low, self.high], self.log)
    }

    /// Units per pixel.
    pub fn scale(&self) -> f64 {
        (self.high - self.low) / (self.to - self.from).abs()
    }

    /// Widens the range about its middle to `scale` units per pixel.
    pub fn widen(&mut self, scale: f64) {
        let (middle, half) = ((self.low + self.high) / 2.0, scale * (self.to - self.from).abs() / 2.0);
        (self.low, self.high) = (middle - half, middle + half);
    }

    /// Round ticks, about one per `spacing` pixels, and the power of ten by which their labels are multiplied.
    pub fn ticks(&self, spacing: f64) -> (Vec<Tick>, Option<String>) {
        let count = ((self.to - self.from).abs() / spacing).max(1.0);
        if self.log { (self.decades(count), None) } else { self.round(count) }
    }

    fn round(&self, count: f64) -> (Vec<Tick>, Option<String>) {
        let rough = (self.high - self.low) / count;
        let decade = 10f64.powf(rough.log10().floor());
        // The round number nearest to the wanted step, as a ratio.
        let off = |step: &f64| (step / rough).ln().abs();
        let steps = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade);
        let step = steps.into_iter().min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(rough);
        let (first, last) = ((self.low / step).ceil(), (self.high / step).floor());
        let largest = self.low.abs().max(self.high.abs());
        let exponent = largest.log10().floor();
        let power = if (-3.0..5.0).contains(&exponent) { 0 } else { 3 * (exponent / 3.0).floor() as i32 };
        let factor = 10f64.powi(-power);
        let decimals = (-(step * factor).log10().floor()).clamp(0.0, 12.0) as usize;
        let mut ticks = Vec::new();
        let mut i = first;
        while i <= last && ticks.len() < 100 {
            let value = i * step;
            let label = format!("{:.decimals$}", value * factor + 0.0).replace('-', "−");
            ticks.extend(self.pixel(value).map(|at| Tick { at, label }));
            i += 1.0;
        }
        (ticks, (power != 0).then(|| format!("×{}", power_of_ten(power))))
    }

    fn decades(&self, count: f64) -> Vec<Tick> {
        let (first, last) = (self.low.ceil() as i32, self.high.floor() as i32);
        let stride = ((f64::from(last - first) / count).ceil() as i32).max(1);
        let tick = |value: f64, label: String| self.pixel(value).map(|at| Tick { at, label });
        let mut ticks: Vec<Tick> =
            (first..=last).step_by(stride as usize).filter_map(|n| tick(10f64.powi(n), power_of_ten(n))).collect();
        if self.high - self.low < 1.5 {
            for n in self.low.floor() as i32..=self.high.floor() as i32 {
                for digit in [2.0, 3.0, 5.0] {
                    let value = digit * 10f64.powi(n);
                    if (self.low..=self.high).contains(&value.log10()) {
                        ticks.extend(tick(value, significant(value, 2)));
                    }
                }
            }
        }
        ticks
    }
}

fn power_of_ten(power: i32) -> String {
    format!("10{}", power.to_string().chars().map(superscript).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], log: bool) -> (Vec<String>, Option<String>) {
        let (ticks, power) = Axis::new(values.iter().copied(), log, 0.0, [0.0, 500.0]).ticks(100.0);
        (ticks.into_iter().map(|tick| tick.label).collect(), power)
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        assert_eq!(labels(&[0.0, 1.0], false).0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&[-180.0, 180.0], false).0, ["−100", "0", "100"]);
        assert_eq!(labels(&[-3.0, 2.0], false).0, ["−3", "−2", "−1", "0", "1", "2"]);
        assert_eq!(
            labels(&[0.0, 4e6], false),
            (["0", "1", "2", "3", "4"].map(String::from).to_vec(), Some("×10⁶".into()))
        );
        assert_eq!(labels(&[0.01, 100.0], true).0, ["10⁻²", "10⁻¹", "10⁰", "10¹", "10²"]);
    }

    #[test]
    fn rounding_noise_is_not_blown_up() {
        let axis = Axis::new([1.0, 1.0 + 1e-13].into_iter(), false, 0.0, [0.0, 100.0]);
        assert!((axis.pixel(1.0).unwrap() - 50.0).abs() < 1e-6);
    }

    #[test]
    fn a_logarithm_has_no_place_for_zero_and_an_empty_axis_no_trouble() {
        let axis = Axis::new([0.0, -1.0, 10.0].into_iter(), true, 0.0, [0.0, 100.0]);
        assert_eq!(axis.pixel(0.0), None);
        assert!(!Axis::new(std::iter::empty(), false, 0.05, [0.0, 100.0]).ticks(50.0).0.is_empty());
    }
}
