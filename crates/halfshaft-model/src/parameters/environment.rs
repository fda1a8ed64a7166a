//! The names that expressions may use, and the values of texts with them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Dimension;

use crate::diagnostic::{Collector, Fault, ParameterAt};
use crate::document::Raw;
use crate::expression::{Expression, Operand};
use crate::suggest::nearest;
use crate::text::Source;
use crate::units::{self, Amount};

/// The longest name or reference.
const MAX_NAME: usize = 1000;

/// The location of each value.
pub(super) type Places = BTreeMap<String, (Arc<Source>, Range<usize>)>;

/// The only parameter of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Sole {
    pub(crate) at: ParameterAt,
    pub(crate) amount: Amount,
}

/// What a text stands for, before its names have values.
pub(super) enum Body {
    Known(Operand),
    Expression(String, Expression),
    Broken,
}

/// The names that expressions may use: the parameters of a file, and the index of a repeated item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Environment<'a> {
    pub(super) names: &'a BTreeSet<String>,
    pub(super) values: &'a BTreeMap<String, Option<Operand>>,
    pub(super) places: &'a Places,
    pub(super) index: Option<(&'a str, f64)>,
}

impl Environment<'_> {
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.index.is_some_and(|(index, _)| index == name) || self.names.contains(name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.index.iter().map(|(index, _)| *index).chain(self.names.iter().map(String::as_str))
    }

    pub(crate) fn value(&self, name: &str) -> Option<Operand> {
        match self.index {
            Some((index, value)) if index == name => Some(Amount::number(value).into()),
            _ => self.values.get(name)?.clone(),
        }
    }

    /// Returns whether a choice among the parameters has this word.
    fn has_word(&self, word: &str) -> bool {
        let mut choices = self.values.values().filter_map(|value| match value {
            Some(Operand::Word(choice)) => Some(&choice.of),
            _ => None,
        });
        choices.any(|of| of.iter().any(|known| known == word))
    }

    /// The word of a text, the value of the key `name`: the text itself, or the value of an expression.
    pub(crate) fn word<'t>(&self, name: &str, text: &'t str, raw: Raw, out: &mut Collector) -> Option<Cow<'t, str>> {
        if !is_expression(text) {
            return Some(Cow::Borrowed(text));
        }
        match self.operand(text, raw.source, raw.span(), out)?.0 {
            Operand::Word(word) => Some(Cow::Owned(word.text.to_string())),
            number => {
                out.push(raw.error("wrong-form", format!("`{name}` must be a word")).label(number.this_is()));
                None
            }
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
        let (operand, _) = self.operand(text, source, span.clone(), out)?;
        operand.amount(&expressed(text)).map_err(|fault| out.push(fault.at(source, span, text))).ok()
    }

    /// The amount or the word of a text, with the parameter that it consists of, if there is exactly one.
    pub(crate) fn operand(
        &self,
        text: &str,
        source: &Arc<Source>,
        span: Range<usize>,
        out: &mut Collector,
    ) -> Option<(Operand, Option<Sole>)> {
        match define(text, source, span.clone(), self, out) {
            Body::Known(operand) => Some((operand, None)),
            Body::Broken => None,
            Body::Expression(text, expression) => {
                let operand = evaluate(&text, &expression, self, source, span, out)?;
                Some((operand, self.sole(&expression)))
            }
        }
    }

    fn sole(&self, expression: &Expression) -> Option<Sole> {
        let mut names = expression.names().map(|(name, _)| name);
        let name = names.next()?;
        let (source, span) = self.places.get(name).filter(|_| names.all(|other| other == name))?;
        let Operand::Amount(amount) = self.value(name)? else { return None };
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

/// The span of an expression in its text, without the `=`.
pub(crate) fn expressed(text: &str) -> Range<usize> {
    let start = text.find('=').map_or(0, |at| at + 1);
    let start = text.len() - text[start..].trim_start().len();
    start..text.trim_end().len().max(start)
}

/// Returns whether a text is an expression rather than a number with a unit.
pub(crate) fn is_expression(text: &str) -> bool {
    text.trim_start().starts_with('=')
}

/// The definition given by a text; checks names and reports faults.
pub(super) fn define(
    text: &str,
    source: &Arc<Source>,
    span: Range<usize>,
    known: &Environment,
    out: &mut Collector,
) -> Body {
    if !is_expression(text) {
        return match units::parse(text) {
            Ok(amount) => Body::Known(amount.into()),
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
            _ if known.has_word(name) => fault.help(format!("a word stands in single quotes: '{name}'")),
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
pub(super) fn evaluate(
    text: &str,
    expression: &Expression,
    known: &Environment,
    source: &Arc<Source>,
    span: Range<usize>,
    out: &mut Collector,
) -> Option<Operand> {
    if expression.names().any(|(name, _)| known.value(name).is_none()) {
        return None;
    }
    match expression.evaluate(&|name| known.value(name).expect("every name has just been found")) {
        Ok(operand) => Some(operand),
        Err(fault) => {
            out.push(fault.at(source, span, text));
            None
        }
    }
}
