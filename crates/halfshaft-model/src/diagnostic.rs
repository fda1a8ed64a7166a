//! What is wrong with a model, where, and what would be right.
//!
//! A diagnostic holds its source, so that it can be shown wherever it ends up, whether it speaks of a file or of an
//! override on the command line. All of them are collected before reading stops.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::text::{OVERRIDE, Source};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable name for this kind of mistake, as `unit-mismatch`.
    pub code: &'static str,
    /// One terse line that stands alone.
    pub message: String,
    /// The bytes of the source it speaks of.
    pub span: Range<usize>,
    /// What to say at these bytes; may be empty.
    pub label: String,
    /// What would be right.
    pub help: Option<String>,
    /// Whether it stops nothing.
    pub warning: bool,
    source: Arc<Source>,
}

/// Whether a rendered diagnostic carries the colours of a terminal.
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
        Diagnostic { code, message, span, label: String::new(), help: None, warning: false, source }
    }

    /// The same as a warning, which stops nothing.
    pub fn as_warning(mut self) -> Self {
        self.warning = true;
        self
    }

    /// The same under another code.
    pub(crate) fn with_code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// The same with a label at its span.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with a help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a help where there is one.
    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// The same about a text of another name, as an option through which an override came.
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
        self.source.text[..self.span.start].matches('\n').count() + 1
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        let before = &self.source.text[..self.span.start];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1
    }

    /// The message with the line it speaks of, as people read it.
    pub fn render(&self, style: Style) -> String {
        let text = &self.source.text;
        let start = text[..self.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[self.span.start..].find('\n').map_or(text.len(), |at| self.span.start + at);
        let line = &text[start..end];
        let level = if self.warning { Level::WARNING } else { Level::ERROR };
        let title = level.primary_title(self.message.as_str()).id(self.code);
        let mut group = if text.is_empty() {
            annotate_snippets::Group::with_title(title)
        } else {
            // The first line says where; a mistake over many lines would only fill the screen.
            let mark = AnnotationKind::Primary
                .span(self.span.start - start..self.span.end.min(end).max(self.span.start) - start);
            let mark = if self.label.is_empty() { mark } else { mark.label(self.label.as_str()) };
            let snippet = Snippet::source(line).line_start(self.line()).path(self.file()).annotation(mark);
            title.element(snippet)
        };
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

/// The span, pulled into the text and onto the borders of its characters.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let down = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let up = |at: usize| (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let start = down(span.start);
    start..up(span.end).max(start)
}

/// All that is wrong with a model: at least one diagnostic, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    complete: bool,
}

impl Diagnostics {
    /// The diagnostics, one at least.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// False where reading stopped because there were too many.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// All of them as people read them, with a line for those left out.
    pub fn render(&self, style: Style) -> String {
        let mut text = self.list.iter().map(|d| d.render(style)).collect::<Vec<_>>().join("\n\n");
        if !self.complete {
            text.push_str(&format!("\n\nstopped reading after {} errors", self.list.len()));
        }
        text
    }
}

impl Diagnostics {
    /// These diagnostics; none where there is none.
    pub fn of(list: Vec<Diagnostic>) -> Option<Self> {
        (!list.is_empty()).then_some(Diagnostics { list, complete: true })
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics { list: vec![diagnostic], complete: true }
    }
}

/// Collects diagnostics up to a limit, beyond which nobody reads them.
///
/// A mistake in a repeated item or in a submodel used twice is found once for each copy, and kept once.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    list: Vec<Diagnostic>,
    found: usize,
    warnings: Vec<Diagnostic>,
    /// Uses of parameters that do not fit, until it is known whether any other does.
    misfits: Vec<Misfit>,
    /// Where parameters stand of which some use fits.
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
    /// What to do about it, as "give it in kg"; may be empty.
    pub(crate) cure: String,
    /// The key that it is the value of.
    pub(crate) key: String,
    /// What is wrong, said where it is used.
    pub(crate) at: Diagnostic,
}

impl Collector {
    const LIMIT: usize = 100;
    /// How often mistakes may be found, the same ones counted again.
    const FINDS: usize = 1000;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.found += 1;
        // Copies of an item have names of their own, and the unknown names that they refer to stand in one place.
        let copied = |other: &Diagnostic| {
            other.code == diagnostic.code
                && other.span == diagnostic.span
                && Arc::ptr_eq(&other.source, &diagnostic.source)
        };
        let again = diagnostic.code.starts_with("unknown-") && self.list.iter().any(copied);
        if !self.is_full() && !again && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Takes note of something that is worth knowing and no error.
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

    /// Takes note that a use of a parameter does not fit its value.
    ///
    /// Where no use fits, and all of them want the same, the parameter is what is wrong, and that is said once.
    pub(crate) fn misfit(&mut self, misfit: Misfit) {
        self.found += 1;
        let again = self.misfits.iter().any(|other| other.at == misfit.at);
        if !self.is_full() && !again {
            self.misfits.push(misfit);
        }
    }

    /// Decides for each misfit where it is told.
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
                self.push(misfit.told(&all));
            }
        }
    }

    /// Whether to stop looking for more.
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

    /// The value where nothing was wrong, else all that was: file by file in the order of the text, then the overrides'.
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
                assert!(!self.list.is_empty(), "a model is refused only with a diagnostic");
                Err(Diagnostics { list: self.list, complete })
            }
        }
    }
}

impl Misfit {
    /// The same told at the parameter, with the lines of all its uses.
    fn told(&self, all: &[&Misfit]) -> Diagnostic {
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

/// A mistake inside a piece of text, with its span in that piece: what units and expressions report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// As in [`Diagnostic`].
    pub code: &'static str,
    /// The bytes of the piece it speaks of.
    pub span: Range<usize>,
    /// As in [`Diagnostic`].
    pub message: String,
    /// As in [`Diagnostic`].
    pub label: String,
    /// As in [`Diagnostic`].
    pub help: Option<String>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Fault { code, span, message: message.into(), label: String::new(), help: None }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same fault in a longer text that holds the piece from `offset` on.
    pub(crate) fn moved(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// The diagnostic for a piece that stands in `source` at `span`, in quotes or bare.
    ///
    /// Where the piece was written with escapes its own spans mean nothing in the source, and the whole is marked.
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
        Diagnostic::new(self.code, source, span, self.message).label(self.label).maybe_help(self.help)
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
