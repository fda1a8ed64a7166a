//! `ARCHITECTURE.md` says what is so: its paths exist, and rooms use each other only as its tables allow.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows of the tables with a third column: a path, and the names it may use.
fn rooms() -> BTreeMap<String, Vec<String>> {
    let mut rooms = BTreeMap::new();
    for line in page().lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [path, _, uses] = cells[..] {
            let uses = uses.split(',').map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect();
            rooms.insert(path.trim_matches('`').to_string(), uses);
        }
    }
    assert!(rooms.len() > 8, "the tables were not found");
    rooms
}

fn name_of(path: &str) -> String {
    Path::new(path).file_stem().unwrap().to_string_lossy().into_owned()
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.flat_map(|path| sources(&path)).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files
}

/// The first names after `crate::` in a text, also inside braces.
fn used(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let list = rest.strip_prefix('{').map_or(rest, |group| group.split(';').next().unwrap_or(group));
        let count = if rest.starts_with('{') { usize::MAX } else { 1 };
        for item in list.split(',').take(count) {
            let item = item.trim_start();
            names.push(item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_string());
        }
    }
    names
}

#[test]
fn every_path_on_the_page_exists() {
    let page = page();
    let rows = page.lines().filter(|line| line.starts_with("| `")).filter_map(|line| quoted(line).next());
    for path in quoted(&page).filter(|text| text.contains('/')).chain(rows) {
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}, which does not exist");
    }
}

#[test]
fn crates_depend_on_each_other_as_the_page_says() {
    for (path, allowed) in rooms() {
        let Ok(manifest) = std::fs::read_to_string(root().join(&path).join("Cargo.toml")) else { continue };
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap();
        for line in dependencies.lines().filter(|line| line.starts_with("halfshaft")) {
            let used = line.split(['.', ' ', '=']).next().unwrap();
            assert!(allowed.iter().any(|name| name == used), "{path} uses {used}");
        }
    }
}

#[test]
fn rooms_of_the_engine_use_each_other_as_the_page_says() {
    let rooms: BTreeMap<_, _> = rooms().into_iter().filter(|(path, _)| path.contains("/src")).collect();
    for (path, allowed) in &rooms {
        for file in sources(&root().join(path)) {
            let text = std::fs::read_to_string(&file).unwrap();
            // Tests may look anywhere, and documentation may name anything.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for name in used(&code) {
                let known = rooms.keys().any(|path| name_of(path) == name);
                let may = name == name_of(path) || allowed.contains(&name);
                assert!(!known || may, "{} uses {name}, which {path} may not", file.display());
            }
        }
    }
}

#[test]
fn names_are_found_behind_one_path_and_in_braces() {
    assert_eq!(used("use crate::math::Vec3; use crate::{linalg::lu, system};"), ["math", "linalg", "system"]);
}
