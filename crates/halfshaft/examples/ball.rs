//! Runs the bouncing ball of the benchmark and prints where it ends and what it cost, as a line of JSON.
//!
//! ```text
//! ball fixed <step> <end>
//! ball controlled <tolerance> <end>
//! ```
//!
//! `bench/exudyn_ball.py` has the same ball; `bench/ball` compares them, and `bench/README.md` gives the results.

mod clock;

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{Accepted, Settings, Steps, initial_state, transient};
use halfshaft::elements::contact::Normal;
use halfshaft::elements::{Gravity, PointContact, RigidBody, SphereOnPlane};
use halfshaft::laws::NormalLaw;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

const USAGE: &str = "usage: ball fixed <step> <end> | ball controlled <tolerance> <end>";
/// A run of a millisecond is repeated until the clock can tell how long it took.
const LONG_ENOUGH: f64 = 0.3;

/// A ball of 1 kg above a plane (Virlez 2014, 4.2.2), with the law of Hunt and Crossley.
fn ball() -> Arc<System> {
    let mut b = SystemBuilder::new();
    let position = Vec3([0.0, 0.0, 1.001]);
    let node = b.pose_node("ball", Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
    RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 0.016 }.add_to(&mut b, "ball");
    Gravity { node, mass: 1.0, field: Vec3([0.0, 0.0, -9.81]) }.add_to(&mut b, "ball");
    let at = |node, x| Frame::at_design(node, &Placement { x, r: Mat3::identity() }, x, Mat3::identity());
    let contact = PointContact {
        a: at(NodeId::GROUND, Vec3::zero()),
        b: at(node, position),
        surfaces: SphereOnPlane { radius: 0.2 },
        normal: Normal { law: NormalLaw::hunt_crossley(1e9, 1.5, 0.7), speed_floor: 1e-3 },
        friction: None,
    };
    contact.add_to(&mut b, "bounce");
    b.finish()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<f64>().expect(USAGE);
    let (steps, end) = match &arguments[..] {
        [kind, step, end] if kind == "fixed" => (Steps::Fixed(number(step)), number(end)),
        [kind, tolerance, end] if kind == "controlled" => {
            (Steps::Controlled { tolerance: number(tolerance), longest: 0.05 }, number(end))
        }
        _ => panic!("{USAGE}"),
    };
    let system = ball();
    let before = clock::cpu_seconds();
    let mut runs = 0;
    let (height, statistics) = loop {
        let mut height = 0.0;
        let (start, _) = initial_state(&system).expect("a consistent initial state");
        let mut keep_last = |accepted: &Accepted| {
            height = accepted.state.q[2];
            ControlFlow::Continue(())
        };
        let (statistics, outcome) = transient(&system, start, &Settings::new(end, steps.clone()), &mut keep_last);
        outcome.expect("a motion to the end");
        runs += 1;
        if clock::cpu_seconds() - before > LONG_ENOUGH {
            break (height, statistics);
        }
    };
    println!(
        "{{\"height\": {height:?}, \"cpu\": {:?}, \"steps\": {}, \"iterations\": {}}}",
        (clock::cpu_seconds() - before) / f64::from(runs),
        statistics.steps,
        statistics.newton_iterations
    );
}
