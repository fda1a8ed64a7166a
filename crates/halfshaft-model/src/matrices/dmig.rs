//! Matrices of Nastran as `DMIG` entries of a punch file, with their nodes as `GRID` entries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use halfshaft::math::Vec3;

use super::{Entries, MAX_ENTRIES, MatrixFile, MatrixFileError, TextFile, completed, fault};
use crate::meshes::MeshFileError;
use crate::meshes::nastran::{entries, real};

/// A point and its component as Nastran numbers them: 1 to 6, or 0 for a scalar point.
type Point = (u64, u8);

/// A matrix of the file.
#[derive(Default)]
struct Dmig {
    symmetric: bool,
    list: Vec<(Point, Point, f64)>,
}

/// Reads two matrices by their names. `nodes` is the file of the `GRID` entries if it is another one.
pub fn read(
    file: TextFile,
    nodes: Option<TextFile>,
    stiffness: &str,
    mass: &str,
) -> Result<MatrixFile, MatrixFileError> {
    let mut matrices: BTreeMap<String, Dmig> = BTreeMap::new();
    let mut grids: Vec<(u64, Vec3)> = Vec::new();
    let mut count = 0;
    let in_file = |file: TextFile, error: MeshFileError| fault(file.path, error.line, error.message);
    entries(file.text, |entry, line| {
        let at = |message: String| MeshFileError { line, message };
        match name_of(entry).as_str() {
            "GRID" => grids.push(grid(entry, line)?),
            "DMIG" => {
                count += add(&mut matrices, entry, line)?;
                if count > MAX_ENTRIES {
                    return Err(at(format!("there are more than {MAX_ENTRIES} entries")));
                }
            }
            _ => {}
        }
        Ok(())
    })
    .map_err(|error| in_file(file, error))?;
    if let Some(nodes) = nodes {
        entries(nodes.text, |entry, line| {
            if name_of(entry) == "GRID" {
                grids.push(grid(entry, line)?);
            }
            Ok(())
        })
        .map_err(|error| in_file(nodes, error))?;
    }
    let known: Vec<String> = matrices.keys().cloned().collect();
    let mut take = |name: &str| {
        let found = matrices.remove(&name.to_ascii_uppercase());
        found.ok_or_else(|| fault(file.path, 0, format!("it has no matrix {name}; its matrices: {}", known.join(", "))))
    };
    let (k, m) = (take(stiffness)?, take(mass)?);
    let points: BTreeSet<Point> = k.list.iter().chain(&m.list).flat_map(|(a, b, _)| [*a, *b]).collect();
    let place: BTreeMap<Point, u32> = points.iter().enumerate().map(|(k, point)| (*point, k as u32)).collect();
    let matrix = |matrix: Dmig| -> Entries {
        let list: Entries = matrix.list.iter().map(|(a, b, x)| (place[a], place[b], *x)).collect();
        if matrix.symmetric { completed(list) } else { list }
    };
    let unknowns = points.iter().map(|&(point, component)| (component > 0).then(|| (point, component - 1))).collect();
    Ok(MatrixFile { nodes: grids, unknowns, stiffness: matrix(k), mass: matrix(m), mesh: None })
}

fn name_of(entry: &[String]) -> String {
    entry.first().map_or(String::new(), |name| name.trim_end_matches('*').to_ascii_uppercase())
}

fn field(entry: &[String], k: usize) -> &str {
    entry.get(k).map_or("", String::as_str)
}

fn whole(text: &str, line: usize) -> Result<u64, MeshFileError> {
    text.parse().map_err(|_| MeshFileError { line, message: format!("\"{text}\" is not a whole number") })
}

fn grid(entry: &[String], line: usize) -> Result<(u64, Vec3), MeshFileError> {
    let number = whole(field(entry, 1), line)?;
    for system in [2, 6].map(|k| field(entry, k)) {
        if !system.is_empty() && system != "0" {
            let message = format!("node {number} is in coordinate system {system}: only the basic one is supported");
            return Err(MeshFileError { line, message });
        }
    }
    let mut x = Vec3::zero();
    for i in 0..3 {
        x[i] = real(field(entry, 3 + i), line)?;
    }
    Ok((number, x))
}

/// Adds a header or a column; returns the number of its values.
fn add(matrices: &mut BTreeMap<String, Dmig>, entry: &[String], line: usize) -> Result<usize, MeshFileError> {
    let wrong = |message: String| MeshFileError { line, message };
    let name = field(entry, 1).to_ascii_uppercase();
    let known = matrices.contains_key(&name);
    if !known {
        // The header: 0, form, type of the numbers.
        if field(entry, 2) != "0" {
            return Err(wrong(format!("matrix {name} has no header before its first column")));
        }
        let symmetric = match field(entry, 3) {
            "6" => true,
            "1" => false,
            form => {
                return Err(wrong(format!(
                    "matrix {name} has form {form}: 1 (square) and 6 (symmetric) are supported"
                )));
            }
        };
        if !["1", "2"].contains(&field(entry, 4)) {
            return Err(wrong(format!("matrix {name} is complex: only real matrices (type 1 and 2) are supported")));
        }
        matrices.insert(name, Dmig { symmetric, list: vec![] });
        return Ok(0);
    }
    let component = |text: &str| match text {
        "" | "0" => Ok(0),
        _ => text
            .parse()
            .ok()
            .filter(|c| *c <= 6)
            .ok_or_else(|| wrong(format!("\"{text}\" is not a component from 0 to 6"))),
    };
    let column: Point = (whole(field(entry, 2), line)?, component(field(entry, 3))?);
    let matrix = matrices.entry(name).or_default();
    let mut added = 0;
    for four in entry.get(5..).unwrap_or_default().chunks(4).filter(|four| !four[0].is_empty()) {
        let row: Point = (whole(&four[0], line)?, component(field(four, 1))?);
        let value = real(field(four, 2), line)?;
        if !value.is_finite() {
            return Err(wrong(format!("\"{}\" is not a finite number", field(four, 2))));
        }
        matrix.list.push((row, column, value));
        added += 1;
    }
    Ok(added)
}

/// A number in 16 columns with as many digits as fit, its exponent without a letter: `-1.2345678901-10`.
fn sixteen(x: f64) -> String {
    if x == 0.0 {
        return format!("{:>16}", "0.0");
    }
    for digits in (0..14).rev() {
        let text = format!("{x:.digits$e}");
        let Some((mantissa, exponent)) = text.split_once('e') else { continue };
        let mantissa = if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.") };
        let sign = if exponent.starts_with('-') { "" } else { "+" };
        let text = format!("{mantissa}{sign}{exponent}");
        if text.len() <= 16 {
            return format!("{text:>16}");
        }
    }
    format!("{x:>16.9e}")
}

/// A punch file with matrices KAAX and MAAX.
pub fn write(title: &str, file: &MatrixFile) -> String {
    let mut text = format!("$ {}\n$ SI units: m, kg, s, N\n", title.replace('\n', " "));
    for (number, x) in &file.nodes {
        let _ = writeln!(text, "GRID*   {number:>16}{:>16}{}{}*", "", sixteen(x[0]), sixteen(x[1]));
        let _ = writeln!(text, "*       {}", sixteen(x[2]));
    }
    // Scalar points have numbers above those of the nodes.
    let mut next = file.nodes.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let mut points: Vec<Point> = Vec::new();
    for unknown in &file.unknowns {
        points.push(match unknown {
            Some((number, component)) => (*number, component + 1),
            None => {
                next += 1;
                let _ = writeln!(text, "SPOINT  {next:>8}");
                (next, 0)
            }
        });
    }
    for (name, matrix) in [("KAAX", &file.stiffness), ("MAAX", &file.mass)] {
        let _ = writeln!(text, "DMIG    {name:<8}{:>8}{:>8}{:>8}{:>8}", 0, 6, 2, 0);
        let mut columns: BTreeMap<u32, Vec<(u32, f64)>> = BTreeMap::new();
        let lower = matrix.iter().filter(|(i, j, x)| i >= j && *x != 0.0);
        lower.for_each(|&(i, j, x)| columns.entry(j).or_default().push((i, x)));
        for (column, mut rows) in columns {
            rows.sort_unstable_by_key(|(row, _)| *row);
            let (point, component) = points[column as usize];
            let _ = writeln!(text, "DMIG*   {name:<16}{point:>16}{component:>16}");
            for (row, x) in rows {
                let (point, component) = points[row as usize];
                let _ = writeln!(text, "*       {point:>16}{component:>16}{}", sixteen(x));
            }
        }
    }
    text
}
