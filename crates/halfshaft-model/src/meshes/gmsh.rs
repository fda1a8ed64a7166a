//! Gmsh `.msh`, text, versions 2.2 and 4.1. Physical groups of surfaces become surfaces, those of points and lines sets of nodes, and those
//! of volumes sets of the nodes of their elements. A group without a name has its number as name.
//!
//! Source: the Gmsh reference manual, sections "MSH file format" and "Node ordering".

use std::collections::{BTreeMap, HashMap};

use halfshaft::mesh::Cell;

use super::{MeshFileError, Parts, error, number, whole};

/// The edges of the middle nodes of hexahedra, tetrahedra and wedges.
const HEX: [[usize; 2]; 12] =
    [[0, 1], [0, 3], [0, 4], [1, 2], [1, 5], [2, 3], [2, 6], [3, 7], [4, 5], [4, 7], [5, 6], [6, 7]];
const TET: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 2], [0, 3], [2, 3], [1, 3]];
const WEDGE: [[usize; 2]; 9] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [3, 5], [4, 5]];

/// What an element type is to a mesh of solids.
enum Role {
    Solid(Cell, &'static [[usize; 2]]),
    /// A face with this number of corners.
    Face(usize),
    /// A line or a point.
    Nodes,
}

/// Number of nodes and role of an element type.
fn role(kind: u64) -> Option<(usize, Role)> {
    Some(match kind {
        5 => (8, Role::Solid(Cell::Hex8, &[])),
        17 => (20, Role::Solid(Cell::Hex20, &HEX)),
        11 => (10, Role::Solid(Cell::Tet10, &TET)),
        18 => (15, Role::Solid(Cell::Wedge15, &WEDGE)),
        2 => (3, Role::Face(3)),
        3 => (4, Role::Face(4)),
        9 => (6, Role::Face(3)),
        16 => (8, Role::Face(4)),
        1 => (2, Role::Nodes),
        8 => (3, Role::Nodes),
        15 => (1, Role::Nodes),
        _ => return None,
    })
}

fn unknown(kind: u64, line: usize) -> MeshFileError {
    let what = match kind {
        4 => " (tetrahedra of 4 nodes are too stiff: mesh with order 2)",
        6 | 7 => " (wedges of 6 nodes and pyramids: mesh with hexahedra, or with tetrahedra of order 2)",
        12 | 13 | 10 => " (second order with middle nodes on faces: set Mesh.SecondOrderIncomplete = 1)",
        _ => "",
    };
    error(line, format!("elements of Gmsh's type {kind} are not supported{what}"))
}

/// The lines of a file with their numbers.
struct Lines<'a> {
    list: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<(&'a str, usize), MeshFileError> {
        let (k, text) = self.list.next().ok_or_else(|| error(self.last, "the file ends inside a section"))?;
        self.last = k + 1;
        Ok((text.trim(), k + 1))
    }

    /// The whole numbers of the next line.
    fn counts(&mut self) -> Result<(Vec<u64>, usize), MeshFileError> {
        let (text, line) = self.next()?;
        Ok((text.split_whitespace().map(|word| whole(word, line)).collect::<Result<_, _>>()?, line))
    }
}

/// The numbers of physical groups of an entity or an element: dimension and tag.
type Groups = HashMap<(u64, u64), String>;

pub(super) fn read(text: &str) -> Result<Parts, MeshFileError> {
    let mut lines = Lines { list: text.lines().enumerate(), last: 0 };
    let (mut parts, mut names) = (Parts::default(), Groups::new());
    let (mut new, mut entities) = (false, BTreeMap::new());
    while let Some((k, text)) = lines.list.next() {
        lines.last = k + 1;
        match text.trim() {
            "$MeshFormat" => {
                let (text, line) = lines.next()?;
                let mut words = text.split_whitespace();
                let version = words.next().unwrap_or_default();
                new = match version {
                    "4.1" => true,
                    "2.2" | "2.1" | "2" => false,
                    _ => {
                        return Err(error(
                            line,
                            format!("version {version} of the format is not supported: save as 2.2 or 4.1"),
                        ));
                    }
                };
                if words.next() != Some("0") {
                    return Err(error(line, "the file is binary: save it as text"));
                }
            }
            "$PhysicalNames" => physical_names(&mut lines, &mut names)?,
            "$Entities" => read_entities(&mut lines, &mut entities)?,
            "$Nodes" if new => nodes_4(&mut lines, &mut parts)?,
            "$Nodes" => nodes_2(&mut lines, &mut parts)?,
            "$Elements" if new => elements_4(&mut lines, &names, &entities, &mut parts)?,
            "$Elements" => elements_2(&mut lines, &names, &mut parts)?,
            _ => {}
        }
    }
    Ok(parts)
}

fn count(lines: &mut Lines) -> Result<u64, MeshFileError> {
    let (numbers, line) = lines.counts()?;
    numbers.first().copied().ok_or_else(|| error(line, "a number is missing"))
}

fn physical_names(lines: &mut Lines, names: &mut Groups) -> Result<(), MeshFileError> {
    for _ in 0..count(lines)? {
        let (text, line) = lines.next()?;
        let mut words = text.splitn(3, char::is_whitespace);
        let mut next = || words.next().ok_or_else(|| error(line, "a physical group has dimension, tag and name"));
        let (dimension, tag, name) = (whole(next()?, line)?, whole(next()?, line)?, next()?);
        names.insert((dimension, tag), name.trim().trim_matches('"').to_owned());
    }
    Ok(())
}

/// The physical groups of each entity by dimension and tag.
type Entities = BTreeMap<(u64, u64), Vec<u64>>;

fn read_entities(lines: &mut Lines, entities: &mut Entities) -> Result<(), MeshFileError> {
    let (counts, line) = lines.counts()?;
    if counts.len() != 4 {
        return Err(error(line, "four numbers of entities are expected"));
    }
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let (text, line) = lines.next()?;
            let words: Vec<&str> = text.split_whitespace().collect();
            // A tag, the coordinates of a point or the box of others, and the groups.
            let first = if dimension == 0 { 4 } else { 7 };
            let word = |k: usize| words.get(k).copied().ok_or_else(|| error(line, "the entity is incomplete"));
            let tag = whole(word(0)?, line)?;
            let groups = whole(word(first)?, line)? as usize;
            let tags = words.iter().skip(first + 1).take(groups);
            // A negative tag means the other orientation.
            let tags = tags.map(|tag| whole(tag.trim_start_matches('-'), line)).collect::<Result<_, _>>()?;
            entities.insert((dimension as u64, tag), tags);
        }
    }
    Ok(())
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>, line: usize) -> Result<[f64; 3], MeshFileError> {
    let mut x = [0.0; 3];
    for x in &mut x {
        *x = number(words.next().ok_or_else(|| error(line, "a node has three coordinates"))?, line)?;
    }
    Ok(x)
}

fn nodes_2(lines: &mut Lines, parts: &mut Parts) -> Result<(), MeshFileError> {
    for _ in 0..count(lines)? {
        let (text, line) = lines.next()?;
        let mut words = text.split_whitespace();
        let tag = whole(words.next().unwrap_or_default(), line)?;
        parts.node(tag, position(words, line)?, line)?;
    }
    Ok(())
}

fn nodes_4(lines: &mut Lines, parts: &mut Parts) -> Result<(), MeshFileError> {
    for _ in 0..count(lines)? {
        let (head, line) = lines.counts()?;
        let &[_, _, _, count] = head.as_slice() else {
            return Err(error(line, "a block of nodes begins with four numbers"));
        };
        let mut tags = Vec::new();
        for _ in 0..count {
            tags.push(self::count(lines)?);
        }
        for tag in tags {
            let (text, line) = lines.next()?;
            parts.node(tag, position(text.split_whitespace(), line)?, line)?;
        }
    }
    Ok(())
}

fn elements_2(lines: &mut Lines, names: &Groups, parts: &mut Parts) -> Result<(), MeshFileError> {
    for _ in 0..count(lines)? {
        let (numbers, line) = lines.counts()?;
        let [tag, kind, tags, ..] = numbers[..] else { return Err(error(line, "the element is incomplete")) };
        // Group 0 is none.
        let group = if tags > 0 { numbers.get(3).copied().filter(|group| *group != 0) } else { None };
        let first = usize::try_from(tags).unwrap_or(usize::MAX).saturating_add(3);
        let nodes = numbers.get(first..).unwrap_or_default();
        add(parts, names, tag, kind, group.as_slice(), nodes, line)?;
    }
    Ok(())
}

fn elements_4(lines: &mut Lines, names: &Groups, entities: &Entities, parts: &mut Parts) -> Result<(), MeshFileError> {
    for _ in 0..count(lines)? {
        let (head, line) = lines.counts()?;
        let &[dimension, entity, kind, count] = head.as_slice() else {
            return Err(error(line, "a block of elements begins with four numbers"));
        };
        let groups = entities.get(&(dimension, entity)).map_or(&[][..], Vec::as_slice);
        for _ in 0..count {
            let (numbers, line) = lines.counts()?;
            let [tag, nodes @ ..] = numbers.as_slice() else { return Err(error(line, "the element is incomplete")) };
            add(parts, names, *tag, kind, groups, nodes, line)?;
        }
    }
    Ok(())
}

fn add(
    parts: &mut Parts,
    names: &Groups,
    tag: u64,
    kind: u64,
    groups: &[u64],
    nodes: &[u64],
    line: usize,
) -> Result<(), MeshFileError> {
    let (expected, role) = role(kind).ok_or_else(|| unknown(kind, line))?;
    if nodes.len() != expected {
        return Err(error(line, format!("element {tag} has {} nodes instead of {expected}", nodes.len())));
    }
    let dimension = match &role {
        Role::Solid(..) => 3,
        Role::Face(_) => 2,
        Role::Nodes if kind == 15 => 0,
        Role::Nodes => 1,
    };
    // A group without a name is called by its number.
    let name_of = |group: &u64| names.get(&(dimension, *group)).cloned().unwrap_or_else(|| group.to_string());
    let named: Vec<String> = groups.iter().map(name_of).collect();
    match role {
        Role::Solid(cell, edges) => {
            parts.element(tag, cell, nodes, edges, line)?;
        }
        Role::Face(corners) => {
            for name in named {
                parts.count_members(1, line)?;
                parts.patches.entry(name).or_default().push((nodes[..corners].to_vec(), line));
            }
            return Ok(());
        }
        Role::Nodes => {}
    }
    for name in named {
        parts.count_members(nodes.len(), line)?;
        parts.node_sets.entry(name).or_default().extend(nodes.iter().map(|&node| (node, line)));
    }
    Ok(())
}
