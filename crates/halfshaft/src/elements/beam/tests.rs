//! Objectivity and path independence of the beam element.

use std::sync::Arc;

use super::element::{BeamElement, Stiffness};
use super::massless;
use super::profile::Profile;
use super::section::Section;
use super::three_node::element::SHARE;
use super::three_node::{SectionPoint, ThreeNodeBeam};
use crate::math::{Mat3, Quaternion, Vec3};
use crate::system::{Frame, Pose, State, System, SystemBuilder, Twist};

/// Numbers between −1 and 1 (Knuth's linear congruential generator).
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        Vec3([self.number(), self.number(), self.number()]) * size
    }
}

/// The kinds of elements, by their number of nodes.
const KINDS: [usize; 2] = [2, 3];

/// A chain of elements with this number of nodes along x, with nodes every 0.5 m.
fn chain(elements: usize, nodes: usize) -> Arc<System> {
    let section = massless::Section { axial: 50.0, torsion: 0.7, bending: [0.4, 0.9], shear: [20.0, 30.0] };
    let mut b = SystemBuilder::new();
    let frame = |k: usize, b: &mut SystemBuilder| {
        let pose = Pose { position: Vec3([0.5 * k as f64, 0.0, 0.0]), ..Pose::IDENTITY };
        let node = b.pose_node(format!("{k}"), pose, Twist::ZERO);
        Frame { node, offset: Vec3::zero(), axes: Mat3::identity() }
    };
    let frames: Vec<Frame> = (0..=elements * (nodes - 1)).map(|k| frame(k, &mut b)).collect();
    let free = [Vec3([1.0, 0.0, 0.0]), Vec3([0.1, -0.2, 0.3])];
    if nodes == 3 {
        for triple in frames.windows(3).step_by(2) {
            let element = ThreeNodeBeam {
                frames: [triple[0], triple[1], triple[2]],
                length: 1.0,
                points: [SectionPoint::new(&section, [0.02, -0.01], 1.0, free); 2],
                damping: 0.0,
                profile: Profile::uniform(Section::tube(0.1, 0.0, 0.3), 1),
            };
            b.add("element", element);
        }
        return b.finish();
    }
    for pair in frames.windows(2) {
        let element = BeamElement {
            a: pair[0],
            b: pair[1],
            length: 0.5,
            free,
            stiffness: Stiffness::new(&section, [0.02, -0.01], 0.5),
            damping: 0.0,
            profile: Profile::uniform(Section::tube(0.1, 0.0, 0.3), 1),
        };
        b.add("element", element);
    }
    b.finish()
}

fn set_pose(state: &mut State, node: usize, x: Vec3, r: Quaternion) {
    state.q[7 * node..7 * node + 3].copy_from_slice(&x.0);
    state.q[7 * node + 3..7 * node + 7].copy_from_slice(&r.0);
}

/// Energy, and forces and torques of all nodes in their own axes.
fn material_forces(system: &Arc<System>, state: &State) -> Vec<f64> {
    let mut r = vec![0.0; system.unknowns()];
    system.residual(state, &mut r);
    let mut all = vec![system.energy(state).potential];
    for (node, six) in r.chunks_exact(6).enumerate() {
        let own = state.pose(node).rotation.matrix().transpose_times(Vec3::from_slice(six));
        all.extend(own.0.iter().chain(&six[3..]));
    }
    all
}

/// A strongly bent shape: every element is turned by more than one radian.
fn bent(system: &Arc<System>) -> State {
    let mut state = system.state();
    let mut random = Random(7);
    let (mut x, mut r) = (Vec3::zero(), Quaternion::IDENTITY);
    for node in 0..system.poses() {
        set_pose(&mut state, node, x, r);
        x += r.matrix() * Vec3([0.45, 0.1, -0.05]);
        r = r.compose(Quaternion::exp(random.vector(0.3) + Vec3([0.3, 0.8, 1.1])));
    }
    state
}

#[test]
fn a_bent_beam_has_the_same_energy_and_material_forces_after_a_thousand_rigid_motions() {
    for system in KINDS.map(|nodes| chain(3, nodes)) {
        let state = bent(&system);
        let expected = material_forces(&system, &state);
        let size = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut random = Random(1);
        for _ in 0..1000 {
            let (turn, shift) = (Quaternion::exp(random.vector(2.0)), random.vector(3.0));
            let mut moved = state.clone();
            for node in 0..system.poses() {
                let old = state.pose(node);
                let x = turn.matrix() * old.position + shift;
                set_pose(&mut moved, node, x, turn.compose(old.rotation));
            }
            for (found, expected) in material_forces(&system, &moved).iter().zip(&expected) {
                assert!((found - expected).abs() <= 1e-11 * size, "{found} {expected}");
            }
        }
    }
}

#[test]
fn two_paths_to_one_shape_end_with_the_same_forces() {
    for system in KINDS.map(|nodes| chain(3, nodes)) {
        let end = bent(&system);
        let mut found = Vec::new();
        let order: Vec<usize> = (0..system.poses()).collect();
        for order in [order.clone(), order.into_iter().rev().collect()] {
            let mut state = system.state();
            // One node after the other moves to its place, in many small steps, each accepted.
            for node in order {
                let (from, to) = (state.pose(node), end.pose(node));
                let turn = from.rotation.inverse().compose(to.rotation).log();
                for step in 1..=50 {
                    let part = f64::from(step) / 50.0;
                    let x = from.position + (to.position - from.position) * part;
                    set_pose(&mut state, node, x, from.rotation.compose(Quaternion::exp(turn * part)));
                    system.commit(&mut state, &mut Vec::new());
                }
            }
            found.push(material_forces(&system, &state));
        }
        let size = found[0].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (a, b) in found[0].iter().zip(&found[1]) {
            assert!((a - b).abs() <= 1e-10 * size, "{a} {b}");
        }
    }
}

/// Each half of a three-node element turns beyond half a turn; its energy is that of the arc.
#[test]
fn an_element_of_three_nodes_rolled_up_stores_the_energy_of_its_arc() {
    let system = chain(1, 3);
    let mut state = system.state();
    for step in 1..=100 {
        let angle = 0.06 * f64::from(step);
        for (node, turned) in [(1, angle), (2, 2.0 * angle)] {
            let radius = 0.5 / angle;
            let x = Vec3([radius * turned.sin(), radius * (1.0 - turned.cos()), 0.0]);
            set_pose(&mut state, node, x, Quaternion::exp(Vec3([0.0, 0.0, turned])));
        }
        assert!(system.is_feasible(&state), "{angle}");
        system.commit(&mut state, &mut Vec::new());
        let k = Vec3([-0.1, 0.2, 2.0 * angle - 0.3]);
        let stretch = k.cross(Vec3([0.0, 0.02, -0.01]));
        let with_bending = |shear: f64, bending: f64| 1.0 / (1.0 / shear + SHARE / (12.0 * bending));
        let linear = 50.0 * stretch[0].powi(2)
            + with_bending(20.0, 0.9) * stretch[1].powi(2)
            + with_bending(30.0, 0.4) * stretch[2].powi(2);
        let angular = 0.7 * k[0].powi(2) + 0.4 * k[1].powi(2) + 0.9 * k[2].powi(2);
        let expected = 0.5 * (linear + angular);
        let found = system.energy(&state).potential;
        assert!((found / expected - 1.0).abs() < 1e-11, "{angle}: {found} {expected}");
    }
}

/// θ continues through half a turn, and behind a full turn that is passed within a step; the energy with it.
#[test]
fn an_element_rolled_up_stores_the_energy_of_its_arc() {
    let system = chain(1, 2);
    let mut state = system.state();
    let steps = (1..=100).map(|step| 0.06 * f64::from(step)).chain((0..50).map(|step| 6.6 + 0.06 * f64::from(step)));
    for angle in steps {
        let radius = 0.5 / angle;
        let x = Vec3([radius * angle.sin(), radius * (1.0 - angle.cos()), 0.0]);
        set_pose(&mut state, 1, x, Quaternion::exp(Vec3([0.0, 0.0, angle])));
        assert!(system.is_feasible(&state), "{angle}");
        system.commit(&mut state, &mut Vec::new());
        // Curvature 2 φ less the free ones; the axis is eccentric, so that curvature stretches the centroid.
        let k = Vec3([-0.1, 0.2, 2.0 * angle - 0.3]);
        let stretch = k.cross(Vec3([0.0, 0.02, -0.01]));
        let with_bending = |shear: f64, bending: f64| 1.0 / (1.0 / shear + 0.25 / (12.0 * bending));
        let linear = 50.0 * stretch[0].powi(2)
            + with_bending(20.0, 0.9) * stretch[1].powi(2)
            + with_bending(30.0, 0.4) * stretch[2].powi(2);
        let angular = 0.7 * k[0].powi(2) + 0.4 * k[1].powi(2) + 0.9 * k[2].powi(2);
        let expected = 0.25 * (linear + angular);
        let found = system.energy(&state).potential;
        assert!((found / expected - 1.0).abs() < 1e-11, "{angle}: {found} {expected}");
    }
}

#[test]
fn a_full_turn_of_an_element_is_infeasible() {
    let system = chain(1, 2);
    let mut state = system.state();
    for angle in [1.5, 3.0, 4.5, 6.0, 6.2] {
        let radius = 0.5 / angle;
        let x = Vec3([radius * f64::sin(angle), radius * (1.0 - f64::cos(angle)), 0.0]);
        set_pose(&mut state, 1, x, Quaternion::exp(Vec3([0.0, 0.0, angle])));
        assert_eq!(system.is_feasible(&state), angle < 6.1, "{angle}");
        system.commit(&mut state, &mut Vec::new());
    }
}
