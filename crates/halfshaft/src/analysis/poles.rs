//! Poles of a motion with first-order unknowns: filters, controllers, hydraulic lags.
//!
//! ```text
//! [1  J] [ẇ]     [K Ω⁻¹  C  H] [z]
//! [S  E] [ḟ] = − [P Ω⁻¹  Q  A] [w],     ż = Ω w
//!                              [f]
//! ```
//!
//! in the coordinates of the undamped modes. Here a rigid-body motion has z too if an integrator or a lag depends on
//! its position. If nothing does, its pole is zero; a computed one would be the root of round-off. The unknowns f have
//! any unit, so the matrix is balanced by powers of two before its eigenvalues are computed.

use faer::Mat;
use faer::linalg::solvers::Solve;

use super::linearize::{Flows, finite};

/// Modes are uncoupled if their mutual damping is below this fraction of their own.
pub(super) const COUPLING_TOLERANCE: f64 = 1e-12;
/// A pole is oscillatory if its imaginary part exceeds this fraction of its magnitude.
const OSCILLATORY_RATIO: f64 = 1e-9;

/// An equation depends on the position of a rigid-body motion if its coefficient exceeds this fraction of the largest.
const REAL_PART_TOLERANCE: f64 = 1e-11;

/// The pole of each mode as real and imaginary part; zero for motions without restraint.
pub(super) fn with_flows(
    omega: &[f64],
    stiffness: &Mat<f64>,
    damping: &Mat<f64>,
    flows: &Flows,
) -> Option<Vec<[f64; 2]>> {
    let (n, f) = (omega.len(), flows.own[0].ncols());
    if n == 0 {
        return Some(vec![]);
    }
    let typical = omega.iter().fold(0.0_f64, |most, w| most.max(*w));
    let scale = |k: usize| {
        if omega[k] > 0.0 {
            omega[k]
        } else if typical > 0.0 {
            typical
        } else {
            1.0
        }
    };
    let left = Mat::from_fn(n + f, n + f, |i, j| match (i.checked_sub(n), j.checked_sub(n)) {
        (None, None) => f64::from(u8::from(i == j)),
        (None, Some(j)) => flows.forces[1][(i, j)],
        (Some(i), None) => flows.by_motion[2][(i, j)],
        (Some(i), Some(j)) => flows.own[1][(i, j)],
    });
    let right = Mat::from_fn(n + f, 2 * n + f, |i, j| match (i.checked_sub(n), j / n) {
        (None, 0) => -stiffness[(i, j)] / scale(j),
        (None, 1) => -damping[(i, j - n)],
        (None, _) => -flows.forces[0][(i, j - 2 * n)],
        (Some(i), 0) => -flows.by_motion[0][(i, j)] / scale(j),
        (Some(i), 1) => -flows.by_motion[1][(i, j - n)],
        (Some(i), _) => -flows.own[0][(i, j - 2 * n)],
    });
    let rates = left.partial_piv_lu().solve(&right);
    // The coordinates z of the modes on which some equation depends.
    let most = |i: usize| (0..n).fold(0.0_f64, |most, k| most.max(right[(i, k)].abs()));
    let most: Vec<f64> = (0..n + f).map(most).collect();
    let is_read = |k: usize| omega[k] > 0.0 || (0..n + f).any(|i| right[(i, k)].abs() > REAL_PART_TOLERANCE * most[i]);
    let standing: Vec<usize> = (0..n).filter(|&k| is_read(k)).collect();
    let e = standing.len();
    let mut matrix = Mat::from_fn(e + n + f, e + n + f, |i, j| match (i.checked_sub(e), j.checked_sub(e)) {
        (None, Some(j)) if j == standing[i] => scale(j),
        (None, _) => 0.0,
        (Some(i), None) => rates[(i, standing[j])],
        (Some(i), Some(j)) => rates[(i, n + j)],
    });
    if !finite(&matrix) {
        return None;
    }
    let factors = balance(&mut matrix);
    let eigen = matrix.eigen().ok()?;
    let (values, vectors) = (eigen.S().column_vector(), eigen.U());
    let amplitude =
        |place: usize, p: usize| (vectors[(place, p)].norm() * factors[place] / scale(standing[place])).powi(2);
    let values: Vec<[f64; 2]> = (0..e + n + f).map(|p| [values[p].re, values[p].im]).collect();
    let poles = assign(omega, &standing, &values, amplitude, scale);
    poles.iter().flatten().all(|x| x.is_finite()).then_some(poles)
}

/// Assigns a pole to each mode by the share of the mode in the shape of the pole, `amplitude`, and by the distance of the
/// pole from the undamped one.
fn assign(
    omega: &[f64],
    standing: &[usize],
    values: &[[f64; 2]],
    amplitude: impl Fn(usize, usize) -> f64,
    scale: impl Fn(usize) -> f64,
) -> Vec<[f64; 2]> {
    let mut scores = Vec::new();
    for (p, [re, im]) in values.iter().enumerate().filter(|(_, [_, im])| *im >= 0.0) {
        let all: f64 = (0..standing.len()).map(|place| amplitude(place, p)).sum();
        for (place, &k) in standing.iter().enumerate().filter(|_| all > 0.0) {
            let share = amplitude(place, p) / all;
            let away = re.hypot(im - omega[k]) / scale(k);
            let swings = *im > OSCILLATORY_RATIO * re.hypot(*im);
            if omega[k] > 0.0 {
                scores.push((1, share / (1.0 + away), k, p));
            } else if swings && share > 0.5 {
                scores.push((0, share, k, p));
            }
        }
    }
    // Modes with stiffness choose first; a motion without stiffness takes a remaining oscillatory pole, if any.
    scores.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)).then(a.3.cmp(&b.3)));
    let mut poles = vec![[0.0; 2]; omega.len()];
    let (mut has_pole, mut used) = (vec![false; omega.len()], vec![false; values.len()]);
    for (_, _, k, p) in scores {
        if !has_pole[k] && !used[p] {
            (has_pole[k], used[p]) = (true, true);
            poles[k] = values[p];
        }
    }
    poles
}

/// The pole of s² + c s + ω² = 0 with the larger imaginary part, or the slower one of two real ones: −ω²/(c/2 + √(c²/4
/// − ω²)), which is free of cancellation for positive c.
pub(super) fn own_pole(c: f64, square: f64) -> [f64; 2] {
    let (half, under) = (0.5 * c, 0.25 * c * c - square);
    if under < 0.0 {
        [-half, (-under).sqrt()]
    } else if half > 0.0 {
        [-square / (half + under.sqrt()), 0.0]
    } else {
        [under.sqrt() - half, 0.0]
    }
}

/// Rows, columns and values of the nonzero entries.
pub(super) fn nonzero(matrix: &Mat<f64>) -> Vec<(usize, usize, f64)> {
    let mut entries = Vec::new();
    for j in 0..matrix.ncols() {
        let column = matrix.col_as_slice(j).iter().enumerate();
        entries.extend(column.filter(|(_, x)| **x != 0.0).map(|(i, x)| (i, j, *x)));
    }
    entries
}

/// Balances the matrix by D⁻¹ A D until each row is about as large as its column (Parlett & Reinsch 1969); returns D.
fn balance(matrix: &mut Mat<f64>) -> Vec<f64> {
    let n = matrix.ncols();
    let mut factors = vec![1.0; n];
    for _ in 0..100 {
        let mut settled = true;
        for i in 0..n {
            let others = || (0..n).filter(|&j| j != i);
            let column: f64 = others().map(|j| matrix[(j, i)].abs()).sum();
            let row: f64 = others().map(|j| matrix[(i, j)].abs()).sum();
            if column == 0.0 || row == 0.0 {
                continue;
            }
            let factor = 2.0_f64.powf((0.5 * (row / column).log2()).round());
            if (column * factor + row / factor) < 0.95 * (column + row) {
                settled = false;
                factors[i] *= factor;
                for j in 0..n {
                    matrix[(j, i)] *= factor;
                    matrix[(i, j)] /= factor;
                }
            }
        }
        if settled {
            break;
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balancing_keeps_the_eigenvalues_of_a_matrix_in_wild_units() {
        // [0 1e9; −4e−9 −1]: s² + s + 4 = 0.
        let mut matrix = Mat::from_fn(2, 2, |i, j| [[0.0, 1e9], [-4e-9, -1.0]][i][j]);
        let factors = balance(&mut matrix);
        assert!(matrix.norm_max() < 10.0, "{matrix:?}");
        assert_ne!(factors, [1.0; 2]);
        let s = matrix.eigen().unwrap().S()[0];
        assert!((s.re + 0.5).abs() < 1e-14 && (s.im.abs() - 3.75_f64.sqrt()).abs() < 1e-14, "{s}");
    }
}
