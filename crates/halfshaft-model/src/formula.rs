//! Formulas: expressions that are evaluated during the motion.
//!
//! An expression is lowered to the instructions of the engine: parameters become numbers, quoted names become inputs, units
//! are checked and removed. Constant parts, conditions among them, are evaluated here, once.

use std::ops::Range;

use halfshaft::describe::{Dimension, Quantity};
use halfshaft::laws::Expression as Computed;
use halfshaft::laws::expression::{self as engine, BadExpression, Unary};

use crate::diagnostic::Fault;
use crate::expression::{Expression, Operand, Step, Word, binary, call, operate};
use crate::units::Amount;

/// Resolves a quoted name at a span: its input and its dimension.
pub(crate) type Quoted<'a> = dyn FnMut(&str, Range<usize>) -> Result<(usize, Dimension), Fault> + 'a;

/// An entry of the stack during lowering.
struct Part {
    /// Its value if it is constant; else an amount of the same dimension.
    value: Operand,
    constant: bool,
    /// The index of its first instruction.
    first: usize,
    span: Range<usize>,
}

impl Part {
    fn amount(&self) -> Result<Amount, Fault> {
        self.value.amount(&self.span)
    }

    /// Its number; zero for a word, which is never computed with.
    fn number(&self) -> f64 {
        if let Operand::Amount(amount) = &self.value { amount.value } else { 0.0 }
    }

    /// Itself, if it is constant.
    fn constant(self) -> Result<Self, Fault> {
        if self.constant { Ok(self) } else { Err(not_constant(self.span)) }
    }
}

fn not_constant(span: Range<usize>) -> Fault {
    Fault::new("not-constant", span, "a condition must be constant")
        .label("this changes with time")
        .help("a condition in a formula compares parameters and numbers, not signals or channels")
}

/// The instructions of a formula and the dimension of its value.
///
/// `parameter` returns the values of parameters; `quoted` returns the input and the dimension of quoted names.
pub(crate) fn lower(
    expression: &Expression,
    parameter: &dyn Fn(&str) -> Option<Operand>,
    quoted: &mut Quoted,
) -> Result<(Computed, Dimension), Fault> {
    let mut steps: Vec<engine::Step> = Vec::new();
    let mut stack: Vec<Part> = Vec::new();
    for (step, span) in expression.steps() {
        let first = steps.len();
        let varying = |dimension, first, span| {
            let value = Amount { value: 1.0, dimension }.into();
            Part { value, constant: false, first, span }
        };
        let part = match step {
            Step::Push(amount) => Part { value: (*amount).into(), constant: true, first, span },
            Step::Name(name) => match parameter(name) {
                Some(value) => Part { value, constant: true, first, span },
                None => {
                    steps.push(engine::Step::Time);
                    varying(Quantity::TIME.dimension, first, span)
                }
            },
            Step::Word(text) => {
                let value = Operand::Word(Word { text: text.clone(), of: [].into() });
                Part { value, constant: true, first, span }
            }
            Step::Quoted(name) => {
                let (place, dimension) = quoted(name, span.clone())?;
                steps.push(engine::Step::Input(place));
                varying(dimension, first, span)
            }
            Step::Negate => {
                let a = pop(&mut stack);
                let amount = a.amount()?;
                if !a.constant {
                    steps.push(engine::Step::Negate);
                }
                let value = Amount { value: if a.constant { -amount.value } else { 1.0 }, ..amount };
                Part { value: value.into(), span: span.start..a.span.end, ..a }
            }
            Step::Not | Step::Compare(_) | Step::Connect(_) => condition(step, span, &mut stack)?,
            Step::Operate(operator) => {
                let (b, a) = (pop(&mut stack), pop(&mut stack));
                let whole = a.span.start..b.span.end;
                if *operator == '^' && !b.constant {
                    return Err(Fault::new("not-constant", b.span, "an exponent must be constant"));
                }
                let amount = operate(*operator, a.amount()?, b.amount()?, whole.clone())?;
                let constant = a.constant && b.constant;
                if !constant {
                    join(&mut steps, &a, &b, operation(*operator, &b));
                }
                let value = if constant { amount.value } else { 1.0 };
                Part { value: Amount { value, ..amount }.into(), constant, first: a.first, span: whole }
            }
            Step::Call(function, count) => {
                let arguments = stack.split_off(stack.len() - count);
                applied(function, &arguments, span, &mut steps)?
            }
        };
        if part.constant && !part.number().is_finite() {
            return Err(Fault::new("not-finite", part.span, "this part of the formula has no finite value"));
        }
        stack.push(part);
    }
    let whole = pop(&mut stack);
    let amount = whole.amount()?;
    if whole.constant {
        steps.push(engine::Step::Constant(amount.value));
    }
    let too_deep = |_: BadExpression| {
        Fault::new("bad-expression", whole.span, "the formula is nested too deeply")
            .help("define a part of it as a signal")
    };
    Computed::new(steps).map(|computed| (computed, amount.dimension)).map_err(too_deep)
}

/// The value of a function, after the instructions of its arguments.
fn applied(
    function: &str,
    arguments: &[Part],
    span: Range<usize>,
    steps: &mut Vec<engine::Step>,
) -> Result<Part, Fault> {
    let amounts = arguments.iter().map(|part| Ok((part.amount()?, part.span.clone())));
    let amount = call(function, &amounts.collect::<Result<Vec<_>, Fault>>()?, span.clone())?;
    let first = arguments.first().map_or(steps.len(), |part| part.first);
    let constant = arguments.iter().all(|part| part.constant);
    if !constant {
        apply(steps, arguments, function);
    }
    let value = if constant { amount.value } else { 1.0 };
    Ok(Part { value: Amount { value, ..amount }.into(), constant, first, span })
}

/// The value of a condition, whose parts are constant.
fn condition(step: &Step, span: Range<usize>, stack: &mut Vec<Part>) -> Result<Part, Fault> {
    let b = pop(stack).constant()?;
    if *step == Step::Not {
        return Ok(Part { value: Operand::truth(!b.value.condition(&b.span)?), span: span.start..b.span.end, ..b });
    }
    let a = pop(stack).constant()?;
    // A quoted name that is compared with no choice is that of a signal or a channel.
    for (part, other) in [(&a, &b), (&b, &a)] {
        let quoted = matches!(&part.value, Operand::Word(word) if word.of.is_empty());
        if quoted && !matches!(&other.value, Operand::Word(word) if !word.of.is_empty()) {
            return Err(not_constant(part.span.clone()));
        }
    }
    let value = binary(step, (&a.value, &a.span), (&b.value, &b.span))?;
    Ok(Part { value, span: a.span.start..b.span.end, ..a })
}

fn pop(stack: &mut Vec<Part>) -> Part {
    stack.pop().expect("each step leaves what the next one takes")
}

/// Appends a binary instruction after its arguments, one of which may be a constant without an instruction yet.
fn join(steps: &mut Vec<engine::Step>, a: &Part, b: &Part, step: engine::Step) {
    if a.constant {
        steps.insert(b.first, engine::Step::Constant(a.number()));
    }
    if b.constant && !matches!(step, engine::Step::Power(_)) {
        steps.push(engine::Step::Constant(b.number()));
    }
    steps.push(step);
}

fn operation(operator: char, b: &Part) -> engine::Step {
    match operator {
        '+' => engine::Step::Add,
        '-' => engine::Step::Subtract,
        '*' => engine::Step::Multiply,
        '/' => engine::Step::Divide,
        _ => engine::Step::Power(b.number()),
    }
}

/// Appends a function after its arguments, some of which may be constants without instructions yet.
fn apply(steps: &mut Vec<engine::Step>, arguments: &[Part], function: &str) {
    // From the last, so that insertions do not shift earlier indices.
    for argument in arguments.iter().rev().filter(|argument| argument.constant) {
        steps.insert(argument.first, engine::Step::Constant(argument.number()));
    }
    let unary = match function {
        "sin" => Unary::Sin,
        "cos" => Unary::Cos,
        "tan" => Unary::Tan,
        "asin" => Unary::Asin,
        "acos" => Unary::Acos,
        "atan" => Unary::Atan,
        "sqrt" => Unary::Sqrt,
        "exp" => Unary::Exp,
        "ln" => Unary::Ln,
        "floor" => Unary::Floor,
        "ceil" => Unary::Ceil,
        "round" => Unary::Round,
        "abs" => Unary::Abs,
        of_several => {
            let step = match of_several {
                "atan2" => engine::Step::Atan2,
                "min" => engine::Step::Least,
                _ => engine::Step::Most,
            };
            steps.extend((1..arguments.len()).map(|_| step));
            return;
        }
    };
    steps.push(engine::Step::Apply(unary));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value at 2 s with a at 3 m/s and b at 5 rad.
    fn value(text: &str) -> Result<(f64, Dimension), Fault> {
        let expression = Expression::parse(text, &|name| name == "r").unwrap();
        let parameter = |name: &str| (name == "r").then(|| crate::units::parse("40 mm").unwrap().into());
        let (computed, dimension) = lower(&expression, &parameter, &mut |name, _| {
            let of = if name == "a" { Quantity::VELOCITY } else { Quantity::ANGLE };
            Ok((usize::from(name == "b"), of.dimension))
        })?;
        Ok((computed.value(2.0, |place| [3.0, 5.0][place]), dimension))
    }

    #[test]
    fn numbers_parameters_and_inputs_go_together() {
        let number = |text| value(text).unwrap().0;
        assert_eq!(number("= 2 * 'a' + r / (1 s)"), 6.04);
        assert_eq!(number("= 'a' - 1 m/s - 2 m/s"), 0.0);
        assert_eq!(number("= 7 m/s - 'a' * (2 - 1)"), 4.0);
        assert_eq!(number("= min(9 m/s, 'a', 4 m/s)"), 3.0);
        assert_eq!(number("= max('a', 9 m/s, 4 m/s)"), 9.0);
        assert_eq!(number("= -(2 + 1) * 'b' ^ 2 / 3"), -25.0);
        assert_eq!(number("= time * 'a'"), 6.0);
        assert_eq!(number("= 2 * 3"), 6.0);
        assert_eq!(number("= 'a' * (r > 30 mm and not r > 50 mm)"), 3.0);
        assert!((number("= sin('b') + atan2(1, 2 / 1) / (1 rad)") - (5.0_f64.sin() + 1_f64.atan2(2.0))).abs() < 1e-15);
    }

    #[test]
    fn dimensions_are_checked() {
        assert_eq!(value("= 'a' * time").unwrap().1, Quantity::LENGTH.dimension);
        assert_eq!(value("= 'a' + 1 s").unwrap_err().code, "unit-mismatch");
        assert_eq!(value("= 2 ^ 'b'").unwrap_err().code, "not-constant");
        assert_eq!(value("= ('a' + 1 m/s > 2 m/s) * 1").unwrap_err().code, "not-constant");
        assert_eq!(value("= ('a' > 2 m/s) * 1").unwrap_err().span, 3..6);
        assert_eq!(value("= ('a' == 'b') * 1").unwrap_err().code, "not-constant");
    }
}
