//! Convergence of beams in element size, and modes of spinning shafts.

use std::sync::Arc;

use halfshaft::analysis::{Mode, initial_state, lowest_modes, modes, statics};
use halfshaft::elements::beam::Stiffness;
use halfshaft::elements::beam::massless::Section as Numbers;
use halfshaft::elements::beam::profile::Profile;
use halfshaft::elements::beam::section::Section;
use halfshaft::elements::beam::three_node::SectionPoint;
use halfshaft::elements::beam::three_node::inertia::gram;
use halfshaft::elements::load::{Axes, Load};
use halfshaft::elements::{BeamElement, BeamInertia, Bushing, ThreeNodeBeam, ThreeNodeInertia};
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Pose, State, System, SystemBuilder, Twist};

/// A straight beam of unit length along x.
struct Beam {
    elements: usize,
    /// Nodes of an element: two or three.
    nodes: usize,
    numbers: Numbers,
    /// Mass, and moments of inertia about x, y and z, for each length.
    mass: f64,
    inertia: [f64; 3],
    clamped: bool,
    /// Angle of the sections about x, and spin about x.
    angle: f64,
    spin: f64,
    damping: f64,
}

impl Beam {
    fn new(elements: usize, numbers: Numbers) -> Beam {
        let inertia = [2e-6, 1e-6, 1e-6];
        Beam { elements, nodes: 2, numbers, mass: 1.0, inertia, clamped: true, angle: 0.0, spin: 0.0, damping: 0.0 }
    }

    /// Adds its nodes and elements; returns the frames of the nodes.
    fn add(&self, b: &mut SystemBuilder) -> Vec<Frame> {
        let length = 1.0 / self.elements as f64;
        let spacing = length / (self.nodes - 1) as f64;
        let rotation = Quaternion::exp(Vec3([self.angle, 0.0, 0.0]));
        let frame = |k: usize, b: &mut SystemBuilder| {
            let position = Vec3([k as f64 * spacing, 0.0, 0.0]);
            if k == 0 && self.clamped {
                return Frame { node: NodeId::GROUND, offset: position, axes: rotation.matrix() };
            }
            let twist = Twist { linear: Vec3::zero(), angular: Vec3([self.spin, 0.0, 0.0]) };
            let node = b.pose_node(format!("node {k}"), Pose { position, rotation }, twist);
            Frame { node, offset: Vec3::zero(), axes: Mat3::identity() }
        };
        let frames: Vec<Frame> = (0..=self.elements * (self.nodes - 1)).map(|k| frame(k, b)).collect();
        if self.nodes == 3 {
            self.add_three_node_elements(&frames, length, b);
            return frames;
        }
        for pair in frames.windows(2) {
            let (a, end) = (pair[0], pair[1]);
            b.add(
                "element",
                BeamElement {
                    a,
                    b: end,
                    length,
                    free: [Vec3::unit(0), Vec3::zero()],
                    stiffness: Stiffness::new(&self.numbers, [0.0; 2], length),
                    damping: self.damping,
                    profile: Profile::uniform(Section::tube(0.01, 0.0, 0.3), 1),
                },
            );
            let (mass, inertia) = (self.mass * length, self.inertia.map(|j| j * length));
            b.add(
                "inertia",
                BeamInertia {
                    a,
                    b: end,
                    length,
                    mass,
                    inertia,
                    centroid: [0.0; 2],
                    lumped: false,
                    gravity: Vec3::zero(),
                },
            );
        }
        frames
    }

    fn add_three_node_elements(&self, frames: &[Frame], length: f64, b: &mut SystemBuilder) {
        for triple in frames.windows(3).step_by(2) {
            let frames = [triple[0], triple[1], triple[2]];
            let point = SectionPoint::new(&self.numbers, [0.0; 2], length, [Vec3::unit(0), Vec3::zero()]);
            b.add(
                "element",
                ThreeNodeBeam {
                    frames,
                    length,
                    points: [point; 2],
                    damping: self.damping,
                    profile: Profile::uniform(Section::tube(0.01, 0.0, 0.3), 1),
                },
            );
            let (mass, inertia) = (gram(length, |_| self.mass), self.inertia.map(|j| gram(length, |_| j)));
            b.add("inertia", ThreeNodeInertia { frames, mass, inertia, centroid: [0.0; 2] });
        }
    }
}

const SLENDER: Numbers = Numbers { axial: 1e7, torsion: 1.0, bending: [1.0, 1.0], shear: [f64::INFINITY; 2] };

/// The tip of a cantilever under a dead force.
fn tip(elements: usize, nodes: usize, numbers: Numbers, force: Vec3) -> Vec3 {
    let mut b = SystemBuilder::new();
    let frames = Beam { nodes, ..Beam::new(elements, numbers) }.add(&mut b);
    let frame = frames[elements * (nodes - 1)];
    let factor = Function::Constant(1.0).into();
    b.add("load", Load { frame, force, torque: Vec3::zero(), axes: Axes::Model, factor });
    let system = b.finish();
    let (state, _) = statics(&system, initial_state(&system).unwrap().0).unwrap();
    Vec3::from_slice(&state.q[7 * (elements * (nodes - 1) - 1)..])
}

/// The slope of the error over the element size, from meshes that each have twice as many elements as the one before.
fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// k = 10: 0.554996 and 0.810609 (Mattiasson 1981). The residual bending flexibility raises the order in the plane to 4.
#[test]
fn the_elastica_converges_with_the_fourth_power_of_the_element_size() {
    let at = |elements| tip(elements, 2, SLENDER, Vec3([0.0, 10.0, 0.0]));
    let fine = at(128);
    // Digits of the reference, and the extension of a beam with E A ℓ²/(E I) = 1e7.
    assert!((fine - Vec3([1.0 - 0.554996, 0.810609, 0.0])).norm() < 2e-6, "{fine:?}");
    let errors: Vec<f64> = [8, 16, 32].map(|n| (at(n) - fine).norm()).to_vec();
    let orders = orders(&errors);
    assert!(orders.iter().all(|order| *order > 3.6), "{errors:?} {orders:?}");
}

/// The Princeton beam's stiffnesses, bent about both axes and twisted.
#[test]
fn bending_with_twist_converges_with_the_second_power_at_least() {
    let strip = Numbers { axial: 1e7, torsion: 1.2, bending: [1.0, 15.0], shear: [1e6; 2] };
    let at = |elements| tip(elements, 2, strip, Vec3([0.0, -4.0, 4.0]));
    let fine = at(192);
    let errors: Vec<f64> = [6, 12, 24].map(|n| (at(n) - fine).norm()).to_vec();
    let orders = orders(&errors);
    assert!(errors[2] < 1e-4 && orders.iter().all(|order| *order > 1.8), "{errors:?} {orders:?}");
}

/// The same two shapes. A three-node element has as many unknowns as two elements of two nodes.
#[test]
fn elements_of_three_nodes_converge_with_the_fourth_power_in_plane_and_space() {
    let strip = Numbers { axial: 1e7, torsion: 1.2, bending: [1.0, 15.0], shear: [1e6; 2] };
    for (numbers, force) in [(SLENDER, Vec3([0.0, 10.0, 0.0])), (strip, Vec3([0.0, -4.0, 4.0]))] {
        let at = |elements| tip(elements, 3, numbers, force);
        let fine = at(64);
        // Both kinds converge to the same shape.
        assert!((fine - tip(192, 2, numbers, force)).norm() < 5e-6);
        let errors: Vec<f64> = [4, 8, 16].map(|n| (at(n) - fine).norm()).to_vec();
        let orders = orders(&errors);
        assert!(errors[2] < 1e-5 && orders.iter().all(|order| *order > 3.6), "{errors:?} {orders:?}");
    }
}

fn frequencies(beam: &Beam, supports: impl FnOnce(&mut SystemBuilder, &[Frame])) -> Vec<Mode> {
    let mut b = SystemBuilder::new();
    let frames = beam.add(&mut b);
    supports(&mut b, &frames);
    let system = b.finish();
    modes(&system, &start(&system)).unwrap()
}

fn start(system: &Arc<System>) -> State {
    initial_state(system).unwrap().0
}

/// 3.5160152685 and 22.0344915647 for a slender cantilever (Blevins 1979, table 8-1).
#[test]
fn frequencies_of_a_cantilever_converge_with_the_fourth_power() {
    // Rotary inertia of 1e-10 for each length is far below the error; that about the axis keeps torsion slow, for round-off.
    let slender = |elements| Beam { inertia: [1e-3, 1e-10, 1e-10], ..Beam::new(elements, SLENDER) };
    for nodes in [2, 3] {
        let at = |elements: usize, mode: usize| {
            let all = frequencies(&Beam { nodes, ..slender(elements) }, |_, _| {});
            2.0 * std::f64::consts::PI * all[mode].frequency
        };
        for (mode, exact) in [(0, 3.516015268547), (2, 22.03449156465)] {
            let errors: Vec<f64> = [4, 8, 16].map(|n| (at(n, mode) / exact - 1.0).abs()).to_vec();
            let orders = orders(&errors);
            assert!(errors[2] < 2e-5 && orders.iter().all(|order| *order > 3.8), "{nodes}: {errors:?} {orders:?}");
        }
    }
}

/// In world axes the coefficients of an isotropic rotor do not depend on its angle.
#[test]
fn whirl_of_a_spinning_shaft_does_not_depend_on_its_angle() {
    let law = |k: f64| SpringLaw::linear(k, 0.01 * k);
    let at = |angle: f64| {
        let inertia = [2e-2, 1e-2, 1e-2];
        let shaft = Beam { inertia, clamped: false, angle, spin: 5.0, ..Beam::new(6, SLENDER) };
        let all = frequencies(&shaft, |b, frames| {
            for frame in [&frames[1], &frames[5]] {
                let ground =
                    Frame { node: NodeId::GROUND, offset: b.pose(frame.node).position, axes: Mat3::identity() };
                let axes = Quaternion::exp(Vec3([-angle, 0.0, 0.0])).matrix();
                let (linear, rotational) = ([law(3.0), law(40.0), law(40.0)], [0.0; 3].map(law));
                b.add("bearing", Bushing { a: ground, b: Frame { axes, ..*frame }, length: 0.0, linear, rotational });
            }
        });
        let mut all: Vec<[f64; 2]> = all.iter().map(|mode| [mode.damped_frequency, mode.damping_ratio]).collect();
        all.sort_by(|a, b| a[0].total_cmp(&b[0]));
        all.truncate(12);
        all
    };
    let upright = at(0.0);
    // Backward and forward whirl differ.
    assert!(upright.iter().any(|mode| mode[0] > 0.0));
    for angle in [0.3, 1.1, 2.9, 7.5] {
        for (found, expected) in at(angle).iter().zip(&upright) {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1e-2), "{angle}: {found} {expected}");
            }
        }
    }
}

/// Poles from sparse matrices are those of the dense problem: isotropic bearings with dampers, one of them off the end, gyroscopic forces.
#[test]
fn the_lowest_modes_of_a_spinning_shaft_are_the_same_from_sparse_matrices() {
    let law = |k: f64, d: f64| SpringLaw::linear(k, d);
    let shaft = Beam { inertia: [2e-2, 1e-2, 1e-2], clamped: false, angle: 0.4, spin: 30.0, ..Beam::new(30, SLENDER) };
    let mut b = SystemBuilder::new();
    let frames = shaft.add(&mut b);
    for (frame, damping) in [(&frames[2], 0.3), (&frames[30], 0.1)] {
        let ground = Frame { node: NodeId::GROUND, offset: b.pose(frame.node).position, axes: Mat3::identity() };
        let linear = [law(3.0, 0.01), law(40.0, damping), law(40.0, damping)];
        let axes = Quaternion::exp(Vec3([-0.4, 0.0, 0.0])).matrix();
        let rotational = [0.0; 3].map(|k| law(k, 0.0));
        b.add("bearing", Bushing { a: ground, b: Frame { axes, ..*frame }, length: 0.0, linear, rotational });
    }
    let system = b.finish();
    let state = start(&system);
    let (all, lowest) = (modes(&system, &state).unwrap(), lowest_modes(&system, &state, None, Some(12)).unwrap());
    assert_eq!((all.len(), lowest.len()), (186, 12));
    // Modes of bending in two planes have the same undamped frequency and share a pair of poles.
    let sorted = |list: &[Mode]| {
        let mut poles: Vec<[f64; 2]> = list.iter().map(|mode| [mode.damped_frequency, mode.damping_ratio]).collect();
        poles.sort_by(|a, b| a[0].total_cmp(&b[0]));
        poles
    };
    for ((found, expected), (mode, by_dense)) in
        sorted(&lowest).iter().zip(sorted(&all[..12])).zip(lowest.iter().zip(&all))
    {
        assert!((mode.frequency - by_dense.frequency).abs() <= 1e-7 * by_dense.frequency.max(1e-3));
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() <= 1e-7 * expected.abs().max(1e-3), "{found} {expected}");
        }
    }
    // Forward and backward whirl differ by more than the damping does.
    assert!(lowest.windows(2).any(|pair| (pair[0].damped_frequency / pair[1].damped_frequency - 1.0).abs() > 0.05));
}

/// A shaft that dissipates in itself is unstable in forward whirl above ω (1 + c_ext/c_int), with the external damping c_ext = 2 ζ ω M and the internal one
/// c_int = τ ω² M of its first mode (Bolotin 1963; Genta 2005, section 3.6).
#[test]
fn internal_damping_destabilises_above_the_critical_speed() {
    let (tau, elements) = (1e-3, 6);
    let unstable = |spin: f64, external: f64| {
        // Rotary inertia so small that gyroscopic effects are below 1e-6.
        let inertia = [2e-9, 1e-9, 1e-9];
        let shaft = Beam { inertia, clamped: true, spin, damping: tau, ..Beam::new(elements, SLENDER) };
        let mut b = SystemBuilder::new();
        let shaft = Beam { clamped: false, ..shaft };
        let frames = shaft.add(&mut b);
        // Pinned ends: stiff bearings without damping; external damping distributed over the nodes as their mass.
        let spring = |k: f64, d: f64| SpringLaw::linear(k, d);
        for (k, frame) in frames.iter().enumerate() {
            let end = k == 0 || k == elements;
            let (stiff, share) = (if end { 1e8 } else { 0.0 }, if end { 0.5 } else { 1.0 } / elements as f64);
            let law = spring(stiff, external * share);
            let along = spring(if k == 0 { 1e8 } else { 0.0 }, 0.0);
            let ground = Frame { node: NodeId::GROUND, offset: b.pose(frame.node).position, axes: Mat3::identity() };
            let none = [0.0; 3].map(|k| spring(k, 0.0));
            b.add(
                "support",
                Bushing { a: ground, b: *frame, length: 0.0, linear: [along, law.clone(), law], rotational: none },
            );
        }
        let system = b.finish();
        let all = modes(&system, &start(&system)).unwrap();
        all.iter().any(|mode| mode.frequency > 0.0 && mode.damping_ratio < -1e-9)
    };
    let omega = std::f64::consts::PI.powi(2);
    let internal = tau * omega * omega;
    for external in [0.3 * internal, internal] {
        let onset = omega * (1.0 + external / internal);
        assert!(!unstable(0.99 * onset, external), "{external}");
        assert!(unstable(1.01 * onset, external), "{external}");
    }
}

/// The critical load of a cantilever, by bisection: the smallest at which a mode about the equilibrium grows.
fn critical_load(elements: usize, numbers: Numbers, load: Vec3, axes: Axes, [mut low, mut high]: [f64; 2]) -> f64 {
    let unstable = |size: f64| {
        let mut b = SystemBuilder::new();
        let beam = Beam { inertia: [2e-5, 1e-5, 1e-5], ..Beam::new(elements, numbers) };
        let frame = beam.add(&mut b)[elements];
        let factor = Function::Constant(size).into();
        b.add("load", Load { frame, force: load, torque: Vec3::zero(), axes, factor });
        let system = b.finish();
        let (state, _) = statics(&system, start(&system)).unwrap();
        modes(&system, &state).unwrap().iter().any(|mode| mode.damping_ratio < -1e-7)
    };
    assert!(!unstable(low) && unstable(high));
    while high - low > 2e-4 * high {
        let middle = 0.5 * (low + high);
        if unstable(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

/// P ℓ²/(E I) = 20.051 (Beck 1952): the follower force has an unsymmetric tangent, without which nothing is found.
#[test]
fn becks_column_flutters_at_its_load() {
    let numbers = Numbers { axial: 1e6, ..SLENDER };
    let found = critical_load(10, numbers, Vec3([-1.0, 0.0, 0.0]), Axes::Body, [19.5, 20.5]);
    assert!((found / 20.0510 - 1.0).abs() < 1e-3, "{found}");
}

/// P ℓ²/√(E I₂ G J) = 4.012599, twice the first zero of J₋₁/₄ (Prandtl 1899; Timoshenko & Gere 1961, section 6.3).
#[test]
fn a_narrow_cantilever_buckles_sideways_at_its_load() {
    let numbers = Numbers { axial: 1e7, torsion: 1.0, bending: [1.0, 1e4], shear: [f64::INFINITY; 2] };
    // Twist and bending are coupled: second order in the element size, 0.5 % with 10 elements.
    let found = critical_load(40, numbers, Vec3([0.0, -1.0, 0.0]), Axes::Model, [4.0, 4.03]);
    assert!((found / 4.012599 - 1.0).abs() < 1e-3, "{found}");
}
