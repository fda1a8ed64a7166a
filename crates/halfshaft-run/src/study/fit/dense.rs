//! Small dense symmetric matrices, stored as rows.

/// Eigenvalues in descending order with unit eigenvectors, by Jacobi rotations.
///
/// Slow for large matrices, but accurate for the small eigenvalues too, which matter here.
pub fn eigen(matrix: &[Vec<f64>]) -> Vec<(f64, Vec<f64>)> {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut v: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect();
    for _ in 0..60 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].powi(2)).sum();
        let diagonal: f64 = (0..n).map(|i| a[i][i].powi(2)).sum();
        if off <= 1e-32 * diagonal {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                // tan of the smaller of the two angles that make a_pq vanish.
                let half = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = half.signum() / (half.abs() + half.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                for k in 0..n {
                    (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                }
                for row in &mut v {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    let mut pairs: Vec<(f64, Vec<f64>)> =
        (0..n).map(|k| (a[k][k].max(0.0), v.iter().map(|row| row[k]).collect())).collect();
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0));
    pairs
}

/// Solves a positive definite system by elimination; `None` if a pivot is not positive.
pub fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    let mut a: Vec<Vec<f64>> = matrix.to_vec();
    let mut x = right.to_vec();
    for k in 0..n {
        if a[k][k].is_nan() || a[k][k] <= 0.0 {
            return None;
        }
        let (above, below) = a.split_at_mut(k + 1);
        let pivot = &above[k];
        for (row, i) in below.iter_mut().zip(k + 1..) {
            let factor = row[k] / pivot[k];
            (k..n).for_each(|j| row[j] -= factor * pivot[j]);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
        x[k] = (x[k] - known) / a[k][k];
    }
    Some(x)
}

/// JᵀJ of a matrix given by its rows and its number of columns.
pub fn gram(rows: &[Vec<f64>], columns: usize) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum();
    (0..columns).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_a_known_matrix() {
        // The chain 2 −1 0, −1 2 −1, 0 −1 2 has the eigenvalues 2 − 2 cos(kπ/4).
        let a = vec![vec![2.0, -1.0, 0.0], vec![-1.0, 2.0, -1.0], vec![0.0, -1.0, 2.0]];
        let pairs = eigen(&a);
        for ((value, vector), k) in pairs.iter().zip([3.0, 2.0, 1.0]) {
            let exact = 2.0 - 2.0 * (k * std::f64::consts::FRAC_PI_4).cos();
            assert!((value - exact).abs() < 1e-14);
            for i in 0..3 {
                let image: f64 = (0..3).map(|j| a[i][j] * vector[j]).sum();
                assert!((image - value * vector[i]).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_small_system_is_solved_and_a_singular_one_is_not() {
        let a = vec![vec![4.0, 1.0], vec![1.0, 3.0]];
        let x = solve(&a, &[1.0, 2.0]).unwrap();
        assert!((x[0] - 1.0 / 11.0).abs() < 1e-15 && (x[1] - 7.0 / 11.0).abs() < 1e-15);
        assert!(solve(&[vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 2.0]).is_none());
    }
}
