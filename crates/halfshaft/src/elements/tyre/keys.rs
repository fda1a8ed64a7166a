//! `[[tyre]]` in a model file.

use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};

const NINE: Form = Form::List(&Form::Number(Quantity::NUMBER));

/// The keys of the coefficients of 1987.
const MAGIC_FORMULA: &[Key] = &[
    Key::required("lateral", NINE, "a0 to a8 of the side force (slip angle in degrees, load in kN)"),
    Key::required("longitudinal", NINE, "b0 to b8 of the longitudinal force (slip in percent, load in kN)"),
    Key::optional("aligning", NINE, "c0 to c8 of the aligning moment; default: none"),
    Key::with_default(
        "camber_thrust",
        Form::Number(Quantity::NUMBER),
        "0",
        "side force over load and camber in radians, towards the side to which the wheel leans",
    )
    .within(Range::NonNegative),
];

const RELAXATION: &[Key] = &[
    Key::required("longitudinal", Form::Number(Quantity::LENGTH), "distance over which F_x follows the slip")
        .within(Range::Positive),
    Key::required("lateral", Form::Number(Quantity::LENGTH), "distance over which F_y follows the slip angle")
        .within(Range::Positive),
];

const PATCH: &[Key] = &[
    Key::required("from", Form::Number(Quantity::LENGTH), "where it begins along the road"),
    Key::required("to", Form::Number(Quantity::LENGTH), "where it ends along the road"),
    Key::optional("right", Form::Number(Quantity::LENGTH), "its edge on the right, along y; default: no limit"),
    Key::optional("left", Form::Number(Quantity::LENGTH), "its edge on the left, along y; default: no limit"),
    Key::required("scale", Form::Number(Quantity::NUMBER), "grip on it over that beside it").within(Range::NonNegative),
    Key::with_default(
        "transition",
        Form::Number(Quantity::LENGTH),
        "\"0.15 m\"",
        "length over which the grip changes inside its edges: about that of the contact",
    )
    .within(Range::Positive),
];

/// `[[tyre]]` in a model file.
pub const KIND: Kind = Kind {
    section: "tyre",
    type_name: None,
    summary: "A tyre on a wheel B that rolls on a road A: Magic Formula with relaxation, vertical spring and damper, loss of contact and standstill. Axes of ISO 8855. The one-dimensional tyre of drivelines is `[[driveline]]` with `type = \"tyre\"`.",
    keys: &[
        Key::required("between", Form::Between, "the body of the road, mostly `ground`, and the wheel"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "a point of the road at the design position: the origin of distances and patches",
        ),
        Key::with_default("normal", Form::Axis, "\"z\"", "normal of the road at the design position, upwards"),
        Key::with_default("along", Form::Axis, "\"x\"", "direction of the road's distance at the design position"),
        Key::optional(
            "centre",
            Form::Vector(Quantity::LENGTH),
            "centre of the wheel at the design position; default: B's own origin",
        ),
        Key::with_default(
            "axis",
            Form::Axis,
            "\"y\"",
            "spin axis at the design position, to the left: the wheel rolls forward with positive rotation about it",
        ),
        Key::optional(
            "magic_formula",
            Form::Group(MAGIC_FORMULA),
            "coefficients of the Magic Formula of 1987/89; instead of `file`",
        ),
        Key::optional(
            "file",
            Form::Text,
            "tyre property file (.tir) of MF 5.2 (PAC2002) or 6.1, relative to the model file; instead of `magic_formula`",
        ),
        Key::optional(
            "side",
            Form::Choice(&["left", "right"]),
            "side on which it is mounted: a file measured on the other side is mirrored; default: as measured",
        ),
        Key::optional(
            "pressure",
            Form::Number(Quantity::PRESSURE),
            "inflation pressure, with a file of MF 6.1; default: that of the file",
        )
        .within(Range::Positive),
        Key::optional("radius", Form::Number(Quantity::LENGTH), "radius without load; default: that of the file")
            .within(Range::Positive),
        Key::with_default(
            "crown_radius",
            Form::Number(Quantity::LENGTH),
            "0",
            "radius of the cross-section: 0 is a thin disc with a single point of contact, otherwise a torus",
        )
        .within(Range::NonNegative),
        Key::optional(
            "rolling_radius",
            Form::Number(Quantity::LENGTH),
            "effective rolling radius; default: that of the file, or `radius` less a third of the deflection",
        )
        .within(Range::Positive),
        Key::optional(
            "vertical_stiffness",
            Form::Number(Quantity::STIFFNESS),
            "vertical stiffness; default: that of the file",
        )
        .within(Range::Positive),
        Key::optional(
            "vertical_damping",
            Form::Number(Quantity::DAMPING),
            "vertical damping; default: that of the file",
        )
        .within(Range::NonNegative),
        Key::optional(
            "rolling_resistance",
            Form::Number(Quantity::NUMBER),
            "rolling resistance over load; default: that of the file, or none",
        )
        .within(Range::NonNegative),
        Key::optional(
            "relaxation_length",
            Form::Group(RELAXATION),
            "default: that of the file, or 0.15 m along and 0.45 m across",
        ),
        Key::with_default(
            "grip",
            Form::Input(Quantity::NUMBER),
            "1",
            "scales the grip of this tyre: a number, a function of time or a signal",
        ),
        Key::with_default(
            "grip_acts_on",
            Form::Choice(&["force", "peak"]),
            "\"force\"",
            "what `grip` and patches scale: the whole force with its slip stiffness, or the peak friction only",
        ),
        Key::optional("patches", Form::List(&Form::Group(PATCH)), "rectangles of other grip on the road"),
        Key::optional(
            "profile",
            Form::Curve(Quantity::LENGTH, Quantity::LENGTH),
            "height of the road over distance; default: plane",
        ),
        Key::with_default(
            "contact_length",
            Form::Number(Quantity::LENGTH),
            "\"0.12 m\"",
            "length of the contact over which the profile is followed",
        )
        .within(Range::Positive),
        Key::with_default(
            "standstill_speed",
            Form::Number(Quantity::VELOCITY),
            "\"1 m/s\"",
            "below this speed the carcass is damped and its deflection is limited by sliding",
        )
        .within(Range::Positive),
        Key::with_default(
            "standstill_damping",
            Form::Number(Quantity::NUMBER),
            "0.3",
            "damping ratio of the wheel load on the elastic carcass at standstill",
        )
        .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

/// The channels of a tyre.
pub(super) const CHANNELS: &[Channel] = &[
    Channel::new(
        "slip_ratio",
        Quantity::NUMBER,
        "longitudinal slip with its relaxation, positive where the wheel drives",
    ),
    Channel::new(
        "slip_angle",
        Quantity::ANGLE,
        "slip angle with its relaxation; a positive one gives a negative side force",
    ),
    Channel::new("inclination", Quantity::ANGLE, "inclination against the road, positive with the top to the right"),
    Channel::new("fx", Quantity::FORCE, "longitudinal force of the road on the wheel"),
    Channel::new("fy", Quantity::FORCE, "side force, positive to the left"),
    Channel::new("fz", Quantity::FORCE, "wheel load"),
    Channel::new("mx", Quantity::TORQUE, "overturning moment"),
    Channel::new("my", Quantity::TORQUE, "rolling resistance moment"),
    Channel::new("mz", Quantity::TORQUE, "aligning moment"),
    Channel::new("deflection", Quantity::LENGTH, "vertical deflection; negative above the road"),
    Channel::new("grip", Quantity::NUMBER, "scale of the grip, with that of patches"),
    Channel::new("speed", Quantity::VELOCITY, "forward speed of the contact"),
    Channel::new("distance", Quantity::LENGTH, "where the contact is along the road"),
    Channel::new("offset", Quantity::LENGTH, "where the contact is across the road, positive to the left"),
    Channel::new("force_x", Quantity::FORCE, "force on the wheel along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "force on the wheel along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "force on the wheel along z of the model frame"),
    Channel::new("energy", Quantity::ENERGY, "energy stored in the vertical deflection"),
    Channel::new("dissipation", Quantity::POWER, "power lost by slip, rolling resistance and vertical damping"),
];
