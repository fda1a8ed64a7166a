//! The number type of an element: a plain `f64`, or a dual number with derivatives.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A real number, possibly with derivatives.
///
/// Comparisons use [`Scalar::value`]: a branch depends on the value, never on its derivatives.
pub trait Scalar:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + AddAssign
    + SubAssign
{
    /// Whether it has derivatives beside its value.
    const HAS_DERIVATIVES: bool;

    /// A number without derivatives.
    fn constant(value: f64) -> Self;

    /// The value, without derivatives.
    fn value(self) -> f64;

    /// Square root.
    fn sqrt(self) -> Self;

    /// Sine of an angle in radians.
    fn sin(self) -> Self;

    /// Cosine of an angle in radians.
    fn cos(self) -> Self;

    /// The angle of the point (x, y), with `self` as y, in (−π, π].
    fn atan2(self, x: Self) -> Self;

    /// e to this power.
    fn exp(self) -> Self;

    /// Natural logarithm.
    fn ln(self) -> Self;

    /// This nonnegative number to a constant power of at least one.
    fn powf(self, exponent: f64) -> Self;

    /// The magnitude; at zero its slope is that from the right.
    #[inline(always)]
    fn abs(self) -> Self {
        if self.value() < 0.0 { -self } else { self }
    }

    /// Zero.
    #[inline(always)]
    fn zero() -> Self {
        Self::constant(0.0)
    }

    /// One.
    #[inline(always)]
    fn one() -> Self {
        Self::constant(1.0)
    }
}

impl Scalar for f64 {
    const HAS_DERIVATIVES: bool = false;

    #[inline(always)]
    fn constant(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn value(self) -> f64 {
        self
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        f64::sin(self)
    }
    #[inline(always)]
    fn cos(self) -> Self {
        f64::cos(self)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }
    #[inline(always)]
    fn exp(self) -> Self {
        f64::exp(self)
    }
    #[inline(always)]
    fn ln(self) -> Self {
        f64::ln(self)
    }
    #[inline(always)]
    fn powf(self, exponent: f64) -> Self {
        f64::powf(self, exponent)
    }
}
