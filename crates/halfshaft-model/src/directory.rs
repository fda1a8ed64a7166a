//! Resolution of names: bodies, frames, shafts and ports, in the scope of the name.
//!
//! A scope is one use of a file. The contents of a submodel are visible from outside only through its ports:
//! `front diff/carrier` names the port that provides the carrier. Channels are named by their full path instead.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Dimension;

use crate::condition::Absences;
use crate::diagnostic::{Collector, Diagnostic, Fault, Related};
use crate::document::Raw;
use crate::kinds::{BEAMS, BODIES, INPUTS, SHAFTS, SIGNALS, SUPERELEMENTS, are_signals};
use crate::model::{BodyRef, ShaftRef};
use crate::source::Source;
use crate::suggest::nearest;

/// The name of the model frame, valid wherever a body may be named.
pub(crate) const GROUND: &str = "ground";

/// Ports and frames may refer to each other; longer chains are cycles.
const MAX_LINKS: usize = 64;

/// A name in the scope in which it was written.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The path of the scope, with a trailing `/`; empty for the model itself.
    pub(crate) path: String,
    pub(crate) name: String,
}

/// Of which quantity a signal is.
#[derive(Clone, Debug)]
pub(crate) enum Unit {
    /// Of this one.
    Known(Dimension),
    /// Like that of another signal, times so many seconds.
    Like(Link, i8),
    /// Of none that could be read.
    Wrong,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// An item by its index.
    Item(usize),
    /// A frame by its index, and the name it is attached to, if readable.
    Frame(usize, Option<Link>),
    Submodel,
    /// A port that requires a frame, and the name bound to it by the using file; the ground without a using file.
    Port(Option<Link>),
}

#[derive(Debug)]
struct Entry {
    section: &'static str,
    thing: Thing,
    source: Arc<Source>,
    span: Range<usize>,
}

/// A body, and the frame by which it was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attachment {
    pub(crate) body: BodyRef,
    pub(crate) frame: Option<usize>,
}

/// The final target of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Ground,
    Body(usize),
    Shaft(usize),
    Signal(usize),
}

/// The kind of target that is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Body,
    Shaft,
    Signal,
    /// Any of them, as for a port.
    Part,
}

/// Why a name does not resolve to the required kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miss {
    Unknown,
    /// It names something of this section.
    Other(&'static str),
    /// It refers to the inside of a submodel, bypassing its ports.
    NotAPort,
    Circle,
    /// It names something whose condition is false.
    Absent,
    /// It names something that is invalid itself.
    Reported,
}

/// All names of a model, by their full paths.
#[derive(Debug)]
pub(crate) struct Directory {
    names: BTreeMap<String, Entry>,
    /// Ports that provide something; they have a separate name space.
    provided: BTreeMap<String, Link>,
    /// The units of signals, by their item indices.
    signals: BTreeMap<usize, Unit>,
    /// Submodels that could not be read, as paths with a trailing `/`.
    broken: BTreeSet<String>,
    /// Full paths of items whose names contain a `/`, which has been reported.
    misnamed: BTreeSet<String>,
    /// Items that the model does not have, because their conditions are false.
    absent: Absences,
}

impl Directory {
    pub(crate) const EMPTY: Directory = Directory {
        names: BTreeMap::new(),
        provided: BTreeMap::new(),
        signals: BTreeMap::new(),
        broken: BTreeSet::new(),
        misnamed: BTreeSet::new(),
        absent: Absences::NONE,
    };

    /// Adds a name, or reports that it is taken.
    pub(crate) fn add(
        &mut self,
        full: &str,
        section: &'static str,
        thing: Thing,
        source: &Arc<Source>,
        span: Range<usize>,
        out: &mut Collector,
    ) {
        if let Some(first) = self.names.get(full) {
            let name = full.rsplit_once('/').map_or(full, |(_, name)| name);
            let error = Diagnostic::new("duplicate-name", source, span.clone(), format!("\"{name}\" is named twice"));
            let error = if first.span == span && Arc::ptr_eq(&first.source, source) {
                error.label("each copy has this name").help(format!("put the index in it, as in \"{name} {{i}}\""))
            } else {
                let before = &first.source.text.as_bytes()[..first.span.start];
                let line = before.iter().filter(|b| **b == b'\n').count() + 1;
                error
                    .label(format!("the first is on line {line}"))
                    .help("give one of them another name, or `when` so that only one is present")
            };
            out.push(error);
            return;
        }
        self.names.insert(full.to_owned(), Entry { section, thing, source: source.clone(), span });
    }

    /// Adds a port that provides something; returns false if the name is taken.
    pub(crate) fn provide(&mut self, full: String, link: Link) -> bool {
        self.provided.insert(full, link).is_none()
    }

    pub(crate) fn mark_misnamed(&mut self, full: &str) {
        self.misnamed.insert(full.to_owned());
    }

    pub(crate) fn mark_absent(&mut self, full: String, section: &'static str, condition: Related) {
        self.absent.add(full, section, condition);
    }

    /// The number of absent items so far.
    pub(crate) fn absent(&self) -> usize {
        self.absent.len()
    }

    /// The fault of a reference to an absent item, by its full path; `None` if it is not absent.
    pub(crate) fn absence(&self, full: &str) -> Option<Fault> {
        self.absent.fault(full)
    }

    pub(crate) fn mark_broken(&mut self, path: &str) {
        self.broken.insert(path.to_owned());
    }

    /// Returns whether a path leads into a submodel that could not be read.
    pub(crate) fn in_broken(&self, full: &str) -> bool {
        full.match_indices('/').any(|(at, _)| self.broken.contains(&full[..=at]))
    }

    /// The section of the item at a full path.
    pub(crate) fn section(&self, full: &str) -> Option<&'static str> {
        self.names.get(full).map(|entry| entry.section)
    }

    /// The item of a full path.
    pub(crate) fn item(&self, full: &str) -> Option<usize> {
        match self.names.get(full)?.thing {
            Thing::Item(index) => Some(index),
            _ => None,
        }
    }

    /// All full paths that name items.
    pub(crate) fn items(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(_, entry)| matches!(entry.thing, Thing::Item(_))).map(|(name, _)| name.as_str())
    }

    /// Resolves a name to a body in a scope.
    pub(crate) fn attach(&self, path: &str, name: &str) -> Result<Attachment, Miss> {
        match self.follow(path, name, 0)? {
            (Held::Ground, frame) => Ok(Attachment { body: BodyRef::Ground, frame }),
            (Held::Body(index), frame) => Ok(Attachment { body: BodyRef::Body(index), frame }),
            // A frame on a shaft is invalid itself.
            (Held::Shaft(_), Some(_)) => Err(Miss::Reported),
            (Held::Shaft(_), None) => Err(Miss::Other("shaft")),
            (Held::Signal(_), _) => Err(Miss::Other(SIGNALS)),
        }
    }

    /// Resolves a name to a shaft in a scope.
    pub(crate) fn shaft(&self, path: &str, name: &str) -> Result<ShaftRef, Miss> {
        match self.follow(path, name, 0)? {
            (_, Some(_)) => Err(Miss::Other("frame")),
            (Held::Ground, None) => Ok(ShaftRef::Ground),
            (Held::Shaft(index), None) => Ok(ShaftRef::Shaft(index)),
            (Held::Body(_), None) => Err(Miss::Other(BODIES)),
            (Held::Signal(_), None) => Err(Miss::Other(SIGNALS)),
        }
    }

    /// Resolves a name to a signal in a scope, with its dimension; `None` if its unit is invalid itself.
    pub(crate) fn signal(&self, path: &str, name: &str) -> Result<(usize, Option<Dimension>), Miss> {
        match self.follow(path, name, 0)? {
            (Held::Signal(index), _) => Ok((index, self.dimension(index).ok())),
            (_, Some(_)) => Err(Miss::Other("frame")),
            (Held::Ground, None) => Err(Miss::Other(GROUND)),
            (Held::Body(_), None) => Err(Miss::Other(BODIES)),
            (Held::Shaft(_), None) => Err(Miss::Other("shaft")),
        }
    }

    /// Records the unit of a signal.
    pub(crate) fn add_signal(&mut self, index: usize, unit: Unit) {
        self.signals.insert(index, unit);
    }

    /// The dimension of an item by its index, if it is a signal with a known unit.
    pub(crate) fn dimension(&self, index: usize) -> Result<Dimension, Miss> {
        let (mut index, mut seconds) = (index, 0);
        for _ in 0..MAX_LINKS {
            match self.signals.get(&index).ok_or(Miss::Unknown)? {
                Unit::Known(dimension) => {
                    let time = dimension.time.checked_add(seconds).ok_or(Miss::Reported)?;
                    return Ok(Dimension { time, ..*dimension });
                }
                Unit::Like(Link { path, name }, more) => {
                    seconds += more;
                    let Ok((Held::Signal(next), _)) = self.follow(path, name, 0) else { return Err(Miss::Reported) };
                    index = next;
                }
                Unit::Wrong => return Err(Miss::Reported),
            }
        }
        Err(Miss::Circle)
    }

    /// Returns whether a name resolves to a body, a frame, a shaft or a signal in a scope.
    pub(crate) fn part(&self, path: &str, name: &str) -> Result<(), Miss> {
        self.follow(path, name, 0).map(|_| ())
    }

    /// The target of a name, and the frame by which it was named.
    fn follow(&self, path: &str, name: &str, links: usize) -> Result<(Held, Option<usize>), Miss> {
        if name == GROUND {
            return Ok((Held::Ground, None));
        }
        if links > MAX_LINKS {
            return Err(Miss::Circle);
        }
        // If the chain continues, its next link has been checked at its own place.
        let next = |link: &Link| {
            self.follow(&link.path, &link.name, links + 1).map_err(|miss| match miss {
                Miss::Circle => Miss::Circle,
                _ => Miss::Reported,
            })
        };
        let full = format!("{path}{name}");
        if name.contains('/') {
            return match self.provided.get(&full) {
                Some(link) => next(link),
                None if self.in_broken(&full) || self.misnamed.contains(&full) => Err(Miss::Reported),
                None if self.names.contains_key(&full) => Err(Miss::NotAPort),
                None if self.absent.contains(&full) => Err(Miss::Absent),
                None => Err(Miss::Unknown),
            };
        }
        let missing = if self.absent.contains(&full) { Miss::Absent } else { Miss::Unknown };
        let entry = self.names.get(&full).ok_or(missing)?;
        match &entry.thing {
            Thing::Item(index) if entry.section == BODIES => Ok((Held::Body(*index), None)),
            Thing::Item(index) if entry.section == SHAFTS => Ok((Held::Shaft(*index), None)),
            Thing::Item(index) if are_signals(entry.section) => Ok((Held::Signal(*index), None)),
            Thing::Frame(index, Some(on)) => Ok((next(on)?.0, Some(*index))),
            Thing::Frame(_, None) => Err(Miss::Reported),
            Thing::Port(Some(bound)) => next(bound),
            Thing::Port(None) => Ok((Held::Ground, None)),
            Thing::Item(_) if entry.section == SUPERELEMENTS => match self.only_frame(&full) {
                Some(frame) => next(frame),
                None => Err(Miss::Other(entry.section)),
            },
            Thing::Item(_) | Thing::Submodel => Err(Miss::Other(entry.section)),
        }
    }

    /// The boundary frame of a superelement that has only one, for which the name of the superelement stands.
    fn only_frame(&self, full: &str) -> Option<&Link> {
        let inside = format!("{full}/");
        let mut frames = self.provided.range(inside.clone()..).take_while(|(name, _)| name.starts_with(&inside));
        let (_, only) = frames.next()?;
        frames.next().is_none().then_some(only)
    }

    /// The diagnostic for a name that does not resolve; `None` if it has been reported.
    pub(crate) fn complaint(&self, miss: Miss, wanted: Wanted, path: &str, name: &str, raw: Raw) -> Option<Diagnostic> {
        let (not, what, unknown) = match wanted {
            Wanted::Body | Wanted::Part => ("not-a-body", "body", "unknown-body"),
            Wanted::Shaft => ("not-a-shaft", "shaft", "unknown-shaft"),
            Wanted::Signal => ("not-a-signal", "signal", "unknown-signal"),
        };
        Some(match miss {
            Miss::Reported => return None,
            Miss::Absent => raw.fault(self.absence(&format!("{path}{name}"))?),
            Miss::Other(GROUND) if name != GROUND => raw
                .error(not, format!("port \"{name}\" is not bound to a {what}"))
                .help("use this file as a submodel and bind the port there; on its own it is the ground"),
            Miss::Other(section) => {
                let error = raw.error(not, format!("\"{name}\" is not a {what}"));
                error.label(format!("this names {} {section}", crate::units::article(section)))
            }
            Miss::NotAPort => {
                let (submodel, inner) = name.rsplit_once('/').unwrap_or(("", name));
                let error = raw.error("not-a-port", format!("\"{inner}\" is not a port of \"{submodel}\""));
                error.help(format!("add [[port]] with `provides = \"{inner}\"` to the file of \"{submodel}\""))
            }
            Miss::Circle => raw.error("attachment-circle", "frames and ports refer to each other in a cycle"),
            Miss::Unknown => {
                let owner = name.rsplit_once('/').map(|(owner, _)| self.section(&format!("{path}{owner}")));
                let (what, code) = match owner {
                    Some(Some(BEAMS)) => ("node", unknown),
                    Some(_) => ("port", "unknown-port"),
                    None => (what, unknown),
                };
                let error = raw.error(code, format!("there is no {what} \"{name}\""));
                let ground = (wanted != Wanted::Signal).then_some(GROUND);
                let inside = name.replace('.', "/");
                if inside != name && self.names.contains_key(&format!("{path}{inside}")) {
                    return Some(error.help(format!("parts of a submodel are written with a slash, as \"{inside}\"")));
                }
                let near = nearest(name, self.attachable(path, wanted).chain(ground));
                error.maybe_help(near.map(|near| format!("did you mean \"{near}\"?")))
            }
        })
    }

    /// The names in a scope with the required kind.
    pub(crate) fn attachable<'d>(&'d self, path: &'d str, wanted: Wanted) -> impl Iterator<Item = &'d str> {
        let own = self.names.range(path.to_owned()..).take_while(move |(full, _)| full.starts_with(path));
        let own = own.filter(move |(_, entry)| match entry.thing {
            Thing::Item(_) => match entry.section {
                BODIES => matches!(wanted, Wanted::Body | Wanted::Part),
                SHAFTS => matches!(wanted, Wanted::Shaft | Wanted::Part),
                SIGNALS | INPUTS => matches!(wanted, Wanted::Signal | Wanted::Part),
                _ => false,
            },
            Thing::Frame(..) => matches!(wanted, Wanted::Body | Wanted::Part),
            Thing::Port(_) => true,
            Thing::Submodel => false,
        });
        let own = own.map(move |(full, _)| &full[path.len()..]).filter(|name| !name.contains('/'));
        let ports = self.provided.range(path.to_owned()..).take_while(move |(full, _)| full.starts_with(path));
        own.chain(ports.map(move |(full, _)| &full[path.len()..]).filter(|name| name.matches('/').count() == 1))
    }
}
