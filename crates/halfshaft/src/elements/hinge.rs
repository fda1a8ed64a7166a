//! Hinge.

use crate::describe::{Channel, Form, Key, Kind, Quantity};

/// `[[joint]]` with `type = "hinge"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("hinge"),
    summary: "A hinge: B turns against A about one axis and moves in no other way.",
    keys: &[
        Key::required("between", Form::Between, "the two bodies, A and B"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "a point on the axis at the design position, in the model frame",
        ),
        Key::required("axis", Form::Axis, "direction of the axis at the design position, in the model frame"),
    ],
    channels: &[Channel {
        name: "angle",
        quantity: Quantity::ANGLE,
        meaning: "rotation of B against A about the axis",
    }],
};
