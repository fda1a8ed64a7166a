//! The simulation handle: pieces, inputs, samples, hooks, save and restore, linearization.

mod common;

use std::sync::Arc;

use common::chain;
use halfshaft::analysis::{Settings, Simulation, SimulationError, Steps};
use halfshaft::describe::Quantity;
use halfshaft::elements::signals::{Formula, Input, Integral, Law, SensedShaft};
use halfshaft::elements::torsional::torque::Torque;
use halfshaft::elements::{Gravity, Hinge, Inertia, RigidBody, Shaft, SpeedDrive};
use halfshaft::laws::SpringLaw;
use halfshaft::laws::expression::{Expression, Step};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{
    Between, Frame, NodeId, Placement, Pose, ScalarId, ScalarKind, ScalarNode, System, SystemBuilder, Twist,
};

fn controlled(tolerance: f64) -> Settings {
    Settings::new(f64::INFINITY, Steps::Controlled { tolerance, longest: f64::INFINITY })
}

fn shaft(b: &mut SystemBuilder, name: &str) -> ScalarId {
    let kind = ScalarKind::Motion;
    b.scalar_node(ScalarNode { name: name.into(), kind, position: 0.0, velocity: 0.0, scale: 1.0 })
}

/// Motor and load on a soft shaft; an input is the torque on the motor.
fn two_inertias(between: Between) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [motor, load] = ["motor", "load"].map(|name| shaft(&mut b, name));
    b.add("motor", Inertia { shaft: motor, inertia: 0.2 });
    b.add("load", Inertia { shaft: load, inertia: 1.5 });
    b.add("coupling", Shaft { between: [motor, load], law: SpringLaw::linear(400.0, 0.8) });
    let torque = b.input("torque", between, 0.0, Quantity::TORQUE);
    b.add("drive", Torque { on: motor, torque: Input::Signal(torque), harmonics: vec![], angle: 0.0 });
    b.finish()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn pieces_end_where_the_whole_ends() {
    let system = chain(3);
    let settings = controlled(1e-6);
    let whole = |pieces: usize| {
        let mut simulation = Simulation::new(&system, &settings).unwrap();
        for piece in 1..=pieces {
            let time = 0.5 * piece as f64 / pieces as f64;
            simulation.advance_to(time).unwrap();
            assert_eq!(simulation.time(), time);
        }
        simulation.state().q.clone()
    };
    let one = whole(1);
    for pieces in [10, 1000] {
        let off = distance(&one, &whole(pieces));
        assert!(off < 1e-6, "{pieces} pieces: {off:e}");
    }
}

#[test]
fn given_steps_are_kept_across_pieces() {
    let system = chain(2);
    let settings = Settings::new(f64::INFINITY, Steps::Fixed(1e-3));
    let mut pieces = Simulation::new(&system, &settings).unwrap();
    // In the middle of a step, and where one ends.
    for time in [0.0104, 0.02, 0.05] {
        pieces.advance_to(time).unwrap();
    }
    assert_eq!(pieces.statistics().steps, 51);
    let mut whole = Simulation::new(&system, &settings).unwrap();
    whole.advance_to(0.05).unwrap();
    assert!(distance(&pieces.state().q, &whole.state().q) < 1e-7);
}

#[test]
fn what_follows_a_restored_state_has_the_same_bits() {
    let system = chain(4);
    let settings = controlled(1e-4);
    let mut simulation = Simulation::new(&system, &settings).unwrap();
    for before in [0.0, 0.3, 0.6] {
        simulation.advance_to(before).unwrap();
        let saved = simulation.save();
        simulation.advance_to(before + 0.2).unwrap();
        let first = simulation.state().clone();
        simulation.restore(saved.clone());
        assert_eq!(simulation.time(), before);
        simulation.advance_to(before + 0.2).unwrap();
        assert_eq!(*simulation.state(), first);
        let mut other = Simulation::from_checkpoint(&system, saved, &settings);
        other.advance_to(before + 0.2).unwrap();
        assert_eq!(*other.state(), first);
    }
}

#[test]
fn a_held_torque_accelerates_from_the_time_it_is_set() {
    let system = two_inertias(Between::Hold);
    let mut simulation = Simulation::new(&system, &controlled(1e-8)).unwrap();
    let (torque, accelerations) = (system.input("torque").unwrap(), system.channel("motor.acceleration").unwrap());
    simulation.advance_to(0.1).unwrap();
    simulation.set_input(torque, 3.4).unwrap();
    simulation.advance_to(0.1).unwrap();
    simulation.step().unwrap();
    let mut now = [0.0];
    simulation.sample(0.1, &[accelerations], &mut now).unwrap();
    assert!((now[0] - 17.0).abs() < 1e-3, "{}", now[0]);
    simulation.advance_to(1.1).unwrap();
    // Momentum: (J₁ ω₁ + J₂ ω₂) = ∫ T dt.
    let [motor, load] = ["motor.speed", "load.speed"].map(|path| system.channel(path).unwrap());
    let momentum = 0.2 * simulation.channel(motor) + 1.5 * simulation.channel(load);
    assert!((momentum - 3.4).abs() < 1e-7, "{momentum}");
}

#[test]
fn a_linear_input_goes_straight_to_its_value_and_stays() {
    let system = two_inertias(Between::Linear);
    let mut simulation = Simulation::new(&system, &controlled(1e-8)).unwrap();
    let torque = system.input("torque").unwrap();
    let channels = ["torque.value", "motor.speed", "load.speed"].map(|path| system.channel(path).unwrap());
    simulation.set_input(torque, 2.0).unwrap();
    simulation.advance_to(0.5).unwrap();
    simulation.set_input(torque, -1.0).unwrap();
    simulation.advance_to(1.0).unwrap();
    simulation.advance_to(1.5).unwrap();
    let [value, motor, load] = channels.map(|channel| simulation.channel(channel));
    // Trapezia: ½·2·0.5 + ½·(2 − 1)·0.5 − 1·0.5.
    let momentum = 0.2 * motor + 1.5 * load;
    assert!((momentum - 0.25).abs() < 1e-7, "{momentum}");
    assert_eq!(value, -1.0);
}

#[test]
fn samples_come_from_inside_a_step_and_no_step_ends_there() {
    let system = chain(2);
    let settings = controlled(1e-7);
    let angle = system.channel("hinge 0.angle").unwrap();
    let mut fine = Simulation::new(&system, &settings).unwrap();
    let mut free = Simulation::new(&system, &settings).unwrap();
    let mut sampled = Simulation::new(&system, &settings).unwrap();
    for k in 1..=50 {
        let time = 0.01 * f64::from(k);
        let mut value = [0.0];
        sampled.sample(time, &[angle], &mut value).unwrap();
        fine.advance_to(time).unwrap();
        assert!((value[0] - fine.channel(angle)).abs() < 1e-7, "at {time}: {} {}", value[0], fine.channel(angle));
    }
    while free.time() < sampled.time() {
        free.step().unwrap();
    }
    assert_eq!(free.state(), sampled.state());
    let error = sampled.sample(0.1, &[angle], &mut [0.0]).unwrap_err();
    assert!(matches!(error, SimulationError::TimePassed { asked: 0.1, .. }), "{error}");
}

/// A motor whose speed is controlled: T = k_p e + k_i ∫ e dt with e = ω₀ − ω of the load.
fn with_controller(built_in: bool) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let [motor, load] = ["motor", "load"].map(|name| shaft(&mut b, name));
    b.add("motor", Inertia { shaft: motor, inertia: 0.2 });
    b.add("load", Inertia { shaft: load, inertia: 1.5 });
    b.add("coupling", Shaft { between: [motor, load], law: SpringLaw::linear(400.0, 0.8) });
    let torque = if built_in {
        let speed = b.signal("speed");
        b.add("speed", SensedShaft::<true> { value: speed, shaft: load });
        let error = b.signal("error");
        let steps = vec![Step::Constant(20.0), Step::Input(0), Step::Subtract];
        let law = Law::Expression(Expression::new(steps).unwrap());
        b.add("error", Formula { value: error, inputs: vec![speed], law, quantity: Quantity::ANGULAR_VELOCITY });
        let integral = b.state_signal("integral", 0.0, 1.0);
        b.add("integral", Integral { value: integral, input: Input::Signal(error), quantity: Quantity::ANGLE });
        let torque = b.signal("torque");
        let steps = vec![
            Step::Constant(P_GAIN),
            Step::Input(0),
            Step::Multiply,
            Step::Constant(I_GAIN),
            Step::Input(1),
            Step::Multiply,
            Step::Add,
        ];
        let law = Law::Expression(Expression::new(steps).unwrap());
        b.add("torque", Formula { value: torque, inputs: vec![error, integral], law, quantity: Quantity::TORQUE });
        torque
    } else {
        b.input("torque", Between::Linear, 20.0 * P_GAIN, Quantity::TORQUE)
    };
    b.add("drive", Torque { on: motor, torque: Input::Signal(torque), harmonics: vec![], angle: 0.0 });
    b.finish()
}

const P_GAIN: f64 = 4.0;
const I_GAIN: f64 = 6.0;

#[test]
fn a_controller_outside_at_a_kilohertz_does_what_the_built_in_one_does() {
    let settings = controlled(1e-7);
    let mut inside = Simulation::new(&with_controller(true), &settings).unwrap();
    inside.advance_to(2.0).unwrap();
    let built_in = inside.system().channel("load.speed").unwrap();
    let errors = [1e-3, 5e-4].map(|period| controlled_from_outside(period, &settings) - inside.channel(built_in));
    assert!(errors[0].abs() < 1e-3, "{errors:?}");
    // The delay of a sampled controller, which each torque is extrapolated over, is of second order.
    assert!((0.2..0.3).contains(&(errors[1] / errors[0])), "{errors:?}");
}

/// The speed of the load after two seconds with a controller outside that samples with a period.
fn controlled_from_outside(period: f64, settings: &Settings) -> f64 {
    let system = with_controller(false);
    let mut simulation = Simulation::new(&system, settings).unwrap();
    let [speed, torque] = [system.channel("load.speed").unwrap(), system.input("torque").unwrap()];
    let (mut integral, mut last) = (0.0, 20.0);
    for k in 1..=(2.0 / period).round() as u32 {
        simulation.advance_to(f64::from(k) * period).unwrap();
        let error = 20.0 - simulation.channel(speed);
        integral += 0.5 * period * (last + error);
        let ahead = error + (error - last);
        last = error;
        simulation.set_input(torque, P_GAIN * ahead + I_GAIN * (integral + period * error)).unwrap();
    }
    simulation.channel(speed)
}

#[test]
fn hooks_are_called_at_their_times_and_set_inputs() {
    let system = two_inertias(Between::Hold);
    let mut simulation = Simulation::new(&system, &controlled(1e-6)).unwrap();
    let torque = system.input("torque").unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    simulation
        .every(0.1, move |sampled| {
            sender.send(sampled.time()).unwrap();
            sampled.set_input(torque, if sampled.time() < 0.45 { 1.0 } else { 0.0 }).unwrap();
        })
        .unwrap();
    simulation.advance_to(0.95).unwrap();
    let times: Vec<f64> = receiver.try_iter().collect();
    assert_eq!(times.len(), 10, "{times:?}");
    assert!(times.iter().enumerate().all(|(k, time)| (time - 0.1 * k as f64).abs() < 1e-12), "{times:?}");
    let [motor, load] = ["motor.speed", "load.speed"].map(|path| system.channel(path).unwrap());
    let momentum = 0.2 * simulation.channel(motor) + 1.5 * simulation.channel(load);
    assert!((momentum - 0.5).abs() < 1e-6, "{momentum}");
}

#[test]
fn a_handle_refuses_what_makes_no_sense_and_goes_on() {
    let system = two_inertias(Between::Hold);
    let mut simulation = Simulation::new(&system, &controlled(1e-4)).unwrap();
    simulation.advance_to(0.2).unwrap();
    assert_eq!(simulation.advance_to(0.1), Err(SimulationError::TimePassed { asked: 0.1, earliest: 0.2 }));
    assert_eq!(simulation.advance_to(f64::NAN), Err(SimulationError::NotFinite));
    assert_eq!(simulation.advance_to(1e308), Err(SimulationError::TooLate { asked: 1e308 }));
    assert_eq!(simulation.sample(1e308, &[], &mut []), Err(SimulationError::TooLate { asked: 1e308 }));
    assert_eq!(simulation.set_input(0, f64::INFINITY), Err(SimulationError::NotFinite));
    assert_eq!(simulation.set_input(7, 1.0), Err(SimulationError::OutOfRange));
    simulation.advance_to(0.3).unwrap();
    fn is_send<T: Send>(_: &T) {}
    is_send(&simulation);
}

/// Compares the response to inputs with central differences of runs of the handle itself.
fn check_linearization(system: &Arc<System>, at: f64, inputs: &[&str], outputs: &[&str]) {
    let settings = controlled(1e-10);
    let mut simulation = Simulation::new(system, &settings).unwrap();
    simulation.advance_to(at).unwrap();
    let inputs: Vec<usize> = inputs.iter().map(|name| system.input(name).unwrap()).collect();
    let outputs: Vec<usize> = outputs.iter().map(|path| system.channel(path).unwrap()).collect();
    let linear = simulation.linearize(&inputs, &outputs).unwrap();
    let n = linear.states.len();
    // The response to a small step of each input.
    let span = 0.02;
    for (k, &input) in inputs.iter().enumerate() {
        let size = 1e-3;
        let saved = simulation.save();
        let mut respond = |value: f64| {
            simulation.restore(saved.clone());
            simulation.set_input(input, value).unwrap();
            simulation.advance_to(at + span).unwrap();
            outputs.iter().map(|&channel| simulation.channel(channel)).collect::<Vec<f64>>()
        };
        let [ahead, behind] = [size, -size].map(&mut respond);
        // x' = A x + B u from zero, by many small steps of the midpoint rule.
        let mut x = vec![0.0; n];
        let steps = 4000;
        let rate = |x: &[f64]| -> Vec<f64> {
            let row =
                |i: usize| (0..n).map(|j| linear.a[i * n + j] * x[j]).sum::<f64>() + linear.b[i * inputs.len() + k];
            (0..n).map(row).collect()
        };
        for _ in 0..steps {
            let h = span / f64::from(steps);
            let first = rate(&x);
            let middle: Vec<f64> = x.iter().zip(&first).map(|(x, dx)| x + 0.5 * h * dx).collect();
            let slope = rate(&middle);
            x.iter_mut().zip(&slope).for_each(|(x, dx)| *x += h * dx);
        }
        for (o, (ahead, behind)) in ahead.iter().zip(&behind).enumerate() {
            let measured = (ahead - behind) / (2.0 * size);
            let linear = (0..n).map(|j| linear.c[o * n + j] * x[j]).sum::<f64>() + linear.d[o * inputs.len() + k];
            let scale = measured.abs().max(1e-6);
            assert!((linear - measured).abs() < 2e-6 * scale, "output {o} to input {k}: {linear} {measured}");
        }
    }
}

#[test]
fn the_linear_system_of_two_inertias_is_that_of_the_text_books() {
    let system = two_inertias(Between::Hold);
    let simulation = Simulation::new(&system, &controlled(1e-6)).unwrap();
    let outputs = ["load.speed", "coupling.torque", "motor.acceleration"].map(|path| system.channel(path).unwrap());
    let linear = simulation.linearize(&[0], &outputs).unwrap();
    assert_eq!(linear.states.len(), 4);
    let (j1, j2, k, c) = (0.2, 1.5, 400.0, 0.8);
    let a = [
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [-k / j1, k / j1, -c / j1, c / j1],
        [k / j2, -k / j2, c / j2, -c / j2],
    ];
    assert!(distance(&linear.a, &a.concat()) < 1e-9 * k / j1, "{:?}", linear.a);
    assert!(distance(&linear.b, &[0.0, 0.0, 1.0 / j1, 0.0]) < 1e-12, "{:?}", linear.b);
    assert!(distance(&linear.d, &[0.0, 0.0, 1.0 / j1]) < 1e-9, "{:?}", linear.d);
    assert!(distance(&linear.c[..4], &[0.0, 0.0, 0.0, 1.0]) < 1e-9, "{:?}", linear.c);
    assert!(distance(&linear.c[8..], &a[2]) < 1e-6 * k / j1, "{:?}", linear.c);
    check_linearization(&system, 0.1, &["torque"], &["load.speed", "coupling.torque", "motor.acceleration"]);
}

#[test]
fn the_linear_system_of_a_mechanism_agrees_with_its_own_runs() {
    // Boxes that hang on alternating hinges, with a torque in the second hinge from outside.
    let mut b = SystemBuilder::new();
    let mut last = (NodeId::GROUND, Placement::identity());
    let torque = b.input("torque", Between::Hold, 0.0, Quantity::TORQUE);
    for i in 0..3 {
        let position = Vec3([0.2 * i as f64 + 0.1, 0.0, 0.0]);
        let node = b.pose_node(format!("box {i}"), Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
        let here = Placement { x: position, r: Mat3::identity() };
        b.add(format!("box {i}"), RigidBody { node, mass: 2.5, inertia: Mat3::identity() * 0.01 });
        b.add("gravity", Gravity { node, mass: 2.5, field: Vec3([9.81, 0.0, 0.0]) });
        let axes = halfshaft::math::rotation::z_along(Vec3::unit(if i % 2 == 0 { 2 } else { 1 }));
        let pin = Vec3([0.2 * i as f64, 0.0, 0.0]);
        let frame = |(node, at): (NodeId, Placement<f64>)| Frame::at_design(node, &at, pin, axes);
        let (from, to) = (frame(last), frame((node, here)));
        if i == 1 {
            b.add("motor", halfshaft::elements::Actuator::<true> { a: from, b: to, effort: Input::Signal(torque) });
        }
        b.add(format!("hinge {i}"), Hinge { a: from, b: to });
        last = (node, here);
    }
    let system = b.finish();
    check_linearization(&system, 0.35, &["torque"], &["hinge 0.angle", "hinge 1.speed", "hinge 2.angle"]);
}

#[test]
fn a_drive_that_follows_an_input_is_not_linearized() {
    let mut b = SystemBuilder::new();
    let speed = b.input("speed", Between::Linear, 0.0, Quantity::ANGULAR_VELOCITY);
    let node = b.pose_node("rotor", Pose::IDENTITY, Twist::ZERO);
    b.add("rotor", RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 0.01 });
    let frame = |node| Frame::at_design(node, &Placement::identity(), Vec3::zero(), Mat3::identity());
    let (from, to) = (frame(NodeId::GROUND), frame(node));
    b.add("bearing", Hinge { a: from, b: to });
    b.add("motor", SpeedDrive::<true> { a: from, b: to, motion: Input::Signal(speed), lag: None });
    let system = b.finish();
    let simulation = Simulation::new(&system, &controlled(1e-6)).unwrap();
    let outputs = [system.channel("bearing.speed").unwrap()];
    let Err(SimulationError::Failed(failure)) = simulation.linearize(&[0], &outputs) else { panic!("must be refused") };
    assert_eq!((failure.code(), failure.element.as_str()), ("motion-follows-signal", "motor"));
    // The same system, with an input that stays as it is.
    assert_eq!(simulation.linearize(&[], &outputs).unwrap().states.len(), 0);
}
