//! `[[solid]]` in a model file, and its attachments.

use super::SolidElasticity;
use crate::describe::{Alternative, Form, Key, Kind, Quantity, Range};
use crate::elements::start_keys::{ABOUT, ANGULAR_VELOCITY, VELOCITY};
use crate::elements::{rigid_body, wheel_keys};
use crate::system::MeshElement;

const LENGTH: Form = Form::Number(Quantity::LENGTH);
const DIVISIONS: Form = Form::List(&Form::Count);
const NUMBER_OF_CELLS: Range = Range::Between(1.0, 1e5);

const PLANE_POINTS: Key = Key::required(
    "points",
    Form::List(&Form::List(&LENGTH)),
    "points of the plane grid: two coordinates each, as `[[0, 0], [\"10 mm\", 0], …]`",
);
const PLANE_CELLS: Key = Key::required(
    "cells",
    Form::List(&Form::List(&Form::Count)),
    "the four corners of each quadrilateral in order around it, as numbers of points from 1",
)
.within(Range::Between(1.0, 1e6));

/// The meshes of a solid.
pub const MESHES: &[Alternative] = &[
    Alternative {
        name: "block",
        summary: "A block with its centre at `position`; its surfaces are \"x-\", \"x+\", \"y-\", \"y+\", \"z-\" and \"z+\".",
        keys: &[
            Key::required("size", Form::Vector(Quantity::LENGTH), "length along x, y and z")
                .within(Range::Positive)
                .along_own_axes(),
            Key::required("divisions", DIVISIONS, "number of elements along x, y and z").within(NUMBER_OF_CELLS),
        ],
    },
    Alternative {
        name: "ring",
        summary: "A ring around z, or a disc with a bore, with its centre at `position`; its surfaces are \"inner\", \"outer\", \"z-\" and \"z+\".",
        keys: &[
            Key::required("inner_radius", LENGTH, "inner radius, smaller than the outer one").within(Range::Positive),
            Key::required("outer_radius", LENGTH, "outer radius").within(Range::Positive),
            Key::required("length", LENGTH, "length along z").within(Range::Positive),
            Key::required("divisions", DIVISIONS, "number of elements around, along the radius and along z")
                .within(NUMBER_OF_CELLS),
        ],
    },
    Alternative {
        name: "disc",
        summary: "A full disc around z, without a bore, with its centre at `position`: a square of elements in its middle and rings around it; its surfaces are \"outer\", \"z-\" and \"z+\".",
        keys: &[
            Key::required("radius", LENGTH, "its radius").within(Range::Positive),
            Key::required("length", LENGTH, "length along z").within(Range::Positive),
            Key::required(
                "divisions",
                DIVISIONS,
                "number of elements around, a multiple of 4; along the radius outside of the square; and along z",
            )
            .within(NUMBER_OF_CELLS),
        ],
    },
    Alternative {
        name: "extruded",
        summary: "A plane grid of quadrilaterals extruded along z from `position`; its surfaces are \"z-\", \"z+\" and \"side\".",
        keys: &[
            PLANE_POINTS,
            PLANE_CELLS,
            Key::required("length", LENGTH, "length along z").within(Range::Positive),
            Key::required("layers", Form::Count, "number of elements along z").within(NUMBER_OF_CELLS),
        ],
    },
    Alternative {
        name: "swept",
        summary: "A section of quadrilaterals swept around z, from the x axis on; its points are radius and height. Its surfaces are \"side\", and unless it closes \"start\" and \"end\".",
        keys: &[
            PLANE_POINTS,
            PLANE_CELLS,
            Key::optional("angle", Form::Number(Quantity::ANGLE), "angle of the sweep; default: all around")
                .within(Range::Positive),
            Key::required("layers", Form::Count, "number of elements around").within(NUMBER_OF_CELLS),
        ],
    },
    Alternative {
        name: "gear",
        summary: "A toothed wheel around z with its centre at `position` and the middle of tooth 1 on x, as its drawing gives it: involute flanks, root fillets of the cutting rack (arcs in a ring), web and bore. Its surfaces are \"bore\", \"tip\", \"root\" (with the fillets), \"z-\", \"z+\", and for each tooth from 1 its flanks \"tooth_1_left\" and \"tooth_1_right\", seen from +z with the tooth pointing up.",
        keys: wheel_keys::MESH,
    },
    Alternative {
        name: "file",
        summary: "A mesh of another program, with its surfaces and sets: Gmsh (.msh, 2.2 or 4.1 as text, physical groups), Abaqus or CalculiX (.inp), Nastran bulk data (.bdf, .nas, .dat, .fem).",
        keys: &[
            Key::required("file", Form::Text, "path of the file, relative to this one"),
            Key::with_default("length_unit", LENGTH, "\"1 m\"", "length of one unit of its coordinates")
                .within(Range::Positive),
        ],
    },
    Alternative {
        name: "hexahedra",
        summary: "Hexahedra by their corners; the order of the corners is that of Abaqus and VTK.",
        keys: &[
            Key::required("nodes", Form::List(&Form::Vector(Quantity::LENGTH)), "positions of the nodes")
                .along_own_axes(),
            Key::required(
                "cells",
                Form::List(&Form::List(&Form::Count)),
                "the eight corners of each hexahedron, as numbers of nodes from 1",
            )
            .within(Range::Between(1.0, 1e6)),
        ],
    },
];

/// The keys of a set of nodes by geometry.
pub const SET: &[Key] = &[
    Key::required("name", Form::Text, "its name"),
    Key::required(
        "from",
        Form::Vector(Quantity::LENGTH),
        "one corner of the box that contains its nodes, in the axes of the mesh",
    )
    .along_own_axes(),
    Key::required("to", Form::Vector(Quantity::LENGTH), "the opposite corner").along_own_axes(),
];

/// The keys of an attachment.
pub const ATTACHMENT: &[Key] = &[
    Key::required("name", Form::Text, "its name, as `tip` in \"arm/tip\""),
    Key::required("on", Form::Text, "the surface or set of nodes with which it moves"),
    Key::with_default(
        "connection",
        Form::Choice(&["mean", "rigid"]),
        "\"mean\"",
        "whether it follows the mean motion of the nodes, which adds no stiffness, or holds all of them rigidly",
    ),
    Key::optional(
        "position",
        Form::Vector(Quantity::LENGTH),
        "its origin at the design position; default: the centroid of the surface or set",
    ),
];

/// The keys of a pressure.
pub const PRESSURE: &[Key] = &[
    Key::required("on", Form::Text, "the surface"),
    Key::required("pressure", Form::Function(Quantity::PRESSURE), "pressure over time; positive pushes into the solid"),
];

/// The material of a mesh.
pub(crate) const MATERIAL: Key = Key::optional("material", Form::Text, "name of its material, for E, ν and density");
pub(crate) const YOUNGS_MODULUS: Key =
    Key::optional("youngs_modulus", Form::Number(Quantity::PRESSURE), "E, instead of that of a material")
        .within(Range::Positive);
pub(crate) const POISSON_RATIO: Key =
    Key::optional("poisson_ratio", Form::Number(Quantity::NUMBER), "ν, instead of that of a material")
        .within(Range::Between(-0.99, 0.4999));
pub(crate) const DENSITY: Key =
    Key::optional("density", Form::Number(Quantity::DENSITY), "mass for each volume, instead of that of a material")
        .within(Range::Positive);

/// How the mass of a mesh is distributed.
pub(crate) const MASS_MATRIX: Key = Key::with_default(
    "mass_matrix",
    Form::Choice(&["consistent", "lumped"]),
    "\"consistent\"",
    "whether its mass is distributed over the elements or lumped at the nodes",
);

/// The elements of a structured mesh.
pub(crate) const fn elements(default: &'static str) -> Key {
    Key::with_default(
        "element",
        Form::Choice(&["hex8", "hex8-plain", "hex20"]),
        default,
        "its elements: hexahedra of 8 nodes with enhanced strains, plain ones (too stiff in bending), or hexahedra of 20 nodes",
    )
}

/// Where the origin of a mesh is.
pub(crate) const MESH_POSITION: Key = Key::with_default(
    "position",
    Form::Vector(Quantity::LENGTH),
    "[0, 0, 0]",
    "where the origin of the mesh is at the design position, in the model frame",
);
pub(crate) const MESH_ORIENTATION: Key =
    Key::optional("orientation", Form::Rotation, "how the axes of the mesh are oriented at the design position");
pub(crate) const SETS: Key = Key::optional("sets", Form::List(&Form::Group(SET)), "sets of nodes inside boxes");

/// `[[solid]]` in a model file.
pub const KIND: Kind = Kind {
    section: "solid",
    type_name: None,
    summary: "A deformable solid on a mesh, for rotations of any size. Joints, forces, bodies and sensors attach to its attachments, which can be used wherever a body can: \"arm/tip\".",
    keys: &[
        Key::required("mesh", Form::Variant(MESHES), "its mesh, undeformed"),
        elements("\"hex8\""),
        MATERIAL,
        YOUNGS_MODULUS,
        POISSON_RATIO,
        DENSITY,
        Key::with_default(
            "law",
            Form::Choice(&["linear", "neo-hookean"]),
            "\"linear\"",
            "stress over strain: linear for small strains (St. Venant and Kirchhoff), or neo-Hookean for large ones",
        ),
        MASS_MATRIX,
        Key::with_default("damping", Form::Number(Quantity::TIME), "0", "damping over stiffness")
            .within(Range::NonNegative),
        Key::with_default(
            "mass_damping",
            Form::Number(Quantity::FREQUENCY),
            "0",
            "damping over mass; it resists rigid motions too",
        )
        .within(Range::NonNegative),
        MESH_POSITION,
        MESH_ORIENTATION,
        SETS,
        Key::optional("fixed", Form::List(&Form::Text), "surfaces or sets whose nodes never move"),
        Key::optional(
            "light_surfaces",
            Form::List(&Form::Text),
            "surfaces or sets whose nodes keep a thousandth of their mass, for impacts; the other nodes of their elements take it. Needs `mass_matrix = \"lumped\"`",
        ),
        Key::optional(
            "attachments",
            Form::List(&Form::Group(ATTACHMENT)),
            "frames that move with a surface or a set of nodes",
        ),
        Key::optional(
            "pressure",
            Form::List(&Form::Group(PRESSURE)),
            "pressures on surfaces, which follow their deformation",
        ),
        VELOCITY,
        ANGULAR_VELOCITY,
        ABOUT,
    ],
    channels: SolidElasticity::CHANNELS,
};

/// A frame that moves with a set of nodes: it has the keys and channels of a body.
pub const ATTACHED: Kind = Kind {
    section: rigid_body::KIND.section,
    type_name: Some("attachment"),
    summary: "An attachment of a solid: the channels of a body.",
    keys: rigid_body::KIND.keys,
    channels: rigid_body::KIND.channels,
};
