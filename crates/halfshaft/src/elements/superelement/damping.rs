//! Viscous damping of the amplitudes of a reduced body.

/// Viscous damping: the forces D η̇ on the amplitudes. Rigid motions, in which no amplitude changes, are not damped.
#[derive(Clone, Debug, PartialEq)]
pub enum AmplitudeDamping {
    /// Each amplitude by itself: 2 ζ_i ω_i, in 1/s.
    Diagonal(Vec<f64>),
    /// A symmetric positive matrix, row by row, in 1/s: damping of modes that are not the shapes.
    Coupled(Vec<f64>),
}

impl AmplitudeDamping {
    /// The force on one amplitude.
    #[inline]
    pub(super) fn force(&self, i: usize, rate: &[f64]) -> f64 {
        match self {
            AmplitudeDamping::Diagonal(damping) => damping[i] * rate[i],
            AmplitudeDamping::Coupled(matrix) => {
                let row = &matrix[i * rate.len()..(i + 1) * rate.len()];
                row.iter().zip(rate).map(|(d, rate)| d * rate).sum()
            }
        }
    }

    /// The damping of one amplitude by its own rate, where there is no other.
    #[inline]
    pub(super) fn own(&self, i: usize) -> f64 {
        match self {
            AmplitudeDamping::Diagonal(damping) => damping[i],
            AmplitudeDamping::Coupled(_) => 0.0,
        }
    }

    /// The matrix, row by row, if amplitudes are damped by the rates of others.
    pub(super) fn matrix(&self) -> Option<&[f64]> {
        match self {
            AmplitudeDamping::Diagonal(_) => None,
            AmplitudeDamping::Coupled(matrix) => Some(matrix),
        }
    }
}
