//! Planetary gear set.

use super::SECTION;
use super::lossy::{DISSIPATION, LOCKED, Lossy, Teeth, bearing_friction, efficiency};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Place, Residual, ScalarId};

/// A simple planetary set with rigid teeth: sun, ring, carrier, and planets with equal rotation.
///
/// ```text
/// r_s (φ_s − φ_c) + r_p (φ_p − φ_c) = constant
/// r_r (φ_r − φ_c) − r_p (φ_p − φ_c) = constant,     2 r_p = r_r − r_s
/// ```
///
/// Radii are numbers of teeth. λ₁ and λ₂ are the tooth forces times the length that corresponds to one tooth. The
/// planets have the inertia N J_p about their own axes and N m_p r_c² about that of the set. For elastic teeth or lash
/// use two meshes on a carrier instead; compound sets consist of stages on a carrier (Willis).
pub struct Planetary {
    /// Sun, ring, carrier, planets.
    pub shafts: [ScalarId; 4],
    /// Teeth of sun and ring.
    pub teeth: [f64; 2],
    /// N J_p, in kg m².
    pub planet_inertia: f64,
    /// N m_p r_c², in kg m².
    pub carried_inertia: f64,
    /// The initial values of the two rows.
    pub offset: [f64; 2],
}

/// `[[driveline]]` with `type = "planetary"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("planetary"),
    summary: "A simple planetary gear set with rigid teeth. With elastic teeth or lash, write two items `mesh` on a carrier.",
    keys: &[
        Key::required("sun", Form::Shaft, "the sun's shaft, or the ground where it is held"),
        Key::required("ring", Form::Shaft, "the ring's shaft, or the ground where it is held"),
        Key::required("carrier", Form::Shaft, "the carrier's shaft, or the ground where it is held"),
        Key::required("teeth", Form::Pair(&Form::Number(Quantity::NUMBER)), "teeth of sun and ring")
            .within(Range::Positive),
        Key::with_default("planets", Form::Count, "3", "how many planets it has").within(Range::Between(1.0, 100.0)),
        Key::with_default(
            "planet_inertia",
            Form::Number(Quantity::INERTIA),
            "0",
            "inertia of one planet about its own axis",
        )
        .within(Range::NonNegative),
        Key::with_default("planet_mass", Form::Number(Quantity::MASS), "0", "mass of one planet")
            .within(Range::NonNegative),
        Key::with_default(
            "carrier_radius",
            Form::Number(Quantity::LENGTH),
            "0",
            "distance of the planets' axes from the set's",
        )
        .within(Range::NonNegative),
        efficiency(
            "part of the power that gets through the teeth where the sun drives the ring, and where the ring drives the sun, with the carrier held; default: no loss",
        ),
        bearing_friction(
            "friction torque at the sun over its speed, both against the carrier, in addition to the losses of the teeth",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "torque_sun", quantity: Quantity::TORQUE, meaning: "torque of the teeth on the sun" },
    Channel { name: "torque_ring", quantity: Quantity::TORQUE, meaning: "torque of the teeth on the ring" },
    Channel { name: "torque_carrier", quantity: Quantity::TORQUE, meaning: "torque of the planets on the carrier" },
    Channel {
        name: "planet_speed",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "speed of the planets about their own axes, seen from the carrier",
    },
    DISSIPATION,
    LOCKED,
];

impl Planetary {
    /// Teeth of sun, ring and planet.
    fn radii(&self) -> [f64; 3] {
        let [sun, ring] = self.teeth;
        [sun, ring, 0.5 * (ring - sun)]
    }

    /// The two rows without their constants.
    pub fn rows<S: Scalar>(&self, [sun, ring, carrier, planet]: [S; 4]) -> [S; 2] {
        let [rs, rr, rp] = self.radii();
        let turned = (planet - carrier) * rp;
        [(sun - carrier) * rs + turned, (ring - carrier) * rr - turned]
    }

    /// Torques of the teeth on sun, ring, carrier and planets.
    fn torques<S: Scalar>(&self, lambda: &[S]) -> [S; 4] {
        let [rs, rr, rp] = self.radii();
        let [first, second] = [lambda[0], lambda[1]];
        [-(first * rs), -(second * rr), first * (rs + rp) + second * (rr - rp), (second - first) * rp]
    }
}

impl Element for Planetary {
    type Tangent = Dual<8>;
    const CONSTRAINTS: usize = 2;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.shafts.to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        for (k, torque) in self.torques(at.multipliers).into_iter().enumerate() {
            r.scalar(k, -torque);
        }
        r.scalar(2, at.scalars[2].dv * self.carried_inertia);
        r.scalar(3, at.scalars[3].dv * self.planet_inertia);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let rows = self.rows([at.scalars[0], at.scalars[1], at.scalars[2], at.scalars[3]]);
        for k in 0..2 {
            phi[k] = rows[k] - S::constant(self.offset[k]);
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let kinetic = self.carried_inertia * at.scalars[2].v.powi(2) + self.planet_inertia * at.scalars[3].v.powi(2);
        Energy { kinetic: 0.5 * kinetic, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [sun, ring, carrier, _] = self.torques(at.multipliers);
        out.copy_from_slice(&[sun, ring, carrier, at.scalars[3].v - at.scalars[2].v, 0.0, 0.0]);
    }
}

impl Teeth for Planetary {
    const LOSS_CHANNELS: [usize; 4] = [0, 2, 4, 5];

    fn transmitted<S: Scalar>(&self, at: &At<S>) -> S {
        at.multipliers[0] * self.teeth[0]
    }
}

addable!(Planetary, Lossy<Planetary>);

/// For the generic check.
pub(crate) fn specimen(shafts: [ScalarId; 4]) -> Planetary {
    Planetary { shafts, teeth: [3.0, 7.0], planet_inertia: 0.4, carried_inertia: 0.3, offset: [0.1, -0.2] }
}

examined!(KIND => on_shafts(specimen));
