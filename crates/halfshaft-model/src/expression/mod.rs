//! Arithmetic with dimensions: `"= 2 * r * sin(beta)"`.
//!
//! Operators `+ - * / ^`, parentheses, the functions of [`FUNCTIONS`], `pi`, parameters by name, and numbers with units.
//! Conditions compare amounts (`== != < <= > >=`) or words (`== !=`), and are connected by `and`, `or` and `not`; a word is
//! the value of a choice, or a text in single quotes next to a comparison. A condition is 1 or 0.
//! In formulas, which are evaluated during the motion, also `time`, and signals or channels in single quotes.
//! A unit directly follows its number and ends before `*`; a `/` belongs to the unit only if written without spaces
//! (`5 N/m`), and is rejected if the word after it is both a unit and a parameter.
//!
//! Text is compiled to instructions for a stack machine: evaluation has no recursion, and parsing a bounded one.

mod operand;
mod parser;

use std::ops::Range;
use std::sync::Arc;

use halfshaft::describe::{Dimension, Quantity};

use crate::diagnostic::Fault;
use crate::units::{self, Amount};
pub(crate) use operand::{Comparison, Connective, compare, connect};
pub use operand::{Operand, Word};
use parser::Parser;

/// Maximum length of an expression, in bytes.
const MAX_BYTES: usize = 4096;
/// Maximum nesting of parentheses, powers and signs.
const MAX_DEPTH: usize = 64;

/// The names of the functions, which cannot be names of parameters.
pub const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "abs", "min", "max", "exp", "ln", "floor", "ceil",
    "round",
];

/// The words that connect conditions, which cannot be names of parameters either.
pub(crate) const CONNECTIVES: &[&str] = &["and", "or", "not"];

/// A compiled expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    steps: Vec<(Step, Range<usize>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Push(Amount),
    Name(String),
    /// A name in single quotes: a signal or a channel.
    Quoted(String),
    /// A text in single quotes that is compared: a word of a choice.
    Word(Arc<str>),
    Negate,
    Operate(char),
    Call(&'static str, usize),
    Compare(Comparison),
    Connect(Connective),
    Not,
}

impl Expression {
    /// Compiles a text that begins with `=`; spans are relative to that sign.
    ///
    /// `is_parameter` detects names that are both a unit and a parameter.
    pub fn parse(text: &str, is_parameter: &dyn Fn(&str) -> bool) -> Result<Self, Fault> {
        if text.len() > MAX_BYTES {
            return Err(Fault::new("expression-too-long", 0..text.len(), "the expression is longer than 4096 bytes")
                .help("split it with parameters"));
        }
        let at = text.find('=').map_or(0, |at| at + 1);
        let mut parser = Parser { text, at, depth: 0, steps: Vec::new(), is_parameter };
        parser.condition()?;
        parser.skip_spaces();
        if parser.at < text.len() {
            return Err(parser.no_operator());
        }
        Ok(Expression { steps: parser.steps })
    }

    /// The parameters it uses, with their spans.
    pub fn names(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.steps.iter().filter_map(|(step, span)| match step {
            Step::Name(name) => Some((name.as_str(), span.clone())),
            _ => None,
        })
    }

    /// Its instructions, for evaluation during the motion.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&Step, Range<usize>)> {
        self.steps.iter().map(|(step, span)| (step, span.clone()))
    }

    /// Its value; `lookup` returns the parameters, all of which must be known.
    pub fn evaluate(&self, lookup: &dyn Fn(&str) -> Operand) -> Result<Operand, Fault> {
        let mut stack: Vec<(Operand, Range<usize>)> = Vec::new();
        let pop = |stack: &mut Vec<_>| stack.pop().expect("each step leaves what the next one takes");
        for (step, span) in &self.steps {
            let result: (Operand, Range<usize>) = match step {
                Step::Push(amount) => (Operand::Amount(*amount), span.clone()),
                Step::Name(name) => (lookup(name), span.clone()),
                Step::Word(text) => (Operand::Word(Word { text: text.clone(), of: [].into() }), span.clone()),
                Step::Quoted(_) => {
                    return Err(Fault::new("not-constant", span.clone(), "this value changes with time")
                        .label("a constant is required here"));
                }
                Step::Negate => {
                    let (a, at) = pop(&mut stack);
                    let a = a.amount(&at)?;
                    (Amount { value: -a.value, ..a }.into(), span.start..at.end)
                }
                Step::Not => {
                    let (a, at) = pop(&mut stack);
                    (Operand::truth(!a.condition(&at)?), span.start..at.end)
                }
                Step::Operate(_) | Step::Compare(_) | Step::Connect(_) => {
                    let (b, b_at) = pop(&mut stack);
                    let (a, a_at) = pop(&mut stack);
                    let whole = a_at.start..b_at.end;
                    (binary(step, (&a, &a_at), (&b, &b_at))?, whole)
                }
                Step::Call(function, count) => {
                    let mut arguments: Vec<(Operand, Range<usize>)> = (0..*count).map(|_| pop(&mut stack)).collect();
                    arguments.reverse();
                    let arguments = arguments.into_iter().map(|(a, at)| Ok((a.amount(&at)?, at)));
                    let arguments = arguments.collect::<Result<Vec<_>, Fault>>()?;
                    (call(function, &arguments, span.clone())?.into(), span.clone())
                }
            };
            if matches!(&result.0, Operand::Amount(amount) if !amount.value.is_finite()) {
                return Err(Fault::new("not-finite", result.1, "the expression has no finite value")
                    .label("division by zero, outside the domain of the function, or too large"));
            }
            stack.push(result);
        }
        Ok(pop(&mut stack).0)
    }
}

/// The value of a step that takes two others.
pub(crate) fn binary(
    step: &Step,
    (a, a_at): (&Operand, &Range<usize>),
    (b, b_at): (&Operand, &Range<usize>),
) -> Result<Operand, Fault> {
    match step {
        Step::Compare(comparison) => compare(*comparison, (a, a_at), (b, b_at)),
        Step::Connect(connective) => connect(*connective, (a, a_at), (b, b_at)),
        Step::Operate(operator) => {
            operate(*operator, a.amount(a_at)?, b.amount(b_at)?, a_at.start..b_at.end).map(Operand::Amount)
        }
        other => unreachable!("{other:?} takes no two values"),
    }
}

pub(crate) fn operate(operator: char, a: Amount, b: Amount, span: Range<usize>) -> Result<Amount, Fault> {
    let too_large = || Fault::new("unit-mismatch", span.clone(), "the unit's powers are too large");
    Ok(match operator {
        '+' | '-' => {
            alike(a, b, &span, if operator == '+' { "added" } else { "subtracted" })?;
            Amount { value: if operator == '+' { a.value + b.value } else { a.value - b.value }, ..a }
        }
        '*' => Amount {
            value: a.value * b.value,
            dimension: units::combine(a.dimension, b.dimension, 1).ok_or_else(too_large)?,
        },
        '/' => Amount {
            value: a.value / b.value,
            dimension: units::combine(a.dimension, b.dimension, -1).ok_or_else(too_large)?,
        },
        '^' => {
            if b.dimension != Dimension::NONE {
                return Err(Fault::new("unit-mismatch", span, "an exponent must be a pure number")
                    .label(format!("this exponent is {}", units::name(b.dimension))));
            }
            let dimension = units::raise(a.dimension, b.value).ok_or_else(|| broken_power(a, span.clone()))?;
            Amount { value: a.value.powf(b.value), dimension }
        }
        other => unreachable!("the parser makes no operator {other}"),
    })
}

fn broken_power(a: Amount, span: Range<usize>) -> Fault {
    Fault::new("unit-mismatch", span, "the power of a unit must be a small whole number")
        .label(format!("the base is {}", units::name(a.dimension)))
}

fn alike(a: Amount, b: Amount, span: &Range<usize>, verb: &str) -> Result<(), Fault> {
    if a.dimension == b.dimension {
        return Ok(());
    }
    let label = format!("the first is {}, the second {}", units::name(a.dimension), units::name(b.dimension));
    let help = match [a, b].map(|amount| amount.dimension == Dimension::NONE) {
        [true, false] | [false, true] => "give the pure number a unit, as `5 mm`".to_owned(),
        _ => {
            let [a, b] = [a, b].map(|amount| units::name(amount.dimension));
            format!("make both of them {a}, or both {b}")
        }
    };
    let fault = Fault::new("unit-mismatch", span.clone(), format!("different quantities cannot be {verb}"));
    Err(fault.label(label).help(help))
}

pub(crate) fn call(function: &str, arguments: &[(Amount, Range<usize>)], span: Range<usize>) -> Result<Amount, Fault> {
    let most = match function {
        "min" | "max" => usize::MAX,
        "atan2" => 2,
        _ => 1,
    };
    let least = if most == 2 { 2 } else { 1 };
    if arguments.len() < least || arguments.len() > most {
        let count = if least == most { least.to_string() } else { "one or more".to_owned() };
        let plural = if least == 1 && most == 1 { "argument" } else { "arguments" };
        return Err(Fault::new("bad-expression", span, format!("`{function}` takes {count} {plural}"))
            .label(format!("{} given", arguments.len())));
    }
    let (a, at) = &arguments[0];
    let pure = |angle_too: bool| {
        let fits = a.dimension == Dimension::NONE || angle_too && a.dimension == ANGLE;
        let what = if angle_too { "an angle" } else { "a pure number" };
        let fault = Fault::new("unit-mismatch", at.clone(), format!("`{function}` takes {what}"))
            .label(format!("this is {}", units::name(a.dimension)));
        if fits { Ok(a.value) } else { Err(fault) }
    };
    let angle = |value| Amount { value, dimension: ANGLE };
    Ok(match function {
        "sin" => Amount::number(pure(true)?.sin()),
        "cos" => Amount::number(pure(true)?.cos()),
        "tan" => Amount::number(pure(true)?.tan()),
        "asin" => angle(pure(false)?.asin()),
        "acos" => angle(pure(false)?.acos()),
        "atan" => angle(pure(false)?.atan()),
        "exp" => Amount::number(pure(false)?.exp()),
        "ln" => Amount::number(pure(false)?.ln()),
        "floor" => Amount::number(pure(false)?.floor()),
        "ceil" => Amount::number(pure(false)?.ceil()),
        "round" => Amount::number(pure(false)?.round()),
        "abs" => Amount { value: a.value.abs(), ..*a },
        "sqrt" => Amount {
            value: a.value.sqrt(),
            dimension: units::raise(a.dimension, 0.5).ok_or_else(|| broken_power(*a, span))?,
        },
        "atan2" => {
            let (b, _) = &arguments[1];
            alike(*a, *b, &span, "compared")?;
            angle(a.value.atan2(b.value))
        }
        _ => {
            let mut best = *a;
            for (b, _) in &arguments[1..] {
                alike(best, *b, &span, "compared")?;
                best.value = if function == "min" { best.value.min(b.value) } else { best.value.max(b.value) };
            }
            best
        }
    })
}

const ANGLE: Dimension = Quantity::ANGLE.dimension;

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Operand {
        let amount = match name {
            "basis" => {
                let of = ["primal", "dual"].map(String::from);
                return Operand::Word(Word { text: "dual".into(), of: of.into() });
            }
            "r" => units::parse("40 mm").unwrap(),
            "beta" => units::parse("30 deg").unwrap(),
            "n" => Amount::number(4.0),
            "s" => units::parse("2 mm").unwrap(),
            other => panic!("no {other}"),
        };
        amount.into()
    }

    fn evaluate(text: &str) -> Result<Amount, Fault> {
        let expression = Expression::parse(text, &|name| ["r", "beta", "n", "s", "basis"].contains(&name))?;
        expression.evaluate(&lookup)?.amount(&(0..text.len()))
    }

    fn si(text: &str) -> (f64, String) {
        let amount = evaluate(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        (amount.value, units::si_unit(amount.dimension))
    }

    fn near(text: &str, value: f64, unit: &str) {
        let (got, got_unit) = si(text);
        // A few roundings of numbers near one.
        assert!((got - value).abs() < 1e-14 * value.abs().max(1.0) && got_unit == unit, "{text}: {got} {got_unit}");
    }

    #[test]
    fn operators_bind_as_on_paper() {
        near("= 2 + 3 * 4", 14.0, "1");
        near("= (2 + 3) * 4", 20.0, "1");
        near("= -2^2", -4.0, "1");
        near("= 2^3^2", 512.0, "1");
        near("= 2^-1", 0.5, "1");
        near("= 8 / 4 / 2", 1.0, "1");
        near("= 7 - 4 - 2", 1.0, "1");
        near("=--n", 4.0, "1");
    }

    #[test]
    fn dimensions_follow_the_arithmetic() {
        near("= 2 * r * sin(beta)", 0.04, "m");
        near("= r^2", 1.6e-3, "m^2");
        near("= sqrt(r * 10 mm)", 0.02, "m");
        near("= r + 5 mm", 0.045, "m");
        near("= asin(0.5)", std::f64::consts::FRAC_PI_6, "rad");
        near("= atan2(r, r)", std::f64::consts::FRAC_PI_4, "rad");
        near("= cos(pi)", -1.0, "1");
        near("= max(r, 5 mm, 60 mm)", 0.06, "m");
        near("= 5 N/m * 2 m", 10.0, "N");
        near("= 5 J/(kg K)", 5.0, "m^2/s^2/K");
        near("= 50 % * n", 2.0, "1");
        near("= 6 mm / s", 3.0, "1");
    }

    #[test]
    fn unlike_quantities_are_refused_where_they_meet() {
        let fault = evaluate("= 1 + (r + beta)").unwrap_err();
        assert_eq!((fault.code, fault.span), ("unit-mismatch", 7..15));
        assert_eq!(fault.label, "the first is a length (m), the second an angle (rad)");
        assert_eq!(evaluate("= sin(r)").unwrap_err().span, 6..7);
        assert_eq!(evaluate("= r^0.3").unwrap_err().code, "unit-mismatch");
        assert_eq!(evaluate("= 2^r").unwrap_err().code, "unit-mismatch");
        assert_eq!(evaluate("= exp(beta)").unwrap_err().code, "unit-mismatch");
    }

    #[test]
    fn a_unit_that_is_also_a_parameter_is_refused_behind_a_tight_slash() {
        assert_eq!(evaluate("= 6 mm/s").unwrap_err().code, "ambiguous-unit");
    }

    #[test]
    fn what_cannot_be_read_or_has_no_value_is_a_fault() {
        for (text, code) in [
            ("=", "bad-expression"),
            ("= 2 +", "bad-expression"),
            ("= (2", "bad-expression"),
            ("= 2)", "bad-expression"),
            ("= 2 r", "unknown-unit"),
            ("= sni(2)", "unknown-function"),
            ("= sin()", "bad-expression"),
            ("= atan2(1)", "bad-expression"),
            ("= 1 / 0", "not-finite"),
            ("= sqrt(-1)", "not-finite"),
            ("= asin(2)", "not-finite"),
            ("= 1e999", "not-finite"),
            ("= 2 mm^x", "bad-expression"),
        ] {
            assert_eq!(evaluate(text).expect_err(text).code, code, "{text}");
        }
    }

    #[test]
    fn conditions_are_one_or_zero_and_bind_less_than_arithmetic() {
        for (text, value) in [
            ("= n == 4", 1.0),
            ("= n != 4", 0.0),
            ("= n + 1 > 2 * 2", 1.0),
            ("= r <= 40 mm and s >= 2 mm", 1.0),
            ("= r < 40 mm or s > 2 mm", 0.0),
            ("= not n > 3 or n == 4 and not n == 5", 1.0),
            ("= not (n > 3 or n == 4)", 0.0),
            ("= not not n > 3", 1.0),
            ("= 1 or 0 and 0", 1.0),
            ("= basis == 'dual'", 1.0),
            ("= 'primal' == basis or n > 3", 1.0),
            ("= basis != 'dual'", 0.0),
            ("= basis == basis", 1.0),
            ("= 3 * (basis == 'dual') + 5 * (basis == 'primal')", 3.0),
            ("= 5 mm < r and n > 1", 1.0),
        ] {
            near(text, value, "1");
        }
    }

    #[test]
    fn what_cannot_be_compared_or_connected_is_a_fault_at_its_place() {
        for (text, code, span) in [
            ("= n == r", "unit-mismatch", 2..8),
            ("= basis == 'dul'", "unknown-choice", 11..16),
            ("= basis > 'primal'", "wrong-form", 2..18),
            ("= basis == n", "wrong-form", 2..12),
            ("= basis + 1", "wrong-form", 2..7),
            ("= -basis", "wrong-form", 3..8),
            ("= sin(basis)", "wrong-form", 6..11),
            ("= n and n > 1", "not-a-condition", 2..3),
            ("= not basis", "not-a-condition", 6..11),
            ("= 1 and r", "not-a-condition", 8..9),
            ("= 1 < n < 3", "bad-expression", 8..9),
            ("= n = 4", "bad-expression", 4..5),
            ("= n ==", "bad-expression", 6..6),
            ("= not", "bad-expression", 5..5),
            ("= 'dual'", "not-constant", 2..8),
        ] {
            let fault = evaluate(text).expect_err(text);
            assert_eq!((fault.code, fault.span), (code, span), "{text}");
        }
    }

    #[test]
    fn depth_and_length_are_limited() {
        assert_eq!(evaluate(&format!("= {}1", "(".repeat(2000))).unwrap_err().code, "bad-expression");
        assert_eq!(evaluate(&format!("= {}1", "-".repeat(2000))).unwrap_err().code, "bad-expression");
        assert_eq!(evaluate(&format!("= {}1", "not ".repeat(1000))).unwrap_err().code, "bad-expression");
        assert_eq!(evaluate(&format!("= 1{}", "+1".repeat(3000))).unwrap_err().code, "expression-too-long");
        near(&format!("= 1{}", "+1".repeat(2000)), 2001.0, "1");
    }
}
