//! Functions of time or of a signal, for drives, loads and tables.

use std::f64::consts::TAU;

use crate::math::Scalar;

/// A function of one number.
///
/// At a jump it has the value from the right: a step ends just before the jump and the next one begins on it.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// A constant.
    Constant(f64),
    /// Through points, with linear or smooth interpolation.
    Table(Table),
    /// From one value to another between two arguments, and constant outside.
    Step {
        /// Value before the start.
        from: f64,
        /// Value after the end.
        to: f64,
        /// Argument at which it begins.
        start: f64,
        /// Argument at which it ends.
        end: f64,
        /// Whether the change has two continuous derivatives (10 s³ − 15 s⁴ + 6 s⁵); otherwise it is linear.
        smooth: bool,
    },
    /// m + a sin(2π f x + φ).
    Harmonic {
        /// m.
        mean: f64,
        /// a.
        amplitude: f64,
        /// f, in cycles per unit of x.
        frequency: f64,
        /// φ, in radians.
        phase: f64,
    },
    /// c₀ + c₁ x + c₂ x² + …
    Polynomial(Vec<f64>),
    /// The sum of others.
    Sum(Vec<Function>),
    /// The product of others.
    Product(Vec<Function>),
}

/// Time events and period of functions of time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeEvents {
    /// The times at which a value, or its slope, jumps, unsorted.
    pub times: Vec<f64>,
    /// The shortest period, in seconds.
    pub shortest_period: f64,
}

impl Default for TimeEvents {
    fn default() -> Self {
        TimeEvents { times: Vec::new(), shortest_period: f64::INFINITY }
    }
}

impl Function {
    /// Its value.
    pub fn value<S: Scalar>(&self, x: S) -> S {
        match self {
            Function::Constant(value) => S::constant(*value),
            Function::Table(table) => table.value(x),
            Function::Step { from, to, start, end, smooth } => {
                if x.value() < *start {
                    return S::constant(*from);
                }
                if x.value() >= *end {
                    return S::constant(*to);
                }
                let s = (x - S::constant(*start)) * (1.0 / (end - start));
                let risen = match smooth {
                    true => s * s * s * (S::constant(10.0) - s * 15.0 + s * s * 6.0),
                    false => s,
                };
                S::constant(*from) + risen * (to - from)
            }
            Function::Harmonic { mean, amplitude, frequency, phase } => {
                let angle = x * (TAU * frequency) + S::constant(*phase);
                S::constant(*mean) + angle.sin() * *amplitude
            }
            Function::Polynomial(coefficients) => {
                coefficients.iter().rev().fold(S::zero(), |sum, c| sum * x + S::constant(*c))
            }
            Function::Sum(terms) => terms.iter().fold(S::zero(), |sum, term| sum + term.value(x)),
            Function::Product(factors) => factors.iter().fold(S::one(), |product, factor| product * factor.value(x)),
        }
    }

    /// A bound of its magnitude, as a scale; that of a polynomial is the sum of its coefficients.
    pub fn magnitude(&self) -> f64 {
        match self {
            Function::Constant(value) => value.abs(),
            Function::Table(table) => table.points().fold(0.0, |most, [_, y]| most.max(y.abs())),
            Function::Step { from, to, .. } => from.abs().max(to.abs()),
            Function::Harmonic { mean, amplitude, .. } => mean.abs() + amplitude.abs(),
            Function::Polynomial(coefficients) => coefficients.iter().map(|c| c.abs()).sum(),
            Function::Sum(terms) => terms.iter().map(Function::magnitude).sum(),
            Function::Product(factors) => factors.iter().map(Function::magnitude).product(),
        }
    }

    /// Adds its time events and period as a function of time.
    pub fn time_events(&self, out: &mut TimeEvents) {
        match self {
            Function::Constant(_) | Function::Polynomial(_) => {}
            Function::Harmonic { amplitude, frequency, .. } if *amplitude != 0.0 && *frequency != 0.0 => {
                out.shortest_period = out.shortest_period.min(1.0 / frequency.abs());
            }
            Function::Harmonic { .. } => {}
            Function::Table(table) => out.times.extend(table.corners()),
            // The third derivative of a smooth step jumps at its ends; ending a step there preserves the order of the
            // scheme.
            Function::Step { start, end, .. } => out.times.extend([*start, *end]),
            Function::Sum(parts) | Function::Product(parts) => parts.iter().for_each(|part| part.time_events(out)),
        }
    }
}

impl From<f64> for Function {
    fn from(value: f64) -> Self {
        Function::Constant(value)
    }
}

/// Points with increasing x and what goes on between them; outside constant, or straight on.
///
/// Smooth tables are cubic polynomials whose slopes are limited so that the curve never overshoots its points (Fritsch
/// & Carlson 1980; the harmonic mean of neighbouring slopes as in Fritsch & Butland 1984). Two points at one x are a
/// jump.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Slopes at the points, if the table is smooth.
    slopes: Option<Vec<f64>>,
    /// Whether the first and the last line continue outside.
    extended: bool,
}

/// Why points are not a valid table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadTable {
    /// There are no points.
    Empty,
    /// x decreases at this point, or three points share it.
    NotIncreasing(usize),
}

impl Table {
    /// A table through points.
    pub fn new(points: &[[f64; 2]], smooth: bool) -> Result<Self, BadTable> {
        if points.is_empty() {
            return Err(BadTable::Empty);
        }
        let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|p| (p[0], p[1])).unzip();
        for i in 1..x.len() {
            let third = i > 1 && x[i - 2] == x[i];
            if x[i] < x[i - 1] || third {
                return Err(BadTable::NotIncreasing(i));
            }
        }
        let slopes = smooth.then(|| slopes(&x, &y));
        Ok(Table { x, y, slopes, extended: false })
    }

    /// Straight lines through at least two points, of which the first and the last continue outside.
    pub fn extended(points: &[[f64; 2]]) -> Result<Self, BadTable> {
        let table = Table::new(points, false)?;
        if points.len() < 2 { Err(BadTable::Empty) } else { Ok(Table { extended: true, ..table }) }
    }

    /// Its points.
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.x.iter().zip(&self.y).map(|(x, y)| [*x, *y])
    }

    /// Its value.
    pub fn value<S: Scalar>(&self, x: S) -> S {
        // The first point beyond x: between it and the one before lies x.
        let last = self.x.len() - 1;
        let j = match self.x.partition_point(|place| *place <= x.value()) {
            after if self.extended => after.clamp(1, last),
            0 => return S::constant(self.y[0]),
            after if after > last => return S::constant(self.y[last]),
            after => after,
        };
        let i = j - 1;
        let width = self.x[j] - self.x[i];
        let s = (x - S::constant(self.x[i])) * (1.0 / width);
        let rise = self.y[j] - self.y[i];
        let Some(slopes) = &self.slopes else { return S::constant(self.y[i]) + s * rise };
        // The cubic Hermite polynomial, in powers of s.
        let (a, b) = (slopes[i] * width, slopes[j] * width);
        let cubic = S::constant(3.0 * rise - 2.0 * a - b) + s * (a + b - 2.0 * rise);
        S::constant(self.y[i]) + s * a + s * s * cubic
    }

    /// The integral from the first point to x: the energy of a spring with this table.
    pub fn integral(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        let last = self.x.len() - 1;
        // Outside it is constant or a straight line: the mean of the values at both ends of the way.
        let outside = |i: usize| (x - self.x[i]) * 0.5 * (self.y[i] + self.value(x));
        if x < self.x[0] {
            return outside(0);
        }
        for i in 0..last {
            let (from, to) = (self.x[i], self.x[i + 1].min(x));
            if to <= from {
                continue;
            }
            // Three points of Simpson's rule are exact for a cubic; the value at a jump is taken from inside.
            let inside = |place: f64| if place >= self.x[i + 1] { self.y[i + 1] } else { self.value(place) };
            sum += (to - from) / 6.0 * (inside(from) + 4.0 * inside(0.5 * (from + to)) + inside(to));
        }
        if x > self.x[last] { sum + outside(last) } else { sum }
    }

    /// The arguments at which it or its slope jumps: for a smooth table only its ends and jumps.
    fn corners(&self) -> impl Iterator<Item = f64> + '_ {
        let last = self.x.len() - 1;
        let smooth = self.slopes.is_some();
        (0..=last).filter(move |&i| !smooth || i == 0 || i == last || self.x[i - 1] == self.x[i]).map(|i| self.x[i])
    }
}

/// Slopes at the points that make the curve monotone between them: zero at extrema, otherwise the weighted harmonic
/// mean of the slopes on both sides.
fn slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let secant = |i: usize| (x[i + 1] > x[i]).then(|| (y[i + 1] - y[i]) / (x[i + 1] - x[i]));
    let last = x.len() - 1;
    let slope = |i: usize| {
        let before = if i > 0 { secant(i - 1) } else { None };
        let after = if i < last { secant(i) } else { None };
        match (before, after) {
            (Some(p), Some(n)) if p * n > 0.0 => {
                let (wide, narrow) = (x[i + 1] - x[i], x[i] - x[i - 1]);
                let (w1, w2) = (2.0 * wide + narrow, wide + 2.0 * narrow);
                (w1 + w2) / (w1 / p + w2 / n)
            }
            // Constant outside and across jumps: a zero slope avoids a kink.
            _ => 0.0,
        }
    };
    (0..=last).map(slope).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    fn slope(f: &Function, x: f64) -> f64 {
        f.value(Dual { re: x, d: [1.0] }).d[0]
    }

    fn table(points: &[[f64; 2]], smooth: bool) -> Function {
        Function::Table(Table::new(points, smooth).unwrap())
    }

    #[test]
    fn a_table_goes_straight_through_its_points_and_stays_outside() {
        let f = table(&[[0.0, 1.0], [1.0, 3.0], [2.0, -1.0]], false);
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 1.75, 2.0, 9.0].map(|x| f.value(x)), [1.0, 1.0, 2.0, 3.0, 0.0, -1.0, -1.0]);
        assert_eq!((slope(&f, 0.5), slope(&f, 1.5), slope(&f, 3.0)), (2.0, -4.0, 0.0));
    }

    #[test]
    fn a_jump_has_the_value_from_the_right() {
        let f = table(&[[0.0, 0.0], [1.0, 0.0], [1.0, 5.0], [2.0, 5.0]], false);
        assert_eq!((f.value(1.0_f64.next_down()), f.value(1.0)), (0.0, 5.0));
    }

    #[test]
    fn a_smooth_table_has_a_continuous_slope_and_does_not_overshoot() {
        let f = table(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [4.0, 1.5], [5.0, 1.5]], true);
        for corner in [1.0_f64, 2.0, 4.0] {
            let jump = slope(&f, corner) - slope(&f, corner - 1e-9);
            assert!(jump.abs() < 1e-7, "{jump}");
        }
        let values: Vec<f64> = (0..=500).map(|i| f.value(0.01 * f64::from(i))).collect();
        assert!(values.windows(2).all(|w| w[1] >= w[0] - 1e-15) && values.iter().all(|v| (0.0..=1.5).contains(v)));
    }

    #[test]
    fn points_that_go_back_are_refused() {
        assert_eq!(Table::new(&[[0.0, 0.0], [1.0, 0.0], [0.5, 0.0]], false), Err(BadTable::NotIncreasing(2)));
        assert_eq!(Table::new(&[[0.0, 0.0]; 3], false), Err(BadTable::NotIncreasing(2)));
        assert_eq!(Table::new(&[], false), Err(BadTable::Empty));
    }

    #[test]
    fn the_integral_has_the_table_as_its_slope() {
        for smooth in [false, true] {
            let Function::Table(f) = table(&[[0.0, 1.0], [1.0, 3.0], [2.5, -1.0]], smooth) else { unreachable!() };
            for x in [-0.5, 0.3, 1.7, 3.0] {
                let difference = (f.integral(x + 1e-5) - f.integral(x - 1e-5)) / 2e-5;
                assert!((difference - f.value(x)).abs() < 1e-8, "{difference} at {x}");
            }
        }
    }

    #[test]
    fn a_smooth_step_begins_and_ends_at_rest() {
        let f = Function::Step { from: 1.0, to: 3.0, start: 2.0, end: 4.0, smooth: true };
        assert_eq!([1.0, 2.0, 3.0, 4.0].map(|x| f.value(x)), [1.0, 1.0, 2.0, 3.0]);
        assert!(slope(&f, 2.0).abs() < 1e-15 && slope(&f, 4.0 - 1e-9).abs() < 1e-15);
        // The slope of 10 s³ − 15 s⁴ + 6 s⁵ is 15/8 in the middle; here over 2 by 2.
        assert!((slope(&f, 3.0) - 1.875).abs() < 1e-14);
    }

    #[test]
    fn sums_and_products_follow_the_rules_of_calculus() {
        let harmonic = Function::Harmonic { mean: 0.5, amplitude: 2.0, frequency: 0.25, phase: 0.3 };
        let line = Function::Polynomial(vec![1.0, -2.0]);
        let product = Function::Product(vec![harmonic.clone(), line.clone()]);
        let sum = Function::Sum(vec![harmonic.clone(), line.clone()]);
        let x = 0.7;
        assert!((slope(&sum, x) - slope(&harmonic, x) + 2.0).abs() < 1e-14);
        let expected = slope(&harmonic, x) * line.value(x) - 2.0 * harmonic.value(x);
        assert!((slope(&product, x) - expected).abs() < 1e-14);
    }
}
