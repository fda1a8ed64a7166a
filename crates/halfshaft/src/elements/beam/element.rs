//! Geometrically exact two-node beam element: elasticity and damping.

use std::f64::consts::{PI, TAU};

use super::ends::{Ends, twist};
use super::massless;
use super::profile::Profile;
use super::section::{Section, Stress};
use super::surface::{self, Bent};
use super::tangent::Elasticity;
use crate::describe::{Channel, Quantity};
use crate::elements::memory::memory;
use crate::math::se3::{Screw, Six};
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::mesh::MeshField;
use crate::system::{At, Element, Energy, ForceTangent, Frame, Increments, Infeasibility, Motion, NodeId, Residual};

/// A two-node beam element with helicoidal interpolation: one screw motion leads from A to B.
///
/// ```text
/// H(s) = H_A exp(s d/ℓ)      d = log(H_A⁻¹ H_B) on SE(3)
/// ε = d/ℓ − ε₀               extension, shear and shear; twist and two curvatures: constant along the element
/// σ = K (ε + τ_d ε̇)          N, V_y, V_z; T, M_y, M_z, in the axes of the section
/// ½ ℓ εᵀ K ε                 stored energy
/// f_B = T⁻ᵀ(d) σ             wrench at B in the axes of B;   f_A = −T⁻ᵀ(−d) σ at A in the axes of A
/// ```
///
/// Source: Sonneville, Cardona & Brüls 2014 (helicoidal interpolation, eqs. 30-52), here on nodes in R³ × SO(3). ε depends
/// on the relative motion of the ends alone, so that it is invariant under any motion of the whole beam and independent
/// of the path. Constant strain is free of locking, and exact for a helix or an arc.
///
/// A linear moment bends an element further than its mean: by V ℓ³/(12 E I) across. That is a flexibility in shear, and K
/// contains it (residual bending flexibility, MacNeal 1978):
///
/// ```text
/// 1/k_y = 1/(G A_y) + ℓ²/(12 E I_z),     1/k_z = 1/(G A_z) + ℓ²/(12 E I_y)
/// ```
///
/// A straight element then has the exact stiffness matrix of Timoshenko's beam, and G A may be infinite. Beyond half a
/// turn between A and B, θ continues from the last accepted step. At a full turn T(d) is singular: any screw closes the
/// circle, and the poses of the ends do not determine d. States near it are infeasible.
pub struct BeamElement {
    /// Frame on A, x along the beam, y and z the axes of the section.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ, the length of its axis without strain, in metres.
    pub length: f64,
    /// d/ℓ without stress: (1, 0, 0) for a beam whose sections are normal to its axis, then twist and curvatures in 1/m.
    pub free: [Vec3; 2],
    /// Its stiffness about the axis of the nodes.
    pub stiffness: Stiffness,
    /// τ_d: ratio of damping to stiffness, in seconds.
    pub damping: f64,
    /// Its sections, for stresses and pictures.
    pub profile: Profile,
}

/// K of an element: the stiffness of its section with residual bending flexibility, about an axis that may be eccentric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness {
    /// K.
    pub matrix: [[f64; 6]; 6],
    /// From the axis of the nodes to the centroid, along y and z in metres.
    pub centroid: [f64; 2],
    /// Diagonal of the section's own stiffness without residual bending flexibility, shear along y and z.
    pub shear: [f64; 2],
}

impl Stiffness {
    /// Of a section with its centroid (and shear centre) at `centroid` from the axis, on a length.
    ///
    /// The strain at the centroid is γ + κ × e, so K = Aᵀ K_c A with A = [1 −e~; 0 1].
    pub fn new(section: &massless::Section, centroid: [f64; 2], length: f64) -> Self {
        Self::with_flexibility(section, centroid, length * length / 12.0)
    }

    /// Of a section with a flexibility in shear of `flexibility`/(E I) beside its own.
    pub(super) fn with_flexibility(section: &massless::Section, centroid: [f64; 2], flexibility: f64) -> Self {
        let [about_y, about_z] = section.bending;
        let with_bending = |shear: f64, bending: f64| 1.0 / (1.0 / shear + flexibility / bending);
        let own = [
            section.axial,
            with_bending(section.shear[0], about_z),
            with_bending(section.shear[1], about_y),
            section.torsion,
            about_y,
            about_z,
        ];
        let e = Vec3([0.0, centroid[0], centroid[1]]);
        let across = (-e).skew();
        // Rows of A.
        let row = |k: usize| -> [f64; 6] {
            std::array::from_fn(|j| match (k, j) {
                (0..3, 3..6) => across.0[k][j - 3],
                _ => f64::from(u8::from(k == j)),
            })
        };
        let mut matrix = [[0.0; 6]; 6];
        for (k, stiffness) in own.iter().enumerate() {
            let row = row(k);
            for i in 0..6 {
                for j in 0..6 {
                    matrix[i][j] += row[i] * stiffness * row[j];
                }
            }
        }
        Stiffness { matrix, centroid, shear: section.shear }
    }

    /// Moments about the centroid.
    pub(super) fn about_centroid(&self, six: Six<f64>) -> Vec3 {
        let [y, z] = self.centroid;
        six.angular - Vec3([0.0, y, z]).cross(six.linear)
    }

    pub(super) fn times<S: Scalar>(&self, strain: Six<S>) -> Six<S> {
        if self.centroid == [0.0; 2] {
            let k = |i: usize| self.matrix[i][i];
            let linear = Vec3(std::array::from_fn(|i| strain.linear[i] * k(i)));
            return Six { linear, angular: Vec3(std::array::from_fn(|i| strain.angular[i] * k(3 + i))) };
        }
        let row = |i: usize| {
            let k = &self.matrix[i];
            let terms = [strain.linear[0], strain.linear[1], strain.linear[2]].into_iter().chain(strain.angular.0);
            let mut sum = S::zero();
            terms.zip(k).filter(|(_, k)| **k != 0.0).for_each(|(x, k)| sum += x * *k);
            sum
        };
        Six { linear: Vec3([row(0), row(1), row(2)]), angular: Vec3([row(3), row(4), row(5)]) }
    }
}

memory! { MEMORY { THETA: ["rotation x", "rotation y", "rotation z"], } }

/// Smallest distance of the rotation of B relative to A from full turns.
pub(super) const NEAREST_TO_FULL_TURN: f64 = 10.0 * std::f64::consts::PI / 180.0;

/// The cosine of two radians.
const COS_2: f64 = -0.416_146_836_547_142_4;

/// The distance of an angle to the nearest full turn; infinite for less than half a turn.
pub(super) fn to_full_turn(angle: f64) -> f64 {
    let turns = (angle / TAU).round();
    if turns == 0.0 { f64::INFINITY } else { (angle - turns * TAU).abs() }
}

impl BeamElement {
    fn ends<S: Scalar>(&self, at: &At<S>) -> Ends<S> {
        let (a, b) = (self.a.on(&at.nodes[0].at), self.b.on(&at.nodes[1].at));
        let r = a.r.transpose() * b.r;
        let x = a.r.transpose_times(b.x - a.x);
        let last = Vec3::from_slice(&at.memory[THETA]);
        Ends { a, b, screw: Screw::of(x, &r, last) }
    }

    /// Whether B is turned by less than two radians relative to A: tr R = 1 + 2 cos ϑ. The nearest rotation vector to a last one of less
    /// than one radian is then the shortest, and less than half a turn from it.
    #[inline]
    fn turns_less_than_two_radians(&self, at: &At<f64>) -> bool {
        let [a, b] = [&at.nodes[0].at.r, &at.nodes[1].at.r];
        let trace = |a: &Mat3, b: &Mat3| -> f64 {
            a.0.iter().zip(&b.0).map(|(a, b)| a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).sum()
        };
        // tr (E_Aᵀ R E_B) = tr R for the same axes on both nodes.
        let trace = match self.a.axes == self.b.axes {
            true => trace(a, b),
            false => trace(&(*a * self.a.axes), &(*b * self.b.axes)),
        };
        trace > 1.0 + 2.0 * COS_2
    }

    /// ε.
    fn strain<S: Scalar>(&self, screw: &Screw<S>) -> Six<S> {
        let per_length = 1.0 / self.length;
        let [stretch, curvature] = self.free;
        Six {
            linear: screw.u * per_length - Vec3::constant(stretch),
            angular: screw.theta * per_length - Vec3::constant(curvature),
        }
    }

    /// ε̇ = (T⁻¹(d) h_B − T⁻¹(−d) h_A)/ℓ with the material twists h of the ends.
    fn strain_rate<S: Scalar>(&self, ends: &Ends<S>, nodes: &[Motion<S>]) -> Six<S> {
        let by_b = ends.screw.rate(twist(&self.b, &ends.b.r, &nodes[1]));
        let by_a = ends.screw.reversed().rate(twist(&self.a, &ends.a.r, &nodes[0]));
        let per_length = 1.0 / self.length;
        Six { linear: (by_b.linear - by_a.linear) * per_length, angular: (by_b.angular - by_a.angular) * per_length }
    }

    /// σ, with damping.
    fn section_forces<S: Scalar>(&self, ends: &Ends<S>, nodes: &[Motion<S>]) -> Six<S> {
        let mut strain = self.strain(&ends.screw);
        if self.damping != 0.0 {
            let rate = self.strain_rate(ends, nodes);
            strain.linear += rate.linear * self.damping;
            strain.angular += rate.angular * self.damping;
        }
        self.stiffness.times(strain)
    }

    /// Section forces about the centroid.
    fn at_centroid(&self, ends: &Ends<f64>, nodes: &[Motion<f64>]) -> SectionForces {
        let forces = self.section_forces(ends, nodes);
        let all = [forces, ends.screw.reversed().wrench(forces), ends.screw.wrench(forces)];
        SectionForces { forces: [forces.linear; 3], moments: all.map(|six| self.stiffness.about_centroid(six)) }
    }
}

/// Section forces about the centroid, in the middle, at A and at B.
pub(super) struct SectionForces {
    /// N, V_y and V_z.
    pub forces: [Vec3; 3],
    /// T, M_y and M_z.
    pub moments: [Vec3; 3],
}

impl SectionForces {
    /// Sets the channels of an element, in the order of [`CHANNELS`]; `shear` without residual bending flexibility.
    pub(super) fn set_channels(
        &self,
        (profile, shear): (&Profile, [f64; 2]),
        strain: Six<f64>,
        energy: Energy,
        out: &mut [f64],
    ) {
        let ([middle, at_a, at_b], [forces, of_a, of_b]) = (self.moments, self.forces);
        out[0..3].copy_from_slice(&forces.0);
        out[3..6].copy_from_slice(&middle.0);
        out[6..10].copy_from_slice(&[at_a[1], at_a[2], at_b[1], at_b[2]]);
        out[10] = strain.linear[0];
        // Without the part that stands for bending within the element.
        (0..2).for_each(|k| out[11 + k] = forces[1 + k] / shear[k]);
        out[13..16].copy_from_slice(&strain.angular.0);
        let Stress { highest, lowest, von_mises } = profile.stress([of_a, of_b], [at_a, at_b]);
        out[16..19].copy_from_slice(&[highest, lowest, von_mises]);
        (out[19], out[20]) = (energy.potential, energy.dissipated);
    }
}

/// d/ℓ of the relative motion of two ends at these positions with these axes: the strain of a shape without stress.
pub fn free_strain([x_a, x_b]: [Vec3; 2], [r_a, r_b]: [Mat3; 2], length: f64) -> [Vec3; 2] {
    let screw = Screw::of(r_a.transpose_times(x_b - x_a), &(r_a.transpose() * r_b), Vec3::zero());
    [screw.u * (1.0 / length), screw.theta * (1.0 / length)]
}

pub(super) fn product(a: Six<f64>, b: Six<f64>) -> f64 {
    a.linear.dot(b.linear) + a.angular.dot(b.angular)
}

/// Channels of an element.
pub const CHANNELS: &[Channel] = &[
    Channel::new("normal_force", Quantity::FORCE, "normal force N, positive in tension"),
    Channel::new("shear_force_y", Quantity::FORCE, "shear force V_y along the section's y axis"),
    Channel::new("shear_force_z", Quantity::FORCE, "shear force V_z along the section's z axis"),
    Channel::new("torsional_moment", Quantity::TORQUE, "torsional moment T about the centroid"),
    Channel::new("bending_moment_y", Quantity::TORQUE, "bending moment M_y in the middle, about the centroid"),
    Channel::new("bending_moment_z", Quantity::TORQUE, "bending moment M_z in the middle, about the centroid"),
    Channel::new("bending_moment_y_a", Quantity::TORQUE, "bending moment M_y at the first end"),
    Channel::new("bending_moment_z_a", Quantity::TORQUE, "bending moment M_z at the first end"),
    Channel::new("bending_moment_y_b", Quantity::TORQUE, "bending moment M_y at the second end"),
    Channel::new("bending_moment_z_b", Quantity::TORQUE, "bending moment M_z at the second end"),
    Channel::new("axial_strain", Quantity::NUMBER, "extension of the axis, relative to its length without stress"),
    Channel::new("shear_strain_y", Quantity::NUMBER, "shear strain along y"),
    Channel::new("shear_strain_z", Quantity::NUMBER, "shear strain along z"),
    Channel::new("twist", Quantity::CURVATURE, "twist for each length, less that without stress"),
    Channel::new("curvature_y", Quantity::CURVATURE, "curvature about y, less that without stress"),
    Channel::new("curvature_z", Quantity::CURVATURE, "curvature about z, less that without stress"),
    Channel::new(
        "stress_max",
        Quantity::PRESSURE,
        "largest normal stress along the element; 0 for a section without outline",
    ),
    Channel::new(
        "stress_min",
        Quantity::PRESSURE,
        "smallest normal stress along the element; 0 for a section without outline",
    ),
    Channel::new(
        "von_mises",
        Quantity::PRESSURE,
        "largest equivalent stress of von Mises along the element; 0 for a section without outline",
    ),
    Channel::new("energy", Quantity::ENERGY, "energy stored"),
    Channel::new("dissipation", Quantity::POWER, "dissipated power"),
];

impl Element for BeamElement {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const HAS_SURFACE: bool = true;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let ends = self.ends(at);
        let forces = self.section_forces(&ends, at.nodes);
        // The wrench at A balances that at B.
        let on_b = ends.screw.wrench(forces);
        let (force, torque) = (ends.b.r * on_b.linear, ends.b.r * on_b.angular);
        let at_a = -ends.a.r.transpose_times(torque + (ends.b.x - ends.a.x).cross(force));
        for (k, (frame, on, moment)) in
            [(&self.a, -force, at_a), (&self.b, force, on_b.angular)].into_iter().enumerate()
        {
            r.force(k, on);
            r.torque(k, frame.axes.times(moment));
            if frame.offset != Vec3::zero() {
                r.torque(k, Vec3::constant(frame.offset).cross(at.nodes[k].at.r.transpose_times(on)));
            }
        }
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let ends = self.ends(at);
        let forces = self.section_forces(&ends, at.nodes);
        let elasticity = Elasticity {
            frames: [&self.a, &self.b],
            stiffness: &self.stiffness.matrix,
            length: self.length,
            damping: self.damping,
        };
        elasticity.add_tangent(at, &ends, forces, by, tangent);
        true
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[THETA].copy_from_slice(&self.ends(at).screw.theta.0);
    }

    #[inline]
    fn is_feasible(&self, at: &At<f64>) -> bool {
        let last = Vec3::from_slice(&at.memory[THETA]);
        if last.dot(last) < 1.0 && self.turns_less_than_two_radians(at) {
            return true;
        }
        let theta = self.ends(at).screw.theta;
        let jump = theta - last;
        to_full_turn(theta.norm()) >= NEAREST_TO_FULL_TURN && jump.norm() < PI
    }

    fn infeasibility(&self, at: &At<f64>) -> Infeasibility {
        Infeasibility::FullTurn { angle: self.ends(at).screw.theta.norm() }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let ends = self.ends(at);
        let strain = self.strain(&ends.screw);
        let potential = 0.5 * self.length * product(strain, self.stiffness.times(strain));
        if self.damping == 0.0 {
            return Energy { potential, ..Energy::default() };
        }
        let rate = self.strain_rate(&ends, at.nodes);
        let dissipated = self.damping * self.length * product(rate, self.stiffness.times(rate));
        Energy { potential, dissipated, ..Energy::default() }
    }

    fn surface(&self, at: &At<f64>) -> MeshField {
        let ends = self.ends(at);
        let SectionForces { forces: [_, of_a, of_b], moments: [_, at_a, at_b] } = self.at_centroid(&ends, at.nodes);
        let bent = Bent {
            reference: (ends.a.x, ends.a.r),
            centroid: self.stiffness.centroid,
            forces: [of_a, of_b],
            moments: [at_a, at_b],
        };
        surface::of(&self.profile, &bent, |xi| [ends.screw.u * xi, ends.screw.theta * xi])
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let ends = self.ends(at);
        let strain = self.strain(&ends.screw);
        let profile = (&self.profile, self.stiffness.shear);
        self.at_centroid(&ends, at.nodes).set_channels(profile, strain, self.energy(at), out);
    }
}

addable!(BeamElement);

/// For the generic check: eccentric, curved, prestrained and damped.
pub(crate) fn specimen(a: Frame, b: Frame) -> BeamElement {
    let section = massless::Section { axial: 3.0, torsion: 0.7, bending: [0.4, 0.9], shear: [2.0, f64::INFINITY] };
    let length = 0.8;
    BeamElement {
        a,
        b,
        length,
        free: [Vec3([1.02, 0.01, 0.0]), Vec3([0.2, -0.3, 0.5])],
        stiffness: Stiffness::new(&section, [0.1, -0.2], length),
        damping: 0.15,
        profile: Profile::uniform(Section::rectangle(0.1, 0.05, 0.3), 2),
    }
}
