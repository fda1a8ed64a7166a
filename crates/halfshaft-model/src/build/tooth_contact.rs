//! The wheels of a `[[gear]]` as elastic bodies: loaded tooth contact, meshes, and the stiffness of the mesh that follows.

use std::sync::Arc;

use halfshaft::gear::{
    Geometry, Modification, SectorDivisions, Tooth, Web, WheelBody, WheelDrawing, WheelMesh, Wheels,
};
use halfshaft::laws::MeshCurve;
use halfshaft::math::Vec3;
use halfshaft::tooth_contact::{ContactFault, ContactPair, ToothContact};

use super::flank_contacts;
use super::gear_drawings::{Problem, dedendum, hand, problem, wheels};
use crate::diagnostic::Diagnostic;
use crate::model::{Item, Model, Values};
use crate::wheels::{tooth_help, wheel_help};

/// Positions of the analysis from which the rigid pair takes the stiffness, and those between them for the number of pairs.
const POSITIONS: usize = 48;
const FINER: usize = 4;
/// Steps along a fillet and along an involute that are drawn.
const DRAWN_STEPS: usize = 3;

/// The wheels of a gear pair of a model.
pub struct GearWheels {
    /// The name of the pair.
    pub name: String,
    /// The wheels; the first is A, or the pinion if A is a ring.
    pub pair: ContactPair,
    /// Backlash along the normal of the flanks, from centre distance and thinning.
    pub normal_backlash: f64,
    item: Item,
}

impl GearWheels {
    /// Their loaded contact, which takes seconds.
    pub fn contact(&self) -> Result<Arc<ToothContact>, Box<Diagnostic>> {
        self.item.contact.of(&self.pair).map_err(|fault| self.error(&fault))
    }

    /// A fault of the analysis as an error at the pair.
    pub fn error(&self, fault: &ContactFault) -> Box<Diagnostic> {
        Box::new(self.item.error("impossible-gear", format!("\"{}\": {fault}", self.name)).help(help(fault)))
    }
}

/// What to do about a pair that cannot be analysed.
fn help(fault: &ContactFault) -> &'static str {
    match fault {
        ContactFault::Tooth(_, fault) => tooth_help(fault),
        ContactFault::Mesh(_, fault) => wheel_help(fault),
        ContactFault::TooFewTeeth(_) => "give more `teeth`",
        ContactFault::Elements(_) => "check the dimensions of the wheel",
        ContactFault::Interrupted(_) => "move the axes closer, or give larger tips (`addendum`)",
        ContactFault::Interference(..) => {
            "give that wheel smaller tips, or the wheels larger profile shifts or a larger centre distance"
        }
        ContactFault::NotConverged(_) => "check the torque and the modifications of the flanks",
    }
}

fn refused(fault: ContactFault) -> Problem {
    Problem { message: fault.to_string(), help: Some(help(&fault).to_owned()) }
}

/// The pair of an item with `wheels`.
fn contact_pair(
    item: &Item,
    values: &Values,
    wheels: &Wheels,
    order: [usize; 2],
    geometry: &Geometry,
) -> Result<ContactPair, Problem> {
    let Some(face_width) = wheels.face_width else {
        return problem("the wheels have no width", "set `face_width`");
    };
    let of = |key: &str, k: usize| values.numbers(key)[order[k]];
    let helix = hand(item, wheels.helix_angle);
    let drawing = |k: usize| {
        let side = if wheels.internal && k == 1 { -1.0 } else { 1.0 };
        let r = geometry.reference_radii[k];
        let default = r - side * wheels.module * (dedendum(item) - side * wheels.shift[k]);
        let is_a = order[k] == 0;
        WheelDrawing {
            teeth: wheels.teeth[k] as usize,
            internal: side < 0.0,
            module: wheels.module,
            pressure_angle: wheels.pressure_angle,
            helix_angle: if is_a || wheels.internal { helix } else { -helix },
            shift: wheels.shift[k],
            tip_radius: geometry.tip_radii[k],
            root_radius: values.get("root_diameter").map_or(default, |_| 0.5 * of("root_diameter", k)),
            edge_radius: values.number("rack_tip_radius"),
            thinning: of("thinning", k),
        }
    };
    let body = |k: usize| {
        let hub_length = of("hub_length", k);
        let web = Web {
            rim_radius: of("rim_radius", k),
            hub_radius: of("hub_radius", k),
            thickness: of("web_thickness", k),
            hub_length: if hub_length > 0.0 { hub_length } else { face_width },
        };
        WheelBody { face_width, bore_radius: of("bore_radius", k), web: (web.rim_radius > 0.0).then_some(web) }
    };
    let modification = |k: usize| Modification {
        tip_relief: of("tip_relief", k),
        tip_relief_length: of("tip_relief_length", k),
        root_relief: of("root_relief", k),
        root_relief_length: of("root_relief_length", k),
        crowning: of("crowning", k),
        lead: of("lead_deviation", k),
        pitch: of("pitch_deviation", k),
    };
    for k in [0, 1] {
        let tooth = Tooth::new(drawing(k)).map_err(|fault| refused(ContactFault::Tooth(k, fault)))?;
        let (modification, divisions) = (modification(k), SectorDivisions::of_fineness(1));
        let coarse = WheelMesh { tooth: &tooth, body: body(k), modification, divisions, quadratic: false };
        coarse.sector().map_err(|fault| refused(ContactFault::Mesh(k, fault)))?;
    }
    Ok(ContactPair {
        drawings: [drawing(0), drawing(1)],
        bodies: [body(0), body(1)],
        geometry: *geometry,
        modifications: [modification(0), modification(1)],
        misalignment: item.optional_number("misalignment").unwrap_or(0.0),
        young: item.number("young"),
        poisson: values.number("poisson"),
    })
}

/// One flank of an external wheel of a pair with `wheels` as it is drawn, with its fillet: radii and half angles from root to tip.
pub(super) fn drawn_flank(item: &Item, wheels: &Wheels, order: [usize; 2], k: usize) -> Option<Vec<[f64; 2]>> {
    let values = item.has("wheels").then(|| item.optional_group("wheels")).flatten()?;
    let profile = wheels.profile(k, dedendum(item));
    let root_radius =
        values.get("root_diameter").map_or(profile.root_radius, |_| 0.5 * values.numbers("root_diameter")[order[k]]);
    let tooth = Tooth::new(WheelDrawing {
        teeth: wheels.teeth[k] as usize,
        internal: false,
        module: wheels.module,
        pressure_angle: wheels.pressure_angle,
        helix_angle: wheels.helix_angle,
        shift: wheels.shift[k],
        tip_radius: profile.tip_radius,
        root_radius,
        edge_radius: values.number("rack_tip_radius"),
        thinning: values.numbers("thinning")[order[k]],
    });
    let tooth = tooth.ok().filter(|_| !(wheels.internal && k == 1))?;
    let part = |i: usize| i as f64 / DRAWN_STEPS as f64;
    let fillet = (0..DRAWN_STEPS).map(|i| tooth.fillet(part(i)));
    Some(fillet.chain((0..=DRAWN_STEPS).map(|i| tooth.flank(part(i)))).collect())
}

/// The stiffness over a pitch of a pair with `variation = "contact"`; checks the wheels of any pair that has them.
pub(super) fn curve(
    item: &Item,
    wheels: &Wheels,
    order: [usize; 2],
    geometry: &Geometry,
) -> Result<Option<MeshCurve>, Problem> {
    let analysed = item.choice("variation") == "contact";
    if let Some(file) = &item.mesh_stiffness {
        if analysed || item.get("stiffness").is_some() {
            let message = "`stiffness_file` excludes `stiffness` and `variation = \"contact\"`";
            return problem(message, "remove one of them");
        }
        let curve = file.curve(geometry.base_pitch, item.number("start") * geometry.base_pitch);
        return curve.map(Some).or_else(|pitch| {
            let (own, of_file) = (1e3 * geometry.base_pitch, 1e3 * pitch);
            let message = format!(
                "the mesh stiffness file is of wheels with a base pitch of {of_file:.4} mm, these have {own:.4} mm"
            );
            problem(message, "write a file of this pair with `halfshaft gear ltca --stiffness`")
        });
    }
    let Some(values) = item.optional_group("wheels") else {
        return match analysed {
            true => problem(
                "`variation = \"contact\"` needs the wheels",
                "add `wheels = { bore_radius = […], torque = … }`",
            ),
            false => Ok(None),
        };
    };
    let pair = contact_pair(item, &values, wheels, order, geometry)?;
    if !analysed {
        return Ok(None);
    }
    if item.get("stiffness").is_some() {
        return problem("`stiffness` and `variation = \"contact\"` exclude each other", "remove one of them");
    }
    let Some(torque) = values.optional_number("torque").filter(|torque| *torque != 0.0) else {
        return problem("the analysis for `variation = \"contact\"` needs a torque", "set `torque` in `wheels`");
    };
    let contact = item.contact.of(&pair).map_err(refused)?;
    let on_first = if order[0] == 0 { torque } else { torque * wheels.teeth[0] / wheels.teeth[1] };
    let analysis = contact.analysis(on_first, FINER * POSITIONS).map_err(refused)?;
    let of = |roll: f64| geometry.base_radii[0] * (roll - geometry.working_pressure_angle.tan());
    Ok(Some(MeshCurve {
        stiffness: analysis.positions.iter().step_by(FINER).map(|position| analysis.force / position.error).collect(),
        pairs: analysis.positions.iter().map(|position| position.in_contact() as f64).collect(),
        pitch: geometry.base_pitch,
        first: of(analysis.positions[0].roll),
        start: item.number("start") * geometry.base_pitch,
    }))
}

/// The wheels of a gear pair of a model, by its name or the only one that has `wheels`.
pub fn gear_wheels(model: &Model, name: Option<&str>) -> Result<GearWheels, Box<Diagnostic>> {
    let has_wheels = |item: &&Item| match (item.kind.section, item.type_name()) {
        ("gear", "external" | "internal") => item.optional_group("wheels").is_some(),
        _ => is_teeth(item),
    };
    let pairs: Vec<&Item> = model.items.iter().filter(has_wheels).collect();
    let names = || pairs.iter().map(|item| format!("\"{}\"", item.name)).collect::<Vec<_>>().join(", ");
    let item = match (name, pairs.as_slice()) {
        (Some(name), _) => pairs.iter().find(|item| item.name == name).copied(),
        (None, [one]) => Some(*one),
        _ => None,
    };
    let Some(item) = item else {
        let message = match (name, pairs.is_empty()) {
            (_, true) => "the model has no [[gear]] with `wheels` and no [[contact]] of teeth".to_owned(),
            (Some(name), _) => format!("no [[gear]] \"{name}\" has `wheels`"),
            (None, _) => "several gear pairs have `wheels`".to_owned(),
        };
        let help = match pairs.is_empty() {
            true => {
                "add `wheels = { bore_radius = [\"10 mm\", \"15 mm\"] }` to an external or internal pair".to_owned()
            }
            false => format!("choose one with --pair: {}", names()),
        };
        return Err(Box::new(Diagnostic::new("no-wheels", &model.source, 0..0, message).help(help)));
    };
    pair_of(model, item).map_err(|problem| {
        let error = item.error("impossible-gear", format!("\"{}\": {}", item.name, problem.message));
        Box::new(error.maybe_help(problem.help))
    })
}

/// Whether an item is the contact of the teeth of two superelements.
fn is_teeth(item: &Item) -> bool {
    item.kind.section == "contact" && item.type_name() == "teeth"
}

fn pair_of(model: &Model, item: &Item) -> Result<GearWheels, Problem> {
    if is_teeth(item) {
        let Some(pair) = flank_contacts::contact_pair(model, item) else {
            return problem("these wheels do not mesh", "check their drawings and positions");
        };
        let thinning: f64 = pair.drawings.iter().map(|drawing| drawing.thinning).sum();
        let normal_backlash = pair.geometry.normal_backlash + thinning;
        return Ok(GearWheels { name: item.name.clone(), normal_backlash, pair, item: item.clone() });
    }
    let internal = item.type_name() == "internal";
    let (own, order) = wheels(item, internal);
    let (points, axis) = (model.ends(item), Vec3(item.axis("axis")));
    let d = points[1] - points[0];
    let distance = item.optional_number("centre_distance").unwrap_or((d - axis * axis.dot(d)).norm());
    let own = Wheels { centre_distance: Some(distance), ..own };
    let Ok(geometry) = own.geometry() else { return problem("these wheels do not mesh", "check `teeth` and `shift`") };
    let Some(values) = item.optional_group("wheels") else { return problem("it has no `wheels`", "add them") };
    let pair = contact_pair(item, &values, &own, order, &geometry)?;
    let thinning: f64 = pair.drawings.iter().map(|drawing| drawing.thinning).sum();
    let normal_backlash = geometry.normal_backlash + thinning;
    Ok(GearWheels { name: item.name.clone(), normal_backlash, pair, item: item.clone() })
}
