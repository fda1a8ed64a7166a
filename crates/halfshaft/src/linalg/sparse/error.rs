//! Why a sparse system has no solution.

use std::fmt;

/// Maximum number of unknowns. Larger systems need methods that are not here: multigrid, out-of-core factorization,
/// cyclic symmetry.
pub const MAX_UNKNOWNS: usize = 100_000;

/// Why a sparse system has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SparseError {
    /// More unknowns than [`MAX_UNKNOWNS`].
    TooLarge {
        /// Number of unknowns.
        unknowns: usize,
    },
    /// The matrix is singular. The unknown is the one with the largest entry in the null vector.
    Singular {
        /// Index of the unknown.
        unknown: usize,
    },
    /// An entry of the matrix, the right-hand side or the solution is not a finite number.
    NonFinite,
    /// The modes did not converge.
    NotConverged {
        /// Number of modes that did.
        modes: usize,
    },
}

impl fmt::Display for SparseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparseError::TooLarge { unknowns } => {
                write!(f, "the system has {unknowns} unknowns; direct solvers take at most {MAX_UNKNOWNS}")
            }
            SparseError::Singular { unknown } => write!(f, "the matrix is singular at unknown {unknown}"),
            SparseError::NonFinite => write!(f, "an entry is not a finite number"),
            SparseError::NotConverged { modes } => write!(f, "only {modes} modes converged"),
        }
    }
}

impl std::error::Error for SparseError {}
