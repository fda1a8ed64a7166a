//! Connection of a train to a body in space.

use super::SECTION;
use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::elements::joint::{AXIS, BETWEEN};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId};

/// A shaft that rotates with body B relative to body A about an axis: it connects a one-dimensional train to a
/// mechanism.
///
/// ```text
/// φ̇ − e · (ω_B − ω_A) = 0,     e: the axis, fixed in A
/// ```
///
/// λ is the torque of the shaft on B about e; the opposite acts on A, as on a housing. The constraint is on velocities,
/// so the number of turns is not limited. The inertia of the shaft adds to that of B about the axis, without the
/// gyroscopic moments of a rotor: those belong to the body.
pub struct ShaftOnBody {
    /// The shaft.
    pub shaft: ScalarId,
    /// Frame on A; z is the axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[driveline]]` with `type = "shaft_on_body"` in a model file.
pub const KIND: Kind = Kind {
    section: SECTION,
    type_name: Some("shaft_on_body"),
    summary: "A shaft of a driveline that turns with body B against body A about an axis: its torque acts on B, and its reaction on A.",
    keys: &[Key::required("shaft", Form::Shaft, "the shaft"), BETWEEN, AXIS],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel { name: "speed", quantity: Quantity::ANGULAR_VELOCITY, meaning: "speed of B against A about the axis" },
    Channel { name: "torque", quantity: Quantity::TORQUE, meaning: "torque of the shaft on B about the axis" },
];

impl ShaftOnBody {
    /// The axis in world axes, and the angular speed of B relative to A about it.
    fn turning<S: Scalar>(&self, at: &At<S>) -> (Vec3<S>, S) {
        let [a, b] = [&at.nodes[0], &at.nodes[1]];
        let axis = self.a.on(&a.at).r.column(2);
        (axis, axis.dot(b.at.r * b.w - a.at.r * a.w))
    }
}

impl Element for ShaftOnBody {
    type Tangent = Dual<16>;
    const CONSTRAINTS: usize = 1;
    const VELOCITY_CONSTRAINTS: usize = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.shaft]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let lambda = at.multipliers[0];
        let torque = self.turning(at).0.scale(lambda);
        r.scalar(0, lambda);
        r.torque(0, at.nodes[0].at.r.transpose_times(torque));
        r.torque(1, -at.nodes[1].at.r.transpose_times(torque));
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0].v - self.turning(at).1;
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.copy_from_slice(&[self.turning(at).1, at.multipliers[0]]);
    }
}

addable!(ShaftOnBody);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame, shaft: ScalarId) -> ShaftOnBody {
    ShaftOnBody { shaft, a, b }
}
