//! The logarithm on SE(3) and the inverse of the tangent of its exponential map.
//!
//! A motion H = (R, x) of one frame relative to another is exp(d) with d = (u, θ): a screw of constant rate over unit
//! time. Twists (v, ω) and wrenches (f, m) are in material axes.
//!
//! ```text
//! θ = log R          u = T⁻ᵀ(θ) x
//! ḋ = T⁻¹(d) (v, ω)  for the twist (v, ω) of H in its own axes
//!
//!          [T⁻¹(θ)  C   ]
//! T⁻¹(d) = [            ],   C = D T⁻¹(θ)[u],   T⁻¹(θ) = 1 + ½ θ~ + κ θ~²
//!          [0     T⁻¹(θ)]
//! ```
//!
//! The adjoint of SE(3) is that of SO(3) over θ + ε u with ε² = 0, hence C is the derivative of T⁻¹(θ) along u (Selig
//! 2005, section 7.5; Sonneville, Cardona & Brüls 2014, appendix). κ = (1 − ½ϑ cot ½ϑ)/ϑ² with ϑ = ‖θ‖, and
//! κ₁ = (dκ/dϑ)/ϑ.

use super::rotation_vector::quaternion;
use super::{Mat3, Scalar, Vec3};

/// A linear and an angular part: a twist, a wrench, a strain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Six<S> {
    pub linear: Vec3<S>,
    pub angular: Vec3<S>,
}

/// d = (u, θ) of a relative motion, with the coefficients of its tangent map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screw<S> {
    /// u.
    pub u: Vec3<S>,
    /// θ.
    pub theta: Vec3<S>,
    kappa: S,
    kappa1: S,
}

/// Below this square of the sine of half the angle θ, κ and κ₁ are from short series, which cost less than an arc tangent: elements turn by
/// less. Their first omitted terms are under 1e-18.
const SMALL: f64 = 1e-2;
/// Length of the last rotation vector up to which the next one is the shortest.
const CONTINUES: f64 = 2.0;
/// Below this square of the angle κ and κ₁ are from series: their first omitted terms are under 1e-15 of them.
const SERIES: f64 = 0.25;
/// |B₂ₖ|/(2k)!, k = 1 …: the series of κ in ϑ².
const KAPPA: [f64; 8] = [
    1.0 / 12.0,
    1.0 / 720.0,
    1.0 / 30240.0,
    1.0 / 1209600.0,
    1.0 / 47900160.0,
    691.0 / 1307674368000.0,
    1.0 / 74724249600.0,
    3617.0 / 10670622842880000.0,
];
/// The series of κ₁.
const KAPPA_1: [f64; 7] = {
    let (mut slopes, mut k) = ([0.0; 7], 0);
    while k < slopes.len() {
        slopes[k] = 2.0 * (k + 1) as f64 * KAPPA[k + 1];
        k += 1;
    }
    slopes
};
/// arctan(t)/t in t².
const ARC_TANGENT: [f64; 9] =
    [1.0, -1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0, 1.0 / 13.0, -1.0 / 15.0, 1.0 / 17.0];
/// The first terms of the series of κ and κ₁.
const SHORT: [[f64; 6]; 2] = [
    [KAPPA[0], KAPPA[1], KAPPA[2], KAPPA[3], KAPPA[4], KAPPA[5]],
    [KAPPA_1[0], KAPPA_1[1], KAPPA_1[2], KAPPA_1[3], KAPPA_1[4], KAPPA_1[5]],
];

impl<S: Scalar> Screw<S> {
    /// The logarithm of the motion (R, x).
    ///
    /// Of all rotation vectors of R, which differ by whole turns, θ is the one nearest to `last`: a rotation continues through half a
    /// turn and beyond a full one. It is the shortest one if `last` is short.
    pub fn of(x: Vec3<S>, r: &Mat3<S>, last: Vec3) -> Self {
        let [w, a, b, c] = quaternion(r);
        let v = Vec3([a, b, c]);
        let s2 = v.dot(v);
        let turns = turns_nearest(w.value(), Vec3(v.0.map(S::value)), last);
        if s2.value() < SMALL && turns == 0.0 {
            // With t = tan ½ϑ: ϑ/sin ½ϑ = (2/w) arctan(t)/t.
            let theta = v.scale(polynomial(s2 / (w * w), &ARC_TANGENT) * 2.0 / w);
            let square = theta.dot(theta);
            return Self::complete(x, theta, polynomial(square, &SHORT[0]), polynomial(square, &SHORT[1]));
        }
        let s = s2.sqrt();
        let mut half = s.atan2(w);
        if turns != 0.0 {
            half += S::constant(turns * std::f64::consts::PI);
        }
        let theta = v.scale(half * 2.0 / s);
        let square = half * half * 4.0;
        if square.value() < SERIES {
            return Self::complete(x, theta, polynomial(square, &KAPPA), polynomial(square, &KAPPA_1));
        }
        let kappa = (S::one() - half * w / s) / square;
        let kappa1 = (S::constant(0.25) / s2 - S::one() / square - kappa) / square;
        Self::complete(x, theta, kappa, kappa1)
    }

    fn complete(x: Vec3<S>, theta: Vec3<S>, kappa: S, kappa1: S) -> Self {
        let turned = theta.cross(x);
        let u = x - turned * 0.5 + theta.cross(turned).scale(kappa);
        Screw { u, theta, kappa, kappa1 }
    }

    /// −d, the logarithm of the inverse motion.
    pub fn reversed(&self) -> Self {
        Screw { u: -self.u, theta: -self.theta, ..*self }
    }

    /// T⁻¹(d) h.
    pub fn rate(&self, h: Six<S>) -> Six<S> {
        let linear = self.rotation_rate(h.linear) + self.coupling(h.angular, 0.5);
        Six { linear, angular: self.rotation_rate(h.angular) }
    }

    /// T⁻ᵀ(d) g: the wrench in the axes of the moved frame, for g conjugate to d.
    pub fn wrench(&self, g: Six<S>) -> Six<S> {
        let angular = self.rotation_torque(g.angular) + self.coupling(g.linear, -0.5);
        Six { linear: self.rotation_torque(g.linear), angular }
    }

    /// The linear part of T⁻ᵀ(d) g for the linear part of g.
    pub fn force(&self, linear: Vec3<S>) -> Vec3<S> {
        self.rotation_torque(linear)
    }

    /// T⁻¹(θ) w.
    fn rotation_rate(&self, w: Vec3<S>) -> Vec3<S> {
        let turned = self.theta.cross(w);
        w + turned * 0.5 + self.theta.cross(turned).scale(self.kappa)
    }

    /// T⁻ᵀ(θ) m.
    fn rotation_torque(&self, m: Vec3<S>) -> Vec3<S> {
        let turned = self.theta.cross(m);
        m - turned * 0.5 + self.theta.cross(turned).scale(self.kappa)
    }

    /// C w with `half` = ½, and Cᵀ w with −½.
    fn coupling(&self, w: Vec3<S>, half: f64) -> Vec3<S> {
        let (by_u, by_theta) = (self.u.cross(w), self.theta.cross(w));
        let second = self.u.cross(by_theta) + self.theta.cross(by_u);
        let along = self.kappa1 * self.theta.dot(self.u);
        by_u * half + second.scale(self.kappa) + self.theta.cross(by_theta).scale(along)
    }
}

impl Screw<f64> {
    /// T⁻¹(θ) and C: the blocks of T⁻¹(d). Those of T⁻¹(−d) are their transposes.
    pub fn inverse_tangent(&self) -> [Mat3; 2] {
        let (theta, u) = (self.theta, self.u);
        let (square, mixed) = (theta.dot(theta), theta.dot(u));
        let along = self.kappa1 * mixed;
        let (turn, shift) = (theta.skew() * 0.5, u.skew() * 0.5);
        let (mut rotation, mut coupling) = (turn, shift);
        // a~ b~ = b aᵀ − (a·b) 1.
        for i in 0..3 {
            rotation.0[i][i] += 1.0 - self.kappa * square;
            coupling.0[i][i] -= 2.0 * self.kappa * mixed + along * square;
            for j in 0..3 {
                rotation.0[i][j] += self.kappa * theta[i] * theta[j];
                coupling.0[i][j] += self.kappa * (theta[i] * u[j] + u[i] * theta[j]) + along * theta[i] * theta[j];
            }
        }
        [rotation, coupling]
    }

    /// The parts of the second derivatives of the logarithm that are odd in d.
    ///
    /// Both T⁻¹(d) (v, ω) and T⁻ᵀ(d) (f, m) are of the form (Q p, Q q + DQ[u] p) with Q = 1 ± ½ θ~ + κ θ~², p = ω, q = v or
    /// p = f, q = m. With D(Q p)[δθ] = (∓½ p~ + Ā(p)) δθ the derivatives are
    ///
    /// ```text
    /// by u:  0, ∓½ p~ + Ā(p)          by θ:  ∓½ p~ + Ā(p), ∓½ q~ + Ā(q) + B(p)
    ///
    /// Ā(p) = κ₁ a θᵀ − κ ((θ×p)~ + θ~ p~),          a = θ×(θ×p)
    /// B(p) = D Ā(p)[·] u = κ₁ ((u×(θ×p) + θ×(u×p)) θᵀ + a uᵀ) − κ (u~ p~ + (u×p)~)
    ///        + (θ·u) (κ₂ a θᵀ − κ₁ ((θ×p)~ + θ~ p~)),          κ₂ = (dκ₁/dϑ)/ϑ
    /// ```
    ///
    /// Returns Ā(p) and Ā(q) + B(p). For −d both change their signs.
    pub fn curvature(&self, p: Vec3, q: Vec3) -> [Mat3; 2] {
        let (theta, u, kappa, kappa1) = (self.theta, self.u, self.kappa, self.kappa1);
        let kappa2 = self.kappa2();
        let (turned, twice) = (theta.cross(p), theta.cross(theta.cross(p)));
        let (turned_q, twice_q) = (theta.cross(q), theta.cross(theta.cross(q)));
        let (by_u, mixed) = (u.cross(p), theta.dot(u));
        let second = u.cross(turned) + theta.cross(by_u);
        // θ~ p~ = p θᵀ − (θ·p) 1, and so on.
        let (mut first, mut last) = (turned.skew() * -kappa, turned_q.skew() * -kappa);
        last = last + (by_u * -kappa + turned * (-kappa1 * mixed)).skew();
        for i in 0..3 {
            first.0[i][i] += kappa * theta.dot(p);
            last.0[i][i] += kappa * (theta.dot(q) + u.dot(p)) + kappa1 * mixed * theta.dot(p);
            let by_theta = kappa1 * (twice_q[i] + second[i] - mixed * p[i]) + kappa2 * mixed * twice[i] - kappa * q[i];
            let along_u = kappa1 * twice[i] - kappa * p[i];
            for j in 0..3 {
                first.0[i][j] += along_u * theta[j];
                last.0[i][j] += by_theta * theta[j] + along_u * u[j];
            }
        }
        [first, last]
    }

    /// κ₂.
    fn kappa2(&self) -> f64 {
        let square = self.theta.dot(self.theta);
        if square < SERIES {
            let slopes: [f64; 6] = std::array::from_fn(|k| (4 * (k + 1) * (k + 2)) as f64 * KAPPA[k + 2]);
            return polynomial(square, &slopes);
        }
        let angle = square.sqrt();
        let (s, c) = (0.5 * angle).sin_cos();
        (2.0 / (square * square) - 0.25 * c / (s * s * s * angle) - 3.0 * self.kappa1) / square
    }
}

/// Whole turns about v by which the rotation vector nearest to `last` exceeds the shortest one of the quaternion (w, v).
fn turns_nearest(w: f64, v: Vec3, last: Vec3) -> f64 {
    if last.dot(last) <= CONTINUES * CONTINUES {
        return 0.0;
    }
    let s = v.norm();
    if s == 0.0 {
        return 0.0;
    }
    ((v.dot(last) / s - 2.0 * s.atan2(w)) / std::f64::consts::TAU + 0.5).floor()
}

/// c₀ + c₁ x + …
fn polynomial<S: Scalar, const N: usize>(x: S, c: &[f64; N]) -> S {
    c.iter().rev().fold(S::zero(), |sum, c| sum * x + S::constant(*c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quaternion;
    use crate::math::rotation::tangent;

    const DIRECTION: Vec3 = Vec3([0.36, -0.48, 0.8]);
    const U: Vec3 = Vec3([0.9, 0.3, -0.2]);

    /// exp(d): R = exp(θ~) and x = Tᵀ(θ) u.
    fn exponential(u: Vec3, theta: Vec3) -> (Vec3, Mat3) {
        (tangent(theta).transpose() * u, Quaternion::exp(theta).matrix())
    }

    const ANGLES: [f64; 13] = [0.0, 1e-6, 0.0199, 0.0201, 0.2003, 0.2004, 0.4999, 0.5001, 1.5, 3.0, 5.5, 7.5, 11.0];

    #[test]
    fn it_inverts_the_exponential_also_beyond_a_full_turn() {
        for angle in ANGLES {
            let (x, r) = exponential(U, DIRECTION * angle);
            let screw = Screw::of(x, &r, DIRECTION * angle);
            // κ grows towards a full turn, and round-off with it.
            assert!((screw.theta - DIRECTION * angle).norm() < 2e-14, "{angle}");
            assert!((screw.u - U).norm() < 1e-13, "{angle}: {:?}", screw.u);
        }
    }

    #[test]
    fn its_rate_is_the_derivative_of_the_logarithm() {
        let twist = Six { linear: Vec3([0.2, -0.7, 0.4]), angular: Vec3([-0.5, 0.3, 0.6]) };
        for angle in ANGLES {
            let (x, r) = exponential(U, DIRECTION * angle);
            let last = DIRECTION * angle;
            let moved = |step: f64| {
                let (dx, dr) = exponential(twist.linear * step, twist.angular * step);
                Screw::of(x + r * dx, &(r * dr), last)
            };
            let rate = Screw::of(x, &r, last).rate(twist);
            let h = 1e-4;
            let [a, b, c, d] = [moved(2.0 * h), moved(h), moved(-h), moved(-2.0 * h)];
            let difference = |f: fn(&Screw<f64>) -> Vec3| (f(&d) - f(&a) + (f(&b) - f(&c)) * 8.0) * (1.0 / (12.0 * h));
            // Fourth-order differences: h⁴ times high derivatives, round-off over h.
            assert!((rate.linear - difference(|s| s.u)).norm() < 1e-9, "{angle}");
            assert!((rate.angular - difference(|s| s.theta)).norm() < 1e-9, "{angle}");
        }
    }

    #[test]
    fn its_second_derivatives_are_those_of_rates_and_wrenches() {
        let six = Six { linear: Vec3([0.2, -0.7, 0.4]), angular: Vec3([-0.5, 0.3, 0.6]) };
        let (du, dtheta) = (Vec3([0.3, 0.1, -0.5]), Vec3([-0.2, 0.4, 0.7]));
        for angle in ANGLES {
            let at = |step: f64| {
                let (u, theta) = (U + du * step, DIRECTION * angle + dtheta * step);
                let (x, r) = exponential(u, theta);
                Screw::of(x, &r, theta)
            };
            let (screw, h) = (at(0.0), 1e-4);
            let difference = |f: &dyn Fn(&Screw<f64>) -> Vec3| {
                let [a, b, c, d] = [at(2.0 * h), at(h), at(-h), at(-2.0 * h)].map(|screw| f(&screw));
                (d - a + (b - c) * 8.0) * (1.0 / (12.0 * h))
            };
            let [first, second] = screw.curvature(six.linear, six.angular);
            let linear = first * dtheta + six.linear.cross(dtheta) * 0.5;
            let angular = first * du + second * dtheta + (six.linear.cross(du) + six.angular.cross(dtheta)) * 0.5;
            let size = 1.0 + first.0.iter().chain(&second.0).flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
            let error = |found: Vec3, f: &dyn Fn(&Screw<f64>) -> Vec3| (found - difference(f)).norm() / size;
            assert!(error(linear, &|screw| screw.wrench(six).linear) < 1e-9, "{angle}");
            assert!(error(angular, &|screw| screw.wrench(six).angular) < 1e-9, "{angle}");
            let [first, second] = screw.curvature(six.angular, six.linear);
            let linear = first * du + second * dtheta - (six.angular.cross(du) + six.linear.cross(dtheta)) * 0.5;
            assert!(error(linear, &|screw| screw.rate(six).linear) < 1e-9, "{angle}");
            let [rotation, coupling] = screw.inverse_tangent();
            let rate = screw.rate(six);
            assert!((rotation * six.linear + coupling * six.angular - rate.linear).norm() < 1e-13 * size, "{angle}");
            assert!((rotation * six.angular - rate.angular).norm() < 1e-13 * size, "{angle}");
        }
    }

    #[test]
    fn wrenches_have_the_power_of_rates() {
        let (h, g) = (
            Six { linear: Vec3([0.2, -0.7, 0.4]), angular: Vec3([-0.5, 0.3, 0.6]) },
            Six { linear: Vec3([1.2, 0.1, -0.4]), angular: Vec3([0.5, -2.3, 0.1]) },
        );
        let product = |a: Six<f64>, b: Six<f64>| a.linear.dot(b.linear) + a.angular.dot(b.angular);
        for angle in ANGLES {
            let (x, r) = exponential(U, DIRECTION * angle);
            let screw = Screw::of(x, &r, DIRECTION * angle);
            for screw in [screw, screw.reversed()] {
                let (a, b) = (product(g, screw.rate(h)), product(screw.wrench(g), h));
                assert!((a - b).abs() < 1e-12, "{angle}: {a} {b}");
            }
        }
    }
}
