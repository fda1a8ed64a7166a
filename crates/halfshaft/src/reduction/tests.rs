//! Reductions against published and exact results.
