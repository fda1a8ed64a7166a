//! Excitations of a response: harmonic loads, and torques with harmonics.

use halfshaft::elements::torsional::torque::Harmonic;

use crate::build::driveline::harmonics;
use crate::diagnostic::{Collector, Diagnostic};
use crate::model::{Analysis, Axis, Item, Model, ShaftRef};

/// A harmonic load with the frequency of the response.
#[derive(Clone, Debug, PartialEq)]
pub struct Excitation {
    /// The path of its item.
    pub item: String,
    /// Amplitude in the unit of the load.
    pub amplitude: f64,
    /// Phase of the cosine, in radians.
    pub phase: f64,
}

/// The harmonics of one torque.
#[derive(Clone, Debug, PartialEq)]
pub struct Excited {
    /// The path of its item.
    pub item: String,
    /// The path of its shaft; `None` for the ground.
    pub shaft: Option<String>,
    /// Its harmonics.
    pub harmonics: Vec<Harmonic>,
}

impl Model {
    /// The harmonic loads.
    pub fn excitations(&self) -> Vec<Excitation> {
        let of = |item: &Item| {
            let values = if item.has("excitation") { item.optional_group("excitation")? } else { return None };
            let [amplitude, phase] = ["amplitude", "phase"].map(|key| values.number(key));
            Some(Excitation { item: item.name.clone(), amplitude, phase })
        };
        self.items.iter().filter_map(of).collect()
    }

    /// The torques with harmonics.
    pub fn harmonics(&self) -> Vec<Excited> {
        let torques = self.items.iter().filter(|item| item.has("harmonics"));
        let of = |item: &Item| {
            let shaft = match item.shaft("on") {
                ShaftRef::Ground => None,
                ShaftRef::Shaft(place) => Some(self.items[place].name.clone()),
            };
            Excited { item: item.name.clone(), shaft, harmonics: harmonics(item) }
        };
        torques.map(of).filter(|excited| !excited.harmonics.is_empty()).collect()
    }

    /// Checks that a response has an excitation.
    pub(crate) fn check_excitation(&self, out: &mut Collector) {
        let Analysis::Response { over, .. } = self.analysis else { return };
        let (nothing, help) = match over.axis {
            Axis::Frequency => (self.excitations().is_empty(), "give a load or a torque an `excitation`"),
            Axis::Speed => (self.harmonics().is_empty(), "give a torque on a shaft its `harmonics`"),
        };
        if nothing {
            let error = Diagnostic::new("nothing-excites", &self.source, 0..0, "the response has no excitation");
            out.push(error.help(help));
        }
    }
}
