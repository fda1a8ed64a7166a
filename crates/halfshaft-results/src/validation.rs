//! The validation page, written by `halfshaft verify --markdown`.
//!
//! Values are rounded relative to their tolerance and no times are shown, so that the page changes only with the results.

use crate::atomic;
use crate::error::Error;
use crate::expectation::Judgement;
use crate::measure::Source;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// One verified model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The path of the model file.
    pub file: String,
    /// The model's title.
    pub title: String,
    /// Whether the file is marked slow: it runs with `./test --full` only.
    pub slow: bool,
    /// Why there are no values, if the run did not finish.
    pub problem: Option<String>,
    /// Its expectations.
    pub judgements: Vec<Judgement>,
}

/// Number of expectations and of those that are met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Those that are met.
    pub met: usize,
    /// All that were evaluated.
    pub all: usize,
    /// Those that were not evaluated, because the run was shortened.
    pub not_evaluated: usize,
}

impl Tally {
    /// Adds one.
    fn add(&mut self, judgement: &Judgement) {
        self.met += usize::from(judgement.evaluated && judgement.ok);
        self.all += usize::from(judgement.evaluated);
        self.not_evaluated += usize::from(!judgement.evaluated);
    }
}

/// Counts the expectations with a source and, separately, the regression values.
pub fn tally<'a>(judgements: impl IntoIterator<Item = &'a Judgement>) -> (Tally, Tally) {
    let (mut validation, mut regression) = (Tally::default(), Tally::default());
    for judgement in judgements {
        match judgement.source {
            Source::Reference(_) => validation.add(judgement),
            Source::Regression => regression.add(judgement),
        }
    }
    (validation, regression)
}

/// Writes the page to a file.
pub fn write(path: &Path, cases: &[Case]) -> Result<(), Error> {
    atomic::write(path, |file| std::io::Write::write_all(file, render(cases).as_bytes()))
}

/// The whole page in Markdown.
pub fn render(cases: &[Case]) -> String {
    let (validation, regression) = tally(cases.iter().flat_map(|case| &case.judgements));
    let mut page = String::from("# Validation\n\nWritten by `halfshaft verify`; do not edit.\n\n");
    let _ = writeln!(
        page,
        "{} of {} expectations with a source are met. Model files: {}.",
        validation.met,
        validation.all,
        cases.len()
    );
    if regression.all > 0 {
        let _ = writeln!(
            page,
            "Rows marked *regression* compare with an earlier result of halfshaft itself; they guard against change, \
             validate nothing and are not counted above ({} of {} hold).",
            regression.met, regression.all
        );
    }
    for case in cases {
        let full = if case.slow { " (`./test --full` only)" } else { "" };
        let _ = write!(page, "\n## {}\n\n`{}`{full}\n\n", one_line(&case.title), case.file);
        if let Some(problem) = &case.problem {
            let _ = writeln!(page, "**Did not finish**: {}", one_line(problem));
        } else if case.judgements.is_empty() {
            page += "No expectations.\n";
        } else {
            rows(&mut page, &case.judgements);
        }
    }
    page
}

fn rows(page: &mut String, judgements: &[Judgement]) {
    *page += "| measure | value | expected | tolerance | unit | source | |\n";
    *page += "| --- | ---: | ---: | ---: | --- | --- | --- |\n";
    for judgement in judgements {
        let Judgement { measure, unit, value, bound, source, .. } = judgement;
        let source = match source {
            Source::Reference(text) => cell(text),
            Source::Regression => "*regression*".into(),
        };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {source} | {} |",
            cell(measure),
            value.map_or("none".into(), |value| bound.value_text(value)),
            bound.expected_text(),
            bound.tolerance_text(),
            cell(unit),
            if judgement.is_miss() { "**miss**" } else { judgement.word() }
        );
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::judge;
    use crate::measure::{Bound, Tolerance};

    fn judgement(value: Option<f64>, bound: Bound, source: Source) -> Judgement {
        Judgement {
            measure: "period".into(),
            unit: "s".into(),
            value,
            bound,
            source,
            ok: judge(value, bound),
            evaluated: true,
        }
    }

    #[test]
    fn the_page_counts_sources_only_and_marks_the_rest() {
        let near = Bound::Near(2.0, Tolerance::Relative(0.01));
        let book = || Source::Reference("Someone 1999, eq. 1 | 2".into());
        let pendulum = Case {
            file: "examples/pendulum.toml".into(),
            title: "A pendulum".into(),
            slow: true,
            problem: None,
            judgements: vec![
                judgement(Some(2.006_123_456), near, book()),
                judgement(None, Bound::AtLeast(1.0), book()),
                judgement(Some(2.0), near, Source::Regression),
            ],
        };
        let stuck = Case {
            file: "examples/stuck.toml".into(),
            title: "Stuck".into(),
            slow: false,
            problem: Some("no\nconvergence".into()),
            judgements: vec![],
        };
        let page = render(&[pendulum, stuck]);
        assert!(page.contains("\n1 of 2 expectations with a source are met. Model files: 2.\n"));
        assert!(page.contains("(1 of 1 hold)"));
        assert!(page.contains("`examples/pendulum.toml` (`./test --full` only)\n"));
        assert!(page.contains("| period | 2.0061 | 2 | 1 % | s | Someone 1999, eq. 1 \\| 2 | ok |\n"));
        assert!(page.contains("| period | none | at least 1 |  | s | Someone 1999, eq. 1 \\| 2 | **miss** |\n"));
        assert!(page.contains("| *regression* | ok |\n"));
        assert!(page.ends_with("## Stuck\n\n`examples/stuck.toml`\n\n**Did not finish**: no convergence\n"));
    }
}
