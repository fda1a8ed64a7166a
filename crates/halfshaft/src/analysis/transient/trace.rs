//! The trace: one record for every Newton iteration, which shows why steps are rejected or expensive.

use super::Settings;

/// One Newton iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonIteration {
    /// The time that the step is to reach, in seconds.
    pub time: f64,
    /// The step, in seconds.
    pub step: f64,
    /// Its number within the step, from 1 on.
    pub iteration: usize,
    /// The largest entry of the residual of the equations of motion before the correction, in N or N m.
    pub residual: f64,
    /// The correction, relative to what may be left of it; below about 1 the step has converged.
    pub correction: f64,
    /// The ratio of this correction to the one before; none in the first iteration.
    pub contraction: Option<f64>,
    /// The unknown that is corrected most, for [`crate::system::System::unknown_name`].
    pub worst: usize,
    /// How many steps the factorization has served before this one.
    pub jacobian_age: usize,
}

/// Room for the iterations of a step, where a trace is asked for.
pub(super) fn buffer(settings: &Settings) -> Option<Vec<NewtonIteration>> {
    settings.trace.then(|| Vec::with_capacity(128))
}
