//! Massless beam.

use crate::describe::{Form, Key, Kind, Quantity, Range};
use crate::elements::Bushing;
use crate::elements::bushing::CHANNELS;
use crate::elements::joint::BETWEEN;
use crate::laws::SpringLaw;
use crate::system::{AddTo, Frame, SystemBuilder};

/// A straight massless beam, clamped to A at one end and to B at the other.
///
/// The energy is that of a cantilever loaded at its tip (Timoshenko; Φ = 12 E I/(G A_s ℓ²), zero for a slender one). On the
/// deflection u of the tip and its rotation θ, in each plane of bending:
///
/// ```text
/// k/(1 + Φ) [12/ℓ²  ∓6/ℓ; ∓6/ℓ  4 + Φ],   k = E I/ℓ;   minus for (u_y, θ_z), plus for (u_z, θ_y)
/// ```
///
/// That matrix is two springs: k on θ, and 12 E I/(ℓ³ (1 + Φ)) on u ∓ ½ ℓ θ, the offset half way. With E A/ℓ along the beam and
/// G J/ℓ about it, a beam is a [`Bushing`] of length ℓ. Forces and torques follow from the energy exactly, for any
/// motion of the beam as a whole; its own deformation must be small, and a line of several beams takes the large ones.
/// Damping is stiffness times a time.
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
            "its end on A at the design position, in the model frame; default: A's own origin",
        ),
        Key::optional("position_b", Form::Vector(Quantity::LENGTH), "its end on B; default: B's own origin"),
        Key::optional(
            "up",
            Form::Axis,
            "direction of the section's y axis, as far as it is across the beam; default: any",
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
        Key::required(
            "torsion_constant",
            Form::Number(Quantity::SECOND_MOMENT_OF_AREA),
            "J against torsion; the polar moment of a round section",
        )
        .within(Range::Positive),
        Key::optional(
            "shear_factor",
            Form::Number(Quantity::NUMBER),
            "part of the area that carries shear, as 5/6 for a rectangle; default: a slender beam, stiff in shear",
        )
        .within(Range::Positive),
        Key::with_default("damping", Form::Number(Quantity::TIME), "0", "damping over stiffness")
            .within(Range::NonNegative),
    ],
    channels: CHANNELS,
};

impl Beam {
    /// The springs of its deformations.
    fn springs(self) -> Bushing {
        let (length, section) = (self.length, &self.section);
        let law = |stiffness: f64| SpringLaw::linear(stiffness, stiffness * self.damping);
        let shear = |bending: f64, shear: f64| {
            let slenderness = 12.0 * bending / (shear * length * length);
            law(12.0 * bending / (length * length * length * (1.0 + slenderness)))
        };
        let [about_y, about_z] = section.bending;
        Bushing {
            length,
            linear: [law(section.axial / length), shear(about_z, section.shear[0]), shear(about_y, section.shear[1])],
            rotational: [law(section.torsion / length), law(about_y / length), law(about_z / length)],
            a: self.a,
            b: self.b,
        }
    }
}

impl AddTo for Beam {
    fn add_to(self, builder: &mut SystemBuilder, name: &str) {
        self.springs().add_to(builder, name);
    }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame) -> Bushing {
    let section = Section { axial: 3.0, torsion: 0.7, bending: [0.4, 0.9], shear: [2.0, f64::INFINITY] };
    Beam { a, b, length: 0.8, section, damping: 0.15 }.springs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, Vec3};
    use crate::system::NodeId;

    /// In the plane of u_z and θ_y, with [12/ℓ²  6/ℓ; 6/ℓ  4 + Φ] k/(1 + Φ), k = E I/ℓ (Przemieniecki 1968, section 5.6).
    #[test]
    fn springs_half_way_have_the_stiffness_matrix_of_a_cantilever() {
        let g = Frame { node: NodeId::GROUND, offset: Vec3::zero(), axes: Mat3::identity() };
        let (length, bending, shear) = (0.8, 0.9, 2.0);
        let section = Section { axial: 3.0, torsion: 0.7, bending: [bending, 0.4], shear: [9.0, shear] };
        let springs = Beam { a: g, b: g, length, section, damping: 0.0 }.springs();
        let phi = 12.0 * bending / (shear * length * length);
        let k = bending / (length * (1.0 + phi));
        // Half way the offset is u + ½ ℓ θ, so K = s [1  ½ℓ; ½ℓ  ¼ℓ²] + [0 0; 0 b].
        let (s, b) = (springs.linear[2].stiffness(0.0), springs.rotational[1].stiffness(0.0));
        for (found, expected) in [
            (s, 12.0 * k / (length * length)),
            (0.5 * length * s, 6.0 * k / length),
            (0.25 * length * length * s + b, (4.0 + phi) * k),
        ] {
            assert!((found / expected - 1.0).abs() < 1e-14, "{found} {expected}");
        }
    }
}
