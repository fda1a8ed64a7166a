//! Geometry of a pair of involute wheels.

use std::f64::consts::PI;

/// A pair of wheels, as specified on a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheels {
    /// Numbers of teeth.
    pub teeth: [f64; 2],
    /// Whether wheel 2 has internal teeth.
    pub internal: bool,
    /// Normal module m_n.
    pub module: f64,
    /// Normal pressure angle α_n.
    pub pressure_angle: f64,
    /// Helix angle β at the reference cylinder, without its sign.
    pub helix_angle: f64,
    /// Profile shift coefficients x.
    pub shift: [f64; 2],
    /// Tip height above the reference cylinder, relative to the module; the default is 1 + x (1 − x for a ring).
    pub addendum: [Option<f64>; 2],
    /// Centre distance; the default is the one without backlash.
    pub centre_distance: Option<f64>,
    /// Common face width b.
    pub face_width: Option<f64>,
}

impl Wheels {
    /// Two standard wheels: no shift, addendum of one module, centre distance without backlash.
    pub fn standard(teeth: [f64; 2], module: f64, pressure_angle: f64, helix_angle: f64) -> Self {
        Wheels {
            teeth,
            internal: false,
            module,
            pressure_angle,
            helix_angle,
            shift: [0.0; 2],
            addendum: [None; 2],
            centre_distance: None,
            face_width: None,
        }
    }
}

/// Why two wheels cannot mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impossible {
    /// An internal wheel needs more teeth than the pinion inside it.
    RingTooSmall,
    /// The axes are closer than the base circles allow; contains the smallest distance.
    TooClose(f64),
    /// No distance is without backlash: the shifts require a negative involute.
    NoWorkingAngle,
}

/// Quantities derived from [`Wheels`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// α_t: pressure angle in the transverse section.
    pub transverse_pressure_angle: f64,
    /// β_b: helix angle at the base cylinder.
    pub base_helix_angle: f64,
    /// Radii of the reference cylinders.
    pub reference_radii: [f64; 2],
    /// Radii of the base cylinders.
    pub base_radii: [f64; 2],
    /// Radii of the tips.
    pub tip_radii: [f64; 2],
    /// Centre distance without backlash.
    pub zero_backlash_distance: f64,
    /// Centre distance.
    pub centre_distance: f64,
    /// α_w: working pressure angle in the transverse section.
    pub working_pressure_angle: f64,
    /// Radii of the pitch cylinders, which roll on each other.
    pub working_radii: [f64; 2],
    /// Base pitch p_bt in the transverse section.
    pub base_pitch: f64,
    /// ε_α: transverse contact ratio.
    pub transverse_contact_ratio: f64,
    /// ε_β: overlap ratio, if a face width is given.
    pub overlap_ratio: Option<f64>,
    /// Backlash along the normal of the flanks due to the centre distance.
    pub normal_backlash: f64,
}

/// inv α = tan α − α.
pub(super) fn involute(angle: f64) -> f64 {
    angle.tan() - angle
}

/// The angle of an involute value, by Newton's method from Cheng's series.
fn angle_of_involute(value: f64) -> Option<f64> {
    if value <= 0.0 {
        return None;
    }
    let c = (3.0 * value).cbrt();
    let mut angle = c * (1.0 - c * c * (2.0 / 15.0));
    for _ in 0..50 {
        let step = (involute(angle) - value) / angle.tan().powi(2);
        angle -= step;
        if step.abs() < 1e-15 {
            break;
        }
    }
    angle.is_finite().then_some(angle)
}

impl Wheels {
    /// 1, or −1 for a wheel with its teeth inside, of which everything counts the other way.
    pub(super) fn side(&self, wheel: usize) -> f64 {
        if self.internal && wheel == 1 { -1.0 } else { 1.0 }
    }

    /// α_t: tan α_t = tan α_n/cos β.
    pub fn transverse_pressure_angle(&self) -> f64 {
        (self.pressure_angle.tan() / self.helix_angle.cos()).atan()
    }

    /// p_t = π m_n/cos β, from tooth to tooth along the reference circle.
    pub fn transverse_pitch(&self) -> f64 {
        PI * self.module / self.helix_angle.cos()
    }

    /// r = z m_n/(2 cos β).
    pub fn reference_radius(&self, wheel: usize) -> f64 {
        0.5 * self.teeth[wheel] * self.module / self.helix_angle.cos()
    }

    /// Radius of the tips.
    pub(super) fn tip_radius(&self, wheel: usize) -> f64 {
        let side = self.side(wheel);
        let addendum = self.addendum[wheel].unwrap_or(1.0 + side * self.shift[wheel]);
        self.reference_radius(wheel) + side * addendum * self.module
    }

    /// All that follows.
    pub fn geometry(&self) -> Result<Geometry, Impossible> {
        let (beta, alpha_n, m) = (self.helix_angle, self.pressure_angle, self.module);
        let side = self.side(1);
        let teeth = self.teeth[0] + side * self.teeth[1];
        if self.internal && teeth >= 0.0 {
            return Err(Impossible::RingTooSmall);
        }
        let alpha_t = self.transverse_pressure_angle();
        let base_helix_angle = (beta.sin() * alpha_n.cos()).asin();
        let reference_radii = [0, 1].map(|wheel| self.reference_radius(wheel));
        let base_radii = reference_radii.map(|r| r * alpha_t.cos());
        let base_sum = (base_radii[0] + side * base_radii[1]).abs();

        let shift = self.shift[0] + side * self.shift[1];
        let without = angle_of_involute(involute(alpha_t) + 2.0 * alpha_n.tan() * shift / teeth);
        let without = without.ok_or(Impossible::NoWorkingAngle)?;
        let zero_backlash_distance = base_sum / without.cos();
        let centre_distance = self.centre_distance.unwrap_or(zero_backlash_distance);
        if centre_distance < base_sum {
            return Err(Impossible::TooClose(base_sum));
        }
        let working_pressure_angle = (base_sum / centre_distance).acos();
        let working_radii = self.teeth.map(|z| centre_distance * z / teeth.abs());

        let tip_radii = [0, 1].map(|wheel| self.tip_radius(wheel));
        let base_pitch = self.transverse_pitch() * alpha_t.cos();
        // From the base circle to the tip along the line of action; a tip inside the base circle touches nowhere.
        let reach = |i: usize| (tip_radii[i] * tip_radii[i] - base_radii[i] * base_radii[i]).max(0.0).sqrt();
        let path = reach(0) + side * reach(1) - side * centre_distance * working_pressure_angle.sin();
        let overlap_ratio = self.face_width.map(|b| b * beta.sin() / (PI * m));
        let play = side * 2.0 * base_sum * (involute(working_pressure_angle) - involute(without));
        Ok(Geometry {
            transverse_pressure_angle: alpha_t,
            base_helix_angle,
            reference_radii,
            base_radii,
            tip_radii,
            zero_backlash_distance,
            centre_distance,
            working_pressure_angle,
            working_radii,
            base_pitch,
            transverse_contact_ratio: path / base_pitch,
            overlap_ratio,
            normal_backlash: play * base_helix_angle.cos(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs(), "{a} against {b}");
    }

    /// Virlez 2014, table 6.1, evaluated independently (involute geometry); values to ten digits.
    #[test]
    fn spur_pair_16_24() {
        let wheels = Wheels {
            shift: [0.196, 0.125],
            addendum: [Some((82.64 - 72.0) / 9.0), Some((118.64 - 108.0) / 9.0)],
            ..Wheels::standard([16.0, 24.0], 4.5e-3, 20_f64.to_radians(), 0.0)
        };
        let tight = wheels.geometry().unwrap();
        close(tight.zero_backlash_distance, 91.369_694_108_96e-3);
        close(tight.working_pressure_angle.to_degrees(), 22.240_089_294_29);
        close(tight.base_radii[0], 33.828_934_348_29e-3);
        close(tight.base_radii[1], 50.743_401_522_44e-3);
        close(tight.transverse_contact_ratio, 1.495_581_030_585);
        let apart = Wheels { centre_distance: Some(91.5e-3), ..wheels }.geometry().unwrap();
        close(apart.working_radii[0], 36.6e-3);
        close(apart.working_radii[1], 54.9e-3);
        close(apart.transverse_contact_ratio, 1.469_774_752_024);
        close(apart.working_pressure_angle.to_degrees(), 22.438_791_252_72);
        close(apart.normal_backlash, 0.099_057_437_731_81e-3);
    }

    /// Pitch diameters of tables 3.2 and 3.3, printed to a micrometre.
    #[test]
    fn pitch_diameters_of_the_differentials() {
        let c = Wheels::standard([26.0, 5.0], 2.2e-3, 30_f64.to_radians(), 33_f64.to_radians()).geometry().unwrap();
        assert!((2e3 * c.reference_radii[0] - 68.203).abs() < 1e-3);
        assert!((2e3 * c.reference_radii[1] - 13.116).abs() < 1e-3);
        let b = Wheels::standard([15.0, 5.0], 2.4e-3, 30_f64.to_radians(), 46_f64.to_radians()).geometry().unwrap();
        assert!((2e3 * b.reference_radii[0] - 51.824).abs() < 1e-3);
        let wheels = Wheels::standard([26.0, 5.0], 2.2e-3, 30_f64.to_radians(), 33_f64.to_radians());
        let overlap = Wheels { face_width: Some(27.9e-3), ..wheels }.geometry().unwrap().overlap_ratio.unwrap();
        close(overlap, 2.198_570_590_904);
    }

    /// By hand: (√(11² − 9.3969²) + √(16² − 14.0954²) − 25 sin 20°) / (π cos 20°) = (5.7184 + 7.5711 − 8.5505)/2.9521.
    #[test]
    fn contact_ratio_of_standard_wheels() {
        let g = Wheels::standard([20.0, 30.0], 1.0, 20_f64.to_radians(), 0.0).geometry().unwrap();
        assert!((g.transverse_contact_ratio - 1.6053).abs() < 2e-4, "{}", g.transverse_contact_ratio);
        assert!((g.centre_distance - 25.0).abs() < 1e-12);
    }

    #[test]
    fn a_ring_runs_at_the_difference_of_radii() {
        let ring = Wheels { internal: true, ..Wheels::standard([20.0, 60.0], 1.0, 20_f64.to_radians(), 0.0) };
        let g = ring.geometry().unwrap();
        assert!((g.centre_distance - 20.0).abs() < 1e-12);
        // Internal pairs have a longer contact than external ones.
        let outside = Wheels { internal: false, ..ring }.geometry().unwrap();
        assert!(g.transverse_contact_ratio > outside.transverse_contact_ratio);
        let small = Wheels { internal: true, ..Wheels::standard([20.0, 18.0], 1.0, 0.35, 0.0) };
        assert_eq!(small.geometry(), Err(Impossible::RingTooSmall));
    }
}
