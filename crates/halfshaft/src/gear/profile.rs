//! The teeth of a wheel and of a rack in the transverse section.

use std::f64::consts::PI;

use super::geometry::{Wheels, involute};

/// How fast a tooth widens below its base circle, in the place of its fillet: angle over the part of the base radius.
const FILLET: f64 = 0.25;
/// The least root radius over that of the reference circle, for wheels with few teeth.
const LEAST_ROOT: f64 = 0.1;

/// The teeth of one wheel in its transverse section.
///
/// ```text
/// ψ(ρ) = π/2z + 2 x tan α_n / z + inv α_t − inv α_ρ,    cos α_ρ = r_b/ρ,    inv α = tan α − α
/// ```
///
/// ψ is the half angle of a tooth at the radius ρ, without backlash; of a ring it is that of the space between its teeth. Formulas as in ISO 21771.
/// Below the base circle, where there is no involute, the tooth widens a little: that stands for the fillet, and is for drawing alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothProfile {
    /// r = m_t z/2.
    pub reference_radius: f64,
    /// r_b = r cos α_t.
    pub base_radius: f64,
    /// Radius of the tips; of a ring below the reference circle.
    pub tip_radius: f64,
    /// Radius between the teeth; of a ring beyond the reference circle.
    pub root_radius: f64,
    /// ψ(r_b) = ψ(r) + inv α_t: the half angle at the base circle.
    base_half_angle: f64,
}

impl Wheels {
    /// The teeth of one of the wheels, with the dedendum of the basic rack over the module.
    pub fn profile(&self, wheel: usize, dedendum: f64) -> ToothProfile {
        let (r, alpha_t) = (self.reference_radius(wheel), self.transverse_pressure_angle());
        let (side, shift) = (self.side(wheel), self.shift[wheel]);
        let root = r - side * self.module * (dedendum - side * shift);
        let half_angle = (PI / 2.0 + 2.0 * shift * self.pressure_angle.tan()) / self.teeth[wheel];
        ToothProfile {
            reference_radius: r,
            base_radius: r * alpha_t.cos(),
            tip_radius: self.tip_radius(wheel),
            root_radius: root.max(LEAST_ROOT * r),
            base_half_angle: half_angle + involute(alpha_t),
        }
    }

    /// One flank of the rack that meshes with wheel 1: heights above the pitch line with half the width of a tooth there,
    /// π m_t/4 − h tan α_t, at the root and at the tip.
    pub fn rack_flank(&self, dedendum: f64) -> [[f64; 2]; 2] {
        let (pitch, slope) = (self.transverse_pitch(), self.transverse_pressure_angle().tan());
        [-dedendum * self.module, self.module].map(|height| [height, pitch / 4.0 - height * slope])
    }
}

impl ToothProfile {
    /// ψ, the half angle of a tooth at a radius, or of a space of a ring; not below zero.
    pub fn half_angle(&self, radius: f64) -> f64 {
        let pressure = (self.base_radius / radius.max(self.base_radius)).min(1.0).acos();
        let fillet = FILLET * (self.base_radius - radius).max(0.0) / self.base_radius;
        (self.base_half_angle - involute(pressure) + fillet).max(0.0)
    }

    /// One flank from its lowest to its highest radius: radii in equal steps with the half angles there.
    pub fn flank(&self, steps: usize) -> Vec<[f64; 2]> {
        let (low, high) = (self.tip_radius.min(self.root_radius), self.tip_radius.max(self.root_radius));
        let radius = |i: usize| low + (high - low) * i as f64 / steps as f64;
        (0..=steps).map(|i| [radius(i), self.half_angle(radius(i))]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gear::DEDENDUM;

    #[test]
    fn a_tooth_has_its_thickness_at_the_reference_circle_and_ends_at_its_tip() {
        let teeth = Wheels::standard([24.0, 24.0], 2.0, 20f64.to_radians(), 0.0).profile(0, DEDENDUM);
        assert_eq!((teeth.reference_radius, teeth.tip_radius, teeth.root_radius), (24.0, 26.0, 21.5));
        // Half a pitch: π m / 2 = 3.1416, so 1.5708 to each side.
        assert!((teeth.half_angle(24.0) * 24.0 - PI / 2.0).abs() < 1e-12);
        // Thickness at the tip of a standard wheel of 24 teeth and module 2: 1.44 (by the formula above, worked by hand:
        // cos α_a = 22.5526/26, α_a = 29.84°, inv = 0.05279; inv 20° = 0.014904; 2·26·(0.065450 + 0.014904 − 0.05279)).
        assert!((2.0 * 26.0 * teeth.half_angle(26.0) - 1.433).abs() < 2e-3, "{}", teeth.half_angle(26.0));
        let flank = teeth.flank(4);
        assert_eq!((flank.len(), flank[0][0], flank[4][0]), (5, 21.5, 26.0));
    }

    /// At zero backlash the arcs on the working circles, of a tooth and of what it stands in, are equal.
    #[test]
    fn a_tooth_fills_the_space_of_the_other_wheel_at_the_distance_without_backlash() {
        let shifted = |internal, teeth| Wheels {
            internal,
            shift: [0.3, 0.1],
            ..Wheels::standard(teeth, 2e-3, 20_f64.to_radians(), 0.4)
        };
        for wheels in [shifted(false, [17.0, 31.0]), shifted(true, [17.0, 61.0])] {
            let [r_1, r_2] = wheels.geometry().unwrap().working_radii;
            let [a, b] = [0, 1].map(|i| wheels.profile(i, DEDENDUM));
            // The ring's profile is that of its space already.
            let space = if wheels.internal { b.half_angle(r_2) } else { PI / wheels.teeth[1] - b.half_angle(r_2) };
            assert!((r_1 * a.half_angle(r_1) - r_2 * space).abs() < 1e-12, "{wheels:?}");
        }
    }

    #[test]
    fn a_rack_has_teeth_as_wide_as_its_spaces_on_the_pitch_line() {
        let [[low, wide], [high, narrow]] =
            Wheels::standard([20.0, 20.0], 2.0, 20f64.to_radians(), 0.0).rack_flank(DEDENDUM);
        assert_eq!((low, high), (-2.5, 2.0));
        let on_the_line = wide + (narrow - wide) * (0.0 - low) / (high - low);
        assert!((on_the_line - PI / 2.0).abs() < 1e-15, "{on_the_line}");
    }
}
