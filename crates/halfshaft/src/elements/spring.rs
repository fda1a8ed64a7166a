//! Spring and damper along a line.

use super::joint::BETWEEN;
use super::line::{Line, POSITION_A, POSITION_B};
use super::linear_law::LinearLaw;
use super::pair::{MovingPair, act};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Motion, NodeId, Residual};

/// A spring and damper along the line between a point of A and a point of B.
///
/// ```text
/// T = k (ℓ − ℓ₀) + d ℓ̇,     ℓ = ‖x_B − x_A‖
/// ```
///
/// Positive T pulls the points together. At zero length the line has no direction: a model file that starts there
/// is refused, and a run that lands there stops with the name of the spring. What must pass there needs a bushing.
pub struct Spring {
    /// Frame on A; the spring ends at its origin.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ₀, in metres.
    pub free_length: f64,
    /// k in N/m, d in N s/m.
    pub law: LinearLaw,
}

/// `[[force]]` with `type = "spring"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("spring"),
    summary: "A spring and damper along the line between a point of A and a point of B.",
    keys: &[
        BETWEEN,
        POSITION_A,
        POSITION_B,
        Key::with_default("stiffness", Form::Number(Quantity::STIFFNESS), "0", "force for each length of extension")
            .within(Range::NonNegative),
        Key::with_default("damping", Form::Number(Quantity::DAMPING), "0", "force for each speed of extension")
            .within(Range::NonNegative),
        Key::optional(
            "free_length",
            Form::Number(Quantity::LENGTH),
            "length without force; the distance of the points at the design position where it is left out",
        )
        .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "length", quantity: Quantity::LENGTH, meaning: "distance of the points" },
    Channel { name: "speed", quantity: Quantity::VELOCITY, meaning: "rate of the distance" },
    Channel {
        name: "tension",
        quantity: Quantity::FORCE,
        meaning: "force, positive when it pulls the points together",
    },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "power turned into heat" },
];

impl Spring {
    fn line<S: Scalar>(&self, nodes: &[Motion<S>]) -> (MovingPair<S>, Line<S>, S) {
        let moving = MovingPair::on([&self.a, &self.b], nodes);
        let line = Line::of(&moving);
        let tension = self.law.effort(line.length - S::constant(self.free_length), line.rate);
        (moving, line, tension)
    }
}

impl Element for Spring {
    type Tangent = Dual<12>;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (moving, line, tension) = self.line(at.nodes);
        act(r, at.nodes, moving.pair.b.x, line.direction.scale(tension), Vec3::zero());
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (_, line, _) = self.line(at.nodes);
        Energy {
            potential: self.law.stored(line.length - self.free_length),
            dissipated: self.law.dissipated(line.rate),
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (_, line, tension) = self.line(at.nodes);
        let energy = self.energy(at);
        out.copy_from_slice(&[line.length, line.rate, tension, energy.potential, energy.dissipated]);
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Spring {
    Spring { a, b, free_length: 0.4, law: LinearLaw { stiffness: 3.0, damping: 0.7 } }
}
