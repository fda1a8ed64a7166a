//! Shaft with distributed inertia.

use super::shaft::twist;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::SpringLaw;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A piece of a shaft with distributed inertia: linear twist between its ends.
///
/// ```text
/// τ = k (φ_A − φ_B) + d (φ̇_A − φ̇_B),     inertia torques  J/12 [5 1; 1 5] [φ̈_A; φ̈_B]
/// ```
///
/// The mass matrix is the mean of the consistent one, J/6 [2 1; 1 2], and the lumped one: their frequency errors, of
/// second order in the length of the pieces, cancel, and the remaining error is of fourth order (Hughes 2000, section
/// 7.3.2). A uniform shaft of stiffness k and inertia J consists of N pieces in a row, each with N k and J/N.
pub struct ShaftPiece {
    /// A and B.
    pub between: [ScalarId; 2],
    /// k in N m/rad, d in N m s/rad.
    pub law: SpringLaw,
    /// J, in kg m².
    pub inertia: f64,
}

impl Element for ShaftPiece {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let ((angle, rate), [a, b]) = (twist(at.scalars), [&at.scalars[0], &at.scalars[1]]);
        let torque = self.law.effort(angle, rate);
        let part = self.inertia / 12.0;
        r.scalar(0, (a.dv * 5.0 + b.dv) * part + torque);
        r.scalar(1, (a.dv + b.dv * 5.0) * part - torque);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let [a, b] = [&at.scalars[0], &at.scalars[1]];
        let (angle, rate) = twist(at.scalars);
        Energy {
            kinetic: self.inertia / 24.0 * (5.0 * (a.v * a.v + b.v * b.v) + 2.0 * a.v * b.v),
            potential: self.law.stored(angle),
            dissipated: self.law.dissipated(rate),
            supplied: 0.0,
        }
    }
}

/// The channels of a shaft made of pieces: the torques at its ends, and its twist. It exerts no torque.
///
/// The torque at an end is that of the piece there minus the inertia torque of the piece's half: the exact reaction on
/// the inertia at the end, J_p/12 (5 φ̈_A + φ̈_1) + τ_1.
pub struct DistributedShaft {
    /// A, the next node, the last but one, and B; with one piece, the next node is B and the last but one is A.
    pub along: [ScalarId; 4],
    /// The law of one of its pieces.
    pub law: SpringLaw,
    /// The inertia of one of its pieces, in kg m².
    pub inertia: f64,
}

/// `[[driveline]]` with `type = "distributed_shaft"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("distributed_shaft"),
    summary: "A uniform elastic shaft whose own inertia is spread along it: waves run through it, and it has natural frequencies of its own.",
    keys: &[
        BETWEEN,
        Key::required(
            "stiffness",
            Form::Number(Quantity::ROTATIONAL_STIFFNESS),
            "of the whole shaft: torque for each angle of twist, G J_p/L",
        )
        .within(Range::Positive),
        Key::required("inertia", Form::Number(Quantity::INERTIA), "of the whole shaft about its axis, ρ J_p L")
            .within(Range::Positive),
        Key::with_default(
            "damping",
            Form::Number(Quantity::ROTATIONAL_DAMPING),
            "0",
            "of the whole shaft: torque for each speed of twist",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "segments",
            Form::Count,
            "8",
            "pieces with linear twist; errors of a frequency fall with the fourth power of their number",
        )
        .within(Range::Between(1.0, 10_000.0)),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "twist", quantity: Quantity::ANGLE, meaning: "angle of A minus angle of B" },
    Channel { name: "torque_a", quantity: Quantity::TORQUE, meaning: "torque that A puts into the shaft" },
    Channel { name: "torque_b", quantity: Quantity::TORQUE, meaning: "torque that the shaft puts into B" },
];

impl Element for DistributedShaft {
    type Tangent = Dual<4>;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.along.to_vec()
    }

    fn residual<S: Scalar>(&self, _at: &At<S>, _r: &mut Residual<S>) {}

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [a, second, last, b] = [0, 1, 2, 3].map(|k| &at.scalars[k]);
        let [of_first, of_last] = [0, 2].map(|k| {
            let (angle, rate) = twist(&at.scalars[k..]);
            self.law.effort(angle, rate)
        });
        let at_a = of_first + self.inertia / 12.0 * (5.0 * a.dv + second.dv);
        let at_b = of_last - self.inertia / 12.0 * (5.0 * b.dv + last.dv);
        out.copy_from_slice(&[a.q - b.q, at_a, at_b]);
    }
}

addable!(DistributedShaft, ShaftPiece);

/// For the generic check.
pub(crate) fn piece_specimen(between: [ScalarId; 2]) -> ShaftPiece {
    ShaftPiece { between, law: SpringLaw::linear(3.0, 0.7), inertia: 0.4 }
}

/// For the generic check.
#[cfg(test)]
fn specimen(along: [ScalarId; 4]) -> DistributedShaft {
    DistributedShaft { along, law: SpringLaw::linear(3.0, 0.7), inertia: 0.4 }
}

examined!(KIND => on_shafts(specimen));
