//! The simple pendulum of the IFToMM benchmark library, A01: a point mass on a massless rod of one metre, released from
//! the horizontal. Positions by Jacobi elliptic functions; speed and rod force follow from them by energy:
//! v² = 2 g |y|, and the hinge pulls with 3 m g |y| along the rod.

use std::ops::ControlFlow;

use halfshaft::analysis::{Accepted, Outcome, Scheme, Settings, initial_state, transient};
use halfshaft::elements::{Gravity, Hinge, RigidBody};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, State, System, SystemBuilder, Twist};

const G: f64 = 9.81;

fn pendulum(inertia: f64) -> System {
    let mut b = SystemBuilder::new();
    let position = Vec3([-1.0, 0.0, 0.0]);
    let bob = b.pose_node("bob", Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
    b.add("bob", RigidBody { node: bob, mass: 1.0, inertia: Mat3::identity() * inertia });
    b.add("gravity", Gravity { node: bob, mass: 1.0, field: Vec3([0.0, -G, 0.0]) });
    let here = Placement { x: position, r: Mat3::identity() };
    let pivot = |node, at: &Placement<f64>| Frame::at_design(node, at, Vec3::zero(), Mat3::identity());
    let (a, b_frame) = (pivot(NodeId::GROUND, &Placement::identity()), pivot(bob, &here));
    b.add("pivot", Hinge { a, b: b_frame });
    b.finish()
}

/// The state at the end of a run with equal steps.
fn run(system: &System, end: f64, step: f64, scheme: Scheme) -> State {
    let (start, _) = initial_state(system).unwrap();
    let mut last = start.clone();
    let mut keep = |accepted: &Accepted| {
        last = accepted.state.clone();
        ControlFlow::Continue(())
    };
    let settings = Settings { scheme, newton_tolerance: 1e-12, ..Settings::new(end, step) };
    let (statistics, outcome) = transient(system, start, &settings, &mut keep);
    assert_eq!(outcome, Ok(Outcome::Done));
    println!("h {step:8.1e}: {statistics:?}");
    last
}

/// Errors of position, velocity and hinge force at 0.5 s.
fn errors(state: &State) -> [f64; 3] {
    let (x, y) = (-0.3910487915505, -0.9203699487852);
    let speed = (2.0 * G * -y).sqrt();
    let pull = 3.0 * G * -y;
    // The bob swings counter-clockwise from the left: its velocity is along (−y, x).
    let velocity = [speed * -y, speed * x];
    let force = [-pull * x, -pull * y];
    let distance = |a: &[f64], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
    // The multipliers are minus the force on the bob.
    let on_bob = [-state.multipliers[0], -state.multipliers[1]];
    [distance(&state.q, [x, y]), distance(&state.v, velocity), distance(&on_bob, force)]
}

#[test]
fn positions_velocities_and_forces_converge_with_order_two() {
    let system = pendulum(0.0);
    for scheme in [Scheme::chung_hulbert(0.8), Scheme::chung_hulbert(0.5), Scheme::hht(0.1)] {
        let steps = [0.01, 0.005, 0.0025, 0.00125, 0.000625];
        let runs: Vec<_> = steps.iter().map(|&h| errors(&run(&system, 0.5, h, scheme))).collect();
        println!("{scheme:?}");
        for pair in runs.windows(2) {
            for k in 0..3 {
                let order = (pair[0][k] / pair[1][k]).log2();
                println!("  {k}: {:.3e} -> {:.3e}, order {order:.3}", pair[0][k], pair[1][k]);
                assert!((order - 2.0).abs() < 0.1, "order {order} for quantity {k} with {scheme:?}");
            }
        }
    }
}
