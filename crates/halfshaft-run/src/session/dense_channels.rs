//! Dense output of channels inside a step, for measures: only the requested channels are evaluated.

use halfshaft::analysis::{Accepted, Audit, Dense};
use halfshaft::system::{Energy, Probe, System};
use halfshaft_results::dense_output::DenseOutput;

/// The values of the energy channels of the run, in the order of [`halfshaft_results::energy::CHANNELS`].
pub(super) fn energies(audit: &Audit) -> [f64; 5] {
    [audit.kinetic, audit.stored, audit.dissipated, audit.supplied, audit.closing_error()]
}

/// Dense output and a probe of single channels, shared by all steps of a run.
pub(super) struct DenseChannels {
    dense: Dense,
    probe: Probe,
}

/// The inside of one step.
pub(super) struct StepChannels<'a> {
    accepted: &'a Accepted<'a>,
    dense_channels: &'a mut DenseChannels,
    /// The fraction of the step to which the interpolated state belongs.
    theta: Option<f64>,
    /// Energy and power at the start and at the end of the step, evaluated on demand.
    ends: Option<[Energy; 2]>,
    resolved: Option<bool>,
}

impl DenseChannels {
    pub fn new(system: &System) -> Self {
        DenseChannels { dense: Dense::new(system), probe: Probe::new(system) }
    }

    pub fn of<'a>(&'a mut self, accepted: &'a Accepted<'a>) -> StepChannels<'a> {
        StepChannels { accepted, dense_channels: self, theta: None, ends: None, resolved: None }
    }
}

impl DenseOutput for StepChannels<'_> {
    fn value(&mut self, channel: usize, theta: f64) -> f64 {
        let DenseChannels { dense, probe } = &mut *self.dense_channels;
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

impl StepChannels<'_> {
    /// The energy audit inside the step. Dissipated and supplied energy follow from powers that change linearly over the
    /// step, consistent with the audit at its end.
    fn audit(&mut self, theta: f64) -> Option<Audit> {
        let Accepted { system, state, step, .. } = *self.accepted;
        let start = self.accepted.start?;
        let [before, after] = *self.ends.get_or_insert_with(|| [system.energy(start.state), system.energy(state)]);
        let so_far = |before: f64, after: f64| step * theta * (before + 0.5 * theta * (after - before));
        let now = system.energy(self.dense_channels.dense.state());
        Some(Audit {
            kinetic: now.kinetic,
            stored: now.kinetic + now.potential,
            dissipated: start.audit.dissipated + so_far(before.dissipated, after.dissipated),
            supplied: start.audit.supplied + so_far(before.supplied, after.supplied),
            ..start.audit
        })
    }
}
