//! The linear system that modes are of, as a file for other programs.

use super::modes::by_node;
use halfshaft::analysis::Linearized;
use halfshaft::system::System;
use halfshaft_results::Error;
use serde::Serialize;
use std::path::Path;

/// Its name in the folder of a run.
const FILE: &str = "matrices.json";

/// `M ÿ + C ẏ + K y = 0` in SI units, matrices as lists of rows.
#[derive(Serialize)]
struct Matrices {
    equation: &'static str,
    /// What each row of the basis is the motion of.
    motions: Vec<String>,
    mass: Vec<Vec<f64>>,
    damping: Vec<Vec<f64>>,
    stiffness: Vec<Vec<f64>>,
    /// Motions = basis · y.
    basis: Vec<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_order: Option<FirstOrder>,
}

/// Filters, lags and the like beside the motion.
#[derive(Serialize)]
struct FirstOrder {
    equations: &'static str,
    h: Vec<Vec<f64>>,
    j: Vec<Vec<f64>>,
    a: Vec<Vec<f64>>,
    e: Vec<Vec<f64>>,
    p: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    s: Vec<Vec<f64>>,
}

/// Writes the file.
pub(super) fn write(folder: &Path, system: &System, linear: &Linearized) -> Result<(), Error> {
    let n = linear.freedoms;
    let first_order = linear.first_order.as_ref().map(|flows| {
        let [h, j] = flows.forces.each_ref().map(|m| rows(m, flows.unknowns));
        let [a, e] = flows.own.each_ref().map(|m| rows(m, flows.unknowns));
        let [p, q, s] = flows.by_motion.each_ref().map(|m| rows(m, n));
        FirstOrder {
            equations: "M y'' + C y' + K y + H f + J f' = 0, E f' + A f + P y + Q y' + S y'' = 0",
            h,
            j,
            a,
            e,
            p,
            q,
            s,
        }
    });
    let matrices = Matrices {
        equation: "M y'' + C y' + K y = 0",
        motions: motions(system),
        mass: rows(&linear.mass, n),
        damping: rows(&linear.damping, n),
        stiffness: rows(&linear.stiffness, n),
        basis: rows(&linear.basis, n),
        first_order,
    };
    let path = folder.join(FILE);
    let text = serde_json::to_string(&matrices).map_err(|why| unwritten(&path, &why))?;
    std::fs::write(&path, text).map_err(|why| unwritten(&path, &why))
}

fn unwritten(path: &Path, why: &dyn std::error::Error) -> Error {
    Error::File { path: path.to_owned(), doing: "write", reason: why.to_string() }
}

fn rows(matrix: &[f64], columns: usize) -> Vec<Vec<f64>> {
    matrix.chunks_exact(columns.max(1)).map(<[f64]>::to_vec).collect()
}

/// `arm.x`, `arm.turn_z`, or the shaft's own name.
fn motions(system: &System) -> Vec<String> {
    const COMPONENTS: [&str; 6] = ["x", "y", "z", "turn_x", "turn_y", "turn_z"];
    let of = |(name, _, count): (&str, usize, usize)| match count {
        1 => vec![name.to_owned()],
        _ => COMPONENTS[..count].iter().map(|component| format!("{name}.{component}")).collect(),
    };
    by_node(system).flat_map(of).collect()
}
