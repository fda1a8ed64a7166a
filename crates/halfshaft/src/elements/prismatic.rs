//! Prismatic joint.

use super::joint::{AXIS, BETWEEN, DISPLACEMENT, Joint, POSITION, Part, SPEED, X, Y, Z, joint_channels, travel};
use super::pair::MovingPair;
use crate::describe::{Channel, Kind};
use crate::system::Frame;

/// A prismatic joint: B slides against A along the common z axis of two frames, and does not turn.
///
/// ```text
/// Φ₁ = e_x^A · (x_B − x_A)       B's origin stays
/// Φ₂ = e_y^A · (x_B − x_A)       on A's z axis
/// Φ₃ = e_x^A · e_y^B             the axes
/// Φ₄ = e_y^A · e_z^B             stay
/// Φ₅ = e_z^A · e_x^B             parallel
/// ```
///
/// Géradin & Cardona 2001, chapter 7.
pub struct Prismatic {
    /// Frame on A; B slides along its z axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "prismatic"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("prismatic"),
    summary: "A prismatic joint: B slides against A along one axis and does not turn.",
    keys: &[BETWEEN, POSITION, AXIS],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED];

impl Joint for Prismatic {
    const EQUATIONS: usize = 5;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::Square(X, Y), Part::Square(Y, Z), Part::Square(Z, X)]
    }

    fn coordinates(&self, pair: &MovingPair, out: &mut [f64]) {
        out.copy_from_slice(&travel(pair));
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Prismatic {
    Prismatic { a, b }
}
