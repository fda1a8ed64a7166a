//! Rotating inertia.

use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// An inertia on a shaft.
///
/// ```text
/// J φ̈ = Σ torques,     energy ½ J φ̇²
/// ```
///
/// Crowther & Zhang 2005, eq. 1. With zero inertia the rigid connections must determine the angle.
pub struct Inertia {
    /// Its angle.
    pub shaft: ScalarId,
    /// J, in kg m².
    pub inertia: f64,
}

/// `[[inertia]]` in a model file.
pub const KIND: Kind = Kind {
    section: "inertia",
    type_name: None,
    summary: "A shaft that turns about its own axis, with its inertia; named wherever a shaft is wanted.",
    keys: &[
        Key::required(
            "inertia",
            Form::Number(Quantity::INERTIA),
            "moment of inertia; zero only for a shaft that a stage, a planetary set or the like ties to others",
        )
        .within(Range::NonNegative),
        Key::optional("angle", Form::Number(Quantity::ANGLE), "its angle at the start; 0 by default"),
        Key::optional(
            "speed",
            Form::Number(Quantity::ANGULAR_VELOCITY),
            "its speed at the start; by default what it is tied to gives it, or 0",
        ),
        Key::optional(
            "start",
            Form::Choice(&["fixed", "guess", "free"]),
            "where tied shafts disagree at the start: `fixed` keeps its speed, `guess` changes as little as possible, with a warning, `free` follows the others; `guess` by default where `speed` is given, else `free`",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "angle", quantity: Quantity::ANGLE, meaning: "angle, over any number of turns" },
    Channel { name: "speed", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed" },
    Channel { name: "acceleration", quantity: Quantity::ANGULAR_ACCELERATION, meaning: "acceleration" },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "kinetic energy" },
];

impl Element for Inertia {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.shaft]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].dv * self.inertia);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { kinetic: 0.5 * self.inertia * at.scalars[0].v.powi(2), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let shaft = &at.scalars[0];
        out.copy_from_slice(&[shaft.q, shaft.v, shaft.dv, self.energy(at).kinetic]);
    }
}

addable!(Inertia);

/// For the generic check.
#[cfg(test)]
fn specimen([shaft]: [ScalarId; 1]) -> Inertia {
    Inertia { shaft, inertia: 0.7 }
}

examined!(KIND => on_shafts(specimen));
