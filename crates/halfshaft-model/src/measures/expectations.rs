//! `[[expect]]`: what measures should be.

use std::collections::BTreeMap;

use halfshaft::describe::Quantity;
use halfshaft_results::measure::{Bound, Expectation, Source, Tolerance, Unit};
use toml::de::{DeTable, DeValue};

use super::{Measured, one_of};
use crate::condition::Absences;
use crate::document::Raw;
use crate::forms::{Owner, Reader};
use crate::parameters::is_expression;
use crate::sections;
use crate::suggest::nearest;

/// What one table expects of a measure.
pub(super) fn expectation(
    reader: &mut Reader,
    measures: &BTreeMap<&str, &Measured>,
    absent: &Absences,
    table: &DeTable,
    raw: Raw,
) -> Option<Expectation> {
    let owner = Owner { what: "this expectation".into(), source: raw.source, span: raw.span() };
    let choice = one_of(reader, table, &owner, sections::EXPECT, sections::BOUNDS);
    let at = |key: &str| table.get(key).map(|node| Raw::new(node, raw.source));
    let mut text = |key: &str| {
        let given = at(key)?;
        let text = given.value().as_str().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            let error = given.error("wrong-form", format!("`{key}` must be a text"));
            reader.out.push(error.label(given.this_is()));
        }
        text
    };
    let (name, origin) = (text("measure"), text("source"));
    let name = name.and_then(|name| reader.environment.fill(name, at("measure")?, reader.out));
    let (choice, name) = (choice?, name?);
    let Some(measured) = measures.get(name.as_str()) else {
        if let Some(fault) = absent.fault(&name) {
            reader.out.push(at("measure")?.fault(fault));
            return None;
        }
        let near = nearest(&name, measures.keys().copied()).map(|near| format!("did you mean \"{near}\"?"));
        let error = at("measure")?.error("unknown-measure", format!("there is no measure \"{name}\""));
        reader.out.push(error.maybe_help(near));
        return None;
    };
    let (quantity, unit) = (measured.quantity?, measured.unit.as_ref()?);
    let value = amount(reader, choice, at(choice)?, quantity, unit);
    let tolerance = at("tolerance");
    let bound = match (choice, tolerance) {
        ("value", Some(tolerance)) => {
            let tolerance = self::tolerance(reader, tolerance, quantity, unit, value);
            Bound::Near(value?, tolerance?)
        }
        ("value", None) => {
            reader.missing("tolerance", "\"1 %\"", &owner);
            return None;
        }
        (_, Some(tolerance)) => {
            let error = tolerance.error("conflicting-keys", format!("`tolerance` does not go with `{choice}`"));
            reader.out.push(error.help(format!("change `{choice}` itself")));
            return None;
        }
        ("at_most", None) => Bound::AtMost(value?),
        (_, None) => Bound::AtLeast(value?),
    };
    let source = match origin? {
        "regression" => Source::Regression,
        reference => Source::Reference(reference.to_owned()),
    };
    Some(Expectation { measure: name, bound, source })
}

/// A number in the unit of the measure, which a bare number has.
fn amount(reader: &mut Reader, key: &str, raw: Raw, quantity: Quantity, unit: &Unit) -> Option<f64> {
    let bare = matches!(raw.value(), DeValue::Integer(_) | DeValue::Float(_));
    let value = reader.amount(key, raw, quantity)?;
    Some(if bare { value } else { value / unit.size })
}

/// In percent of the value, or in its unit.
fn tolerance(reader: &mut Reader, raw: Raw, quantity: Quantity, unit: &Unit, value: Option<f64>) -> Option<Tolerance> {
    let relative = raw.value().as_str().is_some_and(|text| !is_expression(text) && text.trim_end().ends_with('%'));
    let size = match relative {
        true => reader.amount("tolerance", raw, Quantity::NUMBER)?,
        false => amount(reader, "tolerance", raw, quantity, unit)?,
    };
    if size < 0.0 {
        reader.out.push(raw.error("out-of-range", "`tolerance` must be zero or greater"));
        return None;
    }
    if relative && value == Some(0.0) {
        let error = raw.error("relative-to-zero", "a percentage of zero is zero").label("the value is 0");
        let unit = if quantity == Quantity::NUMBER { String::new() } else { format!(" {}", unit.symbol) };
        reader.out.push(error.help(format!("give an absolute tolerance, as \"0.001{unit}\"")));
        return None;
    }
    Some(if relative { Tolerance::Relative(size) } else { Tolerance::Absolute(size) })
}
