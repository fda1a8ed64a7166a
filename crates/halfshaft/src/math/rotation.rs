//! Rotations: unit quaternions as storage, the exponential map and its tangent for increments.
//!
//! Increments are material: R ← R exp(Δθ~), and δθ = T(Δθ) δΔθ is the rotation due to a change of the increment
//! (Virlez 2014, eqs. 2.2-2.4; in eq. 2.4 the second factor must read 1 − sin‖Ψ‖/‖Ψ‖, see `docs/theory.md`).

use super::vector::{Mat3, Vec3};

/// A unit quaternion, scalar part first; rotates body axes into world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion(pub [f64; 4]);

/// Below this angle series are used; their first omitted term is then under 1e-17.
const SMALL: f64 = 1e-4;
/// The same for the series of seven terms in [`tangent`], which cost less than a sine: steps rotate by less.
const MODERATE: f64 = 0.5;
/// (1 − cos ϑ)/ϑ² = 1/2! − ϑ²/4! + …, from the last term to the first.
const COSINE_SERIES: [f64; 7] =
    [1.0 / 87178291200.0, -1.0 / 479001600.0, 1.0 / 3628800.0, -1.0 / 40320.0, 1.0 / 720.0, -1.0 / 24.0, 0.5];
/// (1 − sin ϑ/ϑ)/ϑ² = 1/3! − ϑ²/5! + …, the same.
const SINE_SERIES: [f64; 7] = [
    1.0 / 1307674368000.0,
    -1.0 / 6227020800.0,
    1.0 / 39916800.0,
    -1.0 / 362880.0,
    1.0 / 5040.0,
    -1.0 / 120.0,
    1.0 / 6.0,
];

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Quaternion = Quaternion([1.0, 0.0, 0.0, 0.0]);

    /// exp(θ~): a rotation by ‖θ‖ about θ.
    pub fn exp(theta: Vec3) -> Self {
        let half = 0.5 * theta.norm();
        // sin(x)/x at x = half, by its series where the division would lose digits.
        let sinc = if half < SMALL { 1.0 - half * half / 6.0 } else { half.sin() / half };
        let v = theta * (0.5 * sinc);
        Quaternion([half.cos(), v[0], v[1], v[2]])
    }

    /// The rotation of a rotation matrix, scalar part first and nonnegative.
    pub fn from_matrix(r: &Mat3) -> Self {
        Quaternion(super::rotation_vector::quaternion(r))
    }

    /// The rotation vector θ of smallest length, ‖θ‖ ≤ π, with exp(θ~) = this.
    pub fn log(self) -> Vec3 {
        // q and −q are the same rotation: take the one with w ≥ 0, whose angle is at most π.
        let sign = if self.0[0] < 0.0 { -1.0 } else { 1.0 };
        let [w, x, y, z] = self.0.map(|c| sign * c);
        let v = Vec3([x, y, z]);
        let s = v.norm();
        let angle_over_sine = if s < SMALL { 2.0 / w * (1.0 - s * s / (3.0 * w * w)) } else { 2.0 * s.atan2(w) / s };
        v * angle_over_sine
    }

    /// This rotation, followed by `o` about the rotated axes.
    pub fn compose(self, o: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = o.0;
        Quaternion([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }

    /// The inverse rotation.
    pub fn inverse(self) -> Self {
        let [w, x, y, z] = self.0;
        Quaternion([w, -x, -y, -z])
    }

    /// The same rotation, normalised to unit length.
    pub fn normalised(self) -> Self {
        let n = self.0.iter().map(|x| x * x).sum::<f64>().sqrt();
        Quaternion(self.0.map(|x| x / n))
    }

    /// The rotation matrix; its columns are the rotated axes.
    pub fn matrix(self) -> Mat3 {
        let [w, x, y, z] = self.0;
        Mat3([
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ])
    }
}

/// The tangent T of the exponential map: R exp((θ + δ)~) = R exp(θ~) exp((T(θ) δ)~) to first order (`docs/theory.md`, eq. 6).
///
/// ```text
/// T(θ) = 1 − (1 − cos ϑ)/ϑ² θ~ + (1 − sin ϑ/ϑ)/ϑ² θ~²,   ϑ = ‖θ‖
/// ```
pub fn tangent(theta: Vec3) -> Mat3 {
    let angle2 = theta.dot(theta);
    let series = |terms: &[f64; 7]| terms.iter().fold(0.0, |sum, term| sum * angle2 + term);
    let (first, second) = if angle2 < MODERATE * MODERATE {
        (series(&COSINE_SERIES), series(&SINE_SERIES))
    } else {
        let angle = angle2.sqrt();
        let half_sine = (0.5 * angle).sin();
        (2.0 * half_sine * half_sine / angle2, (1.0 - angle.sin() / angle) / angle2)
    };
    // θ~² = θ θᵀ − ϑ² 1.
    let [x, y, z] = theta.0;
    let diagonal = 1.0 - second * angle2;
    let (sx, sy, sz) = (second * x, second * y, second * z);
    let (fx, fy, fz) = (first * x, first * y, first * z);
    Mat3([
        [diagonal + sx * x, sx * y + fz, sx * z - fy],
        [sx * y - fz, diagonal + sy * y, sy * z + fx],
        [sx * z + fy, sy * z - fx, diagonal + sz * z],
    ])
}

/// A rotation of the z axis into `axis` (of unit length): the frame of joints with one axis.
pub fn z_along(axis: Vec3) -> Mat3 {
    // Start from the world axis that is most perpendicular to the joint's, so that the product below is well
    // conditioned.
    let farthest = (0..3).min_by(|&i, &j| axis[i].abs().total_cmp(&axis[j].abs())).expect("three axes");
    let y = axis.cross(Vec3::unit(farthest));
    let y = y * (1.0 / y.norm());
    Mat3::from_columns([y.cross(axis), y, axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Mat3, b: Mat3, tolerance: f64) -> bool {
        a.0.iter().flatten().zip(b.0.iter().flatten()).all(|(x, y)| (x - y).abs() <= tolerance)
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let r = Quaternion::exp(Vec3([0.0, 0.0, std::f64::consts::FRAC_PI_2])).matrix();
        let x = r * Vec3::unit(0);
        assert!((x - Vec3::unit(1)).norm() < 1e-15);
    }

    #[test]
    fn log_undoes_exp_up_to_half_a_turn() {
        for scale in [0.0, 1e-12, 1e-5, 1e-3, 0.5, 2.0, 3.1] {
            let theta = Vec3([0.36, -0.48, 0.8]) * scale;
            assert!((Quaternion::exp(theta).log() - theta).norm() < 1e-14, "{scale}");
            let negated = Quaternion(Quaternion::exp(theta).0.map(|x| -x));
            assert!((negated.log() - theta).norm() < 1e-14, "{scale}, negated");
        }
    }

    #[test]
    fn matrix_and_quaternion_compose_alike() {
        let (a, b) = (Quaternion::exp(Vec3([0.3, 1.1, -0.4])), Quaternion::exp(Vec3([-2.0, 0.2, 0.9])));
        assert!(close(a.compose(b).matrix(), a.matrix() * b.matrix(), 1e-15));
        assert!(close(a.compose(a.inverse()).matrix(), Mat3::identity(), 1e-15));
    }

    #[test]
    fn the_tangent_is_the_derivative_of_the_exponential() {
        for theta in [Vec3([0.3, -1.2, 0.7]), Vec3([3e-5, 2e-5, -4e-5]), Vec3([2e-4, 1e-4, -1e-4]), Vec3::zero()] {
            let back = Quaternion::exp(theta).inverse();
            for j in 0..3 {
                let step = 1e-5;
                let forward = back.compose(Quaternion::exp(theta + Vec3::unit(j) * step)).log();
                let backward = back.compose(Quaternion::exp(theta - Vec3::unit(j) * step)).log();
                let difference = (forward - backward) * (0.5 / step);
                // Central differences: step² in the error, round-off over step.
                assert!((tangent(theta).column(j) - difference).norm() < 1e-9);
            }
        }
    }

    #[test]
    fn a_joint_frame_is_right_handed_with_z_along_the_axis() {
        for axis in [Vec3::unit(0), Vec3::unit(1), Vec3::unit(2), Vec3([0.6, 0.0, -0.8])] {
            let r = z_along(axis);
            assert!((r.column(2) - axis).norm() < 1e-15);
            assert!((r.column(0).cross(r.column(1)) - axis).norm() < 1e-15);
            assert!(close(r.transpose() * r, Mat3::identity(), 1e-15));
        }
    }
}
