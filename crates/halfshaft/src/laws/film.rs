//! Squeeze film between parallel rings or discs.

use std::f64::consts::PI;

use crate::math::Scalar;

/// A ring, or a disc if its inner radius is zero; lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// R_i, zero for a disc.
    pub inner_radius: f64,
    /// R_e, above R_i.
    pub outer_radius: f64,
}

impl Ring {
    /// Its area.
    pub fn area(&self) -> f64 {
        PI * (self.outer_radius.powi(2) - self.inner_radius.powi(2))
    }

    /// The friction radius for uniform pressure, ⅔ (R_e³ − R_i³)/(R_e² − R_i²): the torque is force × coefficient ×
    /// radius (Virlez 2014, eq. 4.37).
    pub fn friction_radius(&self) -> f64 {
        let (i, e) = (self.inner_radius, self.outer_radius);
        2.0 / 3.0 * (e.powi(3) - i.powi(3)) / (e.powi(2) - i.powi(2))
    }

    /// R_ri⁴: a disc of the radius R_ri has the same squeeze force as this ring (Virlez 2014, eq. 5.23).
    ///
    /// ```text
    /// R_ri⁴ = R_e⁴ − R_i⁴ − (R_e² − R_i²)²/ln(R_e/R_i)
    /// ```
    ///
    /// which is eq. 5.23 multiplied out. As the hole closes it approaches the disc's R_e⁴ only like 1 − 1/ln(R_e/R_i):
    /// a hole relieves the pressure however small it is.
    pub fn squeeze_radius_4(&self) -> f64 {
        let (i, e) = (self.inner_radius, self.outer_radius);
        if i == 0.0 {
            return e.powi(4);
        }
        let (i2, e2) = (i * i, e * e);
        // For narrow rings the terms cancel to width³; a series in ln(R_e/R_i) = x preserves the digits: with s = R_i
        // R_e, R_e⁴ − R_i⁴ = 2 s² sinh 2x and (R_e² − R_i²)² = 4 s² sinh² x.
        let x = (e / i).ln();
        if x < 0.1 {
            // 2 sinh 2x − 4 sinh² x / x = Σ of odd powers: 4/3 x³ + 16/45 x⁵ + 4/105 x⁷ + 32/14175 x⁹ …
            let x2 = x * x;
            let series = x * x2 * (4.0 / 3.0 + x2 * (16.0 / 45.0 + x2 * (4.0 / 105.0 + x2 * 32.0 / 14175.0)));
            return i2 * e2 * series;
        }
        e2 * e2 - i2 * i2 - (e2 - i2).powi(2) / x
    }

    /// R_e⁴ − R_i⁴ over four, times 2π: the polar moment of the area, m⁴.
    pub fn polar_moment(&self) -> f64 {
        0.5 * PI * (self.outer_radius.powi(4) - self.inner_radius.powi(4))
    }
}

/// An oil film of thickness h between two parallel rings.
///
/// ```text
/// f = −A* ḣ/h³        A* = 3/2 π μ R_ri⁴     repulsive while the rings approach (Virlez 2014, eqs. 5.21-5.23)
/// T = μ ω/h ∫ r² dS                          resists their relative rotation (eq. 5.27)
/// ```
///
/// Quasi-steady laminar flow of an incompressible Newtonian oil, ambient pressure at both edges, parallel surfaces, and
/// a gap full of oil. Separating rings have suction, which this formula does not limit; `suction` limits it to a
/// pressure below ambient on the whole area, because the oil then cavitates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Film {
    /// A*, in N m² s.
    squeeze: f64,
    /// μ ∫ r² dS, in N m² s.
    shear: f64,
    /// The largest suction force, in N; infinite if there is no limit.
    suction: f64,
}

impl Film {
    /// A film with the viscosity μ in Pa s; `suction` is the largest pressure below ambient, in Pa.
    pub fn new(ring: &Ring, viscosity: f64, viscous_torque: bool, suction: Option<f64>) -> Self {
        Film {
            squeeze: 1.5 * PI * viscosity * ring.squeeze_radius_4(),
            shear: if viscous_torque { viscosity * ring.polar_moment() } else { 0.0 },
            suction: suction.map_or(f64::INFINITY, |pressure| pressure * ring.area()),
        }
    }

    /// A*, in N m² s.
    pub fn squeeze_constant(&self) -> f64 {
        self.squeeze
    }

    /// The repulsive force on the rings; negative for suction.
    #[inline]
    pub fn force<S: Scalar>(&self, h: S, rate: S) -> S {
        let force = -(rate / (h * h * h)) * self.squeeze;
        if force.value() < -self.suction { S::constant(-self.suction) } else { force }
    }

    /// The torque that resists the relative rotation ω of the rings.
    #[inline]
    pub fn torque<S: Scalar>(&self, h: S, omega: S) -> S {
        omega / h * self.shear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R_ri⁴ from the Reynolds equation itself: (r h³ p')' = 12 μ ḣ r by finite volumes, p = 0 at both edges, with
    /// 12 μ ḣ/h³ = −1, and the force ∫ p 2πr dr. Since f = −3/2 π μ R_ri⁴ ḣ/h³, R_ri⁴ = 8 f/π.
    fn reynolds(ring: &Ring, cells: usize) -> f64 {
        let (i, e) = (ring.inner_radius, ring.outer_radius);
        let width = (e - i) / cells as f64;
        let face = |k: usize| i + k as f64 * width;
        // Tridiagonal: conductances at the faces; half a cell away at the edges, none at the centre of a disc.
        let conductance = |k: usize| match k {
            0 if i == 0.0 => 0.0,
            0 => face(0) / (0.5 * width),
            k if k == cells => face(cells) / (0.5 * width),
            k => face(k) / width,
        };
        let source = |k: usize| 0.5 * (face(k + 1).powi(2) - face(k).powi(2));
        let (mut upper, mut value) = (vec![0.0; cells], vec![0.0; cells]);
        for k in 0..cells {
            let (left, right) = (conductance(k), conductance(k + 1));
            let (before, known) = if k > 0 { (upper[k - 1], value[k - 1]) } else { (0.0, 0.0) };
            let pivot = left + right - left * before;
            upper[k] = if k + 1 < cells { right / pivot } else { 0.0 };
            value[k] = (source(k) + left * known) / pivot;
        }
        for k in (0..cells - 1).rev() {
            value[k] += upper[k] * value[k + 1];
        }
        let force: f64 = (0..cells).map(|k| value[k] * 2.0 * PI * source(k)).sum();
        8.0 * force / PI
    }

    #[test]
    fn the_ring_constant_is_what_the_reynolds_equation_says() {
        for (inner_radius, outer_radius) in [(0.0, 0.03), (0.02, 0.03), (0.001, 0.03), (0.0295, 0.03), (0.0015, 0.007)]
        {
            let ring = Ring { inner_radius, outer_radius };
            // Second order in the width of a cell; with a tiny hole the logarithm needs a wide tolerance.
            let (coarse, fine) = (reynolds(&ring, 2000), reynolds(&ring, 4000));
            let found = fine + (fine - coarse) / 3.0;
            let error = (found / ring.squeeze_radius_4() - 1.0).abs();
            assert!(error < 1e-5, "{ring:?}: {error}");
        }
    }

    #[test]
    fn numbers_of_the_reference_ring_and_disc() {
        // Reference values for a ring and a disc.
        let film = |inner_radius| Film::new(&Ring { inner_radius, outer_radius: 0.03 }, 0.05, true, None);
        assert!((film(0.02).squeeze_constant() / 7.875376132661e-09 - 1.0).abs() < 1e-12);
        assert!((film(0.0).squeeze_constant() / 1.908517537056e-07 - 1.0).abs() < 1e-12);
        let ring = Ring { inner_radius: 0.02, outer_radius: 0.03 };
        assert!((ring.squeeze_radius_4().powf(0.25) / 0.013521193945 - 1.0).abs() < 1e-11);
    }

    #[test]
    fn a_closing_hole_approaches_the_disc_only_logarithmically() {
        for inner_radius in [1e-6, 1e-9, 1e-12] {
            let ring = Ring { inner_radius, outer_radius: 1.0 };
            let limit = 1.0 + 1.0 / inner_radius.ln();
            assert!((ring.squeeze_radius_4() / limit - 1.0).abs() < 1e-10, "{inner_radius}");
        }
    }

    #[test]
    fn narrow_rings_keep_their_digits() {
        // Both forms agree at the transition, and a very narrow ring is a strip: R_ri⁴ → 4/3 w³ R.
        let at = |x: f64| Ring { inner_radius: 1.0, outer_radius: x.exp() }.squeeze_radius_4();
        assert!((at(0.1 - 1e-9) / at(0.1 + 1e-9) - 1.0).abs() < 1e-7);
        let narrow = Ring { inner_radius: 1.0, outer_radius: 1.0 + 1e-5 }.squeeze_radius_4();
        assert!((narrow / (4.0 / 3.0 * 1e-15) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn suction_stops_at_its_limit_and_pressure_does_not() {
        let ring = Ring { inner_radius: 0.02, outer_radius: 0.03 };
        let film = Film::new(&ring, 0.05, true, Some(1e5));
        assert_eq!(film.force(1e-5, 1.0), -1e5 * ring.area());
        assert!((film.force(1e-5, -1.0) - film.squeeze_constant() * 1e15).abs() < 1.0);
    }

    #[test]
    fn friction_radius_of_a_disc_is_two_thirds() {
        assert!((Ring { inner_radius: 0.0, outer_radius: 3.0 }.friction_radius() - 2.0).abs() < 1e-15);
        // The published friction radius of the sun's washer is 28.3 mm.
        let washer = Ring { inner_radius: 0.0230, outer_radius: 0.0330 };
        assert!((washer.friction_radius() - 0.0283).abs() < 5e-5);
    }
}
