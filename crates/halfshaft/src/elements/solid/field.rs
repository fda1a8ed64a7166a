//! Stresses and displacements of a solid at its nodes.

use super::material::{principal, von_mises};
use crate::math::Mat3;
use crate::mesh::cell::MAX_CELL_NODES;
use crate::mesh::field::{Extrapolation, MeshField};
use crate::mesh::{Cell, Mesh};
use crate::system::MeshState;

/// Takes the stresses at the integration points of a cell, with its type and nodes.
pub type TakeStresses<'a> = &'a mut dyn FnMut(Cell, &[u32], &[Mat3]);

/// The same for several displacements, with their number.
pub type TakeStressesOf<'a> = &'a mut dyn FnMut(usize, Cell, &[u32], &[Mat3]);

/// Takes numbers at the integration points of a cell, with its type and nodes.
pub(super) type TakePoints<'a, const N: usize> = &'a mut dyn FnMut(Cell, &[u32], &[[f64; N]]);

/// The fields of a solid: displacements, and the Cauchy stress and the strain energy for each volume, extrapolated from the integration
/// points and averaged over the cells at each node, with the equivalent and principal stresses. `points` passes xx, yy, zz, xy, yz, zx of
/// the stress, and the energy.
pub(super) fn of(mesh: &Mesh, at: &MeshState, points: impl FnOnce(TakePoints<7>)) -> MeshField {
    let of_one = |take: TakePointsOf<7>| points(&mut |cell, nodes, values| take(0, cell, nodes, values));
    let nodal = nodal_values(mesh, 1, of_one).remove(0);
    let stresses: Vec<Mat3> = nodal.iter().map(|values| tensor(&values[..6])).collect();
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
            // Extrapolation can undershoot a field that is never negative.
            ("strain_energy_density", "J/m^3", nodal.iter().map(|values| values[6].max(0.0)).collect()),
        ],
        ..MeshField::default()
    }
}

/// The stresses at the nodes: extrapolated from the integration points and averaged over the cells; xx, yy, zz, xy, yz, zx.
pub fn nodal_stresses(mesh: &Mesh, stresses: impl FnOnce(TakeStresses)) -> Vec<[f64; 6]> {
    let of_one = |take: TakeStressesOf| stresses(&mut |cell, nodes, stresses| take(0, cell, nodes, stresses));
    nodal_stresses_of(mesh, 1, of_one).remove(0)
}

/// The same for several displacements by their numbers.
pub fn nodal_stresses_of(mesh: &Mesh, count: usize, stresses: impl FnOnce(TakeStressesOf)) -> Vec<Vec<[f64; 6]>> {
    let mut values = Vec::new();
    nodal_values(mesh, count, |take| {
        stresses(&mut |number, cell, nodes, stresses| {
            values.clear();
            values.extend(stresses.iter().map(components));
            take(number, cell, nodes, &values);
        });
    })
}

/// The same as [`TakePoints`] for several displacements, with their number.
type TakePointsOf<'a, const N: usize> = &'a mut dyn FnMut(usize, Cell, &[u32], &[[f64; N]]);

/// Values at the nodes: extrapolated from the integration points and averaged over the cells.
fn nodal_values<const N: usize>(mesh: &Mesh, count: usize, points: impl FnOnce(TakePointsOf<N>)) -> Vec<Vec<[f64; N]>> {
    let fits: Vec<Extrapolation> = mesh.blocks.iter().map(|block| Extrapolation::new(block.cell)).collect();
    let mut sums = vec![vec![[0.0; N]; mesh.positions.len()]; count];
    let mut counts = vec![0.0; mesh.positions.len()];
    let (mut one, mut out) = (Vec::new(), [0.0; MAX_CELL_NODES]);
    points(&mut |number, cell, nodes, values| {
        let block = mesh.blocks.iter().position(|block| block.cell == cell).unwrap_or(0);
        let sums = &mut sums[number];
        for k in 0..N {
            one.clear();
            one.extend(values.iter().map(|values| values[k]));
            fits[block].at_nodes(&one, &mut out);
            nodes.iter().zip(&out).for_each(|(&node, x)| sums[node as usize][k] += x);
        }
        if number == 0 {
            nodes.iter().for_each(|&node| counts[node as usize] += 1.0);
        }
    });
    for sums in &mut sums {
        for (sum, count) in sums.iter_mut().zip(&counts) {
            sum.iter_mut().for_each(|x| *x = if *count > 0.0 { *x / count } else { 0.0 });
        }
    }
    sums
}

/// xx, yy, zz, xy, yz and zx.
const COMPONENTS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0]];

/// xx, yy, zz, xy, yz and zx of a stress.
pub(super) fn components(stress: &Mat3) -> [f64; 6] {
    COMPONENTS.map(|[i, j]| stress.0[i][j])
}

fn tensor(six: &[f64]) -> Mat3 {
    let mut s = Mat3([[0.0; 3]; 3]);
    for (value, [i, j]) in six.iter().zip(COMPONENTS) {
        (s.0[i][j], s.0[j][i]) = (*value, *value);
    }
    s
}
