//! One wheel of a pair: the form of its flanks, and the shapes of its reduced body on them.

use std::sync::Arc;

use crate::elements::superelement::ReducedBody;
use crate::gear::{Modification, Tooth};
use crate::math::{Mat3, Scalar, Vec3};
use crate::mesh::{FaceShape, Mesh};

/// Where the drawing of a wheel is in its mesh: its axis is z, its mid-face the origin, and the middle of tooth 1 on x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelPlace {
    /// The origin of the drawing in the axes of the mesh.
    pub origin: Vec3,
    /// Its axes as columns.
    pub axes: Mat3,
}

/// A wheel whose flanks may touch those of another one.
pub struct FlankedWheel {
    pub(super) body: Arc<ReducedBody>,
    pub(super) tooth: Tooth,
    modification: Modification,
    face_width: f64,
    /// Origin and axes of the drawing in the floating frame.
    pub(super) origin: Vec3,
    pub(super) axes: Mat3,
    /// z of the slices.
    pub(super) planes: Vec<f64>,
    stations: usize,
    /// Ψ in the axes of the drawing by tooth, side, slice, station and mode; stations are equally spaced from the form circle to the tip.
    shapes: Vec<Vec3>,
}

/// The shapes of interpolation at a place of a flank: first station, and weights of four of them with two derivatives by the fraction s.
pub(super) struct Weights4 {
    pub first: usize,
    pub values: [f64; 4],
    pub slopes: [f64; 4],
    pub curvatures: [f64; 4],
}

/// The flank at positive angles from the middle of a tooth, and that at negative ones.
pub(super) const SIDES: [f64; 2] = [1.0, -1.0];

impl FlankedWheel {
    /// A wheel with slices at z of its drawing. The mesh must be that of the drawing; `None` if its flanks or shapes are not found.
    pub fn new(
        body: Arc<ReducedBody>,
        (tooth, modification, face_width): (Tooth, Modification, f64),
        mesh: &Mesh,
        place: WheelPlace,
        planes: Vec<f64>,
    ) -> Option<Self> {
        let shown = body.shown.clone()?;
        let teeth = tooth.drawing.teeth;
        let mut wheel = FlankedWheel {
            origin: place.origin - shown.origin,
            axes: place.axes,
            tooth,
            modification,
            face_width,
            planes,
            stations: 0,
            shapes: vec![],
            body,
        };
        for k in 0..teeth {
            for side in ["left", "right"] {
                let (_, faces) = mesh.region(&format!("tooth_{}_{side}", k + 1))?;
                let nodes: Vec<Vec<u32>> = faces.iter().map(|face| mesh.face_nodes(*face)).collect();
                wheel.add_flank(mesh, &place, &nodes, |node, i| shown.displacements[i][node as usize])?;
            }
        }
        Some(wheel)
    }

    /// Adds the shapes at the stations of a flank.
    fn add_flank(
        &mut self,
        mesh: &Mesh,
        place: &WheelPlace,
        faces: &[Vec<u32>],
        shape: impl Fn(u32, usize) -> Vec3,
    ) -> Option<()> {
        // Fraction of the flank and z of the nodes of each face.
        let at = |node: u32| {
            let x = place.axes.transpose_times(mesh.positions[node as usize] - place.origin);
            [self.tooth.fraction(x[0].hypot(x[1])), x[2]]
        };
        let places: Vec<Vec<[f64; 2]>> = faces.iter().map(|face| face.iter().map(|&node| at(node)).collect()).collect();
        let spans: Vec<[[f64; 2]; 2]> = places.iter().map(|places| [0, 1].map(|k| span(places, k))).collect();
        let step = spans.iter().map(|[along, _]| along[1] - along[0]).fold(f64::INFINITY, f64::min);
        if step.is_nan() || step < SHORTEST_CELL {
            return None;
        }
        let stations = 2 * (1.0 / step).round() as usize + 1;
        self.stations = stations;
        for &z in &self.planes {
            for station in 0..stations {
                let s = station as f64 / (stations - 1) as f64;
                let beyond = |[low, high]: [f64; 2], x: f64| (low - x).max(x - high).max(0.0);
                let outside =
                    |[along, across]: &[[f64; 2]; 2]| beyond(*along, s) / step + beyond(*across, z) / self.face_width;
                let face = (0..faces.len()).min_by(|a, b| outside(&spans[*a]).total_cmp(&outside(&spans[*b])))?;
                let weights = weights_at(&places[face], [s, z])?;
                for i in 0..self.body.count() {
                    let nodes = faces[face].iter().zip(weights);
                    let sum = nodes.fold(Vec3::zero(), |sum, (&node, weight)| sum + shape(node, i) * weight);
                    self.shapes.push(self.axes.transpose_times(sum));
                }
            }
        }
        Some(())
    }

    /// Number of teeth.
    pub(super) fn teeth(&self) -> i64 {
        self.tooth.drawing.teeth as i64
    }

    /// The angle of the middle of a tooth at z, from tooth 0.
    pub(super) fn twist<S: Scalar>(&self, z: S) -> S {
        z * (self.tooth.drawing.helix_angle.tan() / self.tooth.reference_radius)
    }

    /// The angle from tooth to tooth.
    pub(super) fn pitch(&self) -> f64 {
        2.0 * self.tooth.half_pitch()
    }

    /// 1 for an external wheel, −1 for a ring: its teeth get wider with the radius.
    pub(super) fn outside(&self) -> f64 {
        if self.tooth.drawing.internal { -1.0 } else { 1.0 }
    }

    /// ψ at a roll angle on the involute.
    fn half_angle<S: Scalar>(&self, roll: S) -> S {
        S::constant(self.tooth.base_half_angle()) - (roll - roll.atan2(S::one())) * self.outside()
    }

    /// What is taken off the flank along its normal: [`Modification::at`] for any scalar.
    fn taken_off<S: Scalar>(&self, roll: S, z: S, tooth: i64) -> S {
        let Modification { tip_relief, tip_relief_length, root_relief, root_relief_length, .. } = self.modification;
        let mut across = z * (2.0 / self.face_width);
        if across.value().abs() > 1.0 {
            across = S::constant(across.value().signum());
        }
        let Modification { crowning, lead, pitch, .. } = self.modification;
        let mut sum = across * across * crowning + across * (0.5 * lead);
        if tooth.rem_euclid(self.teeth()) == 0 {
            sum += S::constant(pitch);
        }
        let ends = [
            (tip_relief, tip_relief_length, self.tooth.roll(self.tooth.drawing.tip_radius)),
            (root_relief, root_relief_length, self.tooth.roll(self.tooth.form_radius)),
        ];
        for (amount, length, end) in ends {
            if amount == 0.0 || length <= 0.0 {
                continue;
            }
            let away = roll - S::constant(end);
            let distance = (if away.value() < 0.0 { -away } else { away }) * self.tooth.base_radius;
            if distance.value() < length {
                sum += S::constant(amount) - distance * (amount / length);
            }
        }
        sum
    }

    /// r_b cos β_b, which carries angles to distances along the normal.
    pub(super) fn normal_radius(&self) -> f64 {
        self.tooth.base_radius * self.tooth.base_helix_angle.cos()
    }

    /// The squares of the roll angles at the form circle and at the tip: the fraction s of the flank is linear in them.
    fn squares(&self) -> [f64; 2] {
        [self.tooth.form_radius, self.tooth.drawing.tip_radius].map(|radius| self.tooth.roll(radius).powi(2))
    }

    /// The fraction s of the flank at a roll angle, not limited to the flank.
    pub(super) fn fraction(&self, roll: f64) -> f64 {
        let [form, tip] = self.squares();
        (roll * roll - form) / (tip - form)
    }

    /// The point of a flank at the fraction s, in the axes of the drawing.
    pub(super) fn point<S: Scalar>(&self, s: S, z: f64, tooth: i64, side: f64) -> Vec3<S> {
        let [form, tip] = self.squares();
        let square = s * (tip - form) + S::constant(form);
        let roll = if square.value() > 0.0 { square.sqrt() } else { S::zero() };
        let radius = (square + S::one()).sqrt() * self.tooth.base_radius;
        let half = self.half_angle(roll) - self.taken_off(roll, S::constant(z), tooth) * (1.0 / self.normal_radius());
        let angle = half * side + S::constant(self.pitch() * tooth as f64 + self.twist(z));
        Vec3([radius * angle.cos(), radius * angle.sin(), S::constant(z)])
    }

    /// The distance of a point from a flank along its normal, positive outside of the tooth; `None` below the base circle. For a ring too its gradient
    /// has the length one: its flanks are those of an external wheel in its spaces.
    pub(super) fn distance<S: Scalar>(&self, x: Vec3<S>, tooth: i64, side: f64) -> Option<S> {
        let square = (x[0] * x[0] + x[1] * x[1]) * self.tooth.base_radius.powi(-2) - S::one();
        if square.value() <= LEAST_SQUARE {
            return None;
        }
        let roll = square.sqrt();
        // Relative to the middle of the tooth, so that the angle never jumps.
        let middle = S::constant(self.pitch() * tooth as f64) + self.twist(x[2]);
        let (sine, cosine) = (middle.sin(), middle.cos());
        let angle = (x[1] * cosine - x[0] * sine).atan2(x[0] * cosine + x[1] * sine);
        Some((angle * side - self.half_angle(roll)) * self.normal_radius() + self.taken_off(roll, x[2], tooth))
    }

    /// The fraction s at the radius of a point.
    pub(super) fn fraction_at<S: Scalar>(&self, x: Vec3<S>) -> S {
        let [form, tip] = self.squares();
        let square = (x[0] * x[0] + x[1] * x[1]) * self.tooth.base_radius.powi(-2) - S::one();
        (square - S::constant(form)) * (1.0 / (tip - form))
    }

    /// How many of four stations there are from one on.
    pub(super) fn stations_from(&self, first: usize) -> usize {
        (self.stations - first).min(4)
    }

    /// Ψ at a station of a flank.
    pub(super) fn shapes(&self, tooth: i64, side: usize, plane: usize, station: usize) -> &[Vec3] {
        let n = self.body.count();
        let tooth = tooth.rem_euclid(self.teeth()) as usize;
        let place = ((2 * tooth + side) * self.planes.len() + plane) * self.stations + station;
        &self.shapes[place * n..][..n]
    }

    /// The weights of stations at the fraction s: a cubic between two stations with the slopes of parabolas through three of them
    /// (Catmull & Rom), so that displacements are smooth across cells. Beyond the flank they continue with the slope of its end.
    pub(super) fn weights(&self, s: f64) -> Weights4 {
        let last = self.stations - 1;
        let place = (s * last as f64).clamp(0.0, last as f64);
        let left = (place.floor() as usize).min(last - 1);
        let first = left.saturating_sub(1).min(last.saturating_sub(3));
        let t = place - left as f64;
        // Slopes at both ends, as weights of the four stations.
        let slope = |k: usize| {
            let mut weights = [0.0; 4];
            match k {
                0 => [(0, -1.5), (1, 2.0), (2, -0.5)].iter().for_each(|&(i, w)| weights[i - first.min(i)] += w),
                _ if k == last => {
                    [(0, 1.5), (1, -2.0), (2, 0.5)].iter().for_each(|&(i, w)| weights[last - i - first] += w)
                }
                _ => [(k - 1, -0.5), (k + 1, 0.5)].iter().for_each(|&(i, w)| weights[i - first] += w),
            }
            weights
        };
        let [a, b] = [slope(left), slope(left + 1)];
        let mut weights = Weights4 { first, values: [0.0; 4], slopes: [0.0; 4], curvatures: [0.0; 4] };
        let (t2, t3, n) = (t * t, t * t * t, last as f64);
        let hermite = [
            [2.0 * t3 - 3.0 * t2 + 1.0, 6.0 * t2 - 6.0 * t, 12.0 * t - 6.0],
            [3.0 * t2 - 2.0 * t3, 6.0 * t - 6.0 * t2, 6.0 - 12.0 * t],
            [t3 - 2.0 * t2 + t, 3.0 * t2 - 4.0 * t + 1.0, 6.0 * t - 4.0],
            [t3 - t2, 3.0 * t2 - 2.0 * t, 6.0 * t - 2.0],
        ];
        for k in 0..4 {
            let station = first + k;
            let own = [f64::from(u8::from(station == left)), f64::from(u8::from(station == left + 1)), a[k], b[k]];
            let sum = |order: usize| (0..4).map(|i| own[i] * hermite[i][order]).sum::<f64>();
            weights.values[k] = sum(0);
            weights.slopes[k] = sum(1) * n;
            weights.curvatures[k] = sum(2) * n * n;
        }
        let beyond = s - place / n;
        if beyond != 0.0 {
            (0..4).for_each(|k| weights.values[k] += beyond * weights.slopes[k]);
            weights.curvatures = [0.0; 4];
        }
        weights
    }
}

/// Cells along a flank are at least this part of it.
const SHORTEST_CELL: f64 = 1e-3;
/// Square of the smallest roll angle: an involute has no curvature at its base circle.
const LEAST_SQUARE: f64 = 1e-6;

/// Least and greatest coordinate.
fn span(places: &[[f64; 2]], k: usize) -> [f64; 2] {
    places.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| [low.min(p[k]), high.max(p[k])])
}

/// The shape functions of a quadrilateral whose natural coordinates are linear in s and z, at a place.
fn weights_at(places: &[[f64; 2]], at: [f64; 2]) -> Option<[f64; crate::mesh::face::MAX_FACE_NODES]> {
    if places.len() != 4 && places.len() != 8 {
        return None;
    }
    let sum = |signs: [f64; 4], k: usize| 0.25 * (0..4).map(|i| signs[i] * places[i][k]).sum::<f64>();
    let [centre, a, b] =
        [[1.0; 4], [-1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]].map(|signs| [0, 1].map(|k| sum(signs, k)));
    let determinant = a[0] * b[1] - a[1] * b[0];
    let d = [at[0] - centre[0], at[1] - centre[1]];
    let natural = [(d[0] * b[1] - d[1] * b[0]) / determinant, (a[0] * d[1] - a[1] * d[0]) / determinant];
    (determinant != 0.0).then(|| FaceShape::of(places.len()).shape(natural.map(|x| x.clamp(-1.0, 1.0))))
}

#[cfg(test)]
mod tests {
    use super::super::specimens::wheel;

    #[test]
    fn a_point_of_a_flank_has_no_distance_from_it() {
        let wheel = wheel(0, 2);
        for (tooth, side, s) in [(0, 1.0, 0.3), (3, -1.0, 0.8), (11, 1.0, 1.0)] {
            let x = wheel.point(s, 0.0, tooth, side);
            assert!(wheel.distance(x, tooth, side).unwrap().abs() < 1e-12);
            assert!((wheel.fraction_at(x) - s).abs() < 1e-12);
            // A unit gradient, but for the slope of the tip relief, 0.01 over 0.8.
            let d = 1e-5;
            let slope = |k: usize| {
                let at = |d: f64| {
                    let mut moved = x;
                    moved[k] += d;
                    wheel.distance(moved, tooth, side).unwrap()
                };
                (at(d) - at(-d)) / (2.0 * d)
            };
            let norm = (0..3).map(|k| slope(k).powi(2)).sum::<f64>();
            assert!((norm - 1.0).abs() < if s < 0.5 { 1e-8 } else { 0.03 }, "{norm}");
        }
    }

    #[test]
    fn the_interpolation_reproduces_parabolas_and_is_smooth() {
        let wheel = wheel(0, 1);
        let stations = 7.0;
        let f = |s: f64| 1.0 + 2.0 * s - 3.0 * s * s;
        for k in 0..=40 {
            let s = -0.1 + 1.2 * f64::from(k) / 40.0;
            let w = wheel.weights(s);
            let sum = |of: &[f64; 4]| (0..4).map(|i| of[i] * f((w.first + i) as f64 / (stations - 1.0))).sum::<f64>();
            if (0.0..=1.0).contains(&s) {
                assert!((sum(&w.values) - f(s)).abs() < 1e-12, "{s}");
                assert!((sum(&w.slopes) - (2.0 - 6.0 * s)).abs() < 1e-11, "{s}");
            }
        }
    }
}
