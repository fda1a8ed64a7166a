//! Bushing.

use super::joint::{BETWEEN, POSITION};
use super::linear_law::LinearLaw;
use super::pair::{MovingPair, act};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::rotation_vector::RotationVector;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Infeasibility, Motion, NodeId, Residual};

/// A bushing: springs and dampers that resist the offset and the rotation of B relative to A, along and about three
/// axes.
///
/// ```text
/// u = R_Aᵀ (x_B − x_A)        θ = log(R_Aᵀ R_B)
/// F = K u + D u̇               restoring force on B, in A's axes, at B's origin
/// M = T⁻ᵀ(θ) (K_r θ + D_r θ̇)  restoring torque on B, in B's axes;   θ̇ = T⁻¹(θ) ω_AB
/// ```
///
/// T is the tangent of the exponential map, so force and torque follow from the potential ½ uᵀK u + ½ θᵀK_r θ exactly,
/// also for large rotations. At half a turn θ jumps to its opposite: such a state is infeasible for a bushing with
/// stiffness about the axis of rotation.
pub struct Bushing {
    /// Frame on A; the stiffnesses are along and about its axes.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// Along x, y and z, in N/m and N s/m.
    pub linear: [LinearLaw; 3],
    /// About x, y and z, in N m/rad and N m s/rad.
    pub rotational: [LinearLaw; 3],
}

/// `[[force]]` with `type = "bushing"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("bushing"),
    summary: "A bushing: linear springs and dampers against all six motions of B against A.",
    keys: &[
        BETWEEN,
        POSITION,
        Key::optional(
            "orientation",
            Form::Rotation,
            "turns the bushing's axes from the model frame's at the design position",
        ),
        Key::with_default("stiffness", Form::Vector(Quantity::STIFFNESS), "[0, 0, 0]", "stiffness along its axes")
            .within(Range::NonNegative),
        Key::with_default("damping", Form::Vector(Quantity::DAMPING), "[0, 0, 0]", "damping along its axes")
            .within(Range::NonNegative),
        Key::with_default(
            "rotational_stiffness",
            Form::Vector(Quantity::ROTATIONAL_STIFFNESS),
            "[0, 0, 0]",
            "stiffness about its axes",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "rotational_damping",
            Form::Vector(Quantity::ROTATIONAL_DAMPING),
            "[0, 0, 0]",
            "damping about its axes",
        )
        .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

const fn channel(name: &'static str, quantity: Quantity, meaning: &'static str) -> Channel {
    Channel { name, quantity, meaning }
}

pub(super) const CHANNELS: &[Channel] = &[
    channel("displacement_x", Quantity::LENGTH, "offset of B against A along the element's x axis"),
    channel("displacement_y", Quantity::LENGTH, "offset of B against A along the element's y axis"),
    channel("displacement_z", Quantity::LENGTH, "offset of B against A along the element's z axis"),
    channel("rotation_x", Quantity::ANGLE, "rotation vector of B against A along the element's x axis"),
    channel("rotation_y", Quantity::ANGLE, "rotation vector of B against A along the element's y axis"),
    channel("rotation_z", Quantity::ANGLE, "rotation vector of B against A along the element's z axis"),
    channel("force_x", Quantity::FORCE, "force of A on B along x of the model frame"),
    channel("force_y", Quantity::FORCE, "force of A on B along y of the model frame"),
    channel("force_z", Quantity::FORCE, "force of A on B along z of the model frame"),
    channel("torque_x", Quantity::TORQUE, "torque of A on B about x of the model frame"),
    channel("torque_y", Quantity::TORQUE, "torque of A on B about y of the model frame"),
    channel("torque_z", Quantity::TORQUE, "torque of A on B about z of the model frame"),
    channel("energy", Quantity::ENERGY, "energy stored"),
    channel("dissipation", Quantity::POWER, "power turned into heat"),
];

/// Deformation of a bushing or a beam: offset and rotation vector, with their rates.
pub(super) struct Strain<S> {
    pub moving: MovingPair<S>,
    pub rotation: RotationVector<S>,
    pub u: Vec3<S>,
    pub u_rate: Vec3<S>,
    pub theta_rate: Vec3<S>,
}

impl<S: Scalar> Strain<S> {
    pub fn between(frames: [&Frame; 2], nodes: &[Motion<S>]) -> Self {
        let moving = MovingPair::on(frames, nodes);
        let (a, b) = (moving.pair.a.r, moving.pair.b.r);
        let rotation = RotationVector::of(&(a.transpose() * b));
        Strain {
            rotation,
            u: a.transpose_times(moving.pair.offset()),
            u_rate: a.transpose_times(moving.v),
            theta_rate: rotation.rate(b.transpose_times(moving.w)),
            moving,
        }
    }

    /// Transforms a force in A's axes and a moment conjugate to the rotation vector to world axes.
    pub fn wrench(&self, force: Vec3<S>, moment: Vec3<S>) -> (Vec3<S>, Vec3<S>) {
        (self.moving.pair.a.r * force, self.moving.pair.b.r * self.rotation.torque(moment))
    }
}

/// Largest rotation of a bushing or a beam: beyond half a turn its rotation vector would be the opposite one.
const MOST_TURNED: f64 = 179.0 * std::f64::consts::PI / 180.0;
/// A component of the rotation vector below this fraction of it is not resisted. A bushing without stiffness about its
/// axis is a bearing and may rotate beyond half a turn: tilts are the same at θ and at −θ.
const ACROSS: f64 = 0.1;

/// The memory of a bushing and a beam: θ after the last step.
pub(super) const TURNED: &[&str] = &["rotation x", "rotation y", "rotation z"];

impl Strain<f64> {
    /// Returns whether the rotation continues from `last` within half a turn, as far as it is about axes with
    /// stiffness.
    pub fn is_within_half_turn(&self, stiff: [bool; 3], last: &[f64]) -> bool {
        let theta = self.rotation.theta;
        let angle = theta.norm();
        let resisted = (0..3).any(|i| stiff[i] && theta[i].abs() > ACROSS * angle);
        !resisted || angle <= MOST_TURNED && (theta - Vec3::from_slice(last)).norm() < std::f64::consts::PI
    }

    /// Why the rotation is infeasible.
    pub fn infeasibility(&self, last: &[f64]) -> Infeasibility {
        let theta = self.rotation.theta;
        // Beyond half a turn θ is the opposite one: the angle continues from its last value.
        let jumped = theta.dot(Vec3::from_slice(last)) < 0.0;
        let angle = theta.norm();
        Infeasibility::HalfTurn { angle: if jumped { 2.0 * std::f64::consts::PI - angle } else { angle } }
    }

    /// Sets the channels, from the restoring force and torque on B.
    pub fn report(&self, force: Vec3, torque: Vec3, energy: Energy, out: &mut [f64]) {
        for (out, vector) in out.chunks_exact_mut(3).zip([self.u, self.rotation.theta, -force, -torque]) {
            out.copy_from_slice(&vector.0);
        }
        out[12] = energy.potential;
        out[13] = energy.dissipated;
    }
}

fn efforts<S: Scalar>(laws: &[LinearLaw; 3], x: Vec3<S>, rate: Vec3<S>) -> Vec3<S> {
    Vec3(std::array::from_fn(|i| laws[i].effort(x[i], rate[i])))
}

impl Bushing {
    fn strain<S: Scalar>(&self, nodes: &[Motion<S>]) -> Strain<S> {
        Strain::between([&self.a, &self.b], nodes)
    }

    /// The restoring force and torque on B, in world axes.
    fn wrench<S: Scalar>(&self, s: &Strain<S>) -> (Vec3<S>, Vec3<S>) {
        let force = efforts(&self.linear, s.u, s.u_rate);
        let moment = efforts(&self.rotational, s.rotation.theta, s.theta_rate);
        s.wrench(force, moment)
    }
}

impl Element for Bushing {
    type Tangent = Dual<12>;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = TURNED;
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let strain = self.strain(at.nodes);
        let (force, torque) = self.wrench(&strain);
        act(r, at.nodes, strain.moving.pair.b.x, force, torque);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        memory.copy_from_slice(&self.strain(at.nodes).rotation.theta.0);
    }

    fn is_feasible(&self, at: &At<f64>) -> bool {
        let stiff = std::array::from_fn(|i| self.rotational[i].stiffness > 0.0);
        self.strain(at.nodes).is_within_half_turn(stiff, at.memory)
    }

    fn infeasibility(&self, at: &At<f64>) -> Infeasibility {
        self.strain(at.nodes).infeasibility(at.memory)
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let s = self.strain(at.nodes);
        let mut energy = Energy::default();
        for (laws, x, rate) in [(&self.linear, s.u, s.u_rate), (&self.rotational, s.rotation.theta, s.theta_rate)] {
            for (i, law) in laws.iter().enumerate() {
                energy.potential += law.stored(x[i]);
                energy.dissipated += law.dissipated(rate[i]);
            }
        }
        energy
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let strain = self.strain(at.nodes);
        let (force, torque) = self.wrench(&strain);
        strain.report(force, torque, self.energy(at), out);
    }
}

addable!(Bushing);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Bushing {
    let laws = |k: [f64; 3], d: [f64; 3]| std::array::from_fn(|i| LinearLaw { stiffness: k[i], damping: d[i] });
    Bushing { a, b, linear: laws([3.0, 1.0, 2.0], [0.7, 0.1, 0.4]), rotational: laws([0.9, 1.4, 2.1], [0.2, 0.6, 0.3]) }
}
