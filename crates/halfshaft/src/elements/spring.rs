//! Spring and damper along a line.

use super::joint::BETWEEN;
use super::line::{Line, POSITION_A, POSITION_B};
use super::memory::memory;
use super::pair::{MovingPair, act};
use super::spring_keys::{SpringKeys, spring_keys};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::function::Table;
use crate::laws::spring::{Elastic, Hysteresis};
use crate::laws::{HystereticLaw, SpringLaw};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::wrench::Direction;
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, Wrench};

/// A spring and damper along the line between a point of A and a point of B.
///
/// ```text
/// T = f(ℓ − ℓ₀) + d ℓ̇ + g(ℓ̇) + hysteresis,     ℓ = ‖x_B − x_A‖
/// ```
///
/// The law is that of [`HystereticLaw`].
/// Positive T pulls the points together. At zero length the line has no direction: a model file that starts there
/// is rejected, and a run that reaches it stops with the name of the spring. Use a bushing for points that coincide.
pub struct Spring {
    /// Frame on A; the spring ends at its origin.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ₀, in metres.
    pub free_length: f64,
    /// Force against extension.
    pub law: HystereticLaw,
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
        LAW.stiffness,
        LAW.curve,
        LAW.polynomial,
        LAW.damping,
        LAW.damping_curve,
        LAW.hysteresis,
        FREE_LENGTH,
    ],
    channels: CHANNELS,
};

const LAW: SpringKeys =
    spring_keys!(Quantity::LENGTH, Quantity::FORCE, Quantity::STIFFNESS, Quantity::VELOCITY, Quantity::DAMPING);

const FREE_LENGTH: Key = Key::optional(
    "free_length",
    Form::Number(Quantity::LENGTH),
    "length without displacement; default: the distance of the points at the design position",
)
.within(Range::NonNegative);

memory! { MEMORY { SLIDER: "slider", } }

const CHANNELS: &[Channel] = &[
    Channel { name: "length", quantity: Quantity::LENGTH, meaning: "distance of the points" },
    Channel { name: "speed", quantity: Quantity::VELOCITY, meaning: "rate of the distance" },
    Channel {
        name: "tension",
        quantity: Quantity::FORCE,
        meaning: "force, positive when it pulls the points together",
    },
    Channel { name: "energy", quantity: Quantity::ENERGY, meaning: "energy stored" },
    Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
];

impl Spring {
    fn line<S: Scalar>(&self, at: &At<S>) -> (MovingPair<S>, Line<S>, S) {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let line = Line::of(&moving);
        let tension = self.law.effort(line.length - S::constant(self.free_length), line.rate, at.memory[SLIDER]);
        (moving, line, tension)
    }
}

impl Element for Spring {
    type Tangent = Dual<12>;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (moving, line, tension) = self.line(at);
        act(r, at.nodes, moving.pair.b.x, line.direction.scale(tension), Vec3::zero());
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[SLIDER] = self.law.slider(self.line(at).1.length - self.free_length, memory[SLIDER]);
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.a, &self.b]).force("tension", -1.0, Direction::Between))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (_, line, _) = self.line(at);
        Energy {
            potential: self.law.stored(line.length - self.free_length, at.memory[SLIDER]),
            dissipated: self.law.dissipated(line.length - self.free_length, line.rate, at.memory[SLIDER]),
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (_, line, tension) = self.line(at);
        let energy = self.energy(at);
        out.copy_from_slice(&[line.length, line.rate, tension, energy.potential, energy.dissipated]);
    }
}

addable!(Spring);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Spring {
    Spring { a, b, free_length: 0.4, law: specimen_law() }
}

/// Any law will do that does not change its branch.
pub(super) fn specimen_law() -> HystereticLaw {
    HystereticLaw {
        spring: SpringLaw { preload: 0.9, ..SpringLaw::new(Elastic::Polynomial(vec![3.0, 0.4, 0.2]), 0.7) },
        // One straight line: a derivative by differences does not meet a corner.
        damper: Table::extended(&[[-1.0, -0.3], [1.0, 0.3]]).ok(),
        hysteresis: Some(Hysteresis { stiffness: 0.6, limit: 50.0 }),
    }
}

examined!(KIND => between_frames(specimen));
