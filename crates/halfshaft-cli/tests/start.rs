//! Speeds of shafts at the start: what is given is kept, or its change is reported.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran};

/// Shafts with the lines that give their starts, and what ties them.
fn train(shafts: &[(&str, &str)], ties: &str) -> String {
    let mut text = String::from("format = 1\nanalysis = { type = \"transient\", end = \"0.01 s\" }\n");
    for (name, start) in shafts {
        text += &format!("[[inertia]]\nname = \"{name}\"\ninertia = \"1 kg m^2\"\n{start}\n");
        text += &format!("[[measure]]\nname = \"{name}\"\nvalue = \"{name}.speed\"\nat = 0\n");
    }
    text + ties
}

const STAGE: &str = "[[driveline]]\nname = \"gear\"\ntype = \"stage\"\nbetween = [\"in\", \"out\"]\nratio = 10\n";
const PLANETARY: &str = "[[driveline]]\nname = \"set\"\ntype = \"planetary\"\nsun = \"sun\"\nring = \"ring\"\ncarrier = \"carrier\"\nteeth = [30, 90]\n";

fn run(name: &str, text: &str) -> (Folder, Ran) {
    let folder = Folder::new(&format!("start-{name}"));
    folder.write("train.toml", text);
    let ran = folder.run(&["run", "train.toml"]);
    (folder, ran)
}

/// The speed of a shaft at the start, in rpm.
fn speed(folder: &Folder, shaft: &str) -> f64 {
    let summary: serde_json::Value = serde_json::from_str(&folder.read("runs/train/summary.json")).unwrap();
    summary["measures"][shaft].as_f64().unwrap() * 30.0 / std::f64::consts::PI
}

#[test]
fn speeds_that_contradict_each_other_are_changed_with_a_warning_that_gives_both_numbers_and_the_tie() {
    let given = "speed = \"1000 rpm\"";
    let (folder, ran) = run("conflict", &train(&[("in", given), ("out", given)], STAGE));
    assert_eq!(ran.status, 0, "{}", ran.err);
    // Least change in the norm of the inertias: 1000 (1 + 1/10)/(1 + 1/100) rpm.
    let needed = 1000.0 * 1.1 / 1.01;
    assert!((speed(&folder, "in") - needed).abs() < 1e-9 * needed, "{}", ran.out);
    for (shaft, to) in [("in", "1089.11 rpm"), ("out", "108.911 rpm")] {
        let line =
            format!("warning: the initial speed of \"{shaft}\" is changed from 1000 rpm to {to} because of \"gear\"");
        assert!(ran.err.contains(&line), "{}", ran.err);
    }
}

#[test]
fn a_speed_that_is_not_given_follows_the_ones_that_are_and_check_lists_it() {
    for (k, (given, inertia)) in [("1000 rpm", 1.0), ("-73 rad/s", 1e4), ("0.2 rpm", 1e-4)].into_iter().enumerate() {
        let text = train(&[("in", &format!("speed = \"{given}\"")), ("out", "")], STAGE);
        let text = text.replacen("inertia = \"1 kg m^2\"\n\n", &format!("inertia = \"{inertia} kg m^2\"\n\n"), 1);
        let (folder, ran) = run(&format!("follows-{k}"), &text);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{given}");
        let (a, b) = (speed(&folder, "in"), speed(&folder, "out"));
        assert!((a - 10.0 * b).abs() < 1e-9 * a.abs(), "{a} {b}");
        let expected = if given.contains("rad") {
            -73.0 * 30.0 / std::f64::consts::PI
        } else {
            given.replace(" rpm", "").parse().unwrap()
        };
        assert!((a - expected).abs() < 1e-9 * expected.abs(), "{a} for {expected}");
        let checked = folder.run(&["check", "train.toml"]);
        assert!(checked.out.contains("the initial speed of \"out\" is "), "{}", checked.out);
        assert!(checked.out.contains("from \"gear\""), "{}", checked.out);
    }
}

#[test]
fn a_fixed_speed_stays_and_two_that_disagree_are_an_error_with_its_code() {
    let fixed = "speed = \"1000 rpm\"\nstart = \"fixed\"";
    let (folder, ran) = run("fixed", &train(&[("in", fixed), ("out", "speed = \"1000 rpm\"")], STAGE));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!((speed(&folder, "in") - 1000.0).abs() < 1e-6, "{}", ran.out);
    assert!(ran.err.contains("the initial speed of \"out\" is changed from 1000 rpm to 100 rpm"), "{}", ran.err);
    assert!(!ran.err.contains("speed of \"in\""), "{}", ran.err);

    let (_, ran) = run("both-fixed", &train(&[("in", fixed), ("out", fixed)], STAGE));
    assert!(ran.status == 1 && ran.err.starts_with("error[fixed-speed-changes]: "), "{}", ran.err);
}

#[test]
fn a_planetary_set_gives_the_third_shaft_its_speed_and_reports_three_that_disagree() {
    let (sun, ring) = ("speed = \"900 rpm\"", "speed = \"-100 rpm\"");
    let (folder, ran) = run("planetary", &train(&[("sun", sun), ("ring", ring), ("carrier", "")], PLANETARY));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    // (30·900 − 90·100)/120
    assert!((speed(&folder, "carrier") - 150.0).abs() < 1e-6, "{}", ran.out);
    let all = [("sun", sun), ("ring", ring), ("carrier", "speed = \"151 rpm\"")];
    let (_, ran) = run("planetary-conflict", &train(&all, PLANETARY));
    assert_eq!(ran.err.matches("because of \"set\"").count(), 3, "{}", ran.err);
}

#[test]
fn a_locked_clutch_and_stages_in_a_row_carry_speeds_on() {
    let clutch =
        "[[driveline]]\nname = \"clutch\"\ntype = \"clutch\"\nbetween = [\"out\", \"shaft\"]\ntorque = \"500 N m\"\n";
    let second =
        "[[driveline]]\nname = \"final drive\"\ntype = \"stage\"\nbetween = [\"shaft\", \"wheel\"]\nratio = 4\n";
    let same = "speed = \"200 rpm\"";
    let shafts = [("in", ""), ("out", same), ("shaft", same), ("wheel", "")];
    let (folder, ran) = run("clutch", &train(&shafts, &format!("{STAGE}{clutch}{second}")));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for (shaft, expected) in [("in", 2000.0), ("out", 200.0), ("shaft", 200.0), ("wheel", 50.0)] {
        assert!((speed(&folder, shaft) - expected).abs() < 1e-6 * expected, "{shaft}: {}", ran.out);
    }
}
