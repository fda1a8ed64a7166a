//! `[[superelement]]` in a model file.

use super::{BoundaryFrame, RecoveredPoint, Superelement};
use crate::describe::{Alternative, Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::reduction_keys::{
    BASIS, DAMPING, EFFECTIVE_MASS, FREQUENCY_LIMIT, damping_ratio, modes, static_damping_ratio,
};
use crate::elements::rigid_body;
use crate::elements::solid::keys::{
    DENSITY, MASS_MATRIX, MATERIAL, MESH_ORIENTATION, MESH_POSITION, MESHES, POISSON_RATIO, SETS, YOUNGS_MODULUS,
    elements,
};
use crate::elements::start_keys::ABOUT;
use crate::system::MeshElement;

/// The units of imported matrices: there is no default, because a file does not say them.
const LENGTH_UNIT: Key =
    Key::required("length_unit", Form::Number(Quantity::LENGTH), "length of one unit, as \"1 mm\"")
        .within(Range::Positive);
const MASS_UNIT: Key =
    Key::required("mass_unit", Form::Number(Quantity::MASS), "mass of one unit, as \"1 t\"").within(Range::Positive);
const TIME_UNIT: Key =
    Key::with_default("time_unit", Form::Number(Quantity::TIME), "\"1 s\"", "time of one unit").within(Range::Positive);

/// Where the matrices of another program come from.
pub const MATRICES: &[Alternative] = &[
    Alternative {
        name: "matrix market",
        summary: "Files with row, column and value of each entry, with or without the header of Matrix Market (`halfshaft reduce` writes them, and CalculiX with `SOLVER=MATRIXSTORAGE`, as .sti, .mas and .dof).",
        keys: &[
            Key::required("stiffness", Form::Text, "path of the stiffness matrix, relative to this file"),
            Key::required("mass", Form::Text, "path of the mass matrix"),
            Key::required(
                "nodes",
                Form::Text,
                "path of the nodes: lines of number, x, y and z (.csv, .txt), or a mesh file, whose cells are then drawn",
            ),
            Key::optional(
                "unknowns",
                Form::Text,
                "path of the unknowns, one on each line: node and component as 17.3, components 4 to 6 are rotations, 0 alone is a modal coordinate; default: x, y and z of each node",
            ),
            LENGTH_UNIT,
            MASS_UNIT,
            TIME_UNIT,
        ],
    },
    Alternative {
        name: "abaqus",
        summary: "Files of Abaqus (.mtx): of `*MATRIX OUTPUT, FORMAT=MATRIX INPUT` with node and degree of freedom of row and column in each line, or of `*SUBSTRUCTURE MATRIX OUTPUT` or `*ELEMENT MATRIX OUTPUT`, whose elements are added. Unknowns of nodes without coordinates are modal coordinates.",
        keys: &[
            Key::required("stiffness", Form::Text, "path of the stiffness matrix, relative to this file"),
            Key::required("mass", Form::Text, "path of the mass matrix; a substructure has both in one file"),
            Key::required(
                "nodes",
                Form::Text,
                "path of the nodes: the input file (.inp), or lines of number, x, y and z (.csv, .txt)",
            ),
            LENGTH_UNIT,
            MASS_UNIT,
            TIME_UNIT,
        ],
    },
    Alternative {
        name: "beam",
        summary: "A `[[beam]]` of another model file, or a frame of beams, at its design position and without loads. Boundary frames are on its nodes, by their names: `on = \"gear\"` is the node \"shaft/gear\".",
        keys: &[
            Key::required("file", Form::Text, "path of the model file, relative to this one"),
            Key::optional("beam", Form::Text, "name of the beam; default: the only one"),
        ],
    },
    Alternative {
        name: "dmig",
        summary: "A punch file of Nastran with matrices as `DMIG` entries and nodes as `GRID` entries; unknowns of `SPOINT`s are modal coordinates.",
        keys: &[
            Key::required("file", Form::Text, "path of the punch file, relative to this one"),
            Key::optional("nodes", Form::Text, "path of the `GRID` entries if they are in another file"),
            Key::with_default("stiffness", Form::Text, "\"KAAX\"", "name of the stiffness matrix"),
            Key::with_default("mass", Form::Text, "\"MAAX\"", "name of the mass matrix"),
            LENGTH_UNIT,
            MASS_UNIT,
            TIME_UNIT,
        ],
    },
    Alternative {
        name: "npz",
        summary: "Arrays of NumPy: `stiffness` and `mass` as square matrices or as rows of row, column (from 0) and value; `nodes` with three coordinates each; `unknowns` with node (from 0) and component (1 to 6; 0 for a modal coordinate), by default x, y and z of each node.",
        keys: &[
            Key::required("file", Form::Text, "path of the archive, relative to this one"),
            LENGTH_UNIT,
            MASS_UNIT,
            TIME_UNIT,
        ],
    },
];

/// The keys of a boundary frame.
pub const BOUNDARY: &[Key] = &[
    Key::required("name", Form::Text, "its name, as `tip` in \"arm/tip\""),
    Key::required(
        "on",
        Form::Text,
        "the surface or set of nodes with which it moves in the mean; for `file`, the frame or its set in the file; for `matrices`, a set or the number of a node with rotations",
    ),
    Key::optional(
        "position",
        Form::Vector(Quantity::LENGTH),
        "its origin at the design position; default: the centroid of the surface or set",
    ),
];

/// The keys of surfaces under pressure.
pub const PRESSURE_SHAPE: &[Key] = &[
    Key::required("on", Form::Text, "the surface; `*` stands for any characters, so that several surfaces are meant"),
    Key::with_default("zones", Form::Count, "1", "number of zones of equal width, each with a shape of its own")
        .within(Range::Between(1.0, 100.0)),
    Key::with_default(
        "along",
        Form::Choice(&["x", "y", "z"]),
        "\"z\"",
        "the axis of the model frame at the design position along which zones follow each other",
    ),
];

/// The keys of a point at which results are recovered.
pub const POINT: &[Key] = &[
    Key::required("name", Form::Text, "its name, as `root` in \"arm/root\""),
    Key::required(
        "position",
        Form::Vector(Quantity::LENGTH),
        "where it is at the design position; the nearest node of the mesh is taken",
    ),
];

/// `[[superelement]]` in a model file.
pub const KIND: Kind = Kind {
    section: "superelement",
    type_name: None,
    summary: "A flexible body on a mesh, reduced to a few shapes (Craig-Bampton): large motions, small strains. Joints, forces, bodies and sensors attach to its boundary frames, which can be used wherever a body can: \"arm/tip\".",
    keys: &[
        Key::optional("mesh", Form::Variant(MESHES), "its mesh, undeformed; it, `file` or `matrices` is needed"),
        Key::optional(
            "file",
            Form::Text,
            "path of a reduced body (.npz) as `halfshaft reduce` writes it, relative to this file; with `mesh` too, it must be the reduction of this very body",
        ),
        Key::optional(
            "matrices",
            Form::Variant(MATRICES),
            "stiffness and mass matrices of another program, full or reduced, of the free body",
        ),
        elements("\"hex20\""),
        MATERIAL,
        YOUNGS_MODULUS,
        POISSON_RATIO,
        DENSITY,
        MASS_MATRIX,
        BASIS,
        modes("10"),
        FREQUENCY_LIMIT,
        EFFECTIVE_MASS,
        Key::optional(
            "pressure_shapes",
            Form::List(&Form::Group(PRESSURE_SHAPE)),
            "surfaces whose static shapes of a uniform pressure are included, as the flanks of teeth",
        ),
        Key::optional(
            "node_shapes",
            Form::List(&Form::Text),
            "points, sets or surfaces on whose nodes single forces act: three static shapes for each node, of forces on it (dual) or of its displacements (primal)",
        ),
        Key::required(
            "boundary",
            Form::List(&Form::Group(BOUNDARY)),
            "frames that move with a surface or a set of nodes in the mean",
        ),
        Key::optional(
            "flank_zones",
            Form::List(&Form::Count),
            "zones of each flank of a gear mesh, along its profile and across the face, whose mean displacement along the normal (or a pressure on it) gives a shape: `[1, 1]` is one for each flank; default: none",
        ),
        Key::with_default(
            "rotation_shapes",
            Form::Switch,
            "false",
            "whether the static shapes of centrifugal forces are included: stresses of rotation are then exact with few modes",
        ),
        Key::optional(
            "floating_frame",
            Form::Text,
            "name of the boundary frame that the floating frame is fixed to; default: the frame that moves with the body in the mean (Buckens)",
        ),
        Key::with_default(
            "geometric_stiffening",
            Form::Switch,
            "false",
            "whether the stresses of forces on the boundary frames and of rotation stiffen the body in bending; with `floating_frame` those of rotation only, of the body held by that frame",
        ),
        Key::optional(
            "blocked",
            Form::List(&Form::Choice(&["x", "y", "z"])),
            "directions of the model frame at the design position in which no node moves relative to the body",
        ),
        damping_ratio("0"),
        static_damping_ratio(None),
        DAMPING,
        Key::with_default(
            "mass_damping",
            Form::Number(Quantity::FREQUENCY),
            "0",
            "damping over mass of the elastic motion, added to the damping ratio; it does not resist rigid motions",
        )
        .within(Range::NonNegative),
        Key::optional(
            "damping_frame",
            Form::Text,
            "name of the boundary frame relative to which elastic motions are damped: ratios and `mass_damping` are those of the modes that the body has while this frame is held; default: the floating frame, and without one the modes of the free body",
        ),
        Key::optional(
            "points",
            Form::List(&Form::Group(POINT)),
            "points at which displacement and stress are recovered as channels",
        ),
        Key::optional(
            "reference",
            Form::Text,
            "name of the boundary frame to which displacements of points are relative; default: the floating frame",
        ),
        MESH_POSITION,
        MESH_ORIENTATION,
        SETS,
        Key::with_default(
            "velocity",
            Form::Vector(Quantity::VELOCITY),
            "[0, 0, 0]",
            "velocity of the body at the start, in the model frame",
        ),
        Key::with_default(
            "angular_velocity",
            Form::Vector(Quantity::ANGULAR_VELOCITY),
            "[0, 0, 0]",
            "angular velocity at the start, with which it turns about the point `about`",
        ),
        ABOUT,
    ],
    channels: Superelement::CHANNELS,
};

/// A boundary frame: it has the keys and channels of a body, and the force and torque on the superelement.
pub const BOUNDARY_FRAME: Kind = Kind {
    section: rigid_body::KIND.section,
    type_name: Some("boundary frame"),
    summary: "A boundary frame of a superelement: the channels of a body, and the force and torque on the superelement.",
    keys: rigid_body::KIND.keys,
    channels: FRAME_CHANNELS,
};

/// A point at which a superelement recovers results.
pub const RECOVERED: Kind = Kind {
    section: "superelement",
    type_name: Some("point"),
    summary: "A point at which a superelement recovers displacement and stress.",
    keys: &[],
    channels: RecoveredPoint::CHANNELS,
};

const OF_BODY: &[Channel] = rigid_body::KIND.channels;
const OF_FRAME: &[Channel] = BoundaryFrame::CHANNELS;
const FRAME_CHANNELS: &[Channel] = &joined::<{ OF_BODY.len() + OF_FRAME.len() }>();

const fn joined<const N: usize>() -> [Channel; N] {
    let mut all = [OF_BODY[0]; N];
    let mut k = 1;
    while k < N {
        all[k] = if k < OF_BODY.len() { OF_BODY[k] } else { OF_FRAME[k - OF_BODY.len()] };
        k += 1;
    }
    all
}
