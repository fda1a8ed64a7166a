//! The tangent of the exponential map on SE(3), with its first and second derivatives.
//!
//! Along a curve H(s) = H₀ exp(d(s)) the twist for each unit of s is ε = T(d) d′ (material axes). On SO(3)
//!
//! ```text
//! T(θ) p = p − a θ×p + c θ×(θ×p),     a = (1 − cos ϑ)/ϑ²,   c = (1 − sin ϑ/ϑ)/ϑ²,   ϑ = ‖θ‖
//! ```
//!
//! and a prime of a and c is a derivative by ϑ². The adjoint of SE(3) is that of SO(3) over dual numbers θ + η u with η² = 0 (Selig 2005, section
//! 7.5), so each formula holds for SE(3) once it is evaluated over them: a twist is ω + η v, a wrench f + η m, and the dual part of
//! (f + η m)·(ω + η v) is their power. That is what [`Dual<1, S>`] computes.

use super::se3::Six;
use super::{Dual, Mat3, Scalar, Vec3};

/// A dual number with η² = 0.
pub(crate) type Ring<S> = Dual<1, S>;

/// Below this square of the angle a and c are from series: their first omitted terms are under 1e-19.
const SERIES: f64 = 1.0;
/// Number of terms of the series.
const TERMS: usize = 11;
/// (−1)ᵏ/(2k + 2)! and (−1)ᵏ/(2k + 3)!.
const COSINE: [f64; TERMS] = alternating(2);
const SINE: [f64; TERMS] = alternating(3);

const fn alternating(first: usize) -> [f64; TERMS] {
    let mut terms = [0.0; TERMS];
    let (mut k, mut factorial) = (0, if first == 2 { 2.0 } else { 6.0 });
    while k < TERMS {
        terms[k] = (if k % 2 == 0 { 1.0 } else { -1.0 }) / factorial;
        let n = (2 * k + first) as f64;
        factorial *= (n + 1.0) * (n + 2.0);
        k += 1;
    }
    terms
}

/// ω + η v.
pub(crate) fn motion<S: Scalar>(six: Six<S>) -> Vec3<Ring<S>> {
    Vec3(std::array::from_fn(|i| Dual { re: six.angular[i], d: [six.linear[i]] }))
}

/// f + η m.
pub(crate) fn force<S: Scalar>(six: Six<S>) -> Vec3<Ring<S>> {
    Vec3(std::array::from_fn(|i| Dual { re: six.linear[i], d: [six.angular[i]] }))
}

/// The twist of ω + η v.
pub(crate) fn twist_of<S: Scalar>(v: Vec3<Ring<S>>) -> Six<S> {
    Six { linear: Vec3(v.0.map(|x| x.d[0])), angular: Vec3(v.0.map(|x| x.re)) }
}

/// The wrench of f + η m.
pub(crate) fn wrench_of<S: Scalar>(v: Vec3<Ring<S>>) -> Six<S> {
    Six { linear: Vec3(v.0.map(|x| x.re)), angular: Vec3(v.0.map(|x| x.d[0])) }
}

/// T(d) at one d = θ + η u.
pub(crate) struct Tangent<S> {
    d: Vec3<Ring<S>>,
    /// a, a′ and a″.
    a: [Ring<S>; 3],
    /// c, c′ and c″.
    c: [Ring<S>; 3],
}

impl<S: Scalar> Tangent<S> {
    pub fn at(d: Six<S>) -> Self {
        let d = motion(d);
        let x = d.dot(d);
        let [a, c] = if x.value() < SERIES { [series(x, &COSINE), series(x, &SINE)] } else { closed(x) };
        Tangent { d, a, c }
    }

    /// T p.
    pub fn times(&self, p: Vec3<Ring<S>>) -> Vec3<Ring<S>> {
        let turned = self.d.cross(p);
        p - turned.scale(self.a[0]) + self.d.cross(turned).scale(self.c[0])
    }

    /// Tᵀ s.
    pub fn transposed(&self, s: Vec3<Ring<S>>) -> Vec3<Ring<S>> {
        let turned = self.d.cross(s);
        s + turned.scale(self.a[0]) + self.d.cross(turned).scale(self.c[0])
    }

    /// 2 c′ θ×(θ×p) − 2 a′ θ×p: how T p changes with ϑ² alone, twice.
    fn along(&self, turned: Vec3<Ring<S>>) -> Vec3<Ring<S>> {
        (self.d.cross(turned).scale(self.c[1]) - turned.scale(self.a[1])) * 2.0
    }

    /// (∂(T p)/∂θ) w.
    pub fn slope_times(&self, p: Vec3<Ring<S>>, w: Vec3<Ring<S>>) -> Vec3<Ring<S>> {
        let (turned, by_w) = (self.d.cross(p), p.cross(w));
        by_w.scale(self.a[0]) - (turned.cross(w) + self.d.cross(by_w)).scale(self.c[0])
            + self.along(turned).scale(self.d.dot(w))
    }

    /// (∂(T p)/∂θ)ᵀ s.
    pub fn slope_transposed(&self, p: Vec3<Ring<S>>, s: Vec3<Ring<S>>) -> Vec3<Ring<S>> {
        let turned = self.d.cross(p);
        (turned.cross(s) - p.cross(self.d.cross(s))).scale(self.c[0]) - p.cross(s).scale(self.a[0])
            + self.d.scale(self.along(turned).dot(s))
    }
}

/// Σ terms xᵏ with its first and second derivatives.
fn series<R: Scalar>(x: R, terms: &[f64; TERMS]) -> [R; 3] {
    let [mut value, mut first, mut second] = [R::zero(); 3];
    for term in terms.iter().rev() {
        second = second * x + first * 2.0;
        first = first * x + value;
        value = value * x + R::constant(*term);
    }
    [value, first, second]
}

/// a and c with their derivatives by x = ϑ², from S = sin ϑ/ϑ and C = cos ϑ: S′ = (C − S)/(2x), C′ = −S/2.
fn closed<R: Scalar>(x: R) -> [[R; 3]; 2] {
    let angle = x.sqrt();
    let (cosine, sinc) = (angle.cos(), angle.sin() / angle);
    let twice = x * 2.0;
    let sinc1 = (cosine - sinc) / twice;
    let sinc2 = (sinc * -0.5 - sinc1 * 3.0) / twice;
    let a = (R::one() - cosine) / x;
    let a1 = (sinc * 0.5 - a) / x;
    let a2 = (sinc1 * 0.5 - a1 * 2.0) / x;
    let c = (R::one() - sinc) / x;
    let c1 = -(sinc1 + c) / x;
    let c2 = -(sinc2 + c1 * 2.0) / x;
    [[a, a1, a2], [c, c1, c2]]
}

type Matrix = Mat3<Ring<f64>>;
type Vector = Vec3<Ring<f64>>;

/// x yᵀ.
fn outer(x: Vector, y: Vector) -> Matrix {
    Mat3(x.0.map(|x| y.0.map(|y| x * y)))
}

/// A number times a matrix.
fn scaled(factor: Ring<f64>, matrix: Matrix) -> Matrix {
    Mat3(matrix.0.map(|row| row.map(|x| x * factor)))
}

/// A number times the unit matrix.
fn diagonal(factor: Ring<f64>) -> Matrix {
    scaled(factor, Mat3::identity())
}

impl Tangent<f64> {
    /// T.
    pub fn matrix(&self) -> Matrix {
        let turn = self.d.skew();
        Matrix::identity() + scaled(-self.a[0], turn) + scaled(self.c[0], turn * turn)
    }

    /// ∂(T p)/∂θ = a p~ − c ((θ×p)~ + θ~ p~) + 2 (c′ θ×(θ×p) − a′ θ×p) θᵀ.
    pub fn slope(&self, p: Vector) -> Matrix {
        let turned = self.d.cross(p);
        scaled(self.a[0], p.skew())
            + scaled(-self.c[0], turned.skew() + self.d.skew() * p.skew())
            + outer(self.along(turned), self.d)
    }

    /// ∂(Tᵀ s)/∂θ, with −a in the place of a.
    pub fn transposed_slope(&self, s: Vector) -> Matrix {
        let turned = self.d.cross(s);
        let along = (self.d.cross(turned).scale(self.c[1]) + turned.scale(self.a[1])) * 2.0;
        scaled(-self.a[0], s.skew())
            + scaled(-self.c[0], turned.skew() + self.d.skew() * s.skew())
            + outer(along, self.d)
    }

    /// ∂²(s·T p)/∂θ², symmetric:
    ///
    /// ```text
    /// −2a′ (b θᵀ + θ bᵀ + (s·t) 1) − 4a″ (s·t) θ θᵀ + c (p sᵀ + s pᵀ − 2 (s·p) 1)
    ///     + 2c′ (g θᵀ + θ gᵀ + (s·θ×t) 1) + 4c″ (s·θ×t) θ θᵀ,     t = θ×p,   b = p×s,   g = t×s + p×(s×θ)
    /// ```
    pub fn hessian(&self, p: Vector, s: Vector) -> Matrix {
        let (theta, turned) = (self.d, self.d.cross(p));
        let (first, second) = (s.dot(turned), s.dot(theta.cross(turned)));
        let across = turned.cross(s) + p.cross(s.cross(theta));
        let mixed = (across.scale(self.c[1]) - p.cross(s).scale(self.a[1])) * 2.0;
        let square = (self.c[2] * second - self.a[2] * first) * 4.0;
        let unit = (self.c[1] * second - self.a[1] * first - self.c[0] * s.dot(p)) * 2.0;
        outer(mixed, theta)
            + outer(theta, mixed + theta.scale(square))
            + scaled(self.c[0], outer(p, s) + outer(s, p))
            + diagonal(unit)
    }

    /// ∂(∂(T p)/∂θ w)/∂θ.
    pub fn slope_of_slope(&self, p: Vector, w: Vector) -> Matrix {
        let (theta, turned, along) = (self.d, self.d.cross(p), self.d.dot(w));
        let (by_w, twice) = (w.cross(p), self.d.cross(self.d.cross(p)));
        let by_theta = (w.cross(turned) + theta.cross(by_w)).scale(self.c[1]) - by_w.scale(self.a[1]);
        let square = (twice.scale(self.c[2]) - turned.scale(self.a[2])).scale(along * 4.0);
        outer(by_theta * 2.0 + square, theta)
            + outer(self.along(turned), w)
            + scaled(self.a[1] * along * 2.0, p.skew())
            + scaled(self.c[1] * along * -2.0, turned.skew() + theta.skew() * p.skew())
            + scaled(-self.c[0], w.skew() * p.skew() + by_w.skew())
    }

    /// (∂T/∂θ)[w].
    pub fn rate(&self, w: Vector) -> Matrix {
        let (turn, by_w, along) = (self.d.skew(), w.skew(), self.d.dot(w) * 2.0);
        scaled(-self.a[0], by_w)
            + scaled(self.a[1] * -along, turn)
            + scaled(self.c[0], by_w * turn + turn * by_w)
            + scaled(self.c[1] * along, turn * turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::se3::Screw;
    use crate::math::{Quaternion, rotation};

    const DIRECTION: Vec3 = Vec3([0.36, -0.48, 0.8]);
    const ANGLES: [f64; 8] = [0.0, 1e-5, 0.3, 0.999, 1.001, 1.9, 3.5, 6.0];

    fn six(linear: [f64; 3], angular: Vec3) -> Six<f64> {
        Six { linear: Vec3(linear), angular }
    }

    #[test]
    fn it_inverts_the_tangent_of_the_logarithm() {
        let (u, h) = ([0.9, 0.3, -0.2], six([0.2, -0.7, 0.4], Vec3([-0.5, 0.3, 0.6])));
        for angle in ANGLES {
            let theta = DIRECTION * angle;
            let x = rotation::tangent(theta).transpose() * Vec3(u);
            let screw = Screw::of(x, &Quaternion::exp(theta).matrix(), theta);
            let back = twist_of(Tangent::at(six(u, theta)).times(motion(screw.rate(h))));
            assert!((back.linear - h.linear).norm() + (back.angular - h.angular).norm() < 1e-12, "{angle}");
        }
    }

    /// Of each matrix the product with a vector, against fourth-order differences along that vector.
    #[test]
    fn its_derivatives_are_those_of_differences() {
        let p = motion(six([1.1, 0.4, -0.3], Vec3([0.2, -0.9, 0.5])));
        let (s, w) = (six([0.3, 0.8, -0.6], Vec3([1.2, 0.1, -0.4])), six([0.7, -0.2, 0.5], Vec3([0.4, 0.6, -1.0])));
        let along = motion(six([0.3, 0.1, -0.5], Vec3([-0.2, 0.4, 0.7])));
        for angle in ANGLES {
            let at = |step: f64| {
                let d = motion(six([0.9, 0.3, -0.2], DIRECTION * angle)) + along * step;
                Tangent::at(twist_of(d))
            };
            let (tangent, h) = (at(0.0), 1e-3);
            let error = |found: Vector, of: &dyn Fn(&Tangent<f64>) -> Vector| {
                let [a, b, c, d] = [at(2.0 * h), at(h), at(-h), at(-2.0 * h)].map(|tangent| of(&tangent));
                let wrong = twist_of(found - (d - a + (b - c) * 8.0) * (1.0 / (12.0 * h)));
                wrong.linear.norm() + wrong.angular.norm()
            };
            let (s, w) = (force(s), motion(w));
            assert!(error(tangent.slope(p) * along, &|t| t.times(p)) < 1e-10, "{angle}");
            assert!(error(tangent.slope_times(p, along), &|t| t.times(p)) < 1e-10, "{angle}");
            assert!(error(tangent.transposed_slope(s) * along, &|t| t.transposed(s)) < 1e-10, "{angle}");
            assert!(error(tangent.hessian(p, s) * along, &|t| t.slope_transposed(p, s)) < 1e-9, "{angle}");
            assert!(error(tangent.slope_of_slope(p, w) * along, &|t| t.slope_times(p, w)) < 1e-9, "{angle}");
            assert!(error(tangent.rate(along) * p, &|t| t.times(p)) < 1e-10, "{angle}");
            let wrong = twist_of(tangent.matrix() * p - tangent.times(p));
            assert!(wrong.linear.norm() + wrong.angular.norm() < 1e-14, "{angle}");
        }
    }
}
