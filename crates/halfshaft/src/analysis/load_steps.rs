//! Static equilibrium by load steps, for large rotations of flexible parts.
//!
//! The start is in equilibrium if all its unbalanced forces r₀ are taken away. They are applied in steps,
//!
//! ```text
//! r(q, λ) − (1 − τ) r₀ = 0,   Φ(q) = 0,     τ = 0 … 1
//! ```
//!
//! with Newton's method at each τ (Newton homotopy; for dead loads on an unloaded start these are the load steps of
//! structural analysis). r₀ is in the axes in which the equations are: forces in world axes, torques in those of the bodies.

use std::sync::Arc;

use super::failure::Failure;
use super::static_search::Search;
use crate::system::{State, System};

/// The first step of τ.
const FIRST_STEP: f64 = 0.05;
/// The longest and the shortest step of τ.
const LONGEST_STEP: f64 = 0.25;
const SHORTEST_STEP: f64 = 1e-5;
/// Maximum number of iterations at a τ.
const MAX_ITERATIONS: usize = 12;
/// With at most this number of iterations the next step of τ is longer.
const FEW_ITERATIONS: usize = 5;
/// Largest correction of Newton's method alone, in units of the mechanism or radians.
const SMALL_DISPLACEMENT: f64 = 0.02;
/// Converged below this correction, in the same units: well above round-off.
const CORRECTION_TOLERANCE: f64 = 1e-11;
/// The tangent is kept after corrections below this, which also are below a share of the last one.
const SMALL_CORRECTION: f64 = 1e-4;
const KEPT_CONTRACTION: f64 = 0.05;
/// A correction below this that no longer decreases is round-off.
const ROUND_OFF: f64 = 1e-8;

/// The equilibrium at the end of the path from a consistent state, and the number of its steps. If the path ends before: the
/// failure of the element for which the next states are infeasible, if there is one.
pub(super) fn by_load_steps(system: &Arc<System>, start: State) -> Result<(State, usize), Option<Failure>> {
    let mut search = Search::new(system.clone(), start).map_err(|_| None)?;
    search.state.dv.fill(0.0);
    search.state.multipliers.fill(0.0);
    let n = system.motion_unknowns();
    let mut unbalanced = vec![0.0; system.unknowns()];
    system.residual(&search.state, &mut unbalanced);
    unbalanced.truncate(n);
    let (mut tau, mut length, mut steps) = (0.0, FIRST_STEP, 0);
    while tau < 1.0 {
        let next = f64::min(tau + length, 1.0);
        search.balanced = unbalanced.iter().map(|r| r * (1.0 - next)).collect();
        let last = search.state.clone();
        steps += 1;
        match converge(&mut search) {
            Some(iterations) => {
                system.commit(&mut search.state, &mut Vec::new());
                tau = next;
                if iterations <= FEW_ITERATIONS {
                    length = f64::min(2.0 * length, LONGEST_STEP);
                }
            }
            None => {
                let infeasible = Failure::infeasible(system, &search.state);
                search.state = last;
                length *= 0.5;
                if length < SHORTEST_STEP {
                    return Err(infeasible);
                }
            }
        }
    }
    search.state.dv.fill(0.0);
    search.state.a.fill(0.0);
    Ok((search.state, steps))
}

/// The equilibrium by Newton's method with the whole load at once, if all displacements are small; `None` otherwise.
pub(super) fn by_newton(system: &Arc<System>, start: State) -> Option<(State, usize)> {
    let mut search = Search::new(system.clone(), start).ok()?;
    search.state.dv.fill(0.0);
    search.longest = SMALL_DISPLACEMENT;
    let iterations = converge(&mut search)?;
    system.commit(&mut search.state, &mut Vec::new());
    search.state.a.fill(0.0);
    Some((search.state, iterations))
}

/// Newton's method at one τ: the number of iterations, or `None` if it does not converge to a feasible state. The tangent is kept while the
/// corrections are so small that it hardly changes (simplified Newton method).
fn converge(search: &mut Search) -> Option<usize> {
    let n = search.system.motion_unknowns();
    let mut last = f64::INFINITY;
    // The active set is that of each iterate: a semismooth Newton method.
    search.update_active_set();
    let mut kept = false;
    for iteration in 1..=MAX_ITERATIONS {
        let longest = search.longest;
        if !kept {
            search.factorize(0.0).ok()?;
        }
        let moved = search.correction().ok().filter(|moved| *moved <= longest)?;
        search.move_along().ok()?;
        for (multiplier, change) in search.state.multipliers.iter_mut().zip(&search.x[n..]) {
            *multiplier += change;
        }
        if !search.system.is_feasible(&search.state) {
            return None;
        }
        let settled = !search.update_active_set();
        if settled && (moved <= CORRECTION_TOLERANCE || moved <= ROUND_OFF && moved >= 0.5 * last) {
            return Some(iteration);
        }
        kept = settled && moved <= SMALL_CORRECTION && moved <= KEPT_CONTRACTION * last;
        last = moved;
    }
    None
}
