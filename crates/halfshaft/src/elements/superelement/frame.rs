//! A boundary frame of a reduced body, so that joints, loads, gears and bodies fit it.

use std::sync::Arc;

use super::ReducedBody;
use super::body::ReducedFrame;
use crate::describe::{Channel, Quantity};
use crate::math::{Dual, Mat3, Scalar, Seeded, Vec3};
use crate::system::mesh::GROUP;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Placement, Weights};

/// A pose node (x_b, R_b) that follows a boundary frame of a reduced body.
///
/// ```text
/// R₀ᵀ (x_b − x₀) − X_b − u = 0,   u = Σ Ψ_bi η_i − ½ Σ G_ij η_i η_j
/// axial(E) = 0,   E = exp(φ~)ᵀ R₀ᵀ R_b,   φ = Σ Φ_bi η_i − ½ Σ H_ij η_i η_j
///
/// δ axial(E) = B δθ_b − Bᵀ (T(φ) δφ + exp(φ~)ᵀ δθ₀),   B = ½ (tr E 1 − Eᵀ)
/// ```
///
/// The equations hold for any rotation of the body, with gradients at the present state (Virlez 2014, eq. 7.44, takes those at the
/// equilibrium). The axial vector of a matrix a~ is a. The node has no mass and the axes of the floating frame at the start. The
/// multipliers are the force and the torque that the node exerts on the body, in the axes of the floating frame. G and H are the geometric
/// stiffness of the stresses of unit forces and torques on the frame, an option: the frame comes closer when the body bends, and a force
/// that resists this stiffens the body.
pub struct BoundaryFrame {
    body: Arc<ReducedBody>,
    frame: usize,
    /// The node, the floating frame, and the groups of amplitudes.
    nodes: Vec<NodeId>,
    group: Vec<u32>,
}

/// Partials of the frame's unknowns: six of the node, six of the floating frame, u and φ.
const PARTIALS: usize = 18;
/// A dual number with all of them; widths are multiples of four.
type Partials = Dual<20>;

/// The generalized forces Φ_qᵀ λ by x_b, θ_b, x₀, θ₀, u and φ.
type Reaction<S> = [Vec3<S>; 6];

/// sin ϑ/ϑ, (1 − cos ϑ)/ϑ² and (1 − sin ϑ/ϑ)/ϑ² from ϑ².
fn coefficients<S: Scalar>(square: S) -> [S; 3] {
    if square.value() < 1e-4 {
        // The first omitted terms are under 1e-20.
        let series = |c: [f64; 4]| {
            S::constant(c[0]) - square * (S::constant(c[1]) - square * (S::constant(c[2]) - square * c[3]))
        };
        return [
            series([1.0, 1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0]),
            series([0.5, 1.0 / 24.0, 1.0 / 720.0, 1.0 / 40320.0]),
            series([1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362880.0]),
        ];
    }
    let angle = square.sqrt();
    let sinc = angle.sin() / angle;
    [sinc, (S::one() - angle.cos()) / square, (S::one() - sinc) / square]
}

/// 1 + a θ~ + b θ~².
fn polynomial<S: Scalar>(theta: Vec3<S>, a: S, b: S) -> Mat3<S> {
    let skew = theta.skew();
    let square = skew * skew;
    let one = Mat3::<S>::identity();
    Mat3(std::array::from_fn(|i| std::array::from_fn(|j| one.0[i][j] + a * skew.0[i][j] + b * square.0[i][j])))
}

/// exp(φ~)ᵀ and T(φ).
fn turned<S: Scalar>(phi: Vec3<S>) -> [Mat3<S>; 2] {
    let [a, b, c] = coefficients(phi.dot(phi));
    [polynomial(phi, -a, b), polynomial(phi, -b, c)]
}

fn axial<S: Scalar>(e: &Mat3<S>) -> Vec3<S> {
    let part = |i: usize, j: usize| (e.0[i][j] - e.0[j][i]) * 0.5;
    Vec3([part(2, 1), part(0, 2), part(1, 0)])
}

/// The constraints.
fn values<S: Scalar>(b: &Placement<S>, zero: &Placement<S>, u: Vec3<S>, phi: Vec3<S>, x: Vec3) -> [Vec3<S>; 2] {
    let distance = zero.r.transpose_times(b.x - zero.x) - Vec3::constant(x) - u;
    let [back, _] = turned(phi);
    [distance, axial(&(back * zero.r.transpose() * b.r))]
}

/// The generalized forces of the multipliers.
fn reaction<S: Scalar>(b: &Placement<S>, zero: &Placement<S>, phi: Vec3<S>, force: Vec3, couple: Vec3) -> Reaction<S> {
    let (force, couple) = (Vec3::constant(force), Vec3::constant(couple));
    let d = zero.r.transpose_times(b.x - zero.x);
    let world = zero.r * force;
    let [back, tangent] = turned(phi);
    let e = back * zero.r.transpose() * b.r;
    let trace = e.0[0][0] + e.0[1][1] + e.0[2][2];
    // Bᵀ λ = ½ (tr E λ − E λ) on the node, and −B λ carried to the body.
    let on_node = (couple.scale(trace) - e * couple) * 0.5;
    let on_body = (couple.scale(trace) - e.transpose() * couple) * -0.5;
    [world, on_node, -world, back.transpose() * on_body + force.cross(d), -force, tangent.transpose() * on_body]
}

impl BoundaryFrame {
    /// A boundary frame by its number: its node, and the nodes of [`super::Superelement::new`].
    pub fn new(body: Arc<ReducedBody>, frame: usize, node: NodeId, floating: NodeId, amplitudes: &[NodeId]) -> Self {
        let nodes: Vec<NodeId> = [node, floating].into_iter().chain(amplitudes.iter().copied()).collect();
        let group = (0..nodes.len() as u32).collect();
        BoundaryFrame { body, frame, nodes, group }
    }

    fn frame(&self) -> &ReducedFrame {
        &self.body.frames[self.frame]
    }

    /// Φ_q with its transpose: columns of the matrices with respect to the node, the floating frame, u and φ.
    fn add_gradients(
        &self,
        b: &Placement<f64>,
        zero: &Placement<f64>,
        (eta, phi): (&[f64], Vec3),
        weights: &Weights,
        blocks: &mut MeshBlocks,
    ) {
        let frame = self.frame();
        let unit = |k: usize, first: usize| if k / 3 == first { Vec3::unit(k % 3) } else { Vec3::zero() };
        let reactions: [Reaction<f64>; 6] = std::array::from_fn(|k| reaction(b, zero, phi, unit(k, 0), unit(k, 1)));
        for (k, &[x_b, theta_b, x_0, theta_0, ..]) in reactions.iter().enumerate() {
            for (node, first, part) in [(0, 0, x_b), (0, 3, theta_b), (1, 0, x_0), (1, 3, theta_0)] {
                (0..3).for_each(|i| blocks.add_gradient(k, node, first + i, part[i], weights));
            }
        }
        for i in 0..eta.len() {
            let [translation, rotation] = frame.slope(i, eta);
            for (k, &[.., u, by_phi]) in reactions.iter().enumerate() {
                let value = u.dot(translation) + by_phi.dot(rotation);
                blocks.add_gradient(k, 2 + i / GROUP, i % GROUP, value, weights);
            }
        }
    }

    /// The derivative of the reaction by the unknowns: 18 rows and columns carried to the amplitudes.
    fn add_stiffness(&self, reaction: &Reaction<Partials>, factor: f64, eta: &[f64], blocks: &mut MeshBlocks) {
        let (frame, size) = (self.frame(), self.nodes.len());
        let entry = |row: usize, column: usize| factor * reaction[row / 3][row % 3].partial(column);
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(block) = blocks.block(0, size, a, b) else { continue };
            for (j, column) in block.iter_mut().enumerate().take(6) {
                (0..6).for_each(|i| column[i] += entry(6 * a + i, 6 * b + j));
            }
        }
        for i in 0..eta.len() {
            let (node, place) = (2 + i / GROUP, i % GROUP);
            let slope = frame.slope(i, eta);
            // The column of the amplitude, and its row.
            let column = |r: usize| (0..6).map(|k| entry(r, 12 + k) * slope[k / 3][k % 3]).sum::<f64>();
            for k in 0..2 {
                if let Some(block) = blocks.block(0, size, k, node) {
                    (0..6).for_each(|r| block[place][r] += column(6 * k + r));
                }
                if let Some(block) = blocks.block(0, size, node, k) {
                    (0..6).for_each(|c| block[c][place] += of_row(&entry, slope, 6 * k + c));
                }
            }
        }
        for group in 0..size - 2 {
            self.add_group(&entry, group, eta, blocks);
        }
    }

    /// The same among the amplitudes, with the columns of one group.
    fn add_group(&self, entry: &impl Fn(usize, usize) -> f64, group: usize, eta: &[f64], blocks: &mut MeshBlocks) {
        let (frame, size, n) = (self.frame(), self.nodes.len(), eta.len());
        let columns = GROUP * group..n.min(GROUP * (group + 1));
        let mut slopes = [[Vec3::zero(); 2]; GROUP];
        columns.clone().zip(&mut slopes).for_each(|(j, slope)| *slope = frame.slope(j, eta));
        for i in 0..n {
            let Some(block) = blocks.block(0, size, 2 + i / GROUP, 2 + group) else { continue };
            let slope = frame.slope(i, eta);
            let by = |first: usize| Vec3(std::array::from_fn(|k| of_row(entry, slope, first + k)));
            let [by_u, by_phi] = [by(12), by(15)];
            for ([u, phi], column) in slopes.iter().take(columns.len()).zip(block.iter_mut()) {
                column[i % GROUP] += by_u.dot(*u) + by_phi.dot(*phi);
            }
        }
    }

    /// The stiffness of the terms of second order: the forces on the frame times G.
    fn add_second_order(&self, [u, phi]: [Vec3; 2], factor: f64, n: usize, blocks: &mut MeshBlocks) {
        for (i, row) in self.frame().second_order.chunks_exact(n.max(1)).enumerate() {
            for (j, pair) in row.iter().enumerate() {
                let Some(block) = blocks.block(0, self.nodes.len(), 2 + i / GROUP, 2 + j / GROUP) else { continue };
                let work = u.dot(Vec3::from_slice(pair)) + phi.dot(Vec3::from_slice(&pair[3..]));
                block[j % GROUP][i % GROUP] -= factor * work;
            }
        }
    }
}

/// The row of an amplitude with these slopes, in a column of the matrix of a frame.
fn of_row(entry: &impl Fn(usize, usize) -> f64, slope: [Vec3; 2], column: usize) -> f64 {
    (0..6).map(|k| entry(12 + k, column) * slope[k / 3][k % 3]).sum()
}

impl MeshElement for BoundaryFrame {
    const CONSTRAINTS: usize = 6;
    const CHANNELS: &'static [Channel] = &[
        Channel { name: "force_x", quantity: Quantity::FORCE, meaning: "force on the body along its x" },
        Channel { name: "force_y", quantity: Quantity::FORCE, meaning: "force on the body along its y" },
        Channel { name: "force_z", quantity: Quantity::FORCE, meaning: "force on the body along its z" },
        Channel { name: "torque_x", quantity: Quantity::TORQUE, meaning: "torque on the body about its x" },
        Channel { name: "torque_y", quantity: Quantity::TORQUE, meaning: "torque on the body about its y" },
        Channel { name: "torque_z", quantity: Quantity::TORQUE, meaning: "torque on the body about its z" },
    ];

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&self.group);
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let frame = self.frame();
        let [eta, ..] = at.amplitudes(2, self.body.count());
        let [_, phi] = frame.moved(eta);
        let (force, couple) = (Vec3::from_slice(at.multipliers), Vec3::from_slice(&at.multipliers[3..]));
        let [x_b, theta_b, x_0, theta_0, u, by_phi] = reaction(&at.motion(0).at, &at.motion(1).at, phi, force, couple);
        for (node, force, torque) in [(0, x_b, theta_b), (1, x_0, theta_0)] {
            rows.force(node, force);
            rows.torque(node, torque);
        }
        for i in 0..eta.len() {
            let [translation, rotation] = frame.slope(i, eta);
            rows.amplitude(2, i, u.dot(translation) + by_phi.dot(rotation));
        }
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let [eta, ..] = at.amplitudes(2, self.body.count());
        let [_, phi] = self.frame().moved(eta);
        self.add_gradients(&at.motion(0).at, &at.motion(1).at, (eta, phi), weights, blocks);
        if weights.position == 0.0 || at.multipliers.iter().all(|x| *x == 0.0) {
            return;
        }
        // Partials of the poses include the weight of the position; those of u and φ get it below.
        let [b, zero] = [0, 1].map(|k| at.displaced::<Partials>(k, 6 * k, weights));
        let phi = Vec3(std::array::from_fn(|k| Partials::seeded(phi[k], PARTIALS - 3 + k, weights.position)));
        let (force, couple) = (Vec3::from_slice(at.multipliers), Vec3::from_slice(&at.multipliers[3..]));
        let reaction = reaction(&b, &zero, phi, force, couple);
        self.add_stiffness(&reaction, weights.force_row, eta, blocks);
        let [.., u, by_phi] = reaction.map(|part| Vec3(part.0.map(|x| x.value())));
        self.add_second_order([u, by_phi], weights.force_row * weights.position, eta.len(), blocks);
    }

    fn constraints(&self, at: &MeshState, out: &mut [[f64; 3]]) {
        let frame = self.frame();
        let [u, phi] = frame.moving(at.amplitudes(2, self.body.count())).map(|[x, first, second]| {
            Vec3(std::array::from_fn(|k| Dual {
                re: Dual { re: x[k], d: [first[k]] },
                d: [Dual { re: first[k], d: [second[k]] }],
            }))
        });
        let found = values(&at.second_rate(0), &at.second_rate(1), u, phi, frame.position);
        for (k, out) in out.iter_mut().enumerate() {
            let value = found[k / 3][k % 3];
            *out = [value.re.re, value.re.d[0], value.d[0].d[0]];
        }
    }

    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        // At E = 1 the torque on the body is the multiplier.
        out.iter_mut().zip(at.multipliers).for_each(|(out, x)| *out = *x);
    }
}
