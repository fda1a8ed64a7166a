//! Bushing.

use super::joint::{BETWEEN, POSITION};
use super::memory::memory;
use super::pair::{MovingPair, act};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::SpringLaw;
use crate::math::rotation_vector::RotationVector;
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Infeasibility, Motion, NodeId, Residual, Wrench};

/// A bushing: springs and dampers that resist the offset and the rotation of B relative to A, along and about three
/// axes.
///
/// ```text
/// u = R_Aᵀ (x_B − x_A) − ℓ e_x     θ = log(R_Aᵀ R_B)
/// ε = u − ½ ℓ θ × e_x              offset half way along ℓ; u itself where ℓ = 0
/// F = f(ε, ε̇)                      force that pulls B back, in A's axes, at B's origin
/// M = T⁻ᵀ(θ) (m(θ, θ̇) − ½ ℓ e_x × F)   torque that turns B back, in B's axes;   θ̇ = T⁻¹(θ) ω_AB
/// ```
///
/// f and m are spring laws ([`SpringLaw`]), one a direction. T is the tangent of the exponential map, so that force and torque
/// follow from the potential of the springs exactly, for large rotations too. At half a turn θ jumps to its opposite:
/// such a state is infeasible for a bushing with an elastic law about the axis of rotation.
pub struct Bushing {
    /// Frame on A; the stiffnesses are along and about its axes.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ: how far B's origin is along A's x axis without deformation, in metres. Zero for a bushing, the length of a beam.
    pub length: f64,
    /// f: along x, y and z, in N over m.
    pub linear: [SpringLaw; 3],
    /// m: about x, y and z, in N m over rad.
    pub rotational: [SpringLaw; 3],
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
        Key::with_default(
            "preload",
            Form::Vector(Quantity::FORCE),
            "[0, 0, 0]",
            "force along its axes at zero displacement, positive when it pulls B back as the stiffness does: unloaded, B rests at −preload/stiffness",
        )
        .along_own_axes(),
        Key::with_default(
            "rotational_preload",
            Form::Vector(Quantity::TORQUE),
            "[0, 0, 0]",
            "torque about its axes at zero rotation, positive when it turns B back as the stiffness does",
        )
        .along_own_axes(),
        Key::with_default(
            "deflection",
            Form::Vector(Quantity::LENGTH),
            "[0, 0, 0]",
            "displacement of B from the unloaded state along its axes at the design position: a preload of stiffness times deflection",
        )
        .along_own_axes(),
        Key::with_default(
            "rotational_deflection",
            Form::Vector(Quantity::ANGLE),
            "[0, 0, 0]",
            "rotation of B from the unloaded state about its axes at the design position",
        )
        .along_own_axes(),
    ],
    channels: CHANNELS,
};

/// A beam has the same.
pub(crate) const CHANNELS: &[Channel] = &[
    Channel::new("displacement_x", Quantity::LENGTH, "offset of B against A along the element's x axis"),
    Channel::new("displacement_y", Quantity::LENGTH, "offset of B against A along the element's y axis"),
    Channel::new("displacement_z", Quantity::LENGTH, "offset of B against A along the element's z axis"),
    Channel::new("rotation_x", Quantity::ANGLE, "rotation vector of B against A along the element's x axis"),
    Channel::new("rotation_y", Quantity::ANGLE, "rotation vector of B against A along the element's y axis"),
    Channel::new("rotation_z", Quantity::ANGLE, "rotation vector of B against A along the element's z axis"),
    Channel::new("force_x", Quantity::FORCE, "force of A on B along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "force of A on B along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "force of A on B along z of the model frame"),
    Channel::new("torque_x", Quantity::TORQUE, "torque of A on B about x of the model frame"),
    Channel::new("torque_y", Quantity::TORQUE, "torque of A on B about y of the model frame"),
    Channel::new("torque_z", Quantity::TORQUE, "torque of A on B about z of the model frame"),
    Channel::new("energy", Quantity::ENERGY, "energy stored"),
    Channel::new("dissipation", Quantity::POWER, "dissipated power"),
];

/// What a bushing measures: offsets and rotation vector, with their rates.
struct Strain<S> {
    moving: MovingPair<S>,
    rotation: RotationVector<S>,
    /// u.
    offset: Vec3<S>,
    /// ε and ε̇.
    strain: Vec3<S>,
    strain_rate: Vec3<S>,
    theta_rate: Vec3<S>,
}

/// θ × e_x.
fn across_x<S: Scalar>(theta: Vec3<S>) -> Vec3<S> {
    Vec3([S::zero(), theta[2], -theta[1]])
}

/// How far a bushing may be turned: beyond half a turn its rotation vector would be the opposite one.
const MOST_TURNED: f64 = 179.0 * std::f64::consts::PI / 180.0;
/// A component of the rotation vector below this fraction of it is not resisted. A bushing without stiffness about its
/// axis is a bearing and may rotate beyond half a turn: tilts are the same at θ and at −θ.
const ACROSS: f64 = 0.1;

memory! { MEMORY { THETA: ["rotation x", "rotation y", "rotation z"], } }

fn efforts<S: Scalar>(laws: &[SpringLaw; 3], x: Vec3<S>, rate: Vec3<S>) -> Vec3<S> {
    Vec3(std::array::from_fn(|i| laws[i].effort(x[i], rate[i])))
}

impl Bushing {
    fn strain<S: Scalar>(&self, nodes: &[Motion<S>]) -> Strain<S> {
        let moving = MovingPair::on([&self.a, &self.b], nodes);
        let (a, b) = (moving.pair.a.r, moving.pair.b.r);
        let rotation = RotationVector::of(&(a.transpose() * b));
        let theta_rate = rotation.rate(b.transpose_times(moving.w));
        let (mut offset, rate) = (a.transpose_times(moving.pair.offset()), a.transpose_times(moving.v));
        let (mut strain, mut strain_rate) = (offset, rate);
        if self.length != 0.0 {
            let half = 0.5 * self.length;
            offset -= Vec3([S::constant(self.length), S::zero(), S::zero()]);
            strain = offset - across_x(rotation.theta) * half;
            strain_rate = rate - across_x(theta_rate) * half;
        }
        Strain { moving, rotation, offset, strain, strain_rate, theta_rate }
    }

    /// The restoring force and torque on B, in world axes.
    fn wrench<S: Scalar>(&self, s: &Strain<S>) -> (Vec3<S>, Vec3<S>) {
        let force = efforts(&self.linear, s.strain, s.strain_rate);
        let mut moment = efforts(&self.rotational, s.rotation.theta, s.theta_rate);
        if self.length != 0.0 {
            // −e_x × F = F × e_x.
            moment += across_x(force) * (0.5 * self.length);
        }
        (s.moving.pair.a.r * force, s.moving.pair.b.r * s.rotation.torque(moment))
    }
}

impl Element for Bushing {
    type Tangent = Dual<12>;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
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
        memory[THETA].copy_from_slice(&self.strain(at.nodes).rotation.theta.0);
    }

    /// Whether the rotation is the one that goes on from the last step within half a turn, as far as it is about axes with
    /// an elastic law.
    fn is_feasible(&self, at: &At<f64>) -> bool {
        let theta = self.strain(at.nodes).rotation.theta;
        let angle = theta.norm();
        let resisted = (0..3).any(|i| self.rotational[i].is_elastic() && theta[i].abs() > ACROSS * angle);
        let jump = theta - Vec3::from_slice(&at.memory[THETA]);
        !resisted || angle <= MOST_TURNED && jump.norm() < std::f64::consts::PI
    }

    fn infeasibility(&self, at: &At<f64>) -> Infeasibility {
        let theta = self.strain(at.nodes).rotation.theta;
        // Past half a turn θ is the opposite one: the angle goes on from what it was.
        let jumped = theta.dot(Vec3::from_slice(&at.memory[THETA])) < 0.0;
        let angle = theta.norm();
        Infeasibility::HalfTurn { angle: if jumped { 2.0 * std::f64::consts::PI - angle } else { angle } }
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.a, &self.b]).force_vector().torque_vector())
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let s = self.strain(at.nodes);
        let mut energy = Energy::default();
        let rotational = (&self.rotational, s.rotation.theta, s.theta_rate);
        for (laws, x, rate) in [(&self.linear, s.strain, s.strain_rate), rotational] {
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
        let energy = self.energy(at);
        let vectors = [strain.offset, strain.rotation.theta, -force, -torque];
        for (out, vector) in out.chunks_exact_mut(3).zip(vectors) {
            out.copy_from_slice(&vector.0);
        }
        (out[12], out[13]) = (energy.potential, energy.dissipated);
    }
}

addable!(Bushing);

/// For the generic check.
#[cfg(test)]
fn specimen(a: Frame, b: Frame) -> Bushing {
    let law = |stiffness, damping, preload| SpringLaw { preload, ..SpringLaw::linear(stiffness, damping) };
    Bushing {
        a,
        b,
        length: 0.0,
        linear: [law(3.0, 0.7, 0.2), law(1.0, 0.1, -0.5), law(2.0, 0.4, 0.0)],
        rotational: [law(0.9, 0.2, -0.3), law(1.4, 0.6, 0.0), law(2.1, 0.3, 0.4)],
    }
}

examined!(KIND => between_frames(specimen));
