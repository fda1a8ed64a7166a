//! Inertia of a beam element.

use super::field::{Field, Vectors};
use crate::describe::Channel;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{At, Element, Energy, ForceTangent, Frame, Increments, Motion, NodeId, Residual};

/// The inertia of a beam element, consistent with a curve through its ends or lumped at them.
///
/// ```text
/// x(ξ) = (1 − ξ) y_A + ξ y_B + ½ ℓ ξ (1 − ξ) (t_A − t_B)     centroids of the sections, ξ = 0 … 1
/// Ω(ξ) = (1 − ξ) Ω_A + ξ Ω_B                                  material angular velocity
/// T = ½ m ∫ ẋ² dξ + ½ ∫ Ωᵀ J Ω dξ
/// ```
///
/// y are the centroids of the end sections and t their normals. x(ξ) agrees with the helicoid of the elastic element to
/// third order in the element size, and with the linked interpolation of a straight beam exactly. It depends linearly on vectors
/// that move with the ends, so the integrals are constants:
///
/// ```text
/// ∫ẍ·δx dξ:   G = [1/3  1/6  ℓ/24; 1/6  1/3  ℓ/24; ℓ/24  ℓ/24  ℓ²/120] on (ÿ_A, ÿ_B, ẗ_A − ẗ_B)
/// P_A = J (⅓ Ω_A + ⅙ Ω_B),   torque on A: Ṗ_A + Ω_A × P_A      (Euler & Poincaré)
/// ```
///
/// The forces follow from T exactly: momentum, moment of momentum and energy are conserved. Lumped: ½ m and ½ J at each end.
pub struct BeamInertia {
    /// Frame on A, x along the beam.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ, in metres.
    pub length: f64,
    /// m, in kg.
    pub mass: f64,
    /// Diagonal of J about the centroid in the axes of the section, of the whole element in kg m².
    pub inertia: [f64; 3],
    /// From the axis to the centroid, along y and z in metres.
    pub centroid: [f64; 2],
    /// Whether it is lumped at the ends.
    pub lumped: bool,
    /// g in world axes: its weight, m (g − ẍ) for −m ẍ. Zero where a [`BeamWeight`](super::BeamWeight) is an element of its own.
    pub gravity: Vec3,
}

impl BeamInertia {
    fn field(&self) -> Field<'_> {
        Field { frames: [&self.a, &self.b], length: self.length, centroid: self.centroid, straight: self.lumped }
    }

    /// What the equations have on the vectors of the field: G a − m g.
    fn forces<S: Scalar>(&self, field: &Field, nodes: &[Motion<S>]) -> Vectors<S> {
        let mut forces = field.gram(field.vectors(nodes, Field::acceleration), self.lumped, self.mass);
        if self.gravity != Vec3::zero() {
            let Vectors { ends, bow } = field.spread(self.gravity * self.mass);
            forces.ends[0] += Vec3::constant(-ends[0]);
            forces.ends[1] += Vec3::constant(-ends[1]);
            forces.bow += Vec3::constant(-bow);
        }
        forces
    }

    /// Shares of an end's own and of the other end's angular velocity in P.
    fn shares(&self) -> [f64; 2] {
        if self.lumped { [0.5, 0.0] } else { [1.0 / 3.0, 1.0 / 6.0] }
    }

    fn scaled<S: Scalar>(&self, w: Vec3<S>) -> Vec3<S> {
        Vec3([w[0] * self.inertia[0], w[1] * self.inertia[1], w[2] * self.inertia[2]])
    }

    /// Angular velocities, or accelerations, in the axes of the ends.
    fn in_axes<S: Scalar>(&self, nodes: &[Motion<S>], of: impl Fn(&Motion<S>) -> Vec3<S>) -> [Vec3<S>; 2] {
        [self.a.axes.transpose().times(of(&nodes[0])), self.b.axes.transpose().times(of(&nodes[1]))]
    }
}

/// Partials by a node's rotation unknowns of R (Ω̇ × c + Ω × (Ω × c)):
///
/// ```text
/// −R α~ δφ − R c~ δΩ̇ − R ((Ω × c)~ + Ω~ c~) δΩ,     α = Ω̇ × c + Ω × (Ω × c)
/// ```
pub(super) fn by_rotation<const N: usize>(node: &Motion<f64>, c: Vec3, turn: &Mat3, by: &Increments<N>) -> Mat3 {
    let (w, moved) = (node.w, node.w.cross(c));
    let alpha = node.dw.cross(c) + w.cross(moved);
    // Ω~ c~ = c Ωᵀ − (Ω·c) 1.
    let mut direct = (c * -by.acceleration + moved * -by.velocity).skew();
    let along = by.velocity * w.dot(c);
    for i in 0..3 {
        direct.0[i][i] += along;
        (0..3).for_each(|j| direct.0[i][j] -= by.velocity * c[i] * w[j]);
    }
    node.at.r * ((alpha * -by.position).skew() * *turn + direct)
}

impl BeamInertia {
    /// Adds the partials of the forces G a through those of the accelerations a.
    fn add_translation(&self, field: &Field, nodes: &[Motion<f64>], by: &Increments, tangent: &mut ForceTangent) {
        let gram = field.gram_matrix(self.lumped);
        let lever = |k: usize, c: Vec3| c.skew() * nodes[k].at.r.transpose();
        let arms = [0, 1].map(|k| field.arm(k));
        // Most nodes are at the centroids.
        let at_node = arms.map(|arm| arm == Vec3::zero());
        let zero = Mat3([[0.0; 3]; 3]);
        let of_ends = [0, 1].map(|k| if at_node[k] { zero } else { lever(k, arms[k]) });
        let of_bow = [lever(0, field.normal(0)), lever(1, -field.normal(1))];
        for column in 0..2 {
            let turn = &by.turns[column];
            let at_end = match at_node[column] {
                true => zero,
                false => by_rotation(&nodes[column], arms[column], turn, by) * self.mass,
            };
            let bow_sign = if column == 0 { 1.0 } else { -1.0 };
            let bow = match self.lumped {
                true => zero,
                false => by_rotation(&nodes[column], field.normal(column), turn, by) * (self.mass * bow_sign),
            };
            // ∂F/∂x = share · mass · weight · 1, and ∂F/∂φ.
            let by_x = |row: usize| gram[row][column] * self.mass * by.acceleration;
            let by_phi = |row: usize| match at_node[column] {
                true => bow * gram[row][2],
                false => at_end * gram[row][column] + bow * gram[row][2],
            };
            let of_the_bow = by_phi(2);
            for row in 0..2 {
                let force = by_phi(row);
                let mut torque = [zero; 2];
                if !at_node[row] {
                    torque = [of_ends[row] * by_x(row), of_ends[row] * force];
                }
                if !self.lumped {
                    torque = [torque[0] + of_bow[row] * by_x(2), torque[1] + of_bow[row] * of_the_bow];
                }
                for j in 0..3 {
                    tangent.motion[6 * column + j][6 * row + j] += by_x(row);
                    for i in 0..3 {
                        tangent.motion[6 * column + j][6 * row + 3 + i] += torque[0].0[i][j];
                        tangent.motion[6 * column + 3 + j][6 * row + i] += force.0[i][j];
                        tangent.motion[6 * column + 3 + j][6 * row + 3 + i] += torque[1].0[i][j];
                    }
                }
            }
        }
    }

    /// Adds the partials of Ṗ + Ω × P: J ∂Ω̇ + Ω~ J ∂Ω − P~ ∂Ω.
    fn add_rotation(&self, nodes: &[Motion<f64>], by: &Increments, tangent: &mut ForceTangent) {
        let [own, other] = self.shares();
        let w = self.in_axes(nodes, |node| node.w);
        let axes = [&self.a.axes, &self.b.axes];
        let aligned = axes.iter().all(|axes| **axes == Mat3::identity());
        for row in 0..2 {
            let momentum = self.scaled(w[row] * own + w[1 - row] * other);
            let mut rate = (w[row] * by.velocity).skew();
            for i in 0..3 {
                rate.0[i][i] += by.acceleration;
                (0..3).for_each(|j| rate.0[i][j] *= self.inertia[j]);
            }
            for column in if other == 0.0 { row..row + 1 } else { 0..2 } {
                let in_axes = match row == column {
                    true => rate * own + (momentum * -by.velocity).skew(),
                    false => rate * other,
                };
                let torque = match aligned {
                    true => in_axes,
                    false => *axes[row] * in_axes * axes[column].transpose(),
                };
                for j in 0..3 {
                    (0..3).for_each(|i| tangent.motion[6 * column + 3 + j][6 * row + 3 + i] += torque.0[i][j]);
                }
            }
        }
    }
}

impl Element for BeamInertia {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = &[];

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let field = self.field();
        let forces = self.forces(&field, at.nodes);
        field.act(r, at.nodes, &forces);
        let [own, other] = self.shares();
        let (w, dw) = (self.in_axes(at.nodes, |node| node.w), self.in_axes(at.nodes, |node| node.dw));
        for (k, frame) in [&self.a, &self.b].into_iter().enumerate() {
            let momentum = self.scaled(w[k] * own + w[1 - k] * other);
            let torque = self.scaled(dw[k] * own + dw[1 - k] * other) + w[k].cross(momentum);
            r.torque(k, frame.axes.times(torque));
        }
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let field = self.field();
        let forces = self.forces(&field, at.nodes);
        field.add_turning(at.nodes, &forces, by, tangent);
        self.add_translation(&field, at.nodes, by, tangent);
        self.add_rotation(at.nodes, by, tangent);
        true
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let field = self.field();
        let v = field.vectors(at.nodes, Field::velocity);
        let Vectors { ends, bow } = field.gram(v, self.lumped, self.mass);
        let linear = v.ends[0].dot(ends[0]) + v.ends[1].dot(ends[1]) + v.bow.dot(bow);
        let ([own, other], w) = (self.shares(), self.in_axes(at.nodes, |node| node.w));
        let angular: f64 = (0..2).map(|k| w[k].dot(self.scaled(w[k] * own + w[1 - k] * other))).sum();
        let weight = self.gravity * self.mass;
        let potential = if weight == Vec3::zero() { 0.0 } else { field.potential(at.nodes, weight) };
        Energy { kinetic: 0.5 * (linear + angular), potential, ..Energy::default() }
    }
}

addable!(BeamInertia);

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame, lumped: bool) -> BeamInertia {
    BeamInertia {
        a,
        b,
        length: 0.8,
        mass: 1.3,
        inertia: [0.9, 0.5, 0.4],
        centroid: [0.1, -0.2],
        lumped,
        gravity: Vec3::zero(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::BeamWeight;
    use super::*;
    use crate::math::Quaternion;
    use crate::system::Placement;

    /// A straight rod that turns about an end has m ℓ²/3, and about its own axis J_x.
    #[test]
    fn a_straight_rod_has_its_moments_of_inertia() {
        let frame = |x: f64| Frame { node: NodeId::GROUND, offset: Vec3([x, 0.0, 0.0]), axes: Mat3::identity() };
        let (length, mass) = (0.8, 1.3);
        let rod = |lumped| BeamInertia {
            a: frame(0.0),
            b: frame(length),
            length,
            mass,
            inertia: [0.1, 0.05, 0.05],
            centroid: [0.0; 2],
            lumped,
            gravity: Vec3::zero(),
        };
        let kinetic = |rod: &BeamInertia, w: Vec3| {
            let node = Motion { at: Placement::identity(), w, ..Motion::still() };
            let nodes = [node, node];
            let at = At { time: 0.0, nodes: &nodes, scalars: &[], multipliers: &[], memory: &[], mode: 0 };
            rod.energy(&at).kinetic
        };
        assert!((2.0 * kinetic(&rod(false), Vec3::unit(2)) - (mass * length * length / 3.0 + 0.05)).abs() < 1e-15);
        assert!((2.0 * kinetic(&rod(false), Vec3::unit(0)) - 0.1).abs() < 1e-15);
        assert!((2.0 * kinetic(&rod(true), Vec3::unit(2)) - (mass * length * length / 2.0 + 0.05)).abs() < 1e-15);
    }

    /// Forces, tangents and energies are the sums of those of the inertia and of the weight as elements of their own.
    #[test]
    fn the_weight_of_an_inertia_is_that_of_a_weight_by_itself() {
        let mut nodes = [Motion::still(); 2];
        for (k, node) in nodes.iter_mut().enumerate() {
            let s = |i: usize| ((7 * k + i) as f64).sin();
            let vector = |i: usize| Vec3([s(i), s(i + 1), s(i + 2)]);
            node.at = Placement { x: vector(0), r: Quaternion::exp(vector(3)).matrix() };
            (node.v, node.w, node.dv, node.dw) = (vector(1), vector(2), vector(4), vector(5));
        }
        let at = At { time: 0.0, nodes: &nodes, scalars: &[], multipliers: &[], memory: &[], mode: 0 };
        let frame = |k: usize| Frame {
            node: NodeId::GROUND,
            offset: Vec3([0.1, 0.2, k as f64]),
            axes: Quaternion::exp(Vec3([0.3, -0.4, 0.5 + k as f64])).matrix(),
        };
        let gravity = Vec3([0.3, -9.7, 1.1]);
        let alone = specimen(frame(0), frame(1), false);
        let both = BeamInertia { gravity, ..specimen(frame(0), frame(1), false) };
        let BeamInertia { a, b, length, mass, centroid, .. } = both;
        let weight = BeamWeight { a, b, length, mass, centroid, field: gravity };
        let turns = [Mat3::identity(), Quaternion::exp(Vec3([0.2, 0.1, 0.3])).matrix()];
        let by = Increments { turns, position: 1.0, velocity: 20.0, acceleration: 400.0 };
        fn evaluated<E: Element>(element: &E, at: &At<f64>, by: &Increments) -> (Vec<f64>, f64) {
            let mut rows = [0.0; 12];
            element.residual(at, &mut Residual::new(&mut rows, 2, 0));
            let zero = [0.0; 12];
            let mut tangent = ForceTangent { motion: [zero; 12], multipliers: std::array::from_fn(|_| zero) };
            assert!(element.analytic_forces(at, by, &mut tangent));
            let energy = element.energy(at);
            (rows.iter().chain(tangent.motion.as_flattened()).copied().collect(), energy.kinetic + energy.potential)
        }
        let [both, alone] = [both, alone].map(|inertia| evaluated(&inertia, &at, &by));
        let weight = evaluated(&weight, &at, &by);
        let size = both.0.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (both, (alone, weight)) in both.0.iter().zip(alone.0.iter().zip(&weight.0)) {
            assert!((both - alone - weight).abs() < 1e-14 * size, "{both} {alone} {weight}");
        }
        assert!((both.1 - alone.1 - weight.1).abs() < 1e-13 * both.1.abs());
    }
}
