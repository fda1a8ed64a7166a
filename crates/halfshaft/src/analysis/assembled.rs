//! A simulation handle from a system as it was built.

use std::sync::Arc;

use super::initial::initial_state;
use super::transient::{Settings, Simulation, SimulationError};
use crate::system::System;

impl Simulation {
    /// Assembles a system: the handle is at its consistent initial state.
    pub fn new(system: &Arc<System>, settings: &Settings) -> Result<Self, SimulationError> {
        let (state, report) = initial_state(system)?;
        Ok(Simulation::from_state(system, state, Some(&report.redundancy), settings))
    }
}
