//! `[[beam]]`: elements, inertia, weight and distributed loads.

use std::collections::BTreeMap;

use halfshaft::describe::Quantity;
use halfshaft::elements::beam::section::{Outline, Section, corners};
use halfshaft::elements::beam::three_node::inertia::{Gram, gram, lumped, row_sums};
use halfshaft::elements::beam::three_node::{self, SectionPoint};
use halfshaft::elements::beam::{Profile, Stiffness, massless};
use halfshaft::elements::load::Axes;
use halfshaft::elements::signals::Input;
use halfshaft::elements::{
    BeamElement, BeamInertia, BeamLoad, BeamWeight, ThreeNodeBeam, ThreeNodeInertia, ThreeNodeLoad, ThreeNodeWeight,
    Universal,
};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::AddTo;

use super::Building;
use crate::diagnostic::Collector;
use crate::model::{Analysis, Beam, BeamMiddle, BeamPiece, BodyRef, Item, Model, Value, Values};

/// The numbers of a section: stiffness, mass and moments of inertia for each length.
struct Numbers {
    stiffness: massless::Section,
    mass: f64,
    inertia: [f64; 3],
    section: Section,
}

/// Number of straight segments in the picture of a beam, and the largest number for each element.
const SEGMENTS: usize = 48;
const MOST_SEGMENTS: usize = 24;
/// Smallest number of intervals between the sections of a taper at which stresses are computed.
const LEAST_INTERVALS: usize = 4;
/// Smallest height and width of a beam in pictures, relative to its extent, where its stiffness alone is given.
const THINNEST: f64 = 4e-3;

/// E, G, ν and density of a beam.
struct Elastic {
    modulus: f64,
    shear: f64,
    ratio: f64,
    density: f64,
}

/// What all elements of a beam have in common.
struct Common<'i> {
    item: &'i Item,
    beam: &'i Beam,
    /// The values of its segments.
    segments: Vec<Values>,
    offset: [f64; 2],
    gravity: Vec3,
    load: Option<(Vec3, Axes, Input)>,
    /// Number of straight segments in the picture of an element.
    drawn: usize,
    /// The largest extent along an axis, in metres.
    extent: f64,
}

impl Common<'_> {
    /// The numbers of the section of an element at `xi` = −1 … 1.
    fn numbers(&self, piece: &BeamPiece, xi: f64) -> Option<Numbers> {
        let [from, to] = piece.parts;
        self.numbers_at(self.segments.get(piece.point), 0.5 * (from + to + xi * (to - from)))
    }

    /// The same at a part of the segment that ends at a point; `None` if something is missing, which is reported.
    fn numbers_at(&self, point: Option<&Values>, part: f64) -> Option<Numbers> {
        let own = point.and_then(|point| point.optional_variant("section"));
        let (name, values) = own.or_else(|| self.item.optional_variant("section"))?;
        let tapered = match point.and_then(|point| point.optional_variant("taper_from")) {
            Some((other, from)) if other == name => between(from, values, part),
            _ => values.clone(),
        };
        let rigid = self.item.choice("shear") == "rigid";
        if name == "stiffness" {
            return Some(by_stiffness(&tapered, rigid, self.extent));
        }
        let elastic = elastic(self.item, self.beam)?;
        let section = section(name, &tapered, elastic.ratio);
        let stiff = |factor: f64| if rigid { f64::INFINITY } else { elastic.shear * section.area * factor };
        let [about_y, about_z] = section.second_moments;
        let density = elastic.density;
        Some(Numbers {
            stiffness: massless::Section {
                axial: elastic.modulus * section.area,
                torsion: elastic.shear * section.torsion_constant,
                bending: [elastic.modulus * about_y, elastic.modulus * about_z],
                shear: section.shear_factors.map(stiff),
            },
            mass: density * section.area,
            inertia: [density * (about_y + about_z), density * about_y, density * about_z],
            section,
        })
    }

    /// The sections of an element with this one in its middle.
    fn profile(&self, piece: &BeamPiece, middle: Section) -> Option<Profile> {
        let tapers = self.segments.get(piece.point).is_some_and(|point| point.optional_variant("taper_from").is_some());
        if !tapers {
            return Some(Profile::uniform(middle, self.drawn));
        }
        let intervals = self.drawn.max(LEAST_INTERVALS);
        let xi = |k: usize| 2.0 * k as f64 / intervals as f64 - 1.0;
        let sections = (0..=intervals).map(|k| Some(self.numbers(piece, xi(k))?.section));
        Some(Profile::tapered(sections.collect::<Option<Vec<Section>>>()?))
    }

    /// ε₀ with the free extension and the free curvature.
    fn free(&self, [stretch, curvature]: [[f64; 3]; 2]) -> [Vec3; 2] {
        let extension = 1.0 + self.item.number("free_extension");
        [Vec3(stretch) * extension, Vec3(curvature) + Vec3(self.item.vector("free_curvature"))]
    }

    fn is_lumped(&self) -> bool {
        self.item.choice("mass_matrix") == "lumped"
    }
}

/// A beam with everything that acts on it.
pub(crate) fn beam(building: &mut Building, item: &Item) {
    let Some(beam) = &item.beam else { return };
    let load = item.optional_group("load").map(|load| {
        let axes = if load.choice("in") == "section" { Axes::Body } else { Axes::Model };
        (Vec3(load.vector("force")), axes, building.prescribed(item, "factor", load.input("factor"), Quantity::NUMBER))
    });
    let common = Common {
        item,
        beam,
        segments: segments(item),
        offset: item.numbers("offset").try_into().unwrap_or_default(),
        gravity: Vec3(building.model.gravity),
        load,
        drawn: SEGMENTS.div_ceil(beam.shape.pieces.len()).min(MOST_SEGMENTS),
        extent: extent(beam),
    };
    for (k, piece) in beam.shape.pieces.iter().enumerate() {
        let name = format!("{}/element {}", item.name, k + 1);
        match &piece.middle {
            None => two_node_element(building, &common, piece, &name),
            Some(middle) => three_node_element(building, &common, piece, middle, &name),
        };
    }
    hinges(building, item, beam);
}

/// An element with a node at each end; `None` if something is missing, which is reported.
fn two_node_element(building: &mut Building, common: &Common, piece: &BeamPiece, name: &str) -> Option<()> {
    let numbers = common.numbers(piece, 0.0)?;
    let (length, centroid) = (piece.length, common.offset);
    let [a, b] = [0, 1].map(|end| {
        let body = common.beam.nodes[piece.nodes[end]];
        building.frame(body, Vec3(piece.positions[end]), Mat3(piece.axes[end]))
    });
    let builder = &mut building.builder;
    let element = BeamElement {
        a,
        b,
        length,
        free: common.free(piece.free),
        stiffness: Stiffness::new(&numbers.stiffness, centroid, length),
        damping: common.item.number("damping"),
        profile: common.profile(piece, numbers.section)?,
    };
    element.add_to(builder, name);
    let (mass, lumped) = (numbers.mass * length, common.is_lumped());
    if mass > 0.0 || numbers.inertia != [0.0; 3] {
        let inertia = numbers.inertia.map(|j| j * length);
        let gravity = if lumped { Vec3::zero() } else { common.gravity };
        BeamInertia { a, b, length, mass, inertia, centroid, lumped, gravity }.add_to(builder, name);
    }
    if lumped && common.gravity != Vec3::zero() && mass > 0.0 {
        BeamWeight { a, b, length, mass, centroid, field: common.gravity }.add_to(builder, name);
    }
    if let Some((force, axes, factor)) = &common.load {
        BeamLoad { a, b, length, force: *force, axes: *axes, factor: factor.clone() }.add_to(builder, name);
    }
    Some(())
}

/// An element with a node in its middle too; `None` if something is missing, which is reported.
fn three_node_element(
    building: &mut Building,
    common: &Common,
    piece: &BeamPiece,
    middle: &BeamMiddle,
    name: &str,
) -> Option<()> {
    let (length, centroid) = (piece.length, common.offset);
    let numbers = common.numbers(piece, 0.0)?;
    let [a, b] = three_node::POINTS.map(|xi| common.numbers(piece, xi));
    let (at, free) = ([a?, b?], middle.free.map(|free| common.free(free)));
    let points = [0, 1].map(|k| SectionPoint::new(&at[k].stiffness, centroid, length, free[k]));
    let places = [
        (piece.nodes[0], piece.positions[0], piece.axes[0]),
        (middle.node, middle.position, middle.axes),
        (piece.nodes[1], piece.positions[1], piece.axes[1]),
    ];
    let frames = places.map(|(node, x, axes)| building.frame(common.beam.nodes[node], Vec3(x), Mat3(axes)));
    let of = |density: &dyn Fn(&Numbers) -> f64| -> Gram {
        let consistent = gram(length, |xi| common.numbers(piece, xi).map_or(0.0, |numbers| density(&numbers)));
        if common.is_lumped() { lumped(&consistent) } else { consistent }
    };
    let (mass, inertia) = (of(&|numbers| numbers.mass), [0, 1, 2].map(|axis| of(&|numbers| numbers.inertia[axis])));
    let builder = &mut building.builder;
    let damping = common.item.number("damping");
    let profile = common.profile(piece, numbers.section)?;
    ThreeNodeBeam { frames, length, points, damping, profile }.add_to(builder, name);
    if numbers.mass > 0.0 || numbers.inertia != [0.0; 3] {
        ThreeNodeInertia { frames, mass, inertia, centroid }.add_to(builder, name);
    }
    if common.gravity != Vec3::zero() && numbers.mass > 0.0 {
        ThreeNodeWeight { frames, mass: row_sums(&mass), centroid, field: common.gravity }.add_to(builder, name);
    }
    if let Some((force, axes, factor)) = &common.load {
        let (force, axes, factor) = (*force, *axes, factor.clone());
        ThreeNodeLoad { frames, length, force, axes, factor }.add_to(builder, name);
    }
    Some(())
}

/// The hinges of a frame: arms along both axes of the section, so that torsion is carried and bending is not.
fn hinges(building: &mut Building, item: &Item, beam: &Beam) {
    for (k, hinge) in beam.shape.hinges.iter().enumerate() {
        let axes = Mat3(hinge.axes);
        let [of_point, of_member] = Universal::axes(axes.column(1), axes.column(2));
        let [on, own] = hinge.nodes.map(|node| beam.nodes[node]);
        let a = building.frame(on, Vec3(hinge.position), of_point);
        let b = building.frame(own, Vec3(hinge.position), of_member);
        Universal { a, b }.add_to(&mut building.builder, &format!("{}/hinge {}", item.name, k + 1));
    }
}

/// The largest extent of a beam along an axis, in metres.
fn extent(beam: &Beam) -> f64 {
    let along = |axis: usize| {
        let each = beam.shape.pieces.iter().flat_map(|piece| piece.positions.iter().map(move |x| x[axis]));
        let [low, high] = each.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        high - low
    };
    (0..3).map(along).fold(0.0, f64::max)
}

fn by_stiffness(values: &Values, rigid: bool, extent: f64) -> Numbers {
    let pair = |key: &str| -> Option<[f64; 2]> { values.get(key).and_then(|_| values.numbers(key).try_into().ok()) };
    let shear = pair("shear").filter(|_| !rigid).unwrap_or([f64::INFINITY; 2]);
    let bending = pair("bending").unwrap_or_default();
    // The rectangle of the same radii of gyration.
    let [width, height] =
        bending.map(|bending| (12.0 * bending / values.number("axial")).sqrt().max(THINNEST * extent));
    let axial = values.number("axial");
    Numbers {
        stiffness: massless::Section { axial, torsion: values.number("torsion"), bending, shear },
        mass: values.number("mass"),
        inertia: stiffness_inertia(values),
        section: Section {
            area: 1.0,
            second_moments: [1.0; 2],
            torsion_constant: 1.0,
            shear_factors: [f64::INFINITY; 2],
            stress_points: vec![],
            outline: Outline::rectangle(height, width),
        },
    }
}

/// The moments of inertia for each length of a section by its stiffnesses.
fn stiffness_inertia(values: &Values) -> [f64; 3] {
    // ρ I = (ρ A) (E I)/(E A), and the polar moment is the sum of both.
    let homogeneous = || {
        let radius = |k: usize| values.number("mass") * values.numbers("bending")[k] / values.number("axial");
        [radius(0) + radius(1), radius(0), radius(1)]
    };
    values.get("inertia").map_or_else(homogeneous, |_| values.vector("inertia"))
}

/// A section by its type.
fn section(name: &str, values: &Values, ratio: f64) -> Section {
    let number = |key: &str| values.number(key);
    match name {
        "circle" => Section::tube(number("diameter"), 0.0, ratio),
        "tube" => Section::tube(number("outer_diameter"), number("inner_diameter"), ratio),
        "rectangle" => Section::rectangle(number("height"), number("width"), ratio),
        "box" => Section::hollow_box(number("height"), number("width"), number("thickness")),
        "i" => Section::i(number("height"), number("width"), number("web"), number("flange")),
        _ => {
            let pair = |key: &str| values.get(key).and_then(|_| values.numbers(key).try_into().ok());
            let outline: Option<[f64; 2]> = pair("outline");
            let moments = pair("second_moments").unwrap_or_default();
            let of_moments = moments.map(|moment| (12.0 * moment / number("area")).sqrt());
            let [height, width] = outline.unwrap_or([of_moments[1], of_moments[0]]);
            Section {
                area: number("area"),
                second_moments: moments,
                outline: Outline::rectangle(height, width),
                torsion_constant: number("torsion_constant"),
                shear_factors: pair("shear_factors").unwrap_or([f64::INFINITY; 2]),
                stress_points: outline.map(|[height, width]| corners(height, width, 0.0)).unwrap_or_default(),
            }
        }
    }
}

/// The values of a tapered section: numbers in between.
fn between(from: &Values, to: &Values, part: f64) -> Values {
    let mut middle = to.clone();
    for (key, value) in middle.iter_mut() {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        *value = match (from.get(key.name), value.take()) {
            (Some(Value::Number(a)), Some(Value::Number(b))) => Some(Value::Number(mix(*a, b))),
            (Some(Value::Vector(a)), Some(Value::Vector(b))) => {
                Some(Value::Vector(std::array::from_fn(|i| mix(a[i], b[i]))))
            }
            (Some(Value::List(a)), Some(Value::List(b))) => {
                let pairs = a.iter().zip(&b).map(|(a, b)| Value::Number(mix(a.as_number(), b.as_number())));
                Some(Value::List(pairs.collect()))
            }
            (_, own) => own,
        };
    }
    middle
}

/// E, G, ν and density; `None` if the modulus is missing.
fn elastic(item: &Item, beam: &Beam) -> Option<Elastic> {
    let modulus = item.optional_number("youngs_modulus").or(beam.material.youngs_modulus)?;
    let shear = item.optional_number("shear_modulus");
    let ratio = item.optional_number("poisson_ratio").or(beam.material.poisson_ratio);
    let ratio = ratio.or(shear.map(|shear| (0.5 * modulus / shear - 1.0).clamp(-0.99, 0.5)));
    let shear = shear.or(ratio.map(|ratio| 0.5 * modulus / (1.0 + ratio)))?;
    let density = item.optional_number("density").or(beam.material.density)?;
    Some(Elastic { modulus, shear, ratio: ratio?, density })
}

/// The values of the points of a beam.
fn points(item: &Item) -> Vec<Values> {
    groups(item, "points")
}

/// The values of its segments: those of the members of a frame, or of the points at which segments end.
fn segments(item: &Item) -> Vec<Values> {
    groups(item, if item.optional_list("members").is_some() { "members" } else { "points" })
}

fn groups(item: &Item, key: &str) -> Vec<Values> {
    let list = item.optional_list(key).unwrap_or_default();
    list.iter().map(|values| values.as_group().clone()).collect()
}

/// Checks sections and material of a beam, and whether anything supports it.
pub(crate) fn check(model: &Model, item: &Item, out: &mut Collector) {
    let Some(beam) = &item.beam else { return };
    let (own, frame) = (segments(item), item.optional_list("members").is_some());
    if let Some(key) = ["start", "end"].into_iter().find(|key| frame && item.get(key).is_some()) {
        let message = format!("`{key}` cannot be combined with `members`");
        let error = item.error("conflicting-keys", message);
        out.push(error.help("hold a point of the frame by a joint, as with `between = [\"ground\", \"frame/a\"]`"));
    }
    let whole = item.optional_variant("section");
    let mut open = false;
    let mut by_material = false;
    let all = if frame { 0..own.len() } else { 1..own.len().max(2) };
    for k in all {
        let point = own.get(k);
        let Some((name, values)) = point.and_then(|point| point.optional_variant("section")).or(whole) else {
            let message = format!("beam \"{}\" has no section", item.name);
            let help = "add `section = { type = \"circle\", diameter = \"20 mm\" }`";
            out.push(item.error("missing-key", message).help(help));
            return;
        };
        let taper = point.and_then(|point| point.optional_variant("taper_from"));
        if let Some((other, _)) = taper.filter(|(other, _)| *other != name) {
            let message = format!("beam \"{}\" tapers from one type of section to another", item.name);
            let error = item.error("conflicting-keys", message).label(format!("from \"{other}\" to \"{name}\""));
            out.push(error.help("give both sections the same type"));
            return;
        }
        for values in [Some(values), taper.map(|(_, values)| values)].into_iter().flatten() {
            check_section(item, name, values, out);
        }
        open |= name == "i";
        by_material |= name != "stiffness";
    }
    if by_material && elastic(item, beam).is_none() {
        let message = format!("beam \"{}\" needs a material with E, ν and density", item.name);
        let help = "add `material = \"steel\"`, or `youngs_modulus`, `poisson_ratio` and `density`";
        out.push(item.error("missing-key", message).help(help));
    }
    for name in points(item).iter().filter_map(|point| point.optional_text("name")) {
        let number = name.parse::<usize>().is_ok() || name.starts_with("element ");
        if name.is_empty() || name.contains(['.', '/']) || name.trim() != name || number {
            let message = format!("\"{name}\" cannot name a point of beam \"{}\"", item.name);
            let help = "write letters without `.` and `/`; numbers and \"element …\" name nodes and elements already";
            out.push(item.error("bad-name", message).help(help));
        }
    }
    if open {
        let message = format!("beam \"{}\" has an open section: its warping is not modelled", item.name);
        let warning = item.error("open-section", message);
        out.warn(warning.help("its torsion is that of Saint-Venant alone; check it against a model with warping"));
    }
    check_support(model, item, beam, out);
    check_hinged_points(model, item, beam, out);
    check_rotary_inertia(model, item, beam, out);
}

/// Checks that a section has an area.
fn check_section(item: &Item, name: &str, values: &Values, out: &mut Collector) {
    let number = |key: &str| values.number(key);
    let wrong = match name {
        "tube" if number("inner_diameter") >= number("outer_diameter") => Some((
            format!("inner diameter {} m, outer diameter {} m", number("inner_diameter"), number("outer_diameter")),
            "`inner_diameter` must be smaller than `outer_diameter`",
        )),
        "box" if 2.0 * number("thickness") >= number("height").min(number("width")) => Some((
            format!("walls of {} m in {} m × {} m", number("thickness"), number("height"), number("width")),
            "`thickness` must be less than half the height and half the width",
        )),
        "i" if number("web") > number("width") || 2.0 * number("flange") >= number("height") => Some((
            format!("web of {} m and flanges of {} m", number("web"), number("flange")),
            "`web` must be at most `width`, and `flange` less than half the height",
        )),
        _ => None,
    };
    if let Some((label, help)) = wrong {
        let message = format!("the {name} section of beam \"{}\" has walls that overlap", item.name);
        out.push(item.error("out-of-range", message).label(label).help(help));
    }
}

/// Reports a beam that nothing holds where only an equilibrium is computed, and a part of a frame that nothing connects to the rest.
fn check_support(model: &Model, item: &Item, beam: &Beam, out: &mut Collector) {
    let clamped = beam.shape.stations.iter().any(|station| station.clamp.is_some());
    let held = |places: &[BodyRef]| {
        model.items.iter().any(|other| {
            let acts = !matches!((other.kind.section, other.type_name()), ("sensor", _) | ("force", "load"));
            acts && places.iter().any(|node| other.touches(*node))
        })
    };
    let parts = parts(beam);
    if parts.len() > 1 {
        let Some(loose) = parts.iter().find(|part| !held(part)) else { return };
        let name = |node: &BodyRef| if let BodyRef::Body(k) = node { Some(&model.items[*k].name) } else { None };
        let label = loose.iter().find_map(name).map(|name| format!("nothing connects \"{name}\" to the others"));
        let message = format!("beam \"{}\" consists of {} separate parts", item.name, parts.len());
        let help = "add a member between the parts, attach a joint or a spring, or write them as beams of their own";
        out.push(item.error("unconnected-beam", message).label(label.unwrap_or_default()).help(help));
    } else if matches!(model.analysis, Analysis::Statics) && !clamped && !held(&beam.nodes) {
        let message = format!("beam \"{}\" is not connected to anything", item.name);
        let help = "clamp an end with `start = \"ground\"`, or attach a joint or a spring to one of its nodes";
        out.push(item.error("unconnected-beam", message).help(help));
    }
}

/// Reports a point of a frame in motion that has no inertia: all members are hinged there, and their ends have nodes of their own.
fn check_hinged_points(model: &Model, item: &Item, beam: &Beam, out: &mut Collector) {
    if !matches!(model.analysis, Analysis::Transient { .. }) {
        return;
    }
    for (k, station) in beam.shape.stations.iter().enumerate() {
        let welded = beam.shape.pieces.iter().any(|piece| piece.nodes.contains(&k));
        let heavy = station.mass > 0.0 && station.inertia[..3].iter().all(|moment| *moment > 0.0);
        let hinged = beam.shape.hinges.iter().any(|hinge| hinge.nodes[0] == k);
        if let (true, false, false, BodyRef::Body(node)) = (hinged, welded, heavy, beam.nodes[k]) {
            let message = format!("every member of beam \"{}\" that ends at a point is hinged there", item.name);
            let label = format!("\"{}\" has no inertia of its own", model.items[node].name);
            let help = "give the point `mass` and `inertia`, or weld one of the members to it";
            out.push(item.error("massless-point", message).label(label).help(help));
        }
    }
}

/// Reports nodes in motion that have no rotary inertia.
///
/// The bow of a consistent two-node element is that of the axes of its nodes, so that their rotations move its mass. Nodes of three-node and
/// of lumped elements have the inertia of the sections alone.
fn check_rotary_inertia(model: &Model, item: &Item, beam: &Beam, out: &mut Collector) {
    let (three, lumped) = (item.choice("element") == "three-node", item.choice("mass_matrix") == "lumped");
    if matches!(model.analysis, Analysis::Statics) || !(three || lumped) {
        return;
    }
    let (own, whole) = (segments(item), item.optional_variant("section"));
    let without = |piece: &BeamPiece| {
        let section = own.get(piece.point).and_then(|point| point.optional_variant("section")).or(whole);
        section.is_some_and(|(name, values)| name == "stiffness" && stiffness_inertia(values).contains(&0.0))
    };
    let jointed = |node: BodyRef| model.items.iter().any(|other| other.kind.section == "joint" && other.touches(node));
    let loose = |node: usize| {
        let station = &beam.shape.stations[node];
        station.clamp.is_none() && station.inertia[..3].contains(&0.0) && !jointed(beam.nodes[node])
    };
    let nodes = |piece: &BeamPiece| piece.nodes.into_iter().chain(piece.middle.as_ref().map(|middle| middle.node));
    if beam.shape.pieces.iter().filter(|piece| without(piece)).flat_map(nodes).any(loose) {
        let kind = if three { "three-node" } else { "lumped" };
        let message = format!("the {kind} elements of beam \"{}\" have no rotary inertia", item.name);
        let error =
            item.error("no-rotary-inertia", message).label("nothing gives their nodes an inertia against rotation");
        let help = "give its section `inertia` with three numbers above zero, or leave `inertia` out for that of a homogeneous section with `mass`";
        let other = if three { "two-node elements" } else { "`mass_matrix = \"consistent\"`" };
        out.push(error.help(format!("{help}; or take {other}, whose axis gives inertia to bending")));
    }
}

/// The nodes of each part that is connected by members and hinges.
fn parts(beam: &Beam) -> Vec<Vec<BodyRef>> {
    // Each node refers to another one of its part, the first to itself.
    let mut part: Vec<usize> = (0..beam.nodes.len()).collect();
    let first = |part: &mut Vec<usize>, mut node: usize| {
        while part[node] != node {
            part[node] = part[part[node]];
            node = part[node];
        }
        node
    };
    let pieces = beam.shape.pieces.iter().map(|piece| piece.nodes);
    let middles = beam.shape.pieces.iter().filter_map(|piece| Some([piece.nodes[0], piece.middle.as_ref()?.node]));
    for [a, b] in pieces.chain(middles).chain(beam.shape.hinges.iter().map(|hinge| hinge.nodes)) {
        let ends = [first(&mut part, a), first(&mut part, b)];
        part[ends[0].max(ends[1])] = ends[0].min(ends[1]);
    }
    let mut parts: BTreeMap<usize, Vec<BodyRef>> = BTreeMap::new();
    for (k, node) in beam.nodes.iter().enumerate() {
        parts.entry(first(&mut part, k)).or_default().push(*node);
    }
    parts.into_values().collect()
}
