//! The generalized-α family of time integration schemes.
//!
//! ```text
//! q⁺ = q ∘ exp(h v + h² (½ − β) a + h² β a⁺)
//! v⁺ = v + h (1 − γ) a + h γ a⁺
//! (1 − α_m) a⁺ + α_m a = (1 − α_f) v̇⁺ + α_f v̇
//! ```
//!
//! Chung & Hulbert 1993; on Lie groups Brüls & Cardona 2010; Virlez 2014, eqs. 2.11-2.13 and 2.28-2.31 (`docs/theory.md`,
//! eqs. 13-18).

/// The parameters of a scheme of the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Weight of the old algorithmic acceleration.
    pub alpha_m: f64,
    /// Weight of the old acceleration.
    pub alpha_f: f64,
    /// Newmark's β.
    pub beta: f64,
    /// Newmark's γ.
    pub gamma: f64,
}

impl Scheme {
    /// Newmark's average acceleration method, without numerical dissipation. Not stable with constraints.
    pub const NEWMARK: Scheme = Scheme::balanced(0.0, 0.0);

    /// Hilber, Hughes & Taylor with 0 ≤ α_f ≤ 1/3.
    pub const fn hht(alpha_f: f64) -> Scheme {
        Scheme::balanced(0.0, alpha_f)
    }

    /// Chung & Hulbert with the spectral radius ρ∞ at infinite frequency, 0 ≤ ρ∞ ≤ 1.
    pub const fn chung_hulbert(rho: f64) -> Scheme {
        Scheme::balanced((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0))
    }

    /// Second order requires γ = ½ + α_f − α_m; β = ¼ (γ + ½)² gives the least low-frequency dissipation.
    const fn balanced(alpha_m: f64, alpha_f: f64) -> Scheme {
        let gamma = 0.5 + alpha_f - alpha_m;
        Scheme { alpha_m, alpha_f, beta: 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma }
    }

    /// Returns whether it has high-frequency annihilation, ρ∞ = 0: vibrations much faster than the steps vanish in one
    /// step.
    pub fn annihilates_high_frequencies(&self) -> bool {
        self.alpha_f == 0.0 && self.alpha_m == -1.0
    }

    /// a approximates v̇ at t + this × h.
    pub fn offset(&self) -> f64 {
        self.alpha_m - self.alpha_f
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newmark_is_the_trapezoidal_rule() {
        assert_eq!(Scheme::NEWMARK, Scheme { alpha_m: 0.0, alpha_f: 0.0, beta: 0.25, gamma: 0.5 });
    }

    #[test]
    fn chung_hulbert_without_dissipation_is_the_midpoint_like_scheme() {
        assert_eq!(Scheme::chung_hulbert(1.0), Scheme { alpha_m: 0.5, alpha_f: 0.5, beta: 0.25, gamma: 0.5 });
    }
}
