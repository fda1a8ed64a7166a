//! `[[superelement]]`: a reduced body, its weight, its boundary frames and its results.

use std::sync::Arc;

use halfshaft::elements::solid::{Elastic, Law};
use halfshaft::elements::superelement::{
    BoundaryFrame, ModeAmplitude, RecoveredPoint, ReducedBody, Superelement, SuperelementWeight,
};
use halfshaft::math::Vec3;
use halfshaft::reduction::{Basis, Boundary, Options, Reduction, ReductionError, Structure, StructureOf, reduce};
use halfshaft::system::{Pose, Twist};

use super::Building;
use crate::diagnostic::Collector;
use crate::model::{Item, MeshedSolid, Model};

/// Number of modes of a solid that is reduced without a number.
const DEFAULT_MODES: usize = 10;

/// A reduced body with everything on it.
pub(crate) fn superelement(building: &mut Building, item: &Item) {
    let Some(solid) = &item.solid else { return };
    let Some(Ok(reduction)) = reduction(item, solid) else { return };
    let [velocity, spin, about] = ["velocity", "angular_velocity", "about"].map(|key| Vec3(item.vector(key)));
    let centre = reduction.centre;
    let twist = Twist { linear: velocity + spin.cross(centre - about), angular: spin };
    let builder = &mut building.builder;
    let frame = builder.pose_node(&item.name, Pose { position: centre, ..Pose::IDENTITY }, twist);
    let body = Arc::new(damped(item, &reduction.body));
    let amplitudes = builder.amplitudes(&item.name, &body.scales());
    builder.include_extent(body.length);
    builder.add_mesh(&item.name, Superelement::new(body.clone(), frame, &amplitudes));
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
        basis: if basis == "primal" { Basis::Primal } else { Basis::Dual },
        modes: reducing.modes.or(of_item.then(|| item.count("modes") as usize)).unwrap_or(DEFAULT_MODES),
        boundary: solid.attachments.iter().map(boundary).collect(),
        rotation_shapes: of_item && item.switch("rotation_shapes"),
        points: solid.points.clone(),
        floating: frame_number(item, solid, "floating_frame"),
        stiffening: of_item && item.switch("geometric_stiffening"),
        reference: frame_number(item, solid, "reference"),
    }
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
        Some(Ok(reduction)) if blocked(item) == [false; 3] => {
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
