//! Hinge.

use crate::describe::{Channel, Form, Key, Kind, Quantity};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Placement, Residual};

/// A hinge: B turns against A about the common z axis of two frames, and moves in no other way.
///
/// ```text
/// Φ₁₋₃ = R_Aᵀ (x_B − x_A)        the origins coincide
/// Φ₄   = e_x^A · e_z^B           the z axes
/// Φ₅   = e_y^A · e_z^B           coincide
/// ```
///
/// The multipliers are a force F in A's axes and a bending torque: with d = x_B − x_A, virtual work of Φ gives
///
/// ```text
/// on B: F at x_B and τ = e_z^B × (λ₄ e_x^A + λ₅ e_y^A);     on A: −F at x_B and −τ
/// ```
///
/// as terms of the residual, so that the force of A on B is −F. Thesis: Virlez 2014, 2.1.4; Géradin & Cardona 2001,
/// chapter 7. The constraint also holds with the axes opposed; the initial state decides, and continuity keeps it.
pub struct Hinge {
    /// Frame on A; the hinge turns about its z axis.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
}

/// `[[joint]]` with `type = "hinge"` in a model file.
pub const KIND: Kind = Kind {
    section: "joint",
    type_name: Some("hinge"),
    summary: "A hinge: B turns against A about one axis and moves in no other way.",
    keys: &[
        Key::required("between", Form::Between, "the two bodies, A and B"),
        Key::with_default(
            "position",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "a point on the axis at the design position, in the model frame",
        ),
        Key::required("axis", Form::Axis, "direction of the axis at the design position, in the model frame"),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel {
        name: "angle",
        quantity: Quantity::ANGLE,
        meaning: "rotation of B against A about the axis, zero at the design position, from −π to π",
    },
    Channel {
        name: "speed",
        quantity: Quantity::ANGULAR_VELOCITY,
        meaning: "angular velocity of B against A about the axis",
    },
    Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "force of A on B along x of the model frame" },
    Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "force of A on B along y of the model frame" },
    Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "force of A on B along z of the model frame" },
    Channel { name: "torque_x", quantity: Quantity::TORQUE, meaning: "torque of A on B about x of the model frame" },
    Channel { name: "torque_y", quantity: Quantity::TORQUE, meaning: "torque of A on B about y of the model frame" },
    Channel { name: "torque_z", quantity: Quantity::TORQUE, meaning: "torque of A on B about z of the model frame" },
];

impl Hinge {
    /// Force and torque in world axes that stand on B's side of the residual.
    fn wrench<S: Scalar>(a: &Placement<S>, b: &Placement<S>, multipliers: &[S]) -> (Vec3<S>, Vec3<S>) {
        let force = a.r * Vec3([multipliers[0], multipliers[1], multipliers[2]]);
        let across = a.r.column(0).scale(multipliers[3]) + a.r.column(1).scale(multipliers[4]);
        (force, b.r.column(2).cross(across))
    }

    fn frames<S: Scalar>(&self, a: &Placement<S>, b: &Placement<S>) -> (Placement<S>, Placement<S>) {
        (self.a.on(a), self.b.on(b))
    }
}

impl Element for Hinge {
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = 5;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (node_a, node_b) = (&at.nodes[0].at, &at.nodes[1].at);
        let (a, b) = self.frames(node_a, node_b);
        let (force, torque) = Self::wrench(&a, &b, at.multipliers);
        r.wrench_at(1, node_b, b.x, force, torque);
        r.wrench_at(0, node_a, b.x, -force, -torque);
    }

    fn constraints<S: Scalar>(&self, _time: S, nodes: &[Placement<S>], phi: &mut [S]) {
        let (a, b) = self.frames(&nodes[0], &nodes[1]);
        let gap = a.r.transpose_times(b.x - a.x);
        phi[..3].copy_from_slice(&gap.0);
        phi[3] = a.r.column(0).dot(b.r.column(2));
        phi[4] = a.r.column(1).dot(b.r.column(2));
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (node_a, node_b) = (&at.nodes[0], &at.nodes[1]);
        let (a, b) = self.frames(&node_a.at, &node_b.at);
        out[0] = b.r.column(0).dot(a.r.column(1)).atan2(b.r.column(0).dot(a.r.column(0)));
        out[1] = a.r.column(2).dot(node_b.at.r * node_b.w - node_a.at.r * node_a.w);
        let (force, torque) = Self::wrench(&a, &b, at.multipliers);
        out[2..5].copy_from_slice(&(-force).0);
        out[5..8].copy_from_slice(&(-torque).0);
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Hinge {
    Hinge { a, b }
}
