//! `[[contact]]` of the teeth of two superelements.

use std::f64::consts::TAU;

use halfshaft::elements::contact::flanks::{FlankContact, FlankLaw, FlankedWheel};
use halfshaft::elements::contact::solid::SurfaceLaw;
use halfshaft::elements::superelement;
use halfshaft::gear::Wheels;
use halfshaft::tooth_contact::ContactPair;

use super::superelements::OnNodes;
use super::{Building, joints, solids};
use crate::diagnostic::Collector;
use crate::model::{Item, Model};
use crate::placed_wheels::{PlacedWheel, aligning_turn, beyond_the_middle, common_face, outside};
use crate::wheels;

/// The keys of both wheels.
const WHEELS: [&str; 2] = ["superelement", "other"];

/// Stiffness over that of Hertz's approach for flanks without local compliance.
const WITHOUT_LOCAL: f64 = 100.0;
/// Teeth that are farther beyond the middle of the spaces at the design position are a slip, in modules along the normal.
const LARGEST_OVERLAP: f64 = 0.25;
/// Axes may be tilted so much: slices of both wheels stay opposite each other.
const MAX_TILT: f64 = 0.01;

/// The drawing of a superelement with a gear mesh; `None` for others.
fn drawn(model: &Model, item: &Item, key: &str) -> Option<PlacedWheel> {
    let owner = model.items.get(item.item(key)).filter(|owner| owner.is(&superelement::KIND))?;
    PlacedWheel::of(&owner.values)
}

/// The teeth of two wheels.
pub(crate) fn teeth(building: &mut Building, item: &Item) {
    let [Some(first), Some(second)] = WHEELS.map(|key| drawn(building.model, item, key)) else { return };
    let pair = [first, second];
    let (faces, slices) = (common_face(&pair), item.count("slices") as usize);
    let width = (faces[0][1] - faces[0][0]) / slices as f64;
    let planes = |k: usize| -> Vec<f64> {
        let [from, to] = faces[k];
        (0..slices).map(|i| from + (to - from) * (i as f64 + 0.5) / slices as f64).collect()
    };
    let law = law(building.model, item, &pair);
    let mut side = |k: usize| -> Option<(OnNodes, FlankedWheel)> {
        let place = item.item(WHEELS[k]);
        let nodes = building.reduced_body(place)?;
        let mesh = &building.model.items[place].solid.as_ref()?.mesh;
        let wheel = FlankedWheel::new(nodes.body.clone(), pair[k].teeth.clone(), mesh, pair[k].place, planes(k))?;
        Some((nodes, wheel))
    };
    let [Some((first, own)), Some((second, other))] = [side(0), side(1)] else { return };
    let nodes = [(first.frame, &first.amplitudes[..]), (second.frame, &second.amplitudes[..])];
    building.builder.add_mesh(&item.name, FlankContact::new([own, other], vec![width; slices], nodes, law));
}

/// The law of the flanks: given, or what the zones of both wheels do not contain of Hertz's approach at the pitch point.
fn law(model: &Model, item: &Item, pair: &[PlacedWheel; 2]) -> FlankLaw {
    let by_default = || {
        let owners = WHEELS.map(|key| &model.items[item.item(key)]);
        let modulus = |owner: &Item| {
            let solid = owner.solid.as_ref()?;
            let poisson = owner.optional_number("poisson_ratio").or(solid.material.poisson_ratio)?;
            Some(solids::youngs_modulus(owner, solid)? / (1.0 - poisson * poisson))
        };
        let moduli = owners.map(|owner| modulus(owner).unwrap_or_default());
        let bases = [0, 1].map(|k| pair[k].teeth.0.base_radius);
        let d = pair[1].place.origin - pair[0].place.origin;
        let axis = pair[0].place.axes.column(2);
        let distance = (d - axis * axis.dot(d)).norm();
        let outside = outside(pair);
        let tangent = ((distance / (bases[1] + outside * bases[0])).powi(2) - 1.0).max(0.0).sqrt();
        let radii = bases.map(|base| base * tangent / pair[0].teeth.0.base_helix_angle.cos());
        let zone = |k: usize| {
            let count = wheels::flank_zones(&owners[k].values).map_or(1, |[along, _]| along);
            0.5 * pair[k].teeth.0.flank_length() / count as f64
        };
        let radius = radii[0] * radii[1] / (radii[1] + outside * radii[0]);
        let hertz = FlankLaw::local_stiffness(moduli, [zone(0), zone(1)], radius, item.number("line_load"));
        if item.choice("local") == "hertz" { hertz } else { hertz * WITHOUT_LOCAL }
    };
    FlankLaw {
        stiffness: item.optional_number("stiffness").unwrap_or_else(by_default),
        hysteresis: SurfaceLaw::hysteresis_of(item.number("restitution"), item.number("restitution_speed")),
        friction: item.optional_group("friction").map(|friction| joints::law(&friction)),
    }
}

/// The wheels of a contact of teeth for a loaded tooth contact analysis; `None` if they cannot mesh.
pub(super) fn contact_pair(model: &Model, item: &Item) -> Option<ContactPair> {
    let [Some(first), Some(second)] = WHEELS.map(|key| drawn(model, item, key)) else { return None };
    let pair = [first, second];
    let drawings = [0, 1].map(|k| pair[k].teeth.0.drawing);
    if drawings.iter().any(|drawing| drawing.internal) {
        return None;
    }
    let owner = model.items.get(item.item(WHEELS[0]))?;
    let solid = owner.solid.as_ref()?;
    let body = |key: &str| {
        let (_, values) = model.items.get(item.item(key))?.values.optional_variant("mesh")?;
        Some(wheels::body(values))
    };
    let d = pair[1].place.origin - pair[0].place.origin;
    let axis = pair[0].place.axes.column(2);
    let addendum = |k: usize| (drawings[k].tip_radius - pair[k].teeth.0.reference_radius) / drawings[k].module;
    let [face, _] = common_face(&pair);
    let geometry = Wheels {
        shift: drawings.map(|drawing| drawing.shift),
        addendum: [Some(addendum(0)), Some(addendum(1))],
        centre_distance: Some((d - axis * axis.dot(d)).norm()),
        face_width: Some(face[1] - face[0]),
        ..Wheels::standard(
            drawings.map(|drawing| drawing.teeth as f64),
            drawings[0].module,
            drawings[0].pressure_angle,
            drawings[0].helix_angle.abs(),
        )
    };
    Some(ContactPair {
        drawings,
        bodies: [body(WHEELS[0])?, body(WHEELS[1])?],
        geometry: geometry.geometry().ok()?,
        modifications: [pair[0].teeth.1, pair[1].teeth.1],
        misalignment: 0.0,
        young: solids::youngs_modulus(owner, solid)?,
        poisson: owner.optional_number("poisson_ratio").or(solid.material.poisson_ratio)?,
    })
}

/// Checks that both wheels are gears that can mesh.
pub(crate) fn check(model: &Model, item: &Item, out: &mut Collector) {
    for key in WHEELS {
        let Some(owner) = model.items.get(item.item(key)) else { return };
        let gear =
            owner.values.has("mesh") && owner.values.optional_variant("mesh").is_some_and(|(name, _)| name == "gear");
        if !owner.is(&superelement::KIND) || !gear {
            let message = format!("\"{}\" of contact \"{}\" is not a superelement with teeth", owner.name, item.name);
            let help = format!("name a `[[superelement]]` with `mesh = {{ type = \"gear\", … }}` as `{key}`");
            out.push(item.error("not-a-wheel", message).help(help));
            return;
        }
    }
    let [Some(first), Some(second)] = WHEELS.map(|key| drawn(model, item, key)) else { return };
    let pair = [first, second];
    let fault = |message: &str, help: &str| {
        item.error("impossible-gear", format!("\"{}\": {message}", item.name)).help(help.to_owned())
    };
    let [a, b] = [&pair[0].teeth.0, &pair[1].teeth.0];
    if a.drawing.internal {
        out.push(fault("the first wheel is a ring", "name the ring as `other`, and the wheel in it as `superelement`"));
        return;
    }
    let outside = outside(&pair);
    let axes = [0, 1].map(|k| pair[k].place.axes.column(2));
    if axes[0].cross(axes[1]).norm() > MAX_TILT || axes[0].dot(axes[1]) < 0.0 {
        out.push(fault(
            "the axes are not parallel within 10 mrad",
            "give both wheels the same `orientation` up to turns about their axes and small misalignments",
        ));
        return;
    }
    let pitches = [a, b].map(|tooth| tooth.base_radius / tooth.drawing.teeth as f64);
    let helices = a.base_helix_angle + outside * b.base_helix_angle;
    if (pitches[0] / pitches[1] - 1.0).abs() > 1e-6 || helices.abs() > 1e-6 {
        out.push(fault(
            "the teeth do not match",
            "give both wheels the same module and pressure angle, and opposite helix angles; a ring and its wheel the same helix angle",
        ));
        return;
    }
    let d = pair[1].place.origin - pair[0].place.origin;
    let distance = (d - axes[0] * axes[0].dot(d)).norm();
    let reach = b.drawing.tip_radius + outside * a.drawing.tip_radius;
    if distance <= b.base_radius + outside * a.base_radius || outside * (distance - reach) > 0.0 {
        out.push(fault("the wheels are too close or too far apart to mesh", "check their `position`"));
        return;
    }
    let [face, _] = common_face(&pair);
    if face[1] <= face[0] {
        out.push(fault("the wheels are not opposite each other", "check their `position` along the axis"));
        return;
    }
    let overlap = beyond_the_middle(&pair).abs() * pitches[0] * TAU * a.base_helix_angle.cos();
    if overlap > LARGEST_OVERLAP * a.drawing.module {
        let turn = aligning_turn(&pair).to_degrees();
        let message = format!("the teeth overlap by {:.3} mm at the design position", 1e3 * overlap);
        let help = format!(
            "turn \"{}\" by {turn:.6} deg about its axis, or remove its `orientation`: its teeth then stand in the middle of the spaces",
            model.items[item.item("other")].name
        );
        out.push(fault(&message, &help));
    }
}
