//! The curve of centroids of a beam element as a linear function of vectors that move with its ends.
//!
//! ```text
//! x(ξ) = (1 − ξ) y_A + ξ y_B + ½ ℓ ξ (1 − ξ) b,     b = t_A − t_B
//! ```
//!
//! Inertia, weight and distributed loads act through its virtual displacement.

use crate::math::{Mat3, Scalar, Vec3};
use crate::system::{ForceTangent, Frame, Increments, Motion, Residual};

/// The curve of an element.
pub(super) struct Field<'a> {
    pub frames: [&'a Frame; 2],
    /// ℓ.
    pub length: f64,
    /// From the axis to the centroid, along y and z.
    pub centroid: [f64; 2],
    /// Whether it is taken as the chord, b = 0.
    pub straight: bool,
}

/// Vectors of the ends y_A and y_B and of the bow b, or their rates; or what acts on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectors<S> {
    pub ends: [Vec3<S>; 2],
    pub bow: Vec3<S>,
}

impl Field<'_> {
    /// From a node to the centroid of its end section, in the node's axes.
    pub fn arm(&self, k: usize) -> Vec3 {
        let frame = self.frames[k];
        match self.centroid {
            [0.0, 0.0] => frame.offset,
            [y, z] => frame.offset + frame.axes * Vec3([0.0, y, z]),
        }
    }

    /// t, in the node's axes.
    pub fn normal(&self, k: usize) -> Vec3 {
        self.frames[k].axes.column(0)
    }

    /// Vectors from a vector c fixed to each node and whether the motion of the node's origin adds to it.
    pub fn vectors<S: Scalar>(
        &self,
        nodes: &[Motion<S>],
        of: impl Fn(&Motion<S>, Vec3, bool) -> Vec3<S>,
    ) -> Vectors<S> {
        let ends = [of(&nodes[0], self.arm(0), true), of(&nodes[1], self.arm(1), true)];
        let bow = match self.straight {
            true => Vec3::zero(),
            false => of(&nodes[0], self.normal(0), false) - of(&nodes[1], self.normal(1), false),
        };
        Vectors { ends, bow }
    }

    /// x + R c, or R c.
    pub fn position<S: Scalar>(node: &Motion<S>, c: Vec3, point: bool) -> Vec3<S> {
        if point && c == Vec3::zero() {
            return node.at.x;
        }
        let turned = node.at.r.times_constant_vector(c);
        if point { node.at.x + turned } else { turned }
    }

    /// v + R (Ω × c).
    pub fn velocity<S: Scalar>(node: &Motion<S>, c: Vec3, point: bool) -> Vec3<S> {
        if point && c == Vec3::zero() {
            return node.v;
        }
        let turned = node.at.r * node.w.cross(Vec3::constant(c));
        if point { node.v + turned } else { turned }
    }

    /// v̇ + R (Ω̇ × c + Ω × (Ω × c)).
    pub fn acceleration<S: Scalar>(node: &Motion<S>, c: Vec3, point: bool) -> Vec3<S> {
        if point && c == Vec3::zero() {
            return node.dv;
        }
        let c = Vec3::constant(c);
        let turned = node.at.r * (node.dw.cross(c) + node.w.cross(node.w.cross(c)));
        if point { node.dv + turned } else { turned }
    }

    /// G times the vectors and a mass: ∫ of the products of the shape functions. Lumped: half of it at each end.
    pub fn gram<S: Scalar>(&self, v: Vectors<S>, lumped: bool, mass: f64) -> Vectors<S> {
        let [a, b] = v.ends;
        if lumped {
            return Vectors { ends: [a * (0.5 * mass), b * (0.5 * mass)], bow: Vec3::zero() };
        }
        let (m, l) = (mass, self.length);
        let by_bow = v.bow * (m * l / 24.0);
        Vectors {
            ends: [a * (m / 3.0) + b * (m / 6.0) + by_bow, a * (m / 6.0) + b * (m / 3.0) + by_bow],
            bow: (a + b) * (m * l / 24.0) + v.bow * (m * l * l / 120.0),
        }
    }

    /// The entries of G for the ends and the bow, without a mass.
    pub fn gram_matrix(&self, lumped: bool) -> [[f64; 3]; 3] {
        if lumped {
            return [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0; 3]];
        }
        let l = self.length;
        let by_bow = l / 24.0;
        [[1.0 / 3.0, 1.0 / 6.0, by_bow], [1.0 / 6.0, 1.0 / 3.0, by_bow], [by_bow, by_bow, l * l / 120.0]]
    }

    /// Adds the partials of [`Field::act`] by the rotations of the nodes, for constant forces.
    ///
    /// The torque c × Rᵀf changes by c × (Rᵀf × δφ).
    pub fn add_turning(
        &self,
        nodes: &[Motion<f64>],
        forces: &Vectors<f64>,
        by: &Increments,
        tangent: &mut ForceTangent,
    ) {
        for (k, node) in nodes.iter().enumerate().take(2) {
            let arm = self.arm(k);
            // c~ g~ = g cᵀ − (c·g) 1.
            let mut by_turn = Mat3([[0.0; 3]; 3]);
            let mut add = |c: Vec3, force: Vec3| {
                let g = node.at.r.transpose_times(force * by.position);
                let along = c.dot(g);
                for i in 0..3 {
                    (0..3).for_each(|j| by_turn.0[i][j] += g[i] * c[j]);
                    by_turn.0[i][i] -= along;
                }
            };
            if arm != Vec3::zero() {
                add(arm, forces.ends[k]);
            }
            if !self.straight {
                add(self.normal(k), if k == 0 { forces.bow } else { -forces.bow });
            }
            let torque = by_turn * by.turns[k];
            for j in 0..3 {
                (0..3).for_each(|i| tangent.motion[6 * k + 3 + j][6 * k + 3 + i] += torque.0[i][j]);
            }
        }
    }

    /// A force that is spread evenly: half at each end, and its moments at the ends.
    pub fn spread<S: Scalar>(&self, force: Vec3<S>) -> Vectors<S> {
        Vectors { ends: [force * 0.5; 2], bow: force * (self.length / 12.0) }
    }

    /// The potential energy of a weight that is spread evenly.
    pub fn potential(&self, nodes: &[Motion<f64>], weight: Vec3) -> f64 {
        let Vectors { ends, bow } = self.vectors(nodes, Field::position);
        let mean = (ends[0] + ends[1]) * 0.5 + bow * (self.length / 12.0);
        -weight.dot(mean)
    }

    /// Adds what acts on the vectors to the rows of the nodes: forces at the centroids, and the torque of t × f.
    pub fn act<S: Scalar>(&self, r: &mut Residual<S>, nodes: &[Motion<S>], forces: &Vectors<S>) {
        for (k, node) in nodes.iter().enumerate().take(2) {
            let body = |v: Vec3<S>| node.at.r.transpose_times(v);
            let arm = self.arm(k);
            r.force(k, forces.ends[k]);
            if arm != Vec3::zero() {
                r.torque(k, Vec3::constant(arm).cross(body(forces.ends[k])));
            }
            if !self.straight {
                let bow = if k == 0 { forces.bow } else { -forces.bow };
                r.torque(k, Vec3::constant(self.normal(k)).cross(body(bow)));
            }
        }
    }
}
