//! Signals of sensors: position and motion of B relative to A, and rotation of a shaft.

use super::{CHANNELS, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::elements::joint::{AXIS, BETWEEN, POSITION};
use crate::elements::pair::MovingPair;
use crate::elements::turns;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId};

/// u − x = 0, with x the angle of B relative to A about A's z axis, or the position of B's origin along it, or its
/// rate.
///
/// An angle is counted over many turns.
pub struct Sensed<const TURNING: bool, const SPEED: bool> {
    /// u.
    pub value: ScalarId,
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// u − φ = 0, or u − φ̇ = 0, with the angle φ of a shaft.
pub struct SensedShaft<const SPEED: bool> {
    /// u.
    pub value: ScalarId,
    /// The shaft.
    pub shaft: ScalarId,
}

const fn between(type_name: &'static str, summary: &'static str, keys: &'static [Key]) -> Kind {
    Kind { section: SECTION, type_name: Some(type_name), summary, keys, channels: CHANNELS }
}

/// `[[signal]]` with `type = "angle"` in a model file.
pub const ANGLE: Kind = between(
    "angle",
    "The angle of B against A about an axis that moves with A, zero at the design position, counted over many turns.",
    &[BETWEEN, AXIS],
);

/// `[[signal]]` with `type = "angular_speed"` in a model file.
pub const ANGULAR_SPEED: Kind =
    between("angular_speed", "The angular velocity of B against A about an axis that moves with A.", &[BETWEEN, AXIS]);

/// `[[signal]]` with `type = "displacement"` in a model file.
pub const DISPLACEMENT: Kind = between(
    "displacement",
    "The travel of a point of B against A along an axis that moves with A, zero at the design position.",
    &[BETWEEN, POSITION, AXIS],
);

/// `[[signal]]` with `type = "speed"` in a model file.
pub const SPEED: Kind = between(
    "speed",
    "The velocity of a point of B against A along an axis that moves with A.",
    &[BETWEEN, POSITION, AXIS],
);

const ON: &[Key] = &[Key::required("on", Form::Shaft, "the shaft")];

/// `[[signal]]` with `type = "shaft_angle"` in a model file.
pub const SHAFT_ANGLE: Kind = between("shaft_angle", "The angle of a shaft.", ON);

/// `[[signal]]` with `type = "shaft_speed"` in a model file.
pub const SHAFT_SPEED: Kind = between("shaft_speed", "The angular velocity of a shaft.", ON);

impl<const TURNING: bool, const SPEED: bool> Sensed<TURNING, SPEED> {
    fn sensed<S: Scalar>(&self, at: &At<S>) -> S {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let rate = moving.along::<TURNING>().0;
        if SPEED {
            return rate;
        }
        let raw = moving.pair.along::<TURNING>();
        if TURNING { turns::unwrapped(raw, rate.value(), at.time.value(), at.memory) } else { raw }
    }
}

impl<const TURNING: bool, const SPEED: bool> Element for Sensed<TURNING, SPEED> {
    type Tangent = Dual<16>;
    const INTERNAL: bool = false;
    const MEMORY: &'static [&'static str] = if TURNING && !SPEED { &turns::MEMORY } else { &[] };
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        match (TURNING, SPEED) {
            (true, true) => Quantity::ANGULAR_VELOCITY,
            (true, false) => Quantity::ANGLE,
            (false, true) => Quantity::VELOCITY,
            (false, false) => Quantity::LENGTH,
        }
    }

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.value]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].v - self.sensed(at));
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        if TURNING && !SPEED {
            let moving = MovingPair::on([&self.a, &self.b], at.nodes);
            turns::remember(self.sensed(at), moving.along::<TURNING>().0, at.time, memory);
        }
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

impl<const SPEED: bool> Element for SensedShaft<SPEED> {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        if SPEED { Quantity::ANGULAR_VELOCITY } else { Quantity::ANGLE }
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.value, self.shaft]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let shaft = &at.scalars[1];
        r.scalar(0, at.scalars[0].v - if SPEED { shaft.v } else { shaft.q });
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(Sensed<false, false>, Sensed<false, true>, Sensed<true, false>, Sensed<true, true>, SensedShaft<false>, SensedShaft<true>);

/// For the generic check.
#[cfg(test)]
fn specimen<const TURNING: bool, const SPEED: bool>([a, b]: [Frame; 2], value: ScalarId) -> Sensed<TURNING, SPEED> {
    Sensed { value, a, b }
}

/// For the generic check.
#[cfg(test)]
fn shaft_specimen<const SPEED: bool>(value: ScalarId, shaft: ScalarId) -> SensedShaft<SPEED> {
    SensedShaft { value, shaft }
}

examined!(
    ANGLE => frames_and_signal(specimen::<true, false>),
    ANGULAR_SPEED => frames_and_signal(specimen::<true, true>),
    DISPLACEMENT => frames_and_signal(specimen::<false, false>),
    SPEED => frames_and_signal(specimen::<false, true>),
    SHAFT_ANGLE => on_scalars("am", |[u, shaft]| shaft_specimen::<false>(u, shaft)),
    SHAFT_SPEED => on_scalars("am", |[u, shaft]| shaft_specimen::<true>(u, shaft)),
);
