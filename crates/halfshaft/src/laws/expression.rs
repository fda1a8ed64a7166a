//! Arithmetic expressions of a model file: a signal as a function of time and other signals.

use crate::math::Scalar;

/// An expression in order of evaluation: each step takes its arguments from a stack and pushes its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Vec<Step>);

/// One step of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A number.
    Constant(f64),
    /// One of the inputs, by its index.
    Input(usize),
    /// The time.
    Time,
    /// −a.
    Negate,
    /// a + b.
    Add,
    /// a − b.
    Subtract,
    /// a b.
    Multiply,
    /// a / b.
    Divide,
    /// a to a constant power.
    Power(f64),
    /// A function of one argument.
    Apply(Unary),
    /// The angle of the point (b, a).
    Atan2,
    /// The smaller of two.
    Least,
    /// The larger of two.
    Most,
}

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say what they are.
pub enum Unary {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sqrt,
    Abs,
    Exp,
    Ln,
    Floor,
    Ceil,
    Round,
}

/// Maximum depth of the stack, so that it does not allocate.
pub const DEPTH: usize = 16;

/// Why steps are not a valid expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadExpression {
    /// It needs a deeper stack than [`DEPTH`].
    TooDeep,
    /// Some step has too few arguments, or more than one result is left.
    Unbalanced,
}

impl Expression {
    /// The expression of these steps.
    pub fn new(steps: Vec<Step>) -> Result<Self, BadExpression> {
        let mut height = 0_usize;
        for step in &steps {
            let taken = step.arguments();
            height = height.checked_sub(taken).ok_or(BadExpression::Unbalanced)? + 1;
            if height > DEPTH {
                return Err(BadExpression::TooDeep);
            }
        }
        if height == 1 { Ok(Expression(steps)) } else { Err(BadExpression::Unbalanced) }
    }

    /// Its value at a time, for these inputs.
    pub fn value<S: Scalar>(&self, time: S, inputs: impl Fn(usize) -> S) -> S {
        let mut stack = [S::zero(); DEPTH];
        let mut height = 0;
        for step in &self.0 {
            height -= step.arguments();
            let (a, b) = (stack[height], stack[(height + 1).min(DEPTH - 1)]);
            stack[height] = match *step {
                Step::Constant(value) => S::constant(value),
                Step::Input(place) => inputs(place),
                Step::Time => time,
                Step::Negate => -a,
                Step::Add => a + b,
                Step::Subtract => a - b,
                Step::Multiply => a * b,
                Step::Divide => a / b,
                Step::Power(exponent) => power(a, exponent),
                Step::Apply(function) => function.of(a),
                Step::Atan2 => a.atan2(b),
                Step::Least => {
                    if b.value() < a.value() {
                        b
                    } else {
                        a
                    }
                }
                Step::Most => {
                    if b.value() > a.value() {
                        b
                    } else {
                        a
                    }
                }
            };
            height += 1;
        }
        stack[0]
    }
}

impl Step {
    fn arguments(&self) -> usize {
        match self {
            Step::Constant(_) | Step::Input(_) | Step::Time => 0,
            Step::Negate | Step::Power(_) | Step::Apply(_) => 1,
            Step::Add | Step::Subtract | Step::Multiply | Step::Divide | Step::Atan2 | Step::Least | Step::Most => 2,
        }
    }
}

impl Unary {
    fn of<S: Scalar>(self, a: S) -> S {
        let one = S::one();
        match self {
            Unary::Sin => a.sin(),
            Unary::Cos => a.cos(),
            Unary::Tan => a.sin() / a.cos(),
            Unary::Asin => a.atan2((one - a * a).sqrt()),
            Unary::Acos => (one - a * a).sqrt().atan2(a),
            Unary::Atan => a.atan2(one),
            Unary::Sqrt => a.sqrt(),
            Unary::Abs => a.abs(),
            Unary::Exp => a.exp(),
            Unary::Ln => a.ln(),
            Unary::Floor => S::constant(a.value().floor()),
            Unary::Ceil => S::constant(a.value().ceil()),
            Unary::Round => S::constant(a.value().round()),
        }
    }
}

/// A power; small integer ones by multiplication, which is valid for negative numbers too.
fn power<S: Scalar>(a: S, exponent: f64) -> S {
    if exponent.fract() != 0.0 || exponent.abs() > 16.0 {
        return (a.ln() * exponent).exp();
    }
    let whole = (0..exponent.abs() as usize).fold(S::one(), |product, _| product * a);
    if exponent < 0.0 { S::one() / whole } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    #[test]
    fn steps_compute_value_and_slope() {
        // 3 x² − sin(x)/t with x = 0.4, t = 2.
        use Step::*;
        let steps =
            vec![Constant(3.0), Input(0), Power(2.0), Multiply, Input(0), Apply(Unary::Sin), Time, Divide, Subtract];
        let f = Expression::new(steps).unwrap();
        let y = f.value(Dual { re: 2.0, d: [0.0] }, |_| Dual { re: 0.4, d: [1.0] });
        assert!((y.re - (3.0 * 0.16 - 0.4_f64.sin() / 2.0)).abs() < 1e-15);
        assert!((y.d[0] - (2.4 - 0.4_f64.cos() / 2.0)).abs() < 1e-15);
    }

    #[test]
    fn functions_equal_those_of_the_standard_library() {
        let of = |unary: Unary, x: f64| unary.of(x);
        for x in [-0.7, 0.2, 0.9] {
            let pairs = [
                (of(Unary::Tan, x), x.tan()),
                (of(Unary::Asin, x), x.asin()),
                (of(Unary::Acos, x), x.acos()),
                (of(Unary::Atan, x), x.atan()),
                (power(x, -3.0), x.powi(-3)),
                (power(2.0 + x, 0.5), (2.0 + x).sqrt()),
            ];
            for (a, b) in pairs {
                assert!((a - b).abs() < 1e-15 * (1.0 + b.abs() * 10.0), "{a} {b} at {x}");
            }
        }
    }

    #[test]
    fn steps_that_do_not_fit_are_refused() {
        assert_eq!(Expression::new(vec![Step::Add]), Err(BadExpression::Unbalanced));
        assert_eq!(Expression::new(vec![Step::Time, Step::Time]), Err(BadExpression::Unbalanced));
        let deep: Vec<Step> = (0..DEPTH + 1).map(|_| Step::Time).collect();
        assert_eq!(Expression::new(deep), Err(BadExpression::TooDeep));
    }
}
