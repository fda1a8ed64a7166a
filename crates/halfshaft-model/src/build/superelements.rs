//! `[[superelement]]`: a reduced body, its weight, its boundary frames and its results.

use std::sync::Arc;

use halfshaft::elements::solid::{Attached, Elastic, Law};
use halfshaft::elements::superelement;
use halfshaft::elements::superelement::{
    BoundaryFrame, ModeAmplitude, RecoveredPoint, ReducedBody, Superelement, SuperelementWeight,
};
use halfshaft::math::Vec3;
use halfshaft::mesh::{CellFace, FaceShape, Mesh};
use halfshaft::reduction::{
    Basis, Boundary, ImportedMatrices, NamedLoad, Options, Quality, Reduction, ReductionError, Structure, StructureOf,
    modes_below, modes_for_effective_mass, quality, reduce, with_damping,
};
use halfshaft::system::{NodeId, Pose, Twist};
use halfshaft_results::digest::sha256;
use halfshaft_results::pattern::matches_pattern;

use super::{Building, solids};
use crate::diagnostic::Collector;
use crate::model::{Item, MeshedSolid, Model, SolidAttachment, Value};
use crate::stored_body::{FORMAT, StoredBody};
use crate::wheels::flank_zones;

/// Number of modes of a solid that is reduced without a number.
const DEFAULT_MODES: usize = 10;

/// Most nodes with shapes of their own.
const MAX_NODES: usize = 500;

/// A reduced body with everything on it.
pub(crate) fn superelement(building: &mut Building, item: &Item) {
    let Some(solid) = &item.solid else { return };
    let place = building.model.items.iter().position(|other| std::ptr::eq(other, item));
    let Some(OnNodes { body, frame, amplitudes }) = place.and_then(|place| building.reduced_body(place)) else {
        return;
    };
    let element = Superelement::new(body.clone(), frame, &amplitudes);
    // A reduced body of a file does not say whether it is stiffened.
    let known = solid.given.stored.is_none() || solid.given.has_mesh;
    let element = if known && !item.switch("geometric_stiffening") { element.unstiffened() } else { element };
    building.builder.add_mesh(&item.name, element);
    let gravity = Vec3(building.model.gravity);
    if gravity != Vec3::zero() {
        building.builder.add_mesh(&item.name, SuperelementWeight::new(body.clone(), frame, &amplitudes, gravity));
    }
    for (k, attachment) in solid.attachments.iter().enumerate() {
        let (node, name) = (building.node(attachment.body), format!("{}/{}", item.name, attachment.name));
        building.builder.add_mesh(name, BoundaryFrame::new(body.clone(), k, node, frame, &amplitudes));
    }
    for (k, (name, _)) in solid.points.iter().enumerate() {
        let point = RecoveredPoint::new(body.clone(), k, frame, &amplitudes);
        building.builder.add_mesh(format!("{}/{name}", item.name), point);
    }
    for k in 0..body.count() {
        let mode = ModeAmplitude::new(&body, k, &amplitudes);
        building.builder.add_mesh(format!("{}/mode {}", item.name, k + 1), mode);
    }
}

/// A reduced body with its floating frame and its groups of amplitudes.
#[derive(Clone)]
pub(crate) struct OnNodes {
    pub body: Arc<ReducedBody>,
    pub frame: NodeId,
    pub amplitudes: Vec<NodeId>,
}

impl Building<'_> {
    /// The reduced body of a superelement with its nodes, which are made when something needs them first; `None` for other items.
    pub(super) fn reduced_body(&mut self, place: usize) -> Option<OnNodes> {
        let item = &self.model.items[place];
        if let Some(found) = &self.reduced[place] {
            return Some(found.clone());
        }
        if !item.is(&superelement::KIND) {
            return None;
        }
        let Some(Ok(reduction)) = reduction(item, item.solid.as_ref()?) else { return None };
        let [velocity, spin, about] = ["velocity", "angular_velocity", "about"].map(|key| Vec3(item.vector(key)));
        let centre = reduction.centre;
        let twist = Twist { linear: velocity + spin.cross(centre - about), angular: spin };
        let body = Arc::new(damped(item, item.solid.as_ref()?, reduction));
        let frame = self.builder.pose_node(&item.name, Pose { position: centre, ..Pose::IDENTITY }, twist);
        let amplitudes = self.builder.amplitudes(&item.name, &body.scales());
        self.builder.include_extent(body.length);
        let found = OnNodes { body, frame, amplitudes };
        self.reduced[place] = Some(found.clone());
        Some(found)
    }
}

/// The body with the damping of the item; modes are in the order of their frequencies, and the static shapes are above them.
fn damped(item: &Item, solid: &MeshedSolid, reduction: &Reduction) -> ReducedBody {
    let [ratio, stiffness, mass] = ["damping_ratio", "damping", "mass_damping"].map(|key| item.number(key));
    let of_static = item.optional_number("static_damping_ratio").unwrap_or(ratio);
    let modes = reduction.mode_frequencies.len();
    let damping = |i: usize, square: f64| {
        let ratio = if i < modes { ratio } else { of_static };
        2.0 * ratio * square.sqrt() + stiffness * square + mass
    };
    let frame = frame_number(item, solid, "damping_frame");
    // The shapes are the modes of a floating frame that is held.
    let frame = frame.filter(|frame| frame_number(item, solid, "floating_frame") != Some(*frame));
    with_damping(&reduction.body, frame, damping).expect("shapes that are no rigid motions")
}

/// The reduction of an item, read from its file or computed once; `None` if its material is not known.
pub(crate) fn reduction<'a>(item: &Item, solid: &'a MeshedSolid) -> Option<&'a Result<Arc<Reduction>, ReductionError>> {
    if solid.reduced.0.get().is_none() {
        let found = match &solid.given.stored {
            Some(stored) => Ok(stored_reduction(item, solid, stored)),
            None => reduce_item(item, solid, &Reducing::default())?,
        };
        let _ = solid.reduced.0.set(found.map(Arc::new));
    }
    solid.reduced.0.get()
}

/// The reduction of a file at its place, with the frames and points of the item.
fn stored_reduction(item: &Item, solid: &MeshedSolid, stored: &StoredBody) -> Reduction {
    let given = &solid.given;
    let mut reduction = match given.is_placed() {
        true => stored.reduction.placed(given.origin, &given.axes),
        false => stored.reduction.clone(),
    };
    if given.is_placed() {
        reduction.body.frames = given.frames.iter().map(|&k| reduction.body.frames[k].clone()).collect();
    }
    reduction.recover(&solid.points, frame_number(item, solid, "reference"));
    reduction
}

/// What is overridden of an item.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reducing<'a> {
    pub basis: Option<&'a str>,
    pub modes: Option<usize>,
}

/// Reduces a superelement, or a solid with its attachments as the boundary; `None` if its material is not known.
pub(crate) fn reduce_item(
    item: &Item,
    solid: &MeshedSolid,
    reducing: &Reducing,
) -> Option<Result<Reduction, ReductionError>> {
    Some(reduce_and_compare(item, solid, reducing, None)?.map(|(reduction, _)| reduction))
}

/// The same, with a comparison of the reduction with its mesh under loads if these are given.
pub(crate) fn reduce_and_compare(
    item: &Item,
    solid: &MeshedSolid,
    reducing: &Reducing,
    compared: Option<&[NamedLoad]>,
) -> Option<Result<(Reduction, Option<Quality>), ReductionError>> {
    let given = &solid.given;
    Some(structure(item, solid)?.and_then(|mut structure| {
        let mut options = options(item, solid, reducing);
        if let Some(Boundary::Frame { origin, .. }) = options.floating.and_then(|k| options.boundary.get(k)) {
            structure.move_origin(*origin);
        }
        match selection(item, reducing) {
            Selection::Number => {}
            Selection::Below(frequency) => options.modes = modes_below(&structure, &options, frequency)?,
            Selection::EffectiveMass(part) => options.modes = modes_for_effective_mass(&structure, &options, part)?,
        }
        let mut reduction = reduce(&structure, &options)?;
        let found = compared.map(|loads| quality(&structure, &options, &reduction, loads)).transpose()?;
        if given.is_placed() {
            reduction = reduction.placed(given.origin, &given.axes);
            reduction.recover(&options.points, options.reference);
        }
        Ok((reduction, found))
    }))
}

/// How the number of modes is chosen.
#[derive(Clone, Copy, Debug)]
enum Selection {
    Number,
    /// In Hz.
    Below(f64),
    EffectiveMass(f64),
}

fn selection(item: &Item, reducing: &Reducing) -> Selection {
    let number = |key: &str| item.values.has(key).then(|| item.optional_number(key)).flatten();
    match (reducing.modes, number("frequency_limit"), number("effective_mass")) {
        (None, Some(frequency), _) => Selection::Below(frequency),
        (None, None, Some(part)) => Selection::EffectiveMass(part),
        _ => Selection::Number,
    }
}

/// The matrices of an item, in the axes of imported matrices if it has some; `None` if its material is not known.
pub(crate) fn structure(item: &Item, solid: &MeshedSolid) -> Option<Result<Structure, ReductionError>> {
    if let Some(body) = &solid.given.matrices {
        return Some(Structure::imported(&body.matrices));
    }
    let [young, poisson, density] = material(item, solid)?;
    Some(Structure::new(&StructureOf {
        mesh: &solid.mesh,
        elastic: Elastic::new(Law::SaintVenantKirchhoff, young, poisson),
        density,
        plain: item.choice("element") == "hex8-plain",
        lumped: item.choice("mass_matrix") == "lumped",
        blocked: blocked(item),
    }))
}

/// E, ν and density.
fn material(item: &Item, solid: &MeshedSolid) -> Option<[f64; 3]> {
    let young = item.optional_number("youngs_modulus").or(solid.material.youngs_modulus)?;
    let poisson = item.optional_number("poisson_ratio").or(solid.material.poisson_ratio)?;
    let density = item.optional_number("density").or(solid.material.density)?;
    Some([young, poisson, density])
}

/// The digest of everything that a reduction depends on: 64 hexadecimal digits.
pub(crate) fn hash(item: &Item, solid: &MeshedSolid, reducing: &Reducing) -> String {
    let mut bytes = Vec::new();
    let mut number = |x: f64| bytes.extend((x + 0.0).to_bits().to_le_bytes());
    material(item, solid).into_iter().flatten().for_each(&mut number);
    blocked(item).into_iter().for_each(|x| number(f64::from(u8::from(x))));
    solid.mesh.positions.iter().flat_map(|x| x.0).for_each(&mut number);
    solid.mesh.blocks.iter().flat_map(|block| &block.nodes).for_each(|node| number(f64::from(*node)));
    let of_file = |matrices: &ImportedMatrices| {
        let entries = matrices.stiffness.iter().chain(&matrices.mass);
        entries.flat_map(|&(i, j, x)| [f64::from(i), f64::from(j), x]).collect::<Vec<f64>>()
    };
    let matrices = solid.given.matrices.as_ref().map(|body| of_file(&body.matrices));
    matrices.into_iter().flatten().for_each(&mut number);
    let options = options(item, solid, reducing);
    let mut words = format!(
        "{FORMAT} {} {} {:?} {} {} {:?} {} {:?}",
        item.choice("element"),
        item.choice("mass_matrix"),
        options.basis,
        options.modes,
        options.rotation_shapes,
        options.floating,
        options.stiffening,
        selection(item, reducing),
    );
    for part in &options.boundary {
        match part {
            Boundary::Frame { name, origin, points } => {
                words.push_str(&format!(" {name}"));
                (0..3).for_each(|k| number(origin[k]));
                let own =
                    |p: &Attached| [f64::from(p.node), p.weight].into_iter().chain(p.moment.0).collect::<Vec<_>>();
                points.iter().flat_map(own).for_each(&mut number);
            }
            Boundary::Load { forces, .. } | Boundary::Zone { weights: forces, .. } => {
                let own = |(node, f): &(u32, Vec3)| [f64::from(*node)].into_iter().chain(f.0).collect::<Vec<_>>();
                forces.iter().flat_map(own).for_each(&mut number);
            }
            Boundary::Nodes(nodes) => nodes.iter().for_each(|node| number(f64::from(*node))),
        }
    }
    bytes.extend(words.into_bytes());
    sha256(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn blocked(item: &Item) -> [bool; 3] {
    let given = item.values.has("blocked") && item.optional_list("blocked").is_some();
    let words = if given { item.choices("blocked") } else { vec![] };
    ["x", "y", "z"].map(|direction| words.contains(&direction))
}

fn options(item: &Item, solid: &MeshedSolid, reducing: &Reducing) -> Options {
    // In the axes of imported matrices.
    let axes = solid.given.is_placed().then_some(solid.given.axes);
    let turned = |x: Vec3| axes.map_or(x, |axes| axes.transpose_times(x));
    let boundary = |attachment: &SolidAttachment| {
        let first = attachment.nodes.first();
        let origin = first.map_or(Vec3::zero(), |p| solid.mesh.positions[p.node as usize] - p.position);
        let origin = if axes.is_some() { turned(origin - solid.given.origin) } else { origin };
        let own = |p: &Attached| Attached { position: turned(p.position), moment: turned(p.moment), ..*p };
        Boundary::Frame { name: attachment.name.clone(), origin, points: attachment.nodes.iter().map(own).collect() }
    };
    // A solid has no keys of a reduction.
    let of_item = item.values.has("basis");
    let basis = reducing.basis.unwrap_or(if of_item { item.choice("basis") } else { "dual" });
    Options {
        basis: match basis {
            "primal" => Basis::Primal,
            "rigid" => Basis::Rigid,
            _ => Basis::Dual,
        },
        modes: reducing.modes.or(of_item.then(|| item.count("modes") as usize)).unwrap_or(DEFAULT_MODES),
        boundary: (solid.attachments.iter().map(boundary))
            .chain(zones(item, solid))
            .chain(nodes(item, solid))
            .chain(pressures(item, solid))
            .collect(),
        rotation_shapes: of_item && item.switch("rotation_shapes"),
        points: solid.points.clone(),
        floating: frame_number(item, solid, "floating_frame"),
        stiffening: of_item && item.switch("geometric_stiffening"),
        reference: frame_number(item, solid, "reference"),
    }
}

/// The pressures whose shapes are included.
fn pressures(item: &Item, solid: &MeshedSolid) -> Vec<Boundary> {
    let list = if item.values.has("pressure_shapes") { item.optional_list("pressure_shapes") } else { None };
    let mut found = Vec::new();
    for given in list.unwrap_or_default() {
        let given = given.as_group();
        let (on, zones) = (given.text("on"), given.count("zones") as usize);
        let along = ["x", "y", "z"].iter().position(|axis| *axis == given.choice("along")).unwrap_or(2);
        for (name, faces) in solid.mesh.surfaces.iter().filter(|(name, _)| matches_pattern(&on, name)) {
            for (zone, faces) in zoned(&solid.mesh, faces, zones, along).iter().enumerate() {
                found.push(Boundary::pressure(format!("{name} {}", zone + 1), &solid.mesh, faces));
            }
        }
    }
    found
}

/// The nodes whose displacements, or forces on which, have shapes of their own, without repetition.
fn nodes(item: &Item, solid: &MeshedSolid) -> Option<Boundary> {
    let names = if item.values.has("node_shapes") { item.optional_list("node_shapes")? } else { return None };
    let mut found: Vec<u32> = names.iter().filter_map(|name| nodes_of(solid, name.as_text())).flatten().collect();
    found.sort_unstable();
    found.dedup();
    Some(Boundary::Nodes(found))
}

/// The nodes of a surface, a set or a point, or a node of imported matrices by its number.
fn nodes_of(solid: &MeshedSolid, name: &str) -> Option<Vec<u32>> {
    let point = solid.points.iter().find(|(own, _)| own == name).map(|(_, node)| vec![*node]);
    let numbered = || solid.given.matrices.as_ref()?.node(name).map(|node| vec![node]);
    point.or_else(numbered).or_else(|| Some(solid.mesh.region(name)?.0))
}

/// The zones of the flanks of a gear mesh.
fn zones(item: &Item, solid: &MeshedSolid) -> Vec<Boundary> {
    let Some(counts) = flank_zones(&item.values) else { return vec![] };
    let mesh = &solid.mesh;
    let (origin, axes) = (Vec3(item.vector("position")), solids::axes(item));
    let mut found = Vec::new();
    for (surface, faces) in mesh.surfaces.iter().filter(|(name, _)| name.starts_with("tooth_")) {
        // The faces of a flank are a grid: by the radius and z of their centres.
        let place = |face: &CellFace| {
            let nodes = mesh.face_nodes(*face);
            let sum = nodes.iter().fold(Vec3::zero(), |sum, &node| sum + mesh.positions[node as usize]);
            let x = axes.transpose_times(sum * (1.0 / nodes.len() as f64) - origin);
            [x[0].hypot(x[1]), x[2]]
        };
        let places: Vec<[f64; 2]> = faces.iter().map(place).collect();
        let ranks = [0, 1].map(|k| ranks(&places.iter().map(|place| place[k]).collect::<Vec<f64>>(), mesh.size()));
        let zone = |face: usize| [0, 1].map(|k| ranks[k].0[face] * counts[k] / ranks[k].1);
        for own in (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| [i, j])) {
            let inside: Vec<CellFace> =
                (0..faces.len()).filter(|&face| zone(face) == own).map(|face| faces[face]).collect();
            if !inside.is_empty() {
                let name = format!("zone {}, {} of {surface}", own[0] + 1, own[1] + 1);
                found.push(Boundary::Zone { name, weights: mean_normal(mesh, &inside) });
            }
        }
    }
    found
}

/// The faces of a surface in zones of equal width along an axis, by their centres; empty zones are left out.
fn zoned(mesh: &Mesh, faces: &[CellFace], zones: usize, along: usize) -> Vec<Vec<CellFace>> {
    let centre = |face: &CellFace| {
        let nodes = mesh.face_nodes(*face);
        nodes.iter().map(|&node| mesh.positions[node as usize][along]).sum::<f64>() / nodes.len() as f64
    };
    let all = mesh.nodes_on(faces).into_iter().map(|node| mesh.positions[node as usize][along]);
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let mut found = vec![vec![]; zones];
    for face in faces {
        let part = if high > low { (centre(face) - low) / (high - low) } else { 0.0 };
        found[((part * zones as f64) as usize).min(zones - 1)].push(*face);
    }
    found.retain(|faces| !faces.is_empty());
    found
}

/// The rank of each number among the different ones, and how many these are.
fn ranks(numbers: &[f64], size: f64) -> (Vec<usize>, usize) {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup_by(|a, b| (*a - *b).abs() < 1e-6 * size);
    let rank = |x: &f64| sorted.partition_point(|other| *other < x - 1e-6 * size);
    (numbers.iter().map(rank).collect(), sorted.len().max(1))
}

/// The weights of the displacements of nodes in the mean displacement of faces along their normals.
fn mean_normal(mesh: &Mesh, faces: &[CellFace]) -> Vec<(u32, Vec3)> {
    let (mut weights, mut whole) = (std::collections::BTreeMap::<u32, Vec3>::new(), 0.0);
    for &face in faces {
        let nodes = mesh.face_nodes(face);
        let positions: Vec<Vec3> = nodes.iter().map(|&node| mesh.positions[node as usize]).collect();
        FaceShape::of(nodes.len()).integrate(&positions, |functions, _, area| {
            whole += area.norm();
            for (node, function) in nodes.iter().zip(functions) {
                *weights.entry(*node).or_insert(Vec3::zero()) += area * *function;
            }
        });
    }
    weights.into_iter().map(|(node, weight)| (node, weight * (1.0 / whole))).collect()
}

/// The number of the boundary frame that a key names.
fn frame_number(item: &Item, solid: &MeshedSolid, key: &str) -> Option<usize> {
    let name = item.values.has(key).then(|| item.optional_text(key))??;
    solid.attachments.iter().position(|attachment| attachment.name == name)
}

/// Checks the names of a superelement.
pub(crate) fn check_names(item: &Item, solid: &MeshedSolid, out: &mut Collector) {
    let names: Vec<&str> = solid.attachments.iter().map(|attachment| attachment.name.as_str()).collect();
    let points = solid.points.iter().map(|(name, _)| name.as_str());
    for (k, name) in names.iter().copied().chain(points).enumerate() {
        if name.is_empty() || name.contains(['.', '/']) || name.starts_with("mode ") {
            let message = format!("\"{name}\" cannot name a frame or a point of superelement \"{}\"", item.name);
            out.push(item.error("bad-name", message).help("write letters without `.` and `/`, and not `mode …`"));
        }
        let earlier = solid.points.iter().map(|(name, _)| name.as_str()).take(k.saturating_sub(names.len()));
        if k >= names.len() && names.iter().copied().chain(earlier).any(|other| other == name) {
            let message = format!("superelement \"{}\" has two parts \"{name}\"", item.name);
            out.push(item.error("duplicate-name", message).help("give each frame and point a name of its own"));
        }
    }
    for key in ["reference", "floating_frame", "damping_frame"] {
        if let Some(name) = item.optional_text(key).filter(|name| !names.contains(&name.as_str())) {
            let message = format!("superelement \"{}\" has no boundary frame \"{name}\"", item.name);
            let help = crate::suggest::did_you_mean(&name, names.iter().copied());
            out.push(item.error("unknown-name", message).help(help));
        }
    }
    for given in item.optional_list("pressure_shapes").unwrap_or_default() {
        let on = given.as_group().text("on");
        if !solid.mesh.surfaces.iter().any(|(name, _)| matches_pattern(&on, name)) {
            let message = format!("superelement \"{}\" has no surface \"{on}\" for a pressure", item.name);
            let help = crate::suggest::did_you_mean(&on, solid.mesh.surfaces.iter().map(|(name, _)| name.as_str()));
            out.push(item.error("unknown-set", message).help(help));
        }
    }
    let names: Vec<Value> = item.optional_list("node_shapes").unwrap_or_default();
    for name in names.iter().map(Value::as_text).filter(|name| nodes_of(solid, name).is_none()) {
        let message =
            format!("superelement \"{}\" has no point, surface or set \"{name}\" for `node_shapes`", item.name);
        let known = solid.points.iter().map(|(name, _)| name.as_str()).chain(solid.mesh.region_names());
        out.push(item.error("unknown-set", message).help(crate::suggest::did_you_mean(name, known)));
    }
    let count = match nodes(item, solid) {
        Some(Boundary::Nodes(nodes)) => nodes.len(),
        _ => 0,
    };
    if count > MAX_NODES {
        let message = format!(
            "`node_shapes` of superelement \"{}\" names {count} nodes, each of which gives three shapes",
            item.name
        );
        out.push(item.error("out-of-range", message).help(format!("name at most {MAX_NODES} nodes")));
    }
    if item.optional_number("frequency_limit").is_some() && item.optional_number("effective_mass").is_some() {
        let message = "`frequency_limit` and `effective_mass` both choose the number of modes";
        out.push(item.error("conflicting-keys", message).help("remove one of them"));
    }
    if item.optional_list("flank_zones").is_some() {
        let is_gear = item.values.optional_variant("mesh").is_some_and(|(name, _)| name == "gear");
        if !is_gear || flank_zones(&item.values).is_none_or(|counts| counts.contains(&0)) {
            let message = format!("superelement \"{}\" has no such `flank_zones`", item.name);
            let help = "write two numbers from 1, as `flank_zones = [1, 1]`, for a mesh of type \"gear\"";
            out.push(item.error("out-of-range", message).help(help));
        }
    }
}

/// Results can be recovered only where the file has the shapes.
fn check_points(item: &Item, solid: &MeshedSolid, stored: &StoredBody, out: &mut Collector) {
    let shown = stored.reduction.body.shown.as_ref();
    let Some(known) = shown.and_then(|shown| shown.known.as_ref()) else { return };
    for (name, _) in solid.points.iter().filter(|(_, node)| known.binary_search(node).is_err()) {
        let message = format!(
            "point \"{name}\" is inside superelement \"{}\", whose file has the shapes on the skin and in sets only",
            item.name
        );
        let help = "write the file with `halfshaft reduce … --everywhere`, or move the point to the skin";
        out.push(item.error("unknown-shapes", message).help(help));
    }
}

/// Checks the material and the names of a superelement, and reduces it.
pub(crate) fn check(_model: &Model, item: &Item, out: &mut Collector) {
    let Some(solid) = &item.solid else { return };
    check_names(item, solid, out);
    if let (Some(stored), true) = (&solid.given.stored, solid.given.has_mesh) {
        let own = hash(item, solid, &Reducing::default());
        if own != stored.hash {
            let message = format!(
                "the file of superelement \"{}\" is the reduction of another body: it has hash {}, the body of this model {}",
                item.name, &stored.hash, &own
            );
            let help = format!(
                "write it again with `halfshaft reduce {} --body \"{}\" --out FILE`",
                item.source.name, item.name
            );
            out.push(item.error("other-body", message).help(help));
            return;
        }
    }
    if let Some(stored) = &solid.given.stored {
        check_points(item, solid, stored, out);
    }
    match reduction(item, solid) {
        None => {
            let message = format!("superelement \"{}\" needs a material with E, ν and density", item.name);
            let help = "add `material = \"steel\"`, or `youngs_modulus`, `poisson_ratio` and `density`";
            out.push(item.error("missing-key", message).help(help));
        }
        Some(Err(error)) => {
            let message = format!("superelement \"{}\" cannot be reduced: {error}", item.name);
            let help = match error {
                ReductionError::NothingMoves => "leave one direction out of `blocked`",
                ReductionError::NoShapes => "give `modes`, or a boundary frame that can move",
                ReductionError::UndeterminedFrame(_) => "attach to a surface, or to nodes that are not on one line",
                ReductionError::Sparse(_) => "give fewer `modes`, or a mesh with fewer elements",
                ReductionError::Held { .. } => {
                    "export the matrices without supports, in the basic axes, with all unknowns of the body; check that the nodes are those of the matrices"
                }
                ReductionError::BadMass(_) => {
                    "export the mass matrix with all unknowns of the body, and check its units"
                }
                ReductionError::NotSymmetric { .. } => "export the matrix as a symmetric one",
                ReductionError::Mechanism(_) => {
                    "connect all parts of the body, or remove the unknown without stiffness"
                }
                ReductionError::TooLittleMass { .. } => {
                    "give `modes`, or a smaller `effective_mass`: boundary nodes carry the rest"
                }
                ReductionError::NoStresses => "remove `geometric_stiffening`, or give a mesh",
            };
            out.push(item.error("bad-reduction", message).help(help));
        }
        Some(Ok(reduction)) => {
            for message in dependent_frames(item, reduction) {
                out.push(item.error("dependent-frame", message).help(DEPENDENT_HELP));
            }
        }
    }
}

/// What to do about a dependent frame.
pub(crate) const DEPENDENT_HELP: &str = "give each frame nodes of its own, or more `modes`";

/// The boundary frames that cannot move independently of others. In a rigid body, and where directions are blocked, they need not.
pub(crate) fn dependent_frames(item: &Item, reduction: &Reduction) -> Vec<String> {
    let is_rigid = item.values.has("basis") && item.choice("basis") == "rigid";
    if is_rigid || blocked(item) != [false; 3] {
        return vec![];
    }
    let message = |(name, directions): &(String, usize)| {
        format!(
            "boundary frame \"{name}\" of {} \"{}\" cannot move independently of the frames before it in {directions} of 6 directions",
            item.kind.section, item.name
        )
    };
    reduction.dependent_frames.iter().map(message).collect()
}
