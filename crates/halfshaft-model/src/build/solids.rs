//! `[[solid]]`: elasticity, inertia, weight, pressures and attachments.

use std::sync::Arc;

use halfshaft::elements::Spherical;
use halfshaft::elements::solid::{
    Elastic, Law, MeanFrame, SolidElasticity, SolidInertia, SolidMesh, SolidWeight, SurfacePressure,
};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{AddTo, Frame, NodeId};

use super::Building;
use crate::diagnostic::Collector;
use crate::model::{Analysis, Item, MeshedSolid, Model};

/// A solid with everything on it.
pub(crate) fn solid(building: &mut Building, item: &Item) {
    let Some(solid) = &item.solid else { return };
    let Some((elastic, density)) = material(item, solid) else { return };
    let place = building.model.items.iter().position(|other| std::ptr::eq(other, item));
    let Some(mesh) = place.and_then(|place| building.solid_mesh(place)) else { return };
    let plain = item.choice("element") == "hex8-plain";
    let builder = &mut building.builder;
    builder.add_mesh(&item.name, SolidElasticity::new(mesh.clone(), elastic, item.number("damping"), plain));
    let lumped = item.choice("mass_matrix") == "lumped";
    let inertia = SolidInertia::new(mesh.clone(), density, item.number("mass_damping"), lumped);
    let light = light_nodes(item, solid);
    builder.add_mesh(&item.name, inertia.with_light_nodes(|node| light[node as usize]));
    let gravity = Vec3(building.model.gravity);
    if gravity != Vec3::zero() {
        builder.add_mesh(&item.name, SolidWeight::new(mesh.clone(), density, gravity));
    }
    let pressures = item.optional_list("pressure").unwrap_or_default();
    for (given, faces) in pressures.iter().zip(&solid.pressures) {
        let pressure = given.as_group().function("pressure");
        builder.add_mesh(&item.name, SurfacePressure::new(mesh.clone(), faces, pressure));
    }
    for attachment in &solid.attachments {
        let (body, name) = (building.node(attachment.body), format!("{}/{}", item.name, attachment.name));
        let node = |k: u32| mesh.nodes[k as usize];
        if !attachment.rigid {
            building.builder.add_mesh(name, MeanFrame::new(body, attachment.nodes.clone(), node));
            continue;
        }
        for point in &attachment.nodes {
            let a = Frame { node: body, offset: point.position, axes: Mat3::identity() };
            let fixed = solid.mesh.positions[point.node as usize];
            let b = match node(point.node) {
                NodeId::GROUND => Frame { node: NodeId::GROUND, offset: fixed, axes: Mat3::identity() },
                moving => Frame { node: moving, offset: Vec3::zero(), axes: Mat3::identity() },
            };
            Spherical { a, b }.add_to(&mut building.builder, &name);
        }
    }
}

/// The nodes of a solid that keep little of their mass.
fn light_nodes(item: &Item, solid: &MeshedSolid) -> Vec<bool> {
    let mut light = vec![false; solid.mesh.positions.len()];
    let regions = item.optional_list("light_surfaces").unwrap_or_default();
    let nodes = regions.iter().filter_map(|name| solid.mesh.region(name.as_text())).flat_map(|(nodes, _)| nodes);
    nodes.for_each(|node| light[node as usize] = true);
    light
}

impl Building<'_> {
    /// The mesh of a solid with its nodes, which are made when something needs them first; `None` for items that are no solids.
    pub(super) fn solid_mesh(&mut self, place: usize) -> Option<Arc<SolidMesh>> {
        let item = &self.model.items[place];
        let solid = item.solid.as_ref()?;
        if let Some(mesh) = &self.meshes[place] {
            return Some(mesh.clone());
        }
        let [velocity, spin, about] = ["velocity", "angular_velocity", "about"].map(|key| Vec3(item.vector(key)));
        let mut nodes = Vec::with_capacity(solid.fixed.len());
        for (k, (x, fixed)) in solid.mesh.positions.iter().zip(&solid.fixed).enumerate() {
            nodes.push(match fixed {
                true => NodeId::GROUND,
                false => {
                    let name = format!("{}/node {}", item.name, k + 1);
                    self.builder.point_node(name, *x, velocity + spin.cross(*x - about))
                }
            });
        }
        let mesh = Arc::new(SolidMesh { mesh: (*solid.mesh).clone(), nodes });
        self.meshes[place] = Some(mesh.clone());
        Some(mesh)
    }
}

/// The axes of a mesh in the model frame at the design position.
pub(super) fn axes(item: &Item) -> Mat3 {
    let turn = item.optional_rotation("orientation");
    turn.map_or(Mat3::identity(), |turn| super::rotation(turn).matrix())
}

/// Young's modulus of a solid, in Pa; `None` if it is missing.
pub(super) fn youngs_modulus(item: &Item, solid: &MeshedSolid) -> Option<f64> {
    item.optional_number("youngs_modulus").or(solid.material.youngs_modulus)
}

/// Elasticity and density; `None` if something is missing.
fn material(item: &Item, solid: &MeshedSolid) -> Option<(Elastic, f64)> {
    let young = youngs_modulus(item, solid)?;
    let poisson = item.optional_number("poisson_ratio").or(solid.material.poisson_ratio)?;
    let density = item.optional_number("density").or(solid.material.density)?;
    let law = if item.choice("law") == "linear" { Law::SaintVenantKirchhoff } else { Law::NeoHookean };
    Some((Elastic::new(law, young, poisson), density))
}

/// Checks the material of a solid, and whether anything holds it.
pub(crate) fn check(model: &Model, item: &Item, out: &mut Collector) {
    let Some(solid) = &item.solid else { return };
    if material(item, solid).is_none() {
        let message = format!("solid \"{}\" needs a material with E, ν and density", item.name);
        let help = "add `material = \"steel\"`, or `youngs_modulus`, `poisson_ratio` and `density`";
        out.push(item.error("missing-key", message).help(help));
    }
    if item.get("light_surfaces").is_some() && item.choice("mass_matrix") != "lumped" {
        let message = format!("`light_surfaces` of solid \"{}\" needs a lumped mass", item.name);
        out.push(item.error("conflicting-keys", message).help("add `mass_matrix = \"lumped\"`"));
    }
    for attachment in &solid.attachments {
        if attachment.name.is_empty() || attachment.name.contains(['.', '/']) || attachment.name.starts_with("node ") {
            let message = format!("\"{}\" cannot name an attachment of solid \"{}\"", attachment.name, item.name);
            out.push(item.error("bad-name", message).help("write letters without `.` and `/`"));
        }
        if attachment.nodes.iter().all(|point| solid.fixed[point.node as usize]) {
            let message = format!("attachment \"{}\" is on nodes that never move", attachment.name);
            out.push(item.error("bad-attachment", message).help("attach to the ground instead"));
        }
    }
    let held = |other: &Item| {
        let acts = !matches!((other.kind.section, other.type_name()), ("sensor", _) | ("force", "load"));
        acts && solid.attachments.iter().any(|attachment| other.touches(attachment.body))
    };
    if matches!(model.analysis, Analysis::Statics) && !solid.fixed.contains(&true) && !model.items.iter().any(held) {
        let message = format!("solid \"{}\" is not connected to anything", item.name);
        let help = "hold a surface with `fixed = [\"x-\"]`, or connect an attachment by a joint or a spring";
        out.push(item.error("unconnected-solid", message).help(help));
    }
}
