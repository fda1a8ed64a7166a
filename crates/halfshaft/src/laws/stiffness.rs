//! Contact stiffness from materials and geometry.

use std::f64::consts::PI;

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    /// E, in Pa.
    pub youngs_modulus: f64,
    /// ν.
    pub poissons_ratio: f64,
}

impl Elastic {
    /// σ = (1 − ν²)/E (Virlez 2014, eq. 4.6).
    pub fn compliance(&self) -> f64 {
        (1.0 - self.poissons_ratio * self.poissons_ratio) / self.youngs_modulus
    }
}

/// k of f = k ℓ^1.5 between two spheres (Virlez 2014, eq. 4.5).
pub fn spheres([r_a, r_b]: [f64; 2], materials: [Elastic; 2]) -> f64 {
    4.0 / (3.0 * summed(materials)) * (r_a * r_b / (r_a + r_b)).sqrt()
}

/// k of f = k ℓ^1.5 between a sphere and a plane.
pub fn sphere_on_plane(radius: f64, materials: [Elastic; 2]) -> f64 {
    4.0 / (3.0 * summed(materials)) * radius.sqrt()
}

/// k of f = k ℓ between plane faces in contact over an area (Virlez 2014, eq. 4.34). χ is 0.95 for a square and
/// decreases slowly as the area becomes oblong.
pub fn plane_faces(area: f64, chi: f64, materials: [Elastic; 2]) -> f64 {
    area.sqrt() / (chi * summed(materials))
}

/// k of f = k ℓ^1.5 of a sphere inside a cylinder (Virlez 2014, eqs. 4.38-4.41), `None` unless the sphere is the smaller.
///
/// Hertz' theory for principal relative curvatures 2A = 1/r − 1/R around the bore and 2B = 1/r along it. With
/// eccentricity ε of the ellipse of contact, and K and E the complete elliptic integrals of modulus ε,
///
/// ```text
/// A/B = (1 − ε²) D/C,   D = (K − E)/ε²,   C = (E − (1 − ε²) K)/(ε² (1 − ε²))
/// k = 2π/(3 (σ₁ + σ₂)) √(D/A) K^(−3/2)
/// ```
///
/// which is eq. 4.38 with −(1/ε) dE/dε = (K − E)/ε² = D. The thesis takes K and D from tables; here they are computed.
pub fn sphere_in_cylinder(sphere: f64, cylinder: f64, materials: [Elastic; 2]) -> Option<f64> {
    if !(sphere > 0.0 && sphere < cylinder) {
        return None;
    }
    // In diameters, as the thesis has it: A = 1/D₁ − 1/D₂ and B = 1/D₁.
    let (a, b) = (0.5 / sphere - 0.5 / cylinder, 0.5 / sphere);
    let ratio = |e2: f64| {
        let (k, e) = elliptic(e2);
        (k - e) * (1.0 - e2) / (e - (1.0 - e2) * k)
    };
    // The ratio decreases from one for the circle to zero for the line.
    let (mut low, mut high) = (1e-12, 1.0 - 1e-15);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if ratio(middle) > a / b { low = middle } else { high = middle }
    }
    let e2 = 0.5 * (low + high);
    let (k, e) = elliptic(e2);
    let d = (k - e) / e2;
    Some(2.0 * PI / (3.0 * summed(materials)) * (d / a).sqrt() * k.powf(-1.5))
}

fn summed(materials: [Elastic; 2]) -> f64 {
    materials[0].compliance() + materials[1].compliance()
}

/// The complete elliptic integrals K and E of the first and second kind, of the squared modulus m in [0, 1), by the
/// arithmetic-geometric mean.
pub fn elliptic(m: f64) -> (f64, f64) {
    let (mut a, mut b, mut sum, mut weight) = (1.0, (1.0 - m).sqrt(), 0.5 * m, 0.5);
    while (a - b).abs() > 1e-15 * a {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        weight *= 2.0;
        sum += weight * c * c;
        if weight > 1e6 {
            break;
        }
    }
    let k = PI / (2.0 * a);
    (k, k * (1.0 - sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: Elastic = Elastic { youngs_modulus: 210e9, poissons_ratio: 0.3 };

    #[test]
    fn steel_ball_on_steel_as_the_thesis_prints_it() {
        // Reference value; the thesis prints 6.88e10.
        let k = sphere_on_plane(0.2, [STEEL; 2]);
        assert!((k - 68802091615.38).abs() < 0.01, "{k}");
        assert!((spheres([0.2, 1e12], [STEEL; 2]) / k - 1.0).abs() < 1e-12);
    }

    #[test]
    fn elliptic_integrals_of_tabulated_moduli() {
        // Abramowitz & Stegun, table 17.1: m = 0, 0.5, 0.9.
        for (m, k, e) in [
            (0.0, 0.5 * PI, 0.5 * PI),
            (0.5, 1.854074677301372, 1.350643881047675),
            (0.9, 2.578092113348173, 1.104774732704073),
        ] {
            let found = elliptic(m);
            assert!((found.0 - k).abs() < 1e-13 && (found.1 - e).abs() < 1e-13, "{found:?}");
        }
    }

    #[test]
    fn a_sphere_in_a_very_wide_cylinder_is_a_sphere_on_a_plane() {
        let k = sphere_in_cylinder(0.01, 1e5, [STEEL; 2]).unwrap();
        assert!((k / sphere_on_plane(0.01, [STEEL; 2]) - 1.0).abs() < 1e-5, "{k}");
        assert_eq!(sphere_in_cylinder(0.01, 0.01, [STEEL; 2]), None);
    }

    #[test]
    fn the_ellipse_of_contact_satisfies_hertz_equations() {
        // Johnson 1985, eqs. 4.25-4.28, in his own variables for a 5 mm ball in a 5.5 mm bore: ℓ and the force of the ellipse.
        let (r, bore) = (5e-3, 5.5e-3);
        let k = sphere_in_cylinder(r, bore, [STEEL; 2]).unwrap();
        let (a_, b_) = (0.5 * (1.0 / r - 1.0 / bore), 0.5 / r);
        // Half axes from any force p0: A = (p0/E*) (b/(e² a²)) (K − E), B = (p0/E*) (b/(e² a²)) ((a²/b²) E − K).
        let modulus = 1.0 / (2.0 * STEEL.compliance());
        let (mut low, mut high) = (1e-9, 1.0 - 1e-14);
        for _ in 0..200 {
            let e2: f64 = 0.5 * (low + high);
            let (kk, ee) = elliptic(e2);
            let found = (kk - ee) / (ee / (1.0 - e2) - kk);
            if found > a_ / b_ { low = e2 } else { high = e2 }
        }
        let e2: f64 = 0.5 * (low + high);
        let (kk, ee) = elliptic(e2);
        let (a, ratio) = (1e-4, (1.0 - e2).sqrt());
        let b = ratio * a;
        let p0 = a_ * modulus * e2 * a * a / (b * (kk - ee));
        let approach = p0 / modulus * b * kk;
        let force = 2.0 / 3.0 * p0 * PI * a * b;
        assert!((force / approach.powf(1.5) / k - 1.0).abs() < 1e-9, "{} against {k}", force / approach.powf(1.5));
    }

    #[test]
    fn faces_of_equal_materials() {
        let k = plane_faces(4e-4, 0.95, [STEEL; 2]);
        assert!((k - 0.02 / (0.95 * 2.0 * 0.91 / 210e9)).abs() < 1e-3 * k);
    }
}
