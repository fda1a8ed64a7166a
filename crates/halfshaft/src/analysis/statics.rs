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

use super::failure::{Failure, Reason};
use super::inertial::Inertial;
use super::load_steps::by_load_steps;
use super::redundancy::regularize_constraints;
use crate::linalg::Singular;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::linalg::undetermined::undetermined;
use crate::system::{State, System, Weights};

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
/// If that search fails, or passes through a state that is infeasible for an element, the loads are applied in steps
/// (`analysis/load_steps.rs`): large rotations of beams need that.
pub fn statics(system: &System, start: State) -> Result<(State, usize), Failure> {
    let mut infeasible = false;
    let found = downhill(system, start.clone(), &mut infeasible);
    if found.is_ok() && !infeasible {
        return found;
    }
    match by_load_steps(system, start) {
        Some(in_steps) => Ok(in_steps),
        None => found,
    }
}

/// The search by pseudo-transient continuation; `infeasible` tells whether it passed through an infeasible state.
fn downhill(system: &System, start: State, infeasible: &mut bool) -> Result<(State, usize), Failure> {
    let mut search = Search::new(system, start)?;
    let mut acceleration = search.acceleration()?;
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
        let now = search.acceleration()?;
        sigma *= (now / acceleration).clamp(MAX_DECREASE, MAX_INCREASE);
        acceleration = now;
    }
    let row = search.worst();
    Err(Failure::at_row(system, search.state.time, row, Reason::NoEquilibrium))
}

/// Sets all velocities to zero; signals keep their values.
fn zero_velocities(state: &mut State, signals: &[usize]) {
    let kept: Vec<f64> = signals.iter().map(|&i| state.v[i]).collect();
    state.v.fill(0.0);
    signals.iter().zip(kept).for_each(|(&i, value)| state.v[i] = value);
}

pub(super) struct Search<'s> {
    pub system: &'s System,
    pub state: State,
    inertial: Inertial<'s>,
    matrix: BlockMatrix,
    solver: Solver,
    /// Scales of the displacements.
    units: Vec<f64>,
    /// Whether there are nonholonomic constraints.
    speeds: bool,
    /// The indices of first-order unknowns and signals, which are stored as velocities.
    signals: Vec<usize>,
    small: Vec<f64>,
    /// Forces that are subtracted from the residual, such as the part of the loads that is not applied yet; empty for none.
    pub balanced: Vec<f64>,
    /// The last step.
    pub x: Vec<f64>,
    phi: Vec<f64>,
    rate: Vec<f64>,
}

impl<'s> Search<'s> {
    pub fn new(system: &'s System, mut state: State) -> Result<Self, Failure> {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let signals: Vec<usize> = system.signals().collect();
        zero_velocities(&mut state, &signals);
        let units = system.error_scales(&state);
        let mut on_velocities = vec![false; m];
        system.on_velocities(&mut on_velocities);
        Ok(Search {
            speeds: on_velocities.contains(&true),
            signals,
            system,
            inertial: Inertial::new(system),
            matrix: BlockMatrix::new(system.pattern()),
            solver: Solver::new(n),
            units,
            small: vec![0.0; n],
            balanced: vec![],
            x: vec![0.0; n + m],
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            state,
        })
    }

    /// The largest acceleration from rest, in units of the mechanism; also updates accelerations, multipliers and
    /// signals.
    fn acceleration(&mut self) -> Result<f64, Failure> {
        zero_velocities(&mut self.state, &self.signals);
        self.inertial.restart(&mut self.state)?;
        Ok(self.state.dv.iter().zip(&self.units).fold(0.0, |most: f64, (a, unit)| most.max(a.abs() / unit)))
    }

    /// The largest acceleration from rest that the loads would cause without reactions, in units of the mechanism.
    fn free_acceleration(&mut self) -> f64 {
        let (system, n) = (self.system, self.system.motion_unknowns());
        let mut free = self.state.clone();
        free.dv.fill(0.0);
        free.multipliers.fill(0.0);
        system.residual(&free, &mut self.x);
        system.tangent(&free, &self.small, &Weights::INERTIAL, &mut self.matrix);
        let inertias = self.matrix.diagonal(system.pattern(), n).filter(|(_, inertia)| *inertia > 0.0);
        inertias.fold(0.0, |most: f64, (i, inertia)| most.max((self.x[i] / inertia).abs() / self.units[i]))
    }

    /// Solves for a step with mass σ and returns its size; the state is not changed.
    pub fn step(&mut self, sigma: f64) -> Result<f64, Singular> {
        let (system, n) = (self.system, self.system.motion_unknowns());
        // A nonholonomic constraint prevents displacements along it: a prescribed speed holds its position.
        let velocity = if self.speeds { 1.0 } else { 0.0 };
        let weights =
            Weights { position: 1.0, velocity, acceleration: sigma, signal: 1.0, multiplier: 1.0, force_row: 1.0 };
        let accelerations = std::mem::replace(&mut self.state.dv, vec![0.0; n]);
        system.residual(&self.state, &mut self.x);
        self.x.iter_mut().zip(&self.balanced).for_each(|(r, balanced)| *r -= balanced);
        system.constraint_values(&self.state, &mut self.phi, &mut self.rate);
        system.tangent(&self.state, &self.small, &weights, &mut self.matrix);
        self.state.dv = accelerations;
        self.x[..n].iter_mut().for_each(|r| *r = -*r);
        let mut room = vec![0.0; self.phi.len()];
        regularize_constraints(&mut self.matrix, system, &mut room);
        self.x[n..].iter_mut().zip(&self.phi).for_each(|(x, phi)| *x = -phi);
        self.solver.factorize(&self.matrix, system.pattern())?;
        self.solver.solve(&self.matrix, system.pattern(), &mut self.x)?;
        Ok(self.x[..n].iter().zip(&self.units).fold(0.0, |most: f64, (x, unit)| most.max(x.abs() / unit)))
    }

    /// Takes the step, and closes the constraints that it violates.
    pub(super) fn move_along(&mut self) -> Result<(), Failure> {
        let from = self.state.q.clone();
        self.state.set_moved(&from, &self.x[..self.system.motion_unknowns()]);
        self.signals.iter().for_each(|&i| self.state.v[i] += self.x[i]);
        if self.system.constraints() > 0 {
            self.inertial.project_positions(&mut self.state)?;
        }
        Ok(())
    }

    /// The state with the last correction of the reactions, at rest.
    fn at_rest(mut self) -> State {
        let corrections = &self.x[self.system.motion_unknowns()..];
        self.state.multipliers.iter_mut().zip(corrections).for_each(|(l, change)| *l += change);
        self.state.dv.fill(0.0);
        self.state.a.fill(0.0);
        self.state
    }

    /// The motion with the largest acceleration.
    fn worst(&self) -> usize {
        let share = |i: usize| self.state.dv[i].abs() / self.units[i];
        (0..self.units.len()).max_by(|&i, &j| share(i).total_cmp(&share(j))).unwrap_or(0)
    }

    /// Failure for a motion without stiffness or load: any position along it is an equilibrium.
    fn undetermined_failure(&self) -> Result<(State, usize), Failure> {
        let unknown = undetermined(&self.matrix, self.system.pattern(), self.system.motion_unknowns());
        let unknown = unknown.unwrap_or_else(|| self.worst());
        Err(Failure::at_unknown(self.system, self.state.time, unknown, Reason::NoStiffness))
    }
}
