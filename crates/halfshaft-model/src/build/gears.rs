//! `[[gear]]`.

use std::f64::consts::TAU;

use halfshaft::elements::gears::{Bevel, GearPair, Parallel, Rack};
use halfshaft::gear::{Geometry, Impossible, Wheels};
use halfshaft::laws::mesh::{Face, MeshLaw, MeshStiffness, ToothError, ToothFriction};
use halfshaft::laws::{Friction, Path};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::Frame;
use halfshaft_results::scene::{Derived, Teeth};

use super::gear_drawings::{Problem, dedendum, hand, problem, standard, wheels};
use super::{Building, RIGHT_ANGLE_TOLERANCE, tooth_contact};
use crate::diagnostic::Collector;
use crate::model::{Item, Model, Values};

/// Steps along a flank that is drawn.
const FLANK_STEPS: usize = 4;

/// Teeth as they stand at the design position.
struct Placed<T> {
    /// Where the frames on A and B stand.
    x: [Vec3; 2],
    /// Their axes.
    axes: [Mat3; 2],
    teeth: T,
    law: MeshLaw,
}

struct ParallelTeeth {
    base_radii: [f64; 2],
    centre_distance: f64,
    base_helix: f64,
}

struct BevelTeeth {
    radii: [f64; 2],
    shaft_angle: f64,
}

struct RackTeeth {
    radius: f64,
}

impl<T> Placed<T> {
    /// The frames on A and B, the teeth and their law, of an item that the reader has checked.
    fn of(building: &Building, item: &Item, placed: Result<Self, Problem>) -> ([Frame; 2], T, MeshLaw) {
        let Ok(Placed { x, axes, teeth, law }) = placed else {
            unreachable!("the reader has checked \"{}\"", item.name)
        };
        let bodies = item.between("between");
        ([0, 1].map(|i| building.frame(bodies[i], x[i], axes[i])), teeth, law)
    }
}

/// Two wheels with their teeth outside.
pub(crate) fn external(building: &mut Building, item: &Item) {
    parallel(building, item, false);
}

/// A wheel in a ring.
pub(crate) fn internal(building: &mut Building, item: &Item) {
    parallel(building, item, true);
}

fn parallel(building: &mut Building, item: &Item, internal: bool) {
    let (frames, teeth, law) = Placed::of(building, item, place_wheels(building.model, item, internal));
    let ParallelTeeth { base_radii, centre_distance, base_helix } = teeth;
    building.add(item, frames, |frames| GearPair {
        geometry: Parallel::new(frames, base_radii, centre_distance, base_helix),
        law,
    });
}

/// Two bevel wheels.
pub(crate) fn bevel(building: &mut Building, item: &Item) {
    let (frames, teeth, law) = Placed::of(building, item, place_bevel(item));
    let BevelTeeth { radii, shaft_angle } = teeth;
    let pressure_angle = item.number("pressure_angle");
    building.add(item, frames, |[a, b]| {
        let spiral_angle = hand(item, item.number("spiral_angle"));
        GearPair { geometry: Bevel { a, b, radii, shaft_angle, pressure_angle, spiral_angle }, law }
    });
}

/// A wheel on a rack.
pub(crate) fn rack(building: &mut Building, item: &Item) {
    let (frames, RackTeeth { radius }, law) = Placed::of(building, item, place_rack(building.model, item));
    let pressure_angle = item.number("pressure_angle");
    building.add(item, frames, |[a, b]| {
        let left = item.optional_choice("hand") == Some("left");
        let helix_angle = if left { -item.number("helix_angle") } else { item.number("helix_angle") };
        GearPair { geometry: Rack { a, b, radius, pressure_angle, helix_angle }, law }
    });
}

/// Checks that two wheels with their teeth outside mesh.
pub(crate) fn check_external(model: &Model, item: &Item, out: &mut Collector) {
    check(item, place_wheels(model, item, false), out);
}

/// Checks that a wheel meshes with its ring.
pub(crate) fn check_internal(model: &Model, item: &Item, out: &mut Collector) {
    check(item, place_wheels(model, item, true), out);
}

/// Checks that two bevel wheels mesh.
pub(crate) fn check_bevel(_: &Model, item: &Item, out: &mut Collector) {
    check(item, place_bevel(item), out);
}

/// Checks that a wheel meshes with its rack.
pub(crate) fn check_rack(model: &Model, item: &Item, out: &mut Collector) {
    check(item, place_rack(model, item), out);
}

fn check<T>(item: &Item, placed: Result<Placed<T>, Problem>, out: &mut Collector) {
    if let Err(problem) = placed {
        let error = item.error("impossible-gear", format!("\"{}\": {}", item.name, problem.message));
        out.push(error.maybe_help(problem.help));
    }
}

/// The teeth of A and B as they are drawn; none where the item is no gear pair.
pub(crate) fn teeth(item: &Item) -> Vec<Teeth> {
    match (item.kind.section, item.type_name()) {
        ("gear", "external") => wheel_teeth(item, false),
        ("gear", "internal") => wheel_teeth(item, true),
        ("gear", "bevel") => bevel_teeth(item),
        ("gear", "rack") => rack_teeth(item),
        _ => vec![],
    }
}

/// What a pair of wheels amounts to: centre distance, contact ratios, stiffness of the mesh; none where it is no gear pair.
pub(crate) fn derived(model: &Model, item: &Item) -> Vec<Derived> {
    let cylindrical = |internal: bool| {
        let points = model.ends(item);
        let axis = Vec3(item.axis("axis"));
        let d = points[1] - points[0];
        let distance = (d - axis * axis.dot(d)).norm();
        let (wheels, _) = wheels(item, internal);
        let centre_distance = item.optional_number("centre_distance").unwrap_or(distance);
        let wheels = Wheels { centre_distance: Some(centre_distance), ..wheels };
        let Ok(geometry) = wheels.geometry() else { return vec![] };
        let ratio = item.optional_number("contact_ratio").unwrap_or(geometry.transverse_contact_ratio);
        let mut list =
            vec![Derived::new("centre distance", distance, "m"), Derived::new("transverse contact ratio", ratio, "1")];
        if let Some(width) = wheels.face_width.filter(|_| wheels.helix_angle != 0.0) {
            let overlap = width * wheels.helix_angle.sin() / (0.5 * TAU * wheels.module);
            list.push(Derived::new("overlap ratio", overlap, "1"));
            list.push(Derived::new("total contact ratio", ratio + overlap, "1"));
        }
        if let Ok((mean, pair)) = stiffness_of_mesh(item, &wheels, ratio) {
            list.push(Derived::new("mean mesh stiffness", mean, "N/m"));
            list.push(Derived::new("stiffness of one pair of teeth", pair, "N/m"));
        }
        list
    };
    match (item.kind.section, item.type_name()) {
        ("gear", "external") => cylindrical(false),
        ("gear", "internal") => cylindrical(true),
        ("gear", "bevel" | "rack") => vec![Derived::new("mean mesh stiffness", item.number("stiffness"), "N/m")],
        _ => vec![],
    }
}

/// The teeth of one wheel with the hand of its helix.
fn drawn(item: &Item, wheels: &Wheels, wheel: usize, right: bool) -> Teeth {
    let profile = wheels.profile(wheel, dedendum(item));
    let tangent = wheels.helix_angle.tan();
    Teeth {
        number: wheels.teeth[wheel] as usize,
        pitch: wheels.transverse_pitch(),
        reference_radius: profile.reference_radius,
        cone_angle: 0.0,
        helix: if right { tangent } else { -tangent },
        internal: wheels.internal && wheel == 1,
        flank: profile.flank(FLANK_STEPS),
    }
}

/// Whether the helix of A is right-handed; it is where no hand is given.
fn is_right_handed(item: &Item) -> bool {
    hand(item, 1.0) > 0.0
}

fn wheel_teeth(item: &Item, internal: bool) -> Vec<Teeth> {
    let (wheels, order) = wheels(item, internal);
    let right = [is_right_handed(item), is_right_handed(item) == internal];
    let teeth = |end: usize| {
        let teeth = drawn(item, &wheels, order[end], right[end]);
        let flank = tooth_contact::drawn_flank(item, &wheels, order, order[end]);
        Teeth { flank: flank.unwrap_or(teeth.flank), ..teeth }
    };
    vec![teeth(0), teeth(1)]
}

/// A bevel wheel has the teeth of a cylindrical one of z/cos γ teeth on its developed back cone (Tredgold).
fn bevel_teeth(item: &Item) -> Vec<Teeth> {
    let ([a, b], teeth) = ([item.axis("axis_a"), item.axis("axis_b")].map(Vec3), item.numbers("teeth"));
    let (cones, right) = (cone_angles(a.dot(b), [teeth[0], teeth[1]]), is_right_handed(item));
    let virtual_teeth = [0, 1].map(|i| teeth[i] / cones[i].cos());
    let wheels = standard(item, virtual_teeth, item.number("spiral_angle"));
    let of = |i: usize| Teeth {
        number: teeth[i] as usize,
        cone_angle: cones[i],
        ..drawn(item, &wheels, i, right == (i == 0))
    };
    vec![of(0), of(1)]
}

fn rack_teeth(item: &Item) -> Vec<Teeth> {
    let teeth = item.count("teeth") as f64;
    let wheels = standard(item, [teeth; 2], item.number("helix_angle"));
    let wheel = drawn(item, &wheels, 0, item.optional_choice("hand") != Some("left"));
    let rack =
        Teeth { number: 0, reference_radius: 0.0, flank: wheels.rack_flank(dedendum(item)).to_vec(), ..wheel.clone() };
    vec![wheel, rack]
}

/// γ of both wheels of a bevel pair, from the cosine of the angle between their axes: tan γ_A = sin Σ/(z_B/z_A + cos Σ).
fn cone_angles(cosine: f64, teeth: [f64; 2]) -> [f64; 2] {
    let angle = cosine.clamp(-1.0, 1.0).acos();
    let gamma = angle.sin().atan2(teeth[1] / teeth[0] + cosine);
    [gamma, angle - gamma]
}

/// Places two wheels on parallel axes, or says why they cannot mesh.
fn place_wheels(model: &Model, item: &Item, internal: bool) -> Result<Placed<ParallelTeeth>, Problem> {
    check_hands(item, item.number("helix_angle"), internal)?;
    let axis = Vec3(item.axis("axis"));
    let points = model.ends(item);
    let plane = item.optional_vector("plane").map_or(points[0], Vec3);
    let x = points.map(|point| point + axis * axis.dot(plane - point));
    let d = x[1] - x[0];
    let distance = d.norm();
    let module = item.number("module");
    if distance < 1e-6 * module {
        let apart = (points[1] - points[0]).norm();
        return match apart > 1e-6 * module {
            true => problem(
                format!("the wheels stand one behind the other along `axis`, {:.4} mm apart", 1e3 * apart),
                "`axis` is the direction that the wheels turn about, not the one from A to B",
            ),
            false => problem(
                "the axes of the two wheels coincide",
                "set `position_a`, `position_b` or the bodies' own, or another `axis`",
            ),
        };
    }
    let centre_distance = item.optional_number("centre_distance").unwrap_or(distance);
    let (wheels, order) = wheels(item, internal);
    let wheels = Wheels { centre_distance: Some(centre_distance), ..wheels };
    let geometry = wheels.geometry().or_else(|why| match why {
        Impossible::RingTooSmall => {
            problem("an internal pair needs a wheel with more teeth than the other", "is it an external pair?")
        }
        Impossible::TooClose(least) => problem(
            format!("these wheels do not mesh with their axes {:.4} mm apart", 1e3 * centre_distance),
            format!("their base circles need at least {:.4} mm", 1e3 * least),
        ),
        Impossible::NoWorkingAngle => {
            problem("no distance of the axes is without play with these profile shifts", "check `shift`")
        }
    })?;
    check_tips(item, &wheels, &geometry, distance)?;
    let law = cylindrical_law(item, &wheels, order, &geometry)?;
    let e = d * (1.0 / distance);
    let axes = Mat3::from_columns([e, axis.cross(e), axis]);
    let base = order.map(|i| geometry.base_radii[i]);
    let base_radii = [base[0], if internal { -base[1] } else { base[1] }];
    let base_helix = hand(item, geometry.base_helix_angle);
    let teeth = ParallelTeeth { base_radii, centre_distance, base_helix };
    Ok(Placed { x, axes: [axes; 2], teeth, law })
}

/// Places two bevel wheels, or says why they cannot mesh.
fn place_bevel(item: &Item) -> Result<Placed<BevelTeeth>, Problem> {
    check_hands(item, item.number("spiral_angle"), false)?;
    let [a, b] = [Vec3(item.axis("axis_a")), Vec3(item.axis("axis_b"))];
    let cosine = a.dot(b);
    if cosine.abs() > 1.0 - 1e-9 {
        return problem("the axes of a bevel pair must meet at an angle", "set `axis_a` and `axis_b`");
    }
    let axes = |n: Vec3, other: Vec3| {
        let e = other - n * n.dot(other);
        let e = e * (1.0 / e.norm());
        Mat3::from_columns([e, n.cross(e), n])
    };
    let scale = 0.5 * item.number("module") / item.number("spiral_angle").cos();
    let teeth = item.numbers("teeth");
    let radii = [teeth[0] * scale, teeth[1] * scale];
    let apex = Vec3(item.vector("position"));
    // The wheels roll like cylindrical ones on their back cones, of the radii r/cos γ (Tredgold).
    let cones = cone_angles(cosine, [teeth[0], teeth[1]]);
    let module = item.number("module");
    let meshing = Meshing::of_item(item, item.number("spiral_angle"), |alpha| {
        (0..2).map(|i| to_the_tips(radii[i] / cones[i].cos(), module, alpha)).sum()
    });
    let law = simple_law(item, &meshing)?;
    let teeth = BevelTeeth { radii, shaft_angle: cosine.acos() };
    Ok(Placed { x: [apex; 2], axes: [axes(a, b), axes(b, a)], teeth, law })
}

/// Places a wheel on a rack, or says why they cannot mesh.
fn place_rack(model: &Model, item: &Item) -> Result<Placed<RackTeeth>, Problem> {
    let (axis, normal) = (Vec3(item.axis("axis")), Vec3(item.axis("normal")));
    if item.number("helix_angle") != 0.0 && item.get("hand").is_none() {
        return problem(
            "teeth at an angle need `hand`: it decides which way they push along the axis",
            "add `hand = \"right\"`",
        );
    }
    if axis.dot(normal).abs() > RIGHT_ANGLE_TOLERANCE {
        return problem("`normal` must be at right angles to `axis`", "it points from the wheel's centre to the rack");
    }
    let [a, _] = item.between("between");
    let point = item.optional_vector("position_a").map_or_else(|| model.origin(a), Vec3);
    let plane = item.optional_vector("plane").map_or(point, Vec3);
    let x = point + axis * axis.dot(plane - point);
    let axes = Mat3::from_columns([normal, axis.cross(normal), axis]);
    let radius = 0.5 * item.count("teeth") as f64 * item.number("module") / item.number("helix_angle").cos();
    let module = item.number("module");
    let meshing = Meshing::of_item(item, item.number("helix_angle"), |alpha| {
        to_the_tips(radius, module, alpha) + module / alpha.sin()
    });
    let law = simple_law(item, &meshing)?;
    Ok(Placed { x: [x; 2], axes: [axes; 2], teeth: RackTeeth { radius }, law })
}

/// Refuses wheels whose teeth do not reach each other, at the distance that is given or at the one they stand at.
fn check_tips(item: &Item, wheels: &Wheels, geometry: &Geometry, distance: f64) -> Result<(), Problem> {
    let placed = Wheels { centre_distance: Some(distance), ..*wheels };
    let actual = placed.geometry().ok();
    if item.get("contact_ratio").is_none()
        && let Some(apart) =
            [Some(geometry), actual.as_ref()].into_iter().flatten().find(|g| g.transverse_contact_ratio <= 0.0)
    {
        let [a, b] = apart.tip_radii;
        let most = if wheels.internal { b - a } else { a + b };
        let (reach, word) = (1e3 * most.abs(), if wheels.internal { "beyond" } else { "within" });
        return problem(
            format!("the teeth do not meet with their axes {:.4} mm apart", 1e3 * apart.centre_distance),
            format!(
                "their tips meet {word} {reach:.4} mm, and without play they stand {:.4} mm apart: move a wheel, or check \
                 `module`, `teeth` and `addendum`",
                1e3 * apart.zero_backlash_distance
            ),
        );
    }
    Ok(())
}

/// Like hands mesh inside a ring, unlike ones outside.
fn check_hands(item: &Item, angle: f64, internal: bool) -> Result<(), Problem> {
    if angle == 0.0 {
        return Ok(());
    }
    if item.get("hand").is_none() {
        let hands = if internal { "[\"right\", \"right\"]" } else { "[\"right\", \"left\"]" };
        return problem(
            "teeth at an angle need `hand`: it decides which way they push along the axis",
            format!("add `hand = {hands}`"),
        );
    }
    let hands = item.choices("hand");
    match (internal, hands[0] == hands[1]) {
        (true, false) => problem("the helices of an internal pair must have the same hand", "change `hand`"),
        (false, true) => problem("the helices of an external pair must have opposite hands", "change `hand`"),
        _ => Ok(()),
    }
}

fn cylindrical_law(item: &Item, wheels: &Wheels, order: [usize; 2], geometry: &Geometry) -> Result<MeshLaw, Problem> {
    let teeth = Meshing {
        pitch: geometry.base_pitch,
        ratio: geometry.transverse_contact_ratio,
        base_helix: geometry.base_helix_angle,
    };
    let (mean, pair) = stiffness_of_mesh(item, wheels, teeth.ratio(item))?;
    let mut law = MeshLaw { face: face(item, wheels.face_width)?, ..law_along_path(item, &teeth, mean, pair)? };
    if let Some(curve) = tooth_contact::curve(item, wheels, order, geometry)? {
        law.stiffness = MeshStiffness::Analysed(curve);
    }
    Ok(law)
}

/// The mean stiffness of a mesh and that of one pair of teeth: as given, or by ISO 6336-1.
fn stiffness_of_mesh(item: &Item, wheels: &Wheels, ratio: f64) -> Result<(f64, f64), Problem> {
    match (item.optional_number("stiffness"), wheels.face_width) {
        (Some(mean), _) => Ok((mean, of_a_pair(mean, ratio))),
        (None, Some(width)) => {
            let stiffness = wheels.stiffness(item.number("young"), dedendum(item));
            let Some((stiffness, _)) = stiffness else {
                return problem("no stiffness follows from these teeth", "set `stiffness`");
            };
            Ok((stiffness.mean * width, stiffness.single * width))
        }
        (None, None) => {
            problem("the mesh has no stiffness", "set `stiffness`, or `face_width` for the one of ISO 6336")
        }
    }
}

/// The face over a part of which teeth may touch, where that is asked for.
fn face(item: &Item, width: Option<f64>) -> Result<Option<Face>, Problem> {
    match (item.optional_number("misalignment"), width) {
        (Some(misalignment), Some(width)) => Ok(Some(Face { width, misalignment })),
        (Some(_), None) => problem("contact over a part of the face needs its width", "set `face_width`"),
        (None, _) => Ok(None),
    }
}

/// How the teeth of a pair follow each other on the path of contact.
struct Meshing {
    /// Base pitch, transverse.
    pitch: f64,
    /// Transverse contact ratio by the form of the teeth.
    ratio: f64,
    base_helix: f64,
}

impl Meshing {
    /// Teeth with the item's module and pressure angle; `length` is that of their path of contact, from the transverse
    /// pressure angle.
    fn of_item(item: &Item, helix_angle: f64, length: impl FnOnce(f64) -> f64) -> Self {
        let alpha = item.number("pressure_angle");
        let transverse = (alpha.tan() / helix_angle.cos()).atan();
        let pitch = 0.5 * TAU * item.number("module") / helix_angle.cos() * transverse.cos();
        let base_helix = (helix_angle.sin() * alpha.cos()).asin();
        Meshing { pitch, ratio: length(transverse) / pitch, base_helix }
    }

    fn ratio(&self, item: &Item) -> f64 {
        item.optional_number("contact_ratio").unwrap_or(self.ratio)
    }
}

/// The length of the path of contact from the pitch point to the tip circle of a wheel: √(r_a² − r_b²) − r sin α_t.
fn to_the_tips(radius: f64, addendum: f64, transverse: f64) -> f64 {
    let (sine, cosine) = transverse.sin_cos();
    let (tip, base) = (radius + addendum, radius * cosine);
    (tip * tip - base * base).sqrt() - radius * sine
}

/// The stiffness of one pair of teeth, where that of a mesh with this contact ratio is `mean` (ISO 6336-1).
fn of_a_pair(mean: f64, ratio: f64) -> f64 {
    mean / (0.75 * ratio + 0.25)
}

/// The law of a pair whose stiffness is given.
fn simple_law(item: &Item, teeth: &Meshing) -> Result<MeshLaw, Problem> {
    let mean = item.number("stiffness");
    let law = law_along_path(item, teeth, mean, of_a_pair(mean, teeth.ratio(item)))?;
    Ok(MeshLaw { face: face(item, item.optional_number("face_width"))?, ..law })
}

/// The law of a pair with the stiffness of the mesh and of one pair of teeth.
fn law_along_path(item: &Item, teeth: &Meshing, mean: f64, pair: f64) -> Result<MeshLaw, Problem> {
    let (pitch, ratio, width) = (teeth.pitch, teeth.ratio(item), item.optional_number("face_width"));
    let path = Path {
        length: ratio * pitch,
        pitch,
        overlap: width.unwrap_or(0.0) * teeth.base_helix.tan(),
        start: item.number("start") * pitch,
        engagement: item.number("engagement") * pitch,
    };
    let along_path = item.choice("variation") == "teeth"
        || item.optional_variant("friction").is_some_and(|(name, _)| name == "sliding");
    if along_path && ratio <= 0.0 {
        return problem("the tips of these teeth do not reach each other", "check `addendum`, or set `contact_ratio`");
    }
    if along_path && teeth.base_helix > 0.0 && width.is_none() {
        return problem("the contact of a helical pair along its path needs its width", "set `face_width`");
    }
    let stiffness = match item.choice("variation") {
        "teeth" => MeshStiffness::Teeth { pair, path },
        _ => MeshStiffness::Constant(mean),
    };
    let friction = item.optional_variant("friction").map(|(name, values)| {
        let law = friction(values);
        match name {
            "sliding" => ToothFriction::Path { law, path },
            _ => ToothFriction::Mean { law, arm: values.optional_number("arm").unwrap_or(0.25 * path.length) },
        }
    });
    let error = item.optional_group("error").map(|error| ToothError {
        amplitude: error.number("amplitude"),
        wave_number: TAU * error.count("harmonic") as f64 / pitch,
        phase: error.number("phase"),
    });
    Ok(MeshLaw {
        stiffness,
        damping: item.number("damping"),
        damping_depth: item.number("damping_depth"),
        backlash: item.number("backlash"),
        error,
        face: None,
        friction,
    })
}

fn friction(values: &Values) -> Friction {
    Friction::Regularised { coefficient: values.number("coefficient"), velocity: values.number("velocity") }
}
