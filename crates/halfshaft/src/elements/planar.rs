//! Planar joint.

use super::joint::{ANGLE, ANGULAR_SPEED, BETWEEN, Joint, POSITION, Part, X, Y, Z, joint_channels, turn};
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::system::Frame;

/// A planar joint: a plane of B slides in a plane of A; B may shift within it and turn about its normal.
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

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(Z), Part::Square(X, Z), Part::Square(Y, Z)]
    }

    fn coordinates(&self, moving: &MovingPair, out: &mut [f64]) {
        out[..3].copy_from_slice(&moving.pair.offset().0);
        out[3..].copy_from_slice(&turn(moving));
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Planar {
    Planar { a, b }
}
