//! The result of a fit: `fit.json`, and the output of `fit --json`.

use crate::atomic;
use crate::error::Error;
use crate::summary::{Finding, Named, Status};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// The file in a fit's folder.
pub const FIT_FILE: &str = "fit.json";

/// Outcome and results of a fit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// The first model file, as given.
    pub model: String,
    /// All model files.
    pub models: Vec<String>,
    /// Its status.
    pub status: Status,
    /// `fit`.
    pub analysis: String,
    /// The fitted parameters.
    pub parameters: Vec<FittedParameter>,
    /// The covariance of the parameters, in their units; `None` if the uncertainty of the targets is not known.
    pub covariance: Option<Vec<Vec<f64>>>,
    /// The targets.
    pub targets: Vec<TargetResult>,
    /// The sum of squares of the residuals.
    pub sum_of_squares: Option<f64>,
    /// The searches, in their order.
    pub starts: Vec<Search>,
    /// The sum of squares over each parameter, with the others at their best values.
    pub curves: Vec<CostCurve>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The error of a failed fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The diagnostics of invalid input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Finding>>,
    /// Its cost.
    pub statistics: FitStatistics,
}

/// A fitted parameter; all numbers in its unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FittedParameter {
    /// Its name.
    pub name: String,
    /// Its unit; empty for a pure number.
    pub unit: String,
    /// The lower end of its range.
    pub from: f64,
    /// The upper end of its range.
    pub to: f64,
    /// The best value.
    pub value: f64,
    /// Its standard deviation; `None` if unknown.
    pub deviation: Option<f64>,
    /// Its 95 % confidence interval, clipped to the range; `None` if unknown.
    pub interval: Option<[f64; 2]>,
    /// Whether it is identifiable from the targets.
    pub identified: bool,
    /// Whether it is at a bound of its range.
    pub at_bound: bool,
}

/// A target and the value reached, in the unit of the measure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TargetResult {
    /// The model file.
    pub model: String,
    /// The measure.
    pub measure: String,
    /// Its unit.
    pub unit: String,
    /// The target value.
    pub target: f64,
    /// The standard deviation of the target value, if given.
    pub deviation: Option<f64>,
    /// The value reached.
    pub value: f64,
    /// Its derivative with respect to each parameter, per unit of the parameter.
    pub sensitivities: Named<f64>,
    /// Its linearized change over the range of each parameter, for comparison.
    pub over_range: Named<f64>,
}

/// One search for the best values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Search {
    /// The starting point.
    pub start: Named<f64>,
    /// The end point; `None` if the starting point failed.
    pub end: Option<Named<f64>>,
    /// The sum of squares there.
    pub sum_of_squares: Option<f64>,
    /// Steps taken.
    pub steps: usize,
    /// Whether it converged.
    pub converged: bool,
    /// The error message; empty if it did not fail.
    pub reason: String,
}

/// The sum of squares over one parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CostCurve {
    /// The parameter.
    pub parameter: String,
    /// Its unit.
    pub unit: String,
    /// Value and sum of squares; `None` if the case failed.
    pub points: Vec<(f64, Option<f64>)>,
}

/// The cost of a fit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FitStatistics {
    /// Number of model runs.
    pub cases: usize,
    /// Number of failed runs.
    pub failed: usize,
    /// Runs computed by this command; the others were stored before.
    pub computed: usize,
    /// Wall time, in seconds.
    pub wall_s: f64,
}

impl Fit {
    /// The JSON object, indented.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a fit is plain data")
    }

    /// A fit without results yet.
    pub fn without_results(models: Vec<String>) -> Self {
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

    /// Prepares the folder of a fit, which must be empty or contain an earlier fit; its cases are preserved.
    pub fn prepare_folder(&self, folder: &Path) -> Result<(), Error> {
        Fit::check(folder)?;
        std::fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
        self.save(folder)
    }

    /// Writes `fit.json` to a prepared folder.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        atomic::write(&folder.join(FIT_FILE), |file| writeln!(file, "{}", self.json()))
    }

    /// Reads the fit in a folder.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FIT_FILE);
        let text = std::fs::read_to_string(&path).map_err(|e| Error::file(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| Error::file(&path, "read", e))
    }

    /// An error if a folder contains something other than a fit; changes nothing.
    pub fn check(folder: &Path) -> Result<(), Error> {
        if folder.join(FIT_FILE).is_file() {
            return Ok(());
        }
        super::plan::empty_or_absent(folder)
    }
}
