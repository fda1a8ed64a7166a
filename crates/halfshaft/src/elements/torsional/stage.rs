//! Rigid gear stage.

use super::lossy::{BEARING_FRICTION, DISSIPATION, EFFICIENCY, LOCKED, Lossy, Teeth};
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// Two shafts with a fixed speed ratio, on an optional carrier: a rigid gear mesh, a belt, a chain, a dog clutch.
///
/// ```text
/// (φ_A − φ_C) − i (φ_B − φ_C) = constant,     i = speed of A/speed of B
/// torques on A, B, C:  −λ, i λ, (1 − i) λ
/// ```
///
/// The initial angles determine the constant. λ is the torque of A on the stage. Without a carrier, C is the ground and
/// its torque is that on the housing. Willis' relation; planetary, Ravigneaux and Simpson sets are stages on a carrier.
/// Crowther & Zhang 2005, section 2, rigid tooth mesh, eliminates A instead; here both angles remain and a constraint
/// connects them.
pub struct Stage {
    /// A and B.
    pub between: [ScalarId; 2],
    /// C.
    pub carrier: ScalarId,
    /// i.
    pub ratio: f64,
    /// (φ_A − φ_C) − i (φ_B − φ_C), initially.
    pub offset: f64,
}

/// `[[driveline]]` with `type = "stage"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("stage"),
    summary: "A rigid gear stage: two shafts whose speeds, seen from a carrier, have a fixed ratio.",
    keys: &[BETWEEN, RATIO, CARRIER, EFFICIENCY, BEARING_FRICTION],
    channels: CHANNELS,
};

/// The ratio of a mesh.
pub(super) const RATIO: Key = Key::required(
    "ratio",
    Form::Number(Quantity::NUMBER),
    "speed of A divided by that of B, both seen from the carrier; negative where they turn against each other",
);

/// The carrier of a mesh.
pub(super) const CARRIER: Key =
    Key::with_default("carrier", Form::Shaft, "\"ground\"", "the shaft on which the axes of A and B ride");

const CHANNELS: &[Channel] = &[
    Channel { name: "torque_a", quantity: Quantity::TORQUE, meaning: "torque on A" },
    Channel { name: "torque_b", quantity: Quantity::TORQUE, meaning: "torque on B" },
    Channel { name: "torque_carrier", quantity: Quantity::TORQUE, meaning: "torque on the carrier, or on the housing" },
    DISSIPATION,
    LOCKED,
];

impl Stage {
    fn torques<S: Scalar>(&self, lambda: S) -> [S; 3] {
        [-lambda, lambda * self.ratio, lambda * (1.0 - self.ratio)]
    }
}

impl Element for Stage {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.between[0], self.between[1], self.carrier]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        for (k, torque) in self.torques(at.multipliers[0]).into_iter().enumerate() {
            r.scalar(k, -torque);
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let [a, b, c] = [at.scalars[0], at.scalars[1], at.scalars[2]];
        phi[0] = (a - c) - (b - c) * self.ratio - S::constant(self.offset);
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [a, b, c] = self.torques(at.multipliers[0]);
        out.copy_from_slice(&[a, b, c, 0.0, 0.0]);
    }
}

impl Teeth for Stage {
    const LOSS_CHANNELS: [usize; 4] = [0, 2, 3, 4];

    fn transmitted<S: Scalar>(&self, at: &At<S>) -> S {
        at.multipliers[0]
    }
}

addable!(Stage, Lossy<Stage>);

/// For the generic check.
pub(crate) fn specimen([a, b, carrier]: [ScalarId; 3]) -> Stage {
    Stage { between: [a, b], carrier, ratio: -2.7, offset: 0.3 }
}

examined!(KIND => on_shafts(specimen));
