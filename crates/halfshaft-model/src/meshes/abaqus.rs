//! Abaqus and CalculiX `.inp`: `*NODE`, `*ELEMENT`, `*NSET`, `*ELSET` and `*SURFACE` of elements; other keywords are skipped.
//!
//! A set of solid elements becomes the set of their nodes, unless a set of nodes has its name. Shells and membranes, as which Gmsh and
//! others write the boundaries of solids, carry nothing: a set of them becomes a surface, and one of beams or trusses a set of nodes.

use std::collections::{BTreeMap, HashMap};

use halfshaft::mesh::Cell;

use super::{MAX_COUNT, MeshFileError, Parts, error, number, whole};

/// What the data lines of a keyword are.
enum Block {
    Skipped,
    Nodes { set: Option<String> },
    Elements { kind: Kind, set: Option<String> },
    NodeSet { name: String, generate: bool },
    ElementSet { name: String, generate: bool },
    Surface { name: String },
}

/// What an element type is to a mesh of solids.
#[derive(Clone, Copy)]
enum Kind {
    Solid(Cell),
    /// A face or a line with a number of nodes and corners.
    Flat {
        nodes: usize,
        corners: usize,
        is_face: bool,
    },
}

impl Kind {
    fn nodes(self) -> usize {
        match self {
            Kind::Solid(cell) => cell.nodes(),
            Kind::Flat { nodes, .. } => nodes,
        }
    }
}

/// Families of shells, membranes and plane elements.
const FLAT: [&str; 8] = ["SFM3D", "STRI", "CPS", "CPE", "CAX", "M3D", "R3D", "S"];
/// Families of trusses and beams: two nodes, or three with the digit.
const LINES: [(&str, char); 3] = [("T3D", '3'), ("B3", '2'), ("B2", '2')];

/// The element types of the two programs.
fn kind(name: &str) -> Option<Kind> {
    if let Some(rest) = name.strip_prefix("C3D") {
        // Letters behind the number of nodes choose an integration, which is our own.
        let nodes = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        return Some(Kind::Solid(match nodes {
            "8" => Cell::Hex8,
            "20" => Cell::Hex20,
            "10" => Cell::Tet10,
            "15" => Cell::Wedge15,
            _ => return None,
        }));
    }
    if let Some((rest, three)) = LINES.iter().find_map(|(family, three)| Some((name.strip_prefix(family)?, three))) {
        let nodes = if rest.starts_with(*three) { 3 } else { 2 };
        return Some(Kind::Flat { nodes, corners: nodes, is_face: false });
    }
    let rest = FLAT.iter().find_map(|family| name.strip_prefix(family))?;
    let nodes = rest.chars().next()?.to_digit(10)? as usize;
    let corners = match nodes {
        3 | 6 => 3,
        4 | 8 => 4,
        _ => return None,
    };
    Some(Kind::Flat { nodes, corners, is_face: true })
}

/// An element of a set: a solid, or an element that carries nothing, by its place.
#[derive(Clone, Copy)]
enum Member {
    Solid(usize),
    Flat(usize),
}

/// An element that carries nothing.
struct Flat {
    corners: Vec<u64>,
    is_face: bool,
    line: usize,
}

struct Reading {
    parts: Parts,
    flats: Vec<Flat>,
    flat_of_number: HashMap<u64, usize>,
    element_sets: BTreeMap<String, Vec<Member>>,
    /// The numbers of an element so far, where it continues on the next line.
    open: Vec<u64>,
    open_line: usize,
}

pub(super) fn read(text: &str) -> Result<Parts, MeshFileError> {
    let mut reading = Reading {
        parts: Parts::default(),
        flats: vec![],
        flat_of_number: HashMap::new(),
        element_sets: BTreeMap::new(),
        open: vec![],
        open_line: 0,
    };
    let mut block = Block::Skipped;
    for (k, text) in text.lines().enumerate() {
        let (line, text) = (k + 1, text.trim());
        if text.is_empty() || text.starts_with("**") {
            continue;
        }
        if let Some(keyword) = text.strip_prefix('*') {
            if !reading.open.is_empty() {
                return Err(error(reading.open_line, "the element is incomplete"));
            }
            block = keyword_block(keyword, line)?;
        } else {
            reading.data(&block, text, line)?;
        }
    }
    if !reading.open.is_empty() {
        return Err(error(reading.open_line, "the element is incomplete"));
    }
    reading.finish()
}

fn keyword_block(text: &str, line: usize) -> Result<Block, MeshFileError> {
    let mut words = text.split(',').map(str::trim);
    let keyword = words.next().unwrap_or_default().to_ascii_uppercase();
    let mut options = BTreeMap::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        options.insert(key.trim().to_ascii_uppercase(), value.trim().trim_matches('"').to_owned());
    }
    let named = |key: &str| {
        let name = options.get(key).filter(|name| !name.is_empty()).cloned();
        name.ok_or_else(|| error(line, format!("*{keyword} needs {key}=…")))
    };
    let generate = options.contains_key("GENERATE");
    refuse_elsewhere(&keyword, &options, line)?;
    Ok(match keyword.as_str() {
        "NODE" => Block::Nodes { set: options.get("NSET").cloned() },
        "ELEMENT" => {
            let name = named("TYPE")?.to_ascii_uppercase();
            let known = "C3D8, C3D20, C3D10 and C3D15 are";
            let kind = kind(&name)
                .ok_or_else(|| error(line, format!("elements of type {name} are not supported; {known}")))?;
            Block::Elements { kind, set: options.get("ELSET").cloned() }
        }
        "NSET" => Block::NodeSet { name: named("NSET")?, generate },
        "ELSET" => Block::ElementSet { name: named("ELSET")?, generate },
        "SURFACE" if options.get("TYPE").is_none_or(|kind| kind.eq_ignore_ascii_case("ELEMENT")) => {
            Block::Surface { name: named("NAME")? }
        }
        _ => Block::Skipped,
    })
}

/// Refuses nodes, elements and sets from other files, and nodes in other coordinates: to skip them would give another mesh.
fn refuse_elsewhere(keyword: &str, options: &BTreeMap<String, String>, line: usize) -> Result<(), MeshFileError> {
    let is_read = matches!(keyword, "NODE" | "ELEMENT" | "NSET" | "ELSET" | "SURFACE");
    if keyword == "INCLUDE" || is_read && options.contains_key("INPUT") {
        let message = format!("*{keyword} refers to another file, which is not read: paste its lines here");
        return Err(error(line, message));
    }
    let system = options.get("SYSTEM").filter(|_| keyword == "NODE");
    if keyword == "SYSTEM" || system.is_some_and(|system| !system.eq_ignore_ascii_case("R")) {
        return Err(error(line, "nodes in other coordinates than the global rectangular ones are not supported"));
    }
    Ok(())
}

impl Reading {
    fn data(&mut self, block: &Block, text: &str, line: usize) -> Result<(), MeshFileError> {
        let fields: Vec<&str> = text.trim_end_matches(',').split(',').map(str::trim).collect();
        match block {
            Block::Skipped => {}
            Block::Nodes { set } => {
                let tag = whole(fields[0], line)?;
                let mut x = [0.0; 3];
                for (x, field) in x.iter_mut().zip(&fields[1..]) {
                    *x = number(field, line)?;
                }
                self.parts.node(tag, x, line)?;
                if let Some(set) = set {
                    self.parts.node_sets.entry(set.clone()).or_default().push((tag, line));
                }
            }
            Block::Elements { kind, set } => {
                if self.open.is_empty() {
                    self.open_line = line;
                }
                for field in fields {
                    self.open.push(whole(field, line)?);
                }
                if self.open.len() > kind.nodes() {
                    let member = self.element(*kind)?;
                    if let Some(set) = set {
                        self.element_sets.entry(set.clone()).or_default().push(member);
                    }
                }
            }
            Block::NodeSet { name, generate } => {
                for member in listed(&fields, *generate, line)? {
                    self.add_nodes(name, member, line)?;
                }
            }
            Block::ElementSet { name, generate } => {
                let mut own = Vec::new();
                for member in listed(&fields, *generate, line)? {
                    match member {
                        Listed::Numbers(range) => {
                            self.parts.count_members(range.clone().count(), line)?;
                            for tag in range {
                                own.push(self.element_of(tag, line)?);
                            }
                        }
                        Listed::Set(name) => own.extend(self.elements(name, line)?),
                    }
                }
                self.element_sets.entry(name.clone()).or_default().extend(own);
            }
            Block::Surface { name } => {
                let [on, side] = fields[..] else {
                    return Err(error(line, "an element or a set, and a face: `EALL, S2`"));
                };
                let face = side.strip_prefix(['S', 's']).and_then(|face| face.parse::<u32>().ok());
                let elements = self.elements(on, line)?;
                for element in elements {
                    let Member::Solid(element) = element else {
                        return Err(error(line, format!("the faces of \"{on}\" are not of solid elements")));
                    };
                    let faces = self.parts.elements[element].cell.faces().count() as u32;
                    let face = face.filter(|face| (1..=faces).contains(face));
                    let face = face.ok_or_else(|| error(line, format!("\"{side}\" is not a face: S1 to S{faces}")))?;
                    self.parts.faces.entry(name.clone()).or_default().push((element, face - 1));
                }
            }
        }
        Ok(())
    }

    /// Adds nodes, or those of another set, to a set.
    fn add_nodes(&mut self, to: &str, member: Listed, line: usize) -> Result<(), MeshFileError> {
        let own: Vec<_> = match member {
            Listed::Numbers(range) => {
                self.parts.count_members(range.clone().count(), line)?;
                range.map(|node| (node, line)).collect()
            }
            Listed::Set(name) => {
                let other = self.parts.node_sets.get(name);
                let other = other.ok_or_else(|| error(line, format!("there is no set \"{name}\"")))?.clone();
                self.parts.count_members(other.len(), line)?;
                other
            }
        };
        self.parts.node_sets.entry(to.to_owned()).or_default().extend(own);
        Ok(())
    }

    /// Adds the element whose numbers are complete.
    fn element(&mut self, kind: Kind) -> Result<Member, MeshFileError> {
        let (numbers, line) = (std::mem::take(&mut self.open), self.open_line);
        match kind {
            Kind::Solid(cell) => {
                self.parts.element(numbers[0], cell, &numbers[1..], cell.edges(), line).map(Member::Solid)
            }
            Kind::Flat { corners, nodes, is_face } => {
                if numbers.len() != nodes + 1 {
                    let message = format!("element {} has {} nodes instead of {nodes}", numbers[0], numbers.len() - 1);
                    return Err(error(line, message));
                }
                self.flat_of_number.insert(numbers[0], self.flats.len());
                self.flats.push(Flat { corners: numbers[1..=corners].to_vec(), is_face, line });
                Ok(Member::Flat(self.flats.len() - 1))
            }
        }
    }

    /// Adds the sets of elements to those of nodes and to the surfaces.
    fn finish(self) -> Result<Parts, MeshFileError> {
        let Reading { mut parts, flats, element_sets, .. } = self;
        for (name, members) in element_sets {
            let has_nodes = parts.node_sets.contains_key(&name);
            for member in members {
                match member {
                    Member::Flat(k) if flats[k].is_face => {
                        let patch = (flats[k].corners.clone(), flats[k].line);
                        parts.count_members(1, patch.1)?;
                        parts.patches.entry(name.clone()).or_default().push(patch);
                    }
                    _ if has_nodes => {}
                    Member::Flat(k) => {
                        let nodes = flats[k].corners.iter().map(|node| (*node, flats[k].line));
                        parts.node_sets.entry(name.clone()).or_default().extend(nodes);
                        parts.count_members(flats[k].corners.len(), flats[k].line)?;
                    }
                    Member::Solid(k) => {
                        let element = &parts.elements[k];
                        let (count, line) = (element.nodes.len(), element.line);
                        let nodes = element.nodes.iter().map(|node| (*node, line));
                        parts.node_sets.entry(name.clone()).or_default().extend(nodes);
                        parts.count_members(count, line)?;
                    }
                }
            }
        }
        Ok(parts)
    }

    /// The elements of a number or of a set.
    fn elements(&mut self, field: &str, line: usize) -> Result<Vec<Member>, MeshFileError> {
        if let Ok(tag) = field.parse::<u64>() {
            self.parts.count_members(1, line)?;
            return self.element_of(tag, line).map(|member| vec![member]);
        }
        let set = self.element_sets.get(field);
        let set = set.ok_or_else(|| error(line, format!("there is no set of elements \"{field}\"")))?;
        self.parts.count_members(set.len(), line)?;
        Ok(set.clone())
    }

    fn element_of(&self, tag: u64, line: usize) -> Result<Member, MeshFileError> {
        let solid = self.parts.of_number.get(&tag).map(|place| Member::Solid(*place));
        let member = solid.or_else(|| self.flat_of_number.get(&tag).map(|place| Member::Flat(*place)));
        member.ok_or_else(|| error(line, format!("there is no element {tag}")))
    }
}

/// What a line of a set lists.
enum Listed<'a> {
    Numbers(std::iter::StepBy<std::ops::RangeInclusive<u64>>),
    Set(&'a str),
}

/// The members of a line of a set; with `generate` first, last and increment.
fn listed<'a>(fields: &[&'a str], generate: bool, line: usize) -> Result<Vec<Listed<'a>>, MeshFileError> {
    if !generate {
        let member = |field: &&'a str| match field.parse::<u64>() {
            Ok(number) => Listed::Numbers((number..=number).step_by(1)),
            Err(_) => Listed::Set(field),
        };
        return Ok(fields.iter().filter(|field| !field.is_empty()).map(member).collect());
    }
    let numbers = fields.iter().map(|field| whole(field, line)).collect::<Result<Vec<_>, _>>()?;
    let [first, last, ..] = numbers[..] else { return Err(error(line, "first, last and increment are expected")) };
    let step = numbers.get(2).copied().unwrap_or(1).max(1);
    if last < first || (last - first) / step > MAX_COUNT as u64 {
        return Err(error(line, "first, last and increment are expected"));
    }
    Ok(vec![Listed::Numbers((first..=last).step_by(step as usize))])
}
