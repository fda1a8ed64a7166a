//! Gear wheels with their teeth.
//!
//! Involute flanks from the data of the pair, in the transverse plane: with the reference radius r = m_t z/2 and the base
//! radius r_b = r cos α_t, the half angle of a tooth at radius ρ is
//!
//! ```text
//! ψ(ρ) = π/2z + 2 x tan α_n / z + inv α_t − inv α_ρ,    cos α_ρ = r_b/ρ,    inv α = tan α − α
//! ```
//!
//! (as in ISO 21771; for a ring this is a tooth space). Below the base circle the tooth widens slightly instead of a fillet. A
//! helix rotates the profile along the axis by tan β / r per metre. Teeth of one wheel are centred in the tooth spaces of the
//! other, whatever the backlash.

use super::{Mesh, add, axes_along, bevels, cross, dot, racks, rotated_back, subtract};
use crate::scene::{Item, Scene};
use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

/// Points along one flank, and steps along the axis of a helical tooth.
const FLANK: usize = 4;
const STEPS: usize = 6;
pub(super) const DEDENDUM: f64 = 1.25;
/// Widening of a tooth below its base circle.
const FOOT: f64 = 0.25;
/// Default face width over module.
const WIDTH: f64 = 8.0;

/// A wheel on a body.
pub(super) struct Wheel {
    /// The index of its body.
    pub body: usize,
    /// The root radius of the teeth, or the radius behind them for a ring.
    pub root: f64,
    pub ring: bool,
    pub mesh: Mesh,
}

/// The placed wheels, by body and number of teeth.
pub(super) type Phases = HashMap<(Option<usize>, usize), Placement>;

/// The placement of a wheel, in the model frame.
pub(super) struct Placement {
    /// The direction of a tooth.
    pub tooth: [f64; 3],
    /// The planes in which it has been drawn; the tooth direction refers to the first.
    pub planes: Vec<[f64; 3]>,
}

/// The profile of a wheel's teeth in the transverse plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teeth {
    number: f64,
    pub reference: f64,
    base: f64,
    tip: f64,
    pub root: f64,
    /// Half angle of a tooth, or of a tooth space of a ring, at the reference circle.
    half: f64,
    pub pressure: f64,
    ring: bool,
}

fn involute(angle: f64) -> f64 {
    angle.tan() - angle
}

impl Teeth {
    /// The half angle of a tooth, or of a tooth space of a ring, at a radius.
    fn half_at(&self, radius: f64) -> f64 {
        let pressure = (self.base / radius.max(self.base)).min(1.0).acos();
        let foot = FOOT * (self.base - radius).max(0.0) / self.base;
        (self.half + involute(self.pressure) - involute(pressure) + foot).max(0.0)
    }

    /// Radii and angles of one tooth (or tooth space of a ring), anticlockwise about its middle.
    pub fn tooth(&self) -> Vec<(f64, f64)> {
        // A tooth space of a ring is as wide as the tooth that would fill it, from the tip to the root of the ring.
        let (low, high) = (self.tip.min(self.root), self.tip.max(self.root));
        let radius = |i: usize| low + (high - low) * i as f64 / FLANK as f64;
        let up = (0..=FLANK).map(|i| (radius(i), -self.half_at(radius(i))));
        up.chain((0..=FLANK).rev().map(|i| (radius(i), self.half_at(radius(i))))).collect()
    }

    /// The closed outline, with a tooth (or tooth space of a ring) centred on `phase`.
    fn outline(&self, phase: f64) -> Vec<(f64, f64)> {
        let tooth = self.tooth();
        let middles = (0..self.number as usize).map(|k| phase + TAU * k as f64 / self.number);
        middles.flat_map(|middle| tooth.iter().map(move |(radius, angle)| (*radius, middle + angle))).collect()
    }
}

/// The wheels of all pairs; a wheel that meshes with several others is drawn once.
pub(super) fn wheels(scene: &Scene) -> Vec<Wheel> {
    let mut phases = Phases::new();
    let mut wheels = vec![];
    for item in scene.items.iter().filter(|item| item.section == "gear") {
        let pair = match item.kind.as_str() {
            "external" => pair(scene, item, false, &mut phases),
            "internal" => pair(scene, item, true, &mut phases),
            "bevel" => bevels::pair(scene, item, &mut phases),
            "rack" => racks::pair(scene, item, &mut phases),
            _ => None,
        };
        wheels.extend(pair.into_iter().flatten().flatten());
    }
    wheels
}

/// The tooth angles of both wheels of a pair, from the angles already known and the directions to the pitch point. A
/// placed wheel determines the other one.
pub(super) fn tooth_angles(
    known: [Option<f64>; 2],
    directions: [f64; 2],
    teeth: [f64; 2],
    radii: [f64; 2],
    internal: bool,
) -> [f64; 2] {
    let first = if known[1].is_some() && known[0].is_none() { 1 } else { 0 };
    let phase = known[first].unwrap_or(directions[first]);
    let pitch = TAU / teeth[first];
    let off = (phase - directions[first] + pitch / 2.0).rem_euclid(pitch) - pitch / 2.0;
    let arc = off * radii[first] * if internal { 1.0 } else { -1.0 };
    let other = 1 - first;
    // A tooth of one is in a tooth space of the other; the outline of a ring is centred on a tooth space already.
    let space = if internal { 0.0 } else { PI / teeth[other] };
    let angle = directions[other] + arc / radii[other] + space;
    if first == 0 { [phase, angle] } else { [angle, phase] }
}

/// Both wheels of a pair on parallel axes, except those placed already.
fn pair(scene: &Scene, item: &Item, internal: bool, phases: &mut Phases) -> Option<[Option<Wheel>; 2]> {
    let number = |key: &str, i: usize| item.numbers.get(key)?.get(i).copied();
    let (module, axis) = (number("module", 0)?, item.axis?);
    let teeth = [number("teeth", 0)?, number("teeth", 1)?];
    let (&[on_a, on_b], &[x_a, x_b]) = (&item.on[..], &item.points[..]) else { return None };
    if !(module > 0.0 && teeth.iter().all(|z| (3.0..=1000.0).contains(z))) {
        return None;
    }
    let (helix, pressure) = (number("helix_angle", 0).unwrap_or(0.0), number("pressure_angle", 0).unwrap_or(0.35));
    let ring = |i: usize| internal && teeth[i] > teeth[1 - i];
    let profile = |i: usize| {
        let shift = number("shift", i).unwrap_or(0.0);
        let addendum = number("addendum", i);
        profile(teeth[i], module, helix, pressure, shift, addendum, ring(i))
    };
    let profiles = [profile(0), profile(1)];
    let [e1, e2, e3] = axes_along(axis);
    let plane = item.numbers.get("plane").and_then(|p| <[f64; 3]>::try_from(p.clone()).ok()).unwrap_or(x_a);
    let middle = |x: [f64; 3]| add(x, e3.map(|e| e * dot(subtract(plane, x), e3)));
    let centres = [middle(x_a), middle(x_b)];
    let along = subtract(centres[1], centres[0]);
    // Directions from each centre to the pitch point, as angles about the axis.
    let toward = dot(along, e2).atan2(dot(along, e1));
    let directions = match (ring(0), ring(1)) {
        (false, false) => [toward, toward + PI],
        (true, _) => [toward, toward],
        (_, true) => [toward + PI, toward + PI],
    };
    let width = number("face_width", 0).unwrap_or(WIDTH * module);
    let hands = item.words.get("hand").map(String::as_str).unwrap_or_default();
    let mut right = [!hands.starts_with("left"), !hands.ends_with("left")];
    if hands.is_empty() {
        right[1] = internal;
    }
    let twists = [0, 1].map(|i| if right[i] { 1.0 } else { -1.0 } * helix.tan() / profiles[i].reference);
    let keys = [0, 1].map(|i| ([on_a, on_b][i], teeth[i] as usize));
    let known = [0, 1].map(|i| {
        let Placement { tooth, planes } = phases.get(&keys[i])?;
        Some(dot(*tooth, e2).atan2(dot(*tooth, e1)) + twists[i] * dot(subtract(plane, *planes.first()?), e3))
    });
    let angles = tooth_angles(known, directions, teeth, profiles.map(|profile| profile.reference), internal);
    Some([0, 1].map(|i| {
        let (sine, cosine) = angles[i].sin_cos();
        let tooth = std::array::from_fn(|k| e1[k] * cosine + e2[k] * sine);
        let placement = phases.entry(keys[i]).or_insert(Placement { tooth, planes: vec![] });
        // A long wheel may mesh in several planes, each with its face width.
        if placement.planes.iter().any(|other| dot(subtract(plane, *other), e3).abs() < width / 2.0) {
            return None;
        }
        placement.planes.push(plane);
        let body = keys[i].0?;
        let body_of = scene.bodies.get(body)?;
        let mut mesh = extruded(&profiles[i], angles[i], width, twists[i], body_of.shape.is_some());
        let pose = body_of.pose;
        let place = |v: [f64; 3]| std::array::from_fn::<f64, 3, _>(|k| e1[k] * v[0] + e2[k] * v[1] + e3[k] * v[2]);
        for point in &mut mesh.points {
            *point = rotated_back(pose.rotation, subtract(add(place(*point), centres[i]), pose.position));
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, place(*normal)));
        Some(Wheel { body, root: profiles[i].root, ring: profiles[i].ring, mesh })
    }))
}

pub(super) fn profile(
    number: f64,
    module: f64,
    helix: f64,
    normal: f64,
    shift: f64,
    addendum: Option<f64>,
    ring: bool,
) -> Teeth {
    let transverse = module / helix.cos();
    let pressure = (normal.tan() / helix.cos()).atan();
    let reference = transverse * number / 2.0;
    let sign = if ring { -1.0 } else { 1.0 };
    let tip = reference + sign * module * addendum.unwrap_or(1.0 + sign * shift);
    let root = reference - sign * module * (DEDENDUM - sign * shift);
    let half = (PI / 2.0 + 2.0 * shift * normal.tan()) / number;
    Teeth {
        number,
        reference,
        base: reference * pressure.cos(),
        tip,
        root: root.max(0.1 * reference),
        half,
        pressure,
        ring,
    }
}

/// The outline extruded along z about the middle plane with a twist, with a bore or a rim; only a thin rim if the body has
/// a shape too.
pub(super) fn extruded(teeth: &Teeth, phase: f64, width: f64, twist: f64, thin: bool) -> Mesh {
    let outline = teeth.outline(phase);
    let steps = if twist == 0.0 { 1 } else { STEPS };
    // A wheel has a bore, a ring has a rim.
    let inner = match (teeth.ring, thin) {
        (true, false) => teeth.root + 0.15 * teeth.reference,
        (false, false) => 0.3 * teeth.root,
        (true, true) => 1.02 * teeth.root,
        (false, true) => 0.9 * teeth.root,
    };
    let mut mesh = Mesh::default();
    let height = |step: usize| width * (step as f64 / steps as f64 - 0.5);
    let at = |(radius, angle): (f64, f64), step: usize| {
        let (sine, cosine) = (angle + twist * height(step)).sin_cos();
        [radius * cosine, radius * sine, height(step)]
    };
    let next = |i: usize| (i + 1) % outline.len();
    for i in 0..outline.len() {
        let (a, b) = (outline[i], outline[next(i)]);
        for step in 0..steps {
            face(&mut mesh, [at(a, step), at(b, step), at(b, step + 1), at(a, step + 1)], !teeth.ring);
        }
        // Round surfaces need no twist.
        let round = |angle: f64, step: usize| [inner * angle.cos(), inner * angle.sin(), height(step)];
        face(&mut mesh, [round(a.1, 0), round(b.1, 0), round(b.1, steps), round(a.1, steps)], teeth.ring);
        for (step, up) in [(0, false), (steps, true)] {
            face(&mut mesh, [round(a.1, step), at(a, step), at(b, step), round(b.1, step)], up != teeth.ring);
        }
    }
    mesh
}

/// A flat quadrilateral with its own normal.
pub(super) fn face(mesh: &mut Mesh, corners: [[f64; 3]; 4], forward: bool) {
    let [a, b, c, d] = if forward { corners } else { [corners[3], corners[2], corners[1], corners[0]] };
    let normal = cross(subtract(c, a), subtract(d, b));
    let length = dot(normal, normal).sqrt();
    if length == 0.0 {
        return;
    }
    let begin = mesh.points.len() as u32;
    mesh.points.extend([a, b, c, d]);
    mesh.normals.extend([normal.map(|n| n / length); 4]);
    mesh.triangles.extend([[begin, begin + 1, begin + 2], [begin, begin + 2, begin + 3]]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Pose};
    use std::collections::BTreeMap;

    fn scene(kind: &str, teeth: [f64; 2], distance: f64, helix: f64) -> Scene {
        let body = |x: f64| Body {
            name: "wheel".into(),
            pose: Pose { position: [x, 0.0, 0.0], rotation: [1.0, 0.0, 0.0, 0.0] },
            mass: 1.0,
            shape: None,
        };
        let numbers = [
            ("teeth", teeth.to_vec()),
            ("module", vec![2.0]),
            ("helix_angle", vec![helix]),
            ("pressure_angle", vec![20f64.to_radians()]),
            ("face_width", vec![10.0]),
        ];
        let item = Item {
            name: "mesh".into(),
            section: "gear".into(),
            kind: kind.into(),
            on: vec![Some(0), Some(1)],
            points: vec![[0.0; 3], [distance, 0.0, 0.0]],
            axis: Some([0.0, 0.0, 1.0]),
            numbers: numbers.into_iter().map(|(key, list)| (key.to_string(), list)).collect(),
            words: BTreeMap::new(),
        };
        Scene { bodies: vec![body(0.0), body(distance)], items: vec![item], ..Scene::default() }
    }

    #[test]
    fn a_tooth_has_its_thickness_at_the_reference_circle_and_ends_at_its_tip() {
        let teeth = profile(24.0, 2.0, 0.0, 20f64.to_radians(), 0.0, None, false);
        assert_eq!((teeth.reference, teeth.tip, teeth.root), (24.0, 26.0, 21.5));
        // Half a pitch: π m / 2 = 3.1416, so 1.5708 to each side.
        assert!((teeth.half_at(24.0) * 24.0 - PI / 2.0).abs() < 1e-12);
        // Thickness at the tip of a standard wheel of 24 teeth and module 2: 1.44 (by the formula above, worked by hand:
        // cos α_a = 22.5526/26, α_a = 29.84°, inv = 0.05279; inv 20° = 0.014904; 2·26·(0.065450 + 0.014904 − 0.05279)).
        assert!((2.0 * 26.0 * teeth.half_at(26.0) - 1.433).abs() < 2e-3, "{}", 2.0 * 26.0 * teeth.half_at(26.0));
    }

    /// Whether a point in the plane lies inside a closed outline in polar coordinates.
    fn inside(outline: &[(f64, f64)], x: f64, y: f64) -> bool {
        let points: Vec<[f64; 2]> = outline.iter().map(|(r, a)| [r * a.cos(), r * a.sin()]).collect();
        let crossings = (0..points.len()).filter(|&i| {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        });
        crossings.count() % 2 == 1
    }

    #[test]
    fn teeth_stand_in_the_spaces_of_the_other_wheel() {
        let alpha = 20f64.to_radians();
        for off in [0.0, 0.02, 0.1, -0.05] {
            let (a, b) =
                (profile(16.0, 2.0, 0.0, alpha, 0.0, None, false), profile(24.0, 2.0, 0.0, alpha, 0.0, None, false));
            // A tooth of A beside the line of centres by `off`; B as `pair` would place it.
            let phase_b = PI - off * a.reference / b.reference + PI / b.number;
            let outline_b = b.outline(phase_b);
            for (radius, angle) in a.outline(off) {
                // Drawn in a little, since at zero backlash flanks touch, and chords stray from involutes.
                let radius = radius - 0.08;
                let (x, y) = (radius * angle.cos() - 40.0, radius * angle.sin());
                assert!(!inside(&outline_b, x, y), "off by {off}: {radius} {angle}");
            }
            // Half a pitch of A further, teeth would overlap.
            let wrong = a.outline(off + PI / a.number);
            assert!(wrong.iter().any(|(r, angle)| inside(&outline_b, r * angle.cos() - 40.0, r * angle.sin())));
        }
    }

    #[test]
    fn wheels_stand_on_their_bodies_with_their_tips_and_a_plausible_volume() {
        let scene = scene("external", [16.0, 24.0], 40.0, 0.0);
        let wheels = wheels(&scene);
        assert_eq!(wheels.iter().map(|wheel| wheel.body).collect::<Vec<_>>(), [0, 1]);
        for (wheel, reference) in wheels.iter().zip([16.0f64, 24.0]) {
            let farthest = wheel.mesh.points.iter().map(|p| p[0].hypot(p[1])).fold(0.0, f64::max);
            assert!((farthest - (reference + 2.0)).abs() < 1e-9, "{farthest}");
            // About the cylinder of the reference circle, less its bore.
            let cylinder = PI * (reference.powi(2) - (0.3 * (reference - 2.5)).powi(2)) * 10.0;
            assert!((wheel.mesh.volume() / cylinder - 1.0).abs() < 0.05, "{}", wheel.mesh.volume() / cylinder);
        }
    }

    #[test]
    fn a_ring_has_its_teeth_inside_and_a_helix_turns_them() {
        let scene = scene("internal", [16.0, 48.0], 32.0, 0.3);
        let wheels = wheels(&scene);
        assert!(!wheels[0].ring && wheels[1].ring);
        let nearest = wheels[1].mesh.points.iter().map(|p| p[0].hypot(p[1])).fold(f64::MAX, f64::min);
        let reference = 48.0 / 0.3f64.cos();
        assert!((nearest - (reference - 2.0)).abs() < 1e-9, "{nearest}");
        assert!(wheels.iter().all(|wheel| wheel.mesh.volume() > 0.0));
    }

    #[test]
    fn a_long_wheel_is_drawn_in_each_plane_and_its_teeth_go_on() {
        let helix = 0.3;
        let mut scene = scene("external", [16.0, 24.0], 40.0 / 0.3f64.cos(), helix);
        let mut other = scene.items[0].clone();
        other.numbers.insert("plane".into(), vec![0.0, 0.0, 30.0]);
        scene.items.extend([other, scene.items[0].clone()]);
        let wheels = wheels(&scene);
        assert_eq!(wheels.iter().map(|wheel| wheel.body).collect::<Vec<_>>(), [0, 1, 0, 1]);
        // 30 further on, a right-handed wheel of the reference radius r has turned by 30 tan β / r.
        let angle = |wheel: &Wheel| {
            let tips = wheel.mesh.points.iter().filter(|p| p[0].hypot(p[1]) > 18.0 && p[2].rem_euclid(30.0) == 5.0);
            tips.map(|p| p[1].atan2(p[0]).rem_euclid(TAU / 16.0)).fold(f64::MAX, f64::min)
        };
        let rotated =
            (angle(&wheels[2]) - angle(&wheels[0]) - 30.0 * helix.tan() / (16.0 / helix.cos())).rem_euclid(TAU / 16.0);
        assert!(rotated.min(TAU / 16.0 - rotated) < 1e-9, "{rotated}");
    }

    #[test]
    fn what_is_no_pair_of_wheels_is_left_alone() {
        assert!(wheels(&scene("belt", [16.0, 24.0], 40.0, 0.0)).is_empty());
        assert!(wheels(&scene("external", [1.0, 24.0], 40.0, 0.0)).is_empty());
    }
}
