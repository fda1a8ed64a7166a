//! Inertia of a three-node beam element.

use super::super::field::Field;
use super::super::inertia::by_rotation;
use super::shape;
use crate::describe::Channel;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Increments, Motion, NodeId, Residual, TripleTangent};

/// ∫ ρ N_a N_b ds for the nodes A, middle and B.
pub type Gram = [[f64; 3]; 3];

/// The inertia of a three-node beam element, consistent with a parabola through its nodes or lumped at them.
///
/// ```text
/// x(ξ) = Σ N_a y_a,   Ω(ξ) = Σ N_a Ω_a          centroids of the sections, material angular velocity
/// T = ½ Σ m_ab ẏ_a·ẏ_b + ½ Σ Ω_aᵀ J_ab Ω_b      m_ab = ∫ρA N_a N_b ds,   J_ab = ∫ρI N_a N_b ds
/// f_a = Σ m_ab ÿ_b,   P_a = Σ J_ab Ω_b,   torque on a: Ṗ_a + Ω_a × P_a      (Euler & Poincaré)
/// ```
///
/// The parabola differs from the curve of the elastic element by terms of third order in the element size that are odd about the
/// middle, so that frequencies keep the fourth order (measured). Lumped: the sum of each row on the diagonal, 1/6, 4/6 and 1/6 of an even beam.
pub struct ThreeNodeInertia {
    /// Frames on A, in the middle and on B, x along the beam.
    pub frames: [Frame; 3],
    /// m_ab, in kg.
    pub mass: Gram,
    /// J_ab about the centroid for each axis of the section, in kg m².
    pub inertia: [Gram; 3],
    /// From the axis to the centroid, along y and z in metres.
    pub centroid: [f64; 2],
}

/// Four Gauss's points on ξ = −1 … 1 with their weights: exact to the seventh degree.
const QUADRATURE: [[f64; 2]; 4] = [
    [-0.861_136_311_594_052_6, 0.347_854_845_137_453_9],
    [-0.339_981_043_584_856_3, 0.652_145_154_862_546_1],
    [0.339_981_043_584_856_3, 0.652_145_154_862_546_1],
    [0.861_136_311_594_052_6, 0.347_854_845_137_453_9],
];

/// The integrals of N_a N_b with a density for each length at ξ = −1 … 1.
pub fn gram(length: f64, density: impl Fn(f64) -> f64) -> Gram {
    let mut sum = [[0.0; 3]; 3];
    for [xi, weight] in QUADRATURE {
        let (n, factor) = (shape(xi), 0.5 * length * weight * density(xi));
        for (row, a) in sum.iter_mut().zip(n) {
            row.iter_mut().zip(n).for_each(|(sum, b)| *sum += factor * a * b);
        }
    }
    sum
}

/// The sum of each row on the diagonal.
pub fn lumped(gram: &Gram) -> Gram {
    let of_rows = row_sums(gram);
    std::array::from_fn(|a| std::array::from_fn(|b| if a == b { of_rows[a] } else { 0.0 }))
}

/// ∫ ρ N_a ds.
pub fn row_sums(gram: &Gram) -> [f64; 3] {
    gram.map(|row| row.iter().sum())
}

/// From the node to the centroid, in the axes of the node.
pub(super) fn arm(frame: &Frame, [y, z]: [f64; 2]) -> Vec3 {
    frame.offset + frame.axes * Vec3([0.0, y, z])
}

/// Adds forces on points of the nodes.
pub(super) fn act<S: Scalar>(r: &mut Residual<S>, nodes: &[Motion<S>], arms: [Vec3; 3], forces: [Vec3<S>; 3]) {
    for k in 0..3 {
        r.force(k, forces[k]);
        r.torque(k, Vec3::constant(arms[k]).cross(nodes[k].at.r.transpose_times(forces[k])));
    }
}

/// Adds the partials of [`act`] by the rotations of the nodes, for constant forces: c × (Rᵀf × δφ).
pub(super) fn add_turning(
    nodes: &[Motion<f64>],
    arms: [Vec3; 3],
    forces: [Vec3; 3],
    by: &Increments<3>,
    tangent: &mut TripleTangent,
) {
    for k in 0..3 {
        let own = nodes[k].at.r.transpose_times(forces[k]);
        for j in 0..3 {
            let torque = arms[k].cross(own.cross(by.turns[k].column(j) * by.position));
            (0..3).for_each(|i| tangent[6 * k + 3 + j][6 * k + 3 + i] += torque[i]);
        }
    }
}

impl ThreeNodeInertia {
    fn arms(&self) -> [Vec3; 3] {
        [0, 1, 2].map(|k| arm(&self.frames[k], self.centroid))
    }

    /// f_a.
    fn forces<S: Scalar>(&self, nodes: &[Motion<S>], of: impl Fn(&Motion<S>, Vec3, bool) -> Vec3<S>) -> [Vec3<S>; 3] {
        let arms = self.arms();
        let each = [0, 1, 2].map(|k| of(&nodes[k], arms[k], true));
        self.mass.map(|[a, b, c]| each[0] * a + each[1] * b + each[2] * c)
    }

    /// Σ J_ab w_b, in the axes of the sections.
    fn momenta<S: Scalar>(&self, w: &[Vec3<S>; 3]) -> [Vec3<S>; 3] {
        [0, 1, 2].map(|a| {
            Vec3([0, 1, 2].map(|axis| {
                let [x, y, z] = self.inertia[axis][a];
                w[0][axis] * x + w[1][axis] * y + w[2][axis] * z
            }))
        })
    }

    /// Angular velocities, or accelerations, in the axes of the sections.
    fn in_axes<S: Scalar>(&self, nodes: &[Motion<S>], of: impl Fn(&Motion<S>) -> Vec3<S>) -> [Vec3<S>; 3] {
        [0, 1, 2].map(|k| self.frames[k].axes.transpose().times(of(&nodes[k])))
    }

    /// Adds the partials of the forces through those of the accelerations.
    fn add_translation(&self, nodes: &[Motion<f64>], by: &Increments<3>, tangent: &mut TripleTangent) {
        let arms = self.arms();
        let levers = [0, 1, 2].map(|k| arms[k].skew() * nodes[k].at.r.transpose());
        for column in 0..3 {
            let by_phi = by_rotation(&nodes[column], arms[column], &by.turns[column], by);
            for row in 0..3 {
                let mass = self.mass[row][column];
                let by_x = mass * by.acceleration;
                let force = by_phi * mass;
                let torque = [levers[row] * by_x, levers[row] * force];
                for j in 0..3 {
                    tangent[6 * column + j][6 * row + j] += by_x;
                    for i in 0..3 {
                        tangent[6 * column + j][6 * row + 3 + i] += torque[0].0[i][j];
                        tangent[6 * column + 3 + j][6 * row + i] += force.0[i][j];
                        tangent[6 * column + 3 + j][6 * row + 3 + i] += torque[1].0[i][j];
                    }
                }
            }
        }
    }

    /// Adds the partials of Ṗ + Ω × P: J ∂Ω̇ + Ω~ J ∂Ω − P~ ∂Ω.
    fn add_rotation(&self, nodes: &[Motion<f64>], by: &Increments<3>, tangent: &mut TripleTangent) {
        let w = self.in_axes(nodes, |node| node.w);
        let momenta = self.momenta(&w);
        for row in 0..3 {
            for column in 0..3 {
                let mut inertia = Mat3::identity();
                (0..3).for_each(|axis| inertia.0[axis][axis] = self.inertia[axis][row][column]);
                let mut rate = inertia * by.acceleration + w[row].skew() * inertia * by.velocity;
                if row == column {
                    rate = rate + momenta[row].skew() * -by.velocity;
                }
                let torque = self.frames[row].axes * rate * self.frames[column].axes.transpose();
                for j in 0..3 {
                    (0..3).for_each(|i| tangent[6 * column + 3 + j][6 * row + 3 + i] += torque.0[i][j]);
                }
            }
        }
    }
}

impl Element for ThreeNodeInertia {
    type Tangent = Dual<20>;
    const POSE_NODES: usize = 3;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = &[];

    fn nodes(&self) -> Vec<NodeId> {
        self.frames.iter().map(|frame| frame.node).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        act(r, at.nodes, self.arms(), self.forces(at.nodes, Field::acceleration));
        let (w, dw) = (self.in_axes(at.nodes, |node| node.w), self.in_axes(at.nodes, |node| node.dw));
        let (momenta, rates) = (self.momenta(&w), self.momenta(&dw));
        for k in 0..3 {
            r.torque(k, self.frames[k].axes.times(rates[k] + w[k].cross(momenta[k])));
        }
    }

    fn analytic_forces_of_three(&self, at: &At<f64>, by: &Increments<3>, tangent: &mut TripleTangent) {
        let forces = self.forces(at.nodes, Field::acceleration);
        add_turning(at.nodes, self.arms(), forces, by, tangent);
        self.add_translation(at.nodes, by, tangent);
        self.add_rotation(at.nodes, by, tangent);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (arms, momenta) = (self.arms(), self.forces(at.nodes, Field::velocity));
        let linear: f64 = (0..3).map(|k| Field::velocity(&at.nodes[k], arms[k], true).dot(momenta[k])).sum();
        let w = self.in_axes(at.nodes, |node| node.w);
        let angular: f64 = self.momenta(&w).iter().zip(&w).map(|(momentum, w)| momentum.dot(*w)).sum();
        Energy { kinetic: 0.5 * (linear + angular), ..Energy::default() }
    }
}

addable!(ThreeNodeInertia);

/// For the generic check: a beam that tapers.
pub(crate) fn specimen(frames: [Frame; 3], is_lumped: bool) -> ThreeNodeInertia {
    let of = |size: f64| {
        let gram = gram(0.8, |xi| size * (1.2 + 0.4 * xi));
        if is_lumped { lumped(&gram) } else { gram }
    };
    ThreeNodeInertia { frames, mass: of(1.6), inertia: [0.9, 0.5, 0.4].map(of), centroid: [0.1, -0.2] }
}
