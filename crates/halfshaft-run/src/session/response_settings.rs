//! What a frequency response is asked for.

use halfshaft_model::excitation::{Excitation, Excited};
use halfshaft_model::{Analysis, Model, Sweep};

/// The settings of a frequency response.
pub struct ResponseSettings {
    pub(super) over: Sweep,
    pub(super) excitations: Vec<Excitation>,
    pub(super) harmonics: Vec<Excited>,
    /// Patterns of the channels to store; all channels if empty.
    pub(super) selected: Vec<String>,
}

impl ResponseSettings {
    /// `None` if the model has another analysis.
    pub fn of(model: &Model) -> Option<Self> {
        let Analysis::Response { over, .. } = model.analysis else { return None };
        let (excitations, harmonics) = (model.excitations(), model.harmonics());
        Some(ResponseSettings { over, excitations, harmonics, selected: model.kept.clone() })
    }
}
