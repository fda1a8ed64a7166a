//! Massless beam.

use super::bushing::{CHANNELS, Strain, TURNED};
use super::joint::BETWEEN;
use super::pair::act;
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Infeasibility, Motion, NodeId, Residual};

/// A straight massless beam, clamped to A at one end and to B at the other.
///
/// With u and θ as in a bushing, but u measured from the end of the straight beam of length ℓ along A's x axis, the
/// energy is that of a cantilever loaded at its tip (Timoshenko; Φ = 12 E I/(G A_s ℓ²), zero for a slender one):
///
/// ```text
/// axial and torsion:  k_u = E A/ℓ,     k_θ = G J/ℓ
/// bending, each plane: k/(1 + Φ) [12/ℓ²  ∓6/ℓ; ∓6/ℓ  4 + Φ] on (u, θ),  k = E I/ℓ
/// ```
///
/// with the minus for (u_y, θ_z) and the plus for (u_z, θ_y). Forces and torques follow from that energy exactly, for
/// any rigid-body motion of the beam. Its own deformation must be small; large deformations need several beams in a
/// row. Damping is the same matrix times a time constant, applied to the rates.
pub struct Beam {
    /// Frame on A at its end, x along the beam.
    pub a: Frame,
    /// Frame on B at its end, parallel to A's if the beam is straight.
    pub b: Frame,
    /// ℓ, in metres.
    pub length: f64,
    /// Its stiffness.
    pub section: Section,
    /// Ratio of damping to stiffness, in seconds.
    pub damping: f64,
}

/// The stiffness of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// E A, in N.
    pub axial: f64,
    /// G J, in N m².
    pub torsion: f64,
    /// E I_y and E I_z, for bending about y and z, in N m².
    pub bending: [f64; 2],
    /// G A_s along y and z, in N; infinite for a slender beam.
    pub shear: [f64; 2],
}

const AREA: Key = Key::required("area", Form::Number(Quantity::AREA), "area of the section").within(Range::Positive);

/// `[[force]]` with `type = "beam"` in a model file.
pub const KIND: Kind = Kind {
    section: "force",
    type_name: Some("beam"),
    summary: "A straight elastic beam without mass, clamped to A and to B.",
    keys: &[
        BETWEEN,
        Key::optional(
            "position_a",
            Form::Vector(Quantity::LENGTH),
            "its end on A at the design position, in the model frame; A's own origin where it is left out",
        ),
        Key::optional(
            "position_b",
            Form::Vector(Quantity::LENGTH),
            "its end on B; B's own origin where it is left out",
        ),
        Key::optional(
            "up",
            Form::Axis,
            "direction of the section's y axis, as far as it is across the beam; any where it is left out",
        ),
        Key::required("youngs_modulus", Form::Number(Quantity::PRESSURE), "E of its material").within(Range::Positive),
        Key::required("shear_modulus", Form::Number(Quantity::PRESSURE), "G of its material").within(Range::Positive),
        AREA,
        Key::required(
            "second_moments",
            Form::Pair(&Form::Number(Quantity::SECOND_MOMENT_OF_AREA)),
            "I about the section's y and z axes, against bending about them",
        )
        .within(Range::Positive),
        Key::required("torsion_constant", Form::Number(Quantity::SECOND_MOMENT_OF_AREA), "J against torsion; the polar moment of a round section")
            .within(Range::Positive),
        Key::optional(
            "shear_factor",
            Form::Number(Quantity::NUMBER),
            "part of the area that carries shear, as 5/6 for a rectangle; a slender beam, stiff in shear, where it is left out",
        )
        .within(Range::Positive),
        Key::with_default("damping", Form::Number(Quantity::TIME), "0", "damping over stiffness").within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

impl Beam {
    fn strain<S: Scalar>(&self, nodes: &[Motion<S>]) -> Strain<S> {
        let strain = Strain::between([&self.a, &self.b], nodes);
        let along = Vec3([S::constant(self.length), S::zero(), S::zero()]);
        Strain { u: strain.u - along, ..strain }
    }

    /// K on (u, θ).
    fn stiffness<S: Scalar>(&self, u: Vec3<S>, theta: Vec3<S>) -> (Vec3<S>, Vec3<S>) {
        let (length, section) = (self.length, &self.section);
        let plane = |u: S, theta: S, bending: f64, shear: f64, sign: f64| {
            let slenderness = 12.0 * bending / (shear * length * length);
            let k = bending / (length * (1.0 + slenderness));
            let coupling = sign * 6.0 * k / length;
            let force = u * (12.0 * k / (length * length)) + theta * coupling;
            (force, u * coupling + theta * ((4.0 + slenderness) * k))
        };
        let (f_y, m_z) = plane(u[1], theta[2], section.bending[1], section.shear[0], -1.0);
        let (f_z, m_y) = plane(u[2], theta[1], section.bending[0], section.shear[1], 1.0);
        let (f_x, m_x) = (u[0] * (section.axial / length), theta[0] * (section.torsion / length));
        (Vec3([f_x, f_y, f_z]), Vec3([m_x, m_y, m_z]))
    }

    /// Restoring force and torque on B, in world axes.
    fn wrench<S: Scalar>(&self, s: &Strain<S>) -> (Vec3<S>, Vec3<S>) {
        let theta = s.rotation.theta + s.theta_rate * self.damping;
        let (force, moment) = self.stiffness(s.u + s.u_rate * self.damping, theta);
        s.wrench(force, moment)
    }
}

impl Element for Beam {
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

    /// Up to half a turn, although the law is accurate only for small rotations.
    fn is_feasible(&self, at: &At<f64>) -> bool {
        self.strain(at.nodes).is_within_half_turn([true; 3], at.memory)
    }

    fn infeasibility(&self, at: &At<f64>) -> Infeasibility {
        self.strain(at.nodes).infeasibility(at.memory)
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let s = self.strain(at.nodes);
        let form = |u: Vec3, theta: Vec3| {
            let (force, moment) = self.stiffness(u, theta);
            force.dot(u) + moment.dot(theta)
        };
        let potential = 0.5 * form(s.u, s.rotation.theta);
        Energy { potential, dissipated: self.damping * form(s.u_rate, s.theta_rate), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let strain = self.strain(at.nodes);
        let (force, torque) = self.wrench(&strain);
        strain.report(force, torque, self.energy(at), out);
    }
}

addable!(Beam);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Beam {
    let section = Section { axial: 3.0, torsion: 0.7, bending: [0.4, 0.9], shear: [2.0, f64::INFINITY] };
    Beam { a, b, length: 0.8, section, damping: 0.15 }
}
