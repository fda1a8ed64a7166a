//! Gear wheels with their teeth.
//!
//! The profile of the teeth comes with the scene ([`Teeth`]), from the geometry of the pair. A helix turns it along the axis by
//! tan β / r for each metre. Teeth of one wheel stand in the spaces of the other, whatever backlash the pair has.

use super::{Mesh, add, axes_along, cross, dot, rotated_back, subtract};
use crate::scene::{Item, Scene, Teeth};
use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

/// Steps along the axis of a helical tooth.
const STEPS: usize = 6;
/// Wheels with other numbers of teeth than these are not drawn.
const NUMBERS: std::ops::RangeInclusive<usize> = 3..=1000;
/// The width over the module where a pair does not say it.
const WIDTH: f64 = 8.0;

/// A wheel on a body.
pub(super) struct Wheel {
    /// The place of its body.
    pub body: usize,
    /// The radius between the teeth, or behind them for a ring.
    pub root: f64,
    pub ring: bool,
    pub mesh: Mesh,
}

/// The wheels that stand, by their bodies and numbers of teeth.
pub(super) type Phases = HashMap<(Option<usize>, usize), Placement>;

/// Orientation of a wheel, in the model frame.
pub(super) struct Placement {
    /// The direction of a tooth.
    pub tooth: [f64; 3],
    /// The planes in which it has been drawn; the tooth is in the first.
    pub planes: Vec<[f64; 3]>,
}

/// The teeth of a pair of wheels; none where there are too few or too many to be drawn.
pub(super) fn drawable(item: &Item) -> Option<[&Teeth; 2]> {
    let [a, b] = &item.teeth[..] else { return None };
    // A rack has no number.
    let drawable = |teeth: &Teeth| teeth.number == 0 || NUMBERS.contains(&teeth.number);
    (drawable(a) && drawable(b)).then_some([a, b])
}

/// Once around, with a tooth (or a space of a ring) centred on `phase`; angles are `wide` times those of the profile.
pub(super) fn outline(teeth: &Teeth, phase: f64, wide: f64) -> Vec<(f64, f64)> {
    let tooth = teeth.tooth();
    let middles = (0..teeth.number).map(|k| phase + TAU * k as f64 / teeth.number as f64);
    middles.flat_map(|middle| tooth.iter().map(move |(radius, angle)| (*radius, middle + angle * wide))).collect()
}

/// Angles of a tooth of each wheel of a pair, from the known angles and the directions to the
/// pitch point. The wheel that is placed already determines the other one.
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
    // Where one has a tooth the other has a space; what a ring's outline is centred on is a space already.
    let space = if internal { 0.0 } else { PI / teeth[other] };
    let angle = directions[other] + arc / radii[other] + space;
    if first == 0 { [phase, angle] } else { [angle, phase] }
}

/// Both wheels of a pair on parallel axes, less those that are there already.
pub(super) fn pair(scene: &Scene, item: &Item, internal: bool, phases: &mut Phases) -> Option<[Option<Wheel>; 2]> {
    let number = |key: &str| item.numbers.get(key)?.first().copied();
    let (profiles, axis) = (drawable(item)?, item.axis?);
    let teeth = profiles.map(|profile| profile.number as f64);
    let (&[on_a, on_b], &[x_a, x_b]) = (&item.on[..], &item.points[..]) else { return None };
    let [e1, e2, e3] = axes_along(axis);
    let plane = item.numbers.get("plane").and_then(|p| <[f64; 3]>::try_from(p.clone()).ok()).unwrap_or(x_a);
    let middle = |x: [f64; 3]| add(x, e3.map(|e| e * dot(subtract(plane, x), e3)));
    let centres = [middle(x_a), middle(x_b)];
    let along = subtract(centres[1], centres[0]);
    // Directions from each centre to the pitch point, as angles about the axis.
    let toward = dot(along, e2).atan2(dot(along, e1));
    let directions = match profiles.map(|profile| profile.internal) {
        [false, false] => [toward, toward + PI],
        [true, _] => [toward, toward],
        [_, true] => [toward + PI, toward + PI],
    };
    let width = number("face_width").unwrap_or(WIDTH * number("module")?);
    let twists = profiles.map(|profile| profile.helix / profile.reference_radius);
    let keys = [0, 1].map(|i| ([on_a, on_b][i], profiles[i].number));
    let known = [0, 1].map(|i| {
        let Placement { tooth, planes } = phases.get(&keys[i])?;
        Some(dot(*tooth, e2).atan2(dot(*tooth, e1)) + twists[i] * dot(subtract(plane, *planes.first()?), e3))
    });
    let angles = tooth_angles(known, directions, teeth, profiles.map(|profile| profile.reference_radius), internal);
    Some([0, 1].map(|i| {
        let (sine, cosine) = angles[i].sin_cos();
        let tooth = std::array::from_fn(|k| e1[k] * cosine + e2[k] * sine);
        let placement = phases.entry(keys[i]).or_insert(Placement { tooth, planes: vec![] });
        // A long wheel may mesh in several planes, each with its width.
        if placement.planes.iter().any(|other| dot(subtract(plane, *other), e3).abs() < width / 2.0) {
            return None;
        }
        placement.planes.push(plane);
        let body = keys[i].0?;
        let body_of = scene.bodies.get(body)?;
        let mut mesh =
            extruded(profiles[i], angles[i], width, twists[i], body_of.shape.is_some() || !body_of.shapes.is_empty());
        let pose = body_of.pose;
        let place = |v: [f64; 3]| std::array::from_fn::<f64, 3, _>(|k| e1[k] * v[0] + e2[k] * v[1] + e3[k] * v[2]);
        for point in &mut mesh.points {
            *point = rotated_back(pose.rotation, subtract(add(place(*point), centres[i]), pose.position));
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, place(*normal)));
        Some(Wheel { body, root: profiles[i].root_radius(), ring: profiles[i].internal, mesh })
    }))
}

/// The outline drawn along z about the middle plane, turned as it goes, with a bore or a rim; only a thin rim where the body
/// has a shape besides.
pub(super) fn extruded(teeth: &Teeth, phase: f64, width: f64, twist: f64, thin: bool) -> Mesh {
    let (outline, ring, root) = (outline(teeth, phase, 1.0), teeth.internal, teeth.root_radius());
    let steps = if twist == 0.0 { 1 } else { STEPS };
    // A wheel has a bore, a ring a rim.
    let inner = match (ring, thin) {
        (true, false) => root + 0.15 * teeth.reference_radius,
        (false, false) => 0.3 * root,
        (true, true) => 1.02 * root,
        (false, true) => 0.9 * root,
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
            face(&mut mesh, [at(a, step), at(b, step), at(b, step + 1), at(a, step + 1)], !ring);
        }
        // Turned with the teeth, so that the cells of the end faces do not fold.
        let round = |angle: f64, step: usize| at((inner, angle), step);
        face(&mut mesh, [round(a.1, 0), round(b.1, 0), round(b.1, steps), round(a.1, steps)], ring);
        for (step, up) in [(0, false), (steps, true)] {
            face(&mut mesh, [round(a.1, step), at(a, step), at(b, step), round(b.1, step)], up != ring);
        }
    }
    mesh
}

/// A flat face of four corners with its own normal.
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
    use crate::mesh::wheels::wheels;
    use crate::scene::{Body, Pose};
    use std::collections::BTreeMap;

    /// A standard wheel of module 2 and 20°: its space, of a ring.
    fn wheel(number: usize, helix: f64, internal: bool) -> Teeth {
        let (module, z, involute) = (2.0, number as f64, |angle: f64| angle.tan() - angle);
        let pitch = PI * module / helix.cos();
        let reference = pitch * z / TAU;
        let pressure = (20f64.to_radians().tan() / helix.cos()).atan();
        let half =
            |radius: f64| PI / 2.0 / z + involute(pressure) - involute((reference * pressure.cos() / radius).acos());
        let (low, high) = if internal { (-module, 1.25 * module) } else { (-1.25 * module, module) };
        let radius = |i: i32| reference + low + (high - low) * f64::from(i) / 4.0;
        // Below the base circle as wide as on it.
        let flank = (0..=4).map(radius).map(|r| [r, half(r.max(reference * pressure.cos()))]).collect();
        Teeth { number, pitch, reference_radius: reference, cone_angle: 0.0, helix: helix.tan(), internal, flank }
    }

    fn scene(kind: &str, teeth: [usize; 2], distance: f64, helix: f64) -> Scene {
        let body = |x: f64| Body {
            name: "wheel".into(),
            pose: Pose { position: [x, 0.0, 0.0], rotation: [1.0, 0.0, 0.0, 0.0] },
            mass: 1.0,
            shape: None,
            shapes: vec![],
        };
        let numbers = [("module", vec![2.0]), ("face_width", vec![10.0])];
        let internal = kind == "internal";
        // Unlike hands outside, like hands inside a ring.
        let wheels = [wheel(teeth[0], helix, false), wheel(teeth[1], if internal { helix } else { -helix }, internal)];
        let item = Item {
            name: "mesh".into(),
            section: "gear".into(),
            kind: kind.into(),
            on: vec![Some(0), Some(1)],
            points: vec![[0.0; 3], [distance, 0.0, 0.0]],
            axis: Some([0.0, 0.0, 1.0]),
            numbers: numbers.into_iter().map(|(key, list)| (key.to_string(), list)).collect(),
            words: BTreeMap::new(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: wheels.to_vec(),
            road: None,
            wrench: None,
        };
        Scene { bodies: vec![body(0.0), body(distance)], items: vec![item], ..Scene::default() }
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
        for off in [0.0, 0.02, 0.1, -0.05] {
            let (a, b) = (wheel(16, 0.0, false), wheel(24, 0.0, false));
            // A tooth of A beside the line of centres by `off`; B as `pair` would place it.
            let phase_b = PI - off * a.reference_radius / b.reference_radius + PI / 24.0;
            let outline_b = outline(&b, phase_b, 1.0);
            for (radius, angle) in outline(&a, off, 1.0) {
                // Drawn in a little, since at zero backlash flanks touch, and chords stray from involutes.
                let radius = radius - 0.08;
                let (x, y) = (radius * angle.cos() - 40.0, radius * angle.sin());
                assert!(!inside(&outline_b, x, y), "off by {off}: {radius} {angle}");
            }
            // Half a pitch of A further on, teeth would stand in teeth.
            let wrong = outline(&a, off + PI / 16.0, 1.0);
            assert!(wrong.iter().any(|(r, angle)| inside(&outline_b, r * angle.cos() - 40.0, r * angle.sin())));
        }
    }

    #[test]
    fn wheels_stand_on_their_bodies_with_their_tips_and_a_plausible_volume() {
        let scene = scene("external", [16, 24], 40.0, 0.0);
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
        let scene = scene("internal", [16, 48], 32.0, 0.3);
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
        let mut scene = scene("external", [16, 24], 40.0 / 0.3f64.cos(), helix);
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
        let turned =
            (angle(&wheels[2]) - angle(&wheels[0]) - 30.0 * helix.tan() / (16.0 / helix.cos())).rem_euclid(TAU / 16.0);
        assert!(turned.min(TAU / 16.0 - turned) < 1e-9, "{turned}");
    }

    #[test]
    fn what_is_no_pair_of_wheels_is_left_alone() {
        assert!(wheels(&scene("belt", [16, 24], 40.0, 0.0)).is_empty());
        assert!(wheels(&scene("external", [1, 24], 40.0, 0.0)).is_empty());
    }
}
