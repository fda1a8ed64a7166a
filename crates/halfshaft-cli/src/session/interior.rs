//! The channels inside a step, for measures: evaluated where they are asked for, and only they.

use super::perform::energies;
use halfshaft::analysis::{Accepted, Audit, Dense};
use halfshaft::system::{Energy, Probe, System};
use halfshaft_results::between::Between;

/// What is needed to look into the steps of a run.
pub(super) struct Interior {
    dense: Dense,
    probe: Probe,
}

/// One step to look into.
pub(super) struct InStep<'a> {
    accepted: &'a Accepted<'a>,
    interior: &'a mut Interior,
    /// The part of the step at which the state is.
    theta: Option<f64>,
    /// Energy and power at the start and at the end, once they were asked for.
    ends: Option<[Energy; 2]>,
    resolved: Option<bool>,
}

impl Interior {
    pub fn new(system: &System) -> Self {
        Interior { dense: Dense::new(system), probe: Probe::new(system) }
    }

    pub fn of<'a>(&'a mut self, accepted: &'a Accepted<'a>) -> InStep<'a> {
        InStep { accepted, interior: self, theta: None, ends: None, resolved: None }
    }
}

impl Between for InStep<'_> {
    fn value(&mut self, channel: usize, theta: f64) -> f64 {
        let Interior { dense, probe } = &mut *self.interior;
        if self.theta != Some(theta) {
            if dense.at(self.accepted, theta).is_none() {
                return f64::NAN;
            }
            self.theta = Some(theta);
            probe.clear();
        }
        let system = self.accepted.system;
        match channel.checked_sub(system.channels().len()) {
            None => probe.value(system, dense.state(), channel),
            Some(of_run) => self.audit(theta).map_or(f64::NAN, |audit| energies(&audit)[of_run]),
        }
    }

    fn resolved(&mut self) -> bool {
        *self.resolved.get_or_insert_with(|| self.accepted.is_resolved())
    }
}

impl InStep<'_> {
    /// The energy of the run inside the step. What is dissipated and supplied follows from powers that change evenly, as the
    /// audit at its end does.
    fn audit(&mut self, theta: f64) -> Option<Audit> {
        let Accepted { system, state, step, .. } = *self.accepted;
        let start = self.accepted.start?;
        let [before, after] = *self.ends.get_or_insert_with(|| [system.energy(start.state), system.energy(state)]);
        let so_far = |before: f64, after: f64| step * theta * (before + 0.5 * theta * (after - before));
        let now = system.energy(self.interior.dense.state());
        Some(Audit {
            kinetic: now.kinetic,
            stored: now.kinetic + now.potential,
            dissipated: start.audit.dissipated + so_far(before.dissipated, after.dissipated),
            supplied: start.audit.supplied + so_far(before.supplied, after.supplied),
            ..start.audit
        })
    }
}
