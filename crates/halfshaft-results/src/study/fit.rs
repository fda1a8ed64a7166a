//! What a fit found: `fit.json`, and what `fit --json` prints.

use crate::atomic;
use crate::error::Error;
use crate::summary::{Finding, Named, Status};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// The file in a fit's folder.
pub const FIT_FILE: &str = "fit.json";

/// How a fit ended, and what it found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// The first model file, as it was named.
    pub model: String,
    /// All of them.
    pub models: Vec<String>,
    /// How it ended.
    pub status: Status,
    /// `fit`.
    pub analysis: String,
    /// What was fitted.
    pub parameters: Vec<Fitted>,
    /// The covariance of the parameters, in their units; none where nothing tells how far the targets may be missed.
    pub covariance: Option<Vec<Vec<f64>>>,
    /// What was aimed at.
    pub targets: Vec<Reached>,
    /// Sum of the squares of the residuals.
    pub sum_of_squares: Option<f64>,
    /// The searches, in their order.
    pub starts: Vec<Search>,
    /// The sum of squares along each parameter, the others at their best.
    pub curves: Vec<CostCurve>,
    /// Worth knowing, and no error.
    pub warnings: Vec<String>,
    /// What stopped it, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is wrong with the input, where it is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Finding>>,
    /// What it cost.
    pub statistics: FitStatistics,
}

/// A parameter that was fitted; all numbers in its unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fitted {
    /// Its name.
    pub name: String,
    /// Its unit; empty for a pure number.
    pub unit: String,
    /// Its range.
    pub from: f64,
    /// Its range.
    pub to: f64,
    /// The best value.
    pub value: f64,
    /// Its standard deviation; none where it is not known.
    pub deviation: Option<f64>,
    /// The interval that holds it with 95 %, cut to the range; none where it is not known.
    pub interval: Option<[f64; 2]>,
    /// Whether the targets tell its value.
    pub identified: bool,
    /// Whether it stands at an end of its range.
    pub at_bound: bool,
}

/// A target, and how well it was reached; in the measure's unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reached {
    /// The model file.
    pub model: String,
    /// The measure.
    pub measure: String,
    /// Its unit.
    pub unit: String,
    /// What it should be.
    pub target: f64,
    /// The standard deviation of that, where it was given.
    pub deviation: Option<f64>,
    /// What it is.
    pub value: f64,
    /// Its derivative with respect to each parameter, per unit of the parameter.
    pub sensitivities: Named<f64>,
    /// By how much it changes over the range of each parameter, as far as it is straight; for comparison.
    pub over_range: Named<f64>,
}

/// One search for the best values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Search {
    /// Where it began.
    pub start: Named<f64>,
    /// Where it ended; none where its start failed.
    pub end: Option<Named<f64>>,
    /// The sum of squares there.
    pub sum_of_squares: Option<f64>,
    /// Steps taken.
    pub steps: usize,
    /// Whether there was nothing left to gain.
    pub converged: bool,
    /// Why it failed; empty where it did not.
    pub reason: String,
}

/// The sum of squares along one parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CostCurve {
    /// The parameter.
    pub parameter: String,
    /// Its unit.
    pub unit: String,
    /// Value and sum of squares; none where the case failed.
    pub points: Vec<(f64, Option<f64>)>,
}

/// What a fit cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FitStatistics {
    /// Runs of models, each point once.
    pub cases: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those that this command has computed; the others had been kept.
    pub computed: usize,
    /// Seconds on the wall clock.
    pub wall_s: f64,
}

impl Fit {
    /// One object on many lines.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a fit is plain data")
    }

    /// A fit that has found nothing yet.
    pub fn begun(models: Vec<String>) -> Self {
        Fit {
            model: models.first().cloned().unwrap_or_default(),
            models,
            status: Status::Interrupted,
            analysis: "fit".into(),
            parameters: vec![],
            covariance: None,
            targets: vec![],
            sum_of_squares: None,
            starts: vec![],
            curves: vec![],
            warnings: vec![],
            reason: None,
            diagnostics: None,
            statistics: FitStatistics::default(),
        }
    }

    /// Makes the folder of a fit ready, which must be empty, or hold an earlier fit; its cases are kept.
    pub fn enter(&self, folder: &Path) -> Result<(), Error> {
        Fit::check(folder)?;
        std::fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
        self.save(folder)
    }

    /// Writes `fit.json` into a folder that is known to be ours.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        atomic::write(&folder.join(FIT_FILE), |file| writeln!(file, "{}", self.json()))
    }

    /// Reads the fit in a folder.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FIT_FILE);
        let text = std::fs::read_to_string(&path).map_err(|e| Error::file(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| Error::file(&path, "read", e))
    }

    /// An error where a folder holds something else; touches nothing.
    pub fn check(folder: &Path) -> Result<(), Error> {
        if folder.join(FIT_FILE).is_file() {
            return Ok(());
        }
        super::plan::empty_or_absent(folder)
    }
}
