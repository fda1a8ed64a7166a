//! Reproducible random numbers from a seed, identical on all platforms.

/// SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators").
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in 0..`count`.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// A random permutation of 0..`count` (Fisher and Yates).
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// A Latin hypercube: `count` points in the unit cube; each axis has `count` equal intervals, each with one point.
pub fn latin_hypercube(count: usize, dimensions: usize, random: &mut Random) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; dimensions]; count];
    for axis in 0..dimensions {
        for (point, part) in points.iter_mut().zip(random.order(count)) {
            point[axis] = (part as f64 + random.unit()) / count as f64;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        // Rosetta Code, "Pseudo-random numbers/Splitmix64": seed 1234567.
        let mut random = Random::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], expected);
    }

    #[test]
    fn a_latin_hypercube_uses_every_part_of_every_axis_once() {
        let points = latin_hypercube(20, 3, &mut Random::new(7));
        for axis in 0..3 {
            let mut parts: Vec<usize> = points.iter().map(|point| (point[axis] * 20.0) as usize).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..20).collect::<Vec<_>>());
        }
    }
}
