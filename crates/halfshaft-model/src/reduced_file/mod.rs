//! `halfshaft reduce`: a reduced body, or its matrices, as files.

use std::borrow::Cow;

use halfshaft::elements::solid::Attached;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::Mesh;
use halfshaft::reduction::{Boundary, Coordinate, ImportedMatrices, NamedLoad, Quality, Reduction};
use halfshaft_results::npz::Array;

use crate::beam_body::beam_solid;
use crate::build::superelements::{self, Reducing, reduce_and_compare};
use crate::diagnostic::{Collector, Diagnostics};
use crate::kinds::SUPERELEMENTS;
use crate::matrices::MatrixFile;
use crate::model::{Item, MeshedSolid, Model, Value};
use crate::solids::attachments_key;
use crate::stored_body;

/// A body to be reduced: what the command line overrides.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// "primal" or "dual", instead of what the item says.
    pub basis: Option<String>,
    /// Number of modes, instead of what the item says.
    pub modes: Option<usize>,
    /// Whether the reduction is compared with its mesh.
    pub compare: bool,
    /// Surfaces and sets whose tractions and pressures the comparison takes as loads.
    pub loads: Vec<String>,
    /// Whether the file has the shapes at all nodes instead of those that can be seen.
    pub everywhere: bool,
}

impl Request {
    fn reducing(&self) -> Reducing<'_> {
        Reducing { basis: self.basis.as_deref(), modes: self.modes }
    }
}

/// A reduced body as a file, with what is reported about it.
pub struct ReducedFile {
    /// The header.
    pub header: String,
    /// The arrays.
    pub arrays: Vec<Array>,
    /// The reduction.
    pub reduction: Reduction,
    /// What it leaves out, if asked for.
    pub quality: Option<Quality>,
    /// What the file was made from: 64 hexadecimal digits.
    pub hash: String,
}

/// The item of a model that is to be reduced; an error says why there is none.
fn body<'m>(model: &'m Model, name: &str) -> Result<(&'m Item, Cow<'m, MeshedSolid>), String> {
    let reducible = || model.items.iter().filter(|item| item.solid.is_some() || item.beam.is_some());
    let Some(item) = reducible().find(|item| item.name == name) else {
        let help = crate::suggest::did_you_mean(name, reducible().map(|item| item.name.as_str()));
        return Err(format!("the model has no superelement, solid or beam \"{name}\"; {help}"));
    };
    if let Some(beam) = &item.beam {
        return Ok((item, Cow::Owned(beam_solid(model, item, beam)?)));
    }
    let Some(solid) = &item.solid else { return Err(format!("\"{name}\" has no mesh")) };
    if solid.given.stored.is_some() && !solid.given.has_mesh {
        return Err(format!("\"{name}\" comes from a file: it is reduced already"));
    }
    Ok((item, Cow::Borrowed(solid)))
}

/// What a body of a model and its reduction would be made from: 64 hexadecimal digits, found without reducing it.
pub fn hash(model: &Model, name: &str, request: &Request) -> Result<String, String> {
    let (item, solid) = body(model, name)?;
    Ok(superelements::hash(item, &solid, &request.reducing()))
}

/// Reduces an item of a model by its name; an error says why that is not possible.
pub fn reduce(model: &Model, name: &str, request: &Request) -> Result<ReducedFile, String> {
    let (item, solid) = body(model, name)?;
    let mut loads = request.loads.iter().map(|on| loads_on(&solid.mesh, on)).collect::<Result<Vec<_>, _>>()?.concat();
    if solid.given.is_placed() {
        // In the axes of the matrices.
        let forces = loads.iter_mut().flat_map(|(_, forces)| forces);
        forces.for_each(|(_, force)| *force = solid.given.axes.transpose_times(*force));
    }
    let compared = request.compare.then_some(loads.as_slice());
    let (reduction, quality) = reduce_and_compare(item, &solid, &request.reducing(), compared)
        .ok_or_else(|| format!("\"{name}\" needs a material with E, ν and density"))?
        .map_err(|error| format!("\"{name}\" cannot be reduced: {error}"))?;
    if let Some(message) = superelements::dependent_frames(item, &reduction).first() {
        return Err(format!("{message}; {}", superelements::DEPENDENT_HELP));
    }
    let hash = superelements::hash(item, &solid, &request.reducing());
    let on: Vec<String> = if item.beam.is_some() {
        // The frames of a beam have the names of its nodes.
        solid.attachments.iter().map(|attachment| attachment.name.clone()).collect()
    } else {
        let list = item.optional_list(attachments_key(item.kind.section)).unwrap_or_default();
        list.iter().map(|value| Value::as_group(value).text("on")).collect()
    };
    let (header, arrays) = stored_body::written((name, &hash), &on, &solid.mesh, &reduction, request.everywhere);
    Ok(ReducedFile { header, arrays, reduction, quality, hash })
}

/// The loads on a surface or a set of nodes: tractions along x, y and z, and a pressure if it has faces.
fn loads_on(mesh: &Mesh, name: &str) -> Result<Vec<NamedLoad>, String> {
    let Some((nodes, faces)) = mesh.region(name) else {
        let help = crate::suggest::did_you_mean(name, mesh.region_names());
        return Err(format!("the mesh has no surface or set \"{name}\" for a load; {help}"));
    };
    let points = Attached::on_surface(mesh, &faces, Vec3::zero(), &Mat3::identity());
    let points = points.unwrap_or_else(|| Attached::on_nodes(mesh, &nodes, Vec3::zero(), &Mat3::identity()));
    let traction = |axis: usize| points.iter().map(|p| (p.node, Vec3::unit(axis) * p.weight)).collect();
    let mut loads: Vec<NamedLoad> = ["x", "y", "z"]
        .iter()
        .enumerate()
        .map(|(k, axis)| (format!("traction along {axis} on {name}"), traction(k)))
        .collect();
    match Boundary::pressure(name, mesh, &faces) {
        Boundary::Load { forces, .. } if !faces.is_empty() => loads.push((format!("pressure on {name}"), forces)),
        _ => {}
    }
    Ok(loads)
}

/// Checks the names of a superelement of a model that was read without reductions.
pub fn check(model: &Model, name: &str) -> Result<(), Diagnostics> {
    let Ok((item, solid)) = body(model, name) else { return Ok(()) };
    let mut out = Collector::default();
    if item.kind.section == SUPERELEMENTS {
        superelements::check_names(item, &solid, &mut out);
    }
    Diagnostics::of(out.into_list()).map_or(Ok(()), Err)
}

/// The matrices of the mesh of a body, all its unknowns.
pub fn full_matrices(model: &Model, name: &str) -> Result<MatrixFile, String> {
    let (item, solid) = body(model, name)?;
    let structure = superelements::structure(item, &solid)
        .ok_or_else(|| format!("\"{name}\" needs a material with E, ν and density"))?
        .map_err(|error| format!("\"{name}\" has no matrices: {error}"))?;
    Ok(file(structure.exported()))
}

/// The matrices of a reduced body: six unknowns for each boundary frame, and modal coordinates.
pub fn reduced_matrices(name: &str, reduction: &Reduction) -> Result<MatrixFile, String> {
    let reason = || {
        format!(
            "\"{name}\" cannot be written in the motions of its boundary frames: it needs frames that can move independently, and no blocked directions"
        )
    };
    reduction.boundary_form().map(file).ok_or_else(reason)
}

/// Nodes are numbered from 1.
fn file(matrices: ImportedMatrices) -> MatrixFile {
    let ImportedMatrices { positions, coordinates, stiffness, mass } = matrices;
    let unknown = |c: &Coordinate| match *c {
        Coordinate::Node { node, component } => Some((u64::from(node) + 1, component)),
        Coordinate::Modal => None,
    };
    MatrixFile {
        nodes: positions.iter().enumerate().map(|(k, x)| (k as u64 + 1, *x)).collect(),
        unknowns: coordinates.iter().map(unknown).collect(),
        stiffness,
        mass,
        mesh: None,
    }
}

#[cfg(test)]
mod tests;
