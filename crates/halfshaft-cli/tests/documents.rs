//! The commands shown in the tutorial and the README are run, and what they print is compared with what is shown.
//!
//! `HALFSHAFT_UPDATE=1` writes what the program prints into the pages; review what it wrote.
//!
//! In a page, a block `sh` is run and the block `text` right after it holds what it prints. A block `toml` goes to the file
//! that the paragraph before it names, or behind what that file holds where the paragraph says "add". Comments steer:
//! `<!-- in FILE: OLD -> NEW -->` and `<!-- restore FILE -->` make and take back the mistakes that the text speaks of,
//! `<!-- not run -->` and `<!-- other numbers -->` are about the next block.
//!
//! Numbers may differ by a thousandth; those of lines about steps and seconds by anything.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Lines with counts and times that depend on the machine, or on how errors are controlled.
const MACHINE: &[&str] = &[
    "steps over",
    "Energy balance error",
    "Numerical ",
    "computed in",
    " cases in ",
    " met  ",
    " met, and ",
    " modes in ",
];

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// A page on its way: what it says about files and commands so far.
struct Session {
    folder: Folder,
    files: BTreeMap<String, String>,
    run: bool,
    numbers: bool,
    /// What the last command printed.
    printed: Option<String>,
}

impl Session {
    fn new(name: &str) -> Self {
        Session { folder: Folder::new(name), files: BTreeMap::new(), run: true, numbers: true, printed: None }
    }

    /// What a comment asks for.
    fn obey(&mut self, comment: &str) {
        match comment {
            "not run" => self.run = false,
            "other numbers" => self.numbers = false,
            _ => {
                if let Some(file) = comment.strip_prefix("restore ") {
                    self.folder.write(file, &self.files[file]);
                } else if let Some((file, change)) = comment.strip_prefix("in ").and_then(|rest| rest.split_once(": "))
                {
                    let (old, new) = change.split_once(" -> ").expect("OLD -> NEW");
                    let text = self.folder.read(file);
                    assert!(text.contains(old), "{file} has no {old}");
                    self.folder.write(file, &text.replace(old, new));
                }
            }
        }
    }

    /// Keeps a model in the file that the paragraph before it names.
    fn keep(&mut self, paragraph: &str, text: &str) {
        let name = paragraph.split('`').skip(1).step_by(2).find(|word| word.ends_with(".toml") && !word.contains(' '));
        let Some(name) = name else { return };
        let before = if paragraph.contains("Add it") { self.files[name].clone() + "\n" } else { String::new() };
        self.files.insert(name.into(), before + text);
        self.folder.write(name, &self.files[name]);
    }

    /// Runs a command; its streams come as one, as on a terminal.
    fn command(&mut self, text: &str) {
        self.printed = None;
        if std::mem::replace(&mut self.run, true) {
            let script = text.replace("target/release/halfshaft", &format!("'{}'", env!("CARGO_BIN_EXE_halfshaft")));
            let mut shell = Command::new("sh");
            shell.current_dir(self.folder.path()).args(["-c", &format!("exec 2>&1\n{script}")]).stdin(Stdio::null());
            let output = shell.output().unwrap();
            self.printed = Some(String::from_utf8(output.stdout).unwrap());
        }
    }
}

/// The page as it should be, and the first line that should be another.
fn rewritten(name: &str, text: &str) -> (String, Option<String>) {
    let mut session = Session::new(&name.replace('/', "-"));
    let (mut result, mut wrong) = (String::new(), None);
    let mut paragraph = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result += &format!("{line}\n");
        if let Some(comment) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) {
            session.obey(comment);
        } else if let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let block = block.iter().map(|line| format!("{line}\n")).collect::<String>();
            let mut shown = block.clone();
            match language {
                "toml" => session.keep(&paragraph, &block),
                "sh" => session.command(&block),
                "text" => {
                    let numbers = std::mem::replace(&mut session.numbers, true);
                    if let Some(printed) = session.printed.take() {
                        if let Some(differs) = difference(&block, &printed, numbers) {
                            wrong.get_or_insert(differs);
                            shown = printed;
                        } else if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
                            shown = printed;
                        }
                    }
                }
                _ => {}
            }
            result += &format!("{shown}```\n");
            paragraph.clear();
        } else if line.is_empty() {
            // A comment or an empty line may stand between a paragraph and its block.
        } else {
            paragraph = format!("{} {line}", if result.ends_with(&format!("\n\n{line}\n")) { "" } else { &paragraph });
        }
    }
    (result, wrong)
}

/// The first line in which two outputs differ by more than they may.
fn difference(shown: &str, printed: &str, numbers: bool) -> Option<String> {
    let (a, b): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), printed.lines().collect());
    // The searches of a fit take as many steps as the errors of its cases ask for.
    let mut searches = false;
    for i in 0..a.len().max(b.len()) {
        let [a, b] = [a.get(i), b.get(i)].map(|line| line.copied().unwrap_or("(nothing)"));
        searches = !a.is_empty() && (searches || a.starts_with("start ") && a.ends_with(" steps"));
        let exact = numbers && !searches && !MACHINE.iter().any(|words| a.contains(words));
        if !alike(a, b, exact) {
            return Some(format!("shown: {a}\nprinted: {b}"));
        }
    }
    None
}

fn alike(a: &str, b: &str, exact: bool) -> bool {
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| c.is_whitespace() || c == ',' || c == ';')
            .filter(|w| !w.is_empty())
            .map(Into::into)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    let number = |word: &str| word.trim_matches(|c: char| "%()".contains(c)).parse::<f64>().ok();
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| match (number(a), number(b)) {
            (Some(x), Some(y)) if exact => (x - y).abs() <= 1e-3 * x.abs().max(y.abs()).max(1e-3),
            (Some(_), Some(_)) => true,
            _ => a == b,
        })
}

#[test]
fn the_tutorial_shows_what_the_program_prints() {
    let path = page("docs/tutorial.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (result, wrong) = rewritten("tutorial", &text);
    if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
        std::fs::write(&path, result).unwrap();
    } else if let Some(wrong) = wrong {
        panic!("docs/tutorial.md is not what the program prints; HALFSHAFT_UPDATE=1 rewrites it\n{wrong}");
    }
    assert!(text.matches("```text").count() > 10, "the outputs are there to be compared");
}

#[test]
fn the_readme_keeps_its_promises() {
    let text = std::fs::read_to_string(page("README.md")).unwrap();
    let folder = Folder::new("readme");
    let model = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a first model");
    folder.write("pendulum.toml", model);
    assert!(text.contains("cargo run --release -- run pendulum.toml"));
    let ran = folder.run(&["run", "pendulum.toml"]);
    assert!(ran.status == 0 && ran.out.contains("swing"), "{}", ran.err);
    for name in ["report.html", "channels.parquet", "summary.json", "model.toml"] {
        assert!(folder.path().join("runs/pendulum").join(name).is_file(), "{name}");
    }
    // Pages, folders and examples that it names in backticks are there, and so are the commands.
    for word in text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
        let of_project = ["docs/", "examples/", "bench/", "studies/"].iter().any(|start| word.starts_with(start));
        assert!(!of_project || page(word).exists(), "{word} is not there");
    }
    let help = folder.run(&["--help"]).out;
    for command in text.split("halfshaft ").skip(1).filter_map(|rest| rest.split(|c: char| !c.is_alphabetic()).next()) {
        let known = ["new", "view", "verify", "demo", "run", "check", "modes", "gear", "report", "plot"];
        assert!(!known.contains(&command) || help.contains(&format!("  {command}")), "halfshaft {command}");
    }
}
