//! Engine with a torque map.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::signals::Input;
#[cfg(test)]
use crate::laws::Function;
use crate::laws::TimeEvents;
use crate::laws::function::Table;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// The mean torque of an engine or a motor, by a map over its speed and the pedal position.
///
/// ```text
/// τ = (1 − s) Tⱼ(φ̇) + s Tⱼ₊₁(φ̇),     s = (u − uⱼ)/(uⱼ₊₁ − uⱼ)
/// ```
///
/// Linear interpolation between the curves of the map, without extrapolation beyond the first and the last. u is a
/// function of time or a signal. Quasi-static: model the filling of a manifold by a lag of u.
pub struct Engine {
    /// The shaft.
    pub on: ScalarId,
    /// Pedal positions in ascending order, each with the torque in N m over the speed in rad/s.
    pub map: Vec<(f64, Table)>,
    /// u.
    pub throttle: Input,
}

/// `[[driveline]]` with `type = "engine"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("engine"),
    summary: "An engine or a motor by its map of torque over speed and throttle.",
    keys: &[
        Key::required("on", Form::Shaft, "the shaft"),
        Key::required(
            "map",
            Form::List(&Form::Group(CURVE)),
            "curves of torque over speed, each for a position of the throttle, in rising order",
        ),
        Key::required("throttle", Form::Input(Quantity::NUMBER), "position of the throttle, over time or by a signal"),
    ],
    channels: CHANNELS,
};

const CURVE: &[Key] = &[
    Key::required("throttle", Form::Number(Quantity::NUMBER), "position of the throttle").within(Range::Any),
    Key::required("torque", Form::Curve(Quantity::ANGULAR_VELOCITY, Quantity::TORQUE), "torque over speed"),
];

const CHANNELS: &[Channel] = &[
    Channel { name: "throttle", quantity: Quantity::NUMBER, meaning: "position of the throttle" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque on the shaft" },
    Channel { name: "power", quantity: Quantity::POWER, meaning: "power that it puts into the train" },
];

impl Engine {
    fn acting<S: Scalar>(&self, at: &At<S>) -> S {
        let (u, speed) = (self.throttle.value(at, 1), at.scalars[0].v);
        let above = self.map.partition_point(|(position, _)| *position <= u.value());
        match (above.checked_sub(1).map(|below| &self.map[below]), self.map.get(above)) {
            (Some((low, below)), Some((high, above))) => {
                let share = (u - S::constant(*low)) * (1.0 / (high - low));
                let [below, above] = [below, above].map(|table| table.value(speed));
                below + share * (above - below)
            }
            (Some((_, table)), None) | (None, Some((_, table))) => table.value(speed),
            (None, None) => S::zero(),
        }
    }
}

impl Element for Engine {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn scalars(&self) -> Vec<ScalarId> {
        [self.on].into_iter().chain(self.throttle.signal()).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, -self.acting(at));
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.throttle.time_events(out);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { supplied: self.acting(at) * at.scalars[0].v, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.copy_from_slice(&[self.throttle.value(at, 1), self.acting(at), self.energy(at).supplied]);
    }
}

addable!(Engine);

/// For the generic check.
#[cfg(test)]
fn specimen([on]: [ScalarId; 1]) -> Engine {
    let table = |points: &[[f64; 2]]| Table::new(points, false).expect("points make a table");
    let map = vec![(0.0, table(&[[-50.0, 1.0], [50.0, -2.0]])), (2.0, table(&[[-50.0, 4.0], [50.0, 3.0]]))];
    Engine { on, map, throttle: Function::Polynomial(vec![0.6, 0.1]).into() }
}

examined!(KIND => on_shafts(specimen));
