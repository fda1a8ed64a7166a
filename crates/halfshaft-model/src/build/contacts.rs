//! `[[contact]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::contact::Normal;
use halfshaft::elements::{
    FilmContact, ImpulsiveContact, PinInBore, PointContact, PreslidingFaces, RingContact, SphereOnPlane, Spheres,
    StickingFaces,
};
use halfshaft::laws::stiffness::{self, Elastic};
use halfshaft::laws::{Film, Friction, NormalLaw, Ring};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{AddTo, Frame};

use super::{Building, joints};
use crate::diagnostic::Collector;
use crate::model::{Analysis, Item, Model, Value};

/// χ of eq. 4.34 for a square: a ring has no tabulated value.
const CHI: f64 = 0.95;

/// A sphere on a plane.
pub(crate) fn sphere_on_plane(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let axes = z_along(Vec3(item.axis("normal")));
    let centre = item.optional_vector("centre").map_or_else(|| building.model.origin(b), Vec3);
    let frames = [building.frame(a, Vec3(item.vector("position")), axes), building.frame(b, centre, axes)];
    let radius = item.number("radius");
    point(building, item, frames, SphereOnPlane { radius }, |m| Some(stiffness::sphere_on_plane(radius, m)));
}

/// Two spheres.
pub(crate) fn spheres(building: &mut Building, item: &Item) {
    let (frames, _) = building.ends(item);
    let radii = item.numbers("radii");
    let radii = [radii[0], radii[1]];
    point(building, item, frames, Spheres { radii }, |m| Some(stiffness::spheres(radii, m)));
}

/// The end of a pin in a bore.
pub(crate) fn pin_in_bore(building: &mut Building, item: &Item) {
    let [a, b] = item.between("between");
    let axes = z_along(Vec3(item.axis("axis")));
    let position = Vec3(item.vector("position"));
    let end = item.optional_vector("end").map_or(position, Vec3);
    let frames = [building.frame(a, position, axes), building.frame(b, end, axes)];
    let (pin, bore) = (item.number("pin_radius"), item.number("bore_radius"));
    point(building, item, frames, PinInBore { pin, bore }, |m| stiffness::sphere_in_cylinder(pin, bore, m));
}

/// A contact in a point, with a force by a law or with impulses; `stiffness` is that of two materials by Hertz' theory.
fn point<P: halfshaft::elements::contact::Surfaces>(
    building: &mut Building,
    item: &Item,
    [a, b]: [Frame; 2],
    surfaces: P,
    stiffness: impl Fn([Elastic; 2]) -> Option<f64>,
) where
    PointContact<P>: AddTo,
{
    if let Some(("nonsmooth", values)) = item.optional_variant("law") {
        let contact = ImpulsiveContact::new(a, b, surfaces, values.number("restitution"));
        return building.builder.add_mesh(&item.name, contact);
    }
    let (normal, friction) = (normal(item, Surfaces::Round(&stiffness)), friction(item));
    building.add(item, [a, b], |[a, b]| PointContact { a, b, surfaces, normal, friction });
}

/// Two plane rings.
pub(crate) fn rings(building: &mut Building, item: &Item) {
    let [a, b] = faces(building, item);
    let ring = ring(item);
    let normal = normal(item, Surfaces::Plane { area: ring.area() });
    faces_with_friction(building, item, |friction| RingContact { a, b, ring, normal, friction });
}

/// An oil film between two plane rings.
pub(crate) fn film(building: &mut Building, item: &Item) {
    let ([a, b], ring) = (faces(building, item), ring(item));
    let (torque, suction) = (item.switch("viscous_torque"), item.optional_number("suction_limit"));
    let film = Film::new(&ring, item.number("viscosity"), torque, suction);
    let (roughness, stiffness) = (item.number("roughness"), item.number("stiffness"));
    let contact = |friction| FilmContact { a, b, ring, film, roughness, stiffness, friction };
    faces_with_friction(building, item, contact);
}

fn friction(item: &Item) -> Option<Friction> {
    item.optional_group("friction").map(|friction| joints::law(&friction))
}

/// Faces with friction that is smooth, that sticks, with presliding, or with none.
fn faces_with_friction<C: AddTo>(building: &mut Building, item: &Item, contact: impl FnOnce(Option<Friction>) -> C)
where
    StickingFaces<C>: AddTo,
    PreslidingFaces<C>: AddTo,
{
    let friction = item.optional_group("friction");
    if let Some(friction) = friction.as_ref().and_then(joints::sticking) {
        return StickingFaces { contact: contact(None), friction }.add_to(&mut building.builder, &item.name);
    }
    if let Some(law) = friction.as_ref().and_then(joints::presliding) {
        return PreslidingFaces { contact: contact(None), law }.add_to(&mut building.builder, &item.name);
    }
    contact(friction.map(|friction| joints::law(&friction))).add_to(&mut building.builder, &item.name);
}

/// Frames in the centres of two faces that are a clearance apart at the design position.
fn faces(building: &Building, item: &Item) -> [Frame; 2] {
    let [a, b] = item.between("between");
    let (position, normal) = (Vec3(item.vector("position")), Vec3(item.axis("normal")));
    let axes: Mat3 = z_along(normal);
    [building.frame(a, position, axes), building.frame(b, position + normal * item.number("clearance"), axes)]
}

fn ring(item: &Item) -> Ring {
    Ring { inner_radius: item.number("inner_radius"), outer_radius: item.number("outer_radius") }
}

/// What two surfaces are to their normal law.
pub(super) enum Surfaces<'a> {
    /// They touch in a point, with the exponent of Hertz' theory and the stiffness that it gives two materials.
    Round(&'a dyn Fn([Elastic; 2]) -> Option<f64>),
    /// Plane faces of an area in m², with the stiffness of eq. 4.34.
    Plane {
        /// In m².
        area: f64,
    },
    /// Those of a stop, which has no materials.
    Stop,
}

impl Surfaces<'_> {
    fn stiffness(&self, materials: [Elastic; 2]) -> Option<f64> {
        match self {
            Surfaces::Round(stiffness) => stiffness(materials),
            Surfaces::Plane { area } => Some(stiffness::plane_faces(*area, CHI, materials)),
            Surfaces::Stop => None,
        }
    }
}

/// The normal law of a contact or a stop; its keys have been checked.
pub(super) fn normal(item: &Item, surfaces: Surfaces) -> Normal {
    let (name, values) = item.optional_variant("law").expect("the key is required");
    let materials = values.has("materials").then(|| values.optional_list("materials")).flatten();
    let materials = materials.map(|list| materials_of(&list));
    let hertz = matches!(surfaces, Surfaces::Round(_)) && values.optional_number("stiffness").is_none();
    let n = values.optional_number("exponent").unwrap_or(if hertz { 1.5 } else { 1.0 });
    let given = values.optional_number("stiffness").or(values.optional_number("coefficient"));
    let k = given.or(materials.and_then(|materials| surfaces.stiffness(materials))).unwrap_or_default();
    let e = || values.number("restitution");
    let law = match name {
        "hertz" => NormalLaw::hertz(k, n),
        "kelvin_voigt" => NormalLaw::kelvin_voigt(k, n, values.number("damping")),
        "hunt_crossley" => NormalLaw::hunt_crossley(k, n, e()),
        "lankarani_nikravesh" => NormalLaw::lankarani_nikravesh(k, n, e()),
        "flores_machado" => NormalLaw::flores_machado(k, n, e()),
        "gonthier" => NormalLaw::gonthier(k, n, e()),
        "plastic" => NormalLaw::plastic(k, n, e()),
        other => unreachable!("law {other} is described, but nothing builds it"),
    };
    let floored = !matches!(name, "hertz" | "kelvin_voigt" | "plastic");
    Normal { law, speed_floor: if floored { values.number("speed_floor") } else { 1e-3 } }
}

fn materials_of(list: &[Value]) -> [Elastic; 2] {
    let material = |value: &Value| match value {
        Value::Group(values) => {
            Elastic { youngs_modulus: values.number("youngs_modulus"), poissons_ratio: values.number("poissons_ratio") }
        }
        other => panic!("`materials` is described as a pair of tables: {other:?}"),
    };
    [material(&list[0]), material(&list[1])]
}

/// Checks the radii of a pin and its bore, and the law.
pub(crate) fn check_pin_in_bore(model: &Model, item: &Item, out: &mut Collector) {
    let (pin, bore) = (item.number("pin_radius"), item.number("bore_radius"));
    if pin >= bore {
        let message = format!("the pin of \"{}\" does not go into its bore", item.name);
        let label = format!("radii {pin} m and {bore} m");
        out.push(item.error("wrong-order", message).label(label).help("set `pin_radius` below `bore_radius`"));
    }
    check_point(model, item, out);
}

/// Checks the law of a contact in a point.
pub(crate) fn check_point(model: &Model, item: &Item, out: &mut Collector) {
    if let Some(("nonsmooth", _)) = item.optional_variant("law") {
        let unused = item.get("friction").map(|_| "friction");
        return check_impulses(model, item, unused, "give it another `law`", out);
    }
    check_law(item, Quantity::STIFFNESS, out);
}

/// Checks that a contact by impulses has fixed steps and no key of a force; `alternative` is another way.
pub(super) fn check_impulses(model: &Model, item: &Item, unused: Option<&str>, alternative: &str, out: &mut Collector) {
    if let Some(key) = unused {
        let message = format!("contact \"{}\" by impulses has no `{key}`", item.name);
        out.push(item.error("conflicting-keys", message).help(format!("remove `{key}`, or {alternative}")));
    }
    if !matches!(model.analysis, Analysis::Transient { .. }) {
        let message = format!("contact \"{}\" by impulses is for motions only", item.name);
        out.push(item.error("conflicting-keys", message).help(format!("{alternative} in other analyses")));
    } else if model.solver.step.is_none() {
        let message = format!("contact \"{}\" by impulses needs a fixed step", item.name);
        out.push(item.error("missing-key", message).help("add `step = \"10 us\"` to [solver]"));
    }
}

/// Checks the radii of two rings, and the law.
pub(crate) fn check_rings(model: &Model, item: &Item, out: &mut Collector) {
    check_film(model, item, out);
    check_law(item, Quantity::STIFFNESS, out);
}

/// Checks the radii of the ring that an oil film fills.
pub(crate) fn check_film(model: &Model, item: &Item, out: &mut Collector) {
    joints::check_presliding(model, item, out);
    let (inner, outer) = (item.number("inner_radius"), item.number("outer_radius"));
    if inner >= outer {
        let message = format!("`inner_radius` of \"{}\" is not below its `outer_radius`", item.name);
        out.push(item.error("wrong-order", message).label(format!("{inner} m and {outer} m")));
    }
}

/// Checks that a normal law has one stiffness, in its unit.
pub(super) fn check_law(item: &Item, stiffness: Quantity, out: &mut Collector) {
    let (name, unit) = (&item.name, stiffness.unit);
    let Some((_, law)) = item.optional_variant("law") else { return };
    let ways = ["stiffness", "coefficient", "materials"].into_iter().filter(|key| law.has(key));
    let ways: Vec<&str> = ways.collect();
    let given: Vec<&str> = ways.iter().copied().filter(|key| law.get(key).is_some()).collect();
    if given.is_empty() {
        let message = format!("the law of \"{name}\" needs one of {}", ways.join(", "));
        out.push(item.error("missing-key", message).help(format!("add `stiffness = \"1e8 {unit}\"` to `law`")));
    }
    if given.len() > 1 {
        let message = format!("the law of \"{name}\" has more than one stiffness");
        out.push(item.error("conflicting-keys", message).help(format!("keep one of {}", given.join(", "))));
    }
    let exponent = law.optional_number("exponent").unwrap_or(1.0);
    if given == ["stiffness"] && exponent != 1.0 {
        let message = format!("`stiffness` of \"{name}\" in {unit} goes with the exponent 1 only");
        let help = format!("write `coefficient = …`, a number in {unit}^{exponent}");
        out.push(item.error("conflicting-keys", message).help(help));
    }
}
