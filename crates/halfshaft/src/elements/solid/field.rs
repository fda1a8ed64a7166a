//! Stresses and displacements of a solid at its nodes.

use super::material::{principal, von_mises};
use crate::math::Mat3;
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::field::{Extrapolation, MeshField};
use crate::mesh::{Cell, Mesh};
use crate::system::MeshState;

/// Takes the stresses at the integration points of a cell, with its type and nodes.
pub type TakeStresses<'a> = &'a mut dyn FnMut(Cell, &[u32], &[Mat3]);

/// The fields of a solid: displacements, and the Cauchy stress extrapolated from the integration points and averaged over the cells at
/// each node, with its equivalent and principal stresses.
pub(super) fn of(mesh: &Mesh, at: &MeshState, stresses: impl FnOnce(TakeStresses)) -> MeshField {
    let stresses: Vec<Mat3> = nodal_stresses(mesh, stresses).iter().map(tensor).collect();
    let principals: Vec<[f64; 3]> = stresses.iter().map(principal).collect();
    let each = |k: usize| principals.iter().map(|p| p[k]).collect();
    let displacement = |k: usize| at.position(k, mesh.positions[k]) - mesh.positions[k];
    MeshField {
        positions: mesh.positions.clone(),
        blocks: mesh.blocks.clone(),
        displacements: (0..mesh.positions.len()).map(displacement).collect(),
        scalars: vec![
            ("von_mises", "Pa", stresses.iter().map(von_mises).collect()),
            ("principal_1", "Pa", each(0)),
            ("principal_2", "Pa", each(1)),
            ("principal_3", "Pa", each(2)),
        ],
    }
}

/// The stresses at the nodes: extrapolated from the integration points and averaged over the cells; xx, yy, zz, xy, yz, zx.
pub fn nodal_stresses(mesh: &Mesh, stresses: impl FnOnce(TakeStresses)) -> Vec<[f64; 6]> {
    let fits: Vec<Extrapolation> = mesh.blocks.iter().map(|block| Extrapolation::new(block.cell)).collect();
    let mut sums = vec![[0.0; 6]; mesh.positions.len()];
    let mut counts = vec![0.0; mesh.positions.len()];
    let (mut values, mut out) = (Vec::new(), [0.0; 6 * MAX_CELL_NODES]);
    stresses(&mut |cell, nodes, stresses| {
        let block = mesh.blocks.iter().position(|block| block.cell == cell).unwrap_or(0);
        values.clear();
        values.extend(stresses.iter().flat_map(|s| COMPONENTS.map(|[i, j]| s.0[i][j])));
        fits[block].at_nodes(&values, 6, &mut out);
        for (&node, own) in nodes.iter().zip(out.as_chunks::<6>().0) {
            counts[node as usize] += 1.0;
            sums[node as usize].iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
        }
    });
    sums.iter_mut().zip(&counts).for_each(|(sum, count)| mean(sum, *count));
    sums
}

/// Divides the sum over the cells at a node by their number.
pub(super) fn mean(sum: &mut [f64; 6], count: f64) {
    sum.iter_mut().for_each(|x| *x = if count > 0.0 { *x / count } else { 0.0 });
}

/// xx, yy, zz, xy, yz and zx.
pub(super) const COMPONENTS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0]];

fn tensor(six: &[f64; 6]) -> Mat3 {
    let mut s = Mat3([[0.0; 3]; 3]);
    for (value, [i, j]) in six.iter().zip(COMPONENTS) {
        (s.0[i][j], s.0[j][i]) = (*value, *value);
    }
    s
}
