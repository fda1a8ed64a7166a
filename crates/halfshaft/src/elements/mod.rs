//! Everything that contributes to the equations of motion, one file a kind.

pub mod gravity;
pub mod hinge;
pub mod rigid_body;

pub use gravity::Gravity;
pub use hinge::Hinge;
pub use rigid_body::RigidBody;
