//! Values in expressions, amounts or words, and how conditions compare and connect them.
//!
//! A condition has the value 1 if it is true and 0 if it is false, as a switch has.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::Dimension;

use super::alike;
use crate::diagnostic::Fault;
use crate::suggest::did_you_mean;
use crate::units::{self, Amount};

/// A value in an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A number with its dimension.
    Amount(Amount),
    /// A word.
    Word(Word),
}

/// A word: the value of a choice, or a text in single quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word itself.
    pub text: Arc<str>,
    /// The words of the choice; empty for a word in quotes.
    pub of: Arc<[String]>,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// The operators as written; those that begin with another one come first.
    pub(crate) const ALL: [(&'static str, Comparison); 6] = [
        ("==", Comparison::Equal),
        ("!=", Comparison::Unequal),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
    ];
}

/// How two conditions are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
}

impl From<Amount> for Operand {
    fn from(amount: Amount) -> Self {
        Operand::Amount(amount)
    }
}

impl Operand {
    /// The value of a condition.
    pub(crate) fn truth(value: bool) -> Self {
        Operand::Amount(Amount::number(f64::from(u8::from(value))))
    }

    /// Its amount; a fault if it is a word.
    pub(crate) fn amount(&self, span: &Range<usize>) -> Result<Amount, Fault> {
        match self {
            Operand::Amount(amount) => Ok(*amount),
            Operand::Word(_) => {
                Err(Fault::new("wrong-form", span.clone(), "a number is required here").label(self.this_is()))
            }
        }
    }

    /// Whether it is true; a fault if it is neither 1 nor 0.
    pub(crate) fn condition(&self, span: &Range<usize>) -> Result<bool, Fault> {
        match self {
            Operand::Amount(Amount { value: 1.0, dimension: Dimension::NONE }) => Ok(true),
            Operand::Amount(Amount { value: 0.0, dimension: Dimension::NONE }) => Ok(false),
            _ => {
                let fault = Fault::new("not-a-condition", span.clone(), "a condition is required here");
                Err(fault.label(self.this_is()).help(self.as_condition()))
            }
        }
    }

    /// "this is the word …", for labels.
    pub(crate) fn this_is(&self) -> String {
        format!("this is {}", self.described())
    }

    fn described(&self) -> String {
        match self {
            Operand::Amount(amount) if amount.dimension == Dimension::NONE => format!("the number {}", amount.value),
            Operand::Amount(amount) => units::name(amount.dimension),
            Operand::Word(word) => format!("the word \"{}\"", word.text),
        }
    }

    /// The advice to compare it with another value.
    fn as_condition(&self) -> String {
        match self {
            Operand::Amount(amount) if amount.dimension == Dimension::NONE => "compare it, as in `n > 0`".to_owned(),
            Operand::Amount(amount) => format!("compare it, as in `x > 2 {}`", units::si_unit(amount.dimension)),
            Operand::Word(word) => format!("compare it, as in `name == '{}'`", word.text),
        }
    }
}

/// Compares two values; amounts must be of one quantity, words can only be equal or not.
pub(crate) fn compare(
    comparison: Comparison,
    (a, a_at): (&Operand, &Range<usize>),
    (b, b_at): (&Operand, &Range<usize>),
) -> Result<Operand, Fault> {
    let whole = a_at.start..b_at.end;
    let order = match (a, b) {
        (Operand::Amount(a), Operand::Amount(b)) => {
            alike(*a, *b, &whole, "compared")?;
            a.value.partial_cmp(&b.value)
        }
        (Operand::Word(a), Operand::Word(b)) => {
            for (word, choice, at) in [(a, b, a_at), (b, a, b_at)] {
                among(word, choice, at)?;
            }
            if !matches!(comparison, Comparison::Equal | Comparison::Unequal) {
                let fault = Fault::new("wrong-form", whole, "words have no order");
                return Err(fault.help("compare them with `==` or `!=`"));
            }
            Some(a.text.cmp(&b.text))
        }
        _ => {
            let label = format!("the first is {}, the second {}", a.described(), b.described());
            return Err(Fault::new("wrong-form", whole, "a word cannot be compared with a number").label(label));
        }
    };
    Ok(Operand::truth(order.is_some_and(|order| match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::Unequal => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::AtLeast => order.is_ge(),
    })))
}

/// Checks that a word in quotes is one of those of the choice it is compared with.
fn among(word: &Word, choice: &Word, at: &Range<usize>) -> Result<(), Fault> {
    let in_quotes = word.of.is_empty() && !choice.of.is_empty();
    if !in_quotes || choice.of.iter().any(|known| **known == *word.text) {
        return Ok(());
    }
    let fault = Fault::new("unknown-choice", at.clone(), format!("the choice has no word \"{}\"", word.text));
    Err(fault.help(did_you_mean(&word.text, choice.of.iter().map(String::as_str))))
}

/// Connects two conditions.
pub(crate) fn connect(
    connective: Connective,
    (a, a_at): (&Operand, &Range<usize>),
    (b, b_at): (&Operand, &Range<usize>),
) -> Result<Operand, Fault> {
    let (a, b) = (a.condition(a_at)?, b.condition(b_at)?);
    Ok(Operand::truth(match connective {
        Connective::And => a && b,
        Connective::Or => a || b,
    }))
}
