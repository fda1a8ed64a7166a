//! Nastran bulk data: `GRID`, `CHEXA`, `CTETRA` and `CPENTA` in small, large or free fields; other entries are skipped.

use halfshaft::mesh::Cell;

use super::{MeshFileError, Parts, error, whole};

/// The edges of the middle nodes: bottom, upright, top.
const HEX: [[usize; 2]; 12] =
    [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 5], [2, 6], [3, 7], [4, 5], [5, 6], [6, 7], [7, 4]];
const WEDGE: [[usize; 2]; 9] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 4], [2, 5], [3, 4], [4, 5], [5, 3]];

pub(super) fn read(text: &str) -> Result<Parts, MeshFileError> {
    let mut parts = Parts::default();
    entries(text, |entry, line| add(&mut parts, entry, line))?;
    Ok(parts)
}

/// Calls `take` with the fields of each bulk data entry, continuations included, and its first line.
pub(crate) fn entries(
    text: &str,
    mut take: impl FnMut(&[String], usize) -> Result<(), MeshFileError>,
) -> Result<(), MeshFileError> {
    let mut entry: Vec<String> = Vec::new();
    let mut first = 0;
    // Without BEGIN BULK the whole file is bulk data.
    let is_begin = |text: &str| {
        let text = text.trim_start().to_ascii_uppercase();
        text.starts_with("BEGIN") && text.contains("BULK")
    };
    let begin = text.lines().position(is_begin).map_or(0, |line| line + 1);
    for (k, text) in text.lines().enumerate().skip(begin) {
        let text = text.split('$').next().unwrap_or_default().trim_end();
        if text.trim().is_empty() {
            continue;
        }
        if text.trim().eq_ignore_ascii_case("ENDDATA") {
            break;
        }
        let fields = fields(text, k + 1)?;
        let continues = fields[0].is_empty() || fields[0].starts_with(['+', '*']);
        if continues {
            entry.extend(fields.into_iter().skip(1));
        } else {
            take(&entry, first)?;
            (entry, first) = (fields, k + 1);
        }
    }
    take(&entry, first)
}

/// The fields of a line without the one that names its continuation.
fn fields(text: &str, line: usize) -> Result<Vec<String>, MeshFileError> {
    if text.contains(',') {
        let mut all: Vec<String> = text.split(',').map(|field| field.trim().to_owned()).collect();
        all.truncate(9);
        return Ok(all);
    }
    if !text.is_ascii() {
        return Err(error(line, "fields in columns must be plain ASCII"));
    }
    let text = with_columns(text);
    let name = text[..text.len().min(8)].trim().to_owned();
    let width = if name.ends_with('*') || name.starts_with('*') { 16 } else { 8 };
    let rest = text.get(8..text.len().min(72)).unwrap_or_default().as_bytes();
    let columns = rest.chunks(width).map(|field| String::from_utf8_lossy(field).trim().to_owned());
    let mut all: Vec<String> = std::iter::once(name).chain(columns).collect();
    // A short line has empty fields at its end.
    all.resize(1 + 64 / width, String::new());
    Ok(all)
}

/// A line whose tabs are filled up to the next column of eight.
fn with_columns(text: &str) -> String {
    let mut filled = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => filled.extend(std::iter::repeat_n(' ', 8 - filled.len() % 8)),
            _ => filled.push(c),
        }
    }
    filled
}

fn add(parts: &mut Parts, entry: &[String], line: usize) -> Result<(), MeshFileError> {
    let Some(name) = entry.first() else { return Ok(()) };
    let name = name.trim_end_matches('*').to_ascii_uppercase();
    let field = |k: usize| entry.get(k).map_or("", String::as_str);
    match name.as_str() {
        "GRID" => {
            if !field(2).is_empty() && field(2) != "0" {
                return Err(error(
                    line,
                    format!("node {} is in coordinate system {}: only the basic one is supported", field(1), field(2)),
                ));
            }
            let mut x = [0.0; 3];
            for (i, x) in x.iter_mut().enumerate() {
                *x = real(field(3 + i), line)?;
            }
            parts.node(whole(field(1), line)?, x, line)
        }
        "CHEXA" | "CTETRA" | "CPENTA" => {
            let number = whole(field(1), line)?;
            let nodes = entry.iter().skip(3).filter(|field| !field.is_empty());
            let nodes = nodes.map(|field| whole(field, line)).collect::<Result<Vec<_>, _>>()?;
            let (cell, edges): (Cell, &[[usize; 2]]) = match (name.as_str(), nodes.len()) {
                ("CHEXA", 8) => (Cell::Hex8, &[]),
                ("CHEXA", 20) => (Cell::Hex20, &HEX),
                ("CTETRA", 10) => (Cell::Tet10, Cell::Tet10.edges()),
                ("CPENTA", 15) => (Cell::Wedge15, &WEDGE),
                (_, count) => {
                    let message = format!(
                        "{name} {number} has {count} nodes: CHEXA with 8 or 20, CTETRA with 10 and CPENTA with 15 are supported"
                    );
                    return Err(error(line, message));
                }
            };
            parts.element(number, cell, &nodes, edges, line).map(|_| ())
        }
        "GRDSET" if !field(2).is_empty() && field(2) != "0" => {
            let message =
                format!("GRDSET puts nodes into coordinate system {}: only the basic one is supported", field(2));
            Err(error(line, message))
        }
        _ if name.starts_with("INCLUDE") => {
            Err(error(line, "INCLUDE refers to another file, which is not read: paste its lines here"))
        }
        _ => Ok(()),
    }
}

/// A number, also one whose exponent has no letter: `1.5-3`.
pub(crate) fn real(text: &str, line: usize) -> Result<f64, MeshFileError> {
    if text.is_empty() {
        return Ok(0.0);
    }
    let text = text.replace(['d', 'D'], "e");
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let sign = text.char_indices().skip(1).find(|(_, c)| ['+', '-'].contains(c)).map(|(k, _)| k);
    let number = sign.and_then(|k| format!("{}e{}", &text[..k], &text[k..]).parse().ok());
    number.ok_or_else(|| error(line, format!("\"{text}\" is not a number")))
}
