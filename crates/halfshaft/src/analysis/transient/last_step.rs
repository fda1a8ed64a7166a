//! The last accepted step of a simulation handle, for samples inside it.

use super::Accepted;
use super::dense_output::Dense;
use super::predictor::Predictor;
use crate::system::{State, System};

/// A copy of the last step, that outlasts restarts at its end.
pub(super) struct LastStep {
    from: State,
    to: State,
    predictor: Predictor,
    /// Its length; zero if there is none.
    step: f64,
    dense: Dense,
}

impl LastStep {
    pub fn new(system: &System) -> Self {
        let (state, sizes) = (system.state(), (system.motion_unknowns(), system.constraints()));
        LastStep {
            from: state.clone(),
            to: state,
            predictor: Predictor::new(sizes.0, sizes.1),
            step: 0.0,
            dense: Dense::new(system),
        }
    }

    /// Copies a step. A restart at its end changes neither motion nor time within it.
    pub fn record(&mut self, accepted: &Accepted) {
        let Some(start) = &accepted.start else { return };
        self.from.clone_from(start.state);
        self.to.clone_from(accepted.state);
        self.predictor.copy_from(start.predictor);
        self.step = accepted.step;
    }

    /// Forgets the step.
    pub fn clear(&mut self) {
        self.step = 0.0;
    }

    /// When it began.
    pub fn begin(&self) -> Option<f64> {
        (self.step > 0.0).then_some(self.from.time)
    }

    /// The state inside it.
    pub fn at(&mut self, time: f64) -> &State {
        let theta = ((time - self.from.time) / self.step).clamp(0.0, 1.0);
        self.dense.inside(&self.from, &self.to, self.step, theta, &self.predictor)
    }
}
