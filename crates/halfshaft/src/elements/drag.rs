//! Drag.

use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
#[cfg(test)]
use crate::math::Mat3;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Motion, NodeId, Residual, Wrench};

/// Drag of a fluid at rest on a point of a body: −½ ρ c_w A ‖v‖ v.
pub struct Drag {
    /// It acts at its origin.
    pub frame: Frame,
    /// ½ ρ c_w A, in N s²/m².
    pub factor: f64,
}

/// `[[force]]` with `type = "drag"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("drag"),
    summary: "Resistance of a fluid at rest against the motion of a point of a body, with the square of its speed.",
    keys: &[
        Key::required("on", Form::Frame, "the body"),
        Key::optional(
            "position",
            Form::Vector(Quantity::LENGTH),
            "where it acts at the design position, in the model frame; default: at the body's own origin",
        ),
        Key::required("coefficient", Form::Number(Quantity::NUMBER), "drag coefficient").within(Range::NonNegative),
        Key::required("area", Form::Number(Quantity::AREA), "area to which the coefficient belongs")
            .within(Range::NonNegative),
        Key::with_default("density", Form::Number(Quantity::DENSITY), "\"1.2 kg/m^3\"", "density of the fluid")
            .within(Range::NonNegative),
    ],
    channels: &[
        Channel { name: "force", quantity: Quantity::FORCE, meaning: "size of the resistance" },
        Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "resistance along x of the model frame" },
        Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "resistance along y of the model frame" },
        Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "resistance along z of the model frame" },
        Channel { name: "dissipation", quantity: Quantity::POWER, meaning: "dissipated power" },
    ],
};

impl Drag {
    /// The point, its velocity and its speed; at rest the derivative of the speed is set to zero.
    fn motion<S: Scalar>(&self, body: &Motion<S>) -> [Vec3<S>; 2] {
        let point = self.frame.on(&body.at).x;
        [point, body.v + (body.at.r * body.w).cross(point - body.at.x)]
    }
}

fn speed<S: Scalar>(v: Vec3<S>) -> S {
    let square = v.dot(v);
    if square.value() == 0.0 { S::zero() } else { square.sqrt() }
}

impl Element for Drag {
    type Tangent = Dual<8>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = KIND.channels;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.frame.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let body = &at.nodes[0];
        let [point, v] = self.motion(body);
        r.wrench_at(0, &body.at, point, v.scale(speed(v) * self.factor), Vec3::zero());
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.frame]).force_vector())
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let [_, v] = self.motion(&at.nodes[0]);
        Energy { dissipated: self.factor * v.norm().powi(3), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let [_, v] = self.motion(&at.nodes[0]);
        let [x, y, z] = (v * (-self.factor * v.norm())).0;
        out.copy_from_slice(&[self.factor * v.dot(v), x, y, z, self.energy(at).dissipated]);
    }
}

addable!(Drag);

/// For the generic check.
#[cfg(test)]
fn specimen(node: NodeId) -> Drag {
    Drag { frame: Frame { node, offset: Vec3([0.3, -0.2, 0.5]), axes: Mat3::identity() }, factor: 0.7 }
}

examined!(KIND => on_one_node(specimen));
