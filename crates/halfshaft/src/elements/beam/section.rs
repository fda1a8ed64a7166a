//! Sections of beams: area, second moments, torsion constant, shear factors, and the points at which stresses are largest.

use std::f64::consts::PI;

/// A section by its numbers, about its centroid and principal axes: y and z across the beam, x along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// A, in m².
    pub area: f64,
    /// I_y and I_z, in m⁴.
    pub second_moments: [f64; 2],
    /// Torsion constant J of Saint-Venant, in m⁴.
    pub torsion_constant: f64,
    /// Shear factors along y and z: k A carries the shear. Infinite for a section stiff in shear.
    pub shear_factors: [f64; 2],
    /// Where stresses can be largest.
    pub stress_points: Vec<StressPoint>,
    /// What it looks like.
    pub outline: Outline,
}

/// The outline of a section for pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The corners of a closed polygon, counterclockwise in y and z.
    pub points: Vec<StressPoint>,
    /// Quadrilaterals of these points that close an end.
    pub cap: Vec<[u32; 4]>,
    /// Whether it is a circle.
    pub round: bool,
}

/// A point of a section, with the stresses at it.
///
/// ```text
/// σ = N/A + M_y z/I_y − M_z y/I_z,     τ = t T + s_y V_y + s_z V_z
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressPoint {
    /// y and z, in metres.
    pub at: [f64; 2],
    /// t: shear stress for each torque, in 1/m³.
    pub by_torque: f64,
    /// s_y and s_z: shear stress for each shear force, in 1/m².
    pub by_shear: [f64; 2],
}

/// Stresses of a section, in pascals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stress {
    /// Largest normal stress.
    pub highest: f64,
    /// Smallest normal stress.
    pub lowest: f64,
    /// Largest equivalent stress √(σ² + 3 τ²) of von Mises.
    pub von_mises: f64,
}

impl Stress {
    /// The larger ones of two sections.
    pub fn largest(self, other: Stress) -> Stress {
        Stress {
            highest: self.highest.max(other.highest),
            lowest: self.lowest.min(other.lowest),
            von_mises: self.von_mises.max(other.von_mises),
        }
    }
}

/// Points around a circular section.
const AROUND: usize = 24;

impl Section {
    /// A circle, or a tube if there is an inner diameter. Shear factor of Cowper 1966.
    pub fn tube(outer: f64, inner: f64, nu: f64) -> Section {
        let (r, m) = (0.5 * outer, inner / outer);
        let full = 1.0 - m * m;
        let area = PI * r * r * full;
        let moment = 0.25 * PI * r.powi(4) * (1.0 - m.powi(4));
        let b = (1.0 + m * m).powi(2);
        let factor = 6.0 * (1.0 + nu) * b / ((7.0 + 6.0 * nu) * b + (20.0 + 12.0 * nu) * m * m);
        // Largest shear stress over the mean: 4/3 for a circle, 2 for a thin tube.
        let peak = 4.0 / 3.0 * (1.0 + m + m * m) / (1.0 + m * m) / area;
        let point = |k: usize| {
            let (sine, cosine) = (2.0 * PI * k as f64 / AROUND as f64).sin_cos();
            let by_shear = [-sine * peak, cosine * peak];
            StressPoint { at: [r * cosine, r * sine], by_torque: 0.5 * r / moment, by_shear }
        };
        let points: Vec<StressPoint> = (0..AROUND).step_by(2).map(point).collect();
        let cap = if inner > 0.0 {
            vec![]
        } else {
            (1..points.len() as u32 - 2).step_by(2).map(|k| [0, k, k + 1, k + 2]).collect()
        };
        Section {
            area,
            second_moments: [moment; 2],
            torsion_constant: 2.0 * moment,
            shear_factors: [factor; 2],
            stress_points: (0..AROUND).map(point).collect(),
            outline: Outline { points, cap, round: true },
        }
    }

    /// A rectangle, `height` along y and `width` along z. Torsion constant from its series; largest torsional stresses
    /// after Roark, table 10.7; shear factor of Cowper 1966.
    pub fn rectangle(height: f64, width: f64, nu: f64) -> Section {
        let (h, w, area) = (height, width, height * width);
        let (long, short) = (h.max(w), h.min(w));
        let ratio = short / long;
        let polynomial = 1.0 + 0.6095 * ratio + 0.8865 * ratio.powi(2) - 1.8023 * ratio.powi(3) + 0.91 * ratio.powi(4);
        let on_long = 3.0 * polynomial / (long * short * short);
        // On the short sides: 1 for a square, 0.743 for a strip.
        let on_short = on_long * (0.743 + 0.257 * ratio.powf(2.3));
        let [on_y, on_z] = if h < w { [on_long, on_short] } else { [on_short, on_long] };
        let factor = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
        let mut stress_points = corners(h, w, 0.0);
        for sign in [1.0, -1.0] {
            let by_shear = [[0.0, 1.5 / area], [1.5 / area, 0.0]];
            stress_points.push(StressPoint {
                at: [sign * 0.5 * h, 0.0],
                by_torque: on_y * sign,
                by_shear: by_shear[0],
            });
            stress_points.push(StressPoint {
                at: [0.0, sign * 0.5 * w],
                by_torque: -on_z * sign,
                by_shear: by_shear[1],
            });
        }
        Section {
            area,
            second_moments: [h * w.powi(3) / 12.0, w * h.powi(3) / 12.0],
            torsion_constant: rectangle_torsion(long, short),
            shear_factors: [factor; 2],
            outline: Outline::box_of(&stress_points, true),
            stress_points,
        }
    }

    /// A thin-walled box of one wall thickness, `height` along y and `width` along z, both outside. Torsion by Bredt.
    pub fn hollow_box(height: f64, width: f64, thickness: f64) -> Section {
        let (h, w, t) = (height, width, thickness);
        let (hi, wi) = (h - 2.0 * t, w - 2.0 * t);
        let (hm, wm) = (h - t, w - t);
        let area = h * w - hi * wi;
        let enclosed = hm * wm;
        let by_torque = 0.5 / (enclosed * t);
        let webs = [2.0 * h * t, 2.0 * w * t];
        let mut stress_points = corners(h, w, by_torque);
        for sign in [1.0, -1.0] {
            let shear_z = [0.0, sign / webs[1]];
            let shear_y = [-sign / webs[0], 0.0];
            stress_points.push(StressPoint { at: [sign * 0.5 * h, 0.0], by_torque, by_shear: shear_z });
            stress_points.push(StressPoint { at: [0.0, sign * 0.5 * w], by_torque, by_shear: shear_y });
        }
        Section {
            area,
            second_moments: [(h * w.powi(3) - hi * wi.powi(3)) / 12.0, (w * h.powi(3) - wi * hi.powi(3)) / 12.0],
            torsion_constant: 2.0 * t * enclosed * enclosed / (hm + wm),
            shear_factors: [webs[0] / area, webs[1] / area],
            outline: Outline::box_of(&stress_points, false),
            stress_points,
        }
    }

    /// An I section: `height` along y, flanges of `width` along z, and the thickness of its web and flanges.
    ///
    /// An open section: its warping is not modelled.
    pub fn i(height: f64, width: f64, web: f64, flange: f64) -> Section {
        let (h, w, inside) = (height, width, height - 2.0 * flange);
        let area = 2.0 * w * flange + inside * web;
        let torsion_constant =
            2.0 * rectangle_torsion(w.max(flange), w.min(flange)) + rectangle_torsion(inside.max(web), inside.min(web));
        let mut stress_points = corners(h, w, flange / torsion_constant);
        let (by_web, by_flanges) = (1.0 / (h * web), 0.75 / (w * flange));
        stress_points.push(StressPoint { at: [0.0, 0.0], by_torque: web / torsion_constant, by_shear: [by_web, 0.0] });
        for sign in [1.0, -1.0] {
            let (at, by_torque) = ([sign * 0.5 * h, 0.0], flange / torsion_constant);
            stress_points.push(StressPoint { at, by_torque, by_shear: [0.0, sign * by_flanges] });
        }
        Section {
            area,
            second_moments: [
                (2.0 * flange * w.powi(3) + inside * web.powi(3)) / 12.0,
                (w * h.powi(3) - (w - web) * inside.powi(3)) / 12.0,
            ],
            torsion_constant,
            shear_factors: [h * web / area, 5.0 / 3.0 * w * flange / area],
            outline: Outline::of_i([h, w, web, inside], &stress_points),
            stress_points,
        }
    }

    /// Normal and shear stress at a point for section forces N, V_y, V_z and T, M_y, M_z.
    pub fn stress_at(&self, point: &StressPoint, [n, vy, vz]: [f64; 3], [t, my, mz]: [f64; 3]) -> [f64; 2] {
        let [y, z] = point.at;
        let normal = n / self.area + my * z / self.second_moments[0] - mz * y / self.second_moments[1];
        [normal, point.by_torque * t + point.by_shear[0] * vy + point.by_shear[1] * vz]
    }

    /// Stresses of section forces: N, V_y, V_z and T, M_y, M_z.
    pub fn stress(&self, forces: [f64; 3], moments: [f64; 3]) -> Stress {
        let points = self.stress_points.iter().map(|point| {
            let [normal, shear] = self.stress_at(point, forces, moments);
            Stress { highest: normal, lowest: normal, von_mises: (normal * normal + 3.0 * shear * shear).sqrt() }
        });
        points.reduce(Stress::largest).unwrap_or_default()
    }
}

impl Outline {
    /// A rectangle by its corners, height along y and width along z.
    pub fn rectangle(height: f64, width: f64) -> Self {
        let points = corners(height, width, 0.0);
        Outline { points: [0, 2, 3, 1].map(|k| points[k]).to_vec(), cap: vec![[0, 1, 2, 3]], round: false }
    }

    /// By the corners and the middles of the sides of a rectangle, in the order of the sections above.
    fn box_of(points: &[StressPoint], closed: bool) -> Self {
        let cap = if closed { vec![[0, 1, 2, 3], [0, 3, 4, 7], [7, 4, 5, 6]] } else { vec![] };
        Outline { points: [0, 5, 2, 6, 3, 7, 1, 4].map(|k| points[k]).to_vec(), cap, round: false }
    }

    /// Of an I section by height, width, web and the height between the flanges: stresses of the flanges at their corners, of the web
    /// at its ends.
    fn of_i([height, width, web, inside]: [f64; 4], points: &[StressPoint]) -> Self {
        let quarter = |[y, z]: [f64; 2]| {
            let flange = |at: [f64; 2]| StressPoint { at, ..points[0] };
            let (y, z) = (0.5 * y, 0.5 * z);
            let in_web = StressPoint { at: [y * inside, z * web], ..points[4] };
            [flange([y * height, z * width]), flange([y * inside, z * width]), in_web]
        };
        let [[a, b, c], [d, e, f], [g, h, i], [j, k, l]] =
            [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(quarter);
        let points = vec![a, b, c, f, e, d, g, h, i, l, k, j];
        Outline { points, cap: vec![[0, 1, 10, 11], [2, 3, 8, 9], [4, 5, 6, 7]], round: false }
    }
}

/// The corners of a section of this height and width.
pub fn corners(height: f64, width: f64, by_torque: f64) -> Vec<StressPoint> {
    let corner = |[y, z]: [f64; 2]| StressPoint { at: [y * height, z * width], by_torque, by_shear: [0.0; 2] };
    [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]].map(corner).to_vec()
}

/// J of a rectangle a × b, a ≥ b (Timoshenko & Goodier 1970, section 109):
///
/// ```text
/// J = a b³ [1/3 − 64/π⁵ (b/a) Σ tanh(k π a/2b)/k⁵],   k = 1, 3, 5 …
/// ```
pub fn rectangle_torsion(a: f64, b: f64) -> f64 {
    // Terms fall as k⁻⁵: the first omitted one is below 1e-9 of the sum.
    let sum: f64 = (0..32).map(|i| f64::from(2 * i + 1)).map(|k| (0.5 * k * PI * a / b).tanh() / k.powi(5)).sum();
    a * b.powi(3) * (1.0 / 3.0 - 64.0 / PI.powi(5) * b / a * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_the_torsion_constant_and_stress_of_saint_venant() {
        // 0.1406 a⁴ and τ = 4.81 T/a³ (Timoshenko & Goodier 1970, table of section 109).
        let square = Section::rectangle(2.0, 2.0, 0.3);
        assert!((square.torsion_constant / 16.0 - 0.140577).abs() < 1e-6, "{}", square.torsion_constant / 16.0);
        let stress = square.stress([0.0; 3], [1.0, 0.0, 0.0]);
        assert!((stress.von_mises / 3.0_f64.sqrt() * 8.0 / 4.81 - 1.0).abs() < 2e-3);
    }

    #[test]
    fn a_thin_tube_is_a_circle_less_its_bore() {
        let (outer, inner) = (Section::tube(0.04, 0.0, 0.3), Section::tube(0.036, 0.0, 0.3));
        let tube = Section::tube(0.04, 0.036, 0.3);
        assert!((tube.area - (outer.area - inner.area)).abs() < 1e-12 * outer.area);
        assert!((tube.torsion_constant - (outer.torsion_constant - inner.torsion_constant)).abs() < 1e-18);
        assert!((outer.shear_factors[0] - 6.0 * 1.3 / 8.8).abs() < 1e-15);
    }

    #[test]
    fn bending_and_tension_add_at_the_outer_fibre() {
        let section = Section::rectangle(0.2, 0.1, 0.3);
        let modulus = 0.1 * 0.2 * 0.2 / 6.0;
        let stress = section.stress([3e4, 0.0, 0.0], [0.0, 0.0, 1e3]);
        assert!((stress.highest - (3e4 / 0.02 + 1e3 / modulus)).abs() < 1e-6);
        assert!((stress.lowest - (3e4 / 0.02 - 1e3 / modulus)).abs() < 1e-6);
        assert!((stress.von_mises - stress.highest).abs() < 1e-6);
    }

    #[test]
    fn boxes_and_i_sections_have_the_moments_of_their_rectangles() {
        let hollow = Section::hollow_box(0.1, 0.06, 0.005);
        assert!((hollow.area - (0.1 * 0.06 - 0.09 * 0.05)).abs() < 1e-15);
        assert!((hollow.second_moments[1] - (0.06 * 1e-3 - 0.05 * 0.09_f64.powi(3)) / 12.0).abs() < 1e-18);
        let i = Section::i(0.1, 0.06, 0.004, 0.006);
        // Flanges about the middle by Steiner's theorem, and the web.
        let flange = 0.06 * 0.006_f64.powi(3) / 12.0 + 0.06 * 0.006 * 0.047_f64.powi(2);
        let web = 0.004 * 0.088_f64.powi(3) / 12.0;
        assert!((i.second_moments[1] - (2.0 * flange + web)).abs() < 1e-15);
    }

    #[test]
    fn outlines_enclose_their_sections_counterclockwise() {
        let solid = [
            (Section::tube(0.04, 0.0, 0.3), 3.0 / std::f64::consts::PI),
            (Section::rectangle(0.2, 0.1, 0.3), 1.0),
            (Section::i(0.1, 0.06, 0.004, 0.006), 1.0),
        ];
        let area = |points: &[[f64; 2]]| {
            let each = points.iter().zip(points.iter().cycle().skip(1));
            0.5 * each.map(|([y, z], [y1, z1])| y * z1 - z * y1).sum::<f64>()
        };
        for (section, part) in solid {
            let Outline { points, cap, .. } = &section.outline;
            let at: Vec<[f64; 2]> = points.iter().map(|point| point.at).collect();
            assert!((area(&at) - part * section.area).abs() < 1e-12 * section.area, "{section:?}");
            let caps: f64 = cap.iter().map(|quad| area(&quad.map(|k| at[k as usize]))).sum();
            assert!((caps - area(&at)).abs() < 1e-12 * section.area, "{section:?}");
        }
    }
}
