//! The folder of a run: one process at a time, checksums, signals, a full disk.
#![cfg(unix)]

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, Ran, pendulum, wait_for_newer};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than any test waits for it.
fn long() -> String {
    pendulum().replace("\"0.2 s\"", "\"100000 s\"").replace("\"1 ms\"", "\"0.1 ms\"")
}

/// The program as a terminal starts it, even if the tests themselves ignore signals, as under `nohup` or in the background of a shell.
fn from_terminal(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.command(arguments);
    let restore = || {
        for each in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: restoring the default action installs no code, and `signal` may be called between fork and exec.
            unsafe { libc::signal(each, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: the closure allocates nothing and takes no lock.
    unsafe { command.pre_exec(restore) };
    command
}

/// Starts a long run and waits until its folder holds a file.
fn started(folder: &Folder, arguments: &[&str], out: &str, file: &str) -> Child {
    let child = from_terminal(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&folder.path().join(out).join(file));
    child
}

fn wait_for(path: &Path) {
    let since = Instant::now();
    while !path.exists() {
        assert!(since.elapsed() < Duration::from_secs(60), "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn code(ran: &Ran) -> String {
    ran.json()["diagnostics"][0]["code"].as_str().unwrap_or_default().to_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_second_process_is_refused_and_a_dead_one_leaves_no_lock() {
    let folder = Folder::new("locked");
    folder.write("long.toml", &long()).write("short.toml", &pendulum());
    let mut first = started(&folder, &["run", "long.toml", "--out", "run", "--quiet"], "run", "checkpoint.bin");
    let model = folder.read("run/model.toml");
    for arguments in [&["run", "short.toml", "--out", "run", "--json"][..], &["resume", "run", "--json"]] {
        let ran = folder.run(arguments);
        assert_eq!((ran.status, code(&ran).as_str()), (2, "out-locked"), "{}", ran.out);
    }
    assert_eq!(folder.read("run/model.toml"), model);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(folder.run(&["run", "short.toml", "--out", "run", "--json"]).status, 0);
}

#[test]
fn every_request_to_stop_ends_as_interrupted() {
    for name in ["INT", "TERM", "HUP"] {
        let folder = Folder::new(&format!("signal-{name}"));
        folder.write("long.toml", &long());
        let child = started(&folder, &["run", "long.toml", "--out", "run", "--json"], "run", "checkpoint.bin");
        signal(&child, name);
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.status, ran.json()["status"].as_str()), (130, Some("interrupted")), "{name}");
        let child = from_terminal(&folder, &["resume", "run", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, name);
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.json()["status"], "interrupted", "{name}: a run can be interrupted twice: {}", ran.out);
    }
}

#[test]
fn a_hangup_that_nohup_ignores_stays_ignored() {
    let folder = Folder::new("nohup");
    folder.write("model.toml", &long().replace("100000 s", "5 s"));
    let program = env!("CARGO_BIN_EXE_halfshaft");
    let script = format!("trap '' HUP; exec '{program}' run model.toml --out run --json");
    let mut shell = Command::new("sh");
    let child = shell.current_dir(folder.path()).args(["-c", &script]).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(&folder.path().join("run/model.toml"));
    signal(&child, "HUP");
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.status, ran.json()["status"].as_str()), (0, Some("done")), "{}", ran.out);
}

#[test]
fn what_has_nothing_to_wind_up_stops_at_once() {
    let folder = Folder::new("at-once");
    folder.write("model.toml", &pendulum());
    let mut view = from_terminal(&folder, &["view", "model.toml"]).stdout(Stdio::piped()).spawn().unwrap();
    // The address is printed once it listens.
    let mut first = [0];
    std::io::Read::read_exact(view.stdout.as_mut().unwrap(), &mut first).unwrap();
    signal(&view, "INT");
    assert_eq!(view.wait().unwrap().code(), Some(130));

    // A check that takes a while: many bodies, each on the one before it.
    let chain = "\n[[body]]\nname = \"link {i}\"\nrepeat = { count = 4000, along = \"x\", spacing = 1 }\nmass = 1\ninertia = 1\n\
                 \n[[joint]]\nname = \"pin {i}\"\nrepeat = { count = 3999 }\ntype = \"hinge\"\n\
                 between = [\"link {i}\", \"link {i + 1}\"]\naxis = \"z\"\nposition = [\"= i * 1 m\", 0, 0]\n";
    folder.write("chain.toml", &(pendulum() + chain));
    let check = from_terminal(&folder, &["check", "chain.toml", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    signal(&check, "TERM");
    let since = Instant::now();
    let ran = Ran::from(check.wait_with_output().unwrap());
    assert!(since.elapsed() < Duration::from_secs(5));
    assert_eq!((ran.status, ran.json()["status"].as_str()), (130, Some("interrupted")), "{}", ran.out);
}

#[test]
fn a_flipped_bit_is_reported_and_what_follows_is_not_used() {
    let folder = Folder::new("flipped");
    folder.write("long.toml", &long());
    let mut child =
        started(&folder, &["run", "long.toml", "--out", "run", "--quiet"], "run", "channels.part-0003.parquet");
    let file = |name: &str| folder.path().join("run").join(name);
    wait_for_newer(&file("checkpoint.bin"), Some(&file("channels.part-0003.parquet")));
    child.kill().unwrap();
    child.wait().unwrap();
    let flip = |name: &str, part: f64| {
        let path = folder.path().join("run").join(name);
        let good = std::fs::read(&path).unwrap();
        let mut bad = good.clone();
        let place = (part * bad.len() as f64) as usize;
        bad[place] ^= 1 << (place % 8);
        std::fs::write(&path, bad).unwrap();
        (path, good)
    };
    for name in ["channels.part-0001.parquet", "channels.part-0002.parquet", "checkpoint.bin"] {
        for part in [0.0, 0.1, 0.37, 0.62, 0.9, 0.999] {
            let (path, good) = flip(name, part);
            let ran = folder.run(&["resume", "run", "--json"]);
            assert_eq!((ran.status, code(&ran).as_str()), (2, "unreadable-run"), "{name} at {part}: {}", ran.out);
            assert!(ran.out.contains(name) && ran.out.contains("damaged"), "{}", ran.out);
            std::fs::write(path, good).unwrap();
        }
    }
    let (path, good) = flip("channels.part-0002.parquet", 0.5);
    let ran = folder.run(&["report", "run"]);
    assert!(ran.status == 0 && ran.err.contains("channels.part-0002.parquet"), "{}", ran.err);
    assert!(folder.read("run/report.html").contains("channels.part-0002.parquet"));
    std::fs::write(path, good).unwrap();
    assert_eq!(folder.run(&["report", "run"]).err, "");
}

#[test]
fn resume_writes_the_report_that_a_finished_run_lacks() {
    let folder = Folder::new("no-report");
    folder.write("model.toml", &pendulum());
    let whole = folder.run(&["run", "model.toml", "--out", "run", "--json"]);
    let page = folder.read("run/report.html");
    std::fs::remove_file(folder.path().join("run/report.html")).unwrap();
    let ran = folder.run(&["resume", "run", "--json"]);
    assert_eq!((ran.status, ran.json()), (0, whole.json()));
    assert_eq!(folder.read("run/report.html"), page);
    let ran = folder.run(&["resume", "run", "--json"]);
    assert_eq!((ran.status, code(&ran).as_str()), (2, "finished"));
}

#[test]
fn a_full_disk_has_one_exit_status_and_leaves_no_empty_or_half_files() {
    let folder = Folder::new("full");
    folder.write("model.toml", &pendulum());
    let program = env!("CARGO_BIN_EXE_halfshaft");
    let mut statuses = vec![];
    // In blocks of 512 bytes; the last is enough.
    for blocks in [1, 2, 4, 8, 16, 32, 64, 128, 256, 100_000] {
        let out = format!("deep/run-{blocks}");
        let script = format!("ulimit -f {blocks}; exec '{program}' run model.toml --out {out} --csv --quiet");
        let output = Command::new("sh").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
        let ran = Ran::from(output);
        statuses.push(ran.status);
        assert!(ran.status == 0 || ran.err.contains("no space left"), "{blocks}: {}", ran.err);
        let path = folder.path().join(&out);
        for name in if path.exists() { names(&path) } else { vec![] } {
            assert!(!name.ends_with(".tmp"), "{blocks}: {name}");
            assert!(std::fs::metadata(path.join(&name)).unwrap().len() > 0, "{blocks}: {name} is empty");
        }
    }
    let failed = statuses.iter().take_while(|status| **status == 1).count();
    assert!(failed >= 5 && statuses[failed..].iter().all(|status| *status == 0), "{statuses:?}");
    assert!(!folder.path().join("deep/run-1").exists(), "a folder that nothing could be written to");
}
