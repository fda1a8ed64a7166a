//! Elastic shaft and damper.

use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::SpringLaw;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId, ScalarMotion};

/// A massless elastic shaft with damping; a damper if the stiffness is zero, a support if it is connected to the
/// ground.
///
/// ```text
/// τ = k φ + d φ̇,     φ = φ_A − φ_B
/// ```
///
/// Crowther & Zhang 2005, section 2: the direct, branched and grounded elements.
pub struct Shaft {
    /// A and B.
    pub between: [ScalarId; 2],
    /// k in N m/rad, d in N m s/rad.
    pub law: SpringLaw,
}

/// `[[driveline]]` with `type = "shaft"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("shaft"),
    summary: "An elastic shaft between two inertias: a spring and a damper. As many as wanted may branch off one inertia.",
    keys: &[
        BETWEEN,
        Key::required("stiffness", Form::Number(Quantity::ROTATIONAL_STIFFNESS), "torque for each angle of twist")
            .within(Range::NonNegative),
        Key::with_default("damping", Form::Number(Quantity::ROTATIONAL_DAMPING), "0", "torque for each speed of twist")
            .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

/// `[[driveline]]` with `type = "damper"` in a model file.
pub const DAMPER: Kind = Kind {
    section: SECTION,
    type_name: Some("damper"),
    summary: "A viscous damper between two shafts, or between a shaft and the ground.",
    keys: &[
        BETWEEN,
        Key::required("damping", Form::Number(Quantity::ROTATIONAL_DAMPING), "torque for each difference of speed")
            .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "twist", quantity: Quantity::ANGLE, meaning: "angle of A minus angle of B" },
    Channel { name: "twist_rate", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed of A minus speed of B" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque it carries, positive where A drives B" },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

/// Twist and its rate.
pub(super) fn twist<S: Scalar>(shafts: &[ScalarMotion<S>]) -> (S, S) {
    (shafts[0].q - shafts[1].q, shafts[0].v - shafts[1].v)
}

impl Element for Shaft {
    type Tangent = Dual<4>;
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (angle, rate) = twist(at.scalars);
        let torque = self.law.effort(angle, rate);
        r.scalar(0, torque);
        r.scalar(1, -torque);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (angle, rate) = twist(at.scalars);
        Energy { potential: self.law.stored(angle), dissipated: self.law.dissipated(rate), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (angle, rate) = twist(at.scalars);
        let energy = self.energy(at);
        out.copy_from_slice(&[angle, rate, self.law.effort(angle, rate), energy.potential, energy.dissipated]);
    }
}

addable!(Shaft);

/// For the generic check.
pub(crate) fn specimen(between: [ScalarId; 2]) -> Shaft {
    Shaft { between, law: SpringLaw::linear(3.0, 0.7) }
}

examined!(
    KIND => on_shafts(specimen),
    DAMPER => on_shafts(specimen),
);
