//! Random numbers for the checks: small, seeded, the same on every machine.

use crate::math::Vec3;

/// The xorshift* generator of Marsaglia and Vigna.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // An odd multiplier spreads small seeds over all bits; zero is the one state the generator cannot leave.
        Random((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// From −1 to 1.
    pub fn number(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
        bits as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Three numbers from −size to size.
    pub fn vector(&mut self, size: f64) -> Vec3 {
        Vec3(std::array::from_fn(|_| size * self.number()))
    }
}
