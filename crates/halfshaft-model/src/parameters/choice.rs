//! Choices: parameters whose value is one of a few words, `basis = { choice = "dual", of = ["primal", "dual"] }`; in Modelica,
//! parameters of an enumeration.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic};
use crate::document::Raw;
use crate::expression::Word;
use crate::suggest::{did_you_mean, nearest};
use crate::text::Source;

/// The keys of a choice.
const KEYS: [&str; 2] = ["choice", "of"];

/// Reads the table of a choice; `None` if it is invalid, which has been reported.
pub(crate) fn read(name: &str, table: &DeTable, raw: Raw, out: &mut Collector) -> Option<Word> {
    let mut good = true;
    for key in table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
        let message = format!("the choice `{name}` has no key `{}`", key.get_ref());
        let help = match nearest(key.get_ref(), KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "its keys are choice, of".to_owned(),
        };
        out.push(Diagnostic::new("unknown-key", raw.source, key.span(), message).help(help));
        good = false;
    }
    for (key, example) in KEYS.into_iter().zip(["\"left\"", "[\"left\", \"right\"]"]) {
        // A misspelt key is reported once, not also as missing.
        if good && !table.contains_key(key) {
            let error = raw.error("missing-key", format!("the choice `{name}` needs `{key}`"));
            out.push(error.help(format!("add `{key} = {example}`")));
            good = false;
        }
    }
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let words = at("of").and_then(|raw| words(name, raw, out));
    let text = at("choice").and_then(|raw| text("choice", raw, out));
    let (words, text) = (words?, text?);
    match chosen(name, text, &words, raw.source, at("choice")?.span()) {
        Ok(word) => good.then_some(word),
        Err(error) => {
            out.push(error);
            None
        }
    }
}

/// The words that a choice may have.
fn words(name: &str, raw: Raw, out: &mut Collector) -> Option<Arc<[String]>> {
    let DeValue::Array(list) = raw.value() else {
        let error = raw.error("wrong-form", "`of` must be a list of words").label(raw.this_is());
        out.push(error.help("write [\"left\", \"right\"]"));
        return None;
    };
    if list.is_empty() {
        let error = raw.error("empty-choice", format!("the choice `{name}` has no words"));
        out.push(error.help("list the words that it may be, as of = [\"left\", \"right\"]"));
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut good = true;
    for node in list.iter() {
        let raw = Raw::new(node, raw.source);
        let error = match text("of", raw, out) {
            None => {
                good = false;
                continue;
            }
            Some(word) if word.trim() != word || word.is_empty() || word.contains(unusable) => {
                let error = raw.error("bad-word", format!("\"{word}\" cannot be a word of a choice"));
                error.help("a word has no spaces at its ends, and none of ' \" , : = in it")
            }
            Some(word) if !seen.insert(word) => {
                raw.error("duplicate-name", format!("the word \"{word}\" is listed twice")).help("remove one of them")
            }
            Some(_) => continue,
        };
        out.push(error);
        good = false;
    }
    let words = list.iter().filter_map(|node| node.get_ref().as_str().map(str::to_owned));
    good.then(|| words.collect())
}

/// Characters that words have on neither the command line nor in expressions.
fn unusable(letter: char) -> bool {
    letter.is_control() || ['\'', '"', ',', ':', '='].contains(&letter)
}

fn text<'a>(key: &str, raw: Raw<'a>, out: &mut Collector) -> Option<&'a str> {
    let text = raw.value().as_str();
    if text.is_none() {
        let what = if key == "of" { "a list of words" } else { "a word" };
        let error = raw.error("wrong-form", format!("`{key}` must be {what}")).label(raw.this_is());
        out.push(error.help("a word stands between quotes, as \"left\""));
    }
    text
}

/// The word of a choice that a text at this place stands for, or the diagnostic that there is none.
pub(crate) fn chosen(
    name: &str,
    text: &str,
    of: &Arc<[String]>,
    source: &Arc<Source>,
    span: Range<usize>,
) -> Result<Word, Diagnostic> {
    if of.iter().any(|word| word == text) {
        return Ok(Word { text: text.into(), of: of.clone() });
    }
    let error = Diagnostic::new("unknown-choice", source, span, format!("`{name}` cannot be \"{text}\""));
    Err(error.help(did_you_mean(text, of.iter().map(String::as_str))))
}
