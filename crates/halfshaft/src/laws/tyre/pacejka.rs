//! Magic Formula 5.2 (PAC2002) and 6.1: forces.

use super::coefficients::Coefficients;
use super::{Curve, Slip, Stiffness, Wrench, atan, sign};
use crate::math::Scalar;

/// The Magic Formula 5.2 or 6.1 without turn slip, in the axes of ISO 8855.
///
/// Pacejka, Tire and Vehicle Dynamics, 3rd edition, section 4.3.2 (eqs. 4.E9-4.E78), for 6.1; PAC2002 of the Adams/Tire
/// documentation, for 5.2. The two differ in camber and pressure; without both they are the same.
///
/// ```text
/// F_x = G_xα F_x0(κ),     F_y = G_yκ F_y0(α) + S_Vyκ
/// F_x0 = D_x sin(C_x atan(B_x κ_x − E_x (B_x κ_x − atan B_x κ_x))) + S_Vx,     κ_x = κ + S_Hx;     F_y0 likewise
/// G = cos(C atan(B x − E (B x − atan B x))) / cos( … at x = S_H )
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pacejka {
    /// Its coefficients.
    pub coefficients: Coefficients,
    /// Its version.
    pub version: Version,
    /// Which forces it computes.
    pub mode: Mode,
    /// Whether it is mounted on the other side than it was measured on: camber, slip angle, side force and the moments about x and
    /// z change their signs.
    pub mirrored: bool,
}

/// Version of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 5.2, PAC2002.
    V52,
    /// 6.1.
    V61,
}

/// Which forces a file asks for: the last digit of its USE_MODE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// 0: load only.
    Vertical,
    /// 1: longitudinal force and rolling resistance.
    Longitudinal,
    /// 2: side force, overturning and aligning moment.
    Lateral,
    /// 3: both, without combined slip.
    Uncombined,
    /// 4: both, with combined slip.
    Combined,
}

/// What the forces at one load, camber and friction are made of.
pub(super) struct State<S> {
    /// df_z = (F_z − F_z0')/F_z0'.
    pub dfz: S,
    /// dp = (p − p₀)/p₀.
    pub dpi: f64,
    pub gamma: S,
    pub mu: [S; 2],
    pub along: Curve<S>,
    pub across: Curve<S>,
    /// K_xκ, and K_yα, which is negative.
    pub k: [S; 2],
    /// Horizontal and vertical shifts, along and across.
    pub shift: [[S; 2]; 2],
}

/// a + b x.
pub(super) fn line<S: Scalar>(a: f64, b: f64, x: S) -> S {
    x * b + S::constant(a)
}

/// a + b x + c x².
pub(super) fn parabola<S: Scalar>(a: f64, b: f64, c: f64, x: S) -> S {
    (x * c + S::constant(b)) * x + S::constant(a)
}

/// At most one, as the formula demands of every E.
pub(super) fn shape<S: Scalar>(e: S) -> S {
    if e.value() > 1.0 { S::one() } else { e }
}

impl Pacejka {
    pub(super) fn state<S: Scalar>(&self, slip: &Slip<S>) -> State<S> {
        let c = &self.coefficients;
        let (fz, gamma, fz0) = (slip.load, slip.camber, c.nominal_load());
        let dfz = fz * (1.0 / fz0) - S::one();
        let v61 = self.version == Version::V61;
        let dpi = if v61 { (c.inflpres - c.nompres) / c.nompres } else { 0.0 };
        let pressure = |a: f64, b: f64| 1.0 + a * dpi + b * dpi * dpi;
        let square = |scale: f64| gamma * gamma * (scale * scale);

        let mu_x = line(c.pdx1, c.pdx2, dfz) * (S::one() - square(c.lgax) * c.pdx3) * pressure(c.ppx3, c.ppx4);
        let mu_y = line(c.pdy1, c.pdy2, dfz) * (S::one() - square(c.lgay) * c.pdy3) * pressure(c.ppy3, c.ppy4);
        let mu = [mu_x * slip.friction * c.lmux, mu_y * slip.friction * c.lmuy];
        let kx = fz * line(c.pkx1, c.pkx2, dfz) * (dfz * c.pkx3).exp() * (pressure(c.ppx1, c.ppx2) * c.lkx);
        let dx = mu[0] * fz;
        let shx = line(c.phx1, c.phx2, dfz) * c.lhx;
        let svx = fz * line(c.pvx1, c.pvx2, dfz) * slip.friction * (c.lvx * c.lmux);
        let kappa = slip.ratio + shx;
        let ex = shape(parabola(c.pex1, c.pex2, c.pex3, dfz) * ((1.0 - c.pex4 * sign(kappa)) * c.lex));
        let cx = c.pcx1 * c.lcx;

        let ky = self.cornering(fz, gamma, dpi);
        let camber = gamma * c.lgay;
        let camber_thrust = fz * line(c.pvy3, c.pvy4, dfz) * camber * slip.friction * c.lmuy;
        let camber_thrust = if v61 { camber_thrust * c.lkyc } else { camber_thrust };
        let by_camber = match v61 {
            true => {
                let k_gamma = fz * line(c.pky6, c.pky7, dfz) * ((1.0 + c.ppy5 * dpi) * c.lkyc);
                (k_gamma * camber - camber_thrust) / ky
            }
            false => camber * c.phy3,
        };
        let shy = line(c.phy1, c.phy2, dfz) * c.lhy + by_camber;
        let svy = fz * line(c.pvy1, c.pvy2, dfz) * slip.friction * (c.lvy * c.lmuy) + camber_thrust;
        let dy = mu[1] * fz;
        let alpha = atan(slip.tangent) + shy;
        let of_camber = line(1.0, if v61 { c.pey5 } else { 0.0 }, camber * camber);
        let ey = line(c.pey1, c.pey2, dfz) * (of_camber - line(c.pey3, c.pey4, camber) * sign(alpha)) * c.ley;
        let cy = c.pcy1 * c.lcy;
        State {
            dfz,
            dpi,
            gamma,
            mu,
            along: Curve { b: kx / (dx * cx), c: cx, d: dx, e: ex },
            across: Curve { b: ky / (dy * cy), c: cy, d: dy, e: shape(ey) },
            k: [kx, ky],
            shift: [[shx, svx], [shy, svy]],
        }
    }

    /// K_yα, negative.
    fn cornering<S: Scalar>(&self, fz: S, gamma: S, dpi: f64) -> S {
        let c = &self.coefficients;
        let fz0 = c.nominal_load();
        let camber = S::one() - (gamma * c.lgay).abs() * c.pky3;
        let (steep, softer) = match self.version {
            Version::V52 => (2.0, S::constant(c.pky2)),
            Version::V61 => (c.pky4, line(c.pky2, c.pky5, gamma * gamma) * (1.0 + c.ppy2 * dpi)),
        };
        let bend = (atan(fz * (1.0 / fz0) / softer) * steep).sin();
        bend * camber * (c.pky1 * fz0 * (1.0 + c.ppy1 * dpi) * c.lky)
    }

    /// The forces; `load` positive.
    pub(crate) fn wrench<S: Scalar>(&self, slip: &Slip<S>) -> Wrench<S> {
        let mut slip = *slip;
        if self.mirrored {
            slip = Slip { tangent: -slip.tangent, camber: -slip.camber, ..slip };
        }
        let (along, across) = match self.mode {
            Mode::Vertical => (false, false),
            Mode::Longitudinal => (true, false),
            Mode::Lateral => (false, true),
            Mode::Uncombined | Mode::Combined => (true, true),
        };
        let at = self.state(&slip);
        let combined = self.mode == Mode::Combined;
        let mut out = Wrench::zero();
        let fx0 = at.along.sine(slip.ratio + at.shift[0][0]) + at.shift[0][1];
        let alpha = atan(slip.tangent);
        let fy0 = at.across.sine(alpha + at.shift[1][0]) + at.shift[1][1];
        let (gx, gy, induced) = if combined { self.weights(&slip, &at) } else { (S::one(), S::one(), S::zero()) };
        if along {
            out.fx = fx0 * gx;
            out.my = self.rolling_moment(&slip, out.fx);
        }
        if across {
            out.fy = fy0 * gy + induced;
            out.mx = self.overturning_moment(&slip, &at, out.fy);
            let kappa = if combined { slip.ratio } else { S::zero() };
            let fx = if combined { out.fx } else { S::zero() };
            out.mz = self.aligning_moment(&slip, &at, kappa, [fx, out.fy, out.fy - induced]);
        }
        if self.mirrored {
            (out.fy, out.mx, out.mz) = (-out.fy, -out.mx, -out.mz);
        }
        out
    }

    /// G_xα, G_yκ and S_Vyκ.
    fn weights<S: Scalar>(&self, slip: &Slip<S>, at: &State<S>) -> (S, S, S) {
        let c = &self.coefficients;
        let (kappa, alpha) = (slip.ratio, atan(slip.tangent));
        let square = match self.version {
            Version::V52 => S::zero(),
            Version::V61 => at.gamma * at.gamma,
        };
        let weight = |b: S, steep: f64, e: S, x: S, shift: S| {
            let curve = Curve { b, c: steep, d: S::one(), e: shape(e) };
            curve.cosine(x + shift) / curve.cosine(shift)
        };
        let bx = line(c.rbx1, c.rbx3, square) * atan(kappa * c.rbx2).cos() * c.lxal;
        let gx = weight(bx, c.rcx1, line(c.rex1, c.rex2, at.dfz), alpha, S::constant(c.rhx1));
        let by = line(c.rby1, c.rby4, square) * atan(line(-c.rby3, 1.0, alpha) * c.rby2).cos() * c.lyka;
        let gy = weight(by, c.rcy1, line(c.rey1, c.rey2, at.dfz), kappa, line(c.rhy1, c.rhy2, at.dfz));
        let size = line(c.rvy1, c.rvy2, at.dfz) + at.gamma * c.rvy3;
        let dv = at.mu[1] * slip.load * size * atan(alpha * c.rvy4).cos();
        (gx, gy, dv * (atan(kappa * c.rvy6) * c.rvy5).sin() * c.lvyka)
    }

    /// Slip stiffnesses and peaks at a load, upright.
    pub(crate) fn stiffness(&self, load: f64) -> Stiffness {
        let slip = Slip { ratio: 0.0, tangent: 0.0, camber: 0.0, load, friction: 1.0, speed: 0.0, direction: 0.0 };
        let at = self.state(&slip);
        Stiffness { slip: [at.k[0], -at.k[1]], peak: [at.along.d, at.across.d] }
    }

    /// Relaxation lengths along and across at a load, upright, in metres; `None` if the coefficients say nothing of them.
    ///
    /// 5.2: σ_κ = F_z (p_Tx1 + p_Tx2 df_z) e^(−p_Tx3 df_z) R₀/F_z0, σ_α = p_Ty1 sin(2 atan(F_z/(p_Ty2 F_z0'))) R₀. 6.1: slip
    /// stiffness over carcass stiffness.
    pub fn relaxation_lengths(&self, load: f64) -> Option<[f64; 2]> {
        let c = &self.coefficients;
        let (fz0, r0) = (c.nominal_load(), c.unloaded_radius);
        if self.version == Version::V61 && c.longitudinal_stiffness > 0.0 && c.lateral_stiffness > 0.0 {
            let k = self.stiffness(load).slip;
            return Some([k[0] / c.longitudinal_stiffness, k[1] / c.lateral_stiffness]);
        }
        if c.ptx1 == 0.0 || c.pty1 == 0.0 || c.pty2 == 0.0 {
            return None;
        }
        let dfz = load / fz0 - 1.0;
        let along = load * (c.ptx1 + c.ptx2 * dfz) * (-c.ptx3 * dfz).exp() * r0 / fz0 * c.lsgkp;
        let across = c.pty1 * (2.0 * (load / (c.pty2 * fz0)).atan()).sin() * r0 * c.lfzo * c.lsgal;
        Some([along.abs(), across.abs()])
    }

    /// Effective rolling radius at a load: R₀ − F_z0/C_z (D atan(B F_z/F_z0) + F F_z/F_z0), in metres.
    pub fn rolling_radius<S: Scalar>(&self, load: S, stiffness: f64) -> S {
        let c = &self.coefficients;
        let part = load * (1.0 / c.fnomin);
        let sunk = (atan(part * c.breff) * c.dreff + part * c.freff) * (c.fnomin / stiffness);
        S::constant(c.unloaded_radius) - sunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tyre of 245/40 R18 (pure slip only).
    fn tyre() -> Pacejka {
        let mut coefficients = Coefficients::default();
        let values = "FNOMIN 4850 LFZO 0.81 PCX1 1.6411 PDX1 1.1739 PDX2 -0.16395 PEX1 0.46403 PEX2 0.25022 PEX3 0.067842 \
            PEX4 -3.7604e-05 PKX1 22.303 PKX2 0.48896 PKX3 0.21253 PHX1 0.0012297 PHX2 0.0004318 PVX1 -8.8098e-06 \
            PVX2 1.862e-05 PCY1 1.3507 PDY1 1.0489 PDY2 -0.18033 PDY3 -2.8821 PEY1 -0.0074722 PEY2 -0.0063208 \
            PEY3 -9.9935 PEY4 -760.14 PKY1 -21.92 PKY2 2.0012 PKY3 -0.024778 PHY1 0.0026747 PHY2 8.9094e-05 \
            PHY3 0.031415 PVY1 0.037318 PVY2 -0.010049 PVY3 -0.32931 PVY4 -0.69553";
        let words: Vec<&str> = values.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert!(coefficients.set(pair[0], pair[1].parse().unwrap()));
        }
        Pacejka { coefficients, version: Version::V52, mode: Mode::Uncombined, mirrored: false }
    }

    #[test]
    fn pure_slip_has_the_values_of_an_independent_evaluation() {
        let rows = [
            (3000.0, 0.02, 0.02, 0.0, 1279.242205516, -1115.756574995),
            (3928.5, 0.05, -0.05, 0.0, 3451.160328118, 2837.97513632),
            (4850.0, -0.1, 0.1, 0.0, -5358.812187583, -4380.389120545),
            (6500.0, 0.2, 0.15, 0.05, 6804.51513059, -6119.741409836),
        ];
        for (load, ratio, alpha, camber, fx, fy) in rows {
            let w = tyre().wrench(&Slip {
                ratio,
                tangent: f64::tan(alpha),
                camber,
                load,
                friction: 1.0,
                speed: 10.0,
                direction: 1.0,
            });
            assert!((w.fx / fx - 1.0).abs() < 1e-9, "{} {fx}", w.fx);
            assert!((w.fy / fy - 1.0).abs() < 1e-9, "{} {fy}", w.fy);
        }
    }

    #[test]
    fn a_mirrored_tyre_is_its_mirror_image() {
        let slip =
            Slip { ratio: 0.03, tangent: 0.05, camber: 0.02, load: 4000.0, friction: 1.0, speed: 10.0, direction: 1.0 };
        let w = tyre().wrench(&slip);
        let mirror = Pacejka { mirrored: true, ..tyre() };
        let m = mirror.wrench(&Slip { tangent: -slip.tangent, camber: -slip.camber, ..slip });
        assert_eq!((m.fx, m.fy, m.mx, m.mz), (w.fx, -w.fy, -w.mx, -w.mz));
    }

    #[test]
    fn the_weighting_functions_are_one_at_pure_slip() {
        let mut tyre = tyre();
        let c = &mut tyre.coefficients;
        (c.rbx1, c.rbx2, c.rcx1, c.rhx1, c.rby1, c.rby2, c.rcy1) = (12.0, -10.0, 1.1, 0.0, 7.0, 2.5, 1.05);
        let pure =
            Slip { ratio: 0.1, tangent: 0.0, camber: 0.0, load: 4000.0, friction: 1.0, speed: 10.0, direction: 1.0 };
        let uncombined = tyre.wrench(&pure).fx;
        tyre.mode = Mode::Combined;
        assert!((tyre.wrench(&pure).fx - uncombined).abs() < 1e-9);
        let combined = tyre.wrench(&Slip { tangent: 0.1, ..pure });
        assert!(combined.fx < uncombined);
    }
}
