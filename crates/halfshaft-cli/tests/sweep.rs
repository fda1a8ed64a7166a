//! `sweep`, at once and in pieces, and the ways in which it ends.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, pendulum, undetermined};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// A free body: without moments of inertia the analysis fails, and a negative mass makes the model invalid.
fn free_body() -> String {
    let text = undetermined().replace("mass = \"1 kg\"", "mass = \"= m\"").replace("\"0 kg m^2\"", "\"= j\"");
    text.replace("[parameters]", "[parameters]\nm = \"1 kg\"\nj = \"1 kg m^2\"")
}

fn column(csv: &str, name: &str) -> Vec<String> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let place = lines.next().unwrap().iter().position(|header| *header == name).unwrap();
    lines.map(|cells| cells[place].to_string()).collect()
}

fn marks(study: &Path) -> usize {
    let Ok(cases) = std::fs::read_dir(study.join("cases")) else { return 0 };
    cases.filter(|case| case.as_ref().is_ok_and(|case| case.path().join("case.json").is_file())).count()
}

#[test]
fn a_sweep_has_one_row_for_each_case_and_skips_what_has_ended() {
    let folder = Folder::new("sweep");
    folder.write("p.toml", &pendulum());
    let arguments = ["sweep", "p.toml", "--vary", "g=1:9 m/s^2:5", "--set", "analysis.end=0.15 s"];
    let ran = folder.run(&arguments);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("5 cases: 5 done; 5 computed in "), "{}", ran.out);
    let csv = folder.read("runs/p-sweep/cases.csv");
    assert_eq!(column(&csv, "g [m/s^2]"), ["1", "3", "5", "7", "9"]);
    // g t²/2 after 0.1 s, less up to 1 % because the arm turns.
    for (fall, g) in column(&csv, "fall [m]").iter().zip([1.0, 3.0, 5.0, 7.0, 9.0]) {
        let ratio = fall.parse::<f64>().unwrap() / (-g * 0.01 / 2.0);
        assert!(0.99 < ratio && ratio < 1.0001, "{ratio}");
    }
    let again = folder.run(&[&arguments[..], &["--json"]].concat());
    let object = again.json();
    assert_eq!(object["statistics"]["computed"], 0);
    assert_eq!((&object["status"], &object["cases"][4]["parameters"]["g"]), (&json!("done"), &json!("9 m/s^2")));
    // Another range shares some of its cases by place and value.
    let wider = folder.run(&["sweep", "p.toml", "--vary", "g=1:13 m/s^2:7", "--set", "analysis.end=0.15 s", "--json"]);
    assert_eq!(wider.json()["statistics"]["computed"], 2);
    // Another model shares none.
    folder.write("p.toml", &pendulum().replace("-1 m", "-2 m"));
    assert_eq!(folder.run(&[&arguments[..], &["--json"]].concat()).json()["statistics"]["computed"], 5);
}

/// Every file below a folder with its bytes, by its path; what the clock says left out.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = vec![];
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            found.push((name, std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found.retain(|(name, _)| !["summary.json", "case.json", "report.html"].iter().any(|clock| name.ends_with(clock)));
    found
}

#[test]
fn one_and_two_threads_give_the_same_bytes() {
    let folder = Folder::new("sweep-threads");
    folder.write("p.toml", &pendulum());
    let run = |jobs: &str, out: &str| {
        let cases = ["--vary", "g=1:9 m/s^2:6", "--keep", "--jobs", jobs, "--out", out];
        let mut command = folder.command(&[&["sweep", "p.toml", "--json"], &cases[..]].concat());
        // Nothing beside `--jobs` decides on threads.
        let ran = command.env("RAYON_NUM_THREADS", jobs).env("OMP_NUM_THREADS", jobs).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        contents(&folder.path().join(out))
    };
    let (one, two) = (run("1", "one"), run("2", "two"));
    assert_eq!(one.iter().filter(|(name, _)| name.ends_with("channels.parquet")).count(), 6);
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&two));
    for ((name, a), (_, b)) in one.iter().zip(&two) {
        assert!(a == b, "{name} differs");
    }
}

#[test]
fn a_failed_or_invalid_case_has_its_row_and_stops_nothing() {
    let folder = Folder::new("sweep-fail");
    folder.write("p.toml", &free_body());
    let cases = ["--vary", "m=-1,1,1 kg", "--vary", "j=1,0,1 kg m^2", "--plan", "list"];
    let ran = folder.run(&[&["sweep", "p.toml", "--json"], &cases[..]].concat());
    let object = ran.json();
    assert_eq!((ran.status, &object["status"]), (0, &json!("done")));
    let status: Vec<&Value> = object["cases"].as_array().unwrap().iter().map(|case| &case["status"]).collect();
    assert_eq!(status, [&json!("invalid"), &json!("failed"), &json!("done")]);
    let reason = |case: usize| object["cases"][case]["reason"].as_str().unwrap_or_default();
    assert!(reason(0).contains("mass") && !reason(1).is_empty() && reason(2).is_empty(), "{}", ran.out);
    // Ended is ended, until someone asks for another attempt.
    let computed = |more: &[&str]| {
        let ran = folder.run(&[&["sweep", "p.toml", "--json"], &cases[..], more].concat());
        ran.json()["statistics"]["computed"].clone()
    };
    assert_eq!((computed(&[]), computed(&["--retry"])), (json!(0), json!(2)));
    // Where nothing is done, the study has failed.
    let failed = folder.run(&["sweep", "p.toml", "--vary", "m=-1,-2 kg", "--json"]);
    assert_eq!((failed.status, &failed.json()["status"]), (1, &json!("failed")));
}

#[test]
fn bad_input_is_status_two_and_leaves_nothing() {
    let folder = Folder::new("sweep-bad");
    folder.write("p.toml", &pendulum()).write("mine/notes.txt", "mine");
    for (vary, code, message) in [
        ("h=1:2:3", "unknown-parameter", "there is no parameter `h`"),
        ("g=1:2:3", "override-without-unit", "`g` needs a unit"),
        ("g=1:2 kg:3", "unit-mismatch", "`g` is an acceleration"),
        ("g=1 m/s^2,2 kg", "unit-mismatch", "`g` is an acceleration"),
        ("g=1:2 m/s^2:0", "bad-range", "the range is empty"),
        ("g=2:2 m/s^2:5", "bad-range", "the range is empty"),
        ("g=1:2 m/s^2", "bad-range", "`g` needs a number of values"),
        ("g=1:2 mn:2", "unknown-unit", "there is no unit `mn`"),
    ] {
        let ran = folder.run(&["sweep", "p.toml", "--vary", vary]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{vary}");
        assert!(ran.err.contains(&format!("error[{code}]: {message}")), "{vary}: {}", ran.err);
        assert!(ran.err.contains("--vary:1:"), "{}", ran.err);
        let object = folder.run(&["sweep", "p.toml", "--vary", vary, "--json"]).json();
        assert_eq!((&object["status"], &object["diagnostics"][0]["code"]), (&json!("invalid"), &json!(code)));
    }
    let good = ["--vary", "g=1:2 m/s^2:2"];
    for (arguments, code) in [
        (vec!["sweep", "p.toml", "--vary", "g=1:2 m/s^2", "--plan", "lhs"], "missing-cases"),
        (vec!["sweep", "p.toml", good[0], good[1], good[0], good[1]], "duplicate-parameter"),
        (vec!["sweep", "p.toml", good[0], good[1], "--out", "mine"], "out-refused"),
        (vec!["sweep", "absent.toml", good[0], good[1]], "unreadable-file"),
        (vec!["sweep", "run", "mine"], "unreadable-plan"),
        (vec!["sweep", "collect", "mine"], "unreadable-plan"),
    ] {
        let ran = folder.run(&arguments);
        assert!(ran.status == 2 && ran.err.contains(code), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(folder.run(&["sweep", "p.toml"]).status, 2);
    assert_eq!(folder.run(&["sweep", "run", "mine", "--shard", "3/2"]).status, 2);
    assert!(!folder.path().join("runs").exists());
    assert_eq!(std::fs::read_dir(folder.path().join("mine")).unwrap().count(), 1);
}

#[test]
fn shards_and_single_cases_give_the_table_of_one_process() {
    let folder = Folder::new("sweep-shards");
    folder.write("p.toml", &pendulum());
    let vary = ["--vary", "g=1:20 m/s^2", "--vary", "analysis.end=0.11:0.2 s", "--plan", "lhs", "--cases", "11"];
    let whole = [&["sweep", "p.toml"], &vary[..], &["--out", "whole", "--jobs", "1", "--quiet"]].concat();
    assert_eq!(folder.run(&whole).status, 0);
    let plan = [&["sweep", "plan", "p.toml"], &vary[..], &["--out", "parts"]].concat();
    let planned = folder.run(&plan);
    assert!(planned.status == 0 && planned.out.contains("11 cases planned"), "{}", planned.out);
    assert_eq!(folder.read("whole/plan.json"), folder.read("parts/plan.json"));
    // The model may be gone: the plan holds it.
    std::fs::remove_file(folder.path().join("p.toml")).unwrap();
    assert_eq!(folder.run(&["sweep", "run", "parts", "--case", "7", "--quiet"]).status, 0);
    assert_eq!(marks(&folder.path().join("parts")), 1);
    assert_eq!(folder.run(&["sweep", "run", "parts/plan.json", "--shard", "3/3", "--quiet"]).status, 0);
    assert_eq!(marks(&folder.path().join("parts")), 4);
    let early = folder.run(&["sweep", "collect", "parts", "--json"]);
    assert_eq!((early.status, &early.json()["statistics"]["missing"]), (1, &json!(7)));
    for task in ["1", "2", "3"] {
        let mut command = folder.command(&["sweep", "run", "parts", "--json"]);
        let array = [("ID", task), ("MIN", "1"), ("MAX", "3"), ("COUNT", "3"), ("STEP", "1")];
        command.envs(array.map(|(name, value)| (format!("SLURM_ARRAY_TASK_{name}"), value)));
        let ran = common::Ran::from(command.output().unwrap());
        assert_eq!(ran.status, 0, "{}", ran.err);
        // The third shard has ended before, and case 7 belongs to the first.
        let computed = &ran.json()["statistics"]["computed"];
        assert_eq!(
            computed,
            &json!(match task {
                "1" => 3,
                "2" => 4,
                _ => 0,
            }),
            "task {task}"
        );
    }
    assert_eq!(folder.run(&["sweep", "collect", "parts"]).status, 0);
    assert_eq!(folder.read("whole/cases.csv"), folder.read("parts/cases.csv"));
}

#[test]
fn a_sweep_that_was_killed_at_random_and_run_again_gives_the_same_table() {
    let folder = Folder::new("sweep-killed");
    folder.write("p.toml", &pendulum());
    let count = 1000;
    let cases = count.to_string();
    let vary = ["--vary", "g=1:20 m/s^2", "--plan", "random", "--seed", "7", "--cases", &cases];
    let sweep = |out: &'static str| [&["sweep", "p.toml"], &vary[..], &["--quiet", "--out", out]].concat();
    assert_eq!(folder.run(&sweep("whole")).status, 0);
    let killed = folder.path().join("killed");
    let mut random = 12345_usize;
    for _ in 0..4 {
        let mut child = folder.command(&sweep("killed")).spawn().unwrap();
        // Somewhere in the next fifth of the cases, whatever the speed of the machine.
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
        let goal = marks(&killed) + 1 + random % (count / 5);
        let started = Instant::now();
        while marks(&killed) < goal && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let left = marks(&killed);
    assert!(4 <= left && left < count, "{left} of {count} were complete when the last one was killed");
    let last = folder.run(&[&sweep("killed")[..], &["--json"]].concat());
    assert_eq!((last.status, &last.json()["statistics"]["computed"]), (0, &json!(count - left)));
    assert_eq!(folder.read("whole/cases.csv"), folder.read("killed/cases.csv"));
}

#[test]
fn a_case_can_keep_its_whole_run() {
    let folder = Folder::new("sweep-keep");
    folder.write("p.toml", &pendulum());
    let arguments = ["sweep", "p.toml", "--vary", "g=1:2 m/s^2:2", "--out", "s", "--json"];
    assert_eq!(folder.run(&arguments).status, 0);
    let kept = folder.run(&[&arguments[..], &["--keep"]].concat());
    assert_eq!(kept.json()["statistics"]["computed"], 2, "nothing had been kept");
    assert!(folder.path().join("s/cases/000002/run/report.html").is_file());
    let again = folder.run(&[&arguments[..], &["--keep"]].concat());
    assert_eq!(again.json()["statistics"]["computed"], 0);
}
