//! The tangent of a three-node beam element by hand.
//!
//! ```text
//! r = Σ J_iᵀ g_i,   δd_i = J_i δs_i,   i = A, B: the halves, each as an element of two nodes (`beam/tangent.rs`)
//! δg_i = Σ_j K_ij δd_j + C_ij δḋ_j
//! K_ij = ½ℓ Σ B_iᵀ K (B_j + τ_d Z_j) + N_i N_j H + N_i N_j′ Lᵀ + N_i′ N_j L,   C_ij = ½ℓ Σ τ_d B_iᵀ K B_j
//! B_j = N_j ∂ε/∂d + N_j′ T,   H = ∂²(σ·T d′)/∂d²,   L = ∂(Tᵀ σ)/∂d,   N′ for each unit of length
//! Z_j = N_j (∂(∂ε/∂d ḋ)/∂d + ∂(T ḋ′)/∂d) + N_j′ ∂T/∂d[ḋ]
//! ```

use super::super::ends::Ends;
use super::super::tangent::{
    Columns, Rows, add_force_turn, add_geometric_rows, add_product, by_unknowns, columns_of, strain_rates,
};
use super::POINTS;
use super::state::{Halves, Point, weights};
use crate::math::Mat3;
use crate::math::se3::Six;
use crate::math::se3_tangent::{self, Ring};
use crate::system::{At, Frame, Increments, TripleTangent};

type Six6 = [[f64; 6]; 6];
type Matrix = Mat3<Ring<f64>>;

/// What the forces of an element depend on.
pub(super) struct Elasticity<'a> {
    pub frames: &'a [Frame; 3],
    /// K at Gauss's points.
    pub stiffness: [&'a Six6; 2],
    pub length: f64,
    /// τ_d.
    pub damping: f64,
}

/// K_ij and C_ij.
struct Inner {
    stiffness: [[Six6; 2]; 2],
    damping: [[Six6; 2]; 2],
}

/// The middle and the end of each half.
const HALVES: [[usize; 2]; 2] = [[1, 0], [1, 2]];

impl Elasticity<'_> {
    /// Adds the partials of the residual of an element in a state with these forces g_A and g_B.
    pub(super) fn add_tangent(
        &self,
        at: &At<f64>,
        halves: &Halves<f64>,
        points: &[Point<f64>; 2],
        forces: &[Six<f64>; 2],
        by: &Increments<3>,
        tangent: &mut TripleTangent,
    ) {
        let inner = self.inner(points);
        let own = |half: usize| {
            let nodes = HALVES[half];
            let frames = nodes.map(|node| &self.frames[node]);
            let by = by_nodes(by, nodes);
            let at_nodes = nodes.map(|node| at.nodes[node]);
            let ends: &Ends<f64> = &halves[half];
            let (by_nodes, tangents) = columns_of(frames, ends);
            let turned = by_unknowns(&by_nodes, &by.turns, by.position);
            let rates = (self.damping != 0.0)
                .then(|| strain_rates(&frames, &at_nodes, ends, &by, (&by_nodes, &turned), &tangents));
            (by_nodes, turned, rates)
        };
        let parts = [own(0), own(1)];
        for i in 0..2 {
            for j in 0..2 {
                let mut block = [[0.0; 12]; 12];
                let mut rows = rows_of(&parts[i].0, &inner.stiffness[i][j]);
                if i == j {
                    let (frames, ends) = (HALVES[i].map(|node| &self.frames[node]), &halves[i]);
                    add_geometric_rows(&mut rows, frames, ends, forces[i]);
                    let nodes = HALVES[i].map(|node| at.nodes[node]);
                    add_force_turn(&mut block, &nodes, ends, forces[i], &by_nodes(by, HALVES[i]));
                }
                add_product(&mut block, &rows, &parts[j].1, 1.0);
                if let Some(rates) = &parts[j].2 {
                    add_product(&mut block, &rows_of(&parts[i].0, &inner.damping[i][j]), rates, 1.0);
                }
                scatter(&block, HALVES[j], HALVES[i], tangent);
            }
        }
    }

    fn inner(&self, points: &[Point<f64>; 2]) -> Inner {
        let mut inner = Inner { stiffness: [[[[0.0; 6]; 6]; 2]; 2], damping: [[[[0.0; 6]; 6]; 2]; 2] };
        for (k, point) in points.iter().enumerate() {
            let weight = 0.5 * self.length;
            let [values, slopes] = weights(POINTS[k]);
            let slopes = slopes.map(|slope| slope * 2.0 / self.length);
            let (tangent, sigma) = (&point.tangent, se3_tangent::force(point.sigma));
            let (by_value, by_slope) = (tangent.slope(point.slope), tangent.matrix());
            let strains = [0, 1].map(|j| motion_block(&mixed(&by_value, values[j], &by_slope, slopes[j])));
            let rates = point.rates.as_ref().map(|(_, [rate, rate_of_slope])| {
                let by_value = tangent.slope_of_slope(point.slope, *rate) + tangent.slope(*rate_of_slope);
                let by_slope = tangent.rate(*rate);
                [0, 1].map(|j| motion_block(&mixed(&by_value, values[j], &by_slope, slopes[j])))
            });
            let (hessian, of_forces) = (tangent.hessian(point.slope, sigma), tangent.transposed_slope(sigma));
            for i in 0..2 {
                let stressed = transposed_times(&strains[i], self.stiffness[k], weight);
                for j in 0..2 {
                    let geometric = force_block(
                        &hessian,
                        values[i] * values[j] * weight,
                        &of_forces,
                        [values[i] * slopes[j] * weight, slopes[i] * values[j] * weight],
                    );
                    let out = &mut inner.stiffness[i][j];
                    add(out, &geometric);
                    add_times(out, &stressed, &strains[j], 1.0);
                    if let Some(rates) = &rates {
                        add_times(out, &stressed, &rates[j], self.damping);
                        add_times(&mut inner.damping[i][j], &stressed, &strains[j], self.damping);
                    }
                }
            }
        }
        inner
    }
}

/// The increments of the nodes of a half.
fn by_nodes(by: &Increments<3>, nodes: [usize; 2]) -> Increments {
    Increments {
        turns: nodes.map(|node| by.turns[node]),
        position: by.position,
        velocity: by.velocity,
        acceleration: by.acceleration,
    }
}

/// a A + b B.
fn mixed(a: &Matrix, by_a: f64, b: &Matrix, by_b: f64) -> Matrix {
    *a * by_a + *b * by_b
}

/// A map of twists to twists, by rows: [A₀ A₁; 0 A₀] for A₀ + η A₁.
fn motion_block(a: &Matrix) -> Six6 {
    let mut out = [[0.0; 6]; 6];
    for i in 0..3 {
        for j in 0..3 {
            let x = a.0[i][j];
            (out[i][j], out[i][3 + j], out[3 + i][3 + j]) = (x.re, x.d[0], x.re);
        }
    }
    out
}

/// A map of twists to wrenches, by rows: [0 A₀; A₀ A₁], for a H + b Lᵀ + c L.
fn force_block(h: &Matrix, a: f64, l: &Matrix, [b, c]: [f64; 2]) -> Six6 {
    let mut out = [[0.0; 6]; 6];
    for i in 0..3 {
        for j in 0..3 {
            // [0 A₀; A₀ A₁] transposed has A₀ᵀ and A₁ᵀ at the same places.
            let first = h.0[i][j].re * a + l.0[j][i].re * b + l.0[i][j].re * c;
            let second = h.0[i][j].d[0] * a + l.0[j][i].d[0] * b + l.0[i][j].d[0] * c;
            (out[i][3 + j], out[3 + i][j], out[3 + i][3 + j]) = (first, first, second);
        }
    }
    out
}

/// w Bᵀ K.
fn transposed_times(b: &Six6, k: &Six6, weight: f64) -> Six6 {
    let mut out = [[0.0; 6]; 6];
    for m in 0..6 {
        for i in 0..6 {
            let factor = b[m][i] * weight;
            out[i].iter_mut().zip(&k[m]).for_each(|(sum, k)| *sum += factor * k);
        }
    }
    out
}

fn add(out: &mut Six6, other: &Six6) {
    out.iter_mut().flatten().zip(other.iter().flatten()).for_each(|(sum, x)| *sum += x);
}

/// Adds a times b times a factor.
fn add_times(out: &mut Six6, a: &Six6, b: &Six6, factor: f64) {
    for (out, a) in out.iter_mut().zip(a) {
        for (a, b) in a.iter().zip(b) {
            let a = a * factor;
            out.iter_mut().zip(b).for_each(|(sum, b)| *sum += a * b);
        }
    }
}

/// Jᵀ K, a row of twelve for each component of d.
fn rows_of(by_nodes: &Columns, k: &Six6) -> Rows {
    let mut rows = [[0.0; 12]; 6];
    for (column, row) in rows.iter_mut().enumerate() {
        for m in 0..6 {
            let factor = k[m][column];
            row.iter_mut().zip(by_nodes).for_each(|(sum, own)| *sum += factor * own[m]);
        }
    }
    rows
}

/// Adds a block of two nodes by two nodes.
fn scatter(block: &[[f64; 12]; 12], columns: [usize; 2], rows: [usize; 2], tangent: &mut TripleTangent) {
    for (j, column) in block.iter().enumerate() {
        let out = &mut tangent[6 * columns[j / 6] + j % 6];
        for (i, x) in column.iter().enumerate() {
            out[6 * rows[i / 6] + i % 6] += x;
        }
    }
}
