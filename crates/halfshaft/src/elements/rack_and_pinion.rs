//! Rack and pinion.

use super::joint::{
    ANGLE, ANGULAR_SPEED, BETWEEN, Count, DISPLACEMENT, Joint, Part, Press, SPEED, Slip, X, joint_channels, turn,
};
use super::joint_friction;
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Mat3, Scalar, Vec3};
use crate::system::Frame;

/// A rack and pinion without backlash: B, the pinion, rolls along A, the rack, by its pitch radius per radian.
///
/// ```text
/// Φ = e_x^B · (cos ψ e_y^A − sin ψ e_x^A) = 0,     ψ = e_x^A · (x_B − x_A)/s,   s = ±r
/// ```
///
/// A's x axis is along the rack and its z axis along the pinion's. The constraint is holonomic and needs no count of
/// turns. It constrains neither the distance nor the axes: that is the task of the bearings. For the forces of the
/// teeth see the gear pairs.
///
/// Their friction is a mean over the path of contact. A tooth at the distance g from the pitch point slides with g ω,
/// and its normal force is F/cos α where F is the force along the rack. With the mean ρ of |g| the loss is μ ρ ω F/cos
/// α: a torque between pinion and rack. The friction forces themselves change sign at the pitch point and cancel.
pub struct RackAndPinion {
    /// Frame on the rack; x along it, z along the pinion's axis.
    pub a: Frame,
    /// Frame on the pinion, at its centre; z is its axis.
    pub b: Frame,
    /// s: displacement of the pinion along x per radian about z; negative if the rack is on the side of −y.
    pub rise: f64,
    /// α in radians; used only by friction.
    pub pressure_angle: f64,
}

/// `[[joint]]` with `type = "rack_and_pinion"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("rack_and_pinion"),
    summary: "A rack and pinion without play: the pinion B rolls along the rack A. Both need bearings of their own.",
    keys: &[
        BETWEEN,
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "the centre of the pinion at the design position; default: the pinion's own origin",
        ),
        Key::required("direction", Form::Axis, "direction of the rack at the design position, in the model frame"),
        Key::required("axis", Form::Axis, "axis of the pinion, across the rack"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "pitch radius of the pinion").within(Range::Positive),
        Key::with_default(
            "side",
            Form::Choice(&["left", "right"]),
            "\"right\"",
            "the side of the pinion on which the rack lies, looking along the rack with the axis up",
        ),
        Key::with_default(
            "pressure_angle",
            Form::Number(Quantity::ANGLE),
            "\"20 deg\"",
            "angle of the flanks; matters to friction alone",
        )
        .within(Range::Between(0.0, 1.0)),
        joint_friction::TEETH,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![DISPLACEMENT, SPEED, ANGLE, ANGULAR_SPEED];

impl RackAndPinion {
    /// The axes of both frames at the design position: x along the rack, z along the pinion's axis.
    pub fn axes(direction: Vec3, axis: Vec3) -> Mat3 {
        let y = axis.cross(direction);
        let y = y * (1.0 / y.norm());
        Mat3::from_columns([y.cross(axis), y, axis])
    }
}

impl Joint for RackAndPinion {
    const EQUATIONS: usize = 1;
    const PLAIN: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const TURNS: bool = true;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::Travel(X, self.rise)]
    }

    fn coordinates(&self, pair: &MovingPair, count: &Count, out: &mut [f64]) {
        let x = pair.pair.a.r.column(X);
        out[..2].copy_from_slice(&[x.dot(pair.pair.offset()), x.dot(pair.v)]);
        out[2..].copy_from_slice(&turn(pair, count));
    }

    fn slip<S: Scalar>(&self, pair: &MovingPair<S>) -> Slip<S> {
        Slip::about_z(pair)
    }

    fn press<S: Scalar>(&self, l: &[S], _radius: f64) -> Press<S> {
        let along = l[0] * (1.0 / (self.rise * self.pressure_angle.cos()));
        Press { force: Vec3([along, S::zero(), S::zero()]), bending: Vec3::zero() }
    }
}

addable_joint!(RackAndPinion);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> RackAndPinion {
    RackAndPinion { a, b, rise: -0.4, pressure_angle: 0.35 }
}

examined!(KIND => between_frames(specimen));
