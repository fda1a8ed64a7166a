//! `halfshaft gear`.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;

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
        (["gear", "--teeth", "16", "24", "--module", "2 kg"], "--module needs a length"),
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
