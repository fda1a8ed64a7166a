//! Rigid joint.

use super::joint::{BETWEEN, Count, Joint, Part, X, Y, Z, joint_channels};
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::system::Frame;

/// A rigid joint: B is welded to A.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)                                   the origins coincide
/// Φ₄₋₆ = e_x^A · e_y^B,  e_y^A · e_z^B,  e_z^A · e_x^B       the axes coincide
/// ```
///
/// Its purpose is the reaction it reports: the six section forces between two bodies that could be one.
pub struct RigidJoint {
    /// Frame on A.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "rigid"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("rigid"),
    summary: "A rigid joint: B is welded to A.",
    keys: &[
        BETWEEN,
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "the point at which the reaction is given, at the design position, in the model frame; default: the origin of B, or of A if B is the ground",
        ),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![];

impl Joint for RigidJoint {
    const EQUATIONS: usize = 6;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [
            Part::InPlane(X),
            Part::InPlane(Y),
            Part::InPlane(Z),
            Part::Square(X, Y),
            Part::Square(Y, Z),
            Part::Square(Z, X),
        ]
    }

    fn coordinates(&self, _moving: &MovingPair, _count: &Count, _out: &mut [f64]) {}
}

addable!(RigidJoint);

/// For the generic check.
#[cfg(test)]
fn specimen(a: Frame, b: Frame) -> RigidJoint {
    RigidJoint { a, b }
}

examined!(KIND => between_frames(specimen));
