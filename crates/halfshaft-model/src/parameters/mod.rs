//! `[parameters]`: named amounts and choices that may refer to each other, and their overrides.

mod choice;
mod environment;
mod overrides;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic, Fault};
use crate::document::Raw;
use crate::expression::{CONNECTIVES, FUNCTIONS, Operand};
use crate::sections;
use crate::text::Source;
use crate::units::{self, Amount};
use choice::chosen;
use environment::{Body, Places, define, evaluate};
pub(crate) use environment::{Environment, Sole, expressed, is_expression};
pub(crate) use overrides::{Bound, Override, Passed};
use overrides::{bind, misfit};

/// The parameters of a file; `None` for one without a value, which has been reported already.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    names: BTreeSet<String>,
    values: BTreeMap<String, Option<Operand>>,
    /// The location of each value.
    places: Places,
}

/// The definition of a parameter.
struct Definition {
    source: Arc<Source>,
    span: Range<usize>,
    body: Body,
    /// The words of the choice that it overrides, if it does.
    of: Option<Arc<[String]>>,
}

impl Parameters {
    /// Reads the section and applies the values of the using file, then the overrides, all of which must name a parameter.
    pub(crate) fn read(
        table: &DeTable,
        source: &Arc<Source>,
        bound: &[Bound],
        overrides: &[&Override],
        out: &mut Collector,
    ) -> Self {
        let names: BTreeSet<String> = table.keys().map(|key| key.get_ref().to_string()).collect();
        let known = Environment { names: &names, values: &BTreeMap::new(), places: &Places::new(), index: None };
        let mut definitions = definitions(table, source, &known, out);
        let before = solve(&definitions, out);
        let bound: Vec<&Bound> = bound.iter().filter(|b| names.contains(&b.name)).collect();
        let overrides: Vec<&Override> = overrides.iter().copied().filter(|o| names.contains(&o.key)).collect();
        if bound.is_empty() && overrides.is_empty() {
            let places = places(&definitions);
            return Parameters { names, values: before, places };
        }
        for given in &bound {
            // An invalid value would be reported again at each use of its parameter.
            let (Some(Some(old)), Some(value)) = (before.get(&given.name), &given.value) else { continue };
            match bind(given, value, old, source) {
                Ok(value) => {
                    let (source, span) = (given.source.clone(), given.span.clone());
                    definitions.insert(&given.name, Definition { source, span, body: Body::Known(value), of: None });
                }
                Err(error) => out.push(error),
            }
        }
        for over in &overrides {
            // A parameter without a value has been reported.
            let Some(Some(old)) = before.get(&over.key) else { continue };
            let (source, span) = (over.source.clone(), over.value_span());
            let of = if let Operand::Word(word) = old { Some(word.of.clone()) } else { None };
            let body = match &of {
                Some(of) if !is_expression(&over.value) => {
                    match chosen(&over.name, over.value.trim(), of, &source, span.clone()) {
                        Ok(word) => Body::Known(Operand::Word(word)),
                        Err(error) => {
                            out.push(error);
                            continue;
                        }
                    }
                }
                _ => define(&over.value, &source, span.clone(), &known, out),
            };
            definitions.insert(over.key.as_str(), Definition { source, span, body, of });
        }
        let after = solve(&definitions, out);
        let wrong: Vec<Diagnostic> = overrides
            .iter()
            .filter_map(|over| {
                let old = before.get(&over.key)?.as_ref()?;
                let has_unit = table.get(over.key.as_str()).is_some_and(|node| written_with_unit(node.get_ref()));
                misfit(over, old, after.get(&over.key)?.as_ref()?, has_unit)
            })
            .collect();
        // An invalid override would be reported again at each use of its parameter.
        let values = if wrong.is_empty() { after } else { before };
        wrong.into_iter().for_each(|error| out.push(error));
        let places = places(&definitions);
        Parameters { names, values, places }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The parameters that have a value.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&str, &Operand)> {
        self.values.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_ref()?)))
    }

    /// The texts of all values, without quotes; none for a value that a program passed as a number.
    pub(crate) fn written(&self) -> Vec<(String, String)> {
        let text = |source: &Source, span: &Range<usize>| {
            source.text.get(span.clone()).unwrap_or("").trim_matches(['"', '\'']).to_owned()
        };
        self.places.iter().map(|(name, (source, span))| (name.clone(), text(source, span))).collect()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The names that expressions may use in an item with this index.
    pub(crate) fn environment<'a>(&'a self, index: Option<(&'a str, f64)>) -> Environment<'a> {
        Environment { names: &self.names, values: &self.values, places: &self.places, index }
    }
}

/// The definitions of a section, as they stand in the file.
fn definitions<'a>(
    table: &'a DeTable,
    source: &Arc<Source>,
    known: &Environment,
    out: &mut Collector,
) -> BTreeMap<&'a str, Definition> {
    let mut definitions = BTreeMap::new();
    for (key, node) in table {
        let name = key.get_ref().as_ref();
        if let Some(diagnostic) = bad_name(name, source, key.span()) {
            out.push(diagnostic);
        }
        let raw = Raw::new(node, source);
        let body = match raw.value() {
            _ if out.is_full() => Body::Broken,
            DeValue::String(text) if is_word(text) => {
                let error = raw.error("not-a-number", format!("`{name}` must be a number, an expression or a choice"));
                out.push(error.label("this is a word").help(format!(
                    "write {{ choice = \"{text}\", of = [\"{text}\", …] }} with all the words that it may be"
                )));
                Body::Broken
            }
            DeValue::String(text) => define(text, source, raw.span(), known, out),
            DeValue::Table(table) => {
                choice::read(name, table, raw, out).map_or(Body::Broken, |word| Body::Known(Operand::Word(word)))
            }
            DeValue::Array(_) if sections::TOP.iter().any(|key| key.name == name) => {
                let error = raw.error("wrong-form", format!("`{name}` cannot be a parameter")).label(raw.this_is());
                out.push(error.help("it belongs to the top of the file: move it above the first [section]"));
                Body::Broken
            }
            _ => bare_number(raw, out).map_or(Body::Broken, |value| Body::Known(Amount::number(value).into())),
        };
        definitions.insert(name, Definition { source: source.clone(), span: raw.span(), body, of: None });
    }
    definitions
}

/// Returns whether a text is a word rather than a number or an expression.
fn is_word(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(char::is_alphabetic) && text.chars().all(|c| c.is_alphabetic() || ['-', '_', ' '].contains(&c))
}

/// Returns whether a value is a number with a unit.
fn written_with_unit(value: &DeValue) -> bool {
    value.as_str().is_some_and(|text| !is_expression(text) && units::has_unit(text))
}

/// A number in the document without quotes.
pub(crate) fn bare_number(raw: Raw, out: &mut Collector) -> Option<f64> {
    let value = match raw.value() {
        DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix()).ok().map(|i| i as f64),
        DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
        _ => {
            let message = "a number or a text was expected";
            out.push(raw.error("wrong-form", message).label(raw.this_is()).help("write 0.005 or \"5 mm\""));
            return None;
        }
    };
    let finite = value.filter(|value| value.is_finite());
    if finite.is_none() {
        out.push(raw.error("not-finite", "the number is not finite").label("infinite, undefined or too large"));
    }
    finite
}

/// The diagnostic for a word that cannot be a name in expressions; `None` if it can.
pub(crate) fn bad_name(name: &str, source: &Arc<Source>, span: Range<usize>) -> Option<Diagnostic> {
    let first = name.chars().next();
    let letters =
        first.is_some_and(|c| c.is_alphabetic() || c == '_') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let error = |message: String| Diagnostic::new("bad-name", source, span.clone(), message);
    if !letters {
        let error = error(format!("`{name}` cannot name a parameter"));
        return Some(error.help("use letters, digits and `_`, beginning with a letter"));
    }
    (name == "pi" || FUNCTIONS.contains(&name) || CONNECTIVES.contains(&name))
        .then(|| error(format!("`{name}` cannot name a parameter")).label("it is a reserved name in expressions"))
}

/// Evaluates in dependency order, without recursion: a chain of parameters may be as long as the file.
fn solve(definitions: &BTreeMap<&str, Definition>, out: &mut Collector) -> BTreeMap<String, Option<Operand>> {
    let mut values: BTreeMap<String, Option<Operand>> = BTreeMap::new();
    for root in definitions.keys() {
        let mut path = if values.contains_key(*root) { vec![] } else { vec![*root] };
        let mut active: BTreeSet<&str> = path.iter().copied().collect();
        while let Some(&name) = path.last() {
            let definition = &definitions[name];
            let (span, source) = (definition.span.clone(), &definition.source);
            let mut value = match &definition.body {
                Body::Known(operand) => Some(operand.clone()),
                Body::Broken => None,
                Body::Expression(text, expression) => {
                    let open = expression.names().find(|(need, _)| !values.contains_key(*need));
                    match open.map(|(need, at)| (definitions.get_key_value(need), at)) {
                        None => {
                            let names = &BTreeSet::new();
                            let known = Environment { names, values: &values, places: &Places::new(), index: None };
                            evaluate(text, expression, &known, source, span, out)
                        }
                        Some((Some((need, _)), _)) if !active.contains(need) => {
                            path.push(need);
                            active.insert(need);
                            continue;
                        }
                        Some((need, at)) => {
                            let need = need.map_or("", |(need, _)| need);
                            let from = path.iter().position(|p| *p == need).unwrap_or(0);
                            let cycle = [&path[from..], &[need]].concat().join(" → ");
                            let message = format!("parameters depend on each other: {cycle}");
                            let fault = Fault::new("parameter-cycle", at, message);
                            let fault = fault.help(format!("give one of them a value, as `{need} = \"5 mm\"`"));
                            out.push(fault.at(source, span, text));
                            None
                        }
                    }
                }
            };
            if let (Some(Operand::Word(word)), Some(of)) = (&mut value, &definition.of) {
                word.of = of.clone();
            }
            values.insert(name.to_owned(), value);
            active.remove(name);
            path.pop();
        }
    }
    values
}

fn places(definitions: &BTreeMap<&str, Definition>) -> Places {
    definitions.iter().map(|(name, body)| (name.to_string(), (body.source.clone(), body.span.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, overrides: &[(&str, &str)]) -> Result<BTreeMap<String, f64>, Vec<(&'static str, String)>> {
        let source = Arc::new(Source::new("model.toml", text));
        let mut out = Collector::default();
        let table = crate::document::parse(&source, &mut out).unwrap();
        let overrides: Vec<Override> = overrides.iter().map(|(n, v)| Override::new(n, v)).collect();
        let overrides: Vec<&Override> = overrides.iter().collect();
        let parameters = Parameters::read(&table, &source, &[], &overrides, &mut out);
        let number = |value: Operand| value.amount(&(0..0)).map_or(f64::NAN, |amount| amount.value);
        let values = parameters.values.into_iter().map(|(n, v)| (n, v.map_or(f64::NAN, number))).collect();
        out.finish(Some(values)).map_err(|d| d.as_slice().iter().map(|d| (d.code, d.message.clone())).collect())
    }

    #[test]
    fn parameters_refer_to_each_other_in_any_order() {
        let values = read("a = \"= 2 * b\"\nb = \"= c + 1 mm\"\nc = \"4 mm\"\nn = 3", &[]).unwrap();
        assert_eq!((values["a"], values["b"], values["n"]), (0.01, 0.005, 3.0));
    }

    #[test]
    fn a_cycle_is_named() {
        let errors = read("a = \"= b\"\nb = \"= c\"\nc = \"= b + 1\"", &[]).unwrap_err();
        assert_eq!(errors, [("parameter-cycle", "parameters depend on each other: b → c → b".to_owned())]);
    }

    #[test]
    fn a_broken_parameter_is_reported_once() {
        assert_eq!(read("a = \"4 mn mm\"\nb = \"= a\"\nc = \"= a + b\"", &[]).unwrap_err().len(), 1);
    }

    #[test]
    fn a_long_chain_is_no_matter() {
        let chain: String = (0..20_000).map(|i| format!("p{i:05} = \"= p{:05} + 1\"\n", i + 1)).collect();
        assert_eq!(read(&format!("{chain}p20000 = 0"), &[]).unwrap()["p00000"], 20_000.0);
    }

    #[test]
    fn overrides_apply_before_expressions_are_evaluated() {
        let text = "r = \"40 mm\"\nd = \"= 2 * r\"\nn = 3\nshare = \"5 %\"";
        assert_eq!(read(text, &[("r", "50 mm"), ("n", "7")]).unwrap()["d"], 0.1);
        assert_eq!(read(text, &[("r", "= 10 mm * n")]).unwrap()["d"], 0.06);
        assert_eq!(read(text, &[("r", "50")]).unwrap_err()[0].0, "override-without-unit");
        assert_eq!(read(text, &[("share", "7")]).unwrap_err()[0].0, "override-without-unit");
        assert_eq!(read(text, &[("d", "50")]).unwrap_err()[0].0, "override-without-unit");
        assert_eq!(read(text, &[("r", "50 kg")]).unwrap_err()[0].0, "unit-mismatch");
        assert_eq!(read(text, &[("n", "5 mm")]).unwrap_err()[0].0, "unit-mismatch");
        assert_eq!(read(text, &[("r", "= d")]).unwrap_err()[0].0, "parameter-cycle");
    }

    #[test]
    fn a_choice_is_overridden_by_a_word_or_by_another_choice() {
        let text = "basis = { choice = \"dual\", of = [\"primal\", \"dual\"] }\n\
            other = { choice = \"primal\", of = [\"primal\", \"mixed\"] }\n\
            like = \"= basis\"\nn = \"= basis == 'dual'\"\nm = \"= like == 'dual'\"";
        let set = |overrides| read(text, overrides).map(|values| (values["n"], values["m"]));
        assert_eq!(set(&[]).unwrap(), (1.0, 1.0));
        assert_eq!(set(&[("basis", "primal")]).unwrap(), (0.0, 0.0));
        assert_eq!(set(&[("like", "primal")]).unwrap(), (1.0, 0.0));
        // The words of the choice stay its own, so that its comparisons stay valid.
        assert_eq!(set(&[("basis", "= other")]).unwrap(), (0.0, 0.0));
        let code = |name, value| read(text, &[(name, value)]).unwrap_err()[0].0;
        assert_eq!(code("basis", "duel"), "unknown-choice");
        assert_eq!(read(text, &[("basis", "= other"), ("other", "mixed")]).unwrap_err()[0].0, "unknown-choice");
        assert_eq!(code("basis", "= n"), "parameter-cycle");
        assert_eq!(code("basis", "= 3"), "wrong-form");
        assert_eq!(code("n", "= other"), "wrong-form");
        assert_eq!(code("n", "dual"), "not-a-number");
    }
}
