//! Elastic laws of solids, between the Green-Lagrange strain E and the second Piola-Kirchhoff stress S.

use crate::math::{Mat3, Vec3};

/// The strain energy of an isotropic solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// W = ½ λ (tr E)² + μ E:E. For small strains with rotations of any size; it softens under strong compression.
    SaintVenantKirchhoff,
    /// W = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)² with C = 1 + 2E, for large strains. Infeasible where J ≤ 0.
    NeoHookean,
}

/// An isotropic elastic solid.
///
/// Sources: Bonet & Wood 2008, *Nonlinear continuum mechanics for finite element analysis*, eqs. 6.26-6.30.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// Its law.
    pub law: Law,
    /// Lamé's first parameter, in Pa.
    pub lambda: f64,
    /// Shear modulus, in Pa.
    pub mu: f64,
}

/// The elasticity tensor at a strain: ℂ:A = λ (G:A) G + 2 μ G A G.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moduli {
    pub lambda: f64,
    pub mu: f64,
    pub g: Mat3,
}

impl Moduli {
    pub fn times(&self, a: &Mat3) -> Mat3 {
        let gag = self.g * *a * self.g;
        self.g * (self.lambda * product(&self.g, a)) + gag * (2.0 * self.mu)
    }
}

impl Elastic {
    /// From Young's modulus in Pa and Poisson's ratio, which is below one half.
    pub fn new(law: Law, young: f64, poisson: f64) -> Self {
        let mu = 0.5 * young / (1.0 + poisson);
        Elastic { law, lambda: 2.0 * mu * poisson / (1.0 - 2.0 * poisson), mu }
    }

    /// The elasticity at small strains.
    pub(super) fn linear(&self) -> Moduli {
        Moduli { lambda: self.lambda, mu: self.mu, g: Mat3::identity() }
    }

    /// The stress at a strain.
    pub fn stress(&self, e: &Mat3) -> Mat3 {
        match self.law {
            Law::SaintVenantKirchhoff => Mat3::identity() * (self.lambda * trace(e)) + *e * (2.0 * self.mu),
            Law::NeoHookean => {
                let (inverse, log) = inverse_and_log(e);
                inverse * (*e * (2.0 * self.mu) + Mat3::identity() * (self.lambda * log))
            }
        }
    }

    /// The elasticity tensor at a strain.
    pub(super) fn moduli(&self, e: &Mat3) -> Moduli {
        match self.law {
            Law::SaintVenantKirchhoff => self.linear(),
            Law::NeoHookean => {
                let (g, log) = inverse_and_log(e);
                Moduli { lambda: self.lambda, mu: self.mu - self.lambda * log, g }
            }
        }
    }

    /// The strain energy for each volume.
    pub fn energy(&self, e: &Mat3) -> f64 {
        match self.law {
            Law::SaintVenantKirchhoff => 0.5 * self.lambda * trace(e).powi(2) + self.mu * product(e, e),
            Law::NeoHookean => {
                let (_, log) = inverse_and_log(e);
                self.mu * (trace(e) - log) + 0.5 * self.lambda * log * log
            }
        }
    }
}

/// C⁻¹ and ln J of C = 1 + 2E, without cancellation at small strains.
fn inverse_and_log(e: &Mat3) -> (Mat3, f64) {
    let squares = 0.5 * (trace(e).powi(2) - product(e, &e.transpose()));
    let above_one = 2.0 * trace(e) + 4.0 * squares + 8.0 * determinant(e);
    (inverse(&(Mat3::identity() + *e * 2.0)), 0.5 * above_one.ln_1p())
}

pub(super) fn trace(a: &Mat3) -> f64 {
    a.0[0][0] + a.0[1][1] + a.0[2][2]
}

/// A:B.
pub(super) fn product(a: &Mat3, b: &Mat3) -> f64 {
    // Written out: an iterator over the entries is ten times slower.
    let (a, b) = (&a.0, &b.0);
    let row = |sum: f64, i: usize| sum + a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2];
    row(row(row(0.0, 0), 1), 2)
}

pub(super) fn determinant(a: &Mat3) -> f64 {
    a.column(0).cross(a.column(1)).dot(a.column(2))
}

pub(super) fn inverse(a: &Mat3) -> Mat3 {
    let [x, y, z] = [0, 1, 2].map(|j| a.column(j));
    let scale = 1.0 / x.cross(y).dot(z);
    Mat3([y.cross(z) * scale, z.cross(x) * scale, x.cross(y) * scale].map(|row| row.0))
}

/// The symmetric part of a ⊗ b.
pub(super) fn symmetric(a: Vec3, b: Vec3) -> Mat3 {
    Mat3(std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (a[i] * b[j] + a[j] * b[i]))))
}

/// The symmetric part of a matrix.
pub(super) fn symmetric_part(a: &Mat3) -> Mat3 {
    (*a + a.transpose()) * 0.5
}

/// The equivalent stress of von Mises.
pub fn von_mises(s: &Mat3) -> f64 {
    let m = &s.0;
    let normal = (m[0][0] - m[1][1]).powi(2) + (m[1][1] - m[2][2]).powi(2) + (m[2][2] - m[0][0]).powi(2);
    (0.5 * normal + 3.0 * (m[0][1].powi(2) + m[1][2].powi(2) + m[2][0].powi(2))).sqrt()
}

/// The principal stresses in descending order.
pub fn principal(s: &Mat3) -> [f64; 3] {
    let mean = trace(s) / 3.0;
    let d = *s + Mat3::identity() * -mean;
    let size = (product(&d, &d) / 6.0).sqrt();
    if size == 0.0 {
        return [mean; 3];
    }
    let angle = (0.5 * determinant(&(d * (1.0 / size)))).clamp(-1.0, 1.0).acos() / 3.0;
    let value = |k: f64| mean + 2.0 * size * (angle + k * std::f64::consts::TAU / 3.0).cos();
    [value(0.0), value(-1.0), value(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRAIN: Mat3 = Mat3([[0.1, 0.03, -0.02], [0.03, -0.05, 0.04], [-0.02, 0.04, 0.07]]);

    fn laws() -> [Elastic; 2] {
        [Law::SaintVenantKirchhoff, Law::NeoHookean].map(|law| Elastic::new(law, 10.0, 0.3))
    }

    #[test]
    fn stress_is_the_derivative_of_the_energy_and_its_own_derivative_is_the_elasticity() {
        let along = Mat3([[0.3, -0.2, 0.5], [-0.2, 0.4, 0.1], [0.5, 0.1, -0.6]]);
        for elastic in laws() {
            let h = 1e-5;
            let at = |t: f64| STRAIN + along * t;
            let energy = |t: f64| elastic.energy(&at(t));
            let slope = (energy(h) - energy(-h)) / (2.0 * h);
            assert!((slope - product(&elastic.stress(&STRAIN), &along)).abs() < 1e-8, "{elastic:?}");
            let change = (elastic.stress(&at(h)) + elastic.stress(&at(-h)) * -1.0) * (0.5 / h);
            let expected = elastic.moduli(&STRAIN).times(&along);
            assert!(product(&(change + expected * -1.0), &(change + expected * -1.0)) < 1e-16, "{elastic:?}");
        }
    }

    #[test]
    fn both_laws_agree_at_small_strains() {
        let [a, b] = laws().map(|elastic| elastic.stress(&(STRAIN * 1e-9)));
        assert!((a.0[0][0] - b.0[0][0]).abs() < 1e-7 * a.0[0][0].abs());
    }

    #[test]
    fn principal_stresses_have_the_invariants_of_the_stress() {
        let [a, b, c] = principal(&STRAIN);
        assert!(a >= b && b >= c);
        assert!((a + b + c - trace(&STRAIN)).abs() < 1e-15);
        assert!((a * b * c - determinant(&STRAIN)).abs() < 1e-15);
        let mises = (0.5 * ((a - b).powi(2) + (b - c).powi(2) + (c - a).powi(2))).sqrt();
        assert!((mises - von_mises(&STRAIN)).abs() < 1e-14);
    }
}
