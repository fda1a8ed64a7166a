//! The library: each file is described on its page and used by an example or by another file of the library.

use std::fs;
use std::path::Path;

use halfshaft_model::library::FILES;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

#[test]
fn every_file_of_the_library_is_described_on_its_page() {
    let page = text("docs/library.md");
    for (name, _) in FILES {
        assert!(page.contains(&format!("\n| `{name}` |")), "docs/library.md has no row for {name}");
    }
}

#[test]
fn every_file_of_the_library_is_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vehicles");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let examples: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for (name, _) in FILES {
        let used = format!("\"library:{name}\"");
        let within = FILES.iter().any(|(_, text)| text.contains(&used));
        let by_example = examples.iter().any(|text| text.contains(&used));
        assert!(within || by_example, "nothing uses library:{name}");
    }
}

#[test]
fn files_of_the_library_and_the_folder_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known);
}
