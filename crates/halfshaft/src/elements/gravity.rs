//! Weight.

use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, NodeId, Residual};

/// The weight of a body, which acts at its centre of mass.
///
/// ```text
/// f = m g
/// ```
///
/// The node is at the centre of mass, so there is no torque. Potential energy −m g·x, zero at the origin.
pub struct Gravity {
    /// The body's node.
    pub node: NodeId,
    /// The body's mass.
    pub mass: f64,
    /// Gravitational acceleration, in world axes.
    pub field: Vec3,
}

impl Element for Gravity {
    type Tangent = Dual<8>;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;
    const DEPENDS_ON_TIME_ONLY: bool = true;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.node]
    }

    fn residual<S: Scalar>(&self, _at: &At<S>, r: &mut Residual<S>) {
        r.force(0, Vec3::constant(self.field * -self.mass));
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { potential: -self.mass * self.field.dot(at.nodes[0].at.x), ..Energy::default() }
    }
}

addable!(Gravity);

/// For the generic check.
pub(crate) fn specimen(node: NodeId) -> Gravity {
    Gravity { node, mass: 1.7, field: Vec3([0.3, -9.7, 1.1]) }
}
