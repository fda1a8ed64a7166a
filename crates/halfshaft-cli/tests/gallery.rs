//! The models that come with the program, and the page of examples.
//!
//! `HALFSHAFT_UPDATE=1` writes `docs/examples.md` and its pictures.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::Folder;
use halfshaft_model::{Model, Source, read_with};
use halfshaft_results::figure::{Direction, mass_elastic};
use halfshaft_results::measure;
use halfshaft_results::mesh::picture;
use halfshaft_results::stored::Stored;
use halfshaft_run::{FileAccess, undeformed};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[test]
fn every_demo_is_listed_with_a_sentence_and_a_question_that_runs() {
    let folder = Folder::new("gallery-list");
    let list = folder.run(&["demo", "--list"]).out;
    for name in ["differential", "six-speed", "tip-in", "rattle", "rotor", "andrews"] {
        assert!(list.contains(&format!("\n{name}\n  ")), "{name}: {list}");
    }
    // Each line of a command is run as it stands; the long differential once.
    let commands: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("    halfshaft demo ")).collect();
    assert!(commands.len() > 6, "{list}");
    for (k, command) in commands.iter().enumerate() {
        let (name, overrides) = command.split_once(' ').unwrap();
        if name == "differential" && k > 0 {
            continue;
        }
        let mut words = vec!["demo", name, "--out", "out"];
        for each in overrides.split("--set").map(|each| each.trim().trim_matches('"')).filter(|each| !each.is_empty()) {
            words.extend(["--set", each]);
        }
        let ran = folder.run(&words);
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
    }
}

#[test]
fn a_demo_says_how_to_view_it_and_an_unknown_one_names_the_others() {
    let folder = Folder::new("gallery-one");
    let ran = folder.run(&["demo", "rattle"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("view it: halfshaft view runs/rattle\n"), "{}", ran.out);
    assert!(ran.out.contains("halfshaft demo rattle --set"), "{}", ran.out);
    // The default one, shortened, as its second question says: the first mode is in its table, and it says what to try too.
    let shortened = folder.run(&["demo", "--set", "analysis.end=4 s"]);
    assert_eq!(shortened.status, 0, "{}", shortened.err);
    assert!(shortened.out.contains("\ndrive, bias to the rear  3."), "{}", shortened.out);
    assert!(shortened.out.contains("halfshaft demo differential --set \"analysis.end=4 s\""), "{}", shortened.out);
    let wrong = folder.run(&["demo", "ratle"]);
    assert!(wrong.status == 2 && wrong.err.contains("there is no demo \"ratle\"") && wrong.err.contains("six-speed"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The model files of a folder, by path; those without expectations are parts of others.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
}

/// The comment above the first section of a file: what the model is, and what it teaches.
fn comment(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with('#')).take_while(|line| line.starts_with('#'));
    let words: Vec<&str> = lines.map(|line| line.trim_start_matches('#').trim()).collect();
    words.join(" ").trim().to_owned()
}

/// The first sentences of a text, up to about this many characters.
fn shortened(text: &str, most: usize) -> String {
    let mut end = 0;
    for (at, _) in text.match_indices(". ") {
        if end > 0 && at > most {
            break;
        }
        end = at + 1;
    }
    if text.chars().count() <= most || end == 0 { text.to_owned() } else { text[..end].to_owned() }
}

/// A model file; none for one that describes a study. Submodels are found beside the file.
fn model_of(path: &Path) -> Option<Model> {
    let text = std::fs::read_to_string(path).unwrap();
    let access = FileAccess { root: Some(root()), allow_outside: false };
    match read_with(&Source::new(path.to_string_lossy(), &text), &[], &access.disk(&[path])) {
        Ok(model) => Some(model),
        Err(_) if text.lines().any(|line| line.trim() == "[study]") => None,
        Err(why) => panic!("{}: {why:?}", path.display()),
    }
}

/// A picture of a model: its bodies, its train, its first plot, a lone disc, or what it is a reduction of.
fn drawn(model: &Model, path: &Path) -> Option<(&'static str, Vec<u8>)> {
    let system = model.build();
    let scene = model.scene(&system);
    if let Some(png) = picture(&scene, &undeformed(&system).surfaces(), 200, 130) {
        return Some(("png", png));
    }
    let train = || ("svg", mass_elastic(&scene.train, Direction::Across).into_bytes());
    if scene.train.is_drawn() {
        return Some(train());
    }
    if let Some(plot) = scene.plots.first() {
        let folder = Folder::new("gallery-plot");
        let root = root();
        let ran = folder.run(&["run", &path.to_string_lossy(), "--root", &root.to_string_lossy(), "--out", "run"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let stored = Stored::open(&folder.path().join("run")).unwrap();
        return Some(("svg", plot.figure(&stored).unwrap().svg().into_bytes()));
    }
    if !scene.train.discs.is_empty() {
        return Some(train());
    }
    let text = std::fs::read_to_string(path).unwrap();
    let (file, _) = text.split_once("file = \"")?.1.split_once('"')?;
    let other = path.with_file_name(file);
    drawn(&model_of(&other)?, &other)
}

/// The page, and its pictures by file name.
fn gallery() -> (String, BTreeMap<String, Vec<u8>>) {
    let mut found = vec![];
    files(&root().join("examples"), &mut found);
    let mut page = String::from(
        "# Examples\n\nWritten by the tests of `halfshaft-cli` with `HALFSHAFT_UPDATE=1`; do not edit. Every model runs as it is, \
         `halfshaft verify examples` checks all of them, and `halfshaft demo --list` names those that come with the program.\n",
    );
    let mut pictures = BTreeMap::new();
    let mut within = String::new();
    for path in found {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(model) = model_of(&path).filter(|model| !model.expectations.is_empty()) else { continue };
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).trim_start_matches("examples/").to_owned();
        if folder != within {
            let _ =
                write!(page, "\n## {folder}\n\n| | model | what it teaches | source |\n| --- | --- | --- | --- |\n");
            within = folder;
        }
        let (ending, bytes) = drawn(&model, &path).unwrap_or_else(|| panic!("{name} has no picture"));
        let stem = name.trim_start_matches("examples/").trim_end_matches(".toml").replace('/', "-");
        let image = format!("<img src=\"examples/{stem}.{ending}\" width=\"200\" alt=\"\">");
        pictures.insert(format!("{stem}.{ending}"), bytes);
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let mut sources: Vec<String> = vec![];
        for expectation in &model.expectations {
            let source = match &expectation.source {
                measure::Source::Reference(text) => shortened(text, 160),
                measure::Source::Regression => "*regression*".into(),
            };
            if !sources.contains(&source) && sources.len() < 3 {
                sources.push(source);
            }
        }
        let _ = writeln!(
            page,
            "| {image} | [{}](../{name}) | {} | {} |",
            cell(&model.title),
            cell(&shortened(&comment(&text), 320)),
            cell(&sources.join("; "))
        );
    }
    (page, pictures)
}

#[test]
fn the_page_of_examples_shows_every_one_of_them() {
    let (page, pictures) = gallery();
    let (file, folder) = (root().join("docs/examples.md"), root().join("docs/examples"));
    if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&file, &page).unwrap();
        pictures.iter().for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes).unwrap());
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(stored == page, "docs/examples.md is not up to date: run the tests with HALFSHAFT_UPDATE=1");
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.iter().eq(pictures.keys()), "docs/examples holds other pictures than the page: HALFSHAFT_UPDATE=1");
    let mut all = 0;
    for (name, now) in &pictures {
        let stored = std::fs::read(folder.join(name)).unwrap();
        all += stored.len();
        // A compressed picture of the same mechanism has about the same size on every machine.
        let (a, b) = (stored.len() as f64, now.len() as f64);
        assert!((a / b - 1.0).abs() < 0.2, "docs/examples/{name} is not up to date: {a} and {b} bytes");
    }
    assert!(all < 2_000_000, "{all} bytes of pictures");
}
