//! `[[superelement]]`: a reduced body, its weight, its boundary frames and its results.

use std::sync::Arc;

use halfshaft::elements::solid::{Elastic, Law};
use halfshaft::elements::superelement::{
    BoundaryFrame, ModeAmplitude, RecoveredPoint, ReducedBody, Superelement, SuperelementWeight,
};
use halfshaft::math::Vec3;
use halfshaft::mesh::{CellFace, FaceShape, Mesh};
use halfshaft::reduction::{Basis, Boundary, Options, Reduction, ReductionError, Structure, StructureOf, reduce};
use halfshaft::system::{NodeId, Pose, Twist};

use super::{Building, solids};
use crate::diagnostic::Collector;
use crate::model::{Item, MeshedSolid, Model};

/// Number of modes of a solid that is reduced without a number.
const DEFAULT_MODES: usize = 10;

/// A reduced body with everything on it.
pub(crate) fn superelement(building: &mut Building, item: &Item) {
    let Some(solid) = &item.solid else { return };
    let place = building.model.items.iter().position(|other| std::ptr::eq(other, item));
    let Some(OnNodes { body, frame, amplitudes }) = place.and_then(|place| building.reduced_body(place)) else {
        return;
    };
    building.builder.add_mesh(&item.name, Superelement::new(body.clone(), frame, &amplitudes));
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
        if item.kind.section != crate::kinds::SUPERELEMENTS {
            return None;
        }
        let Some(Ok(reduction)) = reduction(item, item.solid.as_ref()?) else { return None };
        let [velocity, spin, about] = ["velocity", "angular_velocity", "about"].map(|key| Vec3(item.vector(key)));
        let centre = reduction.centre;
        let twist = Twist { linear: velocity + spin.cross(centre - about), angular: spin };
        let body = Arc::new(damped(item, &reduction.body));
        let frame = self.builder.pose_node(&item.name, Pose { position: centre, ..Pose::IDENTITY }, twist);
        let amplitudes = self.builder.amplitudes(&item.name, &body.scales());
        self.builder.include_extent(body.length);
        let found = OnNodes { body, frame, amplitudes };
        self.reduced[place] = Some(found.clone());
        Some(found)
    }
}

/// The body with the damping of the item.
fn damped(item: &Item, body: &ReducedBody) -> ReducedBody {
    let [ratio, stiffness, mass] = ["damping_ratio", "damping", "mass_damping"].map(|key| item.number(key));
    let damping = |square: &f64| 2.0 * ratio * square.max(0.0).sqrt() + stiffness * square + mass;
    ReducedBody { damping: body.stiffness.iter().map(damping).collect(), ..body.clone() }
}

/// The reduction of an item, computed once; `None` if its material is not known.
pub(crate) fn reduction<'a>(item: &Item, solid: &'a MeshedSolid) -> Option<&'a Result<Arc<Reduction>, ReductionError>> {
    if solid.reduced.0.get().is_none() {
        let found = reduce_item(item, solid, &Reducing::default())?;
        let _ = solid.reduced.0.set(found.map(Arc::new));
    }
    solid.reduced.0.get()
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
    let young = item.optional_number("youngs_modulus").or(solid.material.youngs_modulus)?;
    let poisson = item.optional_number("poisson_ratio").or(solid.material.poisson_ratio)?;
    let density = item.optional_number("density").or(solid.material.density)?;
    let structure = Structure::new(&StructureOf {
        mesh: &solid.mesh,
        elastic: Elastic::new(Law::SaintVenantKirchhoff, young, poisson),
        density,
        plain: item.choice("element") == "hex8-plain",
        lumped: item.choice("mass_matrix") == "lumped",
        blocked: blocked(item),
    });
    Some(structure.and_then(|mut structure| {
        let options = options(item, solid, reducing);
        if let Some(Boundary::Frame { origin, .. }) = options.floating.and_then(|k| options.boundary.get(k)) {
            structure.move_origin(*origin);
        }
        reduce(&structure, &options)
    }))
}

fn blocked(item: &Item) -> [bool; 3] {
    let given = item.values.has("blocked") && item.optional_list("blocked").is_some();
    let words = if given { item.choices("blocked") } else { vec![] };
    ["x", "y", "z"].map(|direction| words.contains(&direction))
}

fn options(item: &Item, solid: &MeshedSolid, reducing: &Reducing) -> Options {
    let boundary = |attachment: &crate::model::SolidAttachment| {
        let first = attachment.nodes.first();
        let origin = first.map_or(Vec3::zero(), |p| solid.mesh.positions[p.node as usize] - p.position);
        Boundary::Frame { name: attachment.name.clone(), origin, points: attachment.nodes.clone() }
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
        boundary: solid.attachments.iter().map(boundary).chain(zones(item, solid)).collect(),
        rotation_shapes: of_item && item.switch("rotation_shapes"),
        points: solid.points.clone(),
        floating: frame_number(item, solid, "floating_frame"),
        stiffening: of_item && item.switch("geometric_stiffening"),
        reference: frame_number(item, solid, "reference"),
    }
}

/// Numbers of zones along the profile and across the face of each flank, if there are any.
pub(crate) fn flank_zones(item: &Item) -> Option<[usize; 2]> {
    let list = item.values.has("flank_zones").then(|| item.get("flank_zones"))??;
    <[u64; 2]>::try_from(list.as_counts()).ok().map(|counts| counts.map(|count| count as usize))
}

/// The zones of the flanks of a gear mesh.
fn zones(item: &Item, solid: &MeshedSolid) -> Vec<Boundary> {
    let Some(counts) = flank_zones(item) else { return vec![] };
    let mesh = &solid.mesh;
    let (origin, axes) = (Vec3(item.vector("position")), solids::axes(item));
    let mut found = Vec::new();
    for (_, faces) in mesh.surfaces.iter().filter(|(name, _)| name.starts_with("tooth_")) {
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
                found.push(Boundary::Zone(mean_normal(mesh, &inside)));
            }
        }
    }
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

/// Checks the material and the names of a superelement, and reduces it.
pub(crate) fn check(_model: &Model, item: &Item, out: &mut Collector) {
    let Some(solid) = &item.solid else { return };
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
    for key in ["reference", "floating_frame"] {
        if let Some(name) = item.optional_text(key).filter(|name| !names.contains(&name.as_str())) {
            let message = format!("superelement \"{}\" has no boundary frame \"{name}\"", item.name);
            let help = crate::suggest::did_you_mean(&name, names.iter().copied());
            out.push(item.error("unknown-name", message).help(help));
        }
    }
    if item.optional_list("flank_zones").is_some() {
        let is_gear = item.values.optional_variant("mesh").is_some_and(|(name, _)| name == "gear");
        if !is_gear || flank_zones(item).is_none_or(|counts| counts.contains(&0)) {
            let message = format!("superelement \"{}\" has no such `flank_zones`", item.name);
            let help = "write two numbers from 1, as `flank_zones = [1, 1]`, for a mesh of type \"gear\"";
            out.push(item.error("out-of-range", message).help(help));
        }
    }
    if item.switch("geometric_stiffening") && item.optional_text("floating_frame").is_none() {
        let message = format!("the geometric stiffening of superelement \"{}\" needs a floating frame", item.name);
        let help = "add `floating_frame`: the boundary frame that holds it against centrifugal forces";
        out.push(item.error("missing-key", message).help(help));
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
            };
            out.push(item.error("bad-reduction", message).help(help));
        }
        Some(Ok(reduction)) if blocked(item) == [false; 3] && item.choice("basis") != "rigid" => {
            for (name, directions) in &reduction.dependent_frames {
                let message = format!(
                    "boundary frame \"{name}\" of superelement \"{}\" cannot move independently of the frames before it in {directions} of 6 directions",
                    item.name
                );
                let help = "give each frame nodes of its own, or more `modes`";
                out.push(item.error("dependent-frame", message).help(help));
            }
        }
        Some(Ok(_)) => {}
    }
}
