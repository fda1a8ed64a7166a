//! Values of parameters from outside their file: overrides, and what a using file gives to a submodel.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Dimension;

use super::choice::chosen;
use super::environment::is_expression;
use crate::diagnostic::Diagnostic;
use crate::expression::{Operand, Word};
use crate::suggest::did_you_mean;
use crate::text::{OVERRIDE, Source};
use crate::units;

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
    pub(crate) value: Option<Passed>,
}

/// What stands where a file gives a value to a parameter of a submodel.
pub(crate) enum Passed {
    /// A number, or the value of an expression of the using file.
    Value(Operand),
    /// A text without `=`: a number with its unit, or a word of a choice.
    Text(String),
}

/// The value that a file gives to a parameter of a submodel, or what is wrong with it.
pub(super) fn bind(given: &Bound, passed: &Passed, old: &Operand, file: &Source) -> Result<Operand, Diagnostic> {
    let error = |code, message: String| Diagnostic::new(code, &given.source, given.span.clone(), message);
    let new = match (passed, old) {
        (Passed::Value(value), _) => value.clone(),
        (Passed::Text(text), Operand::Word(word)) => {
            Operand::Word(Word { text: text.trim().into(), of: word.of.clone() })
        }
        (Passed::Text(text), Operand::Amount(_)) => {
            let parsed = units::parse(text);
            parsed.map_err(|fault| fault.at(&given.source, given.span.clone(), text))?.into()
        }
    };
    match (old, &new) {
        (Operand::Amount(before), Operand::Amount(after)) if before.dimension != after.dimension => {
            let message = format!("`{}` is {} in {}", given.name, units::name(before.dimension), file.name);
            Err(error("unit-mismatch", message).label(format!("this is {}", units::name(after.dimension))))
        }
        (Operand::Word(before), Operand::Word(after)) => {
            chosen(&given.name, &after.text, &before.of, &given.source, given.span.clone()).map(Operand::Word)
        }
        (Operand::Amount(_), Operand::Amount(_)) => Ok(new),
        (Operand::Amount(before), Operand::Word(_)) => {
            let message = format!("`{}` is {} in {}", given.name, units::name(before.dimension), file.name);
            Err(error("wrong-form", message).label(new.this_is()))
        }
        (Operand::Word(before), Operand::Amount(_)) => {
            let message = format!("`{}` is a choice in {}", given.name, file.name);
            Err(error("wrong-form", message).label(new.this_is()).help(did_you_mean("", words(before))))
        }
    }
}

fn words(word: &Word) -> impl Iterator<Item = &str> + Clone {
    word.of.iter().map(String::as_str)
}

/// The diagnostic for an override that is of another kind than the value in the model; `None` if it fits.
pub(super) fn misfit(over: &Override, old: &Operand, new: &Operand, written_with_unit: bool) -> Option<Diagnostic> {
    let error = |code, message: String| Diagnostic::new(code, &over.source, over.value_span(), message);
    match (old, new) {
        (Operand::Word(before), Operand::Word(after)) => {
            chosen(&over.name, &after.text, &before.of, &over.source, over.value_span()).err()
        }
        (Operand::Word(before), Operand::Amount(_)) => {
            let message = format!("`{}` is a choice in the model", over.name);
            Some(error("wrong-form", message).label(new.this_is()).help(did_you_mean("", words(before))))
        }
        (Operand::Amount(before), Operand::Word(_)) => {
            let message = format!("`{}` is {} in the model", over.name, units::name(before.dimension));
            Some(error("wrong-form", message).label(new.this_is()))
        }
        (Operand::Amount(before), Operand::Amount(after)) => {
            let has_unit = before.dimension != Dimension::NONE || written_with_unit;
            let bare = !is_expression(&over.value) && !units::has_unit(&over.value);
            let unit = units::si_unit(before.dimension);
            if has_unit && bare {
                let pure = before.dimension == Dimension::NONE;
                let example = if pure { "5 %".to_owned() } else { format!("{} {unit}", over.value) };
                let error = error("override-without-unit", format!("`{}` needs a unit", over.name));
                let error = error.label("this is a plain number, but the model gives it a unit");
                return Some(error.help(format!("write \"{}={example}\"", over.name)));
            }
            (before.dimension != after.dimension).then(|| {
                let message = format!("`{}` is {} in the model", over.name, units::name(before.dimension));
                error("unit-mismatch", message).label(format!("this is {}", units::name(after.dimension)))
            })
        }
    }
}
