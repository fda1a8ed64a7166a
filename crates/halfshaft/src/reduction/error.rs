//! Why a body cannot be reduced.

use crate::linalg::sparse::SparseError;

/// Why a body cannot be reduced.
#[derive(Clone, Debug, PartialEq)]
pub enum ReductionError {
    /// A linear system or an eigenvalue problem has no solution.
    Sparse(SparseError),
    /// All directions are blocked.
    NothingMoves,
    /// A boundary frame on nodes that do not determine its rotation.
    UndeterminedFrame(String),
    /// No shape is left.
    NoShapes,
    /// Imported matrices give forces in rigid motions.
    Held {
        /// In words.
        motions: Vec<String>,
        /// The largest force relative to the sum of its terms.
        residual: f64,
    },
    /// The mass of imported matrices along x, y and z is not the same, or not positive.
    BadMass([f64; 3]),
    /// An imported matrix is not symmetric.
    NotSymmetric {
        /// Its name.
        matrix: &'static str,
        /// From 1, in the order of the nodes.
        row: usize,
        /// From 1.
        column: usize,
    },
    /// Imported matrices have an elastic mode without stiffness, in Hz.
    Mechanism(f64),
    /// Modes have less than the effective mass that is asked for.
    TooLittleMass {
        /// Their number.
        modes: usize,
        /// The smallest part of the mass and the moments of inertia.
        reached: f64,
    },
    /// Imported matrices have no stresses from which a geometric stiffness follows.
    NoStresses,
}

impl From<SparseError> for ReductionError {
    fn from(error: SparseError) -> Self {
        ReductionError::Sparse(error)
    }
}

impl std::fmt::Display for ReductionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReductionError::Sparse(error) => write!(f, "{error}"),
            ReductionError::NothingMoves => write!(f, "all directions of the mesh are blocked"),
            ReductionError::UndeterminedFrame(name) => {
                write!(f, "the nodes of boundary frame \"{name}\" are on one line and do not determine its rotation")
            }
            ReductionError::NoShapes => write!(f, "the boundary and the modes give no elastic shape"),
            ReductionError::Held { motions, residual } => write!(
                f,
                "the stiffness matrix is not that of a free body: forces resist a {} (relative size {residual:.1e})",
                motions.join(", a ")
            ),
            ReductionError::BadMass([x, y, z]) => {
                write!(f, "the mass matrix has masses of {x:.6e}, {y:.6e} and {z:.6e} kg along x, y and z")
            }
            ReductionError::NotSymmetric { matrix, row, column } => {
                write!(f, "the {matrix} matrix is not symmetric in row {row} and column {column}")
            }
            ReductionError::Mechanism(frequency) => {
                write!(f, "the body has a seventh motion without stiffness, at {frequency:.1e} Hz")
            }
            ReductionError::TooLittleMass { modes, reached } => {
                write!(
                    f,
                    "{modes} modes with the boundary fixed have an effective mass of {:.1} % only",
                    100.0 * reached
                )
            }
            ReductionError::NoStresses => write!(f, "imported matrices have no stresses that could stiffen the body"),
        }
    }
}

impl std::error::Error for ReductionError {}
