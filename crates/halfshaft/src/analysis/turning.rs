//! Whether the coefficients of a linearised rotor stay constant while it turns.
//!
//! A linearization about a spinning state has modes only if its coefficients do not depend on the angle: in world axes those of a rotor that is isotropic about its axis, in the
//! rotating frame those of one whose supports are (`docs/theory.md`, modes). If neither holds, the equations have periodic coefficients. Here the state is turned on by a
//! radian, and the coefficients are compared. Multipliers are zero in both: their values in world axes turn with the rotor.

use faer::Mat;

use super::linearize::Whole;
use super::rotating_frame::Spin;
use crate::math::{Mat3, Quaternion, Vec3};
use crate::system::node::{POINT_UNKNOWNS, POSE_COORDINATES, POSE_UNKNOWNS};
use crate::system::{State, System};

/// Coefficients that differ by less are equal: relative to stiffness and inertia of the unknowns, well above round-off.
const EQUAL: f64 = 1e-8;
/// Bodies that move slower than this, relative to the speed of rotation and the size of the mechanism, spin in place.
const IN_PLACE: f64 = 1e-9;
/// Largest number of unknowns for which coefficients in world axes are compared: by dense matrices.
const MAX_COMPARED: usize = 3000;

/// The unknown whose coefficients vary most in the rotating frame as everything rotates, if they do.
pub(super) fn varying_in_rotating_frame(system: &System, state: &State, spin: &Spin) -> Option<usize> {
    let speed = spin.angular_velocity.norm();
    if speed == 0.0 {
        return None;
    }
    let turn = Quaternion::exp(spin.angular_velocity * (1.0 / speed));
    let by = turn.matrix();
    let mut turned = state.clone();
    let poses = system.poses();
    for node in 0..poses {
        let first = POSE_COORDINATES * node;
        let x = spin.about + by * (Vec3::from_slice(&state.q[first..]) - spin.about);
        turned.q[first..first + 3].copy_from_slice(&x.0);
        turned.q[first + 3..first + 7].copy_from_slice(&turn.compose(state.pose(node).rotation).0);
    }
    for point in 0..system.points() {
        let first = POSE_COORDINATES * poses + POINT_UNKNOWNS * point;
        let x = spin.about + by * (Vec3::from_slice(&state.q[first..]) - spin.about);
        turned.q[first..first + 3].copy_from_slice(&x.0);
    }
    spin.set_velocities(system, &mut turned);
    let translations: Vec<usize> = (0..poses)
        .map(|node| POSE_UNKNOWNS * node)
        .chain((0..system.points()).map(|point| system.layout().first_point + POINT_UNKNOWNS * point))
        .collect();
    let before = matrices(system, state, Some(spin));
    let mut after = matrices(system, &turned, Some(spin));
    after.iter_mut().for_each(|matrix| turn_back(matrix, &translations, &by));
    worst(system, &before, &after, speed).map(|(unknown, _)| unknown)
}

/// The name of the unknown whose coefficients in world axes vary most as bodies spin in place, if they do.
pub fn varying_in_world_axes(system: &System, state: &State) -> Option<String> {
    let angular = |node: usize| Vec3::from_slice(&state.v[POSE_UNKNOWNS * node + 3..]);
    let speed = (0..system.poses()).fold(0.0_f64, |most, node| most.max(angular(node).norm()));
    if speed == 0.0 || system.motion_unknowns() > MAX_COMPARED {
        return None;
    }
    let slow = IN_PLACE * speed * system.length(state);
    let moves = |first: usize| Vec3::from_slice(&state.v[first..]).norm() > slow;
    let first_point = system.layout().first_point;
    if (0..system.poses()).any(|node| moves(POSE_UNKNOWNS * node))
        || (0..system.points()).any(|point| moves(first_point + POINT_UNKNOWNS * point))
    {
        return None;
    }
    let mut turned = state.clone();
    for node in 0..system.poses() {
        let rotation = state.pose(node).rotation.compose(Quaternion::exp(angular(node) * (1.0 / speed)));
        let first = POSE_COORDINATES * node + 3;
        turned.q[first..first + 4].copy_from_slice(&rotation.0);
    }
    let (before, after) = (matrices(system, state, None), matrices(system, &turned, None));
    let (unknown, _) = worst(system, &before, &after, speed)?;
    let name = system.unknown_name(unknown);
    Some(format!("{} of \"{}\"", name.what, name.element))
}

/// K, C and M without reactions.
fn matrices(system: &System, state: &State, spin: Option<&Spin>) -> [Mat<f64>; 3] {
    let mut state = state.clone();
    state.multipliers.fill(0.0);
    let Whole { by_position, by_velocity, by_acceleration } = Whole::about(system, &state, spin);
    [by_position, by_velocity, by_acceleration]
}

/// Rows and columns of translations in the axes before the turn.
fn turn_back(matrix: &mut Mat<f64>, translations: &[usize], by: &Mat3) {
    let back = by.transpose();
    for &first in translations {
        for other in 0..matrix.ncols() {
            let new = back * Vec3(std::array::from_fn(|i| matrix[(first + i, other)]));
            (0..3).for_each(|i| matrix[(first + i, other)] = new[i]);
        }
    }
    for &first in translations {
        for other in 0..matrix.nrows() {
            let new = back * Vec3(std::array::from_fn(|j| matrix[(other, first + j)]));
            (0..3).for_each(|j| matrix[(other, first + j)] = new[j]);
        }
    }
}

/// The unknown with the largest relative change of its coefficients, and the change, if they change.
///
/// A coefficient of K is compared with √(dᵢ dⱼ), d = k + Ω² m with the largest diagonal entries of K and M among the three directions of the unknown; those of C and M with the
/// same over Ω and Ω².
fn worst(system: &System, before: &[Mat<f64>; 3], after: &[Mat<f64>; 3], speed: f64) -> Option<(usize, f64)> {
    let end = system.first_scalar();
    let scale: Vec<f64> = (0..end)
        .map(|i| {
            let block = i / 3 * 3..i / 3 * 3 + 3;
            let most = |m: &Mat<f64>| block.clone().fold(0.0_f64, |most, k| most.max(m[(k, k)].abs()));
            most(&before[0]).max(most(&after[0])) + speed * speed * most(&before[2])
        })
        .collect();
    let mut found: Option<(usize, f64)> = None;
    for (order, (before, after)) in before.iter().zip(after).enumerate() {
        let per = speed.powi(order as i32);
        for j in 0..end {
            for i in 0..end {
                let size = (scale[i] * scale[j]).sqrt() / per;
                let change = (before[(i, j)] - after[(i, j)]).abs() / size;
                if size > 0.0 && change > found.map_or(EQUAL, |(_, most)| most) {
                    found = Some((i, change));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{initial_state, modes_in_rotating_frame};
    use crate::elements::{Bushing, RigidBody};
    use crate::laws::SpringLaw;
    use crate::system::{Frame, NodeId, Pose, SystemBuilder, Twist};

    /// A rotor with moments of inertia across its axis in two bearings with stiffnesses across it.
    fn rotor(inertia: [f64; 2], stiffness: [f64; 2]) -> (std::sync::Arc<System>, State) {
        let mut b = SystemBuilder::new();
        let twist = Twist { linear: Vec3::zero(), angular: Vec3([7.0, 0.0, 0.0]) };
        let node = b.pose_node("rotor", Pose::IDENTITY, twist);
        let moments = [0.3, inertia[0], inertia[1]];
        let tensor = Mat3(std::array::from_fn(|i| std::array::from_fn(|j| if i == j { moments[i] } else { 0.0 })));
        b.add("rotor", RigidBody { node, mass: 2.0, inertia: tensor });
        let law = |k: f64| SpringLaw::linear(k, 0.0);
        for at in [-0.3, 0.3] {
            let frame = |node| Frame { node, offset: Vec3([at, 0.0, 0.0]), axes: Mat3::identity() };
            let linear = [law(900.0), law(stiffness[0]), law(stiffness[1])];
            let rotational = [0.0; 3].map(law);
            b.add("bearing", Bushing { a: frame(NodeId::GROUND), b: frame(node), length: 0.0, linear, rotational });
        }
        let system = b.finish();
        let state = initial_state(&system).unwrap().0;
        (system, state)
    }

    #[test]
    fn one_anisotropic_side_has_constant_coefficients_in_its_own_axes() {
        let spin = Spin { angular_velocity: Vec3([7.0, 0.0, 0.0]), about: Vec3::zero() };
        let cases = [
            ([0.2, 0.2], [400.0, 400.0], true, true),
            ([0.2, 0.2], [400.0, 401.0], true, false),
            ([0.2, 0.201], [400.0, 400.0], false, true),
            ([0.2, 0.201], [400.0, 401.0], false, false),
        ];
        for (inertia, stiffness, in_world, in_rotor) in cases {
            let (system, state) = rotor(inertia, stiffness);
            assert_eq!(varying_in_world_axes(&system, &state).is_none(), in_world, "{inertia:?} {stiffness:?}");
            let mut state = state;
            spin.set_velocities(&system, &mut state);
            assert_eq!(modes_in_rotating_frame(&system, &state, &spin).is_ok(), in_rotor, "{inertia:?} {stiffness:?}");
        }
    }
}
