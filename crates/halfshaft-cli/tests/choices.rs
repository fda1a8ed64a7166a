//! Choices and conditions through the program: `--set`, sweeps, resumed runs, submodels.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran, wait_for_newer};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};

/// An arm on a joint or on a bushing, by one choice.
fn arm() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/forces/arm_support.toml");
    std::fs::read_to_string(path).unwrap()
}

const SUPPORTS: [&str; 3] = ["hinge", "cylindrical", "bushing"];

#[test]
fn the_expectations_hold_for_every_word_of_the_choice() {
    let folder = Folder::new("choices-set");
    folder.write("arm.toml", &arm());
    for support in SUPPORTS {
        let object = folder.run(&["run", "arm.toml", "--json", "--set", &format!("support={support}")]).json();
        assert_eq!(object["status"], "done", "{object}");
        let expectations = object["expectations"].as_array().unwrap();
        assert!(expectations.iter().all(|expected| expected["ok"] == true), "{support}: {object}");
        assert_eq!(expectations.len(), if support == "bushing" { 4 } else { 3 });
    }
}

#[test]
fn a_word_that_the_choice_does_not_have_is_bad_input() {
    let folder = Folder::new("choices-word");
    folder.write("arm.toml", &arm());
    let ran = folder.run(&["check", "arm.toml", "--set", "support=bushin"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("error[unknown-choice]: `support` cannot be \"bushin\""), "{}", ran.err);
    assert!(ran.err.contains("did you mean \"bushing\"?"), "{}", ran.err);
    let ran = folder.run(&["sweep", "arm.toml", "--vary", "support=hinge,bushin"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--> --vary:1:9"), "{}", ran.err);
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn a_sweep_over_words_has_a_column_of_words_and_draws_measures_over_numbers() {
    let folder = Folder::new("choices-sweep");
    folder.write("arm.toml", &arm());
    let words = format!("support={}", SUPPORTS.join(","));
    let ran = folder.run(&["sweep", "arm.toml", "--vary", &words, "--vary", "mass=8, 10 kg"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let csv = folder.read("runs/arm-sweep/cases.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["case", "support", "mass [kg]"]);
    let column: Vec<&str> = rows[1..].iter().map(|row| row[1]).collect();
    assert_eq!(column, ["hinge", "hinge", "cylindrical", "cylindrical", "bushing", "bushing"]);
    // Only the bushing sinks.
    let sink = rows[0].iter().position(|header| header.starts_with("sink")).unwrap();
    assert!(rows[1..5].iter().all(|row| row[sink].is_empty()) && rows[5..].iter().all(|row| !row[sink].is_empty()));
    assert!(folder.run(&["report", "runs/arm-sweep"]).status == 0);
    let report = folder.read("runs/arm-sweep/report.html");
    assert!(report.contains("support = bushing") && report.contains("<svg"));
}

#[test]
fn a_file_of_a_sweep_varies_a_choice() {
    let folder = Folder::new("choices-study");
    let study = "format = 1\n[analysis]\ntype = \"sweep\"\nmodels = \"arm.toml\"\n\
        vary = { support = [\"hinge\", \"bushing\"] }\nset = { stiffness = \"20 kN/m\" }\n\
        [[expect]]\nmeasure = \"done\"\nvalue = 2\ntolerance = 0\nsource = \"every case runs\"\n";
    folder.write("arm.toml", &arm()).write("study.toml", study);
    let object = folder.run(&["run", "study.toml", "--json"]).json();
    assert_eq!((&object["status"], &object["expectations"][0]["ok"]), (&json!("done"), &json!(true)), "{object}");
}

/// Interrupts a command that would take hours once `path` exists, and returns how it ended.
fn interrupted(folder: &Folder, arguments: &[&str], path: &str) -> serde_json::Value {
    let mut command = folder.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_newer(&folder.path().join(path), None);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    Ran::from(child.wait_with_output().unwrap()).json()
}

#[test]
fn a_run_is_resumed_with_the_chosen_word() {
    let folder = Folder::new("choices-recipe");
    folder.write("arm.toml", &arm());
    let set = ["--set", "support=bushing", "--set", "analysis.end=100000 s"];
    let run = [&["run", "arm.toml", "--json"], &set[..]].concat();
    let first = interrupted(&folder, &run, "runs/arm/checkpoint.bin");
    std::fs::remove_file(folder.path().join("arm.toml")).unwrap();
    let second = interrupted(&folder, &["resume", "runs/arm", "--json"], "runs/arm/checkpoint.bin");
    // Only the bushing has a displacement.
    assert_eq!((&second["status"], &second["units"]["sink"]), (&json!("interrupted"), &json!("m")), "{second}");
    let simulated = |object: &serde_json::Value| object["statistics"]["simulated_s"].as_f64().unwrap();
    assert!(simulated(&second) > simulated(&first));
}

#[test]
fn a_choice_goes_through_submodels_of_submodels() {
    let folder = Folder::new("choices-submodels");
    let part = "format = 1\n[parameters]\nsize = { choice = \"small\", of = [\"small\", \"large\"] }\n\
        [[inertia]]\nname = \"disc\"\ninertia = \"1 kg m^2\"\nspeed = \"1 rad/s\"\nwhen = \"= size == 'small'\"\n\
        [[inertia]]\nname = \"disc\"\ninertia = \"1 kg m^2\"\nspeed = \"2 rad/s\"\nwhen = \"= size == 'large'\"\n";
    let middle = "format = 1\n[parameters]\nsize = { choice = \"small\", of = [\"large\", \"small\"] }\n\
        [[submodel]]\nname = \"inner\"\nfile = \"part.toml\"\nparameters = { size = \"= size\" }\n";
    let whole = "format = 1\nanalysis = { type = \"transient\", end = \"0.1 s\" }\n\
        [[submodel]]\nname = \"outer\"\nfile = \"middle.toml\"\nparameters = { size = \"large\" }\n\
        [[measure]]\nname = \"speed\"\nfinal = \"outer/inner/disc.speed\"\n";
    folder.write("part.toml", part).write("middle.toml", middle).write("whole.toml", whole);
    let speed = |set: &[&str]| {
        let ran = folder.run(&[&["run", "whole.toml", "--json"], set].concat());
        ran.json()["measures"]["speed"].as_f64().unwrap_or_else(|| panic!("{}", ran.out))
    };
    assert_eq!(speed(&[]), 2.0);
    assert_eq!(speed(&["--set", "outer.size=small"]), 1.0);
    assert_eq!(speed(&["--set", "outer.inner.size=small"]), 1.0);
}

#[test]
fn check_and_the_report_list_the_parameters() {
    let folder = Folder::new("choices-list");
    folder.write("arm.toml", &arm());
    let set = ["--set", "support=bushing", "--set", "mass=9 kg"];
    let object = folder.run(&[&["check", "arm.toml", "--json"], &set[..]].concat()).json();
    assert_eq!(object["parameters"]["support"], json!({ "word": "bushing", "of": SUPPORTS }));
    assert_eq!(object["parameters"]["mass"], json!({ "value": 9.0, "unit": "kg" }));
    let text = folder.run(&[&["check", "arm.toml"], &set[..]].concat()).out;
    assert!(text.contains("support is \"bushing\", one of hinge, cylindrical, bushing\n"), "{text}");
    assert_eq!(folder.run(&[&["run", "arm.toml"], &set[..]].concat()).status, 0);
    let report = folder.read("runs/arm/report.html");
    for [name, value, remarks] in
        [["support", "bushing", "of hinge, cylindrical, bushing overridden"], ["mass", "9 kg", "overridden"]]
    {
        let row = format!("<tr><td>{name}<td class=n>{value}<td>{remarks}");
        assert!(report.contains(&row), "{row}");
    }
}
