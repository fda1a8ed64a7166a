//! Files that define a study of other model files: `[analysis] type = "sweep"` or `"fit"`.
//!
//! Such a file contains no mechanism; it names the models, the varied parameters and, for a fit, the targets:
//!
//! ```toml
//! format = 1
//! title = "Friction of a bearing"
//!
//! [analysis]
//! type = "fit"
//! models = ["flywheel.toml"]
//! vary = { mu = "0.02:0.11" }
//! to = { "smooth speed" = "24.1425 rad/s ± 0.5 rad/s" }
//!
//! [[expect]]
//! measure = "mu"
//! value = 0.0731
//! tolerance = "0.1 %"
//! source = "closed form"
//! ```

use std::path::Path;
use std::sync::Arc;

use halfshaft::describe::Dimension;
use halfshaft_results::measure::{Bound, Expectation, Source as Origin, Tolerance};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostics};
use crate::document::Raw;
use crate::sections::{Entry, Shape};
use crate::source::Source;
use crate::suggest::nearest;
use crate::units;

/// The kind of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyKind {
    /// Runs a model for many parameter values.
    Sweep,
    /// Fits parameters to targets.
    Fit,
}

/// A study as defined by its file.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its title; may be empty.
    pub title: String,
    /// Its kind.
    pub kind: StudyKind,
    /// The model files, relative to the working directory.
    pub models: Vec<String>,
    /// Overrides that all cases share, as pairs of name and value.
    pub overrides: Vec<(String, String)>,
    /// The varied parameters, as for `--vary`.
    pub vary: Vec<(String, String)>,
    /// The targets, as for `--to`.
    pub to: Vec<(String, String)>,
    /// How cases are chosen, as for `--plan`.
    pub plan: &'static str,
    /// The number of cases, if the plan does not imply it.
    pub cases: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of searches of a fit.
    pub starts: u64,
    /// Expectations on the results.
    pub expectations: Vec<Expectation>,
}

/// The kinds of plans.
const PLANS: &[&str] = &["grid", "list", "lhs", "random"];
/// The keys of `[analysis]` in the file of a sweep.
pub const SWEEP: &[Entry] = &[
    entry("type", Shape::Choice(&["sweep"]), true, "runs a model for many values of its parameters"),
    entry("models", Shape::TextList, true, "the model file, relative to this one"),
    entry("vary", Shape::Texts, true, "parameters with their values: `\"A:B:N\"` for N values from A to B, or a list"),
    SET,
    entry(
        "plan",
        Shape::Choice(PLANS),
        false,
        "all combinations (`grid`, the default), values paired in order (`list`), Latin hypercube (`lhs`) or `random`",
    ),
    entry("cases", Shape::Mode, false, "number of cases of `lhs` and `random`"),
    SEED,
];

/// The keys of `[analysis]` in the file of a fit.
pub const FIT: &[Entry] = &[
    entry("type", Shape::Choice(&["fit"]), true, "fits parameters of models to target values of measures"),
    entry("models", Shape::TextList, true, "the model files, relative to this one"),
    entry("vary", Shape::Texts, true, "parameters to fit, with their range `\"A:B\"`"),
    entry("to", Shape::Texts, true, "measures with their target values, `\"4.02\"` or `\"4.02 ± 0.05\"`"),
    SET,
    entry("starts", Shape::Mode, false, "number of starting points of the search; default 3"),
    SEED,
];

const SET: Entry = entry("set", Shape::Texts, false, "parameters and settings that all cases share, as for `--set`");
const SEED: Entry = entry("seed", Shape::Mode, false, "seed of the random numbers; default 1");

const fn entry(name: &'static str, shape: Shape, required: bool, meaning: &'static str) -> Entry {
    Entry { name, shape, required, meaning }
}

/// The measures of a sweep: the number of cases with each status.
pub const SWEEP_MEASURES: &[&str] = &["done", "failed", "invalid"];
/// The measure of a fit besides its parameters.
pub const FIT_MEASURE: &str = "sum_of_squares";

/// The study that a document describes; none where it is a model.
pub(crate) fn study(document: &DeTable, source: &Arc<Source>) -> Option<Result<Study, Diagnostics>> {
    let mut out = Collector::default();
    let analysis = document.get("analysis")?.get_ref().as_table()?;
    let kind = match analysis.get("type")?.get_ref().as_str()? {
        "sweep" => StudyKind::Sweep,
        "fit" => StudyKind::Fit,
        _ => return None,
    };
    let mut reader = StudyReader { source, out: &mut out };
    let study = reader.study(kind, document, analysis);
    Some(out.finish(study))
}

struct StudyReader<'a> {
    source: &'a Arc<Source>,
    out: &'a mut Collector,
}

impl StudyReader<'_> {
    fn study(&mut self, kind: StudyKind, document: &DeTable, analysis: &DeTable) -> Option<Study> {
        self.known(document, &["format", "title", "slow", "analysis", "expect"], "the file of a study");
        let keys = if kind == StudyKind::Fit { FIT } else { SWEEP };
        self.known(analysis, &keys.iter().map(|entry| entry.name).collect::<Vec<_>>(), "[analysis]");
        let format = document.get("format").and_then(|node| self.text(node));
        if format.as_deref() != Some("1") {
            self.report("missing-key", document.get("format"), "the file needs `format = 1`");
        }
        let title = document.get("title").and_then(|node| self.text(node)).unwrap_or_default();
        let models = self.models(analysis, kind);
        let vary = self.pairs(analysis, "vary", true);
        let to = self.pairs(analysis, "to", kind == StudyKind::Fit);
        let overrides = self.pairs(analysis, "set", false);
        let plan = match analysis.get("plan").map(|node| (node, self.text(node))) {
            None => "grid",
            Some((node, text)) => {
                PLANS.iter().copied().find(|plan| Some(*plan) == text.as_deref()).unwrap_or_else(|| {
                    self.report("unknown-word", Some(node), &format!("`plan` must be one of {}", PLANS.join(", ")));
                    "grid"
                })
            }
        };
        let cases = self.count(analysis, "cases", 1_000_000);
        let seed = self.count(analysis, "seed", u64::MAX).unwrap_or(1);
        let starts = self.count(analysis, "starts", 1000).unwrap_or(3);
        let expectations = self.expectations(document, kind, &vary);
        Some(Study { title, kind, models, overrides, vary, to, plan, cases, seed, starts, expectations })
    }

    fn report(&mut self, code: &'static str, node: Option<&Spanned<DeValue>>, message: &str) {
        let span = node.map_or(0..0, Spanned::span);
        self.out.push(crate::Diagnostic::new(code, self.source, span, message));
    }

    fn known(&mut self, table: &DeTable, keys: &[&str], what: &str) {
        for key in table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref().as_ref();
            let message = format!("{what} has no `{name}`");
            let error = crate::Diagnostic::new("unknown-key", self.source, key.span(), message);
            let near = nearest(name, keys.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            self.out.push(error.maybe_help(near));
        }
    }

    /// A text or a number; a list becomes a text with commas.
    fn text(&mut self, node: &Spanned<DeValue>) -> Option<String> {
        match node.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_string()),
            DeValue::Float(number) => Some(number.as_str().to_string()),
            DeValue::Boolean(value) => Some(value.to_string()),
            DeValue::Array(list) => {
                let values: Option<Vec<String>> = list.iter().map(|node| self.text(node)).collect();
                values.map(|values| values.join(", "))
            }
            DeValue::Datetime(_) | DeValue::Table(_) => {
                let raw = Raw::new(node, self.source);
                let error = raw.error("wrong-form", "a number or a text was expected").label(raw.this_is());
                self.out.push(error);
                None
            }
        }
    }

    /// The model files, relative to this one.
    fn models(&mut self, analysis: &DeTable, kind: StudyKind) -> Vec<String> {
        let Some(node) = analysis.get("models") else {
            self.report("missing-key", None, "[analysis] needs `models`, as `models = [\"model.toml\"]`");
            return vec![];
        };
        let nodes: Vec<&Spanned<DeValue>> = match node.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![node],
        };
        let names: Vec<String> = nodes.into_iter().filter_map(|node| self.text(node)).collect();
        if names.is_empty() || kind == StudyKind::Sweep && names.len() > 1 {
            self.report("wrong-form", Some(node), "a sweep has one model, a fit one or more");
        }
        let beside = Path::new(&self.source.name).parent().unwrap_or(Path::new(""));
        names.iter().map(|name| beside.join(name).to_string_lossy().into_owned()).collect()
    }

    fn pairs(&mut self, analysis: &DeTable, key: &str, needed: bool) -> Vec<(String, String)> {
        let Some(node) = analysis.get(key) else {
            if needed {
                self.report("missing-key", None, &format!("[analysis] needs `{key}`, as `{key} = {{ name = \"…\" }}`"));
            }
            return vec![];
        };
        let Some(table) = node.get_ref().as_table() else {
            self.report("wrong-form", Some(node), &format!("`{key}` must be a table, as `{key} = {{ name = \"…\" }}`"));
            return vec![];
        };
        let mut pairs: Vec<(usize, String, String)> = vec![];
        for (name, node) in table {
            if let Some(text) = self.text(node) {
                pairs.push((name.span().start, name.get_ref().to_string(), text));
            }
        }
        // In the order of the text, not of the table.
        pairs.sort();
        pairs.into_iter().map(|(_, name, text)| (name, text)).collect()
    }

    fn count(&mut self, analysis: &DeTable, key: &str, most: u64) -> Option<u64> {
        let node = analysis.get(key)?;
        let number = self.text(node).and_then(|text| text.parse::<u64>().ok()).filter(|n| (1..=most).contains(n));
        if number.is_none() {
            self.report("out-of-range", Some(node), &format!("`{key}` must be a positive whole number"));
        }
        number
    }

    fn expectations(&mut self, document: &DeTable, kind: StudyKind, vary: &[(String, String)]) -> Vec<Expectation> {
        let Some(node) = document.get("expect") else { return vec![] };
        let Some(list) = node.get_ref().as_array() else {
            self.report("wrong-form", Some(node), "write [[expect]]");
            return vec![];
        };
        list.iter().filter_map(|node| self.expectation(node, kind, vary)).collect()
    }

    fn expectation(
        &mut self,
        node: &Spanned<DeValue>,
        kind: StudyKind,
        vary: &[(String, String)],
    ) -> Option<Expectation> {
        let table = node.get_ref().as_table()?;
        self.known(table, &["measure", "value", "tolerance", "at_most", "at_least", "source"], "[[expect]]");
        let measure = table.get("measure").and_then(|node| self.text(node)).unwrap_or_default();
        let dimension = match kind {
            StudyKind::Sweep => SWEEP_MEASURES.contains(&measure.as_str()).then_some(Dimension::NONE),
            StudyKind::Fit if measure == FIT_MEASURE => Some(Dimension::NONE),
            StudyKind::Fit => vary.iter().find(|(name, _)| *name == measure).and_then(|(_, text)| dimension(text)),
        };
        let Some(dimension) = dimension else {
            let measures = if kind == StudyKind::Fit {
                "a parameter that varies, or sum_of_squares"
            } else {
                "done, failed or invalid"
            };
            self.report("unknown-measure", table.get("measure").or(Some(node)), &format!("`measure` is {measures}"));
            return None;
        };
        let mut number = |key: &str, dimension: Dimension| -> Option<f64> {
            let node = table.get(key)?;
            let text = self.text(node)?;
            match units::parse(&text) {
                Ok(amount) if amount.dimension == dimension => return Some(amount.value),
                Ok(_) => self.report("unit-mismatch", Some(node), &format!("`{key}` is {}", units::name(dimension))),
                Err(fault) => self.report(fault.code, Some(node), &fault.message),
            }
            None
        };
        let relative =
            table.get("tolerance").and_then(|node| node.get_ref().as_str()).is_some_and(|t| t.trim().ends_with('%'));
        let size = number("tolerance", if relative { Dimension::NONE } else { dimension });
        let size = size.map(|size| if relative { Tolerance::Relative(size) } else { Tolerance::Absolute(size) });
        let bounds = [number("value", dimension), number("at_most", dimension), number("at_least", dimension)];
        let bound = match (bounds, size) {
            ([Some(value), None, None], Some(size)) => Some(Bound::Near(value, size)),
            ([None, Some(most), None], None) => Some(Bound::AtMost(most)),
            ([None, None, Some(least)], None) => Some(Bound::AtLeast(least)),
            _ => None,
        };
        let origin = table.get("source").and_then(|node| self.text(node));
        let (Some(bound), Some(origin)) = (bound, origin) else {
            let message = "needs `source`, and `value` with `tolerance`, or `at_most`, or `at_least`";
            self.report("missing-key", Some(node), &format!("[[expect]] {message}"));
            return None;
        };
        let source = if origin == "regression" { Origin::Regression } else { Origin::Reference(origin) };
        Some(Expectation { measure, bound, source })
    }
}

/// The dimension of a range `A:B`, from its second end.
fn dimension(range: &str) -> Option<Dimension> {
    units::parse(range.split(':').nth(1)?).ok().map(|amount| amount.dimension)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    fn described(name: &str, text: &str) -> Option<Result<Study, Diagnostics>> {
        let source = Arc::new(Source::new(name, text));
        let document = document::parse(&source, &mut Collector::default()).unwrap();
        study(&document, &source)
    }

    fn read(text: &str) -> Result<Study, Vec<&'static str>> {
        described("studies/a.toml", text).unwrap().map_err(|d| d.as_slice().iter().map(|d| d.code).collect())
    }

    const FIT: &str = "format = 1\n[analysis]\ntype = \"fit\"\nmodels = [\"m.toml\"]\n\
        vary = { r = \"1:2 mm\", a = \"0:1\" }\nto = { speed = \"3 m/s\" }\n";

    #[test]
    fn a_fit_is_read_with_its_paths_beside_the_file_and_in_the_order_of_the_text() {
        let text =
            format!("{FIT}[[expect]]\nmeasure = \"r\"\nvalue = \"1.5 mm\"\ntolerance = \"1 %\"\nsource = \"x\"\n");
        let study = read(&text).unwrap();
        assert_eq!((study.kind, study.models[0].as_str(), study.starts), (StudyKind::Fit, "studies/m.toml", 3));
        assert_eq!(study.vary.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["r", "a"]);
        assert_eq!(study.expectations[0].bound, Bound::Near(1.5e-3, Tolerance::Relative(0.01)));
    }

    #[test]
    fn a_sweep_takes_lists_and_numbers() {
        let text =
            "format = 1\n[analysis]\ntype = \"sweep\"\nmodels = \"m.toml\"\nvary = { n = [1, 2, 3] }\nseed = 7\n";
        let study = read(text).unwrap();
        assert_eq!((study.vary[0].1.as_str(), study.seed, study.plan), ("1, 2, 3", 7, "grid"));
    }

    #[test]
    fn mistakes_are_pointed_at() {
        assert_eq!(read(&FIT.replace("vary =", "wary =")).unwrap_err(), ["missing-key", "unknown-key"]);
        assert_eq!(read(&FIT.replace("format = 1", "")).unwrap_err(), ["missing-key"]);
        assert_eq!(read(&FIT.replace("{ speed = \"3 m/s\" }", "3")).unwrap_err(), ["wrong-form"]);
        let expect = |lines: &str| read(&format!("{FIT}[[expect]]\n{lines}")).unwrap_err();
        assert_eq!(expect("measure = \"b\""), ["unknown-measure"]);
        assert_eq!(expect("measure = \"r\"\nat_most = \"1 s\"\nsource = \"x\""), ["missing-key", "unit-mismatch"]);
        assert!(described("m.toml", "format = 1\n[analysis]\ntype = \"modes\"\n").is_none());
    }
}
