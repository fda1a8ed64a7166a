//! Cylindrical joint.

use super::joint::{
    ANGLE, ANGULAR_SPEED, AXIS, BETWEEN, DISPLACEMENT, Joint, POSITION, Part, SPEED, X, Y, Z, joint_channels, travel,
    turn,
};
use super::pair::MovingPair;
use crate::describe::{Channel, Kind};
use crate::system::Frame;

/// A cylindrical joint: B turns about the common z axis of two frames and slides along it, each freely.
///
/// ```text
/// Φ₁ = e_x^A · (x_B − x_A)       B's origin stays
/// Φ₂ = e_y^A · (x_B − x_A)       on A's z axis
/// Φ₃ = e_x^A · e_z^B             the z axes
/// Φ₄ = e_y^A · e_z^B             stay parallel
/// ```
///
/// Géradin & Cardona 2001, chapter 7.
pub struct Cylindrical {
    /// Frame on A; B moves about and along its z axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "cylindrical"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("cylindrical"),
    summary: "A cylindrical joint: B turns against A about one axis and slides along it.",
    keys: &[BETWEEN, POSITION, AXIS],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED, ANGLE, ANGULAR_SPEED];

impl Joint for Cylindrical {
    const EQUATIONS: usize = 4;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::Square(X, Z), Part::Square(Y, Z)]
    }

    fn coordinates(&self, pair: &MovingPair, out: &mut [f64]) {
        out[..2].copy_from_slice(&travel(pair));
        out[2..].copy_from_slice(&turn(pair));
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Cylindrical {
    Cylindrical { a, b }
}
