//! The state: everything that changes with time, in flat vectors.

use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::node::{POSE_COORDINATES, POSE_UNKNOWNS, Pose};
use crate::math::{Quaternion, Vec3};

/// The state of a system at one time. A checkpoint is a copy of it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Where the nodes are in the vectors.
    pub(crate) layout: Layout,
    /// Time in seconds.
    pub time: f64,
    /// Coordinates: per pose node a position and a unit quaternion, then per point node a position, then one per scalar node.
    pub q: Vec<f64>,
    /// Velocities: per pose node v in world axes, Ω in body axes, then per point node v, then one per scalar node.
    pub v: Vec<f64>,
    /// Accelerations v̇.
    pub dv: Vec<f64>,
    /// The integrator's algorithmic accelerations a, an average of v̇ around the time.
    pub a: Vec<f64>,
    /// Lagrange multipliers λ.
    pub multipliers: Vec<f64>,
    /// The memory of the elements; written only when a step is accepted.
    pub memory: Vec<f64>,
    /// The modes of the elements that have modes.
    pub modes: Vec<usize>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            layout: self.layout,
            time: self.time,
            q: self.q.clone(),
            v: self.v.clone(),
            dv: self.dv.clone(),
            a: self.a.clone(),
            multipliers: self.multipliers.clone(),
            memory: self.memory.clone(),
            modes: self.modes.clone(),
        }
    }

    /// Copies into the existing storage.
    fn clone_from(&mut self, from: &Self) {
        self.layout = from.layout;
        self.time = from.time;
        self.q.clone_from(&from.q);
        self.v.clone_from(&from.v);
        self.dv.clone_from(&from.dv);
        self.a.clone_from(&from.a);
        self.multipliers.clone_from(&from.multipliers);
        self.memory.clone_from(&from.memory);
        self.modes.clone_from(&from.modes);
    }
}

impl State {
    /// Extrapolates the motion by `span` with its velocities and accelerations; `room` is a buffer with one entry per
    /// velocity.
    pub(crate) fn ahead(&self, span: f64, room: &mut [f64], ahead: &mut State) {
        ahead.clone_from(self);
        ahead.time += span;
        let increment = &mut room[..self.v.len()];
        for (i, increment) in increment.iter_mut().enumerate() {
            *increment = span * self.v[i] + 0.5 * span * span * self.dv[i];
            ahead.v[i] += span * self.dv[i];
        }
        ahead.set_moved(&self.q, increment);
    }

    /// Number of pose nodes, without the ground.
    #[inline(always)]
    pub(crate) fn poses(&self) -> usize {
        self.layout.poses
    }

    /// The pose of the i-th pose node, without the ground.
    #[inline(always)]
    pub(crate) fn pose(&self, i: usize) -> Pose {
        read_pose(&self.q, i)
    }

    /// Moves one coordinate, given by the index of its velocity, by an increment.
    pub(crate) fn move_one(&mut self, velocity: usize, by: f64) {
        if velocity >= self.layout.first_point {
            self.q[self.layout.coordinate(velocity)] += by;
            return;
        }
        let (node, component) = (velocity / POSE_UNKNOWNS, velocity % POSE_UNKNOWNS);
        if component < 3 {
            self.q[node * POSE_COORDINATES + component] += by;
            return;
        }
        let mut turn = [0.0; 3];
        turn[component - 3] = by;
        let rotation = self.pose(node).rotation.compose(Quaternion::exp(Vec3(turn)));
        self.q[node * POSE_COORDINATES + 3..][..4].copy_from_slice(&rotation.0);
    }

    /// Restores the node of a coordinate to its values in another state.
    pub(crate) fn restore_one(&mut self, velocity: usize, from: &State) {
        let range = if velocity >= self.layout.first_point {
            let coordinate = self.layout.coordinate(velocity);
            coordinate..coordinate + 1
        } else {
            let first = velocity / POSE_UNKNOWNS * POSE_COORDINATES;
            first..first + POSE_COORDINATES
        };
        self.q[range.clone()].copy_from_slice(&from.q[range]);
    }

    /// q ← q₀ ∘ exp(s): every node moved from `from` by the increment `s`.
    pub(crate) fn set_moved(&mut self, from: &[f64], s: &[f64]) {
        let (of_poses, others) = s.split_at(self.layout.first_point);
        for (i, step) in of_poses.chunks_exact(POSE_UNKNOWNS).enumerate() {
            let Pose { position, rotation } = read_pose(from, i);
            let position = position + Vec3::from_slice(step);
            // Renormalising keeps round-off from growing over millions of steps.
            let rotation = rotation.compose(Quaternion::exp(Vec3::from_slice(&step[3..]))).normalised();
            let q = &mut self.q[i * POSE_COORDINATES..][..POSE_COORDINATES];
            q[..3].copy_from_slice(&position.0);
            q[3..].copy_from_slice(&rotation.0);
        }
        let first = self.layout.coordinate(self.layout.first_point);
        for ((q, from), step) in self.q[first..].iter_mut().zip(&from[first..]).zip(others) {
            *q = from + step;
        }
    }
}

#[inline(always)]
fn read_pose(q: &[f64], i: usize) -> Pose {
    let q = &q[i * POSE_COORDINATES..][..POSE_COORDINATES];
    Pose { position: Vec3::from_slice(q), rotation: Quaternion([q[3], q[4], q[5], q[6]]) }
}
