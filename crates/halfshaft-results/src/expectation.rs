//! Comparison of measures with their expected values.

use crate::measure::{Bound, Expectation, Measure, Source, Tolerance};
use crate::number::{significant, to_resolution};
use std::fmt;

/// The result of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The name of the measure.
    pub measure: String,
    /// The unit of its value.
    pub unit: String,
    /// Its value, if it has one.
    pub value: Option<f64>,
    /// The bound on its value.
    pub bound: Bound,
    /// The source of the bound.
    pub source: Source,
    /// Whether it is met.
    pub ok: bool,
    /// Whether it was evaluated; one whose measure lies beyond the end of a shortened run is not, and is no miss.
    pub evaluated: bool,
}

impl Judgement {
    /// Returns whether it was evaluated and is not met.
    pub fn is_miss(&self) -> bool {
        self.evaluated && !self.ok
    }

    /// `ok`, `miss` or `not evaluated`.
    pub fn word(&self) -> &'static str {
        match (self.evaluated, self.ok) {
            (false, _) => "not evaluated",
            (true, true) => "ok",
            (true, false) => "miss",
        }
    }
}

/// Returns whether a value meets its bound; a missing value does not.
pub fn judge(value: Option<f64>, bound: Bound) -> bool {
    let Some(value) = value else { return false };
    match bound {
        Bound::Near(expected, tolerance) => (value - expected).abs() <= tolerance.absolute(expected),
        Bound::AtMost(limit) => value <= limit,
        Bound::AtLeast(limit) => value >= limit,
    }
}

/// Evaluates all expectations; `values` are in the order of the measures.
pub fn judge_all(measures: &[Measure], values: &[Option<f64>], expectations: &[Expectation]) -> Vec<Judgement> {
    let judged = |expectation: &Expectation| {
        let i = measures.iter().position(|measure| measure.name == expectation.measure);
        let value = i.and_then(|i| values.get(i).copied().flatten());
        Judgement {
            measure: expectation.measure.clone(),
            unit: i.map_or(String::new(), |i| measures[i].unit.symbol.clone()),
            value,
            bound: expectation.bound,
            source: expectation.source.clone(),
            ok: judge(value, expectation.bound),
            evaluated: true,
        }
    };
    expectations.iter().map(judged).collect()
}

/// The same for a run that ends at `end`, in seconds: what lies beyond it is not evaluated.
pub fn judge_until(
    end: f64,
    measures: &[Measure],
    values: &[Option<f64>],
    expectations: &[Expectation],
) -> Vec<Judgement> {
    let mut judgements = judge_all(measures, values, expectations);
    for judgement in &mut judgements {
        let measure = measures.iter().find(|measure| measure.name == judgement.measure);
        judgement.evaluated = !measure.is_some_and(|measure| measure.lies_beyond(end));
    }
    judgements
}

/// `period: 2.1 s, expected 2 within 1 %`.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judgement { measure, unit, value, bound, .. } = self;
        let value = value.map_or("no value".into(), |value| format!("{} {unit}", significant(value, 8)));
        write!(f, "{measure}: {value}, expected {}", bound.expected_text())?;
        match bound.tolerance_text() {
            text if text.is_empty() => Ok(()),
            text => write!(f, " within {text}"),
        }
    }
}

impl Tolerance {
    /// In the unit of the value.
    pub fn absolute(self, expected: f64) -> f64 {
        match self {
            Tolerance::Absolute(tolerance) => tolerance,
            Tolerance::Relative(fraction) => fraction * expected.abs(),
        }
    }
}

impl Bound {
    /// The expected value or limit.
    pub fn expected(self) -> f64 {
        match self {
            Bound::Near(value, _) | Bound::AtMost(value) | Bound::AtLeast(value) => value,
        }
    }

    /// `4.02`, `at most 3` or `at least 2`.
    pub fn expected_text(self) -> String {
        let number = significant(self.expected(), 8);
        match self {
            Bound::Near(..) => number,
            Bound::AtMost(_) => format!("at most {number}"),
            Bound::AtLeast(_) => format!("at least {number}"),
        }
    }

    /// `5 %`, `0.1`, or nothing for a limit.
    pub fn tolerance_text(self) -> String {
        match self {
            Bound::Near(_, Tolerance::Relative(fraction)) => format!("{} %", significant(100.0 * fraction, 4)),
            Bound::Near(_, Tolerance::Absolute(tolerance)) => significant(tolerance, 4),
            Bound::AtMost(_) | Bound::AtLeast(_) => String::new(),
        }
    }

    /// A value with the digits that matter against this bound: a hundredth of the tolerance, or a thousandth of the limit.
    pub fn value_text(self, value: f64) -> String {
        to_resolution(
            value,
            match self {
                Bound::Near(expected, tolerance) => tolerance.absolute(expected) / 100.0,
                Bound::AtMost(limit) | Bound::AtLeast(limit) => limit.abs() / 1000.0,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_the_edge_of_its_tolerance_is_near_enough() {
        assert!(judge(Some(4.5), Bound::Near(4.0, Tolerance::Absolute(0.5))));
        assert!(!judge(Some(4.6), Bound::Near(4.0, Tolerance::Absolute(0.5))));
        assert!(judge(Some(-5.0), Bound::Near(-4.0, Tolerance::Relative(0.25))));
        assert!(!judge(Some(4.0), Bound::Near(-4.0, Tolerance::Relative(0.25))));
    }

    #[test]
    fn limits_include_themselves() {
        assert!(judge(Some(3.0), Bound::AtMost(3.0)) && !judge(Some(3.1), Bound::AtMost(3.0)));
        assert!(judge(Some(3.0), Bound::AtLeast(3.0)) && !judge(Some(2.9), Bound::AtLeast(3.0)));
    }

    #[test]
    fn a_missing_value_is_a_miss() {
        assert!(!judge(None, Bound::AtMost(f64::MAX)));
        let bound = Bound::AtLeast(0.0);
        let stray = Expectation { measure: "none such".into(), bound, source: Source::Regression };
        assert!(!judge_all(&[], &[], &[stray])[0].ok);
    }

    #[test]
    fn a_bound_reads_as_one_would_say_it() {
        let near = Bound::Near(4.02, Tolerance::Relative(0.05));
        assert_eq!((near.expected_text().as_str(), near.tolerance_text().as_str()), ("4.02", "5 %"));
        assert_eq!(near.value_text(4.051_93), "4.052"); // tolerance 0.201, a hundredth of it 0.002
        assert_eq!(Bound::AtMost(1e-9).expected_text(), "at most 1e-9");
        assert_eq!(Bound::AtMost(1e-9).value_text(3e-16), "0");
    }
}
