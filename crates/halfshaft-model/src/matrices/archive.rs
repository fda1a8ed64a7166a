//! Matrices as arrays of NumPy.

use std::collections::HashMap;

use halfshaft::math::Vec3;
use halfshaft_results::npz::{self, Array};
use serde_json::json;

use super::{Entries, MAX_UNKNOWNS, MatrixFile, MatrixFileError, Unknown, default_unknowns, fault};

/// Matrices with more unknowns are written as rows of row, column and value.
const MAX_DENSE: usize = 2000;

/// Reads matrices from an archive.
pub fn read(path: &str, bytes: &[u8]) -> Result<MatrixFile, MatrixFileError> {
    let wrong = |message: String| fault(path, 0, message);
    let (header, arrays) = npz::read_arrays(bytes).map_err(wrong)?;
    if header.is_some_and(|header| header.contains("\"reduced body\"")) {
        return Err(wrong("it is a reduced body of halfshaft: name it as `file` instead of `matrices`".into()));
    }
    let find = |name: &str| arrays.iter().find(|array| array.name == name);
    let need = |name: &str| find(name).ok_or_else(|| wrong(format!("array {name} is missing")));
    if let Some(array) = arrays.iter().find(|array| array.values.iter().any(|x| !x.is_finite())) {
        return Err(wrong(format!("array {} has a number that is not finite", array.name)));
    }
    let nodes = need("nodes")?;
    if nodes.shape.len() != 2 || nodes.shape[1] != 3 || nodes.shape[0] > MAX_UNKNOWNS {
        return Err(wrong(format!("array nodes has the shape {:?} instead of (nodes, 3)", nodes.shape)));
    }
    let nodes: Vec<(u64, Vec3)> =
        nodes.values.chunks_exact(3).enumerate().map(|(k, x)| (k as u64, Vec3::from_slice(x))).collect();
    let unknowns = match find("unknowns") {
        None => default_unknowns(&nodes),
        Some(array) if array.shape.len() == 2 && array.shape[1] == 2 => {
            let unknown = |two: &[f64]| match (two[0], two[1]) {
                (_, 0.0) => Ok(None),
                (node, c) if c.fract() == 0.0 && (1.0..=6.0).contains(&c) && node.fract() == 0.0 && node >= 0.0 => {
                    Ok(Some((node as u64, c as u8 - 1)))
                }
                (node, c) => {
                    Err(wrong(format!("array unknowns has node {node} and component {c}; components are 0 to 6")))
                }
            };
            array.values.chunks_exact(2).map(unknown).collect::<Result<Vec<Unknown>, _>>()?
        }
        Some(array) => {
            return Err(wrong(format!("array unknowns has the shape {:?} instead of (unknowns, 2)", array.shape)));
        }
    };
    let n = unknowns.len();
    let stiffness = entries(need("stiffness")?, n).map_err(wrong)?;
    let mass = entries(need("mass")?, n).map_err(wrong)?;
    Ok(MatrixFile { nodes, unknowns, stiffness, mass, mesh: None })
}

/// A square matrix, or rows of row, column and value of both triangles.
fn entries(array: &Array, n: usize) -> Result<Entries, String> {
    match array.shape[..] {
        [rows, columns] if (rows, columns) == (n, n) => {
            let entry = |(k, x): (usize, &f64)| ((k / n) as u32, (k % n) as u32, *x);
            Ok(array.values.iter().enumerate().map(entry).filter(|(.., x)| *x != 0.0).collect())
        }
        [_, 3] => {
            let index = |x: f64| (x.fract() == 0.0 && x >= 0.0 && x < n as f64).then_some(x as u32);
            let entry = |three: &[f64]| Some((index(three[0])?, index(three[1])?, three[2]));
            let entries: Option<Entries> = array.values.chunks_exact(3).map(entry).collect();
            let entries =
                entries.ok_or_else(|| format!("array {} has a row or column that is not one of {n}", array.name))?;
            Ok(super::completed(entries))
        }
        _ => Err(format!("array {} has the shape {:?} instead of ({n}, {n}) or (entries, 3)", array.name, array.shape)),
    }
}

/// The header and the arrays of matrices in SI units.
pub fn write(name: &str, hash: &str, file: &MatrixFile) -> (String, Vec<Array>) {
    let n = file.unknowns.len();
    let matrix = |name: &str, entries: &Entries| {
        if n > MAX_DENSE {
            let rows = entries.iter().flat_map(|&(i, j, x)| [f64::from(i), f64::from(j), x]).collect();
            return Array::new(name, &[entries.len(), 3], rows);
        }
        let mut values = vec![0.0; n * n];
        entries.iter().for_each(|&(i, j, x)| values[i as usize * n + j as usize] += x);
        Array::new(name, &[n, n], values)
    };
    let places: HashMap<u64, f64> = file.nodes.iter().enumerate().map(|(k, (number, _))| (*number, k as f64)).collect();
    let unknown = |unknown: &Unknown| match unknown {
        Some((number, component)) => [places.get(number).copied().unwrap_or(0.0), f64::from(component + 1)],
        None => [0.0, 0.0],
    };
    let header = json!({
        "format": 1, "program": "halfshaft", "kind": "matrices", "name": name, "hash": hash,
        "units": "SI: lengths in m, masses in kg, times in s",
    });
    let arrays = vec![
        matrix("stiffness", &file.stiffness),
        matrix("mass", &file.mass),
        Array::new("nodes", &[file.nodes.len(), 3], file.nodes.iter().flat_map(|(_, x)| x.0).collect()),
        Array::new("unknowns", &[n, 2], file.unknowns.iter().flat_map(unknown).collect()),
    ];
    (header.to_string(), arrays)
}
