//! Functions of the program that runs a model, such as those of a Python program.

use crate::math::Scalar;
use std::fmt::Debug;
use std::sync::Arc;

/// Relative size of a difference that approximates a derivative: ε^(1/3), at which the errors of truncation and of round-off
/// of a central difference are equal.
const DIFFERENCE: f64 = 6.1e-6;
/// Inputs smaller than this, in SI units, are varied as if they had this size.
const SMALLEST_INPUT: f64 = 1e-3;

/// A function of time and of some inputs that the engine does not know: f(t, u₁, …, uₙ).
///
/// It must be pure: the same arguments always give the same values. Newton's method calls it several times a step, also for
/// steps that are rejected.
pub trait ProgramFunction: Debug + Send + Sync {
    /// Computes its values, as many as `values` has; one that cannot be computed is NaN.
    fn call(&self, time: f64, inputs: &[f64], values: &mut [f64]);
}

/// A law of the program: a function and, if given, its partial derivatives with respect to the inputs.
#[derive(Clone, Debug)]
pub struct ProgramLaw {
    /// f, with one value.
    pub function: Arc<dyn ProgramFunction>,
    /// ∂f/∂u₁ … ∂f/∂uₙ; without it, central differences of the function.
    pub derivative: Option<Arc<dyn ProgramFunction>>,
}

impl ProgramLaw {
    /// Its value, with first derivatives along the inputs.
    ///
    /// The derivative with respect to time is not needed: the tangent is taken at a fixed time, and a law has no constraints.
    pub fn value<S: Scalar, const N: usize>(&self, time: S, inputs: [S; N], count: usize) -> S {
        let (time, point) = (time.value(), inputs.map(S::value));
        let at = &point[..count];
        let value = S::constant(self.plain(time, at));
        if !S::HAS_DERIVATIVES {
            return value;
        }
        let mut slopes = [0.0; N];
        self.slopes(time, at, &mut slopes[..count]);
        (0..count).fold(value, |sum, i| sum + (inputs[i] - S::constant(point[i])) * slopes[i])
    }

    fn plain(&self, time: f64, inputs: &[f64]) -> f64 {
        let mut value = [f64::NAN];
        self.function.call(time, inputs, &mut value);
        value[0]
    }

    fn slopes(&self, time: f64, inputs: &[f64], slopes: &mut [f64]) {
        if let Some(derivative) = &self.derivative {
            return derivative.call(time, inputs, slopes);
        }
        let mut varied = [0.0; MOST_INPUTS];
        let varied = &mut varied[..inputs.len()];
        varied.copy_from_slice(inputs);
        for (i, slope) in slopes.iter_mut().enumerate() {
            let h = DIFFERENCE * inputs[i].abs().max(SMALLEST_INPUT);
            let (above, below) = (inputs[i] + h, inputs[i] - h);
            varied[i] = above;
            let upper = self.plain(time, varied);
            varied[i] = below;
            let lower = self.plain(time, varied);
            varied[i] = inputs[i];
            *slope = (upper - lower) / (above - below);
        }
    }
}

/// Maximum number of inputs of a law.
pub const MOST_INPUTS: usize = 8;

impl PartialEq for ProgramLaw {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Arc<dyn ProgramFunction>, b: &Arc<dyn ProgramFunction>| Arc::ptr_eq(a, b);
        same(&self.function, &other.function)
            && match (&self.derivative, &other.derivative) {
                (None, None) => true,
                (Some(one), Some(two)) => same(one, two),
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dual;

    /// t + 2 a³ − a b.
    #[derive(Debug)]
    struct Cubic;
    impl ProgramFunction for Cubic {
        fn call(&self, time: f64, inputs: &[f64], values: &mut [f64]) {
            let [a, b] = [inputs[0], inputs[1]];
            values[0] = time + 2.0 * a.powi(3) - a * b;
        }
    }

    #[derive(Debug)]
    struct Slopes;
    impl ProgramFunction for Slopes {
        fn call(&self, _: f64, inputs: &[f64], values: &mut [f64]) {
            let [a, b] = [inputs[0], inputs[1]];
            values.copy_from_slice(&[6.0 * a * a - b, -a]);
        }
    }

    #[test]
    fn slopes_are_those_given_or_differences_close_to_them() {
        let inputs = [Dual { re: 1.5, d: [1.0, 0.0] }, Dual { re: -0.4, d: [0.0, 1.0] }];
        let exact = ProgramLaw { function: Arc::new(Cubic), derivative: Some(Arc::new(Slopes)) };
        let value = exact.value(Dual::constant(3.0), inputs, 2);
        assert_eq!((value.re, value.d), (3.0 + 2.0 * 3.375 + 0.6, [6.0 * 2.25 + 0.4, -1.5]));
        let differences = ProgramLaw { derivative: None, ..exact };
        let close = differences.value(Dual::constant(3.0), inputs, 2);
        assert_eq!(close.re, value.re);
        assert!(close.d.iter().zip(value.d).all(|(a, b)| (a - b).abs() < 1e-8 * b.abs()), "{close:?}");
    }
}
