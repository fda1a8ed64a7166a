//! Torque converter.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::laws::function::Table;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// A hydrodynamic torque converter or coupling, by tables over the speed ratio ν = ω_T/ω_P.
///
/// ```text
/// τ_P = ξ(ν) ω_P²,     τ_T = μ(ν) τ_P
/// ```
///
/// ξ is the capacity, the inverse square of the K-factor: it is zero at ν = 1, where K is infinite. The stator reacts
/// the difference μ τ_P − τ_P. Quasi-static, for forward rotation of the pump; at rest no torque is transmitted. A
/// lock-up clutch is a separate clutch in parallel.
pub struct Converter {
    /// Pump and turbine.
    pub between: [ScalarId; 2],
    /// ξ over ν, in N m s²/rad².
    pub capacity: Table,
    /// μ over ν.
    pub torque_ratio: Table,
}

/// `[[driveline]]` with `type = "converter"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("converter"),
    summary: "A torque converter or a fluid coupling, by tables over the ratio of turbine speed to pump speed. For lock-up add a clutch beside it.",
    keys: &[
        Key::required("pump", Form::Shaft, "the shaft of the pump"),
        Key::required("turbine", Form::Shaft, "the shaft of the turbine"),
        Key::required(
            "capacity",
            Form::Curve(Quantity::NUMBER, Quantity::TORQUE_PER_SPEED_SQUARED),
            "pump torque for the square of pump speed, over the ratio of speeds; zero or less from 1 on",
        ),
        Key::with_default(
            "torque_ratio",
            Form::Curve(Quantity::NUMBER, Quantity::NUMBER),
            "[[0, 1]]",
            "turbine torque over pump torque, over the ratio of speeds",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel {
        name: "speed_ratio",
        quantity: Quantity::NUMBER,
        meaning: "turbine speed over pump speed; zero where the pump rests",
    },
    Channel { name: "torque_pump", quantity: Quantity::TORQUE, meaning: "torque that the pump takes" },
    Channel { name: "torque_turbine", quantity: Quantity::TORQUE, meaning: "torque that the turbine gives" },
    Channel {
        name: "efficiency",
        quantity: Quantity::NUMBER,
        meaning: "turbine power over pump power; zero where the pump takes none",
    },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl Converter {
    /// Speed ratio, torques of pump and turbine.
    fn flow<S: Scalar>(&self, at: &At<S>) -> [S; 3] {
        let [pump, turbine] = [at.scalars[0].v, at.scalars[1].v];
        if pump.value() <= 0.0 {
            return [S::zero(); 3];
        }
        let ratio = turbine / pump;
        let taken = self.capacity.value(ratio) * pump * pump;
        [ratio, taken, self.torque_ratio.value(ratio) * taken]
    }
}

impl Element for Converter {
    type Tangent = Dual<4>;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        self.between.to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [_, taken, given] = self.flow(at);
        r.scalar(0, taken);
        r.scalar(1, -given);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let [_, taken, given] = self.flow(at);
        Energy { dissipated: taken * at.scalars[0].v - given * at.scalars[1].v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [ratio, taken, given] = self.flow(at);
        let (input, output) = (taken * at.scalars[0].v, given * at.scalars[1].v);
        let efficiency = if input > 0.0 { output / input } else { 0.0 };
        out.copy_from_slice(&[ratio, taken, given, efficiency, input - output]);
    }
}

addable!(Converter);

/// For the generic check.
#[cfg(test)]
fn specimen(between: [ScalarId; 2]) -> Converter {
    // No efficiency above one at any speed ratio.
    let table = |points: &[[f64; 2]]| Table::new(points, false).expect("points make a table");
    let (capacity, torque_ratio) = (table(&[[-1e6, 0.3], [1e6, 0.3]]), table(&[[1.0, 0.5], [2.0, 0.0]]));
    Converter { between, capacity, torque_ratio }
}

examined!(KIND => on_shafts(specimen));
