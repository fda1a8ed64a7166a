//! `[[contact]]` of superelements in a model file.

use super::super::super::joint_friction::{COEFFICIENT, STATIC, STRIBECK, VELOCITY};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};

/// The channels of a contact of two superelements.
pub const CHANNELS: &[Channel] = &[
    Channel::new("force_x", Quantity::FORCE, "resultant force on the first body along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "resultant force on the first body along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "resultant force on the first body along z of the model frame"),
    Channel::new("moment_x", Quantity::TORQUE, "its moment about the origin of the model frame, along x"),
    Channel::new("moment_y", Quantity::TORQUE, "its moment about the origin of the model frame, along y"),
    Channel::new("moment_z", Quantity::TORQUE, "its moment about the origin of the model frame, along z"),
    Channel::new("normal_force", Quantity::FORCE, "integral of the pressure over the area"),
    Channel::new(
        "friction_force",
        Quantity::FORCE,
        "integral of the friction stress over the area, without regard to its direction",
    ),
    Channel::new(
        "gap",
        Quantity::LENGTH,
        "smallest gap of all points, up to `reach`; negative where they press into the other surface",
    ),
    Channel::new("largest_pressure", Quantity::PRESSURE, "largest pressure of all points, for each undeformed area"),
    Channel::new("contact_area", Quantity::AREA, "undeformed area under pressure, the mean of both surfaces"),
    Channel::new("points", Quantity::NUMBER, "number of points under pressure, on both surfaces"),
    Channel::new("energy", Quantity::ENERGY, "stored energy"),
    Channel::new("dissipation", Quantity::POWER, "power lost to damping and friction"),
];

/// The coefficient of restitution at a speed.
pub const RESTITUTION: Key = Key::with_default(
    "restitution",
    Form::Number(Quantity::NUMBER),
    "1",
    "coefficient of restitution of a free impact of rigid bodies at `restitution_speed`; slower impacts are more elastic",
)
.within(Range::Between(0.01, 1.0));
/// The speed at which it holds.
pub const RESTITUTION_SPEED: Key = Key::with_default(
    "restitution_speed",
    Form::Number(Quantity::VELOCITY),
    "\"1 m/s\"",
    "impact speed at which `restitution` holds",
)
.within(Range::Positive);

/// `[[contact]]` with `type = "superelements"` in a model file.
pub const KIND: Kind = Kind {
    section: "contact",
    type_name: Some("superelements"),
    summary: "Surfaces of two superelements that may touch: the points of each on the faces of the other.",
    keys: &[
        Key::required("superelement", Form::Item, "the first superelement"),
        Key::required("surface", Form::Text, "its surface, or a set of its nodes that contains faces"),
        Key::required("other", Form::Item, "the second superelement"),
        Key::required("other_surface", Form::Text, "its surface, or a set of its nodes that contains faces"),
        Key::with_default(
            "faces",
            Form::Choice(&["smooth", "plain"]),
            "\"smooth\"",
            "whether faces of 4 nodes are curved so that their normals are continuous, or as the mesh has them",
        ),
        Key::with_default(
            "points",
            Form::Count,
            "3",
            "number of points along each edge of a face of 4 or 8 nodes; those at its ends are the corners",
        )
        .within(Range::Between(2.0, 50.0)),
        Key::optional(
            "reach",
            Form::Number(Quantity::LENGTH),
            "how deep behind a surface points touch it; default: a tenth of the square root of the mean area of the larger faces",
        )
        .within(Range::Positive),
        Key::optional(
            "stiffness",
            Form::Number(Quantity::STIFFNESS_PER_AREA),
            "pressure for each penetration; default: 10 E/h, with Young's modulus E and the square root h of the mean area of the faces of the more compliant surface",
        )
        .within(Range::Positive),
        RESTITUTION,
        RESTITUTION_SPEED,
        Key::optional(
            "friction",
            Form::Group(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK]),
            "friction, smooth around rest; default: none",
        ),
    ],
    channels: CHANNELS,
};
