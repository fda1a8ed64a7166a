//! The motion of the bodies of a run in frames for players, and the forces on them.
//!
//! A run may have a million steps; a player shows some thousand of them. The frames are equally spaced steps of the run,
//! including the first and the last.

mod films;
mod loads;

pub use films::FilmState;
pub use loads::Load;

use crate::error::Error;
use crate::scene::{Pose, Scene};
use crate::stored::Stored;

const POSITION: [&str; 3] = ["position_x", "position_y", "position_z"];
const ROTATION: [&str; 4] = ["rotation_w", "rotation_x", "rotation_y", "rotation_z"];

/// The paths of the channels of which the motion of a body is made.
pub fn channels_of(body: &str) -> impl Iterator<Item = String> {
    POSITION.into_iter().chain(ROTATION).map(move |channel| format!("{body}.{channel}"))
}

/// Poses and loads at some steps of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// The times of the frames, in seconds.
    pub time: Vec<f64>,
    /// The pose of each body in each frame.
    pub poses: Vec<Vec<Pose>>,
    /// The scene indices of the items with a load, each with its load in each frame.
    pub loads: Vec<(usize, Vec<Load>)>,
    /// The scene indices of films and rings, each with its state in each frame.
    pub films: Vec<(usize, Vec<FilmState>)>,
}

impl Playback {
    /// The design position only.
    pub fn design_position(scene: &Scene) -> Self {
        let poses = scene.bodies.iter().map(|body| vec![body.pose]).collect();
        Playback { time: vec![0.0], poses, loads: vec![], films: vec![] }
    }

    /// At most `most` frames of a run; the design position for a run without time steps.
    pub fn of(scene: &Scene, stored: &Stored, most: usize) -> Result<Self, Error> {
        let rows = rows(stored.time.len(), most);
        if rows.is_empty() || !stored.over_time() {
            return Ok(Playback::design_position(scene));
        }
        let time = rows.iter().map(|row| stored.time[*row]).collect();
        let mut poses = vec![];
        for body in &scene.bodies {
            let position = columns(stored, &body.name, POSITION, &rows)?;
            let rotation = columns(stored, &body.name, ROTATION, &rows)?;
            let pose = |i: usize| Pose {
                position: position.as_ref().map_or(body.pose.position, |p| p.each_ref().map(|column| column[i])),
                rotation: rotation.as_ref().map_or(body.pose.rotation, |q| q.each_ref().map(|column| column[i])),
            };
            poses.push((0..rows.len()).map(pose).collect());
        }
        let (mut loads, mut films) = (vec![], vec![]);
        for (place, item) in scene.items.iter().enumerate() {
            if let Some(wrench) = &item.wrench
                && let Some(frames) = loads::of(&item.name, wrench, stored, &rows, &poses)?
            {
                loads.push((place, frames));
            }
            if let Some(frames) = films::of(item, stored, &rows)? {
                films.push((place, frames));
            }
        }
        Ok(Playback { time, poses, loads, films })
    }
}

/// Equally spaced rows, including the first and the last.
fn rows(count: usize, most: usize) -> Vec<usize> {
    let most = most.max(2);
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|i| i * (count - 1) / (most - 1)).collect()
}

/// Some rows of the channels of an item; `None` if a channel is missing.
fn columns<const N: usize>(
    stored: &Stored,
    item: &str,
    names: [&str; N],
    rows: &[usize],
) -> Result<Option<[Vec<f64>; N]>, Error> {
    let places = names.map(|name| stored.find(&format!("{item}.{name}")));
    let mut taken = [const { vec![] }; N];
    for (column, place) in taken.iter_mut().zip(places) {
        let Some(place) = place else { return Ok(None) };
        let values = stored.column(place)?;
        *column = rows.iter().map(|row| values[*row]).collect();
    }
    Ok(Some(taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use crate::measure::ChannelInfo;
    use crate::scene::{Body, Component, Direction, Item, Wrench};
    use crate::scratch::Scratch;

    #[test]
    fn frames_are_steps_of_the_run_with_the_first_and_the_last() {
        assert_eq!(rows(5, 10), [0, 1, 2, 3, 4]);
        let some = rows(1_000_001, 11);
        assert_eq!((some.len(), some[0], some[1], some[10]), (11, 0, 100_000, 1_000_000));
        assert!(rows(0, 10).is_empty());
    }

    #[test]
    fn poses_and_loads_are_those_of_the_channels() {
        let scratch = Scratch::new("motion");
        let names = POSITION.iter().chain(&ROTATION).map(|name| format!("a.{name}"));
        let load = ["force_x", "force_y", "force_z", "torque_x", "torque_y", "torque_z"];
        let vector = |names: &[&str]| {
            let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let part = |(channel, axis): (&&str, [f64; 3])| Component {
                channel: channel.to_string(),
                factor: 1.0,
                along: Direction::Model(axis),
            };
            names.iter().zip(axes).map(part).collect::<Vec<_>>()
        };
        let names = names.chain(load.iter().map(|name| format!("j.{name}")));
        let info: Vec<_> = names.map(|name| ChannelInfo { name, unit: "1".into() }).collect();
        let mut recorder = Recorder::storing(&info, &[], "m", scratch.path()).unwrap();
        for i in 0..100 {
            let values: Vec<f64> = (0..13).map(|k| (100 * k + i) as f64).collect();
            recorder.push(i as f64, &values).unwrap();
        }
        recorder.finish().unwrap();
        let pose = Pose { position: [7.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };
        let body = |name: &str| Body { name: name.into(), pose, mass: 1.0, shape: None, shapes: vec![] };
        let item = Item {
            name: "j".into(),
            section: "joint".into(),
            kind: "hinge".into(),
            on: vec![Some(1)],
            points: vec![[8.0; 3]],
            axis: None,
            numbers: Default::default(),
            words: Default::default(),
            written: Default::default(),
            units: Default::default(),
            derived: vec![],
            teeth: vec![],
            road: None,
            wrench: Some(Wrench {
                on: vec![Some(1)],
                points: vec![[1.0; 3]],
                fraction: 1.0,
                offsets: vec![],
                force: vector(&load[..3]),
                torque: vector(&load[3..]),
            }),
        };
        let scene = Scene { bodies: vec![body("a"), body("b")], items: vec![item], ..Scene::default() };
        let motion = Playback::of(&scene, &Stored::open(scratch.path()).unwrap(), 10).unwrap();
        assert_eq!((motion.time.len(), motion.time[9]), (10, 99.0));
        let last = motion.poses[0][9];
        assert_eq!((last.position, last.rotation), ([99.0, 199.0, 299.0], [399.0, 499.0, 599.0, 699.0]));
        assert_eq!(motion.poses[1][9], pose);
        let load = Load { at: [8.0; 3], force: [700.0, 800.0, 900.0], torque: [1000.0, 1100.0, 1200.0] };
        assert_eq!((motion.loads.len(), motion.loads[0].0, motion.loads[0].1[0]), (1, 0, load));
    }
}
