//! Nonlinear least squares in a box, by Levenberg and Marquardt's method with finite differences.
//!
//! ```text
//! minimise Σ rᵢ(u)²,  0 ≤ u ≤ 1:   (JᵀJ + λ diag JᵀJ) δ = −Jᵀr,   u ← P(u + δ)
//! ```
//!
//! over the free unknowns: an unknown at a bound whose gradient points outwards is fixed there (the projected active
//! set of Bertsekas 1982). P projects onto the box. λ decreases if a step reduces the sum, and increases if it does not
//! or if a case fails: a region where the model cannot be computed acts as a wall.
//!
//! The function is expensive and slightly noisy because of adaptive time steps. J therefore starts from one-sided
//! differences over 0.005 of the range; then each step of the search updates it (Broyden 1965),
//!
//! ```text
//! J ← J + (Δr − J Δu) Δuᵀ / ΔuᵀΔu
//! ```
//!
//! which is the secant method for one unknown. If this J gives no improvement, or if the search is about to end, it is
//! replaced by central differences, with which the search ends or continues.
//!
//! The search ends if steps are smaller than a millionth of the range, or if the predicted reduction up to the minimum,
//! gᵀ(JᵀJ)⁻¹g, is less than a thousandth of the variance of the residuals: then the unknowns are within 3 % of their
//! standard deviations. Without this second criterion a search would continue for long in the noise of a sum of squares
//! that does not vanish.

use super::dense::{gram, solve};

/// Evaluates many points; each gives its residuals or an error message.
pub type Evaluate<'a> = dyn Fn(&[Vec<f64>]) -> Vec<Result<Vec<f64>, String>> + Sync + 'a;

/// Settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Maximum number of steps.
    pub iterations: usize,
    /// Step of the finite differences, as a fraction of the range.
    pub difference: f64,
    /// Step below which the search ends, as a fraction of the range.
    pub tolerance: f64,
}

/// Smallest predicted reduction that a step is taken for, as a fraction of the variance.
const WORTHWHILE: f64 = 1e-3;

impl Default for Settings {
    fn default() -> Self {
        Settings { iterations: 50, difference: 5e-3, tolerance: 1e-6 }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The point.
    pub at: Vec<f64>,
    /// Its residuals.
    pub residuals: Vec<f64>,
    /// Their Jacobian, one row per residual.
    pub jacobian: Vec<Vec<f64>>,
    /// Unknowns without a derivative because cases failed.
    pub blind: Vec<usize>,
    /// Steps taken.
    pub iterations: usize,
    /// Whether it converged.
    pub converged: bool,
}

impl Found {
    /// The sum of squares.
    pub fn cost(&self) -> f64 {
        cost(&self.residuals)
    }
}

/// The sum of squares.
pub fn cost(residuals: &[f64]) -> f64 {
    residuals.iter().map(|r| r * r).sum()
}

/// Finds a local minimum of the sum of squares from `start`; an error if the start itself cannot be computed.
pub fn minimise(start: &[f64], evaluate: &Evaluate, settings: &Settings) -> Result<Found, String> {
    let n = start.len();
    let width = settings.difference;
    let mut u: Vec<f64> = start.to_vec();
    let mut r = one(evaluate, &u)?;
    let mut lambda = 1e-3;
    let (mut jacobian, mut blind) = differences(&u, &r, evaluate, &[(Sides::One, width), (Sides::Both, width / 8.0)]);
    let careful = [(Sides::Both, width), (Sides::Both, width / 8.0)];
    // Whether the Jacobian is from central differences at this point.
    let mut exact = false;
    let mut iterations = 0;
    let mut converged = false;
    while iterations < settings.iterations {
        let squares = gram(&jacobian, n);
        let gradient: Vec<f64> = (0..n).map(|k| jacobian.iter().zip(&r).map(|(row, r)| row[k] * r).sum()).collect();
        let outwards = |k: usize| u[k] <= 0.0 && gradient[k] > 0.0 || u[k] >= 1.0 && gradient[k] < 0.0;
        let free: Vec<usize> = (0..n).filter(|&k| !outwards(k) && gradient[k] != 0.0).collect();
        let step = damped(&squares, &gradient, &free, lambda);
        let next: Vec<f64> = u.iter().zip(&step).map(|(u, d)| (u + d).clamp(0.0, 1.0)).collect();
        let moved = u.iter().zip(&next).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        let whole = damped(&squares, &gradient, &free, 0.0);
        let promised: f64 = gradient.iter().zip(&whole).map(|(g, d)| -g * d).sum();
        let variance = match r.len().saturating_sub(n) {
            0 => 0.0,
            left => cost(&r) / left as f64,
        };
        // At a saddle, such as on the axis of a symmetric problem, the gradient and the step vanish.
        let still = moved < settings.tolerance || promised < WORTHWHILE * variance;
        if still && exact {
            converged = true;
            break;
        }
        let new = if still { None } else { one(evaluate, &next).ok().filter(|new| cost(new) < cost(&r)) };
        match new {
            Some(new) => {
                iterations += 1;
                lambda = (lambda / 8.0_f64).max(1e-12);
                let small = 1.0 - cost(&new) / cost(&r) < 1e-12;
                // Over less than the difference step, noise would dominate the slope.
                if moved >= width {
                    correct(&mut jacobian, &u, &next, &r, &new);
                }
                (u, r, exact) = (next, new, false);
                if small {
                    converged = true;
                    break;
                }
            }
            None if exact => lambda *= 6.0,
            None => {
                (jacobian, blind) = differences(&u, &r, evaluate, &careful);
                exact = true;
            }
        }
    }
    if !exact {
        (jacobian, blind) = differences(&u, &r, evaluate, &careful);
    }
    Ok(Found { at: u, residuals: r, jacobian, blind, iterations, converged })
}

/// Broyden update of the Jacobian with an accepted step.
fn correct(jacobian: &mut [Vec<f64>], from: &[f64], to: &[f64], before: &[f64], after: &[f64]) {
    let step: Vec<f64> = from.iter().zip(to).map(|(a, b)| b - a).collect();
    let square: f64 = step.iter().map(|d| d * d).sum();
    for (row, (before, after)) in jacobian.iter_mut().zip(before.iter().zip(after)) {
        let foretold: f64 = row.iter().zip(&step).map(|(slope, d)| slope * d).sum();
        let rest = (after - before - foretold) / square;
        row.iter_mut().zip(&step).for_each(|(slope, d)| *slope += rest * d);
    }
}

/// The damped step; each component is limited to half of the range.
fn damped(squares: &[Vec<f64>], gradient: &[f64], free: &[usize], lambda: f64) -> Vec<f64> {
    // An unknown without influence gets a small diagonal entry, and so no step.
    let most = free.iter().fold(0.0, |most: f64, &k| most.max(squares[k][k]));
    let matrix: Vec<Vec<f64>> = free
        .iter()
        .map(|&i| {
            let entry = |&j: &usize| squares[i][j] + if i == j { lambda * squares[i][i].max(1e-9 * most) } else { 0.0 };
            free.iter().map(entry).collect()
        })
        .collect();
    let right: Vec<f64> = free.iter().map(|&k| -gradient[k]).collect();
    let mut step = vec![0.0; gradient.len()];
    // Round-off may spoil a nearly singular matrix; fall back to the gradient direction.
    let solved = solve(&matrix, &right)
        .unwrap_or_else(|| right.iter().map(|g| g / (most * (1.0 + lambda)).max(f64::MIN_POSITIVE)).collect());
    let longest = solved.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
    let shorten = if longest > 0.5 { 0.5 / longest } else { 1.0 };
    free.iter().zip(solved).for_each(|(&k, d)| step[k] = d * shorten);
    step
}

fn one(evaluate: &Evaluate, u: &[f64]) -> Result<Vec<f64>, String> {
    evaluate(&[u.to_vec()]).pop().unwrap_or_else(|| Err("no value".into()))
}

/// The sides of a point on which differences are taken.
#[derive(Clone, Copy, PartialEq)]
enum Sides {
    One,
    Both,
}

/// The Jacobian at a point, and the unknowns without a derivative.
///
/// Differences stay within the box: one-sided at a bound or beside a failed case. Unknowns without a result in one
/// attempt are left to the next.
fn differences(u: &[f64], r: &[f64], evaluate: &Evaluate, attempts: &[(Sides, f64)]) -> (Vec<Vec<f64>>, Vec<usize>) {
    let n = u.len();
    let mut rows = vec![vec![0.0; n]; r.len()];
    let mut open: Vec<usize> = (0..n).collect();
    for &(sides, width) in attempts {
        let around = |k: usize| {
            let all = [(u[k] + width).min(1.0), (u[k] - width).max(0.0)].into_iter().filter(move |x| *x != u[k]);
            all.take(if sides == Sides::One { 1 } else { 2 }).map(move |x| (k, x))
        };
        let places: Vec<(usize, f64)> = open.iter().flat_map(|&k| around(k)).collect();
        let points: Vec<Vec<f64>> = places
            .iter()
            .map(|&(k, place)| {
                let mut point = u.to_vec();
                point[k] = place;
                point
            })
            .collect();
        let values = evaluate(&points);
        open.retain(|&k| {
            let mut sides: Vec<(f64, &[f64])> = vec![];
            for ((of, place), value) in places.iter().zip(&values) {
                if let (true, Ok(value)) = (*of == k, value) {
                    sides.push((*place, value));
                }
            }
            // With one side only, the point itself is the other end.
            if sides.len() == 1 {
                sides.push((u[k], r));
            }
            if let [(a, of_a), (b, of_b)] = sides[..] {
                for (row, (x, y)) in rows.iter_mut().zip(of_a.iter().zip(of_b)) {
                    row[k] = (x - y) / (a - b);
                }
            }
            sides.len() < 2
        });
        if open.is_empty() {
            break;
        }
    }
    (rows, open)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Function = fn(&[f64]) -> Result<Vec<f64>, String>;

    fn search(function: Function, start: &[f64]) -> Found {
        let evaluate = |points: &[Vec<f64>]| points.iter().map(|point| function(point)).collect();
        minimise(start, &evaluate, &Settings::default()).unwrap()
    }

    /// Rosenbrock's valley over −2 to 2: the least value is 0 at (1, 1), that is (0.75, 0.75).
    fn rosenbrock(u: &[f64]) -> Result<Vec<f64>, String> {
        let (x, y) = (4.0 * u[0] - 2.0, 4.0 * u[1] - 2.0);
        Ok(vec![10.0 * (y - x * x), 1.0 - x])
    }

    #[test]
    fn the_end_of_rosenbrock_s_valley_is_found_from_far_away() {
        for start in [[0.2, 0.75], [0.0, 0.0], [0.95, 0.05]] {
            let found = search(rosenbrock, &start);
            let error = found.at.iter().fold(0.0, |most: f64, u| most.max((u - 0.75).abs()));
            assert!(error < 1e-6 && found.converged, "{error} after {} steps", found.iterations);
        }
    }

    #[test]
    fn a_minimum_outside_of_the_box_ends_at_the_bound() {
        // Least at (1.5, 0.3) without the box; within it the second unknown follows the first: u₁ = 1, u₂ = 0.8.
        let found = search(|u| Ok(vec![u[0] - 1.5, u[0] + u[1] - 1.8]), &[0.5, 0.5]);
        assert!(found.at[0] == 1.0 && (found.at[1] - 0.8).abs() < 1e-9, "{:?}", found.at);
    }

    #[test]
    fn failed_points_are_a_wall_and_no_end() {
        // Everything beyond the diagonal fails; the least allowed point of this line is on its near side.
        let wall: Function = |u| if u[0] > 0.7 { Err("no".into()) } else { Ok(vec![(u[0] - 0.6) * 3.0, u[1] - 0.2]) };
        let found = search(wall, &[0.1, 0.9]);
        assert!((found.at[0] - 0.6).abs() < 1e-6 && (found.at[1] - 0.2).abs() < 1e-6, "{:?}", found.at);
        let beyond: Function = |u| if u[0] > 0.5 { Err("no".into()) } else { Ok(vec![u[0] - 0.6]) };
        let found = search(beyond, &[0.1]);
        assert!((found.at[0] - 0.5).abs() < 1e-5, "as near to the wall as steps go: {:?}", found.at);
        let evaluate = |_: &[Vec<f64>]| vec![Err("broken".to_string())];
        assert_eq!(minimise(&[0.5], &evaluate, &Settings::default()).unwrap_err(), "broken");
    }

    #[test]
    fn an_unknown_without_influence_stays_where_it_is() {
        let found = search(|u| Ok(vec![u[0] - 0.25]), &[0.5, 0.5]);
        assert_eq!(found.at[1], 0.5);
        assert!((found.at[0] - 0.25).abs() < 1e-6);
    }
}
