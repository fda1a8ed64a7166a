//! A signal that is a function of time and other signals.

use super::{CHANNELS, SECTION, UNIT};
use crate::describe::{Channel, Form, Key, Kind, Quantity};
#[cfg(test)]
use crate::laws::ProgramFunction;
#[cfg(test)]
use crate::laws::expression::{Step, Unary};
use crate::laws::{Expression, Function, ProgramLaw, TimeEvents};
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, MAX_SCALARS, Residual, ScalarId};
#[cfg(test)]
use std::sync::Arc;

/// u − f(t, u₁, u₂, u₃) = 0.
pub struct Formula {
    /// u.
    pub value: ScalarId,
    /// Its input signals, at most [`Formula::INPUTS`].
    pub inputs: Vec<ScalarId>,
    /// f.
    pub law: Law,
    /// Its physical quantity.
    pub quantity: Quantity,
}

/// The definition of a formula.
pub enum Law {
    /// An arithmetic expression.
    Expression(Expression),
    /// A function of its one input, or of time if it has none.
    Function(Function),
    /// A function of the program that runs the model.
    Program(ProgramLaw),
}

/// `[[signal]]` with `type = "expression"` in a model file.
pub const EXPRESSION: Kind = Kind {
    section: SECTION,
    type_name: Some("expression"),
    summary: "Arithmetic on `time` and on other signals, whose names stand in single quotes; at most three of them.",
    keys: &[
        UNIT,
        Key::required("value", Form::Formula, "the formula, as in \"= 2 * 'wheel speed' + time * 1 rad/s^2\""),
    ],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "function"` in a model file.
pub const FUNCTION: Kind = Kind {
    section: SECTION,
    type_name: Some("function"),
    summary: "A function of time, or with `of` of another signal: a table, a ramp, a harmonic …",
    keys: &[UNIT, Key::required("value", Form::OwnFunction, "the function")],
    channels: CHANNELS,
};

/// `[[signal]]` with `type = "program"` in a model file.
pub const PROGRAM: Kind = Kind {
    section: SECTION,
    type_name: Some("program"),
    summary: "A function of the program that runs the model, such as one of Python, of time and at most three signals. \
              Newton's method calls it, so that it acts without delay; the same arguments must always give the same value. \
              Such a model runs only from that program.",
    keys: &[
        UNIT,
        Key::required("function", Form::ProgramFunction, "the function of time and the inputs, all in SI units"),
        Key::optional("inputs", Form::List(&Form::Signal), "the signals that it takes after the time"),
        Key::optional(
            "derivative",
            Form::ProgramFunction,
            "the function of its partial derivatives with respect to the inputs; default: differences",
        ),
    ],
    channels: CHANNELS,
};

impl Formula {
    /// Maximum number of input signals.
    pub const INPUTS: usize = MAX_SCALARS - 1;

    fn result<S: Scalar>(&self, at: &At<S>) -> S {
        match &self.law {
            Law::Expression(expression) => expression.value(at.time, |place| at.scalars[1 + place].v),
            Law::Function(function) => function.value(at.scalars.get(1).map_or(at.time, |input| input.v)),
            Law::Program(law) => {
                let inputs: [S; Formula::INPUTS] =
                    std::array::from_fn(|i| at.scalars.get(1 + i).map_or(S::zero(), |input| input.v));
                law.value(at.time, inputs, self.inputs.len())
            }
        }
    }
}

impl Element for Formula {
    type Tangent = Dual<4>;
    const INTERNAL: bool = false;
    const CHANNELS: &'static [Channel] = CHANNELS;

    fn quantity(&self, _channel: usize) -> Quantity {
        self.quantity
    }

    fn scalars(&self) -> Vec<ScalarId> {
        [self.value].into_iter().chain(self.inputs.iter().copied()).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        r.scalar(0, at.scalars[0].v - self.result(at));
    }

    fn time_events(&self, out: &mut TimeEvents) {
        if let (Law::Function(function), true) = (&self.law, self.inputs.is_empty()) {
            function.time_events(out);
        }
    }

    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = at.scalars[0].v;
    }
}

addable!(Formula);

/// For the generic check: sin(u₁) + u₂ t − 2 u₁ u₂.
#[cfg(test)]
fn expression_specimen(value: ScalarId, inputs: [ScalarId; 2]) -> Formula {
    use Step::*;
    let steps = vec![
        Input(0),
        Apply(Unary::Sin),
        Input(1),
        Time,
        Multiply,
        Add,
        Constant(2.0),
        Input(0),
        Multiply,
        Input(1),
        Multiply,
        Subtract,
    ];
    let law = Law::Expression(Expression::new(steps).expect("it is balanced"));
    Formula { value, inputs: inputs.to_vec(), law, quantity: Quantity::NUMBER }
}

/// For the generic check: u₁ u₂² + t.
#[cfg(test)]
fn program_specimen(value: ScalarId, inputs: [ScalarId; 2]) -> Formula {
    #[derive(Debug)]
    struct Known;
    impl ProgramFunction for Known {
        fn call(&self, time: f64, inputs: &[f64], values: &mut [f64]) {
            let [a, b] = [inputs[0], inputs[1]];
            match values {
                [value] => *value = a * b * b + time,
                _ => values.copy_from_slice(&[b * b, 2.0 * a * b]),
            }
        }
    }
    let law = Law::Program(ProgramLaw { function: Arc::new(Known), derivative: Some(Arc::new(Known)) });
    Formula { value, inputs: inputs.to_vec(), law, quantity: Quantity::NUMBER }
}

/// For the generic check.
#[cfg(test)]
fn function_specimen(value: ScalarId, input: ScalarId) -> Formula {
    let law = Law::Function(Function::Polynomial(vec![0.3, -1.2, 0.7]));
    Formula { value, inputs: vec![input], law, quantity: Quantity::NUMBER }
}

examined!(
    EXPRESSION => on_scalars("aaa", |[u, a, b]| expression_specimen(u, [a, b])),
    PROGRAM => on_scalars("aaa", |[u, a, b]| program_specimen(u, [a, b])),
    FUNCTION => on_scalars("aa", |[u, a]| function_specimen(u, a)),
);
