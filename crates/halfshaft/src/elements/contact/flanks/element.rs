//! Two wheels in mesh.

use super::keys::CHANNELS;
use super::law::FlankLaw;
use super::slice::{CarriedFlank, LOCAL, Local, OF_FIELD, OF_POINT, Place, Touch, local, touch};
use super::wheel::{FlankedWheel, SIDES};
use crate::describe::Channel;
use crate::math::{Dual, Vec3};
use crate::system::mesh::GROUP;
use crate::system::{Energy, MeshBlocks, MeshElement, MeshRows, MeshState, Motion, NodeId, Weights};

/// How far beyond the path of contact pairs of teeth are looked at, in pitches.
const MARGIN: f64 = 0.6;
/// Pairs whose undeformed gap exceeds the elastic displacements by this part of the module cannot touch.
const SEARCH_GAP: f64 = 0.1;
/// Wheels whose axes are farther apart than this multiple of the sum of their tip radii do not touch.
const FAR: f64 = 2.0;

/// Contact of the teeth of two wheels on reduced bodies, external ones or a wheel in a ring, on both flanks and any number of turns.
///
/// ```text
/// g(s) = d(x(s) − u₂)          x(s) = X₁(s) + u₁(s) in the axes of wheel 2, the exact flank carried by the displacement
/// d = r_b cos β_b (±(θ − θ_t) − ψ_b + tan α − α) + what is taken off
/// F = b f(−g(s*)) ∂g/∂x,   ∂g/∂s = 0 at s*, or s* is an edge
/// ```
///
/// d is the distance from an involute along its normal, so that gap, normal and curvature are exact and no force jumps between facets. The face is cut into slices of the width b. In each
/// of them the pairs of teeth near the path of contact are chosen by their place, and the deepest point of one flank in the other is
/// found, or the edge at a tip. The displacements u come from the shapes of the reduced bodies, interpolated smoothly along the flank.
/// The derivative of g at s* is its total derivative, so that forces are conservative; the tangent has that of s* from a step of Newton's method.
///
/// Limits: slices stay opposite each other, so that axial displacements are small against their width; roots are not touched.
/// Source: Virlez 2014, section 6.11, with exact flanks instead of facets.
pub struct FlankContact {
    wheels: [FlankedWheel; 2],
    /// Frame and groups of amplitudes of the first wheel, then those of the second.
    nodes: Vec<NodeId>,
    group: Vec<u32>,
    /// Widths of the slices.
    widths: Vec<f64>,
    law: FlankLaw,
}

/// A dual number with the partials of a touch.
type Partials = Dual<LOCAL>;

/// The state of both wheels.
struct Present<'a> {
    frames: [Motion<f64>; 2],
    amplitudes: [[&'a [f64]; 2]; 2],
}

impl FlankContact {
    /// Two wheels, of which the second may be a ring, with slices of these widths, on their frames and groups of amplitudes.
    pub fn new(wheels: [FlankedWheel; 2], widths: Vec<f64>, bodies: [(NodeId, &[NodeId]); 2], law: FlankLaw) -> Self {
        let of = |(frame, amplitudes): (NodeId, &[NodeId])| -> Vec<NodeId> {
            std::iter::once(frame).chain(amplitudes.iter().copied()).collect()
        };
        let nodes: Vec<NodeId> = bodies.into_iter().flat_map(of).collect();
        let group = (0..nodes.len() as u32).collect();
        FlankContact { wheels, nodes, group, widths, law }
    }

    /// The index of a wheel's frame among the nodes.
    fn first(&self, wheel: usize) -> usize {
        wheel * (1 + self.wheels[0].body.count().div_ceil(GROUP))
    }

    fn present<'a>(&self, at: &'a MeshState) -> Present<'a> {
        let amplitudes = [0, 1].map(|wheel| match self.wheels[wheel].body.count() {
            0 => [&[][..]; 2],
            count => {
                let [eta, rate, _] = at.amplitudes(self.first(wheel) + 1, count);
                [eta, rate]
            }
        });
        Present { frames: [0, 1].map(|wheel| at.motion(self.first(wheel))), amplitudes }
    }

    /// Passes the pairs of teeth near each other in all slices, with the nearest points.
    fn each_touch(&self, present: &Present, mut take: impl FnMut(&Touch)) {
        let (wheels, frames) = (&self.wheels, &present.frames);
        let carried = [0, 1].map(|k| CarriedFlank::new(&wheels[k], &frames[k], &wheels[1 - k], &frames[1 - k]));
        let outside = wheels[1].outside();
        // From the axis of each wheel to the pitch point: towards the other axis, in a ring away from its axis.
        let towards = [carried[1].shift * outside, carried[0].shift].map(|x| x[1].atan2(x[0]));
        let distance = carried[1].shift[0].hypot(carried[1].shift[1]);
        let bases = [0, 1].map(|k| wheels[k].tooth.base_radius);
        let sum = bases[1] + outside * bases[0];
        let bound: f64 = [0, 1]
            .map(|k| {
                let sizes = wheels[k].body.sizes.iter().zip(present.amplitudes[k][0]);
                sizes.map(|(size, eta)| size * eta.abs()).sum::<f64>()
            })
            .iter()
            .sum();
        let gap = SEARCH_GAP * wheels[0].tooth.drawing.module;
        // Far apart, as in a diverging iteration, the line of action would have teeth without end.
        let tip_radii = wheels[0].tooth.drawing.tip_radius + wheels[1].tooth.drawing.tip_radius;
        if distance <= sum || distance > FAR * tip_radii {
            return;
        }
        let angle = (sum / distance).acos();
        let tips = [0, 1].map(|k| wheels[k].tooth.roll(wheels[k].tooth.drawing.tip_radius));
        let halves = [0, 1].map(|k| wheels[k].tooth.base_half_angle());
        let along = distance * angle.sin();
        let [pitch, other_pitch] = [0, 1].map(|k| wheels[k].pitch());
        let margin = MARGIN * pitch;
        let range = [outside * (along - bases[1] * tips[1]) / bases[0] - margin, tips[0] + margin];
        for (side, sign) in SIDES.into_iter().enumerate() {
            for plane in 0..self.widths.len() {
                // Roll angle ξ = ±(θ − λ) + α_w + ψ_b of the ideal point of contact.
                let offset = towards[0] - wheels[0].twist(wheels[0].planes[plane]);
                let [low, high] = range.map(|roll| sign * (roll - angle - halves[0]) + offset);
                let [low, high] = [low.min(high), low.max(high)];
                for tooth in (low / pitch).ceil() as i64..=(high / pitch).floor() as i64 {
                    let roll = sign * (pitch * tooth as f64 - offset) + angle + halves[0];
                    let other_roll = (along - outside * bases[0] * roll) / bases[1];
                    let turned = sign * (other_roll - angle - outside * halves[1]);
                    let middle = towards[1] + turned - wheels[1].twist(wheels[1].planes[plane]);
                    let teeth = [tooth, (middle / other_pitch).round() as i64];
                    let sides = [side, if outside > 0.0 { side } else { 1 - side }];
                    let place = Place { teeth, sides, plane };
                    // The undeformed gap on the path of contact is the difference of the angles.
                    let behind = outside * sign * (middle - other_pitch * teeth[1] as f64);
                    let apart = behind * wheels[1].normal_radius();
                    if apart > bound + gap {
                        continue;
                    }
                    let start = wheels[0].fraction(roll.max(0.0));
                    let both = [&wheels[0], &wheels[1]];
                    let found = touch(place, both, [&carried[0], &carried[1]], start, present.amplitudes);
                    found.iter().for_each(&mut take);
                }
            }
        }
    }

    /// Passes every touch in contact with its equations.
    fn each_contact(&self, at: &MeshState, mut take: impl FnMut(&Touch, &Local<f64>)) {
        let present = self.present(at);
        self.each_touch(&present, |touch| {
            if touch.gap >= 0.0 {
                return;
            }
            let [own, other] = [touch.curve, 1 - touch.curve];
            let [elastic, displaced] = touch.elastic;
            let wheels = [&self.wheels[own], &self.wheels[other]];
            let frames = [&present.frames[own], &present.frames[other]];
            let width = self.widths[touch.place.plane];
            if let Some(local) = local(touch, wheels, frames, [&elastic, &displaced], &self.law, width) {
                take(touch, &local);
            }
        });
    }

    /// Ψ and its slope along the flank at a touch for each amplitude of a wheel.
    fn each_shape(&self, touch: &Touch, wheel: usize, mut take: impl FnMut(usize, Vec3, Vec3)) {
        let own = &self.wheels[wheel];
        let s = touch.fractions[usize::from(wheel != touch.curve)];
        if own.body.count() == 0 {
            return;
        }
        let Place { teeth, sides, plane } = touch.place;
        let weights = own.weights(s);
        let stations: [&[Vec3]; 4] = std::array::from_fn(|k| {
            let empty = weights.values[k] == 0.0 && weights.slopes[k] == 0.0;
            own.shapes(teeth[wheel], sides[wheel], plane, if empty { weights.first } else { weights.first + k })
        });
        for i in 0..own.body.count() {
            let sum = |of: &[f64; 4]| (0..4).fold(Vec3::zero(), |sum, k| sum + stations[k][i] * of[k]);
            take(i, sum(&weights.values), sum(&weights.slopes));
        }
    }

    /// The coordinates of a touch: node, place in it, first local number and six factors, of which a frame's has one.
    fn coordinates(&self, touch: &Touch, out: &mut Vec<(usize, usize, usize, [f64; 6])>) {
        out.clear();
        for (k, wheel) in [touch.curve, 1 - touch.curve].into_iter().enumerate() {
            let first = self.first(wheel);
            for i in 0..6 {
                out.push((first, i, 6 * k, std::array::from_fn(|j| f64::from(u8::from(i == j)))));
            }
            let local = [OF_POINT, OF_FIELD][k];
            self.each_shape(touch, wheel, |i, shape, slope| {
                let factors = std::array::from_fn(|j| if j < 3 { shape[j] } else { slope[j - 3] });
                out.push((first + 1 + i / GROUP, i % GROUP, local, factors));
            });
        }
    }

    /// Force and moment about the origin of the world on the first wheel.
    fn resultants(&self, at: &MeshState) -> [Vec3; 2] {
        let (mut force, mut moment) = (Vec3::zero(), Vec3::zero());
        self.each_contact(at, |touch, local| {
            let own = if touch.curve == 0 { local.force } else { -local.force };
            force += own;
            moment += local.at.cross(own);
        });
        [force, moment]
    }
}

impl MeshElement for FlankContact {
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn couplings(&self, couple: &mut dyn FnMut(&[u32])) {
        couple(&self.group);
    }

    fn residual(&self, at: &MeshState, rows: &mut MeshRows) {
        self.each_contact(at, |touch, local| {
            for (k, wheel) in [touch.curve, 1 - touch.curve].into_iter().enumerate() {
                let first = self.first(wheel);
                rows.force(first, local.rows[2 * k]);
                rows.torque(first, local.rows[2 * k + 1]);
                let [own, along] = [local.rows[4 + 2 * k], local.rows[5 + 2 * k]];
                self.each_shape(touch, wheel, |i, shape, slope| {
                    rows.amplitude(first + 1, i, shape.dot(own) + slope.dot(along));
                });
            }
        });
    }

    fn tangent(&self, at: &MeshState, weights: &Weights, blocks: &mut MeshBlocks) {
        let present = self.present(at);
        let size = self.nodes.len();
        let mut coordinates = Vec::new();
        self.each_touch(&present, |touch| {
            if touch.gap >= 0.0 {
                return;
            }
            let [own, other] = [touch.curve, 1 - touch.curve];
            let [elastic, displaced] = touch.elastic;
            let elastics = [elastic.seeded::<Partials>(OF_POINT, weights), displaced.seeded(OF_FIELD, weights)];
            let frames = [(own, 0), (other, 6)].map(|(wheel, base)| at.seeded(self.first(wheel), base, weights));
            let wheels = [&self.wheels[own], &self.wheels[other]];
            let width = self.widths[touch.place.plane];
            let found = local(touch, wheels, [&frames[0], &frames[1]], [&elastics[0], &elastics[1]], &self.law, width);
            let Some(local) = found else { return };
            self.coordinates(touch, &mut coordinates);
            for &(column_node, column, first, factors) in &coordinates {
                let by = |row: usize| {
                    let partials = &local.rows[row / 3][row % 3].d[first..first + 6];
                    weights.force_row * partials.iter().zip(&factors).map(|(x, factor)| x * factor).sum::<f64>()
                };
                let by: [f64; LOCAL] = std::array::from_fn(by);
                for &(row_node, row, first, factors) in &coordinates {
                    if let Some(block) = blocks.block(0, size, row_node, column_node) {
                        block[column][row] += (0..6).map(|k| factors[k] * by[first + k]).sum::<f64>();
                    }
                }
            }
        });
    }

    fn resultant(&self, at: &MeshState) -> [f64; 6] {
        let [force, moment] = self.resultants(at);
        let scale = 1.0 / self.wheels[0].tooth.reference_radius;
        std::array::from_fn(|i| if i < 3 { force[i] } else { moment[i - 3] * scale })
    }

    fn energy(&self, at: &MeshState) -> Energy {
        let mut energy = Energy::default();
        self.each_contact(at, |_, local| {
            energy.potential += local.stored;
            energy.dissipated += local.dissipated;
        });
        energy
    }

    fn channels(&self, at: &MeshState, out: &mut [f64]) {
        let present = self.present(at);
        let mut deepest = f64::NEG_INFINITY;
        self.each_touch(&present, |touch| deepest = deepest.max(-touch.gap));
        let (mut sides, mut friction, mut largest) = ([0.0; 2], 0.0, 0.0_f64);
        // A pair of teeth is in contact if one of its slices is.
        let (mut known, mut pairs) = ([(0, 0); MOST_PAIRS], 0);
        let (mut force, mut moments) = (Vec3::zero(), [0.0; 2]);
        let origins = [0, 1].map(|k| present.frames[k].at.x + present.frames[k].at.r * self.wheels[k].origin);
        let axes = [0, 1].map(|k| present.frames[k].at.r * self.wheels[k].axes.column(2));
        self.each_contact(at, |touch, local| {
            sides[touch.place.sides[0]] += local.normal;
            friction += local.friction;
            largest = largest.max(local.normal / self.widths[touch.place.plane]);
            let own = if touch.curve == 0 { local.force } else { -local.force };
            force += own;
            moments[0] += axes[0].dot((local.at - origins[0]).cross(own));
            moments[1] -= axes[1].dot((local.at - origins[1]).cross(own));
            let pair = (touch.place.teeth[0], touch.place.sides[0]);
            if local.normal > 0.0 && pairs < MOST_PAIRS && !known[..pairs].contains(&pair) {
                known[pairs] = pair;
                pairs += 1;
            }
        });
        let total = sides[0] + sides[1];
        let width: f64 = self.widths.iter().sum();
        let energy = self.energy(at);
        let deepest = if deepest.is_finite() { deepest } else { -SEARCH_GAP * self.wheels[0].tooth.drawing.module };
        out[..3].copy_from_slice(&force.0);
        out[3..].copy_from_slice(&[
            total,
            deepest,
            pairs as f64,
            sides[0],
            sides[1],
            moments[0],
            moments[1],
            largest,
            if total > 0.0 { largest * width / total } else { 0.0 },
            friction,
            energy.potential,
            energy.dissipated,
        ]);
    }
}

/// The most pairs of teeth that are counted.
const MOST_PAIRS: usize = 16;
