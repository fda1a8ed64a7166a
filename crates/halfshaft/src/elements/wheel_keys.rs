//! The keys of wheels as their drawings give them: of a mesh, of a shape, and of both wheels of a gear pair.

use crate::describe::{Form, Key, Quantity, Range};

const LENGTH: Form = Form::Number(Quantity::LENGTH);
const NUMBER: Form = Form::Number(Quantity::NUMBER);
const LENGTHS: Form = Form::Pair(&LENGTH);

const RACK_TIP_RADIUS: Key = Key::with_default(
    "rack_tip_radius",
    NUMBER,
    "0.38",
    "radius of the edge of the cutting rack over the module, which makes the root fillets: 0.38 by ISO 53 A, 0.25 by ISO 53 C",
)
.within(Range::Between(0.0, 1.0));

/// The fineness of the mesh of a wheel.
pub(crate) const FINENESS: Key = Key::with_default(
    "fineness",
    Form::Count,
    "1",
    "number of cells: twice of it across a tooth, three times along a flank",
)
.within(Range::Between(1.0, 8.0));

macro_rules! wheel {
    ($($key:expr),*) => {
        &[
            Key::required("teeth", Form::Count, "number of teeth").within(Range::Between(3.0, 1e3)),
            Key::required("module", LENGTH, "normal module").within(Range::Positive),
            Key::with_default("pressure_angle", Form::Number(Quantity::ANGLE), "\"20 deg\"", "normal pressure angle")
                .within(Range::Between(0.01, 1.0)),
            Key::with_default(
                "helix_angle",
                Form::Number(Quantity::ANGLE),
                "0",
                "helix angle at the reference cylinder; positive is right-handed",
            )
            .within(Range::Between(-1.2, 1.2)),
            Key::with_default("internal", Form::Switch, "false", "whether it is a ring with its teeth inside"),
            Key::with_default("shift", NUMBER, "0", "profile shift coefficient").within(Range::Between(-10.0, 10.0)),
            Key::optional("tip_diameter", LENGTH, "default: an addendum of one module, and the shift")
                .within(Range::Positive),
            Key::optional("root_diameter", LENGTH, "default: a dedendum of 1.25 modules, and the shift")
                .within(Range::Positive),
            RACK_TIP_RADIUS,
            Key::with_default(
                "thinning",
                LENGTH,
                "0",
                "by what each tooth is thinner along the normal of its flanks, for backlash",
            )
            .within(Range::NonNegative),
            Key::required("face_width", LENGTH, "width of the teeth").within(Range::Positive),
            Key::required("bore_radius", LENGTH, "radius of the bore; of a ring that of its outside")
                .within(Range::Positive),
            Key::optional("web", Form::Group(WEB), "rim, web and hub; without it the wheel is a disc"),
            Key::with_default("tip_relief", LENGTH, "0", "what is taken off at the tips, along the normal of the flanks")
                .within(Range::Between(0.0, 1.0)),
            Key::with_default("tip_relief_length", LENGTH, "0", "length of the tip relief along the path of contact")
                .within(Range::NonNegative),
            Key::with_default("root_relief", LENGTH, "0", "what is taken off where the involute begins")
                .within(Range::Between(0.0, 1.0)),
            Key::with_default("root_relief_length", LENGTH, "0", "length of the root relief along the path of contact")
                .within(Range::NonNegative),
            Key::with_default("crowning", LENGTH, "0", "what is taken off at both ends of the face"),
            Key::with_default("lead_deviation", LENGTH, "0", "over the whole face: taken off at +z"),
            Key::with_default("pitch_deviation", LENGTH, "0", "of tooth 1: taken off both of its flanks"),
            $($key,)*
        ]
    };
}

/// The keys of a web.
pub const WEB: &[Key] = &[
    Key::required("rim_radius", LENGTH, "radius of the rim on the side of the web").within(Range::Positive),
    Key::required("hub_radius", LENGTH, "radius of the hub on the side of the web").within(Range::Positive),
    Key::required("thickness", LENGTH, "thickness of the web").within(Range::Positive),
    Key::required("hub_length", LENGTH, "length of the hub").within(Range::Positive),
];

/// The keys of the drawing of a wheel as a shape.
pub const SHAPE: &[Key] = wheel!(
    Key::with_default("axis", Form::Axis, "\"z\"", "the axis of the wheel, in the body's axes"),
    Key::with_default(
        "position",
        Form::Vector(Quantity::LENGTH),
        "[0, 0, 0]",
        "its centre, from the body's `position` and in the body's axes",
    ),
    Key::optional("material", Form::Text, "name of its material"),
    Key::optional("density", Form::Number(Quantity::DENSITY), "mass per volume, instead of a material")
        .within(Range::Positive)
);

/// The keys of the mesh of a wheel.
pub const MESH: &[Key] = wheel!(FINENESS);

/// The keys of both wheels of a gear pair, A and B, besides those of their teeth.
pub const PAIR: &[Key] = &[
    Key::required("bore_radius", LENGTHS, "radii of the bores, which are rigid; of a ring that of its outside")
        .within(Range::Positive),
    Key::optional("root_diameter", LENGTHS, "default: from `dedendum` and `shift`").within(Range::Positive),
    RACK_TIP_RADIUS,
    Key::with_default("poisson", NUMBER, "0.3", "Poisson's ratio").within(Range::Between(0.0, 0.49)),
    Key::with_default(
        "rim_radius",
        LENGTHS,
        "[0, 0]",
        "radii of the rims on the side of the web; 0 for a disc without a web",
    )
    .within(Range::NonNegative),
    Key::with_default("hub_radius", LENGTHS, "[0, 0]", "radii of the hubs on the side of the web")
        .within(Range::NonNegative),
    Key::with_default("web_thickness", LENGTHS, "[0, 0]", "thicknesses of the webs").within(Range::NonNegative),
    Key::with_default("hub_length", LENGTHS, "[0, 0]", "lengths of the hubs; 0 for the face width")
        .within(Range::NonNegative),
    Key::with_default(
        "thinning",
        LENGTHS,
        "[0, 0]",
        "by what teeth are thinner along the normal of their flanks: adds to the backlash of the centre distance",
    )
    .within(Range::NonNegative),
    Key::with_default("tip_relief", LENGTHS, "[0, 0]", "what is taken off at the tips, along the normal of the flanks")
        .within(Range::NonNegative),
    Key::with_default("tip_relief_length", LENGTHS, "[0, 0]", "lengths of the tip reliefs along the path of contact")
        .within(Range::NonNegative),
    Key::with_default("root_relief", LENGTHS, "[0, 0]", "what is taken off where the involutes begin")
        .within(Range::NonNegative),
    Key::with_default("root_relief_length", LENGTHS, "[0, 0]", "lengths of the root reliefs along the path of contact")
        .within(Range::NonNegative),
    Key::with_default("crowning", LENGTHS, "[0, 0]", "what is taken off at both ends of the face"),
    Key::with_default("lead_deviation", LENGTHS, "[0, 0]", "over the whole face: taken off at the end along `axis`"),
    Key::with_default("pitch_deviation", LENGTHS, "[0, 0]", "of the teeth in the middle of the analysis: taken off"),
    Key::optional("torque", Form::Number(Quantity::TORQUE), "on A, of the analysis for `variation = \"contact\"`"),
];
