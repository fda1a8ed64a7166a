//! Cylinder of a reciprocating engine.

use std::f64::consts::PI;

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::function::Table;
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A piston on a crank: gas torque from a table of cylinder pressure, and the torque of the reciprocating masses.
///
/// ```text
/// s = r (1 − cos θ) + l − u,     u = √(l² − r² sin² θ),     θ = φ − φ_TDC
/// s′ = r sin θ + r² sin θ cos θ/u,     s″ = r cos θ + r² cos 2θ/u + r⁴ sin² θ cos² θ/u³
/// m s′² φ̈ + m s′ s″ φ̇² = c(t) (p(θ) − p₀) A s′
/// ```
///
/// s is the travel of the piston from top dead centre. The left side follows from the kinetic energy ½ m (s′ φ̇)², so
/// the energy balance is exact. At constant speed it is the well-known torque m r² φ̇² (−λ/4 sin θ + ½ sin 2θ + 3λ/4
/// sin 3θ + …), λ = r/l, of the crank on the masses. The rotating part of the rod belongs to the inertia of the shaft.
pub struct Cylinder {
    /// The crankshaft.
    pub on: ScalarId,
    /// r and l, in metres.
    pub lengths: [f64; 2],
    /// A, in m².
    pub area: f64,
    /// m, in kg.
    pub mass: f64,
    /// φ_TDC, the angle of the shaft at the top dead centre where the table begins, in radians.
    pub top: f64,
    /// p − p₀ in pascal over θ in radians, from 0 to the cycle.
    pub pressure: Option<Table>,
    /// The period of the table as an angle: two turns for a four-stroke engine.
    pub cycle: f64,
    /// c as a function of time.
    pub load: Function,
}

/// `[[driveline]]` with `type = "cylinder"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("cylinder"),
    summary: "A cylinder of a reciprocating engine: gas torque by its pressure over the crank angle, and the torque of its oscillating mass.",
    keys: &[
        Key::required("on", Form::Shaft, "the crankshaft"),
        Key::required("crank_radius", Form::Number(Quantity::LENGTH), "half the stroke").within(Range::Positive),
        Key::required(
            "rod_length",
            Form::Number(Quantity::LENGTH),
            "length of the connecting rod; more than the radius",
        )
        .within(Range::Positive),
        Key::with_default(
            "oscillating_mass",
            Form::Number(Quantity::MASS),
            "0",
            "mass of the piston, its pin and the upper part of the rod",
        )
        .within(Range::NonNegative),
        Key::optional("bore", Form::Number(Quantity::LENGTH), "diameter of the piston; goes with `pressure`")
            .within(Range::Positive),
        Key::optional(
            "pressure",
            Form::Curve(Quantity::ANGLE, Quantity::PRESSURE),
            "pressure above that of the crankcase, over the crank angle from top dead centre to the end of the cycle; smooth between the points",
        ),
        Key::with_default(
            "load",
            Form::Function(Quantity::NUMBER),
            "1",
            "what the pressure is multiplied by, over time",
        ),
        Key::with_default(
            "top_dead_centre",
            Form::Number(Quantity::ANGLE),
            "0",
            "angle of the shaft at the top dead centre at which the table of pressure begins",
        ),
        Key::with_default("strokes", Form::Count, "4", "of a cycle: 4 for two turns, 2 for one")
            .within(Range::Between(2.0, 4.0)),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "position", quantity: Quantity::LENGTH, meaning: "way of the piston from top dead centre" },
    Channel { name: "pressure", quantity: Quantity::PRESSURE, meaning: "pressure above that of the crankcase" },
    Channel { name: "gas_torque", quantity: Quantity::TORQUE, meaning: "torque of the gas on the crank" },
    Channel {
        name: "inertia_torque",
        quantity: Quantity::TORQUE,
        meaning: "torque of the oscillating mass on the crank",
    },
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that the gas puts into the train" },
];

impl Cylinder {
    /// s, s′ and s″ at an angle of the crank.
    fn way<S: Scalar>(&self, theta: S) -> [S; 3] {
        let [r, l] = self.lengths;
        let (sin, cos) = (theta.sin(), theta.cos());
        let u = (S::constant(l * l) - sin * sin * (r * r)).sqrt();
        let product = sin * cos * (r * r);
        let s = (S::one() - cos) * r + S::constant(l) - u;
        let slope = sin * r + product / u;
        let bend = cos * r + (cos * cos - sin * sin) * (r * r) / u + product * product / (u * u * u);
        [s, slope, bend]
    }

    /// p − p₀ at an angle and a time.
    fn gas<S: Scalar>(&self, theta: S, time: S) -> S {
        let Some(table) = &self.pressure else { return S::zero() };
        let turned = (theta.value() / self.cycle).floor() * self.cycle;
        table.value(theta - S::constant(turned)) * self.load.value(time)
    }

    /// The torques of gas and masses on the crank.
    fn torques<S: Scalar>(&self, at: &At<S>) -> [S; 2] {
        let shaft = &at.scalars[0];
        let theta = shaft.q - S::constant(self.top);
        let [_, slope, bend] = self.way(theta);
        let gas = self.gas(theta, at.time) * slope * self.area;
        let masses = (slope * slope * shaft.dv + slope * bend * shaft.v * shaft.v) * self.mass;
        [gas, -masses]
    }

    /// The area of a piston.
    pub fn area_of(bore: f64) -> f64 {
        0.25 * PI * bore * bore
    }
}

impl Element for Cylinder {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.on]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [gas, masses] = self.torques(at);
        r.scalar(0, -gas - masses);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.load.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let shaft = &at.scalars[0];
        let speed = self.way(shaft.q - self.top)[1] * shaft.v;
        let [gas, _] = self.torques(at);
        Energy { kinetic: 0.5 * self.mass * speed * speed, supplied: gas * shaft.v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let theta = at.scalars[0].q - self.top;
        let [gas, masses] = self.torques(at);
        let pressure = self.gas(theta, at.time);
        out.copy_from_slice(&[self.way(theta)[0], pressure, gas, masses, gas * at.scalars[0].v]);
    }
}

addable!(Cylinder);

/// For the generic check.
#[cfg(test)]
fn specimen([on]: [ScalarId; 1]) -> Cylinder {
    // One straight line over a cycle longer than any angle of the check, so that differences see no kink.
    let pressure = Table::new(&[[0.0, 1.0], [2000.0, 500.0]], false).ok();
    Cylinder {
        on,
        lengths: [0.4, 1.3],
        area: 0.8,
        mass: 1.7,
        top: -1000.0,
        pressure,
        cycle: 2000.0,
        load: Function::Polynomial(vec![0.9, 0.1]),
    }
}

examined!(KIND => on_shafts(specimen));
