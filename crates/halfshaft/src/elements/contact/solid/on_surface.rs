//! A surface of a solid that may touch a rigid surface.

use super::field::{AtPoint, SurfaceField};
use super::impact::{self, Approaching, ImpactSums, VELOCITIES};
use super::law::{SurfaceLaw, Traction};
use super::points::SurfacePoints;
use super::rigid::RigidSurface;
use super::sums::{Acting, Sums};
use crate::describe::Channel;
use crate::elements::solid::SolidMesh;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::mesh::{CellFace, MeshField};
use crate::system::{Energy, Frame, MeshBlocks, MeshElement, MeshRows, MeshState, Motion, NodeId, Weights};

/// Contact of the surface of a solid with a rigid surface on a body, at many points.
///
/// ```text
/// d = R_Aᵀ (x − x_A),     u = ḋ = R_Aᵀ (v − v_A) − Ω_A × d
/// f = A (p n + τ) at x on the solid, the opposite on the body, both at x
/// ```
///
/// x is a point of the surface with the undeformed area A, and A the node of the body; gap and normal follow from d, pressure p and friction
/// stress τ from gap and u ([`SurfaceLaw`]). With J = ∂f/∂(d, u) by dual numbers of six partials,
///
/// ```text
/// δd = R_Aᵀ (δx − δx_A) + d × δθ,     δu = R_Aᵀ (δv − δv_A) + R_Aᵀ (v − v_A) × δθ + d × δΩ − Ω × δd
/// ```
///
/// Source: Virlez 2014, section 3.3.2; node to surface with the nodes' areas, integration points on quadratic faces. Points have no modes
/// and no events: a point that closes or opens is a kink inside a step, and error control watches the resultant of the pair only, with its impacts (`impact.rs`).
pub struct SolidOnSurface {
    /// The node of the body, followed by those of the surface.
    nodes: Vec<NodeId>,
    /// Undeformed positions of the nodes of the surface.
    undeformed: Vec<Vec3>,
    points: SurfacePoints,
    frame: Frame,
    surface: RigidSurface,
    law: SurfaceLaw,
    /// Square root of the area, in metres: compares moments with forces.
    size: f64,
}

/// Number of velocities of a body that are remembered.
const OF_BODY: usize = 6;

/// A point in contact; vectors in the axes of the body's node.
struct Touching {
    point: usize,
    area: f64,
    d: Vec3,
    gap: f64,
    gap_rate: f64,
    traction: Traction<f64>,
    /// p n + τ.
    stress: Vec3,
}

impl SolidOnSurface {
    /// Faces of a solid against a rigid surface in the axes of a frame. `inside`: which part of the faces counts, by its undeformed position.
    pub fn new(
        mesh: &SolidMesh,
        faces: &[CellFace],
        inside: impl Fn(Vec3) -> bool,
        frame: Frame,
        surface: RigidSurface,
        law: SurfaceLaw,
    ) -> Self {
        let points = SurfacePoints::new(&mesh.mesh, faces, inside);
        let own = points.nodes.iter().map(|&node| mesh.nodes[node as usize]);
        let nodes = std::iter::once(frame.node).chain(own).collect();
        let undeformed = points.nodes.iter().map(|&node| mesh.mesh.positions[node as usize]).collect();
        let size = points.areas.iter().sum::<f64>().sqrt();
        SolidOnSurface { nodes, undeformed, points, frame, surface, law, size }
    }

    /// Number of its points.
    pub fn points(&self) -> usize {
        self.points.count()
    }

    /// The nodes of a point, numbered behind that of the body, with their shape functions.
    pub(super) fn entries(&self, point: usize) -> &[(u32, f64)] {
        self.points.entries(point)
    }

    /// Undeformed area of a point.
    pub(super) fn area(&self, point: usize) -> f64 {
        self.points.areas[point]
    }

    /// The frame of the rigid surface, and the surface in its axes.
    pub(super) fn rigid(&self) -> (Frame, RigidSurface) {
        (self.frame, self.surface)
    }

    /// A node of a point by its entry: with its shape function and its undeformed position.
    pub(super) fn node(&self, k: u32, n: f64) -> (NodeId, f64, Vec3) {
        (self.nodes[k as usize + 1], n, self.undeformed[k as usize])
    }

    /// The origin of the rigid surface, in the axes of the body's node.
    pub(super) fn origin(&self) -> Vec3 {
        self.frame.offset
    }

    /// d, gap and normal of a point, in the axes of the body's node; `None` where the normal is undefined.
    pub(super) fn gap_of(&self, at: &MeshState, body: &Motion<f64>, point: usize) -> Option<(Vec3, f64, Vec3)> {
        let [d, _] = self.relative(at, body, point);
        self.gap(d).map(|(gap, normal)| (d, gap, normal))
    }

    /// Position and velocity of a point in world axes.
    #[inline]
    fn point(&self, at: &MeshState, point: usize) -> [Vec3; 2] {
        let (mut x, mut v) = (Vec3::zero(), Vec3::zero());
        for &(k, n) in self.points.entries(point) {
            let k = k as usize;
            x += at.position(k + 1, self.undeformed[k]) * n;
            v += at.velocity(k + 1) * n;
        }
        [x, v]
    }

    /// d and u of a point.
    #[inline]
    pub(super) fn relative(&self, at: &MeshState, body: &Motion<f64>, point: usize) -> [Vec3; 2] {
        let [x, v] = self.point(at, point);
        let d = body.at.r.transpose_times(x - body.at.x);
        [d, body.at.r.transpose_times(v - body.v) - body.w.cross(d)]
    }

    /// Gap and normal at d, the normal in the axes of the node.
    #[inline]
    fn gap<S: Scalar>(&self, d: Vec3<S>) -> Option<(S, Vec3<S>)> {
        let own = self.frame.axes.transpose().times(d - Vec3::constant(self.frame.offset));
        let (gap, normal) = self.surface.gap(own)?;
        Some((gap, self.frame.axes.times(normal)))
    }

    /// p n + τ at a point; `None` if the gap is open.
    fn stress<S: Scalar>(&self, d: Vec3<S>, u: Vec3<S>) -> Option<(Vec3<S>, Traction<S>, S, S)> {
        let (gap, normal) = self.gap(d)?;
        let traction = self.law.traction(gap, normal, u)?;
        let stress = normal.scale(traction.pressure) - traction.slip.scale(traction.resistance);
        Some((stress, traction, gap, normal.dot(u)))
    }

    /// Passes every point in contact.
    fn each(&self, at: &MeshState, body: &Motion<f64>, mut take: impl FnMut(&Touching)) {
        for point in 0..self.points.count() {
            let [d, u] = self.relative(at, body, point);
            if let Some((stress, traction, gap, gap_rate)) = self.stress(d, u) {
                let area = self.points.areas[point];
                take(&Touching { point, area, d, gap, gap_rate, traction, stress });
            }
        }
    }

    /// A (p n + τ) with its derivatives by d and by u.
    fn derivatives(&self, d: Vec3, u: Vec3, area: f64) -> Option<(Vec3, Mat3, Mat3)> {
        let seeded = |x: Vec3, first: usize| {
            Vec3(std::array::from_fn(|i| Dual::<6> {
                re: x[i],
                d: std::array::from_fn(|j| f64::from(u8::from(j == first + i))),
            }))
        };
        let (stress, ..) = self.stress(seeded(d, 0), seeded(u, 3))?;
        let by = |first: usize| Mat3(std::array::from_fn(|i| std::array::from_fn(|j| area * stress[i].d[first + j])));
        Some((Vec3(stress.0.map(|x| area * x.re)), by(0), by(3)))
    }

    /// Moments are about the origin of the rigid surface.
    fn sums(&self, at: &MeshState) -> Sums {
        let body = at.motion(0);
        let mut sums = Sums::none();
        self.each(at, &body, |touching| {
            let Touching { area, d, traction, stress, .. } = touching;
            sums.add(&Acting {
                place: body.at.x + body.at.r * *d,
                arm: body.at.r * (*d - self.frame.offset),
                force: body.at.r * (*stress * *area),
                area: *area,
                normal: area * traction.pressure,
                friction: area * traction.friction(),
                sliding: traction.slip.norm(),
            });
        });
        sums
    }

    /// Passes how every point moves towards the rigid surface.
    fn approach(&self, at: &MeshState, take: &mut dyn FnMut(&Approaching)) {
        let (body, before) = (at.motion(0), &at.memory[VELOCITIES..]);
        let (v_body, w_body) = (Vec3::from_slice(before), Vec3::from_slice(&before[3..]));
        for slot in 0..self.points.count() {
            let [d, u] = self.relative(at, &body, slot);
            let Some((gap, normal)) = self.gap(d) else { continue };
            let entries = self.points.entries(slot);
            let velocity = |k: u32| Vec3::from_slice(&before[OF_BODY + 3 * k as usize..]);
            let v = entries.iter().fold(Vec3::zero(), |v, &(k, n)| v + velocity(k) * n);
            let u_before = body.at.r.transpose_times(v - v_body) - w_body.cross(d);
            let (rate, rate_before) = (normal.dot(u), normal.dot(u_before));
            take(&Approaching { area: self.points.areas[slot], gap, rate, rate_before, slot });
        }
    }

    fn impact_sums<'a>(&self, at: &'a MeshState) -> ImpactSums<'a> {
        let area = self.size * self.size;
        ImpactSums::new(at.memory, OF_BODY + 3 * self.undeformed.len(), at.time(), area, self.points.count())
    }

    /// The fields of its points, by what is at each of them.
    pub(super) fn field_of(&self, at: &MeshState, value: impl Fn(usize) -> Option<AtPoint>) -> MeshField {
        let mut field = SurfaceField::new(self.undeformed.len());
        for point in 0..self.points.count() {
            if let Some(value) = value(point) {
                field.add(self.points.entries(point).iter().copied(), self.points.areas[point], &value);
            }
        }
        field.finish(at, &self.points.nodes, &self.undeformed, 1)
    }

    /// The smallest gap of all points, negative where they press into the surface.
    pub(super) fn smallest_gap(&self, at: &MeshState) -> f64 {
        let body = at.motion(0);
        let gap = |point: usize| self.gap_of(at, &body, point).map_or(f64::INFINITY, |(_, gap, _)| gap);
        (0..self.points.count()).map(gap).fold(f64::INFINITY, f64::min)
    }
}

/// Adds a 3×3 part, by rows, to the block of two nodes of a group.
fn add(blocks: &mut MeshBlocks, group: [usize; 2], pair: [usize; 2], first: [usize; 2], part: &Mat3) {
    let Some(block) = blocks.block(group[0], group[1], pair[0], pair[1]) else { return };
    for (j, column) in block[first[1]..first[1] + 3].iter_mut().enumerate() {
        (0..3).for_each(|i| column[first[0] + i] += part.0[i][j]);
    }
}

impl MeshElement for SolidOnSurface {
    const ELASTIC: bool = true;
    const LIMITS_STEPS: bool = true;
    const CHANNELS: &'static [Channel] = super::keys::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        let mut group = Vec::new();
        for point in 0..self.points.count() {
            group.clear();
            group.push(0);
            group.extend(self.points.entries(point).iter().map(|(k, _)| k + 1));
            couple(&group);
        }
    }

    fn memory(&self) -> usize {
        impact::memory(OF_BODY + 3 * self.undeformed.len(), self.points.count())
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        impact::start(memory);
        0
    }

    fn step_size_ratio(&self, at: &MeshState) -> f64 {
        let mut sums = self.impact_sums(at);
        self.approach(at, &mut |point| sums.add(point));
        sums.step_size_ratio()
    }

    fn commit(&self, at: &MeshState, memory: &mut [f64]) {
        let body = at.motion(0);
        let velocity = |i: usize| match i {
            0..3 => body.v[i],
            3..OF_BODY => body.w[i - 3],
            _ => at.velocity((i - OF_BODY) / 3 + 1)[i % 3],
        };
        let velocities = (0..OF_BODY + 3 * self.undeformed.len()).map(velocity);
        impact::commit(memory, velocities, at.time(), self.impact_sums(at), |take| self.approach(at, take));
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        let body = at.motion(0);
        self.each(at, &body, |touching| {
            let stress = touching.stress * touching.area;
            let force = body.at.r * stress;
            for &(k, n) in self.points.entries(touching.point) {
                rows.force(k as usize + 1, force * -n);
            }
            rows.force(0, force);
            rows.torque(0, touching.d.cross(stress));
        });
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let body = at.motion(0);
        let (r, turn) = (body.at.r, at.increment_tangent(0) * weights.position);
        let (transposed, spin) = (r.transpose(), body.w.skew());
        for point in 0..self.points.count() {
            let [d, u] = self.relative(at, &body, point);
            let Some((f, by_d, by_u)) = self.derivatives(d, u, self.points.areas[point]) else { continue };
            // By the point: δd = Rᵀ δx, δu = Rᵀ δv − Ω × δd.
            let d_x = transposed * weights.position;
            let u_x = transposed * weights.velocity + spin * d_x * -1.0;
            let f_x = by_d * d_x + by_u * u_x;
            // By the rotation of the body: Rᵀ (v − v_A) = u + Ω × d.
            let d_r = d.skew() * turn;
            let u_r = (u + body.w.cross(d)).skew() * turn + d.skew() * weights.velocity + spin * d_r * -1.0;
            let f_r = by_d * d_r + by_u * u_r;
            // Force R f and torque d × f on the body.
            let row = weights.force_row;
            let (force_x, force_r) = (r * f_x * row, r * (f_r + f.skew() * turn * -1.0) * row);
            let torque_x = (d.skew() * f_x + f.skew() * d_x * -1.0) * row;
            let torque_r = (d.skew() * f_r + f.skew() * d_r * -1.0) * row;
            let entries = self.points.entries(point);
            let group = [point, entries.len() + 1];
            for (b, (_, n_b)) in entries.iter().enumerate() {
                for (a, (_, n_a)) in entries.iter().enumerate() {
                    add(blocks, group, [a + 1, b + 1], [0, 0], &(force_x * (-n_a * n_b)));
                }
                add(blocks, group, [b + 1, 0], [0, 0], &(force_x * *n_b));
                add(blocks, group, [b + 1, 0], [0, 3], &(force_r * -n_b));
                add(blocks, group, [0, b + 1], [0, 0], &(force_x * *n_b));
                add(blocks, group, [0, b + 1], [3, 0], &(torque_x * *n_b));
            }
            add(blocks, group, [0, 0], [0, 0], &(force_x * -1.0));
            add(blocks, group, [0, 0], [0, 3], &force_r);
            add(blocks, group, [0, 0], [3, 0], &(torque_x * -1.0));
            add(blocks, group, [0, 0], [3, 3], &torque_r);
        }
    }

    fn resultant(&self, at: &MeshState) -> [f64; 6] {
        self.sums(at).resultant(self.size)
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        self.each(at, &at.motion(0), |touching| {
            let Touching { area, gap, gap_rate, traction, .. } = touching;
            energy.potential += area * self.law.stored(*gap);
            energy.dissipated += area * traction.dissipated(&self.law, *gap, *gap_rate);
        });
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let body = at.motion(0);
        Some(self.field_of(at, |point| {
            let [d, u] = self.relative(at, &body, point);
            let (gap, _) = self.gap(d)?;
            let Some((_, traction, gap, gap_rate)) = self.stress(d, u) else {
                return Some(AtPoint { gap, ..AtPoint::default() });
            };
            let (friction, sliding) = (traction.friction(), traction.slip.norm());
            let power = traction.dissipated(&self.law, gap, gap_rate);
            Some(AtPoint { pressure: traction.pressure, gap, friction, sliding, power })
        }))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        self.sums(at).channels(self.smallest_gap(at), &self.energy(at), out);
    }
}
