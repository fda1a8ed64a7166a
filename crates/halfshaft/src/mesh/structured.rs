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

/// A plane grid: points, and the four corners of each quadrilateral.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneGrid {
    /// Its points.
    pub points: Vec<[f64; 2]>,
    /// The corners of its quadrilaterals, in either sense of rotation.
    pub quads: Vec<[u32; 4]>,
}

impl PlaneGrid {
    /// A disc: a square of `around / 4` cells on each side in the middle, and rings of cells around it.
    pub fn disc(radius: f64, around: usize, radial: usize) -> Self {
        let side = (around / 4).max(1);
        // Half the diagonal of the square, relative to the radius: cells in its corners and outside of it are about equally large.
        let half = DISC_SQUARE * radius * std::f64::consts::FRAC_1_SQRT_2;
        let mut grid = PlaneGrid::default();
        let part = |i: usize| half * (2.0 * i as f64 / side as f64 - 1.0);
        for j in 0..=side {
            grid.points.extend((0..=side).map(|i| [part(i), part(j)]));
        }
        let node = |i: usize, j: usize| (j * (side + 1) + i) as u32;
        for j in 0..side {
            grid.quads.extend((0..side).map(|i| [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)]));
        }
        // The border of the square, counterclockwise from its lower left corner.
        let border: Vec<u32> = (0..4 * side)
            .map(|k| match (k / side, k % side) {
                (0, i) => node(i, 0),
                (1, j) => node(side, j),
                (2, i) => node(side - i, side),
                (_, j) => node(0, side - j),
            })
            .collect();
        let mut last = border.clone();
        for ring in 1..=radial {
            let part = ring as f64 / radial as f64;
            let first = grid.points.len() as u32;
            for (k, &inner) in border.iter().enumerate() {
                let (sine, cosine) = (TAU * (k as f64 / (4 * side) as f64 - 0.375)).sin_cos();
                let [x, y] = grid.points[inner as usize];
                grid.points.push([x + (radius * cosine - x) * part, y + (radius * sine - y) * part]);
            }
            let next: Vec<u32> = (0..border.len() as u32).map(|k| first + k).collect();
            let cell = |k: usize| {
                let after = (k + 1) % next.len();
                [last[k], next[k], next[after], last[after]]
            };
            grid.quads.extend((0..next.len()).map(cell));
            last = next;
        }
        grid
    }

    /// Its hexahedra along a line, or around an axis: `position` places a point of the grid in a plane from 0 to `layers`. With `closed` the last
    /// plane is the first. `reversed` if the planes follow each other against the direction from which the grid is counterclockwise. Surfaces
    /// are named `names`: the first plane, the last plane, and all other faces; empty names are omitted.
    pub fn extruded(
        &self,
        layers: usize,
        closed: bool,
        reversed: bool,
        names: [&str; 3],
        position: impl Fn([f64; 2], usize) -> Vec3,
    ) -> Mesh {
        let (count, planes) = (self.points.len(), if closed { layers } else { layers + 1 });
        let positions = (0..planes).flat_map(|k| self.points.iter().map(move |x| (x, k))).map(|(x, k)| position(*x, k));
        let mut mesh = Mesh { positions: positions.collect(), ..Mesh::default() };
        let mut nodes = Vec::with_capacity(8 * layers * self.quads.len());
        for k in 0..layers {
            for quad in &self.quads {
                let mut corners = *quad;
                if (self.signed_area(quad) < 0.0) != reversed {
                    corners.reverse();
                }
                let plane = |k: usize| corners.map(|node| ((k % planes) * count) as u32 + node);
                nodes.extend(plane(k).into_iter().chain(plane(k + 1)));
            }
        }
        mesh.blocks = vec![CellBlock { cell: Cell::Hex8, nodes }];
        let quads = self.quads.len() as u32;
        let last = quads * (layers as u32 - 1);
        let mut surfaces = names.map(|name| (name.to_owned(), vec![]));
        for face in mesh.boundary() {
            // Faces of a hexahedron: the first is its first plane, the second its last one.
            let place = match (face.face, face.cell) {
                (0, cell) if !closed && cell < quads => 0,
                (1, cell) if !closed && cell >= last => 1,
                _ => 2,
            };
            surfaces[place].1.push(face);
        }
        mesh.surfaces = surfaces.into_iter().filter(|(name, faces)| !name.is_empty() && !faces.is_empty()).collect();
        mesh
    }

    /// Twice the area of a quadrilateral, negative if it is clockwise.
    fn signed_area(&self, quad: &[u32; 4]) -> f64 {
        let [a, b, c, d] = quad.map(|node| self.points[node as usize]);
        (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])
    }
}

/// Half the diagonal of the square in the middle of a disc, relative to its radius.
const DISC_SQUARE: f64 = 0.55;

/// A full disc around z with its centre at the origin: divisions around (a multiple of four), outside of the square in its middle, and along z.
/// Surfaces "z-", "z+" and "outer".
pub fn disc(radius: f64, length: f64, [around, radial, axial]: [usize; 3]) -> Mesh {
    let height = |k: usize| length * (k as f64 / axial as f64 - 0.5);
    PlaneGrid::disc(radius, around, radial)
        .extruded(axial, false, false, ["z-", "z+", "outer"], |[x, y], k| Vec3([x, y, height(k)]))
}

/// A plane grid extruded along z from zero, with surfaces "z-", "z+" and "side".
pub fn extruded(grid: &PlaneGrid, length: f64, layers: usize) -> Mesh {
    let height = |k: usize| length * k as f64 / layers as f64;
    grid.extruded(layers, false, false, ["z-", "z+", "side"], |[x, y], k| Vec3([x, y, height(k)]))
}

/// A grid of radius and height swept around z from the x axis on, by an angle or all around (`None`). Surfaces "start" and "end" unless it is
/// closed, and "side".
pub fn swept(grid: &PlaneGrid, angle: Option<f64>, layers: usize) -> Mesh {
    let turned = |k: usize| angle.unwrap_or(TAU) * k as f64 / layers as f64;
    // Radius, height and the direction of rotation are left-handed.
    grid.extruded(layers, angle.is_none(), true, ["start", "end", "side"], |[r, z], k| {
        let (sine, cosine) = turned(k).sin_cos();
        Vec3([r * cosine, r * sine, z])
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

    #[test]
    fn a_disc_is_full_and_its_volume_converges_to_that_of_the_cylinder() {
        let exact = std::f64::consts::PI * 0.25 * 0.1;
        let error = |around: usize| (volume(&disc(0.5, 0.1, [around, 2, 1])) / exact - 1.0).abs();
        assert!((error(24) / error(48) - 4.0).abs() < 0.1, "{} {}", error(24), error(48));
        for around in [4, 8, 12, 20] {
            let mesh = disc(0.5, 0.1, [around, 3, 2]);
            assert_eq!((mesh.bad_cell(0.1), mesh.unconnected_node()), (None, None), "{around}");
            let named =
                |name: &str| mesh.surfaces.iter().find(|(other, _)| other == name).map(|(_, faces)| faces.len());
            let plane = around * 3 + (around / 4) * (around / 4);
            assert_eq!([named("z-"), named("z+"), named("outer")], [Some(plane), Some(plane), Some(around * 2)]);
            let mut quadratic = mesh.with_middles();
            round(&mut quadratic);
            assert_eq!(quadratic.bad_cell(0.05), None, "{around}");
            assert!((volume(&quadratic) / exact - 1.0).abs() < if around > 4 { 2e-3 } else { 3e-2 });
        }
    }

    #[test]
    fn plane_grids_are_extruded_and_swept_whatever_their_sense_of_rotation() {
        let points = vec![[1.0, 0.0], [2.0, 0.0], [2.5, 1.0], [1.0, 1.0], [0.5, 2.0], [2.0, 2.0]];
        let grid = PlaneGrid { points, quads: vec![[0, 1, 2, 3], [3, 4, 5, 2]] };
        let area = |quad: &[u32; 4]| 0.5 * grid.signed_area(quad).abs();
        let whole: f64 = grid.quads.iter().map(area).sum();
        let mesh = extruded(&grid, 0.4, 3);
        assert!((volume(&mesh) - 0.4 * whole).abs() < 1e-13);
        assert_eq!(mesh.bad_cell(0.01), None);
        assert_eq!(mesh.surfaces.iter().map(|(_, faces)| faces.len()).collect::<Vec<_>>(), [2, 2, 18]);
        // Pappus: area times the way of its centroid, to second order in the angle of a layer.
        let moment: f64 = grid
            .quads
            .iter()
            .map(|quad| {
                let [a, b, c, d] = quad.map(|node| grid.points[node as usize]);
                let triangle = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
                    let twice = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
                    0.5 * twice.abs() * (p[0] + q[0] + r[0]) / 3.0
                };
                triangle(a, b, c) + triangle(a, c, d)
            })
            .sum();
        let error = |layers: usize| (volume(&swept(&grid, None, layers)) / (TAU * moment) - 1.0).abs();
        assert!((error(24) / error(48) - 4.0).abs() < 0.1);
        let quarter = swept(&grid, Some(0.25 * TAU), 12);
        assert_eq!(quarter.bad_cell(0.01), None);
        assert_eq!(
            quarter.surfaces.iter().map(|(name, faces)| (name.as_str(), faces.len())).collect::<Vec<_>>(),
            [("start", 2), ("end", 2), ("side", 72)]
        );
        assert_eq!(swept(&grid, None, 24).surfaces.len(), 1);
    }
}
