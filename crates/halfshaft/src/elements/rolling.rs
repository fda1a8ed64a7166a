//! Rolling without slip.

use super::joint::{BETWEEN, X, Y, Z};
use super::pair::{Pair, act};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Motion, NodeId, Place, Residual};

/// A wheel or ball on B that rolls on a plane of A without slip, and never leaves it.
///
/// ```text
/// Φ₁ = n · (x_B + c − x_A)               the lowest point lies in the plane, c from the centre to it
/// Φ₂ = e_x^A · (ẋ_B + ω_B × c − ẋ_A')    and has the velocity of the plane there
/// Φ₃ = e_y^A · ( … )
/// ```
///
/// c = −r n for a ball, and −r (n − (n·w) w)/‖…‖ for a thin disc with the axis w. Φ₂ and Φ₃ are on velocities and cannot
/// be integrated: a disc comes back to its place turned. The multipliers are the force of the plane on the wheel.
pub struct Rolling {
    /// Frame on A; its x and y axes span the plane, z points to the wheel.
    pub a: Frame,
    /// Frame on B in the centre of the wheel; z is the axis of a disc.
    pub b: Frame,
    /// r, in metres.
    pub radius: f64,
    /// A ball; else a thin disc.
    pub ball: bool,
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
            "centre of the wheel at the design position; B's own origin where it is left out",
        ),
        Key::optional("axis", Form::Axis, "axis of a disc at the design position; a ball where it is left out"),
        Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the disc or ball").within(Range::Positive),
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
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
    /// From the centre to the lowest point.
    fn down<S: Scalar>(&self, pair: &Pair<S>) -> Vec3<S> {
        let n = pair.a.r.column(Z);
        if self.ball {
            return n * -self.radius;
        }
        let w = pair.b.r.column(Z);
        let across = n - w.scale(n.dot(w));
        across.scale(S::constant(-self.radius) / across.norm())
    }

    fn pair<S: Scalar>(&self, nodes: &[Motion<S>]) -> Pair<S> {
        Pair::on([&self.a, &self.b], [&nodes[0].at, &nodes[1].at])
    }
}

impl Element for Rolling {
    type Tangent = Dual<16>;
    const CONSTRAINTS: usize = 3;
    const VELOCITY_CONSTRAINTS: usize = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = self.pair(at.nodes);
        let axes = &pair.a.r;
        let force = axes.column(Z).scale(at.multipliers[0])
            + axes.column(X).scale(at.multipliers[1])
            + axes.column(Y).scale(at.multipliers[2]);
        act(r, at.nodes, pair.b.x + self.down(&pair), force, Vec3::zero());
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on([&self.a, &self.b], [&at.nodes[0], &at.nodes[1]]);
        phi[0] = pair.a.r.column(Z).dot(pair.offset() + self.down(&pair));
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        let pair = self.pair(at.nodes);
        let point = pair.b.x + self.down(&pair);
        let of = |body: &Motion<S>| body.v + (body.at.r * body.w).cross(point - body.at.x);
        let slip = of(&at.nodes[1]) - of(&at.nodes[0]);
        phi[0] = pair.a.r.column(X).dot(slip);
        phi[1] = pair.a.r.column(Y).dot(slip);
    }

    /// The point that touches has no velocity, so that nothing does work.
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let (normal, traction) = (-at.multipliers[0], at.multipliers[1].hypot(at.multipliers[2]));
        out.copy_from_slice(&[normal, traction, if normal == 0.0 { 0.0 } else { traction / normal.abs() }]);
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame, ball: bool) -> Rolling {
    Rolling { a, b, radius: 0.4, ball }
}
