//! Planar joint.

use super::joint::{
    ANGLE, ANGULAR_SPEED, BETWEEN, Count, Joint, POSITION, Part, Press, Slip, X, Y, Z, joint_channels, turn,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Scalar, Vec3};
use crate::system::Frame;

/// A planar joint: a plane of B slides in a plane of A; B translates in it and rotates about its normal.
///
/// ```text
/// Φ₁ = e_z^A · (x_B − x_A)       B's origin stays in A's plane
/// Φ₂ = e_x^A · e_z^B             the normals
/// Φ₃ = e_y^A · e_z^B             stay parallel
/// ```
///
/// Géradin & Cardona 2001, chapter 7.
pub struct Planar {
    /// Frame on A; its z axis is the normal.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "planar"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("planar"),
    summary: "A planar joint: a plane of B slides in a plane of A.",
    keys: &[
        BETWEEN,
        POSITION,
        Key::required("normal", Form::Axis, "direction normal to the plane at the design position, in the model frame"),
        joint_friction::PLANAR,
    ],
    channels: CHANNELS,
};

const fn displacement(name: &'static str, meaning: &'static str) -> Channel {
    Channel { name, quantity: Quantity::LENGTH, meaning }
}

const CHANNELS: &[Channel] = joint_channels![
    displacement("displacement_x", "from the joint's point on A to that on B, along x of the model frame"),
    displacement("displacement_y", "from the joint's point on A to that on B, along y of the model frame"),
    displacement("displacement_z", "from the joint's point on A to that on B, along z of the model frame"),
    ANGLE,
    ANGULAR_SPEED,
];

impl Joint for Planar {
    const EQUATIONS: usize = 3;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const TURNS: bool = true;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(Z), Part::Square(X, Z), Part::Square(Y, Z)]
    }

    fn coordinates(&self, moving: &MovingPair, count: &Count, out: &mut [f64]) {
        out[..3].copy_from_slice(&moving.pair.offset().0);
        out[3..].copy_from_slice(&turn(moving, count));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        let z = pair.pair.a.r.column(Z);
        Slip { v: pair.v - z.scale(z.dot(pair.v)), w: Slip::about_z(pair).w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([S::zero(), S::zero(), l[0]]), bending: Vec3([l[1], l[2], S::zero()]) }
    }
}

addable_joint!(Planar);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Planar {
    Planar { a, b }
}

examined!(KIND => between_frames(specimen));
