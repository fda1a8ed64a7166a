//! Stiffness and mass matrices of other programs: Matrix Market and CalculiX, Abaqus, DMIG of Nastran, arrays of NumPy; read, and all but those of Abaqus written.

mod abaqus;
mod archive;
mod dmig;
mod market;

use std::collections::HashMap;

use halfshaft::math::Vec3;
use halfshaft::mesh::Mesh;
use halfshaft::reduction::{Coordinate, ImportedMatrices};

use crate::meshes::{self, MeshFileError};

pub use abaqus::read as read_abaqus;
pub use archive::{read as read_npz, write as write_npz};
pub use dmig::{read as read_dmig, write as write_dmig};
pub use market::{read as read_market, write as write_market};

/// Largest number of unknowns of imported matrices.
pub(crate) const MAX_UNKNOWNS: usize = 100_000;
/// Largest number of entries of a matrix.
pub(crate) const MAX_ENTRIES: usize = 30_000_000;

/// What is wrong with a file of matrices: its path, the line from 1 or 0 for the file as a whole, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixFileError {
    /// The path.
    pub path: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for MatrixFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}, line {line}: {}", self.path, self.message),
        }
    }
}

pub(crate) fn fault(path: &str, line: usize, message: impl Into<String>) -> MatrixFileError {
    MatrixFileError { path: path.into(), line, message: message.into() }
}

/// A text file by its path.
#[derive(Clone, Copy, Debug)]
pub struct TextFile<'a> {
    /// Its path, for messages.
    pub path: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// Entries of a matrix: row, column and value, from 0.
pub type Entries = Vec<(u32, u32, f64)>;

/// What an unknown of a file is: the number of a node and a component from 0 to 5, or a modal coordinate.
pub type Unknown = Option<(u64, u8)>;

/// Matrices of a file, in its units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixFile {
    /// Numbers and positions of the nodes.
    pub nodes: Vec<(u64, Vec3)>,
    /// What each unknown is.
    pub unknowns: Vec<Unknown>,
    /// Both triangles.
    pub stiffness: Entries,
    /// Both triangles.
    pub mass: Entries,
    /// The mesh for drawing, with the numbers of its nodes.
    pub mesh: Option<(Vec<u64>, Mesh)>,
}

/// The units of a file in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatrixUnits {
    /// In m.
    pub length: f64,
    /// In kg.
    pub mass: f64,
    /// In s.
    pub time: f64,
}

/// Imported matrices in SI units, with a mesh of their nodes: cells if all nodes of the cells have unknowns, and sets.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedBody {
    /// The matrices.
    pub matrices: ImportedMatrices,
    /// The mesh, in the axes of the matrices.
    pub mesh: Mesh,
    /// The number of each node in the file.
    pub numbers: Vec<u64>,
}

impl ImportedBody {
    /// A node by its number in the file.
    pub(crate) fn node(&self, number: &str) -> Option<u32> {
        let number: u64 = number.parse().ok()?;
        self.numbers.iter().position(|other| *other == number).map(|k| k as u32)
    }

    /// Whether a single node has all six unknowns, so that a frame can be on it.
    pub(crate) fn rotates(&self, nodes: &[u32]) -> bool {
        let [node] = nodes else { return false };
        let own = |c: &&Coordinate| matches!(c, Coordinate::Node { node: other, .. } if other == node);
        self.matrices.coordinates.iter().filter(own).count() == 6
    }
}

impl MatrixFile {
    /// The matrices in SI units. An unknown of a node has the unit of length or 1, so that energies are the same.
    pub fn body(&self, units: MatrixUnits) -> Result<ImportedBody, String> {
        let MatrixUnits { length, mass, time } = units;
        if self.unknowns.is_empty() || self.unknowns.len() > MAX_UNKNOWNS {
            return Err(format!("there are {} unknowns; 1 to {MAX_UNKNOWNS} are read", self.unknowns.len()));
        }
        let place: HashMap<u64, usize> = self.nodes.iter().enumerate().map(|(k, (number, _))| (*number, k)).collect();
        if place.len() < self.nodes.len() {
            return Err("two nodes have the same number".into());
        }
        let mut used = vec![false; self.nodes.len()];
        let mut seen = std::collections::HashSet::new();
        for &(number, component) in self.unknowns.iter().flatten() {
            let Some(&k) = place.get(&number) else { return Err(format!("node {number} has no coordinates")) };
            if !seen.insert((number, component)) {
                return Err(format!("component {} of node {number} is two unknowns", component + 1));
            }
            used[k] |= component < 3;
        }
        let mut index = vec![u32::MAX; self.nodes.len()];
        let mut kept = Vec::new();
        for k in (0..used.len()).filter(|&k| used[k]) {
            index[k] = kept.len() as u32;
            kept.push(k);
        }
        let mut coordinates = Vec::with_capacity(self.unknowns.len());
        for unknown in &self.unknowns {
            coordinates.push(match *unknown {
                None => Coordinate::Modal,
                Some((number, component)) if index[place[&number]] != u32::MAX => {
                    Coordinate::Node { node: index[place[&number]], component }
                }
                Some((number, _)) => return Err(format!("node {number} has rotations, but no displacement")),
            });
        }
        let is_length = |k: u32| matches!(coordinates[k as usize], Coordinate::Node { component: 0..3, .. });
        let size = |k: u32| if is_length(k) { length } else { 1.0 };
        let energy = mass * length * length / (time * time);
        let scaled = |entries: &Entries, unit: f64| -> Entries {
            entries.iter().map(|&(i, j, x)| (i, j, x * unit / (size(i) * size(j)))).collect()
        };
        let matrices = ImportedMatrices {
            positions: kept.iter().map(|&k| self.nodes[k].1 * length).collect(),
            stiffness: scaled(&self.stiffness, energy),
            mass: scaled(&self.mass, mass * length * length),
            coordinates,
        };
        let numbers: Vec<u64> = kept.iter().map(|&k| self.nodes[k].0).collect();
        let mesh = self.drawn(&numbers, &matrices.positions);
        Ok(ImportedBody { matrices, mesh, numbers })
    }

    /// The mesh on the nodes of the matrices.
    fn drawn(&self, numbers: &[u64], positions: &[Vec3]) -> Mesh {
        let mut mesh = Mesh { positions: positions.to_vec(), ..Mesh::default() };
        let Some((of_mesh, given)) = &self.mesh else { return mesh };
        let place: HashMap<u64, u32> = numbers.iter().enumerate().map(|(k, n)| (*n, k as u32)).collect();
        let new = |node: &u32| place.get(&of_mesh[*node as usize]).copied();
        let set = |(name, nodes): &(String, Vec<u32>)| (name.clone(), nodes.iter().filter_map(new).collect::<Vec<_>>());
        mesh.node_sets = given.node_sets.iter().map(set).filter(|(_, nodes)| !nodes.is_empty()).collect();
        let mut blocks = given.blocks.clone();
        let known = blocks.iter_mut().flat_map(|block| &mut block.nodes).all(|node| match new(node) {
            Some(k) => {
                *node = k;
                true
            }
            None => false,
        });
        if known {
            mesh.blocks = blocks;
            mesh.surfaces = given.surfaces.clone();
        }
        mesh
    }
}

/// The nodes of a text file: lines of number, x, y and z, or a mesh file, with its mesh.
pub(crate) fn nodes(file: TextFile) -> Result<MatrixFile, MatrixFileError> {
    let ending = file.path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if !["csv", "txt"].contains(&ending.as_str()) {
        let (nodes, mesh) = meshes::read_numbered(file.path, file.text)
            .map_err(|MeshFileError { line, message }| fault(file.path, line, message))?;
        return Ok(MatrixFile { nodes, mesh, ..MatrixFile::default() });
    }
    let mut found = MatrixFile::default();
    for (k, line) in file.text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let fields: Vec<&str> = line.split([',', ' ', '\t', ';']).filter(|field| !field.is_empty()).collect();
        if fields.is_empty() || (k == 0 && fields[0].parse::<u64>().is_err()) {
            continue;
        }
        let wrong = || fault(file.path, k + 1, "a line has the number of a node, x, y and z");
        let [number, x, y, z] = fields[..] else { return Err(wrong()) };
        let number = number.parse().map_err(|_| wrong())?;
        let mut position = Vec3::zero();
        for (d, text) in [x, y, z].into_iter().enumerate() {
            position[d] = text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(wrong)?;
        }
        if found.nodes.len() >= MAX_UNKNOWNS {
            return Err(fault(file.path, k + 1, format!("there are more than {MAX_UNKNOWNS} nodes")));
        }
        found.nodes.push((number, position));
    }
    Ok(found)
}

/// x, y and z of each node.
pub(crate) fn default_unknowns(nodes: &[(u64, Vec3)]) -> Vec<Unknown> {
    nodes.iter().flat_map(|(number, _)| (0..3).map(|component| Some((*number, component)))).collect()
}

/// Completes a matrix of which one triangle is given. Entries of the same place are added.
pub(crate) fn completed(entries: Entries) -> Entries {
    let upper = entries.iter().any(|(i, j, _)| i < j);
    let lower = entries.iter().any(|(i, j, _)| i > j);
    if upper && lower {
        return entries;
    }
    let other: Entries = entries.iter().filter(|(i, j, _)| i != j).map(|&(i, j, x)| (j, i, x)).collect();
    entries.into_iter().chain(other).collect()
}

#[cfg(test)]
mod tests;
