//! Formulas: expressions that are evaluated during the motion.
//!
//! An expression is lowered to the instructions of the engine: parameters become numbers, quoted names become inputs, units
//! are checked and removed. Constant parts are evaluated here, once.

use std::ops::Range;

use halfshaft::describe::{Dimension, Quantity};
use halfshaft::laws::Expression as Computed;
use halfshaft::laws::expression::{self as engine, BadExpression, Unary};

use crate::diagnostic::Fault;
use crate::expression::{Expression, Step, call, operate};
use crate::units::Amount;

/// Resolves a quoted name at a span: its input and its dimension.
pub(crate) type Quoted<'a> = dyn FnMut(&str, Range<usize>) -> Result<(usize, Dimension), Fault> + 'a;

/// An entry of the stack during lowering.
struct Part {
    /// Its value if it is constant; else an amount of the same dimension.
    amount: Amount,
    constant: bool,
    /// The index of its first instruction.
    first: usize,
    span: Range<usize>,
}

/// The instructions of a formula and the dimension of its value.
///
/// `parameter` returns the values of parameters; `quoted` returns the input and the dimension of quoted names.
pub(crate) fn lower(
    expression: &Expression,
    parameter: &dyn Fn(&str) -> Option<Amount>,
    quoted: &mut Quoted,
) -> Result<(Computed, Dimension), Fault> {
    let mut steps: Vec<engine::Step> = Vec::new();
    let mut stack: Vec<Part> = Vec::new();
    for (step, span) in expression.steps() {
        let first = steps.len();
        let varying =
            |dimension, first, span| Part { amount: Amount { value: 1.0, dimension }, constant: false, first, span };
        let part = match step {
            Step::Push(amount) => Part { amount: *amount, constant: true, first, span },
            Step::Name(name) => match parameter(name) {
                Some(amount) => Part { amount, constant: true, first, span },
                None => {
                    steps.push(engine::Step::Time);
                    varying(Quantity::TIME.dimension, first, span)
                }
            },
            Step::Quoted(name) => {
                let (place, dimension) = quoted(name, span.clone())?;
                steps.push(engine::Step::Input(place));
                varying(dimension, first, span)
            }
            Step::Negate => {
                let a = pop(&mut stack);
                if !a.constant {
                    steps.push(engine::Step::Negate);
                }
                let amount = Amount { value: if a.constant { -a.amount.value } else { 1.0 }, ..a.amount };
                Part { amount, span: span.start..a.span.end, ..a }
            }
            Step::Operate(operator) => {
                let (b, a) = (pop(&mut stack), pop(&mut stack));
                let whole = a.span.start..b.span.end;
                if *operator == '^' && !b.constant {
                    return Err(Fault::new("not-constant", b.span, "an exponent must be constant"));
                }
                let amount = operate(*operator, a.amount, b.amount, whole.clone())?;
                let constant = a.constant && b.constant;
                if !constant {
                    join(&mut steps, &a, &b, operation(*operator, &b));
                }
                let value = if constant { amount.value } else { 1.0 };
                Part { amount: Amount { value, ..amount }, constant, first: a.first, span: whole }
            }
            Step::Call(function, count) => {
                let mut arguments: Vec<Part> = (0..*count).map(|_| pop(&mut stack)).collect();
                arguments.reverse();
                let amounts: Vec<_> = arguments.iter().map(|part| (part.amount, part.span.clone())).collect();
                let amount = call(function, &amounts, span.clone())?;
                let constant = arguments.iter().all(|part| part.constant);
                if !constant {
                    apply(&mut steps, &arguments, function);
                }
                let first = arguments.first().map_or(first, |part| part.first);
                let value = if constant { amount.value } else { 1.0 };
                Part { amount: Amount { value, ..amount }, constant, first, span }
            }
        };
        if part.constant && !part.amount.value.is_finite() {
            return Err(Fault::new("not-finite", part.span, "this part of the formula has no finite value"));
        }
        stack.push(part);
    }
    let whole = pop(&mut stack);
    if whole.constant {
        steps.push(engine::Step::Constant(whole.amount.value));
    }
    let too_deep = |_: BadExpression| {
        Fault::new("bad-expression", whole.span, "the formula is nested too deeply")
            .help("define a part of it as a signal")
    };
    Computed::new(steps).map(|computed| (computed, whole.amount.dimension)).map_err(too_deep)
}

fn pop(stack: &mut Vec<Part>) -> Part {
    stack.pop().expect("each step leaves what the next one takes")
}

/// Appends a binary instruction after its arguments, one of which may be a constant without an instruction yet.
fn join(steps: &mut Vec<engine::Step>, a: &Part, b: &Part, step: engine::Step) {
    if a.constant {
        steps.insert(b.first, engine::Step::Constant(a.amount.value));
    }
    if b.constant && !matches!(step, engine::Step::Power(_)) {
        steps.push(engine::Step::Constant(b.amount.value));
    }
    steps.push(step);
}

fn operation(operator: char, b: &Part) -> engine::Step {
    match operator {
        '+' => engine::Step::Add,
        '-' => engine::Step::Subtract,
        '*' => engine::Step::Multiply,
        '/' => engine::Step::Divide,
        _ => engine::Step::Power(b.amount.value),
    }
}

/// Appends a function after its arguments, some of which may be constants without instructions yet.
fn apply(steps: &mut Vec<engine::Step>, arguments: &[Part], function: &str) {
    // From the last, so that insertions do not shift earlier indices.
    for argument in arguments.iter().rev().filter(|argument| argument.constant) {
        steps.insert(argument.first, engine::Step::Constant(argument.amount.value));
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
        let parameter = |name: &str| (name == "r").then(|| crate::units::parse("40 mm").unwrap());
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
        assert!((number("= sin('b') + atan2(1, 2 / 1) / (1 rad)") - (5.0_f64.sin() + 1_f64.atan2(2.0))).abs() < 1e-15);
    }

    #[test]
    fn dimensions_are_checked() {
        assert_eq!(value("= 'a' * time").unwrap().1, Quantity::LENGTH.dimension);
        assert_eq!(value("= 'a' + 1 s").unwrap_err().code, "unit-mismatch");
        assert_eq!(value("= 2 ^ 'b'").unwrap_err().code, "not-constant");
    }
}
