//! Sparse systems of finite elements, up to 100 000 unknowns (`docs/theory.md`, large systems).
//!
//! A matrix of blocks of any size ([`pattern`]) is ordered on the graph of its nodes (nested dissection or minimum
//! degree, the cheaper one) and factorized: by multifrontal LU if it is unsymmetric or a saddle point ([`lu`]), by
//! supernodal Cholesky if it is symmetric ([`symmetric`]). The lowest modes of large pencils come from block Lanczos
//! ([`lanczos`]).

mod bisection;
pub(crate) mod choice;
mod cost;
mod dissection;
mod error;
mod graph;
mod hosts;
mod kernel;
pub mod lanczos;
mod lanes;
pub mod lu;
mod mass;
mod minimum_degree;
mod multifrontal;
mod ordering;
mod orthonormal;
pub mod pattern;
mod pivoting;
pub mod product;
mod rows;
mod scaling;
mod separator;
mod symbolic;
pub mod symmetric;
mod wide;

pub use error::SparseError;
pub use ordering::Ordering;
pub use symbolic::Estimate;
