//! Unilateral contact of many points under one approach.

/// Maximum number of changes of the set of points in contact.
const MAX_CHANGES: usize = 200;
/// From this many changes on, one point changes at a time.
const MANY_CHANGES: usize = 20;
/// Maximum number of iterations of the local term.
const MAX_ITERATIONS: usize = 50;
/// Converged if forces change by less than this part of the total.
const TOLERANCE: f64 = 1e-9;

/// Forces and approach.
pub(super) struct Solution {
    pub forces: Vec<f64>,
    pub approach: f64,
}

/// Solves for forces F ≥ 0 with the sum `total` and for the approach δ:
///
/// ```text
/// g_k + Σ_l C_kl F_l + h_k(F_k) − δ = 0 where F_k > 0,     ≥ 0 where F_k = 0
/// ```
///
/// `local` gives h/F for a force. By active sets, with the local term of the iteration before (Conry & Seireg 1973). `None` without
/// convergence, or if there is no point.
pub(super) fn solve(
    compliance: &[f64],
    gaps: &[f64],
    total: f64,
    local: impl Fn(usize, f64) -> f64,
) -> Option<Solution> {
    let n = gaps.len();
    let nearest = (0..n).min_by(|&a, &b| gaps[a].total_cmp(&gaps[b]))?;
    let mut active = vec![false; n];
    active[nearest] = true;
    let mut forces = vec![0.0; n];
    let mut coefficients: Vec<f64> = (0..n).map(|k| local(k, total / n as f64)).collect();
    for _ in 0..MAX_ITERATIONS {
        let approach = active_set(compliance, gaps, total, &coefficients, &mut active, &mut forces)?;
        let mut change = 0.0_f64;
        for k in 0..n {
            let force = forces[k].max(1e-6 * total);
            let next = local(k, force);
            change = change.max((next - coefficients[k]).abs() * forces[k]);
            coefficients[k] = next;
        }
        if change <= TOLERANCE * approach.abs() {
            return Some(Solution { forces, approach });
        }
    }
    None
}

fn active_set(
    compliance: &[f64],
    gaps: &[f64],
    total: f64,
    local: &[f64],
    active: &mut [bool],
    forces: &mut [f64],
) -> Option<f64> {
    let n = gaps.len();
    for change in 0..MAX_CHANGES {
        let points: Vec<usize> = (0..n).filter(|&k| active[k]).collect();
        let m = points.len();
        let mut a = vec![vec![0.0; m + 2]; m + 1];
        for (i, &k) in points.iter().enumerate() {
            for (j, &l) in points.iter().enumerate() {
                a[i][j] = compliance[k * n + l];
            }
            a[i][i] += local[k];
            (a[i][m], a[m][i], a[i][m + 1]) = (-1.0, 1.0, -gaps[k]);
        }
        a[m][m + 1] = total;
        let x = eliminate(a)?;
        forces.fill(0.0);
        points.iter().zip(&x).for_each(|(&k, x)| forces[k] = *x);
        let approach = x[m];
        let lowest = points.iter().copied().filter(|&k| forces[k] < 0.0);
        let lowest: Vec<usize> = lowest.collect();
        if !lowest.is_empty() {
            match change < MANY_CHANGES {
                true => lowest.iter().for_each(|&k| active[k] = false),
                false => {
                    let k = lowest.into_iter().min_by(|&a, &b| forces[a].total_cmp(&forces[b]))?;
                    active[k] = false;
                }
            }
            if !active.contains(&true) {
                active[points[0]] = true;
            }
            continue;
        }
        let overlap = |k: usize| approach - gaps[k] - (0..n).map(|l| compliance[k * n + l] * forces[l]).sum::<f64>();
        let outside: Vec<(usize, f64)> = (0..n)
            .filter(|&k| !active[k])
            .map(|k| (k, overlap(k)))
            .filter(|(_, overlap)| *overlap > 1e-9 * approach.abs())
            .collect();
        if outside.is_empty() {
            return Some(approach);
        }
        match change < MANY_CHANGES {
            true => outside.iter().for_each(|&(k, _)| active[k] = true),
            false => active[outside.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?.0] = true,
        }
    }
    None
}

/// Gaussian elimination with pivots; the right-hand side is the last column.
fn eliminate(mut a: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = a.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        a.swap(k, pivot);
        if a[k][k] == 0.0 || !a[k][k].is_finite() {
            return None;
        }
        let (upper, lower) = a.split_at_mut(k + 1);
        let top = &upper[k];
        for row in lower {
            let factor = row[k] / top[k];
            row[k..].iter_mut().zip(&top[k..]).for_each(|(x, t)| *x -= factor * t);
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
        x[k] = (a[k][n] - known) / a[k][k];
    }
    x.iter().all(|x| x.is_finite()).then_some(x)
}
