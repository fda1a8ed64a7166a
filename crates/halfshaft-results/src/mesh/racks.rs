//! Racks and pinions with their teeth.
//!
//! The teeth of a rack are straight: in the transverse plane half a tooth at height h above the pitch line is
//! π m_t/4 − h tan α_t wide.

use super::gears::{DEDENDUM, Phases, Placement, Wheel, extruded, face, profile};
use super::{Mesh, add, cross, dot, rotated_back, subtract, unit};
use crate::scene::{Item, Scene, Solid};
use std::f64::consts::{PI, TAU};

/// Default face width over module, and thickness behind the teeth.
const WIDTH: f64 = 8.0;
const BACK: f64 = 2.0;

/// The wheel and the rack, except those placed already.
pub(super) fn pair(scene: &Scene, item: &Item, phases: &mut Phases) -> Option<[Option<Wheel>; 2]> {
    let number = |key: &str| item.numbers.get(key)?.first().copied();
    let vector = |key: &str| <[f64; 3]>::try_from(item.numbers.get(key)?.as_slice()).ok();
    let (teeth, module, axis) = (number("teeth")?, number("module")?, unit(item.axis?));
    let (&[on_a, on_b], centre) = (&item.on[..], *item.points.first()?) else { return None };
    if !(module > 0.0 && (3.0..=1000.0).contains(&teeth)) {
        return None;
    }
    let toward = unit(vector("normal")?);
    let centre = add(centre, axis.map(|n| n * dot(subtract(vector("plane").unwrap_or(centre), centre), axis)));
    let (helix, pressure) = (number("helix_angle").unwrap_or(0.0), number("pressure_angle").unwrap_or(0.35));
    let left = item.words.get("hand").is_some_and(|hand| hand == "left");
    let slant = if left { -helix.tan() } else { helix.tan() };
    let width = number("face_width").unwrap_or(WIDTH * module);
    let wheel = profile(teeth, module, helix, pressure, 0.0, None, false);
    // x from the wheel to the rack, y along the travel.
    let frame = [toward, cross(axis, toward), axis];
    let known = phases.get(&(on_a, teeth as usize)).map(|placement| placement.tooth);
    let phase = known.map_or(0.0, |tooth| dot(tooth, frame[1]).atan2(dot(tooth, frame[0])));
    let placed = |mut mesh: Mesh, body: usize| {
        let pose = scene.bodies.get(body)?.pose;
        let turn = |v: [f64; 3]| std::array::from_fn::<f64, 3, _>(|k| (0..3).map(|i| frame[i][k] * v[i]).sum());
        for point in &mut mesh.points {
            *point = rotated_back(pose.rotation, subtract(add(turn(*point), centre), pose.position));
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, turn(*normal)));
        Some(Wheel { body, root: wheel.root, ring: false, mesh })
    };
    let first = match (known, on_a) {
        (None, Some(body)) => {
            let (sine, cosine) = phase.sin_cos();
            let tooth = std::array::from_fn(|k| frame[0][k] * cosine + frame[1][k] * sine);
            phases.insert((on_a, teeth as usize), Placement { tooth, planes: vec![centre] });
            placed(extruded(&wheel, phase, width, slant / wheel.reference, false), body)
        }
        _ => None,
    };
    let pitch = PI * module / helix.cos();
    // As long as its body, or long enough for a turn of the wheel.
    let length = on_b.and_then(|body| scene.bodies.get(body)).and_then(|body| match &body.shape {
        Some(Solid::Box { size }) => {
            let own = rotated_back(body.pose.rotation, frame[1]);
            Some(own.iter().zip(size).map(|(n, edge)| (n * edge).abs()).sum())
        }
        _ => None,
    });
    let count = (length.unwrap_or(TAU * wheel.reference) / pitch).floor().clamp(1.0, 2000.0) as usize;
    // A tooth of the wheel is in a tooth space of the rack.
    let shift = (phase.rem_euclid(TAU / teeth) / (TAU / teeth) + 0.5) * pitch;
    let rack = Rack { pitch, module, slope: wheel.pressure.tan(), count, shift, radius: wheel.reference };
    Some([first, on_b.and_then(|body| placed(rack.mesh(width, slant), body))])
}

struct Rack {
    pitch: f64,
    module: f64,
    slope: f64,
    count: usize,
    shift: f64,
    /// Distance of the pitch line from the centre of the wheel.
    radius: f64,
}

impl Rack {
    /// The profile of the teeth: depth below the pitch line and position along it, in the direction of travel.
    fn line(&self) -> Vec<[f64; 2]> {
        let begin = self.shift - self.pitch * (self.count as f64 / 2.0).ceil();
        let half = |height: f64| self.pitch / 4.0 - height * self.slope;
        let (tip, root) = (self.module, -DEDENDUM * self.module);
        let tooth = |k: usize| {
            let middle = begin + self.pitch * k as f64;
            [
                [-root, middle - half(root)],
                [-tip, middle - half(tip)],
                [-tip, middle + half(tip)],
                [-root, middle + half(root)],
            ]
        };
        (0..self.count).flat_map(tooth).collect()
    }

    /// x from the wheel to the rack, y along the travel, z across; from the centre of the wheel.
    fn mesh(&self, width: f64, slant: f64) -> Mesh {
        let line = self.line();
        let back = (DEDENDUM + BACK) * self.module;
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

    #[test]
    fn a_rack_is_closed_and_its_teeth_are_as_wide_as_its_spaces_on_the_pitch_line() {
        let rack =
            Rack { pitch: 2.0 * PI, module: 2.0, slope: 20f64.to_radians().tan(), count: 6, shift: 0.0, radius: 24.0 };
        let mesh = rack.mesh(10.0, 0.2);
        let line = rack.line();
        // Area above the root line: trapezoids 4.5 high, and the spaces between them; half a pitch wide in the middle.
        let length = line.last().unwrap()[1] - line[0][1];
        let half = |height: f64| PI / 2.0 - height * rack.slope;
        let teeth = 6.0 * 4.5 * (half(2.0) + half(-2.5));
        let volume = 10.0 * (teeth + 4.0 * length);
        assert!((mesh.volume() / volume - 1.0).abs() < 1e-12, "{} {volume}", mesh.volume());
        assert!((line[4][1] - line[0][1] - 2.0 * PI).abs() < 1e-12);
    }
}
