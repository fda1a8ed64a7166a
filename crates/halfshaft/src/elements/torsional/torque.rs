//! Torque from outside.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A torque on a shaft from outside the train.
///
/// Its power τ φ̇ counts as supplied; a load has a negative torque.
pub struct Torque {
    /// The shaft.
    pub on: ScalarId,
    /// τ, in N m.
    pub torque: f64,
}

/// `[[driveline]]` with `type = "torque"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("torque"),
    summary: "A torque on a shaft from outside: of an engine or a motor where it is positive, a load where it is negative.",
    keys: &[
        Key::required("on", Form::Shaft, "the shaft"),
        Key::required("torque", Form::Number(Quantity::TORQUE), "the torque"),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque on the shaft" },
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that it puts into the train" },
];

impl Element for Torque {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.on]
    }

    fn residual<S: Scalar>(&self, _at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, S::constant(-self.torque));
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { supplied: self.torque * at.scalars[0].v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.copy_from_slice(&[self.torque, self.energy(at).supplied]);
    }
}

/// For the generic check.
pub(crate) fn specimen([on]: [ScalarId; 1]) -> Torque {
    Torque { on, torque: 2.5 }
}
