//! The surface of a flexible body for pictures: triangles between the nodes that can be seen, and the edges of cells.

use super::{FaceShape, Mesh, MeshField};
use crate::math::Vec3;

/// The part of a field that can be seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The nodes of the field that are on it.
    pub nodes: Vec<u32>,
    /// The middles of its faces with 8 nodes, which are points behind its nodes: the corners of each in order, then the middles of its edges.
    /// Without them a value between the middles of opposite edges would be that of these edges.
    pub middles: Vec<[u32; 8]>,
    /// Triangles of its own nodes and middles, counterclockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Edges of cells, as pairs of its own nodes.
    pub lines: Vec<[u32; 2]>,
    /// The outline of a beam, as pairs of its own nodes; empty for a solid, whose sharp edges are its outline.
    pub outline: Vec<[u32; 2]>,
}

impl Skin {
    /// The skin of a field: the faces of its cells that belong to one cell only, or its surface.
    pub fn of(field: &MeshField) -> Self {
        let mut skin = Skin::default();
        let mut own = vec![u32::MAX; field.positions.len()];
        for quad in &field.surface.quads {
            let [a, b, c, d] = quad.map(|node| skin.own(node, &mut own));
            skin.triangles.extend([[a, b, c], [a, c, d]]);
        }
        for line in &field.surface.lines {
            let line = line.map(|node| skin.own(node, &mut own));
            skin.lines.push(line);
        }
        for line in &field.surface.outline {
            let line = line.map(|node| skin.own(node, &mut own));
            skin.outline.push(line);
        }
        let mesh = Mesh { blocks: field.blocks.clone(), ..Mesh::default() };
        for face in mesh.boundary() {
            let nodes: Vec<u32> = mesh.face_nodes(face).iter().map(|&node| skin.own(node, &mut own)).collect();
            match nodes.as_slice().try_into() {
                Ok(eight) => skin.middles.push(eight),
                Err(_) => skin.add_face(&nodes, FaceShape::of(nodes.len()).corners()),
            }
        }
        let first = skin.nodes.len() as u32;
        for (middle, nodes) in (first..).zip(skin.middles.clone()) {
            let around: [u32; 8] = std::array::from_fn(|k| nodes[if k % 2 == 0 { k / 2 } else { 4 + k / 2 }]);
            let edges: [[u32; 2]; 8] = std::array::from_fn(|k| [around[k], around[(k + 1) % 8]]);
            skin.triangles.extend(edges.map(|[a, b]| [a, b, middle]));
            skin.lines.extend(edges);
        }
        skin.lines.iter_mut().for_each(|line| line.sort_unstable());
        skin.lines.sort_unstable();
        skin.lines.dedup();
        skin
    }

    /// A value in the middle of a face with 8 nodes by their shape functions, −1/4 of the corners and 1/2 of the middles of the edges.
    pub fn in_middle(corners_and_edges: [Vec3; 8]) -> Vec3 {
        let sum = |part: &[Vec3]| part.iter().fold(Vec3::zero(), |sum, x| sum + *x);
        sum(&corners_and_edges[4..]) * 0.5 - sum(&corners_and_edges[..4]) * 0.25
    }

    fn own(&mut self, node: u32, own: &mut [u32]) -> u32 {
        let place = &mut own[node as usize];
        if *place == u32::MAX {
            *place = self.nodes.len() as u32;
            self.nodes.push(node);
        }
        *place
    }

    /// Adds a face: corners in order, and the middles of its edges behind them if it has any.
    fn add_face(&mut self, nodes: &[u32], corners: usize) {
        // Corners and middles in turn: the path around the face.
        let around: Vec<u32> = match nodes.len() > corners {
            true => (0..2 * corners).map(|k| nodes[if k % 2 == 0 { k / 2 } else { corners + k / 2 }]).collect(),
            false => nodes.to_vec(),
        };
        let next = |k: usize| around[k % around.len()];
        self.lines.extend((0..around.len()).map(|k| [around[k], next(k + 1)]));
        // A corner between two middles is a triangle of its own; what remains is a polygon of the middles.
        let inner = match nodes.len() > corners {
            true => {
                let last = around.len() - 1;
                self.triangles.extend((0..corners).map(|k| [next(2 * k + last), around[2 * k], around[2 * k + 1]]));
                nodes[corners..].to_vec()
            }
            false => around,
        };
        self.triangles.extend((1..inner.len() - 1).map(|k| [inner[0], inner[k], inner[k + 1]]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::structured::block;

    /// The enclosed volume, by the divergence theorem, and the area.
    fn volume_and_area(field: &MeshField, skin: &Skin) -> [f64; 2] {
        let node = |k: u32| field.positions[skin.nodes[k as usize] as usize];
        let at = |k: u32| match (k as usize).checked_sub(skin.nodes.len()) {
            Some(middle) => Skin::in_middle(skin.middles[middle].map(node)),
            None => node(k),
        };
        let mut sums = [0.0; 2];
        for [a, b, c] in &skin.triangles {
            let (a, b, c) = (at(*a), at(*b), at(*c));
            sums[0] += a.dot(b.cross(c)) / 6.0;
            sums[1] += 0.5 * (b - a).cross(c - a).norm();
        }
        sums
    }

    #[test]
    fn the_skin_of_a_block_encloses_it_and_has_the_edges_of_its_outer_cells() {
        let [nx, ny, nz] = [3, 2, 2];
        let hex8 = block([1.5, 1.0, 0.5], [nx, ny, nz]);
        for mesh in [hex8.clone(), hex8.with_middles()] {
            let field = MeshField { positions: mesh.positions, blocks: mesh.blocks, ..MeshField::default() };
            let skin = Skin::of(&field);
            let [volume, area] = volume_and_area(&field, &skin);
            assert!((volume - 0.75).abs() < 1e-14, "{volume}");
            assert!((area - 5.5).abs() < 1e-14, "{area}");
            let halves = if field.blocks[0].cell.nodes() == 20 { 2 } else { 1 };
            // Quadrilaterals on the surface have two edges for each face, each shared by two faces.
            let faces = 2 * (nx * ny + ny * nz + nx * nz);
            assert_eq!(skin.lines.len(), halves * 2 * faces);
            assert!(skin.nodes.len() < field.positions.len() || nx < 2);
        }
    }

    #[test]
    fn the_skin_of_a_beam_is_its_surface() {
        let positions = (0..4).map(|k| Vec3([f64::from(k % 2), f64::from(k / 2), 0.0])).collect();
        let surface = crate::mesh::Surface {
            quads: vec![[0, 1, 3, 2]],
            lines: vec![[1, 3]],
            outline: vec![[0, 2]],
            round: false,
        };
        let skin = Skin::of(&MeshField { positions, surface, ..MeshField::default() });
        assert_eq!((skin.nodes, skin.triangles), (vec![0, 1, 3, 2], vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!((skin.lines, skin.outline), (vec![[1, 2]], vec![[0, 3]]));
    }
}
