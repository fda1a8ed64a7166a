//! `[[superelement]]` in a model file.

use super::{BoundaryFrame, RecoveredPoint, Superelement};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::rigid_body;
use crate::elements::solid::keys::{
    DENSITY, MASS_MATRIX, MATERIAL, MESH_ORIENTATION, MESH_POSITION, MESHES, POISSON_RATIO, SETS, YOUNGS_MODULUS,
    elements,
};
use crate::elements::start_keys::ABOUT;
use crate::system::MeshElement;

/// The keys of a boundary frame.
pub const BOUNDARY: &[Key] = &[
    Key::required("name", Form::Text, "its name, as `tip` in \"arm/tip\""),
    Key::required("on", Form::Text, "the surface or set of nodes with which it moves in the mean"),
    Key::optional(
        "position",
        Form::Vector(Quantity::LENGTH),
        "its origin at the design position; default: the centroid of the surface or set",
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
        Key::required("mesh", Form::Variant(MESHES), "its mesh, undeformed"),
        elements("\"hex20\""),
        MATERIAL,
        YOUNGS_MODULUS,
        POISSON_RATIO,
        DENSITY,
        MASS_MATRIX,
        Key::with_default(
            "basis",
            Form::Choice(&["dual", "primal", "rigid"]),
            "\"dual\"",
            "the shapes: free-free modes and residual shapes of forces on the boundary (dual), modes with the boundary fixed and static shapes of its motions (primal), or none (rigid)",
        ),
        Key::with_default("modes", Form::Count, "10", "number of elastic modes; rigid motions are not counted")
            .within(Range::Between(0.0, 1000.0)),
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
            "whether the stresses of rotation stiffen the body in bending; needs `floating_frame`, on or near the axis of rotation",
        ),
        Key::optional(
            "blocked",
            Form::List(&Form::Choice(&["x", "y", "z"])),
            "directions of the model frame at the design position in which no node moves relative to the body",
        ),
        Key::with_default("damping_ratio", Form::Number(Quantity::NUMBER), "0", "damping ratio of all shapes")
            .within(Range::NonNegative),
        Key::with_default(
            "damping",
            Form::Number(Quantity::TIME),
            "0",
            "damping over stiffness, added to the damping ratio",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "mass_damping",
            Form::Number(Quantity::FREQUENCY),
            "0",
            "damping over mass of the elastic motion, added to the damping ratio",
        )
        .within(Range::NonNegative),
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
