//! Builds the page of `halfshaft view` from `viewer/` where Node.js and its packages can be had.
//!
//! Everything happens in the build's own folder. Where something is missing the program builds all the same, and `view`
//! says what was missing.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the build's folder"));
    let viewer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer");
    for part in ["src", "build.mjs", "package.json", "package-lock.json", ".npmrc"] {
        println!("cargo::rerun-if-changed={}", viewer.join(part).display());
    }
    println!("cargo::rerun-if-env-changed=PATH");
    let missing = prepare(&viewer, &out, &std::env::var_os("PATH").unwrap_or_default());
    if !missing.is_empty() {
        println!("cargo::warning=the viewer is not included: {missing}");
    }
}

/// Leaves the page in a folder, with programs from a path; empty, and what was missing, where it cannot be built.
pub fn prepare(viewer: &Path, out: &Path, path: &OsStr) -> String {
    let missing = build(viewer, out, path).err().unwrap_or_default();
    if !missing.is_empty() {
        for file in ["shell.html", "boot.js", "viewer.js", "viewer.css"] {
            write(&out.join(file), "");
        }
    }
    write(&out.join("viewer-missing.txt"), &missing);
    missing
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}

fn build(viewer: &Path, out: &Path, path: &OsStr) -> Result<(), String> {
    let program = |name: &str| {
        let mut command = Command::new(name);
        command.env("PATH", path);
        command
    };
    let room = out.join("viewer");
    let version = run(program("node").arg("--version"), "Node.js was not found")?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 18) {
        return Err(format!("Node.js {} is too old", version.trim()));
    }
    let lock = fs::read(viewer.join("package-lock.json")).map_err(|e| format!("viewer/package-lock.json: {e}"))?;
    let stamp = room.join("installed-lock.json");
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        let _ = fs::remove_dir_all(&room);
        copy(viewer, &room)?;
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        run(
            program(npm).args(["ci", "--omit=dev", "--ignore-scripts"]).current_dir(&room),
            "npm could not install the packages",
        )?;
        fs::write(&stamp, &lock).map_err(|e| e.to_string())?;
    } else {
        let _ = fs::remove_dir_all(room.join("src"));
        copy(viewer, &room)?;
    }
    run(program("node").arg("build.mjs").arg(out).current_dir(&room), "the page could not be built").map(drop)
}

/// The sources, without what npm and earlier builds have put beside them.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, name) = (entry.path(), entry.file_name());
        if matches!(name.to_str(), Some("node_modules" | "dist" | "test")) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).map_err(failed)?;
        }
    }
    Ok(())
}

/// What a command prints; what is missing, with its last words, where it fails.
fn run(command: &mut Command, missing: &str) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{missing} ({error})"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let last = words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{missing} ({})", last.trim()))
}
