//! Universal joint between two shafts.

use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A universal joint between two shafts at an angle, as a ratio that varies twice per turn.
///
/// ```text
/// tan φ_B = cos β tan φ_A,     dφ_B/dφ_A = cos β/(cos² φ_A + cos² β sin² φ_A)
/// ```
///
/// φ_A is measured from the position in which A's fork lies in the plane of the shafts' axes, plus a phase. Written as
/// φ_B = φ_A + atan2(…), so the number of turns is not limited. Moments on the bearings are not included: use the joint
/// in space for those.
pub struct UniversalJoint {
    /// A and B.
    pub between: [ScalarId; 2],
    /// β, in radians.
    pub angle: f64,
    /// Added to φ_A.
    pub phase: f64,
    /// φ_B minus the output angle for φ_A, initially.
    pub offset: f64,
}

/// `[[driveline]]` with `type = "universal_joint"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("universal_joint"),
    summary: "A universal joint between two shafts at an angle: it passes on the speed with a ripple twice a turn.",
    keys: &[
        BETWEEN,
        Key::required("angle", Form::Number(Quantity::ANGLE), "angle between the shafts")
            .within(Range::Between(-1.5, 1.5)),
        Key::with_default(
            "phase",
            Form::Number(Quantity::ANGLE),
            "0",
            "angle of A's fork from the plane of both shafts, where the angle of A is zero",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "ratio", quantity: Quantity::NUMBER, meaning: "speed of B over that of A" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque on B" },
];

impl UniversalJoint {
    /// The output angle for φ_A.
    pub fn passed<S: Scalar>(&self, angle: S) -> S {
        let turned = angle + S::constant(self.phase);
        let (s, c) = (turned.sin(), turned.cos());
        let less = S::constant(self.angle.cos() - 1.0);
        angle + (s * c * less).atan2(S::one() + s * s * less)
    }

    /// dφ_B/dφ_A.
    fn ratio<S: Scalar>(&self, angle: S) -> S {
        let (turned, cosine) = (angle + S::constant(self.phase), self.angle.cos());
        let (s, c) = (turned.sin(), turned.cos());
        S::constant(cosine) / (c * c + s * s * (cosine * cosine))
    }
}

impl Element for UniversalJoint {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let lambda = at.multipliers[0];
        r.scalar(0, lambda * self.ratio(at.scalars[0].q));
        r.scalar(1, -lambda);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = self.passed(at.scalars[0]) - at.scalars[1] + S::constant(self.offset);
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.copy_from_slice(&[self.ratio(at.scalars[0].q), at.multipliers[0]]);
    }
}

addable!(UniversalJoint);

/// For the generic check.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> UniversalJoint {
    UniversalJoint { between, angle: 0.5, phase: 0.3, offset: 0.1 }
}

examined!(KIND => on_shafts(specimen));
