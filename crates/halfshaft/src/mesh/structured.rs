//! Structured meshes of hexahedra: blocks, rings and discs, grids extruded along a line or swept around an axis.

use std::f64::consts::TAU;

use super::{Cell, CellBlock, CellFace, Mesh};
use crate::math::Vec3;

/// A grid of hexahedra with a map from the indices of its nodes to their positions.
///
/// The nodes are in the order x, y, z, x fastest. With `closed` the first direction closes on itself: its last plane of nodes is
/// the first. Surfaces are named by `names`, two for each direction; empty names are omitted.
pub fn grid(cells: [usize; 3], closed: bool, names: [&str; 6], position: impl Fn([usize; 3]) -> Vec3) -> Mesh {
    let [nx, ny, nz] = cells;
    let planes = [if closed { nx } else { nx + 1 }, ny + 1, nz + 1];
    let mut positions = Vec::with_capacity(planes.iter().product());
    for k in 0..planes[2] {
        for j in 0..planes[1] {
            positions.extend((0..planes[0]).map(|i| position([i, j, k])));
        }
    }
    let node = |i: usize, j: usize, k: usize| ((k * planes[1] + j) * planes[0] + i % planes[0]) as u32;
    let mut nodes = Vec::with_capacity(8 * nx * ny * nz);
    let mut surfaces: Vec<(String, Vec<CellFace>)> = names.iter().map(|name| (name.to_string(), vec![])).collect();
    for k in 0..nz {
        for j in 0..ny {
            for i in 0..nx {
                let cell = (nodes.len() / 8) as u32;
                for plane in [k, k + 1] {
                    nodes.extend([node(i, j, plane), node(i + 1, j, plane)]);
                    nodes.extend([node(i + 1, j + 1, plane), node(i, j + 1, plane)]);
                }
                // Faces of a hexahedron: at −z, +z, −y, +x, +y, −x.
                let outside = [
                    (i == 0, 5, 0),
                    (i + 1 == nx, 3, 1),
                    (j == 0, 2, 2),
                    (j + 1 == ny, 4, 3),
                    (k == 0, 0, 4),
                    (k + 1 == nz, 1, 5),
                ];
                for (_, face, surface) in outside.into_iter().filter(|(outside, ..)| *outside) {
                    surfaces[surface].1.push(CellFace { block: 0, cell, face });
                }
            }
        }
    }
    if closed {
        surfaces[0].0.clear();
        surfaces[1].0.clear();
    }
    surfaces.retain(|(name, _)| !name.is_empty());
    Mesh { positions, blocks: vec![CellBlock { cell: Cell::Hex8, nodes }], surfaces, node_sets: vec![] }
}

/// A block with its centre at the origin, with surfaces "x-", "x+", "y-", "y+", "z-" and "z+".
pub fn block(size: [f64; 3], divisions: [usize; 3]) -> Mesh {
    let part = |i: usize, axis: usize| size[axis] * (i as f64 / divisions[axis] as f64 - 0.5);
    grid(divisions, false, ["x-", "x+", "y-", "y+", "z-", "z+"], |[i, j, k]| Vec3([part(i, 0), part(j, 1), part(k, 2)]))
}

/// A ring around z with its centre at the origin: divisions around, radially and along z. Surfaces "inner", "outer", "z-" and
/// "z+".
///
/// The corners of the cells are on the circles; cells with middle nodes have straight edges unless [`round`] moves them.
pub fn ring(radii: [f64; 2], length: f64, divisions: [usize; 3]) -> Mesh {
    let [around, radial, axial] = divisions;
    grid([around, radial, axial], true, ["", "", "inner", "outer", "z-", "z+"], |[i, j, k]| {
        // Clockwise around z, so that the three directions of the cells are right-handed.
        let angle = -TAU * i as f64 / around as f64;
        let radius = radii[0] + (radii[1] - radii[0]) * j as f64 / radial as f64;
        Vec3([radius * angle.cos(), radius * angle.sin(), length * (k as f64 / axial as f64 - 0.5)])
    })
}

/// Moves the middles of edges between nodes of equal distance from the z axis to that distance.
pub fn round(mesh: &mut Mesh) {
    let distance = |x: Vec3| x[0].hypot(x[1]);
    let mut moved = vec![None; mesh.positions.len()];
    for block in mesh.blocks.iter().filter(|block| block.cell == Cell::Hex20) {
        for nodes in block.nodes.chunks_exact(20) {
            for (edge, &middle) in Cell::Hex20.edges().iter().zip(&nodes[8..]) {
                let [a, b] = edge.map(|k| distance(mesh.positions[nodes[k] as usize]));
                let own = distance(mesh.positions[middle as usize]);
                if (a - b).abs() <= 1e-9 * a.max(b) && own > 0.0 {
                    moved[middle as usize] = Some(0.5 * (a + b) / own);
                }
            }
        }
    }
    for (x, factor) in mesh.positions.iter_mut().zip(moved) {
        if let Some(factor) = factor {
            (x[0], x[1]) = (x[0] * factor, x[1] * factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(mesh: &Mesh) -> f64 {
        let mut volume = 0.0;
        for block in &mesh.blocks {
            for cell in 0..block.count() {
                let nodes = block.nodes_of(cell);
                for (at, weight) in block.cell.quadrature() {
                    let position = |a: usize| mesh.positions[nodes[a] as usize];
                    volume += weight * super::super::cell::determinant(block.cell, at, position);
                }
            }
        }
        volume
    }

    #[test]
    fn a_block_has_its_volume_and_its_surface() {
        let mesh = block([2.0, 0.5, 0.25], [3, 2, 4]);
        for mesh in [mesh.clone(), mesh.with_middles()] {
            assert!((volume(&mesh) - 0.25).abs() < 1e-14);
            assert_eq!(mesh.boundary().len(), 2 * (3 * 2 + 3 * 4 + 2 * 4));
            assert_eq!(mesh.surfaces.iter().map(|(_, faces)| faces.len()).sum::<usize>(), mesh.boundary().len());
            for (name, faces) in &mesh.surfaces {
                let axis = "xyz".find(&name[..1]).unwrap();
                let side = [1.0, 0.25, 0.125][axis] * if name.ends_with('-') { -1.0 } else { 1.0 };
                let nodes = mesh.nodes_on(faces);
                assert!(nodes.iter().all(|&node| (mesh.positions[node as usize][axis] - side).abs() < 1e-15));
                assert_eq!(mesh.faces_of(&nodes).len(), faces.len());
            }
            assert_eq!((mesh.bad_cell(0.01), mesh.unconnected_node()), (None, None));
        }
    }

    #[test]
    fn a_ring_closes_and_its_volume_converges_to_that_of_the_tube() {
        let exact = std::f64::consts::PI * (0.25 - 0.04) * 0.3;
        let error = |around: usize| (volume(&ring([0.2, 0.5], 0.3, [around, 2, 1])) / exact - 1.0).abs();
        // The area of a polygon: second order in the angle.
        assert!((error(24) / error(48) - 4.0).abs() < 0.1);
        let mut curved = ring([0.2, 0.5], 0.3, [24, 2, 1]).with_middles();
        round(&mut curved);
        assert!((volume(&curved) / exact - 1.0).abs() < 1e-3 * error(24) + 1e-5);
        let mesh = ring([0.2, 0.5], 0.3, [24, 2, 1]);
        assert_eq!(mesh.positions.len(), 24 * 3 * 2);
        assert_eq!(mesh.boundary().len(), 24 * 2 * 2 + 24 * 2);
        assert_eq!(mesh.bad_cell(0.01), None);
    }
}
