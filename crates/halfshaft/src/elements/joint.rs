//! What all joints are made of: scalar constraints between two frames, each with its reaction, written once.

use crate::describe::{Channel, Form, Key, Quantity};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, NodeId, Place, Residual};

use super::pair::{MovingPair, Pair, act};

/// The first axis of a frame.
pub(crate) const X: usize = 0;
/// The second axis of a frame.
pub(crate) const Y: usize = 1;
/// The third axis of a frame, about or along which joints with one axis move.
pub(crate) const Z: usize = 2;

/// One scalar constraint between frames A and B, with d = x_B − x_A.
///
/// Virtual work gives its reaction: δΦ = f·(δx_B − δx_A') + τ·(δθ_B − δθ_A), where x_A' is the point of A's body at
/// x_B. The terms λ f and λ τ stand on B's side of the residual, so that A acts on B with −λ f and −λ τ.
/// Géradin & Cardona 2001, chapter 7; Virlez 2014, 2.1.4.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// e_i^A · d = 0: B's origin stays in the plane through A's origin normal to A's axis i.
    InPlane(usize),
    /// e_i^A · e_j^B = 0: axis i of A stays at right angles to axis j of B.
    Square(usize, usize),
    /// ‖d‖ − ℓ = 0: the origins keep their distance ℓ.
    Length(f64),
    /// e_x^B · (cos ψ e_y^A − sin ψ e_x^A) = 0 with ψ = e_z^A · d / s: B rises along z by s for each radian it turns.
    ///
    /// With common z axes this is sin(φ − ψ) = 0. Its slope is one wherever it holds, it needs no count of turns, and
    /// continuity keeps the branch on which the motion began.
    Thread(f64),
}

impl Part {
    /// Φ.
    #[inline(always)]
    fn value<S: Scalar>(self, p: &Pair<S>) -> S {
        match self {
            Part::InPlane(i) => p.a.r.column(i).dot(p.offset()),
            Part::Square(i, j) => p.a.r.column(i).dot(p.b.r.column(j)),
            Part::Length(length) => p.offset().norm() - S::constant(length),
            Part::Thread(rise) => p.b.r.column(X).dot(thread(p, rise).0),
        }
    }

    /// Adds the reaction λ f at B's origin to `force` and λ τ to `torque`, in world axes.
    #[inline(always)]
    fn react<S: Scalar>(self, p: &Pair<S>, multiplier: S, force: &mut Vec3<S>, torque: &mut Vec3<S>) {
        match self {
            Part::InPlane(i) => *force += p.a.r.column(i).scale(multiplier),
            Part::Square(i, j) => *torque += p.b.r.column(j).cross(p.a.r.column(i)).scale(multiplier),
            Part::Length(_) => {
                let d = p.offset();
                *force += d.scale(S::one() / d.norm()).scale(multiplier);
            }
            Part::Thread(rise) => {
                let (across, along) = thread(p, rise);
                let x = p.b.r.column(X);
                *force += p.a.r.column(Z).scale(x.dot(along) * (-1.0 / rise)).scale(multiplier);
                *torque += x.cross(across).scale(multiplier);
            }
        }
    }
}

/// A's axes y and x, turned about z by the angle ψ that belongs to the rise; the derivative of the first is the second's
/// negative.
#[inline(always)]
fn thread<S: Scalar>(p: &Pair<S>, rise: f64) -> (Vec3<S>, Vec3<S>) {
    let psi = p.a.r.column(Z).dot(p.offset()) * (1.0 / rise);
    let (sine, cosine) = (psi.sin(), psi.cos());
    let (x, y) = (p.a.r.column(X), p.a.r.column(Y));
    (y.scale(cosine) - x.scale(sine), x.scale(cosine) + y.scale(sine))
}

/// A joint: two frames, the list of its constraints, and the coordinates of the motion they leave.
pub(crate) trait Joint: Send + Sync + 'static {
    /// How many parts it has.
    const EQUATIONS: usize;

    /// Its channels: its coordinates, then the six of [`joint_channels`].
    const CHANNELS: &'static [Channel];

    /// Frames A and B.
    fn frames(&self) -> [&Frame; 2];

    /// Its constraints.
    fn parts(&self) -> impl AsRef<[Part]>;

    /// Sets the channels before the reaction: where B is against A, and how it moves.
    fn coordinates(&self, pair: &MovingPair, out: &mut [f64]);
}

/// The terms of all parts in the residual, on B's side.
#[inline(always)]
fn reaction<S: Scalar>(joint: &impl Joint, pair: &Pair<S>, multipliers: &[S]) -> (Vec3<S>, Vec3<S>) {
    let (mut force, mut torque) = (Vec3::zero(), Vec3::zero());
    for (part, &multiplier) in joint.parts().as_ref().iter().zip(multipliers) {
        part.react(pair, multiplier, &mut force, &mut torque);
    }
    (force, torque)
}

impl<J: Joint> Element for J {
    // Multipliers enter as Φ_qᵀ λ only, so they need no partials; all work here is proportional to the width.
    type Tangent = Dual<12>;
    const CONSTRAINTS: usize = J::EQUATIONS;
    const CHANNELS: &'static [Channel] = J::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        self.frames().map(|frame| frame.node).to_vec()
    }

    // Inlined, to be compiled for the vector registers of its caller.
    #[inline(always)]
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = Pair::on(self.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let (force, torque) = reaction(self, &pair, at.multipliers);
        act(r, at.nodes, pair.b.x, force, torque);
    }

    #[inline(always)]
    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.frames(), [&at.nodes[0], &at.nodes[1]]);
        let parts = self.parts();
        assert_eq!(parts.as_ref().len(), phi.len(), "a joint has as many parts as it says");
        for (phi, part) in phi.iter_mut().zip(parts.as_ref()) {
            *phi = part.value(&pair);
        }
    }

    /// Constraints that do not depend on time do no work.
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let pair = MovingPair::on(self.frames(), at.nodes);
        let (coordinates, reactions) = out.split_at_mut(J::CHANNELS.len() - REACTION.len());
        self.coordinates(&pair, coordinates);
        let (force, torque) = reaction(self, &pair.pair, at.multipliers);
        reactions[..3].copy_from_slice(&(-force).0);
        reactions[3..].copy_from_slice(&(-torque).0);
    }
}

/// The key that names the two bodies.
pub(crate) const BETWEEN: Key = Key::required("between", Form::Between, "the two bodies, A and B");

/// The key that places a joint.
pub(crate) const POSITION: Key = Key::with_default(
    "position",
    Form::Vector(Quantity::LENGTH),
    "[0, 0, 0]",
    "the point of the joint at the design position, in the model frame",
);

/// The key that directs a joint with one axis.
pub(crate) const AXIS: Key =
    Key::required("axis", Form::Axis, "direction of the axis at the design position, in the model frame");

/// B's rotation about the axis.
pub(crate) const ANGLE: Channel = Channel {
    name: "angle",
    quantity: Quantity::ANGLE,
    meaning: "rotation of B against A about the axis, zero at the design position, from −π to π",
};

/// The speed of B's rotation about the axis.
pub(crate) const ANGULAR_SPEED: Channel = Channel {
    name: "angular_speed",
    quantity: Quantity::ANGULAR_VELOCITY,
    meaning: "angular velocity of B against A about the axis",
};

/// B's travel along the axis.
pub(crate) const DISPLACEMENT: Channel = Channel {
    name: "displacement",
    quantity: Quantity::LENGTH,
    meaning: "travel of B against A along the axis, zero at the design position",
};

/// The speed of B's travel along the axis.
pub(crate) const SPEED: Channel =
    Channel { name: "speed", quantity: Quantity::VELOCITY, meaning: "velocity of B against A along the axis" };

/// The reaction: six channels of every joint.
pub(crate) const REACTION: [Channel; 6] = [
    Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "force of A on B along x of the model frame" },
    Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "force of A on B along y of the model frame" },
    Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "force of A on B along z of the model frame" },
    Channel {
        name: "torque_x",
        quantity: Quantity::TORQUE,
        meaning: "torque of A on B about x of the model frame, at the joint's point on B",
    },
    Channel {
        name: "torque_y",
        quantity: Quantity::TORQUE,
        meaning: "torque of A on B about y of the model frame, at the joint's point on B",
    },
    Channel {
        name: "torque_z",
        quantity: Quantity::TORQUE,
        meaning: "torque of A on B about z of the model frame, at the joint's point on B",
    },
];

/// The channels of a joint: its coordinates, then its reaction.
macro_rules! joint_channels {
    ($($coordinate:expr),* $(,)?) => {{
        use $crate::elements::joint::REACTION as R;
        &[$($coordinate,)* R[0], R[1], R[2], R[3], R[4], R[5]]
    }};
}
pub(crate) use joint_channels;

/// Travel along A's z axis and its speed.
pub(crate) fn travel(p: &MovingPair) -> [f64; 2] {
    let z = p.pair.a.r.column(Z);
    [z.dot(p.pair.offset()), z.dot(p.v)]
}

/// Rotation about A's z axis and its speed.
pub(crate) fn turn(p: &MovingPair) -> [f64; 2] {
    [p.pair.angle(), p.pair.a.r.column(Z).dot(p.w)]
}
