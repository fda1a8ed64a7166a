//! Beams and frames: the values of a beam, its nodes and its elements, in an order in which each knows what it stands on.

use halfshaft::elements::beam::keys::{ELEMENT, KIND, NODE};
use halfshaft::math::{Mat3, Quaternion, Vec3};

use super::{Reading, attachments, in_body, item, pose};
use crate::beams::{Clamps, Layout, PointTables};
use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::Attachment;
use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::kinds::BEAMS;
use crate::model::{AxisAngle, Beam, BeamStation, BodyRef, Item, Material, Shape, Solid, Value, Values};
use crate::sections::FRAME;

impl<'a> Reading<'a> {
    /// Reads the frames and the beams. A frame may be on a node of a beam, and a beam may end at a frame: each is read
    /// when what it stands on has been.
    pub(super) fn frames_and_beams(&mut self, items: &mut [Option<Item>], out: &mut Collector) {
        let scopes = self.scopes;
        let mut frames: Vec<usize> = (0..scopes.frames.len()).collect();
        let is_beam = |draft: &Draft| draft.section == BEAMS && draft.part.is_none();
        let mut beams: Vec<usize> = (0..scopes.drafts.len()).filter(|&k| is_beam(&scopes.drafts[k])).collect();
        let mut waiting: Vec<bool> =
            scopes.drafts.iter().map(|draft| matches!(draft.part, Some(Part::Node(_) | Part::Element(_)))).collect();
        let mut frames_read = vec![false; scopes.frames.len()];
        loop {
            let before = (frames.len(), beams.len());
            frames.retain(|&place| {
                let draft = &scopes.frames[place];
                let ready = self.stands_on(draft, FRAME).iter().all(|on| is_known(on, &waiting, &frames_read));
                if ready {
                    self.frames[place] = self.frame(draft, out);
                    frames_read[place] = true;
                }
                !ready
            });
            beams.retain(|&place| {
                let draft = &scopes.drafts[place];
                let ready = self.stands_on(draft, KIND.keys).iter().all(|on| is_known(on, &waiting, &frames_read));
                if ready {
                    self.beam(place, items, out);
                    let parts = scopes.drafts[place + 1..].iter().take_while(|draft| draft.part.is_some()).count();
                    waiting[place + 1..=place + parts].fill(false);
                }
                !ready
            });
            if (frames.len(), beams.len()) == before {
                break;
            }
        }
        for place in beams {
            let draft = &scopes.drafts[place];
            let message = "beams and frames stand on each other in a circle".to_string();
            out.push(Diagnostic::new("attachment-circle", draft.source, draft.name_span.clone(), message));
        }
        for place in frames {
            self.frames[place] = self.frame(&scopes.frames[place], out);
        }
    }

    /// What a frame or a beam stands on, as far as it resolves.
    fn stands_on(&self, draft: &Draft<'a>, keys: &[halfshaft::describe::Key]) -> Vec<Attachment> {
        let mut quiet = Collector::default();
        attachments(&mut self.reader(draft, &mut quiet), keys, draft)
    }

    /// Reads a beam with its nodes and elements.
    fn beam(&mut self, place: usize, items: &mut [Option<Item>], out: &mut Collector) {
        let draft = &self.scopes.drafts[place];
        if out.is_full() {
            return;
        }
        let scope = &self.scopes.list[draft.scope];
        let mut reader = self.reader(draft, out);
        let mut values = self.values(&mut reader, &KIND, draft, &[]);
        let in_body = in_body(&mut reader, draft.table, draft);
        let material = match (values.optional_text("material"), draft.table.get("material")) {
            (Some(name), Some(node)) => {
                scope.materials.find(&name, Raw::new(node, draft.source), &mut reader).unwrap_or_default()
            }
            _ => Material::default(),
        };
        let clamps = self.clamps(draft, &values);
        let base = match clamps[0].filter(|_| in_body) {
            Some((body, _)) => self.pose_of(body),
            None => scope.placement,
        };
        values.iter_mut().for_each(|(key, value)| base.after(draft.copied.motion).carry(key, value));
        let name = draft.name.clone().unwrap_or_default();
        let Some(shape) = Layout::new(&name[scope.path.len()..], &values, clamps).shape(&PointTables::of(draft), out)
        else {
            return;
        };
        let mut nodes: Vec<BodyRef> =
            shape.stations.iter().map(|station| station.clamp.unwrap_or(BodyRef::Ground)).collect();
        for (own, part) in self.scopes.drafts.iter().enumerate().skip(place + 1) {
            match part.part {
                // The numbers agree with the outline unless a count is wrong, which has been reported.
                Some(Part::Node(k)) if k < nodes.len() => {
                    nodes[k] = BodyRef::Body(own);
                    let node = node_item(part, &values, &shape.stations[k]);
                    self.poses[own] = pose(&node.values);
                    items[own] = Some(node);
                }
                Some(Part::Element(_)) => items[own] = Some(item(part, &ELEMENT, Values::new(ELEMENT.keys, vec![]))),
                Some(_) => {}
                None => break,
            }
        }
        items[place] = Some(Item { beam: Some(Beam { shape, nodes, material }), ..item(draft, &KIND, values) });
    }

    /// What the ends are clamped to, and where the frames are that name it.
    fn clamps(&self, draft: &Draft<'a>, values: &Values) -> Clamps {
        let mut on = self.stands_on(draft, KIND.keys).into_iter();
        ["start", "end"].map(|key| {
            if !draft.table.contains_key(key) {
                return None;
            }
            let attached = on.next()?;
            let body = values.optional_frame(key)?;
            let frame = attached.frame.and_then(|frame| self.frames[frame].as_ref()).map(|(_, at)| *at);
            Some((body, frame.unwrap_or_else(|| self.pose_of(body)).position()))
        })
    }
}

/// Whether the pose of what something stands on has been read.
fn is_known(on: &Attachment, waiting: &[bool], frames_read: &[bool]) -> bool {
    let body = match on.body {
        BodyRef::Ground => true,
        BodyRef::Body(place) => !waiting[place],
    };
    body && on.frame.is_none_or(|frame| frames_read[frame])
}

/// A node of a beam as a body: with the mass of a disc on it, and moving with the beam at the start.
fn node_item(draft: &Draft, beam: &Values, station: &BeamStation) -> Item {
    let mut values = Values::new(NODE.keys, vec![None; NODE.keys.len()]);
    let turn = Quaternion::from_matrix(&Mat3(station.axes)).log();
    let angle = turn.norm();
    let x = Vec3(station.position);
    let [velocity, spin, about] =
        ["velocity", "angular_velocity", "about"].map(|key| Vec3(beam.optional_vector(key).unwrap_or_default()));
    for (key, value) in [
        ("mass", Value::Number(station.mass)),
        ("inertia", Value::Inertia(station.inertia)),
        ("position", Value::Vector(station.position)),
        ("velocity", Value::Vector((velocity + spin.cross(x - about)).0)),
        ("angular_velocity", Value::Vector(spin.0)),
        ("rotates", Value::Switch(true)),
        ("start", Value::Choice("guess")),
    ] {
        values.set(key, value);
    }
    if angle > 0.0 {
        values.set("orientation", Value::Rotation(AxisAngle { axis: (turn * (1.0 / angle)).0, angle }));
    }
    let solid = drawn(beam, station.spacing);
    let shape = solid.map(|solid| Shape { solid, material: None, density: None });
    Item { shape, ..item(draft, &NODE, values) }
}

/// What a node is drawn as: a piece of the beam, as long as an element.
fn drawn(beam: &Values, length: f64) -> Option<Solid> {
    let (name, section) = beam.optional_variant("section")?;
    let number = |key: &str| section.optional_number(key);
    let axis = [1.0, 0.0, 0.0];
    match name {
        "circle" => Some(Solid::Tube { inner_radius: 0.0, outer_radius: 0.5 * number("diameter")?, length, axis }),
        "tube" => {
            let [inner_radius, outer_radius] = [number("inner_diameter")? * 0.5, number("outer_diameter")? * 0.5];
            Some(Solid::Tube { inner_radius, outer_radius, length, axis })
        }
        "rectangle" | "box" | "i" => Some(Solid::Box { size: [length, number("height")?, number("width")?] }),
        "numbers" => {
            let equal = (number("area")? / std::f64::consts::PI).sqrt();
            Some(Solid::Tube { inner_radius: 0.0, outer_radius: equal, length, axis })
        }
        _ => Some(Solid::Tube { inner_radius: 0.0, outer_radius: 0.1 * length, length, axis }),
    }
}
