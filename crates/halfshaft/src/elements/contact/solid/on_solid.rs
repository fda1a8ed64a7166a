//! A surface of a solid that may touch the surface of another one.

use super::field::{AtPoint, SurfaceField};
use super::impact::{self, Approaching, ImpactSums, VELOCITIES, gap_rates};
use super::law::SurfaceLaw;
use super::master::{Foot, Hierarchy, project};
use super::pair::{Moving, Response, gap, response};
use super::points::SurfacePoints;
use super::reach::Reach;
use super::sums::Sums;
use crate::describe::Channel;
use crate::elements::solid::SolidMesh;
use crate::math::{Dual, Mat3, Seeded, Vec3};
use crate::mesh::face::MAX_FACE_NODES;
use crate::mesh::{CellFace, FaceShape, MeshField};
use crate::system::{Energy, Infeasibility, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Contact of the points of a surface with the faces of another one, both flexible.
///
/// ```text
/// y(ξ) is the foot of the point x on a face:  (x − y)·y,α = 0,     n = y,₁ × y,₂/‖y,₁ × y,₂‖,     g = n·(x − y)
/// u = ẋ − Σ N_b ẏ_b − g ṅ,     f = A (p n + τ) at x,     on the node b of the face the opposite of
/// N_b f + A g/‖m‖ (N_b,₁ y,₂ × τ + N_b,₂ τ × y,₁),     m = y,₁ × y,₂
/// ```
///
/// A is the undeformed area of the point, ṅ the rate of the normal at fixed ξ; pressure p and friction stress τ follow from g and u
/// ([`SurfaceLaw`]). The second term on the face makes force and moment balance at a finite gap, and is the virtual work of −g ṅ. The tangent is exact:
/// ξ follows from one Newton step in dual numbers at the converged foot.
///
/// The faces that a point may touch are those within a search radius at the design position. A state in which a point has moved relative to the
/// other surface by more than that radius is infeasible: a contact might be missed. Source: Virlez 2014, sections 3.3.1 and 3.3.2.
pub struct SolidOnSolid {
    /// The nodes of the points, followed by those of the faces.
    nodes: Vec<NodeId>,
    undeformed: Vec<Vec3>,
    points: SurfacePoints,
    /// The nodes of the faces, as indices into `nodes`.
    faces: Vec<Vec<u32>>,
    /// For each point its faces, and the nodes of its group.
    near: Vec<Vec<u32>>,
    groups: Vec<Vec<u32>>,
    reach: Reach,
    law: SurfaceLaw,
    /// Square root of the area, in metres: compares moments with forces.
    size: f64,
}

/// A point with the face that it touches, or is nearest to.
struct Pair {
    face: usize,
    foot: Foot,
    gap: f64,
}

impl SolidOnSolid {
    /// The points of faces of a solid against the faces of another one within a search radius.
    pub fn new(
        slave: (&SolidMesh, &[CellFace]),
        master: (&SolidMesh, &[CellFace]),
        radius: f64,
        law: SurfaceLaw,
    ) -> Self {
        let points = SurfacePoints::new(&slave.0.mesh, slave.1, |_| true);
        let own = master.0.mesh.nodes_on(master.1);
        let count = points.nodes.len() as u32;
        let index = |node: u32| count + own.binary_search(&node).unwrap_or_default() as u32;
        let faces: Vec<Vec<u32>> =
            master.1.iter().map(|&face| master.0.mesh.face_nodes(face).into_iter().map(index).collect()).collect();
        let of = |mesh: &SolidMesh, node: &u32| (mesh.nodes[*node as usize], mesh.mesh.positions[*node as usize]);
        let both = points.nodes.iter().map(|node| of(slave.0, node)).chain(own.iter().map(|node| of(master.0, node)));
        let (nodes, undeformed): (Vec<NodeId>, Vec<Vec3>) = both.unzip();
        let tree = Hierarchy::new(&master.0.mesh, master.1);
        let (mut near, mut groups) = (Vec::new(), Vec::new());
        for point in 0..points.count() {
            let entries = points.entries(point);
            let x = entries.iter().fold(Vec3::zero(), |x, &(k, n)| x + undeformed[k as usize] * n);
            let found = tree.near(x, radius);
            let mut others: Vec<u32> = found.iter().flat_map(|&face| faces[face as usize].iter().copied()).collect();
            others.sort_unstable();
            others.dedup();
            groups.push(entries.iter().map(|(k, _)| *k).chain(others).collect());
            near.push(found);
        }
        let reach = Reach::new(&undeformed, count as usize, radius);
        let size = points.areas.iter().sum::<f64>().sqrt();
        SolidOnSolid { nodes, undeformed, points, faces, near, groups, reach, law, size }
    }

    fn position(&self, at: &MeshState, k: u32) -> Vec3 {
        at.position(k as usize, self.undeformed[k as usize])
    }

    /// Position and velocity of a point.
    fn point(&self, at: &MeshState, point: usize) -> Moving<f64> {
        let (mut x, mut v) = (Vec3::zero(), Vec3::zero());
        for &(k, n) in self.points.entries(point) {
            x += self.position(at, k) * n;
            v += at.velocity(k as usize) * n;
        }
        [x, v]
    }

    /// Positions and velocities of the nodes of a face.
    fn face(&self, at: &MeshState, face: usize) -> ([Moving<f64>; MAX_FACE_NODES], usize) {
        let mut found = [[Vec3::zero(); 2]; MAX_FACE_NODES];
        for (found, &k) in found.iter_mut().zip(&self.faces[face]) {
            *found = [self.position(at, k), at.velocity(k as usize)];
        }
        (found, self.faces[face].len())
    }

    /// The face on which a point has its foot, the nearest one if there are several.
    fn pair(&self, at: &MeshState, point: usize) -> Option<Pair> {
        let [x, _] = self.point(at, point);
        let mut best: Option<Pair> = None;
        for &face in &self.near[point] {
            let (moving, count) = self.face(at, face as usize);
            let y: [Vec3; MAX_FACE_NODES] = moving.map(|[y, _]| y);
            let Some(foot) = project(FaceShape::of(count), &y[..count], x) else { continue };
            let (gap, _) = gap(FaceShape::of(count), foot.natural, x, &y[..count]);
            // What is deeper than the search radius is on the other side of the solid.
            if gap > -self.reach.radius && best.as_ref().is_none_or(|best| gap.abs() < best.gap.abs()) {
                best = Some(Pair { face: face as usize, foot, gap });
            }
        }
        best
    }

    /// Passes every point in contact, with its face.
    fn each(&self, at: &MeshState, mut take: impl FnMut(usize, &Pair, &Response<f64>)) {
        for point in 0..self.points.count() {
            let Some(pair) = self.pair(at, point).filter(|pair| pair.gap < 0.0) else { continue };
            let (face, count) = self.face(at, pair.face);
            if let Some(response) = response(&self.law, &pair.foot, self.point(at, point), &face[..count]) {
                take(point, &pair, &response);
            }
        }
    }

    /// Adds the tangent of a point and a face with duals of three partials for the point and three for each node of the face.
    fn add_tangent<D: Seeded>(
        &self,
        at: &MeshState,
        weights: &Weights,
        blocks: &mut MeshBlocks,
        point: usize,
        pair: &Pair,
    ) {
        let (face, count) = self.face(at, pair.face);
        let seeded = |[x, v]: Moving<f64>, first: usize| {
            let vector = |x: Vec3, weight: f64| Vec3(std::array::from_fn(|i| D::seeded(x[i], first + i, weight)));
            [vector(x, weights.position), vector(v, weights.velocity)]
        };
        let own = seeded(self.point(at, point), 0);
        let others: [Moving<D>; MAX_FACE_NODES] =
            std::array::from_fn(|b| if b < count { seeded(face[b], 3 + 3 * b) } else { [Vec3::zero(); 2] });
        let Some(response) = response(&self.law, &pair.foot, own, &others[..count]) else { return };
        let factor = weights.force_row * self.points.areas[point];
        let part = |f: &Vec3<D>, first: usize, factor: f64| {
            Mat3(std::array::from_fn(|i| std::array::from_fn(|j| factor * f[i].partial(first + j))))
        };
        let entries = self.points.entries(point);
        let group = &self.groups[point];
        let place = |b: usize| group.binary_search_from(entries.len(), self.faces[pair.face][b]);
        let mut add = |row: usize, f: &Vec3<D>, factor: f64| {
            for (column, (_, n)) in entries.iter().enumerate() {
                blocks.add(point, group.len(), [row, column], &part(f, 0, factor * n).0);
            }
            for b in 0..count {
                blocks.add(point, group.len(), [row, place(b)], &part(f, 3 + 3 * b, factor).0);
            }
        };
        for (row, (_, n)) in entries.iter().enumerate() {
            add(row, &response.stress, -factor * n);
        }
        for b in 0..count {
            add(place(b), &response.carried[b], factor);
        }
    }

    /// Passes how every point that has a face moves towards it.
    fn approach(&self, at: &MeshState, take: &mut dyn FnMut(&Approaching)) {
        let before = |k: u32| Vec3::from_slice(&at.memory[VELOCITIES + 3 * k as usize..]);
        for slot in 0..self.points.count() {
            let Some(Pair { face, foot, .. }) = self.pair(at, slot) else { continue };
            let ([x, v], nodes) = (self.point(at, slot), &self.faces[face]);
            let (own, count) = self.face(at, face);
            let y: [Vec3; MAX_FACE_NODES] = own.map(|[y, _]| y);
            let (gap, normal) = gap(FaceShape::of(count), foot.natural, x, &y[..count]);
            let v_before = self.points.entries(slot).iter().fold(Vec3::zero(), |v, &(k, n)| v + before(k) * n);
            let below = nodes.iter().zip(own).zip(FaceShape::of(count).shape(foot.natural));
            let below = below.map(|((&k, [_, w]), n)| (n, [w, before(k)]));
            let [rate, rate_before] = gap_rates(normal, [v, v_before], below);
            take(&Approaching { area: self.points.areas[slot], gap, rate, rate_before, slot });
        }
    }

    fn impact_sums<'a>(&self, at: &'a MeshState) -> ImpactSums<'a> {
        ImpactSums::new(at.memory, 3 * self.nodes.len(), at.time(), self.size * self.size, self.points.count())
    }

    fn sums(&self, at: &MeshState) -> Sums {
        let mut sums = Sums::none();
        self.each(at, |point, _, response| {
            sums.add_on_face(self.point(at, point)[0], self.points.areas[point], response);
        });
        sums
    }
}

/// Finds a node in the sorted part of a group behind the nodes of the point.
trait SearchFrom {
    fn binary_search_from(&self, first: usize, node: u32) -> usize;
}

impl SearchFrom for Vec<u32> {
    fn binary_search_from(&self, first: usize, node: u32) -> usize {
        first + self[first..].binary_search(&node).unwrap_or_default()
    }
}

impl MeshElement for SolidOnSolid {
    const ELASTIC: bool = true;
    const LIMITS_STEPS: bool = true;
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = super::keys::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        self.groups.iter().for_each(|group| couple(group));
    }

    fn is_feasible(&self, at: &MeshState) -> bool {
        self.reach.contains(self.reach.displacement(at, &self.undeformed))
    }

    fn infeasibility(&self, at: &MeshState) -> Infeasibility {
        let displacement = self.reach.displacement(at, &self.undeformed);
        Infeasibility::LeftSearchRadius { displacement, radius: self.reach.radius }
    }

    fn memory(&self) -> usize {
        impact::memory(3 * self.nodes.len(), self.points.count())
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
        let velocities = (0..3 * self.nodes.len()).map(|i| at.velocity(i / 3)[i % 3]);
        impact::commit(memory, velocities, at.time(), self.impact_sums(at), |take| self.approach(at, take));
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        self.each(at, |point, pair, response| {
            let area = self.points.areas[point];
            for &(k, n) in self.points.entries(point) {
                rows.force(k as usize, response.stress * (-area * n));
            }
            for (&k, carried) in self.faces[pair.face].iter().zip(&response.carried) {
                rows.force(k as usize, *carried * area);
            }
        });
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        for point in 0..self.points.count() {
            let Some(pair) = self.pair(at, point).filter(|pair| pair.gap < 0.0) else { continue };
            match self.faces[pair.face].len() {
                4 => self.add_tangent::<Dual<15>>(at, weights, blocks, point, &pair),
                _ => self.add_tangent::<Dual<27>>(at, weights, blocks, point, &pair),
            }
        }
    }

    fn resultant(&self, at: &MeshState) -> [f64; 6] {
        self.sums(at).resultant(self.size)
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        self.each(at, |point, _, response| {
            let area = self.points.areas[point];
            energy.potential += area * self.law.stored(response.gap);
            energy.dissipated += area * response.traction.dissipated(&self.law, response.gap, response.gap_rate);
        });
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let count = self.points.nodes.len();
        let mut field = SurfaceField::new(count);
        for point in 0..self.points.count() {
            let Some(pair) = self.pair(at, point) else { continue };
            let (face, nodes) = self.face(at, pair.face);
            let mut value = AtPoint { gap: pair.gap, ..AtPoint::default() };
            if pair.gap < 0.0
                && let Some(response) = response(&self.law, &pair.foot, self.point(at, point), &face[..nodes])
            {
                value = response.at_point(&self.law);
            }
            field.add(self.points.entries(point).iter().copied(), self.points.areas[point], &value);
        }
        Some(field.finish(at, &self.points.nodes, &self.undeformed[..count], 0))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let gaps = (0..self.points.count()).filter_map(|point| self.pair(at, point).map(|pair| pair.gap));
        // Without a foot anywhere the gap is beyond the search radius.
        let smallest = gaps.fold(f64::INFINITY, f64::min).min(self.reach.radius);
        self.sums(at).channels(smallest, &self.energy(at), out);
    }
}
