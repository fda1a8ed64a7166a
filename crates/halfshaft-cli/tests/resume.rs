//! `resume`: a run that was killed or interrupted at any time ends with the same bytes as one that was not.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran, pendulum, wait_for_newer};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A model on its way through a killed run: its file, and what is said on the command line beside it.
struct Case {
    name: &'static str,
    text: String,
    more: &'static [&'static str],
    kills: u64,
}

/// Random numbers from 0 to 1 (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / u64::MAX as f64
    }
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// A summary without what the clock says.
fn timeless(mut summary: Value) -> Value {
    for key in ["wall_s", "real_time_factor"] {
        summary["statistics"][key] = Value::Null;
    }
    summary
}

/// Runs, kills the run after part of the time that the whole one took, and resumes it until it ends.
fn killed_runs_end_with_the_same_bytes(case: &Case) {
    let Case { name, text, more, kills } = case;
    let folder = Folder::new(&format!("resume-{name}"));
    folder.write("model.toml", text);
    let arguments = |out: &'static str| [&["run", "model.toml", "--json", "--out", out], *more].concat();
    let started = Instant::now();
    let whole = folder.run(&arguments("whole"));
    let seconds = started.elapsed().as_secs_f64();
    assert_eq!(whole.status, 0, "{}", whole.out);
    let bytes = |run: &str| std::fs::read(folder.path().join(run).join("channels.parquet")).unwrap();
    let expected = (bytes("whole"), timeless(whole.json()));

    // Some are killed before their first checkpoint or after their end; those do not count.
    let mut resumed = 0;
    for seed in 1000.. {
        let mut random = Random(seed);
        let mut killed = vec![];
        // Killed as `run`, and every other time once more as `resume`.
        let mut command = arguments("killed");
        for again in 0..1 + seed % 2 {
            // Late at first: a run has no checkpoint in its first tenth of a second.
            let earliest = if again == 0 { 0.5 } else { 0.0 };
            let after = (earliest + (1.0 - earliest) * random.next()) * seconds;
            let mut child = folder.command(&command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_secs_f64(after));
            child.kill().unwrap();
            child.wait().unwrap();
            killed.push(after);
            command = vec!["resume", "killed", "--json"];
        }
        let ran = folder.run(&command);
        println!("{name}: seed {seed}, killed after {killed:.3?} s of {seconds:.3} s, status {}", ran.status);
        if ran.status == 2 {
            let code = ran.json()["diagnostics"][0]["code"].clone();
            assert!(["not-a-run", "no-checkpoint", "finished"].contains(&code.as_str().unwrap()), "{}", ran.out);
            assert!(seed < 1000 + 10 * kills, "only {resumed} of {kills} could be resumed");
            continue;
        }
        assert_eq!(ran.status, 0, "{}", ran.out);
        assert_eq!(timeless(ran.json()), expected.1, "seed {seed}");
        assert!(bytes("killed") == expected.0, "seed {seed}: other bytes");
        let left = std::fs::read_dir(folder.path().join("killed")).unwrap().count();
        assert_eq!(left, std::fs::read_dir(folder.path().join("whole")).unwrap().count());
        resumed += 1;
        if resumed == *kills {
            break;
        }
    }
}

#[test]
fn a_killed_pendulum_ends_with_the_same_bytes() {
    let text = pendulum().replace("0.2 s", "10 s");
    let more = &["--set", "solver.step=0.05 ms", "--set", "g=1.62 m/s^2"];
    killed_runs_end_with_the_same_bytes(&Case { name: "pendulum", text, more, kills: 5 });
}

#[test]
fn a_killed_stick_slip_motion_ends_with_the_same_bytes() {
    // Modes of sticking and sliding, switched at events; friction that begins to hold remembers where.
    let text = example("contact/belt_stick_slip_stick.toml");
    let more = &["--set", "solver.longest_step=0.05 ms"];
    killed_runs_end_with_the_same_bytes(&Case { name: "stick-slip", text, more, kills: 5 });
}

#[test]
fn a_killed_flywheel_ends_with_the_same_bytes_after_many_turns() {
    // It turns 23 times, all counted, until dry friction holds it.
    let text = example("friction/flywheel.toml");
    killed_runs_end_with_the_same_bytes(&Case {
        name: "flywheel",
        text,
        more: &["--set", "solver.step=0.1 ms"],
        kills: 5,
    });
}

#[test]
fn a_killed_four_bar_mechanism_ends_with_the_same_bytes() {
    let text = example("rigid/four_bar_2.toml");
    killed_runs_end_with_the_same_bytes(&Case {
        name: "four-bar",
        text,
        more: &["--set", "solver.step=0.1 ms", "--csv"],
        kills: 5,
    });
}

/// Begins a run of `long.toml`, which would take hours, and interrupts it once it has a checkpoint.
fn interrupted(folder: &Folder, more: &[&str]) -> Ran {
    let mut command = folder.command(&[&["run", "long.toml", "--json"], more].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_newer(&folder.path().join("runs/long/checkpoint.bin"), None);
    interrupt(child)
}

fn interrupt(child: Child) -> Ran {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    Ran::from(child.wait_with_output().unwrap())
}

#[test]
fn an_interrupted_run_goes_on_though_its_model_files_are_gone() {
    let folder = Folder::new("resume-interrupted");
    folder.write("long.toml", &example("rigid/two_rods.toml")).write("rod.toml", &example("rigid/rod.toml"));
    let first = interrupted(&folder, &["--set", "analysis.end=100000 s", "--set", "solver.step=1 ms"]).json();
    for file in ["long.toml", "rod.toml"] {
        std::fs::remove_file(folder.path().join(file)).unwrap();
    }
    let mut command = folder.command(&["resume", "runs/long", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_newer(&folder.path().join("runs/long/checkpoint.bin"), None);
    let ran = interrupt(child);
    let second = ran.json();
    assert_eq!((ran.status, &second["status"]), (130, &json!("interrupted")), "{second}");
    assert_eq!(second["measures"]["long at the bottom"], first["measures"]["long at the bottom"]);
    for key in ["simulated_s", "wall_s"] {
        let of = |object: &Value| object["statistics"][key].as_f64().unwrap();
        assert!(of(&second) > of(&first), "{key}");
    }
}

#[test]
fn what_cannot_be_resumed_is_refused_with_a_reason() {
    let folder = Folder::new("resume-refused");
    folder.write("pendulum.toml", &pendulum()).write("notes/notes.txt", "mine");
    assert_eq!(folder.run(&["run", "pendulum.toml", "--quiet", "--out", "done"]).status, 0);
    assert_eq!(folder.run(&["run", "pendulum.toml", "--quiet", "--out", "short"]).status, 0);
    std::fs::remove_file(folder.path().join("short/summary.json")).unwrap();
    interrupted(folder.write("long.toml", &pendulum().replace("0.2 s", "100000 s")), &[]);
    let changed = folder.read("runs/long/model.toml").replace("1 kg", "2 kg");
    folder.write("runs/long/model.toml", &changed);
    for (run, code) in [
        ("absent", "not-a-run"),
        ("notes", "not-a-run"),
        ("done", "finished"),
        ("short", "no-checkpoint"),
        ("runs/long", "changed-model"),
    ] {
        let ran = folder.run(&["resume", run, "--json"]);
        assert_eq!((ran.status, &ran.json()["status"]), (2, &json!("invalid")), "{run}");
        assert_eq!(ran.json()["diagnostics"][0]["code"], code, "{run}");
        let output = folder.run(&["resume", run]);
        assert!(output.status == 2 && output.out.is_empty() && output.err.starts_with("error["), "{}", output.err);
    }
    folder.write("runs/long/checkpoint.bin", "damaged");
    let ran = folder.run(&["resume", "runs/long", "--json"]);
    assert_eq!((ran.status, &ran.json()["diagnostics"][0]["code"]), (2, &json!("unreadable-run")));
}
