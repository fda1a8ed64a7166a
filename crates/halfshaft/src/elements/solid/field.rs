//! Stresses and displacements of a solid at its nodes.

use super::material::{principal, von_mises};
use crate::math::Mat3;
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::field::{Extrapolation, MeshField};
use crate::mesh::{Cell, Mesh};
use crate::system::MeshState;

/// Takes the stresses at the integration points of a cell, with its type and nodes.
pub type TakeStresses<'a> = &'a mut dyn FnMut(Cell, &[u32], &[Mat3]);

/// Takes numbers at the integration points of a cell, with its type and nodes.
pub(super) type TakePoints<'a, const N: usize> = &'a mut dyn FnMut(Cell, &[u32], &[[f64; N]]);

/// Number of values at a point: six components each of stress and strain, and the energy.
pub(super) const WIDTH: usize = 13;

/// The fields of a solid: displacements, and the Cauchy stress, the Green-Lagrange strain and the strain energy for each volume,
/// extrapolated from the integration points and averaged over the cells at each node, with the equivalent and principal stresses. `points`
/// passes xx, yy, zz, xy, yz, zx of the stress and of the strain, and the energy.
pub(super) fn of(mesh: &Mesh, at: &MeshState, points: impl FnOnce(TakePoints<WIDTH>)) -> MeshField {
    let nodal = nodal_values(mesh, points);
    let six = |first: usize| nodal.iter().map(|values| std::array::from_fn(|k| values[first + k])).collect();
    let (stresses, strains): (Vec<[f64; 6]>, _) = (six(0), six(6));
    let tensors: Vec<Mat3> = stresses.iter().map(|stress| tensor(stress)).collect();
    let principals: Vec<[f64; 3]> = tensors.iter().map(principal).collect();
    let each = |k: usize| principals.iter().map(|p| p[k]).collect();
    MeshField {
        scalars: vec![
            ("von_mises", "Pa", tensors.iter().map(von_mises).collect()),
            ("principal_1", "Pa", each(0)),
            ("principal_2", "Pa", each(1)),
            ("principal_3", "Pa", each(2)),
            // Extrapolation can undershoot a field that is never negative.
            ("strain_energy_density", "J/m^3", nodal.iter().map(|values| values[12].max(0.0)).collect()),
        ],
        tensors: vec![("stress", "Pa", stresses), ("strain", "", strains)],
        ..displaced(mesh, at)
    }
}

/// The displacements of a solid.
pub(super) fn displaced(mesh: &Mesh, at: &MeshState) -> MeshField {
    let displacement = |k: usize| at.position(k, mesh.positions[k]) - mesh.positions[k];
    MeshField {
        positions: mesh.positions.clone(),
        blocks: mesh.blocks.clone(),
        displacements: (0..mesh.positions.len()).map(displacement).collect(),
        ..MeshField::default()
    }
}

/// The stresses at the nodes: extrapolated from the integration points and averaged over the cells; xx, yy, zz, xy, yz, zx.
pub fn nodal_stresses(mesh: &Mesh, stresses: impl FnOnce(TakeStresses)) -> Vec<[f64; 6]> {
    let mut values = Vec::new();
    nodal_values(mesh, |take| {
        stresses(&mut |cell, nodes, stresses| {
            values.clear();
            values.extend(stresses.iter().map(components));
            take(cell, nodes, &values);
        });
    })
}

/// Values at the nodes: extrapolated from the integration points and averaged over the cells.
fn nodal_values<const N: usize>(mesh: &Mesh, points: impl FnOnce(TakePoints<N>)) -> Vec<[f64; N]> {
    let fits: Vec<Extrapolation> = mesh.blocks.iter().map(|block| Extrapolation::new(block.cell)).collect();
    let mut sums = vec![[0.0; N]; mesh.positions.len()];
    let mut counts = vec![0.0; mesh.positions.len()];
    let mut out = vec![0.0; N * MAX_CELL_NODES];
    points(&mut |cell, nodes, values| {
        let block = mesh.blocks.iter().position(|block| block.cell == cell).unwrap_or(0);
        fits[block].at_nodes(values.as_flattened(), N, &mut out);
        for (&node, own) in nodes.iter().zip(out.as_chunks::<N>().0) {
            counts[node as usize] += 1.0;
            sums[node as usize].iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
        }
    });
    sums.iter_mut().zip(&counts).for_each(|(sum, count)| mean(sum, *count));
    sums
}

/// Divides the sum over the cells at a node by their number.
pub(super) fn mean(sum: &mut [f64], count: f64) {
    sum.iter_mut().for_each(|x| *x = if count > 0.0 { *x / count } else { 0.0 });
}

/// xx, yy, zz, xy, yz and zx.
pub(super) const COMPONENTS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0]];

/// xx, yy, zz, xy, yz and zx of a stress.
pub fn components(stress: &Mat3) -> [f64; 6] {
    COMPONENTS.map(|[i, j]| stress.0[i][j])
}

fn tensor(six: &[f64]) -> Mat3 {
    let mut s = Mat3([[0.0; 3]; 3]);
    for (value, [i, j]) in six.iter().zip(COMPONENTS) {
        (s.0[i][j], s.0[j][i]) = (*value, *value);
    }
    s
}
