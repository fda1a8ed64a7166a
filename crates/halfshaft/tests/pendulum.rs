//! The simple pendulum of the IFToMM benchmark library, A01: a point mass on a massless rod of one metre, released from
//! the horizontal. Positions by Jacobi elliptic functions; speed and rod force follow from them by energy:
//! v² = 2 g |y|, and the hinge pulls with 3 m g |y| along the rod.

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{
    Accepted, InitialReport, Outcome, Scheme, Settings, Statistics, Steps, initial_state, transient,
};
use halfshaft::elements::{Gravity, Hinge, RigidBody};
use halfshaft::math::{Dual, Mat3, Quaternion, Scalar, Vec3};
use halfshaft::system::{
    At, Element, Energy, Frame, NodeId, Place, Placement, Pose, Residual, State, System, SystemBuilder, Twist,
};

const G: f64 = 9.81;

/// The pendulum on its exact motion at some time after its release.
fn pendulum(released: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let (x, y, speed) = exact(released);
    let position = Vec3([x, y, 0.0]);
    let twist = Twist { linear: Vec3([-y * speed, x * speed, 0.0]), angular: Vec3([0.0, 0.0, speed]) };
    let bob = b.pose_node("bob", Pose { position, rotation: Quaternion::IDENTITY }, twist);
    b.add("bob", RigidBody { node: bob, mass: 1.0, inertia: Mat3::identity() * 0.0 });
    b.add("gravity", Gravity { node: bob, mass: 1.0, field: Vec3([0.0, -G, 0.0]) });
    let here = Placement { x: position, r: Mat3::identity() };
    let pivot = |node, at: &Placement<f64>| Frame::at_design(node, at, Vec3::zero(), Mat3::identity());
    let (a, b_frame) = (pivot(NodeId::GROUND, &Placement::identity()), pivot(bob, &here));
    b.add("pivot", Hinge { a, b: b_frame });
    b.finish()
}

/// A run from rest at the horizontal, and the largest errors of position, velocity and hinge force on the way.
struct Run {
    errors: [f64; 3],
    first_step: [f64; 3],
    /// The error of the force after each step.
    forces: Vec<f64>,
    statistics: Statistics,
    last: State,
}

fn run(end: f64, steps: Steps, scheme: Scheme) -> Run {
    run_from(0.0, end, steps, scheme)
}

fn run_from(released: f64, end: f64, steps: Steps, scheme: Scheme) -> Run {
    let system = pendulum(released);
    let (start, report) = initial_state(&system).unwrap();
    let expected = InitialReport { redundancy: report.redundancy.clone(), ..InitialReport::default() };
    assert_eq!(report, expected, "the pendulum is built consistently");
    assert_eq!(report.redundancy.count, 0);
    let (mut all, mut last) = (Vec::new(), start.clone());
    let mut keep = |accepted: &Accepted| {
        all.push(errors(accepted.state, released));
        last = accepted.state.clone();
        ControlFlow::Continue(())
    };
    let settings = Settings { scheme, ..Settings::new(end, steps) };
    let (statistics, outcome) = transient(&system, start, &settings, &mut keep);
    assert_eq!(outcome, Ok(Outcome::Done));
    let largest = |k: usize| all.iter().map(|e| e[k]).fold(0.0, f64::max);
    Run {
        errors: [largest(0), largest(1), largest(2)],
        first_step: all[1],
        forces: all.iter().map(|e| e[2]).collect(),
        statistics,
        last,
    }
}

/// Errors of position, velocity and hinge force of a state against the exact motion at its time.
fn errors(state: &State, released: f64) -> [f64; 3] {
    let (x, y, speed) = exact(released + state.time);
    // The speed is positive counter-clockwise, along (−y, x). The hinge pulls with m v²/L + m g |y|/L.
    let (velocity, pull) = ([-y * speed, x * speed], 3.0 * G * -y);
    let distance = |a: &[f64], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
    // The multipliers are minus the force on the bob.
    let on_bob = [-state.multipliers[0], -state.multipliers[1]];
    [distance(&state.q, [x, y]), distance(&state.v, velocity), distance(&on_bob, [-pull * x, -pull * y])]
}

/// Position and speed of the bob: sin(θ/2) = k sn(K + ω t, k) with k = sin(θ₀/2), ω² = g/L, θ from the lowest point.
fn exact(time: f64) -> (f64, f64, f64) {
    let (k, omega) = (0.5_f64.sqrt(), G.sqrt());
    let quarter = std::f64::consts::FRAC_PI_2 / mean(1.0, (1.0 - k * k).sqrt());
    let (sn, cn, dn) = jacobi(quarter + omega * time, k);
    let half = (k * sn).asin();
    // θ is positive clockwise here, as the bob starts on the left; θ̇ = 2 k ω cn dn / cos(θ/2).
    let theta_rate = 2.0 * k * omega * cn * dn / half.cos();
    (-(2.0 * half).sin(), -(2.0 * half).cos(), -theta_rate)
}

/// The arithmetic-geometric mean.
fn mean(mut a: f64, mut b: f64) -> f64 {
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// Jacobi's sn, cn, dn by descending Landen transformations (Abramowitz & Stegun 16.4).
fn jacobi(u: f64, k: f64) -> (f64, f64, f64) {
    let (mut a, mut b, mut ratios) = (1.0_f64, (1.0 - k * k).sqrt(), Vec::new());
    while (a - b).abs() > 1e-15 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        ratios.push(c / a);
    }
    let mut phi = a * u * f64::powi(2.0, ratios.len() as i32);
    for ratio in ratios.iter().rev() {
        phi = 0.5 * (phi + (ratio * phi.sin()).asin());
    }
    (phi.sin(), phi.cos(), (1.0 - (k * phi.sin()).powi(2)).sqrt())
}

#[test]
fn the_exact_motion_is_that_of_the_reference() {
    // Reference values, to the digits printed.
    for (t, x, y) in [(0.5, -0.3910487915505, -0.9203699487852), (10.0, -0.2750874625761, -0.9614192050991)] {
        let (exact_x, exact_y, speed) = exact(t);
        assert!((x - exact_x).abs() < 1e-12 && (y - exact_y).abs() < 1e-12);
        assert!((speed * speed - 2.0 * G * -y).abs() < 1e-10, "energy");
    }
}

/// The slope of log error over log step, by least squares, is 2 within 0.1.
fn assert_order_two(errors: &[[f64; 3]], case: &str) {
    for (k, quantity) in ["position", "velocity", "force"].iter().enumerate() {
        let points: Vec<_> = errors.iter().enumerate().map(|(i, e)| (-(i as f64), e[k].log2())).collect();
        let n = points.len() as f64;
        let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
        let slope = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>()
            / points.iter().map(|p| (p.0 - mx).powi(2)).sum::<f64>();
        println!("{case}, {quantity}: order {slope:.3}, {:?}", errors.iter().map(|e| e[k]).collect::<Vec<_>>());
        assert!((slope - 2.0).abs() < 0.1, "{case}: order {slope} of the {quantity}");
    }
}

const STEPS: [f64; 6] = [0.01, 0.005, 0.0025, 0.00125, 0.000625, 0.0003125];

#[test]
fn positions_velocities_and_forces_converge_with_order_two() {
    for scheme in [Scheme::chung_hulbert(0.8), Scheme::chung_hulbert(0.5), Scheme::hht(0.1)] {
        let errors = STEPS.map(|h| run(2.0, Steps::Fixed(h), scheme).errors);
        assert_order_two(&errors, &format!("{scheme:?}"));
    }
}

#[test]
fn the_order_survives_steps_that_change_all_the_time() {
    // Ratios between ½ and 2, irregular.
    let pattern = [1.0, 0.5, 0.7, 1.4, 0.8, 1.6, 1.1, 0.55, 0.6, 1.2];
    let errors = STEPS.map(|h| {
        let steps = pattern.iter().map(|f| f * h).collect();
        run(2.0, Steps::Cycle(steps), Scheme::chung_hulbert(0.8)).errors
    });
    assert_order_two(&errors, "alternating steps");
}

#[test]
fn the_force_has_order_two_from_the_first_step() {
    // Started in motion, where the acceleration changes: from rest a scheme of first order would pass as well.
    let errors = STEPS.map(|h| run_from(0.3, 0.01, Steps::Fixed(h), Scheme::chung_hulbert(0.8)).first_step[2]);
    println!("{errors:?}");
    for pair in errors.windows(2) {
        assert!(pair[1] < 0.3 * pair[0], "{pair:?}");
    }
}

#[test]
fn at_a_change_of_step_the_force_jumps_by_the_order_two() {
    // 0.5 s with steps of h, then with h/3, then with 2 h: the change of the force error from one step to the next at
    // each change.
    let jumps = STEPS.map(|h| {
        let count = (0.5 / h).round() as usize;
        let steps = [vec![h; count], vec![h / 3.0; 3 * count / 5], vec![2.0 * h; count / 10]].concat();
        let end = steps.iter().sum();
        let changes = [count, count + 3 * count / 5];
        let forces = run(end, Steps::Cycle(steps), Scheme::chung_hulbert(0.8)).forces;
        changes.map(|k| (forces[k + 1] - forces[k]).abs().max((forces[k + 2] - forces[k + 1]).abs()))
    });
    println!("{jumps:?}");
    for k in 0..2 {
        // A jump of order one would halve: four halvings of order two make it 4⁴ times smaller, of order one 2⁴.
        assert!(jumps[4][k] < jumps[0][k] / 150.0, "{jumps:?}");
    }
}

#[test]
fn the_achieved_error_is_proportional_to_the_tolerance() {
    let ratio = |tolerance: f64| {
        let steps = Steps::Controlled { tolerance, longest: 0.5 };
        let run = run(2.0, steps, Scheme::chung_hulbert(0.8));
        println!("{tolerance:.0e}: {:?} {:?}", run.errors.map(|e| e / tolerance), run.statistics);
        run.errors[0] / tolerance
    };
    let ratios = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6].map(ratio);
    for r in ratios {
        // Proportional: over four decades the ratio stays within a factor of two of its value at the tightest.
        assert!((0.5..2.0).contains(&(r / ratios[4])), "{ratios:?}");
    }
}

#[test]
fn constraints_hold_to_round_off_at_both_levels() {
    let Run { last, .. } = run(2.0, Steps::Fixed(0.01), Scheme::chung_hulbert(0.8));
    let (mut phi, mut rate) = ([0.0; 5], [0.0; 5]);
    pendulum(0.0).constraint_values(&last, &mut phi, &mut rate);
    // Newton's method may leave 1e-3 of the local error of about 1e-4 m, and its last correction reduces that once more
    // by its contraction; the remaining Φ̇ is that over h.
    assert!(phi.iter().all(|x| x.abs() < 1e-9), "{phi:?}");
    assert!(rate.iter().all(|x| x.abs() < 1e-7), "{rate:?}");
}

/// A string from the origin to a node. When it first hangs straight down it is caught by a peg: the node continues with
/// the same speed on a smaller circle, and the tension jumps.
struct CaughtString {
    node: NodeId,
}

/// The length of the string below the peg.
const FREE: f64 = 0.8;

impl CaughtString {
    /// Centre and radius of the circle.
    fn circle(mode: usize) -> (Vec3, f64) {
        if mode == 0 { (Vec3::zero(), 1.0) } else { (Vec3([0.0, FREE - 1.0, 0.0]), FREE) }
    }
}

impl Element for CaughtString {
    type Tangent = Dual<8>;
    const CONSTRAINTS: usize = 1;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;
    const MODES: &'static [&'static str] = &["free", "caught"];
    const EVENT_FUNCTIONS: usize = 1;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let d = at.nodes[0].at.x - Vec3::constant(Self::circle(at.mode).0);
        r.force(0, d.scale(at.multipliers[0] / d.norm()));
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let (centre, radius) = Self::circle(at.mode);
        phi[0] = (at.nodes[0].x - Vec3::constant(centre)).norm() - S::constant(radius);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        // The bob comes from the left.
        out[0] = if at.mode == 0 { -at.nodes[0].at.x[0] } else { f64::INFINITY };
    }

    fn switch(&self, _at: &At<f64>, _event: usize, _memory: &mut [f64]) -> usize {
        1
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

/// Position, velocity and tension after the string was caught, at the lowest point with v² = 2 g: a pendulum of the
/// remaining length, sin(θ/2) = k sn(ω t, k) with k² = v²/(4 g ℓ).
fn exact_caught(time: f64) -> ([f64; 2], [f64; 2], f64) {
    let quarter = std::f64::consts::FRAC_PI_2 / mean(1.0, 0.5_f64.sqrt());
    let (k, omega) = ((0.5 / FREE).sqrt(), (G / FREE).sqrt());
    let (sn, cn, _) = jacobi(omega * (time - quarter / G.sqrt()), k);
    let theta = 2.0 * (k * sn).asin();
    let (sine, cosine, rate) = (theta.sin(), theta.cos(), 2.0 * k * omega * cn);
    let position = [FREE * sine, FREE - 1.0 - FREE * cosine];
    (position, [FREE * rate * cosine, FREE * rate * sine], FREE * rate * rate + G * cosine)
}

/// The largest errors of position, velocity and tension from the catch on; and those of the first step after it.
fn caught(steps: Steps) -> [[f64; 3]; 2] {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("bob", Pose { position: Vec3([-1.0, 0.0, 0.0]), ..Pose::IDENTITY }, Twist::ZERO);
    b.add("bob", RigidBody { node, mass: 1.0, inertia: Mat3::identity() });
    b.add("gravity", Gravity { node, mass: 1.0, field: Vec3([0.0, -G, 0.0]) });
    b.add("string", CaughtString { node });
    let system = b.finish();
    let (start, _) = initial_state(&system).unwrap();
    let mut all = Vec::new();
    let mut keep = |accepted: &Accepted| {
        let state = accepted.state;
        if state.modes[0] == 1 {
            let (position, velocity, tension) = exact_caught(state.time);
            let distance = |a: &[f64], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
            let force = (state.multipliers[0] - tension).abs();
            all.push([distance(&state.q, position), distance(&state.v, velocity), force]);
        }
        ControlFlow::Continue(())
    };
    let (statistics, outcome) = transient(&system, start, &Settings::new(1.5, steps), &mut keep);
    assert_eq!((outcome, statistics.events), (Ok(Outcome::Done), 1));
    let largest = |k: usize| all.iter().map(|e| e[k]).fold(0.0, f64::max);
    // The first is the state at the catch itself.
    [[largest(0), largest(1), largest(2)], all[1]]
}

#[test]
fn positions_velocities_and_forces_have_order_two_after_an_event() {
    let fixed = STEPS.map(|h| caught(Steps::Fixed(h)));
    assert_order_two(&fixed.map(|e| e[0]), "after an event");
    let pattern = [1.0, 0.5, 0.7, 1.4, 0.8, 1.6, 1.1, 0.55, 0.6, 1.2];
    let cycled = STEPS.map(|h| caught(Steps::Cycle(pattern.iter().map(|f| f * h).collect())));
    assert_order_two(&cycled.map(|e| e[0]), "after an event, alternating steps");
    // The first step after the event is the remainder of the one in which it occurred, of any length up to h: the error
    // of its tension is bounded by one that decreases with h².
    for runs in [&fixed, &cycled] {
        for (h, [_, first]) in STEPS.iter().zip(runs) {
            let bound = runs[0][0][2] * (h / STEPS[0]).powi(2);
            println!("h = {h}: first step {:.2e} N, bound {bound:.2e} N", first[2]);
            assert!(first[2] <= bound);
        }
    }
}
