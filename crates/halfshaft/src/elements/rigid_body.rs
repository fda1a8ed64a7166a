//! Rigid body.

use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::elements::reduction_keys::FLEXIBLE;
use crate::math::rotation_vector::quaternion;
use crate::math::{Dual, Mat3, Scalar};
use crate::system::{At, Element, Energy, ForceTangent, Increments, NodeId, Residual};

/// The inertia of a rigid body whose node is at its centre of mass.
///
/// ```text
/// m v̇              = force     (world axes)
/// J Ω̇ + Ω × J Ω    = torque    (body axes)
/// ```
///
/// Newton and Euler; with the material angular velocity Ω the inertia tensor J is constant. Virlez 2014, eq. 2.8
/// contains these as M(q) v̇ and the gyroscopic part of g. With J = 0 joints must determine the rotation. On a point
/// node only the first line applies: a point mass.
pub struct RigidBody {
    /// Its node, at the centre of mass.
    pub node: NodeId,
    /// Its mass.
    pub mass: f64,
    /// Its inertia tensor about the centre of mass, in body axes.
    pub inertia: Mat3,
}

/// `[[body]]` in a model file.
pub const KIND: Kind = Kind {
    section: "body",
    type_name: None,
    summary: "A rigid body: mass and inertia about its centre of mass. Or a mass point, which does not turn.",
    keys: &[
        Key::required("mass", Form::Number(Quantity::MASS), "mass").within(Range::Positive),
        Key::required("inertia", Form::Inertia, "moments of inertia about the centre of mass, in the body's axes"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "centre of mass at the design position, in the model frame",
        ),
        Key::optional(
            "orientation",
            Form::Rotation,
            "turns the body's axes from the model frame's at the design position",
        ),
        Key::with_default(
            "velocity",
            Form::Vector(Quantity::VELOCITY),
            "[0, 0, 0]",
            "velocity of the centre of mass at the start, in the model frame",
        ),
        Key::with_default(
            "angular_velocity",
            Form::Vector(Quantity::ANGULAR_VELOCITY),
            "[0, 0, 0]",
            "angular velocity at the start, in the model frame",
        ),
        Key::with_default(
            "rotates",
            Form::Switch,
            "true",
            "whether it can turn; `false` makes it a mass point, which has no `inertia` and is held and pushed at its place alone",
        ),
        Key::with_default(
            "start",
            Form::Choice(&["fixed", "guess", "free"]),
            "\"guess\"",
            "where the parts do not meet at the start: `fixed` stays where it is, `guess` moves as little as possible, `free` goes where the others need it",
        ),
        Key::optional(
            "flexible",
            Form::Group(FLEXIBLE),
            "makes a wheel elastic: a body with `shape = { wheel = { … } }` becomes a superelement, whose bore is the body for joints and loads; its teeth touch those of another one by `[[contact]]` with `type = \"teeth\"`",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel::new("position_x", Quantity::LENGTH, "centre of mass along x of the model frame"),
    Channel::new("position_y", Quantity::LENGTH, "centre of mass along y of the model frame"),
    Channel::new("position_z", Quantity::LENGTH, "centre of mass along z of the model frame"),
    Channel::new("velocity_x", Quantity::VELOCITY, "velocity of the centre of mass along x of the model frame"),
    Channel::new("velocity_y", Quantity::VELOCITY, "velocity of the centre of mass along y of the model frame"),
    Channel::new("velocity_z", Quantity::VELOCITY, "velocity of the centre of mass along z of the model frame"),
    Channel::new("angular_velocity_x", Quantity::ANGULAR_VELOCITY, "angular velocity about the body's x axis"),
    Channel::new("angular_velocity_y", Quantity::ANGULAR_VELOCITY, "angular velocity about the body's y axis"),
    Channel::new("angular_velocity_z", Quantity::ANGULAR_VELOCITY, "angular velocity about the body's z axis"),
    Channel::new("kinetic_energy", Quantity::ENERGY, "kinetic energy"),
    Channel::new(
        "rotation_w",
        Quantity::NUMBER,
        "scalar part of the unit quaternion that turns the model frame's axes into the body's, zero or greater",
    ),
    Channel::new("rotation_x", Quantity::NUMBER, "x component of that quaternion"),
    Channel::new("rotation_y", Quantity::NUMBER, "y component of that quaternion"),
    Channel::new("rotation_z", Quantity::NUMBER, "z component of that quaternion"),
    Channel::new(
        "acceleration_x",
        Quantity::ACCELERATION,
        "acceleration of the centre of mass along x of the model frame",
    ),
    Channel::new(
        "acceleration_y",
        Quantity::ACCELERATION,
        "acceleration of the centre of mass along y of the model frame",
    ),
    Channel::new(
        "acceleration_z",
        Quantity::ACCELERATION,
        "acceleration of the centre of mass along z of the model frame",
    ),
];

impl Element for RigidBody {
    type Tangent = Dual<8>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const DETAILS: &'static [&'static str] = &[
        "velocity_x",
        "velocity_y",
        "velocity_z",
        "angular_velocity_x",
        "angular_velocity_y",
        "angular_velocity_z",
        "kinetic_energy",
        "acceleration_x",
        "acceleration_y",
        "acceleration_z",
    ];

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.node]
    }

    /// The nodes of beams have no inertia of their own.
    fn is_inert(&self) -> bool {
        self.mass == 0.0 && self.inertia == Mat3([[0.0; 3]; 3])
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let body = &at.nodes[0];
        let (m, j) = (self.mass, &self.inertia);
        r.force(0, body.dv * m);
        r.torque(0, j.times(body.dw) + body.w.cross(j.times(body.w)));
    }

    /// ∂(J Ω̇ + Ω × J Ω) = J ∂Ω̇ + (Ω~ J − (J Ω)~) ∂Ω.
    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let (j, spin) = (&self.inertia, at.nodes[0].w);
        let gyroscopic = spin.skew() * *j + (*j * spin).skew() * -1.0;
        let torque = *j * by.acceleration + gyroscopic * by.velocity;
        for k in 0..3 {
            tangent.motion[k][k] += self.mass * by.acceleration;
            tangent.motion[3 + k][3..6].copy_from_slice(&torque.column(k).0);
        }
        true
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let body = &at.nodes[0];
        let kinetic = 0.5 * (self.mass * body.v.dot(body.v) + body.w.dot(self.inertia * body.w));
        Energy { kinetic, ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let body = &at.nodes[0];
        out[0..3].copy_from_slice(&body.at.x.0);
        out[3..6].copy_from_slice(&body.v.0);
        out[6..9].copy_from_slice(&body.w.0);
        out[9] = self.energy(at).kinetic;
        out[10..14].copy_from_slice(&quaternion(&body.at.r));
        out[14..].copy_from_slice(&body.dv.0);
    }
}

/// The inertia tensor from `[xx, yy, zz, xy, yz, zx]`, where the last three are entries of the tensor itself.
pub fn inertia_tensor([xx, yy, zz, xy, yz, zx]: [f64; 6]) -> Mat3 {
    Mat3([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
}

addable!(RigidBody);

/// For the generic check.
pub(crate) fn specimen(node: NodeId) -> RigidBody {
    RigidBody { node, mass: 1.7, inertia: inertia_tensor([0.9, 1.1, 0.7, 0.1, -0.2, 0.05]) }
}

examined!(KIND => on_one_node(specimen));
