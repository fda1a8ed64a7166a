//! Any text is read or refused, and every refusal can be shown: `cargo fuzz run read`, with examples/ as the corpus.
#![no_main]

use halfshaft_model::source::Embedded;
use halfshaft_model::{Source, Style, read_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The text may name itself as a submodel, and a small one that is valid.
    let part = "format = 1\n[parameters]\nr = \"1 m\"\nbasis = { choice = \"a\", of = [\"a\", \"b\"] }\n[[port]]\nname = \"base\"\nrequires = \"frame\"\n";
    let files = [("model.toml", text), ("part.toml", part)];
    if let Err(diagnostics) = read_with(&Source::new("model.toml", text), &[], &Embedded(&files)) {
        diagnostics.render(Style::Plain);
    }
});
