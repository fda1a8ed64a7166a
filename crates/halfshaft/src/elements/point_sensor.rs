//! Sensor of a point.

use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Residual};

/// Reports where a point of a body is and how fast it moves, and does nothing.
///
/// ```text
/// x_P = x + R p,     v_P = v + R (Ω × p)
/// ```
pub struct PointSensor {
    /// The point is its origin.
    pub frame: Frame,
}

/// `[[sensor]]` with `type = "point"` in a model file.
pub const KIND: Kind = Kind {
    section: "sensor",
    type_name: Some("point"),
    summary: "Reports the motion of a point of a body.",
    keys: &[
        Key::required("on", Form::Frame, "the body"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "the point at the design position, in the model frame",
        ),
    ],
    channels: CHANNELS,
};

const fn channel(name: &'static str, quantity: Quantity, meaning: &'static str) -> Channel {
    Channel { name, quantity, meaning }
}

const CHANNELS: &[Channel] = &[
    channel("position_x", Quantity::LENGTH, "the point along x of the model frame"),
    channel("position_y", Quantity::LENGTH, "the point along y of the model frame"),
    channel("position_z", Quantity::LENGTH, "the point along z of the model frame"),
    channel("velocity_x", Quantity::VELOCITY, "velocity of the point along x of the model frame"),
    channel("velocity_y", Quantity::VELOCITY, "velocity of the point along y of the model frame"),
    channel("velocity_z", Quantity::VELOCITY, "velocity of the point along z of the model frame"),
];

impl Element for PointSensor {
    type Tangent = Dual<8>;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.frame.node]
    }

    fn residual<S: Scalar>(&self, _at: &At<S>, _r: &mut Residual<S>) {}

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let body = &at.nodes[0];
        out[..3].copy_from_slice(&self.frame.on(&body.at).x.0);
        out[3..].copy_from_slice(&(body.v + body.at.r * body.w.cross(self.frame.offset)).0);
    }
}

/// For the generic check.
pub(crate) fn specimen(node: NodeId) -> PointSensor {
    PointSensor { frame: Frame { node, offset: Vec3([0.3, -0.2, 0.5]), axes: Mat3::identity() } }
}
