//! The rotation vector of a rotation matrix, generic in the scalar and smooth at zero.

use crate::math::{Mat3, Scalar, Vec3};

/// The rotation vector θ of smallest length with exp(θ~) = R, and the coefficient of its tangent map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotationVector<S> {
    /// θ, ‖θ‖ ≤ π.
    pub theta: Vec3<S>,
    /// κ = (1 − ½ϑ cot ½ϑ)/ϑ², ϑ = ‖θ‖.
    kappa: S,
}

/// Below this sine of half the angle series are used: their first omitted terms are under 1e-20.
const SMALL: f64 = 1e-2;

impl<S: Scalar> RotationVector<S> {
    /// Of a rotation matrix. It jumps at half a turn, where θ and −θ are the same rotation.
    pub fn of(r: &Mat3<S>) -> Self {
        let [w, x, y, z] = quaternion(r);
        let v = Vec3([x, y, z]);
        let s2 = v.dot(v);
        if s2.value() < SMALL * SMALL {
            // With t = tan ½ϑ: ϑ/sin ½ϑ = (2/w) (1 − t²/3 + t⁴/5 − t⁶/7 + t⁸/9).
            let t2 = s2 / (w * w);
            let series = polynomial(t2, [1.0, -1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0]);
            let theta = v.scale(series * 2.0 / w);
            let kappa = polynomial(theta.dot(theta), [1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1209600.0, 0.0]);
            return RotationVector { theta, kappa };
        }
        let s = s2.sqrt();
        let half = s.atan2(w);
        let kappa = (S::one() - half * w / s) / (half * half * 4.0);
        RotationVector { theta: v.scale(half * 2.0 / s), kappa }
    }

    /// T⁻¹ u: the rate of θ for the angular velocity u in the rotated axes.
    ///
    /// ```text
    /// T⁻¹ = 1 + ½ θ~ + κ θ~²
    /// ```
    pub fn rate(&self, u: Vec3<S>) -> Vec3<S> {
        let turned = self.theta.cross(u);
        u + turned * 0.5 + self.theta.cross(turned).scale(self.kappa)
    }

    /// T⁻ᵀ m: the torque in the rotated axes, for m conjugate to θ.
    pub fn torque(&self, m: Vec3<S>) -> Vec3<S> {
        let turned = self.theta.cross(m);
        m - turned * 0.5 + self.theta.cross(turned).scale(self.kappa)
    }
}

/// c₀ + c₁ x + …
fn polynomial<S: Scalar>(x: S, c: [f64; 5]) -> S {
    c.into_iter().rev().fold(S::zero(), |sum, c| sum * x + S::constant(c))
}

/// The unit quaternion of a rotation matrix, scalar part first and nonnegative.
///
/// Shepperd 1978: division by the largest component, so that no digits are lost at any angle.
pub(crate) fn quaternion<S: Scalar>(r: &Mat3<S>) -> [S; 4] {
    let m = &r.0;
    let trace = m[0][0] + m[1][1] + m[2][2];
    let one = S::one();
    // Less than 90 degrees: the scalar part is the largest.
    if trace.value() > 1.0 {
        let product = one + trace;
        let scale = S::constant(0.5) / product.sqrt();
        return [product, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]].map(|product| product * scale);
    }
    // 4 q qᵀ, row by row, from sums and differences of the entries.
    let products = [
        [one + trace, m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]],
        [m[2][1] - m[1][2], one + m[0][0] * 2.0 - trace, m[0][1] + m[1][0], m[2][0] + m[0][2]],
        [m[0][2] - m[2][0], m[0][1] + m[1][0], one + m[1][1] * 2.0 - trace, m[1][2] + m[2][1]],
        [m[1][0] - m[0][1], m[2][0] + m[0][2], m[1][2] + m[2][1], one + m[2][2] * 2.0 - trace],
    ];
    let largest = (0..4).max_by(|&i, &j| products[i][i].value().total_cmp(&products[j][j].value())).expect("four");
    let row = products[largest];
    let sign = if row[0].value() < 0.0 { -0.5 } else { 0.5 };
    let scale = S::constant(sign) / row[largest].sqrt();
    row.map(|product| product * scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Dual, Quaternion, rotation};

    const DIRECTION: Vec3 = Vec3([0.36, -0.48, 0.8]);

    #[test]
    fn it_undoes_the_exponential_up_to_half_a_turn() {
        for angle in [0.0, 1e-9, 1e-4, 0.0199, 0.0201, 1.0, 2.0, 3.1] {
            let theta = DIRECTION * angle;
            let found = RotationVector::of(&Quaternion::exp(theta).matrix()).theta;
            // Round-off of the matrix, which is of size one.
            assert!((found - theta).norm() < 1e-15 * 20.0, "{angle}: {found:?}");
        }
    }

    #[test]
    fn its_tangent_map_is_the_inverse_of_the_exponentials() {
        for angle in [0.0, 1e-3, 0.0199, 0.0201, 1.5, 3.0] {
            let theta = DIRECTION * angle;
            let vector = RotationVector::of(&Quaternion::exp(theta).matrix());
            let t = rotation::tangent(theta);
            for u in [Vec3::unit(0), Vec3::unit(1), Vec3::unit(2)] {
                assert!((t * vector.rate(u) - u).norm() < 1e-12, "{angle}");
                assert!((t.transpose() * vector.torque(u) - u).norm() < 1e-12, "{angle}");
            }
        }
    }

    #[test]
    fn its_derivative_at_zero_is_the_turn_itself() {
        let turning = Mat3::<Dual<4>>::identity()
            + Vec3(std::array::from_fn(|i| Dual { re: 0.0, d: [(i + 1) as f64; 4] })).skew();
        let theta = RotationVector::of(&turning).theta;
        assert_eq!(theta.0.map(|x| (x.re, x.d[0])), [(0.0, 1.0), (0.0, 2.0), (0.0, 3.0)]);
    }
}
