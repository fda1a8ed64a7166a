//! Geometrically exact beam element with three nodes: elasticity and damping.

use std::f64::consts::PI;

use super::super::element::{
    CHANNELS, NEAREST_TO_FULL_TURN, SectionForces, Stiffness, free_strain, product, to_full_turn,
};
use super::super::ends::{Ends, twist};
use super::super::massless;
use super::super::profile::Profile;
use super::super::section::Section;
use super::super::surface::{self, Bent};
use super::POINTS;
use super::state::{Halves, Point, weights};
use super::tangent::Elasticity;
use crate::describe::Channel;
use crate::elements::memory::memory;
use crate::math::se3::{Screw, Six};
use crate::math::se3_tangent::{self, Tangent, motion, twist_of, wrench_of};
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::mesh::MeshField;
use crate::system::{
    At, Element, Energy, Frame, Increments, Infeasibility, Motion, NodeId, Placement, Residual, TripleTangent,
};

/// A beam element with a node in the middle, whose screw motions to both ends are interpolated.
///
/// ```text
/// H(ξ) = H_M exp(d(ξ)),   d(ξ) = N_A d_A + N_B d_B,   d_i = log(H_M⁻¹ H_i) on SE(3),   ξ = −1 … 1
/// N_A = ½ ξ (ξ − 1),   N_B = ½ ξ (ξ + 1)
/// ε = T(d) d′ − ε₀,   d′ = (2/ℓ) dd/dξ       extension, shear and shear; twist and two curvatures
/// σ = K (ε + τ_d ε̇),   E_p = ½ ½ℓ Σ εᵀ K ε  over Gauss's points ξ = ±1/√3
/// g_i = ½ℓ Σ (N_i ∂ε/∂d + (2/ℓ) N_i′ T)ᵀ σ,   f_i = T⁻ᵀ(d_i) g_i at the ends,   f_M = −Σ T⁻ᵀ(−d_i) g_i
/// ```
///
/// An interpolation of the rotation relative to a node is invariant under any motion of the whole beam and independent of the path
/// (Crisfield & Jelenić 1999); here it is the whole motion that is interpolated, as by Sonneville, Cardona & Brüls 2014, so that helices and arcs
/// are exact: d is then linear in ξ. Elsewhere the error of nodal positions falls with the fourth power of the element size (measured). Two
/// points instead of three keep it free of locking: at them the strains are of third order, and those of a straight element under forces at
/// its ends are exact, because the derivative of a parabola through three points of a cubic curve is there that of the curve.
///
/// G A may be infinite: a share of 1e-4 of the residual bending flexibility of two nodes keeps the stiffness finite (d is not
/// constrained). Each half may turn by almost a full turn.
pub struct ThreeNodeBeam {
    /// Frames on A, in the middle and on B, x along the beam, y and z the axes of the section.
    pub frames: [Frame; 3],
    /// ℓ, the length of its axis without strain, in metres.
    pub length: f64,
    /// At Gauss's points.
    pub points: [SectionPoint; 2],
    /// τ_d: ratio of damping to stiffness, in seconds.
    pub damping: f64,
    /// Its sections, for stresses and pictures.
    pub profile: Profile,
}

/// A section where the element is integrated.
#[derive(Clone, Copy, Debug)]
pub struct SectionPoint {
    /// T(d) d′ without stress.
    pub free: [Vec3; 2],
    /// K about the axis of the nodes.
    pub stiffness: Stiffness,
}

/// Share of the residual bending flexibility that a stiff shear has.
pub(in super::super) const SHARE: f64 = 1e-4;

memory! { MEMORY { THETA_A: ["rotation x a", "rotation y a", "rotation z a"], THETA_B: ["rotation x b", "rotation y b", "rotation z b"], } }

/// The sum of two sixes with weights.
fn mixed<S: Scalar>(six: &[Six<S>; 2], [a, b]: [f64; 2]) -> Six<S> {
    Six { linear: six[0].linear * a + six[1].linear * b, angular: six[0].angular * a + six[1].angular * b }
}

impl SectionPoint {
    /// Of a section with its centroid at `centroid` from the axis, on an element of this length.
    pub fn new(section: &massless::Section, centroid: [f64; 2], length: f64, free: [Vec3; 2]) -> Self {
        SectionPoint { free, stiffness: Stiffness::with_flexibility(section, centroid, SHARE * length * length / 12.0) }
    }
}

/// T(d) d′ at Gauss's points of a shape with these positions and axes of A, the middle and B.
pub fn free_strains(x: [Vec3; 3], r: [Mat3; 3], length: f64) -> [[Vec3; 2]; 2] {
    let d = [0, 2].map(|end| {
        let [linear, angular] = free_strain([x[1], x[end]], [r[1], r[end]], 1.0);
        Six { linear, angular }
    });
    POINTS.map(|xi| {
        let [values, slopes] = weights(xi);
        let tangent = Tangent::at(mixed(&d, values));
        let strain = twist_of(tangent.times(motion(mixed(&d, slopes.map(|slope| slope * 2.0 / length)))));
        [strain.linear, strain.angular]
    })
}

impl ThreeNodeBeam {
    fn halves<S: Scalar>(&self, at: &At<S>) -> Halves<S> {
        let placed = |k: usize| self.frames[k].on(&at.nodes[k].at);
        let middle: Placement<S> = placed(1);
        [(0, &THETA_A), (2, &THETA_B)].map(|(end, last)| {
            let b = placed(end);
            let screw = Screw::of(
                middle.r.transpose_times(b.x - middle.x),
                &(middle.r.transpose() * b.r),
                Vec3::from_slice(&at.memory[last.clone()]),
            );
            Ends { a: middle, b, screw }
        })
    }

    /// ḋ_A and ḋ_B.
    fn screw_rates<S: Scalar>(&self, halves: &Halves<S>, nodes: &[Motion<S>]) -> [Six<S>; 2] {
        let of_middle = twist(&self.frames[1], &halves[0].a.r, &nodes[1]);
        [(0, 0), (1, 2)].map(|(half, end)| {
            let Ends { b, screw, .. } = &halves[half];
            let (by_end, by_middle) =
                (screw.rate(twist(&self.frames[end], &b.r, &nodes[end])), screw.reversed().rate(of_middle));
            Six { linear: by_end.linear - by_middle.linear, angular: by_end.angular - by_middle.angular }
        })
    }

    /// Strains and section forces at Gauss's points.
    fn points<S: Scalar>(&self, halves: &Halves<S>, nodes: &[Motion<S>]) -> [Point<S>; 2] {
        let d = [0, 1].map(|k| Six { linear: halves[k].screw.u, angular: halves[k].screw.theta });
        let rates = (self.damping != 0.0).then(|| self.screw_rates(halves, nodes));
        [0, 1].map(|k| {
            let ([values, slopes], SectionPoint { free, stiffness }) = (weights(POINTS[k]), &self.points[k]);
            let slopes = slopes.map(|slope| slope * 2.0 / self.length);
            let (tangent, slope) = (Tangent::at(mixed(&d, values)), motion(mixed(&d, slopes)));
            let total = twist_of(tangent.times(slope));
            let strain = Six {
                linear: total.linear - Vec3::constant(free[0]),
                angular: total.angular - Vec3::constant(free[1]),
            };
            let rates = rates.as_ref().map(|rates| {
                let (rate, rate_of_slope) = (motion(mixed(rates, values)), motion(mixed(rates, slopes)));
                let strain = tangent.slope_times(slope, rate) + tangent.times(rate_of_slope);
                (twist_of(strain), [rate, rate_of_slope])
            });
            let mut damped = strain;
            if let Some((rate, _)) = &rates {
                damped.linear += rate.linear * self.damping;
                damped.angular += rate.angular * self.damping;
            }
            Point { tangent, slope, strain, rates, sigma: stiffness.times(damped) }
        })
    }

    /// g_A and g_B, conjugate to d_A and d_B.
    fn generalized_forces<S: Scalar>(&self, points: &[Point<S>; 2]) -> [Six<S>; 2] {
        let mut forces = [Six { linear: Vec3::zero(), angular: Vec3::zero() }; 2];
        for (point, xi) in points.iter().zip(POINTS) {
            let sigma = se3_tangent::force(point.sigma);
            let by_value = wrench_of(point.tangent.slope_transposed(point.slope, sigma));
            let by_slope = wrench_of(point.tangent.transposed(sigma));
            let [values, slopes] = weights(xi);
            for (k, force) in forces.iter_mut().enumerate() {
                let value = 0.5 * self.length * values[k];
                force.linear += by_value.linear * value + by_slope.linear * slopes[k];
                force.angular += by_value.angular * value + by_slope.angular * slopes[k];
            }
        }
        forces
    }

    /// Section forces about the centroid, linear between Gauss's points and beyond.
    fn at_centroid(&self, points: &[Point<f64>; 2]) -> SectionForces {
        let about = |k: usize| self.points[k].stiffness.about_centroid(points[k].sigma);
        let along =
            |[a, b]: [Vec3; 2]| [0.0, -1.0, 1.0].map(|xi: f64| (a + b) * 0.5 + (b - a) * (xi * 0.5 / POINTS[1]));
        SectionForces { forces: along([0, 1].map(|k| points[k].sigma.linear)), moments: along([about(0), about(1)]) }
    }
}

impl Element for ThreeNodeBeam {
    type Tangent = Dual<20>;
    const POSE_NODES: usize = 3;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const HAS_SURFACE: bool = true;

    fn nodes(&self) -> Vec<NodeId> {
        self.frames.iter().map(|frame| frame.node).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let halves = self.halves(at);
        let forces = self.generalized_forces(&self.points(&halves, at.nodes));
        for (k, end) in [0, 2].into_iter().enumerate() {
            let Ends { a, b, screw } = &halves[k];
            let (on_middle, on_end) = (screw.reversed().wrench(forces[k]), screw.wrench(forces[k]));
            r.wrench_at(1, &at.nodes[1].at, a.x, -(a.r * on_middle.linear), -(a.r * on_middle.angular));
            r.wrench_at(end, &at.nodes[end].at, b.x, b.r * on_end.linear, b.r * on_end.angular);
        }
    }

    fn analytic_forces_of_three(&self, at: &At<f64>, by: &Increments<3>, tangent: &mut TripleTangent) {
        let halves = self.halves(at);
        let points = self.points(&halves, at.nodes);
        let forces = self.generalized_forces(&points);
        let elasticity = Elasticity {
            frames: &self.frames,
            stiffness: [0, 1].map(|k| &self.points[k].stiffness.matrix),
            length: self.length,
            damping: self.damping,
        };
        elasticity.add_tangent(at, &halves, &points, &forces, by, tangent);
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let [a, b] = self.halves(at);
        memory[THETA_A].copy_from_slice(&a.screw.theta.0);
        memory[THETA_B].copy_from_slice(&b.screw.theta.0);
    }

    fn is_feasible(&self, at: &At<f64>) -> bool {
        self.halves(at).iter().zip([THETA_A, THETA_B]).all(|(half, last)| {
            let theta = half.screw.theta;
            let jump = theta - Vec3::from_slice(&at.memory[last]);
            to_full_turn(theta.norm()) >= NEAREST_TO_FULL_TURN && jump.norm() < PI
        })
    }

    fn infeasibility(&self, at: &At<f64>) -> Infeasibility {
        let angle = self.halves(at).iter().map(|half| half.screw.theta.norm()).fold(0.0, f64::max);
        Infeasibility::FullTurn { angle }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let halves = self.halves(at);
        let mut energy = Energy::default();
        for (point, SectionPoint { stiffness, .. }) in self.points(&halves, at.nodes).iter().zip(&self.points) {
            let strain = point.strain;
            energy.potential += 0.25 * self.length * product(strain, stiffness.times(strain));
            if let Some((rate, _)) = point.rates {
                energy.dissipated += 0.5 * self.damping * self.length * product(rate, stiffness.times(rate));
            }
        }
        energy
    }

    fn surface(&self, at: &At<f64>) -> MeshField {
        let halves = self.halves(at);
        let SectionForces { forces: [_, of_a, of_b], moments: [_, at_a, at_b] } =
            self.at_centroid(&self.points(&halves, at.nodes));
        let bent = Bent {
            reference: (halves[0].a.x, halves[0].a.r),
            centroid: self.points[0].stiffness.centroid,
            forces: [of_a, of_b],
            moments: [at_a, at_b],
        };
        let d = halves.map(|half| Six { linear: half.screw.u, angular: half.screw.theta });
        surface::of(&self.profile, &bent, |part| {
            let Six { linear, angular } = mixed(&d, weights(2.0 * part - 1.0)[0]);
            [linear, angular]
        })
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let points = self.points(&self.halves(at), at.nodes);
        let middle = mixed(&[points[0].strain, points[1].strain], [0.5; 2]);
        let [a, b] = self.points.map(|point| point.stiffness.shear);
        let shear = [0, 1].map(|k| if a[k].is_finite() { 0.5 * (a[k] + b[k]) } else { a[k] });
        let forces = self.at_centroid(&points);
        forces.set_channels((&self.profile, shear), middle, self.energy(at), out);
    }
}

addable!(ThreeNodeBeam);

/// For the generic check: eccentric, curved, prestrained and damped, with a section that varies.
pub(crate) fn specimen(frames: [Frame; 3]) -> ThreeNodeBeam {
    let section = |size: f64| massless::Section {
        axial: 3.0 * size,
        torsion: 0.7,
        bending: [0.4, 0.9 * size],
        shear: [2.0 * size, 5.0],
    };
    let length = 0.8;
    let point = |size: f64, bend: f64| {
        let free = [Vec3([1.02, 0.01, 0.0]), Vec3([0.2, -0.3, bend])];
        SectionPoint::new(&section(size), [0.1, -0.2], length, free)
    };
    ThreeNodeBeam {
        frames,
        length,
        points: [point(1.0, 0.5), point(1.2, 0.3)],
        damping: 0.15,
        profile: Profile::uniform(Section::rectangle(0.1, 0.05, 0.3), 2),
    }
}
