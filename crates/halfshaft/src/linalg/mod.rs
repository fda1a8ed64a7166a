//! Linear algebra of the iteration matrix: blocks grouped by physics, and the factorizations that solve with them.

pub(crate) mod arnoldi;
pub mod block;
mod block_lu;
mod block_symbolic;
mod columns;
pub(crate) mod complementarity;
mod definite;
mod frozen_lu;
pub(crate) mod large;
mod lu;
pub(crate) mod quadratic;
pub(crate) mod singular;
pub mod solver;
pub mod sparse;
pub(crate) mod sparse_lu;
pub(crate) mod symmetric_eigen;
pub(crate) mod tridiagonal;
pub(crate) mod undetermined;

pub use lu::Singular;
