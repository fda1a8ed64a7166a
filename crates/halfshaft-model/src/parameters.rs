//! `[parameters]`: named amounts that may refer to each other, and their overrides.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Dimension;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Collector, Diagnostic, Fault, ParameterAt};
use crate::document::Raw;
use crate::expression::{Expression, FUNCTIONS};
use crate::sections;
use crate::suggest::nearest;
use crate::text::{OVERRIDE, Source};
use crate::units::{self, Amount};

/// The longest name or reference.
const MAX_NAME: usize = 1000;

/// An override, as `NAME=VALUE`.
#[derive(Debug)]
pub(crate) struct Override {
    pub(crate) source: Arc<Source>,
    /// The text before the `=`.
    pub(crate) name: String,
    /// The path of the instance, with a trailing `/`; empty for the model itself.
    pub(crate) path: String,
    /// The parameter of that instance.
    pub(crate) key: String,
    pub(crate) value: String,
}

impl Override {
    /// `axle/front diff.teeth` may also be written `axle.front diff.teeth`: names contain neither sign.
    pub(crate) fn new(name: &str, value: &str) -> Self {
        let source = Arc::new(Source::new(OVERRIDE, format!("{name}={value}")));
        let (path, key) = match name.rsplit_once('.') {
            Some((path, key)) => (format!("{}/", path.replace('.', "/")), key),
            None => (String::new(), name),
        };
        Override { source, path, key: key.to_owned(), name: name.to_owned(), value: value.to_owned() }
    }

    pub(crate) fn name_span(&self) -> Range<usize> {
        0..self.name.len()
    }

    pub(crate) fn value_span(&self) -> Range<usize> {
        self.name.len() + 1..self.source.text.len()
    }
}

/// A value that the using file gives to a parameter of a submodel.
pub(crate) struct Bound {
    pub(crate) name: String,
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
    /// `None` if it is invalid, which has been reported already.
    pub(crate) amount: Option<Amount>,
}

/// The parameters of a file; `None` for one without a value, which has been reported already.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    names: BTreeSet<String>,
    values: BTreeMap<String, Option<Amount>>,
    /// The location of each value.
    places: Places,
}

type Places = BTreeMap<String, (Arc<Source>, Range<usize>)>;

/// The only parameter of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Sole {
    pub(crate) at: ParameterAt,
    pub(crate) amount: Amount,
}

/// The definition of a parameter.
struct Definition {
    source: Arc<Source>,
    span: Range<usize>,
    body: Body,
}

enum Body {
    Known(Amount),
    Expression(String, Expression),
    Broken,
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
        let mut definitions = BTreeMap::new();
        let mut with_unit = BTreeSet::new();
        for (key, node) in table {
            let name = key.get_ref().as_ref();
            if let Some(diagnostic) = bad_name(name, source, key.span()) {
                out.push(diagnostic);
            }
            let raw = Raw::new(node, source);
            let body = match raw.value() {
                _ if out.is_full() => Body::Broken,
                DeValue::String(text) => {
                    if !is_expression(text) && units::has_unit(text) {
                        with_unit.insert(name);
                    }
                    define(text, source, raw.span(), &known, out)
                }
                DeValue::Array(_) if sections::TOP.iter().any(|key| key.name == name) => {
                    let error = raw.error("wrong-form", format!("`{name}` cannot be a parameter")).label(raw.this_is());
                    out.push(error.help("it belongs to the top of the file: move it above the first [section]"));
                    Body::Broken
                }
                _ => bare_number(raw, out).map_or(Body::Broken, |value| Body::Known(Amount::number(value))),
            };
            definitions.insert(name, Definition { source: source.clone(), span: raw.span(), body });
        }
        let before = solve(&definitions, out);
        let bound: Vec<&Bound> = bound.iter().filter(|b| names.contains(&b.name)).collect();
        let overrides: Vec<&Override> = overrides.iter().copied().filter(|o| names.contains(&o.key)).collect();
        if bound.is_empty() && overrides.is_empty() {
            let places = places(&definitions);
            return Parameters { names, values: before, places };
        }
        for given in &bound {
            let fits = match (before.get(&given.name), given.amount) {
                (Some(Some(old)), Some(new)) if old.dimension != new.dimension => {
                    let message = format!("`{}` is {} in {}", given.name, units::name(old.dimension), source.name);
                    let error = Diagnostic::new("unit-mismatch", &given.source, given.span.clone(), message);
                    out.push(error.label(format!("this is {}", units::name(new.dimension))));
                    false
                }
                _ => true,
            };
            // An invalid value would be reported again at each use of its parameter.
            if let (true, Some(amount)) = (fits, given.amount) {
                let (source, span) = (given.source.clone(), given.span.clone());
                definitions.insert(&given.name, Definition { source, span, body: Body::Known(amount) });
            }
        }
        for over in &overrides {
            let (source, span) = (over.source.clone(), over.value_span());
            let body = define(&over.value, &source, span.clone(), &known, out);
            definitions.insert(over.key.as_str(), Definition { source, span, body });
        }
        let after = solve(&definitions, out);
        let mut good = true;
        for over in &overrides {
            let (Some(Some(old)), Some(Some(new))) = (before.get(&over.key), after.get(&over.key)) else { continue };
            let has_unit = old.dimension != Dimension::NONE || with_unit.contains(over.key.as_str());
            let bare = !is_expression(&over.value) && !units::has_unit(&over.value);
            if has_unit && bare || old.dimension != new.dimension {
                out.push(wrong_override(over, *old, *new, bare));
                good = false;
            }
        }
        // An invalid override would be reported again at each use of its parameter.
        let places = places(&definitions);
        Parameters { names, values: if good { after } else { before }, places }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The names that expressions may use in an item with this index.
    pub(crate) fn environment<'a>(&'a self, index: Option<(&'a str, f64)>) -> Environment<'a> {
        Environment { names: &self.names, values: &self.values, places: &self.places, index }
    }
}

/// The names that expressions may use: the parameters of a file, and the index of a repeated item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Environment<'a> {
    names: &'a BTreeSet<String>,
    values: &'a BTreeMap<String, Option<Amount>>,
    places: &'a Places,
    index: Option<(&'a str, f64)>,
}

impl Environment<'_> {
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.index.is_some_and(|(index, _)| index == name) || self.names.contains(name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.index.iter().map(|(index, _)| *index).chain(self.names.iter().map(String::as_str))
    }

    pub(crate) fn value(&self, name: &str) -> Option<Amount> {
        match self.index {
            Some((index, value)) if index == name => Some(Amount::number(value)),
            _ => self.values.get(name).copied().flatten(),
        }
    }

    /// The amount of a text, either a number with a unit or an expression.
    pub(crate) fn amount(
        &self,
        text: &str,
        source: &Arc<Source>,
        span: Range<usize>,
        out: &mut Collector,
    ) -> Option<Amount> {
        self.amount_of(text, source, span, out).map(|(amount, _)| amount)
    }

    /// The same, with the parameter that it consists of, if there is exactly one.
    pub(crate) fn amount_of(
        &self,
        text: &str,
        source: &Arc<Source>,
        span: Range<usize>,
        out: &mut Collector,
    ) -> Option<(Amount, Option<Sole>)> {
        match define(text, source, span.clone(), self, out) {
            Body::Known(amount) => Some((amount, None)),
            Body::Broken => None,
            Body::Expression(text, expression) => {
                let amount = evaluate(&text, &expression, self, source, span, out)?;
                Some((amount, self.sole(&expression)))
            }
        }
    }

    fn sole(&self, expression: &Expression) -> Option<Sole> {
        let mut names = expression.names().map(|(name, _)| name);
        let name = names.next()?;
        let (source, span) = self.places.get(name).filter(|_| names.all(|other| other == name))?;
        let amount = self.value(name)?;
        let at = ParameterAt { name: name.to_owned(), source: source.clone(), span: span.clone() };
        Some(Sole { at, amount })
    }

    /// A name or a reference with its braces replaced by whole numbers: `planet {i}`, `link {i + 1}`.
    pub(crate) fn fill(&self, text: &str, raw: Raw, out: &mut Collector) -> Option<String> {
        // Each copy of a repeated item has its own name.
        if text.len() > MAX_NAME {
            out.push(raw.error("name-too-long", format!("a name has at most {MAX_NAME} bytes")));
            return None;
        }
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let Some((inside, after)) = after.split_once('}') else {
                out.push(
                    raw.error("bad-braces", "a `{` is not closed").help("close it with `}`, as in \"planet {i}\""),
                );
                return None;
            };
            filled += &self.whole(inside, raw, out)?.to_string();
            rest = after;
        }
        Some(filled + rest)
    }

    fn whole(&self, inside: &str, raw: Raw, out: &mut Collector) -> Option<i64> {
        let text = format!("= {inside}");
        // The expression is inside a text; the whole text is marked.
        let place = Arc::new(Source::new(raw.source.name.clone(), ""));
        let mut faults = Collector::default();
        let amount = self.amount(&text, &place, 0..0, &mut faults);
        for fault in faults.into_list() {
            out.push(raw.error(fault.code, fault.message).label("in the braces").maybe_help(fault.help));
        }
        let amount = amount?;
        if amount.dimension != Dimension::NONE || amount.value.fract() != 0.0 || amount.value.abs() > 1e15 {
            let error = raw.error("bad-braces", format!("`{{{inside}}}` must be a whole number"));
            let unit = units::si_unit(amount.dimension);
            let unit = if amount.dimension == Dimension::NONE { "" } else { &unit };
            out.push(error.label(format!("it is {} {unit}", amount.value).trim_end()));
            return None;
        }
        Some(amount.value as i64)
    }
}

/// Returns whether a text is an expression rather than a number with a unit.
pub(crate) fn is_expression(text: &str) -> bool {
    text.trim_start().starts_with('=')
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
    (name == "pi" || FUNCTIONS.contains(&name))
        .then(|| error(format!("`{name}` cannot name a parameter")).label("it is a reserved name in expressions"))
}

/// The definition given by a text; checks names and reports faults.
fn define(text: &str, source: &Arc<Source>, span: Range<usize>, known: &Environment, out: &mut Collector) -> Body {
    if !is_expression(text) {
        return match units::parse(text) {
            Ok(amount) => Body::Known(amount),
            Err(fault) => {
                out.push(fault.at(source, span, text));
                Body::Broken
            }
        };
    }
    let expression = match Expression::parse(text, &|name| known.knows(name)) {
        Ok(expression) => expression,
        Err(fault) => {
            out.push(fault.at(source, span, text));
            return Body::Broken;
        }
    };
    let mut good = true;
    for (name, at) in expression.names().filter(|(name, _)| !known.knows(name)) {
        let fault = Fault::new("unknown-parameter", at, format!("there is no parameter `{name}`"));
        let fault = match nearest(name, known.names()) {
            _ if units::is_unit(name) => fault.help(format!("a unit directly follows its number, as in `5 {name}`")),
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("define it in [parameters]"),
        };
        out.push(fault.at(source, span.clone(), text));
        good = false;
    }
    if good { Body::Expression(text.to_owned(), expression) } else { Body::Broken }
}

/// The value of an expression whose names are all known; `None`, without a diagnostic, if one of them has no value.
fn evaluate(
    text: &str,
    expression: &Expression,
    known: &Environment,
    source: &Arc<Source>,
    span: Range<usize>,
    out: &mut Collector,
) -> Option<Amount> {
    if expression.names().any(|(name, _)| known.value(name).is_none()) {
        return None;
    }
    match expression.evaluate(&|name| known.value(name).expect("every name has just been found")) {
        Ok(amount) => Some(amount),
        Err(fault) => {
            out.push(fault.at(source, span, text));
            None
        }
    }
}

/// Evaluates in dependency order, without recursion: a chain of parameters may be as long as the file.
fn solve(definitions: &BTreeMap<&str, Definition>, out: &mut Collector) -> BTreeMap<String, Option<Amount>> {
    let mut values: BTreeMap<String, Option<Amount>> = BTreeMap::new();
    for root in definitions.keys() {
        let mut path = if values.contains_key(*root) { vec![] } else { vec![*root] };
        let mut active: BTreeSet<&str> = path.iter().copied().collect();
        while let Some(&name) = path.last() {
            let definition = &definitions[name];
            let (span, source) = (definition.span.clone(), &definition.source);
            let value = match &definition.body {
                Body::Known(amount) => Some(*amount),
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

fn wrong_override(over: &Override, old: Amount, new: Amount, bare: bool) -> Diagnostic {
    let at = over.value_span();
    let unit = units::si_unit(old.dimension);
    if bare {
        let message = format!("`{}` needs a unit", over.name);
        let example =
            if old.dimension == Dimension::NONE { "5 %".to_owned() } else { format!("{} {unit}", over.value) };
        return Diagnostic::new("override-without-unit", &over.source, at, message)
            .label("this is a plain number, but the model gives it a unit")
            .help(format!("write \"{}={example}\"", over.name));
    }
    Diagnostic::new(
        "unit-mismatch",
        &over.source,
        at,
        format!("`{}` is {} in the model", over.name, units::name(old.dimension)),
    )
    .label(format!("this is {}", units::name(new.dimension)))
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
        let values = parameters.values.into_iter().map(|(n, v)| (n, v.map_or(f64::NAN, |v| v.value))).collect();
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
}
