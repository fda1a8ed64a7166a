//! The iteration matrix S of a step (the Jacobian of Newton's method): assembly, factorization, solutions.

use super::jacobian_policy::{InitialJacobian, Refactorization};
use super::scheme::Scheme;
use super::stepper::{StepFailure, Stepper};
use crate::analysis::failure::Reason;
use crate::analysis::redundancy::regularize_constraints;
use crate::linalg::Singular;
use crate::system::Weights;

impl Stepper {
    /// Factorizes at the beginning of a step where there is no factorization for its size, where the policy finds the one at
    /// hand stale, or for full Newton.
    ///
    /// With ρ∞ = 0 steps are long compared with the vibration of contacts, of which some are open at the prediction and closed at the
    /// solution, or the reverse. Where the last steps had to refactorize, the old matrix leads closer to the solution, and a new one is made there.
    pub(super) fn prepare_jacobian(
        &mut self,
        h: f64,
        refactorization: Refactorization,
    ) -> Result<InitialJacobian, StepFailure> {
        let (full, limited) =
            (refactorization == Refactorization::EveryIteration, refactorization == Refactorization::Limited);
        let usable = !full && self.factorized_for == Some(h);
        let initial = match usable && !self.jacobian_policy.is_stale() {
            true => InitialJacobian::Reused,
            false if usable && limited && self.jacobian_policy.has_refactorized() => InitialJacobian::Deferred,
            false => InitialJacobian::Fresh,
        };
        if initial == InitialJacobian::Fresh {
            if full { self.factorize(h) } else { self.factorize_ahead(h) }?;
        }
        self.corotation.update(&self.trial);
        Ok(initial)
    }

    /// Factorizes for a time ahead, near the middle of the life that the factorization is likely to have (eq. 33e).
    ///
    /// A matrix is off by how far the mechanism is from where it was made: in the middle, by half as much at the end. And
    /// it closes positions along directions that first run ahead of the motion and then lag behind, not lag all the time.
    fn factorize_ahead(&mut self, h: f64) -> Result<(), StepFailure> {
        // With ρ∞ = 0 the error estimate uses the matrix too, which is then of the present. Redundant constraints agree where
        // they are met. Ahead of the motion they are not: Φ_q gains rank there, and closing the position level would move the
        // mechanism along its own motion.
        let redundant = self.memory.compliance.iter().any(|c| *c > 0.0);
        let predictable =
            self.memory.predictor.is_smooth() && !self.scheme.annihilates_high_frequencies() && !redundant;
        let Some(steps) = self.jacobian_policy.steps_ahead().filter(|_| predictable) else { return self.factorize(h) };
        let (n, span) = (self.increment.len(), steps * h);
        let trial = &mut self.trial;
        self.position_buffer.copy_from_slice(&trial.q);
        self.velocity_buffer.copy_from_slice(&trial.v);
        for i in 0..n {
            self.x[i] = span * (trial.v[i] + 0.5 * span * trial.dv[i]);
            trial.v[i] += span * trial.dv[i];
        }
        trial.set_moved(&self.position_buffer, &self.x[..n]);
        let factorized = self.system.is_feasible(&self.trial) && self.factorize(h).is_ok();
        self.trial.q.copy_from_slice(&self.position_buffer);
        self.trial.v.copy_from_slice(&self.velocity_buffer);
        if factorized { Ok(()) } else { self.factorize(h) }
    }

    /// Assembles and factorizes S at the trial state, for a step of `h`.
    pub(super) fn factorize(&mut self, h: f64) -> Result<(), StepFailure> {
        let Scheme { alpha_m, alpha_f, beta, gamma } = self.scheme;
        let weights = Weights {
            position: 1.0,
            velocity: gamma / (beta * h),
            acceleration: (1.0 - alpha_m) / ((1.0 - alpha_f) * beta * h * h),
            signal: gamma / (beta * h),
            multiplier: 1.0 / (beta * h * h),
            force_row: beta * h * h,
        };
        match &mut self.workers {
            Some(workers) => workers.tangent(&self.trial, &self.increment, &weights, &mut self.matrix),
            None => self.system.tangent(&self.trial, &self.increment, &weights, &mut self.matrix),
        }
        let (compliance, n) = (&self.memory.compliance, self.system.motion_unknowns());
        regularize_constraints(&mut self.matrix, &self.system, &mut self.y[n..]);
        self.matrix.add_to_diagonal(self.system.pattern(), n, |k| -compliance[k]);
        self.statistics.factorizations += 1;
        self.jacobian_policy.reset();
        self.corotation.set_reference(&self.trial);
        self.factorized_for = Some(h);
        self.solver
            .factorize(&self.matrix, self.system.pattern())
            .map_err(|Singular| StepFailure { row: 0, reason: Reason::Singular })?;
        self.check_self_locking()
    }

    /// Fails where friction has turned the sign of the determinant of S.
    ///
    /// With the inertia above stiffness and without friction, S₁₁ is positive and det S has the sign of (−1)^m, m active
    /// constraints. Friction μN adds μ ∂N/∂λ to the columns of the reactions: where sliding presses surfaces together, it can take
    /// the determinant to zero, and beyond that nothing that slides is unique (Painlevé 1895; Génot & Brogliato 1999).
    fn check_self_locking(&mut self) -> Result<(), StepFailure> {
        if !self.checks_self_locking {
            return Ok(());
        }
        let expected = self.active.iter().filter(|active| **active).count() % 2 == 1;
        if self.solver.is_negative().is_none_or(|negative| negative == expected) {
            return Ok(());
        }
        // Close to the loss of rank, any load goes into the reaction that friction amplifies.
        let n = self.system.motion_unknowns();
        self.y[..n].iter_mut().enumerate().for_each(|(i, y)| *y = 1.0 + 0.5 * ((i + 1) as f64).sin());
        self.y[n..].fill(0.0);
        let solved = self.solve_y().is_ok();
        let largest = (n..self.y.len()).max_by(|&i, &j| self.y[i].abs().total_cmp(&self.y[j].abs()));
        self.factorized_for = None;
        Err(StepFailure { row: largest.filter(|_| solved).unwrap_or(0), reason: Reason::SelfLocking })
    }

    /// x ← S⁻¹ x, in the axes to which the mechanism has turned since the factorization.
    pub(super) fn solve_x(&mut self) -> Result<(), StepFailure> {
        let mut x = std::mem::take(&mut self.x);
        let solved = self.solve(&mut x);
        self.x = x;
        solved
    }

    /// y ← S⁻¹ y, the same.
    pub(super) fn solve_y(&mut self) -> Result<(), StepFailure> {
        let mut y = std::mem::take(&mut self.y);
        let solved = self.solve(&mut y);
        self.y = y;
        solved
    }

    /// Solves in place with the factorization at hand.
    pub(super) fn solve(&mut self, x: &mut [f64]) -> Result<(), StepFailure> {
        self.corotation.to_reference(x);
        let solved = self.solver.solve(&self.matrix, self.system.pattern(), x);
        self.corotation.to_current(x);
        let first_non_finite = || x.iter().position(|x| !x.is_finite());
        solved.map_err(|Singular| StepFailure { row: first_non_finite().unwrap_or(0), reason: Reason::Singular })
    }
}
