//! The stiffness of a cell with the law of St. Venant and Kirchhoff, whose elasticity is the same everywhere.
//!
//! ```text
//! K_ab = λ H_ab + μ H_abᵀ + Σ_p w ((∇N_a·∇N_b) μ F Fᵀ + (∇N_a·S ∇N_b) 1),     H_ab = Σ_p w (F ∇N_a) ⊗ (F ∇N_b)
//! ```
//!
//! over the integration points p of volume w. The innermost loops run over all nodes b of a cell, so that they fill vector registers. In the
//! undeformed state, F = 1 and S = 0, the second sum is μ tr(H_ab) 1.

use super::cells::{Cells, LocalMatrix, MAX_POINTS, Point, ZERO};
use super::material::Elastic;
use crate::math::{Mat3, Vec3};

/// One component of a vector for each integration point and node.
type Component<const N: usize> = [[f64; N]; MAX_POINTS];

/// Adds the stiffness of a cell by a factor. The law of `elastic` is not asked for: it is St. Venant's and Kirchhoff's.
pub(super) fn add<const N: usize>(
    cells: &Cells,
    cell: usize,
    points: &[Point],
    elastic: &Elastic,
    factor: f64,
    local: &mut LocalMatrix,
) {
    let slopes = components::<N>(cells, cell, points, |_, slope| slope);
    let undeformed = points.iter().all(|point| point.f == Mat3::identity() && point.strain == ZERO);
    if undeformed {
        add_material(points, &slopes, elastic, [factor, elastic.mu], local);
    } else {
        let moved = components::<N>(cells, cell, points, |point, slope| point.f * slope);
        add_material(points, &moved, elastic, [factor, 0.0], local);
        add_deformed(points, &slopes, elastic, factor, local);
    }
}

/// A vector for each integration point and node, by components.
fn components<const N: usize>(
    cells: &Cells,
    cell: usize,
    points: &[Point],
    of: impl Fn(&Point, Vec3) -> Vec3,
) -> [Component<N>; 3] {
    let mut all = [[[0.0; N]; MAX_POINTS]; 3];
    for (p, point) in points.iter().enumerate() {
        for (b, slope) in cells.point(cell, p).0.iter().enumerate() {
            let vector = of(point, Vec3(*slope));
            (0..3).for_each(|i| all[i][p][b] = vector[i]);
        }
    }
    all
}

/// Adds λ H + μ Hᵀ + ν tr(H) 1 by a factor.
fn add_material<const N: usize>(
    points: &[Point],
    moved: &[Component<N>; 3],
    elastic: &Elastic,
    [factor, nu]: [f64; 2],
    local: &mut LocalMatrix,
) {
    let Elastic { lambda, mu, .. } = *elastic;
    for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
        for a in 0..N {
            let mut sums = [0.0; N];
            for ((p, left), right) in points.iter().zip(&moved[i]).zip(&moved[j]) {
                let x = factor * p.volume * left[a];
                (0..N).for_each(|b| sums[b] += x * right[b]);
            }
            for (b, h) in sums.into_iter().enumerate() {
                let block = &mut local[a * N + b];
                block[i][j] += lambda * h;
                block[j][i] += mu * h;
                if i == j {
                    (0..3).for_each(|k| block[k][k] += nu * h);
                } else {
                    let mirrored = &mut local[b * N + a];
                    mirrored[j][i] += lambda * h;
                    mirrored[i][j] += mu * h;
                }
            }
        }
    }
}

/// Adds Σ_p w ((∇N_a·∇N_b) μ F Fᵀ + (∇N_a·S ∇N_b) 1) by a factor.
fn add_deformed<const N: usize>(
    points: &[Point],
    slopes: &[Component<N>; 3],
    elastic: &Elastic,
    factor: f64,
    local: &mut LocalMatrix,
) {
    let at = |p: &Point| {
        let w = factor * p.volume;
        (p.f * p.f.transpose() * (w * elastic.mu), elastic.stress(&p.strain) * w)
    };
    let mut both = [(ZERO, ZERO); MAX_POINTS];
    both.iter_mut().zip(points).for_each(|(both, point)| *both = at(point));
    let [x, y, z] = slopes;
    for a in 0..N {
        let mut sums = [[0.0; N]; 6];
        for (p, (q, stress)) in both[..points.len()].iter().enumerate() {
            let own = Vec3([x[p][a], y[p][a], z[p][a]]);
            let loaded = *stress * own;
            for b in 0..N {
                let s = own[0] * x[p][b] + own[1] * y[p][b] + own[2] * z[p][b];
                let t = loaded[0] * x[p][b] + loaded[1] * y[p][b] + loaded[2] * z[p][b];
                (0..3).for_each(|i| sums[i][b] += q.0[i][i] * s + t);
                sums[3][b] += q.0[0][1] * s;
                sums[4][b] += q.0[0][2] * s;
                sums[5][b] += q.0[1][2] * s;
            }
        }
        for b in 0..N {
            let [xx, yy, zz, xy, xz, yz] = sums.each_ref().map(|sum| sum[b]);
            let sum = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
            let block = &mut local[a * N + b];
            block.iter_mut().flatten().zip(sum.as_flattened()).for_each(|(entry, x)| *entry += x);
        }
    }
}
