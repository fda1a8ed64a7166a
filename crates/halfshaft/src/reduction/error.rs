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
        }
    }
}

impl std::error::Error for ReductionError {}
