//! Modes with event functions, on a brake defined for the test: it slips with constant torque, sticks when it stops,
//! and breaks away when the torque exceeds its capacity. Stopping times, positions and reactions have closed forms.

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{
    Accepted, Checkpoint, Observer, Outcome, Reason, Settings, Simulation, Statistics, Steps, initial_state, transient,
};
use halfshaft::math::{Dual, Scalar};
use halfshaft::system::{
    At, Element, Energy, EventHandling, Place, Residual, ScalarId, ScalarKind, ScalarNode, State, System, SystemBuilder,
};

const FORWARD: usize = 0;
const BACKWARD: usize = 1;
const STUCK: usize = 2;

/// Dry friction between a shaft and the ground. The multiplier is the torque on the shaft, always an unknown; its
/// equation is λ = ±slip while it slips and q = q_stuck while it sticks.
struct Brake {
    shaft: ScalarId,
    slip: f64,
    stick: f64,
    start: usize,
}

impl Element for Brake {
    type Tangent = Dual<4>;
    const CONSTRAINTS: usize = 1;
    const INTERNAL: bool = false;
    const MEMORY: &'static [&'static str] = &["stuck at"];
    const MODES: &'static [&'static str] = &["forward", "backward", "stuck"];
    const EVENT_FUNCTIONS: usize = 2;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.shaft]
    }

    fn start(&self, _memory: &mut [f64]) -> usize {
        self.start
    }

    fn is_active(&self, mode: usize, _constraint: usize) -> bool {
        mode == STUCK
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.multipliers[0]);
        match at.mode {
            FORWARD => r.inactive_constraint_row(0, at.multipliers[0] - S::constant(self.slip)),
            BACKWARD => r.inactive_constraint_row(0, at.multipliers[0] + S::constant(self.slip)),
            _ => {}
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        phi[0] = at.scalars[0] - S::constant(at.memory[0]);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        match at.mode {
            FORWARD => out[0] = at.scalars[0].v,
            BACKWARD => out[0] = -at.scalars[0].v,
            _ => {
                out[0] = self.stick - at.multipliers[0];
                out[1] = self.stick + at.multipliers[0];
            }
        }
    }

    fn switch(&self, at: &At<f64>, event: usize, memory: &mut [f64]) -> usize {
        match (at.mode, event) {
            (STUCK, 0) => FORWARD,
            (STUCK, _) => BACKWARD,
            _ => {
                memory[0] = at.scalars[0].q;
                STUCK
            }
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let dissipated = if at.mode == STUCK { 0.0 } else { at.multipliers[0] * at.scalars[0].v };
        Energy { dissipated, ..Energy::default() }
    }
}

/// An inertia J under the torque c₀ + c₁ t + c₂ sin(ω t).
struct Driven {
    shaft: ScalarId,
    inertia: f64,
    torque: [f64; 4],
}

impl Element for Driven {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.shaft]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let [c0, c1, c2, omega] = self.torque;
        let torque = S::constant(c0) + at.time * c1 + (at.time * omega).sin() * c2;
        r.scalar(0, at.scalars[0].dv * self.inertia - torque);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let [c0, c1, c2, omega] = self.torque;
        let v = at.scalars[0].v;
        let supplied = (c0 + c1 * at.time + c2 * (omega * at.time).sin()) * v;
        Energy { kinetic: 0.5 * self.inertia * v * v, supplied, ..Energy::default() }
    }
}

fn braked(speed: f64, brake: (f64, f64, usize), torque: [f64; 4]) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let kind = ScalarKind::Motion;
    let shaft = b.scalar_node(ScalarNode { name: "shaft".into(), kind, position: 0.0, velocity: speed, scale: 1.0 });
    b.add("rotor", Driven { shaft, inertia: 2.0, torque });
    b.add("brake", Brake { shaft, slip: brake.0, stick: brake.1, start: brake.2 });
    b.finish()
}

struct Run {
    states: Vec<State>,
    statistics: Statistics,
    closing: f64,
}

impl Run {
    fn last(&self) -> &State {
        self.states.last().unwrap()
    }
}

fn run(system: &Arc<System>, end: f64, steps: Steps) -> Run {
    let (start, _) = initial_state(system).unwrap();
    let (mut states, mut closing) = (Vec::new(), 0.0);
    let mut keep = |accepted: &Accepted| {
        states.push(accepted.state.clone());
        closing = accepted.audit.closing_error();
        ControlFlow::Continue(())
    };
    let (statistics, outcome) = transient(system, start, &Settings::new(end, steps), &mut keep);
    assert_eq!(outcome, Ok(Outcome::Done));
    Run { states, statistics, closing }
}

#[test]
fn a_brake_stops_a_rotor_where_and_when_the_formula_says() {
    // J ω̇ = −T from 3 rad/s: stops at J ω/T = 2·3/4 = 1.5 s after J ω²/(2T) = 2.25 rad, and stays there.
    let system = braked(3.0, (4.0, 5.0, FORWARD), [0.0; 4]);
    let run = run(&system, 2.0, Steps::Fixed(0.07));
    assert_eq!(run.statistics.events, 1);
    let stop = run.states.iter().find(|s| s.v[0].abs() < 1e-9).unwrap();
    // A constant torque is integrated exactly; the remaining error is that of event location, 1e-10 of a step.
    assert!((stop.time - 1.5).abs() < 1e-10, "{}", stop.time);
    assert!((run.last().q[0] - 2.25).abs() < 1e-10);
    assert!(run.last().v[0].abs() < 1e-15 && run.last().multipliers[0].abs() < 1e-12);
    assert!(run.closing.abs() < 1e-9, "energy audit {}", run.closing);
}

#[test]
fn a_stuck_brake_carries_the_torque_exactly_and_breaks_away_in_time() {
    // Torque 3 t: held up to 6 N m at 2 s, then J ω̇ = 3 t − 4.
    let system = braked(0.0, (4.0, 6.0, STUCK), [0.0, 3.0, 0.0, 0.0]);
    let run = run(&system, 3.0, Steps::Fixed(0.13));
    for state in run.states.iter().filter(|s| s.time < 2.0 - 1e-9) {
        assert!((state.multipliers[0] - 3.0 * state.time).abs() < 1e-12 && state.q[0].abs() < 1e-15);
    }
    let breakaway = run.states.iter().find(|s| (s.multipliers[0] - 6.0).abs() < 1e-8).unwrap();
    assert!((breakaway.time - 2.0).abs() < 1e-10);
    // ω = ∫ (3t − 4)/2 from 2 to 3 = (7.5 − 4)/2 = 1.75.
    assert!((run.last().v[0] - 1.75).abs() < 1e-9, "{}", run.last().v[0]);
    assert!((run.last().multipliers[0] - 4.0).abs() < 1e-12);
}

#[test]
fn stick_and_slip_under_a_sine_keep_order_two_after_every_event() {
    // Torque 5 sin(2t) against slip 3, stick 4: stuck, forward, stuck, backward … The forward phase begins at
    // asin(4/5)/2 and satisfies J ω = ∫ 5 sin 2t − 3; it ends at the root of that, found here by bisection.
    let system = braked(0.0, (3.0, 4.0, STUCK), [0.0, 0.0, 5.0, 2.0]);
    let t0 = 0.5 * 0.8_f64.asin();
    let speed = |t: f64| (2.5 * ((2.0 * t0).cos() - (2.0 * t).cos()) - 3.0 * (t - t0)) / 2.0;
    let (mut low, mut high) = (t0 + 0.3, t0 + 2.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if speed(middle) > 0.0 { low = middle } else { high = middle }
    }
    let position = |t: f64| {
        (2.5 * ((2.0 * t0).cos() * (t - t0) - 0.5 * ((2.0 * t).sin() - (2.0 * t0).sin())) - 1.5 * (t - t0).powi(2))
            / 2.0
    };
    let stop = low;
    let errors = [0.08, 0.04, 0.02, 0.01, 0.005].map(|h| {
        let run = run(&system, stop + 0.05, Steps::Fixed(h));
        assert_eq!(run.statistics.events, 2, "breakaway and stop");
        (run.last().q[0] - position(stop)).abs()
    });
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "order {order} in {errors:?}");
    }
}

#[test]
fn speeds_and_angles_have_order_two_after_a_restart() {
    // The forward phase of the test above, before it ends: one event, after which the integration restarts.
    let system = braked(0.0, (3.0, 4.0, STUCK), [0.0, 0.0, 5.0, 2.0]);
    let t0 = 0.5 * 0.8_f64.asin();
    let end = t0 + 0.4;
    let speed = (2.5 * ((2.0 * t0).cos() - (2.0 * end).cos()) - 3.0 * 0.4) / 2.0;
    let swept = 2.5 * ((2.0 * t0).cos() * 0.4 - 0.5 * ((2.0 * end).sin() - (2.0 * t0).sin())) - 1.5 * 0.4 * 0.4;
    let errors = [0.08, 0.04, 0.02, 0.01, 0.005].map(|h| {
        let run = run(&system, end, Steps::Fixed(h));
        assert_eq!(run.statistics.events, 1, "breakaway");
        [(run.last().q[0] - swept / 2.0).abs(), (run.last().v[0] - speed).abs()]
    });
    // From the coarsest to the finest: the position of the event within a step affects the error of a single halving.
    for k in 0..2 {
        let order = (errors[0][k] / errors[4][k]).log2() / 4.0;
        assert!((order - 2.0).abs() < 0.1, "order {order} in {errors:?}");
    }
}

#[test]
fn brakes_that_meet_at_one_time_switch_as_one_set() {
    let mut b = SystemBuilder::new();
    for i in 0..4 {
        let name = format!("shaft {i}");
        let node = ScalarNode { name, kind: ScalarKind::Motion, position: 0.0, velocity: 3.0, scale: 1.0 };
        let shaft = b.scalar_node(node);
        b.add(format!("rotor {i}"), Driven { shaft, inertia: 2.0, torque: [0.0; 4] });
        b.add(format!("brake {i}"), Brake { shaft, slip: 4.0, stick: 5.0, start: FORWARD });
    }
    let run = run(&b.finish(), 2.0, Steps::Controlled { tolerance: 1e-6, longest: 0.1 });
    assert_eq!(run.statistics.events, 1);
    assert!(run.last().modes.iter().all(|&m| m == STUCK));
}

/// Records the first step that ends beyond an angle; nothing else depends on it.
struct Gate {
    shaft: ScalarId,
    angle: f64,
}

impl Element for Gate {
    type Tangent = Dual<4>;
    const MEMORY: &'static [&'static str] = &["passed at"];
    const MODES: &'static [&'static str] = &["before", "behind"];
    const EVENT_FUNCTIONS: usize = 1;

    fn scalars(&self) -> Vec<ScalarId> {
        vec![self.shaft]
    }
    fn residual<S: Scalar>(&self, _at: &At<S>, _r: &mut Residual<S>) {}
    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        if at.mode == 0 {
            out[0] = self.angle - at.scalars[0].q;
        }
    }
    fn event_handling(&self, _mode: usize, _event: usize) -> EventHandling {
        EventHandling::Deferred
    }
    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        memory[0] = at.time;
        1
    }
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }
}

#[test]
fn a_crossing_that_is_only_noticed_does_not_shorten_steps_and_does_not_hide_one_that_lands() {
    // The rotor of the first test stops at 1.5 s after 2.25 rad; it passes 2.2495 rad within the same step, and 1 rad at
    // 1.5 − √(1.25) s.
    let mut b = SystemBuilder::new();
    let kind = ScalarKind::Motion;
    let shaft = b.scalar_node(ScalarNode { name: "shaft".into(), kind, position: 0.0, velocity: 3.0, scale: 1.0 });
    b.add("rotor", Driven { shaft, inertia: 2.0, torque: [0.0; 4] });
    b.add("brake", Brake { shaft, slip: 4.0, stick: 5.0, start: FORWARD });
    b.add("early gate", Gate { shaft, angle: 1.0 });
    b.add("late gate", Gate { shaft, angle: 2.2495 });
    let run = run(&b.finish(), 2.0, Steps::Fixed(0.07));
    assert_eq!(run.last().modes, [STUCK, 1, 1]);
    assert!((run.last().q[0] - 2.25).abs() < 1e-10);
    let [early, late] = [run.last().memory[1], run.last().memory[2]];
    let passed = 1.5 - 1.25_f64.sqrt();
    assert!(early > passed && early < passed + 0.07, "{early}");
    assert!((late - 1.5).abs() < 1e-9, "{late}");
}

#[test]
fn a_mode_that_cannot_stay_is_left_at_once() {
    // Stopped under a torque that exceeds its capacity: it reverses without pause.
    let system = braked(1.0, (2.0, 3.0, FORWARD), [-4.0, 0.0, 0.0, 0.0]);
    let run = run(&system, 1.0, Steps::Fixed(0.05));
    // Forward: J ω̇ = −6, stops at 1/3 s; backward: J ω̇ = −2.
    assert_eq!(run.last().modes, [BACKWARD]);
    assert!((run.last().v[0] + 2.0 / 3.0).abs() < 1e-9, "{}", run.last().v[0]);
}

#[test]
fn modes_that_switch_without_end_are_reported_by_name() {
    /// Leaves each of its two modes immediately.
    struct Undecided(ScalarId);
    impl Element for Undecided {
        type Tangent = Dual<4>;
        const INTERNAL: bool = false;
        const MODES: &'static [&'static str] = &["this way", "that way"];
        const EVENT_FUNCTIONS: usize = 1;
        fn scalars(&self) -> Vec<ScalarId> {
            vec![self.0]
        }
        fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
            let push = if at.mode == 0 { -1.0 } else { 1.0 };
            r.scalar(0, at.scalars[0].dv - S::constant(push));
        }
        fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
            let x = at.scalars[0].v - 0.5;
            out[0] = if at.mode == 0 { x } else { -x };
        }
        fn switch(&self, at: &At<f64>, _event: usize, _memory: &mut [f64]) -> usize {
            1 - at.mode
        }
        fn energy(&self, _at: &At<f64>) -> Energy {
            Energy::default()
        }
    }
    let mut b = SystemBuilder::new();
    let kind = ScalarKind::Motion;
    let node = b.scalar_node(ScalarNode { name: "x".into(), kind, position: 0.0, velocity: 1.0, scale: 1.0 });
    b.add("undecided", Undecided(node));
    let system = b.finish();
    let (start, _) = initial_state(&system).unwrap();
    let mut watch = |_: &Accepted| ControlFlow::Continue(());
    let (_, outcome) = transient(&system, start, &Settings::new(2.0, Steps::Fixed(0.1)), &mut watch);
    let failure = outcome.unwrap_err();
    assert_eq!(failure.reason, Reason::Chattering);
    assert_eq!(failure.element, "undecided");
    assert!((failure.time - 0.5).abs() < 1e-9);
}

#[test]
fn a_resumed_run_gives_the_same_bits() {
    /// Stores every state and every checkpoint.
    #[derive(Default)]
    struct Keep {
        states: Vec<State>,
        checkpoints: Vec<Checkpoint>,
    }
    impl Observer for Keep {
        fn accepted(&mut self, accepted: &Accepted) -> ControlFlow<()> {
            self.states.push(accepted.state.clone());
            ControlFlow::Continue(())
        }
        fn checkpoint(&mut self, checkpoint: &Checkpoint) {
            self.checkpoints.push(checkpoint.clone());
        }
    }
    // Many events, and many steps between them, under error control.
    let system = braked(0.0, (3.0, 4.0, STUCK), [0.0, 0.0, 5.0, 2.0]);
    let (start, _) = initial_state(&system).unwrap();
    let settings = Settings::new(60.0, Steps::Controlled { tolerance: 1e-4, longest: 1.0 });
    let mut whole = Keep::default();
    let (statistics, outcome) = transient(&system, start, &settings, &mut whole);
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!(statistics.events > 50 && whole.checkpoints.len() >= 4, "{statistics:?}");
    for checkpoint in whole.checkpoints.clone() {
        let mut rest = Keep::default();
        let time = checkpoint.time();
        let mut resumed = Simulation::from_checkpoint(&system, checkpoint, &settings);
        assert_eq!(resumed.run(settings.end, &mut rest), Ok(Outcome::Done));
        assert_eq!(resumed.statistics(), statistics);
        let expected: Vec<_> = whole.states.iter().filter(|s| s.time > time).cloned().collect();
        assert_eq!(rest.states, expected, "from {time} s");
    }
}

#[test]
fn the_generic_checks_hold_in_every_mode() {
    let system = braked(0.0, (3.0, 4.0, STUCK), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(halfshaft::check::findings(&system), []);
}
