//! The active set of contacts by Lagrange multipliers, updated between the solutions of one step.
//!
//! With fixed modes (open, sticking, sliding) a step is a smooth problem with bilateral constraints. Its solution tells which points pull, penetrate, exceed the limit
//! of friction or have come to rest; these change their modes, and the step is solved again from its start, until none changes. This is the primal-dual active
//! set strategy, a semismooth Newton method (Hintermüller, Ito & Kunisch 2002; Hüeber & Wohlmuth 2005). A step that has not settled after twelve solutions is repeated
//! with a shorter one.
//!
//! A point that closes stops within the step, with a restitution of zero. What this takes is lost at once, and the motion restarts with consistent accelerations. Other changes
//! are kinks of the forces, as those of a penalty: the accelerations of unresolved vibrations would be wrong to restart from.

use super::integration::Integration;
use super::step_size::Next;
use super::stepper::StepFailure;
use crate::analysis::failure::{Failure, Reason};
use crate::system::State;

/// Solutions of a step before a shorter one is tried.
const MAX_SOLUTIONS: usize = 12;

impl Integration {
    /// Solves for the end of a step, with the active set that belongs to it.
    pub(super) fn solve_step(&mut self, next: &Next) -> Result<(), StepFailure> {
        let Some(mut own) = self.active_set.take() else { return self.solve_smooth_step(next) };
        own.modes.copy_from_slice(&self.state.modes);
        own.memory.copy_from_slice(&self.state.memory);
        let solved = self.settle_active_set(next);
        own.changed = self.state.modes != own.modes;
        // Open is the first mode.
        own.closed = self.state.modes.iter().zip(&own.modes).any(|(now, before)| *before == 0 && *now != 0);
        self.active_set = Some(own);
        if solved.is_err() {
            self.reject_active_set();
        }
        solved
    }

    fn settle_active_set(&mut self, next: &Next) -> Result<(), StepFailure> {
        let mut row = 0;
        for _ in 0..MAX_SOLUTIONS {
            self.stepper.set_modes(&self.state);
            self.solve_smooth_step(next)?;
            let State { modes, memory, .. } = &mut self.state;
            let change = self.system.update_active_sets(&self.stepper.trial, modes, memory);
            if change.count == 0 {
                return Ok(());
            }
            row = change.row;
        }
        Err(StepFailure { row, reason: Reason::NoConvergence { iterations: MAX_SOLUTIONS, step: next.step } })
    }

    fn solve_smooth_step(&mut self, next: &Next) -> Result<(), StepFailure> {
        match self.step_size.has_limited_effort() {
            true => self.stepper.step_with_limited_effort(&self.state, next.time, next.step),
            false => self.stepper.step(&self.state, next.time, next.step),
        }
    }

    /// Takes back the changes of modes of a step that is rejected.
    pub(super) fn reject_active_set(&mut self) {
        if let Some(own) = &mut self.active_set {
            self.state.modes.copy_from_slice(&own.modes);
            self.state.memory.copy_from_slice(&own.memory);
            (own.changed, own.closed) = (false, false);
            self.stepper.set_modes(&self.state);
        }
    }

    /// Whether modes have changed in the last step.
    pub(super) fn active_set_changed(&self) -> bool {
        self.active_set.as_ref().is_some_and(|own| own.changed)
    }

    /// Takes the modes that the velocities at the start ask for, and makes the state consistent with them.
    pub(super) fn start_active_set(&mut self) -> Result<(), Failure> {
        if self.active_set.is_none() {
            return Ok(());
        }
        for _ in 0..MAX_SOLUTIONS {
            let solution = self.state.clone();
            let State { modes, memory, .. } = &mut self.state;
            if self.system.update_active_sets(&solution, modes, memory).count == 0 {
                break;
            }
            self.inertial.restart(&mut self.state)?;
        }
        self.stepper.restart_with_modes(&self.state);
        Ok(())
    }

    /// Whether points have closed in the last step.
    pub(super) fn points_closed(&self) -> bool {
        self.active_set.as_ref().is_some_and(|own| own.closed)
    }

    /// Restarts after a step in which points have closed: impulses are over, and accelerations and multipliers those of the new modes.
    pub(super) fn restart_after_closing(&mut self, plan: &Next) -> Result<(), Failure> {
        self.stepper.statistics.events += 1;
        self.inertial.restart(&mut self.state)?;
        self.restart(plan, None)
    }
}
