//! Friction that is smooth around rest becomes Coulomb's as its transition shrinks (`examples/contact`); friction that sticks
//! slows a disc in either direction.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use serde_json::Value;

const OSCILLATOR: &str = include_str!("../../../examples/contact/coulomb_oscillator.toml");
const BELT: &str = include_str!("../../../examples/contact/belt_stick_slip.toml");

/// The friction radius of the faces in both models.
const RADIUS: f64 = 2.0 / 3.0 * (1.0 - 0.729) / (1.0 - 0.81);

fn measures(folder: &Folder, text: &str, settings: &[&str]) -> Value {
    folder.write("m.toml", text);
    let ran = folder.run(&[&["run", "m.toml", "--json"], settings].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.json()["measures"].clone()
}

#[test]
fn a_block_on_a_spring_stops_where_coulomb_s_does_in_proportion_to_the_transition() {
    let folder = Folder::new("friction-oscillator");
    // It stops in the fifth turn at −1.9 mm, and then creeps back with a speed of the order of ε.
    let exact = (-0.0019 - 0.1) / RADIUS;
    let error = |epsilon: &str| {
        let found = measures(&folder, OSCILLATOR, &["--set", &format!("epsilon={epsilon}")]);
        (found["rest"].as_f64().unwrap() - exact).abs()
    };
    let [coarse, middle, fine] = ["10 mm/s", "1 mm/s", "0.1 mm/s"].map(error);
    assert!(coarse < 4e-4 && (7.0..13.0).contains(&(coarse / middle)), "{coarse}, {middle}");
    assert!((7.0..13.0).contains(&(middle / fine)), "{middle}, {fine}");
}

#[test]
fn stick_and_slip_on_a_belt_become_coulomb_s() {
    let folder = Folder::new("friction-belt");
    let error = |factor: f64| {
        let law = format!("velocity = \"{} mm/s\", stribeck_velocity = \"{} mm/s\"", 0.01 * factor, 0.1 * factor);
        let text = BELT.replace("velocity = \"0.01 mm/s\", stribeck_velocity = \"0.1 mm/s\"", &law);
        assert!(factor == 1.0 || text != BELT, "the model's friction is written otherwise");
        // Finer steps than the example's: the smallest transition takes a hundredth of the time.
        let found = measures(&folder, &text, &["--set", "solver.tolerance=1e-8"]);
        let number = |name: &str| found[name].as_f64().unwrap();
        [
            (number("largest displacement") * RADIUS / 0.03362842960506 - 1.0).abs(),
            (number("cycles per second") * 0.6693570623426 - 1.0).abs(),
        ]
    };
    let [coarse, middle, fine] = [100.0, 10.0, 1.0].map(error);
    for k in 0..2 {
        assert!(middle[k] < coarse[k] / 4.0 && fine[k] < middle[k] / 8.0, "{coarse:?}, {middle:?}, {fine:?}");
    }
    assert!(fine[0] < 1.5e-3 && fine[1] < 1e-3, "{fine:?}");
}

/// A disc of 0.9 kg m² on a plate, pressed on by 9.81 N, that spins from the start.
const SPIN: &str = r#"
format = 1
title = "A disc slows down on a plate"
analysis = { type = "transient", end = "0.3 s" }
parameters = { spin = "5 rad/s" }

[[body]]
name = "disc"
mass = "1 kg"
inertia = [0.9, 0.9, 0.9]
angular_velocity = [0, 0, "= spin"]

[[joint]]
name = "shaft"
type = "cylindrical"
between = ["ground", "disc"]
axis = "z"

[[force]]
name = "weight"
type = "load"
on = "disc"
force = [0, 0, "-9.81 N"]

[[contact]]
name = "plate"
between = ["ground", "disc"]
position = [0, 0, 0]
normal = "z"
inner_radius = "0.9 m"
outer_radius = "1 m"
friction = { coefficient = 0.1, static_coefficient = 0.15, law = "stick" }
FACES

[[measure]]
name = "speed"
final = "shaft.angular_speed"

[[measure]]
name = "loss"
final = "energy_dissipated"
"#;

#[test]
fn faces_that_stick_keep_the_spin_of_the_start_in_either_direction() {
    let folder = Folder::new("friction-spin");
    let rings = r#"type = "rings"
clearance = "-9.81 um"
law = { type = "hunt_crossley", stiffness = "1e6 N/m", restitution = 0.5 }"#;
    let film = r#"type = "film"
clearance = "9.019 um"
viscosity = "0.01 Pa s"
roughness = "10 um"
stiffness = "1e7 N/m"
viscous_torque = false"#;
    // μ N r/J over 0.3 s; the faster start is not at rest by then, the slower one is and stays so.
    let slower = 0.1 * 9.81 * RADIUS / 0.9 * 0.3;
    for faces in [rings, film] {
        for spin in [5.0_f64, -5.0, 0.2, -0.2, 0.0] {
            let text = SPIN.replace("FACES", faces);
            let found = measures(&folder, &text, &["--set", &format!("spin={spin} rad/s")]);
            let number = |name: &str| found[name].as_f64().unwrap();
            let speed = spin.signum() * (spin.abs() - slower).max(0.0);
            let loss = 0.5 * 0.9 * (spin * spin - speed * speed);
            // Newton's method leaves gaps within 1e-12 m, which at 1e7 N/m is a millionth of the load.
            assert!((number("speed") - speed).abs() < 1e-6, "{spin}: {found}");
            assert!((number("loss") - loss).abs() < 5e-6, "{spin}: {found}");
        }
    }
}
