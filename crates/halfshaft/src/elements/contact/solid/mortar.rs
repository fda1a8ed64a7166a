//! A surface of a solid that touches the surface of another one, integrated over the common parts of their faces.

use super::field::{AtPoint, SurfaceField};
use super::impact::{self, Approaching, ImpactSums, VELOCITIES, gap_rates};
use super::law::SurfaceLaw;
use super::master::{Aabb, Hierarchy};
use super::pair::{Moving, Response, gap};
use super::reach::Reach;
use super::segments::{Facing, SegmentPoint};
use super::sums::Sums;
use crate::describe::Channel;
use crate::elements::solid::SolidMesh;
use crate::math::{Dual, Mat3, Seeded, Vec3};
use crate::mesh::face::MAX_FACE_NODES;
use crate::mesh::{CellFace, FaceShape, MeshField};
use crate::system::{Energy, Infeasibility, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Weights};

/// Contact of two flexible surfaces by the virtual work of their tractions over the common parts of their faces.
///
/// ```text
/// δW = Σ over pairs of faces ∫ (p n + τ)·(δx − δy + …) dA₀     over the part of the first face that is opposite to the second one
/// ```
///
/// The corners of a face of the second surface, in the natural coordinates ξ of a face of the first one, form a polygon; what of it is inside that face is the common part. It is
/// integrated by triangles, exactly to the fourth degree in ξ, with the undeformed area of the first face. Because faces of the second surface share their corners, their polygons cover a face of the first one without gaps
/// and without overlap. At each integration point gap, relative velocity and forces are those of a point and a face ([`super::SolidOnSolid`]). On plane faces that are parallelograms a uniform pressure
/// therefore has the exact nodal forces on both sides, whatever the meshes: the patch test holds to round-off.
///
/// The points move within both faces. The tangent is exact, by dual numbers for all nodes of both faces, through the clipping. What the motion of the points through an uneven pressure changes
/// of the stored energy, an error of integration, counts as supplied: E = Σ A ½ k g², Ṡ = Ė − Σ A k g ġ with ġ at a fixed point of the first face.
///
/// Source: Puso & Laursen 2004 (clipped facets), Fischer & Wriggers 2005 (penalty at the integration points of segments).
pub struct SolidMortar {
    /// The nodes of the first surface, followed by those of the second one.
    nodes: Vec<NodeId>,
    undeformed: Vec<Vec3>,
    /// The nodes of the first surface in its mesh.
    surface: Vec<u32>,
    /// The nodes of the faces of both surfaces, as indices into `nodes`.
    faces: [Vec<Vec<u32>>; 2],
    /// Faces that may touch.
    pairs: Vec<[u32; 2]>,
    reach: Reach,
    law: SurfaceLaw,
    /// Square root of the area of the first surface, in metres: compares moments with forces.
    size: f64,
}

/// Positions and velocities of the nodes of a face.
type FaceMotion<S> = ([Moving<S>; MAX_FACE_NODES], usize);

impl SolidMortar {
    /// Faces of a solid against the faces of another one within a search radius.
    pub fn new(
        slave: (&SolidMesh, &[CellFace]),
        master: (&SolidMesh, &[CellFace]),
        radius: f64,
        law: SurfaceLaw,
    ) -> Self {
        let (mut nodes, mut undeformed) = (Vec::new(), Vec::new());
        let surface = slave.0.mesh.nodes_on(slave.1);
        let faces = [slave, master].map(|(solid, faces)| {
            let (own, first) = (solid.mesh.nodes_on(faces), nodes.len() as u32);
            nodes.extend(own.iter().map(|node| solid.nodes[*node as usize]));
            undeformed.extend(own.iter().map(|node| solid.mesh.positions[*node as usize]));
            let index = |node: u32| first + own.binary_search(&node).unwrap_or_default() as u32;
            faces.iter().map(|&face| solid.mesh.face_nodes(face).into_iter().map(index).collect()).collect()
        });
        let faces: [Vec<Vec<u32>>; 2] = faces;
        let tree = Hierarchy::new(&master.0.mesh, master.1);
        let mut pairs = Vec::new();
        for (k, face) in faces[0].iter().enumerate() {
            let around = Aabb::around(face.iter().map(|&node| undeformed[node as usize]));
            pairs.extend(tree.near_box(&around, radius).into_iter().map(|other| [k as u32, other]));
        }
        let reach = Reach::new(&undeformed, surface.len(), radius);
        let size = (super::mean_face_area(&slave.0.mesh, slave.1) * slave.1.len() as f64).sqrt();
        SolidMortar { nodes, undeformed, surface, faces, pairs, reach, law, size }
    }

    fn face(&self, at: &MeshState, nodes: &[u32]) -> FaceMotion<f64> {
        let mut found = [[Vec3::zero(); 2]; MAX_FACE_NODES];
        for (found, &k) in found.iter_mut().zip(nodes) {
            *found = [at.position(k as usize, self.undeformed[k as usize]), at.velocity(k as usize)];
        }
        (found, nodes.len())
    }

    fn reference(&self, nodes: &[u32]) -> [Vec3; MAX_FACE_NODES] {
        let mut found = [Vec3::zero(); MAX_FACE_NODES];
        found.iter_mut().zip(nodes).for_each(|(found, &k)| *found = self.undeformed[k as usize]);
        found
    }

    fn nodes_of(&self, pair: usize) -> [&[u32]; 2] {
        let [slave, master] = self.pairs[pair];
        [&self.faces[0][slave as usize], &self.faces[1][master as usize]]
    }

    /// Passes the integration points of a pair, with what acts at them.
    fn each_of(
        &self,
        at: &MeshState,
        pair: usize,
        mut take: impl FnMut(&SegmentPoint<f64>, Option<&Response<f64>>, [&[u32]; 2]),
    ) {
        let nodes = self.nodes_of(pair);
        let ((slave, a), (master, b)) = (self.face(at, nodes[0]), self.face(at, nodes[1]));
        let (reference, master) = (self.reference(nodes[0]), &master[..b]);
        let facing = Facing { slave: &slave[..a], undeformed: &reference[..a], master, deepest: self.reach.radius };
        facing.each(|point| {
            let response = if point.gap < 0.0 { point.response(&self.law, master) } else { None };
            take(point, response.as_ref(), nodes);
        });
    }

    /// Passes every integration point in contact.
    fn each(&self, at: &MeshState, mut take: impl FnMut(&SegmentPoint<f64>, &Response<f64>, [&[u32]; 2])) {
        for pair in 0..self.pairs.len() {
            self.each_of(at, pair, |point, response, nodes| {
                if let Some(response) = response {
                    take(point, response, nodes);
                }
            });
        }
    }

    /// Adds the tangent of a pair with duals of three partials for each node of both faces.
    fn add_tangent<D: Seeded>(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks, pair: usize) {
        let nodes = self.nodes_of(pair);
        let (a, b) = (nodes[0].len(), nodes[1].len());
        let seeded = |nodes: &[u32], first: usize| {
            let (plain, count) = self.face(at, nodes);
            let vector = |x: Vec3, k: usize, weight: f64| {
                Vec3(std::array::from_fn(|i| D::seeded(x[i], 3 * (first + k) + i, weight)))
            };
            let mut found = [[Vec3::zero(); 2]; MAX_FACE_NODES];
            for k in 0..count {
                found[k] = [vector(plain[k][0], k, weights.position), vector(plain[k][1], k, weights.velocity)];
            }
            found
        };
        let (slave, master) = (seeded(nodes[0], 0), seeded(nodes[1], a));
        let mut forces = [Vec3::<D>::zero(); 2 * MAX_FACE_NODES];
        let reference = self.reference(nodes[0]);
        let deepest = self.reach.radius;
        let facing = Facing { slave: &slave[..a], undeformed: &reference[..a], master: &master[..b], deepest };
        facing.each(|point| {
            let response = if point.gap < 0.0 { point.response(&self.law, &master[..b]) } else { None };
            let Some(response) = response else { return };
            (0..a).for_each(|k| forces[k] -= response.stress.scale(point.n[k] * point.area));
            (0..b).for_each(|k| forces[a + k] += response.carried[k].scale(point.area));
        });
        for row in 0..a + b {
            for column in 0..a + b {
                let part = Mat3(std::array::from_fn(|i| {
                    std::array::from_fn(|j| weights.force_row * forces[row][i].partial(3 * column + j))
                }));
                blocks.add(pair, a + b, [row, column], &part.0);
            }
        }
    }

    /// Whether any integration point of a pair is in contact.
    fn touches(&self, at: &MeshState, pair: usize) -> bool {
        let mut touches = false;
        self.each_of(at, pair, |_, response, _| touches |= response.is_some());
        touches
    }

    /// Passes how every integration point moves towards its face; the speed at which it closed is remembered for each face of the first surface.
    fn approach(&self, at: &MeshState, take: &mut dyn FnMut(&Approaching)) {
        let before = |k: u32| Vec3::from_slice(&at.memory[VELOCITIES + 3 * k as usize..]);
        for pair in 0..self.pairs.len() {
            let ((master, count), slot) = (self.face(at, self.nodes_of(pair)[1]), self.pairs[pair][0] as usize);
            let (y, shape) = (master.map(|[y, _]| y), FaceShape::of(count));
            self.each_of(at, pair, |point, _, [slave_nodes, master_nodes]| {
                let [x, v] = point.point;
                let (_, normal) = gap(shape, point.foot.natural, x, &y[..count]);
                let v_before = slave_nodes.iter().zip(point.n).fold(Vec3::zero(), |v, (&k, n)| v + before(k) * n);
                let below = master_nodes.iter().zip(master).zip(shape.shape(point.foot.natural));
                let below = below.map(|((&k, [_, w]), n)| (n, [w, before(k)]));
                let [rate, rate_before] = gap_rates(normal, [v, v_before], below);
                take(&Approaching { area: point.area, gap: point.gap, rate, rate_before, slot });
            });
        }
    }

    fn impact_sums<'a>(&self, at: &'a MeshState) -> ImpactSums<'a> {
        ImpactSums::new(at.memory, 3 * self.nodes.len(), at.time(), self.size * self.size, self.faces[0].len())
    }

    fn sums(&self, at: &MeshState) -> Sums {
        let mut sums = Sums::none();
        self.each(at, |point, response, _| sums.add_on_face(point.point[0], point.area, response));
        sums
    }

    /// The rate at which the motion of the integration points changes the stored energy of a pair.
    fn supplied(&self, at: &MeshState, pair: usize) -> f64 {
        let nodes = self.nodes_of(pair);
        let moving = |nodes: &[u32]| {
            let (plain, _) = self.face(at, nodes);
            plain.map(|[x, v]| {
                let along = Vec3(std::array::from_fn(|i| Dual::<1> { re: x[i], d: [v[i]] }));
                [along, Vec3::constant(v)]
            })
        };
        let (slave, master, reference) = (moving(nodes[0]), moving(nodes[1]), self.reference(nodes[0]));
        let (a, b, deepest) = (nodes[0].len(), nodes[1].len(), self.reach.radius);
        let facing = Facing { slave: &slave[..a], undeformed: &reference[..a], master: &master[..b], deepest };
        let (k, mut power) = (self.law.stiffness, 0.0);
        facing.each(|point| {
            let response = if point.gap < 0.0 { point.response(&self.law, &master[..b]) } else { None };
            let Some(Response { gap, gap_rate, .. }) = response else { return };
            power += 0.5 * k * point.area.d[0] * gap.re * gap.re;
            power += k * point.area.re * gap.re * (gap.d[0] - gap_rate.re);
        });
        power
    }
}

impl MeshElement for SolidMortar {
    const ELASTIC: bool = true;
    const LIMITS_STEPS: bool = true;
    const HAS_INFEASIBLE_STATES: bool = true;
    const CHANNELS: &'static [Channel] = super::keys::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        for pair in 0..self.pairs.len() {
            couple(&self.nodes_of(pair).concat());
        }
    }

    fn is_feasible(&self, at: &MeshState) -> bool {
        self.reach.contains(self.reach.displacement(at, &self.undeformed))
    }

    fn infeasibility(&self, at: &MeshState) -> Infeasibility {
        let displacement = self.reach.displacement(at, &self.undeformed);
        Infeasibility::LeftSearchRadius { displacement, radius: self.reach.radius }
    }

    fn memory(&self) -> usize {
        impact::memory(3 * self.nodes.len(), self.faces[0].len())
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
        self.each(at, |point, response, [slave, master]| {
            for (&k, n) in slave.iter().zip(point.n) {
                rows.force(k as usize, response.stress * (-point.area * n));
            }
            for (&k, carried) in master.iter().zip(&response.carried) {
                rows.force(k as usize, *carried * point.area);
            }
        });
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        for pair in 0..self.pairs.len() {
            if !self.touches(at, pair) {
                continue;
            }
            match self.nodes_of(pair).map(<[u32]>::len) {
                [4, 4] => self.add_tangent::<Dual<24>>(at, weights, blocks, pair),
                _ => self.add_tangent::<Dual<48>>(at, weights, blocks, pair),
            }
        }
    }

    fn resultant(&self, at: &MeshState) -> [f64; 6] {
        self.sums(at).resultant(self.size)
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        for pair in 0..self.pairs.len() {
            let mut touches = false;
            self.each_of(at, pair, |point, response, _| {
                let Some(response) = response else { return };
                touches = true;
                energy.potential += point.area * self.law.stored(response.gap);
                energy.dissipated +=
                    point.area * response.traction.dissipated(&self.law, response.gap, response.gap_rate);
            });
            if touches {
                energy.supplied += self.supplied(at, pair);
            }
        }
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let count = self.surface.len();
        let mut field = SurfaceField::new(count);
        for pair in 0..self.pairs.len() {
            self.each_of(at, pair, |point, response, [slave, _]| {
                let open = AtPoint { gap: point.gap, ..AtPoint::default() };
                let value = response.map_or(open, |response| response.at_point(&self.law));
                field.add(slave.iter().copied().zip(point.n), point.area, &value);
            });
        }
        Some(field.finish(at, &self.surface, &self.undeformed[..count], 0))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        // Without any common part the gap is beyond the search radius.
        let mut smallest = self.reach.radius;
        for pair in 0..self.pairs.len() {
            self.each_of(at, pair, |point, _, _| smallest = smallest.min(point.gap));
        }
        self.sums(at).channels(smallest, &self.energy(at), out);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::laws::Friction;
    use crate::mesh::Mesh;
    use crate::mesh::structured::block;
    use crate::system::SystemBuilder;

    fn faces(mesh: &Mesh, name: &str) -> Vec<CellFace> {
        mesh.surfaces.iter().find(|(other, _)| other == name).unwrap().1.clone()
    }

    /// ∫N dA and ∫∇N dA for each node of a mesh with rectangular faces.
    fn integrals(mesh: &Mesh, faces: &[CellFace]) -> Vec<(f64, Vec3)> {
        let mut sums = vec![(0.0, Vec3::zero()); mesh.positions.len()];
        for &face in faces {
            let own = mesh.face_nodes(face);
            let shape = FaceShape::of(own.len());
            for &(at, weight) in shape.quadrature() {
                let (n, d) = (shape.shape(at), shape.derivatives(at));
                let t: [Vec3; 2] = std::array::from_fn(|i| {
                    own.iter().zip(&d).fold(Vec3::zero(), |t, (&node, d)| t + mesh.positions[node as usize] * d[i])
                });
                let area = t[0].cross(t[1]).norm() * weight;
                for (&node, (n, d)) in own.iter().zip(n.iter().zip(&d)) {
                    let gradient = t[0] * (d[0] / t[0].dot(t[0])) + t[1] * (d[1] / t[1].dot(t[1]));
                    sums[node as usize].0 += n * area;
                    sums[node as usize].1 += gradient * area;
                }
            }
        }
        sums
    }

    #[test]
    fn a_sliding_patch_has_the_consistent_forces_of_uniform_pressure_and_friction_on_both_sides() {
        let (depth, velocity) = (1e-3, Vec3([3.0, -4.0, 0.0]));
        for quadratic in [false, true] {
            let mut builder = SystemBuilder::new();
            let mut add = |divisions: [usize; 3], height: f64, velocity: Vec3| {
                let mut mesh = block([2.0, 1.0, 1.0], divisions);
                mesh = if quadratic { mesh.with_middles() } else { mesh };
                mesh.positions.iter_mut().for_each(|x| x[2] += height);
                let nodes = mesh.positions.iter().map(|x| builder.point_node("node", *x, velocity)).collect();
                Arc::new(SolidMesh { mesh, nodes })
            };
            let (upper, lower) = (add([4, 3, 1], 0.5 - depth, velocity), add([3, 5, 1], -0.5, Vec3::zero()));
            let (bottom, top) = (faces(&upper.mesh, "z-"), faces(&lower.mesh, "z+"));
            let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 1e-3 });
            let law = SurfaceLaw { stiffness: 1e6, damping: 0.0, damping_depth: 1.0, hysteresis: 0.0, friction };
            builder.add_mesh("contact", SolidMortar::new((&upper, &bottom), (&lower, &top), 0.5, law));
            let system = builder.finish();
            let mut rows = vec![0.0; system.unknowns()];
            system.residual(&system.state(), &mut rows);
            let pressure = 1e6 * depth;
            let stress = Vec3([-0.3 * pressure * 0.6, 0.3 * pressure * 0.8, pressure]);
            // The surfaces are apart by the penetration, and the couple of the friction is at the rim: −g ∇N·τ along the normal.
            let tangential = Vec3([stress[0], stress[1], 0.0]);
            let couple = |gradient: Vec3| Vec3::unit(2) * (depth * gradient.dot(tangential));
            let expected = integrals(&upper.mesh, &bottom).into_iter().map(|(area, _)| stress * -area);
            let below = integrals(&lower.mesh, &top).into_iter();
            let expected = expected.chain(below.map(|(area, gradient)| stress * area + couple(gradient)));
            for (k, expected) in expected.enumerate() {
                let error = (Vec3::from_slice(&rows[3 * k..]) - expected).norm();
                // Round-off of positions of 1 m on a penetration of 1 mm.
                assert!(error < 1e-12 * pressure, "node {k}: {error:e} N");
            }
        }
    }
}
