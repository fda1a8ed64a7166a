//! The stiffness of a solid for small displacements, cell by cell, for analyses that need no system.

use std::sync::Arc;

use super::cells::{Cells, LocalMatrix, MAX_POINTS, NO_POINT, Point, SolidMesh};
use super::elasticity::{SolidElasticity, condense};
use super::material::Elastic;
use super::stiffness;
use crate::math::Mat3;
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::{Cell, Mesh};

/// The stiffness of the cells of a mesh at zero displacement: that of [`super::SolidElasticity`] with F = 1 and S = 0. Hexahedra of 8
/// nodes have enhanced strains.
pub struct LinearStiffness {
    cells: Vec<Cells>,
    elastic: Elastic,
}

impl LinearStiffness {
    /// The stiffness of a mesh.
    pub fn new(mesh: Mesh, elastic: Elastic) -> Self {
        let mesh = Arc::new(SolidMesh { mesh, nodes: vec![] });
        LinearStiffness { cells: Cells::of(&mesh, true), elastic }
    }

    /// Passes the nodes of each cell and its stiffness by pairs of nodes, row by row.
    pub fn each_cell(&self, take: impl FnMut(&[u32], &[[[f64; 3]; 3]])) {
        each_cell(&self.cells, &self.elastic, take);
    }
}

impl SolidElasticity {
    /// The stiffness for small displacements: passes the nodes of each cell and its stiffness by pairs of nodes, row by row.
    pub fn each_linear_cell(&self, take: impl FnMut(&[u32], &[[[f64; 3]; 3]])) {
        let (cells, elastic) = self.parts();
        each_cell(cells, elastic, take);
    }
}

fn each_cell(cells: &[Cells], elastic: &Elastic, mut take: impl FnMut(&[u32], &[[[f64; 3]; 3]])) {
    let mut local: Box<LocalMatrix> = Box::new([[[0.0; 3]; 3]; MAX_CELL_NODES * MAX_CELL_NODES]);
    for cells in cells {
        for cell in 0..cells.count() {
            match cells.cell {
                Cell::Hex8 => of_cell::<8>(cells, cell, elastic, &mut local),
                Cell::Hex20 => of_cell::<20>(cells, cell, elastic, &mut local),
                Cell::Tet10 => of_cell::<10>(cells, cell, elastic, &mut local),
                Cell::Wedge15 => of_cell::<15>(cells, cell, elastic, &mut local),
            }
            let nodes = cells.nodes_of(cell);
            take(nodes, &local[..nodes.len() * nodes.len()]);
        }
    }
}

fn of_cell<const N: usize>(cells: &Cells, cell: usize, elastic: &Elastic, local: &mut LocalMatrix) {
    let mut points = [NO_POINT; MAX_POINTS];
    let points = &mut points[..cells.points];
    for (p, point) in points.iter_mut().enumerate() {
        *point = Point { f: Mat3::identity(), volume: cells.point(cell, p).1, ..NO_POINT };
    }
    local[..N * N].fill([[0.0; 3]; 3]);
    stiffness::add::<N>(cells, cell, points, elastic, 1.0, local);
    if !cells.centres.is_empty() {
        let linear = elastic.linear();
        condense::<N>(cells, cell, points, &|_| linear, |_| Mat3::identity(), false, local);
    }
}
