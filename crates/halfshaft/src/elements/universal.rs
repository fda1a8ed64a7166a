//! Universal joint.

use super::joint::{BETWEEN, Count, Joint, POSITION, Part, Press, Slip, X, Y, Z, joint_channels};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Mat3, Scalar, Vec3};
use crate::system::Frame;

/// A universal joint: a massless cross with one arm that rotates in A and another arm, perpendicular to it, that
/// rotates in B.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)        the origins coincide
/// Φ₄   = e_z^A · e_z^B           the arms stay perpendicular
/// ```
///
/// The z axis of each frame lies along its arm. Géradin & Cardona 2001, chapter 7.
pub struct Universal {
    /// Frame on A, z along the arm that rotates in A.
    pub a: Frame,
    /// Frame on B, z along the arm that rotates in B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "universal"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("universal"),
    summary: "A universal joint: a massless cross with one arm in A and the other in B.",
    keys: &[
        BETWEEN,
        POSITION,
        Key::required("axis_a", Form::Axis, "direction of the arm in A at the design position, in the model frame"),
        Key::required("axis_b", Form::Axis, "direction of the arm in B, at right angles to the other"),
        joint_friction::SPHERICAL,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![
    Channel {
        name: "angle_a",
        quantity: Quantity::ANGLE,
        meaning: "rotation of the cross against A about its arm, zero at the design position, from −π to π",
    },
    Channel {
        name: "angle_b",
        quantity: Quantity::ANGLE,
        meaning: "rotation of B against the cross about its arm, zero at the design position, from −π to π",
    },
    Channel {
        name: "speed_a",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of the cross against A about its arm",
    },
    Channel {
        name: "speed_b",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of B against the cross about its arm",
    },
];

impl Universal {
    /// The axes of the frames on A and B at the design position: z along the own arm, x along the other.
    pub fn axes(arm_a: Vec3, arm_b: Vec3) -> [Mat3; 2] {
        let toward = |z: Vec3, other: Vec3| {
            let y = z.cross(other);
            let y = y * (1.0 / y.norm());
            Mat3::from_columns([y.cross(z), y, z])
        };
        [toward(arm_a, arm_b), toward(arm_b, arm_a)]
    }
}

impl Joint for Universal {
    const EQUATIONS: usize = 4;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::InPlane(Z), Part::Square(Z, Z)]
    }

    /// The arms are perpendicular, so each takes its own component of the relative angular velocity.
    fn coordinates(&self, moving: &MovingPair, _count: &Count, out: &mut [f64]) {
        let (a, b) = (moving.pair.a.r, moving.pair.b.r);
        let (arm_a, arm_b) = (a.column(Z), b.column(Z));
        out[0] = arm_b.dot(a.column(Y)).atan2(arm_b.dot(a.column(X)));
        out[1] = (-arm_a.dot(b.column(Y))).atan2(arm_a.dot(b.column(X)));
        out[2] = arm_a.dot(moving.w);
        out[3] = arm_b.dot(moving.w);
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Vec3::zero(), w: pair.w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([l[0], l[1], l[2]]), bending: Vec3::zero() }
    }
}

addable_joint!(Universal);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Universal {
    Universal { a, b }
}

examined!(KIND => between_frames(specimen));
