//! Magic Formula of 1987/89.

use super::{Curve, Slip, Stiffness, Wrench, atan};
use crate::math::Scalar;

/// The Magic Formula of Bakker, Nyborg & Pacejka (SAE 870421) with the combined slip of Bakker, Pacejka & Lidner (SAE 890087).
///
/// ```text
/// F_x0(κ) = D sin(C atan(B κ − E (B κ − atan B κ)))     κ in percent, F_z in kN
///   C = b₀,  D = b₁ F_z² + b₂ F_z,  BCD = (b₃ F_z² + b₄ F_z) e^(−b₅ F_z),  E = b₆ F_z² + b₇ F_z + b₈
/// F_y0(α) likewise with α in degrees,  BCD = a₃ sin(a₄ atan(a₅ F_z)),  C = a₀, D from a₁, a₂ and E from a₆ to a₈
/// M_z0(α) likewise,  BCD = (c₃ F_z² + c₄ F_z) e^(−c₅ F_z),  C = c₀, …
///
/// σ = √((κ/κ_m)² + (tan α/tan α_m)²)     slips over those of the peaks
/// F_x = (κ/κ_m)/σ F_x0(σ κ_m),     F_y = −(tan α/tan α_m)/σ F_y0(atan(σ tan α_m)) + C_γ F_z γ
/// ```
///
/// At pure slip both are the pure curves exactly. Beyond the load at which D is largest the forces stay as they are there:
/// the parabola is a fit of smaller loads. Shifts for ply steer and conicity are not part of this version.
#[derive(Clone, Debug, PartialEq)]
pub struct Bakker {
    /// a₀ … a₈ of the side force.
    pub lateral: [f64; 9],
    /// b₀ … b₈ of the longitudinal force.
    pub longitudinal: [f64; 9],
    /// c₀ … c₈ of the aligning moment, if any.
    pub aligning: Option<[f64; 9]>,
    /// C_γ: camber thrust over load and camber, positive; a wheel that leans to the right pushes to the right.
    pub camber_thrust: f64,
    /// Rolling resistance over load, times the radius: lever arm in metres.
    pub rolling_arm: f64,
}

/// Largest E for which the curve has a peak at a finite slip.
const LARGEST_SHAPE: f64 = 0.99;
/// Most Newton steps towards the peak; the function is monotone and smooth, and each step doubles the digits: four to six suffice for
/// the sets in use.
const PEAK_STEPS: usize = 30;
/// A relative change by a Newton step whose square is below round-off: the next step would change nothing.
const PEAK_CONVERGED: f64 = 1e-9;

/// A curve of nine coefficients; `exponential` tells how its slope depends on the load.
fn curve<S: Scalar>(c: &[f64; 9], load: S, friction: S, exponential: bool) -> Curve<S> {
    let largest = if c[1] < 0.0 { -0.5 * c[2] / c[1] } else { f64::INFINITY };
    let fz = load * 1e-3;
    let fz = if fz.value() > largest { S::constant(largest) } else { fz };
    let d = (fz * c[1] + S::constant(c[2])) * fz;
    let slope = match exponential {
        true => (fz * c[3] + S::constant(c[4])) * fz * (fz * -c[5]).exp(),
        false => (atan(fz * c[5]) * c[4]).sin() * c[3],
    };
    let d = d * friction;
    Curve { b: slope / (d * c[0]), c: c[0], d, e: (fz * c[6] + S::constant(c[7])) * fz + S::constant(c[8]) }
}

impl<S: Scalar> Curve<S> {
    /// The slip of the peak: (1 − E) y + E atan y = tan(π/2C) with y = B x.
    fn peak(&self) -> S {
        let limit = S::constant(LARGEST_SHAPE);
        let e = if self.e.value() > LARGEST_SHAPE { limit } else { self.e };
        // A curve with C ≤ 1 has no peak; its slip at 99 % of D takes the place.
        let target = (std::f64::consts::FRAC_PI_2 / self.c).min(1.5).tan();
        let (shape, mut y) = (e.value(), target);
        for _ in 0..PEAK_STEPS {
            let f = (1.0 - shape) * y + shape * y.atan() - target;
            let change = f / (1.0 - shape * y * y / (1.0 + y * y));
            y -= change;
            if change.abs() <= PEAK_CONVERGED * y.abs() {
                break;
            }
        }
        // One more step in S: from the root it changes the derivatives only, into those of the implicit function.
        let f = (S::one() - e) * y + e * y.atan() - S::constant(target);
        let y = S::constant(y) - f * (1.0 / (1.0 - shape * y * y / (1.0 + y * y)));
        y / self.b
    }
}

impl Bakker {
    /// The forces; `load` positive.
    pub(crate) fn wrench<S: Scalar>(&self, slip: &Slip<S>) -> Wrench<S> {
        let along = curve(&self.longitudinal, slip.load, slip.friction, true);
        let across = curve(&self.lateral, slip.load, slip.friction, false);
        let (peak_along, peak_across) = (along.peak() * 0.01, tan(across.peak() * 1f64.to_radians()));
        let (x, y) = (slip.ratio / peak_along, slip.tangent / peak_across);
        let square = x * x + y * y;
        let mut out = Wrench::zero();
        if square.value() > TINY {
            let sigma = square.sqrt();
            out.fx = x / sigma * along.sine(sigma * peak_along * 100.0);
            out.fy = -(y / sigma * across.sine(degrees(atan(sigma * peak_across))));
        } else {
            out.fx = along.b * along.d * slip.ratio * (100.0 * along.c);
            out.fy = -(across.b * across.d * slip.tangent * (1f64.to_degrees() * across.c));
        }
        if let Some(c) = &self.aligning {
            let aligning = curve(c, slip.load, slip.friction, true);
            // The trail decreases with longitudinal slip as the side force does.
            let reduced = if square.value() > TINY { y.abs() / square.sqrt() } else { S::one() };
            out.mz = aligning.sine(degrees(atan(slip.tangent))) * reduced;
        }
        out.fy -= slip.camber * slip.load * self.camber_thrust;
        out.my = -(slip.load * slip.direction * self.rolling_arm);
        out
    }

    /// Slip stiffnesses and peaks at a load.
    pub(crate) fn stiffness(&self, load: f64) -> Stiffness {
        let along = curve(&self.longitudinal, load, 1.0, true);
        let across = curve(&self.lateral, load, 1.0, false);
        let slope = |c: &Curve<f64>, unit: f64| c.b * c.c * c.d * unit;
        Stiffness { slip: [slope(&along, 100.0), slope(&across, 1f64.to_degrees())], peak: [along.d, across.d] }
    }
}

/// Square of a normalised slip below which the curves are straight to round-off.
const TINY: f64 = 1e-24;

fn degrees<S: Scalar>(x: S) -> S {
    x * 1f64.to_degrees()
}

/// The tangent of an angle below a right angle; beyond 80° that of 80°.
fn tan<S: Scalar>(x: S) -> S {
    const STEEPEST: f64 = 1.4;
    let x = if x.value() > STEEPEST { S::constant(STEEPEST) } else { x };
    x.sin() / x.cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::tyre::TyreLaw;

    /// The set of Bakker, Nyborg & Pacejka 1987.
    fn tyre() -> TyreLaw {
        TyreLaw::Bakker(Box::new(Bakker {
            lateral: [1.3, -22.1, 1011.0, 1078.0, 1.82, 0.208, 0.0, -0.354, 0.707],
            longitudinal: [1.65, -21.3, 1144.0, 49.6, 226.0, 0.069, -0.006, 0.056, 0.486],
            aligning: None,
            camber_thrust: 0.0,
            rolling_arm: 0.0,
        }))
    }

    fn slip(ratio: f64, tangent: f64, load: f64) -> Slip {
        Slip { ratio, tangent, camber: 0.0, load, friction: 1.0, speed: 10.0, direction: 1.0 }
    }

    #[test]
    fn the_pure_curves_have_the_values_of_the_published_set() {
        // Direct evaluation of the printed equations.
        let fy = |deg: f64, load| -tyre().wrench(&slip(0.0, deg.to_radians().tan(), load)).fy;
        let fx = |percent: f64, load| tyre().wrench(&slip(0.01 * percent, 0.0, load)).fx;
        let rows =
            [(fy(2.0, 4000.0), 1911.059839058), (fy(8.0, 6000.0), 5166.094682572), (fx(5.0, 2000.0), 1878.125181338)];
        rows.iter().for_each(|(value, expected)| assert!((value / expected - 1.0).abs() < 1e-9, "{value} {expected}"));
    }

    #[test]
    fn combined_forces_stay_on_an_ellipse_of_the_peaks() {
        let law = tyre();
        let peak = law.stiffness(4000.0).peak;
        let TyreLaw::Bakker(bakker) = &law else { unreachable!() };
        let at = [curve(&bakker.longitudinal, 4000.0, 1.0, true).peak() * 0.01, {
            tan(curve(&bakker.lateral, 4000.0, 1.0, false).peak() * 1f64.to_radians())
        }];
        for part in [0.0_f64, 0.3, 0.8, 1.2, 1.57] {
            let w = law.wrench(&slip(at[0] * part.cos(), at[1] * part.sin(), 4000.0));
            let used = (w.fx / peak[0]).hypot(w.fy / peak[1]);
            assert!((used - 1.0).abs() < 1e-12, "{used}");
        }
    }

    #[test]
    fn peak_friction_leaves_the_slip_stiffness() {
        let small = Slip { friction: 0.5, ..slip(1e-6, 0.0, 4000.0) };
        let ratio = tyre().wrench(&small).fx / tyre().wrench(&slip(1e-6, 0.0, 4000.0)).fx;
        assert!((ratio - 1.0).abs() < 1e-6);
        let large = Slip { friction: 0.5, ..slip(5.0, 0.0, 4000.0) };
        assert!(tyre().wrench(&large).fx < 0.51 * tyre().stiffness(4000.0).peak[0]);
    }
}
