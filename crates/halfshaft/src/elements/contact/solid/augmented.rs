//! Contact of a point of a solid with a rigid surface by Lagrange multipliers: no penetration, sticking and sliding.

use super::rigid::RigidSurface;
use crate::math::rotation::z_along;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{Energy, Frame, MeshBlocks, MeshElement, MeshRows, MeshState, Motion, NodeId, Weights};

/// Modes of a point.
pub(super) const OPEN: usize = 0;
const STICKING: usize = 1;
const SLIDING: usize = 2;
/// Memory of a point with friction: where it sticks, the direction of friction on the solid, whether it was released in this step, and how often
/// the direction has been corrected in it.
const ANCHOR: usize = 0;
const DIRECTION: usize = 3;
const RELEASED: usize = 6;
const TURNS: usize = 7;
/// Numbers that a point with friction remembers.
pub(super) const MEMORY: usize = 8;
/// A point sticks only below the limit of friction; a reaction that exceeds it by this part is round-off.
const LIMIT_ROUND_OFF: f64 = 1e-9;
/// Friction is opposite to the velocity up to this angle in radians, unless it was corrected too often.
const DIRECTION_TOLERANCE: f64 = 1e-4;
const MAX_TURNS: f64 = 3.0;
/// A point that has no direction of friction yet sticks below this speed, in m/s.
const REST_SPEED: f64 = 1e-9;

/// What a point touches: a rigid surface in the axes of a frame, with friction or without.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    pub frame: Frame,
    pub surface: RigidSurface,
    /// Coefficients of friction, that of sticking and that of sliding.
    pub friction: Option<[f64; 2]>,
    /// Penetration that is round-off, in metres.
    pub tolerance: f64,
}

impl Support {
    /// Gap and normal at d, the normal in the axes of the body's node.
    #[inline]
    pub fn gap<S: Scalar>(&self, d: Vec3<S>) -> Option<(S, Vec3<S>)> {
        let own = self.frame.axes.transpose().times(d - Vec3::constant(self.frame.offset));
        let (gap, normal) = self.surface.gap(own)?;
        Some((gap, self.frame.axes.times(normal)))
    }

    /// Two directions along the surface at the point where it sticks, or was at the start of the step.
    fn tangents(&self, memory: &[f64]) -> [Vec3; 2] {
        let normal = self.gap(Vec3::from_slice(&memory[ANCHOR..])).map_or(Vec3::unit(2), |(_, normal)| normal);
        let axes = z_along(normal);
        [axes.column(0), axes.column(1)]
    }

    /// The directions of the multipliers at d: normal, and along the surface.
    fn directions<S: Scalar>(&self, d: Vec3<S>, mode: usize, memory: &[f64]) -> [Vec3<S>; 3] {
        let zero = Vec3::zero();
        let Some((_, normal)) = self.gap(d).filter(|_| mode != OPEN) else { return [zero; 3] };
        if self.friction.is_none() {
            return [normal, zero, zero];
        }
        let [first, second] = self.tangents(memory).map(|tangent| {
            let tangent = Vec3::constant(tangent);
            // Along the surface where it slides, which may be curved.
            if mode == SLIDING { tangent - normal.scale(normal.dot(tangent)) } else { tangent }
        });
        [normal, first, second]
    }

    /// The force on the solid.
    pub fn force<S: Scalar>(&self, d: Vec3<S>, mode: usize, memory: &[f64], multipliers: &[f64]) -> Vec3<S> {
        let directions = self.directions(d, mode, memory);
        directions.iter().zip(multipliers).fold(Vec3::zero(), |sum, (along, &l)| sum + along.scale(S::constant(l)))
    }

    /// The part of a velocity at d along the surface.
    pub fn slip(&self, d: Vec3, u: Vec3) -> Vec3 {
        self.gap(d).map_or(u, |(_, normal)| u - normal * normal.dot(u))
    }

    /// What friction takes as heat, and what it supplies while its direction is that of an earlier velocity.
    pub fn power(&self, d: Vec3, u: Vec3, mode: usize, memory: &[f64], multipliers: &[f64]) -> [f64; 2] {
        if mode != SLIDING || multipliers.len() == 1 {
            return [0.0; 2];
        }
        let [_, first, second] = self.directions(d, mode, memory);
        let power = -(first * multipliers[1] + second * multipliers[2]).dot(u);
        [power.max(0.0), (-power).max(0.0)]
    }
}

/// A point of the surface of a solid that touches a rigid surface on a body, by an augmented Lagrangian; `N` is 1 without friction and 3 with it.
///
/// ```text
/// d = R_Aᵀ (x − x_A),     f = λ_n n + λ_1 t_1 + λ_2 t_2 on the solid,     λ_n ≥ 0 ⊥ g(d) ≥ 0
/// sticking   t_i·(d − d₀) = 0     as long as ‖λ_t‖ ≤ μ λ_n
/// sliding    λ_t = μ λ_n s,       s = −u_t/‖u_t‖
/// ```
///
/// The constraints are Φ = −g and Φ_i = −t_i·(d − d₀), so that λ_n is a pressing force. The active set, which is the generalized derivative of the projections of
/// Alart and Curnier, is that of a solution: a point closes where λ_n − r g > 0 and sticks where ‖λ_t − r u_t‖ ≤ μ λ_n, for any r > 0. It is
/// updated between the solutions of one step (`analysis/transient/active_set.rs`), and s with it: each of them is then smooth. t_i are those of d₀, where the point sticks or was at the start of the step.
///
/// Source: Virlez 2014, eqs. 3.16-3.25; Alart & Curnier 1991; Hüeber & Wohlmuth 2005 (active sets).
pub struct AugmentedPoint<const N: usize> {
    /// The node of the body, followed by those of the point.
    nodes: Vec<NodeId>,
    shape: Vec<f64>,
    undeformed: Vec<Vec3>,
    support: Support,
    starts_closed: bool,
}

/// Position, velocity and acceleration of a point relative to a body, in the axes of its node.
struct Relative {
    d: Vec3,
    u: Vec3,
    du: Vec3,
}

impl<const N: usize> AugmentedPoint<N> {
    /// A point by its nodes with their shape functions and undeformed positions, behind the node of the body.
    pub(super) fn new(
        body: NodeId,
        nodes: impl Iterator<Item = (NodeId, f64, Vec3)>,
        support: Support,
        starts_closed: bool,
    ) -> Self {
        let mut point =
            AugmentedPoint { nodes: vec![body], shape: Vec::new(), undeformed: Vec::new(), support, starts_closed };
        for (node, n, x) in nodes {
            point.nodes.push(node);
            point.shape.push(n);
            point.undeformed.push(x);
        }
        point
    }

    /// Whether the point or the body can move: what is fixed needs no constraint.
    fn moves(&self) -> bool {
        self.nodes.iter().any(|node| *node != NodeId::GROUND)
    }

    fn relative(&self, at: &MeshState, body: &Motion<f64>) -> Relative {
        let (mut x, mut v, mut dv) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
        for (k, &n) in self.shape.iter().enumerate() {
            x += at.position(k + 1, self.undeformed[k]) * n;
            v += at.velocity(k + 1) * n;
            dv += at.acceleration(k + 1) * n;
        }
        let (r, w) = (body.at.r, body.w);
        let d = r.transpose_times(x - body.at.x);
        let moving = r.transpose_times(v - body.v);
        let u = moving + d.cross(w);
        let du = r.transpose_times(dv - body.dv) + moving.cross(w) + u.cross(w) + d.cross(body.dw);
        Relative { d, u, du }
    }

    /// The mode of a point that touches with this velocity, and its memory.
    fn touching(&self, d: Vec3, u: Vec3, memory: &mut [f64]) -> usize {
        if N == 1 {
            return STICKING;
        }
        memory[ANCHOR..ANCHOR + 3].copy_from_slice(&d.0);
        let slip = self.support.slip(d, u);
        let speed = slip.norm();
        let along = if speed > REST_SPEED { slip * (-1.0 / speed) } else { Vec3::zero() };
        memory[DIRECTION..DIRECTION + 3].copy_from_slice(&along.0);
        if speed > REST_SPEED { SLIDING } else { STICKING }
    }

    /// The next mode of a point that slides; `None` if it goes on.
    fn after_sliding(&self, d: Vec3, u: Vec3, memory: &mut [f64]) -> Option<usize> {
        let along = Vec3::from_slice(&memory[DIRECTION..]);
        if along.norm() == 0.0 {
            return Some(self.touching(d, u, memory));
        }
        let slip = self.support.slip(d, u);
        let speed = slip.norm();
        if along.dot(slip) >= 0.0 {
            // It has come to rest within the step, or would be driven by its friction.
            if memory[RELEASED] != 0.0 {
                return None;
            }
            memory[ANCHOR..ANCHOR + 3].copy_from_slice(&d.0);
            return Some(STICKING);
        }
        if memory[TURNS] >= MAX_TURNS {
            return None;
        }
        let turned = self.turn(slip * (-1.0 / speed), along, memory);
        memory[TURNS] += f64::from(u8::from(turned.is_some()));
        turned
    }

    /// Turns the direction of friction; `None` if it stays.
    fn turn(&self, to: Vec3, from: Vec3, memory: &mut [f64]) -> Option<usize> {
        if (to - from).norm() <= DIRECTION_TOLERANCE {
            return None;
        }
        memory[DIRECTION..DIRECTION + 3].copy_from_slice(&to.0);
        Some(SLIDING)
    }

    /// The direction of friction in the two directions along the surface.
    fn friction_direction(&self, memory: &[f64]) -> [f64; 2] {
        let along = Vec3::from_slice(&memory[DIRECTION..]);
        self.support.tangents(memory).map(|tangent| tangent.dot(along))
    }

    /// f with its derivative by d.
    fn force_by_position(&self, at: &MeshState, d: Vec3) -> (Vec3, Mat3) {
        let seeded = Vec3(std::array::from_fn(|i| Dual::<3> {
            re: d[i],
            d: std::array::from_fn(|j| f64::from(u8::from(i == j))),
        }));
        let f = self.support.force(seeded, at.mode, at.memory, at.multipliers);
        (Vec3(f.0.map(|x| x.re)), Mat3(std::array::from_fn(|i| f[i].d)))
    }

    /// Adds what multipliers and constraints contribute to the tangent, apart from the derivatives of forces by positions.
    fn add_multipliers(&self, at: &MeshState, d: Vec3, r: &Mat3, weights: &Weights, blocks: &mut MeshBlocks) {
        let directions = self.support.directions(d, at.mode, at.memory);
        for (k, along) in directions.iter().enumerate().take(N) {
            let active = self.is_active(k, at.mode);
            let mut add = |node: usize, unknown: usize, value: f64| {
                if active {
                    blocks.add_gradient(k, node, unknown, value, weights);
                } else {
                    blocks.add_force(k, node, unknown, value, weights);
                }
            };
            let (world, torque) = (*r * *along, d.cross(*along));
            for i in 0..3 {
                (1..=self.shape.len()).for_each(|a| add(a, i, -self.shape[a - 1] * world[i]));
                add(0, i, world[i]);
                add(0, 3 + i, torque[i]);
            }
            if !active {
                blocks.add_multiplier(k, k, 1.0, weights);
            }
        }
        if let (SLIDING, Some([_, mu])) = (at.mode, self.support.friction) {
            let size = if at.multipliers[0] < 0.0 { -mu } else { mu };
            for (i, along) in self.friction_direction(at.memory).into_iter().enumerate() {
                blocks.add_multiplier(1 + i, 0, -size * along, weights);
            }
        }
    }
}

/// Adds a 3×3 part, by rows, to the block of two nodes.
fn add(blocks: &mut MeshBlocks, size: usize, pair: [usize; 2], first: [usize; 2], part: &Mat3) {
    let Some(block) = blocks.block(0, size, pair[0], pair[1]) else { return };
    for (j, column) in block[first[1]..first[1] + 3].iter_mut().enumerate() {
        (0..3).for_each(|i| column[first[0] + i] += part.0[i][j]);
    }
}

impl<const N: usize> MeshElement for AugmentedPoint<N> {
    const CONSTRAINTS: usize = N;
    const MODES: &'static [&'static str] = if N == 1 { &["open", "closed"] } else { &["open", "sticking", "sliding"] };

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        let all: Vec<u32> = (0..self.nodes.len() as u32).collect();
        couple(&all);
    }

    fn memory(&self) -> usize {
        if N == 1 { 0 } else { MEMORY }
    }

    /// A point that touches at the start slides without friction until the first solution tells its velocity.
    fn start(&self, _memory: &mut [f64]) -> usize {
        match self.starts_closed && self.moves() {
            true => N.min(SLIDING),
            false => OPEN,
        }
    }

    fn is_active(&self, constraint: usize, mode: usize) -> bool {
        mode != OPEN && (constraint == 0 || mode == STICKING)
    }

    fn next_mode(&self, at: &MeshState, memory: &mut [f64]) -> Option<usize> {
        if !self.moves() {
            return None;
        }
        let Relative { d, u, .. } = self.relative(at, &at.motion(0));
        let (gap, _) = self.support.gap(d)?;
        if at.mode == OPEN {
            return (gap < -self.support.tolerance).then(|| self.touching(d, u, memory));
        }
        if at.multipliers[0] < 0.0 {
            return Some(OPEN);
        }
        let [limit, _] = self.support.friction?;
        if at.mode == SLIDING {
            return self.after_sliding(d, u, memory);
        }
        let [first, second] = self.support.tangents(memory);
        let reaction = first * at.multipliers[1] + second * at.multipliers[2];
        let size = reaction.norm();
        if size <= limit * at.multipliers[0] * (1.0 + LIMIT_ROUND_OFF) {
            return None;
        }
        memory[DIRECTION..DIRECTION + 3].copy_from_slice(&(reaction * (1.0 / size)).0);
        memory[RELEASED] = 1.0;
        Some(SLIDING)
    }

    fn commit(&self, at: &MeshState, memory: &mut [f64]) {
        if N == 1 {
            return;
        }
        (memory[RELEASED], memory[TURNS]) = (0.0, 0.0);
        if at.mode == SLIDING {
            let Relative { d, .. } = self.relative(at, &at.motion(0));
            memory[ANCHOR..ANCHOR + 3].copy_from_slice(&d.0);
        }
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        if at.mode == OPEN {
            (0..N).for_each(|k| rows.multiplier(k, at.multipliers[k]));
            return;
        }
        let body = at.motion(0);
        let Relative { d, .. } = self.relative(at, &body);
        let f = self.support.force(d, at.mode, at.memory, at.multipliers);
        let force = body.at.r * f;
        for (a, &n) in self.shape.iter().enumerate() {
            rows.force(a + 1, force * -n);
        }
        rows.force(0, force);
        rows.torque(0, d.cross(f));
        if let (SLIDING, Some([_, mu])) = (at.mode, self.support.friction) {
            let along = self.friction_direction(at.memory);
            for (i, along) in along.into_iter().enumerate() {
                rows.multiplier(1 + i, at.multipliers[1 + i] - mu * at.multipliers[0].abs() * along);
            }
        }
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        if at.mode == OPEN {
            (0..N).for_each(|k| blocks.add_multiplier(k, k, 1.0, weights));
            return;
        }
        let body = at.motion(0);
        let (r, transposed) = (body.at.r, body.at.r.transpose());
        let Relative { d, .. } = self.relative(at, &body);
        self.add_multipliers(at, d, &r, weights, blocks);
        let stiffness = weights.force_row * weights.position;
        if stiffness == 0.0 {
            return;
        }
        let turn = at.increment_tangent(0);
        let (f, by_d) = self.force_by_position(at, d);
        // δd = Rᵀ (δx − δx_A) + d × δθ; force R f and torque d × f on the body.
        let d_r = d.skew() * turn;
        let force_x = r * by_d * transposed * stiffness;
        let force_r = r * (by_d * d_r + f.skew() * turn * -1.0) * stiffness;
        let torque = |by: &Mat3| (d.skew() * by_d * *by + f.skew() * *by * -1.0) * stiffness;
        let (torque_x, torque_r) = (torque(&transposed), torque(&d_r));
        let size = self.nodes.len();
        for (b, n_b) in self.shape.iter().enumerate() {
            for (a, n_a) in self.shape.iter().enumerate() {
                add(blocks, size, [a + 1, b + 1], [0, 0], &(force_x * (-n_a * n_b)));
            }
            add(blocks, size, [b + 1, 0], [0, 0], &(force_x * *n_b));
            add(blocks, size, [b + 1, 0], [0, 3], &(force_r * -n_b));
            add(blocks, size, [0, b + 1], [0, 0], &(force_x * *n_b));
            add(blocks, size, [0, b + 1], [3, 0], &(torque_x * *n_b));
        }
        add(blocks, size, [0, 0], [0, 0], &(force_x * -1.0));
        add(blocks, size, [0, 0], [0, 3], &force_r);
        add(blocks, size, [0, 0], [3, 0], &(torque_x * -1.0));
        add(blocks, size, [0, 0], [3, 3], &torque_r);
    }

    fn constraints(&self, at: &MeshState, values: &mut [[f64; 3]]) {
        if at.mode == OPEN {
            return;
        }
        let Relative { d, u, du } = self.relative(at, &at.motion(0));
        let moving = Vec3(std::array::from_fn(|i| Dual::<1, Dual<1>> {
            re: Dual { re: d[i], d: [u[i]] },
            d: [Dual { re: u[i], d: [du[i]] }],
        }));
        if let Some((gap, _)) = self.support.gap(moving) {
            values[0] = [-gap.re.re, -gap.d[0].re, -gap.d[0].d[0]];
        }
        if N > 1 && at.mode == STICKING {
            let off = d - Vec3::from_slice(&at.memory[ANCHOR..]);
            for (value, tangent) in values[1..].iter_mut().zip(self.support.tangents(at.memory)) {
                *value = [off, u, du].map(|x| -tangent.dot(x));
            }
        }
    }

    /// The energy of all points of a contact is that of [`super::AugmentedSolid`].
    fn energy(&self, _at: &MeshState) -> Energy {
        Energy::default()
    }
}
