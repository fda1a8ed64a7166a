//! Subspace iteration with the inverted pencil: digits of the lowest modes that a dense decomposition loses.
//!
//! A backward-stable decomposition of M⁻¹ᐟ² K M⁻¹ᐟ² has errors of ε λ_max in every λ. Fine meshes of slender beams have λ_max/λ_1 above 1e12, so that
//! the lowest frequencies lose most of their digits. With the lowest shapes V as found,
//!
//! ```text
//! (K + σM) W = M V,     Wᵀ(K + σM) W y = Wᵀ M V y = (λ + σ) Wᵀ M W y
//! ```
//!
//! is one step of inverse iteration and a Rayleigh-Ritz projection in which K does not occur, so that nothing cancels. Source: Bathe & Wilson 1972, subspace
//! iteration; Parlett 1998, *The symmetric eigenvalue problem*, section 14.5.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

use super::linearize::finite;
use crate::linalg::symmetric_eigen::{SymmetricEigen, symmetric_eigen};

/// Modes with λ below this fraction of the largest are improved.
const LOW: f64 = 1e-5;
/// σ as a fraction of the largest λ. It makes K + σM regular where motions are rigid.
const SHIFT: f64 = 1e-12;

/// Improves the lowest modes, given in ascending order with unit modal mass; returns how many. Modes that cannot be improved stay as they are.
pub(super) fn improve_lowest(
    mass: &Mat<f64>,
    stiffness: &Mat<f64>,
    squares: &mut [f64],
    shapes: &mut Mat<f64>,
) -> usize {
    let top = squares.last().copied().unwrap_or(0.0);
    let count = squares.iter().take_while(|square| **square < LOW * top).count();
    if count == 0 || top.is_nan() {
        return 0;
    }
    let Some((values, columns)) = projected(mass, stiffness, SHIFT * top, shapes, count) else { return 0 };
    squares[..count].copy_from_slice(&values);
    (0..count).for_each(|k| shapes.col_as_slice_mut(k).copy_from_slice(columns.col_as_slice(k)));
    count
}

/// λ and shapes of the projection onto the images of the first `count` shapes.
fn projected(
    mass: &Mat<f64>,
    stiffness: &Mat<f64>,
    shift: f64,
    shapes: &Mat<f64>,
    count: usize,
) -> Option<(Vec<f64>, Mat<f64>)> {
    let n = mass.nrows();
    let shifted = Mat::from_fn(n, n, |i, j| stiffness[(i, j)] + shift * mass[(i, j)]);
    let mut loads = mass * shapes.subcols(0, count);
    let mut images = shifted.partial_piv_lu().solve(&loads);
    // Images of unit modal mass: Wᵀ M W is then close to the identity.
    let momenta = mass * &images;
    for k in 0..count {
        let square: f64 = images.col_as_slice(k).iter().zip(momenta.col_as_slice(k)).map(|(x, m)| x * m).sum();
        let size = square.sqrt();
        for column in [images.col_as_slice_mut(k), loads.col_as_slice_mut(k)] {
            column.iter_mut().for_each(|x| *x /= size);
        }
    }
    if !finite(&images) || !finite(&loads) {
        return None;
    }
    let symmetric = |product: Mat<f64>| Mat::from_fn(count, count, |i, j| 0.5 * (product[(i, j)] + product[(j, i)]));
    let modal_mass = symmetric(images.transpose() * (mass * &images));
    let modal_stiffness = symmetric(images.transpose() * &loads);
    let root = modal_mass.llt(Side::Lower).ok()?;
    let factor = root.L();
    let mut half = modal_stiffness;
    factor.solve_lower_triangular_in_place(half.as_mut());
    let mut whole = half.transpose().to_owned();
    factor.solve_lower_triangular_in_place(whole.as_mut());
    let SymmetricEigen { values, vectors: mut coordinates } = symmetric_eigen(&whole)?;
    factor.transpose().solve_upper_triangular_in_place(coordinates.as_mut());
    Some((values.into_iter().map(|value| value - shift).collect(), images * coordinates))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stiffness and mass of a cantilever of unit length, EI and ρA: cubic elements, a power of two so that the entries of K are exact.
    fn cantilever(elements: usize) -> [Mat<f64>; 2] {
        let h = 1.0 / elements as f64;
        let stiffness =
            [[12.0, 6.0, -12.0, 6.0], [6.0, 4.0, -6.0, 2.0], [-12.0, -6.0, 12.0, -6.0], [6.0, 2.0, -6.0, 4.0]];
        let mass = [
            [156.0, 22.0, 54.0, -13.0],
            [22.0, 4.0, 13.0, -3.0],
            [54.0, 13.0, 156.0, -22.0],
            [-13.0, -3.0, -22.0, 4.0],
        ];
        [(stiffness, 1.0 / (h * h * h)), (mass, h / 420.0)].map(|(of_element, factor)| {
            let mut sum = Mat::zeros(2 * elements, 2 * elements);
            for element in 0..elements {
                for (i, row) in of_element.iter().enumerate() {
                    for (j, value) in row.iter().enumerate() {
                        // The first node is clamped; rotations come with a length.
                        let (Some(a), Some(b)) = ((2 * element + i).checked_sub(2), (2 * element + j).checked_sub(2))
                        else {
                            continue;
                        };
                        sum[(a, b)] += factor * value * h.powi((i % 2 + j % 2) as i32);
                    }
                }
            }
            sum
        })
    }

    #[test]
    fn the_lowest_modes_gain_the_digits_that_the_largest_costs() {
        let elements = 32;
        let [beam, beam_mass] = cantilever(elements);
        // A small mass on a stiff spring at the tip: λ of 1e15.
        let (n, tip, spring, small) = (2 * elements + 1, 2 * elements - 2, 2_f64.powi(20), 0.5_f64.powi(30));
        let within = |i: usize, j: usize| i < n - 1 && j < n - 1;
        let stiffness = Mat::from_fn(n, n, |i, j| {
            let held = |k: usize| k == tip || k == n - 1;
            let of_beam = if within(i, j) { beam[(i, j)] } else { 0.0 };
            let of_spring = if held(i) && held(j) { if i == j { spring } else { -spring } } else { 0.0 };
            of_beam + of_spring
        });
        let mass = Mat::from_fn(n, n, |i, j| match within(i, j) {
            true => beam_mass[(i, j)],
            false => f64::from(u8::from(i == j)) * small,
        });
        let root = mass.llt(Side::Lower).unwrap();
        let inverse = root.L().partial_piv_lu().solve(Mat::<f64>::identity(n, n));
        let whole = &inverse * &stiffness * inverse.transpose();
        let SymmetricEigen { values: mut squares, vectors } = symmetric_eigen(&whole).unwrap();
        let mut shapes = inverse.transpose() * vectors;
        // (β L)⁴ with cosh βL cos βL = −1; cubic elements of length h are too stiff by (β h)⁴/720, the mass takes 4e-9.
        let roots = [1.875_104_068_711_961_f64, 4.694_091_132_974_175, 7.854_757_438_237_612];
        let error = |squares: &[f64], k: usize| {
            let exact = roots[k].powi(4);
            squares[k] / exact - 1.0 - (roots[k] / elements as f64).powi(4) / 720.0
        };
        let before = (0..3).map(|k| error(&squares, k).abs()).fold(0.0, f64::max);
        assert!(before > 3e-8, "the decomposition alone is good enough: {before:e}");
        assert!(improve_lowest(&mass, &stiffness, &mut squares, &mut shapes) > 5);
        for k in 0..3 {
            assert!(error(&squares, k).abs() < 3e-8, "{k}: {:e}", error(&squares, k));
        }
    }
}
