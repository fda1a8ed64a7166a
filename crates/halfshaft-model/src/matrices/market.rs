//! Matrix Market, and files of row, column and value without its header, as CalculiX writes them.

use std::fmt::Write;

use super::{
    Entries, MAX_ENTRIES, MAX_UNKNOWNS, MatrixFile, MatrixFileError, TextFile, Unknown, completed, default_unknowns,
    fault, nodes,
};

/// Reads matrices from files of stiffness, mass, nodes and, if there is one, unknowns.
pub fn read(
    stiffness: TextFile,
    mass: TextFile,
    of_nodes: TextFile,
    unknowns: Option<TextFile>,
) -> Result<MatrixFile, MatrixFileError> {
    let mut file = nodes(of_nodes)?;
    file.unknowns = match unknowns {
        Some(text) => read_unknowns(text)?,
        None => default_unknowns(&file.nodes),
    };
    let n = file.unknowns.len();
    file.stiffness = matrix(stiffness, n)?;
    file.mass = matrix(mass, n)?;
    Ok(file)
}

/// Lines as `17.3`: the node and the component from 1; `0` is a modal coordinate.
fn read_unknowns(file: TextFile) -> Result<Vec<Unknown>, MatrixFileError> {
    let mut found = Vec::new();
    for (k, line) in file.text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let wrong = || fault(file.path, k + 1, format!("\"{line}\" is not a node and a component, as 17.3"));
        let unknown = match line.split_once(['.', ',', ' ', '\t']) {
            None if line == "0" => None,
            None => return Err(wrong()),
            Some((node, component)) => {
                let component: u8 = component.trim().parse().map_err(|_| wrong())?;
                if !(1..=6).contains(&component) {
                    return Err(wrong());
                }
                Some((node.trim().parse().map_err(|_| wrong())?, component - 1))
            }
        };
        if found.len() >= MAX_UNKNOWNS {
            return Err(fault(file.path, k + 1, format!("there are more than {MAX_UNKNOWNS} unknowns")));
        }
        found.push(unknown);
    }
    Ok(found)
}

/// How the entries of a file are arranged.
struct Layout {
    dense: bool,
    /// One triangle is given. `None` if the file does not say.
    symmetric: Option<bool>,
    /// Whether a line with the extents comes first.
    extents: bool,
}

fn layout(file: TextFile) -> Result<Layout, MatrixFileError> {
    let first = file.text.lines().next().unwrap_or_default().to_ascii_lowercase();
    if !first.starts_with("%%matrixmarket") {
        return Ok(Layout { dense: false, symmetric: None, extents: false });
    }
    let words: Vec<&str> = first.split_whitespace().collect();
    let unsupported = || {
        let message = "the header is not that of a real matrix: `%%MatrixMarket matrix coordinate real symmetric`";
        fault(file.path, 1, message)
    };
    let [_, "matrix", form, field, symmetry] = words[..] else { return Err(unsupported()) };
    let dense = match form {
        "coordinate" => false,
        "array" => true,
        _ => return Err(unsupported()),
    };
    if !["real", "integer", "double"].contains(&field) || !["general", "symmetric"].contains(&symmetry) {
        return Err(unsupported());
    }
    Ok(Layout { dense, symmetric: Some(symmetry == "symmetric"), extents: true })
}

/// The entries of an n × n matrix, both triangles.
fn matrix(file: TextFile, n: usize) -> Result<Entries, MatrixFileError> {
    let Layout { dense, symmetric, extents } = layout(file)?;
    let mut entries: Entries = Vec::new();
    let mut expected = extents;
    let (mut row, mut column) = (0, 0);
    for (k, line) in file.text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['%', '#']) {
            continue;
        }
        let fields: Vec<&str> = line.split([' ', '\t', ',']).filter(|field| !field.is_empty()).collect();
        let wrong = |message: String| fault(file.path, k + 1, message);
        if expected {
            let extent = |i: usize| fields.get(i).and_then(|text| text.parse::<usize>().ok());
            if (extent(0), extent(1)) != (Some(n), Some(n)) {
                let message = format!(
                    "the matrix is {} × {}, but there are {n} unknowns",
                    fields[0],
                    fields.get(1).unwrap_or(&"?")
                );
                return Err(wrong(message));
            }
            expected = false;
            continue;
        }
        let value = |text: &str| {
            let value = text.replace(['d', 'D'], "e").parse().ok().filter(|x: &f64| x.is_finite());
            value.ok_or_else(|| wrong(format!("\"{text}\" is not a number")))
        };
        if entries.len() >= MAX_ENTRIES {
            return Err(wrong(format!("the matrix has more than {MAX_ENTRIES} entries")));
        }
        if dense {
            let [text] = fields[..] else { return Err(wrong("a dense matrix has one number on each line".into())) };
            if column >= n {
                return Err(wrong("there are more numbers than the matrix has entries".into()));
            }
            entries.push((row as u32, column as u32, value(text)?));
            row += 1;
            if row == n {
                column += 1;
                row = if symmetric == Some(true) { column } else { 0 };
            }
            continue;
        }
        let [i, j, x] = fields[..] else { return Err(wrong("a line has row, column and value".into())) };
        let index = |text: &str| {
            let index = text.parse::<usize>().ok().filter(|i| (1..=n).contains(i));
            index.map(|i| i as u32 - 1).ok_or_else(|| wrong(format!("\"{text}\" is not a row or column from 1 to {n}")))
        };
        entries.push((index(i)?, index(j)?, value(x)?));
    }
    if dense && column < n {
        return Err(fault(file.path, 0, "it ends before the last entry of the matrix"));
    }
    if entries.is_empty() {
        return Err(fault(file.path, 0, "it has no entries"));
    }
    Ok(if symmetric == Some(false) { entries } else { completed(entries) })
}

/// The texts of stiffness, mass, nodes and unknowns.
pub fn write(file: &MatrixFile) -> [String; 4] {
    let n = file.unknowns.len();
    let matrix = |entries: &Entries| {
        let lower: Vec<_> = entries.iter().filter(|(i, j, x)| i >= j && *x != 0.0).collect();
        let mut text = format!("%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {}\n", lower.len());
        for (i, j, x) in lower {
            let _ = writeln!(text, "{} {} {x:e}", i + 1, j + 1);
        }
        text
    };
    let mut nodes = String::from("node,x,y,z\n");
    for (number, x) in &file.nodes {
        let _ = writeln!(nodes, "{number},{:e},{:e},{:e}", x[0], x[1], x[2]);
    }
    let mut unknowns = String::new();
    for unknown in &file.unknowns {
        let _ = match unknown {
            Some((node, component)) => writeln!(unknowns, "{node}.{}", component + 1),
            None => writeln!(unknowns, "0"),
        };
    }
    [matrix(&file.stiffness), matrix(&file.mass), nodes, unknowns]
}
