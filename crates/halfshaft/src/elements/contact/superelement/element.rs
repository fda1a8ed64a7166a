//! Two superelements that may touch.

use super::super::solid::SurfaceLaw;
use super::super::solid::master::{Foot, project};
use super::super::solid::pair::{Moving, Response, gap, response};
use super::keys::CHANNELS;
use super::skin::{Skin, elastic};
use crate::describe::Channel;
use crate::math::{Dual, Scalar, Seeded, Vec3};
use crate::mesh::FaceShape;
use crate::mesh::face::MAX_FACE_NODES;
use crate::system::mesh::GROUP;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, Motion, NodeId, Weights};

/// Contact of the skins of two reduced bodies, each in its floating frame.
///
/// ```text
/// x = x₀ + R₀ (X + Σ Ψ_i η_i)          points and nodes of faces, only where the trees find them near
/// f = ½ A (p n + τ)                    on a point, with g, n, u of its foot on a face of the other skin
/// force −f,  torque −r × R₀ᵀ f,  mode i −Ψ_i·R₀ᵀ f,     r = X + Σ Ψ_i η_i
/// ```
///
/// The points of both skins are projected on the faces of the other, each with half of the law, so that the order of the bodies does not
/// matter and the edge of either is found. Gap, normal, relative velocity and the balanced forces on the nodes of a face are those of solids
/// ([`super::super::solid::SolidOnSolid`]), pressure and friction those of [`SurfaceLaw`]. The forces go straight to the frames
/// and the amplitudes, and the tangent is exact. Without amplitudes the bodies are rigid.
///
/// Points beyond the reach, behind the other surface or away from it, do not touch. A point that slides over the end of a surface loses its
/// force there, and the points of the other edge take it over. Source: Virlez 2014, eqs. 6.59-6.99 and 7.45-7.60, with one pass
/// and plane triangles.
pub struct SuperelementContact {
    skins: [Skin; 2],
    /// Frame and groups of amplitudes of the first body, then those of the second.
    nodes: Vec<NodeId>,
    group: Vec<u32>,
    law: SurfaceLaw,
    /// Depth behind a surface, and distance from it, at which points are looked for.
    reach: f64,
    /// Square root of the smaller area, in metres: compares moments with forces.
    size: f64,
}

/// Partials of a point and a face: six of each frame, three of the point, three of each node of the face.
const OF_POINT: usize = 12;
const OF_FACE: usize = 15;
const LOCAL: usize = OF_FACE + 3 * MAX_FACE_NODES;
/// A dual number with all of them; widths are multiples of four.
type Partials = Dual<40>;

/// A point in contact: pass 0 has the points of the first skin.
struct Pair {
    pass: usize,
    point: usize,
    face: usize,
    foot: Foot,
    gap: f64,
}

/// The equations of a pair: rows of both frames, of the displacement of the point and of those of the nodes of the face, in that order.
struct Local<S> {
    rows: [Vec3<S>; LOCAL / 3],
    response: Response<S>,
}

/// Position and velocity of a point of a body with the elastic displacement u and its rate.
fn moved<S: Scalar>(frame: &Motion<S>, x: Vec3, [u, du]: [Vec3<S>; 2]) -> (Moving<S>, Vec3<S>) {
    let r = Vec3::constant(x) + u;
    ([frame.at.x + frame.at.r * r, frame.v + frame.at.r * (frame.w.cross(r) + du)], r)
}

impl SuperelementContact {
    /// Two skins on their frames and groups of amplitudes.
    pub fn new(skins: [Skin; 2], bodies: [(NodeId, &[NodeId]); 2], reach: f64, law: SurfaceLaw) -> Self {
        let of = |(frame, amplitudes): (NodeId, &[NodeId])| -> Vec<NodeId> {
            std::iter::once(frame).chain(amplitudes.iter().copied()).collect()
        };
        let nodes: Vec<NodeId> = bodies.into_iter().flat_map(of).collect();
        let group = (0..nodes.len() as u32).collect();
        let areas = [0, 1].map(|k| skins[k].areas.iter().sum::<f64>());
        SuperelementContact { skins, nodes, group, law, reach, size: areas[0].min(areas[1]).sqrt() }
    }

    /// The index of a body's frame among the nodes.
    fn first(&self, body: usize) -> usize {
        body * (1 + self.skins[0].count().div_ceil(GROUP))
    }

    fn amplitudes<'a>(&self, at: &'a MeshState, body: usize) -> [&'a [f64]; 2] {
        let [eta, rate, _] = match self.skins[body].count() {
            0 => [&[][..]; 3],
            count => at.amplitudes(self.first(body) + 1, count),
        };
        [eta, rate]
    }

    /// Positions and velocities of the nodes of a face.
    fn face(
        &self,
        frame: &Motion<f64>,
        amplitudes: [&[f64]; 2],
        body: usize,
        face: usize,
    ) -> [Moving<f64>; MAX_FACE_NODES] {
        let mut found = [[Vec3::zero(); 2]; MAX_FACE_NODES];
        for (found, &node) in found.iter_mut().zip(&self.skins[body].faces[face]) {
            let (x, shapes) = self.skins[body].node(node);
            *found = moved(frame, x, elastic(shapes, amplitudes)).0;
        }
        found
    }

    /// Passes every point with a foot on the other skin within the reach: those behind it, or with `open` also those in front of it.
    fn each_pair(&self, at: &MeshState, open: bool, mut take: impl FnMut(Pair)) {
        let frames = [0, 1].map(|body| at.motion(self.first(body)));
        let amplitudes = [0, 1].map(|body| self.amplitudes(at, body));
        let bounds = [0, 1].map(|body| self.skins[body].elastic_bound(amplitudes[body][0]));
        for pass in 0..2 {
            let other = 1 - pass;
            let (own, faces) = (&self.skins[pass], &self.skins[other]);
            let Some(whole) = faces.face_tree.whole() else { continue };
            let (from, to) = (&frames[pass].at, &frames[other].at);
            let carried = |x: Vec3| to.r.transpose_times(from.x + from.r * x - to.x);
            let margin = self.reach + bounds[0] + bounds[1];
            let near = |points: &super::super::solid::master::Aabb| {
                let (middle, half) = ((points.low + points.high) * 0.5, (points.high - points.low).norm() * 0.5);
                whole.distance(carried(middle)) <= margin + half
            };
            own.point_tree.each(near, |point| {
                let point = point as usize;
                let (position, shapes) = own.point(point);
                let [u, _] = elastic::<f64>(shapes, amplitudes[pass]);
                let x = from.x + from.r * (position + u);
                let local = to.r.transpose_times(x - to.x);
                let distance = self.reach + bounds[other];
                let mut best: Option<Pair> = None;
                faces.face_tree.each(
                    |around| around.distance(local) <= distance,
                    |face| {
                        let face = face as usize;
                        if !open && faces.outside(face, local) > bounds[other] {
                            return;
                        }
                        let y = self.face(&frames[other], amplitudes[other], other, face).map(|[y, _]| y);
                        let count = faces.faces[face].len();
                        let Some(foot) = project(FaceShape::of(count), &y[..count], x) else { return };
                        let (gap, _) = gap(FaceShape::of(count), foot.natural, x, &y[..count]);
                        let nearer = best.as_ref().is_none_or(|best| gap.abs() < best.gap.abs());
                        if gap.abs() < self.reach && nearer {
                            best = Some(Pair { pass, point, face, foot, gap });
                        }
                    },
                );
                best.into_iter().for_each(&mut take);
            });
        }
    }

    /// The equations of a pair for the motions of the frame of the point and that of the face, and elastic displacements with rates.
    fn local<S: Scalar>(
        &self,
        pair: &Pair,
        [own, other]: [&Motion<S>; 2],
        point: [Vec3<S>; 2],
        nodes: &[[Vec3<S>; 2]; MAX_FACE_NODES],
    ) -> Option<Local<S>> {
        let (skin, faces) = (&self.skins[pair.pass], &self.skins[1 - pair.pass]);
        let face = &faces.faces[pair.face];
        let (x, arm) = moved(own, skin.point(pair.point).0, point);
        let (mut y, mut arms) = ([[Vec3::zero(); 2]; MAX_FACE_NODES], [Vec3::zero(); MAX_FACE_NODES]);
        for (b, &node) in face.iter().enumerate() {
            (y[b], arms[b]) = moved(other, faces.node(node).0, nodes[b]);
        }
        let response = response(&self.law, &pair.foot, x, &y[..face.len()])?;
        let area = 0.5 * skin.areas[pair.point];
        let mut rows = [Vec3::zero(); LOCAL / 3];
        let force = response.stress * -area;
        let inside = own.at.r.transpose_times(force);
        (rows[0], rows[1], rows[OF_POINT / 3]) = (force, arm.cross(inside), inside);
        rows[2] = -force;
        for b in 0..face.len() {
            let inside = other.at.r.transpose_times(response.carried[b] * area);
            rows[3] += arms[b].cross(inside);
            rows[OF_FACE / 3 + b] = inside;
        }
        Some(Local { rows, response })
    }

    /// Passes every pair in contact with its equations, and with `open` those that are apart without them.
    fn each_contact(&self, at: &MeshState, open: bool, mut take: impl FnMut(&Pair, Option<&Local<f64>>)) {
        let frames = [0, 1].map(|body| at.motion(self.first(body)));
        let amplitudes = [0, 1].map(|body| self.amplitudes(at, body));
        self.each_pair(at, open, |pair| {
            let (own, other) = (pair.pass, 1 - pair.pass);
            let point = elastic(self.skins[own].point(pair.point).1, amplitudes[own]);
            let mut nodes = [[Vec3::zero(); 2]; MAX_FACE_NODES];
            for (found, &node) in nodes.iter_mut().zip(&self.skins[other].faces[pair.face]) {
                *found = elastic(self.skins[other].node(node).1, amplitudes[other]);
            }
            let local = match pair.gap < 0.0 {
                true => self.local(&pair, [&frames[own], &frames[other]], point, &nodes),
                false => None,
            };
            take(&pair, local.as_ref());
        });
    }

    /// The same with partials, as the derivative of row i by column j.
    fn derivatives(&self, at: &MeshState, weights: &Weights, pair: &Pair) -> Option<[[f64; LOCAL]; LOCAL]> {
        let (own, other) = (pair.pass, 1 - pair.pass);
        let amplitudes = [0, 1].map(|body| self.amplitudes(at, body));
        let frames = [(own, 0), (other, 6)].map(|(body, base)| at.seeded::<Partials>(self.first(body), base, weights));
        let seeded = |[u, du]: [Vec3; 2], first: usize| {
            let vector =
                |x: Vec3, weight: f64| Vec3(std::array::from_fn(|i| Partials::seeded(x[i], first + i, weight)));
            [vector(u, weights.position), vector(du, weights.velocity)]
        };
        let point = seeded(elastic(self.skins[own].point(pair.point).1, amplitudes[own]), OF_POINT);
        let mut nodes = [[Vec3::zero(); 2]; MAX_FACE_NODES];
        for (b, &node) in self.skins[other].faces[pair.face].iter().enumerate() {
            nodes[b] = seeded(elastic(self.skins[other].node(node).1, amplitudes[other]), OF_FACE + 3 * b);
        }
        let local = self.local(pair, [&frames[0], &frames[1]], point, &nodes)?;
        let entry = |i: usize, j: usize| weights.force_row * local.rows[i / 3][i % 3].partial(j);
        Some(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))))
    }

    /// The coordinates of a body with what they move: node among the nodes, place in it, and the local displacements with their factors.
    fn each_coordinate(&self, pair: &Pair, of_point: bool, mut take: impl FnMut(usize, usize, &Motions)) {
        let body = if of_point { pair.pass } else { 1 - pair.pass };
        let first = self.first(body);
        let skin = &self.skins[body];
        for k in 0..6 {
            let place = if of_point { k } else { 6 + k };
            take(first, k, &Motions::Frame(place));
        }
        for i in 0..skin.count() {
            let (node, place) = (first + 1 + i / GROUP, i % GROUP);
            if of_point {
                take(node, place, &Motions::Point(skin.point(pair.point).1[i]));
                continue;
            }
            let mut shapes = [Vec3::zero(); MAX_FACE_NODES];
            let face = &skin.faces[pair.face];
            shapes.iter_mut().zip(face).for_each(|(shape, &node)| *shape = skin.node(node).1[i]);
            take(node, place, &Motions::Face(shapes));
        }
    }

    fn add_tangent(&self, matrix: &[[f64; LOCAL]; LOCAL], pair: &Pair, blocks: &mut MeshBlocks) {
        let size = self.nodes.len();
        for by_point in [true, false] {
            self.each_coordinate(pair, by_point, |column_node, column, motions| {
                let local: [f64; LOCAL] = std::array::from_fn(|i| motions.times(&matrix[i]));
                for of_point in [true, false] {
                    self.each_coordinate(pair, of_point, |row_node, row, motions| {
                        if let Some(block) = blocks.block(0, size, row_node, column_node) {
                            block[column][row] += motions.times(&local);
                        }
                    });
                }
            });
        }
    }

    /// What the contact does, summed over its points.
    fn summed(&self, at: &MeshState, open: bool) -> Summed {
        let mut sum = Summed::none(self.reach);
        let frame = at.motion(0).at;
        self.each_contact(at, open, |pair, local| {
            sum.smallest = sum.smallest.min(pair.gap);
            let Some(Local { rows, response }) = local else { return };
            // Rows are what is missing for balance.
            let k = if pair.pass == 0 { 0 } else { 2 };
            sum.force -= rows[k];
            sum.moment -= frame.x.cross(rows[k]) + frame.r * rows[k + 1];
            let (area, traction) = (0.5 * self.skins[pair.pass].areas[pair.point], &response.traction);
            sum.normal += area * traction.pressure;
            sum.friction += area * traction.friction();
            if traction.pressure > 0.0 {
                (sum.area, sum.count) = (sum.area + area, sum.count + 1.0);
            }
            sum.largest = sum.largest.max(traction.pressure);
            sum.energy.potential += area * self.law.stored(response.gap);
            sum.energy.dissipated += area * traction.dissipated(&self.law, response.gap, response.gap_rate);
        });
        sum
    }
}

/// What a contact does, summed over its points.
struct Summed {
    /// On the first body, with the moment about the origin of the world.
    force: Vec3,
    moment: Vec3,
    normal: f64,
    friction: f64,
    smallest: f64,
    largest: f64,
    area: f64,
    count: f64,
    energy: Energy,
}

impl Summed {
    fn none(smallest: f64) -> Self {
        let [normal, friction, largest, area, count] = [0.0; 5];
        let (force, moment, energy) = (Vec3::zero(), Vec3::zero(), Energy::default());
        Summed { force, moment, normal, friction, smallest, largest, area, count, energy }
    }
}

/// What a coordinate moves of a pair.
enum Motions {
    /// One of the unknowns of the frames.
    Frame(usize),
    /// The point.
    Point(Vec3),
    /// The nodes of the face.
    Face([Vec3; MAX_FACE_NODES]),
}

impl Motions {
    /// The product with local numbers.
    #[inline]
    fn times(&self, local: &[f64; LOCAL]) -> f64 {
        match self {
            Motions::Frame(k) => local[*k],
            Motions::Point(shape) => (0..3).map(|k| shape[k] * local[OF_POINT + k]).sum(),
            Motions::Face(shapes) => {
                let of = |b: usize| (0..3).map(|k| shapes[b][k] * local[OF_FACE + 3 * b + k]).sum::<f64>();
                (0..MAX_FACE_NODES).map(of).sum()
            }
        }
    }
}

impl MeshElement for SuperelementContact {
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&self.group);
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        self.each_contact(at, false, |pair, local| {
            let Some(local) = local else { return };
            let (own, other) = (self.first(pair.pass), self.first(1 - pair.pass));
            for (node, k) in [(own, 0), (other, 2)] {
                rows.force(node, local.rows[k]);
                rows.torque(node, local.rows[k + 1]);
            }
            for (i, shape) in self.skins[pair.pass].point(pair.point).1.iter().enumerate() {
                rows.amplitude(own + 1, i, shape.dot(local.rows[OF_POINT / 3]));
            }
            let faces = &self.skins[1 - pair.pass];
            for (&node, row) in faces.faces[pair.face].iter().zip(&local.rows[OF_FACE / 3..]) {
                for (i, shape) in faces.node(node).1.iter().enumerate() {
                    rows.amplitude(other + 1, i, shape.dot(*row));
                }
            }
        });
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        self.each_pair(at, false, |pair| {
            if pair.gap < 0.0
                && let Some(matrix) = self.derivatives(at, weights, &pair)
            {
                self.add_tangent(&matrix, &pair, blocks);
            }
        });
    }

    fn resultant(&self, at: &MeshState) -> [f64; 6] {
        let Summed { force, moment, .. } = self.summed(at, false);
        let scale = if self.size > 0.0 { 1.0 / self.size } else { 0.0 };
        std::array::from_fn(|i| if i < 3 { force[i] } else { moment[i - 3] * scale })
    }

    fn energy(&self, at: &MeshState) -> Energy {
        self.summed(at, false).energy
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let sum = self.summed(at, true);
        out[..3].copy_from_slice(&sum.force.0);
        out[3..6].copy_from_slice(&sum.moment.0);
        let Summed { normal, friction, smallest, largest, area, count, energy, .. } = sum;
        let rest = [normal, friction, smallest, largest, area, count, energy.potential, energy.dissipated];
        out[6..].copy_from_slice(&rest);
    }
}
