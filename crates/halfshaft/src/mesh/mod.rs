//! Meshes of solids: nodes, cells, named sets of nodes and surfaces, structured meshes.

pub mod cell;
pub mod face;
pub mod field;
pub mod skin;
pub mod structured;

use std::collections::HashMap;

pub use cell::Cell;
pub use face::FaceShape;
pub use field::{MeshField, Surface};
pub use skin::Skin;

use crate::math::Vec3;

/// Cells of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct CellBlock {
    /// Their type.
    pub cell: Cell,
    /// The nodes of one cell after the other.
    pub nodes: Vec<u32>,
}

/// A face of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellFace {
    /// The block of the cell.
    pub block: u32,
    /// The cell in its block.
    pub cell: u32,
    /// The face in the order of [`Cell::faces`].
    pub face: u32,
}

/// A mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The positions of the nodes.
    pub positions: Vec<Vec3>,
    /// The cells.
    pub blocks: Vec<CellBlock>,
    /// Surfaces by name.
    pub surfaces: Vec<(String, Vec<CellFace>)>,
    /// Sets of nodes by name.
    pub node_sets: Vec<(String, Vec<u32>)>,
}

/// A cell that is inverted or degenerate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadCell {
    /// Its block.
    pub block: usize,
    /// The cell in its block.
    pub cell: usize,
    /// The smallest determinant of the Jacobian at its integration points, relative to the largest.
    pub ratio: f64,
}

impl CellBlock {
    /// Number of cells.
    pub fn count(&self) -> usize {
        self.nodes.len() / self.cell.nodes()
    }

    /// The nodes of a cell.
    pub fn nodes_of(&self, cell: usize) -> &[u32] {
        &self.nodes[cell * self.cell.nodes()..][..self.cell.nodes()]
    }
}

impl Mesh {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.blocks.iter().map(CellBlock::count).sum()
    }

    /// The nodes of a face.
    pub fn face_nodes(&self, face: CellFace) -> Vec<u32> {
        let block = &self.blocks[face.block as usize];
        let nodes = block.nodes_of(face.cell as usize);
        let own = block.cell.faces().nth(face.face as usize).unwrap_or_default();
        own.iter().map(|&k| nodes[k]).collect()
    }

    /// The faces that belong to one cell only.
    pub fn boundary(&self) -> Vec<CellFace> {
        let mut seen: HashMap<[u32; 4], (usize, CellFace)> = HashMap::new();
        let mut order = Vec::new();
        for (b, block) in self.blocks.iter().enumerate() {
            for cell in 0..block.count() {
                let nodes = block.nodes_of(cell);
                for (f, own) in block.cell.faces().enumerate() {
                    let corners = FaceShape::of(own.len()).corners();
                    let mut key = [u32::MAX; 4];
                    own[..corners].iter().zip(&mut key).for_each(|(&k, key)| *key = nodes[k]);
                    key.sort_unstable();
                    let face = CellFace { block: b as u32, cell: cell as u32, face: f as u32 };
                    let entry = seen.entry(key).or_insert_with(|| {
                        order.push(key);
                        (0, face)
                    });
                    entry.0 += 1;
                }
            }
        }
        order.iter().filter_map(|key| seen.get(key).filter(|(count, _)| *count == 1).map(|(_, face)| *face)).collect()
    }

    /// The nodes of faces, in ascending order.
    pub fn nodes_on(&self, faces: &[CellFace]) -> Vec<u32> {
        let mut nodes: Vec<u32> = faces.iter().flat_map(|&face| self.face_nodes(face)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The names of its surfaces, then of its sets of nodes.
    pub fn region_names(&self) -> impl Iterator<Item = &str> + Clone {
        let surfaces = self.surfaces.iter().map(|(name, _)| name.as_str());
        surfaces.chain(self.node_sets.iter().map(|(name, _)| name.as_str()))
    }

    /// A surface or a set of nodes by its name: its nodes, and its faces, none of which a set of single nodes has.
    pub fn region(&self, name: &str) -> Option<(Vec<u32>, Vec<CellFace>)> {
        if let Some((_, faces)) = self.surfaces.iter().find(|(other, _)| other == name) {
            return Some((self.nodes_on(faces), faces.clone()));
        }
        let (_, nodes) = self.node_sets.iter().find(|(other, _)| other == name)?;
        Some((nodes.clone(), self.faces_of(nodes)))
    }

    /// The faces of the boundary all of whose nodes are in a set.
    pub fn faces_of(&self, nodes: &[u32]) -> Vec<CellFace> {
        let mut is_in = vec![false; self.positions.len()];
        nodes.iter().for_each(|&node| is_in[node as usize] = true);
        let mut faces = self.boundary();
        faces.retain(|&face| self.face_nodes(face).iter().all(|&node| is_in[node as usize]));
        faces
    }

    /// The largest extent, in metres.
    pub fn size(&self) -> f64 {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for x in &self.positions {
            (0..3).for_each(|i| (low[i], high[i]) = (low[i].min(x[i]), high[i].max(x[i])));
        }
        (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max)
    }

    /// The first cell whose Jacobian is not positive at all integration points, or nearly singular.
    pub fn bad_cell(&self, least_ratio: f64) -> Option<BadCell> {
        for (b, block) in self.blocks.iter().enumerate() {
            let points = block.cell.quadrature();
            let derivatives: Vec<_> = points.iter().map(|(at, _)| block.cell.derivatives(*at)).collect();
            for cell in 0..block.count() {
                let nodes = block.nodes_of(cell);
                let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
                for derivatives in &derivatives {
                    let mut columns = [Vec3::zero(); 3];
                    for (&node, d) in nodes.iter().zip(derivatives) {
                        (0..3).for_each(|j| columns[j] += self.positions[node as usize] * d[j]);
                    }
                    let determinant = columns[0].cross(columns[1]).dot(columns[2]);
                    (least, most) = (least.min(determinant), most.max(determinant.abs()));
                }
                let ratio = if most > 0.0 { least / most } else { 0.0 };
                if ratio.is_nan() || ratio < least_ratio {
                    return Some(BadCell { block: b, cell, ratio });
                }
            }
        }
        None
    }

    /// The first node that no cell uses.
    pub fn unconnected_node(&self) -> Option<usize> {
        let mut used = vec![false; self.positions.len()];
        self.blocks.iter().flat_map(|block| &block.nodes).for_each(|&node| used[node as usize] = true);
        used.iter().position(|used| !used)
    }

    /// Adds the middles of the edges to hexahedra of 8 nodes, which become hexahedra of 20; surfaces keep their faces, and
    /// sets of nodes get the middles of edges both of whose ends they contain.
    pub fn with_middles(mut self) -> Mesh {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
        for block in self.blocks.iter_mut().filter(|block| block.cell == Cell::Hex8) {
            let mut nodes = Vec::with_capacity(block.nodes.len() / 8 * 20);
            for corners in block.nodes.chunks_exact(8) {
                nodes.extend_from_slice(corners);
                for edge in Cell::Hex8.edges() {
                    let mut key = edge.map(|k| corners[k]);
                    key.sort_unstable();
                    let positions = &mut self.positions;
                    nodes.push(*middles.entry(key).or_insert_with(|| {
                        positions.push((positions[key[0] as usize] + positions[key[1] as usize]) * 0.5);
                        positions.len() as u32 - 1
                    }));
                }
            }
            *block = CellBlock { cell: Cell::Hex20, nodes };
        }
        let mut edges: Vec<([u32; 2], u32)> = middles.into_iter().collect();
        edges.sort_unstable_by_key(|(_, middle)| *middle);
        for (_, set) in &mut self.node_sets {
            let mut is_in = vec![false; self.positions.len()];
            set.iter().for_each(|&node| is_in[node as usize] = true);
            let inside = edges.iter().filter(|(ends, _)| ends.iter().all(|&end| is_in[end as usize]));
            set.extend(inside.map(|(_, middle)| *middle));
        }
        self
    }
}
