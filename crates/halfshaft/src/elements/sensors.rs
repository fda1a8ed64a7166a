//! Sensors of the model file. They are instruments of the system and add nothing to the equations.

use crate::describe::{Form, Key, Kind, Quantity};
use crate::system::instrument::{FORCE as FORCE_CHANNELS, POINT as POINT_CHANNELS, RELATIVE as RELATIVE_CHANNELS};

const SECTION: &str = "sensor";

const SEEN_FROM: Key = Key::with_default(
    "seen_from",
    Form::Frame,
    "\"ground\"",
    "body or frame in whose axes the components are, and with which the one moves who sees the rates",
);

const ORIENTATION: Key = Key::optional(
    "orientation",
    Form::Rotation,
    "how those axes stand at the design position; default: along the model frame, or as the frame does",
);

/// `[[sensor]]` with `type = "point"` in a model file.
pub const POINT: Kind = Kind {
    section: SECTION,
    type_name: Some("point"),
    summary: "Reports the motion of a point of a body in the model frame.",
    keys: &[
        Key::required("on", Form::Frame, "the body"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "the point at the design position, in the model frame",
        ),
    ],
    channels: POINT_CHANNELS,
};

/// `[[sensor]]` with `type = "relative"` in a model file.
pub const RELATIVE: Kind = Kind {
    section: SECTION,
    type_name: Some("relative"),
    summary: "Reports how B stands and moves against A, as seen from a third body or frame.",
    keys: &[
        Key::required("between", Form::Between, "A and B"),
        Key::optional(
            "position_a",
            Form::Vector(Quantity::LENGTH),
            "point of A at the design position; default: A's own origin",
        ),
        Key::optional(
            "position_b",
            Form::Vector(Quantity::LENGTH),
            "point of B at the design position; default: B's own origin",
        ),
        SEEN_FROM,
        ORIENTATION,
    ],
    channels: RELATIVE_CHANNELS,
};

/// `[[sensor]]` with `type = "force"` in a model file.
pub const FORCE: Kind = Kind {
    section: SECTION,
    type_name: Some("force"),
    summary: "Reports the force and the torque that a joint, a contact, a gear or any other item exerts on a body.",
    keys: &[
        Key::required("of", Form::Item, "the item that exerts them"),
        Key::required("on", Form::Frame, "the body on which they act"),
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "point of the body about which the torque is counted; default: the body's own origin",
        ),
        SEEN_FROM,
        ORIENTATION,
    ],
    channels: FORCE_CHANNELS,
};
