//! Traction contact of a continuously variable drive.

use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::{Function, SpringLaw, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// Two discs, or a disc and a roller, that drive each other through an elastic film at variable radii.
///
/// ```text
/// ẋ = r_A(t) φ̇_A − r_B(t) φ̇_B,     F = k x + d ẋ
/// torques on A and B:  −r_A F, r_B F
/// ```
///
/// x, the deflection of the contact, is a separate coordinate that a nonholonomic constraint connects to the discs.
/// Crowther & Zhang 2005, section 2.1, write K(t) φ with the angles themselves, which gives a spurious force k ṙ φ that
/// grows with every turn. At constant radii both are the same. With a stiff contact it is a drive of variable ratio.
pub struct Variator {
    /// A and B.
    pub between: [ScalarId; 2],
    /// x: a coordinate of motion without inertia.
    pub deflection: ScalarId,
    /// r_A and r_B as functions of time, in metres.
    pub radii: [Function; 2],
    /// k in N/m, d in N s/m.
    pub law: SpringLaw,
}

/// `[[driveline]]` with `type = "variator"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("variator"),
    summary: "A traction contact at radii that may change in time, as between disc and roller of a toroidal drive.",
    keys: &[
        BETWEEN,
        Key::required("radius_a", Form::Function(Quantity::LENGTH), "radius at which A runs"),
        Key::required(
            "radius_b",
            Form::Function(Quantity::LENGTH),
            "radius at which B runs; turning the same way counts positive for both, as for a disc and the back of a roller",
        ),
        Key::required("stiffness", Form::Number(Quantity::STIFFNESS), "force for each deflection along the surface")
            .within(Range::Positive),
        Key::with_default("damping", Form::Number(Quantity::DAMPING), "0", "force for each speed of deflection")
            .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "deflection", quantity: Quantity::LENGTH, meaning: "how far A is ahead of B along the surface" },
    Channel { name: "force", quantity: Quantity::FORCE, meaning: "force in the contact, positive where A drives B" },
    Channel { name: "ratio", quantity: Quantity::NUMBER, meaning: "radius of B over that of A" },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl Variator {
    fn radii<S: Scalar>(&self, time: S) -> [S; 2] {
        [self.radii[0].value(time), self.radii[1].value(time)]
    }
}

impl Element for Variator {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const VELOCITY_CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.between[0], self.between[1], self.deflection]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let ([a, b], lambda, x) = (self.radii(at.time), at.multipliers[0], &at.scalars[2]);
        // Φ = ẋ − r_A φ̇_A + r_B φ̇_B.
        r.scalar(0, -(a * lambda));
        r.scalar(1, b * lambda);
        r.scalar(2, lambda + self.law.effort(x.q, x.v));
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        let [a, b] = self.radii(at.time);
        phi[0] = at.scalars[2].v - a * at.scalars[0].v + b * at.scalars[1].v;
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.radii.iter().for_each(|radius| radius.time_events(out));
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let x = &at.scalars[2];
        Energy { potential: self.law.stored(x.q), dissipated: self.law.dissipated(x.v), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let ([a, b], x, energy) = (self.radii(at.time), &at.scalars[2], self.energy(at));
        out.copy_from_slice(&[x.q, self.law.effort(x.q, x.v), b / a, energy.potential, energy.dissipated]);
    }
}

addable!(Variator);

/// For the generic check.
#[cfg(test)]
fn specimen([a, b, deflection]: [ScalarId; 3]) -> Variator {
    let radii = [Function::Polynomial(vec![0.4, 0.1]), Function::Polynomial(vec![0.7, -0.2])];
    Variator { between: [a, b], deflection, radii, law: SpringLaw::linear(3.0, 0.2) }
}

examined!(KIND => on_shafts(specimen));
