//! Gear pairs of a model file: `[[gear]]`.

use crate::describe::{Alternative, Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::joint::BETWEEN;
use crate::elements::line::{POSITION_A, POSITION_B};
use crate::elements::wheel_keys::PAIR;

const MODULE: Key =
    Key::required("module", Form::Number(Quantity::LENGTH), "normal module of the teeth").within(Range::Positive);
const PRESSURE_ANGLE: Key =
    Key::with_default("pressure_angle", Form::Number(Quantity::ANGLE), "\"20 deg\"", "normal pressure angle")
        .within(Range::Between(0.01, 1.0));
const HELIX_ANGLE: Key = Key::with_default(
    "helix_angle",
    Form::Number(Quantity::ANGLE),
    "0",
    "helix angle at the reference cylinder, without its hand",
)
.within(Range::Between(0.0, 1.4));
const TEETH: Key =
    Key::required("teeth", Form::Pair(&Form::Count), "numbers of teeth of A and B").within(Range::Between(1.0, 1e4));
const HANDS: &[&str] = &["right", "left"];
const HAND: Key = Key::optional(
    "hand",
    Form::Pair(&Form::Choice(HANDS)),
    "hands of A's and B's helices, which teeth at an angle need; unlike hands mesh in an external pair, like ones in an internal pair",
);
const AXIS: Key = Key::required("axis", Form::Axis, "direction of both axes at the design position");
const PLANE: Key = Key::optional(
    "plane",
    Form::Vector(Quantity::LENGTH),
    "a point of the middle plane of the teeth at the design position; default: A's own",
);
const CENTRE_DISTANCE: Key = Key::optional(
    "centre_distance",
    Form::Number(Quantity::LENGTH),
    "distance of the axes at which the backlash holds; default: that of the design position",
)
.within(Range::Positive);
const STIFFNESS: Key = Key::optional(
    "stiffness",
    Form::Number(Quantity::STIFFNESS),
    "of the mesh along the normal of the flanks; default: by ISO 6336 from the teeth",
)
.within(Range::Positive);
const GIVEN_STIFFNESS: Key =
    Key::required("stiffness", Form::Number(Quantity::STIFFNESS), "of the mesh along the normal of the flanks")
        .within(Range::Positive);
const VARIATION: Key = Key::with_default(
    "variation",
    Form::Choice(&["none", "teeth"]),
    "\"none\"",
    "`teeth`: the stiffness follows the number of pairs in contact",
);
const PARALLEL_VARIATION: Key = Key::with_default(
    "variation",
    Form::Choice(&["none", "teeth", "contact"]),
    "\"none\"",
    "`teeth`: the stiffness follows the number of pairs in contact; `contact`: it is that of a loaded tooth contact analysis of `wheels` under their `torque`",
);
const DAMPING: Key =
    Key::with_default("damping", Form::Number(Quantity::DAMPING), "0", "along the normal of the flanks")
        .within(Range::NonNegative);
const DAMPING_DEPTH: Key = Key::with_default(
    "damping_depth",
    Form::Number(Quantity::LENGTH),
    "\"1 um\"",
    "deformation at which the damping has its full strength",
)
.within(Range::Positive);
const BACKLASH: Key =
    Key::with_default("backlash", Form::Number(Quantity::LENGTH), "0", "play along the normal of the flanks")
        .within(Range::NonNegative);
const FACE_WIDTH: Key =
    Key::optional("face_width", Form::Number(Quantity::LENGTH), "common width of the teeth").within(Range::Positive);
const SHIFT: Key = Key::with_default(
    "shift",
    Form::Pair(&Form::Number(Quantity::NUMBER)),
    "[0, 0]",
    "profile shift coefficients of A and B, for contact ratio and stiffness",
)
.within(Range::Between(-10.0, 10.0));
const ADDENDUM: Key = Key::optional(
    "addendum",
    Form::Pair(&Form::Number(Quantity::NUMBER)),
    "tip heights over the module, from the reference cylinders; default: 1 and the shift",
)
.within(Range::Between(-10.0, 10.0));
const DEDENDUM: Key = Key::with_default(
    "dedendum",
    Form::Number(Quantity::NUMBER),
    "1.25",
    "dedendum of the basic rack over the module, for the stiffness by ISO 6336 and for drawings: 1.25 by ISO 53 A, 1.4 by ISO 53 D",
)
.within(Range::Between(0.5, 2.5));
const CONTACT_RATIO: Key =
    Key::optional("contact_ratio", Form::Number(Quantity::NUMBER), "transverse contact ratio; default: from the teeth")
        .within(Range::Between(1e-3, 100.0));
const ENGAGEMENT: Key = Key::with_default(
    "engagement",
    Form::Number(Quantity::NUMBER),
    "0.05",
    "part of the base pitch over which a pair of teeth takes up its share of the load",
)
.within(Range::Between(1e-3, 1.0));
const START: Key = Key::with_default(
    "start",
    Form::Number(Quantity::NUMBER),
    "0",
    "place of a pair of teeth on the path of contact at the design position, from the pitch point over the base pitch",
)
.within(Range::Between(-1e4, 1e4));
const YOUNG: Key = Key::with_default(
    "young",
    Form::Number(Quantity::PRESSURE),
    "\"206 GPa\"",
    "Young's modulus of the teeth, for the stiffness by ISO 6336 and for `wheels`",
)
.within(Range::Positive);
const STIFFNESS_FILE: Key = Key::optional(
    "stiffness_file",
    Form::Text,
    "path of the stiffness over a pitch, as `halfshaft gear ltca --stiffness` writes it, instead of `stiffness` and `variation`",
);
const WHEELS: Key = Key::optional(
    "wheels",
    Form::Group(PAIR),
    "the wheels as elastic bodies, for meshes and for the loaded tooth contact analysis (`halfshaft gear`)",
);
const FRICTION: Key =
    Key::optional("friction", Form::Variant(FRICTIONS), "friction of the teeth as they slide along their height");
const ERROR: Key = Key::optional("error", Form::Group(ERRORS), "error of the tooth forms, the same on every tooth");
const MISALIGNMENT: Key = Key::optional(
    "misalignment",
    Form::Number(Quantity::ANGLE),
    "contact over a part of the face where the wheels tilt; this angle in the plane of action is there from the mounting",
);

const COEFFICIENT: Key =
    Key::required("coefficient", Form::Number(Quantity::NUMBER), "friction coefficient").within(Range::NonNegative);
const VELOCITY: Key = Key::with_default(
    "velocity",
    Form::Number(Quantity::VELOCITY),
    "\"1 mm/s\"",
    "sliding speed from which friction has its full strength",
)
.within(Range::Positive);

const FRICTIONS: &[Alternative] = &[
    Alternative {
        name: "mean",
        summary: "a couple against the relative rotation, with the mean loss of a tooth along its path",
        keys: &[
            COEFFICIENT,
            VELOCITY,
            Key::optional(
                "arm",
                Form::Number(Quantity::LENGTH),
                "mean distance of contact from the pitch point; default: a quarter of the path of contact",
            )
            .within(Range::NonNegative),
        ],
    },
    Alternative {
        name: "sliding",
        summary: "force and moment of every pair at its place on the path of contact",
        keys: &[COEFFICIENT, VELOCITY],
    },
];

const ERRORS: &[Key] = &[
    Key::required("amplitude", Form::Number(Quantity::LENGTH), "amplitude along the normal of the flanks"),
    Key::with_default("harmonic", Form::Count, "1", "waves for each tooth").within(Range::Between(1.0, 1000.0)),
    Key::with_default("phase", Form::Number(Quantity::ANGLE), "0", "phase at the design position"),
];

const PARALLEL_KEYS: &[Key] = &[
    BETWEEN,
    POSITION_A,
    POSITION_B,
    AXIS,
    PLANE,
    TEETH,
    MODULE,
    PRESSURE_ANGLE,
    HELIX_ANGLE,
    HAND,
    CENTRE_DISTANCE,
    STIFFNESS,
    STIFFNESS_FILE,
    PARALLEL_VARIATION,
    DAMPING,
    DAMPING_DEPTH,
    BACKLASH,
    FRICTION,
    FACE_WIDTH,
    MISALIGNMENT,
    ERROR,
    SHIFT,
    ADDENDUM,
    DEDENDUM,
    CONTACT_RATIO,
    ENGAGEMENT,
    START,
    YOUNG,
    WHEELS,
];

/// `[[gear]]` with `type = "external"` in a model file.
pub const EXTERNAL: Kind = Kind {
    section: "gear",
    type_name: Some("external"),
    summary: "Two wheels on parallel axes, both with their teeth outside.",
    keys: PARALLEL_KEYS,
    channels: CHANNELS,
};

/// `[[gear]]` with `type = "internal"` in a model file.
pub const INTERNAL: Kind = Kind {
    section: "gear",
    type_name: Some("internal"),
    summary: "Two wheels on parallel axes; the one with more teeth has them inside.",
    keys: PARALLEL_KEYS,
    channels: CHANNELS,
};

/// `[[gear]]` with `type = "bevel"` in a model file.
pub const BEVEL: Kind = Kind {
    section: "gear",
    type_name: Some("bevel"),
    summary: "Two bevel wheels on axes that meet.",
    keys: &[
        BETWEEN,
        Key::required(
            "position",
            Form::Vector(Quantity::LENGTH),
            "the point where the axes meet, at the design position",
        ),
        Key::required("axis_a", Form::Axis, "direction from that point to wheel A along its axis"),
        Key::required("axis_b", Form::Axis, "direction from that point to wheel B along its axis"),
        TEETH,
        MODULE,
        PRESSURE_ANGLE,
        Key::with_default(
            "spiral_angle",
            Form::Number(Quantity::ANGLE),
            "0",
            "spiral angle in the middle of the face, without its hand; the module is the normal one there",
        )
        .within(Range::Between(0.0, 1.2)),
        HAND,
        GIVEN_STIFFNESS,
        VARIATION,
        DAMPING,
        DAMPING_DEPTH,
        BACKLASH,
        FRICTION,
        FACE_WIDTH,
        MISALIGNMENT,
        ERROR,
        CONTACT_RATIO,
        ENGAGEMENT,
        START,
    ],
    channels: CHANNELS,
};

/// `[[gear]]` with `type = "rack"` in a model file.
pub const RACK: Kind = Kind {
    section: "gear",
    type_name: Some("rack"),
    summary: "A wheel A on a rack B.",
    keys: &[
        BETWEEN,
        POSITION_A,
        AXIS,
        Key::required("normal", Form::Axis, "direction from the wheel's centre to the rack at the design position"),
        PLANE,
        Key::required("teeth", Form::Count, "number of teeth of the wheel").within(Range::Between(1.0, 1e4)),
        MODULE,
        PRESSURE_ANGLE,
        HELIX_ANGLE,
        Key::optional("hand", Form::Choice(HANDS), "hand of the wheel's helix; one with a helix angle needs it"),
        GIVEN_STIFFNESS,
        VARIATION,
        DAMPING,
        DAMPING_DEPTH,
        BACKLASH,
        FRICTION,
        FACE_WIDTH,
        MISALIGNMENT,
        ERROR,
        CONTACT_RATIO,
        ENGAGEMENT,
        START,
    ],
    channels: CHANNELS,
};

pub(super) const CHANNELS: &[Channel] = &[
    Channel::new("normal_force", Quantity::FORCE, "force along the normal of the flanks, never negative"),
    Channel::new(
        "tangential_force",
        Quantity::FORCE,
        "force on B along A's motion at the pitch point in positive rotation of A",
    ),
    Channel::new("axial_force", Quantity::FORCE, "force on B along the axis"),
    Channel::new("radial_force", Quantity::FORCE, "force on B away from A's teeth"),
    Channel::new("deformation", Quantity::LENGTH, "approach of the flank that is nearer to contact; negative is play"),
    Channel::new("flank", Quantity::NUMBER, "1 where A drives B forward, −1 on the other flank, 0 in the play"),
    Channel::new("transmission_error", Quantity::LENGTH, "by what B stays behind A, along the normal of the flanks"),
    Channel::new("stiffness", Quantity::STIFFNESS, "of the mesh at present"),
    Channel::new(
        "pairs",
        Quantity::NUMBER,
        "number of pairs of teeth in contact, 0 in the play; with a constant stiffness at most 1",
    ),
    Channel::new(
        "distance",
        Quantity::LENGTH,
        "of the axes, or from the wheel to the rack; the cone distance of bevels",
    ),
    Channel::new("angle_a", Quantity::ANGLE, "rotation of A against the line of centres, over all turns"),
    Channel::new("angle_b", Quantity::ANGLE, "rotation of B against the line of centres, over all turns"),
    Channel::new("torque_a", Quantity::TORQUE, "torque of the teeth on A about its axis"),
    Channel::new("torque_b", Quantity::TORQUE, "torque of the teeth on B about its axis"),
    Channel::new("misalignment_moment", Quantity::TORQUE, "moment across the face, where partial contact is modelled"),
    Channel::new(
        "sliding",
        Quantity::VELOCITY,
        "mean speed of sliding; with friction along the path that at the pitch point",
    ),
    Channel::new("power", Quantity::POWER, "power through the teeth from A to B, against the line of centres"),
    Channel::new("loss", Quantity::POWER, "power that tooth friction turns into heat"),
    Channel::new("energy", Quantity::ENERGY, "energy stored in the teeth"),
    Channel::new("dissipation", Quantity::POWER, "power dissipated by friction and damping"),
];
