//! Signals of forces in the linearized system: loads that depend on a reaction.

use std::f64::consts::TAU;

use halfshaft::analysis::{Failure, Mode, Reason, initial_state, modes};
use halfshaft::describe::Quantity;
use halfshaft::elements::signals::{ForceSignal, Formula, Input, Law};
use halfshaft::elements::torsional::Torque;
use halfshaft::elements::{Inertia, Shaft, Stage};
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::system::{Effort, Gauge, ScalarId, ScalarKind, ScalarNode, SystemBuilder};

const FIRST: f64 = 0.05;
const SECOND: f64 = 1.2;
const RATIO: f64 = 4.0;
const GAIN: f64 = 0.6;
const STIFFNESS: f64 = 300.0;

/// A motor on a spring drives a load through `stages` equal stages, and is assisted in proportion to the torque of the
/// first.
fn helped(stages: usize) -> Result<Vec<Mode>, Failure> {
    let mut b = SystemBuilder::new();
    let [motor, load] = [("motor", FIRST), ("load", SECOND)].map(|(name, inertia)| {
        let kind = ScalarKind::Motion;
        let shaft = b.scalar_node(ScalarNode { name: name.into(), kind, position: 0.0, velocity: 0.0, scale: 1.0 });
        b.add(name, Inertia { shaft, inertia });
        shaft
    });
    let law = SpringLaw::linear(STIFFNESS, 0.0);
    b.add("spring", Shaft { between: [motor, ScalarId::GROUND], law });
    for k in 0..stages {
        let stage = Stage { between: [motor, load], carrier: ScalarId::GROUND, ratio: RATIO, offset: 0.0 };
        b.add(format!("stage {k}"), stage);
    }
    let [pull, command] = ["pull", "command"].map(|name| b.signal(name));
    b.add("pull", ForceSignal { value: pull, torque: true });
    b.gauge(Gauge { value: pull, of: "stage 0".into(), effort: Effort::OnShaft(motor) });
    let law = Law::Function(Function::Polynomial(vec![0.0, -GAIN]));
    b.add("command", Formula { value: command, inputs: vec![pull], law, quantity: Quantity::TORQUE });
    b.add("drive", Torque { on: motor, torque: Input::Signal(command), harmonics: vec![], angle: 0.0 });
    let system = b.finish();
    modes(&system, &initial_state(&system)?.0)
}

#[test]
fn a_motor_that_is_helped_by_the_torque_it_feels_swings_with_less_inertia() {
    // (J₁ + (1 − κ) J₂/i²) φ̈ + k φ = 0
    let found = helped(1).unwrap();
    let expected = (STIFFNESS / (FIRST + (1.0 - GAIN) * SECOND / (RATIO * RATIO))).sqrt() / TAU;
    assert_eq!(found.len(), 1);
    assert!((found[0].frequency - expected).abs() < 1e-12 * expected, "{} {expected}", found[0].frequency);
}

#[test]
fn a_reaction_that_is_not_unique_is_no_signal_to_linearise() {
    let failure = helped(2).unwrap_err();
    assert!(matches!(failure.reason, Reason::Singular), "{failure:?}");
}
