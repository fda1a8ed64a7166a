//! Matrices of Abaqus: files of `*MATRIX OUTPUT` with node and component of row and column in each line, and files of
//! `*SUBSTRUCTURE MATRIX OUTPUT` and `*ELEMENT MATRIX OUTPUT`, whose `*USER ELEMENT` blocks are added. CalculiX writes the latter too.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entries, MAX_ENTRIES, MatrixFile, MatrixFileError, TextFile, completed, fault, nodes};

/// A node and its component from 1 to 6.
type Point = (i64, u8);
/// Rows, columns and values.
type Terms = Vec<(Point, Point, f64)>;

/// Reads both matrices; they may be in one file.
///
/// An unknown of a node without coordinates is a modal coordinate: Abaqus gives retained modes internal nodes. A node that has been forgotten
/// shows as a rigid motion with forces.
pub fn read(stiffness: TextFile, mass: TextFile, of_nodes: TextFile) -> Result<MatrixFile, MatrixFileError> {
    let mut file = nodes(of_nodes)?;
    let [k, m] = [terms(stiffness, "STIFFNESS")?, terms(mass, "MASS")?];
    let known: BTreeSet<i64> = file.nodes.iter().filter_map(|(number, _)| i64::try_from(*number).ok()).collect();
    let points: BTreeSet<Point> = k.iter().chain(&m).flat_map(|(a, b, _)| [*a, *b]).collect();
    let place: BTreeMap<Point, u32> = points.iter().enumerate().map(|(k, point)| (*point, k as u32)).collect();
    let matrix =
        |list: Terms| -> Entries { completed(list.iter().map(|(a, b, x)| (place[a], place[b], *x)).collect()) };
    let unknown = |(node, component): &Point| known.contains(node).then(|| (*node as u64, component - 1));
    file.unknowns = points.iter().map(unknown).collect();
    (file.stiffness, file.mass) = (matrix(k), matrix(m));
    Ok(file)
}

/// A `*USER ELEMENT`: its nodes, and from which of them on which components are its unknowns.
#[derive(Default)]
struct UserElement {
    nodes: Vec<i64>,
    components: Vec<(usize, Vec<u8>)>,
}

impl UserElement {
    fn unknowns(&self) -> Vec<Point> {
        let of = |k: usize| self.components.iter().rev().find(|(from, _)| *from <= k).map(|(_, list)| list.as_slice());
        let each = self.nodes.iter().enumerate();
        each.flat_map(|(k, node)| of(k).unwrap_or_default().iter().map(|c| (*node, *c))).collect()
    }
}

/// Where in a file a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Lines of row, column and value.
    Sparse,
    /// The components of the nodes of an element.
    Components,
    /// The matrix that is read, the lower triangle row by row.
    Matrix,
    /// Something else.
    Other,
}

/// The terms of a matrix: "STIFFNESS" or "MASS" where a file has both.
fn terms(file: TextFile, which: &str) -> Result<Terms, MatrixFileError> {
    let mut found = Terms::new();
    let mut element = UserElement::default();
    let (mut within, mut lists_nodes, mut numbers) = (Within::Sparse, false, Vec::new());
    let mut started = 0;
    for (k, line) in file.text.lines().enumerate() {
        let line = line.trim();
        let wrong = |message: String| fault(file.path, k + 1, message);
        if let Some(comment) = line.strip_prefix("**") {
            let listed: Option<Vec<i64>> = fields(comment).map(|field| field.parse().ok()).collect();
            match listed {
                Some(list) if lists_nodes && !list.is_empty() => element.nodes.extend(list),
                _ => lists_nodes = comment.trim().eq_ignore_ascii_case("ELEMENT NODES"),
            }
            continue;
        }
        lists_nodes = false;
        if let Some(keyword) = line.strip_prefix('*') {
            add_lower(&mut found, &element, &mut numbers).map_err(|message| fault(file.path, started, message))?;
            let keyword: String =
                keyword.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
            within = match keyword.split(',').next().unwrap_or_default() {
                "USERELEMENT" => {
                    element = UserElement::default();
                    Within::Components
                }
                "MATRIX" if keyword.contains(&format!("TYPE={which}")) => Within::Matrix,
                "MATRIXINPUT" => Within::Sparse,
                _ => Within::Other,
            };
            started = k + 1;
            continue;
        }
        match within {
            Within::Other => {}
            Within::Components => {
                element.components.push(components(line, element.components.is_empty()).map_err(wrong)?)
            }
            Within::Matrix => {
                for field in fields(line) {
                    numbers.push(number(field).map_err(wrong)?);
                }
            }
            Within::Sparse => found.extend(sparse(line).map_err(wrong)?),
        }
        if found.len().max(numbers.len()) > MAX_ENTRIES {
            return Err(wrong(format!("the matrix has more than {MAX_ENTRIES} entries")));
        }
    }
    add_lower(&mut found, &element, &mut numbers).map_err(|message| fault(file.path, started, message))?;
    if found.is_empty() {
        return Err(fault(file.path, 0, format!("it has no {} matrix", which.to_ascii_lowercase())));
    }
    Ok(found)
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ' ', '\t']).filter(|field| !field.is_empty())
}

fn number(text: &str) -> Result<f64, String> {
    let value = text.replace(['d', 'D'], "e").parse().ok().filter(|x: &f64| x.is_finite());
    value.ok_or_else(|| format!("\"{text}\" is not a number"))
}

fn component(text: &str) -> Result<u8, String> {
    let found = text.parse().ok().filter(|c| (1..=6).contains(c));
    found.ok_or_else(|| format!("\"{text}\" is not a degree of freedom from 1 to 6"))
}

/// The node from which on these components are unknowns, from 0. The first line is for the first node and has no number before it.
fn components(line: &str, first: bool) -> Result<(usize, Vec<u8>), String> {
    let mut fields = fields(line);
    let from = match fields.next().filter(|_| !first) {
        None => 0,
        Some(text) => text
            .parse()
            .ok()
            .filter(|from: &usize| *from >= 1)
            .ok_or_else(|| format!("\"{text}\" is not a position"))?,
    };
    let list = self::fields(line).skip(usize::from(!first)).map(component).collect::<Result<Vec<u8>, String>>()?;
    Ok((from.saturating_sub(1), list))
}

/// A line of node and component of the row, node and component of the column, and value.
fn sparse(line: &str) -> Result<Option<(Point, Point, f64)>, String> {
    let list: Vec<&str> = fields(line).collect();
    let node = |text: &str| text.parse::<i64>().map_err(|_| format!("\"{text}\" is not the number of a node"));
    match list[..] {
        [] => Ok(None),
        [a, i, b, j, x] => Ok(Some(((node(a)?, component(i)?), (node(b)?, component(j)?), number(x)?))),
        [_, _, _] => Err("a line has row, column and value: name the file in `type = \"matrix market\"`".into()),
        _ => Err("a line has node and degree of freedom of row and column, and a value: write it with `*MATRIX OUTPUT, FORMAT=MATRIX INPUT`".into()),
    }
}

/// Adds the lower triangle of a matrix, row by row; takes its numbers.
fn add_lower(found: &mut Terms, element: &UserElement, numbers: &mut Vec<f64>) -> Result<(), String> {
    if numbers.is_empty() {
        return Ok(());
    }
    let unknowns = element.unknowns();
    let n = unknowns.len();
    if numbers.len() != n * (n + 1) / 2 {
        let message = format!(
            "the matrix has {} numbers instead of {}: the lower triangle of {n} unknowns of {} nodes, which `** ELEMENT NODES` names",
            numbers.len(),
            n * (n + 1) / 2,
            element.nodes.len()
        );
        return Err(message);
    }
    let mut rest = numbers.drain(..);
    for (i, row) in unknowns.iter().enumerate() {
        for (column, x) in unknowns[..=i].iter().zip(rest.by_ref()) {
            // Triangles of several elements are added in one order.
            let (row, column) = if row >= column { (row, column) } else { (column, row) };
            found.push((*row, *column, x));
        }
    }
    Ok(())
}
