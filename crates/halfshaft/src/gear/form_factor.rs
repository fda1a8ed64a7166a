//! Form factor and stress correction factor of the tooth root, ISO 6336-3 method B.

use std::f64::consts::PI;

use super::geometry::{Geometry, involute};
use super::tooth::Tooth;

/// The section of a tooth at its 30° tangents, loaded at the outer point of single contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormFactor {
    /// Y_F.
    pub form: f64,
    /// Y_S.
    pub correction: f64,
    /// s_Fn: chord of the section, in metres.
    pub chord: f64,
    /// h_Fe: arm of the load, in metres.
    pub arm: f64,
    /// ρ_F: radius of the fillet at the section, in metres.
    pub radius: f64,
}

impl Tooth {
    /// Y_F and Y_S of an external wheel in a pair; `None` for a ring, or if the section does not exist.
    ///
    /// ```text
    /// Y_F = 6 (h_Fe/m_n) cos α_Fen/((s_Fn/m_n)² cos α_n),     Y_S = (1.2 + 0.13 L) q_s^(1/(1.21 + 2.3/L))
    /// ```
    ///
    /// with L = s_Fn/h_Fe and q_s = s_Fn/(2 ρ_F), on the virtual spur wheel of a helical one. The nominal root stress is
    /// σ_F0 = F_t Y_F Y_S/(b m_n), without the factors of helix angle, rim and deep teeth. Source: ISO 6336-3:2006, clauses 6 and 7.
    pub fn form_factor(&self, geometry: &Geometry) -> Option<FormFactor> {
        let d = &self.drawing;
        if d.internal {
            return None;
        }
        let (m, alpha, x) = (d.module, d.pressure_angle, d.shift);
        let squared = self.base_helix_angle.cos().powi(2);
        let z = d.teeth as f64 / (squared * d.helix_angle.cos());
        let (dedendum, edge) = ((self.reference_radius - d.root_radius) / m + x, d.edge_radius);
        let e = 0.25 * PI - dedendum * alpha.tan() - (1.0 - alpha.sin()) * edge / alpha.cos();
        let g = edge - dedendum + x;
        let h = 2.0 / z * (0.5 * PI - e) - PI / 3.0;
        let mut theta = PI / 6.0;
        for _ in 0..50 {
            theta = 2.0 * g / z * theta.tan() - h;
        }
        let chord = z * (PI / 3.0 - theta).sin() + 3_f64.sqrt() * (g / theta.cos() - edge);
        let radius = edge + 2.0 * g * g / (theta.cos() * (z * theta.cos().powi(2) - 2.0 * g));
        let (reference, base) = (m * z, m * z * alpha.cos());
        let tip = reference + 2.0 * (d.tip_radius - self.reference_radius);
        let ratio = geometry.transverse_contact_ratio / squared;
        let along = 0.5 * (tip * tip - base * base).max(0.0).sqrt() - PI * m * alpha.cos() * (ratio - 1.0);
        let loaded = 2.0 * along.hypot(0.5 * base);
        let pressure = (base / loaded).acos();
        let gamma = (0.5 * PI + 2.0 * alpha.tan() * x) / z + involute(alpha) - involute(pressure);
        let direction = pressure - gamma;
        let arm = 0.5
            * ((gamma.cos() - gamma.sin() * direction.tan()) * loaded / m
                - z * (PI / 3.0 - theta).cos()
                - g / theta.cos()
                + edge);
        let form = 6.0 * arm * direction.cos() / (chord * chord * alpha.cos());
        let (slender, notch) = (chord / arm, chord / (2.0 * radius));
        let correction = (1.2 + 0.13 * slender) * notch.powf(1.0 / (1.21 + 2.3 / slender));
        let all = FormFactor { form, correction, chord: chord * m, arm: arm * m, radius: radius * m };
        (form.is_finite() && correction.is_finite() && chord > 0.0 && arm > 0.0).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gear::{Wheels, tooth::tests::spur};

    /// The standard finds the section by iteration; on the trochoid it is where the tangent is inclined by 30° to the middle of the tooth.
    #[test]
    fn the_section_is_where_the_fillet_is_inclined_by_thirty_degrees() {
        for wheel in [0, 1] {
            let tooth = Tooth::new(spur(wheel)).unwrap();
            let wheels = Wheels {
                shift: [0.196, 0.125],
                addendum: [Some(10.64 / 9.0); 2],
                centre_distance: Some(91.5e-3),
                ..Wheels::standard([16.0, 24.0], 4.5e-3, 20_f64.to_radians(), 0.0)
            };
            let factor = tooth.form_factor(&wheels.geometry().unwrap()).unwrap();
            let point = |s: f64| {
                let [radius, half] = tooth.fillet(s);
                [radius * half.cos(), radius * half.sin()]
            };
            let inclined = |s: f64| {
                let [a, b] = [point(s - 1e-4), point(s + 1e-4)];
                ((a[1] - b[1]) / (b[0] - a[0])).atan()
            };
            let (mut low, mut high) = (0.01, 0.99);
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if inclined(middle) > PI / 6.0 { low = middle } else { high = middle }
            }
            let chord = 2.0 * point(low)[1];
            assert!((factor.chord / chord - 1.0).abs() < 1e-4, "{} {chord}", factor.chord);
            // The usual range for 20° and these shifts.
            assert!((1.2..2.2).contains(&factor.form) && (1.5..2.3).contains(&factor.correction), "{factor:?}");
        }
    }
}
