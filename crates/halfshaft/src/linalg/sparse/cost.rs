//! Predicted time of the factorization of a front, from which supernodes are merged and methods are chosen.
//!
//! ```text
//! t = t₀ + t₁ m² + flops/(r · p/(p + p₀))
//! ```
//!
//! p pivots, m rows of the whole front. The constants were measured on one core with AVX-512; only their ratios decide.

/// Seconds per front: indices, calls.
const PER_FRONT: f64 = 1.2e-6;
/// Seconds per entry that is set to zero, assembled and moved.
const PER_ENTRY: f64 = 0.5e-9;
/// Floating-point operations per second of large products,
const RATE: f64 = 42e9;
/// reached to one half at this many pivots.
const HALF_RATE_PIVOTS: f64 = 16.0;

/// Operations of the elimination of `p` pivots in a front that leaves `m` rows.
pub(super) fn flops(p: f64, m: f64) -> f64 {
    2.0 / 3.0 * p * p * p + 2.0 * p * p * m + 2.0 * p * m * m
}

/// Predicted seconds for a front.
pub(super) fn front(p: f64, m: f64) -> f64 {
    PER_FRONT + PER_ENTRY * (p + m).powi(2) + flops(p, m) / RATE * (1.0 + HALF_RATE_PIVOTS / p)
}
