//! Solids: the values of a solid, its mesh and its attachments.

use std::sync::Arc;

use halfshaft::elements::solid::Attached;
use halfshaft::elements::solid::keys::{ATTACHED, KIND};
use halfshaft::elements::superelement;
use halfshaft::elements::superelement::keys::{BOUNDARY_FRAME, RECOVERED};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::mesh::{CellFace, Mesh};

use super::{Reading, item, pose};
use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::kinds::{SOLIDS, SUPERELEMENTS};
use crate::model::{BodyRef, Item, Material, MeshedSolid, Reduced, SolidAttachment, Value, Values};
use crate::solids::{MeshFault, attachments_key, mesh, placed, region};

impl<'a> Reading<'a> {
    /// Reads the solids with their attachments.
    pub(super) fn solids(&mut self, items: &mut [Option<Item>], out: &mut Collector) {
        let drafts = &self.scopes.drafts;
        for place in (0..drafts.len()).filter(|&k| is_meshed(drafts[k].section) && drafts[k].part.is_none()) {
            if !out.is_full() {
                self.solid(place, items, out);
            }
        }
    }

    fn solid(&mut self, place: usize, items: &mut [Option<Item>], out: &mut Collector) {
        let draft = &self.scopes.drafts[place];
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let kind = if draft.section == SOLIDS { &KIND } else { &superelement::KIND };
        let mut values = self.values(&mut reader, kind, draft, &[]);
        let material = match (values.optional_text("material"), draft.table.get("material")) {
            (Some(name), Some(node)) => {
                scope.materials.find(&name, Raw::new(node, draft.source), &mut reader).unwrap_or_default()
            }
            _ => Material::default(),
        };
        if !values.complete() {
            return;
        }
        let carried = scope.placement.after(draft.copied.motion);
        values.iter_mut().for_each(|(key, value)| carried.carry(key, value));
        let complain = |key: &str, fault: MeshFault, out: &mut Collector| {
            let span = draft.table.get(key).map_or(draft.name_span.clone(), |node| node.span());
            out.push(Diagnostic::new(fault.code, draft.source, span, fault.message).help(fault.help));
        };
        let mesh = match mesh(&values, |path| self.scopes.files.mesh(draft.source, path).cloned()) {
            Ok(Some(mesh)) => mesh,
            Ok(None) => return,
            Err(fault) => return complain("mesh", fault, out),
        };
        let at = values.optional_rotation("orientation");
        let axes = at.map_or(Mat3::identity(), |turn| Quaternion::exp(Vec3(turn.axis) * turn.angle).matrix());
        let mesh = Arc::new(placed(mesh, Vec3(values.vector("position")), &axes));
        let mut solid = MeshedSolid {
            fixed: vec![false; mesh.positions.len()],
            mesh,
            material,
            attachments: vec![],
            pressures: vec![],
            points: vec![],
            reduced: Reduced::default(),
        };
        let of_solid = |key: &str| if draft.section == SOLIDS { values.optional_list(key) } else { None };
        for name in of_solid("fixed").unwrap_or_default() {
            match region(&solid.mesh, name.as_text()) {
                Ok((nodes, _)) => nodes.iter().for_each(|&node| solid.fixed[node as usize] = true),
                Err(fault) => complain("fixed", fault, out),
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
            match attached(&solid.mesh, given, BodyRef::Body(own)) {
                Ok((attachment, origin)) => {
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

/// An attachment and its origin, in the model frame; its axes are parallel to the model frame.
fn attached(mesh: &Mesh, given: &Values, body: BodyRef) -> Result<(SolidAttachment, Vec3), MeshFault> {
    let (nodes, faces) = region(mesh, &given.text("on"))?;
    let rigid = given.has("connection") && given.choice("connection") == "rigid";
    let around = |origin: Vec3| match Attached::on_surface(mesh, &faces, origin, &Mat3::identity()) {
        // A set may contain nodes that are on none of its faces; these count only where there are no faces.
        Some(surface) => surface,
        None => Attached::on_nodes(mesh, &nodes, origin, &Mat3::identity()),
    };
    let centre = Attached::centre(&around(Vec3::zero()));
    let origin = given.optional_vector("position").map_or(centre, Vec3);
    let points = if rigid { Attached::on_nodes(mesh, &nodes, origin, &Mat3::identity()) } else { around(origin) };
    if !spans_a_plane(mesh, &points) {
        let message = format!("the nodes of \"{}\" are on one line and do not determine a frame", given.text("on"));
        let help = "attach to a surface, or to at least three nodes that are not on one line".into();
        return Err(MeshFault { code: "bad-attachment", message, help });
    }
    Ok((SolidAttachment { body, name: given.text("name"), rigid, nodes: points }, origin))
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
