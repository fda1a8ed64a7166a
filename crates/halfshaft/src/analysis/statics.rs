//! Static equilibrium.
//!
//! The unknowns are positions and multipliers with r(q, λ) = 0 and Φ(q) = 0 at rest. Newton's method alone needs a
//! start close to the solution, and fails if the stiffness is due to tension, as in a chain that starts straight. The
//! mass therefore regularises it (pseudo-transient continuation, Kelley & Keyes 1998):
//!
//! ```text
//! [K + σ M  Φ_qᵀ] [δ ]   [−r]
//! [ Φ_q      0  ] [δλ] = [−Φ]
//! ```
//!
//! With a large σ this is a small step along the acceleration from rest, downhill; with σ = 0 it is Newton's method. σ
//! is proportional to the remaining acceleration: it decreases as the iteration converges, and the last steps are pure
//! Newton steps.

use std::sync::Arc;

use super::failure::{Failure, Reason};
use super::load_steps::{by_load_steps, by_newton};
use super::static_search::Search;
use crate::system::{State, System};

/// Maximum number of steps.
const MAX_STEPS: usize = 2000;
/// Maximum displacement or rotation of a step, in units of the mechanism or radians.
const MAX_STEP: f64 = 0.2;
/// Approximate size of the first step.
const FIRST_STEP: f64 = 0.05;
/// Converged if a full step is below this, in the same units: well above round-off.
const STEP_TOLERANCE: f64 = 1e-11;
/// σ is zero below this fraction of the acceleration at the start,
const PURE_NEWTON_SHARE: f64 = 1e-4;
/// and after a step that was smaller than this: the acceleration of a start at equilibrium is round-off, to which no
/// fraction can be compared.
const SMALL_STEP: f64 = 1e-9;
/// Round-off of an acceleration, relative to the one due to the loads alone: a smaller remainder does not determine σ.
const ACCELERATION_ROUND_OFF: f64 = 1e-12;
/// Limits of the change of σ from one step to the next.
const MAX_DECREASE: f64 = 0.2;
const MAX_INCREASE: f64 = 4.0;

/// The nearest equilibrium downhill from a consistent state, and the number of steps. Velocities of the state are
/// ignored.
///
/// Meshes that deform little need Newton's method alone, without factorizations of the mass. If that search fails, or passes through a state that is infeasible for an element, the loads are applied in steps
/// (`analysis/load_steps.rs`): large rotations of beams need that.
pub fn statics(system: &Arc<System>, start: State) -> Result<(State, usize), Failure> {
    if let Some(found) = if system.has_meshes() { by_newton(system, start.clone()) } else { None } {
        return Ok(found);
    }
    let mut infeasible = false;
    let found = downhill(system, start.clone(), &mut infeasible);
    if found.is_ok() && !infeasible {
        return found;
    }
    match by_load_steps(system, start) {
        Ok(in_steps) => Ok(in_steps),
        Err(None) => found,
        Err(Some(failure)) => found.or(Err(failure)),
    }
}

/// The search by pseudo-transient continuation; `infeasible` tells whether it passed through an infeasible state.
fn downhill(system: &Arc<System>, start: State, infeasible: &mut bool) -> Result<(State, usize), Failure> {
    let mut search = Search::new(system.clone(), start)?;
    let mut acceleration = search.acceleration()?;
    if search.update_active_set() {
        acceleration = search.acceleration()?;
    }
    let first = acceleration;
    let round_off = ACCELERATION_ROUND_OFF * search.free_acceleration();
    let (mut sigma, mut small) = (first / FIRST_STEP, false);
    for step in 0..MAX_STEPS {
        let pure = acceleration <= PURE_NEWTON_SHARE * first || acceleration <= round_off || small;
        let moved = loop {
            let moved = search.step(if pure { 0.0 } else { sigma });
            match moved {
                // The step is too long, or there is no stiffness: increase the mass.
                Err(_) if pure => return search.undetermined_failure(),
                Ok(moved) if moved > MAX_STEP => sigma *= MAX_INCREASE,
                Err(_) => sigma *= MAX_INCREASE,
                Ok(moved) => break moved,
            }
            if !sigma.is_finite() {
                return Err(Failure::at_row(system, search.state.time, search.worst(), Reason::NoEquilibrium));
            }
        };
        if pure && moved <= STEP_TOLERANCE {
            return Ok((search.at_rest(), step + 1));
        }
        small = moved <= SMALL_STEP;
        search.move_along()?;
        *infeasible |= !system.is_feasible(&search.state);
        system.commit(&mut search.state, &mut Vec::new());
        let mut now = search.acceleration()?;
        if search.update_active_set() {
            now = search.acceleration()?;
            small = false;
        }
        sigma *= (now / acceleration).clamp(MAX_DECREASE, MAX_INCREASE);
        acceleration = now;
    }
    let row = search.worst();
    Err(Failure::at_row(system, search.state.time, row, Reason::NoEquilibrium))
}
