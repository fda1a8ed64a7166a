//! Restarts: at the initial state, where modes switch, and where what is prescribed jumps.

use super::energy_audit::{Audit, Ledger};
use super::integration::{COINCIDENCE, Integration, LOOK_AHEAD, Pending};
use super::step_size::Next;
use crate::analysis::failure::Failure;
use crate::system::State;

/// The shortest time ahead, in seconds.
const SHORTEST_LOOK_AHEAD: f64 = 1e-12;
/// A motion whose acceleration changes this many times over within a step is not resolved by it.
const UNRESOLVED_CHANGE: f64 = 2.0;

/// How far ahead of a restart accelerations are evaluated, in seconds.
fn look_ahead(plan: &Next) -> f64 {
    (LOOK_AHEAD * plan.step).max(SHORTEST_LOOK_AHEAD)
}

impl Integration {
    /// Makes the next steps end at `until`, and does what is left to do before them.
    pub(super) fn begin(&mut self, until: f64) -> Result<(), Failure> {
        self.until = until;
        if self.state.time >= until {
            return Ok(());
        }
        match self.pending {
            Pending::Nothing => return Ok(()),
            Pending::Start => self.start()?,
            Pending::StartWithInputs => {
                self.events.restart(&mut self.inertial, &mut self.state)?;
                self.events.settle_modes(&mut self.inertial, &mut self.state, LOOK_AHEAD)?;
                self.stepper.restart_with_modes(&self.state);
                self.ledger = Ledger::new(&self.system, Audit::at_start(&self.system, &self.state));
                self.powers.restart(&self.system, &self.state, &mut self.ledger);
                self.start()?;
            }
            Pending::Inputs => self.restart_with_inputs()?,
            Pending::AlgorithmicAcceleration => {
                let (plan, _, _) = self.next();
                self.acceleration_rates(look_ahead(&plan))?;
                self.initialize_algorithmic_acceleration();
            }
        }
        self.pending = Pending::Nothing;
        Ok(())
    }

    /// Starts from a consistent state: first step, event functions, algorithmic acceleration.
    fn start(&mut self) -> Result<(), Failure> {
        self.start_active_set()?;
        let scale = self.stepper.time_scale(&self.state);
        self.acceleration_rates(LOOK_AHEAD * scale)?;
        let constant = self.stepper.local_error_constant(&self.state, &self.rates);
        self.step_size.start(self.settings.first_step, constant, scale);
        self.offset_step = self.step_size.next(self.state.time, self.until, f64::INFINITY).step;
        self.events.begin(&self.system, &self.state, LOOK_AHEAD * self.offset_step);
        self.initialize_algorithmic_acceleration();
        Ok(())
    }

    /// Restarts where inputs have been set.
    fn restart_with_inputs(&mut self) -> Result<(), Failure> {
        let (plan, _, _) = self.next();
        self.make_consistent(false, plan.step)?;
        // No given step is interrupted.
        self.restart(&plan, Some(Next::new(0.0, self.state.time)))
    }

    /// v̈, over a time of `span`. Where there is no acceleration at its end, because a motion begins that drives stuck elements, these
    /// are released.
    fn acceleration_rates(&mut self, span: f64) -> Result<(), Failure> {
        let Err(failure) = self.inertial.acceleration_rates(&self.state, span, &mut self.rates) else { return Ok(()) };
        self.note_modes();
        if !self.events.release_driven_after(&mut self.inertial, &mut self.state, span) {
            return Err(failure);
        }
        self.settle_modes(span)?;
        self.inertial.acceleration_rates(&self.state, span, &mut self.rates)
    }

    /// Restarts after a step that ended where a mode is left or where what is prescribed jumps.
    pub(super) fn restart_after_event(&mut self, plan: &Next, cut: bool) -> Result<(), Failure> {
        self.stepper.statistics.events += usize::from(self.events.any_crossed());
        // A time event that is closer than a step resolves is at this time: a step to it would be nothing but round-off.
        let time_event = self.system.next_time_event(self.state.time);
        if let Some(time_event) = time_event.filter(|event| event - self.state.time <= COINCIDENCE * plan.step) {
            self.state.time = time_event;
        }
        let crossed = self.events.any_crossed();
        self.make_consistent(crossed, plan.step)?;
        self.restart(plan, cut.then_some(*plan))
    }

    /// Restarts where elements have been released between two steps.
    pub(super) fn restart_released(&mut self, plan: &Next) -> Result<(), Failure> {
        self.settle_modes(LOOK_AHEAD * plan.step)?;
        self.restart(plan, Some(*plan))
    }

    /// Restarts the steps from a state that is consistent; `interrupted` is the planned step that ended early, if any did.
    pub(super) fn restart(&mut self, plan: &Next, interrupted: Option<Next>) -> Result<(), Failure> {
        self.acceleration_rates(look_ahead(plan))?;
        self.stepper.restart_with_modes(&self.state);
        if let Some(interrupted) = interrupted {
            let constant = self.stepper.local_error_constant(&self.state, &self.rates);
            self.step_size.restarted(&interrupted, self.state.time, constant);
        }
        self.powers.restart(&self.system, &self.state, &mut self.ledger);
        if self.state.time < self.until {
            self.initialize_algorithmic_acceleration();
        } else {
            self.pending = Pending::AlgorithmicAcceleration;
        }
        Ok(())
    }

    /// Switches modes until none would be left at once (event iteration); the state is then consistent in the new modes.
    fn make_consistent(&mut self, crossed: bool, step: f64) -> Result<(), Failure> {
        self.note_modes();
        if crossed {
            self.events.switch(&self.system, &mut self.state, step)?;
        }
        self.settle_modes(LOOK_AHEAD * step)
    }

    /// Notes the modes before they switch.
    pub(super) fn note_modes(&mut self) {
        if let Some(log) = &mut self.switches {
            log.begin(&self.state);
        }
    }

    /// The same after a switch; event functions are evaluated `moment` ahead.
    fn settle_modes(&mut self, moment: f64) -> Result<(), Failure> {
        self.events.restart(&mut self.inertial, &mut self.state)?;
        self.events.settle_modes(&mut self.inertial, &mut self.state, moment)?;
        if let Some(log) = &mut self.switches {
            log.record(&self.system, &self.state);
        }
        Ok(())
    }

    /// The algorithmic acceleration a approximates v̇ at t + (α_m − α_f) h; started there, the multipliers have order 2 from
    /// the first step.
    fn initialize_algorithmic_acceleration(&mut self) {
        let (_, _, next) = self.next();
        self.offset_step = next.step;
        let (change, now) = (next.step * self.stepper.relative(&self.rates), self.stepper.relative(&self.state.dv));
        if change > UNRESOLVED_CHANGE * now && self.filter_unresolved_transients(&next) {
            return;
        }
        let (State { a, dv, .. }, offset) = (&mut self.state, self.settings.scheme.offset() * next.step);
        a.iter_mut().zip(dv).zip(&self.rates).for_each(|((a, dv), rate)| *a = *dv + offset * rate);
    }

    /// Replaces the accelerations of a start by those that are left after transients which decay within a step; returns
    /// whether there are any.
    ///
    /// When the load on a thin film jumps, v̇ is that of the free body for some nanoseconds. A longer step that takes it as v̇
    /// moves the body by parts of h² v̇, thousands of films. So a step is tried that knows of no acceleration before it, and
    /// the mean acceleration over it is taken where it is smaller; none where the signs differ.
    fn filter_unresolved_transients(&mut self, next: &Next) -> bool {
        let mut instantaneous = std::mem::take(&mut self.scratch);
        instantaneous.clear();
        instantaneous.extend_from_slice(&self.state.dv);
        self.state.dv.fill(0.0);
        self.state.a.fill(0.0);
        self.stepper.restart(&self.state);
        let tried = self.stepper.step(&self.state, next.time, next.step);
        let mean = &mut self.state.a;
        for (mean, (after, before)) in mean.iter_mut().zip(self.stepper.trial.v.iter().zip(&self.state.v)) {
            *mean = (after - before) / next.step;
        }
        let decays =
            tried.is_ok() && self.stepper.relative(&instantaneous) > UNRESOLVED_CHANGE * self.stepper.relative(mean);
        for ((dv, &instantaneous), &mut mean) in self.state.dv.iter_mut().zip(&instantaneous).zip(mean) {
            *dv = match instantaneous * mean {
                _ if !decays => instantaneous,
                product if product > 0.0 => instantaneous.signum() * instantaneous.abs().min(mean.abs()),
                _ => 0.0,
            };
        }
        self.scratch = instantaneous;
        self.state.a.copy_from_slice(&self.state.dv);
        self.stepper.restart(&self.state);
        decays
    }
}
