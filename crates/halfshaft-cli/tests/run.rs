//! `run`, `check`, `demo` and the ways in which they end.

mod common;

use common::{Folder, misspelt, pendulum, undetermined};
use halfshaft_results::channels::read_channels;
use serde_json::{Value, json};
use std::process::Stdio;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const FIELDS: [&str; 7] = ["analysis", "expectations", "measures", "model", "statistics", "status", "units"];

fn with(extra: &'static str) -> Vec<&'static str> {
    let mut all = FIELDS.to_vec();
    all.push(extra);
    all.sort();
    all
}

#[test]
fn a_run_leaves_its_summary_channels_and_model() {
    let folder = Folder::new("done");
    folder.write("pendulum.toml", &pendulum());
    let ran = folder.run(&["run", "pendulum.toml", "--json", "--csv"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let object = ran.json();
    assert_eq!(keys(&object), FIELDS);
    assert_eq!((&object["model"], &object["status"]), (&json!("pendulum.toml"), &json!("done")));
    assert_eq!(object["analysis"], "transient");
    assert_eq!(object["units"], json!({"fall": "m", "least x": "m"}));
    // Between steps the cubic may pass the start by h⁴ of its own error.
    assert!((object["measures"]["least x"].as_f64().unwrap() + 1.0).abs() < 1e-11);
    assert_eq!(object["expectations"][0]["ok"], true);
    assert_eq!(keys(&object["expectations"][0]), ["expected", "measure", "ok", "tolerance", "value"]);
    let statistics = &object["statistics"];
    assert_eq!((&statistics["steps"], &statistics["unknowns"]), (&json!(200), &json!(11)));
    assert_eq!(statistics["simulated_s"], 0.2);

    let summary: Value = serde_json::from_str(&folder.read("runs/pendulum/summary.json")).unwrap();
    assert_eq!(summary, object);
    assert_eq!(folder.read("runs/pendulum/model.toml"), pendulum());
    let channels = read_channels(&folder.path().join("runs/pendulum/channels.parquet")).unwrap();
    assert_eq!((channels.rows(), channels.time[200]), (201, 0.2));
    assert_eq!(channels.info.iter().find(|info| info.name == "pivot.angle").unwrap().unit, "rad");
    assert_eq!(folder.read("runs/pendulum/channels.csv").lines().count(), 202);
}

#[test]
fn without_json_there_is_a_table_and_nothing_else_for_a_pipe() {
    let folder = Folder::new("table");
    folder.write("pendulum.toml", &pendulum());
    let ran = folder.run(&["run", "pendulum.toml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("A pendulum\n\nmeasure"));
    assert!(ran.out.ends_with("results in runs/pendulum\nreport: runs/pendulum/report.html\n"));
    let quiet = folder.run(&["run", "pendulum.toml", "--quiet"]);
    assert_eq!((quiet.status, quiet.out.as_str(), quiet.err.as_str()), (0, "", ""));
}

#[test]
fn the_energy_of_a_run_is_recorded_and_can_be_measured() {
    let folder = Folder::new("energy");
    let measure = |name: &str, what: &str| format!("\n[[measure]]\nname = \"{name}\"\n{what}\n");
    let text = pendulum()
        + &measure("fastest", "max = \"energy_kinetic\"")
        + &measure("error", "max = \"energy_closing_error\"")
        + &measure("heat", "final = \"energy_dissipated\"");
    folder.write("pendulum.toml", &text);
    let ran = folder.run(&["run", "pendulum.toml"]);
    assert!(ran.status == 0 && ran.out.contains("\nEnergy balance error "), "{}{}", ran.out, ran.err);
    let object: Value = serde_json::from_str(&folder.read("runs/pendulum/summary.json")).unwrap();
    let measured = |name: &str| object["measures"][name].as_f64().unwrap();
    assert_eq!((&object["units"]["fastest"], measured("heat")), (&json!("J"), 0.0));
    // It has fallen by g t²/2 at 0.2 s, less what the arc takes off: (g/l) t² = 0.39 makes that a few per cent.
    let fallen = 9.81 * 9.81 * 0.2 * 0.2 / 2.0;
    assert!((measured("fastest") / fallen - 1.0).abs() < 0.1, "{}", measured("fastest"));
    // The scheme's error over 200 steps of 1 ms, each far below h² of the energy.
    assert!(measured("error").abs() < 1e-4 * fallen);
    let channels = read_channels(&folder.path().join("runs/pendulum/channels.parquet")).unwrap();
    assert_eq!(channels.column("energy_supplied").unwrap(), [0.0; 201]);
}

#[test]
fn a_missed_expectation_does_not_fail_a_run() {
    let folder = Folder::new("miss");
    folder.write("miss.toml", &common::missing());
    let ran = folder.run(&["run", "miss.toml", "--json"]);
    assert_eq!((ran.status, &ran.json()["expectations"][0]["ok"]), (0, &json!(false)));
    let output = folder.run(&["run", "miss.toml"]);
    assert!(
        output.status == 0 && output.err.starts_with("warning: expectation not met: fall: -0.04"),
        "{}",
        output.err
    );
}

#[test]
fn an_override_changes_a_parameter_and_a_wrong_one_is_pointed_at() {
    let folder = Folder::new("set");
    folder.write("pendulum.toml", &pendulum());
    let fall = |more: &[&str]| {
        let ran = folder.run(&[&["run", "pendulum.toml", "--json"], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.out);
        ran.json()["measures"]["fall"].as_f64().unwrap()
    };
    let ratio = fall(&["--set", "g=1.635 m/s^2"]) / fall(&[]);
    assert!((ratio - 1.0 / 6.0).abs() < 1e-2, "{ratio}"); // the arc takes 1 % off the larger fall
    assert!(fall(&["--set", "analysis.end=0.15 s", "--set", "solver.step=0.5 ms"]) < 0.0);

    for wrong in ["no such=1", "g=1.6", "g=5 kg"] {
        let ran = folder.run(&["run", "pendulum.toml", "--json", "--set", wrong]);
        assert_eq!((ran.status, &ran.json()["status"]), (2, &json!("invalid")), "{wrong}");
    }
    assert_eq!(folder.run(&["run", "pendulum.toml", "--json", "--set", "g"]).json()["status"], "invalid");
}

#[test]
fn a_failed_analysis_says_where_and_keeps_what_it_had() {
    let folder = Folder::new("failed");
    folder.write("loose.toml", &undetermined());
    let ran = folder.run(&["run", "loose.toml", "--json"]);
    let object = ran.json();
    assert_eq!((ran.status, &object["status"]), (1, &json!("failed")));
    assert_eq!(keys(&object), with("error"));
    assert_eq!(keys(&object["error"]), ["code", "element", "reason", "time_s", "worst"]);
    assert_eq!(object["error"]["code"], "massless-motion");
    assert!(object["error"]["reason"].as_str().unwrap().contains(" is undetermined in motion: "), "{}", ran.out);
    assert_eq!(object["error"]["element"], "bob");
    assert!(object["measures"]["fall"].is_null());
    assert!(folder.path().join("runs/loose/channels.parquet").exists());

    let output = folder.run(&["run", "loose.toml"]);
    assert!(
        output.status == 1 && output.err.starts_with("error[massless-motion]: at 0 s: \"bob\": "),
        "{}",
        output.err
    );
}

#[test]
fn an_invalid_model_is_pointed_at_and_leaves_nothing() {
    let folder = Folder::new("invalid");
    folder.write("misspelt.toml", &misspelt());
    let ran = folder.run(&["run", "misspelt.toml", "--json"]);
    let object = ran.json();
    assert_eq!((ran.status, &object["status"]), (2, &json!("invalid")));
    assert_eq!(keys(&object), with("diagnostics"));
    let first = &object["diagnostics"][0];
    assert_eq!(keys(first), ["code", "column", "file", "help", "line", "message"]);
    assert_eq!(first["file"], "misspelt.toml");
    assert!(!folder.path().join("runs").exists());

    let output = folder.run(&["run", "misspelt.toml"]);
    assert!(output.status == 2 && output.out.is_empty() && output.err.contains("mas"), "{}", output.err);
}

#[test]
fn bad_arguments_and_unreadable_files_are_one_object_too() {
    let folder = Folder::new("arguments");
    folder.write("empty.msh", "$MeshFormat\n");
    for arguments in [
        &["run", "absent.toml", "--json"][..],
        &["run", ".", "--json"],
        &["check", "absent.toml", "--json"],
        &["run", "--json"],
        &["run", "a.toml", "--json", "--no-such-option"],
        &["no-such-command", "--json"],
        &["mesh", "absent.msh", "--json"],
        &["mesh", "empty.msh", "--json"],
        &["tyre", "absent.tir", "--json"],
        &["gear", "--teeth", "20", "40", "--module", "2", "--json"],
        &["gear", "ltca", "absent.toml", "--torque", "100 N m", "--json"],
        &["reduce", "absent.toml", "--body", "a", "--basis", "dual", "--modes", "4", "--out", "a.npz", "--json"],
    ] {
        let ran = folder.run(arguments);
        let object = ran.json();
        assert_eq!((ran.status, &object["status"]), (2, &json!("invalid")), "{arguments:?}");
        assert!(object["diagnostics"][0]["message"].is_string());
    }
    assert_eq!(folder.run(&["run"]).status, 2);
    assert_eq!(folder.run(&["run", "absent.toml"]).status, 2);
    let help = folder.run(&["run", "--help"]);
    assert!(help.status == 0 && help.out.contains("--set") && help.err.is_empty());
}

#[test]
fn a_folder_with_something_else_in_it_is_refused() {
    let folder = Folder::new("refused");
    folder.write("pendulum.toml", &pendulum()).write("precious/notes.txt", "mine");
    let ran = folder.run(&["run", "pendulum.toml", "--json", "--out", "precious"]);
    let object = ran.json();
    assert_eq!((ran.status, &object["status"]), (2, &json!("invalid")));
    assert_eq!(object["diagnostics"][0]["code"], "out-refused");
    assert_eq!(std::fs::read_dir(folder.path().join("precious")).unwrap().count(), 1);
    assert_eq!(folder.run(&["run", "pendulum.toml", "--out", "/dev/null/run"]).status, 2);

    assert_eq!(folder.run(&["run", "pendulum.toml", "--quiet", "--out", "own"]).status, 0);
    assert_eq!(folder.run(&["run", "pendulum.toml", "--quiet", "--out", "own"]).status, 0);
}

#[test]
fn check_counts_and_assembles_without_simulating() {
    let folder = Folder::new("check");
    folder.write("pendulum.toml", &pendulum()).write("loose.toml", &undetermined());
    let ran = folder.run(&["check", "pendulum.toml", "--json"]);
    let object = ran.json();
    // A check adds the parameters, as modes add the modes.
    let mut fields = [&FIELDS[..], &["parameters"]].concat();
    fields.sort_unstable();
    assert_eq!((ran.status, keys(&object)), (0, fields));
    assert_eq!((&object["statistics"]["unknowns"], &object["statistics"]["steps"]), (&json!(11), &json!(0)));
    let output = folder.run(&["check", "pendulum.toml"]);
    let counts: Vec<Vec<_>> = output.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(counts.contains(&vec!["constraints", "5"]), "{}", output.out);
    assert!(counts.contains(&vec!["degrees", "of", "freedom", "1"]), "{}", output.out);
    assert_eq!(folder.run(&["check", "loose.toml"]).status, 1);
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn an_interrupted_run_keeps_its_results() {
    let folder = Folder::new("interrupted");
    folder.write("long.toml", &pendulum().replace("0.2 s", "100000 s"));
    let child = folder.command(&["run", "long.toml", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.unwrap();
    // The first part file shows that the run is on its way.
    let begun = folder.path().join("runs/long/channels.part-0001.parquet");
    common::wait_for_newer(&begun, None);
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ran = common::Ran::from(child.wait_with_output().unwrap());
    let object = ran.json();
    assert_eq!((ran.status, &object["status"]), (130, &json!("interrupted")));
    assert!((object["measures"]["least x"].as_f64().unwrap() + 1.0).abs() < 1e-11);
    let channels = read_channels(&folder.path().join("runs/long/channels.parquet")).unwrap();
    assert_eq!(channels.time.last().unwrap(), &object["statistics"]["simulated_s"].as_f64().unwrap());
    assert!(!begun.exists());
}

#[test]
fn a_new_model_runs_as_it_is_and_replaces_nothing() {
    let folder = Folder::new("new");
    let ran = folder.run(&["new", "mine.toml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "wrote mine.toml; run it with: halfshaft run mine.toml\n");
    assert_eq!(folder.run(&["verify", "mine.toml"]).status, 0);
    let object = folder.run(&["run", "mine.toml", "--json", "--set", "length=50 cm"]).json();
    assert_eq!((&object["status"], &object["expectations"][0]["ok"]), (&json!("done"), &json!(true)));

    folder.write("mine.toml", "precious");
    let again = folder.run(&["new", "mine.toml"]);
    assert!(again.status == 2 && again.err.contains("already exists"), "{}", again.err);
    assert_eq!(folder.read("mine.toml"), "precious");
    assert_eq!(folder.run(&["new", "no/such/folder.toml"]).status, 2);
    for kind in ["train", "wheels"] {
        let file = format!("{kind}.toml");
        assert_eq!(folder.run(&["new", &file, "--kind", kind]).status, 0);
        let ran = folder.run(&["verify", &file]);
        assert!(ran.status == 0 && ran.out.starts_with("ok"), "{kind}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_force_that_is_not_finite_at_the_start_names_its_element() {
    let folder = Folder::new("infinite");
    let spring = "\n[[force]]\nname = \"much too stiff\"\ntype = \"spring\"\nbetween = [\"ground\", \"bob\"]\n";
    // 99 m to the power of 200 is more than a double holds.
    let keys = format!("polynomial = [{}]\nfree_length = \"100 m\"\n", ["1"; 200].join(", "));
    folder.write("stiff.toml", &(pendulum() + spring + &keys));
    let ran = folder.run(&["run", "stiff.toml", "--json"]);
    assert_eq!((ran.status, &ran.json()["error"]["element"]), (1, &json!("much too stiff")), "{}", ran.out);
}

#[test]
fn the_demo_runs_anywhere_and_says_where_its_results_are() {
    let folder = Folder::new("demo");
    let ran = folder.run(&["demo"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.out.matches("  geometry calibrated\n").count(), 4, "{}", ran.out);
    assert!(ran.out.contains("report: runs/torsen-c/report.html\nview it: halfshaft view runs/torsen-c\n"));
    assert!(folder.path().join("runs/torsen-c/report.html").exists());
}

#[test]
fn programs_get_the_progress_of_a_run_as_json() {
    let folder = Folder::new("progress");
    folder.write("pendulum.toml", &pendulum());
    let ran = folder.run(&["run", "pendulum.toml", "--progress", "json", "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let objects: Vec<Value> = ran.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The first and the last step are always there.
    assert!(objects.len() >= 2, "{}", ran.err);
    let last = objects.last().unwrap();
    assert_eq!(last["time_s"], last["end_s"]);
    assert!(objects.windows(2).all(|pair| pair[0]["time_s"].as_f64() < pair[1]["time_s"].as_f64()));
    assert_eq!(ran.json()["status"], json!("done"));
    // Without it nothing is written where there is no terminal.
    assert_eq!(folder.run(&["run", "pendulum.toml", "--json"]).err, "");
}

#[test]
fn a_reader_that_leaves_is_no_error_and_a_full_device_is_a_plain_one() {
    let folder = Folder::new("streams");
    let mut child = folder.command(&["schema"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = common::Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));

    if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
        let child = folder.command(&["schema"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let ran = common::Ran::from(child.wait_with_output().unwrap());
        assert!(ran.status == 1 && ran.err.starts_with("error: cannot write"), "{}", ran.err);
    }
}

#[test]
fn the_schema_is_json() {
    assert!(Folder::new("schema").run(&["schema"]).json()["properties"].is_object());
}

#[test]
fn a_trace_has_a_line_for_every_newton_iteration() {
    let folder = Folder::new("run-trace");
    folder.write("pendulum.toml", &pendulum());
    let ran = folder.run(&["run", "pendulum.toml", "--json", "--trace", "--out", "out"]);
    let iterations = ran.json()["statistics"]["newton_iterations"].as_u64().unwrap();
    let trace = folder.read("out/trace.csv");
    let mut lines = trace.lines();
    assert_eq!(
        lines.next(),
        Some("time_s,step_s,iteration,residual,correction,contraction,jacobian_age,worst_unknown")
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len() as u64, iterations);
    for row in &rows {
        assert_eq!(row.len(), 8, "{row:?}");
        // A first iteration has nothing to contract from; all others do.
        assert_eq!(row[2] == "1", row[5].is_empty(), "{row:?}");
        assert!(row[7].ends_with(" of bob\""), "{row:?}");
    }
    // A run without it leaves none behind.
    assert_eq!(folder.run(&["run", "pendulum.toml", "--quiet", "--out", "out"]).status, 0);
    assert!(!folder.path().join("out/trace.csv").exists());
}
