//! What long free motions keep, and what they lose: the bounds derived in `docs/theory.md`, time integration, "What is
//! kept over long times", held with their constants.

use std::ops::ControlFlow;

use halfshaft::analysis::{Accepted, Outcome, Scheme, Settings, Steps, initial_state, transient};
use halfshaft::elements::RigidBody;
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::system::{Pose, State, System, SystemBuilder, Twist};

/// A free body with principal moments of inertia.
fn free_body(moments: Vec3, twist: Twist) -> System {
    let mut b = SystemBuilder::new();
    let node = b.pose_node("body", Pose { position: Vec3::zero(), rotation: Quaternion::IDENTITY }, twist);
    b.add("body", RigidBody { node, mass: 2.0, inertia: diagonal(moments) });
    b.finish()
}

fn diagonal(moments: Vec3) -> Mat3 {
    let mut inertia = Mat3::identity();
    (0..3).for_each(|i| inertia.0[i][i] = moments[i]);
    inertia
}

fn run(system: &System, settings: &Settings, mut each: impl FnMut(&State)) {
    let (start, _) = initial_state(system).unwrap();
    let mut watch = |accepted: &Accepted| {
        each(accepted.state);
        ControlFlow::Continue(())
    };
    assert_eq!(transient(system, start, settings, &mut watch).1, Ok(Outcome::Done));
}

/// c₂ and c₃ of the modified equation v̇ = f + c₂h² f̈ + c₃h³ f⃛.
fn modified(scheme: Scheme) -> (f64, f64) {
    let Scheme { alpha_m, alpha_f, gamma, .. } = scheme;
    let spread = |p: f64| p * (1.0 - p);
    let skew = |p: f64| p * (1.0 - p) * (1.0 - 2.0 * p);
    let (m, f) = (1.0 - alpha_m, 1.0 - alpha_f);
    (0.5 * (spread(gamma) + spread(f) - spread(m) - 1.0 / 12.0), (skew(gamma) + skew(f) - skew(m)) / 6.0)
}

#[test]
fn the_velocity_of_a_free_body_is_kept_to_the_last_bit() {
    let linear = Vec3([3.0, -1.0, 0.7]);
    let system = free_body(Vec3([1.0, 2.0, 3.0]), Twist { linear, angular: Vec3([0.3, 40.0, -0.2]) });
    run(&system, &Settings::new(10.0, Steps::Fixed(1e-3)), |state| assert_eq!(state.v[..3], linear.0));
}

/// What a free rotation loses of its energy, and of half the square of its angular momentum, against the bounds.
fn follow(moments: Vec3, angular: Vec3, end: f64, h: f64, settings: &Settings) {
    let scheme = settings.scheme;
    let j = diagonal(moments);
    let (c2, c3) = modified(scheme);
    // The linearised map of the quantity: J for the energy, J² for the momentum.
    for (name, weight) in [("energy", j), ("momentum", j * j)] {
        let system = free_body(moments, Twist { linear: Vec3::zero(), angular });
        let settings = Settings { end, steps: Steps::Fixed(h), ..settings.clone() };
        let (mut first, mut lost, mut newton) = (None, 0.0, 0.0);
        let (mut turning, mut worst, mut last) = (0.0_f64, 0.0_f64, None);
        run(&system, &settings, |state| {
            let w = Vec3::from_slice(&state.v[3..]);
            // Ω̇ and Ω̈ by Euler's equations; J is diagonal.
            let over = |v: Vec3| Vec3(std::array::from_fn(|i| v[i] / moments[i]));
            let dw = over((j * w).cross(w));
            let ddw = over((j * dw).cross(w) + (j * w).cross(dw));
            let kept = 0.5 * w.dot(weight * w) + 1.5 * c2 * h * h * dw.dot(weight * dw);
            let rate = ddw.dot(weight * ddw);
            // Newton's method may leave this part of h³ v⃛/12 in each step, here with |v⃛| from the last two |v̈|.
            let third = last.map_or(0.0, |(_, before): (f64, Vec3)| (ddw - before).norm() / h);
            newton += settings.newton_tolerance * h * h * h / 12.0 * third * (weight * w).norm();
            lost += last.map_or(0.0, |(before, _)| 0.5 * h * (rate + before));
            last = Some((rate, ddw));
            turning = turning.max(dw.dot(weight * ddw).abs());
            worst = worst.max((kept - *first.get_or_insert(kept) - c3 * h * h * h * lost).abs());
        });
        let loss = c3 * h * h * h * lost;
        let bound = 8.0 * c3.abs() * h * h * h * turning;
        println!("{name}, h = {h}: loses {loss:.3e}; beyond that {worst:.3e}, bound {bound:.3e} + {newton:.3e}");
        // Terms of the next order are below a tenth where ωh is below a tenth.
        assert!(worst < 1.1 * bound + newton, "{name}");
        assert!(loss.abs() > 3.0 * bound || end < 50.0, "the loss that adds up shows");
    }
}

/// With so small a part of the scheme's error left by Newton's method, that of the bounds is next to nothing.
fn exacting(scheme: Scheme) -> Settings {
    Settings { scheme, newton_tolerance: 1e-7, ..Settings::new(0.0, Steps::Fixed(1.0)) }
}

#[test]
fn a_flipping_body_loses_what_the_modified_equation_says() {
    let (moments, angular) = (Vec3([1.0, 2.0, 3.0]), Vec3([0.01, 5.0, 0.01]));
    for h in [0.02, 0.01, 0.005] {
        follow(moments, angular, 100.0, h, &exacting(Scheme::chung_hulbert(0.8)));
    }
    follow(moments, angular, 100.0, 0.01, &exacting(Scheme::chung_hulbert(0.5)));
    // And as models are run.
    follow(moments, angular, 100.0, 0.01, &Settings::new(0.0, Steps::Fixed(1.0)));
}

#[test]
fn a_fast_body_loses_what_the_modified_equation_says() {
    for h in [0.004, 0.002] {
        let settings = exacting(Scheme::chung_hulbert(0.8));
        follow(Vec3([1.0, 1.6, 2.0]), Vec3([3.0, 2.0, 30.0]), 20.0, h, &settings);
    }
}

#[test]
fn a_free_rotation_without_numerical_damping_loses_nothing() {
    let (_, c3) = modified(Scheme::NEWMARK);
    assert_eq!(c3, 0.0);
    let moments = Vec3([1.0, 2.0, 3.0]);
    let system = free_body(moments, Twist { linear: Vec3::zero(), angular: Vec3([0.01, 5.0, 0.01]) });
    let (c2, _) = modified(Scheme::NEWMARK);
    let (h, j) = (0.01, diagonal(moments));
    let settings =
        Settings { scheme: Scheme::NEWMARK, newton_tolerance: 1e-9, ..Settings::new(100.0, Steps::Fixed(h)) };
    let (mut first, mut worst) = (None, 0.0_f64);
    run(&system, &settings, |state| {
        let w = Vec3::from_slice(&state.v[3..]);
        let dw = Vec3(std::array::from_fn(|i| (j * w).cross(w)[i] / moments[i]));
        let kept = 0.5 * w.dot(j * w) + 1.5 * c2 * h * h * dw.dot(j * dw);
        worst = worst.max((kept - *first.get_or_insert(kept)).abs());
    });
    // (ωh)⁴ with the largest ω̇/ω near 7/s at the flip, times the energy of 25 J.
    println!("{worst:e}");
    assert!(worst < 25.0 * (7.0 * h).powi(4), "{worst}");
}
