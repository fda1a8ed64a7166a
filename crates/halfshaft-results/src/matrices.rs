//! The linearized system of a modal analysis, as a file for other programs: `matrices.json`.

use crate::atomic;
use crate::error::Error;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Its name in the folder of a run.
pub const FILE: &str = "matrices.json";

/// `M ÿ + C ẏ + K y = 0` in SI units, matrices as lists of rows.
#[derive(Clone, Debug, Serialize)]
pub struct Matrices {
    /// The equation as text.
    pub equation: &'static str,
    /// The coordinate of each row of the basis.
    pub motions: Vec<String>,
    /// M.
    pub mass: Vec<Vec<f64>>,
    /// C.
    pub damping: Vec<Vec<f64>>,
    /// K.
    pub stiffness: Vec<Vec<f64>>,
    /// Motions = basis · y.
    pub basis: Vec<Vec<f64>>,
    /// Additional states of first order, such as filters and lags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_order: Option<FirstOrder>,
}

/// Unknowns of first order, with the matrices of their equations.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)] // The letters are those of the equations.
pub struct FirstOrder {
    pub equations: &'static str,
    pub h: Vec<Vec<f64>>,
    pub j: Vec<Vec<f64>>,
    pub a: Vec<Vec<f64>>,
    pub e: Vec<Vec<f64>>,
    pub p: Vec<Vec<f64>>,
    pub q: Vec<Vec<f64>>,
    pub s: Vec<Vec<f64>>,
}

impl Matrices {
    /// Writes the file.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string(self).map_err(|e| Error::file(folder, "write", e))?;
        atomic::write(&folder.join(FILE), |file| writeln!(file, "{text}"))
    }
}
