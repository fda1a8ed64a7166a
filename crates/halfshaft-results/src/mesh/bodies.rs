//! The mesh of each body of a scene.

use super::gears::Wheel;
use super::solids::{ball, cuboid, revolved, tube};
use super::wheels::wheels;
use super::{Mesh, dot, rotated_back, subtract};
use crate::scene::{Body, Item, Scene, Solid};

/// Thickness of the rods that represent bodies without a shape, relative to the extent of the scene.
const THIN: f64 = 0.008;
/// Limits of the radius of the ball at the centre of mass, in thicknesses; within them it is a steel ball of equal mass.
const BALL: [f64; 2] = [1.3, 3.0];
const STEEL: f64 = 7850.0;

/// The mesh of each body: its shape and its gear wheels, or else rods from its centre of mass to the attached items.
pub fn meshes(scene: &Scene) -> Vec<Mesh> {
    let thin = THIN * extent(scene);
    let wheels = wheels(scene);
    let attached = attached(scene);
    let body = |(place, body): (usize, &Body)| {
        let own = || wheels.iter().filter(|wheel| wheel.body == place);
        let mut mesh = match &body.shape {
            Some(solid) => self::solid(&between_teeth(solid, [0.0; 3], own())),
            None if !body.shapes.is_empty() => {
                let mut mesh = Mesh::default();
                for (shape, centre) in &body.shapes {
                    mesh.append(&self::solid(&between_teeth(shape, *centre, own())).moved(*centre));
                }
                mesh
            }
            // A body with a wheel needs no rods.
            None if own().next().is_some() => Mesh::default(),
            None => rods(&attached[place], thin, weight(body.mass).clamp(BALL[0] * thin, BALL[1] * thin)),
        };
        own().for_each(|wheel| mesh.append(&wheel.mesh));
        mesh
    };
    scene.bodies.iter().enumerate().map(body).collect()
}

/// Shrinks a cylinder that represents a wheel, so that it does not fill the tooth spaces: the wheels are within its length.
fn between_teeth<'w>(solid: &Solid, centre: [f64; 3], wheels: impl Iterator<Item = &'w Wheel>) -> Solid {
    let Solid::Tube { mut inner_radius, mut outer_radius, length, axis } = *solid else { return solid.clone() };
    let within = |wheel: &&Wheel| {
        let along = wheel.mesh.points.iter().map(|point| dot(subtract(*point, centre), axis)).sum::<f64>();
        along.abs() <= 0.5 * length * wheel.mesh.points.len() as f64
    };
    for wheel in wheels.filter(within) {
        if wheel.ring {
            inner_radius = inner_radius.max(wheel.root.min(0.99 * outer_radius));
        } else {
            outer_radius = outer_radius.min(wheel.root.max(1.01 * inner_radius));
        }
    }
    Solid::Tube { inner_radius, outer_radius, length, axis }
}

/// Whether an item only measures: its points hold nothing, and may be far away, as cones beside a road.
fn measures(item: &Item) -> bool {
    ["signal", "sensor"].contains(&item.section.as_str())
}

/// The diagonal of the bounding box of all bodies and points of a scene, in metres; 1 for an empty scene.
pub fn extent(scene: &Scene) -> f64 {
    extent_with(scene, &[])
}

/// The same with the surfaces of flexible bodies.
pub fn extent_with(scene: &Scene, flexible: &[(String, Mesh)]) -> f64 {
    let of_surfaces = flexible.iter().flat_map(|(_, mesh)| mesh.points.iter().map(|point| (*point, 0.0)));
    let of_bodies = scene.bodies.iter().map(|body| (body.pose.position, size(body)));
    let wide = |item: &Item| {
        let largest = |key: &str| item.numbers.get(key).map_or(0.0, |list| list.iter().copied().fold(0.0, f64::max));
        // A film or a wheel; half the teeth of the larger one times the module.
        largest("outer_radius").max(largest("teeth") * largest("module") / 2.0)
    };
    let holding = scene.items.iter().filter(|item| !measures(item));
    let of_items = holding.flat_map(|item| item.points.iter().map(move |point| (*point, wide(item))));
    let of_frames = scene.frames.iter().map(|frame| (frame.pose.position, 0.0));
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (point, radius) in of_bodies.chain(of_items).chain(of_frames).chain(of_surfaces) {
        for i in 0..3 {
            low[i] = low[i].min(point[i] - radius);
            high[i] = high[i].max(point[i] + radius);
        }
    }
    let diagonal = subtract(high, low);
    let length = dot(diagonal, diagonal).sqrt();
    if length.is_finite() && length > 0.0 { length } else { 1.0 }
}

/// The radius of a bounding sphere of a body's shape.
fn size(body: &Body) -> f64 {
    let of = |solid: &Solid| match solid {
        Solid::Sphere { radius } => *radius,
        Solid::Box { size } => dot(*size, *size).sqrt() / 2.0,
        Solid::Tube { outer_radius, length, .. } => outer_radius.hypot(length / 2.0),
        Solid::Turned { outline, .. } => outline.iter().map(|[r, z]| r.hypot(*z)).fold(0.0, f64::max),
    };
    let several = body.shapes.iter().map(|(solid, centre)| dot(*centre, *centre).sqrt() + of(solid));
    body.shape.as_ref().map(of).into_iter().chain(several).fold(0.0, f64::max)
}

fn solid(solid: &Solid) -> Mesh {
    match solid {
        Solid::Tube { inner_radius, outer_radius, length, axis } => {
            tube(*inner_radius, *outer_radius, *length).placed(*axis, [0.0; 3])
        }
        Solid::Sphere { radius } => ball(*radius),
        Solid::Box { size } => cuboid(*size),
        Solid::Turned { outline, axis } => revolved(outline).placed(*axis, [0.0; 3]),
    }
}

/// The distinct points at which joints and forces act on each body, from its centre of mass, in its axes.
fn attached(scene: &Scene) -> Vec<Vec<[f64; 3]>> {
    let mut points = vec![vec![]; scene.bodies.len()];
    let holding = scene.items.iter().filter(|item| !measures(item));
    let of_items = holding.flat_map(|item| item.on.iter().zip(&item.points));
    let of_frames = scene.frames.iter().map(|frame| (&frame.on, &frame.pose.position));
    for (on, point) in of_items.chain(of_frames) {
        let Some((body, points)) = on.and_then(|place| Some((scene.bodies.get(place)?, points.get_mut(place)?))) else {
            continue;
        };
        let own = rotated_back(body.pose.rotation, subtract(*point, body.pose.position));
        if !points.contains(&own) {
            points.push(own);
        }
    }
    points
}

/// The radius of a steel ball.
fn weight(mass: f64) -> f64 {
    (mass.max(0.0) / STEEL * 0.75 / std::f64::consts::PI).cbrt()
}

fn rods(points: &[[f64; 3]], thin: f64, heavy: f64) -> Mesh {
    let mut mesh = ball(heavy);
    for point in points {
        let length = dot(*point, *point).sqrt();
        if length > thin {
            mesh.append(&tube(0.0, thin, length).placed(*point, point.map(|x| x / 2.0)));
            mesh.append(&ball(BALL[0] * thin).placed([0.0, 0.0, 1.0], *point));
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Pose;
    use std::collections::BTreeMap;

    #[test]
    fn a_body_without_a_shape_reaches_to_its_joints() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let pose = Pose { position: [1.0, 0.0, 0.0], rotation: [half, 0.0, 0.0, half] };
        let item = Item {
            name: "pivot".into(),
            section: "joint".into(),
            kind: "hinge".into(),
            on: vec![None, Some(0)],
            points: vec![[0.0; 3]; 2],
            axis: Some([0.0, 0.0, 1.0]),
            numbers: BTreeMap::new(),
            words: BTreeMap::new(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: vec![],
            road: None,
            wrench: None,
        };
        let body = Body { name: "bob".into(), pose, mass: 1.0, shape: None, shapes: vec![] };
        let scene = Scene { bodies: vec![body], items: vec![item], ..Scene::default() };
        assert_eq!(extent(&scene), 1.0);
        // The pivot lies one metre along the body's own y axis.
        let top = meshes(&scene)[0].points.iter().map(|p| p[1]).fold(f64::MIN, f64::max);
        assert!((top - (1.0 + BALL[0] * THIN)).abs() < 1e-3, "{top}");
    }

    #[test]
    fn flexible_bodies_count_for_the_extent() {
        // A node without a size, and the surface around it.
        let pose = Pose { position: [0.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };
        let node = Body { name: "wheel/bore".into(), pose, mass: 1.0, shape: None, shapes: vec![] };
        let scene = Scene { bodies: vec![node], ..Scene::default() };
        let surface = Mesh { points: vec![[-0.03, 0.0, 0.0], [0.03, 0.0, 0.08]], normals: vec![], triangles: vec![] };
        assert!((extent_with(&scene, &[("wheel".into(), surface)]) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn an_empty_scene_has_an_extent() {
        assert_eq!((extent(&Scene::default()), meshes(&Scene::default()).len()), (1.0, 0));
    }
}
