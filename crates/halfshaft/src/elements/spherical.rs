//! Spherical joint.

use super::joint::{BETWEEN, Count, Joint, POSITION, Part, Press, Slip, X, Y, Z, joint_channels};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Kind, Quantity};
use crate::math::rotation_vector::RotationVector;
use crate::math::{Scalar, Vec3};
use crate::system::Frame;

/// A spherical joint: a point of B coincides with a point of A, and B rotates freely about it.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)
/// ```
///
/// The multipliers are the force in A's axes. Géradin & Cardona 2001, chapter 7.
pub struct Spherical {
    /// Frame on A.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "spherical"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("spherical"),
    summary: "A spherical joint: a point of B stays at a point of A, and B turns freely about it.",
    keys: &[BETWEEN, POSITION, joint_friction::SPHERICAL],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![
    Channel {
        name: "angle",
        quantity: Quantity::ANGLE,
        meaning: "angle of the one rotation that takes B from the design position to where it is against A, 0 to π",
    },
    Channel {
        name: "speed",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "size of the angular velocity of B against A",
    },
];

impl Joint for Spherical {
    const EQUATIONS: usize = 3;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::InPlane(X), Part::InPlane(Y), Part::InPlane(Z)]
    }

    fn coordinates(&self, moving: &MovingPair, _count: &Count, out: &mut [f64]) {
        let pair = &moving.pair;
        out[0] = RotationVector::of(&(pair.a.r.transpose() * pair.b.r)).theta.norm();
        out[1] = moving.w.norm();
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Vec3::zero(), w: pair.w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([l[0], l[1], l[2]]), bending: Vec3::zero() }
    }
}

addable_joint!(Spherical);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Spherical {
    Spherical { a, b }
}

examined!(KIND => between_frames(specimen));
