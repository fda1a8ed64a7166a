//! The form of a tooth from its drawing: involute flank and root fillet in the transverse section.

use std::f64::consts::PI;
use std::fmt;

use super::fillet::Fillet;
use super::geometry::involute;

/// The teeth of one wheel, as specified on a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelDrawing {
    /// Number of teeth.
    pub teeth: usize,
    /// Whether the teeth are inside a ring.
    pub internal: bool,
    /// Normal module m_n.
    pub module: f64,
    /// Normal pressure angle α_n.
    pub pressure_angle: f64,
    /// Helix angle β at the reference cylinder; positive for a right-handed helix.
    pub helix_angle: f64,
    /// Profile shift coefficient x.
    pub shift: f64,
    /// Radius of the tip circle.
    pub tip_radius: f64,
    /// Radius of the root circle.
    pub root_radius: f64,
    /// Radius of the edge of the cutting rack over the module; of a ring that of its fillet.
    pub edge_radius: f64,
    /// Reduction of the thickness of each tooth along the normal of its flanks, which adds to the backlash.
    pub thinning: f64,
}

/// Why no teeth follow from a drawing; radii in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToothFault {
    /// The root circle is not below the tip circle.
    NoHeight,
    /// The tips are inside the base circle, whose radius this is.
    BelowBase(f64),
    /// The flanks meet below the tip circle; contains the largest radius of the tips.
    Pointed(f64),
    /// The teeth are wider than the pitch at their roots.
    NoSpace,
    /// The fillet reaches the tip.
    NoFlank,
}

impl fmt::Display for ToothFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ToothFault::NoHeight => write!(f, "the root circle is not below the tip circle"),
            ToothFault::BelowBase(radius) => {
                write!(f, "the tip circle is inside the base circle, whose diameter is {:.4} mm", 2e3 * radius)
            }
            ToothFault::Pointed(radius) => {
                write!(f, "the teeth are pointed: their flanks meet at a diameter of {:.4} mm", 2e3 * radius)
            }
            ToothFault::NoSpace => write!(f, "there is no space between the teeth at their roots"),
            ToothFault::NoFlank => write!(f, "the root fillet leaves no flank"),
        }
    }
}

/// The form of the teeth of one wheel in the transverse section: one flank, in polar coordinates from the middle of the tooth.
///
/// ```text
/// ψ(ρ) = (π/2 + 2 x tan α_n)/z + inv α_t − inv α_ρ,     cos α_ρ = r_b/ρ
/// ```
///
/// ψ is the half angle of a tooth at the radius ρ, or of a space of a ring. Below the form radius the flank of an external
/// wheel continues as the trochoid that the rounded edge of the cutting rack envelops; that of a ring as an arc, tangent to the
/// involute and to the root circle. Formulas as in ISO 21771. The edge of the rack is a circle in the transverse section; that of
/// a helical rack is one in the normal section.
#[derive(Clone, Debug)]
pub struct Tooth {
    /// Its drawing.
    pub drawing: WheelDrawing,
    /// r = z m_n/(2 cos β).
    pub reference_radius: f64,
    /// r_b = r cos α_t.
    pub base_radius: f64,
    /// Helix angle at the base cylinder, with its sign.
    pub base_helix_angle: f64,
    /// Where the involute begins.
    pub form_radius: f64,
    /// ψ(r_b), of the tooth or of the space of a ring.
    base_half_angle: f64,
    fillet: Fillet,
}

impl Tooth {
    /// The teeth of a drawing.
    pub fn new(drawing: WheelDrawing) -> Result<Tooth, ToothFault> {
        let WheelDrawing { internal, tip_radius, root_radius, shift, .. } = drawing;
        let z = drawing.teeth as f64;
        let alpha_t = (drawing.pressure_angle.tan() / drawing.helix_angle.cos()).atan();
        let r = 0.5 * z * drawing.module / drawing.helix_angle.cos();
        let rb = r * alpha_t.cos();
        let base_helix_angle = (drawing.helix_angle.sin() * drawing.pressure_angle.cos()).asin();
        if (tip_radius <= root_radius) != internal || root_radius <= 0.0 {
            return Err(ToothFault::NoHeight);
        }
        if tip_radius <= rb {
            return Err(ToothFault::BelowBase(rb));
        }
        let side = if internal { -1.0 } else { 1.0 };
        let thinner = side * 0.5 * drawing.thinning / (rb * base_helix_angle.cos());
        let half = (0.5 * PI + 2.0 * shift * drawing.pressure_angle.tan()) / z;
        let base_half_angle = half + involute(alpha_t) - thinner;
        let edge = drawing.edge_radius * drawing.module;
        let fillet = match internal {
            false => Fillet::trochoid(r, rb, alpha_t, r - root_radius, edge, PI / z, base_half_angle, half - thinner),
            true => Fillet::arc(rb, root_radius, edge, PI / z, base_half_angle),
        };
        let (fillet, form_radius) = fillet.ok_or(ToothFault::NoSpace)?;
        let tooth = Tooth {
            drawing,
            reference_radius: r,
            base_radius: rb,
            base_helix_angle,
            form_radius,
            base_half_angle,
            fillet,
        };
        if (form_radius >= tip_radius) != internal {
            return Err(ToothFault::NoFlank);
        }
        if tooth.involute_half_angle(tip_radius) <= 0.0 {
            let (mut low, mut high) = (tooth.form_radius, tip_radius);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                let bound = if tooth.involute_half_angle(middle) > 0.0 { &mut low } else { &mut high };
                *bound = middle;
            }
            return Err(ToothFault::Pointed(low));
        }
        Ok(tooth)
    }

    /// Half of the angle from tooth to tooth.
    pub fn half_pitch(&self) -> f64 {
        PI / self.drawing.teeth as f64
    }

    /// The roll angle tan α of a radius on the involute.
    pub fn roll(&self, radius: f64) -> f64 {
        ((radius / self.base_radius).powi(2) - 1.0).max(0.0).sqrt()
    }

    /// ψ of the tooth at the base circle, as if the involute began there: the angle that places the tooth against the line of action.
    pub fn base_half_angle(&self) -> f64 {
        if self.drawing.internal { self.half_pitch() - self.base_half_angle } else { self.base_half_angle }
    }

    /// The half angle of the tooth at a radius, on the involute or its continuation.
    pub fn involute_half_angle(&self, radius: f64) -> f64 {
        let roll = self.roll(radius);
        let half = self.base_half_angle - (roll - roll.atan());
        if self.drawing.internal { self.half_pitch() - half } else { half }
    }

    /// The half angle of the tooth at a radius between root and tip, with the fillet.
    pub fn half_angle(&self, radius: f64) -> f64 {
        let is_fillet = if self.drawing.internal { radius > self.form_radius } else { radius < self.form_radius };
        if is_fillet { self.fillet.half_angle(radius) } else { self.involute_half_angle(radius) }
    }

    /// Length of the involute from the form circle to the tip.
    pub fn flank_length(&self) -> f64 {
        let [form, tip] = [self.form_radius, self.drawing.tip_radius].map(|radius| self.roll(radius).powi(2));
        0.5 * self.base_radius * (tip - form).abs()
    }

    /// Radius and half angle at a fraction of the length of the involute, from the form circle to the tip.
    pub fn flank(&self, fraction: f64) -> [f64; 2] {
        let radius = match fraction {
            0.0 => self.form_radius,
            1.0 => self.drawing.tip_radius,
            _ => {
                let [form, tip] = [self.form_radius, self.drawing.tip_radius].map(|radius| self.roll(radius).powi(2));
                self.base_radius * (1.0 + form + fraction * (tip - form)).sqrt()
            }
        };
        [radius, self.involute_half_angle(radius)]
    }

    /// The fraction of the length of the involute at a radius, from 0 at the form circle to 1 at the tip.
    pub fn fraction(&self, radius: f64) -> f64 {
        let [form, tip, own] =
            [self.form_radius, self.drawing.tip_radius, radius].map(|radius| self.roll(radius).powi(2));
        ((own - form) / (tip - form)).clamp(0.0, 1.0)
    }

    /// Length of the fillet from the root circle to the form circle.
    pub fn fillet_length(&self) -> f64 {
        self.fillet.length()
    }

    /// Radius and half angle at a fraction of the length of the fillet, from the root circle to the form circle.
    pub fn fillet(&self, fraction: f64) -> [f64; 2] {
        self.fillet.at(fraction)
    }

    /// Half the chordal thickness of the tooth at its tip.
    pub fn tip_half_thickness(&self) -> f64 {
        self.drawing.tip_radius * self.involute_half_angle(self.drawing.tip_radius).sin()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The pair of Virlez 2014, table 6.1, in metres.
    pub(crate) fn spur(wheel: usize) -> WheelDrawing {
        WheelDrawing {
            teeth: [16, 24][wheel],
            internal: false,
            module: 4.5e-3,
            pressure_angle: 20_f64.to_radians(),
            helix_angle: 0.0,
            shift: [0.196, 0.125][wheel],
            tip_radius: [41.32e-3, 59.32e-3][wheel],
            root_radius: [31.25e-3, 49.185e-3][wheel],
            edge_radius: 0.38,
            thinning: 0.0,
        }
    }

    /// Form radius and half thickness at the tip, computed independently to six digits.
    #[test]
    fn the_involute_of_the_spur_pair_begins_at_the_trochoid() {
        for (wheel, form, thickness) in [(0, 33.8723e-3, 1.3333e-3), (1, 51.3214e-3, 1.3705e-3)] {
            let tooth = Tooth::new(spur(wheel)).unwrap();
            assert!((tooth.form_radius - form).abs() < 1e-7, "{}", tooth.form_radius);
            assert!((tooth.tip_half_thickness() - thickness).abs() < 1e-7, "{}", tooth.tip_half_thickness());
            // The fillet joins the involute and the root circle without a kink.
            let [radius, half] = tooth.fillet(1.0);
            assert!((radius - tooth.form_radius).abs() < 1e-12);
            assert!((half - tooth.involute_half_angle(radius)).abs() < 1e-10, "{half}");
            let [radius, half] = tooth.fillet(0.0);
            assert!((radius - tooth.drawing.root_radius).abs() < 1e-12 && half < tooth.half_pitch());
            let [above, below] = [1e-5, -1e-5].map(|d| tooth.half_angle(tooth.form_radius + d));
            let slope = (tooth.involute_half_angle(form + 2e-5) - tooth.involute_half_angle(form + 1e-5)) / 1e-5;
            assert!(((above - below) / 2e-5 - slope).abs() < 0.05 * slope.abs() + 0.5, "{slope}");
        }
    }

    #[test]
    fn a_pinion_of_eight_teeth_is_undercut() {
        let drawing = WheelDrawing { teeth: 8, shift: 0.0, tip_radius: 22.5e-3, root_radius: 12.375e-3, ..spur(0) };
        let tooth = Tooth::new(drawing).unwrap();
        assert!(tooth.form_radius > tooth.base_radius * 1.005, "{}", tooth.form_radius / tooth.base_radius);
        let [radius, half] = tooth.fillet(1.0);
        assert!((half - tooth.involute_half_angle(radius)).abs() < 1e-9);
        // Narrower below the involute than at its beginning.
        assert!(tooth.half_angle(0.98 * tooth.form_radius) < tooth.half_angle(tooth.form_radius));
    }

    #[test]
    fn the_arc_of_a_ring_is_tangent_to_involute_and_root() {
        let drawing = WheelDrawing {
            teeth: 60,
            internal: true,
            shift: 0.0,
            tip_radius: (135.0 - 4.5) * 1e-3,
            root_radius: (135.0 + 5.625) * 1e-3,
            ..spur(0)
        };
        let tooth = Tooth::new(drawing).unwrap();
        assert!(tooth.form_radius < drawing.root_radius && tooth.form_radius > drawing.tip_radius);
        let ([radius, half], [root, wide]) = (tooth.fillet(1.0), tooth.fillet(0.0));
        assert!((half - tooth.involute_half_angle(radius)).abs() < 1e-10);
        assert!((root - drawing.root_radius).abs() < 1e-12 && wide > half && wide < tooth.half_pitch());
    }

    #[test]
    fn impossible_teeth_are_refused() {
        let fault = |drawing| Tooth::new(drawing).unwrap_err();
        assert!(matches!(fault(WheelDrawing { tip_radius: 60e-3, ..spur(0) }), ToothFault::Pointed(r) if r < 50e-3));
        assert_eq!(fault(WheelDrawing { root_radius: 45e-3, ..spur(0) }), ToothFault::NoHeight);
        assert!(matches!(fault(WheelDrawing { tip_radius: 33e-3, ..spur(0) }), ToothFault::BelowBase(_)));
    }
}
