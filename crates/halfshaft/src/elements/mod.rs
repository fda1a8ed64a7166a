//! Everything that contributes to the equations of motion, one file a kind.

pub mod hinge;
pub mod rigid_body;
