//! Nonlinear least squares in a box, by Levenberg and Marquardt's method with finite differences.
//!
//! ```text
//! minimise Σ rᵢ(u)²,  0 ≤ u ≤ 1:   (JᵀJ + λ diag JᵀJ) δ = −Jᵀr,   u ← P(u + δ)
//! ```
//!
//! over the unknowns that are free: one at a bound whose gradient points outwards is held there (the projected active
//! set of Bertsekas 1982). P pulls into the box. λ falls where a step has made the sum smaller, and grows where it has
//! not, or where a case failed: so a region where the model cannot be computed is avoided as a wall is.
//!
//! The function is expensive and slightly rough, as adaptive steps make it. So J is taken from differences over
//! 0.005 of the range, one way at the start; then each step of the search corrects it (Broyden 1965),
//!
//! ```text
//! J ← J + (Δr − J Δu) Δuᵀ / ΔuᵀΔu
//! ```
//!
//! which with one unknown is the secant. Where that J gains nothing, or where the search could end, differences both
//! ways replace it, and with those it ends or goes on.
//!
//! It ends where steps are smaller than a millionth of the range, or where the whole way to the minimum would gain
//! gᵀ(JᵀJ)⁻¹g, less than a thousandth of the variance that the residuals show: then the unknowns are within 3 % of their
//! standard deviations. Without that second end a search would go on for long in the roughness of a sum of squares that
//! does not vanish.

use super::dense::{gram, solve};

/// The values of many points, each the residuals or the reason why there are none.
pub type Evaluate<'a> = dyn Fn(&[Vec<f64>]) -> Vec<Result<Vec<f64>, String>> + Sync + 'a;

/// How the search is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// No more steps than this.
    pub iterations: usize,
    /// Over which part of the range differences are taken.
    pub difference: f64,
    /// The part of the range below which a step ends the search.
    pub tolerance: f64,
}

/// The part of a variance that a step must promise to gain.
const WORTHWHILE: f64 = 1e-3;

impl Default for Settings {
    fn default() -> Self {
        Settings { iterations: 50, difference: 5e-3, tolerance: 1e-6 }
    }
}

/// Where a search ended.
#[derive(Clone, Debug)]
pub struct Found {
    /// The point.
    pub at: Vec<f64>,
    /// Its residuals.
    pub residuals: Vec<f64>,
    /// Their derivatives, a row for each residual.
    pub jacobian: Vec<Vec<f64>>,
    /// Unknowns with which no derivative could be computed.
    pub blind: Vec<usize>,
    /// Steps taken.
    pub iterations: usize,
    /// Whether it ended because there was nothing left to gain.
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

/// The point with the least sum of squares near `start`; an error where the start itself cannot be computed.
pub fn minimise(start: &[f64], evaluate: &Evaluate, settings: &Settings) -> Result<Found, String> {
    let n = start.len();
    let width = settings.difference;
    let mut u: Vec<f64> = start.to_vec();
    let mut r = one(evaluate, &u)?;
    let mut lambda = 1e-3;
    let (mut jacobian, mut blind) = differences(&u, &r, evaluate, &[(Sides::One, width), (Sides::Both, width / 8.0)]);
    let careful = [(Sides::Both, width), (Sides::Both, width / 8.0)];
    // Whether the derivatives are differences both ways at this very point.
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
        // A start at a saddle, as on the axis of a symmetric problem, has no gradient and no step either.
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
                // Over less than the width of differences the roughness would say more than the slope does.
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

/// Makes the derivatives agree with a step that was taken.
fn correct(jacobian: &mut [Vec<f64>], from: &[f64], to: &[f64], before: &[f64], after: &[f64]) {
    let step: Vec<f64> = from.iter().zip(to).map(|(a, b)| b - a).collect();
    let square: f64 = step.iter().map(|d| d * d).sum();
    for (row, (before, after)) in jacobian.iter_mut().zip(before.iter().zip(after)) {
        let foretold: f64 = row.iter().zip(&step).map(|(slope, d)| slope * d).sum();
        let rest = (after - before - foretold) / square;
        row.iter_mut().zip(&step).for_each(|(slope, d)| *slope += rest * d);
    }
}

/// The step with so much damping; no part of it longer than half of the range.
fn damped(squares: &[Vec<f64>], gradient: &[f64], free: &[usize], lambda: f64) -> Vec<f64> {
    // An unknown without influence gets a little of the others' stiffness, and so no step.
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
    // Round-off may spoil a nearly singular matrix; the gradient's own direction is always there.
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

/// On which sides of a point differences are taken.
#[derive(Clone, Copy, PartialEq)]
enum Sides {
    One,
    Both,
}

/// The derivatives at a point, and the unknowns with which there are none.
///
/// Within the box, one way at a bound or beside a case that failed; what one attempt has no answer for is left to the
/// next.
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
            // With one side only, the point itself is the other.
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
