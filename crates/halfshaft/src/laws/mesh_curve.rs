//! Mesh stiffness over a pitch, as a loaded tooth contact analysis gives it.

/// The stiffness of a mesh over the travel on the path of contact, and the number of pairs of teeth in contact.
///
/// A periodic cubic spline on the uniform B-spline basis with the samples as control points: it has two continuous derivatives,
/// stays between its samples, and has their mean. It rounds a step of the stiffness over two samples.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshCurve {
    /// Stiffness at equal distances over a pitch, in N/m.
    pub stiffness: Vec<f64>,
    /// Number of pairs in contact at equal distances over a pitch from the same place, as many as needed.
    pub pairs: Vec<f64>,
    /// Base pitch, in metres.
    pub pitch: f64,
    /// Place of the first sample on the path of contact, from the pitch point.
    pub first: f64,
    /// Place of a pair of teeth at the design position, from the pitch point.
    pub start: f64,
}

impl MeshCurve {
    /// The place of a travel among a number of samples.
    fn place(&self, travel: f64, samples: usize) -> f64 {
        let n = samples as f64;
        (n * (travel + self.start - self.first) / self.pitch).rem_euclid(n)
    }

    /// Stiffness and its first two derivatives by the travel.
    pub fn at(&self, travel: f64) -> [f64; 3] {
        let n = self.stiffness.len();
        let place = self.place(travel, n);
        let (k, t) = (place.floor(), place - place.floor());
        let weights = [
            [(1.0 - t).powi(3) / 6.0, -0.5 * (1.0 - t).powi(2), 1.0 - t],
            [(4.0 + t * t * (3.0 * t - 6.0)) / 6.0, t * (1.5 * t - 2.0), 3.0 * t - 2.0],
            [(1.0 + 3.0 * t * (1.0 + t - t * t)) / 6.0, 0.5 + t * (1.0 - 1.5 * t), 1.0 - 3.0 * t],
            [t.powi(3) / 6.0, 0.5 * t * t, t],
        ];
        let scale = n as f64 / self.pitch;
        let mut sum = [0.0; 3];
        for (j, weights) in weights.iter().enumerate() {
            let value = self.stiffness[(k as usize + n + j - 1) % n];
            (0..3).for_each(|i| sum[i] += weights[i] * value);
        }
        [sum[0], sum[1] * scale, sum[2] * scale * scale]
    }

    /// Number of pairs in contact: that of the nearest sample.
    pub fn pairs(&self, travel: f64) -> f64 {
        let n = self.pairs.len();
        self.pairs[self.place(travel, n).round() as usize % n]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spline_is_periodic_and_its_derivatives_are_those_of_its_values() {
        let stiffness: Vec<f64> = (0..12).map(|k| 3.0 + f64::from(k % 5)).collect();
        let pairs = stiffness.iter().map(|k| if *k > 4.0 { 2.0 } else { 1.0 }).collect();
        let curve = MeshCurve { stiffness: stiffness.clone(), pairs, pitch: 2.4, first: -0.3, start: 0.1 };
        for k in 0..40 {
            let (x, h) = (-3.0 + 0.17 * f64::from(k), 1e-6);
            let [value, slope, curvature] = curve.at(x);
            let [before, after] = [curve.at(x - h), curve.at(x + h)];
            assert!(((after[0] - before[0]) / (2.0 * h) - slope).abs() < 1e-5);
            assert!(((after[1] - before[1]) / (2.0 * h) - curvature).abs() < 1e-2);
            assert!((curve.at(x + 2.4)[0] - value).abs() < 1e-12);
            assert!((3.0..=7.0).contains(&value));
        }
        let mean = (0..240).map(|k| curve.at(0.01 * f64::from(k))[0]).sum::<f64>() / 240.0;
        assert!((mean - stiffness.iter().sum::<f64>() / 12.0).abs() < 1e-12);
        assert_eq!((curve.pairs(-0.4), curve.pairs(0.0)), (1.0, 2.0));
    }
}
