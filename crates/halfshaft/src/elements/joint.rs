//! Building blocks of all joints: scalar constraints between two frames, each with its reaction, defined once.

use crate::describe::{Channel, Form, Key, Quantity};
use crate::math::{Scalar, Vec3};
use crate::system::{At, Frame};

use super::pair::{MovingPair, Pair};
use super::turns;

/// The first axis of a frame.
pub(crate) const X: usize = 0;
/// The second axis of a frame.
pub(crate) const Y: usize = 1;
/// The third axis of a frame, about or along which joints with one axis move.
pub(crate) const Z: usize = 2;

/// One scalar constraint between frames A and B, with d = x_B − x_A.
///
/// Virtual work gives its reaction: δΦ = f·(δx_B − δx_A') + τ·(δθ_B − δθ_A), where x_A' is the point of A's body at
/// x_B. The terms λ f and λ τ are positive on B's side of the residual, so A acts on B with −λ f and −λ τ.
/// Géradin & Cardona 2001, chapter 7; Virlez 2014, 2.1.4.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// e_i^A · d = 0: B's origin stays in the plane through A's origin normal to A's axis i.
    InPlane(usize),
    /// e_i^A · e_j^B = 0: axis i of A stays perpendicular to axis j of B.
    Square(usize, usize),
    /// ‖d‖ − ℓ = 0: the origins keep their distance ℓ.
    Length(f64),
    /// e_x^B · (cos ψ e_y^A − sin ψ e_x^A) = 0 with ψ = e_i^A · d / s: B moves along A's axis i by s for each radian of
    /// rotation about z. Along z this is a screw, perpendicular to it a pinion on a rack.
    ///
    /// With common z axes this is sin(φ − ψ) = 0. Its slope is one wherever it is satisfied, it needs no count of
    /// turns, and continuity preserves the branch on which the motion began.
    Travel(usize, f64),
    /// e_x^A · e_y^B − e_y^A · e_x^B = 0: the axis of B's rotation relative to A is perpendicular to both z axes, so
    /// there is no twist.
    NoTwist,
    /// e_z^A · (d + c) = 0: the lowest point of a wheel on B, at c from its centre, stays in A's x-y plane.
    Rests(Wheel),
    /// e_i^A · (v + ω × c) = 0: that point has the velocity of the plane there. Nonholonomic.
    Rolls(usize, Wheel),
}

/// A wheel around B's origin, on the plane of A's x and y axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wheel {
    pub radius: f64,
    /// Whether it is a ball; otherwise a thin disc about B's z axis.
    pub ball: bool,
}

impl Wheel {
    /// From the centre to the lowest point.
    fn down<S: Scalar>(self, p: &Pair<S>) -> Vec3<S> {
        let n = p.a.r.column(Z);
        if self.ball {
            return n * -self.radius;
        }
        let w = p.b.r.column(Z);
        let across = n - w.scale(n.dot(w));
        across.scale(S::constant(-self.radius) / across.norm())
    }
}

impl Part {
    /// Φ.
    fn value<S: Scalar>(self, p: &Pair<S>) -> S {
        match self {
            Part::InPlane(i) => p.a.r.column(i).dot(p.offset()),
            Part::Square(i, j) => p.a.r.column(i).dot(p.b.r.column(j)),
            Part::Length(length) => p.offset().norm() - S::constant(length),
            Part::Travel(i, rise) => p.b.r.column(X).dot(travelled(p, i, rise).0),
            Part::NoTwist => p.a.r.column(X).dot(p.b.r.column(Y)) - p.a.r.column(Y).dot(p.b.r.column(X)),
            Part::Rests(wheel) => p.a.r.column(Z).dot(p.offset() + wheel.down(p)),
            Part::Rolls(..) => unreachable!("a constraint on velocities"),
        }
    }

    /// Φ of a nonholonomic constraint.
    fn velocity<S: Scalar>(self, p: &MovingPair<S>) -> S {
        let Part::Rolls(i, wheel) = self else { unreachable!("a constraint on positions") };
        p.pair.a.r.column(i).dot(p.v + p.w.cross(wheel.down(&p.pair)))
    }

    /// Adds the reaction λ f at B's origin to `force` and λ τ to `torque`, in world axes.
    pub fn react<S: Scalar>(self, p: &Pair<S>, multiplier: S, force: &mut Vec3<S>, torque: &mut Vec3<S>) {
        match self {
            Part::InPlane(i) => *force += p.a.r.column(i).scale(multiplier),
            Part::Square(i, j) => *torque += p.b.r.column(j).cross(p.a.r.column(i)).scale(multiplier),
            Part::Length(_) => {
                let d = p.offset();
                *force += d.scale(S::one() / d.norm()).scale(multiplier);
            }
            Part::Travel(i, rise) => {
                let (across, along) = travelled(p, i, rise);
                let x = p.b.r.column(X);
                *force += p.a.r.column(i).scale(x.dot(along) * (-1.0 / rise)).scale(multiplier);
                *torque += x.cross(across).scale(multiplier);
            }
            Part::NoTwist => {
                let (a, b) = (&p.a.r, &p.b.r);
                let twist = b.column(Y).cross(a.column(X)) - b.column(X).cross(a.column(Y));
                *torque += twist.scale(multiplier);
            }
            Part::Rests(wheel) => push_at(wheel.down(p), p.a.r.column(Z).scale(multiplier), force, torque),
            Part::Rolls(i, wheel) => push_at(wheel.down(p), p.a.r.column(i).scale(multiplier), force, torque),
        }
    }
}

/// Adds a force that acts at an arm from B's origin.
fn push_at<S: Scalar>(arm: Vec3<S>, push: Vec3<S>, force: &mut Vec3<S>, torque: &mut Vec3<S>) {
    *force += push;
    *torque += arm.cross(push);
}

/// A's axes y and x, rotated about z by the angle ψ of the travel; the derivative of the first is minus the second.
fn travelled<S: Scalar>(p: &Pair<S>, axis: usize, rise: f64) -> (Vec3<S>, Vec3<S>) {
    let psi = p.a.r.column(axis).dot(p.offset()) * (1.0 / rise);
    let (sine, cosine) = (psi.sin(), psi.cos());
    let (x, y) = (p.a.r.column(X), p.a.r.column(Y));
    (y.scale(cosine) - x.scale(sine), x.scale(cosine) + y.scale(sine))
}

/// A joint: two frames, the list of its constraints, and the coordinates of its remaining degrees of freedom.
pub(crate) trait Joint: Send + Sync + 'static {
    /// Number of its parts.
    const EQUATIONS: usize;

    /// Number of its nonholonomic parts, the last ones.
    const ON_VELOCITIES: usize = 0;

    /// Its channels: its coordinates, then those of [`joint_channels`].
    const CHANNELS: &'static [Channel];

    /// Whether it counts the turns of B about A's z axis.
    const TURNS: bool = false;

    /// Whether all its parts are of the kinds `InPlane` and `Square`, which have an analytic tangent.
    const PLAIN: bool = true;

    /// Frames A and B.
    fn frames(&self) -> [&Frame; 2];

    /// Its constraints.
    fn parts(&self) -> impl AsRef<[Part]>;

    /// Sets the channels that precede friction and reaction: position and motion of B relative to A.
    fn coordinates(&self, pair: &MovingPair, count: &Count, out: &mut [f64]);

    /// Sets those of them that are computed from the multipliers.
    fn carried(&self, _multipliers: &[f64], _out: &mut [f64]) {}

    /// The sliding velocity of the surfaces in contact.
    fn slip<S: Scalar>(&self, _pair: &MovingPair<S>) -> Slip<S> {
        Slip { v: Vec3::zero(), w: Vec3::zero() }
    }

    /// The load that presses these surfaces, of a radius, together: a force, and the bending moment of a bearing of finite length.
    fn press<S: Scalar>(&self, _multipliers: &[S], _radius: f64) -> Press<S> {
        Press { force: Vec3::zero(), bending: Vec3::zero() }
    }
}

/// Sliding of B on A: velocity of B's origin and angular velocity along the joint's degrees of freedom; world axes.
#[derive(Clone, Copy)]
pub(crate) struct Slip<S> {
    pub v: Vec3<S>,
    pub w: Vec3<S>,
}

impl<S: Scalar> Slip<S> {
    /// Rotation about A's z axis.
    pub fn about_z(p: &MovingPair<S>) -> Self {
        let z = p.pair.a.r.column(Z);
        Slip { v: Vec3::zero(), w: z.scale(z.dot(p.w)) }
    }

    /// Travel along A's z axis.
    pub fn along_z(p: &MovingPair<S>) -> Self {
        let z = p.pair.a.r.column(Z);
        Slip { v: z.scale(z.dot(p.v)), w: Vec3::zero() }
    }
}

/// The load that presses the surfaces of a joint together, in any axes.
pub(crate) struct Press<S> {
    pub force: Vec3<S>,
    pub bending: Vec3<S>,
}

impl<S: Scalar> Press<S> {
    /// A force perpendicular to the z axis and a bending moment, as four multipliers.
    pub fn across(force: [S; 2], bending: [S; 2]) -> Self {
        let across = |[x, y]: [S; 2]| Vec3([x, y, S::zero()]);
        Press { force: across(force), bending: across(bending) }
    }
}

/// Number of turns of a joint, from its memory.
pub(crate) struct Count<'a> {
    time: f64,
    memory: &'a [f64],
}

impl Count<'_> {
    /// The unwrapped angle, from the one between −π and π and its rate.
    fn angle(&self, raw: f64, rate: f64) -> f64 {
        turns::unwrapped(raw, rate, self.time, self.memory)
    }
}

/// The terms of all parts in the residual, on B's side.
pub(crate) fn reaction<S: Scalar>(joint: &impl Joint, pair: &Pair<S>, multipliers: &[S]) -> (Vec3<S>, Vec3<S>) {
    let (mut force, mut torque) = (Vec3::zero(), Vec3::zero());
    for (part, &multiplier) in joint.parts().as_ref().iter().zip(multipliers) {
        part.react(pair, multiplier, &mut force, &mut torque);
    }
    (force, torque)
}

/// The memory of a joint: its turns, if it counts them.
pub(crate) const fn memory_of<J: Joint>() -> &'static [&'static str] {
    if J::TURNS { &turns::MEMORY } else { &[] }
}

/// Sets Φ of the holonomic parts.
pub(crate) fn values<J: Joint, S: Scalar>(joint: &J, pair: &Pair<S>, phi: &mut [S]) {
    let parts = joint.parts();
    assert_eq!(parts.as_ref().len(), phi.len() + J::ON_VELOCITIES, "a joint has as many parts as it says");
    for (phi, part) in phi.iter_mut().zip(parts.as_ref()) {
        *phi = part.value(pair);
    }
}

/// Sets Φ of the nonholonomic parts.
pub(crate) fn velocities<J: Joint, S: Scalar>(joint: &J, at: &At<S>, phi: &mut [S]) {
    let pair = MovingPair::on(joint.frames(), at.nodes);
    for (phi, part) in phi.iter_mut().zip(&joint.parts().as_ref()[J::EQUATIONS - J::ON_VELOCITIES..]) {
        *phi = part.velocity(&pair);
    }
}

/// Records the angle, if the joint counts turns.
pub(crate) fn count_turns<J: Joint>(joint: &J, at: &At<f64>, memory: &mut [f64]) {
    if J::TURNS {
        let pair = MovingPair::on(joint.frames(), at.nodes);
        let [angle, rate] = turn(&pair, &Count { time: at.time, memory });
        turns::remember(angle, rate, at.time, memory);
    }
}

/// Sets the channels of a joint with the multipliers of its parts, with friction force and loss.
pub(crate) fn channels<J: Joint>(
    joint: &J,
    at: &At<f64>,
    pair: &MovingPair,
    multipliers: &[f64],
    friction: [f64; 2],
    out: &mut [f64],
) {
    let (coordinates, rest) = out.split_at_mut(J::CHANNELS.len() - FRICTION_CHANNELS - REACTION_CHANNELS);
    let (friction_channels, reactions) = rest.split_at_mut(FRICTION_CHANNELS);
    let count = Count { time: at.time, memory: &at.memory[..memory_of::<J>().len()] };
    joint.coordinates(pair, &count, coordinates);
    joint.carried(multipliers, coordinates);
    friction_channels.copy_from_slice(&friction);
    let (force, torque) = reaction(joint, &pair.pair, multipliers);
    reactions[..3].copy_from_slice(&(-force).0);
    reactions[3..].copy_from_slice(&(-torque).0);
}

/// The key that names the two bodies.
pub(crate) const BETWEEN: Key = Key::required("between", Form::Between, "the two bodies, A and B");

/// The key of the position of a joint.
pub(crate) const POSITION: Key = Key::with_default(
    "position",
    Form::Vector(Quantity::LENGTH),
    "[0, 0, 0]",
    "the point of the joint at the design position, in the model frame",
);

/// The key of the axis of a joint with one axis.
pub(crate) const AXIS: Key =
    Key::required("axis", Form::Axis, "direction of the axis at the design position, in the model frame");

/// B's rotation about the axis.
pub(crate) const ANGLE: Channel = Channel {
    name: "angle",
    quantity: Quantity::ANGLE,
    meaning: "rotation of B against A about the axis, zero at the design position, counted over all turns",
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

/// Friction, in every joint.
pub(crate) const FRICTION_FORCE: Channel = Channel {
    name: "friction_force",
    quantity: Quantity::FORCE,
    meaning: "friction at the surfaces that slide on each other",
};

/// Loss by friction, in every joint.
pub(crate) const FRICTION_LOSS: Channel =
    Channel { name: "friction_loss", quantity: Quantity::POWER, meaning: "power dissipated by friction" };

/// The reaction force along x, in every joint.
pub(crate) const FORCE_X: Channel =
    Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "force of A on B along x of the model frame" };

/// The reaction force along y, in every joint.
pub(crate) const FORCE_Y: Channel =
    Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "force of A on B along y of the model frame" };

/// The reaction force along z, in every joint.
pub(crate) const FORCE_Z: Channel =
    Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "force of A on B along z of the model frame" };

/// The reaction torque about x, in every joint.
pub(crate) const TORQUE_X: Channel = Channel {
    name: "torque_x",
    quantity: Quantity::TORQUE,
    meaning: "torque of A on B about x of the model frame, at the joint's point on B",
};

/// The reaction torque about y, in every joint.
pub(crate) const TORQUE_Y: Channel = Channel {
    name: "torque_y",
    quantity: Quantity::TORQUE,
    meaning: "torque of A on B about y of the model frame, at the joint's point on B",
};

/// The reaction torque about z, in every joint.
pub(crate) const TORQUE_Z: Channel = Channel {
    name: "torque_z",
    quantity: Quantity::TORQUE,
    meaning: "torque of A on B about z of the model frame, at the joint's point on B",
};

/// How many channels of a joint are of its friction: force and loss.
const FRICTION_CHANNELS: usize = 2;
/// How many channels of a joint are of its reaction: force and torque.
const REACTION_CHANNELS: usize = 6;

/// The channels of a joint: its coordinates, then friction and reaction.
macro_rules! joint_channels {
    ($($coordinate:expr),* $(,)?) => {{
        use $crate::elements::joint::{
            FORCE_X, FORCE_Y, FORCE_Z, FRICTION_FORCE, FRICTION_LOSS, TORQUE_X, TORQUE_Y, TORQUE_Z,
        };
        &[$($coordinate,)* FRICTION_FORCE, FRICTION_LOSS, FORCE_X, FORCE_Y, FORCE_Z, TORQUE_X, TORQUE_Y, TORQUE_Z]
    }};
}
pub(crate) use joint_channels;

/// The channels of a joint that a run of a large model stores only on request.
pub(crate) const DETAILS: &[&str] = &[FRICTION_FORCE.name, FRICTION_LOSS.name];

/// Travel along A's z axis and its speed.
pub(crate) fn travel(p: &MovingPair) -> [f64; 2] {
    let z = p.pair.a.r.column(Z);
    [z.dot(p.pair.offset()), z.dot(p.v)]
}

/// Rotation about A's z axis, counted over many turns, and its speed.
pub(crate) fn turn(p: &MovingPair, count: &Count) -> [f64; 2] {
    let rate = p.pair.a.r.column(Z).dot(p.w);
    [count.angle(p.pair.angle(), rate), rate]
}
