//! Cylindrical joint.

use super::joint::{
    ANGLE, ANGULAR_SPEED, AXIS, BETWEEN, Count, DISPLACEMENT, Joint, POSITION, Part, Press, SPEED, Slip, X, Y, Z,
    joint_channels, travel, turn,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Kind};
use crate::math::Scalar;
use crate::system::Frame;

/// A cylindrical joint: B rotates about the common z axis of two frames and slides along it, independently.
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
    keys: &[BETWEEN, POSITION, AXIS, joint_friction::CYLINDRICAL],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED, ANGLE, ANGULAR_SPEED];

impl Joint for Cylindrical {
    const EQUATIONS: usize = 4;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const TURNS: bool = true;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::Square(X, Z), Part::Square(Y, Z)]
    }

    fn coordinates(&self, pair: &MovingPair, count: &Count, out: &mut [f64]) {
        out[..2].copy_from_slice(&travel(pair));
        out[2..].copy_from_slice(&turn(pair, count));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Slip::along_z(pair).v, w: Slip::about_z(pair).w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press::across([l[0], l[1]], [l[2], l[3]])
    }
}

addable_joint!(Cylindrical);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Cylindrical {
    Cylindrical { a, b }
}

examined!(KIND => between_frames(specimen));
