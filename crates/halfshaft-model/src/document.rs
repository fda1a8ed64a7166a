//! From text to a TOML document whose every key and value knows its place in the text.
//!
//! Size and nesting are limited before the parser builds anything, so that no text can exhaust memory or the stack.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::lexer::TokenKind;

use crate::diagnostic::{Collector, Diagnostic, Fault};
use crate::source::{MAX_BYTES, Source};

/// The most parts of a dotted key; the parser itself limits the nesting of arrays and inline tables.
const MAX_DOTS: usize = 16;

/// The document, or none where it cannot be read, with the reasons in `out`.
pub(crate) fn parse<'a>(source: &'a Arc<Source>, out: &mut Collector) -> Option<DeTable<'a>> {
    if source.text.len() > MAX_BYTES {
        out.push(Diagnostic::new("text-too-large", source, 0..0, "the model text is larger than 4 MiB"));
        return None;
    }
    if let Some(span) = too_many_dots(&source.text) {
        let message = format!("a key has more than {MAX_DOTS} dots");
        out.push(Diagnostic::new("nested-too-deeply", source, span, message));
        return None;
    }
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    let good = errors.is_empty();
    let mut last: Option<usize> = None;
    for error in errors {
        let diagnostic = Diagnostic::new("syntax", source, error.span().unwrap_or(0..0), error.message());
        let diagnostic = diagnostic.maybe_help(cure(error.message()).map(str::to_owned));
        let start = diagnostic.span.start;
        // The parser goes on after an error, and what it says about the rest of that line is of no use.
        let same_line = |last: usize| !source.text[last.min(start)..last.max(start)].contains('\n');
        if !last.is_some_and(same_line) {
            out.push(diagnostic);
        }
        last = Some(start);
        // All that follows would be taken for elements of the array.
        if out.is_full() || error.message().contains(UNCLOSED) {
            break;
        }
    }
    good.then(|| document.into_inner())
}

/// Whether a model text says `slow = true`; false if it cannot be parsed.
pub fn is_slow(text: &str) -> bool {
    text.contains("slow")
        && DeTable::parse(text).is_ok_and(|document| {
            matches!(document.get_ref().get("slow").map(Spanned::get_ref), Some(DeValue::Boolean(true)))
        })
}

/// What the parser says where an array is not closed.
const UNCLOSED: &str = "between array elements";

/// What to do about an error of the parser, where its words leave that open.
fn cure(message: &str) -> Option<&'static str> {
    let cures = [
        ("must be quoted", "a text, and a number with a unit, stand between quotes: \"5 mm\""),
        ("basic string", "a text stands between quotes on one line: close it with `\"`"),
        ("literal string", "a text stands between quotes on one line: close it with `'`"),
        ("duplicate key", "a key or a [section] stands once; sections that may be repeated are written [[body]]"),
        (UNCLOSED, "close the array above with `]`, or put a comma between its values"),
        ("array", "an array stands between `[` and `]`, with commas between its values"),
        ("inline table", "a table on one line stands between `{` and `}`, with commas between its keys"),
        ("key with no value", "write `key = value`"),
    ];
    cures.iter().find(|(words, _)| message.contains(words)).map(|(_, cure)| *cure)
}

/// Each dot of a key nests a table, and nested tables are dropped recursively.
fn too_many_dots(text: &str) -> Option<Range<usize>> {
    let mut dots = 0;
    for token in toml_parser::Source::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::Newline | TokenKind::Equals | TokenKind::Comma => dots = 0,
            _ => {}
        }
        if dots > MAX_DOTS {
            return Some(token.span().start()..token.span().end());
        }
    }
    None
}

/// A value of a document, with its place and the text it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a> {
    pub(crate) node: &'a Spanned<DeValue<'a>>,
    pub(crate) source: &'a Arc<Source>,
}

impl<'a> Raw<'a> {
    pub(crate) fn new(node: &'a Spanned<DeValue<'a>>, source: &'a Arc<Source>) -> Self {
        Raw { node, source }
    }

    pub(crate) fn value(&self) -> &'a DeValue<'a> {
        self.node.get_ref()
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.node.span()
    }

    pub(crate) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.source, self.span(), message)
    }

    /// The diagnostic for a fault of the whole value.
    pub(crate) fn fault(&self, fault: Fault) -> Diagnostic {
        fault.whole(self.source, self.span())
    }

    /// "this is an array", for labels.
    pub(crate) fn this_is(&self) -> String {
        let what = match self.value() {
            DeValue::String(text) if text.is_empty() => "an empty text",
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        format!("this is {what}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&'static str> {
        let mut out = Collector::default();
        let source = Arc::new(Source::new("model.toml", text));
        let value = parse(&source, &mut out).map(drop);
        match out.finish(value) {
            Ok(()) => Vec::new(),
            Err(diagnostics) => diagnostics.as_slice().iter().map(|d| d.code).collect(),
        }
    }

    #[test]
    fn each_broken_line_is_reported_once() {
        assert_eq!(codes("a = 1\nb = = 2 = 3\nc = 'x\n"), ["syntax", "syntax"]);
        assert_eq!(codes("a = 1\n"), [""; 0]);
    }

    #[test]
    fn deep_nesting_and_large_texts_are_refused() {
        assert_eq!(codes(&format!("a{} = 1", ".a".repeat(1_000_000))), ["nested-too-deeply"]);
        assert_eq!(codes(&format!("[a{}]", ".a".repeat(1_000_000))), ["nested-too-deeply"]);
        assert!(!codes(&format!("a = {}", "[".repeat(1_000_000))).is_empty());
        assert_eq!(codes(&" ".repeat(MAX_BYTES + 1)), ["text-too-large"]);
    }
}
