//! Arithmetic with dimensions: `"= 2 * r * sin(beta)"`.
//!
//! Operators `+ - * / ^`, parentheses, the functions of [`FUNCTIONS`], `pi`, parameters by name, and numbers with units.
//! In formulas, which are evaluated during the motion, also `time`, and signals or channels in single quotes.
//! A unit directly follows its number and ends before `*`; a `/` belongs to the unit only if written without spaces
//! (`5 N/m`), and is rejected if the word after it is both a unit and a parameter.
//!
//! Text is compiled to instructions for a stack machine: evaluation has no recursion, and parsing a bounded one.

use std::ops::Range;

use halfshaft::describe::{Dimension, Quantity};

use crate::diagnostic::Fault;
use crate::suggest::nearest;
use crate::units::{self, Amount};

/// Maximum length of an expression, in bytes.
const MAX_BYTES: usize = 4096;
/// Maximum nesting of parentheses, powers and signs.
const MAX_DEPTH: usize = 64;

/// The names of the functions, which cannot be names of parameters.
pub const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "abs", "min", "max", "exp", "ln", "floor", "ceil",
    "round",
];

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
    Negate,
    Operate(char),
    Call(&'static str, usize),
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
        parser.sum()?;
        parser.skip_spaces();
        if parser.at < text.len() {
            return Err(parser.unexpected("an operator was expected here"));
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
    pub fn evaluate(&self, lookup: &dyn Fn(&str) -> Amount) -> Result<Amount, Fault> {
        let mut stack: Vec<(Amount, Range<usize>)> = Vec::new();
        let pop = |stack: &mut Vec<_>| stack.pop().expect("each step leaves what the next one takes");
        for (step, span) in &self.steps {
            let result = match step {
                Step::Push(amount) => (*amount, span.clone()),
                Step::Name(name) => (lookup(name), span.clone()),
                Step::Quoted(_) => {
                    return Err(Fault::new("not-constant", span.clone(), "this value changes with time")
                        .label("a constant is required here"));
                }
                Step::Negate => {
                    let (a, at) = pop(&mut stack);
                    (Amount { value: -a.value, ..a }, span.start..at.end)
                }
                Step::Operate(operator) => {
                    let (b, b_at) = pop(&mut stack);
                    let (a, a_at) = pop(&mut stack);
                    let whole = a_at.start..b_at.end;
                    (operate(*operator, a, b, whole.clone())?, whole)
                }
                Step::Call(function, count) => {
                    let mut arguments: Vec<(Amount, Range<usize>)> = (0..*count).map(|_| pop(&mut stack)).collect();
                    arguments.reverse();
                    (call(function, &arguments, span.clone())?, span.clone())
                }
            };
            if !result.0.value.is_finite() {
                return Err(Fault::new("not-finite", result.1, "the expression has no finite value")
                    .label("division by zero, outside the domain of the function, or too large"));
            }
            stack.push(result);
        }
        Ok(pop(&mut stack).0)
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

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    steps: Vec<(Step, Range<usize>)>,
    is_parameter: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes one of the characters, if it comes next.
    fn take(&mut self, any: &[char]) -> Option<char> {
        self.skip_spaces();
        let next = self.rest().chars().next().filter(|c| any.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn unexpected(&self, label: &str) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Fault::new("bad-expression", self.at..self.at + length, "the expression cannot be read").label(label)
    }

    fn enter(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::new("bad-expression", self.at..self.at, "the expression is nested too deeply")
                .help("split it with parameters"));
        }
        Ok(())
    }

    fn sum(&mut self) -> Result<(), Fault> {
        self.enter()?;
        self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let at = self.at - 1..self.at;
            self.product()?;
            self.steps.push((Step::Operate(operator), at));
        }
        self.depth -= 1;
        Ok(())
    }

    fn product(&mut self) -> Result<(), Fault> {
        self.signed()?;
        while let Some(operator) = self.take(&['*', '·', '/']) {
            let at = self.at - 1..self.at;
            self.signed()?;
            self.steps.push((Step::Operate(if operator == '/' { '/' } else { '*' }), at));
        }
        Ok(())
    }

    /// A sign binds less than a power: `-2^2` is −4.
    fn signed(&mut self) -> Result<(), Fault> {
        self.enter()?;
        match self.take(&['-', '+']) {
            Some('-') => {
                let at = self.at - 1..self.at;
                self.signed()?;
                self.steps.push((Step::Negate, at));
            }
            Some(_) => self.signed()?,
            None => {
                self.atom()?;
                if self.take(&['^']).is_some() {
                    let at = self.at - 1..self.at;
                    self.signed()?;
                    self.steps.push((Step::Operate('^'), at));
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn atom(&mut self) -> Result<(), Fault> {
        if self.take(&['(']).is_some() {
            self.sum()?;
            return self.close();
        }
        let start = self.at;
        if self.take(&['\'']).is_some() {
            let Some(end) = self.rest().find('\'') else {
                return Err(self.unexpected("`'` was expected after the name"));
            };
            let name = self.rest()[..end].to_owned();
            self.at += end + 1;
            self.steps.push((Step::Quoted(name), start..self.at));
            return Ok(());
        }
        let length = units::number_length(self.rest());
        if length > 0 {
            self.at += length;
            self.unit()?;
            let amount = units::scaled(&self.text[start..self.at], length).map_err(|fault| fault.moved(start))?;
            self.steps.push((Step::Push(amount), start..self.at));
            return Ok(());
        }
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected("a number, a name or `(` was expected here"));
        }
        self.at += word.len();
        if !self.rest().trim_start().starts_with('(') {
            let step = match word {
                "pi" => Step::Push(Amount::number(std::f64::consts::PI)),
                _ => Step::Name(word.to_owned()),
            };
            self.steps.push((step, start..self.at));
            return Ok(());
        }
        let Some(function) = FUNCTIONS.iter().find(|f| **f == word) else {
            let fault = Fault::new("unknown-function", start..self.at, format!("there is no function `{word}`"));
            return Err(match nearest(word, FUNCTIONS.iter().copied()) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help(format!("the functions are {}", FUNCTIONS.join(", "))),
            });
        };
        self.take(&['(']);
        let mut count = 0;
        if !self.rest().trim_start().starts_with(')') {
            self.sum()?;
            count = 1;
            while self.take(&[',']).is_some() {
                self.sum()?;
                count += 1;
            }
        }
        self.close()?;
        self.steps.push((Step::Call(function, count), start..self.at));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        match self.take(&[')']) {
            Some(_) => Ok(()),
            None => Err(self.unexpected("`)` was expected here")),
        }
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Consumes the unit after a number: words with their powers, and divisors written without spaces.
    fn unit(&mut self) -> Result<(), Fault> {
        let mut end = self.at;
        loop {
            self.skip_spaces();
            let at = self.at;
            let symbol = &self.rest()[..symbol_length(self.rest())];
            if symbol.is_empty() {
                break;
            }
            if !units::is_unit(symbol) {
                let word = self.word();
                let known = (self.is_parameter)(word) || FUNCTIONS.contains(&word) || word == "pi";
                let fault = units::unknown(if known { word } else { symbol }, at);
                return Err(if known { fault.help("write `*` between a number and a name") } else { fault });
            }
            self.at += symbol.len();
            self.unit_power()?;
            end = self.at;
            while let Some(length) = self.divisor()? {
                self.at += length;
                self.unit_power()?;
                end = self.at;
            }
        }
        self.at = end;
        Ok(())
    }

    fn unit_power(&mut self) -> Result<(), Fault> {
        self.at += units::power(self.rest()).1;
        if self.rest().starts_with('^') {
            return Err(self
                .unexpected("the power of a unit is one digit")
                .help("to raise the whole amount, put it in parentheses: `(5 mm)^x`"));
        }
        Ok(())
    }

    /// The length of `/unit` or `/(unit unit)`, if that is what comes next.
    fn divisor(&self) -> Result<Option<usize>, Fault> {
        let Some(rest) = self.rest().strip_prefix('/') else { return Ok(None) };
        let group = rest.strip_prefix('(').and_then(|inside| inside.split_once(')')).map(|(inside, _)| inside);
        let body = group.unwrap_or(&rest[..symbol_length(rest)]);
        let words = || body.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%' || c == '°'));
        let symbols: Vec<&str> = words().filter(|w| !w.is_empty() && w.parse::<u8>().is_err()).collect();
        if symbols.is_empty() || body.contains(['+', '(']) || !symbols.iter().all(|s| units::is_unit(s)) {
            return Ok(None);
        }
        if let Some(both) = symbols.iter().find(|s| (self.is_parameter)(s)) {
            let end = self.at + 1 + body.len();
            return Err(Fault::new("ambiguous-unit", self.at..end, format!("`{both}` is a unit and a parameter"))
                .label("which of the two is meant?")
                .help("put spaces around `/` to divide by the parameter, or rename it"));
        }
        Ok(Some(1 + body.len() + if group.is_some() { 2 } else { 0 }))
    }
}

/// As in units, except for the digit 1, which starts a number here.
fn symbol_length(text: &str) -> usize {
    if text.starts_with('1') { 0 } else { units::symbol_length(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Amount {
        match name {
            "r" => units::parse("40 mm").unwrap(),
            "beta" => units::parse("30 deg").unwrap(),
            "n" => Amount::number(4.0),
            "s" => units::parse("2 mm").unwrap(),
            other => panic!("no {other}"),
        }
    }

    fn evaluate(text: &str) -> Result<Amount, Fault> {
        Expression::parse(text, &|name| ["r", "beta", "n", "s"].contains(&name))?.evaluate(&lookup)
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
    fn depth_and_length_are_limited() {
        assert_eq!(evaluate(&format!("= {}1", "(".repeat(2000))).unwrap_err().code, "bad-expression");
        assert_eq!(evaluate(&format!("= {}1", "-".repeat(2000))).unwrap_err().code, "bad-expression");
        assert_eq!(evaluate(&format!("= 1{}", "+1".repeat(3000))).unwrap_err().code, "expression-too-long");
        near(&format!("= 1{}", "+1".repeat(2000)), 2001.0, "1");
    }
}
