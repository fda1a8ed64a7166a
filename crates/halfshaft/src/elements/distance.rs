//! Distance joint.

use super::joint::{BETWEEN, Count, Joint, Part, joint_channels};
use super::joint_friction;
use super::line::{POSITION_A, POSITION_B};
use super::pair::MovingPair;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::system::Frame;

/// A distance joint: a massless rod with a ball at each end holds a point of B at a constant distance from a point of
/// A.
///
/// ```text
/// Φ = ‖x_B − x_A‖ − ℓ
/// ```
///
/// The multiplier is the tension of the rod. The length must not be zero; a spherical joint replaces such a rod.
pub struct Distance {
    /// Frame on A.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ, in metres.
    pub length: f64,
}

/// `[[joint]]` with `type = "distance"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("distance"),
    summary: "A distance joint: a massless rod keeps a point of B at a constant distance from a point of A.",
    keys: &[
        BETWEEN,
        POSITION_A,
        POSITION_B,
        Key::optional(
            "length",
            Form::Number(Quantity::LENGTH),
            "length of the rod; default: the distance at the design position",
        )
        .within(Range::Positive),
        joint_friction::EYES,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = joint_channels![];

impl Joint for Distance {
    const EQUATIONS: usize = 1;
    const PLAIN: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn parts(&self) -> impl AsRef<[Part]> {
        [Part::Length(self.length)]
    }

    fn coordinates(&self, _moving: &MovingPair, _count: &Count, _out: &mut [f64]) {}
}

addable!(Distance);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Distance {
    Distance { a, b, length: 0.8 }
}

examined!(KIND => between_frames(specimen));
