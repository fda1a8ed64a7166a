//! In-line joint.

use super::joint::{
    AXIS, BETWEEN, Count, DISPLACEMENT, Joint, POSITION, Part, Press, SPEED, Slip, X, Y, joint_channels, travel,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Kind};
use crate::math::Scalar;
use crate::system::Frame;

/// An in-line joint: a point of B stays on a line of A, and B rotates freely about it.
///
/// ```text
/// Φ₁ = e_x^A · (x_B − x_A)
/// Φ₂ = e_y^A · (x_B − x_A)
/// ```
///
/// The line is A's z axis.
pub struct Inline {
    /// Frame on A; its z axis is the line.
    pub a: Frame,
    /// Frame on B; its origin is the point.
    pub b: Frame,
}

/// `[[joint]]` with `type = "inline"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("inline"),
    summary: "An in-line joint: a point of B stays on a line of A.",
    keys: &[BETWEEN, POSITION, AXIS, joint_friction::INLINE],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED];

impl Joint for Inline {
    const EQUATIONS: usize = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y)]
    }

    fn coordinates(&self, pair: &MovingPair, _count: &Count, out: &mut [f64]) {
        out.copy_from_slice(&travel(pair));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip::along_z(pair)
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press::across([l[0], l[1]], [S::zero(); 2])
    }
}

addable_joint!(Inline);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Inline {
    Inline { a, b }
}

examined!(KIND => between_frames(specimen));
