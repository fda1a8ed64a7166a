//! Solids: the values of a solid, its mesh and its attachments.

use std::sync::Arc;

use halfshaft::elements::solid::Attached;
use halfshaft::elements::solid::keys::{ATTACHED, KIND};
use halfshaft::elements::superelement;
use halfshaft::elements::superelement::keys::{BOUNDARY_FRAME, RECOVERED};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::mesh::{CellFace, Mesh};

use super::{Reading, alignment, item, pose};
use crate::beam_body::beam_body;
use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::files::{Files, MatrixData};
use crate::kinds::{SOLIDS, SUPERELEMENTS};
use crate::matrices::{self, ImportedBody, MatrixUnits, TextFile};
use crate::model::{BodyRef, GivenBody, Item, MeshedSolid, Reduced, SolidAttachment, Value, Values};
use crate::solids::{MeshFault, add_sets, attachments_key, likely_unit, mesh, placed, region};
use crate::stored_body::StoredBody;

impl<'a> Reading<'a> {
    /// Reads the solids with their attachments.
    pub(super) fn solids(&mut self, items: &mut [Option<Item>], out: &mut Collector) {
        let drafts = &self.scopes.drafts;
        let turns = self.alignments();
        for place in (0..drafts.len()).filter(|&k| is_meshed(drafts[k].section) && drafts[k].part.is_none()) {
            if !out.is_full() {
                self.solid(place, turns.get(&place).copied(), items, out);
            }
        }
    }

    /// Reads a solid; `turn` is that of a wheel without `orientation` about its axis.
    fn solid(&mut self, place: usize, turn: Option<f64>, items: &mut [Option<Item>], out: &mut Collector) {
        let draft = &self.scopes.drafts[place];
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let kind = if draft.section == SOLIDS { &KIND } else { &superelement::KIND };
        let mut values = self.values(&mut reader, kind, draft, &[]);
        let named = values.optional_text("material").zip(draft.table.get("material"));
        let material =
            named.and_then(|(name, node)| scope.materials.find(&name, Raw::new(node, draft.source), &mut reader));
        if !values.complete() {
            return;
        }
        alignment::apply(turn, &mut values);
        let carried = scope.placement.after(draft.copied.motion);
        values.iter_mut().for_each(|(key, value)| carried.carry(key, value));
        let complain = |key: &str, fault: MeshFault, out: &mut Collector| {
            let span = draft.table.get(key).map_or(draft.name_span.clone(), |node| node.span());
            out.push(Diagnostic::new(fault.code, draft.source, span, fault.message).help(fault.help));
        };
        let (mesh, given) = match self.given_mesh(draft, &values, out) {
            Ok(Some(found)) => found,
            Ok(None) => return,
            Err((key, fault)) => return complain(key, fault, out),
        };
        warn_of_unit(draft, &values, &mesh, out);
        let mut solid = MeshedSolid {
            fixed: vec![false; mesh.positions.len()],
            mesh: Arc::new(mesh),
            material: material.unwrap_or_default(),
            attachments: vec![],
            pressures: vec![],
            points: vec![],
            given,
            reduced: Reduced::default(),
        };
        let of_solid = |key: &str| if draft.section == SOLIDS { values.optional_list(key) } else { None };
        for (key, holds) in [("fixed", true), ("light_surfaces", false)] {
            for name in of_solid(key).unwrap_or_default() {
                match region(&solid.mesh, name.as_text()) {
                    Ok((nodes, _)) => nodes.iter().for_each(|&node| solid.fixed[node as usize] |= holds),
                    Err(fault) => complain(key, fault, out),
                }
            }
        }
        for pressure in of_solid("pressure").unwrap_or_default() {
            match pressed(&solid.mesh, &pressure.as_group().text("on")) {
                Ok(faces) => solid.pressures.push(faces),
                Err(fault) => complain("pressure", fault, out),
            }
        }
        let key = attachments_key(draft.section);
        let attachments = values.optional_list(key).unwrap_or_default();
        for (own, part) in self.scopes.drafts.iter().enumerate().skip(place + 1) {
            let k = match part.part {
                Some(Part::Attachment(k)) => k,
                Some(Part::Point(_)) => {
                    items[own] = Some(item(part, &RECOVERED, Values::new(RECOVERED.keys, vec![])));
                    continue;
                }
                _ => break,
            };
            let Some(given) = attachments.get(k).map(Value::as_group) else { continue };
            match attached(&solid, given, BodyRef::Body(own)) {
                Ok((attachment, origin, frame)) => {
                    solid.given.frames.extend(frame);
                    let body = body_item(part, &values, origin);
                    self.poses[own] = pose(&body.values);
                    items[own] = Some(body);
                    solid.attachments.push(attachment);
                }
                Err(fault) => complain(key, fault, out),
            }
        }
        if draft.section != SOLIDS {
            let points = values.optional_list("points").unwrap_or_default();
            solid.points = points.iter().map(|point| nearest(&solid.mesh, point.as_group())).collect();
        }
        items[place] = Some(Item { solid: Some(solid), ..item(draft, kind, values) });
    }
}

impl Reading<'_> {
    /// The mesh in the model frame, from the mesh, the file or the matrices of an item; `None` if a fault has been reported.
    fn given_mesh(
        &self,
        draft: &Draft,
        values: &Values,
        out: &mut Collector,
    ) -> Result<Option<(Mesh, GivenBody)>, (&'static str, MeshFault)> {
        let at = values.optional_rotation("orientation");
        let axes = at.map_or(Mat3::identity(), |turn| Quaternion::exp(Vec3(turn.axis) * turn.angle).matrix());
        let mut given = GivenBody { origin: Vec3(values.vector("position")), axes, ..GivenBody::default() };
        let files = &self.scopes.files;
        let is_super = draft.section == SUPERELEMENTS;
        let path = if is_super { values.optional_text("file") } else { None };
        let matrices = if is_super { values.optional_variant("matrices") } else { None };
        if let Some(path) = &path {
            let Some(stored) = files.body(draft.source, path) else { return Ok(None) };
            given.stored = Some(stored.clone());
        }
        given.has_mesh = values.optional_variant("mesh").is_some();
        match (given.has_mesh, &given.stored, matrices) {
            (false, Some(stored), None) => {
                refuse_keys(draft, "file", &[MESH_KEYS, REDUCTION_KEYS].concat(), out);
                let mesh = placed(stored.mesh.clone(), given.origin, &given.axes);
                Ok(Some((mesh, given)))
            }
            (false, None, Some((kind, of))) => {
                refuse_keys(draft, "matrices", MESH_KEYS, out);
                let wrong = |message: String| {
                    ("matrices", MeshFault { code: "bad-matrices", message, help: MATRICES_HELP.into() })
                };
                let Some(body) = imported(files, draft, kind, of).map_err(wrong)? else { return Ok(None) };
                let mut mesh = body.mesh.clone();
                add_sets(values, &mut mesh).map_err(|fault| ("sets", fault))?;
                given.matrices = Some(Arc::new(body));
                let mesh = placed(mesh, given.origin, &given.axes);
                Ok(Some((mesh, given)))
            }
            // A fault of the key has been reported.
            (false, None, None) if is_super && GIVEN_KEYS.iter().any(|key| draft.table.contains_key(*key)) => Ok(None),
            (false, None, None) if is_super => {
                let message = "a superelement needs `mesh`, `file` or `matrices`".to_string();
                let help = "add `mesh = { type = \"block\", … }`, or `file` with a reduced body".to_string();
                Err(("name", MeshFault { code: "missing-key", message, help }))
            }
            (_, _, Some(_)) => {
                let message = "`matrices` cannot be combined with `mesh` or `file`".to_string();
                Err(("matrices", MeshFault { code: "conflicting-keys", message, help: "remove one of them".into() }))
            }
            _ => {
                let found = mesh(values, |path| files.mesh(draft.source, path).cloned());
                let Some(mesh) = found.map_err(|fault| ("mesh", fault))? else { return Ok(None) };
                Ok(Some((placed(mesh, given.origin, &given.axes), given)))
            }
        }
    }
}

/// Warns of a mesh file whose unit of length is likely to be another one.
fn warn_of_unit(draft: &Draft, values: &Values, mesh: &Mesh, out: &mut Collector) {
    let Some(node) = draft.table.get("mesh") else { return };
    let given = node.get_ref().as_table().is_some_and(|table| table.contains_key("length_unit"));
    let Some(("file", of)) = values.optional_variant("mesh") else { return };
    if let Some(unit) = likely_unit(mesh, given) {
        let (file, size) = (of.text("file"), mesh.size());
        let message = format!("the mesh of {file} is {size:.3e} m long: its unit of length may be another one");
        let help = format!("coordinates are in metres by default; give their unit, as `length_unit = \"{unit}\"`");
        out.warn(Diagnostic::new("suspicious-units", draft.source, node.span(), message).help(help));
    }
}

/// Where a superelement comes from.
const GIVEN_KEYS: &[&str] = &["mesh", "file", "matrices"];
/// Keys that say nothing about matrices of another program, nor about a reduced body.
const MESH_KEYS: &[&str] =
    &["element", "material", "youngs_modulus", "poisson_ratio", "density", "mass_matrix", "blocked"];
/// Keys of a reduction, which a reduced body has behind it.
const REDUCTION_KEYS: &[&str] = &[
    "basis",
    "modes",
    "frequency_limit",
    "effective_mass",
    "pressure_shapes",
    "node_shapes",
    "rotation_shapes",
    "floating_frame",
    "geometric_stiffening",
    "sets",
];
const MATRICES_HELP: &str = "the matrices are those of the free body, with the coordinates of all their nodes";

/// Reports keys that have no effect beside another one.
fn refuse_keys(draft: &Draft, beside: &str, keys: &[&str], out: &mut Collector) {
    for (key, node) in keys.iter().filter_map(|key| Some((key, draft.table.get(*key)?))) {
        let message = format!("`{key}` has no effect beside `{beside}`");
        let help = match beside {
            "file" => "remove it; with `mesh` too, the file must be the reduction of this very body",
            _ => "remove it",
        };
        out.push(Diagnostic::new("conflicting-keys", draft.source, node.span(), message).help(help));
    }
}

/// The matrices of an item in SI units; `None` if a fault has been reported.
fn imported(files: &Files, draft: &Draft, kind: &str, of: &Values) -> Result<Option<ImportedBody>, String> {
    fn text(data: Option<&MatrixData>) -> Result<Option<TextFile<'_>>, String> {
        match data {
            None => Ok(None),
            Some(MatrixData::Text(path, text)) => Ok(Some(TextFile { path, text })),
            Some(MatrixData::Bytes(path, _)) => Err(format!("{path} is not a text; use `type = \"npz\"`")),
            Some(MatrixData::Model(path, _)) => Err(format!("{path} is a model; use `type = \"beam\"`")),
        }
    }
    let open = |key: &str| files.matrix(draft.source, &of.text(key));
    let optional = |key: &str| of.optional_text(key).map(|path| files.matrix(draft.source, &path));
    let found = match kind {
        "npz" => match open("file") {
            None => return Ok(None),
            Some(MatrixData::Bytes(path, bytes)) => matrices::read_npz(path, bytes),
            Some(MatrixData::Text(path, _) | MatrixData::Model(path, _)) => {
                return Err(format!("{path} does not end in .npz"));
            }
        },
        "beam" => {
            return match open("file") {
                None => Ok(None),
                Some(MatrixData::Model(path, model)) => beam_body(model, of.optional_text("beam").as_deref())
                    .map(Some)
                    .map_err(|wrong| format!("{path}: {wrong}")),
                Some(MatrixData::Text(path, _) | MatrixData::Bytes(path, _)) => {
                    Err(format!("{path} is no model file, which ends in .toml"))
                }
            };
        }
        "abaqus" => {
            let all = [text(open("stiffness"))?, text(open("mass"))?, text(open("nodes"))?];
            let [Some(stiffness), Some(mass), Some(nodes)] = all else { return Ok(None) };
            matrices::read_abaqus(stiffness, mass, nodes)
        }
        "dmig" => {
            let Some(file) = text(open("file"))? else { return Ok(None) };
            let nodes = match optional("nodes") {
                Some(None) => return Ok(None),
                Some(data) => text(data)?,
                None => None,
            };
            matrices::read_dmig(file, nodes, &of.text("stiffness"), &of.text("mass"))
        }
        _ => {
            let all = [text(open("stiffness"))?, text(open("mass"))?, text(open("nodes"))?];
            let [Some(stiffness), Some(mass), Some(nodes)] = all else { return Ok(None) };
            let unknowns = match optional("unknowns") {
                Some(None) => return Ok(None),
                Some(data) => text(data)?,
                None => None,
            };
            matrices::read_market(stiffness, mass, nodes, unknowns)
        }
    };
    let [length, mass, time] = ["length_unit", "mass_unit", "time_unit"].map(|key| of.number(key));
    found.map_err(|error| error.to_string())?.body(MatrixUnits { length, mass, time }).map(Some)
}

/// Whether the items of a section have meshes.
fn is_meshed(section: &str) -> bool {
    section == SOLIDS || section == SUPERELEMENTS
}

/// The faces of a surface or a set on which a pressure acts.
fn pressed(mesh: &Mesh, name: &str) -> Result<Vec<CellFace>, MeshFault> {
    let (_, faces) = region(mesh, name)?;
    if faces.is_empty() {
        let message = format!("\"{name}\" has no faces for a pressure to act on");
        let help = "name a surface, or a set that contains all nodes of some faces".into();
        return Err(MeshFault { code: "empty-set", message, help });
    }
    Ok(faces)
}

/// The name of a point and the node nearest to it.
fn nearest(mesh: &Mesh, given: &Values) -> (String, u32) {
    let at = Vec3(given.vector("position"));
    let distance = |k: &usize| (mesh.positions[*k] - at).norm();
    let node = (0..mesh.positions.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0);
    (given.text("name"), node as u32)
}

/// An attachment, its origin in the model frame, and the number of the frame in a file; its axes are parallel to the model frame.
fn attached(
    solid: &MeshedSolid,
    given: &Values,
    body: BodyRef,
) -> Result<(SolidAttachment, Vec3, Option<usize>), MeshFault> {
    let (mesh, name, on) = (&solid.mesh, given.text("name"), given.text("on"));
    if let (Some(stored), true) = (&solid.given.stored, solid.given.is_placed()) {
        let (frame, origin) = stored_frame(&solid.given, stored, &name, &on)?;
        return Ok((SolidAttachment { body, name, rigid: false, nodes: vec![] }, origin, Some(frame)));
    }
    let numbered = solid.given.matrices.as_ref().and_then(|matrices| matrices.node(&on));
    let (nodes, faces) = match numbered {
        Some(node) => (vec![node], vec![]),
        None => region(mesh, &on)?,
    };
    let rigid = given.has("connection") && given.choice("connection") == "rigid";
    let around = |origin: Vec3| match Attached::on_surface(mesh, &faces, origin, &Mat3::identity()) {
        // A set may contain nodes that are on none of its faces; these count only where there are no faces.
        Some(surface) => surface,
        None => Attached::on_nodes(mesh, &nodes, origin, &Mat3::identity()),
    };
    let centre = Attached::centre(&around(Vec3::zero()));
    let origin = given.optional_vector("position").map_or(centre, Vec3);
    let points = if rigid { Attached::on_nodes(mesh, &nodes, origin, &Mat3::identity()) } else { around(origin) };
    let turns = solid.given.matrices.as_ref().is_some_and(|matrices| matrices.rotates(&nodes));
    if !turns && !spans_a_plane(mesh, &points) {
        let message = format!("the nodes of \"{on}\" are on one line and do not determine a frame");
        let help = "attach to a surface, or to at least three nodes that are not on one line".into();
        return Err(MeshFault { code: "bad-attachment", message, help });
    }
    Ok((SolidAttachment { body, name, rigid, nodes: points }, origin, None))
}

/// A boundary frame of a file by its name or by the set that it is on, and where it is in the model frame.
fn stored_frame(given: &GivenBody, stored: &StoredBody, name: &str, on: &str) -> Result<(usize, Vec3), MeshFault> {
    let frames = &stored.reduction.body.frames;
    let by_name = |name: &str| frames.iter().position(|frame| frame.name == name);
    let of_set: Vec<usize> = (0..frames.len()).filter(|&k| stored.on[k] == on).collect();
    let found = by_name(on).or(match of_set[..] {
        [only] => Some(only),
        _ => of_set.iter().copied().find(|&k| frames[k].name == name),
    });
    let Some(k) = found else {
        let message = format!("the file has no boundary frame \"{on}\"");
        let names: Vec<&str> = frames.iter().map(|frame| frame.name.as_str()).collect();
        let help =
            format!("its frames are {}", names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", "));
        return Err(MeshFault { code: "unknown-set", message, help });
    };
    let place = stored.reduction.centre + frames[k].position;
    Ok((k, given.origin + given.axes * place))
}

/// Whether points are not all on one line.
fn spans_a_plane(mesh: &Mesh, points: &[Attached]) -> bool {
    let at = |point: &Attached| mesh.positions[point.node as usize];
    let Some(first) = points.first().map(at) else { return false };
    let arm = |point: &Attached| at(point) - first;
    let farthest = points.iter().map(arm).max_by(|a, b| a.norm().total_cmp(&b.norm())).unwrap_or(first);
    let across = points.iter().map(|point| arm(point).cross(farthest).norm()).fold(0.0, f64::max);
    across > 1e-9 * farthest.dot(farthest)
}

/// An attachment as a body without mass, which moves with the solid at the start.
fn body_item(draft: &Draft, solid: &Values, origin: Vec3) -> Item {
    let mut values = Values::new(ATTACHED.keys, vec![None; ATTACHED.keys.len()]);
    let [velocity, spin, about] = ["velocity", "angular_velocity", "about"].map(|key| Vec3(solid.vector(key)));
    for (key, value) in [
        ("mass", Value::Number(0.0)),
        ("inertia", Value::Inertia([0.0; 6])),
        ("position", Value::Vector(origin.0)),
        ("velocity", Value::Vector((velocity + spin.cross(origin - about)).0)),
        ("angular_velocity", Value::Vector(spin.0)),
        ("rotates", Value::Switch(true)),
        ("start", Value::Choice("guess")),
    ] {
        values.set(key, value);
    }
    item(draft, draft.kind.unwrap_or(&BOUNDARY_FRAME), values)
}
