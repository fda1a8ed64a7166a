//! A reduced body in a floating frame: inertia, elasticity and damping.

use std::sync::Arc;

use super::ReducedBody;
use super::body::combined;
use super::invariants::{PAIR, cross, inertia};
use crate::describe::{Channel, Quantity};
use crate::math::{Mat3, Vec3};
use crate::mesh::MeshField;
use crate::system::mesh::GROUP;
use crate::system::{Condition, Energy, MeshBlocks, MeshElement, MeshRows, MeshState, Motion, NodeId, Weights};

/// A reduced body: a floating frame (x₀, R₀) and amplitudes η of small elastic displacements in it.
///
/// ```text
/// v = R₀ᵀẋ₀ + Ω × r + Σ Ψ_i η̇_i,   r = X + Σ Ψ_i η_i,   A = R₀ᵀẍ₀
///
/// force:   m A + Ω̇ × S + Ω × (Ω × S) + 2 Ω × Σ S_i η̇_i + Σ S_i η̈_i
/// torque:  S × A + J Ω̇ + Ω × J Ω + J̇ Ω + Ω × Σ C_i η̇_i + Σ C_i η̈_i
/// mode i:  η̈_i + Σ_j D_ij η̇_j + ω_i² η_i + S_i·A + C_i·Ω̇ − ½ Ω·(∂J/∂η_i) Ω + 2 Ω·Σ_j η̇_j ∫ρ Ψ_j × Ψ_i dV
/// ```
///
/// S, J and C_i = ∫ρ r × Ψ_i dV depend on η ([`super::Invariants`]). Force in body axes here, in world axes in the equations; torque
/// about x₀ in body axes. The same element serves all bases: only the shapes differ. The strains are linear: a force along a slender
/// body does not stiffen it in bending, and centrifugal softening is present, unless the inertia and the boundary frames have terms of second order
/// ([`super::ReducedFrame::second_order`]).
///
/// Source: the velocity above with all its terms. Virlez 2014 drops Ω × u from it (eq. 7.29) and the inertia of internal modes from the
/// forces of rotation (eq. 6.28); both forces are there in truth.
pub struct Superelement {
    body: Arc<ReducedBody>,
    /// The floating frame, followed by the groups of amplitudes.
    nodes: Vec<NodeId>,
    group: Vec<u32>,
    /// Whether stresses of rotation stiffen it, as far as is known.
    stiffened: bool,
}

/// What the equations need beside the amplitudes.
struct Moving {
    r: Mat3,
    /// A, Ω, Ω̇.
    a: Vec3,
    w: Vec3,
    dw: Vec3,
    /// S and Σ S_i η̇_i.
    moment: Vec3,
    moment_rate: Vec3,
    /// J and J̇.
    inertia: Mat3,
    inertia_rate: Mat3,
    /// Σ C_i η̇_i.
    momentum: Vec3,
}

impl Moving {
    fn new(frame: &Motion<f64>, body: &ReducedBody, [eta, rate]: [&[f64]; 2]) -> Self {
        let body = &body.invariants;
        Moving {
            r: frame.at.r,
            a: frame.at.r.transpose_times(frame.dv),
            w: frame.w,
            dw: frame.dw,
            moment: body.moment_at(eta),
            moment_rate: combined(&body.translations, rate),
            inertia: body.inertia,
            inertia_rate: Mat3([[0.0; 3]; 3]),
            momentum: Vec3::zero(),
        }
    }

    /// Adds the part of a shape to J, J̇ and Σ C_i η̇_i: `slope` is ∂J/∂η_i, `own` its part that does not depend on η.
    fn add(&mut self, [eta, rate]: [f64; 2], slope: &Mat3, own: &Mat3, rotation: Vec3) {
        self.inertia = self.inertia + (*slope + *own) * (0.5 * eta);
        self.inertia_rate = self.inertia_rate + *slope * rate;
        self.momentum += rotation * rate;
    }

    /// The force on the frame in body axes, without η̈.
    fn force(&self, mass: f64) -> Vec3 {
        let (w, s) = (self.w, self.moment);
        self.a * mass + self.dw.cross(s) + w.cross(w.cross(s)) + w.cross(self.moment_rate) * 2.0
    }

    /// The torque on the frame, without η̈.
    fn torque(&self) -> Vec3 {
        let (w, j) = (self.w, &self.inertia);
        let gyroscopic = w.cross(*j * w) + self.inertia_rate * w + w.cross(self.momentum);
        self.moment.cross(self.a) + *j * self.dw + gyroscopic
    }
}

impl Superelement {
    /// On a floating frame and its groups of amplitudes, as [`crate::system::SystemBuilder::amplitudes`] returns them.
    pub fn new(body: Arc<ReducedBody>, frame: NodeId, amplitudes: &[NodeId]) -> Self {
        let nodes: Vec<NodeId> = std::iter::once(frame).chain(amplitudes.iter().copied()).collect();
        let group = (0..nodes.len() as u32).collect();
        Superelement { body, nodes, group, stiffened: true }
    }

    /// The same body, of which it is known that stresses of rotation do not stiffen it: a run then warns of fast rotations.
    pub fn unstiffened(self) -> Self {
        Superelement { stiffened: false, ..self }
    }

    /// The tangent of the equations of the frame by its own motion.
    fn add_frame_block(&self, moving: &Moving, turn: &Mat3, weights: &Weights, force: Vec3, blocks: &mut MeshBlocks) {
        let Some(block) = blocks.block(0, self.nodes.len(), 0, 0) else { return };
        let Moving { r, a, w, moment, moment_rate, inertia, inertia_rate, momentum, .. } = moving;
        let mass = self.body.invariants.mass;
        let Weights { position, velocity, acceleration, force_row, .. } = *weights;
        // δA = A × δθ, and δ(R F) = R (δθ × F + δF).
        let by_turn = (force.skew() * -1.0 + a.skew() * mass) * *turn;
        let by_spin = (w.cross(*moment).skew() + w.skew() * moment.skew() + moment_rate.skew() * 2.0) * -1.0;
        let forces = by_turn * position + by_spin * velocity + moment.skew() * -acceleration;
        let spun = (*inertia * *w).skew() * -1.0 + w.skew() * *inertia + *inertia_rate + momentum.skew() * -1.0;
        let torques = moment.skew() * a.skew() * *turn * position + spun * velocity + *inertia * acceleration;
        let parts = [
            (0, 0, Mat3::identity() * (mass * acceleration)),
            (0, 3, *r * forces),
            (3, 0, moment.skew() * r.transpose() * acceleration),
            (3, 3, torques),
        ];
        for (row, column, part) in parts {
            for (j, column) in block[column..column + 3].iter_mut().enumerate() {
                (0..3).for_each(|i| column[row + i] += force_row * part.0[i][j]);
            }
        }
    }

    /// The tangent between the frame and amplitude `i`: `columns` are the frame's equations by the amplitude, `rows` the equation of
    /// the amplitude by the frame.
    fn add_coupling(&self, i: usize, columns: [Vec3; 2], rows: [Vec3; 2], blocks: &mut MeshBlocks) {
        let (node, place, size) = (1 + i / GROUP, i % GROUP, self.nodes.len());
        if let Some(block) = blocks.block(0, size, 0, node) {
            (0..6).for_each(|k| block[place][k] += columns[k / 3][k % 3]);
        }
        if let Some(block) = blocks.block(0, size, node, 0) {
            (0..6).for_each(|k| block[k][place] += rows[k / 3][k % 3]);
        }
    }

    /// The tangent among the amplitudes.
    fn add_amplitudes(&self, moving: &Moving, weights: &Weights, blocks: &mut MeshBlocks) {
        let (n, size) = (self.body.count(), self.nodes.len());
        let Weights { position, velocity, acceleration, force_row, .. } = *weights;
        let [x, y, z] = moving.w.0;
        let centrifugal =
            [x * x, y * y, z * z, 2.0 * x * y, 2.0 * y * z, 2.0 * z * x].map(|x| -force_row * position * x);
        let turning = (moving.dw * position + moving.w * (2.0 * velocity)) * -force_row;
        let factors: [f64; PAIR] = std::array::from_fn(|k| if k < 6 { centrifugal[k] } else { turning[k - 6] });
        let rotates = factors.iter().any(|x| *x != 0.0);
        let damping = self.body.damping.matrix().filter(|_| velocity != 0.0);
        for row in 0..size - 1 {
            for column in (0..size - 1).filter(|&column| rotates || damping.is_some() || column == row) {
                let Some(block) = blocks.block(0, size, 1 + row, 1 + column) else { continue };
                for i in GROUP * row..n.min(GROUP * (row + 1)) {
                    let pairs = &self.body.invariants.pairs[i * n + GROUP * column..(i + 1) * n];
                    if rotates {
                        for (entries, pair) in block.iter_mut().zip(pairs) {
                            entries[i % GROUP] += (0..PAIR).map(|k| factors[k] * pair[k]).sum::<f64>();
                        }
                    }
                    if let Some(damping) = damping {
                        let rates = &damping[i * n + GROUP * column..(i + 1) * n];
                        for (entries, rate) in block.iter_mut().zip(rates) {
                            entries[i % GROUP] += force_row * velocity * rate;
                        }
                    }
                    if row == column {
                        let damping = self.body.damping.own(i);
                        let own = position * self.body.stiffness[i] + velocity * damping + acceleration;
                        block[i % GROUP][i % GROUP] += force_row * own;
                    }
                }
            }
        }
    }
}

/// A channel of the mean rotation: with Buckens' frame the angular momentum about the centre of mass is J ω, whatever the body vibrates.
const fn spin(name: &'static str, meaning: &'static str) -> Channel {
    Channel { name, quantity: Quantity::ANGULAR_VELOCITY, meaning }
}

impl MeshElement for Superelement {
    const INTERNAL: bool = false;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = &[
        Channel { name: "strain_energy", quantity: Quantity::ENERGY, meaning: "strain energy" },
        Channel { name: "x", quantity: Quantity::LENGTH, meaning: "position of the floating frame, x" },
        Channel { name: "y", quantity: Quantity::LENGTH, meaning: "position of the floating frame, y" },
        Channel { name: "z", quantity: Quantity::LENGTH, meaning: "position of the floating frame, z" },
        spin("angular_velocity_x", "angular velocity of the floating frame about its x axis"),
        spin("angular_velocity_y", "angular velocity of the floating frame about its y axis"),
        spin("angular_velocity_z", "angular velocity of the floating frame about its z axis"),
    ];

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&self.group);
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let body = &self.body.invariants;
        let [eta, rate, second] = at.amplitudes(1, self.body.count());
        let mut moving = Moving::new(&at.motion(0), &self.body, [eta, rate]);
        let (a, w, dw) = (moving.a, moving.w, moving.dw);
        let mut torque = Vec3::zero();
        for i in 0..eta.len() {
            let [at_eta, at_rate] = body.pair_sums(i, [eta, rate]);
            let (slope, own) = (body.inertia_slope(i, &at_eta), body.inertia_slope(i, &[0.0; PAIR]));
            let rotation = body.rotation_at(i, &at_eta);
            moving.add([eta[i], rate[i]], &slope, &own, rotation);
            torque += rotation * second[i];
            let rotating = rotation.dot(dw) - 0.5 * w.dot(slope * w) - 2.0 * w.dot(cross(&at_rate));
            let elastic = second[i] + self.body.damping.force(i, rate) + self.body.stiffness[i] * eta[i];
            rows.amplitude(1, i, elastic + body.translations[i].dot(a) + rotating);
        }
        rows.force(0, moving.r * (moving.force(body.mass) + combined(&body.translations, second)));
        rows.torque(0, moving.torque() + torque);
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let body = &self.body.invariants;
        let [eta, rate, second] = at.amplitudes(1, self.body.count());
        let mut moving = Moving::new(&at.motion(0), &self.body, [eta, rate]);
        let (r, turn) = (moving.r, at.increment_tangent(0));
        let (a, w, dw) = (moving.a, moving.w, moving.dw);
        let Weights { position, velocity, acceleration, force_row, .. } = *weights;
        for i in 0..eta.len() {
            let [at_eta, at_rate, at_second] = body.pair_sums(i, [eta, rate, second]);
            let (slope, own) = (body.inertia_slope(i, &at_eta), body.inertia_slope(i, &[0.0; PAIR]));
            let (shift, rotation) = (body.translations[i], body.rotation_at(i, &at_eta));
            moving.add([eta[i], rate[i]], &slope, &own, rotation);
            let spun = slope * w;
            let by_position = dw.cross(shift) + w.cross(w.cross(shift));
            let force = by_position * position + w.cross(shift) * (2.0 * velocity) + shift * acceleration;
            let turned = shift.cross(a) + slope * dw + w.cross(spun) + inertia(&at_rate) * w * 2.0;
            let by_position = turned + w.cross(cross(&at_rate)) + cross(&at_second);
            let torque = by_position * position + (spun + w.cross(rotation)) * velocity + rotation * acceleration;
            let columns = [r * force * force_row, torque * force_row];
            // S_i·δA with δA = A × δθ, and C_i·δΩ̇.
            let by_turn = (turn.transpose() * shift.cross(a)) * position;
            let by_spin = (spun + cross(&at_rate) * 2.0) * -velocity + rotation * acceleration;
            let rows = [r * shift * (acceleration * force_row), (by_turn + by_spin) * force_row];
            self.add_coupling(i, columns, rows, blocks);
        }
        let force = moving.force(body.mass) + combined(&body.translations, second);
        self.add_frame_block(&moving, &turn, weights, force, blocks);
        self.add_amplitudes(&moving, weights, blocks);
    }

    fn condition(&self, at: &MeshState) -> Condition {
        let lowest = self.body.stiffness.iter().copied().fold(f64::INFINITY, f64::min).max(0.0).sqrt();
        let is_known = !self.stiffened && lowest > 0.0;
        let unstiffened_spin = if is_known { at.motion(0).w.norm() / lowest } else { 0.0 };
        Condition { unstiffened_spin, ..Condition::default() }
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let body = &self.body.invariants;
        let [eta, rate, _] = at.amplitudes(1, self.body.count());
        let frame = at.motion(0);
        let mut moving = Moving::new(&frame, &self.body, [eta, rate]);
        let mut energy = Energy::default();
        for i in 0..eta.len() {
            let [at_eta] = body.pair_sums(i, [eta]);
            let (slope, own) = (body.inertia_slope(i, &at_eta), body.inertia_slope(i, &[0.0; PAIR]));
            moving.add([eta[i], rate[i]], &slope, &own, body.rotation_at(i, &at_eta));
            energy.kinetic += 0.5 * rate[i] * rate[i];
            energy.potential += 0.5 * self.body.stiffness[i] * eta[i] * eta[i];
            energy.dissipated += self.body.damping.force(i, rate) * rate[i];
        }
        let (w, v) = (frame.w, frame.at.r.transpose_times(frame.v));
        let coupled = v.dot(w.cross(moving.moment) + moving.moment_rate) + w.dot(moving.momentum);
        energy.kinetic += 0.5 * (body.mass * v.dot(v) + w.dot(moving.inertia * w)) + coupled;
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let [eta, ..] = at.amplitudes(1, self.body.count());
        Some(self.body.shown.as_ref()?.field(&at.motion(0).at, eta))
    }

    fn picture(&self, at: &MeshState) -> Option<MeshField> {
        let [eta, ..] = at.amplitudes(1, self.body.count());
        Some(self.body.shown.as_ref()?.picture(&at.motion(0).at, eta))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let [eta, ..] = at.amplitudes(1, self.body.count());
        let energy = eta.iter().zip(&self.body.stiffness).map(|(x, k)| 0.5 * k * x * x).sum();
        let frame = at.motion(0);
        let (x, w) = (frame.at.x, frame.w);
        out.copy_from_slice(&[energy, x[0], x[1], x[2], w[0], w[1], w[2]]);
    }
}
