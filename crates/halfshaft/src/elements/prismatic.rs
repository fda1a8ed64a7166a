//! Prismatic joint.

use super::joint::{
    AXIS, BETWEEN, Count, DISPLACEMENT, Joint, POSITION, Part, Press, SPEED, Slip, X, Y, Z, joint_channels, travel,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Kind};
use crate::math::{Scalar, Vec3};
use crate::system::Frame;

/// A prismatic joint: B slides relative to A along the common z axis of two frames, and does not rotate.
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
    keys: &[BETWEEN, POSITION, AXIS, joint_friction::PRISMATIC],
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

    fn coordinates(&self, pair: &MovingPair, _count: &Count, out: &mut [f64]) {
        out.copy_from_slice(&travel(pair));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip::along_z(pair)
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([l[0], l[1], S::zero()]), bending: Vec3([l[2], l[3], l[4]]) }
    }
}

addable_joint!(Prismatic);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Prismatic {
    Prismatic { a, b }
}

examined!(KIND => between_frames(specimen));
