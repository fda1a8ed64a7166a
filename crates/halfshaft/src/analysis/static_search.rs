//! One step of the search for a static equilibrium: Newton's equations with a mass, and the position after it.

use std::sync::Arc;

use super::failure::{Failure, Reason};
use super::inertial::Inertial;
use super::redundancy::regularize_constraints;
use super::virtual_mass::add_virtual_masses;
use crate::linalg::Singular;
use crate::linalg::block::BlockMatrix;
use crate::linalg::solver::Solver;
use crate::linalg::undetermined::undetermined;
use crate::system::{State, System, Weights};

/// Sets all velocities to zero; signals keep their values.
fn zero_velocities(state: &mut State, signals: &[usize]) {
    let kept: Vec<f64> = signals.iter().map(|&i| state.v[i]).collect();
    state.v.fill(0.0);
    signals.iter().zip(kept).for_each(|(&i, value)| state.v[i] = value);
}

/// Maximum correction of load steps, in units of the mechanism or radians: a longer one leaves the path.
const MAX_CORRECTION: f64 = 0.7;

pub(super) struct Search {
    pub system: Arc<System>,
    pub state: State,
    inertial: Inertial,
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
    /// Maximum correction of an iteration by load steps.
    pub longest: f64,
    /// The last step.
    pub x: Vec<f64>,
    phi: Vec<f64>,
    rate: Vec<f64>,
    active: Vec<bool>,
}

impl Search {
    pub fn new(system: Arc<System>, mut state: State) -> Result<Self, Failure> {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let signals: Vec<usize> = system.signals().collect();
        zero_velocities(&mut state, &signals);
        let units = system.error_scales(&state);
        let mut on_velocities = vec![false; m];
        system.on_velocities(&mut on_velocities);
        Ok(Search {
            speeds: on_velocities.contains(&true),
            signals,
            inertial: Inertial::for_equilibrium(system.clone(), &state),
            matrix: BlockMatrix::new(system.pattern()),
            system,
            solver: Solver::of_symmetric(n),
            units,
            small: vec![0.0; n],
            balanced: vec![],
            longest: MAX_CORRECTION,
            x: vec![0.0; n + m],
            phi: vec![0.0; m],
            rate: vec![0.0; m],
            active: vec![true; m],
            state,
        })
    }

    /// The largest acceleration from rest, in units of the mechanism; also updates accelerations, multipliers and
    /// signals.
    pub fn acceleration(&mut self) -> Result<f64, Failure> {
        zero_velocities(&mut self.state, &self.signals);
        self.inertial.restart(&mut self.state)?;
        Ok(self.state.dv.iter().zip(&self.units).fold(0.0, |most: f64, (a, unit)| most.max(a.abs() / unit)))
    }

    /// The largest acceleration from rest that the loads would cause without reactions, in units of the mechanism.
    pub fn free_acceleration(&mut self) -> f64 {
        let (system, n) = (&*self.system, self.system.motion_unknowns());
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
        self.factorize(sigma)?;
        self.correction()
    }

    /// Factorizes the tangent of the present state with mass σ.
    pub fn factorize(&mut self, sigma: f64) -> Result<(), Singular> {
        let (system, n) = (&*self.system, self.system.motion_unknowns());
        // A nonholonomic constraint prevents displacements along it: a prescribed speed holds its position.
        let velocity = if self.speeds { 1.0 } else { 0.0 };
        let weights =
            Weights { position: 1.0, velocity, acceleration: sigma, signal: 1.0, multiplier: 1.0, force_row: 1.0 };
        let accelerations = std::mem::replace(&mut self.state.dv, vec![0.0; n]);
        system.tangent(&self.state, &self.small, &weights, &mut self.matrix);
        self.state.dv = accelerations;
        if sigma != 0.0 {
            add_virtual_masses(self.inertial.virtual_masses(), system, sigma, &mut self.matrix);
        }
        let mut room = vec![0.0; self.phi.len()];
        regularize_constraints(&mut self.matrix, system, &mut room);
        self.solver.factorize(&self.matrix, system.pattern())
    }

    /// Solves for a step with the tangent that was factorized last and returns its size; the state is not changed.
    pub fn correction(&mut self) -> Result<f64, Singular> {
        let (system, n) = (&*self.system, self.system.motion_unknowns());
        let accelerations = std::mem::replace(&mut self.state.dv, vec![0.0; n]);
        system.residual(&self.state, &mut self.x);
        self.state.dv = accelerations;
        self.x.iter_mut().zip(&self.balanced).for_each(|(r, balanced)| *r -= balanced);
        system.constraint_values(&self.state, &mut self.phi, &mut self.rate);
        self.x.iter_mut().for_each(|r| *r = -*r);
        system.active_constraints(&self.state, &mut self.active);
        let constraints = self.x[n..].iter_mut().zip(&self.phi).zip(&self.active);
        // An inactive constraint has an equation of its own.
        constraints.filter(|(_, active)| **active).for_each(|((x, phi), _)| *x = -phi);
        self.solver.solve(&self.matrix, system.pattern(), &mut self.x)?;
        Ok(self.x[..n].iter().zip(&self.units).fold(0.0, |most: f64, (x, unit)| most.max(x.abs() / unit)))
    }

    /// Takes the step, and closes the constraints that it violates.
    pub fn move_along(&mut self) -> Result<(), Failure> {
        let from = self.state.q.clone();
        self.state.set_moved(&from, &self.x[..self.system.motion_unknowns()]);
        self.signals.iter().for_each(|&i| self.state.v[i] += self.x[i]);
        if self.system.constraints() > 0 {
            self.inertial.project_positions(&mut self.state)?;
        }
        Ok(())
    }

    /// Updates the active set of contacts by multipliers to what the state asks for; returns whether it has changed.
    pub fn update_active_set(&mut self) -> bool {
        if !self.system.has_active_sets() {
            return false;
        }
        let (mut modes, mut memory) = (self.state.modes.clone(), self.state.memory.clone());
        let change = self.system.update_active_sets(&self.state, &mut modes, &mut memory);
        (self.state.modes, self.state.memory) = (modes, memory);
        // Entries of inactive constraints stay as they are.
        if change.count > 0 {
            self.phi.fill(0.0);
            self.rate.fill(0.0);
        }
        change.count > 0
    }

    /// The state with the last correction of the reactions, at rest.
    pub fn at_rest(mut self) -> State {
        let corrections = &self.x[self.system.motion_unknowns()..];
        self.state.multipliers.iter_mut().zip(corrections).for_each(|(l, change)| *l += change);
        self.state.dv.fill(0.0);
        self.state.a.fill(0.0);
        self.state
    }

    /// The motion with the largest acceleration.
    pub fn worst(&self) -> usize {
        let share = |i: usize| self.state.dv[i].abs() / self.units[i];
        (0..self.units.len()).max_by(|&i, &j| share(i).total_cmp(&share(j))).unwrap_or(0)
    }

    /// Failure for a motion without stiffness or load: any position along it is an equilibrium.
    pub fn undetermined_failure(&self) -> Result<(State, usize), Failure> {
        let unknown = undetermined(&self.matrix, self.system.pattern(), self.system.motion_unknowns());
        let unknown = unknown.unwrap_or_else(|| self.worst());
        Err(Failure::at_unknown(&self.system, self.state.time, unknown, Reason::NoStiffness))
    }
}
