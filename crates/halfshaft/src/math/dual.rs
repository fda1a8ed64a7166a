//! Dual numbers of fixed width: a value and N partial derivatives, exact to round-off.
//!
//! A dual over duals, `Dual<1, Dual<1>>`, has second derivatives along the motion. Widths are multiples of four, so
//! that the loops fill vector registers (`docs/theory.md`, tangents).

use super::scalar::Scalar;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// x + Σ dᵢ εᵢ with εᵢ εⱼ = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<const N: usize, T = f64> {
    /// The value.
    pub re: T,
    /// Its partial derivatives.
    pub d: [T; N],
}

/// A dual whose partials the assembler can seed and read.
pub trait Seeded: Scalar {
    /// Number of partials.
    const WIDTH: usize;

    /// A number whose only partial is `weight` at `index`.
    fn seeded(value: f64, index: usize, weight: f64) -> Self;

    /// Sets one partial.
    fn set_partial(&mut self, index: usize, weight: f64);

    /// Reads one partial.
    fn partial(&self, index: usize) -> f64;
}

impl<const N: usize> Seeded for Dual<N> {
    const WIDTH: usize = N;

    #[inline(always)]
    fn seeded(value: f64, index: usize, weight: f64) -> Self {
        let mut x = Self::constant(value);
        x.d[index] = weight;
        x
    }

    #[inline(always)]
    fn set_partial(&mut self, index: usize, weight: f64) {
        self.d[index] = weight;
    }

    #[inline(always)]
    fn partial(&self, index: usize) -> f64 {
        self.d[index]
    }
}

impl<const N: usize, T: Scalar> Dual<N, T> {
    /// f(x) with its derivative f'(x): the chain rule.
    #[inline(always)]
    fn chain(self, f: T, slope: T) -> Self {
        self.with(f, |d| slope * d)
    }

    /// The value `re`, and `f` applied to each partial. A loop, because `array::map` copies wide duals several times.
    #[inline(always)]
    fn with(self, re: T, f: impl Fn(T) -> T) -> Self {
        let mut d = self.d;
        for i in 0..N {
            d[i] = f(d[i]);
        }
        Dual { re, d }
    }
}

impl<const N: usize, T: Scalar> Add for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, o: Self) -> Self {
        self += o;
        self
    }
}

impl<const N: usize, T: Scalar> Sub for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, o: Self) -> Self {
        self -= o;
        self
    }
}

impl<const N: usize, T: Scalar> AddAssign for Dual<N, T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        self.re += o.re;
        for i in 0..N {
            self.d[i] += o.d[i];
        }
    }
}

impl<const N: usize, T: Scalar> SubAssign for Dual<N, T> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        self.re -= o.re;
        for i in 0..N {
            self.d[i] -= o.d[i];
        }
    }
}

impl<const N: usize, T: Scalar> Mul for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        let mut d = self.d;
        for i in 0..N {
            d[i] = d[i] * o.re + self.re * o.d[i];
        }
        Dual { re: self.re * o.re, d }
    }
}

impl<const N: usize, T: Scalar> Div for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        let inverse = T::one() / o.re;
        let re = self.re * inverse;
        let mut d = self.d;
        for i in 0..N {
            d[i] = (d[i] - re * o.d[i]) * inverse;
        }
        Dual { re, d }
    }
}

impl<const N: usize, T: Scalar> Neg for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.with(-self.re, |d| -d)
    }
}

impl<const N: usize, T: Scalar> Mul<f64> for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, k: f64) -> Self {
        self.with(self.re * k, |d| d * k)
    }
}

impl<const N: usize, T: Scalar> Scalar for Dual<N, T> {
    const HAS_DERIVATIVES: bool = true;

    #[inline(always)]
    fn constant(value: f64) -> Self {
        Dual { re: T::constant(value), d: [T::zero(); N] }
    }
    #[inline(always)]
    fn value(self) -> f64 {
        self.re.value()
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.re.sqrt();
        self.chain(root, T::constant(0.5) / root)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        self.chain(self.re.sin(), self.re.cos())
    }
    #[inline(always)]
    fn cos(self) -> Self {
        self.chain(self.re.cos(), -self.re.sin())
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let r2 = x.re * x.re + y.re * y.re;
        let (to_y, to_x) = (x.re / r2, -(y.re / r2));
        let mut d = y.d;
        for i in 0..N {
            d[i] = to_y * d[i] + to_x * x.d[i];
        }
        Dual { re: y.re.atan2(x.re), d }
    }

    #[inline(always)]
    fn exp(self) -> Self {
        let e = self.re.exp();
        self.chain(e, e)
    }

    #[inline(always)]
    fn ln(self) -> Self {
        self.chain(self.re.ln(), T::one() / self.re)
    }

    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        // Special case for the exponents of linear and Hertz contact, whose power has a slope at zero.
        let below = if exponent == 1.0 { T::one() } else { self.re.powf(exponent - 1.0) };
        self.chain(self.re * below, below * exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// f(x, y) = sin(x y) / √y + atan2(y, x), which uses every operation.
    fn f<S: Scalar>(x: S, y: S) -> S {
        (x * y).sin() / y.sqrt() + y.atan2(x) - (x * 3.0).cos()
    }

    #[test]
    fn partials_equal_the_derivatives_written_by_hand() {
        let (x, y) = (0.7_f64, 1.3_f64);
        let z = f(Dual::<4>::seeded(x, 0, 1.0), Dual::<4>::seeded(y, 1, 1.0));
        let r2 = x * x + y * y;
        let dx = y * (x * y).cos() / y.sqrt() - y / r2 + 3.0 * (3.0 * x).sin();
        let dy = x * (x * y).cos() / y.sqrt() - 0.5 * (x * y).sin() / y.powf(1.5) + x / r2;
        assert!((z.value() - f(x, y)).abs() < 1e-15);
        assert!((z.d[0] - dx).abs() < 1e-14);
        assert!((z.d[1] - dy).abs() < 1e-14);
        assert_eq!(z.d[2], 0.0);
    }

    #[test]
    fn a_dual_of_duals_carries_second_derivatives() {
        // x³ has the second derivative 6x.
        let x = Dual::<1, Dual<1>> { re: Dual { re: 2.0, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        let y = x * x * x;
        assert_eq!(y.re.re, 8.0);
        assert_eq!(y.d[0].re, 12.0);
        assert_eq!(y.d[0].d[0], 12.0);
    }
}
