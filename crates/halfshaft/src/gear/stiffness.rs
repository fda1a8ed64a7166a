//! Mesh stiffness by ISO 6336-1, method B.

use super::geometry::{Geometry, Wheels};

/// Stiffness of a mesh per metre of face width, in N/m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshStiffness {
    /// c': maximum stiffness of one pair of teeth.
    pub single: f64,
    /// c_γα: mean over the mesh, c' (0.75 ε_α + 0.25).
    pub mean: f64,
}

/// Why a pair is outside the range of method B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outside {
    /// ε_α below 1.2.
    ContactRatio(f64),
    /// Helix angle above 30°.
    Helix(f64),
    /// Pressure angle that differs from 20° by more than a degree: only a linear correction is known.
    PressureAngle(f64),
    /// Fewer than 12 teeth of the virtual spur wheel.
    Teeth(f64),
    /// x₁ + x₂ not between −0.5 and 2.
    Shift(f64),
}

impl std::fmt::Display for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Outside::ContactRatio(e) => write!(f, "the transverse contact ratio {e:.3} is below 1.2"),
            Outside::Helix(beta) => write!(f, "the helix angle {:.1}° is above 30°", beta.to_degrees()),
            Outside::PressureAngle(a) => write!(f, "the pressure angle {:.1}° is not 20°", a.to_degrees()),
            Outside::Teeth(z) => write!(f, "the virtual number of teeth {z:.1} is below 12"),
            Outside::Shift(x) => write!(f, "the sum of profile shifts {x:.2} is not between -0.5 and 2"),
        }
    }
}

/// Young's modulus for which the formula is valid, in Pa.
const STEEL: f64 = 206e9;

impl Wheels {
    /// c' and c_γα of solid wheels, with Young's modulus in Pa and the dedendum of the basic rack relative to the
    /// module.
    ///
    /// ```text
    /// q' = C₁ + C₂/z_n1 + C₃/z_n2 + C₄x₁ + C₅x₁/z_n1 + C₆x₂ + C₇x₂/z_n2 + C₈x₁² + C₉x₂²     in mm µm/N
    /// c' = (E/E_steel) 0.8 C_B cos β / q',     C_B = (1 + 0.5 (1.2 − h_f/m)) (1 − 0.02 (20° − α_n))
    /// z_n = z / (cos² β_b cos β);   1/z_n2 = 0 for a ring
    /// ```
    ///
    /// The contact ratio is that without backlash.
    pub fn stiffness(&self, young: f64, dedendum: f64) -> Option<(MeshStiffness, Vec<Outside>)> {
        let tight = Wheels { centre_distance: None, ..*self }.geometry().ok()?;
        let (c_prime, mut outside) = self.single(&tight, young, dedendum);
        let epsilon = tight.transverse_contact_ratio;
        if epsilon < 1.2 {
            outside.push(Outside::ContactRatio(epsilon));
        }
        Some((MeshStiffness { single: c_prime, mean: c_prime * (0.75 * epsilon + 0.25) }, outside))
    }

    fn single(&self, geometry: &Geometry, young: f64, dedendum: f64) -> (f64, Vec<Outside>) {
        // Wheel 1 of the formula is the one with fewer teeth.
        let swap = self.teeth[0] > self.teeth[1];
        let order = if swap { [1, 0] } else { [0, 1] };
        let virtual_teeth =
            |i: usize| self.teeth[i] / (geometry.base_helix_angle.cos().powi(2) * self.helix_angle.cos());
        let [x1, x2] = order.map(|i| self.shift[i]);
        let per1 = 1.0 / virtual_teeth(order[0]);
        let per2 = if self.internal { 0.0 } else { 1.0 / virtual_teeth(order[1]) };
        let q = 0.04723 + 0.15551 * per1 + 0.25791 * per2
            - 0.00635 * x1
            - 0.11654 * x1 * per1
            - 0.00193 * x2
            - 0.24188 * x2 * per2
            + 0.00529 * x1 * x1
            + 0.00182 * x2 * x2;
        let rack = (1.0 + 0.5 * (1.2 - dedendum)) * (1.0 - 0.02 * (20.0 - self.pressure_angle.to_degrees()));
        // 1 N/(mm µm) = 1e9 N/m².
        let c_prime = 1e9 / q * 0.8 * rack * self.helix_angle.cos() * young / STEEL;
        let mut outside = Vec::new();
        if self.helix_angle.abs() > 30_f64.to_radians() * (1.0 + 1e-9) {
            outside.push(Outside::Helix(self.helix_angle.abs()));
        }
        if (self.pressure_angle.to_degrees() - 20.0).abs() > 1.0 {
            outside.push(Outside::PressureAngle(self.pressure_angle));
        }
        if virtual_teeth(order[0]) < 12.0 {
            outside.push(Outside::Teeth(virtual_teeth(order[0])));
        }
        if !(-0.5..=2.0).contains(&(x1 + x2)) {
            outside.push(Outside::Shift(x1 + x2));
        }
        (c_prime, outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs(), "{a} against {b}");
    }

    #[test]
    fn spur_pair_16_24_by_method_b() {
        let wheels = Wheels {
            shift: [0.196, 0.125],
            addendum: [Some((82.64 - 72.0) / 9.0), Some((118.64 - 108.0) / 9.0)],
            ..Wheels::standard([16.0, 24.0], 4.5e-3, 20_f64.to_radians(), 0.0)
        };
        let (c, outside) = wheels.stiffness(210e9, 1.25).unwrap();
        close(c.single, 12.472_084_902_76e9);
        close(c.mean, 17.107_781_419_99e9);
        assert_eq!(outside, []);
    }

    #[test]
    fn differentials_by_method_b_with_its_warnings() {
        let c = Wheels::standard([26.0, 5.0], 2.2e-3, 30_f64.to_radians(), 33_f64.to_radians());
        let (stiffness, outside) = c.stiffness(200e9, 1.25).unwrap();
        close(stiffness.single, 10.301_900_523_27e9);
        // Helix 33°, pressure angle 30°, few teeth and a short path: all outside the range of the formula.
        assert_eq!(outside.len(), 4, "{outside:?}");
        let ring = Wheels { internal: true, teeth: [5.0, 36.0], ..c };
        close(ring.stiffness(200e9, 1.25).unwrap().0.single, 11.288_958_078_02e9);
        let b = Wheels::standard([5.0, 15.0], 2.4e-3, 30_f64.to_radians(), 46_f64.to_radians());
        close(b.stiffness(200e9, 1.25).unwrap().0.single, 9.316_261_428_994e9);
        let transfer = Wheels { teeth: [5.0, 5.0], ..b };
        close(transfer.stiffness(200e9, 1.25).unwrap().0.single, 7.663_135_540_611e9);
    }
}
