//! Runs the prose in `tests/diagnostics`: each `toml` block must give exactly the messages of the `text` block after it.
//!
//! `HALFSHAFT_UPDATE=1` writes what the reader says into the files; review what it wrote.

use std::fs;
use std::path::Path;

use halfshaft_model::source::Embedded;
use halfshaft_model::{Source, Style, read_with};

/// What the reader says about a model; overrides stand in comments of the form `# --set NAME=VALUE`, and
/// the files of its submodels after it, each after a line `# file NAME`.
fn messages(text: &str) -> String {
    let overrides: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# --set ")?.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut files = text.split("# file ").map(|part| part.split_once('\n').unwrap_or((part, "")));
    let (first, rest) = files.next().expect("a split has one part at least");
    let model = format!("{first}\n{rest}");
    let files: Vec<(&str, &str)> = files.collect();
    match read_with(&Source::new("model.toml", model), &overrides, &Embedded(&files)) {
        Ok(model) if model.warnings.is_empty() => "no errors".to_owned(),
        Ok(model) => model.warnings.iter().map(|warning| warning.render(Style::Plain)).collect::<Vec<_>>().join("\n\n"),
        Err(diagnostics) => diagnostics.render(Style::Plain),
    }
}

/// The page with each `text` block replaced by what the reader says about the `toml` block before it.
fn rewritten(page: &str) -> String {
    let mut result = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("```toml\n") {
        let (model, after) = after.split_once("```\n").expect("a toml block ends");
        let (between, after) = after.split_once("```text\n").expect("a text block follows each toml block");
        let after = if let Some(empty) = after.strip_prefix("```\n") {
            empty
        } else {
            after.split_once("\n```\n").expect("a text block ends").1
        };
        assert!(!between.contains("```"), "a text block follows each toml block");
        result += &format!("{before}```toml\n{model}```\n{between}```text\n{}\n```\n", messages(model));
        rest = after;
    }
    result + rest
}

#[test]
fn every_page_shows_what_the_reader_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut pages: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    assert!(!pages.is_empty());
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        let expected = rewritten(&page);
        if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
            fs::write(&path, &expected).unwrap();
        } else if page != expected {
            let name = path.file_name().unwrap().to_string_lossy();
            let differs = page.lines().zip(expected.lines()).find(|(a, b)| a != b);
            panic!("{name}: {differs:?}; with HALFSHAFT_UPDATE=1 the page is rewritten");
        }
    }
}
