//! Diagnostics: what is wrong with a model, where, and how to correct it.
//!
//! A diagnostic contains its source, so that it can be rendered anywhere, whether it refers to a file or to an override on
//! the command line. All diagnostics are collected before reading stops.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use crate::text::{OVERRIDE, Source};

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable code for this kind of error, such as `unit-mismatch`.
    pub code: &'static str,
    /// One terse line that is complete in itself.
    pub message: String,
    /// The span in the source, in bytes.
    pub span: Range<usize>,
    /// The label at the span; may be empty.
    pub label: Box<str>,
    /// A suggestion for correction.
    pub help: Option<String>,
    /// Whether it is only a warning.
    pub warning: bool,
    /// A second place that it refers to.
    pub also: Option<Box<Related>>,
    source: Arc<Source>,
}

/// A second place that a diagnostic refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    span: Range<usize>,
    label: String,
    /// Whether what is wrong there has been reported, so that its consequences need not be.
    reported: bool,
    source: Arc<Source>,
}

/// Whether a rendered diagnostic is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// With ANSI escape codes.
    Coloured,
}

impl Diagnostic {
    /// A diagnostic without label and help.
    pub fn new(code: &'static str, source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        let span = within(&source.text, span);
        let (message, source) = (message.into(), source.clone());
        Diagnostic { code, message, span, label: Box::default(), help: None, warning: false, also: None, source }
    }

    /// The same as a warning.
    pub fn as_warning(mut self) -> Self {
        self.warning = true;
        self
    }

    /// The same with another code.
    pub(crate) fn with_code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// The same with a label at its span.
    pub fn label(mut self, label: impl Into<Box<str>>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with a help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with an optional help.
    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// The same with an optional second place.
    pub(crate) fn also(mut self, also: Option<Box<Related>>) -> Self {
        self.also = also;
        self
    }

    /// The same with another source name, such as the option that an override comes from.
    pub fn about(mut self, name: &str) -> Self {
        self.source = Arc::new(Source::new(name, self.source.text.clone()));
        self
    }

    /// The name of the file, or `--set` for an override.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        line_of(&self.source.text, self.span.start)
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        let before = &self.source.text[..self.span.start];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1
    }

    /// The message with its source line, as text.
    pub fn render(&self, style: Style) -> String {
        let level = if self.warning { Level::WARNING } else { Level::ERROR };
        let title = level.primary_title(self.message.as_str()).id(self.code);
        let mut group = if self.source.text.is_empty() {
            annotate_snippets::Group::with_title(title)
        } else {
            title.element(snippet(&self.source, &self.span, &self.label, AnnotationKind::Primary))
        };
        if let Some(Related { source, span, label, .. }) = self.also.as_deref() {
            group = group.element(snippet(source, span, label, AnnotationKind::Context));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        renderer.render(&[group]).to_string()
    }
}

impl Related {
    /// A place with its label.
    pub(crate) fn new(source: &Arc<Source>, span: Range<usize>, label: &str) -> Self {
        Related { span: within(&source.text, span), label: label.to_owned(), reported: false, source: source.clone() }
    }

    /// The same, as a place whose error has been reported.
    pub(crate) fn reported(mut self) -> Self {
        self.reported = true;
        self
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        line_of(&self.source.text, self.span.start)
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The first line of a span, marked; an error may span many lines.
fn snippet<'a>(
    source: &'a Source,
    span: &Range<usize>,
    label: &'a str,
    kind: AnnotationKind,
) -> Snippet<'a, Annotation<'a>> {
    let text = &source.text;
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
    let mark = kind.span(span.start - start..span.end.min(end).max(span.start) - start);
    let mark = if label.is_empty() { mark } else { mark.label(label) };
    Snippet::source(&text[start..end]).line_start(line_of(text, span.start)).path(&source.name).annotation(mark)
}

/// The span, clipped to the text and extended to character boundaries.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let down = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let up = |at: usize| (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let start = down(span.start);
    start..up(span.end).max(start)
}

/// All errors of a model: at least one diagnostic, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    complete: bool,
}

impl Diagnostics {
    /// The diagnostics, at least one.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// The same with other names of their sources.
    pub fn renamed(mut self, name: impl Fn(&str) -> String) -> Self {
        let renamed = |each: Diagnostic| {
            let name = name(each.file());
            each.about(&name)
        };
        self.list = self.list.into_iter().map(renamed).collect();
        self
    }

    /// False if reading stopped because there were too many.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// All diagnostics as text, with a line about omitted ones.
    pub fn render(&self, style: Style) -> String {
        let mut text = self.list.iter().map(|d| d.render(style)).collect::<Vec<_>>().join("\n\n");
        if !self.complete {
            text.push_str(&format!("\n\nstopped reading after {} errors", self.list.len()));
        }
        text
    }
}

impl Diagnostics {
    /// These diagnostics; `None` for an empty list.
    pub fn of(list: Vec<Diagnostic>) -> Option<Self> {
        (!list.is_empty()).then_some(Diagnostics { list, complete: true })
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics { list: vec![diagnostic], complete: true }
    }
}

/// Collects diagnostics up to a limit.
///
/// An error in a repeated item or in a submodel used twice is found for each copy, but stored once.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    list: Vec<Diagnostic>,
    found: usize,
    warnings: Vec<Diagnostic>,
    /// Uses of parameters that do not fit, until all uses are known.
    misfits: Vec<Misfit>,
    /// Locations of parameters with at least one use that fits.
    fitting: BTreeSet<(String, usize)>,
}

/// A parameter, and where its value stands.
#[derive(Clone, Debug)]
pub(crate) struct ParameterAt {
    pub(crate) name: String,
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
}

/// A use of a parameter that its value does not fit.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) parameter: ParameterAt,
    /// What it would have to be, as "must be a mass".
    pub(crate) must: String,
    /// The correction, such as "give it in kg"; may be empty.
    pub(crate) cure: String,
    /// The key whose value it is.
    pub(crate) key: String,
    /// The diagnostic at the place of use.
    pub(crate) at: Diagnostic,
}

impl Collector {
    const LIMIT: usize = 100;
    /// Maximum number of errors found, counting duplicates.
    const FINDS: usize = 1000;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.found += 1;
        if diagnostic.also.as_ref().is_some_and(|also| also.reported) {
            return;
        }
        // Copies of an item have different names, but the unknown names that they refer to have the same span.
        let copied = |other: &Diagnostic| {
            other.code == diagnostic.code
                && other.span == diagnostic.span
                && Arc::ptr_eq(&other.source, &diagnostic.source)
        };
        let of_name = diagnostic.code.starts_with("unknown-") || diagnostic.code == "absent-item";
        let again = of_name && self.list.iter().any(copied);
        if !self.is_full() && !again && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, diagnostic: Diagnostic) {
        let warning = diagnostic.as_warning();
        if self.warnings.len() < Self::LIMIT && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The warnings so far.
    pub(crate) fn take_warnings(&mut self) -> Vec<Diagnostic> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.sort_by_key(|d| d.span.start);
        warnings
    }

    /// Takes note that a use of a parameter fits its value.
    pub(crate) fn fits(&mut self, parameter: &ParameterAt) {
        self.fitting.insert((parameter.source.name.clone(), parameter.span.start));
    }

    /// Records that a use of a parameter does not fit its value.
    ///
    /// If no use fits and all of them require the same, the error is reported once, at the parameter.
    pub(crate) fn misfit(&mut self, misfit: Misfit) {
        self.found += 1;
        let again = self.misfits.iter().any(|other| other.at == misfit.at);
        if !self.is_full() && !again {
            self.misfits.push(misfit);
        }
    }

    /// Decides for each misfit where it is reported.
    fn settle(&mut self) {
        let misfits = std::mem::take(&mut self.misfits);
        let place = |misfit: &Misfit| (misfit.parameter.source.name.clone(), misfit.parameter.span.start);
        let mut done = BTreeSet::new();
        for misfit in &misfits {
            let place_here = place(misfit);
            let all: Vec<&Misfit> = misfits.iter().filter(|other| place(other) == place_here).collect();
            let blamed = !self.fitting.contains(&place_here) && all.iter().all(|other| other.must == misfit.must);
            if !blamed {
                self.push(misfit.at.clone());
            } else if done.insert(place_here) {
                self.push(misfit.at_parameter(&all));
            }
        }
    }

    /// Returns whether the limit is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() + self.misfits.len() >= Self::LIMIT || self.found > Self::FINDS
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.misfits.is_empty()
    }

    pub(crate) fn into_list(mut self) -> Vec<Diagnostic> {
        self.settle();
        self.list
    }

    /// The value if there are no errors, else all errors: by file in the order of the text, then those of overrides.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Diagnostics> {
        let complete = !self.is_full();
        self.settle();
        let mut files: Vec<String> = Vec::new();
        for diagnostic in &self.list {
            if !files.iter().any(|file| file == diagnostic.file()) {
                files.push(diagnostic.file().to_owned());
            }
        }
        let order = |file: &str| (file == OVERRIDE, files.iter().position(|f| f == file));
        self.list.sort_by_key(|d| (order(d.file()), d.span.start));
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => {
                assert!(!self.list.is_empty(), "a model is rejected only with a diagnostic");
                Err(Diagnostics { list: self.list, complete })
            }
        }
    }
}

impl Misfit {
    /// The diagnostic at the parameter, with the lines of all its uses.
    fn at_parameter(&self, all: &[&Misfit]) -> Diagnostic {
        let ParameterAt { name, source, span } = &self.parameter;
        let mut lines: Vec<String> = all.iter().map(|use_| use_.at.line().to_string()).collect();
        lines.dedup();
        let more = lines.len().saturating_sub(4);
        lines.truncate(4);
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let used = format!("it is the `{}` on {word} {}{more}", self.key, lines.join(", "));
        let used = if self.at.file() == source.name { used } else { format!("{used} of {}", self.at.file()) };
        let help = if self.cure.is_empty() { used } else { format!("{used}: {}", self.cure) };
        let message = format!("parameter `{name}` {}", self.must);
        Diagnostic::new(self.at.code, source, span.clone(), message).label(self.at.label.clone()).help(help)
    }
}

/// An error in a piece of text, with its span in that piece: reported by units and expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// As in [`Diagnostic`].
    pub code: &'static str,
    /// The span in the piece, in bytes.
    pub span: Range<usize>,
    /// As in [`Diagnostic`].
    pub message: String,
    /// As in [`Diagnostic`].
    pub label: String,
    /// As in [`Diagnostic`].
    pub help: Option<String>,
    /// As in [`Diagnostic`].
    pub also: Option<Box<Related>>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Fault { code, span, message: message.into(), label: String::new(), help: None, also: None }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same fault in a longer text that contains the piece at `offset`.
    pub(crate) fn moved(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// The diagnostic for a piece at `span` of `source`, with or without quotes.
    ///
    /// If the piece contains escapes, its spans do not apply to the source, and the whole piece is marked.
    pub(crate) fn at(self, source: &Arc<Source>, span: Range<usize>, piece: &str) -> Diagnostic {
        let text = source.text.as_bytes();
        let stands_at = |start: usize| text.get(start..).is_some_and(|rest| rest.starts_with(piece.as_bytes()));
        let whole = span.clone();
        let quoted = whole.len() >= 2 && matches!(text.get(whole.start), Some(b'"' | b'\''));
        let span = match quoted {
            true if whole.len() == piece.len() + 2 && stands_at(whole.start + 1) => self.moved_span(whole.start + 1),
            false if stands_at(whole.start) => self.moved_span(whole.start),
            _ => span,
        };
        self.whole(source, span)
    }

    /// The diagnostic for the whole of a span.
    pub(crate) fn whole(self, source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
        Diagnostic::new(self.code, source, span, self.message).label(self.label).maybe_help(self.help).also(self.also)
    }

    fn moved_span(&self, offset: usize) -> Range<usize> {
        self.span.start + offset..self.span.end + offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Arc<Source> {
        Arc::new(Source::new("model.toml", "a = 1\nµ = \"5 mn\"\n"))
    }

    #[test]
    fn line_and_column_count_characters_from_one() {
        let d = Diagnostic::new("x", &source(), 11..17, "m");
        assert_eq!((d.line(), d.column()), (2, 5));
    }

    #[test]
    fn a_rendered_diagnostic_shows_the_line_the_label_and_the_help() {
        let d = Diagnostic::new("unknown-unit", &source(), 11..17, "no unit `mn`").label("here").help("write `mm`");
        let expected = "\
error[unknown-unit]: no unit `mn`
 --> model.toml:2:5
  |
2 | µ = \"5 mn\"
  |     ^^^^^^ here
  |
  = help: write `mm`";
        assert_eq!(d.render(Style::Plain), expected);
        assert!(d.render(Style::Coloured).contains('\u{1b}'));
    }

    #[test]
    fn a_span_outside_the_text_is_pulled_inside() {
        let d = Diagnostic::new("x", &source(), 7..900, "m");
        assert_eq!(d.span, 6..18);
        d.render(Style::Plain);
    }

    #[test]
    fn a_fault_points_into_the_quotes_and_with_escapes_at_the_whole() {
        let fault = Fault::new("x", 2..4, "m");
        assert_eq!(fault.clone().at(&source(), 11..17, "5 mn").span, 14..16);
        assert_eq!(fault.at(&source(), 11..17, "5\tmn").span, 11..17);
    }
}
