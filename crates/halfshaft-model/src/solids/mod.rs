//! `[[solid]]`: its mesh, its surfaces and sets of nodes, and the names of its attachments.
//!
//! The names of the attachments come first, so that any reference can be resolved: "arm/tip" is an attachment of the solid "arm".

use std::f64::consts::TAU;

use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::structured::{self, PlaneGrid, round};
use halfshaft::mesh::{Cell, CellBlock, CellFace, Mesh};
use toml::de::DeValue;

use crate::document::Raw;
use crate::draft::Draft;
use crate::forms::Reader;
use crate::kinds::SOLIDS;
use crate::meshes::checks;
use crate::model::Values;
use crate::suggest::did_you_mean;
use crate::wheels;

/// Maximum number of unknowns of a solid.
const MAX_UNKNOWNS: usize = 100_000;
/// Parts of machines are not longer and not shorter than this, in metres.
const LARGEST_SIZE: f64 = 20.0;
const SMALLEST_SIZE: f64 = 1e-3;
/// More zones of a flank are refused with the superelement.
const MAX_ZONES: usize = 10_000;
/// A node is inside a box if it is at most this far outside, relative to the size of the mesh: typed numbers are rounded.
const BOX_TOLERANCE: f64 = 1e-6;

/// The names of the parts under a key, in order; `None` for one without a name, which is reported when its values are read.
pub(crate) fn part_names(draft: &Draft, key: &str, reader: &mut Reader) -> Vec<Option<String>> {
    let Some(DeValue::Array(list)) = draft.table.get(key).map(|node| node.get_ref()) else { return vec![] };
    let name = |node: &toml::Spanned<DeValue>| {
        let name = node.get_ref().as_table()?.get("name")?;
        reader.environment.fill(name.get_ref().as_str()?, Raw::new(name, draft.source), reader.out)
    };
    list.iter().map(name).collect()
}

/// The key under which the attachments of a solid, or the boundary frames of a superelement, are.
pub(crate) fn attachments_key(section: &str) -> &'static str {
    if section == SOLIDS { "attachments" } else { "boundary" }
}

/// What is wrong with a mesh: the code, what it is, a label and what to do.
pub(crate) struct MeshFault {
    pub code: &'static str,
    pub message: String,
    pub help: String,
}

fn fault(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> MeshFault {
    MeshFault { code, message: message.into(), help: help.into() }
}

/// The mesh of a solid in its own axes, with its sets.
///
/// `file` gives the mesh of a file by its path; `None` if its fault has been reported.
pub(crate) fn mesh(values: &Values, file: impl Fn(&str) -> Option<Mesh>) -> Result<Option<Mesh>, MeshFault> {
    let Some((name, given)) = values.optional_variant("mesh") else {
        return Err(fault("missing-key", "a solid needs a mesh", "add `mesh = { type = \"block\", … }`"));
    };
    let quadratic = values.choice("element") == "hex20";
    let mut mesh = match name {
        "block" => {
            let divisions = divisions(given, quadratic)?;
            structured::block(given.vector("size"), divisions)
        }
        "ring" => {
            let divisions = divisions(given, quadratic)?;
            let radii = [given.number("inner_radius"), given.number("outer_radius")];
            if radii[0] >= radii[1] {
                let message =
                    format!("the inner radius {} m is not smaller than the outer one, {} m", radii[0], radii[1]);
                return Err(fault("out-of-range", message, "`inner_radius` must be smaller than `outer_radius`"));
            }
            if divisions[0] < 3 {
                let message = format!("a ring of {} elements around has no volume", divisions[0]);
                return Err(fault("out-of-range", message, "give at least 3 elements around"));
            }
            structured::ring(radii, given.number("length"), divisions)
        }
        "disc" => {
            let divisions = divisions(given, quadratic)?;
            if !divisions[0].is_multiple_of(4) {
                let message = format!("a disc of {} elements around has no square in its middle", divisions[0]);
                return Err(fault("out-of-range", message, "the number of elements around must be a multiple of 4"));
            }
            structured::disc(given.number("radius"), given.number("length"), divisions)
        }
        "extruded" => {
            let (grid, layers) = plane_grid(given, quadratic)?;
            structured::extruded(&grid, given.number("length"), layers)
        }
        "swept" => swept(given, quadratic)?,
        "gear" => {
            let impossible = |(message, help)| fault("impossible-gear", message, help);
            // Before anything is allocated; the mesh itself is counted below.
            let zones = wheels::flank_zones(values).unwrap_or([1, 1]).map(|count| count.min(MAX_ZONES));
            check_size(wheels::cells(given, zones).saturating_mul(if quadratic { 9 } else { 3 }))?;
            wheels::mesh(given, zones, quadratic).map_err(impossible)?
        }
        "file" => {
            let Some(mut mesh) = file(&given.text("file")) else { return Ok(None) };
            let unit = given.number("length_unit");
            mesh.positions.iter_mut().for_each(|x| *x = *x * unit);
            mesh
        }
        _ => hexahedra(given)?,
    };
    if quadratic && name != "gear" {
        mesh = mesh.with_middles();
        if ["ring", "disc", "swept"].contains(&name) {
            round(&mut mesh);
        }
    }
    check_size(3 * mesh.positions.len())?;
    if let Some(bad) = mesh.bad_cell(checks::LEAST_RATIO) {
        let message = format!("element {} {}", bad.cell + 1, checks::fault(&bad));
        return Err(fault(
            "bad-element",
            message,
            "order its corners as Abaqus and VTK do: four counterclockwise, then the four above them",
        ));
    }
    if let Some(node) = mesh.unconnected_node() {
        let message = format!("node {} belongs to no element", node + 1);
        return Err(fault("unconnected-node", message, "remove it, or use it in an element"));
    }
    add_sets(values, &mut mesh)?;
    Ok(Some(mesh))
}

/// The unit of length that a mesh of a file may have, judged by its extent: one in millimetres that was read in metres, the default, is very
/// long, and one in metres for which another unit was given very short.
pub(crate) fn likely_unit(mesh: &Mesh, is_given: bool) -> Option<&'static str> {
    match mesh.size() {
        size if size > LARGEST_SIZE && !is_given => Some("1 mm"),
        size if size < SMALLEST_SIZE && is_given => Some("1 m"),
        _ => None,
    }
}

fn check_size(unknowns: usize) -> Result<(), MeshFault> {
    if unknowns <= MAX_UNKNOWNS {
        return Ok(());
    }
    let message = format!("the solid has {unknowns} unknowns; the limit is {MAX_UNKNOWNS}");
    Err(fault("too-large", message, "give fewer divisions, or a coarser mesh"))
}

fn divisions(given: &Values, quadratic: bool) -> Result<[usize; 3], MeshFault> {
    let list = given.numbers("divisions");
    let Ok(three) = <[f64; 3]>::try_from(list.as_slice()) else {
        let message = format!("`divisions` has {} numbers", list.len());
        return Err(fault("out-of-range", message, "write three numbers, as `divisions = [20, 4, 4]`"));
    };
    // Before anything is allocated; a quadratic mesh has about four times the nodes.
    let cells: f64 = three.iter().product();
    check_size((if quadratic { 12.0 } else { 3.0 } * cells).min(1e15) as usize)?;
    Ok(three.map(|count| count as usize))
}

/// The plane grid of a mesh, and the number of its layers.
fn plane_grid(given: &Values, quadratic: bool) -> Result<(PlaneGrid, usize), MeshFault> {
    let mut grid = PlaneGrid::default();
    for (k, point) in given.list("points").iter().enumerate() {
        let Ok(point) = <[f64; 2]>::try_from(point.as_numbers().as_slice()) else {
            let message = format!("point {} has {} coordinates", k + 1, point.as_numbers().len());
            return Err(fault("out-of-range", message, "a point of a plane grid has two coordinates"));
        };
        grid.points.push(point);
    }
    for (k, cell) in given.list("cells").iter().enumerate() {
        let Ok(corners) = <[u64; 4]>::try_from(cell.as_counts().as_slice()) else {
            let message = format!("cell {} has {} corners", k + 1, cell.as_counts().len());
            return Err(fault("bad-element", message, "a quadrilateral has four corners"));
        };
        if let Some(corner) = corners.iter().find(|&&corner| corner as usize > grid.points.len()) {
            let message = format!("cell {} has point {corner}, but there are {} points", k + 1, grid.points.len());
            return Err(fault("bad-element", message, "points are numbered from 1 in the order of `points`"));
        }
        grid.quads.push(corners.map(|corner| corner as u32 - 1));
    }
    if grid.quads.is_empty() {
        return Err(fault("bad-element", "the plane grid has no cells", "add `cells = [[1, 2, 3, 4]]`"));
    }
    let layers = given.optional_count("layers").unwrap_or(1) as usize;
    let cells = grid.quads.len().saturating_mul(layers);
    check_size((if quadratic { 12 } else { 3 } * cells).min(1 << 50))?;
    Ok((grid, layers))
}

/// A section swept around z.
fn swept(given: &Values, quadratic: bool) -> Result<Mesh, MeshFault> {
    let (grid, layers) = plane_grid(given, quadratic)?;
    if let Some(k) = grid.points.iter().position(|[radius, _]| *radius <= 0.0) {
        let message = format!("point {} is at radius {} m", k + 1, grid.points[k][0]);
        let help = "elements at the axis would have no volume; all radii must be positive, and `type = \"disc\"` is a full disc";
        return Err(fault("out-of-range", message, help));
    }
    let angle = given.optional_number("angle").filter(|angle| *angle < TAU * (1.0 - 1e-9));
    if angle.is_none() && layers < 3 {
        let message = format!("a full turn of {layers} elements has no volume");
        return Err(fault("out-of-range", message, "give at least 3 `layers`"));
    }
    Ok(structured::swept(&grid, angle, layers))
}

fn hexahedra(given: &Values) -> Result<Mesh, MeshFault> {
    let positions: Vec<Vec3> = given.list("nodes").iter().map(|node| Vec3(node.as_vector())).collect();
    let mut nodes = Vec::new();
    for (k, cell) in given.list("cells").iter().enumerate() {
        let corners = cell.as_counts();
        if corners.len() != 8 {
            let message = format!("element {} has {} corners", k + 1, corners.len());
            return Err(fault("bad-element", message, "a hexahedron has eight corners"));
        }
        for corner in corners {
            if corner as usize > positions.len() {
                let message = format!("element {} has node {corner}, but there are {} nodes", k + 1, positions.len());
                return Err(fault("bad-element", message, "nodes are numbered from 1 in the order of `nodes`"));
            }
            nodes.push(corner as u32 - 1);
        }
    }
    Ok(Mesh { positions, blocks: vec![CellBlock { cell: Cell::Hex8, nodes }], ..Mesh::default() })
}

/// Adds the sets of nodes inside boxes.
pub(crate) fn add_sets(values: &Values, mesh: &mut Mesh) -> Result<(), MeshFault> {
    let margin = BOX_TOLERANCE * mesh.size();
    for set in values.optional_list("sets").unwrap_or_default() {
        let set = set.as_group();
        let name = set.text("name");
        let (from, to) = (set.vector("from"), set.vector("to"));
        let inside =
            |x: &Vec3| (0..3).all(|i| x[i] >= from[i].min(to[i]) - margin && x[i] <= from[i].max(to[i]) + margin);
        let nodes: Vec<u32> =
            (0..mesh.positions.len() as u32).filter(|&k| inside(&mesh.positions[k as usize])).collect();
        if nodes.is_empty() {
            let message = format!("no node is inside the box of set \"{name}\"");
            return Err(fault("empty-set", message, "`from` and `to` are opposite corners in the axes of the mesh"));
        }
        if mesh.region_names().any(|other| other == name) {
            return Err(fault(
                "duplicate-name",
                format!("there are two sets \"{name}\""),
                "give each a name of its own",
            ));
        }
        mesh.node_sets.push((name, nodes));
    }
    Ok(())
}

/// A surface or a set of nodes by its name, as [`Mesh::region`].
pub(crate) fn region(mesh: &Mesh, name: &str) -> Result<(Vec<u32>, Vec<CellFace>), MeshFault> {
    let unknown = || {
        let message = format!("the mesh has no surface or set \"{name}\"");
        fault("unknown-set", message, did_you_mean(name, mesh.region_names()))
    };
    mesh.region(name).ok_or_else(unknown)
}

/// A mesh in the model frame.
pub(crate) fn placed(mut mesh: Mesh, origin: Vec3, axes: &Mat3) -> Mesh {
    mesh.positions.iter_mut().for_each(|x| *x = origin + *axes * *x);
    mesh
}
