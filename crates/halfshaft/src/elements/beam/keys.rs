//! `[[beam]]` in a model file, and the parts that it consists of.

use super::element;
use crate::describe::{Alternative, Form, Key, Kind, Quantity, Range};
use crate::elements::rigid_body;
use crate::elements::start_keys::{ABOUT, ANGULAR_VELOCITY, VELOCITY};

const LENGTH: Form = Form::Number(Quantity::LENGTH);
const HEIGHT: Key =
    Key::required("height", LENGTH, "height along the section's y axis, outside").within(Range::Positive);
const WIDTH: Key = Key::required("width", LENGTH, "width along the section's z axis, outside").within(Range::Positive);
const SECOND_MOMENT: Form = Form::Number(Quantity::SECOND_MOMENT_OF_AREA);
const BENDING: Form = Form::Number(Quantity::BENDING_STIFFNESS);

/// The sections of a beam.
pub const SECTIONS: &[Alternative] = &[
    Alternative {
        name: "circle",
        summary: "A solid circle.",
        keys: &[Key::required("diameter", LENGTH, "diameter").within(Range::Positive)],
    },
    Alternative {
        name: "tube",
        summary: "A circular tube.",
        keys: &[
            Key::required("outer_diameter", LENGTH, "outer diameter").within(Range::Positive),
            Key::required("inner_diameter", LENGTH, "inner diameter, smaller than the outer one")
                .within(Range::Positive),
        ],
    },
    Alternative { name: "rectangle", summary: "A solid rectangle.", keys: &[HEIGHT, WIDTH] },
    Alternative {
        name: "box",
        summary: "A rectangular tube of one wall thickness.",
        keys: &[HEIGHT, WIDTH, Key::required("thickness", LENGTH, "thickness of its walls").within(Range::Positive)],
    },
    Alternative {
        name: "i",
        summary: "An I section with its web along y. Open: warping is not modelled.",
        keys: &[
            HEIGHT,
            WIDTH,
            Key::required("web", LENGTH, "thickness of the web").within(Range::Positive),
            Key::required("flange", LENGTH, "thickness of each flange").within(Range::Positive),
        ],
    },
    Alternative {
        name: "numbers",
        summary: "Any section, by its area and its moments about the principal axes.",
        keys: &[
            Key::required("area", Form::Number(Quantity::AREA), "area").within(Range::Positive),
            Key::required(
                "second_moments",
                Form::Pair(&SECOND_MOMENT),
                "I about its y and z axes, against bending about them",
            )
            .within(Range::Positive),
            Key::required("torsion_constant", SECOND_MOMENT, "J against torsion; the polar moment of a round section")
                .within(Range::Positive),
            Key::optional(
                "shear_factors",
                Form::Pair(&Form::Number(Quantity::NUMBER)),
                "part of the area that carries shear along y and z; default: stiff in shear",
            )
            .within(Range::Positive),
            Key::optional("outline", Form::Pair(&LENGTH), "height and width of its outline, for stresses")
                .within(Range::Positive),
        ],
    },
    Alternative {
        name: "stiffness",
        summary: "A section by its stiffnesses and inertia; the beam then needs no material.",
        keys: &[
            Key::required("axial", Form::Number(Quantity::FORCE), "E A").within(Range::Positive),
            Key::optional(
                "shear",
                Form::Pair(&Form::Number(Quantity::FORCE)),
                "G A_s along y and z; default: stiff in shear",
            )
            .within(Range::Positive),
            Key::required("torsion", BENDING, "G J").within(Range::Positive),
            Key::required("bending", Form::Pair(&BENDING), "E I about y and z").within(Range::Positive),
            Key::with_default("mass", Form::Number(Quantity::MASS_PER_LENGTH), "0", "mass for each length")
                .within(Range::NonNegative),
            Key::optional(
                "inertia",
                Form::Vector(Quantity::INERTIA_PER_LENGTH),
                "moments of inertia of the section for each length about x, y and z; default: those of a homogeneous section, `mass` times bending over axial stiffness",
            )
            .within(Range::NonNegative)
            .along_own_axes(),
        ],
    },
];

const SECTION: Form = Form::Variant(SECTIONS);

/// The keys of a point of a beam.
pub const POINT: &[Key] = &[
    Key::optional("name", Form::Text, "name of its node, as `gear` in \"shaft/gear\""),
    Key::required("position", Form::Vector(Quantity::LENGTH), "where it is at the design position, in the model frame"),
    Key::optional(
        "elements",
        Form::Count,
        "number of elements of the segment that ends here; default: that of the beam",
    )
    .within(Range::Between(1.0, 1e5)),
    Key::optional("section", SECTION, "section of the segment that ends here; default: that of the beam"),
    Key::optional(
        "taper_from",
        SECTION,
        "section at the start of this segment, of the same type: its numbers change linearly along the segment",
    ),
    Key::optional("centre", Form::Vector(Quantity::LENGTH), "centre of the arc, if the segment that ends here is one"),
    Key::with_default(
        "twist",
        Form::Number(Quantity::ANGLE),
        "0",
        "pretwist: rotation of the section about the axis along this segment",
    ),
    Key::with_default("mass", Form::Number(Quantity::MASS), "0", "mass of a disc or a lump on the node here")
        .within(Range::NonNegative),
    Key::optional("inertia", Form::Inertia, "its moments of inertia in the axes of the section here, x along the beam"),
];

/// The keys of a member of a frame.
pub const MEMBER: &[Key] = &[
    Key::required("between", Form::Pair(&Form::Text), "the names of its points, its start first"),
    Key::optional("elements", Form::Count, "number of its elements; default: that of the beam")
        .within(Range::Between(1.0, 1e5)),
    Key::optional("section", SECTION, "its section; default: that of the beam"),
    Key::optional(
        "taper_from",
        SECTION,
        "section at its start, of the same type: its numbers change linearly along the member",
    ),
    Key::optional(
        "up",
        Form::Axis,
        "direction of its section's y axis, as far as it is across; default: as for the beam",
    ),
    Key::with_default(
        "twist",
        Form::Number(Quantity::ANGLE),
        "0",
        "pretwist: rotation of the section about the axis along the member",
    ),
    Key::with_default(
        "hinged",
        Form::Choice(&["none", "start", "end", "both"]),
        "\"none\"",
        "ends that carry no bending moment; the others are welded. Torsion is carried everywhere",
    ),
];

/// The keys of a distributed load.
pub const LOAD: &[Key] = &[
    Key::required("force", Form::Vector(Quantity::FORCE_PER_LENGTH), "force for each length"),
    Key::with_default(
        "in",
        Form::Choice(&["model", "section"]),
        "\"model\"",
        "the axes in which it is constant: the model frame's (a dead load), or the section's (a follower load)",
    ),
    Key::with_default(
        "factor",
        Form::Input(Quantity::NUMBER),
        "1",
        "what it is multiplied by, over time or by a signal",
    ),
];

/// `[[beam]]` in a model file.
pub const KIND: Kind = Kind {
    section: "beam",
    type_name: None,
    summary: "A flexible beam with mass, geometrically exact, along a line of points, or a frame of such members. Its nodes can be used wherever a body can: \"shaft/gear\" by the name of a point, \"shaft/3\" by number.",
    keys: &[
        Key::optional("start", Form::Frame, "the body or frame to which its first end is clamped; default: free"),
        Key::optional("end", Form::Frame, "the body or frame to which its last end is clamped; default: free"),
        Key::optional(
            "points",
            Form::List(&Form::Group(POINT)),
            "the points of its axis, in order; default: from the frame of `start` to that of `end`",
        ),
        Key::optional(
            "members",
            Form::List(&Form::Group(MEMBER)),
            "the members of a frame, each between two of the `points`; default: one line through all points",
        ),
        Key::with_default("elements", Form::Count, "4", "number of elements of each segment between two points")
            .within(Range::Between(1.0, 1e5)),
        Key::with_default(
            "element",
            Form::Choice(&["two-node", "three-node"]),
            "\"two-node\"",
            "whether an element has a node at each end, or one more in its middle: more accurate for the same number of nodes",
        ),
        Key::optional("section", SECTION, "its section"),
        Key::optional(
            "up",
            Form::Axis,
            "direction of the section's y axis, as far as it is across the beam; default: any",
        ),
        Key::optional("material", Form::Text, "name of its material, for E, ν and density"),
        Key::optional("youngs_modulus", Form::Number(Quantity::PRESSURE), "E, instead of that of a material")
            .within(Range::Positive),
        Key::optional("poisson_ratio", Form::Number(Quantity::NUMBER), "ν, instead of that of a material")
            .within(Range::Between(-0.99, 0.5)),
        Key::optional("shear_modulus", Form::Number(Quantity::PRESSURE), "G; default: E/(2 + 2 ν)")
            .within(Range::Positive),
        Key::optional(
            "density",
            Form::Number(Quantity::DENSITY),
            "mass for each volume, instead of that of a material",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "shear",
            Form::Choice(&["flexible", "rigid"]),
            "\"flexible\"",
            "whether it deforms in shear (Timoshenko) or not (Euler and Bernoulli)",
        ),
        Key::with_default(
            "mass_matrix",
            Form::Choice(&["consistent", "lumped"]),
            "\"consistent\"",
            "whether its mass is distributed along the elements or lumped at their ends",
        ),
        Key::with_default("damping", Form::Number(Quantity::TIME), "0", "damping over stiffness")
            .within(Range::NonNegative),
        Key::with_default(
            "offset",
            Form::Pair(&Form::Number(Quantity::LENGTH)),
            "[0, 0]",
            "from the axis through the points to the centroid of the section, along its y and z",
        ),
        Key::with_default(
            "free_curvature",
            Form::Vector(Quantity::CURVATURE),
            "[0, 0, 0]",
            "twist and curvatures about y and z that it has without stress beyond those of its shape",
        )
        .along_own_axes(),
        Key::with_default(
            "free_extension",
            Form::Number(Quantity::NUMBER),
            "0",
            "extension that it has without stress, relative to its shape",
        )
        .within(Range::Between(-0.9, 9.0)),
        Key::optional("load", Form::Group(LOAD), "a force spread along it"),
        VELOCITY,
        ANGULAR_VELOCITY,
        ABOUT,
    ],
    channels: &[],
};

/// A node of a beam: it has the keys and channels of a body.
pub const NODE: Kind = Kind {
    section: rigid_body::KIND.section,
    type_name: Some("node"),
    summary: "A node of a beam: the channels of a body.",
    keys: rigid_body::KIND.keys,
    channels: rigid_body::KIND.channels,
};

/// An element of a beam.
pub const ELEMENT: Kind = Kind {
    section: "beam",
    type_name: Some("element"),
    summary: "An element of a beam, between two nodes that follow each other, or from one over a node in its middle to the next.",
    keys: &[],
    channels: element::CHANNELS,
};
