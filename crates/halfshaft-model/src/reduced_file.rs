//! A reduced body as a file: arrays for NumPy and a JSON header with the version of the format and the origin.

use halfshaft::elements::superelement::ReducedFrame;
use halfshaft::math::Vec3;
use halfshaft::mesh::Mesh;
use halfshaft::reduction::Reduction;
use halfshaft_results::digest::sha256;
use halfshaft_results::npz::Array;
use serde_json::json;

use crate::build::superelements::{Reducing, reduce_item};
use crate::model::{Item, Model};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// A body to be reduced: what the command line overrides.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// "primal" or "dual", instead of what the item says.
    pub basis: Option<String>,
    /// Number of modes, instead of what the item says.
    pub modes: Option<usize>,
}

/// A reduced body as a file, with what is reported about it.
pub struct ReducedFile {
    /// The header.
    pub header: String,
    /// The arrays.
    pub arrays: Vec<Array>,
    /// The reduction.
    pub reduction: Reduction,
    /// What the file was made from: 64 hexadecimal digits.
    pub hash: String,
}

/// Reduces an item of a model by its name; an error says why that is not possible.
pub fn reduce(model: &Model, name: &str, request: &Request) -> Result<ReducedFile, String> {
    let reducible = || model.items.iter().filter(|item| item.solid.is_some());
    let Some(item) = reducible().find(|item| item.name == name) else {
        let help = crate::suggest::did_you_mean(name, reducible().map(|item| item.name.as_str()));
        return Err(format!("the model has no superelement or solid \"{name}\"; {help}"));
    };
    let Some(solid) = &item.solid else { return Err(format!("\"{name}\" has no mesh")) };
    let reducing = Reducing { basis: request.basis.as_deref(), modes: request.modes };
    let reduction = reduce_item(item, solid, &reducing)
        .ok_or_else(|| format!("\"{name}\" needs a material with E, ν and density"))?
        .map_err(|error| format!("\"{name}\" cannot be reduced: {error}"))?;
    let arrays = arrays(&reduction, &solid.mesh);
    let hash = hash(item, request, &solid.mesh);
    let frames: Vec<&str> = reduction.body.frames.iter().map(|frame| frame.name.as_str()).collect();
    let surfaces: Vec<&str> = solid.mesh.surfaces.iter().map(|(name, _)| name.as_str()).collect();
    let header = json!({
        "format": FORMAT,
        "program": "halfshaft",
        "kind": "reduced body",
        "name": name,
        "units": "SI; amplitudes in m √kg",
        "hash": hash,
        "frames": frames,
        "surfaces": surfaces,
        "rigid_motions": reduction.rigid_motions,
        "dropped_shapes": reduction.dropped,
        "mode_frequencies_hz": reduction.mode_frequencies,
        "cells": solid.mesh.blocks.iter().map(|block| format!("{:?}", block.cell)).collect::<Vec<_>>(),
    });
    Ok(ReducedFile { header: header.to_string(), arrays, reduction, hash })
}

/// The digest of everything that a reduction depends on.
fn hash(item: &Item, request: &Request, mesh: &Mesh) -> String {
    let mut bytes = format!("{FORMAT} {request:?} {:?}", item.values).into_bytes();
    mesh.positions.iter().flat_map(|x| x.0).for_each(|x| bytes.extend(x.to_le_bytes()));
    mesh.blocks.iter().flat_map(|block| &block.nodes).for_each(|node| bytes.extend(node.to_le_bytes()));
    sha256(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn vectors<'a>(of: impl IntoIterator<Item = &'a Vec3>) -> Vec<f64> {
    of.into_iter().flat_map(|v| v.0).collect()
}

fn arrays(reduction: &Reduction, mesh: &Mesh) -> Vec<Array> {
    let (body, n) = (&reduction.body, reduction.body.count());
    let i = &body.invariants;
    let diagonal = |values: &dyn Fn(usize) -> f64| {
        (0..n * n).map(|k| if k / n == k % n { values(k / n) } else { 0.0 }).collect::<Vec<f64>>()
    };
    let frames = body.frames.len();
    let of_frames = |of: fn(&ReducedFrame) -> &Vec<Vec3>| vectors(body.frames.iter().flat_map(of));
    let nodes = mesh.positions.len();
    let mut arrays = vec![
        Array::new("mass_matrix", &[n, n], diagonal(&|_| 1.0)),
        Array::new("stiffness_matrix", &[n, n], diagonal(&|k| body.stiffness[k])),
        Array::new("mass", &[1], vec![i.mass]),
        Array::new("centre", &[3], reduction.centre.0.to_vec()),
        Array::new("first_moment", &[3], i.first_moment.0.to_vec()),
        Array::new("inertia", &[3, 3], i.inertia.0.concat()),
        Array::new("translations", &[n, 3], vectors(&i.translations)),
        Array::new("rotations", &[n, 3], vectors(&i.rotations)),
        Array::new("inertia_slopes", &[n, 6], i.inertia_slopes.concat()),
        Array::new("pairs", &[n, n, 9], i.pairs.concat()),
        Array::new("frame_positions", &[frames, 3], vectors(body.frames.iter().map(|frame| &frame.position))),
        Array::new("frame_translations", &[frames, n, 3], of_frames(|frame| &frame.translations)),
        Array::new("frame_rotations", &[frames, n, 3], of_frames(|frame| &frame.rotations)),
        Array::new("nodes", &[nodes, 3], vectors(&mesh.positions)),
        Array::new("shapes", &[n, nodes, 3], vectors(reduction.shapes.iter().flatten())),
    ];
    for (k, block) in mesh.blocks.iter().enumerate() {
        let cells = block.nodes.iter().map(|&node| f64::from(node)).collect();
        arrays.push(Array::new(format!("cells_{}", k + 1), &[block.count(), block.cell.nodes()], cells));
    }
    arrays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    fn model() -> Model {
        let text = r#"
            format = 1
            analysis = { type = "modes" }
            [[superelement]]
            name = "arm"
            mesh = { type = "block", size = [1, 0.1, 0.1], divisions = [4, 1, 1] }
            material = "steel"
            modes = 3
            boundary = [{ name = "root", on = "x-" }]
        "#;
        crate::read(&Source::new("arm.toml", text), &[]).unwrap_or_else(|wrong| panic!("{wrong:?}"))
    }

    #[test]
    fn a_reduced_body_is_a_file_that_is_read_as_it_was_written() {
        let file = reduce(&model(), "arm", &Request::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
        let bytes = halfshaft_results::npz::archive(&file.header, &file.arrays);
        assert_eq!(halfshaft_results::npz::read(&bytes), Ok((file.header.clone(), file.arrays.clone())));
        // Three modes and six residual shapes.
        assert_eq!(file.arrays.iter().find(|array| array.name == "shapes").map(|array| array.shape[0]), Some(9));
        let again = reduce(&model(), "arm", &Request::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!((again.hash, again.arrays), (file.hash.clone(), file.arrays));
        let other = Request { modes: Some(5), ..Request::default() };
        assert_ne!(reduce(&model(), "arm", &other).map(|other| other.hash).ok(), Some(file.hash));
    }

    #[test]
    fn an_unknown_body_is_refused_with_the_nearest_name() {
        let wrong = reduce(&model(), "arn", &Request::default()).err().unwrap_or_default();
        assert!(wrong.contains("\"arn\"") && wrong.contains("\"arm\""), "{wrong}");
    }
}
