//! Bevel wheels with their teeth.
//!
//! Tredgold's approximation: on the back cone, developed into a plane, a tooth of a wheel with the cone angle γ is that of a
//! cylindrical wheel of z/cos γ teeth, and all of it shrinks towards the apex. A spiral turns the sections on their way
//! by dθ = tan β dR / (R sin γ).

use super::gears::{Phases, Placement, Wheel, drawable, face, outline, tooth_angles};
use super::{Mesh, add, cross, dot, rotated_back, subtract, unit};
use crate::scene::{Item, Scene, Teeth};

/// The width over the cone distance where a pair does not say it.
const WIDTH: f64 = 0.3;
/// Sections along a spiral tooth.
const STEPS: usize = 6;
/// Flatter cones than this have no back cone that could be developed.
const FLATTEST: f64 = 0.05;

/// One wheel of a pair about its axis, with the apex in the origin.
struct Cone<'a> {
    teeth: &'a Teeth,
    /// Cone angle: sine and cosine.
    gamma: (f64, f64),
    /// Cone distances of the inner and outer ends and of the middle.
    ends: [f64; 2],
    middle: f64,
    /// tan β with the sign of the hand.
    spiral: f64,
}

/// Both wheels of a bevel pair, less those that stand already.
pub(super) fn pair<'s>(scene: &Scene, item: &'s Item, phases: &mut Phases) -> Option<[Option<Wheel>; 2]> {
    let number = |key: &str| item.numbers.get(key)?.first().copied();
    let axis = |key: &str| <[f64; 3]>::try_from(item.numbers.get(key)?.as_slice()).ok();
    let axes = [axis("axis_a")?, axis("axis_b")?];
    let profiles = drawable(item)?;
    let teeth = profiles.map(|profile| profile.number as f64);
    let (&[on_a, on_b], apex) = (&item.on[..], *item.points.first()?) else { return None };
    let cone = |teeth: &'s Teeth| {
        let gamma = teeth.cone_angle.sin_cos();
        if gamma.1 < FLATTEST {
            return None;
        }
        let middle = teeth.reference_radius * gamma.1 / gamma.0;
        let half = number("face_width").unwrap_or(WIDTH * middle).min(middle) / 2.0;
        Some(Cone { teeth, gamma, ends: [middle - half, middle + half], middle, spiral: teeth.helix })
    };
    let cones = [cone(profiles[0])?, cone(profiles[1])?];
    // Angles count from the direction to the other axis: there the wheels meet.
    let keys = [0, 1].map(|i| ([on_a, on_b][i], profiles[i].number));
    let frames = [frame(axes[0], axes[1]), frame(axes[1], axes[0])];
    let known = [0, 1].map(|i| {
        phases.get(&keys[i]).map(|Placement { tooth, .. }| dot(*tooth, frames[i][1]).atan2(dot(*tooth, frames[i][0])))
    });
    let radii = [0, 1].map(|i| cones[i].middle * cones[i].gamma.0);
    let angles = tooth_angles(known, [0.0; 2], teeth, radii, false);
    Some([0, 1].map(|i| {
        if known[i].is_some() {
            return None;
        }
        let [e1, e2, e3] = frames[i];
        let (sine, cosine) = angles[i].sin_cos();
        let tooth = std::array::from_fn(|k| e1[k] * cosine + e2[k] * sine);
        phases.insert(keys[i], Placement { tooth, planes: vec![apex] });
        let body = keys[i].0?;
        let pose = scene.bodies.get(body)?.pose;
        let mut mesh = cones[i].mesh(angles[i]);
        let place = |v: [f64; 3]| std::array::from_fn::<f64, 3, _>(|k| e1[k] * v[0] + e2[k] * v[1] + e3[k] * v[2]);
        for point in &mut mesh.points {
            *point = rotated_back(pose.rotation, subtract(add(place(*point), apex), pose.position));
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, place(*normal)));
        let root = cones[i].at(cones[i].ends[1], cones[i].teeth.root_radius(), 0.0);
        Some(Wheel { body, root: root[0].hypot(root[1]), ring: false, mesh })
    }))
}

/// x towards the other axis, z along the own one.
fn frame(own: [f64; 3], other: [f64; 3]) -> [[f64; 3]; 3] {
    let z = unit(own);
    let along = dot(other, z);
    let x = unit(subtract(other, z.map(|c| c * along)));
    [x, cross(z, x), z]
}

impl Cone<'_> {
    /// The point at a cone distance, a radius of the virtual wheel in the middle, and an angle about the axis.
    fn at(&self, distance: f64, radius: f64, angle: f64) -> [f64; 3] {
        let (sine, cosine) = self.gamma;
        let height = (radius - self.teeth.reference_radius) * distance / self.middle;
        let out = distance * sine + height * cosine;
        let turn = angle + self.spiral * (distance / self.middle).ln() / sine;
        [out * turn.cos(), out * turn.sin(), distance * cosine - height * sine]
    }

    fn mesh(&self, phase: f64) -> Mesh {
        // Radii of the virtual wheel and angles about the axis: an arc of it is as long as that of the wheel itself.
        let outline = outline(self.teeth, phase, 1.0 / self.gamma.1);
        let steps = if self.spiral == 0.0 { 1 } else { STEPS };
        let distance = |step: usize| self.ends[0] + (self.ends[1] - self.ends[0]) * step as f64 / steps as f64;
        // The wheel's body: a bore, and flat ends behind the roots.
        let flat = [0, steps].map(|step| self.at(distance(step), self.teeth.root_radius(), 0.0)[2]);
        let bore = 0.3 * self.ends[1] * self.gamma.0;
        let bore = bore.min(0.8 * self.ends[0] * self.gamma.0);
        let inner = |angle: f64, end: usize| [bore * angle.cos(), bore * angle.sin(), flat[end]];
        let mut mesh = Mesh::default();
        for (i, a) in outline.iter().enumerate() {
            let b = &outline[(i + 1) % outline.len()];
            let at = |point: &(f64, f64), step: usize| self.at(distance(step), point.0, point.1);
            for step in 0..steps {
                face(&mut mesh, [at(a, step), at(b, step), at(b, step + 1), at(a, step + 1)], true);
            }
            face(&mut mesh, [inner(a.1, 0), inner(b.1, 0), inner(b.1, 1), inner(a.1, 1)], false);
            for (step, end) in [(0, 0), (steps, 1)] {
                face(&mut mesh, [inner(a.1, end), at(a, step), at(b, step), inner(b.1, end)], end == 1);
            }
        }
        mesh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Pose};
    use std::collections::HashMap;
    use std::f64::consts::{PI, TAU};

    fn mitre(spiral: f64) -> Scene {
        let pose = Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };
        let body = Body { name: "wheel".into(), pose, mass: 1.0, shape: None, shapes: vec![] };
        let numbers: [(&str, &[f64]); 2] = [("axis_a", &[0.0, 0.0, 1.0]), ("axis_b", &[1.0, 0.0, 0.0])];
        // tan γ = 20/30 and 30/20; on the back cone z/cos γ teeth of module 2.
        let teeth = |number: usize, spiral: f64| {
            let (z, cone_angle) = (number as f64, (number as f64 / (50 - number) as f64).atan());
            let reference = z / spiral.cos() / cone_angle.cos();
            let half = PI / 2.0 / z * cone_angle.cos();
            let flank = vec![[reference - 2.5, 1.5 * half], [reference + 2.0, 0.5 * half]];
            let pitch = TAU / spiral.cos();
            Teeth {
                number,
                pitch,
                reference_radius: reference,
                cone_angle,
                helix: spiral.tan(),
                internal: false,
                flank,
            }
        };
        let item = Item {
            name: "mesh".into(),
            section: "gear".into(),
            kind: "bevel".into(),
            on: vec![Some(0), Some(1)],
            points: vec![[0.0; 3]; 2],
            axis: None,
            numbers: numbers.iter().map(|(key, list)| (key.to_string(), list.to_vec())).collect(),
            words: Default::default(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: vec![teeth(20, spiral), teeth(30, -spiral)],
            road: None,
            wrench: None,
        };
        Scene { bodies: vec![body.clone(), body], items: vec![item], ..Scene::default() }
    }

    #[test]
    fn both_wheels_reach_their_tips_and_enclose_a_volume() {
        for spiral in [0.0, 0.6] {
            let scene = mitre(spiral);
            let wheels = pair(&scene, &scene.items[0], &mut HashMap::new()).unwrap().map(Option::unwrap);
            // Mean radii r and cone angles γ with tan γ = 20/30 and 30/20; at the outer end everything is 1.15 times as
            // large, and the tip is a module times cos γ further out.
            for (wheel, (z, along)) in wheels.iter().zip([(20.0f64, 2), (30.0, 0)]) {
                let gamma = (z / (50.0 - z)).atan();
                let tip = 1.15 * (z / spiral.cos() + 2.0 * gamma.cos());
                let farthest = wheel.mesh.points.iter().map(|p| (dot(*p, *p) - p[along] * p[along]).sqrt());
                let farthest = farthest.fold(0.0, f64::max);
                assert!((farthest / tip - 1.0).abs() < 1e-9, "{farthest} {tip}");
                assert!(wheel.mesh.volume() > 0.0);
            }
        }
    }

    #[test]
    fn a_tooth_of_one_wheel_stands_in_a_space_of_the_other() {
        let scene = mitre(0.0);
        let mut phases = HashMap::new();
        pair(&scene, &scene.items[0], &mut phases);
        // The wheels meet in the plane of both axes; a tooth of A points there, and B's nearest is half a pitch off.
        assert!((phases[&(Some(0), 20)].tooth[0] - 1.0).abs() < 1e-12);
        let b = phases[&(Some(1), 30)].tooth;
        assert!((b[2].clamp(-1.0, 1.0).acos() - PI / 30.0).abs() < 1e-12, "{b:?}");
    }
}
