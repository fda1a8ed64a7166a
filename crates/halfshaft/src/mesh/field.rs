//! Fields on meshes, for pictures and other programs: displacements and stresses at the nodes.

use super::{Cell, CellBlock};
use crate::math::Vec3;

/// The deformed state of a flexible body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshField {
    /// Undeformed positions of the nodes.
    pub positions: Vec<Vec3>,
    /// The cells of a solid.
    pub blocks: Vec<CellBlock>,
    /// The surface of a beam, which has no cells.
    pub surface: Surface,
    /// Displacements of the nodes.
    pub displacements: Vec<Vec3>,
    /// Numbers at the nodes: name, unit, values.
    pub scalars: Vec<(&'static str, &'static str, Vec<f64>)>,
    /// Symmetric tensors at the nodes for other programs: name, unit, and xx, yy, zz, xy, yz, zx.
    pub tensors: Vec<(&'static str, &'static str, Vec<[f64; 6]>)>,
    /// The nodes of the solid on which this field is, which is no body of its own: the pressure of a contact. Empty for bodies.
    pub overlay: Vec<u32>,
    /// Whether its nodes are those of its skin, in the order of [`super::Skin`], and its cells are left out.
    pub skin_only: bool,
    /// Whether nothing is known inside, so that of its cells only the faces on its surface are shown.
    pub faces_only: bool,
}

impl MeshField {
    /// Adds the numbers of a field on some of its nodes; returns whether they are its nodes. Where several fields have the same number, that of the largest magnitude counts; it is zero
    /// at the other nodes.
    pub fn take_overlay(&mut self, other: &MeshField) -> bool {
        let own = |(&node, x): (&u32, &Vec3)| self.positions.get(node as usize) == Some(x);
        if !self.overlay.is_empty() || !other.overlay.iter().zip(&other.positions).all(own) {
            return false;
        }
        for (name, unit, values) in &other.scalars {
            let place = self.scalars.iter().position(|(own, ..)| own == name).unwrap_or_else(|| {
                self.scalars.push((name, unit, vec![0.0; self.positions.len()]));
                self.scalars.len() - 1
            });
            for (&node, value) in other.overlay.iter().zip(values) {
                let own = &mut self.scalars[place].2[node as usize];
                *own = if value.abs() > own.abs() { *value } else { *own };
            }
        }
        true
    }
}

/// A surface for pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Its quadrilaterals.
    pub quads: Vec<[u32; 4]>,
    /// Lines that are drawn on it.
    pub lines: Vec<[u32; 2]>,
    /// Lines that show where it is without deformation.
    pub outline: Vec<[u32; 2]>,
    /// Whether it is round, so that its facets are shaded as one smooth surface.
    pub round: bool,
}

/// Extrapolation from the integration points of a cell to its nodes.
///
/// Linear functions of the corners are fitted to the values at the integration points by least squares; middle nodes have the mean of
/// their corners. For hexahedra of 8 nodes the fit is exact.
pub struct Extrapolation {
    cell: Cell,
    /// For each corner the weights of the integration points.
    weights: Vec<Vec<f64>>,
}

impl Extrapolation {
    /// For a type of cell.
    pub fn new(cell: Cell) -> Self {
        let corners = cell.corners();
        let at: Vec<Vec<f64>> = cell.quadrature().iter().map(|(at, _)| linear(cell, *at)).collect();
        // Normal equations (PᵀP) c = Pᵀ s, for every unit vector s.
        let mut matrix = vec![vec![0.0; corners + at.len()]; corners];
        for (p, shape) in at.iter().enumerate() {
            for a in 0..corners {
                (0..corners).for_each(|b| matrix[a][b] += shape[a] * shape[b]);
                matrix[a][corners + p] += shape[a];
            }
        }
        for k in 0..corners {
            let pivot = (k..corners).max_by(|&i, &j| matrix[i][k].abs().total_cmp(&matrix[j][k].abs())).unwrap_or(k);
            matrix.swap(k, pivot);
            let row: Vec<f64> = matrix[k].iter().map(|x| x / matrix[k][k]).collect();
            for (i, other) in matrix.iter_mut().enumerate() {
                let factor = if i == k { 0.0 } else { other[k] };
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
            matrix[k] = row;
        }
        Extrapolation { cell, weights: matrix.into_iter().map(|row| row[corners..].to_vec()).collect() }
    }

    /// The values at the nodes of a cell from those at its integration points, of which each has `width` side by side.
    #[inline(always)]
    pub fn at_nodes(&self, values: &[f64], width: usize, out: &mut [f64]) {
        let corners = self.cell.corners();
        for (out, weights) in out.chunks_exact_mut(width).zip(&self.weights) {
            out.fill(0.0);
            for (values, w) in values.chunks_exact(width).zip(weights) {
                out.iter_mut().zip(values).for_each(|(out, x)| *out += w * x);
            }
        }
        if self.cell.nodes() > corners {
            for (k, [a, b]) in self.cell.edges().iter().enumerate() {
                for i in 0..width {
                    out[(corners + k) * width + i] = 0.5 * (out[a * width + i] + out[b * width + i]);
                }
            }
        }
    }
}

/// The linear shape functions of the corners.
fn linear(cell: Cell, [r, s, t]: [f64; 3]) -> Vec<f64> {
    match cell {
        Cell::Hex8 | Cell::Hex20 => Cell::Hex8.shape([r, s, t])[..8].to_vec(),
        Cell::Tet10 => vec![1.0 - r - s - t, r, s, t],
        Cell::Wedge15 => {
            let l = [1.0 - r - s, r, s];
            (0..6).map(|k| 0.5 * l[k % 3] * if k < 3 { 1.0 - t } else { 1.0 + t }).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_fields_are_exact_at_the_nodes_of_all_cells() {
        let field = |[x, y, z]: [f64; 3]| 2.0 + 0.5 * x - 0.3 * y + 0.7 * z;
        for cell in [Cell::Hex8, Cell::Hex20, Cell::Tet10, Cell::Wedge15] {
            let values: Vec<f64> = cell.quadrature().iter().map(|(at, _)| field(*at)).collect();
            let mut out = vec![0.0; cell.nodes()];
            Extrapolation::new(cell).at_nodes(&values, 1, &mut out);
            for (k, out) in out.iter().enumerate() {
                assert!((out - field(cell.natural(k))).abs() < 1e-13, "{cell:?}");
            }
        }
    }
}
