//! Rigid body.

use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};

/// `[[body]]` in a model file.
pub const KIND: Kind = Kind {
    section: "body",
    type_name: None,
    summary: "A rigid body: mass and inertia about its centre of mass.",
    keys: &[
        Key::required("mass", Form::Number(Quantity::MASS), "mass").within(Range::Positive),
        Key::required("inertia", Form::Inertia, "moments of inertia about the centre of mass, in the body's axes"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "centre of mass at the design position, in the model frame",
        ),
        Key::optional(
            "orientation",
            Form::Rotation,
            "turns the body's axes from the model frame's at the design position",
        ),
        Key::with_default(
            "velocity",
            Form::Vector(Quantity::VELOCITY),
            "[0, 0, 0]",
            "velocity of the centre of mass at the start, in the model frame",
        ),
        Key::with_default(
            "angular_velocity",
            Form::Vector(Quantity::ANGULAR_VELOCITY),
            "[0, 0, 0]",
            "angular velocity at the start, in the model frame",
        ),
    ],
    channels: &[
        Channel {
            name: "position_x",
            quantity: Quantity::LENGTH,
            meaning: "centre of mass along x of the model frame",
        },
        Channel {
            name: "position_y",
            quantity: Quantity::LENGTH,
            meaning: "centre of mass along y of the model frame",
        },
        Channel {
            name: "position_z",
            quantity: Quantity::LENGTH,
            meaning: "centre of mass along z of the model frame",
        },
    ],
};
