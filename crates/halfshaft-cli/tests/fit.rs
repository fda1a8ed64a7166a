//! `fit` on flywheels that run down in their bearings, where everything is known in closed form.
//!
//! The torque μ ρ m g slows a wheel evenly: ω(t) = ω₀ − α t and it rests at ω₀/α, with α = μ ρ m g / J = 12.2625 rad/s²
//! at μ = 0.1 and ρ = 10 mm.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran};
use serde_json::{Value, json};

const FLYWHEEL: &str = include_str!("../../../examples/friction/flywheel.toml");

/// α per unit of μ ρ, in rad/s² per metre.
const RATE: f64 = 5.0 * 9.81 / 0.004;

fn fit(folder: &Folder, arguments: &[&str]) -> (Ran, Value) {
    let ran = folder.run(&[&["fit"], arguments, &["--json"]].concat());
    let object = ran.json();
    (ran, object)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("wheel.toml", FLYWHEEL);
    folder
}

#[test]
fn a_shifted_friction_is_recovered_from_every_start() {
    let folder = folder("fit-one");
    let target = format!("smooth speed={} rad/s ± 0.5 rad/s", 60.0 - 0.0731 * 0.01 * RATE * 4.0);
    let (ran, object) = fit(&folder, &["wheel.toml", "--vary", "mu=0.02:0.11", "--to", &target]);
    assert_eq!((ran.status, &object["status"]), (0, &json!("done")), "{}", ran.out);
    let mu = &object["parameters"][0];
    assert!((number(&mu["value"]) - 0.0731).abs() < 1e-6, "{mu}");
    // dω/dμ = −4 s · RATE ρ, so that ±0.5 rad/s is ±0.00102 of μ.
    let slope = -4.0 * RATE * 0.01;
    assert!((number(&mu["deviation"]) / (0.5 / slope.abs()) - 1.0).abs() < 1e-3);
    assert!((number(&object["targets"][0]["sensitivities"]["mu"]) / slope - 1.0).abs() < 1e-3);
    let starts = object["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 3);
    for start in starts {
        assert!((number(&start["end"]["mu"]) - 0.0731).abs() < 1e-6, "{start}");
    }
    assert_eq!(object["warnings"], json!([]));
    // The curve is the parabola ((μ − 0.0731) dω/dμ / 0.5)².
    let curve = object["curves"][0]["points"].as_array().unwrap();
    assert_eq!(curve.len(), 11);
    for point in curve {
        let expected = ((number(&point[0]) - 0.0731) * slope / 0.5).powi(2);
        assert!((number(&point[1]) - expected).abs() < 1e-3 * (1.0 + expected), "{point}, expected {expected}");
    }
    assert!(folder.path().join("runs/wheel-fit/fit.json").is_file());
    // The same bytes for another number of threads, times apart.
    let without_time = |mut object: Value| {
        object["statistics"]["wall_s"] = json!(0);
        object
    };
    let alone = ["wheel.toml", "--vary", "mu=0.02:0.11", "--to", &target, "--jobs", "1", "--out", "alone"];
    assert_eq!(without_time(fit(&folder, &alone).1), without_time(object));
}

#[test]
fn a_fit_that_was_killed_goes_on_where_it_stopped() {
    let folder = folder("fit-killed");
    let target = format!("smooth speed={} rad/s", 60.0 - 0.0731 * 0.01 * RATE * 4.0);
    let arguments = ["fit", "wheel.toml", "--vary", "mu=0.02:0.11", "--to", &target, "--out", "killed", "--json"];
    let kept = || std::fs::read_dir(folder.path().join("killed/cases")).map_or(0, Iterator::count);
    let mut child = folder.command(&arguments).stdout(std::process::Stdio::null()).spawn().unwrap();
    while kept() < 5 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let first: Value = serde_json::from_str(&folder.read("killed/fit.json")).unwrap();
    assert_eq!(first["status"], json!("interrupted"));
    let before = kept();
    let again = folder.run(&arguments).json();
    assert!((number(&again["parameters"][0]["value"]) - 0.0731).abs() < 1e-6, "{again}");
    let count = |name: &str| again["statistics"][name].as_u64().unwrap();
    // A file that was being written when the process died is not a case.
    assert!(before >= 5 && count("computed") + 2 <= count("cases"), "{before} kept, {}", again["statistics"]);
    assert_eq!(folder.run(&arguments).json()["statistics"]["computed"], json!(0));
}

#[test]
fn friction_and_its_radius_cannot_be_told_apart() {
    let folder = folder("fit-pair");
    let pair = ["--vary", "mu=0.05:0.11", "--vary", "radius=6:11 mm"];
    let to = ["--to", "smooth speed=25 rad/s ± 0.01 rad/s", "--set", "analysis.end=4 s"];
    let (ran, object) = fit(&folder, &[&["wheel.toml"], &pair[..], &to[..]].concat());
    assert_eq!(ran.status, 0, "{}", ran.out);
    let warning = object["warnings"][0].as_str().unwrap();
    assert!(warning.contains("`mu` and `radius` are not separately identifiable"), "{warning}");
    for parameter in object["parameters"].as_array().unwrap() {
        assert_eq!((&parameter["identified"], &parameter["deviation"]), (&json!(false), &json!(null)));
    }
    // Their product is what the target tells.
    let value = |i: usize| number(&object["parameters"][i]["value"]);
    assert!((value(0) * value(1) * 1e-3 - 35.0 / 4.0 / RATE).abs() < 1e-8);
    let people = folder.run(&[&["fit", "wheel.toml"], &pair[..], &to[..]].concat());
    assert!(people.err.contains("warning: `mu` and `radius` are not separately identifiable"), "{}", people.err);
    // A parameter on which nothing depends is named alone.
    let (_, object) =
        fit(&folder, &[&["wheel.toml", "--vary", "mu=0.05:0.11", "--vary", "g=9:10 m/s^2"], &to[..]].concat());
    assert!(object["warnings"][0].as_str().unwrap().contains("`mu` and `g`"));
    let alone = ["wheel.toml", "--vary", "mu=0.05:0.11", "--vary", "solver.spectral_radius=0.7:0.9"];
    let (_, object) = fit(&folder, &[&alone[..], &to[..]].concat());
    let warning = object["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("`solver.spectral_radius` is not identifiable"), "{warning}");
}

#[test]
fn several_models_are_fitted_at_once_with_failed_cases_inside() {
    let folder = folder("fit-two");
    folder.write("heavy.toml", &FLYWHEEL.replace("mass = \"5 kg\"", "mass = \"8 kg\""));
    // Within 6 s the light wheel rests only where μ > 0.0815: the rest of the range has no value.
    let rest = |mass: f64| 60.0 / (0.093 * 0.01 * RATE * mass / 5.0);
    let (light, heavy) = (rest(5.0) + 0.02, rest(8.0) - 0.01);
    let to = [format!("wheel:time of rest={light} s"), format!("heavy:time of rest={heavy} s")];
    let models = ["wheel.toml", "heavy.toml", "--vary", "mu=0.02:0.15", "--starts", "5"];
    let (ran, object) = fit(&folder, &[&models[..], &["--to", &to[0], "--to", &to[1]]].concat());
    assert_eq!(ran.status, 0, "{}", ran.out);
    // Σ (A/μ − t)² is least at μ = Σ A² / Σ A t.
    let a = [rest(5.0) * 0.093, rest(8.0) * 0.093];
    let best = (a[0] * a[0] + a[1] * a[1]) / (a[0] * light + a[1] * heavy);
    let mu = &object["parameters"][0];
    assert!((number(&mu["value"]) - best).abs() < 1e-6, "{mu}, expected {best}");
    assert!(object["warnings"].to_string().contains("starts failed"), "{}", object["warnings"]);
    assert!(object["curves"][0]["points"][0][1].is_null(), "the least friction never stops the wheel");
    // One measure more than parameters: the deviation comes from the residuals.
    let squares: f64 = [a[0] / best - light, a[1] / best - heavy].iter().map(|r| r * r).sum();
    let slope = (a[0] * a[0] + a[1] * a[1]).sqrt() / (best * best);
    assert!((number(&mu["deviation"]) / (squares.sqrt() / slope) - 1.0).abs() < 0.01);
}

#[test]
fn a_best_value_beyond_the_range_is_said_to_be_there() {
    let folder = folder("fit-bound");
    let (_, object) = fit(&folder, &["wheel.toml", "--vary", "mu=0.02:0.05", "--to", "smooth speed=20 rad/s"]);
    assert_eq!((&object["parameters"][0]["value"], &object["parameters"][0]["at_bound"]), (&json!(0.05), &json!(true)));
    assert!(object["warnings"][0].as_str().unwrap().contains("`mu` is at a bound of its range"));
}

#[test]
fn bad_input_is_status_two_and_leaves_nothing() {
    let folder = folder("fit-bad");
    for (vary, to, code) in [
        ("nu=0.1:0.2", "smooth speed=1 rad/s", "unknown-parameter"),
        ("mu=0.1:0.2:5", "smooth speed=1 rad/s", "bad-range"),
        ("mu=0.1,0.2", "smooth speed=1 rad/s", "bad-range"),
        ("radius=1:2", "smooth speed=1 rad/s", "override-without-unit"),
        ("mu=0.1:0.2", "smoth speed=1 rad/s", "unknown-measure"),
        ("mu=0.1:0.2", "smooth speed=1 mm", "unit-mismatch"),
    ] {
        let ran = folder.run(&["fit", "wheel.toml", "--vary", vary, "--to", to]);
        assert!(ran.status == 2 && ran.err.contains(&format!("error[{code}]")), "{vary} {to}: {}", ran.err);
        let (ran, object) = fit(&folder, &["wheel.toml", "--vary", vary, "--to", to]);
        assert_eq!((ran.status, &object["diagnostics"][0]["code"]), (2, &json!(code)));
    }
    assert_eq!(folder.run(&["fit", "wheel.toml", "--vary", "mu=0.1:0.2"]).status, 2);
    assert!(!folder.path().join("runs").exists());
    // Where no start can be computed, the fit has failed.
    let (ran, object) = fit(&folder, &["wheel.toml", "--vary", "mu=0.01:0.02", "--to", "time of rest=1 s"]);
    assert_eq!((ran.status, &object["status"]), (1, &json!("failed")));
    assert!(object["reason"].as_str().unwrap().contains("time of rest"));
}

/// The same fit and a sweep as files, which `run` and `verify` perform.
#[test]
fn a_study_may_stand_in_a_file() {
    let folder = folder("fit-file");
    let study = r#"
format = 1
title = "Friction of a bearing"

[analysis]
type = "fit"
models = ["../wheel.toml"]
vary = { mu = "0.02:0.11" }
to = { "smooth speed" = "24.1425 rad/s ± 0.5 rad/s" }

[[expect]]
measure = "mu"
value = 0.0731040
tolerance = 1e-6
source = "closed form: (60 − 24.1425) / (4 · 122.625)"
"#;
    folder.write("studies/fit.toml", study);
    let sweep = "format = 1\n[analysis]\ntype = \"sweep\"\nmodels = \"../wheel.toml\"\nvary = { mu = [0.09, 0.1] }\n\
        [[expect]]\nmeasure = \"done\"\nat_least = 2\nsource = \"regression\"\n";
    folder.write("studies/sweep.toml", sweep);
    let ran = folder.run(&["run", "studies/fit.toml", "--json"]);
    let object = ran.json();
    assert_eq!((ran.status, &object["analysis"]), (0, &json!("fit")), "{}", ran.out);
    assert!((number(&object["measures"]["mu"]) - 0.073104).abs() < 1e-6);
    assert_eq!(object["expectations"][0]["ok"], json!(true));
    for file in ["fit.json", "summary.json", "report.html"] {
        assert!(folder.path().join("runs/fit").join(file).is_file(), "{file}");
    }
    let ran = folder.run(&["run", "studies/sweep.toml"]);
    assert!(ran.status == 0 && ran.err.is_empty(), "{}", ran.err);
    assert!(folder.read("runs/sweep/cases.csv").starts_with("case,mu,smooth speed [rad/s]"));
    let verified = folder.run(&["verify", "studies"]);
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("1 of 1 expectations met, and 1 of 1 regressions"), "{}", verified.out);
    folder.write("studies/fit.toml", &study.replace("0.0731040", "0.08"));
    assert_eq!(folder.run(&["verify", "studies/fit.toml"]).status, 1);
    folder.write("studies/fit.toml", &study.replace("mu = ", "nu = "));
    let wrong = folder.run(&["run", "studies/fit.toml", "--out", "none"]);
    assert!(wrong.status == 2 && wrong.err.contains("unknown-"), "{}", wrong.err);
    assert!(!folder.path().join("none").exists());
}
