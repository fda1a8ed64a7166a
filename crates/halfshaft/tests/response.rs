//! The response to harmonic loads against closed forms.

use std::sync::Arc;

use std::f64::consts::TAU;

use halfshaft::analysis::response::c64;
use halfshaft::analysis::{HarmonicLoad, Reason, Response, initial_state};
use halfshaft::elements::load::Axes;
use halfshaft::elements::rigid_body::inertia_tensor;
use halfshaft::elements::torsional::Torque;
use halfshaft::elements::torsional::clutch::Slip;
use halfshaft::elements::{Bushing, Clutch, Hinge, Inertia, Load, RigidBody, RotationalSpring, Shaft};
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{
    AddTo, Frame, Instrument, NodeId, Pose, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder, Twist,
};

fn shaft(b: &mut SystemBuilder, name: &str, inertia: f64, velocity: f64) -> ScalarId {
    let node = ScalarNode { name: name.into(), kind: ScalarKind::Motion, position: 0.0, velocity, scale: 1.0 };
    let shaft = b.scalar_node(node);
    Inertia { shaft, inertia }.add_to(b, name);
    shaft
}

fn torque(b: &mut SystemBuilder, on: ScalarId) {
    Torque { on, torque: Function::Constant(0.0).into(), harmonics: vec![], angle: 0.0 }.add_to(b, "push");
}

/// The amplitude of a channel under a unit of `push`.
fn amplitude(system: &Arc<System>, channel: &str, frequency: f64) -> c64 {
    let (state, _) = initial_state(system).unwrap();
    let mut response = Response::about(system, &state).unwrap();
    let load = HarmonicLoad { element: "push".into(), amplitude: c64::new(1.0, 0.0) };
    let (forces, mut x) = (response.forces(&state, &[load]), vec![]);
    response.solve(frequency, &forces, &mut x).unwrap();
    let place = system.channels().iter().position(|c| c.path == channel).unwrap();
    response.channel(place, frequency, &x)
}

#[test]
fn a_slipping_clutch_whose_friction_rises_damps_like_a_damper() {
    let mut b = SystemBuilder::new();
    let engine = shaft(&mut b, "engine", 1e9, 100.0);
    let gear = shaft(&mut b, "gear", 0.05, 0.0);
    let friction = Slip { static_ratio: 1.0, stribeck_speed: None, slope: 0.002, table: None };
    let capacity = Function::Constant(200.0).into();
    let (start, open_below) = (Clutch::mode_at(100.0, &capacity), Clutch::open_below(&capacity));
    Clutch { between: [engine, gear], capacity, open_below, friction, drag: None, angle: 0.0, start }
        .add_to(&mut b, "clutch");
    let law = SpringLaw::linear(500.0, 0.0);
    Shaft { between: [gear, ScalarId::GROUND], law }.add_to(&mut b, "shaft");
    torque(&mut b, gear);
    let system = b.finish();
    let w = TAU * 20.0;
    // J φ̈ = 1 − k φ − C s φ̇: the torque decreases by C s per rad/s by which the slip decreases.
    let expected = c64::new(500.0 - 0.05 * w * w, 200.0 * 0.002 * w).inv();
    let found = amplitude(&system, "gear.angle", 20.0);
    assert!((found - expected).norm() < 1e-9 * expected.norm(), "{found} {expected}");
    let torque = amplitude(&system, "shaft.torque", 20.0);
    assert!((torque - expected * 500.0).norm() < 1e-9 * torque.norm());
}

#[test]
fn constraints_that_repeat_each_other_do_not_disturb_the_response() {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("door", Pose { position: Vec3([0.3, 0.0, 0.0]), ..Pose::IDENTITY }, Twist::ZERO);
    let inertia = inertia_tensor([0.01, 0.02, 0.03, 0.0, 0.0, 0.0]);
    RigidBody { node, mass: 2.0, inertia }.add_to(&mut b, "door");
    let frame = |node, offset: [f64; 3]| Frame { node, offset: Vec3(offset), axes: Mat3::identity() };
    for (name, z) in [("upper", 0.5), ("lower", -0.5)] {
        Hinge { a: frame(NodeId::GROUND, [0.0, 0.0, z]), b: frame(node, [-0.3, 0.0, z]) }.add_to(&mut b, name);
    }
    let (a, b_frame) = (frame(NodeId::GROUND, [0.0; 3]), frame(node, [-0.3, 0.0, 0.0]));
    let law = SpringLaw::linear(40.0, 0.5).into();
    RotationalSpring { a, b: b_frame, free_angle: 0.0, law }.add_to(&mut b, "spring");
    halfshaft::elements::Actuator::<true> { a, b: b_frame, effort: Function::Constant(0.0).into() }
        .add_to(&mut b, "push");
    let system = b.finish();
    let w = TAU * 1.5;
    let expected = c64::new(40.0 - (0.03 + 2.0 * 0.09) * w * w, 0.5 * w).inv();
    let found = amplitude(&system, "spring.angle", 1.5);
    assert!((found - expected).norm() < 1e-9 * expected.norm(), "{found} {expected}");
}

#[test]
fn an_undamped_train_at_rest_at_no_frequency_has_no_response() {
    let mut b = SystemBuilder::new();
    let disc = shaft(&mut b, "disc", 0.5, 0.0);
    torque(&mut b, disc);
    let system = b.finish();
    let (state, _) = initial_state(&system).unwrap();
    let mut response = Response::about(&system, &state).unwrap();
    let failure = response.solve(0.0, &[c64::new(1.0, 0.0)], &mut vec![]).unwrap_err();
    assert_eq!((failure.element.as_str(), failure.reason), ("disc", Reason::Resonance { frequency: 0.0 }));
}

#[test]
fn a_spinning_rotor_answers_a_torque_across_its_axis_as_a_gyroscope() {
    // J_t φ̈_y + J_p Ω φ̇_z + k φ_y = T, J_t φ̈_z − J_p Ω φ̇_y + k φ_z = 0, from a start that is rotated about the
    // spin.
    let (polar, across, spin, k, torque) = (0.3, 0.2, 300.0, 8e4, 50.0);
    let mut b = SystemBuilder::new();
    let rotation = Quaternion::exp(Vec3([0.9, 0.0, 0.0]));
    let twist = Twist { linear: Vec3::zero(), angular: Vec3([spin, 0.0, 0.0]) };
    let node = b.pose_node("rotor", Pose { position: Vec3::zero(), rotation }, twist);
    let inertia = inertia_tensor([polar, across, across, 0.0, 0.0, 0.0]);
    b.add("rotor", RigidBody { node, mass: 20.0, inertia });
    let soft = SpringLaw::linear(1e5, 0.0);
    let stiff = SpringLaw::linear(k / (2.0 * 0.2 * 0.2), 0.0);
    for side in [-0.2, 0.2] {
        let at = Vec3([side, 0.0, 0.0]);
        let frame = |node| Frame { node, offset: at, axes: Mat3::identity() };
        let (a, b_) = (frame(NodeId::GROUND), frame(node));
        let linear = [soft.clone(), stiff.clone(), stiff.clone()];
        let rotational = [0, 1, 2].map(|_| SpringLaw::linear(0.0, 0.0));
        b.add("bearing", Bushing { a, b: b_, length: 0.0, linear, rotational });
    }
    let frame = Frame { node, offset: Vec3::zero(), axes: Mat3::identity() };
    let factor = Function::Constant(0.0).into();
    b.add("push", Load { frame, force: Vec3::zero(), torque: Vec3([0.0, torque, 0.0]), axes: Axes::Model, factor });
    b.instrument("end", Instrument::Point(Frame { node, offset: Vec3([0.2, 0.0, 0.0]), axes: Mat3::identity() }));
    let system = b.finish();
    let w = TAU * 60.0;
    let (d, g) = (k - across * w * w, polar * spin * w);
    // φ_y = T d/(d² − g²), φ_z = i T g/(d² − g²); the end of the axis is at −b φ_y along z and b φ_z along y.
    let expected = [(c64::new(0.0, g), "end.position_y"), (c64::new(-d, 0.0), "end.position_z")];
    for (numerator, channel) in expected {
        let (found, expected) = (amplitude(&system, channel, 60.0), numerator * (0.2 * torque / (d * d - g * g)));
        assert!((found - expected).norm() < 1e-9 * expected.norm(), "{channel}: {found} {expected}");
    }
}
