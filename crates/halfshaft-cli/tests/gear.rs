//! `halfshaft gear`.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use serde_json::Value;

const SPUR: &[&str] = &[
    "gear",
    "--teeth",
    "16",
    "24",
    "--module",
    "4.5 mm",
    "--shift",
    "0.196",
    "0.125",
    "--tip-diameter",
    "82.64 mm",
    "118.64 mm",
    "--face-width",
    "15 mm",
    "--young",
    "210 GPa",
];

#[test]
fn the_spur_pair_of_the_thesis_as_json() {
    let ran = Folder::new("gear-json").run(&[SPUR, &["--json"]].concat());
    assert_eq!(ran.status, 0);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    // Ten digits of an independent evaluation (Virlez 2014, table 6.1; ISO 6336-1 method B).
    for (name, expected) in [
        ("zero_backlash_distance", 91.369_694_108_96e-3),
        ("transverse_contact_ratio", 1.495_581_030_585),
        ("mesh_stiffness", 256_616_721.299_9),
    ] {
        let value = answer[name].as_f64().unwrap();
        assert!((value / expected - 1.0).abs() < 1e-9, "{name}: {value}");
    }
    assert_eq!(answer["warnings"].as_array().unwrap().len(), 0);
}

#[test]
fn a_pair_outside_the_range_of_method_b_is_told() {
    let arguments = ["gear", "--teeth", "26", "5", "--module", "2.2 mm", "--pressure-angle", "30 deg"];
    let ran = Folder::new("gear-range").run(&[&arguments[..], &["--helix-angle", "33 deg"]].concat());
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("transverse contact ratio"), "{}", ran.out);
    assert!(ran.err.contains("outside the range of ISO 6336 method B: the helix angle 33.0°"), "{}", ran.err);
}

#[test]
fn what_is_no_pair_of_wheels_is_refused() {
    let folder = Folder::new("gear-wrong");
    for (wrong, says) in [
        (["gear", "--teeth", "16", "24.5", "--module", "2 mm"], "whole numbers"),
        (["gear", "--teeth", "16", "24", "--module", "2 kg"], "--module needs a length, as \"2 mm\""),
        (["gear", "--teeth", "16", "24", "--module", "-2 mm"], "must be positive"),
    ] {
        let ran = folder.run(&wrong);
        assert_eq!(ran.status, 2, "{wrong:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    let close = ["gear", "--teeth", "16", "24", "--module", "2 mm", "--centre-distance", "30 mm"];
    assert!(folder.run(&close).err.contains("base circles need a centre distance of at least 37.5877 mm"));
}

#[test]
fn numbers_beyond_their_range_are_refused_at_once() {
    let folder = Folder::new("gear-limits");
    let standard = ["gear", "--teeth", "20", "40", "--module", "2 mm"];
    assert_eq!(folder.run(&standard).status, 0);
    for (place, number) in [(2, "1e12"), (3, "20.5"), (5, "1e300 mm"), (5, "-2 mm")] {
        let mut arguments = standard;
        arguments[place] = number;
        assert_eq!(folder.run(&arguments).status, 2, "{number}");
    }
    let shifted = folder.run(&[&standard[..], &["--shift", "1e300", "-1e300"]].concat());
    assert!(shifted.status == 2 && shifted.err.contains("--shift must be between"), "{}", shifted.err);
}

const PAIR: &str = include_str!("../../../examples/flexible-gears/spur.toml");

fn folder_with_pair(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("spur.toml", PAIR);
    folder
}

/// Virlez 2014, table 6.1: geometry to ten digits, the analysis against independent plane finite elements.
#[test]
fn loaded_tooth_contact_of_the_spur_pair() {
    let folder = folder_with_pair("gear-ltca");
    let ran = folder.run(&["gear", "ltca", "spur.toml", "--torque", "104.72 N m", "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    let number = |path: &str| result.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path}"));
    assert!((number("/contact_ratio") - 1.46977475).abs() < 1e-7);
    assert!((number("/backlash_normal_um") - 99.05744).abs() < 1e-4);
    let error = |key: &str| number(&format!("/transmission_error_um/{key}"));
    assert!((13.3..14.1).contains(&error("min")) && (18.2..19.4).contains(&error("max")), "{}", ran.out);
    assert!((error("peak_to_peak") - error("max") + error("min")).abs() < 1e-9 && error("mean") < error("max"));
    assert!((10.6..11.7).contains(&number("/stiffness_single")) && (14.6..15.6).contains(&number("/stiffness_double")));
    assert!((number("/single_contact_fraction") - 0.48).abs() < 0.04);
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 24);
    // From the middle between A and B of the path of contact; forces of all pairs carry the torque.
    assert!((rows[0][0].as_f64().unwrap() - 12.4).abs() < 1e-3);
    for row in rows {
        let sum: f64 = (2..5).map(|k| row[k].as_f64().unwrap()).sum();
        assert!((sum / 3095.6 - 1.0).abs() < 1e-4, "{row}");
    }
}

#[test]
fn tip_reliefs_are_compared_and_drawn() {
    let folder = folder_with_pair("gear-relief");
    let arguments = ["gear", "ltca", "spur.toml", "--torque", "105 N m", "--positions", "8", "--output", "error.svg"];
    let ran = folder.run(&[&arguments[..], &["--tip-relief", "0 um", "20 um"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("transmission error, peak to peak") && ran.out.contains("20.000"), "{}", ran.out);
    assert!(std::fs::read_to_string(folder.path().join("error.svg")).unwrap().contains("<svg"));
}

#[test]
fn a_meshed_wheel_is_read_back() {
    let folder = folder_with_pair("gear-mesh");
    let ran = folder.run(&["gear", "mesh", "spur.toml", "--wheel", "1", "--element", "hex8", "--out", "pinion.msh"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    folder.write(
        "modes.toml",
        "format = 1\n[analysis]\ntype = \"modes\"\n[[solid]]\nname = \"pinion\"\n\
         mesh = { type = \"file\", file = \"pinion.msh\" }\nfixed = [\"bore\"]\nmaterial = \"steel\"\n\
         attachments = [{ name = \"tooth\", on = \"tooth_3_left\" }]\n",
    );
    let ran = folder.run(&["check", "modes.toml"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = folder_with_pair("gear-refused");
    let torque = ["gear", "ltca", "spur.toml", "--torque"];
    for (arguments, message) in [
        (vec!["5 N"], "--torque needs a torque"),
        (vec!["0 N m"], "--torque must not be zero"),
        (vec!["5 N m", "--set", "bore_radius_1=40 mm"], "the bore reaches the root circle"),
        (vec!["5 N m", "--set", "tip_diameter_1=95 mm"], "pointed"),
        (vec!["5 N m", "--set", "root_diameter_2=130 mm"], "the root circle is not below the tip circle"),
        (vec!["5 N m", "--pair", "other"], "no [[gear]] \"other\" has `wheels`"),
    ] {
        let ran = folder.run(&[&torque[..], &arguments].concat());
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
    }
    let ran = folder.run(&["gear", "mesh", "missing.toml", "--out", "wheel.msh"]);
    assert_eq!(ran.status, 2);
}
