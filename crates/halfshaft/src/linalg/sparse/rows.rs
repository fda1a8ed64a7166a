//! Products of a dense block with several right-hand sides that are stored by rows, one vector register each.

use super::lanes::{Lanes, Row, dispatch};

/// y −= A x. A is stored by columns of the given stride, and has as many rows as y and as many columns as x.
pub(super) fn subtract(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]) {
    dispatch!(subtract_with(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]));
}

#[inline(always)]
fn subtract_with<L: Lanes>(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]) {
    let n = y.len();
    let (fours, rest) = x.as_chunks::<4>();
    for (k, four) in fours.iter().enumerate() {
        let [p, q, r, s] = [0, 1, 2, 3].map(|c| &a[(4 * k + c) * stride..][..n]);
        let [xp, xq, xr, xs] = [L::load(&four[0]), L::load(&four[1]), L::load(&four[2]), L::load(&four[3])];
        for i in 0..n {
            let sum = L::load(&y[i]).add_scaled(-p[i], xp).add_scaled(-q[i], xq);
            sum.add_scaled(-r[i], xr).add_scaled(-s[i], xs).store(&mut y[i]);
        }
    }
    for (k, x) in rest.iter().enumerate() {
        let column = &a[(4 * fours.len() + k) * stride..][..n];
        let x = L::load(x);
        for i in 0..n {
            L::load(&y[i]).add_scaled(-column[i], x).store(&mut y[i]);
        }
    }
}

/// y −= Aᵀ x. A is stored by columns of the given stride, and has as many rows as x and as many columns as y.
pub(super) fn subtract_transposed(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]) {
    dispatch!(subtract_transposed_with(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]));
}

#[inline(always)]
fn subtract_transposed_with<L: Lanes>(a: &[f64], stride: usize, x: &[Row], y: &mut [Row]) {
    let n = x.len();
    let (fours, rest) = y.as_chunks_mut::<4>();
    let done = 4 * fours.len();
    for (k, four) in fours.iter_mut().enumerate() {
        let [p, q, r, s] = [0, 1, 2, 3].map(|c| &a[(4 * k + c) * stride..][..n]);
        let mut sums = [L::load(&four[0]), L::load(&four[1]), L::load(&four[2]), L::load(&four[3])];
        for i in 0..n {
            let x = L::load(&x[i]);
            sums[0] = sums[0].add_scaled(-p[i], x);
            sums[1] = sums[1].add_scaled(-q[i], x);
            sums[2] = sums[2].add_scaled(-r[i], x);
            sums[3] = sums[3].add_scaled(-s[i], x);
        }
        sums[0].store(&mut four[0]);
        sums[1].store(&mut four[1]);
        sums[2].store(&mut four[2]);
        sums[3].store(&mut four[3]);
    }
    for (k, y) in rest.iter_mut().enumerate() {
        let column = &a[(done + k) * stride..][..n];
        let mut sum = L::load(y);
        for i in 0..n {
            sum = sum.add_scaled(-column[i], L::load(&x[i]));
        }
        sum.store(y);
    }
}

/// Rows that are solved between two products.
const PANEL: usize = 8;

/// x ← L⁻¹ x with a unit lower triangle.
pub(super) fn lower_solve(l: &[f64], stride: usize, x: &mut [Row]) {
    let p = x.len();
    for from in (0..p).step_by(PANEL) {
        let to = (from + PANEL).min(p);
        for k in from..to {
            let (known, rest) = x[..to].split_at_mut(k + 1);
            subtract(&l[k * stride + k + 1..], stride, &known[k..], rest);
        }
        let (known, rest) = x.split_at_mut(to);
        subtract(&l[from * stride + to..], stride, &known[from..], rest);
    }
}

/// x ← L⁻ᵀ x with a unit lower triangle.
pub(super) fn transposed_solve(l: &[f64], stride: usize, x: &mut [Row]) {
    let mut to = x.len();
    while to > 0 {
        let from = (to - 1) / PANEL * PANEL;
        let (own, known) = x.split_at_mut(to);
        subtract_transposed(&l[from * stride + to..], stride, known, &mut own[from..]);
        for k in (from..to).rev() {
            let (rest, known) = x[..to].split_at_mut(k + 1);
            subtract_transposed(&l[k * stride + k + 1..], stride, known, &mut rest[k..]);
        }
        to = from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::sparse::lanes::WIDTH;

    #[test]
    fn triangular_solutions_satisfy_their_equations() {
        let n = 21;
        let l: Vec<f64> =
            (0..n * n).map(|k| if k % n > k / n { ((k * 7 % 13) as f64 - 6.0) * 0.05 } else { 9.0 }).collect();
        let entry = |i: usize, j: usize| if i == j { 1.0 } else { l[j * n + i] };
        let b: Vec<Row> = (0..n).map(|i| std::array::from_fn(|j| ((i * 3 + j) as f64).cos())).collect();
        let (mut x, mut y) = (b.clone(), b.clone());
        lower_solve(&l, n, &mut x);
        transposed_solve(&l, n, &mut y);
        for i in 0..n {
            for j in 0..WIDTH {
                let forward: f64 = (0..=i).map(|k| entry(i, k) * x[k][j]).sum();
                let backward: f64 = (i..n).map(|k| entry(k, i) * y[k][j]).sum();
                assert!((forward - b[i][j]).abs() < 1e-12 && (backward - b[i][j]).abs() < 1e-12);
            }
        }
    }
}
