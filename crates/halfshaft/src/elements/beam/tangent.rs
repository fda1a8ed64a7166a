//! The tangent of a beam element by hand.
//!
//! ```text
//! r = Jᵀ σ,   J = [−T⁻¹(−d) L_A   T⁻¹(d) L_B],   L = [E_fᵀ  −Eᵀ o~; 0  Eᵀ]
//! δd = J δs,   δr = Jᵀ δσ + U δd + δLᵀ f,   δσ = K (δd + τ_d δḋ)/ℓ
//! U = [L_Aᵀ W(−d); L_Bᵀ W(d)],   W(d) = ∂(T⁻ᵀ(d) σ)/∂d,   ∂(−T⁻ᵀ(−d) σ)/∂d = W(−d)
//! δḋ = J δv + (Z(d, h_B) + Z(−d, h_A)) δd + [T⁻¹ parts of Eᵀ (Rᵀv)~ δφ],   Z(d, h) = ∂(T⁻¹(d) h)/∂d
//! ```
//!
//! L takes the displacement of a node, δx in world axes and δφ in its own, to the twist of a frame at o with the axes E on it,
//! E_f = R E. It depends on the node's rotation, so the force F of an end in world axes adds −F~ R δφ. The map depends on the motion
//! of B relative to A alone: six partials, where dual numbers over both nodes take twelve through the logarithm. Measured: a
//! tenth of the instructions.

use super::ends::{Ends, twist};
use crate::math::se3::{Screw, Six};
use crate::math::{Mat3, Vec3};
use crate::system::{At, ForceTangent, Frame, Increments, Motion};

/// The rows of J, U and Jᵀ K/ℓ that belong to both nodes: a column for each component of d.
pub(super) type Rows = [[f64; 12]; 6];
/// A vector with the components of d for each unknown of both nodes.
pub(super) type Columns = [[f64; 6]; 12];

/// What the forces of an element depend on.
pub(super) struct Elasticity<'a> {
    pub frames: [&'a Frame; 2],
    /// K.
    pub stiffness: &'a [[f64; 6]; 6],
    pub length: f64,
    /// τ_d.
    pub damping: f64,
}

impl Elasticity<'_> {
    /// Adds the partials of the residual of an element in a state with these section forces.
    pub(super) fn add_tangent(
        &self,
        at: &At<f64>,
        ends: &Ends<f64>,
        sigma: Six<f64>,
        by: &Increments,
        tangent: &mut ForceTangent,
    ) {
        let frames = self.frames;
        let (by_nodes, tangents) = columns_of(frames, ends);
        let stiffness = stiffness_rows(self, &by_nodes);
        let mut rows = stiffness;
        add_geometric_rows(&mut rows, frames, ends, sigma);
        let turned = by_unknowns(&by_nodes, &by.turns, by.position);
        add_product(&mut tangent.motion, &rows, &turned, 1.0);
        if self.damping != 0.0 {
            let rates = strain_rates(&frames, at.nodes, ends, by, (&by_nodes, &turned), &tangents);
            add_product(&mut tangent.motion, &stiffness, &rates, self.damping);
        }
        add_force_turn(&mut tangent.motion, at.nodes, ends, sigma, by);
    }
}

/// J, and T⁻¹(−d) with its sign and T⁻¹(d).
pub(super) fn columns_of(frames: [&Frame; 2], ends: &Ends<f64>) -> (Columns, [[Mat3; 2]; 2]) {
    let axes = [&ends.a.r, &ends.b.r];
    let [rotation, coupling] = ends.screw.inverse_tangent();
    let tangents = [[rotation.transpose() * -1.0, coupling.transpose() * -1.0], [rotation, coupling]];
    let mut by_nodes: Columns = [[0.0; 6]; 12];
    let by_displacement = tangents[0][0] * axes[0].transpose();
    for j in 0..3 {
        let column = by_displacement.column(j);
        by_nodes[j][..3].copy_from_slice(&column.0);
        // T⁻¹(d) E_Bᵀ = T⁻ᵀ(d) E_Aᵀ: to the last bit, so that a translation of the whole beam gives no force however stiff it is.
        by_nodes[6 + j][..3].copy_from_slice(&(-column).0);
    }
    for k in 0..2 {
        fill_columns(&mut by_nodes, k, frames[k], &tangents[k]);
    }
    (by_nodes, tangents)
}

/// Adds −F~ R T, F = ∓ E_f (T⁻ᵀ(∓d) σ)_linear: the wrenches turn with the nodes.
pub(super) fn add_force_turn(
    out: &mut [[f64; 12]; 12],
    nodes: &[Motion<f64>],
    ends: &Ends<f64>,
    sigma: Six<f64>,
    by: &Increments,
) {
    // The forces on both ends are opposite.
    let on_b = ends.b.r * ends.screw.force(sigma.linear);
    for (k, force) in [-on_b, on_b].into_iter().enumerate() {
        let turned = nodes[k].at.r * by.turns[k];
        for j in 0..3 {
            let change = turned.column(j).cross(force) * by.position;
            (0..3).for_each(|i| out[6 * k + 3 + j][6 * k + i] += change[i]);
        }
    }
}

/// Columns of J for the rotation of one node: ±T⁻¹(±d) L.
fn fill_columns(out: &mut Columns, node: usize, frame: &Frame, [rotation, coupling]: &[Mat3; 2]) {
    let (mut angular, mut linear) = (*rotation, *coupling);
    if frame.axes != Mat3::identity() {
        let to_section = frame.axes.transpose();
        (angular, linear) = (angular * to_section, linear * to_section);
    }
    if frame.offset != Vec3::zero() {
        linear = linear + angular * (-frame.offset).skew();
    }
    for j in 0..3 {
        out[6 * node + 3 + j][..3].copy_from_slice(&linear.column(j).0);
        out[6 * node + 3 + j][3..].copy_from_slice(&angular.column(j).0);
    }
}

/// Jᵀ K/ℓ.
fn stiffness_rows(element: &Elasticity, by_nodes: &Columns) -> Rows {
    let (k, per_length) = (element.stiffness, 1.0 / element.length);
    let mut rows = [[0.0; 12]; 6];
    for (column, row) in rows.iter_mut().enumerate() {
        for m in (0..6).filter(|m| k[*m][column] != 0.0) {
            let factor = k[m][column] * per_length;
            row.iter_mut().zip(by_nodes).for_each(|(sum, own)| *sum += factor * own[m]);
        }
    }
    rows
}

/// Adds U.
pub(super) fn add_geometric_rows(rows: &mut Rows, frames: [&Frame; 2], ends: &Ends<f64>, sigma: Six<f64>) {
    let curvature = ends.screw.curvature(sigma.linear, sigma.angular);
    for (k, axes) in [&ends.a.r, &ends.b.r].into_iter().enumerate() {
        add_geometric_rows_of(rows, k, frames[k], axes, sigma, &curvature);
    }
}

/// Adds the rows of one node in U: Lᵀ [0  w₁; w₁  w₂] with w₁ = ½ f~ ± Ā(f), w₂ = ½ m~ ± (Ā(m) + B(f)).
fn add_geometric_rows_of(
    rows: &mut Rows,
    node: usize,
    frame: &Frame,
    axes: &Mat3,
    sigma: Six<f64>,
    [first, second]: &[Mat3; 2],
) {
    let sign = if node == 0 { -1.0 } else { 1.0 };
    let w1 = sigma.linear.skew() * 0.5 + *first * sign;
    let w2 = sigma.angular.skew() * 0.5 + *second * sign;
    let force = *axes * w1;
    let (mut torque, mut by_theta) = (w1, w2);
    if frame.axes != Mat3::identity() {
        (torque, by_theta) = (frame.axes * w1, frame.axes * w2);
    }
    if frame.offset != Vec3::zero() {
        by_theta = by_theta + frame.offset.skew() * torque;
    }
    for j in 0..3 {
        for i in 0..3 {
            rows[j][6 * node + 3 + i] += torque.0[i][j];
            rows[3 + j][6 * node + i] += force.0[i][j];
            rows[3 + j][6 * node + 3 + i] += by_theta.0[i][j];
        }
    }
}

/// Columns by displacements and rotations of the nodes as columns by the unknowns that these follow.
///
/// Displacements are unknowns themselves, with the weight of positions; rotations follow theirs through `turns`.
pub(super) fn by_unknowns(columns: &Columns, turns: &[Mat3; 2], position: f64) -> Columns {
    let mut out = columns.map(|column| column.map(|x| x * position));
    for (node, turn) in turns.iter().enumerate() {
        let first = 6 * node + 3;
        for j in 0..3 {
            let factors: [f64; 3] = std::array::from_fn(|i| position * turn.0[i][j]);
            let [a, b, c] = std::array::from_fn(|i| &columns[first + i]);
            out[first + j] = std::array::from_fn(|k| factors[0] * a[k] + factors[1] * b[k] + factors[2] * c[k]);
        }
    }
    out
}

/// δḋ for each unknown.
pub(super) fn strain_rates(
    frames: &[&Frame; 2],
    nodes: &[Motion<f64>],
    ends: &Ends<f64>,
    by: &Increments,
    (by_nodes, turned): (&Columns, &Columns),
    tangents: &[[Mat3; 2]; 2],
) -> Columns {
    let twist_a = twist(frames[0], &ends.a.r, &nodes[0]);
    let twist_b = twist(frames[1], &ends.b.r, &nodes[1]);
    let by_motion = rate_curvature(&ends.screw, twist_a, twist_b);
    let mut out = [[0.0; 6]; 12];
    for (out, (moving, turned)) in out.iter_mut().zip(by_nodes.iter().zip(turned)) {
        for i in 0..6 {
            out[i] = by.velocity * moving[i] + (0..6).map(|k| by_motion[i][k] * turned[k]).sum::<f64>();
        }
    }
    for (k, frame) in frames.iter().enumerate() {
        let own = nodes[k].at.r.transpose_times(nodes[k].v);
        let by_turn = tangents[k][0] * frame.axes.transpose() * own.skew() * by.turns[k] * by.position;
        for j in 0..3 {
            (0..3).for_each(|i| out[6 * k + 3 + j][i] += by_turn.0[i][j]);
        }
    }
    out
}

/// Z(d, h_B) + Z(−d, h_A), by rows.
fn rate_curvature(screw: &Screw<f64>, a: Six<f64>, b: Six<f64>) -> [[f64; 6]; 6] {
    // The parts that are odd in d subtract, the others add.
    let sum = Six { linear: a.linear + b.linear, angular: a.angular + b.angular };
    let [first, second] = screw.curvature(b.angular - a.angular, b.linear - a.linear);
    let by_u = sum.angular.skew() * -0.5 + first;
    let by_theta = sum.linear.skew() * -0.5 + second;
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (i, j) {
            (0..3, 0..3) => by_u.0[i][j],
            (0..3, _) => by_theta.0[i][j - 3],
            (_, 0..3) => 0.0,
            _ => by_u.0[i - 3][j - 3],
        })
    })
}

/// Adds rows times columns times a factor. The columns of displacements of both nodes are opposite, and their angular half is zero.
pub(super) fn add_product(out: &mut [[f64; 12]; 12], rows: &Rows, columns: &Columns, factor: f64) {
    let product = |column: &[f64]| {
        let mut sum = [0.0; 12];
        for (row, x) in rows.iter().zip(column) {
            let x = factor * x;
            sum.iter_mut().zip(row).for_each(|(sum, row)| *sum += row * x);
        }
        sum
    };
    for j in 0..3 {
        let by_displacement = product(&columns[j][..3]);
        for (k, x) in by_displacement.into_iter().enumerate() {
            out[j][k] += x;
            out[6 + j][k] -= x;
        }
        for first in [3, 9] {
            let by_turn = product(&columns[first + j]);
            out[first + j].iter_mut().zip(by_turn).for_each(|(out, x)| *out += x);
        }
    }
}
