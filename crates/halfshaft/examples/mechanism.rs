//! Runs one mechanism of the benchmark and prints where it ends and what it cost, as a line of JSON.
//!
//! ```text
//! mechanism chain <bodies> <step> <end>
//! mechanism slider-crank <step> <end>
//! ```
//!
//! `bench/exudyn_mechanism.py` builds the same mechanisms from the same data; `bench/README.md` states them.

mod clock;

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{Accepted, Settings, Simulation, Steps, initial_state};
use halfshaft::elements::{Gravity, Hinge, Prismatic, RigidBody, Spherical, Universal};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Frame, NodeId, Placement, Pose, System, SystemBuilder, Twist};

const USAGE: &str = "usage: mechanism chain <bodies> <step> <end> | mechanism slider-crank <step> <end>";

/// A mechanism with the point that is compared: where it stands in the axes of a body.
struct Mechanism {
    system: Arc<System>,
    /// The body's number, in the order of building.
    body: usize,
    point: Vec3,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<f64>().expect(USAGE);
    let (mechanism, step, end) = match &arguments[..] {
        [kind, bodies, step, end] if kind == "chain" => {
            (chain(bodies.parse().expect(USAGE)), number(step), number(end))
        }
        [kind, step, end] if kind == "slider-crank" => (slider_crank(), number(step), number(end)),
        _ => panic!("{USAGE}"),
    };

    let before = clock::cpu_seconds();
    let (start, report) = initial_state(&mechanism.system).expect("a consistent initial state");
    let started = clock::cpu_seconds();
    let mut point = Vec3::zero();
    let mut keep_last = |accepted: &Accepted| {
        if accepted.state.time >= end {
            let q = &accepted.state.q[7 * mechanism.body..];
            point = Vec3::from_slice(q) + Quaternion([q[3], q[4], q[5], q[6]]).matrix() * mechanism.point;
        }
        ControlFlow::Continue(())
    };
    // Smooth motions: a thousandth of the scheme's own error is enough (`bench/README.md`).
    let settings = Settings { newton_tolerance: 1e-3, ..Settings::new(end, Steps::Fixed(step)) };
    let mut simulation = Simulation::from_state(&mechanism.system, start, Some(&report.redundancy), &settings);
    let outcome = simulation.run(end, &mut keep_last);
    let statistics = simulation.statistics();
    let ended = clock::cpu_seconds();
    outcome.expect("a motion to the end");

    println!(
        "{{\"point\": [{:?}, {:?}, {:?}], \"cpu\": {:?}, \"cpu_initial\": {:?}, \"steps\": {}, \"rejected\": {}, \
         \"iterations\": {}, \"factorizations\": {}}}",
        point[0],
        point[1],
        point[2],
        ended - before,
        started - before,
        statistics.steps,
        statistics.rejected,
        statistics.newton_iterations,
        statistics.factorizations
    );
}

/// Steel boxes along x from the origin, hinged to each other about z and y in turn, released from rest.
fn chain(bodies: usize) -> Mechanism {
    const LENGTH: f64 = 0.2;
    const WIDTH: f64 = 0.04;
    const MASS: f64 = 7800.0 * LENGTH * WIDTH * WIDTH;
    const GRAVITY: Vec3 = Vec3([0.0, -6.0, -7.7]);
    const REST: [Vec3; 2] = [Vec3([0.0; 3]); 2];
    let along = MASS * (WIDTH * WIDTH + WIDTH * WIDTH) / 12.0;
    let across = MASS * (LENGTH * LENGTH + WIDTH * WIDTH) / 12.0;

    let mut b = SystemBuilder::new();
    let mut last = (NodeId::GROUND, Placement::identity());
    for i in 0..bodies {
        let hinge = Vec3([LENGTH * i as f64, 0.0, 0.0]);
        let at = Placement { x: hinge + Vec3([0.5 * LENGTH, 0.0, 0.0]), r: Mat3::identity() };
        let node = body(&mut b, &format!("box {i}"), &at, REST, MASS, [along, across, across], GRAVITY);
        let axes = z_along(Vec3::unit(if i % 2 == 0 { 2 } else { 1 }));
        let frame = |(node, at): (NodeId, Placement<f64>)| Frame::at_design(node, &at, hinge, axes);
        b.add(format!("hinge {i}"), Hinge { a: frame(last), b: frame((node, at)) });
        last = (node, at);
    }
    Mechanism { system: b.finish(), body: bodies - 1, point: Vec3([0.5 * LENGTH, 0.0, 0.0]) }
}

/// A crank that turns about x, a slider along x, and between them a rod on a spherical and a universal joint: the
/// spatial slider-crank with Haug's data (1989). It starts with the crank upright, turning freely under gravity.
fn slider_crank() -> Mechanism {
    const PIVOT: Vec3 = Vec3([0.0, 0.1, 0.12]);
    const CRANK: f64 = 0.08;
    const ROD: f64 = 0.3;
    const SPEED: f64 = 6.0;
    const GRAVITY: Vec3 = Vec3([0.0, 0.0, -9.81]);
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let pin = PIVOT + z * CRANK;
    let end = x * (ROD * ROD - pin.dot(pin)).sqrt();
    let rod = (end - pin) * (1.0 / ROD);
    // The arms of the cross: on the slider along z, on the rod at right angles to that and to the rod.
    let arm = z.cross(rod) * (1.0 / z.cross(rod).norm());
    let rod_axes = Mat3::from_columns([rod.cross(arm), rod, arm]);

    // Consistent velocities: the rod keeps its length, and its arm stays at right angles to the slider's.
    let v_pin = x.cross(z) * (SPEED * CRANK);
    let v_end = x * (v_pin.dot(rod) / rod[0]);
    let across = rod.cross(v_end - v_pin) * (1.0 / ROD);
    let w_rod = across - rod * (z.dot(across.cross(arm)) / z.dot(rod.cross(arm)));

    let mut b = SystemBuilder::new();
    let straight = Mat3::identity();
    let crank_at = Placement { x: PIVOT, r: straight };
    let rod_at = Placement { x: (pin + end) * 0.5, r: rod_axes };
    let slider_at = Placement { x: end, r: straight };
    let crank = body(&mut b, "crank", &crank_at, [Vec3::zero(), x * SPEED], 0.12, [1e-4, 1e-4, 1e-5], GRAVITY);
    let rod = body(&mut b, "rod", &rod_at, [(v_pin + v_end) * 0.5, w_rod], 0.5, [4e-3, 4e-4, 4e-3], GRAVITY);
    let slider = body(&mut b, "slider", &slider_at, [v_end, Vec3::zero()], 2.0, [1e-4, 1e-4, 1e-4], GRAVITY);

    let ground = |at, axes| Frame::at_design(NodeId::GROUND, &Placement::identity(), at, axes);
    let on_crank = |at, axes| Frame::at_design(crank, &crank_at, at, axes);
    let on_rod = |at, axes| Frame::at_design(rod, &rod_at, at, axes);
    let on_slider = |at, axes| Frame::at_design(slider, &slider_at, at, axes);
    let along_x = z_along(x);
    let [slider_arm, rod_arm] = Universal::axes(z, arm);
    b.add("pivot", Hinge { a: ground(PIVOT, along_x), b: on_crank(PIVOT, along_x) });
    b.add("pin", Spherical { a: on_crank(pin, straight), b: on_rod(pin, straight) });
    b.add("cross", Universal { a: on_slider(end, slider_arm), b: on_rod(end, rod_arm) });
    b.add("guide", Prismatic { a: ground(end, along_x), b: on_slider(end, along_x) });
    Mechanism { system: b.finish(), body: 0, point: pin - PIVOT }
}

/// A body with its weight; velocity and angular velocity in world axes, principal moments of inertia in its own.
fn body(
    b: &mut SystemBuilder,
    name: &str,
    at: &Placement<f64>,
    [linear, angular]: [Vec3; 2],
    mass: f64,
    moments: [f64; 3],
    gravity: Vec3,
) -> NodeId {
    let pose = Pose { position: at.x, rotation: rotation_of(&at.r) };
    let node = b.pose_node(name, pose, Twist { linear, angular: at.r.transpose_times(angular) });
    let mut inertia = Mat3::identity();
    (0..3).for_each(|i| inertia.0[i][i] = moments[i]);
    b.add(name, RigidBody { node, mass, inertia });
    b.add(format!("{name} weight"), Gravity { node, mass, field: gravity });
    node
}

/// The quaternion of a rotation matrix that turns by less than half a turn.
fn rotation_of(r: &Mat3) -> Quaternion {
    let m = &r.0;
    let w = 0.5 * (1.0 + m[0][0] + m[1][1] + m[2][2]).sqrt();
    let part = |i: usize, j: usize| (m[i][j] - m[j][i]) / (4.0 * w);
    Quaternion([w, part(2, 1), part(0, 2), part(1, 0)])
}
