//! The models on the pages of `docs/` are models, and the messages shown for wrong ones are what the reader says.

use std::fs;
use std::path::Path;

use halfshaft_model::source::Embedded;
use halfshaft_model::{Source, Style, read_with};

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

/// The blocks of a page that are fenced with a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

fn messages(text: &str, files: &[(&str, &str)]) -> String {
    match read_with(&Source::new("my-pendulum.toml", text), &[], &Embedded(files)) {
        Ok(model) => {
            model.build();
            String::new()
        }
        Err(diagnostics) => diagnostics.render(Style::Plain),
    }
}

#[test]
fn every_whole_model_on_the_pages_is_read_and_built() {
    for name in ["tutorial.md", "model-file.md", "library.md"] {
        let page = page(name);
        let models = blocks(&page, "toml");
        let file = |text: &&str| text.lines().next().and_then(|line| line.strip_prefix("# ")).map(str::to_owned);
        let names: Vec<Option<String>> = models.iter().map(file).collect();
        let files: Vec<(&str, &str)> =
            names.iter().zip(&models).filter_map(|(name, text)| Some((name.as_deref()?, *text))).collect();
        let whole: Vec<&&str> = models
            .iter()
            .filter(|text| ["transient", "response"].iter().any(|kind| text.contains(&format!("type = \"{kind}\""))))
            .collect();
        assert!(!whole.is_empty(), "{name} shows a model");
        for text in whole {
            assert_eq!(messages(text, &files), "", "{name}");
        }
    }
}

#[test]
fn the_tutorial_shows_what_the_reader_says_about_its_slips() {
    let page = page("tutorial.md");
    let good = blocks(&page, "toml")[0];
    let slips =
        [good.replace("m/s^2", "m/s"), good.replace("\"rod\"]", "\"rood\"]").replace("axis = \"z\"", "axis = \"w\"")];
    let shown = blocks(&page, "text");
    for slip in slips {
        let said = messages(&slip, &[]);
        assert!(shown.iter().any(|block| block.trim_end() == said), "{said}");
    }
    let expectation = blocks(&page, "toml")[1];
    assert_eq!(messages(&format!("{good}{expectation}"), &[]), "");
}
