//! `[[contact]]` of the teeth of superelements in a model file.

use super::super::super::joint_friction::{COEFFICIENT, STATIC, STRIBECK, VELOCITY};
use super::super::superelement::keys::{RESTITUTION, RESTITUTION_SPEED};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};

/// The channels of two wheels in mesh.
pub const CHANNELS: &[Channel] = &[
    Channel::new("force_x", Quantity::FORCE, "resultant force on the first wheel along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "resultant force on the first wheel along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "resultant force on the first wheel along z of the model frame"),
    Channel::new("normal_force", Quantity::FORCE, "sum of the normal forces of all flanks"),
    Channel::new("deformation", Quantity::LENGTH, "largest local approach of two flanks; negative: the smallest gap"),
    Channel::new("pairs", Quantity::NUMBER, "pairs of flanks in contact"),
    Channel::new(
        "left_force",
        Quantity::FORCE,
        "normal force on the left flanks, seen from +z with the tooth pointing up",
    ),
    Channel::new("right_force", Quantity::FORCE, "normal force on the right flanks"),
    Channel::new("torque_a", Quantity::TORQUE, "torque on the first wheel about its axis"),
    Channel::new("torque_b", Quantity::TORQUE, "torque on the second wheel about its axis"),
    Channel::new("line_load", Quantity::STIFFNESS, "largest normal force for each width"),
    Channel::new(
        "load_ratio",
        Quantity::NUMBER,
        "largest normal force for each width, of one pair of flanks, over the whole normal force for each width",
    ),
    Channel::new("friction_force", Quantity::FORCE, "sum of the friction forces, without regard to their direction"),
    Channel::new("energy", Quantity::ENERGY, "stored energy of the local approach"),
    Channel::new("dissipation", Quantity::POWER, "power lost to damping and friction"),
];

/// `[[contact]]` with `type = "teeth"` in a model file.
pub const KIND: Kind = Kind {
    section: "contact",
    type_name: Some("teeth"),
    summary: "The teeth of two superelements with `mesh = { type = \"gear\" }`: exact flanks, carried by the elastic displacements of the wheels.",
    keys: &[
        Key::required("superelement", Form::Item, "the first wheel"),
        Key::required(
            "other",
            Form::Item,
            "the second wheel, on an axis that is parallel within 10 mrad; it may be a ring. Without `orientation` it is turned so that its teeth are in the middle of the spaces of the first",
        ),
        Key::with_default("slices", Form::Count, "5", "number of slices across the common face width")
            .within(Range::Between(1.0, 50.0)),
        Key::optional(
            "stiffness",
            Form::Number(Quantity::PRESSURE),
            "force for each width over the local approach; default: by `local`",
        )
        .within(Range::Positive),
        Key::with_default(
            "local",
            Form::Choice(&["hertz", "none"]),
            "\"hertz\"",
            "the local approach: `hertz` is what the zones of the wheels (`flank_zones`) do not contain of Hertz's approach under `line_load`; `none` leaves a hundredth of it, so that the shapes alone deform",
        ),
        Key::with_default(
            "line_load",
            Form::Number(Quantity::STIFFNESS),
            "\"200 N/mm\"",
            "force for each width for which the default stiffness is computed; it depends on its logarithm",
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
