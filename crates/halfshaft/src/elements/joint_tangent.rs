//! The analytic tangent of joints whose parts are all of the kinds `InPlane` and `Square`.
//!
//! Dual numbers give the same values at several times the cost, and most elements of most mechanisms are such joints.
//! With F and τ of [`reaction`], both in world axes, and the arms d_A, d_B from the nodes to B's origin, the residual
//! is
//!
//! ```text
//! B:  F,  R_Bᵀ N_B      N_B = d_B × F + τ
//! A: −F, −R_Aᵀ N_A      N_A = d_A × F + τ
//! ```
//!
//! and a part with the unit reaction (f, τ) has these rows as its gradient Φ_q. F rotates with A, τ = Σ λ b × a with a
//! on A and b on B. For displacements δx and rotations δθ in world axes, with U = Σ λ a~ b~ and G_X = F~ d_X~ + U,
//!
//! ```text
//! δF   = −F~ δθ_A
//! δN_B = −G_Bᵀ δθ_A + G_B δθ_B
//! δN_A = F~ (δx_A − δx_B) − G_Aᵀ δθ_A + G_B δθ_B
//! δ(R_Xᵀ N_X) = R_Xᵀ (δN_X + N_X~ δθ_X)
//! ```
//!
//! (`docs/theory.md`, tangents, eq. 12a).

use super::joint::{Joint, Part, reaction};
use super::pair::Pair;
use crate::math::{Mat3, Vec3};
use crate::system::{At, Increments, NodeId, TangentRow};

/// Sets Φ_q, one row per part.
pub(crate) fn gradients<J: Joint>(joint: &J, at: &At<f64>, rows: &mut [TangentRow]) {
    let [a, b] = [&at.nodes[0].at, &at.nodes[1].at];
    let pair = Pair::on(joint.frames(), [a, b]);
    let [arm_a, arm_b] = [pair.b.x - a.x, pair.b.x - b.x];
    for (part, row) in joint.parts().as_ref().iter().zip(rows) {
        let (mut force, mut torque) = (Vec3::zero(), Vec3::zero());
        part.react(&pair, 1.0, &mut force, &mut torque);
        row[..3].copy_from_slice(&(-force).0);
        row[3..6].copy_from_slice(&(-a.r.transpose_times(arm_a.cross(force) + torque)).0);
        row[6..9].copy_from_slice(&force.0);
        row[9..].copy_from_slice(&b.r.transpose_times(arm_b.cross(force) + torque).0);
    }
}

/// Adds ∂(Φ_qᵀ λ)/∂s, by columns.
pub(crate) fn add_stiffness<J: Joint>(joint: &J, at: &At<f64>, by: &Increments, columns: &mut [TangentRow; 12]) {
    if by.position == 0.0 {
        return;
    }
    let [a, b] = [&at.nodes[0].at, &at.nodes[1].at];
    let pair = Pair::on(joint.frames(), [a, b]);
    let (force, torque) = reaction(joint, &pair, at.multipliers);
    let mut u = Mat3([[0.0; 3]; 3]);
    for (part, &multiplier) in joint.parts().as_ref().iter().zip(at.multipliers) {
        match *part {
            Part::InPlane(_) => {}
            Part::Square(i, j) => u = u + twice_across(pair.a.r.column(i), pair.b.r.column(j)) * multiplier,
            _ => unreachable!("a joint with this part has no tangent by hand"),
        }
    }
    let mut put = |row: usize, column: usize, block: Mat3| {
        for j in 0..3 {
            let entries = columns[column + j][row..row + 3].iter_mut().zip(block.column(j).0);
            entries.for_each(|(entry, value)| *entry += by.position * value);
        }
    };
    // From increments to rotations in world axes.
    let [c_a, c_b] = [a.r * by.turns[0], b.r * by.turns[1]];
    let arm_b = pair.b.x - b.x;
    let g_b = twice_across(force, arm_b) + u;
    put(9, 9, b.r.transpose() * (g_b + (arm_b.cross(force) + torque).skew()) * c_b);
    // If A is the ground, only B can move.
    if joint.frames()[0].node == NodeId::GROUND {
        return;
    }
    let arm_a = pair.b.x - a.x;
    let (f, r) = (force.skew(), a.r.transpose() * -1.0);
    let g_a = twice_across(force, arm_a) + u;
    let turned = f * c_a;
    put(0, 3, turned);
    put(6, 3, turned * -1.0);
    put(3, 0, r * f);
    put(3, 6, r * f * -1.0);
    put(3, 3, r * ((arm_a.cross(force) + torque).skew() + g_a.transpose() * -1.0) * c_a);
    put(3, 9, r * g_b * c_b);
    put(9, 3, b.r.transpose() * (g_b.transpose() * -1.0) * c_a);
}

/// a~ b~ = b aᵀ − (a·b) 1.
fn twice_across(a: Vec3, b: Vec3) -> Mat3 {
    let along = a.dot(b);
    let mut m = Mat3([(a * b[0]).0, (a * b[1]).0, (a * b[2]).0]);
    (0..3).for_each(|i| m.0[i][i] -= along);
    m
}
