//! `halfshaft mesh`: what a mesh file contains, as a model would get it.

use crate::arguments::MeshOptions;
use crate::exit::Exit;
use crate::output;
use halfshaft::mesh::{Cell, Mesh};
use halfshaft_model::meshes::{self, MeshFile, MeshFileError};
use halfshaft_model::source::{Disk, Open};
use halfshaft_results::summary::{Finding, Summary};
use halfshaft_results::table::{Align, Table};
use serde_json::{Value, json};
use std::io::Result;

pub(crate) fn mesh(options: &MeshOptions) -> Result<Exit> {
    let path = options.file.to_string_lossy().into_owned();
    let source = match Disk::anywhere().open_data(&path) {
        Ok(source) => source,
        Err(diagnostic) => return output::report_invalid(&path, &diagnostic.into(), options.json),
    };
    match meshes::read(&path, &source.text) {
        Err(error) => refuse(&path, error, options.json),
        Ok(file) if options.json => output::print_line(&in_json(&path, &file).to_string()).map(|()| Exit::Done),
        Ok(file) => print_tables(&path, &file).map(|()| Exit::Done),
    }
}

/// Reports a file that is no mesh. Line 0 stands for the file as a whole.
fn refuse(path: &str, MeshFileError { line, message }: MeshFileError, json: bool) -> Result<Exit> {
    if json {
        let (code, line) = ("bad-mesh".into(), Some(line).filter(|line| *line > 0));
        let finding = Finding { code, message, file: Some(path.into()), line, column: None, help: None };
        output::print_line(&Summary::invalid(path, vec![finding]).json())?;
    } else if line == 0 {
        output::eprint_line(&format!("error: {path}: {message}"));
    } else {
        output::eprint_line(&format!("error: {path}, line {line}: {message}"));
    }
    Ok(Exit::BadInput)
}

fn name(cell: Cell) -> &'static str {
    match cell {
        Cell::Hex8 => "hexahedra of 8 nodes",
        Cell::Hex20 => "hexahedra of 20 nodes",
        Cell::Tet10 => "tetrahedra of 10 nodes",
        Cell::Wedge15 => "wedges of 15 nodes",
    }
}

/// The corners of the box around a mesh.
fn extent(mesh: &Mesh) -> [[f64; 3]; 2] {
    let mut extent = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for x in &mesh.positions {
        (0..3).for_each(|i| extent[0][i] = extent[0][i].min(x[i]));
        (0..3).for_each(|i| extent[1][i] = extent[1][i].max(x[i]));
    }
    extent
}

fn in_json(path: &str, file: &MeshFile) -> Value {
    let MeshFile { mesh, numbers, warnings } = file;
    let numbered = |nodes: &[u32]| -> Vec<u64> { nodes.iter().map(|&node| numbers[node as usize]).collect() };
    let surfaces = mesh
        .surfaces
        .iter()
        .map(|(name, faces)| json!({ "name": name, "faces": faces.len(), "nodes": numbered(&mesh.nodes_on(faces)) }));
    let sets = mesh.node_sets.iter().map(|(name, nodes)| json!({ "name": name, "nodes": numbered(nodes) }));
    let cells = mesh.blocks.iter().map(|block| json!({ "kind": name(block.cell), "count": block.count() }));
    let warnings = warnings.iter().map(|w| json!({ "line": w.line, "message": w.message }));
    json!({
        "file": path,
        "nodes": mesh.positions.len(),
        "extent": extent(mesh),
        "elements": cells.collect::<Vec<_>>(),
        "surfaces": surfaces.collect::<Vec<_>>(),
        "sets": sets.collect::<Vec<_>>(),
        "warnings": warnings.collect::<Vec<_>>(),
    })
}

fn print_tables(path: &str, file: &MeshFile) -> Result<()> {
    let mesh = &file.mesh;
    let cells: Vec<String> =
        mesh.blocks.iter().map(|block| format!("{} {}", block.count(), name(block.cell))).collect();
    output::print_line(&format!("{path}: {} nodes, {}", mesh.positions.len(), cells.join(", ")))?;
    let [low, high] = extent(mesh);
    output::print_line(&format!(
        "x {} … {}, y {} … {}, z {} … {} in units of the file",
        low[0], high[0], low[1], high[1], low[2], high[2]
    ))?;
    let mut table = Table::new(&[("surface or set", Align::Left), ("faces", Align::Right), ("nodes", Align::Right)]);
    for (name, faces) in &mesh.surfaces {
        table.row(vec![name.clone(), faces.len().to_string(), mesh.nodes_on(faces).len().to_string()]);
    }
    for (name, nodes) in &mesh.node_sets {
        table.row(vec![name.clone(), mesh.faces_of(nodes).len().to_string(), nodes.len().to_string()]);
    }
    if !mesh.surfaces.is_empty() || !mesh.node_sets.is_empty() {
        output::print(&table.to_string())?;
    }
    for warning in &file.warnings {
        output::eprint_line(&format!("warning: {path}, line {}: {}", warning.line, warning.message));
    }
    Ok(())
}
