//! `[[contact]]` of superelements.

use halfshaft::elements::contact::solid::SurfaceLaw;
use halfshaft::elements::contact::superelement::{Faces, Skin, SuperelementContact};
use halfshaft::elements::superelement;
use halfshaft::mesh::CellFace;

use super::superelements::OnNodes;
use super::{Building, joints, solids};
use crate::diagnostic::Collector;
use crate::model::{Item, Model};
use crate::suggest::did_you_mean;

/// The keys of both bodies and of their surfaces.
const BODIES: [[&str; 2]; 2] = [["superelement", "surface"], ["other", "other_surface"]];
/// The default reach, in sizes of faces.
const DEFAULT_REACH: f64 = 0.1;

/// Two superelements that may touch.
pub(crate) fn contact(building: &mut Building, item: &Item) {
    let form = if item.choice("faces") == "plain" { Faces::Plain } else { Faces::Smooth };
    let mut side = |[owner, surface]: [&str; 2]| -> Option<(OnNodes, Skin)> {
        let faces = faces(building.model, item, owner, surface)?;
        let nodes = building.reduced_body(item.item(owner))?;
        let skin = Skin::new(nodes.body.clone(), &faces, form, item.count("points") as usize)?;
        Some((nodes, skin))
    };
    let [Some((first, own)), Some((second, other))] = BODIES.map(&mut side) else { return };
    let sizes = [&own, &other].map(|skin| skin.mean_face_area().sqrt());
    let reach = item.optional_number("reach").unwrap_or(DEFAULT_REACH * sizes[0].max(sizes[1]));
    let stiffness = |k: usize| {
        let owner = &building.model.items[item.item(BODIES[k][0])];
        let young = owner.solid.as_ref().and_then(|solid| solids::youngs_modulus(owner, solid)).unwrap_or_default();
        SurfaceLaw::default_stiffness(young, sizes[k] * sizes[k])
    };
    let law = SurfaceLaw {
        stiffness: item.optional_number("stiffness").unwrap_or_else(|| stiffness(0).min(stiffness(1))),
        damping: 0.0,
        damping_depth: 1.0,
        hysteresis: SurfaceLaw::hysteresis_of(item.number("restitution"), item.number("restitution_speed")),
        friction: item.optional_group("friction").map(|friction| joints::law(&friction)),
    };
    let nodes = [(first.frame, &first.amplitudes[..]), (second.frame, &second.amplitudes[..])];
    building.builder.add_mesh(&item.name, SuperelementContact::new([own, other], nodes, reach, law));
}

/// The faces of a surface of a superelement; `None` if it is none, or has no such faces.
fn faces(model: &Model, item: &Item, owner: &str, surface: &str) -> Option<Vec<CellFace>> {
    let owner = model.items.get(item.item(owner)).filter(|owner| owner.is(&superelement::KIND))?;
    let (_, faces) = owner.solid.as_ref()?.mesh.region(&item.text(surface))?;
    (!faces.is_empty()).then_some(faces)
}

/// Checks that a contact names two superelements and surfaces with faces.
pub(crate) fn check(model: &Model, item: &Item, out: &mut Collector) {
    for [key, surface] in BODIES {
        let Some(owner) = model.items.get(item.item(key)) else { continue };
        let Some(meshed) = owner.solid.as_ref().filter(|_| owner.is(&superelement::KIND)) else {
            let message = format!("\"{}\" of contact \"{}\" is not a superelement", owner.name, item.name);
            out.push(item.error("not-a-superelement", message).help(format!("name a `[[superelement]]` as `{key}`")));
            continue;
        };
        let name = item.text(surface);
        match meshed.mesh.region(&name) {
            None => {
                let message = format!("the mesh of superelement \"{}\" has no surface or set \"{name}\"", owner.name);
                out.push(item.error("unknown-set", message).help(did_you_mean(&name, meshed.mesh.region_names())));
            }
            Some((_, faces)) if faces.is_empty() => {
                let message = format!("\"{name}\" of superelement \"{}\" has no faces for a contact", owner.name);
                let help = "name a surface, or a set that contains all nodes of some faces";
                out.push(item.error("empty-set", message).help(help));
            }
            Some(_) => {}
        }
    }
    if item.item("superelement") == item.item("other") {
        let message = format!("contact \"{}\" is of a superelement with itself", item.name);
        out.push(item.error("conflicting-keys", message).help("name another superelement as `other`"));
    }
}
