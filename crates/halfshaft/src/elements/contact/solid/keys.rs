//! `[[contact]]` of solids in a model file.

use super::super::super::joint_friction::{COEFFICIENT, STATIC, STRIBECK, VELOCITY};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};

/// The channels of a contact of a solid.
pub const CHANNELS: &[Channel] = &[
    Channel::new("force_x", Quantity::FORCE, "resultant force on the solid along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "resultant force on the solid along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "resultant force on the solid along z of the model frame"),
    Channel::new(
        "moment_x",
        Quantity::TORQUE,
        "its moment about `position` on the body, or the origin of the model frame between solids, along x of the model frame",
    ),
    Channel::new(
        "moment_y",
        Quantity::TORQUE,
        "its moment about `position` on the body, or the origin of the model frame between solids, along y of the model frame",
    ),
    Channel::new(
        "moment_z",
        Quantity::TORQUE,
        "its moment about `position` on the body, or the origin of the model frame between solids, along z of the model frame",
    ),
    Channel::new("normal_force", Quantity::FORCE, "integral of the pressure over the area"),
    Channel::new(
        "friction_force",
        Quantity::FORCE,
        "integral of the friction stress over the area, without regard to its direction",
    ),
    Channel::new("gap", Quantity::LENGTH, "smallest gap of all points; negative where they press into the surface"),
    Channel::new("largest_pressure", Quantity::PRESSURE, "largest pressure of all points, for each undeformed area"),
    Channel::new("pressure_x", Quantity::LENGTH, "where it is, along x of the model frame; 0 without contact"),
    Channel::new("pressure_y", Quantity::LENGTH, "where it is, along y of the model frame; 0 without contact"),
    Channel::new("pressure_z", Quantity::LENGTH, "where it is, along z of the model frame; 0 without contact"),
    Channel::new("contact_area", Quantity::AREA, "undeformed area of the points under pressure"),
    Channel::new("points", Quantity::NUMBER, "number of points under pressure"),
    Channel::new("energy", Quantity::ENERGY, "stored energy"),
    Channel::new("dissipation", Quantity::POWER, "power lost to damping and friction"),
    Channel::new(
        "largest_friction",
        Quantity::PRESSURE,
        "largest friction stress of all points, for each undeformed area",
    ),
    Channel::new("sliding_speed", Quantity::VELOCITY, "largest sliding speed of the points under pressure"),
];

const SOLID: Key = Key::required("solid", Form::Item, "the solid");
const SURFACE: Key =
    Key::required("surface", Form::Text, "the surface of the solid, or a set of its nodes that contains faces");
const ON: Key = Key::required("on", Form::Frame, "the body that has the rigid surface");
const STIFFNESS: Key = Key::optional(
    "stiffness",
    Form::Number(Quantity::STIFFNESS_PER_AREA),
    "pressure for each penetration; default: 10 E/h, with Young's modulus E of the solid and the square root h of the mean area of the faces",
)
.within(Range::Positive);
const DAMPING: Key = Key::with_default(
    "damping",
    Form::Number(Quantity::DAMPING_PER_AREA),
    "0",
    "pressure for each speed of penetration; it never pulls",
)
.within(Range::NonNegative);
const DAMPING_DEPTH: Key = Key::optional(
    "damping_depth",
    Form::Number(Quantity::LENGTH),
    "penetration at which the damping is complete; default: 1e-7 E/`stiffness`",
)
.within(Range::Positive);
const FRICTION: Key = Key::optional(
    "friction",
    Form::Group(&[COEFFICIENT, STATIC, VELOCITY, STRIBECK]),
    "friction, smooth around rest; default: none",
);
const STICKING_FRICTION: Key = Key {
    meaning: "friction, smooth around rest, or sticking if `method` is \"augmented\"; default: none",
    ..FRICTION
};
const METHOD: Key = Key::with_default(
    "method",
    Form::Choice(&["penalty", "augmented", "nonsmooth"]),
    "\"penalty\"",
    "a pressure that grows with the penetration; or no penetration by an augmented Lagrangian, with friction that sticks; or no penetration by impulses at the ends of fixed steps, without friction",
);
const INSIDE: Key =
    Key::with_default("inside", Form::Switch, "false", "whether the solid is inside the surface, as in a bore");

/// `[[contact]]` with `type = "solid_on_plane"` in a model file.
pub const ON_PLANE: Kind = Kind {
    section: "contact",
    type_name: Some("solid_on_plane"),
    summary: "The surface of a solid that may touch a rigid plane, or a plane ring or disc, on a body.",
    keys: &[
        SOLID,
        SURFACE,
        ON,
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "a point of the plane at the design position, the centre of a ring or disc",
        ),
        Key::required("normal", Form::Axis, "normal of the plane at the design position, towards the solid"),
        Key::optional(
            "inner_radius",
            Form::Number(Quantity::LENGTH),
            "inner radius of a ring: what of the surface is inside at the design position never touches",
        )
        .within(Range::Positive),
        Key::optional(
            "outer_radius",
            Form::Number(Quantity::LENGTH),
            "outer radius of a ring or disc: what of the surface is outside at the design position never touches",
        )
        .within(Range::Positive),
        METHOD,
        STIFFNESS,
        DAMPING,
        DAMPING_DEPTH,
        STICKING_FRICTION,
    ],
    channels: CHANNELS,
};

/// `[[contact]]` with `type = "solid_on_cylinder"` in a model file.
pub const ON_CYLINDER: Kind = Kind {
    section: "contact",
    type_name: Some("solid_on_cylinder"),
    summary: "The surface of a solid that may touch a rigid cylinder on a body, from outside or in a bore.",
    keys: &[
        SOLID,
        SURFACE,
        ON,
        Key::required("position", Form::Vector(Quantity::LENGTH), "a point of the axis at the design position"),
        Key::required("axis", Form::Axis, "axis of the cylinder at the design position"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the cylinder").within(Range::Positive),
        INSIDE,
        METHOD,
        STIFFNESS,
        DAMPING,
        DAMPING_DEPTH,
        STICKING_FRICTION,
    ],
    channels: CHANNELS,
};

/// `[[contact]]` with `type = "solid_on_sphere"` in a model file.
pub const ON_SPHERE: Kind = Kind {
    section: "contact",
    type_name: Some("solid_on_sphere"),
    summary: "The surface of a solid that may touch a rigid sphere on a body, from outside or in a spherical bore.",
    keys: &[
        SOLID,
        SURFACE,
        ON,
        Key::required("position", Form::Vector(Quantity::LENGTH), "centre of the sphere at the design position"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the sphere").within(Range::Positive),
        INSIDE,
        METHOD,
        STIFFNESS,
        DAMPING,
        DAMPING_DEPTH,
        STICKING_FRICTION,
    ],
    channels: CHANNELS,
};

/// `[[contact]]` with `type = "solid_on_solid"` in a model file.
pub const ON_SOLID: Kind = Kind {
    section: "contact",
    type_name: Some("solid_on_solid"),
    summary: "The surface of a solid whose points may touch the faces of another solid. Give the finer mesh as `solid`.",
    keys: &[
        SOLID,
        SURFACE,
        Key::required("other", Form::Item, "the other solid"),
        Key::required("other_surface", Form::Text, "the surface of the other solid, or a set of its nodes that contains faces"),
        Key::optional(
            "search_radius",
            Form::Number(Quantity::LENGTH),
            "how far a point may move relative to the other surface; it touches the faces within this radius at the design position. Default: the smallest gap at the design position and twice the square root of the mean area of the other faces",
        )
        .within(Range::Positive),
        Key::with_default(
            "integration",
            Form::Choice(&["points", "segments"]),
            "\"points\"",
            "where the contact is evaluated: at the points of the first surface, or at integration points in the common parts of the faces of both, which passes the patch test with any meshes and takes longer",
        ),
        STIFFNESS,
        DAMPING,
        DAMPING_DEPTH,
        FRICTION,
    ],
    channels: CHANNELS,
};
