//! The clutch engagement of Crowther & Zhang at the solver's own tolerance: every event is there, in its order.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;

#[test]
fn all_37_events_come_in_their_order_at_the_default_tolerance() {
    let folder = Folder::new("crowther");
    folder.write("clutch.toml", include_str!("../../../examples/powertrain/crowther-clutch.toml"));
    let object = folder.run(&["run", "clutch.toml", "--json", "--set", "solver.tolerance=1e-5"]).json();
    assert_eq!(object["status"], "done");
    let events: Vec<(f64, f64)> = object["expectations"]
        .as_array()
        .unwrap()
        .iter()
        .take(37)
        .map(|event| (event["value"].as_f64().unwrap(), event["expected"].as_f64().unwrap()))
        .collect();
    assert!(events.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
    // At the tolerance of the file they are within a microsecond; the error grows with the tolerance.
    for (found, expected) in events {
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }
    // Between impacts the steps grow back: at the length that the last trough leaves they would be ten times as many.
    assert!(object["statistics"]["steps"].as_u64().unwrap() < 100_000);
}
