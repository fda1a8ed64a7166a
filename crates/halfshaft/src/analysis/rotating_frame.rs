//! A frame that rotates at constant speed: the motion with it, and perturbations in it.
//!
//! In a steady rotation about a fixed axis every node has
//!
//! ```text
//! v = Ω × (x − c),   v̇ = Ω × v,   Ω_m = Rᵀ Ω,   Ω̇_m = 0
//! ```
//!
//! Perturbations are in the rotating frame: ξ of a position, θ of a rotation in material axes, with
//!
//! ```text
//! δv = ξ̇ + Ω × ξ,        δv̇ = ξ̈ + 2 Ω × ξ̇ + Ω × (Ω × ξ)
//! δΩ_m = θ̇ + Ω_m × θ,    δΩ̇_m = θ̈ + Ω_m × θ̇
//!
//! K' = K + C D₁ + M D₂,   C' = C + M D₃      D₁ = Ω~, D₂ = Ω~ Ω~, D₃ = 2 Ω~ for ξ;   D₁ = D₃ = Ω_m~, D₂ = 0 for θ
//! ```
//!
//! Frequencies are those that an observer on the rotating parts sees. All bodies rotate; a support on the ground must be
//! symmetric about the axis, such as a bearing.

use faer::Mat;

use crate::linalg::block::BlockMatrix;
use crate::math::{Mat3, Vec3};
use crate::system::node::{POINT_UNKNOWNS, POSE_UNKNOWNS};
use crate::system::{State, System};

/// A rotation at constant speed about a fixed axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spin {
    /// Ω, in rad/s.
    pub angular_velocity: Vec3,
    /// c, a point on the axis.
    pub about: Vec3,
}

impl Spin {
    /// Sets velocities and accelerations of all bodies and mass points. Shafts turn at constant speeds, and reduced bodies do not vibrate.
    pub(super) fn set_velocities(&self, system: &System, state: &mut State) {
        let omega = self.angular_velocity;
        let poses = system.poses();
        state.dv[system.first_scalar()..].fill(0.0);
        state.v[system.amplitudes()].fill(0.0);
        let of_poses = (0..poses).map(|node| (POSE_UNKNOWNS * node, state.pose(node).position));
        let of_points = (0..system.points()).map(|point| {
            let first = system.layout().first_point + POINT_UNKNOWNS * point;
            (first, Vec3::from_slice(&state.q[system.layout().coordinate(first)..]))
        });
        let positions: Vec<(usize, Vec3)> = of_poses.chain(of_points).collect();
        for (first, x) in positions {
            let v = omega.cross(x - self.about);
            state.v[first..first + 3].copy_from_slice(&v.0);
            state.dv[first..first + 3].copy_from_slice(&omega.cross(v).0);
        }
        for node in 0..poses {
            let own = state.pose(node).rotation.matrix().transpose_times(omega);
            let first = POSE_UNKNOWNS * node + 3;
            state.v[first..first + 3].copy_from_slice(&own.0);
            state.dv[first..first + 3].fill(0.0);
        }
    }
}

/// Transforms the derivatives by position, velocity and acceleration to coordinates in the rotating frame.
pub(super) fn to_rotating_frame(system: &System, state: &State, spin: &Spin, matrices: &mut [Mat<f64>; 3]) {
    let omega = spin.angular_velocity.skew();
    let poses = system.poses();
    for node in 0..poses {
        let first = POSE_UNKNOWNS * node;
        transform(system, matrices, first, [omega, omega * omega, omega * 2.0]);
        let own = state.pose(node).rotation.matrix().transpose_times(spin.angular_velocity).skew();
        transform(system, matrices, first + 3, [own, Mat3([[0.0; 3]; 3]), own]);
    }
    for point in 0..system.points() {
        let first = system.layout().first_point + POINT_UNKNOWNS * point;
        transform(system, matrices, first, [omega, omega * omega, omega * 2.0]);
    }
}

/// The stiffness K' = K + C D₁ + M D₂ in the rotating frame as a block matrix, from K, C and M.
pub(super) fn stiffness_in_rotating_frame(
    system: &System,
    state: &State,
    spin: &Spin,
    [mut k, c, m]: [BlockMatrix; 3],
) -> BlockMatrix {
    let omega = spin.angular_velocity.skew();
    let (first_point, end) = (system.layout().first_point, system.first_scalar());
    let translates = |first: usize| first >= first_point || first.is_multiple_of(POSE_UNKNOWNS);
    let by_velocity = |first: usize| match first {
        _ if first >= end => None,
        _ if translates(first) => Some(omega.0),
        _ => Some(state.pose(first / POSE_UNKNOWNS).rotation.matrix().transpose_times(spin.angular_velocity).skew().0),
    };
    let by_acceleration = |first: usize| (first < end && translates(first)).then(|| (omega * omega).0);
    k.add_turned(system.pattern(), &c, system.motion_unknowns(), by_velocity);
    k.add_turned(system.pattern(), &m, system.motion_unknowns(), by_acceleration);
    k
}

/// K' = K + C D₁ + M D₂ and C' = C + M D₃ for three columns. Rows of constraints do not change.
fn transform(system: &System, [k, c, m]: &mut [Mat<f64>; 3], first: usize, [d1, d2, d3]: [Mat3; 3]) {
    for row in 0..system.motion_unknowns() {
        let old = |matrix: &Mat<f64>| Vec3(std::array::from_fn(|j| matrix[(row, first + j)]));
        let (by_velocity, by_acceleration) = (old(c), old(m));
        let more = d1.transpose() * by_velocity + d2.transpose() * by_acceleration;
        let damping = d3.transpose() * by_acceleration;
        for j in 0..3 {
            k[(row, first + j)] += more[j];
            c[(row, first + j)] += damping[j];
        }
    }
}
