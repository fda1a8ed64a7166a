//! Buffers of the error estimate and of the measurement of round-off, and what the estimate remembers from step to step.

use serde::{Deserialize, Serialize};

use super::step_size::Assessment;
use crate::system::{State, System};

/// Buffers of the estimate.
pub(super) struct Estimate {
    /// The error, and the filtered error after one step and after two: motions, then multipliers.
    pub error: Vec<f64>,
    pub filtered_once: Vec<f64>,
    pub filtered_twice: Vec<f64>,
    /// The residual at the end of the step.
    pub residual: Vec<f64>,
    pub v: Vec<f64>,
    pub dv: Vec<f64>,
    /// The end of the step, displaced by its error.
    pub displaced: State,
    /// The force of each elastic element at the end of the step and its error, and the kind of the element.
    pub forces: Vec<[f64; 2]>,
    pub kinds: Vec<usize>,
    /// Whether the forces are those of the present trial state.
    pub fresh: bool,
}

/// History over steps; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ErrorHistory {
    /// The recent size of each elastic force.
    pub forces: Vec<f64>,
    /// The largest force of any element of a kind.
    pub largest: Vec<f64>,
    /// Remaining number of steps for which the filtered share is reused.
    pub reuses_left: u32,
    /// Number of these steps after the next computation.
    pub reuses: u32,
    /// The last assessment with filtering.
    pub last: Assessment,
    /// The filtered error relative to its bound, divided by the unfiltered error relative to the persistent bound.
    pub filtered_share: f64,
}

impl Estimate {
    pub fn new(system: &System, start: &State) -> Self {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        let kinds = system.elastic_kinds();
        Estimate {
            error: vec![0.0; n + m],
            filtered_once: vec![0.0; n + m],
            filtered_twice: vec![0.0; n + m],
            residual: vec![0.0; n + m],
            v: vec![0.0; n],
            dv: vec![0.0; n],
            displaced: start.clone(),
            forces: vec![[0.0; 2]; kinds.len()],
            kinds,
            fresh: false,
        }
    }
}

impl ErrorHistory {
    pub fn new(system: &System) -> Self {
        let kinds = system.elastic_kinds();
        let count = kinds.iter().max().map_or(0, |kind| kind + 1);
        ErrorHistory {
            forces: vec![0.0; kinds.len()],
            largest: vec![0.0; count],
            reuses_left: 0,
            reuses: 0,
            last: Assessment::default(),
            filtered_share: 1.0,
        }
    }
}

/// A correction that was round-off.
#[derive(Clone, Copy)]
pub(super) struct Noise {
    /// Relative to the error scales.
    pub size: f64,
    /// The step size, in seconds.
    pub step: f64,
}

/// Buffers of the measurement of round-off.
pub(super) struct RoundOff {
    /// The residual of the trial state, and with every coordinate moved by one unit in the last place.
    pub residual: Vec<f64>,
    pub moved: Vec<f64>,
    /// The constraints there, and their rates.
    pub phi: Vec<f64>,
    pub rate: Vec<f64>,
}

impl RoundOff {
    pub fn new(system: &System) -> Self {
        let (n, m) = (system.motion_unknowns(), system.constraints());
        RoundOff { residual: vec![0.0; n + m], moved: vec![0.0; n + m], phi: vec![0.0; m], rate: vec![0.0; m] }
    }
}
