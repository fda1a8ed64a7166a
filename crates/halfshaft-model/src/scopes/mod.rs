//! From the files to the scopes of a model: one scope for each use of a file, with its parameters and its position, and
//! one item for each copy.
//!
//! Names are registered in the directory, so that afterwards any reference can be resolved.

mod parts;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use halfshaft::elements::beam::keys::{ELEMENT, NODE};
use halfshaft::elements::solid::keys::ATTACHED;
use halfshaft::elements::superelement::keys::{BOUNDARY_FRAME, RECOVERED};
use toml::de::{DeTable, DeValue};

use crate::beams::{Alias, Outline};
use crate::condition::{Presence, presence};
use crate::diagnostic::{Collector, Diagnostic};
use crate::directory::{Directory, Link, Thing};
use crate::document::Raw;
use crate::draft::{Draft, Part};
use crate::files::Files;
use crate::forms::Reader;
use crate::kinds;
use crate::motion::RigidTransform;
use crate::parameters::{Bound, Override, Parameters};
use crate::repeat::{LIMIT, REPEAT, copies};
use crate::shapes::{self, Materials};
use crate::signals;
use crate::solids;
use crate::source::Source;
use crate::tables::{item_name, kind_of, repeated, section};
use parts::unknown_parameters;

/// One use of a file.
pub(crate) struct Scope<'a> {
    /// The path of submodel names, with a trailing `/`; empty for the model itself.
    pub(crate) path: String,
    pub(crate) source: &'a Arc<Source>,
    pub(crate) document: &'a DeTable<'a>,
    pub(crate) parameters: Parameters,
    /// The motion from the frame of the file to the model frame.
    pub(crate) placement: RigidTransform,
    /// The materials defined in the file.
    pub(crate) materials: Materials,
}

/// All scopes of a model with their items.
pub(crate) struct Scopes<'a> {
    pub(crate) files: &'a Files<'a>,
    overrides: &'a [Override],
    pub(crate) list: Vec<Scope<'a>>,
    pub(crate) drafts: Vec<Draft<'a>>,
    pub(crate) frames: Vec<Draft<'a>>,
    pub(crate) ports: Vec<Draft<'a>>,
    /// The bindings of ports, with their locations.
    pub(crate) bindings: Vec<(Link, Raw<'a>)>,
    pub(crate) directory: Directory,
    /// Remaining number of items and copies.
    room: usize,
}

/// The use of a file: the model itself, or a submodel of another file.
pub(crate) struct Use {
    pub(crate) file: usize,
    pub(crate) path: String,
    pub(crate) placement: RigidTransform,
    pub(crate) parameters: Vec<Bound>,
    /// The bindings of ports by the using file, with their locations.
    pub(crate) ports: BTreeMap<String, (Link, Arc<Source>, Range<usize>)>,
    /// The location of the submodel; `None` for the model itself.
    pub(crate) at: Option<(Arc<Source>, Range<usize>)>,
    pub(crate) depth: usize,
}

impl<'a> Scopes<'a> {
    /// The scopes of a model, none where its own text cannot be parsed.
    pub(crate) fn expand(files: &'a Files<'a>, overrides: &'a [Override], out: &mut Collector) -> Option<Self> {
        let mut scopes = Scopes {
            files,
            overrides,
            list: vec![],
            drafts: vec![],
            frames: vec![],
            ports: vec![],
            bindings: vec![],
            directory: Directory::EMPTY,
            room: LIMIT,
        };
        files.documents[0].as_ref()?;
        let whole = Use {
            file: 0,
            path: String::new(),
            placement: RigidTransform::NONE,
            parameters: vec![],
            ports: BTreeMap::new(),
            at: None,
            depth: 0,
        };
        scopes.instantiate(whole, out);
        Some(scopes)
    }

    pub(crate) fn instantiate(&mut self, used: Use, out: &mut Collector) {
        let Some(document) = self.files.documents[used.file].as_ref() else {
            self.directory.mark_broken(&used.path);
            return;
        };
        let source = self.files.sources[used.file];
        let table = section(document, "parameters", source, out).map(|(table, _)| table);
        let overrides: Vec<&Override> = self.overrides.iter().filter(|over| over.path == used.path).collect();
        let empty = DeTable::new();
        let parameters = Parameters::read(table.unwrap_or(&empty), source, &used.parameters, &overrides, out);
        if used.depth > 0 {
            unknown_parameters(&used.parameters, &parameters, source, out);
            // Limits the cost of many uses of a file with many parameters or materials.
            self.room = self.room.saturating_sub(table.map_or(0, DeTable::len));
        }
        let materials = repeated(document, "material", source, out);
        if used.depth > 0 {
            self.room = self.room.saturating_sub(materials.len());
        }
        let materials = shapes::read_materials(&mut reader(&parameters, out), &materials);

        let scope = self.list.len();
        self.list.push(Scope {
            path: used.path.clone(),
            source,
            document,
            parameters,
            placement: used.placement,
            materials,
        });
        let mut drafts = Vec::new();
        for name in kinds::sections() {
            for raw in repeated(document, name, source, out) {
                drafts.extend(self.draft(scope, name, raw, out));
            }
        }
        drafts.sort_by_key(|draft| draft.span.start);
        for draft in drafts {
            if let (Some(full), false) = (&draft.name, out.is_full()) {
                let thing = Thing::Item(self.drafts.len());
                self.directory.add(full, draft.section, thing, source, draft.name_span.clone(), out);
                if kinds::are_signals(draft.section) {
                    self.directory.add_signal(self.drafts.len(), signals::unit_of(&draft, &used.path));
                }
            }
            let beam = (draft.section == kinds::BEAMS).then_some(self.drafts.len());
            let meshed = [kinds::SOLIDS, kinds::SUPERELEMENTS].contains(&draft.section);
            let solid = meshed.then_some(self.drafts.len());
            self.drafts.push(draft);
            if let Some(beam) = beam {
                self.beam_parts(beam, &used.path, out);
            }
            if let Some(solid) = solid {
                self.solid_parts(solid, out);
            }
        }
        for raw in repeated(document, "frame", source, out) {
            for draft in self.draft(scope, "frame", raw, out) {
                let parameters = &self.list[scope].parameters;
                let on = draft.table.get("on").and_then(|node| {
                    let mut quiet = Collector::default();
                    let environment = parameters.environment(draft.copied.index);
                    environment.fill(node.get_ref().as_str()?, Raw::new(node, source), &mut quiet)
                });
                let on = on.map(|name| Link { path: used.path.clone(), name });
                if let Some(full) = &draft.name {
                    let thing = Thing::Frame(self.frames.len(), on);
                    self.directory.add(full, "frame", thing, source, draft.name_span.clone(), out);
                }
                self.frames.push(draft);
            }
        }
        self.ports(&used, scope, out);
        for raw in repeated(document, "submodel", source, out) {
            for draft in self.draft(scope, "submodel", raw, out) {
                self.submodel(&used, &draft, out);
            }
        }
    }

    /// The nodes and elements of a beam, behind it among the items.
    fn beam_parts(&mut self, beam: usize, path: &str, out: &mut Collector) {
        let draft = &self.drafts[beam];
        let Some(full) = draft.name.clone() else { return };
        let parameters = &self.list[draft.scope].parameters;
        let mut quiet = Collector::default();
        let mut reader =
            Reader { environment: parameters.environment(draft.copied.index), ..reader(parameters, &mut quiet) };
        let outline = Outline::of(draft, &mut reader);
        if outline.count() > self.room {
            let message = format!("the model would have more than {LIMIT} items");
            let span = draft.span.clone();
            out.push(Diagnostic::new("too-many-items", draft.source, span, message).help("give fewer `elements`"));
            self.directory.mark_broken(&format!("{full}/"));
            return;
        }
        self.room -= outline.count();
        let inside = format!("{full}/");
        for (name, alias) in outline.aliases() {
            let link = match alias {
                Alias::Node(node) => Link { path: inside.clone(), name: node },
                Alias::Clamp(key) => {
                    let node = self.drafts[beam].table.get(key);
                    let text = node.and_then(|node| {
                        let raw = Raw::new(node, self.drafts[beam].source);
                        reader.environment.fill(node.get_ref().as_str()?, raw, reader.out)
                    });
                    Link { path: path.to_owned(), name: text.unwrap_or_default() }
                }
            };
            self.directory.provide(format!("{inside}{name}"), link);
        }
        for (part, name) in outline.parts() {
            self.part(beam, part, &name, out);
        }
    }

    /// The attachments of a solid, or the frames and points of a superelement, behind it among the items.
    fn solid_parts(&mut self, solid: usize, out: &mut Collector) {
        let draft = &self.drafts[solid];
        let parameters = &self.list[draft.scope].parameters;
        let mut quiet = Collector::default();
        let mut reader =
            Reader { environment: parameters.environment(draft.copied.index), ..reader(parameters, &mut quiet) };
        let names = solids::part_names(draft, solids::attachments_key(draft.section), &mut reader);
        let points =
            if draft.section == kinds::SOLIDS { vec![] } else { solids::part_names(draft, "points", &mut reader) };
        let attachments = names.into_iter().enumerate().map(|(k, name)| (Part::Attachment(k), name));
        let points = points.into_iter().enumerate().map(|(k, name)| (Part::Point(k), name));
        for (part, name) in attachments.chain(points).take(self.room) {
            self.room -= 1;
            if let Some(name) = name {
                self.part(solid, part, &name, out);
            }
        }
    }

    /// Adds a part of a beam or a solid to the items.
    fn part(&mut self, whole: usize, part: Part, name: &str, out: &mut Collector) {
        let (kind, section) = match part {
            Part::Node(_) => (&NODE, kinds::BODIES),
            Part::Element(_) => (&ELEMENT, kinds::BEAMS),
            Part::Attachment(_) if self.drafts[whole].section == kinds::SOLIDS => (&ATTACHED, kinds::BODIES),
            Part::Attachment(_) => (&BOUNDARY_FRAME, kinds::BODIES),
            Part::Point(_) => (&RECOVERED, kinds::SUPERELEMENTS),
        };
        let draft = &self.drafts[whole];
        let Some(full) = &draft.name else { return };
        let (inside, source, span) = (format!("{full}/"), draft.source, draft.name_span.clone());
        let own = Draft {
            kind: Some(kind),
            name: Some(format!("{inside}{name}")),
            section,
            table: draft.table,
            source,
            span: draft.span.clone(),
            name_span: span.clone(),
            scope: draft.scope,
            copied: draft.copied,
            part: Some(part),
        };
        let thing = Thing::Item(self.drafts.len());
        self.directory.add(&format!("{inside}{name}"), section, thing, source, span, out);
        if section == kinds::BODIES {
            let link = Link { path: inside.clone(), name: name.to_owned() };
            self.directory.provide(format!("{inside}{name}"), link);
        }
        self.drafts.push(own);
    }

    /// The copies of one item, each with its kind and name.
    pub(crate) fn draft(
        &mut self,
        scope: usize,
        section: &'static str,
        raw: Raw<'a>,
        out: &mut Collector,
    ) -> Vec<Draft<'a>> {
        let DeValue::Table(table) = raw.value() else { return Vec::new() };
        if self.room == 0 {
            let message = format!("the model would have more than {LIMIT} items");
            out.push(raw.error("too-many-items", message));
            return Vec::new();
        }
        let parameters = &self.list[scope].parameters;
        let copied = copies(&mut reader(parameters, out), table, raw.source, REPEAT, self.room);
        // An item without copies also counts, because it has been read.
        self.room = self.room.saturating_sub(copied.len().max(1));
        let mut kind = None;
        let path = &self.list[scope].path;
        let mut drafts = Vec::new();
        for copied in copied {
            if out.is_full() {
                break;
            }
            let mut reader = Reader { environment: parameters.environment(copied.index), ..reader(parameters, out) };
            let named = item_name(&mut reader, section, table, raw);
            if let Presence::Absent(condition) = presence(&reader.environment, table, raw.source, reader.out) {
                if let Some((name, _)) = named {
                    self.directory.mark_absent(format!("{path}{name}"), section, condition);
                }
                continue;
            }
            let kind = *kind.get_or_insert_with(|| kind_of(&mut reader, section, table, raw));
            let (name, name_span) = named.map_or((None, raw.span()), |(name, span)| (Some(name), span));
            let misnamed = name.as_ref().is_some_and(|name| name.contains('/'));
            let name = name.map(|name| format!("{path}{name}"));
            if let Some(name) = name.as_ref().filter(|_| misnamed) {
                self.directory.mark_misnamed(name);
            }
            drafts.push(Draft {
                kind,
                name,
                section,
                table,
                source: raw.source,
                span: raw.span(),
                name_span,
                scope,
                copied,
                part: None,
            });
        }
        drafts
    }
}

/// A reader without names of bodies.
pub(crate) fn reader<'r>(parameters: &'r Parameters, out: &'r mut Collector) -> Reader<'r> {
    static EMPTY_DIRECTORY: Directory = Directory::EMPTY;
    Reader { environment: parameters.environment(None), directory: &EMPTY_DIRECTORY, path: "", own: None, out }
}
