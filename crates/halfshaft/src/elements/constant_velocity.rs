//! Constant-velocity joint.

use super::joint::{BETWEEN, Count, Joint, POSITION, Part, Press, Slip, X, Y, Z, joint_channels};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Mat3, Quaternion, Scalar, Vec3};
use crate::system::Frame;

/// A constant-velocity joint: shafts A and B meet in a point at any angle, and rotate with equal speeds.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)                     the shafts meet
/// Φ₄   = e_x^A · e_y^B − e_y^A · e_x^B        and are mirror images of each other
/// ```
///
/// With n the axis and θ the angle of the rotation from A to B, Φ₄ = −2 n_z sin θ: n stays perpendicular to both shafts
/// (their z axes), so the plane between them is one of symmetry and both speeds are equal. Valid up to a bend of 180°.
pub struct ConstantVelocity {
    /// Frame on A; z along its shaft.
    pub a: Frame,
    /// Frame on B; z along its shaft, in the same direction.
    pub b: Frame,
}

/// `[[joint]]` with `type = "constant_velocity"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("constant_velocity"),
    summary: "A constant-velocity joint: two shafts meet in a point under any angle and turn equally fast.",
    keys: &[
        BETWEEN,
        POSITION,
        Key::required("axis_a", Form::Axis, "direction of A's shaft at the design position, in the model frame"),
        Key::optional("axis_b", Form::Axis, "direction of B's shaft in the same sense; default: that of A's"),
        joint_friction::SPHERICAL,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![
    Channel { name: "bend", quantity: Quantity::ANGLE, meaning: "angle between the shafts, 0 to π" },
    Channel {
        name: "speed_a",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of B against A about A's shaft",
    },
];

impl ConstantVelocity {
    /// The axes of the frames on A and B at the design position: B's are A's, bent without twist.
    pub fn axes(axes_a: Mat3, shaft_b: Vec3) -> [Mat3; 2] {
        let z = axes_a.column(Z);
        let (across, cosine) = (z.cross(shaft_b), z.dot(shaft_b));
        let sine = across.norm();
        let bend = if sine > 0.0 { across * (sine.atan2(cosine) / sine) } else { Vec3::zero() };
        [axes_a, Quaternion::exp(bend).matrix() * axes_a]
    }
}

impl Joint for ConstantVelocity {
    const EQUATIONS: usize = 4;
    const PLAIN: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::InPlane(Z), Part::NoTwist]
    }

    fn coordinates(&self, moving: &MovingPair, _count: &Count, out: &mut [f64]) {
        let (a, b) = (moving.pair.a.r.column(Z), moving.pair.b.r.column(Z));
        out[0] = a.cross(b).norm().atan2(a.dot(b));
        out[1] = a.dot(moving.w);
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Vec3::zero(), w: pair.w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([l[0], l[1], l[2]]), bending: Vec3::zero() }
    }
}

addable_joint!(ConstantVelocity);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> ConstantVelocity {
    ConstantVelocity { a, b }
}

examined!(KIND => between_frames(specimen));
