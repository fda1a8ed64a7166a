//! A beam, or a frame of beams, as a free body that can be reduced: its matrices at the design position.

use halfshaft::elements::solid::Attached;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::Mesh;
use halfshaft::reduction::AssembledElements;

use crate::kinds::BEAMS;
use crate::matrices::ImportedBody;
use crate::model::{Beam, BodyRef, GivenBody, Item, MeshedSolid, Model, Reduced, SolidAttachment};
use crate::suggest::did_you_mean;

/// The matrices of a beam of a model. Each of its nodes is a set of one node, under its name behind that of the beam.
pub(crate) fn beam_body(model: &Model, name: Option<&str>) -> Result<ImportedBody, String> {
    let beams = || model.items.iter().filter(|item| item.kind.section == BEAMS && item.beam.is_some());
    let item = match (name, beams().count()) {
        (Some(name), _) => beams().find(|item| item.name == name).ok_or_else(|| {
            format!("it has no beam \"{name}\"; {}", did_you_mean(name, beams().map(|item| item.name.as_str())))
        })?,
        (None, 1) => beams().next().ok_or("it has no beam")?,
        (None, count) => return Err(format!("it has {count} beams: say which one with `beam`")),
    };
    of_item(model, item)
}

/// A beam of a model as a body that can be reduced: its boundary frames are the points with names, and without any its ends.
pub(crate) fn beam_solid(model: &Model, item: &Item, beam: &Beam) -> Result<MeshedSolid, String> {
    let body = of_item(model, item)?;
    let own = |name: &str| name.parse::<u64>().is_err() && !name.contains(' ');
    let mut sets: Vec<&(String, Vec<u32>)> = body.mesh.node_sets.iter().filter(|(name, _)| own(name)).collect();
    if let (true, [first, .., last]) = (sets.is_empty(), body.mesh.node_sets.as_slice()) {
        sets = vec![first, last];
    }
    let attachment = |(name, nodes): &&(String, Vec<u32>)| {
        let origin = body.mesh.positions[nodes[0] as usize];
        let nodes = Attached::on_nodes(&body.mesh, nodes, origin, &Mat3::identity());
        SolidAttachment { body: BodyRef::Ground, name: name.clone(), rigid: false, nodes }
    };
    Ok(MeshedSolid {
        fixed: vec![false; body.mesh.positions.len()],
        attachments: sets.iter().map(attachment).collect(),
        mesh: body.mesh.clone().into(),
        material: beam.material,
        pressures: vec![],
        points: vec![],
        given: GivenBody { matrices: Some(body.into()), ..GivenBody::default() },
        reduced: Reduced::default(),
    })
}

fn of_item(model: &Model, item: &Item) -> Result<ImportedBody, String> {
    let name = &item.name;
    if item.beam.as_ref().is_some_and(|beam| beam.nodes.contains(&BodyRef::Ground)) {
        return Err(format!("beam \"{name}\" is clamped to the ground; a body that is reduced is free"));
    }
    let system = model.build_beam(name);
    let within = format!("{name}/");
    let found = AssembledElements::new(&system, |element| element.starts_with(&within))
        .ok_or_else(|| format!("beam \"{name}\" has hinged members, which matrices cannot have"))?;
    let own = |node: &str| node.strip_prefix(&within).unwrap_or(node).to_owned();
    let sets = found.nodes.iter().enumerate().map(|(k, node)| (own(node), vec![k as u32])).collect();
    let positions: Vec<Vec3> = found.matrices.positions.clone();
    let mesh = Mesh { positions, node_sets: sets, ..Mesh::default() };
    Ok(ImportedBody { matrices: found.matrices, mesh, numbers: vec![] })
}
