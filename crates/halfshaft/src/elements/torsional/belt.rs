//! Belt drive with slip.

use super::road::tanh;
use super::{BETWEEN, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::signals::Input;
#[cfg(test)]
use crate::laws::Function;
use crate::laws::TimeEvents;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A belt or chain between two pulleys of variable ratio, with creep that grows with the torque up to gross slip.
///
/// ```text
/// s = (ω_A − i ω_B)/√(ω_A² + ω₀²),     τ_A = T tanh(s/s₀),     τ_B = i τ_A
/// ```
///
/// s is the relative loss of speed, T the torque of gross slip, s₀ the creep at which a belt with a linear
/// characteristic would reach it; ω₀ = 1 rad/s keeps s finite at rest. The power τ_A (ω_A − i ω_B) is dissipated. The
/// mass of the belt and the dynamics of shifting (Carbone, Mangialardi & Mantriota 2005) are neglected: i follows its
/// function or signal without delay, and the torque of a change of ratio is that of the inertias.
pub struct Belt {
    /// A and B.
    pub between: [ScalarId; 2],
    /// i: speed of A over speed of B without slip.
    pub ratio: Input,
    /// T, at A, in N m.
    pub capacity: Input,
    /// s₀.
    pub creep: f64,
}

/// ω₀ in rad/s.
const SLOW: f64 = 1.0;

/// `[[driveline]]` with `type = "belt"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("belt"),
    summary: "A belt drive of fixed or varying ratio, as in a continuously variable transmission, with creep and slip.",
    keys: &[
        BETWEEN,
        Key::required("ratio", Form::Input(Quantity::NUMBER), "speed of A divided by that of B without slip"),
        Key::required("capacity", Form::Input(Quantity::TORQUE), "torque at A at which the belt slips as a whole"),
        Key::with_default(
            "creep",
            Form::Number(Quantity::NUMBER),
            "0.02",
            "part of the speed that a belt loses at its capacity, were its characteristic straight",
        )
        .within(Range::Positive),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "ratio", quantity: Quantity::NUMBER, meaning: "ratio without slip" },
    Channel { name: "slip", quantity: Quantity::NUMBER, meaning: "part of the speed of A that is lost" },
    Channel { name: "torque_a", quantity: Quantity::TORQUE, meaning: "torque that A puts into the belt" },
    Channel { name: "torque_b", quantity: Quantity::TORQUE, meaning: "torque that the belt puts into B" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl Belt {
    /// Ratio, slip and the torque at A.
    fn flow<S: Scalar>(&self, at: &At<S>) -> [S; 3] {
        let [a, b] = [at.scalars[0].v, at.scalars[1].v];
        let ratio = self.ratio.value(at, 2);
        let slip = (a - ratio * b) / (a * a + S::constant(SLOW * SLOW)).sqrt();
        [
            ratio,
            slip,
            self.capacity.value(at, 2 + usize::from(self.ratio.signal().is_some())) * tanh(slip * (1.0 / self.creep)),
        ]
    }

    fn lost(&self, at: &At<f64>) -> f64 {
        let [ratio, _, torque] = self.flow(at);
        torque * (at.scalars[0].v - ratio * at.scalars[1].v)
    }
}

impl Element for Belt {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.into_iter().chain(self.ratio.signal()).chain(self.capacity.signal()).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [ratio, _, torque] = self.flow(at);
        r.scalar(0, torque);
        r.scalar(1, -ratio * torque);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.ratio.time_events(out);
        self.capacity.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { dissipated: self.lost(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [ratio, slip, torque] = self.flow(at);
        out.copy_from_slice(&[ratio, slip, torque, ratio * torque, self.lost(at)]);
    }
}

addable!(Belt);

/// For the generic check.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> Belt {
    Belt {
        between,
        ratio: Function::Polynomial(vec![1.4, 0.2]).into(),
        capacity: Function::Constant(3.0).into(),
        creep: 0.8,
    }
}

examined!(KIND => on_shafts(specimen));
