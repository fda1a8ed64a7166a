//! `[[contact]]` of solids with rigid surfaces.

use halfshaft::elements::contact::solid::{
    AugmentedSolid, RigidSurface, SolidMortar, SolidOnSolid, SolidOnSurface, SurfaceLaw, UnilateralSolid,
    mean_face_area,
};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::mesh::CellFace;

use super::contacts::check_impulses;
use super::{Building, joints, solids};
use crate::diagnostic::Collector;
use crate::model::{Item, MeshedSolid, Model};
use crate::suggest::did_you_mean;

/// A surface of a solid on a plane, or on a plane ring or disc.
pub(crate) fn on_plane(building: &mut Building, item: &Item) {
    let normal = Vec3(item.axis("normal"));
    let position = Vec3(item.vector("position"));
    let (inner, outer) = (item.optional_number("inner_radius"), item.optional_number("outer_radius"));
    let inside = |x: Vec3| {
        let offset = x - position;
        let radius = (offset - normal * normal.dot(offset)).norm();
        inner.is_none_or(|inner| radius >= inner) && outer.is_none_or(|outer| radius <= outer)
    };
    on_surface(building, item, z_along(normal), RigidSurface::Plane, inside);
}

/// A surface of a solid on a cylinder.
pub(crate) fn on_cylinder(building: &mut Building, item: &Item) {
    let surface = RigidSurface::Cylinder { radius: item.number("radius"), bore: item.switch("inside") };
    on_surface(building, item, z_along(Vec3(item.axis("axis"))), surface, |_| true);
}

/// A surface of a solid on a sphere.
pub(crate) fn on_sphere(building: &mut Building, item: &Item) {
    let surface = RigidSurface::Sphere { radius: item.number("radius"), bore: item.switch("inside") };
    on_surface(building, item, Mat3::identity(), surface, |_| true);
}

fn on_surface(building: &mut Building, item: &Item, axes: Mat3, surface: RigidSurface, inside: impl Fn(Vec3) -> bool) {
    let place = item.item("solid");
    let Some((solid, faces)) = contact_faces(building.model, item, "solid", "surface") else { return };
    let law = law(&building.model.items[place], solid, &faces, item);
    let Some(mesh) = building.solid_mesh(place) else { return };
    let frame = building.frame(item.frame("on"), Vec3(item.vector("position")), axes);
    let contact = SolidOnSurface::new(&mesh, &faces, inside, frame, surface, law);
    match item.choice("method") {
        "nonsmooth" => building.builder.add_mesh(&item.name, UnilateralSolid(contact)),
        "augmented" => {
            let coefficients = item.optional_group("friction").map(|friction| {
                let kinetic = friction.number("coefficient");
                [friction.optional_number("static_coefficient").unwrap_or(kinetic), kinetic]
            });
            let body = building.builder.pose(frame.node);
            AugmentedSolid::add_to(&mut building.builder, &item.name, contact, coefficients, body);
        }
        _ => building.builder.add_mesh(&item.name, contact),
    }
}

/// Faces of the default search radius, in their sizes.
const DEFAULT_REACH: f64 = 2.0;

/// A surface of a solid on the surface of another one.
pub(crate) fn on_solid(building: &mut Building, item: &Item) {
    let places = [item.item("solid"), item.item("other")];
    let own = contact_faces(building.model, item, "solid", "surface");
    let other = contact_faces(building.model, item, "other", "other_surface");
    let (Some((solid, faces)), Some((other, other_faces))) = (own, other) else { return };
    let law = law(&building.model.items[places[0]], solid, &faces, item);
    let by_default = || {
        let nodes = |solid: &MeshedSolid, faces: &[CellFace]| -> Vec<Vec3> {
            solid.mesh.nodes_on(faces).into_iter().map(|node| solid.mesh.positions[node as usize]).collect()
        };
        let (own, others) = (nodes(solid, &faces), nodes(other, &other_faces));
        let to_nearest = |x: &Vec3| others.iter().map(|y| (*x - *y).norm()).fold(f64::INFINITY, f64::min);
        own.iter().map(to_nearest).fold(f64::INFINITY, f64::min)
            + DEFAULT_REACH * mean_face_area(&other.mesh, &other_faces).sqrt()
    };
    let radius = item.optional_number("search_radius").unwrap_or_else(by_default);
    let [Some(slave), Some(master)] = places.map(|place| building.solid_mesh(place)) else { return };
    let (slave, master) = ((&*slave, &faces[..]), (&*master, &other_faces[..]));
    match item.choice("integration") {
        "segments" => building.builder.add_mesh(&item.name, SolidMortar::new(slave, master, radius, law)),
        _ => building.builder.add_mesh(&item.name, SolidOnSolid::new(slave, master, radius, law)),
    }
}

/// Checks both surfaces of a contact of two solids.
pub(crate) fn check_on_solid(model: &Model, item: &Item, out: &mut Collector) {
    check_surface(model, item, ["solid", "surface"], out);
    check_surface(model, item, ["other", "other_surface"], out);
    if item.item("solid") == item.item("other") && item.text("surface") == item.text("other_surface") {
        let message = format!("contact \"{}\" is of a surface with itself", item.name);
        out.push(item.error("conflicting-keys", message).help("name another solid as `other`"));
    }
}

/// The solid of a key and the faces of its surface; `None` if the item is no solid or has no such faces.
fn contact_faces<'m>(
    model: &'m Model,
    item: &Item,
    solid: &str,
    surface: &str,
) -> Option<(&'m MeshedSolid, Vec<CellFace>)> {
    let solid = model.items.get(item.item(solid))?.solid.as_ref()?;
    let (_, faces) = solid.mesh.region(&item.text(surface))?;
    (!faces.is_empty()).then_some((solid, faces))
}

/// The law of a contact: given, or from the material and the mesh of the solid.
fn law(owner: &Item, solid: &MeshedSolid, faces: &[CellFace], item: &Item) -> SurfaceLaw {
    let young = solids::youngs_modulus(owner, solid).unwrap_or_default();
    let by_default = || SurfaceLaw::default_stiffness(young, mean_face_area(&solid.mesh, faces));
    let stiffness = item.optional_number("stiffness").unwrap_or_else(by_default);
    let depth = item.optional_number("damping_depth");
    SurfaceLaw {
        stiffness,
        damping: item.number("damping"),
        damping_depth: depth.unwrap_or_else(|| SurfaceLaw::default_damping_depth(young, stiffness)),
        hysteresis: 0.0,
        friction: item.optional_group("friction").map(|friction| joints::law(&friction)),
    }
}

/// Checks that a contact names a solid and a surface with faces.
pub(crate) fn check(model: &Model, item: &Item, out: &mut Collector) {
    check_surface(model, item, ["solid", "surface"], out);
    check_method(model, item, out);
}

/// Checks the same, and the radii of a ring.
pub(crate) fn check_on_plane(model: &Model, item: &Item, out: &mut Collector) {
    check(model, item, out);
    let (inner, outer) = (item.optional_number("inner_radius"), item.optional_number("outer_radius"));
    if let (Some(inner), Some(outer)) = (inner, outer)
        && inner >= outer
    {
        let message = format!("`inner_radius` of \"{}\" is not below its `outer_radius`", item.name);
        out.push(item.error("wrong-order", message).label(format!("{inner} m and {outer} m")));
    }
}

/// Checks that a contact by impulses has fixed steps and none of the keys of a penalty.
fn check_method(model: &Model, item: &Item, out: &mut Collector) {
    let method = item.choice("method");
    if method == "penalty" {
        return;
    }
    let unused = ["stiffness", "damping_depth"].into_iter().find(|key| item.get(key).is_some());
    let unused = unused.or((item.number("damping") != 0.0).then_some("damping"));
    if method == "augmented" {
        if let Some(key) = unused {
            let message = format!("contact \"{}\" without penetration has no `{key}`", item.name);
            let help = format!("remove `{key}`, or use `method = \"penalty\"`");
            out.push(item.error("conflicting-keys", message).help(help));
        }
        if item.optional_group("friction").is_some_and(|friction| friction.get("stribeck_velocity").is_some()) {
            let message = format!("friction that sticks has no `stribeck_velocity` in contact \"{}\"", item.name);
            let help = "remove `stribeck_velocity`: the static coefficient holds until a point slides";
            out.push(item.error("conflicting-keys", message).help(help));
        }
        if item.get("friction").is_some() && model.analysis.seeks_equilibrium() {
            let message = format!("contact \"{}\" without penetration has no `friction` in statics", item.name);
            let help = "remove `friction`, use `method = \"penalty\"`, or compute a motion that comes to rest";
            out.push(item.error("conflicting-keys", message).help(help));
        }
        return;
    }
    let unused = item.get("friction").map(|_| "friction").or(unused);
    check_impulses(model, item, unused, "use `method = \"penalty\"`", out);
}

fn check_surface(model: &Model, item: &Item, [solid, surface]: [&str; 2], out: &mut Collector) {
    let Some(owner) = model.items.get(item.item(solid)) else { return };
    let Some(meshed) = &owner.solid else {
        let message = format!("\"{}\" of contact \"{}\" is not a solid", owner.name, item.name);
        let help = format!("name a `[[solid]]` as `{solid}`; `on` names the body that it touches");
        out.push(item.error("not-a-solid", message).help(help));
        return;
    };
    let name = item.text(surface);
    match meshed.mesh.region(&name) {
        None => {
            let message = format!("the mesh has no surface or set \"{name}\"");
            out.push(item.error("unknown-set", message).help(did_you_mean(&name, meshed.mesh.region_names())));
        }
        Some((_, faces)) if faces.is_empty() => {
            let message = format!("\"{name}\" of solid \"{}\" has no faces for a contact", owner.name);
            let help = "name a surface, or a set that contains all nodes of some faces";
            out.push(item.error("empty-set", message).help(help));
        }
        Some(_) => {}
    }
}
