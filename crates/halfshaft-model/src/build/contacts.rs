//! `[[contact]]`.

use halfshaft::elements::contact::Normal;
use halfshaft::elements::{FilmContact, PinInBore, PointContact, RingContact, SphereOnPlane, Spheres, StickingFaces};
use halfshaft::laws::stiffness::{self, Elastic};
use halfshaft::laws::{Film, Friction, NormalLaw, Ring};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{AddTo, Frame};

use super::{Building, joints};
use crate::diagnostic::{Collector, Diagnostic};
use crate::model::{Item, Model, Value};

/// χ of eq. 4.34 for a square: a ring has no tabulated value.
const CHI: f64 = 0.95;

impl Building<'_> {
    pub(super) fn contact(&mut self, item: &Item) {
        let friction = || item.optional_group("friction").map(|friction| joints::law(&friction));
        let [a, b] = item.between("between");
        match item.type_name() {
            "sphere_on_plane" => {
                let axes = z_along(Vec3(item.axis("normal")));
                let centre = item.optional_vector("centre").map_or_else(|| self.model.origin(b), Vec3);
                let frames = [self.frame(a, Vec3(item.vector("position")), axes), self.frame(b, centre, axes)];
                let surfaces = SphereOnPlane { radius: item.number("radius") };
                self.add(item, frames, |[a, b]| PointContact {
                    a,
                    b,
                    surfaces,
                    normal: normal(item),
                    friction: friction(),
                })
            }
            "spheres" => {
                let (frames, _) = self.ends(item);
                let radii = item.numbers("radii");
                let surfaces = Spheres { radii: [radii[0], radii[1]] };
                self.add(item, frames, |[a, b]| PointContact {
                    a,
                    b,
                    surfaces,
                    normal: normal(item),
                    friction: friction(),
                })
            }
            "pin_in_bore" => {
                let axes = z_along(Vec3(item.axis("axis")));
                let position = Vec3(item.vector("position"));
                let end = item.optional_vector("end").map_or(position, Vec3);
                let frames = [self.frame(a, position, axes), self.frame(b, end, axes)];
                let surfaces = PinInBore { pin: item.number("pin_radius"), bore: item.number("bore_radius") };
                self.add(item, frames, |[a, b]| PointContact {
                    a,
                    b,
                    surfaces,
                    normal: normal(item),
                    friction: friction(),
                })
            }
            "rings" => {
                let [a, b] = self.faces(item);
                let (ring, normal) = (ring(item), normal(item));
                self.rubbing_faces(item, |friction| RingContact { a, b, ring, normal, friction })
            }
            "film" => {
                let ([a, b], ring) = (self.faces(item), ring(item));
                let (torque, suction) = (item.switch("viscous_torque"), item.optional_number("suction_limit"));
                let film = Film::new(&ring, item.number("viscosity"), torque, suction);
                let (roughness, stiffness) = (item.number("roughness"), item.number("stiffness"));
                self.rubbing_faces(item, |friction| FilmContact { a, b, ring, film, roughness, stiffness, friction })
            }
            other => unreachable!("contact {other} is in the registry, but nothing builds it"),
        }
    }

    /// Faces with friction that is smooth, that sticks, or with none.
    fn rubbing_faces<C: AddTo>(&mut self, item: &Item, contact: impl FnOnce(Option<Friction>) -> C)
    where
        StickingFaces<C>: AddTo,
    {
        match item.optional_group("friction") {
            Some(friction) if friction.choice("law") == "stick" => {
                let kinetic = friction.number("coefficient");
                let static_ = friction.optional_number("static_coefficient").unwrap_or(kinetic);
                StickingFaces { contact: contact(None), kinetic, static_ }.add_to(&mut self.builder, &item.name)
            }
            friction => contact(friction.map(|friction| joints::law(&friction))).add_to(&mut self.builder, &item.name),
        }
    }

    /// Frames in the centres of two faces that are a clearance apart at the design position.
    fn faces(&self, item: &Item) -> [Frame; 2] {
        let [a, b] = item.between("between");
        let (position, normal) = (Vec3(item.vector("position")), Vec3(item.axis("normal")));
        let axes: Mat3 = z_along(normal);
        [self.frame(a, position, axes), self.frame(b, position + normal * item.number("clearance"), axes)]
    }
}

fn ring(item: &Item) -> Ring {
    Ring { inner_radius: item.number("inner_radius"), outer_radius: item.number("outer_radius") }
}

/// The normal law of a contact or a stop; its keys have been checked.
pub(super) fn normal(item: &Item) -> Normal {
    let (name, values) = item.optional_variant("law").expect("the key is required");
    let round = matches!(item.type_name(), "sphere_on_plane" | "spheres" | "pin_in_bore");
    let materials = values.has("materials").then(|| values.optional_list("materials")).flatten();
    let materials = materials.map(|list| materials_of(&list));
    let hertz = round && values.optional_number("stiffness").is_none();
    let n = values.optional_number("exponent").unwrap_or(if hertz { 1.5 } else { 1.0 });
    let given = values.optional_number("stiffness").or(values.optional_number("coefficient"));
    let k = given.or(materials.and_then(|m| from_materials(item, m))).unwrap_or_default();
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

/// The stiffness that Hertz' theory, or eq. 4.34 for plane faces, gives the shapes of a contact.
fn from_materials(item: &Item, materials: [Elastic; 2]) -> Option<f64> {
    match item.type_name() {
        "sphere_on_plane" => Some(stiffness::sphere_on_plane(item.number("radius"), materials)),
        "spheres" => {
            let radii = item.numbers("radii");
            Some(stiffness::spheres([radii[0], radii[1]], materials))
        }
        "pin_in_bore" => {
            stiffness::sphere_in_cylinder(item.number("pin_radius"), item.number("bore_radius"), materials)
        }
        _ => Some(stiffness::plane_faces(ring(item).area(), CHI, materials)),
    }
}

impl Model {
    /// Checks what only several keys of a contact together show.
    pub(crate) fn check_contact(&self, item: &Item, out: &mut Collector) {
        let error = |code, message: String| Diagnostic::new(code, &item.source, item.span.clone(), message);
        let name = &item.name;
        match item.type_name() {
            "rings" | "film" if item.number("inner_radius") >= item.number("outer_radius") => {
                let message = format!("`inner_radius` of \"{name}\" is not below its `outer_radius`");
                let label = format!("{} m and {} m", item.number("inner_radius"), item.number("outer_radius"));
                out.push(error("wrong-order", message).label(label));
            }
            "pin_in_bore" if item.number("pin_radius") >= item.number("bore_radius") => {
                let message = format!("the pin of \"{name}\" does not go into its bore");
                let label = format!("radii {} m and {} m", item.number("pin_radius"), item.number("bore_radius"));
                out.push(error("wrong-order", message).label(label).help("set `pin_radius` below `bore_radius`"));
            }
            _ => {}
        }
        if item.type_name() != "film" {
            check_law(item, out);
        }
    }

    /// Checks the limits of a stop and its law.
    pub(crate) fn check_stop(&self, item: &Item, out: &mut Collector) {
        let error = |code, message: String| Diagnostic::new(code, &item.source, item.span.clone(), message);
        match ["lower", "upper"].map(|key| item.optional_number(key)) {
            [None, None] => {
                let message = format!("\"{}\" has no limit", item.name);
                out.push(error("missing-key", message).help("give one of `lower`, `upper`, or both"));
            }
            [Some(lower), Some(upper)] if lower >= upper => {
                let message = format!("the limits of \"{}\" leave nothing between them", item.name);
                out.push(error("out-of-range", message).help("`upper` must be above `lower`"));
            }
            _ => {}
        }
        check_law(item, out);
    }
}

/// Checks that a normal law has one stiffness, in its unit.
fn check_law(item: &Item, out: &mut Collector) {
    let error = |code, message: String| Diagnostic::new(code, &item.source, item.span.clone(), message);
    let name = &item.name;
    let unit = if matches!(item.type_name(), "rotation_stop" | "cone_stop") { "N m/rad" } else { "N/m" };
    let Some((_, law)) = item.optional_variant("law") else { return };
    let ways = ["stiffness", "coefficient", "materials"].into_iter().filter(|key| law.has(key));
    let ways: Vec<&str> = ways.collect();
    let given: Vec<&str> = ways.iter().copied().filter(|key| law.get(key).is_some()).collect();
    if given.is_empty() {
        let message = format!("the law of \"{name}\" needs one of {}", ways.join(", "));
        out.push(error("missing-key", message).help(format!("add `stiffness = \"1e8 {unit}\"` to `law`")));
    }
    if given.len() > 1 {
        let message = format!("the law of \"{name}\" has more than one stiffness");
        out.push(error("conflicting-keys", message).help(format!("keep one of {}", given.join(", "))));
    }
    let exponent = law.optional_number("exponent").unwrap_or(1.0);
    if given == ["stiffness"] && exponent != 1.0 {
        let message = format!("`stiffness` of \"{name}\" in {unit} goes with the exponent 1 only");
        let help = format!("write `coefficient = …`, a number in {unit}^{exponent}");
        out.push(error("conflicting-keys", message).help(help));
    }
}
