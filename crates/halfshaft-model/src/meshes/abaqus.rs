//! Abaqus and CalculiX `.inp`: `*NODE`, `*ELEMENT`, `*NSET`, `*ELSET` and `*SURFACE` of elements; other keywords are skipped.

use std::collections::BTreeMap;

use halfshaft::mesh::Cell;

use super::{MeshFileError, Parts, error, number, whole};

/// What the data lines of a keyword are.
enum Block {
    Skipped,
    Nodes { set: Option<String> },
    Elements { cell: Cell, set: Option<String> },
    NodeSet { name: String, generate: bool },
    ElementSet { name: String, generate: bool },
    Surface { name: String },
}

/// The element types of the two programs.
fn cell(kind: &str) -> Option<Cell> {
    Some(match kind {
        "C3D8" | "C3D8R" | "C3D8I" | "C3D8H" => Cell::Hex8,
        "C3D20" | "C3D20R" | "C3D20H" => Cell::Hex20,
        "C3D10" | "C3D10M" | "C3D10T" | "C3D10H" => Cell::Tet10,
        "C3D15" | "C3D15H" => Cell::Wedge15,
        _ => return None,
    })
}

struct Reading {
    parts: Parts,
    element_sets: BTreeMap<String, Vec<usize>>,
    /// The numbers of an element so far, where it continues on the next line.
    open: Vec<u64>,
    open_line: usize,
}

pub(super) fn read(text: &str) -> Result<Parts, MeshFileError> {
    let mut reading = Reading { parts: Parts::default(), element_sets: BTreeMap::new(), open: vec![], open_line: 0 };
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
    Ok(reading.parts)
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
    Ok(match keyword.as_str() {
        "NODE" => Block::Nodes { set: options.get("NSET").cloned() },
        "ELEMENT" => {
            let kind = named("TYPE")?.to_ascii_uppercase();
            let known = "C3D8, C3D20, C3D10 and C3D15 are";
            let cell = cell(&kind)
                .ok_or_else(|| error(line, format!("elements of type {kind} are not supported; {known}")))?;
            Block::Elements { cell, set: options.get("ELSET").cloned() }
        }
        "NSET" => Block::NodeSet { name: named("NSET")?, generate },
        "ELSET" => Block::ElementSet { name: named("ELSET")?, generate },
        "SURFACE" if options.get("TYPE").is_none_or(|kind| kind.eq_ignore_ascii_case("ELEMENT")) => {
            Block::Surface { name: named("NAME")? }
        }
        _ => Block::Skipped,
    })
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
            Block::Elements { cell, set } => {
                if self.open.is_empty() {
                    self.open_line = line;
                }
                for field in fields {
                    self.open.push(whole(field, line)?);
                }
                if self.open.len() > cell.nodes() {
                    let numbers = std::mem::take(&mut self.open);
                    let place = self.parts.element(numbers[0], *cell, &numbers[1..], cell.edges(), self.open_line)?;
                    if let Some(set) = set {
                        self.element_sets.entry(set.clone()).or_default().push(place);
                    }
                }
            }
            Block::NodeSet { name, generate } => {
                let mut own = Vec::new();
                for field in members(&fields, *generate, line)? {
                    match field.parse::<u64>() {
                        Ok(node) => own.push((node, line)),
                        Err(_) => {
                            let other = self.parts.node_sets.get(&field);
                            own.extend(other.ok_or_else(|| error(line, format!("there is no set \"{field}\"")))?);
                        }
                    }
                }
                self.parts.node_sets.entry(name.clone()).or_default().extend(own);
            }
            Block::ElementSet { name, generate } => {
                let mut own = Vec::new();
                for field in members(&fields, *generate, line)? {
                    own.extend(self.elements(&field, line)?);
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
                    let faces = self.parts.elements[element].cell.faces().count() as u32;
                    let face = face.filter(|face| (1..=faces).contains(face));
                    let face = face.ok_or_else(|| error(line, format!("\"{side}\" is not a face: S1 to S{faces}")))?;
                    self.parts.faces.entry(name.clone()).or_default().push((element, face - 1));
                }
            }
        }
        Ok(())
    }

    /// The elements of a number or of a set.
    fn elements(&self, field: &str, line: usize) -> Result<Vec<usize>, MeshFileError> {
        match field.parse::<u64>() {
            Ok(tag) => {
                let place = self.parts.of_number.get(&tag).copied();
                place.map(|place| vec![place]).ok_or_else(|| error(line, format!("there is no element {tag}")))
            }
            Err(_) => {
                let set = self.element_sets.get(field).cloned();
                set.ok_or_else(|| error(line, format!("there is no set of elements \"{field}\"")))
            }
        }
    }
}

/// The members of a line of a set; with `generate` first, last and increment.
fn members(fields: &[&str], generate: bool, line: usize) -> Result<Vec<String>, MeshFileError> {
    if !generate {
        return Ok(fields.iter().filter(|field| !field.is_empty()).map(|field| field.to_string()).collect());
    }
    let numbers = fields.iter().map(|field| whole(field, line)).collect::<Result<Vec<_>, _>>()?;
    let [first, last, ..] = numbers[..] else { return Err(error(line, "first, last and increment are expected")) };
    let step = numbers.get(2);
    let step = step.copied().unwrap_or(1).max(1);
    if last < first || (last - first) / step > super::MAX_COUNT as u64 {
        return Err(error(line, "first, last and increment are expected"));
    }
    Ok((first..=last).step_by(step as usize).map(|k| k.to_string()).collect())
}
