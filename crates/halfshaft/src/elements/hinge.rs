//! Hinge.

use super::joint::{ANGLE, AXIS, BETWEEN, Count, Joint, POSITION, Part, Press, Slip, X, Y, Z, joint_channels, turn};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Kind, Quantity};
use crate::math::Scalar;
use crate::system::Frame;

/// A hinge: B rotates relative to A about the common z axis of two frames, without any other relative motion.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)        the origins coincide
/// Φ₄   = e_x^A · e_z^B           the z axes
/// Φ₅   = e_y^A · e_z^B           coincide
/// ```
///
/// The multipliers are a force in A's axes and a bending torque. Virlez 2014, 2.1.4; Géradin & Cardona 2001, chapter 7.
/// The constraint is also satisfied with opposed axes; the initial state decides, and continuity preserves it.
pub struct Hinge {
    /// Frame on A; the hinge rotates about its z axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "hinge"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("hinge"),
    summary: "A hinge: B turns against A about one axis and moves in no other way.",
    keys: &[BETWEEN, POSITION, AXIS, joint_friction::HINGE],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![
    ANGLE,
    Channel {
        name: "speed",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of B against A about the axis",
    },
];

impl Joint for Hinge {
    const EQUATIONS: usize = 5;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const TURNS: bool = true;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::InPlane(Z), Part::Square(X, Z), Part::Square(Y, Z)]
    }

    fn coordinates(&self, pair: &MovingPair, count: &Count, out: &mut [f64]) {
        out.copy_from_slice(&turn(pair, count));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip::about_z(pair)
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press::across([l[0], l[1]], [l[3], l[4]])
    }
}

addable_joint!(Hinge);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Hinge {
    Hinge { a, b }
}

examined!(KIND => between_frames(specimen));
