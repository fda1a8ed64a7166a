//! The forces and torques of items as vectors at their points of action.
//!
//! Joints and loads record vectors. Contacts, gears, springs and drives record scalars; their directions follow from the
//! poses of their bodies. Each load acts on the last body of the item, in the model frame; its opposite acts on the other.

use super::columns;
use crate::error::Error;
use crate::mesh::{add, cross, dot, rotated, rotated_back, subtract, unit};
use crate::scene::{Item, Pose, Scene};
use crate::stored::Stored;

const FORCE: [&str; 3] = ["force_x", "force_y", "force_z"];
const TORQUE: [&str; 3] = ["torque_x", "torque_y", "torque_z"];
const TEETH: [&str; 3] = ["tangential_force", "axial_force", "radial_force"];
/// The friction torques of a film or of rings, about their normal.
const FRICTION_TORQUES: [&str; 2] = ["friction_torque", "viscous_torque"];

/// A force and a torque at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Point of action, in metres.
    pub at: [f64; 3],
    /// Force, in newtons.
    pub force: [f64; 3],
    /// Torque, in newton metres.
    pub torque: [f64; 3],
}

impl Load {
    /// Point, force and torque in a row.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.at.into_iter().chain(self.force).chain(self.torque)
    }
}

/// The load of an item in each frame; `None` if it has no force channels.
pub(super) fn of(
    scene: &Scene,
    item: &Item,
    stored: &Stored,
    rows: &[usize],
    poses: &[Vec<Pose>],
) -> Result<Option<Vec<Load>>, Error> {
    let read = |name: &str| columns(stored, &item.name, [name], rows).map(|found| found.map(|[column]| column));
    let placed = |frame: usize| Placed { scene, item, poses, frame };
    let frames = 0..rows.len();
    if item.points.len() != item.on.len() || item.on.is_empty() {
        return Ok(None);
    }
    let [forces, torques] = [FORCE, TORQUE].map(|names| columns(stored, &item.name, names, rows));
    if let (Some(forces), torques) = (forces?, torques?) {
        let load = |i: usize| {
            let row = |parts: &[Vec<f64>; 3]| parts.each_ref().map(|column| column[i]);
            let torque = torques.as_ref().map_or([0.0; 3], row);
            Load { at: placed(i).point(item.on.len() - 1), force: row(&forces), torque }
        };
        return Ok(Some(frames.map(load).collect()));
    }
    if item.on.len() != 2 {
        return Ok(None);
    }
    if item.section == "gear" {
        let Some(forces) = columns(stored, &item.name, TEETH, rows)? else { return Ok(None) };
        return Ok(frames.map(|i| placed(i).teeth(forces.each_ref().map(|column| column[i]))).collect());
    }
    if let Some(force) = read("normal_force")? {
        let mut torque = vec![0.0; rows.len()];
        for name in FRICTION_TORQUES {
            if let Some(part) = read(name)? {
                torque.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
        }
        return Ok(frames.map(|i| placed(i).contact_load(force[i], torque[i])).collect());
    }
    if let Some(tension) = read("tension")? {
        let load = |i: usize| {
            let placed = placed(i);
            let [a, b] = [placed.point(0), placed.point(1)];
            Load { at: b, force: scaled(unit(subtract(a, b)), tension[i]), ..Load::default() }
        };
        return Ok(Some(frames.map(load).collect()));
    }
    let (torque, force) = (read("torque")?, read("force")?);
    // The channel of a rotational spring is positive for the torque that opposes the angle of B.
    let sign = if item.kind == "rotational_spring" { -1.0 } else { 1.0 };
    match (&item.axis, torque, force) {
        (Some(axis), Some(torque), _) => Ok(Some(frames.map(|i| placed(i).about(*axis, sign * torque[i])).collect())),
        (Some(axis), None, Some(force)) => {
            let load = |i: usize| {
                let placed = placed(i);
                Load { at: placed.point(1), force: scaled(placed.direction(*axis), force[i]), ..Load::default() }
            };
            Ok(Some(frames.map(load).collect()))
        }
        _ => Ok(None),
    }
}

/// An item in a frame.
struct Placed<'a> {
    scene: &'a Scene,
    item: &'a Item,
    poses: &'a [Vec<Pose>],
    frame: usize,
}

impl Placed<'_> {
    /// The pose of the body at one end, at the design position and now.
    fn pose(&self, end: usize) -> Option<[Pose; 2]> {
        let body = self.item.on[end]?;
        Some([self.scene.bodies.get(body)?.pose, *self.poses.get(body)?.get(self.frame)?])
    }

    /// The item's point on a body.
    fn point(&self, end: usize) -> [f64; 3] {
        let point = self.item.points[end];
        let Some([design, now]) = self.pose(end) else { return point };
        let own = rotated_back(design.rotation, subtract(point, design.position));
        add(now.position, rotated(now.rotation, own))
    }

    /// A direction fixed to the first body.
    fn direction(&self, design: [f64; 3]) -> [f64; 3] {
        self.direction_on(0, design)
    }

    fn direction_on(&self, end: usize, direction: [f64; 3]) -> [f64; 3] {
        let Some([design, now]) = self.pose(end) else { return direction };
        rotated(now.rotation, rotated_back(design.rotation, direction))
    }

    fn about(&self, axis: [f64; 3], torque: f64) -> Load {
        Load { at: self.point(1), torque: scaled(self.direction(axis), torque), ..Load::default() }
    }

    fn number(&self, key: &str, place: usize) -> Option<f64> {
        self.item.numbers.get(key)?.get(place).copied()
    }

    fn vector(&self, key: &str) -> Option<[f64; 3]> {
        <[f64; 3]>::try_from(self.item.numbers.get(key)?.as_slice()).ok()
    }

    /// A contact force that pushes B away from A, and a torque about the normal.
    fn contact_load(&self, force: f64, torque: f64) -> Option<Load> {
        let [a, b] = [self.point(0), self.point(1)];
        let (at, normal) = match self.item.kind.as_str() {
            "spheres" => {
                let normal = unit(subtract(b, a));
                (subtract(b, scaled(normal, self.number("radii", 1)?)), normal)
            }
            "pin_in_bore" => {
                let (axis, offset) = (self.direction(self.item.axis?), subtract(b, a));
                let outward = unit(subtract(offset, scaled(axis, dot(axis, offset))));
                (add(b, scaled(outward, self.number("pin_radius", 0)?)), scaled(outward, -1.0))
            }
            _ => {
                let normal = self.direction(self.vector("normal")?);
                (subtract(b, scaled(normal, self.number("radius", 0).unwrap_or(0.0))), normal)
            }
        };
        Some(Load { at, force: scaled(normal, force), torque: scaled(normal, torque) })
    }

    /// The tooth forces at the pitch point: tangential, along the pitch line, and separating.
    fn teeth(&self, [tangential, axial, radial]: [f64; 3]) -> Option<Load> {
        let [at, tangent, along, away] = match self.item.kind.as_str() {
            "bevel" => self.bevel()?,
            "rack" => self.rack()?,
            _ => self.parallel()?,
        };
        let force = add(add(scaled(tangent, tangential), scaled(along, axial)), scaled(away, radial));
        Some(Load { at, force, torque: [0.0; 3] })
    }

    /// Pitch point, direction of motion of A's teeth there, axis, and direction from A to B.
    fn parallel(&self) -> Option<[[f64; 3]; 4]> {
        let axis = self.direction(self.item.axis?);
        let plane = self.vector("plane").unwrap_or(self.item.points[0]);
        let centre = |end: usize| {
            let shift = dot(subtract(plane, self.item.points[end]), self.item.axis.unwrap_or_default());
            add(self.point(end), scaled(axis, shift))
        };
        let [a, b] = [centre(0), centre(1)];
        let inside = if self.item.kind == "internal" { -1.0 } else { 1.0 };
        let (z_a, z_b) = (self.number("teeth", 0)?, inside * self.number("teeth", 1)?);
        let along = subtract(b, a);
        let e = unit(subtract(along, scaled(axis, dot(axis, along))));
        let share = z_a / (z_a + z_b);
        let tangent = scaled(cross(axis, e), share.signum());
        Some([add(a, scaled(along, share)), tangent, axis, scaled(e, inside)])
    }

    /// The same at the middle of the face of a bevel pair; the axis is the common line of the cones.
    fn bevel(&self) -> Option<[[f64; 3]; 4]> {
        let [n_a, n_b] = [self.direction_on(0, self.vector("axis_a")?), self.direction_on(1, self.vector("axis_b")?)];
        let e = unit(subtract(n_b, scaled(n_a, dot(n_a, n_b))));
        let angle = dot(n_a, n_b).clamp(-1.0, 1.0).acos();
        let gamma = angle.sin().atan2(self.number("teeth", 1)? / self.number("teeth", 0)? + angle.cos());
        let spiral = self.number("spiral_angle", 0).unwrap_or(0.0);
        let radius = self.number("teeth", 0)? * self.number("module", 0)? / spiral.cos() / 2.0;
        let line = add(scaled(n_a, gamma.cos()), scaled(e, gamma.sin()));
        let away = subtract(scaled(e, gamma.cos()), scaled(n_a, gamma.sin()));
        Some([add(self.point(0), scaled(line, radius / gamma.sin())), cross(n_a, e), line, away])
    }

    fn rack(&self) -> Option<[[f64; 3]; 4]> {
        let [axis, e] = [self.item.axis?, self.vector("normal")?].map(|v| self.direction_on(1, v));
        let helix = self.number("helix_angle", 0).unwrap_or(0.0);
        let radius = self.number("teeth", 0)? * self.number("module", 0)? / helix.cos() / 2.0;
        let plane = self.vector("plane").unwrap_or(self.item.points[0]);
        let shift = dot(subtract(plane, self.item.points[0]), self.item.axis?);
        let centre = add(self.point(0), scaled(axis, shift));
        Some([add(centre, scaled(e, radius)), cross(axis, e), axis, e])
    }
}

fn scaled(v: [f64; 3], by: f64) -> [f64; 3] {
    v.map(|x| x * by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use crate::measure::ChannelInfo;
    use crate::scene::Body;
    use crate::scratch::Scratch;

    /// Bodies at the design position, then each turned by a quarter about z and pushed along z by 1 m.
    fn scene(at: [[f64; 3]; 2]) -> (Scene, Vec<Vec<Pose>>) {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let pose = |position: [f64; 3]| Pose { position, rotation: [1.0, 0.0, 0.0, 0.0] };
        let moved = |[x, y, z]: [f64; 3]| Pose { position: [-y, x, z + 1.0], rotation: [half, 0.0, 0.0, half] };
        let body = |p: &[f64; 3]| Body { name: "b".into(), pose: pose(*p), mass: 1.0, shape: None, shapes: vec![] };
        let scene = Scene { bodies: at.iter().map(body).collect(), ..Scene::default() };
        (scene, at.iter().map(|p| vec![pose(*p), moved(*p)]).collect())
    }

    fn item(section: &str, kind: &str, points: [[f64; 3]; 2], numbers: &[(&str, &[f64])]) -> Item {
        Item {
            name: "i".into(),
            section: section.into(),
            kind: kind.into(),
            on: vec![Some(0), Some(1)],
            points: points.to_vec(),
            axis: Some([0.0, 0.0, 1.0]),
            numbers: numbers.iter().map(|(key, list)| (key.to_string(), list.to_vec())).collect(),
            words: Default::default(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: vec![],
        }
    }

    /// The loads in both positions for channels that do not change.
    fn loads(scene: &(Scene, Vec<Vec<Pose>>), item: &Item, channels: &[(&str, f64)]) -> Option<Vec<Load>> {
        let scratch = Scratch::new("loads");
        let info: Vec<_> =
            channels.iter().map(|(n, _)| ChannelInfo { name: format!("i.{n}"), unit: "1".into() }).collect();
        let values: Vec<f64> = channels.iter().map(|(_, value)| *value).collect();
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        (0..2).for_each(|i| recorder.push(f64::from(i), &values).unwrap());
        recorder.finish().unwrap();
        of(&scene.0, item, &Stored::open(scratch.path()).unwrap(), &[0, 1], &scene.1).unwrap()
    }

    /// A few roundings of numbers of order ten.
    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        subtract(a, b).iter().all(|d| d.abs() < 1e-13)
    }

    #[test]
    fn a_film_pushes_along_its_normal_wherever_that_points() {
        let scene = scene([[0.0; 3], [0.0, 0.0, 2.0]]);
        let film = item("contact", "film", [[1.0, 0.0, 2.0]; 2], &[("normal", &[1.0, 0.0, 0.0])]);
        let channels = [("normal_force", 5.0), ("friction_torque", 2.0), ("viscous_torque", 1.0)];
        let found = loads(&scene, &film, &channels).unwrap();
        assert_eq!(found[0], Load { at: [1.0, 0.0, 2.0], force: [5.0, 0.0, 0.0], torque: [3.0, 0.0, 0.0] });
        assert!(near(found[1].at, [0.0, 1.0, 3.0]) && near(found[1].force, [0.0, 5.0, 0.0]));
    }

    #[test]
    fn teeth_push_at_the_pitch_point() {
        let forces = [("tangential_force", 10.0), ("axial_force", 3.0), ("radial_force", 4.0)];
        let ends = [[0.0; 3], [6.0, 0.0, 0.0]];
        let external = item("gear", "external", ends, &[("teeth", &[10.0, 20.0])]);
        let found = loads(&scene(ends), &external, &forces).unwrap();
        // 10 to 20 teeth: a third of the way; A turns about +z, so its teeth move along +y there.
        assert!(near(found[0].at, [2.0, 0.0, 0.0]) && near(found[0].force, [4.0, 10.0, 3.0]), "{found:?}");
        assert!(near(found[1].at, [0.0, 2.0, 1.0]) && near(found[1].force, [-10.0, 4.0, 3.0]), "{found:?}");
        // A wheel of 10 in a ring of 30 teeth: the pitch point is on the other side of the wheel, and the ring is
        // pushed outward there.
        let internal = item("gear", "internal", ends, &[("teeth", &[10.0, 30.0])]);
        let found = loads(&scene(ends), &internal, &forces).unwrap();
        assert!(near(found[0].at, [-3.0, 0.0, 0.0]) && near(found[0].force, [-4.0, -10.0, 3.0]), "{found:?}");
    }

    #[test]
    fn bevels_and_racks_push_where_their_pitch_lines_meet() {
        let forces = [("tangential_force", 10.0), ("axial_force", 0.0), ("radial_force", 4.0)];
        let apex = [[0.0; 3]; 2];
        let axes: &[(&str, &[f64])] =
            &[("axis_a", &[0.0, 0.0, 1.0]), ("axis_b", &[1.0, 0.0, 0.0]), ("teeth", &[20.0, 20.0]), ("module", &[0.1])];
        let found = loads(&scene(apex), &item("gear", "bevel", apex, axes), &forces).unwrap();
        // Mitre wheels of radius 1 m: the pitch point is 1 m out and 1 m up; 4 N part them across the line at 45°.
        let part = 4.0 * std::f64::consts::FRAC_1_SQRT_2;
        assert!(near(found[0].at, [1.0, 0.0, 1.0]) && near(found[0].force, [part, 10.0, -part]), "{found:?}");
        let rack: &[(&str, &[f64])] = &[("normal", &[0.0, -1.0, 0.0]), ("teeth", &[20.0]), ("module", &[0.1])];
        let found = loads(&scene(apex), &item("gear", "rack", apex, rack), &forces).unwrap();
        assert!(near(found[0].at, [0.0, -1.0, 0.0]) && near(found[0].force, [10.0, -4.0, 0.0]), "{found:?}");
    }

    #[test]
    fn springs_balls_and_pins_push_along_the_line_between_their_points() {
        let ends = [[0.0; 3], [3.0, 0.0, 0.0]];
        let spring = item("force", "spring", ends, &[]);
        assert!(near(loads(&scene(ends), &spring, &[("tension", 2.0)]).unwrap()[0].force, [-2.0, 0.0, 0.0]));
        let turning = item("force", "rotational_spring", ends, &[]);
        assert!(near(loads(&scene(ends), &turning, &[("torque", 2.0)]).unwrap()[0].torque, [0.0, 0.0, -2.0]));
        let normal = [("normal_force", 7.0)];
        let balls = item("contact", "spheres", ends, &[("radii", &[2.0, 1.0])]);
        let found = loads(&scene(ends), &balls, &normal).unwrap();
        assert!(near(found[0].at, [2.0, 0.0, 0.0]) && near(found[0].force, [7.0, 0.0, 0.0]));
        let pin = item("contact", "pin_in_bore", ends, &[("pin_radius", &[1.0])]);
        let found = loads(&scene(ends), &pin, &normal).unwrap();
        assert!(near(found[0].at, [4.0, 0.0, 0.0]) && near(found[0].force, [-7.0, 0.0, 0.0]));
    }

    #[test]
    fn a_load_acts_at_its_point_of_the_one_body_it_is_on() {
        let scene = scene([[0.0; 3], [2.0, 0.0, 0.0]]);
        let load =
            Item { on: vec![Some(1)], points: vec![[3.0, 0.0, 0.0]], ..item("force", "load", [[0.0; 3]; 2], &[]) };
        let force = [("force_x", 1.0), ("force_y", 2.0), ("force_z", 3.0)];
        let found = loads(&scene, &load, &force).unwrap();
        assert_eq!(found[0], Load { at: [3.0, 0.0, 0.0], force: [1.0, 2.0, 3.0], torque: [0.0; 3] });
        // Its channels are in the model frame: the point moves with the body, the force does not turn.
        assert!(near(found[1].at, [0.0, 3.0, 1.0]) && found[1].force == [1.0, 2.0, 3.0], "{found:?}");
        let torque = [("torque_x", 4.0), ("torque_y", 5.0), ("torque_z", 6.0)];
        let found = loads(&scene, &load, &[force, torque].concat()).unwrap();
        assert_eq!(found[0].torque, [4.0, 5.0, 6.0]);
    }

    #[test]
    fn what_tells_no_force_has_none() {
        let ends = [[0.0; 3]; 2];
        assert_eq!(loads(&scene(ends), &item("sensor", "point", ends, &[]), &[("distance", 1.0)]), None);
    }
}
