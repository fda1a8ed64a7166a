//! `modes`, and model files whose analysis is of modes.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, pendulum};
use serde_json::json;

const TRAIN: &str = r#"
format = 1
title = "Two discs"
analysis = { type = "modes" }

[[inertia]]
name = "first"
inertia = "0.5 kg m^2"

[[inertia]]
name = "second"
inertia = "0.125 kg m^2"

[[driveline]]
name = "shaft"
type = "shaft"
between = ["first", "second"]
stiffness = "40 N m/rad"

[[measure]]
name = "frequency of the shaft"
natural_frequency = 2

[[measure]]
name = "first in mode 2"
shape = "first"
mode = 2

[[measure]]
name = "missing"
damping_ratio = 3

[[expect]]
measure = "frequency of the shaft"
value = "= 20 / (2 * pi) * 1 Hz"
tolerance = "1e-9 Hz"
source = "ω² = k (1/J₁ + 1/J₂)"
"#;

#[test]
fn the_object_of_modes_holds_what_the_contract_says() {
    let folder = Folder::new("modes");
    folder.write("train.toml", TRAIN);
    let ran = folder.run(&["modes", "train.toml", "--json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let object = ran.json();
    assert_eq!((&object["status"], &object["analysis"]), (&json!("done"), &json!("modes")));
    assert_eq!(object["measures"]["missing"], json!(null));
    assert!((object["measures"]["first in mode 2"].as_f64().unwrap() + 0.25).abs() < 1e-12);
    assert_eq!(object["expectations"][0]["ok"], true);
    let modes = object["modes"].as_array().unwrap();
    assert_eq!(modes.len(), 2);
    let [rigid, elastic] = [&modes[0], &modes[1]];
    let keys: Vec<&str> = rigid.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["damped_frequency_hz", "damping_ratio", "frequency_hz", "shape"]);
    assert_eq!((&rigid["frequency_hz"], &rigid["damping_ratio"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(rigid["shape"], json!({"first": 1.0, "second": 1.0}));
    assert!((elastic["frequency_hz"].as_f64().unwrap() - 20.0 / std::f64::consts::TAU).abs() < 1e-12);
    assert_eq!(elastic["shape"]["second"], 1.0);
}

#[test]
fn run_and_verify_perform_an_analysis_of_modes() {
    let folder = Folder::new("modes-run");
    folder.write("train.toml", TRAIN);
    let ran = folder.run(&["run", "train.toml"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("frequency of the shaft") && ran.out.contains("2 modes"), "{}", ran.out);
    let verified = folder.run(&["verify", "train.toml"]);
    assert_eq!(verified.status, 0, "{}", verified.err);
    assert!(verified.out.contains("1 of 1 met"), "{}", verified.out);
}

#[test]
fn modes_of_a_body_are_six_numbers_and_a_table_for_people() {
    let folder = Folder::new("modes-body");
    folder.write("pendulum.toml", &pendulum());
    let object = folder.run(&["modes", "pendulum.toml", "--json"]).json();
    assert_eq!(object["modes"][0]["shape"]["bob"].as_array().unwrap().len(), 6);
    let told = folder.run(&["modes", "pendulum.toml"]);
    assert_eq!(told.status, 0);
    assert!(told.out.contains("damped Hz"), "{}", told.out);
    let wrong = folder.run(&["modes", "nowhere.toml", "--json"]);
    assert_eq!((wrong.status, &wrong.json()["status"]), (2, &json!("invalid")));
}

#[test]
fn the_linear_system_about_an_equilibrium_is_kept_for_other_programs() {
    let folder = Folder::new("modes-matrices");
    folder.write("bob.toml", include_str!("../../../examples/modes/about_equilibrium.toml"));
    let ran = folder.run(&["run", "bob.toml", "--out", "bob", "--quiet"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path().join("bob/matrices.json")).unwrap();
    let matrices: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entry = |name: &str| matrices[name][0][0].as_f64().unwrap();
    // m g l over J + m l².
    assert!((entry("stiffness") / entry("mass") - 9.81 / 0.6).abs() < 1e-6, "{text}");
    assert_eq!(matrices["motions"][5], "bob.turn_z");
    // It hangs: turning moves it sideways, along x.
    let basis = |row: usize| matrices["basis"][row][0].as_f64().unwrap();
    assert!((basis(0) / basis(5) - 0.5).abs() < 1e-6 && basis(1).abs() < 1e-6 * basis(5).abs(), "{text}");
}
