//! The law of springs and dampers: force, energy and dissipation from a displacement and its rate.

use super::function::Table;
use crate::math::Scalar;

/// A spring, a damper and a hysteresis in parallel.
///
/// ```text
/// effort f(x) + d ẋ + k_h z,     z = x − s,   |k_h z| ≤ F_h
/// ```
///
/// The hysteresis is a spring k_h in series with a slider of the force F_h (Masing, Jenkin): it follows x until its
/// force reaches F_h, then slides. The position s of the slider is stored in memory. A cycle of amplitude X dissipates
/// 4 F_h (X − F_h/k_h).
#[derive(Clone, Debug, PartialEq)]
pub struct SpringLaw {
    /// f.
    pub elastic: Elastic,
    /// d: effort per unit of the rate.
    pub damping: f64,
    /// The hysteresis, if any.
    pub hysteresis: Option<Hysteresis>,
}

/// Conservative effort, as a function of the displacement.
#[derive(Clone, Debug, PartialEq)]
pub enum Elastic {
    /// k x.
    Linear(f64),
    /// Through points, constant outside.
    Table(Table),
    /// c₁ x + c₂ x² + c₃ x³ + …
    Polynomial(Vec<f64>),
}

/// A spring in series with a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// k_h.
    pub stiffness: f64,
    /// F_h.
    pub limit: f64,
}

impl Elastic {
    fn effort<S: Scalar>(&self, x: S) -> S {
        match self {
            Elastic::Linear(stiffness) => x * *stiffness,
            Elastic::Table(table) => table.value(x),
            Elastic::Polynomial(c) => c.iter().rev().fold(S::zero(), |sum, c| (sum + S::constant(*c)) * x),
        }
    }

    fn stored(&self, x: f64) -> f64 {
        match self {
            Elastic::Linear(stiffness) => 0.5 * stiffness * x * x,
            Elastic::Table(table) => table.integral(x) - table.integral(0.0),
            Elastic::Polynomial(c) => {
                c.iter().enumerate().rev().fold(0.0, |sum, (i, c)| (sum + c / (i + 2) as f64) * x) * x
            }
        }
    }
}

impl SpringLaw {
    /// k x + d ẋ.
    pub fn linear(stiffness: f64, damping: f64) -> Self {
        SpringLaw { elastic: Elastic::Linear(stiffness), damping, hysteresis: None }
    }

    /// The resisting effort, with the slider position of the last accepted step.
    pub fn effort<S: Scalar>(&self, x: S, rate: S, slider: f64) -> S {
        let effort = self.elastic.effort(x) + rate * self.damping;
        let Some(Hysteresis { stiffness, limit }) = self.hysteresis else { return effort };
        let carried = (x - S::constant(slider)) * stiffness;
        match carried.value() {
            f if f > limit => effort + S::constant(limit),
            f if f < -limit => effort - S::constant(limit),
            _ => effort + carried,
        }
    }

    /// The energy stored.
    pub fn stored(&self, x: f64, slider: f64) -> f64 {
        let carried = self.hysteresis.map_or(0.0, |h| {
            let force = (h.stiffness * (x - slider)).clamp(-h.limit, h.limit);
            0.5 * force * force / h.stiffness
        });
        self.elastic.stored(x) + carried
    }

    /// The dissipated power.
    pub fn dissipated(&self, x: f64, rate: f64, slider: f64) -> f64 {
        // After an accepted step the slider is at its limit, up to round-off; it slides while x moves outward.
        let sliding = self.hysteresis.filter(|h| h.stiffness * (x - slider).abs() >= h.limit * (1.0 - 1e-9));
        let rubbed = sliding.map_or(0.0, |h| (h.limit * rate * (x - slider).signum()).max(0.0));
        self.damping * rate * rate + rubbed
    }

    /// The position of the slider after a step that ended at x.
    pub fn slider(&self, x: f64, slider: f64) -> f64 {
        let Some(Hysteresis { stiffness, limit }) = self.hysteresis else { return slider };
        let reach = limit / stiffness;
        slider.clamp(x - reach, x + reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    #[test]
    fn effort_is_the_slope_of_the_energy() {
        let table = Table::new(&[[-1.0, -3.0], [0.0, 0.0], [0.5, 1.0], [2.0, 8.0]], true).unwrap();
        for elastic in [Elastic::Linear(3.0), Elastic::Table(table), Elastic::Polynomial(vec![2.0, 0.5, 4.0])] {
            let law = SpringLaw { elastic, damping: 0.7, hysteresis: None };
            for x in [-0.8, -0.1, 0.3, 1.4] {
                let slope = (law.stored(x + 1e-5, 0.0) - law.stored(x - 1e-5, 0.0)) / 2e-5;
                assert!((law.effort(x, 0.0, 0.0) - slope).abs() < 1e-7, "{x}");
                let tangent = law.effort(Dual { re: x, d: [1.0] }, Dual { re: 0.0, d: [0.0] }, 0.0).d[0];
                let difference = (law.effort(x + 1e-6, 0.0, 0.0) - law.effort(x - 1e-6, 0.0, 0.0)) / 2e-6;
                assert!((tangent - difference).abs() < 1e-6 * tangent.abs().max(1.0), "{x}");
            }
        }
    }

    #[test]
    fn a_cycle_loses_the_area_of_its_loop() {
        let hysteresis = Some(Hysteresis { stiffness: 50.0, limit: 4.0 });
        let law = SpringLaw { elastic: Elastic::Linear(10.0), damping: 0.0, hysteresis };
        let (amplitude, steps) = (0.3, 20_000);
        let (mut slider, mut last, mut area) = (0.0, None, 0.0);
        for i in 0..=2 * steps {
            let x = amplitude * (std::f64::consts::TAU * f64::from(i) / f64::from(steps)).sin();
            let effort = law.effort(x, 0.0, slider);
            if let Some((x0, f0)) = last.filter(|_| i > steps) {
                area += 0.5 * (effort + f0) * (x - x0);
            }
            slider = law.slider(x, slider);
            last = Some((x, effort));
        }
        let expected = 4.0 * 4.0 * (amplitude - 4.0 / 50.0);
        assert!((area - expected).abs() < 1e-5 * expected, "{area} for {expected}");
    }
}
