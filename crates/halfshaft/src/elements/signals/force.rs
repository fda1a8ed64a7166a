//! Signals of forces and torques.

use super::{CHANNELS, SECTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, Residual, ScalarId};

/// u − F = 0, with F the force or torque of an item, which a [`Gauge`](crate::system::Gauge) subtracts in this
/// equation.
///
/// F is the present value: a controller that acts on it and changes it is an algebraic loop, solved with the equations
/// of motion. With a gain g of the load on its own reaction, u = F₀ + g u has no solution at g = 1: insert a lag.
pub struct ForceSignal {
    /// u.
    pub value: ScalarId,
    /// Whether it is a torque; otherwise a force.
    pub torque: bool,
}

const OF: Key =
    Key::required("of", Form::Item, "the item that exerts it: a joint, a force, a contact, a gear, a drive");
const ON: Key = Key::required("on", Form::Frame, "the body on which it acts; not the ground");
const IN: Key = Key::with_default(
    "in",
    Form::Choice(&["model", "body"]),
    "\"model\"",
    "whether the axis stays as it is in the model frame, or moves with the body",
);

/// `[[signal]]` with `type = "force"` in a model file.
pub const FORCE: Kind = Kind {
    section: SECTION,
    type_name: Some("force"),
    summary: "The force that an item exerts on a body, along an axis.",
    keys: &[OF, ON, Key::required("axis", Form::Axis, "direction at the design position, in the model frame"), IN],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "torque"` in a model file.
pub const TORQUE: Kind = Kind {
    section: SECTION,
    type_name: Some("torque"),
    summary: "The torque that an item exerts on a body, about an axis through a point of the body.",
    keys: &[
        OF,
        ON,
        Key::required("axis", Form::Axis, "direction at the design position, in the model frame"),
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "point of the body at the design position; default: the body's own origin",
        ),
        IN,
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "shaft_torque"` in a model file.
pub const SHAFT_TORQUE: Kind = Kind {
    section: SECTION,
    type_name: Some("shaft_torque"),
    summary: "The torque that a part of a driveline exerts on a shaft.",
    keys: &[
        Key::required("of", Form::Item, "the part that exerts it: a shaft, a clutch, a stage, a tyre"),
        Key::required("on", Form::Shaft, "the shaft on which it acts; not the ground"),
    ],
    channels: CHANNELS,
};

impl Element for ForceSignal {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    // The axis may be fixed in the model frame.
    const FRAME_INDIFFERENT: bool = false;
    // Through the gauge the equation depends on multipliers.
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        if self.torque { Quantity::TORQUE } else { Quantity::FORCE }
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.value]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].v);
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(ForceSignal);
