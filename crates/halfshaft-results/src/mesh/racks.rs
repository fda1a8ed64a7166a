//! Racks and their wheels with teeth.
//!
//! The profile of the teeth comes with the scene; those of a rack are straight.

use super::gears::{Phases, Placement, Wheel, drawable, extruded, face};
use super::{Mesh, add, cross, dot, rotated_back, subtract, unit};
use crate::scene::{Item, Scene, Solid, Teeth};
use std::f64::consts::TAU;

/// The width over the module where a pair does not say it, and what is behind the teeth.
const WIDTH: f64 = 8.0;
const BACK: f64 = 2.0;

/// The wheel and the rack, less those that stand already.
pub(super) fn pair(scene: &Scene, item: &Item, phases: &mut Phases) -> Option<[Option<Wheel>; 2]> {
    let number = |key: &str| item.numbers.get(key)?.first().copied();
    let vector = |key: &str| <[f64; 3]>::try_from(item.numbers.get(key)?.as_slice()).ok();
    let ([wheel, teeth], module, axis) = (drawable(item)?, number("module")?, unit(item.axis?));
    let (&[on_a, on_b], centre) = (&item.on[..], *item.points.first()?) else { return None };
    let toward = unit(vector("normal")?);
    let centre = add(centre, axis.map(|n| n * dot(subtract(vector("plane").unwrap_or(centre), centre), axis)));
    let width = number("face_width").unwrap_or(WIDTH * module);
    let key = (on_a, wheel.number);
    // x from the wheel to the rack, y along the travel.
    let frame = [toward, cross(axis, toward), axis];
    let known = phases.get(&key).map(|placement| placement.tooth);
    let phase = known.map_or(0.0, |tooth| dot(tooth, frame[1]).atan2(dot(tooth, frame[0])));
    let placed = |mut mesh: Mesh, body: usize| {
        let pose = scene.bodies.get(body)?.pose;
        let turn = |v: [f64; 3]| std::array::from_fn::<f64, 3, _>(|k| (0..3).map(|i| frame[i][k] * v[i]).sum());
        for point in &mut mesh.points {
            *point = rotated_back(pose.rotation, subtract(add(turn(*point), centre), pose.position));
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, turn(*normal)));
        Some(Wheel { body, root: wheel.root_radius(), ring: false, mesh })
    };
    let first = match (known, on_a) {
        (None, Some(body)) => {
            let (sine, cosine) = phase.sin_cos();
            let tooth = std::array::from_fn(|k| frame[0][k] * cosine + frame[1][k] * sine);
            phases.insert(key, Placement { tooth, planes: vec![centre] });
            placed(extruded(wheel, phase, width, wheel.helix / wheel.reference_radius, false), body)
        }
        _ => None,
    };
    // As long as its body, or enough for a turn of the wheel.
    let length = on_b.and_then(|body| scene.bodies.get(body)).and_then(|body| match &body.shape {
        Some(Solid::Box { size }) => {
            let own = rotated_back(body.pose.rotation, frame[1]);
            Some(own.iter().zip(size).map(|(n, edge)| (n * edge).abs()).sum())
        }
        _ => None,
    });
    let count = (length.unwrap_or(TAU * wheel.reference_radius) / teeth.pitch).floor().clamp(1.0, 2000.0) as usize;
    // The rack has a space where the wheel has a tooth.
    let step = TAU / wheel.number as f64;
    let shift = (phase.rem_euclid(step) / step + 0.5) * teeth.pitch;
    let back = BACK * module - teeth.flank.first()?[0];
    let rack = Rack { teeth, back, count, shift, radius: wheel.reference_radius };
    Some([first, on_b.and_then(|body| placed(rack.mesh(width, teeth.helix), body))])
}

struct Rack<'a> {
    teeth: &'a Teeth,
    /// How deep its back is below the pitch line.
    back: f64,
    count: usize,
    shift: f64,
    /// How far the pitch line is from the wheel's centre.
    radius: f64,
}

impl Rack<'_> {
    /// The line of the teeth: depth below the pitch line and place along it, in the direction of the travel.
    fn line(&self) -> Vec<[f64; 2]> {
        let (pitch, tooth) = (self.teeth.pitch, self.teeth.tooth());
        let begin = self.shift - pitch * (self.count as f64 / 2.0).ceil();
        let middles = (0..self.count).map(|k| begin + pitch * k as f64);
        middles.flat_map(|middle| tooth.iter().map(move |(height, across)| [-height, middle + across])).collect()
    }

    /// x from the wheel to the rack, y along the travel, z across; seen from the wheel's centre.
    fn mesh(&self, width: f64, slant: f64) -> Mesh {
        let line = self.line();
        let back = self.back;
        let mut mesh = Mesh::default();
        let at = |[depth, along]: [f64; 2], z: f64| [self.radius + depth, along + slant * z, z];
        let (low, high) = (-width / 2.0, width / 2.0);
        for pair in line.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let [c, d] = [[back, b[1]], [back, a[1]]];
            face(&mut mesh, [at(a, low), at(a, high), at(b, high), at(b, low)], true);
            face(&mut mesh, [at(d, low), at(c, low), at(c, high), at(d, high)], true);
            face(&mut mesh, [at(a, high), at(d, high), at(c, high), at(b, high)], true);
            face(&mut mesh, [at(a, low), at(b, low), at(c, low), at(d, low)], true);
        }
        if let (Some(first), Some(last)) = (line.first(), line.last()) {
            for (end, forward) in [(first, true), (last, false)] {
                let behind = [back, end[1]];
                face(&mut mesh, [at(*end, low), at(behind, low), at(behind, high), at(*end, high)], forward);
            }
        }
        mesh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_rack_is_closed_and_its_teeth_are_as_wide_as_its_spaces_on_the_pitch_line() {
        let slope = 20f64.to_radians().tan();
        let half = |height: f64| PI / 2.0 - height * slope;
        let flank = [-2.5, 2.0].map(|height| [height, half(height)]).to_vec();
        let teeth = Teeth { pitch: 2.0 * PI, flank, ..Teeth::default() };
        let rack = Rack { teeth: &teeth, back: 6.5, count: 6, shift: 0.0, radius: 24.0 };
        let mesh = rack.mesh(10.0, 0.2);
        let line = rack.line();
        // Area above the root line: trapezoids 4.5 high, and the spaces between them; half a pitch wide in the middle.
        let length = line.last().unwrap()[1] - line[0][1];
        let teeth = 6.0 * 4.5 * (half(2.0) + half(-2.5));
        let volume = 10.0 * (teeth + 4.0 * length);
        assert!((mesh.volume() / volume - 1.0).abs() < 1e-12, "{} {volume}", mesh.volume());
        assert!((line[4][1] - line[0][1] - 2.0 * PI).abs() < 1e-12);
    }
}
