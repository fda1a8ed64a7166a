//! The cells of a solid in the reference configuration: gradients of the shape functions and volumes at the integration
//! points.

use std::sync::Arc;

use crate::math::{Mat3, Vec3};
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::{Cell, Mesh};
use crate::system::NodeId;

use super::material::{determinant, inverse};

/// Maximum number of integration points of the stiffness of a cell.
pub(super) const MAX_POINTS: usize = 27;
/// The stiffness of a cell by pairs of nodes, row by row; 3×3 blocks by rows.
pub(super) type LocalMatrix = [[[f64; 3]; 3]; MAX_CELL_NODES * MAX_CELL_NODES];

/// The mesh of a solid with its nodes.
pub struct SolidMesh {
    /// Undeformed.
    pub mesh: Mesh,
    /// The node of each node of the mesh: the ground for one that never moves.
    pub nodes: Vec<NodeId>,
}

/// The cells of one type.
pub(super) struct Cells {
    pub cell: Cell,
    /// Number of integration points of a cell.
    pub points: usize,
    /// Natural coordinates of the integration points.
    pub natural: Vec<[f64; 3]>,
    /// The nodes of one cell after the other.
    pub nodes: Vec<u32>,
    /// ∇N of each node at each integration point of each cell.
    pub gradients: Vec<[f64; 3]>,
    /// The volume of each integration point of each cell.
    pub volumes: Vec<f64>,
    /// ∇ξ at the centre of each cell, by rows, and the determinant of the Jacobian there; empty without enhanced strains.
    pub centres: Vec<(Mat3, f64)>,
}

impl Cells {
    /// The cells of each type of a mesh.
    pub fn of(mesh: &Arc<SolidMesh>, enhanced: bool) -> Vec<Cells> {
        let positions = &mesh.mesh.positions;
        let mut all = Vec::new();
        for block in &mesh.mesh.blocks {
            let (cell, n) = (block.cell, block.cell.nodes());
            let rule = cell.quadrature();
            let derivatives: Vec<_> = rule.iter().map(|(at, _)| cell.derivatives(*at)).collect();
            let at_centre = cell.derivatives(cell.centre());
            let mut cells = Cells {
                cell,
                points: rule.len(),
                natural: rule.iter().map(|(at, _)| *at).collect(),
                nodes: block.nodes.clone(),
                gradients: Vec::with_capacity(block.nodes.len() * rule.len()),
                volumes: Vec::with_capacity(block.count() * rule.len()),
                centres: vec![],
            };
            for nodes in block.nodes.chunks_exact(n) {
                for ((_, weight), derivatives) in rule.iter().zip(&derivatives) {
                    let jacobian = jacobian(positions, nodes, derivatives);
                    let inverse = inverse(&jacobian);
                    cells.volumes.push(weight * determinant(&jacobian));
                    cells.gradients.extend(derivatives[..n].iter().map(|d| inverse.transpose_times(Vec3(*d)).0));
                }
                if enhanced && cell == Cell::Hex8 {
                    let jacobian = jacobian(positions, nodes, &at_centre);
                    cells.centres.push((inverse(&jacobian), determinant(&jacobian)));
                }
            }
            all.push(cells);
        }
        all
    }

    /// Number of cells.
    pub fn count(&self) -> usize {
        self.nodes.len() / self.cell.nodes()
    }

    /// The nodes of a cell.
    pub fn nodes_of(&self, cell: usize) -> &[u32] {
        let n = self.cell.nodes();
        &self.nodes[cell * n..][..n]
    }

    /// ∇N at an integration point of a cell, and its volume.
    pub fn point(&self, cell: usize, point: usize) -> (&[[f64; 3]], f64) {
        let (n, place) = (self.cell.nodes(), cell * self.points + point);
        (&self.gradients[place * n..][..n], self.volumes[place])
    }
}

/// ∂X/∂ξ.
pub(super) fn jacobian(positions: &[Vec3], nodes: &[u32], derivatives: &[[f64; 3]]) -> Mat3 {
    let mut columns = [Vec3::zero(); 3];
    for (&node, d) in nodes.iter().zip(derivatives) {
        (0..3).for_each(|j| columns[j] += positions[node as usize] * d[j]);
    }
    Mat3::from_columns(columns)
}

/// The strains at an integration point.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// F and its rate.
    pub f: Mat3,
    pub rate: Mat3,
    /// E and its rate, with enhanced strains.
    pub strain: Mat3,
    pub strain_rate: Mat3,
    pub volume: f64,
}

pub(super) const NO_POINT: Point = Point { f: ZERO, rate: ZERO, strain: ZERO, strain_rate: ZERO, volume: 0.0 };
pub(super) const ZERO: Mat3 = Mat3([[0.0; 3]; 3]);
