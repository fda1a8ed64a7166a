//! Shapes and materials: mass and inertia of a body from its shape.
//!
//! A body may have several shapes, placed in its axes; mass, centre of mass and inertia follow from all of them. They stay in
//! the model for drawing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::f64::consts::PI;

use halfshaft::describe::{Form, Key, Quantity, Range};
use halfshaft::elements::wheel_keys;
use toml::de::DeValue;

use crate::condition::{Absences, Presence, WHEN, presence};
use crate::document::Raw;
use crate::forms::{Around, Owner, Reader};
use crate::model::{Material, Shape, Solid, Values};
use crate::suggest::nearest;
use crate::tables::item_name;
use crate::wheels;

/// The predefined materials, with their densities in kg/m³.
pub const MATERIALS: &[(&str, f64)] = &[
    ("steel", 7850.0),
    ("stainless steel", 7900.0),
    ("cast iron", 7200.0),
    ("aluminium", 2700.0),
    ("magnesium", 1740.0),
    ("titanium", 4430.0),
    ("copper", 8960.0),
    ("brass", 8500.0),
    ("bronze", 8800.0),
    ("polyamide", 1140.0),
    ("polyacetal", 1410.0),
    ("rubber", 1100.0),
];

/// Young's moduli in Pa and Poisson's ratios of the predefined materials that beams can be made of.
pub const ELASTIC: &[(&str, f64, f64)] = &[
    ("steel", 2.1e11, 0.3),
    ("stainless steel", 2.0e11, 0.3),
    ("cast iron", 1.1e11, 0.26),
    ("aluminium", 7.0e10, 0.33),
    ("magnesium", 4.5e10, 0.29),
    ("titanium", 1.14e11, 0.34),
    ("copper", 1.2e11, 0.34),
    ("brass", 1.05e11, 0.34),
    ("bronze", 1.1e11, 0.34),
];

/// Keys of `[[material]]` besides `name`.
pub const MATERIAL: &[Key] = &[
    Key::required("density", Form::Number(Quantity::DENSITY), "mass per volume").within(Range::Positive),
    Key::optional("youngs_modulus", Form::Number(Quantity::PRESSURE), "E, for beams").within(Range::Positive),
    Key::optional("poisson_ratio", Form::Number(Quantity::NUMBER), "ν, for beams").within(Range::Between(-0.99, 0.5)),
];

const LENGTH: Form = Form::Number(Quantity::LENGTH);
const AXIS: Key = Key::with_default("axis", Form::Axis, "\"z\"", "the axis of the shape, in the body's axes");

macro_rules! shape {
    ($($key:expr),*) => {
        &[
            $($key,)*
            Key::with_default(
                "position",
                Form::Vector(Quantity::LENGTH),
                "[0, 0, 0]",
                "its centre, from the body's `position` and in the body's axes"
            ),
            Key::optional("material", Form::Text, "name of its material"),
            Key::optional("density", Form::Number(Quantity::DENSITY), "mass per volume, instead of a material")
                .within(Range::Positive),
        ]
    };
}

/// The shapes by name, each with its keys.
pub const SHAPES: &[(&str, &[Key])] = &[
    (
        "cylinder",
        shape!(
            Key::required("radius", LENGTH, "radius").within(Range::Positive),
            Key::required("length", LENGTH, "length along the axis").within(Range::Positive),
            AXIS
        ),
    ),
    (
        "tube",
        shape!(
            Key::required("outer_radius", LENGTH, "outer radius").within(Range::Positive),
            Key::required("inner_radius", LENGTH, "inner radius, smaller than the outer one").within(Range::Positive),
            Key::required("length", LENGTH, "length along the axis").within(Range::Positive),
            AXIS
        ),
    ),
    ("sphere", shape!(Key::required("radius", LENGTH, "radius").within(Range::Positive))),
    ("wheel", wheel_keys::SHAPE),
    (
        "box",
        shape!(
            Key::required("size", Form::Vector(Quantity::LENGTH), "edges along the body's x, y and z")
                .within(Range::Positive)
        ),
    ),
];

/// The materials of a file.
#[derive(Debug, Default)]
pub(crate) struct Materials {
    /// Each by its name; without density for an invalid one.
    list: BTreeMap<String, Material>,
    absent: Absences,
}

/// Reads the materials of a file.
pub(crate) fn read_materials(reader: &mut Reader, tables: &[Raw]) -> Materials {
    let mut materials = Materials::default();
    for raw in tables {
        let DeValue::Table(table) = raw.value() else { continue };
        let named = item_name(reader, "material", table, *raw);
        if let Presence::Absent(condition) = presence(&reader.environment, table, raw.source, reader.out) {
            if let Some((name, _)) = named {
                materials.absent.add(name, "material", condition);
            }
            continue;
        }
        let what = named.as_ref().map_or("this material".to_owned(), |(name, _)| format!("material \"{name}\""));
        let owner = Owner { what, source: raw.source, span: raw.span() };
        let values = reader.keys(MATERIAL, table, &Around { also: &["name", WHEN], ..Around::default() }, &owner);
        let Some((name, span)) = named else { continue };
        if materials.list.contains_key(&name) {
            let message = format!("\"{name}\" is named twice");
            reader.out.push(crate::Diagnostic::new("duplicate-name", raw.source, span, message));
        }
        let [density, youngs_modulus, poisson_ratio] =
            ["density", "youngs_modulus", "poisson_ratio"].map(|key| values.optional_number(key));
        materials.list.insert(name, Material { density, youngs_modulus, poisson_ratio });
    }
    materials
}

impl Materials {
    /// A material of the file, or a predefined one; `None` if there is none, which has been reported.
    pub(crate) fn find(&self, name: &str, raw: Raw, reader: &mut Reader) -> Option<Material> {
        if let Some(found) = self.list.get(name).copied().or_else(|| predefined(name)) {
            return Some(found);
        }
        match self.absent.fault(name) {
            Some(fault) => reader.out.push(raw.fault(fault)),
            None => {
                let known = self.list.keys().map(String::as_str).chain(MATERIALS.iter().map(|(name, _)| *name));
                let near = nearest(name, known).map(|near| format!("did you mean \"{near}\"?"));
                let error = raw.error("unknown-material", format!("there is no material \"{name}\""));
                reader.out.push(error.help(near.unwrap_or("define it in [[material]], or give `density`".into())));
            }
        }
        None
    }
}

/// A predefined material.
fn predefined(name: &str) -> Option<Material> {
    let density = MATERIALS.iter().find(|(known, _)| *known == name).map(|(_, density)| *density)?;
    let elastic = ELASTIC.iter().find(|(known, ..)| *known == name);
    Some(Material {
        density: Some(density),
        youngs_modulus: elastic.map(|(_, modulus, _)| *modulus),
        poisson_ratio: elastic.map(|(.., ratio)| *ratio),
    })
}

/// The shapes in `raw`, one or a list; `mass`: whether the mass of the body is given. `None` if one of them is invalid.
pub(crate) fn read_shapes(reader: &mut Reader, raw: Raw, mass: bool, materials: &Materials) -> Option<Vec<Shape>> {
    let list: Vec<Raw> = match raw.value() {
        DeValue::Array(list) if !list.is_empty() => list.iter().map(|node| Raw::new(node, raw.source)).collect(),
        _ => vec![raw],
    };
    let read: Vec<Option<Shape>> = list.into_iter().map(|raw| read_shape(reader, raw, mass, materials)).collect();
    read.into_iter().collect()
}

/// One shape.
fn read_shape(reader: &mut Reader, raw: Raw, mass: bool, materials: &Materials) -> Option<Shape> {
    let names = SHAPES.iter().map(|(name, _)| *name);
    let help = "write { cylinder = { radius = \"5 mm\", length = \"20 mm\", material = \"steel\" } }";
    let single = match raw.value() {
        DeValue::Table(table) if table.len() == 1 => table.iter().next(),
        _ => None,
    };
    let Some((key, node)) = single else {
        let error = raw.error("wrong-form", "`shape` must be a table with one shape");
        reader.out.push(error.label(raw.this_is()).help(help));
        return None;
    };
    let (name, inner) = (key.get_ref().as_ref(), Raw::new(node, raw.source));
    let Some((name, keys)) = SHAPES.iter().find(|(known, _)| *known == name) else {
        let error =
            crate::Diagnostic::new("unknown-shape", raw.source, key.span(), format!("there is no shape `{name}`"));
        let near = nearest(name, names.clone()).map(|near| format!("did you mean `{near}`?"));
        let all = format!("the shapes are {}", names.collect::<Vec<_>>().join(", "));
        reader.out.push(error.help(near.unwrap_or(all)));
        return None;
    };
    let DeValue::Table(table) = inner.value() else {
        let error = inner.error("wrong-form", format!("`{name}` must be a table"));
        reader.out.push(error.label(inner.this_is()).help(help));
        return None;
    };
    let owner = Owner { what: format!("a {name}"), source: raw.source, span: inner.span() };
    let values = reader.keys(keys, table, &Around::default(), &owner);
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let mut density = values.optional_number("density");
    let mut good = true;
    let mut material = values.optional_text("material");
    if let (Some(given), Some(raw)) = (&material, at("material")) {
        let name = reader.environment.word("material", given, raw, reader.out).map(Cow::into_owned);
        let found = name.as_ref().and_then(|name| materials.find(name, raw, reader)).and_then(|found| found.density);
        good &= found.is_some();
        density = density.or(found);
        material = name.or(material);
    }
    if let Some(raw) = at("density") {
        let other = if material.is_some() { "material" } else { "mass" };
        if material.is_some() || mass {
            let error = raw.error("conflicting-keys", format!("`density` cannot be combined with `{other}`"));
            reader.out.push(error.help("keep one of them"));
            good = false;
        }
    } else if density.is_none() && !mass && at("material").is_none() {
        reader.missing("material", "\"steel\"", &owner);
        good = false;
    }
    let solid = solid(reader, name, &values, inner)?;
    let position = values.optional_vector("position")?;
    (good && (mass || density.is_some())).then_some(Shape { solid, position, material, density })
}

fn solid(reader: &mut Reader, name: &str, values: &Values, raw: Raw) -> Option<Solid> {
    match name {
        "cylinder" => Some(Solid::Tube {
            inner_radius: 0.0,
            outer_radius: values.optional_number("radius")?,
            length: values.optional_number("length")?,
            axis: values.optional_axis("axis")?,
        }),
        "tube" => {
            let (inner_radius, outer_radius) =
                (values.optional_number("inner_radius")?, values.optional_number("outer_radius")?);
            if inner_radius >= outer_radius {
                let error = raw.error("out-of-range", "`inner_radius` must be smaller than `outer_radius`");
                reader.out.push(error.label(format!("{inner_radius} m inside {outer_radius} m")));
                return None;
            }
            Some(Solid::Tube {
                inner_radius,
                outer_radius,
                length: values.optional_number("length")?,
                axis: values.optional_axis("axis")?,
            })
        }
        "wheel" => {
            values.complete().then_some(())?;
            let wheel = wheels::solid(values);
            if let Err((message, help)) = &wheel {
                reader.out.push(raw.error("impossible-gear", message.clone()).help(help.clone()));
            }
            wheel.ok()
        }
        "sphere" => Some(Solid::Sphere { radius: values.optional_number("radius")? }),
        _ => Some(Solid::Box { size: values.optional_vector("size")? }),
    }
}

/// Mass, centre and inertia of several shapes together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MassProperties {
    /// In kg.
    pub mass: f64,
    /// Centre of mass, from the body's `position` and in its axes, in metres.
    pub centre: [f64; 3],
    /// About the centre of mass: xx, yy, zz, xy, yz, zx.
    pub inertia: [f64; 6],
}

impl MassProperties {
    /// Those of some shapes. A given mass is shared by their masses, or by their volumes where a density is unknown.
    ///
    /// J = Σ J_i + m_i (d²·1 − d dᵀ) with d from the common centre of mass to that of the shape (Steiner).
    pub fn of(shapes: &[Shape], given: Option<f64>) -> Option<Self> {
        let known = shapes.iter().all(|shape| shape.density.is_some());
        if shapes.is_empty() || !known && given.is_none() {
            return None;
        }
        let weight = |shape: &Shape| shape.solid.volume() * shape.density.filter(|_| known).unwrap_or(1.0);
        let all: f64 = shapes.iter().map(weight).sum();
        let mass = given.unwrap_or(all);
        // A single shape has all of the mass, and its centre, to the last digit.
        let single = shapes.len() == 1;
        let part = |shape: &Shape| if single { mass } else { weight(shape) * (mass / all) };
        let mean = |i: usize| shapes.iter().map(|s| part(s) * s.position[i]).sum::<f64>() / mass;
        let centre = if single { shapes[0].position } else { std::array::from_fn(mean) };
        let mut inertia = [0.0; 6];
        for shape in shapes {
            let (m, own) = (part(shape), shape.solid.inertia_of_unit_mass());
            let [x, y, z] = std::array::from_fn(|i| shape.position[i] - centre[i]);
            let steiner = [y * y + z * z, z * z + x * x, x * x + y * y, -x * y, -y * z, -z * x];
            inertia.iter_mut().zip(own.iter().zip(steiner)).for_each(|(j, (own, d))| *j += m * (own + d));
        }
        Some(MassProperties { mass, centre, inertia })
    }
}

impl Solid {
    /// Its volume in m³.
    pub fn volume(&self) -> f64 {
        match *self {
            Solid::Tube { inner_radius, outer_radius, length, .. } => {
                PI * (outer_radius - inner_radius) * (outer_radius + inner_radius) * length
            }
            Solid::Sphere { radius } => 4.0 / 3.0 * PI * radius.powi(3),
            Solid::Box { size: [a, b, c] } => a * b * c,
            Solid::Wheel { volume, .. } => volume,
        }
    }

    /// Its inertia tensor about its centre for a mass of 1 kg, as xx, yy, zz, xy, yz, zx.
    ///
    /// A tube of radii r and R and length l has ½ (R² + r²) about its axis n, and ¼ (R² + r²) + l²/12 across it.
    pub fn inertia_of_unit_mass(&self) -> [f64; 6] {
        match *self {
            Solid::Tube { inner_radius: r, outer_radius: ra, length: l, axis: [x, y, z] } => {
                let squares = ra * ra + r * r;
                let (along, across) = (squares / 2.0, squares / 4.0 + l * l / 12.0);
                let d = along - across;
                [across + d * x * x, across + d * y * y, across + d * z * z, d * x * y, d * y * z, d * z * x]
            }
            Solid::Sphere { radius } => {
                let same = 0.4 * radius * radius;
                [same, same, same, 0.0, 0.0, 0.0]
            }
            Solid::Box { size } => {
                let [a, b, c] = size.map(|edge| edge * edge);
                [(b + c) / 12.0, (c + a) / 12.0, (a + b) / 12.0, 0.0, 0.0, 0.0]
            }
            Solid::Wheel { along, across, axis: [x, y, z], .. } => {
                let d = along - across;
                [across + d * x * x, across + d * y * y, across + d * z * z, d * x * y, d * y * z, d * z * x]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cylinder_and_a_tube_as_in_any_table() {
        let tube = |inner_radius| Solid::Tube { inner_radius, outer_radius: 2.0, length: 3.0, axis: [0.0, 0.0, 1.0] };
        // ½ R² and ¼ R² + l²/12.
        assert_eq!(tube(0.0).inertia_of_unit_mass(), [1.75, 1.75, 2.0, 0.0, 0.0, 0.0]);
        assert_eq!(tube(1.0).inertia_of_unit_mass(), [2.0, 2.0, 2.5, 0.0, 0.0, 0.0]);
        assert_eq!(tube(1.0).volume(), 9.0 * PI);
    }

    fn shape(solid: Solid, position: [f64; 3], density: Option<f64>) -> Shape {
        Shape { solid, position, material: None, density }
    }

    #[test]
    fn a_bar_is_the_same_in_one_piece_and_in_three() {
        let piece = |length, x| shape(Solid::Box { size: [length, 2.0, 3.0] }, [x, 5.0, -1.0], Some(7.0));
        let whole = MassProperties::of(&[piece(6.0, 3.0)], None).unwrap();
        let parts = MassProperties::of(&[piece(1.0, 0.5), piece(2.0, 2.0), piece(3.0, 4.5)], None).unwrap();
        assert!((whole.mass - 252.0).abs() < 1e-12 && (parts.mass - 252.0).abs() < 1e-12);
        assert!(whole.centre.iter().zip([3.0, 5.0, -1.0]).all(|(a, b)| (a - b).abs() < 1e-14));
        assert!(whole.centre.iter().zip(parts.centre).all(|(a, b)| (a - b).abs() < 1e-14));
        assert!(whole.inertia.iter().zip(parts.inertia).all(|(a, b)| (a - b).abs() < 1e-10));
    }

    #[test]
    fn a_given_mass_is_shared_by_masses_or_by_volumes() {
        let cube = |edge: f64, x, density| shape(Solid::Box { size: [edge; 3] }, [x, 0.0, 0.0], density);
        // 1 m³ at 0 and 8 m³ at 9 m: by volumes the centre is at 8 m; with densities of 8 and 1 in the middle.
        let by_volume = MassProperties::of(&[cube(1.0, 0.0, None), cube(2.0, 9.0, Some(5.0))], Some(3.0)).unwrap();
        let by_mass = MassProperties::of(&[cube(1.0, 0.0, Some(8.0)), cube(2.0, 9.0, Some(1.0))], Some(3.0)).unwrap();
        assert_eq!((by_volume.mass, by_mass.mass), (3.0, 3.0));
        assert!((by_volume.centre[0] - 8.0).abs() < 1e-14 && (by_mass.centre[0] - 4.5).abs() < 1e-14);
        // Two halves of 1.5 kg 4.5 m from the centre, with the inertia of cubes.
        let across = 2.0 * 1.5 * 4.5 * 4.5 + 1.5 * (1.0 + 4.0) / 6.0;
        assert!((by_mass.inertia[1] - across).abs() < 1e-12);
        assert_eq!(MassProperties::of(&[cube(1.0, 0.0, None)], None), None);
    }

    #[test]
    fn a_slanted_cylinder_keeps_its_principal_moments() {
        let axis = [0.6, 0.0, 0.8];
        let [xx, yy, zz, xy, yz, zx] =
            Solid::Tube { inner_radius: 0.0, outer_radius: 2.0, length: 3.0, axis }.inertia_of_unit_mass();
        // I n = ½ R² n.
        let along = [xx * 0.6 + zx * 0.8, xy * 0.6 + yz * 0.8, zx * 0.6 + zz * 0.8];
        assert!(along.iter().zip(axis).all(|(a, n)| (a - 2.0 * n).abs() < 1e-15));
        assert_eq!(yy, 1.75);
    }

    #[test]
    fn a_sphere_and_a_cube_as_in_any_table() {
        assert_eq!(Solid::Sphere { radius: 5.0 }.inertia_of_unit_mass()[0], 10.0);
        assert_eq!(
            Solid::Box { size: [1.0, 2.0, 3.0] }.inertia_of_unit_mass()[..3],
            [13.0 / 12.0, 10.0 / 12.0, 5.0 / 12.0]
        );
        assert_eq!(Solid::Box { size: [1.0, 2.0, 3.0] }.volume(), 6.0);
    }
}
