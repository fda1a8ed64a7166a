//! The path of contact: the positions along the line of action at which pairs of teeth are in contact, and their
//! number.

use std::f64::consts::PI;

use crate::math::Scalar;

/// The path of contact of a pair of wheels in the transverse section, centred on the pitch point.
///
/// Pairs follow each other at the base pitch. Across the face of a helical pair contact is shifted by up to the
/// overlap, so a pair comes into contact at one end first. The share of a pair rises smoothly over a short distance at
/// both ends of the path, half of it inside and half outside, so that the mean number of pairs is exactly the contact
/// ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Length ε_α p_b, in metres.
    pub length: f64,
    /// Base pitch p_b, in metres.
    pub pitch: f64,
    /// Shift from one end of the face to the other, b tan β_b, in metres.
    pub overlap: f64,
    /// Position on the path of a pair in the middle of the face at the design position, from the pitch point, in
    /// metres.
    pub start: f64,
    /// Distance over which the share of a pair rises, in metres.
    pub engagement: f64,
}

/// An overlap below this fraction of the engagement is neglected, because the smooth engagement hides its shift.
const SMALLEST_OVERLAP: f64 = 1e-4;

/// Nodes and weights of the five-point Gauss-Legendre rule on the interval from 0 to 1.
const GAUSS: [[f64; 2]; 5] = [
    [0.046_910_077_030_668_0, 0.118_463_442_528_094_5],
    [0.230_765_344_947_158_5, 0.239_314_335_249_683_2],
    [0.5, 0.284_444_444_444_444_4],
    [0.769_234_655_052_841_5, 0.239_314_335_249_683_2],
    [0.953_089_922_969_332, 0.118_463_442_528_094_5],
];

impl Path {
    /// Half of the length on which a pair has a share, from the pitch point.
    fn reach(&self) -> f64 {
        0.5 * (self.length + self.engagement)
    }

    /// Returns whether contact moves across the face.
    fn is_helical(&self) -> bool {
        self.overlap > SMALLEST_OVERLAP * self.engagement
    }

    /// Calls `f` with the position at mid-face of each pair that is in contact anywhere on the face, at a travel of
    /// `p`.
    fn each_pair<S: Scalar>(&self, p: S, mut f: impl FnMut(S)) {
        let reach = self.reach() + if self.is_helical() { 0.5 * self.overlap } else { 0.0 };
        let first = p + S::constant(self.start);
        // The first pair beyond the beginning of the path.
        let before = ((first.value() + reach) / self.pitch).floor();
        let mut s = first - S::constant(before * self.pitch);
        if s.value() < -reach - self.pitch {
            // So far away, as in a diverging iteration, a travel has too few digits for a position within a pitch.
            return;
        }
        while s.value() < reach {
            f(s);
            s += S::constant(self.pitch);
        }
    }

    /// The integral of g(s) share(s) over all contact lines at a travel of `p`, with the face width normalised to one:
    /// calls `f` with positions s and weights. `kinks` are positions at which g is not smooth.
    ///
    /// A helical pair is in contact from s − o/2 to s + o/2 for the overlap o. Between the ends of that interval, the
    /// positions where the share is not smooth and the kinks of g, Gauss quadrature is exact to round-off for all
    /// integrands used here, so the sum is as smooth in `p` as the integral.
    pub fn integrate<S: Scalar>(&self, p: S, kinks: &[S], mut f: impl FnMut(S, S)) {
        if !self.is_helical() {
            return self.each_pair(p, |s| f(s, self.share(s)));
        }
        let (half, reach) = (S::constant(0.5 * self.overlap), self.reach());
        // A path shorter than the engagement has its peak at the middle.
        let breaks = [self.engagement - reach, 0.0, reach - self.engagement].map(S::constant);
        self.each_pair(p, |s| {
            let clamp = |place: S| {
                let place = if place.value() < -reach { S::constant(-reach) } else { place };
                if place.value() > reach { S::constant(reach) } else { place }
            };
            let (mut from, end) = (clamp(s - half), clamp(s + half));
            while from.value() < end.value() {
                let inside = |place: &S| place.value() > from.value() && place.value() < end.value();
                let next = breaks.iter().chain(kinks).filter(|place| inside(place));
                let to = next.fold(end, |first, &place| if place.value() < first.value() { place } else { first });
                let width = to - from;
                for [node, weight] in GAUSS {
                    let place = from + width * node;
                    f(place, self.share(place) * width * (weight / self.overlap));
                }
                from = to;
            }
        });
    }

    /// The share of a contact line at s: one on the path, zero outside.
    fn share<S: Scalar>(&self, s: S) -> S {
        let x = (S::constant(self.reach()) - s.abs()) * (1.0 / self.engagement);
        match x.value() {
            x if x <= 0.0 => S::zero(),
            x if x >= 1.0 => S::one(),
            // x − sin(2πx)/2π has two continuous derivatives at both ends.
            _ => x - (x * (2.0 * PI)).sin() * (0.5 / PI),
        }
    }

    /// The integral of the share from far before the path to s.
    fn share_integral<S: Scalar>(&self, s: S) -> S {
        if s.value() > 0.0 {
            // The share is even.
            return S::constant(2.0 * self.share_integral(0.0)) - self.share_integral(-s);
        }
        let x = (s + S::constant(self.reach())) * (1.0 / self.engagement);
        let integral = match x.value() {
            x if x <= 0.0 => S::zero(),
            x if x >= 1.0 => return (s + S::constant(self.reach())) - S::constant(0.5 * self.engagement),
            _ => x * x * 0.5 + ((x * (2.0 * PI)).cos() - S::one()) * (0.25 / (PI * PI)),
        };
        integral * self.engagement
    }

    /// The number of pairs in contact at a travel, per unit face width, with its first and second derivative:
    ///
    /// ```text
    /// n(p) = Σ (G(s + o/2) − G(s − o/2))/o,     G' = share,     s = p + start + j p_b
    /// ```
    ///
    /// in closed form over the face, so that a mesh has no spurious harmonics.
    pub fn pairs(&self, p: f64) -> [f64; 3] {
        use crate::math::Dual;
        let at = Dual::<1, Dual<1>> { re: Dual { re: p, d: [1.0] }, d: [Dual { re: 1.0, d: [0.0] }] };
        let mut sum = Dual::<1, Dual<1>>::zero();
        let half = Scalar::constant(0.5 * self.overlap);
        self.each_pair(at, |s| {
            sum += match self.is_helical() {
                true => (self.share_integral(s + half) - self.share_integral(s - half)) * (1.0 / self.overlap),
                false => self.share(s),
            }
        });
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
        // Half a pitch further, pairs are at ±1.
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
    fn a_travel_without_digits_for_a_pitch_has_no_pairs_and_ends() {
        let path = path(1.5, 0.7);
        for p in [1e17, -1e17, 1e35, f64::INFINITY, f64::NAN] {
            assert!(path.pairs(p)[0] <= 4.0, "{p}");
        }
    }

    #[test]
    fn derivatives_are_those_of_the_count() {
        let path = path(0.81, 1.3);
        for p in [0.11, 0.77, 1.3, -5.2] {
            let h = 1e-6;
            let slope = |i: usize| (path.pairs(p + h)[i] - path.pairs(p - h)[i]) / (2.0 * h);
            assert!((path.pairs(p)[1] - slope(0)).abs() < 1e-6);
            assert!((path.pairs(p)[2] - slope(1)).abs() < 1e-5);
        }
    }

    #[test]
    fn the_closed_form_is_the_limit_of_many_strips() {
        for (ratio, overlap) in [(1.47, 0.05), (0.81, 4.4), (1.2, 0.7), (0.02, 0.3)] {
            let helical = path(ratio, overlap);
            let spur = path(ratio, 0.0);
            for p in [0.0, 0.37, 1.91, -3.3] {
                let strips = 20_000;
                let place = |i: usize| p + overlap * ((i as f64 + 0.5) / strips as f64 - 0.5);
                let sum = (0..strips).map(|i| spur.pairs(place(i))[0]).sum::<f64>() / strips as f64;
                // The midpoint rule over slopes of 2/engagement: (overlap/strips)² · 2π/engagement²/24 at most.
                assert!((helical.pairs(p)[0] - sum).abs() < 1e-6, "{} {sum}", helical.pairs(p)[0]);
                let mut integral = 0.0;
                helical.integrate(p, &[], |_, weight| integral += weight);
                assert!((integral - helical.pairs(p)[0]).abs() < 1e-9, "{integral}");
            }
        }
    }

    #[test]
    fn a_kink_of_what_is_integrated_leaves_no_error() {
        // |s − ¼| over one pair in contact from −½ to 1½ of a path that reaches from −1 to 1.
        let path = Path { length: 2.0, pitch: 10.0, overlap: 2.0, start: 0.5, engagement: 1e-3 };
        let mut integral = 0.0;
        path.integrate(0.0, &[0.25], |s, weight| integral += weight * (s - 0.25_f64).abs());
        let expected = 0.5 * (0.75 * 0.75 + 0.75 * 0.75) / 2.0;
        // The engagement at the end of the path is half inside and half outside: an error of its square.
        assert!((integral - expected).abs() < 1e-6, "{integral} {expected}");
    }
}
