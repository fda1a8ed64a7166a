//! Jacobian reuse in a mechanism that rotates as a whole: corotated factorization (`docs/theory.md`, eq. 33a).

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, transient};
use halfshaft::elements::{Bushing, Hinge, RigidBody};
use halfshaft::laws::SpringLaw;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

const SPEED: f64 = 30.0;

/// A carrier on the ground with arms hinged around it; stiff elastic rings connect each arm to the next.
fn carrier(arms: usize) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let angular = Vec3([0.0, 0.0, SPEED]);
    let place = |position| Pose { position, rotation: Quaternion::IDENTITY };
    let turning = |position: Vec3| Twist { linear: angular.cross(position), angular };
    let hub = b.pose_node("hub", place(Vec3::zero()), turning(Vec3::zero()));
    b.add("hub", RigidBody { node: hub, mass: 2.0, inertia: Mat3::identity() * 0.01 });
    let frame = |node, at: Vec3, x: Vec3| {
        Frame::at_design(node, &Placement { x: at, r: Mat3::identity() }, x, Mat3::identity())
    };
    let (a, own) = (frame(NodeId::GROUND, Vec3::zero(), Vec3::zero()), frame(hub, Vec3::zero(), Vec3::zero()));
    b.add("bearing", Hinge { a, b: own });
    let nodes: Vec<_> = (0..arms)
        .map(|i| {
            let angle = i as f64 / arms as f64 * std::f64::consts::TAU;
            let at = Vec3([0.1 * angle.cos(), 0.1 * angle.sin(), 0.0]);
            let node = b.pose_node(format!("arm {i}"), place(at), turning(at));
            b.add(format!("arm {i}"), RigidBody { node, mass: 0.2, inertia: Mat3::identity() * 1e-4 });
            b.add(format!("pin {i}"), Hinge { a: frame(hub, Vec3::zero(), at), b: frame(node, at, at) });
            (node, at)
        })
        .collect();
    for (i, &(node, at)) in nodes.iter().enumerate() {
        let (next, there) = nodes[(i + 1) % arms];
        let middle = (at + there) * 0.5;
        let law = |stiffness: f64| [0, 1, 2].map(|_| SpringLaw::linear(stiffness, 1e-5 * stiffness));
        let (a, b_frame) = (frame(node, at, middle), frame(next, there, middle));
        b.add(format!("ring {i}"), Bushing { a, b: b_frame, length: 0.0, linear: law(1e6), rotational: law(1e3) });
    }
    b.finish()
}

#[test]
fn ten_turns_take_a_few_factorizations() {
    let system = carrier(5);
    let (start, _) = initial_state(&system).unwrap();
    let steps = 1000;
    let end = 10.0 * std::f64::consts::TAU / SPEED;
    let settings = Settings::new(end, Steps::Fixed(end / steps as f64));
    let mut last = 0.0;
    let mut watch = |accepted: &Accepted| {
        last = accepted.state.v[5];
        ControlFlow::Continue(())
    };
    let (statistics, outcome) = transient(&system, start, &settings, &mut watch);
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!((last - SPEED).abs() < 1e-4, "{last}");
    // Without corotation, a factorization is stale after a tenth of a radian: hundreds.
    assert!(statistics.factorizations <= 20, "{statistics:?}");
}
