//! The law of springs and dampers: force, energy and dissipation from a displacement and its rate.

use super::function::Table;
use crate::math::{Dual, Scalar};

/// A spring and a damper side by side, with preload.
///
/// ```text
/// effort F₀ + f(x) + d ẋ
/// ```
///
/// F₀ is the effort at zero displacement: without load a linear spring rests at −F₀/k.
#[derive(Clone, Debug, PartialEq)]
pub struct SpringLaw {
    /// f.
    pub elastic: Elastic,
    /// d: effort per unit of the rate.
    pub damping: f64,
    /// F₀.
    pub preload: f64,
}

/// A spring and damper, and beside them a hysteresis.
///
/// ```text
/// effort F₀ + f(x) + d ẋ + g(ẋ) + k_h z,     z = x − s,   |k_h z| ≤ F_h
/// ```
///
/// The curve g of a damper, as a shock absorber with valves has one, is through points and straight on beyond them.
///
/// The hysteresis is a spring k_h in series with a slider that holds F_h (Masing, Jenkin): it follows x until its force
/// reaches F_h, then slides. Where the slider stands, s, is remembered. A cycle of amplitude X loses
/// 4 F_h (X − F_h/k_h).
#[derive(Clone, Debug, PartialEq)]
pub struct HystereticLaw {
    /// Spring and damper.
    pub spring: SpringLaw,
    /// g: effort over the rate, beside d ẋ, where there is any.
    pub damper: Option<Table>,
    /// The hysteresis, where there is any.
    pub hysteresis: Option<Hysteresis>,
}

/// Conservative effort, as a function of the displacement.
#[derive(Clone, Debug, PartialEq)]
pub enum Elastic {
    /// k x.
    Linear(f64),
    /// Through points; outside constant or straight on, as the table says.
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
    /// f(x) + d ẋ.
    pub fn new(elastic: Elastic, damping: f64) -> Self {
        SpringLaw { elastic, damping, preload: 0.0 }
    }

    /// k x + d ẋ.
    pub fn linear(stiffness: f64, damping: f64) -> Self {
        SpringLaw::new(Elastic::Linear(stiffness), damping)
    }

    /// The effort that resists.
    #[inline]
    pub fn effort<S: Scalar>(&self, x: S, rate: S) -> S {
        let effort = self.elastic.effort(x) + rate * self.damping;
        if self.preload == 0.0 { effort } else { effort + S::constant(self.preload) }
    }

    /// The slope of f.
    pub fn stiffness(&self, x: f64) -> f64 {
        self.elastic.effort(Dual { re: x, d: [1.0] }).d[0]
    }

    /// Whether any displacement has an effort, whatever its rate.
    pub fn is_elastic(&self) -> bool {
        self.preload != 0.0 || self.elastic != Elastic::Linear(0.0)
    }

    /// The energy stored, from zero displacement on.
    pub fn stored(&self, x: f64) -> f64 {
        let stored = self.elastic.stored(x);
        if self.preload == 0.0 { stored } else { stored + self.preload * x }
    }

    /// The power turned into heat.
    pub fn dissipated(&self, rate: f64) -> f64 {
        self.damping * rate * rate
    }
}

impl From<SpringLaw> for HystereticLaw {
    fn from(spring: SpringLaw) -> Self {
        HystereticLaw { spring, damper: None, hysteresis: None }
    }
}

impl HystereticLaw {
    /// The effort that resists, with the slider where it stood at the last accepted step.
    pub fn effort<S: Scalar>(&self, x: S, rate: S, slider: f64) -> S {
        let mut effort = self.spring.effort(x, rate);
        if let Some(damper) = &self.damper {
            effort += damper.value(rate);
        }
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
        self.spring.stored(x) + carried
    }

    /// The dissipated power.
    pub fn dissipated(&self, x: f64, rate: f64, slider: f64) -> f64 {
        // After an accepted step the slider is at its limit, up to round-off; it slides while x moves outward.
        let sliding = self.hysteresis.filter(|h| h.stiffness * (x - slider).abs() >= h.limit * (1.0 - 1e-9));
        let of_slider = sliding.map_or(0.0, |h| (h.limit * rate * (x - slider).signum()).max(0.0));
        let of_damper = self.damper.as_ref().map_or(0.0, |damper| damper.value(rate) * rate);
        self.spring.dissipated(rate) + of_damper + of_slider
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

    fn table() -> Table {
        Table::new(&[[-1.0, -3.0], [0.0, 0.0], [0.5, 1.0], [2.0, 8.0]], true).unwrap()
    }

    fn stages() -> Table {
        Table::extended(&[[-0.5, -3.0], [0.0, 0.0], [0.2, 1.0], [0.4, 8.0]]).unwrap()
    }

    #[test]
    fn effort_is_the_slope_of_the_energy() {
        let polynomial = Elastic::Polynomial(vec![2.0, 0.5, 4.0]);
        for elastic in [Elastic::Linear(3.0), Elastic::Table(table()), Elastic::Table(stages()), polynomial] {
            let law = SpringLaw { elastic, damping: 0.7, preload: 1.3 };
            assert_eq!((law.stored(0.0), law.effort(0.0, 0.0)), (0.0, 1.3));
            for x in [-0.8, -0.1, 0.3, 1.4] {
                let slope = (law.stored(x + 1e-5) - law.stored(x - 1e-5)) / 2e-5;
                assert!((law.effort(x, 0.0) - slope).abs() < 1e-7, "{x}");
                let difference = (law.effort(x + 1e-6, 0.0) - law.effort(x - 1e-6, 0.0)) / 2e-6;
                let tangent = law.stiffness(x);
                assert!((tangent - difference).abs() < 1e-6 * tangent.abs().max(1.0), "{x}");
            }
        }
    }

    #[test]
    fn a_spring_of_stages_goes_straight_on_beyond_its_points() {
        let law = SpringLaw::new(Elastic::Table(stages()), 0.0);
        for (x, effort) in [(-1.5, -9.0), (-0.25, -1.5), (0.1, 0.5), (0.3, 4.5), (0.8, 22.0)] {
            assert!((law.effort(x, 0.0) - effort).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn a_cycle_loses_the_area_of_its_loop() {
        let hysteresis = Some(Hysteresis { stiffness: 50.0, limit: 4.0 });
        let law = HystereticLaw { spring: SpringLaw::linear(10.0, 0.0), damper: None, hysteresis };
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

    #[test]
    fn a_damper_with_valves_resists_less_in_bump_and_dissipates_what_it_resists() {
        let damper = Table::extended(&[[-1.0, -900.0], [-0.1, -150.0], [0.0, 0.0], [0.1, 300.0], [1.0, 1500.0]]).ok();
        let law = HystereticLaw { damper, ..SpringLaw::linear(10.0, 20.0).into() };
        for (rate, effort) in [(-0.05, -75.0), (0.05, 150.0), (-1.9, -1650.0), (0.55, 900.0)] {
            let all = effort + 20.0 * rate;
            assert!((law.effort(0.0, rate, 0.0) - all).abs() < 1e-9, "{rate}");
            assert!((law.dissipated(0.0, rate, 0.0) - all * rate).abs() < 1e-9, "{rate}");
        }
    }
}
