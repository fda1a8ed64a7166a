//! The surface of a solid that touches a rigid surface by Lagrange multipliers: its points, and their sums.

use super::augmented::{AugmentedPoint, MEMORY, OPEN, Support};
use super::field::AtPoint;
use super::on_surface::SolidOnSurface;
use super::sums::{Acting, Sums};
use crate::describe::Channel;
use crate::math::Vec3;
use crate::mesh::MeshField;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, NodeId, Pose, SystemBuilder, Weights};

/// A point touches at the start up to this gap, relative to the square root of its area.
const START_TOLERANCE: f64 = 1e-6;
/// Penetration that is round-off, relative to the same.
const ROUND_OFF: f64 = 1e-11;

/// Contact of the surface of a solid with a rigid surface, as an augmented Lagrangian of its points ([`AugmentedPoint`]): energy and channels of them
/// all.
pub struct AugmentedSolid {
    contact: SolidOnSurface,
    support: Support,
    /// Where multipliers, memory and modes of the points begin.
    first: [usize; 3],
}

/// What acts at a point that touches; vectors in the axes of the body's node.
struct Touching {
    point: usize,
    d: Vec3,
    u: Vec3,
    force: Vec3,
    normal: f64,
    friction: f64,
    power: [f64; 2],
}

impl AugmentedSolid {
    /// Adds the points of a contact and the contact itself; `friction` has the coefficients of sticking and of sliding, `body` is the initial pose of the node
    /// that has the rigid surface.
    pub fn add_to(
        builder: &mut SystemBuilder,
        name: &str,
        contact: SolidOnSurface,
        friction: Option<[f64; 2]>,
        body: Pose,
    ) {
        let (frame, surface) = contact.rigid();
        let first = builder.next_places();
        let r = body.rotation.matrix();
        for point in 0..contact.points() {
            let length = contact.area(point).abs().sqrt();
            let support = Support { frame, surface, friction, tolerance: ROUND_OFF * length };
            let nodes = contact.entries(point).iter().map(|&(k, n)| contact.node(k, n));
            let x = nodes.clone().fold(Vec3::zero(), |x, (_, n, position)| x + position * n);
            let gap = support.gap(r.transpose_times(x - body.position)).map(|(gap, _)| gap);
            let closed = gap.is_some_and(|gap| gap <= START_TOLERANCE * length);
            let own = format!("{name}/point {}", point + 1);
            match friction {
                Some(_) => builder.add_mesh(own, AugmentedPoint::<3>::new(frame.node, nodes, support, closed)),
                None => builder.add_mesh(own, AugmentedPoint::<1>::new(frame.node, nodes, support, closed)),
            }
        }
        let support = Support { frame, surface, friction, tolerance: 0.0 };
        builder.add_mesh(name, AugmentedSolid { contact, support, first });
    }

    /// Passes every point that touches.
    fn each(&self, at: &MeshState, mut take: impl FnMut(&Touching)) {
        let (multipliers, memory, modes) = at.of_all();
        let [each, remembered] = if self.support.friction.is_some() { [3, MEMORY] } else { [1, 0] };
        let body = at.motion(0);
        for point in 0..self.contact.points() {
            let mode = modes[self.first[2] + point];
            if mode == OPEN {
                continue;
            }
            let own = &multipliers[self.first[0] + each * point..][..each];
            let memory = &memory[self.first[1] + remembered * point..][..remembered];
            let [d, u] = self.contact.relative(at, &body, point);
            let force = self.support.force(d, mode, memory, own);
            let power = self.support.power(d, u, mode, memory, own);
            let friction = own[1..].iter().map(|x| x * x).sum::<f64>().sqrt();
            take(&Touching { point, d, u, force, normal: own[0], friction, power });
        }
    }
}

impl MeshElement for AugmentedSolid {
    const CHANNELS: &'static [Channel] = super::keys::CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        self.contact.nodes()
    }

    fn couplings(&self, _couple: &mut dyn FnMut(&[u32])) {}

    fn residual(&self, _at: &MeshState, _rows: &mut MeshRows) {}

    fn tangent(&self, _at: &MeshState, _weights: &Weights, _blocks: &mut MeshBlocks) {}

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        self.each(at, |touching| {
            energy.dissipated += touching.power[0];
            energy.supplied += touching.power[1];
        });
        energy
    }

    fn field(&self, at: &MeshState) -> Option<MeshField> {
        let mut touching = vec![None; self.contact.points()];
        self.each(at, |own| {
            let area = self.contact.area(own.point);
            touching[own.point] = Some(AtPoint {
                pressure: own.normal / area,
                gap: 0.0,
                friction: own.friction / area,
                sliding: self.support.slip(own.d, own.u).norm(),
                power: own.power[0] / area,
            });
        });
        let body = at.motion(0);
        let open = |point: usize| {
            self.contact.gap_of(at, &body, point).map(|(_, gap, _)| AtPoint { gap, ..AtPoint::default() })
        };
        Some(self.contact.field_of(at, |point| touching[point].or_else(|| open(point))))
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let body = at.motion(0);
        let mut sums = Sums::none();
        self.each(at, |touching| {
            let Touching { point, d, u, force, normal, friction, .. } = touching;
            sums.add(&Acting {
                place: body.at.x + body.at.r * *d,
                arm: body.at.r * (*d - self.contact.origin()),
                force: body.at.r * *force,
                area: self.contact.area(*point),
                normal: *normal,
                friction: *friction,
                sliding: self.support.slip(*d, *u).norm(),
            });
        });
        sums.channels(self.contact.smallest_gap(at), &self.energy(at), out);
    }
}
