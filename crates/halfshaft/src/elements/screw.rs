//! Screw joint.

use super::joint::{
    ANGLE, ANGULAR_SPEED, AXIS, BETWEEN, Count, DISPLACEMENT, Joint, POSITION, Part, Press, SPEED, Slip, X, Y, Z,
    joint_channels, travel, turn,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Scalar, Vec3};
use crate::system::Frame;

/// A screw joint: B rotates about the common z axis of two frames and advances along it in proportion.
///
/// ```text
/// Φ₁₋₂ = e_x^A · (x_B − x_A),  e_y^A · (x_B − x_A)        B's origin stays on A's z axis
/// Φ₃₋₄ = e_x^A · e_z^B,  e_y^A · e_z^B                    the z axes stay parallel
/// Φ₅   = sin(φ − z/s)                                     z = s φ,   s = lead / 2π
/// ```
///
/// The sine makes the number of turns irrelevant, so turns are not counted. Positive s is a right-handed thread.
/// Géradin & Cardona 2001, chapter 7, couple z and φ directly; the reaction is the same.
pub struct Screw {
    /// Frame on A; B moves about and along its z axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// s: advance in metres per radian, positive for a right-handed thread.
    pub rise: f64,
}

/// `[[joint]]` with `type = "screw"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("screw"),
    summary: "A screw joint: B turns against A about one axis and rises along it in proportion. Friction is that of a square thread.",
    keys: &[
        BETWEEN,
        POSITION,
        AXIS,
        Key::required("lead", Form::Number(Quantity::LENGTH), "travel along the axis for one turn")
            .within(Range::Positive),
        Key::with_default(
            "hand",
            Form::Choice(&["right", "left"]),
            "\"right\"",
            "`right`: B turns right-handed about the direction in which it moves",
        ),
        joint_friction::CYLINDRICAL,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED, ANGLE, ANGULAR_SPEED];

impl Joint for Screw {
    const EQUATIONS: usize = 5;
    const PLAIN: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const TURNS: bool = true;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        let thread = Part::Travel(Z, self.rise);
        [Part::InPlane(X), Part::InPlane(Y), Part::Square(X, Z), Part::Square(Y, Z), thread]
    }

    fn coordinates(&self, pair: &MovingPair, count: &Count, out: &mut [f64]) {
        out[..2].copy_from_slice(&travel(pair));
        out[2..].copy_from_slice(&turn(pair, count));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Slip::along_z(pair).v, w: Slip::about_z(pair).w }
    }

    /// Perpendicular to the axis as in a cylindrical joint. The flanks of a square thread transmit the torque λ of the thread as the
    /// axial force λ/s, which is the part ρ/√(ρ² + s²) of their normal force.
    fn press<S: Scalar>(&self, l: &[S], radius: f64) -> Press<S> {
        let flanks = l[4] * (radius.hypot(self.rise) / (radius * self.rise));
        Press { force: Vec3([l[0], l[1], flanks]), bending: Vec3([l[2], l[3], S::zero()]) }
    }
}

addable_joint!(Screw);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Screw {
    Screw { a, b, rise: -0.3 }
}

examined!(KIND => between_frames(specimen));
