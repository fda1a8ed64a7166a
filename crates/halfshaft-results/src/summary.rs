//! The summary of a run: `summary.json`, and the output of `--json`.
//!
//! Its fields are a contract with other programs: the set of fields does not depend on the outcome. A number that does
//! not exist is `null`, never NaN.

use crate::atomic;
use crate::error::Error;
use crate::expectation::Judgement;
use crate::measure::{Bound, Measure};
use crate::number::significant;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::path::Path;

/// The file in a run's folder.
pub const SUMMARY_FILE: &str = "summary.json";

/// Outcome and results of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The model file, as given.
    pub model: String,
    /// Its status.
    pub status: Status,
    /// The type of analysis; `None` if the model could not be read.
    pub analysis: Option<String>,
    /// The values of the measures.
    pub measures: Named<Option<f64>>,
    /// The units of the measures.
    pub units: Named<String>,
    /// The expectations and whether they are met.
    pub expectations: Vec<Expected>,
    /// The cost of the run.
    pub statistics: Statistics,
    /// The parameters of the model, as `check` lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Named<Parameter>>,
    /// The modes of a modal analysis, in the order of rising frequency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<Vec<ModeSummary>>,
    /// The error of a failed analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
    /// The diagnostics of an invalid model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Finding>>,
}

/// The status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The analysis finished.
    Done,
    /// The analysis stopped before its end.
    Failed,
    /// The analysis was interrupted by a stop request.
    Interrupted,
    /// The input is invalid; nothing was computed.
    Invalid,
}

/// Values by name, in the order of the model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(vec![])
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("values by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut list = vec![];
                while let Some(entry) = map.next_entry()? {
                    list.push(entry);
                }
                Ok(Named(list))
            }
        }
        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// A number in SI units.
    Number {
        /// The number.
        value: f64,
        /// Its unit; `1` for a pure number.
        unit: String,
    },
    /// A choice.
    Word {
        /// The chosen word.
        word: String,
        /// The words of the choice.
        of: Vec<String>,
    },
}

/// One expectation: `|value − expected| ≤ tolerance` in the measure's unit, or a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// The name of the measure.
    pub measure: String,
    /// Its value.
    pub value: Option<f64>,
    /// The expected value, or the limit.
    pub expected: f64,
    /// The tolerance, or the kind of limit.
    pub tolerance: Closeness,
    /// Whether it is met; `None` if it was not evaluated, because the run ends before its measure does.
    pub ok: Option<bool>,
}

/// A tolerance in the unit of the measure, or the kind of limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Closeness {
    /// In the unit of the measure, also if the model file gives percent.
    Within(f64),
    /// The expected value is a limit.
    Limit(Limit),
}

/// The side on which a limit lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// An upper limit.
    AtMost,
    /// A lower limit.
    AtLeast,
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Newton iterations over all steps.
    pub newton_iterations: u64,
    /// Numerical factorizations of the iteration matrix.
    pub factorizations: u64,
    /// Wall time, in seconds.
    pub wall_s: f64,
    /// Simulated time, in seconds.
    pub simulated_s: f64,
    /// Simulated time over wall time: above one is faster than real time.
    pub real_time_factor: Option<f64>,
    /// Unknowns of the system.
    pub unknowns: u64,
}

/// One mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModeSummary {
    /// Its undamped natural frequency; zero for a rigid-body mode.
    pub frequency_hz: f64,
    /// Its damped frequency.
    pub damped_frequency_hz: f64,
    /// −Re s/|s| of its pole.
    pub damping_ratio: f64,
    /// The entry of each shaft and body; the largest is 1.
    pub shape: Named<ShapeEntry>,
}

impl ModeSummary {
    /// Returns whether it is a rigid-body mode.
    pub fn is_rigid(&self) -> bool {
        self.frequency_hz == 0.0 && self.damping_ratio == 0.0
    }

    /// Its damping ratio as text. A motion that grows without oscillating has a ratio of −1, which has no meaning without a
    /// frequency.
    pub fn damping_in_words(&self) -> String {
        match self.damping_ratio {
            ratio if ratio < 0.0 && self.damped_frequency_hz == 0.0 => "unstable".into(),
            ratio => format!("{} %", significant(100.0 * ratio, 4)),
        }
    }
}

/// The entry of a shaft or body in a mode shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ShapeEntry {
    /// The angle of a shaft.
    Shaft(f64),
    /// The displacement of a body along the axes of the model frame, and its rotation about its own axes.
    Body(Vec<f64>),
}

/// The error of a failed run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunError {
    /// A stable code from `docs/failures.md`.
    #[serde(default)]
    pub code: String,
    /// The simulated time; `None` if the analysis did not start.
    pub time_s: Option<f64>,
    /// The element concerned.
    pub element: Option<String>,
    /// What happened, in a sentence.
    pub reason: String,
    /// The equation with the largest residual.
    pub worst: Option<String>,
}

/// An error in the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// A stable code.
    pub code: String,
    /// What is wrong, in a line.
    pub message: String,
    /// The file concerned.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in that line, from 1.
    pub column: Option<usize>,
    /// A suggestion.
    pub help: Option<String>,
}

impl Summary {
    /// A summary without measures.
    pub fn new(model: &str, status: Status, statistics: Statistics) -> Self {
        Summary {
            model: model.into(),
            status,
            analysis: None,
            measures: Named(vec![]),
            units: Named(vec![]),
            expectations: vec![],
            statistics,
            parameters: None,
            modes: None,
            error: None,
            diagnostics: None,
        }
    }

    /// The summary of invalid input.
    pub fn invalid(model: &str, findings: Vec<Finding>) -> Self {
        let diagnostics = Some(findings);
        Summary { diagnostics, ..Summary::new(model, Status::Invalid, Statistics::default()) }
    }

    /// Sets the status to failed, unless it is already: only the first error is reported.
    pub fn fail(&mut self, error: RunError) {
        if self.status != Status::Failed {
            self.status = Status::Failed;
            self.error = Some(error);
        }
    }

    /// Sets the measures, their units and their expectations.
    pub fn set_measures(&mut self, measures: &[Measure], values: &[Option<f64>], judgements: &[Judgement]) {
        let names = || measures.iter().map(|measure| measure.name.clone());
        self.measures = Named(names().zip(values.iter().copied()).collect());
        self.units = Named(names().zip(measures.iter().map(|measure| measure.unit.symbol.clone())).collect());
        self.expectations = judgements.iter().map(Expected::from).collect();
    }

    /// The JSON object, indented.
    pub fn json(&self) -> String {
        // Only strings and numbers, which JSON can always represent.
        serde_json::to_string_pretty(self).expect("a summary is plain data")
    }

    /// Writes `summary.json` into a run's folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        atomic::write(&folder.join(SUMMARY_FILE), |file| writeln!(file, "{}", self.json()))
    }

    /// Reads the summary from a run's folder; `None` if the run was killed or is still running.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(SUMMARY_FILE);
        match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::file(&path, "read", e)),
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|e| Error::file(&path, "read", e)),
        }
    }

    /// The status of the run in a folder; `None` without a summary.
    pub fn status_in(folder: &Path) -> Option<Status> {
        #[derive(Deserialize)]
        struct Ended {
            status: Status,
        }
        let text = std::fs::read_to_string(folder.join(SUMMARY_FILE)).ok()?;
        serde_json::from_str(&text).ok().map(|Ended { status }| status)
    }
}

impl From<&Judgement> for Expected {
    fn from(judgement: &Judgement) -> Self {
        let expected = judgement.bound.expected();
        let tolerance = match judgement.bound {
            Bound::Near(_, tolerance) => Closeness::Within(tolerance.absolute(expected)),
            Bound::AtMost(_) => Closeness::Limit(Limit::AtMost),
            Bound::AtLeast(_) => Closeness::Limit(Limit::AtLeast),
        };
        let ok = judgement.evaluated.then_some(judgement.ok);
        Expected { measure: judgement.measure.clone(), value: judgement.value, expected, tolerance, ok }
    }
}

impl From<Error> for RunError {
    fn from(error: Error) -> Self {
        RunError::from(&error)
    }
}

impl From<&Error> for RunError {
    /// An error in storing results, without an element.
    fn from(error: &Error) -> Self {
        let code = match error {
            Error::NotFinite { .. } => "non-finite",
            _ => "cannot-record",
        };
        RunError { code: code.into(), time_s: None, element: None, reason: error.to_string(), worst: None }
    }
}

impl Statistics {
    /// Sets both times and the real-time factor.
    pub fn set_times(&mut self, simulated_s: f64, wall_s: f64) {
        self.simulated_s = simulated_s;
        self.wall_s = wall_s;
        self.real_time_factor = (wall_s > 0.0).then(|| simulated_s / wall_s);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::judge_all;
    use crate::measure::{Expectation, Source, Statistic, Tolerance, Unit, What};
    use crate::scratch::Scratch;
    use serde_json::{Value, json};

    fn done() -> Summary {
        let measure = |name: &str, unit: &str| Measure {
            name: name.into(),
            unit: Unit::si(unit),
            what: What::Statistic(Statistic::Max, "a.x".into()),
            over: None,
        };
        let measures = [measure("z first", "N"), measure("a second", "rad")];
        let expect = |measure: &str, bound| Expectation { measure: measure.into(), bound, source: Source::Regression };
        let expectations =
            [expect("z first", Bound::Near(-4.0, Tolerance::Relative(0.25))), expect("a second", Bound::AtMost(1.0))];
        let values = [Some(-4.5), None];
        let statistics = Statistics { steps: 3, unknowns: 11, ..Statistics::default() };
        let mut summary = Summary::new("pendulum.toml", Status::Done, statistics);
        summary.analysis = Some("transient".into());
        summary.set_measures(&measures, &values, &judge_all(&measures, &values, &expectations));
        summary.statistics.set_times(1.0, 0.5);
        summary
    }

    fn keys(value: &Value) -> Vec<&str> {
        value.as_object().unwrap().keys().map(String::as_str).collect()
    }

    #[test]
    fn a_finished_run_has_the_fields_of_the_contract_and_no_other() {
        let value: Value = serde_json::from_str(&done().json()).unwrap();
        assert_eq!(
            value,
            json!({
                "model": "pendulum.toml", "status": "done", "analysis": "transient",
                "measures": {"z first": -4.5, "a second": null},
                "units": {"z first": "N", "a second": "rad"},
                "expectations": [
                    {"measure": "z first", "value": -4.5, "expected": -4.0, "tolerance": 1.0, "ok": true},
                    {"measure": "a second", "value": null, "expected": 1.0, "tolerance": "at_most", "ok": false}
                ],
                "statistics": {"steps": 3, "rejected": 0, "newton_iterations": 0, "factorizations": 0, "wall_s": 0.5,
                    "simulated_s": 1.0, "real_time_factor": 2.0, "unknowns": 11}
            })
        );
    }

    #[test]
    fn measures_keep_the_order_of_the_model() {
        let text = done().json();
        assert!(text.find("z first").unwrap() < text.find("a second").unwrap());
    }

    #[test]
    fn what_is_not_finite_becomes_null() {
        let mut summary = done();
        summary.measures.0[0].1 = Some(f64::NAN);
        summary.statistics.wall_s = f64::INFINITY;
        let value: Value = serde_json::from_str(&summary.json()).unwrap();
        assert!(value["measures"]["z first"].is_null() && value["statistics"]["wall_s"].is_null());
    }

    #[test]
    fn failed_adds_the_error_and_invalid_the_diagnostics() {
        let mut failed = done();
        failed.fail(RunError {
            code: "no-convergence".into(),
            time_s: Some(0.25),
            element: Some("pivot".into()),
            reason: "no convergence".into(),
            worst: None,
        });
        failed.fail(Error::NotARun("later".into()).into());
        let value: Value = serde_json::from_str(&failed.json()).unwrap();
        assert_eq!((&value["status"], &value["error"]["reason"]), (&json!("failed"), &json!("no convergence")));
        assert_eq!(keys(&value["error"]), ["code", "element", "reason", "time_s", "worst"]);

        let finding = Finding {
            code: "unknown-key".into(),
            message: "no key lenght".into(),
            file: Some("a.toml".into()),
            line: Some(3),
            column: Some(1),
            help: None,
        };
        let value: Value = serde_json::from_str(&Summary::invalid("a.toml", vec![finding]).json()).unwrap();
        assert_eq!(value["status"], "invalid");
        assert!(value["analysis"].is_null() && value.get("error").is_none());
        assert_eq!(keys(&value["diagnostics"][0]), ["code", "column", "file", "help", "line", "message"]);
    }

    #[test]
    fn the_file_holds_the_same_object() {
        let scratch = Scratch::new("summary");
        done().write(scratch.path()).unwrap();
        assert_eq!(std::fs::read_to_string(scratch.path().join(SUMMARY_FILE)).unwrap(), done().json() + "\n");
        assert_eq!(Summary::read(scratch.path()).unwrap().unwrap().json(), done().json());
        assert!(Summary::read(&scratch.path().join("absent")).unwrap().is_none());
        assert_eq!(Summary::status_in(scratch.path()), Some(Status::Done));
        assert_eq!(Summary::status_in(&scratch.path().join("absent")), None);
    }
}
