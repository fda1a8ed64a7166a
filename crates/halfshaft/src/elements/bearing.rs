//! Linear bearing of a rotor.

use super::joint::{BETWEEN, POSITION};
use super::pair::{MovingPair, act};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Motion, NodeId, Residual, Wrench};

/// A 3×3 matrix by rows.
pub type Rows = [[f64; 3]; 3];

/// A bearing that holds the rotor B in the housing A by matrices of stiffness and damping, which may depend on the speed.
///
/// ```text
/// u = R_Aᵀ (x_B − x_A),  u̇ relative to A          n the axis of rotation, Ω = n · (ω_B − ω_A)
/// F = K(|Ω|) u + C(|Ω|) u̇                          force that pulls B back, in A's axes, at B's origin
/// θ = n_A × n_B,  θ̇ = G ω_AB,  G = (n_A · n_B) 1 − n_B n_Aᵀ
/// M = Gᵀ (K_θ θ + C_θ θ̇)                           torque that tilts B back, in A's axes; none about n at small tilt
/// ```
///
/// K and C are full: journal bearings have k_yz ≠ k_zy, which drives forward whirl. Between two speeds of a table they vary linearly,
/// beyond its ends they stay. The symmetric part of K stores energy. The rest of the power, u̇ · C u̇ + u̇ · K_anti u − ½ u · K′ u Ω̇, is dissipated
/// where it is positive. Where it is negative it feeds the whirl: in a real journal it comes from the rotation, which these matrices do not brake, so
/// it counts as supplied. Childs 1993, "Turbomachinery Rotordynamics", chapter 3.
pub struct Bearing {
    /// Frame on the housing.
    pub a: Frame,
    /// Frame on the rotor.
    pub b: Frame,
    /// n in the axes of both frames; a unit vector.
    pub axis: Vec3,
    /// K and C by speed, which increases; at least one.
    pub coefficients: Vec<Coefficients>,
    /// K_θ in N m/rad.
    pub rotational_stiffness: Rows,
    /// C_θ in N m s/rad.
    pub rotational_damping: Rows,
}

/// The matrices of a bearing at one speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// |Ω| in rad/s.
    pub speed: f64,
    /// K in N/m.
    pub stiffness: Rows,
    /// C in N s/m.
    pub damping: Rows,
}

const STIFFNESS: Form = Form::List(&Form::Vector(Quantity::STIFFNESS));
const DAMPING: Form = Form::List(&Form::Vector(Quantity::DAMPING));

/// `[[force]]` with `type = "bearing"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("bearing"),
    summary: "A bearing of a rotor: full matrices of stiffness and damping between the housing A and the rotor B, constant or by the speed of rotation.",
    keys: &[
        BETWEEN,
        POSITION,
        Key::required("axis", Form::Axis, "axis of rotation"),
        Key::optional(
            "orientation",
            Form::Rotation,
            "turns the axes of the matrices from the model frame's at the design position",
        ),
        Key::optional(
            "stiffness",
            STIFFNESS,
            "three rows: the force along x, y and z that resists a displacement along x, y and z; required without `by_speed`",
        ),
        Key::optional("damping", DAMPING, "the same for velocities; default: none"),
        Key::optional(
            "by_speed",
            Form::List(&Form::Group(BY_SPEED)),
            "the matrices at increasing speeds; between two speeds they vary linearly, beyond the ends they stay",
        ),
        Key::optional(
            "rotational_stiffness",
            Form::List(&Form::Vector(Quantity::ROTATIONAL_STIFFNESS)),
            "three rows: the torque that resists a tilt of the rotor's axis; default: none",
        ),
        Key::optional(
            "rotational_damping",
            Form::List(&Form::Vector(Quantity::ROTATIONAL_DAMPING)),
            "the same for rates of tilt; default: none",
        ),
    ],
    channels: CHANNELS,
};

const BY_SPEED: &[Key] = &[
    Key::required("speed", Form::Number(Quantity::ANGULAR_VELOCITY), "speed of rotation, in either direction")
        .within(Range::NonNegative),
    Key::required("stiffness", STIFFNESS, "three rows, as the bearing's own"),
    Key::optional("damping", DAMPING, "three rows, as the bearing's own; default: none"),
];

const CHANNELS: &[Channel] = &[
    Channel::new("displacement_x", Quantity::LENGTH, "offset of the rotor along the bearing's x axis"),
    Channel::new("displacement_y", Quantity::LENGTH, "offset of the rotor along the bearing's y axis"),
    Channel::new("displacement_z", Quantity::LENGTH, "offset of the rotor along the bearing's z axis"),
    Channel::new("force_x", Quantity::FORCE, "force on the rotor along x of the model frame"),
    Channel::new("force_y", Quantity::FORCE, "force on the rotor along y of the model frame"),
    Channel::new("force_z", Quantity::FORCE, "force on the rotor along z of the model frame"),
    Channel::new("torque_x", Quantity::TORQUE, "torque on the rotor about x of the model frame"),
    Channel::new("torque_y", Quantity::TORQUE, "torque on the rotor about y of the model frame"),
    Channel::new("torque_z", Quantity::TORQUE, "torque on the rotor about z of the model frame"),
    Channel::new("speed", Quantity::ANGULAR_VELOCITY, "speed of the rotor against the housing about the axis"),
    Channel::new("energy", Quantity::ENERGY, "energy stored"),
    Channel::new("dissipation", Quantity::POWER, "dissipated power; negative where cross-coupling feeds the whirl"),
];

fn times<S: Scalar>(rows: &Rows, x: Vec3<S>) -> Vec3<S> {
    Vec3(std::array::from_fn(|i| x[0] * rows[i][0] + x[1] * rows[i][1] + x[2] * rows[i][2]))
}

/// ½ x · A x, the energy of the symmetric part of A.
fn half_quadratic(rows: &Rows, x: Vec3) -> f64 {
    0.5 * x.dot(times(rows, x))
}

/// ½ (A − Aᵀ) x, the part of a force that no energy belongs to.
fn antisymmetric_times(rows: &Rows, x: Vec3) -> Vec3 {
    Vec3(std::array::from_fn(|i| (0..3).map(|j| 0.5 * (rows[i][j] - rows[j][i]) * x[j]).sum()))
}

/// What a bearing measures.
struct Strain<S> {
    moving: MovingPair<S>,
    /// u and u̇, in A's axes.
    offset: Vec3<S>,
    rate: Vec3<S>,
    /// Ω.
    spin: S,
    /// n_B, θ and θ̇, in A's axes.
    rotor_axis: Vec3<S>,
    tilt: Vec3<S>,
    tilt_rate: Vec3<S>,
}

/// The matrices around a speed: those below and above, and the fraction of the way between them.
struct Between<'a, S> {
    below: &'a Coefficients,
    above: &'a Coefficients,
    fraction: S,
    /// d(fraction)/dΩ.
    slope: f64,
}

impl Bearing {
    fn strain<S: Scalar>(&self, nodes: &[Motion<S>]) -> Strain<S> {
        let moving = MovingPair::on([&self.a, &self.b], nodes);
        let axes = moving.pair.a.r;
        let n = Vec3(self.axis.0.map(S::constant));
        let rotor_axis = axes.transpose_times(moving.pair.b.r * n);
        let w = axes.transpose_times(moving.w);
        Strain {
            offset: axes.transpose_times(moving.pair.offset()),
            rate: axes.transpose_times(moving.v),
            spin: n.dot(w),
            rotor_axis,
            tilt: n.cross(rotor_axis),
            tilt_rate: w.scale(n.dot(rotor_axis)) - rotor_axis.scale(n.dot(w)),
            moving,
        }
    }

    fn at_speed<S: Scalar>(&self, spin: S) -> Between<'_, S> {
        let (speed, sign) = if spin.value() < 0.0 { (-spin, -1.0) } else { (spin, 1.0) };
        let table = &self.coefficients;
        let above = table.partition_point(|row| row.speed <= speed.value());
        if above == 0 || above == table.len() {
            let row = &table[above.min(table.len() - 1)];
            return Between { below: row, above: row, fraction: S::zero(), slope: 0.0 };
        }
        let (below, above) = (&table[above - 1], &table[above]);
        let width = above.speed - below.speed;
        let fraction = (speed - S::constant(below.speed)) * (1.0 / width);
        Between { below, above, fraction, slope: sign / width }
    }

    /// The restoring force and torque on B, in A's axes.
    fn wrench<S: Scalar>(&self, s: &Strain<S>) -> [Vec3<S>; 2] {
        let between = self.at_speed(s.spin);
        let of = |row: &Coefficients| times(&row.stiffness, s.offset) + times(&row.damping, s.rate);
        let below = of(between.below);
        let force = below + (of(between.above) - below).scale(between.fraction);
        let moment = times(&self.rotational_stiffness, s.tilt) + times(&self.rotational_damping, s.tilt_rate);
        let n = Vec3(self.axis.0.map(S::constant));
        [force, moment.scale(n.dot(s.rotor_axis)) - n.scale(s.rotor_axis.dot(moment))]
    }

    /// The energy stored, and its rate at constant positions, from the change of the speed.
    fn stored(&self, s: &Strain<f64>, spin_rate: f64) -> [f64; 2] {
        let between = self.at_speed(s.spin);
        let [below, above] = [between.below, between.above].map(|row| half_quadratic(&row.stiffness, s.offset));
        let stored = below + between.fraction * (above - below) + half_quadratic(&self.rotational_stiffness, s.tilt);
        [stored, (above - below) * between.slope * spin_rate]
    }

    /// The power that is neither stored nor returned.
    fn lost(&self, s: &Strain<f64>, spin_rate: f64) -> f64 {
        let between = self.at_speed(s.spin);
        let power = |stiffness: &Rows, damping: &Rows, x: Vec3, rate: Vec3| {
            rate.dot(times(damping, rate) + antisymmetric_times(stiffness, x))
        };
        let of = |row: &Coefficients| power(&row.stiffness, &row.damping, s.offset, s.rate);
        let [below, above] = [of(between.below), of(between.above)];
        let tilting = power(&self.rotational_stiffness, &self.rotational_damping, s.tilt, s.tilt_rate);
        below + between.fraction * (above - below) + tilting - self.stored(s, spin_rate)[1]
    }

    /// Ω̇.
    fn spin_rate(&self, nodes: &[Motion<f64>], s: &Strain<f64>) -> f64 {
        let [a, b] = [&nodes[0], &nodes[1]];
        let n = s.moving.pair.a.r * self.axis;
        n.dot(b.at.r * b.dw - a.at.r * a.dw) + (a.at.r * a.w).cross(n).dot(s.moving.w)
    }
}

impl Element for Bearing {
    type Tangent = Dual<12>;
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let strain = self.strain(at.nodes);
        let [force, torque] = self.wrench(&strain).map(|vector| strain.moving.pair.a.r * vector);
        act(r, at.nodes, strain.moving.pair.b.x, force, torque);
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&[&self.a, &self.b]).force_vector().torque_vector())
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let s = self.strain(at.nodes);
        let spin_rate = self.spin_rate(at.nodes, &s);
        let lost = self.lost(&s, spin_rate);
        let potential = self.stored(&s, spin_rate)[0];
        Energy { potential, dissipated: lost.max(0.0), supplied: (-lost).max(0.0), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let s = self.strain(at.nodes);
        let [force, torque] = self.wrench(&s).map(|vector| -(s.moving.pair.a.r * vector));
        for (out, vector) in out.chunks_exact_mut(3).zip([s.offset, force, torque]) {
            out.copy_from_slice(&vector.0);
        }
        let spin_rate = self.spin_rate(at.nodes, &s);
        out[9..].copy_from_slice(&[s.spin, self.stored(&s, spin_rate)[0], self.lost(&s, spin_rate)]);
    }
}

addable!(Bearing);

/// For the generic check: within its table, and with a single row.
pub(crate) fn specimen(a: Frame, b: Frame, by_speed: bool) -> Bearing {
    let row = |speed, k: f64, c: f64| Coefficients {
        speed,
        stiffness: [[k, 0.3, -0.2], [-0.7, 2.0 * k, 0.9], [0.1, -1.1, 1.5 * k]],
        damping: [[c, 0.1, 0.0], [0.2, 1.3 * c, -0.1], [0.0, 0.15, 0.8 * c]],
    };
    Bearing {
        a,
        b,
        axis: Vec3([0.36, 0.48, 0.8]),
        coefficients: if by_speed { vec![row(0.0, 2.0, 0.9), row(50.0, 3.0, 0.6)] } else { vec![row(0.0, 2.0, 0.9)] },
        rotational_stiffness: [[1.0, 0.2, 0.0], [-0.3, 1.4, 0.1], [0.0, 0.1, 0.8]],
        rotational_damping: [[0.5, 0.0, 0.1], [0.0, 0.4, 0.0], [-0.1, 0.0, 0.6]],
    }
}
