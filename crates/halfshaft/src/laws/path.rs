//! The path of contact: where along the line of action pairs of teeth touch, and how many do.

use std::f64::consts::PI;

use crate::math::Scalar;

/// The path of contact of a pair of wheels in the transverse section, centred on the pitch point.
///
/// Pairs follow each other at the base pitch. Across the face of a helical pair contact is shifted by up to the overlap,
/// so that a pair comes into contact at one end first. A pair's share rises smoothly over a short way at both ends of the
/// path, half of it inside and half outside, so that the mean number of pairs is the contact ratio exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Length ε_α p_b, in metres.
    pub length: f64,
    /// Base pitch p_b, in metres.
    pub pitch: f64,
    /// Shift from one end of the face to the other, b tan β_b, in metres.
    pub overlap: f64,
    /// Where on the path a pair is in the middle of the face at the design position, from the pitch point, in metres.
    pub start: f64,
    /// Over which way a pair takes up its share, in metres.
    pub engagement: f64,
}

/// Strips across the face of a helical pair.
const STRIPS: usize = 24;

impl Path {
    /// Calls `f` with the place s on the path and the share of each strip in contact, at a travel of `p`.
    pub fn each<S: Scalar>(&self, p: S, mut f: impl FnMut(S, S)) {
        let strips = if self.overlap == 0.0 { 1 } else { STRIPS };
        let reach = 0.5 * (self.length + self.engagement);
        for i in 0..strips {
            let shift = self.overlap * ((i as f64 + 0.5) / strips as f64 - 0.5);
            let first = p + S::constant(self.start + shift);
            // The first pair behind the beginning of the path.
            let before = ((first.value() + reach) / self.pitch).floor();
            let mut s = first - S::constant(before * self.pitch);
            while s.value() < reach {
                let share = self.share(s);
                f(s, share * (1.0 / strips as f64));
                s += S::constant(self.pitch);
            }
        }
    }

    /// The share of a strip at s: one on the path, zero outside.
    fn share<S: Scalar>(&self, s: S) -> S {
        let x = (S::constant(0.5 * (self.length + self.engagement)) - s.abs()) * (1.0 / self.engagement);
        match x.value() {
            x if x <= 0.0 => S::zero(),
            x if x >= 1.0 => S::one(),
            // x − sin(2πx)/2π has two continuous derivatives at both ends.
            _ => x - (x * (2.0 * PI)).sin() * (0.5 / PI),
        }
    }

    /// The number of pairs in contact at a travel, the face counted as one, with its first and second derivative.
    pub fn pairs(&self, p: f64) -> [f64; 3] {
        use crate::math::Dual;
        let at = Dual::<1, Dual<1>> { re: Dual { re: p, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        let mut sum = Dual::<1, Dual<1>>::zero();
        self.each(at, |_, share| sum += share);
        [sum.re.re, sum.d[0].re, sum.d[0].d[0]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(ratio: f64, overlap: f64) -> Path {
        Path { length: ratio * 2.0, pitch: 2.0, overlap, start: 0.0, engagement: 0.1 }
    }

    #[test]
    fn a_spur_pair_of_ratio_one_and_a_half_has_one_or_two_pairs() {
        let path = path(1.5, 0.0);
        // A pair at the pitch point: the next ones are a pitch away, outside of ±1.5.
        assert_eq!(path.pairs(0.0)[0], 1.0);
        // Half a pitch further pairs stand at ±1.
        assert_eq!(path.pairs(1.0)[0], 2.0);
        assert_eq!(path.pairs(1.0 + 40.0)[0], 2.0);
    }

    #[test]
    fn the_mean_number_of_pairs_is_the_contact_ratio() {
        for (ratio, overlap) in [(1.47, 0.0), (0.81, 4.4), (1.2, 0.7)] {
            let path = path(ratio, overlap);
            let n = 20_000;
            let mean = (0..n).map(|i| path.pairs(2.0 * i as f64 / n as f64)[0]).sum::<f64>() / n as f64;
            assert!((mean - ratio).abs() < 1e-6, "{mean}");
        }
    }

    #[test]
    fn derivatives_are_those_of_the_count() {
        let path = path(0.81, 1.3);
        for p in [0.11, 0.77, 1.3, -5.2] {
            let h = 1e-6;
            let slope = (path.pairs(p + h)[0] - path.pairs(p - h)[0]) / (2.0 * h);
            assert!((path.pairs(p)[1] - slope).abs() < 1e-6);
        }
    }
}
