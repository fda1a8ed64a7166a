//! Unknowns of every kind, on elements defined for the test: a shaft between two inertias, a first-order lag, a signal,
//! and a gear stage as a constraint between scalar nodes. Each against its closed form, with the order of the scheme.

use std::sync::Arc;

use std::ops::ControlFlow;

use halfshaft::analysis::{Accepted, Outcome, Settings, Steps, initial_state, transient};
use halfshaft::elements::{Gravity, RigidBody};
use halfshaft::math::{Dual, Mat3, Scalar, Vec3};
use halfshaft::system::{
    At, Element, Energy, NodeId, Place, Pose, Residual, ScalarId, ScalarKind, ScalarNode, State, System, SystemBuilder,
    Twist,
};

fn node(kind: ScalarKind, velocity: f64) -> ScalarNode {
    ScalarNode { name: "node".into(), kind, position: 0.0, velocity, scale: 1.0 }
}

fn last(system: &Arc<System>, end: f64, step: f64) -> State {
    let (start, _) = initial_state(system).unwrap();
    let mut last = start.clone();
    let mut keep = |accepted: &Accepted| {
        last = accepted.state.clone();
        ControlFlow::Continue(())
    };
    let (_, outcome) = transient(system, start, &Settings::new(end, Steps::Fixed(step)), &mut keep);
    assert_eq!(outcome, Ok(Outcome::Done));
    last
}

/// The error decreases by four with each of four halvings.
fn assert_order_two(error: impl Fn(f64) -> f64) {
    let errors = [0.02, 0.01, 0.005, 0.0025, 0.00125].map(error);
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "order {order} in {errors:?}");
    }
}

struct Inertia(ScalarId, f64);

impl Element for Inertia {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.0]
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].dv * self.1);
    }
    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { kinetic: 0.5 * self.1 * at.scalars[0].v.powi(2), ..Energy::default() }
    }
}

struct Shaft([ScalarId; 2], f64);

impl Element for Shaft {
    type Tangent = Dual<4>;

    fn scalars(&self) -> Vec<ScalarId> {
        self.0.to_vec()
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let torque = (at.scalars[1].q - at.scalars[0].q) * self.1;
        r.scalar(1, torque);
        r.scalar(0, -torque);
    }
    fn energy(&self, at: &At<f64>) -> Energy {
        let twist = at.scalars[1].q - at.scalars[0].q;
        Energy { potential: 0.5 * self.1 * twist * twist, ..Energy::default() }
    }
}

#[test]
fn two_inertias_on_a_shaft_swing_with_their_frequency() {
    // ω² = k (1/J₁ + 1/J₂); the relative speed starts at 1 rad/s, so the twist is sin(ω t)/ω.
    let (j1, j2, k) = (2.0, 3.0, 30.0_f64);
    let omega = (k * (1.0 / j1 + 1.0 / j2)).sqrt();
    let mut b = SystemBuilder::new();
    let [first, second] = [0.0, 1.0].map(|v| b.scalar_node(node(ScalarKind::Motion, v)));
    b.add("first", Inertia(first, j1));
    b.add("second", Inertia(second, j2));
    b.add("shaft", Shaft([first, second], k));
    let system = b.finish();
    assert_order_two(|step| {
        let state = last(&system, 2.0, step);
        (state.q[1] - state.q[0] - (omega * 2.0).sin() / omega).abs()
    });
}

/// T ż + z = u(t) with u read from a signal.
struct Lag {
    z: ScalarId,
    input: ScalarId,
    time: f64,
}

impl Element for Lag {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.z, self.input]
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let (z, u) = (&at.scalars[0], &at.scalars[1]);
        r.scalar(0, z.dv * self.time + z.v - u.v);
    }
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

/// u = cos t, as an algebraic equation.
struct Cosine(ScalarId);

impl Element for Cosine {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.0]
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].v - at.time.cos());
    }
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

#[test]
fn a_lag_follows_its_signal() {
    // T ż + z = cos t from z = 0: z = (cos t + T sin t − e^(−t/T)) / (1 + T²).
    let t_lag = 0.5_f64;
    let mut b = SystemBuilder::new();
    let input = b.scalar_node(node(ScalarKind::Algebraic, 0.0));
    let z = b.scalar_node(node(ScalarKind::Flow, 0.0));
    b.add("cosine", Cosine(input));
    b.add("lag", Lag { z, input, time: t_lag });
    let system = b.finish();
    let (start, _) = initial_state(&system).unwrap();
    assert!((start.v[0] - 1.0).abs() < 1e-14, "the signal is solved for at the start");
    let exact = (2.0_f64.cos() + t_lag * 2.0_f64.sin() - (-2.0 / t_lag).exp()) / (1.0 + t_lag * t_lag);
    assert_order_two(|step| (last(&system, 2.0, step).v[1] - exact).abs());
    assert!(
        (last(&system, 2.0, 0.01).v[0] - 2.0_f64.cos()).abs() < 1e-9,
        "an algebraic unknown has no error of its own"
    );
}

/// φ₁ = ratio φ₂.
struct GearStage {
    shafts: [ScalarId; 2],
    ratio: f64,
}

impl Element for GearStage {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;

    fn scalars(&self) -> Vec<ScalarId> {
        self.shafts.to_vec()
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.multipliers[0]);
        r.scalar(1, at.multipliers[0] * -self.ratio);
    }
    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0] - at.scalars[1] * self.ratio;
    }
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

#[test]
fn a_gear_stage_reflects_inertia_with_the_square_of_its_ratio() {
    // J₁ on the fast side counts ratio² on the slow side, where a spring to a heavy flywheel determines the frequency.
    let (j1, j2, j3, k, ratio) = (0.1, 1.0, 2.0, 50.0_f64, 3.0);
    let mut b = SystemBuilder::new();
    let fast = b.scalar_node(node(ScalarKind::Motion, ratio));
    let slow = b.scalar_node(node(ScalarKind::Motion, 1.0));
    let wheel = b.scalar_node(node(ScalarKind::Motion, 0.0));
    b.add("fast", Inertia(fast, j1));
    b.add("slow", Inertia(slow, j2));
    b.add("wheel", Inertia(wheel, j3));
    b.add("stage", GearStage { shafts: [fast, slow], ratio });
    b.add("shaft", Shaft([slow, wheel], k));
    let system = b.finish();
    let reflected = j2 + ratio * ratio * j1;
    let omega = (k * (1.0 / reflected + 1.0 / j3)).sqrt();
    assert_order_two(|step| {
        let state = last(&system, 1.0, step);
        assert!((state.q[0] - ratio * state.q[1]).abs() < 1e-12);
        (state.q[1] - state.q[2] - omega.sin() / omega).abs()
    });
}

#[test]
fn the_generic_checks_hold_on_scalar_nodes_too() {
    let mut b = SystemBuilder::new();
    let [first, second] = [0.0, 1.0].map(|v| b.scalar_node(node(ScalarKind::Motion, v)));
    b.add("first", Inertia(first, 2.0));
    b.add("shaft", Shaft([first, second], 30.0));
    b.add("stage", GearStage { shafts: [first, second], ratio: 2.0 });
    assert_eq!(halfshaft::check::findings(&b.finish()), []);
}

/// A blade under a body: it slides along its own x axis and rotates, but does not move sideways, e_y·v = 0.
struct Blade(NodeId);

impl Element for Blade {
    type Tangent = Dual<8>;
    const CONSTRAINTS: usize = 1;
    const VELOCITY_CONSTRAINTS: usize = 1;
    const INTERNAL: bool = false;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.0]
    }
    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.force(0, at.nodes[0].at.r.column(1).scale(at.multipliers[0]));
    }
    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        phi[0] = at.nodes[0].at.r.column(1).dot(at.nodes[0].v);
    }
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

#[test]
fn a_blade_on_a_slope_drifts_sideways_as_neimark_and_fufaev_say() {
    // A skate on an inclined plane with g' along x, rotating at ω, initially at rest (Neimark & Fufaev 1972, III.1): x
    // = g'/(2ω²) sin²(ωt), y = g'/(2ω²) (ωt − ½ sin 2ωt). On average it moves across the slope and never down.
    let (g, omega) = (3.0_f64, 2.0_f64);
    let mut b = SystemBuilder::new();
    let spin = Twist { linear: Vec3::zero(), angular: Vec3([0.0, 0.0, omega]) };
    let skate = b.pose_node("skate", Pose::IDENTITY, spin);
    b.add("skate", RigidBody { node: skate, mass: 1.5, inertia: Mat3::identity() });
    b.add("slope", Gravity { node: skate, mass: 1.5, field: Vec3([g, 0.0, 0.0]) });
    b.add("blade", Blade(skate));
    let system = b.finish();
    let end = 4.0;
    let size = g / (2.0 * omega * omega);
    let x = size * (omega * end).sin().powi(2);
    let y = size * (omega * end - 0.5 * (2.0 * omega * end).sin());
    assert_order_two(|step| {
        let state = last(&system, end, step);
        // The force that prevents sideways sliding: m g' sin φ + m ω v, v = g'/ω sin φ; the multiplier is its negative
        // in the direction of e_y.
        let force = 2.0 * 1.5 * g * (omega * end).sin();
        assert!((state.multipliers[0] + force).abs() < 20.0 * step * step + 1e-9, "{}", state.multipliers[0] + force);
        ((state.q[0] - x).powi(2) + (state.q[1] - y).powi(2)).sqrt()
    });
    let mut alone = SystemBuilder::new();
    let node = alone.pose_node("skate", Pose::IDENTITY, Twist::ZERO);
    alone.add("blade", Blade(node));
    assert_eq!(halfshaft::check::findings(&alone.finish()), []);
}
