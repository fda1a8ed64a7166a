//! A folder for one test, small models in it, and the program run there.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// A folder that is removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("halfshaft-cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_halfshaft"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How the program ended.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let ran = Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }
}

impl Ran {
    /// Standard output as the one object it must be.
    pub fn json(&self) -> Value {
        let value: Value = serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out));
        assert!(value.is_object());
        value
    }
}

/// A pendulum of one metre that starts level and is measured at 0.1 s; by then it has fallen g t²/2 = 49 mm, less 1 %.
pub fn pendulum() -> String {
    include_str!("../../../halfshaft-run/tests/models/pendulum.toml").into()
}

/// The same with an expectation that it cannot meet.
pub fn missing() -> String {
    pendulum().replace("-49.05 mm", "-60 mm")
}

/// A free body without moments of inertia: nothing determines how it turns.
pub fn undetermined() -> String {
    let text = pendulum();
    let (joint, measure) = (text.find("[[joint]]").unwrap(), text.find("[[measure]]").unwrap());
    format!("{}{}", &text[..joint], &text[measure..])
}

/// A key that does not exist.
pub fn misspelt() -> String {
    pendulum().replace("mass =", "mas =")
}

/// Waits until a file exists that was written after another one, or after the call if there is no other.
pub fn wait_for_newer(path: &Path, other: Option<&Path>) {
    let written = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let (since, now) = (Instant::now(), SystemTime::now());
    while written(path) < other.map_or(Some(now), written).or(Some(now)) {
        assert!(since.elapsed() < Duration::from_secs(60), "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}
