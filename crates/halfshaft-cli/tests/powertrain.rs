//! Trains through the command: the clutch engagement of Crowther & Zhang at the default tolerance, responses, orders and drawings.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;

#[test]
fn all_37_events_come_in_their_order_at_the_default_tolerance_and_steps_grow_back_after_each() {
    let folder = Folder::new("crowther");
    folder.write("clutch.toml", include_str!("../../../examples/powertrain/crowther-clutch.toml"));
    let arguments = ["run", "clutch.toml", "--json", "--csv", "--out", "out", "--set", "solver.tolerance=1e-5"];
    let object = folder.run(&arguments).json();
    assert_eq!(object["status"], "done");
    let events: Vec<(f64, f64)> = object["expectations"]
        .as_array()
        .unwrap()
        .iter()
        .take(37)
        .map(|event| (event["value"].as_f64().unwrap(), event["expected"].as_f64().unwrap()))
        .collect();
    assert!(events.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
    // At the tolerance of the file, 1e-7, they are within a microsecond; the error grows in proportion.
    for (found, expected) in &events {
        assert!((found - expected).abs() < 5e-5, "{found} {expected}");
    }
    let table = folder.read("out/channels.csv");
    let time = |line: &str| line.split(',').next().and_then(|cell| cell.parse::<f64>().ok());
    let times: Vec<f64> = table.lines().skip(1).map(|line| time(line).unwrap()).collect();
    let ends = events.iter().skip(1).map(|event| event.0).chain([0.7]);
    for (number, (event, end)) in events.iter().map(|event| event.0).zip(ends).enumerate() {
        let between: Vec<f64> = times.iter().copied().filter(|t| (event - 1e-12..end).contains(t)).collect();
        let steps: Vec<f64> = between.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.0).collect();
        let longest = steps.iter().fold(0.0_f64, |most, step| most.max(*step));
        // Five times where the ring of the teeth has time to die away; elsewhere the first step is as long as most already.
        let grown = if [19, 29, 37].contains(&(number + 1)) { 5.0 } else { 1.0 };
        assert!(longest >= grown * steps[0], "event {}: {} to {longest}", number + 1, steps[0]);
    }
}

#[test]
fn a_response_is_kept_over_frequency_with_phases_and_drawn() {
    let folder = Folder::new("response");
    folder.write("two.toml", include_str!("../../../examples/response/two_masses.toml"));
    assert_eq!(folder.run(&["run", "two.toml", "--csv", "--out", "out", "--json"]).json()["status"], "done");
    let table = folder.read("out/channels.csv");
    let header = table.lines().next().unwrap();
    assert!(header.starts_with("frequency [Hz],"), "{header}");
    assert!(header.contains("second.position_x [m],second.position_x_phase [rad]"));
    assert_eq!(table.lines().count(), 401);
    let page = folder.read("out/report.html");
    assert!(page.contains("Response over frequency") && page.contains("frequency in Hz"));
    // What the prismatic joints hold does not swing, and is left out.
    assert!(!header.contains("first.position_y"));
    let drawn = folder.run(&["plot", "out", "second.position_x", "--log", "y"]);
    assert!(drawn.out.contains("frequency in Hz"));
}

#[test]
fn a_run_up_has_its_orders_and_modes_their_drawings() {
    let folder = Folder::new("orders");
    folder.write("run-up.toml", include_str!("../../../examples/powertrain/run-up.toml"));
    folder.run(&["run", "run-up.toml", "--out", "out", "--quiet"]);
    let output = folder.run(&["orders", "out", "shaft.torque", "--reference", "crank.angle", "--order", "2"]);
    assert!(output.out.starts_with("order 2: largest"), "{}", output.out);
    // The natural frequency of the train, 246 rad/s, is met by order 2 at 1176 rpm; the run-up passes it a little late.
    let rpm: f64 = output.out.split(" at ").nth(1).and_then(|t| t.split(' ').next()).unwrap().parse().unwrap();
    assert!((1150.0..1260.0).contains(&rpm), "{rpm}");
    assert!(folder.read("out/waterfall.svg").contains("speed in rpm"));
    assert!(folder.read("out/order-cuts.csv").starts_with("time [s],speed [rad/s],order 2.0 [N m]"));
    let unknown = folder.run(&["orders", "out", "shaft.tork", "--reference", "crank.angle", "--order", "2"]);
    assert!(unknown.status == 2 && unknown.err.contains("did you mean"), "{}", unknown.err);

    folder.write("campbell.toml", include_str!("../../../examples/powertrain/campbell.toml"));
    folder.run(&["run", "campbell.toml", "--out", "modes", "--quiet"]);
    for (file, holds) in [
        ("campbell.svg", "order 2"),
        ("campbell.csv", "speed [rad/s],mode 1 [Hz],mode 2 [Hz]"),
        ("critical-speeds.csv", "order,mode,speed [rad/s],frequency [Hz],margin"),
        ("mass-elastic.svg", "pendulum"),
        ("mode-shapes.svg", "Hz"),
        ("mode-shares.csv", "\"shaft\""),
        ("report.html", "Campbell diagram"),
    ] {
        assert!(folder.read(&format!("modes/{file}")).contains(holds), "{file}");
    }
    let table = folder.run(&["modes", "campbell.toml"]).out;
    assert!(table.contains("critical speed, rpm") && table.contains("potential energy"), "{table}");
}
