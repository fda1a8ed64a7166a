//! The analytic tangent of a force between two bodies.
//!
//! A force F at the origin P of B's frame and a torque τ act between A and B as their relative motion requires. Seen from A, that
//! motion varies by
//!
//! ```text
//! δd, δψ, δv, δw      offset d of the origins, rotation of B, velocity of B at P and angular velocity, relative to A
//! ```
//!
//! and an element tells δF and δτ for such a variation, in world axes with A's axes held fixed. If A rotates by δφ_A, the force
//! rotates along, because it is indifferent to the frame: δF = δφ_A × F + δF(δd …). With a = w_q R_A T_A e_j and b = w_q R_B T_B e_j the
//! rotations of the unknowns, ȧ = w_v R_A e_j + a × ω_A and ḃ likewise, and the arms d_A, d_B from the nodes to P:
//!
//! ```text
//! unknown         δd            δψ      δv                             δw
//! u_B along e_j   w_q e_j       0       w_v e_j − ω_A × w_q e_j        0            u_A: the opposite
//! θ_B about e_j   b × d_B       b       ḃ × d_B + w × (b × d_B)        ḃ
//! θ_A about e_j   −a × d_A      −a      −ȧ × d_A − a × v               −ȧ − a × w
//! ```
//!
//! (`docs/theory.md`, tangents, eq. 12b).

use super::pair::MovingPair;
use crate::math::Vec3;
use crate::system::{Frame, Increments, Motion, NodeId, TangentRow};

/// A variation of the motion of B relative to A, as seen from A; in world axes.
#[derive(Clone, Copy)]
pub(crate) struct Variation {
    /// Of the offset from A's origin to B's.
    pub d: Vec3,
    /// Rotation of B.
    pub turn: Vec3,
    /// Of the velocity of B at its origin.
    pub v: Vec3,
    /// Of the angular velocity of B.
    pub w: Vec3,
}

/// A force at B's origin and a torque, as they stand in the residual on B's side.
#[derive(Clone, Copy)]
pub(crate) struct PairWrench {
    pub force: Vec3,
    pub torque: Vec3,
}

/// Two bodies in motion, with what their tangents have in common.
pub(crate) struct PairTangent<'a> {
    nodes: &'a [Motion<f64>],
    by: &'a Increments,
    /// Whether each of the bodies is the ground.
    fixed: [bool; 2],
    pub moving: MovingPair,
    /// From the nodes to B's origin.
    arms: [Vec3; 2],
    /// Angular velocities in world axes.
    spins: [Vec3; 2],
}

impl<'a> PairTangent<'a> {
    pub fn new(frames: [&Frame; 2], nodes: &'a [Motion<f64>], by: &'a Increments) -> Self {
        PairTangent::of(MovingPair::on(frames, nodes), frames, nodes, by)
    }

    /// The same where the relative motion of the frames is known.
    pub fn of(moving: MovingPair, frames: [&Frame; 2], nodes: &'a [Motion<f64>], by: &'a Increments) -> Self {
        PairTangent {
            nodes,
            by,
            fixed: frames.map(|frame| frame.node == NodeId::GROUND),
            arms: [moving.pair.b.x - nodes[0].at.x, moving.pair.b.x - nodes[1].at.x],
            spins: [nodes[0].at.r * nodes[0].w, nodes[1].at.r * nodes[1].w],
            moving,
        }
    }

    /// Adds the columns of multipliers to each of which a wrench is proportional, with the factors `partials`.
    pub fn add_by_multipliers(&self, wrench: &PairWrench, partials: &[f64], columns: &mut [TangentRow]) {
        let rows = self.column(wrench, [Vec3::zero(); 2]);
        columns.iter_mut().zip(partials).for_each(|(column, partial)| add_to(column, &rows, *partial));
    }

    /// Adds the partials of a wrench with the variation `vary` to the columns of the unknowns.
    pub fn add(&self, wrench: &PairWrench, vary: impl Fn(&Variation) -> PairWrench, columns: &mut [TangentRow; 12]) {
        let (w_q, w_v) = (self.by.position, self.by.velocity);
        if w_q == 0.0 && w_v == 0.0 {
            return;
        }
        let ([d_a, d_b], [spin_a, spin_b]) = (self.arms, self.spins);
        let [n_a, n_b] = self.arms.map(|arm| arm.cross(wrench.force) + wrench.torque);
        let zero = Vec3::zero();
        for j in 0..3 {
            // Translations.
            let shift = Vec3::unit(j) * w_q;
            let v = Vec3::unit(j) * w_v - spin_a.cross(shift);
            let change = vary(&Variation { d: shift, turn: zero, v, w: zero });
            let column = self.column(&change, [shift.cross(wrench.force), zero]);
            add_to(&mut columns[6 + j], &column, 1.0);
            add_to(&mut columns[j], &column, -1.0);
            // Rotation of B.
            if !self.fixed[1] {
                let turn = self.nodes[1].at.r * self.by.turns[1].column(j) * w_q;
                let spin = self.nodes[1].at.r.column(j) * w_v + turn.cross(spin_b);
                let shift = turn.cross(d_b);
                let v = spin.cross(d_b) + self.moving.w.cross(shift);
                let change = vary(&Variation { d: shift, turn, v, w: spin });
                let by_arm = shift.cross(wrench.force);
                add_to(&mut columns[9 + j], &self.column(&change, [by_arm, by_arm + n_b.cross(turn)]), 1.0);
            }
            // Rotation of A.
            if !self.fixed[0] {
                let turn = self.nodes[0].at.r * self.by.turns[0].column(j) * w_q;
                let spin = self.nodes[0].at.r.column(j) * w_v + turn.cross(spin_a);
                let v = -(spin.cross(d_a) + turn.cross(self.moving.v));
                let w = -(spin + turn.cross(self.moving.w));
                let seen = vary(&Variation { d: -turn.cross(d_a), turn: -turn, v, w });
                let change = PairWrench {
                    force: seen.force + turn.cross(wrench.force),
                    torque: seen.torque + turn.cross(wrench.torque),
                };
                add_to(&mut columns[3 + j], &self.column(&change, [n_a.cross(turn), zero]), 1.0);
            }
        }
    }

    /// The rows of a variation of the wrench: δ(R_Xᵀ N_X) = R_Xᵀ (d_X × δF + δτ + δd_X × F + N_X × δφ_X), N_X = d_X × F + τ. The last two
    /// terms, by the arms and the rotations of the bodies, are `by_bodies`.
    fn column(&self, change: &PairWrench, by_bodies: [Vec3; 2]) -> TangentRow {
        let moment = |k: usize| {
            let varied = self.arms[k].cross(change.force) + change.torque;
            self.nodes[k].at.r.transpose_times(varied + by_bodies[k])
        };
        joined([-change.force, -moment(0), change.force, moment(1)])
    }
}

fn joined(four: [Vec3; 4]) -> TangentRow {
    let mut row = [0.0; 12];
    row.chunks_exact_mut(3).zip(four).for_each(|(own, vector)| own.copy_from_slice(&vector.0));
    row
}

fn add_to(column: &mut TangentRow, change: &TangentRow, factor: f64) {
    column.iter_mut().zip(change).for_each(|(entry, change)| *entry += factor * change);
}
