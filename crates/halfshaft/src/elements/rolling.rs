//! Rolling without slip.

use super::joint::{BETWEEN, Count, Joint, Part, Press, Slip, Wheel, X, Y, Z, joint_channels};
use super::joint_friction;
use super::pair::{MovingPair, Pair};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Scalar, Vec3};
use crate::system::Frame;

/// A wheel or ball on B that rolls without slip on a plane of A, and never lifts off.
///
/// ```text
/// Φ₁ = n · (x_B + c − x_A)               the lowest point lies in the plane, c from the centre to it
/// Φ₂ = e_x^A · (ẋ_B + ω_B × c − ẋ_A')    and has the velocity of the plane there
/// Φ₃ = e_y^A · ( … )
/// ```
///
/// c = −r n for a ball, and −r (n − (n·w) w)/‖…‖ for a thin disc with the axis w. Φ₂ and Φ₃ are nonholonomic: they
/// cannot be integrated, and a disc can return to its position with another rotation. The multipliers are the force of
/// the plane on the wheel.
///
/// Rolling resistance: the normal force N acts ahead of the lowest point, by the arm f of rolling friction. This is a
/// torque f N against the angular velocity in the plane, of which a disc has only the part about its own axis. Rotation
/// about the normal causes no friction. With σ = r ‖ω‖ and the coefficient f/r this is the friction of the other joints
/// at the radius r.
pub struct Rolling {
    /// Frame on A; its x and y axes span the plane, z points to the wheel.
    pub a: Frame,
    /// Frame on B at the centre of the wheel; z is the axis of a disc.
    pub b: Frame,
    /// The wheel.
    pub(crate) wheel: Wheel,
}

/// `[[joint]]` with `type = "rolling"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("rolling"),
    summary: "A thin disc or a ball on B that rolls without slip on a plane of A, and stays on it.",
    keys: &[
        BETWEEN,
        Key::required("position", Form::Vector(Quantity::LENGTH), "a point of the plane at the design position"),
        Key::required("normal", Form::Axis, "normal of the plane at the design position, towards the wheel"),
        Key::optional(
            "centre",
            Form::Vector(Quantity::LENGTH),
            "centre of the wheel at the design position; default: B's own origin",
        ),
        Key::optional("axis", Form::Axis, "axis of a disc at the design position; default: a ball"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the disc or ball").within(Range::Positive),
        joint_friction::ROLLING,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![
    Channel {
        name: "normal_force",
        quantity: Quantity::FORCE,
        meaning: "force of the plane on the wheel along its normal",
    },
    Channel { name: "traction", quantity: Quantity::FORCE, meaning: "size of the force in the plane" },
    Channel {
        name: "adhesion",
        quantity: Quantity::NUMBER,
        meaning: "traction over normal force: the friction that rolling without slip needs",
    },
];

impl Rolling {
    /// A ball of radius `radius` in metres, or a thin disc about the z axis of B's frame.
    pub fn new(a: Frame, b: Frame, radius: f64, ball: bool) -> Self {
        Rolling { a, b, wheel: Wheel { radius, ball } }
    }

    /// The direction in the plane about which a disc rolls.
    pub(crate) fn across<S: Scalar>(pair: &Pair<S>) -> Vec3<S> {
        let (n, w) = (pair.a.r.column(Z), pair.b.r.column(Z));
        let across = w - n.scale(n.dot(w));
        across.scale(S::one() / across.norm())
    }
}

impl Joint for Rolling {
    const EQUATIONS: usize = 3;
    const PLAIN: bool = false;
    const ON_VELOCITIES: usize = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::Rests(self.wheel), Part::Rolls(X, self.wheel), Part::Rolls(Y, self.wheel)]
    }

    fn coordinates(&self, _pair: &MovingPair, _count: &Count, _out: &mut [f64]) {}

    fn carried(&self, l: &[f64], out: &mut [f64]) {
        let (normal, traction) = (-l[0], l[1].hypot(l[2]));
        out.copy_from_slice(&[normal, traction, if normal == 0.0 { 0.0 } else { traction / normal.abs() }]);
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        let along = |axis: Vec3<S>| axis.scale(axis.dot(pair.w));
        let w = match self.wheel.ball {
            true => pair.w - along(pair.pair.a.r.column(Z)),
            false => along(Self::across(&pair.pair)),
        };
        Slip { v: Vec3::zero(), w }
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3([S::zero(), S::zero(), l[0]]), bending: Vec3::zero() }
    }
}

addable_joint!(Rolling);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame, ball: bool) -> Rolling {
    Rolling::new(a, b, 0.4, ball)
}

examined!(KIND => between_frames(|a, b| specimen(a, b, true)));
