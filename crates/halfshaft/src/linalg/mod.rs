//! Linear algebra of the iteration matrix: blocks grouped by physics, and the factorization that solves with them.

pub mod block;
pub mod lu;
