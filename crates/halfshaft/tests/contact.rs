//! Contacts in time integration: order, resolution, energy, and oil films that do not collapse.

use std::ops::ControlFlow;
use std::sync::Arc;

use halfshaft::analysis::{
    Accepted, Checkpoint, Observer, Outcome, Scheme, Settings, Simulation, Statistics, Steps, initial_state, transient,
};
use halfshaft::elements::contact::Normal;
use halfshaft::elements::{
    FilmContact, Gravity, Load, PointContact, Prismatic, RigidBody, RingContact, SphereOnPlane, Spring, load,
};
use halfshaft::laws::function::Table;
use halfshaft::laws::{Film, Friction, Function, NormalLaw, Ring, SpringLaw};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{AddTo, Frame, NodeId, Placement, Pose, State, System, SystemBuilder, Twist};

const RADIUS: f64 = 0.2;
const G: f64 = 9.81;

fn at(node: NodeId, x: Vec3, here: Vec3) -> Frame {
    Frame::at_design(node, &Placement { x: here, r: Mat3::identity() }, x, Mat3::identity())
}

/// A ball of 1 kg above a plane (Virlez 2014, 4.2.2).
fn ball(law: NormalLaw, height: f64, speed: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let position = Vec3([0.0, 0.0, height]);
    let pose = Pose { position, rotation: Quaternion::IDENTITY };
    let node = b.pose_node("ball", pose, Twist { linear: Vec3([0.0, 0.0, speed]), angular: Vec3::zero() });
    RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 0.016 }.add_to(&mut b, "ball");
    Gravity { node, mass: 1.0, field: Vec3([0.0, 0.0, -G]) }.add_to(&mut b, "ball");
    let contact = PointContact {
        a: at(NodeId::GROUND, Vec3::zero(), Vec3::zero()),
        b: at(node, position, position),
        surfaces: SphereOnPlane { radius: RADIUS },
        normal: Normal { law, speed_floor: 1e-3 },
        friction: None,
    };
    contact.add_to(&mut b, "bounce");
    b.finish()
}

fn run(system: &Arc<System>, end: f64, steps: Steps, see: impl FnMut(&Accepted)) -> Statistics {
    run_with(system, end, steps, 0.8, see)
}

fn run_with(system: &Arc<System>, end: f64, steps: Steps, rho: f64, mut see: impl FnMut(&Accepted)) -> Statistics {
    let (start, _) = initial_state(system).unwrap();
    let mut keep = |accepted: &Accepted| {
        see(accepted);
        ControlFlow::Continue(())
    };
    let settings = Settings { scheme: Scheme::chung_hulbert(rho), ..Settings::new(end, steps) };
    let (statistics, outcome) = transient(system, start, &settings, &mut keep);
    assert_eq!(outcome, Ok(Outcome::Done), "{settings:?}");
    statistics
}

#[test]
fn a_bounce_has_order_two_in_the_step() {
    // Reference for Lankarani-Nikravesh (the case of Fig. 4.7): instant, duration and separation speed, computed
    // independently to 1e-13.
    let system = ball(NormalLaw::lankarani_nikravesh(1e7, 1.5, 0.709), 0.21, -4.0);
    let (end, free) = (0.1, 0.1 - 0.00249238257071 - 0.003972052823292);
    let exact = RADIUS + 3.213966839191 * free - 0.5 * G * free * free;
    let steps = [1e-4, 5e-5, 2.5e-5, 1.25e-5, 6.25e-6];
    let errors = steps.map(|h| {
        let mut last = 0.0;
        run(&system, end, Steps::Fixed(h), |accepted| last = accepted.state.q[2]);
        (last - exact).abs()
    });
    // The position of the contact within a step affects single errors, but hardly the slope over four halvings.
    let order = (errors[0] / errors[4]).log2() / 4.0;
    assert!((order - 2.0).abs() < 0.15, "order {order} in {errors:?}");
    assert!(errors[4] < 1e-6, "{errors:?}");
}

#[test]
fn every_contact_gets_its_steps_and_free_flight_long_ones() {
    let system = ball(NormalLaw::lankarani_nikravesh(6.88e10, 1.5, 0.709), 1.001, 0.0);
    let (mut counts, mut inside, mut longest) = (Vec::new(), 0, 0.0_f64);
    let steps = Steps::Controlled { tolerance: 1e-2, longest: 0.1 };
    run(&system, 3.5, steps, |accepted| {
        longest = longest.max(accepted.step);
        if accepted.state.q[2] < RADIUS {
            inside += 1;
        } else if inside > 0 {
            counts.push(inside);
            inside = 0;
        }
    });
    assert!(counts.len() > 10 && counts.iter().all(|&count| count >= 10), "{counts:?}");
    // A contact lasts 0.12 ms.
    assert!(longest > 0.02, "{longest}");
}

#[test]
fn a_ball_never_rises_higher_than_before() {
    for law in [
        NormalLaw::hertz(1e8, 1.5),
        NormalLaw::kelvin_voigt(1e7, 1.0, 500.0),
        NormalLaw::hunt_crossley(1e9, 1.5, 0.6),
        NormalLaw::flores_machado(1e9, 1.5, 0.8),
        NormalLaw::gonthier(1e9, 1.5, 0.3),
        NormalLaw::plastic(1e9, 1.5, 0.7),
    ] {
        let system = ball(law, 0.7, 0.0);
        let (mut start, mut highest, mut closing) = (f64::NAN, 0.0_f64, 0.0_f64);
        run(&system, 1.5, Steps::Controlled { tolerance: 1e-6, longest: 0.05 }, |accepted| {
            let stored = accepted.audit.stored;
            start = if start.is_nan() { stored } else { start };
            highest = highest.max(stored);
            closing = closing.max(accepted.audit.closing_error().abs());
        });
        assert!(highest <= start * (1.0 + 2e-4), "{law:?}: {highest} from {start}");
        assert!(closing < 1e-3 * start, "{law:?}: {closing}");
    }
}

#[test]
fn gonthier_gives_back_the_speed_it_promises_in_all_three_senses() {
    let system = ball(NormalLaw::gonthier(1e9, 1.5, 0.6), 0.7, 0.0);
    let mut values = vec![0.0; system.channels().len()];
    run(&system, 0.5, Steps::Controlled { tolerance: 1e-6, longest: 0.01 }, |accepted| {
        accepted.system.channel_values(accepted.state, &mut values);
    });
    for name in ["restitution_newton", "restitution_poisson", "restitution_stronge"] {
        let place = system.channels().iter().position(|c| c.path == format!("bounce.{name}")).unwrap();
        // The weight of the ball during the contact changes the coefficient by about g T/v = 2e-3.
        assert!((values[place] - 0.6).abs() < 2e-3, "{name}: {}", values[place]);
    }
}

#[test]
fn a_spring_and_a_damper_rebound_as_their_closed_form_says() {
    // Schwager & Pöschel 2007: the contact ends where the force would become tensile. Error control resolves little of
    // a contact of a millimetre in a mechanism of a metre; the test is that the force begins at contact.
    let (k, c) = (1e7_f64, 500.0);
    let beta = 0.5 * c;
    let omega = (k - beta * beta).sqrt();
    let angle = std::f64::consts::PI - (2.0 * beta * omega).atan2(omega * omega - beta * beta);
    let exact = (-beta / omega * angle).exp();
    let system = ball(NormalLaw::kelvin_voigt(k, 1.0, c), 0.7, 0.0);
    let mut values = vec![0.0; system.channels().len()];
    run(&system, 0.5, Steps::Controlled { tolerance: 1e-5, longest: 0.05 }, |accepted| {
        accepted.system.channel_values(accepted.state, &mut values);
    });
    let place = system.channels().iter().position(|c| c.path == "bounce.restitution_newton").unwrap();
    // The weight of the ball, which the closed form neglects, acts over a millimetre only: 3e-4 of the energy.
    assert!((values[place] - exact).abs() < 3e-4, "{} instead of {exact}", values[place]);
}

#[test]
fn the_impact_speed_is_that_at_first_contact() {
    let system = ball(NormalLaw::hunt_crossley(1e9, 1.5, 0.7), 0.7, 0.0);
    let place = system.channels().iter().position(|c| c.path == "bounce.impact_speed").unwrap();
    let mut values = vec![0.0; system.channels().len()];
    let (mut speeds, mut inside) = (Vec::new(), false);
    run(&system, 0.9, Steps::Controlled { tolerance: 1e-4, longest: 0.05 }, |accepted| {
        let touches = accepted.state.q[2] < RADIUS;
        if touches {
            accepted.system.channel_values(accepted.state, &mut values);
            if !inside {
                speeds.push(values[place]);
            }
            // It remains constant, whatever the speed is now.
            assert_eq!(values[place], *speeds.last().unwrap());
        }
        inside = touches;
    });
    // The first contact after a fall of half a metre; the steps of flight are exact for constant acceleration.
    assert!((speeds[0] - (2.0 * G * 0.5_f64).sqrt()).abs() < 1e-9, "{speeds:?}");
    assert!(speeds.len() == 2 && speeds[1] < speeds[0], "{speeds:?}");
}

/// A flat ring of 1 kg that rests on the ground, or falls on it.
fn ring(law: NormalLaw, height: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let position = Vec3([0.0, 0.0, height]);
    let node = b.pose_node("ring", Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
    RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 1e-3 }.add_to(&mut b, "ring");
    Gravity { node, mass: 1.0, field: Vec3([0.0, 0.0, -G]) }.add_to(&mut b, "ring");
    let (a, on_ring) = (at(NodeId::GROUND, Vec3::zero(), Vec3::zero()), at(node, position, position));
    Prismatic { a, b: on_ring }.add_to(&mut b, "guide");
    let ring = Ring { inner_radius: 0.025, outer_radius: 0.03 };
    RingContact { a, b: on_ring, ring, normal: Normal { law, speed_floor: 1e-3 }, friction: None }
        .add_to(&mut b, "rest");
    b.finish()
}

/// Every law with a stiffness and an exponent.
fn every_law(k: f64, n: f64) -> [NormalLaw; 7] {
    [
        NormalLaw::hertz(k, n),
        NormalLaw::kelvin_voigt(k, n, 2000.0),
        NormalLaw::hunt_crossley(k, n, 0.6),
        NormalLaw::lankarani_nikravesh(k, n, 0.6),
        NormalLaw::flores_machado(k, n, 0.6),
        NormalLaw::gonthier(k, n, 0.6),
        NormalLaw::plastic(k, n, 0.6),
    ]
}

/// The largest speed in the last of `end` seconds, and the longest step in it.
fn last_second(system: &Arc<System>, end: f64) -> (f64, f64, Statistics) {
    let (mut fastest, mut longest) = (0.0_f64, 0.0_f64);
    let statistics = run(system, end, Steps::Controlled { tolerance: 1e-4, longest: 0.05 }, |accepted| {
        if accepted.state.time > end - 1.0 {
            fastest = fastest.max(accepted.state.v[2].abs());
            longest = longest.max(accepted.step);
        }
    });
    (fastest, longest, statistics)
}

#[test]
fn what_rests_in_contact_stays_quiet_with_every_law() {
    for (k, n) in [(1e9_f64, 1.5), (1e8, 1.0)] {
        let sunk = (G / k).powf(1.0 / n);
        for law in every_law(k, n) {
            for (what, system) in [("ball", ball(law, RADIUS - sunk, 0.0)), ("ring", ring(law, -sunk))] {
                let (fastest, longest, statistics) = last_second(&system, 5.0);
                // Round-off of a position of 0.2 m, 3e-17 m, times some 1e4 rad/s; a hundred times more at the kink of the plastic law.
                assert!(fastest < 1e-9, "{what}, {law:?}: {fastest} m/s");
                assert!(longest > 0.0499 && statistics.steps < 120, "{what}, {law:?}: {longest} s, {statistics:?}");
            }
        }
    }
}

// The plastic law dissipates nothing once a contact no longer opens: it continues to vibrate like a spring.
#[test]
fn what_falls_comes_to_rest_and_stays_quiet_with_every_law_that_loses_energy() {
    for (k, n) in [(1e9, 1.5), (1e8, 1.0)] {
        for law in &every_law(k, n)[1..6] {
            for (what, system) in [("ball", ball(*law, RADIUS + 5e-3, 0.0)), ("ring", ring(*law, 5e-3))] {
                let (fastest, longest, statistics) = last_second(&system, 3.0);
                // It fell with 0.3 m/s; the remainder is below the tolerance of the iteration, 1e-6.
                assert!(fastest < 1e-7, "{what}, {law:?}: {fastest} m/s");
                assert!(longest > 0.0499, "{what}, {law:?}: {longest} s, {statistics:?}");
            }
        }
    }
}

/// A ball of 1 kg that slides along x, pulled by a spring of 100 N/m and pressed on the ground by 9.81 N: stretched by
/// 0.1 m, then released.
fn sliding_ball(epsilon: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let (sunk, x) = (1e-3, 0.1);
    let position = Vec3([x, 0.0, RADIUS - sunk]);
    let node = b.pose_node("ball", Pose { position, rotation: Quaternion::IDENTITY }, Twist::ZERO);
    RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 0.016 }.add_to(&mut b, "ball");
    let along = z_along(Vec3([1.0, 0.0, 0.0]));
    let turned = |node, here| Frame::at_design(node, &Placement { x: here, r: Mat3::identity() }, position, along);
    Prismatic { a: turned(NodeId::GROUND, Vec3::zero()), b: turned(node, position) }.add_to(&mut b, "guide");
    let (wall, on_ball) =
        (at(NodeId::GROUND, position - Vec3([1.0 + x, 0.0, 0.0]), Vec3::zero()), at(node, position, position));
    Spring { a: wall, b: on_ball, free_length: 1.0, law: SpringLaw::linear(100.0, 0.0).into() }
        .add_to(&mut b, "spring");
    let contact = PointContact {
        a: at(NodeId::GROUND, Vec3::zero(), Vec3::zero()),
        b: on_ball,
        surfaces: SphereOnPlane { radius: RADIUS },
        normal: Normal { law: NormalLaw::hertz(9.81 / sunk, 1.0), speed_floor: 1e-3 },
        friction: Some(Friction::Regularised { coefficient: 0.1, velocity: epsilon }),
    };
    contact.add_to(&mut b, "rub");
    b.finish()
}

#[test]
fn regularised_friction_comes_to_the_cycle_of_coulomb_as_its_velocity_goes_to_zero() {
    // Each half period reduces the amplitude by 2 μ N/k; after five, at π/2 s, 0.1 − 10 · 0.00981 m are left.
    let errors = [8e-3, 4e-3, 2e-3, 1e-3].map(|epsilon| {
        let mut x = 0.0;
        let steps = Steps::Controlled { tolerance: 1e-7, longest: 0.01 };
        run(&sliding_ball(epsilon), std::f64::consts::FRAC_PI_2, steps, |accepted| x = accepted.state.q[0]);
        (x - -(0.1 - 10.0 * 0.00981)).abs()
    });
    assert!(errors.windows(2).all(|pair| pair[1] < 0.6 * pair[0]), "{errors:?}");
    assert!(errors[3] < 2e-4, "{errors:?}");
}

/// A ring of 0.6 kg on an oil film over the ground, pressed down and then pulled up.
fn ring_on_film(load: Function) -> Arc<System> {
    ring_on_film_of(load, 1e14)
}

fn ring_on_film_of(load: Function, stiffness: f64) -> Arc<System> {
    let mut b = SystemBuilder::new();
    let clearance = Vec3([0.0, 0.0, 1e-4]);
    let pose = Pose { position: clearance, rotation: Quaternion::IDENTITY };
    let node = b.pose_node("ring", pose, Twist::ZERO);
    RigidBody { node, mass: 0.6, inertia: Mat3::identity() * 1e-4 }.add_to(&mut b, "ring");
    let frames = || [at(NodeId::GROUND, Vec3::zero(), Vec3::zero()), at(node, clearance, clearance)];
    let [a, on_ring] = frames();
    Prismatic { a, b: on_ring }.add_to(&mut b, "guide");
    let force = Vec3([0.0, 0.0, 1.0]);
    Load { frame: on_ring, force, torque: Vec3::zero(), axes: load::Axes::Model, factor: load.into() }
        .add_to(&mut b, "load");
    let ring = Ring { inner_radius: 0.025, outer_radius: 0.03 };
    let film = Film::new(&ring, 0.0741, true, None);
    let contact = FilmContact { a, b: on_ring, ring, film, roughness: 1.6e-6, stiffness, friction: None };
    contact.add_to(&mut b, "film");
    b.finish()
}

#[test]
fn a_film_closes_sticks_and_releases_without_breaking() {
    let load = Function::Step { from: -5000.0, to: 2000.0, start: 0.1, end: 0.12, smooth: true };
    let system = ring_on_film(load);
    for (steps, rho) in [
        (Steps::Controlled { tolerance: 1e-4, longest: 0.01 }, 0.8),
        (Steps::Fixed(1e-4), 0.8),
        (Steps::Fixed(1e-3), 0.8),
        (Steps::Fixed(1e-3), 0.0),
    ] {
        let (mut thinnest, mut at_100_ms, mut last) = (f64::INFINITY, 0.0, 0.0);
        run_with(&system, 0.4, steps, rho, |accepted| {
            let h = accepted.state.q[2];
            thinnest = thinnest.min(h);
            at_100_ms = if accepted.state.time <= 0.1 { h } else { at_100_ms };
            last = h;
        });
        assert!(thinnest > 1.5e-6, "{thinnest}");
        // 5000 N compress the asperities by 5000/1e14 m.
        assert!((at_100_ms - (1.6e-6 - 5e-11)).abs() < 1e-12, "ρ∞ {rho}: {at_100_ms}");
        // Suction holds it for A*/(2 F h²), 0.13 s; then it separates.
        assert!(last > 1e-5, "{last}");
    }
}

#[test]
fn what_long_steps_leave_on_closed_asperities_dies_as_the_scheme_says() {
    let system = ring_on_film(Function::Constant(-5000.0));
    let mut left = Vec::new();
    run(&system, 0.1, Steps::Fixed(1e-3), |accepted| left.push(accepted.state.q[2] - (1.6e-6 - 5e-11)));
    // In parallel to 1e14 N/m the film has 4e8 N s/m: a time constant of 4 µs, which a step of 1 ms does not resolve.
    // The remainder decays by ρ∞ per step.
    let met = left.iter().position(|left| left.abs() < 1e-11).unwrap();
    let factor = (left[met + 18] / left[met + 6]).abs().powf(1.0 / 12.0);
    assert!((factor - 0.8).abs() < 0.03, "{factor}");
    // 1e-4 of the indentation, 5e-11 m.
    assert!(left.last().unwrap().abs() < 1e-14, "{:?}", left.last());
}

#[test]
fn films_come_through_jumps_of_the_load_with_given_steps() {
    // From closed to pulled, to pressed hard, to unloaded and back: each a jump.
    let points =
        [[0.0, -5000.0], [0.05, -5000.0], [0.05, 2000.0], [0.08, 2000.0], [0.08, -2e4], [0.15, -2e4], [0.15, 0.0]];
    let load = || Function::Table(Table::new(&[&points[..], &[[0.2, 0.0], [0.2, -5000.0]]].concat(), false).unwrap());
    // Film thickness in µm just before each jump and at the end, by error control with a tolerance of 1e-6. Bare faces,
    // without asperities, have only the film below 1.6 µm.
    let cases = [
        (1e14, [1.793, 2.049, 1.600, 1.600, 1.600]),
        (1e10, [1.793, 2.049, 0.811, 0.954, 0.993]),
        (1e-3, [1.793, 2.049, 0.714, 0.709, 0.660]),
    ];
    for (stiffness, films) in cases {
        let system = ring_on_film_of(load(), stiffness);
        for step in [1e-3, 1e-4, 1.7e-5] {
            for rho in [0.8, 0.0] {
                let (mut thinnest, mut found) = (f64::INFINITY, [0.0; 5]);
                run_with(&system, 0.25, Steps::Fixed(step), rho, |accepted| {
                    let Accepted { state, .. } = accepted;
                    thinnest = thinnest.min(state.q[2]);
                    for (film, until) in found.iter_mut().zip([0.05, 0.08, 0.15, 0.2, 0.25]) {
                        *film = if state.time < until + 1e-9 { 1e6 * state.q[2] } else { *film };
                    }
                });
                // Steps of 1 ms follow the closing to 4 %; no step leaves less than half of the film.
                let close = found.iter().zip(films).all(|(found, film)| (found - film).abs() < 0.05 * film);
                assert!(close && thinnest > 0.5e-6, "{stiffness}, {step}, {rho}: {found:?}, {thinnest}");
                // 2e4 N on the asperities, and again as much.
                assert!(
                    stiffness < 1.0 || thinnest > 1.6e-6 - 4e4 / stiffness,
                    "{stiffness}, {step}, {rho}: {thinnest}"
                );
            }
        }
    }
}

/// A mass of 1 kg on a spring of 1e8 N/m, which vibrates at 1.6 kHz while a force of 1 kN is applied within half a
/// second.
fn stiff_spring() -> Arc<System> {
    let mut b = SystemBuilder::new();
    let position = Vec3([0.0, 0.0, 0.1]);
    let pose = Pose { position, rotation: Quaternion::IDENTITY };
    let node = b.pose_node("mass", pose, Twist { linear: Vec3([0.0, 0.0, 0.01]), angular: Vec3::zero() });
    RigidBody { node, mass: 1.0, inertia: Mat3::identity() * 1e-3 }.add_to(&mut b, "mass");
    let on_ground = |x| at(NodeId::GROUND, x, Vec3::zero());
    let frame = at(node, position, position);
    Prismatic { a: on_ground(position), b: frame }.add_to(&mut b, "guide");
    let law = SpringLaw::linear(1e8, 0.0).into();
    Spring { a: on_ground(Vec3::zero()), b: frame, free_length: 0.1, law }.add_to(&mut b, "spring");
    let factor = Function::Step { from: 0.0, to: 1000.0, start: 0.0, end: 0.5, smooth: true };
    let force = Vec3([0.0, 0.0, 1.0]);
    Load { frame, force, torque: Vec3::zero(), axes: load::Axes::Model, factor: factor.into() }.add_to(&mut b, "load");
    b.finish()
}

#[test]
fn error_control_rides_over_what_the_scheme_extinguishes() {
    let system = stiff_spring();
    let count = |rho: f64| {
        let mut settings = Settings::new(1.0, Steps::Controlled { tolerance: 1e-5, longest: 0.01 });
        settings.scheme = Scheme::chung_hulbert(rho);
        let (mut seen, mut last) = (0, 0.0);
        let mut see = |accepted: &Accepted| {
            (seen, last) = (seen + 1, accepted.state.q[2]);
            if seen < 3000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let (_, outcome) = transient(&system, initial_state(&system).unwrap().0, &settings, &mut see);
        (outcome, seen, last)
    };
    // 100 steps of the longest size, and those in which the step size grows; 1600 periods need dozens of steps each.
    let (outcome, riding, last) = count(0.0);
    assert!(outcome == Ok(Outcome::Done) && riding < 300, "{riding}");
    assert_eq!(count(0.8).0, Ok(Outcome::Stopped));
    // 1 kN on 1e8 N/m; the vibration of 1e-6 m has decayed.
    assert!((last - 0.100_01).abs() < 1e-11, "{last}");
}

#[test]
fn contacts_resume_with_the_same_bits() {
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
    let system = ball(NormalLaw::flores_machado(1e9, 1.5, 0.8), 0.7, 0.0);
    let (start, _) = initial_state(&system).unwrap();
    let settings = Settings::new(2.0, Steps::Controlled { tolerance: 1e-8, longest: 0.01 });
    let mut whole = Keep::default();
    let (statistics, outcome) = transient(&system, start, &settings, &mut whole);
    assert_eq!(outcome, Ok(Outcome::Done));
    assert!(whole.checkpoints.len() >= 2, "{statistics:?}");
    let checkpoint = whole.checkpoints[0].clone();
    let (time, mut rest) = (checkpoint.time(), Keep::default());
    let mut resumed = Simulation::from_checkpoint(&system, checkpoint, &settings);
    resumed.run(settings.end, &mut rest).unwrap();
    let again = resumed.statistics();
    assert_eq!(again, statistics);
    let expected: Vec<_> = whole.states.iter().filter(|s| s.time > time).cloned().collect();
    assert_eq!(rest.states, expected);
}
