//! The head of a report: model, status, errors and warnings, cost, measures.

use super::{Run, table};
use crate::figure::{escaped, prefixed, typeset};
use crate::number::significant;
use crate::summary::{Closeness, Expected, Limit, Parameter, Status, Summary};

pub(super) fn head(run: &Run, out: &mut String) {
    let scene = run.scene;
    let status = match run.summary.map(|summary| summary.status) {
        Some(Status::Done) => badge(true, "done"),
        Some(Status::Failed) => badge(false, "failed"),
        Some(Status::Interrupted) => badge(false, "interrupted"),
        Some(Status::Invalid) => badge(false, "invalid"),
        None => badge(false, "not finished"),
    };
    *out += &format!("<header><h1>{}</h1>\n<p>{status}", escaped(&scene.title));
    if let Some(expectations) = run.summary.map(|summary| &summary.expectations).filter(|list| !list.is_empty()) {
        let met = expectations.iter().filter(|expected| expected.ok == Some(true)).count();
        let all = expectations.iter().filter(|expected| expected.ok.is_some()).count();
        let word = if all == 1 { "expectation" } else { "expectations" };
        *out += &format!(" {}", badge(met == all, &format!("{met} of {all} {word} met")));
        if all < expectations.len() {
            *out += &format!(" <span class=\"badge\">{} not evaluated</span>", expectations.len() - all);
        }
    }
    let date = run.date.as_ref().map_or(String::new(), |date| format!("{date} · "));
    *out += &format!(
        "</p>\n<p class=\"soft\">{date}{} · model hash <code>{}</code> · halfshaft {}</p></header>\n",
        escaped(&scene.model),
        escaped(&scene.hash),
        escaped(&scene.halfshaft)
    );
}

pub(super) fn badge(good: bool, text: &str) -> String {
    format!("<span class=\"badge {}\">{text}</span>", if good { "good" } else { "bad" })
}

/// The error and the warnings of the run.
pub(super) fn errors_and_warnings(run: &Run, out: &mut String) {
    if let Some(failure) = run.summary.and_then(|summary| summary.error.as_ref()) {
        *out += "<div class=\"box\"><b>The analysis stopped";
        if let Some(time) = failure.time_s {
            *out += &format!(" at {} s", significant(time, 6));
        }
        *out += &format!(".</b><br>{}", escaped(&failure.reason));
        let code = (!failure.code.is_empty()).then(|| failure.code.clone());
        for (what, name) in [("element", &failure.element), ("worst equation", &failure.worst), ("code", &code)] {
            if let Some(name) = name {
                *out += &format!("<br>{what}: {}", escaped(name));
            }
        }
        *out += "</div>\n";
    }
    let damage =
        run.stored.damage.as_ref().map(|error| format!("{error}; this part and everything after it is omitted"));
    for warning in run.scene.warnings.iter().chain(&damage) {
        *out += &format!("<p class=\"note\">{}</p>\n", escaped(warning));
    }
}

/// The cost of the run and the size of its model.
pub(super) fn facts(run: &Run, out: &mut String) {
    let mut facts: Vec<(&str, String)> = vec![];
    if let Some(Summary { analysis, statistics, .. }) = run.summary {
        if let Some(analysis) = analysis {
            facts.push(("analysis", escaped(analysis)));
        }
        if statistics.simulated_s > 0.0 {
            facts.push(("simulated", format!("{} s", significant(statistics.simulated_s, 6))));
        }
        facts.push(("computed in", format!("{} s", significant(statistics.wall_s, 3))));
        if let Some(factor) = statistics.real_time_factor.filter(|factor| *factor > 0.0) {
            facts.push(("real-time factor", significant(factor, 3)));
        }
        let counts = [
            ("steps", statistics.steps),
            ("rejected steps", statistics.rejected),
            ("Newton iterations", statistics.newton_iterations),
            ("factorizations", statistics.factorizations),
        ];
        if statistics.steps > 0 {
            facts.extend(counts.map(|(name, count)| (name, count.to_string())));
        }
        facts.push(("unknowns", statistics.unknowns.to_string()));
    }
    let sizes =
        [("bodies", run.scene.bodies.len()), ("channels", run.stored.info.len()), ("rows", run.stored.time.len())];
    facts.extend(sizes.iter().filter(|(_, size)| *size > 0).map(|(name, size)| (*name, size.to_string())));
    *out += "<h2>Solver</h2>\n<div class=\"facts\">";
    for (name, value) in facts {
        *out += &format!("<div><span>{name}</span><b>{value}</b></div>");
    }
    *out += "</div>\n";
}

/// Number of measures without an expectation that are shown expanded.
const FEW: usize = 12;

/// The measures with their expectations.
pub(super) fn measures(run: &Run, out: &mut String) {
    let Some(summary) = run.summary.filter(|summary| !summary.measures.0.is_empty()) else { return };
    *out += "<h2>Measures</h2>\n";
    let (mut rows, mut others) = (vec![], vec![]);
    for ((name, value), (_, unit)) in summary.measures.0.iter().zip(&summary.units.0) {
        let expected = summary.expectations.iter().enumerate().filter(|(_, expected)| expected.measure == *name);
        let size = expected.clone().map(|(_, expected)| expected.expected).find(|size| *size != 0.0);
        let (unit, factor) = readable(unit, size.or(*value).unwrap_or(0.0));
        let value = value.map_or("–".into(), |value| with_unit(&significant(factor * value, 7), &unit));
        let start = vec![escaped(name), value];
        let judged: Vec<Vec<String>> = expected.map(|(place, expected)| judged(run, place, expected, factor)).collect();
        if judged.is_empty() {
            others.push(start.clone());
        }
        rows.extend(judged.into_iter().map(|end| [start.clone(), end].concat()));
    }
    let headers = ["measure", "#value", "#expected", "#tolerance", "", "source"];
    if rows.is_empty() {
        return table(out, &headers[..2], &others);
    }
    // Measures with an expectation come first; a long list of others is collapsed.
    table(out, &headers, &rows);
    if !others.is_empty() {
        let open = if others.len() <= FEW { " open" } else { "" };
        *out += &format!("<details{open}><summary>{} further measures</summary>\n", others.len());
        table(out, &headers[..2], &others);
        *out += "</details>\n";
    }
}

/// The parameters of the model with their values in this run.
pub(super) fn parameters(run: &Run, out: &mut String) {
    let list = &run.scene.parameters.0;
    if list.is_empty() && run.overrides.is_empty() {
        return;
    }
    let overridden = |name: &str| run.overrides.iter().any(|(each, _)| each == name);
    let row = |(name, parameter): &(String, Parameter)| {
        let written = run.scene.written.0.iter().find(|(each, _)| each == name).map_or("", |(_, text)| text.trim());
        let is_formula = written.starts_with('=');
        let mut remarks = vec![];
        let value = match parameter {
            Parameter::Number { .. } if !written.is_empty() && !is_formula => as_written(written),
            Parameter::Number { value, unit } => {
                let (unit, factor) = readable(unit, *value);
                with_unit(&significant(factor * value, 7), &unit)
            }
            Parameter::Word { word, of } => {
                remarks.push(escaped(&format!("of {}", of.join(", "))));
                escaped(word)
            }
        };
        remarks.extend(is_formula.then(|| format!("<code>{}</code>", escaped(written))));
        remarks.extend(overridden(name).then(|| "overridden".into()));
        vec![escaped(name), value, remarks.join(" ")]
    };
    *out += "<h2>Parameters</h2>\n";
    if !run.overrides.is_empty() {
        let words =
            run.overrides.iter().map(|(name, value)| format!("<code>{}={}</code>", escaped(name), escaped(value)));
        *out += &format!("<p>Overrides of this run: {}</p>\n", words.collect::<Vec<_>>().join(", "));
    }
    if !list.is_empty() {
        let open = if list.len() <= FEW { " open" } else { "" };
        let word = if list.len() == 1 { "parameter" } else { "parameters" };
        *out += &format!("<details{open}><summary>{} {word}</summary>\n", list.len());
        table(out, &["parameter", "#value", ""], &list.iter().map(row).collect::<Vec<_>>());
        *out += "</details>\n";
    }
}

/// A number and its typeset unit.
fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.into() } else { format!("{number} {}", escaped(unit)) }
}

/// A number with its unit as in the model file.
fn as_written(text: &str) -> String {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    with_unit(&escaped(number), &typeset(unit.trim()))
}

/// The unit in which a value can be read, and the factor for the values: 10 µm in place of 1e-5 m.
fn readable(unit: &str, value: f64) -> (String, f64) {
    const READABLE: std::ops::Range<f64> = 0.1..1e4;
    match unit {
        "1" => (String::new(), 1.0),
        _ if value == 0.0 || READABLE.contains(&value.abs()) => (typeset(unit), 1.0),
        _ => {
            let (unit, factor) = prefixed(unit, value.abs());
            (typeset(&unit), factor)
        }
    }
}

fn judged(run: &Run, place: usize, expected: &Expected, factor: f64) -> Vec<String> {
    let number = significant(factor * expected.expected, 8);
    let source = run.scene.sources.get(place);
    let (number, tolerance) = match expected.tolerance {
        Closeness::Within(size) => {
            // A percentage as it is in the file, otherwise in the unit of the value.
            let percent = source.filter(|source| source.tolerance.ends_with('%'));
            (number, percent.map_or(significant(factor * size, 4), |source| escaped(&source.tolerance)))
        }
        Closeness::Limit(Limit::AtMost) => (format!("at most {number}"), String::new()),
        Closeness::Limit(Limit::AtLeast) => (format!("at least {number}"), String::new()),
    };
    let reference = source.map_or(String::new(), |source| match &source.reference {
        Some(reference) => escaped(reference),
        None => "<span class=\"soft\">an earlier run of halfshaft</span>".into(),
    });
    let verdict = match expected.ok {
        Some(true) => badge(true, "ok"),
        Some(false) => badge(false, "miss"),
        None => "<span class=\"badge\">not evaluated</span>".into(),
    };
    vec![number, tolerance, verdict, reference]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_values_have_a_prefix() {
        let cases = [("m", 1e-5, "µm", 1e6), ("m", 0.0915, "mm", 1e3), ("m", 0.2, "m", 1.0), ("N", 2.5e4, "kN", 1e-3)];
        for (unit, value, read, factor) in cases {
            let (found, by) = readable(unit, value);
            assert!(found == read && (by / factor - 1.0).abs() < 1e-12, "{value} {unit}: {found} {by}");
        }
        assert_eq!(readable("kg m^2", 4e-4), ("kg·m²".into(), 1.0));
        assert_eq!(readable("1", 4e-4), (String::new(), 1.0));
        assert_eq!(readable("N/m", 2e8), ("N/µm".into(), 1e-6));
    }

    #[test]
    fn a_parameter_has_the_unit_of_the_file() {
        let pairs = [("20 deg", "20 deg"), ("5 um", "5 µm"), ("1e-4 kg m^2", "1e-4 kg·m²"), ("3.46", "3.46")];
        for (text, shown) in pairs {
            assert_eq!(as_written(text), shown);
        }
    }
}
