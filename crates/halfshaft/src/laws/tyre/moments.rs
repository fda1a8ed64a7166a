//! Magic Formula 5.2 and 6.1: moments.

use super::pacejka::{Pacejka, State, Version, line, parabola, shape};
use super::{Curve, Slip, atan, sign};
use crate::math::Scalar;

impl Pacejka {
    /// Overturning moment; 4.E69.
    ///
    /// M_x = R₀ F_z (q₁ λ_V − q₂ γ (1 + p_Mx1 dp) + q₃ F_y/F_z0 + q₄ cos(q₅ atan((q₆ F_z/F_z0)²)) sin(q₇ γ + q₈ atan(q₉ F_y/F_z0)) + q₁₀
    /// atan(q₁₁ F_z/F_z0) γ) λ_Mx; from q₄ on in 6.1 only.
    pub(super) fn overturning_moment<S: Scalar>(&self, slip: &Slip<S>, at: &State<S>, fy: S) -> S {
        let c = &self.coefficients;
        let (load, side) = (slip.load * (1.0 / c.fnomin), fy * (1.0 / c.fnomin));
        let mut sum = S::constant(c.qsx1 * c.lvmx) - at.gamma * (c.qsx2 * (1.0 + c.ppmx1 * at.dpi)) + side * c.qsx3;
        if self.version == Version::V61 {
            let part = load * c.qsx6;
            let wave = (at.gamma * c.qsx7 + atan(side * c.qsx9) * c.qsx8).sin();
            sum += (atan(part * part) * c.qsx5).cos() * wave * c.qsx4 + atan(load * c.qsx11) * at.gamma * c.qsx10;
        }
        slip.load * sum * (c.unloaded_radius * c.lmx)
    }

    /// Rolling resistance, against the motion; 4.E70.
    pub(super) fn rolling_moment<S: Scalar>(&self, slip: &Slip<S>, fx: S) -> S {
        let c = &self.coefficients;
        let v = slip.speed * (1.0 / c.longvl);
        let v2 = v * v;
        let mut sum = S::constant(c.qsy1) + fx * (c.qsy2 / c.fnomin) + v.abs() * c.qsy3 + v2 * v2 * c.qsy4;
        let load = slip.load * (1.0 / c.fnomin);
        let factor = match self.version {
            Version::V52 => slip.load,
            Version::V61 => {
                sum += line(c.qsy5, c.qsy6, load) * slip.camber * slip.camber;
                // A power below one has no slope at zero; loads are positive here.
                let power = (load.ln() * c.qsy7).exp();
                power * (c.fnomin * (c.inflpres / c.nompres).powf(c.qsy8))
            }
        };
        -(factor * sum * slip.direction * (c.unloaded_radius * c.lmy))
    }

    /// Aligning moment; 4.E31-4.E49 and 4.E71-4.E78. `forces` are F_x, F_y and F_y without that induced by κ.
    ///
    /// M_z = −t F_y' + M_zr + s F_x, with the trail t = D_t cos(C_t atan( … α_t,eq)) cos α
    pub(super) fn aligning_moment<S: Scalar>(&self, slip: &Slip<S>, at: &State<S>, kappa: S, forces: [S; 3]) -> S {
        let c = &self.coefficients;
        let (dfz, gamma, v61) = (at.dfz, at.gamma * c.lgaz, self.version == Version::V61);
        let alpha = atan(slip.tangent);
        let fz0 = c.nominal_load();
        let [fx, fy, fy_own] = forces;
        let size = gamma.abs();
        let by_camber = match v61 {
            true => S::one() + size * c.qbz5 + gamma * gamma * c.qbz6,
            false => S::one() + gamma * c.qbz4 + size * c.qbz5,
        };
        let grip = slip.friction * c.lmuy;
        let bt = parabola(c.qbz1, c.qbz2, c.qbz3, dfz) * by_camber * c.lky / grip;
        let leaning = if v61 { size } else { gamma };
        let dt = slip.load * line(c.qdz1, c.qdz2, dfz) * parabola(1.0, c.qdz3, c.qdz4, leaning);
        let dt = dt * ((1.0 - if v61 { c.ppz1 * at.dpi } else { 0.0 }) * c.unloaded_radius / fz0 * c.ltr);
        let shift = line(c.qhz1, c.qhz2, dfz) + line(c.qhz3, c.qhz4, dfz) * gamma;
        let alpha_t = alpha + shift;
        let bend = atan(bt * alpha_t * c.qcz1) * std::f64::consts::FRAC_2_PI;
        let et = parabola(c.qez1, c.qez2, c.qez3, dfz) * (S::one() + line(c.qez4, c.qez5, gamma) * bend);
        let alpha_r = alpha + at.shift[1][0] + at.shift[1][1] / at.k[1];
        let ratio = at.k[0] / at.k[1];
        let equivalent = |angle: S| {
            let slope = angle.sin() / angle.cos();
            let other = ratio * kappa;
            let square = slope * slope + other * other;
            if square.value() < 1e-30 { angle } else { atan(square.sqrt()) * sign(angle) }
        };
        let trail = Curve { b: bt, c: c.qcz1, d: dt, e: shape(et) }.cosine(equivalent(alpha_t)) * alpha.cos();
        let br = S::constant(c.qbz9 * c.lky) / grip + at.across.b * (at.across.c * c.qbz10);
        let of_camber = match v61 {
            true => (line(c.qdz8, c.qdz9, dfz) * (1.0 + c.ppz2 * at.dpi) + line(c.qdz10, c.qdz11, dfz) * size) * c.lkzc,
            false => line(c.qdz8, c.qdz9, dfz),
        };
        let dr = slip.load * (line(c.qdz6, c.qdz7, dfz) * c.lres + of_camber * gamma) * grip * c.unloaded_radius;
        let residual = dr * atan(br * equivalent(alpha_r)).cos() * alpha.cos();
        let arm = line(c.ssz1, c.ssz2, fy * (1.0 / fz0)) + line(c.ssz3, c.ssz4, dfz) * gamma;
        -(trail * fy_own) + residual + arm * fx * (c.unloaded_radius * c.ls)
    }
}
