//! Unilateral constraints by impulses: the nonsmooth generalized-α scheme.
//!
//! A step is split into three parts. The smooth motion is an ordinary step without contact forces. Then positions move by U, so that no gap is
//! negative, and velocities jump by W where gaps were closed:
//!
//! ```text
//! S U = Gᵀ ν,     0 ≤ ν ⊥ g(q + U) ≥ 0
//! M W = Gᵀ Λ,     0 ≤ Λ ⊥ G (v + W) + e min(0, G v₀) ≥ 0     where g(q) ≤ 0
//! ```
//!
//! G = ∂g/∂q; S is the iteration matrix of the step and M the mass matrix, both with the bilateral constraints. Λ is the impulse of the step; Λ/h
//! is remembered as the force. v₀ is the velocity at the start of the step, so that a body with restitution e > 0 comes to rest after infinitely many
//! impacts in a finite time. e is zero for the nodes of flexible bodies: their rebound comes from the waves in the body, if the steps resolve them.
//!
//! Source: Brüls, Acary & Cardona 2014, *Simultaneous enforcement of constraints at position and velocity levels in the nonsmooth generalized-α
//! scheme*; the smooth motion is decoupled from U and W as by Cosimo, Galvez, Cavalieri, Cardona & Brüls 2020. S in the equation of U is our choice: with
//! M there and steps that are long compared with the waves, moving nodes of the surface alone stores energy in the elements behind them, and a cube
//! that should stay rebounds (to a quarter of its gap in a separate program with dense matrices). The error estimate of a step sees the smooth part only.

use super::integration::Integration;
use super::nonsmooth::Nonsmooth;
use crate::analysis::failure::{Failure, Reason};
use crate::linalg::complementarity::Unsolved;

/// Gaps up to this multiple of the deepest penetration may close when the others are opened.
const REACH: f64 = 10.0;
/// Passes over the position level, for surfaces that are curved.
const MAX_PASSES: usize = 5;
/// Penetration that may be left, relative to the deepest one.
const POSITION_TOLERANCE: f64 = 1e-6;

impl Integration {
    /// Opens the gaps that the smooth step of `h` has closed: positions, then velocities of the trial state.
    pub(super) fn enforce_unilateral_constraints(&mut self, h: f64) -> Result<(), Failure> {
        let Some(mut own) = self.nonsmooth.take() else { return Ok(()) };
        let enforced = self.enforce(&mut own, h);
        self.nonsmooth = Some(own);
        enforced
    }

    fn enforce(&mut self, own: &mut Nonsmooth, h: f64) -> Result<(), Failure> {
        own.acted = false;
        for constraint in &own.constraints {
            (self.stepper.trial.memory[constraint.force], self.stepper.trial.memory[constraint.loss]) = (0.0, 0.0);
        }
        self.system.gaps(&own.constraints, &self.stepper.trial, &mut own.gaps);
        own.closed.clear();
        own.closed.extend((0..own.gaps.len()).filter(|&k| own.gaps[k] <= 0.0));
        if own.closed.is_empty() {
            return Ok(());
        }
        self.system.element_energies(&self.stepper.trial, &mut own.work.smooth);
        own.smooth_increment.copy_from_slice(&self.stepper.increment);
        let deepest = own.deepest();
        if deepest > 0.0 {
            self.open_gaps(own, deepest, h)?;
        }
        own.chosen.clone_from(&own.closed);
        self.stop_penetration(own, h)?;
        own.account(&self.system, &self.stepper.trial, &self.stepper.increment, &self.powers.now, h);
        own.acted = true;
        let memory = &mut self.stepper.trial.memory;
        for (&k, impulse) in own.chosen.iter().zip(&own.solution) {
            let constraint = &own.constraints[k];
            memory[constraint.force] = impulse / h;
            memory[constraint.loss] = own.work.lost[constraint.account] / h;
        }
        Ok(())
    }

    /// Moves the positions of the trial state until no gap is negative.
    fn open_gaps(&mut self, own: &mut Nonsmooth, deepest: f64, h: f64) -> Result<(), Failure> {
        let n = self.stepper.increment.len();
        for _ in 0..MAX_PASSES {
            own.chosen.clear();
            own.chosen.extend((0..own.gaps.len()).filter(|&k| own.gaps[k] <= REACH * deepest));
            self.take_gradients(own);
            own.responses.clone_from(&own.gradients);
            let size = self.system.unknowns();
            for response in own.responses.chunks_exact_mut(size) {
                self.stepper.solve(response).map_err(|failure| self.stepper.describe(failure))?;
            }
            own.right.clear();
            own.right.extend(own.chosen.iter().map(|&k| own.gaps[k]));
            own.solve(size).map_err(|Unsolved| self.unsolved(own, h))?;
            let mut increment = std::mem::take(&mut self.stepper.increment);
            own.add_response(size, &mut increment[..n]);
            self.stepper.trial.set_moved(&self.state.q, &increment);
            self.stepper.increment = increment;
            self.system.gaps(&own.constraints, &self.stepper.trial, &mut own.gaps);
            if own.deepest() <= POSITION_TOLERANCE * deepest {
                break;
            }
        }
        Ok(())
    }

    /// Lets the velocities of the trial state jump, so that no chosen gap closes further.
    fn stop_penetration(&mut self, own: &mut Nonsmooth, h: f64) -> Result<(), Failure> {
        self.take_gradients(own);
        let size = self.system.unknowns();
        own.responses.clone_from(&own.gradients);
        self.inertial.impulse_responses(&self.stepper.trial, &mut own.responses)?;
        let (v, before) = (&self.stepper.trial.v, &self.state.v);
        let rate = |gradient: &[f64], v: &[f64]| gradient.iter().zip(v).map(|(g, v)| g * v).sum::<f64>();
        own.right.clear();
        for (gradient, &k) in own.gradients.chunks_exact(size).zip(&own.chosen) {
            let e = own.constraints[k].restitution;
            let returned = if e > 0.0 { e * rate(gradient, before).min(0.0) } else { 0.0 };
            own.right.push(rate(gradient, v) + returned);
        }
        own.solve(size).map_err(|Unsolved| self.unsolved(own, h))?;
        own.add_response(size, &mut self.stepper.trial.v);
        Ok(())
    }

    /// Sets G of the chosen constraints at the trial state.
    fn take_gradients(&self, own: &mut Nonsmooth) {
        let size = self.system.unknowns();
        own.gradients.clear();
        own.gradients.resize(own.chosen.len() * size, 0.0);
        for (row, &k) in own.gradients.chunks_exact_mut(size).zip(&own.chosen) {
            self.system.add_gap_gradient(&own.constraints[k], &self.stepper.trial, row);
        }
    }

    fn unsolved(&self, own: &Nonsmooth, h: f64) -> Failure {
        let row = |gradient: &[f64]| gradient.iter().position(|g| *g != 0.0).unwrap_or(0);
        let size = self.system.unknowns();
        let worst = own.gradients.chunks_exact(size).next().map_or(0, row);
        let reason = Reason::NoConvergence { iterations: own.chosen.len(), step: h };
        Failure::at_row(&self.system, self.stepper.trial.time, worst, reason)
    }
}
