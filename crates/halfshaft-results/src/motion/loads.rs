//! The forces and torques of items as vectors at their points of action, from the wrenches that the elements describe.
//!
//! Each load acts on the last body of the item, in the model frame; its opposite acts on the other.

use super::columns;
use crate::error::Error;
use crate::mesh::{add, cross, dot, rotated, subtract, unit};
use crate::scene::{Component, Direction, Pose, Wrench};
use crate::stored::Stored;
use std::collections::BTreeMap;

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

/// The load of an item in each frame; `None` if its channels are not stored.
pub(super) fn of(
    item: &str,
    wrench: &Wrench,
    stored: &Stored,
    rows: &[usize],
    poses: &[Vec<Pose>],
) -> Result<Option<Vec<Load>>, Error> {
    let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for Component { channel, .. } in wrench.force.iter().chain(&wrench.torque) {
        let Some([column]) = columns(stored, item, [channel], rows)? else { return Ok(None) };
        values.insert(channel, column);
    }
    let load = |frame: usize| {
        let placed = Placed { wrench, poses, frame };
        let sum = |parts: &[Component]| {
            let part = |c: &Component| scaled(placed.direction(&c.along), c.factor * values[c.channel.as_str()][frame]);
            parts.iter().map(part).fold([0.0; 3], add)
        };
        Load { at: placed.acting_point(), force: sum(&wrench.force), torque: sum(&wrench.torque) }
    };
    Ok(Some((0..rows.len()).map(load).collect()))
}

/// A wrench in a frame.
struct Placed<'a> {
    wrench: &'a Wrench,
    poses: &'a [Vec<Pose>],
    frame: usize,
}

impl Placed<'_> {
    /// The pose of a body of the item; `None` for the ground.
    fn pose(&self, end: usize) -> Option<Pose> {
        self.poses.get((*self.wrench.on.get(end)?)?)?.get(self.frame).copied()
    }

    fn point(&self, end: usize) -> [f64; 3] {
        let own = self.wrench.points.get(end).copied().unwrap_or_default();
        self.pose(end).map_or(own, |pose| add(pose.position, rotated(pose.rotation, own)))
    }

    /// A direction fixed to a body.
    fn fixed(&self, end: usize, own: [f64; 3]) -> [f64; 3] {
        self.pose(end).map_or(own, |pose| rotated(pose.rotation, own))
    }

    /// From the first point to the last one.
    fn between(&self) -> [f64; 3] {
        subtract(self.point(self.wrench.points.len().saturating_sub(1)), self.point(0))
    }

    fn acting_point(&self) -> [f64; 3] {
        let base = add(self.point(0), scaled(self.between(), self.wrench.fraction));
        let offsets = self.wrench.offsets.iter().map(|(length, along)| scaled(self.direction(along), *length));
        offsets.fold(base, add)
    }

    fn direction(&self, direction: &Direction) -> [f64; 3] {
        let across = |axis: [f64; 3], v: [f64; 3]| unit(subtract(v, scaled(axis, dot(axis, v))));
        match direction {
            Direction::Model(vector) => *vector,
            Direction::Fixed(end, own) => self.fixed(*end, *own),
            Direction::Between => unit(self.between()),
            Direction::Radial(axis) => across(self.fixed(0, *axis), self.between()),
            Direction::Tangential(axis) => {
                let axis = self.fixed(0, *axis);
                cross(axis, across(axis, self.between()))
            }
            Direction::Inclined([a, b]) => across(self.fixed(0, *a), self.fixed(1, *b)),
            Direction::Normal([a, b]) => {
                let axis = self.fixed(0, *a);
                cross(axis, across(axis, self.fixed(1, *b)))
            }
        }
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
    use crate::scratch::Scratch;

    /// The loads of a wrench between two bodies at given positions, then each turned by a quarter about z and moved along z
    /// by 1 m, for channels that do not change.
    fn loads(at: [[f64; 3]; 2], wrench: &Wrench, channels: &[(&str, f64)]) -> Option<Vec<Load>> {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let moved = |[x, y, z]: [f64; 3]| Pose { position: [-y, x, z + 1.0], rotation: [half, 0.0, 0.0, half] };
        let poses = at.map(|p| vec![Pose { position: p, rotation: [1.0, 0.0, 0.0, 0.0] }, moved(p)]);
        let scratch = Scratch::new("loads");
        let info: Vec<_> =
            channels.iter().map(|(n, _)| ChannelInfo { name: format!("i.{n}"), unit: "1".into() }).collect();
        let values: Vec<f64> = channels.iter().map(|(_, value)| *value).collect();
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        (0..2).for_each(|i| recorder.push(f64::from(i), &values).unwrap());
        recorder.finish().unwrap();
        of("i", wrench, &Stored::open(scratch.path()).unwrap(), &[0, 1], &poses).unwrap()
    }

    fn part(channel: &str, factor: f64, along: Direction) -> Component {
        Component { channel: channel.into(), factor, along }
    }

    /// At the last of two points, each at the origin of its body.
    fn between(force: Vec<Component>, torque: Vec<Component>) -> Wrench {
        let on = vec![Some(0), Some(1)];
        Wrench { on, points: vec![[0.0; 3]; 2], fraction: 1.0, offsets: vec![], force, torque }
    }

    /// A few roundings of numbers of order ten.
    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        subtract(a, b).iter().all(|d| d.abs() < 1e-13)
    }

    #[test]
    fn a_fixed_direction_turns_with_its_body_and_one_of_the_model_does_not() {
        let fixed = |channel: &str| part(channel, 1.0, Direction::Fixed(0, [1.0, 0.0, 0.0]));
        let film = between(vec![fixed("normal")], vec![fixed("friction"), fixed("viscous")]);
        let at = [[0.0; 3], [1.0, 0.0, 2.0]];
        let channels = [("normal", 5.0), ("friction", 2.0), ("viscous", 1.0)];
        let found = loads(at, &film, &channels).unwrap();
        assert_eq!(found[0], Load { at: [1.0, 0.0, 2.0], force: [5.0, 0.0, 0.0], torque: [3.0, 0.0, 0.0] });
        assert!(near(found[1].at, [0.0, 1.0, 3.0]) && near(found[1].force, [0.0, 5.0, 0.0]));
        let load = between(vec![part("force_x", 1.0, Direction::Model([1.0, 0.0, 0.0]))], vec![]);
        assert_eq!(loads(at, &load, &[("force_x", 3.0)]).unwrap()[1].force, [3.0, 0.0, 0.0]);
        // A channel that is not stored.
        assert_eq!(loads(at, &film, &channels[..2]), None);
    }

    #[test]
    fn directions_between_points_and_axes_follow_the_bodies() {
        let z = [0.0, 0.0, 1.0];
        let at = [[0.0; 3], [3.0, 0.0, 4.0]];
        let along = |direction: Direction| {
            let found = loads(at, &between(vec![part("f", 10.0, direction)], vec![]), &[("f", 1.0)]).unwrap();
            [found[0].force, found[1].force]
        };
        let expect = |direction: Direction, [first, second]: [[f64; 3]; 2]| {
            let found = along(direction.clone());
            assert!(near(found[0], first) && near(found[1], second), "{direction:?}: {found:?}");
        };
        expect(Direction::Between, [[6.0, 0.0, 8.0], [0.0, 6.0, 8.0]]);
        expect(Direction::Radial(z), [[10.0, 0.0, 0.0], [0.0, 10.0, 0.0]]);
        expect(Direction::Tangential(z), [[0.0, 10.0, 0.0], [-10.0, 0.0, 0.0]]);
        let axes = [z, [0.6, 0.0, 0.8]];
        expect(Direction::Inclined(axes), [[10.0, 0.0, 0.0], [0.0, 10.0, 0.0]]);
        expect(Direction::Normal(axes), [[0.0, 10.0, 0.0], [-10.0, 0.0, 0.0]]);
    }

    #[test]
    fn the_point_of_action_is_between_the_points_and_moved() {
        let z = [0.0, 0.0, 1.0];
        let wrench = Wrench {
            fraction: 0.25,
            offsets: vec![(2.0, Direction::Radial(z)), (-1.0, Direction::Fixed(1, z))],
            ..between(vec![part("f", 1.0, Direction::Between)], vec![])
        };
        let found = loads([[0.0; 3], [4.0, 0.0, 0.0]], &wrench, &[("f", 1.0)]).unwrap();
        assert!(near(found[0].at, [3.0, 0.0, -1.0]) && near(found[1].at, [0.0, 3.0, 0.0]), "{found:?}");
    }
}
