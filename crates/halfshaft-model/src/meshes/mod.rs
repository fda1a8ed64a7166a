//! Mesh files of other programs: Gmsh 2.2 and 4.1, Abaqus and CalculiX, Nastran bulk data. Geometry, sets and surfaces; everything else
//! in them is skipped.

mod abaqus;
pub(crate) mod checks;
mod gmsh;
mod gmsh_writer;
pub(crate) mod nastran;

use std::collections::{BTreeMap, HashMap};

pub use gmsh_writer::write_gmsh;
use halfshaft::math::Vec3;
use halfshaft::mesh::{Cell, CellBlock, CellFace, FaceShape, Mesh};

/// Maximum number of nodes and of elements of a file.
const MAX_COUNT: usize = 2_000_000;

/// Maximum number of entries of all sets and surfaces of a file: sets of sets grow exponentially with their lines.
const MAX_MEMBERS: usize = 10 * MAX_COUNT;

/// What is wrong in a mesh file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshFileError {
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

fn error(line: usize, message: impl Into<String>) -> MeshFileError {
    MeshFileError { line, message: message.into() }
}

/// A mesh file.
#[derive(Clone, Debug)]
pub struct MeshFile {
    /// The mesh.
    pub mesh: Mesh,
    /// The numbers of its nodes in the file.
    pub numbers: Vec<u64>,
    /// What is suspicious in it.
    pub warnings: Vec<MeshFileError>,
}

/// Reads a mesh file; its format follows from the ending of its name.
pub fn read(name: &str, text: &str) -> Result<MeshFile, MeshFileError> {
    let parts = parts(name, text)?;
    let (mesh, warnings) = parts.mesh()?;
    Ok(MeshFile { mesh, numbers: parts.used_numbers(), warnings })
}

/// Numbers and positions of nodes.
pub(crate) type NumberedNodes = Vec<(u64, Vec3)>;

/// A mesh with the numbers of its nodes.
pub(crate) type NumberedMesh = (Vec<u64>, Mesh);

/// All nodes of a mesh file with their numbers; and its mesh with the numbers of its nodes, if there are solid elements in it.
pub(crate) fn read_numbered(name: &str, text: &str) -> Result<(NumberedNodes, Option<NumberedMesh>), MeshFileError> {
    let parts = parts(name, text)?;
    let nodes = parts.numbers.iter().copied().zip(parts.positions.iter().copied()).collect();
    if parts.elements.is_empty() {
        return Ok((nodes, None));
    }
    Ok((nodes, Some((parts.used_numbers(), parts.mesh()?.0))))
}

fn parts(name: &str, text: &str) -> Result<Parts, MeshFileError> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    // Some editors begin a file with a mark of its byte order.
    let text = text.trim_start_matches('\u{feff}');
    match ending.as_str() {
        "msh" => gmsh::read(text),
        "inp" => abaqus::read(text),
        "bdf" | "nas" | "dat" | "fem" => nastran::read(text),
        _ => Err(error(0, "its ending is none of .msh (Gmsh), .inp (Abaqus), .bdf, .nas, .dat and .fem (Nastran)")),
    }
}

/// What a file contains, with the numbers of the file.
#[derive(Default)]
struct Parts {
    nodes: HashMap<u64, u32>,
    positions: Vec<Vec3>,
    /// The numbers of the nodes and their lines, in the order of the positions.
    numbers: Vec<u64>,
    lines: Vec<usize>,
    elements: Vec<Element>,
    of_number: HashMap<u64, usize>,
    /// Sets of nodes by name.
    node_sets: BTreeMap<String, Vec<(u64, usize)>>,
    /// Surfaces by name: elements and their faces.
    faces: BTreeMap<String, Vec<(usize, u32)>>,
    /// Surfaces by name: the corners of faces, and the line.
    patches: BTreeMap<String, Vec<(Vec<u64>, usize)>>,
    /// Number of entries of all sets and surfaces so far.
    members: usize,
}

struct Element {
    number: u64,
    cell: Cell,
    nodes: Vec<u64>,
    line: usize,
}

impl Parts {
    fn node(&mut self, number: u64, position: [f64; 3], line: usize) -> Result<(), MeshFileError> {
        if !position.iter().all(|x| x.is_finite()) {
            return Err(error(line, format!("node {number} has a coordinate that is not finite")));
        }
        if self.positions.len() >= MAX_COUNT {
            return Err(error(line, format!("the mesh has more than {MAX_COUNT} nodes")));
        }
        if self.nodes.insert(number, self.positions.len() as u32).is_some() {
            return Err(error(line, format!("node {number} is defined twice")));
        }
        self.positions.push(Vec3(position));
        self.numbers.push(number);
        self.lines.push(line);
        Ok(())
    }

    /// Adds an element whose middle nodes are on the edges of `edges`, in this order.
    fn element(
        &mut self,
        number: u64,
        cell: Cell,
        nodes: &[u64],
        edges: &[[usize; 2]],
        line: usize,
    ) -> Result<usize, MeshFileError> {
        if nodes.len() != cell.nodes() {
            let message = format!("element {number} has {} nodes instead of {}", nodes.len(), cell.nodes());
            return Err(error(line, message));
        }
        if self.elements.len() >= MAX_COUNT {
            return Err(error(line, format!("the mesh has more than {MAX_COUNT} elements")));
        }
        let corners = cell.corners();
        let mut own = nodes[..corners].to_vec();
        if cell.nodes() > corners {
            for [a, b] in cell.edges() {
                let place = edges.iter().position(|[c, d]| (a, b) == (c, d) || (a, b) == (d, c));
                own.push(nodes[corners + place.unwrap_or(0)]);
            }
        }
        let place = self.elements.len();
        if self.of_number.insert(number, place).is_some() {
            return Err(error(line, format!("element {number} is defined twice")));
        }
        self.elements.push(Element { number, cell, nodes: own, line });
        Ok(place)
    }

    /// Counts entries of sets and surfaces, and refuses too many.
    fn count_members(&mut self, count: usize, line: usize) -> Result<(), MeshFileError> {
        self.members += count;
        match self.members <= MAX_MEMBERS {
            true => Ok(()),
            false => Err(error(line, format!("all sets and surfaces together have more than {MAX_MEMBERS} entries"))),
        }
    }

    fn index(&self, node: u64, line: usize, of: &str) -> Result<u32, MeshFileError> {
        self.nodes.get(&node).copied().ok_or_else(|| error(line, format!("{of} has node {node}, which is not defined")))
    }

    /// The nodes that elements use.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.positions.len()];
        let nodes = self.elements.iter().flat_map(|element| &element.nodes);
        nodes.filter_map(|node| self.nodes.get(node)).for_each(|&k| used[k as usize] = true);
        used
    }

    /// The numbers of the nodes of the mesh.
    fn used_numbers(&self) -> Vec<u64> {
        self.numbers.iter().zip(self.used()).filter(|(_, used)| *used).map(|(number, _)| *number).collect()
    }

    /// The mesh, with nodes and elements in the order of the file, and what is suspicious in it; nodes that no element uses are omitted.
    fn mesh(&self) -> Result<(Mesh, Vec<MeshFileError>), MeshFileError> {
        if self.elements.is_empty() {
            let kinds = "hexahedra of 8 or 20, tetrahedra of 10 or wedges of 15 nodes";
            return Err(error(0, format!("there are no solid elements in it: {kinds}")));
        }
        for element in &self.elements {
            if let Some(&node) = element.nodes.iter().find(|node| !self.nodes.contains_key(node)) {
                self.index(node, element.line, &format!("element {}", element.number))?;
            }
        }
        let used = self.used();
        let mut place = vec![u32::MAX; used.len()];
        let mut mesh = Mesh::default();
        for (k, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            place[k] = mesh.positions.len() as u32;
            mesh.positions.push(self.positions[k]);
        }
        let mut cells = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let block = mesh.blocks.iter().position(|block| block.cell == element.cell).unwrap_or_else(|| {
                mesh.blocks.push(CellBlock { cell: element.cell, nodes: vec![] });
                mesh.blocks.len() - 1
            });
            let own = &mut mesh.blocks[block];
            cells.push((block as u32, own.count() as u32));
            own.nodes.extend(element.nodes.iter().map(|node| place[self.nodes[node] as usize]));
        }
        self.check_shapes(&mesh, &cells)?;
        for (name, nodes) in &self.node_sets {
            let mut set = Vec::with_capacity(nodes.len());
            for &(node, line) in nodes {
                set.push(place[self.index(node, line, &format!("set \"{name}\""))? as usize]);
            }
            set.retain(|node| *node != u32::MAX);
            set.sort_unstable();
            set.dedup();
            if !set.is_empty() {
                mesh.node_sets.push((name.clone(), set));
            }
        }
        for (name, faces) in &self.faces {
            let face =
                |&(element, face): &(usize, u32)| CellFace { block: cells[element].0, cell: cells[element].1, face };
            mesh.surfaces.push((name.clone(), faces.iter().map(face).collect()));
        }
        self.add_patches(&mut mesh, &place)?;
        let warnings = self.warnings(&used);
        Ok((mesh, warnings))
    }

    /// Finds the faces of the boundary that the elements of surfaces lie on.
    fn add_patches(&self, mesh: &mut Mesh, place: &[u32]) -> Result<(), MeshFileError> {
        if self.patches.is_empty() {
            return Ok(());
        }
        let mut by_corners: HashMap<Vec<u32>, CellFace> = HashMap::new();
        for face in mesh.boundary() {
            let nodes = mesh.face_nodes(face);
            let mut corners = nodes[..FaceShape::of(nodes.len()).corners()].to_vec();
            corners.sort_unstable();
            by_corners.insert(corners, face);
        }
        for (name, patches) in &self.patches {
            let mut faces = Vec::with_capacity(patches.len());
            for (corners, line) in patches {
                let of = format!("surface \"{name}\"");
                let mut own = Vec::with_capacity(corners.len());
                for &node in corners {
                    own.push(place[self.index(node, *line, &of)? as usize]);
                }
                own.sort_unstable();
                // Faces between two solids are no boundary, and carry nothing.
                faces.extend(by_corners.get(&own));
            }
            if !faces.is_empty() {
                mesh.surfaces.push((name.clone(), faces));
            }
        }
        Ok(())
    }
}

/// A whole number of a line.
fn whole(text: &str, line: usize) -> Result<u64, MeshFileError> {
    text.trim().parse().map_err(|_| error(line, format!("\"{}\" is not a whole number", text.trim())))
}

/// A number of a line.
fn number(text: &str, line: usize) -> Result<f64, MeshFileError> {
    text.trim().parse().map_err(|_| error(line, format!("\"{}\" is not a number", text.trim())))
}

#[cfg(test)]
mod tests;
